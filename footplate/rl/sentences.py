"""Answers word by word: an agent says the next word of its sentence until the sentence is whole."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from footplate.core.game import Action
from footplate.core.host import Host
from footplate.rl.table import Table

WHOLE = "."
"""Said where a sentence may end, and might also go on."""
SPARE = 32
"""Numbers for words that nobody could know before the game; what each means holds for one question."""
LONGEST = 40
"""So many words of a sentence are told at most."""


class Sentences(Table):
    """An answer is the number of a word; `said` of an observation holds the words that were said before."""

    def __init__(self, host: Host, players: int, **given: Any) -> None:
        super().__init__(host, players, **given)
        self.words = [WHOLE, *host.vocabulary()]
        self._numbers = {word: number for number, word in enumerate(self.words)}
        size = len(self.words) + SPARE
        told = spaces.Dict(
            {
                "observation": self._observed,
                "action_mask": spaces.MultiBinary(size),
                "said": spaces.Box(0, size, (LONGEST,), np.int32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, told)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._left: list[tuple[tuple[int, ...], Action]] = []
        self._said: list[int] = []
        self._spare: dict[str, int] = {}

    def _ask(self) -> None:
        self._said, self._spare = [], {}
        self._left = [
            (tuple(map(self._number, self.game.say(action).split())), action)
            for action in self.game.options(self._play.state)
        ]

    def _number(self, word: str) -> int:
        number = self._numbers.get(word)
        if number is None:
            # Beyond the spare numbers words share one: their sentences are then told apart by the rest.
            last = len(self._spare) % SPARE
            number = self._spare.setdefault(word, len(self.words) + last)
        return number

    def _next(self) -> set[int]:
        """The words that may follow what was said."""
        done = len(self._said)
        return {words[done] if len(words) > done else 0 for words, _ in self._left}

    def _hear(self, number: int) -> Action | None:
        if number not in self._next():
            raise ValueError(f"“{self.word(number)}” does not go on with what was said.")
        done = len(self._said)
        if number == 0:
            return next(action for words, action in self._left if len(words) == done)
        self._left = [(words, a) for words, a in self._left if len(words) > done and words[done] == number]
        self._said.append(number)
        goes_on = any(len(words) > done + 1 for words, _ in self._left)
        return None if goes_on else self._left[0][1]

    def word(self, number: int) -> str:
        """The word of a number."""
        if number < len(self.words):
            return self.words[number]
        return next((word for word, spare in self._spare.items() if spare == number), "?")

    def _told(self, seat: int, asked: bool) -> dict[str, Any]:
        mask, said = np.zeros(len(self.words) + SPARE, np.int8), np.zeros(LONGEST, np.int32)
        if asked:
            mask[list(self._next())] = 1
            last = self._said[-LONGEST:]
            said[: len(last)] = last
        return {"action_mask": mask, "said": said}
