"""A bot that looks one move ahead: every choice is played forward to the end of the game, roughly."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from footplate.age_of_steam.actions import (
    DECLINE,
    DONE,
    DROP,
    PASS,
    PRODUCE,
    Bid,
    Build,
    Deliver,
    Issue,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.board import IN_TOWN
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.phases.issue_shares import IssueShares
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.phases.select_actions import SelectActions
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.bots.forecast import BROKE, Forecast, has_begun
from footplate.bots.network import FOREIGN_LINK, Network
from footplate.bots.outlook import Outlook, Plan, shortlist
from footplate.bots.surveyor import Surveyor
from footplate.core.game import NATURE, Action, Due, Game

NOW = 0.2
"""Points for an income gained in this move and not in a later one: somebody else may take the cube."""
STOLEN = 0.3
"""How likely others take the only cube that one relies on."""
CITIES_TRIED = 4
"""New Cities looked at closely."""
CARE = 0.3
"""Points a share must bring more than it costs to be issued now and not later."""
SHARES_LOOKED_AT = 6
"""How many more shares are thought of when it is looked for what could be built."""
BID_EXPECTED = 2
"""What is put aside for the auction when shares are issued."""
TAKEN = 0.6
"""Which part of those before one in the order take what one would have taken."""
WORTH_MOST = 10.0
"""Points that an action can be worth in the auction."""
PLACE = 0.4
"""Points for building and moving one place earlier."""
FLAT = {"first-build": 1.5, "first-move": 1.0, "turn-order": 0.6, "production": 0.6}
"""Points for actions whose use cannot be played forward."""
FORESEEN = ("income", "track", "shares", "cash")
"""The parts of a score that are played forward."""
SEEN = ("rail", "layout", "kind", "cubes", "display", "demand", "link_owners")
"""What the worth of an action depends on, besides one's own money and engine."""
ENGINES_TRIED = 4
"""Plans that are looked at again with a higher engine."""
MOVES_TRIED = 10
"""Deliveries that are played forward."""
PLANS_DREAMT = 10
"""Plans whose links are thought of when a New City is chosen."""
CUBES_DRAWN = 5
"""Cubes that are counted for a New City."""
AROUND = 0.1
"""What a cube near a New City counts, whether or not a link leads there."""
AROUND_HEXES = 3
"""How near that is."""
OPTIONS_TRIED = 40
"""Options looked at where a map asks something unknown."""
ANSWERS_FORESEEN = 8
"""Of how many answers of another to the same question the likeliest is still looked for."""


Choices = tuple[Outlook, list[Plan], list[float]]
"""A position, the best plans in it, and what each action is worth."""


class GreedyBot:
    """Plans whole links for the deliveries they make possible, and keeps its money together.

    What it remembers between decisions only spares it work: it would find the same again.
    """

    def __init__(self) -> None:
        self._surveyor: Surveyor | None = None
        self._seen: tuple[Any, ...] = ()
        self._found: Choices | None = None
        self._ways: dict[str, Callable[[Outlook, list[Action]], Action | None]] = {
            "issue": self._issue,
            "bid": self._bid,
            "take": self._take,
            "build": self._build,
            "move": self._move,
            "produce": self._produce,
            "stock": self._stock,
        }

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        options = game.options(state)
        if len(options) == 1:
            return options[0]
        if not isinstance(game, AgeOfSteam):
            return rng.choice(options)
        control = game.decision(state).control
        besides = control == "build" and state.agenda[0].kind != "build"
        way = self._build_besides if besides else self._ways.get(control)
        choice = None if way is None else way(self._outlook(game, state.copy(), seat), options)
        if choice is None or choice not in options:
            return self._any(game, state, seat, options, rng)
        return choice

    def _outlook(self, game: AgeOfSteam, s: SteamState, seat: int) -> Outlook:
        if self._surveyor is None or self._surveyor.rules is not game.rules:
            self._surveyor, self._seen = Surveyor(game.rules), ()
        return Outlook(game, s, seat, self._surveyor)

    # Shares and order ---------------------------------------------------------------------------------

    def _issue(self, look: Outlook, options: list[Action]) -> Action | None:
        """As many as end best, what will be built and bid taken into account."""
        price = look.rules.share_price
        plans = shortlist(look.plans(look.usual_tiles(), look.cash + SHARES_LOOKED_AT * price))

        def points(a: Issue) -> float:
            cash = look.cash + price * a.shares - BID_EXPECTED
            shares = look.shares + a.shares
            paid = [plan for plan in plans if plan.cost <= max(0, cash)]
            return max(look.points(plan, cash, shares) for plan in paid) - CARE * a.shares

        return max((a for a in options if isinstance(a, Issue)), key=points, default=None)

    def _bid(self, look: Outlook, options: list[Action]) -> Action:
        """One more than the highest while being first is worth it."""
        least = Bid(highest(look.s) + 1)
        if least in options:
            choices = self._choices(look)
            # What has been bid already is left out of account: else two bidders would ruin each other.
            if _at_place(choices, 1, least.amount) > _at_place(choices, len(look.s.bidders), 0):
                return least
        return PASS if PASS in options else DROP

    # Actions ------------------------------------------------------------------------------------------

    def _take(self, look: Outlook, options: list[Action]) -> Action | None:
        """The action that adds most points; where one may decline, none that adds nothing."""
        _, _, worths = self._choices(look)
        takes = (a for a in options if isinstance(a, Take))
        best = max(takes, key=lambda a: worths[a.action], default=None)
        spared = DECLINE in options and (best is None or worths[best.action] <= 0)
        return DECLINE if spared else best

    def _choices(self, look: Outlook) -> Choices:
        """What each action is worth, worked out once an auction."""
        s = look.s
        own = look.seat, s.turn, look.cash, look.income, look.shares, look.engine
        key = (own, *(bytes(getattr(s, name)) for name in SEEN))
        if self._found is None or key != self._seen:
            plans = shortlist(look.plans(look.usual_tiles(), look.cash))
            actions = range(len(look.rules.board.actions))
            worths = [self._worth_of_action(look, plans, number) for number in actions]
            self._seen, self._found = key, (look, plans, worths)
        return self._found

    def _worth_of_action(self, look: Outlook, plans: list[Plan], number: int) -> float:
        """Points that an action adds, as far as the rules let it be played forward."""
        rules, seat, name = look.rules, look.seat, look.rules.board.actions[number]
        trial = look.s.copy()
        trial.held = [()] * trial.seats
        trial.held[seat] = (number,)
        rules.do_take(trial, seat, name)
        base = look.points(plans[0])
        value = FLAT.get(name, 0.0) + rules.action_points(look.s, seat, name)
        if (engine := trial.engine[seat]) != look.engine:
            value += max(look.points(look.with_engine(plan, engine)) for plan in plans[:ENGINES_TRIED]) - base
        if rules.moves(trial, seat) != rules.moves(look.s, seat):
            after = Outlook(look.game, trial, seat, look.surveyor)
            value += after.points(after.idle()) - look.points(look.idle())
        tiles = rules.builds_allowed(trial, seat)
        if tiles != look.usual_tiles():
            value += max(0.0, look.points(look.plans(tiles, look.cash)[0]) - base)
        if saved := _saved(look, trial, plans[0]):
            value += look.points(plans[0], look.cash + saved) - base
        if price := rules.action_price(look.s, seat, name):
            left = look.cash - price
            paid = [look.points(plan, left) for plan in plans if plan.cost <= left or not plan.packages]
            value += max(paid) - base
        if rules.new_cities_allowed(trial, seat) and (cities := _cities(look, plans, tiles)):
            value += max(0.0, cities[0][0] - base)
        return value

    # Building -----------------------------------------------------------------------------------------

    def _build(self, look: Outlook, options: list[Action]) -> Action:
        """The first tile of the plan that ends best; the New City first where it adds anything."""
        tiles = look.s.agenda[0].a
        plans = look.plans(tiles, look.cash)
        if any(isinstance(a, Urbanize) for a in options):
            cities = [pair for pair in _cities(look, plans, tiles) if pair[1] in options]
            if cities and cities[0][0] > look.points(plans[0]):
                return cities[0][1]
        for plan in plans:
            if not plan.packages:
                break
            if _buildable(look, plan, tiles):
                return plan.steps[0]
        return DONE

    def _build_besides(self, look: Outlook, options: list[Action]) -> Action:
        """In a build that a map asks for besides the usual one: the dearest tile of the best plan, or any."""
        asked = look.s.copy()
        asked.agenda.insert(0, Due("build", look.seat))
        building = Outlook(look.game, asked, look.seat, look.surveyor)
        for plan in building.plans(building.usual_tiles() + 1, look.cash):
            free = [step for step in plan.steps if isinstance(step, Build) and step in options]
            if free:
                return max(free, key=lambda a: look.rules.price(asked, look.seat, a.hex, 0, a.layout))
        return next((a for a in options if a is not DONE), DONE)

    # Goods --------------------------------------------------------------------------------------------

    def _move(self, look: Outlook, options: list[Action]) -> Action | None:
        """The delivery, or the engine, that ends best."""
        best: dict[tuple[int, int, int], tuple[float, Action]] = {}
        idle: dict[tuple[int, int], tuple[float, Action]] = {}
        tried: list[tuple[float, Action]] = []
        for a in options:
            if not isinstance(a, Deliver):
                tried.append((0.0, a))
                continue
            links = links_of(look.rules, look.s, a) or []
            gains = dict(look.rules.outcome(look.s, look.seat, a, links).income)
            own = gains.pop(look.seat, 0)
            given, key = FOREIGN_LINK * sum(gains.values()), (a.hex, a.colour, own)
            if not own and not gains:
                # It pays nobody, but may count for something else.
                idle.setdefault((a.hex, a.stops[-1]), (0.0, a))
            elif own > 0 and (key not in best or given > best[key][0]):
                best[key] = given, a
        likely = sorted(best.items(), key=lambda item: -item[0][2] - item[1][0])
        tried += [pair for _, pair in likely[:MOVES_TRIED]]
        tried += list(idle.values())[:MOVES_TRIED]
        return max(tried, key=lambda pair: _after_move(look, *pair))[1]

    def _produce(self, look: Outlook, options: list[Action]) -> Action:
        """Cubes on the display never harm."""
        return PRODUCE

    def _stock(self, look: Outlook, options: list[Action]) -> Action | None:
        """The box from which a cube will bring most, and soonest."""
        s, board = look.s, look.rules.board

        def promise(a: Stock) -> float:
            column = board.columns[board.box_place[a.box][0]]
            hex = column.hex if column.hex >= 0 else s.new_cities[column.city]
            if hex < 0:
                return 0.0
            ahead = sum(1 for box in range(column.first, a.box) if s.display[box])
            return _brings(look.network, hex, a.colour, look.engine + 1) / (1 + ahead)

        return max((a for a in options if isinstance(a, Stock)), key=promise, default=None)

    # Anything else ------------------------------------------------------------------------------------

    def _any(
        self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action], rng: random.Random
    ) -> Action:
        """The option after which the position looks best, and the strongest of the others weakest."""
        tried = options if len(options) <= OPTIONS_TRIED else rng.sample(options, OPTIONS_TRIED)
        after = [self._after(game, s, a, rng) for a in tried]
        chooses = not has_begun(game, s, SelectActions)
        if chooses and any(trial.order != after[0].order for trial in after):
            choices = self._choices(self._supplied(game, s, seat))
            values = [
                _at_place(choices, trial.order.index(seat) + 1, s.cash[seat] - trial.cash[seat])
                for trial in after
            ]
        else:
            looks = [self._outlook(game, trial, seat) for trial in after]
            values = [look.points(look.idle()) for look in looks]
        alike = [number for number, value in enumerate(values) if value == max(values)]
        weakest = min(_others(game.rules, after[number], seat) for number in alike)
        alike = [number for number in alike if _others(game.rules, after[number], seat) == weakest]
        # Of many that promise the same any will do, and not always the first on the board.
        return tried[rng.choice(alike) if len(alike) > ANSWERS_FORESEEN else alike[0]]

    def _supplied(self, game: AgeOfSteam, s: SteamState, seat: int) -> Outlook:
        """The position with the shares that will be issued in it, if that is still to come."""
        rules, look = game.rules, self._outlook(game, s.copy(), seat)
        if not has_begun(game, s, IssueShares):
            numbers = range(rules.shares_max - look.shares + 1)
            free = [Issue(number) for number in numbers if not rules.issue_problem(s, seat, number)]
            if isinstance(issued := self._issue(look, list(free)), Issue):
                look.s.shares[seat] += issued.shares
                look.s.cash[seat] += rules.share_price * issued.shares
                look = self._outlook(game, look.s, seat)
        return look

    def _after(self, game: AgeOfSteam, s: SteamState, a: Action, rng: random.Random) -> SteamState:
        """The position after an answer, and after those of others to a question that only a map asks."""
        trial, due = s.copy(), s.agenda[0]
        game.decision(trial).apply(game.rules, trial, due, a)
        while len(trial.agenda) > len(s.agenda) and game.actor(trial) == due.seat:
            # What is asked in the middle of an answer is left open: the first is as good as any.
            answer = game.options(trial)[0]
            game.decision(trial).apply(game.rules, trial, trial.agenda[0], answer)
        while trial.agenda and due.kind not in self._ways:
            other = trial.agenda[0]
            if other.kind != due.kind or other.seat in (due.seat, NATURE):
                break
            answers = game.options(trial)
            if len(answers) > ANSWERS_FORESEEN:
                break
            answer = self._any(game, trial, other.seat, answers, rng)
            game.decision(trial).apply(game.rules, trial, other, answer)
        return trial


def _others(rules: Rules[Any], s: SteamState, seat: int) -> list[int]:
    """The scores of all others as the position stands, the highest first."""
    scores = [rules.score(s, other) for other in range(s.seats) if other != seat]
    return sorted((score for score in scores if score is not None), reverse=True)


def _at_place(choices: Choices, place: int, pays: int) -> float:
    """The final score that may be hoped for at a place of the order, after paying for it."""
    look, plans, worths = choices
    worth = sorted((min(value, WORTH_MOST) for value in worths), reverse=True) or [0.0]
    at = min(TAKEN * (place - 1), len(worth) - 1)
    low = int(at)
    action = worth[low] + (at - low) * (worth[min(low + 1, len(worth) - 1)] - worth[low])
    left = look.cash - pays
    best = max(look.points(plan, left) for plan in plans if plan.cost <= left or not plan.packages)
    return action + best - PLACE * (place - 1)


def _after_move(look: Outlook, given: float, a: Action) -> float:
    """The final score after a move, less what it gives to others."""
    seat, trial = look.seat, look.s.copy()
    look.game.decision(trial).apply(look.rules, trial, trial.agenda[0], a)
    while trial.agenda and trial.agenda[0].seat == seat and trial.agenda[0].kind != "move":
        trial = max(_answered(look.game, trial), key=lambda after: after.income[seat])
    forecast = Forecast(look.game, trial, seat, look.forecast)
    tables = look.network.tables
    courses = forecast.courses(tables, tables, look.network.span(), trial.engine[seat])
    points = forecast.best(courses, trial.cash[seat], trial.shares[seat], trial.income[seat])
    covered = trial.cash[seat] + 2 * trial.income[seat] >= look.rules.expenses(trial, seat)
    if trial.engine[seat] > look.engine and not covered and len(trial.order) > 1:
        # Somebody may take the cube that was to pay for the engine.
        points += STOLEN * BROKE
    points += _besides(look.rules, trial, seat) - _besides(look.rules, look.s, seat)
    return points + forecast.money.per_income * given + NOW * (trial.income[seat] - look.income)


def _besides(rules: Rules[Any], s: SteamState, seat: int) -> int:
    """The points of a seat for what no forecast knows."""
    return sum(points for part, points in rules.score_parts(s, seat).items() if part not in FORESEEN)


def _answered(game: AgeOfSteam, s: SteamState) -> list[SteamState]:
    """The positions after every answer to a question."""
    out = []
    for a in game.options(s):
        trial = s.copy()
        game.decision(trial).apply(game.rules, trial, trial.agenda[0], a)
        out.append(trial)
    return out


def _cities(look: Outlook, plans: Sequence[Plan], tiles: int) -> list[tuple[float, Urbanize]]:
    """The New Cities that promise most, with the points they would lead to, the best first."""
    out = []
    for a in _promising(look, plans)[:CITIES_TRIED]:
        trial = look.s.copy()
        look.rules.do_urbanize(trial, look.seat, a)
        after = Outlook(look.game, trial, look.seat, look.surveyor)
        out.append((after.points(after.plans(tiles, look.cash)[0]), a))
    return sorted(out, key=lambda pair: -pair[0])


def _saved(look: Outlook, trial: SteamState, plan: Plan) -> int:
    """What the tiles of a plan cost less with the action that a seat has in a trial."""
    rules, layout = look.rules, look.s.layout
    builds = [step for step in plan.steps if isinstance(step, Build)]
    prices = [rules.price(look.s, look.seat, step.hex, layout[step.hex], step.layout) for step in builds]
    if not prices:
        return 0
    return rules.charges(look.s, look.seat, prices) - rules.charges(trial, look.seat, prices)


def _buildable(look: Outlook, plan: Plan, tiles: int) -> bool:
    """Whether the tiles of a plan can be laid one after the other now."""
    game, trial = look.game, look.s.copy()
    for step in plan.steps[:tiles]:
        if game.why_not(trial, step) is not None:
            return False
        game.decision(trial).apply(game.rules, trial, trial.agenda[0], step)
    return True


def _brings(network: Network, place: int, colour: int, engine: int) -> float:
    """The most that a cube of this colour would bring from a place."""
    return max(
        (
            worth
            for end, _, length, worth, between in network.spokes(place)[1:]
            if length <= engine and network.demand[end] >> colour & 1 and not between >> colour & 1
        ),
        default=0.0,
    )


def _promising(look: Outlook, plans: Sequence[Plan]) -> list[Urbanize]:
    """New Cities in the order of the cubes they would draw and send over one's links, built and planned."""
    s, board = look.s, look.rules.board
    links = [
        link for plan in list(plans)[:PLANS_DREAMT] for package in plan.packages for link in package.links
    ]
    dream = look.network.extended(links)
    out: list[tuple[float, Urbanize]] = []
    for town, choices in board.urbanizations.items():
        free = [a for a in choices if s.new_cities[a.city] < 0]
        if s.kind[town] == IN_TOWN and free:
            drawn, around = _draws(look, dream, town), _around(look, town)
            for a in free:
                colour = board.new_cities[a.city].colour
                out.append((drawn[colour] + AROUND * around[colour] + _sends(look, dream, a), a))
    out.sort(key=lambda pair: -pair[0])
    return [a for value, a in out if value > 0]


def _draws(look: Outlook, dream: Network, town: int) -> list[float]:
    """For each colour what the cubes would bring that a New City of it could draw to a town."""
    values: list[list[float]] = [[] for _ in range(STRIDE)]
    for end, _, length, worth, between in dream.spokes(town)[1:]:
        if worth > 0 and length <= look.engine + 1:
            for colour in range(STRIDE):
                if not between >> colour & 1:
                    values[colour] += [worth] * look.s.cubes[STRIDE * end + colour]
    return [sum(sorted(several)[-CUBES_DRAWN:]) for several in values]


def _around(look: Outlook, town: int) -> list[int]:
    """The cubes of each colour within a few hexes of a town."""
    board, s = look.rules.board, look.s
    near = {town}
    for _ in range(AROUND_HEXES):
        near |= {board.across[side] // 6 for hex in near for side in range(6 * hex, 6 * hex + 6)} - {
            board.size
        }
    return [sum(s.cubes[STRIDE * hex + colour] for hex in near) for colour in range(STRIDE)]


def _sends(look: Outlook, dream: Network, a: Urbanize) -> float:
    """What the cubes of a New City's column would bring."""
    total = 0.0
    for column in look.rules.board.columns:
        if column.city == a.city:
            for box in range(column.first, column.first + column.boxes):
                if colour := look.s.display[box]:
                    total += 0.5 * _brings(dream, a.hex, colour - 1, look.engine + 1)
    return total
