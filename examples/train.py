"""Trains a small policy by playing against itself, then measures it against random players.

    pip install 'footplate[rl]'
    python examples/train.py                    # a few minutes on one core
    python examples/train.py --board st-lucia --rounds 10

The policy scores every legal answer by a weighted sum of its features and draws one: a softmax over the
candidates, which is masked by itself, because only what is legal is scored. It learns by the policy gradient:
answers after which a seat gained more than usual become likelier.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np

from footplate import games, rl
from footplate.rl.candidates import Features, offered
from footplate.rl.play import Play

Array = np.ndarray[Any, Any]
CANDIDATES = 48
"""So many answers are looked at, at most."""
TOLD, TRIED = 5, 20
"""How it goes is told every so many rounds, by so many games."""
SCALE = 5.0
"""Figures are divided by this, so that all features are of one size."""


class Policy:
    """A weight for every feature of an answer."""

    def __init__(self, features: Features, rng: np.random.Generator) -> None:
        self.scale = np.array([1.0] * len(features.verbs) + [SCALE] * 2 * len(features.figures))
        self.weights, self.rng = np.zeros(features.size), rng

    def chances(self, rows: Array, mask: Array) -> Array:
        """How likely each answer is; what is not legal never."""
        worth = np.where(mask, rows / self.scale @ self.weights, -np.inf)
        likely = np.exp(worth - worth.max(axis=-1, keepdims=True))
        return likely / likely.sum(axis=-1, keepdims=True)

    def choose(self, rows: Array, mask: Array) -> Array:
        """An answer for every table, drawn."""
        chances = self.chances(rows, mask)
        drawn = self.rng.random((len(chances), 1))
        return np.minimum((chances.cumsum(axis=-1) < drawn).sum(axis=-1), mask.sum(axis=-1) - 1)

    def slope(self, rows: Array, mask: Array, chosen: int) -> Array:
        """How the weights make one answer likelier."""
        seen = rows / self.scale
        return seen[chosen] - self.chances(rows, mask) @ seen


def train(policy: Policy, many: rl.Many, rounds: int, rate: float, fade: float) -> None:
    """Play games of all seats by the policy, and lead its weights to what brought more than usual."""
    now = many.reset(seed=1)
    slopes: list[list[list[Array]]] = [[[] for _ in range(many.players)] for _ in range(many.tables)]
    gains: list[list[list[float]]] = [[[] for _ in range(many.players)] for _ in range(many.tables)]
    speed = np.zeros_like(policy.weights)
    for number in range(rounds):
        lessons: list[tuple[Array, float]] = []
        played = 0
        while played < many.tables:
            answers = policy.choose(now.candidates, now.mask)
            for table, (seat, answer) in enumerate(zip(now.seat, answers)):
                slope = policy.slope(now.candidates[table], now.mask[table], int(answer))
                slopes[table][seat].append(slope)
                gains[table][seat].append(0.0)
            now = many.step(answers)
            for table in range(many.tables):
                for seat in range(many.players):
                    if gains[table][seat]:
                        gains[table][seat][-1] += float(now.rewards[table, seat])
                if now.ended[table]:
                    played += 1
                    for seat in range(many.players):
                        to_come = 0.0
                        for slope, gain in zip(reversed(slopes[table][seat]), reversed(gains[table][seat])):
                            to_come = gain + fade * to_come
                            lessons.append((slope, to_come))
                        slopes[table][seat], gains[table][seat] = [], []
        worth = np.array([gain for _, gain in lessons])
        usual, spread = worth.mean(), worth.std() + 1e-6
        slope = sum((slope * ((gain - usual) / spread) for slope, gain in lessons), np.zeros_like(speed))
        # Every round goes a step of the same length, however flat the ground is.
        speed = 0.5 * speed + slope / (np.linalg.norm(slope) + 1e-9)
        policy.weights += rate * speed
        if number % TOLD == 0:
            share = against_random(policy, many.features, many.players, TRIED)
            print(f"round {number + 1:3}: wins {share:4.0%} of {TRIED} against random players", flush=True)


def against_random(policy: Policy, features: Features, players: int, number: int) -> float:
    """The share of games that the policy wins against random players, its seat changing."""
    host, won = features.host, 0.0
    for game in range(number):
        rng = random.Random(f"measure/{game}")
        play, mine = Play(host, players, "win", rng), game % players
        while play.seat >= 0:
            actions = offered(play.game.options(play.state), CANDIDATES)
            chosen = rng.randrange(len(actions))
            if play.seat == mine:
                rows = features.of(play.state, mine, actions, rng)
                chosen = int(policy.chances(rows, np.ones(len(actions), bool)).argmax())
            play.act(actions[chosen])
        winners = play.game.winners(play.state)
        won += (mine in winners) / max(1, len(winners))
    return won / number


def main() -> None:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", default="rust-belt")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.3)
    parser.add_argument("--fade", type=float, default=0.99, help="what a later gain counts for an answer")
    parser.add_argument("--games", type=int, default=100, help="games against random players at the end")
    said = parser.parse_args()
    players = said.players or games.load(said.board).players[0]
    many = rl.Many(said.board, players, said.tables, candidates=CANDIDATES, reward="gain")
    policy = Policy(many.features, np.random.default_rng(1))
    begun = time.process_time()
    train(policy, many, said.rounds, said.rate, said.fade)
    share = against_random(policy, many.features, players, said.games)
    even = f"(even: {1 / players:.0%})"
    print(f"{share:.0%} of {said.games} games won against {players - 1} random players {even}")
    print(f"{time.process_time() - begun:.0f} s of CPU time. What it likes and dislikes most:")
    names = many.features.names
    for number in np.argsort(-abs(policy.weights))[:8]:
        print(f"  {policy.weights[number]:+.2f}  {names[number]}")


if __name__ == "__main__":
    main()
