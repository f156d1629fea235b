"""1890 Berlin: cities whose colours are drawn by lot, and rows of cubes that leave from the right."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Deliver, Draw, Produce
from footplate.age_of_steam.board import IN_CITY, Board
from footplate.age_of_steam.face import Face, Mark
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.inspection import within
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth, ProduceDecision, ProductionDraw
from footplate.age_of_steam.phases.move_goods import MoveDecision
from footplate.age_of_steam.phases.setup import CubeDraw, drawable
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core.game import NATURE, Answer, Decision, Due, Fact, Game, Phase, Refusal, Roll, Unreadable
from footplate.core.slots import require

BOXES = 4
"""How many boxes the row of a city has."""
CITY_TILES = {"red": 3, "blue": 3, "purple": 2, "yellow": 2, "black": 2}
"""The City Color tiles."""

WRONG_TILES = Refusal("berlin-1890.setup.colours", "The City Color tiles, one a city, are: {tiles}.")
NOT_RIGHTMOST = Refusal(
    "berlin-1890.move.rightmost", "Only the rightmost cube of {hex} may move, which is {rightmost}."
)
NO_BOX = Refusal("berlin-1890.growth.queue", "{hex} has no empty box {box}; the boxes are counted 1 to 4.")


class BerlinState(SteamState):
    """The base game's, and the rows of the cities."""

    __slots__ = ("rows",)
    rows: bytearray
    """The colour in each box, plus one: four boxes a city from the left, the cities as on the board."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.rows = bytearray()

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        within(self.rows, 0, len(COLOURS), "a box of a city")
        rules: Berlin1890 = game.rules
        lying = bytearray(len(self.cubes))
        for hex in rules.cities:
            for colour in filter(None, rules.row(self, hex)):
                lying[STRIDE * hex + colour - 1] += 1
        require(lying == self.cubes, "the rows hold other cubes than their cities")
        shown = Counter(self.demand[hex] for hex in rules.cities)
        tiles = Counter({1 << COLOURS.index(colour): count for colour, count in CITY_TILES.items()})
        waiting = any(due.kind == "city-colours" for due in self.agenda)
        require(waiting or shown == tiles, "the cities have other colours than there are tiles")


class Berlin1890(Rules[BerlinState]):
    """Every tile costs the same, and what may move next can be seen."""

    State = BerlinState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.cities = tuple(hex for hex in range(board.size) if board.kind[hex] == IN_CITY)
        self._first = {hex: BOXES * number for number, hex in enumerate(self.cities)}

    # Rows -----------------------------------------------------------------------------------------------

    def box(self, hex: int, number: int) -> int:
        """A box of a city, counted from the left, by its number among all boxes."""
        return self._first[hex] + number

    def row(self, s: BerlinState, hex: int) -> bytearray:
        """The row of a city from the left."""
        return s.rows[self._first[hex] : self._first[hex] + BOXES]

    def rightmost(self, s: BerlinState, hex: int) -> int:
        """The box of the rightmost cube in a city, or -1; no other hex has a row."""
        if hex not in self._first:
            return -1
        filled = [number for number, colour in enumerate(self.row(s, hex)) if colour]
        return self.box(hex, filled[-1]) if filled else -1

    def do_place(self, s: BerlinState, box: int, colour: int) -> int:
        """Put a cube into a box; the answer is its city."""
        hex = self.cities[box // BOXES]
        s.rows[box] = colour + 1
        s.cubes[STRIDE * hex + colour] += 1
        return hex

    # Set-up ---------------------------------------------------------------------------------------------

    def setup_draws(self, seats: int) -> list[tuple[str, int]]:
        """The City Color tiles are placed first, then the boxes are filled; there is no goods display.

        [berlin-1890.setup.colours berlin-1890.setup.rows]
        """
        return [("city-colours", len(self.cities)), ("fill-rows", BOXES * len(self.cities))]

    def do_setup(self, s: BerlinState) -> None:
        super().do_setup(s)
        s.rows = bytearray(BOXES * len(self.cities))

    # Actions and building -------------------------------------------------------------------------------

    def action_effect(self, s: BerlinState, action: str) -> str:
        if action == "engineer":
            return "You may build three tiles instead of two."
        if action == "production":
            return "You draw the cubes for the empty boxes one by one and choose the box of each."
        return super().action_effect(s, action)

    def price(self, s: BerlinState, seat: int, hex: int, old: int, new: int) -> int:
        """Every tile that is placed, replaced or redirected costs $3. [berlin-1890.cost]"""
        return self.board.prices[hex]

    # Goods ----------------------------------------------------------------------------------------------

    def movable(self, s: BerlinState, seat: int, hex: int) -> int:
        """Only the rightmost cube of a city may be moved. [berlin-1890.move.rightmost]"""
        box = self.rightmost(s, hex)
        return 1 << s.rows[box] - 1 if box >= 0 else 0

    def do_leave(self, s: BerlinState, seat: int, a: Deliver) -> None:
        """The other cubes slide to the right at once: the next one may be moved by the next move.

        [berlin-1890.move.slide]
        """
        super().do_leave(s, seat, a)
        s.rows[self.rightmost(s, a.hex)] = 0
        left = bytearray(filter(None, self.row(s, a.hex)))
        first = self.box(a.hex, 0)
        s.rows[first : first + BOXES] = left.rjust(BOXES, b"\0")

    def ask_draw(self, s: BerlinState, seat: int) -> None:
        """Draw the next cube for who has Production, if a box is empty and the bag is not."""
        if drawable(s.bag, s.rows.count(0)):
            s.ask_first("production", NATURE, 1, seat)

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        return tuple(RefillRows() if isinstance(phase, GoodsGrowth) else phase for phase in super().phases())

    def face(self) -> Face:
        return BerlinFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {
            "city-colours": CityColours(),
            "fill-rows": FillRows(),
            "move": MoveRightmost(),
            "produce": RefillDecision(),
            "production": RefillDraw(),
            "stock": PutDecision(),
        }


# What players say ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Put:
    """Put the cube that was drawn into an empty box of a city, counted from the left."""

    verb: ClassVar[str] = "put"
    hex: int
    number: int

    def words(self, board: Board) -> tuple[str, ...]:
        return board.words[self.hex], str(self.number + 1)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        if len(words) != 2 or words[1] not in tuple("1234"):
            raise Unreadable("Say it so: put CITY BOX, e.g. put Moabit 4 for the box at the right.")
        return cls(board.read_hex(words[0]), int(words[1]) - 1)


# Set-up ----------------------------------------------------------------------------------------------


class CityColours(Roll[Berlin1890, BerlinState]):
    """Twelve City Color tiles are placed at random, one in each city, for the whole game.

    There are 3 red, 3 blue, 2 purple, 2 yellow and 2 black ones.

    [berlin-1890.setup.colours]
    """

    prompt = "The cities get their colours."
    takes = (Draw,)
    chapter = "Set-up"

    def fits(self, rules: Berlin1890, s: BerlinState, due: Due) -> bool:
        return s.phase < 0 and not due.b and due.a == len(rules.cities)

    def why_not(self, rules: Berlin1890, s: BerlinState, due: Due, a: Draw) -> Refusal | None:
        return None if Counter(COLOURS[colour] for colour in a.colours) == CITY_TILES else WRONG_TILES

    def figures(self, rules: Berlin1890, s: BerlinState, due: Due, a: Draw) -> Mapping[str, object]:
        return {"tiles": ", ".join(f"{count} {colour}" for colour, count in CITY_TILES.items())}

    def apply(self, rules: Berlin1890, s: BerlinState, due: Due, a: Draw) -> None:
        for hex, colour in zip(rules.cities, a.colours):
            s.demand[hex] = 1 << colour
        s.settle()
        s.tell("city-colours", NATURE, *a.colours)

    def _tiles(self) -> list[int]:
        return [COLOURS.index(colour) for colour, count in CITY_TILES.items() for _ in range(count)]

    def odds(self, rules: Berlin1890, s: BerlinState, due: Due) -> Iterator[tuple[Draw, float]]:
        def lots(left: Counter[int], done: tuple[int, ...], chance: float) -> Iterator[tuple[Draw, float]]:
            if not left.total():
                yield Draw(done), chance
            for colour, count in left.items():
                if count:
                    rest = left - Counter((colour,))
                    yield from lots(rest, (*done, colour), chance * count / left.total())

        return lots(Counter(self._tiles()), (), 1.0)

    def sample(self, rules: Berlin1890, s: BerlinState, due: Due, rng: random.Random) -> Draw:
        tiles = self._tiles()
        rng.shuffle(tiles)
        return Draw(tuple(tiles))


class FillRows(CubeDraw):
    """Each city has a row of four boxes, and each empty box gets a cube from the bag at random.

    [berlin-1890.setup.rows berlin-1890.growth.refill]
    """

    prompt = "The boxes of the cities are filled."
    chapter = "Set-up"

    def fits(self, rules: Rules[Any], s: Any, due: Due) -> bool:
        return due.a == s.rows.count(0) > 0 and not due.b

    def use(self, rules: Any, s: Any, due: Due, colours: tuple[int, ...]) -> None:
        # Should the bag run short, no city has to wait until others have four.
        empty = sorted((box for box in range(len(s.rows)) if not s.rows[box]), key=lambda box: -(box % BOXES))
        placed = [(rules.do_place(s, box, colour), colour) for box, colour in zip(empty, colours)]
        if s.phase >= 0 and placed:
            s.tell("refilled", NATURE, len(placed))
            for hex, colour in sorted(placed):
                s.tell("grew", NATURE, hex, colour)


# Moving ----------------------------------------------------------------------------------------------


class MoveRightmost(MoveDecision):
    """The base game's `move`, which says which cube of a row may leave."""

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        problem = super().why_not(rules, s, due, a)
        return NOT_RIGHTMOST if problem is refusals.NOT_MOVABLE else problem

    def figures(self, rules: Any, s: Any, due: Due, a: Any) -> Mapping[str, object]:
        out = dict(super().figures(rules, s, due, a))
        if isinstance(a, Deliver) and (box := rules.rightmost(s, a.hex)) >= 0:
            out["rightmost"] = COLOURS[s.rows[box] - 1]
        return out


# Growth ----------------------------------------------------------------------------------------------


class RefillRows(Phase[Berlin1890, BerlinState]):
    """All empty boxes are filled from the bag: at random, or box by box by whoever has Production.

    [berlin-1890.growth.refill]
    """

    name = "Goods growth"

    def begin(self, rules: Berlin1890, s: BerlinState) -> None:
        empty, producer = s.rows.count(0), rules.holder(s, "production")
        if drawable(s.bag, empty):
            if producer >= 0:
                s.ask("produce", producer)
            else:
                s.ask("fill-rows", NATURE, empty)


class RefillDecision(ProduceDecision):
    """The holder of Production may leave all boxes to chance instead, before anything is drawn."""

    prompt = "Draw cubes and choose the box of each, or leave the boxes to chance"
    control = "answers"
    chapter = "Goods growth"

    def fits(self, rules: Any, s: Any, due: Due) -> bool:
        some = drawable(s.bag, s.rows.count(0)) > 0
        return super().fits(rules, s, due) and some and due is s.agenda[0]

    def details(self, rules: Any, s: Any, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (plural(s.rows.count(0), "empty box", "empty boxes"),)

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Produce):
            return Answer("Draw one by one", "You see each cube and choose its box.")
        return Answer("Leave it to chance", "All empty boxes are filled at random.")

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Produce):
            rules.ask_draw(s, due.seat)
        else:
            s.tell("declined", due.seat)
            s.ask_first("fill-rows", NATURE, s.rows.count(0))


class RefillDraw(ProductionDraw):
    """One cube is drawn and seen before the next; `due.b` is the seat that places it."""

    prompt = "A cube is drawn for an empty box."

    def fits(self, rules: Any, s: Any, due: Due) -> bool:
        some = drawable(s.bag, s.rows.count(0)) > 0 and not any(s.drawn)
        return due.a == 1 and some and due.b in s.order and due is s.agenda[0]


class PutDecision(Decision[Berlin1890, BerlinState]):
    """Each cube goes into any empty box of any city, until all boxes are full.

    So whoever has Production also chooses the order within a row.

    [berlin-1890.growth.queue]
    """

    prompt = "Put the cube into an empty box"
    takes = (Put,)
    chapter = "Goods growth"
    doing = "is filling the boxes"

    def fits(self, rules: Berlin1890, s: BerlinState, due: Due) -> bool:
        one = sum(s.drawn) == 1 and s.rows.count(0) > 0
        return super().fits(rules, s, due) and one and due is s.agenda[0]

    def options(self, rules: Berlin1890, s: BerlinState, due: Due) -> Iterable[Put]:
        boxes = (Put(hex, number) for hex in rules.cities for number in range(BOXES))
        return [a for a in boxes if self.why_not(rules, s, due, a) is None]

    def why_not(self, rules: Berlin1890, s: BerlinState, due: Due, a: Put) -> Refusal | None:
        there = a.hex in rules.cities and 0 <= a.number < BOXES
        return None if there and not s.rows[rules.box(a.hex, a.number)] else NO_BOX

    def figures(self, rules: Berlin1890, s: BerlinState, due: Due, a: Put) -> Mapping[str, object]:
        return {"hex": rules.board.place(a.hex), "box": a.number + 1}

    def details(self, rules: Berlin1890, s: BerlinState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return [f"drawn: {COLOURS[_drawn(s)]}", plural(s.rows.count(0), "empty box", "empty boxes")]

    def answer(self, rules: Berlin1890, s: BerlinState, due: Due, a: Put, names: Sequence[str]) -> Answer:
        row = rules.row(s, a.hex)
        row[a.number] = _drawn(s) + 1
        return Answer(
            f"{rules.board.place(a.hex)}, box {a.number + 1}", f"The row: {_said(row)}.", (), (a.hex,)
        )

    def apply(self, rules: Berlin1890, s: BerlinState, due: Due, a: Put) -> None:
        colour = _drawn(s)
        s.drawn[colour] -= 1
        rules.do_place(s, rules.box(a.hex, a.number), colour)
        s.settle()
        s.tell("put", due.seat, colour, a.hex, a.number)
        rules.ask_draw(s, due.seat)


def _drawn(s: BerlinState) -> int:
    """The colour of the cube that was drawn."""
    return next(colour for colour, count in enumerate(s.drawn) if count)


def _said(row: Iterable[int]) -> str:
    """A row in words, from the left."""
    return ", ".join(COLOURS[colour - 1] if colour else "empty" for colour in row)


# What it shows ---------------------------------------------------------------------------------------


class BerlinFace(Face):
    """The row of each city, of which the rightmost cube stands in a frame."""

    def __init__(self, rules: Berlin1890) -> None:
        super().__init__(rules)
        self.berlin = rules

    def marks(self, s: Any) -> Sequence[Mark]:
        rows = [(hex, self.berlin.row(s, hex)) for hex in self.berlin.cities]
        return [Mark("row", hex, f"the row from the left: {_said(row)}", tuple(row)) for hex, row in rows]

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        match fact.kind:
            case "city-colours":
                cities = zip(self.berlin.cities, fact.data)
                return "City colours: " + ", ".join(f"{self.board.place(c)} {COLOURS[n]}" for c, n in cities)
            case "refilled":
                return f"{plural(fact.data[0], 'box is', 'boxes are')} filled at random"
            case "put":
                colour, hex, number = fact.data
                return (
                    f"{names[fact.seat]} put {COLOURS[colour]} into {self.board.place(hex)}, box {number + 1}"
                )
        return None
