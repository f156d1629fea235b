"""A toy game for the tests of the core: players take stones from a heap, nature puts some back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from footplate.core.game import (
    NATURE,
    Action,
    Decision,
    Due,
    Game,
    Phase,
    Refusal,
    Roll,
    State,
    Unreadable,
)

TOO_MANY = Refusal("toy.take", "The heap holds {heap} stones; you asked for {stones}.")
WRONG_FACE = Refusal("toy.refill", "Between 1 and {most} stones come back.")


class Heap(State):
    """A heap, what everybody has taken, and a sum that is worked out from it."""

    __slots__ = ("stones", "taken", "marks", "rounds", "total")
    derived = ("total",)
    stones: int
    taken: list[int]
    marks: bytearray
    rounds: tuple[int, ...]
    total: int | None

    def __init__(self, seats: int, stones: int = 20) -> None:
        super().__init__(seats)
        self.stones = stones
        self.taken = [0] * seats
        self.marks = bytearray(4)
        self.rounds = ()


def _number(words: Sequence[str]) -> int:
    if len(words) != 1 or not words[0].isdigit():
        raise Unreadable("Say a number.")
    return int(words[0])


@dataclass(frozen=True, slots=True)
class TakeStones:
    """Take stones from the heap."""

    verb: ClassVar[str] = "take"
    stones: int

    def words(self, names: Any) -> tuple[str, ...]:
        return (str(self.stones),)

    @classmethod
    def read(cls, words: Sequence[str], names: Any) -> Self:
        return cls(_number(words))


@dataclass(frozen=True, slots=True)
class Stop:
    """Take no more this round."""

    verb: ClassVar[str] = "stop"

    def words(self, names: Any) -> tuple[str, ...]:
        return ()

    @classmethod
    def read(cls, words: Sequence[str], names: Any) -> Self:
        return cls()


@dataclass(frozen=True, slots=True)
class Refill:
    """Nature: stones come back."""

    verb: ClassVar[str] = "refill"
    stones: int

    def words(self, names: Any) -> tuple[str, ...]:
        return (str(self.stones),)

    @classmethod
    def read(cls, words: Sequence[str], names: Any) -> Self:
        return cls(_number(words))


class TakingRound(Phase[int, Heap]):
    name = "Taking"

    def begin(self, rules: int, s: Heap) -> None:
        if s.stones == 0:
            s.over = True
            return
        for seat in range(s.seats):
            s.ask("take", seat, 2)


class RefillRound(Phase[int, Heap]):
    name = "Refilling"

    def begin(self, rules: int, s: Heap) -> None:
        if s.stones:
            s.ask("refill", NATURE)


class TakeDecision(Decision[int, Heap]):
    """Take once or twice; `due.a` counts how often one may still take."""

    prompt = "Take stones"
    takes = (TakeStones, Stop)

    def options(self, rules: int, s: Heap, due: Due) -> Iterable[Action]:
        return [Stop(), *(TakeStones(n) for n in range(1, s.stones + 1))]

    def why_not(self, rules: int, s: Heap, due: Due, a: Any) -> Refusal | None:
        return TOO_MANY if isinstance(a, TakeStones) and a.stones > s.stones else None

    def figures(self, rules: int, s: Heap, due: Due, a: Any) -> Mapping[str, object]:
        return {"heap": s.stones, "stones": a.stones}

    def apply(self, rules: int, s: Heap, due: Due, a: Any) -> None:
        if isinstance(a, Stop):
            s.settle()
            s.tell("stopped", due.seat)
            return
        s.stones -= a.stones
        s.taken[due.seat] += a.stones
        s.marks[due.seat] += 1
        s.total = None
        s.tell("took", due.seat, a.stones)
        if due.a > 1:
            s.amend(due.a - 1)
        else:
            s.settle()


class RefillRoll(Roll[int, Heap]):
    prompt = "Stones come back"
    takes = (Refill,)

    def why_not(self, rules: int, s: Heap, due: Due, a: Refill) -> Refusal | None:
        return None if 1 <= a.stones <= rules else WRONG_FACE

    def figures(self, rules: int, s: Heap, due: Due, a: Refill) -> Mapping[str, object]:
        return {"most": rules}

    def apply(self, rules: int, s: Heap, due: Due, a: Refill) -> None:
        s.settle()
        s.stones += a.stones
        s.rounds += (a.stones,)
        s.tell("refilled", NATURE, a.stones)

    def odds(self, rules: int, s: Heap, due: Due) -> Iterator[tuple[Action, float]]:
        return ((Refill(n), 1 / rules) for n in range(1, rules + 1))

    def sample(self, rules: int, s: Heap, due: Due, rng: random.Random) -> Action:
        return Refill(rng.randint(1, rules))


class HeapGame(Game[int, Heap]):
    """The toy; its rules are one number: how many stones come back at most."""

    game_id = "heap"
    revision = 1

    def __init__(self, most: int = 3) -> None:
        self.rules = most
        self.state_type = Heap
        self.names = None
        self.phases = (TakingRound(), RefillRound())
        self.decisions = {"take": TakeDecision(), "refill": RefillRoll()}

    def start(self, seats: int) -> Heap:
        s = Heap(seats)
        self.run(s)
        return s

    def scores(self, s: Heap) -> list[int | None]:
        return list(s.taken)

    def winners(self, s: Heap) -> list[int]:
        return [seat for seat, stones in enumerate(s.taken) if stones == max(s.taken)]
