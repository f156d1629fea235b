"""The socket below a page: what the other side does not take is not kept for ever."""

from __future__ import annotations

from asyncio import TimerHandle
from asyncio.transports import BaseTransport
from socket import SO_SNDBUF, SOL_SOCKET

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SYSTEM_KEEPS = 64 * 1024
"""Bytes that the system may keep for a page."""
PATIENCE = 20.0
"""Seconds a page has to take what was written to it."""


class Wire(WebSocketsSansIOProtocol):
    """A socket that is cut off when the other side stops reading, also while it is being closed."""

    patience = PATIENCE
    _deadline: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        # Whatever the system does not take at once counts as waiting, so that a second message is not begun;
        # and the system would take some megabytes for who never reads.
        self.transport.set_write_buffer_limits(high=0)
        wire = self.transport.get_extra_info("socket")
        if wire is not None:
            wire.setsockopt(SOL_SOCKET, SO_SNDBUF, SYSTEM_KEEPS)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._deadline = self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        self._take_back()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._take_back()
        super().connection_lost(exc)

    def _take_back(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
