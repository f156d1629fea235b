"""Players without a person: the bots of each game, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from footplate.core.bot import Advice, Bot, Level
from footplate.games import host_type

WORK_MOST = 100_000
"""The most work a decision that a bot may be given."""


class BotError(ValueError):
    """A bot that does not exist; the message names those that do."""


def bots_of(game: str) -> Mapping[str, Callable[..., Bot]]:
    """Every bot of a game, which is known by its id: its name and what makes one."""
    return host_type(game).bots()


def levels_of(game: str) -> Mapping[str, Level]:
    """The bots of a game under names for people, the weakest first."""
    return host_type(game).levels()


def bot(game: str, spec: str, late: Callable[[], bool] | None = None) -> Bot:
    """A new bot for a game, which is known by its id; after a colon may stand how much it may work.

    Who says when it is `late` wants an answer in time, even if it comes out worse.
    """
    bots = bots_of(game)
    name, colon, work = spec.partition(":")
    if name not in bots:
        near = get_close_matches(name, bots, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise BotError(f"There is no bot “{name}”.{hint} The bots are: {', '.join(bots)}.")
    made = bots[name]
    if not getattr(made, "works", False):
        if colon:
            raise BotError(f"The bot {name} takes no number; say {name}.")
        return made()
    if not colon:
        return made(late=late)
    if not (work.isascii() and work.isdigit() and 0 < int(work[:7]) <= WORK_MOST):
        raise BotError(f"“{spec}” says no work for {name}; say e.g. {name}:50, a number up to {WORK_MOST}.")
    return made(int(work), late=late)


__all__ = ["Advice", "Bot", "BotError", "Level", "bot", "bots_of", "levels_of"]
