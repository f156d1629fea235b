"""What a page shows before somebody commits: where tiles fit, where trains can go, what closes a circuit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from footplate.core.game import Action, Due, Refusal
from footplate.days_of_steam.actions import Lay, Move, Town
from footplate.days_of_steam.circuits import Step, circuit
from footplate.days_of_steam.goods import NO_GOOD, colour_of
from footplate.days_of_steam.moving import Course, Stopped, courses, derails_on, follow, price
from footplate.days_of_steam.phases.turn import TurnDecision
from footplate.days_of_steam.places import ACROSS
from footplate.days_of_steam.placing import (
    distance,
    lays,
    may_be_covered,
    site,
    town_places,
    why_not_lay,
    why_not_town,
)
from footplate.days_of_steam.rules import COLOUR_POINTS, GOOD_POINTS, MARKET, MOST_STEAM, Rules
from footplate.days_of_steam.state import UNKNOWN, DaysState
from footplate.days_of_steam.tiles import FIRST_TOWN, is_town

# Placing ------------------------------------------------------------------------------------------------


class Fit(NamedTuple):
    """A legal way to lay a tile: where, how turned, and what follows."""

    place: int
    turn: int
    steam: int
    """The steam it really brings."""
    covers: bool
    tile_from_town: int
    """Which tile along the path from a town it is, from 1."""
    circuit: tuple[Step, ...]
    """The loop it closes for a counter, or nothing."""


class Misfit(NamedTuple):
    """Why a tile may not lie somewhere."""

    place: int
    turn: int
    refusal: Refusal


class HandTile(NamedTuple):
    """A tile of the hand with every place it fits."""

    tile: int
    fits: tuple[Fit, ...]


def hand(rules: Rules, s: DaysState, seat: int) -> list[HandTile]:
    """Every tile of a hand, in its order, and where it fits; equal tiles have equal answers."""
    fits: dict[int, tuple[Fit, ...]] = {}
    for tile in s.hands[seat]:
        if tile != UNKNOWN and tile not in fits:
            fits[tile] = tuple(fits_of(rules, s, seat, tile))
    return [HandTile(tile, fits.get(tile, ())) for tile in s.hands[seat]]


def fits_of(rules: Rules, s: DaysState, seat: int, tile: int) -> list[Fit]:
    """Every place and rotation of one tile."""
    steam = min(rules.tiles.tiles[tile].coal, MOST_STEAM - s.steam[seat])
    out, board = [], s.board[:]
    for place, turn in lays(rules, s, tile):
        code = rules.tiles.codes[tile][turn]
        loop = _closes(rules, s, board, place, code)
        far = distance(rules, s, place, code)
        out.append(Fit(place, turn, steam, bool(s.board[place]), far, tuple(loop)))
    return out


def misfits(rules: Rules, s: DaysState, tile: int) -> list[Misfit]:
    """Every place beside the map or on it and each rotation that does not fit there, with the reason."""
    return [
        Misfit(place, turn, refusal)
        for place in (*beside(s), *s.laid)
        for turn in rules.tiles.rotations[tile]
        if (refusal := why_not_lay(rules, s, tile, place, rules.tiles.codes[tile][turn]))
    ]


def beside(s: DaysState) -> list[int]:
    """The empty places that touch a tile."""
    found = {place + across: True for place in s.laid for across in ACROSS if not s.board[place + across]}
    return sorted(found)


def coverable(rules: Rules, s: DaysState) -> list[int]:
    """The tiles that may be covered, by whatever covers."""
    return [place for place in s.laid if may_be_covered(rules, s, place) is None]


def towns(rules: Rules, s: DaysState) -> list[Fit]:
    """Every place for a town, with the circuit it closes."""
    board, out = s.board[:], []
    for place in town_places(rules, s):
        loop = _closes(rules, s, board, place, FIRST_TOWN)
        out.append(Fit(place, 0, 0, False, site(rules, s, place).nearest + 1, tuple(loop)))
    return out


def town_misfits(rules: Rules, s: DaysState) -> list[Misfit]:
    """Every place beside the map where no town may lie, with the reason."""
    return [Misfit(place, 0, refusal) for place in beside(s) if (refusal := why_not_town(rules, s, place))]


def closes(rules: Rules, s: DaysState, a: Lay | Town) -> list[Step]:
    """The loop for which an action would bring a counter, from its tile on, or nothing."""
    code = rules.tiles.codes[a.tile][a.turn] if isinstance(a, Lay) else FIRST_TOWN
    return _closes(rules, s, s.board[:], a.place, code)


def _closes(rules: Rules, s: DaysState, board: bytearray, place: int, code: int) -> list[Step]:
    """The same on a copy of the board, which is left as it was."""
    if not rules.circuits_left(s):
        return []
    old, board[place] = board[place], code
    loop = circuit(rules, board, place, old)
    board[place] = old
    return loop or []


# Moving -------------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    """One tile of a way: what is taken before it is entered, what entering it costs, what happens there."""

    place: int
    took: int
    """The colour of the good taken before, or NO_GOOD."""
    cost: int
    passing: int
    """Steam for passing a train."""
    passed: int
    """The seat that is passed, or -1."""
    hill: bool
    curve: bool
    dead_end: bool
    delivers: int
    """The colour of the good delivered there, or NO_GOOD."""


class Way(NamedTuple):
    """One way to a place and all that follows from it."""

    action: Move
    spent: int
    derails_on: int
    """The highest roll that derails, 0 if none is due."""
    points: int
    """What the deliveries bring, with colours, if the train holds."""
    load: int
    """The colour of the good on the train at the end, or NO_GOOD; in a town it is unloaded."""
    legs: tuple[Leg, ...]


class Reached(NamedTuple):
    """A place where the train can stop, and the ways there: cheapest first, then without a roll."""

    place: int
    part: int
    least: int
    rolls: bool
    """Whether the cheapest way needs a roll."""
    ways: tuple[Way, ...]


def reached(rules: Rules, s: DaysState, seat: int) -> list[Reached]:
    """Every place where a train can stop with the steam it has."""
    stops: dict[int, list[Way]] = {}
    for found in courses(rules, s, seat):
        shown = way(rules, s, seat, Move(found.places, found.takes))
        assert shown is not None
        stops.setdefault(found.course.stand, []).append(shown)
    out = []
    for stand, ways in sorted(stops.items()):
        ways.sort(key=lambda w: (w.spent, w.derails_on, -w.points, len(w.legs)))
        out.append(Reached(stand >> 2, stand & 3, ways[0].spent, bool(ways[0].derails_on), tuple(ways)))
    return out


def way(rules: Rules, s: DaysState, seat: int, a: Move) -> Way | None:
    """Any legal way, tile by tile; None if it is refused."""
    course = follow(rules, s, seat, a.places, a.takes)
    if isinstance(course, Stopped):
        return None
    good = course.cargo[0]
    load = NO_GOOD if good == NO_GOOD else colour_of(good)
    points = points_of(s, seat, course)
    return Way(a, course.spent, derails_on(course), points, load, tuple(_legs(rules, s, seat, a, course)))


def points_of(s: DaysState, seat: int, course: Course) -> int:
    """What the deliveries of a course bring."""
    had = s.delivered[seat]
    more = [colour_of(good) for good, _, _ in course.delivered]
    colours = COLOUR_POINTS[len({*had, *more})] - COLOUR_POINTS[len(set(had))]
    return GOOD_POINTS * len(more) + colours


def _legs(rules: Rules, s: DaysState, seat: int, a: Move, course: Course) -> Iterable[Leg]:
    tiles, others = rules.tiles, rules.occupied(s, seat)
    waiting = list(course.delivered)
    path = (s.trains[seat] >> 2, *a.places)
    for n, (cost, passing) in enumerate(price(rules, s, seat, a.places)):
        here = path[n + 1]
        code = s.board[here]
        enters = ACROSS.index(path[n] - here)
        stand = 4 * here + tiles.part[code][enters]
        tile = tiles.tile(code)
        curve = False
        if not is_town(code):
            last = n + 2 == len(path)
            curve = tiles.bends[code][enters] if last else ACROSS.index(path[n + 2] - here) != enters ^ 2
        delivers = NO_GOOD
        if waiting and waiting[0][2] == here and is_town(code):
            carried = waiting[0][0]
            # The good is on board by now if it was there at the start or has been taken on the way.
            if waiting[0][1] == 0 or carried in a.takes[: n + 1]:
                delivers = colour_of(waiting.pop(0)[0])
        took = NO_GOOD if a.takes[n] == NO_GOOD else colour_of(a.takes[n])
        hill = tile is not None and tile.hill
        dead_end = not tiles.exits[code][enters]
        yield Leg(here, took, cost, passing, others.get(stand, -1), hill, curve, dead_end, delivers)


# The turn -----------------------------------------------------------------------------------------------


class Choices(NamedTuple):
    """What the turn can be: the things at the top of the table, and those that are impossible."""

    lay: bool
    town: bool
    blind: bool
    move: bool
    water: bool
    burn: int
    """The most coal that can be burnt."""
    stuck: bool


def choices(decision: TurnDecision, rules: Rules, s: DaysState, due: Due) -> Choices:
    """Which of the things a turn can be are possible now."""
    seat = due.seat
    return Choices(
        bool(decision.lays(rules, s, seat)),
        bool(decision.towns(rules, s)),
        bool(s.towns_left),
        bool(courses(rules, s, seat)),
        decision.why_not_water(rules, s, due) is None,
        min(s.coal[seat], MOST_STEAM - s.steam[seat]),
        decision.is_stuck(rules, s, due),
    )


def market(s: DaysState) -> list[tuple[int, tuple[int, ...]]]:
    """The face-up towns: colour and goods; colour -1 where there is none."""
    return [(s.market[n][0], s.market[n][1:]) if s.market[n] else (-1, ()) for n in range(MARKET)]


def by_place(actions: Sequence[Action]) -> dict[int, list[Action]]:
    """Lays and towns by their place."""
    out: dict[int, list[Action]] = {}
    for a in actions:
        if isinstance(a, (Lay, Town)):
            out.setdefault(a.place, []).append(a)
    return out
