"""What nature draws: towns from their deck, goods from the bag, track tiles into hands.

Nothing lies in an order that somebody could know: each draw is made when it happens, from what is left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import Any, ClassVar

from footplate.core.game import Due, Refusal, Roll
from footplate.days_of_steam import refusals
from footplate.days_of_steam.actions import Draw, Goods, Turned
from footplate.days_of_steam.goods import COLOURS
from footplate.days_of_steam.phases.town import put_goods, wait_for_town
from footplate.days_of_steam.rules import MARKET, TOWN_GOODS, Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import is_town
from footplate.days_of_steam.words import plural


def handfuls(left: Sequence[int], number: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every set of so many things out of what is left, with its probability."""
    ways = comb(sum(left), number)

    def pick(kind: int, wanted: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if not wanted:
            yield (), 1
        elif kind < len(left):
            for taken in range(min(wanted, left[kind]), -1, -1):
                for rest, times in pick(kind + 1, wanted - taken):
                    yield (kind,) * taken + rest, times * comb(left[kind], taken)

    return ((things, times / ways) for things, times in pick(0, number))


def handful(left: Sequence[int], number: int, rng: random.Random) -> tuple[int, ...]:
    """So many things drawn fairly out of what is left."""
    things = [kind for kind, count in enumerate(left) for _ in range(count)]
    return tuple(sorted(rng.sample(things, number)))


def holds(left: Sequence[int], things: Sequence[int], number: int) -> bool:
    """Whether these are so many things out of what is left."""
    inside = all(0 <= thing < len(left) for thing in things)
    return inside and len(things) == number and all(things.count(t) <= left[t] for t in set(things))


class TownTurn(Roll[Rules, DaysState]):
    """A town tile is turned over; towns that went to the bottom come last. [days.town.blind]"""

    takes: ClassVar[tuple[type[Any], ...]] = (Turned,)

    def left(self, s: DaysState) -> Sequence[int]:
        if any(s.town_deck):
            return s.town_deck
        return [int(colour == s.bottom[0]) for colour in range(len(COLOURS))]

    def why_not(self, rules: Rules, s: DaysState, due: Due, a: Turned) -> Refusal | None:
        return None if holds(self.left(s), (a.colour,), 1) else refusals.WRONG_TOWN

    def figures(self, rules: Rules, s: DaysState, due: Due, a: Turned) -> Mapping[str, object]:
        left = self.left(s)
        return {"towns": ", ".join(f"{left[n]} {colour}" for n, colour in enumerate(COLOURS) if left[n])}

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return bool(s.towns_left)

    def apply(self, rules: Rules, s: DaysState, due: Due, a: Turned) -> None:
        if any(s.town_deck):
            s.town_deck[a.colour] -= 1
        else:
            del s.bottom[0]
        s.settle()
        self.use(rules, s, due, a.colour)

    def use(self, rules: Rules, s: DaysState, due: Due, colour: int) -> None:
        """What becomes of the town."""
        raise AssertionError(f"{type(self).__name__} leaves its town nowhere")

    def odds(self, rules: Rules, s: DaysState, due: Due) -> Iterator[tuple[Turned, float]]:
        return ((Turned(colours[0]), chance) for colours, chance in handfuls(self.left(s), 1))

    def sample(self, rules: Rules, s: DaysState, due: Due, rng: random.Random) -> Turned:
        return Turned(handful(self.left(s), 1, rng)[0])


class MarketTurn(TownTurn):
    """A town is laid face up beside the map, then gets two goods. `due.a` is its number.

    [days.setup.market days.town.market]
    """

    prompt = "A town is turned over."

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return super().fits(rules, s, due) and 0 <= due.a < MARKET and not due.b and not s.market[due.a]

    def use(self, rules: Rules, s: DaysState, due: Due, colour: int) -> None:
        s.market[due.a] = (colour,)
        s.ask_first("market-goods", due.seat, due.a)


class BlindTurn(TownTurn):
    """A player draws the top town of the deck. `due.a` is the player. [days.town.blind]"""

    prompt = "The top town is drawn."

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return super().fits(rules, s, due) and due.a == s.player and not due.b

    def use(self, rules: Rules, s: DaysState, due: Due, colour: int) -> None:
        s.tell("drew-town", due.a, colour)
        wait_for_town(rules, s, due.a, colour)


class GoodsDraw(Roll[Rules, DaysState]):
    """Two goods are drawn for a town; from an empty bag as many as there are."""

    takes: ClassVar[tuple[type[Any], ...]] = (Goods,)
    prompt = "Goods are drawn."

    def number(self, s: DaysState) -> int:
        return min(TOWN_GOODS, sum(s.bag))

    def why_not(self, rules: Rules, s: DaysState, due: Due, a: Goods) -> Refusal | None:
        return None if holds(s.bag, a.colours, self.number(s)) else refusals.WRONG_GOODS

    def figures(self, rules: Rules, s: DaysState, due: Due, a: Goods) -> Mapping[str, object]:
        bag = ", ".join(f"{s.bag[n]} {colour}" for n, colour in enumerate(COLOURS) if s.bag[n])
        number = self.number(s)
        count = "1 good is" if number == 1 else f"{number} goods are"
        return {"count": count, "bag": bag or "nothing"}

    def apply(self, rules: Rules, s: DaysState, due: Due, a: Goods) -> None:
        for colour in a.colours:
            s.bag[colour] -= 1
        s.settle()
        self.use(rules, s, due, tuple(sorted(a.colours)))

    def use(self, rules: Rules, s: DaysState, due: Due, colours: tuple[int, ...]) -> None:
        """Where the goods go."""
        raise AssertionError(f"{type(self).__name__} leaves its goods nowhere")

    def odds(self, rules: Rules, s: DaysState, due: Due) -> Iterator[tuple[Goods, float]]:
        return ((Goods(colours), chance) for colours, chance in handfuls(s.bag, self.number(s)))

    def sample(self, rules: Rules, s: DaysState, due: Due, rng: random.Random) -> Goods:
        return Goods(handful(s.bag, self.number(s), rng))


class MarketGoods(GoodsDraw):
    """A face-up town gets its goods. `due.a` is its number. [days.setup.market]"""

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return 0 <= due.a < MARKET and not due.b and len(s.market[due.a]) == 1

    def use(self, rules: Rules, s: DaysState, due: Due, colours: tuple[int, ...]) -> None:
        s.market[due.a] = (*s.market[due.a], *colours)
        s.tell("market", due.seat, *s.market[due.a])


class TownGoods(GoodsDraw):
    """A town that was played blind gets its goods. `due.a` is its place. [days.town.blind]"""

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return due.a in s.laid and is_town(s.board[due.a]) and not due.b

    def use(self, rules: Rules, s: DaysState, due: Due, colours: tuple[int, ...]) -> None:
        put_goods(s, due.a, colours)
        s.tell("goods", due.seat, due.a, *colours)


class HandDraw(Roll[Rules, DaysState]):
    """Track tiles are drawn into a hand, up to three; the last one ends the game at once.

    `due.a` is the player. [days.setup.hand days.turn.draw days.end.deck]
    """

    takes: ClassVar[tuple[type[Any], ...]] = (Draw,)
    prompt = "A tile is drawn."

    def number(self, rules: Rules, s: DaysState, seat: int) -> int:
        return min(rules.tiles.hand - len(s.hands[seat]), s.deck_left)

    def why_not(self, rules: Rules, s: DaysState, due: Due, a: Draw) -> Refusal | None:
        if a.seat != due.a:
            return refusals.WRONG_OWNER
        return None if holds(s.deck, a.tiles, self.number(rules, s, due.a)) else refusals.WRONG_TILES

    def figures(self, rules: Rules, s: DaysState, due: Due, a: Draw) -> Mapping[str, object]:
        number = self.number(rules, s, due.a)
        return {"seat": due.a + 1, "count": plural(number, "tile is", "tiles are")}

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return 0 <= due.a < s.seats and not due.b and len(s.hands[due.a]) < rules.tiles.hand

    def apply(self, rules: Rules, s: DaysState, due: Due, a: Draw) -> None:
        for tile in a.tiles:
            s.deck[tile] -= 1
        s.hands[due.a] = tuple(sorted((*s.hands[due.a], *a.tiles)))
        s.settle()
        s.tell("drew", due.a, *a.tiles)
        if not s.deck_left:
            s.tell("last-tile", due.a)
            rules.finish(s)

    def odds(self, rules: Rules, s: DaysState, due: Due) -> Iterator[tuple[Draw, float]]:
        number = self.number(rules, s, due.a)
        return ((Draw(due.a, tiles), chance) for tiles, chance in handfuls(s.deck, number))

    def sample(self, rules: Rules, s: DaysState, due: Due, rng: random.Random) -> Draw:
        return Draw(due.a, handful(s.deck, self.number(rules, s, due.a), rng))
