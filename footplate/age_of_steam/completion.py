"""Can the open ends of a player still be completed in this build? For maps that allow no unfinished track."""

from __future__ import annotations

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import CITY_SIDE, FIRST_SEAT, IN_CITY, IN_TOWN
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import OPEN, Site, Work, lay, open_ends, site, tile_for, work
from footplate.core.game import Refusal


def can_complete(rules: Rules, s: SteamState, seat: int, a: Build) -> bool:
    """Whether after this build all open ends of the seat can be completed with the builds and cash left."""
    due = s.agenda[0]
    here = site(rules.board, s, seat, a.hex)
    done = work(rules.board.tiles, here, a.layout)
    if not isinstance(done, Work):
        return True
    if _completes(here, done) and not _left_open(rules, s, seat, a):
        return True
    after = _after(rules, s, seat, a.hex, a.layout, done)
    if after is None:
        return True
    spare = due.b if rules.urbanize_after_building() else 0
    return _finish(rules, after, seat, due.a - 1, spare)


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


def _completes(here: Site, done: Work) -> bool:
    """Whether every new track ends at places on both sides."""
    return all(
        side > 5 or here.ends[side] != OPEN for track in (*done.added, *done.changed) for side in track
    )


def _left_open(rules: Rules, s: SteamState, seat: int, a: Build) -> list[int]:
    """Open ends of the seat that this build does not meet."""
    board = rules.board
    met = [6 * a.hex + side for side in board.tiles.layouts[a.layout].sides]
    return [side for side in open_ends(board, s, FIRST_SEAT + seat) if board.across[side] not in met]


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
    towns = [hex for hex in facing if s.kind[hex] == IN_TOWN]
    if len(facing) > builds + (1 if cities and towns else 0):
        return False
    if not facing:
        return True
    for town in towns if cities else ():
        if _finish(rules, _with_city(s, town), seat, builds, cities - 1):
            return True
    if not builds:
        return False
    # Every open end must be met, so it does not matter with which one we begin.
    side = min(ends)
    hex = board.across[side] // 6
    if hex in s.built or not _near(rules, s, hex, builds):
        return False
    here = site(board, s, seat, hex)
    for layout in board.tiles.in_towns if here.town else board.tiles.outside:
        if board.across[side] % 6 not in board.tiles.layouts[layout].sides:
            continue
        done = work(board.tiles, here, layout)
        if not isinstance(done, Work) or (builds == 1 and not _completes(here, done)):
            continue
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


def _near(rules: Rules, s: SteamState, hex: int, builds: int) -> bool:
    """Whether a place lies near enough to be reached from a hex with so many tiles, the first on it."""
    board, reached = rules.board, {hex}
    for _ in range(builds):
        if any(s.kind[at] == IN_TOWN for at in reached):
            return True
        around = {
            board.across[6 * at + side] // 6
            for at in reached
            for side in range(6)
            if board.across[6 * at + side] != board.wall
        }
        if any(s.kind[at] == IN_CITY or s.layout[at] for at in around):
            return True
        reached = around
    return False
