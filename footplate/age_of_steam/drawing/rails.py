"""Track: whole sections as one line, their bridges, open ends and the marks of their owners."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from footplate.age_of_steam.board import (
    CITY_SIDE,
    EMPTY,
    IN_TOWN,
    NATIONS,
    NOBODYS,
    STATES,
    WALL,
    Board,
    seat_of,
)
from footplate.age_of_steam.drawing.canvas import Canvas, Point, between, number, points
from footplate.age_of_steam.drawing.relief import tint
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, Track
from footplate.age_of_steam.track import leads_to, section
from footplate.drawing.palette import CENTRE_LINES, MARKS
from footplate.geometry.hexes import Cell

CASING, BODY, CENTRE, HOLLOW = 0.25, 0.18, 0.045, 0.10
"""Widths of the lines a track is made of."""
ROUND = ' stroke-linejoin="round"'
MARK = 0.165
TUNNEL = "tunnel"
"""The terrain in which track lies below the ground."""
PORTALS = 0.24, 0.76
"""Where such track enters the ground and comes out, of its length."""
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
    """A whole section from end to end, as it is drawn, and the first of its sides."""

    first: int
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
            out.append(Run(side, _pieces(board, s, side), owner, found.complete))
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
    if owner in (STATES, NATIONS):
        return f'<g class="track">{out}{_public(canvas, d, owner)}</g>'
    if not complete:
        out += canvas.path(d, stroke=colour, width=BODY + 0.02)
        return f'<g class="track"{ROUND}>{out}{canvas.path(d, stroke="hollow", width=HOLLOW)}</g>'
    out += canvas.path(d, stroke=colour, width=BODY)
    livery = livery_of(canvas, owner)
    if livery and CENTRE_LINES[livery - 1]:
        dashes = " ".join(canvas.r(dash) for dash in CENTRE_LINES[livery - 1])
        more = f' stroke-linecap="round" stroke-dasharray="{dashes}"'
        out += canvas.path(d, stroke=f"c{livery}", width=CENTRE, more=more)
    return f'<g class="track"{ROUND}>{out}</g>'


def _public(canvas: Canvas, d: str, owner: int) -> str:
    """Track that is no player's: two rails for the state, sleepers for the nation."""
    out = canvas.path(d, stroke="nat", width=BODY)
    if owner == STATES:
        return out + canvas.path(d, stroke="casing", width=0.085) + canvas.path(d, stroke="nat", width=0.035)
    more = f' stroke-dasharray="{canvas.r(0.06)} {canvas.r(0.14)}"'
    return out + canvas.path(d, stroke="casing", width=BODY, more=more)


def livery_of(canvas: Canvas, owner: int) -> int:
    """The livery of an owner; nobody has none, which is 0."""
    seat = seat_of(owner)
    return canvas.liveries[seat] if seat >= 0 else 0


def livery_colour(canvas: Canvas, owner: int) -> str:
    """The name of an owner's colour."""
    return f"p{livery_of(canvas, owner)}"


def _stretch(canvas: Canvas, cell: Cell, enters: int, leaves: int, begin: float, end: float) -> str:
    """A part of a track, of its length."""
    parts = (begin + (end - begin) * n / STEPS for n in range(STEPS + 1))
    return "M" + "L".join(points(along(canvas, cell, enters, leaves, part)) for part in parts)


def bridge(canvas: Canvas, cell: Cell, enters: int, leaves: int, land: str) -> str:
    """What lies under the upper track of a crossing: a gap in the lower track, and two parapets."""
    stretch = partial(_stretch, canvas, cell, enters, leaves)
    return f"<g{ROUND}>" + (
        canvas.path(stretch(0.30, 0.70), stroke=land, width=0.47)
        + canvas.path(stretch(0.33, 0.67), stroke="casing", width=0.40)
        + canvas.path(stretch(0.30, 0.70), stroke=land, width=0.32)
        + "</g>"
    )


def tunnel(canvas: Canvas, cell: Cell, enters: int, leaves: int) -> str:
    """What lies over track in a tunnel: the ground, dashes for the track below it, and two portals."""
    d = _stretch(canvas, cell, enters, leaves, *PORTALS)
    dashes = f' stroke-dasharray="{canvas.r(0.12)} {canvas.r(0.09)}"'
    out = canvas.path(d, stroke=tint(TUNNEL), width=CASING + 0.03)
    out += canvas.path(d, stroke="casing", width=0.10, more=dashes)
    for part in PORTALS:
        out += portal(canvas, along(canvas, cell, enters, leaves, part), 0.17)
    return f'<g class="tunnel">{out}</g>'


def portal(canvas: Canvas, at: Point, size: float) -> str:
    """The arch of a tunnel, by half its width in radii."""
    (x, y), k = at, size * canvas.radius
    arch = f"M{points((x - k, y + 0.7 * k))}V{number(y - 0.1 * k)}"
    arch += f"A{number(k)} {number(k)} 0 0 1 {points((x + k, y - 0.1 * k))}V{number(y + 0.7 * k)}Z"
    return canvas.path(arch, fill="casing", stroke="town", width=0.06)


def mark(canvas: Canvas, at: Point, livery: int, size: float = MARK) -> str:
    """A livery's colour and mark on a disc."""
    place = f' transform="translate({points(at)}) scale({number(0.92 * size * canvas.radius)})"'
    disc = canvas.disc(at, size, f"p{livery}", "casing", 0.031)
    return f'<g class="mark">{disc}{canvas.path(MARKS[livery - 1], fill=f"m{livery}", more=place)}</g>'


HOUSE = "M-.72 -.18L0 -.74L.72 -.18Z", "M-.5 -.1V.5M0 -.1V.5M.5 -.1V.5M-.74 .62H.74"
FLAG = "M-.5 -.7H.72L.4 -.28L.72 .14H-.5Z", "M-.5 -.72V.78"
"""What the tokens of the state and of the nation show: filled, and as lines."""


def public_square(canvas: Canvas, at: Point, nation: bool) -> str:
    """The token of nobody's seat: a square with a flag for the nation, with a house for the state."""
    size = max(0.19 * canvas.radius, 4.6)
    paper, ink = canvas.palette["town"], canvas.palette["casing"]
    full, thin = FLAG if nation else HOUSE
    edge = f'stroke="{ink}" stroke-width="{number(1.2 / size)}"'
    return (
        f'<g class="mark" transform="translate({points(at)}) scale({number(size)})">'
        f'<rect x="-1" y="-1" width="2" height="2" rx=".3" fill="{paper}" {edge}/>'
        f'<path d="{full}" fill="{ink}"/><path d="{thin}" fill="none" stroke="{ink}" stroke-width=".22"/></g>'
    )


# Layers -----------------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A section as it is drawn: its line, its bridges by hex, and its open ends and mark."""

    low: str
    high: dict[int, str]
    signs: str


def rails(canvas: Canvas, s: SteamState) -> dict[int, Drawn]:
    """Every section by its first side: lines lie lowest, then the bridges of all, then all signs."""
    board = canvas.board
    # Most moves lay no track, and marks give way only to what lies on track.
    cubes = tuple(hex for hex, layout in enumerate(s.layout) if layout and _cubes(s, hex))
    key = "rails", bytes(s.rail), bytes(s.layout), bytes(s.kind), cubes
    return canvas.once(key, lambda: {run.first: _run(canvas, s, run) for run in runs(board, s)})


def _cubes(s: SteamState, hex: int) -> bool:
    return any(s.cubes[STRIDE * hex : STRIDE * hex + len(COLOURS)])


def _run(canvas: Canvas, s: SteamState, run: Run) -> Drawn:
    """A section, drawn anew only where something about it has changed."""
    bridges = tuple(on_bridge(canvas.board, s, piece) for piece in run.pieces)
    opens = tuple(
        end for end in (run.pieces[0].back(), run.pieces[-1]) if _leads_nowhere(canvas.board, s, end)
    )
    busy = tuple(piece.hex for piece in run.pieces if _is_busy(canvas.board, s, piece.hex))
    key = "run", tuple(run.pieces), run.owner, run.complete, bridges, opens, busy
    return canvas.once(key, lambda: _draw_run(canvas, run, bridges, opens, busy))


def _draw_run(
    canvas: Canvas, run: Run, bridges: Sequence[bool], opens: Sequence[Piece], busy: Sequence[int]
) -> Drawn:
    board = canvas.board
    path, joined, high = "", False, dict[int, str]()
    for piece, bridged in zip(run.pieces, bridges):
        cell = board.cells[piece.hex]
        if bridged:
            land = tint(board.terrain[piece.hex])
            over = stroke(canvas, line(canvas, cell, piece.enters, piece.leaves), run.owner, run.complete)
            high[piece.hex] = bridge(canvas, cell, piece.enters, piece.leaves, land) + over
            joined = False
        else:
            path += line(canvas, cell, piece.enters, piece.leaves, begin=not joined)
            joined = True
            if board.terrain[piece.hex] == TUNNEL:
                high[piece.hex] = tunnel(canvas, cell, piece.enters, piece.leaves)
    signs = "".join(_open_end(canvas, piece, run.owner) for piece in opens)
    if seat_of(run.owner) >= 0 and not canvas.small:
        signs += mark(canvas, _middle(canvas, run, busy), livery_of(canvas, run.owner))
    if run.owner in (STATES, NATIONS) and not canvas.small:
        signs += public_square(canvas, _middle(canvas, run, busy), run.owner == NATIONS)
    return Drawn(stroke(canvas, path, run.owner, run.complete) if path else "", high, signs)


def _leads_nowhere(board: Board, s: SteamState, end: Piece) -> bool:
    return end.leaves != TOWN and s.rail[board.across[6 * end.hex + end.leaves]] in (EMPTY, WALL)


def _open_end(canvas: Canvas, end: Piece, owner: int) -> str:
    """A ring where a section leads nowhere yet."""
    at = canvas.side(canvas.board.cells[end.hex], end.leaves)
    out = canvas.disc(at, 0.125, "casing")
    return out + canvas.disc(at, 0.085, "hollow", livery_colour(canvas, owner), 0.05)


def _is_busy(board: Board, s: SteamState, hex: int) -> bool:
    """Whether the middle of a hex is taken: by a town, by cubes, or by the crossing of two tracks."""
    return s.kind[hex] == IN_TOWN or len(board.tiles.layouts[s.layout[hex]].tracks) == 2 or _cubes(s, hex)


def _middle(canvas: Canvas, run: Run, busy: Sequence[int]) -> Point:
    """A point about half-way along a section, clear of the middle of busy hexes."""
    board = canvas.board
    way = [
        along(canvas, board.cells[piece.hex], piece.enters, piece.leaves, n / STEPS)
        for piece in run.pieces
        for n in range(STEPS + 1)
    ]
    length = [0.0]
    for a, b in pairwise(way):
        length.append(length[-1] + math.dist(a, b))
    taken = [canvas.centre(board.cells[hex]) for hex in busy]
    half = length[-1] / 2
    order = sorted(range(len(way)), key=lambda n: abs(length[n] - half))
    clear = (n for n in order if all(math.dist(way[n], at) > 0.42 * canvas.radius for at in taken))
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
