"""What the seat that is asked may answer: every choice as a sentence, with the figures its control shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from footplate.age_of_steam.actions import (
    DECLINE,
    DONE,
    IMPROVE,
    PASS,
    PRODUCE,
    Bid,
    Build,
    Connect,
    Deliver,
    Issue,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.narration import action_name, slip
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.goods_growth import producible
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.view import View, numbered_links
from footplate.core.game import NATURE, NOBODY, Due


@dataclass(slots=True)
class IssueChoice:
    """How many shares may be issued, and at what price."""

    most: int
    price: int


@dataclass(slots=True)
class BidChoice:
    """The least and the most one may bid, who leads, and whether one may pass."""

    least: int
    most: int
    leader: int
    high: int
    can_pass: bool


@dataclass(slots=True)
class ActionChoice:
    """An action on offer: its sentence, name, what it does, and who holds it (-1: nobody)."""

    sentence: str
    name: str
    says: str
    holder: int
    refused: str | None
    """Why it cannot be taken now."""


@dataclass(slots=True)
class HexChoice:
    """A hex one may build on: how many tiles fit, and the least they cost."""

    hex: int
    count: int
    least: int


@dataclass(slots=True)
class ConnectChoice:
    """A direct link on sale."""

    sentence: str
    name: str
    price: int


@dataclass(slots=True)
class BuildChoice:
    """What may be built."""

    left: int
    limit: int
    hexes: list[HexChoice]
    connects: list[ConnectChoice]
    towns: list[int]
    """Where a New City may be placed now."""
    letters: list[str]
    """The New Cities that may be placed now."""
    new_cities: int
    """New Cities still unused, even if it is too late to place them."""
    slip: str | None
    """What to ask before the build is ended."""
    unfinished: str | None
    """Why the build cannot be ended now."""


@dataclass(slots=True)
class DeliveryChoice:
    """One delivery: its sentence, its cube, its way, and what it brings to whom."""

    sentence: str
    colour: str
    hex: int
    stops: list[int]
    links: list[int]
    """The links used, by their number in the view."""
    gains: list[tuple[int, int]]
    own: int
    more: list[tuple[int, int]]
    """What of the gains is more than one for each link."""
    leaves: str | None
    """By which side of its track the cube leaves, where it lies on track and there are several."""
    then: str | None
    """What is asked at once afterwards, e.g. who gets a bonus."""


@dataclass(slots=True)
class MoveChoice:
    """What may be moved."""

    round: int
    rounds: int
    engine: int
    can_raise: bool
    deliveries: list[DeliveryChoice]


@dataclass(slots=True)
class StockChoice:
    """The cubes drawn, and the empty boxes: for each the column and the row from 1."""

    drawn: list[str]
    boxes: list[tuple[str, int]]


@dataclass(slots=True)
class AnswerChoice:
    """An answer to a question of a map's own: its sentence, its name, what follows, whom it concerns."""

    sentence: str
    label: str
    says: str
    seats: list[int]


@dataclass(slots=True)
class Question:
    """What the seat that is asked may answer; exactly one of the choices is there, or plain sentences."""

    seat: int
    kind: str
    issue: IssueChoice | None = None
    bid: BidChoice | None = None
    take: list[ActionChoice] | None = None
    build: BuildChoice | None = None
    move: MoveChoice | None = None
    produce: int | None = None
    stock: StockChoice | None = None
    answers: list[AnswerChoice] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


def question(game: AgeOfSteam, s: SteamState, shown: View) -> Question | None:
    """What the seat that is asked may answer; None where nature or nobody is asked."""
    if game.actor(s) in (NATURE, NOBODY):
        return None
    due = s.agenda[0]
    out = Question(due.seat, due.kind)
    names = [player.name for player in shown.players]
    match due.kind:
        case "issue":
            most = max(a.shares for a in game.options(s) if isinstance(a, Issue))
            out.issue = IssueChoice(most, game.rules.share_price)
        case "bid":
            out.bid = _bid(game, s, due)
        case "take":
            out.take = _actions(game, s, names)
        case _ if isinstance(game.decision(s), BuildDecision):
            out.build = _build(game, s, due, names)
        case "move":
            out.move = _move(game, s, due, shown)
        case "produce":
            out.produce = producible(game.rules, s)
            out.sentences = [game.say(PRODUCE), game.say(DECLINE)]
        case "stock":
            boxes = {a.box for a in game.options(s) if isinstance(a, Stock)}
            out.stock = StockChoice(
                [colour for n, colour in enumerate(COLOURS) for _ in range(s.drawn[n])],
                [
                    (game.board.columns[column].name, row + 1)
                    for box, (column, row) in enumerate(game.board.box_place)
                    if box in boxes
                ],
            )
        case _:
            for action in game.options(s):
                if told := game.answer(s, action, names):
                    choice = AnswerChoice(game.say(action), told.label, told.says, list(told.seats))
                    out.answers.append(choice)
                else:
                    out.sentences.append(game.say(action))
    return out


def _bid(game: AgeOfSteam, s: SteamState, due: Due) -> BidChoice:
    bids = [a.amount for a in game.options(s) if isinstance(a, Bid)]
    return BidChoice(
        min(bids, default=0), max(bids, default=0), s.high, highest(s), game.why_not(s, PASS) is None
    )


def _actions(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> list[ActionChoice]:
    out = []
    for number in game.rules.offered(s):
        take, action = Take(number), game.board.actions[number]
        refusal = game.why_not(s, take)
        holder = game.rules.taker(s, number)
        refused = refusal and game.explain(s, take, refusal, names)
        out.append(
            ActionChoice(game.say(take), action_name(action), game.rules.says(s, action), holder, refused)
        )
    return out


def _build(game: AgeOfSteam, s: SteamState, due: Due, names: Sequence[str]) -> BuildChoice:
    hexes: dict[int, HexChoice] = {}
    connects: list[ConnectChoice] = []
    towns: dict[int, None] = {}
    letters: dict[str, None] = {}
    decision = game.decision(s)
    assert isinstance(decision, BuildDecision)
    for action in game.options(s):
        if isinstance(action, Build):
            price = decision.cost(game.rules, s, action)
            found = hexes.setdefault(action.hex, HexChoice(action.hex, 0, price))
            found.count += 1
            found.least = min(found.least, price)
        elif isinstance(action, Urbanize):
            towns[action.hex] = None
            letters[game.board.new_cities[action.city].letter] = None
        elif isinstance(action, Connect):
            ends = [game.board.place(end) for end in game.board.links[action.link].ends]
            price = decision.cost(game.rules, s, action)
            connects.append(ConnectChoice(game.say(action), "–".join(ends), price))
    limit = game.rules.builds_allowed(s, due.seat)
    refusal = game.why_not(s, DONE)
    return BuildChoice(
        due.a,
        limit,
        list(hexes.values()),
        connects,
        list(towns),
        list(letters),
        due.b,
        slip(game, s, DONE) if refusal is None else None,
        refusal and game.explain(s, DONE, refusal, names),
    )


def _move(game: AgeOfSteam, s: SteamState, due: Due, shown: View) -> MoveChoice:
    """All deliveries, the mover's best first, then those that bring others least, then the shortest."""
    _, numbers = numbered_links(game, s)
    deliveries = [
        _delivery(game, s, due, action, numbers, shown)
        for action in game.options(s)
        if isinstance(action, Deliver)
    ]
    deliveries.sort(key=lambda d: (-d.own, sum(steps for _, steps in d.gains), len(d.links)))
    return MoveChoice(
        due.a,
        game.rules.moves(s, due.seat),
        game.rules.reach(s, due.seat),
        game.why_not(s, IMPROVE) is None,
        deliveries,
    )


def _delivery(
    game: AgeOfSteam, s: SteamState, due: Due, a: Deliver, numbers: dict[tuple[int, int], int], shown: View
) -> DeliveryChoice:
    """A delivery with what it brings, as the rules pay for it."""
    board, after = game.board, s.copy()
    links = [numbers[at, side] for at, side in zip((a.hex, *a.stops), a.sides)]
    game.decision(s).apply(game.rules, after, due, a)
    gains = [(seat, now - was) for seat, (was, now) in enumerate(zip(s.income, after.income)) if now != was]
    owners = [shown.links[number].owner for number in links]
    more = [(seat, steps - owners.count(seat)) for seat, steps in gains if steps > owners.count(seat)]
    first = shown.links[links[0]]
    leaves = f"leaves {board.read_back_side(a.sides[0])} towards {board.place(a.stops[0])}"
    then = after.agenda[0] if len(after.agenda) >= len(s.agenda) else None
    return DeliveryChoice(
        game.say(a),
        COLOURS[a.colour],
        a.hex,
        list(a.stops),
        links,
        gains,
        sum(steps for seat, steps in gains if seat == due.seat),
        more,
        leaves if first.begins and len(game.rules.links(s)[a.hex]) > 1 else None,
        game.decisions[then.kind].prompt if then else None,
    )
