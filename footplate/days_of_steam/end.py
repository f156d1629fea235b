"""How a finished game of Days of Steam ended, and how it came to that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from footplate.core import host
from footplate.core.host import Standing
from footplate.core.table import Step, Unlawful
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.narration import score_words, verdict
from footplate.days_of_steam.state import DaysState


@dataclass(slots=True)
class End(host.End):
    """A finished game: the standings, what was said of them, and the points after every turn."""

    verdict: str
    sums: list[str]
    """By seat how the points are made up."""
    curves: list[list[int]]
    """For every turn the points of every seat at its end."""
    derailed: list[int]
    """How often each train derailed."""
    tiles: list[int]
    """Tiles and towns that each seat has laid."""


def end_of(game: DaysOfSteam, s: DaysState, steps: Iterable[Step[DaysState]], names: Sequence[str]) -> End:
    """How a finished game ended; without curves if its rules have changed since."""
    curves: list[list[int]] = []
    derailed, laid = [0] * s.seats, [0] * s.seats
    rules = game.rules
    try:
        for step in steps:
            if step.after.turn != step.before.turn or step.after.over:
                curves.append([rules.score(step.after, seat) for seat in range(s.seats)])
            for fact in step.news:
                if fact.kind == "derailed":
                    derailed[fact.seat] += 1
                elif fact.kind in ("laid", "founded"):
                    laid[fact.seat] += 1
    except Unlawful:
        curves = []
    ranks = [rules.rank(s, seat) for seat in range(s.seats)]
    winners = game.winners(s)
    standings = [
        Standing(
            seat,
            1 if seat in winners else 1 + sum(other > ranks[seat] for other in ranks),
            rules.score(s, seat),
            rules.score_parts(s, seat),
            0,
            "",
        )
        for seat in range(s.seats)
    ]
    standings.sort(key=lambda one: (one.rank, one.seat))
    sums = [score_words(game, s, seat) for seat in range(s.seats)]
    return End(standings, verdict(game, s, names), sums, curves, derailed, laid)
