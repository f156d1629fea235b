"""A bot that looks one move ahead: every choice is played forward to the end of the game, roughly."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import (
    DECLINE,
    DONE,
    DROP,
    PASS,
    PRODUCE,
    Bid,
    Build,
    Connect,
    Deliver,
    Done,
    Improve,
    Issue,
    OnHex,
    Pass,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.board import IN_TOWN
from footplate.age_of_steam.bots.candidates import Candidate
from footplate.age_of_steam.bots.forecast import BROKE, Forecast, has_begun
from footplate.age_of_steam.bots.network import FOREIGN_LINK, MOST_WANTED, Network
from footplate.age_of_steam.bots.outlook import TILES_MOST, Outlook, Plan, shortlist
from footplate.age_of_steam.bots.reasons import ONLY, reason
from footplate.age_of_steam.bots.rivals import Rivals, hexes_of
from footplate.age_of_steam.bots.surveyor import Surveyor, surveyor_of
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.phases.issue_shares import IssueShares
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.phases.select_actions import SelectActions
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.bot import Advice, Bot
from footplate.core.game import NATURE, Action, Due, Game

NOW = 0.2
"""Points for an income gained in this move and not in a later one: somebody else may take the cube."""
OWED = 20.0
"""Points for each of those that a winner must have and that is still missing."""
MADE_UP = 1.0
"""How many of these can be made up in each turn to come."""
STOLEN = 0.3
"""How likely others take the only cube that one relies on."""
CITIES_TRIED = 4
"""New Cities looked at closely."""
CARE = 0.3
"""Points a share must bring more than it costs to be issued now and not later."""
SHARES_LOOKED_AT = 6
"""How many more shares are thought of when it is looked for what could be built."""
BID_EXPECTED = (2, 2, 2, 2, 1, 0)
"""What is put aside for the auction when shares are issued, by players: of many, few win it."""
TAKEN = 0.6
"""Which part of those before one in the order take what one would have taken."""
WORTH_MOST = 10.0
"""Points that an action can be worth in the auction."""
FIRST_HOPED = (1.0, 1.0, 1.0, 1.0, 0.5, 0.0)
"""How far whoever bids counts on becoming first by it, and not on any place but the last, by players."""
CONTESTED = 3.0
"""Points by which a build may be worse than the best and yet be chosen, being in the way of others."""
CROWDED = 0.35
"""How likely the others build where one expects them to."""
OTHERS_FORESEEN = (1.0, 1.0, 1.0, 1.0, 0.5, 0.0)
"""How far what the others do is played forward, by players: at a full table all scored less with it."""
UNFORESEEN = 0.35
"""The part of the figures for order in general that holds besides what is played forward."""
PLACE = 0.4
"""Points for building and moving one place earlier, in general."""
FLAT = {"first-build": 1.5, "first-move": 1.0, "turn-order": 0.6, "production": 0.6}
"""Points for actions whose use cannot be played forward, or in general."""
FIRSTS = ("first-build", "first-move")
"""Those of them that change the order."""
FOR_LATER = ("turn-order", "production")
"""Those of them that are of no use in the last turn."""
FORESEEN = ("income", "track", "shares", "cash")
"""The parts of a score that are played forward."""
SEEN = ("rail", "layout", "kind", "cubes", "display", "demand", "link_owners")
"""What the worth of an action depends on, besides money and engines."""
CUBES = ("cubes", "display")
"""Those of them that are cubes."""
OWNED = ("cash", "income", "shares", "engine", "held", "phase", "turn")
"""What money depends on."""
ENGINES_TRIED = 4
"""Plans that are looked at again with a higher engine."""
MOVES_TRIED = 10
"""Deliveries that are played forward."""
IDLE_TRIED = 40
"""Those among them that pay nobody."""
PLANS_OFFERED = 5
"""Plans that are offered as candidates, where nobody wants more."""
PLANS_MET = 4
"""Plans that are looked at again where something comes to lie on their way."""
PLANS_DREAMT = 10
"""Plans whose links are thought of when a New City is chosen."""
CUBES_DRAWN = 5
"""Cubes that are counted for a New City."""
AROUND = 0.1
"""What a cube near a New City counts, whether or not a link leads there."""
AROUND_HEXES = 3
"""How near that is."""
USUAL: dict[str, tuple[type, ...]] = {
    "build": (Build, Connect, Urbanize, Done, Issue),
    "move": (Deliver, Improve, Pass),
}
"""What is answered on every board, by control; shares are thought of before."""
OPTIONS_TRIED = 40
"""Options looked at where a map asks something unknown."""
ANSWERS_FORESEEN = 8
"""Of how many answers of another to the same question the likeliest is still looked for."""
OUTCOMES_FORESEEN = 8
"""Of how many outcomes of chance the mean is still taken."""


class Hope(NamedTuple):
    """What an answer leads to where chance has its say after it."""

    mean: float
    least: float
    worst: SteamState
    """The position with the least points."""


class Choices(NamedTuple):
    """What there is to choose in a turn."""

    look: Outlook
    plans: list[Plan]
    """The best there are."""
    worths: list[Candidate] = []
    """For each action what it adds to the final score."""
    behind: tuple[Sequence[float], Sequence[float]] = ((), ())
    """For each place of the order the points lost because others build, and because they move, before."""


class GreedyBot(Bot):
    """Plans whole links for the deliveries they make possible, and keeps its money together.

    What it remembers between decisions only spares it work: it would find the same again.
    """

    def __init__(self, offered: int = PLANS_OFFERED) -> None:
        self._offered = offered
        self._surveyor: Surveyor | None = None
        self._seen: tuple[Any, ...] = ()
        self._found: Choices | None = None
        self.menu: Choices | None = None
        """What it had in mind for this turn when it last thought of shares, order or an action."""
        self._ways: dict[str, Callable[[Outlook, list[Action]], list[Candidate]]] = {
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
        return self.candidates(game, state, seat, options, rng)[0].action

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        options = game.options(state)
        if len(options) == 1 or not isinstance(game, AgeOfSteam):
            return Advice(self.choose(game, state, seat, rng), ONLY)
        found = self.candidates(game, state, seat, options, rng)
        return Advice(found[0].action, reason(self.outlook(game, state.copy(), seat), found[0], found))

    def candidates(
        self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action], rng: random.Random
    ) -> list[Candidate]:
        """The answers worth thinking of among all options, the best first; never none."""
        found, control = self._usual(game, s, seat, options), game.decision(s).control
        if found and control in USUAL and s.agenda[0].kind == control:
            # What only a map offers is compared with the best of the usual answers.
            own = [a for a in options if not isinstance(a, USUAL[control])]
            tried = [c for a in own if (c := self._tried(game, s, seat, a, found[0])) is not None]
            again = {candidate.action for candidate in tried}
            found = _ranked([*(candidate for candidate in found if candidate.action not in again), *tried])
        return found or self._any(game, s, seat, options, rng)

    def _usual(self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action]) -> list[Candidate]:
        """The answers worth thinking of among those to a question of every board."""
        control, self.menu = game.decision(s).control, None
        besides = control == "build" and s.agenda[0].kind != "build"
        way = self._build_besides if besides else self._ways.get(control)
        found = [] if way is None else way(self.outlook(game, s.copy(), seat), options)
        return [candidate for candidate in found if candidate.action in options]

    def _tried(
        self, game: AgeOfSteam, s: SteamState, seat: int, a: Action, best: Candidate
    ) -> Candidate | None:
        """An answer by what can be done at once after it; instead of a build by the position after it."""
        kind, trial = s.agenda[0].kind, s.copy()
        game.decision(trial).apply(game.rules, trial, trial.agenda[0], a)
        asked, still = (sum(due.kind == kind and due.seat == seat for due in x.agenda) for x in (s, trial))
        found = self._usual(game, trial, seat, game.options(trial)) if still == asked else []
        if kind == "build":
            if found:
                return Candidate(a, found[0].points, (a, *found[0].steps), found[0].plan)
            after = self.outlook(game, trial, seat)
            return Candidate(a, after.points(after.idle()))
        if not found:
            return None
        # What it adds to this move it adds to each that is left in the turn.
        lost = _besides(game.rules, s, seat) - _besides(game.rules, trial, seat)
        return Candidate(a, best.points + asked * (found[0].points - best.points) - lost)

    def outlook(self, game: AgeOfSteam, s: SteamState, seat: int, fresh: bool = False) -> Outlook:
        """A position as a seat sees it."""
        if self._surveyor is None or self._surveyor.rules is not game.rules:
            self._surveyor, self._seen = surveyor_of(game.rules), ()
        return Outlook(game, s, seat, self._surveyor, fresh)

    # Shares and order ---------------------------------------------------------------------------------

    def _issue(self, look: Outlook, options: list[Action]) -> list[Candidate]:
        """As many as end best, what will be built and bid taken into account."""
        price = look.rules.share_price
        tiles, purse = look.usual_tiles(), look.cash + SHARES_LOOKED_AT * price
        plans = shortlist(look.plans(tiles, purse))
        # Where few cubes are wanted yet, most that is worth building begins with a New City.
        opens = look.forecast.turns > 1 and (len(plans) == 1 or look.forecast.wanted < MOST_WANTED)
        chance = (1.0 if len(plans) == 1 else _chance_of_first(look)) if opens else 0.0
        cities = _promising(look, plans) if chance else []
        views = [(look, plans, 1.0)]
        if cities:
            after = _after_city(look, cities[0])
            views = [(look, plans, 1 - chance), (after, shortlist(after.plans(tiles, purse)), chance)]
        self.menu = Choices(*views[-1][:2])

        def candidate(a: Issue) -> Candidate:
            cash = look.cash + price * a.shares - _by_players(BID_EXPECTED, look)
            shares, total = look.shares + a.shares, 0.0
            for view, several, part in views:
                paid = [
                    (view.points(plan, cash, shares), plan) for plan in several if plan.cost <= max(0, cash)
                ]
                points, plan = min(paid, key=_best_first)
                total += part * points
            return Candidate(a, total - CARE * a.shares, plan.actions, plan)

        return _ranked(candidate(a) for a in options if isinstance(a, Issue))

    def _bid(self, look: Outlook, options: list[Action]) -> list[Candidate]:
        """One more than the highest while being first is worth it."""
        least, drop = Bid(highest(look.s) + 1), PASS if PASS in options else DROP
        if least not in options:
            return [Candidate(drop, 0.0)]
        choices = self.menu = self._choices(look)
        steps, plan = choices[1][0].actions, choices[1][0]
        # What has been bid already is left out of account: else two bidders would ruin each other.
        places, trial = len(look.s.bidders), look.s.copy()
        trial.bids[look.seat] = least.amount
        hopes = [
            _at_place(choices, place, look.rules.order_payment(trial, look.seat, place))
            for place in range(1, places)
        ]
        first = _by_players(FIRST_HOPED, look)
        hoped = first * hopes[0] + (1 - first) * sum(hopes) / len(hopes)
        return _ranked(
            [
                Candidate(drop, _at_place(choices, places, 0), steps, plan),
                Candidate(least, hoped, steps, plan),
            ]
        )

    # Actions ------------------------------------------------------------------------------------------

    def _take(self, look: Outlook, options: list[Action]) -> list[Candidate]:
        """The action that adds most points; where one may decline, none that adds nothing."""
        choices, order = self._choices(look), look.rules.choosing(look.s)
        place = order.index(look.seat) + 1 if look.seat in order else len(order)
        worths = _worths_at(choices, place)
        self.menu = choices._replace(worths=worths)
        found = [worths[a.action]._replace(action=a) for a in options if isinstance(a, Take)]
        if DECLINE in options:
            found.insert(0, Candidate(DECLINE, 0.0))
        return _ranked(found)

    def _choices(self, look: Outlook) -> Choices:
        """What each action is worth, worked out once an auction."""
        s = look.s
        own = look.seat, s.turn, look.cash, look.income, look.shares, look.engine
        others = [(s.income[at], s.shares[at], look.rules.reach(s, at)) for at in range(s.seats)]
        key = (own, tuple(others), *(bytes(getattr(s, name)) for name in SEEN))
        if self._found is None or key != self._seen:
            plans = shortlist(look.plans(look.usual_tiles(), look.cash))
            actions = range(len(look.rules.board.actions))
            worths = [self._worth_of_action(look, plans, number) for number in actions]
            self._seen, self._found = key, Choices(look, plans, worths, _behind(look, plans))
        return self._found

    def _worth_of_action(self, look: Outlook, plans: list[Plan], number: int) -> Candidate:
        """Points that an action adds, as far as the rules let it be played forward."""
        rules, seat, name = look.rules, look.seat, look.rules.board.actions[number]
        trial = look.s.copy()
        trial.held = [()] * trial.seats
        trial.held[seat] = (number,)
        rules.do_take(trial, seat, name)
        rules.aims().ask_now(trial, seat, name)
        trial, hoped = self._settled(look, plans, trial)
        base, plan = look.points(plans[0]), plans[0]
        steps = plan.actions
        value = hoped + (0.0 if look.forecast.turns == 1 and name in FOR_LATER else FLAT.get(name, 0.0))
        if name in FIRSTS:
            value *= _in_general(look)
        value += rules.action_points(look.s, seat, name)
        if (engine := trial.engine[seat]) != look.engine:
            value += max(look.points(look.with_engine(plan, engine)) for plan in plans[:ENGINES_TRIED]) - base
        if rules.moves(trial, seat) != rules.moves(look.s, seat):
            after = Outlook(look.game, trial, seat, look.surveyor)
            value += after.points(after.idle()) - look.points(look.idle())
        else:
            if type(rules).score_parts is not Rules.score_parts:
                value += _besides(rules, trial, seat) - _besides(rules, look.s, seat)
            if rules.links(trial) != rules.links(look.s):
                value += _in_this_turn(look, Outlook(look.game, trial, seat, look.surveyor).network)
        if trial.cubes != look.s.cubes:
            best, again = _best_again(Outlook(look.game, trial, seat, look.surveyor), look, plans)
            if best > base:
                value, plan, steps = value + best - base, again, again.actions
        beyond = rules.reach(trial, seat) - engine - rules.reach(look.s, seat) + look.engine
        if beyond > 0:
            value += _farther(look, plan, beyond)
        tiles = rules.builds_allowed(trial, seat)
        if min(tiles, TILES_MOST) != min(look.usual_tiles(), TILES_MOST):
            larger = look.plans(tiles, look.cash)[0]
            if (more := look.points(larger) - base) > 0:
                value, plan, steps = value + more, larger, larger.actions
        if saved := _saved(look, trial, plans[0]):
            value += look.points(plans[0], look.cash + saved) - base
        if price := rules.action_price(look.s, seat, name):
            left = look.cash - price
            paid = [look.points(plan, left) for plan in plans if plan.cost <= left or not plan.packages]
            value += max(paid) - base
        if rules.new_cities_allowed(trial, seat) and (cities := _cities(look, plans, tiles)):
            if (more := cities[0].points - base) > 0:
                value, plan, steps = value + more, cities[0].plan or plan, cities[0].steps
        return Candidate(Take(number), value, steps, plan)

    def _settled(self, look: Outlook, plans: Sequence[Plan], s: SteamState) -> tuple[SteamState, float]:
        """The position after the best answers of a seat to what an action asks at once, at worst.

        The second is what chance may bring more in the mean. Of many answers those are thought of first that
        lie on the way of a plan.
        """
        game, seat, more = look.game, look.seat, 0.0
        while len(s.agenda) > len(look.s.agenda) and s.agenda[0].seat == seat:
            options = game.options(s)
            many = len(options) > ANSWERS_FORESEEN
            if many and (found := self._on_the_way(look, plans, s, options)):
                game.decision(s).apply(game.rules, s, s.agenda[0], found[0].action)
            elif len(options) <= OPTIONS_TRIED:
                hopes = [self._hopes(game, trial, seat) for trial in _answered(game, s)]
                mean, least, s = max(hopes, key=lambda hope: hope.mean)
                more += mean - least
            else:
                break
        return s, more

    def _hopes(self, game: AgeOfSteam, s: SteamState, seat: int) -> Hope:
        """What a position is worth to a seat that does nothing, where chance may first have its say."""
        outcomes, points = _outcomes(game, s), list[float]()
        look: Outlook | None = None
        for _, trial in outcomes:
            if look is None or _differ(look, trial):
                look = after = self.outlook(game, trial, seat)
            else:
                after = Outlook(game, trial, seat, look.surveyor, like=look)
            points.append(after.points(after.idle()) - _owes(game.rules, trial, seat))
        least = min(points)
        mean = sum(odds * value for (odds, _), value in zip(outcomes, points))
        return Hope(mean, least, outcomes[points.index(least)][1])

    def _on_the_way(
        self, look: Outlook, plans: Sequence[Plan], s: SteamState, options: list[Action]
    ) -> list[Candidate]:
        """Answers that name a hex on which one means to build, by what the plans are worth after them."""
        hexes = {hex for plan in plans[:PLANS_MET] for package in plan.packages for hex in package.hexes}
        near = [a for a in options if isinstance(a, OnHex) and a.hex in hexes]
        out = []
        for a in near[:ANSWERS_FORESEEN]:
            trial = s.copy()
            look.game.decision(trial).apply(look.rules, trial, trial.agenda[0], a)
            after = self.outlook(look.game, trial, look.seat)
            points, plan = _best_again(after, look, plans)
            out.append(Candidate(a, points, plan.actions, plan))
        return _ranked(out)

    # Building -----------------------------------------------------------------------------------------

    def _build(self, look: Outlook, options: list[Action]) -> list[Candidate]:
        """The first tile of the plan that ends best; the New City first where it adds anything."""
        tiles = look.s.agenda[0].a
        plans = look.plans(tiles, look.cash + _free(look))
        out: list[Candidate] = []
        if any(isinstance(a, Urbanize) for a in options):
            out += [city for city in _cities(look, plans, tiles) if city.action in options]
        tried = 0
        for plan in plans:
            if not plan.packages:
                out.append(Candidate(DONE, look.points(plan), (), plan))
                if tried:
                    break
            elif tried < self._offered and _buildable(look, plan, tiles):
                plan = _charged(look, plan)
                out.append(Candidate(plan.steps[0], look.points(plan), plan.actions, plan))
                tried += 1
            if tried and len(out) > self._offered:
                break
        # Where nothing can be laid that is better than nothing, nothing is built.
        return self._contested(look, _ranked(out), tiles)

    def _contested(self, look: Outlook, found: list[Candidate], tiles: int) -> list[Candidate]:
        """Of builds worth about the same those first that lie where others would build."""
        close = [c for c in found if c.points > found[0].points - CONTESTED]
        rivals = Rivals(look, _by_players(OTHERS_FORESEEN, look) > 0)
        if len(close) < 2 or not rivals.others:
            return found

        def worth(candidate: Candidate) -> float:
            hexes = hexes_of(candidate.plan, tiles) if candidate.plan else ()
            return candidate.points + rivals.against(rivals.blocked(hexes))

        return _ranked([*(c._replace(points=worth(c)) for c in close), *found[len(close) :]])

    def _build_besides(self, look: Outlook, options: list[Action]) -> list[Candidate]:
        """In a build that a map asks for besides the usual one: the dearest tile of the best plan, or any."""
        asked = look.s.copy()
        asked.agenda.insert(0, Due("build", look.seat))
        building = Outlook(look.game, asked, look.seat, look.surveyor)
        for plan in building.plans(building.usual_tiles() + 1, look.cash):
            free = [step for step in plan.steps if isinstance(step, Build) and step in options]
            if free:
                dearest = max(free, key=lambda a: look.rules.price(asked, look.seat, a.hex, 0, a.layout))
                return [Candidate(dearest, building.points(plan), (dearest,), plan)]
        return [Candidate(next((a for a in options if a is not DONE), DONE), 0.0)]

    # Goods --------------------------------------------------------------------------------------------

    def _move(self, look: Outlook, options: list[Action]) -> list[Candidate]:
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
            if not own and (not gains or given > 0):
                # It pays nobody, but may count for something else, or cost others.
                at = a.hex, a.stops[-1]
                if at not in idle or given > idle[at][0]:
                    idle[at] = given, a
            elif own > 0 and (key not in best or given > best[key][0]):
                best[key] = given, a
        likely = sorted(best.items(), key=lambda item: -item[0][2] - item[1][0])
        tried += [pair for _, pair in likely[:MOVES_TRIED]]
        tried += list(idle.values())[:IDLE_TRIED]
        rivals = Rivals(look, _by_players(OTHERS_FORESEEN, look) > 0)
        besides = _besides(look.rules, look.s, look.seat)
        after = [(_after_move(look, rivals, given, besides, a), a) for given, a in tried]
        # What is left for others tells deliveries apart; it says nothing for or against the engine.
        delivered = [both for both, a in after if isinstance(a, Deliver)]
        usual = max(delivered)[1] if delivered else 0.0
        return _ranked(
            Candidate(a, points + usual - others if isinstance(a, Deliver) else points)
            for (points, others), a in after
        )

    def _produce(self, look: Outlook, options: list[Action]) -> list[Candidate]:
        """Cubes on the display never harm."""
        return [Candidate(PRODUCE, 0.0)]

    def _stock(self, look: Outlook, options: list[Action]) -> list[Candidate]:
        """The box from which a cube will bring most, and soonest."""
        s, board = look.s, look.rules.board

        def promise(a: Stock) -> float:
            column = board.columns[board.box_place[a.box][0]]
            hex = column.hex if column.hex >= 0 else s.new_cities[column.city]
            if hex < 0:
                return 0.0
            ahead = sum(1 for box in range(column.first, a.box) if s.display[box])
            return _brings(look.network, hex, a.colour, look.engine + 1) / (1 + ahead)

        return _ranked(Candidate(a, promise(a)) for a in options if isinstance(a, Stock))

    # Anything else ------------------------------------------------------------------------------------

    def _any(
        self,
        game: AgeOfSteam,
        s: SteamState,
        seat: int,
        options: list[Action],
        rng: random.Random,
        foresees: bool = True,
    ) -> list[Candidate]:
        """The options by how the position looks after them, and how weak the strongest of the others is."""
        tried = options if len(options) <= OPTIONS_TRIED else rng.sample(options, OPTIONS_TRIED)
        after = [self._after(game, s, a, rng, foresees) for a in tried]
        chooses = not has_begun(game, s, SelectActions)
        if chooses and any(trial.order != after[0].order for trial in after):
            choices = self._choices(self._supplied(game, s, seat))
            values = [
                _at_place(choices, trial.order.index(seat) + 1, s.cash[seat] - trial.cash[seat])
                for trial in after
            ]
        else:
            values = [self._hopes(game, trial, seat).mean for trial in after]
        alike = [number for number, value in enumerate(values) if value == max(values)]
        if len(alike) == len(tried) > ANSWERS_FORESEEN and s.phase >= 0:
            # What makes no difference yet may make one for what is going to be built.
            look = self.outlook(game, s.copy(), seat)
            plans = shortlist(look.plans(look.usual_tiles(), look.cash))
            if found := self._on_the_way(look, plans, s, options):
                return found
        weakest = min(_others(game.rules, after[number], seat) for number in alike)
        alike = [number for number in alike if _others(game.rules, after[number], seat) == weakest]
        # Of many that promise the same any will do, and not always the first on the board.
        best = rng.choice(alike) if len(alike) > ANSWERS_FORESEEN else alike[0]
        rest = _ranked(Candidate(tried[n], value) for n, value in enumerate(values) if n != best)
        return [Candidate(tried[best], values[best]), *rest]

    def _supplied(self, game: AgeOfSteam, s: SteamState, seat: int) -> Outlook:
        """The position with the shares that will be issued in it, if that is still to come."""
        rules, look = game.rules, self.outlook(game, s.copy(), seat)
        if not has_begun(game, s, IssueShares):
            numbers = range(rules.shares_max - look.shares + 1)
            free = [Issue(number) for number in numbers if not rules.issue_problem(s, seat, number)]
            found = self._issue(look, list(free))
            if found and isinstance(issued := found[0].action, Issue):
                look.s.shares[seat] += issued.shares
                look.s.cash[seat] += rules.share_price * issued.shares
                look = self.outlook(game, look.s, seat)
        return look

    def _after(
        self, game: AgeOfSteam, s: SteamState, a: Action, rng: random.Random, foresees: bool
    ) -> SteamState:
        """The position after an answer, and after those of others to a question that only a map asks.

        Others do not foresee answers in their turn, or many at a table would think for ever.
        """
        trial, due = s.copy(), s.agenda[0]
        game.decision(trial).apply(game.rules, trial, due, a)
        while len(trial.agenda) > len(s.agenda) and game.actor(trial) == due.seat:
            # What is asked in the middle of an answer is left open: the first is as good as any.
            answer = game.options(trial)[0]
            game.decision(trial).apply(game.rules, trial, trial.agenda[0], answer)
        while foresees and trial.agenda and due.kind not in self._ways:
            other = trial.agenda[0]
            if other.kind != due.kind or other.seat in (due.seat, NATURE):
                break
            answers = game.options(trial)
            if len(answers) > ANSWERS_FORESEEN:
                break
            answer = self._any(game, trial, other.seat, answers, rng, foresees=False)[0].action
            game.decision(trial).apply(game.rules, trial, other, answer)
        return trial


def _ranked(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The best first; of those that promise the same the first stays before the others."""
    return sorted(candidates, key=lambda candidate: -candidate.points)


def _by_players(figures: Sequence[float], look: Outlook) -> float:
    """The figure for so many players as there are; the last is for all larger tables."""
    return figures[min(look.s.seats, len(figures)) - 1]


def _chance_of_first(look: Outlook) -> float:
    """How likely a seat is the first to choose an action this turn."""
    if isinstance(look.game.phases[0], IssueShares):
        # The order is still to be settled.
        return 1 / len(look.s.order)
    return float(look.rules.choosing(look.s)[0] == look.seat)


def _best_first(pair: tuple[float, Plan]) -> float:
    """The order of plans with their points."""
    return -pair[0]


def _others(rules: Rules[Any], s: SteamState, seat: int) -> list[int]:
    """The scores of all others as the position stands, the highest first."""
    scores = [rules.score(s, other) for other in range(s.seats) if other != seat]
    return sorted((score for score in scores if score is not None), reverse=True)


def _at_place(choices: Choices, place: int, pays: int) -> float:
    """The final score that may be hoped for at a place of the order, after paying for it."""
    look, plans = choices.look, choices.plans
    worths = _worths_at(choices, place)
    worth = sorted((min(action.points, WORTH_MOST) for action in worths), reverse=True) or [0.0]
    at = min(TAKEN * (place - 1), len(worth) - 1)
    low = int(at)
    action = worth[low] + (at - low) * (worth[min(low + 1, len(worth) - 1)] - worth[low])
    left = look.cash - pays
    best = max(look.points(plan, left) for plan in plans if plan.cost <= left or not plan.packages)
    lost = PLACE * _in_general(look) * (place - 1) + sum(_at(several, place) for several in choices.behind)
    return action + best - lost


def _in_general(look: Outlook) -> float:
    """The part of the figures for order in general that counts."""
    return 1 - (1 - UNFORESEEN) * _by_players(OTHERS_FORESEEN, look)


def _behind(look: Outlook, plans: list[Plan]) -> tuple[list[float], list[float]]:
    """For each place of the order the points lost because others build, and because they move, before."""
    rivals, many, foreseen = Rivals(look), len(look.s.order), _by_players(OTHERS_FORESEEN, look)
    if not rivals.others or not foreseen:
        return [], []
    rivals.others.sort()  # The order is still to be settled.
    crowded = foreseen * CROWDED * rivals.crowded(plans) / (many - 1)
    per_income = foreseen * look.forecast.money.per_income
    brought = [per_income * rivals.brought_at(place) for place in range(1, many + 1)]
    return [crowded * before for before in range(many)], [brought[0] - later for later in brought]


def _at(lost: Sequence[float], place: int) -> float:
    """The points lost at a place, where any are."""
    return lost[min(place, len(lost)) - 1] if lost else 0.0


def _worths_at(choices: Choices, place: int) -> list[Candidate]:
    """What each action is worth at a place of the order: being first helps who is not so anyway."""
    firsts = dict(zip(FIRSTS, choices.behind))
    return [
        worth._replace(points=worth.points + _at(firsts.get(name, ()), place))
        for name, worth in zip(choices.look.rules.board.actions, choices.worths)
    ]


def _after_move(
    look: Outlook, rivals: Rivals, given: float, besides: float, a: Action
) -> tuple[float, float]:
    """The final score after a move, less what it gives to others, and what these may hope for after it."""
    seat, trial = look.seat, look.s.copy()
    look.game.decision(trial).apply(look.rules, trial, trial.agenda[0], a)
    while trial.agenda and trial.agenda[0].seat == seat and trial.agenda[0].kind != "move":
        trial = max(_answered(look.game, trial), key=lambda after: after.income[seat])
    forecast, moved = Forecast(look.game, trial, seat, look.forecast), rivals.moved(trial)
    forecast.cubes = moved.left(forecast.cubes)
    tables = look.network.tables
    courses = forecast.courses(tables, tables, look.network.span(forecast.wanted), trial.engine[seat])
    points = forecast.best(courses, trial.cash[seat], trial.shares[seat], trial.income[seat])
    covered = trial.cash[seat] + 2 * trial.income[seat] >= look.rules.expenses(trial, seat)
    if trial.engine[seat] > look.engine and not covered and len(trial.order) > 1:
        # Somebody may take the cube that was to pay for the engine.
        points += STOLEN * BROKE
    points += _besides(look.rules, trial, seat) - besides
    per_income = forecast.money.per_income
    points += per_income * given + NOW * (trial.income[seat] - look.income)
    return points, per_income * rivals.harm(moved)


def _besides(rules: Rules[Any], s: SteamState, seat: int) -> float:
    """The points of a seat for what no forecast knows, less what it owes before it may win."""
    parts = rules.aims().parts(s, seat).items()
    return sum(points for part, points in parts if part not in FORESEEN) - _owes(rules, s, seat)


def _owes(rules: Rules[Any], s: SteamState, seat: int) -> float:
    """The points of a seat for what it owes before it may win, and will hardly make up."""
    owed = rules.aims().owed(s, seat) - MADE_UP * (rules.turns(s.seats) - s.turn)
    return OWED * max(0.0, owed)


def _differ(look: Outlook, s: SteamState) -> bool:
    """Whether anything but cubes that matters to a network or to money is not as it was."""
    before, rules = look.s, look.rules
    seen = any(getattr(before, name) != getattr(s, name) for name in SEEN if name not in CUBES)
    own = any(getattr(before, name) != getattr(s, name) for name in OWNED)
    return seen or own or rules.links(before) != rules.links(s)


def _outcomes(game: AgeOfSteam, s: SteamState) -> list[tuple[float, SteamState]]:
    """The positions to which chance leads, with their odds, where it is asked now and has few answers."""
    if game.actor(s) != NATURE:
        return [(1.0, s)]
    few = list(islice(game.odds(s), OUTCOMES_FORESEEN + 1))
    if len(few) > OUTCOMES_FORESEEN:
        return [(1.0, s)]
    out = []
    for a, odds in few:
        trial = s.copy()
        game.decision(trial).apply(game.rules, trial, trial.agenda[0], a)
        out.append((odds, trial))
    return out


def _answered(game: AgeOfSteam, s: SteamState) -> list[SteamState]:
    """The positions after every answer to a question."""
    out = []
    for a in game.options(s):
        trial = s.copy()
        game.decision(trial).apply(game.rules, trial, trial.agenda[0], a)
        out.append(trial)
    return out


def _cities(look: Outlook, plans: Sequence[Plan], tiles: int) -> list[Candidate]:
    """The New Cities that promise most, with the points they would lead to, the best first."""
    out = []
    # Where many tiles may be laid every plan takes long.
    for a in _promising(look, plans)[: CITIES_TRIED if tiles < TILES_MOST else CITIES_TRIED // 2]:
        after = _after_city(look, a)
        plan = after.plans(tiles, look.cash)[0]
        out.append(Candidate(a, after.points(plan), (a, *plan.actions), plan))
    return _ranked(out)


def _best_again(after: Outlook, look: Outlook, plans: Sequence[Plan]) -> tuple[float, Plan]:
    """The plan that ends best in a position of those made for another, and its points."""
    tiles = look.usual_tiles()
    again = [after.again(plan, tiles, look.cash) for plan in plans[:PLANS_MET]]
    return min(((after.points(plan), plan) for plan in again), key=_best_first)


def _in_this_turn(look: Outlook, network: Network) -> float:
    """The points that other links add which are there in this turn only."""
    idle = look.idle()
    courses = look.courses(network, look.network.lasting(), look.engine)
    return max(0.0, look.points(idle._replace(courses=courses)) - look.points(idle))


def _farther(look: Outlook, plan: Plan, links: int) -> float:
    """The points for links beyond the engine, each of them for one delivery."""
    now = look.network if plan.late else plan.network
    near, far = (
        max((table[min(engine, len(table) - 1)] for table in now.tables.values()), default=0.0)
        for engine in (look.engine, look.engine + 1)
    )
    return look.forecast.money.per_income * links * (far - near)


def _after_city(look: Outlook, a: Urbanize) -> Outlook:
    """The position with a New City more."""
    trial = look.s.copy()
    look.rules.do_urbanize(trial, look.seat, a)
    return Outlook(look.game, trial, look.seat, look.surveyor)


def _saved(look: Outlook, trial: SteamState, plan: Plan) -> int:
    """What the tiles of a plan cost less with the action that a seat has in a trial."""
    if not (prices := _prices(look, plan)):
        return 0
    return look.rules.charges(look.s, look.seat, prices) - look.rules.charges(trial, look.seat, prices)


def _free(look: Outlook) -> int:
    """What the dearest tile that one could lay now costs less than its price, where the map charges so."""
    rules, s, seat = look.rules, look.s, look.seat
    if type(rules).charges is Rules.charges:
        return 0
    dearest = rules.highest_price(s, seat)
    return dearest - rules.charge(s, seat, dearest)


def _charged(look: Outlook, plan: Plan) -> Plan:
    """A plan for what its tiles really cost, where the map charges several in its own way."""
    if type(look.rules).charges is Rules.charges or not (prices := _prices(look, plan)):
        return plan
    return plan._replace(cost=plan.cost - sum(prices) + look.rules.charges(look.s, look.seat, prices))


def _prices(look: Outlook, plan: Plan) -> list[int]:
    """The prices of the tiles of a plan, in order."""
    rules, layout = look.rules, look.s.layout
    builds = [step for step in plan.steps if isinstance(step, Build)]
    return [rules.price(look.s, look.seat, step.hex, layout[step.hex], step.layout) for step in builds]


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
    packages = [package for plan in list(plans)[:PLANS_DREAMT] for package in plan.packages]
    dream = look.network.extended(
        [link for package in packages for link in package.links],
        [hexes for package in packages for hexes in package.crossed or ((),) * len(package.links)],
    )
    out: list[tuple[float, Urbanize]] = []
    for town, choices in board.urbanizations.items():
        free = [a for a in choices if s.new_cities[a.city] < 0]
        if s.kind[town] == IN_TOWN and free:
            drawn, around = _draws(look, dream, town), _around(look, town)
            seen: set[tuple[int, float]] = set()
            for a in free:
                colour = board.new_cities[a.city].colour
                value = drawn[colour] + AROUND * around[colour] + _sends(look, dream, a)
                # Of New Cities that come to the same one is enough.
                if (colour, value) not in seen:
                    seen.add((colour, value))
                    out.append((value, a))
    out.sort(key=lambda pair: -pair[0])
    return [a for value, a in out if value > 0]


def _draws(look: Outlook, dream: Network, town: int) -> list[float]:
    """For each colour what the cubes would bring that a New City of it could draw to a town."""
    values: list[list[float]] = [[] for _ in range(STRIDE)]
    cubes, reach = look.s.cubes, look.engine + 1
    for end, visited, length, worth, between in dream.spokes(town):
        if length and worth > 0 and length <= reach:
            for colour in range(STRIDE):
                if not between >> colour & 1:
                    values[colour] += [worth] * cubes[STRIDE * end + colour]
        if end in dream.starts and length < reach:
            stopped = between | dream.stops[end] if length else 0
            for hex, edge in dream.starts[end].items():
                if not visited >> hex & 1 and worth + edge[1] > 0:
                    for colour in range(STRIDE):
                        if not stopped >> colour & 1:
                            values[colour] += [worth + edge[1]] * cubes[STRIDE * hex + colour]
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
