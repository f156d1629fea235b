"""What the actions of all games share: how their words are counted and read, and the one without any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from footplate.core.game import Unreadable


def count(words: Sequence[str], number: int, form: str) -> None:
    """Unreadable where there are more words than an action has, or fewer."""
    if len(words) != number:
        raise Unreadable(f"Say it so: {form}.")


def whole(word: str, form: str) -> int:
    """The whole number that a word says."""
    if not word.isascii() or not word.isdigit() or len(word) > 6:
        raise Unreadable(f"“{word}” is not a whole number. Say it so: {form}.")
    return int(word)


class Wordless:
    """An action whose verb says all."""

    verb: ClassVar[str]
    __slots__ = ()

    def words(self, names: Any) -> tuple[str, ...]:
        return ()

    @classmethod
    def read(cls, words: Sequence[str], names: Any) -> Self:
        count(words, 0, cls.verb)
        return cls()
