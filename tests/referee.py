"""Invariants that hold after every action of every test."""

from __future__ import annotations

from collections import Counter

from footplate.age_of_steam.board import CITY_SIDE, EMPTY, IN_CITY, IN_TOWN, NOBODYS, WALL, seat_of
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.routes import link_table
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import OPEN, section
from footplate.core.game import Fact

CASH = {
    "issued": lambda data: data[1],
    "dropped": lambda data: -data[1],
    "first": lambda data: -data[0],
    "built": lambda data: -data[2],
    "connected": lambda data: -data[1],
    "took": lambda data: -data[1],
    "earned": lambda data: data[0],
    "collected": lambda data: data[0],
    "paid": lambda data: -data[0],
}
"""How each piece of news moves cash; nothing else may."""


def check(game: AgeOfSteam, s: SteamState) -> None:
    """Fail if the position breaks what is true of every position."""
    check_cubes(game, s)
    check_tiles(game, s)
    check_track(game, s)
    check_players(game, s)


def check_cubes(game: AgeOfSteam, s: SteamState) -> None:
    """Where no colour ever runs out cubes are exchanged: then only their number stays."""
    lying = 0
    for number, colour in enumerate(COLOURS):
        there = s.bag[number] + s.drawn[number] + s.gone[number] + s.display.count(number + 1)
        there += sum(s.cubes[number::STRIDE]) + list(game.rules.aside(s)).count(number)
        lying += there
        if not game.rules.numbers["endless_goods"]:
            assert there == game.rules.components()[colour], f"{colour} cubes: {there}"
    assert lying == sum(game.rules.components().values()), f"cubes: {lying}"


def check_tiles(game: AgeOfSteam, s: SteamState) -> None:
    tiles = game.board.tiles
    lying = Counter(kind - 1 for kind in s.tile if kind)
    for number, tile in enumerate(tiles.tiles):
        assert s.supply[number] + lying[number] == tile.pieces, f"{tile.name} tiles"
    disks = sum(tiles.layouts[layout].disk for layout in s.layout)
    assert s.supply[-1] + disks == tiles.town_disks, "town disks"
    for hex in range(game.board.size):
        layout = tiles.layouts[s.layout[hex]]
        assert bool(s.layout[hex]) == bool(s.tile[hex])
        assert not s.tile[hex] or s.tile[hex] - 1 in layout.tiles, "the tile shows other tracks"
        assert (layout.family == "town") <= (s.kind[hex] == IN_TOWN)
        assert not (s.kind[hex] == IN_TOWN and s.layout[hex]) or layout.family == "town"


def check_track(game: AgeOfSteam, s: SteamState) -> None:
    board = game.board
    assert s.rail[board.wall] == WALL
    for hex in range(board.size):
        layout = board.tiles.layouts[s.layout[hex]]
        for side in range(6):
            what = s.rail[6 * hex + side]
            if s.kind[hex] == IN_CITY:
                assert what == CITY_SIDE and not s.layout[hex]
            else:
                assert (what != EMPTY) == (side in layout.sides), "track is marked where none lies"
        for a, b in layout.tracks:
            assert b == TOWN or s.rail[6 * hex + a] == s.rail[6 * hex + b], "one track, two owners"
    for side, owner in enumerate(s.rail[:-1]):
        if owner in (EMPTY, CITY_SIDE):
            continue
        facing = s.rail[board.across[side]]
        assert facing != WALL, "track runs off the board"
        assert facing in (EMPTY, CITY_SIDE, owner), "track of two owners is joined"
        found = section(board, s, side)
        assert found.ends != (OPEN, OPEN), "track hangs on no place"
        assert owner == NOBODYS or found.ends[0] != found.ends[1], "a link joins a place with itself"
        assert seat_of(owner) < 0 or not s.out[seat_of(owner)], "who is out owns track"
    remembered, s.link_table = s.link_table, None
    assert remembered is None or remembered == link_table(board, s), "the links are out of date"
    placed = [hex for hex in s.new_cities if hex >= 0]
    assert len(set(placed)) == len(placed) and all(s.kind[hex] == IN_CITY for hex in placed)


def check_players(game: AgeOfSteam, s: SteamState) -> None:
    rules = game.rules
    inside = [seat for seat in range(s.seats) if not s.out[seat]]
    assert sorted(s.order) == inside
    for seat in range(s.seats):
        assert s.cash[seat] >= 0
        assert rules.numbers["shares"] <= s.shares[seat] <= rules.shares_max or s.over
        assert s.engine[seat] in rules.engine_track
    assert all(s.income[seat] >= 0 for seat in inside), "somebody in the game is below zero"
    assert all(due.seat < 0 or due.seat in inside for due in s.agenda), "somebody who is out is asked"
    held = [action for taken in s.held for action in taken]
    assert len(set(held)) == len(held)


def check_money(game: AgeOfSteam, before: SteamState, after: SteamState, news: list[Fact]) -> None:
    """Cash moves only by what the news tell."""
    for seat in range(before.seats):
        own = [fact for fact in news if fact.seat == seat]
        told = sum(CASH[fact.kind](fact.data) if fact.kind in CASH else game.face.cash(fact) for fact in own)
        assert after.cash[seat] - before.cash[seat] == told, f"cash of seat {seat} moved untold"
