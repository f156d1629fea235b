"""A tournament: bots on any set of boards, in ever other company, and how strong each of them is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from footplate.sim.rating import Game, Rating, rate
from footplate.sim.run import Result


class Event(NamedTuple):
    """What was played on one board."""

    map: str
    title: str
    players: int
    results: Sequence[Result]


class Standing(NamedTuple):
    """A bot on one board: its seats, wins and mean score."""

    bot: str
    seats: int
    wins: float
    score: float | None


def games_of(event: Event) -> list[Game]:
    """The games as ratings see them; alone on a board, those who met the same chance are compared."""
    if event.players > 1:
        return [Game(r.bots, r.places, r.winners) for r in event.results]
    met: dict[int, list[Result]] = {}
    for r in event.results:
        met.setdefault(r.number // _bots(event), []).append(r)
    return [_compared(together) for together in met.values() if len(together) > 1]


def _bots(event: Event) -> int:
    return len({name for r in event.results for name in r.bots})


def _compared(together: Sequence[Result]) -> Game:
    scores = [r.scores[0] if r.scores[0] is not None else -(10**9) for r in together]
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Game(tuple(r.bots[0] for r in together), places, winners)


def ratings(events: Sequence[Event], seed: str) -> list[Rating]:
    """Everybody's rating over all boards, the best first."""
    return rate([game for event in events for game in games_of(event)], seed)


def standings(event: Event) -> list[Standing]:
    """Who did how well on one board, the most wins first."""
    out = []
    for name in sorted({name for r in event.results for name in r.bots}):
        at = [(r, seat) for r in event.results for seat, bot in enumerate(r.bots) if bot == name]
        scores = [score for r, seat in at if (score := r.scores[seat]) is not None]
        wins = sum(1 / len(r.winners) for r, seat in at if seat in r.winners)
        out.append(Standing(name, len(at), wins / len(at), sum(scores) / len(scores) if scores else None))
    return sorted(out, key=lambda one: (-one.wins, one.bot))
