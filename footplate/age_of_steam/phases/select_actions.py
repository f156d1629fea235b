"""III. Select actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from footplate.age_of_steam.actions import Take
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Decision, Due, Phase, Refusal, Seat


class SelectActions(Phase[Rules, SteamState]):
    """In player order each player takes one of the actions."""

    name = "Select actions"

    def begin(self, rules: Rules, s: SteamState) -> None:
        s.action = [-1] * s.seats
        for seat in s.order:
            s.ask("take", seat)


class TakeDecision(Decision[Rules, SteamState]):
    """Each action can be taken by one player only; one must be taken."""

    prompt = "Take an action"
    takes = (Take,)

    def fits(self, rules: Rules, s: SteamState, due: Due) -> bool:
        asked = sum(other.kind == due.kind for other in s.agenda)
        return super().fits(rules, s, due) and len(list(self.options(rules, s, due))) >= asked

    def options(self, rules: Rules, s: SteamState, due: Due) -> Iterable[Take]:
        return [
            a for a in map(Take, range(len(rules.board.actions))) if self.why_not(rules, s, due, a) is None
        ]

    def why_not(self, rules: Rules, s: SteamState, due: Due, a: Take) -> Refusal | None:
        return rules.take_problem(s, due.seat, a.action)

    def figures(self, rules: Rules, s: SteamState, due: Due, a: Take) -> Mapping[str, object]:
        holder = Seat(s.action.index(a.action)) if a.action in s.action else "nobody"
        return {"holder": holder, "action": rules.board.actions[a.action]}

    def apply(self, rules: Rules, s: SteamState, due: Due, a: Take) -> None:
        s.action[due.seat] = a.action
        s.settle()
        s.tell("took", due.seat, a.action)
        rules.do_take(s, due.seat, rules.board.actions[a.action])
