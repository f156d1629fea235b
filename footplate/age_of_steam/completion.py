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
from footplate.age_of_steam.rest import BUILT, FEW, NEVER, NEW_CITY, UNKNOWN, Bounds, Rest, with_exit
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.survey import NOWHERE, Passages, Survey, Tile
from footplate.age_of_steam.tiles import TOWN, TileSet, Track
from footplate.age_of_steam.track import (
    BLOCKED,
    FOREIGN,
    LOOSE,
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

Laying = tuple[tuple[Track, ...], int]
"""The free sides to which a build leads new track, each with what it is joined to, and its price."""

FINISHES = 1 << 13
"""Sides whose finishes are remembered at most, some 20 MB: then all are forgotten."""
BUILDS = 1 << 15
"""Builds whose prices and open sides are remembered at most."""


class Ground(NamedTuple):
    """What lies on the board, as far as an end that is led on can tell."""

    lies: bytearray
    """The layout of every hex, or what stands for it."""
    cities: frozenset[int]
    """The New Cities."""


class Ahead:
    """How ends may be completed from every side of a board, remembered for all games by what lies near."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.board, self.passages = rules.board, Passages(rules)
        self.far = self._measure()
        """How many tiles it takes at least from each hex on to lead track to a place."""
        self.hexes: list[list[frozenset[int]]] = [[frozenset((hex,)) for hex in range(self.board.size)]]
        """For each number of tiles and each hex the hexes that they lie on or lead to."""
        self.reached(0, max(FEW + 1, rules.numbers["builds"]))
        self.near: dict[tuple[int, int], Callable[[bytearray], tuple[int, ...]]] = {}
        self.known: dict[Hashable, list[Finish]] = {}
        self.rests: dict[Hashable, Rest] = {}
        """What the rest of a link costs, by what prices follow from."""
        self.laying: dict[Hashable, dict[int, Laying]] = {}
        """What builds cost and open, by their hex, what lies there, their layout and the free sides in one
        number."""
        self.opened: dict[int, tuple[Track, ...]] = {}
        """The sides of new track at which nothing lies, by what lay there, the layout and all such sides."""

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

    def opened_by(self, old: int, layout: int, free: int) -> tuple[Track, ...]:
        """The free sides to which a layout leads new track, each with what it is joined to."""
        key = (old << 8 | layout) << 6 | free
        found = self.opened.get(key)
        if found is None:
            if len(self.opened) >= BUILDS:
                self.opened.clear()
            layouts = self.board.tiles.layouts
            new = [track for track in layouts[layout].tracks if track not in layouts[old].tracks]
            leads = [lead for track in new for lead in (track, track[::-1]) if lead[0] != TOWN]
            found = self.opened[key] = tuple([lead for lead in leads if free >> lead[0] & 1])
        return found

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
            layout = with_exit(self.board.tiles, s.layout[hex], meets % 6)
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
        self.plenty = plenty(board.tiles, bytes([count < most for count in bytes(s.supply)]))
        self.sites: dict[int, Site] = {}
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
        if self.lost:
            return [a for a in builds if self.can_follow(s, a)]
        if not self.ends:
            return self._without_ends(s, builds)
        if not (due.b and self.anytime):
            builds = self._not_outnumbered(s, builds, due.a - 1)
        return [a for a in builds if self.can_follow(s, a)]

    def _not_outnumbered(self, s: SteamState, builds: list[Build], left: int) -> list[Build]:
        """Those of many builds after which there may be a tile for every hex that ends face."""
        across, facing, ahead, spare = self.board.across, self.facing, self.ahead, left - len(self.facing)
        # There track may be joined or turned.
        ends = facing.union([end.side // 6 for end in self.ends])
        out: list[Build] = []
        hex, old, free = -1, 0, 0
        for a in builds:
            if a.hex != hex:
                hex = a.hex
                old, free = s.layout[hex], 0 if hex in ends else self._free(hex)
                if free:
                    # A tile that meets an end also meets new track there.
                    for side in range(6):
                        if across[6 * hex + side] // 6 in facing:
                            free &= ~(1 << side)
            if not free or len(ahead.opened_by(old, a.layout, free)) <= spare:
                out.append(a)
        return out

    # Without an open end so far -------------------------------------------------------------------------

    def _without_ends(self, s: SteamState, builds: list[Build]) -> list[Build]:
        """Those of many builds that a builder without open ends can complete.

        Mostly a comparison with the price of the cheapest rest tells it, and once told it holds until
        something changes near the hex.
        """
        ahead, seat, due = self.ahead, self.seat, s.agenda[0]
        if due.a - 1 > FEW:
            return [a for a in builds if self.can_follow(s, a)]
        hold = self.rules.prices_hold(s, seat)
        # While it is in use nobody else has it, so that two threads never spoil it for each other.
        rest = ahead.rests.pop(hold, None) or Rest(ahead.passages, ahead.far, ahead.hexes)
        rest.renew(s, bytes(self.ground.lies))
        cash, cities = s.cash[seat], due.b if self.anytime else 0
        # What others pay in full says little of half a price, and nothing of New Cities to come.
        remembers = not self.half and not cities
        out: list[Build] = []
        hex, free = -1, -1
        bounds: dict[int, Bounds] = {}
        tried: dict[int, Bounds] = {}
        for a in builds:
            layout: int = a.layout
            if a.hex != hex:
                hex, free = a.hex, -1
                bounds, tried = (rest.bounds[hex], rest.tried[hex]) if remembers else ({}, {})
            at = layout << 2 | due.a
            follows = rest.tells(bounds.get(at), cash)
            if follows < 0:
                follows = rest.tells(tried.get(at), cash)
            if follows < 0:
                if free < 0:
                    free = self._free(hex)
                opened, price = self._laying(s, hold, hex, layout, free)
                known = bounds[at] = self._compare(s, rest, hex, layout, opened, price)
                follows = rest.tells(known, cash)
                if follows <= 0 and cities:
                    follows = int(self.can_follow(s, a))
                elif follows < 0:
                    less, enough, _ = tried.get(at, UNKNOWN)
                    finished = self._can_finish(s, a, opened)
                    tried[at] = (less, cash, 0) if finished else (cash, enough, 0)
                    follows = int(finished)
            if follows:
                out.append(a)
        ahead.rests[hold] = rest
        return out

    def _laying(self, s: SteamState, hold: Hashable, hex: int, layout: int, free: int) -> Laying:
        """What a tile opens of the free sides of its hex, and its price while prices hold."""
        laying, old = self.ahead.laying.setdefault(hold, {}), s.layout[hex]
        key = ((hex << 8 | old) << 8 | layout) << 6 | free
        found = laying.get(key)
        if found is None:
            if len(laying) >= BUILDS:
                laying.clear()
            price = self.rules.price(s, self.seat, hex, old, layout)
            found = laying[key] = self.ahead.opened_by(old, layout, free), price
        return found

    def _compare(
        self, s: SteamState, rest: Rest, hex: int, layout: int, opened: tuple[Track, ...], price: int
    ) -> Bounds:
        """What the prices of the cheapest ways tell of a tile and the rest of its links."""
        seat, base, left = self.seat, 6 * hex, s.agenda[0].a - 1
        if not opened:
            return -1, 0, 0
        if len(opened) > left:
            return NEVER, NEVER, 0
        # A tile for each of them, or all for the only one.
        tiles = left if len(opened) == 1 else 1
        lays = rest.kinds(layout)
        kinds, total, least = lays, price, price
        for side, other in opened:
            place = self._origin(s, hex, other)
            cheapest = rest.find(s, seat, base + side, tiles)
            more = cheapest.elsewhere(place)
            kinds += cheapest.kinds if cheapest.place != place else cheapest.other_kinds
            total += more
            least += rest.least(s, seat, base + side, tiles).elsewhere(place) if cheapest.short else more
        # Half of the dearest tile is no less than half of this one, and never more than half of all.
        saved = max(0, price // 2 - s.dearest // 2) if self.half else 0
        in_stock = lays >= 0 and rest.are_left(kinds)
        if in_stock and total - saved <= s.cash[seat]:
            return -1, total - saved, kinds
        if len(opened) == 2:
            joined, joining, over = self._between(s, rest, hex, opened)
            least = min(least, price + joined, price + over)
            if lays >= 0 and joining >= 0 and not (in_stock and total <= price + joined):
                total, kinds, in_stock = price + joined, lays + joining, True
        less = least - least // 2 - 1 if self.half else least - 1
        return (less, total - saved, kinds) if in_stock else (less, NEVER, 0)

    def _between(
        self, s: SteamState, rest: Rest, hex: int, opened: tuple[Track, ...]
    ) -> tuple[int, int, int]:
        """What two ends that wait side by side take with a tile for each.

        The price of joining them, the kinds of the tiles that join them, below 0 if there are none, and the
        least price at which one of them is led over the hex of the other.
        """
        board, seat, base = self.board, self.seat, 6 * hex
        (side, came), (other_side, other_came) = opened
        if (side - other_side) % 6 not in (1, 5):
            return NEVER, -1, NEVER
        near, far = board.across[base + side], board.across[base + other_side]
        between = board.common_side(near // 6, far // 6)
        if between < 0:
            return NEVER, -1, NEVER
        place, other_place = self._origin(s, hex, came), self._origin(s, hex, other_came)
        there, hop = rest.cross(s, seat, near, between)
        back_there, back = rest.cross(s, seat, far, board.across[between])
        joined, joining, over = NEVER, -1, NEVER
        if place != other_place and hop + back < NEVER:
            joined = hop + back
            if rest.kinds(there) >= 0 and rest.kinds(back_there) >= 0:
                joining = rest.kinds(there) + rest.kinds(back_there)
        # The other then lies on the same tile.
        if rest.least(s, seat, base + other_side, 1).elsewhere(other_place) < NEVER:
            over = hop + rest.least(s, seat, between, 1).elsewhere(place)
        if rest.least(s, seat, base + side, 1).elsewhere(place) < NEVER:
            back += rest.least(s, seat, board.across[between], 1).elsewhere(other_place)
            over = min(over, back)
        return joined, joining, min(over, NEVER)

    def _origin(self, s: SteamState, hex: int, other: int) -> int:
        """The place from which track comes to a hex by a side, or the town on it."""
        if other == TOWN:
            return hex
        facing = self.board.across[6 * hex + other]
        return facing // 6 if s.rail[facing] == CITY_SIDE else leads_to(self.board, s, 6 * hex + other)

    def _can_finish(self, s: SteamState, a: Build, opened: tuple[Track, ...]) -> bool:
        """Whether the ends that a tile opens can be completed, where there are no others."""
        left, base = s.agenda[0].a - 1, 6 * a.hex
        ends = [_end((base + side, self._origin(s, a.hex, other))) for side, other in opened]
        plain = self._plainly(s, ends, left, 0, a)
        return self._by_trial(s, a, left, 0) if plain is None else plain

    def _free(self, hex: int) -> int:
        """The sides of a hex across which nothing lies, as bits."""
        free = 0
        for side, what in enumerate(self.board.facing[hex](self.view)):
            if what == NOTHING:
                free |= 1 << side
        return free

    # With open ends -------------------------------------------------------------------------------------

    def can_follow(self, s: SteamState, a: Build) -> bool:
        """Whether after a tile all open ends can be completed."""
        due = s.agenda[0]
        builds, cities = due.a - 1, due.b if self.anytime else 0
        plain = self._follows(s, a, builds, cities)
        return self._by_trial(s, a, builds, cities) if plain is None else plain

    def _by_trial(self, s: SteamState, a: Build, builds: int, cities: int) -> bool:
        """Whether after a tile one of all sequences of builds completes the open ends."""
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
        """The towns where a New City gives back what has run out or may run out in this build."""
        towns = [hex for hex in self.board.urbanizations if s.kind[hex] == IN_TOWN]
        return [hex for hex in towns if _gives_back(self.board, s, hex, s.agenda[0].a)]

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
        here = self.sites.get(a.hex)
        if here is None:
            here = self.sites[a.hex] = self.rules.site_of(s, self.seat, a.hex)
        made = making(self.board.tiles, here, a.layout)
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
            replaced = any(s.tile[hex] for hex in hexes)
            if not replaced and not any(self.board.are_neighbours(*pair) for pair in combinations(hexes, 2)):
                # No end can be led to another, and none gives back a tile that another needs.
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
                # Either of them may come first, and give back a tile that the other needs.
                if self._has(s, laid + tiles) or self._has(s, laid + tiles[::-1]):
                    return True
                plain = plain and not self._replaceable(s, tiles, laid, 0, 0)
        return False if plain else None

    def _leads_over(self, s: SteamState, end: End, other: End, laid: tuple[Tile, ...], price: int) -> bool:
        """Whether an end might be completed by two tiles, the second on the hex that another end faces."""
        tiles, (hex, meets) = self.board.tiles, divmod(self.board.across[other.side], 6)
        for cost, _, way in self._finishes(end.side, 2, 0):
            if len(way) == 2 and way[1][0] == hex and (self.half or price + cost <= s.cash[self.seat]):
                back = [s.tile[at] - 1 for at, _ in laid + way]
                for both, _ in larger_layouts(tiles, s.layout[hex], s.kind[hex] == IN_TOWN, way[1][1]):
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
            shut, free, base = 0, 0, 6 * hex
            for side, what in enumerate(board.facing[hex](self.view)):
                at, meets = divmod(across[base + side], 6)
                if at in fixed:
                    # It would lead to a tile that is laid and has no track there.
                    shut |= (meets not in layouts[fixed[at]].sides) << side
                elif at not in near:
                    shut |= (what == FOREIGN or what == BLOCKED) << side
                    free |= (what == NOTHING) << side
            if not left + cities:
                shut |= free  # Each end that it opens would need a tile or a New City.
            for other, more in larger_layouts(board.tiles, s.layout[hex], s.kind[hex] == IN_TOWN, layout):
                if more & shut or not any(s.supply[kind] or kind in back for kind in layouts[other].tiles):
                    continue
                opened = [base + side for side in range(6) if more & free & 1 << side]
                if len(opened) <= left + cities and all(
                    self._finishes(side, left, cities) for side in opened
                ):
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
def larger_layouts(tiles: TileSet, old: int, town: bool, layout: int) -> tuple[tuple[int, int], ...]:
    """The layouts that may lie over another and show all the tracks of a given one and more.

    Each with the sides to which only it leads, as bits.
    """
    tracks, sides = set(tiles.layouts[layout].tracks), tiles.layouts[layout].sides
    return tuple(
        [
            (other, sum(1 << side for side in tiles.layouts[other].sides if side not in sides))
            for other, _, _ in tiles.replacing(old, town)
            if tracks < set(tiles.layouts[other].tracks)
        ]
    )


@lru_cache(REMEMBERED)
def making(tiles: TileSet, here: Site, layout: int) -> Made | None:
    """What a layout that fits a site does at its sides; None if it changes track or meets nobody's."""
    done = work(tiles, here, layout)
    assert isinstance(done, Work)
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
        if s.kind[hex] == IN_TOWN and (hex in near or _gives_back(board, s, hex, 1))
    ]
    if any(_finish(rules, _with_city(board, s, town), seat, builds, cities - 1) for town in towns):
        return True
    if not builds or any(hex in s.built and not (cities and s.kind[hex] == IN_TOWN) for hex in facing):
        return False
    # Every open end must be met. It makes a difference with which one we begin only where one tile gives back
    # what another needs, or where track that leads there may lie on it, too.
    first, *others = sorted(facing)
    helped = any(s.tile[hex] or board.are_neighbours(first, hex) for hex in others)
    begin = [first, *others] if cities or len(facing) < builds or helped else [first]
    return any(_finish_by(rules, s, seat, builds, cities, ends, hex) for hex in begin)


def _finish_by(
    rules: Rules[Any], s: SteamState, seat: int, builds: int, cities: int, ends: list[int], hex: int
) -> bool:
    """Whether the open ends can be completed beginning with a tile on a hex that some of them face."""
    board = rules.board
    if hex in s.built:
        return False
    here = site(board, s, seat, hex)
    facing = {board.across[side] // 6 for side in ends}
    met = {board.across[side] % 6 for side in ends if board.across[side] // 6 == hex}
    for layout in fitting_layouts(board.tiles, here):
        sides = board.tiles.layouts[layout].sides
        # What it leaves out only a New City could meet.
        if not met.issubset(sides) and (met.isdisjoint(sides) or not (cities and here.town)):
            continue
        made = making(board.tiles, here, layout)
        done = None if made else work(board.tiles, here, layout)
        opened = [side for side, _ in made.open] if made else _opened(here, done)
        left = facing - {hex} | {board.across[6 * hex + side] // 6 for side in opened}
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


def _gives_back(board: Board, s: SteamState, hex: int, enough: int) -> bool:
    """Whether a New City would give back a tile or a town disk of which there are not enough."""
    tile, disk = s.tile[hex], board.tiles.layouts[s.layout[hex]].disk
    return bool(tile) and (s.supply[tile - 1] < enough or (disk and s.supply[-1] < enough))


def _with_city(board: Board, s: SteamState, hex: int) -> SteamState:
    """The position with a New City on a town, as far as open ends can tell; its tile is free again."""
    after = s.copy()
    take_up(board, after, hex)
    after.kind[hex] = IN_CITY
    after.layout[hex] = 0
    after.rail[6 * hex : 6 * hex + 6] = bytes([CITY_SIDE] * 6)
    return after
