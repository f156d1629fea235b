"""Age of Steam on one board, as everybody uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import stated
from footplate.age_of_steam.board import Board, read_board, well_formed
from footplate.age_of_steam.phases.setup import Setup
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Game, Refusal, check_players
from footplate.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class AgeOfSteam(Game[Rules[Any], SteamState]):
    """The rules of Age of Steam on one board."""

    game_id = "age-of-steam"
    revision = 3

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.board: Board = rules.board
        self.names = rules.board
        self.phases = rules.phases()
        self.decisions = rules.decisions()
        self.face = rules.face()
        self.state_type = rules.State
        numbers = stated(self.board)
        kinds = {kind for decision in self.decisions.values() for kind in decision.takes}
        self.stated = {
            kind: [(field.name, *numbers[field.name]) for field in fields(kind) if field.name in numbers]
            for kind in kinds
        }
        """What each number of each kind of action may be, and the refusal of any other."""
        self.canvases: dict[tuple[int, ...], Any] = {}
        """Drawing surfaces for the page, by liveries: filled when they are first needed."""

    def start(self, seats: int) -> SteamState:
        check_players(self.board.name, self.board.players, seats)
        s = self.rules.State(seats)
        Setup().begin(self.rules, s)
        return s

    def why_not(self, s: SteamState, action: Any) -> Refusal | None:
        """The rule that refuses this action now, or None; whatever numbers it says."""
        if not s.agenda:
            return refusals.OVER
        due = s.agenda[0]
        decision, kind = self.decisions[due.kind], type(action)
        if kind not in decision.takes:
            return refusals.NOT_ASKED
        for name, there, refusal in self.stated[kind]:
            said = getattr(action, name)
            if not there.issuperset(said) if isinstance(said, tuple) else said not in there:
                return refusal
        return decision.why_not(self.rules, s, due, action)

    def explain(self, s: SteamState, action: Any, refusal: Refusal, names: Sequence[str] = ()) -> str:
        """The refusal as a sentence with its figures, if it has any."""
        return super().explain(s, action, refusal, names) if "{" in refusal.text else refusal.text

    def scores(self, s: SteamState) -> list[int | None]:
        return [self.rules.score(s, seat) for seat in range(s.seats)]

    def winners(self, s: SteamState) -> list[int]:
        return self.rules.winners(s)


def rules_for(board: Board) -> type[Rules[Any]]:
    """The class that answers for a board: its own if it has one beside its file, else the base game's."""
    module = f"footplate.age_of_steam.maps.{board.id.replace('-', '_')}"
    if find_spec(module) is None:
        return Rules
    own = [
        value
        for value in vars(import_module(module)).values()
        if isinstance(value, type) and issubclass(value, Rules) and vars(value)["__module__"] == module
    ]
    return own[0]


def load(source: str | Path, options: Mapping[str, str] | None = None) -> AgeOfSteam:
    """The game on the map with this id, or on a map file that ends with .toml."""
    board = read_board(source)
    with well_formed(source):
        return AgeOfSteam(rules_for(board)(board, options))
