"""Choices that are legal and probably not meant: what is asked before they are made.

Each slip is one small function; the first that has something to ask, asks.
"""

from __future__ import annotations

from typing import Any

from footplate.core.host import Safe, Slip
from footplate.days_of_steam.actions import Blind, Burn, Exchange, Lay, Move, Town, Water
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of
from footplate.days_of_steam.moving import Course, Stopped, courses, derails_on, follow
from footplate.days_of_steam.phases.turn import TurnDecision, rolls
from footplate.days_of_steam.places import NAMES
from footplate.days_of_steam.placing import town_places
from footplate.days_of_steam.rules import CIRCUIT_POINTS, MOST_STEAM, WINNING, Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.survey import closes, points_of
from footplate.days_of_steam.tiles import is_town

DANGER = 4
"""The highest roll that derails at which one is asked whether it is worth it."""


def slip(game: DaysOfSteam, s: DaysState, a: Any) -> Slip | None:
    """What to ask before a legal action that is probably not meant, or None."""
    if not s.agenda:
        return None
    rules, seat = game.rules, s.agenda[0].seat
    return _missed_win(game, s, seat, a) or _move(game, s, seat, a) or _turn(rules, s, seat, a)


def _asked(kind: str, says: str, go_on: str, safe: Safe | None = None) -> Slip:
    """The question, with choosing again as the safe way unless there is a better one."""
    return Slip(kind, says, f"{go_on}?", safe or Safe("Choose again"), go_on)


def _missed_win(game: DaysOfSteam, s: DaysState, seat: int, a: Any) -> Slip | None:
    """A move without a roll would win at once, and something else is done."""
    rules = game.rules
    if isinstance(a, Burn) or not isinstance(game.decision(s), TurnDecision) or _wins(rules, s, seat, a):
        return None
    score = rules.score(s, seat)
    for found in courses(rules, s, seat):
        total = score + points_of(s, seat, found.course)
        if not found.course.rolls and total >= WINNING:
            there = NAMES[found.places[-1]]
            sentence = game.say(Move(found.places, found.takes))
            says = f"A move to {there} without a roll would take you to {total} points and win now."
            return _asked("win", says, "Go on all the same", Safe(f"Move to {there} and win", sentence))
    return None


def _wins(rules: Rules, s: DaysState, seat: int, a: Any) -> bool:
    """Whether an action wins at once, whatever is rolled."""
    score = rules.score(s, seat)
    if isinstance(a, (Lay, Town)):
        return score + CIRCUIT_POINTS * bool(closes(rules, s, a)) >= WINNING
    if isinstance(a, Move):
        course = follow(rules, s, seat, a.places, a.takes)
        assert isinstance(course, Course)
        return not course.rolls and score + points_of(s, seat, course) >= WINNING
    return False


def _move(game: DaysOfSteam, s: DaysState, seat: int, a: Any) -> Slip | None:
    """A move after which nothing has changed, more danger than needed, much of it, or a good left behind."""
    if not isinstance(a, Move):
        return None
    course = follow(game.rules, s, seat, a.places, a.takes)
    if isinstance(course, Stopped):
        return None
    if course.stand == s.trains[seat] and not course.delivered and course.cargo[0] == s.load[seat]:
        return _asked("back", f"The train would be back where it is, for {course.spent} steam.", "Move")
    worst = derails_on(course)
    if worst and (safer := _safer(game, s, seat, course)):
        there = NAMES[course.stand >> 2]
        says = f"This way derails on {rolls(worst)}; another to {there} brings the same without a roll."
        return _asked("safer", says, "Move and roll", Safe("Take the safe way", safer))
    if worst >= DANGER and not course.delivered:
        says = f"{course.spent} steam over a curve: it derails on {rolls(worst)}."
        return _asked("derail", says, "Move and roll")
    good, origin = course.cargo
    place = course.stand >> 2
    if good != NO_GOOD and is_town(s.board[place]) and origin != place and not points_of(s, seat, course):
        says = f"{COLOURS[colour_of(good)].capitalize()} would be unloaded in {NAMES[place]}, for anyone."
        return _asked("unload", says, "Move")
    return None


def _safer(game: DaysOfSteam, s: DaysState, seat: int, course: Course) -> str | None:
    """A way to the same place with the same goods, no dearer and without a roll, as a sentence."""
    for found in courses(game.rules, s, seat):
        other = found.course
        same = (other.stand, other.cargo, other.delivered) == (course.stand, course.cargo, course.delivered)
        if same and not other.rolls and other.spent <= course.spent:
            return game.say(Move(found.places, found.takes))
    return None


def _turn(rules: Rules, s: DaysState, seat: int, a: Any) -> Slip | None:
    """A turn that brings nothing, or that ends the game while somebody else leads."""
    match a:
        case Blind() if not town_places(rules, s):
            says = "No town fits anywhere now: it would go to the bottom and your turn would be spent."
            return _asked("spent", says, "Draw it")
        case Water() if s.steam[seat] == MOST_STEAM:
            return _asked("spent", f"Steam is {MOST_STEAM} already: water would bring nothing.", "Take water")
        case Exchange() if s.deck_left == 1:
            return _asked("end", "The last tile would be drawn and the game would end.", "Exchange it")
        case Lay() if s.deck_left == 1 and not closes(rules, s, a):
            steam = min(MOST_STEAM, s.steam[seat] + rules.tiles.tiles[a.tile].coal)
            mine = rules.score(s, seat), s.circuits[seat], steam
            if any(rules.rank(s, other) > mine for other in range(s.seats) if other != seat):
                says = "You would draw the last tile and the game would end, and you do not lead."
                return _asked("end", says, "Lay it")
    return None
