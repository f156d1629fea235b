"""The die: a train that was too fast on a curve holds or derails."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from footplate.core.game import Due, Refusal, Roll
from footplate.days_of_steam import refusals
from footplate.days_of_steam.actions import Die
from footplate.days_of_steam.moving import Course, arrive, derails_on, remembered
from footplate.days_of_steam.rules import Rules
from footplate.days_of_steam.state import DaysState

FACES = 6


class DieRoll(Roll[Rules, DaysState]):
    """The roll must exceed the steam spent minus two, else the train goes back where it began.

    Its goods stay where they were, the steam is lost. `due.a` is the player. [days.speed days.derail]
    """

    prompt = "The die is rolled."
    takes: ClassVar[tuple[type[Any], ...]] = (Die,)

    def why_not(self, rules: Rules, s: DaysState, due: Due, a: Die) -> Refusal | None:
        return None if 1 <= a.value <= FACES else refusals.WRONG_ROLL

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return due.a == s.player and not due.b and bool(s.rolling)

    def apply(self, rules: Rules, s: DaysState, due: Due, a: Die) -> None:
        course, seat = remembered(s.rolling), due.a
        s.rolling = ()
        s.settle()
        worst = derails_on(course)
        s.tell("rolled", seat, a.value, worst)
        if a.value > worst:
            end_move(rules, s, seat, course)
        else:
            s.tell("derailed", seat, s.trains[seat] >> 2, course.spent, course.stand >> 2)

    def odds(self, rules: Rules, s: DaysState, due: Due) -> Iterator[tuple[Die, float]]:
        return ((Die(value), 1 / FACES) for value in range(1, FACES + 1))

    def sample(self, rules: Rules, s: DaysState, due: Due, rng: random.Random) -> Die:
        return Die(rng.randint(1, FACES))


def end_move(rules: Rules, s: DaysState, seat: int, course: Course) -> None:
    """The train arrives; points count now, and thirteen end the game. [days.derail-score]"""
    before = rules.score(s, seat)
    arrive(rules, s, seat, course)
    if gained := rules.score(s, seat) - before:
        s.tell("scored", seat, gained)
    if rules.has_won(s, seat):
        rules.finish(s)
