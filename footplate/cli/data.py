"""The folder of tables and accounts at the command line: opened with care, or a sentence says why not."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footplate.cli.edge import stop

if TYPE_CHECKING:
    from footplate.web.store import Store

DataFolder = Annotated[
    Path | None, typer.Option("--data", help="The folder of tables and accounts.", metavar="FOLDER")
]


@asynccontextmanager
async def opened(data: Path | None) -> AsyncIterator[Store]:
    """The store in a folder, up to date; a running server may go on meanwhile."""
    from footplate.web.folder import usual_folder
    from footplate.web.store import FILE, Store

    folder = data or usual_folder()
    if not os.path.isfile(folder / FILE):
        stop(f"There are no tables or accounts in {folder}; say where with --data.")
    with in_words(folder / FILE):
        _try(folder / FILE)
        store = Store(folder)
        try:
            await store.open()
            yield store
        finally:
            await store.close()


def check_store(folder: Path) -> None:
    """Bring the tables in a folder up to date, or begin there; leave with a sentence where it cannot be."""
    from footplate.web.store import FILE, Store

    async def migrate() -> None:
        store = Store(folder)
        try:
            await store.open()
        finally:
            await store.close()

    with in_words(folder / FILE):
        _try(folder / FILE)
        asyncio.run(migrate())


def _try(file: Path) -> None:
    """Look at a database in the plainest way first.

    A file that does not open would leave the thread of the asynchronous driver behind, which then
    complains to a loop that has ended.
    """
    from footplate.web.folder import begin

    begin(file)
    with closing(sqlite3.connect(file)) as plain:
        plain.execute("pragma schema_version")


@contextmanager
def in_words(file: Path) -> Iterator[None]:
    """Turn whatever a database can come to into one sentence."""
    from sqlalchemy.exc import SQLAlchemyError

    from footplate.web.folder import Lost
    from footplate.web.store import NewerSchema

    try:
        yield
    except Lost as lost:
        stop(str(lost))
    except NewerSchema:
        stop(f"{file} was written by a newer Footplate. Use that one, or choose another folder with --data.")
    except (sqlite3.Error, SQLAlchemyError, OSError) as problem:
        reason = str(getattr(problem, "orig", None) or getattr(problem, "strerror", None) or problem).lower()
        if "locked" in reason:
            stop(f"{file} is locked: another program is writing there. Try again in a moment.")
        signs = ("readonly", "read-only", "unable to open", "permission")
        if os.path.isfile(file) and any(sign in reason for sign in signs):
            stop(f"Footplate cannot write to {file}: the file, its folder or the disk is read-only.")
        stop(f"Footplate cannot read {file}: {reason}. Choose another folder with --data.")
