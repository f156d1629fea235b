"""What a log tells about earlier: the positions it went through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footplate.core.game import Game
from footplate.core.table import Entry, steps

EVERY = 16
"""One position in so many is kept; the others are a few entries away."""


class Positions:
    """The positions of one log, worked out when somebody looks."""

    def __init__(self, game: Game[Any, Any], seats: int) -> None:
        self.game = game
        self._kept: dict[int, Any] = {0: game.start(seats)}

    def at(self, log: Sequence[Entry], n: int) -> Any:
        """The position after the first `n` entries; Unlawful where the rules of today do not lead there."""
        start = max(kept for kept in self._kept if kept <= n)
        s = self._kept[start]
        for number, step in enumerate(steps(self.game, s, log[start:n]), start + 1):
            s = step.after
            if number % EVERY == 0:
                self._kept[number] = s
        return s

    def forget_from(self, n: int) -> None:
        """Entries from here on have been taken back."""
        self._kept = {kept: s for kept, s in self._kept.items() if kept <= n}
