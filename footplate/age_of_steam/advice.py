"""An action as one tells a person to do it, at the head of a bot's advice."""

from __future__ import annotations

from typing import Any

from footplate.age_of_steam.actions import (
    Bid,
    Build,
    Connect,
    Deliver,
    Done,
    Drop,
    Improve,
    Issue,
    Pass,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import action_name, plural


def headline(game: AgeOfSteam, s: SteamState, action: Any) -> str:
    """An action of the base game in a few words; empty for one that only a map has."""
    board, rules, seat = game.board, game.rules, s.agenda[0].seat
    match action:
        case Issue(0):
            return "Issue no shares"
        case Issue(shares):
            return f"Issue {plural(shares, 'share')} for ${rules.share_price * shares}"
        case Bid(amount):
            return f"Bid ${amount}"
        case Drop():
            return "Drop out"
        case Take(taken):
            return f"Take {action_name(board.actions[taken])}"
        case Build(hex):
            where = f"{'in' if board.place_names[hex] else 'on'} {board.place(hex)}"
            return f"Build {where}{_charge(game, s, action)}"
        case Connect(link):
            ends = "–".join(map(board.place, board.direct_links[link].ends))
            return f"Build the direct link {ends}{_charge(game, s, action)}"
        case Urbanize(hex, city):
            return f"Make {board.place(hex)} a city, {board.new_cities[city].title}"
        case Done():
            return "End building"
        case Deliver():
            way = f"from {board.place(action.hex)} to {board.place(action.stops[-1])}"
            return f"Move {COLOURS[action.colour]} {way}"
        case Improve():
            return f"Raise the engine to {rules.raised(s.engine[seat])}"
        case Pass():
            return "Pass" if game.decision(s).control == "bid" else "Move nothing"
        case Stock(colour, box):
            column, row = board.box_place[box]
            return f"Put {COLOURS[colour]} into {board.columns[column].name}, box {row + 1}"
    return ""


def _charge(game: AgeOfSteam, s: SteamState, action: Any) -> str:
    decision = game.decision(s)
    return f" for ${decision.charge(game.rules, s, action)}" if isinstance(decision, BuildDecision) else ""
