"""`footplate bench`: how fast the rules are, measured the same way everywhere."""

from __future__ import annotations

import gc
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time_ns
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

import footplate
from footplate import compiled, games, records
from footplate.bots import Bot, bot, bots_of
from footplate.cli.edge import check_players, plain_words, print_json, screen, stop
from footplate.core.game import NATURE, NOBODY, Game
from footplate.core.host import Host
from footplate.core.recording import TraceError
from footplate.core.table import Entry, Unlawful
from footplate.core.table import replay as play_again
from footplate.sim.run import play

ROOT = Path(footplate.__file__).parent.parent
BASE_BOARD = "rust-belt"
"""What is measured on one board is measured there."""
REPEATS = 3
"""Each figure is the best of so many, because other programs only ever make it worse."""
MADE_GAMES = 6
RANDOM_GAMES = 200
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
    positions: list[Any] = field(default_factory=list)
    actions: list[Any] = field(default_factory=list)
    """What its log says, read."""
    trace: Any = None
    """The recorded game as it was read, where it is none of ours."""

    def host(self) -> Host:
        """Its game, fresh, so that it remembers nothing."""
        return games.load(self.map, self.options)


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
    server: Annotated[bool, typer.Option("--server", help="Measure a server with fifty tables.")] = False,
    map: Annotated[str, typer.Option(help="With --server or --bots: the board.", metavar="MAP")] = BASE_BOARD,
    moves: Annotated[int, typer.Option(help="With --server: moves at a table, at most.", min=1)] = 10_000,
    bots: Annotated[
        bool, typer.Option("--bots", help="Measure how well and how fast the bots play.")
    ] = False,
    names: Annotated[
        list[str] | None, typer.Option("--bot", help="With --bots: which; usually all.", metavar="BOT")
    ] = None,
    against: Annotated[
        str, typer.Option(help="With --bots: who sits at the other seats, or itself.", metavar="BOT")
    ] = "greedy",
    players: Annotated[int, typer.Option(help="With --bots: how many play.", min=1)] = 4,
    played: Annotated[int, typer.Option("--games", help="With --bots: games of each bot.", min=1)] = 4,
) -> None:
    """Measure replay, listing, copying and whole random games on this machine, on one core.

    All times are CPU times, each the best of three, so that other programs do not spoil them; each begins
    with a fresh game that remembers nothing.

    The games are the records in tests/records of a checkout (or games made on the spot) and recorded games in
    ../shared/traces where they are; every board has a line of its own. Deliveries are listed cold, builds
    with what the game remembers in play.
    Positions in tests/positions have too many options to list them all: crowded says how long the list of
    the best takes there, each part that can be asked for, e.g. all deliveries of one cube, the largest of
    them with all that a page is told of it, and how many options those are.
    listed_decisions_per_s is of whole recorded games with all options listed at every decision,
    trace_actions_per_s of others' recorded games with every number checked, without reading the board.
    calibration_ops_per_s is a fixed loop of plain Python, to compare machines; compiled says which form of
    the engine runs, and FOOTPLATE_PLAIN=1 asks for the plain one.

    With --server a server on SQLite is started, in a passing folder. At each of fifty tables sit two people
    with a page and two seats each, in this process, who play whole games of frugal bots as fast as the server
    answers; the clock stops when the first game is over. Moves a second are of the whole machine, the players
    included; the first message of a page, which tells it everything, is counted apart.

    With --bots each bot sits at one seat, which changes, and another bot at all others, or it plays against
    itself; wins are its share of the games, with the interval in which the true share lies in ninety-five of
    a hundred cases.

    \b
    Examples:
      footplate bench --json
      footplate bench --bots --bot search:40 --games 100
      footplate bench --server --map germany
    """
    if server:
        out = _of_server(map, moves)
        if as_json:
            print_json(out)
        else:
            _show_server(out)
        return
    if bots:
        _of_bots(map, players, names or [], against, played, as_json)
        return
    courses = [*_recorded(ROOT / "tests" / "records"), *_traces(ROOT.parent / "shared" / "traces")]
    if not any(course.log for course in courses):
        courses += _made()
    with _undisturbed():
        listed = {course.name: list_times(course) for course in courses}
        every = _together(listed.values())
        random_games, random_decisions = random_speed()
        out = {
            "compiled": compiled.COMPILED,
            "replay_decisions_per_s": replay_speed(courses),
            "trace_actions_per_s": trace_speed(courses),
            "random_games_per_s": random_games,
            "random_decisions_per_s": random_decisions,
            "listed_decisions_per_s": listed_speeds(courses),
            **{f"list_{what}_us": _spread(times) for what, times in every.items()},
            "copy_us": copy_time(courses),
            "calibration_ops_per_s": calibration_speed(),
            "games": [course.name for course in courses],
            "positions": {what: len(times) for what, times in every.items()},
            "boards": {map: _of_board(map, courses, listed) for map in games.boards()},
            "crowded": dict(_crowded(ROOT / "tests" / "positions")),
        }
    if as_json:
        print_json(out)
    else:
        _show(out)


def _of_bots(map: str, players: int, given: list[str], against: str, number: int, as_json: bool) -> None:
    from footplate.cli.bench_bots import ITSELF, measure_bots, show_bots
    from footplate.cli.edge import read_bots

    with plain_words():
        host = games.load(map)
        check_players(host, players)
        names = read_bots(host.game_id, given) if given else tuple(bots_of(host.game_id))
        if against != ITSELF:
            read_bots(host.game_id, [against])
        out = measure_bots(map, players, names, against, number)
    if as_json:
        print_json(out)
    else:
        show_bots(out)


def _of_server(map: str, moves: int) -> dict[str, Any]:
    from footplate.cli.load import ServerError, measure

    with plain_words():
        games.load(map)
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
            board = record.map or record.game
            yield _course(file.name, board, record.options, len(record.seats), record.entries)
        except (records.RecordError, Unlawful, OSError, UnicodeDecodeError) as problem:
            stop(f"{file}: {problem}. footplate check tells more.")


def _course(name: str, map: str, options: dict[str, str], seats: int, log: list[Entry]) -> Course:
    out = Course(name, map, options, seats, log)
    game = out.host().game
    s = game.start(seats)
    for n, entry in enumerate(log):
        if entry.seat != NATURE:
            out.positions.append(s.copy())
        action = game.read(s, entry.text)
        if refusal := game.why_not(s, action):
            raise Unlawful(n, f"“{entry.text}”: {game.explain(s, action, refusal)} [{refusal.rule}]")
        out.actions.append(action)
        game.apply(s, action)
    return out


def _traces(folder: Path) -> Iterator[Course]:
    readers = [host for host in map(games.host_type, games.ids()) if host.trace_format]
    for file in sorted(folder.glob("*.json")):
        for reader in readers:
            try:
                trace = json.loads(file.read_text("utf-8"))
                host, seats, positions = reader.trace_positions(trace)
            except (TraceError, OSError, ValueError):
                continue  # a map that is not here yet, or no recorded game
            yield Course(file.name, host.id, dict(host.chosen), seats, [], positions, trace=trace)


class _Scribe:
    """A bot that notes what another one does."""

    def __init__(self, log: list[Entry]) -> None:
        self.bot, self.log = bot(games.game_of_board(BASE_BOARD), "frugal"), log

    def choose(self, game: Any, state: Any, seat: int, rng: random.Random) -> Any:
        action = self.bot.choose(game, state, seat, rng)
        self.log.append(Entry(seat, game.say(action)))
        return action


def _made() -> Iterator[Course]:
    """Whole games, made on the spot and always the same."""
    for number in range(MADE_GAMES):
        seats = 3 + number % 4
        game, log = games.load(BASE_BOARD).game, list[Entry]()
        nature, minds = random.Random(f"bench {number}"), random.Random(f"bench {number} minds")
        scribe, s = _Scribe(log), game.start(seats)
        while (seat := game.actor(s)) != NOBODY:
            if seat == NATURE:
                action = game.sample(s, nature)
                log.append(Entry(seat, game.say(action)))
            else:
                action = scribe.choose(game, s, seat, minds)
            game.apply(s, action)
        yield _course(f"made {number + 1}", BASE_BOARD, {}, seats, log)


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
    fresh = [course.host().game for course in logs]
    best = min(_time_replays(fresh, logs) for _ in range(REPEATS))
    return round(decisions / best * 1e9)


def _time_replays(fresh: list[Game[Any, Any]], courses: list[Course]) -> int:
    began = process_time_ns()
    for game, course in zip(fresh, courses):
        play_again(game, course.seats, course.log)
    return process_time_ns() - began


def random_speed() -> tuple[float, int]:
    """Games of four random players on the Rust Belt a second, every option listed, and their decisions."""
    best, decisions = 0, 0
    for _ in range(REPEATS):
        game, bots = games.load(BASE_BOARD).game, _random(BASE_BOARD, 4)
        began = process_time_ns()
        decisions = sum(play(game, bots, f"bench {number}")[1] for number in range(RANDOM_GAMES))
        taken = process_time_ns() - began
        best = min(best or taken, taken)
    return round(RANDOM_GAMES / best * 1e9, 1), round(decisions / best * 1e9)


def trace_speed(courses: list[Course]) -> int | None:
    """Actions of others' recorded games a second, every number of the file checked; None without any."""
    traces = [course for course in courses if course.trace is not None]
    if not traces:
        return None
    taken = sum(_time_trace(course) - _time_trace(course, 0) for course in traces)
    return round(sum(len(course.trace["steps"]) for course in traces) / taken * 1e9)


def _time_trace(course: Course, to: int | None = None) -> int:
    """How long a replay takes; up to step 0 it only reads the board and sets up."""
    host = games.host_type(games.game_of_board(course.map))
    times = []
    for _ in range(REPEATS):
        began = process_time_ns()
        host.replay_trace(course.trace, to)
        times.append(process_time_ns() - began)
    return min(times)


def listed_speeds(courses: list[Course]) -> dict[str, int]:
    """For each board the decisions a second of its recorded games, all options listed at every one."""
    taken: dict[str, int] = {}
    decisions: dict[str, int] = {}
    for course in courses:
        if course.log:
            best = min(_time_listed(course) for _ in range(REPEATS))
            taken[course.map] = taken.get(course.map, 0) + best
            decisions[course.map] = decisions.get(course.map, 0) + len(course.positions)
    return {map: round(decisions[map] / taken[map] * 1e9) for map in sorted(taken)}


def _time_listed(course: Course) -> int:
    game = course.host().game
    began = process_time_ns()
    s = game.start(course.seats)
    for entry, action in zip(course.log, course.actions):
        if entry.seat != NATURE:
            game.options(s)
        game.apply(s, action)
    return process_time_ns() - began


def _random(board: str, seats: int) -> list[Bot]:
    return [bot(games.game_of_board(board), "random") for _ in range(seats)]


Times = dict[str, list[int]]
"""Nanoseconds to list all options at each decision of a game, by the heading its host measures them under."""


def list_times(course: Course) -> Times:
    """How long it takes to list what can be done in the positions of a game."""
    out: Times = {}
    passes = []
    for _ in range(REPEATS):
        host = course.host()
        passes.append([_time_listings(host, s) for s in course.positions])
    for times in zip(*passes):
        for what in times[0]:
            out.setdefault(what, []).append(min(time[what] for time in times))
    return out


def _together(listed: Iterable[Times]) -> Times:
    out: Times = {}
    for times in listed:
        for what, found in times.items():
            out.setdefault(what, []).extend(found)
    return dict(sorted(out.items()))


def _of_board(map: str, courses: list[Course], listed: Mapping[str, Times]) -> dict[str, Any]:
    """The figures of one board: of its recorded games, and of random ones with as many as can play."""
    host = games.host_type(games.game_of_board(map))
    seats = host.board_line(map).players[1]
    times = _together(listed[course.name] for course in courses if course.map == map)
    return {
        "players": seats,
        "random_games_per_s": board_speed(map, seats),
        **{f"list_{what}_us": _spread(times[what]) if what in times else None for what in host.timings},
    }


def board_speed(map: str, seats: int) -> float:
    """Whole games of random players on a board a second, every option listed."""
    game, bots = games.load(map).game, _random(map, seats)
    began, number = process_time_ns(), 0
    while not number or process_time_ns() - began < BOARD_NS:
        play(game, bots, f"bench {number}")
        number += 1
    return round(number / (process_time_ns() - began) * 1e9, 1)


def _time_listings(host: Host, s: Any) -> dict[str, int]:
    """Each listing of a position by its heading, from a position that remembers nothing."""
    out = {}
    for what, listing in host.listings(s).items():
        host.forget(s)
        began = process_time_ns()
        listing()
        out[what] = process_time_ns() - began
    return out


def _crowded(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The figures of each kept position with very many options."""
    for file in sorted(folder.glob("*.game")):
        try:
            record = records.parse(file.read_text("utf-8"))
            host = games.load(record.map or record.game, record.options)
            s = record.position(host.game)
        except (records.RecordError, OSError, UnicodeDecodeError) as problem:
            stop(f"{file}: {problem}.")
        lookups = host.lookups(s)
        yield (
            file.name,
            {
                "options": sum(len(lookup()) for lookup in lookups),
                "list_us": _spread([_cold(host, s, partial(host.game.options, s))]),
                "lookup_us": _spread([_cold(host, s, lookup) for lookup in lookups]),
                "longest_answer_us": round(_cold(host, s, host.longest_answer(s)) / 1000, 1),
            },
        )


def _cold(host: Host, s: Any, asked: Callable[[], object]) -> int:
    """The best of several times that a question takes in a position that remembers nothing."""
    times = []
    for _ in range(REPEATS):
        host.forget(s)
        began = process_time_ns()
        asked()
        times.append(process_time_ns() - began)
    return min(times)


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
    grid.add_row("Replay", f"{out['replay_decisions_per_s']:,}", "decisions/s")
    if traces := out["trace_actions_per_s"]:
        grid.add_row("Traces, every number checked", f"{traces:,}", "actions/s")
    speed, decisions = out["random_games_per_s"], out["random_decisions_per_s"]
    grid.add_row("Random games, 4 players", f"{speed:,}", f"games/s, {decisions:,} decisions/s")
    for what in out["positions"]:
        times = out[f"list_{what}_us"]
        grid.add_row(f"List all {what}", f"{times['median']:,}", f"µs, at most {times['max']:,}")
    for name, told in out["crowded"].items():
        grid.add_row(f"List the best of {told['options']:,}", f"{told['list_us']['max']:,}", f"µs, {name}")
        times = told["lookup_us"]
        grid.add_row("List all of one part", f"{times['median']:,}", f"µs, at most {times['max']:,}")
        grid.add_row("Tell a page the largest", f"{told['longest_answer_us']:,}", "µs")
    grid.add_row("Copy a position", f"{out['copy_us']:,}", "µs")
    grid.add_row("Calibration loop", f"{out['calibration_ops_per_s']:,}", "ops/s")
    grid.add_row("The engine is", compiled.form(), "")
    console = screen()
    console.print(grid)
    for game in games.ids():
        host = games.host_type(game)
        console.print(_boards(host, {map: out["boards"][map] for map in host.boards()}))
    console.print(f"CPU time, each figure the best of {REPEATS}.", style="dim")
    console.print(f"Measured with: {', '.join(out['games'])}", style="dim")


def _boards(host: type[Host], boards: Mapping[str, Mapping[str, Any]]) -> Grid:
    """One line a board; what no recorded game asks is left open."""

    def spread(times: Mapping[str, float] | None) -> tuple[str, str]:
        return (f"{times['median']:,}", f"{times['max']:,}") if times else ("–", "–")

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("\nBoard")
    listed = [head for what in host.timings for head in (f"{what.capitalize()}\nµs", "\nmost")]
    for head in ("\nPlayers", "Random\ngames/s", *listed):
        grid.add_column(head, justify="right")
    for map, told in boards.items():
        times = [word for what in host.timings for word in spread(told[f"list_{what}_us"])]
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
