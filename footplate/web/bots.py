"""Bots at the tables: they think in processes of their own, so that nobody has to wait for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import lru_cache
from multiprocessing.connection import wait
from typing import Any

from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.bots import bot

PATIENCE = 10.0
"""Seconds after which a bot that has not answered gets the first thing that is legal."""
WORKERS = 2
log = logging.getLogger("footplate")


class _Asked:
    """A table that waits for a worker."""

    def __init__(self, people: bool, maker: str) -> None:
        self.people, self.maker = people, maker
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Bots:
    """Whoever chooses for the seats without a person."""

    def __init__(self) -> None:
        self._pool: Executor | None = None
        self._closed = False
        self._busy = self._busy_for_show = 0
        """Workers that think, and how many of them for tables without people."""
        self._waiting: list[_Asked] = []
        self._served: dict[str, int] = {}
        """When each maker of tables was last served, counted in answers."""
        self._answers = 0

    def wake(self) -> None:
        """Start the workers before they are needed: the first answer should not wait for them."""
        if self._pool is None and not self._closed:
            self._pool = _start()
            for _ in range(WORKERS):
                self._pool.submit(_ready)

    async def choose(
        self, game: AgeOfSteam, name: str, state: Any, seat: int, *, people: bool = True, maker: str = ""
    ) -> str:
        """The sentence a bot says; whatever goes wrong, there is one.

        Tables with people go first, and those of all who made some in turn.
        """
        async with self._worker(_Asked(people, maker)):
            self.wake()
            assert self._pool is not None
            pool, options = self._pool, tuple(sorted(game.rules.options.items()))
            try:
                future = asyncio.get_running_loop().run_in_executor(
                    pool, choose, game.board.source, options, name, state.to_json(), seat
                )
                future.add_done_callback(_heed)
                # Waited for, not cancelled: a pool whose worker is killed stumbles over what was cancelled.
                await asyncio.wait([future], timeout=PATIENCE)
                if not future.done():
                    raise TimeoutError(f"no answer for {PATIENCE} seconds")
                return future.result()
            except Exception as problem:
                log.error(
                    "the bot %s did not answer: %r; it says the first thing that is legal", name, problem
                )
                # A worker that hangs or has died takes the pool with it; the next question starts anew.
                if self._pool is pool:
                    self._pool = None
                _stop(pool)
        return game.say(game.options(state)[0])

    @asynccontextmanager
    async def _worker(self, asked: _Asked) -> AsyncIterator[None]:
        """A worker that nobody else uses meanwhile."""
        self._waiting.append(asked)
        self._assign()
        try:
            await asked.turn
            yield
        finally:
            if asked in self._waiting:
                self._waiting.remove(asked)
            else:
                self._busy -= 1
                self._busy_for_show -= not asked.people
                self._assign()

    def _assign(self) -> None:
        """Give free workers to whoever is next; the last one never to a table that is only for show."""
        while self._busy < WORKERS:
            room = self._busy_for_show < WORKERS - 1
            fit = [asked for asked in self._waiting if not asked.turn.done() and (asked.people or room)]
            if not fit:
                break
            asked = min(fit, key=lambda asked: (not asked.people, self._served.get(asked.maker, 0)))
            self._waiting.remove(asked)
            self._busy += 1
            self._busy_for_show += not asked.people
            self._answers += 1
            self._served[asked.maker] = self._answers
            asked.turn.set_result(None)
        if not self._waiting:
            self._served.clear()

    def close(self) -> None:
        """Send the workers home."""
        self._closed = True
        pool, self._pool = self._pool, None
        if pool is not None:
            _stop(pool)


def _start() -> Executor:
    try:
        # Never fork: this process has threads, and a forked one could wait for them forever.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(WORKERS, mp_context=context, initializer=_begin)
        pool.submit(_ready)
        return pool
    except (OSError, ValueError, ImportError) as problem:
        log.warning("no processes for bots (%s); they think in threads", problem)
        return ThreadPoolExecutor(WORKERS)


def _heed(future: asyncio.Future[str]) -> None:
    """Look at how it ended, so that nobody complains that nobody did."""
    if not future.cancelled():
        future.exception()


def _stop(pool: Executor) -> None:
    workers = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False)
    for worker in workers:
        worker.kill()


def _begin() -> None:
    """A worker leaves Ctrl-C to the server, and does not outlive it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def _ready() -> None:
    """Nothing to do: the worker has started."""


@lru_cache(maxsize=8)
def _game(map: str, options: tuple[tuple[str, str], ...]) -> AgeOfSteam:
    return load(map, dict(options))


def choose(map: str, options: tuple[tuple[str, str], ...], name: str, state: Any, seat: int) -> str:
    """What a bot says in a position."""
    game = _game(map, options)
    s = game.state_type.from_json(state)
    return game.say(bot(name).choose(game, s, seat, random.Random()))
