"""What the seat that is asked may answer: places that fit, places the train can reach, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from footplate.core.game import NATURE, NOBODY
from footplate.days_of_steam import survey
from footplate.days_of_steam.actions import Exchange, Move
from footplate.days_of_steam.circuits import Step
from footplate.days_of_steam.drawing.track import MIDDLE_OF_TILE, MIDDLES, RIM_OF_TOWN, course
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD
from footplate.days_of_steam.moving import Course, arrive
from footplate.days_of_steam.moving import follow as follow_way
from footplate.days_of_steam.narration import tile_words
from footplate.days_of_steam.phases.turn import TurnDecision, rolls
from footplate.days_of_steam.places import ACROSS, NAMES
from footplate.days_of_steam.rules import MOST_STEAM
from footplate.days_of_steam.rules import WATER as WATER_STEAM
from footplate.days_of_steam.state import UNKNOWN, DaysState
from footplate.days_of_steam.survey import Fit, Way
from footplate.days_of_steam.svg import spot
from footplate.days_of_steam.tiles import is_town, town_colour
from footplate.days_of_steam.view import TrainView, spot_drawing, train_view
from footplate.days_of_steam.words import listed, plural
from footplate.geometry.squares import opposite

BEST = 6
"""Moves with points that a page is told without asking."""


class FitRow(NamedTuple):
    """A place where a tile may lie; there may be two hundred, so they are told as rows."""

    place: int
    turn: int
    steam: int
    """The steam it really brings."""
    from_town: int
    """Which tile from a town it would be."""
    covers: bool
    circuit: int
    """The number of the circuit it closes, or -1."""


@dataclass(slots=True)
class CircuitChoice:
    """A circuit that would be closed: its towns in words, and its line."""

    says: str
    d: str


@dataclass(slots=True)
class LayChoice:
    """A kind of tile in the hand: how to say where it is laid, and where it fits."""

    kind: int
    sentence: str
    """With {place} and {side} to be filled in."""
    says: str
    """The tile in a sentence: a straight."""
    fits: list[FitRow]


@dataclass(slots=True)
class TownChoice:
    """A town one may place: its number on the table or -1, and how to say it with {place} filled in."""

    number: int
    colour: str
    sentence: str
    goods: list[str]


class ReachRow(NamedTuple):
    """A place where the train can stop: least steam, whether that way needs a roll, the most points there."""

    place: int
    x: float
    y: float
    least: int
    rolls: bool
    points: int
    ways: int


@dataclass(slots=True)
class StepView:
    """One tile of a way: what it costs and what happens there."""

    place: int
    name: str
    says: str
    cost: int
    passing: int
    passes: int
    """The seat that is passed, or -1."""
    picks: str
    """The colour of the good that is picked up there, before the train goes on."""
    delivers: str
    hill: bool
    curve: bool
    x: float
    y: float
    """Where a pill about it stands."""


@dataclass(slots=True)
class WayView:
    """A way to a place and all that follows from it, to be seen before one commits."""

    sentence: str
    place: int
    name: str
    spent: int
    worst: int
    """The highest roll that derails the train; 0 if none is due."""
    risk: str
    """The roll in words; empty if none is due."""
    loses: str
    """What a derailment would undo, in words."""
    points: int
    says: str
    steps: list[StepView]
    """The first is where the train stands."""
    d: str
    """The line of the way."""
    train: TrainView
    """Where the train will stand."""
    ground: str
    """The town in which it will stand, drawn with what lies there then; empty on track."""
    beside: dict[int, TrainView]
    """Where the trains of others will stand in that town, by seat: they make room."""
    points_in_words: str
    stop: str
    """The last place on the way where it could stop without a roll, if one is due; empty if there is none."""
    stop_sentence: str


class BestRow(NamedTuple):
    """A move that brings points, in short: its ways are told when its place is looked at."""

    place: int
    sentence: str
    says: str
    points: int
    spent: int
    worst: int


@dataclass(slots=True)
class MoveChoice:
    """Where the train may go."""

    reached: list[ReachRow]
    best: list[BestRow]
    """The moves that bring points: most points first, then the safest, then the cheapest."""


@dataclass(slots=True)
class Question:
    """What the seat that is asked may answer."""

    seat: int
    kind: str
    """turn or place."""
    steam: int
    lays: list[LayChoice] = field(default_factory=list)
    circuits: list[CircuitChoice] = field(default_factory=list)
    towns: list[TownChoice] = field(default_factory=list)
    town_fits: list[FitRow] = field(default_factory=list)
    coverable: list[int] = field(default_factory=list)
    """The tiles that may be covered, by whatever covers."""
    blind: str | None = None
    """How to draw the top town."""
    move: MoveChoice | None = None
    why_no_move: str = ""
    water: str | None = None
    water_steam: int = 0
    """The steam after taking water."""
    burns: list[str] = field(default_factory=list)
    """How to burn one coal, two and so on."""
    exchanges: dict[int, str] = field(default_factory=dict)
    """How to exchange a tile of a kind, where nothing else can be done."""


def question(game: DaysOfSteam, s: DaysState, names: Sequence[str]) -> Question | None:
    """What the seat that is asked may answer; None where nature or nobody is asked."""
    if game.actor(s) in (NATURE, NOBODY):
        return None
    seat = s.agenda[0].seat
    s = game.known(s, seat)
    rules, due, decision = game.rules, s.agenda[0], game.decision(s)
    out = Question(seat, due.kind, s.steam[seat])
    circuits = _Circuits(out.circuits)
    out.town_fits = [circuits.row(s, fit) for fit in survey.towns(rules, s)]
    if not isinstance(decision, TurnDecision):
        colour = COLOURS[due.a]
        out.towns = [TownChoice(-1, colour, "place {place}", [])]
        return out
    for kind in dict.fromkeys(s.hands[seat]):
        if kind != UNKNOWN:
            fits = [circuits.row(s, fit) for fit in survey.fits_of(rules, s, seat, kind)]
            sentence = f"lay {game.tiles.tiles[kind].id} {{place}} {{side}}"
            out.lays.append(LayChoice(kind, sentence, tile_words(game.tiles, kind), fits))
    out.towns = [
        TownChoice(n, COLOURS[town[0]], f"town {n + 1} {{place}}", [COLOURS[good] for good in town[1:]])
        for n, town in enumerate(s.market)
        if town
    ]
    if any(game.tiles.tiles[lay.kind].covers for lay in out.lays):
        out.coverable = survey.coverable(rules, s)
    can = survey.choices(decision, rules, s, due)
    out.blind = "blind" if can.blind else None
    if can.move:
        out.move = _move(game, s, seat, names)
    else:
        out.why_no_move = "The train has no steam." if not s.steam[seat] else "No way leads on from here."
    if can.water:
        out.water = "water"
        out.water_steam = min(s.steam[seat] + WATER_STEAM, MOST_STEAM)
    out.burns = [f"burn {coal + 1}" for coal in range(can.burn)]
    if can.stuck:
        out.exchanges = {kind: game.say(Exchange(kind)) for kind in dict.fromkeys(s.hands[seat])}
    return out


class _Circuits:
    """The circuits that tiles would close, each told once."""

    def __init__(self, told: list[CircuitChoice]) -> None:
        self.told = told
        self.numbers: dict[tuple[Step, ...], int] = {}

    def row(self, s: DaysState, fit: Fit) -> FitRow:
        number = -1
        if fit.circuit:
            if fit.circuit not in self.numbers:
                self.numbers[fit.circuit] = len(self.told)
                self.told.append(_circuit(s, fit.circuit))
            number = self.numbers[fit.circuit]
        return FitRow(fit.place, fit.turn, fit.steam, fit.tile_from_town, fit.covers, number)


def _circuit(s: DaysState, loop: Sequence[Step]) -> CircuitChoice:
    towns = list(dict.fromkeys(step.place for step in loop if is_town(s.board[step.place])))
    says = " – ".join(NAMES[town] for town in towns)
    lines = []
    for place, enters, leaves in loop:
        if is_town(s.board[place]):
            lines += [(*spot(place), enters, RIM_OF_TOWN), (*spot(place), RIM_OF_TOWN, leaves)]
        else:
            lines.append((*spot(place), enters, leaves))
    return CircuitChoice(says, course(lines))


# Moving -------------------------------------------------------------------------------------------------


def _move(game: DaysOfSteam, s: DaysState, seat: int, names: Sequence[str]) -> MoveChoice:
    rows, scoring = [], list[Way]()
    for stop in survey.reached(game.rules, s, seat):
        best = max(way.points for way in stop.ways)
        x, y = _chip(game, s, stop.place, stop.part)
        rows.append(ReachRow(stop.place, x, y, stop.least, stop.rolls, best, len(stop.ways)))
        scoring += (way for way in stop.ways if way.points)
    scoring.sort(key=lambda way: (-way.points, way.derails_on, way.spent, len(way.legs)))
    # Of moves with the same goods the safest is worth telling, and one with more danger only for less steam.
    told: list[Way] = []
    least: dict[tuple[object, ...], int] = {}
    for way in scoring:
        goods = tuple((leg.place, leg.delivers) for leg in way.legs if leg.delivers != NO_GOOD)
        if way.spent < least.get(goods, MOST_STEAM + 1):
            least[goods] = way.spent
            told.append(way)
    return MoveChoice(rows, [_best(game, s, seat, way, names) for way in told[:BEST]])


def _best(game: DaysOfSteam, s: DaysState, seat: int, way: Way, names: Sequence[str]) -> BestRow:
    shown = way_view(game, s, seat, way, names)
    goods = [f"{step.delivers} to {step.name}" for step in shown.steps if step.delivers]
    return BestRow(shown.place, shown.sentence, listed(goods), way.points, way.spent, way.derails_on)


def _chip(game: DaysOfSteam, s: DaysState, place: int, part: int) -> tuple[float, float]:
    """Where the cost of a place stands: in the middle of its track, in a town below."""
    x, y = spot(place)
    code = s.board[place]
    if is_town(code):
        return x + 0.5, y + 0.86
    lie = game.tiles.lies[code]
    sides = [side for side in range(4) if lie.part[side] == part]
    if lie.parts == 1 or (game.tiles.tiles[lie.kind].bridge and sides == [1, 3]):
        return x + 0.5, y + 0.5
    # Between the middle of the tile and the middle of its sides.
    mx = sum(MIDDLES[side][0] for side in sides) / len(sides)
    my = sum(MIDDLES[side][1] for side in sides) / len(sides)
    if sides == [0, 2]:
        return x + 0.5, y + 0.14
    return round(x + (mx if len(sides) > 1 else 0.5 + 0.68 * (mx - 0.5)), 3), round(
        y + (my if len(sides) > 1 else 0.5 + 0.68 * (my - 0.5)), 3
    )


def ways_to(game: DaysOfSteam, s: DaysState, seat: int, place: int, names: Sequence[str]) -> list[WayView]:
    """Every way to a place that differs in what results: least steam first, then without a roll."""
    found = [way for stop in survey.reached(game.rules, s, seat) if stop.place == place for way in stop.ways]
    found.sort(key=lambda way: (way.spent, way.derails_on, -way.points, way.load == NO_GOOD, len(way.legs)))
    return [way_view(game, s, seat, way, names) for way in found]


def way_view(game: DaysOfSteam, s: DaysState, seat: int, way: Way, names: Sequence[str]) -> WayView:
    """A way with its steps, its line and what it risks."""
    places = (s.trains[seat] >> 2, *way.action.places)
    steps = [_start_step(s, places[0])]
    for leg in way.legs:
        says = _leg_words(s, leg, names)
        steps.append(
            StepView(
                leg.place,
                NAMES[leg.place],
                says,
                leg.cost,
                leg.passing,
                leg.passed if leg.passing else -1,
                "",
                COLOURS[leg.delivers] if leg.delivers != NO_GOOD else "",
                leg.hill,
                leg.curve,
                *_middle(leg.place),
            )
        )
    for step, leg in zip(steps, way.legs):
        if leg.took != NO_GOOD:
            step.picks = COLOURS[leg.took]
            taken = f"picks up {step.picks}"
            step.says = f"{step.says}, {taken}" if step.says else taken
    picked = [step.picks for step in steps if step.picks]
    delivered = [step.delivers for step in steps if step.delivers]
    end = NAMES[way.action.places[-1]]
    told = [f"{way.spent} steam"]
    told += [f"picks up {word}" for word in picked]
    told += [f"delivers {word}" for word in delivered]
    if way.load != NO_GOOD and is_town(s.board[way.action.places[-1]]):
        told.append(f"unloads {COLOURS[way.load]}")
        steps[-1].says += f", unloads {COLOURS[way.load]}"
    if way.derails_on:
        told.append(f"derails on {rolls(way.derails_on)}")
    return WayView(
        game.say(way.action),
        way.action.places[-1],
        end,
        way.spent,
        way.derails_on,
        f"{way.spent} steam over a curve: derails on {rolls(way.derails_on)}" if way.derails_on else "",
        _loses(s, seat, way, picked) if way.derails_on else "",
        way.points,
        ", ".join(told),
        steps,
        _line(s, places),
        *_arrived(game, s, seat, way),
        f"+{plural(way.points, 'point')}" if way.points else "",
        *_stop(game, s, seat, way),
    )


def _start_step(s: DaysState, place: int) -> StepView:
    return StepView(place, NAMES[place], "", 0, 0, -1, "", "", False, False, *_middle(place))


def _middle(place: int) -> tuple[float, float]:
    x, y = spot(place)
    return x + 0.5, y + 0.5


def _leg_words(s: DaysState, leg: survey.Leg, names: Sequence[str]) -> str:
    """What happens on a tile of a way: hill; curve, passes Emil; yellow town, delivers yellow."""
    says = ["dead end"] if leg.dead_end else []
    code = s.board[leg.place]
    if is_town(code):
        says.append(f"{COLOURS[town_colour(code)]} town")
    if leg.hill:
        says.append("hill")
    if leg.curve:
        says.append("curve")
    if leg.passing:
        says.append(f"passes {names[leg.passed]}")
    if leg.delivers != NO_GOOD:
        says.append(f"delivers {COLOURS[leg.delivers]}")
    return ", ".join(says) or "straight"


def _loses(s: DaysState, seat: int, way: Way, picked: Sequence[str]) -> str:
    """What a derailment would undo: back to M13, yellow stays there, 5 steam are lost."""
    start = NAMES[s.trains[seat] >> 2]
    stays = f"{listed(picked)} stay{'s' if len(picked) == 1 else ''} where it was, " if picked else ""
    if len(picked) > 1:
        stays = stays.replace("it was", "they were")
    return f"If it derails: back to {start}, {stays}{way.spent} steam are lost."


def _line(s: DaysState, places: Sequence[int]) -> str:
    """The line of a way, from the middle of the first tile to the middle of the last."""
    sides = [ACROSS.index(there - here) for here, there in pairwise(places)]
    lines = [(*spot(places[0]), _within(s, places[0]), sides[0])]
    for n, place in enumerate(places[1:-1]):
        enters, leaves = opposite(sides[n]), sides[n + 1]
        if is_town(s.board[place]):
            lines += [(*spot(place), enters, RIM_OF_TOWN), (*spot(place), RIM_OF_TOWN, leaves)]
        else:
            lines.append((*spot(place), enters, leaves))
    lines.append((*spot(places[-1]), opposite(sides[-1]), _within(s, places[-1])))
    return course(lines)


def _within(s: DaysState, place: int) -> int:
    """Where a line begins or ends in a tile."""
    return RIM_OF_TOWN if is_town(s.board[place]) else MIDDLE_OF_TILE


def _arrived(
    game: DaysOfSteam, s: DaysState, seat: int, way: Way
) -> tuple[TrainView, str, dict[int, TrainView]]:
    """Where the train would stand, with its good, the town around it, and the others there."""
    after, place = s.copy(), way.action.places[-1]
    found = follow_way(game.rules, s, seat, way.action.places, way.action.takes)
    arrive(game.rules, after, seat, found)  # type: ignore[arg-type]
    if not is_town(s.board[place]):
        return train_view(game, after, seat), "", {}
    others = [n for n, stand in enumerate(after.trains) if stand >> 2 == place and n != seat]
    beside = {other: train_view(game, after, other) for other in others}
    return train_view(game, after, seat), spot_drawing(game, after, place), beside


def _stop(game: DaysOfSteam, s: DaysState, seat: int, way: Way) -> tuple[str, str]:
    """The last place on a way with a roll where the train could stop without one, and how to say that."""
    places, takes = way.action.places, way.action.takes
    for last in range(len(places) - 1, 0, -1) if way.derails_on else ():
        course = follow_way(game.rules, s, seat, places[:last], takes[:last])
        if isinstance(course, Course) and not course.rolls and course.stand != s.trains[seat]:
            return NAMES[places[last - 1]], game.say(Move(places[:last], takes[:last]))
    return "", ""
