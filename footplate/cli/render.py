"""`footplate render`: a board, empty or as a game left it, as a picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from footplate import games, records
from footplate.cli.edge import TilesFile, check_folder, open_game, plain_words, read_text, stop
from footplate.core.host import Host, Theme
from footplate.core.table import Unlawful
from footplate.core.table import replay as play_again

THEMES: tuple[Theme, ...] = ("light", "dark")
SUFFIXES = (".svg", ".png")


def render(
    what: Annotated[str, typer.Argument(metavar="MAP|RECORD", help="A map, a map file (.toml) or a record.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The picture: FILE.svg or FILE.png.")
    ],
    at: Annotated[
        int | None,
        typer.Option(metavar="N", help="Draw a record after so many entries; 0 is before the first."),
    ] = None,
    theme: Annotated[str, typer.Option(metavar="THEME", help="light or dark.")] = "light",
    tiles: TilesFile = None,
) -> None:
    """Draw a board as a picture.

    \b
    Examples:
      footplate render rust-belt -o board.svg
      footplate render rust-belt.game --at 60 -o then.png
    """
    check_picture(output)
    chosen = next((known for known in THEMES if known == theme), None)
    if chosen is None:
        stop(f"There is no theme “{theme}”; it is one of: {', '.join(THEMES)}.")
    host, state = _position(what, at, tiles)
    with plain_words(output):
        write_picture(host, state, output, chosen)


def check_picture(path: Path) -> None:
    """Leave with a sentence where a name is not that of a picture."""
    if path.suffix.lower() not in SUFFIXES:
        stop(f"{path}: a picture is FILE.svg or FILE.png.")
    check_folder(path)


def write_picture(host: Host, state: Any, path: Path, theme: Theme = "light") -> None:
    """Draw a position into a file; what the file was before is only replaced by a whole picture."""
    svg = host.draw(state, theme=theme)
    if path.suffix.lower() == ".png":
        from footplate.picture import png

        data = png(svg)
    else:
        data = svg.encode()
    path.write_bytes(data)


def _position(what: str, at: int | None, tiles: Path | None) -> tuple[Host, Any]:
    path = Path(what)
    if what in games.boards() or what.endswith(".toml") or not os.path.exists(path):
        if at is not None:
            stop(f"--at is for records; {what} is a map.")
        if path.suffix or "/" in what:
            if not what.endswith(".toml"):
                stop(f"{what}: there is no such file.")
        return open_game(what, tiles=tiles), None
    if tiles is not None:
        stop(f"--tiles is for games; {what} is a record and says with which tiles it was played.")
    text = read_text(path)
    with plain_words(path):
        record = records.parse(text)
        if at is None:
            table = records.read(text)
            return games.host_of(table.game), table.state
        if not 0 <= at <= len(record.entries):
            stop(
                f"--at is {at}; {what} has {len(record.entries)} entries, so say 0 to {len(record.entries)}."
            )
        game = record.load_game()
        try:
            return games.host_of(game), play_again(game, len(record.seats), record.entries[:at])
        except Unlawful as problem:
            stop(f"{what}: line {record.lines[problem.n]}: {problem}.")
