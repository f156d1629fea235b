"""A bot that looks one move ahead: at the points of every option, and the deliveries it brings nearer."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from footplate.core.bot import Advice, Bot
from footplate.core.game import Action, Game
from footplate.days_of_steam.bots.prospect import Prospect
from footplate.days_of_steam.bots.reasons import reason


class GreedyBot(Bot):
    """Does what brings its next deliveries nearest: points, steam, track between towns, and new towns."""

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        options = game.options(state)
        if len(options) == 1:
            return options[0]
        return ranked(game, state, seat, options, rng)[0][1]

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        action = self.choose(game, state, seat, rng)
        return Advice(action, reason(game.rules, state, seat, action))


def ranked(
    game: Game[Any, Any], s: Any, seat: int, options: Iterable[Action], rng: random.Random
) -> list[tuple[float, Action]]:
    """All options with what each seems to be worth, the best first; of those alike any may come first."""
    prospect = Prospect(game.rules, s, seat)
    valued = [(prospect.worth(a), rng.random(), a) for a in options]
    valued.sort(key=lambda value: value[:2], reverse=True)
    return [(worth, a) for worth, _, a in valued]
