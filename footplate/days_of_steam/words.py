"""Numbers, sides and nouns as people say them."""

from __future__ import annotations

from collections.abc import Sequence

DIRECTIONS = ("north", "east", "south", "west")


def plural(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 tile, 2 tiles."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words in a row: west, south and east.

    >>> listed(["west"]), listed(["west", "south", "east"])
    ('west', 'west, south and east')
    """
    return " ".join(filter(None, (", ".join(words[:-1]), joint if len(words) > 1 else "", *words[-1:])))


def directions(bits: int) -> str:
    """Sides given as bits, in words."""
    return listed([name for side, name in enumerate(DIRECTIONS) if bits >> side & 1])
