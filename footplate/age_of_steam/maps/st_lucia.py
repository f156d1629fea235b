"""St. Lucia: two players, no city at the start, and cubes that wait for track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from footplate.age_of_steam.actions import DECLINE, Decline
from footplate.age_of_steam.board import PLAIN
from footplate.age_of_steam.face import Face
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.inspection import within
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth
from footplate.age_of_steam.phases.issue_shares import IssueShares
from footplate.age_of_steam.routes import LinkTable, with_starts
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.actions import Wordless
from footplate.core.game import Action, Answer, Decision, Due, Fact, Game, Phase, Refusal

PRICE = 5
"""What going first costs."""

CANNOT_PAY = Refusal("st-lucia.order.alternate", "Going first costs $5, and you do not have it.")


class StLuciaState(SteamState):
    """The base game's, and whose turn it is to be asked first."""

    __slots__ = ("nominal",)
    nominal: int

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.nominal = -1

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        within([self.nominal], -1, self.seats - 1, "who is asked first")


@dataclass(frozen=True, slots=True)
class Pay(Wordless):
    """Pay to go first."""

    verb: ClassVar[str] = "pay"


PAY = Pay()


class PayForOrder(Phase[Rules[Any], StLuciaState]):
    """The players take turns at being asked to pay $5 for going first; whoever holds Turn Order comes first.

    If both decline, the one who was asked first goes first free.

    [st-lucia.order.alternate st-lucia.order.alternate-nominal st-lucia.action.turn-order]
    """

    name = "Determine player order"

    def begin(self, rules: Rules[Any], s: StLuciaState) -> None:
        s.nominal = s.order[0] if s.nominal < 0 else 1 - s.nominal
        holder = rules.holder(s, "turn-order")
        first = holder if holder >= 0 else s.nominal
        s.order = [first, 1 - first]
        if s.cash[first] >= PRICE:
            s.ask("pay-first", first)
        elif s.cash[1 - first] >= PRICE:
            s.ask("pay-first", 1 - first)


class PayDecision(Decision[Rules[Any], SteamState]):
    """Whoever is asked pays $5 and goes first, or declines, and then the other player is asked."""

    prompt = "Pay $5 to go first, or decline"
    takes = (Pay, Decline)
    chapter = "Determine player order"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return super().fits(rules, s, due) and len(s.agenda) == 1

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        return [a for a in (PAY, DECLINE) if self.why_not(rules, s, due, a) is None]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        return CANNOT_PAY if isinstance(a, Pay) and s.cash[due.seat] < PRICE else None

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        other = 1 - due.seat
        otherwise = [f"otherwise {names[other]} goes first"] if due.seat != s.order[0] else []
        cash = f"{names[due.seat]} has ${s.cash[due.seat]}, {names[other]} ${s.cash[other]}"
        return [cash, *otherwise]

    def answer(self, rules: Rules[Any], s: SteamState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        other, after = 1 - due.seat, s.copy()
        self.apply(rules, after, due, a)
        if isinstance(a, Pay):
            return Answer(f"Pay ${PRICE}", f"You go first; ${after.cash[due.seat]} left.", (due.seat,))
        if after.agenda:
            says = f"{names[other]} is asked next; if both decline, you go first free."
            return Answer("Decline", says, (other,))
        if after.order[0] == due.seat:
            return Answer("Decline", f"You go first free: {names[other]} cannot pay.", (due.seat,))
        return Answer("Decline", f"{names[other]} goes first free.", (other,))

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        s.settle()
        other = 1 - due.seat
        if isinstance(a, Pay):
            s.cash[due.seat] -= PRICE
            s.order = [due.seat, other]
            s.tell("paid-first", due.seat, PRICE)
        else:
            s.tell("declined-first", due.seat)
            if due.seat == s.order[0] and s.cash[other] >= PRICE:
                s.ask("pay-first", other)


class StLuciaFace(Face):
    """Paying to go first."""

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        match fact.kind:
            case "paid-first":
                return f"{names[fact.seat]} paid ${fact.data[0]} to go first"
            case "declined-first":
                return f"{names[fact.seat]} declined to pay for going first"
        return None

    def cash(self, fact: Fact) -> int:
        return -fact.data[0] if fact.kind == "paid-first" else 0


class StLucia(Rules[StLuciaState]):
    """Cubes lie on the hexes and are delivered from the track laid over them."""

    State = StLuciaState

    def start_cubes(self, seats: int) -> list[int]:
        """One cube lies on every plain and every river hex; towns and mountains get none.

        [st-lucia.setup.cubes]
        """
        board = self.board
        return [
            hex
            for hex in range(board.size)
            if board.kind[hex] == PLAIN and board.terrain[hex] in ("plain", "river")
        ]

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        """Player order comes before the shares, by payment instead of an auction; goods do not grow.

        [st-lucia.order.phase-first st-lucia.growth.skip]
        """
        rest = [
            phase
            for phase in super().phases()
            if not isinstance(phase, (DeterminePlayerOrder, GoodsGrowth, IssueShares))
        ]
        return (PayForOrder(), IssueShares(), *rest)

    def action_effect(self, s: StLuciaState, action: str) -> str:
        if action == "turn-order":
            return "You are asked first next turn whether you pay $5 to go first."
        return super().action_effect(s, action)

    def links(self, s: StLuciaState) -> LinkTable:
        """A cube on track starts there; the way to the next town or city counts as a link.

        It may not come back over the link it started on, nor over its own hex.

        [st-lucia.build.cube st-lucia.move.track-cube st-lucia.move.track-cube-range
        st-lucia.move.track-cube-once st-lucia.move.double-track]
        """
        starts = [
            hex
            for hex in range(self.board.size)
            if s.layout[hex] and s.kind[hex] == PLAIN and any(s.cubes[STRIDE * hex : STRIDE * hex + STRIDE])
        ]
        return with_starts(self.board, s, super().links(s), starts, unfinished=True)

    def face(self) -> Face:
        return StLuciaFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"pay-first": PayDecision()}
