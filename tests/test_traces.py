"""Games recorded elsewhere replay decision by decision and number by number."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from footplate import records
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import load
from footplate.age_of_steam.traces import replay
from footplate.core.recording import TraceError
from tests.scribe import Scribe
from tests.trace import PRINTED, disco_inferno, scotland, st_lucia, sweden_recycling

RECORDS = Path(__file__).parent / "records"
TRACES = Path(__file__).parents[2] / "shared" / "traces"
FILES = [
    path for path in sorted(TRACES.glob("*.json")) if json.loads(path.read_text("utf-8"))["map"] in map_ids()
]


def trace(path: Path) -> dict[str, Any]:
    if not path.exists():
        pytest.skip("recorded games lie in ../shared/traces, which is not here")
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return data


@pytest.fixture
def island() -> dict[str, Any]:
    """A whole game of our own writing."""
    return st_lucia()


@pytest.mark.parametrize("path", FILES or [TRACES / "absent.json"], ids=lambda path: path.stem)
def test_recorded_games_replay_in_full(path: Path) -> None:
    data = trace(path)
    replayed = replay(data)
    assert replayed.difference is None
    assert replayed.steps == len(data["steps"])
    assert [entry["score"] for entry in replayed.final] == [entry["score"] for entry in data["final"]]


def test_paying_to_go_first_and_a_cube_from_the_track_are_replayed(island: dict[str, Any]) -> None:
    replayed = replay(island)
    assert replayed.difference is None
    assert replayed.steps == len(island["steps"])
    assert [entry["score"] for entry in replayed.final] == [-6, None]


def test_a_wrong_number_is_found_at_its_step(island: dict[str, Any]) -> None:
    island["steps"][20]["after"]["players"]["red"]["money"] += 1
    found = replay(island).difference
    assert found is not None
    assert (found.step, found.what) == (20, "red’s money")
    assert found.expected == found.found + 1


def test_an_illegal_build_is_found_with_its_reason(island: dict[str, Any]) -> None:
    island["steps"][8]["data"] |= {"hex": "2,2"}
    found = replay(island).difference
    assert found is not None and found.step == 8
    assert "Castries is a city" in found.found


def test_a_wrong_price_is_found(island: dict[str, Any]) -> None:
    island["steps"][8]["data"]["cost"] = 3
    found = replay(island).difference
    assert found is not None and tuple(found) == (8, "price", 3, 2)


def test_who_should_not_be_asked_is_found(island: dict[str, Any]) -> None:
    island["steps"][3]["player"] = "blue"
    found = replay(island).difference
    assert found is not None and (found.step, found.what) == (3, "who is asked")


def test_a_wrong_order_after_paying_is_found(island: dict[str, Any]) -> None:
    island["steps"][20]["after"]["order"] = ["blue", "red"]
    found = replay(island).difference
    assert found is not None and (found.step, found.what) == (20, "player order")


def test_a_wrong_board_is_found_at_the_end_of_the_round(island: dict[str, Any]) -> None:
    island["rounds"][0]["board"]["cubes"]["3,1"].append("red")
    found = replay(island).difference
    assert found is not None and (found.step, found.what) == (17, "cubes after round 1")


def test_a_wrong_owner_of_track_is_found_at_the_end_of_the_round(island: dict[str, Any]) -> None:
    island["rounds"][1]["board"]["tracks"]["3,1"]["tracks"][0]["owner"] = "red"
    found = replay(island).difference
    assert found is not None and (found.step, found.what) == (34, "track on D2")


def test_a_wrong_final_score_is_found(island: dict[str, Any]) -> None:
    island["final"][0]["score"] += 1
    found = replay(island).difference
    assert found is not None and found.what == "final standings (score, rank)"


def test_at_an_anomaly_the_numbers_of_the_file_are_taken_over(island: dict[str, Any]) -> None:
    for step in island["steps"][8:15]:
        step["after"]["players"]["blue"]["money"] += 3
    island["anomalies"].append({"step": 8, "code": "peer_bug_bag", "note": "blue found $3"})
    found = replay(island, to=14)
    assert found.difference is None
    assert found.steps == 15


def test_an_anomaly_without_a_step_takes_the_set_up_over(island: dict[str, Any]) -> None:
    island["setup"]["cubes"]["3,1"].append("blue")
    island["setup"]["bag"]["blue"] -= 1
    island["anomalies"].append({"step": None, "code": "setup_cubes", "note": "a cube more"})
    assert replay(island, to=14).difference is None


def test_replaying_up_to_a_step_stops_there(island: dict[str, Any]) -> None:
    assert replay(island, to=20).steps == 21
    with pytest.raises(TraceError, match="there is no step 999; the file has steps 0 to 51"):
        replay(island, to=999)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.update(format="aos-trace/9"), "“format” should be “aos-trace/1”"),
        (lambda d: d.update(map="atlantis"), "the map “atlantis”"),
        (lambda d: d.pop("rounds"), "no proper “rounds”"),
        (lambda d: d["rounds"].pop(0), "step 17: “rounds” has no round 1"),
        (lambda d: d["steps"].pop(7), "step 7: the steps should be numbered"),
        (lambda d: d["steps"][8].pop("data"), "step 8: the step has no “data”"),
        (lambda d: d["steps"][8]["data"].pop("tracks"), "step 8: “build” cannot be read"),
        (lambda d: d["steps"][8]["data"].update(hex="90,90"), "there is no hex 90,90"),
        (lambda d: d["steps"][10].update(action="fly"), "step 10: the decision “fly” is unknown"),
        (lambda d: d["setup"]["cubes"]["3,1"].pop(), "D2 starts with 1 cube, the file has 0"),
        (lambda d: d["setup"]["bag"].update(red=20), "the bag should hold"),
        (lambda d: d.update(players=4), "“players” is 4, but the order names 2"),
    ],
)
def test_an_impossible_trace_says_what_and_where(island: dict[str, Any], damage: Any, message: str) -> None:
    damage(island)
    with pytest.raises(TraceError, match=message):
        replay(island)


def test_a_game_on_another_board_of_the_same_name_says_so(island: dict[str, Any]) -> None:
    island["anomalies"] = [{"step": None, "code": "different_map", "note": "another designer's map"}]
    with pytest.raises(TraceError, match="played on another board called “st-lucia”"):
        replay(island)


def test_impossible_dice_say_what_and_where() -> None:
    data = trace(TRACES / "rust-belt-2692.json")
    data["steps"][56]["random"][0]["values"].append(7)
    with pytest.raises(TraceError, match="step 56: “roll"):
        replay(data)


VALUES = (None, True, 0, -1, 5, 10**40, 1.5, "", "red", "town", [], [1], {}, {"a": 1}, [[[1]]], "²", 300)


def spoil(data: Any, rng: random.Random) -> None:
    """Lose, double or change something, somewhere."""
    while True:
        at = rng.choice(list(data)) if isinstance(data, dict) else rng.randrange(len(data))
        part = data[at]
        if not isinstance(part, (dict, list)) or not part or rng.random() < 0.12:
            break
        data = part
    how = rng.random()
    if how < 0.25:
        del data[at]
    elif how < 0.4 and isinstance(part, int):
        data[at] = part + rng.choice((1, -1))
    else:
        data[at] = deepcopy(rng.choice(VALUES))


@pytest.mark.parametrize("seed", range(40))
def test_a_spoiled_recording_differs_or_is_refused_but_never_fails(island: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    if seed % 2:
        # At an anomaly the file is believed, so this is where most can go wrong.
        odd = rng.sample(range(len(island["steps"])), 9)
        island["anomalies"] += [{"step": step, "code": "spoiled"} for step in odd]
    for _ in range(rng.choice((1, 1, 2, 5))):
        spoil(island, rng)
    with suppress(TraceError):
        replay(island)


# Scotland: ferries, the special link, and a turn without an auction ---------------------------------------


def at(data: dict[str, Any], action: str, number: int = 0) -> dict[str, Any]:
    """A step of this kind."""
    found: dict[str, Any] = [step for step in data["steps"] if step["action"] == action][number]
    return found


@pytest.fixture
def highland() -> dict[str, Any]:
    """A whole game of our own writing in which the link of Ayr is bought."""
    return scotland(bought=True)


@pytest.mark.parametrize("bought", [False, True], ids=["exit", "bought"])
def test_ferries_the_link_of_ayr_and_a_skipped_auction_are_replayed(bought: bool) -> None:
    data = scotland(bought)
    replayed = replay(data)
    assert replayed.difference is None
    assert replayed.steps == len(data["steps"])
    assert [entry["score"] for entry in replayed.final] == [-16, None]
    assert at(data, "claim_link") and ("build_link" in str(data["steps"])) == bought


@pytest.mark.parametrize(
    "words",
    [
        {"ends": ["Ayr", "Belfast"]},
        {"ends": ["Belfast", "1,7"]},
        {"ends": [{"hex": "1,7", "name": "Ayr"}, {"name": "Belfast"}]},
        {"ends": None},
        {"ends": None, "tracks": [{"exits": [1, 3], "owner": "red"}]},
    ],
    ids=["names", "either", "tables", "printed track", "printed track with its owner"],
)
def test_a_ferry_is_known_by_names_hexes_or_the_track_printed_for_it(
    highland: dict[str, Any], words: dict[str, Any]
) -> None:
    at(highland, "claim_link")["data"] |= words
    assert replay(highland).difference is None


def test_a_link_is_known_by_its_id_if_a_round_tells_its_ends(highland: dict[str, Any]) -> None:
    at(highland, "build_link")["data"].pop("ends")
    assert replay(highland).difference is None
    at(highland, "build_link")["data"]["link"] = "9"
    with pytest.raises(TraceError, match="Scotland has no direct link between these places"):
        replay(highland)


def test_ferries_may_be_told_among_the_links(highland: dict[str, Any]) -> None:
    for number, round in enumerate(highland["rounds"]):
        board = round["board"]
        links = board.setdefault("links", [])
        for hex, (_, name) in PRINTED.items():
            owner = board["tracks"].pop(hex)["tracks"][0]["owner"]
            links.append({"id": hex, "ends": name.split("–"), "cost": 6, "built": owner is not None})
            links[-1] |= {"owner": owner}
        if number % 2:
            board["links"] = {link["id"]: link for link in links}
    assert replay(highland).difference is None


def test_an_order_told_at_the_end_of_a_round_is_compared_when_the_next_one_begins(
    highland: dict[str, Any],
) -> None:
    starts = [step["i"] for step in highland["steps"] if step["action"] == "round_start"]
    end, start = (highland["steps"][number]["after"] for number in (starts[1] - 1, starts[1]))
    end["order"] = start.pop("order")
    assert replay(highland).difference is None
    end["order"] = ["red", "blue"]
    found = replay(highland).difference
    assert found is not None and (found.step, found.what) == (starts[1], "player order")


def test_an_order_without_an_auction_may_be_made_after_the_shares(highland: dict[str, Any]) -> None:
    start = [step["i"] for step in highland["steps"] if step["action"] == "round_start"][1]
    steps = highland["steps"][start : start + 3]
    order = steps[0]["after"].pop("order")
    for step, player in zip(steps[1:], reversed(order)):
        step["player"] = player
    steps[2]["after"]["order"] = order
    assert replay(highland).difference is None
    steps[0]["after"]["order"] = order
    found = replay(highland).difference
    assert found is not None and (found.step, found.what) == (start + 1, "who is asked"), (
        "they were told before"
    )


@pytest.mark.parametrize(
    ("action", "number", "wrong", "what"),
    [
        ("claim_link", 0, {"cost": 5}, "price"),
        ("build_link", 0, {"cost": 3}, "price"),
        (
            "urbanize",
            1,
            {"links_created": [{"ends": ["Ayr", "Glasgow"], "owner": "blue"}]},
            "link Ayr–Glasgow",
        ),
        ("urbanize", 1, {"links_created": [{"ends": ["Ayr", "Glasgow"], "built": True}]}, "link Ayr–Glasgow"),
        ("claim_link", 0, {"ends": ["Ullapool", "Stornoway"]}, "legal"),
    ],
)
def test_a_wrong_fact_about_a_link_is_found_at_its_step(
    highland: dict[str, Any], action: str, number: int, wrong: dict[str, Any], what: str
) -> None:
    step = at(highland, action, number)
    step["data"] |= wrong
    found = replay(highland).difference
    assert found is not None and (found.step, found.what) == (step["i"], what)


@pytest.mark.parametrize("hex", PRINTED)
def test_a_wrong_owner_of_a_ferry_is_found_at_the_end_of_the_round(
    highland: dict[str, Any], hex: str
) -> None:
    highland["rounds"][1]["board"]["tracks"][hex]["tracks"][0]["owner"] = "blue"
    found = replay(highland).difference
    assert found is not None
    whose = "red" if hex == "0,8" else "for sale"
    assert (found.what, found.expected, found.found) == (f"link {PRINTED[hex][1]}", "blue", whose)


def test_a_link_that_the_file_leaves_out_is_found(highland: dict[str, Any]) -> None:
    highland["rounds"][2]["board"]["links"] = []
    found = replay(highland).difference
    assert found is not None
    assert (found.what, found.expected, found.found) == ("link Ayr–Glasgow", "for sale", "red")


def test_an_auction_that_turn_order_leaves_out_is_found(highland: dict[str, Any]) -> None:
    start = [step["i"] for step in highland["steps"] if step["action"] == "round_start"][1]
    highland["steps"][start + 3] |= {"action": "bid", "data": {"amount": 1}}
    found = replay(highland).difference
    assert found is not None and (found.step, found.what) == (start + 3, "who is asked")


def test_at_an_anomaly_a_link_that_the_rules_refuse_is_taken_over(highland: dict[str, Any]) -> None:
    claim = at(highland, "claim_link")
    highland["anomalies"].append({"step": claim["i"], "code": "different_map", "note": "another ferry"})
    claim["data"]["ends"] = ["Ullapool", "Stornoway"]
    replayed = replay(highland, to=claim["i"])
    assert replayed.difference is None
    assert replayed.steps == claim["i"] + 1


# Disco Inferno: chains, New Cities with cubes, and a bag in which cubes multiply --------------------------


@pytest.fixture
def inferno() -> dict[str, Any]:
    """A whole game of our own writing with chains of deliveries and a city that burns down."""
    return disco_inferno()


def test_chains_new_cities_with_cubes_and_cubes_for_a_city_are_replayed(inferno: dict[str, Any]) -> None:
    replayed = replay(inferno)
    assert replayed.difference is None
    assert replayed.steps == len(inferno["steps"])
    assert [entry["score"] for entry in replayed.final] == [-9, None, None]


def test_a_chain_may_be_ended_while_the_rules_still_ask(inferno: dict[str, Any]) -> None:
    """Red stops after the first cube, as a file tells it, though a second one could go on."""
    first, second = at(inferno, "move"), at(inferno, "move", 1)
    inferno["steps"][second["i"]] = {
        **second,
        "action": "pass",
        "data": {"ends_chain_at": "6,9"},
        "after": first["after"],
    }
    assert replay(inferno, to=second["i"]).difference is None


def test_the_engine_does_not_start_anew_within_a_chain(inferno: dict[str, Any]) -> None:
    again = deepcopy(at(inferno, "move", 1))
    number = again["i"] + 1
    inferno["steps"][number:] = [{**again, "i": number}]
    found = replay(inferno, to=number).difference
    assert found is not None and (found.step, found.what) == (number, "who is asked")


@pytest.mark.parametrize(
    ("action", "key", "value", "what"),
    [
        ("production_city", "hex", "9,10", "legal"),
        ("move", "from", "6,9", "legal"),
    ],
)
def test_a_wrong_part_of_a_chain_or_of_production_is_found(
    inferno: dict[str, Any], action: str, key: str, value: str, what: str
) -> None:
    step = at(inferno, action)
    step["data"][key] = value
    found = replay(inferno).difference
    assert found is not None and (found.step, found.what) == (step["i"], what)


def test_wrong_cubes_on_a_new_city_are_found_at_the_end_of_the_round(inferno: dict[str, Any]) -> None:
    inferno["rounds"][0]["board"]["new_city_cubes"]["C"] = ["red"]
    found = replay(inferno).difference
    assert found is not None and found.what == "cubes on New City C"


def test_a_bag_in_which_cubes_multiply_differs_unless_the_file_says_so(inferno: dict[str, Any]) -> None:
    del inferno["anomalies"][1]
    found = replay(inferno).difference
    assert found is not None
    assert (found.step, found.what) == (at(inferno, "production_city")["i"], "bag")


def test_cubes_that_are_declined_after_the_draw_go_back(inferno: dict[str, Any]) -> None:
    step = at(inferno, "production_city")
    step["action"] = "production_pass"
    inferno["rounds"][0]["board"]["cubes"]["12,9"] = sorted(inferno["setup"]["cubes"]["12,9"])
    inferno["rounds"][1]["board"]["cubes"]["12,9"] = sorted(inferno["setup"]["cubes"]["12,9"])
    assert replay(inferno).difference is None


def add_event(data: dict[str, Any], before: dict[str, Any], action: str, **words: Any) -> None:
    """Let the rules of the other site do something, told in a step of its own."""
    number = before["i"]
    event = {**deepcopy(before), "kind": "system", "player": None, "action": action, "data": words}
    event |= {"random": [], "after": deepcopy(data["steps"][number - 1]["after"])}
    data["steps"].insert(number, event)
    for number, step in enumerate(data["steps"]):
        step["i"] = number


def test_cubes_that_go_back_may_be_told_in_a_step_of_their_own(inferno: dict[str, Any]) -> None:
    step = at(inferno, "production_city")
    step["action"] = "production_pass"
    add_event(inferno, inferno["steps"][step["i"] + 1], "production_return", cubes=["red", "blue"])
    for round in inferno["rounds"]:
        round["board"]["cubes"]["12,9"] = sorted(inferno["setup"]["cubes"]["12,9"])
    assert replay(inferno).difference is None


def test_production_for_which_no_box_is_free_is_left_out(highland: dict[str, Any]) -> None:
    """Blue has Production, and the other site knows no boxes of New Cities that are not on the board."""
    at(highland, "select", 2)["data"]["action"] = "production"
    growth = at(highland, "goods_growth", 1)
    add_event(highland, growth, "production_forfeit")
    assert replay(highland).difference is None


@pytest.mark.parametrize("seed", range(12))
def test_a_spoiled_chain_differs_or_is_refused_but_never_fails(inferno: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(rng.choice((1, 2, 5))):
        spoil(inferno, rng)
    with suppress(TraceError):
        replay(inferno)


# Sweden Recycling: recycling before income, and a plant that is emptied -----------------------------------


@pytest.fixture
def recycled() -> dict[str, Any]:
    """A whole game of our own writing with cubes that become other colours, and an operator of the plant."""
    return sweden_recycling()


def test_recycling_and_the_operator_of_the_plant_are_replayed(recycled: dict[str, Any]) -> None:
    replayed = replay(recycled)
    assert replayed.difference is None
    assert replayed.steps == len(recycled["steps"])
    assert [entry["score"] for entry in replayed.final] == [-6, None, None]


def test_the_plant_may_be_emptied_before_goods_are_recycled(recycled: dict[str, Any]) -> None:
    take = at(recycled, "wte_take")
    steps, number = recycled["steps"], take["i"]
    before = steps[number - 1]
    assert before["action"] == "recycle"
    steps[number - 1 : number + 1] = [
        {**take, "i": number - 1},
        {**before, "i": number, "after": take["after"]},
    ]
    assert replay(recycled).difference is None


@pytest.mark.parametrize("plant", [[], 0, {"black": 0}])
def test_the_plant_may_be_told_in_cubes_or_numbers(recycled: dict[str, Any], plant: Any) -> None:
    recycled["rounds"][1]["board"]["wte_plant"] = plant
    assert replay(recycled).difference is None


def test_wrong_garbage_is_found_at_its_step(recycled: dict[str, Any]) -> None:
    take = at(recycled, "wte_take")
    take["after"]["players"]["blue"]["garbage"] = 2
    found = replay(recycled).difference
    assert found is not None
    assert (found.step, found.what, found.expected, found.found) == (take["i"], "blue’s garbage", 2, 1)


def test_a_wrong_plant_and_wrong_recycled_cubes_are_found_at_the_end_of_the_round(
    recycled: dict[str, Any],
) -> None:
    recycled["rounds"][0]["board"]["wte_plant"] = ["black"]
    found = replay(recycled).difference
    assert found is not None and found.what == "plant after round 1"
    recycled["rounds"][0]["board"]["cubes"]["5,8"] = ["red", "yellow"]
    found = replay(recycled).difference
    assert found is not None and found.what == "cubes after round 1"


# Whole games of our own, written as another site would have recorded them ----------------------------------


@pytest.mark.parametrize(
    "name", ["scotland-2", "disco-inferno-6", "sweden-recycling-6", "double-base-usa-8", "st-lucia-2"]
)
def test_our_own_games_are_replayed_from_what_another_site_would_record(name: str) -> None:
    record = records.parse((RECORDS / f"{name}.game").read_text(encoding="utf-8"))
    data = Scribe(load(record.map, record.options), len(record.seats), record.entries).whole()
    replayed = replay(data)
    assert replayed.difference is None
    assert replayed.steps == len(data["steps"])


def test_growth_in_which_nothing_is_rolled_may_be_told_all_the_same() -> None:
    record = records.parse((RECORDS / "sweden-recycling-6.game").read_text(encoding="utf-8"))
    data = Scribe(load(record.map, record.options), len(record.seats), record.entries).whole()
    add_event(data, at(data, "game_end"), "goods_growth", light=[], dark=[], moved=[])
    assert replay(data).difference is None
