"""A report's figures are those of its records, counted here once more by other means."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from footplate import games, records
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.words import action_name
from footplate.core.table import Table
from footplate.report.figures import count, lead_changes, mean_of, ratio_of
from footplate.report.recorded import people_of
from footplate.report.report import Report
from footplate.report.words import differences, number, told_apart
from footplate.sim.run import Job, simulate
from tests.cli.command import footplate

GAMES = 6
Told = dict[str, Any]
TRACES = Path(__file__).parents[2] / "shared" / "traces"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A report on the Rust Belt, and the folder with its records."""
    folder = tmp_path_factory.mktemp("report")
    words = ("report", "rust-belt", "--players", 3, "--bot", "frugal,quick", "--games", GAMES, "--jobs", 1)
    answer = footplate(*words, "--out", folder / "run", "-o", folder / "page.html", "--json")
    assert answer.code == 0, answer.err
    out: dict[str, Any] = answer.json
    return {**out, "folder": folder}


@pytest.fixture(scope="module")
def counted(told: dict[str, Any]) -> dict[str, Any]:
    """The same games, each entry said again at a table, and what happened counted by the facts it tells."""
    out: dict[str, Any] = {"games": [], "took": Counter(), "sent": Counter(), "taken": Counter()}
    out |= {"moved": Counter(), "lengths": Counter(), "dead": Counter(), "dead_at": Counter(), "gained": 0}
    out |= {"curves": [], "won": Counter(), "orders": [], "places": Counter()}
    for path in sorted((told["folder"] / "run" / "this" / "records").iterdir()):
        record = records.parse(path.read_text("utf-8"))
        game = record.load_game()
        assert isinstance(game, AgeOfSteam)
        table: Table[Any, Any] = Table(game, record.seats)
        took, curve = list[tuple[int, str]](), list[list[int | None]]()
        for entry in record.entries:
            turn = table.state.turn
            for fact in table.act(entry.text, entry.seat):
                note(out, game, fact)
                if fact.kind == "took":
                    took.append((fact.seat, action_name(game.board.actions[fact.data[0]])))
                if fact.kind == "order":
                    out["orders"].append(fact.data)
            if table.state.turn != turn or table.state.over:
                curve.append(list(table.scores().values()))
        out["games"].append(table)
        out["curves"].append(curve)
        for seat, action in took:
            if seat in game.winners(table.state):
                out["won"][action] += 1 / len(game.winners(table.state))
        for hex in range(game.board.size):
            for colour in range(len(COLOURS)):
                cubes = table.state.cubes[STRIDE * hex + colour]
                out["dead"][COLOURS[colour]] += cubes
                out["dead_at"][game.board.place(hex)] += cubes
    return out


def note(out: dict[str, Any], game: AgeOfSteam, fact: Any) -> None:
    place = game.board.place
    if fact.kind == "took":
        out["took"][action_name(game.board.actions[fact.data[0]])] += 1
    elif fact.kind == "delivered":
        colour, start, stop, links = fact.data
        out["moved"][COLOURS[colour]] += 1
        out["sent"][place(start)] += 1
        out["taken"][place(stop)] += 1
        out["lengths"][str(links)] += 1
    elif fact.kind == "gained":
        out["gained"] += fact.data[0]


def sums(told: dict[str, Any], chapter: str, column: str) -> dict[str, float]:
    """What the report says of a column, added up over its games, without what is nothing."""
    things = told["figures"][0]["chapters"][chapter]
    whole = {thing: round(GAMES * columns[column][0], 6) for thing, columns in things.items()}
    return {thing: value for thing, value in whole.items() if value}


def plain(counter: Counter[str]) -> dict[str, float]:
    return {thing: pytest.approx(value) for thing, value in counter.items() if value}


def test_its_figures_equal_those_counted_from_its_records(told: Told, counted: Told) -> None:
    assert len(counted["games"]) == GAMES
    assert sums(told, "actions", "taken") == plain(counted["took"])
    assert sums(told, "actions", "won") == plain(counted["won"])
    assert set(told["figures"][0]["chapters"]["actions"]) >= {"Turn Order", "Production"}
    assert sums(told, "cities", "sent") == plain(counted["sent"])
    assert sums(told, "cities", "taken") == plain(counted["taken"])
    assert sums(told, "cities", "dead") == plain(counted["dead_at"])
    assert sums(told, "goods", "moved") == plain(counted["moved"])
    assert sums(told, "goods", "dead") == plain(counted["dead"])
    # On this board a cube leaves only by being moved.
    assert sums(told, "goods", "supply") == plain(counted["moved"] + counted["dead"])
    assert sums(told, "lengths", "moved") == plain(counted["lengths"])
    links = sum(int(length) * times for length, times in counted["lengths"].items())
    assert sum(sums(told, "links", "uses").values()) == pytest.approx(links)
    for chapter in ("links", "cities", "goods"):
        assert sum(sums(told, chapter, "income").values()) == pytest.approx(counted["gained"])
    own, others = sums(told, "lengths", "own"), sums(told, "lengths", "others")
    assert sum(own.values()) + sum(others.values()) == pytest.approx(counted["gained"])


def test_scores_orders_and_curves_are_those_of_the_records(told: Told, counted: Told) -> None:
    figures = told["figures"][0]
    every = [score for table in counted["games"] for score in table.scores().values()]
    known = [score for score in every if score is not None]
    assert sorted(figures["scores"]) == sorted(known)
    assert figures["score"][0] == pytest.approx(sum(known) / len(known))
    assert figures["bankruptcies"][0] * GAMES == pytest.approx(every.count(None))
    assert figures["decisions"][0] * GAMES == pytest.approx(
        sum(entry.seat >= 0 for table in counted["games"] for entry in table.log)
    )
    for at in range(3):
        seats = [order[at] for order in counted["orders"]]
        wins = [
            (seat in table.game.winners(table.state)) / len(table.game.winners(table.state))
            for seat, table in zip(seats, counted["games"])
        ]
        assert figures["orders"]["First player order"][at][1][0] == pytest.approx(sum(wins) / GAMES)
    for turn, (mean, low, high) in enumerate(figures["curves"]["score"]):
        there = [score for curve in counted["curves"] for score in curve[turn : turn + 1] for score in score]
        left = [score for score in there if score is not None]
        assert mean == pytest.approx(sum(left) / len(left)) and low <= high
    assert figures["leads"][0] * GAMES == pytest.approx(sum(map(leads, counted["curves"])))


def leads(curve: list[list[int | None]]) -> int:
    """How often the lead changed hands, by walking through the turns."""
    last, changes = None, 0
    for scores in curve:
        best = sorted((score for score in scores if score is not None), reverse=True)
        if len(best) > 1 and best[0] == best[1]:
            continue
        leader = scores.index(best[0])
        changes += last is not None and leader != last
        last = leader
    return changes


def test_the_page_says_the_figures_and_reaches_for_nothing_outside(told: dict[str, Any]) -> None:
    page = (told["folder"] / "page.html").read_text("utf-8")
    assert f"{number(told['figures'][0]['score'][0])} ±" in page
    for sentence in told["stands_out"]:
        assert sentence.replace("&", "&amp;").replace("'", "&#x27;") in page
    assert "people score 82" in page and told["stands_out"][0].endswith("(54 recorded games between people).")
    assert not re.findall(r'(?:src|href|action)="(?!#|data:,)[^"]*"|url\((?!#)|@import|https?:', page)
    for heading in (
        "Scores",
        "Seats and order",
        "Course of the game",
        "Actions",
        "Links",
        "Supply and demand",
    ):
        assert f"<h2>{heading}</h2>" in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert all(f'id="{name}"' in page for name in re.findall(r'(?:url\(#|href="#)([^")]+)', page))
    assert not re.findall(r"#fe00[0-9a-f]{2}", page)


def test_two_versions_of_a_map_are_compared(tmp_path: Path) -> None:
    board = Path(games.__file__).parent / "age_of_steam" / "maps" / "rust_belt.toml"
    rich = tmp_path / "rich.toml"
    rich.write_text(
        board.read_text("utf-8").replace('name = "Rust Belt"', 'name = "Rich Belt"')
        + "\n[rules]\nturns = { 3 = 3, 4 = 3, 5 = 3, 6 = 3 }\n",
        "utf-8",
    )
    words = ("report", "rust-belt", "--against", rich, "--players", 3, "--bot", "frugal", "--games", 4)
    answer = footplate(*words, "--jobs", 1, "-o", tmp_path / "page.html", "--json").json
    assert [side["title"] for side in answer["figures"]] == ["Rust Belt", "Rich Belt"]
    assert answer["figures"][1]["turns"][0] == 3
    (turns,) = [sentence for sentence in answer["differences"] if sentence.startswith("Turns: ")]
    assert turns.endswith("3 on Rich Belt.")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "Against Rich Belt" in page and "Rust Belt against Rich Belt" in page
    # The same games differ in nothing.
    host = games.load("rust-belt")
    alike = count(host, 3, simulate(Job("rust-belt", (), 3, ("random",), "s", studied=True), 3))
    assert differences(host, alike, host, alike) == []
    level = "Between Rust Belt and Rust Belt no figure differs by more than chance."
    assert told_apart(alike, alike, []) == [level]


@pytest.mark.parametrize("map", [*map_ids(), "days-of-steam"])
def test_every_board_tells_what_became_of_its_goods(map: str) -> None:
    host = games.load(map)
    players = host.players[0]
    results = simulate(Job(map, (), players, ("random",), "s", studied=True), 2)
    figures = count(host, players, results)
    moved = "delivered" if map == "days-of-steam" else "moved"
    for colour, columns in figures.chapters["goods"].items():
        supply, gone = columns["supply"].mean, columns[moved].mean
        assert gone - 1e-9 <= supply, colour
    assert Report(host, figures)._words()
    for result in results:
        assert result.study and len(result.study.curves["score"]) == result.turns


def test_the_least_there_can_be_is_a_page_too(tmp_path: Path) -> None:
    words = ("report", "barbados", "--bot", "random", "--games", 1, "--jobs", 1, "-o", tmp_path / "page.html")
    answer = footplate(*words)
    assert answer.code == 0, answer.err
    assert "<h2>Supply and demand</h2>" in (tmp_path / "page.html").read_text("utf-8")


def test_recorded_games_of_people_are_compared(told: Told) -> None:
    paths = sorted((told["folder"] / "run" / "this" / "records").iterdir())[:2]
    known = people_of(games.load("rust-belt"), 3, paths)
    tables = [records.load(path) for path in paths]
    every = [score for table in tables for score in table.scores().values()]
    left = [score for score in every if score is not None]
    assert known.figures["score"] == median(left) and known.source == "2 recorded games"
    assert known.figures["bankruptcies"] == every.count(None) / 2
    assert known.curves["score"][-1] <= max(left) and len(known.curves["income"]) == 10
    if (trace := TRACES / "germany-2824.json").exists():
        data = json.loads(trace.read_text("utf-8"))
        known = people_of(games.load("germany"), data["players"], [trace])
        assert known.figures["score"] == median(row["score"] for row in data["final"])
        last = data["rounds"][-1]["players"].values()
        assert known.curves["engine"][-1] == pytest.approx(sum(row["loco"] for row in last) / len(last))


def test_means_ratios_and_changes_of_the_lead_by_hand() -> None:
    assert mean_of([1, 2, 3, 4]) == (2.5, pytest.approx(0.6455, abs=1e-4), 4)
    assert mean_of([]) == (0, 0, 0) and mean_of([7]) == (7, 0, 1)
    assert ratio_of([2, 4], [1, 2]) == (2, 0, 2) and ratio_of([1], [0]) == (0, 0, 0)
    assert lead_changes([[1, 0], [1, 1], [0, 2], [3, 2], [3, None]]) == 2
