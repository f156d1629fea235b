"""What stands out, in words: only what is more than chance."""

from __future__ import annotations

from collections.abc import Sequence

from footplate.core.host import Host
from footplate.core.study import Mean, People
from footplate.report.figures import NORMAL, Figures, compared

CLEAR = 2.8
"""Errors of a difference beyond which it is told: many figures are looked at, and some stray by chance."""
MANY_BANKRUPT = 0.05
MOST_DIFFERENCES = 14


def number(value: float, digits: int = 1) -> str:
    """A number for people, with a proper minus."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text.replace("-", "−")


def within(mean: Mean, percent: bool = False) -> str:
    """A mean with the interval in which it lies in ninety-five of a hundred cases."""
    scale = 100 if percent else 1
    digits = 0 if percent else 1 if abs(mean.mean) >= 1 or mean.mean == 0 else 2
    shown = number(scale * mean.mean, digits)
    if mean.error:
        shown += f" ± {number(scale * NORMAL * mean.error, digits)}"
    return f"{shown} %" if percent else shown


def stands_out(host: Host, figures: Figures, people: People | None) -> list[str]:
    """What a map maker should know first."""
    out = []
    if people and "score" in people.figures:
        out.append(
            f"{_bots(figures)} score {number(figures.median_score)} in the middle; people score "
            f"{number(people.figures['score'])} ({people.source})."
        )
    out += _orders(figures)
    if figures.bankruptcies.mean > MANY_BANKRUPT:
        worst = max(figures.bankrupt_in, key=lambda turn: figures.bankrupt_in[turn])
        often = number(figures.bankruptcies.mean, 2)
        out.append(f"{often} players a game go bankrupt, most of them in turn {worst}.")
    elif figures.bankruptcies.mean:
        out.append("Hardly anybody goes bankrupt.")
    if figures.players > 1 and figures.half_way.games:
        part = figures.half_way.mean
        how = "decided early" if part > 0.75 else "open for long" if part < 0.45 else "open half-way"
        out.append(
            f"Changes of the lead a game: {number(figures.leads.mean)}. Whoever leads half-way wins "
            f"{part:.0%} of games: it is {how}."
        )
    out += host.remarks(figures.chapters, figures.games)
    if figures.faults:
        out.append(f"Bots failed {figures.faults} times, and a random legal move was made for them.")
    return out


def _bots(figures: Figures) -> str:
    return f"Bots ({', '.join(figures.bots)})"


def _orders(figures: Figures) -> list[str]:
    if figures.players < 2:
        return []
    out, even = [], 1 / figures.players
    level = []
    for name, places in figures.orders.items():
        odd = [
            (place, at)
            for at, place in enumerate(places, 1)
            if place.wins.error and abs(place.wins.mean - even) > CLEAR * place.wins.error
        ]
        for place, at in odd:
            more = "more" if place.wins.mean > even else "less"
            out.append(
                f"{name} {at} wins {within(place.wins, percent=True)} of games, clearly {more} than the even "
                f"{even:.0%}."
            )
        if not odd:
            level.append(name)
    if level:
        names = " or ".join(name[:1].lower() + name[1:] for name in level)
        out.append(f"No place by {names} wins clearly more or less than its share.")
    return out


def differences(host: Host, one: Figures, other_host: Host, other: Figures) -> list[tuple[str, Mean, Mean]]:
    """Where two boards differ by more than chance, the clearest first."""
    here, there = compared(host, one), compared(other_host, other)
    # Errors that were found in few games are themselves unsure.
    clear = CLEAR * (1 + 5 / max(1, min(one.games, other.games)))
    found = []
    for name in here:
        if name not in there:
            continue
        a, b = here[name], there[name]
        error = (a.error**2 + b.error**2) ** 0.5
        apart = abs(a.mean - b.mean)
        if (error and apart > clear * error) or (not error and apart):
            found.append((apart / error if error else 1e9, name, a, b))
    found.sort(key=lambda row: (-row[0], row[1]))
    return [(name, a, b) for _, name, a, b in found[:MOST_DIFFERENCES]]


def told_apart(one: Figures, other: Figures, found: Sequence[tuple[str, Mean, Mean]]) -> list[str]:
    """These differences as sentences."""
    if not found:
        return [f"Between {one.title} and {other.title} no figure differs by more than chance."]
    return [f"{name}: {within(a)} here, {within(b)} on {other.title}." for name, a, b in found]
