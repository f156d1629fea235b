"""Southern U.S.: cotton, four ports, Atlanta's cubes, and a war in turn 4."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.goods import COLOURS, WHITE
from footplate.core.game import NATURE, Due
from tests.desk import Desk

PORTS = ("Charleston", "Savannah", "Mobile", "New-Orleans")
ACTIONS = ("locomotive", "engineer", "first-move", "first-build", "turn-order", "urbanization")


def places(desk: Desk, kind: int) -> list[str]:
    """The places of a kind, by the words that name them."""
    return [desk.board.words[hex] for hex in range(desk.board.size) if desk.s.kind[hex] == kind]


def moving(engine: int = 6) -> Desk:
    """Three rich players without actions are about to move goods, seat 0 first."""
    desk = Desk("southern-us")
    desk.rich()
    desk.go_to("move")
    desk.s.order = [0, 1, 2]
    desk.s.held = [()] * 3
    desk.s.agenda = [Due("move", seat, round) for round in (1, 2) for seat in range(3)]
    desk.s.engine = [engine] * 3
    return desk


def ports_line(to_charleston: int, to_savannah: int) -> Desk:
    """Links Augusta–Charleston and Charleston–Savannah with an owner for each."""
    desk = moving()
    desk.put("Augusta", "SE", to_charleston)
    desk.put("N6", "NW-NE", to_charleston)
    desk.put("O6", "SW-SE", to_charleston)
    desk.put("O7", "NE-S", to_savannah)
    return desk


def mobile_line(columbus: int, mobile: int) -> Desk:
    """Links Columbus–Montgomery and Montgomery–Mobile with an owner for each."""
    desk = moving()
    desk.put("Columbus", "NW", columbus)
    desk.put("H7", "SE-SW", columbus)
    desk.put("G9", "N-SW", mobile)
    desk.put("F9", "NE-S", mobile)
    desk.put("F10", "N-SW", mobile)
    return desk


def growing(*actions: str, turn: int = 1) -> Desk:
    """Goods growth is about to begin in a turn, and nature is asked from outside."""
    actions = actions or ACTIONS[:3]
    desk = Desk("southern-us", len(actions))
    desk.rich()
    desk.take(*actions)
    desk.go_to("move")
    desk.s.turn = turn
    desk.table.nature = None
    while desk.asked[0] == "move":
        desk.act("pass")
    return desk


def reduced(turn: int, incomes: Sequence[int]) -> list[int]:
    """The incomes after the income reduction of a turn."""
    desk = Desk("southern-us", len(incomes))
    desk.rich()
    desk.go_to("move")
    desk.s.turn, desk.s.income = turn, list(incomes)
    desk.table.nature = None
    while desk.asked[0] == "move":
        desk.act("pass")
    return desk.s.income


# Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("southern-us.setup.cotton")
@pytest.mark.parametrize("players", [3, 6])
def test_one_cotton_cube_lies_in_every_town_and_in_no_city(players: int) -> None:
    desk = Desk("southern-us", players)
    towns = places(desk, IN_TOWN)
    assert len(towns) == 14
    assert all(desk.cubes(town) == ["white"] for town in towns)
    assert not any("white" in desk.cubes(city) for city in places(desk, IN_CITY))


@pytest.mark.rule("southern-us.cotton-bag")
def test_no_cotton_is_in_the_bag_or_on_the_display_and_none_can_be_drawn() -> None:
    desk = growing()
    assert desk.s.bag[WHITE] == 0 and WHITE + 1 not in desk.s.display
    assert desk.game.rules.components()["white"] == len(places(desk, IN_TOWN))
    assert desk.asked == ("extra-cube", NATURE)
    assert desk.refusal("draw white") is refusals.WRONG_DRAW


@pytest.mark.rule("southern-us.setup.cubes")
def test_atlanta_starts_with_four_cubes_the_ports_with_three_and_other_cities_with_one() -> None:
    desk = Desk("southern-us")
    assert {city: len(desk.cubes(city)) for city in places(desk, IN_CITY)} == {
        "Atlanta": 4,
        "Charleston": 3,
        "Savannah": 3,
        "Mobile": 3,
        "New-Orleans": 3,
        "Memphis": 1,
        "Jackson-A8": 1,
        "Nashville": 1,
        "Montgomery": 1,
        "Knoxville": 1,
        "Jacksonville": 1,
        "Raleigh": 1,
    }


# Cotton ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("southern-us.urban.cotton")
def test_cotton_in_an_urbanized_town_lies_on_the_new_city_and_moves_from_there() -> None:
    desk = Desk("southern-us")
    desk.rich()
    desk.take("urbanization", "engineer", "locomotive")
    desk.go_to("build", desk.game.rules.holder(desk.s, "urbanization"))
    desk.act("urbanize Augusta A")
    assert desk.s.kind[desk.hex("Augusta")] == IN_CITY
    assert desk.cubes("Augusta") == ["white"]
    desk.go_to("move")
    desk.put("N6", "NW-NE", desk.asked[1])
    desk.put("O6", "SW-SE", desk.asked[1])
    desk.act("deliver Augusta white Charleston")
    assert desk.cubes("Augusta") == []


@pytest.mark.rule("southern-us.move.cotton-port")
def test_the_four_ports_take_cotton_and_no_other_city_does() -> None:
    desk = Desk("southern-us")
    takes = [city for city in places(desk, IN_CITY) if desk.s.demand[desk.hex(city)] >> WHITE & 1]
    assert sorted(takes) == sorted(PORTS)


@pytest.mark.rule("southern-us.move.cotton-port")
def test_cotton_passes_through_a_city_that_is_no_port_and_cannot_stop_there() -> None:
    desk = mobile_line(0, 0)
    assert desk.refusal("deliver Columbus white Montgomery") is refusals.WRONG_CITY
    desk.act("deliver Columbus white Montgomery Mobile")
    assert desk.cubes("Columbus") == []


@pytest.mark.rule("southern-us.move.cotton-port")
def test_cotton_must_stop_in_the_first_port_it_enters() -> None:
    desk = ports_line(0, 0)
    assert desk.refusal("deliver Augusta white Charleston Savannah") is refusals.MUST_STOP
    assert desk.refusal("deliver Augusta white Charleston") is None
    assert [say for say in desk.says() if say.startswith("deliver Augusta")] == [
        "deliver Augusta white SE Charleston"
    ]


@pytest.mark.rule("southern-us.move.cotton-port")
def test_yellow_passes_through_charleston_where_cotton_would_stop() -> None:
    desk = ports_line(0, 0)
    hex = desk.hex("Augusta")
    desk.s.cubes[8 * hex + COLOURS.index("yellow")] += 1
    desk.s.bag[COLOURS.index("yellow")] -= 1
    desk.act("deliver Augusta yellow Charleston Savannah")
    assert desk.cubes("Augusta") == ["white"]


@pytest.mark.rule("southern-us.move.cotton-bonus")
@pytest.mark.parametrize(
    ("owners", "income"), [((0, 0), [3, 0, 0]), ((0, 1), [2, 1, 0]), ((1, 1), [1, 2, 0]), ((1, 2), [1, 1, 1])]
)
def test_cotton_gives_the_mover_one_income_more_whoever_owns_the_links(
    owners: tuple[int, int], income: list[int]
) -> None:
    desk = mobile_line(*owners)
    desk.act("deliver Columbus white Montgomery Mobile")
    assert desk.s.income == income


@pytest.mark.rule("southern-us.move.cotton-bonus")
def test_other_goods_give_no_more_income_also_in_a_port_and_go_back_to_the_bag() -> None:
    desk = ports_line(1, 1)
    desk.set_cubes("Savannah", "purple")
    bag = desk.s.bag[COLOURS.index("purple")]
    desk.act("deliver Savannah purple Charleston")
    assert desk.s.income == [0, 1, 0]
    assert desk.s.bag[COLOURS.index("purple")] == bag + 1
    assert not any(desk.s.gone)


@pytest.mark.rule("southern-us.move.cotton-bonus", "southern-us.cotton-bag")
def test_delivered_cotton_leaves_the_game() -> None:
    desk = ports_line(0, 0)
    bag = bytes(desk.s.bag)
    desk.act("deliver Augusta white Charleston")
    assert "white" not in desk.cubes("Augusta") + desk.cubes("Charleston")
    assert desk.s.gone[WHITE] == 1
    assert bytes(desk.s.bag) == bag and desk.s.bag[WHITE] == 0


# Growth ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("southern-us.growth.atlanta")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_atlanta_gets_one_cube_from_the_bag_in_the_first_four_turns(turn: int) -> None:
    desk = growing(turn=turn)
    assert desk.asked == ("extra-cube", NATURE)
    colour = next(colour for number, colour in enumerate(COLOURS) if desk.s.bag[number])
    assert desk.refusal(f"draw {colour} {colour}") is refusals.WRONG_DRAW
    had, bag, display = desk.cubes("Atlanta"), sum(desk.s.bag), bytes(desk.s.display)
    desk.act(f"draw {colour}")
    assert sorted(desk.cubes("Atlanta")) == sorted([*had, colour])
    assert sum(desk.s.bag) == bag - 1
    assert bytes(desk.s.display) == display
    assert desk.asked[0] == "grow"


@pytest.mark.rule("southern-us.growth.atlanta")
@pytest.mark.parametrize("turn", [5, 6])
def test_atlanta_gets_no_more_cubes_from_the_bag_after_turn_four(turn: int) -> None:
    assert growing(turn=turn).asked == ("grow", NATURE)


@pytest.mark.rule("southern-us.growth.atlanta-when")
def test_the_cube_for_atlanta_comes_after_production_and_before_the_dice() -> None:
    desk = Desk("southern-us")
    desk.rich()
    desk.take("production", "engineer", "locomotive")
    desk.go_to("move")
    for box in (0, 1):
        desk.s.bag[desk.s.display[box] - 1] += 1
        desk.s.display[box] = 0
    desk.table.nature = None
    seen: list[str] = []
    while desk.asked[0] != "issue":
        kind = desk.asked[0]
        if not seen or seen[-1] != kind:
            seen.append(kind)
        colours = [colour for number, colour in enumerate(COLOURS) for _ in range(desk.s.bag[number])]
        if kind == "move":
            desk.act("pass")
        elif kind == "produce":
            desk.act("produce")
        elif kind == "production":
            desk.act(f"draw {colours[0]} {colours[1]}")
        elif kind == "extra-cube":
            desk.act(f"draw {colours[0]}")
        elif kind == "grow":
            desk.act("roll 1 1 1")
        else:
            desk.act(desk.says()[0])
    assert seen == ["move", "produce", "production", "stock", "extra-cube", "grow"]


# Income reduction -----------------------------------------------------------------------------------------


@pytest.mark.rule("southern-us.reduction.turn4")
def test_the_income_reduction_is_doubled_in_turn_four() -> None:
    assert reduced(4, [10, 11, 21, 31, 41, 50]) == [10, 7, 13, 19, 25, 30]


@pytest.mark.rule("southern-us.reduction.turn4")
@pytest.mark.parametrize("turn", [1, 3, 5])
def test_the_income_reduction_is_single_in_other_turns(turn: int) -> None:
    assert reduced(turn, [10, 11, 21, 31, 41, 50]) == [10, 9, 17, 25, 33, 40]
