"""Figures for the sentences of refusals: what a place needs, who is in the way, how far a town is."""

from __future__ import annotations

from footplate.core.game import Seat
from footplate.days_of_steam.paths import ONWARD, reach
from footplate.days_of_steam.places import NAMES
from footplate.days_of_steam.placing import site
from footplate.days_of_steam.rules import Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import is_town
from footplate.days_of_steam.words import directions, listed
from footplate.geometry.squares import SIDES

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def edges(rules: Rules, s: DaysState, place: int) -> str:
    """What the tiles around a place ask of a tile on it: track to the west and none to the south."""
    around = site(rules, s, place)
    none = around.met & ~around.track
    wants = []
    if around.track:
        wants.append(f"track to the {directions(around.track)}")
    if none:
        wants.append(f"{'none' if wants else 'no track'} to the {directions(none)}")
    return listed(wants)


def nearest_town(rules: Rules, s: DaysState, place: int) -> tuple[int, int]:
    """The town nearest along track, and the segments in between; place 0 if there is none."""
    exits = rules.tiles.exits
    todo = [(4 * place + ONWARD[side], 0) for side in range(SIDES)]
    seen = {port for port, _ in todo}
    for port, segments in todo:
        code = s.board[port >> 2]
        if is_town(code):
            return port >> 2, segments
        for way in exits[code][port & 3]:
            onward = 4 * (port >> 2) + ONWARD[way]
            if onward not in seen:
                seen.add(onward)
                todo.append((onward, segments + 1))
    return 0, 0


def placing_figures(rules: Rules, s: DaysState, place: int, live: int = 15) -> dict[str, object]:
    """Figures for why a tile may not lie on a place."""
    town, segments = nearest_town(rules, s, place)
    far = reach(rules, s)
    arriving = [4 * place + side for side in range(SIDES) if live >> side & 1]
    count = 1 + min((far[port] for port in arriving if port in far), default=-1)
    return {
        "place": NAMES[place],
        "edges": edges(rules, s, place),
        "town": NAMES[town],
        "segments": ("none", "one")[min(segments, 1)],
        "ordinal": ORDINALS[count] if count < len(ORDINALS) else f"{count}th",
        "other": next((Seat(n) for n, stand in enumerate(s.trains) if stand >> 2 == place), ""),
    }
