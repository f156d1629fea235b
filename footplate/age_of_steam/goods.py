"""Colours of goods: cubes are counted by colour, places say with a mask what they accept."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

COLOURS: Final[tuple[str, ...]] = ("red", "blue", "purple", "yellow", "black", "white", "cattle")
RED, BLUE, PURPLE, YELLOW, BLACK, WHITE, CATTLE = range(7)
LETTERS = dict(zip(COLOURS, "RBPYKWC"))
"""The letter of each colour of goods: no meaning rests on a hue alone."""
STRIDE: Final = 8
"""Cubes of colour c on hex h are counted at STRIDE * h + c."""

COMPONENTS = {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16, "white": 14}
"""All cubes in the box; the white ones come out only where a map says so, and so do the cattle it brings."""


def mask(colours: Iterable[str]) -> int:
    """The set of colours as bits."""
    return sum(1 << COLOURS.index(colour) for colour in colours)


@lru_cache(1 << 12)
def lying(cubes: bytes) -> int:
    """The colours of which there are cubes, counted by colour, as bits."""
    return sum(1 << colour for colour, count in enumerate(cubes) if count)


def unmask(bits: int) -> list[str]:
    """The colours in a set of bits."""
    return [colour for number, colour in enumerate(COLOURS) if bits >> number & 1]
