"""II. Determine player order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import DROP, PASS, Bid, Drop, Pass
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import placed
from footplate.core.game import Action, Decision, Due, Phase, Refusal
from footplate.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class DeterminePlayerOrder(Phase[Rules[Any], SteamState]):
    """Players bid for the new order, beginning with the first of the present one. [base.auction.start]"""

    name = "Determine player order"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        s.bidders = s.order[:]
        s.bids = [0] * s.seats
        s.dropped = []
        s.high = -1
        s.passer = rules.holder(s, "turn-order")
        ask_next(rules, s, s.bidders[-1])


def highest(s: SteamState) -> int:
    """The highest bid so far, or 0."""
    return s.bids[s.high] if s.high >= 0 else 0


def ask_next(rules: Rules[Any], s: SteamState, speaker: int) -> None:
    """Ask whoever speaks after this bidder; whoever can neither outbid nor pass drops out unasked.

    [base.auction.high-bidder base.auction.forced]
    """
    at = s.bidders.index(speaker)
    while len(s.bidders) > 1:
        at = (at + 1) % len(s.bidders)
        seat = s.bidders[at]
        if seat == s.high:
            continue
        if s.passer == seat or rules.can_bid(s, seat, highest(s) + 1):
            s.ask("bid", seat)
            return
        drop_out(rules, s, seat)
        at -= 1
    end_auction(rules, s)


def dropping(rules: Rules[Any], s: SteamState, seat: int) -> str:
    """What dropping out now means: 3rd place, pay $2."""
    place = len(s.bidders)
    pays = rules.order_payment(s, seat, place)
    return f"{placed(place)} place, pay {f'${pays}' if pays else 'nothing'}"


def stands(s: SteamState, seat: int) -> str:
    """How somebody stands in the auction; empty where there is none."""
    if not s.bidders:
        return ""
    if seat in s.dropped:
        return f"out, {placed(len(s.order) - s.dropped.index(seat))}"
    if not s.bids[seat]:
        return "no bid yet"
    return f"{'leads with' if seat == s.high else 'bid'} ${s.bids[seat]}"


def drop_out(rules: Rules[Any], s: SteamState, seat: int) -> None:
    """Take the last free place, and pay for it at once. [base.auction.drop base.auction.pay-when]"""
    place = len(s.bidders)
    pays = rules.order_payment(s, seat, place)
    s.bidders.remove(seat)
    s.dropped.append(seat)
    s.cash[seat] -= pays
    s.tell("dropped", seat, place, pays)


def end_auction(rules: Rules[Any], s: SteamState) -> None:
    """Whoever is left is first and pays; the others stand behind in reverse order of dropping out.

    [base.auction.end base.auction.unopposed]
    """
    winner = s.bidders[0]
    pays = rules.order_payment(s, winner, 1)
    s.cash[winner] -= pays
    s.order = [winner, *reversed(s.dropped)]
    s.bidders = []
    s.passer = -1
    s.tell("first", winner, pays)


@lru_cache
def _bids(cash: int) -> tuple[Bid, ...]:
    """Every bid for which there is cash."""
    return tuple(map(Bid, range(cash + 1)))


@mypyc_attr(allow_interpreted_subclasses=True)
class BidDecision(Decision[Rules[Any], SteamState]):
    """Bid more than anybody, drop out, or use the Turn Order pass.

    [base.auction.raise base.auction.pass base.auction.pass-when base.action.turn-order]
    """

    prompt = "Bid or drop out"
    takes: ClassVar[tuple[type[Any], ...]] = (Bid, Drop, Pass)
    control = "bid"
    doing = "is bidding"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        speaks = due.seat in s.bidders and due.seat != s.high and len(s.bidders) > 1
        return super().fits(rules, s, due) and speaks and len(s.agenda) == 1

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        candidates: list[Action] = [DROP, PASS, *_bids(s.cash[due.seat])[highest(s) :]]
        return [a for a in candidates if self.why_not(rules, s, due, a) is None]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Bid):
            amount = a.amount
            if amount <= highest(s):
                return refusals.BID_TOO_LOW
            return refusals.BID_TOO_HIGH if amount > s.cash[due.seat] else None
        return refusals.NO_PASS if isinstance(a, Pass) and s.passer != due.seat else None

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        best, cash = highest(s), s.cash[due.seat]
        lead = f"{names[s.high]} leads with ${best}" if best else "No bid yet"
        can = f"you can bid up to ${cash}" if cash > best else "you cannot bid more"
        out = f"dropping out now: {dropping(rules, s, due.seat)}"
        return [f"{lead}; {can}", *(["you may pass once"] if s.passer == due.seat else []), out]

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        return {
            "least": highest(s) + 1,
            "cash": s.cash[due.seat],
            "amount": a.amount if isinstance(a, Bid) else 0,
        }

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        s.settle()
        seat = due.seat
        if isinstance(a, Bid):
            s.bids[seat] = a.amount
            s.high = seat
            s.tell("bid", seat, a.amount)
        elif isinstance(a, Pass):
            s.passer = -1
            s.tell("passed", seat)
        else:
            before = s.bidders[s.bidders.index(seat) - 1]
            drop_out(rules, s, seat)
            seat = before
        ask_next(rules, s, seat)
