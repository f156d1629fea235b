"""`footplate simulate`: whole games by bots, and their statistics."""

from __future__ import annotations

import os
import sys
import time
from contextlib import nullcontext
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from footplate.bots import BOTS, bot
from footplate.cli.edge import check_players, complete_map, open_game, plain_words, print_json, screen, stop
from footplate.sim.run import Job
from footplate.sim.run import simulate as run
from footplate.sim.stats import summary

MOST_GAMES, MOST_JOBS = 1_000_000, 1000
"""Beyond these a number is a slip: it would take weeks, or more processes than a machine has room for."""


def read_bots(given: list[str]) -> tuple[str, ...]:
    """Names of bots as people write them, one by one or with commas between; all of them exist."""
    names = tuple(name.strip() for text in given for name in text.split(",") if name.strip())
    with plain_words():
        for name in names:
            bot(name)
    return names


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    map: Annotated[
        str, typer.Argument(metavar="MAP", help="A map, or a map file (.toml).", autocompletion=complete_map)
    ],
    players: Annotated[int, typer.Option(metavar="N", help="How many play.")],
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help=f"Who plays: {', '.join(BOTS)}; several with commas. They change seats.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 100,
    seed: Annotated[
        str, typer.Option(metavar="SEED", help="The same seed gives the same games, whatever --jobs.")
    ] = "1",
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="How many processes; usually one a core.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the map as NAME=VALUE.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
) -> None:
    """Let bots play whole games and say how they went.

    Decisions are those of players; dice and draws are not counted. Who is eliminated has no score and is left
    out of all means. A shared win counts as a part of one for each winner.

    \b
    Example:
      footplate simulate rust-belt --players 4 --bot random,frugal --games 200
    """
    names = read_bots(bots or ["random"])
    if not names:
        stop(f"--bot names no bot; the bots are: {', '.join(BOTS)}.")
    for what, number, most in (
        ("--games", games, MOST_GAMES),
        ("--jobs", 1 if jobs is None else jobs, MOST_JOBS),
    ):
        if number < 1:
            stop(f"{what} is {number}; it should be 1 or more.")
        if number > most:
            stop(f"{what} is too much; it should be {most} at most.")
    game = open_game(map, option or [])
    check_players(game, players)
    job = Job(map, tuple(game.rules.chosen.items()), players, names, seed)
    began = time.perf_counter()
    with _bar(games) as seen:
        results = run(job, games, jobs or cores(), seen)
    seconds = time.perf_counter() - began
    out = {
        "map": game.board.id,
        "players": players,
        "seed": seed,
        "games_per_s": round(games / seconds, 2),
        **summary(results),
    }
    if as_json:
        print_json(out)
    else:
        _show(game.board.name, out)


def _bar(games: int) -> Any:
    """A progress bar for people who wait; silent elsewhere."""
    if not sys.stderr.isatty():
        return nullcontext()
    return _Bar(games)


class _Bar:
    """A progress bar that is told how many games have come."""

    def __init__(self, games: int) -> None:
        self.progress = Progress(
            TextColumn("Playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self.task = self.progress.add_task("games", total=games)

    def __enter__(self) -> Any:
        self.progress.start()
        return lambda came: self.progress.advance(self.task, came)

    def __exit__(self, *_: object) -> None:
        self.progress.stop()


def _show(name: str, out: dict[str, Any]) -> None:
    console = screen()
    console.print(
        f"{name}, {out['players']} players: {out['games']} games, {out['games_per_s']} a second, "
        f"{out['decisions']} decisions"
    )
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("")
    for heading in ("least", "middle", "most", "mean", "sd"):
        grid.add_column(heading, justify="right")
    for key, heading in (
        ("score", "Score"),
        ("income", "Income"),
        ("shares", "Shares"),
        ("turns", "Turns"),
        ("decisions_per_game", "Decisions a game"),
    ):
        row = out[key]
        grid.add_row(heading, *(_figure(row[part]) for part in ("min", "median", "max", "mean", "sd")))
    console.print(grid)
    console.print(
        f"Winners score {_figure(out['winner_mean_score'])} on average. "
        f"Bankruptcies a game: {_figure(out['bankruptcies_per_game'])}. "
        f"Shared wins: {out['shared_wins']}. All eliminated: {out['games_without_winner']} games."
    )
    by_bot = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    by_bot.add_column("Bot")
    for heading in ("seats", "wins", "wins a seat", "mean score", "bankrupt"):
        by_bot.add_column(heading, justify="right")
    for bot_name, row in out["by_bot"].items():
        by_bot.add_row(
            bot_name,
            str(row["seats"]),
            _figure(row["wins"]),
            f"{row['wins'] / row['seats']:.0%}",
            _figure(row["mean_score"]),
            str(row["bankruptcies"]),
        )
    console.print(by_bot)


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
