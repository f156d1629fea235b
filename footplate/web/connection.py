"""One page that is connected to a table."""

from __future__ import annotations

import asyncio

import msgspec

from footplate.web.person import Person
from footplate.web.protocol import Heard

WAITING = 256
"""Messages a page may be behind; then it is let go, and comes back by itself."""


class Connection:
    """A page that listens: what it knows already, and what it has yet to hear."""

    def __init__(self, person: Person, known: int, base: str, address: str = "") -> None:
        self.person = person
        self.known = known
        """How many lines of the log it has."""
        self.base = base
        """The address under which it knows this server."""
        self.address = address
        """Where it comes from, as limits count it."""
        self.new = True
        """Whether it has heard nothing yet."""
        self.gone = False
        """Whether it was told to leave: whatever it still says is not heard."""
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING + 1)

    def tell(self, heard: Heard) -> None:
        """Say something to the page."""
        self.send(msgspec.json.encode(heard))

    def send(self, message: bytes) -> None:
        """Put an encoded message behind those that wait; nobody waits for a slow page."""
        if self.waiting.qsize() < WAITING:
            self.waiting.put_nowait(message)
        else:
            self.leave()

    def leave(self) -> None:
        """Hear nothing more, and be heard no more."""
        self.gone = True
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)
