"""The tiles, read from a file that an owner of the game can correct, and every way in which they can lie."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from footplate.core.game import BoardError
from footplate.days_of_steam.goods import COLOURS
from footplate.days_of_steam.places import MOST_TOWNS, OPPOSITE
from footplate.geometry.squares import SIDE_NAMES, SIDES, turned

FILE = Path(__file__).parent / "tiles.toml"
EMPTY = 0
FIRST_TOWN = 1
"""What lies on a place is a code: nothing, a town by its colour, or a tile in one rotation."""
MOST_CODES = 255
MARKS = ("hill", "bridge", "water tower", "covers")
EVERY_SIDE = (1 << SIDES) - 1

KEYS: dict[str, dict[str, type]] = {
    "the file": {
        "provenance": str,
        "players": list,
        "doubts": list,
        "supply": dict,
        "tiles": list,
        "towns": list,
    },
    "supply": {"goods": int, "circuits": int, "coal": int, "hand": int},
    "tiles": {
        "id": str,
        "name": str,
        "count": int,
        "coal": int,
        "tracks": list,
        "dead_ends": list,
        "marks": list,
    },
    "towns": {"colour": str, "count": int, "coal": int},
}
OPTIONAL = {"doubts", "dead_ends", "marks"}


class TilesError(BoardError):
    """A mistake in a file of tiles; the message names the file, the key and what would be right."""


class Tile(NamedTuple):
    """One kind of track tile."""

    id: str
    name: str
    pieces: int
    coal: int
    segments: tuple[tuple[int, int], ...]
    dead_ends: tuple[int, ...]
    hill: bool
    bridge: bool
    water_tower: bool
    covers: bool


class Lie(NamedTuple):
    """What lies on a place: a tile in one rotation, or a town."""

    kind: int
    """The number of the tile, or -1 for a town."""
    turn: int
    sides: int
    """The sides with track, as bits; a dead end is track."""
    live: int
    """The sides from which a segment leads on."""
    exits: tuple[tuple[int, ...], ...]
    """For each side by which a train enters, those by which it can leave in the same direction."""
    part: tuple[int, ...]
    """For each side the part of the tile it belongs to, or -1: segments that share a side are one part."""
    parts: int
    cost: int
    """Steam to move onto it."""
    bends: tuple[bool, ...]
    """For each side whether a train that enters by it and stops has entered a curve, whatever it chose."""


class TileSet:
    """The tiles of one game, with tables of how they lie."""

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        read = _Reader(source)
        read.keys(data, "the file")
        self.source = source
        self.provenance: str = data["provenance"]
        self.doubts: tuple[str, ...] = tuple(data.get("doubts", ()))
        self.players = read.players(data["players"])
        supply = data["supply"]
        read.keys(supply, "supply")
        for key, value in supply.items():
            read.within(value, 0 if key != "hand" else 1, 20, f"supply.{key}")
        self.goods: int = supply["goods"]
        self.circuits: int = supply["circuits"]
        self.coal: int = supply["coal"]
        self.hand: int = supply["hand"]
        self.towns, self.town_coal = read.towns(data["towns"])
        self.tiles = read.tiles(data["tiles"])
        self.numbers = {tile.id: number for number, tile in enumerate(self.tiles)}
        if sum(tile.pieces for tile in self.tiles) <= self.hand * self.players[1]:
            read.wrong("tiles", "are too few", "more than the first hands take")

        self.lies: list[Lie] = [Lie(-1, 0, 0, 0, ((),) * SIDES, (-1,) * SIDES, 0, 0, (False,) * SIDES)]
        self.lies += [_town()] * len(COLOURS)
        self.codes: list[tuple[int, ...]] = []
        """For each tile and rotation its code; rotations that show the same have the same."""
        self.rotations: list[tuple[int, ...]] = []
        """For each tile the rotations that differ."""
        for number, tile in enumerate(self.tiles):
            shown: dict[tuple[frozenset[frozenset[int]], frozenset[int]], int] = {}
            codes, differing = [], []
            for turn in range(SIDES):
                segments = [(turned(a, turn), turned(b, turn)) for a, b in tile.segments]
                stubs = [turned(side, turn) for side in tile.dead_ends]
                key = frozenset(map(frozenset, segments)), frozenset(stubs)
                if key not in shown:
                    shown[key] = len(self.lies)
                    differing.append(turn)
                    self.lies.append(_lie(number, turn, tile, segments, stubs))
                codes.append(shown[key])
            self.codes.append(tuple(codes))
            self.rotations.append(tuple(differing))
        if len(self.lies) > MOST_CODES:
            read.wrong("tiles", f"lie in {len(self.lies) - 5} ways", f"at most {MOST_CODES - 5}")
        lies = self.lies
        self.sides = [lie.sides for lie in lies]
        self.live = [lie.live for lie in lies]
        self.exits = [lie.exits for lie in lies]
        self.part = [lie.part for lie in lies]
        self.cost = [lie.cost for lie in lies]
        self.bends = [lie.bends for lie in lies]
        self.kind = [lie.kind for lie in lies]

    def tile(self, code: int) -> Tile | None:
        """The track tile that lies there, or None for a town."""
        kind = self.kind[code]
        return self.tiles[kind] if kind >= 0 else None


def is_town(code: int) -> bool:
    return EMPTY < code <= len(COLOURS)


def town_colour(code: int) -> int:
    return code - FIRST_TOWN


def _town() -> Lie:
    """Every side leads to every other; turning in a town is no curve. [days.speed.towns]"""
    exits = tuple(tuple(out for out in range(SIDES) if out != side) for side in range(SIDES))
    return Lie(-1, 0, EVERY_SIDE, EVERY_SIDE, exits, (0,) * SIDES, 1, 1, (False,) * SIDES)


def _lie(number: int, turn: int, tile: Tile, segments: list[tuple[int, int]], stubs: list[int]) -> Lie:
    """Segments lead on along themselves only; what shares no side is separate. [days.junction days.bridge]"""
    exits: list[list[int]] = [[] for _ in range(SIDES)]
    part = [-1] * SIDES
    for a, b in segments:
        exits[a].append(b)
        exits[b].append(a)
        if part[a] < 0 and part[b] < 0:
            part[a] = part[b] = max(part) + 1
        elif part[a] < 0 or part[b] < 0:
            part[a] = part[b] = max(part[a], part[b])
        elif part[a] != part[b]:
            gone = part[b]
            part = [part[a] if old == gone else old for old in part]
    order = sorted(set(part) - {-1})
    part = [order.index(old) if old >= 0 else -1 for old in part]
    for stub in stubs:
        part[stub] = max(part) + 1
    live = sum(1 << side for side in range(SIDES) if exits[side])
    return Lie(
        number,
        turn,
        live | sum(1 << side for side in stubs),
        live,
        tuple(tuple(sorted(outs)) for outs in exits),
        tuple(part),
        max(part) + 1,
        2 if tile.hill else 1,
        tuple(bool(exits[side]) and OPPOSITE[side] not in exits[side] for side in range(SIDES)),
    )


class _Reader:
    """Reads the tables of a file; every mistake names the file, the key and what would be right."""

    def __init__(self, source: str) -> None:
        self.source = source

    def wrong(self, key: str, what: str, right: str) -> None:
        raise TilesError(f"{self.source}: {key} {what}; right would be {right}.")

    def keys(self, table: Any, kind: str, where: str = "") -> None:
        known, where = KEYS[kind], where or kind
        if not isinstance(table, dict):
            self.wrong(where, "is no table", f"one with {', '.join(known)}")
        for key in table:
            if key not in known:
                self.wrong(f"{where}: the key “{key}”", "is unknown", f"one of {', '.join(known)}")
        for key, form in known.items():
            if key not in table and key not in OPTIONAL:
                self.wrong(where, f"lacks “{key}”", f"{key} with a {_form(form)}")
            if key in table and type(table[key]) is not form:
                self.wrong(f"{where}: {key}", f"is {table[key]!r}", f"a {_form(form)}")

    def within(self, value: Any, least: int, most: int, where: str) -> None:
        if type(value) is not int or not least <= value <= most:
            self.wrong(where, f"is {value!r}", f"a number from {least} to {most}")

    def players(self, value: list[Any]) -> tuple[int, int]:
        if len(value) != 2 or any(type(n) is not int for n in value) or not 2 <= value[0] <= value[1] <= 4:
            self.wrong("players", f"is {value!r}", "the fewest and the most, from 2 to 4, such as [2, 4]")
        return value[0], value[1]

    def towns(self, tables: list[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        counts, coal = [0] * len(COLOURS), [0] * len(COLOURS)
        said = set()
        for number, table in enumerate(tables, 1):
            where = f"towns, number {number}"
            self.keys(table, "towns", where)
            if table["colour"] not in COLOURS or table["colour"] in said:
                self.wrong(
                    f"{where}: colour", f"is {table['colour']!r}", f"each of {', '.join(COLOURS)} once"
                )
            said.add(table["colour"])
            self.within(table["count"], 0, MOST_TOWNS, f"{where}: count")
            self.within(table["coal"], 0, 6, f"{where}: coal")
            counts[COLOURS.index(table["colour"])] = table["count"]
            coal[COLOURS.index(table["colour"])] = table["coal"]
        if not 3 <= sum(counts) <= MOST_TOWNS:
            self.wrong("towns", f"are {sum(counts)} together", f"3 to {MOST_TOWNS}")
        return tuple(counts), tuple(coal)

    def tiles(self, tables: list[Any]) -> tuple[Tile, ...]:
        out: list[Tile] = []
        for number, table in enumerate(tables, 1):
            where = f"tiles, number {number}"
            self.keys(table, "tiles", where)
            where = f"tiles, “{table['id']}”"
            word = table["id"]
            if not word.replace("-", "").isalnum() or word != word.lower() or word.isdigit():
                self.wrong(f"{where}: id", "is no name", "small letters, digits and hyphens, such as curve-1")
            if any(tile.id == word for tile in out):
                self.wrong(f"{where}: id", "is there twice", "a name of its own")
            self.within(table["count"], 0, 80, f"{where}: count")
            self.within(table["coal"], 0, 6, f"{where}: coal")
            segments = self.segments(table["tracks"], where)
            stubs = self.dead_ends(table.get("dead_ends", []), segments, where)
            marks = table.get("marks", [])
            for mark in marks:
                if mark not in MARKS:
                    self.wrong(f"{where}: marks", f"says {mark!r}", f"any of {', '.join(MARKS)}")
            if "bridge" in marks and sorted(map(sorted, segments)) != [[0, 2], [1, 3]]:
                self.wrong(f"{where}: marks", "says bridge", 'that only with tracks = ["N-S", "E-W"]')
            out.append(
                Tile(
                    word,
                    table["name"],
                    table["count"],
                    table["coal"],
                    segments,
                    stubs,
                    *(mark in marks for mark in MARKS),
                )
            )
        return tuple(out)

    def segments(self, said: list[Any], where: str) -> tuple[tuple[int, int], ...]:
        out: list[tuple[int, int]] = []
        for word in said:
            ends = word.split("-") if isinstance(word, str) else []
            if len(ends) != 2 or ends[0] == ends[1] or any(end not in SIDE_NAMES for end in ends):
                self.wrong(f"{where}: tracks", f"says {word!r}", "two sides of N, E, S, W, such as N-S")
            pair = SIDE_NAMES.index(ends[0]), SIDE_NAMES.index(ends[1])
            if any(set(pair) == set(other) for other in out):
                self.wrong(f"{where}: tracks", f"says {word} twice", "each segment once")
            out.append(pair)
        if not out:
            self.wrong(f"{where}: tracks", "is empty", "at least one segment, such as N-S")
        return tuple(out)

    def dead_ends(self, said: list[Any], segments: Sequence[tuple[int, int]], where: str) -> tuple[int, ...]:
        used = {side for segment in segments for side in segment}
        out: list[int] = []
        for word in said:
            if word not in SIDE_NAMES or SIDE_NAMES.index(word) in used:
                free = [name for side, name in enumerate(SIDE_NAMES) if side not in used]
                self.wrong(
                    f"{where}: dead_ends",
                    f"says {word!r}",
                    f"a side without track: {', '.join(free) or 'none'}",
                )
            used.add(SIDE_NAMES.index(word))
            out.append(SIDE_NAMES.index(word))
        return tuple(out)


def _form(kind: type) -> str:
    return {str: "text", int: "number", list: "list", dict: "table"}[kind]


def read_tiles(source: str | Path = FILE) -> TileSet:
    """The tiles of a file; TilesError says what is wrong with it."""
    try:
        data = tomllib.loads(Path(source).read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise TilesError(f"{source}: this is no TOML file: {problem}") from None
    except OSError as problem:
        raise TilesError(f"{source}: {(problem.strerror or str(problem)).lower()}") from None
    return TileSet(data, str(source))
