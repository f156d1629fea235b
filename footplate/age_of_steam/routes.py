"""Links as numbers: which places they join, and every way a cube can take."""

from __future__ import annotations

from collections.abc import Sequence
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


LinkTable = dict[int, tuple[Link, ...]]
"""For each place the links that leave it."""

INCOME_BITS = 5
"""Bits in which the income of one seat from one delivery is counted."""


class Way(NamedTuple):
    """One way for a cube: where it leads, whom it pays, and how it goes."""

    hex: int
    colour: int
    income: int
    sides: tuple[int, ...]
    stops: tuple[int, ...]


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


def ways(table: LinkTable, demand: Sequence[int], start: int, colours: int, reach: int) -> list[Way]:
    """Every distinct outcome of moving a cube of these colours from a place over at most `reach` links."""
    found: dict[tuple[int, int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
    steps: dict[int, list[tuple[int, int, int]]] = {}
    visited = {start}

    def go(
        here: int, left: int, income: int, alive: int, sides: tuple[int, ...], stops: tuple[int, ...]
    ) -> None:
        onward = steps.get(here)
        if onward is None:
            # Parallel links of one owner lead to the same outcomes.
            onward = steps[here] = list(
                {
                    (link.to, link.owner): (link.to, link.side, gain(link.owner))
                    for link in table.get(here, ())
                }.values()
            )
        for to, side, more in onward:
            if to in visited:
                continue
            takes = alive & demand[to]
            if takes:
                key = (to, income + more, takes)
                if key not in found:
                    found[key] = (sides + (side,), stops + (to,))
            rest = alive & ~demand[to]
            if rest and left > 1:
                visited.add(to)
                go(to, left - 1, income + more, rest, sides + (side,), stops + (to,))
                visited.discard(to)

    go(start, reach, 0, colours, (), ())
    out: dict[tuple[int, int, int], Way] = {}
    for (to, income, takes), (sides, stops) in found.items():
        colour = 0
        while takes:
            if takes & 1 and (colour, to, income) not in out:
                out[colour, to, income] = Way(start, colour, income, sides, stops)
            takes >>= 1
            colour += 1
    return list(out.values())
