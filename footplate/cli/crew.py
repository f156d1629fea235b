"""Who plays for a command, what people see while they wait, and what is checked before it begins."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from footplate.bots import bots_of
from footplate.cli.edge import check_players, open_game, plain_words, read_bots, read_text, stop
from footplate.core.host import Host
from footplate.sim.crew import CrewError, crew
from footplate.sim.extra import ExtraError
from footplate.sim.folder import Folder, FolderError, Keep, KeepError, record_path, write_record
from footplate.sim.run import Crew, Job, Result, play_chunk
from footplate.sim.run import simulate as run

MOST_GAMES, MOST_JOBS, MOST_SECONDS = 1_000_000, 1000, 86400
"""Beyond these a number is a slip: it would take weeks, or more processes than a machine has room for."""

# What the commands that play many games ask for.
Seed = Annotated[str, typer.Option(metavar="SEED", help="The same seed gives the same games, whoever plays.")]
Jobs = Annotated[int | None, typer.Option(metavar="N", help="How many processes; usually one a core.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Play on the Ray cluster at this address, such as auto or 10.0.0.1:6379."
    ),
]
Patience = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        help="Seconds a bot may think about a decision before another move is made for it.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="Keep the results here; the same command goes on after an interruption."
    ),
]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_numbers(games: int, jobs: int | None, patience: float) -> None:
    """Leave with a sentence where a number cannot be meant."""
    for what, number, least, most in (
        ("--games", games, 1, MOST_GAMES),
        ("--jobs", 1 if jobs is None else jobs, 1, MOST_JOBS),
        ("--patience", patience, 0.001, MOST_SECONDS),
    ):
        if number < least:
            stop(f"{what} is {number}; it should be {least} or more.")
        if not number <= most:
            stop(f"{what} is too much; it should be {most} at most.")


def job_for(
    map: str,
    options: Sequence[str],
    players: int,
    bots: Sequence[str],
    seed: str,
    patience: float,
    tiles: Path | None = None,
) -> tuple[Host, Job]:
    """The game on a map and what is to be played on it, if all of it is there."""
    host = open_game(map, options, tiles)
    names = read_bots(host.game_id, bots)
    if not names:
        stop(f"--bot names no bot; the bots are: {', '.join(bots_of(host.game_id))}.")
    check_players(host, players)
    file = read_text(tiles) if tiles else read_text(map) if os.path.isfile(map) else ""
    return host, Job(map, tuple(host.chosen.items()), players, names, seed, patience, file)


@contextmanager
def hired(jobs: int | None, ray: str | None, out: Path | None) -> Iterator[Crew]:
    """Whoever plays, sent home in the end; who interrupts them is told that nothing in the folder is lost."""
    with sentences():
        found = crew(jobs or cores(), ray or "")
        try:
            yield found
        except KeyboardInterrupt:
            if out is not None:
                typer.echo(f"Interrupted. What was played is in {out}; the same command goes on.", err=True)
            raise
        finally:
            found.close()


@contextmanager
def sentences() -> Iterator[None]:
    """What a run can complain about, in one sentence."""
    try:
        with plain_words():
            yield
    except (CrewError, ExtraError, FolderError, KeepError) as problem:
        stop(str(problem))


def played(
    host: Host,
    job: Job,
    games: int,
    crew: Crew,
    folder: Folder | None = None,
    keep: Keep | None = None,
    bar: Callable[[int], None] | None = None,
) -> list[Result]:
    """All games, those in the folder not again; what is chosen is kept there as records."""
    keep = keep or Keep()
    known = folder.known if folder else {}
    job = job._replace(logged=bool(folder) and (keep.all or keep.faults or bool(keep.numbers)))
    if bar is not None:
        bar(sum(number < games for number in known))

    def seen(results: list[Result]) -> None:
        if folder is not None:
            for result in results:
                if keep.at_once(result):
                    write_record(folder.path, host.game, result)
            folder.add(results)
        if bar is not None:
            bar(len(results))

    out = run(job, games, crew, seen, known)
    if folder is not None:
        _write_missing(host, job, folder.path, keep.chosen(out), out)
    return [result._replace(log=()) for result in out]


def _write_missing(host: Host, job: Job, path: Path, chosen: Sequence[int], results: list[Result]) -> None:
    """Play again what turned out to be worth keeping."""
    for number in chosen:
        if record_path(path, number).exists():
            continue
        (again,) = play_chunk(job._replace(logged=True), [number])
        if again.scores == results[number].scores:
            write_record(path, host.game, again)
        else:
            print(f"Game {number} went otherwise when it was played again; no record.", file=sys.stderr)


@contextmanager
def bar_for(games: int, doing: str = "Playing") -> Iterator[Callable[[int], None] | None]:
    """A progress bar for people who wait, told how many games have come; silent elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    with Progress(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("games", total=games)
        yield lambda came: progress.advance(task, came)
