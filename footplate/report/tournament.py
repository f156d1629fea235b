"""A tournament as a page: ratings with their intervals, and how it went on each board."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from footplate.report import page, plots
from footplate.report.words import number
from footplate.sim.rating import MIDDLE, SCALE, Rating
from footplate.sim.tournament import Event, standings


def tournament_page(events: Sequence[Event], rated: Sequence[Rating], seed: str) -> str:
    """The whole page."""
    games = sum(len(event.results) for event in events)
    boards = f"{len(events)} boards" if len(events) > 1 else events[0].title
    title = f"Tournament of {len(rated)} bots: {games} games on {boards}"
    says = (
        f"A rating of {SCALE} more means odds of ten to one to come in before the other; {MIDDLE} is the "
        "middle. The interval holds the true rating in 95 of 100 cases."
    )
    svg = plots.intervals(
        "ratings",
        "Ratings: " + ", ".join(f"{one.bot} {one.rating:.0f}" for one in rated),
        [one.bot for one in rated],
        [(one.rating, one.low, one.high) for one in rated],
        "rating",
    )
    rows = [
        (
            one.bot,
            f"{one.rating:.0f}",
            f"{one.low:.0f}–{one.high:.0f}",
            str(one.games),
            f"{one.wins:.0%}",
            f"{one.even:.0%}",
        )
        for one in rated
    ]
    heads = ("Bot", "rating", "95 of 100", "games", "wins a seat", "even")
    parts = [
        page.section(
            "What stands out",
            page.listed(_words(rated, sum(len(r.faults) for e in events for r in e.results))),
        ),
        page.section(
            "Ratings",
            page.plots(page.plot("Rating and interval", svg)),
            page.table(heads, rows, "Ratings"),
            says=says,
        ),
    ]
    parts += [_board(event) for event in events]
    seeded = (
        f'<p class="sub">Every bot comes round to every seat, in ever other company. Seed {escape(seed)}.</p>'
    )
    return page.page(title, f"<h1>{escape(title)}</h1>{seeded}", parts)


def _words(rated: Sequence[Rating], faults: int) -> list[str]:
    best, second = rated[0], rated[1]
    clear = best.low > second.high
    out = [
        f"{best.bot} is {'clearly ' if clear else ''}the strongest: it wins {best.wins:.0%} of its seats "
        f"({best.even:.0%} would be even)."
    ]
    level = [f"{one.bot} and {other.bot}" for one, other in pairwise(rated) if one.low <= other.high]
    if level:
        out.append(f"More games are needed to tell apart: {'; '.join(level)}.")
    if faults:
        out.append(f"Bots failed {faults} times, and a random legal move was made for them.")
    return out


def _board(event: Event) -> str:
    rows = [
        (one.bot, str(one.seats), f"{one.wins:.0%}", "–" if one.score is None else number(one.score))
        for one in standings(event)
    ]
    players = f"{event.players} players" if event.players > 1 else "alone"
    return page.section(
        event.title,
        page.table(("Bot", "seats", "wins a seat", "mean score"), rows, event.title),
        says=f"{len(event.results)} games, {players}.",
    )
