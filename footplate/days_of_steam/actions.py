"""What players, and nature, can do; each action is its sentence in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from footplate.core.actions import Wordless, count, whole
from footplate.core.game import Unreadable
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, good, good_word
from footplate.days_of_steam.places import NAMES, read_place
from footplate.days_of_steam.tiles import TileSet
from footplate.geometry.squares import SIDE_NAMES

UNSAID = -1
"""A rotation that a shortened sentence leaves open."""
IN_HAND = -2
"""A tile said by its place in the hand: the first is -2, the second -3."""
BY_COLOUR = -10
"""A face-up town said by its colour: red is -10, yellow -11."""
ANY_WAY = -1
"""The way is left open: the cheapest is meant."""


def _colour(word: str) -> int:
    if word.lower() not in COLOURS:
        raise Unreadable(f"“{word}” is no colour; they are {', '.join(COLOURS)}.")
    return COLOURS.index(word.lower())


def _good(word: str) -> int:
    colour, _, home = word.partition("-")
    return good(_colour(colour), read_place(home)) if home else good(_colour(colour))


def _tile(word: str, tiles: TileSet) -> int:
    if word.lower() not in tiles.numbers:
        raise Unreadable(f"“{word}” is no tile; they are {', '.join(tiles.numbers)}.")
    return tiles.numbers[word.lower()]


def _hand_tile(word: str, tiles: TileSet, form: str) -> int:
    """A tile by its name, or by its place in the hand from 1."""
    if word.isdigit():
        return IN_HAND + 1 - whole(word, form)
    return _tile(word, tiles)


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a track tile of the hand on a place; its top points to a side."""

    verb: ClassVar[str] = "lay"
    tile: int
    place: int
    turn: int

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return tiles.tiles[self.tile].id, NAMES[self.place], SIDE_NAMES[self.turn]

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        form = "lay TILE PLACE SIDE, e.g. lay curve-1 L11 E: the curve with its top to the east"
        if len(words) not in (2, 3):
            raise Unreadable(f"Say it so: {form}.")
        turn = UNSAID
        if len(words) == 3:
            if words[2].upper() not in SIDE_NAMES:
                raise Unreadable(f"“{words[2]}” is no side; they are {', '.join(SIDE_NAMES)}.")
            turn = SIDE_NAMES.index(words[2].upper())
        return cls(_hand_tile(words[0], tiles, form), read_place(words[1]), turn)


@dataclass(frozen=True, slots=True)
class Town:
    """Play one of the two face-up towns, counted from 1 in its sentence."""

    verb: ClassVar[str] = "town"
    number: int
    place: int

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return str(self.number + 1), NAMES[self.place]

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        form = "town NUMBER PLACE or town COLOUR PLACE, e.g. town 1 M15"
        count(words, 2, form)
        if words[0].isdigit():
            return cls(whole(words[0], form) - 1, read_place(words[1]))
        return cls(BY_COLOUR - _colour(words[0]), read_place(words[1]))


@dataclass(frozen=True, slots=True)
class Blind(Wordless):
    """Draw the top town of the deck, to be placed at once."""

    verb: ClassVar[str] = "blind"


@dataclass(frozen=True, slots=True)
class Found:
    """Place the town that was drawn blind."""

    verb: ClassVar[str] = "place"
    place: int

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return (NAMES[self.place],)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        count(words, 1, "place PLACE")
        return cls(read_place(words[0]))


@dataclass(frozen=True, slots=True)
class Move:
    """Move the train from place to place; before each step it may take a good."""

    verb: ClassVar[str] = "move"
    places: tuple[int, ...]
    takes: tuple[int, ...]
    """The good taken before each place is entered, or NO_GOOD."""

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        out: list[str] = []
        for place, taken in zip(self.places, self.takes):
            if taken != NO_GOOD:
                out += ("take", good_word(taken))
            out.append(NAMES[place] if place != ANY_WAY else "to")
        return tuple(out)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        form = "move PLACE PLACE …, with take COLOUR before a step, or move to PLACE"
        places: list[int] = []
        takes: list[int] = []
        taken, rest = NO_GOOD, list(words)
        while rest:
            word = rest.pop(0)
            if word.lower() == "take":
                if not rest:
                    raise Unreadable(f"Say which good is taken: {form}.")
                if taken != NO_GOOD:
                    raise Unreadable("A train takes one good at a time.")
                taken = _good(rest.pop(0))
                continue
            places.append(ANY_WAY if word.lower() == "to" else read_place(word))
            takes.append(taken)
            taken = NO_GOOD
        if taken != NO_GOOD:
            raise Unreadable("A good is taken before a step; say where the train goes with it.")
        if not places or places[-1] == ANY_WAY or places.count(ANY_WAY) > (places[0] == ANY_WAY):
            raise Unreadable(f"Say it so: {form}.")
        if places[0] == ANY_WAY and len(places) > 2:
            raise Unreadable(f"Say it so: {form}.")
        return cls(tuple(places), tuple(takes))


@dataclass(frozen=True, slots=True)
class Water(Wordless):
    """Spend the turn at the water tower."""

    verb: ClassVar[str] = "water"


@dataclass(frozen=True, slots=True)
class Burn:
    """Burn coal for steam, and go on with the turn."""

    verb: ClassVar[str] = "burn"
    coal: int

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return (str(self.coal),)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        count(words, 1, "burn NUMBER")
        return cls(whole(words[0], "burn NUMBER"))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Discard a tile and draw another, because nothing else can be done."""

    verb: ClassVar[str] = "exchange"
    tile: int

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return (tiles.tiles[self.tile].id,)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        count(words, 1, "exchange TILE")
        return cls(_hand_tile(words[0], tiles, "exchange TILE"))


# Nature -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class First:
    """Nature: who begins, counted from 1 in its sentence."""

    verb: ClassVar[str] = "first"
    seat: int

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return (str(self.seat + 1),)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        count(words, 1, "first SEAT")
        return cls(whole(words[0], "first SEAT") - 1)


@dataclass(frozen=True, slots=True)
class Turned:
    """Nature: the town tile that is turned over."""

    verb: ClassVar[str] = "turn"
    colour: int

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return (COLOURS[self.colour],)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        count(words, 1, "turn COLOUR")
        return cls(_colour(words[0]))


@dataclass(frozen=True, slots=True)
class Goods:
    """Nature: the goods drawn for a town."""

    verb: ClassVar[str] = "goods"
    colours: tuple[int, ...]

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return tuple(COLOURS[colour] for colour in self.colours)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        return cls(tuple(map(_colour, words)))


@dataclass(frozen=True, slots=True)
class Draw:
    """Nature: tiles drawn into a hand; the others read whose, but not which."""

    verb: ClassVar[str] = "draw"
    seat: int
    tiles: tuple[int, ...]

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return str(self.seat + 1), *(tiles.tiles[tile].id for tile in self.tiles)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        if not words:
            raise Unreadable("Say it so: draw SEAT TILE ….")
        return cls(whole(words[0], "draw SEAT TILE …") - 1, tuple(_tile(word, tiles) for word in words[1:]))


@dataclass(frozen=True, slots=True)
class Die:
    """Nature: the die is rolled."""

    verb: ClassVar[str] = "roll"
    value: int

    def words(self, tiles: TileSet) -> tuple[str, ...]:
        return (str(self.value),)

    @classmethod
    def read(cls, words: Sequence[str], tiles: TileSet) -> Self:
        count(words, 1, "roll NUMBER")
        return cls(whole(words[0], "roll NUMBER"))


BLIND = Blind()
WATER = Water()
