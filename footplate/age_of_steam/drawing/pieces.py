"""What lies on the board: prices, track, town discs, city tiles, cubes, direct links and names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from footplate.age_of_steam.board import EMPTY, IN_CITY, IN_TOWN, NATIONS, STATES
from footplate.age_of_steam.drawing.canvas import (
    Canvas,
    Point,
    between,
    points,
    polygon,
    text_width,
)
from footplate.age_of_steam.drawing.cubes import cubes
from footplate.age_of_steam.drawing.ground import printed_prices
from footplate.age_of_steam.drawing.marks import SHIFTS, asterisk, marked_price, marks, rooms, row_boxes
from footplate.age_of_steam.drawing.names import NamePlace, crown, is_short, name, name_places
from footplate.age_of_steam.drawing.rails import (
    BODY,
    CASING,
    livery_colour,
    livery_of,
    mark,
    public_square,
    rails,
    stroke,
)
from footplate.age_of_steam.face import Mark
from footplate.age_of_steam.goods import COLOURS, LETTERS, STRIDE, unmask
from footplate.age_of_steam.state import SteamState
from footplate.geometry.hexes import Cell

FRAME = 0.74
"""The coloured part of a foreign terminal, within its frame."""
ROW_LETTER = -0.44
"""How far below the middle the letter of a city stands whose cubes lie in a row."""
EVERY = 5
"""A city that takes so many colours takes any, and is grey with an asterisk."""


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
    places = {} if canvas.small else name_places(canvas, s, rooms(shown))
    shifts = {mark.hex: SHIFTS[mark.kind] for mark in shown if mark.kind in SHIFTS}
    rows = {mark.hex: mark.goods for mark in shown if mark.kind == "row"}
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
                (
                    "city",
                    hex,
                    s.demand[hex],
                    hex in s.new_cities and s.new_cities.index(hex),
                    hex in shifts,
                    hex in rows,
                ),
                partial(_small_city, canvas, s, hex)
                if canvas.small
                else partial(_city, canvas, s, hex, min(0.0, shifts.get(hex, 0.0)), hex in rows),
            )
            for hex in cities
        },
        {n: _direct_sign(canvas, n, owner) for n, owner in enumerate(s.link_owners)},
        {} if canvas.small else once(("low marks", tuple(shown)), partial(marks, canvas, shown, below=True)),
        {} if canvas.small else _goods(canvas, s, places, shifts, rows),
        {} if canvas.small else once(("marks", tuple(shown)), partial(marks, canvas, shown, below=False)),
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
    """The price of each hex that has one printed, until track lies on it; boxed if simple comes first."""
    board, size = canvas.board, 0.30 * canvas.radius
    return {
        hex: marked_price(canvas, board.cells[hex], f"${price}")
        if hex in board.simple_first
        else canvas.text(canvas.centre(board.cells[hex]), f"${price}", size, "ink-2")
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
    """A hex in the colour that a city accepts; several colours share it, and any is none."""
    colours = [] if len(colours) >= EVERY else colours
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


def _city(canvas: Canvas, s: SteamState, hex: int, down: float, row: bool) -> str:
    """A city: at the left the letters of the goods it takes, at the right the columns that feed it.

    They stand so far below the middle, or above it; over cubes in a row the letters have the middle.
    """
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
    first = colours[0] if 0 < len(colours) < EVERY else "none"
    if new >= 0:
        opacity = f' stroke-opacity="{0.7 if first in ("yellow", "white") else 0.85}"'
        ring = canvas.hexagon(cell, 0.855, 0.11)
        out += canvas.path(ring, stroke=f"l-{first}", width=0.045, more=opacity)
        city = board.new_cities[new]
        chips = [(city.letter, city.half)] if city.letter.isupper() else []
    else:
        chips = [(column.sign, column.half) for column in board.columns if column.hex == hex]
    aside = 0.655 if new >= 0 else 0.715
    if hex in board.starts:
        out += _star(canvas, cell, f"l-{first}")
    # No cube ever lies on a terminal, so its letter has the middle.
    if row:
        text = "".join(LETTERS[colour] for colour in colours)
        out += canvas.text(canvas.offset(cell, 0, ROW_LETTER), text, 0.29 * canvas.radius, f"l-{first}", 700)
    elif colours != ["cattle"]:
        out += _letters(canvas, cell, colours, 0.0 if hex in board.terminals else -aside, down)
    for n, (text, half) in enumerate(chips):
        at = _beside(canvas, cell, aside, n, len(chips), 0.36, down)
        out += chip(canvas, at, 0.285 * canvas.radius, text, dark=half == 1)
    return f'<g class="city">{out}</g>'


def _star(canvas: Canvas, cell: Cell, colour: str) -> str:
    """The sign of a city at which railroads begin."""
    x, y = canvas.offset(cell, 0, -0.58 if canvas.flat else -0.62)
    rim = [(0.15 if n % 2 == 0 else 0.065, math.pi * (n / 5 - 0.5)) for n in range(10)]
    reach = canvas.radius
    corners = [(x + reach * far * math.cos(turn), y + reach * far * math.sin(turn)) for far, turn in rim]
    return canvas.path(polygon(corners), fill=colour, more=' class="star"')


def _beside(
    canvas: Canvas, cell: Cell, aside: float, n: int, count: int, step: float, down: float = 0.0
) -> Point:
    """The place of one of the signs beside the cubes; a pointy hex is narrower, so there they stand above."""
    if canvas.flat:
        # A hex is narrower off its middle.
        return canvas.offset(
            cell, aside - math.copysign(0.5 * down, aside), (n - (count - 1) / 2) * step + down
        )
    inwards = n if aside < 0 else count - 1 - n
    return canvas.offset(cell, math.copysign(0.78 * abs(aside) - 0.33 * inwards, aside), -0.36)


def _letters(canvas: Canvas, cell: Cell, colours: list[str], aside: float, down: float) -> str:
    """The letters of the goods that a city takes, on a plate where they would stand on several colours."""
    if len(colours) >= EVERY:
        return asterisk(canvas, _beside(canvas, cell, 0.92 * aside, 0, 1, 0.27), "l-none")
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
            _beside(canvas, cell, aside, n, len(colours), 0.27, down),
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
    if len(colours) >= EVERY:
        out += asterisk(canvas, canvas.centre(cell), "l-none", 0.40)
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


def _goods(
    canvas: Canvas,
    s: SteamState,
    names: Mapping[int, NamePlace],
    shifts: Mapping[int, float],
    rows: Mapping[int, tuple[int, ...]],
) -> dict[int, str]:
    """The cubes of every hex: in the middle, in a town on the other side of its disc than the name.

    Cubes in a row lie each in its box.
    """
    out = {
        hex: canvas.once(("row", hex, row), partial(_cubes_in_row, canvas, hex, row))
        for hex, row in rows.items()
    }
    for hex in sorted({at // STRIDE for at, count in enumerate(s.cubes) if count}):
        counts = bytes(s.cubes[STRIDE * hex : STRIDE * hex + len(COLOURS)])
        if any(counts) and hex not in rows:
            down = 0.0
            if s.kind[hex] == IN_TOWN and hex in names:
                down = -0.52 * names[hex].side
            elif hex in shifts:
                down = shifts[hex]
            elif s.kind[hex] == IN_CITY and not canvas.flat:
                down = 0.12
            # Between the letter and the chip of a city there is room for two.
            widest = 2 if s.kind[hex] == IN_CITY and canvas.flat and not down else 3
            key = "cubes", hex, counts, down, widest
            out[hex] = canvas.once(key, partial(_cubes_on, canvas, hex, counts, down, widest))
    return out


def _cubes_on(canvas: Canvas, hex: int, counts: bytes, down: float, widest: int) -> str:
    colours = [colour for colour, count in zip(COLOURS, counts) for _ in range(count)]
    return cubes(canvas, canvas.offset(canvas.board.cells[hex], 0, down), colours, hex, widest)


def _cubes_in_row(canvas: Canvas, hex: int, row: tuple[int, ...]) -> str:
    """The cubes of a row from the right, so that a page finds the one that leaves first before any other."""
    boxes = row_boxes(canvas, canvas.board.cells[hex], len(row))
    filled = [(at, COLOURS[colour - 1]) for at, colour in zip(boxes, row) if colour]
    return "".join(cubes(canvas, at, [colour], hex) for at, colour in reversed(filled))


# Direct links -----------------------------------------------------------------------------------------


def _direct_line(canvas: Canvas, number: int, owner: int) -> str:
    """A link that the map sells, over water: dots, or track with a broken line once it is bought."""
    board = canvas.board
    ends = board.direct_links[number].ends
    if is_short(canvas, ends):
        return ""
    start, end = (canvas.centre(board.cells[hex]) for hex in ends)
    d = f"M{points(start)}Q{points(crown(canvas, ends)[1], end)}"
    if owner == EMPTY:
        more = f' stroke-linecap="round" stroke-dasharray="{canvas.r(0.001)} {canvas.r(0.17)}"'
        return canvas.path(d, stroke="ink-2", width=0.075, more=more)
    more = f' stroke-dasharray="{canvas.r(0.10)} {canvas.r(0.22)}"'
    out = canvas.path(d, stroke="casing", width=CASING)
    out += canvas.path(d, stroke=livery_colour(canvas, owner), width=BODY)
    return f'<g class="track">{out}{canvas.path(d, stroke="town", width=0.12, more=more)}</g>'


def _direct_sign(canvas: Canvas, number: int, owner: int) -> str:
    """The price of such a link, or the mark of whoever bought it; between neighbours also its line."""
    link = canvas.board.direct_links[number]
    at = crown(canvas, link.ends)[0]
    across = ""
    if is_short(canvas, link.ends):
        at, d = _across(canvas, number)
        across = _short_line(canvas, d, owner)
    if canvas.small:
        return across
    if owner != EMPTY:
        if owner in (STATES, NATIONS):
            return across + public_square(canvas, at, owner == NATIONS)
        livery = livery_of(canvas, owner)
        return across + (mark(canvas, at, livery, 0.18) if livery else "")
    size = max(0.26 * canvas.radius, 9.0)
    box = (text_width(f"${link.price}", size) + 0.9 * size, 1.4 * size)
    plate = canvas.plate(at, box, 0.7 * size, "plate", "plate-line", 0.8)
    return across + plate + canvas.text(at, f"${link.price}", size, "label")


def _across(canvas: Canvas, number: int) -> tuple[Point, str]:
    """The middle of a link across a common side, and its line; two of the same places lie side by side."""
    links = canvas.board.direct_links
    ends = links[number].ends
    start, end = (canvas.centre(canvas.board.cells[hex]) for hex in ends)
    long = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    alike = [n for n, link in enumerate(links) if set(link.ends) == set(ends)]
    off = 0.54 * (alike.index(number) - (len(alike) - 1) / 2) * canvas.radius
    x, y = between(start, end, 0.5)
    x, y, reach = x - uy * off, y + ux * off, 0.36 * canvas.radius
    return (x, y), f"M{points((x - ux * reach, y - uy * reach))}L{points((x + ux * reach, y + uy * reach))}"


def _short_line(canvas: Canvas, d: str, owner: int) -> str:
    """Track over the tiles of two cities; hollow while it is for sale."""
    if owner != EMPTY:
        return canvas.path(d, stroke="town", width=0.34) + stroke(canvas, d, owner, True)
    lines = (("town", 0.30), ("casing", 0.24), ("town", 0.16))
    return "".join(canvas.path(d, stroke=colour, width=wide) for colour, wide in lines)
