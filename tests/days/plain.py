"""The rules of track once more, plainly and from the file of tiles alone, to hold ours against."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from footplate.days_of_steam.places import square
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import FILE, TileSet

SIDE = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = dict(zip("NESW", "SWNE"))
KINDS: dict[str, Any] = {tile["id"]: tile for tile in tomllib.loads(FILE.read_text("utf-8"))["tiles"]}

Cell = tuple[int, int]
Lying = tuple[str, int]
"""The name of a tile or “town”, and its rotation or colour."""
Map = dict[Cell, Lying]


def map_of(tiles: TileSet, s: DaysState) -> Map:
    """What lies where, by names."""
    out: Map = {}
    for place in s.laid:
        lie = tiles.lies[s.board[place]]
        what = ("town", s.board[place] - 1) if lie.kind < 0 else (tiles.tiles[lie.kind].id, lie.turn)
        out[square(place)] = what
    return out


def turned(side: str, quarters: int) -> str:
    return SIDE[(SIDE.index(side) + quarters) % 4]


def segments(lying: Lying) -> list[tuple[str, str]]:
    if lying[0] == "town":
        return [(a, b) for a in SIDE for b in SIDE if a < b]
    pairs = [word.split("-") for word in KINDS[lying[0]]["tracks"]]
    return [(turned(a, lying[1]), turned(b, lying[1])) for a, b in pairs]


def stubs(lying: Lying) -> list[str]:
    return [] if lying[0] == "town" else [turned(s, lying[1]) for s in KINDS[lying[0]].get("dead_ends", [])]


def marks(lying: Lying) -> list[str]:
    return [] if lying[0] == "town" else KINDS[lying[0]].get("marks", [])


def sides(lying: Lying) -> set[str]:
    return {side for pair in segments(lying) for side in pair} | set(stubs(lying))


def near(cell: Cell, side: str) -> Cell:
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def onward(lying: Lying, came: str) -> list[str]:
    """Where a train that came in by a side can go on to."""
    return [b if a == came else a for a, b in segments(lying) if came in (a, b)]


def fits(board: Map, cell: Cell, lying: Lying) -> bool:
    neighbours = [(side, near(cell, side)) for side in SIDE if near(cell, side) in board]
    return bool(neighbours) and all(
        (side in sides(lying)) == (BACK[side] in sides(board[there])) for side, there in neighbours
    )


def towns_from(board: Map, cell: Cell, out: str) -> Iterator[tuple[Cell, int]]:
    """Towns that a train leaving a place by a side can come to, with the tiles in between."""
    todo, seen = [(cell, out, 0)], set()
    for here, leaves, tiles in todo:
        there = near(here, leaves)
        if there not in board or (there, leaves) in seen:
            continue
        seen.add((there, leaves))
        if board[there][0] == "town":
            yield there, tiles
        elif BACK[leaves] in sides(board[there]):
            todo += [(there, way, tiles + 1) for way in onward(board[there], BACK[leaves])]


def may_lay(board: Map, trains: set[Cell], cell: Cell, lying: Lying) -> bool:
    """Every rule of placing a track tile."""
    if cell in board:
        old = board[cell]
        if "covers" not in marks(lying) or old[0] == "town" or cell in trains:
            return False
        if {"hill", "bridge"} & set(marks(old)):
            return False
    rest = {at: what for at, what in board.items() if at != cell}
    if not fits(rest, cell, lying):
        return False
    outs = {side for pair in segments(lying) for side in pair}
    far = [tiles + 1 for out in outs for _, tiles in towns_from(rest, cell, out)]
    return bool(far) and min(far) <= 5


def may_found(board: Map, cell: Cell) -> bool:
    """Every rule of placing a town."""
    if cell in board or not fits(board, cell, ("town", 0)):
        return False
    far = [tiles for out in SIDE for _, tiles in towns_from(board, cell, out)]
    return bool(far) and min(far) >= 2


def part(lying: Lying, side: str) -> frozenset[str]:
    """All sides of the tile that track joins with a side, reversing allowed."""
    if side in stubs(lying):
        return frozenset(side)
    joined = {side}
    for _ in range(4):
        joined |= {s for pair in segments(lying) if joined & set(pair) for s in pair}
    return frozenset(joined)


def walk(
    board: Map,
    start: Cell,
    on: frozenset[str],
    others: set[tuple[Cell, frozenset[str]]],
    cells: list[Cell],
) -> tuple[int, bool, frozenset[str]] | None:
    """Steam, whether a curve was entered, and the part of the last tile; None if the train cannot go so."""
    here, came, cost, curve = start, "", 0, False
    at = on
    for number, there in enumerate(cells):
        leaves = next((side for side in SIDE if near(here, side) == there), None)
        if leaves is None or there not in board:
            return None
        lying = board[here]
        if lying[0] == "town":
            ways = set(SIDE)
        elif not came:
            ways = set(on)
        else:
            ways = set(onward(lying, came))
        if leaves not in ways or BACK[leaves] not in sides(board[there]):
            return None
        if came and lying[0] != "town" and leaves != BACK[came]:
            curve = True
        here, came = there, BACK[leaves]
        lying = board[here]
        at = part(lying, came)
        town = lying[0] == "town"
        cost += (2 if "hill" in marks(lying) else 1) + (not town and (here, at) in others)
        last = number == len(cells) - 1
        if last and not town:
            if (here, at) in others:
                return None
            ways_on = onward(lying, came)
            curve = curve or (bool(ways_on) and BACK[came] not in ways_on)
    return (cost, curve, at) if cells else None


def loops(board: Map, cell: Cell, new: list[tuple[str, str]], budget: int) -> bool | None:
    """Whether a loop over a new segment joins two towns, by trying every way; None if that takes too long."""
    left = [budget]

    def go(
        here: Cell, came: str, used: frozenset[tuple[Cell, str]], towns: frozenset[Cell], goal: str
    ) -> bool:
        left[0] -= 1
        if left[0] < 0:
            raise TimeoutError
        if (here, came) == (cell, goal):
            return len(towns) >= 2
        if board[here][0] == "town":
            towns = towns | {here}
        for way in onward(board[here], came):
            there = near(here, way)
            if there in board and (here, way) not in used:
                passed = used | {(here, way), (there, BACK[way])}
                if go(there, BACK[way], passed, towns, goal):
                    return True
        return False

    try:
        for a, b in new:
            there = near(cell, b)
            if there in board:
                first = frozenset({(cell, b), (there, BACK[b])})
                mine = frozenset({cell}) if board[cell][0] == "town" else frozenset()
                if go(there, BACK[b], first, mine, a):
                    return True
    except TimeoutError:
        return None
    return False
