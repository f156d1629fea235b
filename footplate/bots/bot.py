"""What a bot is: whoever chooses an action from a position."""

from __future__ import annotations

import random
from typing import Any, Protocol

from footplate.core.game import Action, Game


class Bot(Protocol):
    """A player without a person."""

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        """A legal action for the seat that is asked; all chance comes from `rng`."""
