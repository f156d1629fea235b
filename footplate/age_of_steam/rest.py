"""What the rest of a link costs: from every side the cheapest ways on to places, with one or two tiles.

What lies near a side decides it, so that it is looked for anew only where something has changed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from footplate.age_of_steam.board import CITY_SIDE, EMPTY, IN_TOWN
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.survey import Passage, Passages
from footplate.age_of_steam.tiles import TOWN, TileSet
from footplate.age_of_steam.track import OPEN, REMEMBERED

NEVER: Final = 1 << 30
"""More cash than anybody has."""
NEW_CITY: Final = 255
BUILT: Final = 254
"""What stands for the layout of a hex with a New City or that was built on: there are fewer layouts."""
FEW: Final = 2
"""With so many tiles no way comes back to a hex where it was, nor to the one it came from."""
PLENTY: Final = FEW + 1
"""So many tiles of a kind cannot run out on a way and the tile before it."""
_UP_TO_PLENTY: Final = bytes([min(count, PLENTY) for count in range(256)])
DIGIT: Final = 3
"""The bits in which tiles of a kind are counted: those that are laid and those missing of plenty are few."""


Bounds = tuple[int, int, int]
"""The most cash that is known to be too little for a tile and the rest of its links, and the least that is
known to be enough where there are tiles of these kinds."""

UNKNOWN: Final[Bounds] = (-1, NEVER, 0)


class Cheapest:
    """The cheapest way on from a side, and the cheapest to another place than that one leads to."""

    def __init__(self) -> None:
        self.price = self.other_price = NEVER
        self.place = self.other_place = OPEN
        self.kinds = self.other_kinds = 0
        """How many tiles of each kind they take, a digit each."""
        self.short = False
        """Whether there might be cheaper ways if there were more tiles."""

    def add(self, price: int, place: int, kinds: int) -> None:
        """One way more."""
        if place == self.place:
            if price < self.price:
                self.price, self.kinds = price, kinds
        elif price < self.price:
            self.other_price, self.other_place, self.other_kinds = self.price, self.place, self.kinds
            self.price, self.place, self.kinds = price, place, kinds
        elif price < self.other_price:
            self.other_price, self.other_place, self.other_kinds = price, place, kinds

    def elsewhere(self, place: int) -> int:
        """The price of the cheapest way to any place but one."""
        return self.price if self.place != place else self.other_price


Row = list[Cheapest | None]
"""What is known of the six sides of a hex."""
NONE_YET: Final[Row] = [None] * 6


class Rest:
    """The cheapest ways on from the sides of a board, as it was when somebody last asked."""

    def __init__(self, passages: Passages, far: list[int], reached: list[list[frozenset[int]]]) -> None:
        """`far` and `reached` are those of `Ahead`."""
        self.passages, self.board, self.far, self.reached = passages, passages.board, far, reached
        size = self.board.size
        self.lies, self.tile = bytes(size), bytes(size)
        """What lies on every hex, as `Ahead.ground` tells it, and which tile."""
        self.stock = bytes(len(self.board.tiles.tiles) + 1)
        """How many tiles there are of each kind, as far as a way can tell."""
        self.missing = self.over = 0
        """How many tiles of each kind are missing of plenty, and the highest bits of their digits."""
        for kind in range(len(self.stock)):
            self.missing |= PLENTY << DIGIT * kind
            self.over |= PLENTY + 1 << DIGIT * kind
        self.laid: list[int | None] = [None] * len(self.board.tiles.layouts)
        """For each layout the kinds of what is laid, as `kinds` tells them."""
        self.width = size + 1
        """All hexes, the wall last."""
        self.plain: list[Row | None] = [None] * ((FEW + 1) * self.width)
        """By the number of tiles and the hex where track comes in: the cheapest ways in stock."""
        self.any: list[Row | None] = self.plain[:]
        """The same of all ways, where some have no tiles."""
        self.through: list[tuple[tuple[Passage, ...], ...] | None] = [None] * size
        self.bounds: list[dict[int, Bounds]] = [{} for _ in range(size)]
        """What is known of layouts on a hex with so many builds left, `4 * layout + builds`, in any stock."""
        self.tried: list[dict[int, Bounds]] = [{} for _ in range(size)]
        """The same of those for which prices do not tell it, with the stock as it is."""

    def renew(self, s: SteamState, lies: bytes) -> None:
        """Forget what follows from anything that is not as it was."""
        tile, stock = bytes(s.tile), bytes(s.supply.translate(_UP_TO_PLENTY))
        if lies != self.lies or tile != self.tile:
            for hex in self.board.land:
                before, after = self.lies[hex], lies[hex]
                if before != after or tile[hex] != self.tile[hex]:
                    self.through[hex] = None
                    city = before == NEW_CITY or after == NEW_CITY
                    self._forget(hex, city)
                    for near in self.reached[FEW + city][hex]:
                        self.bounds[near].clear()
                    for near in self.reached[FEW + 1][hex]:
                        self.tried[near].clear()
            self.lies, self.tile = lies, tile
        if stock != self.stock:
            other = frozenset([kind for kind, count in enumerate(stock) if count != self.stock[kind]])
            tiles, kinds, met = self.board.tiles, s.kind, dict[int, bool]()
            for hex in self.board.land:
                lying, town = lies[hex], kinds[hex] == IN_TOWN
                meets = met.get(lying << 1 | town)
                if meets is None:
                    over = laid_over(tiles, lying, town) if lying < BUILT else frozenset[int]()
                    meets = met[lying << 1 | town] = not other.isdisjoint(over)
                if meets:
                    self._forget(hex, False)
                self.tried[hex].clear()
            self.stock, self.missing = stock, 0
            for kind, count in enumerate(stock):
                self.missing |= PLENTY - count << DIGIT * kind
            self.laid = [None] * len(self.laid)

    def _forget(self, hex: int, city: bool) -> None:
        """Forget all ways that may go over a hex, and where it is or was a city, those that lead to it."""
        for tiles in range(0 if city else 1, FEW + 1):
            for near in self.reached[tiles if city else tiles - 1][hex]:
                self.plain[tiles * self.width + near] = self.any[tiles * self.width + near] = None

    def find(self, s: SteamState, seat: int, side: int, tiles: int) -> Cheapest:
        """The cheapest ways on from a side with so many tiles, for which there are tiles."""
        return self._known(self.plain, s, seat, side, tiles)

    def least(self, s: SteamState, seat: int, side: int, tiles: int) -> Cheapest:
        """The cheapest ways on from a side with so many tiles, whether or not there are tiles for them."""
        plain = self.find(s, seat, side, tiles)
        if not plain.short:
            return plain
        return self._known(self.any, s, seat, side, tiles)

    def _known(self, rows: list[Row | None], s: SteamState, seat: int, side: int, tiles: int) -> Cheapest:
        facing = self.board.across[side]
        hex, enters = facing // 6, facing % 6
        at = tiles * self.width + hex
        row = rows[at]
        if row is None:
            row = rows[at] = NONE_YET[:]
        found = row[enters]
        if found is None:
            found = row[enters] = self._search(s, seat, hex, enters, tiles, rows is self.plain)
        return found

    def cross(self, s: SteamState, seat: int, enters: int, leaves: int) -> tuple[int, int]:
        """The layout that leads track over a hex outside towns from a side to another, and its price."""
        hex = enters // 6
        if s.rail[enters] == EMPTY and s.kind[hex] != IN_TOWN and self.lies[hex] != BUILT:
            for exit, layout, price in self._passages(s, seat, hex)[enters % 6]:
                if 6 * hex + exit == leaves:
                    return layout, price
        return 0, NEVER

    def _passages(self, s: SteamState, seat: int, hex: int) -> tuple[tuple[Passage, ...], ...]:
        found = self.through[hex]
        if found is None:
            found = self.through[hex] = self.passages.through(s, seat, hex)
        return found

    def _search(
        self, s: SteamState, seat: int, hex: int, enters: int, tiles: int, in_stock: bool
    ) -> Cheapest:
        found, what = Cheapest(), s.rail[6 * hex + enters]
        if what == CITY_SIDE:
            found.add(0, hex, 0)
        elif what != EMPTY or not tiles or self.far[hex] > tiles or self.lies[hex] == BUILT:
            return found
        elif s.kind[hex] == IN_TOWN:
            layout = with_exit(self.board.tiles, s.layout[hex], enters)
            kinds = self.kinds(layout) if in_stock and layout else 0
            if kinds < 0:
                found.short = True
            elif layout:
                found.add(self.passages.rules.price(s, seat, hex, s.layout[hex], layout), hex, kinds)
        else:
            for exit, layout, cost in self._passages(s, seat, hex)[enters]:
                kinds = self.kinds(layout) if in_stock else 0
                if kinds < 0:
                    found.short = True
                else:
                    self._lead_on(found, s, seat, 6 * hex + exit, tiles - 1, cost, kinds, in_stock)
        return found

    def _lead_on(
        self,
        found: Cheapest,
        s: SteamState,
        seat: int,
        side: int,
        tiles: int,
        cost: int,
        kinds: int,
        in_stock: bool,
    ) -> None:
        """Add the ways that begin with a tile, which leads to a side, and go on from there."""
        rest = self.find(s, seat, side, tiles) if in_stock else self.least(s, seat, side, tiles)
        if in_stock and rest.short:
            found.short = True
        if rest.price < NEVER:
            if not in_stock or self.are_left(kinds + rest.kinds):
                found.add(cost + rest.price, rest.place, kinds + rest.kinds)
            else:
                found.short = True
        if rest.other_price < NEVER:
            if not in_stock or self.are_left(kinds + rest.other_kinds):
                found.add(cost + rest.other_price, rest.other_place, kinds + rest.other_kinds)
            else:
                found.short = True

    def tells(self, known: Bounds | None, cash: int) -> int:
        """Whether so much cash is known to be enough, as 1 or 0; -1 if that is not known."""
        if known is None:
            return -1
        if cash <= known[0]:
            return 0
        return 1 if known[1] <= cash and self.are_left(known[2]) else -1

    def are_left(self, kinds: int) -> bool:
        """Whether there are so many tiles of each kind, which are never more than plenty."""
        return not (kinds + self.missing) & self.over

    def kinds(self, layout: int) -> int:
        """The kinds of what is laid for a layout, a digit each; below 0 if there is none."""
        found = self.laid[layout]
        if found is None:
            found = self.laid[layout] = self._kinds(layout)
        return found

    def _kinds(self, layout: int) -> int:
        wanted, stock, out = self.board.tiles.layouts[layout], self.stock, 0
        if wanted.disk:
            if not stock[-1]:
                return -1
            out = 1 << DIGIT * (len(stock) - 1)
        for kind in wanted.tiles:
            if stock[kind]:
                return out + (1 << DIGIT * kind)
        return -1


@lru_cache(REMEMBERED)
def with_exit(tiles: TileSet, layout: int, side: int) -> int:
    """The layout of a town with one more exit, or 0 if no tile has so many."""
    return tiles.number.get(tuple(sorted((*tiles.layouts[layout].tracks, (side, TOWN)))), 0)


@lru_cache(REMEMBERED)
def laid_over(tiles: TileSet, layout: int, town: bool) -> frozenset[int]:
    """The kinds of tiles with which a way is led over a layout or into a town with it; the last is a disk."""
    if town:
        layouts = [with_exit(tiles, layout, side) for side in range(6)]
        return frozenset(
            [kind for made in layouts for kind in (*tiles.layouts[made].tiles, len(tiles.tiles))]
        )
    return frozenset(
        [kind for row in tiles.through(layout) for _, made in row for kind in tiles.layouts[made].tiles]
    )
