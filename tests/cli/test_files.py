"""Replay, check and render: what records and recorded games become."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import footplate, lines
from tests.trace import st_lucia

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of bots; nobody changes it."""
    path = tmp_path_factory.mktemp("whole") / "whole.game"
    start = ("play", "rust-belt", "--players", 4, "--seed", 3, "--save", path)
    footplate(*start, "--bot", "frugal,frugal,random,random")
    return path


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game that has just begun."""
    path = tmp_path / "begun.game"
    start = ("play", "rust-belt", "--players", 3, "--seed", 3, "--save", path)
    footplate(*start, input=lines("issue 2", "issue 1", "issue 0", "bid 1", "drop", "drop"))
    return path


def spoil(path: Path, old: str, new: str) -> None:
    """Change a sentence as somebody with an editor would: the position and the check number go."""
    kept = [line for line in path.read_text("utf-8").splitlines() if not line.startswith(("state ", "end "))]
    path.write_text("\n".join([*kept, "end", ""]).replace(old, new), "utf-8")


def test_replay_tells_every_turn_and_the_standings(whole: Path) -> None:
    out = footplate("replay", whole, "--json").json
    assert out["ok"] is True
    assert [entry["round"] for entry in out["rounds"]] == list(range(1, len(out["rounds"]) + 1))
    assert set(out["rounds"][0]["players"]["random-bot"]) == {"cash", "income", "shares", "engine", "score"}
    assert [entry["rank"] for entry in out["final"]] == sorted(entry["rank"] for entry in out["final"])
    last = out["rounds"][-1]["players"]
    assert {entry["player"]: entry["score"] for entry in out["final"]} == {
        name: row["score"] for name, row in last.items()
    }
    told = footplate("replay", whole)
    assert f"{out['steps']} steps replayed, nothing differs." in told.out


def test_replay_up_to_a_step_shows_where_the_game_stands(begun: Path) -> None:
    out = footplate("replay", begun, "--trace-to", 5)
    assert "Turn 1 of 10, Determine player order" in out.out
    assert "6 steps replayed" in out.out


def test_replay_stops_at_the_first_entry_that_differs(begun: Path) -> None:
    spoil(begun, "bid 1", "bid 99")
    answer = footplate("replay", begun, "--json")
    assert answer.code == 1
    assert answer.json["ok"] is False
    assert answer.json["step"] == 6
    assert "bid 99" in answer.json["found"]
    told = footplate("replay", begun)
    assert told.code == 1
    assert "Step 6 differs" in told.out


def test_replay_says_who_should_have_been_asked(begun: Path) -> None:
    text = begun.read_text("utf-8")
    second = next(line for line in text.splitlines() if line.endswith(": issue 1"))
    spoil(begun, second, "nature: issue 1")
    answer = footplate("replay", begun, "--json")
    assert answer.code == 1
    assert answer.json["expected"] == f"{second.split(':')[0]} to be asked"


def test_replay_of_a_recorded_game(tmp_path: Path) -> None:
    data = st_lucia()
    data["anomalies"].append({"step": 7, "code": "urbanize_after_build", "note": "the New City came late"})
    path = tmp_path / "island.json"
    path.write_text(json.dumps(data), "utf-8")
    answer = footplate("replay", path, "--json")
    assert answer.code == 0
    assert answer.json["ok"] is True
    assert len(answer.json["rounds"]) == 3
    assert answer.json["anomalies"] == data["anomalies"]


def test_replay_of_a_falsified_game_names_step_expected_and_found(tmp_path: Path) -> None:
    data = st_lucia()
    data["steps"][20]["after"]["players"]["red"]["money"] = 9
    path = tmp_path / "false.json"
    path.write_text(json.dumps(data), "utf-8")
    answer = footplate("replay", path, "--json")
    assert answer.code == 1
    assert (answer.json["step"], answer.json["expected"], answer.json["found"]) == (20, 9, 8)


def test_check_tells_records_that_hold_part_and_cannot_be_read(begun: Path, whole: Path) -> None:
    assert footplate("check", whole, begun).code == 0
    spoil(begun, "bid 1", "bid 99")
    parts = footplate("check", whole, begun)
    assert parts.code == 1
    assert f"{whole}: holds." in parts.out
    assert "“bid 99” is refused" in parts.out
    (begun.parent / "cut.game").write_text(whole.read_text("utf-8")[:400], "utf-8")
    folder = footplate("check", begun.parent)
    assert folder.code == 2
    assert "2 files checked." in folder.out


def test_check_counts_how_maps_answer_the_questions(whole: Path) -> None:
    assert "otherwise" not in footplate("check", whole).out
    out = footplate("check", "--questions", whole).out
    assert "answer a question otherwise" in out
    assert "nobody: " in out


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_render_draws_a_map(tmp_path: Path, theme: str) -> None:
    path = tmp_path / "board.svg"
    assert footplate("render", "rust-belt", "--theme", theme, "-o", path).code == 0
    assert path.read_text("utf-8").startswith("<svg")


def test_render_draws_a_record_as_it_stands_or_stood(tmp_path: Path, whole: Path) -> None:
    end, start, picture = tmp_path / "end.svg", tmp_path / "start.svg", tmp_path / "end.png"
    assert footplate("render", whole, "-o", end).code == 0
    assert footplate("render", whole, "--at", 3, "-o", start).code == 0
    assert footplate("render", whole, "-o", picture).code == 0
    assert end.read_bytes() != start.read_bytes()
    assert picture.read_bytes().startswith(PNG)
