"""Can the open ends of a player still be completed in this build? For maps that allow no unfinished track."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import CITY_SIDE, FIRST_SEAT, IN_CITY, IN_TOWN
from footplate.age_of_steam.rules import Rules, fitting_layouts
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import (
    OPEN,
    Site,
    Work,
    lay,
    leads_to,
    open_ends,
    section,
    site,
    tile_for,
    work,
)
from footplate.core.game import Refusal


class End(NamedTuple):
    """An open end: the side at which the next tile must meet it, and the place its track comes from."""

    meets: int
    place: int


def can_complete(rules: Rules, s: SteamState, seat: int, a: Build) -> bool:
    """Whether after this build all open ends of the seat can be completed with the builds and cash left."""
    board, due = rules.board, s.agenda[0]
    here = rules.site_of(s, seat, a.hex)
    done = rules.work_of(here, a.layout)
    if not isinstance(done, Work):
        return True
    ends = [*_new_ends(rules, s, here, a.hex, done), *_left_ends(rules, s, seat, a)]
    if not ends:
        return True
    builds = due.a - 1
    cities = due.b if rules.urbanize_after_building() else 0
    hexes = {end.meets // 6 for end in ends}
    if cities or len(hexes) < len(ends):
        return _finish_after(rules, s, seat, a, done, builds, cities)
    if len(ends) > builds:
        return False
    return _affordable(rules, s, seat, a, ends, builds)


def _new_ends(rules: Rules, s: SteamState, here: Site, hex: int, done: Work) -> Iterator[End]:
    """The open ends that the new tracks of a tile would have."""
    board = rules.board
    for track in (*done.added, *done.changed):
        for side, other in (track, track[::-1]):
            if side != TOWN and here.ends[side] == OPEN:
                place = hex if other == TOWN else leads_to(board, s, 6 * hex + other)
                yield End(board.across[6 * hex + side], place)


def _left_ends(rules: Rules, s: SteamState, seat: int, a: Build) -> Iterator[End]:
    """Open ends of the seat that the build does not meet."""
    board = rules.board
    met = [6 * a.hex + side for side in board.tiles.layouts[a.layout].sides]
    for side in open_ends(board, s, FIRST_SEAT + seat):
        if board.across[side] not in met:
            yield End(board.across[side], max(section(board, s, side).ends))


def _affordable(rules: Rules, s: SteamState, seat: int, a: Build, ends: list[End], builds: int) -> bool:
    """Whether ends that point at different hexes can be completed one by one within the cash."""
    first, used = rules.price(a.hex, s.layout[a.hex], a.layout), {*s.built, a.hex}
    singly = [_last_tile(rules, s, seat, end, used) for end in ends]
    prices = [price for price in singly if price is not None]
    if len(prices) == len(ends) and rules.charges(s, seat, (first, *prices)) <= s.cash[seat]:
        return True
    if len(ends) == 1 and builds >= 2:
        return any(
            rules.charges(s, seat, (first, *pair)) <= s.cash[seat]
            for pair in _last_two_tiles(rules, s, seat, ends[0], used)
        )
    return False


def _completes(here: Site, done: Work) -> bool:
    """Whether every new track ends at places on both sides."""
    return all(
        side == TOWN or here.ends[side] != OPEN for track in (*done.added, *done.changed) for side in track
    )


def _last_tile(rules: Rules, s: SteamState, seat: int, end: End, used: set[int]) -> int | None:
    """The price of the cheapest tile that completes an end, or None."""
    if end.meets // 6 in used:
        return None
    known = rules.of_position(s, seat)
    if end not in known:
        known[end] = _cheapest(rules, s, seat, end)
    price: int | None = known[end]
    return price


def _steps(rules: Rules, here: Site, side: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """How track waiting at a side goes on: layouts with the side they lead out by; those that complete it."""
    known: dict[Any, tuple[tuple[tuple[int, int], ...], tuple[int, ...]]] = rules.onward
    if (here, side) not in known:
        tiles = rules.board.tiles
        further, last = [], []
        for layout in fitting_layouts(rules, here):
            if side not in tiles.layouts[layout].sides:
                continue
            done = work(tiles, here, layout)
            assert isinstance(done, Work)
            tracks = (*done.added, *done.changed)
            if _completes(here, done):
                last.append(layout)
            elif len(tracks) == 1 and side in tracks[0] and TOWN not in tracks[0]:
                further.append((layout, sum(tracks[0]) - side))
        known[here, side] = tuple(further), tuple(last)
    return known[here, side]


def _cheapest(rules: Rules, s: SteamState, seat: int, end: End) -> int | None:
    hex, side = divmod(end.meets, 6)
    here = site(rules.board, s, seat, hex, waiting=end)
    prices = [
        rules.price(hex, here.layout, layout)
        for layout in _steps(rules, here, side)[1]
        if isinstance(tile_for(rules.board, s, hex, layout), int)
    ]
    return min(prices, default=None)


def _last_two_tiles(
    rules: Rules, s: SteamState, seat: int, end: End, used: set[int]
) -> Iterator[tuple[int, int]]:
    """The prices of pairs of tiles that complete an end, the second the cheapest for the first."""
    hex, side = divmod(end.meets, 6)
    if hex in used:
        return
    board = rules.board
    here = site(board, s, seat, hex, waiting=end)
    for layout, out in _steps(rules, here, side)[0]:
        last = _last_tile(rules, s, seat, End(board.across[6 * hex + out], end.place), used | {hex})
        if last is not None and isinstance(tile_for(board, s, hex, layout), int):
            yield rules.price(hex, here.layout, layout), last


# Where ends point at the same hex, or a New City could complete them, every sequence of builds is tried.


def can_finish(
    rules: Rules, s: SteamState, seat: int, price: int = 0, builds: int = 0, city: int = -1
) -> bool:
    """Whether all open ends can still be completed after so much cash and so many builds, or a New City."""
    if not open_ends(rules.board, s, FIRST_SEAT + seat):
        return True
    due, after = s.agenda[0], s.copy() if city < 0 else _with_city(s, city)
    after.cash[seat] -= price
    left = due.b - (city >= 0) if rules.urbanize_after_building() else 0
    return _finish(rules, after, seat, due.a - builds, left)


def _finish_after(
    rules: Rules, s: SteamState, seat: int, a: Build, done: Work, builds: int, cities: int
) -> bool:
    after = _after(rules, s, seat, a.hex, a.layout, done)
    # What cannot be paid for is refused for that reason.
    return after is None or _finish(rules, after, seat, builds, cities)


def _after(rules: Rules, s: SteamState, seat: int, hex: int, layout: int, done: Work) -> SteamState | None:
    """The position after a build, or None if it cannot be paid for or has no tile."""
    board = rules.board
    price = rules.price(hex, s.layout[hex], layout)
    cost, tile = rules.charge(s, seat, price), tile_for(board, s, hex, layout)
    if cost > s.cash[seat] or isinstance(tile, Refusal):
        return None
    after = s.copy()
    after.cash[seat] -= cost
    after.begun[seat] = 1
    lay(board, after, seat, hex, layout, tile, done)
    rules.do_built(after, seat, price)
    return after


def _finish(rules: Rules, s: SteamState, seat: int, builds: int, cities: int) -> bool:
    """Whether the open ends can be completed with so many builds, and New Cities on towns they point at."""
    board = rules.board
    ends = open_ends(board, s, FIRST_SEAT + seat)
    facing = {board.across[side] // 6 for side in ends}
    towns = [hex for hex in facing if s.kind[hex] == IN_TOWN] if cities else []
    if not facing:
        return True
    if len(facing) > builds + len(towns[:cities]):
        return False
    if any(_finish(rules, _with_city(s, town), seat, builds, cities - 1) for town in towns):
        return True
    # Every open end must be met, so it does not matter with which one we begin.
    side = board.across[min(ends)]
    hex = side // 6
    if not builds or hex in s.built:
        return False
    here = site(board, s, seat, hex)
    for layout in fitting_layouts(rules, here):
        if side % 6 in board.tiles.layouts[layout].sides:
            done = work(board.tiles, here, layout)
            assert isinstance(done, Work)
            if builds > 1 or cities or _completes(here, done):
                after = _after(rules, s, seat, hex, layout, done)
                if after is not None and _finish(rules, after, seat, builds - 1, cities):
                    return True
    return False


def _with_city(s: SteamState, hex: int) -> SteamState:
    """The position with a New City on a town, as far as open ends can tell."""
    after = s.copy()
    after.kind[hex] = IN_CITY
    after.layout[hex] = 0
    after.rail[6 * hex : 6 * hex + 6] = bytes([CITY_SIDE] * 6)
    return after
