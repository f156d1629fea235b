"""`footplate check`: old records under the rules of today, and how the maps use the questions."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from footplate import records
from footplate.age_of_steam.board import map_ids, read_board
from footplate.age_of_steam.game import rules_for
from footplate.age_of_steam.rule_page import answered, questions
from footplate.cli.edge import plain_words, screen, stop


def check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE|FOLDER...", help="Records, or folders of *.game.")
    ],
) -> None:
    """Replay records and say where the rules of today part from each.

    Exit code 0: all records hold. 1: one parts. 2: one cannot be read.

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
    console.print(f"{len(files)} record{'s' * (len(files) != 1)} checked.")
    _census()
    if worst:
        raise typer.Exit(worst)


def _files(path: Path) -> list[Path]:
    # These, unlike a path's own questions, say no where a name is no name at all.
    if not os.path.exists(path):
        stop(f"{path}: there is no such file or folder.")
    if not os.path.isdir(path):
        return [path]
    found = sorted(path.rglob("*.game"))
    if not found:
        stop(f"{path}: the folder holds no *.game file.")
    return found


def _verdict(file: Path) -> tuple[int, str]:
    if os.path.exists(file) and not os.path.isfile(file):
        return 2, "this is no file."
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        return 2, "this is not a text file."
    except OSError as problem:
        return 2, f"{(problem.strerror or str(problem)).lower()}."
    try:
        parts = records.check(text)
    except records.RecordError as problem:
        return 2, f"cannot be read: {problem}"
    if parts is None:
        return 0, "holds."
    return 1, f"parts: line {parts.line}: {parts.message}"


def _census() -> None:
    """How many maps answer each question of the rules differently: what nobody asks should not be asked."""
    console = screen()
    count: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    with plain_words():
        boards = [read_board(id) for id in map_ids()]
    for board in boards:
        count.update(answered(rules_for(board)))
        numbers.update(list(board.numbers))
    console.print(f"\nOf {len(boards)} map{'s' * (len(boards) != 1)}, so many answer a question otherwise:")
    for name, times in sorted(count.items(), key=lambda item: (-item[1], item[0])):
        console.print(f"  {times:3} {name}")
    for name, times in sorted(numbers.items(), key=lambda item: (-item[1], item[0])):
        console.print(f"  {times:3} {name}, as a number of the file")
    silent = [name for name in questions() if name not in count]
    console.print(f"  nobody: {', '.join(silent)}")
