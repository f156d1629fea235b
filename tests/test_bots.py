"""Bots through their door: legal everywhere, the same by seed, honest, and able to say why."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from footplate import games
from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.bots.greedy import GreedyBot
from footplate.age_of_steam.bots.intent import Intent, Mind
from footplate.age_of_steam.bots.lines import Lines
from footplate.age_of_steam.bots.search import ANEW_FROM, CANDIDATES, SearchBot
from footplate.age_of_steam.game import load
from footplate.bots import Bot, BotError, bot, bots_of, levels_of
from footplate.core.bot import before
from footplate.core.game import NATURE, NOBODY, Game
from footplate.sim.run import Job, simulate
from tests import referee

AGE = "age-of-steam"


def decisions(game: Game[Any, Any], seats: int, player: Bot, seed: str) -> Iterator[tuple[Any, int]]:
    """The positions of a game in which a bot plays every seat, before each of its decisions."""
    nature, mind = random.Random(f"{seed} nature"), random.Random(f"{seed} mind")
    s = game.start(seats)
    while (seat := game.actor(s)) != NOBODY:
        if seat == NATURE:
            game.apply(s, game.sample(s, nature))
            continue
        yield s, seat
        game.apply(s, player.choose(game, s, seat, mind))


@pytest.mark.parametrize("map", map_ids())
def test_quick_plays_every_board_with_few_and_many_legally_and_leaves_the_position_alone(map: str) -> None:
    game, player = load(map), bot(AGE, "quick")
    fewest, most = game.board.players
    for seats in sorted({fewest, most}):
        nature, mind = random.Random(f"{map} {seats}"), random.Random(seats)
        s = game.start(seats)
        while (seat := game.actor(s)) != NOBODY:
            if seat == NATURE:
                game.apply(s, game.sample(s, nature))
                continue
            untouched = s.copy()
            action = player.choose(game, s, seat, mind)
            assert s == untouched
            assert game.why_not(s, action) is None, game.say(action)
            game.apply(s, action)
        referee.check(game, s)
        assert s.over


@pytest.mark.parametrize("map", map_ids())
def test_search_and_with_it_greedy_answers_legally_wherever_quick_players_lead(map: str) -> None:
    game = load(map)
    thinker = bot(AGE, "search:2")
    asked: dict[str, int] = {}
    for s, seat in decisions(game, game.board.players[0], bot(AGE, "quick"), map):
        kind = s.agenda[0].kind
        asked[kind] = asked.get(kind, 0) + 1
        # The first answer of every kind, and a later one.
        if asked[kind] not in (1, 9):
            continue
        untouched = s.copy()
        advice = thinker.advise(game, s, seat, random.Random(3))
        assert s == untouched
        assert game.why_not(s, advice.action) is None, game.say(advice.action)
        assert advice.why.endswith(".")


@pytest.mark.parametrize("spec", ["random", "frugal", "quick", "search:4"])
def test_the_same_seed_gives_the_same_game(spec: str) -> None:
    job = Job("barbados", (), 1, (spec,), "same")
    assert simulate(job, 1) == simulate(job, 1)


@pytest.mark.parametrize("spec", ["random", "frugal", "quick", "greedy", "search:3"])
def test_a_bot_advises_what_it_would_choose_and_chooses_alike_in_positions_its_seat_cannot_tell_apart(
    spec: str,
) -> None:
    game = load("rust-belt")
    for number, (s, seat) in enumerate(decisions(game, 3, bot(AGE, "quick"), "honest")):
        if number % 31:
            continue
        # Another position that looks the same from this seat, and one drawn from what it may know.
        other = before(game, game.known(s, seat).copy(), seat, random.Random(9))
        assert game.known(other, seat) == game.known(s, seat)
        chosen = bot(AGE, spec).choose(game, s, seat, random.Random(5))
        assert bot(AGE, spec).choose(game, other, seat, random.Random(5)) == chosen
        assert bot(AGE, spec).advise(game, s, seat, random.Random(5)).action == chosen


def test_greedy_says_why_in_figures() -> None:
    game, player = load("rust-belt"), bot(AGE, "greedy")
    reasons: dict[str, str] = {}
    for s, seat in decisions(game, 3, bot(AGE, "quick"), "why"):
        if (kind := s.agenda[0].kind) not in reasons:
            advice = player.advise(game, s, seat, random.Random(1))
            if not isinstance(advice.action, Build) and kind == "build":
                continue
            reasons[kind] = advice.why
        if {"issue", "build", "take"} <= set(reasons):
            break
    assert "to build" in reasons["issue"] and "$" in reasons["issue"]
    assert "for expenses of $" in reasons["build"]
    assert reasons["take"].startswith("It adds")


def test_search_answers_at_once_when_its_time_is_up() -> None:
    game = load("rust-belt")
    s, seat = next(iter(decisions(game, 4, bot(AGE, "quick"), "late")))
    hurried = bot(AGE, "search:50000", late=lambda: True)
    assert game.why_not(s, hurried.choose(game, s, seat, random.Random(1))) is None


def test_search_stops_wherever_it_is_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game, hurried = load("rust-belt"), load("rust-belt")
    played: list[Any] = []
    apply = hurried.apply

    def counted(s: Any, action: Any) -> None:
        played.append(action)
        apply(s, action)

    monkeypatch.setattr(hurried, "apply", counted)
    after = stopped = 0

    def late() -> bool:
        return len(played) >= after

    for number, (s, seat) in enumerate(decisions(game, 4, bot(AGE, "quick"), "late")):
        if s.turn > 1:
            break
        if number % 5 == 0 and len(game.options(s)) > 1:
            # Its time is as long as it takes to play so many actions forward.
            played.clear()
            after = number + 2
            thinker = bot(AGE, "search:50000", late=late)
            action = thinker.choose(hurried, s, seat, random.Random(1))
            assert game.why_not(s, action) is None
            assert len(played) <= after + 1
            stopped += len(played) >= after
    assert stopped > 3


def test_search_expects_of_others_what_greedy_would_do() -> None:
    game, seen = load("rust-belt"), set[str]()
    for s, seat in decisions(game, 3, bot(AGE, "greedy"), "intent"):
        if s.turn > 2:
            break
        expected = Intent(game, seat, GreedyBot(), Mind()).next(s, random.Random(1))
        assert expected == GreedyBot().choose(game, s, seat, random.Random(1))
        seen.add(s.agenda[0].kind)
    assert seen == {"issue", "bid", "take", "build", "move"}


def until_chance(game: Game[Any, Any], s: Any, intents: Sequence[Intent] = ()) -> list[str]:
    """What all do in a position until chance is asked: as they intend, or else as greedy plays."""
    trial, out, mind = s.copy(), list[str](), random.Random(1)
    while (seat := game.actor(trial)) not in (NATURE, NOBODY):
        action = intents[seat].next(trial, mind) if intents else GreedyBot().choose(game, trial, seat, mind)
        out.append(game.say(action))
        game.apply(trial, action)
    return out


def test_who_thinks_anew_plays_a_turn_as_greedy_would_to_the_last_tile() -> None:
    game, turns = load("rust-belt"), list[int]()
    for s, _ in decisions(game, 3, bot(AGE, "greedy"), "anew"):
        if s.turn > 3:
            break
        if s.agenda[0].kind == "bid" and s.turn not in turns:
            turns.append(s.turn)
            intents = [Intent(game, seat, GreedyBot(), Mind(), anew=True) for seat in range(3)]
            assert until_chance(game, s, intents) == until_chance(game, s)
    assert turns == [1, 2, 3]


def test_search_with_much_work_asks_everybody_anew_and_with_little_work_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, asked = load("rust-belt"), list[bool]()

    class Watched(Intent):
        def next(self, s: Any, rng: random.Random) -> Any:
            asked.append(self.anew)
            return super().next(s, rng)

    monkeypatch.setattr("footplate.age_of_steam.bots.search.Intent", Watched)
    played = decisions(game, 3, bot(AGE, "greedy"), "anew")
    s, seat = next((s, seat) for s, seat in played if s.agenda[0].kind == "take")
    for work, anew in {ANEW_FROM - 1: False, ANEW_FROM: True}.items():
        asked.clear()
        SearchBot(work).choose(game, s, seat, random.Random(1))
        assert asked and set(asked) == {anew}


def test_search_leaves_shares_to_greedy_at_a_table() -> None:
    game, asked = load("rust-belt"), 0
    for s, seat in decisions(game, 3, bot(AGE, "greedy"), "shares"):
        if s.turn > 2:
            break
        if s.agenda[0].kind == "issue":
            asked += 1
            usual = GreedyBot().choose(game, s, seat, random.Random(1))
            assert SearchBot(40).choose(game, s, seat, random.Random(1)) == usual
    assert asked == 6


def test_search_tries_more_builds_than_greedy_offers_and_believes_it_little_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, contests = load("rust-belt"), list[Sequence[float]]()

    def first_of(priors: Sequence[float], *rest: object) -> int:
        contests.append(priors)
        return 0

    monkeypatch.setattr("footplate.age_of_steam.bots.search.winner", first_of)
    believed: dict[int, float] = {}
    for s, seat in decisions(game, 4, bot(AGE, "greedy"), "wide"):
        if s.agenda[0].kind == "build" and s.turn in (1, 6) and s.turn not in believed:
            few, many = (
                player.candidates(game, s, seat, game.options(s), random.Random(1))
                for player in (GreedyBot(), GreedyBot(CANDIDATES))
            )
            contests.clear()
            SearchBot(1).choose(game, s, seat, random.Random(1))
            assert len(contests[0]) > len(few)
            believed[s.turn] = contests[0][1] / (many[1].points - many[0].points)
    assert 0 < believed[1] < believed[6] < 1


def test_search_carries_out_the_plan_it_has_chosen() -> None:
    game, player = load("rust-belt"), SearchBot(6)
    built: dict[tuple[int, int], list[Any]] = {}
    for s, seat in decisions(game, 3, player, "plan"):
        if s.turn > 2:
            break
        if s.agenda[0].kind == "build":
            built.setdefault((s.turn, seat), []).append(s.copy())
    # Every builder came to an end, and nobody left what it began in the first turn unfinished.
    assert built and all(len(several) <= 5 for several in built.values())


@pytest.mark.parametrize("game", games.ids())
def test_a_level_for_people_names_a_bot_and_says_a_sentence(game: str) -> None:
    levels = levels_of(game)
    assert list(levels) == ["Apprentice", "Fireman", "Driver", "Superintendent"]
    for level in levels.values():
        assert isinstance(bot(game, level.bot), object) and level.says.endswith(".")


def test_every_game_names_its_bots() -> None:
    for game in games.ids():
        assert {"random", "quick", "greedy", "search"} <= set(bots_of(game))


@pytest.mark.parametrize(
    "spec", ["greedy:5", "search:", "search:0", "search:many", "search:1000000", "serch"]
)
def test_a_spec_that_says_no_bot_is_refused_with_what_would_be_right(spec: str) -> None:
    with pytest.raises(BotError, match=r"say|Did you mean search\?"):
        bot(AGE, spec)


def test_lines_lead_from_place_to_place_with_tiles_that_can_be_laid() -> None:
    game = load("rust-belt")
    s = game.start(3)
    lines = Lines(game.rules)
    double = [line for several in lines.at.values() for line in several if line.town >= 0]
    assert double and all(line.links == 2 for line in double)
    for place, several in lines.at.items():
        for line in several:
            steps = lines.steps(s, 0, line)
            assert place in line.ends
            assert steps is None or {step.hex for step in steps} >= {hex for hex, _ in line.tiles}
