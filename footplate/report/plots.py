"""Plots as pieces of a page: drawn by matplotlib, in the names of the page's colours."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any, NamedTuple

from footplate.drawing.palette import LIGHT
from footplate.sim.extra import extra

WIDTH, HEIGHT = 400, 250
"""Of a plot, in pixels: it is as wide as a phone, and a wide page has several side by side."""
ROW = 19
"""Pixels of a bar with its name."""
TOKENS = ("line", "accent", "warn", *LIGHT)
"""The names of the colours that may be used."""
FIRST, SECOND, THIRD = "accent", "warn", "ink-3"
"""The colours of this board, of the other, and of people."""


def colour(token: str) -> str:
    """A colour that stands for a token while the plot is drawn, unlike any other."""
    number = TOKENS.index(token) + 1
    return f"#fe{number >> 8:02x}{number & 255:02x}"


class Bars(NamedTuple):
    """One row of bars: what it is called, in which colour, and for each thing its value and error."""

    name: str
    token: str
    values: Sequence[float]
    errors: Sequence[float]
    tokens: Sequence[str] = ()
    """The colour of each bar, where it has one of its own."""


class Line(NamedTuple):
    """One curve: what it is called, in which colour, its values, and the band around them."""

    name: str
    token: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    dotted: bool = False


def check() -> None:
    """Complain now if there is nobody who could draw."""
    extra("matplotlib", "report", "draws plots")


@contextmanager
def _axes(height: float = HEIGHT) -> Any:
    matplotlib = extra("matplotlib", "report", "draws plots")
    figure_type = extra("matplotlib.figure", "report", "draws plots").Figure
    style = {
        "svg.fonttype": "none",
        "font.size": 11,
        "text.color": colour("ink"),
        "axes.labelcolor": colour("ink-2"),
        "axes.edgecolor": colour("line"),
        "xtick.color": colour("line"),
        "ytick.color": colour("line"),
        "xtick.labelcolor": colour("ink-2"),
        "ytick.labelcolor": colour("ink-2"),
        "grid.color": colour("line"),
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": True,
        "legend.frameon": False,
    }
    with matplotlib.rc_context(style):
        figure = figure_type(figsize=(WIDTH / 72, height / 72), layout="constrained")
        axes = figure.subplots()
        figure.patch.set_alpha(0)
        axes.patch.set_alpha(0)
        yield axes


def _svg(axes: Any, name: str, says: str) -> str:
    """The drawing as part of a page: with the page's colours and names of its own, saying what it shows."""
    if axes.get_legend_handles_labels()[1]:
        axes.legend(fontsize=10, loc="best", labelcolor=colour("ink-2"))
    paper = io.StringIO()
    rc_context = extra("matplotlib", "report", "draws plots").rc_context
    with rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        axes.figure.savefig(paper, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = paper.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r'\b(id="|xlink:href="#|url\(#)', rf"\1{name}-", text)
    text = text.replace("xlink:href", "href").replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "")
    text = text.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    for token in TOKENS:
        text = text.replace(colour(token), f"var(--{token})")
    # Letters are those of the page.
    text = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font-size: \1", text)
    text = re.sub(r"font-family:[^;\"]*;?", "", text)
    text = re.sub(r'\s(?:width|height)="[\d.]+pt"', "", text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(says, quote=True)}" ', 1)


def bars(name: str, says: str, things: Sequence[str], rows: Sequence[Bars], unit: str = "") -> str:
    """Bars that lie, one group a thing, with the error of each mean."""
    many, lying = len(rows), len(things)
    with _axes(max(120, 60 + ROW * lying * max(1, 0.62 * many))) as axes:
        thick = 0.8 / many
        for number, row in enumerate(rows):
            at = [n + (number - (many - 1) / 2) * thick for n in range(lying)]
            tokens = [colour(token) for token in row.tokens] or colour(row.token)
            axes.barh(
                at,
                row.values,
                thick * 0.92,
                color=tokens,
                edgecolor=colour("ink-3") if row.tokens else "none",
                linewidth=0.6,
                xerr=[1.96 * error for error in row.errors] if any(row.errors) else None,
                error_kw={"ecolor": colour("ink"), "elinewidth": 1},
                label=row.name if many > 1 and not row.tokens else None,
            )
        axes.set_yticks(range(lying), [_short(thing) for thing in things])
        axes.set_ylim(lying - 0.4, -0.6)
        axes.grid(axis="x", linewidth=0.6)
        axes.tick_params(length=0)
        axes.spines["left"].set_visible(False)
        if any(value < 0 for row in rows for value in row.values):
            axes.axvline(0, color=colour("ink-3"), linewidth=0.8)
        if unit:
            axes.set_xlabel(unit)
        return _svg(axes, name, says)


def points(
    name: str, says: str, heads: Sequence[str], rows: Sequence[Bars], unit: str, even: float = -1
) -> str:
    """Means with their intervals, side by side; a line shows what would be even."""
    with _axes(210) as axes:
        many = len(rows)
        for number, row in enumerate(rows):
            axes.errorbar(
                [n + 0.16 * (number - (many - 1) / 2) for n in range(len(heads))],
                row.values,
                # No part of all is less than nothing or more than all.
                yerr=[
                    [
                        min(1.96 * error, value if even >= 0 else 1e9)
                        for value, error in zip(row.values, row.errors)
                    ],
                    [
                        min(1.96 * error, 100 - value if even >= 0 else 1e9)
                        for value, error in zip(row.values, row.errors)
                    ],
                ],
                fmt="os"[number % 2],
                color=colour(row.token),
                capsize=3,
                label=row.name if many > 1 else None,
            )
        if even >= 0:
            axes.axhline(even, color=colour("ink-3"), linewidth=1, linestyle=(0, (4, 3)))
        axes.set_xticks(range(len(heads)), heads)
        axes.set_xlim(-0.5, len(heads) - 0.5)
        axes.set_ylabel(unit)
        axes.grid(axis="y", linewidth=0.6)
        axes.tick_params(length=0)
        return _svg(axes, name, says)


def lines(name: str, says: str, curves: Sequence[Line], unit: str, turns: str = "Turn") -> str:
    """Curves over the turns, each with the band in which the middle half lies."""
    with _axes(220) as axes:
        for curve in curves:
            at = range(1, len(curve.values) + 1)
            if curve.low:
                axes.fill_between(
                    at, curve.low, curve.high, color=colour(curve.token), alpha=0.15, linewidth=0
                )
            axes.plot(
                at,
                curve.values,
                color=colour(curve.token),
                linewidth=1.8,
                linestyle=(0, (1.5, 2)) if curve.dotted else "solid",
                label=curve.name if len(curves) > 1 else None,
            )
        axes.set_xlabel(turns)
        axes.set_ylabel(unit)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(linewidth=0.6)
        axes.tick_params(length=0)
        return _svg(axes, name, says)


def histogram(
    name: str,
    says: str,
    rows: Mapping[str, Sequence[int]],
    tokens: Sequence[str],
    unit: str,
    marks: Mapping[str, float],
) -> str:
    """How often each number came up, in parts of all; marks stand at what others have done."""
    every = [value for values in rows.values() for value in values]
    low, high = min(every), max(every)
    wide = max(1, -(-(high - low + 1) // 24))
    edges = [low - 0.5 + wide * n for n in range((high - low) // wide + 2)]
    with _axes(220) as axes:
        for number, ((label, values), token) in enumerate(zip(rows.items(), tokens)):
            axes.hist(
                values,
                bins=edges,
                weights=[100 / len(values)] * len(values),
                color=colour(token),
                histtype="stepfilled" if not number else "step",
                alpha=0.75 if not number else 1,
                linewidth=1.6,
                label=label if len(rows) > 1 else None,
            )
        for label, value in marks.items():
            axes.axvline(value, color=colour(THIRD), linewidth=1.6, linestyle=(0, (1.5, 2)), label=label)
        axes.set_xlabel(unit)
        axes.set_ylabel("% of all")
        axes.grid(axis="y", linewidth=0.6)
        axes.tick_params(length=0)
        return _svg(axes, name, says)


def _short(thing: str) -> str:
    return thing if len(thing) <= 26 else thing[:25] + "…"


def intervals(
    name: str, says: str, things: Sequence[str], each: Sequence[tuple[float, float, float]], unit: str
) -> str:
    """A value with its interval for each thing, one below the other."""
    with _axes(max(110, 60 + 24 * len(things))) as axes:
        values = [value for value, _, _ in each]
        axes.errorbar(
            values,
            range(len(things)),
            xerr=[[value - low for value, low, _ in each], [high - value for value, _, high in each]],
            fmt="o",
            color=colour(FIRST),
            capsize=3,
        )
        axes.set_yticks(range(len(things)), [_short(thing) for thing in things])
        axes.set_ylim(len(things) - 0.5, -0.5)
        axes.set_xlabel(unit)
        axes.grid(axis="x", linewidth=0.6)
        axes.tick_params(length=0)
        return _svg(axes, name, says)
