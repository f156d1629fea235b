"""A grid of hexes: six sides numbered clockwise from the top, neighbours, and where things lie."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

Orientation = Literal["flat", "pointy"]

SIDES = 6
SIDE_NAMES: dict[Orientation, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
"""Sides clockwise; flat hexes have odd columns half a hex down, pointy ones odd rows half a hex right."""

_FLAT = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
_POINTY = (
    ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
    ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
)


class Cell(NamedTuple):
    """A hex by column and row, both from 0."""

    column: int
    row: int


def neighbour(cell: Cell, side: int, orientation: Orientation) -> Cell:
    """The hex across a side."""
    if orientation == "flat":
        dx, dy = _FLAT[cell.column & 1][side]
    else:
        dx, dy = _POINTY[cell.row & 1][side]
    return Cell(cell.column + dx, cell.row + dy)


def opposite(side: int) -> int:
    """The same side seen from the neighbour."""
    return (side + 3) % SIDES


def centre(cell: Cell, orientation: Orientation, radius: float = 1.0) -> tuple[float, float]:
    """The middle of a hex whose corners are `radius` away from it; y grows downwards."""
    half = math.sqrt(3) / 2 * radius
    if orientation == "flat":
        return 1.5 * radius * cell.column, half * (2 * cell.row + (cell.column & 1))
    return half * (2 * cell.column + (cell.row & 1)), 1.5 * radius * cell.row


def corner(cell: Cell, number: int, orientation: Orientation, radius: float = 1.0) -> tuple[float, float]:
    """Corner `number` of a hex; side n lies between the corners n and n + 1."""
    x, y = centre(cell, orientation, radius)
    turn = math.radians(60 * number - (120 if orientation == "flat" else 90))
    return x + radius * math.cos(turn), y + radius * math.sin(turn)


def name(cell: Cell) -> str:
    """The name of a hex: column letters and row number, both from the top left.

    >>> name(Cell(10, 5)), name(Cell(27, 0))
    ('K6', 'AB1')
    """
    letters, column = "", cell.column + 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{cell.row + 1}"
