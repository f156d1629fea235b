"""Players without a person, by name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from footplate.bots.bot import Bot
from footplate.bots.greedy import GreedyBot
from footplate.bots.simple import FrugalBot, RandomBot

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "frugal": FrugalBot, "greedy": GreedyBot}
"""Every bot there is: its name and what makes one."""


class BotError(ValueError):
    """A bot that does not exist; the message names those that do."""


def bot(name: str) -> Bot:
    """A new bot of this name."""
    if name not in BOTS:
        near = get_close_matches(name, BOTS, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise BotError(f"There is no bot “{name}”.{hint} The bots are: {', '.join(BOTS)}.")
    return BOTS[name]()


__all__ = ["BOTS", "Bot", "BotError", "bot"]
