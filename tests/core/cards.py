"""A toy game with secrets for the tests: hands from a shuffled deck, a card is played, another drawn.

It has a host too, so that it can be played at a real server: cards are numbers that are found nowhere else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from footplate.core import host
from footplate.core.bot import Bot, RandomBot
from footplate.core.game import (
    NATURE,
    NOBODY,
    Action,
    Decision,
    Due,
    Fact,
    Game,
    Phase,
    PlayersError,
    Refusal,
    Roll,
    State,
    Unreadable,
)
from footplate.core.host import PromptView, SeatView, Sight, TableView, Theme
from footplate.core.rule_page import RulePage

CARDS = tuple(range(70_001, 70_013))
UNKNOWN = 0
HAND = 2
NOT_YOURS = Refusal("cards.play", "You do not hold {card}.")
NO_DECK = Refusal("cards.peek", "The deck is empty.")


class Hands(State):
    """A deck face down, hands, what has been played, and what each seat has seen of the deck."""

    __slots__ = ("deck", "hands", "played", "peeked", "discards", "turn")
    deck: list[int]
    hands: list[int]
    """The cards of all seats, one after another; 0 for a place that is empty, or unknown."""
    played: list[int]
    peeked: list[int]
    """The top card of the deck, for whoever has looked at it."""
    discards: list[int]
    turn: int

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck, self.hands = [], [UNKNOWN] * (HAND * seats)
        self.played, self.peeked = [0] * seats, [UNKNOWN] * seats
        self.discards, self.turn = [], 0


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Nature: the order of the deck."""

    verb: ClassVar[str] = "shuffle"
    cards: tuple[int, ...]

    def words(self, names: Any) -> tuple[str, ...]:
        return tuple(map(str, self.cards))

    @classmethod
    def read(cls, words: Sequence[str], names: Any) -> Self:
        if not all(word.isdigit() for word in words):
            raise Unreadable("Say the cards.")
        return cls(tuple(map(int, words)))


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card of one's hand."""

    verb: ClassVar[str] = "play"
    card: int

    def words(self, names: Any) -> tuple[str, ...]:
        return (str(self.card),)

    @classmethod
    def read(cls, words: Sequence[str], names: Any) -> Self:
        if len(words) != 1 or not words[0].isdigit():
            raise Unreadable("Say a card.")
        return cls(int(words[0]))


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at the top card of the deck."""

    verb: ClassVar[str] = "peek"

    def words(self, names: Any) -> tuple[str, ...]:
        return ()

    @classmethod
    def read(cls, words: Sequence[str], names: Any) -> Self:
        return cls()


class Shuffled(Roll[None, Hands]):
    prompt = "The deck is shuffled"
    takes = (Shuffle,)

    def why_not(self, rules: None, s: Hands, due: Due, a: Shuffle) -> Refusal | None:
        return None if sorted(a.cards) == list(CARDS) else Refusal("cards.deck", "That is no whole deck.")

    def apply(self, rules: None, s: Hands, due: Due, a: Shuffle) -> None:
        s.settle()
        s.deck = list(a.cards)
        for place in range(len(s.hands)):
            s.hands[place] = s.deck.pop()
            s.tell("drew", place // HAND, s.hands[place])

    def sample(self, rules: None, s: Hands, due: Due, rng: random.Random) -> Action:
        return Shuffle(tuple(rng.sample(CARDS, len(CARDS))))


class Round(Phase[None, Hands]):
    name = "Play"

    def begin(self, rules: None, s: Hands) -> None:
        if not s.turn:
            s.ask("shuffle", NATURE)
        s.turn += 1
        playing = [seat for seat in range(s.seats) if s.turn == 1 or any(hand_of(s, seat))]
        for seat in playing:
            s.ask("play", seat)
        s.over = not playing


class Playing(Decision[None, Hands]):
    prompt = "Play a card"
    takes = (Play, Peek)

    def options(self, rules: None, s: Hands, due: Due) -> Iterable[Action]:
        peeks = [Peek()] if s.deck and not s.peeked[due.seat] else []
        return [*(Play(card) for card in sorted(hand_of(s, due.seat))), *peeks]

    def why_not(self, rules: None, s: Hands, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Peek):
            return None if s.deck and not s.peeked[due.seat] else NO_DECK
        return None if a.card in hand_of(s, due.seat) else NOT_YOURS

    def figures(self, rules: None, s: Hands, due: Due, a: Any) -> Mapping[str, object]:
        return {"card": getattr(a, "card", 0)}

    def apply(self, rules: None, s: Hands, due: Due, a: Any) -> None:
        if isinstance(a, Peek):
            s.peeked[due.seat] = s.deck[-1]
            s.tell("peeked", due.seat, s.deck[-1])
            return
        s.settle()
        place = s.hands.index(a.card)
        s.played[due.seat] += a.card % 100
        s.discards.append(a.card)
        s.tell("played", due.seat, a.card)
        s.hands[place] = s.deck.pop() if s.deck else UNKNOWN
        s.peeked = [UNKNOWN] * s.seats
        if s.hands[place]:
            s.tell("drew", due.seat, s.hands[place])


def hand_of(s: Hands, seat: int) -> list[int]:
    """The cards of a seat."""
    return [card for card in s.hands[HAND * seat : HAND * seat + HAND] if card]


class Cards(Game[None, Hands]):
    """The toy."""

    game_id = "cards"
    revision = 1
    hidden = True

    def __init__(self) -> None:
        self.rules, self.state_type, self.names = None, Hands, None
        self.phases = (Round(),)
        self.decisions = {"shuffle": Shuffled(), "play": Playing()}

    def start(self, seats: int) -> Hands:
        if not 2 <= seats <= 4:
            raise PlayersError("Cards is for 2 to 4 players.")
        s = Hands(seats)
        self.run(s)
        return s

    def scores(self, s: Hands) -> list[int | None]:
        return list(s.played)

    def winners(self, s: Hands) -> list[int]:
        return [seat for seat, points in enumerate(s.played) if points == max(s.played)]

    def known(self, s: Hands, seat: int) -> Hands:
        s = s.copy()
        top = s.peeked[seat] if seat >= 0 else UNKNOWN
        s.deck = [UNKNOWN] * (len(s.deck) - 1) + [top] if s.deck else []
        s.hands = [card if place // HAND == seat else -bool(card) for place, card in enumerate(s.hands)]
        s.peeked = [card if other == seat else -bool(card) for other, card in enumerate(s.peeked)]
        return s

    def resample(self, s: Hands, seat: int, rng: random.Random) -> Hands:
        s = self.known(s, seat)
        seen = {*s.hands, *s.deck, *s.discards}
        rest = [card for card in CARDS if card not in seen]
        rng.shuffle(rest)
        s.hands = [rest.pop() if card < 0 else card for card in s.hands]
        s.deck = [card or rest.pop() for card in s.deck]
        s.peeked = [s.deck[-1] if card < 0 else card for card in s.peeked]
        return s

    def seen(self, s: Hands, entry_seat: int, text: str, seat: int) -> str:
        return "shuffle ?" if entry_seat == NATURE else text

    def readable(self, fact: Fact, seat: int) -> Fact:
        return (
            fact._replace(data=(UNKNOWN,)) if fact.kind in ("drew", "peeked") and fact.seat != seat else fact
        )

    def reveals(self, s: Hands, action: Any) -> bool:
        return isinstance(action, (Peek, Play))


# The host ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class CardsPlayer(SeatView):
    cards: int
    hand: list[int]


@dataclass(slots=True)
class CardsView(TableView):
    players: list[CardsPlayer]
    deck: int
    top: int


@dataclass(slots=True)
class CardsQuestion:
    sentences: list[str]


@dataclass(slots=True)
class Look:
    card: int


class Host(host.Host):
    """The toy at a server."""

    game_id, name, ledger = "cards", "Cards", "cards.md"
    game: Cards
    look_type = Look

    @classmethod
    def load(cls, source: str | Path, options: Mapping[str, str] | None = None) -> Self:
        return cls(Cards())

    @classmethod
    def bots(cls) -> Mapping[str, Callable[[], Bot]]:
        return {"random": RandomBot}

    @property
    def players(self) -> tuple[int, int]:
        return 2, 4

    def rule_page(self) -> RulePage:
        return RulePage(
            "cards", "Cards", "", (2, 4), "reconstructed", "A toy.", (), (), (), (), (), (), (6, 6, 6)
        )

    def turn(self, s: Hands) -> int:
        return s.turn

    def story(self, facts: Iterable[Fact], names: Sequence[str]) -> list[str]:
        return [f"{names[fact.seat]} {fact.kind} {fact.data[0] or 'a card'}" for fact in facts]

    def board(self) -> Any:
        return {"map": "cards"}

    def view(self, s: Hands, names: Sequence[str], liveries: Sequence[int], seat: int = NOBODY) -> CardsView:
        prompt = self.prompt(s, names)
        players = [
            CardsPlayer(
                n, name, liveries[n], s.played[n], 0, len(hand_of(s, n)), [c for c in hand_of(s, n) if c > 0]
            )
            for n, name in enumerate(names)
        ]
        winners = self.game.winners(s) if s.over else []
        return CardsView(
            s.turn, 0, s.phase, ["Play"], list(range(s.seats)), players, self.game.actor(s), "play", "",
            PromptView(*prompt), s.over, winners, len(s.deck), s.deck[-1] if s.deck and seat >= 0 else 0,
        )  # fmt: skip

    def question(self, s: Hands, view: Any) -> CardsQuestion | None:
        if self.game.actor(s) < 0:
            return None
        return CardsQuestion([self.game.say(action) for action in self.game.options(s)])

    def look(self, look: Look, sight: Sight) -> list[int]:
        return [card for card in hand_of(sight.state, sight.state.agenda[0].seat) if card == look.card]

    def draw(self, s: Any = None, *, theme: Theme = "light", liveries: Sequence[int] = ()) -> str:
        words = "" if s is None else " ".join(map(str, (*s.hands, *s.deck, *s.peeked)))
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><desc>{words}</desc></svg>'
