"""Pacific Electric: power plants, Express, transfers in Los Angeles, and where railroads begin."""

from __future__ import annotations

from collections import Counter

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import NOBODYS
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.maps.pacific_electric import (
    EXPRESS_EITHER,
    EXPRESS_ONCE,
    LA_JOINED,
    MOUNTAIN_LATE,
    NEEDS_ENGINEER,
    NO_FARE,
    NO_REAL_LINK,
    NOT_AT_START,
    NOT_TOGETHER,
    ONE_START,
    PLANT_BUILT,
    PLANT_TOO_DEAR,
    PLANTS_FULL,
    SIMPLE_FIRST,
    PacificElectric,
)
from footplate.age_of_steam.narration import prompt, story
from footplate.core.game import NATURE
from tests.desk import NAMES, Desk, accepted, refused

FOUR = ("turn-order", "urbanization", "first-move", "express")
FIVE = ("turn-order", "urbanization", "engineer", "express", "first-move")
ENGINEER = ("engineer", "urbanization", "first-move", "turn-order")
WEST, EAST = "West-Los-Angeles", "East-Los-Angeles"


def building(*actions: str, turn: int = 1, options: dict[str, str] | None = None) -> Desk:
    """Rich players in the order of their seats, about to build, in a turn of this number."""
    actions = actions or FOUR
    desk = Desk("pacific-electric", len(actions), options)
    desk.go_to("take")
    desk.s.order = list(range(len(actions)))
    desk.s.agenda = [due._replace(seat=seat) for seat, due in enumerate(desk.s.agenda)]
    desk.act(*(f"take {action}" for action in actions))
    desk.rich()
    desk.s.turn = turn
    return desk


def rules_of(desk: Desk) -> PacificElectric:
    assert isinstance(desk.game.rules, PacificElectric)
    return desk.game.rules


def valley(desk: Desk, owner: int = 0) -> Desk:
    """A link from Van Nuys, which is blue, to West Los Angeles, which is red."""
    for hex, track in (("D3", "NW-SE"), ("E4", "NW-S"), ("E5", "N-SE")):
        desk.put(hex, track, owner)
    return desk


def crown_city(desk: Desk, owner: int = 0) -> Desk:
    """A link from East Los Angeles, which is blue, to Pasadena, which is yellow."""
    desk.put("H4", "SW-N", owner)
    desk.put("H3", "S-NE", owner)
    return desk


def glendale(desk: Desk, owner: int = 0) -> Desk:
    """Links from Glendale, which is purple, to both Los Angeles."""
    desk.put("F4", "N-S", owner)
    desk.put("G4", "NW-S", owner)
    return desk


def beach(desk: Desk, owner: int = 0) -> Desk:
    """Links from Long Beach, which is red, to Watts and from there to East Los Angeles."""
    for hex, track in (("G6", "N-S"), ("Watts", "N/S"), ("G8", "N-S")):
        desk.put(hex, track, owner)
    return desk


def moving(*actions: str, plants: int = 1, seat: int = 0) -> Desk:
    """This seat is about to move over all those links, with so many power plants; no cube lies anywhere."""
    desk = beach(glendale(crown_city(valley(building(*actions)))))
    desk.go_to("move", seat)
    desk.s.engine = [(0, 2, 4, 6, 10)[plants]] * desk.s.seats
    for hex, kind in enumerate(desk.s.kind):
        if kind in (1, 2):
            desk.set_cubes(desk.board.hex_names[hex])
    return desk


EXPRESS = ("express", "turn-order", "urbanization", "first-move")


def express(plants: int) -> Desk:
    """The holder of Express is about to move."""
    return moving(*EXPRESS, plants=plants, seat=0)


# Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("pacific-electric.setup.cubes")
def test_the_cubes_at_the_start() -> None:
    game = load("pacific-electric")
    there = Counter(game.board.places[hex] for hex in game.rules.start_cubes(4))
    three = {"West Los Angeles", "East Los Angeles", "Long Beach"}
    for hex, kind in enumerate(game.board.kind):
        place = game.board.places[hex]
        if kind == 2:
            assert there[place] == (3 if place in three else 1 if place == "Mt. Lowe" else 2)
        elif kind == 1:
            assert there[place] == 1


@pytest.mark.rule("pacific-electric.setup.power", "pacific-electric.expense")
def test_everybody_starts_without_a_power_plant() -> None:
    desk = building()
    assert desk.s.engine == [0] * 4
    assert desk.game.face.figures(desk.s)[0].values == (0, 0, 0, 0)
    assert [desk.game.rules.expenses(desk.s, seat) for seat in range(4)] == [2] * 4


@pytest.mark.rule("pacific-electric.town-cubes")
def test_a_cube_in_a_town_can_be_delivered_and_stays_on_a_new_city() -> None:
    desk = moving()
    desk.set_cubes("Watts", "blue")
    desk.act(f"deliver Watts blue {EAST}")
    assert desk.s.income[0] == 1
    desk = building("urbanization", "turn-order", "first-move", "express")
    before = desk.cubes("Watts")
    desk.act("urbanize Watts A")
    assert len(before) == 1 and desk.cubes("Watts") == before


@pytest.mark.rule("pacific-electric.actions")
def test_there_is_neither_locomotive_nor_production_but_express() -> None:
    desk = Desk("pacific-electric", 4)
    desk.go_to("take")
    names = "first-move first-build engineer express urbanization turn-order"
    assert desk.says() == [f"take {name}" for name in names.split()]


# Power ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pacific-electric.power", "pacific-electric.power.limit")
def test_plants_are_built_for_5_dollars_once_a_turn_and_give_0_2_4_6_and_10_links() -> None:
    desk = moving(plants=0)
    reaches = [rules_of(desk).reach(desk.s, 0)]
    for _ in range(4):
        desk.s.cash[0] = 5
        desk.act("engine")
        reaches.append(rules_of(desk).reach(desk.s, 0))
        assert desk.s.cash[0] == 0
        desk.go_to("move", 0)
        assert refused(desk, "engine") == PLANT_BUILT
        desk.s.raised[0] = 0
        desk.s.agenda.insert(0, desk.s.agenda[0]._replace(a=1))
    assert reaches == [0, 2, 4, 6, 10]
    desk.s.cash[0] = 50
    assert refused(desk, "engine") == PLANTS_FULL
    assert rules_of(desk).plants(desk.s, 0) == 4


@pytest.mark.rule("pacific-electric.power.limit")
def test_without_5_dollars_no_plant_is_built() -> None:
    desk = moving(plants=0)
    desk.s.cash[0] = 4
    assert refused(desk, "engine") == PLANT_TOO_DEAR
    desk.s.cash[0] = 5
    assert accepted(desk, "engine")
    told = story(desk.game, desk.table.copy().act("engine"), NAMES)
    assert told == ["Ada built a power plant −$5: up to 2 links"]


@pytest.mark.rule("pacific-electric.power")
def test_a_delivery_may_use_as_many_links_as_the_plants_give() -> None:
    desk = moving(plants=1)
    desk.set_cubes("Long-Beach", "yellow")
    three = f"deliver Long-Beach yellow Watts {EAST} Pasadena"
    assert refused(desk, three) == refusals.ENGINE_SHORT
    desk.s.engine[0] = 4
    assert accepted(desk, three)
    desk.act(three)
    assert desk.s.income[0] == 3


@pytest.mark.rule("pacific-electric.power.zero")
def test_without_a_plant_nothing_is_delivered_but_over_one_link_with_express() -> None:
    desk = moving(plants=0)
    desk.set_cubes("Glendale", "red", "blue")
    assert refused(desk, f"deliver Glendale red {WEST}") == refusals.ENGINE_SHORT
    assert set(desk.says()) == {"pass", "engine"}
    desk = express(plants=0)
    desk.set_cubes("Glendale", "red", "blue")
    desk.set_cubes("Long-Beach", "blue")
    assert accepted(desk, f"deliver Glendale red {WEST}")
    assert refused(desk, f"deliver Long-Beach blue Watts {EAST}") == refusals.ENGINE_SHORT
    desk.s.cash[0] = 0
    assert len(desk.says()) == 3


@pytest.mark.rule("pacific-electric.expense")
def test_expenses_are_a_dollar_a_share_and_a_dollar_a_plant() -> None:
    desk = building()
    desk.s.engine = [0, 2, 6, 10]
    desk.s.shares = [2, 3, 4, 5]
    assert [desk.game.rules.expenses(desk.s, seat) for seat in range(4)] == [2, 4, 7, 9]


# Express --------------------------------------------------------------------------------------------------

PAST_EAST = f"deliver Glendale blue SE {EAST} SW {WEST} NW Van-Nuys"


@pytest.mark.rule("pacific-electric.action.express")
def test_with_express_a_cube_passes_one_city_of_its_colour() -> None:
    desk = moving(plants=1)
    desk.set_cubes("Glendale", "blue")
    assert refused(desk, PAST_EAST) == refusals.MUST_STOP
    desk = express(plants=1)
    desk.set_cubes("Glendale", "blue")
    assert accepted(desk, f"deliver Glendale blue SE {EAST}")
    assert accepted(desk, PAST_EAST)
    desk.act(PAST_EAST)
    assert desk.s.income[0] == 2 and desk.s.cash[0] == 99


@pytest.mark.rule("pacific-electric.action.express", "pacific-electric.action.express-each")
def test_express_holds_in_both_rounds_and_each_delivery_chooses_anew() -> None:
    desk = express(plants=1)
    desk.set_cubes("Glendale", "blue")
    desk.set_cubes("Long-Beach", "yellow")
    desk.act(PAST_EAST)
    desk.go_to("move", 0)
    assert desk.s.agenda[0].a == 2
    # Three links with a plant for two.
    desk.act(f"deliver Long-Beach yellow Watts {EAST} Pasadena")
    assert desk.s.income[0] == 5


@pytest.mark.rule("pacific-electric.action.express-each")
def test_express_is_one_or_the_other_and_passes_one_city_only() -> None:
    desk = express(plants=1)
    desk.set_cubes("Long-Beach", "blue")
    far = f"deliver Long-Beach blue Watts {EAST} {WEST} Van-Nuys"
    assert refused(desk, far) == EXPRESS_EITHER
    desk.s.engine[0] = 4
    assert accepted(desk, far)
    desk.s.engine[0] = 10
    desk.s.demand[desk.hex("Glendale")] = 1 << COLOURS.index("blue")
    twice = f"deliver Long-Beach blue Watts {EAST} N Glendale S {WEST} NW Van-Nuys"
    assert refused(desk, twice) == EXPRESS_ONCE
    assert accepted(desk, f"deliver Long-Beach blue Watts {EAST} N Glendale")


@pytest.mark.rule("pacific-electric.action.express-each")
def test_the_city_passed_is_not_the_destination() -> None:
    desk = express(plants=2)
    desk.set_cubes("Glendale", "blue")
    around = f"deliver Glendale blue SE {EAST} SW {WEST} N Glendale"
    assert desk.refusal(around) == refusals.VISITED


def test_express_is_said_beside_the_question() -> None:
    asked = prompt(express(plants=1).game, express(plants=1).s, NAMES)
    assert "1 power plant, so up to 3 links" in asked.figures and "Express" in asked.figures


# Starting -------------------------------------------------------------------------------------------------


@pytest.mark.rule("pacific-electric.build.start")
def test_in_turn_1_everybody_begins_beside_los_angeles_with_a_simple_tile_on_one_such_hex() -> None:
    desk = building()
    assert refused(desk, "build H3 S-NE") == NOT_AT_START
    assert desk.why("build H3 S-NE") == "A railroad begins at one of the two Los Angeles."
    assert refused(desk, "build F4 N-S/NW-SE") == SIMPLE_FIRST
    desk.act("build E5 N-SE")
    assert refused(desk, "build E6 NE-S") == ONE_START
    assert refused(desk, "build H5 NW-S") == ONE_START
    desk.act("build E4 S-NW", "done")
    assert accepted(desk, "build E6 NE-S")
    desk = building(turn=2)
    assert accepted(desk, "build F4 N-S/NW-SE")
    desk.act("build E5 N-SE")
    assert accepted(desk, "build E6 NE-S")


@pytest.mark.rule("pacific-electric.build.start", "pacific-electric.build.start-late")
def test_a_hex_beside_a_start_costs_4_in_turn_1_and_later_what_its_terrain_says() -> None:
    desk = building()
    for hex in ("E5", "E6", "F4", "F6", "G4", "G6", "H4", "H5"):
        desk.s.turn = 1
        layout = desk.board.read_layout("N-S")
        assert desk.game.rules.price(desk.s, 0, desk.hex(hex), 0, layout) == 4
        desk.s.turn = 2
        usual = 3 if hex in ("F4", "G6") else 2
        assert desk.game.rules.price(desk.s, 0, desk.hex(hex), 0, layout) == usual
    desk = building()
    desk.act("build F4 N-S")
    assert desk.s.cash[0] == 96
    desk.act("done")
    desk.s.cash[1] = 3
    assert not any(said.startswith("build") for said in desk.says())
    desk.s.turn = 2
    desk.act("build G6 N-S")
    assert desk.s.cash[1] == 0


@pytest.mark.rule("pacific-electric.build.start")
def test_with_five_players_san_bernardino_is_a_start_too() -> None:
    desk = building()
    assert refused(desk, "build P4 NE-SW") == NOT_AT_START
    desk = building(*FIVE)
    desk.act("build P4 NE-SW", "build R4 NW-S")
    assert desk.s.cash[0] == 92
    assert refused(desk, "build E5 N-SE") == NOT_TOGETHER
    desk.act("done")
    desk.s.turn = 2
    desk.act("build Q5 N-S")
    assert desk.s.cash[1] == 97


@pytest.mark.rule("pacific-electric.build.start")
def test_beside_san_bernardino_too_only_simple_tiles_are_laid_in_turn_1() -> None:
    desk = building(*FIVE, turn=2)
    desk.put("R4", "NW-SW", 0)
    q5, layouts = desk.hex("Q5"), desk.board.tiles.layouts
    builds = [a for a in desk.game.options(desk.s) if isinstance(a, Build) and a.hex == q5]
    complex = [a for a in builds if layouts[a.layout].family != "simple"]
    assert complex and len(complex) < len(builds)
    desk.s.turn = 1
    assert {desk.game.why_not(desk.s, a) for a in complex} == {SIMPLE_FIRST}
    simple = [a for a in builds if a not in complex]
    assert {desk.game.why_not(desk.s, a) for a in simple} == {None}


@pytest.mark.rule("pacific-electric.build.start-late")
def test_who_did_not_build_in_turn_1_starts_later_at_a_start_at_the_normal_price() -> None:
    desk = building(turn=3)
    assert refused(desk, "build H3 S-NE") == NOT_AT_START
    assert refused(desk, "build P4 NE-SW") == NOT_AT_START
    desk.act("build F6 N-S")
    assert desk.s.cash[0] == 98
    desk = building(*FIVE, turn=3)
    assert accepted(desk, "build P4 NE-SW") and accepted(desk, "build F6 N-S")
    desk.act("build P4 NE-SW")
    assert desk.s.cash[0] == 98
    assert refused(desk, "build F6 N-S") == NOT_TOGETHER


@pytest.mark.rule("pacific-electric.build.contiguous", "pacific-electric.build.start-late")
def test_all_track_hangs_together_back_to_the_start() -> None:
    desk = valley(building(turn=2))
    assert accepted(desk, "build C2 S-N")
    assert refused(desk, "build J3 NW-SE") == NOT_TOGETHER
    # The two Los Angeles are one start.
    assert accepted(desk, "build H5 NW-S")


@pytest.mark.rule("pacific-electric.build.contiguous")
def test_a_new_city_brings_unowned_track_only_to_who_can_reach_it() -> None:
    for touches in (False, True):
        desk = building("urbanization", "turn-order", "first-move", "express", turn=2)
        desk.put("G8", "N-S", None)
        desk.put("F8", "SE-N", 0 if touches else 1)
        desk.act("urbanize Watts A")
        assert desk.owner("G8", "N") == (0 if touches else None)


@pytest.mark.rule("pacific-electric.build.la", "pacific-electric.build.la-unclaimed")
def test_the_two_los_angeles_are_joined_by_no_track_and_nobody_owns_their_connection() -> None:
    desk = building()
    assert refused(desk, "build F4 S-SE") == LA_JOINED
    assert refused(desk, "build G6 N-NW") == LA_JOINED
    assert not desk.board.direct_links and not any(said.startswith("connect") for said in desk.says())
    # Neither by a way round: East Los Angeles, G4, F4, West Los Angeles.
    desk.s.turn = 2
    desk.put("G4", "S-SW", 0)
    assert refused(desk, "build F4 NE-S") == LA_JOINED
    assert accepted(desk, "build F4 NE-N")
    links = desk.game.rules.links(desk.s)
    assert {link.owner for city in (WEST, EAST) for link in links[desk.hex(city)]} == {NOBODYS}


# Mountains ------------------------------------------------------------------------------------------------


@pytest.mark.rule("pacific-electric.build.mountain", "pacific-electric.action.engineer-replace")
def test_a_mountain_needs_engineer_but_a_replacement_does_not() -> None:
    desk = crown_city(building(turn=2))
    assert refused(desk, "build I2 N-S") == NEEDS_ENGINEER
    assert desk.why("build I2 N-S") == "I2 is a mountain, which only Engineer builds on."
    desk.put("I2", "S-NE", 0)
    assert accepted(desk, "build I2 N-S")
    desk.act("build I2 N-S")
    assert desk.s.cash[0] == 98
    desk = crown_city(building(*ENGINEER, turn=2))
    desk.act("build I2 N-S")
    assert desk.s.cash[0] == 96


@pytest.mark.rule("pacific-electric.build.mountain-start")
def test_the_mountains_beside_san_bernardino_need_engineer_in_turn_1_and_cost_4() -> None:
    desk = building(*FIVE)
    assert refused(desk, "build Q3 S-SW") == NEEDS_ENGINEER
    desk = building("engineer", "urbanization", "turn-order", "express", "first-move")
    desk.act("build Q3 S-SW")
    assert desk.s.cash[0] == 96


@pytest.mark.rule("pacific-electric.action.engineer")
def test_engineer_lays_three_tiles_with_a_mountain_or_four_without() -> None:
    desk = crown_city(building(*ENGINEER, turn=2))
    desk.act("build I2 N-S", "build J3 NW-SE")
    assert desk.s.agenda[0].a == 1
    desk.act("build I4 N-S")
    assert refused(desk, "build H5 NW-S") == refusals.NO_BUILDS_LEFT
    desk = crown_city(building(*ENGINEER, turn=2))
    desk.act("build J3 NW-SE", "build I4 N-S", "build H5 NW-S")
    assert refused(desk, "build I2 N-S") == MOUNTAIN_LATE
    desk.act("build E6 NE-S")
    assert refused(desk, "build F6 N-S") == refusals.NO_BUILDS_LEFT
    desk = crown_city(building(turn=2))
    desk.act("build J3 NW-SE", "build I4 N-S", "build H5 NW-S")
    assert refused(desk, "build E6 NE-S") == refusals.NO_BUILDS_LEFT


@pytest.mark.rule("pacific-electric.action.engineer", "pacific-electric.action.engineer-replace")
def test_several_mountains_are_three_tiles_too_and_a_replacement_takes_no_tile_away() -> None:
    desk = crown_city(building(*ENGINEER, turn=2))
    desk.act("build I2 S-NE", "build J1 SW-S")
    assert desk.s.agenda[0].a == 1
    desk = crown_city(building(*ENGINEER, turn=2))
    desk.put("I2", "S-NE", 0)
    desk.act("build I2 N-S", "build J3 NW-SE", "build I4 N-S")
    assert desk.s.agenda[0].a == 1
    assert accepted(desk, "build H5 NW-S")


# Transfers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("example.pacific-transfer", "pacific-electric.move.transfer")
def test_from_van_nuys_to_pasadena_with_one_plant() -> None:
    desk = moving(plants=1)
    desk.set_cubes("Van-Nuys", "yellow")
    said = f"deliver Van-Nuys yellow SE {WEST} NE {EAST} NE Pasadena"
    assert said in desk.says()
    told = story(desk.game, desk.table.copy().act(said), NAMES)
    assert told[0] == "Ada moved yellow from Van Nuys to Pasadena, 2 links: Ada +2, Ada −$1"
    desk.act("deliver Van-Nuys yellow to Pasadena")
    assert desk.s.income == [2, 0, 0, 0] and desk.s.cash[0] == 99


@pytest.mark.rule("pacific-electric.move.transfer")
def test_colours_stop_at_a_transfer_as_anywhere() -> None:
    desk = moving(plants=2)
    desk.set_cubes("Van-Nuys", "red")
    desk.set_cubes("Pasadena", "red")
    assert refused(desk, f"deliver Van-Nuys red {WEST} {EAST} Watts Long-Beach") == refusals.MUST_STOP
    assert refused(desk, f"deliver Pasadena red {EAST} {WEST} N Glendale") == refusals.MUST_STOP


@pytest.mark.rule("pacific-electric.move.transfer-limits")
def test_a_transfer_may_end_a_delivery_but_not_be_all_of_it() -> None:
    desk = moving(plants=1)
    desk.set_cubes("Van-Nuys", "blue")
    desk.set_cubes(EAST, "red")
    assert refused(desk, f"deliver {EAST} red SW {WEST}") == NO_REAL_LINK
    desk.act(f"deliver Van-Nuys blue {WEST} NE {EAST}")
    assert desk.s.income[0] == 1 and desk.s.cash[0] == 99


@pytest.mark.rule("pacific-electric.move.transfer-limits")
def test_the_mover_pays_for_a_transfer_and_needs_the_dollar() -> None:
    desk = moving(plants=1)
    desk.set_cubes("Van-Nuys", "yellow")
    desk.act("pass")
    said = f"deliver Van-Nuys yellow SE {WEST} NE {EAST} NE Pasadena"
    desk.s.cash[1] = 0
    assert refused(desk, said) == NO_FARE
    desk.s.cash[1] = 1
    desk.act(said)
    assert desk.s.income == [2, 0, 0, 0] and desk.s.cash[:2] == [100, 0]


@pytest.mark.rule("pacific-electric.move.transfer-limits")
def test_there_is_one_transfer_a_delivery() -> None:
    desk = moving(plants=4)
    desk.set_cubes("Van-Nuys", "yellow")
    back = f"deliver Van-Nuys yellow SE {WEST} NE {EAST} SW {WEST}"
    assert desk.refusal(back) == refusals.VISITED


# Growth and the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("pacific-electric.growth", "pacific-electric.growth-order")
@pytest.mark.parametrize("actions", [FOUR, FIVE], ids=["four", "five"])
def test_los_angeles_gets_its_cubes_before_the_dice_and_san_bernardino_after(
    actions: tuple[str, ...],
) -> None:
    desk = building(*actions)
    desk.go_to("move")
    desk.table.nature = None
    desk.act(*["pass"] * sum(due.kind == "move" for due in desk.s.agenda))
    there = [
        (due.kind, desk.board.places[due.b] if due.kind == "extra-cube" else due.a) for due in desk.s.agenda
    ]
    los_angeles = [("extra-cube", "East Los Angeles"), ("extra-cube", "West Los Angeles")]
    assert sorted(there[:2]) == los_angeles
    assert there[2:4] == [("grow", 0), ("grow", 1)]
    assert there[4:] == ([("extra-cube", "San Bernardino")] if len(actions) == 5 else [])
    assert desk.asked[1] == NATURE
    before = len(desk.cubes(WEST)) + len(desk.cubes(EAST))
    for _ in range(2):
        colour = next(colour for n, colour in enumerate(COLOURS) if desk.s.bag[n])
        desk.act(f"draw {colour}")
    assert len(desk.cubes(WEST)) + len(desk.cubes(EAST)) == before + 2


@pytest.mark.rule("pacific-electric.score")
def test_a_link_into_mt_lowe_brings_4_points() -> None:
    desk = crown_city(building())
    assert desk.game.rules.score_parts(desk.s, 0)["bonus"] == 0
    desk.put("I2", "N-S", 0)
    assert [desk.game.rules.score_parts(desk.s, seat)["bonus"] for seat in range(4)] == [4, 0, 0, 0]
    desk.s.engine[1] = 10
    assert desk.game.rules.score_parts(desk.s, 1)["bonus"] == 0
    assert desk.game.scores(desk.s)[0] == 2 + 1 + 4 - 6


@pytest.mark.rule("pacific-electric.score")
def test_where_the_table_has_chosen_so_four_plants_bring_4_points() -> None:
    desk = crown_city(building(options={"bonus": "four-plants"}))
    desk.put("I2", "N-S", 0)
    desk.s.engine = [6, 10, 0, 0]
    assert [desk.game.rules.score_parts(desk.s, seat)["bonus"] for seat in range(4)] == [0, 4, 0, 0]
    says = next(option.says for option in desk.game.rules.table_options if option.name == "bonus")
    assert "check it in yours" in says


# What it shows --------------------------------------------------------------------------------------------


def test_the_board_shows_the_transfer_and_the_prices_of_the_first_turn() -> None:
    desk = building(*FIVE)
    marks = desk.game.face.marks(desk.s)
    assert marks[0].words == "goods are transferred to East Los Angeles for $1"
    assert len(marks) == 1 + 8 + 6 and {mark.text for mark in marks[1:]} == {"$4"}
    desk.act("build E5 N-SE")
    assert len(desk.game.face.marks(desk.s)) == 1 + 7 + 6
    desk.s.turn = 2
    assert len(desk.game.face.marks(desk.s)) == 1
    assert len(building().game.face.marks(building().s)) == 1 + 8
