"""Games recorded elsewhere replay decision by decision and number by number."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS
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


# A map whose decisions and moves no game in ../shared has -----------------------------------------------


def st_lucia() -> dict[str, Any]:
    """A turn and a bit on St. Lucia: paying to go first, and a cube that starts on track."""
    game = load("st-lucia")
    start, cells = game.start(2), game.board.cells
    hexes = [f"{cells[hex].column},{cells[hex].row}" for hex in game.rules.start_cubes(2)]
    cubes = {hex: [COLOURS[number % 5]] for number, hex in enumerate(hexes)} | {"3,1": ["red"]}
    drawn = [colour for colours in cubes.values() for colour in colours]
    red = {"money": 10, "income": 0, "shares": 2, "loco": 1, "out": False}
    players = {"red": red, "blue": dict(red)}
    steps: list[dict[str, Any]] = []

    def step(action: str, player: str | None = None, /, **words: Any) -> None:
        order, auto = words.pop("order", None), words.pop("auto", None)
        for name in players:
            players[name] |= words.pop(name, {})
        after = {"players": copy.deepcopy(players)} | ({"order": order} if order else {})
        kind = "decision" if player else "system"
        round = 2 if any(earlier["action"] == "income_reduction" for earlier in steps) else 1
        head = {"i": len(steps), "round": round, "phase": "", "kind": kind, "player": player, "random": []}
        steps.append(head | {"action": action, "data": words, "after": after, "auto": auto})

    step("round_start")
    step("pay_first", "red", red={"money": 5})
    step("order_resolved")
    step("issue", "red", shares=3, red={"money": 20, "shares": 5})
    step("issue", "blue", shares=0)
    step("select", "red", action="urbanization")
    step("select", "blue", action="engineer")
    step("urbanize", "red", hex="2,2", new_city="A")
    step("build", "red", hex="3,1", tracks=[[0, 4]], cost=2, red={"money": 18})
    step("build_done", "red")
    step("build_done", "blue")
    move = {"from": "3,1", "color": "red", "path": ["2,2"], "link_owners": ["red"]}
    step("move", "red", **move, red={"income": 1})
    for name in ("blue", "red", "blue"):
        step("pass", name)
    step("collect_income", red={"money": 19})
    step("pay_expenses", red={"money": 13}, blue={"money": 7})
    step("income_reduction")
    step("round_start", order=["blue", "red"])
    step("decline_first", "blue")
    step("pay_first", "red", order=["red", "blue"], red={"money": 8})
    step("order_resolved")
    board = {
        "tracks": {"3,1": {"tracks": [{"exits": [0, 4], "owner": "red"}]}},
        "cubes": cubes | {"3,1": []},
        "urbanized": {"2,2": {"letter": "A"}},
    }
    return {
        "format": "aos-trace/1",
        "map": "st-lucia",
        "players": 2,
        "setup": {
            "order": ["red", "blue"],
            "cubes": cubes,
            "display": None,
            "bag": {colour: start.bag[n] - drawn.count(colour) for n, colour in enumerate(COLOURS)},
        },
        "anomalies": [],
        "steps": steps,
        "rounds": [{"round": 1, "players": {"red": {"score": -11}, "blue": {"score": -6}}, "board": board}],
        "final": [],
    }


def test_paying_to_go_first_and_a_cube_from_the_track_are_replayed() -> None:
    data = st_lucia()
    found = replay(data, to=len(data["steps"]) - 2)
    assert found.difference is None
    assert found.steps == len(data["steps"]) - 1


def test_who_cannot_pay_to_go_first_declines_in_the_file_without_being_asked() -> None:
    data = st_lucia()
    for step in data["steps"][18:]:
        step["after"]["players"]["blue"]["money"] = 0
    data["steps"][16]["after"]["players"]["blue"]["money"] = 0
    data["steps"][17]["after"]["players"]["blue"]["money"] = 0
    data["anomalies"].append({"step": 16, "code": "peer_bug", "note": "blue lost $7"})
    data["steps"][19]["auto"] = "forced"
    assert replay(data, to=20).difference is None


def test_a_wrong_order_after_paying_is_found() -> None:
    data = st_lucia()
    data["steps"][20]["after"]["order"] = ["blue", "red"]
    found = replay(data, to=20).difference
    assert found is not None and (found.step, found.what) == (20, "player order")
