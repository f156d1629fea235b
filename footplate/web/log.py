"""The log of a table as it is told: every line, and every line as each seat may read it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from footplate.core.game import NOBODY, Fact
from footplate.core.host import Host
from footplate.core.table import Entry, Table, Unlawful, steps
from footplate.web.protocol import LogLine


class Log:
    """The lines of a table; where a game has secrets, also those that each seat may read until its end."""

    def __init__(self, host: Host, seats: int, lines: list[LogLine]) -> None:
        self.host, self.lines = host, lines
        hidden = host.game.hidden
        self.readings: dict[int, list[LogLine]] = (
            {seat: [] for seat in (NOBODY, *range(seats))} if hidden else {}
        )
        """By seat, NOBODY for who watches; empty where everybody reads everything."""

    def __len__(self) -> int:
        return len(self.lines)

    def read_by(self, seat: int, over: bool) -> list[LogLine]:
        """The lines as a seat may read them; when the game is over nothing is secret."""
        return self.lines if over or not self.readings else self.readings[seat]

    def line(self, n: int, before: Any, entry: Entry, news: Iterable[Fact], names: Sequence[str]) -> LogLine:
        """An entry as a line of the log."""
        told = self.host.story(news, names)
        return LogLine(n, entry.seat, entry.text, told, self.host.turn(before), before.phase)

    def line_for(
        self, seat: int, n: int, before: Any, entry: Entry, news: Iterable[Fact], names: Sequence[str]
    ) -> LogLine:
        """An entry as a line that a seat may read."""
        game = self.host.game
        text = game.seen(before, entry.seat, entry.text, seat)
        return self.line(
            n, before, Entry(entry.seat, text), [game.readable(fact, seat) for fact in news], names
        )

    def said(self, before: Any, table: Table[Any, Any], names: Sequence[str]) -> Told:
        """The last entry of a table, as everybody will be told it."""
        n, entry = len(table.log) - 1, table.log[-1]
        own = {seat: self.line_for(seat, n, before, entry, table.news, names) for seat in self.readings}
        return Told(self.line(n, before, entry, table.news, names), own)

    def add(self, told: Iterable[Told]) -> None:
        """Write lines down."""
        for one in told:
            self.lines.append(one.line)
            for seat, line in one.own.items():
                self.readings[seat].append(line)

    def take_back(self, n: int) -> None:
        """Strike out the lines from a number on."""
        del self.lines[n:]
        for lines in self.readings.values():
            del lines[n:]

    def told_again(self, log: Sequence[Entry], names: Sequence[str]) -> list[list[str]]:
        """The sentences of every entry, with the names of today; Unlawful where rules have changed since."""
        start = self.host.game.start(len(names))
        return [self.host.story(step.news, names) for step in steps(self.host.game, start, log)]

    def read_again(self, log: Sequence[Entry], names: Sequence[str]) -> None:
        """Find out anew what each seat may read; where rules have changed since, nobody reads it."""
        if not self.readings:
            return
        for lines in self.readings.values():
            lines.clear()
        game = self.host.game
        try:
            for n, (entry, step) in enumerate(zip(log, steps(game, game.start(len(names)), log))):
                for seat, lines in self.readings.items():
                    lines.append(self.line_for(seat, n, step.before, entry, step.news, names))
        except Unlawful:
            for lines in self.readings.values():
                whole = self.lines[len(lines) :]
                lines += [LogLine(line.n, line.seat, "", [], line.turn, line.phase) for line in whole]


class Told:
    """One new line, and how each seat may read it."""

    __slots__ = ("line", "own")

    def __init__(self, line: LogLine, own: dict[int, LogLine]) -> None:
        self.line, self.own = line, own
