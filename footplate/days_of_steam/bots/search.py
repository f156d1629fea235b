"""A bot that plays its best answers forward, with chance and hidden hands sampled."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy
from typing import Any, ClassVar

from footplate.core.bot import Advice, Bot
from footplate.core.contest import winner
from footplate.core.game import NATURE, Action, Game
from footplate.days_of_steam.bots.greedy import GreedyBot, ranked
from footplate.days_of_steam.bots.prospect import Prospect
from footplate.days_of_steam.bots.reasons import reason
from footplate.days_of_steam.state import DaysState

WORK = 60
"""Answers played forward a decision where nobody says otherwise."""
CANDIDATES = 6
"""Answers that are played forward."""
NEAR = 1.5
"""Answers that greedy finds worse by more points than this are not played forward."""
ROUNDS = 1
"""How often everybody has a turn before the position is judged."""
PRIOR = 0.5
"""What the points that greedy expects count beside those that are played forward."""
DOUBT = 1.0
"""What is added to the squares of errors, because few tries look surer than they are."""
RIVAL = 0.5
"""What the points of the strongest other count against one's own."""
VICTORY = 10.0
"""What winning is worth, in points."""


class SearchBot(Bot):
    """Greedy's candidates, each played forward for some rounds as all would play, and judged there.

    `work` is the number of answers played forward a decision, so that the same seed gives the same game
    everywhere; `late` says at a table, where it must also answer in time, that it has to.
    """

    works: ClassVar = True
    """It may be told how much it may work."""

    def __init__(self, work: int = WORK, late: Callable[[], bool] | None = None) -> None:
        self.work, self.late = work, late
        self._greedy = GreedyBot()

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        found = ranked(game, state, seat, game.options(state), rng)
        near = [(worth, a) for worth, a in found[:CANDIDATES] if worth > found[0][0] - NEAR]
        dice = copy(rng)

        def ended(number: int, chance: int) -> float | None:
            dice.seed(chance)
            trial = game.resample(state, seat, dice)
            game.apply(trial, near[number][1])
            self._play(game, trial, trial.turn + ROUNDS * trial.seats, dice)
            return None if self._is_late() else self._judge(game, trial, seat)

        priors = [PRIOR * (worth - near[0][0]) for worth, _ in near]
        return near[winner(priors, self.work, lambda: rng.getrandbits(32), ended, DOUBT)][1]

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        action = self.choose(game, state, seat, rng)
        return Advice(action, reason(game.rules, state, seat, action))

    def _is_late(self) -> bool:
        return self.late is not None and self.late()

    def _play(self, game: Game[Any, Any], s: DaysState, until: int, rng: random.Random) -> None:
        """Play until a turn begins, until the game is over, or until it is too late to go on."""
        while s.agenda and s.turn < until and not self._is_late():
            seat = game.actor(s)
            if seat == NATURE:
                game.apply(s, game.sample(s, rng))
            else:
                game.apply(s, self._greedy.choose(game, s, seat, rng))

    def _judge(self, game: Game[Any, Any], s: DaysState, seat: int) -> float:
        """One's own points, there and to come, against those of the strongest other."""
        own, *others = (_points(game, s, other) for other in (seat, *_but(seat, s.seats)))
        return own - RIVAL * max(others)


def _but(seat: int, seats: int) -> list[int]:
    """All seats but one."""
    return [other for other in range(seats) if other != seat]


def _points(game: Game[Any, Any], s: DaysState, seat: int) -> float:
    """What a seat has and may hope for; who has won has more than that."""
    if not s.over:
        return Prospect(game.rules, s, seat).standing()
    winners = game.winners(s)
    won = VICTORY / len(winners) if seat in winners else 0.0
    return won + float(game.rules.score(s, seat))
