"""How strong bots are: a rating for each with its interval, from the places in games for any number.

Every game is taken apart into its pairs of seats, as Plackett and Luce allow, and the pairs are explained by
the model of Bradley and Terry: the odds of coming in before another are as the strengths. Pairs of one game
hang together, so intervals come from drawing whole games anew (bootstrap).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import log10
from typing import NamedTuple

MIDDLE, SCALE = 1500, 400
"""The usual rating, and how much more means odds of ten to one."""
DRAWN = 400
"""How often the games are drawn anew for the intervals."""
GHOST = 0.5
"""Wins and losses against the usual player that everybody is lent: who never won is not infinitely weak."""

Pairs = Mapping[tuple[int, int], float]
"""How often one bot came in before the other in a game; a tie is half."""


class Rating(NamedTuple):
    """A bot's rating, and between which ratings the true one lies in ninety-five of a hundred cases."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    wins: float
    """The part of its seats that won; a shared win is shared out."""
    even: float
    """The part that would be even."""


class Game(NamedTuple):
    """A game as ratings see it: who sat where, and the place of each."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]


def pairs_of(game: Game, index: Mapping[str, int]) -> dict[tuple[int, int], float]:
    """Who came in before whom; the pairs of a game weigh one together for each bot against each other."""
    out: dict[tuple[int, int], float] = {}
    met: dict[tuple[int, int], int] = {}
    for a, bot in enumerate(game.bots):
        for b, other in enumerate(game.bots):
            if bot != other:
                key = index[bot], index[other]
                before = (game.places[a] < game.places[b]) + (game.places[a] == game.places[b]) / 2
                out[key] = out.get(key, 0) + before
                met[key] = met.get(key, 0) + 1
    return {key: before / met[key] for key, before in out.items()}


def fit(wins: Sequence[Sequence[float]]) -> list[float]:
    """The strengths that explain best who came in before whom (Hunter's MM algorithm), 1 in the middle."""
    many = len(wins)
    strengths = [1.0] * many
    won = [sum(row) + GHOST for row in wins]
    met = [[wins[a][b] + wins[b][a] for b in range(many)] for a in range(many)]
    for _ in range(1000):
        old = strengths[:]
        for a in range(many):
            spread = 2 * GHOST / (old[a] + 1)
            spread += sum(met[a][b] / (old[a] + old[b]) for b in range(many) if met[a][b])
            strengths[a] = won[a] / spread
        if max(abs(log10(new / before)) for new, before in zip(strengths, old)) < 1e-6:
            break
    return strengths


def rate(games: Sequence[Game], seed: str, drawn: int = DRAWN) -> list[Rating]:
    """A rating for every bot, the best first."""
    names = sorted({bot for game in games for bot in game.bots})
    index = {name: number for number, name in enumerate(names)}
    each = [pairs_of(game, index) for game in games]
    ratings = _ratings(fit(_sum(each, len(names))))
    chance, tries = random.Random(f"{seed}/intervals"), list[list[float]]()
    for _ in range(drawn):
        tries.append(_ratings(fit(_sum(chance.choices(each, k=len(each)), len(names)))))
    out = []
    for name, number in index.items():
        found = sorted(one[number] for one in tries) or [ratings[number]]
        seats = [(game, seat) for game in games for seat, bot in enumerate(game.bots) if bot == name]
        won = sum(1 / len(game.winners) for game, seat in seats if seat in game.winners)
        out.append(
            Rating(
                name,
                round(ratings[number], 1),
                round(found[int(0.025 * len(found))], 1),
                round(found[min(len(found) - 1, int(0.975 * len(found)))], 1),
                sum(name in game.bots for game in games),
                round(won / len(seats), 4),
                round(sum(1 / len(game.bots) for game, _ in seats) / len(seats), 4),
            )
        )
    return sorted(out, key=lambda rating: (-rating.rating, rating.bot))


def _sum(each: Sequence[Pairs], many: int) -> list[list[float]]:
    wins = [[0.0] * many for _ in range(many)]
    for pairs in each:
        for (a, b), before in pairs.items():
            wins[a][b] += before
    return wins


def _ratings(strengths: Sequence[float]) -> list[float]:
    logs = [log10(strength) for strength in strengths]
    middle = sum(logs) / len(logs)
    return [MIDDLE + SCALE * (one - middle) for one in logs]
