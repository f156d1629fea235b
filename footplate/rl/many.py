"""Many tables at once: the questions of all of them as arrays, answered together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from footplate import games
from footplate.core.game import NOBODY, Action
from footplate.rl.candidates import MOST_CANDIDATES, Features, offered
from footplate.rl.play import Play, Reward
from footplate.rl.table import MOST_DECISIONS

Array = np.ndarray[Any, Any]


class Batch(NamedTuple):
    """The open question of every table, and what its last answer brought; a row each."""

    observation: Array
    mask: Array
    candidates: Array
    seat: Array
    """Who is asked."""
    rewards: Array
    """What each seat was paid by the last answer."""
    ended: Array
    """Whether that answer ended a game: then the question is the first of a new one."""


class Many:
    """Tables on one board, stepped together; whichever ends begins anew.

    With the same seed the games are the same, however many tables are played beside them.
    """

    def __init__(
        self,
        map: str | Path = "rust-belt",
        players: int | None = None,
        tables: int = 16,
        *,
        candidates: int = MOST_CANDIDATES,
        reward: Reward = "win",
        options: Mapping[str, str] | None = None,
        most_decisions: int = MOST_DECISIONS,
    ) -> None:
        self.host = games.load(map, options)
        self.players = self.host.players[1] if players is None else players
        self.host.check_players(self.players)
        self.tables, self.most, self.reward, self.most_decisions = tables, candidates, reward, most_decisions
        self.features = Features(self.host)
        self.finals: list[tuple[int, Any]] = []
        """Tables whose games the last answers ended, each with its last position."""
        self._plays: list[Play] = []
        self._actions: list[list[Action]] = []

    def reset(self, seed: int = 0) -> Batch:
        """Begin a game at every table."""
        self._rngs = [random.Random(f"{seed}/{table}") for table in range(self.tables)]
        self._plays = [Play(self.host, self.players, self.reward, rng) for rng in self._rngs]
        paid = np.zeros((self.tables, self.players), np.float32)
        return self._questions(paid, np.zeros(self.tables, bool))

    def step(self, answers: Sequence[int] | Array) -> Batch:
        """Give every table the number of a candidate."""
        paid = np.zeros((self.tables, self.players), np.float32)
        ended = np.zeros(self.tables, bool)
        self.finals = []
        for table, (play, number) in enumerate(zip(self._plays, answers)):
            actions = self._actions[table]
            if not 0 <= number < len(actions):
                raise ValueError(f"Table {table} has no candidate {number}; there are {len(actions)}.")
            play.act(actions[number])
            paid[table] = play.rewards()
            if play.seat == NOBODY or play.decisions >= self.most_decisions:
                ended[table] = True
                self.finals.append((table, play.state))
                self._plays[table] = Play(self.host, self.players, self.reward, self._rngs[table])
        return self._questions(paid, ended)

    def _questions(self, paid: Array, ended: Array) -> Batch:
        self._actions = []
        seen, seats = [], []
        mask = np.zeros((self.tables, self.most), bool)
        rows = np.zeros((self.tables, self.most, self.features.size), np.float32)
        for table, play in enumerate(self._plays):
            actions = offered(play.game.options(play.state), self.most)
            self._actions.append(actions)
            seats.append(play.seat)
            seen.append(self.host.observation(play.state, play.seat))
            mask[table, : len(actions)] = True
            guess = random.Random(play.decisions)
            rows[table, : len(actions)] = self.features.of(play.state, play.seat, actions, guess)
        return Batch(np.asarray(seen, np.float32), mask, rows, np.asarray(seats), paid, ended)
