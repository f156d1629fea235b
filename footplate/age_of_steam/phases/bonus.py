"""A bonus that a player gives to whom it may concern; maps ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Reward
from footplate.age_of_steam.board import seat_of
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Answer, Decision, Due, Refusal
from footplate.core.native import mypyc_attr


def owners_of(links: Sequence[Link]) -> list[int]:
    """The seats that own any of these links."""
    return sorted({seat_of(link.owner) for link in links} - {-1})


def give_bonus(s: SteamState, mover: int, owners: Sequence[int]) -> None:
    """One of the owners gets 1 income: the only one at once, of several the mover chooses."""
    if len(owners) == 1:
        pay_bonus(s, owners[0])
    elif owners:
        s.ask_first("bonus", mover, sum(1 << seat for seat in owners))


def pay_bonus(s: SteamState, seat: int, steps: int = 1) -> None:
    """Raise an income by a bonus."""
    s.income[seat] += steps
    s.tell("bonus", seat, steps)


def income_step(s: SteamState, seat: int, steps: int) -> str:
    """An income before and after a bonus: 7 → 8."""
    return f"{s.income[seat]} → {s.income[seat] + steps}"


@mypyc_attr(allow_interpreted_subclasses=True)
class BonusDecision(Decision[Rules[Any], SteamState]):
    """Where several railroads were used, the mover chooses the one that gets the income.

    `due.a` has a bit for each seat that may be chosen.
    """

    prompt = "Choose who gets the bonus"
    takes = (Reward,)
    chapter = "Move goods"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return 0 < due.a < 1 << s.seats and not due.b and due is s.agenda[0]

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Reward]:
        candidates = (Reward((seat,)) for seat in range(s.seats))
        return [a for a in candidates if self.why_not(rules, s, due, a) is None]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Reward) -> Refusal | None:
        named = sum(1 << seat for seat in a.seats if 0 <= seat < s.seats)
        return None if len(a.seats) == 1 and due.a & named else refusals.NOT_REWARDED

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Reward) -> Mapping[str, object]:
        return {"choices": ", ".join(f"seat {n + 1}" for n in range(s.seats) if due.a >> n & 1)}

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return ("+1 income for one of the railroads that were used",)

    def answer(self, rules: Rules[Any], s: SteamState, due: Due, a: Reward, names: Sequence[str]) -> Answer:
        seat = a.seats[0]
        return Answer(names[seat], f"+1 income: {income_step(s, seat, 1)}", a.seats)

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Reward) -> None:
        s.settle()
        pay_bonus(s, a.seats[0])
