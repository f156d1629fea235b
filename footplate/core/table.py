"""A game being played: seats with names, a log of sentences, undo; no clock, disk or network."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Any, Generic, NamedTuple, Protocol

from footplate.core.game import NATURE, NOBODY, Fact, Game, R, S, Unreadable


class Entry(NamedTuple):
    """One line of the log: who said what."""

    seat: int
    text: str


class Refused(Exception):
    """An action the table does not accept; the message is for the person who tried it."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class Unsure(Exception):
    """The action cannot be taken back, because nature answers next; say it again with `sure`."""


class Nature(Protocol):
    """Whoever answers for nature."""

    def answer(self, game: Game[Any, Any], s: Any) -> str | None:
        """The sentence of the outcome, or None to wait for one from outside."""

    def copy(self) -> Nature:
        """The same nature for a table that goes its own way: what is answered there is not missed here."""


class Chance:
    """Nature as a fair source of chance."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def answer(self, game: Game[Any, Any], s: Any) -> str | None:
        return game.say(game.sample(s, self.rng))

    def copy(self) -> Chance:
        return Chance(copy(self.rng))


class Script:
    """Nature as a list of outcomes known beforehand; then it waits."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = list(sentences)

    def answer(self, game: Game[Any, Any], s: Any) -> str | None:
        return self.sentences.pop(0) if self.sentences else None

    def copy(self) -> Script:
        return Script(self.sentences)


class Table(Generic[R, S]):
    """One game being played; every move of people, bots, commands and tests goes through `act`."""

    def __init__(self, game: Game[R, S], seats: Sequence[str], nature: Nature | None = None) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.nature = nature
        self.log: list[Entry] = []
        self.state = game.start(len(seats))
        self.news: list[Fact] = []
        """What the last accepted action brought about."""
        self.said: Any = None
        """The last accepted action, read from its sentence; None after an undo and in a resumed table."""
        self._before: list[S] = []
        """The positions before the last entries that can still be undone."""
        self._resumed = 0
        """The length of the log with which the table was resumed."""
        self._sealed = 0
        """The length of the log with which somebody was last shown a secret."""
        self._answer_for_nature()

    @property
    def actor(self) -> int:
        """Who is asked now: a seat number, NATURE or NOBODY."""
        return self.game.actor(self.state)

    def name(self, seat: int) -> str:
        """The name of a seat, for people."""
        return {NATURE: "nature", NOBODY: "nobody"}.get(seat) or self.seats[seat]

    def options(self) -> list[str]:
        """The sentences that may be said now, one for each distinct outcome."""
        return [self.game.say(action) for action in self.game.options(self.state)]

    def why_not(self, text: str) -> str | None:
        """Why this sentence is refused now, with the id of the rule; None if it may be said."""
        if self.actor == NOBODY:
            return "The game is over."
        try:
            action = self.game.read(self.state, text)
        except Unreadable as problem:
            return str(problem)
        refusal = self.game.why_not(self.state, action)
        return refusal and f"{self.game.explain(self.state, action, refusal, self.seats)} [{refusal.rule}]"

    def act(
        self, text: str, seat: int | None = None, *, at: int | None = None, sure: bool = True
    ) -> list[Fact]:
        """Say a sentence for the seat that is asked; Refused tells why it was not accepted.

        `at` is the length of the log the speaker knew; a table that has moved on refuses.
        Without `sure`, Unsure is raised where nature would answer, and nothing is done.
        """
        if at is not None and at != len(self.log):
            raise Refused("The table moved on while you chose. Nothing was changed.")
        actor = self.actor
        if actor == NOBODY:
            raise Refused("The game is over.")
        if seat is not None and seat != actor:
            raise Refused(f"It is {self.name(actor)}’s turn.")
        try:
            action = self.game.read(self.state, text)
        except Unreadable as problem:
            raise Refused(str(problem)) from None
        if refusal := self.game.why_not(self.state, action):
            raise Refused(self.game.explain(self.state, action, refusal, self.seats), refusal.rule)
        after = self.state.copy()
        after.news = []
        self.game.apply(after, action)
        if not sure and actor != NATURE and self.game.actor(after) == NATURE:
            raise Unsure("This cannot be taken back: chance answers next.")
        if self.log and self.log[-1].seat != actor:
            self._before.clear()
        self._before.append(self.state)
        self.log.append(Entry(actor, self.game.say(action)))
        if self.game.hidden and self.game.reveals(self.state, action):
            self._before.clear()
            self._sealed = len(self.log)
        self.state, self.news, self.said = after, after.news, action
        self._answer_for_nature()
        return self.news

    def _answer_for_nature(self) -> None:
        while self.nature is not None and self.actor == NATURE:
            text = self.nature.answer(self.game, self.state)
            if text is None:
                return
            said = self.news
            nature, self.nature = self.nature, None
            try:
                self.act(text)
            finally:
                self.nature = nature
            self.news = said + self.news

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether the last entry can be taken back by the seat that made it."""
        if not self._before or not self.log or self.log[-1].seat == NATURE:
            return False
        return seat is None or self.log[-1].seat == seat

    def undo(self, seat: int | None = None) -> None:
        """Take back the last entry: one’s own, as far as chance or another player’s move."""
        if not self.can_undo(seat):
            if not self.log:
                raise Refused("Nothing has been done yet.")
            if self.log[-1].seat == NATURE:
                raise Refused("Chance has answered; nothing before that can be taken back.")
            if seat is not None and self.log[-1].seat != seat:
                raise Refused(f"The last move is {self.name(self.log[-1].seat)}’s.")
            if len(self.log) == self._resumed:
                raise Refused(
                    "This table continues from a saved position; nothing before it can be taken back."
                )
            if len(self.log) == self._sealed:
                raise Refused("That showed what was secret; it cannot be taken back.")
            raise Refused("Nothing before another player’s move can be taken back.")
        self.state = self._before.pop()
        self.log.pop()
        self.news, self.said = [], None

    def copy(self) -> Table[R, S]:
        """A table that goes its own way from here; it shares no future with this one."""
        new: Table[R, S] = object.__new__(type(self))
        new.game, new.seats = self.game, self.seats
        new.nature = self.nature.copy() if self.nature is not None else None
        new.log, new.news, new.said = self.log[:], self.news[:], self.said
        new.state, new._before = self.state.copy(), self._before[:]
        new._resumed, new._sealed = self._resumed, self._sealed
        return new

    @classmethod
    def resume(
        cls,
        game: Game[R, S],
        seats: Sequence[str],
        log: Iterable[Entry],
        state: S,
        nature: Nature | None = None,
        undoable: Sequence[S] = (),
    ) -> Table[R, S]:
        """A table that continues from its saved position, whatever the rules were before it."""
        new: Table[R, S] = object.__new__(cls)
        new.game, new.seats, new.nature = game, tuple(seats), nature
        new.log, new.news, new.said = list(log), [], None
        new.state, new._before = state, list(undoable)
        new._resumed, new._sealed = len(new.log), 0
        new._answer_for_nature()
        return new

    @property
    def undoable(self) -> Sequence[S]:
        """The positions before the last entries, as far as they can be undone."""
        return tuple(self._before)

    @property
    def prompt(self) -> str:
        """Who is asked what, for people."""
        if self.actor == NOBODY:
            return "The game is over."
        return f"{self.name(self.actor)}: {self.game.decision(self.state).prompt}"

    def scores(self) -> dict[str, int | None]:
        """The score of each seat as the board stands; None for who is out."""
        return dict(zip(self.seats, self.game.scores(self.state)))


class Unlawful(Exception):
    """A log that the rules do not accept: `n` is the number of the entry, from 0."""

    def __init__(self, n: int, message: str) -> None:
        super().__init__(message)
        self.n = n


def replay(game: Game[R, S], seats: int, log: Iterable[Entry]) -> S:
    """The position a log leads to; it needs no dice, they are in the log."""
    s = game.start(seats)
    for n, (seat, text) in enumerate(log):
        actor = game.actor(s)
        if actor == NOBODY:
            raise Unlawful(n, f"the game is over, but “{text}” follows")
        if actor != seat:
            raise Unlawful(n, f"“{text}” is said by {_who(seat)}, but {_who(actor)} is asked")
        try:
            action = game.read(s, text)
        except Unreadable as problem:
            raise Unlawful(n, f"“{text}”: {problem}") from None
        if refusal := game.why_not(s, action):
            raise Unlawful(n, f"“{text}”: {game.explain(s, action, refusal)} [{refusal.rule}]")
        game.apply(s, action)
    return s


def _who(seat: int) -> str:
    return "nature" if seat == NATURE else f"seat {seat + 1}"


class Step(NamedTuple, Generic[S]):
    """One entry played again: the positions around it, and what it brought about."""

    before: S
    after: S
    news: list[Fact]
    action: Any


def steps(game: Game[R, S], s: S, log: Iterable[Entry]) -> Iterator[Step[S]]:
    """Play entries again from a position; Unlawful where the rules of today do not accept one."""
    for n, (seat, text) in enumerate(log):
        if game.actor(s) != seat or seat == NOBODY:
            raise Unlawful(n, f"“{text}” is said by who is not asked")
        try:
            action = game.read(s, text)
        except Unreadable as problem:
            raise Unlawful(n, str(problem)) from None
        if refusal := game.why_not(s, action):
            raise Unlawful(n, game.explain(s, action, refusal))
        after = s.copy()
        news: list[Fact] = []
        after.news = news
        game.apply(after, action)
        yield Step(s, after, news, action)
        s = after
