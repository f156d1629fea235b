"""Where people and files meet the program: what cannot be done is said in one sentence, never a traceback."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from footplate import games
from footplate.bots import BotError, bot
from footplate.core.game import BoardError, ChoiceError
from footplate.core.host import Grid, Host, Line
from footplate.core.recording import TraceError
from footplate.records import RecordError

if TYPE_CHECKING:  # loaded where something is shown: to start a server needs none of it
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

DEEPEST = 40
"""Lists within lists in a JSON file."""
TOO_DEEP = "this is no file of ours: its JSON is nested too deeply."


def screen() -> Console:
    """Where results go; numbers keep the colour of their sentence."""
    from rich.console import Console

    return Console(highlight=False)


def stop(message: str, code: int = 2) -> NoReturn:
    """Say what is wrong and leave."""
    typer.echo(message, err=True)
    raise typer.Exit(code)


def print_json(data: Any) -> None:
    """Say it to a program."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


@contextmanager
def plain_words(where: str | Path = "") -> Iterator[None]:
    """Turn whatever input can cause into one sentence that names the file."""
    at = f"{where}: " if str(where) else ""
    try:
        yield
    except (BoardError, ChoiceError, BotError) as problem:
        stop(_sentence(str(problem)))
    except (RecordError, TraceError) as problem:
        stop(_sentence(f"{at}{problem}"))
    except UnicodeDecodeError:
        stop(f"{at}this is not a text file.")
    except OSError as problem:
        # The name in the error may be that of a passing file beside the one that was meant.
        named = at or (f"{problem.filename}: " if problem.filename else "")
        stop(_sentence(f"{named}{(problem.strerror or str(problem)).lower()}"))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?")) else text + "."


def read_text(path: str | Path) -> str:
    """The text of a file that a person named."""
    with plain_words(path):
        return Path(path).read_text("utf-8")
    raise AssertionError("plain_words leaves")


def read_json(path: str | Path, text: str) -> Any:
    """What a JSON file that a person named says, if it is no deeper than anything that is written."""
    try:
        data = json.loads(text)
    except RecursionError:
        stop(f"{path}: {TOO_DEEP}")
    except ValueError as problem:
        stop(f"{path}: damaged or cut off, no JSON: {problem}.")
    level = [data]
    for _ in range(DEEPEST):
        level = [part for value in level for part in _parts(value)]
        if not level:
            return data
    stop(f"{path}: {TOO_DEEP}")


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def open_game(map: str, options: Sequence[str] = (), tiles: Path | None = None) -> Host:
    """The game on a map that a person named, with options as NAME=VALUE; a game without maps is its map."""
    with plain_words():
        if tiles is not None:
            return games.with_tiles(map, tiles, read_options(options))
        return games.load(map, read_options(options))
    raise AssertionError("plain_words leaves")


def check_folder(path: Path) -> None:
    """Leave with a sentence where a file is to be written into a folder that does not exist."""
    if not os.path.isdir(path.parent):
        stop(f"{path}: there is no folder {path.parent}.")


def read_options(options: Sequence[str]) -> dict[str, str]:
    """Options as people write them; a name alone means “on”."""
    out = {}
    for option in options:
        name, equals, value = option.partition("=")
        out[name] = value if equals else "on"
    return out


def read_bots(game: str, given: Sequence[str]) -> tuple[str, ...]:
    """Names of a game's bots as people write them, one by one or with commas between; all of them exist."""
    names = tuple(name.strip() for text in given for name in text.split(",") if name.strip())
    with plain_words():
        for name in names:
            bot(game, name)
    return names


def check_players(host: Host, players: int) -> None:
    """Leave with a sentence where the board is not made for so many."""
    with plain_words():
        host.check_players(players)


def complete_map(incomplete: str) -> list[str]:
    """The maps that begin so, for the shell."""
    return [id for id in games.boards() if id.startswith(incomplete)]


NAMED_MAP = typer.Argument(
    metavar="MAP",
    help="A map, a map file (.toml), or a game without maps.",
    autocompletion=complete_map,
)
MapOptions = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the map as NAME=VALUE.")
]
TilesFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Play with the tiles of this file (.toml) instead of the usual ones, where a game allows it.",
    ),
]


def text(line: Line) -> Text:
    """A line of a game with its styles."""
    from rich.text import Text

    return Text.assemble(*line)


def grid(shown: Grid) -> Table:
    """A table of a game."""
    from rich.table import Table

    out = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in shown.heads:
        out.add_column(head.removeprefix(">"), justify="right" if head.startswith(">") else "left")
    for row in shown.rows:
        out.add_row(*map(text, row))
    return out
