"""How lines, shapes and letters are written, in the units of a tile."""

from __future__ import annotations

from html import escape

from footplate.drawing.lines import Point, number
from footplate.drawing.palette import Palette

SIDE = 100
"""The side of a tile in the units of the drawing; the page scales it."""
HAIR = 0.011
"""A line that is only just seen, in sides of a tile."""


def u(part: float) -> str:
    """A length given in sides of a tile, written."""
    return number(part * SIDE)


def at(*points: Point) -> str:
    """Points given in sides of a tile, as paths have them."""
    return " ".join(f"{u(x)} {u(y)}" for x, y in points)


class Pen:
    """Draws in named colours: those of a page's tokens, or of one theme."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette

    def path(self, d: str, *, fill: str = "", stroke: str = "", width: float = 0.0, more: str = "") -> str:
        """A path, filled or drawn, its line in sides of a tile."""
        paint = f' fill="{self.palette[fill]}"' if fill else ' fill="none"'
        if stroke:
            paint += f' stroke="{self.palette[stroke]}" stroke-width="{u(width)}"'
        return f'<path d="{d}"{paint}{more}/>'

    def box(
        self,
        middle: Point,
        size: Point,
        corner: float,
        fill: str,
        stroke: str = "",
        width: float = HAIR,
    ) -> str:
        """A rectangle with round corners about a point."""
        (x, y), (wide, high) = middle, size
        line = f' stroke="{self.palette[stroke]}" stroke-width="{u(width)}"' if stroke else ""
        paint = f'fill="{self.palette[fill]}"' if fill else 'fill="none"'
        return (
            f'<rect x="{u(x - wide / 2)}" y="{u(y - high / 2)}" width="{u(wide)}" height="{u(high)}"'
            f' rx="{u(corner)}" {paint}{line}/>'
        )

    def disc(self, middle: Point, radius: float, fill: str, stroke: str = "", width: float = HAIR) -> str:
        """A disc about a point."""
        line = f' stroke="{self.palette[stroke]}" stroke-width="{u(width)}"' if stroke else ""
        x, y = middle
        return f'<circle cx="{u(x)}" cy="{u(y)}" r="{u(radius)}" fill="{self.palette[fill]}"{line}/>'

    def text(self, middle: Point, text: str, size: float, fill: str) -> str:
        """Bold text in the middle of a point."""
        x, y = middle
        return (
            f'<text x="{u(x)}" y="{u(y + 0.36 * size)}" font-size="{u(size)}" font-weight="700"'
            f' fill="{self.palette[fill]}">{escape(text)}</text>'
        )


def use(name: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A shape that was drawn once, moved to a point given in sides of a tile, made smaller, and turned."""
    if scale == 1.0 and not turn:
        return f'<use href="#{name}" x="{u(x)}" y="{u(y)}"/>'
    more = f" rotate({number(turn)})" if turn else ""
    more += f" scale({number(scale)})" if scale != 1.0 else ""
    return f'<use href="#{name}" transform="translate({u(x)} {u(y)}){more}"/>'
