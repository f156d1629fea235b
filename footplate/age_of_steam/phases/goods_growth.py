"""IX Goods growth, X Advance turn marker."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import DECLINE, PRODUCE, Decline, Dice, Produce, Stock
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.phases.setup import CubeDraw, drawable
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core.game import NATURE, Action, Decision, Due, Phase, Refusal, Roll
from footplate.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class GoodsGrowth(Phase[Rules[Any], SteamState]):
    """Production first; then dice for the light half, then for the dark half.

    [base.growth.production base.growth.dice]
    """

    name = "Goods growth"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        ask_extra(rules, s, "production")
        producer = rules.holder(s, "production")
        if producer >= 0 and producible(rules, s):
            s.ask("produce", producer)
        ask_extra(rules, s, "dice")
        for half in sorted({column.half for column in rules.board.columns}):
            s.ask("grow", NATURE, half)


def ask_extra(rules: Rules[Any], s: SteamState, before: str) -> None:
    """Ask nature for the cubes that some places always get."""
    for hex in rules.extra_cubes(s, before):
        s.ask("extra-cube", NATURE, 1, hex)


@mypyc_attr(allow_interpreted_subclasses=True)
class ExtraCube(CubeDraw):
    """A cube straight from the bag for one place; `due.b` is its hex."""

    prompt = "A cube is drawn from the bag."

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return due.a >= 1 and 0 <= due.b < rules.board.size

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        for colour in colours:
            s.cubes[STRIDE * due.b + colour] += 1
            s.tell("extra", NATURE, due.b, colour)
        # It may have been the last cube of the bag.
        if s.agenda and s.agenda[0].kind == "produce" and not producible(rules, s):
            s.settle()


def producible(rules: Rules[Any], s: SteamState) -> int:
    """How many cubes Production can place: as many as fit the empty boxes and are in the bag.

    [base.action.production-few base.action.production-drawn]
    """
    return drawable(s.bag, min(rules.numbers["production"], s.display.count(0)))


@mypyc_attr(allow_interpreted_subclasses=True)
class ProduceDecision(Decision[Rules[Any], SteamState]):
    """The holder of Production may decline before drawing. [base.action.production]"""

    prompt = "Draw cubes for the goods display, or decline"
    takes = (Produce, Decline)
    control = "produce"
    doing = "decides on Production"

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        return [PRODUCE, DECLINE]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        return None

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        boxes = plural(s.display.count(0), "empty box", "empty boxes")
        return [f"{plural(producible(rules, s), 'cube')} for {boxes}"]

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Produce):
            s.ask_first("production", NATURE, producible(rules, s), due.seat)
        else:
            s.tell("declined", due.seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class ProductionDraw(CubeDraw):
    """The cubes are drawn and seen before they are placed; `due.b` is the seat that places them."""

    prompt = "Cubes are drawn for Production."

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        some = 0 <= due.a <= min(rules.numbers["production"], s.display.count(0))
        return some and due.b in s.order and due is s.agenda[0]

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        for colour in colours:
            s.drawn[colour] += 1
        if colours:
            s.ask_first("stock", due.b)
            s.tell("drew", due.b, *colours)


@mypyc_attr(allow_interpreted_subclasses=True)
class StockDecision(Decision[Rules[Any], SteamState]):
    """Each drawn cube goes into an empty box of any column in play, one a box; gaps are allowed.

    [base.action.production-seen]
    """

    prompt = "Put a drawn cube into an empty box"
    takes = (Stock,)
    control = "stock"
    doing = "is putting cubes on the display"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        there = 0 < sum(s.drawn) <= s.display.count(0)
        return super().fits(rules, s, due) and there and due is s.agenda[0]

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        colours = [colour for colour, count in enumerate(bytes(s.drawn)) if count]
        return [
            a
            for colour in colours
            for a in (Stock(colour, box) for box in range(len(s.display)))
            if self.why_not(rules, s, due, a) is None
        ]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Stock) -> Refusal | None:
        if not s.drawn[a.colour]:
            return refusals.NOT_DRAWN
        return refusals.BOX_FULL if s.display[a.box] else None

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        cubes = [COLOURS[colour] for colour, count in enumerate(bytes(s.drawn)) for _ in range(count)]
        return [f"drawn: {', '.join(cubes)}", plural(s.display.count(0), "empty box", "empty boxes")]

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Stock) -> Mapping[str, object]:
        column, row = rules.board.box_place[a.box]
        return {"colour": COLOURS[a.colour], "column": f"{rules.board.columns[column].name}, row {row + 1},"}

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Stock) -> None:
        s.drawn[a.colour] -= 1
        s.display[a.box] = a.colour + 1
        if not any(s.drawn):
            s.settle()
        s.tell("stocked", due.seat, a.colour, a.box)


@mypyc_attr(allow_interpreted_subclasses=True)
class GrowthRoll(Roll[Rules[Any], SteamState]):
    """Nature: dice for one half of the display; each takes the top cube of the columns with its number.

    [base.growth.take base.growth.new-city base.growth.excess]
    """

    prompt = "Dice are rolled for goods growth."
    takes = (Dice,)

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return due.a in (0, 1) and not due.b

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Dice) -> Refusal | None:
        fair = len(a.values) == rules.dice(s) and all(1 <= value <= 6 for value in a.values)
        return None if fair else refusals.WRONG_DICE

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Dice) -> Mapping[str, object]:
        return {"count": rules.dice(s)}

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Dice) -> None:
        s.settle()
        s.tell("rolled", NATURE, due.a, *a.values)
        for column in rules.board.columns:
            hex = column.hex if column.hex >= 0 else s.new_cities[column.city]
            if column.half != due.a or hex < 0:
                continue
            boxes = range(column.first, column.first + column.boxes)
            filled = [box for box in boxes if s.display[box]]
            for box in filled[: a.values.count(column.die)]:
                colour = s.display[box] - 1
                s.display[box] = 0
                s.cubes[STRIDE * hex + colour] += 1
                s.tell("grew", NATURE, hex, colour)

    def odds(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterator[tuple[Dice, float]]:
        dice = rules.dice(s)
        for values in product(range(1, 7), repeat=dice):
            yield Dice(values), 6.0**-dice

    def sample(self, rules: Rules[Any], s: SteamState, due: Due, rng: random.Random) -> Dice:
        return Dice(tuple(rng.randint(1, 6) for _ in range(rules.dice(s))))


@mypyc_attr(allow_interpreted_subclasses=True)
class AdvanceTurn(Phase[Rules[Any], SteamState]):
    """The marker advances; after the last turn the game is scored. [base.turn.advance base.turn.last-full]"""

    name = "Advance turn marker"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        if s.turn >= rules.turns(s.seats):
            rules.do_end(s)
            # A map may have something to ask before it is over.
            s.over = not s.agenda
        else:
            s.turn += 1
            s.tell("turn", NATURE, s.turn)
