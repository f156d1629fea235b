"""Can the open ends of a player still be completed in this build? For maps that leave no track unfinished.

Most ends are completed by a tile or two that have nothing to do with other track, and these are found from
what surrounds each hex. Where that may overlook something, all sequences of builds are tried.
"""

from __future__ import annotations

from typing import NamedTuple

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import CITY_SIDE, FIRST_SEAT, IN_CITY, IN_TOWN, PLAIN, Board
from footplate.age_of_steam.rules import Rules, fitting_layouts
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, Track
from footplate.age_of_steam.track import (
    CITY,
    LOOSE,
    NOTHING,
    OPEN,
    OWN,
    RELATIVE,
    UNOWNED,
    Site,
    Work,
    in_stock,
    lay,
    leads_to,
    open_ends,
    open_side,
    owners_on,
    section,
    site,
    tile_for,
)
from footplate.core.game import Refusal


def can_complete(rules: Rules, s: SteamState, seat: int, a: Build) -> bool:
    """Whether after a build all open ends of the seat can be completed with what is left."""
    known = rules.of_position(s, seat)
    if "completion" not in known:
        known["completion"] = Completion(rules, s, seat)
    completion: Completion = known["completion"]
    return completion.is_possible(s, a)


def can_finish(
    rules: Rules, s: SteamState, seat: int, price: int = 0, builds: int = 0, city: int = -1
) -> bool:
    """Whether all open ends can still be completed after so much cash and so many builds, or a New City."""
    if not open_ends(rules.board, s, FIRST_SEAT + seat):
        return True
    due, known = s.agenda[0], rules.of_position(s, seat)
    key = due, s.built, s.cash[seat], price, builds, city
    if key not in known:
        after = s.copy() if city < 0 else _with_city(s, city)
        after.cash[seat] -= price
        left = due.b - (city >= 0) if rules.urbanize_after_building() else 0
        known[key] = _finish(rules, after, seat, due.a - builds, left)
    found: bool = known[key]
    return found


class End(NamedTuple):
    """An open end: the side at which the next tile must meet it, and the place its track comes from."""

    meets: int
    place: int


class Step(NamedTuple):
    """A tile that meets an end, and what follows from it."""

    hex: int
    layout: int
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


class Made(NamedTuple):
    """What a build does at its sides."""

    open: list[Track]
    """Each side that becomes an open end, with what it is joined to."""
    joined: list[int]
    """The sides at which it joins own track."""


Laid = dict[int, int]
"""The layouts of tiles that are thought to be laid, by hex, in their order."""


class Completion:
    """The open ends of a builder in one position, and how they may be completed."""

    def __init__(self, rules: Rules, s: SteamState, seat: int) -> None:
        board = rules.board
        self.rules, self.board, self.seat = rules, board, seat
        self.view = s.rail.translate(RELATIVE[seat])
        """What lies at every side, as the builder sees it."""
        waiting = open_ends(board, s, FIRST_SEAT + seat)
        self.ends = [End(board.across[side], max(section(board, s, side).ends)) for side in waiting]
        self.made: dict[int, tuple[Site, dict[int, Made | None]]] = {}
        self.known: dict[tuple[int, bool], Onward | None] = {}
        self.unsure = False
        """Whether a no may be wrong."""

    def is_possible(self, s: SteamState, a: Build) -> bool:
        """Whether after a build all open ends can be completed."""
        rules, due = self.rules, s.agenda[0]
        builds, cities = due.a - 1, due.b if rules.urbanize_after_building() else 0
        made = self._made(s, a)
        if made is not None:
            if len(made.open) > builds + cities:
                return False
            self.unsure = False
            ends = self._ends_after(s, a, made)
            if not ends or self._close(s, ends, builds, cities, {a.hex: a.layout}):
                return True
            if not self.unsure:
                return False
        done = rules.work_of(rules.site_of(s, self.seat, a.hex), a.layout)
        assert isinstance(done, Work)
        after = _after(rules, s, self.seat, a.hex, a.layout, done)
        return after is not None and _finish(rules, after, self.seat, builds, cities)

    def _made(self, s: SteamState, a: Build) -> Made | None:
        """What a build does at its sides; None if that concerns track which lay there before."""
        on_hex = self.made.get(a.hex)
        if on_hex is None:
            here = self.rules.site_of(s, self.seat, a.hex)
            on_hex = self.made[a.hex] = here, self.rules.made.setdefault(here, {})
        here, known = on_hex
        if a.layout not in known:
            known[a.layout] = _make(self.rules, here, a.layout)
        made: Made | None = known[a.layout]
        if made and made.joined:
            joined = [self.board.across[6 * a.hex + side] // 6 for side in made.joined]
            return made if all(hex in s.built for hex in joined) else None
        return made

    def _ends_after(self, s: SteamState, a: Build, made: Made) -> list[End]:
        board, base = self.board, 6 * a.hex
        met = [base + side for side in made.joined]
        out = [end for end in self.ends if end.meets not in met]
        for side, other in made.open:
            place = a.hex if other == TOWN else leads_to(board, s, base + other)
            out.append(End(board.across[base + side], place))
        return out

    # One end after the other ----------------------------------------------------------------------------

    def _close(self, s: SteamState, ends: list[End], builds: int, cities: int, laid: Laid) -> bool:
        """Whether the ends can be completed by tiles that know nothing of each other, and New Cities."""
        if not ends:
            return self._can_pay(s, laid)
        hexes = [end.meets // 6 for end in ends]
        if len(ends) > 1:
            if len(set(hexes)) > builds + cities:
                return False
            if len(set(hexes)) < len(ends):
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
        self.unsure |= bool(others) and onward.cities > 1
        for step in onward.complete:
            if step.reaches != place and self._close(
                s, others, builds - 1, cities, laid | {hex: step.layout}
            ):
                return True
        spare = builds + cities - len(ends)
        for step in onward.further if spare or others else ():
            beyond = step.leaves // 6
            if (spare or beyond in hexes) and not step.reaches == place != OPEN:
                if builds + cities == 2 and s.kind[beyond] == PLAIN and not others and self._is_far(s, step):
                    continue
                led = End(step.leaves, place if step.behind == OPEN else step.behind)
                if self._close(s, [*others, led], builds - 1, cities, laid | {hex: step.layout}):
                    return True
        return False

    def _is_far(self, s: SteamState, step: Step) -> bool:
        """Whether one more tile cannot complete the end that a step leaves."""
        onward = self._onward(s, step.leaves, alone=True)
        return onward is not None and not onward.complete

    def _join(self, s: SteamState, ends: list[End], builds: int, cities: int, laid: Laid) -> bool:
        """Whether two ends that meet on an empty hex can be completed there; elsewhere it is not sure."""
        hex, town = ends[0].meets // 6, s.kind[ends[0].meets // 6] == IN_TOWN
        if len(ends) > 2 or s.layout[hex]:
            self.unsure = True
            return False
        if town and cities and self._can_pay(s, laid):
            return True
        if not builds or hex in s.built or hex in laid:
            return False
        first, second = sorted(end.meets % 6 for end in ends)
        if town:
            if hex in (ends[0].place, ends[1].place):
                return False
            layout = self.board.tiles.number[(first, TOWN), (second, TOWN)]
            return self._can_pay(s, laid | {hex: layout})
        met = list(self.board.facing[hex](self.view))
        met[first] = met[second] = NOTHING
        self.unsure |= OWN in met or UNOWNED in met
        if ends[0].place == ends[1].place:
            # Joined they were a loop, but each might go on by itself.
            self.unsure |= met.count(CITY) + cities > 1
            return False
        layout = self.board.tiles.number[(first, second),]
        return self._can_pay(s, laid | {hex: layout})

    def _can_pay(self, s: SteamState, laid: Laid) -> bool:
        """Whether there are cash and tiles for all that is laid."""
        rules = self.rules
        prices = [rules.price(hex, s.layout[hex], layout) for hex, layout in laid.items()]
        if rules.charges(s, self.seat, prices) > s.cash[self.seat]:
            return False
        if in_stock(self.board, s, laid):
            return True
        # Where a plain tile is out, one with a second track may serve.
        self.unsure = True
        return False

    # What may be laid at an end -------------------------------------------------------------------------

    def _onward(self, s: SteamState, meets: int, alone: bool) -> Onward | None:
        """The tiles that may be laid where an end arrives, whatever they cost; None if that is not sure."""
        if (meets, alone) in self.known:
            return self.known[meets, alone]
        hex, remembered = meets // 6, self.rules.onward
        lying, around = s.layout[hex], self.board.facing[hex](self.view)
        if s.kind[hex] == IN_TOWN and not lying and alone and in_stock(self.board, s, self._exit(meets)):
            found: Onward | None = Onward([Step(hex, self._exit(meets)[hex], hex)], [])
        else:
            owners = owners_on(self.board, s, hex, RELATIVE[self.seat]) if lying else ()
            key = meets, around, lying, owners
            if key not in remembered:
                plain = s.kind[hex] == PLAIN and not lying
                remembered[key] = self._on_plain(meets, around) if plain else self._on_other(s, meets)
            found = remembered[key]
        self.known[meets, alone] = found
        return found

    def _exit(self, meets: int) -> Laid:
        """In an empty town a single exit is enough for an end."""
        return {meets // 6: self.board.tiles.number[(meets % 6, TOWN),]}

    def _on_plain(self, meets: int, around: tuple[int, ...]) -> Onward | None:
        """On an empty hex a single track is enough: whatever a second one does can be done without it."""
        out = Onward([], [], around.count(CITY))
        hex, side = divmod(meets, 6)
        for other, layout in self.board.tiles.from_side[side]:
            what, beyond = around[other], self.board.across[6 * hex + other]
            if what == NOTHING:
                out.further.append(Step(hex, layout, OPEN, beyond))
            elif what == CITY:
                out.complete.append(Step(hex, layout, beyond // 6))
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
        for layout in fitting_layouts(rules, here):
            made = _make(rules, here, layout)
            leads = {a: b for track in board.tiles.layouts[layout].tracks for a, b in (track, track[::-1])}
            if made is None or side not in made.joined:
                continue
            reached = _place(board, hex, leads[side])
            if not made.open:
                out.complete.append(Step(hex, layout, reached))
            elif len(made.open) == 1:
                left, other = made.open[0]
                beyond = board.across[6 * hex + left]
                if other == side:
                    out.further.append(Step(hex, layout, OPEN, beyond))
                else:
                    out.further.append(Step(hex, layout, reached, beyond, _place(board, hex, other)))
            # Two ends would point at two hexes, and there is but one more tile for them.
        return out


def _make(rules: Rules, here: Site, layout: int) -> Made | None:
    """What a layout does at its sides; None if it changes track or meets nobody's."""
    done = rules.work_of(here, layout)
    assert isinstance(done, Work)
    leads = [lead for track in done.added for lead in (track, track[::-1]) if lead[0] != TOWN]
    if done.changed or any(here.meets[side] in (UNOWNED, LOOSE) for side, _ in leads):
        return None
    return Made(
        [lead for lead in leads if here.meets[lead[0]] == NOTHING],
        [side for side, _ in leads if here.meets[side] == OWN],
    )


def _place(board: Board, hex: int, side: int) -> int:
    """The town in the middle of a hex, or the city across a side."""
    return hex if side == TOWN else board.across[6 * hex + side] // 6


def _is_clear(rules: Rules, here: Site, side: int) -> bool:
    """Whether no track but the end could be joined or changed on a site."""
    lying = rules.board.tiles.layouts[here.layout]
    if not here.town and any(open_side(here, track) >= 0 for track in lying.tracks):
        return False
    free = set(range(6)) - {side, *lying.sides}
    return not any(here.meets[other] in (OWN, UNOWNED, LOOSE) for other in free)


# All sequences of builds ----------------------------------------------------------------------------------


def _after(rules: Rules, s: SteamState, seat: int, hex: int, layout: int, done: Work) -> SteamState | None:
    """The position after a build, or None if it cannot be paid for or has no tile."""
    board = rules.board
    price = rules.price(hex, s.layout[hex], layout)
    cost, tile = rules.charge(s, seat, price), tile_for(board, s, hex, layout)
    if cost > s.cash[seat] or isinstance(tile, Refusal):
        return None
    after = s.copy()
    after.cash[seat] -= cost
    after.begun[seat] = 1
    lay(board, after, seat, hex, layout, tile, done)
    rules.do_built(after, seat, price)
    return after


def _finish(rules: Rules, s: SteamState, seat: int, builds: int, cities: int) -> bool:
    """Whether the open ends can be completed with so many builds, and New Cities on towns they point at."""
    board = rules.board
    ends = open_ends(board, s, FIRST_SEAT + seat)
    facing = {board.across[side] // 6 for side in ends}
    towns = [hex for hex in facing if s.kind[hex] == IN_TOWN] if cities else []
    if not facing:
        return True
    if len(facing) > builds + cities:
        return False
    if any(_finish(rules, _with_city(s, town), seat, builds, cities - 1) for town in towns):
        return True
    # Every open end must be met, so it does not matter with which one we begin.
    side = board.across[min(ends)]
    hex = side // 6
    if not builds or hex in s.built:
        return False
    here = site(board, s, seat, hex)
    for layout in fitting_layouts(rules, here):
        if side % 6 in board.tiles.layouts[layout].sides:
            done = rules.work_of(here, layout)
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


def _with_city(s: SteamState, hex: int) -> SteamState:
    """The position with a New City on a town, as far as open ends can tell."""
    after = s.copy()
    after.kind[hex] = IN_CITY
    after.layout[hex] = 0
    after.rail[6 * hex : 6 * hex + 6] = bytes([CITY_SIDE] * 6)
    return after
