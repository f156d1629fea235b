"""The seats of a table: whose they are, and how they change hands."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from footplate.bots import BotError, bot
from footplate.core.game import NOBODY
from footplate.core.table import Refused, Unlawful
from footplate.web.declined import Declined
from footplate.web.person import Person
from footplate.web.protocol import SeatKind
from footplate.web.store import now

if TYPE_CHECKING:
    from footplate.web.live import LiveTable


@dataclass(slots=True)
class TableSeat:
    """A seat of a table, with whom it belongs to."""

    seat: int
    name: str
    kind: SeatKind
    bot: str
    livery: int
    key: str | None
    """The secret of the invitation; it stays when it has been used, to lead its owner back."""
    identity: str | None

    @property
    def taken(self) -> bool:
        """Whether somebody, or a bot, plays it."""
        return self.kind == "bot" or self.identity is not None

    def belongs_to(self, person: Person) -> bool:
        """Whether a person may play it."""
        return self.kind != "bot" and person.is_one_of(self.identity)


def seat_from(row: Any) -> TableSeat:
    """A seat as the store has it."""
    return TableSeat(row.seat, row.name, row.kind, row.bot, row.livery, row.key, row.identity)


def seat_values(seat: TableSeat) -> dict[str, Any]:
    """A seat as the store wants it."""
    return {
        "seat": seat.seat,
        "name": seat.name,
        "kind": seat.kind,
        "bot": seat.bot,
        "livery": seat.livery,
        "key": seat.key,
        "identity": seat.identity,
    }


def new_key() -> str:
    """The secret of an invitation: 128 bits."""
    return secrets.token_urlsafe(16)


async def hand_over(live: LiveTable, person: Person, number: int, bot_name: str | None) -> None:
    """Leave one's seat, or as the maker free another's: for a bot, or for whoever gets the new link."""
    async with live.turn():
        if not 0 <= number < len(live.seats):
            raise Refused(f"There is no seat {number}.")
        old = live.seats[number]
        if not old.belongs_to(person) and not person.is_one_of(live.maker):
            raise Refused("Only whoever made the table can free the seat of another.")
        if live.asked == NOBODY:
            raise Refused("The game is over.")
        if bot_name is not None:
            try:
                bot(live.game.game_id, bot_name)
            except BotError as problem:
                raise Refused(str(problem)) from None
            seat = replace(old, kind="bot", bot=bot_name, key=None, identity=None)
        else:
            seat = replace(old, kind="link", bot="", key=new_key(), identity=None)
        await _put(live, seat)


async def sit(live: LiveTable, person: Person, number: int, name: str) -> None:
    """A person takes a free seat."""
    assert person.identity is not None
    seat = live.seats[number]
    taken = {other.name.casefold() for other in live.seats if other is not seat}
    if name.casefold() in taken:
        raise Declined(409, f"Somebody called {name} sits at this table already; choose another name.")
    await _put(live, replace(seat, name=name, identity=person.identity))


async def _put(live: LiveTable, seat: TableSeat) -> None:
    """Put a seat in the place of what it was; a new name stands in the whole log."""
    old = live.seats[seat.seat]
    seats = [*live.seats[: seat.seat], seat, *live.seats[seat.seat + 1 :]]
    names = tuple(other.name for other in seats)
    told: list[tuple[int, list[str]]] = []
    if seat.name != old.name:
        try:
            every = live.log.told_again(live.table.log, names)
        except Unlawful:
            every = [line.told for line in live.lines]
        told = [(n, lines) for n, (line, lines) in enumerate(zip(live.lines, every)) if line.told != lines]
    updated = now()
    heading = live.heading(live.table, updated, live.reached, names)
    await live.store.change(
        live.id,
        heading,
        told=told,
        seats={seat.seat: seat_values(seat)},
        prepared={seat.seat: None},
    )
    # The others as they are by now: one of them may have logged in while this was written.
    live.seats = [*live.seats[: seat.seat], seat, *live.seats[seat.seat + 1 :]]
    live.updated = updated
    live.runner.prepared.pop(seat.seat, None)
    live.table = live.table.copy()
    live.table.seats = names
    for n, lines in told:
        live.lines[n] = msgspec.structs.replace(live.lines[n], told=lines)
        for connection in live.connections:
            connection.known = min(connection.known, n)
    live.log.read_again(live.table.log, names)
    live.window.forget_past()
    live.read_anew()
    live.changed()
    live.runner.go_on()
