"""The games there are: an id leads to a game, and a board to the game it belongs to.

Nothing is registered by import: a game is loaded when somebody asks for it, and nobody else names its
package.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from footplate.core.game import BoardError, Game
from footplate.core.host import Host

GAMES = {"age-of-steam": "footplate.age_of_steam.host", "days-of-steam": "footplate.days_of_steam.host"}
"""Every game by its id, with the module whose class Host answers for it."""


class GameError(BoardError):
    """A game that there is not; the message names those that there are."""


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games that are here."""
    return tuple(id for id, module in GAMES.items() if _is_here(module))


def _is_here(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


@cache
def host_type(id: str) -> type[Host]:
    """What answers for the game with this id."""
    if id not in ids():
        raise GameError(f"There is no game “{id[:40]}”; the games are: {', '.join(ids())}.")
    host: type[Host] = import_module(GAMES[id]).Host
    return host


@cache
def boards() -> Mapping[str, str]:
    """Every board of every game, and the id of its game."""
    return {board: id for id in ids() for board in host_type(id).boards()}


def game_of_board(source: str | Path) -> str:
    """The id of the game that a board, or the file of one, belongs to; BoardError where there is none."""
    if (id := boards().get(str(source))) is not None:
        return id
    # A file, or a name that nobody bears, is a matter of the first game with maps.
    with_maps = [id for id in ids() if host_type(id).maps]
    if str(source) in ids():
        raise GameError(
            f"{host_type(str(source)).name} is played on maps; say one of them. footplate maps lists them."
        )
    others = [id for id in ids() if not host_type(id).maps]
    if near := get_close_matches(str(source), others, n=1, cutoff=0.8):
        raise BoardError(f"There is no map or game “{source}”. Did you mean {near[0]}?")
    return with_maps[0]


def load(source: str | Path, options: Mapping[str, str] | None = None, game: str | None = None) -> Host:
    """The host of a game on the board with this id, or on a board's file."""
    return host_type(game or game_of_board(source)).load(source, options)


def with_tiles(source: str | Path, file: str | Path, options: Mapping[str, str] | None = None) -> Host:
    """The host of a game with the tiles of a file; BoardError says what is wrong with them."""
    kind = host_type(game_of_board(source))
    if not kind.tiled:
        tiled = ", ".join(id for id in ids() if host_type(id).tiled)
        raise GameError(f"{kind.name} has its own tiles; tiles of a file are for {tiled}.")
    return kind.load(file, options)


def host_of(game: Game[Any, Any]) -> Host:
    """The host of a game that is already there."""
    return host_type(game.game_id)(game)
