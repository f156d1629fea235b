"""V. Move goods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import ANY_WAY, DIRECT, IMPROVE, PASS, UNSAID, Deliver, Improve, Pass
from footplate.age_of_steam.best_ways import best_ways
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.routes import (
    GAINS,
    PAYS,
    TALLY,
    Link,
    Step,
    Steps,
    Way,
    all_ways,
    length_of,
    links_along,
    made,
    some_ways,
)
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import number_word, ordinal, plural
from footplate.core.game import Action, Decision, Due, Phase, Refusal
from footplate.core.native import mypyc_attr

NEAR = 8
"""The reach up to which all deliveries are listed; beyond, they may be too many even to be looked through."""
MANY = 1500
"""How many deliveries are listed at most, counted before the map tells apart what it allows."""
BEST = 100
"""How many are listed where there are more: the others are asked for by cube."""
FAR = 12
"""The reach up to which all deliveries of one cube are listed; no engine is stronger."""
FARTHEST = 500
"""How many of one cube are listed beyond that, where something else adds to the engine."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveGoods(Phase[Rules[Any], SteamState]):
    """Two rounds in player order, First Move before everybody in each. [base.move.rounds]"""

    name = "Move goods"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        s.raised = [0] * s.seats
        order = rules.leading(s, "first-move")
        moves = {seat: rules.moves(s, seat) for seat in order}
        for round in range(1, max(moves.values(), default=0) + 1):
            for seat in order:
                if round <= moves[seat]:
                    s.ask("move", seat, round)


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveDecision(Decision[Rules[Any], SteamState]):
    """Move one cube, raise the engine once a turn instead, or do nothing. [base.move.one base.move.engine-up]

    `due.a` is the round.
    """

    prompt = "Move a cube"
    takes: ClassVar[tuple[type[Any], ...]] = (Deliver, Improve, Pass)
    control = "move"
    doing = "is moving goods"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return 1 <= due.a <= rules.moves(s, due.seat) and not due.b

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        out: list[Action] = [PASS]
        if self.why_not(rules, s, due, IMPROVE) is None:
            out.append(IMPROVE)
        out += made(Deliver, self.listed(rules, s, due))
        return out

    def reach(self, rules: Rules[Any], s: SteamState, due: Due) -> int:
        """How many links this move may use."""
        return rules.reach(s, due.seat)

    def movable(self, rules: Rules[Any], s: SteamState, due: Due, hex: int) -> int:
        """The colours that this move may take from a hex, as bits."""
        return rules.movable(s, due.seat, hex)

    def listed(self, rules: Rules[Any], s: SteamState, due: Due) -> list[Way]:
        """Every delivery with a distinct outcome; of very many the mover's best and one a cube."""
        return self._list(rules, s, due)[0]

    def is_whole(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        """Whether all deliveries are listed, and not the best ones only."""
        return self._list(rules, s, due)[1]

    def _list(self, rules: Rules[Any], s: SteamState, due: Due) -> tuple[list[Way], bool]:
        """The deliveries to be listed, and whether these are all; worked out once for a position."""
        reach = self.reach(rules, s, due)
        known, key = s.known(), ("listed", due, reach, bytes(s.cubes))
        answer: tuple[list[Way], bool] | None = known.get(key)
        if answer is None:
            found = self._every(rules, s, due, MANY) if reach <= NEAR else []
            whole = reach <= NEAR and len(found) <= MANY
            listed = self._allowed(rules, s, due, found) if whole else self._best(rules, s, due, reach)
            answer = known[key] = listed, whole
        return answer

    def _best(self, rules: Rules[Any], s: SteamState, due: Due, reach: int) -> list[Way]:
        """The mover's best deliveries, and the shortest of every cube that is not among them."""
        steps, goods = steps_of(rules, s), self._goods(rules, s, due)
        best = self._allowed(rules, s, due, best_ways(steps, goods, reach, due.seat, BEST))
        for way in best:
            goods[way.hex] &= ~(1 << way.colour)
        return best + self._allowed(rules, s, due, some_ways(steps, goods, reach))

    def ways(self, rules: Rules[Any], s: SteamState, due: Due) -> list[Way]:
        """Every delivery with a distinct outcome."""
        return self._allowed(rules, s, due, self._every(rules, s, due))

    def _every(self, rules: Rules[Any], s: SteamState, due: Due, most: int | None = None) -> list[Way]:
        """Every way, or somewhat more than `most`, before the map is asked about it."""
        return all_ways(steps_of(rules, s), self._goods(rules, s, due), self.reach(rules, s, due), most)

    def ways_of(self, rules: Rules[Any], s: SteamState, due: Due, hex: int, colour: int) -> list[Way]:
        """Every delivery of one cube with a distinct outcome; farther than any engine goes, the best ones."""
        steps, reach = steps_of(rules, s), self.reach(rules, s, due)
        goods = {hex: self.movable(rules, s, due, hex) & 1 << colour}
        far = reach > FAR
        found = best_ways(steps, goods, reach, due.seat, FARTHEST) if far else all_ways(steps, goods, reach)
        return self._allowed(rules, s, due, found)

    def _goods(self, rules: Rules[Any], s: SteamState, due: Due) -> dict[int, int]:
        """The colours that may leave each place with links, as bits."""
        return {hex: self.movable(rules, s, due, hex) for hex in steps_of(rules, s)}

    def _allowed(self, rules: Rules[Any], s: SteamState, due: Due, found: list[Way]) -> list[Way]:
        """Of ways that were found those that the map allows, one for each outcome."""
        if not any(gains >> TALLY for _, _, gains, _, _ in found):
            return found
        return self._told_apart(rules, s, due, found)

    def _told_apart(self, rules: Rules[Any], s: SteamState, due: Due, found: list[Way]) -> list[Way]:
        """Of ways with a tally those that the map allows, one for each outcome.

        Ways with other owners differ already, unless the map pays them less: it is asked what ways bring only
        where several may be alike.
        """
        owners = 0 if rules.pays_less else PAYS
        keys = [(hex, colour, stops[-1], gains & owners) for hex, colour, gains, _, stops in found]
        alike = Counter(keys)
        leaving = {
            (here, link.side, link.to): link for here, links in rules.links(s).items() for link in links
        }
        out: dict[Any, Way] = {}
        answers: dict[tuple[int, int, int], bool] = {}
        for way, key in zip(found, keys):
            hex, colour, gains, sides, stops = way
            tally = gains >> TALLY
            single = alike[key] == 1
            told = tally, colour, len(stops)
            allowed = not tally or answers.get(told)
            if allowed is False:
                continue
            if allowed and single:
                out[key] = way
                continue
            a = Deliver(hex, colour, sides, stops)
            links = [leaving[step] for step in zip((hex, *stops), sides, stops)]
            if allowed is None:
                allowed = rules.way_problem(s, due.seat, a, links) is None
                if rules.tally_tells:
                    answers[told] = allowed
            if allowed:
                brings = None if single else rules.outcome(s, due.seat, a, links)
                out.setdefault((key, brings), way)
        return list(out.values())

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Pass):
            return None
        if isinstance(a, Improve):
            return rules.raise_problem(s, due.seat)
        return self._why_not_deliver(rules, s, due, a)

    def _why_not_deliver(self, rules: Rules[Any], s: SteamState, due: Due, a: Deliver) -> Refusal | None:
        if not a.stops or len(a.sides) != len(a.stops):
            return refusals.NO_STOPS
        if not s.cubes[STRIDE * a.hex + a.colour]:
            return refusals.NO_CUBE
        if not self.movable(rules, s, due, a.hex) >> a.colour & 1:
            return refusals.NOT_MOVABLE
        if a.sides == (ANY_WAY,):
            return refusals.NO_WAY
        if UNSAID in a.sides:
            return refusals.WHICH_LINK if _first_doubt(rules, s, a) else refusals.NO_LINK
        links = links_of(rules, s, a)
        if links is None:
            return refusals.NO_LINK
        visited = 1 << a.hex
        for number, link in enumerate(links, 1):
            if visited & (1 << link.to | link.over):
                return refusals.VISITED
            visited |= 1 << link.to
            accepts = rules.accepts(s, link) >> a.colour & 1
            if number < len(links) and not rules.passes(s, link) >> a.colour & 1:
                return refusals.MUST_STOP if accepts else refusals.NO_PASSING
            if number == len(links) and not accepts:
                return refusals.WRONG_CITY
        if length_of(links) > self.reach(rules, s, due):
            return refusals.ENGINE_SHORT
        asked = any(rules.tally(s, link) for link in links)
        return rules.way_problem(s, due.seat, a, links) if asked else None

    def resolve(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Any:
        """Sides left unsaid are filled in where one link alone fits; “to” means the mover’s best way."""
        if not isinstance(a, Deliver):
            return a
        if a.sides == (ANY_WAY,):
            every = self.ways_of(rules, s, due, a.hex, a.colour)
            fitting = [way for way in every if way.stops[-1] == a.stops[0]]
            if not fitting:
                return a
            return max(made(Deliver, fitting), key=lambda a: _worth(rules, s, due.seat, a))
        table, here, sides = rules.links(s), a.hex, []
        for side, stop in zip(a.sides, a.stops):
            if side in (UNSAID, DIRECT):
                fits = [link.side for link in table.get(here, ()) if link.to == stop]
                if side == DIRECT:
                    fits = [fit for fit in fits if fit > rules.board.wall]
                side = fits[0] if len(fits) == 1 or (fits and side == DIRECT) else side
            sides.append(side)
            here = stop
        return Deliver(a.hex, a.colour, tuple(sides), a.stops)

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        seat = due.seat
        s.settle()
        if isinstance(a, Pass):
            s.tell("passed", seat)
        elif isinstance(a, Improve):
            rules.do_raise(s, seat)
            s.tell("raised", seat, s.engine[seat])
        else:
            links = links_of(rules, s, a)
            assert links is not None
            brings = rules.outcome(s, seat, a, links)
            rules.do_leave(s, seat, a)
            s.tell("delivered", seat, a.colour, a.hex, a.stops[-1], length_of(links))
            for owner, steps in brings.income:
                s.income[owner] += steps
            for owner, dollars in brings.cash:
                s.cash[owner] += dollars
            # Where thousands of ways are tried nobody listens, and telling is the dearest part.
            if s.news is not None:
                for owner, steps in brings.income:
                    s.tell("gained", owner, steps)
                for owner, dollars in brings.cash:
                    s.tell("earned", owner, dollars)
            rules.do_delivered(s, seat, a, links)

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        reach = plural(self.reach(rules, s, due), "link")
        return [
            f"{ordinal(due.a)} of {number_word(rules.moves(s, due.seat))} rounds",
            f"engine {s.engine[due.seat]}, so up to {reach}",
        ]

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        board = rules.board
        out: dict[str, object] = {"engine": self.reach(rules, s, due), "max": rules.engine_max}
        if not isinstance(a, Deliver):
            return out
        out |= {
            "colour": COLOURS[a.colour],
            "hex": board.place(a.hex),
            "links": length_of(links_of(rules, s, a) or ()),
            "there": board.place(a.stops[-1]),
            "place": board.place(_where_it_fails(rules, s, a)),
        }
        if doubt := _first_doubt(rules, s, a) or _first_gap(rules, s, a):
            here, there, sides = doubt
            names = ", ".join(board.read_back_side(side) for side in sides)
            out |= {"here": board.place(here), "there": board.place(there), "sides": names}
        return out


def steps_of(rules: Rules[Any], s: SteamState) -> Steps:
    """The links as a search for ways sees them, worked out once for a position."""
    known = s.known()
    found: Steps | None = known.get("steps")
    if found is None:
        found = known["steps"] = {hex: _steps(rules, s, links) for hex, links in rules.links(s).items()}
    return found


def _steps(rules: Rules[Any], s: SteamState, links: Iterable[Link]) -> list[Step]:
    """Steps over the links that leave a place; of those that differ only by their side one is enough."""
    out: dict[tuple[int, ...], Step] = {}
    bits, counts = rules.board.bits, type(rules).tally is not Rules.tally
    for link in links:
        to, over, length = link.to, link.over, link.length
        accepts, passes = rules.accepts(s, link), rules.passes(s, link)
        gains = GAINS[link.owner]
        if counts and (tally := rules.tally(s, link)):
            gains += tally << TALLY
        step = to, bits[to] | over if over else bits[to], accepts, passes, link.side, gains, length
        out[to, over, accepts, passes, gains, length] = step
    return list(out.values())


def links_of(rules: Rules[Any], s: SteamState, a: Deliver) -> list[Link] | None:
    """The links a delivery uses, or None where one is missing."""
    return links_along(rules.links(s), a.hex, a.sides, a.stops)


def _worth(rules: Rules[Any], s: SteamState, seat: int, a: Deliver) -> tuple[int, ...]:
    """How good a delivery is for its mover: own income, own cash, little for others, few links."""
    links = links_of(rules, s, a)
    assert links is not None
    income, cash = map(dict, rules.outcome(s, seat, a, links))
    own = income.get(seat, 0)
    return own, cash.get(seat, 0), own - sum(income.values()), -len(links)


def _first_doubt(rules: Rules[Any], s: SteamState, a: Deliver) -> tuple[int, int, list[int]] | None:
    """The first stretch whose side is left unsaid although several links fit."""
    here = a.hex
    for side, stop in zip(a.sides, a.stops):
        fits = [link.side for link in rules.links(s).get(here, ()) if link.to == stop]
        if side == UNSAID and len(fits) > 1:
            return here, stop, fits
        here = stop
    return None


def _first_gap(rules: Rules[Any], s: SteamState, a: Deliver) -> tuple[int, int, list[int]] | None:
    """The first stretch without a link."""
    here = a.hex
    for side, stop in zip(a.sides, a.stops):
        if (stop, side) not in [(link.to, link.side) for link in rules.links(s).get(here, ())]:
            return here, stop, []
        here = stop
    return None


def _where_it_fails(rules: Rules[Any], s: SteamState, a: Deliver) -> int:
    """The first place of the way that is visited twice or stops the cube, or else the last."""
    visited = [a.hex]
    for link in links_of(rules, s, a) or ():
        if over := [hex for hex in visited if link.over >> hex & 1]:
            return over[0]
        visited.append(link.to)
    visited = [a.hex]
    for link in (links_of(rules, s, a) or ())[:-1]:
        if link.to in visited or not rules.passes(s, link) >> a.colour & 1:
            return link.to
        visited.append(link.to)
    return a.stops[-1]
