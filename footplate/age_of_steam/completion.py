"""Can the open ends of a player still be completed in this build? For maps that leave no track unfinished.

Nearly every end is completed, or plainly cannot be, by a way of its own that a survey finds. Where ends could
help or hinder each other, or tiles have run out, all sequences of builds are tried.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import CITY_SIDE, IN_CITY, IN_TOWN, NOBODYS, Board, owner_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.survey import Passages, Survey
from footplate.age_of_steam.tiles import TOWN, TileSet, Track
from footplate.age_of_steam.track import (
    LOOSE,
    NOTHING,
    OPEN,
    OWN,
    REMEMBERED,
    UNOWNED,
    Site,
    Work,
    fitting_layouts,
    in_stock,
    lay,
    leads_to,
    open_ends,
    section,
    site,
    take_up,
    tile_for,
    work,
)
from footplate.core.game import Due, Refusal


class End(NamedTuple):
    """An open end: the side at which it waits, and the place its track comes from."""

    side: int
    place: int


class Finish(NamedTuple):
    """A way to complete an end: the place it leads to, its tiles by hex, and the sum of their prices."""

    place: int
    layouts: dict[int, int]
    price: int


class Made(NamedTuple):
    """What a build does at its sides."""

    open: list[Track]
    """Each side that becomes an open end, with what it is joined to."""
    joined: list[int]
    """The sides at which it joins own track."""


class Completion:
    """The open ends of a builder in one position, and how they may be completed."""

    def __init__(self, rules: Rules[Any], s: SteamState, seat: int, passages: Passages) -> None:
        board = rules.board
        self.rules, self.board, self.seat = rules, board, seat
        self.survey = Survey(passages, s, seat, shut=s.built)
        self.ends = [
            End(side, max(section(board, s, side).ends)) for side in open_ends(board, s, owner_of(seat))
        ]
        self.exits = any(s.kind[end.side // 6] == IN_TOWN for end in self.ends)
        """Whether some of the ends are exits of towns, which a New City there would take away."""
        self.lost = bool(open_ends(board, s, NOBODYS))
        """Whether there is track of nobody's that could be joined."""
        self.half = rules.pays_half(s, seat)
        self.anytime = rules.urbanize_after_building()
        self.made: dict[int, dict[int, Made | None]] = {}
        self.finishes: dict[tuple[int, int, int], list[Finish]] = {}
        self.cities: dict[tuple[Due, tuple[int, ...], int, int], bool] = {}

    def can_follow(self, s: SteamState, a: Build) -> bool:
        """Whether after a tile all open ends can be completed."""
        due = s.agenda[0]
        builds, cities = due.a - 1, due.b if self.anytime else 0
        made = self._made(s, a)
        if made is not None and not self.lost:
            # A New City takes the exits of a town away, and so could open ends.
            bound = not cities or not (self.exits or s.kind[a.hex] == IN_TOWN)
            if bound and len(made.open) > builds + cities:
                return False
            ends = self._ends_after(s, a, made)
            price = self.rules.price(s, self.seat, a.hex, s.layout[a.hex], a.layout)
            plain = self._plainly(s, ends, builds, cities, {a.hex: a.layout}, price)
            if plain or (bound and plain is False):
                return plain
        done = work(self.board.tiles, self.rules.site_of(s, self.seat, a.hex), a.layout)
        assert isinstance(done, Work)
        after = _after(self.rules, s, self.seat, a.hex, a.layout, done)
        return after is not None and _finish(self.rules, after, self.seat, builds, cities)

    def can_follow_link(self, s: SteamState, price: int) -> bool:
        """Whether after a direct link, which costs a build too, all open ends can be completed."""
        due, after = s.agenda[0], s.copy()
        after.cash[self.seat] -= price
        cities = due.b if self.anytime else 0
        return not self.ends or _finish(self.rules, after, self.seat, due.a - 1, cities)

    def can_follow_city(self, s: SteamState, hex: int) -> bool:
        """Whether after a New City on a town all open ends can be completed."""
        due = s.agenda[0]
        # What is possible without it, it does not hinder.
        if not self.ends or (not self.lost and self._plainly(s, self.ends, due.a, 0, {}, 0)):
            return True
        key = due, s.built, s.cash[self.seat], hex
        if key not in self.cities:
            cities = due.b - 1 if self.anytime else 0
            self.cities[key] = _finish(self.rules, _with_city(self.board, s, hex), self.seat, due.a, cities)
        return self.cities[key]

    def _made(self, s: SteamState, a: Build) -> Made | None:
        """What a build does at its sides; None if that concerns track which lay there before."""
        if a.hex not in self.made:
            self.made[a.hex] = making(self.board.tiles, self.rules.site_of(s, self.seat, a.hex))
        made = self.made[a.hex][a.layout]
        if made and made.joined:
            joined = [self.board.across[6 * a.hex + side] // 6 for side in made.joined]
            return made if all(hex in s.built for hex in joined) else None
        return made

    def _ends_after(self, s: SteamState, a: Build, made: Made) -> list[End]:
        """The open ends that are left or made by a build."""
        board, base = self.board, 6 * a.hex
        out = []
        for side, other in made.open:
            place = a.hex if other == TOWN else leads_to(board, s, base + other)
            out.append(End(base + side, place))
        if self.ends:
            met = [board.across[base + side] for side in made.joined]
            out += [end for end in self.ends if end.side not in met]
        return out

    # Each end by a way of its own -----------------------------------------------------------------------

    def _plainly(
        self,
        s: SteamState,
        ends: list[End],
        builds: int,
        cities: int,
        layouts: dict[int, int],
        price: int,
    ) -> bool | None:
        """Whether the ends can be completed besides what is laid; None if that is not plain."""
        if not ends:
            return True
        hexes = {self.board.across[end.side] // 6 for end in ends}
        if len(hexes) > builds + cities:
            return False
        if any(end.place == OPEN for end in ends):
            return None
        if len(ends) == 1:
            return self._alone(s, ends[0], builds, cities, layouts, price)
        if len(hexes) == len(ends) == builds + cities and not self._neighbours(hexes):
            # There is a tile or a New City for each of them, and no end can be led to another.
            if any(self._alone(s, end, min(1, builds), cities, layouts, price) is False for end in ends):
                return False
        return True if self._together(s, ends, builds, layouts, price) else None

    def _neighbours(self, hexes: set[int]) -> bool:
        """Whether track could lead from one of these hexes straight to another."""
        return any(self.board.are_neighbours(*pair) for pair in combinations(hexes, 2))

    def _alone(
        self, s: SteamState, end: End, builds: int, cities: int, layouts: dict[int, int], price: int
    ) -> bool | None:
        """Whether one end can be completed; None where tiles have run out, as others might serve."""
        short = False
        for finish in self._finishes(s, end.side, builds, cities):
            if finish.place != end.place and layouts.keys().isdisjoint(finish.layouts):
                tiles = layouts | finish.layouts
                if self._can_pay(s, tiles, price + finish.price):
                    if in_stock(self.board, s, tiles):
                        return True
                    short = True
        return None if short else False

    def _together(
        self, s: SteamState, ends: list[End], builds: int, layouts: dict[int, int], price: int
    ) -> bool:
        """Whether several ends can be completed by ways that have no hex in common."""
        end, *others = ends
        if not others:
            return self._alone(s, end, builds, 0, layouts, price) is True
        return any(
            self._together(
                s, others, builds - len(finish.layouts), layouts | finish.layouts, price + finish.price
            )
            for finish in self._finishes(s, end.side, builds - len(others), 0)
            if finish.place != end.place and layouts.keys().isdisjoint(finish.layouts)
        )

    def _finishes(self, s: SteamState, side: int, builds: int, cities: int) -> list[Finish]:
        """All ways to complete an end with so many tiles, whatever they cost, and a New City in a town."""
        key = side, builds, cities
        if key not in self.finishes:
            found = []
            for way in self.survey.ways([(side, 0, (), -1)], builds):
                layouts, price, town = dict(way.tiles), way.price, way.place
                if s.kind[town] == IN_TOWN and not cities:
                    layout = self._with_exit(s, town, way.meets % 6)
                    if len(layouts) == builds or not layout or town in s.built:
                        continue
                    layouts[town] = layout
                    price += self.rules.price(s, self.seat, town, s.layout[town], layout)
                # Track that would lead from a New City back to it is no end any more.
                new = s.kind[town] == IN_TOWN and cities
                found.append(Finish(OPEN if new else town, layouts, price))
            self.finishes[key] = found
        return self.finishes[key]

    def _with_exit(self, s: SteamState, town: int, side: int) -> int:
        """The layout of a town with one more exit, or 0 if no tile has so many."""
        tiles = self.board.tiles
        return tiles.number.get(tuple(sorted((*tiles.layouts[s.layout[town]].tracks, (side, TOWN)))), 0)

    def _can_pay(self, s: SteamState, layouts: dict[int, int], price: int) -> bool:
        """Whether there is cash for these tiles, whose prices have this sum."""
        cash, rules, seat = s.cash[self.seat], self.rules, self.seat
        if price <= cash or not self.half:
            return price <= cash
        prices = [rules.price(s, seat, hex, s.layout[hex], layout) for hex, layout in layouts.items()]
        return rules.charges(s, seat, prices) <= cash


@lru_cache(REMEMBERED)
def making(tiles: TileSet, here: Site) -> dict[int, Made | None]:
    """What each layout that fits a site does at its sides."""
    out = {}
    for layout in fitting_layouts(tiles, here):
        done = work(tiles, here, layout)
        assert isinstance(done, Work)
        out[layout] = _make(here, done)
    return out


def _make(here: Site, done: Work) -> Made | None:
    """What a build does at its sides; None if it changes track or meets nobody's."""
    leads = [lead for track in done.added for lead in (track, track[::-1]) if lead[0] != TOWN]
    if done.changed or any(here.meets[side] in (UNOWNED, LOOSE) for side, _ in leads):
        return None
    return Made(
        [lead for lead in leads if here.meets[lead[0]] == NOTHING],
        [side for side, _ in leads if here.meets[side] == OWN],
    )


# All sequences of builds ----------------------------------------------------------------------------------


def _after(
    rules: Rules[Any], s: SteamState, seat: int, hex: int, layout: int, done: Work
) -> SteamState | None:
    """The position after a build, or None if it cannot be paid for or has no tile."""
    board = rules.board
    price = rules.price(s, seat, hex, s.layout[hex], layout)
    tile = tile_for(board, s, hex, layout)
    if rules.charge(s, seat, price) > s.cash[seat] or isinstance(tile, Refusal):
        return None
    after = s.copy()
    rules.do_charge(after, seat, price)
    after.begun[seat] = 1
    lay(board, after, seat, hex, layout, tile, done)
    return after


def _finish(rules: Rules[Any], s: SteamState, seat: int, builds: int, cities: int) -> bool:
    """Whether the open ends can be completed with so many builds, and New Cities on towns.

    A New City is of use on a town that they point at or that they leave, whose exits it takes away, and where
    it gives back a tile that has run out.
    """
    board = rules.board
    ends = open_ends(board, s, owner_of(seat))
    facing = {board.across[side] // 6 for side in ends}
    if not facing:
        return True
    if len(facing) > builds and not cities:
        return False
    near = facing.union(side // 6 for side in ends)
    towns = [
        hex
        for hex in (board.urbanizations if cities else ())
        if s.kind[hex] == IN_TOWN and (hex in near or _gives_back(board, s, hex))
    ]
    if any(_finish(rules, _with_city(board, s, town), seat, builds, cities - 1) for town in towns):
        return True
    # Every open end must be met, so it does not matter with which one we begin.
    side = board.across[min(ends)]
    hex = side // 6
    if not builds or hex in s.built:
        return False
    here = site(board, s, seat, hex)
    for layout in fitting_layouts(board.tiles, here):
        if side % 6 in board.tiles.layouts[layout].sides:
            done = work(board.tiles, here, layout)
            assert isinstance(done, Work)
            left = facing - {hex} | {board.across[6 * hex + opened] // 6 for opened in _opened(here, done)}
            if len(left) < builds or cities:
                after = _after(rules, s, seat, hex, layout, done)
                if after is not None and _finish(rules, after, seat, builds - 1, cities):
                    return True
    return False


def _opened(here: Site, done: Work) -> list[int]:
    """The sides at which a build leaves open ends."""
    new = (*done.added, *done.changed)
    return [side for track in new for side in track if side != TOWN and here.meets[side] == NOTHING]


def _gives_back(board: Board, s: SteamState, hex: int) -> bool:
    """Whether a New City would give back a tile or a town disk of which none is left."""
    tile, disk = s.tile[hex], board.tiles.layouts[s.layout[hex]].disk
    return bool(tile) and (not s.supply[tile - 1] or (disk and not s.supply[-1]))


def _with_city(board: Board, s: SteamState, hex: int) -> SteamState:
    """The position with a New City on a town, as far as open ends can tell; its tile is free again."""
    after = s.copy()
    take_up(board, after, hex)
    after.kind[hex] = IN_CITY
    after.layout[hex] = 0
    after.rail[6 * hex : 6 * hex + 6] = bytes([CITY_SIDE] * 6)
    return after
