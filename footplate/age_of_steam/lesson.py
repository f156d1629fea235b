"""A lesson: a record with comments, in a file that people can write; docs/lessons.md describes it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from footplate.age_of_steam.board import MapFileError
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.rulebook import board_source, rulebook
from footplate.core.chapters import TextError, read_text, spans_of
from footplate.core.game import ChoiceError

LESSONS = Path(__file__).parent / "lessons"
MOST_WORDS = {"title": 8, "text": 30, "why": 40}
"""How many words each part of a card may have: one idea a card."""
YOU = "you"
"""The seat of whoever learns."""


class LessonError(ValueError):
    """A lesson that cannot be read or played; the message names file and line, and what would be right."""


@dataclass(frozen=True, slots=True)
class Do:
    """One thing to do: what the card says, and the sentence or the place that is wanted."""

    say: str
    want: str = ""
    point: str = ""


@dataclass(frozen=True, slots=True)
class Also:
    """Another good move, and what is said about it."""

    move: str
    say: str


@dataclass(frozen=True, slots=True)
class No:
    """What is said instead of the game's own refusal; `when` is the rule, or a place that was pointed at."""

    when: str
    say: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question about numbers."""

    label: str
    say: str = ""
    right: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One card: the idea, why, what to do, and what is said and done afterwards."""

    phase: str
    title: str
    text: str
    why: str = ""
    do: tuple[Do, ...] = ()
    choices: tuple[Choice, ...] = ()
    light: tuple[str, ...] = ()
    also: tuple[Also, ...] = ()
    no: tuple[No, ...] = ()
    at_once: tuple[str, ...] = ()
    """What others answer before the praise."""
    praise: str = ""
    then: tuple[str, ...] = ()
    """What they do before the next card."""
    display: bool = False
    """Whether the goods display is shown."""
    suppose: Mapping[str, int] | None = None
    """Your numbers in a position that is only supposed; the game goes on from where it was."""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as it stands in its file, before it has been played."""

    id: str
    title: str
    about: str
    board: str
    seats: tuple[str, ...]
    minutes: int
    start: tuple[str, ...]
    steps: tuple[Step, ...]
    end: str
    source: str
    options: Mapping[str, str]
    board_line: int
    start_line: int

    def load_game(self) -> AgeOfSteam:
        """The game on the lesson's board; all who learn share it, because it remembers what it worked out."""
        try:
            return _load(self.board, tuple(sorted(self.options.items())))
        except (MapFileError, ChoiceError) as problem:
            raise LessonError(f"{self.source}, line {self.board_line}: {problem}") from None


@cache
def _load(board: str, options: tuple[tuple[str, str], ...]) -> AgeOfSteam:
    return load(board_source(board), dict(options))


def lessons(folder: Path = LESSONS) -> tuple[list[Lesson], list[str]]:
    """All lessons that can be read, the shortest way into the game first, and what is wrong with others."""
    found, problems = list[Lesson](), list[str]()
    for path in sorted(folder.glob("*.toml")):
        try:
            lesson = read_lesson(path)
            lesson.load_game()
            found.append(lesson)
        except LessonError as problem:
            problems.append(str(problem))
    return sorted(found, key=lambda lesson: (lesson.board != "first-valley", lesson.title)), problems


@cache
def shipped() -> tuple[list[Lesson], list[str]]:
    """The lessons that lie beside the boards, and what is wrong with others."""
    return lessons()


def lesson_of(id: str) -> Lesson:
    """The lesson of an id; LessonError where there is none."""
    found, problems = shipped()
    for lesson in found:
        if lesson.id == id:
            return lesson
    names = [problem for problem in problems if problem.startswith(f"{id.replace('-', '_')}.toml")]
    raise LessonError(names[0] if names else f"there is none called “{id[:40]}”")


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file; LessonError names the line that is wrong."""
    try:
        return _Reader(path, read_text(path)).lesson()
    except TextError as problem:
        raise LessonError(str(problem)) from None


class _Reader:
    """Reads one file, and knows where everything stands in it."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.lines = path, text.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            found = re.search(r"line (\d+)", str(problem))
            raise self.wrong(int(found[1]) if found else len(self.lines), f"not TOML: {problem}") from None
        except RecursionError:
            raise self.wrong(1, "not TOML: its brackets are nested too deep") from None
        heads = [number for number, line in enumerate(self.lines, 1) if line.strip() == "[[step]]"]
        self.begins = [1, *heads, len(self.lines) + 1]

    def wrong(self, line: int, message: str) -> LessonError:
        return LessonError(f"{self.path.name}, line {line}: {message}")

    def line(self, step: int, key: str) -> int:
        """The line of a key, in the head of the file (step 0) or in a step."""
        first, last = self.begins[step], self.begins[step + 1]
        for number in range(first, last):
            if re.match(rf"{re.escape(key)}\s*=", self.lines[number - 1].strip()):
                return number
        return first

    def lesson(self) -> Lesson:
        data = self.data
        known = {"lesson", "title", "about", "board", "seats", "minutes", "start", "step", "end", "options"}
        if unknown := sorted(set(data) - known):
            raise self.wrong(self.line(0, unknown[0]), f"“{unknown[0]}” is no part of a lesson")
        steps = data.get("step", [])
        if not steps or not isinstance(steps, list):
            raise self.wrong(1, "a lesson has steps: [[step]]")
        seats = self.words(0, data, "seats")
        if YOU not in seats:
            raise self.wrong(self.line(0, "seats"), f"one of the seats is “{YOU}”")
        options = data.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
            raise self.wrong(self.line(0, "options"), 'options are words, e.g. { easy = "on" }')
        minutes = data.get("minutes", 5)
        if type(minutes) is not int:
            raise self.wrong(self.line(0, "minutes"), "minutes is a whole number")
        return Lesson(
            self.word(0, data, "lesson"),
            self.word(0, data, "title"),
            self.word(0, data, "about"),
            self.word(0, data, "board"),
            seats,
            minutes,
            self.words(0, data, "start"),
            tuple(self.step(number, step) for number, step in enumerate(steps, 1)),
            self.word(0, data, "end"),
            str(self.path.name),
            options,
            self.line(0, "board"),
            self.line(0, "start"),
        )

    def step(self, number: int, data: Any) -> Step:
        known = {field.name for field in fields(Step)} - {"line"}
        if unknown := sorted(set(data) - known):
            raise self.wrong(self.line(number, unknown[0]), f"“{unknown[0]}” is no part of a step")
        for key, most in MOST_WORDS.items():
            if (count := len(str(data.get(key, "")).split())) > most:
                raise self.wrong(
                    self.line(number, key), f"{key} has {count} words; a card has {most} at most there"
                )
        for key in ("text", "why", "praise"):
            for span in spans_of(str(data.get(key, ""))):
                if span.term is not None and span.term not in rulebook().terms:
                    raise self.wrong(self.line(number, key), f"“{span.term}” is no term of the rulebook")
        do = tuple(self.items(number, data, "do", Do))
        choices = tuple(self.items(number, data, "choices", Choice))
        if bool(do) == bool(choices):
            raise self.wrong(self.begins[number], "a step has something to do, or choices, and not both")
        if choices and sum(choice.right for choice in choices) != 1:
            raise self.wrong(self.line(number, "choices"), "one of the choices is right = true")
        for one in do:
            if bool(one.want) == bool(one.point):
                raise self.wrong(self.line(number, "do"), "wanted is a sentence (want) or a place (point)")
        suppose = data.get("suppose")
        if suppose is not None and (
            not isinstance(suppose, dict)
            or set(suppose) - {"cash", "income", "shares", "engine"}
            or not all(type(value) is int and value >= 0 for value in suppose.values())
        ):
            raise self.wrong(self.line(number, "suppose"), "say e.g. suppose = { cash = 1, income = 3 }")
        return Step(
            self.word(number, data, "phase"),
            self.word(number, data, "title"),
            self.word(number, data, "text"),
            str(data.get("why", "")),
            do,
            choices,
            self.words(number, data, "light", needed=False),
            tuple(self.items(number, data, "also", Also)),
            tuple(self.items(number, data, "no", No)),
            self.words(number, data, "at_once", needed=False),
            str(data.get("praise", "")),
            self.words(number, data, "then", needed=False),
            bool(data.get("display", False)),
            suppose,
            self.begins[number],
        )

    def word(self, step: int, data: Mapping[str, Any], key: str) -> str:
        value = data.get(key)
        if not isinstance(value, str) or not value.strip():
            where = "the lesson" if not step else "the step"
            raise self.wrong(self.line(step, key), f"{where} needs {key}, in quotes")
        return value

    def words(self, step: int, data: Mapping[str, Any], key: str, needed: bool = True) -> tuple[str, ...]:
        value = data.get(key, None if needed else [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.wrong(self.line(step, key), f"{key} is a list of texts in quotes")
        return tuple(value)

    def items(self, step: int, data: Mapping[str, Any], key: str, kind: type[Any]) -> Iterator[Any]:
        value = data.get(key, [])
        names = {field.name: field.type for field in fields(kind)}
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(self.line(step, key), f"{key} is a list of {{ … }}")
        for item in value:
            if unknown := sorted(set(item) - set(names)):
                raise self.wrong(self.line(step, key), f"“{unknown[0]}” is no part of {key}")
            try:
                made = kind(**item)
            except TypeError:
                raise self.wrong(self.line(step, key), f"{key} needs {' and '.join(_needed(kind))}") from None
            if not all(type(getattr(made, name)).__name__ == of for name, of in names.items()):
                raise self.wrong(self.line(step, key), f"{key} holds texts in quotes")
            yield made


def _needed(kind: type[Any]) -> list[str]:
    """The parts that must be there."""
    return [field.name for field in fields(kind) if field.default is MISSING]
