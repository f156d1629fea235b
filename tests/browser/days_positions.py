"""Scenes of Days of Steam written into a server's data before it starts."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from footplate.core.table import Table
from footplate.games import host_of
from footplate.web.bots import Bots
from footplate.web.hooks import Hooks
from footplate.web.person import Person, browser_of
from footplate.web.seats import TableSeat
from footplate.web.store import Store
from footplate.web.tables import Tables
from tests.browser.positions import TOKEN
from tests.days.scenes import SCENES

COPIES = 5
ROLLS = {"curves": 12}
"""Scenes with more copies: enough that one of as many rolls derails a train."""
OTHERS = TOKEN + "-of-others"


def lay_out_days(folder: Path) -> dict[str, list[str]]:
    """The ids of tables by their scenes; whoever is asked sits here, the others have another browser."""

    async def write() -> dict[str, list[str]]:
        store = Store(folder)
        await store.open()
        tables = Tables(store, Bots(), Hooks(store, at_home=True))
        person, others = Person(browser_of(TOKEN)), Person(browser_of(OTHERS))
        ids = {}
        for scene, make in SCENES.items():
            table = make().table
            asked = table.state.agenda[0].seat
            resumed = Table.resume(table.game, table.seats, [], table.state)
            seats = [
                TableSeat(n, name, "here", "", n + 1, None, (person if n == asked else others).identity)
                for n, name in enumerate(table.seats)
            ]
            host = host_of(table.game)
            copies = [
                await tables._begin(person, host, seats, False, True, resumed, [])
                for _ in range(ROLLS.get(scene, COPIES))
            ]
            ids[scene] = [card.id for card in copies]
        await tables.close()
        await store.close()
        return ids

    # In a thread of its own: the browser's driver may run a loop in this one already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, write()).result()
