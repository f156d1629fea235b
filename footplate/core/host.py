"""The host of a game: what server, command, simulator, records and page need of it beyond its rules.

A host shows a game and speaks for it; it holds no rule. Every game has one class of them, and an object of it
for each board with its options. It is a base class, not a mere protocol, because most games need only a part
of it: what is not said here is the plain answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, Self

from footplate.core.bot import Bot, Level
from footplate.core.game import NATURE, NOBODY, Decision, Fact, Game, Unreadable, check_players
from footplate.core.lesson import Lesson, LessonLine
from footplate.core.recording import Replayed, TraceError
from footplate.core.rule_page import Option, RulePage
from footplate.core.rulebook import Rulebook
from footplate.core.study import Account, Chapter, Means, People, Study
from footplate.core.table import Refused, Step

Theme = Literal["light", "dark"]


class BoardLine(NamedTuple):
    """A board in a list."""

    id: str
    name: str
    players: tuple[int, int]
    provenance: str
    designer: str


class Prompt(NamedTuple):
    """What a player is asked: the question, the figures beside it, and what comes after."""

    ask: str
    figures: str
    then: str


# What a page is told ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Safe:
    """The safe way past a slip: its button, and the sentence to say at once, or only to show."""

    label: str
    say: str | None = None
    show: str | None = None


@dataclass(frozen=True, slots=True)
class Prospect:
    """How one of the two ways of a question ends, in figures."""

    title: str
    figures: tuple[tuple[str, str], ...]
    """Lines of a small account: Cash, $6."""
    ends: str
    """What comes of it."""
    good: bool = False
    """Whether it is the advised way."""
    loses: bool = False
    """Whether something is lost: income, or the game."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What to ask before a choice that is probably not meant: the consequence, the question, two buttons."""

    kind: str
    says: str
    question: str
    safe: Safe
    go_on: str
    more: str = ""
    """Why it is so, and what hope there is."""
    prospects: tuple[Prospect, ...] = ()
    """What the choice leads to, and what the safe way would."""

    @property
    def text(self) -> str:
        """Consequence and question in one line."""
        return f"{self.says} {self.question}"


@dataclass(slots=True)
class PromptView:
    """The open question in words: what is asked, figures, and what comes after."""

    ask: str
    figures: str
    then: str


@dataclass(slots=True)
class SeatView:
    """A player as the frame of the page shows them; a game's own player adds its figures."""

    seat: int
    name: str
    livery: int
    score: int | None
    """As the board stands; None for who is out."""
    out: int
    """The turn in which the player was eliminated, or 0."""


@dataclass(slots=True)
class TableView:
    """A position as the frame of the page shows it; a game's own view adds all that only it has."""

    turn: int
    turns: int
    """How many turns there are; 0 where nobody knows beforehand."""
    phase: int
    phases: list[str]
    order: list[int]
    """Seats in the order of play of this phase."""
    players: Sequence[SeatView]
    asked: int
    """The seat that is asked, NATURE (-1) or NOBODY (-2)."""
    control: str
    """How it is asked; empty at the end."""
    doing: str
    """What whoever is asked does, for the others; empty where the prompt says it."""
    prompt: PromptView
    over: bool
    winners: list[int]


@dataclass(slots=True)
class Standing:
    """One player at the end: rank, score and how it is made up."""

    seat: int
    rank: int
    score: int | None
    parts: dict[str, int]
    out: int
    why: str
    """What eliminated a player; empty for who was not, and where the log cannot be played again."""


@dataclass(slots=True)
class End:
    """A finished game: the standings, the best first; a game's own end adds what it tells about the way."""

    standings: list[Standing]
    rematch: str | None = field(default=None, kw_only=True)
    """The table at which this game is played again, once somebody has asked for one."""


class Sight(NamedTuple):
    """A position as somebody looks at it who may answer: with what was told of it."""

    state: Any
    names: Sequence[str]
    liveries: Sequence[int]
    view: Any
    question: Any


# What a terminal shows --------------------------------------------------------------------------------

Line = tuple[tuple[str, str], ...]
"""A line for the terminal: pieces of text, each with its style."""


def line(text: str, style: str = "") -> Line:
    """A line of one piece."""
    return ((text, style),)


class Grid(NamedTuple):
    """A table for the terminal; a heading that begins with > stands at the right of its column."""

    heads: tuple[str, ...]
    rows: list[tuple[Line, ...]]


class Host:
    """What everybody above a game needs of it, on one board with its options."""

    game_id: ClassVar[str]
    name: ClassVar[str]
    """What the game is called."""
    maps: ClassVar[bool] = False
    """Whether it is played on maps; a game without any is its own only board."""
    tiled: ClassVar[bool] = False
    """Whether it can be played with the tiles of a file."""
    ledger: ClassVar[str]
    """The file of the ledger that holds its rules."""
    about: ClassVar[str] = ""
    """One sentence about the game, for whoever chooses among games."""

    game: Game[Any, Any]

    def __init__(self, game: Any) -> None:
        self.game = game

    # The game as a whole ------------------------------------------------------------------------------

    @classmethod
    def boards(cls) -> tuple[str, ...]:
        """The ids of its boards, the usual one first."""
        return (cls.game_id,)

    @classmethod
    def board_line(cls, id: str) -> BoardLine:
        """A board in a list."""
        host = cls.load(id, {})
        page = host.rule_page()
        return BoardLine(id, host.title, host.players, page.provenance, page.designer)

    @classmethod
    def load(cls, source: str | Path, options: Mapping[str, str] | None = None) -> Self:
        """The host on the board with this id, or on a board's file; BoardError or OptionError say why not."""
        raise AssertionError(f"{cls.__name__} cannot be loaded")

    @classmethod
    def bots(cls) -> Mapping[str, Callable[..., Bot]]:
        """Its bots: their names and what makes one."""
        raise AssertionError(f"{cls.__name__} has no bots")

    @classmethod
    def levels(cls) -> Mapping[str, Level]:
        """Its bots under names for people, the weakest first."""
        return {}

    @classmethod
    def adviser(cls) -> str:
        """The bot that people are advised by: strong, and quick enough to be waited for."""
        return list(cls.bots())[-1]

    @classmethod
    def spoken(cls) -> Mapping[str, Any]:
        """The types of all that its folder of the page is told, by name, for the description of it."""
        return {}

    trace_format: ClassVar[str] = ""
    """The format of games recorded elsewhere that it reads; empty for none."""

    @classmethod
    def replay_trace(cls, data: Any, to: int | None = None) -> Replayed:
        """Replay a game recorded elsewhere; TraceError where the file is none."""
        raise TraceError(f"{cls.name} reads no games recorded elsewhere")

    @classmethod
    def trace_positions(cls, data: Any) -> tuple[Self, int, list[Any]]:
        """The host, the number of seats and the position before every decision of such a game."""
        raise TraceError(f"{cls.name} reads no games recorded elsewhere")

    @classmethod
    def census(cls) -> list[str]:
        """How its boards use its rules, in lines for whoever works on it."""
        return []

    # Learning it --------------------------------------------------------------------------------------

    @classmethod
    def lessons(cls) -> list[LessonLine]:
        """Its lessons, the one to begin with first."""
        return []

    @classmethod
    def lesson_problems(cls) -> Sequence[str]:
        """What is wrong with lessons that are therefore missing, by file and line."""
        return ()

    @classmethod
    def lesson(cls, id: str, answers: Sequence[str]) -> tuple[Self, Lesson]:
        """The host on a lesson's board, and the lesson after these answers; Refused where there is none."""
        raise Refused(f"There is no lesson “{id}”.")

    @classmethod
    def prove_lesson(cls, path: Path) -> str:
        """Play a lesson's file and say what it is called; ValueError names the line that is wrong."""
        raise ValueError(f"{cls.name} has no lessons")

    @classmethod
    def lesson_look(cls, id: str, answers: Sequence[str], about: Any) -> Any:
        """What a closer look finds in a lesson."""
        raise Refused(f"There is no lesson “{id}”.")

    def rulebook(self) -> Rulebook:
        """All rules in our own words, those of the board too."""
        return Rulebook((), {})

    # The board ----------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the board."""
        return self.game_id

    @property
    def source(self) -> str:
        """What loads this board again: its id, or the name of its file."""
        return self.id

    @property
    def tiles_file(self) -> str:
        """The file that its tiles were read from; empty where they are the usual ones."""
        return ""

    @property
    def title(self) -> str:
        """The name of the board."""
        return self.name

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most who can play."""
        raise AssertionError(f"{type(self).__name__} does not say how many play")

    @property
    def options(self) -> Sequence[Option]:
        """What can be chosen when a table is set up."""
        return ()

    @property
    def chosen(self) -> Mapping[str, str]:
        """What has been chosen, for every option."""
        return {}

    def check_players(self, players: int) -> None:
        """PlayersError where the board is not made for so many."""
        check_players(self.title, self.players, players)

    def rule_page(self) -> RulePage:
        """What to read before playing on this board."""
        raise AssertionError(f"{type(self).__name__} has no rule page")

    def origin(self) -> str:
        """Where the board comes from, in one sentence."""
        return ""

    def facts(self) -> list[str]:
        """A few facts about the board for its card: 12 cities."""
        return []

    # A position in numbers ----------------------------------------------------------------------------

    def turn(self, s: Any) -> int:
        """The number of the turn."""
        raise AssertionError(f"{type(self).__name__} counts no turns")

    def turns(self, s: Any) -> int:
        """How many turns there are; 0 where nobody knows beforehand."""
        return 0

    def phase(self, s: Any) -> str:
        """The name of the phase."""
        return self.game.phases[s.phase].name if s.phase >= 0 else "Set-up"

    def out(self, s: Any) -> Sequence[int]:
        """The turn in which each seat was eliminated, or 0."""
        return [0] * int(s.seats)

    def places(self, s: Any) -> Sequence[int]:
        """The rank of each seat in a finished game; who is level shares one."""
        scores = [score if score is not None else -(10**9) for score in self.game.scores(s)]
        return [1 + sum(other > score for other in scores) for score in scores]

    figures_shown: ClassVar[Mapping[str, str]] = {}
    """The figures of a player that replays and players’ tables show, and how: {"cash": "${}"}."""

    figures_counted: ClassVar[tuple[str, ...]] = ()
    """Those of them that statistics of many games tell of."""

    def figures(self, s: Any, seat: int) -> dict[str, int]:
        """These figures of a player."""
        return {}

    # What many games tell whoever makes a board --------------------------------------------------------

    @property
    def chapters(self) -> Sequence[Chapter]:
        """What a report tells of many games beyond scores, orders, curves and lengths."""
        return ()

    def account(self, seats: int) -> Account:
        """Who counts in one game what the chapters tell."""
        return Account()

    def study(self, steps: Iterable[Step[Any]], seats: int) -> Study:
        """What one game tells; `steps` plays it."""
        account, curves = self.account(seats), dict[str, list[list[int | None]]]()
        for step in steps:
            account.hear(step)
            after = step.after
            if self.turn(after) != self.turn(step.before) > 0 or after.over:
                scores, out = self.game.scores(after), self.out(after)
                curves.setdefault("score", []).append(list(scores))
                each = [self.figures(after, seat) for seat in range(seats)]
                for word in self.figures_shown:
                    here = [None if out[seat] else each[seat][word] for seat in range(seats)]
                    curves.setdefault(word, []).append(here)
            if after.over:
                account.close(after)
        return Study(account.orders, curves, account.tallies)

    def remarks(self, means: Means, games: int) -> list[str]:
        """What stands out in the chapters, in sentences."""
        return []

    def people(self, players: int) -> People | None:
        """What people have done here with so many players; None where nobody wrote it down."""
        return None

    # In words -----------------------------------------------------------------------------------------

    def prompt(self, s: Any, names: Sequence[str]) -> Prompt:
        """The open question in words."""
        if not s.agenda:
            return Prompt("The game is over", "", "")
        due, decision = s.agenda[0], self.game.decision(s)
        if due.seat == NATURE:
            return Prompt(decision.prompt, "", "")
        asked = f"{names[due.seat]}, {decision.prompt[:1].lower()}{decision.prompt[1:]}"
        return Prompt(asked, " · ".join(decision.details(self.game.rules, s, due, names)), "")

    def story(self, facts: Iterable[Fact], names: Sequence[str]) -> list[str]:
        """What happened, as the lines of the log."""
        raise AssertionError(f"{type(self).__name__} tells no story")

    def slip(self, s: Any, action: Any) -> Slip | None:
        """What to ask before a legal action that is probably not meant, or None."""
        return None

    def worth(self, s: Any, action: Any, names: Sequence[str]) -> str:
        """What a legal action costs or brings, in a few words; empty where there is nothing to say."""
        told = self.game.answer(s, action, names)
        return f"{told.label}: {told.says}" if told else ""

    def headline(self, s: Any, action: Any, names: Sequence[str]) -> str:
        """A legal action as one tells a person to do it: Build in Millbrook."""
        told = self.game.answer(s, action, names)
        return told.label if told else self.game.say(action).capitalize()

    def verdict(self, s: Any, names: Sequence[str]) -> str:
        """Who has won a finished game; alone one has won or lost."""
        winners = [names[seat] for seat in self.game.winners(s)]
        if s.seats == 1:
            return f"{names[0]} has {'won' if winners else 'lost'}."
        if len(winners) > 1:
            return f"{' and '.join(winners)} share the win."
        return f"{winners[0]} wins." if winners else "Nobody wins."

    def standings(self, s: Any, names: Sequence[str]) -> list[str]:
        """How a finished game ended, one line a player, the winner first."""
        scores, places = self.game.scores(s), self.places(s)
        ranked = sorted(range(s.seats), key=lambda seat: places[seat])
        return [f"{names[seat]}: {scores[seat]}" for seat in ranked]

    # For the page -------------------------------------------------------------------------------------

    apart: ClassVar[tuple[str, ...]] = ("players",)
    """What of a view is told one by one, not as a whole, so that a move sends only what it changed."""

    def board(self) -> Any:
        """What never changes on the board, told once."""
        raise AssertionError(f"{type(self).__name__} has no board to tell")

    def view(self, s: Any, names: Sequence[str], liveries: Sequence[int], seat: int = NOBODY) -> Any:
        """A position as a seat, or a watcher, may see it: a dataclass derived from TableView."""
        raise AssertionError(f"{type(self).__name__} shows no position")

    def question(self, s: Any, view: Any) -> Any:
        """What the seat that is asked may answer; None where nature or nobody is asked."""
        return None

    def shortened(self, question: Any) -> Any:
        """The question as a page is told it; where much may be answered it looks closer for the rest."""
        return question

    look_type: ClassVar[type[Any]] = dict[str, Any]
    """What a page may look closer at: a dataclass."""

    def look(self, look: Any, sight: Sight) -> Any:
        """What a closer look finds: a dataclass or a list of them; Refused says why nothing does."""
        raise AssertionError(f"{type(self).__name__} has nothing to look at")

    prepared_type: ClassVar[type[Any] | None] = None
    """An answer prepared for later, a dataclass, where the game knows such answers."""

    def checked(self, prepared: Any) -> Any:
        """The prepared answer, if it says anything; ValueError says what nobody can mean."""
        return prepared

    def prepared_sentence(self, s: Any, prepared: Any) -> str | None:
        """What a prepared answer says to the open question, or None if it does not speak to it."""
        return None

    def left_of(self, prepared: Any, before: Any, after: Any) -> Any:
        """What is left of a prepared answer when the table went on; None when it is used up."""
        return prepared

    def end(self, s: Any, steps: Iterable[Step[Any]], names: Sequence[str]) -> End:
        """How a finished game ended; `steps` plays it again, or raises Unlawful."""
        scores, places = self.game.scores(s), self.places(s)
        every = [Standing(seat, places[seat], score, {}, 0, "") for seat, score in enumerate(scores)]
        return End(sorted(every, key=lambda standing: (standing.rank, standing.seat)))

    def recap(self, steps: Iterable[Step[Any]], turn: int, names: Sequence[str]) -> Any:
        """How a turn ended, for whoever looked away; None where there is nothing to tell."""
        return None

    # Drawing ------------------------------------------------------------------------------------------

    def draw(self, s: Any = None, *, theme: Theme = "light", liveries: Sequence[int] = ()) -> str:
        """The empty board, or a position, as an SVG document."""
        raise AssertionError(f"{type(self).__name__} cannot be drawn")

    def preview(self, theme: Theme) -> str:
        """The board small, for its card."""
        return self.draw(theme=theme)

    # Learning from many games ---------------------------------------------------------------------------

    def observation(self, s: Any, seat: int) -> list[float]:
        """What a seat may know of a position as numbers, always as many with so many players."""
        raise AssertionError(f"{type(self).__name__} is not told in numbers")

    def vocabulary(self) -> list[str]:
        """Every word that players say, as far as it can be known before the game."""
        raise AssertionError(f"{type(self).__name__} does not know its words")

    # At the terminal ----------------------------------------------------------------------------------

    spelling: ClassVar[str] = ""
    """How its sentences name things, for the help."""
    commands: ClassVar[Mapping[str, str]] = {}
    """What can be asked besides what every game answers: a word and what it shows."""

    def text_board(self, s: Any, names: Sequence[str]) -> list[Line]:
        """The board in letters."""
        return []

    def describe(self, s: Any, words: str, names: Sequence[str]) -> list[str]:
        """A part of the board in sentences; Unreadable where there is none of this name."""
        raise Unreadable(f"There is nothing to tell about “{words}”.")

    def text_players(self, s: Any, names: Sequence[str]) -> list[Line | Grid]:
        """Everybody's figures."""
        heads = ("", "Player", *(f">{word.capitalize()}" for word in self.figures_shown), ">Score")
        rows = []
        for seat, score in enumerate(self.game.scores(s)):
            own = self.figures(s, seat)
            shown = [line(how.format(own[word])) for word, how in self.figures_shown.items()]
            mark = "▶" if seat == self.game.actor(s) else ""
            who = line(names[seat], seat_style(seat))
            rows.append((line(mark), who, *shown, line(str(score))))
        return [Grid(heads, rows)]

    def tell(self, command: str, s: Any, names: Sequence[str]) -> list[Line | Grid]:
        """What one of its own commands shows."""
        raise AssertionError(f"{type(self).__name__} does not know {command}")

    # Measuring ----------------------------------------------------------------------------------------

    timings: ClassVar[tuple[str, ...]] = ()
    """The headings under which the listing of options is measured."""

    def timed(self, decision: Decision[Any, Any]) -> str:
        """Under which heading the listing of a decision's options is measured; empty for under none."""
        return ""

    def listings(self, s: Any) -> Mapping[str, Callable[[], object]]:
        """What is listed in a position to be measured, by its heading: usually all options."""
        what = self.timed(self.game.decision(s))
        return {what: lambda: self.game.options(s)} if what else {}

    def lookups(self, s: Any) -> Sequence[Callable[[], Sequence[object]]]:
        """What can be asked for part by part where a position has too many options to list them all."""
        return ()

    def longest_answer(self, s: Any) -> Callable[[], Sequence[object]]:
        """The largest of those parts, worked out as a page is told it."""
        return tuple

    def forget(self, s: Any) -> None:
        """Let a position forget what it remembers, so that it is measured cold."""
        s.memory = None


SEAT_STYLES = ("cyan", "yellow", "green", "magenta", "blue", "red", "bright_white", "bright_cyan")


def seat_style(seat: int) -> str:
    """The style in which a terminal writes a seat's name and what is its own."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]
