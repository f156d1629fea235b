"""The names of places: where each stands so that it covers least, and how it is written."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from functools import partial
from typing import NamedTuple

from footplate.age_of_steam.board import IN_CITY, IN_TOWN, UNBUILDABLE
from footplate.age_of_steam.drawing.canvas import APOTHEM, Canvas, Point, between, text_width
from footplate.age_of_steam.drawing.ground import printed_prices
from footplate.age_of_steam.goods import COLOURS, STRIDE, unmask
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import NONE
from footplate.geometry.hexes import Cell

ROUNDS = 2
"""How often each name looks for a better place, as the others may have moved."""
GAP = 0.04
"""What names keep clear of, in radii."""
GROWTH = 0.06
"""What they keep clear of at either end, in their widths: seen from afar names grow, to be read."""
COVERING, ON_TRACK, ABOVE, ASIDE, AT_RIM, BROKEN = 4.0, 0.10, 0.03, 0.12, 0.30, 0.13
"""What speaks against a place: each area covered, track under it, being above, each radius aside, being above
at the upper rim, where the letters of the columns stand, and a name in two lines."""
SECOND_LINE = 0.8
"""How much higher a plate is with two lines, in plates."""
SHIFTS = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0)


class NamePlace(NamedTuple):
    """Where a name stands: above (−1) or below (1) the middle, how far off and how far aside in radii."""

    side: int
    away: float = 0.53
    shift: float = 0.0
    broken: bool = False
    """Whether it has two lines."""


Room = tuple[int, float, float, float, float]
"""A hex, and what a sign takes of it: its middle, and half its width and height, in radii."""


class Box(NamedTuple):
    """A rectangle of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def covered(self, other: Box) -> float:
        """The area that two rectangles share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def name_places(canvas: Canvas, s: SteamState, rooms: Sequence[Room] = ()) -> dict[int, NamePlace]:
    """Where all names stand: each where it covers least of the other names, of signs and of marks."""
    key = "names", bytes(s.kind), bytes(s.layout), bytes(s.demand), bytes(s.cubes), tuple(rooms)
    return canvas.once(key, lambda: _find_places(canvas, s, rooms))


def _find_places(canvas: Canvas, s: SteamState, rooms: Sequence[Room]) -> dict[int, NamePlace]:
    signs = _signs(canvas, s)
    for hex, *room in rooms:
        signs.setdefault(hex, []).append(_box(canvas, canvas.board.cells[hex], *room))
    choices = {hex: _choices(canvas, s, hex) for hex, kind in enumerate(s.kind) if kind in (IN_TOWN, IN_CITY)}
    gap, area = GAP * canvas.radius, canvas.radius**2
    found = {hex: places[0][1] for hex, places in choices.items()}
    boxes = {hex: _boxes(canvas, s, hex, place) for hex, place in found.items()}
    # A name looks again only if something near it has moved since it last looked.
    looking = set(choices)
    for _ in range(ROUNDS):
        for hex, places in choices.items():
            if hex not in looking:
                continue
            looking.discard(hex)
            before = found[hex]
            near = [
                box
                for other in canvas.around(hex)
                for box in (*signs.get(other, ()), *(boxes.get(other, ()) if other != hex else ()))
            ]
            least = float("inf")
            for against, place in places:
                # Places come by what speaks against them, so none that follows can be better.
                if against >= least:
                    break
                own = _boxes(canvas, s, hex, place)
                left, top, right, bottom = own[0]
                aside = gap + GROWTH * (right - left)
                name = Box(left - aside, top - gap, right + aside, bottom + gap)
                cost = against + COVERING * sum(map(name.covered, near)) / area
                if cost < least:
                    least, found[hex], boxes[hex] = cost, place, own
            if found[hex] != before:
                looking.update(other for other in canvas.around(hex) if other != hex)
    return found


def crown(canvas: Canvas, ends: tuple[int, int]) -> tuple[Point, Point]:
    """Where the sign of a direct link stands, and the point towards which its line bows."""
    return canvas.once(("crown", ends), lambda: _find_crown(canvas, ends))


def is_short(canvas: Canvas, ends: tuple[int, int]) -> bool:
    """Whether a direct link joins neighbours, so that it lies across their common side."""
    start, end = (canvas.centre(canvas.board.cells[hex]) for hex in ends)
    return math.dist(start, end) < 2 * canvas.radius


def _find_crown(canvas: Canvas, ends: tuple[int, int]) -> tuple[Point, Point]:
    start, end = (canvas.centre(canvas.board.cells[hex]) for hex in ends)
    dx, dy = end[0] - start[0], end[1] - start[1]
    middle = between(start, end, 0.5)
    if is_short(canvas, ends):
        return middle, middle
    bows = [(middle[0] - turn * dy, middle[1] + turn * dx) for turn in (0.24, -0.24)]
    # It bows to where it covers least: a place is worse than land, and water is best.
    bow = min(bows, key=lambda bow: _worth(canvas, between(middle, bow, 0.5)))
    return between(middle, bow, 0.5), bow


def _worth(canvas: Canvas, at: Point) -> int:
    """How much stands where a point lies: 2 for a place, 1 for land, 0 for water or nothing."""
    board = canvas.board
    hex = min(range(board.size), key=lambda hex: math.dist(at, canvas.centre(board.cells[hex])))
    if math.dist(at, canvas.centre(board.cells[hex])) > canvas.radius:
        return 0
    return 2 if board.kind[hex] in (IN_CITY, IN_TOWN) else int(board.kind[hex] != UNBUILDABLE)


# What a name should not cover --------------------------------------------------------------------------


def _box(canvas: Canvas, cell: Cell, dx: float, dy: float, across: float, down: float) -> Box:
    """A rectangle about a point beside the middle of a hex, by half its width and height in radii."""
    x, y = canvas.offset(cell, dx, dy)
    return Box(
        x - across * canvas.radius,
        y - down * canvas.radius,
        x + across * canvas.radius,
        y + down * canvas.radius,
    )


def _signs(canvas: Canvas, s: SteamState) -> dict[int, list[Box]]:
    """The signs that stand whatever names do, by their hexes."""
    board = canvas.board
    prices = canvas.once("printed prices", lambda: printed_prices(board))
    out: dict[int, list[Box]] = {}
    for hex, kind in enumerate(s.kind):
        cubes = sum(s.cubes[STRIDE * hex : STRIDE * hex + len(COLOURS)])
        price = hex in prices and not s.layout[hex]
        if cubes or price or kind in (IN_CITY, IN_TOWN):
            key = "signs", hex, kind, cubes, price, s.demand[hex]
            # Signs of direct links are added to what is remembered, so it is copied.
            out[hex] = list(canvas.once(key, partial(_signs_on, canvas, s, hex, cubes, price)))
    for link in board.direct_links:
        x, y = crown(canvas, link.ends)[0]
        across, down = 0.32 * canvas.radius, 0.19 * canvas.radius
        for hex in link.ends:
            out.setdefault(hex, []).append(Box(x - across, y - down, x + across, y + down))
    return out


def _signs_on(canvas: Canvas, s: SteamState, hex: int, cubes: int, price: bool) -> tuple[Box, ...]:
    cell = canvas.board.cells[hex]
    if s.kind[hex] == IN_CITY:
        return tuple(_city_signs(canvas, s, hex, cubes))
    if s.kind[hex] == IN_TOWN:
        return (_box(canvas, cell, 0, 0, 0.23, 0.23),)
    if cubes:
        return (_box(canvas, cell, 0, 0, 0.19 * min(3, cubes), 0.19 if cubes < 4 else 0.38),)
    return (_box(canvas, cell, 0, 0, 0.30, 0.14),) if price else ()


def _city_signs(canvas: Canvas, s: SteamState, hex: int, cubes: int) -> Iterator[Box]:
    """What a city shows on its tile: letters, cubes and chips in a band, and a star or a plate above them."""
    board, cell = canvas.board, canvas.board.cells[hex]
    letters = len(unmask(s.demand[hex]))
    chips = sum(column.hex == hex for column in board.columns)
    high = 0.38 if cubes > 3 or letters == 2 or chips > 1 else 0.19
    if canvas.flat:
        yield _box(canvas, cell, 0, 0, 0.86, high)
    else:
        yield _box(canvas, cell, 0, -0.36, 0.72, 0.16)
        yield _box(canvas, cell, 0, 0.12, 0.56, high)
    if hex in board.starts:
        yield _box(canvas, cell, 0, -0.58 if canvas.flat else -0.62, 0.15, 0.15)
    if 2 < letters < 5:
        yield _box(canvas, cell, 0, -0.60 if canvas.flat else -0.68, 0.4, 0.16)


# Where a name may stand --------------------------------------------------------------------------------


def _choices(canvas: Canvas, s: SteamState, hex: int) -> list[tuple[float, NamePlace]]:
    """The places a name may have, and what speaks against each but what it covers; best first."""
    used = frozenset(
        side
        for side in range(6)
        if canvas.board.tiles.joins[6 * s.layout[hex] + side] != NONE
        or _meets_track(canvas, s, 6 * hex + side)
    )
    rim = s.kind[hex] == IN_CITY and canvas.beyond(canvas.board.cells[hex], 0) not in canvas.board.at
    # Where every side of a city says something, its name stands beyond the side.
    sides = any(6 * hex + side in canvas.board.side_accepts for side in range(6))
    away = (1.28 if sides else 0.985) * APOTHEM
    breaks = " " in canvas.board.place_names[hex]
    key = "name choices", s.kind[hex], used, rim, away, breaks
    return canvas.once(key, lambda: _sorted_choices(canvas, s.kind[hex], used, rim, away, breaks))


def _sorted_choices(
    canvas: Canvas, kind: int, used: Set[int], rim: bool, away: float, breaks: bool
) -> list[tuple[float, NamePlace]]:
    city = kind == IN_CITY
    found = list(_city_choices(canvas, used, rim, away) if city else _town_choices(canvas, used))
    if city and breaks:
        # The second line grows away from the city.
        off = SECOND_LINE / 2 * canvas.plate_height / canvas.radius
        found += [
            (against + BROKEN, place._replace(away=place.away + off, broken=True)) for against, place in found
        ]
    # Sorting keeps what comes first among equals.
    return sorted(found, key=lambda choice: choice[0])


def _city_choices(
    canvas: Canvas, used: Set[int], rim: bool, away: float
) -> Iterator[tuple[float, NamePlace]]:
    """A city's plate straddles the lower side or the upper one, and goes aside if it must."""
    # It covers the middle of a flat side, so only track there matters.
    for side, sides in ((1, {3} if canvas.flat else {2, 3}), (-1, {0} if canvas.flat else {0, 5})):
        against = ON_TRACK if sides & used else 0.0
        if side < 0:
            against += AT_RIM if rim else ABOVE
        for shift in SHIFTS:
            yield against + ASIDE * abs(shift), NamePlace(side, away, shift)


def _town_choices(canvas: Canvas, used: Set[int]) -> Iterator[tuple[float, NamePlace]]:
    """A town's name stands where track is in the way least, and gives way to a single slanted track."""
    for side, straight in ((1, 3), (-1, 0)):
        right, left = ((2, 4) if side == 1 else (1, 5)) if canvas.flat else ((2, 3) if side == 1 else (0, 5))
        busy = (3 if canvas.flat and straight in used else 0) + (right in used) + (left in used)
        away, shift = 0.53, -0.24 if right in used else 0.24 if left in used else 0.0
        if right in used and left in used:
            away, shift = 0.70, 0.0
        against = ON_TRACK * busy + (ABOVE if side < 0 else 0.0)
        for aside in SHIFTS[:5]:
            yield against + ASIDE * abs(aside), NamePlace(side, away, shift + aside)


def _meets_track(canvas: Canvas, s: SteamState, side: int) -> bool:
    """Whether track lies at the other side of a side."""
    facing = canvas.board.across[side]
    if facing == canvas.board.wall:
        return False
    hex, at = divmod(facing, 6)
    return canvas.board.tiles.joins[6 * s.layout[hex] + at] != NONE


# Names -------------------------------------------------------------------------------------------------


def _middle(canvas: Canvas, s: SteamState, hex: int, place: NamePlace) -> Point:
    """The middle of a name; a plate stays on the page."""
    x, y = canvas.offset(canvas.board.cells[hex], place.shift, place.away * place.side)
    if s.kind[hex] == IN_CITY:
        rim = _plate(canvas, _lines(canvas, hex, place))[0] / 2 + 0.1 * canvas.radius
        x = max(rim, min(canvas.width - rim, x))
    return x, y


def _lines(canvas: Canvas, hex: int, place: NamePlace) -> list[str]:
    """The name as it is written: two lines break at the space next to the middle."""
    name = canvas.board.place_names[hex]
    if not place.broken:
        return [name]
    at = min((n for n, sign in enumerate(name) if sign == " "), key=lambda n: abs(2 * n + 1 - len(name)))
    return [name[:at], name[at + 1 :]]


def _plate(canvas: Canvas, lines: Sequence[str]) -> tuple[float, float]:
    """How wide and how high the plate of a city's name is."""
    high = canvas.plate_height * (1 + SECOND_LINE * (len(lines) - 1))
    return max(map(canvas.plate_width, lines)), high


def _boxes(canvas: Canvas, s: SteamState, hex: int, place: NamePlace) -> list[Box]:
    """The name, and the cubes of a town, which lie on the other side of its disc."""
    kind = s.kind[hex]
    cubes = sum(s.cubes[STRIDE * hex : STRIDE * hex + len(COLOURS)]) if kind == IN_TOWN else 0
    key = "boxes", hex, kind, cubes, place
    return canvas.once(key, partial(_find_boxes, canvas, s, hex, place, cubes))


def _find_boxes(canvas: Canvas, s: SteamState, hex: int, place: NamePlace, cubes: int) -> list[Box]:
    (x, y), name = _middle(canvas, s, hex, place), canvas.board.place_names[hex]
    if s.kind[hex] == IN_CITY:
        wide, high = _plate(canvas, _lines(canvas, hex, place))
    else:
        wide, high = text_width(name, canvas.town_size), 1.05 * canvas.town_size
    out = [Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)]
    if cubes:
        cell, down = canvas.board.cells[hex], -0.52 * place.side
        out.append(_box(canvas, cell, 0, down, 0.19 * min(3, cubes), 0.19 if cubes < 4 else 0.38))
    return out


def name(canvas: Canvas, s: SteamState, hex: int, place: NamePlace) -> str:
    """A town's name on the ground, or a city's on a plate; it tells a page whose it is."""
    at, words = _middle(canvas, s, hex, place), canvas.board.place_names[hex]
    if s.kind[hex] == IN_CITY:
        lines = _lines(canvas, hex, place)
        out = canvas.plate(at, _plate(canvas, lines), 0.10 * canvas.radius, "plate", "plate-line", 0.8)
        for n, line in enumerate(lines):
            down = SECOND_LINE * canvas.plate_height * (n - (len(lines) - 1) / 2)
            out += canvas.text((at[0], at[1] + down), line, canvas.name_size, "label")
    else:
        halo = (
            f' stroke="{canvas.palette["land"]}" stroke-width="{canvas.r(0.10)}" stroke-linejoin="round"'
            ' paint-order="stroke"'
        )
        out = canvas.text(at, words, canvas.town_size, "label", 500, halo)
    return f'<g class="name" data-hex="{hex}">{out}</g>'
