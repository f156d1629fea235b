"""A contest between answers played forward: all are tried alike, then the better half twice as often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

SURENESS = 1.0
"""How much better an answer must be than the first, in errors of the mean."""


class Entry:
    """An answer that takes part, and how it has ended so far."""

    def __init__(self, number: int, prior: float) -> None:
        self.number, self.prior = number, prior
        self.worths: list[float] = []

    def lead(self, first: Entry, doubt: float) -> float:
        """By how much it is surely better than the first, if it is."""
        # They met the same chance in the rounds that both played.
        leads = [mine - other for mine, other in zip(self.worths, first.worths)]
        if self is first or not leads:
            return self.prior  # Never above nought.
        mean = sum(leads) / len(leads)
        spread = sum((lead - mean) ** 2 for lead in leads) + doubt
        return self.prior + mean - SURENESS * sqrt(spread) / len(leads)


def winner(
    priors: Sequence[float],
    work: int,
    draw: Callable[[], int],
    ended: Callable[[int, int], float | None],
    doubt: float,
) -> int:
    """The number of the answer that leads the first, or the first, after so many tries in all.

    `ended` plays an answer forward with a chance and judges what comes of it; None means that it is too late.
    `doubt` is added to the squares of errors, because few tries look surer than they are.
    """
    # Where there is little work, the first few are tried rather than none.
    first, *rest = entries = [Entry(number, prior) for number, prior in enumerate(priors[: max(1, work)])]
    rounds = max(1, len(entries).bit_length() - 1)
    left = work
    while rest:
        # Every round of the contest gets the same share of the work, and the better half goes on.
        alive = [first, *rest]
        for _ in range(max(1, work // (len(alive) * rounds))):
            if left < len(alive):
                return _leader(alive, doubt)
            # All meet the same chance, whatever happened before.
            chance = draw()
            for entry in alive:
                worth = ended(entry.number, chance)
                if worth is None:
                    return _leader(alive, doubt)
                entry.worths.append(worth)
            left -= len(alive)
        if len(rest) == 1:
            return _leader(alive, doubt)
        # The first stays in the contest: the others are measured against it.
        rest = sorted(rest, key=lambda entry: -entry.lead(first, doubt))[: len(rest) // 2]
    return first.number


def _leader(alive: Sequence[Entry], doubt: float) -> int:
    """The one that leads the first, or the first itself."""
    return max(alive, key=lambda entry: entry.lead(alive[0], doubt)).number
