"""`footplate replay`: an own record, or a game recorded elsewhere, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from footplate import games, records
from footplate.cli.edge import plain_words, print_json, read_json, read_text, screen, stop
from footplate.core.game import NOBODY, Game, Unreadable
from footplate.core.host import Host

MONEY = {"cash": "money"}
"""The word that recorded games have for a figure in their final standings."""


@dataclass
class Outcome:
    """What a replay found, whichever kind of file it was."""

    game: type[Host]
    title: str
    steps: int = 0
    rounds: list[dict[str, Any]] = field(default_factory=list)
    final: list[dict[str, Any]] = field(default_factory=list)
    anomalies: list[dict[str, Any]] = field(default_factory=list)
    now: str = ""
    """Where a game stands that is not over."""
    step: int | None = None
    what: str = ""
    expected: Any = None
    found: Any = None

    @property
    def ok(self) -> bool:
        """Whether nothing differs."""
        return self.step is None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        out = {"ok": self.ok, "steps": self.steps, "rounds": self.rounds, "final": self.final}
        if self.anomalies:
            out["anomalies"] = self.anomalies
        if not self.ok:
            out |= {"step": self.step, "what": self.what, "expected": self.expected, "found": self.found}
        return out


def replay(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A record of Footplate, or a recorded game (aos-trace/1, JSON)."),
    ],
    trace_to: Annotated[
        int | None,
        typer.Option(
            "--trace-to", metavar="STEP", help="Replay up to this step only and show where the game stands."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
) -> None:
    """Replay a game: every decision must be accepted and every number equal.

    Prints the players after each turn and the final standings; or the first step that differs, with what was
    expected and what was found, and leaves with exit code 1.

    \b
    Examples:
      footplate replay rust-belt.game
      footplate replay rust-belt.game --trace-to 40
    """
    text = read_text(file)
    if trace_to is not None and trace_to < 0:
        stop(f"--trace-to is {trace_to}; steps are counted from 0.")
    if text.lstrip().startswith("{"):
        outcome = _replay_trace(file, text, trace_to)
    else:
        outcome = _replay_record(file, text, trace_to)
    if as_json:
        print_json(outcome.to_json())
    else:
        _show(outcome, screen())
    if not outcome.ok:
        raise typer.Exit(1)


def _replay_trace(file: Path, text: str, to: int | None) -> Outcome:
    data = read_json(file, text)
    steps = data.get("steps") if isinstance(data, dict) else None
    if to is not None and isinstance(steps, list) and steps and to >= len(steps):
        stop(f"{file} has the steps 0 to {len(steps) - 1}; there is no step {to}.")
    readers = [host for host in map(games.host_type, games.ids()) if host.trace_format]
    said = data.get("format") if isinstance(data, dict) else None
    reader = next((host for host in readers if host.trace_format == said), readers[0])
    with plain_words(file):
        found = reader.replay_trace(data, to)
    out = Outcome(
        reader,
        f"{found.map}, {len(found.players)} players, recorded elsewhere",
        found.steps,
        found.rounds,
        found.final,
        found.anomalies,
    )
    if found.difference is not None:
        out.step, out.what = found.difference.step, found.difference.what
        out.expected, out.found = found.difference.expected, found.difference.found
    return out


def _replay_record(file: Path, text: str, to: int | None) -> Outcome:
    with plain_words(file):
        record = records.parse(text)
        game = record.load_game()
        s = game.start(len(record.seats))
    if to is not None and to >= max(len(record.entries), 1):
        stop(f"{file} has the entries 0 to {len(record.entries) - 1}; there is no entry {to}.")
    host = games.host_of(game)
    out = Outcome(type(host), f"{host.title}: {', '.join(record.seats)}")
    for number, entry in enumerate(record.entries):
        if to is not None and number > to:
            break
        turn = host.turn(s)
        asked = "nobody, the game is over" if game.actor(s) == NOBODY else _who(record, game.actor(s))
        problem = "" if game.actor(s) == entry.seat else f"{asked} to be asked"
        if not problem:
            problem = _act(game, s, entry.text, record.seats)
        if problem:
            line = record.lines[number]
            out.step, out.what = number, f"entry {number}, line {line}"
            out.expected = problem if problem.endswith("asked") else "a legal entry"
            out.found = f"{_who(record, entry.seat)}: {entry.text}"
            if not problem.endswith("asked"):
                out.found += f" ({problem})"
            return out
        out.steps = number + 1
        if host.turn(s) != turn or s.over:
            out.rounds.append(snapshot(host, s, record.seats, turn))
    if s.over:
        out.final = standings(host, s, record.seats)
    else:
        out.rounds.append(snapshot(host, s, record.seats, host.turn(s)))
        turns = f" of {host.turns(s)}" if host.turns(s) else ""
        asked = _who(record, game.actor(s))
        out.now = f"Turn {host.turn(s)}{turns}, {host.phase(s)}: {asked} is asked."
    return out


def _act(game: Game[Any, Any], s: Any, text: str, names: list[str]) -> str:
    """Do what a sentence says, or tell why it cannot be done."""
    try:
        action = game.read(s, text)
    except Unreadable as problem:
        return str(problem)
    if refusal := game.why_not(s, action):
        return f"{game.explain(s, action, refusal, names)} [{refusal.rule}]"
    game.apply(s, action)
    return ""


def _who(record: records.Record, seat: int) -> str:
    return record.seats[seat] if seat >= 0 else records.NATURES_NAME


def snapshot(host: Host, s: Any, names: list[str], turn: int) -> dict[str, Any]:
    """The numbers of all players at the end of a turn."""
    return {
        "round": turn,
        "players": {
            name: {**host.figures(s, seat), "score": score}
            for seat, (name, score) in enumerate(zip(names, host.game.scores(s)))
        },
    }


def standings(host: Host, s: Any, names: list[str]) -> list[dict[str, Any]]:
    """The final standings, the winner first; who is level shares a rank."""
    scores, places, gone = host.game.scores(s), host.places(s), host.out(s)
    out = [
        {
            "player": name,
            "score": score,
            "rank": places[seat],
            "eliminated": bool(gone[seat]),
            **{MONEY.get(word, word): value for word, value in host.figures(s, seat).items()},
        }
        for seat, (name, score) in enumerate(zip(names, scores))
    ]
    return sorted(out, key=lambda entry: (entry["rank"], entry["player"]))


def _show(outcome: Outcome, console: Console) -> None:
    console.print(Text(outcome.title, style="bold"))
    if outcome.rounds:
        console.print(round_table(outcome.game, outcome.rounds))
    if outcome.now:
        console.print(Text(outcome.now))
    if outcome.anomalies:
        console.print(Text("Where the recording leaves the printed rules:", style="bold"))
        for anomaly in outcome.anomalies:
            step = "throughout" if anomaly.get("step") is None else f"step {anomaly['step']}"
            console.print(Text(f"  {step}: {anomaly.get('code', '')}. {anomaly.get('note', '')}"))
    if not outcome.ok:
        console.print(Text(f"Step {outcome.step} differs: {outcome.what}", style="bold"))
        console.print(Text(f"  expected  {outcome.expected}"))
        console.print(Text(f"  found     {outcome.found}"))
        return
    for entry in outcome.final:
        score = "eliminated" if entry["score"] is None else f"{entry['score']} points"
        console.print(Text(f"{entry['rank']}. {entry['player']}: {score}"))
    console.print(Text(f"{outcome.steps} steps replayed, nothing differs."))


def round_table(host: type[Host], rounds: list[dict[str, Any]]) -> Grid:
    """Every player’s figures and score, turn by turn."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("Turn", justify="right")
    grid.add_column("Player")
    for heading in (*host.figures_shown, "score"):
        grid.add_column(heading.capitalize(), justify="right")
    for entry in rounds:
        for number, (name, row) in enumerate(entry["players"].items()):
            score = "out" if row["score"] is None else str(row["score"])
            grid.add_row(
                str(entry["round"]) if number == 0 else "",
                Text(str(name)),
                *(how.format(row[word]) for word, how in host.figures_shown.items()),
                score,
            )
    return grid
