"""Tiles and towns as they lie on the table, and what is shown on them only in the hand."""

from __future__ import annotations

from footplate.days_of_steam.drawing.pen import Pen, at
from footplate.days_of_steam.drawing.track import Segment, bridge, forks, rails, stub
from footplate.days_of_steam.tiles import Tile, TileSet
from footplate.drawing.lines import Point
from footplate.geometry.squares import SIDES, opposite, turned

CORNER = 0.07
TOWN, TOWN_CORNER, CASING = 0.744, 0.12, 0.026
UPRIGHT_PEAKS = ((0.20, 0.36, 0.28, 0.20), (0.21, 0.80, 0.30, 0.22), (0.80, 0.58, 0.28, 0.21))
LEVEL_PEAKS = (
    (0.24, 0.31, 0.32, 0.20),
    (0.55, 0.30, 0.24, 0.15),
    (0.26, 0.93, 0.32, 0.20),
    (0.58, 0.92, 0.24, 0.15),
)
"""Peaks beside the track: the middle of the foot, its width, and the height."""
MIDDLE: Point = (0.5, 0.5)


def segments_of(tile: Tile, turn: int) -> list[Segment]:
    """The segments of a tile as it is turned."""
    return [(turned(a, turn), turned(b, turn)) for a, b in tile.segments]


def stubs_of(tile: Tile, turn: int) -> list[int]:
    """The dead ends of a tile as it is turned."""
    return [turned(side, turn) for side in tile.dead_ends]


def card(pen: Pen, ground: str = "tile") -> str:
    """The square itself; tiles touch, without gap or shadow."""
    return pen.box(MIDDLE, (1, 1), CORNER, ground, "tile-e")


def tile(pen: Pen, kind: Tile, turn: int) -> str:
    """A track tile as it lies on the table; what stands on it stays upright."""
    segments, ground = segments_of(kind, turn), "tile-hill" if kind.hill else "tile"
    a, b = segments[0]
    upright = a % 2 == 0 and b == opposite(a)
    out = card(pen, ground)
    if kind.hill:
        out += "".join(peak(pen, *spot) for spot in (UPRIGHT_PEAKS if upright else LEVEL_PEAKS))
    out += "".join(stub(pen, side) for side in stubs_of(kind, turn))
    out += bridge(pen, ground) if kind.bridge else rails(pen, segments) + forks(pen, segments)
    if kind.water_tower:
        out += tower(pen, (0.815, 0.55) if upright else (0.3, 0.245))
    if kind.hill:
        out += pen.box((0.86, 0.855), (0.2, 0.2), 0.06, "pk-l", "pk-o")
        out += pen.text((0.86, 0.855), "2", 0.16, "ink")
    return out


def peak(pen: Pen, x: float, y: float, wide: float, high: float) -> str:
    """A peak, lit from the left."""
    left, right, top = (x - wide / 2, y), (x + wide / 2, y), (x - 0.06 * wide, y - high)
    fold, foot = (x + 0.10 * wide, y - 0.42 * high), (x, y)
    outline = f"M{at(left)}L{at(top, right)}"
    return (
        pen.path(f"M{at(left)}L{at(top, fold, foot)}Z", fill="pk-l")
        + pen.path(f"M{at(top)}L{at(right, foot, fold)}Z", fill="pk-d")
        + pen.path(outline, stroke="pk-o", width=0.018, more=' stroke-linejoin="round"')
    )


def tower(pen: Pen, middle: Point) -> str:
    """A water tower about a point."""
    x, y = middle
    legs = (
        "".join(f"M{at((x + s * 0.085, y + 0.15))}L{at((x + s * 0.06, y))}" for s in (-1, 1))
        + f"M{at((x - 0.075, y + 0.09))}L{at((x + 0.075, y + 0.09))}"
    )
    roof = f"M{at((x - 0.13, y - 0.10))}L{at((x, y - 0.185), (x + 0.13, y - 0.10))}Z"
    return (
        pen.path(legs, stroke="rail", width=0.028, more=' stroke-linecap="round"')
        + pen.box((x, y - 0.04), (0.22, 0.13), 0.02, "water", "rail", 0.024)
        + pen.path(roof, fill="rail")
    )


def told(pen: Pen, kind: Tile) -> str:
    """What matters only in the hand and on the ghost: the coal, and whether the tile may cover."""
    out = coal(pen, (0.845, 0.155), 0.225, kind.coal) if kind.coal else ""
    return out + (covering(pen, (0.155, 0.155), 0.19) if kind.covers else "")


def coal(pen: Pen, middle: Point, wide: float, number: int | None) -> str:
    """A coal wagon with its number."""
    (x, y), s = middle, wide

    def spot(dx: float, dy: float) -> Point:
        return x + dx * s, y + dy * s

    humps = (
        f"M{at(spot(-0.42, -0.26))}Q{at(spot(-0.3, -0.52), spot(-0.13, -0.42))}"
        f"Q{at(spot(0.02, -0.62), spot(0.17, -0.42))}Q{at(spot(0.34, -0.5), spot(0.42, -0.26))}Z"
    )
    wagon = f"M{at(spot(-0.5, -0.3))}L{at(spot(0.5, -0.3), spot(0.40, 0.3), spot(-0.40, 0.3))}Z"
    wheels = "".join(pen.disc(spot(dx, 0.36), 0.13 * s, "coal", "tile") for dx in (-0.22, 0.22))
    number_on_it = pen.text(spot(0, 0.0), str(number), 0.58 * s, "paper") if number is not None else ""
    return pen.path(humps + wagon, fill="coal") + wheels + number_on_it


def covering(pen: Pen, middle: Point, size: float) -> str:
    """Two sheets, the upper one filled: may cover other track."""
    (x, y), k = middle, size / 2
    lower = pen.box((x - 0.375 * k, y + 0.45 * k), (1.25 * k, 1.1 * k), 0.22 * k, "", "ink-2", 0.1 * size)
    upper = pen.box((x + 0.325 * k, y - 0.4 * k), (1.35 * k, 1.2 * k), 0.22 * k, "ink")
    return lower + upper


def town(pen: Pen, colour: str) -> str:
    """A town without its letter, which makes room for goods and trains."""
    inside = TOWN - 2 * CASING
    return (
        card(pen)
        + "".join(stub(pen, side, 0.22, buffer=False) for side in range(SIDES))
        + pen.box(MIDDLE, (TOWN, TOWN), TOWN_CORNER, "casing")
        + pen.box(MIDDLE, (inside, inside), TOWN_CORNER - CASING, f"g-{colour}")
    )


def tile_name(tiles: TileSet, kind: int) -> str:
    """A tile by its name, as its card says it: Switch, right; what else it is stands apart."""
    name = tiles.tiles[kind].name
    return name.removesuffix(", may cover").removesuffix(", two coal").removesuffix(", every way open")
