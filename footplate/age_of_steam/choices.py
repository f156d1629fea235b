"""What the seat that is asked may answer, by the controls that show it.

Not compiled: the page's types are made from the annotations, which a compiled class forgets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from footplate.age_of_steam.routes import Share, Stops


@dataclass(slots=True)
class IssueChoice:
    """The sentences for no share, one and so on, and the price of one."""

    sentences: list[str]
    price: int


@dataclass(slots=True)
class BidChoice:
    """The least one may bid, the sentences from there on, who leads, and how to pass or to drop out."""

    least: int
    sentences: list[str]
    leader: int
    high: int
    stay: str | None
    staying: str
    """By what one may pass and stay in the auction; empty where one may not."""
    drop: str
    dropping: str
    """What dropping out now means."""


@dataclass(slots=True)
class ActionChoice:
    """An action on offer: its sentence, name, what it does, and who holds it (-1: nobody)."""

    sentence: str
    name: str
    says: str
    holder: int
    price: int
    """What it costs; below zero what it brings."""
    refused: str | None
    """Why it cannot be taken now."""


class HexChoice(NamedTuple):
    """A hex one may build on: how many tiles fit, and the least they cost.

    There may be hundreds, so they are told as rows, without the names of their columns.
    """

    hex: int
    tiles: int
    least: int


@dataclass(slots=True)
class ConnectChoice:
    """A direct link on sale."""

    sentence: str
    name: str
    price: int


@dataclass(slots=True)
class CityChoice:
    """A New City that may be placed on some towns: its letter, their hexes, and how to say it."""

    letter: str
    hexes: list[int]
    sentence: str
    """The sentence with an asterisk in the place of the town's word."""


@dataclass(slots=True)
class BuildChoice:
    """What may be built."""

    left: int
    limit: int
    hexes: list[HexChoice]
    connects: list[ConnectChoice]
    cities: list[CityChoice]
    """The New Cities that may be placed now."""
    new_cities: int
    """New Cities still unused, even if it is too late to place them."""
    unfinished: str | None
    """Why the build cannot be ended now."""
    nothing: str
    """Why nothing can be built; empty if something can."""
    done: str
    """How to end it."""


class DeliveryChoice(NamedTuple):
    """One delivery: its sentence, its cube, its way, and what it brings to whom.

    There may be a thousand, so they are told as rows, without the names of their columns.
    """

    sentence: str
    colour: str
    hex: int
    stops: Stops
    links: tuple[int, ...]
    """The links used, by their number in the view."""
    gains: tuple[Share, ...]
    own: int
    more: tuple[Share, ...]
    """What of the gains is more than one for each link."""
    leaves: str | None
    """By which side the cube leaves its track, or enters a city, where that makes a difference."""
    then: str | None
    """What is asked at once afterwards, e.g. who gets a bonus."""
    cash: int = 0
    """What it brings the mover in cash."""
    rank: int = 0
    """Its place among all deliveries, the best first."""
    note: str | None = None
    """What else comes of it that should be known before, e.g. −2 disks."""


class CubeChoice(NamedTuple):
    """A cube one may move: in how many ways, 0 for very many, and the most that any of those told brings."""

    hex: int
    colour: str
    ways: int
    own: int


@dataclass(slots=True)
class MoveChoice:
    """What may be moved."""

    round: int
    rounds: int
    engine: int
    improve: str | None
    """How to raise the engine instead."""
    improve_label: str
    """What raising the engine is called."""
    nothing: str
    """How to do nothing."""
    nothing_label: str
    """What doing nothing is called."""
    deliveries: list[DeliveryChoice]
    """The mover's best first; a page is told the best, and all of a cube when it asks where that may go."""
    ways: int
    """How many deliveries there are; 0 for very many, of which the best are told, and all of a cube."""
    cubes: list[CubeChoice]
    """The cubes that may be moved, by the best that each brings."""


@dataclass(slots=True)
class StockChoice:
    """The cubes drawn; for each colour the empty boxes, e.g. light-3 1, with the sentence."""

    drawn: list[str]
    boxes: dict[str, dict[str, str]]


@dataclass(slots=True)
class ProduceChoice:
    """How many cubes Production draws, and how to say yes or no."""

    cubes: int
    sentences: list[str]


@dataclass(slots=True)
class GroupsChoice:
    """Things to be put into groups: their names, how many make up each group, and the sentences."""

    names: list[str]
    sizes: list[int]
    sentences: dict[str, str]
    """By the names of the first group, in the order above and with a comma between."""


@dataclass(slots=True)
class AnswerChoice:
    """An answer of a map's own: its sentence, its name, what follows, whom and which hexes it concerns."""

    sentence: str
    label: str
    says: str
    seats: list[int]
    hexes: list[int]


@dataclass(slots=True)
class Question:
    """What the seat that is asked may answer: one of the choices, and whatever else can be said."""

    seat: int
    kind: str
    issue: IssueChoice | None = None
    bid: BidChoice | None = None
    take: list[ActionChoice] | None = None
    build: BuildChoice | None = None
    move: MoveChoice | None = None
    produce: ProduceChoice | None = None
    stock: StockChoice | None = None
    groups: GroupsChoice | None = None
    answers: list[AnswerChoice] = field(default_factory=list)
    spots: list[int] = field(default_factory=list)
    """Hexes of further answers, which a page is told when it asks what may be done there."""
    sentences: list[str] = field(default_factory=list)
