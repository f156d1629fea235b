"""`footplate simulate`: whole games by bots, and their statistics."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from footplate.cli.crew import (
    Jobs,
    Out,
    Patience,
    Ray,
    Seed,
    bar_for,
    check_numbers,
    hired,
    job_for,
    played,
    sentences,
)
from footplate.cli.edge import NAMED_MAP, MapOptions, TilesFile, check_folder, print_json, screen, stop
from footplate.core.host import Host
from footplate.sim.folder import Folder, Keep
from footplate.sim.rows import parquet as parquet_library
from footplate.sim.rows import rows, write_csv, write_parquet
from footplate.sim.run import PATIENCE as USUAL_PATIENCE
from footplate.sim.stats import summary

SHOWN_FAULTS = 10
"""How many faults are told one by one."""


def simulate(
    map: Annotated[str, NAMED_MAP],
    players: Annotated[int, typer.Option(metavar="N", help="How many play.")],
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help="Who plays, such as random; several with commas. They change seats.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 100,
    seed: Seed = "1",
    jobs: Jobs = None,
    ray: Ray = None,
    patience: Patience = USUAL_PATIENCE,
    option: MapOptions = None,
    tiles: TilesFile = None,
    out: Out = None,
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH",
            help="Keep records of these games in --out: all, best, best:5, worst, faults, 7, 0-9.",
        ),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a row for every seat of every game.")
    ] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help="The same as a Parquet file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
) -> None:
    """Let bots play whole games and say how they went.

    Decisions are those of players; dice and draws are not counted. Who is eliminated has no score and is left
    out of all means. A shared win counts as a part of one for each winner. A bot that fails is reported, and
    a legal move is made for it.

    \b
    Example:
      footplate simulate rust-belt --players 4 --bot random,frugal --games 200
    """
    check_numbers(games, jobs, patience)
    host, job = job_for(map, option or [], players, bots or ["random"], seed, patience, tiles)
    for file in (csv, parquet):
        if file is not None:
            check_folder(file)
    if keep is not None and out is None:
        stop("--keep needs --out, the folder in which the records are kept.")
    with sentences():
        chosen = Keep.read(keep or "")
        if parquet is not None:
            parquet_library()
        folder = Folder(out, job, host.game.revision) if out is not None else None
    there = sum(number < games for number in folder.known) if folder else 0
    began = time.perf_counter()
    with hired(jobs, ray, out) as crew, bar_for(games) as bar:
        results = played(host, job, games, crew, folder, chosen, bar)
    seconds = time.perf_counter() - began
    with sentences():
        table = rows(host.id, results) if csv or parquet else []
        if csv is not None:
            write_csv(csv, table)
        if parquet is not None:
            write_parquet(parquet, table)
    told = {
        "map": host.id,
        "players": players,
        "seed": seed,
        "games_per_s": round((games - there) / seconds, 2),
        **summary(results),
        "workers_replaced": crew.lost,
    }
    if as_json:
        print_json(told)
    else:
        _show(host, told)


def _show(host: Host, out: dict[str, Any]) -> None:
    console = screen()
    console.print(
        f"{host.title}, {out['players']} players: {out['games']} games, {out['games_per_s']} a second, "
        f"{out['decisions']} decisions"
    )
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("")
    for heading in ("least", "middle", "most", "mean", "sd"):
        grid.add_column(heading, justify="right")
    for key, heading in (
        ("score", "Score"),
        *((word, word.capitalize()) for word in host.figures_counted),
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
    faulty = bool(out["faults"])
    for heading in ("seats", "wins", "wins a seat", "mean score", "bankrupt", *["faults"] * faulty):
        by_bot.add_column(heading, justify="right")
    for bot_name, row in out["by_bot"].items():
        by_bot.add_row(
            bot_name,
            str(row["seats"]),
            _figure(row["wins"]),
            f"{row['wins'] / row['seats']:.0%}",
            _figure(row["mean_score"]),
            str(row["bankruptcies"]),
            *[str(row["faults"])] * faulty,
        )
    console.print(by_bot)
    for fault in out["faults"][:SHOWN_FAULTS]:
        console.print(fault["says"], markup=False)
    if (more := len(out["faults"]) - SHOWN_FAULTS) > 0:
        console.print(f"{more} more faults; --json tells all of them.")
    if out["workers_replaced"]:
        console.print(f"Workers that died and were replaced: {out['workers_replaced']}.")


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
