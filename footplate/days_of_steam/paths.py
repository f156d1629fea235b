"""Valid paths: how far every side of every place lies from a town along track, without reversing."""

from __future__ import annotations

from footplate.days_of_steam.places import ACROSS, NOWHERE, OPPOSITE
from footplate.days_of_steam.rules import Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import is_town
from footplate.geometry.squares import SIDES

ONWARD = tuple(4 * ACROSS[side] + OPPOSITE[side] for side in range(SIDES))
"""What leaving by each side adds to 4 * place to give the port by which the next place is entered."""


def reach(rules: Rules, s: DaysState) -> dict[int, int]:
    """For each port that a path from a town arrives at, the tiles in between; worked out once a position.

    A port is 4 * place + side, of an empty place too. [days.path.valid]
    """
    known = s.known()
    if "reach" not in known:
        known["reach"] = reach_without(rules, s, NOWHERE)
    found: dict[int, int] = known["reach"]
    return found


def reach_without(rules: Rules, s: DaysState, covered: int) -> dict[int, int]:
    """The same as if nothing lay on one place: what is laid over must not lean on what it covers."""
    board, exits = s.board, rules.tiles.exits
    out: dict[int, int] = {}
    for place in s.laid:
        if is_town(board[place]):
            for onward in ONWARD:
                out[4 * place + onward] = 0
    todo = list(out)
    for port in todo:
        place = port >> 2
        code = board[place]
        if not code or code <= 4 or place == covered:
            continue
        tiles = out[port] + 1
        for leaving in exits[code][port & 3]:
            entered = 4 * place + ONWARD[leaving]
            if entered not in out:
                out[entered] = tiles
                todo.append(entered)
    return out
