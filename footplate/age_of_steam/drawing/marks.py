"""Marks that only some boards have, by their kind; a kind nobody has drawn yet is a pill with its word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from footplate.age_of_steam.drawing.canvas import Canvas, Point, points, polygon, text_width
from footplate.age_of_steam.face import Mark
from footplate.geometry.hexes import Cell

Drawing = Callable[[Canvas, Cell, Mark], str]
ROW_PITCH, ROW_BOX = 0.385, 0.36
"""The boxes of a row of cubes: from one to the next, and their size."""


def marks(canvas: Canvas, shown: Iterable[Mark]) -> dict[int, str]:
    """The marks of every hex."""
    out: dict[int, str] = {}
    for mark in shown:
        cell = canvas.board.cells[mark.hex]
        draw = KINDS.get(mark.kind)
        drawn = draw(canvas, cell, mark) if draw else _pill(canvas, cell, mark.text or mark.kind)
        title = f"<title>{mark.words}</title>"
        out[mark.hex] = out.get(mark.hex, "") + f'<g class="mark-{mark.kind}">{title}{drawn}</g>'
    return out


def _pill(canvas: Canvas, cell: Cell, word: str) -> str:
    """A mark in a word."""
    at, size = canvas.offset(cell, 0, -0.62), max(0.24 * canvas.radius, 8.5)
    box = (text_width(word, size) + 0.9 * size, 1.4 * size)
    plate = canvas.plate(at, box, 0.5 * size, "plate", "plate-line", 0.8)
    return plate + canvas.text(at, word, size, "label")


def _closed(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A city that takes nothing now: a ring and two striped bars."""
    out = canvas.path(canvas.hexagon(cell, 0.84), stroke="casing", width=0.045)
    for down in (-0.50, 0.50):
        left, right = canvas.offset(cell, -0.40, down), canvas.offset(cell, 0.40, down)
        line = f"M{points(left)}L{points(right)}"
        out += canvas.path(line, stroke="casing", width=0.20)
        stripes = f' stroke-dasharray="{canvas.r(0.10)} {canvas.r(0.10)}"'
        out += canvas.path(line, stroke="town", width=0.14, more=stripes)
    return out


def _promoter(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A pennant: a promoter is in the city."""
    foot, top = canvas.offset(cell, 0.50, -0.34), canvas.offset(cell, 0.50, -0.74)
    staff = canvas.path(f"M{points(foot)}L{points(top)}", stroke="casing", width=0.05)
    flag = polygon([top, canvas.offset(cell, 0.80, -0.63), canvas.offset(cell, 0.50, -0.52)])
    return staff + canvas.path(flag, fill="town", stroke="casing", width=0.035)


def row_boxes(canvas: Canvas, cell: Cell, boxes: int) -> list[Point]:
    """The middles of the boxes of a row, from the left."""
    return [canvas.offset(cell, ROW_PITCH * (n - (boxes - 1) / 2) - 0.06, 0.06) for n in range(boxes)]


def _row(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A row of boxes: the rightmost cube, which leaves first, has a frame and an arrow."""
    boxes = row_boxes(canvas, cell, len(mark.goods))
    empty = [_square(at, ROW_BOX * canvas.radius) for at, colour in zip(boxes, mark.goods) if not colour]
    out = "".join(canvas.path(box, fill="plate-shadow", stroke="cube-edge", width=0.03) for box in empty)
    if filled := [at for at, colour in zip(boxes, mark.goods) if colour]:
        x, y = filled[-1]
        tip, back, wing = x + 0.31 * canvas.radius, 0.09 * canvas.radius, 0.10 * canvas.radius
        arrow = f"M{points((tip - back, y - wing))}L{points((tip, y))}L{points((tip - back, y + wing))}"
        for line in (_square((x, y), ROW_BOX * canvas.radius), arrow):
            out += canvas.path(line, stroke="casing", width=0.11)
            out += canvas.path(line, stroke="cube-edge", width=0.06)
    return out


def _square(at: Point, size: float) -> str:
    """A square about a point."""
    (x, y), half = at, size / 2
    return polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


KINDS: Mapping[str, Drawing] = {"closed": _closed, "promoter": _promoter, "row": _row}
