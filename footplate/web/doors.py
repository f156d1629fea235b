"""The doors of the server: how many may be inside, and how long it waits for who says nothing."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import time
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from footplate.web.limits import Limit, household
from footplate.web.wire import Wire

MOST, EACH = 2000, 200
"""Connections in all, and from one household elsewhere: a club behind one address has many pages open."""
BACKLOG, SPARE = 128, 192
"""Connections let in at one go, before they are counted; descriptors kept for everything else."""
PATIENCE = {"request": 15.0, "body": 30.0, "handshake": 10.0, "reading": 30.0, "close": 5.0}
"""Seconds the server waits for what the other side has to do next, if nothing moves."""
FULL = b"Too many connections are open; close other pages of this server, or try again in a minute."
UNREADABLE = b"This is no handshake of a WebSocket."
OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
log = logging.getLogger("footplate")


class Doors(ServerState):
    """Everybody who is connected, and how many may be."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        super().__init__()
        self.most, self.each = most, each
        self._says = Limit(1, 60)

    def admits(self, home: str | None) -> bool:
        """Whether one more fits in; who comes from this machine (home is None) is counted in all only."""
        if len(self.connections) >= self.most:
            self.say("full", "%d connections are open; others are turned away", self.most)
            return False
        if home is not None and self._from(home) >= self.each:
            self.say("crowd", "%d connections are open from %s; others are turned away", self.each, home)
            return False
        return True

    def _from(self, home: str) -> int:
        return sum(getattr(other, "home", None) == home for other in self.connections)

    def say(self, what: str, line: str, *details: object) -> None:
        """Tell the operator once a minute: what a stranger causes must not fill the disk."""
        if self._says.allows(what):
            log.warning(line, *details)

    def sweep(self) -> None:
        """Let go of connections that keep the server waiting."""
        moment = time.monotonic()
        for connection in list(self.connections):
            if isinstance(connection, Guest) and connection.is_overdue(moment):
                connection.transport.abort()

    def clear(self) -> None:
        """Let go of everybody."""
        for connection in list(self.connections):
            connection.transport.abort()


class Guest:
    """One connection: whose it is, and what the server waits for."""

    transport: asyncio.Transport
    home: str | None = None
    """The household it comes from; None for this machine, where also a proxy for many may sit."""
    _awaited: tuple[Any, ...] = ()
    _since = 0.0

    def awaited(self) -> tuple[Any, ...] | None:
        """What the other side has to do next, and whatever changes as soon as it moves."""
        raise AssertionError(f"{type(self).__name__} waits for nothing")

    def is_overdue(self, moment: float) -> bool:
        """Whether it has not moved for too long."""
        left = self.transport.get_write_buffer_size()
        awaited = ("close",) if self.transport.is_closing() else self.awaited()
        if awaited is None:
            self._awaited = ()
            return False
        if (*awaited, left) != self._awaited:
            self._awaited, self._since = (*awaited, left), moment
        return moment - self._since > PATIENCE[awaited[0]]


class HttpGuest(Guest, H11Protocol):
    """A connection that asks and is answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes: in, if there is room."""
        self.home = household(transport.get_extra_info("peername"))
        doors = self.server_state
        full = isinstance(doors, Doors) and not doors.admits(self.home)
        super().connection_made(transport)
        if full:
            transport.write(_short_answer(b"503 Service Unavailable", FULL))
            transport.close()

    def awaited(self) -> tuple[Any, ...] | None:
        """A request, the rest of it, or that the answer is read."""
        if self.flow.write_paused:
            return "reading", self.cycle
        if self.cycle is None or self.cycle.response_complete:
            return "request", self.cycle
        if self.conn.their_state is h11.SEND_BODY:
            return "body", self.cycle
        return None

    def shutdown(self) -> None:
        """The server ends."""
        try:
            super().shutdown()
        except h11.LocalProtocolError:
            # It was refused already, and has not heard it yet.
            self.transport.abort()


class SocketGuest(Guest, Wire):
    """A connection over which both sides talk."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A request asks to become a socket; it was let in before."""
        self.home = household(transport.get_extra_info("peername"))
        super().connection_made(transport)

    def awaited(self) -> tuple[Any, ...] | None:
        """The handshake, or that messages are read; over an open socket nobody has to speak."""
        if not self.handshake_complete:
            return ("handshake",)
        return None if self.writable.is_set() else ("reading",)

    def data_received(self, data: bytes) -> None:
        """Read on; a handshake that cannot be read is answered instead of waited for."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_complete:
            self.handshake_complete = self.close_sent = True
            said = b"".join(self.conn.data_to_send())
            self.transport.write(said or _short_answer(b"400 Bad Request", UNREADABLE))
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """A message is complete; one that is no text ends the connection, and is no news for the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def shutdown(self) -> None:
        """The server ends."""
        if self.handshake_complete or self.handshake_initiated:
            super().shutdown()
        else:
            self.transport.abort()


class Server(uvicorn.Server):
    """The server behind the doors."""

    def __init__(self, app: Any, **settings: Any) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=HttpGuest,
                ws=SocketGuest,
                loop="asyncio",
                backlog=BACKLOG,
                timeout_graceful_shutdown=3,
                **settings,
            )
        )
        self.doors = self.server_state = Doors(room())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors."""
        asyncio.get_running_loop().set_exception_handler(self._mishap)
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second; once a second the silent are let go."""
        if counter % 10 == 0:
            self.doors.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the doors; who does not hear it is not waited for."""
        asyncio.get_running_loop().call_later(2, self.doors.clear)
        await super().shutdown(sockets)

    def _mishap(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What the loop complains of; that nobody can be let in, it would complain of without end."""
        problem = context.get("exception")
        if isinstance(problem, OSError) and problem.errno in OUT:
            self.doors.say("out", "nobody can connect: %s; trying again every second", problem.strerror)
        else:
            loop.default_exception_handler(context)


def room() -> int:
    """How many connections there can be; the system is asked for more descriptors where that is allowed."""
    try:
        import resource
    except ImportError:  # Windows sets no such limit
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft == resource.RLIM_INFINITY else max(16, min(MOST, soft - SPARE))


def _short_answer(status: bytes, sentence: bytes) -> bytes:
    return (
        b"HTTP/1.1 %b\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
        b"connection: close\r\n\r\n%b"
    ) % (status, len(sentence), sentence)
