"""Bots at the tables: they think in processes of their own, so that nobody has to wait for them."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from footplate.bots import bot
from footplate.core.bot import before
from footplate.core.game import Seat
from footplate.core.host import Host
from footplate.web.declined import Declined
from footplate.web.workers import Options, Workers, host_of

PATIENCE = 10.0
"""Seconds after which a bot that has not answered gets the first thing that is legal."""
THINKING = 3.0
"""Seconds that a bot may think which would go on as long as it is let."""
WORKERS = 2
BREATH = 0.05
"""Seconds between two answers for tables without people, if several wait.

The server itself has work with every move: many such tables would leave it no time for people.
"""
log = logging.getLogger("footplate")


MOST_ADVICE = 8
"""Players who may wait for advice at once: bots have games to play."""
BUSY = "Many ask for advice at the moment. Try again soon."
NO_ADVICE = "No advice was found in time. Try again."


class Advised(NamedTuple):
    """What a bot would do: the sentence, the same as people say it, and why."""

    sentence: str
    title: str
    why: str


class _Asked:
    """A table that waits for a worker."""

    def __init__(self, people: bool, maker: str) -> None:
        self.people, self.maker = people, maker
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Bots:
    """Whoever chooses for the seats without a person."""

    def __init__(self) -> None:
        self._workers = Workers(WORKERS, "bots")
        self._busy = self._busy_for_show = 0
        """Workers that think, and how many of them think or draw breath for tables without people."""
        self._waiting: list[_Asked] = []
        self._served: dict[str, int] = {}
        """When each maker of tables was last served, counted in answers."""
        self._answers = 0
        self._advising = 0

    def wake(self) -> None:
        """Start the workers before they are needed: the first answer should not wait for them."""
        self._workers.wake()

    async def choose(
        self, host: Host, name: str, state: Any, seat: int, *, people: bool = True, maker: str = ""
    ) -> str:
        """The sentence a bot says; whatever goes wrong, there is one.

        It never hears more than its seat may know. Tables with people go first, and those of all who made
        some in turn.
        """
        lying = before(host.game, state, seat, random.SystemRandom())
        async with self._worker(_Asked(people, maker)):
            options = tuple(sorted(host.chosen.items()))
            try:
                return await self._workers.ask(
                    PATIENCE, choose, host.source, options, name, lying.to_json(), seat
                )
            except Exception as problem:
                log.error(
                    "the bot %s did not answer: %r; it says the first thing that is legal", name, problem
                )
        return host.game.say(host.game.options(lying)[0])

    async def advise(self, host: Host, state: Any, seat: int, names: Sequence[str]) -> Advised:
        """What the game's adviser would do in a person's place, who may know no more than the seat does."""
        if self._advising >= MOST_ADVICE:
            raise Declined(429, BUSY)
        lying = before(host.game, state, seat, random.SystemRandom())
        self._advising += 1
        try:
            async with self._worker(_Asked(True, "")):
                options = tuple(sorted(host.chosen.items()))
                sentence, why = await self._workers.ask(
                    PATIENCE, advise, host.source, options, host.adviser(), lying.to_json(), seat
                )
        except Exception as problem:
            log.error("no advice from %s: %r", host.adviser(), problem)
            raise Declined(503, NO_ADVICE) from None
        finally:
            self._advising -= 1
        known = host.game.known(state, seat) if host.game.hidden else state
        headline = host.headline(known, host.game.read(known, sentence), names)
        return Advised(sentence, headline, named(why, names))

    @asynccontextmanager
    async def _worker(self, asked: _Asked) -> AsyncIterator[None]:
        """A worker that nobody else uses meanwhile."""
        self._waiting.append(asked)
        self._assign()
        try:
            await asked.turn
            yield
        finally:
            if asked in self._waiting:
                self._waiting.remove(asked)
            else:
                self._busy -= 1
                if not asked.people:
                    crowd = any(not other.people for other in self._waiting)
                    asyncio.get_running_loop().call_later(BREATH if crowd else 0.0, self._show_on)
                self._assign()

    def _show_on(self) -> None:
        """The next table without people may come."""
        self._busy_for_show -= 1
        self._assign()

    def _assign(self) -> None:
        """Give free workers to whoever is next; the last one never to a table that is only for show."""
        while self._busy < WORKERS:
            room = self._busy_for_show < WORKERS - 1
            fit = [asked for asked in self._waiting if not asked.turn.done() and (asked.people or room)]
            if not fit:
                break
            asked = min(fit, key=lambda asked: (not asked.people, self._served.get(asked.maker, 0)))
            self._waiting.remove(asked)
            self._busy += 1
            self._busy_for_show += not asked.people
            self._answers += 1
            self._served[asked.maker] = self._answers
            asked.turn.set_result(None)
        if not self._waiting:
            self._served.clear()

    def close(self) -> None:
        """Send the workers home."""
        self._workers.close()


def choose(map: str, options: Options, name: str, state: Any, seat: int) -> str:
    """What a bot says in a position."""
    game = host_of(map, options).game
    s = game.state_type.from_json(state)
    ends = time.monotonic() + THINKING
    player = bot(game.game_id, name, late=lambda: time.monotonic() > ends)
    return game.say(player.choose(game, s, seat, random.Random()))


def named(why: str, names: Sequence[str]) -> str:
    """A reason with the names of those who sit there in place of their seats."""
    words = {str(Seat(seat)): name for seat, name in enumerate(names)}
    return re.sub(r"\bseat \d+\b", lambda seat: words.get(seat[0], seat[0]), why)


def advise(map: str, options: Options, name: str, state: Any, seat: int) -> tuple[str, str]:
    """What a bot would say in a position, and why."""
    game = host_of(map, options).game
    s = game.state_type.from_json(state)
    ends = time.monotonic() + THINKING
    player = bot(game.game_id, name, late=lambda: time.monotonic() > ends)
    advice = player.advise(game, s, seat, random.Random(seat))
    return game.say(advice.action), advice.why
