"""One page that is connected to a table."""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec

from footplate.web.person import Person
from footplate.web.protocol import Heard
from footplate.web.shown import Parts, Shown

MOST_WAITING = 128 * 1024
"""Bytes of answers a page may leave waiting; then it is let go, and comes back by itself.

A single answer may be longer, e.g. thousands of deliveries of one cube.
"""


class Connection:
    """A page that listens: what it knows already, and what it has yet to hear.

    Answers wait here in order. The table does not wait: it is only noted that it has changed, and whoever can
    write to the page asks for the newest position then.
    """

    def __init__(self, person: Person, known: int, base: str, address: str = "") -> None:
        self.person = person
        self.known = known
        """How many lines of the log it has."""
        self.base = base
        """The address under which it knows this server."""
        self.address = address
        """Where it comes from, as limits count it."""
        self.shown: Shown | None = None
        """The position it was told last; None while it has heard nothing yet."""
        self.own: Parts = {}
        """What it was told last of what only its person may see."""
        self.behind = False
        """Whether the table has changed since."""
        self.gone = False
        """Whether it was told to leave: whatever it still says is not heard."""
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._stirred = asyncio.Event()

    def tell(self, heard: Heard) -> None:
        """Say something to the page."""
        self.send(msgspec.json.encode(heard))

    def send(self, message: bytes) -> None:
        """Put an encoded message behind those that wait; nobody waits for a slow page."""
        if self.gone:
            return
        waiting = self._bytes
        self._bytes += len(message)
        if waiting and self._bytes > MOST_WAITING:
            self.leave()
        else:
            self._waiting.append(message)
            self._stirred.set()

    def show(self) -> None:
        """Note that the table has changed."""
        self.behind = True
        self._stirred.set()

    def leave(self) -> None:
        """Hear nothing more, and be heard no more."""
        self.gone = True
        self._waiting.clear()
        self._stirred.set()

    async def stirred(self) -> None:
        """Wait until there is something to write to the page."""
        while not (self._waiting or self.behind or self.gone):
            self._stirred.clear()
            await self._stirred.wait()

    def take(self) -> bytes | None:
        """The answer that has waited longest."""
        if not self._waiting:
            return None
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message
