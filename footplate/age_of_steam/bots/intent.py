"""What a seat means to do in the rest of a turn: asked of greedy once and kept, or anew at every step."""

from __future__ import annotations

import random

from footplate.age_of_steam.actions import DONE, Urbanize
from footplate.age_of_steam.bots.candidates import Candidate
from footplate.age_of_steam.bots.greedy import Choices, GreedyBot
from footplate.age_of_steam.bots.outlook import Plan
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Action


class Mind:
    """What greedy has answered for a seat in this turn: the same however often the turn is played."""

    def __init__(self, menu: Choices | None = None) -> None:
        self.issue: Action | None = None
        self.build: Candidate | None = None
        self.menu = menu
        """The plans thought of, and what each action is worth."""


class Intent:
    """One seat in one turn that is played forward: how far it has come with what it has in mind.

    Who thinks `anew` has nothing in mind but the tiles of its candidate: greedy is asked at every step.
    """

    def __init__(
        self, game: AgeOfSteam, seat: int, greedy: GreedyBot, mind: Mind, anew: bool = False
    ) -> None:
        self.game, self.seat, self.greedy, self.mind, self.anew = game, seat, greedy, mind, anew
        self.steps: list[Action] = []
        self.plan: Plan | None = None
        self.paid = False
        """Whether it has been seen what of the plan can be paid."""

    def begin(self, candidate: Candidate) -> None:
        """Have a candidate in mind whose action is played."""
        self.steps, self.plan = list(candidate.steps), candidate.plan
        if self.steps and self.steps[0] == candidate.action:
            del self.steps[0]
            self.paid = True
        elif self.anew:
            self.steps, self.plan = [], None

    def copy(self) -> Intent:
        """The same, to be played on differently."""
        new = Intent(self.game, self.seat, self.greedy, self.mind, self.anew)
        new.steps, new.plan, new.paid = self.steps[:], self.plan, self.paid
        return new

    def next(self, s: SteamState, rng: random.Random) -> Action | None:
        """The next answer, where greedy has one that is quickly found or is asked anew."""
        if self.anew and not self.steps:
            return self.greedy.choose(self.game, s, self.seat, rng)
        match s.agenda[0].kind:
            case "issue":
                return self._issue(s, rng)
            case "bid":
                return self._bid(s, rng)
            case "take":
                return self._take(s, rng)
            case "build":
                return self._build(s, rng)
            case "move":
                return self._asked(s, rng)[0].action
        return None

    def _asked(self, s: SteamState, rng: random.Random) -> list[Candidate]:
        return self.greedy.candidates(self.game, s, self.seat, self.game.options(s), rng)

    def _issue(self, s: SteamState, rng: random.Random) -> Action | None:
        mind = self.mind
        if mind.issue is None:
            mind.issue = self._asked(s, rng)[0].action
        return mind.issue if self.game.why_not(s, mind.issue) is None else None

    def _bid(self, s: SteamState, rng: random.Random) -> Action:
        """As greedy bids, which is quick as long as it remembers what each action is worth."""
        found = self._asked(s, rng)
        if self.mind.menu is None or not self.mind.menu.worths:
            self.mind.menu = self.greedy.menu
        return found[0].action

    def _take(self, s: SteamState, rng: random.Random) -> Action | None:
        """The action that was thought most of, if it is still to be had."""
        if self.mind.menu is None or not self.mind.menu.worths:
            found = self._asked(s, rng)
            self.mind.menu = self.greedy.menu
            if self.mind.menu is None:
                return found[0].action
        for worth in sorted(self.mind.menu.worths, key=lambda worth: -worth.points):
            if self.game.why_not(s, worth.action) is None:
                self.steps, self.plan = list(worth.steps), worth.plan
                return worth.action
        return None

    def _build(self, s: SteamState, rng: random.Random) -> Action | None:
        """The next step; before the first of them it is seen what can be paid."""
        if self.plan is None:
            if self.mind.build is None:
                self.mind.build = self._asked(s, rng)[0]
            self.steps, self.plan, self.paid = list(self.mind.build.steps), self.mind.build.plan, True
        if not self.paid:
            self.paid = True
            if self.plan is not None and self.plan.cost > s.cash[self.seat] and self.mind.menu is not None:
                city = [step for step in self.steps[:1] if isinstance(step, Urbanize)]
                self.plan = self._cheaper(s, self.mind.menu)
                self.steps = [*city, *(self.plan.actions if self.plan else ())]
        if self.steps:
            step = self.steps.pop(0)
            if self.game.why_not(s, step) is None:
                return step
            # Somebody was there before.
            instead = self._asked(s, rng)[0]
            self.steps, self.plan = list(instead.steps[1:]), instead.plan
            return instead.action
        return DONE if self.game.why_not(s, DONE) is None else None

    def _cheaper(self, s: SteamState, menu: Choices) -> Plan | None:
        """The plan that ends best of those that can be paid now."""
        look, plans = menu.look, menu.plans
        cash, shares = s.cash[self.seat], s.shares[self.seat]
        paid = [plan for plan in plans if plan.cost <= cash]
        return max(paid, key=lambda plan: look.points(plan, cash, shares), default=None)
