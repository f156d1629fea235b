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

from footplate.age_of_steam.board import MapFileError, map_ids
from footplate.age_of_steam.game import AgeOfSteam, PlayersError, load
from footplate.age_of_steam.rules import OptionError
from footplate.age_of_steam.state import SteamState
from footplate.bots import BotError, bot
from footplate.core.table import Entry, Refused, Table
from footplate.records import check_name
from footplate.web.accounts import Handed, sentence
from footplate.web.bots import Bots
from footplate.web.cards import TableSeat, moment, seat_from, seat_values, summary, table_card
from footplate.web.declined import Declined
from footplate.web.hooks import Hooks
from footplate.web.live import LiveTable, SteamTable, entry_values, new_key, opening
from footplate.web.person import Person
from footplate.web.protocol import (
    ChatLine,
    JoinRequest,
    Lobby,
    LogLine,
    Prepared,
    SeatRequest,
    TableCard,
    TableRequest,
)
from footplate.web.store import SOME, Store, now

SHOWN = 60
"""Tables in each list of the lobby."""
IDLE_SECONDS = 600
"""How long a table stays in memory when nobody looks."""
RESUMED_AT_ONCE, RESUMED_SECONDS, RESUME_PAUSE = 8, 60.0, 0.1
"""Tables that go on after a start at one time, how long they are waited for, and how long between two."""
NO_TABLE = "There is no such table."
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
        self._games: dict[tuple[str, tuple[tuple[str, str], ...]], AgeOfSteam] = {}
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
                    await live.rest(RESUMED_SECONDS)
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

    def game(self, map: str, options: Mapping[str, str]) -> AgeOfSteam:
        """The game on a map of ours; tables share it, because it remembers what it worked out."""
        if map not in map_ids():
            # A map file's path would be read from the server's disk: only boards of ours are played here.
            raise Declined(400, f"There is no map “{map[:40]}”.")
        key = map, tuple(sorted(options.items()))
        if key not in self._games:
            try:
                self._games[key] = load(map, options)
            except (MapFileError, OptionError) as problem:
                raise Declined(400, str(problem)) from None
        return self._games[key]

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
        game = self.game(row.map, row.options)
        try:
            state = game.position(await self.store.state(id), len(seats))
        except ValueError as problem:
            log.error("table %s cannot be continued: %s", id, problem)
            raise OlderVersion() from None
        if [entry.n for entry in entries] != list(range(len(entries))):
            raise ValueError("entries are missing")
        # What was told can be read from what was said; it is not worth a game.
        lines = [LogLine(e.n, e.seat, e.text, e.told or [], e.turn, e.phase) for e in entries]
        table = await _resumed(game, [seat.name for seat in seats], lines, state)
        live = self._live_table(row, game, table, lines, seats)
        live.again = [entry.again for entry in entries]
        live.reached, live.rematch = row.reached, row.rematch
        live.chat = [
            ChatLine(said.seat, said.name, said.text, moment(said.at)) for said in await self.store.chat(id)
        ]
        live.notes = await self.store.notes(id)
        prepared = await self.store.prepared(id)
        live.prepared = {seat: msgspec.convert(answer, Prepared) for seat, answer in prepared.items()}
        live.go_on()
        return live

    def _live_table(
        self, row: Any, game: AgeOfSteam, table: SteamTable, lines: list[LogLine], seats: list[TableSeat]
    ) -> LiveTable:
        return LiveTable(
            row.id,
            game,
            table,
            lines,
            seats,
            store=self.store,
            bots=self.bots,
            hooks=self.hooks,
            public=row.public,
            maker=row.maker,
            updated=row.updated,
        )

    async def lobby(self, person: Person) -> Lobby:
        """One's own tables, tables to join, tables to watch."""
        mine = await self.store.tables_of(person.identities, SHOWN)
        free = await self.store.open_tables(SHOWN)
        public = await self.store.public_tables(SHOWN)
        rows = {row.id: row for row in (*mine, *free, *public)}
        seats: dict[str, list[TableSeat]] = {id: [] for id in rows}
        for row in await self.store.seats(list(rows)):
            seats[row.table_id].append(seat_from(row))
        own, open_ids = {row.id for row in mine}, {row.id for row in free}

        def cards(wanted: Sequence[Row[Any]]) -> list[TableCard]:
            made = [self._card(row, seats[row.id], person) for row in wanted]
            return [card for card in made if card is not None]

        return Lobby(
            cards(mine),
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
                map=row.map,
                map_name=self.game(row.map, {}).board.name,
                seats=seats,
                public=row.public,
                maker=row.maker,
                asked=row.asked,
                over=row.over,
                updated=row.updated,
                summary=row.card,
                person=person,
                here=live.seats_here() if live is not None else (),
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
        game = self.game(request.map, request.options)
        if len(request.seats) > game.board.players[1]:
            fewest, most = game.board.players
            raise Declined(400, f"{game.board.name} is for {fewest} to {most} players.")
        names = seat_names(request.seats, person.name)
        seats = [_seat(n, name, asked, person) for n, (name, asked) in enumerate(zip(names, request.seats))]
        return await self._begin(person, game, seats, request.public)

    async def _begin(
        self,
        person: Person,
        game: AgeOfSteam,
        seats: list[TableSeat],
        public: bool,
        table: SteamTable | None = None,
        lines: Sequence[LogLine] = (),
    ) -> TableCard:
        """Write a new table down, and let it go on."""
        id = await self._write(person, game, seats, public, table, lines)
        async with self.at(id) as live:
            return live.card(person)

    async def _write(
        self,
        person: Person,
        game: AgeOfSteam,
        seats: list[TableSeat],
        public: bool,
        table: SteamTable | None = None,
        lines: Sequence[LogLine] = (),
        rematch_of: str | None = None,
    ) -> str:
        """Write a new table down; its id."""
        await self._check_may_make(person)
        try:
            table = table or Table(game, [seat.name for seat in seats])
        except PlayersError as problem:
            raise Declined(400, str(problem)) from None
        every = opening(game, table, lines)
        id, made = secrets.token_urlsafe(12), now()
        await self.store.add_table(
            {
                "id": id,
                "game": game.game_id,
                "map": game.board.id,
                "options": game.rules.chosen,
                "rules": game.revision,
                "public": public,
                "maker": person.identity,
                "made": made,
                "updated": made,
                "over": table.state.over,
                "asked": table.actor,
                "reached": len(every),
                "card": summary(game, table.state, table.seats, len(every)),
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
                f"You have {self.most_unfinished} tables that are not over, the most there may be. End some.",
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
                new = await self._write(person, live.game, seats, live.public, rematch_of=id)
                live.set_rematch(new)
            again = live.rematch
        assert again is not None
        async with self.at(again) as live:
            return live.card(person)

    async def clone(self, person: Person, id: str, n: int | None) -> TableCard:
        """A private table that begins with a position of another, with all seats for whoever asks."""
        async with self.at(id) as live:
            at = len(live.lines) if n is None else n
            state = live.position(at)
            seats = [
                TableSeat(old.seat, old.name, "here", "", old.livery, None, person.identity)
                for old in live.seats
            ]
            lines = live.lines[:at]
            table = await _resumed(live.game, live.names, lines, state.copy())
            return await self._begin(person, live.game, seats, False, table, lines)

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
            await live.sit(person, seat.seat, _checked(name))
            return live.card(person)


async def _resumed(
    game: AgeOfSteam, names: Sequence[str], lines: Sequence[LogLine], state: SteamState
) -> SteamTable:
    """A table at its saved position; if its log still leads there, it can be undone as far as before."""
    entries = [Entry(line.seat, line.sentence) for line in lines]
    again: SteamTable = Table(game, names)
    try:
        for n, (seat, text) in enumerate(entries, 1):
            again.act(text, seat)
            if n % 32 == 0:
                # A long game takes a while: others may be quicker.
                await asyncio.sleep(0)
    except Refused:
        return Table.resume(game, names, entries, state)
    return again if again.state == state else Table.resume(game, names, entries, state)


def _seat(number: int, name: str, asked: SeatRequest, person: Person) -> TableSeat:
    if asked.kind == "bot":
        try:
            bot(asked.bot)
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
