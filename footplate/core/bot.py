"""What a bot is: whoever chooses an action from a position; and the one that plays any game."""

from __future__ import annotations

import random
from typing import Any, NamedTuple, Protocol

from footplate.core.chance import below
from footplate.core.game import Action, Game


class Advice(NamedTuple):
    """An action, and why it is chosen in a sentence."""

    action: Action
    why: str


class Level(NamedTuple):
    """A bot under a name for people, with a sentence about it."""

    bot: str
    says: str


class Bot(Protocol):
    """A player without a person."""

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        """A legal action for the seat that is asked; all chance comes from `rng`."""
        ...

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        """What it would choose with the same chance, and why."""
        return Advice(self.choose(game, state, seat, rng), "It needs no reason.")


def before(game: Game[Any, Any], s: Any, seat: int, rng: random.Random) -> Any:
    """The position that lies before a bot: never more than its seat may know, the rest as it might be."""
    return game.resample(game.known(s, seat), seat, rng) if game.hidden else s


class RandomBot(Bot):
    """Every option is equally likely."""

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        options = game.options(state)
        return options[below(rng, len(options))]

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        return Advice(self.choose(game, state, seat, rng), "All that is legal is equally likely.")
