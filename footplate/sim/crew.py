"""Who plays many games: processes of this machine, or a Ray cluster."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import ExitStack, redirect_stdout
from typing import Any

from footplate.child import children, undisturbed
from footplate.sim.extra import extra
from footplate.sim.run import Crew, Job, Result, play_chunk

AHEAD = 2
"""Portions that wait for each worker, so that none has to wait for us."""
HOPELESS = 5
"""Workers that may die one after the other without a game to show for it."""


class CrewError(RuntimeError):
    """Nobody who could play; the message says why."""


def crew(jobs: int, ray: str = "") -> Crew:
    """Whoever plays: one process, several, or a cluster at an address."""
    if ray:
        return Cluster(ray)
    return Processes(jobs) if jobs > 1 else Crew()


class Processes(Crew):
    """Several processes of this machine; one that dies is replaced."""

    def __init__(self, count: int) -> None:
        self.hands = count
        self.lost = 0

    def results(self, job: Job, chunks: Sequence[Sequence[int]]) -> Generator[list[Result], None, None]:
        left, deaths = list(chunks), 0
        while left:
            pool = children(min(self.hands, len(left)))
            try:
                for numbers, results in _asked(pool, job, list(left), AHEAD * self.hands):
                    left.remove(numbers)
                    deaths = 0
                    yield results
            except BrokenExecutor:
                # A dead worker takes its pool with it; what was not answered is asked again.
                self.lost += 1
                deaths += 1
                if deaths >= HOPELESS:
                    raise CrewError(
                        f"{deaths} worker processes died one after the other and game {left[0][0]} is still "
                        "to be played. Is there enough memory?"
                    ) from None
            finally:
                _stop(pool)


def _asked(
    pool: ProcessPoolExecutor, job: Job, todo: list[Sequence[int]], ahead: int
) -> Iterator[tuple[Sequence[int], list[Result]]]:
    """Every portion with its results, never more than a few under way."""
    under_way: dict[Future[list[Result]], Sequence[int]] = {}
    todo.reverse()
    while todo or under_way:
        with undisturbed():
            while todo and len(under_way) < ahead:
                numbers = todo.pop()
                under_way[pool.submit(play_chunk, job, numbers)] = numbers
        ready, _ = wait_for(under_way, return_when=FIRST_COMPLETED)
        for future in ready:
            yield under_way.pop(future), future.result()


def _stop(pool: ProcessPoolExecutor) -> None:
    """Send the workers home, even from the midst of a long game."""
    for worker in list((getattr(pool, "_processes", None) or {}).values()):
        worker.kill()
    # Not cancelled: a pool whose workers are killed stumbles over what was cancelled.
    pool.shutdown(wait=True)


def _knock(address: str) -> None:
    """Look whether somebody is there at all: Ray itself would wait for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
    except (OSError, ValueError, OverflowError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        raise CrewError(f"No Ray cluster answers at {address}: {said.lower()}.") from None


class Cluster(Crew):
    """A Ray cluster, on whose machines footplate is installed too; Ray replaces workers that die."""

    def __init__(self, address: str) -> None:
        # Nothing but the cluster is talked to.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray = extra("ray", "ray", "plays on a cluster")
        _knock(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError, OSError) as problem:
            said = str(problem).strip().split("\n")[0].rstrip(".")
            raise CrewError(f"No Ray cluster answers at {address}: {said}.") from None
        self.ray = ray
        # Ray says on the screen when a worker dies; what we write there is for programs too.
        self._aside = ExitStack()
        self._aside.enter_context(redirect_stdout(sys.stderr))
        self.hands = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def results(self, job: Job, chunks: Sequence[Sequence[int]]) -> Generator[list[Result], None, None]:
        ray = self.ray
        # Each portion is asked for again until somebody has played it.
        asked = ray.remote(num_cpus=1, max_retries=-1)(play_chunk)
        job_there = ray.put(job)
        todo, under_way = list(reversed(chunks)), list[Any]()
        try:
            while todo or under_way:
                while todo and len(under_way) < AHEAD * self.hands:
                    under_way.append(asked.remote(job_there, todo.pop()))
                (ready,), under_way = ray.wait(under_way, num_returns=1)
                yield ray.get(ready)
        finally:
            for one in under_way:
                ray.cancel(one, force=True)

    def close(self) -> None:
        self.ray.shutdown()
        self._aside.close()
