"""What outlives the server: tables, seats, entries, positions, words between people, accounts.

Every change is one transaction, and whoever calls is answered only after it is on the disk.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Dialect,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    false,
    func,
    insert,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.types import TypeDecorator, TypeEngine

from footplate.web.declined import Declined

FILE = "footplate.sqlite"
MIGRATIONS = Path(__file__).parent / "migrations"
SCHEMA = "0004"
"""The newest of the migrations."""
SOME = 500
"""Ids in one question: databases take only so many."""
LONGEST_TITLE = 60
"""Characters of the name of a table."""
LONGEST_NOTE = 10_000
"""Characters of somebody's notes at a table."""
THREADS = 3
"""Threads that wait for SQLite: one may write, others read meanwhile."""
CHAT_KEPT = 200
"""Words between people that a table keeps; older ones are forgotten."""
GIVEN_AWAY_SECONDS = 600.0
"""How long it is remembered that a browser logged in: far longer than any request is on its way."""
LOGGED_IN = "You logged in meanwhile, so nothing was changed. Try again."

META = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """Values as JSON, in the form the database is quickest with."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "postgresql":
            from sqlalchemy.dialects.postgresql import JSONB  # a tenth of a start, of use to few

            return dialect.type_descriptor(JSONB())
        return dialect.type_descriptor(JSON())


Big = BigInteger().with_variant(Integer(), "sqlite")
"""Numbers that grow, and moments in milliseconds since 1970."""

TABLE = Table(
    "game_table",
    META,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("map", String(80), nullable=False),
    Column("options", Json, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    # Whether players may ask a bot for advice.
    Column("advice", Boolean, nullable=False, server_default=false()),
    Column("maker", String(80), index=True),
    Column("made", Big, nullable=False),
    Column("updated", Big, nullable=False, index=True),
    Column("over", Boolean, nullable=False),
    Column("asked", Integer, nullable=False),
    # The longest the log has been: entries written again below it replace what pages may have seen.
    Column("reached", Integer, nullable=False),
    # What the lobby shows, so that it need not load every position.
    Column("card", Json, nullable=False),
    Column("rematch", String(32)),
    # Empty where nobody gave one: then the lobby says who plays.
    Column("name", String(LONGEST_TITLE), nullable=False, default=""),
    # The table this is a copy of, as long as there is one, how it was called, and at which turn.
    Column("copy_of", String(32), index=True),
    Column("copy_name", String(LONGEST_TITLE + 20), nullable=False, default=""),
    Column("copy_turn", Integer, nullable=False, default=0),
)

SEAT = Table(
    "seat",
    META,
    Column("table_id", String(32), ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("bot", String(40), nullable=False),
    Column("livery", Integer, nullable=False),
    Column("key", String(64), unique=True),
    Column("identity", String(80), index=True),
)

ENTRY = Table(
    "entry",
    META,
    Column("table_id", String(32), ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("told", Json, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("phase", Integer, nullable=False),
    Column("again", Boolean, nullable=False),
    Column("at", Big, nullable=False),
)

SNAPSHOT = Table(
    "snapshot",
    META,
    Column("table_id", String(32), ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("state", Json, nullable=False),
)

CHAT = Table(
    "chat",
    META,
    Column("id", Big, primary_key=True, autoincrement=True),
    Column("table_id", String(32), ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Big, nullable=False),
    Index(None, "table_id", "id"),
)

NOTE = Table(
    "note",
    META,
    Column("table_id", String(32), ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("identity", String(80), primary_key=True, index=True),
    Column("text", Text, nullable=False),
)

ARCHIVED = Table(
    "archived",
    META,
    Column("table_id", String(32), ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("identity", String(80), primary_key=True, index=True),
)

PREPARED = Table(
    "prepared",
    META,
    Column("table_id", String(32), ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("prepared", Json, nullable=False),
)

HOOK = Table(
    "hook",
    META,
    Column("identity", String(80), primary_key=True),
    Column("url", Text, nullable=False),
    # The address under which the person knows this server.
    Column("base", Text, nullable=False),
)

ACCOUNT = Table(
    "account",
    META,
    Column("id", Big, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(80), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("made", Big, nullable=False),
)

SESSION = Table(
    "session",
    META,
    Column("token", String(64), primary_key=True),
    Column("browser", String(80), nullable=False, index=True),
    Column("account_id", Big, ForeignKey("account.id", ondelete="CASCADE"), index=True),
    # The account this browser was last logged in with.
    Column("knew", Big),
    Column("seen", Big, nullable=False),
)

SECRET = Table(
    "secret",
    META,
    Column("name", String(40), primary_key=True),
    Column("value", String(64), nullable=False),
)

Values = Mapping[str, Any]
Step = tuple[Any, Any]
"""A statement and its values."""
T = TypeVar("T")

# What a move does, put together once; names with a line below are not columns.
TAKE_BACK = delete(ENTRY).where(ENTRY.c.table_id == bindparam("id_"), ENTRY.c.n >= bindparam("n_"))
ADD_ENTRIES = insert(ENTRY)
TELL_AGAIN = update(ENTRY).where(ENTRY.c.table_id == bindparam("id_"), ENTRY.c.n == bindparam("n_"))
SET_POSITION = update(SNAPSHOT).where(SNAPSHOT.c.table_id == bindparam("id_"))
SET_TABLE = update(TABLE).where(TABLE.c.id == bindparam("id_"))
SET_SEAT = update(SEAT).where(SEAT.c.table_id == bindparam("id_"), SEAT.c.seat == bindparam("seat_"))
DROP_PREPARED = delete(PREPARED).where(
    PREPARED.c.table_id == bindparam("id_"), PREPARED.c.seat == bindparam("seat_")
)
ADD_PREPARED = insert(PREPARED)


class Gone(Exception):
    """A table that is not kept any more: an operator has removed it."""


class NewerSchema(Exception):
    """A database that a newer version of Footplate has changed."""


def now() -> int:
    """This moment in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The database, SQLite in a folder or any other by its address."""

    def __init__(self, data: Path | str) -> None:
        address = str(data)
        if "://" not in address:
            address = f"sqlite+aiosqlite:///{Path(data) / FILE}"
        # SQLite keeps JSON as text, which may be damaged: one such row must not spoil a whole answer.
        more = {"json_deserializer": _read_json} if address.startswith("sqlite") else {}
        self.engine: AsyncEngine = create_async_engine(address, **more)
        self._writing = asyncio.Lock()
        self._plain: Engine | None = None
        """SQLite without the asynchronous driver, which changes threads for every step of a transaction."""
        self._threads = ThreadPoolExecutor(THREADS, "store")
        self._given_away: dict[str, float] = {}
        """Browsers whose things were given to an account of late, and when."""
        if self.engine.dialect.name == "sqlite":
            self._plain = create_engine(
                self.engine.url.set(drivername="sqlite"),
                json_serializer=_as_json,
                json_deserializer=_read_json,
                pool_size=THREADS,
            )
            for engine in (self.engine.sync_engine, self._plain):
                event.listen(engine, "connect", _harden)
                event.listen(engine, "begin", _begin)

    async def open(self) -> None:
        """Bring the schema up to date."""
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)

    async def close(self) -> None:
        """Let go of the database."""
        await self.engine.dispose()
        if self._plain is not None:
            await self._in_thread(self._plain.dispose)
        self._threads.shutdown()

    @asynccontextmanager
    async def writing(self, *owners: str | None) -> AsyncIterator[AsyncConnection]:
        """One transaction; SQLite has room for one writer, so writers queue here instead of failing there.

        It is declined if a browser that shall own something has logged in since it asked.
        """
        async with self._writing:
            self._check_owners(owners)
            async with self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def giving_away(self, browser: str | None) -> AsyncIterator[AsyncConnection]:
        """One transaction, after which a browser owns nothing more: all it had is an account's."""
        async with self._writing:
            async with self.engine.begin() as connection:
                yield connection
            moment = time.monotonic()
            recent = {who: at for who, at in self._given_away.items() if moment - at < GIVEN_AWAY_SECONDS}
            self._given_away = recent if browser is None else {**recent, browser: moment}

    def has_given_away(self, browser: str | None) -> bool:
        """Whether all that a browser had was given to an account of late."""
        since = self._given_away.get(browser or "")
        return since is not None and time.monotonic() - since < GIVEN_AWAY_SECONDS

    def _check_owners(self, owners: Iterable[str | None]) -> None:
        """Whoever asked as a browser and is an account by now would lose what is written for the browser."""
        if any(map(self.has_given_away, owners)):
            raise Declined(409, LOGGED_IN)

    async def rows(self, query: Any) -> Sequence[Row[Any]]:
        """All rows of a question."""
        if self._plain is not None:
            return await self._in_thread(_all_rows, self._plain, query)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).all()

    async def _do(self, steps: Sequence[Step], owners: Iterable[str | None]) -> None:
        """All steps in one transaction, or none."""
        if self._plain is not None:
            async with self._writing:
                self._check_owners(owners)
                await self._in_thread(_do_all, self._plain, steps)
            return
        async with self.writing(*owners) as connection:
            for statement, values in steps:
                _check_kept(statement, values, await connection.execute(statement, values))

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    # Tables -----------------------------------------------------------------------------------------------

    async def add_table(
        self,
        table: Values,
        seats: Sequence[Values],
        entries: Sequence[Values],
        state: Any,
        *,
        rematch_of: str | None = None,
    ) -> None:
        """A new table with all it has, at once; the one it is a rematch of knows it from then on."""
        id = table["id"]
        async with self.writing(table.get("maker"), *(seat.get("identity") for seat in seats)) as connection:
            await connection.execute(insert(TABLE).values(**table))
            await connection.execute(insert(SEAT), [{"table_id": id, **seat} for seat in seats])
            if entries:
                await connection.execute(insert(ENTRY), [{"table_id": id, **entry} for entry in entries])
            await connection.execute(insert(SNAPSHOT).values(table_id=id, n=len(entries), state=state))
            if rematch_of is not None:
                await connection.execute(update(TABLE).where(TABLE.c.id == rematch_of).values(rematch=id))

    async def table(self, id: str) -> Row[Any] | None:
        """The heading of a table."""
        return next(iter(await self.rows(select(TABLE).where(TABLE.c.id == id))), None)

    async def seats(self, ids: Sequence[str]) -> Sequence[Row[Any]]:
        """The seats of tables, in order."""
        return await self.rows(select(SEAT).where(SEAT.c.table_id.in_(ids)).order_by(SEAT.c.seat))

    async def entries(self, id: str) -> Sequence[Row[Any]]:
        """The log of a table."""
        return await self.rows(select(ENTRY).where(ENTRY.c.table_id == id).order_by(ENTRY.c.n))

    async def state(self, id: str) -> Any:
        """The position a table stands at, as JSON."""
        return (await self.rows(select(SNAPSHOT.c.state).where(SNAPSHOT.c.table_id == id)))[0][0]

    async def change(
        self,
        id: str,
        table: Values,
        *,
        entries: Sequence[Values] = (),
        taken_back_from: int | None = None,
        told: Sequence[tuple[int, Any]] = (),
        position: tuple[int, Any] | None = None,
        seats: Mapping[int, Values] | None = None,
        prepared: Mapping[int, Any] | None = None,
    ) -> None:
        """Everything that one move, undo or change of seats does to a table, or nothing of it."""
        here = {"id_": id}
        # First of all, so that nothing is added to a table that is not kept any more.
        steps: list[Step] = [(SET_TABLE, {**here, **table})]
        if taken_back_from is not None:
            steps.append((TAKE_BACK, {**here, "n_": taken_back_from}))
        if entries:
            steps.append((ADD_ENTRIES, [{"table_id": id, **entry} for entry in entries]))
        steps += [(TELL_AGAIN, {**here, "n_": n, "told": lines}) for n, lines in told]
        if position is not None:
            steps.append((SET_POSITION, {**here, "n": position[0], "state": position[1]}))
        for seat, values in (seats or {}).items():
            steps.append((SET_SEAT, {**here, "seat_": seat, **values}))
        for seat, value in (prepared or {}).items():
            steps.append((DROP_PREPARED, {**here, "seat_": seat}))
            if value is not None:
                steps.append((ADD_PREPARED, {"table_id": id, "seat": seat, "prepared": value}))
        await self._do(steps, [values.get("identity") for values in (seats or {}).values()])

    async def prepared(self, id: str) -> dict[int, Any]:
        """What has been prepared at a table, by seat."""
        rows = await self.rows(select(PREPARED).where(PREPARED.c.table_id == id))
        return {row.seat: row.prepared for row in rows}

    async def tables_of(
        self, identities: Iterable[str], most: int, *, archived: bool = False
    ) -> Sequence[Row[Any]]:
        """The tables somebody made or sits at, or those of them put into the archive, the latest first."""
        known = list(identities)
        sits = select(SEAT.c.table_id).where(SEAT.c.identity.in_(known))
        away = TABLE.c.id.in_(select(ARCHIVED.c.table_id).where(ARCHIVED.c.identity.in_(known)))
        theirs = or_(TABLE.c.maker.in_(known), TABLE.c.id.in_(sits))
        query = select(TABLE).where(theirs, away if archived else ~away)
        return await self.rows(query.order_by(TABLE.c.updated.desc()).limit(most))

    async def archive(self, id: str, identities: Iterable[str], owner: str, archived: bool) -> None:
        """Put a table into somebody's archive, or take it out again."""
        async with self.writing(owner) as connection:
            theirs = ARCHIVED.c.table_id == id, ARCHIVED.c.identity.in_(list(identities))
            await connection.execute(delete(ARCHIVED).where(*theirs))
            if archived:
                await _must_be_kept(connection, id)
                await connection.execute(insert(ARCHIVED).values(table_id=id, identity=owner))

    async def rename(self, id: str, name: str) -> None:
        """Give a table another name; its copies say it too."""
        async with self.writing() as connection:
            await _must_be_kept(connection, id)
            await connection.execute(update(TABLE).where(TABLE.c.id == id).values(name=name))
            if name:
                copies = update(TABLE).where(TABLE.c.copy_of == id)
                await connection.execute(copies.values(copy_name=name))

    async def unfinished(self, identities: Iterable[str]) -> int:
        """How many tables that are not over somebody has made."""
        made = TABLE.c.maker.in_(list(identities)), ~TABLE.c.over
        return int((await self.rows(select(func.count()).select_from(TABLE).where(*made)))[0][0])

    async def public_tables(self, most: int) -> Sequence[Row[Any]]:
        """Tables anybody may see in the lobby, games in progress first, then the latest."""
        query = select(TABLE).where(TABLE.c.public, _offered())
        return await self.rows(query.order_by(TABLE.c.over, TABLE.c.updated.desc()).limit(most))

    async def open_tables(self, most: int) -> Sequence[Row[Any]]:
        """Public tables with a seat for whoever comes."""
        free = select(SEAT.c.table_id).where(SEAT.c.kind == "open", SEAT.c.identity.is_(None))
        query = select(TABLE).where(TABLE.c.public, ~TABLE.c.over, TABLE.c.id.in_(free), _offered())
        return await self.rows(query.order_by(TABLE.c.updated.desc()).limit(most))

    async def seat_of_key(self, key: str) -> Row[Any] | None:
        """The seat that a secret invitation leads to."""
        return next(iter(await self.rows(select(SEAT).where(SEAT.c.key == key))), None)

    async def waiting_for_the_server(self) -> list[str]:
        """The tables where a bot is asked by people, or somebody who has prepared an answer."""
        at = (SEAT.c.table_id == TABLE.c.id) & (SEAT.c.seat == TABLE.c.asked)
        ready = (PREPARED.c.table_id == TABLE.c.id) & (PREPARED.c.seat == TABLE.c.asked)
        other = SEAT.alias()
        person = select(other.c.seat).where(other.c.table_id == TABLE.c.id, other.c.kind != "bot").exists()
        bots = select(TABLE.c.id).join(SEAT, at).where(~TABLE.c.over, SEAT.c.kind == "bot", person)
        people = select(TABLE.c.id).join(PREPARED, ready).where(~TABLE.c.over)
        return [row.id for row in await self.rows(bots.union(people))]

    # Removing ---------------------------------------------------------------------------------------------

    async def headings(self, ids: Iterable[str] | None = None) -> Sequence[Row[Any]]:
        """Of all tables, or of these, what an operator wants to know, the latest change first."""
        columns = (TABLE.c.id, TABLE.c.map, TABLE.c.over, TABLE.c.asked, TABLE.c.updated)
        query = select(*columns).order_by(TABLE.c.updated.desc(), TABLE.c.id)
        return await self.rows(query if ids is None else query.where(TABLE.c.id.in_(list(ids))))

    async def remove_tables(self, ids: Sequence[str]) -> None:
        """Remove tables with all they have, at once; nothing leads to them any more."""
        async with self.writing() as connection:
            for first in range(0, len(ids), SOME):
                some = ids[first : first + SOME]
                await connection.execute(delete(TABLE).where(TABLE.c.id.in_(some)))
                again = update(TABLE).where(TABLE.c.rematch.in_(some))
                await connection.execute(again.values(rematch=None))
                copies = update(TABLE).where(TABLE.c.copy_of.in_(some))
                await connection.execute(copies.values(copy_of=None))

    # Words and notes --------------------------------------------------------------------------------------

    async def add_chat(self, id: str, seat: int, name: str, text: str, at: int) -> None:
        """Keep a word between people."""
        async with self.writing() as connection:
            await _must_be_kept(connection, id)
            line = insert(CHAT).values(table_id=id, seat=seat, name=name, text=text, at=at)
            await connection.execute(line)
            here = CHAT.c.table_id == id
            newest = select(CHAT.c.id).where(here).order_by(CHAT.c.id.desc()).limit(CHAT_KEPT)
            await connection.execute(delete(CHAT).where(here, CHAT.c.id.not_in(newest)))

    async def chat(self, id: str) -> Sequence[Row[Any]]:
        """The latest words of a table, in order."""
        query = select(CHAT).where(CHAT.c.table_id == id).order_by(CHAT.c.id.desc()).limit(CHAT_KEPT)
        return list(reversed(await self.rows(query)))

    async def set_note(self, id: str, identity: str, text: str) -> None:
        """Keep somebody's notes."""
        async with self.writing(identity) as connection:
            await connection.execute(delete(NOTE).where(NOTE.c.table_id == id, NOTE.c.identity == identity))
            if text:
                await _must_be_kept(connection, id)
                await connection.execute(insert(NOTE).values(table_id=id, identity=identity, text=text))

    async def notes(self, id: str) -> dict[str, str]:
        """Everybody's notes at a table."""
        rows = await self.rows(select(NOTE).where(NOTE.c.table_id == id))
        return {row.identity: row.text for row in rows}

    # Who is who -------------------------------------------------------------------------------------------

    async def secret(self) -> bytes:
        """What cookies are signed with; made together with the database, and never again."""
        query = select(SECRET.c.value).where(SECRET.c.name == "cookies")
        return bytes.fromhex((await self.rows(query))[0].value)

    async def is_used(self, session: str, browser: str) -> bool:
        """Whether there is a session, or anything that belongs to a browser."""
        asked = or_(
            *(
                select(column).where(column == value).exists()
                for column, value in (
                    (SESSION.c.token, session),
                    (SESSION.c.browser, browser),
                    (SEAT.c.identity, browser),
                    (TABLE.c.maker, browser),
                    (NOTE.c.identity, browser),
                    (ARCHIVED.c.identity, browser),
                    (HOOK.c.identity, browser),
                )
            )
        )
        return bool((await self.rows(select(asked)))[0][0])

    # Hooks ------------------------------------------------------------------------------------------------

    async def set_hook(self, identity: str, url: str, base: str) -> None:
        """Keep where somebody wants to be told; nowhere if the address is empty."""
        async with self.writing(identity) as connection:
            await connection.execute(delete(HOOK).where(HOOK.c.identity == identity))
            if url:
                await connection.execute(insert(HOOK).values(identity=identity, url=url, base=base))

    async def hook(self, identity: str) -> Row[Any] | None:
        """Where somebody wants to be told."""
        return next(iter(await self.rows(select(HOOK).where(HOOK.c.identity == identity))), None)


def _offered() -> Any:
    """Whether whoever made a table has not put it away."""
    away = select(ARCHIVED.c.table_id).where(
        ARCHIVED.c.table_id == TABLE.c.id, ARCHIVED.c.identity == TABLE.c.maker
    )
    return ~away.exists()


async def _must_be_kept(connection: AsyncConnection, id: str) -> None:
    if (await connection.execute(select(TABLE.c.id).where(TABLE.c.id == id))).first() is None:
        raise Gone(id)


def _read_json(text: str) -> Any:
    """What a column holds; None if it cannot be read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


async def hand_over(connection: AsyncConnection, old: str, new: str) -> None:
    """Give all that belongs to one identity to another: seats, tables, notes, archive, where to be told."""
    await connection.execute(update(SEAT).where(SEAT.c.identity == old).values(identity=new))
    await connection.execute(update(TABLE).where(TABLE.c.maker == old).values(maker=new))
    for note in (await connection.execute(select(NOTE).where(NOTE.c.identity == old))).all():
        there = NOTE.c.table_id == note.table_id, NOTE.c.identity == new
        kept = (await connection.execute(select(NOTE.c.text).where(*there))).scalar()
        if kept is not None:
            both = joined_notes(kept, note.text)
            await connection.execute(update(NOTE).where(*there).values(text=both))
            gone = NOTE.c.table_id == note.table_id, NOTE.c.identity == old
            await connection.execute(delete(NOTE).where(*gone))
    await connection.execute(update(NOTE).where(NOTE.c.identity == old).values(identity=new))
    twice = select(ARCHIVED.c.table_id).where(ARCHIVED.c.identity == new)
    put_away = [row.table_id for row in (await connection.execute(twice)).all()]
    here_too = ARCHIVED.c.identity == old, ARCHIVED.c.table_id.in_(put_away)
    await connection.execute(delete(ARCHIVED).where(*here_too))
    await connection.execute(update(ARCHIVED).where(ARCHIVED.c.identity == old).values(identity=new))
    if (await connection.execute(select(HOOK).where(HOOK.c.identity == new))).first() is None:
        await connection.execute(update(HOOK).where(HOOK.c.identity == old).values(identity=new))
    else:
        await connection.execute(delete(HOOK).where(HOOK.c.identity == old))


def joined_notes(kept: str, more: str) -> str:
    """What somebody wrote twice at one table, as one."""
    return "\n".join(dict.fromkeys((kept, more)))[:LONGEST_NOTE]


def _as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _all_rows(engine: Engine, query: Any) -> Sequence[Row[Any]]:
    with engine.connect() as connection:
        return connection.execute(query).all()


def _do_all(engine: Engine, steps: Sequence[Step]) -> None:
    with engine.begin() as connection:
        for statement, values in steps:
            _check_kept(statement, values, connection.execute(statement, values))


def _check_kept(statement: Any, values: Any, done: Any) -> None:
    """A table that is not there is gone, and nothing is written."""
    if statement is SET_TABLE and not done.rowcount:
        raise Gone(values["id_"])


def _harden(connection: Any, _: object) -> None:
    """WAL lets readers pass; FULL writes every commit to the disk before it returns."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Python's driver would begin too late, after changes of the schema: so it is told to leave it to us."""
    connection.exec_driver_sql("BEGIN")


def _is_new(connection: Connection) -> bool:
    """Whether the schema is up to date already."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [SCHEMA]


def migrate(connection: Connection) -> None:
    """Bring the schema up to date."""
    if _is_new(connection):
        return
    from alembic import command  # a fifth of the time of a start, needed once
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as problem:
        raise NewerSchema(str(problem)) from None
