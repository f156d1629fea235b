"""Age of Steam on one board, as everybody uses it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from footplate.age_of_steam.board import Board, read_board
from footplate.age_of_steam.phases.setup import Setup
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Game


class PlayersError(ValueError):
    """A number of players the board is not made for."""


class AgeOfSteam(Game[Rules, SteamState]):
    """The rules of Age of Steam on one board."""

    game_id = "age-of-steam"
    revision = 2

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board: Board = rules.board
        self.names = rules.board
        self.phases = rules.phases()
        self.decisions = rules.decisions()
        self.state_type = rules.State
        self.canvases: dict[tuple[int, ...], Any] = {}
        """Drawing surfaces for the page, by liveries: filled when they are first needed."""

    def start(self, seats: int) -> SteamState:
        fewest, most = self.board.players
        if not fewest <= seats <= most:
            number = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise PlayersError(f"{self.board.name} is for {number} players, not {seats}.")
        s = self.rules.State(seats)
        Setup().begin(self.rules, s)
        return s

    def scores(self, s: SteamState) -> list[int | None]:
        return [self.rules.score(s, seat) for seat in range(s.seats)]

    def winners(self, s: SteamState) -> list[int]:
        return self.rules.winners(s)


def rules_for(board: Board) -> type[Rules]:
    """The class that answers for a board: its own if it has one beside its file, else the base game's."""
    module = f"footplate.age_of_steam.maps.{board.id.replace('-', '_')}"
    if find_spec(module) is None:
        return Rules
    own = [
        value
        for value in vars(import_module(module)).values()
        if isinstance(value, type) and issubclass(value, Rules) and value.__module__ == module
    ]
    return own[0]


def load(source: str | Path, options: Mapping[str, str] | None = None) -> AgeOfSteam:
    """The game on the map with this id, or on a map file that ends with .toml."""
    board = read_board(source)
    return AgeOfSteam(rules_for(board)(board, options))
