"""The table as a grid of numbered places, wide enough for every map that can be laid."""

from __future__ import annotations

from footplate.core.game import Unreadable
from footplate.geometry.squares import SIDES, STEPS, Square, name, named, opposite

MOST_TOWNS = 12
FARTHEST_TILE = 5
"""A track tile is at most the fifth along a path from a town. [days.tile.fifth]"""

REACH = (FARTHEST_TILE + 1) * (MOST_TOWNS - 1) + FARTHEST_TILE + 1
"""No tile can lie farther from the first town: each town is at most six steps from an older one."""
WIDTH = 2 * (REACH + 1) + 1
"""Places in a row, with a margin on which nothing can lie."""
SIZE = WIDTH * WIDTH
MIDDLE = SIZE // 2
"""The place of the first town, M13."""
FIRST = Square(12, 12)

ACROSS = tuple(dy * WIDTH + dx for dx, dy in STEPS)
"""What crossing each side adds to the number of a place."""
OPPOSITE = tuple(opposite(side) for side in range(SIDES))
NOWHERE = 0
"""A corner of the margin, for “no place”."""


def square(place: int) -> Square:
    """Column and row of a place, the first town being M13."""
    row, column = divmod(place, WIDTH)
    middle = WIDTH // 2
    return Square(column - middle + FIRST.column, row - middle + FIRST.row)


def place_at(at: Square) -> int | None:
    """The number of a square, or None beyond what any map can reach."""
    column, row = at.column - FIRST.column + WIDTH // 2, at.row - FIRST.row + WIDTH // 2
    return row * WIDTH + column if 1 <= column < WIDTH - 1 and 1 <= row < WIDTH - 1 else None


NAMES = tuple(name(square(place)) for place in range(SIZE))
"""The name of every place; it never changes."""


def is_place(number: int) -> bool:
    """Whether something can lie on the place of this number."""
    return 0 <= number < SIZE and place_at(square(number)) is not None


def read_place(word: str) -> int:
    """The place of a name; Unreadable says what would be right."""
    at = named(word)
    if at is None:
        raise Unreadable(f"“{word}” is no place. A place is a column and a row, such as M13.")
    place = place_at(at)
    if place is None:
        raise Unreadable(f"No map reaches as far as {word}; the first town is M13.")
    return place


def side_between(here: int, there: int) -> int | None:
    """The side by which one leaves a place for the other, or None if they do not touch."""
    return ACROSS.index(there - here) if there - here in ACROSS else None
