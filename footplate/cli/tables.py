"""`footplate tables`: what an operator does with the tables of a server, also while it runs."""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.table import Table as Grid
from rich.text import Text

from footplate.cli.data import DataFolder, opened
from footplate.cli.edge import print_json, screen, stop

if TYPE_CHECKING:
    from footplate.web.store import Store

DAY = 86_400_000
"""Milliseconds."""
WIDE = 400
"""Columns for programs that read the list line by line."""
OlderThan = Annotated[
    float | None, typer.Option("--older-than", metavar="DAYS", help="Only where nothing changed for so long.")
]
Finished = Annotated[bool, typer.Option("--finished", help="Only games that are over.")]
BotsOnly = Annotated[bool, typer.Option("--bots-only", help="Only tables at which nobody but bots sits.")]

tables = typer.Typer(
    name="tables",
    help="Tables of a server: list and remove them.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)


class Kept(NamedTuple):
    """A table as the operator sees it."""

    id: str
    board: str
    people: tuple[str, ...]
    """The names at its seats without those of bots; a seat that is free has one too."""
    bots: tuple[str, ...]
    state: str
    over: bool
    changed: int
    """When it changed last, in milliseconds since 1970."""

    @property
    def when(self) -> str:
        """The moment of the last change, for people."""
        try:
            return f"{datetime.fromtimestamp(self.changed / 1000, UTC):%Y-%m-%d %H:%M} UTC"
        except (ValueError, OverflowError, OSError):
            return "unknown"


@tables.command("list")
def list_tables(
    older_than: OlderThan = None,
    finished: Finished = False,
    bots_only: BotsOnly = False,
    data: DataFolder = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
) -> None:
    """List tables, the latest change first.

    \b
    Example:
      footplate tables list --older-than 90
    """
    _check_days(older_than)

    async def work() -> list[Kept]:
        async with opened(data) as store:
            return _chosen(await _all(store), older_than, finished, bots_only)

    found = asyncio.run(work())
    if as_json:
        print_json([table._asdict() for table in found])
        return
    if not found:
        typer.echo(
            "There are no such tables." if older_than or finished or bots_only else "There are no tables."
        )
        return
    _show(found)


@tables.command(context_settings={"ignore_unknown_options": True})
def remove(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="The tables, as the list names them.")
    ] = None,
    older_than: OlderThan = None,
    finished: Finished = False,
    bots_only: BotsOnly = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask back.")] = False,
    data: DataFolder = None,
) -> None:
    """Remove tables for good; accounts stay.

    Their logs, words and notes go with them.
    A running server may go on: whoever looks at a removed table hears that it is gone.

    \b
    Examples:
      footplate tables remove gGqVx7cWn0aVb2Zk
      footplate tables remove --finished --older-than 90
    """
    _check_days(older_than)
    filtered = older_than is not None or finished or bots_only
    if bool(ids) == filtered:
        stop("Say which tables to remove: their ids, or one of --older-than, --finished, --bots-only.")

    async def work() -> str:
        async with opened(data) as store:
            known = await _all(store)
            if unknown := set(ids or ()) - {table.id for table in known}:
                stop(f"There is no table “{min(unknown)}”; nothing was removed. All: footplate tables list")
            found = [table for table in known if table.id in ids] if ids else known
            found = _chosen(found, older_than, finished, bots_only)
            if not found:
                return "There are no such tables; nothing was removed."
            if not yes:
                _confirm(found)
            await store.remove_tables([table.id for table in found])
            return f"{_number(len(found))} removed."

    typer.echo(asyncio.run(work()))


def _check_days(days: float | None) -> None:
    if days is not None and not (math.isfinite(days) and days >= 0):
        stop("--older-than is a number of days, 0 or more.")


async def _all(store: Store) -> list[Kept]:
    from footplate.web.store import SOME

    rows = await store.headings()
    seats: dict[str, list[Any]] = defaultdict(list)
    for first in range(0, len(rows), SOME):
        for seat in await store.seats([row.id for row in rows[first : first + SOME]]):
            seats[seat.table_id].append(seat)
    return [_kept(row, seats[row.id]) for row in rows]


def _kept(row: Any, seats: Sequence[Any]) -> Kept:
    names = {seat.seat: seat.name for seat in seats}
    state = "over" if row.over else f"{names.get(row.asked, 'nobody')} is asked"
    people = tuple(seat.name for seat in seats if seat.kind != "bot")
    bots = tuple(seat.name for seat in seats if seat.kind == "bot")
    return Kept(row.id, row.map, people, bots, state, row.over, row.updated)


def _chosen(known: list[Kept], older_than: float | None, finished: bool, bots_only: bool) -> list[Kept]:
    latest = math.inf if older_than is None else time.time() * 1000 - older_than * DAY
    return [
        table
        for table in known
        if table.changed <= latest
        and (table.over or not finished)
        and (not bots_only or (table.bots and not table.people))
    ]


def _number(tables: int) -> str:
    return f"{tables} table{'s' * (tables != 1)}"


def _confirm(found: list[Kept]) -> None:
    playing = sum(not table.over for table in found)
    still = f" ({playing} not over)" if playing else ""
    try:
        if typer.confirm(f"Remove {_number(len(found))}{still} for good?"):
            return
    except typer.Abort:
        typer.echo("")
    stop("Nothing was removed. To remove without being asked say --yes.", 1)


def _show(found: list[Kept]) -> None:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("Table", "Board", "People", "State", "Last change"):
        grid.add_column(heading, no_wrap=heading == "Table")
    for table in found:
        names = ", ".join((*table.people, *(f"{name} (bot)" for name in table.bots)))
        grid.add_row(table.id, table.board, Text(names), Text(table.state), table.when)
    console = screen()
    if not console.is_terminal:
        console.width = WIDE
    console.print(grid)
    console.print(f"{_number(len(found))}.")
