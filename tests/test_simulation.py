"""Many games: who plays them, what happens when somebody fails, and what is kept."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from footplate import games, records
from footplate.core.bot import Bot, RandomBot
from footplate.core.game import Game
from footplate.sim import run as running
from footplate.sim.crew import Processes
from footplate.sim.folder import Folder, FolderError, Keep, KeepError
from footplate.sim.rating import Game as Played
from footplate.sim.rating import rate
from footplate.sim.run import Crew, Job, Result, shuffled_lineup, simulate
from footplate.sim.stats import summary
from tests import referee
from tests.cli.command import footplate

JOB = Job("rust-belt", (), 3, ("random", "frugal"), "s")
SIMULATE = ("simulate", "rust-belt", "--players", 3, "--bot", "random,frugal", "--seed", "s", "--json")


# Who plays ----------------------------------------------------------------------------------------------


def test_a_killed_worker_is_replaced_and_its_games_are_played_again() -> None:
    killed: list[int] = []

    def kill(results: list[Result]) -> None:
        if not killed:
            worker = multiprocessing.active_children()[0]
            assert worker.pid is not None
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    crew = Processes(2)
    assert simulate(JOB, 20, crew, kill) == simulate(JOB, 20)
    assert killed and crew.lost >= 1
    assert not multiprocessing.active_children()


def start_ray(port: int, folder: Path) -> subprocess.Popen[str] | None:
    """A real Ray on loopback, or None: it gives up by itself where the machine has much else to do."""
    words = ["start", "--head", "--block", f"--port={port}", "--num-cpus=2", "--include-dashboard=false"]
    words += ["--disable-usage-stats", "--object-store-memory=80000000", f"--temp-dir={folder}"]
    with open(folder / "said", "w", encoding="utf-8") as log:
        program = Path(sys.executable).parent / "ray"
        ray = subprocess.Popen([program, *words], stdout=log, stderr=log, text=True)
    while "Ray runtime started" not in (folder / "said").read_text("utf-8"):
        if ray.poll() is not None:
            return None
        time.sleep(0.1)
    return ray


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a real Ray on loopback, which tells nobody about itself."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    # So Ray takes loopback for the address of this machine, and binds and connects to nothing else.
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # The names of its sockets would be too long below pytest's own folders.
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        ray = None
        for attempt in range(3):
            (tries := Path(folder) / str(attempt)).mkdir()
            if ray := start_ray(port, tries):
                break
        said = (tries / "said").read_text("utf-8")
        if ray is None and "timed out during startup" in said:
            pytest.skip("Ray gives itself thirty seconds to start, and this machine has too much else to do")
        assert ray is not None, said
        try:
            yield f"127.0.0.1:{port}"
        finally:
            all_of_it = [pid for pid, _ in children_of(ray.pid)]
            ray.terminate()
            ray.wait(60)
            for pid in all_of_it:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def children_of(parent: int) -> Iterator[tuple[int, str]]:
    """All processes below this one, with their command lines."""
    for path in Path("/proc").glob("[0-9]*"):
        try:
            above = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if above == parent:
                yield int(path.name), (path / "cmdline").read_text().replace("\0", " ")
                yield from children_of(int(path.name))
        except (OSError, ValueError):
            continue


def test_a_ray_cluster_plays_the_same_games_even_when_a_worker_is_killed(cluster: str) -> None:
    command = [sys.executable, "-m", "footplate", *map(str, SIMULATE), "--games", "120", "--ray", cluster]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as driver:
        until, killed = time.monotonic() + 300, 0
        while driver.poll() is None and time.monotonic() < until and not killed:
            for pid, words in children_of(os.getpid()):
                if words.startswith("ray::play_chunk"):
                    os.kill(pid, signal.SIGKILL)
                    killed = pid
                    break
            time.sleep(0.01)
        told, complaints = driver.communicate(timeout=300)
    assert driver.returncode == 0, complaints
    assert killed
    there, here = json.loads(told), footplate(*SIMULATE, "--games", 120, "--jobs", 1).json
    for answer in (there, here):
        del answer["games_per_s"]
    assert there == here


# Bots that fail -----------------------------------------------------------------------------------------


class Failing(Bot):
    """Plays at random, but fails the first time it is to issue shares."""

    def __init__(self, how: str) -> None:
        self.how, self.failed = how, False

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Any:
        action = RandomBot().choose(game, state, seat, rng)
        if self.failed or state.agenda[0].kind != "issue":
            return action
        self.failed = True
        state.cash[seat] = 999  # whatever it leaves behind must not matter
        if self.how == "raised":
            raise ValueError("no idea")
        while self.how == "overran":
            pass
        return type(action)(77)


@pytest.mark.parametrize("how", ["raised", "overran", "illegal"])
def test_a_bot_that_fails_is_reported_and_the_game_goes_on(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Failing(how)
    monkeypatch.setattr(running, "bot", lambda game, name: failing if name == "failing" else RandomBot())
    job = Job("rust-belt", (), 3, ("failing", "random", "random"), "s", patience=2, logged=True)
    host = games.load("rust-belt")
    result = running.play_number(host, job, 4)
    assert result.bots[1] == "random" and "failing" in result.bots
    assert len(result.faults) == 1
    at = result.bots.index("failing")
    for fault in result.faults:
        assert (fault.game, fault.seat, fault.bot, fault.seed, fault.kind) == (4, at, "failing", "s/4", how)
        entry = result.log[fault.step - 1]
        assert entry.seat == at and entry.text.startswith("issue")
    s = host.game.start(3)
    for entry in result.log:
        action = host.game.read(s, entry.text)
        assert host.game.why_not(s, action) is None
        host.game.apply(s, action)
        referee.check(host.game, s)
    assert s.over and result.scores == tuple(host.game.scores(s))
    told = summary([result])
    assert told["by_bot"]["failing"]["faults"] == len(result.faults) == len(told["faults"])
    assert told["by_bot"]["random"]["faults"] == 0
    where = f"Game 4 (seed s/4), step {result.faults[0].step}, seat {at + 1}: failing "
    assert told["faults"][0]["says"].startswith(where)
    # A guard leaves the alarm as it was.
    assert signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, None)


def test_faults_come_out_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "bot", lambda game, name: Failing("raised"))
    command = ("simulate", "rust-belt", "--players", 3, "--games", 1, "--jobs", 1)
    assert "random raised ValueError: no idea" in footplate(*command).out
    (first, *_) = footplate(*command, "--json").json["faults"]
    assert (first["game"], first["seed"], first["kind"]) == (0, "1/0", "raised") and first["step"] > 1


# What is kept -------------------------------------------------------------------------------------------


class Interrupted(Crew):
    """Plays three portions and is interrupted."""

    def results(self, job: Job, chunks: Any) -> Generator[list[Result], None, None]:
        for number, results in enumerate(super().results(job, chunks)):
            if number == 3:
                raise KeyboardInterrupt
            yield results


class Counting(Crew):
    """Counts the games it plays."""

    played = 0

    def results(self, job: Job, chunks: Any) -> Generator[list[Result], None, None]:
        for results in super().results(job, chunks):
            self.played += len(results)
            yield results


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    job = JOB._replace(studied=True)
    folder = Folder(tmp_path / "run", job, 3)
    with pytest.raises(KeyboardInterrupt):
        simulate(job, 10, Interrupted(), folder.add, folder.known)
    # A crash may cut the last line off.
    lines = (tmp_path / "run" / "results.jsonl").read_text("utf-8")
    assert lines.count("\n") == 3
    (tmp_path / "run" / "results.jsonl").write_text(lines[:-20], "utf-8")
    again, crew = Folder(tmp_path / "run", job, 3), Counting()
    assert len(again.known) == 2
    assert simulate(job, 10, crew, again.add, again.known) == simulate(job, 10)
    assert crew.played == 8
    whole, idle = Folder(tmp_path / "run", job, 3), Counting()
    assert simulate(job, 5, idle, whole.add, whole.known) == simulate(job, 5) and not idle.played


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": "t"}, "seed .s there."),
        ({"bots": ("random",)}, "bots"),
        ({"players": 4}, "number of players"),
    ],
)
def test_a_folder_holds_one_run(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    Folder(tmp_path, JOB, 3)
    with pytest.raises(FolderError, match=sentence):
        Folder(tmp_path, JOB._replace(**change), 3)


def hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupted_command_says_how_to_go_on(tmp_path: Path) -> None:
    words = [*SIMULATE[:-1], "--games", 100_000, "--jobs", 2, "--out", tmp_path / "run"]
    command = [sys.executable, "-m", "footplate", *map(str, words)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # Whoever runs tests in the background may have told their shell to ignore Ctrl-C.
    with subprocess.Popen(command, text=True, preexec_fn=hear_interrupts, **pipes) as run:
        until = time.monotonic() + 300
        while not (tmp_path / "run" / "results.jsonl").exists() and time.monotonic() < until:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        told, complaints = run.communicate(timeout=300)
    assert run.returncode == 130 and told == ""
    here = tmp_path / "run"
    assert complaints.strip() == f"Interrupted. What was played is in {here}; the same command goes on."
    again = footplate(*SIMULATE, "--games", 12, "--jobs", 1, "--out", here).json
    fresh = footplate(*SIMULATE, "--games", 12, "--jobs", 1).json
    del again["games_per_s"], fresh["games_per_s"]
    assert again == fresh


def test_records_of_chosen_games_are_kept_and_hold(tmp_path: Path) -> None:
    run = tmp_path / "run"
    told = footplate(*SIMULATE, "--games", 12, "--jobs", 1, "--out", run, "--keep", "best,worst,3,7-8").json
    results = simulate(JOB, 12)
    tops = {r.number: max(score for score in r.scores if score is not None) for r in results}
    wanted = {3, 7, 8, max(tops, key=lambda n: (tops[n], -n)), min(tops, key=lambda n: (tops[n], n))}
    kept = {int(path.stem): path for path in (run / "records").iterdir()}
    assert set(kept) == wanted and told["games"] == 12
    for number, path in kept.items():
        table = records.load(path)
        assert tuple(table.scores().values()) == results[number].scores
        assert [name.rpartition(" ")[0] for name in table.seats] == list(results[number].bots)


def test_a_choice_of_games_is_read_as_people_write_it() -> None:
    assert Keep.read("all").all and Keep.read("faults").faults
    assert Keep.read("best:5, worst, 3, 7-9") == Keep(best=5, worst=1, numbers=frozenset({3, 7, 8, 9}))
    for wrong in ("best:", "some", "-3", "3-", "best:x", "²"):
        with pytest.raises(KeepError):
            Keep.read(wrong)


def test_csv_and_parquet_hold_a_row_for_every_seat(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    files = ("--csv", tmp_path / "a.csv", "--parquet", tmp_path / "a.parquet")
    told = footplate(*SIMULATE, "--games", 6, "--jobs", 1, *files).json
    with open(tmp_path / "a.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 18
    scores = [int(row["score"]) for row in rows if row["score"]]
    assert round(sum(scores) / len(scores), 2) == told["mean_score"]
    assert sum(float(row["won"]) for row in rows) == pytest.approx(6)
    same = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in same] == rows


def test_without_the_library_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library, extra, words in (
        ("pyarrow.parquet", "parquet", (*SIMULATE, "--parquet", tmp_path / "a.parquet")),
        ("ray", "ray", (*SIMULATE, "--ray", "auto")),
        ("matplotlib", "report", ("report", "rust-belt", "-o", tmp_path / "a.html")),
    ):
        monkeypatch.setitem(sys.modules, library, None)
        answer = footplate(*words)
        assert answer.code == 2 and f"pip install 'footplate[{extra}]'" in answer.err
        assert not list(tmp_path.iterdir())


# Tournaments --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bots", "players"), [(2, 4), (3, 4), (5, 3), (6, 4)])
def test_in_a_tournament_everybody_sits_everywhere_and_company_changes(bots: int, players: int) -> None:
    names = [f"bot {n}" for n in range(bots)]
    lineups = [shuffled_lineup(names, players, n, "s") for n in range(bots * 30)]
    for name in names:
        for seat in range(players):
            assert sum(lineup[seat] == name for lineup in lineups) == 30
    assert len({frozenset(lineup) for lineup in lineups}) > 1 or bots <= players
    assert len(set(lineups)) > bots


def test_ratings_find_the_strengths_that_made_the_games() -> None:
    chance, strengths = random.Random(5), {"a": 4.0, "b": 2.0, "c": 1.0, "d": 1.0}
    played = []
    for _ in range(200):
        # The exponential of each strength that comes first: the model of Plackett and Luce.
        times = {bot: chance.expovariate(strength) for bot, strength in strengths.items()}
        ranked = sorted(times, key=lambda bot: times[bot])
        seats = tuple(chance.sample(sorted(strengths), 4))
        places = tuple(ranked.index(bot) + 1 for bot in seats)
        played.append(Played(seats, places, (places.index(1),)))
    rated = {rating.bot: rating for rating in rate(played, "s", 100)}
    assert list(rated)[:2] == ["a", "b"]
    for bot, strength in strengths.items():
        # Odds of two to one are 120 points.
        true = rated["b"].rating + 120.4 * {4.0: 1, 2.0: 0, 1.0: -1}[strength]
        assert rated[bot].low - 40 < true < rated[bot].high + 40
        assert rated[bot].low < rated[bot].rating < rated[bot].high
    assert rated["a"].wins == pytest.approx(0.5, abs=0.1) and rated["a"].even == 0.25


def test_who_loses_everything_or_is_always_level_has_a_finite_rating() -> None:
    lost = [Played(("a", "b"), (1, 2), (0,)) for _ in range(20)]
    best, worst = rate(lost, "s", 50)
    assert (best.bot, worst.bot) == ("a", "b") and best.rating - worst.rating > 400
    level = [Played(("a", "b"), (1, 1), (0, 1)) for _ in range(20)]
    assert {rating.rating for rating in rate(level, "s", 50)} == {1500}


def test_a_tournament_rates_bots_on_several_boards_and_alone(tmp_path: Path) -> None:
    words = ("tournament", "random", "frugal", "--map", "rust-belt,barbados", "--games", 12, "--jobs", 1)
    told = footplate(*words, "--json", "-o", tmp_path / "page.html").json
    best, worst = told["ratings"]
    assert (best["bot"], worst["bot"]) == ("frugal", "random") and best["low"] > worst["high"]
    assert [(board["map"], board["players"], board["games"]) for board in told["boards"]] == [
        ("rust-belt", 4, 12),
        ("barbados", 1, 12),
    ]
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "frugal is clearly the strongest" in page and "Barbados" in page
    assert f"{best['rating']:.0f}" in page
