"""Playing a town: what every new town brings, and placing one that was drawn blind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from footplate.core.game import NATURE, Decision, Due, Refusal
from footplate.days_of_steam.actions import Found
from footplate.days_of_steam.circuits import circuit
from footplate.days_of_steam.goods import COLOURS, good
from footplate.days_of_steam.places import NOWHERE
from footplate.days_of_steam.placing import put, town_places, why_not_town
from footplate.days_of_steam.questions import placing_figures
from footplate.days_of_steam.rules import Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import FIRST_TOWN, town_colour


def put_goods(s: DaysState, place: int, colours: Iterable[int]) -> None:
    """Goods come into play in a town: it will not take back those of its own colour."""
    here = town_colour(s.board[place])
    fresh = [(place, good(colour, place if colour == here else NOWHERE)) for colour in colours]
    s.goods = sorted((*s.goods, *fresh))


def check_circuit(rules: Rules, s: DaysState, seat: int, place: int, covered: int = 0) -> None:
    """After a tile is played: a new circuit gives one counter, while there are any. [days.circuit.one]

    Thirteen points end the game at once. [days.end.13]
    """
    if not rules.circuits_left(s):
        return
    loop = circuit(rules, s.board, place, covered)
    if loop:
        s.circuits[seat] += 1
        s.tell("circuit", seat, *(step.place for step in loop))
        if rules.has_won(s, seat):
            rules.finish(s)


def lay_town(rules: Rules, s: DaysState, seat: int, place: int, colour: int, goods: Sequence[int]) -> None:
    """A town comes into play; with the last one everybody gets coal. [days.coal.give]"""
    put(rules, s, place, FIRST_TOWN + colour)
    put_goods(s, place, goods)
    gained = rules.add_steam(s, seat, rules.tiles.town_coal[colour])
    s.tell("founded", seat, place, colour, gained, *goods)
    if len(rules.towns(s)) == sum(rules.tiles.towns):
        s.coal = [coal + rules.tiles.coal for coal in s.coal]
        s.tell("coal", NATURE, rules.tiles.coal)
    check_circuit(rules, s, seat, place)


def wait_for_town(rules: Rules, s: DaysState, seat: int, colour: int) -> None:
    """The town is to be placed; if it fits nowhere it goes to the bottom and the turn is spent."""
    if town_places(rules, s):
        s.ask_first("place", seat, colour)
    else:
        s.bottom.append(colour)
        s.tell("bottom", seat, colour)


class PlaceTown(Decision[Rules, DaysState]):
    """Place the town that was drawn from the deck. `due.a` is its colour. [days.town.blind]"""

    prompt = "Place the town"
    takes: ClassVar[tuple[type[Any], ...]] = (Found,)
    control = "place"
    doing = "is placing a town"

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        fits = 0 <= due.a < len(COLOURS) and not due.b and due.seat == s.player
        return fits and bool(town_places(rules, s))

    def options(self, rules: Rules, s: DaysState, due: Due) -> Iterable[Found]:
        return [Found(place) for place in town_places(rules, s)]

    def why_not(self, rules: Rules, s: DaysState, due: Due, a: Found) -> Refusal | None:
        return why_not_town(rules, s, a.place)

    def figures(self, rules: Rules, s: DaysState, due: Due, a: Found) -> Mapping[str, object]:
        return {**placing_figures(rules, s, a.place), "tile": "a town"}

    def details(self, rules: Rules, s: DaysState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"{COLOURS[due.a].capitalize()} town, drawn unseen", "two goods are drawn for it")

    def apply(self, rules: Rules, s: DaysState, due: Due, a: Found) -> None:
        s.settle()
        s.ask_first("town-goods", NATURE, a.place)
        lay_town(rules, s, due.seat, a.place, due.a, ())
