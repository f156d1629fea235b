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
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, Board
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TileSet
from footplate.age_of_steam.track import (
    CITY,
    LOOSE,
    NO_ENDS,
    OWN,
    RELATIVE,
    UNOWNED,
    Site,
    fitting_layouts,
    open_side,
    owners_on,
    tile_for,
)

SITES = 1 << 15
"""Surroundings of hexes that are remembered at most, some 30 MB: random games bring ten new ones each."""

Offer = tuple[tuple[Build, ...], tuple[int, ...]]
"""Builds on a hex and their prices, in the order of these."""

Priced = tuple[int, int, tuple[int, ...]]
"""A hex, what lies there, and layouts."""

Key = tuple[bytes, bool, Hashable]
"""Which tiles are out, whether the builder has never laid one, and what prices follow from."""

NOTHING: Final[Offer] = ((), ())
_OTHER: Final = bytes(1 if count else 0 for count in range(256))
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
    key = (bytes(s.supply.translate(_OUT)), not s.begun[seat], rules.prices_hold(s, seat))
    shelf: Shelf | None = rules.sites.get(key)
    if shelf is None:
        shelf = rules.sites[key] = Shelf(rules.board, any(key[0]), rules.sites, key)
    # While they are in use nobody else has them, so that two threads never spoil them for each other.
    offers = shelf.offers.pop(seat, None) or Offers(rules, seat, shelf)
    offers.renew(s)
    shelf.offers[seat] = offers
    return offers.within(s, rules.highest_price(s, seat))


class Shelf:
    """What is remembered while the same tiles are out and prices hold, of builders who have begun or not."""

    def __init__(self, board: Board, scarce: bool, others: dict[Key, Any], key: Key) -> None:
        self.known: list[dict[Any, Any]] = [{} for _ in range(board.size)]
        """For each hex what is offered in which surroundings; where ends of track matter, on which site."""
        self.scarce = scarce
        """Whether any tiles are out."""
        self.fitting: dict[int, tuple[int, ...] | None] = {}
        """What fits which surroundings, wherever they are and whether or not there are tiles; None where the
        ends of track matter."""
        self.priced: dict[Priced, Offer] = {}
        """Layouts as they are offered on a hex over what lay there: builds by price."""
        for other, shelf in others.items():
            if other[1] == key[1]:
                self.fitting = shelf.fitting
            if other[2] == key[2]:
                self.priced = shelf.priced
        self.offers: dict[int, Offers] = {}
        """What each seat was offered last."""


class Offers:
    """What one builder may lay on each hex, as it was when somebody last asked."""

    def __init__(self, rules: Rules[Any], seat: int, shelf: Shelf) -> None:
        self.rules, self.board, self.seat = rules, rules.board, seat
        self.known, self.fitting, self.priced = shelf.known, shelf.fitting, shelf.priced
        self.scarce = shelf.scarce
        size = self.board.size
        self.ground = bytes(len(self.board.touches))
        """All that the answers follow from besides the ends of track; before anybody asked, nothing."""
        self.around = [0] * size
        """The number that tells the surroundings of each hex."""
        self.builds: list[tuple[Build, ...]] = [()] * size
        """What is offered on each hex."""
        self.prices: list[tuple[int, ...]] = [()] * size
        """Its prices."""
        self.hexes: list[int] = []
        """The hexes where anything is offered, in their order."""
        self.far: set[int] = set()
        """The hexes where the ends of track around matter, which may change far away."""

    def renew(self, s: SteamState) -> None:
        """Look again at all hexes whose surroundings are not what they were."""
        view = s.rail.translate(RELATIVE[self.seat])
        # Which of several tiles shows a town makes a difference only where they run out.
        ground = b"".join((view, s.layout, s.tile if self.scarce else bytes(self.board.size)))
        if ground == self.ground:
            return
        changed = (CHANGES or _changes)(self.ground, ground, self.board.touches, self.around)
        self.ground = ground
        changed |= self.far
        for hex in changed:
            builds, prices = self._offer(s, hex)
            if not builds:
                if self.builds[hex]:
                    del self.hexes[bisect_left(self.hexes, hex)]
            elif not self.builds[hex]:
                insort(self.hexes, hex)
            self.builds[hex], self.prices[hex] = builds, prices

    def within(self, s: SteamState, cash: int) -> list[Build]:
        """What is offered at no higher price, on hexes that were not yet built on."""
        out: list[Build] = []
        built, all_builds, all_prices = s.built, self.builds, self.prices
        for hex in self.hexes:
            if hex not in built:
                builds, prices = all_builds[hex], all_prices[hex]
                out += builds if prices[-1] <= cash else builds[: bisect_right(prices, cash)]
        return out

    def _offer(self, s: SteamState, hex: int) -> Offer:
        if s.kind[hex] == IN_CITY:
            self.far.discard(hex)
            return NOTHING
        known, around = self.known[hex], self.around[hex]
        found: Offer | dict[Site, Offer] | None = known.get(around)
        if found is None:
            fits = self._fitting(s, hex, around)
            found = {} if fits is None else self._priced(s, hex, self._in_stock(s, hex, fits))
            self._remember(known, around, found)
        if not isinstance(found, dict):
            self.far.discard(hex)
            return found
        self.far.add(hex)
        here = self.rules.site_of(s, self.seat, hex)
        offer = found.get(here)
        if offer is None:
            layouts = fitting_layouts(self.board.tiles, here)
            offer = self._priced(s, hex, self._in_stock(s, hex, layouts))
            self._remember(found, here, offer)
        return offer

    def _fitting(self, s: SteamState, hex: int, around: int) -> tuple[int, ...] | None:
        """What fits where ends do not matter, so that all such surroundings share one answer; else None."""
        town = s.kind[hex] == IN_TOWN
        key = around << 1 | town
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
        if not self.scarce:
            return layouts
        board = self.board
        return tuple([layout for layout in layouts if isinstance(tile_for(board, s, hex, layout), int)])

    def _remember(self, known: dict[Any, Any], key: Any, found: Offer | dict[Site, Offer]) -> None:
        """Remember an answer; where there are too many, forget all: what comes again is soon known."""
        rules = self.rules
        known[key] = found
        rules.remembered += 1
        if rules.remembered > SITES:
            rules.sites.clear()
            rules.remembered = 0

    def _priced(self, s: SteamState, hex: int, layouts: tuple[int, ...]) -> Offer:
        """The builds of these layouts on a hex, the cheapest first, and their prices."""
        if not layouts:
            return NOTHING
        old = s.layout[hex]
        key = hex, old, layouts
        found = self.priced.get(key)
        if found is None:
            rules, board, seat = self.rules, self.board, self.seat
            fits = sorted([(rules.price(s, seat, hex, old, layout), layout) for layout in layouts])
            builds = tuple([board.build(hex, layout) for _, layout in fits])
            found = self.priced[key] = builds, tuple([price for price, _ in fits])
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
