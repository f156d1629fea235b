"""Whole answers as a list: an agent chooses one by its number, and knows what each would change at once."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces

from footplate.core.bot import before
from footplate.core.game import Action, Game, Roll
from footplate.core.host import Host
from footplate.rl.table import Table

MOST_CANDIDATES = 256
"""The answers that are offered at most; where more are legal, some of them, spread evenly over the list."""


class Features:
    """What is told of an answer: its verb, and how it changes one's own figures and those of all others."""

    def __init__(self, host: Host) -> None:
        self.host, self.game = host, host.game
        self.verbs = verbs(host.game)
        s = host.game.start(host.players[0])
        self.figures = [*host.figures(s, 0), "score"]
        self.size = len(self.verbs) + 2 * len(self.figures)
        self.names = (
            [f"says {verb}" for verb in self.verbs]
            + [f"own {figure}" for figure in self.figures]
            + [f"others' {figure}" for figure in self.figures]
        )

    def of(self, s: Any, seat: int, actions: list[Action], rng: random.Random) -> np.ndarray[Any, Any]:
        """The features of some answers of a seat, a row each; what it may not know is only guessed."""
        s = before(self.game, s, seat, rng)
        first, count = len(self.verbs), len(self.figures)
        own, all = self._standing(s, seat)
        rows = np.zeros((len(actions), self.size), np.float32)
        for row, action in zip(rows, actions):
            after = s.copy()
            self.game.do(after, action)
            own_after, all_after = self._standing(after, seat)
            row[self.verbs[action.verb]] = 1.0
            row[first : first + count] = own_after - own
            row[first + count :] = (all_after - own_after) - (all - own)
        return rows

    def _standing(self, s: Any, seat: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """One's own figures, and the sums of everybody's."""
        scores = self.game.scores(s)
        every = np.array(
            [[*self.host.figures(s, other).values(), score or 0] for other, score in enumerate(scores)],
            np.float32,
        )
        return every[seat], every.sum(axis=0)


def verbs(game: Game[Any, Any]) -> dict[str, int]:
    """Every verb that players say, numbered."""
    asked = [decision for decision in game.decisions.values() if not isinstance(decision, Roll)]
    said = dict.fromkeys(kind.verb for decision in asked for kind in decision.takes)
    return {verb: number for number, verb in enumerate(said)}


def offered(options: list[Action], most: int) -> list[Action]:
    """The options, or as many of them as are offered at most."""
    if len(options) <= most:
        return options
    return [options[number * len(options) // most] for number in range(most)]


class Candidates(Table):
    """An answer is the number of a candidate; `candidates` of an observation has the features of each."""

    def __init__(self, host: Host, players: int, *, candidates: int = MOST_CANDIDATES, **given: Any) -> None:
        super().__init__(host, players, **given)
        self.most, self.features = candidates, Features(host)
        self.actions: list[Action] = []
        self._rows: np.ndarray[Any, Any] | None = None
        told = spaces.Dict(
            {
                "observation": self._observed,
                "action_mask": spaces.MultiBinary(candidates),
                "candidates": spaces.Box(-np.inf, np.inf, (candidates, self.features.size), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, told)
        self.action_spaces = {agent: spaces.Discrete(candidates) for agent in self.possible_agents}

    def _ask(self) -> None:
        self.actions = offered(self.game.options(self._play.state), self.most)
        self._rows = None

    def _hear(self, number: int) -> Action | None:
        if not 0 <= number < len(self.actions):
            raise ValueError(f"There is no candidate {number}; there are {len(self.actions)}.")
        return self.actions[number]

    def _told(self, seat: int, asked: bool) -> dict[str, Any]:
        mask, rows = np.zeros(self.most, np.int8), np.zeros((self.most, self.features.size), np.float32)
        if asked:
            if self._rows is None:
                # The guess at what is hidden follows from the number of the decision, so that looking twice
                # shows the same and changes no chance.
                rng = random.Random(self._play.decisions)
                self._rows = self.features.of(self._play.state, seat, self.actions, rng)
            mask[: len(self.actions)] = 1
            rows[: len(self.actions)] = self._rows
        return {"action_mask": mask, "candidates": rows}
