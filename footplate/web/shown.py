"""A position as it is told: in parts, so that a page is sent only those it lacks."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import fields
from itertools import count
from typing import Any, NamedTuple

import msgspec

from footplate.core.host import Host
from footplate.web.protocol import TableState

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
    """A position with its question, worked out once for everybody who sees it so."""

    def __init__(self, host: Host, view: Any, question: Any) -> None:
        self.view = view
        self.asks = question
        """All that may be answered; a page is told the most important, and looks closer for the rest."""
        short = None if question is None else host.shortened(question)
        self.question = None if short is None else msgspec.Raw(msgspec.json.encode(short))
        self.number = next(NUMBERS)
        self.parts: Parts = dict(_of_view(view, host.apart))
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


def _of_view(view: Any, apart: Container[str]) -> Iterator[tuple[str, Any]]:
    for field in fields(view):
        value = getattr(view, field.name)
        if field.name not in apart:
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
