"""All tables of the server: made, found, joined, played again, and let go when nobody looks."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Container, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Row
from sqlalchemy.exc import SQLAlchemyError

from footplate import games
from footplate.bots import BotError, bot
from footplate.core.game import BoardError, OptionError, PlayersError
from footplate.core.host import Host
from footplate.core.table import Entry, Refused, Table
from footplate.records import check_name
from footplate.web.accounts import Handed, sentence
from footplate.web.bots import Bots
from footplate.web.cards import copy_from, moment, summary, table_card
from footplate.web.declined import Declined
from footplate.web.hooks import Hooks
from footplate.web.live import AnyTable, LiveTable, entry_values, opening
from footplate.web.person import Person
from footplate.web.protocol import (
    ChatLine,
    CopyOf,
    JoinRequest,
    Lobby,
    LogLine,
    SeatRequest,
    TableCard,
    TableRequest,
)
from footplate.web.seats import TableSeat, new_key, seat_from, seat_values, sit
from footplate.web.store import LONGEST_TITLE, SOME, Store, now

SHOWN = 60
"""Tables in each list of the lobby."""
IDLE_SECONDS = 600
"""How long a table stays in memory when nobody looks."""
RESUMED_AT_ONCE, RESUMED_SECONDS, RESUME_PAUSE = 8, 60.0, 0.1
"""Tables that go on after a start at one time, how long they are waited for, and how long between two."""
NO_TABLE = "There is no such table."
WHAT_IF = ", what if"
SECRET = "This game has secrets: its positions can be tried when it is over."
DAMAGED = "This table is damaged and cannot be shown. Whoever runs this server finds the reason in its log."
log = logging.getLogger("footplate")


class OlderVersion(Declined):
    """A table whose position cannot be read any more."""

    def __init__(self) -> None:
        super().__init__(409, "This table was left by another version; it cannot be continued.")


class Tables:
    """Every table there is; those that somebody looks at are in memory."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        hooks: Hooks,
        *,
        needs_account: bool = False,
        most_unfinished: int = 100_000,
    ) -> None:
        self.store, self.bots, self.hooks = store, bots, hooks
        self.needs_account = needs_account
        """Whether only accounts make tables and take open seats; a secret link is enough for its seat."""
        self.most_unfinished = most_unfinished
        """Tables of one person that are not over."""
        self._live: dict[str, LiveTable] = {}
        self._hosts: dict[tuple[str, tuple[tuple[str, str], ...]], Host] = {}
        self._loading = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._damaged: set[str] = set()
        """Tables of which the operator has been told."""

    async def open(self) -> None:
        """Begin what goes on by itself."""
        waiting = deque(await self.store.waiting_for_the_server())
        self._tasks = [asyncio.create_task(self._resume(waiting)) for _ in range(RESUMED_AT_ONCE)]
        self._tasks.append(asyncio.create_task(self._sweep()))

    async def close(self) -> None:
        """Stop what goes on by itself."""
        for task in self._tasks:
            task.cancel()
        for live in list(self._live.values()):
            await live.close()

    async def _resume(self, waiting: deque[str]) -> None:
        """Go on where the last server stopped, behind whoever comes meanwhile."""
        while waiting:
            # Loading a table holds everybody up for a moment: so they are not loaded in a row.
            await asyncio.sleep(RESUME_PAUSE)
            id = waiting.popleft() if waiting else ""
            if not id or id in self._live:
                continue
            try:
                async with self.at(id) as live:
                    await live.runner.rest(RESUMED_SECONDS)
            except Declined as declined:
                log.error("table %s cannot go on: %s", id, declined)
            except Exception:
                log.exception("table %s cannot go on", id)
            else:
                if live.idle and self._live.get(id) is live:
                    del self._live[id]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(60)
            self.let_go(time.monotonic() - IDLE_SECONDS)
            try:
                await self.forget_removed()
            except (SQLAlchemyError, OSError):
                log.exception("the store could not be asked which tables are left")

    async def forget_removed(self) -> None:
        """Let everybody leave the tables that an operator has removed."""
        ids = list(self._live)
        for first in range(0, len(ids), SOME):
            some = ids[first : first + SOME]
            kept = {row.id for row in await self.store.headings(some)}
            for id in set(some) - kept:
                if live := self._live.pop(id, None):
                    live.spoil()

    def let_go(self, before: float) -> None:
        """Forget the tables nobody has used since a moment; the store has them."""
        for id, live in list(self._live.items()):
            if live.idle and live.used < before:
                del self._live[id]

    def host(self, map: str, options: Mapping[str, str]) -> Host:
        """The game on a map of ours; tables share it, because it remembers what it worked out."""
        if map not in games.boards():
            # A map file's path would be read from the server's disk: only boards of ours are played here.
            raise Declined(400, f"There is no map “{map[:40]}”.")
        key = map, tuple(sorted(options.items()))
        if key not in self._hosts:
            try:
                self._hosts[key] = games.load(map, options)
            except (BoardError, OptionError) as problem:
                raise Declined(400, str(problem)) from None
        return self._hosts[key]

    # Finding ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[LiveTable]:
        """A table, kept in memory as long as it is used."""
        live = self._live.get(id)
        if live is None or live.spoiled:
            async with self._loading:
                live = self._live.get(id)
                if live is None or live.spoiled:
                    live = self._live[id] = await self._load(id)
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            live.used = time.monotonic()

    async def _load(self, id: str) -> LiveTable:
        row = await self.store.table(id)
        if row is None:
            raise Declined(404, NO_TABLE)
        try:
            return await self._read(id, row)
        except (SQLAlchemyError, OlderVersion):
            raise
        except Exception as problem:
            self._say_damaged(id, problem)
            raise Declined(409, DAMAGED) from None

    def _say_damaged(self, id: str, problem: Exception) -> None:
        """Let the operator know, once."""
        if id not in self._damaged and len(self._damaged) < 10_000:
            self._damaged.add(id)
            log.error("table %s is damaged (%s: %s)", id, type(problem).__name__, problem)

    async def _read(self, id: str, row: Row[Any]) -> LiveTable:
        seats = [seat_from(seat) for seat in await self.store.seats([id])]
        entries = await self.store.entries(id)
        host = self.host(row.map, row.options)
        if host.game_id != row.game:
            raise ValueError(f"{row.map} is no board of {row.game}")
        try:
            state = host.game.position(await self.store.state(id), len(seats))
        except ValueError as problem:
            log.error("table %s cannot be continued: %s", id, problem)
            raise OlderVersion() from None
        if [entry.n for entry in entries] != list(range(len(entries))):
            raise ValueError("entries are missing")
        # What was told can be read from what was said; it is not worth a game.
        lines = [LogLine(e.n, e.seat, e.text, e.told or [], e.turn, e.phase) for e in entries]
        table = await _resumed(host, [seat.name for seat in seats], lines, state)
        live = self._live_table(row, host, table, lines, seats)
        live.again = [entry.again for entry in entries]
        live.reached, live.rematch = row.reached, row.rematch
        live.words.chat = [
            ChatLine(said.seat, said.name, said.text, moment(said.at)) for said in await self.store.chat(id)
        ]
        live.words.notes = await self.store.notes(id)
        live.runner.restore(await self.store.prepared(id))
        live.runner.go_on()
        return live

    def _live_table(
        self, row: Any, host: Host, table: AnyTable, lines: list[LogLine], seats: list[TableSeat]
    ) -> LiveTable:
        return LiveTable(
            row.id,
            host,
            table,
            lines,
            seats,
            store=self.store,
            bots=self.bots,
            hooks=self.hooks,
            public=row.public,
            advice=row.advice,
            maker=row.maker,
            updated=row.updated,
            name=row.name,
            copy=copy_from(row),
        )

    async def lobby(self, person: Person) -> Lobby:
        """One's own tables, those put away, tables to join, tables to watch."""
        mine = await self.store.tables_of(person.identities, SHOWN)
        away = await self.store.tables_of(person.identities, SHOWN, archived=True)
        free = await self.store.open_tables(SHOWN)
        public = await self.store.public_tables(SHOWN)
        rows = {row.id: row for row in (*mine, *away, *free, *public)}
        seats: dict[str, list[TableSeat]] = {id: [] for id in rows}
        for row in await self.store.seats(list(rows)):
            seats[row.table_id].append(seat_from(row))
        own, open_ids = {row.id for row in (*mine, *away)}, {row.id for row in free}

        def cards(wanted: Sequence[Row[Any]]) -> list[TableCard]:
            made = [self._card(row, seats[row.id], person) for row in wanted]
            return [card for card in made if card is not None]

        return Lobby(
            cards(mine),
            cards(away),
            cards([row for row in free if row.id not in own]),
            cards([row for row in public if row.id not in own | open_ids]),
        )

    def _card(self, row: Any, seats: list[TableSeat], person: Person) -> TableCard | None:
        """A table in the lobby; None if it is damaged."""
        live = self._live.get(row.id)
        try:
            if not seats:
                raise ValueError("it has no seats")
            return table_card(
                id=row.id,
                game=row.game,
                map=row.map,
                map_name=self.host(row.map, {}).title,
                seats=seats,
                public=row.public,
                maker=row.maker,
                asked=row.asked,
                over=row.over,
                updated=row.updated,
                summary=row.card,
                person=person,
                here=live.seats_here() if live is not None else (),
                name=row.name,
                copy=copy_from(row),
            )
        except Exception as problem:
            self._say_damaged(row.id, problem)
            return None

    # Who is there -----------------------------------------------------------------------------------------

    def listeners(self) -> Iterator[Person]:
        """Everybody whose page is open."""
        for live in self._live.values():
            for connection in live.connections:
                yield connection.person

    def send_away(self, sessions: Container[str | None], account: int | None = None) -> None:
        """Close the pages of some sessions, or of an account; they come back as who they are by then."""
        for live in list(self._live.values()):
            for connection in list(live.connections):
                person = connection.person
                if person.session in sessions or (account is not None and person.account == account):
                    connection.leave()

    @asynccontextmanager
    async def handing_over(self, old: str) -> AsyncIterator[Handed]:
        """Tables where something belongs to a browser keep still while the store gives it to an account."""
        handed = Handed()
        async with self._loading, AsyncExitStack() as still:
            for live in [live for live in self._live.values() if live.concerns(old)]:
                await still.enter_async_context(live.lock)
            yield handed
            # Looked for again: a seat may have been taken just before the store gave it away.
            for live in self._live.values():
                if handed.to is not None and live.concerns(old):
                    live.hand_over(old, handed.to)

    # Making -----------------------------------------------------------------------------------------------

    async def make(self, person: Person, request: TableRequest) -> TableCard:
        """A new table; play begins at once."""
        host = self.host(request.map, request.options)
        try:
            host.check_players(len(request.seats))
        except PlayersError as problem:
            raise Declined(400, str(problem)) from None
        names = seat_names(request.seats, person.name)
        seats = [
            _seat(host.game_id, n, name, asked, person)
            for n, (name, asked) in enumerate(zip(names, request.seats))
        ]
        name = check_title(request.name)
        return await self._begin(person, host, seats, request.public, request.advice, name=name)

    async def _begin(
        self,
        person: Person,
        host: Host,
        seats: list[TableSeat],
        public: bool,
        advice: bool,
        table: AnyTable | None = None,
        lines: Sequence[LogLine] = (),
        **more: Any,
    ) -> TableCard:
        """Write a new table down, and let it go on."""
        id = await self._write(person, host, seats, public, advice, table, lines, **more)
        async with self.at(id) as live:
            return live.card(person)

    async def _write(
        self,
        person: Person,
        host: Host,
        seats: list[TableSeat],
        public: bool,
        advice: bool,
        table: AnyTable | None = None,
        lines: Sequence[LogLine] = (),
        rematch_of: str | None = None,
        name: str = "",
        copy: CopyOf | None = None,
    ) -> str:
        """Write a new table down; its id."""
        await self._check_may_make(person)
        table = table or Table(host.game, [seat.name for seat in seats])
        every = opening(host, table, lines)
        id, made = secrets.token_urlsafe(12), now()
        await self.store.add_table(
            {
                "id": id,
                "game": host.game_id,
                "map": host.id,
                "options": dict(host.chosen),
                "rules": host.game.revision,
                "public": public,
                "advice": advice,
                "maker": person.identity,
                "made": made,
                "updated": made,
                "over": table.state.over,
                "asked": table.actor,
                "reached": len(every),
                "card": summary(host, table.state, table.seats, len(every)),
                "name": name,
                "copy_of": copy and copy.id,
                "copy_name": copy.name if copy else "",
                "copy_turn": copy.turn if copy else 0,
            },
            [seat_values(seat) for seat in seats],
            [entry_values(line, False, made) for line in every],
            table.state.to_json(),
            rematch_of=rematch_of,
        )
        if any(seat.kind == "bot" for seat in seats):
            self.bots.wake()
        return id

    async def _check_may_make(self, person: Person) -> None:
        if self.needs_account and person.account is None:
            raise Declined(401, "Log in or register first: this server asks for an account to make tables.")
        if await self.store.unfinished(person.identities) >= self.most_unfinished:
            raise Declined(
                409,
                f"You have {self.most_unfinished} tables that are not over, the most there may be. "
                "End or remove some.",
            )

    async def rematch(self, person: Person, id: str) -> TableCard:
        """The same people, board and options again; whoever asks second is led to the same table."""
        async with self.at(id) as live, live.turn():
            if not live.mine(person) and not person.is_one_of(live.maker):
                raise Declined(403, "Only the players of this game can ask for a rematch.")
            if not live.table.state.over:
                raise Declined(409, "The game is not over yet.")
            if live.rematch is None:
                seats = [
                    TableSeat(
                        old.seat,
                        old.name,
                        old.kind,
                        old.bot,
                        old.livery,
                        new_key() if old.kind == "link" else None,
                        old.identity,
                    )
                    for old in live.seats
                ]
                title = live.name and again_title(live.name)
                new = await self._write(
                    person, live.host, seats, live.public, live.advice, rematch_of=id, name=title
                )
                live.set_rematch(new)
            again = live.rematch
        assert again is not None
        async with self.at(again) as live:
            return live.card(person)

    async def clone(self, person: Person, id: str, n: int | None) -> TableCard:
        """A private table that begins with a position of another, with all seats for whoever asks."""
        async with self.at(id) as live:
            if live.window.secret:
                raise Declined(409, SECRET)
            at = len(live.lines) if n is None else n
            state = live.window.position(at)
            seats = [
                TableSeat(old.seat, old.name, "here", "", old.livery, None, person.identity)
                for old in live.seats
            ]
            lines = live.lines[:at]
            table = await _resumed(live.host, live.names, lines, state.copy())
            title = live.name or live.host.title
            copy = CopyOf(live.id, title, max(1, live.host.turn(state)))
            name = what_if(title)
            # A copy of a game in play must not be a way to advice that its table does not allow.
            advice = live.advice or live.table.state.over
            return await self._begin(
                person, live.host, seats, False, advice, table, lines, name=name, copy=copy
            )

    # Keeping ----------------------------------------------------------------------------------------------

    async def rename(self, person: Person, id: str, name: str) -> TableCard:
        """Give a table one has made another name."""
        name = check_title(name)
        async with self.at(id) as live, live.turn():
            _check_made(live, person, "give it another name")
            await self.store.rename(id, name)
            live.set_name(name, live.copy)
            for other in list(self._live.values()) if name else ():
                if other.copy is not None and other.copy.id == id:
                    other.set_name(other.name, msgspec.structs.replace(other.copy, name=name))
            return live.card(person)

    async def archive(self, person: Person, id: str, archived: bool) -> None:
        """Put a table of one's own into one's archive, or take it out; nobody else notices."""
        async with self.at(id) as live, live.turn():
            if person.identity is None or not (live.mine(person) or person.is_one_of(live.maker)):
                raise Declined(403, "Only tables that you made or sit at go into your archive.")
            await self.store.archive(id, person.identities, person.identity, archived)

    async def remove(self, person: Person, id: str) -> None:
        """Remove a table one has made, for everybody and for good."""
        async with self.at(id) as live, live.turn():
            _check_made(live, person, "remove it")
            await self.store.remove_tables([id])
        for other in list(self._live.values()):
            if other.copy is not None and other.copy.id == id:
                other.set_name(other.name, msgspec.structs.replace(other.copy, id=None))
        self._live.pop(id, None)
        live.spoil()

    # Joining ----------------------------------------------------------------------------------------------

    async def invitation(self, person: Person, key: str) -> TableCard:
        """The table a secret link leads to."""
        row = await self.store.seat_of_key(key)
        if row is None:
            raise Declined(404, "This invitation leads nowhere; perhaps it was replaced by another.")
        async with self.at(row.table_id) as live:
            return live.card(person, key)

    async def join(self, person: Person, id: str, request: JoinRequest) -> TableCard:
        """Take an open seat, or the seat of a secret link."""
        if (request.seat is None) == (request.key is None):
            raise Declined(400, "Say which seat, or bring the key of an invitation.")
        async with self.at(id) as live, live.turn():
            if request.key is not None:
                key = request.key.encode()
                fits = [s for s in live.seats if s.key and secrets.compare_digest(s.key.encode(), key)]
            else:
                fits = [s for s in live.seats if s.seat == request.seat]
            if not fits:
                missing = (
                    "This invitation is not for this table." if request.key else "There is no such seat."
                )
                raise Declined(404, missing)
            seat = fits[0]
            if seat.belongs_to(person):
                return live.card(person)
            if request.key is None and seat.kind != "open":
                raise Declined(403, "This seat is not open to everybody.")
            if request.key is None and self.needs_account and person.account is None:
                raise Declined(
                    401,
                    "Log in or register first: this server asks for an account to take an open seat. "
                    "Whoever made the table can also send you a secret link.",
                )
            if seat.taken:
                raise Declined(409, f"{seat.name} has taken this seat already.")
            name = request.name.strip() or person.name or seat.name
            await sit(live, person, seat.seat, _checked(name))
            return live.card(person)


def _check_made(live: LiveTable, person: Person, what: str) -> None:
    if not person.is_one_of(live.maker):
        raise Declined(403, f"Only whoever made the table can {what}.")


def check_title(name: str) -> str:
    """The name, if a table can bear it; none at all is good too."""
    name = name.strip()
    if len(name) > LONGEST_TITLE or not name.isprintable():
        raise Declined(400, f"The name of a table has at most {LONGEST_TITLE} letters, in one line.")
    return name


def what_if(name: str) -> str:
    """The name of a copy: Sunday table, what if; and Sunday table, what if 2 for a copy of that."""
    return again_title(name) if WHAT_IF in name else f"{name[: LONGEST_TITLE - len(WHAT_IF)]}{WHAT_IF}"


def again_title(name: str) -> str:
    """The name of the next game of the same people: Sunday table, Sunday table 2, Sunday table 3."""
    first, _, last = name.rpartition(" ")
    if first and last.isascii() and last.isdigit() and len(last) < 4:
        return f"{first} {int(last) + 1}"
    return f"{name[: LONGEST_TITLE - 2]} 2"


async def _resumed(host: Host, names: Sequence[str], lines: Sequence[LogLine], state: Any) -> AnyTable:
    """A table at its saved position; if its log still leads there, it can be undone as far as before."""
    entries = [Entry(line.seat, line.sentence) for line in lines]
    game = host.game
    again: AnyTable = Table(game, names)
    try:
        for n, (seat, text) in enumerate(entries, 1):
            again.act(text, seat)
            if n % 32 == 0:
                # A long game takes a while: others may be quicker.
                await asyncio.sleep(0)
    except Refused:
        return Table.resume(game, names, entries, state)
    return again if again.state == state else Table.resume(game, names, entries, state)


def _seat(game: str, number: int, name: str, asked: SeatRequest, person: Person) -> TableSeat:
    if asked.kind == "bot":
        try:
            bot(game, asked.bot)
        except BotError as problem:
            raise Declined(400, str(problem)) from None
    return TableSeat(
        number,
        name,
        asked.kind,
        asked.bot if asked.kind == "bot" else "",
        number + 1,
        new_key() if asked.kind == "link" else None,
        person.identity if asked.kind == "here" else None,
    )


def seat_names(seats: Sequence[SeatRequest], own: str | None) -> list[str]:
    """A name for every seat, different from all others; who is not named gets one."""
    given = [seat.name.strip() for seat in seats]
    folded = [name.casefold() for name in given if name]
    for name in given:
        if name and folded.count(name.casefold()) > 1:
            raise Declined(400, f"Two seats are called {name}; every seat needs a name of its own.")
    taken, out = set(folded), []
    for number, (seat, name) in enumerate(zip(seats, given), 1):
        if not name:
            if seat.kind == "bot":
                wanted = seat.bot.capitalize()[:30] or "Bot"
            elif seat.kind == "here" and own is not None and own.casefold() not in taken:
                wanted = own
            else:
                wanted = f"Player {number}"
            name, more = wanted, 1
            while name.casefold() in taken:
                more += 1
                name = f"{wanted} {more}"
            taken.add(name.casefold())
        out.append(_checked(name))
    return out


def _checked(name: str) -> str:
    try:
        return check_name(name)
    except ValueError as problem:
        raise Declined(400, sentence(str(problem))) from None
