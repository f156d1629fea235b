"""The report on a board: what its games tell, with plots, figures and words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from footplate.core.host import Host
from footplate.core.study import Chapter, People
from footplate.report import page, plots
from footplate.report.figures import Figures, Place, shown, things
from footplate.report.plots import FIRST, SECOND, THIRD, Bars, Line
from footplate.report.words import differences, number, stands_out, told_apart, within

MANY_TURNS = 15
"""Beyond so many turns a curve is as good as its points."""


class Report:
    """One board, perhaps held against another or an earlier version of itself, and against people."""

    def __init__(
        self,
        host: Host,
        figures: Figures,
        people: People | None = None,
        other: tuple[Host, Figures] | None = None,
        seed: str = "",
    ) -> None:
        self.host, self.people, self.other, self.seed = host, people, other, seed
        self.sides = [figures] + ([other[1]] if other else [])
        self.figures = figures
        self.names = [side.title for side in self.sides]
        if len(set(self.names)) < len(self.names):
            self.names = [f"{self.names[0]} (this)", f"{self.names[1]} (other)"]

    def html(self) -> str:
        """The report as one page."""
        against = f" against {self.names[1]}" if self.other else ""
        title = f"{self.names[0]}{against}: what {self.figures.games} games tell"
        return page.page(title, self._head(title), self._sections())

    def _head(self, title: str) -> str:
        figures = self.figures
        told = f"{figures.players} players: {', '.join(figures.bots)}. Seed {self.seed}."
        told += " Intervals are those in which the true mean lies in 95 of 100 cases."
        colours = [(name, token) for name, token in zip(self.names, (FIRST, SECOND))] if self.other else []
        if self.people:
            colours.append((f"people: {self.people.source}", THIRD))
        return f'<h1>{escape(title)}</h1><p class="sub">{escape(told)}</p><p>{page.key(colours)}</p>'

    def _sections(self) -> list[str]:
        out = [self._words()]
        if self.other:
            out.append(self._apart())
        out += [self._scores(), self._orders(), self._curves(), self._course()]
        for chapter in self.host.chapters:
            if any(side.chapters.get(chapter.key) for side in self.sides):
                out.append(self._chapter(chapter))
        return out

    def _words(self) -> str:
        figures = self.figures
        few = page.facts(
            [
                ("Mean score", within(figures.score)),
                ("Winner", within(figures.winner)),
                ("Bankruptcies a game", within(figures.bankruptcies)),
                ("Turns", within(figures.turns)),
                ("Decisions a game", within(figures.decisions)),
                ("Changes of the lead", within(figures.leads)),
            ]
        )
        return page.section("What stands out", page.listed(stands_out(self.host, figures, self.people)), few)

    def _apart(self) -> str:
        assert self.other is not None
        host, other = self.other
        found = differences(self.host, self.figures, host, other)
        rows = [(name, within(a), within(b), number(b.mean - a.mean, 2)) for name, a, b in found]
        parts = [page.listed(told_apart(self.figures, other, found)[:6])]
        if rows:
            heads = ("Figure", *self.names, "difference")
            parts.append(page.folded("All clear differences", page.table(heads, rows, "Differences")))
        return page.section(f"Against {self.names[1]}", *parts)

    def _scores(self) -> str:
        marks = {}
        if self.people and "score" in self.people.figures:
            marks["people’s median"] = self.people.figures["score"]
        named = {name: side.scores for name, side in zip(self.names, self.sides) if side.scores}
        pictures = []
        if named:
            says = f"Scores of all players; the median is {number(self.figures.median_score)}"
            drawn = plots.histogram("scores", says, named, (FIRST, SECOND), "score", marks)
            pictures.append(page.plot("Scores", drawn))
        heads = ["", *self.names, *(["people"] if self.people else [])]
        rows = [
            ["Mean score", *(within(side.score) for side in self.sides)],
            ["Median score", *(number(side.median_score) for side in self.sides)],
            ["Score of the winner", *(within(side.winner) for side in self.sides)],
            ["Winner before the second by", *(within(side.margin) for side in self.sides)],
            ["Bankruptcies a game", *(within(side.bankruptcies) for side in self.sides)],
        ]
        if self.people:
            known = self.people.figures
            told = ["", "score", "winner", "", "bankruptcies"]
            for row, word in zip(rows, told):
                row.append(number(known[word], 2) if word in known else "–")
        return page.section("Scores", page.plots(*pictures, page.table(heads, rows, "Scores")))

    def _orders(self) -> str:
        pictures, rows = [], []
        for order, (name, places) in enumerate(self.figures.orders.items()):
            sides = [side.orders.get(name, []) for side in self.sides]
            heads = [str(at) for at in range(1, len(places) + 1)]
            even = 1 / self.figures.players
            for what, unit, line in (("wins", "% of games won", 100 * even), ("score", "mean score", -1.0)):
                says = f"{name}: {unit} by place, " + ", ".join(
                    f"{at} {within(getattr(place, what), what == 'wins')}"
                    for at, place in enumerate(places, 1)
                )
                bars = [
                    _points(label, token, side, what)
                    for label, token, side in zip(self.names, (FIRST, SECOND), sides)
                    if len(side) == len(places)
                ]
                if self.figures.players == 1 and what == "wins":
                    line = -1.0
                drawn = plots.points(f"order-{order}-{what}", says, heads, bars, unit, line)
                pictures.append(page.plot(f"{name}: {what}", drawn))
            for label, side in zip(self.names, sides):
                for at, place in enumerate(side, 1):
                    who = f"{name} {at}" + (f", {label}" if self.other else "")
                    rows.append((who, within(place.wins, percent=True), within(place.score)))
        figures = page.folded("Figures", page.table(("", "games won", "mean score"), rows, "Orders"))
        says = "Whether a seat or a place in the order of play is worth more than another."
        return page.section("Seats and order", page.plots(*pictures), figures, says=says)

    def _curves(self) -> str:
        pictures = []
        for word, curve in self.figures.curves.items():
            every = [
                Line(
                    name,
                    token,
                    [point.mean for point in side.curves.get(word, [])],
                    [point.low for point in side.curves.get(word, [])],
                    [point.high for point in side.curves.get(word, [])],
                )
                for name, token, side in zip(self.names, (FIRST, SECOND), self.sides)
                if side.curves.get(word)
            ]
            if self.people and word in self.people.curves:
                every.append(Line("people", THIRD, self.people.curves[word], dotted=True))
            ends = f"{number(curve[0].mean)} after turn 1, {number(curve[-1].mean)} after turn {len(curve)}"
            says = f"{word.capitalize()} over the turns: {ends}"
            pictures.append(page.plot(word.capitalize(), plots.lines(f"curve-{word}", says, every, word)))
        heads = ["Turn", *(word for word in self.figures.curves)]
        long = max((len(curve) for curve in self.figures.curves.values()), default=0)
        rows = [
            [str(turn + 1)]
            + [
                number(curve[turn].mean) if turn < len(curve) else "–"
                for curve in self.figures.curves.values()
            ]
            for turn in range(long)
        ]
        says = (
            "Means of all who are still in the game at the end of each turn; the band holds the middle half."
        )
        figures = page.folded("Figures", page.table(heads, rows, "Curves"))
        return page.section("Course of the game", page.plots(*pictures), figures, says=says)

    def _course(self) -> str:
        pictures = []
        for name, caption, unit, values in (
            ("lengths", "Length", "decisions a game", [side.lengths for side in self.sides]),
            ("leads", "Changes of the lead", "changes a game", [side.lead_changes for side in self.sides]),
        ):
            named = {label: each for label, each in zip(self.names, values) if each}
            if named and self.figures.players > (name == "leads"):
                says = f"{caption} of games: {unit}"
                drawn = plots.histogram(name, says, named, (FIRST, SECOND), unit, {})
                pictures.append(page.plot(caption, drawn))
        turns = sorted({turn for side in self.sides for turn in side.bankrupt_in})
        if turns:
            rows = [
                Bars(label, token, [side.bankrupt_in.get(turn, 0) / side.games for turn in turns], [])
                for label, token, side in zip(self.names, (FIRST, SECOND), self.sides)
            ]
            says = "Bankruptcies by turn"
            drawn = plots.bars("bankrupt", says, [f"turn {turn}" for turn in turns], rows, "players a game")
            pictures.append(page.plot("Bankruptcies", drawn))
        heads = ["", *self.names]
        table = page.table(
            heads,
            [
                ["Turns", *(within(side.turns) for side in self.sides)],
                ["Decisions a game", *(within(side.decisions) for side in self.sides)],
                ["Bankruptcies a game", *(within(side.bankruptcies) for side in self.sides)],
                ["Changes of the lead", *(within(side.leads) for side in self.sides)],
                ["Games won by who led half-way", *(within(side.half_way, True) for side in self.sides)],
                ["Faults of bots", *(str(side.faults) for side in self.sides)],
            ],
            "Length and lead",
        )
        return page.section("Length, lead and bankruptcies", page.plots(*pictures, table))

    def _chapter(self, chapter: Chapter) -> str:
        every = things(self.sides, chapter)
        drawn = every[: chapter.most] if chapter.most else every
        columns = {column.key: column for column in chapter.columns}
        pictures = []
        for key in chapter.drawn:
            column = columns[key]
            scale = 100 if column.percent else 1
            rows = []
            for label, token, side in zip(self.names, (FIRST, SECOND), self.sides):
                means = [shown(side, chapter, thing, key) for thing in drawn]
                # Where two boards are compared, colours tell them apart.
                own = (
                    []
                    if self.other
                    else [chapter.tokens[thing] for thing in drawn if thing in chapter.tokens]
                )
                rows.append(
                    Bars(
                        label,
                        token,
                        [scale * mean.mean for mean in means],
                        [scale * mean.error for mean in means],
                        own if len(own) == len(drawn) else (),
                    )
                )
            says = f"{column.head} by {chapter.thing.lower()}"
            svg = plots.bars(f"{chapter.key}-{key}", f"{chapter.title}: {says}", drawn, rows)
            pictures.append(page.plot(f"{column.head[:1].upper()}{column.head[1:]}", svg))
        return page.section(
            chapter.title,
            page.plots(*pictures),
            page.folded(f"All figures ({len(every)})", self._chapter_table(chapter, every)),
            says=chapter.says,
        )

    def _chapter_table(self, chapter: Chapter, every: Sequence[str]) -> str:
        parts = self.people.parts.get(chapter.key, {}) if self.people else {}
        heads = [chapter.thing]
        for column in chapter.columns:
            heads += [f"{column.head}, {name}" if self.other else column.head for name in self.names]
        if parts:
            heads += ["part of all", "people’s part"]
        first = chapter.columns[0].key
        whole = sum(shown(self.figures, chapter, thing, first).mean for thing in every)
        rows = []
        for thing in every:
            row = [thing]
            for column in chapter.columns:
                row += [
                    within(shown(side, chapter, thing, column.key), column.percent) for side in self.sides
                ]
            if parts:
                mean = shown(self.figures, chapter, thing, first).mean
                row += [
                    f"{mean / whole:.0%}" if whole else "–",
                    f"{parts[thing]:.0%}" if thing in parts else "–",
                ]
            rows.append(row)
        return page.table(heads, rows, chapter.title)


def _points(label: str, token: str, places: Sequence[Place], what: str) -> Bars:
    scale = 100 if what == "wins" else 1
    means = [getattr(place, what) for place in places]
    return Bars(label, token, [scale * mean.mean for mean in means], [scale * mean.error for mean in means])
