"""A bot that plays its best answers forward, with chance sampled, and takes the one that ends best."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from typing import Any, ClassVar

from footplate.age_of_steam.actions import DONE, IMPROVE, Urbanize
from footplate.age_of_steam.bots.candidates import Candidate
from footplate.age_of_steam.bots.greedy import Choices, GreedyBot
from footplate.age_of_steam.bots.outlook import Plan
from footplate.age_of_steam.bots.quick import QuickBot
from footplate.age_of_steam.bots.reasons import ONLY, reason
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.state import SteamState
from footplate.core.bot import Advice, Bot
from footplate.core.game import NATURE, NOBODY, Action, Game

WORK = 40
"""Rollouts a decision where nobody says otherwise."""
CANDIDATES = 6
"""Answers that are played forward."""
TURNS = 1
"""Turns that are played before the position is judged."""
TURNS_ALONE = 3
"""The same where nobody else plays."""
NEAR = 12.0
"""Answers that greedy finds worse by more points than this are not played forward."""
PRIOR = 1.0
"""What the points that greedy expects count beside those of rollouts."""
SURENESS = 1.0
"""How much better a candidate must be than the one greedy likes best, in errors of the mean."""
DOUBT = 9.0
"""What is added to the squares of errors, because few rollouts look surer than they are."""
RIVAL = 0.5
"""What the points of the best other count against one's own."""
RIVAL_FROM = 0.4
"""After which part of all turns others count."""
RIVAL_LEAST = 0.0
"""The least that another's points count."""
PLANS_JUDGED = 6
"""Plans that are looked at when a turn begins that is not played any more."""
PURSE = 14
"""The money that such plans may cost."""
SHARES = 3
"""The shares that may be issued for them."""
RUINED = -60.0
"""What an elimination counts."""


class SearchBot(Bot):
    """Greedy's candidates, each played forward by quick players to the end of the turn, and judged there.

    `work` is the number of rollouts a decision, so that the same seed gives the same game everywhere;
    `late` says at a table, where it must also answer in time, that it has to.
    """

    works: ClassVar = True
    """It may be told how much it may work."""

    def __init__(self, work: int = WORK, late: Callable[[], bool] | None = None) -> None:
        self.work, self.late = work, late
        self._greedy = GreedyBot()
        self._quick = QuickBot()
        self._planned: tuple[SteamState, tuple[Action, ...]] | None = None
        self._rival, self._weight = -1, 0.0

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        if not isinstance(game, AgeOfSteam):
            return self._greedy.choose(game, state, seat, rng)
        options = game.options(state)
        if len(options) == 1:
            return options[0]
        found = self._greedy.candidates(game, state, seat, options, rng)
        best = self._chosen(game, state, seat, found, rng)
        self._remember(game, state, best)
        return best.action

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        options = game.options(state)
        if len(options) == 1 or not isinstance(game, AgeOfSteam):
            return Advice(self.choose(game, state, seat, rng), ONLY)
        found = self._greedy.candidates(game, state, seat, options, rng)
        best = self._chosen(game, state, seat, found, rng)
        look = self._greedy.outlook(game, state.copy(), seat)
        return Advice(best.action, reason(look, best, found))

    # A plan once made is carried out, unless greedy then sees something better -------------------------

    def _chosen(
        self, game: AgeOfSteam, s: SteamState, seat: int, found: list[Candidate], rng: random.Random
    ) -> Candidate:
        """What was planned if greedy would do it too, else what ends best when played forward."""
        if found[0].action == self._planned_step(s):
            return found[0]
        return self._best(game, s, seat, found, rng)

    def _planned_step(self, s: SteamState) -> Action | None:
        """The next step of the plan that was chosen before, if the position is the one it was made for."""
        if self._planned is None or self._planned[0] != s:
            return None
        return self._planned[1][0] if self._planned[1] else DONE

    def _remember(self, game: AgeOfSteam, s: SteamState, chosen: Candidate) -> None:
        """Keep what is left of a plan for the position after its next tile."""
        self._planned = None
        if chosen.steps and chosen.steps[0] == chosen.action:
            after = s.copy()
            game.do(after, chosen.action)
            self._planned = after, chosen.steps[1:]

    # Looking ahead ------------------------------------------------------------------------------------

    def _best(
        self, game: AgeOfSteam, s: SteamState, seat: int, found: list[Candidate], rng: random.Random
    ) -> Candidate:
        """The candidate that ends best: all are tried alike, then the better half twice as often."""
        near = [c for c in found[:CANDIDATES] if c.points > found[0].points - NEAR]
        if len(near) == 1:
            return near[0]
        part = s.turn / game.rules.turns(s.seats)
        self._weight = RIVAL * part
        self._rival = self._strongest(game, s, seat) if part > RIVAL_FROM else -1
        worth: list[list[float]] = [[] for _ in near]
        alive, work = list(range(len(near))), self.work
        while len(alive) > 1:
            # Every round of the contest gets the same share of the work, and the better half goes on.
            share = max(1, self.work // (len(alive) * max(1, len(near).bit_length() - 1)))
            for _ in range(share):
                if work < len(alive) or (self.late is not None and self.late()):
                    return near[max(alive, key=lambda number: self._lead(near, worth, number))]
                same = rng.getstate()
                for number in alive:
                    rng.setstate(same)
                    worth[number].append(self._rollout(game, s, seat, near[number], rng))
                work -= len(alive)
            # Greedy's own choice stays in the contest: the others are measured against it.
            rest = sorted(alive[1:], key=lambda number: -self._lead(near, worth, number))
            alive = [0, *rest[: len(rest) // 2]]
            if len(rest) <= 1:
                return near[max([0, *rest], key=lambda number: self._lead(near, worth, number))]
        return near[0]

    def _lead(self, near: list[Candidate], worth: list[list[float]], number: int) -> float:
        """By how much a candidate is surely better than the one greedy likes best, if it is."""
        prior = PRIOR * (near[number].points - near[0].points)
        # They met the same chance in the rounds that both played.
        leads = [mine - first for mine, first in zip(worth[number], worth[0])]
        if not number or not leads:
            return prior
        mean = sum(leads) / len(leads)
        spread = sum((lead - mean) ** 2 for lead in leads) + DOUBT
        return prior + mean - SURENESS * sqrt(spread) / len(leads)

    def _rollout(
        self, game: AgeOfSteam, s: SteamState, seat: int, candidate: Candidate, rng: random.Random
    ) -> float:
        """Play a candidate forward, one's own turn as planned and all else quickly, and judge the end."""
        trial, until = s.copy(), s.turn + (TURNS if s.seats > 1 else TURNS_ALONE)
        own = Intent(game, seat, candidate, self._greedy.menu, self._quick)
        game.apply(trial, candidate.action)
        while (actor := game.actor(trial)) != NOBODY and trial.turn < until:
            if actor == NATURE:
                game.apply(trial, game.sample(trial, rng))
                continue
            action = own.next(trial, rng) if actor == seat and trial.turn == s.turn else None
            if action is None:
                action = self._quick.choose(game, trial, actor, rng)
            game.apply(trial, action)
        return self._judge(game, trial, seat)

    def _judge(self, game: AgeOfSteam, s: SteamState, seat: int) -> float:
        """One's own points against those of the strongest other, who counts more and more towards the end."""
        own = self._points(game, s, seat, PLANS_JUDGED)
        if self._rival < 0:
            return own
        return own - self._weight * max(RIVAL_LEAST, self._points(game, s, self._rival))

    def _strongest(self, game: AgeOfSteam, s: SteamState, seat: int) -> int:
        """Who of the others will end best as it looks now, or -1 where there is nobody."""
        others = [other for other in s.order if other != seat]
        if len(others) < 2:
            return others[0] if others else -1
        return max(others, key=lambda other: self._points(game, s.copy(), other))

    def _points(self, game: AgeOfSteam, s: SteamState, seat: int, plans: int = 0) -> float:
        """The final score to be expected when a turn begins; with plans, what could be built counts."""
        if s.out[seat]:
            return RUINED
        if s.over:
            return float(game.rules.score(s, seat) or 0)
        look = self._greedy.outlook(game, s, seat, fresh=True)
        if not plans:
            return look.points(look.idle())
        look.forecast.grown = 0
        purse = max(look.cash, min(PURSE, look.cash + SHARES * game.rules.share_price))
        found = look.plans(look.usual_tiles(), purse, followed=1)
        return max(look.points(plan) for plan in found[:plans])


class Intent:
    """What a seat means to do in the rest of its turn, while a candidate is played forward."""

    def __init__(
        self, game: AgeOfSteam, seat: int, candidate: Candidate, menu: Choices | None, quick: QuickBot
    ) -> None:
        self.game, self.seat, self.menu, self.quick = game, seat, menu, quick
        self.steps, self.plan = list(candidate.steps), candidate.plan
        self.built = False
        if self.steps and self.steps[0] == candidate.action:
            del self.steps[0]
            self.built = True

    def next(self, s: SteamState, rng: random.Random) -> Action | None:
        """The next answer, where there is something in mind."""
        match s.agenda[0].kind:
            case "take" if self.menu is not None and self.menu[2]:
                return self._take(s, self.menu[2])
            case "build":
                return self._build(s)
            case "move":
                return self._move(s, rng)
        return None

    def _take(self, s: SteamState, worths: list[Candidate]) -> Action | None:
        """The action that was thought most of, if it is still to be had."""
        for worth in sorted(worths, key=lambda worth: -worth.points):
            if self.game.why_not(s, worth.action) is None:
                self.steps, self.plan = list(worth.steps), worth.plan
                return worth.action
        return None

    def _build(self, s: SteamState) -> Action | None:
        """The next step; before the first of them it is seen what can be paid."""
        if not self.built:
            self.built = True
            if self.plan is not None and self.plan.cost > s.cash[self.seat] and self.menu is not None:
                city = [step for step in self.steps[:1] if isinstance(step, Urbanize)]
                self.plan = self._paid(s, self.menu)
                self.steps = [*city, *(self.plan.actions if self.plan else ())]
        if self.steps:
            step = self.steps.pop(0)
            if self.game.why_not(s, step) is None:
                return step
            self.steps = []
            return None
        return DONE if self.game.why_not(s, DONE) is None else None

    def _paid(self, s: SteamState, menu: Choices) -> Plan | None:
        """The plan that ends best of those that can be paid now."""
        look, plans, _ = menu
        cash, shares = s.cash[self.seat], s.shares[self.seat]
        paid = [plan for plan in plans if plan.cost <= cash]
        return max(paid, key=lambda plan: look.points(plan, cash, shares), default=None)

    def _move(self, s: SteamState, rng: random.Random) -> Action | None:
        """The engine if the plan wants it in this turn, else the best delivery."""
        if self.plan is None:
            return None
        if self.plan.courses[0].raised_in[0] and self.game.why_not(s, IMPROVE) is None:
            return IMPROVE
        return self.quick.deliver(self.game, s, self.seat, rng)
