"""The bots of Age of Steam, by name."""

from __future__ import annotations

from collections.abc import Callable

from footplate.age_of_steam.bots.greedy import GreedyBot
from footplate.age_of_steam.bots.quick import QuickBot
from footplate.age_of_steam.bots.search import SearchBot
from footplate.age_of_steam.bots.simple import FrugalBot
from footplate.core.bot import Bot, Level, RandomBot

BOTS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "frugal": FrugalBot,
    "quick": QuickBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
"""Every bot there is: its name and what makes one."""
LEVELS = {
    "Apprentice": Level("frugal", "Spends little and builds what is near; one to win a first game against."),
    "Fireman": Level("quick", "Builds the link that pays best at a glance; it wants some planning to beat."),
    "Driver": Level("greedy", "Plans track, engine and shares to the end of the game; a match for many."),
    "Superintendent": Level("search", "Plays its best choices forward with all others; the strongest here."),
}
"""The bots under names for people, the weakest first."""
