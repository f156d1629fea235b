"""Days of Steam as server, command, simulator, records and page need it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from footplate.core import host
from footplate.core.bot import Bot, Level
from footplate.core.game import NOBODY, Fact
from footplate.core.host import End, Line, Prompt, Sight, Slip, Theme
from footplate.core.rule_page import RulePage
from footplate.core.rulebook import Rulebook
from footplate.core.study import Account, Chapter, Means
from footplate.core.table import Step
from footplate.days_of_steam import narration
from footplate.days_of_steam.game import DaysOfSteam, load
from footplate.days_of_steam.look import Look, looked
from footplate.days_of_steam.moving import courses
from footplate.days_of_steam.phases.turn import TurnDecision
from footplate.days_of_steam.places import NAMES, read_place
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import FILE
from footplate.days_of_steam.words import plural

FEW_SIDES = 44
"""The side of a tile on the card of the game."""


class Host(host.Host):
    """Days of Steam with its tiles. What draws and shows is loaded only where it is wanted."""

    game_id = DaysOfSteam.game_id
    name = "Days of Steam"
    ledger = "days-of-steam.md"
    about = "Lay square tiles from a hidden hand, run your train over everybody's track, mind the curves."
    tiled = True
    game: DaysOfSteam

    @classmethod
    def load(cls, source: str | Path, options: Mapping[str, str] | None = None) -> Self:
        return cls(load(FILE if str(source) == cls.game_id else source))

    @classmethod
    def bots(cls) -> Mapping[str, Callable[..., Bot]]:
        from footplate.days_of_steam.bots import BOTS

        return BOTS

    @classmethod
    def levels(cls) -> Mapping[str, Level]:
        from footplate.days_of_steam.bots import LEVELS

        return LEVELS

    @classmethod
    def spoken(cls) -> Mapping[str, Any]:
        from footplate.days_of_steam.end import End
        from footplate.days_of_steam.look import Because, Walk, Ways
        from footplate.days_of_steam.question import Question
        from footplate.days_of_steam.view import BoardView, View

        told = {"BoardView": BoardView, "View": View, "Question": Question, "End": End}
        return {**told, "Look": Look, "Ways": Ways, "Walk": Walk, "Because": Because}

    # The board ----------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        # Two reports of one game are told apart by their tiles.
        return f"{self.name} with {Path(self.tiles_file).name}" if self.tiles_file else self.name

    @property
    def tiles_file(self) -> str:
        source = self.game.tiles.source
        return "" if source == str(FILE) else source

    @property
    def players(self) -> tuple[int, int]:
        return self.game.tiles.players

    def rule_page(self) -> RulePage:
        from footplate.days_of_steam.rule_page import rule_page

        return rule_page(self.game)

    def rulebook(self) -> Rulebook:
        from footplate.days_of_steam.rulebook import rulebook

        return rulebook()

    def origin(self) -> str:
        from footplate.days_of_steam.rule_page import ORIGIN

        return ORIGIN

    def facts(self) -> list[str]:
        tiles = self.game.tiles
        return [plural(sum(tile.pieces for tile in tiles.tiles), "tile"), plural(sum(tiles.towns), "town")]

    # A position in numbers ----------------------------------------------------------------------------

    def turn(self, s: DaysState) -> int:
        return s.turn

    def phase(self, s: DaysState) -> str:
        return "Turn" if s.turn else "Set-up"

    def places(self, s: DaysState) -> Sequence[int]:
        ranks = [self.game.rules.rank(s, seat) for seat in range(s.seats)]
        winners = self.game.winners(s)
        return [
            1 if seat in winners else 1 + sum(other > rank for other in ranks)
            for seat, rank in enumerate(ranks)
        ]

    figures_shown = {"steam": "{}", "coal": "{}", "goods": "{}", "circuits": "{}"}
    figures_counted = ("goods", "circuits")

    def figures(self, s: DaysState, seat: int) -> dict[str, int]:
        return {
            "steam": s.steam[seat],
            "coal": s.coal[seat],
            "goods": len(s.delivered[seat]),
            "circuits": s.circuits[seat],
        }

    # What many games tell whoever makes a board --------------------------------------------------------

    @property
    def chapters(self) -> Sequence[Chapter]:
        from footplate.days_of_steam.study import CHAPTERS

        return CHAPTERS

    def account(self, seats: int) -> Account:
        from footplate.days_of_steam.study import DaysAccount

        return DaysAccount(self.game)

    def remarks(self, means: Means, games: int) -> list[str]:
        from footplate.days_of_steam.study import remarks

        return remarks(means)

    # Learning from many games ---------------------------------------------------------------------------

    def observation(self, s: DaysState, seat: int) -> list[float]:
        from footplate.days_of_steam.observation import observation

        return observation(self.game, s, seat)

    def vocabulary(self) -> list[str]:
        from footplate.days_of_steam.observation import vocabulary

        return vocabulary(self.game)

    # In words -----------------------------------------------------------------------------------------

    def prompt(self, s: DaysState, names: Sequence[str]) -> Prompt:
        return Prompt(*narration.prompt(self.game, s, names))

    def story(self, facts: Iterable[Fact], names: Sequence[str]) -> list[str]:
        return narration.story(self.game, facts, names)

    def slip(self, s: DaysState, action: Any) -> Slip | None:
        from footplate.days_of_steam.slips import slip

        return slip(self.game, s, action)

    def worth(self, s: DaysState, action: Any, names: Sequence[str]) -> str:
        return narration.worth(self.game, s, action, names)

    def verdict(self, s: DaysState, names: Sequence[str]) -> str:
        return narration.verdict(self.game, s, names)

    def standings(self, s: DaysState, names: Sequence[str]) -> list[str]:
        return narration.standings(self.game, s, names)

    # For the page -------------------------------------------------------------------------------------

    apart = ("players", "tiles", "market")

    def board(self) -> Any:
        from footplate.days_of_steam.view import board_view

        return board_view(self.game)

    def view(self, s: DaysState, names: Sequence[str], liveries: Sequence[int], seat: int = NOBODY) -> Any:
        from footplate.days_of_steam.view import view

        return view(self.game, s, names, liveries, seat)

    def question(self, s: DaysState, view: Any) -> Any:
        from footplate.days_of_steam.question import question

        return question(self.game, s, [player.name for player in view.players])

    look_type = Look

    def look(self, look: Look, sight: Sight) -> Any:
        return looked(self.game, sight.state, look, sight.names)

    def end(self, s: DaysState, steps: Iterable[Step[DaysState]], names: Sequence[str]) -> End:
        from footplate.days_of_steam.end import end_of

        return end_of(self.game, s, steps, names)

    # Drawing ------------------------------------------------------------------------------------------

    def draw(
        self,
        s: DaysState | None = None,
        *,
        theme: Theme = "light",
        liveries: Sequence[int] = (),
        side: float = 72,
        coordinates: bool = True,
    ) -> str:
        """A position, or the map that shows every kind of tile, as an SVG document of its own."""
        from footplate.days_of_steam.svg import draw, sampler

        lying = sampler(self.game) if s is None else s
        named = coordinates and s is not None
        return draw(self.game, lying, theme=theme, liveries=liveries, side=side, coordinates=named)

    def preview(self, theme: Theme) -> str:
        return self.draw(theme=theme, side=FEW_SIDES, coordinates=False)

    # At the terminal ----------------------------------------------------------------------------------

    spelling = (
        "Places are called M13: a column letter to the east, a row number to the south. "
        "Tiles by name or by their place in the hand: lay 1 M12 E; trains: move M12 M11, or move to M11."
    )

    def text_board(self, s: DaysState, names: Sequence[str]) -> list[Line]:
        from footplate.days_of_steam.terminal import draw

        return draw(self.game, s, names)

    def describe(self, s: DaysState, words: str, names: Sequence[str]) -> list[str]:
        from footplate.days_of_steam.view import spot_words

        place = read_place(words.strip().upper())
        if not s.board[place]:
            return [f"Nothing lies on {NAMES[place]}."]
        return [f"{NAMES[place]}: {', '.join(spot_words(self.game, s, place, names))}."]

    # Measuring ----------------------------------------------------------------------------------------

    timings = ("placements", "moves")

    def listings(self, s: DaysState) -> Mapping[str, Callable[[], object]]:
        decision, rules = self.game.decision(s), self.game.rules
        if not isinstance(decision, TurnDecision):
            return {}
        return {
            "placements": lambda: (decision.lays(rules, s, s.player), decision.towns(rules, s)),
            "moves": lambda: courses(rules, s, s.player),
        }
