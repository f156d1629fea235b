"""Contests between answers that are played forward: who takes part, how often, and who is taken."""

from __future__ import annotations

from collections import Counter
from itertools import count

from footplate.core.contest import winner

DOUBT = 1.0


def test_an_answer_must_surely_lead_the_first_to_be_taken_instead() -> None:
    def ended(number: int, chance: int) -> float:
        # The last is always better by a point; the second is on average, but only by a single try.
        return {0: 0.0, 1: 150.0 if chance == 3 else -5.0, 2: 1.0}[number]

    chances = count()
    assert winner([0.0, 0.0, 0.0], 60, lambda: next(chances), ended, DOUBT) == 2


def test_what_was_thought_of_an_answer_before_counts() -> None:
    def ended(number: int, chance: int) -> float:
        return float(number)

    assert winner([0.0, 0.0], 40, lambda: 0, ended, DOUBT) == 1
    assert winner([0.0, -2.0], 40, lambda: 0, ended, DOUBT) == 0


def test_all_meet_the_same_chance_and_the_better_half_more_often_within_the_work() -> None:
    met: dict[int, list[int]] = {number: [] for number in range(8)}

    def ended(number: int, chance: int) -> float:
        met[number].append(chance)
        return float(number)

    chances = count()
    assert winner([0.0] * 8, 64, lambda: next(chances), ended, DOUBT) == 7
    tries = Counter({number: len(several) for number, several in met.items()})
    assert tries.total() <= 64
    assert tries[0] == tries[7] > tries[5] > tries[1]
    assert all(met[0][: len(several)] == several for several in met.values())


def test_with_less_work_than_answers_the_first_few_are_tried() -> None:
    tried: list[int] = []

    def ended(number: int, chance: int) -> float:
        tried.append(number)
        return 9.0 * number

    assert winner([0.0] * 12, 3, lambda: 0, ended, DOUBT) == 2
    assert tried == [0, 1, 2]
    assert winner([0.0] * 12, 1, lambda: 0, ended, DOUBT) == 0


def test_who_is_late_is_answered_with_what_is_known_by_then() -> None:
    left = 4

    def ended(number: int, chance: int) -> float | None:
        nonlocal left
        left -= 1
        return None if left < 0 else 9.0 * number

    assert winner([0.0, 0.0], 1000, lambda: 0, ended, DOUBT) == 1
    assert left == -1
    assert winner([0.0, 0.0], 1000, lambda: 0, ended, DOUBT) == 0
