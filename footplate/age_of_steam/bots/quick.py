"""A bot for simulation: it lists nothing that is dear to list, and answers in a fraction of a millisecond."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import (
    DONE,
    DROP,
    IMPROVE,
    PASS,
    PRODUCE,
    Bid,
    Build,
    Connect,
    Deliver,
    Issue,
    Take,
    Urbanize,
)
from footplate.age_of_steam.board import IN_TOWN, owner_of
from footplate.age_of_steam.bots.lines import Line, Lines
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.phases.move_goods import MoveDecision, links_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.bot import Advice, Bot
from footplate.core.game import Action, Game

Reach = list[tuple[int, int, int]]
"""Places in reach of one over own links: each with the links, and the colours stopped between."""

EARLY = 11.0
"""What it wants to spend on track and order in the first turns."""
LATER = 8.0
"""The same in the midst of the game."""
LAST = 2.0
"""The same in the last turn."""
ENOUGH = 11
"""Shares after which more are issued for expenses only."""
KEPT = 0.85
"""What deliveries of each turn to come count of those of the turn before."""
DOLLAR = 0.12
"""Steps of income that a dollar is worth at the end of the game, and more for every turn that is left."""
DOLLAR_A_TURN = 0.03
SECTION = 0.33
"""Steps of income that a track section is worth."""
FARTHER = (1.0, 0.8, 0.5)
"""What a delivery counts that needs an engine so much stronger."""
RAISING = 1.3
"""A delivery over fewer links than so many for each turn to come is left for a longer one by a new engine."""
RAISING_LATE = 0.7
"""The same where the new engine is of no use at once."""
PLACE = 0.1
"""Steps of income that reaching another place is worth for each turn that is left."""
LONGER = 2
"""Deliveries that must grow longer by a new engine."""
GAP = 3
"""Expenses may exceed income by so much, or shares must be few, before the engine is raised."""
FEW_SHARES = 7
SMALL = 2
"""Places of a network beside which another may be begun."""
TRIED = 8
"""Lines that are tried one after the other until one can be laid."""
OPTIONS_TRIED = 12
"""Options looked at where a map asks something unknown."""
ACTIONS = {
    "urbanization": 2.6,
    "locomotive": 2.4,
    "engineer": 1.6,
    "first-move": 1.3,
    "first-build": 1.1,
    "production": 0.6,
    "turn-order": 0.4,
}
"""What an action is worth in general, in steps of income."""
UNKNOWN = 0.9
"""What any other action is worth."""
COLOUR_BITS = tuple(tuple(bit for bit in range(STRIDE) if number >> bit & 1) for number in range(1 << STRIDE))


class Run(NamedTuple):
    """A delivery over own links: how many, the cube, the sides and the stops."""

    links: int
    hex: int
    colour: int
    sides: tuple[int, ...]
    stops: tuple[int, ...]


class QuickBot(Bot):
    """Builds the line whose deliveries are worth most, and makes the longest delivery over its own links."""

    def __init__(self) -> None:
        self._lines: Lines | None = None
        self._plan: tuple[tuple[Any, ...], list[Build]] | None = None
        self._ways: dict[str, Callable[[Scene], Action | None]] = {
            "issue": self._issue,
            "bid": self._bid,
            "take": self._take,
            "build": self._build,
            "move": self._move,
            "produce": lambda scene: PRODUCE,
        }

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        if not isinstance(game, AgeOfSteam):
            return rng.choice(game.options(state))
        if self._lines is None or self._lines.rules is not game.rules:
            self._lines = lines_of(game.rules)
        due = state.agenda[0]
        decision = game.decisions[due.kind]
        way = self._ways.get(decision.control)
        if way is not None and (decision.control != "build" or due.kind == "build"):
            choice = way(Scene(game, state, seat, rng, self._lines))
            if choice is not None and game.why_not(state, choice) is None:
                return choice
        return _any(game, state, seat, game.options(state), rng)

    def deliver(self, game: AgeOfSteam, s: SteamState, seat: int, rng: random.Random) -> Action | None:
        """The delivery it would make if the engine was left alone, if there is any."""
        if self._lines is None or self._lines.rules is not game.rules:
            self._lines = lines_of(game.rules)
        due = s.agenda[0]
        decision = game.decisions[due.kind]
        if not isinstance(decision, MoveDecision):
            return None
        scene = Scene(game, s, seat, rng, self._lines)
        runs = scene.runs(decision.reach(game.rules, s, due))
        choice = self._paid(scene, runs) if runs else None
        return choice if choice is not None and game.why_not(s, choice) is None else None

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        return Advice(self.choose(game, state, seat, rng), "It looks best at a glance.")

    # Shares and order ---------------------------------------------------------------------------------

    def _issue(self, scene: Scene) -> Action:
        """Enough for expenses and for the track of a turn."""
        rules, s, seat = scene.rules, scene.s, scene.seat
        budget = LAST if scene.turns <= 1 else EARLY if s.turn <= 2 else LATER
        if s.shares[seat] >= ENOUGH:
            budget = min(budget, LAST)
        tiles = rules.builds_allowed(s, seat)
        found = scene.promising(tiles, int(budget)) if len(scene.own) > SMALL else None
        if found is not None and (not found or found[0][0] <= 0):
            budget = min(budget, LAST)
        missing = budget + rules.expenses(s, seat) - s.cash[seat] - s.income[seat]
        # A share is an expense of this turn already.
        wanted = max(0, -int(-missing // (rules.share_price - 1)))
        while wanted and rules.issue_problem(s, seat, wanted):
            wanted -= 1
        return Issue(wanted)

    def _bid(self, scene: Scene) -> Action:
        """One more than the highest while that is cheap; a pass before dropping out."""
        s, seat = scene.s, scene.seat
        amount = highest(s) + 1
        spare = s.cash[seat] + s.income[seat] - scene.rules.expenses(s, seat)
        most = 1 + scene.rng.randrange(3) if spare >= EARLY - 2 else scene.rng.randrange(2)
        if amount <= min(most, s.cash[seat]):
            return Bid(amount)
        return PASS if s.passer == seat else DROP

    # Actions ------------------------------------------------------------------------------------------

    def _take(self, scene: Scene) -> Action | None:
        """The action that is worth most in general, unless it is of no use now."""
        rules, s, seat = scene.rules, scene.s, scene.seat
        best: tuple[float, Action] | None = None
        for number in rules.offered(s):
            if rules.take_problem(s, seat, number):
                continue
            name = rules.board.actions[number]
            price = rules.action_price(s, seat, name)
            if price > s.cash[seat]:
                continue
            value = self._worth(scene, name) - price * scene.dollar
            if best is None or value > best[0]:
                best = value, Take(number)
        return best[1] if best else None

    def _worth(self, scene: Scene, name: str) -> float:
        rules, s, seat = scene.rules, scene.s, scene.seat
        value = ACTIONS.get(name, UNKNOWN) + rules.action_points(s, seat, name) / 3
        left = scene.turns
        if name == "locomotive":
            covered = s.cash[seat] + s.income[seat] > rules.expenses(s, seat)
            longest = max((run.links for run in scene.runs(s.engine[seat] + 1)), default=0)
            full = s.engine[seat] >= rules.engine_max
            return -1.0 if full or not covered else value * (longest > s.engine[seat]) + 0.1 * left
        if name == "urbanization" and (left <= 1 or -1 not in s.new_cities):
            return 0.5 if left <= 1 and -1 in s.new_cities else -1.0
        if name == "engineer" and s.cash[seat] < EARLY - 3:
            return 0.3
        if name in ("production", "turn-order") and left <= 1:
            return 0.0
        return value

    # Building -----------------------------------------------------------------------------------------

    def _build(self, scene: Scene) -> Action | None:
        """The next tile of the line that is worth most; a New City first."""
        s, seat, due = scene.s, scene.seat, scene.s.agenda[0]
        if due.b and (city := self._city(scene)) is not None:
            return city
        if due.a:
            key = seat, s.turn, due.a, bytes(s.layout), bytes(s.rail)
            if self._plan is not None and self._plan[0] == key:
                steps = self._plan[1]
            else:
                steps = self._best_line(scene, due.a)
            if steps and scene.game.why_not(s, steps[0]) is None:
                self._remember(scene, steps)
                return steps[0]
            if direct := self._direct(scene):
                return direct
        return DONE

    def _remember(self, scene: Scene, steps: list[Build]) -> None:
        """Keep what is left of a plan for the position after its next tile."""
        self._plan = None
        if len(steps) > 1:
            trial = scene.s.copy()
            scene.game.decisions["build"].apply(scene.rules, trial, trial.agenda[0], steps[0])
            if trial.agenda and trial.agenda[0].kind == "build":
                key = scene.seat, trial.turn, trial.agenda[0].a, bytes(trial.layout), bytes(trial.rail)
                self._plan = key, steps[1:]

    def _best_line(self, scene: Scene, tiles: int) -> list[Build]:
        """The tiles of the line that is worth most and can be laid."""
        rules, s, seat = scene.rules, scene.s, scene.seat
        purse = min(s.cash[seat], s.cash[seat] + s.income[seat] + scene.certain() - rules.expenses(s, seat))
        for everywhere in (False, True) if 0 < len(scene.own) <= SMALL else (False,):
            tried = 0
            for value, _, line in scene.promising(tiles, purse, everywhere):
                if value <= 0 or tried == TRIED:
                    break
                steps = scene.lines.steps(s, seat, line)
                if not steps or len(steps) > tiles:
                    continue
                tried += 1
                prices = [rules.price(s, seat, a.hex, s.layout[a.hex], a.layout) for a in steps]
                if rules.charges(s, seat, prices) <= purse and scene.game.why_not(s, steps[0]) is None:
                    return steps
        return []

    def _direct(self, scene: Scene) -> Action | None:
        """A direct link on sale that is worth its price."""
        rules, s, seat = scene.rules, scene.s, scene.seat
        purse = s.cash[seat] + s.income[seat] - rules.expenses(s, seat)
        best: tuple[float, Action] | None = None
        for number, link in enumerate(rules.board.direct_links):
            price = rules.link_charge(s, seat, number)
            if not s.link_owners[number] and price <= purse:
                value = scene.gain(*link.ends) + SECTION - price * scene.dollar
                if value > 0 and (best is None or value > best[0]):
                    a = Connect(number)
                    if scene.game.why_not(s, a) is None:
                        best = value, a
        return best[1] if best else None

    def _city(self, scene: Scene) -> Action | None:
        """The New City to which most cubes could be taken."""
        s, board = scene.s, scene.rules.board
        ranked: list[tuple[float, Urbanize]] = []
        for town, choices in board.urbanizations.items():
            if s.kind[town] != IN_TOWN:
                continue
            draws = scene.draws(town)
            ranked += [
                (draws[board.new_cities[a.city].colour] + scene.coming(a.city), a)
                for a in choices
                if s.new_cities[a.city] < 0
            ]
        ranked.sort(key=lambda pair: -pair[0])
        for _, a in ranked[:TRIED]:
            if scene.game.why_not(s, a) is None:
                return a
        return None

    # Goods --------------------------------------------------------------------------------------------

    def _move(self, scene: Scene) -> Action | None:
        """The longest delivery over own links, or the engine where it will lead farther."""
        rules, s = scene.rules, scene.s
        due = s.agenda[0]
        decision = scene.game.decisions[due.kind]
        assert isinstance(decision, MoveDecision)
        reach = decision.reach(rules, s, due)
        runs = scene.runs(reach + 1)
        now = [run for run in runs if len(run.sides) <= reach]
        best = max(now, key=lambda run: run.links, default=None)
        most = best.links if best else 0
        if self._raises(scene, due.a, most, sum(run.links > most for run in runs)):
            return IMPROVE
        if best is None:
            return self._listed(scene, decision)
        if type(rules).outcome is not Rules.outcome:
            return self._paid(scene, now)
        return Deliver(best.hex, best.colour, best.sides, best.stops)

    def _raises(self, scene: Scene, round: int, most: int, longer: int) -> bool:
        """Whether to raise the engine instead of a delivery, if so many would then be longer."""
        rules, s, seat = scene.rules, scene.s, scene.seat
        left = scene.turns
        if rules.raise_problem(s, seat) or left <= 1:
            return False
        expenses = rules.expenses(s, seat) + 1
        gap = expenses - s.income[seat]
        if gap > s.cash[seat] or (gap > GAP and s.shares[seat] > FEW_SHARES):
            return False
        if longer >= LONGER:
            return most < RAISING * (left - 1) or not most
        # Nothing to be lost by it, and there is track enough to use it soon.
        idle = not most or (round >= rules.moves(s, seat) and most < RAISING_LATE * (left - 1))
        return idle and len(scene.own) > s.engine[seat] + 1

    def _paid(self, scene: Scene, runs: list[Run]) -> Action | None:
        """Of several deliveries the one for which the map pays most."""
        rules, s, seat = scene.rules, scene.s, scene.seat
        best: tuple[float, Action] | None = None
        for run in sorted(runs, key=lambda run: -run.links)[:TRIED]:
            a = Deliver(run.hex, run.colour, run.sides, run.stops)
            income, cash = map(dict, rules.outcome(s, seat, a, links_of(rules, s, a) or []))
            value = income.get(seat, 0) + cash.get(seat, 0) * scene.dollar
            if (best is None or value > best[0]) and scene.game.why_not(s, a) is None:
                best = value, a
        return best[1] if best else None

    def _listed(self, scene: Scene, decision: MoveDecision) -> Action | None:
        """Without any delivery over own links: nothing, where one may."""
        return PASS if scene.game.why_not(scene.s, PASS) is None else None


class Scene:
    """A position as a seat sees it at a glance: its links, and what can be moved over them."""

    def __init__(self, game: AgeOfSteam, s: SteamState, seat: int, rng: random.Random, lines: Lines) -> None:
        self.game, self.rules, self.s, self.seat, self.rng = game, game.rules, s, seat, rng
        self.lines = lines
        self.turns = game.rules.turns(s.seats) - s.turn + 1
        """Turns that are left, this one too."""
        self.dollar = DOLLAR + DOLLAR_A_TURN * self.turns
        self._own: dict[int, list[int]] | None = None
        self._reaches: dict[int, Reach] = {}
        self._goods: dict[int, int] = {}
        self._standing: list[float] | None = None
        self._worth: float | None = None
        self._sources: dict[int, list[tuple[int, int, int, int, int]]] = {}
        self._certain: int | None = None

    @property
    def own(self) -> dict[int, list[int]]:
        """For each place with own links where they lead."""
        if self._own is None:
            owner = owner_of(self.seat)
            self._own = {}
            for place, links in self.rules.links(self.s).items():
                if to := [link.to for link in links if link.owner == owner]:
                    self._own[place] = to
        return self._own

    def reach(self, root: int) -> Reach:
        """The places that can be reached from one over own links, itself the first."""
        found = self._reaches.get(root)
        if found is None:
            own, demand = self.own, self.s.demand
            most = self.s.engine[self.seat] + len(FARTHER) - 1
            found = [(root, 0, 0)]
            seen = {root}
            for place, far, between in found:
                if far == most:
                    break
                passing = between | demand[place] if far else 0
                for to in own.get(place, ()):
                    if to not in seen:
                        seen.add(to)
                        found.append((to, far + 1, passing))
            self._reaches[root] = found
        return found

    def _value(self, links: int) -> float:
        """What a delivery over so many own links counts."""
        more = links - self.s.engine[self.seat]
        return links * (1.0 if more <= 0 else FARTHER[more] if more < len(FARTHER) else 0.0)

    def _add(self, values: list[float], place: int, colours: int, links: int) -> None:
        value, cubes = self._value(links), self.s.cubes
        if value:
            for colour in COLOUR_BITS[colours]:
                values += [value] * cubes[STRIDE * place + colour]

    def goods(self, place: int) -> int:
        """The colours of the cubes at a place, as bits."""
        found = self._goods.get(place)
        if found is None:
            cubes = self.s.cubes[STRIDE * place : STRIDE * place + STRIDE]
            found = sum([1 << colour for colour, count in enumerate(cubes) if count]) if any(cubes) else 0
            self._goods[place] = found
        return found

    def standing(self) -> list[float]:
        """What the deliveries over the links that stand count."""
        if self._standing is None:
            self._standing = []
            demand = self.s.demand
            for place in self.own:
                goods = self.goods(place)
                if goods:
                    for to, links, between in self.reach(place)[1:]:
                        if takes := goods & demand[to] & ~between:
                            self._add(self._standing, place, takes, links)
        return self._standing

    def worth(self, values: Iterable[float]) -> float:
        """What deliveries count together, the best first, two a turn as long as there are turns."""
        rounds = max(1, self.rules.moves(self.s, self.seat))
        best = sorted(values, reverse=True)[: rounds * self.turns]
        return (
            sum([value * KEPT ** (number // rounds) for number, value in enumerate(best)]) if rounds else 0.0
        )

    def gain(self, here: int, there: int, new: int = 1) -> float:
        """What so many links between two places would add to the deliveries."""
        demand, values = self.s.demand, list[float]()
        from_there = self._sources.get(there)
        if from_there is None:
            from_there = self._sources[there] = [
                (place, links, between | demand[there] if links else 0, self.goods(place), demand[place])
                for place, links, between in self.reach(there)
            ]
        for place, links, between in self.reach(here):
            if links:
                between |= demand[here]
            goods, takes = self.goods(place), demand[place]
            for other, more, stopped, offered, wanted in from_there:
                if place == other:
                    return 0.0
                free = ~(between | stopped)
                if out := goods & wanted & free:
                    self._add(values, place, out, links + more + new)
                if back := offered & takes & free:
                    self._add(values, other, back, links + more + new)
        if not values:
            return 0.0
        standing = self.standing()
        if self._worth is None:
            self._worth = self.worth(standing)
        return self.worth([*standing, *values]) - self._worth

    def promising(self, tiles: int, purse: int, everywhere: bool = False) -> list[tuple[float, int, Line]]:
        """Lines that could be finished now, with what each is worth beyond its cost, the best first."""
        s, lines, own, dollar = self.s, self.lines, self.own, self.dollar
        owner, kind, rail, layout = owner_of(self.seat), s.kind, s.rail, s.layout
        taken = lines.taken(s)
        foreign = taken & ~lines.owned(s, owner)
        anywhere = everywhere or not own
        mine = taken & ~foreign
        gains: dict[tuple[int, int, int], float] = {}
        out: list[tuple[float, int, Line]] = []
        for place in (-1,) if anywhere else own:
            for line in lines.all if anywhere else lines.at.get(place, ()):
                (here, there), (leaves, enters), number, cost, bits, town = line[:6]
                if bits & foreign or (number > tiles and not bits & mine):
                    continue
                if not anywhere and place != here and here in own:
                    continue  # Looked at from its other end.
                if town >= 0 and (layout[town] or kind[town] != IN_TOWN):
                    continue
                if bits & mine:
                    lying = (bits & mine).bit_count()
                    number, cost = number - lying, cost - 2 * lying
                if kind[here] == IN_TOWN and rail[6 * here + leaves] != owner:
                    number, cost = number + 1, cost + (3 if layout[here] else 2)
                if kind[there] == IN_TOWN and rail[6 * there + enters] != owner:
                    number, cost = number + 1, cost + (3 if layout[there] else 2)
                if not 0 < number <= tiles or cost > purse:
                    continue
                gain = gains.get((here, there, town))
                if gain is None:
                    gain = gains[here, there, town] = self._gain_of(here, there, town)
                out.append((gain + SECTION * number - cost * dollar, cost, line))
        out.sort(key=_worth_most)
        return out

    def _gain_of(self, here: int, there: int, town: int) -> float:
        """What a line adds, with the hope for what lies beyond it."""
        own = self.own
        if there in own.get(here, ()):
            return -10.0
        places = (here not in own) + (there not in own) + (town >= 0)
        return self.gain(here, there, 1 if town < 0 else 2) + PLACE * self.turns * places

    def certain(self) -> int:
        """Income that deliveries of this turn bring for sure, or nearly so."""
        if self._certain is None:
            engine = self.s.engine[self.seat]
            self._certain = int(max((value for value in self.standing() if value <= engine), default=0.0))
        return self._certain

    def draws(self, town: int) -> list[float]:
        """For each colour what cubes could be taken to a town if it accepted them."""
        cubes, out = self.s.cubes, [0.0] * STRIDE
        roots = [(town, 0, 1.0)] if town in self.own else []
        if not roots:
            ends = {end for line in self.lines.at.get(town, ()) for end in line.ends} - {town}
            roots = [(end, 1, 0.5 if end in self.own else 0.15) for end in ends]
        for root, more, part in roots:
            for place, links, between in self.reach(root):
                value = part * self._value(links + more)
                if value and place != town:
                    for colour in range(STRIDE):
                        if cubes[STRIDE * place + colour] and not between >> colour & 1:
                            out[colour] += value * cubes[STRIDE * place + colour]
        return out

    def coming(self, city: int) -> float:
        """A little for each cube that will come to a New City."""
        boxes = (column for column in self.rules.board.columns if column.city == city)
        display = self.s.display
        return 0.2 * sum(any(display[c.first : c.first + c.boxes]) for c in boxes)

    def runs(self, reach: int) -> list[Run]:
        """The longest delivery of each cube over own links within a reach, and within one link less."""
        rules, s, seat = self.rules, self.s, self.seat
        owner, table = owner_of(seat), rules.links(s)
        steps = {
            place: own
            for place, links in table.items()
            if (
                own := [
                    (link.to, 1 << link.to | link.over, rules.accepts(s, link), rules.passes(s, link), link)
                    for link in links
                    if link.owner == owner
                ]
            )
        }
        due = s.agenda[0]
        decision = self.game.decisions[due.kind]
        best: dict[tuple[int, int, bool], Run] = {}
        for start in steps:
            if isinstance(decision, MoveDecision):
                goods = decision.movable(rules, s, due, start)
            else:
                goods = self.goods(start)
            if not goods:
                continue
            todo: list[tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]]
            todo = [(start, goods, 1 << start, 0, (), ())]
            for here, alive, visited, length, sides, stops in todo:
                for to, bits, accepts, passes, link in steps.get(here, ()):
                    far = length + link.length
                    if visited & bits or far > reach:
                        continue
                    way = (*sides, link.side), (*stops, to)
                    if takes := alive & accepts:
                        for colour in COLOUR_BITS[takes & 255]:
                            key = start, colour, far == reach
                            if key not in best or best[key].links < len(way[0]):
                                best[key] = Run(len(way[0]), start, colour, *way)
                    if rest := alive & passes:
                        todo.append((to, rest, visited | 1 << to, far, *way))
        return list(best.values())


def _worth_most(found: tuple[float, int, Line]) -> float:
    """The order of lines, the best first."""
    return -found[0]


def lines_of(rules: Rules[Any]) -> Lines:
    """The lines of a board, found once for its rules."""
    if "lines" not in rules.worked_out:
        rules.worked_out["lines"] = Lines(rules)
    lines: Lines = rules.worked_out["lines"]
    return lines


def _any(game: AgeOfSteam, s: SteamState, seat: int, options: list[Action], rng: random.Random) -> Action:
    """The option after which the position of the seat looks best at a glance."""
    if len(options) == 1:
        return options[0]
    tried = options if len(options) <= OPTIONS_TRIED else rng.sample(options, OPTIONS_TRIED)
    return max(tried, key=lambda a: _glance(game, s, seat, a))


def _glance(game: AgeOfSteam, s: SteamState, seat: int, a: Action) -> float:
    """Score and cash after an action; what it leads to is not looked at."""
    trial = s.copy()
    game.do(trial, a)
    left = game.rules.turns(s.seats) - s.turn
    cash = trial.cash[seat] * (DOLLAR + DOLLAR_A_TURN * left) * 3
    return 3.0 * trial.income[seat] - 3.0 * trial.shares[seat] + cash + (trial.engine[seat] if left else 0)
