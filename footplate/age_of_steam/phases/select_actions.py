"""III. Select actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Take
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import action_name
from footplate.core.game import Decision, Due, Phase, Refusal, Seat
from footplate.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class SelectActions(Phase[Rules[Any], SteamState]):
    """In player order each player takes one of the actions. [base.action.order]"""

    name = "Select actions"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        s.held = [()] * s.seats
        for seat in rules.choosing(s):
            s.ask("take", seat)


@lru_cache
def _take(action: int) -> Take:
    """The taking of an action, made once."""
    return Take(action)


@mypyc_attr(allow_interpreted_subclasses=True)
class TakeDecision(Decision[Rules[Any], SteamState]):
    """Each action can be taken by one player only; one must be taken.

    [base.action.required base.action.optional-use]
    """

    prompt = "Take an action"
    takes: ClassVar[tuple[type[Any], ...]] = (Take,)
    control = "take"
    doing = "is choosing an action"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        asked = sum(other.kind == due.kind for other in s.agenda)
        return super().fits(rules, s, due) and len(list(self.options(rules, s, due))) >= asked

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Take]:
        return [a for a in map(_take, rules.offered(s)) if self.why_not(rules, s, due, a) is None]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Take) -> Refusal | None:
        action, seat = a.action, due.seat
        if action not in rules.offered(s):
            return refusals.NOT_OFFERED
        if problem := rules.take_problem(s, seat, action):
            return problem
        price = rules.action_price(s, seat, rules.board.actions[action])
        return refusals.ACTION_TOO_DEAR if price > s.cash[seat] else None

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return ["free: " + ", ".join(rules.board.actions[a.action] for a in self.options(rules, s, due))]

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Take) -> Mapping[str, object]:
        action, holder = rules.board.actions[a.action], rules.taker(s, a.action)
        return {
            "holder": Seat(holder) if holder >= 0 else "nobody",
            "action": action_name(action),
            "price": rules.action_price(s, due.seat, action),
            "cash": s.cash[due.seat],
        }

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Take) -> None:
        action = rules.board.actions[a.action]
        price = rules.action_price(s, due.seat, action)
        s.cash[due.seat] -= price
        s.held[due.seat] += (a.action,)
        s.settle()
        s.tell("took", due.seat, a.action, price)
        rules.do_take(s, due.seat, action)
