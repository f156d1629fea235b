"""Everything one server holds together."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from litestar.connection import ASGIConnection
from sqlalchemy.exc import SQLAlchemyError

from footplate import games
from footplate.core.host import Theme
from footplate.web import learning
from footplate.web.accounts import Accounts
from footplate.web.bots import Bots
from footplate.web.cards import game_card, map_card
from footplate.web.codes import Codes
from footplate.web.connection import Connection
from footplate.web.declined import Declined
from footplate.web.hooks import Hooks
from footplate.web.limits import Limit
from footplate.web.live import LiveTable
from footplate.web.page import Page, PageFile, as_json, drawing
from footplate.web.person import (
    COOKIE,
    SECURE_COOKIE,
    STRANGER,
    Person,
    new_token,
    signed,
    token_from,
    unsigned,
)
from footplate.web.pictures import Pictures
from footplate.web.protocol import Account
from footplate.web.store import Store
from footplate.web.tables import Tables

Connected = ASGIConnection[Any, Any, Any, Any]
FRESH = "footplate_cookie"
"""Where a request keeps the cookie that its answer must set."""
FOUND = "footplate_secret"
"""Where it keeps the secret it came with, or was given."""
FIRST_SEEN = 4
"""How many boards a lobby shows before anybody scrolls."""
SESSIONS_EVERY = 2.0
"""Seconds between looks at whether those who listen are still logged in."""
log = logging.getLogger("footplate")


def is_secure(connection: Connected) -> bool:
    """Whether it came encrypted, here or as far as a proxy on this machine."""
    return connection.scope["scheme"] in ("https", "wss")


def _allows(limits: tuple[Limit, Limit, Limit], live: LiveTable, connection: Connection) -> bool:
    """Whether a person, an address and a table may do something once more."""
    names = connection.person.identity or "", connection.address, live.id
    return all(limit.allows(name) for limit, name in zip(limits, names))


class House:
    """One server: its store, tables and accounts, and who may come how often."""

    def __init__(self, data: Path | str, *, accounts: bool, at_home: bool, page: Path) -> None:
        self.keeps_accounts = accounts
        self.store = Store(data)
        self.secret = b""
        """What cookies are signed with."""
        self.bots = Bots()
        self.hooks = Hooks(self.store, at_home=at_home and not accounts)
        # At home nobody needs protection from whoever sits there.
        home = at_home and not accounts
        self.tables = Tables(
            self.store,
            self.bots,
            self.hooks,
            needs_account=accounts,
            most_unfinished=100_000 if home else 100,
        )
        self.accounts = Accounts(self.store, self.tables)
        self.at_home = at_home
        self.codes = Codes()
        self.page = Page(page)
        self.logins = Limit(10, 60)
        self.makings = Limit(100_000 if home else 40, 60)
        self.tests, self.tests_from = Limit(6, 60), Limit(12, 60)
        """Tests of hooks, of one person and from one address."""
        self.words = Limit(20, 20), Limit(60, 20), Limit(60, 20)
        self.notes = Limit(100, 60), Limit(300, 60), Limit(300, 60)
        """What is written: by one person, from one address, at one table."""
        self.suggestions = Limit(30, 60), Limit(60, 60), Limit(60, 60)
        """Advice that is asked for: by one person, from one address, at one table."""
        self.pictures = Pictures()
        self.drawings = Limit(20, 60)
        self.looks = Limit(600, 30)
        self.lessons = Limit(100_000 if home else 200, 60)
        """Answers in lessons, from one address."""
        self.pages: Counter[str] = Counter()
        """How many pages listen from each address."""
        self.most_pages = 1_000 if home else 60
        self._tasks: set[asyncio.Task[None]] = set()
        self.board = cache(self._board)
        self.games = cache(self._games)
        self.maps = cache(self._maps)
        self.preview = cache(self._preview)
        self.rules = cache(self._rules)

    async def open(self) -> None:
        """Open the doors."""
        await self.store.open()
        self.secret = await self.store.secret()
        await self.tables.open()
        self.do(self._watch_sessions())
        self.do(self._read_boards())

    async def close(self) -> None:
        """Close them; what was acknowledged is kept already."""
        for task in list(self._tasks):
            task.cancel()
        await self.tables.close()
        await self.hooks.close()
        self.bots.close()
        self.pictures.close()
        await self.store.close()

    def do(self, work: Any) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Who is there -----------------------------------------------------------------------------------------

    async def person(self, connection: Connected) -> Person:
        """Who asks; a browser that comes for the first time gets its cookie with the answer."""
        return await self.accounts.person(await self.token(connection))

    async def welcome(self, connection: Connected) -> Account:
        """Who is looking; every visit renews the cookie."""
        token, person = await self.token(connection), await self.person(connection)
        if not self.store.has_given_away(person.browser):
            # Otherwise another answer, on its way, has the cookie of who has just logged in.
            self.give(connection, token)
        return Account(person.name, self.keeps_accounts)

    async def token(self, connection: Connected) -> str:
        """The secret of a browser, new if it has none of ours."""
        state: dict[str, Any] = connection.scope.setdefault("state", {})
        if FOUND not in state:
            token = await self._given(connection)
            if token is None:
                token = new_token()
                self.give(connection, token)
            state[FOUND] = token
        return str(state[FOUND])

    async def _given(self, connection: Connected) -> str | None:
        """The secret of a browser, if we gave it.

        A cookie from before they were signed, or from before this server had https, counts
        if something belongs to it; it is given anew as it should be.
        """
        secure = is_secure(connection)
        token = token_from(connection.cookies.get(SECURE_COOKIE if secure else COOKIE), self.secret)
        if token is not None:
            return token
        old = connection.cookies.get(COOKIE)
        token = token_from(old, self.secret) or unsigned(old)
        if token is None or not await self.accounts.knows(token):
            return None
        self.give(connection, token)
        return token

    def give(self, connection: Connected, token: str) -> None:
        """Let the answer set a browser's secret."""
        state: dict[str, Any] = connection.scope.setdefault("state", {})
        state[FRESH] = signed(token, self.secret)

    async def listener(self, connection: Connected) -> Person:
        """Who listens on a socket; without a cookie of ours one only watches."""
        token = await self._given(connection)
        return STRANGER if token is None else await self.accounts.person(token)

    async def _watch_sessions(self) -> None:
        """Close what is open for sessions that have ended, also where another program ended them."""
        while True:
            await asyncio.sleep(SESSIONS_EVERY)
            try:
                people = {person.session: person for person in self.tables.listeners() if person.account}
                ended = await self.accounts.ended(people.values())
                self.tables.send_away(ended)
            except SQLAlchemyError as problem:
                log.warning("who is still logged in cannot be read: %s", problem)

    # Words and notes --------------------------------------------------------------------------------------

    def check_word(self, live: LiveTable, connection: Connection) -> None:
        """Decline a word of somebody nobody knows, and too many of anybody."""
        person = connection.person
        if self.keeps_accounts and person.account is None and person.browser and not live.mine(person):
            raise Declined(
                401, "Log in or register first: only players and people with an account chat here."
            )
        if not _allows(self.words, live, connection):
            raise Declined(429, "Too much is said at once; wait a moment.")

    def check_note(self, live: LiveTable, connection: Connection) -> None:
        """Decline notes that are written too often."""
        if not _allows(self.notes, live, connection):
            raise Declined(429, "Notes are kept too often at once; wait a minute. These are not kept yet.")

    def check_suggestion(self, live: LiveTable, connection: Connection) -> None:
        """Decline to ask a bot too often: its thinking costs more than anything else here."""
        if not _allows(self.suggestions, live, connection):
            raise Declined(429, "Advice was asked for very often; wait a minute.")

    @asynccontextmanager
    async def page_from(self, address: str) -> AsyncIterator[None]:
        """Count a page that listens; nobody needs very many at once."""
        if self.pages[address] >= self.most_pages:
            raise Declined(1013, "Too many pages are open from your address; close some.")
        self.pages[address] += 1
        try:
            yield
        finally:
            self.pages[address] -= 1
            if not self.pages[address]:
                del self.pages[address]

    # Boards -----------------------------------------------------------------------------------------------

    async def _read_boards(self) -> None:
        """Read all boards before the first visitor wants to see them; whoever is here already may pass."""
        for id in games.boards():
            await asyncio.sleep(0.02)
            self.tables.host(id, {})
        for answer in (self.games, self.maps):
            await asyncio.sleep(0.02)
            answer()
        first = [card["id"] for card in msgspec.json.decode(self.maps().body)[:FIRST_SEEN]]
        for theme in get_args(Theme):
            for id in first:
                await asyncio.sleep(0.02)
                self.preview(id, theme)
            await asyncio.sleep(0.02)
            learning.first_preview(theme)

    async def lobby_answers(self, connection: Connected) -> bytes:
        """What the lobby asks for first, by the addresses it asks, as JSON."""
        answers = {
            "/me": await self.welcome(connection),
            "/lobby": await self.tables.lobby(await self.person(connection)),
            "/games": msgspec.Raw(self.games().body),
            "/lessons": msgspec.Raw(learning.lesson_list().body),
            "/maps": msgspec.Raw(self.maps().body),
        }
        return msgspec.json.encode(answers)

    def _games(self) -> PageFile:
        kinds = [games.host_type(id) for id in games.ids()]
        hidden = [self.tables.host(kind.boards()[0], {}).game.hidden for kind in kinds]
        return as_json([game_card(kind, secret) for kind, secret in zip(kinds, hidden)])

    def _maps(self) -> PageFile:
        cards = [map_card(self.tables.host(id, {})) for id in games.boards()]
        # The board that plays by the base rules comes first: newcomers begin there.
        order = list(games.ids())
        cards.sort(key=lambda card: (order.index(card.game), bool(card.page.changes)))
        return as_json(cards)

    def _board(self, map: str) -> PageFile:
        return as_json(self.tables.host(map, {}).board())

    def _rules(self, map: str) -> PageFile:
        return as_json(self.tables.host(map, {}).rulebook())

    def _preview(self, map: str, theme: Theme) -> PageFile:
        return drawing(self.tables.host(map, {}).preview(theme))
