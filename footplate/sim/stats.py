"""What many games have in common, in numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean, median, pstdev
from typing import Any

from footplate.sim.run import Result


def mean(values: Iterable[float]) -> float | None:
    """The mean, rounded to hundredths; None of nothing."""
    known = list(values)
    return round(fmean(known), 2) if known else None


def spread(values: Sequence[float]) -> dict[str, float | None]:
    """The least, the middle, the most, the mean and how far they stray from it."""
    if not values:
        return {"min": None, "median": None, "max": None, "mean": None, "sd": None}
    return {
        "min": min(values),
        "median": median(values),
        "max": max(values),
        "mean": mean(values),
        "sd": round(pstdev(values), 2),
    }


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """The statistics of finished games; who was eliminated has no score and is left out of the means."""
    alive = [(r, seat) for r in results for seat in range(len(r.scores)) if r.scores[seat] is not None]
    scores = [score for r in results for score in r.scores if score is not None]
    won = [score for r in results for seat in r.winners if (score := r.scores[seat]) is not None]
    figures = list(results[0].figures) if results else []
    names = sorted({name for r in results for name in r.bots})
    return {
        "games": len(results),
        "decisions": sum(r.decisions for r in results),
        "mean_score": mean(scores),
        "winner_mean_score": mean(won),
        "bankruptcies_per_game": mean(sum(map(bool, r.out)) for r in results),
        "shared_wins": sum(len(r.winners) > 1 for r in results),
        "games_without_winner": sum(not r.winners for r in results),
        "score": spread(scores),
        **{word: spread([r.figures[word][seat] for r, seat in alive]) for word in figures},
        "turns": spread([r.turns for r in results]),
        "decisions_per_game": spread([r.decisions for r in results]),
        "by_bot": {name: _of_bot(results, name) for name in names},
        "faults": [{**fault._asdict(), "says": str(fault)} for r in results for fault in r.faults],
    }


def _of_bot(results: Sequence[Result], name: str) -> dict[str, Any]:
    """One bot's seats, wins (a shared win is shared out) and scores."""
    at = [(r, seat) for r in results for seat in range(len(r.bots)) if r.bots[seat] == name]
    scores = [score for r, seat in at if (score := r.scores[seat]) is not None]
    return {
        "seats": len(at),
        "wins": round(sum(1 / len(r.winners) for r, seat in at if seat in r.winners), 2),
        "mean_score": mean(scores),
        "bankruptcies": sum(bool(r.out[seat]) for r, seat in at),
        "faults": sum(fault.bot == name for r in results for fault in r.faults),
    }
