"""A position as it is told: in parts, so that a page is sent only those it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import count
from typing import Any, NamedTuple

import msgspec

from footplate.age_of_steam.question import AnswerChoice, DeliveryChoice, Question
from footplate.age_of_steam.view import View
from footplate.web.protocol import TableState

APART = ("players", "pieces", "names", "columns", "places", "links")
"""What of a view is told one by one, not as a whole."""
SHARED = ("id", "view")
"""What of a table is the same for everybody; the rest is told as each person may see it."""
BEST = 20
"""Deliveries that a page is told without asking: enough to begin with, and a message stays small."""
FEW = 20
"""Answers of a map's own that it is told so; of more only the hexes are told."""
NUMBERS = count()
UNKNOWN = object()

Parts = dict[str, Any]


class Changes(NamedTuple):
    """What a page lacks: new values by their way into the table, and what is there no more."""

    set: Parts
    gone: list[str]


class Shown:
    """A position with its question, worked out once for everybody."""

    def __init__(self, view: View, question: Question | None) -> None:
        self.view = view
        self.asks = question
        self.question = None if question is None else msgspec.Raw(msgspec.json.encode(shortened(question)))
        self.number = next(NUMBERS)
        self.parts: Parts = dict(_of_view(view))
        self._since: dict[int, Changes] = {}
        """By the number of the position a page knows; positions themselves would never be forgotten."""

    def ways(self, hex: int, colour: str) -> list[DeliveryChoice]:
        """All deliveries of a cube."""
        move = self.asks and self.asks.move
        return [d for d in move.deliveries if (d.hex, d.colour) == (hex, colour)] if move else []

    def is_short(self) -> bool:
        """Whether there are more deliveries than were worked out, so that those of a cube are looked for."""
        move = self.asks and self.asks.move
        return bool(move and move.deliveries and not move.ways)

    def answers(self, hex: int) -> list[AnswerChoice]:
        """All answers of a map's own that concern a hex."""
        return [answer for answer in self.asks.answers if hex in answer.hexes] if self.asks else []

    def since(self, known: Shown) -> Changes:
        """What has changed since a position that a page knows, encoded once for all who know it."""
        found = self._since.get(known.number)
        if found is None:
            new = changes(self.parts, known.parts)
            encoded = {way: msgspec.Raw(msgspec.json.encode(value)) for way, value in new.set.items()}
            found = self._since[known.number] = Changes(encoded, new.gone)
        return found


def shortened(question: Question) -> Question:
    """A question as a page is told it; where much may be answered it asks for more by cube or by hex."""
    move, answers = question.move, question.answers
    # What concerns no hex, or several, could not be asked for.
    later = [answer for answer in answers if len(answer.hexes) == 1] if len(answers) > FEW else []
    return replace(
        question,
        move=move and replace(move, deliveries=move.deliveries[:BEST]),
        answers=[answer for answer in answers if answer not in later],
        spots=sorted({hex for answer in later for hex in answer.hexes}),
    )


def changes(now: Parts, known: Parts) -> Changes:
    """The parts that are new or different, and those that have gone."""
    return Changes(
        {way: value for way, value in now.items() if known.get(way, UNKNOWN) != value},
        [way for way in known if way not in now],
    )


def _of_view(view: View) -> Iterator[tuple[str, Any]]:
    for field in fields(view):
        value = getattr(view, field.name)
        if field.name not in APART:
            yield f"view/{field.name}", value
        else:
            each = value.items() if isinstance(value, Mapping) else enumerate(value)
            yield from ((f"view/{field.name}/{key}", item) for key, item in each)


def own_parts(state: TableState) -> Parts:
    """What of a table is told as one person may see it."""
    out: Parts = {f"card/{name}": getattr(state.card, name) for name in state.card.__struct_fields__}
    for name in state.__struct_fields__:
        if name not in SHARED and name != "card":
            out[name] = getattr(state, name)
    return out
