"""What the end of a turn brought: money, lost track, dice and new goods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from footplate.age_of_steam.board import HALVES
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.narration import story
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core.game import Fact
from footplate.core.table import Step


@dataclass(slots=True)
class Purse:
    """One player's money at the end of a turn."""

    seat: int
    before: int
    """Cash before income."""
    income: int
    issued: int = 0
    """What shares brought that were issued for the expenses."""
    paid: int = 0
    """Of the expenses, what could be paid."""
    dues: str = ""
    """What the expenses were for."""
    short: int = 0
    """Expenses that could not be paid; each lowered the income by one."""
    reduction: int = 0
    cash: int = 0
    """Cash after it all."""
    income_after: int = 0
    points: int = 0
    """The points that short expenses and reduction cost, as the board counts income."""
    out: bool = False


@dataclass(slots=True)
class Dice:
    """The dice of one half."""

    half: str
    values: list[int]


@dataclass(slots=True)
class Grown:
    """Cubes of one colour that came to a place."""

    hex: int
    place: str
    colour: str
    count: int
    by: str
    """What brought them: a column and its dice."""


@dataclass(slots=True)
class Lost:
    """Track that became nobody's."""

    seat: int
    places: list[str]


@dataclass(slots=True)
class Recap:
    """The end of one turn."""

    turn: int
    over: bool = False
    """Whether the game ended with it."""
    purses: list[Purse] = field(default_factory=list)
    dice: list[Dice] = field(default_factory=list)
    grew: list[Grown] = field(default_factory=list)
    barren: int = 0
    """Columns that were rolled and had no cube to give."""
    lost: list[Lost] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    """What else this board's end of a turn brought."""


TOLD = {"collected", "paid", "eliminated", "reduced", "rolled", "grew", "extra", "turn"}
"""Facts that have a place of their own in a recap."""


def recap_of(
    game: AgeOfSteam, steps: Iterable[Step[SteamState]], turn: int, names: Sequence[str]
) -> Recap | None:
    """How a turn ended; None where it has not ended yet."""
    out, purses = Recap(turn), dict[int, Purse]()
    ended = False
    for step in steps:
        if step.before.turn > turn:
            break
        if step.before.turn < turn:
            continue
        ended, out.over = step.after.turn > turn or step.after.over, step.after.over
        closing = bool(purses)
        for fact in step.news:
            _count(game, step, fact, purses)
            if fact.kind == "done" and fact.data:
                places = dict.fromkeys(game.board.place(side // 6) for side in fact.data)
                out.lost.append(Lost(fact.seat, list(places)))
        if purses:
            _grow(game, step, out, whole=closing)
            told = [fact for fact in step.news if fact.kind not in TOLD]
            out.more += story(game, told, names) if closing else ()
    out.purses = list(purses.values())
    return out if ended else None


def _count(game: AgeOfSteam, step: Step[SteamState], fact: Fact, purses: dict[int, Purse]) -> None:
    """Write a fact about money into a purse."""
    seat, data, s = fact.seat, fact.data, step.after
    if fact.kind == "collected":
        purses[seat] = Purse(seat, s.cash[seat] - data[0], data[0], cash=s.cash[seat], income_after=data[0])
    if (purse := purses.get(seat)) is None:
        return
    match fact.kind:
        case "paid":
            purse.paid, purse.short = data
            if any(other.kind == "collected" for other in step.news):
                purse.before += purse.paid
            purse.cash = s.cash[seat]
            purse.issued = purse.cash - purse.before - purse.income + purse.paid
            purse.dues = _dues(s, seat, purse.paid + purse.short)
            purse.income_after -= purse.short
        case "reduced":
            purse.reduction = data[0]
            purse.income_after -= data[0]
        case "eliminated":
            purse.out = True
    if s.income[seat] >= 0 and not purse.out:
        richer = s.copy()
        richer.income[seat] += purse.short + purse.reduction
        purse.points = (game.rules.score(richer, seat) or 0) - (game.rules.score(s, seat) or 0)


def _dues(s: SteamState, seat: int, due: int) -> str:
    """What expenses were for: 13 shares and engine 5."""
    shares, engine = s.shares[seat], s.engine[seat]
    parts = [plural(shares, "share")] if shares else []
    if engine and due - shares == engine:
        parts.append(f"engine {engine}")
    elif due > shares:
        parts.append(f"${due - shares} more")
    return " and ".join(parts)


def _grow(game: AgeOfSteam, step: Step[SteamState], out: Recap, *, whole: bool) -> None:
    """Add the dice of a step and the cubes that came to places.

    When everybody has been paid, all cubes that come are new; in the move before only those told of.
    """
    rolled = next((fact.data for fact in step.news if fact.kind == "rolled"), None)
    if rolled:
        out.dice.append(Dice(HALVES[rolled[0]], list(rolled[1:])))
    for at, count in _come(step) if whole else _told(game, step.news):
        hex, colour = divmod(at, STRIDE)
        by = _column(game, step.before, hex, rolled) if rolled else ""
        same = next(
            (one for one in out.grew if (one.hex, one.colour, one.by) == (hex, COLOURS[colour], by)), None
        )
        if same:
            same.count += count
        else:
            out.grew.append(Grown(hex, game.board.place(hex), COLOURS[colour], count, by))
    if rolled:
        out.barren += _barren(game, step, rolled)


def _come(step: Step[SteamState]) -> Iterator[tuple[int, int]]:
    """Where there are more cubes than before, and how many."""
    for at, (before, after) in enumerate(zip(step.before.cubes, step.after.cubes)):
        if after > before:
            yield at, after - before


def _told(game: AgeOfSteam, news: Iterable[Fact]) -> Iterator[tuple[int, int]]:
    """The cubes that facts tell of."""
    for fact in news:
        for hex, colour in game.face.arrivals(fact):
            yield STRIDE * hex + colour, 1


def _column(game: AgeOfSteam, s: SteamState, hex: int, rolled: Sequence[int]) -> str:
    """The column and the dice that brought a cube to a place."""
    half, *values = rolled
    for column in game.board.columns:
        there = column.hex if column.hex >= 0 else s.new_cities[column.city]
        if there == hex and column.half == half:
            name = f"{HALVES[half]} {column.die}"
            if column.hex < 0:
                name = f"New City {game.board.new_cities[column.city].letter}"
            return f"{name}, {plural(values.count(column.die), 'die', 'dice')}"
    return ""


def _barren(game: AgeOfSteam, step: Step[SteamState], rolled: Sequence[int]) -> int:
    """How many columns in play were rolled and brought nothing."""
    half, *values = rolled
    grown = {at // STRIDE for at, _ in _come(step)}
    places = [
        column.hex if column.hex >= 0 else step.before.new_cities[column.city]
        for column in game.board.columns
        if column.half == half and column.die in values
    ]
    return sum(hex >= 0 and hex not in grown for hex in places)
