"""A run on disk: what was played is kept game by game, so that an interrupted run goes on where it was."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from footplate import records
from footplate.core.game import Game
from footplate.core.study import Study
from footplate.core.table import Table
from footplate.sim.guard import Fault
from footplate.sim.run import Job, Result

SAME = {
    "map": "map",
    "file": "map file",
    "options": "options",
    "players": "number of players",
    "bots": "bots",
    "seed": "seed",
    "patience": "time for a decision",
    "shuffled": "company",
    "studied": "what is counted",
    "rules": "revision of the rules",
}
"""What must be the same for a run to go on, in words."""


class FolderError(ValueError):
    """A folder that cannot hold this run; the message says why."""


class Folder:
    """Results as lines of JSON, and the records of chosen games beside them."""

    def __init__(self, path: Path, job: Job, revision: int) -> None:
        self.path, self.job = path, job
        self.results_path = path / "results.jsonl"
        path.mkdir(parents=True, exist_ok=True)
        said = {**job._asdict(), "rules": revision}
        said = json.loads(json.dumps({key: said[key] for key in SAME}))
        about = path / "run.json"
        if about.exists():
            _compare(path, _read_object(about), said)
        elif any(path.iterdir()):
            raise FolderError(f"{path} holds other things; say a folder that is new or empty.")
        else:
            write_whole(about, json.dumps(said, ensure_ascii=False, indent=1) + "\n")
        self.known = self._read()

    def _read(self) -> dict[int, Result]:
        """What has been played; a last line that was cut off is played again."""
        if not self.results_path.exists():
            return {}
        out: dict[int, Result] = {}
        raw = self.results_path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                result = _result(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise FolderError(f"{self.results_path}: line {number} is damaged.") from None
            out[result.number] = result
        if len(whole) < len(raw):
            os.truncate(self.results_path, len(whole))
        return out

    def add(self, results: Sequence[Result]) -> None:
        """Keep what was played; what has been added survives whatever comes."""
        with open(self.results_path, "a", encoding="utf-8") as file:
            for result in results:
                file.write(json.dumps(result._replace(log=())._asdict(), ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _compare(path: Path, there: Mapping[str, Any], said: Mapping[str, Any]) -> None:
    for key, words in SAME.items():
        if there.get(key) != said[key]:
            short = f" ({there.get(key)} there)" if key in ("seed", "players", "map", "rules") else ""
            raise FolderError(f"{path} holds another run: not the same {words}{short}. Say another folder.")


def _read_object(path: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise FolderError(f"{path} is damaged.")
    return data


def _result(data: dict[str, Any]) -> Result:
    study = data.pop("study")
    return Result(
        number=int(data["number"]),
        bots=tuple(data["bots"]),
        scores=tuple(data["scores"]),
        winners=tuple(data["winners"]),
        figures={word: tuple(values) for word, values in data["figures"].items()},
        out=tuple(data["out"]),
        turns=data["turns"],
        decisions=data["decisions"],
        places=tuple(data["places"]),
        faults=tuple(Fault(*fault) for fault in data["faults"]),
        study=None if study is None else Study(*study),
    )


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a crash leaves either the old one or the new one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, "utf-8")
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


# Records of chosen games --------------------------------------------------------------------------------


class KeepError(ValueError):
    """A choice of games that nobody understands; the message says what can be said."""


class Keep(NamedTuple):
    """Which games are kept as records."""

    all: bool = False
    faults: bool = False
    numbers: frozenset[int] = frozenset()
    best: int = 0
    worst: int = 0

    @classmethod
    def read(cls, said: str) -> Keep:
        """The choice as people write it: all, best:5, worst, faults, 7, 0-9, several with commas."""
        out = cls()
        for word in filter(None, (part.strip() for part in said.split(","))):
            name, colon, count = word.partition(":")
            first, dash, last = word.partition("-")
            many = int(count) if _is_number(count) else 1
            if word == "all":
                out = out._replace(all=True)
            elif word == "faults":
                out = out._replace(faults=True)
            elif name in ("best", "worst") and (not colon or _is_number(count)):
                out = out._replace(best=many) if name == "best" else out._replace(worst=many)
            elif _is_number(first) and (not dash or _is_number(last)):
                out = out._replace(numbers=out.numbers | {*range(int(first), int(last or first) + 1)})
            else:
                raise KeepError(
                    f"“{word}” chooses no games; say all, best, best:5, worst, faults, "
                    "or the numbers of games as 7 or 0-9, several with commas."
                )
        return out

    def at_once(self, result: Result) -> bool:
        """Whether a game is kept, as far as it can be said before the others are known."""
        return self.all or result.number in self.numbers or (self.faults and bool(result.faults))

    def chosen(self, results: Sequence[Result]) -> list[int]:
        """The numbers of all games that are kept; best and worst go by the score of the winner."""
        out = [result.number for result in results if self.at_once(result)]
        scored = [(_top(result), result.number) for result in results if result.winners]
        if self.best:
            out += [number for _, number in sorted(scored, key=lambda one: (-one[0], one[1]))[: self.best]]
        if self.worst:
            out += [number for _, number in sorted(scored)[: self.worst]]
        return sorted(set(out))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 8


def _top(result: Result) -> int:
    return max(score for score in result.scores if score is not None)


def record_path(folder: Path, number: int) -> Path:
    """Where the record of a game lies."""
    return folder / "records" / f"{number:06}.game"


def write_record(folder: Path, game: Game[Any, Any], result: Result) -> None:
    """Write a game that was played with its log as a record; its seats are called after their bots."""
    path = record_path(folder, result.number)
    path.parent.mkdir(exist_ok=True)
    seats = [f"{name.replace(':', ' ')} {seat + 1}" for seat, name in enumerate(result.bots)]
    # A finished game is its log: of the position nothing is written but that nobody is asked any more.
    over = game.start(len(seats))
    over.agenda, over.over = [], True
    write_whole(path, records.write(Table.resume(game, seats, result.log, over)))
