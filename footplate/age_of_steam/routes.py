"""Links as numbers: which places they join, and every way a cube can take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from footplate.age_of_steam.board import CITY_SIDE, EMPTY, FIRST_SEAT, IN_CITY, IN_TOWN, WALL, Board
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import OPEN, leads_to


class Link(NamedTuple):
    """A completed link as it is seen from one of its places."""

    to: int
    side: int
    """The side by which it leaves, counted as 6 * hex + side; a direct link has a number beyond all sides."""
    owner: int
    over: int = 0
    """The hexes as bits where cubes can start in the midst of it: none comes back over its own."""


LinkTable = dict[int, tuple[Link, ...]]
"""For each place the links that leave it."""

INCOME_BITS = 5
"""Bits in which the income of one seat from one delivery is counted."""


Sides = tuple[int, ...]
Stops = tuple[int, ...]


class Way(NamedTuple):
    """One way for a cube: where it leads, whom it pays, and how it goes."""

    hex: int
    colour: int
    income: int
    sides: Sides
    stops: Stops


def gain(owner: int) -> int:
    """One link's income, packed: INCOME_BITS for each seat."""
    return 1 << INCOME_BITS * (owner - FIRST_SEAT) if owner >= FIRST_SEAT else 0


def unpack(income: int) -> list[tuple[int, int]]:
    """Packed income as pairs of seat and steps."""
    out = []
    seat = 0
    while income:
        if steps := income & (1 << INCOME_BITS) - 1:
            out.append((seat, steps))
        income >>= INCOME_BITS
        seat += 1
    return out


def link_table(board: Board, s: SteamState) -> LinkTable:
    """All completed links, worked out once for a board as it stands."""
    if s.link_table is None:
        s.link_table = _find_links(board, s)
    return s.link_table


def _find_links(board: Board, s: SteamState) -> LinkTable:
    table: LinkTable = {}
    across, rail = board.across, s.rail
    for hex, kind in enumerate(s.kind):
        if kind == IN_CITY:
            owners = [rail[across[side]] for side in range(6 * hex, 6 * hex + 6)]
        elif kind == IN_TOWN and s.layout[hex]:
            owners = list(rail[6 * hex : 6 * hex + 6])
        else:
            continue
        found = []
        for side, owner in enumerate(owners, 6 * hex):
            if owner not in (EMPTY, CITY_SIDE, WALL):
                to = leads_to(board, s, side)
                if to != OPEN and to != hex:
                    found.append(Link(to, side, owner))
        if found:
            table[hex] = tuple(found)
    for number, link in enumerate(board.links):
        if s.links[number]:
            for here, there in (link.ends, link.ends[::-1]):
                direct = Link(there, board.wall + 1 + number, s.links[number])
                table[here] = (*table.get(here, ()), direct)
    return table


Step = tuple[int, int, int, int, int, int]
"""A link as a search sees it: where it leads, the bits of that and of the starts on it, what ends there,
what passes, the side, the income."""

BITS = tuple(tuple(bit for bit in range(8) if number >> bit & 1) for number in range(256))
"""The bits of each small number, which are the colours of some goods."""


def all_ways(
    table: LinkTable, demand: Sequence[int], passing: Mapping[int, int], goods: Mapping[int, int], reach: int
) -> list[Way]:
    """Every distinct outcome of moving one of these goods, colours as bits by hex, over `reach` links."""
    steps: dict[int, list[Step]] = {}
    for hex, links in table.items():
        steps[hex] = [
            (to, 1 << to | over, demand[to], passing[to], side, gain(owner))
            # Parallel links of one owner lead to the same outcomes.
            for to, side, owner, over in {(link.to, link.owner, link.over): link for link in links}.values()
        ]
    hopes = _hopes(steps, reach)
    out: list[Way] = []
    for start, colours in goods.items():
        if colours and start in steps:
            out += _ways_from(steps, hopes, start, colours, reach)
    return out


def _hopes(steps: dict[int, list[Step]], reach: int) -> list[dict[int, int]]:
    """For each number of links left and each place the colours that can still be delivered, as bits."""
    hopes = [dict.fromkeys(steps, 0)]
    for _ in range(reach):
        before, now = hopes[-1], {}
        for hex, onward in steps.items():
            colours = 0
            for to, _, accepts, passes, _, _ in onward:
                colours |= accepts | before.get(to, 0) & passes
            now[hex] = colours
        hopes.append(now)
    return hopes


def _ways_from(
    steps: dict[int, list[Step]], hopes: list[dict[int, int]], start: int, colours: int, reach: int
) -> list[Way]:
    found: dict[tuple[int, int, int], tuple[Sides, Stops]] = {}

    def go(here: int, left: int, income: int, alive: int, visited: int, sides: Sides, stops: Stops) -> None:
        onward = hopes[left - 1]
        for to, bits, accepts, passes, side, more in steps[here]:
            if visited & bits:
                continue
            if takes := alive & accepts:
                key = (to, income + more, takes)
                if key not in found:
                    found[key] = (*sides, side), (*stops, to)
            if rest := alive & passes & onward.get(to, 0):
                go(to, left - 1, income + more, rest, visited | 1 << to, (*sides, side), (*stops, to))

    go(start, reach, 0, colours & hopes[reach][start], 1 << start, (), ())
    out: dict[tuple[int, int, int], Way] = {}
    for (to, income, takes), (sides, stops) in found.items():
        for colour in BITS[takes]:
            if (colour, to, income) not in out:
                out[colour, to, income] = Way(start, colour, income, sides, stops)
    return list(out.values())
