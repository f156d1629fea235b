"""`footplate games`: the games there are."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from footplate import games as known
from footplate.cli.edge import plain_words, print_json, screen
from footplate.cli.maps import number_of_players


def games(
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
) -> None:
    """List the games: for how many players, on how many boards, and which bots play them.

    \b
    Example:
      footplate games
    """
    with plain_words():
        found = [entry(id) for id in known.ids()]
    if as_json:
        print_json(found)
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("Game", "Name", "Players", "Boards", "Bots", ""):
        grid.add_column(heading)
    for game in found:
        boards = str(len(game["boards"])) if game["maps"] else "its own"
        least, most = game["players"]
        bots = ", ".join(game["bots"])
        grid.add_row(game["id"], game["name"], number_of_players((least, most)), boards, bots, game["about"])
    screen().print(grid)


def entry(id: str) -> dict[str, Any]:
    """One game for programs."""
    host = known.host_type(id)
    lines = [host.board_line(board) for board in host.boards()]
    return {
        "id": id,
        "name": host.name,
        "about": host.about,
        "maps": host.maps,
        "boards": [line.id for line in lines],
        "players": [min(line.players[0] for line in lines), max(line.players[1] for line in lines)],
        "bots": list(host.bots()),
    }
