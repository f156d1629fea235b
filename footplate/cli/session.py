"""A game at the terminal: who is asked, what is said, what comes of it; never lost."""

from __future__ import annotations

import os
import random
import shlex
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from footplate import games, records
from footplate.bots import Bot
from footplate.cli.edge import grid, text
from footplate.cli.keyboard import COMMANDS, expand, use_keyboard, walk
from footplate.cli.render import SUFFIXES, write_picture
from footplate.core.bot import before
from footplate.core.game import NOBODY, Fact, Unreadable
from footplate.core.host import Grid, Line, Slip, seat_style
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
        table: Table[Any, Any],
        bots: Mapping[int, Bot],
        rng: random.Random,
        console: Console,
        path: Path | None,
        sure: bool = False,
    ) -> None:
        self.host = games.host_of(table.game)
        self.table, self.game, self.names = table, table.game, table.seats
        self.bots, self.rng, self.console = bots, rng, console
        self.path, self.sure = path, sure
        self.kept = False
        """Whether the file holds the game as it stands."""
        self.shown: tuple[int, int] | None = None
        """The turn and phase for which the players were shown last."""
        self.asked = -1
        """The length of the log when the question was shown last."""
        self.sits = -1
        """Who has the keyboard, where it is passed on."""
        self.waiting: list[str] = []
        """Lines that were read too early."""
        self.trees: dict[int, Tree] = {}

    @property
    def state(self) -> Any:
        """The position."""
        return self.table.state

    @property
    def people(self) -> list[int]:
        """The seats at this keyboard."""
        return [seat for seat in range(len(self.names)) if seat not in self.bots]

    @property
    def sight(self) -> Any:
        """The position as whoever sits at the keyboard may know it."""
        actor, game = self.table.actor, self.game
        if not game.hidden or actor == NOBODY:
            return self.state
        return game.known(self.state, actor if actor in self.people else self.reader)

    @property
    def reader(self) -> int:
        """As whom the log is read: alone as oneself, and with others beside one as nobody."""
        return self.people[0] if len(self.people) == 1 else NOBODY

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        if sys.stdin.isatty():
            use_keyboard(self.tree, [*COMMANDS, *self.host.commands])
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
            self.pass_on()
            self.show_question()
        return self.ask("> ")

    def pass_on(self) -> None:
        """Before somebody else's secrets are shown, the keyboard is passed on."""
        actor = self.table.actor
        if not self.game.hidden or len(self.people) < 2 or actor == self.sits:
            return
        self.console.clear()
        self.ask(f"Pass the keyboard to {self.names[actor]}, then press Enter. ")
        self.sits = actor

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
            case "log":
                self.show_log(rest)
            case "undo":
                self.undo()
            case "save":
                self.save_as(rest)
            case _ if command in self.host.commands and not rest:
                self.show(self.host.tell(command, self.sight, self.names))
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
        if legal and not self.sure and (question := self.host.slip(self.state, action)):
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

    def confirm(self, slip: Slip) -> bool:
        """Ask before a probable slip; whatever is neither yes nor no is heard as the next sentence."""
        self.say(slip.text, "bold")
        if slip.more:
            self.say(slip.more)
        for way in slip.prospects:
            account = ", ".join(f"{word.lower()} {figure}" for word, figure in way.figures)
            self.say(f"  {way.title}: {account}. {way.ends}", "green" if way.good else "")
        instead = f", or say “{slip.safe.say or slip.safe.show}”" if slip.safe.say or slip.safe.show else ""
        answer = (self.ask(f"y: {slip.go_on}, n: nothing is done{instead} > ") or "n").strip()
        if answer.lower() in ("y", "yes"):
            return True
        if answer.lower() not in ("", "n", "no"):
            self.waiting.append(answer)
        self.say("Nothing was done.", "dim")
        return False

    def move_bot(self, bot: Bot) -> None:
        """Let a bot say its sentence."""
        seat = self.table.actor
        action = bot.choose(self.game, before(self.game, self.state.copy(), seat, self.rng), seat, self.rng)
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
        self.say(f"The game is over. {self.host.verdict(self.state, self.names)}", "bold")
        places = sorted(self.host.places(self.state))
        for place, line in zip(places, self.host.standings(self.state, self.names)):
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
        for line in self.host.story(self.readable(news), self.names):
            self.say(f"  {line}")

    def readable(self, news: list[Fact]) -> list[Fact]:
        """What of the news may be read here; when the game is over, all."""
        if not self.game.hidden or self.state.over:
            return news
        return [self.game.readable(fact, self.reader) for fact in news]

    def show_turn(self) -> None:
        """Turn, phase and players, when they have changed."""
        s, turn, turns = self.state, self.host.turn(self.state), self.host.turns(self.state)
        if self.shown == (turn, s.phase):
            return
        self.shown = turn, s.phase
        self.say(f"\nTurn {turn}{f' of {turns}' if turns else ''} · {self.host.phase(s)}", "bold")
        self.show_players()

    def show_question(self) -> None:
        """Who is asked what, with the figures that matter."""
        self.show_turn()
        asked = self.host.prompt(self.sight, self.names)
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
            example = next(said for said in self.table.options() if said.split()[0] == verb)
            more = f"   and {times - 1} more: options {verb}" if times > 1 else ""
            self.say(f"  {example}{more}")
        if self.host.spelling:
            self.say(self.host.spelling)
        self.say("And:", "bold")
        for word, says in {**COMMANDS, **self.host.commands}.items():
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
        begin = [word.lower() for word in words]
        actions = [
            (sentence, action)
            for action in self.game.options(self.state)
            if (sentence := self.game.say(action)).lower().split()[: len(words)] == begin
        ]
        if len(actions) > MANY and len(below) > 1:
            self.say(f"{len(actions)} sentences; next word, and how many begin so:", "dim")
            at = len(words)
            count = Counter(said.split()[at] for said, _ in actions if len(said.split()) > at)
            self.console.print(
                Columns([Text(f"{word} {times}") for word, times in count.items()], padding=(0, 3))
            )
            return
        if len(actions) > MANY:
            self.show_options([*words, next(iter(below))])
            return
        listed = RichTable(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 2))
        listed.add_column(no_wrap=False)
        listed.add_column()
        for sentence, action in actions:
            listed.add_row(sentence, Text(self.host.worth(self.state, action, self.names), style="dim"))
        self.console.print(listed)

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
            for line in self.host.text_board(self.sight, self.names):
                self.console.print(text(line), no_wrap=True, overflow="ignore", crop=False)
            return
        path = Path(os.path.expanduser(" ".join(words)))
        if path.suffix.lower() in SUFFIXES:
            self.draw_picture(path)
            return
        try:
            told = self.host.describe(self.sight, " ".join(words), self.names)
        except Unreadable as problem:
            self.say(str(problem), "red")
            return
        for sentence in told:
            self.say(f"  {sentence}")

    def draw_picture(self, path: Path) -> None:
        """The board as a picture in a file."""
        try:
            write_picture(self.host, self.sight, path)
        except OSError as problem:
            self.say(f"{path}: {(problem.strerror or str(problem)).lower()}.", "red")
            return
        self.say(f"Drawn in {path}.")

    def show(self, shown: Sequence[Line | Grid]) -> None:
        """What a game has to show: lines and tables."""
        for part in shown:
            self.console.print(grid(part) if isinstance(part, Grid) else text(part))

    def show_players(self) -> None:
        """Everybody’s numbers."""
        self.show(self.host.text_players(self.sight, self.names))

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
                if self.game.hidden and not self.state.over:
                    return ["The rules have changed since; what of it is secret cannot be told."]
                return [f"{self.table.name(entry.seat)}: {entry.text}" for entry in self.table.log]
            s.news = []
            self.game.apply(s, action)
            out += self.host.story(self.readable(s.news), self.names)
        return out
