"""The bots of Days of Steam, by name; they look at no hand but their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from footplate.core.bot import Bot, Level, RandomBot
from footplate.days_of_steam.bots.greedy import GreedyBot
from footplate.days_of_steam.bots.quick import QuickBot
from footplate.days_of_steam.bots.search import SearchBot

BOTS: Mapping[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "quick": QuickBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
"""Every bot there is: its name and what makes one."""

LEVELS = {
    "Apprentice": Level("random", "Does whatever is allowed; one to learn the tiles against."),
    "Fireman": Level("quick", "Delivers what lies near and looks no farther; some planning beats it."),
    "Driver": Level("greedy", "Plans its next deliveries, with the steam and the danger they take."),
    "Superintendent": Level("search", "Plays every choice forward against all others; the strongest here."),
}
"""The bots under names for people, the weakest first."""
