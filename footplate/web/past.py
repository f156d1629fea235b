"""What a log tells about earlier: positions, sentences, and how a finished game went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.narration import story, tell
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NOBODY, Fact, Unreadable
from footplate.core.table import Entry, Unlawful
from footplate.web.protocol import End, Point, Standing

EVERY = 16
"""One position in so many is kept; the others are a few entries away."""


class Step(NamedTuple):
    """One entry played again: the positions around it, and what it brought about."""

    before: SteamState
    after: SteamState
    news: list[Fact]


def steps(game: AgeOfSteam, s: SteamState, log: Sequence[Entry]) -> Iterator[Step]:
    """Play entries again from a position; Unlawful where the rules of today do not accept one."""
    for n, (seat, text) in enumerate(log):
        if game.actor(s) != seat or seat == NOBODY:
            raise Unlawful(n, f"“{text}” is said by who is not asked")
        try:
            action = game.read(s, text)
        except Unreadable as problem:
            raise Unlawful(n, str(problem)) from None
        if refusal := game.why_not(s, action):
            raise Unlawful(n, game.explain(s, action, refusal))
        after = s.copy()
        news: list[Fact] = []
        after.news = news
        game.apply(after, action)
        yield Step(s, after, news)
        s = after


class Positions:
    """The positions of one log, worked out when somebody looks."""

    def __init__(self, game: AgeOfSteam, seats: int) -> None:
        self.game = game
        self._kept: dict[int, SteamState] = {0: game.start(seats)}

    def at(self, log: Sequence[Entry], n: int) -> SteamState:
        """The position after the first `n` entries."""
        start = max(kept for kept in self._kept if kept <= n)
        s = self._kept[start]
        for number, step in enumerate(steps(self.game, s, log[start:n]), start + 1):
            s = step.after
            if number % EVERY == 0:
                self._kept[number] = s
        return s

    def forget_from(self, n: int) -> None:
        """Entries from here on have been taken back."""
        self._kept = {kept: s for kept, s in self._kept.items() if kept <= n}


def told_again(game: AgeOfSteam, log: Sequence[Entry], names: Sequence[str]) -> list[list[str]]:
    """The sentences of every entry, with the names of today."""
    start = game.start(len(names))
    return [story(game, step.news, names) for step in steps(game, start, log)]


def end_of(game: AgeOfSteam, s: SteamState, log: Sequence[Entry], names: Sequence[str]) -> End:
    """How a finished game ended, and how it came to that; without curves if its rules have changed since."""
    curves: list[list[Point]] = []
    deliveries = [0] * s.seats
    longest: Fact | None = None
    paid, why = dict[int, Fact](), dict[int, str]()
    try:
        for step in steps(game, game.start(s.seats), log):
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
    return End(_standings(game, s, why), curves, deliveries, told)


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
