"""What stands on the tiles: goods and trains; and every shape once, to be used by its name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from footplate.days_of_steam.drawing.pen import Pen, at, u, use
from footplate.days_of_steam.drawing.tiles import coal, stubs_of, tile, told, town
from footplate.days_of_steam.drawing.track import MIDDLES, along, length
from footplate.days_of_steam.goods import COLOURS, LETTERS, NO_GOOD, colour_of
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import Lie, TileSet, is_town, town_colour
from footplate.drawing.lines import Point, number
from footplate.drawing.palette import MARKS
from footplate.geometry.squares import STEPS, opposite

GOOD = 0.205
LONG, WIDE = 0.40, 0.205
"""A locomotive from above."""
LOAD, COUPLED = 0.19, 0.305
"""A good on a train, and how far behind the train's middle it rides."""
LOW, BELOW = 0.155, 0.72
"""How far from its side a train stands under a bridge or in a dead end, and how much smaller it is."""


def good(pen: Pen, colour: str, size: float) -> str:
    """A good about the origin: a cube with its letter."""
    letter = LETTERS[COLOURS.index(colour)]
    lit = f"M{at((-0.34 * size, -0.39 * size))}L{at((0.34 * size, -0.39 * size))}"
    return (
        pen.box((0, 0), (size, size), 0.18 * size, f"g-{colour}", "cube-edge", 0.06 * size)
        + pen.path(lit, stroke="cube-light", width=0.07 * size, more=' stroke-linecap="round"')
        + pen.text((0, 0), letter, 0.78 * size, f"l-{colour}")
    )


def engine(pen: Pen, livery: int) -> str:
    """A locomotive about the origin, heading east: cab behind, boiler, round nose and chimney in front."""
    x, y = LONG / 2, WIDE / 2
    outline = (
        f"M{at((-x, -y))}L{at((0.02 * LONG, -y), (0.02 * LONG, -0.40 * WIDE), (0.36 * LONG, -0.40 * WIDE))}"
        f"Q{at((x, -0.40 * WIDE), (x, 0))}Q{at((x, 0.40 * WIDE), (0.36 * LONG, 0.40 * WIDE))}"
        f"L{at((0.02 * LONG, 0.40 * WIDE), (0.02 * LONG, y), (-x, y))}Z"
    )
    return (
        pen.path(outline, stroke="paper", width=0.06, more=' stroke-linejoin="round"')
        + pen.path(outline, fill=f"p{livery}", stroke="casing", width=0.016)
        + pen.disc((0.31 * LONG, 0), 0.17 * WIDE, f"m{livery}")
    )


def mark(pen: Pen, livery: int) -> str:
    """Whose it is, about the origin: it sits on the cab and stays upright."""
    scaled = f' transform="scale({u(0.56 * WIDE)})"'
    return f'<path d="{MARKS[livery - 1]}" fill="{pen.palette[f"m{livery}"]}"{scaled}/>'


def shapes(pen: Pen, tiles: TileSet, liveries: Sequence[int]) -> dict[str, str]:
    """Every shape by the name under which it is used."""
    out = {f"d-town-{colour}": town(pen, colour) for colour in COLOURS}
    for code, lie in enumerate(tiles.lies):
        if lie.kind >= 0:
            out[f"d-tile-{code}"] = tile(pen, tiles.tiles[lie.kind], lie.turn)
    out |= {f"d-told-{kind}": told(pen, tile) for kind, tile in enumerate(tiles.tiles)}
    out |= {f"d-good-{colour}": good(pen, colour, GOOD) for colour in COLOURS}
    out |= {f"d-engine-{livery}": engine(pen, livery) for livery in liveries}
    out |= {f"d-mark-{livery}": mark(pen, livery) for livery in liveries}
    out["d-coal"] = coal(pen, (0, 0), 1.0, None)
    return out


# Towns --------------------------------------------------------------------------------------------------


def town_face(
    pen: Pen, colour: str, goods: Sequence[str], trains: int = 0, x: float = 0, y: float = 0
) -> str:
    """A town with its letter and goods; where trains stand below, they move up."""
    letter, rows = LETTERS[COLOURS.index(colour)], (0 if not trains else 1 if trains < 3 else 2)
    middle = y + (0.5, 0.36, 0.29)[rows]
    out = use(f"d-town-{colour}", x, y)
    if not goods:
        return out + pen.text((x + 0.5, middle), letter, 0.28 if rows < 2 else 0.22, f"l-{colour}")
    few = len(goods) <= 3
    shown = list(goods if few else goods[:2])
    count = len(shown) + (not few)
    scale = 1.0 if count < 3 else 0.76
    pitch = 1.1 * GOOD * scale
    out += pen.text(
        (x + (0.265 if count < 3 else 0.235), middle), letter, 0.235 * min(1, scale + 0.1), f"l-{colour}"
    )
    first = x + (0.56 if count == 1 else 0.60) - (count - 1) / 2 * pitch
    for n, word in enumerate(shown):
        out += use(f"d-good-{word}", first + n * pitch, middle, scale)
    if not few:
        out += pen.text((first + 2 * pitch, middle), f"+{len(goods) - 2}", 0.15, f"l-{colour}")
    return out


# Trains -------------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """Where a train is drawn, in sides of a tile and degrees, how large, and where its good rides."""

    x: float
    y: float
    heading: float
    size: float
    load: Point


def standing(tiles: TileSet, s: DaysState, seat: int, x: float, y: float) -> Standing:
    """Where a train stands, the corner of its tile being given; it lies on its segment as it came."""
    place, part = divmod(s.trains[seat], 4)
    code = s.board[place]
    # Before the first town lies there, trains wait where it will lie.
    if is_town(code) or not code:
        return _in_town(s, seat, place, x, y)
    lie = tiles.lies[code]
    kind = tiles.tiles[lie.kind]
    came = s.came[seat] if s.came[seat] >= 0 and lie.part[s.came[seat]] == part else lie.part.index(part)
    if came in stubs_of(kind, lie.turn) or (kind.bridge and came % 2 == 0):
        return _low(came, x, y)
    leaves = _onward(lie, came)
    loaded = s.load[seat] != NO_GOOD
    (px, py), heading = along(came, leaves, 0.64 if loaded else 0.5)
    (lx, ly), _ = along(came, leaves, 0.64 - COUPLED / length(came, leaves))
    return Standing(x + px, y + py, heading, 1.0, (x + lx, y + ly))


def _onward(lie: Lie, came: int) -> int:
    """The side a train looks towards: straight on where it can."""
    ways = lie.exits[came]
    return opposite(came) if opposite(came) in ways else ways[0]


def _low(side: int, x: float, y: float) -> Standing:
    """Before the bridge or in the dead end, smaller; its good lies beside it."""
    (mx, my), (dx, dy) = MIDDLES[side], STEPS[opposite(side)]
    px, py = mx + dx * LOW, my + dy * LOW
    heading = {(0, 1): 90.0, (0, -1): -90.0, (1, 0): 0.0, (-1, 0): 180.0}[dx, dy]
    return Standing(x + px, y + py, heading, BELOW, (x + px - dy * 0.2, y + py + dx * 0.2))


def _in_town(s: DaysState, seat: int, place: int, x: float, y: float) -> Standing:
    """One train at full size, two smaller, three and four in two rows."""
    here = [other for other, stand in enumerate(s.trains) if stand >> 2 == place]
    n = here.index(seat)
    if len(here) == 1:
        return Standing(x + 0.5, y + 0.67, 0.0, 1.0, (x + 0.2, y + 0.67))
    if len(here) == 2:
        return Standing(x + 0.35 + 0.30 * n, y + 0.67, 0.0, 0.7, (x, y))
    row, in_row = n // 2, 2 if n < 2 else len(here) - 2
    across = 0.5 + (n % 2 - (in_row - 1) / 2) * 0.31
    return Standing(x + across, y + 0.53 + 0.175 * row, 0.0, 0.68, (x, y))


def train(livery: int, where: Standing, load: int) -> str:
    """A train where it stands, with the good behind it."""
    turn = math.radians(where.heading)
    back = 0.23 * LONG * where.size
    out = use(f"d-engine-{livery}", where.x, where.y, where.size, where.heading)
    out += use(
        f"d-mark-{livery}", where.x - back * math.cos(turn), where.y - back * math.sin(turn), where.size
    )
    if load != NO_GOOD:
        size = LOAD / GOOD * where.size
        out += use(f"d-good-{COLOURS[colour_of(load)]}", *where.load, float(number(size)))
    return out


# The map ------------------------------------------------------------------------------------------------


def lying(
    pen: Pen, tiles: TileSet, s: DaysState, place: int, goods: Sequence[str], x: float, y: float
) -> str:
    """What lies on a place: a tile, or a town with its goods."""
    code = s.board[place]
    if not is_town(code):
        return use(f"d-tile-{code}", x, y)
    here = sum(stand >> 2 == place for stand in s.trains)
    return town_face(pen, COLOURS[town_colour(code)], goods, here, x, y)
