"""`footplate report`: what many games tell about a board, as one page."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from footplate.bots import bots_of
from footplate.cli.crew import (
    Jobs,
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
from footplate.cli.edge import (
    NAMED_MAP,
    MapOptions,
    TilesFile,
    check_folder,
    complete_map,
    open_game,
    plain_words,
    print_json,
    stop,
)
from footplate.core.host import Host
from footplate.core.study import People
from footplate.report import plots
from footplate.report.figures import Figures, count
from footplate.report.recorded import RecordedError, people_of
from footplate.report.report import Report
from footplate.report.words import differences, stands_out, told_apart
from footplate.sim.folder import Folder, Keep, write_whole
from footplate.sim.run import PATIENCE as USUAL_PATIENCE

USUAL_PLAYERS = 4
USUAL_BOTS = ("quick", "greedy", "random")
"""Who plays unless somebody says otherwise: the first of them that the game has."""


def report(
    map: Annotated[str, NAMED_MAP],
    against: Annotated[
        str | None,
        typer.Option(
            metavar="OTHER", help="Another map or map file to compare it with.", autocompletion=complete_map
        ),
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play; usually 4.")] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="Who plays; several with commas. They change seats."),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="How many games on each map.")] = 200,
    seed: Seed = "1",
    jobs: Jobs = None,
    ray: Ray = None,
    patience: Patience = USUAL_PATIENCE,
    option: MapOptions = None,
    tiles: TilesFile = None,
    recorded: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A recorded game of people to compare with; say it for each file."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The page; usually MAP-report.html.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep results and records here; the same command goes on."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write the figures for a program too.")] = False,
) -> None:
    """Play many games on a board and tell its maker what they show, as one page.

    The page needs nothing else: open it in a browser, or send it to somebody.

    \b
    Examples:
      footplate report rust-belt
      footplate report my-map.toml --against my-old-map.toml --players 3 --games 500
      footplate report days-of-steam --tiles my-tiles.toml --against days-of-steam
    """
    began = time.perf_counter()
    check_numbers(games, jobs, patience)
    host = open_game(map, option or [], tiles)
    if players is None:
        players = min(max(USUAL_PLAYERS, host.players[0]), host.players[1])
    known = bots_of(host.game_id)
    names = bots or [next(name for name in USUAL_BOTS if name in known)]
    path = output or Path(f"{host.id}-report.html")
    check_folder(path)
    with sentences():
        plots.check()
    sides = [job_for(map, option or [], players, names, seed, patience, tiles)]
    if against is not None:
        other = open_game(against)
        if other.game_id != host.game_id:
            stop(f"{other.title} is another game than {host.title}; only maps of one game are compared.")
        sides.append(job_for(against, [], players, names, seed, patience))
    with plain_words():
        people = _people(host, players, recorded or [])
    counted: list[tuple[Host, Figures]] = []
    with hired(jobs, ray, out) as crew, bar_for(games * len(sides)) as bar:
        for number, (side, job) in enumerate(sides):
            job = job._replace(studied=True)
            folder = None
            if out is not None:
                folder = Folder(out / ("this" if not number else "other"), job, side.game.revision)
            results = played(side, job, games, crew, folder, Keep(all=True) if folder else None, bar)
            counted.append((side, count(side, players, results)))
    figures = counted[0][1]
    told = stands_out(host, figures, people)
    apart = []
    if len(counted) > 1:
        found = differences(host, figures, *counted[1])
        apart = told_apart(figures, counted[1][1], found)
    with plain_words(path):
        write_whole(
            path, Report(host, figures, people, counted[1] if len(counted) > 1 else None, seed).html()
        )
    if as_json:
        print_json(
            {
                "map": host.id,
                "players": players,
                "seed": seed,
                "page": str(path),
                "stands_out": told,
                "differences": apart,
                "figures": [asdict(side) for _, side in counted],
            }
        )
        return
    for sentence in told + apart:
        typer.echo(sentence)
    typer.echo(
        f"{games * len(sides)} games in {time.perf_counter() - began:.0f} seconds. The page is {path}."
    )


def _people(host: Host, players: int, recorded: list[Path]) -> People | None:
    if not recorded:
        return host.people(players)
    try:
        return people_of(host, players, recorded)
    except RecordedError as problem:
        stop(str(problem))
