"""Games recorded elsewhere: what a replay of one finds, whichever game reads it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class TraceError(ValueError):
    """A file that is no recorded game; the message says what is wrong and at which step."""

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message if step is None else f"step {step}: {message}")
        self.step = step


class Difference(NamedTuple):
    """The first place where the recorded game and the rules disagree."""

    step: int
    what: str
    expected: Any
    found: Any


@dataclass
class Replayed:
    """What a replay found."""

    map: str
    players: list[str]
    steps: int = 0
    rounds: list[dict[str, Any]] = field(default_factory=list)
    final: list[dict[str, Any]] = field(default_factory=list)
    anomalies: list[dict[str, Any]] = field(default_factory=list)
    difference: Difference | None = None

    @property
    def ok(self) -> bool:
        """Whether every decision was accepted and every number was equal."""
        return self.difference is None
