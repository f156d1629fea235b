"""A bot for simulation: it lists nothing that is dear to list, and answers in a fraction of a millisecond."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

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
from footplate.age_of_steam.board import IN_TOWN
from footplate.age_of_steam.bots.lines import Lines
from footplate.age_of_steam.bots.scene import DOLLAR, DOLLAR_A_TURN, SECTION, Run, Scene
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.phases.move_goods import MoveDecision, links_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.bot import Advice, Bot
from footplate.core.game import Action, Game

EARLY = 11.0
"""What it wants to spend on track and order in the first turns."""
LATER = 8.0
"""The same in the midst of the game."""
LAST = 2.0
"""The same in the last turn."""
ENOUGH = 11
"""Shares after which more are issued for expenses only."""
RAISING = 1.3
"""A delivery over fewer links than so many for each turn to come is left for a longer one by a new engine."""
RAISING_LATE = 0.7
"""The same where the new engine is of no use at once."""
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
