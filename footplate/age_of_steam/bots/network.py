"""What a network is worth: for every cube the income its best ways bring, for each engine."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain, repeat
from typing import Any

from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.board import NOBODYS, PLAIN, Board, owner_of, seat_of
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import OPEN, arrival

FOREIGN_LINK = -0.3
"""What using another player's link counts, when a link of one's own counts 1."""
FOREIGN_MOST = 1
"""How many links of others a way may use on either side of a new link."""
SPAN = 0.5
"""How much of the best delivery of today is counted on for deliveries over track to come."""
MOST_WANTED = 0.7
"""The part of all cubes wanted somewhere from which on only today's deliveries say how far others will go."""
SPOKES_MOST = 400
"""Ways looked at from one place; enough for all but huge networks."""

Edge = tuple[int, float, int, int]
"""A link from a place: where it leads, what using it counts, 1 if it is not one's own, and as bits that
place with the hexes in the midst of it where cubes start."""
Spoke = tuple[int, int, int, float, int]
"""A way from a place: its end, the places on it as bits, links, worth, colours that cannot pass."""
Tables = dict[int, tuple[float, ...]]
"""For STRIDE * place + colour the most that a cube brings for each engine from 0."""


class Network:
    """The links of a board as one seat values them, and what they bring for every cube."""

    def __init__(
        self, demand: bytes, stops: list[int], goods: dict[int, int], reach: int, extra: list[int]
    ) -> None:
        self.demand, self.stops, self.goods, self.reach = demand, stops, goods, reach
        self.extra = extra
        """For STRIDE * end + colour what a delivery brings besides its links."""
        self.edges: dict[int, list[Edge]] = {}
        self.starts: dict[int, dict[int, Edge]] = {}
        """For each place the hexes on track where cubes start, with the way from there to the place."""
        self.loose: dict[int, int] = {}
        """Such hexes on unfinished track, with the hex where that track must be led on."""
        self.tables: Tables = {}
        self.own = 0
        """How many of the links are one's own."""
        self.changed = False
        """Whether any cube brings more than over the network this one extends."""
        self._spokes: dict[int, list[Spoke]] = {}
        self._starts: dict[int, list[Spoke]] = {}
        self._ends: dict[int, list[Spoke]] = {}

    def extended(self, links: Iterable[tuple[int, int]], crossed: Iterable[Collection[int]] = ()) -> Network:
        """This network with more links of one's own; cubes on the hexes that each crosses can start there."""
        new = Network(self.demand, self.stops, self.goods, self.reach, self.extra)
        new.edges, new.tables, new.own = dict(self.edges), dict(self.tables), self.own
        new.starts, new.loose = dict(self.starts), self.loose
        source = self
        for (here, there), hexes in zip(links, chain(crossed, repeat(()))):
            if any(edge[0] == there and not edge[2] for edge in new.edges.get(here, ())):
                continue
            new._add_ways(source, here, there)
            begins = [
                hex
                for hex in hexes
                if hex in self.goods and hex not in self.edges and hex not in (here, there)
            ]
            if new.loose and hexes:
                begins += new._led_on(here, there, hexes)
            over = sum([1 << hex for hex in begins])
            for a, b in ((here, there), (there, here)):
                led = (b, 1.0, 0, 1 << b | over)
                new.edges[a] = [edge for edge in new.edges.get(a, ()) if edge[0] != b] + [led]
            new.own += 1
            # From now on the ways from each place are those of the new network.
            source = new
            new._spokes, new._starts, new._ends = {}, {}, {}
            for hex in begins:
                new._begin(hex, [(here, 1.0, 0, 1 << here), (there, 1.0, 0, 1 << there)])
            for hex in begins:
                new._improve_from(hex)
        return new

    def holding(self, goods: dict[int, int]) -> Network:
        """The same links where other cubes lie."""
        new = Network(self.demand, self.stops, goods, self.reach, self.extra)
        new.edges, new.starts, new.loose, new.own = self.edges, self.starts, self.loose, self.own
        new.fill_tables()
        return new

    def _begin(self, hex: int, edges: list[Edge]) -> None:
        """Let cubes start from a hex on track."""
        self.edges[hex] = edges
        for edge in edges:
            self.starts[edge[0]] = {**self.starts.get(edge[0], {}), hex: edge}

    def _led_on(self, here: int, there: int, hexes: Collection[int]) -> list[int]:
        """The hexes on unfinished track that become part of a link; from now on they are not loose."""
        found = [
            hex
            for hex, ahead in self.loose.items()
            if ahead in hexes and self.edges[hex][0][0] in (here, there)
        ]
        if found:
            self.changed = True
            self.loose = {hex: ahead for hex, ahead in self.loose.items() if hex not in found}
        return found

    def span(self, wanted: float = 1.0) -> float:
        """What may be counted on for deliveries over track to come: part of the best of today.

        The fewer of the cubes are wanted anywhere, the more it matters how far own links lead: New Cities are
        still to come.
        """
        if wanted >= MOST_WANTED:
            return SPAN * self.longest()
        return SPAN * (wanted * self.longest() + (1 - wanted) * self.chain())

    def chain(self) -> int:
        """The most own links one after the other, whatever can be moved over them."""
        ends = {(place, edge[0]) for place, edges in self.edges.items() for edge in edges if not edge[2]}
        own: dict[int, list[int]] = {}
        for place, to in ends:
            # Cubes on track have links that do not lead back.
            if (to, place) in ends:
                own.setdefault(place, []).append(to)
        longest = 0
        for root in own:
            todo = [(root, 1 << root, 0)]
            for here, visited, length in todo:
                longest = max(longest, length)
                if length < self.reach and len(todo) < SPOKES_MOST:
                    todo += [(to, visited | 1 << to, length + 1) for to in own[here] if not visited >> to & 1]
        return longest

    def lasting(self) -> Network:
        """This network without the cubes on unfinished track, which is lost unless it is extended."""
        if not self.loose:
            return self
        new = Network(self.demand, self.stops, self.goods, self.reach, self.extra)
        new.edges = {place: edges for place, edges in self.edges.items() if place not in self.loose}
        new.tables = {key: table for key, table in self.tables.items() if key // STRIDE not in self.loose}
        new.own = self.own
        return new

    def longest(self) -> float:
        """The most that any cube brings."""
        return max((table[-1] for table in self.tables.values()), default=0.0)

    def spokes(self, root: int) -> list[Spoke]:
        """Every way from a place over few links of others, itself the first."""
        found = self._spokes.get(root)
        if found is not None:
            return found
        edges, stops, reach = self.edges, self.stops, self.reach
        out: list[Spoke] = [(root, 1 << root, 0, 0.0, 0)]
        foreign = [0]
        for at, (here, visited, length, worth, between) in enumerate(out):
            if length == reach or len(out) > SPOKES_MOST:
                break
            if length:
                between |= stops[here]
            for to, value, others, over in edges.get(here, ()):
                if not visited & over and foreign[at] + others <= FOREIGN_MOST:
                    out.append((to, visited | over, length + 1, worth + value, between))
                    foreign.append(foreign[at] + others)
        self._spokes[root] = out
        return out

    def fill_tables(self) -> None:
        """Work out what every cube brings."""
        self.tables = {}
        for place in self.goods:
            self._improve_from(place)

    def _improve_from(self, place: int) -> None:
        """Add what the cubes of a place bring on all ways from it."""
        for end, _, length, worth, between in self.spokes(place)[1:]:
            takes = self.goods[place] & self.demand[end] & ~between
            if takes and worth > 0:
                self._improve(place, end, takes, length, worth)

    def _improve(self, place: int, end: int, colours: int, length: int, worth: float) -> None:
        """Add what cubes of these colours bring on a way from a place to an end."""
        tables, reach = self.tables, self.reach
        colour = 0
        while colours:
            if colours & 1:
                key = STRIDE * place + colour
                brings = worth + self.extra[STRIDE * end + colour]
                old = tables.get(key)
                if old is None:
                    if brings > 0:
                        self.changed = True
                        tables[key] = (0.0,) * length + (brings,) * (reach + 1 - length)
                elif brings > old[length]:
                    self.changed = True
                    tables[key] = old[:length] + tuple([max(brings, value) for value in old[length:]])
            colours >>= 1
            colour += 1

    def _from(self, root: int) -> list[Spoke]:
        """Ways on which cubes can come to a place; the last number is their colours."""
        found = self._starts.get(root)
        if found is None:
            found = self._starts[root] = []
            taken = self.stops[root]
            for end, visited, length, worth, between in self.spokes(root):
                colours = self.goods.get(end, 0) & ~(between | taken if length else 0)
                if colours:
                    found.append((end, visited, length, worth, colours))
                if end in self.starts and length < self.reach:
                    # Cubes on track come to the end of their link first.
                    stopped = between | taken | self.stops[end]
                    for hex, (_, value, _, _) in self.starts[end].items():
                        colours = self.goods.get(hex, 0) & ~stopped
                        if colours and not visited >> hex & 1:
                            found.append((hex, visited | 1 << hex, length + 1, worth + value, colours))
        return found

    def _to(self, root: int) -> list[Spoke]:
        """Ways on which cubes can be taken from a place; the last number is the colours accepted."""
        found = self._ends.get(root)
        if found is None:
            best: dict[tuple[int, int, int], Spoke] = {}
            taken = self.stops[root]
            for end, visited, length, worth, between in self.spokes(root):
                colours = self.demand[end] & ~(between | taken if length else 0)
                if colours:
                    best[end, visited, length] = (end, visited, length, worth, colours)
            found = self._ends[root] = list(best.values())
        return found

    def _add_ways(self, source: Network, here: int, there: int) -> None:
        """Add the ways that lead over a new link."""
        longest = self.reach - 1
        for start, goal in ((here, there), (there, here)):
            ends = [way for way in source._to(goal) if not way[1] >> start & 1]
            for place, visited, length, worth, colours in source._from(start):
                if visited >> goal & 1:
                    continue
                for end, more_visited, more, more_worth, takes in ends:
                    both = colours & takes
                    if both and length + more <= longest and not visited & more_visited:
                        total = worth + more_worth + 1.0
                        if total > 0:
                            self._improve(place, end, both, length + more + 1, total)


def network_of(rules: Rules[Any], s: SteamState, seat: int, goods: dict[int, int]) -> Network:
    """The links that stand, as a seat sees them."""
    demand, stops = _taken_and_stopped(rules, s)
    extra = [0] * (STRIDE * rules.board.size)
    if type(rules).outcome is not Rules.outcome:
        demand = bytes(
            _paying(rules, s, seat, place, colours, extra) if colours else 0
            for place, colours in enumerate(demand)
        )
    out = Network(demand, stops, goods, rules.engine_max, extra)
    for here, links in rules.links(s).items():
        best: dict[int, Edge] = {}
        for link in links:
            owner = seat_of(link.owner)
            own = owner == seat
            value = 1.0 if own else FOREIGN_LINK if owner >= 0 else 0.0
            if link.to not in best or value > best[link.to][1]:
                best[link.to] = (link.to, value, 0 if own else 1, 1 << link.to | link.over)
            out.own += own and here < link.to
        if s.kind[here] == PLAIN:
            out._begin(here, list(best.values()))
            if len(best) == 1 and (ahead := _open_end(rules.board, s, here)) >= 0:
                out.loose[here] = ahead
        else:
            out.edges[here] = list(best.values())
    out.fill_tables()
    return out


def _open_end(board: Board, s: SteamState, hex: int) -> int:
    """The hex to which the track through a hex must be led on, or -1 where it is finished."""
    for track in board.tiles.layouts[s.layout[hex]].tracks:
        for side in track:
            passed = [6 * hex + side]
            if arrival(board, s, passed[0], passed) == OPEN:
                return board.across[passed[-1]] // 6
    return -1


def _taken_and_stopped(rules: Rules[Any], s: SteamState) -> tuple[bytes, list[int]]:
    """For each place the colours it takes and those that cannot pass; links to come may enter by any side."""
    kind = type(rules)
    plain = kind.accepts is Rules.accepts and kind.passes is Rules.passes and not rules.board.side_accepts
    if plain:
        return bytes(s.demand), list(s.demand)
    every, size = (1 << STRIDE) - 1, rules.board.size
    demand, stops = bytearray(size), [0] * size
    for place in range(size):
        # Where neither town nor city is, no link ends.
        if s.kind[place] != PLAIN:
            entering = Link(place, -1, NOBODYS, -1)
            demand[place] = every & rules.accepts(s, entering)
            stops[place] = every & ~rules.passes(s, entering)
    return bytes(demand), stops


def _paying(rules: Rules[Any], s: SteamState, seat: int, place: int, colours: int, extra: list[int]) -> int:
    """Of the colours that a place takes those that bring income to whoever owns the links.

    What they bring more or less than a step for each link is noted in `extra`.
    """
    own = [Link(place, -1, owner_of(seat), -1)] * rules.engine_max
    out = 0
    for colour in range(STRIDE if colours else 0):
        if colours >> colour & 1:
            a = Deliver(place, colour, (-1,) * len(own), (place,) * len(own))
            income = dict(rules.outcome(s, seat, a, own).income).get(seat, 0)
            if income > 0:
                out |= 1 << colour
                extra[STRIDE * place + colour] = income - len(own)
    return out
