"""Recorded games of Double Base USA: every kind of step that only this board has, written by hand."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import FIRST_SEAT, IN_CITY, NOBODYS, owner_of
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.maps import double_base_usa
from footplate.age_of_steam.traces import Replay, Stop, replay
from footplate.core.recording import Difference

ORDER = ("red", "blue", "green", "yellow")
PHILADELPHIA, NEW_YORK, BOSTON, NORFOLK, PORTLAND = "27,6", "28,6", "28,4", "26,10", "28,2"
HOUSTON, OMAHA, MONTREAL = "14,14", "14,6", "24,3"
PITTSBURGH, CINCINNATI, PHOENIX = "23,6", "21,8", "5,10"


class Game:
    """A recorded game, of four if not said, step by step, with the numbers of the players as they change."""

    def __init__(self, order: tuple[str, ...] = ORDER) -> None:
        self.order = order
        game = load("double-base-usa")
        start, cells = game.start(len(order)), game.board.cells
        hexes = [f"{cells[hex].column},{cells[hex].row}" for hex in game.rules.start_cubes(len(order))]
        self.cubes: dict[str, list[str]] = {hex: [] for hex in hexes}
        for number, hex in enumerate(hexes):
            self.cubes[hex].append(COLOURS[number % 5])
        self.cubes[NEW_YORK][0] = "blue"
        boxes = {str(n): ["red", "blue", "purple"] for n in range(1, 7)}
        self.display: dict[str, Any] = {"light": boxes, "dark": copy.deepcopy(boxes), "new": None}
        drawn = [colour for colours in self.cubes.values() for colour in colours]
        drawn += 12 * ["red", "blue", "purple"]
        bag = {colour: start.bag[n] - drawn.count(colour) for n, colour in enumerate(COLOURS)}
        self.set_up: dict[str, Any] = {"order": [*order], "cubes": self.cubes, "display": self.display}
        self.set_up["bag"] = bag
        begun = {"money": 10, "income": 0, "shares": 2, "loco": 1, "out": False}
        begun |= {"loco_discs": 2, "land_grants": 0}
        self.players: dict[str, dict[str, Any]] = {name: dict(begun) for name in order}
        self.steps: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []
        self.anomalies: list[dict[str, Any]] = []

    def step(self, action: str, player: str | None = None, /, **words: Any) -> int:
        """One step: names of players are numbers it changes, the rest as in a file; its number."""
        auto, chance = words.pop("auto", None), words.pop("random", [])
        for name in self.order:
            self.players[name] |= words.pop(name, {})
        head: dict[str, Any] = {"i": len(self.steps), "round": len(self.rounds) + 1, "phase": ""}
        head |= {"kind": "decision" if player else "system"}
        head |= {"player": player, "random": chance, "auto": auto, "action": action, "data": words}
        self.steps.append({**head, "after": {"players": copy.deepcopy(self.players)}})
        return len(self.steps) - 1

    def whole(self) -> dict[str, Any]:
        """The file, which ends in the midst of a round."""
        out: dict[str, Any] = {"format": "aos-trace/1", "map": "double-base-usa", "setup": self.set_up}
        out |= {"players": len(self.order)}
        return out | {"anomalies": self.anomalies, "steps": self.steps, "rounds": self.rounds, "final": []}

    def replayed(self) -> Difference | None:
        """What differs, up to the last step."""
        self.step("round_start")
        return replay(self.whole(), len(self.steps) - 2).difference

    def to_the_build(self) -> None:
        """Red has money and builds first; yellow takes Production, green Locomotive, blue Urbanization."""
        step = self.step
        step("round_start")
        step("issue", "red", shares=5, red={"money": 35, "shares": 7})
        for name in ORDER[1:]:
            step("issue", name, shares=0)
        for place, name in zip((4, 3, 2), ORDER):
            step("drop_out", name, place=place, bid=0, pays=0)
        step("auction_end", winner="yellow", pays=0)
        draw = [{"kind": "draw", "values": ["red", "blue"]}]
        step("select", "yellow", action="production", cubes=["red", "blue"], random=draw)
        step("production_city", "yellow", hex=HOUSTON, cubes=["blue"], not_placed=["red"])
        step("select", "green", action="locomotive", green={"loco_discs": 4})
        step("select", "blue", action="urbanization")
        step("select", "red", action="first_build")
        step("starting_city", "red", hex=PHILADELPHIA, color="blue", marker="blue", markers_left=[])

    def build(self) -> None:
        """Red buys the link to New York, blue places a New City."""
        step = self.step
        ends = [PHILADELPHIA, NEW_YORK]
        step("build_link", "red", link="1", ends=ends, cost=3, red={"money": 32})
        step("build_done", "red", abandoned=[])
        for name, hex, colour in (("yellow", BOSTON, "red"), ("green", NORFOLK, "black")):
            step("starting_city", name, hex=hex, color=colour, marker=colour)
            step("build_done", name, abandoned=[])
        step("starting_city", "blue", hex=PORTLAND, color="red", marker="red")
        step("urbanize", "blue", hex=OMAHA, town="Omaha", new_city=None, color="yellow", cubes=[])
        step("build_done", "blue", abandoned=[])


def test_starting_cities_production_new_cities_links_and_engines_are_replayed() -> None:
    game = Game()
    game.to_the_build()
    game.build()
    for name in ("yellow", "green", "blue"):
        game.step("pass", name, move_round=1)
    way = {"from": NEW_YORK, "color": "blue", "path": [PHILADELPHIA], "link_owners": ["red"]}
    game.step("move", "red", move_round=1, **way, loco_discs_used=0, red={"income": 1})
    for name in ("yellow", "green", "blue"):
        game.step("pass", name, move_round=2)
    game.step("double_locomotive", "red", move_round=2, loco=3, red={"money": 22, "loco": 3, "loco_discs": 1})
    for name in ("yellow", "green", "blue", "red"):
        game.step("pass", name, move_round=3, auto="forced")
    game.step("collect_income", red={"money": 23})
    others = {name: {"money": 7} for name in ORDER[1:]}
    game.step("pay_expenses", red={"money": 13}, **others)
    assert game.replayed() is None


def first_round() -> Game:
    """A whole round with its board: a New City without a letter, one of two links, and cubes that grow."""
    game = Game()
    game.set_up = copy.deepcopy(game.set_up)
    game.to_the_build()
    game.cubes[HOUSTON].append("blue")
    game.build()
    for name in ("yellow", "green", "blue"):
        game.step("locomotive", name, move_round=1, loco=2, **{name: {"loco": 2}})
    way = {"from": NEW_YORK, "color": "blue", "path": [PHILADELPHIA], "link_owners": ["red"]}
    game.step("move", "red", move_round=1, **way, income={"red": 1}, cube_to="bag", red={"income": 1})
    game.cubes[NEW_YORK].remove("blue")
    for name in ("yellow", "green", "blue", "red"):
        game.step("pass", name, move_round=2)
    for name in ("yellow", "green", "blue", "red"):
        game.step("pass", name, move_round=3, auto="forced")
    game.step("collect_income", red={"money": 33})
    game.step("pay_expenses", red={"money": 25}, **{name: {"money": 6} for name in ORDER[1:]})
    game.step("income_reduction", reduced=dict.fromkeys(ORDER, 0))
    dice = {"light": [1, 1, 1, 2], "dark": [6, 6, 6, 6]}
    game.step("goods_growth", random=[{"kind": "dice", "side": half, "values": dice[half]} for half in dice])
    game.cubes[PITTSBURGH] += ["red", "blue", "purple"]
    game.cubes[PHOENIX] += ["red", "blue", "purple"]
    game.cubes[CINCINNATI] += ["red"]
    game.display["light"] |= {"1": [None] * 3, "2": [None, "blue", "purple"]}
    game.display["dark"] |= {"6": [None] * 3}
    link = {"ends": [PHILADELPHIA, NEW_YORK], "owner": None}
    board = {
        "tracks": {},
        "cubes": {hex: sorted(colours) for hex, colours in game.cubes.items()},
        "urbanized": {OMAHA: {"name": "Omaha", "colors": ["yellow"], "letter": None}},
        "display": game.display,
        "links": [
            {"id": "1", **link, "cost": 3, "built": True, "owner": "red"},
            {"id": "2", **link, "cost": 6, "built": False},
        ],
    }
    scores = {name: {"score": -17 if name == "red" else -6} for name in ORDER}
    game.rounds.append({"round": 1, "players": scores, "board": copy.deepcopy(board)})
    return game


def test_a_whole_round_and_its_board_are_replayed() -> None:
    game = first_round()
    game.step("round_start")
    for name in ("yellow", "green", "blue", "red"):
        game.step("issue", name, shares=0)
    assert game.replayed() is None


@pytest.mark.parametrize(
    ("part", "wrong", "what"),
    [
        ("urbanized", {OMAHA: {"colors": ["black"], "letter": None}}, "New Cities after round 1"),
        ("cubes", {}, "cubes after round 1"),
        ("links", [], "link Philadelphia–New York"),
        ("tracks", {"25,7": {"tracks": [{"exits": [0, 3], "owner": "red"}]}}, "track on"),
    ],
)
def test_a_wrong_board_is_found_at_the_end_of_the_round(part: str, wrong: Any, what: str) -> None:
    game = first_round()
    game.rounds[0]["board"][part] = wrong
    game.step("round_start")
    found = game.replayed()
    assert found is not None and found.what.startswith(what)


def test_a_new_city_may_be_placed_before_a_starting_city_is_chosen() -> None:
    game = Game()
    game.to_the_build()
    game.build()
    steps = game.steps
    at = next(number for number, step in enumerate(steps) if step["action"] == "urbanize")
    steps[at - 1], steps[at] = steps[at] | {"i": at - 1}, steps[at - 1] | {"i": at}
    assert [step["action"] for step in steps[at - 1 : at + 1]] == ["urbanize", "starting_city"]
    assert game.replayed() is None


def test_nobody_starts_before_their_turn() -> None:
    game = Game()
    game.to_the_build()
    at = game.step("starting_city", "yellow", hex=BOSTON, color="red", marker="red")
    found = game.replayed()
    assert found is not None and (found.step, found.what) == (at, "who is asked")


def test_a_delivery_that_the_rules_refuse_is_taken_over_at_an_anomaly_only() -> None:
    for said in (False, True):
        game = first_round()
        at = next(step["i"] for step in game.steps if step["action"] == "move")
        # Blue goes to New York's neighbour over track of nobody, where there is none.
        game.steps[at]["data"]["link_owners"] = [None]
        game.anomalies = [{"step": at, "code": "unowned_link_used", "note": ""}] if said else []
        game.step("round_start")
        found = game.replayed()
        assert (None if found is None else (found.step, found.what)) == (None if said else (at, "legal"))


def test_a_wrong_number_of_disks_or_grants_is_found() -> None:
    for key in ("loco_discs", "land_grants"):
        game = Game()
        game.to_the_build()
        game.players["green"][key] += 1
        game.build()
        found = game.replayed()
        assert found is not None and found.what == f"green’s {key}"


def test_a_bonus_paid_in_the_midst_of_a_build_is_paid_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_base_usa, "crosses", lambda rules, s, seat, west, east: seat == 0)
    game = Game()
    game.to_the_build()
    bonus = {"money": 42, "income": 1}
    words = {"ends": [PHILADELPHIA, NEW_YORK], "cost": 3, "transcontinental_bonus": True, "red": bonus}
    at = game.step("build_link", "red", **words)
    game.anomalies.append({"step": at, "code": "bonus_paid_during_build", "note": ""})
    game.step("build_done", "red", abandoned=[])
    game.step("starting_city", "yellow", hex=BOSTON, color="red", marker="red")
    assert game.replayed() is None


def test_a_bonus_paid_before_its_time_is_not_paid_again_when_the_link_is_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The rules see the coasts joined only after the build of yellow, who is seat 3.
    monkeypatch.setattr(
        double_base_usa, "crosses", lambda rules, s, seat, west, east: (seat, s.agenda[0].seat) == (0, 3)
    )
    game = Game()
    game.to_the_build()
    words = {"ends": [PHILADELPHIA, NEW_YORK], "cost": 3, "transcontinental_bonus": True}
    game.step("build_link", "red", **words, red={"money": 42, "income": 1})
    game.step("build_done", "red", abandoned=[])
    game.step("starting_city", "yellow", hex=BOSTON, color="red", marker="red")
    game.step("build_done", "yellow", abandoned=[])
    assert game.replayed() is None


def test_a_second_locomotive_and_steps_that_nobody_sent_are_replayed() -> None:
    six = (*ORDER, "black", "pink")
    game = Game(six)
    step = game.step
    step("round_start")
    for name in six:
        step("issue", name, shares=0, auto="preset")
    for place, name in zip((6, 5, 4, 3, 2), six):
        step("drop_out", name, place=place, bid=0, pays=0)
    step("auction_end", winner="pink", pays=0, auto="forced")
    step("select", "pink", action="locomotive_2", pink={"loco_discs": 3})
    step("select", "black", action="locomotive", black={"loco_discs": 4})
    rest = ("first_build", "engineer", "first_move", "turn_order")
    for name, action in zip(("yellow", "green", "blue", "red"), rest):
        step("select", name, action=action)
    step("starting_city", "yellow", hex=MONTREAL, color="black", marker=None)
    step("build_done", "yellow", abandoned=[], auto="turn_end")
    step("starting_city", "pink", hex=BOSTON, color="red", marker="red")
    assert game.replayed() is None


@pytest.mark.parametrize("said", [True, False])
def test_nobodys_track_that_a_new_city_takes_is_the_urbanizers_at_an_anomaly_only(said: bool) -> None:
    game, running = laid_out(0)
    board, s = running.board, running.state
    at = len(game.steps)
    game.build()
    # A tile of nobody's waits at Omaha, where blue, who started in Portland, has nothing.
    side = 6 * running.hexes[OMAHA]
    hex, towards = divmod(board.across[side], 6)
    tracks = (towards, (towards + 3) % 6)
    s.layout[hex] = board.tiles.number[(min(tracks), max(tracks)),]
    for end in tracks:
        s.rail[6 * hex + end] = NOBODYS
    cell = board.cells[hex]
    changed = {"hex": f"{cell.column},{cell.row}", "track": [*tracks], "from": None, "to": "blue"}
    for number in range(at, len(game.steps)):
        if game.steps[number]["action"] == "urbanize":
            game.steps[number]["data"]["ownership_changes"] = [changed]
            running.odd |= {number} if said else set()
            follow(game, running, number)
            break
        follow(game, running, number)
    assert s.rail[6 * hex + towards] == (owner_of(1) if said else NOBODYS)


def test_the_numbers_of_a_peers_mistake_are_taken_over() -> None:
    game = Game()
    game.to_the_build()
    game.anomalies.append({"step": None, "code": "peer_bug_setup", "note": ""})
    game.set_up["cubes"][HOUSTON] = []
    missing = [COLOURS[n % 5] for n, hex in enumerate(_starts()) if hex == HOUSTON]
    for colour in missing:
        game.set_up["bag"][colour] += 1
    game.build()
    assert game.replayed() is None


def _starts() -> list[str]:
    """The hexes of the cubes at the start, in the order in which they are filled."""
    game = load("double-base-usa")
    cells = game.board.cells
    return [f"{cells[hex].column},{cells[hex].row}" for hex in game.rules.start_cubes(4)]


def test_new_cities_that_a_file_leaves_out_end_the_build_at_an_anomaly_only() -> None:
    game = Game()
    game.to_the_build()
    game.build()
    game.steps = [step for step in game.steps if step["action"] != "urbanize"]
    for number, step in enumerate(game.steps):
        step["i"] = number
    found = game.replayed()
    assert found is not None and found.what == "legal"
    game.steps.pop()
    game.anomalies.append({"step": len(game.steps) - 1, "code": "unused", "note": ""})
    assert game.replayed() is None


def laid_out(grants: int) -> tuple[Game, Replay]:
    """Red, who has land grants, is about to build beside Philadelphia."""
    game = Game()
    game.to_the_build()
    running = Replay(game.whole())
    for number, step in enumerate(game.steps):
        running._step(number, step, None)
    running.state.grants[0] = grants  # type: ignore[attr-defined]
    game.players["red"]["land_grants"] = grants
    return game, running


def follow(game: Game, running: Replay, number: int) -> None:
    """Take one more step of a file that was made longer."""
    running._step(number, game.steps[number], None)


def test_land_grants_pay_for_a_tile_or_are_wasted() -> None:
    game, running = laid_out(2)
    follow(game, running, game.step("spend_land_grant", "red", used=True, red={"land_grants": 1}))
    laying = tile(running)
    follow(game, running, game.step("build", "red", **laying))
    wasted = game.step("spend_land_grant", "red", used=False, red={"land_grants": 0})
    follow(game, running, wasted)
    follow(game, running, game.step("build_done", "red", abandoned=[]))
    assert running.state.grants[0] == 0 and FIRST_SEAT in running.state.rail  # type: ignore[attr-defined]


@pytest.mark.parametrize("said", [True, False])
def test_a_second_land_grant_for_one_tile_is_wasted_at_an_anomaly_only(said: bool) -> None:
    game, running = laid_out(2)
    follow(game, running, game.step("spend_land_grant", "red", used=True, red={"land_grants": 1}))
    again = game.step("spend_land_grant", "red", used=True, red={"land_grants": 0})
    running.odd |= {again} if said else set()
    left = running.state.agenda[0].a
    if not said:
        with pytest.raises(Stop, match="legal"):
            follow(game, running, again)
        return
    follow(game, running, again)
    assert running.state.agenda[0].a == left + 1
    follow(game, running, game.step("build", "red", **tile(running)))
    follow(game, running, game.step("build_done", "red", abandoned=[]))


def tile(running: Replay) -> dict[str, Any]:
    """A tile for which the land grant that is handed in pays."""
    game, s = running.game, running.state
    a = next(a for a in game.options(s) if isinstance(a, Build))
    cell = game.board.cells[a.hex]
    tracks = game.board.tiles.layouts[a.layout].tracks
    named = [[first, "town" if second == 6 else second] for first, second in tracks]
    return {"hex": f"{cell.column},{cell.row}", "tracks": named, "cost": 0, "paid_with_land_grant": True}


def test_third_deliveries_follow_the_order_of_the_file() -> None:
    game, running = laid_out(4)
    at = len(game.steps)
    game.build()
    for name in ("yellow", "green", "blue", "red") * 2:
        game.step("pass", name, move_round=1)
    for number in range(at, len(game.steps)):
        follow(game, running, number)
    running.state.grants[2] = 3  # type: ignore[attr-defined]
    running.state.agenda.insert(0, running.state.agenda[0]._replace(seat=2))
    game.players["green"]["land_grants"] = 3
    follow(game, running, game.step("pass", "yellow", move_round=3, auto="forced"))
    way = {"from": NEW_YORK, "color": "blue", "path": [PHILADELPHIA], "link_owners": ["red"]}
    paid = {"income": 1, "land_grants": 1}
    follow(game, running, game.step("move", "red", move_round=3, **way, land_grants_used=3, red=paid))
    follow(game, running, game.step("pass", "green", move_round=3))
    assert not running.state.agenda and running.state.kind[running.hexes[PHILADELPHIA]] == IN_CITY
