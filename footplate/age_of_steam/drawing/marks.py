"""Marks that only some boards have, by their kind; a kind nobody has drawn yet is a pill with its word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from footplate.age_of_steam.drawing.canvas import Canvas, Point, between, points, polygon, text_width
from footplate.age_of_steam.face import Mark
from footplate.age_of_steam.goods import COLOURS, LETTERS
from footplate.geometry.hexes import Cell

Drawing = Callable[[Canvas, Cell, Mark], str]
MOST_WAITING = 3
"""Signs in the tray of cubes that wait; of more cubes two are shown and how many more there are."""


def marks(canvas: Canvas, shown: Iterable[Mark]) -> dict[int, str]:
    """The marks of every hex."""
    out: dict[int, str] = {}
    for mark in shown:
        cell = canvas.board.cells[mark.hex]
        draw = KINDS.get(mark.kind)
        drawn = draw(canvas, cell, mark) if draw else _pill(canvas, cell, mark.kind)
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


def _burned(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A city that has burned down: hatched ash with three charred stumps."""
    out = canvas.path(_hatching(canvas, cell, 0.90, 0.24), stroke="ink-3", width=0.035)
    stumps = ""
    for dx, high in ((-0.26, 0.50), (0.0, 0.72), (0.26, 0.44)):
        corners = ((-0.11, 0), (-0.11, -high), (0.02, 0.08 - high), (0.11, -0.04 - high), (0.11, 0))
        stumps += polygon([canvas.offset(cell, dx + a, 0.34 + b) for a, b in corners])
    return out + canvas.path(stumps, fill="casing", stroke="town", width=0.03)


def _hatching(canvas: Canvas, cell: Cell, scale: float, step: float) -> str:
    """Slanting lines over a hex, so many radii apart."""
    corners = [canvas.corner(cell, n, scale) for n in range(6)]
    middle, out = sum(canvas.centre(cell)), ""
    for n in range(-8, 9):
        # The line on which right and down add up to this.
        line = middle + n * step * canvas.radius
        cut = []
        for here, there in zip(corners, (*corners[1:], corners[0])):
            before, after = sum(here) - line, sum(there) - line
            if before * after < 0:
                cut.append(between(here, there, before / (before - after)))
        if len(cut) == 2:
            out += f"M{points(cut[0])}L{points(cut[1])}"
    return out


def _waiting(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A tray in the lower half of a city: cubes that wait, in outline, and a turning arrow."""
    radius, size = canvas.radius, 0.30 * canvas.radius
    shown = mark.goods if len(mark.goods) <= MOST_WAITING else mark.goods[: MOST_WAITING - 1]
    rest = len(mark.goods) - len(shown)
    signs = [LETTERS[COLOURS[colour - 1]] for colour in shown] + ([f"+{rest}"] if rest else [])
    box = ((0.34 * len(signs) + 0.42) * radius, 0.42 * radius)
    out = canvas.plate(
        canvas.offset(cell, 0, 0.38), box, 0.1 * radius, "chip-light", "chip-dark", 0.04 * radius
    )
    for n, sign in enumerate(signs):
        at = canvas.offset(cell, 0.34 * (n - (len(signs) - 1) / 2) - 0.15, 0.38)
        if n < len(shown):
            dashes = f' stroke-dasharray="{canvas.r(0.06)} {canvas.r(0.045)}"'
            out += canvas.path(square(at, size), stroke="chip-dark", width=0.035, more=dashes)
        out += canvas.text(at, sign, 0.74 * size, "chip-dark", 700)
    x, y = canvas.offset(cell, 0.17 * len(signs) + 0.02, 0.38)
    turn = 0.11 * radius
    arc = f"M{points((x + turn, y))}A{points((turn, turn))} 0 1 1 {points((x, y - turn))}"
    head = f"M{points((x - 0.05 * radius, y - turn - 0.07 * radius))}L{points((x + 0.04 * radius, y - turn))}"
    head += f"L{points((x - 0.05 * radius, y - turn + 0.07 * radius))}"
    return out + canvas.path(arc + head, stroke="chip-dark", width=0.05)


def square(at: Point, size: float) -> str:
    """A square about a point."""
    (x, y), half = at, size / 2
    return polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


KINDS: Mapping[str, Drawing] = {
    "closed": _closed,
    "promoter": _promoter,
    "burned": _burned,
    "waiting": _waiting,
}
