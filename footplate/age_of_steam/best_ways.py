"""The best ways among very many: a search that leaves out whatever cannot be among the best any more.

An engine of 12 on a board of sixty places has some hundred thousand outcomes. Whoever moves wants those that
bring most: much income for oneself, little for others, few links. A way so far is given up when not even
the best it may still become is better than the worst of the best found.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappush, heapreplace

from footplate.age_of_steam.routes import BITS, INCOME_BITS, TALLY, Sides, Step, Steps, Stops, Way, hopes_of

MOST_STEPS = 80_000
"""Steps after which the best found so far must do: an engine of 12 needs less, twelve and many disks more."""

Key = tuple[int, int, int, int]
"""An outcome: start, colour, destination and gains."""
Worth = tuple[int, int, int]
"""How good a way is for its mover: own income, what others do not get, few links."""
ANYTHING: Worth = (-1, 0, 0)


Arc = tuple[int, Step, int, int]
"""A step with what it means to one seat: its number, the step, own links and those of others."""


class Search:
    """The best ways of one seat within a reach."""

    def __init__(self, steps: Steps, reach: int, seat: int, most: int) -> None:
        self.reach, self.most = reach, most
        self.hopes = hopes_of(steps, reach)
        self.leaving: dict[int, list[Arc]] = {hex: [] for hex in steps}
        self.own_at: dict[int, int] = {}
        """For each place the own links that touch it, as bits."""
        self.own_links = 0
        arcs: list[Arc] = []
        onward: list[list[Arc]] = []
        for hex, steps_here in steps.items():
            for step in steps_here:
                to, _, _, _, _, gains, _ = step
                own = gains >> INCOME_BITS * seat & (1 << INCOME_BITS) - 1
                others = int(gains & (1 << TALLY) - 1 != 0) - own
                arcs.append((len(arcs), step, own, others))
                self.leaving[hex].append(arcs[-1])
                if own and hex < to:
                    bit = 1 << self.own_links
                    self.own_links += 1
                    for place in (hex, to):
                        self.own_at[place] = self.own_at.get(place, 0) | bit
        for hex in steps:
            for _, step, _, _ in self.leaving[hex]:
                onward.append([next for next in self.leaving.get(step[0], ()) if next[1][0] != hex])
        self.ahead = self._bounds(arcs, onward)
        longest = self.ahead[-1]
        for some in (*onward, *self.leaving.values()):
            some.sort(key=lambda arc: (-arc[2] - longest[arc[0]], arc[3]))
        self.onward = onward
        self.heap: list[tuple[Worth, Key]] = []
        self.found: dict[Key, tuple[Worth, Sides, Stops]] = {}
        self.floor = ANYTHING
        """The worst of the best, once there are enough: nothing below it is worth looking for."""
        self.left = MOST_STEPS

    def _bounds(self, arcs: list[Arc], onward: list[list[Arc]]) -> list[list[int]]:
        """For each reach that is left and each arc the most own links ahead of it, never straight back."""
        bounds: list[list[int]] = []
        free = any(not step[-1] for _, step, _, _ in arcs)
        lengths = [[(number, own, step[-1]) for number, step, own, _ in nexts] for nexts in onward]
        for left in range(self.reach + 1):
            now = [0] * len(arcs)
            bounds.append(now)
            # Over links that take nothing of the reach, what lies ahead is seen from farther back.
            changed = True
            while changed:
                changed = False
                for number, nexts in enumerate(lengths):
                    most = now[number]
                    for next, own, length in nexts:
                        if length <= left:
                            ahead = own + bounds[left - length][next]
                            if ahead > most:
                                most = ahead
                    if most != now[number]:
                        now[number] = most
                        changed = free
        return bounds

    def look(self, goods: Mapping[int, int]) -> None:
        """Look through all cubes, those that may bring most first."""
        cubes = []
        for start, colours in goods.items():
            if start in self.leaving:
                arcs, ahead = self.leaving[start], self.ahead[-1]
                most = max((own + ahead[number] for number, _, own, _ in arcs), default=0)
                cubes += [(-most, start, colour) for colour in BITS[colours & self.hopes[-1][start]]]
        for most, start, colour in sorted(cubes):
            if -most < self.floor[0]:
                break
            own = (1 << self.own_links) - 1
            self._go(start, colour, start, self.leaving[start], own, self.reach, 0, 0, 0, 1 << start, (), ())

    def _go(
        self,
        start: int,
        colour: int,
        here: int,
        arcs: list[Arc],
        rest: int,
        left: int,
        own: int,
        others: int,
        gains: int,
        visited: int,
        sides: Sides,
        stops: Stops,
    ) -> None:
        # Own links at a place that has been left can be used no more.
        rest &= ~self.own_at.get(here, 0)
        room, bit = rest.bit_count(), 1 << colour
        self.left -= len(arcs)
        if self.left < 0:
            return
        for number, (to, bits, accepts, passes, side, more, length), mine, theirs in arcs:
            if visited & bits or length > left:
                continue
            then, floor = left - length, self.floor
            got, given, ahead = own + mine, others + theirs, self.ahead[then][number]
            most = got + (ahead if ahead < room else room)
            if most < floor[0] or (most == floor[0] and -given < floor[1]):
                continue
            if accepts & bit:
                worth = (got, -given, -len(stops) - 1)
                self._keep((start, colour, to, gains + more), worth, (*sides, side), (*stops, to))
            if passes & bit & self.hopes[then].get(to, 0):
                nexts, on = self.onward[number], visited | 1 << to
                way = (*sides, side), (*stops, to)
                self._go(start, colour, to, nexts, rest, then, got, given, gains + more, on, *way)

    def _keep(self, key: Key, worth: Worth, sides: Sides, stops: Stops) -> None:
        """Keep a way if it is among the best; of ways with one outcome the shortest."""
        known = self.found.get(key)
        if known is not None:
            if worth > known[0]:
                self.found[key] = worth, sides, stops
        elif len(self.heap) < self.most:
            self.found[key] = worth, sides, stops
            heappush(self.heap, (worth, key))
            if len(self.heap) == self.most:
                self.floor = self.heap[0][0]
        elif worth > self.floor:
            self.found[key] = worth, sides, stops
            del self.found[heapreplace(self.heap, (worth, key))[1]]
            self.floor = self.heap[0][0]

    def ways(self) -> list[Way]:
        """What was found, the best first."""
        ranked = sorted(self.found.items(), key=lambda item: (item[1][0], item[0]), reverse=True)
        return [
            Way(start, colour, gains, sides, stops) for (start, colour, _, gains), (_, sides, stops) in ranked
        ]


def best_ways(steps: Steps, goods: Mapping[int, int], reach: int, seat: int, most: int) -> list[Way]:
    """The best ways of a seat for these goods, colours as bits by hex, and no more than `most`."""
    search = Search(steps, reach, seat, most)
    search.look(goods)
    return search.ways()
