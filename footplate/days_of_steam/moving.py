"""Moving the train: where a way leads, what it costs, which goods it takes and delivers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from footplate.core.game import Refusal
from footplate.days_of_steam import refusals
from footplate.days_of_steam.goods import NO_GOOD, colour_of, home_of
from footplate.days_of_steam.paths import ONWARD
from footplate.days_of_steam.places import NOWHERE, OPPOSITE, side_between
from footplate.days_of_steam.rules import SPEED_LIMIT, Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import is_town, town_colour
from footplate.geometry.squares import SIDES

Lifted = tuple[int, int]
"""A good and the town it was taken from, or NOWHERE if it was on the train already."""
NOTHING: Lifted = (NO_GOOD, NOWHERE)


class Course(NamedTuple):
    """What a way comes to, if it holds."""

    stand: int
    """Where the train stops: 4 * place + part."""
    came: int
    spent: int
    rolls: bool
    """Whether the die must be rolled: more than two steam and a curve. [days.speed]"""
    cargo: Lifted
    """What is on the train when it stops; in a town it is unloaded there."""
    delivered: tuple[tuple[int, int, int], ...]
    """Each good delivered, the town it was taken from, and the town that took it, in order."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The course as a row of numbers, to be remembered while the die is due."""
        return (
            self.stand,
            self.came,
            self.spent,
            *self.cargo,
            *(number for good in self.delivered for number in good),
        )


def remembered(numbers: Sequence[int]) -> Course:
    """The course of a row of numbers."""
    stand, came, spent, good, origin, *rest = numbers
    goods = tuple((rest[n], rest[n + 1], rest[n + 2]) for n in range(0, len(rest), 3))
    return Course(stand, came, spent, True, (good, origin), goods)


def derails_on(course: Course) -> int:
    """The highest roll that derails the train; 0 where none is due. [days.speed.example]"""
    return course.spent - SPEED_LIMIT if course.rolls else 0


def accepts(s: DaysState, place: int, good: int) -> bool:
    """A town takes goods of its colour, but not back. [days.goods.deliver]"""
    code = s.board[place]
    return is_town(code) and town_colour(code) == colour_of(good) and home_of(good) != place


def lying(s: DaysState) -> dict[int, list[int]]:
    """The goods in each town."""
    out: dict[int, list[int]] = {}
    for place, good in s.goods:
        out.setdefault(place, []).append(good)
    return out


def starts(rules: Rules, s: DaysState, seat: int) -> list[int]:
    """The sides by which a train may leave: all its place on the tile is joined to. [days.move.own]

    Out of a dead end that is the way it came. [days.move.dead-end-leave]
    """
    place, part = divmod(s.trains[seat], 4)
    parts = rules.tiles.part[s.board[place]]
    return [side for side in range(SIDES) if parts[side] == part]


# One way ------------------------------------------------------------------------------------------------


class Stopped(NamedTuple):
    """Why a way may not be gone, and before which of its places, counted from 0."""

    refusal: Refusal
    at: int


def follow(
    rules: Rules, s: DaysState, seat: int, places: Sequence[int], takes: Sequence[int]
) -> Course | Stopped:
    """What a way comes to, or why it may not be gone.

    `takes[n]` is the good taken before the train enters `places[n]`.
    """
    tiles, board = rules.tiles, s.board
    others = rules.occupied(s, seat)
    here, enters = s.trains[seat] >> 2, -1
    ways: Sequence[int] = starts(rules, s, seat)
    stand, spent, bent = s.trains[seat], 0, False
    cargo: Lifted = (s.load[seat], NOWHERE) if s.load[seat] != NO_GOOD else NOTHING
    lifted: list[Lifted] = []
    delivered: list[tuple[int, int, int]] = []
    goods = lying(s)
    if not places:
        return Stopped(refusals.NO_STEP, 0)
    for n, place in enumerate(places):
        if takes[n] != NO_GOOD:
            if cargo != NOTHING:
                return Stopped(refusals.LOADED, n)
            there = goods.get(here, [])
            if there.count(takes[n]) <= lifted.count((takes[n], here)):
                return Stopped(refusals.NO_GOOD_THERE, n)
            cargo = takes[n], here
            lifted.append(cargo)
        leaves = side_between(here, place)
        if leaves is None:
            return Stopped(refusals.NOT_BESIDE, n)
        code = board[place]
        if not code or not tiles.sides[board[here]] >> leaves & 1:
            return Stopped(refusals.NO_TRACK, n)
        if leaves not in ways:
            if enters < 0:
                return Stopped(refusals.OTHER_SEGMENT, n)
            part = tiles.part[board[here]]
            if not tiles.exits[board[here]][enters]:
                return Stopped(refusals.DEAD_END_STOPS, n)
            joined = part[leaves] == part[enters]
            return Stopped(refusals.REVERSES if joined else refusals.OTHER_SEGMENT, n)
        if enters >= 0 and not is_town(board[here]) and leaves != OPPOSITE[enters]:
            bent = True
        here, enters = place, OPPOSITE[leaves]
        stand = 4 * here + tiles.part[code][enters]
        spent += tiles.cost[code] + (stand in others)
        if is_town(code):
            ways = range(SIDES)
            if cargo != NOTHING and accepts(s, here, cargo[0]):
                delivered.append((*cargo, here))
                cargo = NOTHING
        else:
            ways = tiles.exits[code][enters]
    if spent > s.steam[seat]:
        return Stopped(refusals.NO_STEAM, len(places) - 1)
    if stand in others:
        return Stopped(refusals.NOT_FREE, len(places) - 1)
    bent = bent or tiles.bends[board[here]][enters]
    return Course(stand, enters, spent, bent and spent > SPEED_LIMIT, cargo, tuple(delivered))


def price(rules: Rules, s: DaysState, seat: int, places: Sequence[int]) -> list[tuple[int, int]]:
    """For each place of a way the steam to enter it, and the steam for passing a train there."""
    others = rules.occupied(s, seat)
    here, out = s.trains[seat] >> 2, []
    for place in places:
        leaves = side_between(here, place)
        if leaves is None or not s.board[place]:
            break
        part = rules.tiles.part[s.board[place]][OPPOSITE[leaves]]
        out.append((rules.tiles.cost[s.board[place]], int(4 * place + part in others)))
        here = place
    return out


# All ways -----------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """One way of every outcome: its places, the good taken before each, and what it comes to."""

    places: tuple[int, ...]
    takes: tuple[int, ...]
    course: Course


def courses(rules: Rules, s: DaysState, seat: int) -> list[Found]:
    """One way for each place, good and steam that can result, and for whether a roll is due.

    A step of the search is a port with the steam spent, whether a curve was entered, what is on the train
    and what was delivered: what has been reached so is not followed again.
    """
    known = s.known()
    key = "courses", seat, s.steam[seat]
    if key not in known:
        known[key] = _search(rules, s, seat)
    found: list[Found] = known[key]
    return found


def _search(rules: Rules, s: DaysState, seat: int) -> list[Found]:
    tiles, board, steam = rules.tiles, s.board, s.steam[seat]
    exits, part, cost, bends = tiles.exits, tiles.part, tiles.cost, tiles.bends
    others = rules.occupied(s, seat)
    goods = lying(s)
    out: dict[tuple[object, ...], Found] = {}
    start = s.trains[seat] >> 2
    aboard: Lifted = (s.load[seat], NOWHERE) if s.load[seat] != NO_GOOD else NOTHING
    every = range(SIDES)
    # Each step: where the train is, the sides it may leave by, by which it came, and the rest of the key.
    todo: list[
        tuple[int, int, int, bool, Lifted, tuple[tuple[int, int, int], ...], tuple[int, ...], tuple[int, ...]]
    ]
    todo = []
    seen: set[tuple[object, ...]] = set()
    if not steam:
        return []
    for cargo in (aboard, *_offers(goods, start, aboard, ())):
        todo.append((start, -1, 0, False, cargo, (), (), (cargo[0] if cargo != aboard else NO_GOOD,)))
    first = starts(rules, s, seat)
    for here, enters, spent, bent, cargo, delivered, places, takes in todo:
        code = board[here]
        town = code <= 4
        ways = first if enters < 0 else every if town else exits[code][enters]
        for leaves in ways:
            port = 4 * here + ONWARD[leaves]
            place = port >> 2
            there = board[place]
            if not there:
                continue
            side = port & 3
            stand = 4 * place + part[there][side]
            total = spent + cost[there] + (stand in others)
            if total > steam:
                continue
            bend = bent or (enters >= 0 and not town and leaves ^ enters != 2)
            load, done = cargo, delivered
            if there <= 4:
                if load[0] >= 0 and accepts(s, place, load[0]):
                    done = (*delivered, (*load, place))
                    load = NOTHING
                key = place, total, bend, load, done
            else:
                key = port, total, bend, load, done
            if key in seen:
                continue
            seen.add(key)
            way = (*places, place)
            if stand not in others:
                rolls = total > SPEED_LIMIT and (bend or bends[there][side])
                # A good that is unloaded where it was taken has not moved.
                kept = NOTHING if there <= 4 and load[1] == place else load
                outcome = stand, total, rolls, kept, done
                if outcome not in out:
                    out[outcome] = Found(way, takes, Course(stand, side, total, rolls, load, done))
            if total < steam and (there <= 4 or exits[there][side]):
                todo.append((place, side, total, bend, load, done, way, (*takes, NO_GOOD)))
                if there <= 4 and load is NOTHING and place in goods:
                    for taken in _offers(goods, place, load, done):
                        key = place, total, bend, taken, done
                        if key not in seen:
                            seen.add(key)
                            todo.append((place, side, total, bend, taken, done, way, (*takes, taken[0])))
    return list(out.values())


def _offers(
    goods: dict[int, list[int]], place: int, cargo: Lifted, delivered: tuple[tuple[int, int, int], ...]
) -> list[Lifted]:
    """What a train without a good can take here: one of each that lies there still. [days.goods.pickup]"""
    if cargo != NOTHING or place not in goods:
        return []
    there = goods[place]
    gone = [good for good, origin, _ in delivered if origin == place]
    return [(good, place) for good in dict.fromkeys(there) if there.count(good) > gone.count(good)]


# What a move does ---------------------------------------------------------------------------------------


def arrive(rules: Rules, s: DaysState, seat: int, course: Course) -> None:
    """The move is over and has held: goods are delivered, kept or unloaded. [days.derail-score]"""
    for good, origin, town in course.delivered:
        _lift(s, seat, good, origin)
        s.delivered[seat] = (*s.delivered[seat], colour_of(good))
        s.tell("delivered", seat, town, good, origin)
    good, origin = course.cargo
    place = course.stand >> 2
    if good != NO_GOOD:
        _lift(s, seat, good, origin)
        if is_town(s.board[place]):
            s.goods = sorted((*s.goods, (place, good)))
            if origin != place:
                s.tell("unloaded", seat, place, good)
        else:
            s.load[seat] = good
    s.trains[seat], s.came[seat] = course.stand, course.came


def _lift(s: DaysState, seat: int, good: int, origin: int) -> None:
    """Take a good out of its town, or off the train."""
    if origin == NOWHERE:
        s.load[seat] = NO_GOOD
    else:
        s.goods.remove((origin, good))
        s.tell("took", seat, origin, good)
