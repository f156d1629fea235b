"""Boards as drawings and pictures: made in a process of their own, one at a time, and remembered."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from footplate.core.host import Theme
from footplate.web.declined import Declined
from footplate.web.workers import Options, Workers, heed, host_of

if TYPE_CHECKING:
    # The worker reads this file too, and has no tables.
    from footplate.web.live import LiveTable

Kind = Literal["svg", "png"]
Order = tuple[str, int, int, int, Theme, Kind]
"""A picture that can be asked for: table, entry and what led there, as whom one sees it, theme, kind."""
PATIENCE = 60.0
"""Seconds; a picture takes two, on a busy machine more."""
MOST_WAITING = 20
MOST_KEPT = 32 << 20
"""Bytes of pictures that are remembered."""
log = logging.getLogger("footplate")


class Pictures:
    """Whoever draws for those who want a position as a file."""

    def __init__(self) -> None:
        self._workers = Workers(1, "pictures")
        self._desk = asyncio.Lock()
        self._kept: OrderedDict[Order, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Order, asyncio.Task[bytes]] = {}

    def order(self, live: LiveTable, at: int | None, eyes: int, theme: Theme, kind: Kind) -> Order:
        """The picture of a position; an entry that was taken back and written anew is another one."""
        n = len(live.lines) if at is None else at
        return live.id, n, hash(tuple(live.table.log[: max(n, 0)])), eyes, theme, kind

    def kept(self, order: Order) -> bytes | None:
        """A picture that was made before."""
        made = self._kept.get(order)
        if made is not None:
            self._kept.move_to_end(order)
        return made

    def makes(self, order: Order) -> bool:
        """Whether somebody waits for the same picture already."""
        return order in self._making

    async def make(self, order: Order, live: LiveTable) -> bytes:
        """A new picture; who asks for the same meanwhile waits for the same."""
        if order not in self._making:
            if len(self._making) >= MOST_WAITING:
                raise Declined(503, "Many pictures are being drawn; try again in a minute.")
            state = live.window.known_position(order[1], order[3]).to_json()
            options = tuple(sorted(live.host.chosen.items()))
            details = live.host.source, options, state, live.liveries, *order[4:]
            self._making[order] = asyncio.create_task(self._make(order, details))
            self._making[order].add_done_callback(heed)
        # Whoever goes away does not take the picture from the others.
        return await asyncio.shield(self._making[order])

    async def _make(self, order: Order, details: tuple[Any, ...]) -> bytes:
        try:
            async with self._desk:
                made = await self._workers.ask(PATIENCE, drawn, *details)
        except Exception as problem:
            if not self._workers.closed:
                log.error("table %s: the picture was not drawn: %r", order[0], problem)
            raise Declined(503, "The picture could not be drawn; try again later.") from None
        finally:
            del self._making[order]
        self._kept[order] = made
        self._size += len(made)
        while self._size > MOST_KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])
        return made

    def close(self) -> None:
        """Send the worker home; who still waits is told that there will be no picture."""
        self._workers.close()


def drawn(map: str, options: Options, state: Any, liveries: Sequence[int], theme: Theme, kind: Kind) -> bytes:
    """A position as a file."""
    host = host_of(map, options)
    svg = host.draw(host.game.state_type.from_json(state), theme=theme, liveries=liveries)
    if kind == "svg":
        return svg.encode()
    from footplate.picture import png  # slow to load, and wanted by few

    return png(svg)
