"""Boards and tables as the lobby shows them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import UTC, datetime
from typing import Any, TypedDict, cast

from footplate.core.game import NOBODY
from footplate.core.host import Host
from footplate.web.person import Person
from footplate.web.protocol import BotCard, CopyOf, GameCard, MapCard, OptionCard, SeatCard, TableCard
from footplate.web.seats import TableSeat


class Summary(TypedDict):
    """A position in a few words, kept beside the table for the lobby."""

    at: int
    turn: int
    turns: int
    phase: str
    ask: str
    winners: list[str]


def summary(host: Host, s: Any, names: Sequence[str], at: int) -> Summary:
    """A position in a few words, as anybody may know it."""
    game = host.game
    if game.hidden and not s.over:
        s = game.known(s, NOBODY)
    return Summary(
        at=at,
        turn=host.turn(s),
        turns=host.turns(s),
        phase=host.phase(s),
        ask=host.prompt(s, names).ask,
        winners=[names[seat] for seat in game.winners(s)] if s.over else [],
    )


def moment(milliseconds: int) -> str:
    """A moment as pages read it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")


def copy_from(row: Any) -> CopyOf | None:
    """What a table was copied from, as the store has it."""
    return CopyOf(row.copy_of, row.copy_name, row.copy_turn) if row.copy_turn else None


def link_of(key: str) -> str:
    """The path of an invitation."""
    return f"/join/{key}"


def table_card(
    *,
    id: str,
    game: str,
    map: str,
    map_name: str,
    seats: Sequence[TableSeat],
    public: bool,
    maker: str | None,
    asked: int,
    over: bool,
    updated: int,
    summary: Summary,
    person: Person,
    here: Container[int] = (),
    key: str | None = None,
    name: str = "",
    copy: CopyOf | None = None,
) -> TableCard:
    """A table for one person; `key` is the invitation they hold, if any."""
    made_it = person.is_one_of(maker)

    def link(seat: TableSeat) -> str | None:
        unused = seat.kind == "link" and seat.key is not None and not seat.taken
        return link_of(cast(str, seat.key)) if unused and (made_it or seat.key == key) else None

    return TableCard(
        id,
        name,
        copy,
        made_it,
        game,
        map,
        map_name,
        [
            SeatCard(
                seat.seat,
                seat.name,
                seat.kind,
                seat.bot,
                seat.livery,
                seat.taken,
                seat.belongs_to(person),
                seat.seat in here,
                link(seat),
            )
            for seat in seats
        ],
        public,
        summary["at"],
        summary["turn"],
        summary["turns"],
        summary["phase"],
        summary["ask"],
        seats[asked].name if asked >= 0 else "",
        asked >= 0 and seats[asked].belongs_to(person),
        over,
        summary["winners"],
        all(seat.taken for seat in seats),
        moment(updated),
    )


def _line(name: str, summary: str) -> str:
    """The first sentence about a board, without the name it begins with, which stands above it."""
    line = summary.removeprefix(f"{name}: ").split(". ")[0].removesuffix(".")
    return f"{line[:1].upper()}{line[1:]}."


def bot_cards(host: type[Host]) -> list[BotCard]:
    """The bots of a game under their names for people, and those that have none."""
    levels = host.levels()
    named = [BotCard(level.bot, name, level.says) for name, level in levels.items()]
    others = [name for name in host.bots() if name not in {level.bot for level in levels.values()}]
    return [*named, *(BotCard(name, name.capitalize(), "") for name in others)]


def game_card(host: type[Host], hidden: bool) -> GameCard:
    """A game in the picker."""
    return GameCard(host.game_id, host.name, host.about, hidden, bot_cards(host))


def map_card(host: Host) -> MapCard:
    """A board in the picker."""
    page = host.rule_page()
    return MapCard(
        host.id,
        host.title,
        host.game_id,
        page.designer,
        host.players,
        "transcribed" if page.provenance == "transcribed" else "reconstructed",
        host.origin(),
        host.facts(),
        _line(host.title, page.summary),
        [OptionCard(option.name, list(option.values), option.says) for option in host.options],
        list(page.doubts),
        page,
    )
