"""The search for track: every way to lead track on from a side to a place, tile by tile, and what it costs.

Who asks for less says so: at most so many tiles, or only ways by which a side is reached cheaper than before.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from footplate.age_of_steam.board import CITY_SIDE, EMPTY, IN_CITY, IN_TOWN
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import Track
from footplate.age_of_steam.track import OPEN, in_stock, leads_to

PASSAGES = 1 << 14
"""Hexes whose passages are remembered at most, each with what lies there: then all are forgotten."""
PLACES = (IN_CITY, IN_TOWN)
NOWHERE = -2
"""What lies beyond a side that track cannot cross."""

Tile = tuple[int, int]
"""A tile that a way needs: its hex and the layout it shows afterwards."""
Front = tuple[int, int, tuple[Tile, ...], int]
"""How far a way has come: the side it crosses next, its price and tiles so far, and what it began with."""
Passage = tuple[int, int, int]
"""A track through a hex from a given side: the side it leaves by, the layout it makes, and its price."""
Beyond = tuple[int, int, tuple[int, ...]]
"""What lies beyond a side: the hex, the side at which a tile there meets the track, or -1 if track that lies
there leads on to the place, and all hexes that were looked at."""


class Way(NamedTuple):
    """A way to a place, without the tile that a town there may need."""

    place: int
    meets: int
    """The side of the place at which the way arrives, or -1 if lying track leads there."""
    price: int
    tiles: tuple[Tile, ...]
    start: int
    """What it began with, as its front says."""


class Passages:
    """Which tracks can be laid through the hexes of a board, besides those that lie there."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules, self.board = rules, rules.board
        self.known: dict[tuple[int, int, Hashable], tuple[tuple[Passage, ...], ...]] = {}

    def through(self, s: SteamState, seat: int, hex: int) -> tuple[tuple[Passage, ...], ...]:
        """For each side by which track enters a hex outside towns: all ways to leave it by another."""
        key = hex, s.layout[hex], self.rules.prices_hold(s, seat)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= PASSAGES:
                self.known.clear()
            found = self.known[key] = tuple(tuple(self._from(s, seat, hex, side)) for side in range(6))
        return found

    def _from(self, s: SteamState, seat: int, hex: int, entry: int) -> Iterator[Passage]:
        tiles, old = self.board.tiles, s.layout[hex]
        lying = tiles.layouts[old]
        free = [side for side in range(6) if side not in lying.sides]
        for exit in free if entry in free else ():
            track: Track = (min(entry, exit), max(entry, exit))
            layout = tiles.number.get(tuple(sorted((*lying.tracks, track))))
            if entry != exit and layout is not None:
                yield exit, layout, self.rules.price(s, seat, hex, old, layout)


class Survey:
    """A position as one builder looks over it: where track could be led."""

    def __init__(
        self,
        passages: Passages,
        s: SteamState,
        seat: int,
        joins: Collection[int] = (),
        shut: Collection[int] = (),
    ) -> None:
        """Track of the owners in `joins` may be joined; no tile is laid on the hexes in `shut`."""
        self.passages, self.board, self.s, self.seat = passages, passages.board, s, seat
        self.joins, self.shut = joins, shut
        self._beyond: dict[int, Beyond] = {}
        self._beside: dict[int, bool] = {}
        self._through: dict[int, tuple[tuple[Passage, ...], ...]] = {}

    def through(self, hex: int) -> tuple[tuple[Passage, ...], ...]:
        """The passages of a hex as it lies now."""
        if hex not in self._through:
            self._through[hex] = self.passages.through(self.s, self.seat, hex)
        return self._through[hex]

    def beyond(self, side: int) -> Beyond:
        """What lies beyond a side; track that may be joined there is followed to its end."""
        found = self._beyond.get(side)
        if found is None:
            found = self._beyond[side] = self._look(side)
        return found

    def _look(self, side: int) -> Beyond:
        board, s = self.board, self.s
        facing = board.across[side]
        what = s.rail[facing]
        if what in (EMPTY, CITY_SIDE):
            return facing // 6, facing, (facing // 6,)
        if what not in self.joins:
            return NOWHERE, -1, (facing // 6,)
        passed: list[int] = []
        place = leads_to(board, s, side, passed)
        end = board.across[passed[-1]]
        looked = tuple({end // 6, *(at // 6 for at in passed)})
        return (place, -1, looked) if place != OPEN else (end // 6, end, looked)

    def ways(
        self,
        fronts: Iterable[Front],
        tiles: int,
        least: dict[int, int] | None = None,
    ) -> Iterator[Way]:
        """The ways from these fronts to places that need at most so many tiles, those with fewer tiles first.

        With `least` a way goes on only over sides that none has reached as cheaply, and the price at which
        each side was reached is left there.
        """
        kind, shut = self.s.kind, self.shut
        known, passages = self._beyond, self._through
        layer = list(fronts)
        while layer:
            after: list[Front] = []
            for side, price, laid, start in layer:
                hex, meets, _ = known.get(side) or self.beyond(side)
                if hex == NOWHERE:
                    continue
                if kind[hex] in PLACES:
                    yield Way(hex, meets, price, laid, start)
                    continue
                left = tiles - len(laid)
                if left <= 0 or hex in shut:
                    continue
                # The cheapest way to a side needs no hex twice, and the last tile lies beside a place.
                if least is None and (
                    any(hex == other for other, _ in laid) or (left == 1 and not self._beside_place(hex))
                ):
                    continue
                for exit, layout, cost in (passages.get(hex) or self.through(hex))[meets % 6]:
                    onward, total = 6 * hex + exit, price + cost
                    if least is not None:
                        if onward in least and least[onward] <= total:
                            continue
                        least[onward] = total
                    if left == 1:
                        there, _, _ = known.get(onward) or self.beyond(onward)
                        if there == NOWHERE or kind[there] not in PLACES:
                            continue
                    after.append((onward, total, (*laid, (hex, layout)), start))
            layer = after

    def _beside_place(self, hex: int) -> bool:
        """Whether a place lies beyond any side of a hex."""
        found = self._beside.get(hex)
        if found is None:
            there = [self.beyond(side)[0] for side in range(6 * hex, 6 * hex + 6)]
            found = self._beside[hex] = any(
                place != NOWHERE and self.s.kind[place] in PLACES for place in there
            )
        return found


class Cheapest:
    """The cheapest ways to build a link between two cities of a board without towns or open track.

    From every city the least price of each side is known, supply apart; so a search from the other city goes
    only where the least price can still be met, and finds first a way for which there are tiles.
    """

    def __init__(self, passages: Passages, s: SteamState, seat: int) -> None:
        self.board, self.s, self.survey = passages.board, s, Survey(passages, s, seat)
        self.cities = tuple(hex for hex in self.board.land if s.kind[hex] == IN_CITY)
        self._from: dict[int, dict[int, int]] = {}
        self._price: dict[tuple[int, int], int] = {}

    def price(self, here: int, there: int) -> int:
        """The least price of a link between two cities, or -1 where none can be built."""
        key = here, there
        if key not in self._price:
            self._price[key] = -1
            price: int | None = 0
            while price is not None:
                dearer: list[int] = []
                if next(self._within(here, there, price, (), dearer), None) is not None:
                    self._price[key] = price
                    break
                price = min(dearer, default=None)
        return self._price[key]

    def ways(self, here: int, there: int, over: tuple[int, ...] = ()) -> Iterator[tuple[Tile, ...]]:
        """Every way at the least price that begins over these hexes."""
        price = self.price(here, there)
        return self._within(here, there, price, over, []) if price >= 0 else iter(())

    def _least(self, city: int) -> dict[int, int]:
        """What it costs at least to lead track from a city over a hex and out by each of its sides."""
        if city not in self._from:
            least: dict[int, int] = {}
            fronts = [(side, 0, (), -1) for side in range(6 * city, 6 * city + 6)]
            for _ in self.survey.ways(fronts, self.board.size, least):
                pass
            self._from[city] = least
        return self._from[city]

    def _within(
        self, here: int, there: int, price: int, over: tuple[int, ...], dearer: list[int]
    ) -> Iterator[tuple[Tile, ...]]:
        """Every way of at most this price that begins over these hexes; what others would cost is noted."""
        least, beyond = self._least(there), self.survey.beyond

        def lead(side: int, paid: int, tiles: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
            hex, meets, _ = beyond(side)
            if hex == there:
                if self.in_stock(tiles):
                    yield tiles
                return
            if hex == NOWHERE or self.s.kind[hex] == IN_CITY or meets not in least:
                return
            if len(tiles) < len(over) and hex != over[len(tiles)]:
                return
            if paid + least[meets] > price:
                dearer.append(paid + least[meets])
                return
            if any(hex == other for other, _ in tiles):
                return
            for exit, layout, cost in self.survey.through(hex)[meets % 6]:
                yield from lead(6 * hex + exit, paid + cost, (*tiles, (hex, layout)))

        for side in range(6 * here, 6 * here + 6):
            yield from lead(side, 0, ())

    def in_stock(self, tiles: tuple[Tile, ...]) -> bool:
        """Whether there are tiles for a way, those that it replaces counted in."""
        return in_stock(self.board, self.s, dict(self.in_order(tiles)))

    def in_order(self, tiles: tuple[Tile, ...]) -> list[Tile]:
        """The tiles of a way in an order to lay them in, so that what is replaced serves those after it."""
        layouts = self.board.tiles.layouts
        return sorted(tiles, key=lambda tile: -len(layouts[tile[1]].tracks))
