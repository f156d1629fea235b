"""Processes that we start: they leave Ctrl-C to who started them, and do not outlive it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait


def children(count: int) -> ProcessPoolExecutor:
    """So many of them, each started when there is work for it."""
    # Never fork: this process has threads, and a forked one could wait for them forever.
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_begin)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Those that start meanwhile leave Ctrl-C and the like to this process, from their first moment on.

    A terminal tells all processes at once; one that cannot ignore it yet would complain.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Leave Ctrl-C to who started this process, and go when that one does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
