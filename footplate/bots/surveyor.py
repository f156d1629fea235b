"""Where links could be built: the cheapest ways to lay track between places, and whole packages of tiles."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import Build, Connect
from footplate.age_of_steam.board import CITY_SIDE, EMPTY, FIRST_SEAT, IN_CITY, IN_TOWN, NOBODYS, WALL
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, Track
from footplate.age_of_steam.track import OPEN, leads_to, owns_in

TILE_COST = 1
"""What a tile counts besides its price when ways to the same place are compared."""

Step = tuple[int, int]
"""A tile: its hex and the layout it shows afterwards."""


class Leg(NamedTuple):
    """A way to lay track from one place to another, without the tiles in towns at its ends."""

    ends: tuple[int, int]
    exits: tuple[int, int]
    """The side at which a town at either end needs a new exit, or -1."""
    steps: tuple[Step, ...]
    cost: int


class Package(NamedTuple):
    """Tiles to lay in this order, and the links they finish."""

    steps: tuple[Build | Connect, ...]
    cost: int
    links: tuple[tuple[int, int], ...]
    sections: int

    @property
    def hexes(self) -> set[int]:
        """The hexes built on."""
        return {step.hex for step in self.steps if isinstance(step, Build)}


class Surveyor:
    """Finds packages on one board; what it has found it remembers while nothing near has changed."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.board = rules, rules.board
        self._exits: dict[tuple[int, int], tuple[tuple[tuple[int, int, int], ...], ...]] = {}
        self._known: dict[tuple[int, int, int], tuple[Any, Any, list[Leg]]] = {}

    # Legs ---------------------------------------------------------------------------------------------

    def legs(self, s: SteamState, seat: int, tiles: int) -> list[Leg]:
        """The cheapest leg between any two places that needs at most so many tiles outside towns."""
        rail, layout = s.rail, s.layout
        view = [
            (bytes(rail[6 * hex : 6 * hex + 6]), layout[hex], s.kind[hex]) for hex in range(self.board.size)
        ]
        out: list[Leg] = []
        for place in range(self.board.size):
            if s.kind[place] in (IN_CITY, IN_TOWN):
                known = self._known.get((seat, place, tiles))
                if known is None or known[0](view) != known[1]:
                    touched = {place}
                    found = self._search(s, seat, place, tiles, touched)
                    getter = itemgetter(*sorted(touched), place)
                    known = self._known[seat, place, tiles] = getter, getter(view), found
                out += known[2]
        return out

    def _search(self, s: SteamState, seat: int, place: int, tiles: int, touched: set[int]) -> list[Leg]:
        board, rail, kind, across = self.board, s.rail, s.kind, self.board.across
        usable = (NOBODYS, FIRST_SEAT + seat)
        best: dict[int, int] = {}
        found: dict[int, Leg] = {}
        layer = self._beginnings(s, place, usable, touched)
        while layer:
            after: list[tuple[int, int, tuple[Step, ...], int]] = []
            for side, cost, steps, leaving in layer:
                facing = across[side]
                what = rail[facing]
                if what == WALL:
                    continue
                hex, arriving = facing // 6, -1
                touched.add(hex)
                if what != EMPTY and what != CITY_SIDE:
                    if what not in usable:
                        continue
                    passed: list[int] = []
                    hex = leads_to(board, s, side, passed)
                    touched.update(at // 6 for at in passed)
                    touched.add(across[passed[-1]] // 6)
                    if hex == OPEN:
                        after.append((passed[-1], cost, steps, leaving))
                        continue
                elif what == EMPTY and kind[hex] == IN_TOWN:
                    arriving = facing % 6
                if kind[hex] in (IN_CITY, IN_TOWN):
                    if hex > place:
                        old = found.get(hex)
                        price = cost + TILE_COST * len(steps)
                        if old is None or price < old.cost + TILE_COST * len(old.steps):
                            found[hex] = Leg((place, hex), (leaving, arriving), steps, cost)
                    continue
                if len(steps) == tiles:
                    continue
                for exit, layout, price in self._ways_through(hex, s.layout[hex])[facing % 6]:
                    onward, total = 6 * hex + exit, cost + price
                    if total < best.get(onward, 999):
                        best[onward] = total
                        after.append((onward, total, (*steps, (hex, layout)), leaving))
            layer = after
        return list(found.values())

    def _beginnings(
        self, s: SteamState, place: int, usable: tuple[int, int], touched: set[int]
    ) -> list[tuple[int, int, tuple[Step, ...], int]]:
        """Where track can leave a place: a free side, or the open end of track that already does."""
        out: list[tuple[int, int, tuple[Step, ...], int]] = []
        town = s.kind[place] == IN_TOWN
        for side in range(6 * place, 6 * place + 6):
            waiting = s.rail[side] if town else s.rail[self.board.across[side]]
            touched.add(self.board.across[side] // 6 if self.board.across[side] != self.board.wall else place)
            if waiting in (EMPTY, CITY_SIDE, WALL):
                out.append((side, 0, (), side % 6 if town else -1))
            elif waiting in usable:
                passed = [side]
                end = leads_to(self.board, s, side, passed)
                touched.update(at // 6 for at in passed)
                if end == OPEN:
                    if self.board.across[passed[-1]] != self.board.wall:
                        touched.add(self.board.across[passed[-1]] // 6)
                    out.append((passed[-1], 0, (), -1))
        return out

    def _ways_through(self, hex: int, old: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each side of a hex outside towns: the sides one can go on to, the layout, and its price."""
        known = self._exits.get((hex, old))
        if known is None:
            tiles = self.board.tiles
            lying = tiles.layouts[old].tracks
            taken = set(tiles.layouts[old].sides)
            rows = []
            for entry in range(6):
                row = []
                for exit in range(6):
                    if exit == entry or entry in taken or exit in taken:
                        continue
                    track: Track = (min(entry, exit), max(entry, exit))
                    layout = tiles.number.get(tuple(sorted((*lying, track))))
                    if layout is not None:
                        row.append((exit, layout, self.rules.price(hex, old, layout)))
                rows.append(tuple(row))
            known = self._exits[hex, old] = tuple(rows)
        return known

    # Packages -----------------------------------------------------------------------------------------

    def packages(self, s: SteamState, seat: int, tiles: int, longest: int) -> list[Package]:
        """Single links of at most `longest` tiles, pairs of links through a town of at most `tiles`."""
        legs = self.legs(s, seat, longest)
        out: list[Package] = []
        at_town: dict[int, list[Leg]] = {}
        for leg in legs:
            package = self._join(s, seat, (leg,))
            if package is not None and 0 < len(package.steps) <= longest:
                out.append(package)
            if len(leg.steps) < tiles:
                for end in leg.ends:
                    if s.kind[end] == IN_TOWN:
                        at_town.setdefault(end, []).append(leg)
        for town, meeting in at_town.items():
            for number, first in enumerate(meeting):
                for second in meeting[number + 1 :]:
                    if len(first.steps) + len(second.steps) < tiles:
                        pair = self._join(s, seat, (_towards(first, town), _towards(second, town, away=True)))
                        if pair is not None and len(pair.steps) <= tiles:
                            out.append(pair)
        out += self._direct(s)
        return out

    def _direct(self, s: SteamState) -> list[Package]:
        return [
            Package((Connect(number),), link.price, (link.ends,), 1)
            for number, link in enumerate(self.board.links)
            if not s.links[number]
        ]

    def _join(self, s: SteamState, seat: int, legs: tuple[Leg, ...]) -> Package | None:
        """The legs one after the other as tiles in an order that can be built, or None."""
        wanted: dict[int, set[int]] = {}
        for leg in legs:
            for place, exit in zip(leg.ends, leg.exits):
                if exit >= 0:
                    if exit in wanted.setdefault(place, set()):
                        return None
                    wanted[place].add(exit)
        steps: list[Step] = []
        cost = sum(leg.cost for leg in legs)
        sections = sum(len(leg.steps) for leg in legs)
        for number, leg in enumerate(legs):
            if not number and leg.ends[0] in wanted:
                steps.append((leg.ends[0], self._town_layout(s, leg.ends[0], wanted[leg.ends[0]])))
            steps += leg.steps
            if leg.ends[1] in wanted:
                steps.append((leg.ends[1], self._town_layout(s, leg.ends[1], wanted[leg.ends[1]])))
        if len({hex for hex, _ in steps}) < len(steps) or any(layout < 0 for _, layout in steps):
            return None
        for place, exits in wanted.items():
            cost += self.rules.price(place, s.layout[place], dict(steps)[place])
            sections += len(exits)
        ends = legs[0].ends[0], legs[-1].ends[1]
        anchored = [s.kind[end] == IN_CITY or owns_in(s, end, FIRST_SEAT + seat) for end in ends]
        if not any(anchored) and all(exit >= 0 for exit in (legs[0].exits[0], legs[-1].exits[1])):
            return None
        if not anchored[0]:
            steps.reverse()
        builds = tuple(self.board.builds[hex][layout] for hex, layout in steps)
        return Package(builds, cost, tuple(leg.ends for leg in legs), sections)

    def _town_layout(self, s: SteamState, town: int, exits: Iterable[int]) -> int:
        lying = self.board.tiles.layouts[s.layout[town]].tracks
        tracks = tuple(sorted({*lying, *((exit, TOWN) for exit in exits)}))
        return self.board.tiles.number.get(tracks, -1)


def _towards(leg: Leg, place: int, away: bool = False) -> Leg:
    """The leg seen so that it ends at a place, or so that it begins there."""
    if (leg.ends[1] == place) != away:
        return leg
    return Leg(leg.ends[::-1], leg.exits[::-1], leg.steps[::-1], leg.cost)
