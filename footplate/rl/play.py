"""One game in the making: chance is played at once, and everybody's reward is counted."""

from __future__ import annotations

import random
from typing import Any, Literal

from footplate.core.game import NATURE, NOBODY, Action
from footplate.core.host import Host

Reward = Literal["win", "score", "gain"]
"""What is rewarded: winning, the score at the end, or every point as it is gained."""
POINTS = 100.0
"""Scores are told in hundreds of points, so that rewards lie near one."""
RUIN = -1.0
"""What an elimination counts as a score, in hundreds of points."""


class Play:
    """A game from its first question to its end."""

    def __init__(self, host: Host, players: int, reward: Reward, rng: random.Random) -> None:
        self.host, self.game, self.reward, self.rng = host, host.game, reward, rng
        self.state: Any = host.game.start(players)
        self.decisions = 0
        self._paid = [0.0] * players
        self._go_on()
        # What a game begins with is no gain.
        self._paid = self._worth() if reward == "gain" else self._paid

    @property
    def seat(self) -> int:
        """Who is asked, or NOBODY."""
        return self.game.actor(self.state)

    def act(self, action: Action) -> None:
        """Do what is legal, and whatever chance does after it."""
        self.game.apply(self.state, action)
        self.decisions += 1
        self._go_on()

    def _go_on(self) -> None:
        while self.game.actor(self.state) == NATURE:
            self.game.apply(self.state, self.game.sample(self.state, self.rng))

    def rewards(self) -> list[float]:
        """What every seat is paid since this was last asked."""
        over = self.seat == NOBODY
        if self.reward == "gain":
            worth = self._worth()
        elif not over:
            return [0.0] * self.state.seats
        else:
            worth = self._worth() if self.reward == "score" else self._wins()
        paid, self._paid = self._paid, worth
        return [now - before for now, before in zip(worth, paid)]

    def _worth(self) -> list[float]:
        scores = self.game.scores(self.state)
        return [RUIN if score is None else score / POINTS for score in scores]

    def _wins(self) -> list[float]:
        """Winners share one point, the others lose one together; who plays alone wins or loses it."""
        seats, winners = self.state.seats, self.game.winners(self.state)
        if seats == 1:
            return [1.0 if winners else -1.0]
        if not 0 < len(winners) < seats:
            return [0.0] * seats
        lost = -1.0 / (seats - len(winners))
        return [1.0 / len(winners) if seat in winners else lost for seat in range(seats)]
