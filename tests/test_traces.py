"""Games recorded elsewhere replay decision by decision and number by number."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.traces import TraceError, replay

TRACES = Path(__file__).parents[2] / "shared" / "traces"
FILES = [
    path for path in sorted(TRACES.glob("*.json")) if json.loads(path.read_text("utf-8"))["map"] in map_ids()
]


def trace(name: str) -> dict[str, Any]:
    path = TRACES / name
    if not path.exists():
        pytest.skip("recorded games lie in ../shared/traces, which is not here")
    data: dict[str, Any] = json.loads(path.read_text())
    return data


@pytest.fixture(scope="module")
def rust_belt() -> dict[str, Any]:
    return trace("rust-belt-2692.json")


@pytest.mark.parametrize("path", FILES or [TRACES / "absent.json"], ids=lambda path: path.stem)
def test_recorded_games_replay_in_full(path: Path) -> None:
    data = trace(path.name)
    replayed = replay(data)
    assert replayed.difference is None
    assert replayed.steps == len(data["steps"])
    assert [entry["score"] for entry in replayed.final] == [entry["score"] for entry in data["final"]]


def changed(data: dict[str, Any], step: int, **values: Any) -> dict[str, Any]:
    new = copy.deepcopy(data)
    new["steps"][step] |= values
    return new


def test_a_wrong_number_is_found_at_its_step(rust_belt: dict[str, Any]) -> None:
    wrong = copy.deepcopy(rust_belt)
    wrong["steps"][40]["after"]["players"]["red"]["money"] += 1
    found = replay(wrong).difference
    assert found is not None
    assert (found.step, found.what) == (40, "red’s money")
    assert found.expected == found.found + 1


def test_an_illegal_build_is_found_with_its_reason(rust_belt: dict[str, Any]) -> None:
    wrong = copy.deepcopy(rust_belt)
    wrong["steps"][21]["data"] |= {"hex": "7,5"}
    found = replay(wrong).difference
    assert found is not None and found.step == 21
    assert "Chicago is a city" in found.found


def test_a_wrong_board_is_found_at_the_end_of_the_round(rust_belt: dict[str, Any]) -> None:
    wrong = copy.deepcopy(rust_belt)
    wrong["rounds"][0]["board"]["cubes"]["7,5"].append("red")
    found = replay(wrong).difference
    assert found is not None and found.what == "cubes after round 1"


def test_a_wrong_final_score_is_found(rust_belt: dict[str, Any]) -> None:
    wrong = copy.deepcopy(rust_belt)
    wrong["final"][0]["score"] += 1
    found = replay(wrong).difference
    assert found is not None and found.what == "final standings (score, rank)"


def test_at_an_anomaly_the_numbers_of_the_file_are_taken_over(rust_belt: dict[str, Any]) -> None:
    odd = copy.deepcopy(rust_belt)
    for step in odd["steps"][40:54]:
        step["after"]["players"]["brown"]["money"] += 3
    odd["anomalies"].append({"step": 40, "code": "peer_bug_bag", "note": "brown found $3"})
    found = replay(odd, to=52)
    assert found.difference is None
    assert found.steps == 53


def test_replaying_up_to_a_step_stops_there(rust_belt: dict[str, Any]) -> None:
    assert replay(rust_belt, to=56).steps == 57
    with pytest.raises(TraceError, match="there is no step 999; the file has steps 0 to 331"):
        replay(rust_belt, to=999)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.update(format="aos-trace/9"), "“format” should be “aos-trace/1”"),
        (lambda d: d.update(map="atlantis"), "the map “atlantis”"),
        (lambda d: d.pop("rounds"), "no proper “rounds”"),
        (lambda d: d["steps"].pop(7), "step 7: the steps should be numbered"),
        (lambda d: d["steps"][30].pop("data"), "step 30: the step has no “data”"),
        (lambda d: d["steps"][30]["data"].pop("tracks"), "step 30: “build” cannot be read"),
        (lambda d: d["steps"][31]["data"].update(hex="90,90"), "there is no hex 90,90"),
        (lambda d: d["steps"][10].update(action="fly"), "step 10: the decision “fly” is unknown"),
        (lambda d: d["setup"]["cubes"]["7,5"].pop(), "Chicago starts with 2 cubes, the file has 1"),
        (lambda d: d["setup"]["bag"].update(red=20), "the bag should hold"),
        (lambda d: d.update(players=4), "“players” is 4, but the order names 5"),
        (lambda d: d["steps"][56]["random"][0]["values"].append(7), "step 56: “roll"),
    ],
)
def test_an_impossible_trace_says_what_and_where(
    rust_belt: dict[str, Any], damage: Any, message: str
) -> None:
    data = copy.deepcopy(rust_belt)
    damage(data)
    with pytest.raises(TraceError, match=message.replace("(", r"\(")):
        replay(data)
