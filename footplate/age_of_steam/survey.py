"""The search for track: every way to lead track on from a side to a place, tile by tile, and what it costs.

A way goes on only where it reaches a side cheaper than all before, and with at most so many tiles.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple

from footplate.age_of_steam.board import CITY_SIDE, EMPTY, IN_CITY, IN_TOWN
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import OPEN, leads_to

PASSAGES = 1 << 14
"""Hexes whose passages are remembered at most, each with what lies there: then all are forgotten."""
PLACES: Final[tuple[int, ...]] = (IN_CITY, IN_TOWN)
NOWHERE: Final = -2
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
            found = self.known[key] = self._find(s, seat, hex)
        return found

    def _find(self, s: SteamState, seat: int, hex: int) -> tuple[tuple[Passage, ...], ...]:
        old, price = s.layout[hex], self.rules.price
        fits = self.board.tiles.through(old)
        layouts = {layout for row in fits for _, layout in row}
        prices = {layout: price(s, seat, hex, old, layout) for layout in layouts}
        return tuple([tuple([(exit, layout, prices[layout]) for exit, layout in row]) for row in fits])


class Survey:
    """A position as one builder looks over it: where track could be led."""

    def __init__(
        self,
        passages: Passages,
        s: SteamState,
        seat: int,
        joins: Collection[int] = (),
        in_stock: bool = False,
    ) -> None:
        """Track of the owners in `joins` may be joined.

        With `in_stock` only tiles are thought of of which at least one is left.
        """
        self.passages, self.board, self.s, self.seat = passages, passages.board, s, seat
        self.joins, self.in_stock = joins, in_stock
        self._beyond: dict[int, Beyond] = {}
        self._through: dict[int, tuple[tuple[Passage, ...], ...]] = {}

    def through(self, hex: int) -> tuple[tuple[Passage, ...], ...]:
        """The passages of a hex as it lies now."""
        found = self._through.get(hex)
        if found is None:
            found = self.passages.through(self.s, self.seat, hex)
            if self.in_stock:
                layouts, supply = self.board.tiles.layouts, self.s.supply
                found = tuple(tuple(way for way in row if supply[layouts[way[1]].tiles[0]]) for row in found)
            self._through[hex] = found
        return found

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
        least: dict[int, int],
        far: bytes = b"",
    ) -> Iterator[Way]:
        """The ways from these fronts to places that need at most so many tiles, those with fewer tiles first.

        A way goes on only over sides that none has reached as cheaply, and the price at which each side was
        reached is left in `least`. Where `far` says how far each hex is from the nearest place that is looked
        for, no way goes where its tiles do not lead there; it knows nothing of open track that leads on.
        """
        kind = self.s.kind
        known, passages, across = self._beyond, self._through, self.board.across
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
                if left <= 0:
                    continue
                for exit, layout, cost in (passages.get(hex) or self.through(hex))[meets % 6]:
                    onward, total = 6 * hex + exit, price + cost
                    if far and far[across[onward] // 6] >= left:
                        continue
                    if onward in least and least[onward] <= total:
                        continue
                    least[onward] = total
                    if left == 1:
                        there, _, _ = known.get(onward) or self.beyond(onward)
                        if there == NOWHERE or kind[there] not in PLACES:
                            continue
                    after.append((onward, total, (*laid, (hex, layout)), start))
            layer = after


class Cheapest:
    """The cheapest ways to build a whole link between two cities, where there are no towns and no open track.

    From every city the least price of each side is known as if tiles never ran out, and a search from the
    other city goes only where that price can still be met. Nearly always it finds a way at once; if tiles run
    out on all of them, `Shortage` knows better. A way goes over a hex once.
    """

    def __init__(self, passages: Passages, s: SteamState, seat: int) -> None:
        self.board, self.s = passages.board, s
        self.survey = Survey(passages, s, seat, in_stock=True)
        self.cities = tuple(hex for hex in self.board.land if s.kind[hex] == IN_CITY)
        self._leasts: dict[int, dict[int, int]] = {}
        self._floors: dict[tuple[int, int], int] = {}
        self._prices: dict[tuple[int, int], int] = {}
        self._shortages: dict[tuple[int, int], Shortage] = {}

    def least(self, city: int) -> dict[int, int]:
        """What it costs at least to lead track from a city over a hex and out by each of its sides."""
        if city not in self._leasts:
            least: dict[int, int] = {}
            fronts = [(side, 0, (), -1) for side in range(6 * city, 6 * city + 6)]
            for _ in self.survey.ways(fronts, self.board.size, least):
                pass
            self._leasts[city] = least
        return self._leasts[city]

    def floor(self, here: int, there: int) -> int:
        """What a link costs at least if no tile runs out, or -1 where none can be built."""
        key = here, there
        if key not in self._floors:
            least = self.least(there)
            begins = (self.survey.beyond(side)[1] for side in range(6 * here, 6 * here + 6))
            self._floors[key] = min((least[meets] for meets in begins if meets in least), default=-1)
        return self._floors[key]

    def price(self, here: int, there: int) -> int:
        """The least price of a link between two cities, or -1 where none can be built."""
        key = here, there
        if key not in self._prices:
            price = self.floor(here, there)
            while price >= 0 and next(self._within(here, there, price, ()), None) is None:
                if key not in self._shortages:
                    self._shortages[key] = Shortage(self, here, there)
                price = self._shortages[key].next_price(price)
            self._prices[key] = price
        return self._prices[key]

    def ways(self, here: int, there: int, over: tuple[int, ...] = ()) -> Iterator[tuple[Tile, ...]]:
        """Every way at the least price that begins over these hexes."""
        price = self.price(here, there)
        return self._within(here, there, price, over) if price >= 0 else iter(())

    def _within(self, here: int, there: int, price: int, over: tuple[int, ...]) -> Iterator[tuple[Tile, ...]]:
        """Every way of at most this price that begins over these hexes."""
        least, beyond, through = self.least(there), self.survey.beyond, self.survey.through
        left, layouts = bytearray(self.s.supply), self.board.tiles.layouts
        shortage = self._shortages.get((here, there))

        def lead(side: int, money: int, tiles: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
            hex, meets, _ = beyond(side)
            if hex == there:
                yield tiles
            if least.get(meets, price + 1) > money or any(hex == other for other, _ in tiles):
                return
            if len(tiles) < len(over) and hex != over[len(tiles)]:
                return
            if shortage and not shortage.allows(meets, money, left):
                return
            for exit, layout, cost in through(hex)[meets % 6]:
                kind = layouts[layout].tiles[0]
                if left[kind]:
                    left[kind] -= 1
                    yield from lead(6 * hex + exit, money - cost, (*tiles, (hex, layout)))
                    left[kind] += 1

        for side in range(6 * here, 6 * here + 6):
            yield from lead(side, price, ())


FEW: Final = 8
"""So many tiles of a kind may run out on one way."""
BITS, CARRY = 5, 16
"""The bits in which the tiles of one scarce kind are counted, and the one by which counts are compared."""


class Shortage:
    """What a link costs where tiles run out: for each side every price, with the scarce tiles that are used.

    Prices are found in their order, and a side forgets what costs no less and uses no fewer tiles.
    """

    def __init__(self, cheapest: Cheapest, here: int, there: int) -> None:
        self.cheapest, self.here, self.there = cheapest, here, there
        supply = cheapest.s.supply[:-1]
        self.scarce = [kind for kind, count in enumerate(bytes(supply)) if 0 < count <= FEW]
        self.unit = {kind: 1 << BITS * n for n, kind in enumerate(self.scarce)}
        self.carry = sum(CARRY * unit for unit in self.unit.values())
        self.supply = self._count(supply)
        self.found: dict[int, list[tuple[int, int]]] = {}
        """For each side the prices of ways to it from the far city, and the scarce tiles they use."""
        self.waiting: list[tuple[int, int, int, int, int]] = []
        for side in range(6 * there, 6 * there + 6):
            self._lead_on(side, 0, 0, 0)

    def _count(self, numbers: bytearray) -> int:
        """How many there are of each scarce kind, in one number."""
        return sum(numbers[kind] * unit for kind, unit in self.unit.items())

    def _covers(self, more: int, fewer: int) -> bool:
        """Whether there is no scarce kind of which the second count has more than the first."""
        return (more | self.carry) - fewer & self.carry == self.carry

    def allows(self, side: int, money: int, left: bytearray) -> bool:
        """Whether the far city can be reached from a side with so much money and the tiles that are left."""
        have = self._count(left)
        return any(price <= money and self._covers(have, used) for price, used in self.found.get(side, ()))

    def next_price(self, beyond: int) -> int:
        """The next higher price at which the cities seem to be joined, or -1; all up to it is found."""
        price = -1
        while self.waiting and (price < 0 or self.waiting[0][0] <= price):
            total, paid, used, side, over = heappop(self.waiting)
            known = self.found.setdefault(side, [])
            if any(cost <= paid and self._covers(used, tiles) for cost, tiles in known):
                continue
            known.append((paid, used))
            if self.cheapest.survey.beyond(side)[0] == self.here:
                if price < 0 and total > beyond:
                    price = total
            else:
                self._lead_on(side, paid, used, over)
        return price

    def _lead_on(self, side: int, paid: int, used: int, over: int) -> None:
        """Lead track on over the hex beyond a side, wherever the near city can still be reached."""
        survey, least = self.cheapest.survey, self.cheapest.least(self.here)
        hex, meets, _ = survey.beyond(side)
        if hex == NOWHERE or self.cheapest.s.kind[hex] == IN_CITY or over >> hex & 1:
            return
        for exit, layout, cost in survey.through(hex)[meets % 6]:
            kind = survey.board.tiles.layouts[layout].tiles[0]
            tiles = used + self.unit.get(kind, 0)
            onward, total = 6 * hex + exit, paid + cost
            near, entry, _ = survey.beyond(onward)
            rest = 0 if near == self.here else least.get(entry, -1)
            if rest >= 0 and self._covers(self.supply, tiles):
                heappush(self.waiting, (total + rest, total, tiles, onward, over | 1 << hex))
