"""Setting up: the first player order, the goods display, the cubes on the board."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import permutations
from math import factorial
from typing import Any

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Draw, Order
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.chance import sample
from footplate.core.game import NATURE, Due, Phase, Refusal, Roll
from footplate.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Setup(Phase[Rules[Any], SteamState]):
    """The display is filled first, then the cubes on the board are drawn. [base.setup.draw-order]"""

    name = "Set-up"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        rules.do_setup(s)
        s.ask("order", NATURE)
        for kind, cubes in rules.setup_draws(s.seats):
            if cubes:
                s.ask(kind, NATURE, cubes)


@mypyc_attr(allow_interpreted_subclasses=True)
class OrderRoll(Roll[Rules[Any], SteamState]):
    """Nature: every player rolls three dice, the highest first, ties again; so every order is as likely.

    [base.setup.order]
    """

    prompt = "The first player order is rolled."
    takes = (Order,)

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Order) -> Refusal | None:
        return None if sorted(a.seats) == list(range(s.seats)) else refusals.WRONG_ORDER

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Order) -> Mapping[str, object]:
        return {"seats": s.seats}

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return super().fits(rules, s, due) and s.phase < 0 and not any(s.out)

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Order) -> None:
        s.order = list(a.seats)
        s.settle()
        s.tell("order", NATURE, *a.seats)

    def odds(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterator[tuple[Order, float]]:
        each = 1 / factorial(s.seats)
        for seats in permutations(range(s.seats)):
            yield Order(seats), each

    def sample(self, rules: Rules[Any], s: SteamState, due: Due, rng: random.Random) -> Order:
        seats = list(range(s.seats))
        rng.shuffle(seats)
        return Order(tuple(seats))


def drawable(bag: bytearray, cubes: int) -> int:
    """How many of the cubes asked for can be drawn: a draw from an empty bag is skipped. [base.bag.empty]"""
    return min(cubes, sum(bag))


@mypyc_attr(allow_interpreted_subclasses=True)
class CubeDraw(Roll[Rules[Any], SteamState]):
    """Nature: cubes drawn from the bag, one after the other; what becomes of them, each draw says."""

    takes = (Draw,)

    def cubes(self, s: SteamState, due: Due) -> int:
        return drawable(s.bag, due.a)

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Draw) -> Refusal | None:
        if len(a.colours) != self.cubes(s, due):
            return refusals.WRONG_DRAW
        if any(a.colours.count(colour) > s.bag[colour] for colour in set(a.colours)):
            return refusals.WRONG_DRAW
        return None

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Draw) -> Mapping[str, object]:
        bag = ", ".join(f"{s.bag[n]} {colour}" for n, colour in enumerate(COLOURS) if s.bag[n])
        return {"count": self.cubes(s, due), "bag": bag or "nothing"}

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Draw) -> None:
        for colour in a.colours:
            s.bag[colour] -= 1
        s.settle()
        self.use(rules, s, due, a.colours)

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        """Usually it belongs to the set-up."""
        return s.phase < 0 and not due.b and (due.kind, due.a) in rules.setup_draws(s.seats)

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        """Where the drawn cubes go."""
        raise AssertionError(f"{type(self).__name__} leaves its cubes nowhere")

    def odds(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterator[tuple[Draw, float]]:
        def draws(bag: list[int], left: int) -> Iterator[tuple[tuple[int, ...], float]]:
            if not left:
                yield (), 1.0
                return
            total = sum(bag)
            for colour, count in enumerate(bag):
                if count:
                    bag[colour] -= 1
                    for rest, chance in draws(bag, left - 1):
                        yield (colour, *rest), chance * count / total
                    bag[colour] += 1

        for colours, chance in draws(list(s.bag), self.cubes(s, due)):
            yield Draw(colours), chance

    def sample(self, rules: Rules[Any], s: SteamState, due: Due, rng: random.Random) -> Draw:
        cubes = [colour for colour, count in enumerate(bytes(s.bag)) for _ in range(count)]
        return Draw(tuple(sample(rng, cubes, self.cubes(s, due))))


@mypyc_attr(allow_interpreted_subclasses=True)
class FillDisplay(CubeDraw):
    """One random cube in each box, row by row from the top left. [base.setup.display]"""

    prompt = "The goods display is filled."

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        for box, colour in zip(rules.board.fill_order, colours):
            s.display[box] = colour + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class FillCities(CubeDraw):
    """Each city gets its starting cubes from the bag. [base.setup.cities]"""

    prompt = "The cities get their first cubes."

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        for hex, colour in zip(rules.start_cubes(s.seats), colours):
            s.cubes[STRIDE * hex + colour] += 1
