"""Everything the server and the page say to one another; the page's types are generated from here."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from footplate.age_of_steam.look import TileChoice
from footplate.age_of_steam.question import AnswerChoice, DeliveryChoice, Question
from footplate.age_of_steam.rule_page import RulePage
from footplate.age_of_steam.view import BoardView, View

SeatKind = Literal["here", "link", "open", "bot"]
"""Who sits there: somebody at the maker's screen, who has the secret link, who comes first, a program."""


class Account(msgspec.Struct):
    """Who is looking: an account, or a nameless browser."""

    name: str | None
    accounts: bool
    """Whether this server keeps accounts, so that one can log in."""


class Credentials(msgspec.Struct):
    """A name and a password."""

    name: str
    password: str


class NewPassword(msgspec.Struct):
    """A change of password."""

    old: str
    new: str


class OptionCard(msgspec.Struct):
    """A choice made when a table is set up."""

    name: str
    values: list[str]
    says: str


class MapCard(msgspec.Struct):
    """A board in the picker."""

    id: str
    name: str
    game: str
    designer: str
    players: tuple[int, int]
    provenance: Literal["transcribed", "reconstructed"]
    cities: int
    towns: int
    differs: str
    """One line on what differs from the base game."""
    options: list[OptionCard]
    doubts: list[str]
    page: RulePage


class SeatRequest(msgspec.Struct):
    """A seat at a new table."""

    kind: SeatKind
    name: str = ""
    bot: str = ""


class TableRequest(msgspec.Struct):
    """A new table."""

    map: str
    seats: list[SeatRequest]
    options: dict[str, str] = {}
    public: bool = False


class SeatCard(msgspec.Struct):
    """A seat of a table, as others see it."""

    seat: int
    name: str
    kind: SeatKind
    bot: str
    livery: int
    taken: bool
    mine: bool
    here: bool
    """Whether somebody is connected for it now."""
    link: str | None
    """The secret invitation, told only to whoever made the table, while it is unused."""


class TableCard(msgspec.Struct):
    """A table in the lobby."""

    id: str
    map: str
    map_name: str
    seats: list[SeatCard]
    public: bool
    at: int
    turn: int
    turns: int
    phase: str
    ask: str
    asked: str
    """The name of whoever is asked."""
    my_turn: bool
    over: bool
    winners: list[str]
    begun: bool
    """False while seats wait for people."""
    updated: str


class Lobby(msgspec.Struct):
    """My tables, tables to join, tables to watch."""

    mine: list[TableCard]
    open: list[TableCard]
    watch: list[TableCard]


class JoinRequest(msgspec.Struct):
    """Take an open seat, or the seat of a secret link."""

    name: str
    seat: int | None = None
    key: str | None = None


class LogLine(msgspec.Struct):
    """One entry of the log: who said what, and what happened."""

    n: int
    seat: int
    sentence: str
    told: list[str]
    turn: int
    phase: int


class ChatLine(msgspec.Struct):
    """A word between people."""

    seat: int
    """The seat, or -1 for who only watches."""
    name: str
    text: str
    at: str


class Prepared(msgspec.Struct):
    """An answer prepared for later and hidden from the others: bid up to so much, or pass all moves."""

    bid: int | None = None
    then: Literal["drop", "pass"] = "drop"
    pass_moves: bool = False


class Point(msgspec.Struct):
    """One player's figures at the end of a turn."""

    cash: int
    income: int
    shares: int
    engine: int
    score: int | None


class Standing(msgspec.Struct):
    """One player at the end: rank, score and how it is made up."""

    seat: int
    rank: int
    score: int | None
    parts: dict[str, int]
    out: int
    why: str
    """What eliminated a player; empty for who was not, and where the log cannot be played again."""


class End(msgspec.Struct):
    """A finished game: the standings, and the figures after every turn for every seat."""

    standings: list[Standing]
    """The best first."""
    curves: list[list[Point]]
    """For every turn the figures of every seat at its end."""
    deliveries: list[int]
    """Cubes each seat has moved."""
    longest: str
    """The longest delivery, in words; empty if there was none."""
    rematch: str | None = None
    """The table at which this game is played again, once somebody has asked for one."""


class TableState(msgspec.Struct):
    """A table at one moment, for one person."""

    id: str
    card: TableCard
    at: int
    """The length of the log; a move must name it."""
    view: View
    question: Question | None
    """What one may answer, if it is the turn of a seat of one's own."""
    mine: list[int]
    """One's own seats."""
    maker: bool
    """Whether one has made this table."""
    can_undo: bool
    prepared: Prepared | None
    notes: str
    end: End | None


class Past(msgspec.Struct):
    """The position after the first `at` entries."""

    at: int
    view: View


# What the page says over the socket -----------------------------------------------------------------------


class Act(msgspec.Struct, tag="act"):
    """Say a sentence."""

    sentence: str
    at: int
    sure: bool = False
    """Whether the person has been told that chance answers, or that it is probably a slip."""


class Undo(msgspec.Struct, tag="undo"):
    """Take back one's last entry."""

    at: int


class Look(msgspec.Struct, tag="look"):
    """Which tiles fit a hex?"""

    hex: int
    at: int


class Why(msgspec.Struct, tag="why"):
    """Why can nothing be done with this hex, or with this cube?"""

    hex: int
    at: int
    colour: str | None = None


class Where(msgspec.Struct, tag="where"):
    """Where may this cube go, or which answers concern this hex?"""

    hex: int
    at: int
    colour: str | None = None


class Say(msgspec.Struct, tag="say"):
    """A word to the others."""

    text: str


class Note(msgspec.Struct, tag="note"):
    """One's private notes, as a whole."""

    text: str


class Prepare(msgspec.Struct, tag="prepare"):
    """Prepare an answer, or take it back with None."""

    seat: int
    prepared: Prepared | None = None


class Replace(msgspec.Struct, tag="replace"):
    """Leave one's seat, or as the table's maker free another's: to a bot, or to whoever gets the new link."""

    seat: int
    bot: str | None = None


class Hook(msgspec.Struct, tag="hook"):
    """Where to send word when it is one's turn; empty for nowhere. `test` sends one now."""

    url: str
    test: bool = False


Said = Act | Undo | Look | Why | Where | Say | Note | Prepare | Replace | Hook


# What the server says over the socket ---------------------------------------------------------------------


class Here(msgspec.Struct, tag="here"):
    """The whole table as it stands now, told once; `log` is what is new since the page last heard."""

    table: TableState
    log: list[LogLine]
    log_from: int
    """The number of the first line in `log`: lines from there on are replaced by it (after an undo too)."""
    chat: list[ChatLine]


class Now(msgspec.Struct, tag="now"):
    """What has changed at the table since the page last heard."""

    set: dict[str, Any]
    """New values by their way into the table: `card/ask`, `view/players/0`, `view/pieces/812`."""
    gone: list[str]
    """Ways to what is there no more."""
    log: list[LogLine]
    log_from: int
    """As in `Here`."""


class MoveRefused(msgspec.Struct, tag="refused"):
    """Not done: why, and by which rule of the ledger."""

    text: str
    rule: str
    at: int


class Unsure(msgspec.Struct, tag="unsure"):
    """Not done yet: a question; say the same again with `sure`."""

    question: str
    sentence: str
    at: int


class Tiles(msgspec.Struct, tag="tiles"):
    """The tiles that fit a hex."""

    hex: int
    tiles: list[TileChoice]


class Because(msgspec.Struct, tag="because"):
    """Why nothing can be done there."""

    hex: int
    text: str


class Ways(msgspec.Struct, tag="ways"):
    """All deliveries of a cube, or all answers that concern a hex."""

    hex: int
    colour: str | None
    deliveries: list[DeliveryChoice]
    answers: list[AnswerChoice]


class Chat(msgspec.Struct, tag="chat"):
    """Somebody said something."""

    line: ChatLine


class Told(msgspec.Struct, tag="told"):
    """A word of the server to one person: a setting was kept, a message was sent."""

    text: str


Heard = Here | Now | MoveRefused | Unsure | Tiles | Because | Ways | Chat | Told


SPOKEN: tuple[object, ...] = (
    Account,
    Credentials,
    NewPassword,
    MapCard,
    BoardView,
    TableRequest,
    Lobby,
    JoinRequest,
    TableState,
    Past,
    LogLine,
    Said,
    Heard,
)
"""All that is said, for the description of the interface."""
