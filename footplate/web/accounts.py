"""Names and passwords, for servers that many people share."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from footplate.records import check_name
from footplate.web.declined import Declined
from footplate.web.limits import Limit
from footplate.web.person import Person, account_identity, browser_of, hashed, new_token
from footplate.web.store import ACCOUNT, SESSION, Store, hand_over, now

if TYPE_CHECKING:
    from footplate.web.tables import Tables

SHORTEST, LONGEST = 8, 200
"""Characters of a password."""
SEEN_EVERY = 86_400_000
"""How often a session's last use is written down, in milliseconds."""
UNUSED = 400 * 86_400_000
"""When a session nobody used is forgotten; the cookie is gone by then."""
GUESSES, GUESSES_SECONDS = 20, 600
"""Tries at one name from browsers that do not know it, from wherever they come.

A browser that was logged in with the account before is not held up: so no stranger can lock its owner out.
"""


@dataclass(slots=True)
class Handed:
    """Whom the things of a browser were given to, once they were."""

    to: str | None = None


class Accounts:
    """Everybody who has a name on this server, and the browsers they are logged in with."""

    def __init__(self, store: Store, tables: Tables | None = None) -> None:
        self.store, self.tables = store, tables
        self.hasher = PasswordHasher()
        # A password costs 64 MB while it is checked: a crowd waits instead of filling the memory.
        self._checking = asyncio.Semaphore(2)
        self._nobody = ""
        self._guesses = Limit(GUESSES, GUESSES_SECONDS)

    # Browsers ---------------------------------------------------------------------------------------------

    async def person(self, token: str) -> Person:
        """Who a cookie stands for."""
        query = select(SESSION, ACCOUNT.c.name).outerjoin(ACCOUNT).where(SESSION.c.token == hashed(token))
        row = next(iter(await self.store.rows(query)), None)
        if row is None:
            return Person(browser_of(token), session=hashed(token))
        if now() - row.seen > SEEN_EVERY:
            # A full disk is no reason not to know somebody.
            with suppress(SQLAlchemyError):
                async with self.store.writing() as connection:
                    seen = update(SESSION).where(SESSION.c.token == row.token).values(seen=now())
                    await connection.execute(seen)
        return Person(row.browser, row.account_id, row.name, row.token)

    async def knows(self, token: str) -> bool:
        """Whether anything belongs to a browser: a session, a seat, a table, notes, a hook."""
        return await self.store.is_used(hashed(token), browser_of(token))

    async def ended(self, people: Iterable[Person]) -> set[str | None]:
        """The sessions, of these, in which nobody is logged in any more as who it was."""
        sessions = {person.session: person.account for person in people}
        if not sessions:
            return set()
        query = select(SESSION.c.token, SESSION.c.account_id).where(SESSION.c.token.in_(list(sessions)))
        valid = {row.token: row.account_id for row in await self.store.rows(query)}
        return {session for session, account in sessions.items() if valid.get(session) != account}

    async def _new_session(
        self, connection: AsyncConnection, token: str, person: Person, account: int | None
    ) -> str:
        """A fresh secret for the same browser, so that one planted before the login opens nothing."""
        fresh = new_token()
        await connection.execute(delete(SESSION).where(SESSION.c.token == hashed(token)))
        await connection.execute(delete(SESSION).where(SESSION.c.seen < now() - UNUSED))
        await connection.execute(
            insert(SESSION).values(
                token=hashed(fresh),
                browser=person.browser,
                account_id=account,
                knew=person.account if account is None else account,
                seen=now(),
            )
        )
        return fresh

    async def _enter(self, connection: AsyncConnection, token: str, person: Person, account: int) -> str:
        """Log a browser in: what it held before belongs to the account from now on, whatever ends.

        From then on it is another browser, one that no old secret leads to: what is still asked as the
        old one can be told from what is asked after logging out.
        """
        if person.browser is not None:
            await hand_over(connection, person.browser, account_identity(account))
        person = replace(person, browser=browser_of(new_token()))
        return await self._new_session(connection, token, person, account)

    def _handing_over(self, person: Person) -> AbstractAsyncContextManager[Handed]:
        """Tables in memory keep still, and learn afterwards whose they are."""
        if self.tables is None or person.browser is None:
            return nullcontext(Handed())
        return self.tables.handing_over(person.browser)

    # Accounts ---------------------------------------------------------------------------------------------

    async def register(self, token: str, person: Person, name: str, password: str) -> tuple[str, str]:
        """A new account, logged in: the browser's new secret, and the name."""
        name = check_account_name(name)
        check_password(password)
        secret = await self._hash(password)
        try:
            giving_away = self.store.giving_away(person.browser)
            async with self._handing_over(person) as handed, giving_away as connection:
                made = await connection.execute(
                    insert(ACCOUNT).values(name=name, folded=folded(name), password=secret, made=now())
                )
                assert made.inserted_primary_key is not None
                id = int(made.inserted_primary_key[0])
                fresh = await self._enter(connection, token, person, id)
                handed.to = account_identity(id)
        except IntegrityError:
            raise Declined(409, f"The name “{name}” is taken. Log in, or choose another.") from None
        return fresh, name

    async def login(self, token: str, person: Person, name: str, password: str) -> tuple[str, str]:
        """Log a browser in: its new secret, and the name of the account."""
        row = await self._account(name)
        if not await self._was_here(person, row) and not self._guesses.allows(folded(name)):
            raise Declined(
                429,
                "Too many tries at this name; wait ten minutes, or log in where you were logged in before.",
            )
        if not await self._fits(row, password):
            raise Declined(401, "Name and password do not fit together.")
        assert row is not None
        giving_away = self.store.giving_away(person.browser)
        async with self._handing_over(person) as handed, giving_away as connection:
            fresh = await self._enter(connection, token, person, row.id)
            handed.to = account_identity(row.id)
        return fresh, row.name

    async def logout(self, token: str, person: Person) -> str:
        """Log a browser out; what it had stays with the account."""
        async with self.store.writing() as connection:
            return await self._new_session(connection, token, person, None)

    async def join_devices(self, token: str, person: Person, first: Person) -> str:
        """Let a browser be the same person as another one; what it held goes there. Its new secret."""
        assert first.browser is not None
        if person.browser == first.browser:
            return token
        async with self._handing_over(person) as handed, self.store.giving_away(person.browser) as connection:
            if person.browser is not None:
                await hand_over(connection, person.browser, first.browser)
            fresh = await self._new_session(connection, token, first, None)
            handed.to = first.browser
        return fresh

    async def change_password(self, token: str, person: Person, old: str, new: str) -> str:
        """A new password; every other browser of the account is logged out."""
        if person.account is None:
            raise Declined(401, "Log in first.")
        if not self._guesses.allows(f"password: {person.account}"):
            raise Declined(429, "Too many tries; wait ten minutes.")
        row = next(iter(await self.store.rows(select(ACCOUNT).where(ACCOUNT.c.id == person.account))), None)
        if not await self._fits(row, old):
            raise Declined(403, "The old password is not right. Nothing was changed.")
        check_password(new)
        secret = await self._hash(new)
        async with self.store.writing() as connection:
            await _set_password(connection, person.account, secret)
            return await self._new_session(connection, token, person, person.account)

    async def reset(self, name: str) -> str | None:
        """A new random password for somebody who forgot theirs; None if nobody has this name."""
        row = await self._account(name)
        if row is None:
            return None
        password = "-".join(secrets.token_hex(2) for _ in range(4))
        secret = await self._hash(password)
        async with self.store.writing() as connection:
            await _set_password(connection, row.id, secret)
        return password

    async def all(self) -> list[Row[Any]]:
        """Every account, by name."""
        return list(await self.store.rows(select(ACCOUNT).order_by(ACCOUNT.c.folded)))

    async def _account(self, name: str) -> Row[Any] | None:
        query = select(ACCOUNT).where(ACCOUNT.c.folded == folded(name))
        return next(iter(await self.store.rows(query)), None)

    async def _was_here(self, person: Person, row: Row[Any] | None) -> bool:
        """Whether somebody's browser was logged in with an account before."""
        if row is None:
            return False
        query = select(SESSION.c.token).where(SESSION.c.token == person.session, SESSION.c.knew == row.id)
        return bool(await self.store.rows(query))

    async def _hash(self, password: str) -> str:
        async with self._checking:
            return await asyncio.to_thread(self.hasher.hash, password)

    async def _fits(self, row: Row[Any] | None, password: str) -> bool:
        """Whether a password opens an account; an unknown name takes as long as a wrong password."""
        if row is None and not self._nobody:
            self._nobody = await self._hash(secrets.token_hex(16))
        secret = self._nobody if row is None else row.password
        async with self._checking:
            try:
                await asyncio.to_thread(self.hasher.verify, secret, password[: LONGEST + 1])
            except (VerificationError, InvalidHashError):
                return False
        return row is not None


async def _set_password(connection: AsyncConnection, account: int, secret: str) -> None:
    """A new password; nobody is logged in with the old one any more."""
    await connection.execute(update(ACCOUNT).where(ACCOUNT.c.id == account).values(password=secret))
    await connection.execute(delete(SESSION).where(SESSION.c.account_id == account))


def folded(name: str) -> str:
    """The name as it is compared: Ada, ADA and ada are one."""
    return unicodedata.normalize("NFKC", name.strip()).casefold()[:80]


def check_account_name(name: str) -> str:
    """The name, if an account can bear it."""
    name = unicodedata.normalize("NFC", name.strip())
    try:
        return check_name(name)
    except ValueError as problem:
        raise Declined(400, sentence(str(problem))) from None


def check_password(password: str) -> None:
    """Decline what is too short to protect anything, or too long to be checked."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Declined(400, f"A password has {SHORTEST} to {LONGEST} characters.")


def sentence(text: str) -> str:
    """Words with a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + "."
