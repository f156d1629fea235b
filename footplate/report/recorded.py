"""What people did in games that were written down: records of ours, and games recorded elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

from footplate import games, records
from footplate.core.game import NOBODY
from footplate.core.host import Host
from footplate.core.study import People
from footplate.core.table import steps


class RecordedError(ValueError):
    """A file that cannot be held against a board; the message says why."""


class Recorded:
    """The figures of one finished game: the scores of all, and each figure at the end of every turn."""

    def __init__(self, scores: Sequence[int | None], curves: dict[str, list[list[int | None]]]) -> None:
        self.scores, self.curves = scores, curves


def people_of(host: Host, players: int, paths: Sequence[Path]) -> People:
    """What these games tell; each must be of this board and this number of players."""
    every = [_read(host, players, path) for path in paths]
    scores = [score for game in every for score in game.scores if score is not None]
    winners = [
        max(known) for game in every if (known := [score for score in game.scores if score is not None])
    ]
    out = sum(score is None for game in every for score in game.scores)
    figures = {"bankruptcies": out / len(every)}
    if scores:
        figures |= {"score": median(scores), "winner": fmean(winners)}
    many = f"{len(every)} recorded games" if len(every) > 1 else "one recorded game"
    return People(many, figures, _curves(every), {})


def _curves(every: Sequence[Recorded]) -> dict[str, tuple[float, ...]]:
    out: dict[str, tuple[float, ...]] = {}
    for word in dict.fromkeys(word for game in every for word in game.curves):
        turns = max(len(game.curves.get(word, [])) for game in every)
        means = []
        for turn in range(turns):
            known = [
                value
                for game in every
                for value in (game.curves.get(word, []) + [[]] * turns)[turn]
                if value is not None
            ]
            if known:
                means.append(fmean(known))
        out[word] = tuple(means)
    return out


def _read(host: Host, players: int, path: Path) -> Recorded:
    text = path.read_text("utf-8")
    if text.startswith(records.FORMAT):
        return _of_record(host, players, path, text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordedError(f"{path} is neither a record nor a recorded game.") from None
    kind = games.host_type(host.game_id)
    if not isinstance(data, dict) or data.get("format") != kind.trace_format:
        raise RecordedError(f"{path} is neither a record nor a recorded game.")
    replayed = kind.replay_trace(data)
    _check(host, players, path, replayed.map, len(replayed.players))
    if replayed.difference is not None:
        raise RecordedError(f"{path}: the rules disagree with it at step {replayed.difference.step}.")
    seats = replayed.players
    scores: list[int | None] = [None] * len(seats)
    for row in replayed.final:
        scores[seats.index(row["player"])] = row["score"]
    curves: dict[str, list[list[int | None]]] = {}
    for turn in replayed.rounds:
        for word in ("score", *host.figures_shown):
            values = [_value(turn["players"].get(seat, {}), word) for seat in seats]
            curves.setdefault(word, []).append(values)
    return Recorded(scores, curves)


def _value(row: dict[str, Any], word: str) -> int | None:
    value = row.get(word)
    return value if isinstance(value, int) else None


def _of_record(host: Host, players: int, path: Path, text: str) -> Recorded:
    table = records.read(text)
    there = games.host_of(table.game)
    _check(host, players, path, there.id, len(table.seats))
    if table.actor != NOBODY:
        raise RecordedError(f"{path}: the game is not over.")
    study = there.study(steps(table.game, table.game.start(players), table.log), players)
    return Recorded(table.game.scores(table.state), study.curves)


def _check(host: Host, players: int, path: Path, map: str, seats: int) -> None:
    if map != host.id:
        raise RecordedError(f"{path} is a game on {map}, not on {host.id}.")
    if seats != players:
        raise RecordedError(f"{path} is a game of {seats} players, not {players}.")
