"""`footplate check`: old records under the rules of today, and how the maps use the questions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from footplate import games, records
from footplate.cli.edge import plain_words, screen, stop


def check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE|FOLDER...", help="Records, lessons, or folders of them.")
    ],
    questions: Annotated[
        bool,
        typer.Option(
            "--questions", help="Also count which boards answer each question of the rules otherwise."
        ),
    ] = False,
) -> None:
    """Replay records, play lessons, and say where the rules of today part from each.

    Exit code 0: all hold. 1: one parts. 2: one cannot be read.

    \b
    Example:
      footplate check tests/records
    """
    console = screen()
    worst = 0
    files = [file for path in paths for file in _files(path)]
    for file in files:
        code, verdict = _verdict(file)
        worst = max(worst, code)
        console.print(f"{file}: {verdict}", markup=False, soft_wrap=True)
    console.print(f"{len(files)} file{'s' * (len(files) != 1)} checked.")
    if questions:
        _census()
    if worst:
        raise typer.Exit(worst)


def _files(path: Path) -> list[Path]:
    # These, unlike a path's own questions, say no where a name is no name at all.
    if not os.path.exists(path):
        stop(f"{path}: there is no such file or folder.")
    if not os.path.isdir(path):
        return [path]
    found = sorted([*path.rglob("*.game"), *(file for file in path.glob("*.toml") if _has_steps(file))])
    if not found:
        stop(f"{path}: the folder holds no *.game file and no lesson.")
    return found


def _has_steps(file: Path) -> bool:
    """Whether a file looks like a lesson: boards lie in such folders too."""
    try:
        return b"[[step]]" in file.read_bytes()
    except OSError:
        return False


def _verdict(file: Path) -> tuple[int, str]:
    if os.path.exists(file) and not os.path.isfile(file):
        return 2, "this is no file."
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        return 2, "this is not a text file."
    except OSError as problem:
        return 2, f"{(problem.strerror or str(problem)).lower()}."
    if file.suffix == ".toml":
        return _lesson(file)
    try:
        parts = records.check(text)
    except records.RecordError as problem:
        return 2, f"cannot be read: {problem}"
    if parts is None:
        return 0, "holds."
    return 1, f"parts: line {parts.line}: {parts.message}"


def _lesson(file: Path) -> tuple[int, str]:
    """A lesson, played by the game that knows how."""
    problem = "no game has lessons."
    for game in games.ids():
        host = games.host_type(game)
        if host.lessons():
            try:
                return 0, f"the lesson “{host.prove_lesson(file)}” can be played."
            except ValueError as found:
                problem = str(found)
    return 1, problem


def _census() -> None:
    """How the boards of each game use its rules."""
    console = screen()
    for game in games.ids():
        with plain_words():
            lines = games.host_type(game).census()
        if lines:
            console.print("\n" + "\n".join(lines))
