"""Everything that can change in a game of Days of Steam, as plain numbers."""

from __future__ import annotations

from typing import Any, Self

from footplate.core.game import Game, State
from footplate.core.slots import Json, require
from footplate.days_of_steam.goods import COLOURS
from footplate.days_of_steam.inspection import inspect
from footplate.days_of_steam.places import MIDDLE, SIZE

UNKNOWN = -1
"""A tile in a hand that one may not see."""


class DaysState(State):
    """The map, the trains, the hands, and what has not been drawn yet."""

    __slots__ = (
        "turn",
        "player",
        "board",
        "laid",
        "trains",
        "came",
        "load",
        "steam",
        "coal",
        "circuits",
        "delivered",
        "goods",
        "hands",
        "deck",
        "gone",
        "town_deck",
        "bottom",
        "market",
        "bag",
        "rolling",
    )

    turn: int
    """How many turns have begun."""
    player: int
    """Whose turn it is."""
    board: bytearray
    """The code of what lies on each place."""
    laid: list[int]
    """The places with a tile, in the order in which they were first laid."""
    trains: list[int]
    """Where each train stands: 4 * place + part of the tile."""
    came: list[int]
    """The side by which each train came onto its tile, or -1; only a memory."""
    load: list[int]
    """The good on each train, or NO_GOOD."""
    steam: list[int]
    coal: list[int]
    circuits: list[int]
    delivered: list[tuple[int, ...]]
    """The colours that each player has delivered, in order."""
    goods: list[tuple[int, ...]]
    """The goods in towns, as place and good, in order."""
    hands: list[tuple[int, ...]]
    """The tiles in each hand, in order; UNKNOWN where one may not see them."""
    deck: bytearray
    """How many of each tile have not been drawn; with unknown hands, these are among them."""
    gone: bytearray
    """How many of each tile have left the game: covered or exchanged."""
    town_deck: bytearray
    """How many towns of each colour have not been seen."""
    bottom: list[int]
    """Towns that went to the bottom of the deck, the next first: they are drawn last."""
    market: list[tuple[int, ...]]
    """The two face-up towns, each as its colour and the colours of its goods; empty if there is none."""
    bag: bytearray
    rolling: tuple[int, ...]
    """The move for which the die is due: see moving.Course.numbers; empty if none is."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.turn = 0
        self.player = 0
        self.board = bytearray(SIZE)
        self.laid = []
        self.trains = [4 * MIDDLE] * seats
        self.came = [-1] * seats
        self.load = [-1] * seats
        self.steam = [0] * seats
        self.coal = [0] * seats
        self.circuits = [0] * seats
        self.delivered = [()] * seats
        self.goods = []
        self.hands = [()] * seats
        self.deck = bytearray()
        self.gone = bytearray()
        self.town_deck = bytearray(len(COLOURS))
        self.bottom = []
        self.market = [(), ()]
        self.bag = bytearray(len(COLOURS))
        self.rolling = ()

    @property
    def deck_left(self) -> int:
        """How many track tiles are left to draw."""
        return sum(self.deck) - sum(hand.count(UNKNOWN) for hand in self.hands)

    @property
    def towns_left(self) -> int:
        """How many towns lie face down."""
        return sum(self.town_deck) + len(self.bottom)

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        inspect(game.rules, self)

    def to_json(self) -> Json:
        """The table is wide and mostly empty: of the board only what lies there is saved."""
        data = super().to_json()
        data["board"] = [self.board[place] for place in self.laid]
        return data

    @classmethod
    def from_json(cls, data: Json) -> Self:
        if not isinstance(data, dict) or not isinstance(data.get("board"), list):
            return super().from_json(data)
        places, codes = data.get("laid", ()), data["board"]
        require(isinstance(places, list) and len(places) == len(codes), "every place has one tile")
        for place, code in zip(places, codes):
            fits = type(place) is type(code) is int and 0 <= place < SIZE and 0 < code < 256
            require(fits, "a tile lies where none can")
        board = bytearray(SIZE)
        for place, code in zip(places, codes):
            board[place] = code
        return super().from_json({**data, "board": board.hex()})
