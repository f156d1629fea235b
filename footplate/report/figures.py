"""What is counted in many games: everything that a report says, as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean, median, quantiles
from typing import NamedTuple

from footplate.core.host import Host
from footplate.core.study import Chapter, Mean
from footplate.sim.run import Result

NORMAL = 1.96
"""Errors of the mean within which ninety-five of a hundred lie."""
SEATS = "Seat"


class Place(NamedTuple):
    """Who sits or plays at one place: their scores, and what part of the games they win."""

    score: Mean
    wins: Mean


class Point(NamedTuple):
    """A figure at the end of a turn: the mean, and between which values the middle half lies."""

    mean: float
    low: float
    high: float


@dataclass
class Figures:
    """All that is told of one board."""

    title: str
    players: int
    bots: tuple[str, ...]
    games: int
    scores: list[int]
    score: Mean
    median_score: float
    winner: Mean
    margin: Mean
    """By how much the winner is before the second."""
    turns: Mean
    decisions: Mean
    lengths: list[int]
    bankruptcies: Mean
    bankrupt_in: dict[int, int]
    """How many players were eliminated in each turn, over all games."""
    leads: Mean
    """How often the lead changes in a game."""
    lead_changes: list[int]
    half_way: Mean
    """The part of games won by whoever led after half of the turns."""
    orders: dict[str, list[Place]]
    curves: dict[str, list[Point]]
    chapters: dict[str, dict[str, dict[str, Mean]]]
    ratios: dict[str, dict[str, dict[str, Mean]]]
    """The same for columns that are divided by others."""
    faults: int


def mean_of(values: Iterable[float]) -> Mean:
    """The mean of what was counted, and its error."""
    known = list(values)
    if not known:
        return Mean(0.0, 0.0, 0)
    mean = fmean(known)
    if len(known) < 2:
        return Mean(mean, 0.0, len(known))
    spread = sum((value - mean) ** 2 for value in known) / (len(known) - 1)
    return Mean(mean, sqrt(spread / len(known)), len(known))


def share_of(parts: Sequence[float]) -> Mean:
    """The mean of what is all or nothing; its error leaves room where it never happened (Agresti, Coull)."""
    if not parts:
        return Mean(0.0, 0.0, 0)
    many = len(parts) + 4
    middle = (sum(parts) + 2) / many
    return Mean(fmean(parts), sqrt(middle * (1 - middle) / many), len(parts))


def ratio_of(above: Sequence[float], below: Sequence[float]) -> Mean:
    """So much of one in relation to the other, over all games together, and its error."""
    whole = sum(below)
    if not whole:
        return Mean(0.0, 0.0, 0)
    ratio, many = sum(above) / whole, len(below)
    if many < 2:
        return Mean(ratio, 0.0, many)
    strays = sum((a - ratio * b) ** 2 for a, b in zip(above, below))
    return Mean(ratio, sqrt(strays / (many * (many - 1))) / (whole / many), many)


def count(host: Host, players: int, results: Sequence[Result]) -> Figures:
    """Everything that these games tell; each of them was studied."""
    scores = [score for r in results for score in r.scores if score is not None]
    changes = [lead_changes(r.study.curves.get("score", [])) for r in results if r.study]
    counted = {chapter.key: _chapter(chapter, results) for chapter in host.chapters}
    return Figures(
        title=host.title,
        players=players,
        bots=tuple(sorted({name for r in results for name in r.bots})),
        games=len(results),
        scores=scores,
        score=mean_of(scores),
        median_score=median(scores) if scores else 0,
        winner=mean_of(score for r in results for seat in r.winners if (score := r.scores[seat]) is not None),
        margin=mean_of(margin for r in results if (margin := _margin(r)) is not None),
        turns=mean_of(r.turns for r in results),
        decisions=mean_of(r.decisions for r in results),
        lengths=[r.decisions for r in results],
        bankruptcies=mean_of(sum(map(bool, r.out)) for r in results),
        bankrupt_in=dict(sorted(Counter(turn for r in results for turn in r.out if turn).items())),
        leads=mean_of(changes),
        lead_changes=changes,
        half_way=mean_of(led for r in results if (led := _led_half_way(r)) is not None),
        orders=_orders(players, results),
        curves=_curves(results),
        chapters={key: means for key, (means, _) in counted.items()},
        ratios={key: ratios for key, (_, ratios) in counted.items()},
        faults=sum(len(r.faults) for r in results),
    )


def _margin(result: Result) -> int | None:
    best = sorted((score for score in result.scores if score is not None), reverse=True)
    return best[0] - best[1] if len(best) > 1 else None


def leaders(scores: Sequence[int | None]) -> set[int]:
    """Whoever has the most points."""
    best = max((score for score in scores if score is not None), default=None)
    return {seat for seat, score in enumerate(scores) if score is not None and score == best}


def lead_changes(curve: Sequence[Sequence[int | None]]) -> int:
    """How often another player than the last one is alone in the lead at the end of a turn."""
    alone = [min(lead) for scores in curve if len(lead := leaders(scores)) == 1]
    return sum(now != before for before, now in pairwise(alone))


def _led_half_way(result: Result) -> float | None:
    """Whether a winner led after half of the turns; a shared lead counts in parts."""
    curve = result.study.curves.get("score", []) if result.study else []
    if len(curve) < 2 or not result.winners:
        return None
    lead = leaders(curve[(len(curve) - 1) // 2])
    return len(lead & set(result.winners)) / len(lead) if lead else None


def _orders(players: int, results: Sequence[Result]) -> dict[str, list[Place]]:
    """Scores and wins by seat, and by place in every order that the game tells."""
    sat: dict[str, list[list[tuple[Result, int]]]] = {SEATS: [[] for _ in range(players)]}
    for r in results:
        seats = list(range(1, players + 1))
        for name, places in {SEATS: seats, **(r.study.orders if r.study else {})}.items():
            there = sat.setdefault(name, [[] for _ in range(players)])
            for seat, place in enumerate(places):
                if place:
                    there[place - 1].append((r, seat))
    return {
        name: [
            Place(
                mean_of(score for r, seat in at if (score := r.scores[seat]) is not None),
                share_of([1 / len(r.winners) if seat in r.winners else 0 for r, seat in at]),
            )
            for at in places
        ]
        for name, places in sat.items()
    }


def _curves(results: Sequence[Result]) -> dict[str, list[Point]]:
    values: dict[str, list[list[int]]] = {}
    for r in results:
        for word, curve in (r.study.curves if r.study else {}).items():
            turns = values.setdefault(word, [])
            for turn, seats in enumerate(curve):
                if turn == len(turns):
                    turns.append([])
                turns[turn] += [value for value in seats if value is not None]
    out = {}
    for word, turns in values.items():
        # Where few games last so long, a curve would only tell of them.
        enough = max(1, max(map(len, turns)) // 4)
        out[word] = [_point(turn) for turn in turns if len(turn) >= enough]
    return {word: curve for word, curve in out.items() if curve}


def _point(values: Sequence[int]) -> Point:
    parts = quantiles(values, n=4) if len(values) > 1 else [float(values[0])] * 3
    return Point(fmean(values), parts[0], parts[2])


Counted = dict[str, dict[str, Mean]]


def _chapter(chapter: Chapter, results: Sequence[Result]) -> tuple[Counted, Counted]:
    """The means of a chapter, and its ratios; what a game does not mention is 0 there."""
    tallies = [r.study.tallies.get(chapter.key, {}) for r in results if r.study]
    things = dict.fromkeys(thing for tally in tallies for thing in tally)
    means: Counted = {}
    ratios: Counted = {}
    for thing in things:
        values = {
            column.key: [tally.get(thing, {}).get(column.key, 0) for tally in tallies]
            for column in chapter.columns
        }
        means[thing] = {key: mean_of(value) for key, value in values.items()}
        ratios[thing] = {
            column.key: ratio_of(values[column.key], values[column.per])
            for column in chapter.columns
            if column.per
        }
    return means, ratios


def shown(figures: Figures, chapter: Chapter, thing: str, key: str) -> Mean:
    """A figure of a chapter as it is shown; nothing for a thing that was never there."""
    ratio = figures.ratios[chapter.key].get(thing, {}).get(key)
    return ratio or figures.chapters[chapter.key].get(thing, {}).get(key, Mean(0.0, 0.0, figures.games))


def things(figures: Sequence[Figures], chapter: Chapter) -> list[str]:
    """The things of a chapter in the order in which they are shown, on all boards that are compared."""
    every = list(dict.fromkeys(thing for one in figures for thing in one.chapters[chapter.key]))
    if not chapter.most:
        own = list(chapter.tokens)
        return sorted(every, key=lambda thing: own.index(thing) if thing in own else len(own))

    def worth(thing: str) -> float:
        return max(shown(one, chapter, thing, chapter.drawn[0]).mean for one in figures)

    return sorted(every, key=lambda thing: (-worth(thing), thing))


def compared(host: Host, figures: Figures) -> Mapping[str, Mean]:
    """Every figure under a name, to hold against another board's."""
    out = {
        "Mean score": figures.score,
        "Score of the winner": figures.winner,
        "Winner before the second by": figures.margin,
        "Turns": figures.turns,
        "Decisions a game": figures.decisions,
        "Bankruptcies a game": figures.bankruptcies,
        "Changes of the lead": figures.leads,
        "Games won by who led half-way": figures.half_way,
    }
    for name, places in figures.orders.items():
        for number, place in enumerate(places, 1):
            out[f"{name} {number}: wins"] = place.wins
    for chapter in host.chapters:
        for thing in figures.chapters[chapter.key]:
            for column in chapter.columns:
                out[f"{chapter.title}, {thing}: {column.head}"] = shown(figures, chapter, thing, column.key)
    return out
