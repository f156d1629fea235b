"""What a page is told of a lesson; how it is written and played is the game's business."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from footplate.core.rulebook import Span


@dataclass(frozen=True, slots=True)
class LessonLine:
    """A lesson in a list."""

    id: str
    title: str
    about: str
    board: str
    """The name of its board."""
    minutes: int
    steps: int


class Gain(NamedTuple):
    """What an answer brought, as a number and what it means."""

    number: str
    """+2 income."""
    means: tuple[tuple[str, str], ...]
    """$2, every turn; 6 points, at the end."""


class Reply(NamedTuple):
    """What the coach says to an answer."""

    kind: str
    """done, also, next, refused, other or asked."""
    says: str
    rule: str = ""
    """The rule that refused it."""
    told: tuple[str, ...] = ()
    """What the others did then."""
    gain: Gain | None = None

    @property
    def is_good(self) -> bool:
        """Whether the lesson went on."""
        return self.kind in ("done", "also", "next")


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do on the card, and whether it is done, to be done now, or later."""

    say: str
    state: str
    hex: int = -1
    """Where it is done."""


@dataclass(frozen=True, slots=True)
class Card:
    """The open card with its figures filled in."""

    number: int
    of: int
    phase: str
    title: str
    text: tuple[Span, ...]
    why: tuple[Span, ...]
    tasks: tuple[Task, ...]
    light: tuple[int, ...]
    """The places that stay in the light."""
    target: int
    """The place to click now, or -1."""
    asks_place: bool
    """Whether the place is the question itself, so that it is shown only to who has tried."""
    wanted: str
    """The answer that is wanted now: “Show me” says it."""
    next: str
    """What the button says that leads on; empty until the card is done."""
    said: str
    """The sentence that was said last, to be shown on the board when the card is done."""
    dock: bool
    """Whether what lies beside the board is shown."""
    others: tuple[tuple[str, str], ...]
    """Other good moves that may be tried instead, each in words and as an answer."""


@dataclass(slots=True)
class Lesson:
    """A lesson after some answers: the position, what may be answered, the card, what was said last."""

    title: str
    board: str
    """The name of the board."""
    view: Any
    question: Any
    card: Card | None
    """None when the lesson is over."""
    reply: Reply | None
    end: str
    """What is said at the end."""
    terms: dict[str, str]
    """Every term in a sentence."""
    accepted: tuple[str, ...]
    """The answers that count: what was refused is not among them."""
