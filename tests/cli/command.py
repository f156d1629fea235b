"""The command at hand: say it, and see what it answers."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from footplate.cli.main import app


class Answer:
    """What a command wrote, and the code with which it left."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def footplate(*words: object, input: str = "") -> Answer:
    """Run the command; whatever it raises but does not say is a failure of the test."""
    result = CliRunner().invoke(app, [str(word) for word in words], input=input, prog_name="footplate")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Answer(result.exit_code, result.stdout, result.stderr)


def lines(*sentences: str) -> str:
    """A script for the keyboard."""
    return "".join(f"{sentence}\n" for sentence in sentences)
