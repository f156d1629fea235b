"""A rulebook as plain blocks: chapters, terms, and where each rule is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Span(NamedTuple):
    """Some words of a paragraph; if they are a term, which."""

    text: str
    term: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a chapter: a heading, a paragraph, a table or a picture."""

    kind: str
    """heading, text, base (what holds elsewhere), table or picture."""
    spans: tuple[Span, ...] = ()
    """The words of a heading or paragraph; what a picture shows."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that a paragraph tells."""
    rows: tuple[tuple[str, ...], ...] = ()
    svg: str = ""

    @property
    def text(self) -> str:
        """All words of the block."""
        words = "".join(span.text for span in self.spans)
        return " ".join((words, *(cell for row in self.rows for cell in row))).strip()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its id and title, the phases it tells of, and its blocks."""

    id: str
    title: str
    phases: tuple[str, ...]
    blocks: tuple[Block, ...]


class Hit(NamedTuple):
    """Where a text was found: a chapter and the number of a block."""

    chapter: str
    block: int


@dataclass(frozen=True)
class Rulebook:
    """All chapters, and every term in a sentence."""

    chapters: tuple[Chapter, ...]
    terms: dict[str, str]
    problems: tuple[str, ...] = ()
    """What could not be read, with file and line: the rest is there all the same."""

    def where(self, rule: str) -> Hit | None:
        """The paragraph that tells a rule."""
        for chapter in self.chapters:
            for number, block in enumerate(chapter.blocks):
                if rule in block.rules:
                    return Hit(chapter.id, number)
        return None

    def search(self, words: str) -> list[Hit]:
        """The blocks in which all words occur."""
        return search(self.chapters, words)


def search(chapters: Iterable[Chapter], words: str) -> list[Hit]:
    """The blocks of some chapters in which all words occur, whatever their capitals."""
    wanted = words.casefold().split()
    return [
        Hit(chapter.id, number)
        for chapter in chapters
        for number, block in enumerate(chapter.blocks)
        if wanted and all(word in block.text.casefold() for word in wanted)
    ]
