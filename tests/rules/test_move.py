"""V. Move goods.

The line of these tests on the testbed, with the hexes its links lie on:
Alpha –D1– Topaz –E2– Beta –G3– Violet –G5– Epsilon –F4– Delta, and a second link Alpha –C2, C3– Topaz.
Alpha takes red, Beta blue, Epsilon black and red, Delta yellow; Topaz and Violet are towns.
"""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.goods import COLOURS
from footplate.core.game import Due
from tests.desk import TESTBED, Desk

CITIES = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")


def at_move(desk: Desk) -> Desk:
    """Go to the move of goods, where the seats move in their order and hold no action."""
    desk.go_to("move")
    desk.s.order = list(range(desk.s.seats))
    desk.s.held = [()] * desk.s.seats
    desk.s.agenda = [Due("move", seat, round) for round in (1, 2) for seat in desk.s.order]
    return desk


def line(
    alpha_topaz: int | None = 0,
    topaz_beta: int | None = 0,
    beta_violet: int | None = 0,
    violet_epsilon: int | None = 0,
    epsilon_delta: int | None = 0,
    second: int | str | None = "none",
    engine: int = 6,
    players: int = 3,
) -> Desk:
    """The line with an owner for each link, all cities empty of cubes; seat 0 moves first."""
    desk = Desk(TESTBED, players=players)
    desk.rich()
    at_move(desk)
    desk.put("D1", "NW-S", alpha_topaz)
    if isinstance(second, str):
        desk.put("Topaz", "N/NE", alpha_topaz, topaz_beta)
    else:
        desk.put("Topaz", "N/NE/SW", alpha_topaz, topaz_beta, second)
        desk.put("C2", "N-S", second)
        desk.put("C3", "N-NE", second)
    desk.put("E2", "SW-SE", topaz_beta)
    desk.put("G3", "S-NW", beta_violet)
    desk.put("Violet", "N/S", beta_violet, violet_epsilon)
    desk.put("G5", "N-SW", violet_epsilon)
    desk.put("F4", "S-SW", epsilon_delta)
    for city in CITIES:
        desk.set_cubes(city)
    desk.s.engine = [engine] * players
    return desk


def bagged(desk: Desk, colour: str) -> int:
    return desk.s.bag[COLOURS.index(colour)]


# Rounds ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.move.rounds", "base.move.one")
def test_two_rounds_in_player_order_and_doing_nothing_is_allowed() -> None:
    desk = Desk(players=4)
    desk.take("engineer", "locomotive", "production", "urbanization")
    desk.go_to("move")
    order, asked = desk.s.order[:], []
    assert order != sorted(order)
    while desk.asked[0] == "move":
        asked.append(desk.asked[1])
        desk.act("pass")
    assert asked == order + order


@pytest.mark.rule("base.move.one")
def test_a_player_moves_one_cube_in_each_round() -> None:
    desk = line()
    desk.set_cubes("Alpha", "blue", "blue", "blue")
    desk.act("deliver Alpha blue Topaz Beta")
    assert desk.cubes("Alpha") == ["blue", "blue"]
    assert desk.asked == ("move", 1)
    desk.act("pass", "pass")
    assert desk.asked == ("move", 0)
    desk.act("deliver Alpha blue Topaz Beta")
    assert desk.cubes("Alpha") == ["blue"]
    assert desk.asked == ("move", 1)


# Links ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.move.links", "base.move.bag", "base.move.income")
def test_a_cube_moves_over_completed_links_to_a_city_of_its_colour_and_goes_back_to_the_bag() -> None:
    desk = line()
    desk.set_cubes("Alpha", "blue", "red")
    desk.set_cubes("Beta", "yellow")
    before = bagged(desk, "blue")
    desk.act("deliver Alpha blue Topaz Beta")
    assert desk.cubes("Alpha") == ["red"] and desk.cubes("Beta") == ["yellow"]
    assert bagged(desk, "blue") == before + 1
    assert desk.s.income == [2, 0, 0]


@pytest.mark.rule("base.move.links")
def test_no_cube_moves_that_is_not_there() -> None:
    desk = line()
    desk.set_cubes("Alpha", "blue")
    assert desk.refusal("deliver Alpha black Topaz Beta") is refusals.NO_CUBE
    assert desk.why("deliver Alpha black Topaz Beta") == "There is no black cube on Alpha."
    assert desk.why("deliver C4 blue Topaz Beta") == "There is no blue cube on Umber."


@pytest.mark.rule("base.move.links")
def test_a_cube_ends_in_a_city_of_its_own_colour_only() -> None:
    desk = line()
    desk.set_cubes("Alpha", "blue", "yellow", "black")
    assert desk.refusal("deliver Alpha yellow Topaz Beta") is refusals.WRONG_CITY
    assert desk.why("deliver Alpha yellow Topaz Beta") == "Beta does not take yellow cubes."
    assert desk.why("deliver Alpha blue Topaz") == "Topaz does not take blue cubes."
    assert desk.refusal("deliver Alpha blue Topaz Beta") is None
    assert desk.refusal("deliver Alpha yellow Topaz Beta Violet Epsilon Delta") is None
    assert desk.refusal("deliver Alpha black Topaz Beta Violet Epsilon") is None


@pytest.mark.rule("base.move.links")
def test_a_cube_needs_completed_links_all_the_way() -> None:
    desk = line()
    desk.put("E2", "N-SW", 0)
    desk.set_cubes("Alpha", "blue")
    assert desk.refusal("deliver Alpha blue Topaz Beta") is refusals.NO_LINK
    said = "No completed link leads from Topaz to Beta that way."
    assert desk.why("deliver Alpha blue Topaz Beta") == said
    assert desk.why("deliver Alpha blue Topaz NE Beta") == said
    assert desk.says() == ["pass"]
    desk.put("E2", "SW-SE", 0)
    assert desk.refusal("deliver Alpha blue Topaz Beta") is None


@pytest.mark.rule("base.move.links")
def test_a_side_by_which_no_link_leaves_leads_nowhere() -> None:
    desk = line()
    desk.set_cubes("Alpha", "blue")
    said = "No completed link leads from Alpha to Topaz that way."
    assert desk.why("deliver Alpha blue S Topaz NE Beta") == said
    assert desk.refusal("deliver Alpha blue SE Topaz NE Beta") is None


@pytest.mark.rule("base.move.links", "base.move.income")
def test_links_of_other_players_may_be_used_and_pay_their_owners() -> None:
    desk = line(alpha_topaz=1, topaz_beta=2)
    desk.set_cubes("Alpha", "blue")
    desk.act("deliver Alpha blue Topaz Beta")
    assert desk.s.income == [0, 1, 1]


@pytest.mark.rule("base.move.income")
def test_every_link_adds_one_income_to_its_owner_at_once() -> None:
    desk = line(alpha_topaz=1, topaz_beta=0, beta_violet=2, violet_epsilon=1, epsilon_delta=1)
    desk.s.income = [4, 5, 6]
    desk.set_cubes("Alpha", "yellow")
    desk.act("deliver Alpha yellow Topaz Beta Violet Epsilon Delta")
    assert desk.s.income == [5, 8, 7]
    assert desk.asked == ("move", 1)
    gained = [(fact.seat, fact.data) for fact in desk.table.news if fact.kind == "gained"]
    assert gained == [(0, (1,)), (1, (3,)), (2, (1,))]
    assert desk.s.cash == [100, 100, 100], "income is no cash yet"


@pytest.mark.rule("base.move.unowned")
def test_links_of_nobody_may_be_used_and_pay_nobody() -> None:
    desk = line(alpha_topaz=None, topaz_beta=1)
    desk.set_cubes("Alpha", "blue")
    desk.act("deliver Alpha blue Topaz Beta")
    assert desk.s.income == [0, 1, 0]


# Parallel links -------------------------------------------------------------------------------------------


@pytest.mark.rule("base.move.parallel")
@pytest.mark.parametrize(("side", "income"), [("SE", [0, 1, 1]), ("S", [0, 0, 2])])
def test_of_two_links_between_the_same_places_the_mover_chooses_one(side: str, income: list[int]) -> None:
    desk = line(alpha_topaz=1, topaz_beta=2, second=2)
    desk.set_cubes("Alpha", "blue")
    desk.act(f"deliver Alpha blue {side} Topaz Beta")
    assert desk.s.income == income


@pytest.mark.rule("base.move.parallel")
def test_where_several_links_fit_the_side_must_be_said() -> None:
    desk = line(second=2)
    desk.set_cubes("Alpha", "blue")
    assert desk.refusal("deliver Alpha blue Topaz Beta") is refusals.WHICH_LINK
    said = "Several links join Alpha and Topaz; say by which side: SE, S."
    assert desk.why("deliver Alpha blue Topaz Beta") == said
    assert desk.why("deliver Alpha blue Topaz NE Beta") == said


@pytest.mark.rule("base.move.parallel")
def test_every_distinct_outcome_of_parallel_links_is_listed_once() -> None:
    desk = line(alpha_topaz=1, topaz_beta=2, second=0)
    desk.set_cubes("Alpha", "blue")
    assert sorted(desk.says()) == [
        "deliver Alpha blue S Topaz NE Beta",
        "deliver Alpha blue SE Topaz NE Beta",
        "pass",
    ]
    desk = line(alpha_topaz=1, topaz_beta=2, second=1)
    desk.set_cubes("Alpha", "blue")
    assert len(desk.says()) == 2, "links of one owner bring the same"
    for side in ("S", "SE"):
        assert desk.refusal(f"deliver Alpha blue {side} Topaz NE Beta") is None


@pytest.mark.rule("base.move.parallel")
def test_a_cube_sent_to_a_city_takes_the_way_that_pays_the_mover_most() -> None:
    desk = line(alpha_topaz=1, topaz_beta=1, second=0)
    desk.set_cubes("Alpha", "blue")
    desk.act("deliver Alpha blue to Beta")
    assert desk.s.income == [1, 1, 0]
    assert desk.table.log[-1].text == "deliver Alpha blue S Topaz NE Beta"


# Stopping, visiting, reaching -----------------------------------------------------------------------------


@pytest.mark.rule("base.move.stop")
def test_a_cube_stops_in_the_first_city_of_its_colour() -> None:
    desk = line()
    desk.set_cubes("Delta", "red")
    way = "deliver Delta red Epsilon Violet Beta Topaz Alpha"
    assert desk.refusal(way) is refusals.MUST_STOP
    assert desk.why(way) == "A red cube must stop in Epsilon."
    assert desk.says()[-1] == "deliver Delta red NE Epsilon"
    desk.act("deliver Delta red Epsilon")
    assert desk.s.income == [1, 0, 0]


@pytest.mark.rule("base.move.stop")
def test_a_cube_passes_through_cities_of_other_colours() -> None:
    desk = line()
    desk.set_cubes("Delta", "blue")
    desk.act("deliver Delta blue Epsilon Violet Beta")
    assert desk.s.income == [3, 0, 0]


@pytest.mark.rule("base.move.own-colour-start")
def test_a_cube_may_leave_a_city_of_its_own_colour_for_another_one() -> None:
    desk = line()
    desk.set_cubes("Alpha", "red")
    desk.act("deliver Alpha red Topaz Beta Violet Epsilon")
    assert desk.s.income == [4, 0, 0]


@pytest.mark.rule("base.move.own-colour-start", "base.move.visit-once")
def test_a_cube_never_ends_where_it_starts() -> None:
    desk = line(second=0, violet_epsilon=0)
    desk.put("G5", "N-NW", 0)
    desk.set_cubes("Alpha", "red")
    assert desk.says() == ["pass"]
    assert desk.refusal("deliver Alpha red SE Topaz SW Alpha") is refusals.VISITED
    assert desk.why("deliver Alpha red SE Topaz SW Alpha") == "The cube would visit Alpha twice."
    assert desk.refusal("deliver Alpha red Alpha") is refusals.NO_LINK


@pytest.mark.rule("base.move.visit-once")
def test_a_cube_visits_no_town_and_no_city_twice() -> None:
    desk = line(second=0)
    desk.set_cubes("Beta", "yellow")
    town = "deliver Beta yellow Topaz N Alpha S Topaz"
    assert desk.refusal(town) is refusals.VISITED
    assert desk.why(town) == "The cube would visit Topaz twice."
    origin = "deliver Beta yellow Violet Beta Violet"
    assert desk.why(origin) == "The cube would visit Beta twice."
    desk.set_cubes("Violet", "yellow")
    city = "deliver Violet yellow Beta Topaz Beta Violet Epsilon Delta"
    assert desk.why(city) == "The cube would visit Beta twice."
    assert desk.refusal("deliver Violet yellow Epsilon Delta") is None


@pytest.mark.rule("base.move.engine")
@pytest.mark.parametrize("engine", [1, 2, 3, 4, 5, 6])
def test_a_cube_moves_over_at_most_as_many_links_as_the_movers_engine(engine: int) -> None:
    desk = line(engine=engine)
    stops = ["Topaz", "Beta", "Violet", "Epsilon", "Delta"]
    for colour, links in (("blue", 2), ("black", 4), ("yellow", 5)):
        desk.set_cubes("Alpha", colour)
        way = f"deliver Alpha {colour} {' '.join(stops[:links])}"
        listed = any(sentence.startswith("deliver") for sentence in desk.says())
        if links <= engine:
            assert desk.refusal(way) is None and listed
        else:
            assert desk.refusal(way) is refusals.ENGINE_SHORT and not listed
            assert desk.why(way) == f"Your engine reaches {engine} links; this way has {links}."


@pytest.mark.rule("base.move.engine")
def test_the_engine_of_the_mover_counts_not_that_of_the_owners() -> None:
    desk = line(alpha_topaz=1, topaz_beta=1)
    desk.s.engine = [1, 6, 6]
    desk.set_cubes("Alpha", "blue")
    assert desk.refusal("deliver Alpha blue Topaz Beta") is refusals.ENGINE_SHORT


@pytest.mark.rule("base.move.engine")
def test_a_city_out_of_reach_is_said_to_be_so() -> None:
    desk = line(engine=1)
    desk.set_cubes("Alpha", "blue")
    assert desk.refusal("deliver Alpha blue to Beta") is refusals.NO_WAY
    said = "There is no way for that cube to Beta within your engine."
    assert desk.why("deliver Alpha blue to Beta") == said
    desk.s.engine[0] = 2
    assert desk.refusal("deliver Alpha blue to Beta") is None


@pytest.mark.rule("base.move.links")
def test_a_direct_link_carries_cubes_and_pays_its_owner() -> None:
    desk = Desk(TESTBED, players=3)
    desk.rich()
    desk.go_to("build")
    owner = desk.asked[1]
    desk.act("connect Delta Epsilon")
    at_move(desk)
    desk.set_cubes("Delta", "black")
    desk.act("deliver Delta black Epsilon")
    assert desk.s.income[owner] == 1 and sum(desk.s.income) == 1


@pytest.mark.rule("base.move.links")
def test_the_sentence_listed_for_a_direct_link_can_be_said() -> None:
    desk = Desk(TESTBED, players=3)
    desk.rich()
    desk.go_to("build")
    desk.act("connect Delta Epsilon")
    at_move(desk)
    desk.set_cubes("Delta", "black")
    (sentence,) = [said for said in desk.says() if said.startswith("deliver Delta")]
    desk.act(sentence)
    assert sum(desk.s.income) == 1


@pytest.mark.rule("base.move.parallel", "base.move.links")
def test_a_direct_link_beside_a_link_of_track_is_chosen_by_its_word() -> None:
    desk = line(epsilon_delta=1)
    desk.s.link_owners[0] = 2 + 2
    desk.s.link_table = None
    desk.set_cubes("Delta", "black")
    said = "Several links join Delta and Epsilon; say by which side: NE, direct."
    assert desk.why("deliver Delta black Epsilon") == said
    assert sorted(desk.says())[:2] == ["deliver Delta black NE Epsilon", "deliver Delta black direct Epsilon"]
    desk.act("deliver Delta black direct Epsilon")
    assert desk.s.income == [0, 0, 1]


# Towns, New Cities ----------------------------------------------------------------------------------------


@pytest.mark.rule("base.move.town-cube")
def test_a_cube_in_a_town_starts_from_it_once_a_completed_link_ends_there() -> None:
    desk = at_move(Desk(TESTBED, players=3))
    for city in CITIES:
        desk.set_cubes(city)
    desk.set_cubes("Topaz", "red")
    desk.put("Topaz", "N", 0)
    assert desk.says() == ["pass", "engine"]
    assert desk.refusal("deliver Topaz red N Alpha") is refusals.NO_LINK
    desk.put("D1", "NW-S", 0)
    desk.act("deliver Topaz red N Alpha")
    assert desk.s.income == [1, 0, 0] and desk.cubes("Topaz") == []


@pytest.mark.rule("base.move.city-colours")
@pytest.mark.parametrize(("letter", "takes"), [("A", "red"), ("E", "yellow"), ("C", "black"), ("H", "black")])
def test_a_new_city_takes_cubes_of_its_colour_black_ones_too(letter: str, takes: str) -> None:
    desk = Desk(TESTBED, players=3)
    desk.go_to("take")
    builder = desk.asked[1]
    desk.act("take urbanization")
    desk.go_to("build", builder)
    desk.act(f"urbanize Topaz {letter}")
    at_move(desk)
    desk.put("D1", "NW-S", 0)
    desk.set_cubes("Alpha", "red", "blue", "purple", "yellow", "black")
    for colour in ("red", "blue", "purple", "yellow", "black"):
        expected = None if colour == takes else refusals.WRONG_CITY
        assert desk.refusal(f"deliver Alpha {colour} Topaz") is expected
    desk.act(f"deliver Alpha {takes} Topaz")
    assert desk.s.income == [1, 0, 0]


@pytest.mark.rule("base.move.city-colours", "base.move.stop")
def test_a_new_city_stops_cubes_of_its_colour_and_lets_others_through() -> None:
    desk = line()
    desk.s.held[0] = (desk.board.actions.index("urbanization"),)
    desk.game.rules.do_urbanize(
        desk.s, 0, desk.board.urbanizations[desk.hex("Topaz")][1]
    )  # B, which takes blue
    desk.put("E2", "SW-SE", 0)
    desk.put("D1", "NW-S", 0)
    desk.set_cubes("Alpha", "blue", "black")
    assert desk.refusal("deliver Alpha blue Topaz Beta") is refusals.MUST_STOP
    assert desk.refusal("deliver Alpha blue Topaz") is None
    assert desk.refusal("deliver Alpha black Topaz Beta Violet Epsilon") is None


# The engine -----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.move.engine-up")
@pytest.mark.parametrize("round", [1, 2])
def test_the_engine_is_raised_instead_of_moving_in_one_of_the_two_rounds(round: int) -> None:
    desk = line(engine=2)
    if round == 2:
        desk.act("pass", "pass", "pass")
    assert desk.asked == ("move", 0) and desk.s.agenda[0].a == round
    desk.act("engine")
    assert desk.s.engine == [3, 2, 2] and desk.asked == ("move", 1)


@pytest.mark.rule("base.move.engine-up")
def test_the_engine_is_raised_once_a_turn() -> None:
    desk = line(engine=2)
    desk.act("engine", "pass", "pass")
    assert desk.refusal("engine") is refusals.ENGINE_RAISED
    assert desk.why("engine") == "You have raised your engine this turn; once is the limit."
    assert "engine" not in desk.says()
    desk.act("pass")
    assert desk.asked == ("move", 1)
    assert desk.refusal("engine") is None, "others may still raise theirs"
    desk.go_to("issue")
    desk.go_to("move", 0)
    assert desk.s.turn == 2 and desk.refusal("engine") is None


@pytest.mark.rule("base.move.engine-up")
def test_the_engine_ends_at_6() -> None:
    desk = line(engine=5)
    desk.act("engine")
    assert desk.s.engine[0] == 6
    desk = line(engine=6)
    assert desk.refusal("engine") is refusals.ENGINE_FULL
    assert desk.why("engine") == "Your engine has reached 6, the most there is."
    assert "engine" not in desk.says()


@pytest.mark.rule("base.move.engine-up", "base.move.engine")
def test_an_engine_raised_in_the_first_round_reaches_further_in_the_second() -> None:
    desk = line(engine=1)
    desk.set_cubes("Alpha", "blue")
    assert desk.refusal("deliver Alpha blue Topaz Beta") is refusals.ENGINE_SHORT
    desk.act("engine", "pass", "pass")
    desk.act("deliver Alpha blue Topaz Beta")
    assert desk.s.income == [2, 0, 0]


# The example of the rulebook ------------------------------------------------------------------------------


@pytest.mark.rule("example.move", "base.action.first-move", "base.move.income", "base.move.engine-up")
def test_example_pete_dave_and_the_two_rounds() -> None:
    """Pete is seat 0, Dave seat 1; Pete is 1st player, Dave took First Move."""
    desk = Desk(players=3)
    desk.go_to("bid")
    desk.act("bid 1", "bid 2", "drop", "drop")
    desk.s.order = [0, 1, 2]
    desk.s.cash = [10, 10, 10]
    desk.s.agenda = [due._replace(seat=seat) for seat, due in enumerate(desk.s.agenda)]
    desk.act("take engineer", "take first-move", "take production")
    desk.act("build K10 SW-NE", "build L9 SW-NE", "build M10 N-SE", "done")
    assert desk.s.cash[0] == 10 - 7
    desk.act("build J9 S-NE", "build Indianapolis SW/NE", "build L8 SW-SE", "done")
    assert desk.s.cash[1] == 10 - 7
    desk.act("done")
    desk.set_cubes("Evansville", "blue")
    desk.set_cubes("Cincinnati", "blue")
    assert desk.asked == ("move", 1), "Dave moves first"
    desk.act("engine")
    assert desk.s.engine == [1, 2, 1]
    assert desk.asked == ("move", 0)
    desk.act("deliver Evansville blue Cincinnati")
    assert desk.s.income == [1, 0, 0]
    assert desk.cubes("Evansville") == [] and desk.cubes("Cincinnati") == ["blue"]
    desk.act("pass")
    assert desk.asked == ("move", 1)
    desk.act("deliver Cincinnati blue Indianapolis Evansville")
    assert desk.s.income == [1, 2, 0] and desk.cubes("Cincinnati") == []
    assert desk.asked == ("move", 0)
    assert not any(said.startswith("deliver Evansville") for said in desk.says()), "Pete has no goods to move"
    before = desk.s.engine[:]
    desk.act("pass")
    assert desk.s.engine == before and desk.asked == ("move", 2)
