"""What a game is made of: state, agenda, phases, decisions, and the seven lines that run them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from footplate.core.native import maker, mypyc_attr
from footplate.core.slots import Json, Slots, require

NATURE: Final = -1
NOBODY: Final = -2


class Due(NamedTuple):
    """One decision somebody owes; `a` and `b` are for what the decision must remember."""

    kind: str
    seat: int
    a: int = 0
    b: int = 0


class Fact(NamedTuple):
    """Something that happened, for people: a kind, whom it concerns, and numbers."""

    kind: str
    seat: int
    data: tuple[int, ...] = ()


_due: Final = maker(Due)
_fact: Final = maker(Fact)


class Refusal(NamedTuple):
    """Why an action is refused: the id of the rule, and its sentence with places for figures."""

    rule: str
    text: str


@mypyc_attr(native_class=False)
class Seat(int):
    """A seat among the figures of a sentence: it is shown by its name where names are known."""

    def __str__(self) -> str:
        return f"seat {int(self) + 1}"


class Answer(NamedTuple):
    """An answer in words: its short name, what follows from it, and the seats and places it concerns."""

    label: str
    says: str
    seats: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    """Places on the board by number: where every answer has one of its own, it is chosen there."""
    groups: tuple[tuple[str, ...], ...] = ()
    """The names of what it puts together, where it is an answer of groups."""


class Unreadable(ValueError):
    """A sentence that says no action; the message tells what would be right."""


class BoardError(ValueError):
    """A board that there is not, or whose file cannot be used; the message says what is wrong."""


class ChoiceError(ValueError):
    """A choice at set-up that a board does not offer."""


class PlayersError(ChoiceError):
    """A number of players the board is not made for."""


def check_players(name: str, made_for: tuple[int, int], players: int) -> None:
    """PlayersError where a board is not made for so many."""
    fewest, most = made_for
    if not fewest <= players <= most:
        number = str(most) if fewest == most else f"{fewest} to {most}"
        raise PlayersError(f"{name} is for {number} {'player' if most == 1 else 'players'}, not {players}.")


class OptionError(ChoiceError):
    """An option that the board does not offer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Slots):
    """Everything that can change in a game, and the agenda of what is due."""

    kinds: ClassVar[dict[str, str]] = {
        "seats": "int",
        "phase": "int",
        "agenda": "list[Due]",
        "over": "bool",
        "news": "list[Fact] | None",
        "memory": "dict[Any, Any] | None",
    }
    __slots__ = tuple(kinds)
    passing: ClassVar[tuple[str, ...]] = ("news", "memory")
    seats: int
    phase: int
    agenda: list[Due]
    over: bool
    news: list[Fact] | None
    memory: dict[Any, Any] | None
    """What has been worked out about this very position; whatever changes it lets go of it."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats
        self.phase = -1
        self.agenda = []
        self.over = False

    def fill(self, new: Any) -> None:
        copy: State = new
        copy.seats, copy.phase, copy.over = self.seats, self.phase, self.over
        copy.agenda = self.agenda[:]
        copy.news = copy.memory = None

    def ask(self, kind: str, seat: int, a: int = 0, b: int = 0) -> None:
        """Put a decision after all that is due."""
        self.agenda.append(_due((kind, seat, a, b)))

    def ask_first(self, kind: str, seat: int, a: int = 0, b: int = 0) -> None:
        """Put a decision before all that is due: a question in the middle of another."""
        self.agenda.insert(0, _due((kind, seat, a, b)))

    def amend(self, a: int = 0, b: int = 0) -> None:
        """The current decision goes on, with other numbers."""
        due = self.agenda[0]
        self.agenda[0] = _due((due.kind, due.seat, a, b))

    def settle(self) -> None:
        """The current decision is made."""
        del self.agenda[0]

    def excuse(self, seat: int) -> None:
        """Nothing more is due from this seat."""
        self.agenda = [due for due in self.agenda if due.seat != seat]

    def known(self) -> dict[Any, Any]:
        """A place to remember what has been worked out about this very position."""
        if self.memory is None:
            self.memory = {}
        return self.memory

    def tell(self, kind: str, seat: int = NOBODY, *data: int) -> None:
        """News for whoever listens; costs nothing where nobody does."""
        if self.news is not None:
            self.news.append(_fact((kind, seat, data)))

    def restore(self) -> None:
        try:
            self.agenda = [Due(*due) for due in self.agenda]
            if any([type(part) for part in due] != [str, int, int, int] for due in self.agenda):
                raise TypeError
        except TypeError:
            raise ValueError("the field agenda of the saved state is not a list of decisions") from None

    def check(self, game: Game[Any, Any]) -> None:
        """Refuse a loaded state that is no position of the game; each kind of state checks its own slots."""
        require(-1 <= self.phase < len(game.phases), "there is no such phase")
        require(self.over != bool(self.agenda), "a game is over when nobody is asked, and only then")
        for due in self.agenda:
            require(due.kind in game.decisions, f"nobody is ever asked “{due.kind[:40]}”")
            decision = game.decisions[due.kind]
            who = due.seat == NATURE if isinstance(decision, Roll) else 0 <= due.seat < self.seats
            require(who, f"“{due.kind}” is asked of nobody who plays")


S = TypeVar("S", bound=State)
R = TypeVar("R")


class Action(Protocol):
    """What a seat can do, as frozen numbers; its sentence is the verb and the words."""

    verb: ClassVar[str]

    def words(self, names: Any) -> tuple[str, ...]: ...

    @classmethod
    def read(cls, words: Sequence[str], names: Any) -> Self: ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[R, S]):
    """A chapter of the rulebook: does what needs no decision and asks for what does."""

    name: ClassVar[str]

    def begin(self, rules: R, s: S) -> None:
        raise AssertionError(f"{type(self).__name__} does not say how it begins")


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Generic[R, S]):
    """One kind of question: what may be answered, why not, and what the answer does."""

    prompt: ClassVar[str]
    takes: ClassVar[tuple[type[Any], ...]]
    control: ClassVar[str] = "answers"
    """The control with which a page asks it; plain answers need none of their own."""
    doing: ClassVar[str] = ""
    """What whoever is asked does, for the others: is building; where it is empty, the prompt says it."""
    chapter: ClassVar[str] = ""
    """The chapter of the rulebook that tells of it, where a map brings it along."""

    def options(self, rules: R, s: S, due: Due) -> Iterable[Action]:
        """Every legal answer, one for each distinct outcome, in a fixed order."""
        raise AssertionError(f"{type(self).__name__} lists no options")

    def why_not(self, rules: R, s: S, due: Due, a: Any) -> Refusal | None:
        """The rule that refuses this answer, or None."""
        raise AssertionError(f"{type(self).__name__} states no rule")

    def apply(self, rules: R, s: S, due: Due, a: Any) -> None:
        """What the answer does; it has been found legal."""
        raise AssertionError(f"{type(self).__name__} does nothing")

    def figures(self, rules: R, s: S, due: Due, a: Any) -> Mapping[str, object]:
        """Figures for the sentence of a refusal."""
        return {}

    def details(self, rules: R, s: S, due: Due, names: Sequence[str]) -> Sequence[str]:
        """The figures that stand beside the prompt."""
        return ()

    def answer(self, rules: R, s: S, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        """A legal answer in words for whoever is asked; None where its sentence is enough."""
        return None

    def fits(self, rules: R, s: S, due: Due) -> bool:
        """Whether this question, with what it remembers, can be open in a position that was saved."""
        return due.a == due.b == 0

    def resolve(self, rules: R, s: S, due: Due, a: Any) -> Any:
        """The whole action that a shortened sentence means in this position."""
        return a


@mypyc_attr(allow_interpreted_subclasses=True)
class Roll(Decision[R, S]):
    """A decision of nature."""

    def odds(self, rules: R, s: S, due: Due) -> Iterator[tuple[Action, float]]:
        """Every outcome with its probability, lazily, because there may be very many."""
        raise AssertionError(f"{type(self).__name__} states no odds")

    def sample(self, rules: R, s: S, due: Due, rng: random.Random) -> Action:
        """One outcome drawn fairly."""
        raise AssertionError(f"{type(self).__name__} draws nothing")

    def options(self, rules: R, s: S, due: Due) -> Iterator[Action]:
        for action, _ in self.odds(rules, s, due):
            yield action


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[R, S]):
    """The rules of one game on one board, without memory: everybody talks to this."""

    game_id: ClassVar[str]
    revision: ClassVar[int]
    """Raised when a change of the rules changes what is legal or what it does."""

    hidden: ClassVar[bool] = False
    """Whether seats know what others do not: hands, or the order of a deck."""

    rules: R
    state_type: type[S]
    names: Any
    phases: tuple[Phase[R, S], ...]
    decisions: dict[str, Decision[R, S]]

    def start(self, seats: int) -> S:
        """A new game, at its first decision."""
        raise AssertionError(f"{type(self).__name__} cannot start")

    def position(self, saved: Json, seats: int) -> S:
        """The position that was saved for so many seats; ValueError says what in it cannot be."""
        s = self.state_type.from_json(saved)
        require(s.seats == seats, f"it is not for {seats} players")
        s.check(self)
        for due in s.agenda:
            fits = self.decisions[due.kind].fits(self.rules, s, due)
            require(fits, f"nobody can be asked “{due.kind}” as it stands")
        return s

    def actor(self, s: S) -> int:
        """Who is asked: a seat, NATURE, or NOBODY when the game is over."""
        return s.agenda[0].seat if s.agenda else NOBODY

    def decision(self, s: S) -> Decision[R, S]:
        """The question that is open now."""
        return self.decisions[s.agenda[0].kind]

    def options(self, s: S) -> list[Action]:
        """Every legal action, one for each distinct outcome; empty when the game is over."""
        if not s.agenda:
            return []
        due = s.agenda[0]
        options = self.decisions[due.kind].options(self.rules, s, due)
        return options if isinstance(options, list) else list(options)

    def why_not(self, s: S, action: Any) -> Refusal | None:
        """The rule that refuses this action now, or None."""
        due = s.agenda[0]
        return self.decisions[due.kind].why_not(self.rules, s, due, action)

    def explain(self, s: S, action: Any, refusal: Refusal, names: Sequence[str] = ()) -> str:
        """The refusal as a sentence with its figures."""
        due = s.agenda[0]
        figures = self.decisions[due.kind].figures(self.rules, s, due, action)
        return refusal.text.format_map(
            {
                key: names[value] if names and isinstance(value, Seat) else value
                for key, value in figures.items()
            }
        )

    def answer(self, s: S, action: Any, names: Sequence[str]) -> Answer | None:
        """A legal action in words for whoever is asked; None where its sentence is enough."""
        due = s.agenda[0]
        return self.decisions[due.kind].answer(self.rules, s, due, action, names)

    def apply(self, s: S, action: Any) -> None:
        """Do a legal action in place and run on to the next decision."""
        self.do(s, action)
        if not s.agenda:
            self.run(s)
            s.memory = None

    def do(self, s: S, action: Any) -> None:
        """Do a legal action in place, and nothing that follows of itself."""
        due = s.agenda[0]
        s.memory = None
        self.decisions[due.kind].apply(self.rules, s, due, action)
        s.memory = None

    def run(self, s: S) -> None:
        """Go through the phases until somebody is asked or the game is over."""
        while not s.agenda and not s.over:
            self.step(s)

    def step(self, s: S) -> None:
        """Begin the next phase."""
        s.phase = (s.phase + 1) % len(self.phases)
        self.phases[s.phase].begin(self.rules, s)

    def odds(self, s: S) -> Iterator[tuple[Action, float]]:
        """Nature's outcomes with their probabilities, lazily."""
        roll = self.decision(s)
        assert isinstance(roll, Roll)
        return roll.odds(self.rules, s, s.agenda[0])

    def sample(self, s: S, rng: random.Random) -> Action:
        """One of nature's outcomes, drawn fairly."""
        roll = self.decision(s)
        assert isinstance(roll, Roll)
        return roll.sample(self.rules, s, s.agenda[0], rng)

    def scores(self, s: S) -> list[int | None]:
        """The score of each seat as the board stands; None for who is out."""
        raise AssertionError(f"{type(self).__name__} keeps no score")

    def winners(self, s: S) -> list[int]:
        """The seats that have won a finished game."""
        raise AssertionError(f"{type(self).__name__} knows no winner")

    # Secrets: in a game without any, everybody knows everything.

    def known(self, s: S, seat: int) -> S:
        """The position as a seat may know it, or NOBODY, who only watches: what is secret is not in it.

        Two positions that a seat cannot tell apart are the same here. NATURE knows everything: as it sees a
        position, everybody may once the game is over.
        """
        return s

    def resample(self, s: S, seat: int, rng: random.Random) -> S:
        """A whole position that a seat may think it is in, drawn fairly; `known` leaves all it needs."""
        return s.copy()

    def seen(self, s: S, entry_seat: int, text: str, seat: int) -> str:
        """An entry of the log as a seat may read it, given the position before it."""
        return text

    def readable(self, fact: Fact, seat: int) -> Fact:
        """Something that happened as a seat may know it."""
        return fact

    def reveals(self, s: S, action: Any) -> bool:
        """Whether an action shows somebody what was hidden: then it cannot be taken back."""
        return False

    def say(self, action: Action) -> str:
        """The sentence of an action."""
        return " ".join((action.verb, *action.words(self.names)))

    def read(self, s: S, text: str) -> Action:
        """The action a sentence means now; Unreadable says what would be right."""
        words = text.split()
        due = s.agenda[0]
        decision = self.decisions[due.kind]
        verb = words[0].lower() if words else ""
        for kind in decision.takes:
            if kind.verb == verb:
                break
        else:
            known = ", ".join(kind.verb for kind in decision.takes)
            if not words:
                raise Unreadable(f"Say one of: {known}.")
            raise Unreadable(f"“{words[0]}” is not among what can be said now: {known}.")
        action: Action = decision.resolve(self.rules, s, due, kind.read(words[1:], self.names))
        return action
