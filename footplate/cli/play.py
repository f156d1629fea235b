"""`footplate play`: a game at the terminal, with people at one keyboard, with bots, or both."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from footplate import games, records
from footplate.bots import Bot, bot, bots_of
from footplate.cli.edge import (
    NAMED_MAP,
    MapOptions,
    TilesFile,
    check_folder,
    check_players,
    open_game,
    plain_words,
    read_bots,
    read_text,
    screen,
    stop,
)
from footplate.cli.session import Session
from footplate.core.table import Chance, Table

PEOPLE = ("Ada", "Bea", "Carl", "Dora", "Emil", "Finn", "Gwen", "Hugo")
BOT_SEAT = re.compile(r"([a-z]+)-bot(-\d+)?")
"""The name of a bot’s seat says which bot it is, so a record can be resumed."""


def play(
    map: Annotated[str | None, NAMED_MAP] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play, bots included.")] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="The name of a person; say it again for each.")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot", metavar="BOT", help="A bot that plays along, such as random; say it again for each."
        ),
    ] = None,
    option: MapOptions = None,
    tiles: TilesFile = None,
    seed: Annotated[
        str | None, typer.Option(metavar="SEED", help="The same seed gives the same dice and draws.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep the game in this file; else one is made here, like rust-belt.game."
        ),
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask back before probable slips.")] = False,
) -> None:
    """Play in the terminal: people at one keyboard, bots, or both. Every move is saved at once.

    \b
    Examples:
      footplate play rust-belt --players 3
      footplate play rust-belt --name Ada --bot frugal --bot random
      footplate play days-of-steam --players 2 --tiles my-tiles.toml
      footplate play --resume rust-belt.game
    """
    if resume is not None:
        if map is not None or players or name or bots or option or tiles:
            stop("--resume goes on with a saved game as it is; leave out map, players, names, bots, options.")
        table, path = _resumed(resume, seed), save or resume
    else:
        if map is None:
            stop("Say which map, e.g. footplate play rust-belt --players 3; footplate maps lists them.")
        table = _new(map, players, name or [], bots or [], option or [], tiles, seed)
        path = save or _free_name(games.host_of(table.game).id)
    if save is not None:
        _claim(table, save, resume)
    session = Session(
        table, _bots(table), random.Random(None if seed is None else f"{seed}/bots"), screen(), path, yes
    )
    session.kept = resume is not None or save is not None
    session.run()


def _new(
    map: str,
    players: int | None,
    people: list[str],
    named: list[str],
    option: list[str],
    tiles: Path | None,
    seed: str | None,
) -> Table[Any, Any]:
    host = open_game(map, option, tiles)
    bots = read_bots(host.game_id, named)
    if players is None:
        fewest, most = host.players
        if fewest == most:
            players = fewest
        elif people:
            players = len(people) + len(bots)
        else:
            stop(f"Say how many play, e.g. --players {fewest}; {host.title} is for {fewest} to {most}.")
    check_players(host, players)
    if len(people) + len(bots) > players:
        stop(f"--players is {players}, but {len(people)} people and {len(bots)} bots are named.")
    names = [*people]
    names += [free for free in PEOPLE if free not in people][: players - len(bots) - len(people)]
    for kind in bots:
        taken = sum(seat.startswith(f"{kind}-bot") for seat in names)
        names.append(f"{kind}-bot-{taken + 1}" if taken else f"{kind}-bot")
    for person in people:
        try:
            records.check_name(person)
        except ValueError as problem:
            stop(f"--name: {problem}.")
        if (found := BOT_SEAT.fullmatch(person)) and found[1] in host.bots():
            stop(f"--name: “{person}” is what a bot is called; choose another name.")
    if len(set(names)) < len(names):
        stop("--name: every player needs a name of their own.")
    return Table(host.game, names, Chance(random.Random(seed)))


def _resumed(path: Path, seed: str | None) -> Table[Any, Any]:
    text = read_text(path)
    with plain_words(path):
        # Dice after a resumed game must not be those it began with, even where the seed is said again.
        return records.read(text, Chance(random.Random(None if seed is None else f"{seed}/{len(text)}")))
    raise AssertionError("plain_words leaves")


def _bots(table: Table[Any, Any]) -> dict[int, Bot]:
    """The bots among the seats, known by their names."""
    game = table.game.game_id
    found = {seat: BOT_SEAT.fullmatch(name) for seat, name in enumerate(table.seats)}
    return {seat: bot(game, match[1]) for seat, match in found.items() if match and match[1] in bots_of(game)}


def _free_name(map: str) -> Path:
    """A name for a new record here that nobody uses yet."""
    number = 1
    while (path := Path(f"{map}{f'-{number}' if number > 1 else ''}.game")).exists():
        number += 1
    return path


def _claim(table: Table[Any, Any], path: Path, resumed: Path | None) -> None:
    """Write the file at once: better to hear now than after the first turn that it cannot be."""
    if os.path.exists(path) and path != resumed:
        stop(f"{path} exists. Go on with it: footplate play --resume {path}; or choose another name.")
    check_folder(path)
    with plain_words(path):
        records.save(table, path)
