"""Colours of towns and goods; a good is its colour and, where it matters, the town that will not take it."""

from __future__ import annotations

from footplate.days_of_steam.places import NAMES, NOWHERE

COLOURS = ("red", "yellow", "green", "blue")
LETTERS = "RYGB"
NO_GOOD = -1


def good(colour: int, home: int = NOWHERE) -> int:
    """A good as a number: its colour, and the town of that colour in which it was drawn, if it was.

    A good is never delivered to the town it came from; any other origin changes nothing.
    [days.goods.deliver]
    """
    return len(COLOURS) * home + colour


def colour_of(good: int) -> int:
    return good % len(COLOURS)


def home_of(good: int) -> int:
    """The town to which the good is not delivered, or NOWHERE."""
    return good // len(COLOURS)


def good_word(good: int) -> str:
    """A good in a sentence: its colour, and where it may not go: yellow, or yellow-M13."""
    colour, home = COLOURS[colour_of(good)], home_of(good)
    return f"{colour}-{NAMES[home]}" if home else colour
