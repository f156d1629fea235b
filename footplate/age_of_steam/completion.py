"""Can the open ends of a player still be completed in this build? For maps that leave no track unfinished.

Most ends are completed by a tile or two that have nothing to do with other track, and these are found from
what surrounds each hex. Where that may overlook something, all sequences of builds are tried.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import CITY_SIDE, IN_CITY, IN_TOWN, PLAIN, Board, owner_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, TileSet, Track
from footplate.age_of_steam.track import (
    CITY,
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
    open_side,
    owners_on,
    section,
    site,
    take_up,
    tile_for,
    work,
)
from footplate.core.game import Due, Refusal


class End(NamedTuple):
    """An open end: the side at which the next tile must meet it, and the place its track comes from."""

    meets: int
    place: int


class Step(NamedTuple):
    """A tile that meets an end, and what follows from it."""

    hex: int
    layout: int
    price: int
    reaches: int
    """The place to which it leads the end, or OPEN."""
    leaves: int = -1
    """The side at which the next tile must meet the end that it leaves, if any."""
    behind: int = OPEN
    """The place from which that end comes, or OPEN if it is the same end led on."""


class Onward(NamedTuple):
    """The tiles that complete an end, and those that leave one."""

    complete: list[Step]
    further: list[Step]
    cities: int = 0
    """The cities around an empty hex: with two of them a second track could come to the aid of other ends."""


Ahead = tuple[tuple[int, Step, Step], ...]
"""From one side of an empty hex: each other side, the tile into a city there, and the tile leading on."""


class Ways:
    """How open ends may be led on from every side of a board, kept for all positions of a game."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.ahead = [self._ahead(rules, hex, side) for hex in range(rules.board.size) for side in range(6)]
        """For every side, counted as 6 * hex + side, the single tracks that can meet an end there."""
        self.onward: dict[Any, Onward | None] = {}
        """What may be laid at an end, remembered by what surrounds it: filled while playing."""

    def _ahead(self, rules: Rules[Any], hex: int, side: int) -> Ahead:
        out = []
        for other, layout in rules.board.tiles.from_side[side]:
            price, beyond = rules.printed_price(hex, 0, layout), rules.board.across[6 * hex + other]
            into_city = Step(hex, layout, price, beyond // 6)
            out.append((other, into_city, Step(hex, layout, price, OPEN, beyond)))
        return tuple(out)


ONWARD = 1 << 15
"""Ends whose ways on are remembered at most; then all are forgotten, and soon known again."""


class Made(NamedTuple):
    """What a build does at its sides."""

    open: list[Track]
    """Each side that becomes an open end, with what it is joined to."""
    joined: list[int]
    """The sides at which it joins own track."""


FEW = bytes(count < 4 for count in range(256))
"""Which numbers of tiles of one kind might not last for a build."""


Laid = dict[int, tuple[int, int]]
"""Tiles that are thought to be laid, in their order: the layout and the price by hex."""


class Completion:
    """The open ends of a builder in one position, and how they may be completed."""

    def __init__(self, rules: Rules[Any], s: SteamState, seat: int, ways: Ways) -> None:
        board = rules.board
        self.rules, self.board, self.seat, self.ways = rules, board, seat, ways
        self.view = s.rail.translate(RELATIVE[seat])
        """What lies at every side, as the builder sees it."""
        waiting = open_ends(board, s, owner_of(seat))
        self.ends = [End(board.across[side], max(section(board, s, side).ends)) for side in waiting]
        self.exits = any(s.kind[side // 6] == IN_TOWN for side in waiting)
        """Whether some of the ends are exits of towns, which a New City there would take away."""
        few = bytes(s.supply.translate(FEW))
        self.anytime, self.plenty = rules.urbanize_after_building(), plenty(board.tiles, few)
        self.made: dict[int, dict[int, Made | None]] = {}
        self.alone: dict[int, Onward | None] = {}
        self.among: dict[int, Onward | None] = {}
        """What may be laid at a side, for an end that is the only one, and for one of several."""
        self.cities: dict[tuple[Due, tuple[int, ...], int, int], bool] = {}
        self.unsure = False
        """Whether a no may be wrong."""

    def can_follow(self, s: SteamState, a: Build) -> bool:
        """Whether after a tile all open ends can be completed."""
        due = s.agenda[0]
        builds, cities = due.a - 1, due.b if self.anytime else 0
        made = self._made(s, a)
        if made is not None:
            self.unsure = cities > 0 and (self.exits or s.kind[a.hex] == IN_TOWN)
            if len(made.open) > builds + cities and not self.unsure:
                return False
            ends = self._ends_after(s, a, made)
            if not ends or self._close(s, ends, builds, cities, self._laid(s, a)):
                return True
            if not self.unsure:
                return False
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
        if not self.ends or self._close(s, self.ends, due.a, 0, {}):
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

    def _laid(self, s: SteamState, a: Build) -> Laid:
        return {a.hex: (a.layout, self.rules.price(s, self.seat, a.hex, s.layout[a.hex], a.layout))}

    def _ends_after(self, s: SteamState, a: Build, made: Made) -> list[End]:
        """The open ends that are left or made by a build."""
        board, base = self.board, 6 * a.hex
        out = []
        for side, other in made.open:
            place = a.hex if other == TOWN else leads_to(board, s, base + other)
            out.append(End(board.across[base + side], place))
        if self.ends:
            met = [base + side for side in made.joined]
            out += [end for end in self.ends if end.meets not in met]
        return out

    # One end after the other ----------------------------------------------------------------------------

    def _close(self, s: SteamState, ends: list[End], builds: int, cities: int, laid: Laid) -> bool:
        """Whether the ends can be completed by tiles that know nothing of each other, and New Cities."""
        if not ends:
            return self._can_pay(s, laid)
        hexes = {end.meets // 6 for end in ends} if len(ends) > 1 else set()
        if hexes:
            if len(hexes) > builds + cities:
                return False
            if len(hexes) < len(ends):
                return self._join(s, ends, builds, cities, laid)
            if cities:
                # A New City can complete several ends, so it waits until all that could lead there are led.
                ends = sorted(ends, key=lambda end: s.kind[end.meets // 6] == IN_TOWN)
        (meets, place), *others = ends
        hex = meets // 6
        if cities and s.kind[hex] == IN_TOWN and self._close(s, others, builds, cities - 1, laid):
            return True
        if not builds or hex in s.built or hex in laid:
            return False
        onward = self._onward(s, meets, alone=not others)
        if onward is None:
            self.unsure = True
            return False
        for step in onward.complete:
            if step.reaches != place:
                more = laid | {hex: (step.layout, step.price)}
                if self._close(s, others, builds - 1, cities, more) if others else self._can_pay(s, more):
                    return True
        spare = builds + cities - len(ends)
        for step in onward.further if spare or others else ():
            if (spare or step.leaves // 6 in hexes) and not step.reaches == place != OPEN:
                if not others and builds + cities == 2 and self._is_far(s, step.leaves):
                    continue
                led = End(step.leaves, place if step.behind == OPEN else step.behind)
                more = laid | {hex: (step.layout, step.price)}
                if self._close(s, [*others, led], builds - 1, cities, more):
                    return True
        self.unsure |= onward.cities > 1 and self._is_beside(hex, others)
        return False

    def _is_far(self, s: SteamState, meets: int) -> bool:
        """Whether it is plain that one more tile cannot complete an end, nor a New City."""
        onward = self.alone[meets] if meets in self.alone else self._onward(s, meets, alone=True)
        return onward is not None and not onward.complete and s.kind[meets // 6] != IN_TOWN

    def _is_beside(self, hex: int, ends: list[End]) -> bool:
        """Whether a second track on a hex could come to meet one of these ends."""
        return any(self.board.are_neighbours(hex, end.meets // 6) for end in ends)

    def _join(self, s: SteamState, ends: list[End], builds: int, cities: int, laid: Laid) -> bool:
        """Whether ends of which two meet on a hex can be completed by joining these."""
        hexes = [end.meets // 6 for end in ends]
        hex = max(hexes, key=hexes.count)
        pair = [end for end in ends if end.meets // 6 == hex]
        others = [end for end in ends if end.meets // 6 != hex]
        town = s.kind[hex] == IN_TOWN
        if town and cities and self._close(s, others, builds, cities - 1, laid):
            return True
        if not builds or hex in s.built or hex in laid:
            return False
        if len(pair) > 2 or others:
            self.unsure = True
            return False
        first, second = sorted(end.meets % 6 for end in pair)
        lying, number = self.board.tiles.layouts[s.layout[hex]], self.board.tiles.number
        if town:
            if hex in (pair[0].place, pair[1].place):
                return False
            exits = tuple(sorted((*lying.tracks, (first, TOWN), (second, TOWN))))
            self.unsure |= exits not in number
            return exits in number and self._can_pay_also(s, laid, hex, number[exits])
        met = list(self.board.facing[hex](self.view))
        self.unsure |= any(met[side] == NOTHING for side in lying.sides)
        for side in (first, second, *lying.sides):
            met[side] = NOTHING
        self.unsure |= OWN in met or UNOWNED in met
        if pair[0].place == pair[1].place:
            # Joined they were a loop, but on an empty hex each might go on by itself.
            self.unsure |= not lying.tracks and met.count(CITY) + cities > 1
            return False
        tracks = tuple(sorted((*lying.tracks, (first, second))))
        return tracks in number and self._can_pay_also(s, laid, hex, number[tracks])

    def _can_pay(self, s: SteamState, laid: Laid) -> bool:
        """Whether there are cash and tiles for all that is laid."""
        cash = s.cash[self.seat]
        prices = [price for _, price in laid.values()]
        # Nobody pays more than the prices.
        if sum(prices) > cash and self.rules.charges(s, self.seat, prices) > cash:
            return False
        layouts = {hex: layout for hex, (layout, _) in laid.items()}
        if self.plenty.issuperset(layouts.values()) or in_stock(self.board, s, layouts):
            return True
        # Where a plain tile is out, one with a second track may serve.
        self.unsure = True
        return False

    def _can_pay_also(self, s: SteamState, laid: Laid, hex: int, layout: int) -> bool:
        """Whether there are cash and tiles for one tile more."""
        return self._can_pay(
            s, laid | {hex: (layout, self.rules.price(s, self.seat, hex, s.layout[hex], layout))}
        )

    # What may be laid at an end -------------------------------------------------------------------------

    def _onward(self, s: SteamState, meets: int, alone: bool) -> Onward | None:
        """The tiles that may be laid where an end arrives, whatever they cost; None if that is not sure."""
        known = self.alone if alone else self.among
        if meets in known:
            return known[meets]
        hex, remembered = meets // 6, self.ways.onward
        lying, around = s.layout[hex], self.board.facing[hex](self.view)
        single = self.board.tiles.number[(meets % 6, TOWN),]
        if s.kind[hex] == IN_TOWN and not lying and alone and in_stock(self.board, s, {hex: single}):
            # In an empty town a single exit is enough for the only end.
            price = self.rules.price(s, self.seat, hex, 0, single)
            found: Onward | None = Onward([Step(hex, single, price, hex)], [])
        else:
            owners = owners_on(self.board, s, hex, RELATIVE[self.seat]) if lying else ()
            key = meets, around, lying, owners
            if key not in remembered:
                if len(remembered) >= ONWARD:
                    remembered.clear()
                plain = s.kind[hex] == PLAIN and not lying
                remembered[key] = self._on_plain(meets, around) if plain else self._on_other(s, meets)
            found = remembered[key]
        known[meets] = found
        return found

    def _on_plain(self, meets: int, around: tuple[int, ...]) -> Onward | None:
        """On an empty hex a single track is enough: whatever a second one does can be done without it."""
        out = Onward([], [], around.count(CITY))
        complete, further = out.complete, out.further
        for other, into_city, leading_on in self.ways.ahead[meets]:
            what = around[other]
            if what == NOTHING:
                further.append(leading_on)
            elif what == CITY:
                complete.append(into_city)
            elif what == OWN or what == UNOWNED:
                return None
        return out

    def _on_other(self, s: SteamState, meets: int) -> Onward | None:
        """In a town, and over a tile that lies there, every layout may be of use."""
        rules, board, out = self.rules, self.board, Onward([], [])
        hex, side = divmod(meets, 6)
        # Where the end comes from is not known here: whoever asks sees to it that no loop comes about.
        here = site(board, s, self.seat, hex, waiting=(meets, board.size))
        if not _is_clear(rules, here, side):
            return None
        for layout in board.tiles.extending(here.layout, side, here.town):
            done = work(board.tiles, here, layout)
            made = _make(here, done) if isinstance(done, Work) else None
            if made is None:
                continue
            price = rules.price(s, self.seat, hex, here.layout, layout)
            reached = _place(board, hex, board.tiles.joins[6 * layout + side])
            if not made.open:
                out.complete.append(Step(hex, layout, price, reached))
            elif len(made.open) == 1:
                left, other = made.open[0]
                beyond = board.across[6 * hex + left]
                if other == side:
                    out.further.append(Step(hex, layout, price, OPEN, beyond))
                else:
                    out.further.append(Step(hex, layout, price, reached, beyond, _place(board, hex, other)))
            # Two ends would point at two hexes, and there is but one more tile for them.
        return out


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


@lru_cache(REMEMBERED)
def plenty(tiles: TileSet, few: bytes) -> frozenset[int]:
    """The layouts for which there are tiles whatever else is laid; `few` marks the kinds that may run out."""
    return frozenset(
        number
        for number, layout in enumerate(tiles.layouts)
        if layout.tiles and not few[layout.tiles[0]] and not layout.disk
    )


def _place(board: Board, hex: int, side: int) -> int:
    """The town in the middle of a hex, or the city across a side."""
    return hex if side == TOWN else board.across[6 * hex + side] // 6


def _is_clear(rules: Rules[Any], here: Site, side: int) -> bool:
    """Whether no track but the end could be joined or changed on a site."""
    lying = rules.board.tiles.layouts[here.layout]
    if not here.town and any(open_side(here, track) >= 0 for track in lying.tracks):
        return False
    free = set(range(6)) - {side, *lying.sides}
    return not any(here.meets[other] in (OWN, UNOWNED, LOOSE) for other in free)


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
            if builds > 1 or cities or _completes(here, done):
                after = _after(rules, s, seat, hex, layout, done)
                if after is not None and _finish(rules, after, seat, builds - 1, cities):
                    return True
    return False


def _completes(here: Site, done: Work) -> bool:
    """Whether every new track ends at places on both sides."""
    new = (*done.added, *done.changed)
    return all(side == TOWN or here.ends[side] != OPEN for track in new for side in track)


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
