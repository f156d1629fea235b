"""`footplate bench --bots`: how well and how fast the bots play, each in the same games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from time import process_time
from typing import Any

from rich.table import Table as Grid

from footplate import games
from footplate.bots import bot
from footplate.cli.edge import screen
from footplate.core.bot import before
from footplate.core.game import NATURE, NOBODY, Game

ITSELF = "itself"
"""Said of the others where a bot plays against its like."""
NORMAL = 1.96
"""Errors of the mean within which ninety-five of a hundred lie."""


class Tally:
    """What is counted of one bot in its games."""

    def __init__(self) -> None:
        self.wins = 0.0
        self.scores: list[int] = []
        self.out = 0
        self.times: list[float] = []


def measure_bots(
    map: str, players: int, names: Sequence[str], against: str, number: int
) -> dict[str, dict[str, Any]]:
    """Each bot in so many games, its seat changing, another at all other seats; all meet the same chance."""
    game = games.load(map).game
    return {name: _measured(game, map, players, name, against, number) for name in names}


def _measured(
    game: Game[Any, Any], map: str, players: int, name: str, against: str, number: int
) -> dict[str, Any]:
    tally, alike = Tally(), players == 1 or against in (ITSELF, name)
    for game_number in range(number):
        mine = set(range(players)) if alike else {game_number % players}
        _play(game, [name if seat in mine else against for seat in range(players)], mine, game_number, tally)
    seats = number * (players if alike else 1)
    share = tally.wins / number
    low, high = _interval(share, number)
    return {
        "map": map,
        "players": players,
        "against": ITSELF if alike else against,
        "games": number,
        "mean_score": round(fmean(tally.scores), 1) if tally.scores else None,
        "mean_score_error": round(_error(tally.scores), 1),
        "wins": round(share, 3),
        "wins_interval": [round(low, 3), round(high, 3)],
        "bankruptcies_per_game": round(tally.out / number, 3),
        "ms_per_decision": round(1000 * fmean(tally.times), 2) if tally.times else None,
        "worst_ms": round(1000 * max(tally.times, default=0.0), 1),
        "seats": seats,
    }


def _play(game: Game[Any, Any], specs: list[str], mine: set[int], number: int, tally: Tally) -> None:
    """One game, and what is to be counted of it."""
    players = [bot(game.game_id, spec) for spec in specs]
    nature = random.Random(f"bench {number}/nature")
    minds = [random.Random(f"bench {number}/seat {seat}") for seat in range(len(specs))]
    s = game.start(len(specs))
    while (seat := game.actor(s)) != NOBODY:
        if seat == NATURE:
            game.apply(s, game.sample(s, nature))
            continue
        known = before(game, s, seat, minds[seat])
        begun = process_time()
        action = players[seat].choose(game, known, seat, minds[seat])
        if seat in mine:
            tally.times.append(process_time() - begun)
        game.apply(s, action)
    scores, winners = game.scores(s), game.winners(s)
    tally.wins += sum(1 / len(winners) for seat in winners if seat in mine)
    tally.scores += [score for seat in mine if (score := scores[seat]) is not None]
    tally.out += sum(scores[seat] is None for seat in mine)


def _error(scores: Sequence[int]) -> float:
    """The error of a mean."""
    if len(scores) < 2:
        return 0.0
    mean = fmean(scores)
    return sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1) / len(scores))


def _interval(share: float, number: int) -> tuple[float, float]:
    """Between which shares the true one lies, in ninety-five of a hundred cases (Wilson)."""
    square = NORMAL**2 / number
    middle = (share + square / 2) / (1 + square)
    half = NORMAL / (1 + square) * sqrt(share * (1 - share) / number + square / (4 * number))
    return max(0.0, middle - half), min(1.0, middle + half)


def show_bots(out: dict[str, dict[str, Any]]) -> None:
    """The figures as a table."""
    grid = Grid("bot", "against", "games", "wins", "mean score", "bankrupt a game", "ms a decision", "worst")
    for name, of in out.items():
        low, high = of["wins_interval"]
        grid.add_row(
            name,
            of["against"],
            str(of["games"]),
            f"{of['wins']:.0%} ({low:.0%}–{high:.0%})",
            "–" if of["mean_score"] is None else f"{of['mean_score']} ± {of['mean_score_error']}",
            f"{of['bankruptcies_per_game']}",
            "–" if of["ms_per_decision"] is None else f"{of['ms_per_decision']}",
            f"{of['worst_ms']}",
        )
    screen().print(grid)
