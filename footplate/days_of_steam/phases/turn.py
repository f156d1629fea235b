"""The turn: play a tile, move the train, or take water; coal may be burnt before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from footplate.core.game import NATURE, Action, Answer, Decision, Due, Phase, Refusal, Seat
from footplate.days_of_steam import refusals
from footplate.days_of_steam.actions import (
    ANY_WAY,
    BLIND,
    BY_COLOUR,
    IN_HAND,
    UNSAID,
    WATER,
    Blind,
    Burn,
    Exchange,
    Lay,
    Move,
    Town,
    Water,
)
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of
from footplate.days_of_steam.moving import Course, Found, Stopped, courses, derails_on, follow, lying, price
from footplate.days_of_steam.phases.die import end_move
from footplate.days_of_steam.phases.town import check_circuit, lay_town
from footplate.days_of_steam.places import NAMES
from footplate.days_of_steam.placing import lays, put, town_places, why_not_lay, why_not_town
from footplate.days_of_steam.questions import placing_figures
from footplate.days_of_steam.rules import MARKET, MOST_STEAM, Rules
from footplate.days_of_steam.rules import WATER as WATER_STEAM
from footplate.days_of_steam.state import UNKNOWN, DaysState
from footplate.days_of_steam.words import listed, plural


class Turn(Phase[Rules, DaysState]):
    """The next player clockwise does exactly one thing. [days.turn.one days.turn.clockwise]"""

    name = "Turn"

    def begin(self, rules: Rules, s: DaysState) -> None:
        s.player = (s.player + 1) % s.seats
        s.turn += 1
        s.ask("turn", s.player)


class TurnDecision(Decision[Rules, DaysState]):
    """Play a tile, move the train or use the water tower. `due.a` is the coal burnt this turn."""

    prompt = "Lay a tile or move your train"
    takes: ClassVar[tuple[type[Any], ...]] = (Lay, Town, Blind, Move, Water, Burn, Exchange)
    control = "turn"
    doing = "is choosing"

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return due.seat == s.player and due.a >= 0 and not due.b and bool(s.turn)

    # What may be done ---------------------------------------------------------------------------------

    def options(self, rules: Rules, s: DaysState, due: Due) -> Iterable[Action]:
        out: list[Action] = [*self.lays(rules, s, due.seat), *self.towns(rules, s)]
        laid = bool(out)
        if s.towns_left:
            out.append(BLIND)
        moves = [Move(found.places, found.takes) for found in courses(rules, s, due.seat)]
        out += moves
        tower = self.why_not_water(rules, s, due) is None
        if tower:
            out.append(WATER)
        most = min(s.coal[due.seat], MOST_STEAM - s.steam[due.seat])
        out += [Burn(coal) for coal in range(1, most + 1)]
        if not (laid or moves or tower):
            out += [Exchange(tile) for tile in dict.fromkeys(s.hands[due.seat])]
        return out

    def lays(self, rules: Rules, s: DaysState, seat: int) -> list[Action]:
        """Every place and rotation for every tile of the hand."""
        return [
            Lay(kind, place, turn)
            for kind in dict.fromkeys(s.hands[seat])
            if kind != UNKNOWN
            for place, turn in lays(rules, s, kind)
        ]

    def towns(self, rules: Rules, s: DaysState) -> list[Action]:
        """Both face-up towns in every place; two that are the same are one."""
        shown = [n for n in range(MARKET) if s.market[n] and s.market[n] not in s.market[:n]]
        places = town_places(rules, s) if shown else []
        return [Town(number, place) for number in shown for place in places]

    def is_stuck(self, rules: Rules, s: DaysState, due: Due) -> bool:
        """No tile can be laid, no move has steam and no tower serves. [days.turn.stuck]

        Whoever may not see the hand cannot know it.
        """
        if UNKNOWN in s.hands[due.seat]:
            return False
        if self.why_not_water(rules, s, due) is None or courses(rules, s, due.seat):
            return False
        if (any(s.market) or s.towns_left) and town_places(rules, s):
            return False
        return not self.lays(rules, s, due.seat)

    # Why not ------------------------------------------------------------------------------------------

    def why_not(self, rules: Rules, s: DaysState, due: Due, a: Any) -> Refusal | None:
        match a:
            case Lay():
                return self._why_not_lay(rules, s, due, a)
            case Town():
                if not 0 <= a.number < MARKET or not s.market[a.number]:
                    return refusals.NO_TOWN
                return why_not_town(rules, s, a.place)
            case Blind():
                return None if s.towns_left else refusals.TOWNS_GONE
            case Move():
                if ANY_WAY in a.places:
                    return refusals.NO_WAY
                found = follow(rules, s, due.seat, a.places, a.takes)
                return found.refusal if isinstance(found, Stopped) else None
            case Water():
                return self.why_not_water(rules, s, due)
            case Burn():
                return self._why_not_burn(s, due, a)
            case _:
                if a.tile not in s.hands[due.seat]:
                    return refusals.NOT_IN_HAND
                return None if self.is_stuck(rules, s, due) else refusals.NOT_STUCK

    def _why_not_lay(self, rules: Rules, s: DaysState, due: Due, a: Lay) -> Refusal | None:
        if a.tile < 0 or a.tile not in s.hands[due.seat]:
            return refusals.NOT_IN_HAND
        if a.turn == UNSAID:
            # No rotation fits: any of them shows why.
            code = rules.tiles.codes[a.tile][0]
            return why_not_lay(rules, s, a.tile, a.place, code) or refusals.NO_SUCH_TURN
        return why_not_lay(rules, s, a.tile, a.place, rules.tiles.codes[a.tile][a.turn])

    def why_not_water(self, rules: Rules, s: DaysState, due: Due) -> Refusal | None:
        """A train that began the turn at a tower, and has burnt no coal. [days.water days.water-alone]"""
        if not rules.at_tower(s, due.seat):
            return refusals.NO_TOWER
        return refusals.WATER_ALONE if due.a else None

    def _why_not_burn(self, s: DaysState, due: Due, a: Burn) -> Refusal | None:
        """Any number, one steam each, up to six. [days.coal.use]"""
        if a.coal < 1:
            return refusals.BURN_ONE
        if a.coal > s.coal[due.seat]:
            return refusals.NO_COAL
        return refusals.STEAM_FULL if s.steam[due.seat] + a.coal > MOST_STEAM else None

    def figures(self, rules: Rules, s: DaysState, due: Due, a: Any) -> Mapping[str, object]:
        seat = due.seat
        out: dict[str, object] = {"steam": s.steam[seat], "coal": s.coal[seat] or "no"}
        if isinstance(a, (Lay, Exchange)):
            tiles = rules.tiles.tiles
            hand = [tiles[kind].id for kind in s.hands[seat] if kind != UNKNOWN]
            out |= {"tile": tiles[a.tile].id if a.tile >= 0 else "such tile", "hand": ", ".join(hand)}
        if isinstance(a, Lay):
            code = rules.tiles.codes[a.tile][max(a.turn, 0)] if a.tile >= 0 else 0
            out |= placing_figures(rules, s, a.place, rules.tiles.live[code])
        if isinstance(a, Town):
            out |= {**placing_figures(rules, s, a.place), "tile": "a town"}
        if isinstance(a, Move):
            out |= self._way_figures(rules, s, seat, a)
        return out

    def _way_figures(self, rules: Rules, s: DaysState, seat: int, a: Move) -> Mapping[str, object]:
        """Where on its way the train is stopped, and by whom."""
        if ANY_WAY in a.places:
            return {"there": NAMES[a.places[-1]]}
        found = follow(rules, s, seat, a.places, a.takes)
        at = found.at if isinstance(found, Stopped) else 0
        path = (s.trains[seat] >> 2, *a.places)
        costs = price(rules, s, seat, a.places)
        stopped = next((n for n, stand in enumerate(s.trains) if n != seat and stand >> 2 == path[-1]), 0)
        taken = a.takes[at] if at < len(a.takes) else NO_GOOD
        load = s.load[seat] if s.load[seat] != NO_GOOD else next(t for t in (*a.takes, 0) if t != NO_GOOD)
        return {
            "here": NAMES[path[at]],
            "there": NAMES[path[min(at + 1, len(path) - 1)]],
            "cost": sum(enter + passing for enter, passing in costs),
            "other": Seat(stopped),
            "good": COLOURS[colour_of(taken)] if taken != NO_GOOD else "good",
            "load": COLOURS[colour_of(load)],
        }

    # What it does -------------------------------------------------------------------------------------

    def apply(self, rules: Rules, s: DaysState, due: Due, a: Any) -> None:
        seat = due.seat
        if isinstance(a, Burn):
            s.coal[seat] -= a.coal
            s.steam[seat] += a.coal
            s.amend(due.a + a.coal)
            s.tell("burnt", seat, a.coal)
            return
        s.settle()
        match a:
            case Lay():
                self._lay(rules, s, seat, a)
            case Town():
                self._found(rules, s, seat, a)
            case Blind():
                s.ask("blind", NATURE, seat)
            case Move():
                self._move(rules, s, seat, a)
            case Water():
                gained = rules.add_steam(s, seat, WATER_STEAM)
                s.tell("water", seat, s.trains[seat] >> 2, gained)
            case Exchange():
                self._discard(s, seat, a.tile)
                s.gone[a.tile] += 1
                s.tell("exchanged", seat, a.tile)
                s.ask("draw", NATURE, seat)

    def _discard(self, s: DaysState, seat: int, tile: int) -> None:
        hand = list(s.hands[seat])
        hand.remove(tile)
        s.hands[seat] = tuple(hand)

    def _lay(self, rules: Rules, s: DaysState, seat: int, a: Lay) -> None:
        """The tile brings its coal, may close a circuit, and is replaced. [days.tile.steam days.turn.draw]"""
        self._discard(s, seat, a.tile)
        code = rules.tiles.codes[a.tile][a.turn]
        covered = put(rules, s, a.place, code)
        gained = rules.add_steam(s, seat, rules.tiles.tiles[a.tile].coal)
        s.tell("laid", seat, a.place, code, gained, covered)
        s.ask("draw", NATURE, seat)
        check_circuit(rules, s, seat, a.place, covered)

    def _found(self, rules: Rules, s: DaysState, seat: int, a: Town) -> None:
        """A face-up town comes with its goods and is replaced at once. [days.town.market]"""
        colour, *goods = s.market[a.number]
        s.market[a.number] = ()
        if s.towns_left:
            s.ask("market", NATURE, a.number)
        lay_town(rules, s, seat, a.place, colour, goods)

    def _move(self, rules: Rules, s: DaysState, seat: int, a: Move) -> None:
        """Steam is spent whatever happens; a roll, if one is due, comes before all else. [days.move.cost]"""
        course = follow(rules, s, seat, a.places, a.takes)
        assert isinstance(course, Course)
        s.steam[seat] -= course.spent
        s.tell("moved", seat, course.spent, course.cargo[0], s.trains[seat] >> 2, *a.places)
        if course.rolls:
            s.rolling = course.numbers
            s.ask("die", NATURE, seat)
        else:
            end_move(rules, s, seat, course)

    # In words -----------------------------------------------------------------------------------------

    def resolve(self, rules: Rules, s: DaysState, due: Due, a: Any) -> Any:
        """Tiles by their place in the hand, towns by colour, the only rotation, the cheapest way."""
        if isinstance(a, (Lay, Exchange)) and a.tile <= IN_HAND:
            number = IN_HAND - a.tile
            tile = s.hands[due.seat][number] if number < len(s.hands[due.seat]) else UNKNOWN
            a = Lay(tile, a.place, a.turn) if isinstance(a, Lay) else Exchange(tile)
        if isinstance(a, Lay) and a.tile >= 0:
            return self._turned(rules, s, a)
        if isinstance(a, Town) and a.number <= BY_COLOUR:
            shown = [n for n in range(MARKET) if s.market[n] and s.market[n][0] == BY_COLOUR - a.number]
            return Town(shown[0] if len({s.market[n] for n in shown}) == 1 else MARKET, a.place)
        if isinstance(a, Move):
            return self._way(rules, s, due.seat, a)
        return a

    def _turned(self, rules: Rules, s: DaysState, a: Lay) -> Lay:
        """The rotation as it is always said, or the only one that fits where none is said."""
        codes = rules.tiles.codes[a.tile]
        if a.turn != UNSAID:
            return Lay(a.tile, a.place, codes.index(codes[a.turn]))
        fitting = [
            turn
            for turn in rules.tiles.rotations[a.tile]
            if why_not_lay(rules, s, a.tile, a.place, codes[turn]) is None
        ]
        return Lay(a.tile, a.place, fitting[0]) if len(fitting) == 1 else a

    def _way(self, rules: Rules, s: DaysState, seat: int, a: Move) -> Move:
        """A colour means the good of that colour that lies there; “to” means least steam, then no roll."""
        if a.places[0] == ANY_WAY:
            fitting = [found for found in courses(rules, s, seat) if found.places[-1] == a.places[1]]
            if a.takes[0] != NO_GOOD:
                colour = colour_of(a.takes[0])
                fitting = [f for f in fitting if f.takes[0] != NO_GOOD and colour_of(f.takes[0]) == colour]
            if not fitting:
                return a
            best = min(fitting, key=lambda found: _cheapness(found))
            return Move(best.places, best.takes)
        if all(taken == NO_GOOD for taken in a.takes):
            return a
        goods, takes = lying(s), []
        for place, taken in zip((s.trains[seat] >> 2, *a.places), a.takes):
            there = goods.get(place, [])
            if taken != NO_GOOD and taken not in there:
                same = [good for good in there if colour_of(good) == colour_of(taken)]
                taken = same[0] if same and taken < len(COLOURS) else taken
            takes.append(taken)
        return Move(a.places, tuple(takes))

    def details(self, rules: Rules, s: DaysState, due: Due, names: Sequence[str]) -> Sequence[str]:
        out = [f"steam {s.steam[due.seat]}", plural(s.deck_left, "tile left", "tiles left")]
        if s.coal[due.seat]:
            out.append(f"coal {s.coal[due.seat]}")
        return out

    def answer(self, rules: Rules, s: DaysState, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        seat = due.seat
        steam = s.steam[seat]
        match a:
            case Lay():
                coal = rules.tiles.tiles[a.tile].coal
                full = min(coal, MOST_STEAM - steam)
                return Answer(
                    f"Lay {rules.tiles.tiles[a.tile].name} on {NAMES[a.place]}",
                    f"+{full} steam",
                    (),
                    (a.place,),
                )
            case Town():
                colour, *goods = s.market[a.number]
                brings = listed([COLOURS[good] for good in goods]) or "no goods"
                return Answer(
                    f"Put the {COLOURS[colour]} town on {NAMES[a.place]}", f"with {brings}", (), (a.place,)
                )
            case Blind():
                return Answer("Draw the top town", "you place it at once, then it gets goods")
            case Move():
                return self._answer_move(rules, s, seat, a)
            case Water():
                return Answer("Take water", f"steam {steam} → {min(steam + WATER_STEAM, MOST_STEAM)}")
            case Burn():
                return Answer(f"Burn {a.coal} coal", f"steam {steam} → {steam + a.coal}")
            case Exchange():
                return Answer(f"Exchange {rules.tiles.tiles[a.tile].name}", "nothing else can be done")
        return None

    def _answer_move(self, rules: Rules, s: DaysState, seat: int, a: Move) -> Answer:
        course = follow(rules, s, seat, a.places, a.takes)
        assert isinstance(course, Course)
        says = [f"{course.spent} steam"]
        says += [
            f"delivers {COLOURS[colour_of(good)]} to {NAMES[town]}" for good, _, town in course.delivered
        ]
        if worst := derails_on(course):
            says.append(f"derails on {rolls(worst)}")
        return Answer(f"Move to {NAMES[a.places[-1]]}", ", ".join(says), (), (a.places[-1],))


def _cheapness(found: Found) -> tuple[object, ...]:
    """Least steam, then no roll, then most delivered, then a good on board."""
    course = found.course
    return course.spent, course.rolls, -len(course.delivered), course.cargo[0] == NO_GOOD


def rolls(worst: int) -> str:
    """The rolls up to the worst: 1, or 1–3."""
    return "1" if worst == 1 else f"1–{worst}"
