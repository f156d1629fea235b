"""A position at a glance: one's links, what can be moved over them, and what could be built."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from footplate.age_of_steam.board import IN_TOWN, owner_of
from footplate.age_of_steam.bots.lines import Line, Lines
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.phases.move_goods import MoveDecision
from footplate.age_of_steam.state import SteamState

Reach = list[tuple[int, int, int]]
"""Places in reach of one over own links: each with the links, and the colours stopped between."""

KEPT = 0.85
"""What deliveries of each turn to come count of those of the turn before."""
DOLLAR = 0.12
"""Steps of income that a dollar is worth at the end of the game, and more for every turn that is left."""
DOLLAR_A_TURN = 0.03
SECTION = 0.33
"""Steps of income that a track section is worth."""
FARTHER = (1.0, 0.8, 0.5)
"""What a delivery counts that needs an engine so much stronger."""
PLACE = 0.1
"""Steps of income that reaching another place is worth for each turn that is left."""
COLOUR_BITS = tuple(tuple(bit for bit in range(STRIDE) if number >> bit & 1) for number in range(1 << STRIDE))


class Run(NamedTuple):
    """A delivery over own links: how many, the cube, the sides and the stops."""

    links: int
    hex: int
    colour: int
    sides: tuple[int, ...]
    stops: tuple[int, ...]


class Scene:
    """A position as a seat sees it at a glance: its links, and what can be moved over them."""

    def __init__(self, game: AgeOfSteam, s: SteamState, seat: int, rng: random.Random, lines: Lines) -> None:
        self.game, self.rules, self.s, self.seat, self.rng = game, game.rules, s, seat, rng
        self.lines = lines
        self.turns = game.rules.turns(s.seats) - s.turn + 1
        """Turns that are left, this one too."""
        self.dollar = DOLLAR + DOLLAR_A_TURN * self.turns
        self._own: dict[int, list[int]] | None = None
        self._reaches: dict[int, Reach] = {}
        self._goods: dict[int, int] = {}
        self._standing: list[float] | None = None
        self._worth: float | None = None
        self._sources: dict[int, list[tuple[int, int, int, int, int]]] = {}
        self._certain: int | None = None

    @property
    def own(self) -> dict[int, list[int]]:
        """For each place with own links where they lead."""
        if self._own is None:
            owner = owner_of(self.seat)
            self._own = {}
            for place, links in self.rules.links(self.s).items():
                if to := [link.to for link in links if link.owner == owner]:
                    self._own[place] = to
        return self._own

    def reach(self, root: int) -> Reach:
        """The places that can be reached from one over own links, itself the first."""
        found = self._reaches.get(root)
        if found is None:
            own, demand = self.own, self.s.demand
            most = self.s.engine[self.seat] + len(FARTHER) - 1
            found = [(root, 0, 0)]
            seen = {root}
            for place, far, between in found:
                if far == most:
                    break
                passing = between | demand[place] if far else 0
                for to in own.get(place, ()):
                    if to not in seen:
                        seen.add(to)
                        found.append((to, far + 1, passing))
            self._reaches[root] = found
        return found

    def _value(self, links: int) -> float:
        """What a delivery over so many own links counts."""
        more = links - self.s.engine[self.seat]
        return links * (1.0 if more <= 0 else FARTHER[more] if more < len(FARTHER) else 0.0)

    def _add(self, values: list[float], place: int, colours: int, links: int) -> None:
        value, cubes = self._value(links), self.s.cubes
        if value:
            for colour in COLOUR_BITS[colours]:
                values += [value] * cubes[STRIDE * place + colour]

    def goods(self, place: int) -> int:
        """The colours of the cubes at a place, as bits."""
        found = self._goods.get(place)
        if found is None:
            cubes = bytes(self.s.cubes[STRIDE * place : STRIDE * place + STRIDE])
            found = sum([1 << colour for colour, count in enumerate(cubes) if count]) if any(cubes) else 0
            self._goods[place] = found
        return found

    def standing(self) -> list[float]:
        """What the deliveries over the links that stand count."""
        if self._standing is None:
            self._standing = []
            demand = self.s.demand
            for place in self.own:
                goods = self.goods(place)
                if goods:
                    for to, links, between in self.reach(place)[1:]:
                        if takes := goods & demand[to] & ~between:
                            self._add(self._standing, place, takes, links)
        return self._standing

    def worth(self, values: Iterable[float]) -> float:
        """What deliveries count together, the best first, two a turn as long as there are turns."""
        rounds = max(1, self.rules.moves(self.s, self.seat))
        best = sorted(values, reverse=True)[: rounds * self.turns]
        return (
            sum([value * KEPT ** (number // rounds) for number, value in enumerate(best)]) if rounds else 0.0
        )

    def gain(self, here: int, there: int, new: int = 1) -> float:
        """What so many links between two places would add to the deliveries."""
        demand = self.s.demand
        values: list[float] = []
        from_there = self._sources.get(there)
        if from_there is None:
            from_there = self._sources[there] = [
                (place, links, between | demand[there] if links else 0, self.goods(place), demand[place])
                for place, links, between in self.reach(there)
            ]
        for place, links, between in self.reach(here):
            if links:
                between |= demand[here]
            goods, takes = self.goods(place), demand[place]
            for other, more, stopped, offered, wanted in from_there:
                if place == other:
                    return 0.0
                free = ~(between | stopped)
                if out := goods & wanted & free:
                    self._add(values, place, out, links + more + new)
                if back := offered & takes & free:
                    self._add(values, other, back, links + more + new)
        if not values:
            return 0.0
        standing = self.standing()
        if self._worth is None:
            self._worth = self.worth(standing)
        return self.worth([*standing, *values]) - self._worth

    def promising(self, tiles: int, purse: int, everywhere: bool = False) -> list[tuple[float, int, Line]]:
        """Lines that could be finished now, with what each is worth beyond its cost, the best first."""
        s, lines, own, dollar = self.s, self.lines, self.own, self.dollar
        owner, kind, rail, layout = owner_of(self.seat), s.kind, s.rail, s.layout
        taken = lines.taken(s)
        foreign = taken & ~lines.owned(s, owner)
        anywhere = everywhere or not own
        mine = taken & ~foreign
        gains: dict[tuple[int, int, int], float] = {}
        out: list[tuple[float, int, Line]] = []
        for place in (-1,) if anywhere else own:
            for line in lines.all if anywhere else lines.at.get(place, ()):
                (here, there), (leaves, enters), number, cost, bits, town = line[:6]
                if bits & foreign or (number > tiles and not bits & mine):
                    continue
                if not anywhere and place != here and here in own:
                    continue  # Looked at from its other end.
                if town >= 0 and (layout[town] or kind[town] != IN_TOWN):
                    continue
                if bits & mine:
                    lying = (bits & mine).bit_count()
                    number, cost = number - lying, cost - 2 * lying
                if kind[here] == IN_TOWN and rail[6 * here + leaves] != owner:
                    number, cost = number + 1, cost + (3 if layout[here] else 2)
                if kind[there] == IN_TOWN and rail[6 * there + enters] != owner:
                    number, cost = number + 1, cost + (3 if layout[there] else 2)
                if not 0 < number <= tiles or cost > purse:
                    continue
                gain = gains.get((here, there, town))
                if gain is None:
                    gain = gains[here, there, town] = self._gain_of(here, there, town)
                out.append((gain + SECTION * number - cost * dollar, cost, line))
        out.sort(key=_worth_most)
        return out

    def _gain_of(self, here: int, there: int, town: int) -> float:
        """What a line adds, with the hope for what lies beyond it."""
        own = self.own
        if there in own.get(here, ()):
            return -10.0
        places = (here not in own) + (there not in own) + (town >= 0)
        return self.gain(here, there, 1 if town < 0 else 2) + PLACE * self.turns * places

    def certain(self) -> int:
        """Income that deliveries of this turn bring for sure, or nearly so."""
        if self._certain is None:
            engine = self.s.engine[self.seat]
            self._certain = int(max((value for value in self.standing() if value <= engine), default=0.0))
        return self._certain

    def draws(self, town: int) -> list[float]:
        """For each colour what cubes could be taken to a town if it accepted them."""
        cubes, out = self.s.cubes, [0.0] * STRIDE
        roots = [(town, 0, 1.0)] if town in self.own else []
        if not roots:
            ends = {end for line in self.lines.at.get(town, ()) for end in line.ends} - {town}
            roots = [(end, 1, 0.5 if end in self.own else 0.15) for end in ends]
        for root, more, part in roots:
            for place, links, between in self.reach(root):
                value = part * self._value(links + more)
                if value and place != town:
                    for colour in range(STRIDE):
                        if cubes[STRIDE * place + colour] and not between >> colour & 1:
                            out[colour] += value * cubes[STRIDE * place + colour]
        return out

    def coming(self, city: int) -> float:
        """A little for each cube that will come to a New City."""
        boxes = (column for column in self.rules.board.columns if column.city == city)
        display = self.s.display
        return 0.2 * sum(any(display[c.first : c.first + c.boxes]) for c in boxes)

    def runs(self, reach: int) -> list[Run]:
        """The longest delivery of each cube over own links within a reach, and within one link less."""
        rules, s, seat = self.rules, self.s, self.seat
        owner, table = owner_of(seat), rules.links(s)
        steps = {
            place: own
            for place, links in table.items()
            if (
                own := [
                    (link.to, 1 << link.to | link.over, rules.accepts(s, link), rules.passes(s, link), link)
                    for link in links
                    if link.owner == owner
                ]
            )
        }
        due = s.agenda[0]
        decision = self.game.decisions[due.kind]
        best: dict[tuple[int, int, bool], Run] = {}
        for start in steps:
            if isinstance(decision, MoveDecision):
                goods = decision.movable(rules, s, due, start)
            else:
                goods = self.goods(start)
            if not goods:
                continue
            todo: list[tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]]
            todo = [(start, goods, 1 << start, 0, (), ())]
            for here, alive, visited, length, sides, stops in todo:
                for to, bits, accepts, passes, link in steps.get(here, ()):
                    far = length + link.length
                    if visited & bits or far > reach:
                        continue
                    way = (*sides, link.side), (*stops, to)
                    if takes := alive & accepts:
                        for colour in COLOUR_BITS[takes & 255]:
                            key = start, colour, far == reach
                            if key not in best or best[key].links < len(way[0]):
                                best[key] = Run(len(way[0]), start, colour, *way)
                    if rest := alive & passes:
                        todo.append((to, rest, visited | 1 << to, far, *way))
        return list(best.values())


def _worth_most(found: tuple[float, int, Line]) -> float:
    """The order of lines, the best first."""
    return -found[0]
