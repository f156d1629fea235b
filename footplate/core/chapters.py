"""Chapters of a rulebook in text files, for any game.

A chapter is a text file: a heading, the phases it tells of, and paragraphs with empty lines between. A
paragraph ends with the ids of the rules it tells, in brackets; any other words in brackets are a term,
`[links|link]` where it is written otherwise. Lines with bars are a table, lines with `>` a picture, which
each game draws in its own way.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from footplate.core.rulebook import Block, Chapter, Rulebook, Span

IDS = re.compile(r"\[((?:[a-z0-9-]+(?:\.[a-z0-9-]+)+\s*)+)\]")
TERM = re.compile(r"\[([^\[\]|.]+)(?:\|([^\[\]|.]+))?\]")

Draw = Callable[[Path, int, list[str]], Block]
"""Makes a picture of its lines; TextError names the line that cannot be drawn."""


CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""What no text of ours has, and a damaged one may."""


class TextError(ValueError):
    """A text that cannot be read: the message names file and line, and says what would be right."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path.name}, line {line}: {message}")


def read_rulebook(folder: Path, picture: Draw) -> Rulebook:
    """The rulebook in a folder; a damaged file is left out and named."""
    problems: list[str] = []
    terms: dict[str, str] = {}
    try:
        terms = read_terms(folder / "terms.toml")
    except TextError as problem:
        problems.append(str(problem))
    chapters = []
    for path in sorted(folder.glob("*.md")):
        try:
            chapters.append(read_chapter(path, terms, picture))
        except TextError as problem:
            problems.append(str(problem))
    return Rulebook(tuple(chapters), terms, tuple(problems))


@cache
def terms_in(folder: Path) -> dict[str, str]:
    """Every term with its sentence; none where their file is damaged, which the rulebook says."""
    try:
        return read_terms(folder / "terms.toml")
    except TextError:
        return {}


def read_terms(path: Path) -> dict[str, str]:
    """Every term with its sentence."""
    text = read_text(path)
    try:
        terms = tomllib.loads(text).get("terms", {})
    except tomllib.TOMLDecodeError as problem:
        found = re.search(r"line (\d+)", str(problem))
        raise TextError(path, int(found[1]) if found else 1, f"not TOML: {problem}") from None
    for term, says in terms.items():
        if not isinstance(says, str) or not says.endswith("."):
            raise TextError(path, _line_of(text, term), f"“{term}” is explained in one sentence")
    return dict(terms)


def read_chapter(path: Path, terms: dict[str, str], picture: Draw) -> Chapter:
    """A chapter; TextError names the line that cannot be read."""
    lines = read_text(path).splitlines()
    if not lines or not lines[0].startswith("# "):
        raise TextError(path, 1, "a chapter begins with its title: # Issue shares")
    phases: list[str] = []
    blocks: list[Block] = []
    for line, part in _parts(lines[1:]):
        if part[0].startswith("phase:"):
            phases += [text.removeprefix("phase:").strip() for text in part]
        elif part[0].startswith("## "):
            blocks.append(Block("heading", (Span(part[0].removeprefix("## ")),)))
        elif part[0].startswith("|"):
            rows = [tuple(cell.strip() for cell in text.strip("| ").split("|")) for text in part]
            for number, row in enumerate(rows):
                if len(row) != len(rows[0]):
                    raise TextError(path, line + number, "the rows of a table have equally many cells")
            blocks.append(Block("table", rows=tuple(rows)))
        elif part[0].startswith(">"):
            blocks.append(picture(path, line, [text.removeprefix(">").strip() for text in part]))
        else:
            blocks.append(_paragraph(path, line, " ".join(part), terms))
    return Chapter(path.stem.split("-", 1)[-1], lines[0].removeprefix("# "), tuple(phases), tuple(blocks))


def read_text(path: Path) -> str:
    """What a file says; TextError names the line where it is no text."""
    try:
        found = path.read_bytes()
        text = found.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise TextError(path, 1 + found.count(b"\n", 0, problem.start), "this is no text") from None
    except OSError as problem:
        raise TextError(path, 1, (problem.strerror or str(problem)).lower()) from None
    if damage := CONTROL.search(text):
        raise TextError(path, 1 + text.count("\n", 0, damage.start()), "this is no text")
    return text


def _parts(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Lines that stand together, with the number of the first."""
    part: list[str] = []
    for number, line in enumerate((*lines, ""), 2):
        if line.strip():
            part.append(line.strip())
        elif part:
            yield number - len(part), part
            part = []


def _line_of(text: str, word: str) -> int:
    return next((number for number, line in enumerate(text.splitlines(), 1) if word in line), 1)


def _paragraph(path: Path, line: int, text: str, terms: dict[str, str]) -> Block:
    rules = tuple(id for found in IDS.findall(text) for id in found.split())
    spans = spans_of(IDS.sub("", text).strip())
    for span in spans:
        if span.term is not None and span.term not in terms:
            raise TextError(path, line, f"“{span.term}” is no term of terms.toml")
    if not spans or any("[" in span.text or "]" in span.text for span in spans):
        raise TextError(path, line, "a bracket holds the ids of rules, or a term")
    return Block("text", spans, rules)


def spans_of(text: str) -> tuple[Span, ...]:
    """A text as spans, with its terms: “[links|link] and [shares]”."""
    out, at = list[Span](), 0
    for found in TERM.finditer(text):
        if found.start() > at:
            out.append(Span(text[at : found.start()]))
        out.append(Span(found[1], found[2] or found[1]))
        at = found.end()
    if at < len(text):
        out.append(Span(text[at:]))
    return tuple(out)
