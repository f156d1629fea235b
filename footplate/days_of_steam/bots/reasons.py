"""Why a bot does what it does: one sentence for whoever asks."""

from __future__ import annotations

from footplate.core.game import Action
from footplate.days_of_steam.actions import Blind, Burn, Exchange, Found, Lay, Move, Town, Water
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of
from footplate.days_of_steam.moving import Course, derails_on, follow
from footplate.days_of_steam.phases.turn import rolls
from footplate.days_of_steam.placing import site
from footplate.days_of_steam.rules import MOST_STEAM, Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.survey import closes, points_of
from footplate.days_of_steam.words import listed, plural


def reason(rules: Rules, s: DaysState, seat: int, a: Action) -> str:
    """Why an action looks best, in a sentence."""
    match a:
        case Move():
            return _reason_to_move(rules, s, seat, a)
        case Lay():
            if closes(rules, s, a):
                return "It closes a circuit, which is a point."
            track = site(rules, s, a.place).track
            if track & (track - 1):
                return "It joins track to track, so that goods have a shorter way."
            steam = min(rules.tiles.tiles[a.tile].coal, MOST_STEAM - s.steam[seat])
            return f"It leads track on and brings {steam} steam." if steam else "It leads track on."
        case Town():
            colour, *goods = s.market[a.number]
            brings = (
                f"it brings {listed([COLOURS[good] for good in goods])}" if goods else "it brings no goods"
            )
            return f"A {COLOURS[colour]} town takes {COLOURS[colour]} goods there, and {brings}."
        case Found():
            return "There it lies best for the goods that are wanted."
        case Water():
            return "With so little steam the tower brings more than a tile."
        case Burn():
            return "The coal makes a move possible that is worth more than the coal."
        case Blind():
            return "Neither of the two face up serves as well as a town that may come."
        case Exchange():
            return "Nothing else can be done."
    return "It brings the next delivery nearest."


def _reason_to_move(rules: Rules, s: DaysState, seat: int, a: Move) -> str:
    course = follow(rules, s, seat, a.places, a.takes)
    assert isinstance(course, Course)
    worst = derails_on(course)
    risk = f", and derails only on {rolls(worst)}" if 0 < worst < 3 else ""
    if course.delivered:
        goods = listed([COLOURS[colour_of(lying)] for lying, _, _ in course.delivered])
        return f"It delivers {goods}: {plural(points_of(s, seat, course), 'point')}{risk}."
    if course.cargo[0] != NO_GOOD:
        return f"It brings {COLOURS[colour_of(course.cargo[0])]} nearer to a town that takes it{risk}."
    return f"It brings the train nearer to its next good{risk}."
