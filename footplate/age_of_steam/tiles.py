"""The track tiles, as text, and every way in which they can lie on a hex."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

TOWN: Final = 6
"""Where a track into a town ends: not at a side but in the middle of the hex."""
NONE: Final = 7
"""What a side without track is joined to."""

BASE_TILES = """
straight                   simple    48  0-3
gentle                     simple    55  0-2
acute                      simple     7  0-1
cross-gentle-straight      crossing   4  0-3 2-4
cross-two-gentle           crossing   3  0-2 1-3
cross-two-straight         crossing   4  0-3 1-4
coexist-gentle             coexist    1  0-2 3-5
coexist-left-gentle-acute  coexist    1  0-2 4-5
coexist-right-gentle-acute coexist    1  0-2 3-4
coexist-straight-acute     coexist    1  0-3 1-2
town-one                   town       3  0
town-three-left            town       2  0 3 5
town-three-right           town       2  0 1 3
town-three-half            town       2  0 1 5
town-three-star            town       2  0 2 4
"""
"""Name, family, how many there are, and the sides its tracks join in one rotation. [base.setup.tiles]"""

TOWN_DISKS = 8
FAMILIES = ("simple", "coexist", "crossing", "complete", "town")
LINE = re.compile(
    r"(?P<name>[a-z-]+) +(?P<family>[a-z]+) +(?P<pieces>[0-9]{1,3})(?P<tracks>(?: +[0-5](?:-[0-5])?)+)"
)

Track = tuple[int, int]
"""The two sides a track joins, the lower first; the second is TOWN for a track into a town."""


Replacement = tuple[int, int, tuple[int, ...]]
"""A layout in place of another: the sides of its new tracks as bits, of all and of each."""


class Tile(NamedTuple):
    """One kind of tile, and how many there are."""

    name: str
    family: str
    pieces: int
    tracks: tuple[Track, ...]


class Layout(NamedTuple):
    """What lies on a hex: its tracks, and the kinds of tile that can show them, as they are used."""

    tracks: tuple[Track, ...]
    tiles: tuple[int, ...]
    family: str
    disk: bool
    sides: tuple[int, ...]
    """All sides with track."""


def _track(text: str) -> Track:
    first, _, second = text.partition("-")
    return (int(first), int(second)) if second else (int(first), TOWN)


def _tile(line: str) -> Tile:
    """A kind of tile from its line; ValueError says what would be right."""
    fits = LINE.fullmatch(line.strip())
    if fits is None or fits["family"] not in FAMILIES:
        raise ValueError(f"“{line.strip()}” is no kind of tile; say e.g. “straight simple 48 0-3”")
    return Tile(fits["name"], fits["family"], int(fits["pieces"]), tuple(map(_track, fits["tracks"].split())))


def _tiles(text: str) -> list[Tile]:
    return [_tile(line) for line in text.split("\n") if line.strip()]


def turned(track: Track, turn: int) -> Track:
    """The same track on a tile rotated clockwise by `turn` sides."""
    first = (track[0] + turn) % 6
    if track[1] == TOWN:
        return first, TOWN
    second = (track[1] + turn) % 6
    return (first, second) if first < second else (second, first)


class TileSet:
    """All tiles of a game and their layouts; layout 0 is the empty hex."""

    def __init__(self, tiles: Iterable[Tile], town_disks: int) -> None:
        self.tiles = tuple(tiles)
        self.town_disks = town_disks
        self.layouts: list[Layout] = [Layout((), (), "none", False, ())]
        self._lay_outside_towns()
        self._lay_in_towns()
        self.number = {layout.tracks: n for n, layout in enumerate(self.layouts)}
        self.from_side = tuple(
            tuple(
                (other, self.number[(min(side, other), max(side, other)),])
                for other in range(6)
                if other != side
            )
            for side in range(6)
        )
        """from_side[side]: the other sides, each with the layout of a single track to it."""
        self.joins = bytes(self._joined(layout, side) for layout in self.layouts for side in range(6))
        """joins[6 * layout + side]: the side its track leads to, TOWN or NONE."""
        numbers = range(1, len(self.layouts))
        self.in_towns = tuple(n for n in numbers if self.layouts[n].family == "town")
        self.outside = tuple(n for n in numbers if self.layouts[n].family != "town")
        self.single = frozenset(n for n in numbers if len(self.layouts[n].tracks) == 1)
        """The layouts of a single track."""
        self._through: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {}
        self._replacing: dict[tuple[int, bool], tuple[Replacement, ...]] = {}

    def _add(self, tracks: tuple[Track, ...], tiles: tuple[int, ...], family: str, disk: bool) -> None:
        if all(tracks != layout.tracks for layout in self.layouts):
            sides = tuple(sorted(side for track in tracks for side in track if side != TOWN))
            self.layouts.append(Layout(tracks, tiles, family, disk, sides))

    def _lay_outside_towns(self) -> None:
        for number, tile in enumerate(self.tiles):
            if tile.family != "town":
                for turn in range(6):
                    tracks = tuple(sorted(turned(track, turn) for track in tile.tracks))
                    self._add(tracks, (number,), tile.family, False)

    def _lay_in_towns(self) -> None:
        """In a town only the exits matter, so several tiles may show the same; crossings are used first.

        [base.build.town-four]
        """
        for tile in self.tiles:
            for turn in range(6):
                lying = [turned(track, turn) for track in tile.tracks]
                exits = tuple(sorted((side, TOWN) for track in lying for side in track if side != TOWN))
                self._add(exits, self._tiles_with(exits), "town", tile.family != "town")

    def _tiles_with(self, exits: tuple[Track, ...]) -> tuple[int, ...]:
        sides = {side for side, _ in exits}
        return tuple(
            number
            for number, tile in enumerate(self.tiles)
            if any(
                {side for track in tile.tracks for side in turned(track, turn) if side != TOWN} == sides
                for turn in range(6)
            )
        )

    def replacing(self, layout: int, town: bool) -> tuple[Replacement, ...]:
        """The layouts that keep each track of another, or outside towns turn it: others need not be tried."""
        key = layout, town
        if key not in self._replacing:
            old, candidates = self.layouts[layout].tracks, self.in_towns if town else self.outside
            found = []
            for number in candidates:
                new = self.layouts[number]
                turned = not town and all(track in new.tracks or set(track) & set(new.sides) for track in old)
                if number != layout and (turned or set(old) <= set(new.tracks)):
                    added = [
                        sum(1 << side for side in track if side != TOWN)
                        for track in new.tracks
                        if track not in old
                    ]
                    found.append((number, sum(added), tuple(added)))
            self._replacing[key] = tuple(found)
        return self._replacing[key]

    def through(self, layout: int) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each side the others to which one more track can lead, each with the layout that it makes."""
        if layout not in self._through:
            lying = self.layouts[layout]
            free = [side for side in range(6) if side not in lying.sides]
            rows: list[list[tuple[int, int]]] = [[] for _ in range(6)]
            for entry in free:
                for exit in free:
                    track = (min(entry, exit), max(entry, exit))
                    made = self.number.get(tuple(sorted((*lying.tracks, track))))
                    if entry != exit and made is not None:
                        rows[entry].append((exit, made))
            self._through[layout] = tuple(map(tuple, rows))
        return self._through[layout]

    @staticmethod
    def _joined(layout: Layout, side: int) -> int:
        for first, second in layout.tracks:
            if side == first:
                return second
            if side == second:
                return first
        return NONE


@cache
def tile_set(more: str = "", sets: int = 1, town_disks: int = TOWN_DISKS) -> TileSet:
    """The tiles of so many base games and some more, worked out once for all boards that use them."""
    tiles = {tile.name: tile._replace(pieces=sets * tile.pieces) for tile in _tiles(BASE_TILES)}
    for tile in _tiles(more):
        known = tiles.get(tile.name)
        tiles[tile.name] = known._replace(pieces=known.pieces + tile.pieces) if known else tile
    return TileSet(tiles.values(), town_disks)
