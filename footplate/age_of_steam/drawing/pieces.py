"""What lies on the board: prices, track, town discs, city tiles, cubes, direct links and names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from footplate.age_of_steam.board import EMPTY, IN_CITY, IN_TOWN
from footplate.age_of_steam.drawing.canvas import (
    Canvas,
    Point,
    between,
    number,
    points,
    polygon,
    text_width,
)
from footplate.age_of_steam.drawing.ground import printed_prices
from footplate.age_of_steam.drawing.marks import marks
from footplate.age_of_steam.drawing.names import NamePlace, crown, name, name_places
from footplate.age_of_steam.drawing.rails import livery_of, mark, rails, stroke
from footplate.age_of_steam.face import Mark
from footplate.age_of_steam.goods import COLOURS, STRIDE, unmask
from footplate.age_of_steam.state import SteamState
from footplate.geometry.hexes import Cell

LETTERS = {"red": "R", "blue": "B", "purple": "P", "yellow": "Y", "black": "K", "white": "W"}
"""The letter of each colour of goods: no meaning rests on a hue alone."""
CUBE, PITCH = 0.33, 1.11
FRAME = 0.74
"""The coloured part of a foreign terminal, within its frame."""
MOST_CUBES = 6


def pieces(canvas: Canvas, s: SteamState, shown: Sequence[Mark] = ()) -> str:
    """Everything that lies on the board, bottom to top; the names lie apart, over all else."""
    drawn = fragments(canvas, s, shown)
    out = f'<g class="pieces">{"".join(drawn.pieces.values())}</g>'
    return out if canvas.small else f'{out}<g class="names">{"".join(drawn.names.values())}</g>'


class Fragments(NamedTuple):
    """A drawing in parts, each by a number that stays its own: the lowest number is drawn first."""

    pieces: dict[int, str]
    names: dict[int, str]


def fragments(canvas: Canvas, s: SteamState, shown: Sequence[Mark] = ()) -> Fragments:
    """All that lies on the board, and the names; what has not changed since is only remembered."""
    board, once = canvas.board, canvas.once
    towns = [hex for hex, kind in enumerate(s.kind) if kind == IN_TOWN]
    cities = [hex for hex, kind in enumerate(s.kind) if kind == IN_CITY]
    tracks, tracked = rails(canvas, s), tuple(map(bool, s.layout))
    places = {} if canvas.small else name_places(canvas, s)
    layers: list[Mapping[int, str]] = [
        {} if canvas.small else once(("prices", tracked), partial(_prices, canvas, tracked)),
        {n: _direct_line(canvas, n, owner) for n, owner in enumerate(s.link_owners)},
        {first: run.low for first, run in tracks.items()},
        {hex: bridge for run in tracks.values() for hex, bridge in run.high.items()},
        {first: run.signs for first, run in tracks.items()},
        {
            hex: once(("town", hex, tracked[hex]), partial(town_disc, canvas, board.cells[hex], tracked[hex]))
            for hex in towns
        },
        {
            hex: once(
                ("city", hex, s.demand[hex], hex in s.new_cities and s.new_cities.index(hex)),
                partial(_small_city if canvas.small else _city, canvas, s, hex),
            )
            for hex in cities
        },
        {n: _direct_sign(canvas, n, owner) for n, owner in enumerate(s.link_owners)},
        {} if canvas.small else _goods(canvas, s, places),
        {} if canvas.small else once(("marks", tuple(shown)), partial(marks, canvas, shown)),
    ]
    room = 6 * board.size
    return Fragments(
        {room * layer + n: drawn[n] for layer, drawn in enumerate(layers) for n in sorted(drawn) if drawn[n]},
        {
            first + hex: once(
                ("name", hex, s.kind[hex], places[hex]), partial(name, canvas, s, hex, places[hex])
            )
            for first, hexes in ((0, towns), (board.size, cities))
            for hex in hexes
            if places
        },
    )


def _prices(canvas: Canvas, tracked: Sequence[bool]) -> dict[int, str]:
    """The price of each hex that has one printed, until track lies over it."""
    board = canvas.board
    return {
        hex: canvas.text(canvas.centre(board.cells[hex]), f"${price}", 0.30 * canvas.radius, "ink-2")
        for hex, price in printed_prices(board).items()
        if not tracked[hex]
    }


# Towns and cities --------------------------------------------------------------------------------------


def town_disc(canvas: Canvas, cell: Cell, tracked: bool) -> str:
    """The disc of a town; with track it has a dot."""
    at = canvas.centre(cell)
    if canvas.small:
        return canvas.disc(at, 0.30, "town", "casing", 0.14)
    out = canvas.disc(at, 0.21 if tracked else 0.20, "town", "casing", 0.06)
    return out + (canvas.disc(at, 0.075, "casing") if tracked else "")


def _city_hex(canvas: Canvas, cell: Cell, colours: list[str], outer: float, inner: float) -> str:
    """A hex in the colour that a city accepts; several colours share it."""
    out = canvas.path(canvas.hexagon(cell, outer), fill="casing")
    out += canvas.path(canvas.hexagon(cell, inner), fill=f"g-{colours[0] if colours else 'none'}")
    share = 6 / max(1, len(colours))
    for n, colour in enumerate(colours[1:], 1):
        # Of two colours the second has the right: the letters stand on the left.
        first = 0 if len(colours) == 2 else n * share
        out += canvas.path(_wedge(canvas, cell, first, first + share, inner), fill=f"g-{colour}")
    return out


def _sides(canvas: Canvas, hex: int, inner: float) -> str:
    """A city that takes another colour at each side: six parts with their letters around a grey middle."""
    board, cell = canvas.board, canvas.board.cells[hex]
    out = canvas.path(canvas.hexagon(cell, 0.97), fill="casing")
    out += canvas.path(canvas.hexagon(cell, 0.94), fill="g-none")
    for side in range(6):
        colour = (unmask(board.side_accepts.get(6 * hex + side, 0)) or ["none"])[0]
        corners = [canvas.corner(cell, side, 0.94), canvas.corner(cell, side + 1, 0.94)]
        corners += [canvas.corner(cell, side + 1, inner), canvas.corner(cell, side, inner)]
        out += canvas.path(polygon(corners), fill=f"g-{colour}", stroke="town", width=0.025)
        if colour != "none" and not canvas.small:
            at = between(canvas.centre(cell), canvas.side(cell, side), 0.76)
            out += canvas.text(at, LETTERS[colour], 0.22 * canvas.radius, f"l-{colour}", 700)
    return out


def _has_sides(canvas: Canvas, hex: int) -> bool:
    return any(6 * hex + side in canvas.board.side_accepts for side in range(6))


def _wedge(canvas: Canvas, cell: Cell, first: float, last: float, scale: float) -> str:
    """The part of a hex between two points of its rim, both counted in corners."""

    def rim(at: float) -> Point:
        whole = math.floor(at)
        ends = canvas.corner(cell, whole, scale), canvas.corner(cell, whole + 1, scale)
        return between(*ends, at - whole)

    corners = [float(n) for n in range(math.floor(first) + 1, math.ceil(last))]
    return polygon([canvas.centre(cell), *map(rim, (first, *corners, last))])


def _city(canvas: Canvas, s: SteamState, hex: int) -> str:
    """A city: at the left the letters of the goods it takes, at the right the columns that feed it."""
    board, cell = canvas.board, canvas.board.cells[hex]
    colours = unmask(s.demand[hex])
    new = s.new_cities.index(hex) if hex in s.new_cities else -1
    if hex in board.terminals:
        frame = canvas.path(canvas.hexagon(cell, 0.97), fill="casing")
        frame += canvas.path(canvas.hexagon(cell, 0.94), fill="town")
        out = frame + _city_hex(canvas, cell, colours, FRAME + 0.03, FRAME)
    elif _has_sides(canvas, hex):
        columns = [column for column in board.columns if column.hex == hex]
        fed = "".join(
            chip(
                canvas,
                canvas.offset(cell, 0.30 * (n - (len(columns) - 1) / 2), -0.34),
                0.24 * canvas.radius,
                column.sign,
                dark=column.half == 1,
            )
            for n, column in enumerate(columns)
        )
        return f'<g class="city">{_sides(canvas, hex, 0.56)}{fed}</g>'
    else:
        out = _city_hex(canvas, cell, colours, 0.97, 0.94)
    first = colours[0] if colours else "none"
    if new >= 0:
        opacity = f' stroke-opacity="{0.7 if first in ("yellow", "white") else 0.85}"'
        ring = canvas.hexagon(cell, 0.855, 0.11)
        out += canvas.path(ring, stroke=f"l-{first}", width=0.045, more=opacity)
        chips = [(board.new_cities[new].letter, board.new_cities[new].half)]
    else:
        chips = [(column.sign, column.half) for column in board.columns if column.hex == hex]
    aside = 0.655 if new >= 0 else 0.715
    if hex in board.starts:
        out += _star(canvas, cell, f"l-{first}")
    # No cube ever lies on a terminal, so its letter has the middle.
    out += _letters(canvas, cell, colours, 0.0 if hex in board.terminals else -aside)
    for n, (text, half) in enumerate(chips):
        at = _beside(canvas, cell, aside, n, len(chips), 0.36)
        out += chip(canvas, at, 0.285 * canvas.radius, text, dark=half == 1)
    return f'<g class="city">{out}</g>'


def _star(canvas: Canvas, cell: Cell, colour: str) -> str:
    """The sign of a city at which railroads begin."""
    x, y = canvas.offset(cell, 0, -0.58 if canvas.flat else -0.62)
    rim = [(0.15 if n % 2 == 0 else 0.065, math.pi * (n / 5 - 0.5)) for n in range(10)]
    reach = canvas.radius
    corners = [(x + reach * far * math.cos(turn), y + reach * far * math.sin(turn)) for far, turn in rim]
    return canvas.path(polygon(corners), fill=colour, more=' class="star"')


def _beside(canvas: Canvas, cell: Cell, aside: float, n: int, count: int, step: float) -> Point:
    """The place of one of the signs beside the cubes; a pointy hex is narrower, so there they stand above."""
    if canvas.flat:
        return canvas.offset(cell, aside, (n - (count - 1) / 2) * step)
    inwards = n if aside < 0 else count - 1 - n
    return canvas.offset(cell, math.copysign(0.78 * abs(aside) - 0.33 * inwards, aside), -0.36)


def _letters(canvas: Canvas, cell: Cell, colours: list[str], aside: float) -> str:
    """The letters of the goods that a city takes, on a plate where they would stand on several colours."""
    if len(colours) > 2:
        at, size = canvas.offset(cell, 0, -0.60 if canvas.flat else -0.68), 0.24 * canvas.radius
        text = "".join(LETTERS[colour] for colour in colours)
        box = (text_width(text, size) + 0.5 * size, 1.3 * size)
        plate = canvas.plate(at, box, 0.3 * size, "chip-light", "chip-light-e", 0.025 * canvas.radius)
        return plate + canvas.text(at, text, size, "chip-dark", 700)
    # Two letters share the narrow corner of the hex.
    size = 0.29 if len(colours) == 1 else 0.24
    return "".join(
        canvas.text(
            _beside(canvas, cell, aside, n, len(colours), 0.27),
            LETTERS[colour],
            size * canvas.radius,
            f"l-{colours[0]}",
            700,
        )
        for n, colour in enumerate(colours)
    )


def _small_city(canvas: Canvas, s: SteamState, hex: int) -> str:
    cell, colours = canvas.board.cells[hex], unmask(s.demand[hex])
    if _has_sides(canvas, hex):
        return _sides(canvas, hex, 0.42)
    out = _city_hex(canvas, cell, colours, 0.98, 0.88)
    if len(colours) == 1:
        letter, size = LETTERS[colours[0]], 0.86 * canvas.radius
        out += canvas.text(canvas.centre(cell), letter, size, f"l-{colours[0]}", 700)
    return out


def chip(canvas: Canvas, at: Point, size: float, text: str, dark: bool) -> str:
    """The number or letter of a column of the display, white for the light dice and black for the dark."""
    kind, ink = ("chip-dark", "chip-light") if dark else ("chip-light", "chip-dark")
    plate = canvas.plate(at, (size, size), 0.22 * size, kind, f"{kind}-e", 0.025 * canvas.radius)
    return plate + canvas.text(at, text, 0.8 * size, ink, 700)


# Cubes ------------------------------------------------------------------------------------------------


def cube(canvas: Canvas, at: Point, size: float, colour: str, hex: int) -> str:
    """A cube by its front, with a lit line near the top and its letter; it tells a page which it is."""
    edge = "l-white" if colour == "white" else "cube-edge"
    out = canvas.plate(at, (size, size), 0.18 * size, f"g-{colour}", edge, 0.031 * canvas.radius)
    lit = f"M{number(at[0] - 0.34 * size)} {number(at[1] - 0.39 * size)}h{number(0.68 * size)}"
    width = 0.08 * size / canvas.radius
    out += canvas.path(lit, stroke="cube-light", width=width, more=' stroke-linecap="round"')
    if size >= 8:
        out += canvas.text(at, LETTERS[colour], 0.78 * size, f"l-{colour}", 700)
    return f'<g class="cube" data-hex="{hex}" data-colour="{colour}">{out}</g>'


def cubes(canvas: Canvas, at: Point, colours: list[str], size: float, hex: int) -> str:
    """Cubes about a point in one row or two; of more than six, five and how many more there are."""
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
            out += cube(canvas, (x, y), size, colours[n], hex)
    return out


def _goods(canvas: Canvas, s: SteamState, names: Mapping[int, NamePlace]) -> dict[int, str]:
    """The cubes of every hex: in the middle, in a town on the other side of its disc than the name."""
    out = {}
    for hex in sorted({at // STRIDE for at, count in enumerate(s.cubes) if count}):
        counts = bytes(s.cubes[STRIDE * hex : STRIDE * hex + len(COLOURS)])
        if any(counts):
            down = 0.0
            if s.kind[hex] == IN_TOWN and hex in names:
                down = -0.52 * names[hex].side
            elif s.kind[hex] == IN_CITY and not canvas.flat:
                down = 0.12
            key = "cubes", hex, counts, down
            out[hex] = canvas.once(key, partial(_cubes_on, canvas, hex, counts, down))
    return out


def _cubes_on(canvas: Canvas, hex: int, counts: bytes, down: float) -> str:
    colours = [colour for colour, count in zip(COLOURS, counts) for _ in range(count)]
    return cubes(canvas, canvas.offset(canvas.board.cells[hex], 0, down), colours, CUBE * canvas.radius, hex)


# Direct links -----------------------------------------------------------------------------------------


def _direct_line(canvas: Canvas, number: int, owner: int) -> str:
    """A link that the map sells: a dotted line, or track once somebody has bought it."""
    board = canvas.board
    ends = board.direct_links[number].ends
    start, end = (canvas.centre(board.cells[hex]) for hex in ends)
    d = f"M{points(start)}Q{points(crown(canvas, ends)[1], end)}"
    if owner != EMPTY:
        return stroke(canvas, d, owner, True)
    more = f' stroke-linecap="round" stroke-dasharray="{canvas.r(0.001)} {canvas.r(0.17)}"'
    return canvas.path(d, stroke="ink-2", width=0.075, more=more)


def _direct_sign(canvas: Canvas, number: int, owner: int) -> str:
    """The price of such a link, or the mark of whoever bought it."""
    link = canvas.board.direct_links[number]
    at = crown(canvas, link.ends)[0]
    if canvas.small:
        return ""
    if owner != EMPTY:
        livery = livery_of(canvas, owner)
        return mark(canvas, at, livery) if livery else ""
    size = max(0.26 * canvas.radius, 9.0)
    box = (2.4 * size, 1.4 * size)
    plate = canvas.plate(at, box, 0.1 * canvas.radius, "plate", "plate-line", 0.8)
    return plate + canvas.text(at, f"${link.price}", size, "label")
