"""I. Issue shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Issue
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core.game import Decision, Due, Phase, Refusal
from footplate.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class IssueShares(Phase[Rules[Any], SteamState]):
    """In player order each player may issue shares, once a turn; whoever has all of them is not asked.

    [base.issue.order]
    """

    name = "Issue shares"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        for seat in s.order:
            if s.shares[seat] < rules.shares_max:
                s.ask("issue", seat)
            else:
                s.tell("all-shares", seat, s.shares[seat])


@lru_cache
def _issues(most: int) -> tuple[Issue, ...]:
    """Every number of shares."""
    return tuple(map(Issue, range(most + 1)))


@mypyc_attr(allow_interpreted_subclasses=True)
class IssueDecision(Decision[Rules[Any], SteamState]):
    """Any number, none too, up to the most there is; $5 each at once.

    [base.issue.cash base.issue.optional base.issue.many]
    """

    prompt = "Issue shares"
    takes = (Issue,)
    control = "issue"
    doing = "is issuing shares"

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Issue]:
        return [a for a in _issues(rules.shares_max) if self.why_not(rules, s, due, a) is None]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Issue) -> Refusal | None:
        if a.shares < 0:
            return refusals.NO_SHARES
        return rules.issue_problem(s, due.seat, a.shares)

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        most = max(a.shares for a in self.options(rules, s, due))
        return [
            f"up to {most} at ${rules.share_price}",
            f"{plural(s.shares[due.seat], 'share')} out",
            f"${s.cash[due.seat]}",
            f"income {s.income[due.seat]}, expenses ${rules.expenses(s, due.seat)}",
        ]

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Issue) -> Mapping[str, object]:
        return {"max": rules.shares_max, "shares": s.shares[due.seat]}

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Issue) -> None:
        s.shares[due.seat] += a.shares
        s.cash[due.seat] += rules.share_price * a.shares
        s.settle()
        s.tell("issued", due.seat, a.shares, rules.share_price * a.shares)
