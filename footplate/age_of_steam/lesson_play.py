"""A lesson being played: which card is open, what was answered, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from footplate.age_of_steam.actions import Build, Connect, Deliver, Urbanize
from footplate.age_of_steam.advice import headline
from footplate.age_of_steam.lesson import YOU, Lesson, LessonError, Step
from footplate.age_of_steam.look import Because
from footplate.age_of_steam.narration import story
from footplate.age_of_steam.slips import slip
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core.chapters import spans_of
from footplate.core.game import NATURE, NOBODY, Due, Unreadable
from footplate.core.lesson import Card, Gain, Reply, Task
from footplate.core.table import Refused, Table

NATURES_NAME = "nature"
NOT_YET = "Not there yet."


class LessonPlay:
    """One person in one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.game = lesson, lesson.load_game()
        self.you = lesson.seats.index(YOU)
        self.table: Table[Any, SteamState] = Table(self.game, lesson.seats)
        self.number = 0
        """The number of the step, from 0."""
        self.done = 0
        """How many things of the step are done."""
        self.is_done = False
        """Whether the open step is done, and praised until one goes on."""
        self.reply: Reply | None = None
        self.heard: list[str] = []
        """The answers that count: with them alone one comes here again."""
        self.said = ""
        self.supposed: SteamState | None = None
        """What became of a position that was only supposed."""
        self._script(lesson.start, lesson.start_line)
        self.kept: list[tuple[Table[Any, SteamState], int]] = [(self.table.copy(), 0)]
        """The table as it was before each step so far, and how many answers had counted."""

    @property
    def names(self) -> list[str]:
        """The names of all seats, for whoever learns."""
        return ["You" if name == YOU else name for name in self.lesson.seats]

    @property
    def step(self) -> Step:
        """The open step."""
        return self.lesson.steps[self.number]

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.number >= len(self.lesson.steps)

    @property
    def state(self) -> SteamState:
        """The position of the open card: the game's, or one that is supposed."""
        s = self.table.state
        if self.supposed is not None:
            return self.supposed
        if self.is_over or self.step.suppose is None:
            return s
        s = s.copy()
        for name, value in self.step.suppose.items():
            getattr(s, name)[self.you] = value
        # Nothing can be delivered there, so that the figures are as simple as they look.
        s.cubes = bytearray(len(s.cubes))
        s.phase, s.agenda = 0, [Due("issue", self.you)]
        return s

    # Answers ------------------------------------------------------------------------------------------

    def hear(self, answer: str) -> Reply:
        """An answer: a sentence of the game, “choose 2”, “point PLACE”, “skip” or “back”."""
        if self.is_over and answer != "back":
            raise Refused("The lesson is over.")
        verb, _, rest = answer.partition(" ")
        if self.is_done and verb not in ("back", "skip"):
            if verb != "next":
                raise Refused("This card is done. Go on to the next.")
            self.heard.append(answer)
            self.reply = self._next()
            return self.reply
        match verb:
            case "back":
                self.reply = self._back()
            case "skip":
                self.reply = self._skip()
            case "choose":
                self.reply = self._choose(rest)
            case "point":
                self.reply = self._point(rest)
            case _:
                self.reply = self._say(answer)
        if self.reply.is_good and verb not in ("back", "skip"):
            self.heard.append(answer)
        return self.reply

    def _say(self, sentence: str) -> Reply:
        step, s = self.step, self.state
        if not step.do or step.do[self.done].point:
            return self._not_yet(self._wanted_words())
        task = step.do[self.done]
        try:
            if self.game.actor(s) == NOBODY:
                raise Unreadable("The game is over.")
            action = self.game.read(s, sentence)
        except Unreadable as problem:
            return self._not_yet(str(problem))
        if refusal := self.game.why_not(s, action):
            says = self.game.explain(s, action, refusal, self.table.seats)
            return self._not_yet(self.kindly(says, refusal.rule, _hex_of(action)), refusal.rule)
        if action == self.game.read(s, task.want):
            return self._accept("done", "", sentence)
        for also in step.also:
            if _is(self.game, s, also.move, action):
                return self._accept("also", also.say, sentence)
        if asked := slip(self.game, s, action):
            return Reply("asked", asked.text)
        return Reply("other", f"Try it another way. {self._wanted_words()}")

    def _choose(self, number: str) -> Reply:
        choices = self.step.choices
        if not number.isdigit() or not 1 <= int(number) <= len(choices):
            return self._not_yet(self._wanted_words())
        choice = choices[int(number) - 1]
        return self._accept("done", choice.say, "") if choice.right else self._not_yet(choice.say)

    def _point(self, place: str) -> Reply:
        step = self.step
        if not step.do or not step.do[self.done].point:
            return self._not_yet(self._wanted_words())
        try:
            hex = self.game.board.read_hex(place)
        except Unreadable as problem:
            return self._not_yet(str(problem))
        if hex == self.game.board.read_hex(step.do[self.done].point):
            return self._accept("done", "", "")
        return self._not_yet(step.no[0].say if step.no else self._wanted_words())

    def _not_yet(self, says: str, rule: str = "") -> Reply:
        return Reply("refused", f"{NOT_YET} {self._filled(says.removeprefix(NOT_YET).strip())}", rule)

    def gently(self, found: Because, hex: int) -> Because:
        """Why nothing can be done on a hex, as the card would say it."""
        says = self.kindly(found.text, found.rule, hex).removeprefix(NOT_YET).strip()
        return Because(f"{NOT_YET} {self._filled(says)}", found.rule)

    def kindly(self, says: str, rule: str, hex: int = -1) -> str:
        """A refusal in the words of the card, if it has any for that rule."""
        own = next((no.say for no in self.step.no if no.when == rule), says)
        return own.replace("{hex}", self.game.board.place(hex) if hex >= 0 else "That")

    def _wanted_words(self) -> str:
        return self.step.do[self.done].say + "." if self.step.do else "Choose one of the answers."

    def _skip(self) -> Reply:
        """Do what the step still wants, and go on."""
        while not self.is_done:
            self.hear(self.wanted)
        return self.hear("next")

    def _back(self) -> Reply:
        """To the beginning of this step, or of the one before if it has just begun."""
        if not self.done and self.number:
            self.number -= 1
        del self.kept[self.number + 1 :]
        table, count = self.kept[self.number]
        self.table = table.copy()
        del self.heard[count:]
        self.done, self.is_done, self.said, self.supposed = 0, False, "", None
        return Reply("done", "")

    @property
    def wanted(self) -> str:
        """The answer that the open card wants now."""
        if self.is_done:
            return "next"
        if self.step.choices:
            right = next(n for n, choice in enumerate(self.step.choices, 1) if choice.right)
            return f"choose {right}"
        task = self.step.do[self.done]
        if task.point:
            return f"point {task.point}"
        try:
            return self.game.say(self.game.read(self.state, task.want))
        except Unreadable:
            return task.want

    # Going on -----------------------------------------------------------------------------------------

    def _accept(self, kind: str, says: str, sentence: str) -> Reply:
        step, before = self.step, self.state
        if sentence:
            # As a whole: a shortened sentence leaves the way open that was taken.
            self.said = self.game.say(self.game.read(before, sentence))
        if sentence and step.suppose is None:
            self.table.act(sentence, self.you)
        self.done += 1
        if self.done < len(step.do):
            return Reply(kind, self._filled(says))
        if sentence and step.suppose is not None:
            self.supposed = before
            self.game.do(before, self.game.read(before, sentence))
        self.is_done = True
        told = tuple(self._script(step.at_once, step.line))
        gain = None if step.suppose is not None else self._gain(self.kept[self.number][0].state)
        return Reply(kind, self._filled(says or step.praise), "", told, gain)

    def _next(self) -> Reply:
        """Let the others play, and open the next card."""
        self.supposed = None
        told = self._script(self.step.then, self.step.line)
        self.number, self.done, self.is_done, self.said = self.number + 1, 0, False, ""
        self.kept.append((self.table.copy(), len(self.heard)))
        return Reply("next", "", "", tuple(told))

    def _gain(self, before: SteamState) -> Gain | None:
        """What a step brought you, and what that means; a number never stands alone."""
        s, you, rules = self.state, self.you, self.game.rules
        parts, had = rules.score_parts(s, you), rules.score_parts(before, you)
        changed = {part: points - had.get(part, 0) for part, points in parts.items()}

        def at_end(part: str) -> tuple[tuple[str, str], ...]:
            points = changed.get(part, 0)
            return ((f"{points} points".replace("-", "−"), "at the end"),) if points else ()

        income, engine = s.income[you] - before.income[you], s.engine[you] - before.engine[you]
        shares = s.shares[you] - before.shares[you]
        if income > 0:
            return Gain(f"+{income} income", ((f"${income}", "every turn"), *at_end("income")))
        if engine > 0:
            links = plural(s.engine[you], "link")
            return Gain(
                f"Engine {s.engine[you]}", ((links, "a cube may cross"), (f"−${engine}", "every turn"))
            )
        if shares > 0:
            brings = f"+${rules.share_price * shares}"
            return Gain(brings, ((f"−${shares}", "every turn"), *at_end("shares")))
        return None

    def _script(self, sentences: Iterable[str], line: int) -> list[str]:
        """What others and nature say, and its story."""
        out: list[str] = []
        for text in sentences:
            who, _, sentence = text.partition(": ")
            where = f"{self.lesson.source}, line {line}: “{text}”"
            seats = self.lesson.seats
            if who != NATURES_NAME and who not in seats:
                raise LessonError(f"{where}: say who: {NATURES_NAME}, {', '.join(seats)}")
            seat = NATURE if who == NATURES_NAME else seats.index(who)
            try:
                news = self.table.act(sentence, None if seat == NATURE else seat)
            except Refused as problem:
                raise LessonError(f"{where}: {problem}") from None
            if seat != self.you:
                told = story(self.game, news, self.names)
                out += [line.replace("You is ", "You are ") for line in told]
        return out

    # The card -----------------------------------------------------------------------------------------

    def card(self) -> Card:
        """The open card."""
        step = self.step
        tasks = [
            Task(
                self._filled(do.say),
                "done" if n < self.done else "now" if n == self.done else "then",
                next(iter(self._where(do.want)), -1) if do.want and not self.is_done else -1,
            )
            for n, do in enumerate(step.do)
        ]
        asks_place = bool(step.do) and not self.is_done and bool(step.do[self.done].point)
        return Card(
            self.number + 1,
            len(self.lesson.steps),
            step.phase,
            self._filled(step.title),
            spans_of(self._filled(step.text)),
            spans_of(self._filled(step.why)),
            tuple(tasks),
            () if self.is_done else self._light(),
            next(iter(self._where(self.wanted)), -1),
            asks_place,
            self.wanted,
            ("Finish" if self.number + 1 == len(self.lesson.steps) else "Next") if self.is_done else "",
            self.said if self.is_done else "",
            step.display,
            self._others() if self.is_done else (),
        )

    def _others(self) -> tuple[tuple[str, str], ...]:
        """Other good moves that were not made, in words."""
        if self.step.suppose is not None:
            return ()
        s = self.kept[self.number][0].state
        read = {also.move: self.game.read(s, also.move) for also in self.step.also}
        made = self.heard[self.kept[self.number][1] :]
        return tuple((headline(self.game, s, a), move) for move, a in read.items() if move not in made)

    def choices(self) -> list[str]:
        """The answers to the open card's question, if it asks one."""
        return [self._filled(choice.label) for choice in self.step.choices]

    def _light(self) -> tuple[int, ...]:
        board = self.game.board
        if self.step.light:
            return tuple(board.read_hex(place) for place in self.step.light)
        found = [hex for do in self.step.do for hex in self._where(do.want or f"point {do.point}")]
        return tuple(dict.fromkeys(found))

    def _where(self, answer: str) -> Sequence[int]:
        """The hexes that an answer is about."""
        if answer.startswith(("choose ", "next")):
            return []
        if answer.startswith("point "):
            return [self.game.board.read_hex(answer.removeprefix("point "))]
        try:
            action = self.game.read(self.state, answer)
        except Unreadable:
            return []
        if isinstance(action, Deliver):
            return [action.hex, *action.stops]
        if isinstance(action, Connect):
            return self.game.board.direct_links[action.link].ends
        where = _hex_of(action)
        return [where] if where >= 0 else []

    def _filled(self, text: str, s: SteamState | None = None) -> str:
        """A text with the figures of your position."""
        if "{" not in text:
            return text
        s, you = s or self.state, self.you
        cash, income, due = s.cash[you], s.income[you], self.game.rules.expenses(s, you)
        figures = {
            "cash": cash,
            "income": income,
            "shares": s.shares[you],
            "engine": s.engine[you],
            "expenses": due,
            "left": cash + income - due,
            "short": max(0, due - cash - income),
            "unpaid": cash + income,
            "unearned": cash - due,
        }
        return text.format_map(figures).replace("$-", "−$")


def _hex_of(action: Any) -> int:
    """The hex on which something is built, or -1."""
    match action:
        case Build(hex) | Urbanize(hex):
            return hex
    return -1


def _is(game: Any, s: SteamState, sentence: str, action: Any) -> bool:
    """Whether a sentence means this action."""
    try:
        return bool(game.read(s, sentence) == action)
    except Unreadable:
        return False


def prove(lesson: Lesson) -> None:
    """Play a lesson by what it wants, and by each other good move; LessonError says where it cannot be."""
    _follow(lesson, {})
    for number, step in enumerate(lesson.steps):
        for also in step.also:
            _follow(lesson, {number: also.move})


def _follow(lesson: Lesson, otherwise: dict[int, str]) -> None:
    """Play a lesson by what it wants, but in some steps by another move first."""
    play = LessonPlay(lesson)
    while not play.is_over:
        number, step = play.number, play.step
        card = play.card()
        answer = card.wanted if play.done else otherwise.get(number, card.wanted)
        try:
            reply = play.hear(answer)
        except (KeyError, IndexError, ValueError) as problem:
            if isinstance(problem, LessonError):
                raise
            raise LessonError(f"{lesson.source}, line {step.line}: {problem!r} is no figure") from None
        if not reply.is_good:
            raise LessonError(f"{lesson.source}, line {step.line}: “{answer}”: {reply.says}")
