"""What the seat that is asked may answer: every choice as a sentence, with the figures its control shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

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
    Decline,
    Deliver,
    Done,
    Drop,
    Improve,
    Issue,
    Pass,
    Produce,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.choices import (
    ActionChoice,
    AnswerChoice,
    BidChoice,
    BuildChoice,
    CityChoice,
    ConnectChoice,
    CubeChoice,
    DeliveryChoice,
    GroupsChoice,
    HexChoice,
    IssueChoice,
    MoveChoice,
    ProduceChoice,
    Question,
    StockChoice,
)
from footplate.age_of_steam.deliveries import told_deliveries
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.misses import why_nothing
from footplate.age_of_steam.phases.auction import dropping, highest
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.goods_growth import producible
from footplate.age_of_steam.phases.move_goods import MoveDecision
from footplate.age_of_steam.routes import made
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.view import View
from footplate.age_of_steam.words import action_name
from footplate.core.game import NATURE, NOBODY

A = TypeVar("A")
Shown = tuple[type[Any], ...]
"""The kinds of answer that a control shows."""


def question(game: AgeOfSteam, s: SteamState, shown: View) -> Question | None:
    """What the seat that is asked may answer; None where nature or nobody is asked."""
    if game.actor(s) in (NATURE, NOBODY):
        return None
    asked = Asked(game, s, [player.name for player in shown.players], shown)
    control = game.decision(s).control
    out = Question(s.agenda[0].seat, control)
    shows = CONTROLS[control](asked, out) if control in CONTROLS else ()
    for action in asked.options:
        if isinstance(action, shows):
            continue
        if told := game.answer(s, action, asked.names):
            says = game.say(action), told.label, told.says
            out.answers.append(AnswerChoice(*says, list(told.seats), list(told.places)))
        else:
            out.sentences.append(game.say(action))
    return out


BEST = 20
"""Deliveries that a page is told without asking: enough to begin with, and a message stays small."""
FEW = 20
"""Answers of a map's own that it is told so; of more only the hexes are told."""


def shortened(question: Question) -> Question:
    """A question as a page is told it; where much may be answered it asks for more by cube or by hex."""
    move, answers = question.move, question.answers
    # What concerns no hex, or several, could not be asked for.
    later = [answer for answer in answers if len(answer.hexes) == 1] if len(answers) > FEW else []
    return replace(
        question,
        move=move and replace(move, deliveries=move.deliveries[:BEST]),
        answers=[answer for answer in answers if answer not in later],
        spots=sorted({hex for answer in later for hex in answer.hexes}),
    )


class Asked:
    """The open question, with its answers listed once."""

    def __init__(self, game: AgeOfSteam, s: SteamState, names: Sequence[str], shown: View) -> None:
        self.game, self.s, self.names, self.shown = game, s, names, shown
        self.rules, self.due = game.rules, s.agenda[0]
        self.options = game.options(s)

    def those(self, kind: type[A]) -> list[A]:
        """The answers of one kind."""
        return [a for a in self.options if isinstance(a, kind)]

    def say(self, action: Any) -> str | None:
        """The sentence of an action, if it is among the answers."""
        return self.game.say(action) if action in self.options else None

    def refused(self, action: Any) -> str | None:
        """Why an action is refused, in a sentence for whoever is asked."""
        refusal = self.game.why_not(self.s, action)
        return refusal and self.game.explain(self.s, action, refusal, self.names)


def _issue(asked: Asked, out: Question) -> Shown:
    out.issue = IssueChoice([asked.game.say(a) for a in asked.those(Issue)], asked.rules.share_price)
    return (Issue,)


def _bid(asked: Asked, out: Question) -> Shown:
    bids, s, stay = asked.those(Bid), asked.s, asked.say(PASS)
    out.bid = BidChoice(
        min((a.amount for a in bids), default=0),
        [asked.game.say(a) for a in bids],
        s.high,
        highest(s),
        stay,
        "Turn Order: you may pass once and stay in the auction." if stay else "",
        asked.game.say(DROP),
        dropping(asked.rules, s, asked.due.seat),
    )
    return (Bid, Pass, Drop)


def _take(asked: Asked, out: Question) -> Shown:
    game, s, rules = asked.game, asked.s, asked.rules
    out.take = []
    for number in rules.offered(s):
        take, action = Take(number), game.board.actions[number]
        price = rules.action_price(s, asked.due.seat, action)
        says = game.say(take), action_name(action), rules.action_effect(s, action)
        out.take.append(ActionChoice(*says, rules.taker(s, number), price, asked.refused(take)))
    return (Take,)


def _build(asked: Asked, out: Question) -> Shown:
    game, s, due = asked.game, asked.s, asked.due
    hexes: dict[int, HexChoice] = {}
    connects: list[ConnectChoice] = []
    cities: dict[str, CityChoice] = {}
    decision = game.decision(s)
    assert isinstance(decision, BuildDecision)
    for action in asked.options:
        if isinstance(action, Build):
            price = decision.charge(game.rules, s, action)
            _, tiles, least = hexes.get(action.hex, HexChoice(action.hex, 0, price))
            hexes[action.hex] = HexChoice(action.hex, tiles + 1, min(least, price))
        elif isinstance(action, Urbanize):
            letter = game.board.new_cities[action.city].letter
            said = game.say(action).replace(game.board.words[action.hex], "*", 1)
            cities.setdefault(letter, CityChoice(letter, [], said)).hexes.append(action.hex)
        elif isinstance(action, Connect):
            link = game.board.direct_links[action.link]
            ends = "–".join(game.board.place(end) for end in link.ends)
            price = decision.charge(game.rules, s, action)
            connects.append(ConnectChoice(game.say(action), f"{link.name} {ends}".strip(), price))
    unfinished = asked.refused(DONE)
    out.build = BuildChoice(
        due.a,
        decision.limit(game.rules, s, due),
        list(hexes.values()),
        connects,
        list(cities.values()),
        due.b,
        unfinished,
        "" if hexes or connects or cities else why_nothing(game, s, asked.names),
        game.say(DONE),
    )
    return (Build, Urbanize, Connect, Done)


def _move(asked: Asked, out: Question) -> Shown:
    """All deliveries, the mover's best first, then those that bring others least, then the shortest."""
    game, s, due = asked.game, asked.s, asked.due
    decision = game.decision(s)
    assert isinstance(decision, MoveDecision)
    deliveries = told_deliveries(game, s, asked.those(Deliver))
    whole = decision.is_whole(game.rules, s, due)
    if whole:
        deliveries = [delivery._replace(rank=rank) for rank, delivery in enumerate(deliveries)]
    ways = Counter((delivery.hex, delivery.colour) for delivery in deliveries)
    best: dict[tuple[int, str], int] = {}
    for delivery in deliveries:
        best.setdefault((delivery.hex, delivery.colour), delivery.own)
    out.move = MoveChoice(
        due.a,
        game.rules.moves(s, due.seat),
        decision.reach(game.rules, s, due),
        asked.say(IMPROVE),
        _improve_label(asked),
        game.say(PASS),
        told.label if (told := game.answer(s, PASS, asked.names)) else "Pass",
        deliveries,
        len(deliveries) if whole else 0,
        [CubeChoice(*cube, ways[cube] if whole else 0, own) for cube, own in best.items()],
    )
    return (Deliver, Improve, Pass)


def _improve_label(asked: Asked) -> str:
    told = asked.game.answer(asked.s, IMPROVE, asked.names)
    return told.label if told else f"Raise engine to {asked.rules.raised(asked.s.engine[asked.due.seat])}"


def deliveries_of(game: AgeOfSteam, s: SteamState, hex: int, colour: int) -> list[DeliveryChoice]:
    """All deliveries of one cube, the mover's best first."""
    decision = game.decision(s)
    assert isinstance(decision, MoveDecision)
    ways = decision.ways_of(game.rules, s, s.agenda[0], hex, colour)
    return told_deliveries(game, s, made(Deliver, ways))


def _produce(asked: Asked, out: Question) -> Shown:
    cubes = producible(asked.rules, asked.s)
    out.produce = ProduceChoice(cubes, [asked.game.say(PRODUCE), asked.game.say(DECLINE)])
    return (Produce, Decline)


def _stock(asked: Asked, out: Question) -> Shown:
    board, boxes = asked.game.board, dict[str, dict[str, str]]()
    for a in asked.those(Stock):
        column, row = board.box_place[a.box]
        there = boxes.setdefault(COLOURS[a.colour], {})
        there[f"{board.columns[column].name} {row + 1}"] = asked.game.say(a)
    drawn = [colour for n, colour in enumerate(COLOURS) for _ in range(asked.s.drawn[n])]
    out.stock = StockChoice(drawn, boxes)
    return (Stock,)


def _groups(asked: Asked, out: Question) -> Shown:
    """An answer for each way to make the groups; all of them hold the same things."""
    sentences: dict[str, str] = {}
    sizes: list[int] = []
    names: dict[str, None] = {}
    for action in asked.options:
        told = asked.game.answer(asked.s, action, asked.names)
        assert told and told.groups
        sentences[", ".join(told.groups[0])] = asked.game.say(action)
        sizes = [len(group) for group in told.groups]
        names.update(dict.fromkeys(told.groups[0]))
    out.groups = GroupsChoice(list(names), sizes, sentences)
    return tuple({type(action) for action in asked.options})


CONTROLS: Mapping[str, Callable[[Asked, Question], Shown]] = {
    "issue": _issue,
    "bid": _bid,
    "take": _take,
    "build": _build,
    "move": _move,
    "produce": _produce,
    "stock": _stock,
    "groups": _groups,
}
"""The controls there are: each puts its figures into the question, and says which answers it shows."""
