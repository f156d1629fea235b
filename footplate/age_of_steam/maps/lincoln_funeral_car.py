"""Lincoln Funeral Car: actions with prices that set the order, and a car that white cubes follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from footplate.age_of_steam.actions import PASS, Deliver, Pass, Take, Urbanize
from footplate.age_of_steam.board import IN_TOWN, Board
from footplate.age_of_steam.face import Face, Figure, Mark
from footplate.age_of_steam.goods import COMPONENTS, STRIDE, WHITE
from footplate.age_of_steam.inspection import MOST, within
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder
from footplate.age_of_steam.phases.bonus import BonusDecision, give_bonus, owners_of
from footplate.age_of_steam.phases.select_actions import SelectActions, TakeDecision
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE, Answer, Decision, Due, Fact, Game, Phase, Refusal
from footplate.core.slots import require

ROUTE = ("Washington", "New York", "Albany", "Buffalo", "Cleveland", "Columbus", "Indianapolis", "Chicago")
"""Where the car stands in turn 1, 2 and so on with four players."""
LEFT_OUT: Mapping[int, tuple[str, ...]] = {4: (), 5: ("Columbus",), 6: ("Buffalo", "Columbus")}
"""The places of the route that the car leaves out, by the number of players."""
STANDING: Mapping[int, Mapping[str, str]] = {4: {"Buffalo": "D", "Columbus": "G"}, 5: {"Buffalo": "D"}, 6: {}}
"""The New Cities that stand from the start, by the number of players."""

PRICES: Mapping[str, int] = {
    "locomotive": 5,
    "urbanization": 3,
    "engineer": 3,
    "first-move": 2,
    "first-build": 1,
    "turn-order": -3,
}
"""What each action costs, below zero what it brings; what Production brings lies there."""
CUBE_POINTS = (0, 1, 2, 4, 7)
"""Points for no white cube, one, two, three, and four or more."""

CAN_PAY = Refusal("lincoln.action.afford", "Whoever can pay for an action takes one.")


class LincolnState(SteamState):
    """The base game's, the money on Production, who chooses first, and the white cubes players keep."""

    __slots__ = ("chooser", "kept", "pot")
    pot: int
    chooser: int
    """Who took Turn Order in the turn before, or -1."""
    kept: list[int]

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.pot, self.chooser, self.kept = 1, -1, [0] * seats

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        within([self.pot], 0, MOST, "the money on Production")
        within([self.chooser], -1, self.seats - 1, "who chooses first")
        within(self.kept, 0, COMPONENTS["white"], "the white cubes of somebody")
        require(sum(self.kept) <= self.gone[WHITE], "players keep more white cubes than were delivered")


class OneAuction(DeterminePlayerOrder):
    """Players bid in turn 1 only; from turn 2 on the order of the turn before holds until actions are taken.

    [lincoln.order.no-auction lincoln.order.first]
    """

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        if s.turn == 1:
            super().begin(rules, s)


class SelectForOrder(SelectActions):
    """From turn 2 on $1 more is put on Production before actions are chosen.

    [lincoln.action.production-pot]
    """

    def begin(self, rules: Rules[Any], s: Any) -> None:
        s.chooser = rules.holder(s, "turn-order")
        if s.turn > 1:
            s.pot += 1
        super().begin(rules, s)


class TakeForOrder(TakeDecision):
    """Whoever can pay for none of the actions that are left takes none.

    When all have chosen, the order of play is that of the actions from left to right: Locomotive,
    Urbanization, Engineer, First Move, First Build, Production, Turn Order, and then whoever has none.

    [lincoln.action.afford lincoln.order.first lincoln.action.none-order]
    """

    takes = (Take, Pass)

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return due.a == due.b == 0

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Any]:
        return list(super().options(rules, s, due)) or [PASS]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Pass):
            return CAN_PAY if PASS not in self.options(rules, s, due) else None
        return super().why_not(rules, s, due, a)

    def details(self, rules: Rules[Any], s: Any, due: Due, names: Sequence[str]) -> Sequence[str]:
        return [f"${s.cash[due.seat]}", f"${s.pot} on Production", "the action also sets your place"]

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        return {} if isinstance(a, Pass) else super().figures(rules, s, due, a)

    def answer(
        self, rules: Rules[Any], s: SteamState, due: Due, a: Any, names: Sequence[str]
    ) -> Answer | None:
        return (
            Answer("Take no action", "You can pay for none, and are last.") if isinstance(a, Pass) else None
        )

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        if isinstance(a, Pass):
            s.settle()
            s.tell("took-none", due.seat)
        else:
            super().apply(rules, s, due, a)
        if not any(due.kind == "take" for due in s.agenda):
            last = len(rules.board.actions)
            s.order.sort(key=lambda seat: min(s.held[seat], default=last))
            s.tell("ordered", NATURE, *s.order)


class LincolnFace(Face):
    """The car, the white cubes that players keep, and the new order."""

    def __init__(self, rules: Lincoln) -> None:
        super().__init__(rules)
        self.car = rules.car

    def figures(self, s: Any) -> Sequence[Figure]:
        tip = "white cubes kept: 1, 2, 4, 7 points for one to four"
        return (Figure("White", tip, tuple(s.kept), word="white cube"),)

    def marks(self, s: SteamState) -> Sequence[Mark]:
        return (Mark("car", self.car(s), "the funeral car is here"),)

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        match fact.kind:
            case "took-none":
                return f"{names[fact.seat]} can pay for no action and took none"
            case "ordered":
                return f"The order of play: {', '.join(names[seat] for seat in fact.data)}"
            case "kept":
                return f"{names[fact.seat]} keeps a white cube, {fact.data[0]} now"
        return None


class Lincoln(Rules[LincolnState]):
    """White cubes go to the city where the car stands."""

    State = LincolnState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.routes = {
            seats: tuple(board.read_hex(name) for name in ROUTE if name not in out)
            for seats, out in LEFT_OUT.items()
        }
        """The hexes where the car stands turn by turn, by the number of players."""

    # Set-up -------------------------------------------------------------------------------------------

    def standing(self, seats: int) -> list[Urbanize]:
        """The New Cities that stand from the start."""
        letters = [city.letter for city in self.board.new_cities]
        placed = STANDING[seats].items()
        return [Urbanize(self.board.read_hex(name), letters.index(letter)) for name, letter in placed]

    def start_cubes(self, seats: int) -> list[int]:
        """Two random cubes lie in every city at the start, and in a New City that stands then.

        [lincoln.setup.cubes]
        """
        return super().start_cubes(seats) + [a.hex for a in self.standing(seats) for _ in range(2)]

    def setup_draws(self, seats: int) -> list[tuple[str, int]]:
        """The board is filled first, then the goods display. [base.setup.draw-order lincoln.setup.cubes]"""
        return super().setup_draws(seats)[::-1]

    def do_setup(self, s: LincolnState) -> None:
        """With five players New City D stands on Buffalo from the start, with four also G on Columbus.

        A white cube lies in every town; the rest of the 14 are in the bag and drawn like any other. $1 lies
        on Production.

        [lincoln.setup.new-cities lincoln.setup.cubes lincoln.setup.white-drawn]
        """
        super().do_setup(s)
        for a in self.standing(s.seats):
            self.do_urbanize(s, 0, a)
        towns = [hex for hex, kind in enumerate(s.kind) if kind == IN_TOWN]
        for hex in towns:
            s.cubes[STRIDE * hex + WHITE] = 1
        s.bag[WHITE] = COMPONENTS["white"] - len(towns)

    def components(self) -> dict[str, int]:
        return super().components() | {"white": COMPONENTS["white"]}

    # Order and actions --------------------------------------------------------------------------------

    def choosing(self, s: LincolnState) -> list[int]:
        """From turn 2 on actions are chosen in reverse player order, but Turn Order's owner chooses first.

        [lincoln.order.reverse lincoln.action.turn-order lincoln.action.none-order]
        """
        if s.turn == 1:
            return super().choosing(s)
        # Whoever took no action stands behind Turn Order's owner and would come first otherwise.
        first = [seat for seat in s.order if seat == s.chooser]
        return first + [seat for seat in reversed(s.order) if seat not in first]

    def action_price(self, s: LincolnState, seat: int, action: str) -> int:
        """Locomotive costs $5, Urbanization and Engineer $3, First Move $2, First Build $1.

        Turn Order brings $3, and Production all that lies there; paid at once, whether it is used or not.

        [lincoln.action.price lincoln.action.price-always]
        """
        return -s.pot if action == "production" else PRICES[action]

    def do_take(self, s: LincolnState, seat: int, action: str) -> None:
        super().do_take(s, seat, action)
        if action == "production":
            s.pot = 0

    def action_effect(self, s: LincolnState, action: str) -> str:
        if action == "turn-order":
            return "You are last this turn, and choose your action first next turn."
        if action == "production":
            return "You draw three cubes for empty boxes of the goods display."
        return super().action_effect(s, action)

    # Goods --------------------------------------------------------------------------------------------

    def car(self, s: SteamState) -> int:
        """The city where the car stands: one further along its route every turn, up to the last.

        [lincoln.car lincoln.car.fixed]
        """
        return self.routes[s.seats][s.turn - 1]

    def accepts(self, s: LincolnState, link: Link) -> int:
        """White cubes are delivered to the city with the car and nowhere else; it moves on every turn.

        With four players it goes from Washington to New York, Albany, Buffalo, Cleveland, Columbus,
        Indianapolis and Chicago, with five not to Columbus, with six neither to Buffalo nor to Columbus.

        [lincoln.move.white lincoln.move.white-town lincoln.move.car-here lincoln.car]
        """
        takes = super().accepts(s, link)
        return takes | 1 << WHITE if link.to == self.car(s) else takes

    pays_besides = True

    def do_delivered(self, s: LincolnState, seat: int, a: Deliver, links: list[Link]) -> None:
        """Any delivery to the city with the car brings the owner of a link used 1 income; the mover chooses.

        White cubes are kept by the mover and never go back to the bag.

        [lincoln.move.white lincoln.move.white-out lincoln.move.car-here]
        """
        if a.colour == WHITE:
            s.gone[WHITE] += 1
            s.kept[seat] += 1
            s.tell("kept", seat, s.kept[seat])
        else:
            super().do_delivered(s, seat, a, links)
        if a.stops[-1] == self.car(s):
            give_bonus(s, seat, owners_of(links))

    def score_parts(self, s: LincolnState, seat: int) -> dict[str, int]:
        """White cubes count 1, 2, 4 or 7 points for one, two, three, or four and more.

        [lincoln.score.white]
        """
        white = CUBE_POINTS[min(s.kept[seat], len(CUBE_POINTS) - 1)]
        return super().score_parts(s, seat) | {"white cubes": white}

    # Shape --------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        own = {DeterminePlayerOrder: OneAuction(), SelectActions: SelectForOrder()}
        return tuple(own.get(type(phase), phase) for phase in super().phases())

    def face(self) -> Face:
        return LincolnFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"take": TakeForOrder(), "bonus": BonusDecision()}
