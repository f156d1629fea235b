"""Can the open ends of a player still be completed in this build? For maps that leave no track unfinished.

Nearly every end is completed, or plainly cannot be, by a way of its own that a survey finds. Where ends could
help or hinder each other, or tiles have run out, all sequences of builds are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Any, Final, NamedTuple

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import CITY_SIDE, IN_CITY, IN_TOWN, NOBODYS, Board, owner_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.survey import NOWHERE, Passages, Survey, Tile
from footplate.age_of_steam.tiles import TOWN, TileSet, Track
from footplate.age_of_steam.track import (
    BLOCKED,
    FOREIGN,
    LOOSE,
    NO_ENDS,
    NOTHING,
    OPEN,
    OWN,
    RELATIVE,
    REMEMBERED,
    UNOWNED,
    Site,
    Work,
    fitting_layouts,
    in_stock,
    lay,
    leads_to,
    open_ends,
    owners_on,
    section,
    site,
    take_up,
    tile_for,
    work,
)
from footplate.core.game import Due, Refusal
from footplate.core.native import maker


class End(NamedTuple):
    """An open end: the side at which it waits, and the place its track comes from."""

    side: int
    place: int


_end: Final = maker(End)

Finish = tuple[int, int, tuple[Tile, ...]]
"""A way to complete an end: the sum of its prices, the place it leads to, and its tiles."""
Onward = Callable[[int, int, int], list[Finish]]
"""The ways to complete an end at a side with so many tiles and New Cities."""

FINISHES = 1 << 13
"""Sides whose finishes are remembered at most, some 20 MB, and hexes with needs: then all are forgotten."""
NEVER: Final = 1 << 30
"""More cash than anybody has."""
NEW_CITY, BUILT = 255, 254
"""What stands for the layout of a hex with a New City or that was built on: there are fewer layouts."""


class Ground(NamedTuple):
    """What lies on the board, as far as an end that is led on can tell."""

    lies: bytearray
    """The layout of every hex, or what stands for it."""
    cities: frozenset[int]
    """The New Cities."""


class Need:
    """What it takes to lay a tile and to complete the ends it opens, as far as it has been looked for."""

    def __init__(self, price: int, ends: list[End], most: int) -> None:
        self.price, self.ends = price, ends
        self.most = most
        """How many tiles there are for each end; none where ends could help or hinder each other."""
        self.tiles = 0
        """With how many of them it has been looked for."""
        self.enough = NEVER
        """The cash with which it can plainly be done."""
        self.least = 0
        """The cash without which it plainly cannot."""
        self.short: list[tuple[int, tuple[Tile, ...]]] = []
        """Prices and tiles of ways that may cost less, but of whose tiles there are few."""
        self.tried: dict[Hashable, tuple[int, int]] = {}
        """Where it is not plain: the most cash that was too little, the least that was enough, by tiles."""


class Ahead:
    """How ends may be completed from every side of a board, remembered for all games by what lies near."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.board, self.passages = rules.board, Passages(rules)
        self.far = self._measure()
        """How many tiles it takes at least from each hex on to lead track to a place."""
        self.hexes: list[list[frozenset[int]]] = [[frozenset((hex,)) for hex in range(self.board.size)]]
        """For each number of tiles and each hex the hexes that they lie on or lead to."""
        self.reached(0, rules.numbers["builds"])
        self.near: dict[tuple[int, int], Callable[[bytearray], tuple[int, ...]]] = {}
        self.known: dict[Hashable, list[Finish]] = {}
        self.needs: dict[Hashable, dict[int, Need]] = {}
        """What the layouts on a hex need where the builder has no open end, by what lies near."""

    def _measure(self) -> list[int]:
        board = self.board
        far = [NEVER] * (board.size + 1)
        layer, tiles = [hex for hex in board.land if board.kind[hex] in (IN_CITY, IN_TOWN)], 0
        while layer:
            for hex in layer:
                far[hex] = tiles
            beyond = {other for hex in layer for other in board.neighbours(hex)}
            layer, tiles = [hex for hex in beyond if far[hex] == NEVER], tiles + 1
        return far

    def ground(self, s: SteamState) -> Ground:
        """What lies on every hex, as far as an end that is led on can tell."""
        lies = s.layout[:]
        for hex in s.built:
            if hex < self.board.size:
                lies[hex] = BUILT
        cities = frozenset([hex for hex in self.board.urbanizations if s.kind[hex] == IN_CITY])
        for hex in cities:
            lies[hex] = NEW_CITY
        return Ground(lies, cities)

    def finishes(
        self, survey: Survey, ground: Ground, side: int, builds: int, cities: int, onward: Onward
    ) -> list[Finish]:
        """All ways to complete an end with so many tiles, the cheapest first, and a New City in a town.

        `onward` answers the same for the sides to which they lead.
        """
        s, hex = survey.s, self.board.across[side] // 6
        if self.far[hex] > builds:
            return []
        if builds <= 0:
            return self._find(survey, side, builds, cities, onward)
        prices = self.passages.rules.prices_hold(s, survey.seat)
        # A New City to come may be led to without a tile, and where a town was built on, it completes only
        # ends that wait beside its exits.
        around = self.around(ground, hex, builds + 1 if cities else builds)
        key = side, builds, cities, around, prices, cities and s.built
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= FINISHES:
                self.known.clear()
            found = self._find(survey, side, builds, cities, onward)
            found.sort()
            self.known[key] = found
        return found

    def around(self, ground: Ground, hex: int, builds: int) -> tuple[tuple[int, ...], frozenset[int]]:
        """What lies where so many tiles from a hex on may lie, and the New Cities that they may lead to."""
        return self.lying(ground.lies, hex, builds), ground.cities & self.reached(hex, builds)

    def lying(self, on: bytearray, hex: int, builds: int) -> tuple[int, ...]:
        """What lies on the hexes where so many tiles from a hex on may lie."""
        near = self.near.get((hex, builds))
        if near is None:
            # The hex itself is named twice, so that it is never a single one.
            near = self.near[hex, builds] = itemgetter(hex, *self.reached(hex, builds - 1))
        return near(on)

    def reached(self, hex: int, builds: int) -> frozenset[int]:
        """The hexes that so many tiles from a hex on lie on or lead to."""
        while builds >= len(self.hexes):
            nearer = self.hexes[-1]
            around = map(self.board.neighbours, range(self.board.size))
            self.hexes.append(
                [nearer[hex].union(*[nearer[n] for n in near]) for hex, near in enumerate(around)]
            )
        return self.hexes[builds][hex]

    def _find(self, survey: Survey, side: int, builds: int, cities: int, onward: Onward) -> list[Finish]:
        s, rules = survey.s, self.passages.rules
        hex, meets, _ = survey.beyond(side)
        if hex == NOWHERE:
            return []
        if s.kind[hex] == IN_CITY:
            return [(0, hex, ())]
        if s.kind[hex] == IN_TOWN and cities:
            # Track that would lead from a New City back to it is no end any more.
            return [(0, OPEN, ())]
        if builds <= 0 or hex in s.built:
            return []
        if s.kind[hex] == IN_TOWN:
            layout = self._with_exit(s, hex, meets % 6)
            price = rules.price(s, survey.seat, hex, s.layout[hex], layout) if layout else 0
            return [(price, hex, ((hex, layout),))] if layout else []
        # A way is a tile and a way from where it leads.
        far, across = self.far, self.board.across
        return [
            (price + more, place, ((hex, layout), *tiles))
            for exit, layout, price in survey.through(hex)[meets % 6]
            if far[across[6 * hex + exit] // 6] < builds
            for more, place, tiles in onward(6 * hex + exit, builds - 1, cities)
            if not tiles or hex not in [other for other, _ in tiles]
        ]

    def _with_exit(self, s: SteamState, town: int, side: int) -> int:
        """The layout of a town with one more exit, or 0 if no tile has so many."""
        tiles = self.board.tiles
        return tiles.number.get(tuple(sorted((*tiles.layouts[s.layout[town]].tracks, (side, TOWN)))), 0)


class Made(NamedTuple):
    """What a build does at its sides."""

    open: list[Track]
    """Each side that becomes an open end, with what it is joined to."""
    joined: list[int]
    """The sides at which it joins own track."""


class Completion:
    """The open ends of a builder in one position, and how they may be completed."""

    def __init__(self, rules: Rules[Any], s: SteamState, seat: int, ahead: Ahead) -> None:
        board = rules.board
        self.rules, self.board, self.seat, self.ahead = rules, board, seat, ahead
        self.survey, self.ground = Survey(ahead.passages, s, seat), ahead.ground(s)
        self.ends = [
            End(side, max(section(board, s, side).ends)) for side in open_ends(board, s, owner_of(seat))
        ]
        self.view = s.rail.translate(RELATIVE[seat])
        self.facing = frozenset(board.across[end.side] // 6 for end in self.ends)
        self.exits = any(s.kind[end.side // 6] == IN_TOWN for end in self.ends)
        """Whether some of the ends are exits of towns, which a New City there would take away."""
        self.lost = bool(open_ends(board, s, NOBODYS))
        """Whether there is track of nobody's that could be joined."""
        self.half = rules.pays_half(s, seat)
        self.anytime = rules.urbanize_after_building()
        most = s.agenda[0].a
        self.stock = bytes([min(count, most) for count in bytes(s.supply)])
        """How many tiles there are of each kind, as far as so many builds can tell."""
        self.plenty = plenty(board.tiles, bytes([count < most for count in self.stock]))
        self.made: dict[int, dict[int, Made | None]] = {}
        self.finishes: dict[tuple[int, int, int], list[Finish]] = {}
        self.cities: dict[tuple[Due, tuple[int, ...], int, int], bool] = {}
        self.s = s
        self.grown: dict[int, Completion] = {}

    def allowed(self, s: SteamState, builds: list[Build]) -> list[Build]:
        """Those of many builds that `can_follow` allows."""
        due = s.agenda[0]
        if len(self.facing) > due.a - 1 and not self.lost and not (due.b and self.anytime):
            # Only a tile that meets an end leaves enough of them for the others.
            builds = [a for a in builds if a.hex in self.facing]
        if self.ends or self.lost:
            return [a for a in builds if self.can_follow(s, a)]
        out, hex, needs, cash = [], -1, {}, s.cash[self.seat]
        open = self.half or (due.b > 0 and self.anytime)  # Then less may do.
        # Over a hex where nothing lies an end is led by a single track.
        single = self.plenty & self.board.tiles.single
        for a in builds:
            if a.hex != hex:
                hex = a.hex
                needs = self._needs(s, hex, due.a - 1, single)
            need = needs[a.layout]
            if need.enough <= cash or ((open or need.least <= cash) and self._meets(s, a, need, due.a - 1)):
                out.append(a)
        return out

    # Without an open end so far -------------------------------------------------------------------------

    def _needs(self, s: SteamState, hex: int, builds: int, single: frozenset[int]) -> dict[int, Need]:
        """What each layout that fits a hex needs, for a builder without open ends."""
        ahead = self.ahead
        prices = self.rules.prices_hold(s, self.seat)
        meets = self.board.facing[hex](self.view)
        around = ahead.around(self.ground, hex, builds + 1)
        key = hex, meets, builds, self.plenty if any(around[0]) else single, prices, around
        found = ahead.needs.get(key)
        if found is None:
            if len(ahead.needs) >= FINISHES:
                ahead.needs.clear()
            # No track around leads on, so that where it comes from makes no difference.
            owners = owners_on(self.board, s, hex, RELATIVE[self.seat])
            first = not s.begun[self.seat]
            here = Site(s.kind[hex] == IN_TOWN, s.layout[hex], owners, meets, NO_ENDS, first)
            made = making(self.board.tiles, here)
            found = {layout: self._need(s, hex, layout, does, builds) for layout, does in made.items()}
            ahead.needs[key] = found
        return found

    def _need(self, s: SteamState, hex: int, layout: int, does: Made | None, builds: int) -> Need:
        if does is None or does.joined:
            return Need(0, [], 0)
        base, across = 6 * hex, self.board.across
        faced = [across[base + side] // 6 for side, _ in does.open]
        if len(set(faced)) > builds or not faced:
            need = Need(0, [], 0)
            need.enough, need.least = (NEVER, NEVER) if faced else (0, 0)
            return need
        ends = [
            _end((base + side, hex if other == TOWN else leads_to(self.board, s, base + other)))
            for side, other in does.open
        ]
        most = builds
        if len(ends) > 1:
            # A tile for each of them, and none can be led to another.
            apart = not any(self.board.are_neighbours(*pair) for pair in combinations(faced, 2))
            most = 1 if len(set(faced)) == builds and apart else 0
        if any(end.place == OPEN for end in ends):
            most = 0
        need = Need(self.rules.price(s, self.seat, hex, s.layout[hex], layout), ends, most)
        # With fewer tiles than it is far to a place nothing is to be found.
        need.tiles = max(0, max([self.ahead.far[at] for at in faced]) - 1)
        if most and need.tiles >= most:
            need.least = NEVER
        return need

    def _meets(self, s: SteamState, a: Build, need: Need, builds: int) -> bool:
        """Whether there is cash for a tile and the completion of its ends; more tiles are tried if needed."""
        due, cash = s.agenda[0], s.cash[self.seat]
        while need.enough > cash and need.tiles < need.most:
            need.tiles += 1
            self._look_for(a, need)
        if need.enough <= cash:
            return True
        laid = ((a.hex, a.layout),)
        for price, tiles in need.short:
            if price <= cash and self._has(s, laid + tiles):
                return True
        if due.b and self.anytime:
            return self.can_follow(s, a)
        if self.half:
            return need.least < NEVER and self.can_follow(s, a)
        if need.least > cash:
            return False
        # The answer follows from what lies near, as all the need does, from the tiles that lie there, and
        # from those that are left.
        key = self.stock, self.ahead.lying(s.tile, a.hex, builds + 1)
        less, enough = need.tried.get(key, (-1, NEVER))
        if less < cash < enough:
            if self.can_follow(s, a):
                enough = cash
            else:
                less = cash
            need.tried[key] = less, enough
        return enough <= cash

    def _look_for(self, a: Build, need: Need) -> None:
        """Look for ways of so many tiles to complete the ends that a tile opens; itself it is there."""
        least = enough = need.price
        ways: list[tuple[int, tuple[Tile, ...]]] = [(need.price, ())]
        for end in need.ends:
            found: list[tuple[int, tuple[Tile, ...]]] = []
            plain = NEVER
            for price, place, tiles in self._finishes(end.side, need.tiles, 0):
                # Only a third tile could lie there again.
                if place != end.place and (len(tiles) < 3 or a.hex not in [hex for hex, _ in tiles]):
                    found.append((price, tiles))
                    if self._many(tiles):
                        plain = price
                        break
            least += found[0][0] if found else NEVER
            enough += plain
            ways = [(price + more, tiles + others) for price, tiles in ways for more, others in found]
        need.enough = min(need.enough, enough)
        need.short = [way for way in ways if way[0] < need.enough]
        if need.tiles == need.most:
            need.least = least

    # With open ends -------------------------------------------------------------------------------------

    def can_follow(self, s: SteamState, a: Build) -> bool:
        """Whether after a tile all open ends can be completed."""
        due = s.agenda[0]
        builds, cities = due.a - 1, due.b if self.anytime else 0
        plain = self._follows(s, a, builds, cities)
        if plain is not None:
            return plain
        done = work(self.board.tiles, self.rules.site_of(s, self.seat, a.hex), a.layout)
        assert isinstance(done, Work)
        after = _after(self.rules, s, self.seat, a.hex, a.layout, done)
        return after is not None and _finish(self.rules, after, self.seat, builds, cities)

    def _follows(self, s: SteamState, a: Build, builds: int, cities: int) -> bool | None:
        """Whether after a tile all open ends can be completed; None if that is not plain."""
        made = self._made(s, a)
        if made is None or self.lost:
            return None
        # A New City takes the exits of a town away, and so could open ends.
        bound = not cities or not (self.exits or s.kind[a.hex] == IN_TOWN)
        if bound and self._faced(a, made) > builds + cities:
            return False
        ends = self._ends_after(s, a, made)
        plain = self._plainly(s, ends, builds, cities, a)
        if plain or (bound and plain is False and not (cities and self._giving(s))):
            return plain
        if not bound:
            return True if self._without_exits(s, ends, builds, a) else None
        return self._by_city(s, ends, builds, a) if cities == 1 else None

    def _by_city(self, s: SteamState, ends: list[End], builds: int, a: Build) -> bool | None:
        """Whether after a tile all open ends can be completed with one New City or none; None if not plain.

        The city is thought to stand there already: on a town that they face or that tiles could lead to, or
        where it gives back a tile that has run out.
        """
        plain = self._plainly(s, ends, builds, 0, a)
        if plain:
            return True
        board = self.board
        towns = [hex for hex in board.urbanizations if s.kind[hex] == IN_TOWN]
        ahead: set[int] = {board.across[end.side] // 6 for end in ends}
        if len(ahead) <= builds:  # Else it must be one of those, as there are not enough tiles.
            ahead = ahead.union(*[self.ahead.reached(hex, builds) for hex in ahead], self._giving(s))
        for town in sorted(ahead.intersection(towns)):
            known = self._with_city(s, town)
            follows = known._follows(known.s, a, builds, 0)
            if follows:
                return True
            if follows is None:
                plain = None
        return plain

    def _giving(self, s: SteamState) -> list[int]:
        """The towns where a New City gives back what has run out."""
        towns = [hex for hex in self.board.urbanizations if s.kind[hex] == IN_TOWN]
        return [hex for hex in towns if _gives_back(self.board, s, hex)]

    def _with_city(self, s: SteamState, town: int) -> Completion:
        """The same builder after a New City on a town."""
        if town not in self.grown:
            self.grown[town] = Completion(self.rules, _with_city(self.board, s, town), self.seat, self.ahead)
        return self.grown[town]

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
        if not self.ends or (not self.lost and self._plainly(s, self.ends, due.a, 0)):
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
        made = self.made[a.hex].get(a.layout)
        if made and made.joined:
            joined = [self.board.across[6 * a.hex + side] // 6 for side in made.joined]
            return made if all(hex in s.built for hex in joined) else None
        return made

    def _faced(self, a: Build, made: Made) -> int:
        """How many hexes at least the ends face that are left or made by a build: each needs a tile."""
        if not self.ends:
            return len(made.open)
        across, base, facing = self.board.across, 6 * a.hex, self.facing
        more = [side for side, _ in made.open if across[base + side] // 6 not in facing]
        return len(facing) + len(more) - (1 if a.hex in facing else 0)

    def _ends_after(self, s: SteamState, a: Build, made: Made) -> list[End]:
        """The open ends that are left or made by a build."""
        board, base = self.board, 6 * a.hex
        out = []
        for side, other in made.open:
            place = a.hex if other == TOWN else leads_to(board, s, base + other)
            out.append(_end((base + side, place)))
        if self.ends:
            met = [board.across[base + side] for side in made.joined]
            out += [end for end in self.ends if end.side not in met]
        return out

    # Each end by a way of its own -----------------------------------------------------------------------

    def _plainly(
        self, s: SteamState, ends: list[End], builds: int, cities: int, a: Build | None = None
    ) -> bool | None:
        """Whether the ends can be completed besides what is laid; None if that is not plain."""
        if not ends:
            return True
        hexes = {self.board.across[end.side] // 6 for end in ends}
        if len(hexes) > builds + cities:
            return False
        if cities and len(hexes) > builds + sum(s.kind[hex] == IN_TOWN for hex in hexes):
            return False  # What gets no tile needs a New City, and so is a town.
        for end in ends:
            if end.place == OPEN:
                return None
        laid: tuple[Tile, ...] = ()
        price = 0
        if a is not None:
            laid = ((a.hex, a.layout),)
            price = self.rules.price(s, self.seat, a.hex, s.layout[a.hex], a.layout)
        if len(ends) == 1:
            return self._alone(s, ends[0], builds, cities, laid, price)
        if len(hexes) == len(ends) == builds + cities:
            # There is a tile or a New City for each of them.
            if len(ends) == 2 and not cities:
                return self._pair(s, ends[0], ends[1], laid, price)
            if not any(self.board.are_neighbours(*pair) for pair in combinations(hexes, 2)):
                # No end can be led to another.
                if any(self._alone(s, end, min(1, builds), cities, laid, price) is False for end in ends):
                    return False
        return True if self._together(s, ends, builds, laid, price) else None

    def _without_exits(self, s: SteamState, ends: list[End], builds: int, a: Build) -> bool:
        """Whether it is plain that a New City, on a town that ends leave, lets all others be completed."""
        towns = {end.side // 6 for end in ends if s.kind[end.side // 6] == IN_TOWN}
        return any(
            self._plainly(s, [end for end in ends if end.side // 6 != town], builds, 0, a)
            for town in towns.intersection(self.board.urbanizations)
        )

    def _pair(self, s: SteamState, end: End, other: End, laid: tuple[Tile, ...], price: int) -> bool | None:
        """Whether two ends at different hexes can be completed with a tile for each; None if not plain."""
        across, through = self.board.across, self.survey.through
        hex, far = across[end.side] // 6, across[other.side] // 6
        first, second = self._finishes(end.side, 1, 0), self._finishes(other.side, 1, 0)
        ways = [
            (tiles + tiles_there, cost + cost_there)
            for cost, place, tiles in first
            if place != end.place
            for cost_there, place_there, tiles_there in second
            if place_there != other.place
        ]
        plain, between = True, self.board.common_side(hex, far)
        free = all(s.kind[at] != IN_TOWN and at not in s.built for at in (hex, far))
        if between >= 0 and free and end.place != other.place:
            ways += [
                (((hex, layout), (far, layout_there)), cost + cost_there)
                for exit, layout, cost in through(hex)[across[end.side] % 6]
                for exit_there, layout_there, cost_there in through(far)[across[other.side] % 6]
                if 6 * hex + exit == between and 6 * far + exit_there == across[between]
            ]
        if between >= 0:
            # One of them may also be led over the hex of the other, by a tile with two tracks.
            plain = not (second and self._leads_over(s, end, other, laid, price))
            plain = plain and not (first and self._leads_over(s, other, end, laid, price))
        for tiles, cost in ways:
            if _apart(laid, tiles) and self._can_pay(s, laid + tiles, price + cost):
                if self._has(s, laid + tiles):
                    return True
                plain = plain and not self._replaceable(s, tiles, laid, 0, 0)
        return False if plain else None

    def _leads_over(self, s: SteamState, end: End, other: End, laid: tuple[Tile, ...], price: int) -> bool:
        """Whether an end might be completed by two tiles, the second on the hex that another end faces."""
        tiles, (hex, meets) = self.board.tiles, divmod(self.board.across[other.side], 6)
        for cost, _, way in self._finishes(end.side, 2, 0):
            if len(way) == 2 and way[1][0] == hex and (self.half or price + cost <= s.cash[self.seat]):
                back = [s.tile[at] - 1 for at, _ in laid + way]
                for both in larger_layouts(tiles, s.layout[hex], s.kind[hex] == IN_TOWN, way[1][1]):
                    kinds = tiles.layouts[both].tiles if meets in tiles.layouts[both].sides else ()
                    if any(s.supply[kind] > 0 or kind in back for kind in kinds):
                        return True
        return False

    def _alone(
        self, s: SteamState, end: End, builds: int, cities: int, laid: tuple[Tile, ...], price: int
    ) -> bool | None:
        """Whether one end can be completed; None where tiles have run out, as others might serve."""
        if builds > 1 and self._alone(s, end, builds - 1, cities, laid, price):
            return True  # Mostly one tile is enough, and ways of several are not looked for.
        short = False
        for cost, place, tiles in self._finishes(end.side, builds, cities):
            if place != end.place and _apart(laid, tiles):
                if not self._can_pay(s, laid + tiles, price + cost):
                    if not self.half:
                        break
                elif self._has(s, laid + tiles):
                    return True
                elif not short:
                    short = self._replaceable(s, tiles, laid, builds - len(tiles), cities)
        return None if short else False

    def _together(
        self, s: SteamState, ends: list[End], builds: int, laid: tuple[Tile, ...], price: int
    ) -> bool:
        """Whether several ends can be completed by ways that have no hex in common."""
        end, *others = ends
        if not others:
            return self._alone(s, end, builds, 0, laid, price) is True
        return any(
            self._together(s, others, builds - len(tiles), laid + tiles, price + cost)
            for cost, place, tiles in self._finishes(end.side, builds - len(others), 0)
            if place != end.place and _apart(laid, tiles)
        )

    def _finishes(self, side: int, builds: int, cities: int) -> list[Finish]:
        key = side, builds, cities
        found = self.finishes.get(key)
        if found is None:
            found = self.ahead.finishes(self.survey, self.ground, side, builds, cities, self._finishes)
            self.finishes[key] = found
        return found

    def _can_pay(self, s: SteamState, tiles: tuple[Tile, ...], price: int) -> bool:
        """Whether there is cash for these tiles, whose prices have this sum."""
        cash, rules, seat = s.cash[self.seat], self.rules, self.seat
        if price <= cash or not self.half:
            return price <= cash
        prices = [rules.price(s, seat, hex, s.layout[hex], layout) for hex, layout in tiles]
        return rules.charges(s, seat, prices) <= cash

    def _many(self, tiles: tuple[Tile, ...]) -> bool:
        """Whether there are these tiles whatever else is laid."""
        return self.plenty.issuperset([layout for _, layout in tiles])

    def _replaceable(
        self, s: SteamState, tiles: tuple[Tile, ...], laid: tuple[Tile, ...], left: int, cities: int
    ) -> bool:
        """Whether a tile with more track might serve in place of one of these, with so many builds left."""
        board, layouts, across = self.board, self.board.tiles.layouts, self.board.across
        back = {s.tile[hex] - 1 for hex, _ in laid + tiles}
        near, fixed = [hex for hex, _ in laid + tiles], dict(laid)
        for hex, layout in tiles:
            meets, had, base = board.facing[hex](self.view), layouts[layout].sides, 6 * hex
            for other in larger_layouts(board.tiles, s.layout[hex], s.kind[hex] == IN_TOWN, layout):
                if not any(s.supply[kind] or kind in back for kind in layouts[other].tiles):
                    continue
                more = [side for side in layouts[other].sides if side not in had]
                met = [divmod(across[base + side], 6) for side in more if across[base + side] // 6 in fixed]
                if any(side not in layouts[fixed[at]].sides for at, side in met):
                    continue  # It would lead to a tile that is laid and has no track there.
                opened = [side for side in more if across[base + side] // 6 not in near]
                free = [base + side for side in opened if meets[side] == NOTHING]
                if len(free) > left or not all(self._finishes(side, left, cities) for side in free):
                    continue  # Each end that it opens would need a tile.
                if all(meets[side] not in (FOREIGN, BLOCKED) for side in opened):
                    return True
        return False

    def _has(self, s: SteamState, tiles: tuple[Tile, ...]) -> bool:
        """Whether there are these tiles in the supply."""
        return self._many(tiles) or in_stock(self.board, s, dict(tiles))


def _apart(some: tuple[Tile, ...], others: tuple[Tile, ...]) -> bool:
    """Whether these tiles have no hex in common."""
    return all(hex != other for hex, _ in some for other, _ in others)


@lru_cache(REMEMBERED)
def plenty(tiles: TileSet, scarce: bytes) -> frozenset[int]:
    """The layouts for which there are tiles whatever else is laid; `scarce` marks kinds that may run out."""
    return frozenset(
        number
        for number, layout in enumerate(tiles.layouts)
        if layout.tiles and not scarce[layout.tiles[0]] and not (layout.disk and scarce[-1])
    )


@lru_cache(REMEMBERED)
def larger_layouts(tiles: TileSet, old: int, town: bool, layout: int) -> tuple[int, ...]:
    """The layouts that may lie over another and show all the tracks of a given one and more."""
    tracks = set(tiles.layouts[layout].tracks)
    return tuple(
        [other for other, _, _ in tiles.replacing(old, town) if tracks < set(tiles.layouts[other].tracks)]
    )


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


def _payable(rules: Rules[Any], s: SteamState, seat: int, hex: int, layout: int) -> int | None:
    """The tile for a build, or None if it cannot be paid for or there is none."""
    tile = tile_for(rules.board, s, hex, layout)
    price = rules.price(s, seat, hex, s.layout[hex], layout)
    return None if isinstance(tile, Refusal) or rules.charge(s, seat, price) > s.cash[seat] else tile


def _after(
    rules: Rules[Any], s: SteamState, seat: int, hex: int, layout: int, done: Work
) -> SteamState | None:
    """The position after a build, or None if it cannot be paid for or has no tile."""
    tile = _payable(rules, s, seat, hex, layout)
    if tile is None:
        return None
    price = rules.price(s, seat, hex, s.layout[hex], layout)
    after = s.copy()
    rules.do_charge(after, seat, price)
    after.begun[seat] = 1
    lay(rules.board, after, seat, hex, layout, tile, done)
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
    met = {board.across[end] % 6 for end in ends if board.across[end] // 6 == hex}
    if cities and here.town:
        met = {side % 6}  # A New City would meet the others.
    for layout, made in making(board.tiles, here).items():
        if not met.issubset(board.tiles.layouts[layout].sides):
            continue
        done = None if made else work(board.tiles, here, layout)
        sides = [opened for opened, _ in made.open] if made else _opened(here, done)
        left = facing - {hex} | {board.across[6 * hex + opened] // 6 for opened in sides}
        if made and not left and not cities:
            if _payable(rules, s, seat, hex, layout) is not None:
                return True
        elif len(left) < builds or cities:
            done = done or work(board.tiles, here, layout)
            assert isinstance(done, Work)
            after = _after(rules, s, seat, hex, layout, done)
            if after is not None and _finish(rules, after, seat, builds - 1, cities):
                return True
    return False


def _opened(here: Site, done: Work | Refusal | None) -> list[int]:
    """The sides at which a build leaves open ends."""
    assert isinstance(done, Work)
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
