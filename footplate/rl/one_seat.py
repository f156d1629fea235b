"""One seat as a Gymnasium environment: bots sit at the others."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from footplate.bots import bot
from footplate.core.bot import before
from footplate.core.game import NOBODY
from footplate.rl.table import env


class OneSeat(gymnasium.Env[dict[str, Any], np.int64]):
    """A seat that learns among bots; it changes from game to game unless one is given.

    `info["action_mask"]` says what may be answered.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        map: str | Path = "rust-belt",
        players: int | None = None,
        others: str = "random",
        seat: int | None = None,
        form: Any = "candidates",
        options: Mapping[str, str] | None = None,
        **given: Any,
    ) -> None:
        super().__init__()
        self.table = env(map, players, form, options, **given)
        bot(self.table.game.game_id, others)  # refuses at once what there is not
        self.others, self.given_seat, self.seat = others, seat, seat or 0
        self.render_mode = self.table.render_mode
        agent = self.table.possible_agents[0]
        self.observation_space = self.table.observation_space(agent)
        self.action_space = self.table.action_space(agent)
        self._rng = random.Random()
        self._bots: list[Any] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game and let the others play up to one's own first question."""
        super().reset(seed=seed)
        if seed is not None:
            self._rng = random.Random(f"{seed}/others")
        given = self.given_seat
        self.seat = self._rng.randrange(self.table.players) if given is None else given
        self._bots = [bot(self.table.game.game_id, self.others) for _ in range(self.table.players)]
        self.table.reset(seed)
        self._let_others_play()
        return self._seen()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer one's own question and let the others play up to the next."""
        table = self.table
        paid = table.say(int(action))[self.seat]
        paid += self._let_others_play()
        over = table.seat == NOBODY
        return self._seen()[0], paid, over, not over and table.is_late, self._seen()[1]

    def _let_others_play(self) -> float:
        """What one is paid while the others play."""
        table, paid = self.table, 0.0
        while table.seat not in (NOBODY, self.seat) and not table.is_late:
            lies = before(table.game, table.position, table.seat, self._rng)
            action = self._bots[table.seat].choose(table.game, lies, table.seat, self._rng)
            paid += table.act(action)[self.seat]
        return paid

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        told = self.table.observe(self.table.possible_agents[self.seat])
        return told, {"action_mask": told["action_mask"]}

    def render(self) -> Any:
        """The board in letters, or as an SVG picture."""
        return self.table.render()
