"""Bots at the tables: they think in processes of their own, so that nobody has to wait for them."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

from footplate.age_of_steam.game import AgeOfSteam
from footplate.bots import bot
from footplate.web.workers import Options, Workers, game_of

PATIENCE = 10.0
"""Seconds after which a bot that has not answered gets the first thing that is legal."""
WORKERS = 2
log = logging.getLogger("footplate")


class Bots:
    """Whoever chooses for the seats without a person."""

    def __init__(self) -> None:
        self._workers = Workers(WORKERS, "bots")
        self._free = asyncio.Semaphore(WORKERS)

    def wake(self) -> None:
        """Start the workers before they are needed: the first answer should not wait for them."""
        self._workers.wake()

    async def choose(self, game: AgeOfSteam, name: str, state: Any, seat: int) -> str:
        """The sentence a bot says; whatever goes wrong, there is one."""
        async with self._free:
            options = tuple(sorted(game.rules.options.items()))
            try:
                return await self._workers.ask(
                    PATIENCE, choose, game.board.source, options, name, state.to_json(), seat
                )
            except Exception as problem:
                log.error(
                    "the bot %s did not answer: %r; it says the first thing that is legal", name, problem
                )
        return game.say(game.options(state)[0])

    def close(self) -> None:
        """Send the workers home."""
        self._workers.close()


def choose(map: str, options: Options, name: str, state: Any, seat: int) -> str:
    """What a bot says in a position."""
    game = game_of(map, options)
    s = game.state_type.from_json(state)
    return game.say(bot(name).choose(game, s, seat, random.Random()))
