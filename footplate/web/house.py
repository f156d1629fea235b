"""Everything one server holds together."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.svg import Theme, draw
from footplate.age_of_steam.view import board_view
from footplate.web.accounts import Accounts
from footplate.web.bots import Bots
from footplate.web.cards import map_card
from footplate.web.hooks import Hooks
from footplate.web.limits import Limit
from footplate.web.page import Page
from footplate.web.person import COOKIE, STRANGER, Person, new_token, token_from
from footplate.web.store import Store
from footplate.web.tables import Tables

Connected = ASGIConnection[Any, Any, Any, Any]
FRESH = "footplate_cookie"
"""Where a request keeps the secret that its answer must set."""
PREVIEW_RADIUS = 11


class House:
    """One server: its store, tables and accounts, and who may come how often."""

    def __init__(self, data: Path | str, *, accounts: bool, at_home: bool, page: Path) -> None:
        self.keeps_accounts = accounts
        self.store = Store(data)
        self.accounts = Accounts(self.store)
        self.bots = Bots()
        self.hooks = Hooks(self.store, at_home=at_home and not accounts)
        self.tables = Tables(self.store, self.bots, self.hooks)
        self.page = Page(page)
        self.logins = Limit(10, 60)
        # At home nobody needs protection from whoever sits there.
        self.makings = Limit(100_000 if at_home and not accounts else 40, 60)
        self.tests, self.tests_from = Limit(6, 60), Limit(12, 60)
        """Tests of hooks, of one person and from one address."""
        self.words = Limit(20, 20)
        self._tasks: set[asyncio.Task[None]] = set()
        self.board = cache(self._board)
        self.maps = cache(self._maps)
        self.preview = cache(self._preview)

    async def open(self) -> None:
        """Open the doors."""
        await self.store.open()
        await self.tables.open()

    async def close(self) -> None:
        """Close them; what was acknowledged is kept already."""
        for task in list(self._tasks):
            task.cancel()
        await self.tables.close()
        await self.hooks.close()
        self.bots.close()
        await self.store.close()

    def do(self, work: Any) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Who is there -----------------------------------------------------------------------------------------

    async def person(self, connection: Connected) -> Person:
        """Who asks; a browser that comes for the first time gets its cookie with the answer."""
        return await self.accounts.person(self.token(connection))

    def token(self, connection: Connected) -> str:
        """The secret of a browser, new if it has none."""
        token = token_from(connection.cookies.get(COOKIE))
        if token is None:
            token = new_token()
            self.give(connection, token)
        return token

    def give(self, connection: Connected, token: str) -> None:
        """Let the answer set a browser's secret."""
        state: dict[str, Any] = connection.scope.setdefault("state", {})
        state[FRESH] = token

    async def listener(self, connection: Connected) -> Person:
        """Who listens on a socket; without a cookie one only watches."""
        token = token_from(connection.cookies.get(COOKIE))
        return STRANGER if token is None else await self.accounts.person(token)

    # Boards -----------------------------------------------------------------------------------------------

    def _maps(self) -> bytes:
        cards = [map_card(self.tables.game(id, {})) for id in map_ids()]
        # The board that plays by the base rules comes first: newcomers begin there.
        return msgspec.json.encode(sorted(cards, key=lambda card: bool(card.page.changes)))

    def _board(self, map: str) -> bytes:
        return msgspec.json.encode(board_view(self.tables.game(map, {})))

    def _preview(self, map: str, theme: Theme) -> bytes:
        game = self.tables.game(map, {})
        drawn = draw(game, theme=theme, radius=PREVIEW_RADIUS, coordinates=False, small=True)
        return drawn.encode()
