"""What a game of Age of Steam tells whoever makes a map."""

from __future__ import annotations

from typing import Any

from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, Board, seat_of
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.routes import length_of
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import action_name, plural
from footplate.core.study import Account, Chapter, Column, Means, People
from footplate.core.table import Step

CHAPTERS = (
    Chapter(
        "actions",
        "Actions",
        "Action",
        "How often each action is taken, what its holder gains in income that turn beyond the average of the "
        "table, and how often the holder wins the game in the end.",
        (
            Column("taken", "taken a game"),
            Column("gain", "income beyond the table’s average", "taken"),
            Column("won", "holder wins", "taken", percent=True),
        ),
        ("taken", "gain", "won"),
    ),
    Chapter(
        "links",
        "Links",
        "Link",
        "How often cubes run over each link, what it earns its owners in income, and in how many games it is "
        "there at the end. Several links between the same places count as one.",
        (
            Column("uses", "cubes a game"),
            Column("income", "income a game"),
            Column("built", "there in", percent=True),
        ),
        ("income", "uses", "built"),
        most=20,
    ),
    Chapter(
        "cities",
        "Cities and towns",
        "Place",
        "Cubes that leave a place and that it takes, the income of the deliveries that end there, and the "
        "dead cubes: those that still lie there at the end.",
        (
            Column("sent", "cubes sent"),
            Column("taken", "cubes taken"),
            Column("income", "income of what it takes"),
            Column("dead", "dead cubes"),
        ),
        ("income", "sent", "dead"),
        most=24,
    ),
    Chapter(
        "goods",
        "Supply and demand",
        "Colour",
        "Cubes of each colour that come onto the board, those that are moved and those that are dead at "
        "the end, and how many places take the colour then.",
        (
            Column("supply", "cubes that come"),
            Column("moved", "moved"),
            Column("dead", "dead"),
            Column("takers", "places that take it"),
            Column("income", "income a cube moved", "moved"),
        ),
        ("supply", "moved", "dead"),
        tokens={colour: f"g-{colour}" for colour in COLOURS},
    ),
    Chapter(
        "lengths",
        "Length of deliveries",
        "Links",
        "How many cubes are moved over so many links, and how much of that income goes to whoever moves.",
        (
            Column("moved", "cubes a game"),
            Column("own", "income of the mover", "moved"),
            Column("others", "income of others", "moved"),
        ),
        ("moved", "own", "others"),
    ),
)


class SteamAccount(Account):
    """Counts actions, links, places, goods and lengths in one game."""

    def __init__(self, game: AgeOfSteam, seats: int) -> None:
        super().__init__()
        self.game, self.seats, self.board = game, seats, game.board
        self.rolled: list[int] = []
        self.took: list[tuple[int, str]] = []
        """Who took which action, in the whole game."""
        self.held: list[tuple[int, str]] = []
        """The same in this turn."""
        self.gained = [0] * seats
        """What each seat gained in income by deliveries and bonuses in this turn."""
        self.supply = [0] * len(COLOURS)
        for action in self.board.actions:
            self.add("actions", action_name(action), taken=0, gain=0, won=0)
        for links in range(1, game.rules.engine_max + 1):
            self.add("lengths", str(links), moved=0, own=0, others=0)

    def hear(self, step: Step[SteamState]) -> None:
        before, after = step.before, step.after
        if isinstance(step.action, Deliver):
            self._deliver(before, step.action)
        for colour in range(len(COLOURS)):
            came = sum(after.cubes[colour::STRIDE]) - sum(before.cubes[colour::STRIDE])
            if isinstance(step.action, Deliver) and step.action.colour == colour:
                # The cube has left; on some boards it lies where it came to, which is no supply.
                at = STRIDE * step.action.stops[-1] + colour
                came += after.cubes[at] <= before.cubes[at]
            self.supply[colour] += max(0, came)
        for kind, seat, data in step.news:
            if kind == "order":
                self.orders["First player order"] = _places(data, self.seats)
            elif kind == "took":
                self._take(after, seat, action_name(self.board.actions[data[0]]))
            elif kind in ("gained", "bonus"):
                self.gained[seat] += data[0]
        if after.turn != before.turn or after.over:
            self._end_turn(after)

    def _take(self, s: SteamState, seat: int, action: str) -> None:
        self.orders.setdefault("Order of the first turn", _places(s.order, self.seats))
        self.took.append((seat, action))
        self.held.append((seat, action))

    def _end_turn(self, s: SteamState) -> None:
        playing = [seat for seat in range(self.seats) if not s.out[seat]] or [0]
        usual = sum(self.gained[seat] for seat in playing) / len(playing)
        for seat, action in self.held:
            self.add("actions", action, taken=1, gain=self.gained[seat] - usual)
        self.held = []
        self.gained = [0] * self.seats

    def _deliver(self, s: SteamState, a: Deliver) -> None:
        """Count a delivery: the income of an owner is shared out among the links of that owner on the way."""
        rules, seat, place = self.game.rules, s.agenda[0].seat, self.board.place
        links = links_of(rules, s, a)
        assert links is not None
        income = dict(rules.outcome(s, seat, a, links).income)
        own = [seat_of(link.owner) for link in links]
        here = a.hex
        for link, owner in zip(links, own):
            earned = income.get(owner, 0) / own.count(owner) if owner >= 0 else 0
            self.add("links", link_name(self.board, here, link.to), uses=1, income=earned)
            here = link.to
        total = sum(income.values())
        self.add("cities", place(a.hex), sent=1)
        self.add("cities", place(a.stops[-1]), taken=1, income=total)
        self.add("goods", COLOURS[a.colour], moved=1, income=total)
        by_mover = income.get(seat, 0)
        length = length_of(links)
        self.add("lengths", str(length), moved=1, own=by_mover, others=total - by_mover)

    def close(self, s: SteamState) -> None:
        game, board = self.game, self.board
        winners = game.winners(s)
        for seat, action in self.took:
            self.add("actions", action, won=1 / len(winners) if seat in winners else 0)
        there = {
            link_name(board, here, link.to) for here, links in game.rules.links(s).items() for link in links
        }
        for name in sorted(there):
            self.add("links", name, built=1)
        for hex in range(board.size):
            dead = sum(s.cubes[STRIDE * hex : STRIDE * (hex + 1)])
            if dead or s.kind[hex] in (IN_CITY, IN_TOWN):
                self.add("cities", board.place(hex), dead=dead)
        for number, colour in enumerate(COLOURS):
            takers = sum(demand >> number & 1 for demand in s.demand)
            if self.supply[number] or takers:
                dead = sum(s.cubes[number::STRIDE])
                self.add("goods", colour, supply=self.supply[number], dead=dead, takers=takers)


def link_name(board: Board, one: int, other: int) -> str:
    """A link by its ends, always the same one first."""
    return "–".join(sorted((board.place(one), board.place(other))))


def _places(order: Any, seats: int) -> list[int]:
    """The place of each seat in an order, from 1; 0 for who is not in it."""
    return [order.index(seat) + 1 if seat in order else 0 for seat in range(seats)]


# In words -----------------------------------------------------------------------------------------------

SELDOM = 0.1
"""Below this part of its fair share an action is hardly taken."""


def remarks(means: Means, games: int) -> list[str]:
    """What stands out in actions, links, places and goods."""
    out: list[str] = []
    actions = means.get("actions", {})
    taken = {action: columns["taken"].mean for action, columns in actions.items()}
    fair = sum(taken.values()) / len(taken) if taken else 0
    if fair:
        favourite = max(taken, key=lambda action: taken[action])
        part = taken[favourite] / sum(taken.values())
        out.append(f"{favourite} is the favourite action: {part:.0%} of all choices.")
        if never := [action for action, times in taken.items() if times < SELDOM * fair]:
            out.append(f"Hardly anybody takes {_listed(never)}.")
    gains = {
        action: columns["gain"].mean / columns["taken"].mean
        for action, columns in actions.items()
        if columns["taken"].mean >= SELDOM * fair and columns["taken"].mean > 0
    }
    if len(gains) > 1:
        best, worst = max(gains, key=lambda a: gains[a]), min(gains, key=lambda a: gains[a])
        out.append(
            f"In its turn {best} goes with the most income, {gains[best]:+.1f} beyond the table’s average, "
            f"and {worst} with the least, {gains[worst]:+.1f}.".replace("-", "−")
        )
    links = means.get("links", {})
    income = {name: columns["income"].mean for name, columns in links.items() if "income" in columns}
    if income and (whole := sum(income.values())) > 0:
        first = max(income, key=lambda name: income[name])
        out.append(f"The best link is {first}: {income[first] / whole:.0%} of all income from deliveries.")
    idle = [
        name
        for name, columns in means.get("cities", {}).items()
        if not any(columns[key].mean for key in ("sent", "taken") if key in columns)
    ]
    if idle:
        out.append(f"No cube ever comes to or leaves {_listed(idle)} in {plural(games, 'game')}.")
    goods = means.get("goods", {})
    dead = {
        colour: columns["dead"].mean / columns["supply"].mean
        for colour, columns in goods.items()
        if "dead" in columns and columns["supply"].mean
    }
    if dead:
        most = max(dead, key=lambda colour: dead[colour])
        out.append(f"{most.capitalize()} is the hardest to deliver: {dead[most]:.0%} of its cubes are dead.")
    return out


def _listed(names: list[str]) -> str:
    if len(names) > 6:
        names = [*names[:5], f"{len(names) - 5} others"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# People -------------------------------------------------------------------------------------------------

FIGURES = ("score", "winner", "bankruptcies")
CURVES = ("income", "shares", "engine")


def people(board: Board, players: int) -> People | None:
    """What the map file tells of people's games with so many players, if it does."""
    told: dict[str, Any] = board.data.get("people", {})
    own = told.get(str(players))
    if own is None:
        return None
    if not isinstance(own, dict) or (unknown := set(own) - {*FIGURES, *CURVES, "actions"}):
        what = f"unknown {min(unknown)}" if isinstance(own, dict) else "no table"
        raise board.wrong(f"people.{players}: {what}; known are {', '.join((*FIGURES, *CURVES, 'actions'))}")
    try:
        return People(
            str(told.get("source", "recorded games between people")),
            {key: float(own[key]) for key in FIGURES if key in own},
            {key: tuple(map(float, own[key])) for key in CURVES if key in own},
            {"actions": {action_name(name): float(part) for name, part in own.get("actions", {}).items()}},
        )
    except (TypeError, ValueError, AttributeError):
        raise board.wrong(f"people.{players}: figures are numbers, and curves lists of them") from None
