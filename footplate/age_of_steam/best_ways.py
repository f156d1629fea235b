"""The best ways among very many: a search that leaves out whatever cannot be among the best any more.

An engine of 12 on a board of sixty places has some hundred thousand outcomes. Whoever moves wants those that
bring most: much income for oneself, little for others, few links. A way so far is given up when not even
the best it may still become is better than the worst of the best found.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappush, heapreplace

from footplate.age_of_steam.routes import BITS, INCOME_BITS, TALLY, Sides, Step, Steps, Stops, Way

MOST_STEPS = 80_000
"""Steps after which the best found so far must do: an engine of 12 needs less, twelve and many disks more."""

Key = tuple[int, int, int, int]
"""An outcome: start, colour, destination and gains."""
OWN, OTHERS = 1 << 20, 1 << 10
"""How good a way is for its mover, in one number: own income, then little for others, then few links."""
NOTHING = -(1 << 60)
"""Worse than any way."""

Arc = tuple[int, Step, int]
"""A step with what it means to one seat: its number, the step, and what it is worth."""


class Search:
    """The best ways of one seat within a reach."""

    def __init__(self, steps: Steps, reach: int, seat: int, most: int) -> None:
        self.reach, self.most = reach, most
        self.leaving: dict[int, list[Arc]] = {hex: [] for hex in steps}
        self.own_at: dict[int, int] = {}
        """For each place the own links that touch it, as bits."""
        self.own_links = 0
        self.arcs: list[Arc] = []
        self.onward: list[list[Arc]] = []
        """For each arc those that follow it, never straight back."""
        for hex, steps_here in steps.items():
            for step in steps_here:
                to, _, _, _, _, gains, _ = step
                own = gains >> INCOME_BITS * seat & (1 << INCOME_BITS) - 1
                others = int(gains & (1 << TALLY) - 1 != 0) - own
                self.arcs.append((len(self.arcs), step, OWN * own - OTHERS * others - 1))
                self.leaving[hex].append(self.arcs[-1])
                if own and hex < to:
                    bit = 1 << self.own_links
                    self.own_links += 1
                    for place in (hex, to):
                        self.own_at[place] = self.own_at.get(place, 0) | bit
        for hex in steps:
            for _, step, _ in self.leaving[hex]:
                self.onward.append([next for next in self.leaving.get(step[0], ()) if next[1][0] != hex])
        self.free = any(not step[-1] for _, step, _ in self.arcs)
        self.heap: list[tuple[int, Key]] = []
        self.found: dict[Key, tuple[int, Sides, Stops]] = {}
        self.floor = NOTHING
        """The worst of the best, once there are enough: nothing below it is worth looking for."""
        self.left = MOST_STEPS
        self.bounds: list[list[int]] = []
        """The most that can still come, for the colour looked for; below, the arcs to try first."""
        self.following: list[list[Arc]] = []

    def _bounds(self, colour: int) -> list[list[int]]:
        """For each reach that is left and each arc the most that can still come behind it for a colour.

        It is what the best walk brings that never turns straight back, goes through no place that keeps the
        colour, and ends in one that takes it.
        """
        bounds: list[list[int]] = []
        bit = 1 << colour
        ends = [0 if step[2] & bit else NOTHING for _, step, _ in self.arcs]
        passing = [
            (number, [(next, worth, step[-1]) for next, step, worth in self.onward[number]])
            for number, step, _ in self.arcs
            if step[3] & bit
        ]
        for left in range(self.reach + 1):
            now = ends[:]
            bounds.append(now)
            # Over links that take nothing of the reach, what lies ahead is seen from farther back.
            changed = True
            while changed:
                changed = False
                for number, nexts in passing:
                    most = now[number]
                    for next, worth, length in nexts:
                        if length <= left:
                            ahead = bounds[left - length][next]
                            if ahead != NOTHING and worth + ahead > most:
                                most = worth + ahead
                    if most != now[number]:
                        now[number] = most
                        changed = self.free
        return bounds

    def look(self, goods: Mapping[int, int]) -> None:
        """Look through all cubes, those that may bring most first."""
        bounds: dict[int, list[list[int]]] = {}
        onward: dict[int, list[list[Arc]]] = {}
        cubes = []
        for colour in BITS[_any_of(goods)]:
            found = bounds[colour] = self._bounds(colour)
            longest = found[-1]
            onward[colour] = [
                sorted(nexts, key=lambda arc: -arc[2] - longest[arc[0]]) for nexts in self.onward
            ]
        for start, colours in goods.items():
            for colour in BITS[colours]:
                most = NOTHING
                for number, step, worth in self.leaving.get(start, ()):
                    ahead = (
                        bounds[colour][self.reach - step[-1]][number] if step[-1] <= self.reach else NOTHING
                    )
                    if ahead != NOTHING and worth + ahead > most:
                        most = worth + ahead
                if most != NOTHING:
                    cubes.append((-most, start, colour))
        for most, start, colour in sorted(cubes):
            if -most <= self.floor:
                break
            longest = bounds[colour][-1]
            arcs = sorted(self.leaving[start], key=lambda arc: -arc[2] - longest[arc[0]])
            own = (1 << self.own_links) - 1
            self.bounds, self.following = bounds[colour], onward[colour]
            self._go(start, colour, start, arcs, own, self.reach, 0, 0, 1 << start, (), ())

    def _go(
        self,
        start: int,
        colour: int,
        here: int,
        arcs: list[Arc],
        rest: int,
        left: int,
        so_far: int,
        gains: int,
        visited: int,
        sides: Sides,
        stops: Stops,
    ) -> None:
        # Own links at a place that has been left can be used no more.
        rest &= ~self.own_at.get(here, 0)
        room, bit = OWN * rest.bit_count(), 1 << colour
        self.left -= len(arcs)
        if self.left < 0:
            return
        for number, (to, bits, accepts, passes, side, more, length), worth in arcs:
            if visited & bits or length > left:
                continue
            then, got = left - length, so_far + worth
            ahead = self.bounds[then][number]
            if ahead == NOTHING or got + (ahead if ahead < room else room) <= self.floor:
                continue
            way = (*sides, side), (*stops, to)
            if accepts & bit:
                self._keep((start, colour, to, gains + more), got, *way)
            if passes & bit:
                nexts, on = self.following[number], visited | 1 << to
                self._go(start, colour, to, nexts, rest, then, got, gains + more, on, *way)

    def _keep(self, key: Key, worth: int, sides: Sides, stops: Stops) -> None:
        """Keep a way if it is among the best; of ways with one outcome the shortest."""
        known = self.found.get(key)
        if known is not None:
            if worth > known[0]:
                self.found[key] = worth, sides, stops
                self.heap[self.heap.index((known[0], key))] = worth, key
                heapify(self.heap)
        elif len(self.heap) < self.most:
            self.found[key] = worth, sides, stops
            heappush(self.heap, (worth, key))
        elif worth > self.floor:
            self.found[key] = worth, sides, stops
            del self.found[heapreplace(self.heap, (worth, key))[1]]
        if len(self.heap) == self.most:
            self.floor = self.heap[0][0]

    def ways(self) -> list[Way]:
        """What was found, the best first."""
        ranked = sorted(self.found.items(), key=lambda item: (item[1][0], item[0]), reverse=True)
        return [
            Way(start, colour, gains, sides, stops) for (start, colour, _, gains), (_, sides, stops) in ranked
        ]


def _any_of(goods: Mapping[int, int]) -> int:
    """The colours that lie anywhere, as bits."""
    out = 0
    for colours in goods.values():
        out |= colours
    return out


def best_ways(steps: Steps, goods: Mapping[int, int], reach: int, seat: int, most: int) -> list[Way]:
    """The best ways of a seat for these goods, colours as bits by hex, and no more than `most`."""
    search = Search(steps, reach, seat, most)
    search.look(goods)
    return search.ways()
