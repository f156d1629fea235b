"""The command `footplate`: gathers what the other files can do."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from footplate import __version__
from footplate.cli import accounts, bench, check, maps, play, render, replay, rules, serve, simulate, tables


class PlainGroup(TyperGroup):
    """The command itself: what cannot be understood is said in one sentence, with exit code 2."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except (typer.Abort, KeyboardInterrupt):
            code = 130
        except Exception as problem:
            # Typer’s complaints are known by what they can do: the class has moved between versions.
            if not hasattr(problem, "format_message"):
                raise
            context = getattr(problem, "ctx", None)
            command = context.command_path if context else "footplate"
            message = problem.format_message().strip().rstrip(".")
            # Who says only half a command is shown all that may follow.
            more = "" if message.startswith("Usage:") else f". More: {command} --help"
            typer.echo(f"{message}{more}", err=True)
            code = 2
        sys.exit(code if isinstance(code, int) else 0)


app = typer.Typer(
    cls=PlainGroup,
    name="footplate",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"footplate {__version__}")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def footplate(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Say the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Age of Steam: play, replay, simulate and draw.

    \b
    To begin:
      footplate                                          the table in the browser
      footplate play rust-belt --players 3 --bot frugal  the table in the terminal
    """
    if context.invoked_subcommand is None:
        serve.serve()


for command in (
    serve.serve,
    play.play,
    maps.maps,
    replay.replay,
    simulate.simulate,
    render.render,
    check.check,
    rules.rules,
    bench.bench,
):
    app.command()(command)
app.add_typer(accounts.accounts)
app.add_typer(tables.tables)


def main() -> None:
    """Run the command."""
    for stream in (sys.stdout, sys.stderr):
        # A name that is no text, or a screen without our letters, must not end in a complaint about it.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="footplate")
