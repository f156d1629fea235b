"""Where links could be built: the cheapest ways to lay track between places, and whole packages of tiles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import combinations
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import Build, Connect
from footplate.age_of_steam.board import CITY_SIDE, EMPTY, IN_CITY, IN_TOWN, NOBODYS, Board, owner_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.survey import Front, Passages, Survey, Tile
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import OPEN, RELATIVE, Work, leads_to, open_ends, owns_in, tile_for, work
from footplate.core.game import Due

TILE_COST = 1
"""What a tile counts besides its price when ways to the same place are compared."""
VIEWS_KEPT = 12
"""How often the legs of a place are remembered: for several seats, and with New Cities that are tried."""
BOARDS_KEPT = 24
"""Boards whose packages are remembered: those of all seats, with New Cities that are tried."""
DISTANT = 255
"""How far a hex is that no track leads to, and farther than any distance that counts."""
RICH = 50
"""Money with which it is asked what may be built; what it costs is looked at apart."""


class Leg(NamedTuple):
    """A way to lay track from one place to another, without the tiles in towns at its ends."""

    ends: tuple[int, int]
    exits: tuple[int, int]
    """The side at which a town at either end needs a new exit, or -1."""
    steps: tuple[Tile, ...]
    cost: int

    @property
    def price(self) -> int:
        """By which legs to the same place are compared."""
        return self.cost + TILE_COST * len(self.steps)


class Package(NamedTuple):
    """Tiles to lay in this order, and the links they finish."""

    steps: tuple[Build | Connect, ...]
    cost: int
    links: tuple[tuple[int, int], ...]
    sections: int
    crossed: tuple[frozenset[int], ...] = ()
    """For each link the hexes it is laid over, those at its ends too."""
    begins: bool = True
    """Whether the map lets it be begun now, without other track before it."""

    @property
    def hexes(self) -> set[int]:
        """The hexes built on."""
        return {step.hex for step in self.steps if isinstance(step, Build)}


class Surveyor:
    """Finds packages on one board; what it has found it remembers while nothing near has changed."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules, self.board = rules, rules.board
        self._passages = Passages(rules)
        size, self.stops = self.board.size, list(self.board.stops)
        self._bits: list[int] = [*(_bits_of(hex, size) for hex in range(size)), 0]
        """For each hex the bits of a view that tell what lies on it; beyond the wall lies nothing."""
        self._known: dict[tuple[int, int, Hashable, bool], list[tuple[int, int, list[Leg]]]] = {}
        self._hexes_around: dict[tuple[int, int], frozenset[int]] = {}
        """The hexes that so many tiles from a place may lie on or face."""
        self._after: dict[int, bytes] = {}
        """For each place how far every hex is from the nearest place after it."""
        self._packages: dict[tuple[Hashable, ...], list[Package]] = {}
        self._decision = rules.decisions()["build"]
        self._says_more = type(rules).build_problem is not Rules.build_problem
        self._leaves_open: bool | None = None

    # Legs ---------------------------------------------------------------------------------------------

    def legs(self, s: SteamState, seat: int, tiles: int) -> list[Leg]:
        """The cheapest leg between any two places that needs at most so many tiles outside towns."""
        # One's own, others' and nobody's track: so what is found holds for all who stand alike.
        view, kind = self._view(s, seat), s.kind
        hold, owner = self.rules.prices_hold(s, seat), owner_of(seat)
        survey = Survey(self._passages, s, seat, joins=(NOBODYS, owner))
        faced = self._faced(s, owner)
        places = [place for place in range(self.board.size) if kind[place] in (IN_CITY, IN_TOWN)]
        knows_far = places == self.stops
        out: list[Leg] = []
        for place in places:
            # Where no open track is about, no way goes on that leads to no place.
            far = self._far(place) if knows_far and faced.isdisjoint(self._around(place, tiles)) else b""
            several = self._known.setdefault((place, tiles, hold, bool(far)), [])
            known = next((legs for near, what, legs in several if view & near == what), None)
            if known is None:
                touched = {place}
                known = self._search(s, survey, owner, place, tiles, touched, far)
                near = sum([self._bits[hex] for hex in touched])
                several.insert(0, (near, view & near, known))
                del several[VIEWS_KEPT:]
            out += known
        return out

    def _faced(self, s: SteamState, owner: int) -> set[int]:
        """The hexes that open track faces which may be joined, one's own and nobody's."""
        ends = open_ends(self.board, s, owner) + open_ends(self.board, s, NOBODYS)
        return {self.board.across[side] // 6 for side in ends}

    def _view(self, s: SteamState, seat: int) -> int:
        """All that lies on the board as a seat sees it, in one number, which is quickly compared."""
        return int.from_bytes(s.layout + s.kind + s.rail.translate(RELATIVE[seat]), "little")

    def _around(self, place: int, tiles: int) -> frozenset[int]:
        found = self._hexes_around.get((place, tiles))
        if found is None:
            near = _distances(self.board, [place])
            hexes = frozenset([hex for hex in range(self.board.size) if near[hex] <= tiles + 1])
            found = self._hexes_around[place, tiles] = hexes
        return found

    def _far(self, place: int) -> bytes:
        found = self._after.get(place)
        if found is None:
            after = [hex for hex in self.stops if hex > place]
            found = self._after[place] = _distances(self.board, after)
        return found

    def _search(
        self,
        s: SteamState,
        survey: Survey,
        owner: int,
        place: int,
        tiles: int,
        touched: set[int],
        far: bytes,
    ) -> list[Leg]:
        """The cheapest legs from one place to those after it; every hex looked at is touched."""
        found: dict[int, Leg] = {}
        fronts = self._beginnings(s, place, owner, touched)
        if any(side // 6 != place for side, _, _, _ in fronts):
            far = b""  # They begin where track has been led already.
        least: dict[int, int] = {}
        for way in survey.ways(fronts, tiles, least, far):
            arriving = way.meets % 6 if way.meets >= 0 and s.kind[way.place] == IN_TOWN else -1
            leg = Leg((place, way.place), (way.start, arriving), way.tiles, way.price)
            if way.place > place and (way.place not in found or leg.price < found[way.place].price):
                found[way.place] = leg
        touched.update(*(survey.beyond(side)[2] for side in (*least, *(front[0] for front in fronts))))
        return list(found.values())

    def _beginnings(self, s: SteamState, place: int, owner: int, touched: set[int]) -> list[Front]:
        """Where track can leave a place: a free side, or the open end of track that already does."""
        out: list[Front] = []
        town = s.kind[place] == IN_TOWN
        for side in range(6 * place, 6 * place + 6):
            facing = self.board.across[side]
            touched.add(facing // 6)
            waiting = s.rail[side] if town else s.rail[facing]
            if waiting in (EMPTY, CITY_SIDE):
                out.append((side, 0, (), side % 6 if town else -1))
            elif waiting in (NOBODYS, owner):
                passed = [side]
                end = leads_to(self.board, s, side, passed)
                touched.update(at // 6 for at in passed)
                touched.add(self.board.across[passed[-1]] // 6)
                if end == OPEN:
                    out.append((passed[-1], 0, (), -1))
        return out

    # Packages -----------------------------------------------------------------------------------------

    def packages(self, s: SteamState, seat: int, tiles: int, longest: int, purse: int) -> list[Package]:
        """Single links of at most `longest` tiles, pairs of links through a town of at most `tiles`."""
        found = [package for package in self._every(s, seat, tiles, longest) if package.cost <= purse]
        if self._says_more:
            asked = _asked_to_build(s, seat, tiles)
            begins: dict[int, bool] = {}
            found = [self._begun(asked, seat, package, begins) for package in found]
        return found + (self._direct(s, seat, tiles, purse) if self.board.direct_links else [])

    def _every(self, s: SteamState, seat: int, tiles: int, longest: int) -> list[Package]:
        """The same whatever they cost and the map says, found once for a board and all who stand alike."""
        hold = self.rules.prices_hold(s, seat)
        rail = bytes(s.rail.translate(RELATIVE[seat]))
        key = (rail, bytes(s.layout), bytes(s.kind), tiles, longest, hold)
        # What was asked for last is kept longest.
        if (known := self._packages.pop(key, None)) is None:
            legs = self.legs(s, seat, longest)
            singles = [self._join(s, seat, (leg,)) for leg in legs]
            pairs = [self._join(s, seat, pair) for pair in _pairs(s, legs, tiles)]
            known = [package for package in singles if package and 0 < len(package.steps) <= longest]
            known += [package for package in pairs if package and len(package.steps) <= tiles]
            if len(self._packages) >= BOARDS_KEPT:
                del self._packages[next(iter(self._packages))]
        self._packages[key] = known
        return known

    def _direct(self, s: SteamState, seat: int, tiles: int, purse: int) -> list[Package]:
        """The direct links on sale."""
        asked = _asked_to_build(s, seat, tiles)
        out = []
        for number, link in enumerate(self.board.direct_links):
            price = self.rules.link_charge(s, seat, number)
            if price <= purse and self.rules.link_problem(asked, seat, Connect(number)) is None:
                out.append(Package((Connect(number),), price, (link.ends,), 1))
        return out

    def may_leave_open(self, s: SteamState, seat: int) -> bool:
        """Whether a build may end with unfinished track, found out by laying some."""
        if self._leaves_open is None:
            for leg in self.legs(s, seat, 2):
                package = self._join(s, seat, (leg,))
                if package is None or len(package.steps) < 2:
                    continue
                asked, step = _asked_to_build(s, seat, len(package.steps)), package.steps[0]
                if isinstance(step, Build) and self._may_begin(asked, seat, step):
                    self._decision.apply(self.rules, asked, asked.agenda[0], step)
                    self._leaves_open = self.rules.done_problem(asked, seat) is None
                    break
        return self._leaves_open is not False

    def _begun(self, s: SteamState, seat: int, package: Package, begins: dict[int, bool]) -> Package:
        """The package from the end at which the map lets it be begun, if there is one.

        In `begins` it is kept with which tiles one may: many packages share their first.
        """
        for steps in (package.steps, package.steps[::-1]):
            first = steps[0]
            if isinstance(first, Build):
                key = first.hex << 8 | first.layout
                if key not in begins:
                    begins[key] = self._may_begin(s, seat, first)
                if begins[key]:
                    return package._replace(steps=steps)
        return package._replace(begins=False)

    def _may_begin(self, s: SteamState, seat: int, a: Build) -> bool:
        """Whether a tile fits and is left, and the map has nothing against it."""
        done = work(self.rules.board.tiles, self.rules.site_of(s, seat, a.hex), a.layout)
        if not isinstance(done, Work) or not isinstance(tile_for(self.board, s, a.hex, a.layout), int):
            return False
        return self.rules.build_problem(s, seat, a) is None

    def _join(self, s: SteamState, seat: int, legs: tuple[Leg, ...]) -> Package | None:
        """The legs one after the other as tiles in an order that can be built, or None."""
        exits: dict[int, list[int]] = {}
        for leg in legs:
            for place, exit in zip(leg.ends, leg.exits):
                if exit >= 0:
                    exits.setdefault(place, []).append(exit)
        layouts = {town: self._town_layout(s, town, sides) for town, sides in exits.items()}
        steps = [(town, layouts[town]) for town in (legs[0].ends[0],) if town in layouts]
        for leg in legs:
            steps += leg.steps
            steps += [(town, layouts[town]) for town in (leg.ends[1],) if town in layouts]
        if -1 in layouts.values() or len({hex for hex, _ in steps}) < len(steps):
            return None
        first, last = legs[0].ends[0], legs[-1].ends[1]
        if not self._anchored(s, seat, first):
            if not self._anchored(s, seat, last) and legs[0].exits[0] >= 0 and legs[-1].exits[1] >= 0:
                return None
            steps.reverse()
        cost = sum(leg.cost for leg in legs)
        cost += sum(
            self.rules.price(s, seat, town, s.layout[town], layout) for town, layout in layouts.items()
        )
        sections = sum(len(leg.steps) for leg in legs) + sum(map(len, exits.values()))
        builds = tuple(self.board.build(hex, layout) for hex, layout in steps)
        crossed = tuple([frozenset((*leg.ends, *(hex for hex, _ in leg.steps))) for leg in legs])
        return Package(builds, cost, tuple([leg.ends for leg in legs]), sections, crossed)

    def _anchored(self, s: SteamState, seat: int, place: int) -> bool:
        """Whether a seat may build out of a place."""
        return s.kind[place] == IN_CITY or owns_in(s, place, owner_of(seat))

    def _town_layout(self, s: SteamState, town: int, exits: list[int]) -> int:
        """The layout of a town with more exits, or -1 where there is none."""
        lying = self.board.tiles.layouts[s.layout[town]].tracks
        tracks = tuple(sorted((*lying, *((exit, TOWN) for exit in exits))))
        return self.board.tiles.number.get(tracks, -1)


def _distances(board: Board, hexes: Iterable[int]) -> bytes:
    """How far each hex is from the nearest of these, over sides that track can cross; the wall is last."""
    out = bytearray([DISTANT]) * (board.size + 1)
    layer = list(hexes)
    for steps in range(DISTANT):
        for hex in layer:
            out[hex] = steps
        beside = [board.across[side] // 6 for hex in layer for side in range(6 * hex, 6 * hex + 6)]
        layer = list({hex for hex in beside if hex < board.size and out[hex] == DISTANT})
    return bytes(out)


def _bits_of(hex: int, size: int) -> int:
    """The bits of a view that tell the layout of a hex, its kind and the track at its six sides."""
    return 0xFF << 8 * hex | 0xFF << 8 * (size + hex) | 0xFFFFFFFFFFFF << 8 * (2 * size + 6 * hex)


def surveyor_of(rules: Rules[Any]) -> Surveyor:
    """The surveyor of a board, one for all who play on it: what one has found spares the others work."""
    if "surveyor" not in rules.worked_out:
        rules.worked_out["surveyor"] = Surveyor(rules)
    surveyor: Surveyor = rules.worked_out["surveyor"]
    return surveyor


def _asked_to_build(s: SteamState, seat: int, tiles: int) -> SteamState:
    """The position as if a seat was asked to build so many tiles, whatever they cost."""
    out = s.copy()
    if not out.agenda or out.agenda[0].kind != "build":
        out.agenda.insert(0, Due("build", seat, tiles, 0))
    out.cash[seat] += RICH
    return out


def _pairs(s: SteamState, legs: Iterable[Leg], tiles: int) -> list[tuple[Leg, Leg]]:
    """Legs that meet in a town and need few tiles together, the first towards it, the second away."""
    at_town: dict[int, list[Leg]] = {}
    for leg in legs:
        for end in leg.ends:
            if s.kind[end] == IN_TOWN and len(leg.steps) < tiles:
                at_town.setdefault(end, []).append(leg)
    return [
        (_towards(first, town), _towards(second, town, away=True))
        for town, meeting in at_town.items()
        for first, second in combinations(meeting, 2)
        if len(first.steps) + len(second.steps) < tiles
    ]


def _towards(leg: Leg, place: int, away: bool = False) -> Leg:
    """The leg seen so that it ends at a place, or so that it begins there."""
    if (leg.ends[1] == place) != away:
        return leg
    return Leg(leg.ends[::-1], leg.exits[::-1], leg.steps[::-1], leg.cost)
