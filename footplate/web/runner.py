"""What goes on by itself at a table: bots, and answers prepared for later."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from footplate.bots import bots_of
from footplate.core.game import NOBODY
from footplate.core.table import Refused
from footplate.web.declined import Declined
from footplate.web.person import Person

if TYPE_CHECKING:
    from footplate.web.live import LiveTable

PACES = {"calm": 3.0, "usual": 1.0, "quick": 0.2}
"""How bots move faster or slower than usual, as people at a table like it."""
TAKE_BACK = {"calm": 8.0, "usual": 4.0, "quick": 2.0}
"""Seconds that the first bot waits after the last move of a person, who may want to take it back."""
SOON = 5.0
"""Seconds until a bot tries again after the server could not write its move down."""
log = logging.getLogger("footplate")


def bot_pause() -> float:
    """Seconds between the moves of bots, so that people can follow."""
    try:
        return max(0.0, float(os.environ.get("FOOTPLATE_BOT_PAUSE", "0.7")))
    except ValueError:
        return 0.7


class Runner:
    """Whoever answers without being asked: bots, and what people have prepared."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.prepared: dict[int, Any] = {}
        """By seat, and hidden from the others."""
        self.task: asyncio.Task[None] | None = None
        self.pace = "usual"

    @property
    def working(self) -> bool:
        """Whether something is under way."""
        return self.task is not None and not self.task.done()

    # Prepared answers -------------------------------------------------------------------------------------

    async def prepare(self, person: Person, seat: int, given: Any) -> None:
        """Prepare an answer for one's own seat, or take it back."""
        live = self.live
        async with live.turn():
            if seat not in live.mine(person):
                raise Refused("This seat is not yours.")
            if live.asked == NOBODY:
                raise Refused("The game is over.")
            answer = self._checked(given)
            await live.store.change(
                live.id,
                live.heading(live.table, live.updated, live.reached),
                prepared=as_json({seat: answer}),
            )
            if answer is None:
                self.prepared.pop(seat, None)
            else:
                self.prepared[seat] = answer
            for connection in live.connections:
                if seat in live.mine(connection.person):
                    live.tell(connection)
            self.go_on()

    def _checked(self, given: Any) -> Any:
        host = self.live.host
        if given is None:
            return None
        if host.prepared_type is None:
            raise Refused(f"No answers are prepared in {host.name}.")
        try:
            return host.checked(msgspec.convert(given, host.prepared_type))
        except ValueError as problem:
            raise Refused(str(problem)) from None

    def restore(self, saved: Mapping[int, Any]) -> None:
        """What had been prepared when the server stopped."""
        kind = self.live.host.prepared_type
        if kind is not None:
            self.prepared = {seat: msgspec.convert(answer, kind) for seat, answer in saved.items()}

    def sentence(self) -> str | None:
        """What has been prepared for the open question, if anything."""
        answer = self.prepared.get(self.live.asked)
        return None if answer is None else self.live.host.prepared_sentence(self.live.table.state, answer)

    def left(self, before: Any, after: Any) -> dict[int, Any]:
        """What is left of all prepared answers when the table went on."""
        return {seat: self.live.host.left_of(answer, before, after) for seat, answer in self.prepared.items()}

    # Going on ---------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let bots and prepared answers speak, if it is their turn."""
        if not self.working and self.live.asked >= 0:
            if self._bot_is_asked() or self.sentence() is not None:
                self.task = asyncio.create_task(self._run())

    def _bot_is_asked(self) -> bool:
        """Whether a bot has to answer; where only bots sit, they play while somebody watches."""
        live = self.live
        people = any(seat.kind != "bot" for seat in live.seats)
        return live.seats[live.asked].kind == "bot" and (people or bool(live.connections))

    async def rest(self, seconds: float) -> None:
        """Wait until it is a person's turn, but not forever."""
        if self.task is not None:
            await asyncio.wait([self.task], timeout=seconds)

    async def _run(self) -> None:
        live = self.live
        while True:
            try:
                if not await self._next():
                    return
            except Declined:
                if live.spoiled:
                    return
                # It stands in the log already.
                await asyncio.sleep(SOON)
            except Exception:
                if live.spoiled:
                    return
                log.exception("table %s: a bot could not move; it tries again", live.id)
                await asyncio.sleep(SOON)

    async def _next(self) -> bool:
        """One answer of a bot, or a prepared one; False if it is a person's turn to think."""
        live, began = self.live, time.monotonic()
        async with live.turn():
            seat, s = live.asked, live.table.state
            if seat < 0 or live.spoiled:
                return False
            if live.seats[seat].kind != "bot":
                said = self.sentence()
                if said is None:
                    return False
                await self._speak(said)
                return True
            if not self._bot_is_asked():
                return False
            name, bots = live.seats[seat].bot, bots_of(live.game.game_id)
        said = await live.bots.choose(
            live.host,
            name if name in bots else next(iter(bots)),
            s,
            seat,
            people=any(other.identity is not None for other in live.seats),
            maker=live.maker or "",
        )
        await asyncio.sleep(max(0.0, self._pause() - (time.monotonic() - began)))
        async with live.turn():
            # People may have taken back what it was asked about, and gone another way as far as that.
            if live.table.state == s and live.seats[seat].kind == "bot":
                await self._speak(said)
        return True

    def _pause(self) -> float:
        """How long a bot waits: longer after a move that a person can still take back."""
        live, pause = self.live, bot_pause() * PACES[self.pace]
        last = live.table.log[-1].seat if live.table.log else NOBODY
        person = last >= 0 and live.seats[last].kind != "bot"
        # Where bots do not pause at all, nobody watches them.
        return max(pause, TAKE_BACK[self.pace]) if pause and person and live.table.can_undo(last) else pause

    async def _speak(self, text: str) -> None:
        """Say a sentence for who is asked; a bot that says something illegal gets what is legal instead."""
        trial = self.live.table.copy()
        try:
            trial.act(text)
        except Refused as refused:
            log.error("table %s: “%s” was refused: %s", self.live.id, text, refused)
            trial.act(trial.options()[0])
        await self.live.keep(trial)

    async def close(self) -> None:
        """Stop whatever goes on by itself."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)


def as_json(prepared: Mapping[int, Any]) -> dict[int, Any]:
    """Prepared answers as the store wants them."""
    return {seat: answer and msgspec.to_builtins(answer) for seat, answer in prepared.items()}
