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
from footplate.age_of_steam.track import OPEN, leads_to

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
        s, seat, kind, shut = self.s, self.seat, self.s.kind, self.shut
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
                if hex not in passages:
                    passages[hex] = self.passages.through(s, seat, hex)
                for exit, layout, cost in passages[hex][meets % 6]:
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
