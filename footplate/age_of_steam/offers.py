"""What may be built on each hex, worked out anew only where something has changed.

What may be laid on a hex follows from its surroundings alone, and the same surroundings come again and
again: the answers of `work` are remembered by them, for all hexes together, and each hex adds its prices.
Where the ends of track can be left out of account (`_plain`), what lies on the hex and across its sides is
enough to know the surroundings: one number tells it, and what changes at a side changes its digit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Hashable
from importlib import import_module
from typing import Any, Final

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, MOST_SEATS, owner_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TileSet
from footplate.age_of_steam.track import (
    CITY,
    LOOSE,
    NO_ENDS,
    OPEN,
    OWN,
    RELATIVE,
    UNOWNED,
    Site,
    fitting_layouts,
    leads_to,
    open_side,
    owners_on,
    owns_in,
    tile_for,
)

SITES = 1 << 15
"""Surroundings of hexes that are remembered at most, some 30 MB: random games bring ten new ones each."""

Offer = tuple[tuple[Build, ...], ...]
"""Builds on a hex by what they cost: for each amount those that it pays for, and with the last all."""

Priced = tuple[int, int, tuple[int, ...]]
"""A hex, what lies there, and layouts."""

Key = tuple[bytes, Hashable]
"""Which tiles are out, and what prices follow from."""

BEGINNER: Final = -1
"""Whoever has never laid a tile."""
BEGINNERS_OWN: Final = 6
BEGINNERS_UNOWNED: Final = 7
"""Own track and nobody's as a beginner meets them: only there it matters whether a tile is the first."""
BESIDES_TILE: Final = (1 << 44) - 1
"""The digits of surroundings without the tile that lies there, which stand last."""
MET: Final = 1 << OWN | 1 << UNOWNED | 1 << BEGINNERS_OWN | 1 << BEGINNERS_UNOWNED
"""The digits of track that a builder may meet."""


def _beginners(seat: int) -> bytes:
    """The table that turns what lies at a side into what it is for one seat that has not begun."""
    others = {OWN: BEGINNERS_OWN, UNOWNED: BEGINNERS_UNOWNED}
    return bytes([others.get(what, what) for what in RELATIVE[seat]])


BEGINNERS: Final[tuple[bytes, ...]] = tuple(map(_beginners, range(MOST_SEATS)))

NOTHING: Final[Offer] = ((),)
_OTHER: Final = bytes(1 if count else 0 for count in range(256))
_FREE: Final = bytes(1)
_OUT: Final = bytes(1 if count == 0 else 0 for count in range(256))


Changes = Callable[[bytes, bytes, tuple[tuple[tuple[int, int], ...], ...], list[int]], set[int]]


def _kernel() -> Changes | None:
    """The same as `_changes` in C, where the package's build has compiled it."""
    try:
        found: Changes = import_module("footplate.age_of_steam.changes").changes
    except ImportError:
        return None
    return found


CHANGES: Final = _kernel()


def _changes(
    before: bytes, after: bytes, touches: tuple[tuple[tuple[int, int], ...], ...], numbers: list[int]
) -> set[int]:
    """Bring numbers from one ground up to another, by what each of its bytes counts; which they are."""
    out: set[int] = set()
    other = (int.from_bytes(before) ^ int.from_bytes(after)).to_bytes(len(after)).translate(_OTHER)
    at = other.find(1)
    while at >= 0:
        more = after[at] - before[at]
        for hex, bits in touches[at]:
            numbers[hex] += more << bits
            out.add(hex)
        at = other.find(1, at + 1)
    return out


def offered(rules: Rules[Any], s: SteamState, seat: int) -> list[Build]:
    """Every build that fits and can be paid, hex by hex and the cheapest first."""
    key = (bytes(s.supply.translate(_OUT)), rules.prices_hold(s, seat))
    shelf: Shelf | None = rules.sites.get(key)
    if shelf is None:
        shelf = rules.sites[key] = Shelf(rules, key)
    builder = seat if s.begun[seat] else BEGINNER
    taken = len(s.layout.translate(None, _FREE))
    # While they are in use nobody else has them, so that two threads never spoil them for each other.
    offers = shelf.nearest(builder, taken)
    offers.renew(s, seat, taken)
    out = offers.within(s, rules.highest_price(s, seat))
    shelf.keep(builder, offers)
    return out


def lacking(tiles: TileSet, out: bytes) -> frozenset[int]:
    """The layouts that no tile in the supply shows, given which kinds are out and, last, the town disks."""
    return frozenset(
        [
            number
            for number, layout in enumerate(tiles.layouts)
            if layout.tiles and ((layout.disk and out[-1]) or all(out[kind] for kind in layout.tiles))
        ]
    )


class Shelf:
    """What is remembered while the same tiles are out and prices hold."""

    def __init__(self, rules: Rules[Any], key: Key) -> None:
        self.rules = rules
        self.known: list[dict[Any, Any]] = [{} for _ in range(rules.board.size)]
        """For each hex what is offered in which surroundings; where ends of track matter, with which ends."""
        self.lacking = lacking(rules.board.tiles, key[0])
        """The layouts for which all tiles are out."""
        self.fitting: dict[int, tuple[int, ...] | None] = {}
        """What fits which surroundings, wherever they are and whether or not there are tiles; None where the
        ends of track matter."""
        self.priced: dict[Priced, Offer] = {}
        """Layouts as they are offered on a hex over what lay there: builds by price."""
        for other, shelf in rules.sites.items():
            self.fitting = shelf.fitting
            if other[1] == key[1]:
                self.priced = shelf.priced
        self.offers: dict[int, Offers] = {}
        """What each builder was offered last; all who have not begun are offered the same."""
        self.emptiest: Offers | None = None
        """What was offered where least track lay."""

    def nearest(self, builder: int, taken: int) -> Offers:
        """Offers from which it is not far to a board where track lies on so many hexes.

        Track stays where it lies: where there is less, it is another game, which is nearer to its beginning.
        """
        own = self.offers.pop(builder, None)
        if own is not None and own.taken <= taken:
            return own
        beginner = self.offers.pop(BEGINNER, None)
        if beginner is not None:
            self.offers[BEGINNER] = beginner
            if beginner.taken <= taken:
                return beginner.copy()
        return self.emptiest.copy() if self.emptiest is not None else Offers(self)

    def keep(self, builder: int, offers: Offers) -> None:
        """Keep what a builder was offered."""
        self.offers[builder] = offers
        if self.emptiest is None or self.emptiest.taken > offers.taken:
            self.emptiest = offers.copy()


class Offers:
    """What one builder may lay on each hex, as it was when somebody last asked."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf, self.rules, self.board, self.seat = shelf, shelf.rules, shelf.rules.board, 0
        self.known, self.fitting, self.priced = shelf.known, shelf.fitting, shelf.priced
        self.lacking = shelf.lacking
        size = self.board.size
        self.taken = 0
        """On how many hexes track lay."""
        self.ground = bytes(len(self.board.touches))
        """All that the answers follow from besides the ends of track; before anybody asked, nothing."""
        self.around = [0] * size
        """The number that tells the surroundings of each hex."""
        self.offered: list[Offer] = [NOTHING] * size
        """What is offered on each hex."""
        self.hexes: list[int] = []
        """The hexes where anything is offered, in their order."""
        self.far: set[int] = set()
        """The hexes where the ends of track around matter, which may change far away."""

    def copy(self) -> Offers:
        """The same, to go on from here."""
        new = Offers(self.shelf)
        new.taken, new.ground, new.around = self.taken, self.ground, self.around[:]
        new.offered, new.hexes, new.far = self.offered[:], self.hexes[:], set(self.far)
        return new

    def renew(self, s: SteamState, seat: int, taken: int) -> None:
        """Look again at all hexes whose surroundings are not what they were."""
        self.seat, self.taken = seat, taken
        view = s.rail.translate(RELATIVE[seat] if s.begun[seat] else BEGINNERS[seat])
        # Which of several tiles shows a town makes a difference only where they run out.
        ground = b"".join((view, s.layout, s.tile if self.lacking else bytes(self.board.size)))
        if ground == self.ground:
            return
        changed = (CHANGES or _changes)(self.ground, ground, self.board.touches, self.around)
        self.ground = ground
        changed |= self.far
        for hex in changed:
            offer = self._offer(s, hex)
            if offer is NOTHING:
                if self.offered[hex] is not NOTHING:
                    del self.hexes[bisect_left(self.hexes, hex)]
            elif self.offered[hex] is NOTHING:
                insort(self.hexes, hex)
            self.offered[hex] = offer

    def within(self, s: SteamState, cash: int) -> list[Build]:
        """What is offered at no higher price, on hexes that were not yet built on."""
        out: list[Build] = []
        offered = self.offered
        # Direct links are counted beyond all hexes.
        shut = [(hex, offered[hex]) for hex in s.built if hex < len(offered)]
        for hex, _ in shut:
            offered[hex] = NOTHING
        for hex in self.hexes:
            offer = offered[hex]
            out += offer[cash] if cash < len(offer) else offer[-1]
        for hex, offer in shut:
            offered[hex] = offer
        return out

    def _offer(self, s: SteamState, hex: int) -> Offer:
        if s.kind[hex] == IN_CITY:
            self.far.discard(hex)
            return NOTHING
        known, around = self.known[hex], self.around[hex]
        found: Offer | dict[int, Offer] | None = known.get(around)
        if found is None:
            fits = self._fitting(s, hex, around)
            found = {} if fits is None else self._priced(s, hex, self._in_stock(s, hex, fits))
            self._remember(known, around, found)
        if not isinstance(found, dict):
            self.far.discard(hex)
            return found
        self.far.add(hex)
        ends = self._ends(s, hex, around)
        offer = found.get(ends)
        if offer is None:
            layouts = fitting_layouts(self.board.tiles, self.rules.site_of(s, self.seat, hex))
            offer = self._priced(s, hex, self._in_stock(s, hex, layouts))
            self._remember(found, ends, offer)
        return offer

    def _ends(self, s: SteamState, hex: int, around: int) -> int:
        """Where the track begins that may be met across each side, and whether it may be extended from there.

        One number: besides the surroundings it is all that a site follows from.
        """
        board, own, out = self.board, owner_of(self.seat), 0
        for side in range(6 * hex, 6 * hex + 6):
            digit = 0
            if MET >> (around & 7) & 1:
                place = leads_to(board, s, side)
                if place != OPEN:
                    digit = 2 * place + 2 + (s.kind[place] == IN_CITY or owns_in(s, place, own))
            out = out * (2 * board.size + 2) + digit
            around >>= 3
        return out

    def _fitting(self, s: SteamState, hex: int, around: int) -> tuple[int, ...] | None:
        """What fits where ends do not matter, so that all such surroundings share one answer; else None."""
        town = s.kind[hex] == IN_TOWN
        key = (around & BESIDES_TILE) << 1 | town
        if key not in self.fitting:
            board, table = self.board, RELATIVE[self.seat]
            meets = tuple([table[what] for what in board.facing[hex](s.rail)])
            owners, first = owners_on(board, s, hex, table), not s.begun[self.seat]
            here = Site(town, s.layout[hex], owners, meets, NO_ENDS, first)
            plain = _plain(board.tiles, here)
            self.fitting[key] = fitting_layouts(board.tiles, here) if plain else None
        return self.fitting[key]

    def _in_stock(self, s: SteamState, hex: int, layouts: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the layouts for which there is a tile, the one that lies there included."""
        lacking, board = self.lacking, self.board
        if lacking.isdisjoint(layouts):
            return layouts
        return tuple(
            [
                layout
                for layout in layouts
                if layout not in lacking or isinstance(tile_for(board, s, hex, layout), int)
            ]
        )

    def _remember(self, known: dict[Any, Any], key: int, found: Offer | dict[int, Offer]) -> None:
        """Remember an answer; where there are too many, forget all: what comes again is soon known."""
        rules = self.rules
        known[key] = found
        rules.remembered += 1
        if rules.remembered > SITES:
            rules.sites.clear()
            rules.remembered = 0

    def _priced(self, s: SteamState, hex: int, layouts: tuple[int, ...]) -> Offer:
        """The builds of these layouts on a hex, the cheapest first, by what they cost."""
        if not layouts:
            return NOTHING
        old = s.layout[hex]
        key = hex, old, layouts
        found = self.priced.get(key)
        if found is None:
            rules, board, seat = self.rules, self.board, self.seat
            fits = sorted([(rules.price(s, seat, hex, old, layout), layout) for layout in layouts])
            builds = tuple([board.build(hex, layout) for _, layout in fits])
            prices = [price for price, _ in fits]
            paid = [builds[: bisect_right(prices, cash)] for cash in range(prices[-1])]
            found = self.priced[key] = (*paid, builds)
        return found


def _plain(tiles: TileSet, here: Site) -> bool:
    """Whether the ends of the track around do not matter: no loop can be, nothing unowned is met."""
    tracks = tiles.layouts[here.layout].tracks
    taken = {side for track in tracks if here.town or open_side(here, track) < 0 for side in track}
    met = [here.meets[side] for side in range(6) if side not in taken]
    if UNOWNED in met or LOOSE in met:
        return False
    if here.town:
        return OWN not in met
    return OWN not in met or met.count(OWN) + met.count(CITY) == 1
