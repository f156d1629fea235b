"""Railroads whose track must hang together; some maps ask for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from footplate.age_of_steam.board import NOBODYS, Board, owner_of
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, Track
from footplate.age_of_steam.track import OPEN, Section, give, leads_to, section, sections_of, sides_of


def network(board: Board, s: SteamState, seat: int) -> frozenset[int]:
    """The places that a seat's track and direct links touch, worked out once for a position."""
    known, key = s.known(), ("network", seat)
    if key not in known:
        owner = owner_of(seat)
        touched = {end for found in sections_of(board, s, owner) for end in found.ends if end >= 0}
        owned = [n for n, whose in enumerate(s.link_owners) if whose == owner]
        touched.update(end for n in owned for end in board.direct_links[n].ends)
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


def waiting_around(board: Board, s: SteamState, hex: int) -> set[int]:
    """The sides of nobody's track that waits around a hex."""
    return {board.across[6 * hex + side] for side in range(6)} & set(sides_of(s, NOBODYS))


def released(board: Board, s: SteamState, seat: int, waiting: Iterable[int]) -> list[Section]:
    """Give back to nobody what a New City has just made a seat's of the track that waited there."""
    taken = [section(board, s, side) for side in waiting if s.rail[side] == owner_of(seat)]
    for found in taken:
        give(s, found.sides, NOBODYS)
    return taken
