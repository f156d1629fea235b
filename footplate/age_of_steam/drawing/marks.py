"""Marks that only some boards have, by their kind; a kind nobody has drawn yet is a pill with its word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

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
        drawn = draw(canvas, cell) if draw else _pill(canvas, cell, mark.kind.replace("-", " "))
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


def _sector(canvas: Canvas, cell: Cell, number: int, town: bool) -> str:
    """The die that brings cubes to a place: beside a town, where no track lies, or in a city."""
    at = canvas.offset(cell, -0.62, 0) if town else canvas.offset(cell, -0.28, -0.56)
    side = 0.36 * canvas.radius
    chip = canvas.plate(at, (side, side), 0.08 * canvas.radius, "plate", "plate-line", 0.8)
    return chip + canvas.text(at, str(number), 0.28 * canvas.radius, "label", 700)


def _state_link(canvas: Canvas, cell: Cell, side: int) -> str:
    """A link of the state across a side: its two rails, and a house with three columns on the side."""
    middle, beyond = canvas.side(cell, side), canvas.side(cell, side, 1.5)
    inner = canvas.side(cell, side, 0.5)
    d = f"M{points(inner)}L{points(beyond)}"
    out = canvas.path(d, stroke="casing", width=0.25) + canvas.path(d, stroke="nat", width=0.18)
    out += canvas.path(d, stroke="casing", width=0.085) + canvas.path(d, stroke="nat", width=0.035)
    x, y, r = *middle, canvas.radius
    out += canvas.plate(middle, (0.38 * r, 0.38 * r), 0.04 * r, "plate", "casing", 1.2)
    roof = polygon([(x - 0.13 * r, y - 0.03 * r), (x, y - 0.14 * r), (x + 0.13 * r, y - 0.03 * r)])
    columns = "".join(
        f"M{points((x + at * r, y + 0.01 * r))}L{points((x + at * r, y + 0.11 * r))}"
        for at in (-0.09, 0, 0.09)
    )
    return out + canvas.path(roof, fill="casing") + canvas.path(columns, stroke="casing", width=0.045)


KINDS: Mapping[str, Drawing] = {
    "closed": _closed,
    "promoter": _promoter,
    **{f"sector-{die}": partial(_sector, number=die, town=False) for die in range(1, 7)},
    **{f"town-sector-{die}": partial(_sector, number=die, town=True) for die in range(1, 7)},
    **{f"state-link-{side}": partial(_state_link, side=side) for side in range(6)},
}
