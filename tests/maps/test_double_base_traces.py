"""Recorded games of Double Base USA: every kind of step that only this board has, written by hand."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import FIRST_SEAT, IN_CITY
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.maps import double_base_usa
from footplate.age_of_steam.traces import Difference, Replay, replay

ORDER = ("red", "blue", "green", "yellow")
PHILADELPHIA, NEW_YORK, BOSTON, NORFOLK, PORTLAND = "27,6", "28,6", "28,4", "26,10", "28,2"
HOUSTON, OMAHA = "14,14", "14,6"


class Game:
    """A recorded game of four, step by step, with the numbers of the players as they change."""

    def __init__(self) -> None:
        game = load("double-base-usa")
        start, cells = game.start(4), game.board.cells
        hexes = [f"{cells[hex].column},{cells[hex].row}" for hex in game.rules.start_cubes(4)]
        self.cubes: dict[str, list[str]] = {hex: [] for hex in hexes}
        for number, hex in enumerate(hexes):
            self.cubes[hex].append(COLOURS[number % 5])
        self.cubes[NEW_YORK] = ["blue"]
        boxes = {str(n): ["red", "blue", "purple"] for n in range(1, 7)}
        self.display = {"light": boxes, "dark": copy.deepcopy(boxes), "new": None}
        drawn = [colour for colours in self.cubes.values() for colour in colours]
        drawn += 12 * ["red", "blue", "purple"]
        bag = {colour: start.bag[n] - drawn.count(colour) for n, colour in enumerate(COLOURS)}
        self.set_up = {"order": [*ORDER], "cubes": self.cubes, "display": self.display, "bag": bag}
        begun = {"money": 10, "income": 0, "shares": 2, "loco": 1, "out": False}
        begun |= {"loco_discs": 2, "land_grants": 0}
        self.players: dict[str, dict[str, Any]] = {name: dict(begun) for name in ORDER}
        self.steps: list[dict[str, Any]] = []
        self.anomalies: list[dict[str, Any]] = []

    def step(self, action: str, player: str | None = None, /, **words: Any) -> int:
        """One step: names of players are numbers it changes, the rest as in a file; its number."""
        auto, chance = words.pop("auto", None), words.pop("random", [])
        for name in ORDER:
            self.players[name] |= words.pop(name, {})
        head = {"i": len(self.steps), "round": 1, "phase": "", "kind": "decision" if player else "system"}
        head |= {"player": player, "random": chance, "auto": auto, "action": action, "data": words}
        self.steps.append({**head, "after": {"players": copy.deepcopy(self.players)}})
        return len(self.steps) - 1

    def whole(self) -> dict[str, Any]:
        """The file, which ends in the midst of the first round."""
        out = {"format": "aos-trace/1", "map": "double-base-usa", "players": 4, "setup": self.set_up}
        return out | {"anomalies": self.anomalies, "steps": self.steps, "rounds": [], "final": []}

    def replayed(self) -> Difference | None:
        """What differs, up to the last step."""
        self.step("round_start")
        self.steps[-1]["round"] = 1
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
