"""Lines: the cheapest ways to build a link on the empty board, found once and looked up ever after."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import EMPTY, IN_CITY, IN_TOWN, owner_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.survey import Passages, Survey, Tile
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import owns_in

TILES_MOST = 4
"""Tiles of a line outside towns."""
DOUBLES_MOST = 2
"""Lines through the same town between the same two places."""
TOWN_PRICE = 3
"""What a town with two exits costs."""
ALIKE_MOST = 5
"""Lines between the same two places, the cheapest of them."""


class Line(NamedTuple):
    """A way to lay track between two places, without the tiles that towns at its ends need."""

    ends: tuple[int, int]
    exits: tuple[int, int]
    """The side by which it leaves either end."""
    size: int
    """How many tiles it needs, with that of a town in the midst of it."""
    cost: int
    bits: int
    """Its hexes."""
    town: int
    """A town in the midst of it, or -1."""
    tiles: tuple[Tile, ...]
    """Its tiles outside towns."""
    through: tuple[int, int] = (-1, -1)
    """The sides by which it enters and leaves that town."""
    before: int = 0
    """How many of the tiles lie before that town."""

    @property
    def links(self) -> int:
        """The links it makes."""
        return 1 if self.town < 0 else 2


class Lines:
    """All lines of a board, by the places at their ends."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules, self.board = rules, rules.board
        self.at: dict[int, list[Line]] = {}
        fewest = self.board.players[0]
        s = rules.State(fewest)
        rules.do_setup(s)
        survey = Survey(Passages(rules), s, 0)
        places = [hex for hex in range(self.board.size) if s.kind[hex] in (IN_CITY, IN_TOWN)]
        doubles: dict[int, list[Line]] = {}
        for place in places:
            for line in self._from(survey, place):
                for end in line.ends:
                    self.at.setdefault(end, []).append(line)
        for place in places:
            if s.kind[place] == IN_TOWN:
                for line in _doubles(place, self.at.get(place, ())):
                    for end in line.ends:
                        doubles.setdefault(end, []).append(line)
        for place, more in doubles.items():
            self.at[place] = self.at[place] + more
        self.all: list[Line] = list(
            {id(line): line for several in self.at.values() for line in several}.values()
        )
        """All of them, each once."""
        self._layout: bytes = b""
        self._taken = 0

    def _from(self, survey: Survey, place: int) -> list[Line]:
        """The cheapest lines from a place to those after it; each side is searched apart."""
        found: dict[int, list[Line]] = {}
        for side in range(6 * place, 6 * place + 6):
            for way in survey.ways([(side, 0, (), side % 6)], TILES_MOST, {}):
                if way.place > place and way.meets >= 0:
                    exits, bits = (way.start, way.meets % 6), sum(1 << hex for hex, _ in way.tiles)
                    line = Line((place, way.place), exits, len(way.tiles), way.price, bits, -1, way.tiles)
                    found.setdefault(way.place, []).append(line)
        return [
            line
            for alike in found.values()
            for line in sorted(alike, key=lambda line: (len(line.tiles), line.cost))[:ALIKE_MOST]
        ]

    def taken(self, s: SteamState) -> int:
        """The hexes on which tiles lie, as bits."""
        layout = bytes(s.layout)
        if layout != self._layout:
            self._layout = layout
            self._taken = sum(1 << hex for hex, shown in enumerate(layout) if shown)
        return self._taken

    def owned(self, s: SteamState, owner: int) -> int:
        """The hexes with track of an owner, as bits."""
        out, rail = 0, s.rail
        side = rail.find(owner)
        while side >= 0:
            hex = side // 6
            out |= 1 << hex
            side = rail.find(owner, 6 * hex + 6)
        return out

    def steps(self, s: SteamState, seat: int, line: Line) -> list[Build] | None:
        """The tiles of a line that still have to be laid, in order; None where it can no longer be built."""
        owner, build = owner_of(seat), self.board.build
        out: list[Build] = []
        tiles = line.tiles
        if line.town >= 0:
            if s.layout[line.town] or s.kind[line.town] != IN_TOWN:
                return None
            exits = tuple(sorted((exit, TOWN) for exit in line.through))
            middle = (line.town, self.board.tiles.number.get(exits, -1))
            if middle[1] < 0:
                return None
            tiles = (*tiles[: line.before], middle, *tiles[line.before :])
        for hex, layout in tiles:
            lies = s.layout[hex]
            if not lies:
                out.append(build(hex, layout))
            elif lies != layout or s.rail[6 * hex + self.board.tiles.layouts[layout].sides[0]] != owner:
                return None
        towns: list[Build | None] = []
        for place, exit in zip(line.ends, line.exits):
            lies = s.rail[6 * place + exit]
            if s.kind[place] == IN_TOWN and lies != owner:
                tracks = self.board.tiles.layouts[s.layout[place]].tracks
                number = self.board.tiles.number.get(tuple(sorted((*tracks, (exit, TOWN)))), -1)
                if lies != EMPTY or number < 0:
                    return None
                towns.append(build(place, number))
            else:
                towns.append(None)
        first, last = towns
        if self._begins(s, owner, line.ends[0]) or (first is None and s.kind[line.ends[0]] == IN_TOWN):
            return [*([first] if first else []), *out, *([last] if last else [])]
        if self._begins(s, owner, line.ends[1]) or (last is None and s.kind[line.ends[1]] == IN_TOWN):
            return [*([last] if last else []), *reversed(out), *([first] if first else [])]
        return None

    def _begins(self, s: SteamState, owner: int, place: int) -> bool:
        """Whether one may build out of a place."""
        return s.kind[place] == IN_CITY or (bool(s.layout[place]) and owns_in(s, place, owner))


def _doubles(town: int, lines: Sequence[Line]) -> list[Line]:
    """Lines from place to place through an empty town, the cheapest of those between the same places."""
    towards = [_towards(line, town) for line in lines if len(line.tiles) < TILES_MOST - 1]
    found: dict[tuple[int, int], list[Line]] = {}
    for first, second in combinations(towards, 2):
        here, there = first.ends[0], second.ends[0]
        through = first.exits[1], second.exits[1]
        if here == there or through[0] == through[1] or first.bits & second.bits:
            continue
        if len(first.tiles) + len(second.tiles) >= TILES_MOST:
            continue
        found.setdefault((min(here, there), max(here, there)), []).append(
            Line(
                (here, there),
                (first.exits[0], second.exits[0]),
                first.size + second.size + 1,
                first.cost + second.cost + TOWN_PRICE,
                first.bits | second.bits | 1 << town,
                town,
                first.tiles + second.tiles[::-1],
                through,
                len(first.tiles),
            )
        )
    return [
        line
        for alike in found.values()
        for line in sorted(alike, key=lambda line: (len(line.tiles), line.cost))[:DOUBLES_MOST]
    ]


def _towards(line: Line, place: int) -> Line:
    """The line seen so that it ends at a place."""
    if line.ends[1] == place:
        return line
    return line._replace(ends=line.ends[::-1], exits=line.exits[::-1], tiles=line.tiles[::-1])
