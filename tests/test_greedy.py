"""The greedy bot: legal, lasting and strong in every seat, and the same whatever it remembers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from footplate.age_of_steam.actions import DECLINE, Bid, Deliver, Drop, Improve, Issue, Reward
from footplate.age_of_steam.bots.greedy import (
    OPTIONS_TRIED,
    OWED,
    GreedyBot,
    _at_place,
    _besides,
    _farther,
    _promising,
)
from footplate.age_of_steam.bots.network import Network, network_of
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import BLACK, CATTLE, STRIDE
from footplate.age_of_steam.maps.seattle_metro import FORGO, POINT, SeattleState
from footplate.age_of_steam.maps.southern_china import SPEND, SouthernChinaState
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.bots import bot
from footplate.core.game import NATURE, NOBODY, Action, Decision, Due, Refusal
from footplate.sim.run import lineup, play
from tests.desk import TESTBED, Desk


def watched(game: AgeOfSteam, names: Sequence[str], seed: str, again: bool = False) -> SteamState:
    """A whole game in which every choice is legal and leaves the position alone."""
    chance, bots = random.Random(seed), [bot("age-of-steam", name) for name in names]
    s = game.start(len(names))
    while (seat := game.actor(s)) != NOBODY:
        if seat == NATURE:
            game.apply(s, game.sample(s, chance))
            continue
        before = s.copy()
        mood = chance.random()
        action = bots[seat].choose(game, s, seat, random.Random(mood))
        assert s == before
        assert game.why_not(s, action) is None, game.say(action)
        if again:
            # A bot that has seen nothing yet, on a board about which nothing has been found out.
            kept, game.rules.worked_out = game.rules.worked_out, {}
            assert bot("age-of-steam", names[seat]).choose(game, before, seat, random.Random(mood)) == action
            game.rules.worked_out = kept
        game.apply(s, action)
    return s


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_it_finishes_games_on_the_rust_belt(seats: int) -> None:
    game = load("rust-belt")
    names = lineup(("greedy", "greedy", "random"), seats, 0)
    s = watched(game, names, f"rust belt {seats}")
    alive = [seat for seat in range(seats) if not s.out[seat]]
    assert {seat for seat in range(seats) if names[seat] == "greedy"} <= set(alive)
    assert all(names[seat] == "greedy" for seat in game.winners(s))


@pytest.mark.parametrize("seats", [2, 3])
def test_it_finishes_games_on_a_board_with_direct_links_and_prices(seats: int) -> None:
    game = load(TESTBED)
    s = watched(game, ["greedy"] * seats, f"testbed {seats}")
    assert s.turn == game.rules.turns(seats) and not any(s.out)


@pytest.mark.parametrize("map, seats", [("barbados", 1), ("st-lucia", 2)])
def test_it_stays_solvent_where_cash_is_the_score_or_no_city_stands_at_first(map: str, seats: int) -> None:
    s = watched(load(map), ["greedy"] * seats, f"{map} {seats}")
    assert not any(s.out)


@pytest.mark.parametrize("map", ["western-us", "southern-us", "germany"])
def test_it_beats_random_players_on_other_boards(map: str) -> None:
    game, names = load(map), ("random", "greedy", "random")
    s = watched(game, names, f"{map} 3")
    assert game.winners(s) == [1]


def test_it_builds_where_only_complete_links_may_be_built() -> None:
    s = watched(load("germany"), ["greedy"] * 3, "complete")
    assert not any(s.out)
    assert min(s.income) > 10


def test_it_places_new_cities_at_any_point_where_the_table_allows_it() -> None:
    game = load("rust-belt", {"urbanize-anytime": "on"})
    s = watched(game, ["greedy"] * 3, "anytime")
    assert not any(s.out)
    assert any(hex >= 0 for hex in s.new_cities)


def test_what_it_remembers_changes_nothing() -> None:
    watched(load(TESTBED), ["greedy", "greedy"], "again", again=True)


def test_it_beats_three_random_players() -> None:
    game = load("rust-belt")
    won = 0
    for number in range(4):
        names = lineup(("greedy", "random", "random", "random"), 4, number)
        s, _ = play(game, [bot("age-of-steam", name) for name in names], f"against chance {number}")
        won += game.winners(s) == [names.index("greedy")]
    assert won >= 3


def test_four_of_them_score_like_people_and_stay_solvent() -> None:
    game = load("rust-belt")
    s = watched(game, ["greedy"] * 4, "four")
    scores = [score for score in game.scores(s) if score is not None]
    assert len(scores) == 4
    assert sum(scores) / 4 > 45


# Networks ---------------------------------------------------------------------------------------------

RED = 0
HERE, THERE, BEYOND, ON_TRACK = range(4)
ENDS = ("Barre de Fisle", "Anse La Raye")


def network(takes: int) -> Network:
    """Three places of which one takes red, and a red cube on a hex between the first two."""
    demand = bytes(1 << RED if place == takes else 0 for place in range(4))
    return Network(demand, list(demand), {ON_TRACK: 1 << RED}, 6, [0] * STRIDE * len(demand))


def test_a_cube_on_track_goes_on_over_links_to_come() -> None:
    laid = network(BEYOND).extended([(HERE, THERE)], [{ON_TRACK}])
    assert not laid.tables
    assert laid.extended([(THERE, BEYOND)], [()]).longest() == 2


def test_a_cube_on_track_does_not_come_back_over_the_link_it_starts_on() -> None:
    assert network(HERE).extended([(HERE, THERE)], [{ON_TRACK}]).longest() == 1


def test_a_cube_on_unfinished_track_counts_later_only_when_the_track_is_led_on() -> None:
    desk = Desk("st-lucia", players=2)
    here, there = (hex for hex in range(desk.board.size) if desk.board.place(hex) in ENDS)
    desk.game.rules.do_urbanize(desk.s, 0, desk.board.urbanizations[here][0])
    desk.put("C6", "NE-SW", 0)
    desk.put("B6", "NE-NW", 0)
    goods = dict.fromkeys(range(desk.board.size), desk.s.demand[here])
    begun = network_of(desk.game.rules, desk.s, 0, goods)
    assert begun.longest() == 1 and not begun.lasting().tables
    assert begun.extended([(here, there)], [{here, there}]).lasting().longest() == 1


def test_new_cities_that_come_to_the_same_are_thought_of_once() -> None:
    desk = Desk("st-lucia", players=2)
    look = GreedyBot().outlook(desk.game, desk.s, 0)
    cities = [(a.hex, desk.board.new_cities[a.city].colour) for a in _promising(look, look.plans(3, 15))]
    assert cities and len(set(cities)) == len(cities)


# Single decisions -------------------------------------------------------------------------------------


def choice(desk: Desk) -> Action:
    """What the bot does for whoever is asked."""
    return GreedyBot().choose(desk.game, desk.s, desk.asked[1], random.Random(1))


def test_it_issues_when_it_could_not_build_without_and_never_all_shares() -> None:
    desk = Desk()
    desk.s.cash[0] = 0
    issued = choice(desk)
    assert isinstance(issued, Issue) and 1 <= issued.shares <= 8


def test_it_delivers_in_the_last_round_and_leaves_the_engine() -> None:
    desk = Desk()
    desk.put("C2", "N-S", 0)
    desk.put("C3", "N-SW", 0)
    desk.set_cubes("Duluth", "blue")
    desk.go_to("move", 0)
    desk.s.turn = desk.game.rules.turns(3)
    delivered = choice(desk)
    assert isinstance(delivered, Deliver) and delivered.colour == 1


def test_it_does_not_raise_an_engine_it_cannot_pay() -> None:
    desk = Desk()
    desk.go_to("move", 0)
    desk.s.cash[0] = desk.game.rules.expenses(desk.s, 0)
    assert not isinstance(choice(desk), Improve)


def test_it_builds_nothing_that_would_ruin_it() -> None:
    desk = Desk()
    desk.go_to("build", 0)
    desk.s.cash[0] = desk.game.rules.expenses(desk.s, 0)
    assert desk.game.say(choice(desk)) == "done"


# Questions that only maps ask -------------------------------------------------------------------------


class OddQuestion(Decision[Any, Any]):
    """A question no bot has heard of: take this much money."""

    prompt = "How much?"
    takes = (Issue,)
    most = 10

    def options(self, rules: Rules, s: SteamState, due: Due) -> Iterable[Action]:
        return [DECLINE, *map(Issue, range(self.most))]

    def why_not(self, rules: Rules, s: SteamState, due: Due, a: Any) -> Refusal | None:
        return None

    def apply(self, rules: Rules, s: SteamState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Issue):
            s.cash[due.seat] += a.shares


@pytest.mark.parametrize("could, given", [([0, 1], 0), ([1, 2], 2)])
def test_a_bonus_goes_to_itself_or_to_whom_it_helps_least(could: list[int], given: int) -> None:
    desk = Desk("western-us")
    desk.s.income[1] = 12
    desk.s.agenda.insert(0, Due("bonus", 0, sum(1 << seat for seat in could), 0))
    assert choice(desk) == Reward((given,))


def test_it_pays_to_go_first_when_money_has_no_other_use() -> None:
    desk = Desk("st-lucia", 2)
    desk.s.turn = desk.game.rules.turns(2)
    desk.s.cash = [40, 40]
    desk.s.income = [30, 30]
    assert desk.game.say(choice(desk)) == "pay"
    desk.s.cash = [5, 5]
    desk.s.income = [0, 0]
    assert desk.game.say(choice(desk)) == "decline"


@pytest.mark.parametrize("most", [10, 3 * OPTIONS_TRIED])
@pytest.mark.parametrize("kind", ["odd", "take", "bid", "build"])
def test_a_question_it_does_not_know_is_answered_by_looking_one_move_ahead(kind: str, most: int) -> None:
    desk = Desk()
    desk.game.decisions = {**desk.game.decisions, kind: OddQuestion()}
    desk.game.decisions[kind].most = most  # type: ignore[attr-defined]
    desk.s.agenda.insert(0, Due(kind, 0, 0, 0))
    answer = choice(desk)
    assert isinstance(answer, Issue) and answer.shares >= most // 2


# Actions and ends ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles_left", [1, 2, 3])
def test_in_the_last_turn_no_track_is_left_unfinished(tiles_left: int) -> None:
    desk = Desk()
    desk.go_to("build", 0)
    desk.s.agenda[0] = desk.s.agenda[0]._replace(a=tiles_left)
    desk.s.turn = desk.game.rules.turns(3)
    desk.s.cash[0] = 30
    tiles = 0
    while desk.asked == ("build", 0) and (said := desk.game.say(choice(desk))) != "done":
        desk.act(said)
        tiles += 1
    assert desk.game.rules.sections(desk.s, 0) >= tiles


def worths(desk: Desk) -> dict[str, float]:
    """What each action is worth to the first seat."""
    bot = GreedyBot()
    found = bot._choices(bot.outlook(desk.game, desk.s.copy(), 0))[2]
    return dict(zip(desk.board.actions, (worth.points for worth in found)))


def test_an_action_that_opens_ways_for_this_turn_is_worth_the_deliveries_over_them() -> None:
    desk = Desk("texas-oklahoma-new-mexico")
    desk.act("rest", *["agree"] * 2)
    desk.go_to("take")
    desk.put("L2", "N-S", 0)  # Wichita to Oklahoma City
    desk.s.engine[0] = 2
    desk.s.cubes = bytearray(len(desk.s.cubes))
    assert worths(desk)["cattle-drive"] == 0
    desk.s.cubes[STRIDE * desk.hex("K2") + CATTLE] = 1
    assert worths(desk)["cattle-drive"] > 1


def test_cubes_that_an_action_brings_are_put_where_one_means_to_build() -> None:
    desk = Desk("texas-oklahoma-new-mexico")
    desk.act("rest", *["agree"] * 2)
    desk.go_to("take")
    desk.put("L2", "N-S", 0)  # Oklahoma City to Wichita, which takes cattle
    desk.s.engine[0], desk.s.cash[0] = 4, 20
    for hex in range(desk.board.size):
        desk.s.gone[CATTLE] += desk.s.cubes[STRIDE * hex + CATTLE]
        desk.s.cubes[STRIDE * hex + CATTLE] = 0
    assert worths(desk)["ranching"] > 1
    look = GreedyBot().outlook(desk.game, desk.s.copy(), 0)
    ways = {hex for plan in look.plans(3, 20)[:4] for package in plan.packages for hex in package.hexes}
    desk.act("take ranching")
    for _ in range(2):
        desk.act(desk.game.say(a := GreedyBot().choose(desk.game, desk.s, 0, random.Random(1))))
        assert a.hex in ways  # type: ignore[attr-defined]


def test_links_beyond_the_engine_are_worth_the_longer_deliveries() -> None:
    desk = Desk("double-base-usa", players=4)
    desk.go_to("take")
    assert worths(desk)["locomotive"] == 0
    look = GreedyBot().outlook(desk.game, desk.s.copy(), 0)
    two = network(BEYOND).extended([(HERE, THERE), (THERE, BEYOND)], [{ON_TRACK}, ()])
    assert _farther(look, look.idle()._replace(network=two), 2) == 2 * 2 * look.forecast.money.per_income


@pytest.mark.parametrize("action", ["turn-order", "production"])
def test_what_serves_later_turns_is_worth_nothing_in_the_last(action: str) -> None:
    desk = Desk(TESTBED)
    desk.go_to("take")
    assert worths(desk)[action] > 0
    desk.s.turn = desk.game.rules.turns(3)
    assert worths(desk)[action] == 0


@pytest.mark.parametrize("seats", [4, 6])
def test_a_bid_counts_on_the_first_place_only_at_a_small_table(seats: int) -> None:
    desk = Desk(players=seats)
    desk.go_to("bid")
    bot = GreedyBot()
    look = bot.outlook(desk.game, desk.s.copy(), 0)
    found = bot._bid(look, desk.game.options(desk.s))
    points = {type(candidate.action): candidate.points for candidate in found}
    first, last = (_at_place(bot._choices(look), place, pays) for place, pays in ((1, 1), (seats, 0)))
    assert points[Drop] == last < points[Bid]
    assert points[Bid] == first if seats == 4 else points[Bid] < first


def test_what_a_winner_owes_presses_only_when_it_cannot_be_made_up_in_time() -> None:
    desk = Desk("seattle-metro")
    rules, s, last = desk.game.rules, desk.s, desk.game.rules.turns(3)
    assert isinstance(s, SeattleState)
    for turn, overload, pressing in ((last, 2, 2), (last - 1, 2, 1), (last - 3, 2, 0)):
        s.turn, s.overload = turn, 0
        before = _besides(rules, s, 0)
        s.overload = overload
        assert before - _besides(rules, s, 0) == pytest.approx(OWED * pressing, abs=1)


# What only one board knows ------------------------------------------------------------------------------


def alone() -> Desk:
    """One player with some income about to choose actions, and a line from Downtown to the University."""
    desk = Desk("seattle-metro", 1)
    desk.act("issue 0")
    for hex, tracks in (("H5", "N-S"), ("H6", "N-S"), ("H7", "N/SW"), ("G8", "NE-SW"), ("F8", "NE-SW")):
        desk.put(hex, tracks, 0)
    desk.s.engine[0], desk.s.income[0], desk.s.cash[0] = 2, 16, 20
    return desk


def test_what_an_action_asks_at_once_is_answered_before_its_worth_is_told() -> None:
    desk = alone()
    assert worths(desk)["locomotive"] > 0  # Its step is asked for: the engine, or one more move a turn.


def test_a_link_is_worth_what_the_map_gives_for_joining_places() -> None:
    desk = alone()
    look = GreedyBot().outlook(desk.game, desk.s.copy(), 0)
    best = {(plan.packages[0].links, plan.besides) for plan in look.plans(3, 20) if len(plan.packages) == 1}
    joins = [
        besides
        for links, besides in best
        if desk.hex("Seattle-Center") in {end for link in links for end in link}
    ]
    assert joins and max(joins) > 0


def test_alone_a_cube_leaves_the_sector_that_the_next_dice_may_fill() -> None:
    desk = alone()
    desk.go_to("move")
    desk.s.cubes = bytearray(len(desk.s.cubes))
    for place in ("University-District", "Lake-City", "Wallingford"):
        desk.set_cubes(place, "black", "black")
    desk.set_cubes("Capitol-Hill", "black", "black")
    moved = choice(desk)
    assert isinstance(moved, Deliver) and moved.hex == desk.hex("University-District")
    why = GreedyBot().advise(desk.game, desk.s, 0, random.Random(1)).why
    assert why.startswith("In Downtown the cube pays nobody, but is worth ")


def test_alone_reasons_speak_of_points_of_the_score() -> None:
    desk = alone()
    desk.s.income[0] = 4
    found = GreedyBot().candidates(desk.game, desk.s, 0, desk.game.options(desk.s), random.Random(1))
    adds = round(found[0].points / POINT)
    why = GreedyBot().advise(desk.game, desk.s, 0, random.Random(1)).why
    assert adds > 1 and why.startswith(f"It adds about {adds} points")


def test_alone_income_comes_first_and_cubes_go_downtown_once_all_can_be_paid() -> None:
    desk = alone()
    desk.go_to("move")
    desk.s.cubes = bytearray(len(desk.s.cubes))
    desk.set_cubes("Airport", "purple")
    desk.set_cubes("University-District", "black")
    desk.s.engine[0], desk.s.shares[0], desk.s.income[0] = 3, 6, 13
    desk.s.turn = desk.game.rules.turns(1)
    del desk.s.agenda[1:]  # One move is left.
    ends = {}
    for cash in (25, 31):
        desk.s.cash[0] = cash
        moved = choice(desk)
        assert isinstance(moved, Deliver)
        ends[cash] = desk.board.place(moved.stops[-1])
    # The turn pays $13 and costs $9; at the end the shares cost $30.
    assert ends == {25: "University District", 31: "Downtown"}


def test_what_a_map_offers_beside_tiles_is_compared_with_them() -> None:
    desk = Desk("seattle-metro", 2)
    desk.act("issue 0", "issue 0", "split first-move first-build engineer", "choose three")
    if desk.asked[0] == "locomotive":
        desk.act("engine")
    desk.go_to("build")
    seat = desk.asked[1]
    for hex, tracks in (("H5", "N-S"), ("H6", "N-S"), ("H7", "N/SW"), ("G8", "NE-SW"), ("F8", "NE-SW")):
        desk.put(hex, tracks, seat)
    desk.s.engine[seat], desk.s.income[seat], desk.s.cash[seat] = 2, 16, 0
    for place in ("Capitol-Hill", "Airport", "Downtown"):
        desk.set_cubes(place, "purple", "purple")
    assert choice(desk) == FORGO


def test_a_token_is_worth_its_points_when_the_action_that_brings_it_is_chosen() -> None:
    desk = Desk("southern-china")
    desk.go_to("take")
    assert worths(desk)["gain-support"] >= 3


def test_a_link_across_the_continent_is_worth_its_reward() -> None:
    desk = Desk("western-us")
    rules, groups = desk.game.rules, desk.board.groups
    west, east = (min(desk.board.starts & groups[coast]) for coast in ("west", "east"))
    between = desk.hex("Denver")
    assert rules.aims().joins(desk.s, 0, [(west, between)]) == 0
    assert rules.aims().joins(desk.s, 0, [(west, between), (between, east)]) == 3 * 4


def test_a_token_is_spent_on_moves_that_bring_more_than_its_points() -> None:
    desk = Desk("southern-china")
    desk.rich()
    desk.go_to("move")
    s = desk.s
    assert isinstance(s, SouthernChinaState)
    desk.put("H8", "SE-SW", 0)  # Guangzhou to Shenzhen
    desk.put("J9", "SW-W", 0)  # and on to Hong Kong, where any cube may end
    s.cubes = bytearray(len(s.cubes))
    desk.set_cubes("Guangzhou", *["black"] * 6)
    s.turn = desk.game.rules.turns(3) - 2  # Hong Kong takes nothing after this turn.
    s.order, s.agenda = [0, 1, 2], [Due("move", seat, round) for round in (1, 2) for seat in range(3)]
    s.engine[0], s.raised[0], s.tokens[0] = 1, 1, 1
    assert choice(desk) == SPEND
    s.cubes = bytearray(len(s.cubes))
    assert choice(desk) != SPEND


def crowded(downtown: int = 0) -> Desk:
    """Three players before the growth of a turn near the end, when two sectors are full."""
    desk = Desk("seattle-metro")
    desk.go_to("take")
    s = desk.s
    assert isinstance(s, SeattleState)
    s.cubes = bytearray(len(s.cubes))
    for hex in range(desk.board.size):
        if desk.game.rules.sector_of.get(hex) in (1, 2):
            s.cubes[STRIDE * hex] = 2
    s.new_cities = [desk.hex(town) for town in ("Ballard", "Columbia-City", "Mercer-Island")]
    s.turn, s.overload, s.downtown = desk.game.rules.turns(3) - 1, 1, [downtown] * 3
    return desk


def test_a_reroll_is_worth_the_cubes_that_find_room_by_it_to_whoever_owes_them() -> None:
    assert worths(crowded())["urbanization"] > worths(crowded(downtown=20))["urbanization"]


def test_a_die_that_finds_no_room_is_rolled_again() -> None:
    desk = crowded()
    s = desk.s
    assert isinstance(s, SeattleState)
    s.phase = [phase.name for phase in desk.game.phases].index("Goods growth")
    for dice, again in (((1, 3, 4), "reroll 1"), ((3, 4, 5), "decline")):
        s.dice, s.reroll, s.agenda = dice, 0, [Due("reroll", 0)]
        assert desk.game.say(choice(desk)) == again


def exchanging(place: str, asked: str = "take") -> Desk:
    """Whoever is first has three links in the north of Italy, and black cubes lie only here and in Bari."""
    desk = Desk("italy")
    desk.go_to(asked)
    for hex, tracks in (("H3", "N-S"), ("H5", "N-SE"), ("I7", "N-S")):  # Trento – Verona – Bologna – Firenze
        desk.put(hex, tracks, 0)
    s = desk.s
    s.engine[0], s.income[0], s.cash[0] = 3, 12, 12
    s.cubes, s.display = bytearray(len(s.cubes)), bytearray(len(s.display))
    desk.set_cubes(place, "black")
    desk.set_cubes("Bari", "black")
    return desk


def test_an_action_that_lets_chance_bring_cubes_is_worth_what_they_bring_in_the_mean() -> None:
    assert worths(exchanging("Trento"))["urbanization"] > worths(exchanging("Brindisi"))["urbanization"] == 0


def test_a_cube_is_exchanged_where_its_successor_may_be_moved() -> None:
    desk = exchanging("Trento")
    s, bag = desk.s, desk.s.bag
    s.agenda = [Due("exchange", 0, 2), Due("build", 0, 1)]
    assert desk.game.say(choice(desk)) == "exchange Trento"
    for colour in range(STRIDE):
        bag[colour] = 9 if colour == BLACK else 0
    assert desk.game.say(choice(desk)) == "decline", "nothing but black can be drawn"


def test_who_has_nothing_to_deliver_moves_what_costs_others() -> None:
    desk = exchanging("Trento", "move")
    s = desk.s
    s.turn, s.agenda = desk.game.rules.turns(3), [Due("move", seat, 2) for seat in (1, 0)]
    s.engine, s.income = [3] * 3, [12] * 3
    assert desk.game.say(choice(desk)) == "deliver Trento black S Verona S Bologna S Firenze"
    s.agenda = [Due("move", 0, 2)]
    assert desk.game.say(choice(desk)) == "pass", "those are one's own links"
