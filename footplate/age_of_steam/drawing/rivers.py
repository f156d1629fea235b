"""Rivers as flowing lines: which sides the water takes through each hex, and its course."""

from __future__ import annotations

from itertools import combinations

from footplate.age_of_steam.board import IN_CITY, IN_TOWN, Board
from footplate.age_of_steam.drawing.canvas import APOTHEM, Canvas, jitter, points
from footplate.geometry import hexes
from footplate.geometry.hexes import Cell, opposite

WATER = ("water", "sea", "lake", "bay")
"""Kinds of terrain that are drawn as open water."""

LAKE, PLACE, OUTSIDE, NOWHERE = range(4)
"""Where a loose end of a river may lead, the best first."""


class Flow:
    """The sides by which water leaves each hex: a tree over neighbouring river hexes, without loops."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = [cell for cell, kind in zip(board.cells, board.terrain) if "river" in kind]
        self.sides: dict[Cell, set[int]] = {cell: set() for cell in self.cells}
        self._stem = {cell: cell for cell in self.cells}
        self._join_neighbours()
        self._pass_places()
        for cell in sorted(self.cells):
            for _ in range(2 - len(self.sides[cell])):
                self._lead_on(cell)

    def _beyond(self, cell: Cell, side: int) -> Cell:
        return hexes.neighbour(cell, side, self.board.orientation)

    def _root(self, cell: Cell) -> Cell:
        while self._stem[cell] != cell:
            cell = self._stem[cell]
        return cell

    def _open(self, cell: Cell, side: int) -> None:
        """Let water through a side, on both of its hexes."""
        self.sides.setdefault(cell, set()).add(side)
        self.sides.setdefault(self._beyond(cell, side), set()).add(opposite(side))

    def _join_neighbours(self) -> None:
        steps = [(cell, side) for cell in self.cells for side in range(3)]
        for cell, side in sorted(steps, key=lambda step: (step[0].column + step[0].row, step)):
            other = self._beyond(cell, side)
            if other in self._stem and self._root(cell) != self._root(other):
                self._stem[self._root(cell)] = self._root(other)
                self._open(cell, side)

    def _is_place(self, cell: Cell) -> bool:
        hex = self.board.at.get(cell, -1)
        return hex >= 0 and self.board.kind[hex] in (IN_TOWN, IN_CITY)

    def _pass_places(self) -> None:
        """A place between the ends of two rivers lets the water through."""
        for place in filter(self._is_place, self.board.cells):
            if place in self._stem:
                continue
            ends: dict[Cell, int] = {}
            for side in range(6):
                other = self._beyond(place, side)
                if other in self._stem and len(self.sides[other]) < 2:
                    ends.setdefault(self._root(other), side)
            if len(ends) > 1:
                first = next(iter(ends))
                for root, side in ends.items():
                    self._open(place, side)
                    self._stem[root] = first

    def _lead_on(self, cell: Cell) -> None:
        """Lead a loose end on, away from where it comes from: to a lake, else a place, else off the board."""
        come_from = next(iter(self.sides[cell]), None)

        def bend(side: int) -> int:
            return 3 if come_from is None else min((side - come_from) % 6, (come_from - side) % 6)

        best = min(
            (self._end(self._beyond(cell, side)), -bend(side), side) for side in range(6) if bend(side) > 1
        )
        if best[0] == PLACE:
            self._open(cell, best[2])
        elif best[0] != NOWHERE:
            self.sides[cell].add(best[2])

    def _end(self, cell: Cell) -> int:
        hex = self.board.at.get(cell)
        if hex is None:
            return OUTSIDE
        if self.board.terrain[hex] in WATER:
            return LAKE
        return PLACE if self._is_place(cell) else NOWHERE


def rivers(canvas: Canvas) -> str:
    """The path of all water that flows."""
    return "".join(course(canvas, cell, sorted(sides)) for cell, sides in Flow(canvas.board).sides.items())


def course(canvas: Canvas, cell: Cell, sides: list[int]) -> str:
    """The path of a river through one hex: from side to side, smooth where it enters the next hex."""
    if not sides:
        return ""
    if len(sides) == 1:
        spring = canvas.offset(cell, 0.14 * jitter(cell, 1), 0.14 * jitter(cell, 2))
        mouth, inside = canvas.side(cell, sides[0], 1.02), canvas.side(cell, sides[0], 0.5)
        return f"M{points(mouth)}Q{points(inside, spring)}"
    first, last = min(combinations(sides, 2), key=lambda pair: (abs(3 - (pair[1] - pair[0])), pair))
    out = _reach(canvas, cell, first, last)
    for side in sides:
        if side not in (first, last):
            far = max((first, last), key=lambda other: min((other - side) % 6, (side - other) % 6))
            out += _reach(canvas, cell, side, far)
    return out


def _reach(canvas: Canvas, cell: Cell, first: int, last: int) -> str:
    """Water between two sides of a hex; a straight reach meanders."""
    start, end = canvas.side(cell, first, 1.02), canvas.side(cell, last, 1.02)
    into = canvas.side(cell, first, 0.5 + 0.12 * jitter(cell, 3))
    out = canvas.side(cell, last, 0.5 + 0.12 * jitter(cell, 4))
    if (last - first) % 6 != 3:
        return f"M{points(start)}C{points(into, out, end)}"
    x, y = canvas.centre(cell)
    swing = 0.20 if jitter(cell, 5) > 0 else -0.20
    along_x, along_y = ((b - a) / (2 * APOTHEM) for a, b in zip(start, end))
    before = x - 0.28 * along_x - swing * along_y, y - 0.28 * along_y + swing * along_x
    return f"M{points(start)}C{points(into, before, (x, y))}S{points(out, end)}"
