"""Goods cubes: each colour drawn once, and used wherever a cube lies."""

from __future__ import annotations

import math

from footplate.age_of_steam.drawing.canvas import Canvas, Point, number
from footplate.age_of_steam.goods import COLOURS

LETTERS = {"red": "R", "blue": "B", "purple": "P", "yellow": "Y", "black": "K", "white": "W"}
"""The letter of each colour of goods: no meaning rests on a hue alone."""
CUBE, PITCH = 0.33, 1.11
MOST_CUBES = 6


def cube_shapes(canvas: Canvas) -> str:
    """Every colour of cube by its front, with a lit line near the top and its letter; used by its id."""
    size = CUBE * canvas.radius
    out = ""
    for colour in COLOURS:
        edge = "l-white" if colour == "white" else "cube-edge"
        shape = canvas.plate((0, 0), (size, size), 0.18 * size, f"g-{colour}", edge, 0.031 * canvas.radius)
        lit = f"M{number(-0.34 * size)} {number(-0.39 * size)}h{number(0.68 * size)}"
        width = 0.08 * size / canvas.radius
        shape += canvas.path(lit, stroke="cube-light", width=width, more=' stroke-linecap="round"')
        if size >= 8:
            shape += canvas.text((0, 0), LETTERS[colour], 0.78 * size, f"l-{colour}", 700)
        out += f'<g id="{canvas.id(f"cube-{colour}")}">{shape}</g>'
    return f"<defs>{out}</defs>"


def cube(canvas: Canvas, at: Point, colour: str) -> str:
    """A cube in its place; its shape is drawn once for all."""
    return f'<use href="#{canvas.id(f"cube-{colour}")}" x="{number(at[0])}" y="{number(at[1])}"/>'


def cubes(canvas: Canvas, at: Point, colours: list[str], hex: int) -> str:
    """Cubes about a point in one row or two; of more than six, five and how many more there are."""
    size = CUBE * canvas.radius
    more = len(colours) - MOST_CUBES + 1 if len(colours) > MOST_CUBES else 0
    shown = len(colours) - more + (1 if more else 0)
    in_row = shown if shown <= 3 else 2 if shown == 4 else 3
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
