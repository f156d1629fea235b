"""A bot that plays its best answers forward, with chance sampled, and takes the one that ends best."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy
from typing import Any, ClassVar

from footplate.age_of_steam.board import owner_of
from footplate.age_of_steam.bots.candidates import Candidate
from footplate.age_of_steam.bots.forecast import BROKE
from footplate.age_of_steam.bots.greedy import GreedyBot
from footplate.age_of_steam.bots.intent import Intent, Mind
from footplate.age_of_steam.bots.outlook import Outlook
from footplate.age_of_steam.bots.quick import QuickBot
from footplate.age_of_steam.bots.reasons import ONLY, reason
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.bot import Advice, Bot
from footplate.core.contest import winner
from footplate.core.game import NATURE, NOBODY, Action, Game

WORK = 200
"""Turns played forward a decision where nobody says otherwise."""
LEFT_TO_GREEDY = ("issue",)
"""What is not played forward at a table: a share brings money at once, and costs something in every turn."""
ANEW_FROM = WORK
"""The work from which greedy is asked anew at every step of everybody; with less it is remembered."""
CANDIDATES = 12
"""Answers that are played forward."""
TURNS = 1
"""Turns that are played before the position is judged; alone all to the end, as far as the work allows."""
NEAR = 12.0
"""Answers that greedy finds worse by more, as far as it is believed, are not played forward."""
PRIOR_ALONE = 0.25
"""What the points that greedy expects count beside those of rollouts where one plays alone."""
DOUBT = 9.0
"""What is added to the squares of errors, because few rollouts look surer than they are."""
GOODWILL_IN = ("build", "move")
"""What is answered with goodwill: where track lies and which cubes are moved makes all richer or poorer."""
GOODWILL = 0.45
"""What a point of each other counts there beside one's own, where there are several."""
RIVAL = 0.5
"""What a point of the only other counts against one's own at the end."""
RIVAL_FROM = 0.4
"""After which part of all turns it does."""
RIVAL_LEAST = 0.0
"""The least that the points of the only other count."""
TRUST = 0.2
"""How far a forecast is believed in for each turn that was played; the rest is the score as it stands."""
TRUST_MOST = 0.65
"""How far it is believed in at most."""
LINK = 5.0
"""Points for an own link beyond that at the beginning, fewer and fewer towards the end."""
ENGINE = 7.0
"""The same for a level of the engine, which lose their worth sooner."""
DOLLAR = 0.5
"""Points for a dollar beyond that."""
PLANS_JUDGED = 6
"""Plans that are looked at when a turn begins that is not played any more."""
PURSE = 14
"""The money that such plans may cost."""
SHARES = 3
"""The shares that may be issued for them."""
RUINED = -60.0
"""What an elimination counts."""

Reached = tuple[SteamState, dict[int, Intent]]
"""A position in which chance is asked, and what everybody has in mind in it."""


class SearchBot(Bot):
    """Greedy's candidates, each played forward to the end of the turn as all would play, and judged there.

    `work` is the number of turns played forward a decision, so that the same seed gives the same game
    everywhere; `late` says at a table, where it must also answer in time, that it has to.
    """

    works: ClassVar = True
    """It may be told how much it may work."""

    def __init__(self, work: int = WORK, late: Callable[[], bool] | None = None) -> None:
        self.work, self.late = work, late
        self._greedy = GreedyBot(CANDIDATES)
        self._quick = QuickBot()
        self._bidders: list[GreedyBot] = []
        self._planned: tuple[SteamState, tuple[Action, ...]] | None = None
        self._weights: dict[int, float] = {}
        """What a point of others counts in the question that is thought about, for or against one's own."""

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        if not isinstance(game, AgeOfSteam):
            return self._greedy.choose(game, state, seat, rng)
        if (best := self._planned_step(game, state)) is None:
            options = game.options(state)
            if len(options) == 1:
                return options[0]
            found = self._greedy.candidates(game, state, seat, options, rng)
            best = self._best(game, state, seat, found, rng)
        self._remember(game, state, best)
        return best.action

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        options = game.options(state)
        if len(options) == 1 or not isinstance(game, AgeOfSteam):
            return Advice(self.choose(game, state, seat, rng), ONLY)
        found = self._greedy.candidates(game, state, seat, options, rng)
        best = self._best(game, state, seat, found, rng)
        look = self._greedy.outlook(game, state.copy(), seat)
        return Advice(best.action, reason(look, best, found))

    # A plan once made is carried out ------------------------------------------------------------------

    def _planned_step(self, game: AgeOfSteam, s: SteamState) -> Candidate | None:
        """The next step of the plan that was chosen before, if the position is the one it was made for."""
        if self._planned is None or self._planned[0] != s:
            return None
        steps = self._planned[1]
        if not steps or not s.agenda or game.why_not(s, steps[0]) is not None:
            return None
        return Candidate(steps[0], 0.0, steps)

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
        prior = PRIOR_ALONE if s.seats == 1 else _trust(game.rules, s.turn)
        near = [c for c in found[:CANDIDATES] if prior * (found[0].points - c.points) < NEAR]
        if len(near) == 1 or (s.seats > 1 and s.agenda[0].kind in LEFT_TO_GREEDY):
            return near[0]
        self._weights = _weights(game, s, seat)
        minds = {other: Mind() for other in range(s.seats) if other != seat}
        priors = [prior * (candidate.points - near[0].points) for candidate in near]
        left = game.rules.turns(s.seats) - s.turn + 1
        ahead = TURNS if s.seats > 1 else max(1, min(left, self.work // len(near)))
        reached: dict[int, Reached] = {}
        dice = copy(rng)

        def ended(number: int, chance: int) -> float | None:
            dice.seed(chance)
            if number not in reached:
                reached[number] = self._played(game, s, seat, near[number], minds, dice)
                dice.seed(chance)
            return self._ended(game, reached[number], seat, s.turn + ahead, dice)

        return near[winner(priors, self.work // ahead, lambda: rng.getrandbits(32), ended, DOUBT)]

    def _is_late(self) -> bool:
        return self.late is not None and self.late()

    def _played(
        self,
        game: AgeOfSteam,
        s: SteamState,
        seat: int,
        candidate: Candidate,
        minds: dict[int, Mind],
        rng: random.Random,
    ) -> Reached:
        """Play a candidate forward until chance has its say, each seat as greedy would."""
        anew = self.work >= ANEW_FROM
        own = Intent(game, seat, self._bidder(seat), Mind(self._greedy.menu), anew)
        intents = {
            other: Intent(game, other, self._bidder(other), mind, anew) for other, mind in minds.items()
        }
        intents[seat] = own
        own.begin(candidate)
        trial = s.copy()
        game.apply(trial, candidate.action)
        self._play(game, trial, intents, s.turn + 1, rng, stops=True)
        return trial, intents

    def _ended(
        self, game: AgeOfSteam, reached: Reached, seat: int, until: int, rng: random.Random
    ) -> float | None:
        """Play on until a turn begins, and judge the position; None where it is too late for that."""
        trial = reached[0].copy()
        intents = {other: intent.copy() for other, intent in reached[1].items()}
        self._play(game, trial, intents, until, rng)
        return None if self._is_late() else self._judge(game, trial, seat)

    def _play(
        self,
        game: AgeOfSteam,
        s: SteamState,
        intents: dict[int, Intent],
        until: int,
        rng: random.Random,
        stops: bool = False,
    ) -> None:
        """Play until a turn begins, until chance is asked, or until it is too late to go on."""
        turn = s.turn
        while (actor := game.actor(s)) != NOBODY and s.turn < until and not self._is_late():
            if s.turn != turn:
                turn = s.turn
                for seat, intent in intents.items():
                    intents[seat] = Intent(game, seat, intent.greedy, Mind(), intent.anew)
            if actor == NATURE:
                if stops:
                    return
                game.apply(s, game.sample(s, rng))
                continue
            action = intents[actor].next(s, rng)
            if action is None:
                action = self._quick.choose(game, s, actor, rng)
            game.apply(s, action)

    def _bidder(self, seat: int) -> GreedyBot:
        """A greedy bot for each seat: what it remembers of an auction spares it work."""
        while len(self._bidders) <= seat:
            self._bidders.append(GreedyBot())
        return self._bidders[seat]

    def _judge(self, game: AgeOfSteam, s: SteamState, seat: int) -> float:
        """One's own points, and what those of the others count beside them."""
        own = self._points(game, s, seat, PLANS_JUDGED)
        for other, weight in self._weights.items():
            theirs = self._points(game, s, other)
            own += weight * (theirs if weight > 0 else max(RIVAL_LEAST, theirs))
        return own

    def _points(self, game: AgeOfSteam, s: SteamState, seat: int, plans: int = 0) -> float:
        """The final score to be expected when a turn begins; with plans, what could be built counts."""
        if s.out[seat]:
            return RUINED
        if s.over:
            # Where a game can be lost by all, a score alone says little.
            lost = 0.0 if game.rules.winners(s) else RUINED
            return lost + float(game.rules.score(s, seat) or 0)
        look = self._greedy.outlook(game, s, seat, fresh=True)
        if not plans:
            return _seasoned(look, look.points(look.idle()))
        look.forecast.grown = 0
        purse = max(look.cash, min(PURSE, look.cash + SHARES * game.rules.share_price))
        found = look.plans(look.usual_tiles(), purse, followed=1)
        return _seasoned(look, max(look.points(plan) for plan in found[:plans]))


def _weights(game: AgeOfSteam, s: SteamState, seat: int) -> dict[int, float]:
    """What a point of each other counts: for one's own in track and cubes, against it between two."""
    others = [other for other in s.order if other != seat]
    if len(others) > 1:
        return dict.fromkeys(others, GOODWILL) if s.agenda[0].kind in GOODWILL_IN else {}
    part = s.turn / game.rules.turns(s.seats)
    return dict.fromkeys(others, -RIVAL * part) if part > RIVAL_FROM else {}


def _trust(rules: Rules[Any], played: int) -> float:
    """How far a forecast is believed in after so many turns, as seen where the base game's score counts."""
    return min(TRUST_MOST, TRUST * played) if _scores_as_base(rules) else 1.0


def _scores_as_base(rules: Rules[Any]) -> bool:
    """Whether the score is that of the base game."""
    return type(rules).score_parts is Rules.score_parts


def _seasoned(look: Outlook, forecast: float) -> float:
    """A forecast as games have gone on from it: early it says little, and it misses what links bring."""
    rules, s, seat = look.rules, look.s, look.seat
    if forecast < BROKE / 2 or s.seats == 1 or not _scores_as_base(rules):
        return forecast
    turns = rules.turns(s.seats)
    left, trust = (turns - s.turn + 1) / turns, _trust(rules, s.turn - 1)
    owner = owner_of(seat)
    # Every link is seen from both its ends.
    links = sum(link.owner == owner for several in rules.links(s).values() for link in several) / 2
    missed = LINK * left * links + ENGINE * left**2 * s.engine[seat] + DOLLAR * s.cash[seat]
    return trust * forecast + (1 - trust) * (rules.score(s, seat) or 0) + missed
