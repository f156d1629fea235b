"""What a game of Days of Steam tells whoever changes its tiles."""

from __future__ import annotations

from footplate.core.study import Account, Chapter, Column, Means
from footplate.core.table import Step
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of
from footplate.days_of_steam.state import DaysState

DOINGS = {
    "laid": "Lay a tile",
    "founded": "Found a town",
    "moved": "Move the train",
    "water": "Take water",
    "burnt": "Burn coal",
    "exchanged": "Exchange a tile",
    "derailed": "Derail",
    "circuit": "Close a circuit",
}
"""What players do, by the kind of fact that tells it."""

CHAPTERS = (
    Chapter(
        "doings",
        "What is done",
        "Deed",
        "How often each thing is done or happens, and how often whoever did it wins the game.",
        (Column("times", "times a game"), Column("won", "doer wins", "times", percent=True)),
        ("times",),
    ),
    Chapter(
        "goods",
        "Supply and demand",
        "Colour",
        "Goods of each colour that come onto the map, those that are delivered, and those that are left at "
        "the end; and the towns that take the colour.",
        (
            Column("supply", "goods that come"),
            Column("delivered", "delivered"),
            Column("left", "left"),
            Column("towns", "towns"),
        ),
        ("supply", "delivered", "left"),
        tokens={colour: f"g-{colour}" for colour in COLOURS},
    ),
)


class DaysAccount(Account):
    """Counts deeds and goods in one game."""

    def __init__(self, game: DaysOfSteam) -> None:
        super().__init__()
        self.game = game
        self.did: list[tuple[int, str]] = []
        self.towns = [0] * len(COLOURS)
        for deed in DOINGS.values():
            self.add("doings", deed, times=0, won=0)

    def hear(self, step: Step[DaysState]) -> None:
        for kind, seat, data in step.news:
            if kind in DOINGS:
                self.did.append((seat, DOINGS[kind]))
            if kind in ("founded", "start"):
                self.towns[data[1]] += 1
            elif kind == "first":
                seats = step.after.seats
                self.orders["Order of play"] = [(other - seat) % seats + 1 for other in range(seats)]

    def close(self, s: DaysState) -> None:
        winners = self.game.winners(s)
        for seat, deed in self.did:
            self.add("doings", deed, times=1, won=1 / len(winners) if seat in winners else 0)
        for number, colour in enumerate(COLOURS):
            delivered = sum(each.count(number) for each in s.delivered)
            waiting = [good for _, good in s.goods] + [good for good in s.load if good != NO_GOOD]
            left = sum(colour_of(good) == number for good in waiting)
            self.add(
                "goods",
                colour,
                supply=delivered + left,
                delivered=delivered,
                left=left,
                towns=self.towns[number],
            )


def remarks(means: Means) -> list[str]:
    """What stands out in deeds and goods."""
    out: list[str] = []
    doings = {deed: columns["times"].mean for deed, columns in means.get("doings", {}).items()}
    if derailed := doings.get("Derail", 0):
        moved = doings.get("Move the train", 0)
        out.append(f"Trains derail {derailed:.1f} times a game, in {derailed / moved:.0%} of all moves.")
    goods = means.get("goods", {})
    came = sum(columns["supply"].mean for columns in goods.values())
    left = sum(columns["left"].mean for columns in goods.values())
    if came:
        out.append(f"Of {came:.1f} goods a game {left / came:.0%} are left at the end.")
    return out
