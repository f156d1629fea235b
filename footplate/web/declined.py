"""What a request cannot have: the answer is a sentence for the person who asked."""

from __future__ import annotations


class Declined(Exception):
    """Not done; the status is that of the answer over HTTP."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
