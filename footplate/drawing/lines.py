"""Points and numbers as SVG writes them."""

from __future__ import annotations

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate as short as it can be written."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(*at: Point) -> str:
    """Coordinates one after the other, as paths have them."""
    return " ".join(f"{number(x)} {number(y)}" for x, y in at)


def between(start: Point, end: Point, part: float) -> Point:
    """The point a part of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
