"""Marks that only some boards have, by their kind; a kind nobody has drawn yet is a pill with its word.

A map's face gives marks by name, and what each needs: `text`, the colours of `goods`, a `seat`. A number may
end the name instead: `sector-3` is `sector` with the text 3, `transfer-2` lies across side 2.

Cities: `any` (asterisk: takes every colour), `closed` (ring and two striped bars), `burned` (ash, stumps),
`demand` (white, a brown ring and horns: takes cattle alone), `socket` (dashed circle for a colour to come),
`start` (the colour of `goods` in the circle, and the founder `seat`), `waiting` (lower half with dashed
`goods` that wait for growth), `row` (`goods` in boxes, the rightmost framed), `tray` (room for `goods`, 0 is
free), `promoter` (pennant), `less` (pill −1), `cash` (pill $1), `car` (a carriage, cubes give way), `plant`
(factory and `text`), `garbage` (bin and `text`).

Hexes: `cattle` (a cube with horns), `grant` (parcel with a flag), `flame` (a fire, aside if it has a `text`),
`marked` (`text` in a box), `start-price` (`text` in a drop that points to the side whose number ends the
name), `tunnel` (portal and `text`), `white` (a white cube).

Anywhere: `sector` and `town-sector` (white die with `text`), `queue` (`text` in a disc: who is next),
`national` and `state` (square with a flag or a house), `national-link` and `state-link` (the same on a side),
`transfer` (arrowheads and `text` across a side), `wall` (red with teeth along a side), `overload` (dashed red
box with `text`), `wheel` (a bonus disk), `shield` (support), `price` (pill with `text`), `owner` (the mark of
a `seat`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from html import escape

from footplate.age_of_steam.drawing.canvas import Canvas, Point, number, points, polygon, text_width
from footplate.age_of_steam.drawing.cubes import CUBE, PITCH, front
from footplate.age_of_steam.drawing.rails import mark as owner_mark
from footplate.age_of_steam.drawing.rails import portal, public_square
from footplate.age_of_steam.drawing.relief import flame
from footplate.age_of_steam.face import Mark
from footplate.age_of_steam.goods import COLOURS, LETTERS
from footplate.geometry.hexes import Cell

Drawing = Callable[[Canvas, Cell, Mark], str]
CAP = ' stroke-linecap="round" stroke-linejoin="round"'
ROW_PITCH, ROW_BOX = 0.385, 0.36
"""The boxes of a row of cubes: from one to the next, and their size."""
QUIET = ("less", "cash")
"""Marks that only matter while a cube is chosen: a page shows them then, and a picture has none."""
HIGH = -0.44
"""Where words and counts stand: above cubes, and below the plate of a name that straddles the upper side."""
SHIFTS = {"car": 0.30, "waiting": -0.34}
"""How far below the middle the cubes of a city lie where such a mark needs their place."""

SECTOR = 0.48, -0.45
"""Where the die of a city stands: right of a pill on the upper side, and below the plate of a name there."""
OUTWARDS = 0.20
"""How far from the middle the drop of a start hex stands, away from its city and from the name of that."""
ROOMS: Mapping[str, tuple[float, float, float, float]] = {
    "sector": (*SECTOR, 0.18, 0.18),
    "town-sector": (-0.62, 0.0, 0.18, 0.18),
    "overload": (0.0, HIGH, 0.50, 0.22),
    "plant": (0.0, HIGH, 0.40, 0.22),
    "garbage": (0.0, HIGH, 0.40, 0.22),
    "waiting": (0.0, -0.36, 0.60, 0.36),
    "promoter": (0.65, -0.54, 0.17, 0.22),
    "car": (0.0, -0.36, 0.42, 0.28),
    "tunnel": (0.0, 0.20, 0.36, 0.50),
    "cattle": (0.0, 0.06, 0.40, 0.30),
    "grant": (0.0, 0.0, 0.36, 0.36),
}
"""What marks take of their hex and names leave free: the middle, half the width and half the height."""


def rooms(shown: Iterable[Mark]) -> tuple[tuple[int, float, float, float, float], ...]:
    """What the marks take of their hexes."""
    out = []
    for mark in map(_apart, shown):
        if mark.kind == "start-price":
            # A name comes from the side of the city, to which only the point of the drop reaches.
            out.append((mark.hex, 0.0, 0.0, 0.50, 0.50))
        elif mark.kind in ROOMS:
            out.append((mark.hex, *ROOMS[mark.kind]))
    return tuple(out)


def marks(canvas: Canvas, shown: Iterable[Mark], *, below: bool) -> dict[int, str]:
    """The marks of every hex: those on which its cubes lie, or those that lie over all."""
    out: dict[int, str] = {}
    for mark in map(_apart, shown):
        if (mark.kind in BELOW) == below:
            draw = BELOW.get(mark.kind) or ABOVE.get(mark.kind) or _word
            drawn = draw(canvas, canvas.board.cells[mark.hex], mark)
            out[mark.hex] = out.get(mark.hex, "") + (
                f'<g class="mark-{escape(mark.kind)}"><title>{escape(mark.words)}</title>{drawn}</g>'
            )
    return out


def _apart(mark: Mark) -> Mark:
    """A mark without the number that ends its name; it becomes its side, and its text if it has none."""
    kind, _, last = mark.kind.rpartition("-")
    if not (kind and last.isdigit()):
        return mark
    return mark._replace(kind=kind, text=mark.text or last, side=int(last))


# Parts of marks -----------------------------------------------------------------------------------------


def _pill(canvas: Canvas, at: Point, text: str, size: float = 0.30, tone: str = "plate-line") -> str:
    """A price, or a word."""
    high = max(size * canvas.radius, 8.5)
    box = (text_width(text, high) + 0.7 * high, 1.3 * high)
    return canvas.plate(at, box, 0.65 * high, "plate", tone, 1.0) + canvas.text(at, text, high, "label", 700)


def _word(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return _pill(canvas, canvas.offset(cell, 0, HIGH), mark.text or mark.kind, 0.24)


def _scaled(canvas: Canvas, at: Point, size: float, inside: str) -> str:
    """A picture drawn about the middle of a square from −1 to 1."""
    return f'<g transform="translate({points(at)}) scale({number(size * canvas.radius)})">{inside}</g>'


def _ink(canvas: Canvas, d: str, *, line: float = 0.0) -> str:
    """Part of such a picture: filled, or a line."""
    ink = canvas.palette["casing"]
    if line:
        return f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="{number(line)}"{CAP}/>'
    return f'<path d="{d}" fill="{ink}"/>'


def _box(at: Point, across: float, down: float) -> str:
    """A rectangle about a point, by half its width and height."""
    x, y = at
    return polygon(
        [(x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down)]
    )


def _dashes(canvas: Canvas, *parts: float) -> str:
    return f' stroke-dasharray="{" ".join(canvas.r(part) for part in parts)}"'


def _colours(mark: Mark) -> list[str]:
    """The colours of its goods, empty where room is free."""
    return [COLOURS[colour - 1] if colour else "" for colour in mark.goods]


def _side(canvas: Canvas, cell: Cell, mark: Mark) -> Point:
    return canvas.centre(cell) if mark.side < 0 else canvas.side(cell, mark.side % 6)


def _ring(canvas: Canvas, at: Point, size: float, line: float, more: str = "") -> str:
    x, y = map(number, at)
    ink = f'stroke="{canvas.palette["casing"]}" stroke-width="{canvas.r(line)}"'
    return f'<circle cx="{x}" cy="{y}" r="{canvas.r(size)}" fill="none" {ink}{more}/>'


# Cities -------------------------------------------------------------------------------------------------


def asterisk(canvas: Canvas, at: Point, colour: str, size: float = 0.15) -> str:
    """The sign of a city that takes every colour."""
    reach, d = size * canvas.radius, ""
    for turn in (math.pi / 2, math.pi / 6, -math.pi / 6):
        dx, dy = reach * math.cos(turn), reach * math.sin(turn)
        d += f"M{points((at[0] - dx, at[1] - dy))}L{points((at[0] + dx, at[1] + dy))}"
    return canvas.path(d, stroke=colour, width=0.075, more=CAP)


def _any(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return asterisk(canvas, canvas.offset(cell, -0.62, 0), "l-none")


def _closed(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A city that takes nothing now."""
    out = canvas.path(canvas.hexagon(cell, 0.84), stroke="casing", width=0.05)
    for down in (-0.50, 0.50):
        line = f"M{points(canvas.offset(cell, -0.46, down))}L{points(canvas.offset(cell, 0.46, down))}"
        out += canvas.path(line, stroke="casing", width=0.20)
        out += canvas.path(line, stroke="town", width=0.12, more=_dashes(canvas, 0.12, 0.10))
    return out


def _burned(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A city that is no more: ash with a broken rim, hatched, and three stumps."""
    edge, stripes = canvas.hexagon(cell, 0.93), ""
    for n in range(-3, 4):
        # Stripes end within the hex, so that nothing has to be cut.
        off, half = 0.14 * n, math.sqrt(0.30 - (0.14 * n) ** 2)
        ends = (off - half, off + half), (off + half, off - half)
        stripes += f"M{points(canvas.offset(cell, *ends[0]))}L{points(canvas.offset(cell, *ends[1]))}"
    out = canvas.path(edge, fill="ash")
    out += canvas.path(stripes, stroke="ash-2", width=0.035)
    out += canvas.path(edge, stroke="casing", width=0.06, more=_dashes(canvas, 0.15, 0.11))
    stumps = ""
    for dx, high in ((-0.26, 0.50), (0.0, 0.72), (0.26, 0.44)):
        top = (dx - 0.11, 0.34 - high), (dx + 0.02, 0.42 - high), (dx + 0.11, 0.30 - high)
        stumps += polygon([canvas.offset(cell, *at) for at in ((dx - 0.11, 0.34), *top, (dx + 0.11, 0.34))])
    return out + canvas.path(stumps, fill="casing", stroke="town", width=0.03)


def _demand(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A city that takes cattle alone."""
    out = _white_city(canvas, cell)
    out += canvas.path(canvas.hexagon(cell, 0.80), stroke="g-cattle", width=0.09)
    return out + front(canvas, canvas.offset(cell, -0.57, 0.08), "cattle", 0.27)


def _white_city(canvas: Canvas, cell: Cell) -> str:
    """A city that has no colour printed."""
    return canvas.path(canvas.hexagon(cell, 0.97), fill="casing") + canvas.path(
        canvas.hexagon(cell, 0.90), fill="town"
    )


def _socket(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """Where the colour of a starting city will lie."""
    return _white_city(canvas, cell) + _ring(
        canvas, canvas.offset(cell, -0.56, 0), 0.235, 0.05, _dashes(canvas, 0.10, 0.085)
    )


def _start(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A starting city: the colour it takes now, and who founded it."""
    at = canvas.offset(cell, -0.56, 0)
    colour = next(iter(_colours(mark)), "") or "none"
    out = _white_city(canvas, cell) + canvas.disc(at, 0.235, f"g-{colour}", "casing", 0.045)
    if colour in LETTERS:
        out += canvas.text(at, LETTERS[colour], 0.30 * canvas.radius, f"l-{colour}", 700)
    return out + _owner(canvas, cell, mark._replace(text=""), 0.60)


def _owner(canvas: Canvas, cell: Cell, mark: Mark, aside: float = 0.0) -> str:
    """The mark of a player."""
    return (
        owner_mark(canvas, canvas.offset(cell, aside, 0), canvas.liveries[mark.seat], 0.19)
        if mark.seat >= 0
        else ""
    )


def _waiting(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """The lower half of a city: waiting cubes are outlines, beside an arrow that turns or how many more."""
    if canvas.flat:
        rim = [canvas.corner(cell, n, 0.93) for n in (2, 3, 4, 5)]
    else:
        low = [canvas.corner(cell, n, 0.93) for n in (2, 3, 4)]
        rim = [canvas.offset(cell, 0.805, 0.0), *low, canvas.offset(cell, -0.805, 0.0)]
    left, right = rim[-1], rim[0]
    out = canvas.path(polygon(rim), fill="town")
    out += canvas.path(f"M{points(left)}L{points(right)}", stroke="casing", width=0.06)
    size, goods = 0.34 * canvas.radius, [colour for colour in _colours(mark) if colour]
    step = 0.41 if len(goods) < 3 else 0.36
    for n, colour in enumerate(goods[:3]):
        at = canvas.offset(cell, step * (n - (min(3, len(goods)) - 1) / 2) - 0.12, 0.36)
        box = _box(at, size / 2, size / 2)
        out += canvas.path(box, fill="town", stroke="casing", width=0.035, more=_dashes(canvas, 0.07, 0.05))
        out += canvas.text(at, LETTERS[colour], 0.26 * canvas.radius, "chip-dark", 700)
    if len(goods) > 3:
        return out + _pill(canvas, canvas.offset(cell, 0.60, 0.34), f"+{len(goods) - 3}", 0.2)
    (x, y), k = canvas.offset(cell, 0.48 if len(goods) < 3 else 0.56, 0.36), 0.13 * canvas.radius
    turn = f"M{points((x + k, y))}A{number(k)} {number(k)} 0 1 1 {points((x + 0.2 * k, y - k))}"
    tip = ((x - 0.3 * k, y - 1.55 * k), (x + 0.4 * k, y - k), (x - 0.2 * k, y - 0.4 * k))
    turn += f"M{points(tip[0])}L{points(*tip[1:])}"
    return out + canvas.path(turn, stroke="casing", width=0.06, more=CAP)


def row_boxes(canvas: Canvas, cell: Cell, boxes: int) -> list[Point]:
    """The middles of the boxes of a row, from the left."""
    return [canvas.offset(cell, ROW_PITCH * (n - (boxes - 1) / 2) - 0.06, 0.06) for n in range(boxes)]


def _row(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A row of boxes: the rightmost cube, which leaves first, has a frame and an arrow."""
    boxes, half = row_boxes(canvas, cell, len(mark.goods)), ROW_BOX * canvas.radius / 2
    out = "".join(
        canvas.path(_box(at, half, half), fill="plate-shadow", stroke="cube-edge", width=0.03)
        for at, colour in zip(boxes, mark.goods)
        if not colour
    )
    if filled := [at for at, colour in zip(boxes, mark.goods) if colour]:
        x, y = filled[-1]
        tip, back, wing = x + 0.31 * canvas.radius, 0.09 * canvas.radius, 0.10 * canvas.radius
        arrow = f"M{points((tip - back, y - wing))}L{points((tip, y))}L{points((tip - back, y + wing))}"
        for line in (_box((x, y), half, half), arrow):
            out += canvas.path(line, stroke="casing", width=0.11) + canvas.path(
                line, stroke="cube-edge", width=0.06
            )
    return out


def _tray(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """Room for the cubes of a city that takes any colour; what is free is dashed."""
    free = mark.goods.count(0)
    full, step, radius = len(mark.goods) - free, PITCH * CUBE * canvas.radius, canvas.radius
    x, y = canvas.offset(cell, 0, 0.0 if canvas.flat else 0.12)
    # Cubes lie about the middle, free room at their right.
    box = ((full + free) * step + 0.10 * radius, 0.46 * radius)
    out = canvas.plate((x + free * step / 2, y), box, 0.10 * radius, "town", "casing", 0.045 * radius)
    for n in range(free):
        room = _box((x + (full / 2 + n + 0.5) * step, y), 0.14 * radius, 0.14 * radius)
        out += canvas.path(room, stroke="casing", width=0.03, more=_dashes(canvas, 0.06, 0.05))
    return out


def _promoter(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A pennant."""
    foot, top = canvas.offset(cell, 0.50, -0.34), canvas.offset(cell, 0.50, -0.74)
    staff = canvas.path(f"M{points(foot)}L{points(top)}", stroke="casing", width=0.05)
    flag = polygon([top, canvas.offset(cell, 0.80, -0.63), canvas.offset(cell, 0.50, -0.52)])
    return staff + canvas.path(flag, fill="town", stroke="casing", width=0.035)


def _less(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return _pill(canvas, canvas.offset(cell, 0.50, -0.70), mark.text or "−1")


def _cash(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return _pill(canvas, canvas.offset(cell, 0, -0.42), mark.text or "$1", 0.26)


def _car(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A carriage with four windows."""
    at = canvas.offset(cell, 0, -0.36)
    body = "M-1 .42V-.25Q-1 -.62 -.6 -.62H.6Q1 -.62 1 -.25V.42Z"
    paper, ink = canvas.palette["town"], canvas.palette["casing"]
    inside = f'<path d="{body}" fill="{ink}" stroke="{paper}" stroke-width=".17"/>'
    inside += (
        f'<path d="M-.6 -.28v.34M-.2 -.28v.34M.2 -.28v.34M.6 -.28v.34" stroke="{paper}" stroke-width=".21"/>'
    )
    for x in (-0.55, 0.55):
        inside += f'<circle cx="{x}" cy=".52" r=".24" fill="{ink}" stroke="{paper}" stroke-width=".11"/>'
    return _scaled(canvas, at, 0.40, inside)


def _counted(canvas: Canvas, cell: Cell, mark: Mark, glyph: str) -> str:
    """A picture with a count beside it, on a plate."""
    at, text = canvas.offset(cell, 0, HIGH), mark.text
    size = max(0.28 * canvas.radius, 8.5)
    wide = text_width(text, size) if text else 0.0
    box = (1.35 * size + wide + 0.5 * size, 1.4 * size)
    left = at[0] - box[0] / 2 + 0.85 * size, at[1]
    out = canvas.plate(at, box, 0.3 * size, "town", "casing", 1.0)
    out += _scaled(canvas, left, 0.42 * size / canvas.radius, glyph)
    return out + (
        canvas.text((at[0] + box[0] / 2 - wide / 2 - 0.3 * size, at[1]), text, size, "chip-dark", 700)
        if text
        else ""
    )


def _plant(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return _counted(canvas, cell, mark, _ink(canvas, "M-1 .9V-.1L-.35 .3V-.1L.3 .3V-.95H.95V.9Z"))


def _garbage(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    bin = "M-.75 -.5H.75L.6 .95H-.6ZM-.95 -.65H.95M-.3 -.7V-.95H.3V-.7M-.25 -.1V.55M.25 -.1V.55"
    return _counted(canvas, cell, mark, _ink(canvas, bin, line=0.24))


# Hexes --------------------------------------------------------------------------------------------------


def _cattle(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return front(canvas, canvas.offset(cell, 0, 0.06), "cattle", 0.40)


def _white(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return front(canvas, canvas.offset(cell, 0, -0.44), "white", 0.36)


def _grant(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A parcel: four corner brackets about a green cube with a flag."""
    k, b, d = 0.34, 0.12, ""
    for x in (-1, 1):
        for y in (-1, 1):
            way = (x * k, y * (k - b)), (x * k, y * k), (x * (k - b), y * k)
            d += "M" + "L".join(points(canvas.offset(cell, *at)) for at in way)
    out = canvas.path(d, stroke="land", width=0.15) + canvas.path(d, stroke="ink", width=0.06)
    half = 0.18 * canvas.radius
    at = canvas.centre(cell)
    out += canvas.plate(at, (2 * half, 2 * half), 0.36 * half, "g-grant", "cube-edge", 0.031 * canvas.radius)
    pole = (-0.5, 0.5), (-0.5, -0.6), (0.6, -0.2), (-0.4, 0.2)
    flag = "M" + "L".join(points((at[0] + dx * half, at[1] + dy * half)) for dx, dy in pole)
    return out + canvas.path(flag, stroke="cube-edge", width=0.05, more=CAP)


def _flame(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """One flame, small and aside where `text` says that track lies there."""
    return flame(canvas, cell, -0.42, 0.52, 0.34) if mark.text else flame(canvas, cell, 0.0, 0.36, 0.62)


def marked_price(canvas: Canvas, cell: Cell, text: str) -> str:
    """A price in a box with a short line under it: a simple tile comes first."""
    at = canvas.centre(cell)
    box = (0.92 * canvas.radius, 0.60 * canvas.radius)
    out = canvas.plate(at, box, 0.06 * canvas.radius, "hollow", "ink", 0.06 * canvas.radius)
    out += canvas.text(
        (at[0], at[1] - 0.07 * canvas.radius), text, max(0.32 * canvas.radius, 8.5), "ink", 700
    )
    line = f"M{points(canvas.offset(cell, -0.26, 0.19))}L{points(canvas.offset(cell, 0.26, 0.19))}"
    return out + canvas.path(line, stroke="ink", width=0.07)


def _marked(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return marked_price(canvas, cell, mark.text)


def _start_price(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A drop with the price, its point towards the city."""
    (x, y), (u, v) = canvas.centre(cell), canvas.side(cell, max(0, mark.side) % 6)
    turn, k = math.atan2(v - y, u - x), 0.34 * canvas.radius
    x, y = x - OUTWARDS * canvas.radius * math.cos(turn), y - OUTWARDS * canvas.radius * math.sin(turn)
    ends = [(x + k * math.cos(turn + by), y + k * math.sin(turn + by)) for by in (-0.75, 0.75)]
    tip = x + 1.75 * k * math.cos(turn), y + 1.75 * k * math.sin(turn)
    d = f"M{points(ends[0])}A{number(k)} {number(k)} 0 1 0 {points(ends[1])}L{points(tip)}Z"
    out = canvas.path(d, fill="hollow", stroke="ink", width=0.06)
    return out + canvas.text((x, y), mark.text, max(0.30 * canvas.radius, 8.5), "ink", 700)


def _tunnel(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A portal, and its price below."""
    out = portal(canvas, canvas.offset(cell, 0, 0.06), 0.34)
    return out + (_pill(canvas, canvas.offset(cell, 0, 0.56), mark.text) if mark.text else "")


# Anywhere -----------------------------------------------------------------------------------------------


def _sector(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A white die."""
    return _die(canvas, canvas.offset(cell, *SECTOR), mark.text)


def _town_sector(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A white die beside a town, where neither its cubes nor track can lie."""
    return _die(canvas, canvas.offset(cell, -0.62, 0.0), mark.text)


def _die(canvas: Canvas, at: Point, text: str) -> str:
    size = max(0.34 * canvas.radius, 8.5)
    plate = canvas.plate(at, (size, size), 0.22 * size, "chip-light", "chip-light-e", 0.025 * canvas.radius)
    return plate + canvas.text(at, text, 0.8 * size, "chip-dark", 700)


def _queue(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A number in a dark disc: who is next."""
    at = canvas.offset(cell, 0.50, -0.58)
    out = canvas.disc(at, 0.20, "chip-dark", "chip-light", 0.04)
    return out + canvas.text(at, mark.text, max(0.28 * canvas.radius, 8.5), "chip-light", 700)


def _national(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return public_square(canvas, _side(canvas, cell, mark), nation=True)


def _state(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return public_square(canvas, _side(canvas, cell, mark), nation=False)


def _transfer(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """An arrowhead into each of two neighbours, short of their cubes, and what it costs: not like track."""
    (x, y), (cx, cy) = _side(canvas, cell, mark), canvas.centre(cell)
    reach = math.dist((x, y), (cx, cy)) or 1.0
    ux, uy, radius, d = (x - cx) / reach, (y - cy) / reach, canvas.radius, ""
    for sign in (-1, 1):
        tip = x + sign * ux * 0.47 * radius, y + sign * uy * 0.47 * radius
        base = x + sign * ux * 0.22 * radius, y + sign * uy * 0.22 * radius
        wing = 0.14 * radius
        d += polygon(
            [tip, (base[0] - uy * wing, base[1] + ux * wing), (base[0] + uy * wing, base[1] - ux * wing)]
        )
    text = mark.text if mark.text != str(mark.side) else "$1"
    return canvas.path(d, fill="town", stroke="casing", width=0.05) + _pill(canvas, (x, y), text)


def _wall(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A wall with teeth along a side: no track crosses it."""
    (ax, ay), (bx, by) = (canvas.corner(cell, mark.side + n) for n in (0, 1))
    line = f"M{points((ax, ay))}L{points((bx, by))}"
    teeth = ""
    for n in range(4):
        along = 0.125 + 0.25 * n
        x, y = ax + along * (bx - ax), ay + along * (by - ay)
        u, v = 0.17 * (ay - by), 0.17 * (bx - ax)
        teeth += f"M{points((x - u, y - v))}L{points((x + u, y + v))}"
    out = canvas.path(line, stroke="land", width=0.30, more=CAP)
    return out + canvas.path(line + teeth, stroke="bad-line", width=0.085, more=CAP)


def _overload(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A count in a dashed box, with a warning."""
    at, size = canvas.offset(cell, 0, HIGH), max(0.28 * canvas.radius, 8.5)
    across = (text_width(mark.text, size) + 2.2 * size) / 2
    dashed = _dashes(canvas, 0.12, 0.07)
    out = canvas.path(_box(at, across, 0.72 * size), fill="town", stroke="bad-line", width=0.05, more=dashed)
    sign = '<path d="M0 -.95L1 .8H-1ZM0 -.3V.3M0 .5V.56" fill="none"'
    sign += f' stroke="{canvas.palette["bad-line"]}" stroke-width=".26"{CAP}/>'
    out += _scaled(canvas, (at[0] - across + 0.9 * size, at[1]), 0.45 * size / canvas.radius, sign)
    return out + canvas.text((at[0] + 0.5 * size, at[1]), mark.text, size, "chip-dark", 700)


def _wheel(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A driving wheel."""
    spokes = "".join(
        f"M0 0L{number(0.72 * math.cos(n * math.pi / 4))} {number(0.72 * math.sin(n * math.pi / 4))}"
        for n in range(8)
    )
    paper, ink = canvas.palette["town"], canvas.palette["casing"]
    rim = f'<circle r="1" fill="{paper}" stroke="{ink}" stroke-width=".2"/><circle r=".26" fill="{ink}"/>'
    return _scaled(canvas, canvas.offset(cell, 0, -0.44), 0.26, rim + _ink(canvas, spokes, line=0.13))


def _shield(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    """A shield with a tick."""
    paper, ink = canvas.palette["town"], canvas.palette["casing"]
    edge = "M-.9 -.85H.9V.1C.9 .6 .4 .9 0 1.08C-.4 .9 -.9 .6 -.9 .1Z"
    out = f'<path d="{edge}" fill="{paper}" stroke="{ink}" stroke-width=".16"/>'
    return _scaled(
        canvas,
        canvas.offset(cell, 0, -0.44),
        0.26,
        out + _ink(canvas, "M-.42 -.02L-.1 .32L.48 -.38", line=0.24),
    )


def _price(canvas: Canvas, cell: Cell, mark: Mark) -> str:
    return _pill(canvas, canvas.offset(cell, 0, HIGH), mark.text)


BELOW: Mapping[str, Drawing] = {
    "any": _any,
    "closed": _closed,
    "burned": _burned,
    "demand": _demand,
    "socket": _socket,
    "start": _start,
    "waiting": _waiting,
    "tray": _tray,
    "grant": _grant,
    "flame": _flame,
    "marked": _marked,
    "start-price": _start_price,
    "tunnel": _tunnel,
}
"""Marks on which cubes lie."""
ABOVE: Mapping[str, Drawing] = {
    "row": _row,
    "promoter": _promoter,
    "less": _less,
    "cash": _cash,
    "car": _car,
    "plant": _plant,
    "garbage": _garbage,
    "cattle": _cattle,
    "white": _white,
    "sector": _sector,
    "town-sector": _town_sector,
    "queue": _queue,
    "national": _national,
    "national-link": _national,
    "state": _state,
    "state-link": _state,
    "transfer": _transfer,
    "wall": _wall,
    "overload": _overload,
    "wheel": _wheel,
    "shield": _shield,
    "price": _price,
    "owner": _owner,
}
"""Marks that lie over cubes."""
