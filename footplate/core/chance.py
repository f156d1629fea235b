"""Chance: the same numbers that Python's `random` draws, without its many steps on the way to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SMALL = 21
"""Of so many things or fewer those that are left are always listed."""


def below(rng: random.Random, number: int) -> int:
    """A whole number from 0 on that is smaller than this one."""
    bits = number.bit_length()
    drawn = rng.getrandbits(bits)
    while drawn >= number:
        drawn = rng.getrandbits(bits)
    return drawn


def sample(rng: random.Random, things: Sequence[T], count: int) -> list[T]:
    """So many of these things, one drawn after the other and none twice; what `rng.sample` answers."""
    left, many, out = list(things), SMALL, []
    if count > 5:
        table = 1
        while table < 3 * count:
            table *= 4
        many += table
    if len(left) > many:
        return rng.sample(left, count)
    for _ in range(count):
        at = below(rng, len(left))
        out.append(left[at])
        left[at] = left[-1]
        left.pop()
    return out
