"""Play whole games: one, and many with whoever helps."""

from __future__ import annotations

import gc
import random
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from footplate import games
from footplate.bots import Bot, bot
from footplate.core.bot import before
from footplate.core.game import NATURE, NOBODY, Game
from footplate.core.host import Host
from footplate.core.study import Study
from footplate.core.table import Entry, Step
from footplate.sim.guard import Fault, Guard

PATIENCE = 60.0
"""Seconds that a bot may think about a decision, unless somebody says otherwise."""
PASS_AFTER = 100_000
"""Objects made after which the garbage collector passes while games are played; Python begins with 700."""


class Job(NamedTuple):
    """What is to be played; it says all a worker needs to know."""

    map: str
    options: tuple[tuple[str, str], ...]
    players: int
    bots: tuple[str, ...]
    seed: str
    patience: float = PATIENCE
    file: str = ""
    """The text of the map's file, where it is one, or of that with the tiles: others do not have it."""
    shuffled: bool = False
    """Whether bots meet in ever other company, as in a tournament, or take turns as they are named."""
    studied: bool = False
    """Whether each game is studied for a report."""
    logged: bool = False
    """Whether the log of each game comes with its result."""


class Result(NamedTuple):
    """How one game ended, seat by seat; who was eliminated has no score."""

    number: int
    bots: tuple[str, ...]
    scores: tuple[int | None, ...]
    winners: tuple[int, ...]
    figures: dict[str, tuple[int, ...]]
    """The figures of the game that statistics show."""
    out: tuple[int, ...]
    """The turn in which each seat was eliminated, or 0."""
    turns: int
    decisions: int
    """Decisions of players; dice and draws are not counted."""
    places: tuple[int, ...] = ()
    """The rank of each seat; who is level shares one."""
    faults: tuple[Fault, ...] = ()
    study: Study | None = None
    log: tuple[Entry, ...] = ()


def lineup(names: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in a game: every bot comes round to every seat."""
    return tuple(names[(seat + number) % len(names)] for seat in range(players))


def shuffled_lineup(names: Sequence[str], players: int, number: int, seed: str) -> tuple[str, ...]:
    """Who sits where in a game of a tournament: company changes, and every bot comes round to every seat."""
    many = len(names)
    round, turn = divmod(number, many)
    out = []
    for first in range(0, players, many):
        order = list(names)
        random.Random(f"{seed}/round {round}/from seat {first}").shuffle(order)
        out += [order[(seat + turn) % many] for seat in range(min(many, players - first))]
    return tuple(out)


class Minds:
    """Whoever decides in one game: nature and the bots, each with a chance of its own."""

    def __init__(self, game: Game[Any, Any], bots: Sequence[Bot], seed: str) -> None:
        self.game, self.bots = game, bots
        self.nature = random.Random(f"{seed}/nature")
        self.chances = [random.Random(f"{seed}/seat {seat}") for seat in range(len(bots))]

    def choose(self, s: Any, seat: int) -> Any:
        """What the one who is asked does."""
        if seat == NATURE:
            return self.game.sample(s, self.nature)
        chance = self.chances[seat]
        return self.bots[seat].choose(self.game, before(self.game, s, seat, chance), seat, chance)


def play(game: Game[Any, Any], bots: Sequence[Bot], seed: str) -> tuple[Any, int]:
    """One whole game of bots that are trusted: how it ended, and how many decisions the players made."""
    minds, s, decisions = Minds(game, bots, seed), game.start(len(bots)), 0
    while (seat := game.actor(s)) != NOBODY:
        game.apply(s, minds.choose(s, seat))
        decisions += seat != NATURE
    return s, decisions


def steps(minds: Minds, guard: Guard, log: list[Entry]) -> Iterator[Step[Any]]:
    """A whole game as it is played, step by step; its sentences go into the log."""
    game = minds.game
    s = game.start(len(minds.bots))
    while (seat := game.actor(s)) != NOBODY:
        s, action = guard.choose(minds, s, seat)
        after, news = s.copy(), list[Any]()
        after.news = news
        game.apply(after, action)
        log.append(Entry(seat, game.say(action)))
        yield Step(s, after, news, action)
        s = after


def play_number(host: Host, job: Job, number: int) -> Result:
    """The game with this number; it depends on the seed and the number alone."""
    if job.shuffled:
        names = shuffled_lineup(job.bots, job.players, number, job.seed)
    else:
        names = lineup(job.bots, job.players, number)
    # Who plays alone is compared with those who met the same chance.
    chance = number // len(job.bots) if job.shuffled and job.players == 1 else number
    game, seed, log = host.game, f"{job.seed}/{chance}", list[Entry]()
    minds = Minds(game, [bot(host.game_id, name) for name in names], seed)
    study = None
    with Guard(names, seed, number, job.patience) as guard:
        if job.studied or job.logged:
            last: list[Any] = [game.start(job.players)]
            watched = _last_of(steps(minds, guard, log), last)
            if job.studied:
                study = host.study(watched, job.players)
            for _ in watched:  # to the end, even if the study stopped before
                pass
            s = last[0]
        else:
            s = game.start(job.players)
            while (seat := game.actor(s)) != NOBODY:
                s, action = guard.choose(minds, s, seat)
                game.apply(s, action)
    each = [host.figures(s, seat) for seat in range(job.players)]
    return Result(
        number,
        names,
        tuple(game.scores(s)),
        tuple(game.winners(s)),
        {word: tuple(figures[word] for figures in each) for word in host.figures_counted},
        tuple(host.out(s)),
        host.turn(s),
        guard.decisions,
        tuple(host.places(s)),
        tuple(guard.faults),
        study,
        tuple(log) if job.logged else (),
    )


def _last_of(steps: Iterator[Step[Any]], last: list[Any]) -> Iterator[Step[Any]]:
    for step in steps:
        last[0] = step.after
        yield step


@lru_cache(maxsize=2)
def _host(map: str, options: tuple[tuple[str, str], ...], file: str) -> Host:
    """The game, read once by a process: what it remembers of builds makes later games faster."""
    if not file:
        return games.load(map, dict(options))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / Path(map).name
        copy.write_text(file, "utf-8")
        if map in games.boards():
            return games.with_tiles(map, copy, dict(options))
        return games.load(copy, dict(options))


def play_chunk(job: Job, numbers: Sequence[int]) -> list[Result]:
    """The games with these numbers: what a worker is asked for."""
    host = _host(job.map, job.options, job.file)
    with _seldom_collected():
        return [play_number(host, job, number) for number in numbers]


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Bots think in many objects, among which there is hardly a cycle: the collector passes seldom."""
    before = gc.get_threshold()
    gc.set_threshold(PASS_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class Crew:
    """Whoever plays: here nobody else, one game after the other in this process."""

    lost = 0
    """How many workers died and were replaced; their games were played again."""
    hands = 1

    def results(self, job: Job, chunks: Sequence[Sequence[int]]) -> Generator[list[Result], None, None]:
        """The games of each chunk, in whatever order they are ready."""
        for numbers in chunks:
            yield play_chunk(job, numbers)

    def close(self) -> None:
        """Nobody is needed any more."""


def chunks_of(numbers: Sequence[int], hands: int) -> list[Sequence[int]]:
    """The games in portions for so many hands.

    Large enough to pay for the trip, small enough for a lively bar and that nobody waits for the last one.
    """
    size = max(1, min(10, len(numbers) // (32 * hands)))
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def simulate(
    job: Job,
    games: int,
    crew: Crew | None = None,
    seen: Callable[[list[Result]], None] | None = None,
    known: Mapping[int, Result] | None = None,
) -> list[Result]:
    """Games 0 to `games` - 1 in order, the same whoever plays.

    What is known is not played again; `seen` hears the others as they come.
    """
    crew = crew or Crew()
    out = [result for number, result in (known or {}).items() if number < games]
    there = {result.number for result in out}
    missing = [number for number in range(games) if number not in there]
    with closing(crew.results(job, chunks_of(missing, crew.hands))) as coming:
        for results in coming:
            if seen is not None:
                seen(results)
            out += results
    return sorted(out, key=lambda result: result.number)
