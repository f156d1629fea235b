"""A grid of squares: four sides numbered clockwise from the top, neighbours, and names of places."""

from __future__ import annotations

from typing import NamedTuple

SIDES = 4
SIDE_NAMES = ("N", "E", "S", "W")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""What crossing each side adds to column and row."""

_LETTERS = 26
_COLUMNS = _LETTERS + _LETTERS**2
"""How many columns have names of one or two letters."""


class Square(NamedTuple):
    """A square by column and row; both may be negative, because a map grows every way."""

    column: int
    row: int


def neighbour(square: Square, side: int) -> Square:
    """The square across a side."""
    dx, dy = STEPS[side]
    return Square(square.column + dx, square.row + dy)


def opposite(side: int) -> int:
    """The same side seen from the neighbour."""
    return side ^ 2


def turned(side: int, quarters: int) -> int:
    """Where a side lies after so many quarter turns clockwise."""
    return (side + quarters) % SIDES


def name(square: Square) -> str:
    """The name of a square: column letters to the east, row number to the south.

    East of Z comes AA; west of A comes ZZ, then ZY. North of row 1 come 0 and -1.

    >>> name(Square(12, 12)), name(Square(26, 0)), name(Square(-1, -2))
    ('M13', 'AA1', 'ZZ-1')
    """
    number = square.column % _COLUMNS
    first, second = divmod(number, _LETTERS)
    letters = chr(65 + second) if number < _LETTERS else chr(64 + first) + chr(65 + second)
    return f"{letters}{square.row + 1}"


def named(word: str) -> Square | None:
    """The square of a name, or None for a word that is none; the nearer half of the columns lies east.

    >>> named("m13"), named("ZZ-1"), named("13")
    (Square(column=12, row=12), Square(column=-1, row=-2), None)
    """
    letters = word.rstrip("-0123456789")
    digits = word[len(letters) :]
    plain = digits.removeprefix("-")
    if not (letters.isascii() and letters.isalpha() and len(letters) <= 2):
        return None
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 3):
        return None
    column = 0
    for letter in letters.upper():
        column = column * _LETTERS + ord(letter) - 64
    column -= 1
    return Square(column if column < _COLUMNS // 2 else column - _COLUMNS, int(digits) - 1)
