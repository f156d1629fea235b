"""Texas, Oklahoma & New Mexico: cattle are placed, ranched, driven, lifted onto track and delivered."""

from __future__ import annotations

import random
from typing import Any

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import IN_CITY, UNBUILDABLE, read_board
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import CATTLE, STRIDE
from footplate.age_of_steam.maps.texas_oklahoma_new_mexico import (
    ASKED_BEFORE,
    BOX_EMPTY,
    HERD,
    NONE_RANCHED,
    NOT_IN_AREA,
    NOT_NEXT,
    NOT_OPEN,
    REST,
    WRONG_HERD,
    Place,
    Scatter,
    TexasState,
)
from footplate.age_of_steam.narration import story
from footplate.age_of_steam.question import question
from footplate.age_of_steam.rule_page import rule_page
from footplate.age_of_steam.view import view
from footplate.core.game import NATURE, Due, Unreadable
from tests.desk import NAMES, TESTBED, Desk, accepted, refused

TEXAS = "texas-oklahoma-new-mexico"
DEMAND = ["Trinidad", "Wichita", "Springfield", "Little-Rock", "Shreveport", "Alexandria"]
OTHERS = [
    "Albuquerque",
    "El-Paso",
    "Amarillo",
    "Abilene",
    "San-Antonio",
    "Laredo",
    "Oklahoma-City",
    "Tulsa",
    "Dallas",
    "Austin",
    "Houston",
    "Corpus-Christi",
]


def box(desk: Desk) -> int:
    """How many cattle are in the box."""
    return desk.s.gone[CATTLE]


def graze(desk: Desk, *hexes: str) -> None:
    """Let cattle stand on exactly these hexes, once each; all others are in the box."""
    s = desk.s
    for at in range(CATTLE, len(s.cubes), STRIDE):
        s.cubes[at] = 0
    for hex in hexes:
        s.cubes[STRIDE * desk.hex(hex) + CATTLE] += 1
    s.gone[CATTLE] = HERD - len(hexes)


def placed(players: int = 3) -> Desk:
    """All cattle are placed by chance, and shares are issued next."""
    desk = Desk(TEXAS, players)
    desk.act("rest", *["agree"] * (players - 1))
    assert desk.asked == ("issue", 0)
    return desk


def selecting(players: int = 3) -> Desk:
    """Rich players in the order of their seats about to take actions; the range is empty."""
    desk = placed(players)
    desk.go_to("take")
    desk.s.order = list(range(players))
    desk.s.agenda = [Due("take", seat) for seat in range(players)]
    desk.rich()
    graze(desk)
    return desk


def moving(*actions: str) -> Desk:
    """About to move, seat 0 first, with engines of 3 and an empty range."""
    actions = actions or ("cattle-drive", "engineer", "locomotive")
    desk = selecting(len(actions))
    desk.act(*(f"take {action}" for action in actions))
    desk.go_to("move", 0)
    desk.s.engine = [3] * len(actions)
    return desk


def wichita_line(desk: Desk, owner: int | None = 0) -> None:
    """A link from Wichita over L2 to Oklahoma City."""
    desk.put("L2", "N-S", owner)


def tulsa_line(desk: Desk, owner: int | None = 1) -> None:
    """A link from Wichita over M1 and N1 to Tulsa."""
    desk.put("M1", "SE-SW", owner)
    desk.put("N1", "S-NW", owner)


def falls_line(desk: Desk, owner: int | None = 1) -> None:
    """A link from Oklahoma City over L4 to Wichita Falls."""
    desk.put("L4", "N-SW", owner)
    desk.put("Wichita-Falls", "NE", owner)


# Set-up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("texas.setup.cubes")
def test_demand_cities_start_with_four_cubes_all_others_with_one() -> None:
    desk = placed()
    counts = {name: sum(cube != "cattle" for cube in desk.cubes(name)) for name in DEMAND + OTHERS}
    assert counts == dict.fromkeys(DEMAND, 4) | dict.fromkeys(OTHERS, 1)
    assert desk.board.new_cities == () and len(desk.board.columns) == 12
    assert len(desk.s.display) == 36 and all(desk.s.display)


@pytest.mark.rule("texas.setup.cattle-box", "texas.setup.cattle")
def test_cattle_are_never_in_the_bag_and_the_box_is_empty_when_all_stand() -> None:
    desk = Desk(TEXAS)
    assert desk.cubes("Pecos") == ["cattle"] and box(desk) == 31
    assert desk.s.bag[CATTLE] == 0 and CATTLE + 1 not in desk.s.display
    while desk.asked[0] == "cattle":
        desk.act(desk.says()[0])
    assert box(desk) == 0 and desk.s.bag[CATTLE] == 0
    assert sum(desk.s.cubes[CATTLE::STRIDE]) == HERD


@pytest.mark.rule("texas.setup.cattle")
def test_the_first_of_the_order_that_was_drawn_places_first() -> None:
    game = load(TEXAS)
    s = game.start(3)
    game.apply(s, game.read(s, "order 3 1 2"))
    rng = random.Random(1)
    while s.agenda[0].seat == NATURE:
        game.apply(s, game.sample(s, rng))
    assert s.agenda == [Due("cattle", 2)]


@pytest.mark.rule("texas.setup.cattle")
def test_the_players_place_in_turn_on_open_hexes_next_to_cattle() -> None:
    desk = Desk(TEXAS)
    desk.s.order = [2, 1, 0]
    desk.s.agenda = [Due("cattle", 2)]
    near = {"place F6", "place G7", "place G8", "place F8", "place E8", "place E7"}
    assert set(desk.says()) == near | {"rest"}
    assert refused(desk, "place G6") == NOT_NEXT
    assert refused(desk, "place Pecos") == NOT_OPEN
    asked = []
    for sentence in ("place F6", "place G7", "place F5", "place E6"):
        asked.append(desk.asked[1])
        desk.act(sentence)
    assert asked == [2, 1, 0, 2]
    assert refused(desk, "place F6") == NOT_OPEN
    assert desk.why("place F6") == "Cattle need an open hex, without city, cattle and track; F6 is none."
    graze(desk, "K6")
    assert refused(desk, "place Abilene") == NOT_OPEN
    wichita_line(desk)
    graze(desk, "K2")
    assert refused(desk, "place L2") == NOT_OPEN, "track lies there"


@pytest.mark.rule("texas.setup.cattle-town")
def test_a_town_is_an_open_hex_and_its_cattle_start_from_the_town() -> None:
    desk = Desk(TEXAS)
    desk.act("place F6", "place F5", "place Roswell")
    assert desk.cubes("Roswell") == ["cattle"]
    desk = moving("engineer", "locomotive", "first-build")
    graze(desk, "Tucumcari")
    assert desk.refusal("deliver Tucumcari cattle N Trinidad") == refusals.NOT_MOVABLE
    desk.put("F2", "N-S", 1)
    desk.put("Tucumcari", "N", 1)
    desk.s.engine[0] = 1
    desk.act("deliver Tucumcari cattle Trinidad")
    assert desk.s.income == [0, 1, 0]


@pytest.mark.rule("texas.setup.cattle-town")
def test_where_no_open_hex_is_left_nobody_is_asked() -> None:
    desk = Desk(TEXAS)
    s = desk.s.copy()
    for side in range(6):
        s.kind[desk.board.across[6 * desk.hex("Pecos") + side] // 6] = UNBUILDABLE
    s.kind[desk.hex("F6")] = 0
    for hex in desk.board.neighbours(desk.hex("F6")):
        s.kind[hex] = UNBUILDABLE
    desk.game.apply(s, Place(desk.hex("F6")))
    assert s.agenda[0].kind == "issue" and s.gone[CATTLE] == 30


@pytest.mark.rule("texas.setup.cattle")
def test_chance_places_the_rest_if_all_agree() -> None:
    desk = Desk(TEXAS, 4)
    desk.act("place F6", "rest")
    assert [desk.asked[1]] == [2]
    desk.act("agree", "agree")
    assert desk.asked == ("rest", 0) and box(desk) == 30
    desk.act("agree")
    assert desk.asked[0] == "issue" and box(desk) == 0
    scattered = [entry.text for entry in desk.table.log if entry.text.startswith("scatter")]
    assert len(scattered) == 1 and len(scattered[0].split()) == 31
    told = story(desk.game, desk.table.news, NAMES)
    assert any(line.startswith("Chance placed cattle on ") for line in told)


@pytest.mark.rule("texas.setup.cattle")
def test_one_who_declines_is_enough_to_go_on_placing() -> None:
    desk = Desk(TEXAS)
    desk.act("rest", "agree", "decline")
    assert desk.asked == ("cattle", 0) and box(desk) == 31
    assert desk.refusal("rest") == ASKED_BEFORE and "rest" not in desk.says()
    desk.act("place F6")
    assert desk.asked == ("cattle", 1) and "rest" in desk.says()


@pytest.mark.rule("texas.setup.cattle")
def test_chance_places_every_cube_on_an_open_hex_next_to_cattle() -> None:
    game, firsts = load(TEXAS), set()
    desk = Desk(TEXAS)
    s = desk.s.copy()
    s.agenda = [Due("scatter", -1)]
    s.gone[CATTLE] = 2
    s.cubes[STRIDE * desk.hex("Pecos") + CATTLE] = 30
    for seed in range(40):
        drawn = game.sample(s, random.Random(seed))
        assert isinstance(drawn, Scatter) and len(drawn.hexes) == 2
        assert game.why_not(s, drawn) is None
        firsts.add(drawn.hexes[0])
    assert firsts == set(desk.board.neighbours(desk.hex("Pecos")))
    odds = list(game.odds(s))
    assert sum(chance for _, chance in odds) == pytest.approx(1)
    near, far = desk.hex("F6"), desk.hex("F2")
    for hexes in ((near,), (near, near), (far, near), (near, desk.hex("F5"), desk.hex("G7")), (-1, near)):
        assert game.why_not(s, Scatter(hexes)) == WRONG_HERD


# Actions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("texas.action.urbanization", "texas.action.production")
def test_there_is_no_urbanization_and_production_fills_the_numbered_columns() -> None:
    desk = selecting()
    graze(desk, "Pecos")
    assert sorted(desk.says()) == [
        "take cattle-drive",
        "take engineer",
        "take first-build",
        "take first-move",
        "take locomotive",
        "take production",
        "take ranching",
        "take turn-order",
    ]
    with pytest.raises(Unreadable):
        desk.refusal("take urbanization")
    desk.act("take production", "take engineer", "take locomotive")
    desk.s.bag[desk.s.display[0] - 1] += 1
    desk.s.display[0] = 0
    desk.go_to("produce")
    desk.act("produce")
    assert all(sentence.split()[2:] == ["light-1", "1"] for sentence in desk.says())


def ranching(in_box: int) -> Desk:
    """Seat 0 takes Ranching, and the box has so many cattle."""
    desk = selecting()
    board, area = desk.board, desk.board.areas["ranching"]
    outside = [board.hex_names[hex] for hex in board.land if hex not in area and not board.place_names[hex]]
    graze(desk, *["F4", *outside][: HERD - in_box])
    assert box(desk) == in_box
    return desk


@pytest.mark.rule("texas.action.ranching")
def test_ranching_puts_one_or_two_cattle_into_the_area_at_once() -> None:
    desk = ranching(4)
    desk.act("take ranching")
    assert desk.asked == ("ranch", 0)
    board, area = desk.board, desk.board.areas["ranching"]
    austin, amarillo = board.cells[desk.hex("Austin")], board.cells[desk.hex("Amarillo")]
    # Odd columns lie half a hex lower, so a hex of the same row may be south of Amarillo all the same.
    assert area == {
        hex
        for hex in board.land
        if board.kind[hex] != IN_CITY
        and board.cells[hex].column < austin.column
        and 2 * board.cells[hex].row + board.cells[hex].column % 2 > 2 * amarillo.row + amarillo.column % 2
    }, "west of Austin and south of Amarillo"
    assert len(desk.says()) == 55, "F4 has cattle"
    assert refused(desk, "place G1") == NOT_IN_AREA
    assert refused(desk, "place F4") == NOT_OPEN
    desk.act("place Lubbock", "place K12")
    assert desk.cubes("Lubbock") == desk.cubes("K12") == ["cattle"]
    assert box(desk) == 2 and desk.asked == ("take", 1)


@pytest.mark.rule("texas.action.ranching")
def test_ranching_needs_an_open_hex_without_track_and_cattle() -> None:
    desk = ranching(2)
    desk.put("H4", "N-S", 1)
    desk.put("Lubbock", "N", 1)
    desk.act("take ranching")
    assert refused(desk, "place Lubbock") == refused(desk, "place H4") == NOT_OPEN
    desk.act("place H6")
    assert refused(desk, "place H6") == NOT_OPEN


@pytest.mark.rule("texas.action.ranching")
def test_ranching_is_closed_while_the_box_is_empty() -> None:
    desk = ranching(0)
    assert refused(desk, "take ranching") == BOX_EMPTY
    desk = ranching(1)
    desk.act("take ranching", "place H6")
    assert box(desk) == 0 and desk.asked == ("take", 1)


@pytest.mark.rule("texas.action.ranching-none")
def test_one_cube_is_enough_but_none_is_not() -> None:
    desk = ranching(3)
    desk.act("take ranching")
    assert refused(desk, "done") == NONE_RANCHED
    desk.act("place H6")
    assert accepted(desk, "done")
    desk.act("done")
    assert box(desk) == 2 and desk.asked == ("take", 1)


@pytest.mark.rule("texas.action.ranching-none")
def test_with_no_open_hex_ranching_is_taken_without_effect() -> None:
    desk = ranching(3)
    s = desk.s.copy()
    for hex in desk.board.areas["ranching"]:
        s.kind[hex] = UNBUILDABLE
    desk.game.apply(s, desk.game.read(s, "take ranching"))
    assert s.agenda[0].kind == "take" and s.gone[CATTLE] == 3


# The drive ---------------------------------------------------------------------------------------------


@pytest.mark.rule("texas.action.cattle-drive")
def test_cattle_are_driven_one_or_two_hexes_to_track_and_delivered() -> None:
    desk = moving()
    wichita_line(desk, 1)
    graze(desk, "K2", "J2", "I2")
    assert desk.refusal("deliver K2 cattle drive L2 N Wichita") is None
    assert desk.refusal("deliver J2 cattle drive L2 N Wichita") is None
    assert refused(desk, "deliver I2 cattle drive L2 N Wichita") == refusals.NO_LINK, "three hexes away"
    assert refused(desk, "deliver I2 cattle drive K2 drive L2 N Wichita") == refusals.NO_LINK, "two drives"
    desk.act("deliver J2 cattle drive L2 N Wichita")
    assert desk.s.income == [0, 1, 0]
    assert desk.cubes("J2") == [] and desk.cubes("L2") == [] and box(desk) == HERD - 2
    told = story(desk.game, desk.table.news, NAMES)
    assert told[0] == "Ada moved cattle from J2 to Wichita, 1 link: Ben +1"


@pytest.mark.rule("texas.action.cattle-drive")
def test_cattle_are_driven_to_a_city_or_a_town_with_track() -> None:
    desk = moving()
    wichita_line(desk)
    falls_line(desk)
    graze(desk, "K4", "J5")
    assert desk.refusal("deliver K4 cattle drive Oklahoma-City N Wichita") is None
    assert desk.refusal("deliver J5 cattle drive Wichita-Falls NE Oklahoma-City N Wichita") is None
    assert desk.refusal("deliver K4 cattle drive Dallas N Wichita") == refusals.NO_LINK


@pytest.mark.rule("texas.action.cattle-drive", "texas.setup.cattle-town")
def test_cattle_are_driven_from_a_town_without_track() -> None:
    desk = moving()
    wichita_line(desk)
    graze(desk, "Wichita-Falls")
    desk.act("deliver Wichita-Falls cattle drive Oklahoma-City N Wichita")
    assert desk.s.income == [1, 0, 0]


@pytest.mark.rule("texas.action.cattle-drive")
def test_cattle_on_track_are_not_driven() -> None:
    desk = moving()
    wichita_line(desk)
    desk.put("K2", "N-NE", 0)
    graze(desk, "K2")
    assert desk.refusal("deliver K2 cattle drive L2 N Wichita") == refusals.NO_LINK


@pytest.mark.rule("texas.action.cattle-drive")
def test_only_the_holder_drives_in_either_move() -> None:
    desk = moving("cattle-drive", "engineer", "locomotive")
    wichita_line(desk)
    graze(desk, "K2")
    way = "deliver K2 cattle drive L2 N Wichita"
    assert accepted(desk, way)
    desk.act("pass")
    assert desk.asked == ("move", 1) and refused(desk, way) == refusals.NOT_MOVABLE
    desk.act("pass", "pass")
    assert desk.asked == ("move", 0) and accepted(desk, way)


@pytest.mark.rule("texas.action.cattle-drive-once")
def test_cattle_are_driven_once_a_turn() -> None:
    desk = moving("cattle-drive", "engineer", "locomotive")
    wichita_line(desk)
    graze(desk, "K2", "J2", "K3")
    desk.act("deliver K2 cattle drive L2 N Wichita")
    assert refused(desk, "deliver J2 cattle drive L2 N Wichita") == refusals.NOT_MOVABLE
    desk.act("pass", "pass")
    assert desk.asked == ("move", 0)
    assert refused(desk, "deliver J2 cattle drive L2 N Wichita") == refusals.NOT_MOVABLE
    desk.act("engine")
    desk.go_to("take", 1)
    others = [seat for seat in desk.s.order if seat != 1]
    desk.s.order = [1, *others]
    desk.s.agenda = [Due("take", seat) for seat in desk.s.order]
    desk.act("take cattle-drive", "take engineer", "take locomotive")
    desk.go_to("move", 1)
    assert accepted(desk, "deliver J2 cattle drive L2 N Wichita"), "a new turn"


@pytest.mark.rule("texas.action.cattle-drive-once")
def test_driven_hexes_are_no_links() -> None:
    desk = moving()
    wichita_line(desk)
    falls_line(desk)
    graze(desk, "J2", "J5")
    desk.s.engine[0] = 1
    far = "deliver J5 cattle drive Wichita-Falls NE Oklahoma-City N Wichita"
    assert refused(desk, far) == refusals.ENGINE_SHORT
    desk.s.engine[0] = 2
    assert desk.refusal(far) is None
    desk.s.engine[0] = 1
    desk.act("deliver J2 cattle drive L2 N Wichita")
    assert desk.s.income == [1, 0, 0]


@pytest.mark.rule("texas.action.cattle-drive-way")
def test_the_drive_goes_over_mountains_and_past_other_cattle() -> None:
    desk = moving()
    desk.put("F2", "N-S", 0)
    desk.put("Tucumcari", "N", 0)
    graze(desk, "D1", "E2")
    assert {desk.board.terrain[desk.hex(name)] for name in ("D1", "E2")} == {"mountain"}
    desk.act("deliver D1 cattle drive F2 N Trinidad")
    assert desk.cubes("E2") == ["cattle"] and desk.s.income == [1, 0, 0]


@pytest.mark.rule("texas.action.cattle-drive-way")
def test_the_drive_enters_no_demand_city() -> None:
    desk = moving()
    tulsa_line(desk)
    wichita_line(desk)
    graze(desk, "K1", "M2")
    assert desk.board.are_neighbours(desk.hex("K1"), desk.hex("Wichita"))
    assert refused(desk, "deliver K1 cattle drive M1 SW Wichita") == refusals.NO_LINK, "only past Wichita"
    assert refused(desk, "deliver K1 cattle drive Wichita") == refusals.NO_LINK
    assert desk.refusal("deliver M2 cattle drive M1 SW Wichita") is None


@pytest.mark.rule("texas.action.cattle-drive-way")
def test_no_drive_crosses_an_impassable_side() -> None:
    board = read_board(TESTBED)
    shut = next(iter(board.barriers))
    here, there = shut // 6, board.beyond(shut) // 6
    assert there not in board.around(here, 1)
    open_side = next(side for side in range(6 * here, 6 * here + 6) if board.across[side] != board.wall)
    assert board.across[open_side] // 6 in board.around(here, 1)


@pytest.mark.rule("texas.action.cattle-drive-way")
def test_a_driven_cube_uses_a_link_and_never_comes_back() -> None:
    desk = moving()
    wichita_line(desk)
    graze(desk, "K3")
    assert desk.refusal("deliver K3 cattle drive Oklahoma-City") == refusals.WRONG_CITY, "no link is used"
    back = "deliver K3 cattle drive L2 S Oklahoma-City N Wichita"
    assert refused(desk, back) == refusals.VISITED
    assert desk.why(back) == "The cube would visit L2 twice."
    assert desk.refusal("deliver K3 cattle drive Oklahoma-City N Wichita") is None


@pytest.mark.rule("texas.action.cattle-drive-way", "texas.move.track-cattle-complete")
def test_no_cube_is_driven_to_an_unfinished_link() -> None:
    desk = moving()
    desk.put("M1", "SE-SW", 0)
    graze(desk, "M2")
    way = "deliver M2 cattle drive M1 SW Wichita"
    assert refused(desk, way) == refusals.NO_LINK
    desk.put("N1", "S-NW", 0)
    assert desk.refusal(way) is None


# Cattle as goods ---------------------------------------------------------------------------------------


@pytest.mark.rule("texas.build.cattle", "texas.move.track-cattle")
def test_track_lifts_the_cube_and_the_way_on_counts_as_a_link() -> None:
    desk = selecting()
    desk.act("take engineer", "take locomotive", "take first-move")
    graze(desk, "L2")
    desk.act("build L2 N-S")
    assert desk.cubes("L2") == ["cattle"]
    desk.go_to("move", 0)
    desk.s.engine[0] = 1
    desk.act("deliver L2 cattle Wichita")
    assert desk.cubes("L2") == [] and desk.s.income == [1, 0, 0]


@pytest.mark.rule("texas.move.track-cattle-complete")
def test_cattle_leave_completed_links_only_and_pay_the_owner_of_the_part() -> None:
    desk = moving("engineer", "locomotive", "first-build")
    desk.put("M1", "SE-SW", 1)
    graze(desk, "M1")
    assert desk.refusal("deliver M1 cattle SW Wichita") == refusals.NO_LINK
    desk.put("N1", "S-NW", 1)
    desk.act("deliver M1 cattle SW Wichita")
    assert desk.s.income == [0, 1, 0]


@pytest.mark.rule("texas.move.track-cattle-complete")
def test_on_a_complex_tile_the_mover_chooses_the_track() -> None:
    desk = moving("engineer", "locomotive", "first-build")
    desk.put("K2", "NE-SE", 1)
    desk.put("L2", "N-S/SE-NW", 0, 1)
    desk.put("M3", "NE-NW", 1)
    graze(desk, "L2")
    mine, other = desk.table.copy(), desk.table.copy()
    mine.act("deliver L2 cattle N Wichita")
    other.act("deliver L2 cattle NW Wichita")
    assert mine.state.income == [1, 0, 0] and other.state.income == [0, 1, 0]


@pytest.mark.rule("texas.move.cattle")
def test_delivered_cattle_go_to_the_box_and_only_demand_cities_take_them() -> None:
    desk = moving("engineer", "locomotive", "first-build")
    wichita_line(desk)
    graze(desk, "L2")
    assert refused(desk, "deliver L2 cattle S Oklahoma-City") == refusals.WRONG_CITY
    before = box(desk)
    desk.act("deliver L2 cattle N Wichita")
    assert box(desk) == before + 1 and desk.s.bag[CATTLE] == 0
    wanting = {hex for hex in range(desk.board.size) if desk.s.demand[hex] & 1 << CATTLE}
    assert wanting == desk.board.groups["cattle demand"]


@pytest.mark.rule("texas.move.cattle-pass", "texas.move.cattle")
def test_cattle_pass_coloured_cities_and_stop_at_the_first_that_wants_them() -> None:
    desk = moving("engineer", "locomotive", "first-build")
    falls_line(desk)
    wichita_line(desk)
    tulsa_line(desk)
    graze(desk, "Wichita-Falls")
    assert (
        refused(desk, "deliver Wichita-Falls cattle NE Oklahoma-City N Wichita NE Tulsa")
        == refusals.MUST_STOP
    )
    desk.act("deliver Wichita-Falls cattle NE Oklahoma-City N Wichita")
    assert desk.s.income == [1, 1, 0]


@pytest.mark.rule("texas.move.demand-stop", "texas.move.demand-only")
def test_nothing_passes_a_demand_city_and_it_takes_nothing_but_cattle() -> None:
    desk = moving("engineer", "locomotive", "first-build")
    wichita_line(desk)
    tulsa_line(desk)
    desk.set_cubes("Oklahoma-City", "red")
    desk.set_cubes("Wichita", "red")
    past = "deliver Oklahoma-City red N Wichita NE Tulsa"
    assert refused(desk, past) == refusals.NO_PASSING
    assert desk.why(past) == "Goods do not pass through Wichita."
    assert refused(desk, "deliver Oklahoma-City red N Wichita") == refusals.WRONG_CITY
    desk.act("deliver Wichita red NE Tulsa")
    assert desk.s.income == [0, 1, 0], "its own cubes may leave"


@pytest.mark.rule("texas.move.demand-only")
def test_demand_cities_never_grow() -> None:
    board = load(TEXAS).board
    fed = {board.words[column.hex] for column in board.columns}
    assert fed == set(OTHERS) and len(board.columns) == len(OTHERS)
    wanting = {board.words[hex] for hex in range(board.size) if board.demand[hex] == 1 << CATTLE}
    assert wanting == set(DEMAND)


# What people see ---------------------------------------------------------------------------------------


def asked_of(desk: Desk) -> Any:
    """The open question as a page gets it."""
    shown = question(desk.game, desk.s, view(desk.game, desk.s, NAMES[: desk.s.seats]))
    assert shown is not None
    return shown


def test_the_hexes_for_cattle_are_chosen_on_the_board() -> None:
    shown = asked_of(Desk(TEXAS))
    on_board = [answer for answer in shown.answers if answer.hexes]
    assert len(on_board) == 6 and not shown.sentences
    rest = [answer for answer in shown.answers if not answer.hexes]
    assert [answer.label for answer in rest] == ["Place the rest for everybody"]


def test_a_drive_is_told_with_its_delivery() -> None:
    desk = moving()
    wichita_line(desk)
    falls_line(desk)
    for name in DEMAND + OTHERS:
        desk.set_cubes(name)
    graze(desk, "K4")
    shown = asked_of(desk)
    told = {delivery.leaves for delivery in shown.move.deliveries}
    assert told == {
        "is driven to L2, leaves N towards Wichita",
        "is driven to L4, leaves N towards Oklahoma City",
    }
    line = view(desk.game, desk.s, NAMES[:3]).links[shown.move.deliveries[0].links[0]]
    assert line.begins and line.owner == -1 and line.ends[0] == desk.hex("K4")


def test_the_rule_page_tells_of_cattle() -> None:
    page = rule_page(load(TEXAS))
    told = " ".join(change.here for change in page.changes)
    assert "Cattle Drive" in told and "ranching area" in told and "`" not in told
    assert page.provenance == "reconstructed" and len(page.doubts) == 9
    assert any(note == "A fence runs around the ranching area, 56 hexes." for note in page.notes)


@pytest.mark.parametrize(
    ("slot", "value"), [("driven", 2), ("driven", -1)], ids=["driven twice", "driven never"]
)
def test_a_saved_position_that_cannot_be_is_refused(slot: str, value: int) -> None:
    desk = moving()
    saved = desk.s.to_json()
    assert isinstance(saved, dict)
    desk.game.position(saved, 3)
    with pytest.raises(ValueError):
        desk.game.position(saved | {slot: value}, 3)


def test_questions_about_cattle_are_only_open_where_they_can_be() -> None:
    desk = Desk(TEXAS)
    assert isinstance(desk.s, TexasState)
    desk.game.position(desk.s.to_json(), 3)
    late = moving()
    for due in (("cattle", 0, 0, 0), ("rest", 0, 1, 0), ("ranch", 0, 1, 0), ("scatter", -1, 0, 0)):
        saved = late.s.to_json()
        assert isinstance(saved, dict)
        with pytest.raises(ValueError):
            late.game.position(saved | {"agenda": [list(due)]}, 3)
    desk.act("rest")
    desk.game.position(desk.s.to_json(), 3)
    assert desk.game.say(REST) == "rest"
