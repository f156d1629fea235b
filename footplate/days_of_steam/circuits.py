"""Circuits: loops through at least two towns that the tile just laid has completed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from footplate.days_of_steam.paths import ONWARD
from footplate.days_of_steam.rules import Rules
from footplate.days_of_steam.tiles import is_town
from footplate.geometry.squares import SIDES

TOWNS = 2


class Step(NamedTuple):
    """One tile of a loop, and the sides by which it is entered and left."""

    place: int
    enters: int
    leaves: int


def new_segments(rules: Rules, code: int, covered: int) -> list[tuple[int, int]]:
    """The segments that were not there before: a loop over old track only is no new circuit.

    [days.circuit days.circuit.uses-tile]
    """
    exits, before = rules.tiles.exits[code], rules.tiles.exits[covered]
    return [(a, b) for a in range(SIDES) for b in exits[a] if a < b and not (covered and b in before[a])]


def circuit(rules: Rules, board: bytearray, place: int, covered: int = 0) -> list[Step] | None:
    """A loop that the tile on this place has completed, from that tile on, or None.

    It passes no side twice and turns round nowhere, in towns neither. [days.circuit.no-reverse]
    """
    for a, b in new_segments(rules, board[place], covered):
        if loop := _loop(rules, board, place, a, b):
            return loop
    return None


def _loop(rules: Rules, board: bytearray, place: int, a: int, b: int) -> list[Step] | None:
    """A loop that enters the place by a and leaves it by b.

    Only ways from which the tile can still be reached are followed; that is asked anew wherever track forks.
    """
    exits, goal = rules.tiles.exits, 4 * place + a
    steps = [Step(place, a, b)]
    used = {4 * place + b, 4 * place + ONWARD[b]}
    towns = [place] if is_town(board[place]) else []

    def follow(port: int) -> bool:
        here, enters = port >> 2, port & 3
        if port == goal:
            return len(set(towns)) >= TOWNS
        ways = exits[board[here]][enters]
        if len(ways) > 1:
            ways = tuple(way for way in ways if _leads(exits, board, here, way, goal, used))
        arrived = is_town(board[here])
        if arrived:
            towns.append(here)
        for leaves in ways:
            out = 4 * here + leaves
            if out in used:
                continue
            onward = 4 * here + ONWARD[leaves]
            used.update((out, onward))
            steps.append(Step(here, enters, leaves))
            if follow(onward):
                return True
            steps.pop()
            used.difference_update((out, onward))
        if arrived:
            towns.pop()
        return False

    first = 4 * place + ONWARD[b]
    if _leads(exits, board, place, b, goal, set()) and follow(first):
        return steps
    return None


def _leads(
    exits: list[tuple[tuple[int, ...], ...]],
    board: bytearray,
    place: int,
    leaves: int,
    goal: int,
    used: set[int],
) -> bool:
    """Whether track leads from a side to the goal over sides that are not used yet."""
    start = 4 * place + ONWARD[leaves]
    if start in used:
        return False
    seen, todo = {start}, [start]
    for port in todo:
        if port == goal:
            return True
        here = port >> 2
        for way in exits[board[here]][port & 3]:
            onward = 4 * here + ONWARD[way]
            if onward not in seen and onward not in used:
                seen.add(onward)
                todo.append(onward)
    return False


def towns_on(board: bytearray, loop: Iterable[Step]) -> list[int]:
    """The towns that a loop joins, each once."""
    return list(dict.fromkeys(step.place for step in loop if is_town(board[step.place])))
