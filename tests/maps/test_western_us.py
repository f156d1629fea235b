"""Western U.S.: railroads begin at the coasts, hang together and race to cross the continent."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import footplate
from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import NOBODYS
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.maps.western_us import (
    NOT_AT_START,
    NOT_PAID,
    NOT_TOGETHER,
    WRONG_LOT,
    WesternState,
)
from footplate.core.game import NATURE, Game, Refusal
from footplate.core.table import Chance
from tests.cli.command import footplate as run
from tests.desk import Desk, accepted, refused
from tests.desk import building as desk_building

STARTS = {
    "Seattle": "build B2 W-E",
    "San Francisco": "build B9 W-E",
    "Los Angeles": "build C11 W-E",
    "Duluth": "build M2 E-W",
    "Minneapolis": "build L3 E-W",
    "Des Moines": "build M5 E-W",
    "St. Louis": "build M8 E-W",
    "Memphis": "build M10 E-W",
    "Vicksburg": "build M12 E-W",
    "New Orleans": "build M14 E-W",
}
"""A first build at each starting city."""


class Hushed(Chance):
    """Chance that leaves the dice of a last tie to the test."""

    def answer(self, game: Game[Any, Any], s: Any) -> str | None:
        return None if s.agenda[0].kind == "tie-break" else super().answer(game, s)


def building(*actions: str) -> Desk:
    """Rich players in the order of their seats, about to build."""
    return desk_building(*actions, map="western-us")


def crossed(desk: Desk) -> bool:
    """Whether the continent has been crossed."""
    assert isinstance(desk.s, WesternState)
    return desk.s.crossed


def northern(desk: Desk, west: int | None, middle: int | None, east: int | None, *without: str) -> None:
    """Lay Seattle – Spokane – Fargo – Duluth with an owner for each link, leaving some hexes empty."""
    lying = {"B2": (west,), "C2": (middle, west), "J2": (east, middle)}
    lying |= {f"{column}2": (middle,) for column in "DEFGHI"}
    lying |= {f"{column}2": (east,) for column in "KLM"}
    for hex, owners in lying.items():
        if hex not in without:
            desk.put(hex, "E/W" if hex in ("C2", "J2") else "E-W", *owners)


def moving(desk: Desk, seat: int = 0, engine: int = 6) -> None:
    """Go on until this seat moves, with such an engine and without income so far."""
    desk.go_to("move", seat)
    desk.s.engine[seat] = engine
    desk.s.income = [0] * desk.s.seats


# Set-up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("western-us.setup.cubes")
def test_every_city_starts_with_two_cubes_and_every_town_with_one() -> None:
    desk = Desk("western-us")
    cities = [*STARTS, "Denver", "Salt Lake City"]
    towns = [
        "Spokane",
        "Fargo",
        "Butte",
        "Billings",
        "Portland",
        "Cheyenne",
        "Omaha",
        "Sacramento",
        "Kansas-City",
        "Wichita",
        "Durango",
        "Trinidad",
        "Santa-Fe",
        "Amarillo",
        "San-Diego",
        "Yuma",
        "El-Paso",
        "Fort-Worth",
        "Chihuahua",
        "Houston",
    ]
    assert [len(desk.cubes(city)) for city in cities] == [2] * 12
    assert [len(desk.cubes(town)) for town in towns] == [1] * 20
    assert sum(desk.s.cubes) == 2 * 12 + 20


@pytest.mark.rule("western-us.setup.money")
@pytest.mark.parametrize("players", [3, 6])
def test_everyone_starts_with_20_dollars_and_two_shares(players: int) -> None:
    desk = Desk("western-us", players)
    assert desk.s.cash == [20] * players
    assert desk.s.shares == [2] * players


@pytest.mark.rule("western-us.urban.town-cube")
def test_urbanizing_puts_the_cube_of_the_town_back_into_the_bag() -> None:
    desk = building("urbanization", "production", "turn-order")
    desk.set_cubes("Spokane", "purple")
    desk.set_cubes("Butte", "purple")
    purple = desk.s.bag[COLOURS.index("purple")]
    desk.act("urbanize Spokane A")
    assert desk.cubes("Spokane") == []
    assert desk.cubes("Butte") == ["purple"]
    assert desk.s.bag[COLOURS.index("purple")] == purple + 1


# Moving goods ------------------------------------------------------------------------------------------


@pytest.mark.rule("western-us.move.town-cube")
def test_a_cube_moves_out_of_a_town_like_out_of_a_city() -> None:
    desk = building()
    desk.put("B2", "E-W", 1)
    desk.put("C2", "W", 1)
    moving(desk, engine=1)
    for hex in ("Butte", "Billings", "Spokane"):
        desk.set_cubes(hex)
    desk.set_cubes("Spokane", "blue", "red")
    assert refused(desk, "deliver Spokane red W Seattle") == refusals.WRONG_CITY
    desk.act("deliver Spokane blue Seattle")
    assert desk.cubes("Spokane") == ["red"]
    assert desk.s.income == [0, 1, 0]


@pytest.mark.rule("western-us.move.town-cube")
def test_the_cube_of_a_town_is_not_replaced() -> None:
    desk = building()
    desk.put("B2", "E-W", 0)
    desk.put("C2", "W", 0)
    moving(desk)
    desk.set_cubes("Spokane", "blue")
    desk.act("deliver Spokane blue Seattle")
    for turn in (2, 3, 4):
        desk.go_to("move")
        desk.go_to("issue")
        assert desk.s.turn == turn
        assert desk.cubes("Spokane") == []


@pytest.mark.rule("western-us.move.coast-bonus")
def test_the_coasts_are_the_cities_of_the_list() -> None:
    board = Desk("western-us").board
    named = {side: {board.place(hex) for hex in places} for side, places in board.groups.items()}
    east = "Duluth, Minneapolis, Des Moines, St. Louis, Memphis, Vicksburg, New Orleans, Kansas City"
    west = "Seattle, San Francisco, Los Angeles, Portland, San Diego"
    assert named == {"east": set(east.split(", ")), "west": set(west.split(", "))}


@pytest.mark.rule("western-us.move.coast-bonus")
@pytest.mark.parametrize(
    ("start", "colour", "end"), [("Duluth", "blue", "Seattle"), ("Seattle", "red", "Duluth")]
)
def test_a_delivery_from_coast_to_coast_gives_one_more_income_either_way(
    start: str, colour: str, end: str
) -> None:
    desk = building()
    northern(desk, 1, 1, 1)
    moving(desk)
    desk.set_cubes(start, colour)
    desk.act(f"deliver {start} {colour} to {end}")
    assert desk.s.income == [0, 3 + 1, 0]
    assert desk.asked[0] == "move"


@pytest.mark.rule("western-us.move.coast-bonus", "western-us.move.coast-bonus-owner")
def test_the_mover_chooses_one_of_the_railroads_used_and_no_other() -> None:
    desk = building()
    northern(desk, 1, 2, 1)
    moving(desk)
    desk.set_cubes("Duluth", "blue")
    desk.act("deliver Duluth blue to Seattle")
    assert desk.asked == ("bonus", 0)
    assert desk.s.income == [0, 2, 1]
    assert desk.says() == ["reward 2", "reward 3"]
    assert refused(desk, "reward 1") == refusals.NOT_REWARDED
    assert refused(desk, "reward 2 3") == refusals.NOT_REWARDED
    desk.act("reward 3")
    assert desk.s.income == [0, 2, 2]
    assert desk.asked == ("move", 1)


@pytest.mark.rule("western-us.move.coast-bonus")
@pytest.mark.parametrize(("chosen", "income"), [("reward 1", [3, 1, 0]), ("reward 2", [2, 2, 0])])
def test_the_mover_who_owns_a_used_link_chooses_too(chosen: str, income: list[int]) -> None:
    desk = building()
    northern(desk, 0, 1, 0)
    moving(desk)
    desk.set_cubes("Duluth", "blue")
    desk.act("deliver Duluth blue to Seattle")
    assert desk.asked == ("bonus", 0)
    assert desk.says() == ["reward 1", "reward 2"]
    desk.act(chosen)
    assert desk.s.income == income


@pytest.mark.rule("western-us.move.coast-bonus-owner")
def test_without_an_owned_link_the_bonus_is_lost() -> None:
    desk = building()
    northern(desk, None, None, None)
    moving(desk)
    desk.set_cubes("Duluth", "blue")
    desk.act("deliver Duluth blue to Seattle")
    assert desk.s.income == [0, 0, 0]
    assert desk.asked == ("move", 1)


@pytest.mark.rule("western-us.move.coast-bonus-owner")
def test_the_only_owner_gets_the_bonus_where_other_links_are_unowned() -> None:
    desk = building()
    northern(desk, None, None, 2)
    moving(desk)
    desk.set_cubes("Duluth", "blue")
    desk.act("deliver Duluth blue to Seattle")
    assert desk.s.income == [0, 0, 1 + 1]


@pytest.mark.rule("western-us.move.coast-bonus")
def test_a_delivery_along_one_coast_gives_no_bonus() -> None:
    desk = building()
    desk.put("N3", "NE-W", 0)
    moving(desk)
    desk.set_cubes("Duluth", "red")
    desk.act("deliver Duluth red Minneapolis")
    assert desk.s.income == [1, 0, 0]


@pytest.mark.rule("western-us.move.coast-bonus")
@pytest.mark.parametrize(("colour", "end", "income"), [("red", "Duluth", 2), ("blue", "Seattle", 1)])
def test_a_new_city_that_is_not_on_the_list_belongs_to_no_coast(colour: str, end: str, income: int) -> None:
    desk = building("urbanization", "production", "turn-order")
    northern(desk, 0, 0, 0, "M2")
    desk.act("urbanize Spokane H")
    desk.put("M2", "E-W", 0)
    moving(desk)
    desk.set_cubes("Spokane", colour)
    desk.act(f"deliver Spokane {colour} to {end}")
    assert desk.s.income == [income, 0, 0]


def portland_line(desk: Desk) -> None:
    """Portland – Spokane – Fargo – Duluth, all of seat 0, past Seattle."""
    northern(desk, 0, 0, 0, "B2")
    desk.put("B2", "SW-E", 0)
    desk.put("B3", "NE-SW", 0)


@pytest.mark.rule("western-us.move.coast-bonus-town")
def test_a_cube_from_a_town_of_the_list_earns_no_bonus() -> None:
    desk = building()
    portland_line(desk)
    desk.put("Portland", "NE", 0)
    moving(desk)
    desk.set_cubes("Portland", "red")
    desk.act("deliver Portland red to Duluth")
    assert desk.s.income == [3, 0, 0]


@pytest.mark.rule("western-us.move.coast-bonus", "western-us.move.coast-bonus-town")
@pytest.mark.parametrize(
    ("start", "colour", "end"), [("Portland", "red", "Duluth"), ("Duluth", "black", "Portland")]
)
def test_once_urbanized_a_town_of_the_list_earns_the_bonus_as_a_step_of_income(
    start: str, colour: str, end: str
) -> None:
    desk = building("urbanization", "production", "turn-order")
    portland_line(desk)
    desk.act("urbanize Portland C")
    moving(desk)
    desk.set_cubes(start, colour)
    cash = list(desk.s.cash)
    desk.act(f"deliver {start} {colour} to {end}")
    assert desk.s.income == [3 + 1, 0, 0]
    assert desk.s.cash == cash


# Where railroads begin ---------------------------------------------------------------------------------


@pytest.mark.rule("western-us.build.start")
@pytest.mark.parametrize("sentence", STARTS.values(), ids=STARTS)
def test_a_railroad_begins_at_any_starting_city(sentence: str) -> None:
    desk = building()
    assert accepted(desk, sentence)
    desk.act(sentence)


@pytest.mark.rule("western-us.build.start")
def test_a_railroad_does_not_begin_at_denver_or_salt_lake_city() -> None:
    desk = building()
    for sentence in ("build J7 W-E", "build H7 E-W", "build C6 E-W", "build E6 W-E"):
        assert refused(desk, sentence) == NOT_AT_START
    assert refused(desk, "build Cheyenne SE") == refusals.NOT_CONNECTED


@pytest.mark.rule("western-us.build.start")
def test_a_railroad_does_not_begin_at_a_new_city_even_of_a_coast() -> None:
    desk = building("urbanization", "production", "turn-order")
    desk.act("urbanize Kansas-City A")
    assert refused(desk, "build L7 E-W") == NOT_AT_START
    assert refused(desk, "build M8 NW-SW") == NOT_AT_START
    assert accepted(desk, "build M8 NW-E")


@pytest.mark.rule("western-us.build.start")
def test_each_track_of_a_first_tile_begins_at_a_starting_city() -> None:
    desk = building("urbanization", "production", "turn-order")
    desk.act("urbanize Kansas-City A")
    assert refused(desk, "build M8 NW-SE/E-W") == NOT_AT_START
    desk.s.crossed = True  # type: ignore[attr-defined]
    assert accepted(desk, "build N9 NE-SW/SE-W")


@pytest.mark.rule("western-us.build.contiguous")
@pytest.mark.parametrize(
    ("first", "second"), [("build B2 W-E", "build A3 NE-SE"), ("build M10 E-W", "build N9 SE-W")]
)
def test_a_railroad_goes_on_from_another_side_of_the_city_where_it_began(first: str, second: str) -> None:
    desk = building()
    desk.act(first)
    assert accepted(desk, second)


@pytest.mark.rule("western-us.build.contiguous")
def test_a_first_tile_may_not_begin_two_railroads_at_two_starting_cities() -> None:
    desk = building()
    assert refused(desk, "build N9 NE-SW/SE-W") == NOT_TOGETHER
    assert accepted(desk, "build N9 NE-SW")
    assert accepted(desk, "build N9 SE-W")
    assert accepted(desk, "build N9 NE-SE")


# Hanging together --------------------------------------------------------------------------------------


@pytest.mark.rule("western-us.build.contiguous")
def test_track_goes_on_from_own_track_and_not_from_another_starting_city() -> None:
    desk = building()
    desk.act("build L3 E-W")
    for city, sentence in STARTS.items():
        if city != "Minneapolis":
            assert refused(desk, sentence) == NOT_TOGETHER
    assert refused(desk, "build J7 W-E") == NOT_TOGETHER
    assert accepted(desk, "build K3 E-W")
    desk.act("build K3 E-W", "done")
    assert accepted(desk, STARTS["Seattle"])


@pytest.mark.rule("western-us.build.contiguous")
def test_each_track_of_a_tile_hangs_together_with_the_rest() -> None:
    desk = building()
    desk.put("N11", "NE-SW", 0)
    assert refused(desk, "build M12 E-W/NE-SW") == NOT_TOGETHER
    assert accepted(desk, "build M12 NE-SW")
    assert accepted(desk, "build M12 NE-E")


@pytest.mark.rule("western-us.build.contiguous-meet")
def test_links_that_meet_in_a_city_hang_together() -> None:
    desk = building()
    desk.put("N3", "NE-W", 0)
    assert accepted(desk, "build M2 E-W")
    assert accepted(desk, "build L3 E-W")
    assert refused(desk, "build M5 E-W") == NOT_TOGETHER


@pytest.mark.rule("western-us.build.contiguous-meet")
def test_links_that_meet_in_a_town_hang_together() -> None:
    desk = building()
    desk.put("A3", "NE-SE", 0)
    desk.put("Portland", "NW", 0)
    assert accepted(desk, "build Portland NW/SE")
    desk.act("build Portland NW/SE", "build B5 NW-SE")
    assert desk.owner("B5", "SE") == 0


@pytest.mark.rule("western-us.build.contiguous", "western-us.build.restart")
@pytest.mark.parametrize(("track", "refusal"), [("N6", None), ("B2", NOT_TOGETHER)])
def test_a_town_tile_joins_unowned_track_only_where_it_leads_to_ones_own(
    track: str, refusal: Refusal | None
) -> None:
    desk = building()
    desk.put("M5", "E-W", None)
    desk.put(track, "NW-W" if track == "N6" else "E-W", 0)
    assert desk.refusal("build Omaha E") is refusal
    assert accepted(desk, "build Omaha E") == (refusal is None)


@pytest.mark.rule("western-us.build.contiguous-meet")
def test_the_exits_of_a_town_tile_hang_together() -> None:
    desk = building()
    desk.put("M5", "E-W", None)
    desk.put("N6", "NW-W", 1)
    for hex in ("K5", "J5"):
        desk.put(hex, "E-W", 0)
    desk.put("Cheyenne", "E", 0)
    assert refused(desk, "build Omaha E") == NOT_TOGETHER
    assert accepted(desk, "build Omaha E/W")


@pytest.mark.rule("western-us.build.restart")
@pytest.mark.parametrize(
    ("own", "over", "owner"),
    [("N6", False, 0), ("B2", False, None), ("B2", True, 0), (None, False, 0)],
    ids=["together", "apart", "after the crossing", "a newcomer at a start"],
)
def test_urbanizing_takes_over_waiting_track_only_where_it_hangs_together(
    own: str | None, over: bool, owner: int | None
) -> None:
    desk = building("urbanization", "production", "turn-order")
    assert isinstance(desk.s, WesternState)
    desk.s.crossed = over
    desk.put("M5", "E-W", None)
    if own:
        desk.put(own, "NW-W" if own == "N6" else "E-W", 0)
    desk.act("urbanize Omaha A")
    assert desk.owner("M5", "W") == owner


@pytest.mark.rule("western-us.build.restart", "western-us.build.contiguous-meet")
@pytest.mark.parametrize(
    ("own", "waits"),
    [(("M5", "E-W"), ()), (("N6", "NW-W"), ("M5",)), (None, ("M5",))],
    ids=["own track reaches the city", "own track reaches the one", "a newcomer at a start"],
)
def test_waiting_track_that_meets_in_the_new_city_hangs_together(
    own: tuple[str, str] | None, waits: tuple[str, ...]
) -> None:
    desk = building("urbanization", "production", "turn-order")
    for hex, layout in ((hex, "E-W") for hex in (*waits, "K5", "J5")):
        desk.put(hex, layout, None)
    desk.put("Cheyenne", "E", None)
    if own:
        desk.put(*own, 0)
    desk.act("urbanize Omaha A")
    assert desk.owner("M5", "W") == desk.owner("K5", "E") == desk.owner("Cheyenne", "E") == 0


@pytest.mark.rule("western-us.build.contiguous-meet")
def test_where_another_railroads_track_ends_in_the_same_city_ones_own_does_not_hang_together() -> None:
    desk = building()
    desk.put("N3", "NE-W", 1)
    desk.put("M2", "E-W", 0)
    assert refused(desk, "build L3 E-W") == NOT_TOGETHER


@pytest.mark.rule("western-us.build.restart")
def test_who_has_no_track_left_begins_again_at_a_starting_city() -> None:
    desk = building()
    desk.act("build L3 E-W", "done")
    desk.go_to("issue")
    desk.go_to("build", 0)
    desk.act("done")
    assert desk.owner("L3", "E") is None
    desk.go_to("issue")
    desk.go_to("build", 0)
    desk.rich()
    assert refused(desk, "build J7 W-E") == NOT_AT_START
    for sentence in (*STARTS.values(), "build K3 E-W"):
        if sentence != STARTS["Minneapolis"]:
            assert accepted(desk, sentence)


@pytest.mark.rule("western-us.build.restart")
def test_who_has_no_track_left_does_not_take_over_track_at_another_city() -> None:
    desk = building()
    desk.s.begun[0] = 1
    desk.put("J7", "W-E", None)
    assert refused(desk, "build K7 W-E") == NOT_AT_START
    assert refused(desk, "build J7 W-NE") == NOT_AT_START


@pytest.mark.rule("western-us.build.restart")
def test_unowned_track_is_taken_over_only_where_it_hangs_together_with_ones_own() -> None:
    desk = building()
    desk.put("N3", "NE-W", 0)
    desk.put("L3", "E-W", None)
    desk.put("M8", "E-W", None)
    assert refused(desk, "build L8 E-W") == NOT_TOGETHER
    assert refused(desk, "build M8 E-SW") == NOT_TOGETHER
    assert accepted(desk, "build L3 E-SW")
    desk.act("build K3 E-W")
    assert desk.owner("L3", "E") == 0


# What it costs -----------------------------------------------------------------------------------------


def cost(desk: Desk, sentence: str) -> int:
    """What a build of seat 0 takes from the cash."""
    before = desk.s.cash[0]
    desk.act(sentence)
    return before - desk.s.cash[0]


@pytest.mark.rule("western-us.cost")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        ("build M10 E-W", 4),
        ("build N9 NE-SE", 4),
        ("build M4 NW-SE", 4),
        ("build B2 W-E", 5),
        ("build M2 E-W", 2),
    ],
    ids=["swamp", "river", "another river", "mountain", "plain"],
)
def test_swamps_and_rivers_cost_4_and_mountains_5(sentence: str, price: int) -> None:
    assert cost(building(), sentence) == price


@pytest.mark.rule("western-us.cost.complex")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [("build N9 NE-W/SE-SW", 5), ("build N9 NE-SW/SE-W", 6)],
    ids=["coexist", "crossing"],
)
def test_complex_tiles_on_a_river_cost_one_or_two_more(sentence: str, price: int) -> None:
    desk = building()
    desk.s.crossed = True  # type: ignore[attr-defined]
    assert cost(desk, sentence) == price


@pytest.mark.rule("western-us.cost.complex")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [("build M12 E-W/NE-NW", 5), ("build M12 E-W/NE-SW", 6)],
    ids=["coexist", "crossing"],
)
def test_complex_tiles_in_a_swamp_cost_one_or_two_more(sentence: str, price: int) -> None:
    desk = building()
    desk.put("N11", "NE-SW", 0)
    desk.put("N13", "NE-SE", 0)
    assert cost(desk, sentence) == price


@pytest.mark.rule("western-us.cost.complex")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [("build B10 NW-NE/SW-E", 6), ("build B10 NW-SE/SW-E", 7)],
    ids=["coexist", "crossing"],
)
def test_complex_tiles_in_mountains_cost_one_or_two_more(sentence: str, price: int) -> None:
    desk = building()
    desk.put("A10", "NW-SE", 0)
    desk.put("B9", "W-SE", 0)
    assert cost(desk, sentence) == price


# Crossing the continent --------------------------------------------------------------------------------


@pytest.mark.rule("western-us.transcontinental")
def test_one_railroad_across_the_continent_earns_4_income_at_once() -> None:
    desk = building()
    northern(desk, 0, 0, 0, "M2")
    told = desk.table.act("build M2 E-W")
    assert [(fact.kind, fact.seat) for fact in told] == [("built", 0), ("crossed", 0), ("bonus", 0)]
    assert desk.s.income == [4, 0, 0]
    assert desk.asked == ("build", 0)
    assert crossed(desk)


@pytest.mark.rule("western-us.transcontinental")
def test_two_railroads_across_the_continent_earn_2_each_whoever_joins_them() -> None:
    desk = building()
    northern(desk, 1, 2, 2, "M2")
    desk.act("done", "done")
    assert desk.asked == ("build", 2)
    desk.act("build M2 E-W")
    assert desk.s.income == [0, 2, 2]
    assert desk.asked == ("build", 2)


@pytest.mark.rule("western-us.transcontinental")
def test_of_three_railroads_the_builder_chooses_the_two_that_earn_2() -> None:
    desk = building()
    northern(desk, 1, 2, 0, "M2")
    desk.act("build M2 E-W")
    assert desk.asked == ("transcontinental", 0)
    assert desk.s.income == [0, 0, 0]
    assert sorted(desk.says()) == ["reward 1 2", "reward 1 3", "reward 2 3"]
    for sentence in ("reward 1", "reward 1 2 3", "reward 1 1"):
        assert refused(desk, sentence) == NOT_PAID
        assert "seat 1 and seat 2; seat 1 and seat 3; seat 2 and seat 3" in desk.why(sentence)
    desk.act("reward 2 3")
    assert desk.s.income == [0, 2, 2]
    assert desk.asked == ("build", 0)


@pytest.mark.rule("western-us.transcontinental")
def test_the_continent_is_crossed_for_income_only_once() -> None:
    desk = building()
    northern(desk, 0, 0, 0, "M2")
    desk.act("build M2 E-W", "build N3 NE-W")
    assert desk.s.income == [4, 0, 0]
    desk.act("done", "build C11 W-E")
    assert desk.s.income == [4, 0, 0]


@pytest.mark.rule("western-us.transcontinental.route")
def test_unfinished_track_crosses_nothing() -> None:
    desk = building()
    northern(desk, 0, 0, 0, "L2", "M2")
    desk.act("build L2 E-W")
    assert desk.s.income == [0, 0, 0]
    assert not crossed(desk)
    desk.act("build M2 E-W")
    assert desk.s.income == [4, 0, 0]


@pytest.mark.rule("western-us.transcontinental")
def test_a_new_city_of_a_coast_is_no_end_of_the_transcontinental_link() -> None:
    desk = building("urbanization", "production", "turn-order")
    northern(desk, 0, 0, 0, "B2", "M2")
    desk.put("B2", "SW-E", 0)
    desk.put("B3", "NE-SW", 0)
    desk.act("urbanize Portland C", "build M2 E-W")
    assert not crossed(desk)
    desk.act("build A3 NE-SE")
    assert crossed(desk)
    assert desk.s.income == [4, 0, 0]


@pytest.mark.rule("western-us.transcontinental.route")
def test_of_several_routes_the_one_with_the_fewest_railroads_counts() -> None:
    desk = building()
    northern(desk, 1, 0, 0, "M2")
    desk.put("C2", "E/SW/W", 0, 0, 1)
    desk.put("B3", "NW-E", 0)
    desk.put("C3", "W-NE", 0)
    desk.act("build M2 E-W")
    assert desk.s.income == [4, 0, 0]


@pytest.mark.rule("western-us.transcontinental.route")
def test_the_builder_chooses_between_routes_with_as_few_railroads() -> None:
    desk = building()
    northern(desk, 1, 0, 0, "M2")
    desk.put("C2", "E/SW/W", 0, 2, 1)
    desk.put("B3", "NW-E", 2)
    desk.put("C3", "W-NE", 2)
    desk.act("build M2 E-W")
    assert desk.asked == ("transcontinental", 0)
    assert sorted(desk.says()) == ["reward 1 2", "reward 1 3"]
    assert refused(desk, "reward 2 3") == NOT_PAID
    desk.act("reward 1 3")
    assert desk.s.income == [2, 0, 2]


@pytest.mark.rule("western-us.transcontinental.route")
def test_afterwards_nobodys_track_need_hang_together_but_begins_at_a_starting_city() -> None:
    desk = building()
    northern(desk, 0, 0, 0, "M2")
    desk.put("B9", "W-E", 1)
    assert refused(desk, "build J7 W-E") == NOT_TOGETHER
    desk.act("build M2 E-W")
    assert accepted(desk, "build J7 W-E")
    desk.act("done")
    assert accepted(desk, "build J7 W-E")
    assert accepted(desk, "build M12 E-W")
    desk.act("done")
    assert desk.asked == ("build", 2)
    assert refused(desk, "build J7 W-E") == NOT_AT_START
    assert accepted(desk, "build M12 E-W")


@pytest.mark.rule("western-us.build.contiguous", "western-us.transcontinental.route")
def test_until_then_the_others_track_must_hang_together_too() -> None:
    desk = building()
    northern(desk, 0, 0, 0, "M2")
    desk.put("B9", "W-E", 1)
    desk.act("done")
    assert refused(desk, "build J7 W-E") == NOT_TOGETHER
    assert refused(desk, "build M12 E-W") == NOT_TOGETHER


@pytest.mark.rule("western-us.transcontinental.unowned")
@pytest.mark.parametrize(
    ("west", "middle", "income"),
    [(None, None, [4, 0, 0]), (1, None, [2, 2, 0])],
    ids=["one owner", "two owners"],
)
def test_links_without_an_owner_count_as_no_railroad(
    west: int | None, middle: int | None, income: list[int]
) -> None:
    desk = building()
    northern(desk, west, middle, 0, "M2")
    desk.act("build M2 E-W")
    assert desk.s.income == income


@pytest.mark.rule("western-us.transcontinental.unowned")
def test_if_nobody_owns_any_of_the_route_nobody_is_paid() -> None:
    desk = building()
    northern(desk, None, None, None)
    desk.act("build N3 NE-W")
    assert crossed(desk)
    assert desk.s.income == [0, 0, 0]
    assert desk.asked == ("build", 0)


@pytest.mark.rule("western-us.transcontinental.unowned")
def test_a_new_city_that_closes_the_route_is_its_placers_joining_tile() -> None:
    desk = building("locomotive", "urbanization", "production")
    northern(desk, 0, 1, 2, "J2")
    desk.act("done", "urbanize Fargo A")
    assert desk.asked == ("transcontinental", 1)
    desk.act("reward 1 3")
    assert desk.s.income == [2, 0, 2]
    assert desk.asked == ("build", 1)


# The end -----------------------------------------------------------------------------------------------


def ending(cash: list[int], income: list[int]) -> Desk:
    """The first move of the last turn, with such cash and income."""
    desk = Desk("western-us", 3, nature=Hushed(random.Random(1)))
    desk.s.turn = 10
    desk.go_to("move")
    desk.s.cash, desk.s.income = cash, income
    return desk


def winners(desk: Desk) -> list[int]:
    """Pass to the end and see who has won."""
    desk.go_to("over")
    assert desk.s.over
    return desk.game.rules.winners(desk.s)


def level(desk: Desk) -> list[int | None]:
    """Everybody's score."""
    return [desk.game.rules.score(desk.s, seat) for seat in range(3)]


@pytest.mark.rule("western-us.victory.tie")
def test_the_score_comes_before_the_cash() -> None:
    assert winners(ending([90, 40, 20], [5, 6, 5])) == [1]


@pytest.mark.rule("western-us.victory.tie")
def test_a_tie_goes_to_the_most_cash() -> None:
    desk = ending([30, 40, 20], [5, 5, 5])
    assert winners(desk) == [1]
    assert len(set(level(desk))) == 1
    assert isinstance(desk.s, WesternState) and desk.s.lot == ()


@pytest.mark.rule("western-us.victory.tie", "western-us.victory.track")
def test_a_tie_in_cash_goes_to_the_most_scoring_sections() -> None:
    desk = ending([30, 31, 50], [5, 4, 1])
    for hex, tracks in {"B3": "NW-E", "C3": "W-NE", "C2": "SW"}.items():
        desk.put(hex, tracks, 1)
    for hex in ("L3", "K3", "J3", "I3"):
        desk.put(hex, "E-W", 0)
    won = winners(desk)
    assert level(desk)[0] == level(desk)[1]
    assert desk.s.cash[0] == desk.s.cash[1]
    assert [desk.game.rules.sections(desk.s, seat) for seat in (0, 1)] == [0, 3]
    assert won == [1]


@pytest.mark.rule("western-us.victory.tie")
def test_cash_comes_before_track() -> None:
    desk = ending([31, 31, 50], [5, 4, 1])
    for hex, tracks in {"B3": "NW-E", "C3": "W-NE", "C2": "SW"}.items():
        desk.put(hex, tracks, 1)
    won = winners(desk)
    assert level(desk)[0] == level(desk)[1]
    assert desk.s.cash[0] == desk.s.cash[1] + 1
    assert [desk.game.rules.sections(desk.s, seat) for seat in (0, 1)] == [0, 3]
    assert won == [0]


@pytest.mark.rule("western-us.victory.tie")
@pytest.mark.parametrize("first", [0, 2])
def test_dice_break_a_tie_in_everything_between_those_who_are_level(first: int) -> None:
    desk = ending([40, 30, 40], [5, 5, 5])
    desk.go_to("tie-break", NATURE)
    assert not desk.s.over
    for sentence in ("order 1 2", "order 1 2 3", "order 1"):
        assert desk.refusal(sentence) == WRONG_LOT
    rng = random.Random(1)
    assert {desk.game.say(desk.game.sample(desk.s, rng)) for _ in range(20)} == {"order 1 3", "order 3 1"}
    desk.act("order 1 3" if first == 0 else "order 3 1")
    assert winners(desk) == [first]


@pytest.mark.rule("western-us.build.restart", "western-us.build.contiguous")
def test_urbanizing_takes_over_no_track_that_does_not_hang_together() -> None:
    desk = Desk("western-us", players=3)
    desk.take("urbanization", "first-build", "engineer")
    desk.go_to("build", desk.game.rules.holder(desk.s, "urbanization"))
    seat = desk.asked[1]
    desk.put("B2", "E-W", seat)
    desk.put("M8", "NW-E", None)
    desk.act("urbanize Kansas-City A")
    assert desk.owner("M8", "NW") is None


@pytest.mark.rule("western-us.build.start")
def test_urbanizing_does_not_begin_a_railroad_away_from_the_starting_cities() -> None:
    desk = Desk("western-us", players=3)
    desk.take("urbanization", "first-build", "engineer")
    desk.go_to("build", desk.game.rules.holder(desk.s, "urbanization"))
    desk.put("I6", "SW-NW", None)
    desk.act("urbanize Cheyenne A")
    assert desk.owner("I6", "SW") is None


@pytest.mark.rule("western-us.build.start", "western-us.transcontinental.route")
def test_also_after_the_crossing_a_newcomer_takes_no_track_that_leads_to_no_start() -> None:
    desk = building("urbanization", "production", "turn-order")
    assert isinstance(desk.s, WesternState)
    desk.s.crossed = True
    desk.put("I6", "SW-NW", None)
    lonely = desk.table.copy()
    lonely.act("urbanize Cheyenne A")
    side = 6 * desk.hex("I6") + desk.board.side_names.index("SW")
    assert lonely.state.rail[side] == NOBODYS
    desk.put("B2", "E-W", 0)
    desk.act("urbanize Cheyenne A")
    assert desk.owner("I6", "SW") == 0, "who has track elsewhere need not hang together any more"


SHARES = {7: "issue 1", 8: "issue 1", 9: "issue 1", 10: "issue 2"}
EARLIER = {7: "issue 1", 8: "issue 1", 9: "issue 2", 10: "issue 1"}
"""Shares with which one lives to the end doing nothing; the earlier ones cost $1 more in the last turns."""


@pytest.mark.rule("western-us.victory.tie", "western-us.victory.tie-below")
def test_every_list_of_standings_ranks_by_cash_where_points_are_level(tmp_path: Path) -> None:
    table = footplate.new("western-us", ["Ada", "Ben", "Cy"], seed=1)
    idle = {"bid": "drop", "build": "done", "move": "pass", "produce": "decline"}
    while not table.state.over:
        kind, seat = table.state.agenda[0].kind, table.actor
        if kind == "issue":
            said = (SHARES if seat == 1 else EARLIER).get(table.state.turn, "issue 0")
        else:
            said = idle.get(kind) or next(a for a in table.options() if a != "take locomotive")
        table.act(said)
    assert set(table.scores().values()) == {-21} and table.state.cash == [3, 4, 3]
    record = tmp_path / "tie.game"
    record.write_text(footplate.write(table), "utf-8")
    final = run("replay", record, "--json").json["final"]
    assert [(entry["player"], entry["rank"]) for entry in final] == [("Ben", 1), ("Ada", 2), ("Cy", 2)]
    told = run("play", "--resume", record).out
    assert [line.split(":")[0] for line in told.splitlines() if "-21" in line and "." in line] == [
        "1. Ben",
        "2. Ada",
        "2. Cy",
    ]
