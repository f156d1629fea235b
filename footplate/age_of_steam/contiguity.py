"""Railroads whose track must hang together, and that cross a continent; some maps ask for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import EMPTY, NOBODYS, WALL, Board, owner_of, seat_of
from footplate.age_of_steam.routes import LinkTable
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, Track
from footplate.age_of_steam.track import OPEN, Section, give, leads_to, section, sections_of, sides_of


def network(board: Board, s: SteamState, seat: int) -> frozenset[int]:
    """The places that a seat's track and direct links touch, worked out once for a position."""
    known, key = s.known(), ("network", seat)
    if key not in known:
        owner = owner_of(seat)
        touched = {end for found in sections_of(board, s, owner) for end in found.ends if end >= 0}
        for link, whose in zip(board.direct_links, bytes(s.link_owners)):
            touched.update(link.ends if whose == owner else ())
        known[key] = frozenset(touched)
    found: frozenset[int] = known[key]
    return found


def has_track(s: SteamState, seat: int) -> bool:
    """Whether a seat owns any track or direct link."""
    owner = owner_of(seat)
    return s.rail.find(owner) >= 0 or owner in s.link_owners


def together(board: Board, s: SteamState, hex: int, tracks: Iterable[Track], places: Collection[int]) -> bool:
    """Whether each new track on a hex touches one of these places, or a place that another one touches."""
    reached = set(places)
    left = [
        {hex if side == TOWN else leads_to(board, s, 6 * hex + side) for side in track} - {OPEN}
        for track in tracks
    ]
    while left:
        touching = [ends for ends in left if not reached.isdisjoint(ends)]
        if not touching:
            return False
        reached.update(*touching)
        left = [ends for ends in left if reached.isdisjoint(ends)]
    return True


def in_touch(board: Board, s: SteamState, builds: list[Build], places: Collection[int]) -> list[Build]:
    """Those of many builds whose hex touches one of these places; no track on any other is `together`.

    Most hexes touch none, and what is known of a hex need not be asked of each of its tiles.
    """
    touching: dict[int, bool] = {}
    rail, across = s.rail, board.across
    for a in builds:
        if (hex := a.hex) not in touching:
            touching[hex] = hex in places or any(
                rail[across[side]] not in (EMPTY, WALL) and leads_to(board, s, side) in places
                for side in range(6 * hex, 6 * hex + 6)
            )
    return [a for a in builds if touching[a.hex]]


def waiting_around(board: Board, s: SteamState, hex: int) -> set[int]:
    """The sides of nobody's track that waits around a hex."""
    return {board.across[6 * hex + side] for side in range(6)} & set(sides_of(s, NOBODYS))


def released(board: Board, s: SteamState, seat: int, waiting: Iterable[int]) -> list[Section]:
    """Give back to nobody what a New City has just made a seat's of the track that waited there."""
    taken = [section(board, s, side) for side in waiting if s.rail[side] == owner_of(seat)]
    for found in taken:
        give(s, found.sides, NOBODYS)
    return taken


def claim(s: SteamState, seat: int, waiting: Sequence[Section], places: Collection[int]) -> None:
    """Give a seat all track that meets in a New City, if any of it touches one of these places."""
    if any(end in places for found in waiting for end in found.ends):
        for found in waiting:
            give(s, found.sides, owner_of(seat))


def railroads_between(table: LinkTable, west: Collection[int], east: Collection[int]) -> set[int]:
    """The smallest sets of railroads, as bits of seats, whose links join a place here with one there.

    Links without an owner count as no railroad.
    """
    best: dict[int, list[int]] = {place: [0] for place in west}
    todo = deque((place, 0) for place in west)
    while todo:
        here, owners = todo.popleft()
        for link in table.get(here, ()):
            owner = seat_of(link.owner)
            more = owners | (1 << owner if owner >= 0 else 0)
            known = best.setdefault(link.to, [])
            if not any(old & more == old for old in known):
                best[link.to] = [old for old in known if old & more != more] + [more]
                todo.append((link.to, more))
    return {owners for place in east for owners in best.get(place, ())}


def crosses(
    rules: Rules[Any], s: SteamState, seat: int, west: Collection[int], east: Collection[int]
) -> bool:
    """Whether a seat's own links alone join a place here with one there."""
    own = {
        place: tuple(link for link in links if seat_of(link.owner) == seat)
        for place, links in rules.links(s).items()
    }
    return bool(railroads_between(own, west, east))
