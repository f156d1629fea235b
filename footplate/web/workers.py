"""Processes beside the server: what would keep everybody waiting is done there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from functools import lru_cache
from typing import Any, TypeVar

from footplate import games
from footplate.child import children, undisturbed
from footplate.core.host import Host

T = TypeVar("T")
Options = tuple[tuple[str, str], ...]
log = logging.getLogger("footplate")


class Workers:
    """A few processes of one trade, started when they are needed and replaced when they fail."""

    def __init__(self, count: int, trade: str) -> None:
        self.count, self.trade = count, trade
        self.closed = False
        self._pool: Executor | None = None

    def wake(self) -> None:
        """Start the workers before they are needed: the first answer should not wait for them."""
        if self._pool is None and not self.closed:
            self._pool = _start(self.count, self.trade)
            with undisturbed():
                for _ in range(self.count):
                    self._pool.submit(_ready)

    async def ask(self, patience: float, work: Callable[..., T], *details: Any) -> T:
        """What a worker makes of it; TimeoutError after so many seconds, or whatever went wrong there."""
        self.wake()
        pool = self._pool
        if pool is None:
            raise BrokenExecutor("the workers have been sent home")
        try:
            with undisturbed():
                future = asyncio.get_running_loop().run_in_executor(pool, work, *details)
            future.add_done_callback(heed)
            # Waited for, not cancelled: a pool whose worker is killed stumbles over what was cancelled.
            await asyncio.wait([future], timeout=patience)
            if not future.done():
                raise TimeoutError(f"no answer for {patience:g} seconds")
            return future.result()
        except (TimeoutError, BrokenExecutor):
            # A worker that hangs or has died takes the pool with it; the next question starts anew.
            if self._pool is pool:
                self._pool = None
            _stop(pool)
            raise

    def close(self) -> None:
        """Send the workers home."""
        self.closed = True
        pool, self._pool = self._pool, None
        if pool is not None:
            _stop(pool)


def _start(count: int, trade: str) -> Executor:
    try:
        pool = children(count)
        with undisturbed():
            pool.submit(_ready)
        return pool
    except (OSError, ValueError, ImportError) as problem:
        log.warning("no processes for %s (%s); threads have to do", trade, problem)
        return ThreadPoolExecutor(count)


def heed(future: asyncio.Future[Any]) -> None:
    """Look at how it ended, so that nobody complains that nobody did."""
    if not future.cancelled():
        future.exception()


def _stop(pool: Executor) -> None:
    workers = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False)
    for worker in workers:
        worker.kill()


def _ready() -> None:
    """Nothing to do: the worker has started."""


@lru_cache(maxsize=8)
def host_of(map: str, options: Options) -> Host:
    """The game on a map, as a worker remembers it."""
    return games.load(map, dict(options))
