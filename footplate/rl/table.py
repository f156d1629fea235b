"""A table as a PettingZoo environment: seats are agents, asked one after another; chance plays itself."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from footplate import games
from footplate.core.game import NOBODY, Action
from footplate.core.host import Host
from footplate.rl.play import Play, Reward

MOST_DECISIONS = 5000
"""A game is cut off after so many decisions, because a player may go on issuing shares on some boards."""


class Table(AECEnv):  # type: ignore[misc]
    """What both forms share; a form says how an answer is given in numbers."""

    def __init__(
        self,
        host: Host,
        players: int,
        *,
        reward: Reward = "win",
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        host.check_players(players)
        self.host, self.game, self.players = host, host.game, players
        self.reward, self.most_decisions, self.render_mode = reward, most_decisions, render_mode
        self.metadata = {
            "name": f"footplate-{host.id}-v1",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat + 1}" for seat in range(players)]
        self.agents: list[str] = []
        self._rng = random.Random()
        self._play = Play(host, players, reward, random.Random(0))
        size = len(host.observation(self._play.state, 0))
        self._observed = spaces.Box(-np.inf, np.inf, (size,), np.float32)

    # What a form answers ------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Prepare the question that is open now."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def _hear(self, number: int) -> Action | None:
        """The action an answer means, or None while more is to be said; ValueError where it means nothing."""
        raise AssertionError(f"{type(self).__name__} hears nothing")

    def _told(self, seat: int, asked: bool) -> dict[str, Any]:
        """What a form tells besides the position: the mask, and what the answers are."""
        raise AssertionError(f"{type(self).__name__} tells nothing")

    # PettingZoo ---------------------------------------------------------------------------------------

    observation_spaces: dict[str, spaces.Space[Any]]
    action_spaces: dict[str, spaces.Space[Any]]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with a seed always the same one."""
        if seed is not None:
            self._rng = random.Random(seed)
        self._play = Play(self.host, self.players, self.reward, self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.seat]
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know: the position as numbers, and what it may answer if it is asked."""
        seat = self.possible_agents.index(agent)
        asked = self.seat == seat and not self.is_late
        numbers = np.asarray(self.host.observation(self._play.state, seat), np.float32)
        return {"observation": numbers, **self._told(seat, asked)}

    def step(self, action: Any) -> None:
        """Give the answer of the agent that is asked; what is not legal is refused with a ValueError."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.say(int(action))))
        if self.seat == NOBODY:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.is_late:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.seat]
        self._accumulate_rewards()
        self._deads_step_first()

    # Underneath ---------------------------------------------------------------------------------------

    @property
    def position(self) -> Any:
        """The position as the engine knows it, with all its secrets."""
        return self._play.state

    @property
    def seat(self) -> int:
        """The seat that is asked, or NOBODY."""
        return self._play.seat

    @property
    def is_late(self) -> bool:
        """Whether the game is cut off because it took too many decisions."""
        return self._play.decisions >= self.most_decisions

    def say(self, number: int) -> list[float]:
        """Give an answer of this form; what every seat is paid for it."""
        said = self._hear(number)
        return [0.0] * self.players if said is None else self.act(said)

    def act(self, action: Action) -> list[float]:
        """Do a whole action of the game; what every seat is paid for it."""
        self._play.act(action)
        if self.seat != NOBODY:
            self._ask()
        return self._play.rewards()

    def render(self) -> str | None:
        """The board in letters, or as an SVG picture."""
        names = self.possible_agents
        if self.render_mode == "svg":
            return self.host.draw(self._play.state)
        if self.render_mode == "ansi":
            told = self.host.text_board(self._play.state, names)
            return "\n".join("".join(text for text, _ in line) for line in told)
        return None

    def close(self) -> None:
        """Nothing is open."""


def env(
    map: str | Path = "rust-belt",
    players: int | None = None,
    form: Literal["candidates", "sentences"] = "candidates",
    options: Mapping[str, str] | None = None,
    **given: Any,
) -> Table:
    """An environment for a board, or a game without boards, by its id or file.

    In the form `candidates` an agent chooses one of a list of whole answers with their features; in the form
    `sentences` it says its answer word by word. `given` goes to that form.
    """
    from footplate.rl.candidates import Candidates
    from footplate.rl.sentences import Sentences

    host = games.load(map, options)
    made = Candidates if form == "candidates" else Sentences
    return made(host, host.players[1] if players is None else players, **given)
