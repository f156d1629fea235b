"""VI Collect income, VII Pay expenses, VIII Income reduction."""

from __future__ import annotations

from typing import Any

from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Phase
from footplate.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class CollectIncome(Phase[Rules[Any], SteamState]):
    """Everybody receives their income in cash. [base.income.collect base.income.no-cap]"""

    name = "Collect income"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        for seat in s.order:
            s.cash[seat] += s.income[seat]
            s.tell("collected", seat, s.income[seat])


@mypyc_attr(allow_interpreted_subclasses=True)
class PayExpenses(Phase[Rules[Any], SteamState]):
    """All pay; what cash cannot pay lowers income; then everybody below 0 is eliminated together.

    [base.expense.shortfall base.expense.together base.expense.last-player]
    """

    name = "Pay expenses"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        for seat in s.order:
            due = rules.expenses(s, seat)
            short = max(0, due - s.cash[seat])
            s.cash[seat] -= due - short
            s.income[seat] -= short
            s.tell("paid", seat, due - short, short)
        for seat in [seat for seat in s.order if s.income[seat] < 0]:
            rules.do_eliminate(s, seat)
            s.tell("eliminated", seat)
        if len(s.order) < min(s.seats, 2):
            s.over = True


@mypyc_attr(allow_interpreted_subclasses=True)
class ReduceIncome(Phase[Rules[Any], SteamState]):
    """High incomes fall. [base.move.income-falls]"""

    name = "Income reduction"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        for seat in s.order:
            less = rules.reduction(s, seat)
            s.income[seat] -= less
            s.tell("reduced", seat, less)
