"""What stands on the ground: peaks, mounds, reeds and flames, drawn hex by hex."""

from __future__ import annotations

import math
from collections.abc import Callable

from footplate.age_of_steam.drawing.canvas import Canvas, jitter, points, polygon
from footplate.geometry.hexes import Cell

ROUND = ' stroke-linecap="round" stroke-linejoin="round"'

PEAKS = ((0.30, 0.05, 0.50), (-0.36, 0.16, 0.42), (-0.02, 0.46, 0.36))
HIGH_PEAKS = ((0.26, 0.14, 0.68), (-0.34, 0.22, 0.52), (0.02, 0.52, 0.40))
"""Where the foot of each peak is and how high it rises, the hindmost first."""


def mountain(canvas: Canvas, cell: Cell) -> str:
    """Three peaks, lit from the left."""
    return "".join(_peak(canvas, cell, n, peak, snow=False) for n, peak in enumerate(PEAKS))


def high_mountain(canvas: Canvas, cell: Cell) -> str:
    """Three larger peaks with snow."""
    return "".join(_peak(canvas, cell, n, peak, snow=True) for n, peak in enumerate(HIGH_PEAKS))


def _peak(canvas: Canvas, cell: Cell, n: int, peak: tuple[float, float, float], snow: bool) -> str:
    dx, dy, size = peak
    dx *= -1 if jitter(cell, 9) > 0.2 else 1
    x, y = canvas.offset(cell, dx + 0.06 * jitter(cell, 10 + n), dy + 0.05 * jitter(cell, 20 + n))
    high, wide = 0.95 * size * canvas.radius, 0.62 * size * canvas.radius
    top, left, right = (x, y - high), (x - wide, y), (x + wide, y)
    ridge = (x - 0.10 * wide, y - 0.48 * high), (x + 0.12 * wide, y)
    out = canvas.path(polygon((left, top, *ridge)), fill="pk-l")
    out += canvas.path(polygon((right, top, *ridge)), fill="pk-d")
    if snow:
        edge = ((-0.36, 0.36), (-0.12, 0.28), (0.06, 0.42), (0.36, 0.36))
        cap = (top, *((x + a * wide, y - high + b * high) for a, b in edge))
        out += canvas.path(polygon(cap), fill="snow")
    line = f"M{points(left)}L{points(top)}L{points(right)}"
    return out + canvas.path(line, stroke="pk-o", width=0.026, more=ROUND)


def hill(canvas: Canvas, cell: Cell) -> str:
    """Three arcs."""
    out = ""
    for dx, dy in ((-0.34, 0.0), (0.32, -0.12), (0.02, 0.40)):
        ends = canvas.offset(cell, dx - 0.28, dy), canvas.offset(cell, dx + 0.28, dy)
        out += f"M{points(ends[0])}Q{points(canvas.offset(cell, dx, dy - 0.34), ends[1])}"
    return canvas.path(out, stroke="pk-o", width=0.03, more=ROUND)


def swamp(canvas: Canvas, cell: Cell) -> str:
    """Six tufts of reed."""
    strokes = ((-0.15, 0, 0.15, 0), (0, 0, 0, -0.17), (-0.07, 0, -0.11, -0.12), (0.07, 0, 0.11, -0.12))
    tufts = ((-0.42, -0.28), (0.30, -0.36), (-0.08, 0.04), (0.44, 0.18), (-0.38, 0.40), (0.12, 0.52))
    out = ""
    for n, (dx, dy) in enumerate(tufts):
        dx, dy = dx + 0.05 * jitter(cell, 30 + n), dy + 0.05 * jitter(cell, 40 + n)
        for a, b, c, d in strokes:
            ends = canvas.offset(cell, dx + a, dy + b), canvas.offset(cell, dx + c, dy + d)
            out += f"M{points(ends[0])}L{points(ends[1])}"
    return canvas.path(out, stroke="reed", width=0.03, more=ROUND)


def rock(canvas: Canvas, cell: Cell) -> str:
    """A hatch across the hex, where nothing is ever built."""
    out = ""
    for away in (-0.56, -0.28, 0.0, 0.28, 0.56):
        long, middle = math.sqrt(0.75**2 - away**2) * math.sqrt(0.5), away * math.sqrt(0.5)
        ends = (canvas.offset(cell, middle + turn * long, middle - turn * long) for turn in (-1, 1))
        out += "M{}L{}".format(*map(points, ends))
    return canvas.path(out, stroke="wall", width=0.05, more=f'{ROUND} opacity=".6"')


def fire(canvas: Canvas, cell: Cell) -> str:
    """One calm flame: a whole board of them must not shout."""
    return flame(canvas, cell, 0.0, 0.36, 0.62)


def flame(canvas: Canvas, cell: Cell, dx: float, dy: float, size: float) -> str:
    """A flame in two tones: where its foot is, and how high it rises."""

    def at(*pairs: tuple[float, float]) -> str:
        return points(*(canvas.offset(cell, dx + a * size, dy + b * size) for a, b in pairs))

    outer = (
        f"M{at((0, -1))}C{at((0.1, -0.62), (0.5, -0.5), (0.36, -0.08))}"
        f"C{at((0.26, 0.14), (-0.26, 0.14), (-0.36, -0.08))}"
        f"C{at((-0.44, -0.42), (-0.12, -0.5), (0, -1))}Z"
    )
    inner = (
        f"M{at((0, -0.45))}C{at((0.2, -0.2), (0.2, 0), (0, 0.02))}C{at((-0.2, 0), (-0.2, -0.2), (0, -0.45))}Z"
    )
    return canvas.path(outer, fill="flame") + canvas.path(inner, fill="flame-2")


RELIEF: dict[str, Callable[[Canvas, Cell], str]] = {
    "mountain": mountain,
    "river mountain": mountain,
    "high mountain": high_mountain,
    "hill": hill,
    "swamp": swamp,
    "fire": fire,
    "rock": rock,
}
"""What is drawn on each kind of terrain; a kind that is not here has only its tint."""

TINTS = {
    "river": "river-bg",
    "mountain": "mtn",
    "river mountain": "mtn",
    "high mountain": "high",
    "swamp": "swamp",
    "fire": "fire",
    "rock": "rock",
    "tunnel": "river-bg",
}
"""The colour of the ground of each kind of terrain."""


def tint(kind: str) -> str:
    """The colour of the ground; kinds nobody has drawn yet look like low hills."""
    return "land" if kind in ("plain", "priced") else TINTS.get(kind, "hill")
