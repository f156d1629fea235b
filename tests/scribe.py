"""Our own recorded games written down in the format aos-trace/1, as another site would have recorded them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from footplate.age_of_steam.actions import (
    Bid,
    Build,
    Connect,
    Decline,
    Deliver,
    Dice,
    Done,
    Draw,
    Drop,
    Improve,
    Issue,
    Pass,
    Produce,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.board import EMPTY, UNBUILDABLE, owner_of, seat_of
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.phases.goods_growth import AdvanceTurn
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import Section, count_tracks, sections_of
from footplate.core.game import NATURE
from footplate.core.table import Entry

PHASES = {
    "Collect income": "collect_income",
    "Pay expenses": "pay_expenses",
    "Income reduction": "income_reduction",
}
HELD = {"disks": "loco_discs", "grants": "land_grants", "garbage": "garbage"}


class Scribe:
    """Plays a recorded game and writes down each step and the board at the end of each round."""

    def __init__(self, game: AgeOfSteam, seats: int, entries: Iterable[Entry]) -> None:
        self.game, self.board, self.rules = game, game.board, game.rules
        self.entries = list(entries)
        self.s: SteamState = game.start(seats)
        self.names = [f"player {seat}" for seat in range(seats)]
        self.steps: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []
        self.dice: list[dict[str, Any]] = []
        self.bag: dict[str, int] = {}
        self.order: list[int] = []
        while self.s.agenda and self.s.agenda[0].seat == NATURE and self.s.phase < 0:
            self._do(self._read(self.entries.pop(0)))
        self.set_up = self._set_up()

    def whole(self) -> dict[str, Any]:
        """The file."""
        game, s = self.game, self.s
        self._step("round_start")
        while self.entries:
            self._go_on()
            if s.over:
                break
            entry = self.entries.pop(0)
            action = self._read(entry)
            if entry.seat == NATURE:
                self._chance(action)
            else:
                self._decide(entry.seat, action)
        self._go_on()
        assert s.over and not self.entries
        scores = game.scores(s)
        ranks = [1 + sum(o is not None and (score is None or o > score) for o in scores) for score in scores]
        final = [
            {"player": name, "score": score, "rank": rank}
            for name, score, rank in zip(self.names, scores, ranks)
        ]
        out = {"format": "aos-trace/1", "map": self.board.id, "players": s.seats, "setup": self.set_up}
        return out | {"anomalies": [], "steps": self.steps, "rounds": self.rounds, "final": final}

    def _read(self, entry: Entry) -> Any:
        return self.game.read(self.s, entry.text)

    def _do(self, action: Any) -> None:
        assert self.game.why_not(self.s, action) is None
        self.game.do(self.s, action)

    # What is there --------------------------------------------------------------------------------------

    def _hex(self, hex: int) -> str:
        return f"{self.board.cells[hex].column},{self.board.cells[hex].row}"

    def _cubes(self) -> dict[str, list[str]]:
        s = self.s
        return {
            self._hex(hex): sorted(
                colour for n, colour in enumerate(COLOURS) for _ in range(s.cubes[STRIDE * hex + n])
            )
            for hex in range(self.board.size)
        }

    def _display(self) -> dict[str, Any] | None:
        out: dict[str, Any] = {"light": {}, "dark": {}, "new": {}}
        for column in self.board.columns:
            boxes = self.s.display[column.first : column.first + column.boxes]
            half, _, number = column.name.partition("-")
            where = out[half] if number else out["new"]
            where[number or half] = [COLOURS[colour - 1] if colour else None for colour in boxes]
        return out if self.board.fill_order else None

    def _new_cities(self) -> list[dict[str, Any]]:
        cities = enumerate(self.board.new_cities)
        return [
            {
                "letter": city.letter,
                "color": COLOURS[city.colour],
                "cubes": [COLOURS[colour] for colour in self.rules.city_goods(self.s, n)],
            }
            for n, city in cities
        ]

    def _bag(self) -> dict[str, int]:
        return {colour: self.s.bag[n] for n, colour in enumerate(COLOURS) if self.s.bag[n]}

    def _set_up(self) -> dict[str, Any]:
        self.names = [self.names[self.s.order.index(seat)] for seat in range(self.s.seats)]
        return {
            "order": [self.names[seat] for seat in self.s.order],
            "cubes": {hex: cubes for hex, cubes in self._cubes().items() if cubes},
            "display": self._display(),
            "bag": self._bag(),
            "new_cities": self._new_cities(),
        }

    def _players(self) -> dict[str, dict[str, Any]]:
        s = self.s
        held = [(slot, key) for slot, key in HELD.items() if slot in s.fields]
        return {
            name: {"money": s.cash[seat], "income": s.income[seat], "shares": s.shares[seat]}
            | {"loco": s.engine[seat], "out": bool(s.out[seat])}
            | {key: getattr(s, slot)[seat] for slot, key in held}
            for seat, name in enumerate(self.names)
        }

    def _owner(self, code: int) -> str | None:
        return self.names[seat_of(code)] if seat_of(code) >= 0 else None

    # Steps ----------------------------------------------------------------------------------------------

    def _step(self, action: str, seat: int | None = None, /, **data: Any) -> None:
        s = self.s
        auto, random = data.pop("auto", None), data.pop("random", [])
        after: dict[str, Any] = {"players": self._players()}
        if self._bag() != self.bag:
            after["bag"] = self._bag()
        if s.order != self.order:
            after["order"] = [self.names[seat] for seat in s.order]
        self.bag, self.order = self._bag(), list(s.order)
        head = {"i": len(self.steps), "round": len(self.rounds) + 1, "phase": "", "random": random}
        head |= {"kind": "system" if seat is None else "decision", "auto": auto, "action": action}
        player = None if seat is None else self.names[seat]
        self.steps.append(head | {"player": player, "data": data, "after": after})

    def _go_on(self) -> None:
        """Let the rules do what they do of themselves, each with its step."""
        s, phases = self.s, self.game.phases
        while not s.agenda and not s.over:
            following = phases[(s.phase + 1) % len(phases)]
            if isinstance(following, AdvanceTurn):
                self._end_round()
                continue
            if following.name == "Plant":
                self._step("recycle")
            self.game.step(s)
            name = phases[s.phase].name
            if name in PHASES:
                self._step(PHASES[name])
                if s.over:
                    self._end_game()
            elif name == "Plant" and self.rules.holder(s, "WTE-plant-operator") >= 0:
                self._step("wte_take")

    def _end_round(self) -> None:
        self._write_round()
        self.game.step(self.s)
        if self.s.over:
            self.rounds.pop()
            self._end_game()
        else:
            self._step("round_start")

    def _end_game(self) -> None:
        """The other site takes the marks off unfinished track before it scores."""
        lost = [
            {"hex": self._hex(found.sides[0] // 6), "track": [found.sides[0] % 6]} for found in self._open()
        ]
        self._step("game_end", unfinished_track_unowned=lost)
        self._write_round()

    def _open(self) -> list[Section]:
        """The unfinished sections of all seats."""
        every = [sections_of(self.board, self.s, owner_of(seat)) for seat in range(self.s.seats)]
        return [found for sections in every for found in sections if not found.complete]

    def _write_round(self) -> None:
        scores = {name: {"score": self._score(seat)} for seat, name in enumerate(self.names)}
        self.rounds.append({"round": len(self.rounds) + 1, "board": self._board(), "players": scores})

    def _score(self, seat: int) -> int | None:
        score = self.rules.score(self.s, seat)
        if score is None or self.s.over:
            return score
        sections = sections_of(self.board, self.s, owner_of(seat))
        return score + sum(count_tracks(self.board, self.s, f.sides) for f in sections if not f.complete)

    def _board(self) -> dict[str, Any]:
        s, board = self.s, self.board
        lost = {side for found in self._open() for side in found.sides} if s.over else set()
        tracks: dict[str, Any] = {}
        for hex in range(board.size):
            lying = board.tiles.layouts[s.layout[hex]].tracks
            if lying and board.kind[hex] != UNBUILDABLE:
                tracks[self._hex(hex)] = {
                    "tracks": [
                        {
                            "exits": [first, "town" if second == TOWN else second],
                            "owner": None
                            if 6 * hex + first in lost
                            else self._owner(s.rail[6 * hex + first]),
                        }
                        for first, second in lying
                    ]
                }
        placed = [(n, hex) for n, hex in enumerate(s.new_cities) if hex >= 0]
        lettered = any(len(city.letter) == 1 for city in board.new_cities)
        urbanized = {
            self._hex(hex): {
                "letter": board.new_cities[n].letter if lettered else None,
                "colors": [COLOURS[board.new_cities[n].colour]],
            }
            for n, hex in placed
        }
        out: dict[str, Any] = {"tracks": tracks, "cubes": self._cubes(), "urbanized": urbanized}
        out |= {"bag": self._bag(), "display": self._display(), "links": []}
        out["new_city_cubes"] = {city["letter"]: city["cubes"] for city in self._new_cities()}
        if "wte_plant" in s.fields:
            out["wte_plant"] = s.wte_plant  # type: ignore[attr-defined]
        for number, link in enumerate(board.direct_links):
            entry = {"id": str(number), "ends": [self._hex(end) for end in link.ends], "cost": link.price}
            code = s.link_owners[number]
            out["links"].append(entry | {"built": code != EMPTY, "owner": self._owner(code)})
        return out

    def _chance(self, action: Any) -> None:
        """Dice of both halves are one step; draws belong to the step before or to Production."""
        kind = self.s.agenda[0].kind
        self._do(action)
        if isinstance(action, Dice):
            half = "dark" if self.dice else "light"
            self.dice.append({"kind": "dice", "side": half, "values": list(action.values)})
            if len(self.dice) == 2:
                self._step("goods_growth", random=self.dice)
                self.dice = []
        elif isinstance(action, Draw):
            drawn = [COLOURS[colour] for colour in action.colours]
            chance = [{"kind": "draw", "values": drawn}]
            if kind == "production" and self.steps[-1]["action"] == "select":
                self.steps[-1] |= {"random": chance}
                self.steps[-1]["after"]["bag"] = self._bag()
                self.bag = self._bag()
            else:
                self._step("production_draw", random=chance)
            self.drawn = drawn

    def _decide(self, seat: int, action: Any) -> None:
        s, due = self.s, self.s.agenda[0]
        name, data = self._told(seat, action)
        s.news = []
        links_left = 0
        if isinstance(action, Deliver) and due.kind in ("move", "chain"):
            reach = self.game.decisions[due.kind].reach(self.rules, s, due)  # type: ignore[attr-defined]
            links_left = reach - len(action.stops)
        self._do(action)
        news, s.news = s.news, None
        if isinstance(action, Decline) and not name:
            self._decline(seat)
        if not name:
            return
        drops = [fact for fact in news if fact.kind == "dropped"]
        if isinstance(action, Drop):
            fact = drops.pop(0)
            data = {"place": fact.data[0], "pays": fact.data[1]}
        self._step(name, seat, **data)
        for fact in drops:
            self._step("drop_out", fact.seat, place=fact.data[0], pays=fact.data[1], auto="forced")
        for fact in news:
            if fact.kind == "first" and due.kind == "bid":
                self._step("auction_end", winner=self.names[fact.seat], pays=fact.data[0])
        goes_on = s.agenda and s.agenda[0].kind == "chain" and s.agenda[0].seat == seat
        if "chain" in self.game.decisions and links_left and not goes_on:
            self._step("pass", seat, ends_chain_at=self._hex(action.stops[-1]))
        moving = any(due.kind in ("move", "extra-delivery") for due in s.agenda)
        if "extra-delivery" in self.game.decisions and due.kind in ("move", "extra-delivery") and not moving:
            for other in self.rules.leading(s, "first-move"):
                self._step("pass", other, move_round=3, auto="forced")

    def _decline(self, seat: int) -> None:
        """The other site lets who has Production decline only after the draw."""
        drawn = [COLOURS[n] for n, count in enumerate(self.s.bag) for _ in range(count)][:2]
        self._step("production_draw", random=[{"kind": "draw", "values": drawn}])
        self.bag = {colour: count - drawn.count(colour) for colour, count in self.bag.items()}
        self.steps[-1]["after"]["bag"] = self.bag
        self._step("production_pass", seat, returned=drawn)

    def _told(self, seat: int, action: Any) -> tuple[str, dict[str, Any]]:
        s, due, verb = self.s, self.s.agenda[0], action.verb
        match action:
            case Issue():
                return "issue", {"shares": action.shares}
            case Bid():
                return "bid", {"amount": action.amount}
            case Drop():
                return "drop_out", {}
            case Take():
                return "select", {"action": self.board.actions[action.action].replace("-", "_").lower()}
            case Build():
                tracks = self.board.tiles.layouts[action.layout].tracks
                told = [[first, "town" if second == TOWN else second] for first, second in tracks]
                cost = self.game.decisions["build"].charge(self.rules, s, action)  # type: ignore[attr-defined]
                return "build", {"hex": self._hex(action.hex), "tracks": told, "cost": cost}
            case Connect():
                link = self.board.direct_links[action.link]
                return "build_link", {"ends": [self._hex(end) for end in link.ends], "cost": link.price}
            case Urbanize():
                city = self.board.new_cities[action.city]
                letter = city.letter if len(city.letter) == 1 else None
                data = {"hex": self._hex(action.hex), "new_city": letter, "color": COLOURS[city.colour]}
                return "urbanize", data
            case Done():
                return "build_done", {"abandoned": []}
            case Deliver():
                links = links_of(self.rules, s, action)
                assert links is not None
                move: dict[str, Any] = {"from": self._hex(action.hex), "color": COLOURS[action.colour]}
                move |= {"path": [self._hex(stop) for stop in action.stops]}
                move |= {"link_owners": [self._owner(link.owner) for link in links]}
                return "move", move | self._move_round(due)
            case Improve():
                return "locomotive", self._move_round(due)
            case Pass() if due.kind == "bid":
                return "turn_order_pass", {}
            case Pass():
                chain = {"ends_chain_at": self._hex(due.b // 16)} if due.kind == "chain" else {}
                return "pass", chain | self._move_round(due)
            case Decline() if due.kind == "pay-first":
                return "decline_first", {}
            case Produce() | Decline():
                return "", {}
            case Stock():
                column, row = self.board.box_place[action.box]
                half, _, number = self.board.columns[column].name.partition("-")
                where = {"side": half, "n": int(number)} if number else half
                return "production", {"color": COLOURS[action.colour], "column": where, "row": row + 1}
        match verb:
            case "pay":
                return "pay_first", {}
            case "grant":
                return "spend_land_grant", {"used": True}
            case "further":
                return "double_locomotive", self._move_round(due)
            case "start":
                self.start = self._hex(action.hex)
                following = self.entries[0] if self.entries else None
                if following and following.text.startswith("colour"):
                    return "", {}
                return "starting_city", {"hex": self.start, "color": None}
            case "colour":
                return "starting_city", {"hex": self.start, "color": COLOURS[action.colour]}
            case "pick":
                self.drawn = [COLOURS[action.colour]]
                return "", {}
            case "supply" | "admit":
                cubes = self.drawn[:1] if verb == "supply" else self.drawn
                return "production_city", {"hex": self._hex(action.hex), "cubes": cubes}
        raise AssertionError(f"no step is known for “{verb}”")

    def _move_round(self, due: Any) -> dict[str, int]:
        return {"move_round": 3 if due.kind == "extra-delivery" else due.a}
