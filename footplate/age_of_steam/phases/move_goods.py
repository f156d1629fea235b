"""V. Move goods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import ANY_WAY, DIRECT, IMPROVE, PASS, UNSAID, Deliver, Improve, Pass
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.routes import Link, Way, all_ways, unpack
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Action, Decision, Due, Phase, Refusal


class MoveGoods(Phase[Rules, SteamState]):
    """Two rounds in player order, First Move before everybody in each."""

    name = "Move goods"

    def begin(self, rules: Rules, s: SteamState) -> None:
        s.raised = [0] * s.seats
        for round in range(1, rules.numbers["move_rounds"] + 1):
            for seat in rules.leading(s, "first-move"):
                s.ask("move", seat, round)


class MoveDecision(Decision[Rules, SteamState]):
    """Move one cube, raise the engine once a turn instead, or do nothing; `due.a` is the round."""

    prompt = "Move a cube"
    takes = (Deliver, Improve, Pass)

    def fits(self, rules: Rules, s: SteamState, due: Due) -> bool:
        return 1 <= due.a <= rules.numbers["move_rounds"] and not due.b

    def options(self, rules: Rules, s: SteamState, due: Due) -> Iterable[Action]:
        out: list[Action] = [PASS]
        if self.why_not(rules, s, due, IMPROVE) is None:
            out.append(IMPROVE)
        out += [Deliver(way.hex, way.colour, way.sides, way.stops) for way in self.ways(rules, s, due.seat)]
        return out

    def ways(self, rules: Rules, s: SteamState, seat: int) -> list[Way]:
        """Every delivery with a distinct outcome."""
        table, cubes = rules.links(s), s.cubes
        goods = {
            hex: sum(1 << colour for colour in range(len(COLOURS)) if cubes[STRIDE * hex + colour])
            for hex in table
        }
        passing = {link.to: rules.passing(s, link.to) for links in table.values() for link in links}
        return all_ways(table, s.demand, passing, goods, rules.reach(s, seat))

    def why_not(self, rules: Rules, s: SteamState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Pass):
            return None
        if isinstance(a, Improve):
            if s.raised[due.seat]:
                return refusals.ENGINE_RAISED
            return refusals.ENGINE_FULL if s.engine[due.seat] >= rules.engine_max else None
        return self._why_not_deliver(rules, s, due, a)

    def _why_not_deliver(self, rules: Rules, s: SteamState, due: Due, a: Deliver) -> Refusal | None:
        if not a.stops or len(a.sides) != len(a.stops):
            return refusals.NO_STOPS
        if not s.cubes[STRIDE * a.hex + a.colour]:
            return refusals.NO_CUBE
        if a.sides == (ANY_WAY,):
            return refusals.NO_WAY
        if UNSAID in a.sides:
            return refusals.WHICH_LINK if _first_doubt(rules, s, a) else refusals.NO_LINK
        links = links_of(rules, s, a)
        if links is None:
            return refusals.NO_LINK
        visited = {a.hex}
        for number, (stop, link) in enumerate(zip(a.stops, links), 1):
            if stop in visited or link.over >> a.hex & 1:
                return refusals.VISITED
            visited.add(stop)
            accepts = s.demand[stop] >> a.colour & 1
            if number < len(a.stops) and not rules.passing(s, stop) >> a.colour & 1:
                return refusals.MUST_STOP if accepts else refusals.NO_PASSING
            if number == len(a.stops) and not accepts:
                return refusals.WRONG_CITY
        return refusals.ENGINE_SHORT if len(a.stops) > rules.reach(s, due.seat) else None

    def resolve(self, rules: Rules, s: SteamState, due: Due, a: Any) -> Any:
        """Sides left unsaid are filled in where one link alone fits; “to” means the mover’s best way."""
        if not isinstance(a, Deliver):
            return a
        if a.sides == (ANY_WAY,):
            fitting = [
                way
                for way in self.ways(rules, s, due.seat)
                if (way.hex, way.colour, way.stops[-1]) == (a.hex, a.colour, a.stops[0])
            ]
            if not fitting:
                return a
            best = max(fitting, key=lambda way: _worth(way, due.seat))
            return Deliver(best.hex, best.colour, best.sides, best.stops)
        table, here, sides = rules.links(s), a.hex, []
        for side, stop in zip(a.sides, a.stops):
            if side in (UNSAID, DIRECT):
                fits = [link.side for link in table.get(here, ()) if link.to == stop]
                if side == DIRECT:
                    fits = [fit for fit in fits if fit > rules.board.wall]
                side = fits[0] if len(fits) == 1 else side
            sides.append(side)
            here = stop
        return Deliver(a.hex, a.colour, tuple(sides), a.stops)

    def apply(self, rules: Rules, s: SteamState, due: Due, a: Any) -> None:
        seat = due.seat
        s.settle()
        if isinstance(a, Pass):
            s.tell("passed", seat)
        elif isinstance(a, Improve):
            s.engine[seat] += 1
            s.raised[seat] = 1
            s.tell("raised", seat, s.engine[seat])
        else:
            links = links_of(rules, s, a)
            assert links is not None
            s.cubes[STRIDE * a.hex + a.colour] -= 1
            gains = rules.income_of(s, seat, a, links)
            for owner, steps in gains:
                s.income[owner] += steps
            s.tell("delivered", seat, a.colour, a.hex, a.stops[-1], len(links))
            for owner, steps in gains:
                s.tell("gained", owner, steps)
            rules.do_delivered(s, seat, a)

    def figures(self, rules: Rules, s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        board = rules.board
        out: dict[str, object] = {"engine": rules.reach(s, due.seat), "max": rules.engine_max}
        if not isinstance(a, Deliver):
            return out
        out |= {
            "colour": COLOURS[a.colour],
            "hex": board.place(a.hex),
            "links": len(a.stops),
            "there": board.place(a.stops[-1]),
            "place": board.place(_where_it_fails(rules, s, a)),
        }
        if doubt := _first_doubt(rules, s, a) or _first_gap(rules, s, a):
            here, there, sides = doubt
            names = ", ".join(board.read_back_side(side) for side in sides)
            out |= {"here": board.place(here), "there": board.place(there), "sides": names}
        return out


def links_of(rules: Rules, s: SteamState, a: Deliver) -> list[Link] | None:
    """The links a delivery uses, or None where one is missing."""
    table, here, out = rules.links(s), a.hex, []
    for side, stop in zip(a.sides, a.stops):
        for link in table.get(here, ()):
            if link.side == side and link.to == stop:
                out.append(link)
                break
        else:
            return None
        here = stop
    return out


def _worth(way: Way, seat: int) -> tuple[int, int, int]:
    own = sum(steps for owner, steps in unpack(way.income) if owner == seat)
    return own, own - sum(steps for _, steps in unpack(way.income)), -len(way.stops)


def _first_doubt(rules: Rules, s: SteamState, a: Deliver) -> tuple[int, int, list[int]] | None:
    """The first stretch whose side is left unsaid although several links fit."""
    here = a.hex
    for side, stop in zip(a.sides, a.stops):
        fits = [link.side for link in rules.links(s).get(here, ()) if link.to == stop]
        if side == UNSAID and len(fits) > 1:
            return here, stop, fits
        here = stop
    return None


def _first_gap(rules: Rules, s: SteamState, a: Deliver) -> tuple[int, int, list[int]] | None:
    """The first stretch without a link."""
    here = a.hex
    for side, stop in zip(a.sides, a.stops):
        if (stop, side) not in [(link.to, link.side) for link in rules.links(s).get(here, ())]:
            return here, stop, []
        here = stop
    return None


def _where_it_fails(rules: Rules, s: SteamState, a: Deliver) -> int:
    """The first place of the way that is visited twice or stops the cube, or else the last."""
    if any(link.over >> a.hex & 1 for link in links_of(rules, s, a) or ()):
        return a.hex
    visited = {a.hex}
    for stop in a.stops[:-1]:
        if stop in visited or not rules.passing(s, stop) >> a.colour & 1:
            return stop
        visited.add(stop)
    return a.stops[-1]
