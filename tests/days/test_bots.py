"""Bots of Days of Steam: legal, honest, able to say why, and each better than the one before."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from footplate.bots import bot
from footplate.core.game import NATURE
from footplate.days_of_steam.bots import BOTS
from footplate.days_of_steam.state import DaysState
from footplate.sim.run import Job, simulate
from tests.days.desk import the_game

GAME = the_game()
DAYS = GAME.game_id


def play(players: int, seed: int, better: str, mine: int, worse: str) -> list[int]:
    """A game of one bot against others, each on what it may know."""
    rng, s = random.Random(seed), GAME.start(players)
    bots = [bot(DAYS, better if seat == mine else worse) for seat in range(players)]
    while s.agenda:
        seat = GAME.actor(s)
        if seat == NATURE:
            action = GAME.sample(s, rng)
        else:
            action = bots[seat].choose(GAME, GAME.known(s, seat), seat, rng)
            assert GAME.why_not(s, action) is None
        GAME.apply(s, action)
    return GAME.winners(s)


def positions(players: int, seed: int) -> Iterator[tuple[DaysState, int]]:
    """The positions of a game between quick players, before each decision."""
    rng, s, quick = random.Random(seed), GAME.start(players), bot(DAYS, "quick")
    while s.agenda:
        seat = GAME.actor(s)
        if seat == NATURE:
            GAME.apply(s, GAME.sample(s, rng))
            continue
        yield s, seat
        GAME.apply(s, quick.choose(GAME, s, seat, rng))


@pytest.mark.parametrize("better", ["quick", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_that_thinks_beats_random_ones(players: int, better: str) -> None:
    games = range(5)
    won = sum(play(players, seed, better, seed % players, "random") == [seed % players] for seed in games)
    assert won >= 4


@pytest.mark.parametrize("spec", [*BOTS, "search:8"])
def test_a_bot_chooses_by_what_it_may_know_alone_and_leaves_the_position_as_it_was(spec: str) -> None:
    rng, kinds = random.Random(4), set[str]()
    for number, (s, seat) in enumerate(positions(3, 4)):
        if number % 5 and s.agenda[0].kind in kinds:
            continue
        kinds.add(s.agenda[0].kind)
        known = GAME.known(s, seat)
        untouched = known.copy()
        chosen = bot(DAYS, spec).choose(GAME, known, seat, random.Random(9))
        assert known == untouched
        assert GAME.why_not(s, chosen) is None
        other = GAME.resample(s, seat, rng)
        assert bot(DAYS, spec).choose(GAME, other, seat, random.Random(9)) == chosen
        advice = bot(DAYS, spec).advise(GAME, other, seat, random.Random(9))
        assert advice.action == chosen and advice.why.endswith(".")


@pytest.mark.parametrize("spec", ["quick", "greedy", "search:4"])
def test_the_same_seed_gives_the_same_game(spec: str) -> None:
    job = Job(DAYS, (), 2, (spec,) * 2, "same")
    assert simulate(job, 1) == simulate(job, 1)


def test_search_answers_when_its_time_is_up() -> None:
    for number, (s, seat) in enumerate(positions(2, 7)):
        asked = 0

        def late() -> bool:
            nonlocal asked
            asked += 1
            return asked > 4

        if number % 9 == 0 and len(GAME.options(s)) > 1:
            hurried = bot(DAYS, "search:50000", late=late)
            assert GAME.why_not(s, hurried.choose(GAME, s, seat, random.Random(1))) is None
            assert asked < 20
