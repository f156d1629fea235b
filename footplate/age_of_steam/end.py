"""How a finished game ended, and how it came to that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.narration import tell
from footplate.age_of_steam.state import SteamState
from footplate.core import host
from footplate.core.game import Fact
from footplate.core.host import Standing
from footplate.core.table import Step, Unlawful


@dataclass(slots=True)
class Point:
    """One player's figures at the end of a turn."""

    cash: int
    income: int
    shares: int
    engine: int
    score: int | None


@dataclass(slots=True)
class End(host.End):
    """A finished game: the standings, and the figures after every turn for every seat."""

    curves: list[list[Point]]
    """For every turn the figures of every seat at its end."""
    deliveries: list[int]
    """Cubes each seat has moved."""
    longest: str
    """The longest delivery, in words; empty if there was none."""
    verdict: str
    """What decided it beside the points, where this board has such a rule."""


def end_of(game: AgeOfSteam, s: SteamState, steps: Iterable[Step[SteamState]], names: Sequence[str]) -> End:
    """How a finished game ended, and how it came to that; without curves if its rules have changed since."""
    curves: list[list[Point]] = []
    deliveries = [0] * s.seats
    longest: Fact | None = None
    paid, why = dict[int, Fact](), dict[int, str]()
    try:
        for step in steps:
            if step.after.turn != step.before.turn or step.after.over:
                curves.append(_points(game, step.after))
            for fact in step.news:
                if fact.kind == "delivered":
                    deliveries[fact.seat] += 1
                    if longest is None or fact.data[3] > longest.data[3]:
                        longest = fact
                elif fact.kind == "paid":
                    paid[fact.seat] = fact
                elif fact.kind == "eliminated" and fact.seat in paid:
                    met, short = paid[fact.seat].data
                    why[fact.seat] = (
                        f"costs of ${met + short} met by ${met}, and too little income for the rest"
                    )
    except Unlawful:
        curves = []
    told = tell(game, longest, names) if longest is not None else ""
    return End(_standings(game, s, why), curves, deliveries, told, game.face.verdict(s, names))


def _points(game: AgeOfSteam, s: SteamState) -> list[Point]:
    return [
        Point(s.cash[seat], s.income[seat], s.shares[seat], s.engine[seat], game.rules.score(s, seat))
        for seat in range(s.seats)
    ]


def _standings(game: AgeOfSteam, s: SteamState, why: Mapping[int, str]) -> list[Standing]:
    """The best first; who is level shares a rank."""
    scores, worth = game.scores(s), [game.rules.rank(s, seat) for seat in range(s.seats)]
    return sorted(
        (
            Standing(
                seat,
                1 + sum(other > worth[seat] for other in worth),
                score,
                {} if score is None else game.rules.score_parts(s, seat),
                s.out[seat],
                why.get(seat, ""),
            )
            for seat, score in enumerate(scores)
        ),
        key=lambda standing: (standing.rank, standing.seat),
    )
