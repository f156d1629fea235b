"""`footplate tournament`: how strong bots are against each other, on any set of boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from footplate import games as all_games
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
from footplate.cli.edge import check_folder, complete_map, open_game, plain_words, print_json, screen, stop
from footplate.core.host import Host
from footplate.report import plots
from footplate.report.tournament import tournament_page
from footplate.sim.folder import Folder, write_whole
from footplate.sim.run import PATIENCE as USUAL_PATIENCE
from footplate.sim.run import Job
from footplate.sim.tournament import Event, ratings, standings

USUAL_PLAYERS = 4


def tournament(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="Two bots or more, such as greedy quick.")
    ],
    maps: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="MAP",
            help="Where they play, rust-belt unless said; several with commas, or all.",
            autocompletion=complete_map,
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; usually 4, or what a board is made for.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="How many games on each board.")] = 60,
    seed: Seed = "1",
    jobs: Jobs = None,
    ray: Ray = None,
    patience: Patience = USUAL_PATIENCE,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the result as a page too.")
    ] = None,
    out: Out = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
) -> None:
    """Let bots play against each other and rate them.

    Every bot comes round to every seat, in ever other company. A rating says how often one comes in before
    another: 400 more means ten times as often. It is given with the interval in which the true one lies in 95
    of 100 cases. Alone on a board, who met the same chance is compared.

    \b
    Example:
      footplate tournament greedy quick frugal --map rust-belt --games 40 -o tournament.html
    """
    check_numbers(games, jobs, patience)
    sides = [_side(map, players, bots, seed, patience) for map in _maps(maps)]
    names = sides[0][1].bots
    if len(set(names)) < 2:
        stop("A tournament needs two bots or more.")
    if len(set(names)) < len(names):
        stop(f"{next(name for name in names if names.count(name) > 1)} is named twice.")
    if output is not None:
        check_folder(output)
        with sentences():
            plots.check()
    events = []
    with hired(jobs, ray, out) as crew, bar_for(games * len(sides)) as bar:
        for host, job in sides:
            folder = Folder(out / host.id, job, host.game.revision) if out is not None else None
            results = played(host, job, games, crew, folder, None, bar)
            events.append(Event(host.id, host.title, job.players, results))
    rated = ratings(events, seed)
    if output is not None:
        with plain_words(output):
            write_whole(output, tournament_page(events, rated, seed))
    told: dict[str, Any] = {
        "seed": seed,
        "ratings": [rating._asdict() for rating in rated],
        "boards": [
            {
                "map": event.map,
                "players": event.players,
                "games": len(event.results),
                "faults": sum(len(r.faults) for r in event.results),
                "bots": [standing._asdict() for standing in standings(event)],
            }
            for event in events
        ],
    }
    if as_json:
        print_json(told)
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("Bot")
    for heading in ("rating", "95 of 100", "games", "wins a seat", "even"):
        grid.add_column(heading, justify="right")
    for one in rated:
        grid.add_row(
            one.bot,
            f"{one.rating:.0f}",
            f"{one.low:.0f}–{one.high:.0f}",
            str(one.games),
            f"{one.wins:.0%}",
            f"{one.even:.0%}",
        )
    screen().print(grid)
    if faults := sum(board["faults"] for board in told["boards"]):
        typer.echo(f"Bots failed {faults} times; footplate simulate tells where.")
    if output is not None:
        typer.echo(f"The page is {output}.")


def _maps(given: list[str] | None) -> list[str]:
    named = [map.strip() for text in given or ["rust-belt"] for map in text.split(",") if map.strip()]
    if named == ["all"]:
        first = next(id for id in all_games.ids() if all_games.host_type(id).maps)
        return list(all_games.host_type(first).boards())
    if not named:
        stop("--map names no map.")
    return list(dict.fromkeys(named))


def _side(map: str, players: int | None, bots: list[str], seed: str, patience: float) -> tuple[Host, Job]:
    host = open_game(map)
    number = min(max(USUAL_PLAYERS, host.players[0]), host.players[1]) if players is None else players
    host, job = job_for(map, [], number, bots, seed, patience)
    return host, job._replace(shuffled=True)
