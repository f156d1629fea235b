"""Bots of Days of Steam: legal, fair, and the greedy one better than chance."""

from __future__ import annotations

import random

import pytest

from footplate.core.game import NATURE
from footplate.days_of_steam.bots import BOTS
from tests.days.desk import the_game

GAME = the_game()


def play(players: int, seed: int, greedy: int) -> list[int]:
    """A game of one greedy bot against random ones, each on what it may know."""
    rng, s = random.Random(seed), GAME.start(players)
    bots = [BOTS["greedy" if seat == greedy else "random"]() for seat in range(players)]
    while s.agenda:
        seat = GAME.actor(s)
        if seat == NATURE:
            action = GAME.sample(s, rng)
        else:
            action = bots[seat].choose(GAME, GAME.known(s, seat), seat, rng)
            assert GAME.why_not(s, action) is None
        GAME.apply(s, action)
    return GAME.winners(s)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_greedy_bot_beats_random_ones(players: int) -> None:
    won = sum(play(players, seed, seed % players) == [seed % players] for seed in range(5))
    assert won >= 4


def test_a_bot_chooses_by_what_it_may_know_alone() -> None:
    rng, s = random.Random(4), GAME.start(3)
    greedy = BOTS["greedy"]()
    while s.agenda and s.turn < 25:
        seat = GAME.actor(s)
        if seat == NATURE:
            GAME.apply(s, GAME.sample(s, rng))
            continue
        chosen = greedy.choose(GAME, GAME.known(s, seat), seat, random.Random(9))
        other = GAME.resample(s, seat, rng)
        assert greedy.choose(GAME, other, seat, random.Random(9)) == chosen
        GAME.apply(s, chosen)
