"""Track: whole sections as one line, their bridges, open ends and the marks of their owners."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from footplate.age_of_steam.board import CITY_SIDE, EMPTY, IN_TOWN, NOBODYS, WALL, Board, seat_of
from footplate.age_of_steam.drawing.canvas import Canvas, Point, between, number, points
from footplate.age_of_steam.drawing.palette import CENTRE_LINES, MARKS
from footplate.age_of_steam.drawing.relief import tint
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, Track
from footplate.age_of_steam.track import leads_to, section
from footplate.geometry.hexes import Cell

CASING, BODY, CENTRE, HOLLOW = 0.25, 0.18, 0.045, 0.10
"""Widths of the lines a track is made of."""
MARK = 0.165
STEPS = 12
"""Points into which a track is cut where its length matters."""


class Piece(NamedTuple):
    """A track on one hex, in the direction one follows it; TOWN stands for the middle of a town."""

    hex: int
    enters: int
    leaves: int

    def back(self) -> Piece:
        """The same track the other way."""
        return Piece(self.hex, self.leaves, self.enters)


class Run(NamedTuple):
    """A whole section from end to end, as it is drawn."""

    pieces: list[Piece]
    owner: int
    complete: bool


# Where track lies -------------------------------------------------------------------------------------


def runs(board: Board, s: SteamState) -> list[Run]:
    """Every section on the board, once."""
    out: list[Run] = []
    seen: set[int] = set()
    for side, owner in enumerate(s.rail):
        if side not in seen and owner not in (EMPTY, CITY_SIDE, WALL):
            found = section(board, s, side)
            seen.update(found.sides)
            out.append(Run(_pieces(board, s, side), owner, found.complete))
    return out


def _pieces(board: Board, s: SteamState, side: int) -> list[Piece]:
    """The tracks of the section at a side, in the order one passes them."""
    hex, leaves = divmod(side, 6)
    here = Piece(hex, board.tiles.joins[6 * s.layout[hex] + leaves], leaves)
    before = [] if here.enters == TOWN else _beyond(board, s, 6 * hex + here.enters)
    return [*(piece.back() for piece in reversed(before)), here, *_beyond(board, s, side)]


def _beyond(board: Board, s: SteamState, side: int) -> list[Piece]:
    passed: list[int] = []
    leads_to(board, s, side, passed)
    out: list[Piece] = []
    for facing in passed:
        hex, enters = divmod(facing, 6)
        # Of a track from side to side both are passed; the second one is this piece's end.
        if not (out and out[-1].hex == hex and out[-1].leaves == enters):
            out.append(Piece(hex, enters, board.tiles.joins[6 * s.layout[hex] + enters]))
    return out


def upper(tracks: tuple[Track, ...]) -> int:
    """Which of two crossing tracks takes the bridge, the straighter one; −1 if none cross."""
    if len(tracks) != 2 or TOWN in (tracks[0][1], tracks[1][1]):
        return -1
    (a, b), other = tracks
    if (a < other[0] < b) == (a < other[1] < b):
        return -1
    return 0 if b - a == 3 and other[1] - other[0] != 3 else 1


def on_bridge(board: Board, s: SteamState, piece: Piece) -> bool:
    """Whether a track is the upper one of a crossing."""
    tracks = board.tiles.layouts[s.layout[piece.hex]].tracks
    over = upper(tracks)
    return over >= 0 and tuple(sorted(piece[1:])) == tracks[over]


# Lines ------------------------------------------------------------------------------------------------


def line(canvas: Canvas, cell: Cell, enters: int, leaves: int, begin: bool = True) -> str:
    """The path of one track: a straight, an arc, or a spoke into a town; it may go on from the one before."""
    start, end = canvas.side(cell, enters), canvas.side(cell, leaves)
    head = f"M{points(start)}" if begin else ""
    turn = (leaves - enters) % 6
    if TOWN in (enters, leaves) or turn == 3:
        return f"{head}L{points(end)}"
    size = canvas.r(0.5 if turn in (1, 5) else 1.5)
    return f"{head}A{size} {size} 0 0 {0 if turn < 3 else 1} {points(end)}"


def along(canvas: Canvas, cell: Cell, enters: int, leaves: int, part: float) -> Point:
    """The point a part of the way along a track."""
    start, end = canvas.side(cell, enters), canvas.side(cell, leaves)
    turn = (leaves - enters) % 6
    if TOWN in (enters, leaves) or turn == 3:
        return between(start, end, part)
    # Arcs turn about a corner of the hex, or about the middle of the hex beyond the side they pass.
    first = enters if turn < 3 else leaves
    if turn in (1, 5):
        x, y = canvas.corner(cell, first + 1)
    else:
        x, y = canvas.side(cell, (first + 1) % 6, 2)
    begin = math.atan2(start[1] - y, start[0] - x)
    sweep = (math.atan2(end[1] - y, end[0] - x) - begin + math.pi) % (2 * math.pi) - math.pi
    size = math.dist(start, (x, y))
    return x + size * math.cos(begin + sweep * part), y + size * math.sin(begin + sweep * part)


def stroke(canvas: Canvas, d: str, owner: int, complete: bool) -> str:
    """A track: filled in its owner's colour when complete, hollow when not, pale when nobody's."""
    colour = livery_colour(canvas, owner)
    out = canvas.path(d, stroke="casing", width=CASING)
    if not complete:
        out += canvas.path(d, stroke=colour, width=BODY + 0.02)
        return f'<g class="track">{out}{canvas.path(d, stroke="hollow", width=HOLLOW)}</g>'
    out += canvas.path(d, stroke=colour, width=BODY)
    livery = livery_of(canvas, owner)
    if livery and CENTRE_LINES[livery - 1]:
        dashes = " ".join(canvas.r(dash) for dash in CENTRE_LINES[livery - 1])
        more = f' stroke-linecap="round" stroke-dasharray="{dashes}"'
        out += canvas.path(d, stroke=f"c{livery}", width=CENTRE, more=more)
    return f'<g class="track">{out}</g>'


def livery_of(canvas: Canvas, owner: int) -> int:
    """The livery of an owner; nobody has none, which is 0."""
    seat = seat_of(owner)
    return canvas.liveries[seat] if seat >= 0 else 0


def livery_colour(canvas: Canvas, owner: int) -> str:
    """The name of an owner's colour."""
    return f"p{livery_of(canvas, owner)}"


def bridge(canvas: Canvas, cell: Cell, enters: int, leaves: int, land: str) -> str:
    """What lies under the upper track of a crossing: a gap in the lower track, and two parapets."""

    def stretch(begin: float, end: float) -> str:
        parts = (begin + (end - begin) * n / STEPS for n in range(STEPS + 1))
        return "M" + "L".join(points(along(canvas, cell, enters, leaves, part)) for part in parts)

    return (
        canvas.path(stretch(0.30, 0.70), stroke=land, width=0.47)
        + canvas.path(stretch(0.33, 0.67), stroke="casing", width=0.40)
        + canvas.path(stretch(0.30, 0.70), stroke=land, width=0.32)
    )


def mark(canvas: Canvas, at: Point, livery: int, size: float = MARK) -> str:
    """A livery's colour and mark on a disc."""
    place = f' transform="translate({points(at)}) scale({number(0.92 * size * canvas.radius)})"'
    disc = canvas.disc(at, size, f"p{livery}", "casing", 0.031)
    return f'<g class="mark">{disc}{canvas.path(MARKS[livery - 1], fill=f"m{livery}", more=place)}</g>'


# Layers -----------------------------------------------------------------------------------------------


def rails(canvas: Canvas, s: SteamState) -> str:
    """All track, then the upper tracks of crossings, then open ends and marks."""
    board = canvas.board
    low, high, signs = [], [], []
    for run in runs(board, s):
        path, joined = "", False
        for piece in run.pieces:
            cell = board.cells[piece.hex]
            if on_bridge(board, s, piece):
                land = tint(board.terrain[piece.hex])
                over = stroke(canvas, line(canvas, cell, piece.enters, piece.leaves), run.owner, run.complete)
                high.append(bridge(canvas, cell, piece.enters, piece.leaves, land) + over)
                joined = False
            else:
                path += line(canvas, cell, piece.enters, piece.leaves, begin=not joined)
                joined = True
        if path:
            low.append(stroke(canvas, path, run.owner, run.complete))
        signs.append(_open_ends(canvas, s, run))
        if seat_of(run.owner) >= 0 and not canvas.small:
            signs.append(mark(canvas, _middle(canvas, s, run), livery_of(canvas, run.owner)))
    body = "".join((*low, *high))
    return f'<g stroke-linejoin="round">{body}</g>{"".join(signs)}' if body else ""


def _open_ends(canvas: Canvas, s: SteamState, run: Run) -> str:
    """A ring where a section leads nowhere yet."""
    board, out = canvas.board, ""
    for piece in (run.pieces[0].back(), run.pieces[-1]):
        if piece.leaves != TOWN and s.rail[board.across[6 * piece.hex + piece.leaves]] in (EMPTY, WALL):
            at = canvas.side(board.cells[piece.hex], piece.leaves)
            out += canvas.disc(at, 0.125, "casing")
            out += canvas.disc(at, 0.085, "hollow", livery_colour(canvas, run.owner), 0.05)
    return out


def _middle(canvas: Canvas, s: SteamState, run: Run) -> Point:
    """A point about half-way along a section, clear of towns, of cubes and of the crossing of two tracks."""
    board = canvas.board
    way = [
        along(canvas, board.cells[piece.hex], piece.enters, piece.leaves, n / STEPS)
        for piece in run.pieces
        for n in range(STEPS + 1)
    ]
    length = [0.0]
    for a, b in pairwise(way):
        length.append(length[-1] + math.dist(a, b))
    busy = [
        canvas.centre(board.cells[piece.hex])
        for piece in run.pieces
        if s.kind[piece.hex] == IN_TOWN
        or len(board.tiles.layouts[s.layout[piece.hex]].tracks) == 2
        or any(s.cubes[STRIDE * piece.hex : STRIDE * piece.hex + len(COLOURS)])
    ]
    half = length[-1] / 2
    order = sorted(range(len(way)), key=lambda n: abs(length[n] - half))
    clear = (n for n in order if all(math.dist(way[n], at) > 0.42 * canvas.radius for at in busy))
    return way[next(clear, order[0])]


def tile_track(
    canvas: Canvas, cell: Cell, tracks: tuple[Track, ...], owners: tuple[int, ...], land: str
) -> str:
    """The tracks of a tile that lies alone, all of them filled."""
    over = upper(tracks)
    out = ""
    for n in sorted(range(len(tracks)), key=lambda n: n == over):
        if n == over:
            out += bridge(canvas, cell, *tracks[n], land)
        out += stroke(canvas, line(canvas, cell, *tracks[n]), owners[n] if n < len(owners) else NOBODYS, True)
    return out
