"""Maps, simulate, bench and rules: the keys that programs read, and what they promise."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from footplate.age_of_steam.board import map_ids
from footplate.cli import bench, load
from footplate.cli.rules import proofs_in
from tests.cli.command import footplate

SIMULATE = ("simulate", "rust-belt", "--players", 4, "--seed", 9, "--json")


def test_maps_lists_boards_for_programs_and_people() -> None:
    (board,) = [entry for entry in footplate("maps", "--json").json if entry["id"] == "rust-belt"]
    assert {key: board[key] for key in ("name", "game", "players", "provenance")} == {
        "name": "Rust Belt",
        "game": "age-of-steam",
        "players": [3, 6],
        "provenance": "transcribed",
    }
    assert "John Bohrer" in footplate("maps").out


def test_the_page_of_the_rust_belt_says_there_is_nothing_special() -> None:
    answer = footplate("maps", "rust-belt")
    assert "No special rules: the base game as it is." in answer.out
    assert "Pittsburgh 3, Wheeling 3" in answer.out
    assert "urbanize-anytime" in answer.out
    assert footplate("maps", "rust-belt", "--json").json["changes"] == []


def test_the_page_of_a_map_file_tells_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text(
        'name = "Short"\nplayers = [2, 3]\nprovenance = "reconstructed"\ndoubts = ["Is B1 water?"]\n'
        'picture = """\nAA .. bb\n"""\n[cities]\nAA = { name = "Alpha", accepts = ["red"] }\n'
        '[towns]\nbb = { name = "Beta" }\n[rules]\ncash = 20\nturns = { 2 = 4, 3 = 3 }\n',
        "utf-8",
    )
    out = footplate("maps", path).out
    assert "Everybody starts with $20." in out
    assert "Base game: Everybody starts with $10." in out
    assert "Turns: 4 with 2 players, 3 with 3 players." in out
    assert "the printed board may differ" in " ".join(out.split())
    assert "Is B1 water?" in out


def test_simulate_has_the_keys_programs_read() -> None:
    out = footplate(*SIMULATE, "--bot", "random,frugal", "--games", 4, "--jobs", 1).json
    assert {"map", "players", "games", "games_per_s", "decisions", "mean_score"} <= set(out)
    assert {"winner_mean_score", "bankruptcies_per_game", "by_bot"} <= set(out)
    assert (out["map"], out["players"], out["games"]) == ("rust-belt", 4, 4)
    assert {name: row["seats"] for name, row in out["by_bot"].items()} == {"frugal": 8, "random": 8}
    assert set(out["by_bot"]["random"]) >= {"seats", "wins", "mean_score"}


def test_simulate_is_the_same_on_one_core_and_on_two() -> None:
    answers = [footplate(*SIMULATE, "--games", 25, "--jobs", jobs).json for jobs in (1, 2)]
    for answer in answers:
        del answer["games_per_s"]
    assert answers[0] == answers[1]


def test_simulate_tells_people() -> None:
    out = footplate("simulate", "rust-belt", "--players", 3, "--games", 2, "--jobs", 1).out
    assert "Rust Belt, 3 players: 2 games" in out
    assert "Bankruptcies a game" in out


def test_bench_has_the_keys_programs_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # Without records it makes games of its own; few here, because nothing is measured in a test.
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    few = {"MADE_GAMES": 1, "RANDOM_GAMES": 1, "REPEATS": 1, "CALIBRATION_OPS": 100, "BOARD_NS": 0}
    for name, value in few.items():
        monkeypatch.setattr(bench, name, value)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "positions").symlink_to(Path(__file__).parents[1] / "positions")
    out = footplate("bench", "--json").json
    crowded = out["crowded"]["double-base-usa-8-late.game"]
    assert crowded["options"] == 213_481 and set(crowded["lookup_us"]) == {"median", "max"}
    assert crowded["longest_answer_us"] > 0
    assert out["replay_decisions_per_s"] > 0
    assert out["random_games_per_s"] > 0
    assert set(out["list_builds_us"]) == set(out["list_deliveries_us"]) == {"median", "max"}
    assert out["copy_us"] > 0
    assert out["calibration_ops_per_s"] > 0
    assert set(out["boards"]) == {*map_ids(), "days-of-steam"}
    assert all(board["random_games_per_s"] > 0 for board in out["boards"].values())
    assert out["boards"]["rust-belt"]["list_builds_us"] and not out["boards"]["barbados"]["list_builds_us"]


def test_bench_plays_with_a_real_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "TABLES", 2)
    out = footplate("bench", "--server", "--moves", 12, "--json").json
    assert out["pages"] == 4 and out["moves"] >= 12 and out["moves_per_s"] > 0
    sizes = out["message_bytes"]
    assert 0 < sizes["median"] <= sizes["p95"] <= sizes["max"] < sizes["first"]
    assert set(out["larger_than_12_kb"]) == {"share", "before"}


def test_rules_counts_what_tests_prove() -> None:
    out = footplate("rules", "--json").json
    assert out["total"] == len(out["rules"]) == len({rule["id"] for rule in out["rules"]})
    assert out["proved"] == sum(bool(rule["tests"]) for rule in out["rules"])
    proofs = {rule["id"]: rule["tests"] for rule in out["rules"]}
    assert "base.issue.max" in proofs
    for tests in proofs.values():
        for test in tests:
            assert (Path(__file__).parents[2] / test.split("::")[0]).is_file()


def test_rules_of_one_map_are_its_own() -> None:
    ids = {rule["id"].split(".")[0] for rule in footplate("rules", "rust-belt", "--json").json["rules"]}
    assert ids == {"base", "rust-belt", "example"}
    own = [rule["id"] for rule in footplate("rules", "lincoln-funeral-car", "--json").json["rules"]]
    assert {id.split(".")[0] for id in own} == {"lincoln", "example"}
    assert "base" not in footplate("rules", "sweden-recycling").out.split("Without any")[0].split(" ")


def test_marks_are_found_wherever_pytest_finds_them() -> None:
    module = ast.parse(
        """
import pytest
pytestmark = pytest.mark.rule("whole")
CASES = [pytest.param(1, marks=pytest.mark.rule("case"))]

@pytest.mark.rule("one", "two")
def test_a(): ...

@pytest.mark.parametrize("n", CASES)
def test_b(n): ...

@pytest.mark.rule("class")
class TestC:
    @pytest.mark.rule("method")
    def test_d(self): ...

def not_a_test(): ...
"""
    )
    assert dict(proofs_in(module)) == {
        "test_a": ["whole", "one", "two"],
        "test_b": ["whole", "case"],
        "TestC::test_d": ["whole", "class", "method"],
    }
