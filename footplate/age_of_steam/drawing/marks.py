"""Marks that only some boards have, by their kind; a kind nobody has drawn yet is a pill with its word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from footplate.age_of_steam.drawing.canvas import Canvas, points, polygon, text_width
from footplate.age_of_steam.face import Mark
from footplate.geometry.hexes import Cell

Drawing = Callable[[Canvas, Cell], str]


def marks(canvas: Canvas, shown: Iterable[Mark]) -> dict[int, str]:
    """The marks of every hex."""
    out: dict[int, str] = {}
    for mark in shown:
        cell = canvas.board.cells[mark.hex]
        draw = KINDS.get(mark.kind)
        drawn = draw(canvas, cell) if draw else _pill(canvas, cell, mark.kind)
        title = f"<title>{mark.words}</title>"
        out[mark.hex] = out.get(mark.hex, "") + f'<g class="mark-{mark.kind}">{title}{drawn}</g>'
    return out


def _pill(canvas: Canvas, cell: Cell, word: str) -> str:
    """A mark in a word."""
    at, size = canvas.offset(cell, 0, -0.62), max(0.24 * canvas.radius, 8.5)
    box = (text_width(word, size) + 0.9 * size, 1.4 * size)
    plate = canvas.plate(at, box, 0.5 * size, "plate", "plate-line", 0.8)
    return plate + canvas.text(at, word, size, "label")


def _closed(canvas: Canvas, cell: Cell) -> str:
    """A city that takes nothing now: a ring and two striped bars."""
    out = canvas.path(canvas.hexagon(cell, 0.84), stroke="casing", width=0.045)
    for down in (-0.50, 0.50):
        left, right = canvas.offset(cell, -0.40, down), canvas.offset(cell, 0.40, down)
        line = f"M{points(left)}L{points(right)}"
        out += canvas.path(line, stroke="casing", width=0.20)
        stripes = f' stroke-dasharray="{canvas.r(0.10)} {canvas.r(0.10)}"'
        out += canvas.path(line, stroke="town", width=0.14, more=stripes)
    return out


def _promoter(canvas: Canvas, cell: Cell) -> str:
    """A pennant: a promoter is in the city."""
    foot, top = canvas.offset(cell, 0.50, -0.34), canvas.offset(cell, 0.50, -0.74)
    staff = canvas.path(f"M{points(foot)}L{points(top)}", stroke="casing", width=0.05)
    flag = polygon([top, canvas.offset(cell, 0.80, -0.63), canvas.offset(cell, 0.50, -0.52)])
    return staff + canvas.path(flag, fill="town", stroke="casing", width=0.035)


def _car(canvas: Canvas, cell: Cell) -> str:
    """A railway car with four windows on two trucks."""
    across, top, floor = 0.40, -0.64, -0.44
    corners = [(-across, floor), (-across, top + 0.05), (-0.34, top), (0.34, top), (across, top + 0.05)]
    body = polygon([canvas.offset(cell, *at) for at in (*corners, (across, floor))])
    out = canvas.path(body, fill="casing", stroke="town", width=0.05)
    pane = 0.11 * canvas.radius, 0.09 * canvas.radius
    for right in (-0.27, -0.09, 0.09, 0.27):
        out += canvas.plate(canvas.offset(cell, right, top + 0.09), pane, 0.0, "town", "town", 0.0)
    for right in (-0.24, 0.24):
        out += canvas.disc(canvas.offset(cell, right, floor + 0.03), 0.05, "casing", "town", 0.03)
    return f'<g class="car">{out}</g>'


KINDS: Mapping[str, Drawing] = {"car": _car, "closed": _closed, "promoter": _promoter}
