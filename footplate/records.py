"""Records: a game as a text file that people can read and write; docs/records.md describes it."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from footplate import games
from footplate.core.game import NATURE, NOBODY, BoardError, ChoiceError, Game, PlayersError
from footplate.core.table import Entry, Nature, Refused, Table, Unlawful, steps

FORMAT = "footplate 1"
HIDDEN = (
    "its hidden part is missing: it was written while the game was played, and holds what one seat knew; "
    "the record of the finished game holds everything"
)
NATURES_NAME = "nature"
HEADINGS = "game, map, tiles, rules, option and seat"
ENTRY = "An entry is “NAME: SENTENCE”"


class RecordError(ValueError):
    """A record that cannot be read; the message says what is wrong, where, and what would be right."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class Divergence(NamedTuple):
    """The first entry of an old record that the rules of today do not accept."""

    line: int
    message: str


@dataclass
class Record:
    """A record as it stands in the file, before any rule has looked at it."""

    game: str = ""
    map: str = ""
    tiles: str = ""
    """The file with the tiles, where they are not the usual ones."""
    rules: int = 0
    hidden: str = ""
    """As whom it was written while the game had secrets; what others knew is missing."""
    options: dict[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """The line of each entry in the file."""
    state: dict[str, Any] | None = None
    """The saved position as it stands in the file, if there is one."""
    said_in: dict[str, int] = field(default_factory=dict)
    """The line of each heading, and of the position: the last where there are several."""

    def load_game(self) -> Game[Any, Any]:
        """The game this is a record of."""
        if self.hidden:
            raise RecordError(HIDDEN, self.said_in["hidden"])
        try:
            kind = games.host_type(self.game)
        except games.GameError:
            there = f"there is no game “{self.game}”; it should be {' or '.join(games.ids())}"
            raise RecordError(there, self.said_in["game"]) from None
        if self.map and not kind.maps:
            raise RecordError(f"{kind.name} has no maps; leave this line out", self.said_in["map"])
        if self.tiles and not kind.tiled:
            raise RecordError(f"{kind.name} has its own tiles; leave this line out", self.said_in["tiles"])
        try:
            host = kind.load(self.map or self.tiles or self.game, self.options)
            host.check_players(len(self.seats))
        except BoardError as problem:
            raise RecordError(str(problem), self.said_in[self._board_heading]) from None
        except ChoiceError as problem:
            word = "seat" if isinstance(problem, PlayersError) else "option"
            raise RecordError(str(problem), self.said_in[word]) from None
        return host.game

    @property
    def _board_heading(self) -> str:
        """The heading that says on what is played."""
        return "map" if self.map else "tiles" if self.tiles else "game"

    def position(self, game: Game[Any, Any]) -> Any:
        """The saved position, if it can be one."""
        try:
            return game.position(self.state, len(self.seats))
        except ValueError as problem:
            raise RecordError(str(problem), self.said_in["state"]) from None


def check_name(name: str) -> str:
    """The name, if a seat can bear it; ValueError says why not."""
    if not name or name != name.strip() or len(name) > 40:
        raise ValueError("a name has 1 to 40 characters and no blanks at its ends")
    if not name.isprintable() or ":" in name or name.startswith("#"):
        raise ValueError(f"the name “{name}” may not hold a colon or begin with #")
    if name.lower() in (NATURES_NAME, "nobody") or name.split()[0].lower() in ("end", "state"):
        raise ValueError(f"the name “{name}” is taken")
    return name


def write(table: Table[Any, Any]) -> str:
    """The table as a record; a game in progress carries its position, so that it can continue."""
    lines = [*_headings(table), "", *(entries := _entries(table, table.log))]
    if table.actor != NOBODY:
        lines.append("state " + json.dumps(table.state.to_json(), separators=(",", ":")))
    lines.append(f"end {len(entries)} {_digest(entries)}")
    return "\n".join(lines) + "\n"


def write_for(table: Table[Any, Any], seat: int) -> str:
    """The table as a record that a seat, or NOBODY, may have: of a game with secrets only what they know.

    Until the game is over such a record tells how it went so far, and cannot be continued.
    """
    game = table.game
    if not game.hidden or table.actor == NOBODY:
        return write(table)
    again = steps(game, game.start(len(table.seats)), table.log)
    try:
        seen = [game.seen(step.before, *entry, seat) for entry, step in zip(table.log, again)]
    except Unlawful:
        # Rules have changed since: what of it is secret can no longer be told.
        seen = []
    entries = _entries(table, [Entry(entry.seat, text) for entry, text in zip(table.log, seen)])
    lines = [*_headings(table), f"hidden {table.name(seat)}", "", *entries]
    return "\n".join([*lines, f"end {len(entries)} {_digest(entries)}"]) + "\n"


def _entries(table: Table[Any, Any], log: Iterable[Entry]) -> list[str]:
    return [f"{table.name(entry.seat)}: {entry.text}" for entry in log]


def _headings(table: Table[Any, Any]) -> list[str]:
    host = games.host_of(table.game)
    lines = [FORMAT, f"game {host.game_id}"]
    if host.maps:
        lines.append(f"map {host.source}")
    if host.tiles_file:
        lines.append(f"tiles {host.tiles_file}")
    lines.append(f"rules {table.game.revision}")
    for option in host.options:
        if host.chosen[option.name] != option.values[0]:
            lines.append(f"option {option.name} {host.chosen[option.name]}")
    return lines + [f"seat {check_name(name)}" for name in table.seats]


def _digest(entries: list[str]) -> str:
    said = "\n".join(entries).encode("utf-8", "surrogatepass")
    return f"{zlib.crc32(said):08x}"


def parse(text: str) -> Record:
    """The parts of a record; RecordError names the line that does not belong."""
    lines = text.replace("\r\n", "\n").split("\n")
    if not lines or lines[0].strip() != FORMAT:
        raise RecordError(f"a record begins with the line “{FORMAT}”", 1)
    record = Record()
    said: list[str] = []
    for number, line in enumerate(lines[1:], 2):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "end" and ":" not in line:
            _check_end(rest.split(), said, number)
            if left := [n for n, more in enumerate(lines[number:], number + 1) if more.strip()]:
                raise RecordError("nothing should follow the line “end”", left[0])
            _check_heading(record, number)
            return record
        if word == "state":
            record.state = _state(rest, number)
            record.said_in[word] = number
        elif ":" in line:
            said.append(line)
            record.entries.append(_entry(record, line, number))
            record.lines.append(number)
        else:
            _heading(record, word, rest.strip(), number)
    raise RecordError(
        "the record stops without the line “end”. It was cut off; if you typed it yourself, add that line",
        len(lines),
    )


def _heading(record: Record, word: str, rest: str, number: int) -> None:
    if record.entries:
        raise RecordError("an entry is “NAME: SENTENCE”; headings stand before the first entry", number)
    if not rest:
        raise RecordError(f"“{word}” says nothing; headings are {HEADINGS}", number)
    record.said_in[word] = number
    if word == "game":
        record.game = rest
    elif word == "map":
        record.map = rest
    elif word == "tiles":
        record.tiles = rest
    elif word == "rules":
        if not rest.isascii() or not rest.isdigit() or len(rest) > 6:
            raise RecordError(f"“rules” is the number of a revision, not “{rest[:40]}”", number)
        record.rules = int(rest)
    elif word == "hidden":
        record.hidden = rest
    elif word == "option":
        name, _, value = rest.partition(" ")
        record.options[name] = value.strip() or "on"
    elif word == "seat":
        try:
            check_name(rest)
        except ValueError as problem:
            raise RecordError(str(problem), number) from None
        if rest in record.seats:
            raise RecordError(f"two seats are called {rest}", number)
        record.seats.append(rest)
    else:
        raise RecordError(f"“{word}” is no heading; they are {HEADINGS}. {ENTRY}", number)


def _entry(record: Record, line: str, number: int) -> Entry:
    name, _, text = line.partition(":")
    name, text = name.strip(), text.strip()
    if name == NATURES_NAME:
        return Entry(NATURE, text)
    if name not in record.seats:
        raise RecordError(f"nobody here is called “{name}”; the seats are {', '.join(record.seats)}", number)
    return Entry(record.seats.index(name), text)


def _state(text: str, number: int) -> dict[str, Any]:
    try:
        state = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise RecordError(f"the saved position is damaged: {problem}", number) from None
    if not isinstance(state, dict):
        raise RecordError("the saved position is damaged: it is no table of fields", number)
    return state


def _check_end(words: list[str], said: list[str], number: int) -> None:
    if words and words[0] != str(len(said)):
        raise RecordError(f"the end counts {words[0]} entries, but there are {len(said)}", number)
    if len(words) > 1 and words[1] != _digest(said):
        raise RecordError(
            "the entries do not fit the check number of the end; if you changed them, leave it out",
            number,
        )


def _check_heading(record: Record, number: int) -> None:
    wanted = [("game", record.game), ("seat", record.seats)]
    if record.game not in games.ids() or games.host_type(record.game).maps:
        wanted.insert(1, ("map", record.map))
    for word, value in wanted:
        if not value:
            raise RecordError(f"the record has no heading “{word}”", number)


def read(text: str, nature: Nature | None = None) -> Table[Any, Any]:
    """The table of a record.

    A game in progress continues from its saved position when it was begun under other rules;
    otherwise every entry is played again and must be legal.
    """
    record = parse(text)
    game = record.load_game()
    if record.state is not None and record.rules != game.revision:
        return Table.resume(game, record.seats, record.entries, record.position(game), nature)
    table = _replay(game, record)
    if isinstance(table, Divergence):
        raise RecordError(table.message, table.line)
    if record.state is not None and table.state != record.position(game):
        changed = "the saved position is not the one the entries lead to; was one of them changed?"
        raise RecordError(changed, record.said_in["state"])
    return Table.resume(game, record.seats, table.log, table.state, nature, table.undoable)


def _replay(game: Game[Any, Any], record: Record) -> Table[Any, Any] | Divergence:
    table: Table[Any, Any] = Table(game, record.seats)
    for entry, line in zip(record.entries, record.lines):
        try:
            table.act(entry.text, entry.seat)
        except Refused as refused:
            return Divergence(line, f"“{entry.text}” is refused: {refused}")
    return table


def check(text: str) -> Divergence | None:
    """Play every entry again under the rules of today; the first that they refuse, or None."""
    record = parse(text)
    game = record.load_game()
    table = _replay(game, record)
    if isinstance(table, Divergence):
        return table
    if record.state is not None and table.state != record.position(game):
        line = record.lines[-1] if record.lines else record.said_in["state"]
        return Divergence(line, "the entries lead to another position today")
    return None


def save(table: Table[Any, Any], path: str | Path) -> None:
    """Write the record so that a crash leaves either the old file or the new one."""
    path = Path(path)
    text = write(table)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def load(path: str | Path, nature: Nature | None = None) -> Table[Any, Any]:
    """The table of a record in a file."""
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not a text file") from None
    return read(text, nature)
