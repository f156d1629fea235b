"""A game at the terminal: who is asked, what is said, what comes of it; never lost."""

from __future__ import annotations

import os
import random
import shlex
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from footplate import records
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, Column
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, unmask
from footplate.age_of_steam.narration import (
    action_name,
    prompt,
    slip,
    standings,
    story,
    verdict,
    worth,
)
from footplate.age_of_steam.state import SteamState
from footplate.bots import Bot
from footplate.cli.keyboard import COMMANDS, expand, use_keyboard, walk
from footplate.cli.render import SUFFIXES, write_picture
from footplate.cli.text_board import cube_text, cubes_on, describe, draw, seat_style
from footplate.core.game import NOBODY, Unreadable
from footplate.core.table import Refused, Table
from footplate.core.words import Tree, tree

MANY = 24
"""Beyond so many options only the next words are shown."""
LATELY = 15
"""Lines of the log shown unless all are wanted."""


class Session:
    """People and bots at one table, at one keyboard."""

    def __init__(
        self,
        table: Table[Any, SteamState],
        bots: Mapping[int, Bot],
        rng: random.Random,
        console: Console,
        path: Path | None,
        sure: bool = False,
    ) -> None:
        assert isinstance(table.game, AgeOfSteam)
        self.table, self.game, self.names = table, table.game, table.seats
        self.bots, self.rng, self.console = bots, rng, console
        self.path, self.sure = path, sure
        self.kept = False
        """Whether the file holds the game as it stands."""
        self.shown: tuple[int, int] | None = None
        """The turn and phase for which the players were shown last."""
        self.asked = -1
        """The length of the log when the question was shown last."""
        self.waiting: list[str] = []
        """Lines that were read too early."""
        self.trees: dict[int, Tree] = {}

    @property
    def state(self) -> SteamState:
        """The position."""
        return self.table.state

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        if sys.stdin.isatty():
            use_keyboard(self.tree)
        self.say("Say help for all that can be said; the tab key completes.", "dim")
        try:
            while self.table.actor != NOBODY:
                if self.table.actor in self.bots:
                    self.move_bot(self.bots[self.table.actor])
                    continue
                line = self.read()
                if line is None or line.strip().lower() in ("quit", "exit"):
                    self.leave()
                    return
                self.hear(line.strip())
        except KeyboardInterrupt:
            self.say("")
            self.leave()
            return
        self.finish()

    # Hearing ------------------------------------------------------------------------------------------

    def read(self) -> str | None:
        """The next line, or None when there is none."""
        if self.waiting:
            return self.waiting.pop(0)
        if self.asked != len(self.table.log):
            self.show_question()
        return self.ask("> ")

    def ask(self, text: str) -> str | None:
        """What somebody answers; a script’s answer is written out, so that its transcript can be read."""
        try:
            if sys.stdin.isatty():
                return input(text).replace("\0", "")
            line = sys.stdin.readline()
        except EOFError:
            self.say("")
            return None
        except UnicodeDecodeError:
            self.say("That is no text.", "red")
            return ""
        if not line:
            return None
        # No sentence and no name of a file has the character that ends strings elsewhere.
        line = line.replace("\0", "")
        self.say(f"{text}{line.rstrip()}", "dim")
        return line

    def hear(self, line: str) -> None:
        """Do what a line says: a command, or a sentence of the game."""
        words = line.split()
        if not words or line.startswith("#"):
            return
        command, rest = words[0].lower(), words[1:]
        match command:
            case "help" | "?":
                self.show_help()
            case "options":
                self.show_options(rest)
            case "why":
                self.show_why(" ".join(rest))
            case "board":
                self.show_board(rest)
            case "players":
                self.show_players()
            case "goods":
                self.show_goods()
            case "log":
                self.show_log(rest)
            case "undo":
                self.undo()
            case "save":
                self.save_as(rest)
            case _:
                self.act(line)

    def act(self, line: str) -> None:
        """Say a sentence of the game for the seat that is asked."""
        line = self.whole(line)
        try:
            action = self.game.read(self.state, line)
            legal = self.game.why_not(self.state, action) is None
        except Unreadable:
            legal = False
        if legal and not self.sure and (question := slip(self.game, self.state, action)):
            if not self.confirm(question):
                return
        try:
            news = self.table.act(line)
        except Refused as refused:
            rule = f" [{refused.rule}]" if refused.rule else " Say options or help."
            self.say(f"{refused}{rule}", "red")
            return
        self.tell(news)
        self.save()

    def whole(self, line: str) -> str:
        """The legal sentence that a shortened one means, or the line as it is."""
        words = line.split()
        verbs = list(self.tree())
        tries = [words] if len(verbs) != 1 else [words, [verbs[0], *words]]
        return next((" ".join(found) for given in tries if (found := expand(self.tree(), given))), line)

    def confirm(self, question: str) -> bool:
        """Ask before a probable slip; whatever is neither yes nor no is heard as the next sentence."""
        self.say(question, "bold")
        answer = (self.ask("y/n > ") or "n").strip()
        if answer.lower() in ("y", "yes"):
            return True
        if answer.lower() not in ("", "n", "no"):
            self.waiting.append(answer)
        self.say("Nothing was done.", "dim")
        return False

    def move_bot(self, bot: Bot) -> None:
        """Let a bot say its sentence."""
        action = bot.choose(self.game, self.state.copy(), self.table.actor, self.rng)
        self.show_turn()
        self.tell(self.table.act(self.game.say(action)))
        self.save()

    def undo(self) -> None:
        """Take back the last move of a person."""
        try:
            if self.table.log and self.table.log[-1].seat in self.bots:
                raise Refused(f"The last move is {self.table.name(self.table.log[-1].seat)}’s.")
            last = self.table.log[-1] if self.table.log else None
            self.table.undo()
        except Refused as refused:
            self.say(str(refused), "red")
            return
        assert last is not None
        self.trees.clear()
        self.asked = -1
        self.say(f"Taken back: {self.table.name(last.seat)}, {last.text}")
        self.save()

    # Keeping ------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Keep the game as it stands; if that cannot be done the game goes on, and says so."""
        if self.path is None:
            return
        try:
            records.save(self.table, self.path)
            self.kept = True
        except OSError as problem:
            self.kept = False
            reason = (problem.strerror or str(problem)).lower()
            self.say(f"{self.path}: {reason}. The game is not kept; say save FILE.", "red")

    def save_as(self, words: list[str]) -> None:
        """Keep the game in another file from now on."""
        if not words:
            self.save()
            self.say(f"Saved in {self.path}." if self.kept else "Say it so: save FILE.")
            return
        path = Path(os.path.expanduser(" ".join(words)))
        if os.path.exists(path) and path != self.path:
            self.say(f"{path} exists. Nothing was written; choose another name.", "red")
            return
        before, self.path = self.path, path
        self.save()
        if self.kept:
            self.say(f"Saved in {path}; the game is kept there from now on.")
        else:
            self.path = before

    def leave(self) -> None:
        """Say how to come back."""
        if self.kept and self.path is not None:
            again = f"footplate play --resume {shlex.quote(str(self.path))}"
            self.say(f"Saved. Go on with: {again}")
        elif self.path is None or os.path.exists(self.path):
            self.say("The game was not saved.")
        else:
            self.say("Nobody has moved yet, so nothing was saved.")

    def finish(self) -> None:
        """The end of the game: the standings."""
        self.show_players()
        self.say(f"The game is over. {verdict(self.game, self.state, self.names)}", "bold")
        places = sorted(self.game.rules.places(self.state))
        for place, line in zip(places, standings(self.game, self.state, self.names)):
            self.say(f"{place}. {line}")
        if self.kept:
            self.say(f"The record is in {self.path}.")

    # Showing ------------------------------------------------------------------------------------------

    def say(self, text: str, style: str = "") -> None:
        """A line for everybody."""
        # A script reads lines as they were written; a person reads words that are not cut at the edge.
        self.console.print(Text(text, style=style), soft_wrap=not self.console.is_terminal)

    def tell(self, news: list[Any]) -> None:
        """What has just happened."""
        for line in story(self.game, news, self.names):
            self.say(f"  {line}")

    def show_turn(self) -> None:
        """Turn, phase and players, when they have changed."""
        s = self.state
        if self.shown == (s.turn, s.phase):
            return
        self.shown = s.turn, s.phase
        phase = self.game.phases[s.phase].name if s.phase >= 0 else "Set-up"
        self.say(f"\nTurn {s.turn} of {self.game.rules.turns(s.seats)} · {phase}", "bold")
        self.show_players()

    def show_question(self) -> None:
        """Who is asked what, with the figures that matter."""
        self.show_turn()
        asked = prompt(self.game, self.state, self.names)
        self.asked = len(self.table.log)
        self.console.print()
        self.say(asked.ask, f"bold {seat_style(self.table.actor)}")
        for line in (asked.figures, asked.then):
            if line:
                self.say(f"  {line}", "dim" if line is asked.then else "")
        self.show_answers()

    def show_answers(self) -> None:
        """The answers to a question that has words of its own for them, as a few boards ask."""
        for action in self.game.options(self.state):
            if (told := self.game.answer(self.state, action, self.names)) is None:
                return
            self.say(f"  {self.game.say(action)}   {told.label}: {told.says}")

    def show_help(self) -> None:
        """All that can be said."""
        self.say("Sentences of the game, as far as they are legal now:", "bold")
        count = Counter(sentence.split()[0] for sentence in self.table.options())
        for verb, times in count.items():
            example = next(text for text in self.table.options() if text.split()[0] == verb)
            more = f"   and {times - 1} more: options {verb}" if times > 1 else ""
            self.say(f"  {example}{more}")
        self.say(
            "Hexes are called C4, places by name (Des-Moines, desmoines); track by the sides it joins (N-S)."
        )
        self.say("And:", "bold")
        for word, says in COMMANDS.items():
            self.say(f"  {word:8} {says}")

    def tree(self) -> Tree:
        """The tree of legal sentences, worked out once for a position."""
        at = len(self.table.log)
        if at not in self.trees:
            self.trees = {at: tree(self.table.options())}
        return self.trees[at]

    def show_options(self, words: list[str]) -> None:
        """What is legal now, or after some words; only the next words where it is much."""
        below = walk(self.tree(), words)
        if below is None:
            self.say(f"Nothing legal begins with “{' '.join(words)}”. Say why and the sentence.", "red")
            return
        actions = [
            (text, action)
            for action in self.game.options(self.state)
            if (text := self.game.say(action)).lower().split()[: len(words)] == [w.lower() for w in words]
        ]
        if len(actions) > MANY and len(below) > 1:
            self.say(f"{len(actions)} sentences; next word, and how many begin so:", "dim")
            at = len(words)
            count = Counter(text.split()[at] for text, _ in actions if len(text.split()) > at)
            self.console.print(
                Columns([Text(f"{word} {times}") for word, times in count.items()], padding=(0, 3))
            )
            return
        if len(actions) > MANY:
            self.show_options([*words, next(iter(below))])
            return
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 2))
        grid.add_column(no_wrap=False)
        grid.add_column()
        for text, action in actions:
            grid.add_row(text, Text(worth(self.game, self.state, action, self.names), style="dim"))
        self.console.print(grid)

    def show_why(self, sentence: str) -> None:
        """What speaks against a sentence."""
        if not sentence:
            self.say("Say it so: why SENTENCE, e.g. why build C4 N-S.", "red")
            return
        reason = self.table.why_not(self.whole(sentence))
        self.say(reason or "Nothing speaks against it.")

    def show_board(self, words: list[str]) -> None:
        """The board, a hex of it in words, or a picture of it in a file."""
        if not words:
            for line in draw(self.game, self.state, self.names):
                self.console.print(line, no_wrap=True, overflow="ignore", crop=False)
            return
        path = Path(os.path.expanduser(" ".join(words)))
        if path.suffix.lower() in SUFFIXES:
            self.draw_picture(path)
            return
        try:
            hex = self.game.board.read_hex(" ".join(words))
        except Unreadable as problem:
            self.say(str(problem), "red")
            return
        for sentence in describe(self.game, self.state, hex, self.names):
            self.say(f"  {sentence}")

    def draw_picture(self, path: Path) -> None:
        """The board as a picture in a file."""
        try:
            write_picture(self.game, self.state, path)
        except OSError as problem:
            self.say(f"{path}: {(problem.strerror or str(problem)).lower()}.", "red")
            return
        self.say(f"Drawn in {path}.")

    def show_players(self) -> None:
        """Everybody’s numbers, in player order."""
        s, board = self.state, self.game.board
        scores, figures = self.game.scores(s), self.game.face.figures(s)
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in ("", "Player"):
            grid.add_column(heading)
        own = [figure.head for figure in figures]
        for heading in ("Cash", "Income", "Shares", "Engine", *own, "Expenses", "Score"):
            grid.add_column(heading, justify="right")
        grid.add_column("Action")
        for seat in (*s.order, *(seat for seat in range(s.seats) if seat not in s.order)):
            name = Text(self.names[seat], style=seat_style(seat))
            if s.out[seat]:
                none = ["–"] * (5 + len(own))
                grid.add_row("", name, *none, "out", f"eliminated in turn {s.out[seat]}", style="dim")
                continue
            action = ", ".join(action_name(board.actions[action]) for action in s.held[seat])
            grid.add_row(
                "▶" if seat == self.table.actor else "",
                name,
                f"${s.cash[seat]}",
                str(s.income[seat]),
                str(s.shares[seat]),
                str(s.engine[seat]),
                *(str(figure.values[seat]) for figure in figures),
                f"${self.game.rules.expenses(s, seat)}",
                str(scores[seat]),
                action,
            )
        self.console.print(grid)
        for box in self.game.face.boxes(s):
            cubes = Counter(COLOURS[colour] for colour in box.goods)
            lying = ", ".join(f"{count} {colour}" for colour, count in cubes.items()) or "empty"
            self.console.print(f"{box.name}: {lying}")

    def show_goods(self) -> None:
        """Cubes on the board, and the columns of the goods display that feed each place."""
        s, board = self.state, self.game.board
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in ("Place", "Hex", "Takes", "Cubes", "Grows with (top first)"):
            grid.add_column(heading)
        for hex in range(board.size):
            cubes = cubes_on(self.game, s, hex)
            if s.kind[hex] != IN_CITY and not (s.kind[hex] == IN_TOWN and cubes):
                continue
            feeds = Text("  ").join(self.column(n) for n, c in enumerate(board.columns) if self.fed(c) == hex)
            takes = cube_text(unmask(s.demand[hex]))
            grid.add_row(board.place(hex), board.hex_names[hex], takes, cube_text(cubes), feeds)
        self.console.print(grid)
        left = [n for n, column in enumerate(board.columns) if self.fed(column) < 0]
        if left:
            self.console.print(Text("New Cities off the board: ") + Text("  ").join(map(self.column, left)))
        bag = ", ".join(f"{s.bag[n]} {colour}" for n, colour in enumerate(COLOURS) if s.bag[n])
        self.say(f"Bag: {bag or 'empty'}. R red, B blue, P purple, Y yellow, K black, W white.")

    def fed(self, column: Column) -> int:
        """The hex that a column feeds now, or -1."""
        return column.hex if column.hex >= 0 else self.state.new_cities[column.city]

    def column(self, number: int) -> Text:
        """A column of the goods display, from the top."""
        column = self.game.board.columns[number]
        boxes = self.state.display[column.first : column.first + column.boxes]
        name = column.name
        if column.city >= 0:
            name += f" {COLOURS[self.game.board.new_cities[column.city].colour]}"
        return Text(f"{name} ") + cube_text([COLOURS[cube - 1] if cube else None for cube in boxes])

    def show_log(self, words: list[str]) -> None:
        """What has happened, told again from the sentences."""
        lines = self.history()
        if words and words[0].lower() != "all":
            if not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 6:
                self.say("Say it so: log, log all, or log NUMBER.", "red")
                return
            lines = lines[-int(words[0]) :]
        elif not words:
            lines = lines[-LATELY:]
        for line in lines:
            self.say(f"  {line}")

    def history(self) -> list[str]:
        """The story of the whole log; the bare sentences where rules have changed since."""
        s = self.game.start(len(self.names))
        out: list[str] = []
        for entry in self.table.log:
            try:
                action = self.game.read(s, entry.text)
                if self.game.why_not(s, action):
                    raise Unreadable
            except (Unreadable, IndexError):
                return [f"{self.table.name(entry.seat)}: {entry.text}" for entry in self.table.log]
            s.news = []
            self.game.apply(s, action)
            out += story(self.game, s.news, self.names)
        return out
