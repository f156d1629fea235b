"""The command `footplate`: gathers what the other files can do."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from footplate import __version__, compiled

COMMANDS = (
    "serve",
    "play",
    "games",
    "maps",
    "replay",
    "simulate",
    "tournament",
    "report",
    "render",
    "check",
    "rules",
    "bench",
    "accounts",
    "tables",
)
"""What can be said after `footplate`: each is a module beside this one, and what it calls by its own name."""


class PlainGroup(TyperGroup):
    """The command itself: what cannot be understood is said in one sentence, with exit code 2.

    A command is loaded when somebody says it, so that none waits for the others.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            # What was meant is looked for among commands that are loaded.
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            said = getattr(import_module(f"footplate.cli.{cmd_name}"), cmd_name)
            if not isinstance(said, typer.Typer):
                alone = typer.Typer(rich_markup_mode=None, add_completion=False)
                alone.command(cmd_name)(said)
                said = alone
            self.commands[cmd_name] = typer.main.get_command(said)
        return self.commands[cmd_name]

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
            end = "" if message.endswith("?") else "."
            more = "" if message.startswith("Usage:") else f"{end} More: {command} --help"
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
        typer.echo(f"footplate {__version__} ({compiled.form()})")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def footplate(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Say the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Steam-train board games: play, replay, simulate and draw.

    \b
    To begin:
      footplate                                          the table in the browser
      footplate play rust-belt --players 3 --bot frugal  the table in the terminal
    """
    if context.invoked_subcommand is None:
        from footplate.cli.serve import serve

        serve()


def main() -> None:
    """Run the command."""
    for stream in (sys.stdout, sys.stderr):
        # A name that is no text, or a screen without our letters, must not end in a complaint about it.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="footplate")
