"""Games recorded elsewhere, in the format aos-trace/1, replayed decision by decision and number by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from footplate.age_of_steam.actions import (
    DECLINE,
    DONE,
    DROP,
    IMPROVE,
    PASS,
    PRODUCE,
    Bid,
    Build,
    Connect,
    Deliver,
    Dice,
    Draw,
    Issue,
    Order,
    Stock,
)
from footplate.age_of_steam.board import EMPTY, NOBODYS, UNBUILDABLE, map_ids, owner_of, seat_of
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.inspection import inspect_track
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.goods_growth import AdvanceTurn
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, Track
from footplate.age_of_steam.track import count_tracks, give, open_ends, section, sections_of
from footplate.age_of_steam.words import plural
from footplate.core.game import NATURE, PlayersError
from footplate.core.recording import Difference, Replayed, TraceError
from footplate.geometry.hexes import neighbour

Data = Mapping[str, Any]

FORMAT = "aos-trace/1"
OPTIONS = {"urbanize-anytime": "on"}
"""How recorded games of others were played."""

ASKED = {
    "issue": "issue",
    "bid": "bid",
    "drop_out": "bid",
    "turn_order_pass": "bid",
    "pay_first": "pay-first",
    "decline_first": "pay-first",
    "select": "take",
    "build": "build",
    "urbanize": "build",
    "build_link": "build",
    "claim_link": "build",
    "build_done": "build",
    "move": "move",
    "locomotive": "move",
    "double_locomotive": "move",
    "pass": "move",
    "production": "stock",
    "production_city": "stock",
    "production_pass": "stock",
    "starting_city": "start",
    "spend_land_grant": "build",
}
"""The kind of question that each recorded decision answers."""

EXTRA = "extra-delivery"
"""The kind of question that a third delivery answers."""
ROUNDS = 2
"""Beyond so many rounds of moves only those move who have bought another delivery."""

FIGURES = {"money": "cash", "income": "income", "shares": "shares", "loco": "engine"}
"""Numbers of players: their names in a file, and in the state."""
HELD = {"loco_discs": "disks", "land_grants": "grants", "garbage": "garbage"}
"""Numbers of players that only some boards have: their names in a file, and in the state."""
PAID_EARLY, EARLY_BONUS = "bonus_paid_during_build", "transcontinental_bonus"
"""How a file says that a bonus is paid in the midst of the build after which it is due."""

GOES_ON = {"move": "chain", "pass": "chain"}
"""The question that such a decision answers where a move has more than one part."""

OTHER_BOARD = "different_map"
"""The code of an anomaly with which nothing can be compared: the game was played on another board."""
ODD_BAG = "peer_bug_bag"
"""The code of an anomaly that goes on: cubes of Production stay in the bag as well."""

AFTER_PHASE = {
    "wte_take": "Plant",
    "collect_income": "Collect income",
    "pay_expenses": "Pay expenses",
    "income_reduction": "Income reduction",
}
"""The phase that each recorded event of the rules belongs to."""


class Stop(Exception):
    """The replay has met a difference."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.what)
        self.difference = difference


def replay(data: Data, to: int | None = None) -> Replayed:
    """Replay a recorded game, or its steps up to number `to`; TraceError where the file is none."""
    return Replay(data).run(to)


def _checked(data: Any) -> Data:
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise TraceError(f"this is no recorded game: “format” should be “{FORMAT}”")
    for key, kind in (
        ("map", str),
        ("players", int),
        ("setup", Mapping),
        ("steps", list),
        ("rounds", list),
        ("final", list),
        ("anomalies", list),
    ):
        if not isinstance(data.get(key), kind):
            raise TraceError(f"the file has no proper “{key}”; was it cut off?")
    if data["map"] not in map_ids():
        raise TraceError(
            f"the file is for the map “{data['map'][:40]}”, which is not one of {', '.join(map_ids())}"
        )
    _check_shape(data)
    for number, step in enumerate(data["steps"]):
        if not isinstance(step, Mapping) or step.get("i") != number:
            raise TraceError("the steps should be numbered 0, 1, 2 and so on; one is missing here", number)
        for key in ("round", "action", "kind", "data", "after"):
            if key not in step:
                raise TraceError(f"the step has no “{key}”", number)
    return data


def _check_shape(data: Data) -> None:
    """What is read from the file without being looked at again."""
    order = data["setup"].get("order")
    if not isinstance(order, list) or not all(isinstance(name, str) for name in order):
        raise TraceError("the set-up has no proper “order”: a list of names")
    if len(set(order)) != len(order):
        raise TraceError("the “order” of the set-up names somebody twice")
    if len(order) != data["players"]:
        raise TraceError(f"“players” is {str(data['players'])[:9]}, but the order names {len(order)}")
    if not data["steps"]:
        raise TraceError("the file has no steps")
    for number, anomaly in enumerate(data["anomalies"]):
        step = anomaly.get("step", "") if isinstance(anomaly, Mapping) else ""
        if step is not None and type(step) is not int:
            raise TraceError(f"anomaly {number} has no “step”: a number, or null for the set-up")
    for number, entry in enumerate(data["final"]):
        if not isinstance(entry, Mapping) or not {"player", "score", "rank"} <= set(entry):
            raise TraceError(f"entry {number} of “final” has no “player”, “score” and “rank”")
        if entry["player"] not in order:
            raise TraceError(f"entry {number} of “final” is for nobody in the “order”")
    if any((a.get("code"), a["step"]) == (OTHER_BOARD, None) for a in data["anomalies"]):
        name = data["map"]
        raise TraceError(f"the game was played on another board called “{name}”, so it cannot be compared")


def _misread(problem: Exception) -> str:
    """What is wrong with a part of the file, as far as it can be told."""
    if isinstance(problem, KeyError):
        return f"it has no {str(problem)[:60]}, or knows no such"
    return f"something in it has the wrong form ({str(problem)[:100]})"


MISREAD = (
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
"""What a file that is no proper recording makes the replay stumble over."""


def _links(board: Data) -> list[Data]:
    """The direct links of a recorded board."""
    links = board.get("links") or ()
    return list(links.values() if isinstance(links, Mapping) else links)


def _count(cubes: Any) -> Any:
    """How many cubes a file means, whether it names them, counts them by colour or says their number."""
    return (
        sum(cubes.values())
        if isinstance(cubes, Mapping)
        else len(cubes)
        if isinstance(cubes, list)
        else cubes
    )


def _listed(tracks: Mapping[Track, int]) -> list[tuple[list[int], int]]:
    """The tracks on a hex and their owners, for people who compare."""
    return sorted((list(track), owner) for track, owner in tracks.items())


class Replay:
    """One recorded game on its way through the rules."""

    def __init__(self, data: Any) -> None:
        self.data = _checked(data)
        self.game: AgeOfSteam = load(self.data["map"], OPTIONS)
        self.board = self.game.board
        setup = self.data["setup"]
        try:
            self.players: list[str] = list(setup["order"])
            self.seats = {player: seat for seat, player in enumerate(self.players)}
            self.state: SteamState = self.game.start(len(self.players))
            self.odd = {a["step"] for a in self.data["anomalies"]}
            self.paid_early = {a["step"] for a in self.data["anomalies"] if a.get("code") == PAID_EARLY}
            self.paid_early |= {n for n, a in enumerate(self.data["steps"]) if a["data"].get(EARLY_BONUS)}
            self.odd |= self.paid_early
            self.odd_bag = any(a.get("code") == ODD_BAG for a in self.data["anomalies"])
            """Whether Production leaves another bag behind in the file than by the rules."""
            self.cells = [f"{cell.column},{cell.row}" for cell in self.board.cells]
            """What each hex is called in the file."""
            self.hexes = {name: hex for hex, name in enumerate(self.cells)}
            self.columns = [
                (key, slot) for key, slot in {**FIGURES, **HELD}.items() if slot in self.state.fields
            ]
            self._set_up(setup)
        except (TraceError, PlayersError) as problem:
            raise TraceError(str(problem)) from None
        except MISREAD as problem:
            raise TraceError(f"the set-up cannot be read: {_misread(problem)}") from None
        self.advances: dict[int, tuple[int, int]] = {}
        """What each seat has got before its time, in cash and income: taken back when the rules pay it."""
        self.drops: list[tuple[int, int, int]] = []
        self.order: list[str] = []
        """The order that the file tells at the end of a round and the rules make as the next one begins."""
        self.counts_track: bool | None = None
        """Whether track counts in the score; None until it is first asked."""
        self.told = self.players
        """The order in which the file lets shares be issued."""

    # Set-up ---------------------------------------------------------------------------------------------

    def _set_up(self, setup: Data) -> None:
        s = self.state
        self._nature(Order(tuple(range(len(self.players)))))
        answers: dict[str, Callable[[], list[str]]] = {
            "fill-display": lambda: self._display(setup["display"]),
            "fill-cities": lambda: self._cubes(setup["cubes"]),
            "fill-terminals": lambda: self._terminals(setup["foreign_terminals"]),
            "fill-new-cities": lambda: self._new_cities(setup["new_cities"]),
        }
        if None in self.odd:
            self._take_over_set_up(setup)
        while s.agenda and s.agenda[0].seat == NATURE:
            kind = s.agenda[0].kind
            if kind not in answers:
                raise TraceError(f"the set-up of {self.board.name} asks for “{kind}”, which no file tells")
            colours = answers[kind]()[: s.agenda[0].a]
            self._nature(Draw(tuple(map(COLOURS.index, colours))))
        bag = {colour: count for colour, count in zip(COLOURS, bytes(s.bag)) if count}
        if bag != {colour: count for colour, count in setup["bag"].items() if count}:
            raise TraceError(f"after the set-up the bag should hold {bag}, the file says {setup['bag']}")

    def _nature(self, action: Any, step: int | None = None) -> None:
        if refusal := self.game.why_not(self.state, action):
            sentence = self.game.explain(self.state, action, refusal)
            raise TraceError(f"“{self.game.say(action)}” is impossible: {sentence}", step)
        self.game.do(self.state, action)

    def _display(self, display: Data) -> list[str]:
        columns = {f"{half}-{n}": boxes for half in ("light", "dark") for n, boxes in display[half].items()}
        columns |= display.get("new") or {}
        return [
            columns[self.board.columns[column].name][row]
            for column, row in (self.board.box_place[box] for box in self.board.fill_order)
        ]

    def _cubes(self, cubes: Data) -> list[str]:
        left = {self._hex(name): list(colours) for name, colours in cubes.items()}
        for hex, colour in self.board.start_goods:
            if COLOURS[colour] not in left.get(hex, ()):
                raise TraceError(f"{self.board.place(hex)} starts with a {COLOURS[colour]} cube")
            left[hex].remove(COLOURS[colour])
        wanted = self.game.rules.start_cubes(self.state.seats)
        for hex, colours in left.items():
            if len(colours) != wanted.count(hex):
                place, number = self.board.place(hex), plural(wanted.count(hex), "cube")
                raise TraceError(f"{place} starts with {number}, the file has {len(colours)}")
        return [left[hex].pop(0) for hex in wanted]

    def _terminals(self, terminals: Data) -> list[str]:
        colours = {self._hex(name): terminal["color"] for name, terminal in terminals.items()}
        return [colours[hex] for hex in self.board.terminals]

    def _new_cities(self, cities: Sequence[Data]) -> list[str]:
        """The cubes that lie on the New Cities, city by city."""
        cubes = {city["letter"]: list(city["cubes"]) for city in cities}
        return [colour for city in self.board.new_cities for colour in cubes[city.letter]]

    def _take_over_set_up(self, setup: Data) -> None:
        """An anomaly without a step concerns the set-up: it is taken as the file has it."""
        s = self.state
        s.cubes = bytearray(len(s.cubes))
        display = self._display(setup["display"]) if setup["display"] else []
        for box, colour in zip(self.board.fill_order, display):
            s.display[box] = COLOURS.index(colour) + 1
        for name, colours in setup["cubes"].items():
            for colour in colours:
                s.cubes[STRIDE * self._hex(name) + COLOURS.index(colour)] += 1
        waiting = self._terminals(setup.get("foreign_terminals", {}))
        if any(due.kind == "fill-new-cities" for due in s.agenda):
            waiting += self._new_cities(setup["new_cities"])
        for number, colour in enumerate(COLOURS):
            s.bag[number] = setup["bag"].get(colour, 0) + waiting.count(colour)
        s.agenda = [due for due in s.agenda if due.kind not in ("fill-display", "fill-cities")]

    def _hex(self, name: str) -> int:
        if name not in self.hexes:
            raise TraceError(f"there is no hex {name} on {self.board.name}")
        return self.hexes[name]

    # Steps ----------------------------------------------------------------------------------------------

    def run(self, to: int | None = None) -> Replayed:
        """Go through the steps; the result says how far it came."""
        out = Replayed(self.data["map"], self.players, anomalies=list(self.data["anomalies"]))
        steps: Sequence[Data] = self.data["steps"]
        if to is not None and not 0 <= to < len(steps):
            raise TraceError(f"there is no step {to}; the file has steps 0 to {len(steps) - 1}")
        try:
            for number, step in enumerate(steps if to is None else steps[: to + 1]):
                after = steps[number + 1] if number + 1 < len(steps) else None
                try:
                    self._step(number, step, after)
                    out.steps = number + 1
                    if after is None or after["round"] != step["round"]:
                        self._finish_round()
                        scores = self.game.scores(self.state)
                        self._compare_round(number, step["round"], scores)
                        out.rounds.append(self._round(step["round"], scores))
                except TraceError:
                    raise
                except MISREAD as problem:
                    told = f"“{str(step['action'])[:40]}” cannot be read: {_misread(problem)}"
                    raise TraceError(told, number) from None
            if to is None:
                self._compare_final(len(steps) - 1)
        except Stop as stop:
            out.difference = stop.difference
        out.final = self._standings()
        return out

    def _step(self, number: int, step: Data, after: Data | None) -> None:
        if step["kind"] == "decision":
            self._decide(number, step)
        else:
            self._follow(number, step)
        if told := step["after"].get("order") or step["data"].get("order"):
            self.told = told
        if not self._ahead(step, after):
            self._compare_numbers(number, step)
            self._compare_order(number, step, after)

    @staticmethod
    def _ahead(step: Data, after: Data | None) -> bool:
        """Whether the rules have gone further than the file: who cannot bid is out at once."""
        return (
            step["action"] in ("drop_out", "bid", "turn_order_pass")
            and after is not None
            and (
                after["action"] == "auction_end"
                or (after["action"] == "drop_out" and after.get("auto") == "forced")
            )
        )

    def _decide(self, number: int, step: Data) -> None:
        s, game = self.state, self.game
        seat, action = self.seats[step["player"]], step["action"]
        if action not in ASKED:
            raise TraceError(f"the decision “{action}” is unknown", number)
        kind, data = ASKED[action], step["data"]
        if data.get("move_round", 0) > ROUNDS:
            kind = EXTRA
            if not self._bring_forward(seat, EXTRA) and action == "pass":
                return  # The file lets everybody pass; the rules ask only who can pay.
        if action == "spend_land_grant" and data.get("used") is False:
            getattr(s, HELD["land_grants"])[seat] -= 1  # Handed in for nothing, which the rules do not allow.
            return
        ends_chain = action == "pass" and bool(data.get("ends_chain_at"))
        if ends_chain and not s.agenda:
            return  # By the rules the chain has ended of itself, and with it the phase.
        while not s.agenda and not s.over:
            game.step(s)
        late = kind == "issue" and self.told != [self.players[other] for other in s.order]
        if late or kind in ("start", "build"):
            self._bring_forward(seat, kind)
        due = s.agenda[0] if s.agenda else None
        if due is not None and due.kind == "pick" and kind == "stock":
            kind = "pick"
        asked = due is not None and due.seat == seat and due.kind in (kind, GOES_ON.get(action))
        if due is None or not asked or (ends_chain and due.kind == kind):
            # Whom the rules do not ask, because there is no choice, the file may still let decline.
            if step.get("auto") == "forced" or action == "decline_first" or ends_chain:
                self._check_drop(number, step)
                return
            found = f"{self._name(due.seat)}: {due.kind}" if due else "the game is over"
            raise Stop(Difference(number, "who is asked", f"{step['player']}: {action}", found))
        if action == "production_pass":
            self._put_back()
            return
        said = self._action(data, action)
        if refusal := game.why_not(s, said):
            if number in self.odd:
                self._force(said, action, data)
                return
            sentence = f"{game.explain(s, said, refusal)} [{refusal.rule}]"
            raise Stop(Difference(number, "legal", game.say(said), sentence))
        if isinstance(said, (Build, Connect)):
            decision = game.decision(s)
            assert isinstance(decision, BuildDecision)
            cost = decision.charge(game.rules, s, said)
            if cost != step["data"]["cost"] and number not in self.odd:
                raise Stop(Difference(number, "price", step["data"]["cost"], cost))
        s.news = [] if due.kind == "bid" else None
        before = [*zip(s.cash, s.income)] if self.advances else []
        s.memory = None
        game.decisions[due.kind].apply(game.rules, s, due, said)
        s.memory = None
        self._answer_on(number, step, due.kind == "pick")
        if number in self.odd:
            self._take_over_owners(data)
        if action == "build_done":
            self._take_back(before)
        if s.news is not None:
            self.drops += [(fact.seat, *fact.data[:2]) for fact in s.news if fact.kind == "dropped"]  # type: ignore[misc]
            s.news = None
        self._check_drop(number, step)
        for entry in step["data"].get("links_created") or ():
            self._compare_link(number, self._link(entry), entry)

    def _bring_forward(self, seat: int, kind: str) -> bool:
        """Let a seat answer such a question now, in the order of the file; whether it is asked.

        On the other site First Move goes first with third deliveries too, and a New City may be placed before
        a starting city is chosen; where no auction is held, the new order may be made only after the shares.
        """
        s = self.state
        in_turn = kind in ("start", "build")
        if not s.agenda or (s.agenda[0].seat != seat if in_turn else s.agenda[0].kind != kind):
            return False
        mine = [due for due in s.agenda if due.kind == kind and due.seat == seat]
        s.agenda = mine + [due for due in s.agenda if due not in mine]
        return bool(mine)

    def _answer_on(self, number: int, step: Data, picked: bool) -> None:
        """Answer what a map asks at once after a decision, or the pick of a cube, told in one step."""
        s, data = self.state, step["data"]
        for chance in step.get("random") or ():
            if s.agenda and s.agenda[0].seat == NATURE and chance["values"]:
                self._nature(self._outcome(chance), number)
        kind = s.agenda[0].kind if s.agenda else ""
        if step["action"] == "starting_city" and kind == "marker":
            self._say(f"colour {data['color']}", number)
        elif step["action"] == "production_city" and kind == "stock" and picked:
            self._say(f"supply {self.board.words[self._hex(data['hex'])]}", number)

    def _take_over_owners(self, data: Data) -> None:
        """At an anomaly track is whose the file says."""
        for changed in data.get("ownership_changes") or ():
            hex, code = self._hex(changed["hex"]), self._owner(changed["to"])
            give(self.state, [6 * hex + side for side in changed["track"] if side != "town"], code)

    def _say(self, sentence: str, number: int) -> None:
        """Answer with a sentence of the map's own."""
        self._nature(self.game.read(self.state, sentence), number)

    def _take_back(self, before: Sequence[tuple[int, int]]) -> None:
        """Pay once what the file paid in the midst of a build and the rules pay after this or a later one."""
        s = self.state
        for seat, advance in list(self.advances.items()):
            cash, income = before[seat]
            if (s.cash[seat] - cash, s.income[seat] - income) == advance:
                s.cash[seat], s.income[seat] = cash, income
                del self.advances[seat]

    def _check_drop(self, number: int, step: Data) -> None:
        if step["action"] == "drop_out":
            data = step["data"]
            expected = (self.seats[step["player"]], data["place"], data["pays"])
            found = self.drops.pop(0) if self.drops else None
            if found != expected:
                raise Stop(Difference(number, "drop out (seat, place, pays)", expected, found))

    def _put_back(self) -> None:
        """The other site lets the holder of Production decline after the draw."""
        s = self.state
        for number in range(len(COLOURS)):
            s.bag[number] += s.drawn[number]
            s.drawn[number] = 0
        s.settle()

    def _force(self, said: Any, action: str, data: Data) -> None:
        """At an anomaly the board of the file is taken over although the rules refuse it."""
        s, seat = self.state, self.state.agenda[0].seat
        if isinstance(said, Build):
            s.layout[said.hex] = said.layout
            for (first, second), owner in zip(data["tracks"], data["owners"]):
                code = NOBODYS if owner is None else owner_of(self.seats[owner])
                for side in (first, second):
                    if side != "town":
                        s.rail[6 * said.hex + side] = code
            s.link_table = None
            inspect_track(self.board, s)
            s.amend(s.agenda[0].a - 1, s.agenda[0].b)
        elif isinstance(said, Connect):
            s.link_owners[said.link] = owner_of(seat)
            s.link_table = None
            s.amend(s.agenda[0].a - 1, s.agenda[0].b)
        elif said is DONE:
            self.game.do(s, said)
        elif action == "spend_land_grant":
            # Handed in beside another: it pays for nothing, but the other site lets one more tile be laid.
            getattr(s, HELD["land_grants"])[seat] -= 1
            s.amend(s.agenda[0].a + 1, s.agenda[0].b)
        elif isinstance(said, Deliver):
            s.cubes[STRIDE * said.hex + said.colour] -= 1
            s.bag[said.colour] += data.get("cube_to") == "bag"
            s.settle()
        else:
            s.settle()

    def _action(self, data: Data, action: str) -> Any:
        board = self.board
        match action:
            case "issue":
                return Issue(data["shares"])
            case "bid":
                return Bid(data["amount"])
            case "drop_out":
                return DROP
            case "turn_order_pass" | "pass":
                return PASS
            case "pay_first":
                return self.game.read(self.state, "pay")
            case "decline_first":
                return DECLINE
            case "select":
                return self.game.read(self.state, f"take {data['action'].replace('_', '-')}")
            case "build":
                return Build(self._hex(data["hex"]), self._layout(data["tracks"]))
            case "build_link" | "claim_link":
                return Connect(self._link(data))
            case "urbanize":
                letters = [city.letter for city in board.new_cities]
                # A New City without a letter is told by its colour.
                city = letters.index(data["new_city"] or data["color"])
                hex = self._hex(data["hex"])
                return self.game.read(self.state, f"urbanize {board.words[hex]} {letters[city]}")
            case "spend_land_grant":
                return self.game.read(self.state, "grant")
            case "starting_city":
                return self.game.read(self.state, f"start {board.words[self._hex(data['hex'])]}")
            case "production_city":
                return self._place_cube(data)
            case "double_locomotive":
                return self.game.read(self.state, "further")
            case "build_done":
                return DONE
            case "locomotive":
                return IMPROVE
            case "production":
                column = data["column"]
                name = column if isinstance(column, str) else f"{column['side']}-{column['n']}"
                at = [column.name for column in board.columns].index(name)
                return Stock(COLOURS.index(data["color"]), board.columns[at].first + data["row"] - 1)
            case _:
                return self._delivery(data)

    def _place_cube(self, data: Data) -> Any:
        """Which of the drawn cubes is placed, or where they go, whatever is asked."""
        if self.state.agenda[0].kind == "pick":
            placed = data["cubes"][0] if isinstance(data["cubes"], list) else data["cubes"]
            return self.game.read(self.state, f"pick {placed}")
        verb = self.game.decision(self.state).takes[0].verb
        return self.game.read(self.state, f"{verb} {self.board.words[self._hex(data['hex'])]}")

    def _link(self, data: Data) -> int:
        """The direct link that a file means: by its ends, by the track printed for it, or by its id."""
        ends = {self._place(end) for end in data.get("ends") or ()}
        if not ends and data.get("tracks"):
            ends = self._joined(self._hex(data["hex"]), data["tracks"][0])
        if not ends:
            id = data.get("link", data.get("id"))
            told = [link for round in self.data["rounds"] for link in _links(round["board"])]
            ends = {self._place(end) for link in told if link["id"] == id for end in link["ends"]}
        fits = [number for number, link in enumerate(self.board.direct_links) if set(link.ends) == ends]
        if not fits:
            places = " and ".join(map(self.board.place, sorted(ends))) or "these places"
            raise TraceError(f"{self.board.name} has no direct link between {places}")
        # Of several between the same places the price tells which is meant.
        dear = [number for number in fits if self.board.direct_links[number].price == data.get("cost")]
        return (dear or fits)[0]

    def _place(self, end: Any) -> int:
        """An end of a link: a hex, a name, or a table with either."""
        word = end.get("hex") or end["name"] if isinstance(end, Mapping) else end
        return self.hexes[word] if word in self.hexes else self.board.read_hex(word)

    def _joined(self, hex: int, track: Any) -> set[int]:
        """The hexes at the two ends of a track printed on a hex."""
        exits = track["exits"] if isinstance(track, Mapping) else track
        cells = (neighbour(self.board.cells[hex], side, self.board.orientation) for side in exits)
        return {self.board.at[cell] for cell in cells}

    def _layout(self, tracks: Sequence[Sequence[Any]]) -> int:
        return self.board.tiles.number[tuple(sorted([self._track(track) for track in tracks]))]

    @staticmethod
    def _track(ends: Sequence[Any]) -> Track:
        """A recorded track by its two ends: its sides in their order, a town last."""
        one, other = ends
        if other == "town":
            return one, TOWN
        if one == "town":
            return other, TOWN
        return (one, other) if one < other else (other, one)

    def _delivery(self, data: Data) -> Deliver:
        """A recorded way names stops and owners; a link that fits both is taken."""
        table, here, sides = self.game.rules.links(self.state), self._hex(data["from"]), []
        stops = [self._hex(stop) for stop in data["path"]]
        for stop, owner in zip(stops, data["link_owners"]):
            code = NOBODYS if owner is None else owner_of(self.seats[owner])
            fits = [link.side for link in table.get(here, ()) if (link.to, link.owner) == (stop, code)]
            sides.append(fits[0] if fits else -1)
            here = stop
        return Deliver(self._hex(data["from"]), COLOURS.index(data["color"]), tuple(sides), tuple(stops))

    def _follow(self, number: int, step: Data) -> None:
        """Let the rules do what the file says they did."""
        s, game, action = self.state, self.game, step["action"]
        if action == "round_start":
            game.run(s)
        elif action in AFTER_PHASE:
            self._go_on(number, lambda: game.phases[s.phase].name == AFTER_PHASE[action])
        elif action in ("production_draw", "city_draw", "goods_growth"):
            drawn = [chance for chance in step.get("random") or () if chance["values"]]
            if not s.agenda and drawn:
                self._go_on(number, lambda: bool(s.agenda))
            if s.agenda and s.agenda[0].kind == "produce":
                self._nature(PRODUCE if action == "production_draw" else DECLINE, number)
            for chance in drawn:
                self._nature(self._outcome(chance), number)
        elif action == "game_end":
            while not s.over and not s.agenda:
                game.step(s)
            for lost in step["data"].get("unfinished_track_unowned", ()):
                # The other site takes the marks off unfinished track before it scores.
                give(s, section(self.board, s, 6 * self._hex(lost["hex"]) + lost["track"][0]).sides, NOBODYS)

    @staticmethod
    def _outcome(chance: Data) -> Draw | Dice:
        if chance["kind"] == "dice":
            return Dice(tuple(chance["values"]))
        return Draw(tuple([COLOURS.index(colour) for colour in chance["values"]]))

    def _finish_round(self) -> None:
        """Let the rules do what they do of themselves after the last step that a file has of a round."""
        s, phases = self.state, self.game.phases
        while (
            not s.agenda and not s.over and not isinstance(phases[(s.phase + 1) % len(phases)], AdvanceTurn)
        ):
            self.game.step(s)

    def _go_on(self, number: int, there: Callable[[], bool]) -> None:
        s = self.state
        if s.agenda:
            due = s.agenda[0]
            raise Stop(Difference(number, "who is asked", "nobody", f"{self._name(due.seat)}: {due.kind}"))
        for _ in self.game.phases:
            if s.over:
                raise Stop(Difference(number, "end of the game", "the game goes on", "the game is over"))
            self.game.step(s)
            if there():
                return

    def _name(self, seat: int) -> str:
        return "nature" if seat == NATURE else self.players[seat]

    # Comparing ------------------------------------------------------------------------------------------

    def _compare(self, number: int, what: str, expected: Any, found: Any) -> None:
        if expected != found:
            raise Stop(Difference(number, what, expected, found))

    def _compare_numbers(self, number: int, step: Data) -> None:
        s, after = self.state, step["after"]
        more = len(self.columns) > len(FIGURES)
        early = number in self.paid_early
        told: dict[str, dict[str, Any]] = after["players"]
        for player, expected in told.items():
            seat = self.seats[player]
            if early and player == step["player"]:
                self.advances[seat] = expected["money"] - s.cash[seat], expected["income"] - s.income[seat]
            out = s.out[seat] > 0
            if (
                more
                or expected["money"] != s.cash[seat]
                or expected["income"] != s.income[seat]
                or expected["shares"] != s.shares[seat]
                or expected["loco"] != s.engine[seat]
                or expected["out"] != out
            ):
                self._compare_figures(number, player, seat, expected)
                self._compare(number, f"{player} is out", expected["out"], out)
        if "bag" in after:
            bag = {colour: s.bag[n] for n, colour in enumerate(COLOURS) if s.bag[n]}
            expected = {colour: count for colour, count in after["bag"].items() if count}
            if bag != expected:
                produced = self.odd_bag and step["action"].startswith("production")
                if number not in self.odd and not produced:
                    raise Stop(Difference(number, "bag", expected, bag))
                for n, colour in enumerate(COLOURS):
                    s.bag[n] = expected.get(colour, 0)

    def _compare_figures(self, number: int, player: str, seat: int, expected: Data) -> None:
        for key, slot in self.columns:
            column = getattr(self.state, slot)
            if (key in expected or key in FIGURES) and expected[key] != column[seat]:
                if number not in self.odd:
                    raise Stop(Difference(number, f"{player}’s {key}", expected[key], column[seat]))
                column[seat] = expected[key]

    def _compare_order(self, number: int, step: Data, after: Data | None) -> None:
        expected, self.order = step["after"].get("order") or self.order, []
        if after is not None and after["action"] == "round_start":
            self.order = expected
        elif expected:
            found = [self.players[seat] for seat in self.state.order]
            self._compare(number, "player order", expected, found)

    def _compare_round(self, number: int, round: int, scores: Sequence[int | None]) -> None:
        found = [entry for entry in self.data["rounds"] if entry["round"] == round]
        if not found:
            raise TraceError(f"“rounds” has no round {round}", number)
        board = found[0]["board"]
        self._compare_tracks(number, board["tracks"])
        self._compare_links(number, board)
        s, names = self.state, self.cells
        cubes: dict[str, list[str]] = {}
        for at, count in enumerate(bytes(s.cubes)):
            if count:
                cubes.setdefault(names[at // STRIDE], []).extend([COLOURS[at % STRIDE]] * count)
        self._compare(
            number,
            f"cubes after round {round}",
            {name: colours for name, colours in board["cubes"].items() if colours},
            {name: sorted(colours) for name, colours in cubes.items()},
        )
        self._compare(
            number,
            f"New Cities after round {round}",
            {name: city["letter"] or city["colors"][0] for name, city in board["urbanized"].items()},
            {
                names[hex]: self.board.new_cities[city].letter
                for city, hex in enumerate(s.new_cities)
                if hex >= 0
            },
        )
        if "wte_plant" in board and "wte_plant" in s.fields:
            self._compare(number, f"plant after round {round}", _count(board["wte_plant"]), s.wte_plant)  # type: ignore[attr-defined]
        if board.get("display"):
            self._compare_display(number, board)
        else:
            self._compare_new_cities(number, board.get("new_city_cubes") or {})
        for player, entry in found[0]["players"].items():
            seat = self.seats[player]
            shown = self._running_score(seat, scores[seat])
            self._compare(number, f"{player}’s running score", entry["score"], shown)

    def _running_score(self, seat: int, score: int | None) -> int | None:
        """As the other site shows it: unfinished track counts while the game runs."""
        s = self.state
        if score is None or s.over or not open_ends(self.board, s, owner_of(seat)):
            return score
        if self.counts_track is None:
            self.counts_track = "track" in self.game.rules.score_parts(s, seat)
        if not self.counts_track:
            return score
        sections = sections_of(self.board, s, owner_of(seat))
        return score + sum(
            count_tracks(self.board, s, found.sides) for found in sections if not found.complete
        )

    def _compare_tracks(self, number: int, expected: Data) -> None:
        s = self.state
        laid = {hex for hex, layout in enumerate(bytes(s.layout)) if layout}
        for hex in sorted(laid.union([self.hexes[name] for name in expected if name in self.hexes])):
            there = expected.get(self.cells[hex])
            if self.board.kind[hex] == UNBUILDABLE:
                continue  # What is printed there stands for a direct link.
            told: Sequence[Data] = there["tracks"] if there else ()
            if not self._lie(hex, told):
                wanted = {self._track(track["exits"]): self._owner(track["owner"]) for track in told}
                tracks = self.board.tiles.layouts[s.layout[hex]].tracks
                lying = {track: s.rail[6 * hex + track[0]] for track in tracks}
                place = self.board.place(hex)
                raise Stop(Difference(number, f"track on {place}", *map(_listed, (wanted, lying))))

    def _lie(self, hex: int, told: Sequence[Data]) -> bool:
        """Whether just these tracks lie on a hex, each its owner's."""
        s, tiles, seen = self.state, self.board.tiles, 0
        layout = s.layout[hex]
        for track in told:
            side, other = self._track(track["exits"])
            if not 0 <= side < 6 or tiles.joins[6 * layout + side] != other:
                return False
            if s.rail[6 * hex + side] != self._owner(track["owner"]):
                return False
            seen |= 1 << side
        return len(told) == len(tiles.layouts[layout].tracks) == seen.bit_count()

    def _compare_links(self, number: int, board: Data) -> None:
        """Every direct link is whose the file says; what the file does not name is for sale."""
        told = {self._link(entry): entry for entry in _links(board)}
        for name, there in board["tracks"].items():
            if name in self.hexes and self.board.kind[self.hexes[name]] == UNBUILDABLE:
                for track in there["tracks"]:
                    told[self._link({"hex": name, "tracks": [track]})] = track
        for link in range(len(self.board.direct_links)):
            self._compare_link(number, link, told.get(link, {"built": False}))

    def _compare_link(self, number: int, link: int, entry: Data) -> None:
        """Who owns a direct link; where the file has no owner it may also be for sale, unless it says so."""
        found, owner = self.state.link_owners[link], entry.get("owner")
        if owner is not None:
            expected = {owner_of(self.seats[owner])}
        elif "built" in entry:
            expected = {NOBODYS if entry["built"] else EMPTY}
        else:
            expected = {NOBODYS, EMPTY}
        if found not in expected:
            name = "–".join(self.board.place(end) for end in self.board.direct_links[link].ends)
            wanted = self._whose(min(expected))
            raise Stop(Difference(number, f"link {name}", wanted, self._whose(found)))

    def _whose(self, code: int) -> str:
        """The owner of a direct link in words."""
        seat = seat_of(code)
        return self.players[seat] if seat >= 0 else "for sale" if code == EMPTY else "nobody"

    def _owner(self, player: str | None) -> int:
        return NOBODYS if player is None else owner_of(self.seats[player])

    def _compare_display(self, number: int, board: Data) -> None:
        columns = {
            f"{half}-{n}": boxes for half in ("light", "dark") for n, boxes in board["display"][half].items()
        }
        columns |= board["display"].get("new") or board.get("new_city_cubes") or {}
        for column in self.board.columns:
            if column.name in columns:
                boxes = bytes(self.state.display[column.first : column.first + column.boxes])
                found = [COLOURS[colour - 1] if colour else None for colour in boxes]
                self._compare(number, f"goods display, column {column.name}", columns[column.name], found)

    def _compare_new_cities(self, number: int, cubes: Data) -> None:
        """The cubes on the New Cities that have not been placed."""
        for n, city in enumerate(self.board.new_cities):
            if city.half < 0 and city.letter in cubes and self.state.new_cities[n] < 0:
                lying = sorted(COLOURS[colour] for colour in self.game.rules.city_goods(self.state, n))
                self._compare(number, f"cubes on New City {city.letter}", sorted(cubes[city.letter]), lying)

    def _compare_final(self, number: int) -> None:
        self._compare(number, "the game is over", True, self.state.over)
        expected = {entry["player"]: (entry["score"], entry["rank"]) for entry in self.data["final"]}
        scores = self.game.scores(self.state)
        # The format ranks by points alone, also where a map breaks ties.
        found = {
            player: (score, 1 + sum(o is not None and (score is None or o > score) for o in scores))
            for player, score in zip(self.players, scores)
        }
        self._compare(number, "final standings (score, rank)", expected, found)

    def _round(self, round: int, scores: Sequence[int | None]) -> dict[str, Any]:
        s = self.state
        return {
            "round": round,
            "players": {
                player: {
                    "cash": s.cash[seat],
                    "income": s.income[seat],
                    "shares": s.shares[seat],
                    "engine": s.engine[seat],
                    "score": scores[seat],
                }
                for seat, player in enumerate(self.players)
            },
        }

    def _standings(self) -> list[dict[str, Any]]:
        s = self.state
        scores, places = self.game.scores(s), self.game.rules.places(s)
        return sorted(
            (
                {
                    "player": player,
                    "score": score,
                    "rank": places[seat],
                    "eliminated": bool(s.out[seat]),
                    "money": s.cash[seat],
                    "income": s.income[seat],
                    "shares": s.shares[seat],
                    "engine": s.engine[seat],
                }
                for seat, (player, score) in enumerate(zip(self.players, scores))
            ),
            key=lambda entry: entry["rank"],
        )


class Watched(Replay):
    """A recorded game that leaves its positions behind: `_action` is asked once for every decision."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.positions: list[SteamState] = []

    def _action(self, data: Data, action: str) -> Any:
        self.positions.append(self.state.copy())
        return super()._action(data, action)
