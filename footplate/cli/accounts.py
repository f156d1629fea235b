"""`footplate accounts`: what an operator does for people who have accounts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footplate.cli.data import DataFolder, opened
from footplate.cli.edge import stop

if TYPE_CHECKING:
    from footplate.web.accounts import Accounts

accounts = typer.Typer(
    name="accounts",
    help="Accounts of a shared server.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)


@accounts.command("list")
def list_accounts(data: DataFolder = None) -> None:
    """List every account."""

    async def work() -> None:
        async with _book(data) as book:
            rows = await book.all()
        for row in rows:
            made = datetime.fromtimestamp(row.made / 1000, UTC)
            typer.echo(f"{row.name}  (since {made:%Y-%m-%d})")
        if not rows:
            typer.echo("There are no accounts.")

    asyncio.run(work())


@accounts.command()
def reset(
    name: Annotated[str, typer.Argument(help="Whose password is forgotten.")], data: DataFolder = None
) -> None:
    """Give somebody a new random password, and log all their browsers out."""

    async def work() -> None:
        async with _book(data) as book:
            password = await book.reset(name)
            if password is None:
                known = ", ".join(row.name for row in await book.all()) or "none"
                stop(f"There is no account “{name}”; there are: {known}.")
        typer.echo(f"The new password of {name} is: {password}")

    asyncio.run(work())


@asynccontextmanager
async def _book(data: Path | None) -> AsyncIterator[Accounts]:
    """The accounts in a folder."""
    from footplate.web.accounts import Accounts

    async with opened(data) as store:
        yield Accounts(store)
