"""`footplate bench`: how fast the rules are, measured the same way everywhere."""

from __future__ import annotations

import gc
import json
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time_ns
from typing import Annotated, Any, NamedTuple

import typer
from rich.table import Table as Grid

import footplate
from footplate import records
from footplate.age_of_steam.board import map_ids, read_board
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.move_goods import MoveDecision
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.traces import Replay, TraceError
from footplate.bots import bot
from footplate.cli.edge import plain_words, print_json, screen, stop
from footplate.core.game import NATURE, NOBODY
from footplate.core.table import Entry, Unlawful
from footplate.core.table import replay as play_again
from footplate.sim.run import play

ROOT = Path(footplate.__file__).parent.parent
REPEATS = 3
"""Each figure is the best of so many, because other programs only ever make it worse."""
MADE_GAMES = 6
RANDOM_GAMES = 60
CALIBRATION_OPS = 1_000_000
BOARD_NS = 1_000_000_000
"""Random games are played on every board for so long."""


@dataclass
class Course:
    """A game to measure with: its log, and the position before every decision of a player."""

    name: str
    map: str
    options: dict[str, str]
    seats: int
    log: list[Entry] = field(default_factory=list)
    """Empty where the game cannot be replayed from sentences alone."""
    positions: list[SteamState] = field(default_factory=list)


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
    server: Annotated[bool, typer.Option("--server", help="Measure a server with fifty tables.")] = False,
    map: Annotated[str, typer.Option(help="With --server: the board.", metavar="MAP")] = "rust-belt",
    moves: Annotated[int, typer.Option(help="With --server: moves at a table, at most.", min=1)] = 10_000,
) -> None:
    """Measure replay, listing, copying and whole random games on this machine, on one core.

    Times are CPU times, so that other programs do not spoil them.

    The games are the records in tests/records of a checkout (or games made on the spot) and recorded games in
    ../shared/traces where they are; every board has a line of its own. Deliveries are listed cold, builds
    with what the game remembers in play.
    calibration_ops_per_s is a fixed loop of plain Python, to compare machines.

    With --server a server on SQLite is started, in a passing folder. At each of fifty tables sit two people
    with a page and two seats each, in this process, who play whole games of frugal bots as fast as the server
    answers; the clock stops when the first game is over. Moves a second are of the whole machine, the players
    included; the first message of a page, which tells it everything, is counted apart.

    \b
    Examples:
      footplate bench --json
      footplate bench --server --map germany
    """
    if server:
        out = _of_server(map, moves)
        if as_json:
            print_json(out)
        else:
            _show_server(out)
        return
    courses = [*_recorded(ROOT / "tests" / "records"), *_traces(ROOT.parent / "shared" / "traces")]
    if not any(course.log for course in courses):
        courses += _made()
    with _undisturbed():
        listed = {course.name: list_times(course) for course in courses}
        builds = [time for times in listed.values() for time in times.builds]
        deliveries = [time for times in listed.values() for time in times.deliveries]
        out = {
            "replay_decisions_per_s": replay_speed(courses),
            "random_games_per_s": random_speed(),
            "list_builds_us": _spread(builds),
            "list_deliveries_us": _spread(deliveries),
            "copy_us": copy_time(courses),
            "calibration_ops_per_s": calibration_speed(),
            "games": [course.name for course in courses],
            "positions": {"builds": len(builds), "deliveries": len(deliveries)},
            "boards": {map: _of_board(map, courses, listed) for map in map_ids()},
        }
    if as_json:
        print_json(out)
    else:
        _show(out)


def _of_server(map: str, moves: int) -> dict[str, Any]:
    from footplate.cli.load import ServerError, measure

    with plain_words():
        load(map)
    try:
        return measure(map, moves)
    except (ServerError, OSError) as problem:
        stop(str(problem))


# Games to measure with --------------------------------------------------------------------------------


def _recorded(folder: Path) -> Iterator[Course]:
    for file in sorted(folder.glob("*.game")):
        try:
            record = records.parse(file.read_text("utf-8"))
            record.load_game()
            yield _course(file.name, record.map, record.options, len(record.seats), record.entries)
        except (records.RecordError, Unlawful, OSError, UnicodeDecodeError) as problem:
            stop(f"{file}: {problem}. footplate check tells more.")


def _course(name: str, map: str, options: dict[str, str], seats: int, log: list[Entry]) -> Course:
    out = Course(name, map, options, seats, log)
    game = load(map, options)
    s = game.start(seats)
    for n, entry in enumerate(log):
        if entry.seat != NATURE:
            out.positions.append(s.copy())
        action = game.read(s, entry.text)
        if refusal := game.why_not(s, action):
            raise Unlawful(n, f"“{entry.text}”: {game.explain(s, action, refusal)} [{refusal.rule}]")
        game.apply(s, action)
    return out


class _Watched(Replay):
    """A recorded game that leaves its positions behind: `_action` is asked once for every decision."""

    def __init__(self, data: Any, positions: list[SteamState]) -> None:
        super().__init__(data)
        self.positions = positions

    def _action(self, data: Mapping[str, Any], action: str) -> Any:
        self.positions.append(self.state.copy())
        return super()._action(data, action)


def _traces(folder: Path) -> Iterator[Course]:
    for file in sorted(folder.glob("*.json")):
        positions: list[SteamState] = []
        try:
            watched = _Watched(json.loads(file.read_text("utf-8")), positions)
            watched.run()
        except (TraceError, OSError, ValueError):
            continue  # a map that is not here yet, or no recorded game
        board = watched.game.board
        yield Course(file.name, board.id, watched.game.rules.chosen, len(watched.players), [], positions)


class _Scribe:
    """A bot that notes what another one does."""

    def __init__(self, log: list[Entry]) -> None:
        self.bot, self.log = bot("frugal"), log

    def choose(self, game: Any, state: Any, seat: int, rng: random.Random) -> Any:
        action = self.bot.choose(game, state, seat, rng)
        self.log.append(Entry(seat, game.say(action)))
        return action


def _made() -> Iterator[Course]:
    """Whole games, made on the spot and always the same."""
    for number in range(MADE_GAMES):
        seats = 3 + number % 4
        game, log = load("rust-belt"), list[Entry]()
        nature, minds = random.Random(f"bench {number}"), random.Random(f"bench {number} minds")
        scribe, s = _Scribe(log), game.start(seats)
        while (seat := game.actor(s)) != NOBODY:
            if seat == NATURE:
                action = game.sample(s, nature)
                log.append(Entry(seat, game.say(action)))
            else:
                action = scribe.choose(game, s, seat, minds)
            game.apply(s, action)
        yield _course(f"made {number + 1}", "rust-belt", {}, seats, log)


# Measuring --------------------------------------------------------------------------------------------


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Without the collector of garbage, which strikes at random."""
    gc.collect()
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def replay_speed(courses: list[Course]) -> int:
    """Decisions of players a second when logs are read, checked and applied."""
    logs = [course for course in courses if course.log]
    decisions = sum(entry.seat != NATURE for course in logs for entry in course.log)
    games = [load(course.map, course.options) for course in logs]
    best = min(_time_replays(games, logs) for _ in range(REPEATS))
    return round(decisions / best * 1e9)


def _time_replays(games: list[AgeOfSteam], courses: list[Course]) -> int:
    began = process_time_ns()
    for game, course in zip(games, courses):
        play_again(game, course.seats, course.log)
    return process_time_ns() - began


def random_speed() -> float:
    """Whole games of four random players on the Rust Belt a second, every option listed."""
    best = 0.0
    for _ in range(REPEATS):
        game, bots = load("rust-belt"), [bot("random") for _ in range(4)]
        began = process_time_ns()
        for number in range(RANDOM_GAMES):
            play(game, bots, f"bench {number}")
        best = max(best, RANDOM_GAMES / (process_time_ns() - began) * 1e9)
    return round(best, 1)


class Times(NamedTuple):
    """Nanoseconds to list all options at each build and at each move of goods of a game."""

    builds: list[int]
    deliveries: list[int]


def list_times(course: Course) -> Times:
    """How long it takes to list what can be built and moved in the positions of a game."""
    out = Times([], [])
    passes = []
    for _ in range(REPEATS):
        game = load(course.map, course.options)  # a fresh game, so that it remembers nothing
        passes.append([_time_options(game, s) for s in course.positions])
    for s, *times in zip(course.positions, *passes):
        decision = game.decision(s)
        if isinstance(decision, BuildDecision):
            out.builds.append(min(times))
        elif isinstance(decision, MoveDecision):
            out.deliveries.append(min(times))
    return out


def _of_board(map: str, courses: list[Course], listed: Mapping[str, Times]) -> dict[str, Any]:
    """The figures of one board: of its recorded games, and of random ones with as many as can play."""
    seats = read_board(map).players[1]
    times = [listed[course.name] for course in courses if course.map == map]
    builds = [time for one in times for time in one.builds]
    deliveries = [time for one in times for time in one.deliveries]
    return {
        "players": seats,
        "random_games_per_s": board_speed(map, seats),
        "list_builds_us": _spread(builds) if builds else None,
        "list_deliveries_us": _spread(deliveries) if deliveries else None,
    }


def board_speed(map: str, seats: int) -> float:
    """Whole games of random players on a board a second, every option listed."""
    game, bots = load(map), [bot("random") for _ in range(seats)]
    began, number = process_time_ns(), 0
    while not number or process_time_ns() - began < BOARD_NS:
        play(game, bots, f"bench {number}")
        number += 1
    return round(number / (process_time_ns() - began) * 1e9, 1)


def _time_options(game: AgeOfSteam, s: SteamState) -> int:
    if s.agenda[0].kind == "move":
        s.link_table = s.memory = None
    began = process_time_ns()
    game.options(s)
    return process_time_ns() - began


def copy_time(courses: list[Course], times: int = 50) -> float:
    """Microseconds to copy a position."""
    found = []
    for course in courses:
        for s in course.positions[::5]:
            began = process_time_ns()
            for _ in range(times):
                s.copy()
            found.append((process_time_ns() - began) / times)
    return round(median(found) / 1000, 2)


def calibration_speed() -> int:
    """Rounds a second of a fixed loop of plain Python: look up, multiply, compare."""
    best = 0.0
    for _ in range(REPEATS):
        began = process_time_ns()
        _calibrate(CALIBRATION_OPS)
        best = max(best, CALIBRATION_OPS / (process_time_ns() - began) * 1e9)
    return round(best)


def _calibrate(ops: int) -> int:
    table = list(range(256))
    value = high = 0
    for number in range(ops):
        value = (value * 69069 + table[number & 255]) & 0xFFFFFFFF
        if value > high:
            high = value
    return high


def _spread(times: list[int]) -> dict[str, float]:
    return {"median": round(median(times) / 1000, 1), "max": round(max(times) / 1000, 1)}


def _show(out: dict[str, Any]) -> None:
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column()
    builds, deliveries = out["list_builds_us"], out["list_deliveries_us"]
    grid.add_row("Replay", f"{out['replay_decisions_per_s']:,}", "decisions/s")
    grid.add_row("Random games, 4 players", f"{out['random_games_per_s']:,}", "games/s")
    grid.add_row("List all builds", f"{builds['median']:,}", f"µs, at most {builds['max']:,}")
    grid.add_row("List all deliveries", f"{deliveries['median']:,}", f"µs, at most {deliveries['max']:,}")
    grid.add_row("Copy a position", f"{out['copy_us']:,}", "µs")
    grid.add_row("Calibration loop", f"{out['calibration_ops_per_s']:,}", "ops/s")
    console = screen()
    console.print(grid)
    console.print(_boards(out["boards"]))
    console.print(f"Measured with: {', '.join(out['games'])}", style="dim")


def _boards(boards: Mapping[str, Mapping[str, Any]]) -> Grid:
    """One line a board; what no recorded game asks is left open."""

    def spread(times: Mapping[str, float] | None) -> tuple[str, str]:
        return (f"{times['median']:,}", f"{times['max']:,}") if times else ("–", "–")

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("\nBoard")
    for head in ("\nPlayers", "Random\ngames/s", "Builds\nµs", "\nmost", "Deliveries\nµs", "\nmost"):
        grid.add_column(head, justify="right")
    for map, told in boards.items():
        times = *spread(told["list_builds_us"]), *spread(told["list_deliveries_us"])
        grid.add_row(map, str(told["players"]), f"{told['random_games_per_s']:,}", *times)
    return grid


def _show_server(out: dict[str, Any]) -> None:
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column()
    sizes, cpu, large = out["message_bytes"], out["server_cpu_ms_per_move"], out["larger_than_12_kb"]
    grid.add_row("Moves", f"{out['moves_per_s']:,}", f"a second, {out['moves']:,} in {out['seconds']} s")
    if cpu is not None:
        grid.add_row("Server's CPU time", f"{cpu:,}", "ms a move")
    grid.add_row("Message of a move", f"{sizes['median']:,}", f"bytes, mean {sizes['mean']:,}")
    grid.add_row("", f"{sizes['p95']:,}", f"95 % are no larger; the largest has {sizes['max']:,}")
    asked = ", ".join(f"{kind} {times}" for kind, times in large["before"].items())
    grid.add_row("Larger than 12 KB", f"{large['share']:.1%}", f"asked next: {asked}" if asked else "")
    grid.add_row("First message of a page", f"{sizes['first']:,}", "bytes")
    console = screen()
    console.print(grid)
    console.print(f"{out['tables']} tables on {out['map']}, {out['pages']} pages.", style="dim")
