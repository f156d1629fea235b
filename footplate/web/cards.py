"""Boards and tables as the lobby shows them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypedDict, cast

from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.narration import prompt
from footplate.age_of_steam.rule_page import rule_page
from footplate.age_of_steam.state import SteamState
from footplate.web.person import Person
from footplate.web.protocol import MapCard, OptionCard, SeatCard, SeatKind, TableCard

GAME_NAMES = {"age-of-steam": "Age of Steam"}


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


class Summary(TypedDict):
    """A position in a few words, kept beside the table for the lobby."""

    at: int
    turn: int
    turns: int
    phase: str
    ask: str
    winners: list[str]


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


def summary(game: AgeOfSteam, s: SteamState, names: Sequence[str], at: int) -> Summary:
    """A position in a few words."""
    return Summary(
        at=at,
        turn=s.turn,
        turns=game.rules.turns(s.seats),
        phase=game.phases[s.phase].name if s.phase >= 0 else "Set-up",
        ask=prompt(game, s, names).ask,
        winners=[names[seat] for seat in game.winners(s)] if s.over else [],
    )


def moment(milliseconds: int) -> str:
    """A moment as pages read it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")


def link_of(key: str) -> str:
    """The path of an invitation."""
    return f"/join/{key}"


def table_card(
    *,
    id: str,
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
) -> TableCard:
    """A table for one person; `key` is the invitation they hold, if any."""
    made_it = person.is_one_of(maker)

    def link(seat: TableSeat) -> str | None:
        unused = seat.kind == "link" and seat.key is not None and not seat.taken
        return link_of(cast(str, seat.key)) if unused and (made_it or seat.key == key) else None

    return TableCard(
        id,
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


def map_card(game: AgeOfSteam) -> MapCard:
    """A board in the picker."""
    board, page = game.board, rule_page(game)
    return MapCard(
        board.id,
        board.name,
        GAME_NAMES[game.game_id],
        board.designer,
        board.players,
        "transcribed" if board.provenance == "transcribed" else "reconstructed",
        sum(kind == IN_CITY for kind in board.kind) - len(board.terminals),
        sum(kind == IN_TOWN for kind in board.kind),
        _line(board.name, page.summary),
        [OptionCard(option.name, list(option.values), option.says) for option in game.rules.table_options],
        list(board.doubts),
        page,
    )
