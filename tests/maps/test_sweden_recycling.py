"""Sweden Recycling: delivered cubes wait and become other colours, black ones feed the plant."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import IN_CITY
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import BLACK, COLOURS, STRIDE, YELLOW
from footplate.age_of_steam.maps.sweden_recycling import WAITS, SwedenState
from footplate.age_of_steam.narration import story
from footplate.age_of_steam.view import view
from footplate.core.table import Table
from tests.desk import NAMES, Desk, accepted, refused
from tests.desk import building as desk_building

CUBES = 24
"""All cubes that take part."""
USUAL = ("locomotive", "WTE-plant-operator", "turn-order")


def sweden(desk: Desk) -> SwedenState:
    """The position with what only this board remembers."""
    s = desk.s
    assert isinstance(s, SwedenState)
    return s


def building(*actions: str) -> Desk:
    """Rich players in the order of their seats, about to build."""
    return desk_building(*(actions or USUAL), map="sweden-recycling")


def lay(desk: Desk, **cubes: str) -> Desk:
    """Put only these cubes on the board; all others are gone."""
    s = sweden(desk)
    s.cubes = bytearray(len(s.cubes))
    for place, colours in cubes.items():
        for colour in colours.split():
            s.cubes[STRIDE * desk.hex(place) + COLOURS.index(colour)] += 1
    s.gone = bytearray(STRIDE)
    s.gone[YELLOW] = CUBES - sum(s.cubes) - len(desk.game.rules.aside(s))
    return desk


def moving(desk: Desk, engine: int = 3, **cubes: str) -> Desk:
    """Go on until seat 0 moves, with such an engine, and only these cubes on the board."""
    desk.go_to("move", 0)
    desk.s.engine = [engine] * desk.s.seats
    desk.s.income = [0] * desk.s.seats
    return lay(desk, **cubes)


def southern(desk: Desk) -> Desk:
    """Lay Halmstad – Växjö – Karlskrona, and Växjö – Tingsryd, for seat 0."""
    for hex, track in (("D10", "NW-NE"), ("E10", "SW-NE"), ("F10", "N-S")):
        desk.put(hex, track, 0)
    for hex, track in (("G10", "NW-S"), ("G11", "N-SE"), ("H11", "NW-S")):
        desk.put(hex, track, 0)
    if desk.s.kind[desk.hex("Tingsryd")] != IN_CITY:
        desk.put("Tingsryd", "N", 0)
    return desk


def waiting(desk: Desk, place: str) -> list[str]:
    """The cubes that wait in a city."""
    at = STRIDE * desk.hex(place)
    return [colour for n, colour in enumerate(COLOURS) for _ in range(sweden(desk).waiting[at + n])]


def with_plant(*actions: str) -> Desk:
    """Like southern, but Tingsryd is a black New City; seat 0 took Urbanization."""
    desk = building("urbanization", *(actions or USUAL[1:]))
    desk.act("urbanize Tingsryd C")
    return southern(desk)


# Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sweden.setup")
def test_two_cubes_a_city_from_a_bag_without_purple_and_no_display() -> None:
    table = Table(load("sweden-recycling"), NAMES[:4])
    bag = {colour: table.state.bag[n] for n, colour in enumerate(COLOURS) if table.state.bag[n]}
    assert bag == {"yellow": 12, "red": 8, "blue": 4}
    desk = Desk("sweden-recycling", 4)
    for hex, kind in enumerate(desk.s.kind):
        assert len(desk.cubes(desk.board.words[hex])) == (2 if kind == IN_CITY else 0)
    assert sum(desk.s.cubes) == CUBES and not desk.s.display
    assert {COLOURS[city.colour] for city in desk.board.new_cities} == {"black"}


@pytest.mark.rule("sweden.supply-all")
def test_the_bag_is_empty_after_the_set_up_and_nothing_returns_to_it() -> None:
    desk = Desk("sweden-recycling")
    assert not any(desk.s.bag)
    desk = moving(southern(building()), Halmstad="yellow", Växjö="red")
    desk.act("deliver Halmstad yellow Växjö", "pass", "pass", "deliver Växjö red Karlskrona")
    assert not any(desk.s.bag)
    desk.go_to("issue")
    assert not any(desk.s.bag)


# Moving ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sweden.move.recycle")
@pytest.mark.parametrize(
    ("start", "colour", "there"),
    [
        ("Halmstad", "yellow", "Växjö"),
        ("Växjö", "red", "Karlskrona"),
        ("Växjö", "blue", "Halmstad"),
    ],
)
def test_a_delivered_cube_waits_in_its_city(start: str, colour: str, there: str) -> None:
    desk = moving(southern(building()), **{start: f"{colour} yellow", there: "blue"})
    desk.act(f"deliver {start} {colour} {there}")
    assert waiting(desk, there) == [colour] and desk.cubes(there) == ["blue"]
    assert desk.s.income == [1, 0, 0] and sweden(desk).wte_plant == 0


@pytest.mark.rule("sweden.move.recycle", "sweden.urban")
def test_a_black_cube_goes_to_the_plant() -> None:
    desk = moving(with_plant(), Växjö="black")
    desk.act("deliver Växjö black Tingsryd")
    assert sweden(desk).wte_plant == 1 and waiting(desk, "Tingsryd") == [] == desk.cubes("Tingsryd")
    assert story(desk.game, desk.table.news, NAMES) == [
        "Ada moved black from Växjö to Tingsryd, 1 link: Ada +1",
        "1 black cube in the plant",
    ]


@pytest.mark.rule("sweden.move.wait")
def test_a_waiting_cube_cannot_be_moved_before_growth_has_recycled_it() -> None:
    desk = moving(southern(building()), Halmstad="red", Växjö="yellow")
    desk.act("deliver Halmstad red Växjö Karlskrona", "pass", "pass")
    lay(desk, Halmstad="red")
    # Karlskrona is red; the way back to Halmstad would be open to a blue cube.
    assert refused(desk, "deliver Karlskrona red Växjö Halmstad") == WAITS
    assert desk.why("deliver Karlskrona red Växjö Halmstad") == "That cube waits until growth."
    assert refused(desk, "deliver Karlskrona yellow Växjö Halmstad") == refusals.NO_CUBE
    desk.go_to("issue")
    desk.rich()
    desk.go_to("move", 0)
    desk.s.engine[0] = 3
    assert desk.cubes("Karlskrona") == ["blue"]
    assert accepted(desk, "deliver Karlskrona blue Växjö Halmstad")


# Growth ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sweden.growth")
@pytest.mark.parametrize(
    ("start", "colour", "there", "becomes"),
    [
        ("Halmstad", "yellow", "Växjö", "red"),
        ("Växjö", "red", "Karlskrona", "blue"),
        ("Växjö", "blue", "Halmstad", "black"),
    ],
)
def test_growth_turns_a_waiting_cube_into_the_next_colour(
    start: str, colour: str, there: str, becomes: str
) -> None:
    desk = moving(southern(building()), **{start: colour})
    desk.act(f"deliver {start} {colour} {there}")
    desk.go_to("issue")
    assert desk.cubes(there) == [becomes] and not any(sweden(desk).waiting)


@pytest.mark.rule("example.sweden", "sweden.growth")
def test_example_halmstad_and_vaxjo() -> None:
    desk = moving(southern(building()), Halmstad="blue", Växjö="blue")
    s = sweden(desk)
    s.waiting[STRIDE * desk.hex("Halmstad") + COLOURS.index("blue")] = 1
    s.waiting[STRIDE * desk.hex("Växjö") + COLOURS.index("yellow")] = 2
    s.gone[YELLOW] -= 3
    desk.go_to("issue")
    assert desk.cubes("Halmstad") == ["blue", "black"]
    assert sorted(desk.cubes("Växjö")) == ["blue", "red", "red"]
    told = story(desk.game, desk.table.news, NAMES)
    assert "Halmstad: 1 blue became black" in told and "Växjö: 2 yellow became red" in told


@pytest.mark.rule("sweden.growth", "sweden.urban")
def test_nothing_else_grows_and_new_cities_never_produce() -> None:
    desk = with_plant()
    before = bytes(desk.s.cubes)
    desk.go_to("issue")
    assert bytes(desk.s.cubes) == before
    assert desk.cubes("Tingsryd") == [] and not desk.board.columns


# New Cities and the plant ---------------------------------------------------------------------------------


@pytest.mark.rule("sweden.urban")
def test_there_are_four_new_cities_and_all_take_black_cubes_only() -> None:
    desk = with_plant()
    assert [city.letter for city in desk.board.new_cities] == ["C", "D", "G", "H"]
    moving(desk, Växjö="black red blue")
    assert accepted(desk, "deliver Växjö black Tingsryd")
    for colour in ("red", "blue"):
        assert refused(desk, f"deliver Växjö {colour} Tingsryd") == refusals.WRONG_CITY


@pytest.mark.rule("sweden.plant")
def test_black_cubes_pile_up_from_turn_to_turn_until_an_operator_takes_them() -> None:
    desk = moving(with_plant("engineer", "turn-order"), Växjö="black black")
    desk.act("deliver Växjö black Tingsryd", "pass", "pass")
    desk.go_to("issue")
    assert sweden(desk).wte_plant == 1 and sweden(desk).garbage == [0, 0, 0]
    desk.rich()
    desk.go_to("take", 0)
    desk.act("take engineer")
    desk.go_to("move", 0)
    desk.act("deliver Växjö black Tingsryd")
    desk.go_to("issue")
    assert sweden(desk).wte_plant == 2 and sweden(desk).garbage == [0, 0, 0]
    desk.rich()
    desk.go_to("take")
    operator = desk.asked[1]
    desk.act("take wte-plant-operator")
    desk.go_to("issue")
    assert sweden(desk).wte_plant == 0 and sweden(desk).garbage[operator] == 2


@pytest.mark.rule("sweden.action.wte", "sweden.action.wte-when")
def test_the_operator_takes_all_black_cubes_those_of_this_turn_too() -> None:
    desk = moving(with_plant(), Växjö="black black")
    s = sweden(desk)
    s.wte_plant, s.gone[YELLOW] = 3, s.gone[YELLOW] - 3
    before = desk.game.rules.score_parts(s, 1)
    desk.act("deliver Växjö black Tingsryd", "pass", "pass", "deliver Växjö black Tingsryd", "pass")
    assert sweden(desk).garbage == [0, 0, 0]
    # Nobody is asked: it happens when the last move is made, before income.
    desk.act("pass")
    assert sweden(desk).garbage == [0, 5, 0] and sweden(desk).wte_plant == 0
    after = desk.game.rules.score_parts(desk.s, 1)
    assert (before["garbage"], after["garbage"]) == (0, 10)
    assert desk.game.rules.score(desk.s, 1) == sum(after.values())
    told = story(desk.game, desk.table.news, NAMES)
    assert told.index("Ben took 5 black cubes from the plant") < next(
        n for n, line in enumerate(told) if line.startswith("Income")
    )


@pytest.mark.rule("sweden.action.wte")
def test_the_operator_replaces_production() -> None:
    desk = Desk("sweden-recycling")
    desk.go_to("take")
    offered = desk.says()
    assert "take WTE-plant-operator" in offered and not [one for one in offered if "production" in one]
    assert len(offered) == 7
    desk.act("take wte plant operator")
    assert story(desk.game, desk.table.news, NAMES)[0].endswith("took WTE Plant Operator")


def test_an_operator_of_an_empty_plant_takes_nothing() -> None:
    desk = moving(building())
    desk.go_to("issue")
    assert sweden(desk).garbage == [0, 0, 0]


# Supply ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sweden.supply", "sweden.supply-all")
@pytest.mark.parametrize(("colour", "becomes"), [("yellow", "red"), ("red", "blue"), ("blue", "black")])
def test_no_colour_ever_runs_out(colour: str, becomes: str) -> None:
    """Even where all cubes that take part would be of one colour, more than any box holds."""
    desk = moving(southern(building()))
    s = sweden(desk)
    taken = 20 if becomes == "black" else 0
    s.garbage[2], s.gone[YELLOW] = taken, 0
    place = {"yellow": "Växjö", "red": "Karlskrona", "blue": "Halmstad"}[colour]
    s.waiting[STRIDE * desk.hex(place) + COLOURS.index(colour)] = 2
    s.cubes[STRIDE * desk.hex("Malmö") + COLOURS.index(becomes)] = CUBES - 2 - taken
    desk.go_to("issue")
    assert desk.cubes(place) == [becomes] * 2
    assert desk.cubes("Malmö").count(becomes) == CUBES - 2 - taken


# Showing --------------------------------------------------------------------------------------------------


def test_what_waits_lies_apart_and_the_plant_stands_beside_the_board() -> None:
    desk = moving(southern(building()), Halmstad="yellow", Växjö="blue")
    s = sweden(desk)
    s.wte_plant, s.garbage[1], s.gone[YELLOW] = 2, 4, s.gone[YELLOW] - 6
    desk.act("deliver Halmstad yellow Växjö")
    shown = view(desk.game, desk.s, NAMES[:3])
    assert shown.places[desk.hex("Växjö")] == "city · takes yellow · holds 1 blue · yellow waiting"
    assert any("mark-waiting" in part for part in shown.pieces.values())
    assert [(box.name, box.cubes) for box in shown.boxes] == [("WTE plant", ["black", "black"])]
    assert [(figure.head, figure.values) for figure in shown.figures] == [("Garbage", [0, 4, 0])]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"wte_plant": -1}, "the black cubes of the plant"),
        ({"garbage": [0, 0]}, "garbage has 2 entries"),
        ({"garbage": [1, 0, 0]}, "there are 25 cubes instead of 24"),
        ({"waiting": ""}, "waiting has 0 entries"),
    ],
)
def test_what_cannot_be_is_said(change: dict[str, object], says: str) -> None:
    desk = Desk("sweden-recycling")
    with pytest.raises(ValueError, match=says):
        desk.game.position({**desk.s.to_json(), **change}, 3)


@pytest.mark.parametrize(("place", "colour"), [("Borås", YELLOW), ("Växjö", BLACK)])
def test_no_cube_waits_where_none_can(place: str, colour: int) -> None:
    desk = Desk("sweden-recycling")
    s = sweden(desk)
    s.waiting[STRIDE * desk.hex(place) + colour] = 1
    at = next(n for n, count in enumerate(s.cubes) if count)
    s.cubes[at] -= 1
    with pytest.raises(ValueError, match="no such cube can wait"):
        desk.game.position(s.to_json(), 3)
