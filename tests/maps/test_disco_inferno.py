"""Disco Inferno: deliveries in a chain, cities that burn down, cubes on the New Cities, fire everywhere."""

from __future__ import annotations

import random

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Urbanize
from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.choices import Question
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.maps.disco_inferno import (
    BURNED_DOWN,
    GOES_ON,
    LINKS,
    NO_INCOME,
    NOT_IN_PLAY,
    NOT_SUNG,
    NOT_WITHIN,
    SANG,
    DiscoInfernoState,
)
from footplate.age_of_steam.narration import prompt, story, worth
from footplate.age_of_steam.question import question
from footplate.age_of_steam.view import view
from footplate.core.game import Unreadable
from footplate.core.table import Chance, Table
from tests.desk import NAMES, Desk, accepted, refused
from tests.desk import building as desk_building

USUAL = ("locomotive", "production", "turn-order")


def building(*actions: str, options: dict[str, str] | None = None) -> Desk:
    """Rich players in the order of their seats, about to build."""
    return desk_building(*(actions or USUAL), map="disco-inferno", options=options)


def disco(desk: Desk) -> DiscoInfernoState:
    """The position with what only this board remembers."""
    s = desk.s
    assert isinstance(s, DiscoInfernoState)
    return s


def triangle(desk: Desk, *owners: int | None) -> Desk:
    """Lay Manilow – Summer – Gibb – Double Dutch Bus – Manilow, with owners by link or one for all."""
    first, second, third, fourth = owners if len(owners) == 4 else owners * 4
    desk.put("E10", "NW-SE", first)
    desk.put("F10", "NW-NE", first)
    desk.put("G9", "N-S", second)
    desk.put("G8", "S-NE", second)
    desk.put("G7", "SE-SW", third)
    desk.put("Double-Dutch-Bus", "NE/S", third, fourth)
    desk.put("F8", "N-SW", fourth)
    desk.put("E9", "NE-SW", fourth)
    return desk


def make_city(desk: Desk, town: str, letter: str) -> None:
    """Turn a town into a New City by hand."""
    city = [city.letter for city in desk.board.new_cities].index(letter)
    desk.game.rules.do_urbanize(desk.s, 0, Urbanize(desk.hex(town), city))


def moving(desk: Desk, engine: int = 4, **cubes: str) -> Desk:
    """Go on until seat 0 moves with such an engine; only these cubes lie in cities, and nobody has income."""
    desk.go_to("move", 0)
    desk.s.engine[0] = engine
    desk.s.income = [0] * desk.s.seats
    for hex in range(desk.board.size):
        if desk.s.kind[hex] in (IN_CITY, IN_TOWN):
            desk.set_cubes(desk.board.words[hex])
    for place, colours in cubes.items():
        desk.set_cubes(place, *colours.split())
    return desk


def at_triangle(engine: int = 4, *owners: int | None, **cubes: str) -> Desk:
    """Seat 0 is about to move in the triangle, which is its own unless said otherwise."""
    return moving(triangle(building(), *(owners or (0,))), engine, **cubes)


def asked(desk: Desk) -> Question:
    out = question(desk.game, desk.s, view(desk.game, desk.s, desk.table.seats))
    assert out is not None
    return out


YELLOW = "deliver Manilow yellow Summer"
RED = "deliver Summer red Gibb"


# Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("disco-inferno.setup")
def test_four_cubes_a_city_three_on_each_new_city_and_fifteen_dollars() -> None:
    desk = Desk("disco-inferno", 5)
    s = disco(desk)
    for hex, kind in enumerate(s.kind):
        there = len(desk.cubes(desk.board.words[hex]))
        assert there == (4 if kind == IN_CITY else 0)
    assert [len(cubes) for cubes in s.dancers] == [3] * 8
    assert sum(s.bag) == 96 - 14 * 4 - 8 * 3
    assert not s.display and not desk.board.columns
    assert s.cash == [15] * 5 and s.shares == [2] * 5
    assert [(city.letter, COLOURS[city.colour]) for city in desk.board.new_cities] == [
        ("A", "red"), ("B", "blue"), ("C", "black"), ("D", "black"),
        ("E", "yellow"), ("F", "purple"), ("G", "black"), ("H", "black"),
    ]  # fmt: skip


@pytest.mark.rule("disco-inferno.setup")
def test_the_cubes_of_the_cities_are_drawn_before_those_of_the_new_cities() -> None:
    table = Table(load("disco-inferno"), NAMES[:3])
    table.act("order 1 2 3")
    assert [due.kind for due in table.state.agenda] == ["fill-cities", "fill-new-cities"]
    table.act("draw " + " ".join(["red"] * 20 + ["blue"] * 20 + ["purple"] * 16))
    last = ["yellow"] * 20 + ["black"] * 4
    table.act("draw " + " ".join(last))
    s = table.state
    assert isinstance(s, DiscoInfernoState)
    assert [COLOURS[colour] for cubes in s.dancers for colour in cubes] == last


def test_a_bag_that_is_too_small_leaves_the_last_new_cities_empty() -> None:
    game = load("disco-inferno")
    game.rules.numbers["bag"] = {"red": 60}
    table = Table(game, NAMES[:3], Chance(random.Random(1)))
    s = table.state
    assert isinstance(s, DiscoInfernoState)
    assert [len(cubes) for cubes in s.dancers] == [3, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("disco-inferno.urban")
def test_a_new_city_comes_with_its_three_cubes() -> None:
    desk = building("urbanization", "production", "turn-order")
    s = disco(desk)
    own = sorted(COLOURS[colour] for colour in s.dancers[4])
    asked_for = asked(desk)
    assert asked_for.build is not None
    shown = view(desk.game, s, NAMES[:3]).new_cities[4]
    assert sorted(shown.cubes) == own and shown.place is None
    desk.act("urbanize Funky-Town E")
    assert sorted(desk.cubes("Funky-Town")) == own
    assert disco(desk).dancers[4] == () and all(
        len(disco(desk).dancers[n]) == 3 for n in (0, 1, 2, 3, 5, 6, 7)
    )
    shown = view(desk.game, desk.s, NAMES[:3]).new_cities[4]
    assert shown.cubes == [] and shown.place == "Funky Town"


# Prices ---------------------------------------------------------------------------------------------------


def price(desk: Desk, *sentences: str) -> int:
    """What the last of some builds costs."""
    desk.act(*sentences[:-1])
    before = desk.s.cash[0]
    desk.act(sentences[-1])
    return before - desk.s.cash[0]


@pytest.mark.rule("disco-inferno.cost")
@pytest.mark.parametrize(
    ("sentence", "dollars"),
    [
        ("build E10 NW-SE", 3),
        ("build C10 S-NE", 3),
        ("build E10 NW-S", 3),
        ("build E9 NE-SW/N-NW", 4),
        ("build E9 SW-NE/N-S", 5),
    ],
)
def test_simple_track_costs_three_dollars_coexisting_four_and_crossing_five(
    sentence: str, dollars: int
) -> None:
    desk = building()
    # A second track on E9 extends this one.
    desk.put("Double-Dutch-Bus", "SW", 0)
    desk.put("E8", "NE-S", 0)
    assert price(desk, sentence) == dollars


@pytest.mark.rule("disco-inferno.cost")
def test_towns_replacements_and_redirections_cost_what_they_always_cost() -> None:
    desk = building("engineer", *USUAL[1:])
    desk.put("F8", "N-SW", 0)
    desk.put("E9", "NE-SW", 0)
    desk.put("G9", "S-N", 0)
    assert price(desk, "build Double-Dutch-Bus S/SW") == 3
    assert price(desk, "build G9 S-NE") == 2  # A redirection.
    desk.put("E8", "NE-S", 0)
    assert price(desk, "build E9 NE-SW/N-S") == 3  # A crossing over a simple tile.
    desk.put("E10", "NW-SE", 0)
    desk.put("D10", "N-NE", 0)
    assert price(desk, "build E10 NW-SE/SW-S") == 2  # Any other replacement.


@pytest.mark.rule("disco-inferno.cost")
def test_macarthur_park_is_a_hole_in_the_board() -> None:
    desk = building()
    for hex in ("G11", "H11", "I11", "G12", "H12", "I12", "H10", "G14"):
        with pytest.raises(Unreadable):
            desk.hex(hex)
    # Summer lies at its edge: nothing can be built south of it.
    summer = desk.hex("Summer")
    assert desk.board.across[6 * summer + desk.board.side_names.index("S")] == desk.board.wall
    fire = [hex for hex in range(desk.board.size) if not desk.board.kind[hex]]
    assert {desk.board.prices[hex] for hex in fire} == {3}
    assert {desk.board.terrain[hex] for hex in fire} == {"fire"}


# Chains ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("example.disco-chain", "disco-inferno.chain")
def test_example_three_cubes_over_four_links_in_one_move() -> None:
    desk = at_triangle(4, Manilow="yellow blue", Summer="red blue", Gibb="red blue")
    desk.act(YELLOW)
    assert desk.asked == ("chain", 0)
    desk.act(RED, "deliver Gibb red Double-Dutch-Bus Manilow")
    assert desk.s.income == [4, 0, 0]
    assert desk.asked == ("move", 1)
    for city in ("Manilow", "Summer", "Gibb"):
        assert desk.cubes(city) == ["blue"]


@pytest.mark.rule("disco-inferno.chain")
def test_a_later_cube_starts_where_the_last_one_arrived() -> None:
    desk = at_triangle(4, Manilow="yellow blue", Summer="red", Gibb="yellow")
    desk.act(YELLOW)
    assert refused(desk, "deliver Gibb yellow Summer") == GOES_ON
    assert desk.why("deliver Gibb yellow Summer") == (
        "The chain goes on from Summer, where the last cube arrived."
    )
    assert set(desk.says()) == {"pass", "deliver Summer red N Gibb", "deliver Summer red SW Manilow"}


@pytest.mark.rule("disco-inferno.chain")
def test_all_links_of_a_chain_together_are_within_the_engine() -> None:
    desk = triangle(building(), 0)
    make_city(desk, "Double-Dutch-Bus", "D")
    moving(desk, 2, Manilow="yellow blue", Summer="red black")
    assert accepted(desk, "deliver Summer black Gibb Double-Dutch-Bus")
    desk.act(YELLOW)
    assert refused(desk, "deliver Summer black Gibb Double-Dutch-Bus") == refusals.ENGINE_SHORT
    assert accepted(desk, RED)


@pytest.mark.rule("disco-inferno.chain")
def test_later_cubes_use_places_and_links_of_earlier_ones() -> None:
    desk = at_triangle(2, Manilow="yellow blue", Summer="red blue")
    desk.act(YELLOW, "deliver Summer red Manilow")
    assert desk.s.income == [2, 0, 0]
    assert desk.cubes("Manilow") == ["blue"] and desk.cubes("Summer") == ["blue"]


@pytest.mark.rule("disco-inferno.chain-parts")
def test_each_cube_pays_the_owners_at_once_and_goes_to_the_bag() -> None:
    desk = at_triangle(4, 1, 0, 2, 1, Manilow="yellow blue", Summer="red blue", Gibb="red blue")
    bag = desk.s.bag[:]
    desk.act(YELLOW)
    assert desk.s.income == [0, 1, 0]
    assert desk.s.bag[COLOURS.index("yellow")] == bag[COLOURS.index("yellow")] + 1
    desk.act(RED)
    assert desk.s.income == [1, 1, 0]
    desk.act("deliver Gibb red Double-Dutch-Bus Manilow")
    assert desk.s.income == [1, 2, 1]
    assert desk.s.bag[COLOURS.index("red")] == bag[COLOURS.index("red")] + 2


@pytest.mark.rule("disco-inferno.chain-parts")
def test_each_cube_obeys_the_base_rules() -> None:
    desk = at_triangle(6, Manilow="yellow blue", Summer="red blue", Gibb="blue")
    desk.act(YELLOW)
    assert refused(desk, "deliver Summer red Gibb Double-Dutch-Bus Manilow") == refusals.MUST_STOP
    assert refused(desk, "deliver Summer red Manilow Summer") in (refusals.MUST_STOP, refusals.VISITED)
    assert refused(desk, "deliver Summer blue Gibb") == refusals.WRONG_CITY


@pytest.mark.rule("disco-inferno.chain-parts")
def test_the_engine_cannot_be_raised_within_a_chain_but_before_or_after_it() -> None:
    desk = at_triangle(3, Manilow="yellow blue", Summer="red blue")
    assert accepted(desk, "engine")
    desk.act(YELLOW)
    assert refused(desk, "engine") == NOT_WITHIN
    desk.act("pass", "pass", "pass", "engine")
    assert desk.s.engine[0] == 4


@pytest.mark.rule("disco-inferno.chain-parts")
def test_a_chain_ends_when_the_player_stops() -> None:
    desk = at_triangle(3, Manilow="yellow blue", Summer="red blue")
    desk.act(YELLOW, "pass")
    assert desk.asked == ("move", 1)
    assert story(desk.game, desk.table.news, NAMES)[-1] == "Ada stopped the chain"


@pytest.mark.rule("disco-inferno.chain-parts")
@pytest.mark.parametrize(
    ("engine", "summer"),
    [(1, "red blue"), (4, ""), (4, "black black"), (4, "yellow")],
    ids=["no link left", "no cube there", "no city for it", "own colour"],
)
def test_a_chain_that_cannot_go_on_has_ended(engine: int, summer: str) -> None:
    desk = at_triangle(engine, Manilow="yellow blue", Summer=summer)
    desk.act(YELLOW)
    assert desk.asked == ("move", 1)


@pytest.mark.rule("disco-inferno.chain")
def test_both_moves_of_a_turn_may_be_chains() -> None:
    desk = at_triangle(2, Manilow="yellow blue", Summer="red blue")
    desk.act(YELLOW, "deliver Summer red Manilow", "pass", "pass")
    desk.set_cubes("Manilow", "yellow", "blue")
    desk.set_cubes("Summer", "red", "blue")
    desk.act(YELLOW)
    assert desk.asked == ("chain", 0)
    desk.act("deliver Summer red Manilow")
    assert desk.s.income == [4, 0, 0]


@pytest.mark.rule("disco-inferno.chain")
def test_a_chain_is_shown_with_its_place_and_the_links_left() -> None:
    desk = at_triangle(4, Manilow="yellow blue", Summer="red blue")
    first = asked(desk).move
    assert first is not None and first.nothing_label == "Pass" and first.engine == 4
    yellow = next(d for d in first.deliveries if d.colour == "yellow" and d.stops[-1] == desk.hex("Summer"))
    assert yellow.then == "Go on or stop" and yellow.note is None
    desk.act(YELLOW)
    said = prompt(desk.game, desk.s, NAMES)
    assert said.ask == "Ada, go on or stop"
    assert said.figures == "The chain stands in Summer · 3 of 4 links left"
    move = asked(desk).move
    assert move is not None
    assert (move.nothing_label, move.engine, move.improve, move.round) == ("Stop the chain", 3, None, 1)
    assert {d.hex for d in move.deliveries} == {desk.hex("Summer")}
    stop = desk.game.read(desk.s, "pass")
    assert worth(desk.game, desk.s, stop, NAMES) == "Stop the chain: 3 links left unused."


# Fire -----------------------------------------------------------------------------------------------------


def burned_city(desk: Desk) -> Desk:
    """Lay Quincy – Boogie Oogie Oogie (A, red, burned) – Manilow – Summer – September (D, black)."""
    make_city(desk, "Boogie-Oogie-Oogie", "A")
    make_city(desk, "September", "D")
    for hex, track in (
        ("B10", "SW-SE"),
        ("C10", "S-NE"),
        ("E10", "NW-SE"),
        ("F10", "NW-NE"),
        ("H9", "SW-NE"),
    ):
        desk.put(hex, track, 0)
    return desk


def burn(desk: Desk, place: str) -> None:
    """Let a city have burned down by hand."""
    s = disco(desk)
    desk.set_cubes(place)
    s.burned += (desk.hex(place),)
    s.demand[desk.hex(place)] = 0


@pytest.mark.rule("example.disco-burn", "disco-inferno.burn", "disco-inferno.chain")
def test_example_a_burned_city_is_passed_and_an_emptied_one_burns() -> None:
    cubes = {"Boogie-Oogie-Oogie": "red", "Quincy": "red", "Manilow": "black red", "September": "blue"}
    desk = moving(burned_city(building()), 4, **cubes)
    desk.act("deliver Boogie-Oogie-Oogie red Manilow", "pass", "pass", "pass")
    assert disco(desk).burned == (desk.hex("Boogie-Oogie-Oogie"),)
    desk.s.income[0] = 0
    desk.act("deliver Quincy red Boogie-Oogie-Oogie Manilow")
    assert desk.s.income[0] == 2 and desk.hex("Quincy") in disco(desk).burned
    assert story(desk.game, desk.table.news, NAMES) == [
        "Ada moved red from Quincy to Manilow, 2 links: Ada +2",
        "Quincy burned down",
    ]
    desk.act("deliver Manilow black Summer September")
    assert desk.s.income[0] == 4 and desk.asked == ("move", 1)


@pytest.mark.rule("disco-inferno.burn")
def test_nothing_is_delivered_to_a_burned_city_for_the_rest_of_the_game() -> None:
    desk = at_triangle(2, Manilow="yellow", Summer="red blue", Gibb="yellow")
    assert accepted(desk, "deliver Summer red Manilow")
    desk.act(YELLOW)
    # It burned in mid-move: within the same chain red cannot go there any more.
    assert disco(desk).burned == (desk.hex("Manilow"),)
    assert refused(desk, "deliver Summer red Manilow") == BURNED_DOWN
    assert desk.why("deliver Summer red Manilow") == "Manilow has burned down; nothing is delivered there."
    desk.act("pass", "pass", "pass")
    assert refused(desk, "deliver Summer red Manilow") == BURNED_DOWN
    desk.go_to("issue")
    desk.rich()
    desk.go_to("move", 0)
    desk.s.engine[0] = 4
    desk.set_cubes("Summer", "red", "blue")
    assert refused(desk, "deliver Summer red Manilow") == BURNED_DOWN


@pytest.mark.rule("disco-inferno.burn")
def test_goods_pass_a_burned_city_and_its_track_still_counts() -> None:
    desk = at_triangle(4, Summer="red blue")
    assert refused(desk, "deliver Summer red Manilow Double-Dutch-Bus Gibb") == refusals.MUST_STOP
    points = desk.game.rules.sections(desk.s, 0)
    burn(desk, "Manilow")
    assert accepted(desk, "deliver Summer red Gibb")
    desk.act("deliver Summer red Manilow Double-Dutch-Bus Gibb")
    assert desk.s.income[0] == 3
    assert desk.game.rules.sections(desk.s, 0) == points > 0


@pytest.mark.rule("disco-inferno.burn-when")
def test_only_the_city_that_a_cube_leaves_burns_and_only_with_its_last_cube() -> None:
    desk = at_triangle(4, Manilow="yellow blue")
    # Summer and Gibb are empty, but no cube has left them.
    desk.act(YELLOW)
    assert disco(desk).burned == ()
    assert desk.s.demand[desk.hex("Summer")]
    desk = at_triangle(4, Manilow="yellow")
    desk.act(YELLOW)
    assert disco(desk).burned == (desk.hex("Manilow"),)


@pytest.mark.rule("disco-inferno.burn-when")
def test_a_city_burns_before_its_last_cube_is_delivered() -> None:
    """The cube that leaves does not count any more where it comes from, wherever it goes."""
    desk = at_triangle(4, Manilow="red yellow")
    before = desk.s.copy()
    rules, s = desk.game.rules, before
    a = desk.game.read(desk.s, "deliver Manilow red Summer Gibb")
    rules.do_leave(s, 0, a)
    assert s.burned == ()
    a = desk.game.read(desk.s, YELLOW)
    rules.do_leave(s, 0, a)
    assert s.burned == (desk.hex("Manilow"),) and not s.demand[desk.hex("Manilow")]
    assert refused(desk, "deliver Manilow red Summer Gibb Double-Dutch-Bus Manilow") in (
        refusals.MUST_STOP,
        refusals.VISITED,
    )


@pytest.mark.rule("disco-inferno.burn-when")
def test_a_town_never_burns() -> None:
    desk = at_triangle(4)
    desk.set_cubes("Double-Dutch-Bus", "red")
    desk.act("deliver Double-Dutch-Bus red Gibb")
    assert disco(desk).burned == ()


@pytest.mark.rule("disco-inferno.burn")
def test_a_burning_is_told_before_and_shown_after() -> None:
    desk = at_triangle(4, Manilow="yellow", Summer="red")
    move = asked(desk).move
    assert move is not None
    assert {d.note for d in move.deliveries if d.hex == desk.hex("Manilow")} == {"Manilow burns down."}
    desk.act(YELLOW)
    shown = view(desk.game, desk.s, NAMES[:3])
    assert shown.places[desk.hex("Manilow")] == "city · takes nothing · burned down"
    assert any("mark-burned" in part for part in shown.pieces.values())


# Production -----------------------------------------------------------------------------------------------


def producing(*bag: str) -> Desk:
    """Seat 1 is asked whether to draw from a bag that holds this, or what it held."""
    desk = building()
    desk.go_to("produce", 1)
    if bag != ("full",):
        for n, colour in enumerate(COLOURS):
            left = bag.count(colour)
            desk.s.gone[n] += desk.s.bag[n] - left
            desk.s.bag[n] = left
    return desk


@pytest.mark.rule("disco-inferno.production", "disco-inferno.growth")
def test_two_cubes_go_together_to_one_city_and_nothing_else_grows() -> None:
    desk = producing("full")
    before, bag = desk.cubes("Kool"), sum(desk.s.bag)
    everything = sum(desk.s.cubes)
    desk.act("produce")
    assert desk.asked == ("stock", 1) and sum(desk.s.drawn) == 2
    desk.act("admit Kool")
    assert len(desk.cubes("Kool")) == len(before) + 2
    assert sum(desk.s.cubes) == everything + 2 and sum(desk.s.bag) == bag - 2
    assert not any(desk.s.drawn)
    assert desk.s.turn == 2 and desk.asked[0] == "issue"
    assert "Ben put the drawn cubes on Kool" in story(desk.game, desk.table.news, NAMES)


@pytest.mark.rule("disco-inferno.growth")
def test_without_production_nothing_grows() -> None:
    desk = building("locomotive", "engineer", "turn-order")
    cubes = bytes(desk.s.cubes)
    desk.go_to("issue")
    assert bytes(desk.s.cubes) == cubes and desk.s.turn == 2


@pytest.mark.rule("disco-inferno.production")
def test_burned_cities_and_towns_get_no_cubes_but_new_cities_do() -> None:
    desk = producing("full")
    make_city(desk, "YMCA", "C")
    burn(desk, "Kool")
    desk.act("produce")
    assert refused(desk, "admit Kool") == NOT_IN_PLAY
    assert refused(desk, "admit Le-Freak") == NOT_IN_PLAY
    assert refused(desk, "admit E10") == NOT_IN_PLAY
    assert len(desk.says()) == 14
    assert accepted(desk, "admit YMCA")
    answers = asked(desk).answers
    assert all(len(answer.hexes) == 1 for answer in answers)
    with pytest.raises(Unreadable, match="admit CITY"):
        desk.game.read(desk.s, "admit")


@pytest.mark.rule("disco-inferno.production-few")
def test_of_one_cube_in_the_bag_that_one_is_placed() -> None:
    desk = producing("red")
    assert [answer.label for answer in asked(desk).answers] == ["Draw 1 cube", "Decline"]
    desk.act("produce")
    before = desk.cubes("Kool").count("red")
    desk.act("admit Kool")
    assert desk.cubes("Kool").count("red") == before + 1 and not any(desk.s.bag)


@pytest.mark.rule("disco-inferno.production-few")
def test_one_cube_in_the_bag_is_enough_to_be_asked() -> None:
    desk = building()
    desk.go_to("move")
    for n in range(len(COLOURS)):
        desk.s.gone[n] += desk.s.bag[n]
        desk.s.bag[n] = 0
    desk.s.bag[0], desk.s.gone[0] = 1, desk.s.gone[0] - 1
    desk.rich()
    while desk.asked[0] == "move":
        desk.act("pass")
    assert desk.asked == ("produce", USUAL.index("production"))


@pytest.mark.rule("disco-inferno.production-few")
@pytest.mark.parametrize("why", ["an empty bag", "no city in play"])
def test_nobody_is_asked_to_produce_what_cannot_be(why: str) -> None:
    desk = building()
    desk.go_to("move")
    for hex, kind in enumerate(desk.s.kind):
        if kind == IN_CITY and why == "no city in play":
            burn(desk, desk.board.words[hex])
    for n in range(len(COLOURS)):
        if why == "an empty bag":
            desk.s.gone[n] += desk.s.bag[n]
            desk.s.bag[n] = 0
    desk.rich()
    asked_for = set()
    while desk.s.turn == 1:
        asked_for.add(desk.asked[0])
        desk.act("pass")
    assert asked_for == {"move"}


@pytest.mark.rule("disco-inferno.production-few")
def test_production_is_optional() -> None:
    desk = producing("full")
    bag = bytes(desk.s.bag)
    desk.act("decline")
    assert bytes(desk.s.bag) == bag and desk.s.turn == 2


# Singing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("disco-inferno.singing")
def test_singing_costs_an_income_only_where_the_table_plays_with_it() -> None:
    desk = building()
    desk.go_to("move", 0)
    desk.s.income = [3, 3, 3]
    assert refused(desk, "sang") == NOT_SUNG
    assert not asked(desk).answers
    desk = building(options={"singing": "on"})
    desk.go_to("move", 0)
    desk.s.income = [3, 3, 3]
    assert [(answer.label, answer.says) for answer in asked(desk).answers] == [
        ("I was singing", "−1 income: 3 → 2")
    ]
    desk.act("sang")
    assert desk.s.income == [2, 3, 3] and desk.asked == ("move", 0)
    assert story(desk.game, desk.table.news, NAMES) == ["Ada was caught singing: −1 income"]
    desk.act("sang", "sang")
    assert refused(desk, "sang") == NO_INCOME


@pytest.mark.rule("disco-inferno.singing")
def test_singing_is_owned_up_to_before_a_move_and_not_within_a_chain() -> None:
    desk = triangle(building(options={"singing": "on"}), 0)
    moving(desk, 4, Manilow="yellow blue", Summer="red")
    desk.s.income = [3, 3, 3]
    assert accepted(desk, "sang")
    desk.act(YELLOW)
    assert desk.asked == ("chain", 0)
    assert desk.game.why_not(desk.s, SANG) is refusals.NOT_ASKED and "sang" not in desk.says()


# Positions from outside -----------------------------------------------------------------------------------


def chain_of(place: str, left: int) -> list[object]:
    hex = load("disco-inferno").board.read_hex(place)
    return ["chain", 0, 1, LINKS * hex + left]


@pytest.mark.parametrize("due", [chain_of("Gibb", 2), chain_of("Summer", 4), chain_of("Summer", 0)])
def test_a_chain_that_cannot_be_open_is_refused(due: list[object]) -> None:
    desk = at_triangle(4, Manilow="yellow blue", Summer="red blue")
    desk.act(YELLOW)
    saved = desk.s.to_json()
    assert desk.game.position(saved, 3) == desk.s
    with pytest.raises(ValueError, match="nobody can be asked “chain” as it stands"):
        desk.game.position({**saved, "agenda": [due, *saved["agenda"][1:]]}, 3)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("dancers", [[0]] * 7, "cubes lie on no New City"),
        ("dancers", [[0, 0, 9]] + [[]] * 7, "the colour of a cube on a New City"),
        ("dancers", [[]] * 8, "cubes instead of"),
        ("burned", [9999], "a city that has burned down"),
        ("burned", [0], "cannot have burned down"),
    ],
)
def test_what_cannot_be_is_said(name: str, value: object, says: str) -> None:
    desk = Desk("disco-inferno")
    with pytest.raises(ValueError, match=says):
        desk.game.position({**desk.s.to_json(), name: value}, 3)
