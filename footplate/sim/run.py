"""Play whole games: one, many, and many on several cores."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from typing import NamedTuple

from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.state import SteamState
from footplate.bots import Bot, bot
from footplate.core.game import NATURE, NOBODY

CHUNK = 10
"""Games a worker plays before it reports: enough to pay for the trip, few enough for a lively bar."""


class Job(NamedTuple):
    """What is to be played; it says all a worker needs to know."""

    map: str
    options: tuple[tuple[str, str], ...]
    players: int
    bots: tuple[str, ...]
    seed: str


class Result(NamedTuple):
    """How one game ended, seat by seat; who was eliminated has no score."""

    number: int
    bots: tuple[str, ...]
    scores: tuple[int | None, ...]
    winners: tuple[int, ...]
    income: tuple[int, ...]
    shares: tuple[int, ...]
    out: tuple[int, ...]
    """The turn in which each seat was eliminated, or 0."""
    turns: int
    decisions: int
    """Decisions of players; dice and draws are not counted."""


def lineup(names: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in a game: every bot comes round to every seat."""
    return tuple(names[(seat + number) % len(names)] for seat in range(players))


def play(game: AgeOfSteam, bots: Sequence[Bot], seed: str) -> tuple[SteamState, int]:
    """One whole game: how it ended, and how many decisions the players made."""
    nature = random.Random(f"{seed}/nature")
    minds = [random.Random(f"{seed}/seat {seat}") for seat in range(len(bots))]
    s = game.start(len(bots))
    decisions = 0
    while (seat := game.actor(s)) != NOBODY:
        if seat == NATURE:
            game.apply(s, game.sample(s, nature))
        else:
            game.apply(s, bots[seat].choose(game, s, seat, minds[seat]))
            decisions += 1
    return s, decisions


def play_number(game: AgeOfSteam, job: Job, number: int) -> Result:
    """The game with this number; it depends on the seed and the number alone."""
    names = lineup(job.bots, job.players, number)
    s, decisions = play(game, [bot(name) for name in names], f"{job.seed}/{number}")
    return Result(
        number,
        names,
        tuple(game.scores(s)),
        tuple(game.winners(s)),
        tuple(s.income),
        tuple(s.shares),
        tuple(s.out),
        s.turn,
        decisions,
    )


@lru_cache(maxsize=1)
def _game(map: str, options: tuple[tuple[str, str], ...]) -> AgeOfSteam:
    """The game, read once by a process: what it remembers of builds makes later games faster."""
    return load(map, dict(options))


def _play_chunk(job: Job, first: int, last: int) -> list[Result]:
    game = _game(job.map, job.options)
    return [play_number(game, job, number) for number in range(first, last)]


def simulate(job: Job, games: int, jobs: int = 1, seen: Callable[[int], None] | None = None) -> list[Result]:
    """Games 0 to `games` - 1 in order, the same whatever the number of jobs; `seen` hears how many came."""
    out: list[Result] = []
    for chunk in _chunks(job, games, jobs):
        out += chunk
        if seen is not None:
            seen(len(chunk))
    return sorted(out, key=lambda result: result.number)


def _chunks(job: Job, games: int, jobs: int) -> Iterator[list[Result]]:
    bounds = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    jobs = min(jobs, len(bounds))
    if jobs <= 1:
        for first, last in bounds:
            yield _play_chunk(job, first, last)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            for future in as_completed([pool.submit(_play_chunk, job, *bound) for bound in bounds]):
                yield future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
