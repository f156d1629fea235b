"""Seattle Metro: one, two or three players keep a city moving, and its demand from overflowing."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Any, ClassVar, Self

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import (
    DECLINE,
    DONE,
    IMPROVE,
    Build,
    Decline,
    Deliver,
    Dice,
    Improve,
    OfColour,
    OnHex,
    Urbanize,
)
from footplate.age_of_steam.aims import Aims
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, STATES, Board
from footplate.age_of_steam.face import Face, Figure, Mark
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.inspection import MOST, within
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.goods_growth import AdvanceTurn, ExtraCube, GoodsGrowth
from footplate.age_of_steam.phases.move_goods import MoveDecision, MoveGoods
from footplate.age_of_steam.phases.select_actions import SelectActions, TakeDecision
from footplate.age_of_steam.phases.setup import CubeDraw
from footplate.age_of_steam.routes import Link, LinkTable, Outcome, Way
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import action_name, number_word, plural
from footplate.core.actions import Wordless
from footplate.core.game import (
    NATURE,
    Action,
    Answer,
    Decision,
    Due,
    Fact,
    Game,
    Phase,
    Refusal,
    Roll,
    Unreadable,
)
from footplate.core.slots import require

POINTS = (2, 3, 4, 5)
"""The levels of the track of move actions. [seattle-metro.points.levels]"""
POINT_EXPENSES = {2: 0, 3: 4, 4: 7, 5: 10}
"""What each of them costs a turn. [seattle-metro.points]"""
SECTORS = range(1, 7)
THIRDS = ((1, 2), (3, 4), (5, 6))
"""Sectors that make up a third of the board."""
ROOM, AIRPORT_ROOM = 2, 3
"""How many cubes a place holds, and the Airport; Downtown holds any number."""
DOWNTOWN_POINTS = 5
"""What a cube delivered Downtown is worth with two or three players."""
USE_PRICE = 5
"""What each use of an action costs alone at the end."""
GROUP = 3
"""How many actions the larger of the two groups has."""
SOLO_ACTIONS = ("engineer", "locomotive")
TWO_LACK = ("production", "turn-order")
TUNNEL_TILES = ("straight", "gentle")

POINT = 6.0
"""What a point of the score counts alone for whoever plans ahead."""
INCOME = 12.0
"""What an income counts alone while shares and uses could not be paid."""
SETTLED = 0.03
"""Which part of it is left once they can."""
AMPLE = 4
"""With how many dollars more than are needed that is so."""
RUIN = 250.0
"""What an overload counts alone."""
FORESEEN = (0.6, 0.25, 0.1)
"""What the danger of each growth to come counts, the next first."""

MUST_TAKE = Refusal("base.action.required", "One of the actions must be taken.")
WRONG_GROUP = Refusal(
    "seattle-metro.two.split", "Name the {count} actions of the larger group, of: {actions}."
)
ENGINE_TOP = Refusal("seattle-metro.two.locomotive-must", "Your engine has reached its top.")
POINTS_TOP = Refusal("seattle-metro.points.top", "You have five move actions, the most there are.")
MUST_URBANIZE = Refusal(
    "seattle-metro.two.must", "All actions must be carried out: place your New City before you go on."
)
THIRD_TAKEN = Refusal(
    "seattle-metro.action.urbanization", "A New City stands in this third of the board already."
)
TUNNELS_SHUT = Refusal(
    "seattle-metro.build.tunnel", "With one or two players no track lies on a tunnel hex or leads there."
)
TUNNEL_FIXED = Refusal("seattle-metro.build.tunnel", "Track in a tunnel is never changed.")
TUNNEL_TILE = Refusal("seattle-metro.build.tunnel", "Only a straight or a gentle curve fits a tunnel.")
FORGO_TWO = Refusal("seattle-metro.two.forgo", "Only with two players a build may be given up for a move.")
FORGO_BUILT = Refusal("seattle-metro.two.forgo", "You have laid track in this build.")
NOT_ROLLED = Refusal("seattle-metro.growth.choice", "You have no {die} among your dice: {dice}.")
NOT_PICKED = Refusal("seattle-metro.growth.choice", "Pick one of the cubes first.")
PICKED = Refusal("seattle-metro.growth.choice", "The {colour} cube is in your hand; place it first.")
WRONG_SECTOR = Refusal("seattle-metro.growth", "{hex} lies in no sector that you have rolled: {dice}.")
AIRPORT_FULL = Refusal(
    "seattle-metro.move.gray-details", "The Airport is full: nobody may bring a fourth cube there."
)
NO_ROOM = Refusal("seattle-metro.overload", "{hex} is full.")
STILL_ROOM = Refusal("seattle-metro.overload", "Sector {die} still has room.")


class SeattleState(SteamState):
    """The base game's, and move actions, cubes Downtown, overload, uses alone, the re-roll and the dice."""

    __slots__ = ("points", "downtown", "overload", "uses", "reroll", "dice")
    points: list[int]
    """How many move actions each seat has a turn."""
    downtown: list[int]
    """How many cubes each seat has delivered Downtown."""
    overload: int
    """How many cubes found no room."""
    uses: int
    """How often actions were used in the game alone."""
    reroll: int
    """The seat whose Urbanization is a re-roll this turn, or -1."""
    dice: tuple[int, ...]
    """The dice that still wait for a cube."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.points, self.downtown = [POINTS[0]] * seats, [0] * seats
        self.overload = self.uses = 0
        self.reroll, self.dice = -1, ()

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        within(self.points, POINTS[0], POINTS[-1], "the move actions of somebody")
        within((*self.downtown, self.overload, self.uses), 0, MOST, "a count of cubes or uses")
        within([self.reroll], -1, self.seats - 1, "who may re-roll")
        within(self.dice, 1, 6, "a die")
        require(len(self.dice) <= game.rules.numbers["dice"], "there are more dice than are rolled")
        require(self.seats > 1 or self.over or not self.overload, "alone the first overload ends the game")


# What players say ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Split:
    """Say which actions make up the larger group."""

    verb: ClassVar[str] = "split"
    actions: tuple[int, ...]

    def words(self, board: Board) -> tuple[str, ...]:
        return tuple(board.actions[action] for action in self.actions)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        if unknown := [word for word in words if word.lower() not in board.actions]:
            raise Unreadable(f"“{unknown[0]}” is no action. Say it so: split ACTION ACTION ACTION.")
        return cls(tuple(sorted(board.actions.index(word.lower()) for word in words)))


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the group with so many actions."""

    verb: ClassVar[str] = "choose"
    count: int

    def words(self, board: Board) -> tuple[str, ...]:
        return (number_word(self.count),)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        counts = {"two": 2, "2": 2, "three": 3, "3": 3}
        if len(words) != 1 or words[0].lower() not in counts:
            raise Unreadable("Say it so: choose three, or choose two.")
        return cls(counts[words[0].lower()])


@dataclass(frozen=True, slots=True)
class MoreMoves(Wordless):
    """Take a step on the track of move actions."""

    verb: ClassVar[str] = "moves"


@dataclass(frozen=True, slots=True)
class Forgo(Wordless):
    """Lay no track, and take a step on the track of move actions."""

    verb: ClassVar[str] = "forgo"


@dataclass(frozen=True, slots=True)
class Unload(Wordless):
    """Deliver a cube to the gray city where it has come."""

    verb: ClassVar[str] = "unload"


@dataclass(frozen=True, slots=True)
class Leave(Wordless):
    """Leave a cube in the gray city where it has come."""

    verb: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class OfDie:
    """An action that names one die."""

    verb: ClassVar[str]
    die: int

    def words(self, board: Board) -> tuple[str, ...]:
        return (str(self.die),)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        if len(words) != 1 or words[0] not in tuple("123456"):
            raise Unreadable(f"Say it so: {cls.verb} DIE, e.g. {cls.verb} 3.")
        return cls(int(words[0]))


@dataclass(frozen=True, slots=True)
class Reroll(OfDie):
    """Roll one of one's dice again."""

    verb: ClassVar[str] = "reroll"


@dataclass(frozen=True, slots=True)
class Pick(OfColour):
    """Take one of the drawn cubes in hand."""

    verb: ClassVar[str] = "pick"


@dataclass(frozen=True, slots=True)
class Place(OnHex):
    """Put the cube in hand into a place of a sector that was rolled."""

    verb: ClassVar[str] = "place"
    names: ClassVar[str] = "PLACE"


@dataclass(frozen=True, slots=True)
class Overload(OfDie):
    """Put the cube in hand to the overload, for a die whose sector is full."""

    verb: ClassVar[str] = "overload"


MORE_MOVES, FORGO, UNLOAD, LEAVE = MoreMoves(), Forgo(), Unload(), Leave()


# The rules -------------------------------------------------------------------------------------------


class SeattleFace(Face):
    """Move actions, cubes Downtown and uses of the players; sectors, state links and overload."""

    rules: SeattleMetro

    def figures(self, s: Any) -> Sequence[Figure]:
        tip = "Move actions a turn; over two they cost $4, $7 or $10"
        moves = Figure("Moves", tip, tuple(s.points), word="move action")
        if s.seats == 1:
            return moves, Figure("Uses", f"Actions used, ${USE_PRICE} each at the end", (s.uses,))
        tip = f"Cubes delivered Downtown, {DOWNTOWN_POINTS} points each; {s.overload} in overload"
        return moves, Figure("D’town", tip, tuple(s.downtown))

    def marks(self, s: Any) -> Sequence[Mark]:
        out = []
        for hex, sector in self.rules.sector_of.items():
            town = "town-" if s.kind[hex] == IN_TOWN else ""
            out.append(Mark(f"{town}sector-{sector}", hex, f"a {sector} brings cubes"))
        for hex in sorted(self.rules.tunnels):
            price = f"${self.board.prices[hex]}" if s.seats > 2 else ""
            if not s.layout[hex]:
                out.append(Mark("tunnel", hex, f"a tunnel {price or 'that is shut'}", text=price))
        for side in sorted(self.board.barriers):
            if side % 6 < 3:  # The hex beyond has the same wall on its other side.
                out.append(Mark(f"wall-{side % 6}", side // 6, "a red border, which no track crosses"))
        there = [n + 1 for n in range(len(COLOURS)) for _ in range(s.cubes[STRIDE * self.rules.airport + n])]
        free = (0,) * self.rules.room(s, self.rules.airport)
        words = f"room for {plural(len(free), 'more cube')}"
        out.append(Mark("tray", self.rules.airport, words, (*there, *free)))
        for link in self.rules.state_links(s).get(self.rules.center, ()):
            words = f"linked with {self.board.place(link.to)} by the state"
            out.append(Mark(f"state-link-{link.side % 6}", self.rules.center, words))
        if s.overload:
            out.append(Mark(f"overload-{s.overload}", self.rules.downtown, f"{s.overload} in overload"))
        return out

    def verdict(self, s: Any, names: Sequence[str]) -> str:
        if self.rules.winners(s):
            return ""
        if s.seats > 1:
            first = max(range(s.seats), key=lambda seat: self.rules.rank(s, seat))
            brought = f"{names[first]} brought {plural(s.downtown[first], 'cube')} Downtown"
            return f"{brought} and {s.overload} lie in overload: everybody loses."
        if s.overload:
            return "A cube went to overload, which loses the game."
        return "Not everything could be paid." if s.shares[0] else "The score is below 0."

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        who, data, place = names[fact.seat] if fact.seat >= 0 else "", fact.data, self.board.place
        match fact.kind:
            case "took-nothing":
                return f"{who} took no more action"
            case "split":
                return f"{who} offered {_listed(self.board, data)}, or the other two"
            case "points":
                return f"{who} has {number_word(data[0])} move actions"
            case "unloaded":
                return f"{who} delivered {COLOURS[data[1]]} to {place(data[0])}"
            case "left":
                return f"{who} left {COLOURS[data[1]]} in {place(data[0])}"
            case "rolled-sectors":
                return f"{who} rolled {' '.join(map(str, data))}"
            case "kept-dice":
                return f"{who} kept all dice"
            case "rerolling":
                return f"{who} rolls a {data[0]} again"
            case "drew-goods":
                return f"{who} drew {', '.join(COLOURS[colour] for colour in data)}"
            case "placed":
                return f"{who} put {COLOURS[data[1]]} into {place(data[0])}"
            case "overload":
                return f"Overload: no room for {COLOURS[data[0]]}; {data[1]} in all"
            case "settled":
                return f"{who} bought back all shares and paid for {plural(data[1], 'use')} −${data[0]}"
            case "bankrupt":
                return f"{who} cannot pay for shares and actions: ${data[0]} missing"
        return None

    def cash(self, fact: Fact) -> int:
        return -fact.data[0] if fact.kind == "settled" else 0


class SeattleAims(Aims):
    """Alone: what the score will become, the danger of overload, and money as a means."""

    rules: SeattleMetro

    def __init__(self, rules: SeattleMetro) -> None:
        super().__init__(rules)
        self.moving = [isinstance(phase, MoveGoods) for phase in rules.phases()].index(True)
        """The number of the phase in which goods are moved."""
        self.growing = [isinstance(phase, SectorGrowth) for phase in rules.phases()].index(True)
        """The number of the phase in which goods grow."""

    def owed(self, s: Any, seat: int) -> float:
        """With others about also the cubes that will hardly find room."""
        if s.seats == 1:
            return super().owed(s, seat)
        return max(0.0, float(s.overload + self.crowded(s) - s.downtown[seat]))

    def parts(self, s: Any, seat: int) -> Mapping[str, float]:
        """Alone also the cubes that can still come Downtown, the danger, and money for the end."""
        if s.seats > 1:
            return self.rules.score_parts(s, seat)
        per_income, per_share, _ = self.money(s, seat)
        return self.prospects(s, seat, self.distances(s)) | {
            "income": per_income * s.income[seat],
            "shares": per_share * s.shares[seat],
            "uses": -self.dollar(s, seat) * USE_PRICE * s.uses,
        }

    def point(self, s: Any) -> float:
        """Alone a point of the few there are counts as much as half an income."""
        return POINT if s.seats == 1 else super().point(s)

    def money(self, s: Any, seat: int) -> tuple[float, float, float]:
        """Alone an income is paid in every turn to come; a share costs as often, and once more at the end."""
        if s.seats > 1:
            return super().money(s, seat)
        left, dollar = self.rules.turns(s.seats) - s.turn + 1, self.dollar(s, seat)
        return left * dollar, -(self.rules.share_price + left) * dollar, 0.0

    def dollar(self, s: SeattleState, seat: int) -> float:
        """What a dollar counts: much until all could be paid at the end, hardly anything after that.

        So income comes first, which pays the longer the earlier it is gained, and then the cubes Downtown.
        """
        left = self.rules.turns(s.seats) - s.turn + 1
        return INCOME / left * min(1.0, max(SETTLED, 1 - self.spare(s, seat) / AMPLE))

    def spare(self, s: SeattleState, seat: int) -> int:
        """What will be left at the end after shares and uses are paid, if no more income is gained."""
        trial, cash, spent = s.copy(), s.cash[seat], self.rules.expenses(s, seat)
        for _ in range(s.turn, self.rules.turns(s.seats) + 1):
            cash += trial.income[seat] - spent
            trial.income[seat] -= self.rules.reduction(trial, seat)
        return cash - self.rules.share_price * s.shares[seat] - USE_PRICE * s.uses

    def crowded(self, s: SeattleState) -> float:
        """How many cubes the growth that is on, or comes next, will find no room for in the mean."""
        rules = self.rules
        if s.turn == rules.turns(s.seats):
            return 0.0
        rolls, begun = [due for due in s.agenda if due.kind == "sectors"], s.phase >= self.growing
        dice = sum(due.a for due in rolls) if begun else rules.dice(s) * len(s.order)
        rooms = [sum(rules.room(s, hex) for hex in rules.rooms(s, sector)) for sector in SECTORS]
        shown = [s.dice.count(sector) for sector in SECTORS]
        total = sum(_beyond(room - known, dice) for room, known in zip(rooms, shown))
        if s.reroll >= 0 and not s.dice and (not begun or any(due.b == s.reroll for due in rolls)):
            # One die that finds no room is rolled again.
            full = sum(room == 0 for room in rooms) / len(SECTORS)
            total -= (1 - full) * (1 - (1 - full) ** rules.dice(s))
        return total

    def joins(self, s: Any, seat: int, links: Sequence[tuple[int, int]]) -> float:
        """Alone a link also counts for the places that it joins to Downtown."""
        if s.seats > 1:
            return 0.0
        after, now = (self.prospects(s, seat, self.distances(s, more)) for more in (links, ()))
        return sum(after.values()) - sum(now.values())

    def prospects(self, s: SeattleState, seat: int, far: Mapping[int, int]) -> dict[str, float]:
        """What the score alone will become, where Downtown is so far from each place with a route there."""
        return {
            "downtown": POINT * s.downtown[seat],
            "cubes": -POINT * sum(s.cubes),
            "unconnected": POINT * (len(far) - len(self.rules.sector_of) - len(self.rules.gray)),
            "hauls": POINT * self.hauls(s, seat, far),
            "danger": -RUIN * self.danger(s, {hex for hex in far if far[hex] <= s.engine[seat]}),
        }

    def distances(self, s: SeattleState, joined: Sequence[tuple[int, int]] = ()) -> dict[int, int]:
        """How many links lie between Downtown and each place with a route there, links to come too."""
        more: dict[int, list[int]] = {}
        for here, there in joined:
            more.setdefault(here, []).append(there)
            more.setdefault(there, []).append(here)
        table, far, todo = self.rules.links(s), {self.rules.downtown: 0}, [self.rules.downtown]
        for here in todo:
            for to in [*(link.to for link in table.get(here, ())), *more.get(here, ())]:
                if to not in far:
                    far[to] = far[here] + 1
                    todo.append(to)
        return far

    def hauls(self, s: SeattleState, seat: int, far: Mapping[int, int]) -> float:
        """How many cubes within the engine's reach of Downtown can still be moved, turn by turn."""
        near = [hex for hex, links in far.items() if 0 < links <= s.engine[seat]]
        towns = self.rules.sector_of
        grows = 1 + self.rules.dice(s) * sum(hex in towns for hex in near) / len(towns)
        lying: float = sum(_cubes_on(s, hex) for hex in near)
        if s.phase == self.moving:
            moves = sum(due.kind == "move" for due in s.agenda)
        else:
            moves = s.points[seat] if s.phase < self.moving else 0
        total = 0.0
        for _ in range(s.turn, self.rules.turns(s.seats) + 1):
            moved = min(moves, lying)
            total, lying, moves = total + moved, lying - moved + grows, s.points[seat]
        return total

    def danger(self, s: SeattleState, near: Collection[int]) -> float:
        """How likely the next growths find no room, the nearest counting most.

        Before the later of them part of the cubes can be moved that lie near Downtown.
        """
        now = [sum(self.rules.room(s, hex) for hex in hexes) for hexes in self.rules.sectors.values()]
        gone = [
            (sum(_cubes_on(s, hex) for hex in hexes if hex in near) + 1) // 2
            for hexes in self.rules.sectors.values()
        ]
        later = [room + more for room, more in zip(now, gone)]
        total, growths = 0.0, min(len(FORESEEN), self.rules.turns(s.seats) - s.turn)
        for number, weight in enumerate(FORESEEN[:growths]):
            full = self.rules.room(s, self.rules.airport) < 1 + number // 2
            rooms = later if number else now
            total += weight * (1.0 if full else 1.0 - _fitting(rooms, (1 + number) * self.rules.dice(s)))
        return total


class SeattleMetro(Rules[SeattleState]):
    """What holds depends on the number of players; the dice put cubes into sectors, and these can be full."""

    State = SeattleState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.downtown, self.airport, self.center = map(board.place_at, ("DT", "AP", "SC"))
        self.gray = frozenset((self.downtown, self.airport))
        self.sectors = {sector: sorted(board.group(f"sector {sector}")) for sector in SECTORS}
        """The places of each sector that cubes are put into: the gray cities are none of them."""
        self.sector_of = {hex: sector for sector, hexes in self.sectors.items() for hex in hexes}
        self.tunnels = frozenset(hex for hex in board.land if board.terrain[hex] == "tunnel")
        self.near_tunnels = self.tunnels.union(
            side // 6 for hex in self.tunnels for side in board.across[6 * hex : 6 * hex + 6]
        )
        """The tunnels and all hexes beside them."""

    def do_setup(self, s: SeattleState) -> None:
        """Downtown and the Airport are linked from the start by track of the state, which pays nobody.

        It may be replaced by a tile with one track more, never redirected.

        [seattle-metro.setup.track seattle-metro.setup.track-owner]
        """
        super().do_setup(s)
        for hex, layout in self.board.printed_track.items():
            kind = self.board.tiles.layouts[layout].tiles[0]
            s.supply[kind] -= 1
            s.tile[hex], s.layout[hex] = kind + 1, layout
            for side in self.board.tiles.layouts[layout].sides:
                s.rail[6 * hex + side] = STATES

    # Actions --------------------------------------------------------------------------------------------

    def offered(self, s: SeattleState) -> Sequence[int]:
        """With three players there are all actions, with two no Production and no Turn Order.

        Alone there are Engineer and Locomotive; each turn one, both or neither is used.

        [seattle-metro.three.actions seattle-metro.solo.actions seattle-metro.two.split]
        """
        actions = self.board.actions
        if s.seats == 1:
            return [actions.index(action) for action in SOLO_ACTIONS]
        return [n for n in super().offered(s) if s.seats > 2 or actions[n] not in TWO_LACK]

    def action_effect(self, s: SeattleState, action: str) -> str:
        match action:
            case "first-move":
                return "You move goods first in every round."
            case "locomotive" if s.seats < 3:
                return "Your engine rises by one at once, or your move actions, as you like."
            case "urbanization" if s.seats > 1 and not self.free_thirds(s):
                return "You may roll one of your dice again in goods growth."
            case "urbanization":
                return "You place a New City on a town; when three stand, you may roll a die again instead."
            case "production":
                return "Your move actions rise by one at once."
        return super().action_effect(s, action)

    def do_take(self, s: SeattleState, seat: int, action: str) -> None:
        """Production gives one more move action a turn. Locomotive raises the engine.

        With one or two players Locomotive raises the engine or the move actions, as its holder likes, and
        does nothing only if both are at their top. Alone every use of an action is counted. Urbanization is
        a re-roll once no New City may come any more.

        [seattle-metro.action.production seattle-metro.locomotive seattle-metro.two.locomotive-must]
        """
        if s.seats == 1:
            s.uses += 1
        if action == "production":
            self.do_step(s, seat)
        elif action == "urbanization" and not self.new_cities_allowed(s, seat):
            s.reroll = seat
        elif action == "locomotive" and s.seats < 3 and s.points[seat] < POINTS[-1]:
            if s.engine[seat] < self.engine_max:
                s.ask_first("locomotive", seat)
            else:
                self.do_step(s, seat)
        else:
            super().do_take(s, seat, action)

    def do_step(self, s: SeattleState, seat: int) -> None:
        """One move action more a turn; at the top the step is lost. [seattle-metro.points.top]"""
        s.points[seat] = min(s.points[seat] + 1, POINTS[-1])
        s.tell("points", seat, s.points[seat])

    # Building -------------------------------------------------------------------------------------------

    def free_thirds(self, s: SeattleState) -> list[tuple[int, int]]:
        """The thirds of the board without a New City."""
        taken = {self.sector_of.get(hex) for hex in s.new_cities}
        return [third for third in THIRDS if taken.isdisjoint(third)]

    def new_cities_allowed(self, s: SeattleState, seat: int) -> int:
        """Three of the five New Cities may come; after that Urbanization is the re-roll of a die.

        [seattle-metro.action.urbanization]
        """
        return super().new_cities_allowed(s, seat) if self.free_thirds(s) else 0

    def urbanize_problem(self, s: SeattleState, seat: int, a: Urbanize) -> Refusal | None:
        """One New City comes into each third of the board: sectors 1 and 2, 3 and 4, 5 and 6.

        [seattle-metro.action.urbanization]
        """
        sector = self.sector_of[a.hex]
        return None if any(sector in third for third in self.free_thirds(s)) else THIRD_TAKEN

    def must_urbanize(self, s: SeattleState, seat: int) -> bool:
        """Whether the one of two players who builds now has still to place a New City."""
        due = s.agenda[0] if s.agenda else None
        building = due is not None and due.kind == "build" and due.seat == seat and due.b > 0
        return building and s.seats == 2 and self.new_cities_allowed(s, seat) > 0

    def done_problem(self, s: SeattleState, seat: int) -> Refusal | None:
        """With two players a New City must be placed while one may come; all else compels nothing.

        [seattle-metro.two.must]
        """
        return MUST_URBANIZE if self.must_urbanize(s, seat) else None

    def build_problem(self, s: SeattleState, seat: int, a: Build) -> Refusal | None:
        """Tunnels take a straight or gentle track, which is never changed; with one or two players none.

        [seattle-metro.build.tunnel]
        """
        if not self.urbanize_after_building() and self.must_urbanize(s, seat):
            return MUST_URBANIZE
        return self._tunnel_problem(s, a) if a.hex in self.near_tunnels else None

    def _tunnel_problem(self, s: SeattleState, a: Build) -> Refusal | None:
        layout = self.board.tiles.layouts[a.layout]
        if s.seats < 3:
            beyond = {self.board.across[6 * a.hex + side] // 6 for side in layout.sides}
            return None if self.tunnels.isdisjoint(beyond | {a.hex}) else TUNNELS_SHUT
        if a.hex not in self.tunnels:
            return None
        if s.layout[a.hex]:
            return TUNNEL_FIXED
        fits = self.board.tiles.tiles[layout.tiles[0]].name in TUNNEL_TILES
        return None if fits else TUNNEL_TILE

    def allowed(self, s: SeattleState, seat: int, builds: list[Build]) -> list[Build]:
        if not self.urbanize_after_building() and self.must_urbanize(s, seat):
            return []
        near = self.near_tunnels
        return [a for a in builds if a.hex not in near or self._tunnel_problem(s, a) is None]

    # Goods ----------------------------------------------------------------------------------------------

    def links(self, s: SeattleState) -> LinkTable:
        """When Seattle Center is a city, the state links it with the cities it borders.

        These links use up the engine's reach and pay nobody; whatever players had built there is lost, and
        no track can be built there any more.

        [seattle-metro.urban.center seattle-metro.urban.center-range seattle-metro.urban.center-block]
        """
        table, more = super().links(s), self.state_links(s)
        if not more:
            return table
        known = s.known()
        found: LinkTable | None = known.get("links with the state's")
        if found is None:
            found = {hex: table.get(hex, ()) + more.get(hex, ()) for hex in {**table, **more}}
            known["links with the state's"] = found
        return found

    def state_links(self, s: SeattleState) -> LinkTable:
        """The state's links around Seattle Center, if it is a city."""
        out: LinkTable = {}
        if s.kind[self.center] == IN_CITY:
            for side in range(6 * self.center, 6 * self.center + 6):
                facing = self.board.across[side]
                if facing != self.board.wall and s.kind[facing // 6] == IN_CITY:
                    for here, there in ((side, facing), (facing, side)):
                        link = Link(there // 6, here, STATES, there)
                        out[here // 6] = (*out.get(here // 6, ()), link)
        return out

    def moves(self, s: SeattleState, seat: int) -> int:
        """Everybody has two move actions a turn at first, and up to five.

        There are as many rounds as anybody has of them; in each, whoever has one left takes one.

        [seattle-metro.points seattle-metro.move.rounds]
        """
        return s.points[seat]

    def accepts(self, s: SeattleState, link: Link) -> int:
        """Downtown has room for any number of cubes, the Airport for three: nobody may bring a fourth there.

        [seattle-metro.move.gray seattle-metro.move.gray-details]
        """
        full = link.to == self.airport and not self.room(s, link.to)
        return 0 if full else super().accepts(s, link)

    def passes(self, s: SeattleState, link: Link) -> int:
        """Every cube may stop in Downtown and the Airport, or pass through.

        [seattle-metro.move.gray seattle-metro.move.gray-details]
        """
        return ~0 if link.to in self.gray else super().passes(s, link)

    def outcome(self, s: SeattleState, seat: int, a: Deliver, links: list[Link]) -> Outcome:
        """A cube that ends its move in Downtown or the Airport pays nobody. [seattle-metro.move.gray]"""
        return Outcome(()) if a.stops[-1] in self.gray else super().outcome(s, seat, a, links)

    pays_besides = True

    def do_delivered(self, s: SeattleState, seat: int, a: Deliver, links: list[Link]) -> None:
        """Delivered cubes leave the game; those delivered Downtown stay with their deliverer.

        [seattle-metro.move.removed]
        """
        end = a.stops[-1]
        if end not in self.gray:
            s.gone[a.colour] += 1
            return
        s.cubes[STRIDE * end + a.colour] += 1
        s.ask_first("arrive", seat, end, a.colour)

    def do_unload(self, s: SeattleState, seat: int, hex: int, colour: int) -> None:
        """A cube in a gray city is delivered."""
        s.cubes[STRIDE * hex + colour] -= 1
        s.gone[colour] += 1
        s.downtown[seat] += hex == self.downtown
        s.tell("unloaded", seat, hex, colour)

    def room(self, s: SeattleState, hex: int) -> int:
        """How many more cubes a place can hold."""
        if hex == self.downtown:
            return MOST
        return (AIRPORT_ROOM if hex == self.airport else ROOM) - _cubes_on(s, hex)

    def rooms(self, s: SeattleState, sector: int) -> list[int]:
        """The places of a sector that can hold one more cube."""
        return [hex for hex in self.sectors[sector] if self.room(s, hex) > 0]

    def do_overload(self, s: SeattleState, colour: int) -> None:
        """A cube that finds no room goes to the overload; alone the game is lost at once.

        [seattle-metro.overload seattle-metro.overload.airport]
        """
        s.gone[colour] += 1
        s.overload += 1
        s.tell("overload", NATURE, colour, s.overload)
        if s.seats == 1:
            for left, count in enumerate(s.drawn):
                s.gone[left] += count
            s.drawn, s.dice = bytearray(STRIDE), ()
            s.agenda, s.over = [], True

    # Money and end --------------------------------------------------------------------------------------

    def expenses(self, s: SeattleState, seat: int) -> int:
        """Three move actions cost $4 a turn, four $7, five $10. [seattle-metro.points]"""
        return super().expenses(s, seat) + POINT_EXPENSES[s.points[seat]]

    def do_end(self, s: SeattleState) -> None:
        """Alone all shares are bought back at $5 and every use of an action is paid with $5.

        [seattle-metro.solo.score]
        """
        if s.seats > 1:
            return
        cost = self.share_price * s.shares[0] + USE_PRICE * s.uses
        if s.cash[0] < cost:
            s.tell("bankrupt", 0, cost - s.cash[0])
        else:
            s.cash[0] -= cost
            s.shares[0] = 0
            s.tell("settled", 0, cost, s.uses)

    def score_parts(self, s: SeattleState, seat: int) -> dict[str, int]:
        """5 points more for every cube delivered Downtown.

        Alone the score is those cubes, less all cubes on the board, less the places with no route to
        Downtown over completed links of whomever.

        [seattle-metro.score seattle-metro.solo.score seattle-metro.solo.route]
        """
        if s.seats > 1:
            return super().score_parts(s, seat) | {"downtown": DOWNTOWN_POINTS * s.downtown[seat]}
        return {
            "downtown": s.downtown[seat],
            "cubes": -sum(s.cubes),
            "unconnected": -len(self.unconnected(s)),
        }

    def unconnected(self, s: SeattleState) -> list[int]:
        """The places from which no chain of links leads to Downtown."""
        table, reached, todo = self.links(s), {self.downtown}, [self.downtown]
        while todo:
            for link in table.get(todo.pop(), ()):
                if link.to not in reached:
                    reached.add(link.to)
                    todo.append(link.to)
        places = (hex for hex, kind in enumerate(s.kind) if kind in (IN_CITY, IN_TOWN))
        return [hex for hex in places if hex not in reached]

    def owed(self, s: SeattleState, seat: int) -> int:
        """As many cubes Downtown as lie in overload. [seattle-metro.score]"""
        return max(0, s.overload - s.downtown[seat]) if s.seats > 1 else 0

    def winners(self, s: SeattleState) -> list[int]:
        """A winner must have delivered as many cubes Downtown as lie in overload, else everybody loses.

        Of players who share the lead only those who did win. Alone one wins with a score of 0 or more, if
        no cube went to overload and everything could be paid.

        [seattle-metro.score seattle-metro.score.tie seattle-metro.solo.score]
        """
        if s.seats > 1:
            return [seat for seat in super().winners(s) if not self.owed(s, seat)]
        score = self.score(s, 0)
        paid = not s.shares[0]
        return [0] if paid and not s.overload and score is not None and score >= 0 else []

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        own: dict[type, Phase[Any, Any]] = {
            DeterminePlayerOrder: AuctionOfThree(),
            SelectActions: SelectOrSplit(),
            GoodsGrowth: SectorGrowth(),
            AdvanceTurn: AdvanceAndAlternate(),
        }
        return tuple(own.get(type(phase), phase) for phase in super().phases())

    def face(self) -> Face:
        return SeattleFace(self)

    def aims(self) -> Aims:
        return SeattleAims(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {
            "take": TakeOrDecline(),
            "split": SplitDecision(),
            "choose": ChooseDecision(),
            "locomotive": LocomotiveDecision(),
            "build": BuildOrForgo(),
            "move": MoveToGray(),
            "arrive": ArriveDecision(),
            "extra-cube": AirportCube(),
            "sectors": SectorRoll(),
            "reroll": RerollDecision(),
            "sector-draw": SectorDraw(),
            "stock": PlaceDecision(),
        }


def _fitting(rooms: Sequence[int], dice: int) -> float:
    """How likely so many dice bring no sector more cubes than it has room for."""
    ways = [1.0] + [0.0] * dice
    for room in rooms:
        ways = [sum(ways[n - k] * comb(n, k) for k in range(min(n, room) + 1)) for n in range(dice + 1)]
    return float(ways[dice] / len(rooms) ** dice)


def _beyond(room: int, dice: int) -> float:
    """How many cubes more than a sector has room for so many dice bring it in the mean."""
    each = 1 / len(SECTORS)
    likely = (comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(dice + 1))
    return sum(chance * (n - room) for n, chance in enumerate(likely) if n > room)


def _cubes_on(s: SteamState, hex: int) -> int:
    return sum(s.cubes[STRIDE * hex : STRIDE * (hex + 1)])


def _named(board: Board, actions: Iterable[int]) -> tuple[str, ...]:
    """Actions as the rulebook writes them."""
    return tuple(action_name(board.actions[action]) for action in actions)


def _listed(board: Board, actions: Iterable[int]) -> str:
    return ", ".join(_named(board, actions))


# Order and actions -----------------------------------------------------------------------------------


class AuctionOfThree(DeterminePlayerOrder):
    """Only with three players there is an auction. [seattle-metro.order]"""

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        if s.seats == 3:
            super().begin(rules, s)


class AdvanceAndAlternate(AdvanceTurn):
    """With two players the first player changes every turn. [seattle-metro.order]"""

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        super().begin(rules, s)
        if s.seats == 2 and not s.over:
            s.order.reverse()
            s.tell("first", s.order[0], 0)


class SelectOrSplit(SelectActions):
    """With two players `split` is asked, and `reroll` is nobody's at first."""

    def begin(self, rules: Rules[Any], s: Any) -> None:
        s.reroll = -1
        super().begin(rules, s)
        if s.seats == 2:
            s.agenda = []
            s.ask("split", s.order[0])


class TakeOrDecline(TakeDecision):
    """Each action can be taken by one player only, and one must be taken.

    Alone one, both or neither may be taken every turn.

    [seattle-metro.solo.actions]
    """

    takes = (*TakeDecision.takes, Decline)

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Any]:
        takes = super().options(rules, s, due)
        return [DECLINE, *takes] if self.why_not(rules, s, due, DECLINE) is None else takes

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Decline):
            return None if s.seats == 1 else MUST_TAKE
        return super().why_not(rules, s, due, a)

    def details(self, rules: Rules[Any], s: Any, due: Due, names: Sequence[str]) -> Sequence[str]:
        if s.seats > 1:
            return super().details(rules, s, due, names)
        return [f"{plural(s.uses, 'use')} so far, ${USE_PRICE} each at the end"]

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        return {} if isinstance(a, Decline) else super().figures(rules, s, due, a)

    def answer(
        self, rules: Rules[Any], s: SteamState, due: Due, a: Any, names: Sequence[str]
    ) -> Answer | None:
        more = "more " if s.held[due.seat] else ""
        return Answer(f"No {more}action", "Nothing is counted for the end.") if a == DECLINE else None

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        if isinstance(a, Decline):
            s.settle()
            s.tell("took-nothing", due.seat)
            return
        super().apply(rules, s, due, a)
        if s.seats == 1 and any(rules.taker(s, action) < 0 for action in rules.offered(s)):
            s.ask("take", due.seat)


class SplitDecision(Decision[SeattleMetro, SeattleState]):
    """The first of two players splits the actions into a group of three and one of two.

    [seattle-metro.two.split]
    """

    prompt = "Split the actions into three and two"
    control = "groups"
    takes = (Split,)
    chapter = "Select actions"
    doing = "is splitting the actions"

    def fits(self, rules: SeattleMetro, s: SeattleState, due: Due) -> bool:
        return super().fits(rules, s, due) and s.seats == 2 and len(s.agenda) == 1 and not any(s.held)

    def options(self, rules: SeattleMetro, s: SeattleState, due: Due) -> Iterable[Split]:
        return map(Split, combinations(rules.offered(s), GROUP))

    def why_not(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Split) -> Refusal | None:
        named = sorted(set(a.actions))
        fits = len(named) == GROUP and tuple(named) == a.actions and set(named) <= set(rules.offered(s))
        return None if fits else WRONG_GROUP

    def resolve(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Split) -> Split:
        """The two actions of the smaller group say as much."""
        offered = rules.offered(s)
        if len(a.actions) == len(offered) - GROUP and set(a.actions) <= set(offered):
            return Split(tuple(action for action in offered if action not in a.actions))
        return a

    def figures(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Split) -> Mapping[str, object]:
        offered = [rules.board.actions[action] for action in rules.offered(s)]
        return {"count": number_word(GROUP), "actions": ", ".join(offered)}

    def details(self, rules: SeattleMetro, s: SeattleState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"{names[1 - due.seat]} then chooses a group", "all actions must be carried out")

    def answer(
        self, rules: SeattleMetro, s: SeattleState, due: Due, a: Split, names: Sequence[str]
    ) -> Answer:
        others = [action for action in rules.offered(s) if action not in a.actions]
        groups = tuple(_named(rules.board, group) for group in (a.actions, others))
        return Answer(", ".join(groups[0]), f"or {', '.join(groups[1])}", groups=groups)

    def apply(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Split) -> None:
        s.settle()
        s.ask_first("choose", 1 - due.seat, sum(1 << action for action in a.actions))
        s.tell("split", due.seat, *a.actions)


class ChooseDecision(Decision[SeattleMetro, SeattleState]):
    """The other chooses one of the groups, and the first player gets the actions that are left.

    `due.a` has a bit for each action of the larger group.

    [seattle-metro.two.split]
    """

    prompt = "Choose a group of actions"
    takes = (Choose,)
    chapter = "Select actions"
    doing = "is choosing a group"

    def fits(self, rules: SeattleMetro, s: SeattleState, due: Due) -> bool:
        known = sum(1 << action for action in rules.offered(s))
        group = due.a > 0 and due.a & ~known == 0 and due.a.bit_count() == GROUP and not due.b
        return group and s.seats == 2 and len(s.agenda) == 1 and not any(s.held)

    def group(self, rules: SeattleMetro, s: SeattleState, due: Due, count: int) -> tuple[int, ...]:
        """The actions of the group with so many."""
        larger = count == GROUP
        return tuple(action for action in rules.offered(s) if bool(due.a >> action & 1) == larger)

    def options(self, rules: SeattleMetro, s: SeattleState, due: Due) -> Iterable[Choose]:
        return [Choose(GROUP), Choose(len(rules.offered(s)) - GROUP)]

    def why_not(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Choose) -> Refusal | None:
        return None if a in self.options(rules, s, due) else refusals.NOT_ASKED

    def details(self, rules: SeattleMetro, s: SeattleState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return ("all actions must be carried out", f"{names[1 - due.seat]} gets the other group")

    def answer(
        self, rules: SeattleMetro, s: SeattleState, due: Due, a: Choose, names: Sequence[str]
    ) -> Answer:
        own = self.group(rules, s, due, a.count)
        says = " ".join(rules.action_effect(s, rules.board.actions[action]) for action in own)
        return Answer(_listed(rules.board, own), says)

    def apply(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Choose) -> None:
        s.settle()
        for count in (2, 3):
            seat = due.seat if count == a.count else 1 - due.seat
            s.held[seat] = self.group(rules, s, due, count)
        for seat in s.order:
            for action in s.held[seat]:
                s.tell("took", seat, action, 0)
                rules.do_take(s, seat, rules.board.actions[action])


class LocomotiveDecision(Decision[SeattleMetro, SeattleState]):
    """With one or two players Locomotive is one step of the engine or one move action more.

    [seattle-metro.locomotive seattle-metro.two.locomotive-must]
    """

    prompt = "Raise your engine or your move actions"
    takes = (Improve, MoreMoves)
    chapter = "Select actions"
    doing = "is using Locomotive"

    def fits(self, rules: SeattleMetro, s: SeattleState, due: Due) -> bool:
        return super().fits(rules, s, due) and due is s.agenda[0] and bool(self.options(rules, s, due))

    def options(self, rules: SeattleMetro, s: SeattleState, due: Due) -> list[Action]:
        every: list[Action] = [IMPROVE, MORE_MOVES]
        return [a for a in every if self.why_not(rules, s, due, a) is None]

    def why_not(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Improve):
            return ENGINE_TOP if s.engine[due.seat] >= rules.engine_max else None
        return POINTS_TOP if s.points[due.seat] >= POINTS[-1] else None

    def answer(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        engine, points = s.engine[due.seat], s.points[due.seat]
        if isinstance(a, Improve):
            return Answer("Engine", f"{engine} → {rules.raised(engine)}, $1 more a turn")
        more = POINT_EXPENSES[points + 1] - POINT_EXPENSES[points]
        return Answer("Move actions", f"{points} → {points + 1}, ${more} more a turn")

    def apply(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Improve):
            s.engine[due.seat] = rules.raised(s.engine[due.seat])
            s.tell("raised", due.seat, s.engine[due.seat])
        else:
            rules.do_step(s, due.seat)


# Building and moving ---------------------------------------------------------------------------------


class BuildOrForgo(BuildDecision):
    """One of two players who lays no track may take one more move action a turn instead.

    A New City does not count as track.

    [seattle-metro.two.forgo seattle-metro.two.forgo-urban]
    """

    takes = (*BuildDecision.takes, Forgo)

    def options(self, rules: Any, s: SteamState, due: Due) -> Iterable[Action]:
        out = list(super().options(rules, s, due))
        return [*out, FORGO] if self.why_not(rules, s, due, FORGO) is None else out

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        if not isinstance(a, Forgo):
            return super().why_not(rules, s, due, a)
        if s.seats != 2:
            return FORGO_TWO
        if s.built:
            return FORGO_BUILT
        problem: Refusal | None = rules.done_problem(s, due.seat)
        return POINTS_TOP if s.points[due.seat] >= POINTS[-1] else problem

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        if not isinstance(a, Forgo):
            return None
        points = s.points[due.seat]
        more = POINT_EXPENSES[points + 1] - POINT_EXPENSES[points]
        return Answer("Lay no track", f"Move actions {points} → {points + 1}, ${more} more a turn")

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        if isinstance(a, Forgo):
            super().apply(rules, s, due, DONE)
            rules.do_step(s, due.seat)
        else:
            super().apply(rules, s, due, a)


class MoveToGray(MoveDecision):
    """All ways to a gray city bring the same, so `ways` has the shortest."""

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        problem = super().why_not(rules, s, due, a)
        full = problem is refusals.WRONG_CITY and a.stops[-1] == rules.airport
        return AIRPORT_FULL if full else problem

    def _allowed(self, rules: Any, s: SteamState, due: Due, found: list[Way]) -> list[Way]:
        out: dict[Any, Way] = {}
        for way in super()._allowed(rules, s, due, found):
            end = way.stops[-1]
            key: Any = (way.hex, way.colour, end) if end in rules.gray else way
            if key not in out or len(way.stops) < len(out[key].stops):
                out[key] = way
        return list(out.values())


class ArriveDecision(Decision[SeattleMetro, SeattleState]):
    """A cube that comes to Downtown or the Airport is delivered for no income, or left to be moved on.

    `due.a` is the gray city, `due.b` the colour of the cube, which lies there.

    [seattle-metro.move.gray seattle-metro.move.gray-details]
    """

    prompt = "Deliver the cube, or leave it there"
    takes = (Unload, Leave)
    chapter = "Move goods"
    doing = "is deciding on a cube in a gray city"

    def fits(self, rules: SeattleMetro, s: SeattleState, due: Due) -> bool:
        there = due.a in rules.gray and 0 <= due.b < len(COLOURS)
        return there and s.cubes[STRIDE * due.a + due.b] > 0 and due is s.agenda[0]

    def options(self, rules: SeattleMetro, s: SeattleState, due: Due) -> Iterable[Action]:
        return [UNLOAD, LEAVE]

    def why_not(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> Refusal | None:
        return None

    def details(self, rules: SeattleMetro, s: SeattleState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"{COLOURS[due.b]} in {rules.board.place(due.a)}",)

    def answer(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Leave):
            return Answer("Leave it", "It stays on the board and can be moved on.")
        yours = due.a == rules.downtown
        return Answer("Deliver it", "You keep it for the end." if yours else "It leaves the game.")

    def apply(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Unload):
            rules.do_unload(s, due.seat, due.a, due.b)
        else:
            s.tell("left", due.seat, due.a, due.b)


# Growth ----------------------------------------------------------------------------------------------


class SectorGrowth(GoodsGrowth):
    """First a random cube comes to the Airport; then each player in order rolls three dice for sectors.

    Three cubes are drawn and placed, one for each die, in a town or a city of its sector that is not gray.
    There is no growth in the last turn.

    [seattle-metro.growth seattle-metro.end.last-growth]
    """

    def begin(self, rules: Any, s: SteamState) -> None:
        if s.turn < rules.turns(s.seats):
            s.ask("extra-cube", NATURE, 1, rules.airport)
            for seat in s.order:
                s.ask("sectors", NATURE, rules.dice(s), seat)


class AirportCube(ExtraCube):
    """A cube straight from the bag comes to the Airport, or to the overload if three are there.

    [seattle-metro.growth seattle-metro.overload.airport]
    """

    def use(self, rules: Any, s: Any, due: Due, colours: tuple[int, ...]) -> None:
        for colour in colours:
            if rules.room(s, due.b) > 0:
                s.cubes[STRIDE * due.b + colour] += 1
                s.tell("extra", NATURE, due.b, colour)
            else:
                rules.do_overload(s, colour)


class SectorRoll(Roll[SeattleMetro, SeattleState]):
    """Each player who is still in the game rolls three dice.

    `due.a` is how many dice are rolled now, `due.b` the seat that rolls them.

    [seattle-metro.growth]
    """

    prompt = "Dice are rolled for the sectors."
    takes = (Dice,)
    chapter = "Goods growth"

    def fits(self, rules: SeattleMetro, s: SeattleState, due: Due) -> bool:
        whole = due.a == rules.dice(s) and (due is not s.agenda[0] or not s.dice)
        again = due.a == 1 and due.b == s.reroll and due is s.agenda[0] and len(s.dice) == rules.dice(s) - 1
        return (whole or again) and due.b in s.order

    def why_not(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Dice) -> Refusal | None:
        fair = len(a.values) == due.a and all(value in SECTORS for value in a.values)
        return None if fair else refusals.WRONG_DICE

    def figures(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Dice) -> Mapping[str, object]:
        return {"count": due.a}

    def apply(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Dice) -> None:
        s.settle()
        first = not s.dice
        s.dice = tuple(sorted((*s.dice, *a.values)))
        s.tell("rolled-sectors", due.b, *a.values)
        if first and s.reroll == due.b:
            s.ask_first("reroll", due.b)
        else:
            s.ask_first("sector-draw", NATURE, len(s.dice), due.b)

    def odds(self, rules: SeattleMetro, s: SeattleState, due: Due) -> Iterator[tuple[Dice, float]]:
        return ((Dice(values), 6.0**-due.a) for values in product(SECTORS, repeat=due.a))

    def sample(self, rules: SeattleMetro, s: SeattleState, due: Due, rng: random.Random) -> Dice:
        return Dice(tuple(rng.randint(1, 6) for _ in range(due.a)))


class RerollDecision(Decision[SeattleMetro, SeattleState]):
    """With the re-roll of Urbanization one die may be rolled again, before the cubes are drawn.

    [seattle-metro.action.urbanization seattle-metro.growth.choice]
    """

    prompt = "Roll a die again, or none"
    takes = (Reroll, Decline)
    chapter = "Goods growth"
    doing = "is thinking about a re-roll"

    def fits(self, rules: SeattleMetro, s: SeattleState, due: Due) -> bool:
        asked = due.seat == s.reroll and due is s.agenda[0]
        return super().fits(rules, s, due) and asked and len(s.dice) == rules.dice(s)

    def options(self, rules: SeattleMetro, s: SeattleState, due: Due) -> Iterable[Action]:
        return [DECLINE, *map(Reroll, dict.fromkeys(s.dice))]

    def why_not(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> Refusal | None:
        return None if isinstance(a, Decline) or a.die in s.dice else NOT_ROLLED

    def figures(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> Mapping[str, object]:
        die = a.die if isinstance(a, Reroll) else ""
        return {"die": die, "dice": " ".join(map(str, s.dice))}

    def details(self, rules: SeattleMetro, s: SeattleState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"rolled {' '.join(map(str, s.dice))}",)

    def answer(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Decline):
            return Answer("Keep all dice", "")
        room = sum(rules.room(s, hex) for hex in rules.rooms(s, a.die))
        return Answer(f"Roll a {a.die} again", f"Sector {a.die} has room for {room}.")

    def apply(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Reroll):
            left = list(s.dice)
            left.remove(a.die)
            s.dice = tuple(left)
            s.tell("rerolling", due.seat, a.die)
            s.ask_first("sectors", NATURE, 1, due.seat)
        else:
            s.tell("kept-dice", due.seat)
            s.ask_first("sector-draw", NATURE, len(s.dice), due.seat)


class SectorDraw(CubeDraw):
    """One cube is drawn for each die, as long as the bag has any; `due.b` is the seat that places them."""

    prompt = "Cubes are drawn for the sectors."

    def fits(self, rules: Any, s: Any, due: Due) -> bool:
        asked = due.b in s.order and due is s.agenda[0]
        return asked and due.a == len(s.dice) == rules.dice(s)

    def use(self, rules: Any, s: Any, due: Due, colours: tuple[int, ...]) -> None:
        for colour in colours:
            s.drawn[colour] += 1
        if colours:
            s.tell("drew-goods", due.b, *colours)
            ask_for_cube(s, due.b)
        else:
            s.dice = ()


def ask_for_cube(s: SeattleState, seat: int) -> None:
    """Ask which of the drawn cubes comes next, or where to put it if all are alike."""
    colours = [colour for colour, count in enumerate(s.drawn) if count]
    if not colours:
        s.dice = ()
    else:
        s.ask_first("stock", seat, colours[0] + 1 if len(colours) == 1 else 0)


class PlaceDecision(Decision[SeattleMetro, SeattleState]):
    """The player sees dice and cubes, and assigns cubes to dice and places at will; places hold two cubes.

    A cube whose sector has no room goes to the overload.

    `due.a` is the colour in hand plus one, or 0.

    [seattle-metro.growth.choice seattle-metro.overload]
    """

    prompt = "Place the drawn cubes"
    takes = (Pick, Place, Overload)
    doing = "is placing cubes"

    def fits(self, rules: SeattleMetro, s: SeattleState, due: Due) -> bool:
        there = 0 < sum(s.drawn) <= len(s.dice) and due is s.agenda[0] and not due.b
        return there and (not due.a or (0 < due.a <= len(COLOURS) and s.drawn[due.a - 1] > 0))

    def options(self, rules: SeattleMetro, s: SeattleState, due: Due) -> Iterable[Action]:
        if not due.a:
            return [Pick(colour) for colour, count in enumerate(s.drawn) if count]
        rooms = {die: rules.rooms(s, die) for die in s.dice}
        out: list[Action] = [Place(hex) for hexes in rooms.values() for hex in hexes]
        return [*out, *(Overload(die) for die, hexes in rooms.items() if not hexes)]

    def why_not(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Pick):
            return PICKED if due.a else None if s.drawn[a.colour] else refusals.NOT_DRAWN
        if not due.a:
            return NOT_PICKED
        if isinstance(a, Place):
            if rules.sector_of.get(a.hex) not in s.dice:
                return WRONG_SECTOR
            return None if rules.room(s, a.hex) > 0 else NO_ROOM
        if a.die not in s.dice:
            return NOT_ROLLED
        return STILL_ROOM if rules.rooms(s, a.die) else None

    def figures(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> Mapping[str, object]:
        colour = a.colour if isinstance(a, Pick) and not due.a else due.a - 1
        return {
            "hex": rules.board.place(a.hex) if isinstance(a, Place) else "",
            "die": a.die if isinstance(a, Overload) else "",
            "dice": " ".join(map(str, s.dice)),
            "colour": COLOURS[colour],
        }

    def details(self, rules: SeattleMetro, s: SeattleState, due: Due, names: Sequence[str]) -> Sequence[str]:
        cubes = [COLOURS[colour] for colour, count in enumerate(s.drawn) for _ in range(count)]
        dice = f"dice {' '.join(map(str, s.dice))}"
        hand = [f"{COLOURS[due.a - 1]} in hand"] if due.a else []
        return [*hand, dice, f"drawn: {', '.join(cubes)}"]

    def answer(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Pick):
            return Answer(COLOURS[a.colour].capitalize(), "Place this cube next.")
        colour = COLOURS[due.a - 1]
        if isinstance(a, Place):
            room = plural(rules.room(s, a.hex), "more cube")
            says = f"sector {rules.sector_of[a.hex]}, room for {room}"
            return Answer(f"{colour.capitalize()} to {rules.board.place(a.hex)}", says, (), (a.hex,))
        lost = "the game is lost" if s.seats == 1 else "the cube goes to the overload"
        return Answer(f"No room in sector {a.die}", f"{colour.capitalize()}: {lost}.")

    def apply(self, rules: SeattleMetro, s: SeattleState, due: Due, a: Any) -> None:
        if isinstance(a, Pick):
            s.amend(a.colour + 1)
            return
        s.settle()
        colour, left = due.a - 1, list(s.dice)
        left.remove(rules.sector_of[a.hex] if isinstance(a, Place) else a.die)
        s.dice = tuple(left)
        s.drawn[colour] -= 1
        if isinstance(a, Place):
            s.cubes[STRIDE * a.hex + colour] += 1
            s.tell("placed", due.seat, a.hex, colour)
        else:
            rules.do_overload(s, colour)
        if not s.over:
            ask_for_cube(s, due.seat)
