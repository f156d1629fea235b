"""Chance draws what Python's own draws, so that a seed means the same game."""

from __future__ import annotations

import random

import pytest

from footplate.core.chance import below, sample


@pytest.mark.parametrize("number", [1, 2, 3, 7, 8, 96, 1000])
def test_a_number_is_the_one_that_a_choice_makes(number: int) -> None:
    ours, theirs = random.Random("below"), random.Random("below")
    for _ in range(50):
        assert below(ours, number) == theirs.choice(range(number))


def test_samples_of_all_sizes_are_the_same() -> None:
    ours, theirs = random.Random("sample"), random.Random("sample")
    for things in (*range(1, 30), 84, 85, 86, 96, 276, 277, 278, 400):
        for count in {0, 1, 2, 5, 6, 21, 22, 85, things} & set(range(things + 1)):
            assert sample(ours, range(things), count) == theirs.sample(range(things), count)
    assert ours.getstate() == theirs.getstate()
