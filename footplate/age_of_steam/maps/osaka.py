"""Osaka: performers who need a promoter, applause in cash, and connections over the bay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from footplate.age_of_steam.actions import DECLINE, Connect, Decline, Deliver, OnHex
from footplate.age_of_steam.aims import Aims
from footplate.age_of_steam.board import IN_CITY
from footplate.age_of_steam.face import Face, Mark
from footplate.age_of_steam.goods import BLACK, STRIDE
from footplate.age_of_steam.phases.move_goods import MoveDecision, MoveGoods
from footplate.age_of_steam.phases.select_actions import SelectActions
from footplate.age_of_steam.routes import Link, Outcome
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Action, Answer, Decision, Due, Fact, Game, Phase, Refusal
from footplate.core.slots import require

MOST_CASH = 3
"""What a delivery brings at most in cash."""
COUNT_BITS = 6
"""Bits in which the cubes of one colour that a way passes are counted."""

CLOSED = Refusal("osaka.two", "{action} was taken last turn and is closed to both players this turn.")
ONE_MARINE = Refusal("osaka.link.marine", "One connection over the bay a turn is the limit.")
MARINE_ENDS = Refusal("osaka.link.marine", "Both ends of {link} must be cities.")
BLACK_CITY = Refusal("osaka.action.promotion", "A promoter goes to a city that is not black; {hex} is none.")


class OsakaState(SteamState):
    """The base game's, and the actions that are closed this turn."""

    __slots__ = ("closed",)
    closed: tuple[int, ...]

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.closed = ()

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        require(set(self.closed) <= set(range(len(game.rules.board.actions))), "the actions that are closed")


@dataclass(frozen=True, slots=True)
class Promote(OnHex):
    """Put a promoter into a city."""

    verb: ClassVar[str] = "promote"
    names: ClassVar[str] = "CITY"


class CloseActions(SelectActions):
    """With two players `closed` is what was taken last turn."""

    def begin(self, rules: Rules[Any], s: Any) -> None:
        s.closed = tuple(action for held in s.held for action in held) if s.seats == 2 else ()
        super().begin(rules, s)


class MoveWithPromoter(MoveGoods):
    """Whoever took Promotion may place a promoter just before their first move, whatever that will be.

    [osaka.action.promotion-must]
    """

    def begin(self, rules: Rules[Any], s: Any) -> None:
        super().begin(rules, s)
        ask_promotion(rules, s)


def ask_promotion(rules: Rules[Any], s: OsakaState) -> None:
    """Ask for the promoter if the first move of its owner is next and the bag has one."""
    first = Due("move", rules.holder(s, "promotion"), 1)
    if s.agenda and s.agenda[0] == first and s.bag[BLACK]:
        s.ask_first("promote", first.seat)


class MoveThenPromoter(MoveDecision):
    """The base game's `move`, after which the promoter may be next."""

    def apply(self, rules: Rules[Any], s: Any, due: Due, a: Any) -> None:
        super().apply(rules, s, due, a)
        ask_promotion(rules, s)


class PromoteDecision(Decision[Rules[Any], OsakaState]):
    """A promoter is a black cube from the bag, if it has one, put into any city that is not black.

    [osaka.action.promotion]
    """

    prompt = "Place a promoter, or decline"
    takes = (Promote, Decline)
    chapter = "Move goods"
    doing = "is placing a promoter"

    def fits(self, rules: Rules[Any], s: OsakaState, due: Due) -> bool:
        return super().fits(rules, s, due) and s.bag[BLACK] > 0 and due is s.agenda[0]

    def options(self, rules: Rules[Any], s: OsakaState, due: Due) -> Iterable[Action]:
        cities = map(Promote, range(rules.board.size))
        return [DECLINE, *(a for a in cities if self.why_not(rules, s, due, a) is None)]

    def why_not(self, rules: Rules[Any], s: OsakaState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Decline):
            return None
        city = s.kind[a.hex] == IN_CITY
        return None if city and not s.demand[a.hex] >> BLACK & 1 else BLACK_CITY

    def figures(self, rules: Rules[Any], s: OsakaState, due: Due, a: Any) -> Mapping[str, object]:
        return {"hex": rules.board.place(a.hex)} if isinstance(a, Promote) else {}

    def answer(
        self, rules: Rules[Any], s: OsakaState, due: Due, a: Any, names: Sequence[str]
    ) -> Answer | None:
        if isinstance(a, Decline):
            return Answer("Decline", "The promoter stays in the bag.")
        return Answer(rules.board.place(a.hex), "A promoter comes here.", (), (a.hex,))

    def apply(self, rules: Rules[Any], s: OsakaState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Promote):
            s.bag[BLACK] -= 1
            s.cubes[STRIDE * a.hex + BLACK] += 1
            s.tell("promoted", due.seat, a.hex)
        else:
            s.tell("not-promoted", due.seat)


class OsakaFace(Face):
    """Promoters: a pennant over every city that has one, and what a delivery to the others lacks."""

    def marks(self, s: SteamState) -> Sequence[Mark]:
        out = []
        for hex in (hex for hex, kind in enumerate(s.kind) if kind == IN_CITY):
            if s.cubes[STRIDE * hex + BLACK]:
                out.append(Mark("promoter", hex, "a promoter is here"))
            elif s.demand[hex] != 1 << BLACK:
                out.append(Mark("less", hex, "without a promoter each owner gets 1 less"))
        return out

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        match fact.kind:
            case "promoted":
                return f"{names[fact.seat]} put a promoter into {self.board.place(fact.data[0])}"
            case "not-promoted":
                return f"{names[fact.seat]} placed no promoter"
        return None


class OsakaAims(Aims):
    """A promoter is worth what the deliveries to its city bring more."""

    def ask_now(self, s: OsakaState, seat: int, action: str) -> None:
        if action == "promotion" and s.bag[BLACK]:
            s.ask_first("promote", seat)


class Osaka(Rules[OsakaState]):
    """Black cubes are the promoters; cubes of the colour that is delivered applaud."""

    State = OsakaState

    # Order and actions ----------------------------------------------------------------------------------

    def order_payment(self, s: OsakaState, seat: int, place: int) -> int:
        """With two players the second pays half of their own last bid, rounded up.

        [osaka.two osaka.two.dice]
        """
        if s.seats == 2 and place == 2:
            return (s.bids[seat] + 1) // 2
        return super().order_payment(s, seat, place)

    def offered(self, s: OsakaState) -> Sequence[int]:
        """With two players there is no Turn Order. [osaka.two]"""
        every = super().offered(s)
        return [n for n in every if s.seats > 2 or self.board.actions[n] != "turn-order"]

    def take_problem(self, s: OsakaState, seat: int, action: int) -> Refusal | None:
        """With two players an action taken is closed to both in the next turn. [osaka.two]"""
        return CLOSED if action in s.closed else super().take_problem(s, seat, action)

    def action_effect(self, s: OsakaState, action: str) -> str:
        if action == "price-cut":
            return "Your dearest build costs half, a connection over the bay too."
        if action == "promotion":
            return "Before your first move you may put a promoter into a city that is not black."
        return super().action_effect(s, action)

    # Building -------------------------------------------------------------------------------------------

    def link_problem(self, s: OsakaState, seat: int, a: Connect) -> Refusal | None:
        """A connection over the bay is sold once, and one a turn to each player; its ends must be cities.

        Whoever builds one needs no track nearby.

        [osaka.link.marine osaka.link.marine-owner]
        """
        if problem := super().link_problem(s, seat, a):
            return problem
        if any(built >= self.board.size for built in s.built):
            return ONE_MARINE
        ends = self.board.direct_links[a.link].ends
        return None if all(s.kind[end] == IN_CITY for end in ends) else MARINE_ENDS

    # Goods ----------------------------------------------------------------------------------------------

    def tally(self, s: OsakaState, link: Link) -> int:
        """The cubes of each colour in the place, and for black that there is none: `outcome` needs them."""
        there = s.cubes[STRIDE * link.to : STRIDE * (link.to + 1)]
        there[BLACK] = not there[BLACK]
        return sum(count << COUNT_BITS * colour for colour, count in enumerate(there))

    pays_less = True
    pays_besides = True

    def outcome(self, s: OsakaState, seat: int, a: Deliver, links: list[Link]) -> Outcome:
        """A coloured cube that comes to a city without a black cube brings each owner 1 income less in all.

        Each cube of its colour in the places it passes and in the city it comes to brings the mover $1 in
        cash at once, at most $3 a delivery. Black cubes bring the usual income and no cash.

        [osaka.move.promoter osaka.move.promoter-floor osaka.move.promoter-when osaka.move.bonus
        osaka.move.bonus-where]
        """
        income = super().outcome(s, seat, a, links).income
        if a.colour == BLACK:
            return Outcome(income)
        if not s.cubes[STRIDE * a.stops[-1] + BLACK]:
            income = tuple([(owner, steps - 1) for owner, steps in income if steps > 1])
        cash = min(MOST_CASH, sum([s.cubes[STRIDE * stop + a.colour] for stop in a.stops]))
        return Outcome(income, ((seat, cash),) if cash else ())

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        own: dict[type, Phase[Any, Any]] = {SelectActions: CloseActions(), MoveGoods: MoveWithPromoter()}
        return tuple(own.get(type(phase), phase) for phase in super().phases())

    def face(self) -> Face:
        return OsakaFace(self)

    def aims(self) -> Aims:
        return OsakaAims(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"move": MoveThenPromoter(), "promote": PromoteDecision()}
