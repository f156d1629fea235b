"""A short whole game on St. Lucia in the format aos-trace/1, written by hand for the tests."""

from __future__ import annotations

import copy
from typing import Any

from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS

PASSES = ("red", "blue", "red", "blue")


class Trace:
    """A recorded game that grows step by step; the numbers of the players are told where they change."""

    def __init__(self) -> None:
        game = load("st-lucia")
        start, cells = game.start(2), game.board.cells
        hexes = [f"{cells[hex].column},{cells[hex].row}" for hex in game.rules.start_cubes(2)]
        self.cubes = {hex: [COLOURS[number % 5]] for number, hex in enumerate(hexes)} | {"3,1": ["red"]}
        drawn = [colour for colours in self.cubes.values() for colour in colours]
        self.bag = {colour: start.bag[n] - drawn.count(colour) for n, colour in enumerate(COLOURS)}
        begun = {"money": 10, "income": 0, "shares": 2, "loco": 1, "out": False}
        self.players = {"red": begun, "blue": dict(begun)}
        self.steps: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []

    def step(self, action: str, player: str | None = None, /, **words: Any) -> None:
        """One step: `red` and `blue` are numbers that it changes, `order` and `auto` as in a file."""
        order, auto = words.pop("order", None), words.pop("auto", None)
        for name in self.players:
            self.players[name] |= words.pop(name, {})
        after = {"players": copy.deepcopy(self.players)} | ({"order": order} if order else {})
        kind = "decision" if player else "system"
        head = {"i": len(self.steps), "round": len(self.rounds) + 1, "phase": "", "kind": kind}
        head |= {"player": player, "random": [], "auto": auto}
        self.steps.append(head | {"action": action, "data": words, "after": after})

    def idle(self) -> None:
        """Both issue nothing, take an action and build nothing."""
        for name in ("red", "blue"):
            self.step("issue", name, shares=0)
        for name, action in (("red", "first_move"), ("blue", "engineer")):
            self.step("select", name, action=action)
        for name in ("red", "blue"):
            self.step("build_done", name)
        for name in PASSES:
            self.step("pass", name)

    def end_round(self, owner: str | None, red: int | None, blue: int) -> None:
        """Whose the only track is now, and the running scores."""
        board = {
            "tracks": {"3,1": {"tracks": [{"exits": [0, 4], "owner": owner}]}},
            "cubes": self.cubes | {"3,1": []},
            "urbanized": {"2,2": {"letter": "A"}},
        }
        scores = {"red": {"score": red}, "blue": {"score": blue}}
        self.rounds.append({"round": len(self.rounds) + 1, "players": scores, "board": board})


def st_lucia() -> dict[str, Any]:
    """Red pays to go first and moves a cube from its track, but cannot pay for five shares for long."""
    game = Trace()
    step = game.step
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
    for name in PASSES[1:]:
        step("pass", name)
    step("collect_income", red={"money": 19})
    step("pay_expenses", red={"money": 13}, blue={"money": 7})
    step("income_reduction")
    game.end_round("red", -11, -6)

    step("round_start", order=["blue", "red"])
    step("decline_first", "blue")
    step("pay_first", "red", order=["red", "blue"], red={"money": 8})
    step("order_resolved")
    game.idle()
    step("collect_income", red={"money": 9})
    step("pay_expenses", red={"money": 3}, blue={"money": 4})
    step("income_reduction")
    game.end_round(None, -12, -6)

    # Neither has $5 now, so the rules ask nobody; the file has both decline.
    step("round_start")
    step("decline_first", "red", auto="forced")
    step("decline_first", "blue")
    step("order_resolved")
    game.idle()
    step("collect_income", red={"money": 4})
    step("pay_expenses", red={"money": 0, "income": -1, "out": True}, blue={"money": 1})
    step("game_end")
    game.end_round(None, None, -6)
    return {
        "format": "aos-trace/1",
        "map": "st-lucia",
        "players": 2,
        "setup": {"order": ["red", "blue"], "cubes": game.cubes, "display": None, "bag": game.bag},
        "anomalies": [],
        "steps": game.steps,
        "rounds": game.rounds,
        "final": [
            {"player": "blue", "score": -6, "rank": 1},
            {"player": "red", "score": None, "rank": 2},
        ],
    }
