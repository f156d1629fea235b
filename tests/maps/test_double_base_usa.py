"""Double Base USA: starting cities, land grants, bonus disks, engines of 12 and the way to San Francisco."""

from __future__ import annotations

import random
from heapq import nlargest
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from footplate import records
from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.board import FIRST_SEAT, IN_CITY, IN_TOWN, PLAIN
from footplate.age_of_steam.bots.greedy import GreedyBot
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.maps import double_base_usa
from footplate.age_of_steam.maps.double_base_usa import (
    CITY_DUE,
    FIRST_LINK,
    FURTHER_DEAR,
    GRANT_READY,
    LINK_LIMIT,
    NO_DISK,
    NO_GRANT,
    NO_MARKER,
    NOT_A_START,
    NOT_READY,
    NOT_TOGETHER,
    NUMBERED,
    ONE_LINK,
    TWO_SPACES,
    DoubleBase,
    DoubleBaseState,
)
from footplate.age_of_steam.phases import move_goods
from footplate.age_of_steam.phases.move_goods import MoveDecision
from footplate.core.game import Due
from tests.desk import Desk, accepted, refused

POSITIONS = Path(__file__).parents[1] / "positions"
EAST = ("Portland", "Boston", "New York City", "Philadelphia", "Baltimore", "Norfolk", "Charleston")
EAST += ("Jacksonville",)
CONNECT = "connect Philadelphia New-York-City"


def table(players: int = 4, **options: str) -> Desk:
    """A table about to choose actions, in the order of the seats, with plenty of cash."""
    desk = Desk("double-base-usa", players, options)
    desk.rich()
    desk.go_to("take")
    desk.s.order = list(range(players))
    desk.s.agenda = [Due("take", seat) for seat in range(players)]
    desk.s.cash = [50] * players
    return desk


def building(
    action: str = "turn-order", start: str = "Baltimore", turn: int = 1, players: int = 4, **options: str
) -> Desk:
    """Seat 0, who has started in a city, is about to build; all others have started too."""
    desk = table(players, **options)
    s = state(desk)
    s.turn = turn
    s.starts = [desk.hex(start), *(desk.hex(name) for name in EAST if name != start)][:players]
    s.held = [(desk.board.actions.index(action),), *[()] * (players - 1)]
    s.phase, s.agenda = rules(desk).build_phase, []
    for seat in range(players):
        cities = desk.game.rules.new_cities_allowed(s, seat)
        s.agenda.append(Due("build", seat, desk.game.rules.builds_allowed(s, seat), cities))
    return desk


def moving(engine: int = 1, disks: int = 0, grants: int = 0, cash: int = 50) -> Desk:
    """Seat 0 is about to move the first cube; nothing lies in cities or towns."""
    desk = building(turn=2)
    s = state(desk)
    for hex, kind in enumerate(s.kind):
        if kind in (IN_CITY, IN_TOWN):
            desk.set_cubes(desk.board.words[hex])
    s.phase, s.engine, s.disks, s.grants = 4, [engine] * 4, [disks] * 4, [grants, 0, 0, 0]
    s.agenda = [Due("move", seat, round) for round in (1, 2) for seat in range(4)]
    s.agenda += [Due("extra-delivery", 0)] if grants >= 3 else []
    s.cash = [cash] * 4
    return desk


def state(desk: Desk) -> DoubleBaseState:
    """The position with what this board remembers."""
    s = desk.s
    assert isinstance(s, DoubleBaseState)
    return s


def rules(desk: Desk) -> DoubleBase:
    """The rules of the board."""
    assert isinstance(desk.game.rules, DoubleBase)
    return desk.game.rules


# Set-up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("double-base-usa.components")
@pytest.mark.parametrize(("players", "turns"), [(4, 8), (5, 8), (6, 7), (7, 7), (8, 7)])
def test_there_are_two_of_everything_and_fewer_turns_for_more_players(players: int, turns: int) -> None:
    desk = Desk("double-base-usa", players)
    tiles = {tile.name: tile.pieces for tile in desk.board.tiles.tiles}
    assert (tiles["straight"], tiles["gentle"], tiles["acute"], tiles["town-one"]) == (96, 110, 14, 6)
    assert desk.board.tiles.town_disks == 16
    colours = [COLOURS[city.colour] for city in desk.board.new_cities]
    assert {colour: colours.count(colour) for colour in colours} == {
        "red": 2, "blue": 2, "purple": 2, "yellow": 2, "black": 8,
    }  # fmt: skip
    assert desk.game.rules.components()["red"] == 40 and desk.game.rules.components()["black"] == 32
    assert desk.game.rules.turns(players) == turns


@pytest.mark.rule("double-base-usa.setup.cubes")
@pytest.mark.parametrize("players", [4, 6])
def test_cubes_lie_where_the_board_says_and_more_of_them_with_six(players: int) -> None:
    desk = Desk("double-base-usa", players)
    more = int(players >= 6)
    assert len(desk.cubes("San Francisco")) == 5 + more
    assert len(desk.cubes("Montreal")) == len(desk.cubes("Houston")) == 2 + more
    assert len(desk.cubes("Chicago")) == len(desk.cubes("Seattle")) == 2
    assert {len(desk.cubes(city)) for city in EAST} == {1 + more}
    towns = [hex for hex, kind in enumerate(desk.s.kind) if kind == IN_TOWN]
    marked = [hex for hex in towns if sum(desk.s.cubes[STRIDE * hex : STRIDE * hex + STRIDE])]
    assert len(towns) == 40 and len(marked) == 22 and desk.hex("Salem") not in marked
    assert len(desk.s.display) == 36 and 0 not in desk.s.display, "numbered columns only, all of them full"


@pytest.mark.rule("double-base-usa.setup.land-grants")
def test_twenty_land_grants_lie_in_the_west() -> None:
    desk = Desk("double-base-usa", 4)
    marks = [mark for mark in desk.game.face.marks(desk.s) if mark.kind == "grant"]
    assert len(marks) == 20 == len(rules(desk).land)
    assert all(desk.board.cells[mark.hex].column <= 15 for mark in marks)


@pytest.mark.rule("double-base-usa.setup.six")
@pytest.mark.parametrize(("players", "second"), [(5, False), (6, True)])
def test_a_second_locomotive_with_six_and_two_disks_for_everybody(players: int, second: bool) -> None:
    desk = table(players)
    assert ("take locomotive-2" in desk.says()) is second
    assert state(desk).disks == [2] * players and not state(desk).crossed
    assert any(mark.text == "$10" for mark in desk.game.face.marks(desk.s))


# Starting ----------------------------------------------------------------------------------------------


@pytest.mark.rule("double-base-usa.start.cities", "double-base-usa.start.must")
def test_everybody_chooses_a_city_and_its_colour_before_they_build() -> None:
    desk = table()
    desk.act("take turn-order", "take first-build", "take engineer", "take first-move")
    assert desk.asked == ("start", 1), "First Build goes first"
    assert set(desk.says()) == {f"start {city.replace(' ', '-')}" for city in EAST}
    assert refused(desk, "start Montreal") is NOT_A_START and refused(desk, "start Chicago") is NOT_A_START
    desk.act("start New-York-City")
    assert set(desk.says()) == {f"colour {colour}" for colour in ("red", "blue", "purple", "yellow", "black")}
    assert refused(desk, "colour white") is NO_MARKER
    desk.act("colour blue")
    assert desk.asked == ("build", 1)
    desk.act("done")
    assert desk.asked == ("start", 0) and refused(desk, "start New-York-City") is NOT_A_START
    desk.act("start Boston")
    assert refused(desk, "colour blue") is NO_MARKER, "there is one blue marker"
    desk.act("colour red", "done", "start Norfolk", "colour red", "done", "start Portland")
    assert refused(desk, "colour red") is NO_MARKER, "there are two red markers"
    desk.act("colour black", "done")
    demand = desk.s.demand
    assert demand[desk.hex("New York City")] == 1 << 1 and demand[desk.hex("Boston")] == 1
    assert demand[desk.hex("Baltimore")] == 0, "cities not chosen stay colourless"


@pytest.mark.rule("double-base-usa.start.cities", "double-base-usa.start.must")
def test_montreal_stays_black_and_the_eighth_city_colourless() -> None:
    desk = table(8)
    desk.s.phase, desk.s.agenda = rules(desk).build_phase, [Due("start", seat) for seat in range(8)]
    for city, colour in zip(EAST, ("red", "red", "black", "black", "blue", "yellow")):
        desk.act(f"start {city.replace(' ', '-')}", f"colour {colour}")
    desk.act("start Charleston")
    assert desk.s.demand[desk.hex("Charleston")] == 1 << COLOURS.index("purple"), "the last marker"
    other = desk.s.copy()
    assert accepted(desk, "start Montreal")
    desk.act("start Jacksonville")
    assert desk.s.demand[desk.hex("Jacksonville")] == 0 and not any(rules(desk).markers_left(state(desk)))
    desk.table.state = other
    desk.act("start Montreal")
    assert desk.s.demand[desk.hex("Montreal")] == 1 << COLOURS.index("black")


@pytest.mark.rule("double-base-usa.start.cities")
def test_who_starts_in_montreal_places_no_marker() -> None:
    desk = table(6)
    desk.s.phase, desk.s.agenda = rules(desk).build_phase, [Due("start", seat) for seat in range(6)]
    before = rules(desk).markers_left(state(desk))
    desk.act("start Montreal")
    assert desk.asked == ("start", 1) and rules(desk).markers_left(state(desk)) == before
    assert desk.s.demand[desk.hex("Montreal")] == 1 << COLOURS.index("black")
    assert refused(desk, "start Montreal") is NOT_A_START


@pytest.mark.rule("double-base-usa.start.build-from", "double-base-usa.build.contiguous")
def test_track_begins_at_ones_own_city_and_hangs_together() -> None:
    desk = building(start="Baltimore")
    assert accepted(desk, "build Z9 NE-S")
    assert refused(desk, "build AB5 N-NE") is NOT_TOGETHER, "at Boston, where somebody else started"
    s = desk.s
    touching = {a.hex for a in desk.game.options(s) if hasattr(a, "layout")}
    around = {side // 6 for side in desk.board.across[6 * s.starts[0] : 6 * s.starts[0] + 6]}  # type: ignore[attr-defined]
    assert touching and touching <= around


@pytest.mark.rule("double-base-usa.start.build-from")
def test_track_goes_on_from_another_starting_city_that_it_has_reached() -> None:
    desk = building(start="Philadelphia")
    assert refused(desk, "build AC6 N-S") is NOT_TOGETHER, "between New York City and Boston"
    desk.act(CONNECT)
    assert accepted(desk, "build AC6 N-S")


@pytest.mark.rule("double-base-usa.start.must")
def test_who_has_lost_all_track_starts_again_at_the_same_city() -> None:
    desk = building(start="Baltimore", turn=3)
    desk.s.begun[0] = 1
    hexes = {a.hex for a in desk.game.options(desk.s) if hasattr(a, "layout")}
    base = 6 * desk.hex("Baltimore")
    assert hexes and hexes <= {side // 6 for side in desk.board.across[base : base + 6]}


@pytest.mark.rule("double-base-usa.build.contiguous")
@pytest.mark.parametrize(("start", "own"), [("Norfolk", True), ("Boston", False)])
def test_nobodys_track_at_a_new_city_is_ones_own_only_where_it_hangs_together(start: str, own: bool) -> None:
    desk = building("urbanization", start)
    towards = {desk.hex("Richmond"): desk.hex("Norfolk")}
    for town, city in towards.items():
        for side in range(6 * town, 6 * town + 6):
            here = desk.board.across[side] // 6
            exits = [desk.board.across[6 * here + n] // 6 for n in range(6)]
            if city in exits:
                names = desk.board.side_names
                desk.put(
                    desk.board.words[here], f"{names[exits.index(town)]}-{names[exits.index(city)]}", None
                )
                break
    desk.act("urbanize Richmond red")
    assert (FIRST_SEAT in desk.s.rail) is own


# Actions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("double-base-usa.action.locomotive")
def test_locomotive_brings_disks_and_no_engine() -> None:
    desk = table(6)
    desk.act("take locomotive", "take locomotive-2")
    assert state(desk).disks == [4, 3, 2, 2, 2, 2] and desk.s.engine == [1] * 6


@pytest.mark.rule("double-base-usa.action.engineer", "double-base-usa.build.limit")
@pytest.mark.parametrize(
    ("players", "turn", "tiles", "engineer"), [(5, 4, 3, 4), (5, 5, 6, 8), (6, 3, 3, 4), (6, 4, 6, 8)]
)
def test_limits_are_doubled_later(players: int, turn: int, tiles: int, engineer: int) -> None:
    assert building(turn=turn, players=players).s.agenda[0].a == tiles
    assert building("engineer", turn=turn, players=players).s.agenda[0].a == engineer


@pytest.mark.rule("double-base-usa.action.urbanization", "double-base-usa.town-goods")
def test_new_cities_must_be_placed_first_and_keep_the_cube() -> None:
    desk = building("urbanization", turn=5)
    assert desk.s.agenda[0].b == 2
    assert refused(desk, "done") is CITY_DUE and refused(desk, "build Z9 NE-S") is CITY_DUE
    desk.set_cubes("Richmond", "yellow")
    desk.act("urbanize Richmond red")
    assert desk.cubes("Richmond") == ["yellow"] and refused(desk, "done") is CITY_DUE
    desk.act("urbanize Omaha red")
    assert refused(desk, "urbanize Tulsa red") is refusals.CITY_PLACED
    assert accepted(desk, "done")


@pytest.mark.rule("double-base-usa.action.urbanization")
def test_at_any_time_of_the_build_where_the_table_plays_so() -> None:
    desk = building("urbanization", **{"urbanize-anytime": "on"})
    assert accepted(desk, "build Z9 NE-S") and refused(desk, "done") is CITY_DUE
    assert building().s.agenda[0].b == 0 and building("urbanization").s.agenda[0].b == 1


@pytest.mark.rule("double-base-usa.action.urbanization-few")
def test_with_fewer_new_cities_as_many_as_there_are() -> None:
    desk = building("urbanization", turn=5)
    towns = [hex for hex, kind in enumerate(desk.s.kind) if kind == IN_TOWN]
    desk.s.new_cities[:15] = towns[:15]
    assert rules(desk).new_cities_allowed(state(desk), 0) == 1
    desk.s.new_cities[15] = towns[15]
    assert rules(desk).new_cities_allowed(state(desk), 0) == 0
    assert all(column.city < 0 for column in desk.board.columns), "none has a column"
    desk = building("urbanization", turn=5)
    for left in (1, 0):
        for hex in towns[left:]:
            desk.s.kind[hex] = IN_CITY
        assert rules(desk).new_cities_allowed(state(desk), 0) == left, "as many as there are towns"
    desk = building("urbanization")
    kinds = {sentence.split()[-1] for sentence in desk.says() if sentence.startswith("urbanize")}
    assert kinds == {"red", "blue", "purple", "yellow", "black"}


@pytest.mark.rule("double-base-usa.action.production")
def test_production_draws_two_at_once_and_one_goes_to_a_city_without_a_number() -> None:
    desk = table()
    s = desk.s
    s.bag = bytearray([1, 1, *s.bag[2:]])
    for colour in range(2, 6):
        s.gone[colour] += s.bag[colour]
        s.bag[colour] = 0
    desk.s.gone[0] += 40 - _count(desk, 0)
    desk.s.gone[1] += 40 - _count(desk, 1)
    desk.act("take production")
    assert desk.asked == ("pick", 0) and set(desk.says()) == {"pick red", "pick blue"}
    assert refused(desk, "pick black") is refusals.NOT_DRAWN
    before = desk.s.gone[0]
    desk.act("pick blue")
    assert desk.s.gone[0] == before + 1, "the other leaves the game"
    cities = {*EAST, "Montreal", "Houston", "San Francisco"}
    assert {sentence.split(" ")[1].replace("-", " ") for sentence in desk.says()} == cities
    assert refused(desk, "supply Chicago") is NUMBERED
    held = desk.cubes("Houston").count("blue")
    desk.act("supply Houston")
    assert desk.cubes("Houston").count("blue") == held + 1 and desk.asked == ("take", 1)


def _count(desk: Desk, colour: int) -> int:
    """How many cubes of a colour there are anywhere."""
    s = desk.s
    lying = sum(s.cubes[colour::STRIDE]) + s.display.count(colour + 1)
    return lying + s.bag[colour] + s.gone[colour] + s.drawn[colour]


@pytest.mark.rule("double-base-usa.action.production")
def test_production_draws_two_of_many() -> None:
    desk = table()
    bag = sum(desk.s.bag)
    desk.act("take production")
    kept = 2 if desk.asked[0] == "pick" else 1
    assert sum(desk.s.bag) == bag - 2 and sum(desk.s.drawn) == kept


@pytest.mark.rule("double-base-usa.action.production")
@pytest.mark.parametrize("left", [0, 1])
def test_production_with_less_in_the_bag(left: int) -> None:
    desk = table()
    s = desk.s
    for colour in range(6):
        s.gone[colour] += s.bag[colour]
    s.bag = bytearray(8)
    s.bag[2], s.gone[2] = left, s.gone[2] - left
    desk.act("take production")
    assert desk.asked == (("stock", 0) if left else ("take", 1))
    desk = building("production")
    desk.s.new_cities[0] = desk.hex("Omaha")
    desk.s.agenda.insert(0, Due("stock", 0))
    desk.s.drawn[0] = 1
    assert "supply Omaha" in desk.says(), "New Cities have no number"


# Building ----------------------------------------------------------------------------------------------


@pytest.mark.rule("double-base-usa.map.lakes")
def test_every_river_and_lake_can_be_built_on() -> None:
    board = Desk("double-base-usa", 4).board
    wet = [hex for hex in board.land if board.terrain[hex] == "river" and board.kind[hex] == PLAIN]
    assert len(wet) == 33
    assert all(board.neighbours(hex) for hex in wet)


@pytest.mark.rule("double-base-usa.land-grants.plain")
def test_land_grant_hexes_are_ordinary_terrain() -> None:
    board = Desk("double-base-usa", 4).board
    prices = {"plain": 2, "river": 3, "mountain": 4, "high mountain": 6}
    for hex in board.groups["land grant"]:
        assert board.kind[hex] == PLAIN and board.prices[hex] == prices[board.terrain[hex]]


@pytest.mark.rule("double-base-usa.cost", "double-base-usa.map.lakes")
def test_prices_of_the_terrain() -> None:
    desk = Desk("double-base-usa", 4)
    prices = {kind: set[int]() for kind in ("plain", "river", "mountain", "high mountain")}
    for hex in range(desk.board.size):
        if desk.board.kind[hex] not in (IN_CITY, IN_TOWN):
            prices[desk.board.terrain[hex]].add(desk.board.prices[hex])
    assert prices == {"plain": {2}, "river": {3}, "mountain": {4}, "high mountain": {6}}
    town = desk.hex("Salt Lake City")
    layout = desk.board.read_layout("N/S/NE")
    assert desk.game.rules.printed_price(town, 0, layout) == 4, "$1 and $1 an exit in any terrain"


@pytest.mark.rule("double-base-usa.link.ny-phl", "double-base-usa.link.ny-phl-once")
def test_new_york_and_philadelphia_are_joined_twice_by_two_players() -> None:
    desk = building(start="Philadelphia", players=4)
    state(desk).starts[1] = desk.hex("New York City")
    first, second = desk.board.direct_links
    assert (first.price, second.price) == (3, 6)
    from footplate.age_of_steam.actions import Connect

    assert desk.game.why_not(desk.s, Connect(1)) is FIRST_LINK
    cash = desk.s.cash[0]
    desk.act(CONNECT)
    assert desk.s.cash[0] == cash - 3 and desk.s.agenda[0].a == 2, "it counts as one build"
    assert desk.game.why_not(desk.s, Connect(1)) is ONE_LINK
    assert desk.game.rules.sections(desk.s, 0) == 1
    desk.act("done")
    cash = desk.s.cash[1]
    desk.act(CONNECT)
    assert desk.s.cash[1] == cash - 6 and desk.s.link_owners == bytes([FIRST_SEAT, FIRST_SEAT + 1])
    assert refused(desk, CONNECT) is refusals.LINK_SOLD
    assert refused(building(start="Norfolk"), CONNECT) is NOT_TOGETHER


@pytest.mark.rule("double-base-usa.link.ny-phl-once")
def test_no_land_grant_pays_for_the_link() -> None:
    desk = building(start="Philadelphia")
    s = state(desk)
    s.grants[0], s.agenda[0] = 1, Due("build", 0, 0, 0)
    desk.act("grant")
    assert refused(desk, CONNECT) is LINK_LIMIT
    desk.s.agenda[0] = Due("build", 0, 2, 0)
    cash = desk.s.cash[0]
    desk.act(CONNECT)
    assert desk.s.cash[0] == cash - 3 and state(desk).granting


@pytest.mark.rule("double-base-usa.land-grants.take", "double-base-usa.land-grants.free")
def test_a_land_grant_pays_for_any_tile_beyond_the_limit() -> None:
    desk = building(start="Baltimore")
    assert refused(desk, "grant") is NO_GRANT and refused(desk, "keep") is NOT_READY
    s = state(desk)
    s.grants[0], s.agenda[0] = 2, Due("build", 0, 0, 0)
    assert not [sentence for sentence in desk.says() if sentence.startswith("build")]
    desk.act("grant")
    assert refused(desk, "grant") is GRANT_READY
    build = next(sentence for sentence in desk.says() if sentence.startswith("build"))
    desk.act("keep")
    assert state(desk).grants[0] == 2 and desk.refusal(build) is refusals.NO_BUILDS_LEFT
    desk.act("grant")
    desk.s.cash[0] = 0
    desk.act(build)
    assert desk.s.cash[0] == 0 and state(desk).grants[0] == 1 and desk.s.agenda[0].a == 0
    desk.act("grant", "done")
    assert state(desk).grants[0] == 1 and not state(desk).granting, "what pays for nothing is kept"


@pytest.mark.rule("double-base-usa.land-grants.free")
def test_a_tile_beyond_the_limit_is_there_in_a_saved_position_too() -> None:
    desk = building(start="Baltimore", turn=3)
    desk.put("Los Angeles", "N", 0)
    desk.act("build B9 N-S", "grant")
    assert desk.s.agenda[0].a == 3
    desk.s.agenda[0] = Due("build", 0, 4, 0)
    desk.s.built = ()
    saved = desk.s.to_json()
    assert isinstance(saved, dict)
    assert desk.game.position(saved, 4).agenda[0].a == 4
    with pytest.raises(ValueError):
        desk.game.position(saved | {"agenda": [["build", 0, 5, 0]]}, 4)


@pytest.mark.rule("double-base-usa.land-grants.take", "double-base-usa.land-grants.plain")
def test_building_on_a_land_grant_takes_it_and_it_can_be_used_at_once() -> None:
    desk = building(start="Baltimore", turn=3)
    desk.put("Los Angeles", "N", 0)
    assert desk.s.kind[desk.hex("B9")] not in (IN_CITY, IN_TOWN) and desk.hex("B9") in rules(desk).land
    builds = [sentence for sentence in desk.says() if sentence.startswith("build B9")]
    assert builds
    desk.act(builds[0])
    assert state(desk).grants[0] == 1 and accepted(desk, "grant")
    marks = [mark.hex for mark in desk.game.face.marks(desk.s) if mark.kind == "grant"]
    assert desk.hex("B9") not in marks and len(marks) == 19
    desk.s.built = ()
    desk.s.agenda[0] = Due("build", 0, 2, 0)
    desk.act("build B9 NE-S")
    assert state(desk).grants[0] == 1, "once"


@pytest.mark.rule("double-base-usa.transcontinental")
@pytest.mark.parametrize("start", ["Baltimore", "Montreal"])
def test_the_first_to_join_san_francisco_with_the_east_coast_is_paid_after_the_build(start: str) -> None:
    desk = building(start=start, turn=5, players=6)
    far, coast = desk.hex("San Francisco"), desk.hex("Norfolk")
    middle = desk.hex("Reno")
    joined = {far: [(middle, 0)], middle: [(far, 0), (coast, 0)], coast: [(middle, 0)]}
    lay_links(desk, joined)
    cash = desk.s.cash[0]
    desk.game.do(desk.s, desk.game.read(desk.s, "done"))
    assert (desk.s.cash[0], desk.s.income[0], state(desk).crossed) == (cash + 10, 1, True)
    lay_links(desk, {far: [(coast, 1)], coast: [(far, 1)]})
    desk.game.do(desk.s, desk.game.read(desk.s, "done"))
    assert desk.s.income[1] == 0, "once in the game"


@pytest.mark.rule("double-base-usa.transcontinental")
def test_the_bonus_cannot_be_spent_in_the_build_that_earns_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_base_usa, "crosses", lambda rules, s, seat, west, east: seat == 0)
    desk = building(start="Baltimore")
    desk.act("build Z9 NE-S")
    assert (desk.s.cash[0], desk.s.income[0], state(desk).crossed) == (48, 0, False)
    desk.act("done")
    assert (desk.s.cash[0], desk.s.income[0], state(desk).crossed) == (58, 1, True)


@pytest.mark.rule("double-base-usa.transcontinental")
def test_montreal_alone_or_the_link_of_another_is_not_enough() -> None:
    desk = building(start="Montreal", turn=5, players=6)
    far, start, coast = desk.hex("San Francisco"), desk.hex("Montreal"), desk.hex("Norfolk")
    lay_links(desk, {far: [(start, 0)], start: [(far, 0), (coast, 1)], coast: [(start, 1)]})
    desk.game.do(desk.s, desk.game.read(desk.s, "done"))
    assert not state(desk).crossed and desk.s.income == [0] * 6


@pytest.mark.rule("double-base-usa.transcontinental")
def test_whose_crossing_another_completes_is_paid() -> None:
    desk = building(start="Baltimore", turn=5)
    far, coast = desk.hex("San Francisco"), desk.hex("Norfolk")
    lay_links(desk, {far: [(coast, 2)], coast: [(far, 2)]})
    cash = list(desk.s.cash)
    desk.game.do(desk.s, desk.game.read(desk.s, "done"))
    cash[2] += 10
    assert (list(desk.s.cash), list(desk.s.income)) == (cash, [0, 0, 1, 0])


def lay_links(desk: Desk, joined: dict[int, list[tuple[int, int]]]) -> None:
    """Completed links by hand: for each place where they lead and whose they are."""
    from footplate.age_of_steam.routes import Link

    desk.s.link_table = {
        here: tuple(
            Link(to, 6 * here + n, FIRST_SEAT + seat, 6 * to + n) for n, (to, seat) in enumerate(links)
        )
        for here, links in joined.items()
    }


# Moving goods ------------------------------------------------------------------------------------------


def chain(desk: Desk, *places: str, owner: int = 0) -> None:
    """A chain of links of one owner."""
    at = [desk.hex(place) for place in places]
    joined: dict[int, list[tuple[int, int]]] = {hex: [] for hex in at}
    for here, there in pairwise(at):
        joined[here].append((there, owner))
        joined[there].append((here, owner))
    lay_links(desk, joined)


TOWNS = ("Regina", "Winnipeg", "Thunder Bay", "Helena", "Salem", "Duluth", "Montpelier", "Boise", "Yankton")
TOWNS += ("Green Bay", "Toronto", "Cheyenne", "Detroit", "Scranton")


@pytest.mark.rule("double-base-usa.bonus.delivery", "double-base-usa.bonus.auto")
@pytest.mark.parametrize(("engine", "disks"), [(1, 3), (12, 2), (4, 0), (12, 0)])
def test_a_delivery_uses_as_many_disks_as_it_has_links_beyond_the_engine(engine: int, disks: int) -> None:
    desk = moving(engine, disks)
    reach = engine + disks
    chain(desk, *TOWNS[:reach], "Chicago")
    desk.set_cubes(TOWNS[0], "blue")
    desk.set_cubes(TOWNS[1], "blue")
    far = next(a for a in desk.game.options(desk.s) if isinstance(a, Deliver) and a.hex == desk.hex(TOWNS[0]))
    assert len(far.stops) == reach
    desk.game.do(desk.s, far)
    assert desk.s.income[0] == reach and state(desk).disks[0] == 0
    desk.table.state.link_table = None


@pytest.mark.rule("double-base-usa.bonus.auto")
def test_a_delivery_within_the_engine_uses_none() -> None:
    desk = moving(2, 2)
    chain(desk, "Regina", "Winnipeg", "Chicago")
    desk.set_cubes("Regina", "blue")
    way = next(a for a in desk.game.options(desk.s) if isinstance(a, Deliver))
    desk.game.do(desk.s, way)
    assert state(desk).disks[0] == 2


@pytest.mark.rule("double-base-usa.town-goods")
def test_a_tile_on_a_town_carries_its_cube() -> None:
    desk = building(start="Norfolk")
    desk.set_cubes("Richmond", "yellow")
    desk.put("Z10", "SE-NW", 0)
    desk.act(next(sentence for sentence in desk.says() if sentence.startswith("build Richmond")))
    assert desk.cubes("Richmond") == ["yellow"]


@pytest.mark.rule("double-base-usa.town-goods")
def test_cubes_on_towns_can_be_delivered() -> None:
    desk = moving()
    chain(desk, "Omaha", "Kansas City")
    desk.set_cubes("Omaha", "blue")
    assert any(sentence.startswith("deliver Omaha blue") for sentence in desk.says())


@pytest.mark.rule("double-base-usa.engine")
def test_the_engine_climbs_its_track_and_shares_go_up_to_thirty() -> None:
    desk = moving()
    track = [1]
    while desk.game.rules.raised(track[-1]) != track[-1]:
        track.append(desk.game.rules.raised(track[-1]))
    assert track == [1, 2, 3, 4, 6, 8, 10, 12]
    desk.s.engine[0] = 4
    desk.act("engine")
    assert desk.s.engine[0] == 6 and desk.game.rules.expenses(desk.s, 0) == 6 + desk.s.shares[0]
    assert desk.game.rules.reach(desk.s, 0) == 6
    desk = Desk("double-base-usa", 4)
    assert accepted(desk, "issue 28") and refused(desk, "issue 29") is refusals.SHARES_MAX


@pytest.mark.rule("double-base-usa.engine-up", "double-base-usa.engine-up.top")
def test_a_further_level_costs_ten_dollars_and_a_disk() -> None:
    desk = moving(engine=4, disks=1)
    desk.act("further")
    assert (desk.s.engine[0], desk.s.cash[0], state(desk).disks[0]) == (8, 40, 0)
    assert refused(moving(engine=4), "further") is NO_DISK
    assert refused(moving(engine=4, disks=1, cash=9), "further") is FURTHER_DEAR
    assert refused(moving(engine=10, disks=1), "further") is TWO_SPACES
    assert accepted(moving(engine=8, disks=1), "further")
    desk.go_to("move", 0)
    assert refused(desk, "further") is refusals.ENGINE_RAISED


@pytest.mark.rule("double-base-usa.land-grants.delivery", "double-base-usa.engine-up.top")
def test_three_land_grants_buy_one_more_delivery_and_nothing_else() -> None:
    desk = moving(engine=2, disks=2, grants=4)
    desk.set_cubes("Omaha", "blue")
    desk.act(*["pass"] * 8)
    assert desk.asked == ("extra-delivery", 0)
    chain(desk, "Omaha", "Kansas City")
    takes = desk.game.decision(desk.s).takes
    assert {kind.verb for kind in takes} == {"deliver", "pass"}, "no engine is raised with it"
    way = next(a for a in desk.game.options(desk.s) if isinstance(a, Deliver))
    desk.game.do(desk.s, way)
    assert state(desk).grants[0] == 1 and desk.s.income[0] == 1
    desk = moving(grants=3)
    desk.act(*["pass"] * 9)
    assert state(desk).grants[0] == 3, "who passes keeps them"


@pytest.mark.rule("double-base-usa.land-grants.order")
def test_extra_deliveries_are_made_in_player_order() -> None:
    desk = moving()
    s = state(desk)
    s.grants, s.order, s.agenda = [3, 2, 4, 3], [3, 0, 1, 2], []
    s.held = [(), (), (desk.board.actions.index("first-move"),), ()]
    desk.game.phases[4].begin(desk.game.rules, s)
    assert s.agenda[0].seat == 2, "First Move leads the two rounds"
    assert [due.seat for due in s.agenda if due.kind == "extra-delivery"] == [3, 0, 2]


@pytest.mark.rule("double-base-usa.reduction")
@pytest.mark.parametrize(
    ("income", "less"),
    [(10, 0), (11, 2), (49, 8), (50, 10), (51, 10), (60, 10), (61, 12), (70, 12), (71, 14), (101, 20)],
)
def test_the_reduction_goes_on_above_sixty(income: int, less: int) -> None:
    desk = moving()
    desk.s.income[0] = income
    assert desk.game.rules.reduction(desk.s, 0) == less


# Very many deliveries ----------------------------------------------------------------------------------


def thicket(desk: Desk, seed: int, engine: int) -> None:
    """Links of four owners between neighbouring places, and a cube in every one: many ways for anything."""
    rng, board, s = random.Random(seed), desk.board, desk.s
    places = [hex for hex, kind in enumerate(s.kind) if kind in (IN_CITY, IN_TOWN)]
    joined: dict[int, list[tuple[int, int]]] = {hex: [] for hex in places}

    def apart(a: int, b: int) -> int:
        return abs(board.cells[a].column - board.cells[b].column) + abs(
            board.cells[a].row - board.cells[b].row
        )

    for here in places:
        for there in sorted(places, key=lambda other: apart(here, other))[1:4]:
            if all(to != there for to, _ in joined[here]):
                owner = rng.randrange(4)
                joined[here].append((there, owner))
                joined[there].append((here, owner))
    lay_links(desk, joined)
    s.engine = [engine] * 4
    for n, here in enumerate(places):
        s.cubes[STRIDE * here + n % 5] += 1


def worth(way: Any, seat: int) -> tuple[int, int, int]:
    """How good a way is for a seat, as the list of deliveries is sorted."""
    gains = [way.gains >> 7 * n & 127 for n in range(8)]
    return gains[seat], gains[seat] - sum(gains), -len(way.stops)


@pytest.mark.parametrize("seed", [1, 2])
def test_of_very_many_deliveries_the_best_are_listed_and_every_cube(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move_goods, "MANY", 50)
    monkeypatch.setattr(move_goods, "BEST", 40)
    desk = moving()
    thicket(desk, seed, 6)
    decision, due, s = desk.game.decision(desk.s), desk.s.agenda[0], desk.s
    assert isinstance(decision, MoveDecision)
    every = decision.ways(desk.game.rules, s, due)
    listed = decision.listed(desk.game.rules, s, due)
    assert len(every) > 500 and not decision.is_whole(desk.game.rules, s, due)
    best = sorted((worth(way, 0) for way in every), reverse=True)[:40]
    assert [worth(way, 0) for way in listed[:40]] == best
    assert {(way.hex, way.colour) for way in listed} == {(way.hex, way.colour) for way in every}
    for way in listed:
        assert desk.game.why_not(s, Deliver(way.hex, way.colour, way.sides, way.stops)) is None


def test_of_two_hundred_thousand_deliveries_the_hundred_best_are_listed_for_everybody() -> None:
    record = records.parse((POSITIONS / "double-base-usa-8-late.game").read_text("utf-8"))
    game = load(record.map)
    s, rules = record.position(game), game.rules
    decision = game.decision(s)
    assert isinstance(decision, MoveDecision)
    every = decision.ways(rules, s, s.agenda[0])
    assert len(every) > 200_000
    for due in s.agenda:
        listed = [worth(way, due.seat) for way in decision.listed(rules, s, due)]
        assert listed[:100] == nlargest(100, (worth(way, due.seat) for way in every))


@pytest.mark.parametrize("engine", [8, 10])
def test_all_deliveries_of_one_cube_are_those_among_all(engine: int) -> None:
    desk = moving()
    thicket(desk, 3, engine)
    decision, due, s = desk.game.decision(desk.s), desk.s.agenda[0], desk.s
    assert isinstance(decision, MoveDecision)
    hex = desk.hex("Omaha")
    colour = next(n for n in range(5) if s.cubes[STRIDE * hex + n])
    steps = move_goods.steps_of(desk.game.rules, s)
    found = {(way.stops[-1], way.gains) for way in decision.ways_of(desk.game.rules, s, due, hex, colour)}
    plain: set[tuple[int, int]] = set()

    def go(here: int, left: int, gains: int, seen: frozenset[int]) -> None:
        for to, _, accepts, _, _, more, _ in steps[here]:
            if to in seen or not left:
                continue
            if accepts >> colour & 1:
                plain.add((to, gains + more))
            else:
                go(to, left - 1, gains + more, seen | {to})

    go(hex, engine, 0, frozenset({hex}))
    assert found == plain and found
    some = decision.resolve(desk.game.rules, s, due, Deliver(hex, colour, (-2,), (min(found)[0],)))
    assert desk.game.why_not(s, some) is None, "“to” means one of them"


# Whoever plans ahead ----------------------------------------------------------------------------------------


def planned(desk: Desk) -> str:
    """What greedy answers."""
    s = desk.s
    return desk.game.say(GreedyBot().choose(desk.game, s, desk.asked[1], random.Random(1)))


def test_a_land_grant_is_used_where_it_pays_for_a_tile_and_not_taken_back() -> None:
    for grants, answer in ((1, "grant"), (3, "done")):  # Three of them buy another delivery.
        desk = building(turn=8)
        s = state(desk)
        s.engine[0], s.income[0], s.cash[0], s.grants[0] = 3, 20, 0, grants
        desk.set_cubes("Baltimore", *["red"] * 4)
        assert planned(desk) == answer
    state(desk).grants[0] = 1
    desk.act("grant")
    assert planned(desk).startswith("build ")


def test_what_lies_on_the_way_counts_for_whoever_builds_there() -> None:
    desk = building()
    aims, land = desk.game.rules.aims(), desk.board.groups["land grant"]
    here, there = sorted(land)[:2]
    assert (
        aims.finds(desk.s, 0, {here, there, desk.hex("Baltimore")}) == 2 * aims.finds(desk.s, 0, {here}) > 0
    )
    desk.s.layout[here] = 1
    assert aims.finds(desk.s, 0, {here}) == 0


def test_the_link_that_comes_to_san_francisco_is_worth_its_reward_to_who_comes_first() -> None:
    desk = building()
    chain(desk, "Baltimore", "Pittsburgh", "Chicago", "Denver")
    aims = desk.game.rules.aims()
    chicago, denver, end = map(desk.hex, ("Chicago", "Denver", "San-Francisco"))
    assert aims.joins(desk.s, 0, [(denver, end)]) > 0 == aims.joins(desk.s, 1, [(denver, end)])
    assert aims.joins(desk.s, 0, [(chicago, denver)]) == 0
    state(desk).crossed = True
    assert aims.joins(desk.s, 0, [(denver, end)]) == 0
