"""The map of a position as an SVG document of its own: for a file, a picture, and a card of the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from footplate.days_of_steam.drawing.pen import SIDE, Pen, at, u
from footplate.days_of_steam.drawing.pieces import lying, shapes, standing, train
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of, good
from footplate.days_of_steam.moving import lying as goods_in
from footplate.days_of_steam.places import FIRST, MIDDLE, NAMES, WIDTH, square
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import FIRST_TOWN
from footplate.drawing.lines import number
from footplate.drawing.palette import PALETTES, Palette, Theme
from footplate.geometry.squares import SIDE_NAMES, Square, name

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
MARGIN = 0.55
SAMPLE = """
straight-1 1 0 E   hill 2 0 E          switch-left -1 0 W    straight-1 -2 0 E   straight-2 -1 1 N
water-tower 0 2 E  straight-2 1 2 E    straight-1 2 2 E      wye 3 2 S           straight-1 3 1 N
straight-1 4 2 E   hill 0 -1 N         tee 0 -2 N            curve-2 1 -1 N      straight-1 2 -1 E
double-curve 3 -1 N  bridge 4 0 N      straight-1 -3 -1 N    curve-1 -3 -2 E     dead-end-straight -2 -2 W
straight-1 -1 -2 E
"""
"""A map with most kinds of tiles: each tile, its column and row, where its top is."""
SAMPLE_TOWNS = "red 0 0  blue 3 0  yellow -3 0  green -1 2  yellow 1 -2  red 5 2"
SAMPLE_GOODS = "yellow 0 0  red 3 0  blue -3 0  green 5 2  blue 5 2"


def spot(place: int) -> tuple[int, int]:
    """Column and row of a place, counted from the first town."""
    at = square(place)
    return at.column - FIRST.column, at.row - FIRST.row


def extent(s: DaysState) -> tuple[int, int, int, int]:
    """The columns and rows that tiles lie on: left, top, right, bottom."""
    spots = [spot(place) for place in s.laid] or [(0, 0)]
    columns, rows = [x for x, _ in spots], [y for _, y in spots]
    return min(columns), min(rows), max(columns), max(rows)


def draw(
    game: DaysOfSteam,
    s: DaysState,
    *,
    theme: Theme = "light",
    palette: Palette | None = None,
    side: float = 72,
    coordinates: bool = True,
    liveries: Sequence[int] = (),
    label: str = "",
) -> str:
    """The map of a position, in the colours of a theme unless others are wanted; no hand is shown."""
    pen = Pen(palette or PALETTES[theme])
    worn = (*liveries, *range(len(liveries) + 1, s.seats + 1))
    left, top, right, bottom = extent(s)
    goods = goods_in(s)
    body = _crosses(pen, left, top, right, bottom)
    for place in s.laid:
        here = [COLOURS[colour_of(one)] for one in goods.get(place, ())]
        body += lying(pen, game.tiles, s, place, here, *spot(place))
    for seat in range(s.seats):
        where = standing(game.tiles, s, seat, *spot(s.trains[seat] >> 2))
        body += train(worn[seat], where, s.load[seat])
    if coordinates:
        body += _names(pen, left, top, right, bottom)
    drawn = shapes(pen, game.tiles, sorted(set(worn[: s.seats])))
    used = "".join(f'<g id="{id}">{svg}</g>' for id, svg in drawn.items() if f'"#{id}"' in body)
    x, y = left - MARGIN, top - MARGIN
    wide, high = right - left + 1 + 2 * MARGIN, bottom - top + 1 + 2 * MARGIN
    box = f"{u(x)} {u(y)} {u(wide)} {u(high)}"
    if not label:
        label = (
            f"Days of Steam, {len(s.laid)} tiles from {NAMES[s.laid[0]]} on" if s.laid else "Days of Steam"
        )
    label = escape(label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(wide * side)}"'
        f' height="{number(high * side)}" role="img" aria-label="{label}"><title>{label}</title>'
        f"<defs>{used}</defs>"
        f'<rect x="{u(x)}" y="{u(y)}" width="{u(wide)}" height="{u(high)}" fill="{pen.palette["page"]}"/>'
        f'<g font-family="{FONT}" font-weight="600" text-anchor="middle">{body}</g></svg>\n'
    )


def _crosses(pen: Pen, left: int, top: int, right: int, bottom: int) -> str:
    """Small crosses at the corners of places: the empty table."""
    arm = 4 / SIDE
    d = "".join(
        f"M{at((x - arm, y))}L{at((x + arm, y))}M{at((x, y - arm))}L{at((x, y + arm))}"
        for x in range(left, right + 2)
        for y in range(top, bottom + 2)
    )
    return pen.path(d, stroke="cross", width=0.013)


def _names(pen: Pen, left: int, top: int, right: int, bottom: int) -> str:
    """Letters of columns above, numbers of rows at the left."""
    out = ""
    for column in range(left, right + 1):
        letters = name(Square(column + FIRST.column, 0)).rstrip("-0123456789")
        out += pen.text((column + 0.5, top - 0.22), letters, 0.16, "ink-3")
    for row in range(top, bottom + 1):
        out += pen.text((left - 0.25, row + 0.5), str(row + FIRST.row + 1), 0.16, "ink-3")
    return out


def sampler(game: DaysOfSteam) -> DaysState:
    """A small map as it may lie in a game, where there is none to show; missing tiles are left out."""
    s, tiles = DaysState(3), game.tiles

    def place(column: str, row: str) -> int:
        return MIDDLE + int(row) * WIDTH + int(column)

    words = SAMPLE_TOWNS.split()
    for colour, column, row in zip(words[::3], words[1::3], words[2::3]):
        s.laid.append(place(column, row))
        s.board[s.laid[-1]] = FIRST_TOWN + COLOURS.index(colour)
    words = SAMPLE.split()
    for id, column, row, top in zip(words[::4], words[1::4], words[2::4], words[3::4]):
        if id in tiles.numbers:
            s.laid.append(place(column, row))
            s.board[s.laid[-1]] = tiles.codes[tiles.numbers[id]][SIDE_NAMES.index(top)]
    words = SAMPLE_GOODS.split()
    s.goods = [
        (place(column, row), good(COLOURS.index(colour)))
        for colour, column, row in zip(words[::3], words[1::3], words[2::3])
    ]
    s.trains = [4 * place("0", "0"), 4 * place("1", "0"), 4 * place("0", "2")]
    s.came = [-1, 3, 3]
    s.load = [NO_GOOD] * 3
    return s
