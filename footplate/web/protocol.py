"""Everything the server and the page say to one another; the page's types are generated from here."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from footplate.core.host import End, Slip, TableView
from footplate.core.lesson import Card, Gain, LessonLine
from footplate.core.rule_page import RulePage
from footplate.core.rulebook import Rulebook

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


class BotCard(msgspec.Struct):
    """A bot: its id, its name for people, and a sentence about it where there is one."""

    id: str
    name: str
    says: str


class GameCard(msgspec.Struct):
    """A game: its name, a sentence about it, and its bots."""

    id: str
    name: str
    about: str
    hidden: bool
    """Whether players know what others do not."""
    bots: list[BotCard]
    """Those with a level first, the weakest of them before all."""


class MapCard(msgspec.Struct):
    """A board in the picker."""

    id: str
    name: str
    game: str
    """The id of its game."""
    designer: str
    players: tuple[int, int]
    provenance: Literal["transcribed", "reconstructed"]
    origin: str
    """Where it comes from, in one sentence."""
    facts: list[str]
    """A few facts: 12 cities."""
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
    name: str = ""
    """What it is called; empty for a table that is known by who plays."""
    advice: bool = False
    """Whether players may ask a bot for advice."""


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


class CopyOf(msgspec.Struct):
    """What a table was copied from."""

    id: str | None
    """The table; None if it is not there any more."""
    name: str
    turn: int


class TableCard(msgspec.Struct):
    """A table in the lobby."""

    id: str
    name: str
    """What it is called; empty if nobody gave it a name."""
    copy: CopyOf | None
    maker: bool
    """Whether one has made it: then one may give it another name, and remove it."""
    game: str
    map: str
    map_name: str
    seats: list[SeatCard]
    public: bool
    at: int
    turn: int
    turns: int
    """How many there are; 0 where nobody knows beforehand."""
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
    """My tables, those of them put away, tables to join, tables to watch."""

    mine: list[TableCard]
    archived: list[TableCard]
    open: list[TableCard]
    watch: list[TableCard]


class JoinRequest(msgspec.Struct):
    """Take an open seat, or the seat of a secret link."""

    name: str
    seat: int | None = None
    key: str | None = None


class NameRequest(msgspec.Struct):
    """Another name for a table."""

    name: str


class ArchiveRequest(msgspec.Struct):
    """Put a table into one's archive, or take it out again."""

    archived: bool


class SeatCode(msgspec.Struct):
    """A code with which another device plays as oneself."""

    code: str
    seconds: int
    """How long it is good for."""


class CodeRequest(msgspec.Struct):
    """A code of another device."""

    code: str


class Reach(msgspec.Struct):
    """Who can open a link to this server."""

    only_here: bool
    """Whether the address one came by leads nowhere from another device."""
    serves_others: bool
    """Whether another device reaches this server at all."""
    address: str
    """The link as another device opens it, or would."""
    qr: str
    """The same as a drawing that a camera reads; empty if it would lead nowhere."""
    command: str
    """How to serve others."""


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


class TableState(msgspec.Struct):
    """A table at one moment, for one person."""

    id: str
    card: TableCard
    at: int
    """The length of the log; a move must name it."""
    view: TableView
    """The game's own view; what is written here is what every game's has."""
    question: Any
    """What one may answer, if it is the turn of a seat of one's own, in the game's own form."""
    mine: list[int]
    """One's own seats."""
    maker: bool
    """Whether one has made this table."""
    can_undo: bool
    prepared: Any
    """What one has prepared for later, in the game's own form."""
    notes: str
    end: End | None
    """The game's own end; what is written here is what every game's has."""
    hidden: bool
    """Whether players know what others do not: then a shared screen is passed on with care."""
    advice: bool
    """Whether one may ask a bot for advice here."""


class LessonReply(msgspec.Struct):
    """What the coach says to an answer."""

    kind: str
    """done, also, refused, other or asked."""
    says: str
    rule: str
    """The rule that refused it."""
    told: list[str]
    """What the others did then."""
    gain: Gain | None


class LessonState(msgspec.Struct):
    """A lesson after some answers."""

    title: str
    board: str
    view: TableView
    """The game's own view; what is written here is what every game's has."""
    question: Any
    """What may be answered, in the game's own form."""
    card: Card | None
    """The open card; None when the lesson is over."""
    reply: LessonReply | None
    end: str
    terms: dict[str, str]
    """Every term in a sentence."""
    accepted: list[str]
    """The answers that count: a page keeps these and says them again."""


class LessonRequest(msgspec.Struct):
    """All answers so far, and what is looked at more closely, if anything is."""

    answers: list[str]
    about: Any = None


class Past(msgspec.Struct):
    """The position after the first `at` entries."""

    at: int
    view: TableView


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
    """Look closer at something of the position; what can be looked at is the game's business."""

    about: Any
    at: int


class Say(msgspec.Struct, tag="say"):
    """A word to the others."""

    text: str


class Note(msgspec.Struct, tag="note"):
    """One's private notes, as a whole."""

    text: str


class Prepare(msgspec.Struct, tag="prepare"):
    """Prepare an answer, or take it back with None."""

    seat: int
    prepared: Any = None


class Replace(msgspec.Struct, tag="replace"):
    """Leave one's seat, or as the table's maker free another's: to a bot, or to whoever gets the new link."""

    seat: int
    bot: str | None = None


class Hook(msgspec.Struct, tag="hook"):
    """Where to send word when it is one's turn; empty for nowhere. `test` sends one now."""

    url: str
    test: bool = False


class Ping(msgspec.Struct, tag="ping"):
    """Is anybody there?"""


class Pace(msgspec.Struct, tag="pace"):
    """How fast bots move at this table, as long as the server runs."""

    pace: Literal["calm", "usual", "quick"]


class Suggest(msgspec.Struct, tag="suggest"):
    """What would a bot do?"""

    at: int


Said = Act | Undo | Look | Say | Note | Prepare | Replace | Hook | Ping | Pace | Suggest


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
    """Not done yet: what to ask; say the same again with `sure`."""

    slip: Slip
    sentence: str
    at: int


class Looked(msgspec.Struct, tag="looked"):
    """What a closer look has found, in the game's own form."""

    about: Any
    found: Any


class Chat(msgspec.Struct, tag="chat"):
    """Somebody said something."""

    line: ChatLine


class Told(msgspec.Struct, tag="told"):
    """A word of the server to one person: a setting was kept, a message was sent."""

    text: str


class Suggested(msgspec.Struct, tag="suggested"):
    """What a bot would do in one's place, told to nobody else."""

    sentence: str
    title: str
    """The same as people say it."""
    why: str
    at: int


class Pong(msgspec.Struct, tag="pong"):
    """Somebody is there."""


Heard = Here | Now | MoveRefused | Unsure | Looked | Chat | Told | Pong | Suggested


SPOKEN: tuple[object, ...] = (
    Account,
    Credentials,
    NewPassword,
    BotCard,
    GameCard,
    MapCard,
    TableRequest,
    Lobby,
    JoinRequest,
    NameRequest,
    ArchiveRequest,
    SeatCode,
    CodeRequest,
    Reach,
    TableState,
    Past,
    LogLine,
    Rulebook,
    LessonLine,
    LessonRequest,
    LessonState,
    Said,
    Heard,
)
"""All that is said whatever is played, for the description of the interface; each game adds its own."""
