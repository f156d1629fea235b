"""Track as numbers: where it leads, what may be laid on a hex, and what laying it does.

A side is counted as 6 * hex + side. Track joined across hexes is a section; a section between two
places is a completed link. All track of one section belongs to one owner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Final, NamedTuple

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import (
    CITY_SIDE,
    EMPTY,
    IN_CITY,
    IN_TOWN,
    MOST_SEATS,
    NOBODYS,
    WALL,
    Board,
    owner_of,
)
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, TileSet, Track
from footplate.core.game import Refusal
from footplate.core.native import maker

REMEMBERED = 1 << 13
"""Answers about sites that are remembered for all games: the same surroundings come again and again."""

OPEN: Final = -1
"""The end of a section that leads to no place."""
NO_ENDS: Final[tuple[int, ...]] = (OPEN,) * 6
"""The ends around a hex where nobody asks for them."""
HERE: Final = 6
"""The far end of a section is the very town one builds on."""

NOTHING: Final = 0
CITY: Final = 1
OWN: Final = 2
UNOWNED: Final = 3
FOREIGN: Final = 4
BLOCKED: Final = 5
LOOSE: Final = 6
"""What a builder meets across a side. UNOWNED is anchored, once LOOSE has been told apart from it."""
SUPPORTS: Final[tuple[int, ...]] = (CITY, OWN, UNOWNED)
"""What new track may extend from. [base.build.connected base.build.start-kept base.build.separate]"""


def relative(seat: int) -> bytes:
    """The table that turns what lies at a side into what it is for one seat."""
    table = bytearray([FOREIGN] * 256)
    table[EMPTY], table[NOBODYS], table[owner_of(seat)] = NOTHING, UNOWNED, OWN
    table[CITY_SIDE], table[WALL] = CITY, BLOCKED
    return bytes(table)


RELATIVE: Final[tuple[bytes, ...]] = tuple(relative(seat) for seat in range(MOST_SEATS))


# Where track leads -----------------------------------------------------------------------------------


def leads_to(board: Board, s: SteamState, side: int, passed: list[int] | None = None) -> int:
    """The place reached by leaving a hex across a side, or OPEN; the sides passed are added to the list."""
    enters = arrival(board, s, side, passed)
    return OPEN if enters == OPEN else enters // 6


def arrival(board: Board, s: SteamState, side: int, passed: list[int] | None = None) -> int:
    """The side by which one enters the place reached by leaving a hex across a side, or OPEN."""
    across, joins, layout, rail = board.across, board.tiles.joins, s.layout, s.rail
    while True:
        facing = across[side]
        what = rail[facing]
        if what == CITY_SIDE:
            return facing
        if what == EMPTY or what == WALL:
            return OPEN
        if passed is not None:
            passed.append(facing)
        hex = facing // 6
        on = joins[6 * layout[hex] + facing % 6]
        if on == TOWN:
            return facing
        side = 6 * hex + on
        if passed is not None:
            passed.append(side)


class Section:
    """Joined track: all its sides, and the places at its two ends."""

    __slots__ = ("ends", "sides")

    def __init__(self, sides: list[int], ends: tuple[int, int]) -> None:
        self.sides, self.ends = sides, ends

    @property
    def complete(self) -> bool:
        """Whether this is a link: it joins two different places. [base.owner.complete]"""
        one, other = self.ends
        return one != OPEN and other != OPEN and one != other


def section(board: Board, s: SteamState, side: int) -> Section:
    """The section of the track at a side."""
    hex = side // 6
    other = board.tiles.joins[6 * s.layout[hex] + side % 6]
    sides = [side]
    first = leads_to(board, s, side, sides)
    if other == TOWN:
        return Section(sides, (first, hex))
    sides.append(6 * hex + other)
    return Section(sides, (first, leads_to(board, s, 6 * hex + other, sides)))


def count_tracks(board: Board, s: SteamState, sides: Sequence[int]) -> int:
    """How many tracks these sides of a whole section belong to: two a track, one a track into a town."""
    joins, layout, ends = board.tiles.joins, s.layout, 0
    for side in sides:
        ends += 2 if joins[6 * layout[side // 6] + side % 6] == TOWN else 1
    return ends // 2


def sides_of(s: SteamState, owner: int) -> list[int]:
    """All sides with track of an owner."""
    return _sides_of(s.rail, owner)


def _sides_of(rail: bytearray, owner: int) -> list[int]:
    out: list[int] = []
    side = rail.find(owner)
    while side >= 0:
        out.append(side)
        side = rail.find(owner, side + 1)
    return out


def open_ends(board: Board, s: SteamState, owner: int) -> list[int]:
    """The sides at which track of an owner leads nowhere yet."""
    return (ENDS or _open_ends)(s.rail, board.across, owner, EMPTY)


def _open_ends(rail: bytearray, across: tuple[int, ...], owner: int, empty: int) -> list[int]:
    """The sides of an owner across which nothing lies."""
    return [side for side in _sides_of(rail, owner) if rail[across[side]] == empty]


def _kernel() -> Callable[[bytearray, tuple[int, ...], int, int], list[int]] | None:
    """The same as `_open_ends` in C, where the package's build has compiled it."""
    try:
        found = import_module("footplate.age_of_steam.ends")
    except ImportError:
        return None
    ends: Callable[[bytearray, tuple[int, ...], int, int], list[int]] = found.open_ends
    return ends


ENDS: Final = _kernel()


def sections_of(board: Board, s: SteamState, owner: int) -> list[Section]:
    """All sections of an owner."""
    out: list[Section] = []
    seen: set[int] = set()
    for side in sides_of(s, owner):
        if side not in seen:
            found = section(board, s, side)
            seen.update(found.sides)
            out.append(found)
    return out


def owns_in(s: SteamState, hex: int, owner: int) -> bool:
    """Whether an owner has track on a hex."""
    return s.rail.find(owner, 6 * hex, 6 * hex + 6) >= 0


# What may be laid -------------------------------------------------------------------------------------


class Site(NamedTuple):
    """A hex as one builder finds it: all that decides what may be laid there."""

    town: bool
    layout: int
    tracks: tuple[int, ...]
    """For each track that lies there: OWN, UNOWNED or FOREIGN."""
    meets: tuple[int, ...]
    """For each side what the builder meets across it."""
    ends: tuple[int, ...]
    """For each side where the track across it begins: equal numbers are the same place, OPEN is none."""
    first: bool
    """Whether the builder has never laid a tile."""


_site: Final = maker(Site)


def owners_on(board: Board, s: SteamState, hex: int, table: bytes) -> tuple[int, ...]:
    """For each track on a hex whose it is, as the table says."""
    rail, base = s.rail, 6 * hex
    return tuple([table[rail[base + track[0]]] for track in board.tiles.layouts[s.layout[hex]].tracks])


def site(board: Board, s: SteamState, seat: int, hex: int, waiting: tuple[int, int] = (-1, -1)) -> Site:
    """The hex as this seat finds it; `waiting` is a side where own track from a place is thought to wait.

    [base.build.unowned-anchor]
    """
    table, own, base = RELATIVE[seat], owner_of(seat), 6 * hex
    facing: tuple[int, ...] = board.facing[hex](s.rail)
    meets = [table[what] for what in facing]
    places, ends = [OPEN] * 6, [OPEN] * 6
    for side, what in enumerate(meets):
        if base + side == waiting[0]:
            meets[side], place = OWN, waiting[1]
        elif what == CITY:
            place = board.across[base + side] // 6
        elif what == OWN or what == UNOWNED:
            place = leads_to(board, s, base + side)
            if what == UNOWNED and (
                place == OPEN or (s.kind[place] == IN_TOWN and not owns_in(s, place, own))
            ):
                meets[side] = LOOSE
        else:
            continue
        if place != OPEN:
            places[side] = place
            ends[side] = HERE if place == hex else places.index(place)
    first = not s.begun[seat] and waiting[0] < 0
    owners = owners_on(board, s, hex, table)
    return _site((s.kind[hex] == IN_TOWN, s.layout[hex], owners, tuple(meets), tuple(ends), first))


def has_support(site: Site) -> bool:
    """Whether there is anything on or around the site that new track could extend from."""
    return any(what in SUPPORTS for what in site.meets) or (site.town and OWN in site.tracks)


class Work(NamedTuple):
    """What a build does: the tracks it adds and those it turns to another side."""

    added: tuple[Track, ...]
    changed: tuple[Track, ...]


_done: Final = maker(Work)


def open_side(site: Site, track: Track) -> int:
    """The side at which a track on the site leads nowhere, or -1 if it does not end there.

    [base.redirect.end]
    """
    first, second = (site.meets[side] == NOTHING for side in track)
    return -1 if first == second else track[0] if first else track[1]


def _work(tiles: TileSet, site: Site, layout: int) -> Work | Refusal:
    """What laying a layout on the site would do, or why it cannot be laid, money apart.

    [base.replace.keep base.replace.crossing base.replace.coexist base.redirect.own
    base.redirect.keep-others]
    """
    new = tiles.layouts[layout]
    if site.town:
        return _work_in_town(tiles, site, layout)
    if new.family == "town":
        return refusals.NO_TOWN_HERE
    meets = site.meets
    if BLOCKED in meets and any(meets[side] == BLOCKED for side in new.sides):
        return refusals.OFF_BOARD
    old = tiles.layouts[site.layout].tracks
    added = [track for track in new.tracks if track not in old]
    changed: list[Track] = []
    for track, owner in zip(old, site.tracks):
        if track in new.tracks:
            continue
        loose = open_side(site, track)
        if loose < 0:
            return refusals.KEEP_TRACK
        if owner == FOREIGN:
            return refusals.REDIRECT_OTHERS
        anchor = track[0] + track[1] - loose
        turned = [new_track for new_track in added if anchor in new_track]
        if not turned:
            return refusals.REDIRECT_ANCHOR
        changed += turned
        added.remove(turned[0])
    if not added and not changed:
        return refusals.NOTHING_NEW
    return _connection_problem(site, added + changed) or _done((tuple(added), tuple(changed)))


work = lru_cache(REMEMBERED)(_work)
"""The same, remembered."""


@lru_cache(REMEMBERED)
def fitting_layouts(tiles: TileSet, site: Site) -> tuple[int, ...]:
    """The layouts that can be laid on a site, money apart."""
    if not has_support(site):
        return ()
    shut = support = 0
    for side, what in enumerate(site.meets):
        if what == BLOCKED or what == FOREIGN:
            shut |= 1 << side
        elif what in SUPPORTS:
            support |= 1 << side
    if site.town:
        support = 63
    # New track never leads where it is shut, and outside towns each needs support: that much is seen at once.
    return tuple(
        [
            layout
            for layout, sides, tracks in tiles.replacing(site.layout, site.town)
            if not sides & shut
            and all(track & support for track in tracks)
            and isinstance(_work(tiles, site, layout), Work)
        ]
    )


def _connection_problem(site: Site, tracks: list[Track]) -> Refusal | None:
    """Why these new tracks outside a town may not lie: what they meet, where they lead, what they extend.

    [base.build.first-tile base.build.first-tile-kind base.build.mutual base.replace.connect]
    """
    meets, ends = site.meets, site.ends
    if FOREIGN in meets and any(meets[side] == FOREIGN for track in tracks for side in track):
        return refusals.FOREIGN_JOIN
    if any(ends[a] == ends[b] != OPEN for a, b in tracks):
        return refusals.LOOP
    unsupported = [
        track for track in tracks if meets[track[0]] not in SUPPORTS and meets[track[1]] not in SUPPORTS
    ]
    if unsupported:
        if len(unsupported) < len(tracks):
            return refusals.EACH_TRACK
        if any(LOOSE in (meets[a], meets[b]) for a, b in unsupported):
            return refusals.LOOSE_TRACK
        return refusals.NOT_CONNECTED
    for a, b in tracks:
        if LOOSE in (meets[a], meets[b]) and UNOWNED in (meets[a], meets[b]):
            return refusals.LOOSE_TRACK
    if site.first and all(CITY not in (meets[a], meets[b]) for a, b in tracks):
        return refusals.FIRST_TILE
    return None


def _work_in_town(tiles: TileSet, site: Site, layout: int) -> Work | Refusal:
    """What a layout would do in a town, into which every track leads: it keeps all exits and adds some.

    [base.build.town base.build.town-tiles-only base.build.town-owned base.replace.town
    base.redirect.not-town]
    """
    new, old = tiles.layouts[layout], tiles.layouts[site.layout].tracks
    if new.family != "town":
        return refusals.TOWN_TILE_ONLY
    if any(site.meets[side] == BLOCKED for side in new.sides):
        return refusals.OFF_BOARD
    if any(track not in new.tracks for track in old):
        return refusals.REDIRECT_TOWN
    added = tuple(track for track in new.tracks if track not in old)
    if not added:
        return refusals.NOTHING_NEW
    meets = [site.meets[side] for side, _ in added]
    if FOREIGN in meets:
        return refusals.FOREIGN_WAITING
    if any(site.ends[side] == HERE for side, _ in added):
        return refusals.LOOP
    if OWN not in site.tracks and all(what not in SUPPORTS for what in meets):
        return refusals.LOOSE_TRACK if LOOSE in meets else refusals.NOT_CONNECTED
    if site.first and CITY not in meets:
        return refusals.FIRST_TILE
    return _done((added, ()))


def tile_for(board: Board, s: SteamState, hex: int, layout: int) -> int | Refusal:
    """The kind of tile that would be used; what lies on the hex goes back to the supply first.

    [base.setup.supply-limit]
    """
    wanted, lying = board.tiles.layouts[layout], board.tiles.layouts[s.layout[hex]]
    if wanted.disk and not lying.disk and not s.supply[-1]:
        return refusals.OUT_OF_DISKS
    for kind in wanted.tiles:
        if s.supply[kind] or s.tile[hex] == kind + 1:
            return kind
    return refusals.OUT_OF_TILES


def in_stock(board: Board, s: SteamState, layouts: Mapping[int, int]) -> bool:
    """Whether there are tiles for layouts on these hexes, one after the other."""
    supply, known = bytearray(s.supply), board.tiles.layouts
    for hex, layout in layouts.items():
        wanted, lying = known[layout], known[s.layout[hex]]
        if s.tile[hex]:
            supply[s.tile[hex] - 1] += 1
            supply[-1] += lying.disk
        for kind in wanted.tiles:
            if supply[kind]:
                break
        else:
            return False
        if wanted.disk and not supply[-1]:
            return False
        supply[kind] -= 1
        supply[-1] -= wanted.disk
    return True


# What laying does -------------------------------------------------------------------------------------


def give(s: SteamState, sides: Sequence[int], owner: int) -> None:
    """Give all track at these sides to an owner."""
    rail = s.rail
    for side in sides:
        rail[side] = owner
    s.link_table = None


def lay(board: Board, s: SteamState, seat: int, hex: int, layout: int, kind: int, done: Work) -> None:
    """Lay a tile; its new and changed tracks, and all nobody's track they join, become the builder's.

    [base.owner.mark base.owner.claim base.owner.claim-any base.redirect.claim]
    """
    take_up(board, s, hex)
    s.supply[kind] -= 1
    if board.tiles.layouts[layout].disk:
        s.supply[-1] -= 1
    had = board.tiles.layouts[s.layout[hex]].sides
    s.tile[hex], s.layout[hex] = kind + 1, layout
    base, owner, rail = 6 * hex, owner_of(seat), s.rail
    kept = board.tiles.layouts[layout].sides
    for side in range(6):
        if side not in kept:
            rail[base + side] = EMPTY
    new = done.added + done.changed
    for track in new:
        for side in track:
            if side != TOWN:
                rail[base + side] = owner
    for track in new:
        give(s, section(board, s, base + track[0]).sides, owner)
    s.built += (hex,)
    s.laid += tuple([base + track[0] for track in done.added])
    # A redirected end extends its section only by the track that it now meets.
    turned = [base + side for track in done.changed for side in track if side not in had]
    s.laid += tuple([side for side in turned if rail[board.across[side]] == owner])


def take_up(board: Board, s: SteamState, hex: int) -> None:
    """Put the tile of a hex, and its town disk, back into the supply; its track is still marked."""
    if s.tile[hex]:
        s.supply[s.tile[hex] - 1] += 1
        if board.tiles.layouts[s.layout[hex]].disk:
            s.supply[-1] += 1
        s.tile[hex] = 0
    s.link_table = None


def make_city(board: Board, s: SteamState, seat: int, hex: int) -> None:
    """Turn a town into a city: its tile goes, track that led to it now ends in the city.

    Nobody's track that waited at a side without an exit becomes the link of whoever urbanized. Track
    that would now join the city with itself is no link, and is nobody's.

    [base.urban.ends base.owner.urban-unowned]
    """
    had_exit = [board.tiles.joins[6 * s.layout[hex] + side] == TOWN for side in range(6)]
    take_up(board, s, hex)
    s.layout[hex] = 0
    s.kind[hex] = IN_CITY
    s.rail[6 * hex : 6 * hex + 6] = bytes([CITY_SIDE] * 6)
    for side in range(6):
        facing = board.across[6 * hex + side]
        owner = s.rail[facing]
        if owner in (EMPTY, CITY_SIDE, WALL):
            continue
        found = section(board, s, facing)
        if found.ends[0] == found.ends[1]:
            give(s, found.sides, NOBODYS)
        elif owner == NOBODYS and not had_exit[side]:
            give(s, found.sides, owner_of(seat))


def abandon(board: Board, s: SteamState, seat: int) -> list[int]:
    """Take the mark off every unfinished section the seat has not extended; the sides that lost it.

    [base.owner.extend base.owner.town-stub base.redirect.no-extension]
    """
    lost: list[int] = []
    extended = set(s.laid)
    for side in open_ends(board, s, owner_of(seat)):
        found = section(board, s, side)
        if extended.isdisjoint(found.sides):
            give(s, found.sides, NOBODYS)
            lost += found.sides
    return lost
