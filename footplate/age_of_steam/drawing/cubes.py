"""Goods cubes: each colour drawn once, and used wherever a cube lies."""

from __future__ import annotations

import math

from footplate.age_of_steam.drawing.canvas import Canvas, Point, number, points
from footplate.age_of_steam.goods import COLOURS, LETTERS

CUBE, PITCH = 0.33, 1.11
MOST_CUBES = 6


def front(canvas: Canvas, at: Point, colour: str, size: float = CUBE) -> str:
    """A cube by its front, with a lit line near the top and its letter; cattle has horns."""
    edge, long = "l-white" if colour == "white" else "cube-edge", size * canvas.radius
    out = _horns(canvas, at, long / 2) if colour == "cattle" else ""
    out += canvas.plate(at, (long, long), 0.18 * long, f"g-{colour}", edge, 0.031 * canvas.radius)
    lit = f"M{number(at[0] - 0.34 * long)} {number(at[1] - 0.39 * long)}h{number(0.68 * long)}"
    out += canvas.path(lit, stroke="cube-light", width=0.08 * size, more=' stroke-linecap="round"')
    if long >= 8:
        out += canvas.text(at, LETTERS[colour], 0.78 * long, f"l-{colour}", 700)
    return out


def _horns(canvas: Canvas, at: Point, half: float) -> str:
    d, more = "", ' stroke-linecap="round"'
    for sign in (-1, 1):
        way = ((0.55, -0.9), (1.5, -0.9), (1.5, -1.5), (1.2, -1.9))
        root, *curve = ((at[0] + sign * dx * half, at[1] + dy * half) for dx, dy in way)
        d += f"M{points(root)}C{points(*curve)}"
    outer, inner = 0.85 * half / canvas.radius, 0.42 * half / canvas.radius
    return canvas.path(d, stroke="cube-edge", width=outer, more=more) + canvas.path(
        d, stroke="chip-dark", width=inner, more=more
    )


def cube_shapes(canvas: Canvas) -> str:
    """The front of every colour of cube, to be used by its id."""
    shapes = (
        f'<g id="{canvas.id(f"cube-{colour}")}">{front(canvas, (0, 0), colour)}</g>' for colour in COLOURS
    )
    return f"<defs>{''.join(shapes)}</defs>"


def cube(canvas: Canvas, at: Point, colour: str) -> str:
    """A cube in its place; its shape is drawn once for all."""
    return f'<use href="#{canvas.id(f"cube-{colour}")}" x="{number(at[0])}" y="{number(at[1])}"/>'


def cubes(canvas: Canvas, at: Point, colours: list[str], hex: int, widest: int = 3) -> str:
    """Cubes about a point in rows of at most `widest`; of more than six, five and how many more there are."""
    size = CUBE * canvas.radius
    more = len(colours) - MOST_CUBES + 1 if len(colours) > MOST_CUBES else 0
    shown = len(colours) - more + (1 if more else 0)
    in_row = shown if shown <= widest else 2 if shown == 4 else widest
    out = ""
    for n in range(shown):
        row, rows = n // in_row, math.ceil(shown / in_row)
        here = min(in_row, shown - row * in_row)
        x = at[0] + (n % in_row - (here - 1) / 2) * PITCH * size
        y = at[1] + (row - (rows - 1) / 2) * PITCH * size
        if more and n == shown - 1:
            out += canvas.plate((x, y), (size, size), 0.18 * size, "plate", "plate-line", 0.8)
            out += canvas.text((x, y), f"+{more}", 0.6 * size, "label", 700)
        else:
            out += cube(canvas, (x, y), colours[n])
    # A page reads from here which cubes lie where.
    return f'<g class="cubes" data-hex="{hex}">{out}</g>'
