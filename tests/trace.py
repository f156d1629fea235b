"""Short whole games in the format aos-trace/1, written by hand for the tests."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS

PASSES = ("red", "blue", "red", "blue")
PRINTED = {"0,8": ([1, 3], "Ayr–Belfast"), "1,1": ([2, 4], "Ullapool–Stornoway")}
"""Where the other site prints the ferries of Scotland: on water, between their ends."""


class Trace:
    """A recorded game that grows step by step; the numbers of the players are told where they change."""

    def __init__(self, map: str, *names: str) -> None:
        self.map, self.game, self.names = map, load(map), names or ("red", "blue")
        self.start = self.game.start(len(self.names))
        cells = self.game.board.cells
        hexes = [
            f"{cells[hex].column},{cells[hex].row}" for hex in self.game.rules.start_cubes(len(self.names))
        ]
        self.cubes: dict[str, list[str]] = {hex: [] for hex in hexes}
        for number, hex in enumerate(hexes):
            self.cubes[hex].append(COLOURS[number % 5])
        self.display: dict[str, dict[str, list[str | None]]] | None = None
        self.new_cities: list[dict[str, Any]] = []
        cash = self.game.rules.numbers["cash"]
        begun = {"money": cash, "income": 0, "shares": 2, "loco": 1, "out": False}
        self.players = {name: dict(begun) for name in self.names}
        self.steps: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []

    def set_up(self) -> dict[str, Any]:
        """The set-up as it is when this is called."""
        shown = [halves for half in (self.display or {}).values() for halves in half.values()]
        shown += [city["cubes"] for city in self.new_cities]
        drawn = [colour for colours in (*self.cubes.values(), *shown) for colour in colours]
        bag = {colour: self.start.bag[n] - drawn.count(colour) for n, colour in enumerate(COLOURS)}
        out = {"order": list(self.names), "cubes": self.cubes, "display": self.display, "bag": bag}
        out |= {"new_cities": self.new_cities}
        return copy.deepcopy(out)

    def step(self, action: str, player: str | None = None, /, **words: Any) -> None:
        """One step: a player's name says the numbers of theirs that it changes, the rest is as in a file."""
        order, auto, random = words.pop("order", None), words.pop("auto", None), words.pop("random", [])
        bag = words.pop("bag", None)
        for name in self.players:
            self.players[name] |= words.pop(name, {})
        after = {"players": copy.deepcopy(self.players)} | ({"order": order} if order else {})
        after |= {"bag": dict(bag)} if bag else {}
        kind = "decision" if player else "system"
        head = {"i": len(self.steps), "round": len(self.rounds) + 1, "phase": "", "kind": kind}
        head |= {"player": player, "random": random, "auto": auto}
        self.steps.append(head | {"action": action, "data": words, "after": after})

    def idle(self, *names: str, **actions: str) -> None:
        """Both issue nothing, take an action and build nothing."""
        for name in names:
            self.step("issue", name, shares=0)
        for name in names:
            self.step("select", name, action=actions[name])
        for name in names:
            self.step("build_done", name)

    def passes(self, *names: str) -> None:
        """These move nothing."""
        for name in names:
            self.step("pass", name)

    def end_round(self, board: Mapping[str, Any], *running: int | None) -> None:
        """The board, and the running scores."""
        scores = {name: {"score": score} for name, score in zip(self.names, running)}
        cubes = {hex: sorted(colours) for hex, colours in self.cubes.items()}
        told = copy.deepcopy({"cubes": cubes, **board})
        self.rounds.append({"round": len(self.rounds) + 1, "players": scores, "board": told})

    def whole(self, set_up: dict[str, Any], *final: tuple[str, int | None]) -> dict[str, Any]:
        """The file, with the final scores from the first rank to the last."""
        return {
            "format": "aos-trace/1",
            "map": self.map,
            "players": len(self.names),
            "setup": set_up,
            "anomalies": [],
            "steps": self.steps,
            "rounds": self.rounds,
            "final": [
                {"player": name, "score": score, "rank": 1 + sum(o is not None for _, o in final[:place])}
                for place, (name, score) in enumerate(final)
            ],
        }


def st_lucia() -> dict[str, Any]:
    """Red pays to go first and moves a cube from its track, but cannot pay for five shares for long."""
    game = Trace("st-lucia")
    game.cubes["3,1"] = ["red"]
    set_up, step = game.set_up(), game.step

    def end_round(owner: str | None, red: int | None, blue: int) -> None:
        track = {"3,1": {"tracks": [{"exits": [0, 4], "owner": owner}]}}
        game.end_round({"tracks": track, "urbanized": {"2,2": {"letter": "A"}}}, red, blue)

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
    game.cubes["3,1"] = []
    game.passes(*PASSES[1:])
    step("collect_income", red={"money": 19})
    step("pay_expenses", red={"money": 13}, blue={"money": 7})
    step("income_reduction")
    end_round("red", -11, -6)

    step("round_start", order=["blue", "red"])
    step("decline_first", "blue")
    step("pay_first", "red", order=["red", "blue"], red={"money": 8})
    step("order_resolved")
    game.idle("red", "blue", red="first_move", blue="engineer")
    game.passes(*PASSES)
    step("collect_income", red={"money": 9})
    step("pay_expenses", red={"money": 3}, blue={"money": 4})
    step("income_reduction")
    end_round(None, -12, -6)

    # Neither has $5 now, so the rules ask nobody; the file has both decline.
    step("round_start")
    step("decline_first", "red", auto="forced")
    step("decline_first", "blue")
    step("order_resolved")
    game.idle("red", "blue", red="first_move", blue="engineer")
    game.passes(*PASSES)
    step("collect_income", red={"money": 4})
    step("pay_expenses", red={"money": 0, "income": -1, "out": True}, blue={"money": 1})
    step("game_end")
    end_round(None, None, -6)
    return game.whole(set_up, ("blue", -6), ("red", None))


def scotland(bought: bool) -> dict[str, Any]:
    """Red joins Glasgow with Ayr, by an exit or by the link on sale, and Ayr with Belfast by a ferry."""
    game = Trace("scotland")
    game.cubes["2,7"] = ["red", "blue"]
    columns = {"light": "123456", "dark": "", "new": "ABCDEFGH"}
    game.display = {
        half: {name: ["red", "blue", "purple"][: 2 if half == "new" else 3] for name in names}
        for half, names in columns.items()
    }
    set_up, step, players, ends = game.set_up(), game.step, game.players, ["1,7", "2,7"]

    def grow(*light: int) -> None:
        """Dice for the light half, of which four ones find Edinburgh; those for the dark half find nobody."""
        dice = {"light": list(light), "dark": [6, 6, 6, 6]}
        step("goods_growth", random=[{"kind": "dice", "side": half, "values": dice[half]} for half in dice])

    def money(**amounts: int) -> dict[str, Any]:
        """What the players have after something has cost so much."""
        return {name: {"money": players[name]["money"] - amount} for name, amount in amounts.items()}

    def end_round(red: int | None, blue: int | None, joined: bool, letters: dict[str, str]) -> None:
        board: dict[str, Any] = {
            "tracks": {
                hex: {"tracks": [{"exits": exits, "owner": "red" if joined and hex == "0,8" else None}]}
                for hex, (exits, _) in PRINTED.items()
            },
            "urbanized": {hex: {"letter": letter} for hex, letter in letters.items()},
            "display": game.display,
        }
        if joined:
            board["links"] = [{"id": "1", "ends": ends, "cost": 2, "built": True, "owner": "red"}]
        elif not bought:
            board["tracks"]["1,7"] = {"tracks": [{"exits": [1, "town"], "owner": "red"}]}
        game.end_round(board, red, blue)

    step("round_start")
    step("issue", "red", shares=5, red={"money": 35, "shares": 7})
    step("issue", "blue", shares=0)
    step("bid", "red", amount=1)
    step("drop_out", "blue", place=2, bid=0, pays=0)
    step("auction_end", winner="red", pays=1, **money(red=1))
    step("select", "red", action="urbanization")
    step("select", "blue", action="turn_order")
    step("urbanize", "red", hex="0,9", new_city="A")
    if not bought:
        step("build", "red", hex="1,7", tracks=[[1, "town"]], cost=2, **money(red=2))
    step("build_done", "red")
    step("build_done", "blue")
    step("locomotive", "red", red={"loco": 2})
    game.passes("blue", "red", "blue")
    step("collect_income")
    step("pay_expenses", **money(red=9, blue=3))
    step("income_reduction")
    grow(1, 1, 1, 1)
    game.cubes["5,7"] += ["red", "blue", "purple"]
    game.display["light"]["1"] = [None, None, None]
    end_round(-21 if bought else -20, -6, False, {"0,9": "A"})

    # Blue took Turn Order: it is first from the start, and nobody bids.
    step("round_start", order=["blue", "red"])
    step("issue", "blue", shares=0)
    step("issue", "red", shares=0)
    step("select", "blue", action="first_build")
    step("select", "red", action="urbanization")
    step("build_done", "blue")
    made = {"ends": ends, "cost": 2, "built": not bought, "owner": None if bought else "red"}
    step("urbanize", "red", hex="1,7", new_city="B", links_created=[made])
    if bought:
        step("build_link", "red", link="1", ends=ends, cost=2, **money(red=2))
    step("claim_link", "red", hex="0,8", tracks=[[1, 3]], ends=["1,7", "0,9"], cost=6, **money(red=6))
    step("build_done", "red")
    step("pass", "blue")
    way = {"from": "2,7", "color": "red", "path": ["1,7", "0,9"], "link_owners": ["red", "red"]}
    step("move", "red", **way, red={"income": 2})
    game.cubes["2,7"] = ["blue"]
    game.passes("blue", "red")
    step("collect_income", **money(red=-2))
    step("pay_expenses", **money(red=9, blue=3))
    step("income_reduction")
    grow(5, 5, 6, 6)
    for city, column in ("7,3", "5"), ("2,9", "6"):
        game.cubes[city] += ["red", "blue"]
        game.display["light"][column] = [None, None, "purple"]
    end_round(-13, -6, True, {"0,9": "A", "1,7": "B"})

    step("round_start")
    step("issue", "blue", shares=0)
    step("issue", "red", shares=0)
    step("bid", "blue", amount=1)
    step("drop_out", "red", place=2, bid=0, pays=0)
    step("auction_end", winner="blue", pays=1, **money(blue=1))
    step("select", "blue", action="engineer")
    step("select", "red", action="turn_order")
    step("build_done", "blue")
    step("build_done", "red")
    step("pass", "blue")
    way = {"from": "2,7", "color": "blue", "path": ["1,7"], "link_owners": ["red"]}
    step("move", "red", **way, red={"income": 3})
    game.cubes["2,7"] = []
    game.passes("blue", "red")
    step("collect_income", **money(red=-3))
    step("pay_expenses", **money(red=9, blue=3))
    step("income_reduction")
    grow(1, 1, 1, 1)
    end_round(-10, -6, True, {"0,9": "A", "1,7": "B"})

    step("round_start", order=["red", "blue"])
    game.idle("red", "blue", red="first_move", blue="engineer")
    game.passes(*PASSES)
    step("collect_income", **money(red=-3))
    step("pay_expenses", red={"money": 0, "income": 1}, blue={"money": 0, "income": -3, "out": True})
    step("game_end")
    end_round(-16, None, True, {"0,9": "A", "1,7": "B"})
    return game.whole(set_up, ("red", -16), ("blue", None))


def disco_inferno() -> dict[str, Any]:
    """Red moves in chains, Manilow burns down, yellow places a New City, and blue fills a city twice."""
    names = ("red", "blue", "yellow")
    game = Trace("disco-inferno", *names)
    manilow, summer, kool, bus = "3,8", "6,9", "12,9", "5,6"
    game.cubes |= {manilow: ["yellow", "yellow"], summer: ["red", "blue"]}
    goods = ["red", "blue", "purple"]
    game.new_cities = [
        {"letter": city.letter, "color": COLOURS[city.colour], "cubes": goods}
        for city in game.game.board.new_cities
    ]
    set_up, step, players = game.set_up(), game.step, game.players
    bag: dict[str, int] = dict(set_up["bag"])

    def money(**amounts: int) -> dict[str, Any]:
        """What the players have after something has cost so much."""
        return {name: {"money": players[name]["money"] - amount} for name, amount in amounts.items()}

    def move(start: str, colour: str, path: str, income: int, **more: Any) -> None:
        game.cubes[start].remove(colour)
        bag[colour] += 1
        way = {"from": start, "color": colour, "path": [path], "link_owners": ["red"]}
        step("move", "red", **way, **more, red={"income": income}, bag=bag)

    def produce(*colours: str) -> None:
        """The other site puts the cubes on the city, and back into the bag as well."""
        for colour in colours:
            bag[colour] -= 1
        step("production_draw", random=[{"kind": "draw", "values": list(colours)}], bag=bag)
        for colour in colours:
            bag[colour] += 1
        step("production_city", "blue", hex=kool, cubes=list(colours), bag=bag)
        game.cubes[kool] += colours

    def end_round(owner: str | None, *scores: int | None) -> None:
        track = {"4,9": [2, 5], "5,9": [1, 5]}
        board = {
            "tracks": {hex: {"tracks": [{"exits": exits, "owner": owner}]} for hex, exits in track.items()},
            "urbanized": {bus: {"letter": "A"}},
            "new_city_cubes": dict.fromkeys("BCDEFGH", goods),
        }
        game.end_round(board, *scores)

    step("round_start")
    step("issue", "red", shares=5, red={"money": 40, "shares": 7})
    step("issue", "blue", shares=1, blue={"money": 20, "shares": 3})
    step("issue", "yellow", shares=0)
    step("bid", "red", amount=1)
    step("drop_out", "blue", place=3, bid=0, pays=0)
    step("drop_out", "yellow", place=2, bid=0, pays=0)
    step("auction_end", winner="red", pays=1, order=["red", "yellow", "blue"], **money(red=1))
    step("select", "red", action="locomotive", red={"loco": 2})
    step("select", "yellow", action="urbanization")
    step("select", "blue", action="production")
    step("build", "red", hex="4,9", tracks=[[2, 5]], cost=3, **money(red=3))
    step("build", "red", hex="5,9", tracks=[[1, 5]], cost=3, **money(red=3))
    step("build_done", "red")
    step("urbanize", "yellow", hex=bus, new_city="A", cubes=goods)
    game.cubes[bus] = list(goods)
    step("build_done", "yellow")
    step("build_done", "blue")
    move(manilow, "yellow", summer, 1, chain=True, links_left=1)
    move(summer, "red", manilow, 2, chain=True, links_left=0)
    game.passes("yellow", "blue")
    # The last cube leaves Manilow: nothing can go there any more, but the other site waits for red to say so.
    move(manilow, "yellow", summer, 3, burned=True, chain=True, links_left=1)
    step("pass", "red", ends_chain_at=summer)
    game.passes("yellow", "blue")
    step("collect_income", **money(red=-3))
    step("pay_expenses", **money(red=9, blue=4, yellow=3))
    step("income_reduction")
    produce("red", "blue")
    end_round("red", -10, -9, -6)

    # Red and yellow bid more than they can spare.
    step("round_start")
    for name in ("red", "yellow", "blue"):
        step("issue", name, shares=0)
    step("bid", "red", amount=10)
    step("bid", "yellow", amount=12)
    step("drop_out", "blue", place=3, bid=0, pays=0)
    step("bid", "red", amount=27)
    step("drop_out", "yellow", place=2, bid=12, pays=12, auto="forced", **money(yellow=12))
    step("auction_end", winner="red", pays=27, **money(red=27))
    step("select", "red", action="locomotive", red={"loco": 3})
    step("select", "yellow", action="engineer")
    step("select", "blue", action="first_move")
    for name in ("red", "yellow", "blue"):
        step("build_done", name)
    game.passes("blue", "red", "yellow", "blue", "red", "yellow")
    step("collect_income", **money(red=-3))
    lost = {"red": {"money": 0, "income": -4, "out": True}, "yellow": {"money": 0, "income": -3, "out": True}}
    step("pay_expenses", **lost, **money(blue=4))
    step("game_end")
    end_round(None, None, -9, None)
    out = game.whole(set_up, ("blue", -9), ("red", None), ("yellow", None))
    out["anomalies"] = [
        {"step": None, "code": "setup_cubes", "note": "Manilow and Summer start with two cubes."},
        {"step": at_action(out, "production_draw"), "code": "peer_bug_bag", "note": "Cubes multiply."},
    ]
    return out


def at_action(data: Mapping[str, Any], action: str) -> int:
    """The number of the first step of this kind."""
    number: int = next(step["i"] for step in data["steps"] if step["action"] == action)
    return number


def sweden_recycling() -> dict[str, Any]:
    """Red delivers two cubes, which are recycled, and then a black one, which blue takes from the plant."""
    game = Trace("sweden-recycling", "red", "blue", "yellow")
    halmstad, vaxjo, tingsryd = "2,9", "5,8", "5,10"
    goods = ["yellow"] * 10 + ["red"] * 7 + ["blue"] * 3
    game.cubes = {hex: [] if hex in (halmstad, vaxjo) else [goods.pop(), goods.pop()] for hex in game.cubes}
    game.cubes |= {halmstad: ["yellow", "yellow"], vaxjo: ["blue", "red"]}
    set_up, step, players = game.set_up(), game.step, game.players
    for name in players:
        players[name]["garbage"] = 0

    def money(**amounts: int) -> dict[str, Any]:
        """What the players have after something has cost so much."""
        return {name: {"money": players[name]["money"] - amount} for name, amount in amounts.items()}

    def move(start: str, colour: str, path: str, income: int, **more: Any) -> None:
        game.cubes[start].remove(colour)
        way = {"from": start, "color": colour, "path": [path], "link_owners": ["red"]}
        step("move", "red", **way, **more, red={"income": income})

    def end_round(owner: str | None, plant: list[str], *scores: int | None) -> None:
        track = {"3,9": [1, 5], "4,9": [1, 4], "5,9": [0, 3]}
        tracks = {hex: {"tracks": [{"exits": exits, "owner": owner}]} for hex, exits in track.items()}
        letters = {tingsryd: {"letter": "C"}}
        game.end_round({"tracks": tracks, "urbanized": letters, "wte_plant": plant}, *scores)

    def auction() -> None:
        step("bid", "red", amount=1)
        step("drop_out", "blue", place=3, bid=0, pays=0)
        step("drop_out", "yellow", place=2, bid=0, pays=0)
        step("auction_end", winner="red", pays=1, order=["red", "yellow", "blue"], **money(red=1))

    step("round_start")
    step("issue", "red", shares=5, red={"money": 35, "shares": 7})
    step("issue", "blue", shares=0)
    step("issue", "yellow", shares=0)
    auction()
    step("select", "red", action="urbanization")
    step("select", "yellow", action="engineer")
    step("select", "blue", action="first_build")
    step("build_done", "blue")
    step("urbanize", "red", hex=tingsryd, new_city="C")
    game.cubes[tingsryd] = []
    for hex, track in ("3,9", [1, 5]), ("4,9", [1, 4]), ("5,9", [0, 3]):
        step("build", "red", hex=hex, tracks=[track], cost=2, **money(red=2))
    step("build_done", "red")
    step("build_done", "yellow")
    move(halmstad, "yellow", vaxjo, 1, cube_to="recycling")
    game.passes("yellow", "blue")
    move(vaxjo, "blue", halmstad, 2, cube_to="recycling")
    game.passes("yellow", "blue")
    # The other site recycles before income, the rules in growth: nothing lies between.
    step("recycle")
    game.cubes[vaxjo] += ["red"]
    game.cubes[halmstad] += ["black"]
    step("collect_income", **money(red=-2))
    step("pay_expenses", **money(red=8, blue=3, yellow=3))
    step("income_reduction")
    end_round("red", [], 6 - 21 + 3, -6, -6)

    step("round_start")
    for name in ("red", "yellow", "blue"):
        step("issue", name, shares=0)
    step("bid", "red", amount=1)
    step("bid", "yellow", amount=2)
    step("drop_out", "blue", place=3, bid=0, pays=0)
    step("bid", "red", amount=7)
    step("drop_out", "yellow", place=2, bid=2, pays=2, auto="forced", **money(yellow=2))
    step("auction_end", winner="red", pays=7, **money(red=7))
    step("select", "red", action="locomotive", red={"loco": 2})
    step("select", "yellow", action="engineer")
    step("select", "blue", action="wte_plant_operator")
    for name in ("red", "yellow", "blue"):
        step("build_done", name)
    game.cubes[halmstad].remove("black")
    way = {"from": halmstad, "color": "black", "path": [vaxjo, tingsryd], "link_owners": ["red", "red"]}
    step("move", "red", **way, cube_to="removed", red={"income": 4})
    game.passes("yellow", "blue", "red", "yellow", "blue")
    step("recycle")
    step("wte_take", blue={"garbage": 1})
    step("collect_income", **money(red=-4))
    step("pay_expenses", **money(red=9, blue=3, yellow=3))
    step("income_reduction")
    end_round("red", [], 12 - 21 + 3, -6 + 2, -6)

    # Nobody can pay any more but red.
    step("round_start")
    for name in ("red", "yellow", "blue"):
        step("issue", name, shares=0)
    step("bid", "red", amount=1)
    step("drop_out", "yellow", place=3, bid=0, pays=0)
    step("bid", "blue", amount=4)
    step("bid", "red", amount=5)
    step("drop_out", "blue", place=2, bid=4, pays=4, auto="forced", **money(blue=4))
    step("auction_end", winner="red", pays=5, order=["red", "blue", "yellow"], **money(red=5))
    step("select", "red", action="first_move")
    step("select", "blue", action="wte_plant_operator")
    step("select", "yellow", action="engineer")
    for name in ("red", "blue", "yellow"):
        step("build_done", name)
    game.passes("red", "blue", "yellow", "red", "blue", "yellow")
    step("recycle")
    step("collect_income", **money(red=-4))
    lost = {
        "blue": {"money": 0, "income": -3, "out": True},
        "yellow": {"money": 0, "income": -1, "out": True},
    }
    step("pay_expenses", **lost, **money(red=9))
    step("game_end")
    end_round("red", [], 12 - 21 + 3, None, None)
    return game.whole(set_up, ("red", -6), ("blue", None), ("yellow", None))
