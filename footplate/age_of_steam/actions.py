"""What players, and nature, can do; each action is its sentence in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from footplate.age_of_steam import refusals
from footplate.age_of_steam.goods import COLOURS
from footplate.core.actions import Wordless, count, whole
from footplate.core.game import Refusal, Unreadable

if TYPE_CHECKING:
    from footplate.age_of_steam.board import Board

UNSAID = -1
"""A side that a shortened sentence leaves open."""
DIRECT = -3
"""A direct link, which leaves by no side."""
ANY_WAY = -2
"""The whole way is left open: the best one is meant."""


def stated(board: Board) -> dict[str, tuple[frozenset[int], Refusal]]:
    """What the numbers of an action that name something may be on a board, and the refusal of any other."""
    hexes, colours = range(board.size), range(len(COLOURS))
    known = {
        "hex": (hexes, refusals.NO_SUCH_HEX),
        "stops": (hexes, refusals.NO_SUCH_HEX),
        "sides": (range(DIRECT, board.beyond_all), refusals.NO_SUCH_SIDE),
        # The first layout shows no track at all.
        "layout": (range(1, len(board.tiles.layouts)), refusals.NO_SUCH_TRACKS),
        "link": (range(len(board.direct_links)), refusals.NO_SUCH_LINK),
        "city": (range(len(board.new_cities)), refusals.NO_SUCH_CITY),
        "action": (range(len(board.actions)), refusals.NO_SUCH_ACTION),
        "colour": (colours, refusals.NO_SUCH_COLOUR),
        "colours": (colours, refusals.NO_SUCH_COLOUR),
        "box": (range(len(board.box_place)), refusals.NO_SUCH_BOX),
        "seats": (range(board.players[1]), refusals.NO_SUCH_SEAT),
    }
    return {name: (frozenset(numbers), refusal) for name, (numbers, refusal) in known.items()}


def _colour(word: str) -> int:
    if word.lower() not in COLOURS:
        raise Unreadable(f"“{word}” is no colour of goods; they are {', '.join(COLOURS)}.")
    return COLOURS.index(word.lower())


@dataclass(frozen=True, slots=True)
class OnHex:
    """An action that names one hex."""

    verb: ClassVar[str]
    names: ClassVar[str] = "HEX"
    """What the hex is to who says it."""
    hex: int

    def words(self, board: Board) -> tuple[str, ...]:
        return (board.words[self.hex],)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        count(words, 1, f"{cls.verb} {cls.names}")
        return cls(board.read_hex(words[0]))


@dataclass(frozen=True, slots=True)
class OfColour:
    """An action that names one colour of goods."""

    verb: ClassVar[str]
    colour: int

    def words(self, board: Board) -> tuple[str, ...]:
        return (COLOURS[self.colour],)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        count(words, 1, f"{cls.verb} COLOUR")
        return cls(_colour(words[0]))


@dataclass(frozen=True, slots=True)
class Issue:
    """Issue a number of shares."""

    verb: ClassVar[str] = "issue"
    shares: int

    def words(self, board: Board) -> tuple[str, ...]:
        return (str(self.shares),)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        count(words, 1, "issue NUMBER")
        return cls(whole(words[0], "issue NUMBER"))


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid an amount for the player order."""

    verb: ClassVar[str] = "bid"
    amount: int

    def words(self, board: Board) -> tuple[str, ...]:
        return (str(self.amount),)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        count(words, 1, "bid AMOUNT")
        return cls(whole(words[0].removeprefix("$"), "bid AMOUNT"))


@dataclass(frozen=True, slots=True)
class Drop(Wordless):
    """Drop out of the bidding."""

    verb: ClassVar[str] = "drop"


@dataclass(frozen=True, slots=True)
class Pass(Wordless):
    """Do nothing; in the bidding, use the Turn Order pass."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Take:
    """Take one of the actions on offer."""

    verb: ClassVar[str] = "take"
    action: int

    def words(self, board: Board) -> tuple[str, ...]:
        return (board.actions[self.action],)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        word, known = "-".join(words).lower(), [action.lower() for action in board.actions]
        if word not in known:
            raise Unreadable(f"“{word}” is no action; they are {', '.join(board.actions)}.")
        return cls(known.index(word))


@dataclass(slots=True, unsafe_hash=True)
class Build:
    """Place, replace or redirect a tile so that the hex shows this layout."""

    # Not frozen like the others, though nobody changes it: there are thousands, and making a frozen one takes
    # three times as long.

    verb: ClassVar[str] = "build"
    hex: int
    layout: int

    def words(self, board: Board) -> tuple[str, ...]:
        return board.words[self.hex], board.layout_words[self.layout]

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        count(words, 2, "build HEX TRACKS, e.g. build C4 N-S, in a town build C4 N/S")
        return cls(board.read_hex(words[0]), board.read_layout(words[1]))


@dataclass(frozen=True, slots=True)
class Connect:
    """Buy a direct link that the map sells."""

    verb: ClassVar[str] = "connect"
    link: int

    def words(self, board: Board) -> tuple[str, ...]:
        link = board.direct_links[self.link]
        return board.words[link.ends[0]], board.words[link.ends[1]]

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        count(words, 2, "connect PLACE PLACE")
        ends = {board.read_hex(word) for word in words}
        for number, link in enumerate(board.direct_links):
            if set(link.ends) == ends:
                return cls(number)
        raise Unreadable(f"The map sells no direct link between {words[0]} and {words[1]}.")


@dataclass(frozen=True, slots=True)
class Urbanize:
    """Place a New City on a town."""

    verb: ClassVar[str] = "urbanize"
    hex: int
    city: int

    def words(self, board: Board) -> tuple[str, ...]:
        return board.words[self.hex], board.new_cities[self.city].letter

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        count(words, 2, "urbanize TOWN LETTER")
        letters = [city.letter for city in board.new_cities]
        lower = [letter.lower() for letter in letters]
        if words[1].lower() not in lower:
            known = " ".join(dict.fromkeys(letters))
            raise Unreadable(f"There is no New City “{words[1]}”; they are {known}.")
        return cls(board.read_hex(words[0]), lower.index(words[1].lower()))


@dataclass(frozen=True, slots=True)
class Done(Wordless):
    """End the build."""

    verb: ClassVar[str] = "done"


@dataclass(slots=True, unsafe_hash=True)
class Deliver:
    """Move a cube: from a hex, leaving each stop by a side, along links to the last stop."""

    # Not frozen either: hundreds are listed.

    verb: ClassVar[str] = "deliver"
    hex: int
    colour: int
    sides: tuple[int, ...]
    """For each link the side it leaves by, counted as 6 * hex + side."""
    stops: tuple[int, ...]

    def words(self, board: Board) -> tuple[str, ...]:
        places, sides = board.words, board.side_words
        out = [places[self.hex], COLOURS[self.colour]]
        for side, stop in zip(self.sides, self.stops):
            out.append(sides[side])
            out.append(places[stop])
        return tuple(out)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        form = "deliver PLACE COLOUR PLACE …, or deliver PLACE COLOUR to PLACE"
        if len(words) < 3:
            raise Unreadable(f"Say it so: {form}.")
        start, colour = board.read_hex(words[0]), _colour(words[1])
        if words[2].lower() == "to":
            count(words, 4, form)
            return cls(start, colour, (ANY_WAY,), (board.read_hex(words[3]),))
        sides: list[int] = []
        stops: list[int] = []
        here, side = start, UNSAID
        for word in words[2:]:
            if side == UNSAID and (said := board.read_exit(here, word)) is not None:
                side = said
                continue
            sides.append(side)
            here, side = board.read_hex(word), UNSAID
            stops.append(here)
        if side != UNSAID:
            raise Unreadable(f"The way ends with a side, {words[-1]}; say where it leads.")
        return cls(start, colour, tuple(sides), tuple(stops))


@dataclass(frozen=True, slots=True)
class Reward:
    """Choose who gets a bonus, seats counted from 1."""

    verb: ClassVar[str] = "reward"
    seats: tuple[int, ...]

    def words(self, board: Board) -> tuple[str, ...]:
        return tuple(str(seat + 1) for seat in self.seats)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        return cls(tuple(sorted(whole(word, "reward SEAT …") - 1 for word in words)))


@dataclass(frozen=True, slots=True)
class Improve(Wordless):
    """Raise the engine instead of moving goods."""

    verb: ClassVar[str] = "engine"


@dataclass(frozen=True, slots=True)
class Produce(Wordless):
    """Draw the cubes of Production."""

    verb: ClassVar[str] = "produce"


@dataclass(frozen=True, slots=True)
class Decline(Wordless):
    """Leave an action unused."""

    verb: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Stock:
    """Put a drawn cube into an empty box of the goods display."""

    verb: ClassVar[str] = "stock"
    colour: int
    box: int

    def words(self, board: Board) -> tuple[str, ...]:
        column, row = board.box_place[self.box]
        return COLOURS[self.colour], board.columns[column].name, str(row + 1)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        form = "stock COLOUR COLUMN ROW, e.g. stock red light-3 1 or stock blue A 2"
        count(words, 3, form)
        colour = _colour(words[0])
        names = [column.name.lower() for column in board.columns]
        if words[1].lower() not in names:
            raise Unreadable(
                f"There is no column “{words[1]}”; they are {', '.join(c.name for c in board.columns)}."
            )
        column = board.columns[names.index(words[1].lower())]
        row = whole(words[2], form)
        if not 1 <= row <= column.boxes:
            raise Unreadable(f"Column {column.name} has boxes 1 to {column.boxes}, from the top.")
        return cls(colour, column.first + row - 1)


@dataclass(frozen=True, slots=True)
class Order:
    """Nature: the first player order, seats counted from 1."""

    verb: ClassVar[str] = "order"
    seats: tuple[int, ...]

    def words(self, board: Board) -> tuple[str, ...]:
        return tuple(str(seat + 1) for seat in self.seats)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        return cls(tuple(whole(word, "order SEAT SEAT …") - 1 for word in words))


@dataclass(frozen=True, slots=True)
class Draw:
    """Nature: cubes drawn from the bag, in this order."""

    verb: ClassVar[str] = "draw"
    colours: tuple[int, ...]

    def words(self, board: Board) -> tuple[str, ...]:
        return tuple(COLOURS[colour] for colour in self.colours)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        return cls(tuple(map(_colour, words)))


@dataclass(frozen=True, slots=True)
class Dice:
    """Nature: dice rolled."""

    verb: ClassVar[str] = "roll"
    values: tuple[int, ...]

    def words(self, board: Board) -> tuple[str, ...]:
        return tuple(map(str, self.values))

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        return cls(tuple(whole(word, "roll NUMBER NUMBER …") for word in words))


DROP = Drop()
PASS = Pass()
DONE = Done()
IMPROVE = Improve()
PRODUCE = Produce()
DECLINE = Decline()
