"""A closer look: the ways to a place, a way walked tile by tile, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from footplate.core.game import Refusal, Unreadable
from footplate.core.table import Refused
from footplate.days_of_steam import refusals, survey
from footplate.days_of_steam.actions import Lay, Move
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of
from footplate.days_of_steam.moving import Stopped, follow, lying, price
from footplate.days_of_steam.phases.turn import TurnDecision
from footplate.days_of_steam.places import ACROSS, NAMES, is_place
from footplate.days_of_steam.question import WayView, way_view, ways_to
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.svg import spot

FROM_FAR_TO_NEAR = (
    refusals.ALONE,
    refusals.CANNOT_COVER,
    refusals.EDGES,
    refusals.NO_PATH,
    refusals.DEAD_END_ONLY,
    refusals.TOO_FAR,
)
"""Why a tile does not fit, from the most distant to the nearest miss, which is told."""


@dataclass(slots=True)
class Look:
    """What to look at: the ways to a place, a way in a sentence, or why a sentence would be refused."""

    what: Literal["ways", "walk", "why"]
    place: int = 0
    sentence: str = ""


@dataclass(slots=True)
class Ways:
    """Every way to a place that differs in what results."""

    place: int
    ways: list[WayView]


@dataclass(slots=True)
class NextStep:
    """A tile to go on to: its place, its name, where it lies, and the steam in all."""

    place: int
    name: str
    x: int
    y: int
    spent: int


@dataclass(slots=True)
class Walk:
    """A way walked so far: what comes of stopping there, or why one cannot, and where it goes on."""

    sentence: str
    way: WayView | None
    why: str
    onward: list[NextStep]
    goods: list[str]
    """The goods that could be picked up on the last tile, if one goes on."""


@dataclass(slots=True)
class Because:
    """Why it cannot be done."""

    place: int
    text: str


def looked(game: DaysOfSteam, s: DaysState, look: Look, names: Sequence[str]) -> Ways | Walk | Because:
    """What a closer look finds; Refused where there is nothing to look at."""
    if not is_place(look.place):
        raise Refused("There is no place of that number.")
    seat = s.agenda[0].seat
    s = game.known(s, seat)
    if look.what == "why":
        return Because(look.place, why(game, s, look.sentence, names))
    if not isinstance(game.decision(s), TurnDecision):
        raise Refused("No train is moved now.")
    if look.what == "ways":
        return Ways(look.place, ways_to(game, s, seat, look.place, names))
    return _walk(game, s, seat, look.sentence, names)


def why(game: DaysOfSteam, s: DaysState, sentence: str, names: Sequence[str]) -> str:
    """Why a sentence would be refused; of a tile’s rotations the one that nearly fits is told."""
    try:
        action: Any = game.read(s, sentence)
    except Unreadable as problem:
        return str(problem)
    refusal = game.why_not(s, action)
    if refusal is None:
        return "Nothing speaks against it."
    if isinstance(action, Lay) and action.tile >= 0:
        turned = [Lay(action.tile, action.place, turn) for turn in game.tiles.rotations[action.tile]]
        found = [(game.why_not(s, a), a) for a in turned]
        refused = [(_stage(one), one, a) for one, a in found if one is not None]
        if len(refused) == len(turned):
            _, refusal, action = max(refused, key=lambda miss: miss[0])
    return game.explain(s, action, refusal, names)


def _stage(refusal: Refusal) -> int:
    return FROM_FAR_TO_NEAR.index(refusal) if refusal in FROM_FAR_TO_NEAR else len(FROM_FAR_TO_NEAR)


def _walk(game: DaysOfSteam, s: DaysState, seat: int, sentence: str, names: Sequence[str]) -> Walk:
    rules, here = game.rules, s.trains[seat] >> 2
    places: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    if sentence:
        try:
            action: Any = game.read(s, sentence)
        except Unreadable as problem:
            raise Refused(str(problem)) from None
        if not isinstance(action, Move) or game._nonsense(action):
            raise Refused("Say a way: move PLACE PLACE ….")
        places, takes = action.places, action.takes
    way, text = None, ""
    if places:
        course = follow(rules, s, seat, places, takes)
        if isinstance(course, Stopped):
            text = game.explain(s, action, course.refusal, names)
            if course.refusal is not refusals.NOT_FREE:
                return Walk(sentence, None, text, [], [])
        else:
            found = survey.way(rules, s, seat, action)
            way = way_view(game, s, seat, found, names) if found else None
    last = places[-1] if places else here
    onward = []
    for across in ACROSS:
        place = last + across
        if not s.board[place]:
            continue
        course = follow(rules, s, seat, (*places, place), (*takes, NO_GOOD))
        if isinstance(course, Stopped) and course.refusal is not refusals.NOT_FREE:
            continue
        spent = sum(cost + passing for cost, passing in price(rules, s, seat, (*places, place)))
        onward.append(NextStep(place, NAMES[place], *spot(place), spent))
    return Walk(sentence, way, text, onward, _offered(game, s, seat, last, places, takes))


def _offered(
    game: DaysOfSteam, s: DaysState, seat: int, last: int, places: Sequence[int], takes: Sequence[int]
) -> list[str]:
    """The colours that may be taken on the last tile before going on from there."""
    out: list[str] = []
    for good in dict.fromkeys(lying(s).get(last, ())):
        for across in ACROSS:
            if not s.board[last + across]:
                continue
            course = follow(game.rules, s, seat, (*places, last + across), (*takes, good))
            if not isinstance(course, Stopped) or course.refusal is refusals.NOT_FREE:
                out.append(COLOURS[colour_of(good)])
                break
    return list(dict.fromkeys(out))
