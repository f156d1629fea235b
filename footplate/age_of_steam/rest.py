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
NONE_YET: Final[list[None]] = [None] * 6
"""What is known of the sides of a hex at first."""
_UP_TO_PLENTY: Final = bytes([min(count, PLENTY) for count in range(256)])


class Cheapest:
    """The cheapest way on from a side, and the cheapest to another place than that one leads to."""

    def __init__(self) -> None:
        self.price = self.other_price = NEVER
        self.place = self.other_place = OPEN
        self.kinds = self.other_kinds = 0
        """The kinds of their tiles that may run out, as bits."""
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
        self.laid: list[int | None] = [None] * len(self.board.tiles.layouts)
        """For each layout the kinds of what is laid, as `kinds` tells them."""
        self.width = 6 * (size + 1)
        """The sides of all hexes, those of the wall last."""
        self.plain: list[Cheapest | None] = [None] * ((FEW + 1) * self.width)
        """By the number of tiles and the side where track comes in: the cheapest ways in stock."""
        self.any: list[Cheapest | None] = self.plain[:]
        """The same of all ways, where some have no tiles."""
        self.through: list[tuple[tuple[Passage, ...], ...] | None] = [None] * size
        self.tried: list[dict[int, tuple[int, int]]] = [{} for _ in range(size)]
        """Of layouts on a hex of which the prices of the rest do not tell whether they can be completed: the
        most cash that was too little, and the least that was enough."""

    def renew(self, s: SteamState, lies: bytes) -> None:
        """Forget what follows from anything that is not as it was."""
        tile, stock = bytes(s.tile), bytes(s.supply.translate(_UP_TO_PLENTY))
        if lies != self.lies or tile != self.tile:
            for hex in self.board.land:
                before, after = self.lies[hex], lies[hex]
                if before != after or tile[hex] != self.tile[hex]:
                    self.through[hex] = None
                    self._forget(hex, before == NEW_CITY or after == NEW_CITY)
                    for near in self.reached[FEW + 1][hex]:
                        self.tried[near].clear()
            self.lies, self.tile = lies, tile
        if stock != self.stock:
            other = frozenset([kind for kind, count in enumerate(stock) if count != self.stock[kind]])
            tiles, kinds = self.board.tiles, s.kind
            for hex in self.board.land:
                if lies[hex] < BUILT and not other.isdisjoint(
                    laid_over(tiles, lies[hex], kinds[hex] == IN_TOWN)
                ):
                    self._forget(hex, False)
                self.tried[hex].clear()
            self.stock = stock
            self.laid = [None] * len(self.laid)

    def _forget(self, hex: int, city: bool) -> None:
        """Forget all ways that may go over a hex, and where it is or was a city, those that lead to it."""
        for tiles in range(0 if city else 1, FEW + 1):
            for near in self.reached[tiles if city else tiles - 1][hex]:
                first = tiles * self.width + 6 * near
                self.plain[first : first + 6] = self.any[first : first + 6] = NONE_YET

    def find(self, s: SteamState, seat: int, side: int, tiles: int) -> Cheapest:
        """The cheapest ways on from a side with so many tiles, for which there are tiles."""
        facing = self.board.across[side]
        found = self.plain[tiles * self.width + facing]
        if found is None:
            found = self._search(s, seat, facing // 6, facing % 6, tiles, True)
            self.plain[tiles * self.width + facing] = found
        return found

    def least(self, s: SteamState, seat: int, side: int, tiles: int) -> Cheapest:
        """The cheapest ways on from a side with so many tiles, whether or not there are tiles for them."""
        plain = self.find(s, seat, side, tiles)
        if not plain.short:
            return plain
        facing = self.board.across[side]
        found = self.any[tiles * self.width + facing]
        if found is None:
            found = self._search(s, seat, facing // 6, facing % 6, tiles, False)
            self.any[tiles * self.width + facing] = found
        return found

    def cross(self, s: SteamState, seat: int, enters: int, leaves: int) -> int:
        """The price of a tile on a hex outside towns that leads track from a side of it to another."""
        hex = enters // 6
        if s.rail[enters] == EMPTY and s.kind[hex] != IN_TOWN and self.lies[hex] != BUILT:
            for exit, _, price in self._passages(s, seat, hex)[enters % 6]:
                if 6 * hex + exit == leaves:
                    return price
        return NEVER

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
        if in_stock and (rest.short or rest.kinds & kinds or rest.other_kinds & kinds):
            found.short = True
        if rest.price < NEVER and not rest.kinds & kinds:
            found.add(cost + rest.price, rest.place, rest.kinds | kinds)
        if rest.other_price < NEVER and not rest.other_kinds & kinds:
            found.add(cost + rest.other_price, rest.other_place, rest.other_kinds | kinds)

    def kinds(self, layout: int) -> int:
        """The kinds of what is laid for a layout and may run out, as bits; below 0 if there is none."""
        found = self.laid[layout]
        if found is None:
            found = self.laid[layout] = self._kinds(layout)
        return found

    def _kinds(self, layout: int) -> int:
        wanted, stock, out = self.board.tiles.layouts[layout], self.stock, 0
        if wanted.disk:
            if not stock[-1]:
                return -1
            if stock[-1] < PLENTY:
                out = 1
        for kind in wanted.tiles:
            if stock[kind]:
                return out if stock[kind] == PLENTY else out | 2 << kind
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
