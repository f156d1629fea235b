"""`footplate maps`: the boards, and the rule page of one."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from footplate import games
from footplate.cli.edge import complete_map, open_game, plain_words, print_json, screen
from footplate.core.host import BoardLine, Host
from footplate.core.rule_page import RulePage


def maps(
    map: Annotated[
        str | None,
        typer.Argument(
            help="The map whose rule page to show, or a map file (.toml).", autocompletion=complete_map
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
) -> None:
    """List the boards, or show the rule page of one: what differs from the base game.

    \b
    Examples:
      footplate maps
      footplate maps rust-belt
    """
    if map is None:
        with plain_words():
            boards = [(game, games.host_type(game).board_line(id)) for id, game in games.boards().items()]
        if as_json:
            print_json([entry(game, board) for game, board in boards])
        else:
            _list(boards)
        return
    host = open_game(map)
    with plain_words():
        page = host.rule_page()
    if as_json:
        print_json(page_json(host, page))
    else:
        _show(host, page, screen())


def entry(game: str, board: BoardLine) -> dict[str, Any]:
    """One board in the list for programs."""
    return {
        "id": board.id,
        "name": board.name,
        "game": game,
        "players": list(board.players),
        "provenance": board.provenance,
        "designer": board.designer,
    }


def page_json(host: Host, page: RulePage) -> dict[str, Any]:
    """A rule page for programs."""
    return {
        "id": page.id,
        "name": page.name,
        "game": host.game_id,
        "players": list(page.players),
        "provenance": page.provenance,
        "designer": page.designer,
        "summary": page.summary,
        "changes": [change._asdict() for change in page.changes],
        "notes": list(page.notes),
        "options": [option._asdict() for option in page.options],
        "places": [place._asdict() for place in page.places],
        "doubts": list(page.doubts),
    }


def number_of_players(players: tuple[int, int]) -> str:
    """The players a board is made for: 2, or 3–6."""
    return str(players[0]) if players[0] == players[1] else f"{players[0]}–{players[1]}"


def _list(boards: list[tuple[str, BoardLine]]) -> None:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    several = len({game for game, _ in boards}) > 1
    for heading in ("Map", *(("Game",) if several else ()), "Name", "Players", "Designer", "Board"):
        grid.add_column(heading)
    for game, board in boards:
        grid.add_row(
            board.id,
            *((games.host_type(game).name,) if several else ()),
            board.name,
            number_of_players(board.players),
            board.designer or "–",
            board.provenance,
        )
    console = screen()
    console.print(grid)
    console.print("\nA rule page: footplate maps MAP. To play: footplate play MAP --players N.", style="dim")


def _show(host: Host, page: RulePage, console: Console) -> None:
    title = Text(page.name, style="bold")
    title.append(
        f"  {page.id} · {number_of_players(page.players)} player{'' if page.players == (1, 1) else 's'}"
        + (f" · {page.designer}" if page.designer else ""),
        style="not bold dim",
    )
    console.print(title)
    console.print(Text(host.origin()))
    console.print()
    console.print(Text(page.summary))
    for chapter, changes in groupby(page.changes, key=lambda change: change.about):
        console.print(Text(f"\n{chapter}", style="bold"))
        for change in changes:
            console.print(Padding(Text(f"• {change.here}"), (0, 0, 0, 2)))
            if change.base:
                console.print(Padding(Text(f"Base game: {change.base}", style="dim"), (0, 0, 0, 4)))
    _lines(console, "On the board", page.notes)
    if page.options:
        values = [f"{o.name} ({' or '.join(o.values)}): {o.says}" for o in page.options]
        _lines(console, "Options, with --option NAME=VALUE; the first value is the usual one", values)
    _show_places(page, console)
    _lines(console, "What an owner of the printed board should check or correct in its file", page.doubts)


def _lines(console: Console, heading: str, lines: list[str] | tuple[str, ...]) -> None:
    if lines:
        console.print(Text(f"\n{heading}", style="bold"))
        for line in lines:
            console.print(Padding(Text(f"• {line}"), (0, 0, 0, 2)))


def _show_places(page: RulePage, console: Console) -> None:
    if not page.places:
        return
    cities = [place for place in page.places if place.kind == "city"]
    towns = [f"{place.name} {place.hex}" for place in page.places if place.kind == "town"]
    console.print(Text("\nCities", style="bold"))
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for heading in ("City", "Hex", "Takes", "Cubes", "Grows with"):
        grid.add_column(heading)
    for place in cities:
        grows = ", ".join(place.grows) or "nothing"
        grid.add_row(place.name, place.hex, ", ".join(place.accepts) or "nothing", str(place.cubes), grows)
    console.print(grid)
    if towns:
        console.print(Text("\nTowns", style="bold"))
        console.print(Padding(Text(", ".join(towns)), (0, 0, 0, 2)))
