"""Where things lie on the page, and how lines, shapes and text are written."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import TypeVar, cast

from footplate.age_of_steam.board import Board
from footplate.age_of_steam.tiles import TOWN
from footplate.drawing.lines import Point, between, number, points
from footplate.drawing.palette import LIVERIES, Palette
from footplate.geometry import hexes
from footplate.geometry.hexes import Cell

__all__ = ["Canvas", "Point", "between", "number", "points"]

APOTHEM = math.sqrt(3) / 2
"""From the middle of a hex to a side, in radii."""
MARGIN = 0.62
SMALL = 22
"""Hexes with a smaller radius than this many pixels are drawn without names, cubes and chips."""
READABLE = 9.4
"""Names are never smaller than this many pixels."""
ROOM = 1056, 726
"""The room a page of 1440 × 900 pixels has for a board; on one that is larger, names are drawn larger."""

REMEMBERED = 4096
"""New parts of drawings after which a canvas forgets those that were not asked for meanwhile."""

T = TypeVar("T")
Vertex = tuple[int, int]
"""A corner in whole steps, so that neighbouring hexes have the very same one."""


def polygon(corners: Iterable[Point]) -> str:
    """A closed path with sharp corners."""
    return "M" + "L".join(points(corner) for corner in corners) + "Z"


def rounded(corners: Sequence[Point], part: float) -> str:
    """A closed path whose corners are rounded from this part of each side on."""
    out: list[str] = []
    for n, corner in enumerate(corners):
        first = between(corner, corners[n - 1], part)
        last = between(corner, corners[(n + 1) % len(corners)], part)
        out.append(f"{'L' if out else 'M'}{points(first)}Q{points(corner, last)}")
    return "".join(out) + "Z"


def jitter(cell: Cell, salt: int) -> float:
    """A number from −1 to 1 that is always the same for a hex: nature's irregularity without chance."""
    mixed = (cell.column * 0x9E3779B1 + cell.row * 0x85EBCA77 + salt * 0xC2B2AE3D) & 0xFFFFFFFF
    for _ in range(2):
        mixed = ((mixed >> 15 ^ mixed) * 0x2C1B3C6D) & 0xFFFFFFFF
    return 2 * (mixed >> 12 & 0xFFFF) / 0xFFFF - 1


@lru_cache(4096)
def text_width(text: str, size: float) -> float:
    """About how wide text is in a common sans-serif; plates are made to it, with room to spare."""
    return size * sum(
        0.30 if c in "il.,'I|jt -" else 0.88 if c in "mwMW" else 0.69 if c.isupper() else 0.58 for c in text
    )


class Canvas:
    """One board on one page: its size, its colours, and who wears which livery."""

    def __init__(
        self,
        board: Board,
        radius: float,
        palette: Palette,
        *,
        small: bool | None = None,
        liveries: Sequence[int] = (),
    ) -> None:
        self.board, self.radius, self.palette = board, radius, palette
        self.flat = board.orientation == "flat"
        self.small = radius < SMALL if small is None else small
        self.liveries = (*liveries, *range(len(liveries) + 1, LIVERIES + 1))
        """The livery of each seat, from 1; who has not chosen wears the number of the seat."""
        self._sides: dict[tuple[Cell, int, float], Point] = {}
        """Points at sides, which tracks ask for again and again."""
        self._around: dict[int, list[int]] = {}
        self._drawn: dict[Hashable, object] = {}
        self._drawn_before: dict[Hashable, object] = {}
        middles = [hexes.centre(cell, board.orientation, radius) for cell in board.cells]
        down, margin = radius * (APOTHEM if self.flat else 1), MARGIN * radius
        across = radius * (1 if self.flat else APOTHEM)
        spread = [max(axis) - min(axis) for axis in zip(*middles)]
        fit = min(
            room / (long + 2 * reach + 2 * margin) for room, long, reach in zip(ROOM, spread, (across, down))
        )
        self.readable: float = READABLE * max(1.0, 1 / fit)
        """The least size of a name that can be read when the whole board is on the screen."""
        self.left = min(x - reach for (x, _), reach in zip(middles, self._reaches())) - margin
        right = max(x + reach for (x, _), reach in zip(middles, self._reaches())) + margin
        self.top = min(y for _, y in middles) - down - margin
        bottom = max(y for _, y in middles) + down + margin
        # Whole pixels, so that a picture has the size the drawing says.
        self.width, self.height = math.ceil(right - self.left), math.ceil(bottom - self.top)

    def once(self, key: Hashable, draw: Callable[[], T]) -> T:
        """What `draw` gives, worked out once: the key holds all that it depends on but the canvas."""
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn_before.pop(key, None)
            if found is None:
                found = draw()
            if len(self._drawn) >= REMEMBERED:
                self._drawn_before, self._drawn = self._drawn, {}
            self._drawn[key] = found
        return cast(T, found)

    def _reaches(self) -> list[float]:
        """How far each hex reaches to either side: names may be wider than their hexes, also at the rim."""
        across, spare = self.radius * (1 if self.flat else APOTHEM), MARGIN * self.radius / 2
        return [
            max(across, 0 if self.small else self.plate_width(name) / 2 - spare)
            for name in self.board.place_names
        ]

    def plate_width(self, name: str) -> float:
        """How wide the plate with a city's name is."""
        return text_width(name, self.name_size) + 0.92 * self.name_size

    @property
    def plate_height(self) -> float:
        """How high the plate with a city's name is."""
        return 1.3 * self.name_size

    @property
    def name_size(self) -> float:
        """The size of a city's name; never too small to read."""
        return max(0.285 * self.radius, self.readable)

    @property
    def town_size(self) -> float:
        """The size of a town's name."""
        return max(0.27 * self.radius, self.readable)

    # Places ---------------------------------------------------------------------------------------------

    def r(self, factor: float) -> str:
        """A length in radii, written."""
        return number(factor * self.radius)

    def centre(self, cell: Cell) -> Point:
        """The middle of a hex."""
        x, y = hexes.centre(cell, self.board.orientation, self.radius)
        return x - self.left, y - self.top

    def corner(self, cell: Cell, corner: int, scale: float = 1.0) -> Point:
        """A corner of a hex, or of a smaller one within it."""
        x, y = hexes.corner(cell, corner % 6, self.board.orientation, self.radius)
        return between(self.centre(cell), (x - self.left, y - self.top), scale)

    def side(self, cell: Cell, side: int, scale: float = 1.0) -> Point:
        """The middle of a side, or a point before or beyond it; for TOWN the middle of the hex."""
        key = cell, side, scale
        if key not in self._sides:
            centre = self.centre(cell)
            if side == TOWN:
                self._sides[key] = centre
            else:
                middle = between(self.corner(cell, side), self.corner(cell, side + 1), 0.5)
                self._sides[key] = between(centre, middle, scale)
        return self._sides[key]

    def offset(self, cell: Cell, dx: float, dy: float) -> Point:
        """A point so many radii to the right of and below the middle of a hex."""
        x, y = self.centre(cell)
        return x + dx * self.radius, y + dy * self.radius

    def beyond(self, cell: Cell, side: int) -> Cell:
        """The hex across a side, on the board or not."""
        return hexes.neighbour(cell, side, self.board.orientation)

    def around(self, hex: int) -> list[int]:
        """A hex, those beside it and those beside them: so far may a name reach."""
        if hex not in self._around:
            near = {hex}
            for _ in range(2):
                cells = (self.beyond(self.board.cells[other], side) for other in near for side in range(6))
                near |= {self.board.at[cell] for cell in cells if cell in self.board.at}
            self._around[hex] = sorted(near)
        return self._around[hex]

    # Shapes ---------------------------------------------------------------------------------------------

    def hexagon(self, cell: Cell, scale: float = 1.0, part: float = 0.10) -> str:
        """The path of a hex with rounded corners."""
        return rounded([self.corner(cell, n, scale) for n in range(6)], part)

    def vertex(self, cell: Cell, corner: int) -> Vertex:
        """A corner of a hex in whole steps of half a radius and an apothem."""
        if self.flat:
            dx, dy = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))[corner % 6]
            return 3 * cell.column + dx, 2 * cell.row + (cell.column & 1) + dy
        dx, dy = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))[corner % 6]
        return 2 * cell.column + (cell.row & 1) + dx, 3 * cell.row + dy

    def vertex_point(self, vertex: Vertex) -> Point:
        """Where a corner lies."""
        x, y = vertex[0] * self.radius, vertex[1] * self.radius
        if self.flat:
            return x / 2 - self.left, y * APOTHEM - self.top
        return x * APOTHEM - self.left, y / 2 - self.top

    def outline(self, cells: Iterable[Cell], part: float) -> str:
        """The outline of a set of hexes: a part of .5 makes a flowing coast, .1 a cut card."""
        inside = set(cells)
        onward = {
            self.vertex(cell, side): self.vertex(cell, side + 1)
            for cell in sorted(inside)
            for side in range(6)
            if self.beyond(cell, side) not in inside
        }
        return "".join(rounded(list(map(self.vertex_point, loop)), part) for loop in _loops(onward))

    # Elements -------------------------------------------------------------------------------------------

    def path(self, d: str, *, fill: str = "", stroke: str = "", width: float = 0.0, more: str = "") -> str:
        """A path, filled or drawn in named colours, its line in radii and never invisible."""
        paint = f' fill="{self.palette[fill]}"' if fill else ' fill="none"'
        if stroke:
            line = max(0.5, width * self.radius)
            paint += f' stroke="{self.palette[stroke]}" stroke-width="{number(line)}"'
        return f'<path d="{d}"{paint}{more}/>'

    def disc(self, at: Point, size: float, fill: str, stroke: str = "", width: float = 0.0) -> str:
        """A disc, its radius and line in radii of a hex."""
        line = (
            f' stroke="{self.palette[stroke]}" stroke-width="{number(max(0.5, width * self.radius))}"'
            if stroke
            else ""
        )
        x, y = map(number, at)
        return f'<circle cx="{x}" cy="{y}" r="{self.r(size)}" fill="{self.palette[fill]}"{line}/>'

    def plate(
        self, at: Point, size: tuple[float, float], corner: float, fill: str, stroke: str, line: float
    ) -> str:
        """A rectangle with round corners about a point, measured in pixels."""
        width, height = size
        x, y = number(at[0] - width / 2), number(at[1] - height / 2)
        return (
            f'<rect x="{x}" y="{y}" width="{number(width)}" height="{number(height)}" rx="{number(corner)}"'
            f' fill="{self.palette[fill]}" stroke="{self.palette[stroke]}" stroke-width="{number(line)}"/>'
        )

    def text(self, at: Point, text: str, size: float, fill: str, weight: int = 600, more: str = "") -> str:
        """Text in the middle of a point, its size in pixels."""
        x, y = number(at[0]), number(at[1] + 0.36 * size)
        heavy = "" if weight == 600 else f' font-weight="{weight}"'
        return (
            f'<text x="{x}" y="{y}" font-size="{number(size)}" fill="{self.palette[fill]}"{heavy}{more}>'
            f"{escape(text)}</text>"
        )

    def id(self, name: str) -> str:
        """A name for a part of this drawing that other drawings on the page do not have."""
        return f"{name}-{re.sub('[^A-Za-z0-9]+', '-', self.board.id)}-{number(self.radius).replace('.', '-')}"


def _loops(onward: dict[Vertex, Vertex]) -> Iterator[list[Vertex]]:
    """Closed loops from steps; every corner of an outline has one way on."""
    while onward:
        at = next(iter(onward))
        loop = []
        while at in onward:
            loop.append(at)
            at = onward.pop(at)
        yield loop
