"""A position as it is told: in parts, so that a page is sent only those it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import count
from typing import Any, NamedTuple

import msgspec

from footplate.age_of_steam.question import Question
from footplate.age_of_steam.view import View
from footplate.web.protocol import TableState

APART = ("players", "pieces", "names", "columns", "places", "links")
"""What of a view is told one by one, not as a whole."""
SHARED = ("id", "view")
"""What of a table is the same for everybody; the rest is told as each person may see it."""
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
        self.question = None if question is None else msgspec.Raw(msgspec.json.encode(question))
        self.number = next(NUMBERS)
        self.parts: Parts = dict(_of_view(view))
        self._since: dict[int, Changes] = {}
        """By the number of the position a page knows; positions themselves would never be forgotten."""

    def since(self, known: Shown) -> Changes:
        """What has changed since a position that a page knows, encoded once for all who know it."""
        found = self._since.get(known.number)
        if found is None:
            new = changes(self.parts, known.parts)
            encoded = {way: msgspec.Raw(msgspec.json.encode(value)) for way, value in new.set.items()}
            found = self._since[known.number] = Changes(encoded, new.gone)
        return found


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
