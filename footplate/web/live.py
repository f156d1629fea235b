"""One table being played: its game, its seats, and the pages that look at it."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import msgspec
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.look import TileChoice, tiles_for, why_no_delivery, why_not_here
from footplate.age_of_steam.narration import slip, story
from footplate.age_of_steam.question import Question, deliveries_of, question
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.view import View, view
from footplate.bots import BOTS, BotError, bot
from footplate.core.game import NATURE, NOBODY
from footplate.core.table import Chance, Refused, Table, Unlawful
from footplate.web import prepared as prepared_answers
from footplate.web.bots import Bots
from footplate.web.cards import Summary, TableSeat, moment, seat_values, summary, table_card
from footplate.web.connection import Connection
from footplate.web.declined import Declined
from footplate.web.hooks import Hooks
from footplate.web.past import Positions, end_of, told_again
from footplate.web.person import Person
from footplate.web.protocol import (
    Chat,
    ChatLine,
    End,
    Here,
    LogLine,
    Now,
    Past,
    Prepared,
    TableCard,
    TableState,
    Ways,
)
from footplate.web.shown import Shown, changes, own_parts
from footplate.web.store import CHAT_KEPT, LONGEST_NOTE, Gone, Store, joined_notes, now

STALE = "The table moved on while you chose. Nothing was changed."
NOT_KEPT = "The server could not write this down, so nothing was changed. Try again."
REMOVED = "This table has been removed from the server."
CHANCE_NEXT = "Chance answers next, and then nothing before it can be taken back. Go on?"
LONGEST_WORD = 500
"""Characters of what is said."""
MOST_NOTES = 50
"""People whose notes a table keeps; players always may."""
SOON = 5.0
"""Seconds until a bot tries again after the server could not write its move down."""

SteamTable = Table[Any, SteamState]
log = logging.getLogger("footplate")


def bot_pause() -> float:
    """Seconds between the moves of bots, so that people can follow."""
    try:
        return max(0.0, float(os.environ.get("FOOTPLATE_BOT_PAUSE", "0.7")))
    except ValueError:
        return 0.7


def new_key() -> str:
    """The secret of an invitation: 128 bits."""
    return secrets.token_urlsafe(16)


class LiveTable:
    """A table in the memory of the server; what it tells anybody is in the store before."""

    def __init__(
        self,
        id: str,
        game: AgeOfSteam,
        table: SteamTable,
        lines: list[LogLine],
        seats: list[TableSeat],
        *,
        store: Store,
        bots: Bots,
        hooks: Hooks,
        public: bool,
        maker: str | None,
        updated: int,
    ) -> None:
        self.id, self.game, self.table, self.lines, self.seats = id, game, table, lines, seats
        self.store, self.bots, self.hooks = store, bots, hooks
        self.public, self.maker, self.updated = public, maker, updated
        self.again: list[bool] = [False] * len(lines)
        """Whether each line stands where another, taken back, stood before."""
        self.reached = len(lines)
        """The longest the log has been."""
        self.rematch: str | None = None
        self.chat: list[ChatLine] = []
        self.notes: dict[str, str] = {}
        self.prepared: dict[int, Prepared] = {}
        self.connections: list[Connection] = []
        self.lock = asyncio.Lock()
        self.spoiled = False
        """Whether the store knows better: then it is left, and loaded anew."""
        self.users = 0
        self.used = time.monotonic()
        self.chance = Chance(random.SystemRandom())
        self._positions: Positions | None = None
        self._shown: Shown | None = None
        self._summary: Summary | None = None
        self._present: frozenset[str] = frozenset()
        """Whoever is connected, by all their identities."""
        self._past: dict[int, msgspec.Raw] = {}
        self._end: msgspec.Raw | None = None
        self._runner: asyncio.Task[None] | None = None

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
        working = self._runner is not None and not self._runner.done()
        return not (self.users or self.connections or working or self.lock.locked())

    def mine(self, person: Person) -> list[int]:
        """The seats of a person."""
        return [seat.seat for seat in self.seats if seat.belongs_to(person)]

    # What people see --------------------------------------------------------------------------------------

    def seats_here(self) -> set[int]:
        """The seats for which somebody is connected."""
        return {seat.seat for seat in self.seats if seat.kind != "bot" and seat.identity in self._present}

    def _look_around(self) -> None:
        everybody = (connection.person.identities for connection in self.connections)
        self._present = frozenset().union(*everybody)

    def card(self, person: Person, key: str | None = None) -> TableCard:
        """The table as the lobby shows it."""
        return table_card(
            id=self.id,
            map=self.game.board.id,
            map_name=self.game.board.name,
            seats=self.seats,
            public=self.public,
            maker=self.maker,
            asked=self.asked,
            over=self.table.state.over,
            updated=self.updated,
            summary=self.summary,
            person=person,
            here=self.seats_here(),
            key=key,
        )

    @property
    def summary(self) -> Summary:
        """The position in a few words, found once."""
        if self._summary is None:
            self._summary = summary(self.game, self.table.state, self.names, len(self.lines))
        return self._summary

    def _show(self) -> Shown:
        """The position as it is told, worked out once for everybody."""
        if self._shown is None:
            s = self.table.state
            shown = view(self.game, s, self.names, self.liveries)
            self._shown = Shown(shown, question(self.game, s, shown))
        return self._shown

    def state_for(self, person: Person) -> TableState:
        """The table as one person may see it."""
        shown = self._show()
        mine = self.mine(person)
        last = self.lines[-1].seat if self.lines else NOBODY
        own = [self.prepared[seat] for seat in mine if seat in self.prepared]
        notes = [self.notes[who] for who in (person.identity, person.browser) if who in self.notes]
        return TableState(
            self.id,
            self.card(person),
            len(self.lines),
            shown.view,
            cast(Question, shown.question) if self.asked in mine else None,
            mine,
            person.is_one_of(self.maker),
            last in mine and self.table.can_undo(last),
            own[0] if own else None,
            notes[0] if notes else "",
            cast(End, self._ending()) if self.table.state.over else None,
        )

    def _ending(self) -> msgspec.Raw:
        if self._end is None:
            end = end_of(self.game, self.table.state, self.table.log, self.names)
            end.rematch = self.rematch
            self._end = _raw(end)
        return self._end

    def position(self, n: int) -> SteamState:
        """The position after the first `n` entries."""
        if not 0 <= n <= len(self.lines):
            raise Declined(404, f"The log has {len(self.lines)} entries.")
        if n == len(self.lines):
            return self.table.state
        if self._positions is None:
            self._positions = Positions(self.game, len(self.seats))
        try:
            return self._positions.at(self.table.log, n)
        except Unlawful:
            raise Declined(
                409, "This game was begun under older rules; its earlier positions cannot be shown."
            ) from None

    def past(self, n: int) -> Past:
        """An earlier position as anybody may see it."""
        if n not in self._past:
            shown = _raw(view(self.game, self.position(n), self.names, self.liveries))
            if len(self._past) >= 64:
                self._past.pop(next(iter(self._past)))
            self._past[n] = shown
        return Past(n, cast(View, self._past[n]))

    # Pages ------------------------------------------------------------------------------------------------

    def connect(self, connection: Connection) -> None:
        """A page begins to listen; it is told all that it lacks."""
        # Lines it knows may have been taken back and written again while it was away.
        known = min(connection.known, len(self.lines))
        while known and self.again[known - 1]:
            known -= 1
        connection.known = known
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

    def news_for(self, connection: Connection) -> bytes:
        """How the table stands now, for a page that can be written to: all that it lacks."""
        shown, state = self._show(), self.state_for(connection.person)
        own, first = own_parts(state), min(connection.known, len(self.lines))
        heard: Here | Now
        if connection.shown is None:
            heard = Here(state, self.lines[first:], first, self.chat)
        else:
            new, mine = shown.since(connection.shown), changes(own, connection.own)
            heard = Now({**new.set, **mine.set}, new.gone, self.lines[first:], first)
        connection.shown, connection.own, connection.known = shown, own, len(self.lines)
        connection.behind = False
        return msgspec.json.encode(heard)

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

    async def act(self, person: Person, text: str, at: int, sure: bool) -> str | None:
        """A person says a sentence; a question comes back where it is not done for good reason."""
        async with self.turn():
            if at != len(self.lines):
                raise Refused(STALE)
            if self.asked == NOBODY:
                raise Refused("The game is over.")
            if len(text) > LONGEST_WORD:
                raise Refused("No sentence of the game is so long.")
            seat = self._own(person)
            trial = self.table.copy()
            trial.act(text, seat, at=at)
            if not sure and (doubt := self._doubt(trial)):
                return doubt
            await self._keep(trial)
        return None

    def _own(self, person: Person) -> int:
        """The seat that is asked, if it is this person's."""
        mine = self.mine(person)
        if not mine:
            raise Refused("You only watch this table.")
        if self.asked not in mine:
            raise Refused(f"It is {self.table.name(self.asked)}’s turn.")
        return self.asked

    def _doubt(self, trial: SteamTable) -> str | None:
        """What to ask before a sentence that is probably a slip, or that seals moves one could take back."""
        if doubt := slip(self.game, self.table.state, trial.said):
            return doubt
        return CHANCE_NEXT if trial.actor == NATURE and self.table.can_undo(trial.log[-1].seat) else None

    async def _keep(self, trial: SteamTable) -> None:
        """Let nature answer, write everything down, then tell everybody."""
        before, asked = self.table.state, self.asked
        first = len(self.lines)
        lines = [self._line(before, trial)] if len(trial.log) > first else []
        while trial.actor == NATURE:
            s = trial.state
            trial.act(cast(str, self.chance.answer(self.game, s)))
            lines.append(self._line(s, trial))
        left = {
            seat: prepared_answers.left_of(answer, before, trial.state)
            for seat, answer in self.prepared.items()
        }
        changed = {seat: answer for seat, answer in left.items() if answer != self.prepared[seat]}
        again = [line.n < self.reached for line in lines]
        reached, updated = max(self.reached, len(trial.log)), now()
        heading = self._heading(trial, updated, reached)
        await self.store.change(
            self.id,
            heading,
            entries=[entry_values(line, anew, updated) for line, anew in zip(lines, again)],
            position=(len(trial.log), trial.state.to_json()),
            prepared=_as_json(changed),
        )
        # From here on it is so.
        self.table, self.updated, self.reached = trial, updated, reached
        self.lines += lines
        self.again += again
        self.prepared = {seat: answer for seat, answer in left.items() if answer is not None}
        self._forget()
        self._summary = heading["card"]
        self.tell_all()
        self._call(asked)
        self.go_on()

    def _line(self, before: SteamState, trial: SteamTable) -> LogLine:
        """The last entry of a table as a line of the log."""
        seat, text = trial.log[-1]
        told = story(self.game, trial.news, self.names)
        return LogLine(len(trial.log) - 1, seat, text, told, before.turn, before.phase)

    def _heading(self, table: SteamTable, updated: int, reached: int) -> dict[str, Any]:
        return {
            "updated": updated,
            "over": table.state.over,
            "asked": table.actor,
            "reached": reached,
            "card": summary(self.game, table.state, self.names, len(table.log)),
        }

    def _forget(self) -> None:
        """The position or a name has changed: what was drawn is old."""
        self._shown = self._end = self._summary = None
        self.used = time.monotonic()

    def _call(self, before: int) -> None:
        """Send word to whoever is asked now, if somebody else was asked before."""
        if self.asked < 0 or self.asked == before:
            return
        seat = self.seats[self.asked]
        same = before >= 0 and self.seats[before].identity == seat.identity
        if seat.kind == "bot" or seat.identity is None or same or self._prepared_sentence() is not None:
            return
        ask = self.summary["ask"]
        self.hooks.your_turn(seat.identity, self.id, f"{self.game.board.name}: it is your turn. {ask}.")

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
            dropped = {last: None} if last in self.prepared else {}
            n, updated = len(trial.log), now()
            await self.store.change(
                self.id,
                self._heading(trial, updated, self.reached),
                taken_back_from=n,
                position=(n, trial.state.to_json()),
                prepared=_as_json(dropped),
            )
            self.table, self.updated = trial, updated
            del self.lines[n:], self.again[n:]
            self.prepared.pop(last, None)
            if self._positions is not None:
                self._positions.forget_from(n)
            self._past = {at: shown for at, shown in self._past.items() if at <= n}
            self._forget()
            for connection in self.connections:
                connection.known = min(connection.known, n)
            self.tell_all()
            self.go_on()

    # Questions --------------------------------------------------------------------------------------------

    def look(self, person: Person, hex: int, at: int) -> list[TileChoice]:
        """The tiles that fit a hex."""
        s = self._open(person, hex, at)
        if self.game.decision(s).control != "build":
            raise Refused(f"Nothing is built now. {self._ask()}")
        return tiles_for(self.game, s, hex, self.liveries)

    def why(self, person: Person, hex: int, colour: str | None, at: int) -> str:
        """Why nothing can be done with a hex, or with a cube on it."""
        try:
            s = self._open(person, hex, at)
        except Refused as refused:
            if str(refused) == STALE:
                raise
            return str(refused)
        if colour is not None and colour not in COLOURS:
            raise Refused(f"“{colour}” is no colour of goods; they are {', '.join(COLOURS)}.")
        kind = self.game.decision(s).control
        if kind == "build":
            return why_not_here(self.game, s, hex, self.names)
        if kind == "move" and colour is not None:
            return why_no_delivery(self.game, s, hex, COLOURS.index(colour))
        return self._ask()

    def where(self, person: Person, hex: int, colour: str | None, at: int) -> Ways:
        """Where a cube may go, or which answers concern a hex."""
        self._open(person, hex, at)
        shown = self._show()
        if colour is None:
            return Ways(hex, None, [], shown.answers(hex))
        s = self.table.state
        if colour in COLOURS and shown.is_short():
            return Ways(hex, colour, deliveries_of(self.game, s, hex, COLOURS.index(colour), shown.view), [])
        return Ways(hex, colour, shown.ways(hex, colour), [])

    def _ask(self) -> str:
        return self.summary["ask"] + "."

    def _open(self, person: Person, hex: int, at: int) -> SteamState:
        """The position, if this person is asked and the hex exists."""
        if at != len(self.lines):
            raise Refused(STALE)
        if self.asked == NOBODY:
            raise Refused("The game is over.")
        self._own(person)
        if not 0 <= hex < self.game.board.size:
            raise Refused(f"There is no hex {hex} on this board.")
        return self.table.state

    # Words, notes, prepared answers -----------------------------------------------------------------------

    async def say(self, person: Person, text: str) -> None:
        """A word to the others."""
        text = text.replace("\0", "").strip()
        if not text:
            raise Refused("There is nothing to say.")
        if len(text) > LONGEST_WORD:
            raise Refused(f"A message has at most {LONGEST_WORD} characters; this one has {len(text)}.")
        if person.identity is None:
            raise Refused("Your browser keeps no cookies, so nobody could tell who speaks.")
        async with self.turn():
            mine = self.mine(person)
            seat = self.asked if self.asked in mine else mine[0] if mine else -1
            name = self.seats[seat].name if mine else person.name or "Visitor"
            at = now()
            await self.store.add_chat(self.id, seat, name, text, at)
            line = ChatLine(seat, name, text, moment(at))
            self.chat = [*self.chat, line][-CHAT_KEPT:]
            for connection in self.connections:
                connection.tell(Chat(line))

    async def note(self, person: Person, text: str) -> None:
        """Keep a person's private notes."""
        if person.identity is None:
            raise Refused("Your browser keeps no cookies, so your notes cannot be kept.")
        mine = self.mine(person)
        if not mine and person.account is None:
            raise Refused("Notes are kept for players and for people with an account.")
        if not mine and person.identity not in self.notes and len(self.notes) >= MOST_NOTES:
            raise Refused(f"So many people have notes at this table already: {MOST_NOTES} are the most.")
        if len(text) > LONGEST_NOTE:
            raise Refused(f"Notes have at most {LONGEST_NOTE} characters; these have {len(text)}.")
        text = text.replace("\0", "")
        async with self.turn():
            await self.store.set_note(self.id, person.identity, text)
            if text:
                self.notes[person.identity] = text
            else:
                self.notes.pop(person.identity, None)

    async def prepare(self, person: Person, seat: int, answer: Prepared | None) -> None:
        """Prepare an answer for one's own seat, or take it back."""
        async with self.turn():
            if seat not in self.mine(person):
                raise Refused("This seat is not yours.")
            if self.asked == NOBODY:
                raise Refused("The game is over.")
            if answer is not None:
                prepared_answers.check_prepared(answer)
                if answer.bid is None and not answer.pass_moves:
                    answer = None
            await self.store.change(
                self.id,
                self._heading(self.table, self.updated, self.reached),
                prepared=_as_json({seat: answer}),
            )
            if answer is None:
                self.prepared.pop(seat, None)
            else:
                self.prepared[seat] = answer
            for connection in self.connections:
                if seat in self.mine(connection.person):
                    self.tell(connection)
            self.go_on()

    def _prepared_sentence(self) -> str | None:
        answer = self.prepared.get(self.asked)
        return None if answer is None else prepared_answers.sentence(self.game, self.table.state, answer)

    # Seats ------------------------------------------------------------------------------------------------

    async def replace(self, person: Person, number: int, bot_name: str | None) -> None:
        """Leave one's seat, or as the maker free another's: for a bot, or for whoever gets the new link."""
        async with self.turn():
            if not 0 <= number < len(self.seats):
                raise Refused(f"There is no seat {number}.")
            old = self.seats[number]
            if not old.belongs_to(person) and not person.is_one_of(self.maker):
                raise Refused("Only whoever made the table can free the seat of another.")
            if self.asked == NOBODY:
                raise Refused("The game is over.")
            if bot_name is not None:
                try:
                    bot(bot_name)
                except BotError as problem:
                    raise Refused(str(problem)) from None
                seat = replace(old, kind="bot", bot=bot_name, key=None, identity=None)
            else:
                seat = replace(old, kind="link", bot="", key=new_key(), identity=None)
            await self._seat(seat)

    async def sit(self, person: Person, number: int, name: str) -> None:
        """A person takes a free seat."""
        assert person.identity is not None
        seat = self.seats[number]
        taken = {other.name.casefold() for other in self.seats if other is not seat}
        if name.casefold() in taken:
            raise Declined(409, f"Somebody called {name} sits at this table already; choose another name.")
        await self._seat(replace(seat, name=name, identity=person.identity))

    async def _seat(self, seat: TableSeat) -> None:
        """Put a seat in the place of what it was; a new name stands in the whole log."""
        old = self.seats[seat.seat]
        seats = [*self.seats[: seat.seat], seat, *self.seats[seat.seat + 1 :]]
        names = tuple(other.name for other in seats)
        told: list[tuple[int, list[str]]] = []
        if seat.name != old.name:
            try:
                every = told_again(self.game, self.table.log, names)
            except Unlawful:
                every = [line.told for line in self.lines]
            told = [(n, now) for n, (line, now) in enumerate(zip(self.lines, every)) if line.told != now]
        updated = now()
        heading = self._heading(self.table, updated, self.reached)
        heading["card"] = summary(self.game, self.table.state, names, len(self.lines))
        await self.store.change(
            self.id,
            heading,
            told=told,
            seats={seat.seat: seat_values(seat)},
            prepared={seat.seat: None},
        )
        # The others as they are by now: one of them may have logged in while this was written.
        self.seats = [*self.seats[: seat.seat], seat, *self.seats[seat.seat + 1 :]]
        self.updated = updated
        self.prepared.pop(seat.seat, None)
        self.table = self.table.copy()
        self.table.seats = names
        for n, lines in told:
            self.lines[n] = msgspec.structs.replace(self.lines[n], told=lines)
            for connection in self.connections:
                connection.known = min(connection.known, n)
        self._past.clear()
        self._forget()
        self.tell_all()
        self.go_on()

    def concerns(self, identity: str) -> bool:
        """Whether something here belongs to somebody."""
        return (
            identity == self.maker
            or identity in self.notes
            or any(s.identity == identity for s in self.seats)
        )

    def hand_over(self, old: str, new: str) -> None:
        """All that belonged to one identity belongs to another; the store knows already."""
        self.seats = [replace(seat, identity=new) if seat.identity == old else seat for seat in self.seats]
        if self.maker == old:
            self.maker = new
        if old in self.notes:
            note = self.notes.pop(old)
            self.notes[new] = joined_notes(self.notes[new], note) if new in self.notes else note
        self.tell_all()

    def set_rematch(self, id: str) -> None:
        """The table at which this game is played again."""
        self.rematch = id
        self._end = None
        self.tell_all()

    # Bots and prepared answers ----------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let bots and prepared answers speak, if it is their turn."""
        if self._runner is None or self._runner.done():
            if self.asked >= 0 and (self._bot_is_asked() or self._prepared_sentence() is not None):
                self._runner = asyncio.create_task(self._run())

    def _bot_is_asked(self) -> bool:
        """Whether a bot has to answer; where only bots sit, they play while somebody watches."""
        people = any(seat.kind != "bot" for seat in self.seats)
        return self.seats[self.asked].kind == "bot" and (people or bool(self.connections))

    async def rest(self, seconds: float) -> None:
        """Wait until it is a person's turn, but not forever."""
        if self._runner is not None:
            await asyncio.wait([self._runner], timeout=seconds)

    async def _run(self) -> None:
        while True:
            try:
                if not await self._next():
                    return
            except Declined:
                if self.spoiled:
                    return
                # It stands in the log already.
                await asyncio.sleep(SOON)
            except Exception:
                if self.spoiled:
                    return
                log.exception("table %s: a bot could not move; it tries again", self.id)
                await asyncio.sleep(SOON)

    async def _next(self) -> bool:
        """One answer of a bot, or a prepared one; False if it is a person's turn to think."""
        began = time.monotonic()
        async with self.turn():
            seat, s = self.asked, self.table.state
            if seat < 0 or self.spoiled:
                return False
            if self.seats[seat].kind != "bot":
                said = self._prepared_sentence()
                if said is None:
                    return False
                await self._speak(said)
                return True
            if not self._bot_is_asked():
                return False
            name = self.seats[seat].bot
        said = await self.bots.choose(
            self.game,
            name if name in BOTS else next(iter(BOTS)),
            s,
            seat,
            people=any(other.identity is not None for other in self.seats),
            maker=self.maker or "",
        )
        await asyncio.sleep(max(0.0, bot_pause() - (time.monotonic() - began)))
        async with self.turn():
            # People may have taken back what it was asked about, and gone another way as far as that.
            if self.table.state == s and self.seats[seat].kind == "bot":
                await self._speak(said)
        return True

    async def _speak(self, text: str) -> None:
        """Say a sentence for who is asked; a bot that says something illegal gets what is legal instead."""
        trial = self.table.copy()
        try:
            trial.act(text)
        except Refused as refused:
            log.error("table %s: “%s” was refused: %s", self.id, text, refused)
            trial.act(trial.options()[0])
        await self._keep(trial)

    async def close(self) -> None:
        """Stop whatever goes on by itself."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)


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


def opening(game: AgeOfSteam, table: SteamTable, lines: Sequence[LogLine]) -> list[LogLine]:
    """Let nature answer at a table that nobody has seen yet; all lines of its log."""
    out, chance = list(lines), Chance(random.SystemRandom())
    while table.actor == NATURE:
        s = table.state
        table.act(cast(str, chance.answer(game, s)))
        seat, text = table.log[-1]
        told = story(game, table.news, table.seats)
        out.append(LogLine(len(table.log) - 1, seat, text, told, s.turn, s.phase))
    return out


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


def _as_json(prepared: Mapping[int, Prepared | None]) -> dict[int, Any]:
    return {seat: answer and msgspec.to_builtins(answer) for seat, answer in prepared.items()}
