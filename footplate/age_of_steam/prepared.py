"""Answers prepared for later: what they say when their time has come, and when they are used up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from footplate.age_of_steam.actions import DROP, PASS, Bid
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.state import SteamState

MOST = 9999


@dataclass(slots=True)
class Prepared:
    """An answer prepared for later and hidden from the others: bid up to so much, or pass all moves."""

    bid: int | None = None
    then: Literal["drop", "pass"] = "drop"
    pass_moves: bool = False


def checked(prepared: Prepared) -> Prepared | None:
    """A prepared answer, if it says anything; ValueError for a bid nobody can mean."""
    if prepared.bid is not None and not 0 <= prepared.bid <= MOST:
        raise ValueError(f"A prepared bid is $0 to ${MOST}.")
    return None if prepared.bid is None and not prepared.pass_moves else prepared


def sentence(game: AgeOfSteam, s: SteamState, prepared: Prepared) -> str | None:
    """What a prepared answer says to the open question, or None if it does not speak to it."""
    kind = s.agenda[0].kind if s.agenda else ""
    if kind == "move" and prepared.pass_moves:
        return game.say(PASS)
    if kind != "bid" or prepared.bid is None:
        return None
    least = Bid(highest(s) + 1)
    if least.amount <= prepared.bid and game.why_not(s, least) is None:
        return game.say(least)
    if prepared.then == "pass" and game.why_not(s, PASS) is None:
        return game.say(PASS)
    return game.say(DROP)


def left_of(prepared: Prepared, before: SteamState, after: SteamState) -> Prepared | None:
    """What is left of a prepared answer when the table went on: an auction or the moves may be over."""
    was = before.agenda[0].kind if before.agenda else ""
    now = after.agenda[0].kind if after.agenda else ""
    bid = None if was == "bid" != now else prepared.bid
    pass_moves = prepared.pass_moves and not was == "move" != now
    if bid is None and not pass_moves:
        return None
    return Prepared(bid, prepared.then, pass_moves)
