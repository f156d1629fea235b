"""One table being played: its game, its seats, and the pages that look at it."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import msgspec
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from footplate.core.game import NATURE, NOBODY
from footplate.core.host import Host, Safe, Slip
from footplate.core.table import Chance, Refused, Table
from footplate.web.bots import Advised, Bots
from footplate.web.cards import Summary, summary
from footplate.web.connection import Connection
from footplate.web.declined import Declined
from footplate.web.hooks import Hooks
from footplate.web.log import Log, Told
from footplate.web.person import Person
from footplate.web.protocol import CopyOf, LogLine, TableCard, TableState
from footplate.web.runner import Runner, as_json
from footplate.web.seats import TableSeat
from footplate.web.store import Gone, Store, now
from footplate.web.window import Window
from footplate.web.words import Words

STALE = "The table moved on while you chose. Nothing was changed."
NOT_KEPT = "The server could not write this down, so nothing was changed. Try again."
REMOVED = "This table has been removed from the server."
CHANCE_NEXT = Slip(
    "chance",
    "Chance answers next, and then nothing before it can be taken back.",
    "Go on?",
    Safe("Not yet"),
    "Go on",
)
LONGEST_SENTENCE = 500
"""Characters of a sentence of the game."""

AnyTable = Table[Any, Any]
log = logging.getLogger("footplate")


class LiveTable:
    """A table in the memory of the server; what it tells anybody is in the store before."""

    def __init__(
        self,
        id: str,
        host: Host,
        table: AnyTable,
        lines: list[LogLine],
        seats: list[TableSeat],
        *,
        store: Store,
        bots: Bots,
        hooks: Hooks,
        public: bool,
        advice: bool,
        maker: str | None,
        updated: int,
        name: str = "",
        copy: CopyOf | None = None,
    ) -> None:
        self.id, self.host, self.game, self.table, self.seats = id, host, host.game, table, seats
        self.store, self.bots, self.hooks = store, bots, hooks
        self.public, self.maker, self.updated = public, maker, updated
        self.name, self.copy = name, copy
        self.advice = advice
        """Whether players may ask a bot."""
        self._advised: tuple[Any, asyncio.Task[Advised]] | None = None
        """The position that advice was last asked about, and what comes of it."""
        self.log = Log(host, len(seats), lines)
        self.log.read_again(table.log, table.seats)
        self.again: list[bool] = [False] * len(lines)
        """Whether each line stands where another, taken back, stood before."""
        self.reached = len(lines)
        """The longest the log has been."""
        self.rematch: str | None = None
        self.window, self.words, self.runner = Window(self), Words(self), Runner(self)
        self.connections: list[Connection] = []
        self.lock = asyncio.Lock()
        self.spoiled = False
        """Whether the store knows better: then it is left, and loaded anew."""
        self.users = 0
        self.used = time.monotonic()
        self.chance = Chance(random.SystemRandom())
        self._present: frozenset[str] = frozenset()
        """Whoever is connected, by all their identities."""

    @property
    def lines(self) -> list[LogLine]:
        """The log, line by line."""
        return self.log.lines

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def liveries(self) -> tuple[int, ...]:
        """The livery of each seat."""
        return tuple(seat.livery for seat in self.seats)

    @property
    def asked(self) -> int:
        """The seat that is asked, NATURE or NOBODY."""
        return self.table.actor

    @property
    def idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not (self.users or self.connections or self.runner.working or self.lock.locked())

    def mine(self, person: Person) -> list[int]:
        """The seats of a person."""
        return [seat.seat for seat in self.seats if seat.belongs_to(person)]

    def card(self, person: Person, key: str | None = None) -> TableCard:
        """The table as the lobby shows it."""
        return self.window.card(person, key)

    def state_for(self, person: Person) -> TableState:
        """The table as one person may see it."""
        return self.window.state_for(person)

    # Pages ------------------------------------------------------------------------------------------------

    def seats_here(self) -> set[int]:
        """The seats for which somebody is connected."""
        return {seat.seat for seat in self.seats if seat.kind != "bot" and seat.identity in self._present}

    def _look_around(self) -> None:
        everybody = (connection.person.identities for connection in self.connections)
        self._present = frozenset().union(*everybody)

    def connect(self, connection: Connection) -> None:
        """A page begins to listen; it is told all that it lacks."""
        # Lines it knows may have been taken back and written again while it was away.
        known = min(connection.known, len(self.lines))
        while known and self.again[known - 1]:
            known -= 1
        # And what was secret when it went away need not be so any more.
        connection.known = 0 if self.game.hidden else known
        here = self.seats_here()
        self.connections.append(connection)
        self._look_around()
        if self.seats_here() != here:
            self.tell_all()
        else:
            self.tell(connection)

    def disconnect(self, connection: Connection) -> None:
        """A page has gone."""
        here = self.seats_here()
        self.connections.remove(connection)
        self._look_around()
        self.used = time.monotonic()
        if self.seats_here() != here:
            self.tell_all()

    def tell(self, connection: Connection) -> None:
        """Let a page hear how the table stands, as soon as it can."""
        connection.show()

    def tell_all(self) -> None:
        """Let every page hear how the table stands."""
        for connection in self.connections:
            connection.show()

    def changed(self, card: Summary | None = None) -> None:
        """The position or a name has changed: everybody hears of it."""
        self.window.forget(card)
        self.used = time.monotonic()
        self.tell_all()

    # Playing ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One change at a time; what the store does not take has not happened."""
        async with self.lock:
            try:
                yield
            except Gone:
                self.spoil()
                raise Declined(404, REMOVED) from None
            except (SQLAlchemyError, OSError) as problem:
                log.error("table %s: the store failed: %s", self.id, problem)
                if isinstance(problem, IntegrityError):
                    # A move was written down although it seemed to have failed.
                    self.spoil()
                raise Declined(503, NOT_KEPT) from None

    def spoil(self) -> None:
        """The store knows better: every page begins anew, with what the store says."""
        self.spoiled = True
        for connection in self.connections:
            connection.leave()

    async def act(self, person: Person, text: str, at: int, sure: bool) -> Slip | None:
        """A person says a sentence; a question comes back where it is not done for good reason."""
        async with self.turn():
            if at != len(self.lines):
                raise Refused(STALE)
            if self.asked == NOBODY:
                raise Refused("The game is over.")
            if len(text) > LONGEST_SENTENCE:
                raise Refused("No sentence of the game is so long.")
            seat = self._own(person)
            trial = self.table.copy()
            trial.act(text, seat, at=at)
            if not sure and (doubt := self._doubt(trial)):
                return doubt
            await self.keep(trial)
        return None

    def _own(self, person: Person) -> int:
        """The seat that is asked, if it is this person's."""
        mine = self.mine(person)
        if not mine:
            raise Refused("You only watch this table.")
        if self.asked not in mine:
            raise Refused(f"It is {self.table.name(self.asked)}’s turn.")
        return self.asked

    def _doubt(self, trial: AnyTable) -> Slip | None:
        """What to ask before a sentence that is probably a slip, or that seals moves one could take back."""
        if doubt := self.host.slip(self.table.state, trial.said):
            return doubt
        if trial.actor != NATURE or not self.table.can_undo(trial.log[-1].seat):
            return None
        # The button says what it does, as the sentence does.
        return replace(CHANCE_NEXT, go_on=trial.log[-1].text.split()[0].capitalize())

    async def keep(self, trial: AnyTable) -> None:
        """Let nature answer, write everything down, then tell everybody."""
        before, asked = self.table.state, self.asked
        first = len(self.lines)
        told = [self.log.said(before, trial, self.names)] if len(trial.log) > first else []
        while trial.actor == NATURE:
            s = trial.state
            trial.act(cast(str, self.chance.answer(self.game, s)))
            told.append(self.log.said(s, trial, self.names))
        left = self.runner.left(before, trial.state)
        changed = {seat: answer for seat, answer in left.items() if answer != self.runner.prepared[seat]}
        again = [one.line.n < self.reached for one in told]
        reached, updated = max(self.reached, len(trial.log)), now()
        heading = self.heading(trial, updated, reached)
        await self.store.change(
            self.id,
            heading,
            entries=[entry_values(one.line, anew, updated) for one, anew in zip(told, again)],
            position=(len(trial.log), trial.state.to_json()),
            prepared=as_json(changed),
        )
        # From here on it is so.
        self.table, self.updated, self.reached = trial, updated, reached
        self.log.add(told)
        self.again += again
        self.runner.prepared = {seat: answer for seat, answer in left.items() if answer is not None}
        if trial.state.over:
            self.read_anew()
        self.changed(heading["card"])
        self._call(asked)
        self.runner.go_on()

    def read_anew(self) -> None:
        """Where there were secrets, somebody may know others now, or all: pages read the whole log anew."""
        if self.game.hidden:
            self.window.forget_past()
            for connection in self.connections:
                connection.known = 0

    def heading(
        self, table: AnyTable, updated: int, reached: int, names: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """What the store keeps beside a table, for lists."""
        card: Summary = summary(self.host, table.state, names or self.names, len(table.log))
        return {
            "updated": updated,
            "over": table.state.over,
            "asked": table.actor,
            "reached": reached,
            "card": card,
        }

    def _call(self, before: int) -> None:
        """Send word to whoever is asked now, if somebody else was asked before."""
        if self.asked < 0 or self.asked == before:
            return
        seat = self.seats[self.asked]
        same = before >= 0 and self.seats[before].identity == seat.identity
        if seat.kind == "bot" or seat.identity is None or same or self.runner.sentence() is not None:
            return
        ask = self.window.summary["ask"]
        self.hooks.your_turn(seat.identity, self.id, f"{self.host.title}: it is your turn. {ask}.")

    async def undo(self, person: Person, at: int) -> None:
        """A person takes back their last entry."""
        async with self.turn():
            if at != len(self.lines):
                raise Refused(STALE)
            mine = self.mine(person)
            if not mine:
                raise Refused("You only watch this table.")
            trial = self.table.copy()
            last = trial.log[-1].seat if trial.log else mine[0]
            trial.undo(last if last in mine else mine[0])
            # What was prepared would only do the same again.
            dropped = {last: None} if last in self.runner.prepared else {}
            n, updated = len(trial.log), now()
            await self.store.change(
                self.id,
                self.heading(trial, updated, self.reached),
                taken_back_from=n,
                position=(n, trial.state.to_json()),
                prepared=as_json(dropped),
            )
            self.table, self.updated = trial, updated
            self.log.take_back(n)
            del self.again[n:]
            self.runner.prepared.pop(last, None)
            self.window.taken_back(n)
            for connection in self.connections:
                connection.known = min(connection.known, n)
            self.changed()
            self.runner.go_on()

    def look(self, person: Person, about: Any, at: int) -> Any:
        """What a closer look at the position finds, for who is asked."""
        if at != len(self.lines):
            raise Refused(STALE)
        if self.asked == NOBODY:
            raise Refused("The game is over.")
        self._own(person)
        try:
            look = msgspec.convert(about, self.host.look_type)
        except msgspec.ValidationError as problem:
            raise Refused(f"The server does not understand what to look at: {problem}.") from None
        return self.host.look(look, self.window.sight(person))

    async def suggest(self, person: Person, at: int) -> Advised:
        """What a bot would do in the place of who is asked; the same question is answered once."""
        if at != len(self.lines):
            raise Refused(STALE)
        if self.asked == NOBODY:
            raise Refused("The game is over.")
        if not self.advice:
            raise Refused("This table was made without advice.")
        seat = self._own(person)
        s = self.table.state
        if self._advised is None or self._advised[0] is not s or _failed(self._advised[1]):
            task = asyncio.create_task(self.bots.advise(self.host, s, seat, self.names))
            self._advised = s, task
        return await asyncio.shield(self._advised[1])

    # Belongings -------------------------------------------------------------------------------------------

    def concerns(self, identity: str) -> bool:
        """Whether something here belongs to somebody."""
        return (
            identity == self.maker
            or identity in self.words.notes
            or any(s.identity == identity for s in self.seats)
        )

    def hand_over(self, old: str, new: str) -> None:
        """All that belonged to one identity belongs to another; the store knows already."""
        self.seats = [replace(seat, identity=new) if seat.identity == old else seat for seat in self.seats]
        if self.maker == old:
            self.maker = new
        self.words.hand_over(old, new)
        self.read_anew()
        self.tell_all()

    def set_rematch(self, id: str) -> None:
        """The table at which this game is played again."""
        self.rematch = id
        self.window.rematched()
        self.tell_all()

    def set_name(self, name: str, copy: CopyOf | None) -> None:
        """What the table is called from now on, and what it was copied from; the store knows already."""
        self.name, self.copy = name, copy
        self.tell_all()

    async def close(self) -> None:
        """Stop whatever goes on by itself."""
        await self.runner.close()


def _failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def entry_values(line: LogLine, again: bool, at: int) -> dict[str, Any]:
    """A line of the log as the store wants it."""
    return {
        "n": line.n,
        "seat": line.seat,
        "text": line.sentence,
        "told": line.told,
        "turn": line.turn,
        "phase": line.phase,
        "again": again,
        "at": at,
    }


def opening(host: Host, table: AnyTable, lines: Sequence[LogLine]) -> list[LogLine]:
    """Let nature answer at a table that nobody has seen yet; all lines of its log."""
    written, chance = Log(host, 0, list(lines)), Chance(random.SystemRandom())
    while table.actor == NATURE:
        s = table.state
        table.act(cast(str, chance.answer(host.game, s)))
        line = written.line(len(table.log) - 1, s, table.log[-1], table.news, table.seats)
        written.add([Told(line, {})])
    return written.lines
