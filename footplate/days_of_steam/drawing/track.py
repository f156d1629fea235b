"""Track on a tile: beds, ties and rails, so that a smooth line is a way and a corner is none."""

from __future__ import annotations

import math
from collections.abc import Sequence

from footplate.days_of_steam.drawing.pen import SIDE, Pen, at, u
from footplate.drawing.lines import Point, between, number
from footplate.geometry.squares import SIDES, STEPS, opposite

BED, TIE, RAIL, GAUGE = 0.215, 0.168, 0.026, 0.056
DASH, GAP, SHIFT = 0.034, 0.0374, -0.018
"""Fourteen ties on a straight; they meet across the edge."""
STUB, BUFFER = 0.30, 0.23
DISC, DISC_AT = 0.082, 0.135

Segment = tuple[int, int]
MIDDLE_OF_TILE, RIM_OF_TOWN = -1, -2
MIDDLES: tuple[Point, ...] = tuple((0.5 + dx / 2, 0.5 + dy / 2) for dx, dy in STEPS)


def corner(a: int, b: int) -> Point:
    """The corner between two sides that touch, about which a curve runs."""
    return MIDDLES[a][0] + MIDDLES[b][0] - 0.5, MIDDLES[a][1] + MIDDLES[b][1] - 0.5


def length(a: int, b: int) -> float:
    """How long a segment is, in sides of a tile."""
    return 1.0 if b == opposite(a) else math.pi / 4


def line(a: int, b: int, aside: float = 0.0, begin: bool = True) -> str:
    """The middle line of a segment from side to side, or one beside it."""
    (ax, ay), (bx, by) = MIDDLES[a], MIDDLES[b]
    if b == opposite(a):
        nx, ny = (by - ay) * aside, (ax - bx) * aside
        start = f"M{at((ax + nx, ay + ny))}" if begin else ""
        return f"{start}L{at((bx + nx, by + ny))}"
    cx, cy = corner(a, b)
    part = (0.5 + aside) / 0.5
    first = cx + (ax - cx) * part, cy + (ay - cy) * part
    last = cx + (bx - cx) * part, cy + (by - cy) * part
    clockwise = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx) > 0
    start = f"M{at(first)}" if begin else ""
    return f"{start}A{u(0.5 + aside)} {u(0.5 + aside)} 0 0 {int(clockwise)} {at(last)}"


def along(a: int, b: int, part: float) -> tuple[Point, float]:
    """The point a part of the way along a segment, and the heading there in degrees."""
    (ax, ay), (bx, by) = MIDDLES[a], MIDDLES[b]
    if b == opposite(a):
        point = ax + (bx - ax) * part, ay + (by - ay) * part
        return point, math.degrees(math.atan2(by - ay, bx - ax))
    cx, cy = corner(a, b)
    start, end = math.atan2(ay - cy, ax - cx), math.atan2(by - cy, bx - cx)
    sweep = (end - start + math.pi) % (2 * math.pi) - math.pi
    angle = start + sweep * part
    point = cx + 0.5 * math.cos(angle), cy + 0.5 * math.sin(angle)
    return point, math.degrees(angle) + (90 if sweep > 0 else -90)


def rails(pen: Pen, segments: Sequence[Segment]) -> str:
    """All beds, then all ties, then all rails, so that switches read as real ones."""
    middle = "".join(line(a, b) for a, b in segments)
    beside = "".join(line(a, b, aside) for a, b in segments for aside in (-GAUGE, GAUGE))
    return _laid(pen, middle, beside)


def _laid(pen: Pen, middle: str, beside: str) -> str:
    ties = f' stroke-dasharray="{u(DASH)} {u(GAP)}" stroke-dashoffset="{u(SHIFT)}"'
    return (
        pen.path(middle, stroke="bed", width=BED)
        + pen.path(middle, stroke="tie", width=TIE, more=ties)
        + pen.path(beside, stroke="rail", width=RAIL)
    )


def stub(pen: Pen, side: int, deep: float = STUB, *, buffer: bool = True) -> str:
    """Track that leads a little way in from a side; a buffer closes a dead end."""
    (mx, my), (dx, dy) = MIDDLES[side], STEPS[opposite(side)]

    def spot(aside: float, inward: float) -> Point:
        return mx - dy * aside + dx * inward, my + dx * aside + dy * inward

    def straight(aside: float) -> str:
        return f"M{at(spot(aside, 0))}L{at(spot(aside, deep))}"

    out = _laid(pen, straight(0), straight(-GAUGE) + straight(GAUGE))
    if buffer:
        bar = f"M{at(spot(-BUFFER / 2, deep))}L{at(spot(BUFFER / 2, deep))}"
        squares = f' stroke-dasharray="{u(0.045)} {u(0.0475)}" stroke-dashoffset="{u(-0.046)}"'
        out += pen.path(bar, stroke="rail", width=0.072)
        out += pen.path(bar, stroke="paper", width=0.034, more=squares)
    return out


def forks(pen: Pen, segments: Sequence[Segment]) -> str:
    """An arrow disc at each side with two segments or more: here one chooses."""
    out = ""
    for side in range(SIDES):
        if sum(side in segment for segment in segments) < 2:
            continue
        (mx, my), (dx, dy) = MIDDLES[side], STEPS[opposite(side)]
        x, y = mx + dx * DISC_AT, my + dy * DISC_AT
        tip, base, wide = 0.60 * DISC, 0.42 * DISC, 0.62 * DISC
        arrow = [(tip, 0.0), (-base, wide), (-base, -wide)]
        corners = [(x + dx * on - dy * off, y + dy * on + dx * off) for on, off in arrow]
        out += pen.disc((x, y), DISC, "paper", "rail", 0.018)
        out += pen.path(f"M{at(corners[0])}L{at(*corners[1:])}Z", fill="rail")
    return out


def bridge(pen: Pen, ground: str) -> str:
    """North–south lies below, east–west above, with parapets and a gap."""
    gap = pen.path(f"M{at((0.25, 0.5))}L{at((0.75, 0.5))}", stroke=ground, width=0.40)
    wings = "".join(
        f"M{at((0.25, 0.5 + e * 0.205))}L{at((0.30, 0.5 + e * 0.15))}"
        f"L{at((0.70, 0.5 + e * 0.15))}L{at((0.75, 0.5 + e * 0.205))}"
        for e in (-1, 1)
    )
    parapets = pen.path(wings, stroke="rail", width=0.036, more=' stroke-linejoin="round"')
    return rails(pen, [(0, 2)]) + gap + rails(pen, [(3, 1)]) + parapets


def course(steps: Sequence[tuple[float, float, int, int]]) -> str:
    """The line of a way or a loop: column, row, the sides entered and left.

    Instead of a side, -1 is the middle of a tile and -2 the rim of a town, so that its face stays free.
    """
    out = ""
    for column, row, enters, leaves in steps:
        x, y = column * SIDE, row * SIDE
        if enters < 0 or leaves < 0:
            ends = [_end(side, other) for side, other in ((enters, leaves), (leaves, enters))]
            drawn = f"M{at(ends[0])}L{at(ends[1])}"
        else:
            drawn = line(enters, leaves)
        out += _moved(drawn, x, y)
    return out


def _end(side: int, other: int) -> Point:
    """Where a line ends that does not lead from side to side."""
    if side >= 0:
        return MIDDLES[side]
    return between((0.5, 0.5), MIDDLES[other], 0 if side == MIDDLE_OF_TILE else 0.76)


def _moved(path: str, x: float, y: float) -> str:
    """A path that begins in a tile's own corner, where the tile lies."""
    out = []
    for command in path.replace("M", "|M").replace("L", "|L").replace("A", "|A").split("|")[1:]:
        letter, numbers = command[0], [float(word) for word in command[1:].split()]
        numbers[-2] += x
        numbers[-1] += y
        out.append(letter + " ".join(map(number, numbers)))
    return "".join(out)
