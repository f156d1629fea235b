"""Age of Steam as server, command, simulator, records and page need it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from footplate.age_of_steam import narration, terminal
from footplate.age_of_steam import prepared as answers
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, map_ids, read_board, well_formed
from footplate.age_of_steam.game import AgeOfSteam, load, rules_for
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.move_goods import MoveDecision
from footplate.age_of_steam.prepared import Prepared
from footplate.age_of_steam.slips import slip
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core import host
from footplate.core.bot import Bot, Level
from footplate.core.game import NOBODY, Decision, Fact
from footplate.core.host import BoardLine, End, Grid, Line, Prompt, Sight, Slip, Theme
from footplate.core.lesson import Lesson, LessonLine
from footplate.core.recording import Replayed
from footplate.core.rule_page import Option, RulePage
from footplate.core.rulebook import Rulebook
from footplate.core.study import Account, Chapter, Means, People
from footplate.core.table import Refused, Step

if TYPE_CHECKING:
    from footplate.age_of_steam.lesson_play import LessonPlay

PREVIEW_RADIUS = 11
"""The radius of a hex on the card of a board."""


@dataclass(slots=True)
class Look:
    """A closer look at a hex, or at a cube on it.

    The tiles that fit; where the cube may go, or which answers concern the hex; or why there is nothing.
    """

    what: Literal["tiles", "ways", "why"]
    hex: int
    colour: str | None = None


class Host(host.Host):
    """Age of Steam on one board. What draws and shows is loaded only where it is wanted."""

    game_id = AgeOfSteam.game_id
    name = "Age of Steam"
    maps = True
    ledger = "base.md"
    about = "Build track, move goods and pay for both: a railroad on hexes, with shares and debts."
    game: AgeOfSteam

    @classmethod
    def boards(cls) -> tuple[str, ...]:
        return tuple(map_ids())

    @classmethod
    def board_line(cls, id: str) -> BoardLine:
        board = read_board(id)
        return BoardLine(board.id, board.name, board.players, board.provenance, board.designer)

    @classmethod
    def load(cls, source: str | Path, options: Mapping[str, str] | None = None) -> Self:
        return cls(load(source, options))

    @classmethod
    def bots(cls) -> Mapping[str, Callable[..., Bot]]:
        from footplate.age_of_steam.bots import BOTS

        return BOTS

    @classmethod
    def levels(cls) -> Mapping[str, Level]:
        from footplate.age_of_steam.bots import LEVELS

        return LEVELS

    @classmethod
    def adviser(cls) -> str:
        return "greedy"

    @classmethod
    def spoken(cls) -> Mapping[str, Any]:
        from footplate.age_of_steam.end import End
        from footplate.age_of_steam.look import Because, Tiles, Ways
        from footplate.age_of_steam.question import Question
        from footplate.age_of_steam.recap import Recap
        from footplate.age_of_steam.view import BoardView, View

        found = {"Tiles": Tiles, "Because": Because, "Ways": Ways}
        told = {"BoardView": BoardView, "View": View, "Question": Question, "End": End}
        return {**told, "Look": Look, "Prepared": Prepared, "Recap": Recap, **found}

    trace_format = "aos-trace/1"

    @classmethod
    def replay_trace(cls, data: Any, to: int | None = None) -> Replayed:
        from footplate.age_of_steam import traces

        return traces.replay(data, to)

    @classmethod
    def trace_positions(cls, data: Any) -> tuple[Self, int, list[Any]]:
        from footplate.age_of_steam import traces

        watched = traces.Watched(data)
        watched.run()
        return cls(watched.game), len(watched.players), watched.positions

    @classmethod
    def census(cls) -> list[str]:
        """How many maps answer each question of the rules otherwise: what nobody asks should not be asked."""
        from footplate.age_of_steam.rule_page import answered, questions

        count: Counter[str] = Counter()
        numbers: Counter[str] = Counter()
        boards = [read_board(id) for id in map_ids()]
        for board in boards:
            count.update(answered(rules_for(board)))
            numbers.update(list(board.numbers))
        out = [f"Of {plural(len(boards), 'map')}, so many answer a question otherwise:"]
        for name, times in sorted(count.items(), key=lambda item: (-item[1], item[0])):
            out.append(f"  {times:3} {name}")
        for name, times in sorted(numbers.items(), key=lambda item: (-item[1], item[0])):
            out.append(f"  {times:3} {name}, as a number of the file")
        silent = [name for name in questions() if name not in count]
        return [*out, f"  nobody: {', '.join(silent)}"]

    # Learning it --------------------------------------------------------------------------------------

    @classmethod
    def lessons(cls) -> list[LessonLine]:
        from footplate.age_of_steam.lesson import shipped

        return [
            LessonLine(one.id, one.title, one.about, one.load_game().board.name, one.minutes, len(one.steps))
            for one in shipped()[0]
        ]

    @classmethod
    def lesson_problems(cls) -> Sequence[str]:
        from footplate.age_of_steam.lesson import shipped

        return shipped()[1]

    @classmethod
    def lesson(cls, id: str, answers: Sequence[str]) -> tuple[Self, Lesson]:
        from footplate.age_of_steam.lesson_table import shown

        play = cls._play_lesson(id, answers)
        return cls(play.game), shown(play)

    @classmethod
    def lesson_look(cls, id: str, answers: Sequence[str], about: Look) -> Any:
        from footplate.age_of_steam.lesson_table import shown
        from footplate.age_of_steam.look import Because

        play = cls._play_lesson(id, answers)
        if play.is_over or play.is_done:
            raise Refused("This card is done. Go on to the next.")
        now = shown(play)
        found = cls(play.game).look(about, Sight(play.state, play.names, (), now.view, now.question))
        return play.gently(found, about.hex) if isinstance(found, Because) else found

    @classmethod
    def _play_lesson(cls, id: str, answers: Sequence[str]) -> LessonPlay:
        """A lesson after some answers: those that count, and the last one whatever it is."""
        from footplate.age_of_steam.lesson import LessonError, lesson_of
        from footplate.age_of_steam.lesson_play import LessonPlay

        try:
            play = LessonPlay(lesson_of(id))
            for answer in answers:
                play.hear(answer)
        except LessonError as problem:
            raise Refused(f"This lesson is damaged: {problem}.") from None
        return play

    @classmethod
    def prove_lesson(cls, path: Path) -> str:
        from footplate.age_of_steam.lesson import read_lesson
        from footplate.age_of_steam.lesson_play import prove

        lesson = read_lesson(path)
        prove(lesson)
        return lesson.title

    def rulebook(self) -> Rulebook:
        from footplate.age_of_steam.rulebook import board_chapter, rulebook, terms_of

        base = rulebook()
        chapters = (*base.chapters, board_chapter(self.rule_page()))
        return Rulebook(chapters, terms_of(self.game), base.problems)

    # The board ----------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.game.board.id

    @property
    def source(self) -> str:
        return self.game.board.source

    @property
    def title(self) -> str:
        return self.game.board.name

    @property
    def players(self) -> tuple[int, int]:
        return self.game.board.players

    @property
    def options(self) -> Sequence[Option]:
        return self.game.rules.table_options

    @property
    def chosen(self) -> Mapping[str, str]:
        return self.game.rules.chosen

    def check_players(self, players: int) -> None:
        with well_formed(self.source):
            self.game.start(players)
            self.game.rules.turns(players)

    def rule_page(self) -> RulePage:
        from footplate.age_of_steam.rule_page import rule_page

        with well_formed(self.source):
            return rule_page(self.game)

    def origin(self) -> str:
        from footplate.age_of_steam.rule_page import provenance_sentence

        return provenance_sentence(self.game.board.provenance)

    def facts(self) -> list[str]:
        board = self.game.board
        cities = sum(kind == IN_CITY for kind in board.kind) - len(board.terminals)
        towns = sum(kind == IN_TOWN for kind in board.kind)
        told = [plural(cities, "city", "cities") if cities else "no city"]
        return told + ([plural(towns, "town")] if towns else [])

    # A position in numbers ----------------------------------------------------------------------------

    def turn(self, s: SteamState) -> int:
        return s.turn

    def turns(self, s: SteamState) -> int:
        return self.game.rules.turns(s.seats)

    def out(self, s: SteamState) -> Sequence[int]:
        return s.out

    def places(self, s: SteamState) -> Sequence[int]:
        return self.game.rules.places(s)

    figures_shown = {"cash": "${}", "income": "{}", "shares": "{}", "engine": "{}"}
    figures_counted = ("income", "shares")

    def figures(self, s: SteamState, seat: int) -> dict[str, int]:
        return {
            "cash": s.cash[seat],
            "income": s.income[seat],
            "shares": s.shares[seat],
            "engine": s.engine[seat],
        }

    # What many games tell whoever makes a board --------------------------------------------------------

    @property
    def chapters(self) -> Sequence[Chapter]:
        from footplate.age_of_steam.study import CHAPTERS

        return CHAPTERS

    def account(self, seats: int) -> Account:
        from footplate.age_of_steam.study import SteamAccount

        return SteamAccount(self.game, seats)

    def remarks(self, means: Means, games: int) -> list[str]:
        from footplate.age_of_steam.study import remarks

        return remarks(means, games)

    def people(self, players: int) -> People | None:
        from footplate.age_of_steam.study import people

        return people(self.game.board, players)

    # Learning from many games ---------------------------------------------------------------------------

    def observation(self, s: SteamState, seat: int) -> list[float]:
        from footplate.age_of_steam.observation import observation

        return observation(self.game, s, seat)

    def vocabulary(self) -> list[str]:
        from footplate.age_of_steam.observation import vocabulary

        return vocabulary(self.game)

    # In words -----------------------------------------------------------------------------------------

    def prompt(self, s: SteamState, names: Sequence[str]) -> Prompt:
        return narration.prompt(self.game, s, names)

    def story(self, facts: Iterable[Fact], names: Sequence[str]) -> list[str]:
        return narration.story(self.game, facts, names)

    def slip(self, s: SteamState, action: Any) -> Slip | None:
        return slip(self.game, s, action)

    def worth(self, s: SteamState, action: Any, names: Sequence[str]) -> str:
        return narration.worth(self.game, s, action, names)

    def headline(self, s: SteamState, action: Any, names: Sequence[str]) -> str:
        from footplate.age_of_steam.advice import headline

        return headline(self.game, s, action) or super().headline(s, action, names)

    def standings(self, s: SteamState, names: Sequence[str]) -> list[str]:
        return narration.standings(self.game, s, names)

    # For the page -------------------------------------------------------------------------------------

    apart = ("players", "pieces", "names", "columns", "places", "links")

    def board(self) -> Any:
        from footplate.age_of_steam.view import board_view

        return board_view(self.game)

    def view(self, s: SteamState, names: Sequence[str], liveries: Sequence[int], seat: int = NOBODY) -> Any:
        from footplate.age_of_steam.view import view

        return view(self.game, s, names, liveries)

    def question(self, s: SteamState, view: Any) -> Any:
        from footplate.age_of_steam.question import question

        return question(self.game, s, view)

    def shortened(self, question: Any) -> Any:
        from footplate.age_of_steam.question import shortened

        return shortened(question)

    look_type = Look

    def look(self, look: Look, sight: Sight) -> Any:
        from footplate.age_of_steam import look as closer

        game, s = self.game, sight.state
        if not 0 <= look.hex < game.board.size:
            raise Refused(f"There is no hex {look.hex} on this board.")
        if look.colour is not None and look.colour not in COLOURS:
            raise Refused(f"“{look.colour}” is no colour of goods; they are {', '.join(COLOURS)}.")
        control, ask = game.decision(s).control, f"{sight.view.prompt.ask}."
        if look.what == "ways":
            return closer.ways(game, sight, look.hex, look.colour)
        if look.what == "tiles":
            if control != "build":
                raise Refused(f"Nothing is built now. {ask}")
            return closer.Tiles(closer.tiles_for(game, s, look.hex, sight.liveries))
        if control == "build":
            return closer.why_not_here(game, s, look.hex, sight.names)
        if control == "move" and look.colour is not None:
            told = closer.why_no_delivery(game, s, look.hex, COLOURS.index(look.colour))
            return closer.Because(told, "base.move.links")
        return closer.Because(ask)

    prepared_type = Prepared

    def checked(self, prepared: Prepared) -> Prepared | None:
        return answers.checked(prepared)

    def prepared_sentence(self, s: SteamState, prepared: Prepared) -> str | None:
        return answers.sentence(self.game, s, prepared)

    def left_of(self, prepared: Prepared, before: SteamState, after: SteamState) -> Prepared | None:
        return answers.left_of(prepared, before, after)

    def end(self, s: SteamState, steps: Iterable[Step[SteamState]], names: Sequence[str]) -> End:
        from footplate.age_of_steam.end import end_of

        return end_of(self.game, s, steps, names)

    def recap(self, steps: Iterable[Step[SteamState]], turn: int, names: Sequence[str]) -> Any:
        from footplate.age_of_steam.recap import recap_of

        return recap_of(self.game, steps, turn, names)

    # Drawing ------------------------------------------------------------------------------------------

    def draw(
        self,
        s: SteamState | None = None,
        *,
        theme: Theme = "light",
        liveries: Sequence[int] = (),
        radius: float = 36,
        coordinates: bool = True,
        small: bool | None = None,
    ) -> str:
        """The empty board, or a position, as an SVG document of its own; small hexes are drawn plainer."""
        from footplate.age_of_steam.svg import draw

        return draw(
            self.game,
            s,
            theme=theme,
            liveries=liveries,
            radius=radius,
            coordinates=coordinates,
            small=small,
        )

    def preview(self, theme: Theme) -> str:
        return self.draw(theme=theme, radius=PREVIEW_RADIUS, coordinates=False, small=True)

    # At the terminal ----------------------------------------------------------------------------------

    spelling = (
        "Hexes are called C4, places by name (Des-Moines, desmoines); track by the sides it joins (N-S)."
    )
    commands = {"goods": "cubes on the board and in the goods display"}

    def text_board(self, s: SteamState, names: Sequence[str]) -> list[Line]:
        return terminal.draw(self.game, s, names)

    def describe(self, s: SteamState, words: str, names: Sequence[str]) -> list[str]:
        return terminal.describe(self.game, s, self.game.board.read_hex(words), names)

    def text_players(self, s: SteamState, names: Sequence[str]) -> list[Line | Grid]:
        return terminal.players(self.game, s, names)

    def tell(self, command: str, s: SteamState, names: Sequence[str]) -> list[Line | Grid]:
        return terminal.goods(self.game, s)

    # Measuring ----------------------------------------------------------------------------------------

    timings = ("builds", "deliveries")

    def timed(self, decision: Decision[Any, Any]) -> str:
        if isinstance(decision, BuildDecision):
            return "builds"
        return "deliveries" if isinstance(decision, MoveDecision) else ""

    def lookups(self, s: SteamState) -> Sequence[Callable[[], Sequence[object]]]:
        decision, due, rules = self.game.decision(s), s.agenda[0], self.game.rules
        if not isinstance(decision, MoveDecision):
            return ()
        return [partial(decision.ways_of, rules, s, due, *cube) for cube in self._cubes(s, decision)]

    def longest_answer(self, s: SteamState) -> Callable[[], Sequence[object]]:
        from footplate.age_of_steam.question import deliveries_of

        decision, due, rules = self.game.decision(s), s.agenda[0], self.game.rules
        if not isinstance(decision, MoveDecision):
            return tuple
        cubes = self._cubes(s, decision)
        largest = max(cubes, key=lambda cube: len(decision.ways_of(rules, s, due, *cube)), default=(0, 0))
        return partial(deliveries_of, self.game, s, *largest)

    def _cubes(self, s: SteamState, decision: MoveDecision) -> list[tuple[int, int]]:
        """The cubes that can be moved, by hex and colour."""
        return sorted({(way.hex, way.colour) for way in decision.listed(self.game.rules, s, s.agenda[0])})

    def forget(self, s: SteamState) -> None:
        super().forget(s)
        # Deliveries ask for the links, which lie beside what is remembered of a position.
        if s.agenda[0].kind == "move":
            s.link_table = None
