"""What greedy makes of the others: their cubes, their track, and the place in the order."""

from __future__ import annotations

import random

import pytest

from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.bots import rivals as of_rivals
from footplate.age_of_steam.bots import search as of_search
from footplate.age_of_steam.bots.candidates import Candidate
from footplate.age_of_steam.bots.greedy import FLAT, GreedyBot, _worths_at
from footplate.age_of_steam.bots.reasons import reason
from footplate.age_of_steam.bots.rivals import Rivals, hexes_of
from footplate.age_of_steam.bots.search import SearchBot
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.core.game import Due
from tests.desk import Desk

OWN, OTHER = 0, 1


def two_lines(round: int = 1) -> Desk:
    """A link from Duluth to Minneapolis, and another's from there on to La Crosse, which takes purple too."""
    desk = Desk()
    crosse = desk.board.urbanizations[desk.hex("La-Crosse")]
    purple = next(a for a in crosse if COLOURS[desk.board.new_cities[a.city].colour] == "purple")
    desk.game.rules.do_urbanize(desk.s, OTHER, purple)
    desk.put("B1", "NE-S", OWN)
    desk.put("B2", "N-S", OWN)
    desk.put("C3", "SE-SW", OTHER)
    desk.put("D3", "SE-NW", OTHER)
    desk.set_cubes("Duluth", "blue")
    desk.set_cubes("Minneapolis", "purple")
    desk.go_to("move", OWN)
    desk.s.agenda = [Due("move", seat, of) for of in range(round, 3) for seat in (OWN, OTHER)]
    desk.s.turn = desk.game.rules.turns(3)
    return desk


def moved(desk: Desk) -> str:
    """The colour of the cube that the bot moves."""
    a = GreedyBot().choose(desk.game, desk.s, desk.asked[1], random.Random(1))
    assert isinstance(a, Deliver)
    return COLOURS[a.colour]


def test_the_cube_that_somebody_else_would_take_is_moved_before_one_that_is_safe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_rivals, "LEADER", 0.0)
    monkeypatch.setattr(of_rivals, "OTHER", 0.0)
    assert moved(two_lines()) == "purple"
    desk = two_lines()
    desk.s.demand[desk.hex("La-Crosse")] = 0  # Nobody else has a use for it now.
    assert moved(desk) == "blue"


def test_of_cubes_that_bring_the_same_the_one_is_taken_that_another_relies_on() -> None:
    assert moved(two_lines(round=2)) == "purple"
    desk = two_lines(round=2)
    desk.s.demand[desk.hex("La-Crosse")] = 0
    assert moved(desk) == "blue"


def test_it_says_whose_cube_it_takes() -> None:
    desk = two_lines(round=2)
    advice = GreedyBot().advise(desk.game, desk.s, OWN, random.Random(1))
    assert advice.why.endswith("; seat 2 would move this cube for 1.")


def test_others_are_expected_to_move_what_brings_them_most_and_never_the_same_cube_twice() -> None:
    desk = two_lines()
    rivals = Rivals(GreedyBot().outlook(desk.game, desk.s.copy(), OWN))
    purple = STRIDE * desk.hex("Minneapolis") + COLOURS.index("purple")
    assert [key for _, key in rivals.wanted(OTHER)] == [purple]
    desk.set_cubes("Duluth")
    rivals = Rivals(GreedyBot().outlook(desk.game, desk.s.copy(), OWN))
    assert rivals.brought_at(1) > rivals.brought_at(3) == 0


# Track and order ---------------------------------------------------------------------------------------


def test_of_builds_worth_the_same_the_one_in_the_way_of_another_comes_first() -> None:
    desk = Desk()
    desk.go_to("build", OWN)
    bot = GreedyBot()
    look = bot.outlook(desk.game, desk.s.copy(), OWN)
    rivals, plans = Rivals(look), look.plans(3, look.cash)
    lost = {id(plan): rivals.against(rivals.blocked(hexes_of(plan, 3))) for plan in plans}
    free = next(plan for plan in plans if not lost[id(plan)])
    blocking = next(plan for plan in plans if lost[id(plan)])
    alike = [Candidate(plan.steps[0], 5.0, plan.actions, plan) for plan in (free, blocking) if plan.packages]
    assert [c.plan for c in bot._contested(look, alike, 3)] == [blocking, free]


def test_a_plan_that_is_in_the_way_says_of_what() -> None:
    desk = Desk()
    desk.go_to("build", OWN)
    look = GreedyBot().outlook(desk.game, desk.s.copy(), OWN)
    rivals = Rivals(look)
    site = max(rivals.sites(OTHER), key=lambda site: site.points)
    chosen = Candidate(site.plan.steps[0], 5.0, site.plan.actions, site.plan)
    assert "; keeps seat " in reason(look, chosen, [chosen])


def test_to_be_first_is_worth_what_others_would_take_before() -> None:
    desk = two_lines()
    desk.set_cubes("Duluth")
    desk.s.turn = 1
    bot = GreedyBot()
    choices = bot._choices(bot.outlook(desk.game, desk.s.copy(), OWN))
    first, last = (
        dict(zip(desk.board.actions, (worth.points for worth in _worths_at(choices, place))))
        for place in (1, 3)
    )
    assert first["first-move"] < FLAT["first-move"] and first["first-build"] < FLAT["first-build"]
    assert last["first-move"] > first["first-move"] and last["first-build"] > first["first-build"]
    assert last["locomotive"] == first["locomotive"]


# What search makes of them ----------------------------------------------------------------------------


def searched(desk: Desk) -> str:
    """The colour of the cube that search moves."""
    a = SearchBot(100).choose(desk.game, desk.s, desk.asked[1], random.Random(1))
    assert isinstance(a, Deliver)
    return COLOURS[a.colour]


def test_search_leaves_the_others_at_a_table_the_cube_that_it_does_not_need_itself() -> None:
    assert searched(two_lines(round=2)) == "blue"


def test_search_begrudges_the_only_other_the_same_cube() -> None:
    desk = two_lines(round=2)
    desk.s.out[2], desk.s.order = True, [OWN, OTHER]
    assert searched(desk) == "purple"


def test_search_has_goodwill_in_track_and_cubes_only() -> None:
    desk = two_lines()
    desk.s.turn = 1
    both = dict.fromkeys((1, 2), of_search.GOODWILL)
    for kind, weights in {"move": both, "build": both, "take": {}}.items():
        desk.go_to(kind, OWN)
        assert of_search._weights(desk.game, desk.s, OWN) == weights


def test_search_believes_a_forecast_more_the_longer_a_game_lasts_and_counts_links_meanwhile() -> None:
    desk = two_lines()
    worths = {}
    for turn in (2, desk.game.rules.turns(3)):
        desk.s.turn = turn
        look = GreedyBot().outlook(desk.game, desk.s.copy(), OWN)
        bare = GreedyBot().outlook(desk.game, desk.s.copy(), 2)
        believed = of_search._seasoned(look, 50.0) - of_search._seasoned(look, 40.0)
        worths[turn] = believed, of_search._seasoned(look, 50.0) - of_search._seasoned(bare, 50.0)
    (early, links), (late, fewer) = worths.values()
    assert 0 < early < late < 10
    assert links > fewer
    # Ruin is foreseen as it is.
    assert of_search._seasoned(look, -300.0) == -300.0
