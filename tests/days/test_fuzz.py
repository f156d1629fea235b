"""Random games of Days of Steam: no crash, no dead end, and ours held against the plain rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from footplate.core.game import NATURE, NOBODY
from footplate.core.table import Chance, Table, replay
from footplate.days_of_steam import secrets
from footplate.days_of_steam.actions import Blind, Lay, Move, Town
from footplate.days_of_steam.circuits import circuit, new_segments
from footplate.days_of_steam.goods import NO_GOOD
from footplate.days_of_steam.moving import Course, arrive, courses, follow, lying
from footplate.days_of_steam.phases.turn import TurnDecision
from footplate.days_of_steam.places import ACROSS, square
from footplate.days_of_steam.state import DaysState
from footplate.geometry.squares import SIDE_NAMES
from tests.days import plain, referee
from tests.days.desk import PLAYERS, the_game

GAME = the_game()
RULES = GAME.rules
every_number = pytest.mark.parametrize("players", [2, 3, 4])


def choose(s: DaysState, options: list[Any], rng: random.Random) -> Any:
    """All kinds of action alike, towns and deliveries more often, so that games become rich."""
    kinds: dict[type, list[Any]] = {}
    for action in options:
        kinds.setdefault(type(action), []).append(action)
    if rng.random() < 0.8:
        kinds = {kind: some for kind, some in kinds.items() if kind is not Blind} or kinds
    if Town in kinds and rng.random() < 0.5:
        return rng.choice(kinds[Town])
    if Move in kinds and rng.random() < 0.5:
        found = courses(RULES, s, s.player)
        best = max(found, key=lambda f: (len(f.course.delivered), f.course.cargo[0] >= 0, rng.random()))
        return Move(best.places, best.takes)
    return rng.choice(kinds[rng.choice(list(kinds))])


def positions(players: int, seed: int) -> Iterator[DaysState]:
    """Every position of a random game in which somebody has a turn."""
    rng, s = random.Random(seed), GAME.start(players)
    while s.agenda:
        if GAME.actor(s) == NATURE:
            GAME.apply(s, GAME.sample(s, rng))
            continue
        if s.agenda[0].kind == "turn":
            yield s
        GAME.apply(s, choose(s, GAME.options(s), rng))


@every_number
def test_games_end_and_can_be_replayed_saved_and_undone(players: int) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        table = Table(GAME, PLAYERS[:players], Chance(random.Random(seed)))
        while table.actor != NOBODY:
            s = table.state
            options = GAME.options(s)
            assert options, "a question without an answer"
            action = choose(s, options, rng)
            sentence, before = GAME.say(action), s.copy()
            assert GAME.read(s, sentence) == action
            news = table.act(sentence)
            referee.check(GAME, table.state)
            referee.check_points(GAME, before, table.state, news)
            assert s == before, "an action changed the position it was done in"
            # Chance and secrets cannot be taken back, anything else can.
            assert table.can_undo() == (table.log[-1].seat != NATURE)
            if rng.random() < 0.1:
                saved = table.state.to_json()
                assert GAME.position(saved, players) == table.state
            assert len(table.log) < 2000
        assert GAME.winners(table.state) and table.state.over
        assert replay(GAME, players, table.log) == table.state
        assert GAME.position(table.state.to_json(), players) == table.state


@pytest.mark.rule(
    "days.tile.path",
    "days.tile.edges",
    "days.tile.fifth",
    "days.tile.fifth-count",
    "days.tile.over",
    "days.tile.over-config",
    "days.tile.town-connected",
    "days.tile.town-distance",
)
@every_number
def test_what_is_listed_may_be_laid_and_nothing_else(players: int) -> None:
    rng = random.Random(players)
    looked = 0
    for seed in (11, 12):
        for s in positions(players, seed):
            if rng.random() > 0.06:
                continue
            looked += 1
            options = set(GAME.options(s))
            board = plain.map_of(GAME.tiles, s)
            trains = {tuple(square(stand >> 2)) for stand in s.trains}
            around = {p + step for p in s.laid for step in (0, *ACROSS, 2 * ACROSS[0], 2 * ACROSS[1])}
            for place in sorted(around):
                cell = tuple(square(place))
                for kind in dict.fromkeys(s.hands[s.player]):
                    for turn in range(4):
                        legal = plain.may_lay(board, trains, cell, (GAME.tiles.tiles[kind].id, turn))
                        a = Lay(kind, place, turn)
                        said = GAME.read(s, GAME.say(a))
                        assert (GAME.why_not(s, a) is None) == legal, GAME.say(a)
                        assert (said in options) == legal, GAME.say(a)
                legal = plain.may_found(board, cell)
                for number in range(2):
                    if s.market[number]:
                        assert (GAME.why_not(s, Town(number, place)) is None) == legal
                        same = s.market[0] == s.market[1] and number == 1
                        assert (Town(number, place) in options) == (legal and not same)
    assert looked > 5


def outcome(s: DaysState, course: Course) -> tuple[Any, ...]:
    """What tells one result of a move from another."""
    after = s.copy()
    seat = s.player
    after.steam[seat] -= course.spent
    rolled = course.spent if course.rolls else 0
    arrive(RULES, after, seat, course)
    return (
        after.trains[seat],
        after.steam[seat],
        rolled,
        after.load[seat],
        tuple(after.goods),
        tuple(sorted(after.delivered[seat])),
    )


def walks(s: DaysState, most: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every row of neighbouring tiles, with every choice of goods that lie there."""
    goods = lying(s)

    def extend(here: int, places: tuple[int, ...], takes: tuple[int, ...]) -> Iterator[Any]:
        if places:
            yield places, takes
        if len(places) < most:
            for taken in (NO_GOOD, *dict.fromkeys(goods.get(here, []))):
                for step in ACROSS:
                    if s.board[here + step]:
                        yield from extend(here + step, (*places, here + step), (*takes, taken))

    return extend(s.trains[s.player] >> 2, (), ())


@pytest.mark.rule(
    "days.move.cost", "days.move.direction", "days.move.no-share", "days.move.pass", "days.speed"
)
@every_number
def test_every_move_that_is_not_refused_has_the_outcome_of_a_listed_one(players: int) -> None:
    rng = random.Random(players)
    looked = 0
    for seed in (21, 22):
        for s in positions(players, seed):
            steam = s.steam[s.player]
            if not steam or rng.random() > 0.1:
                continue
            looked += 1
            board = plain.map_of(GAME.tiles, s)
            place, part = divmod(s.trains[s.player], 4)
            mine = frozenset(
                name for side, name in enumerate(SIDE_NAMES) if GAME.tiles.part[s.board[place]][side] == part
            )
            others = {
                (
                    tuple(square(stand >> 2)),
                    frozenset(
                        name
                        for side, name in enumerate(SIDE_NAMES)
                        if GAME.tiles.part[s.board[stand >> 2]][side] == stand & 3
                    ),
                )
                for seat, stand in enumerate(s.trains)
                if seat != s.player
            }
            listed = {outcome(s, found.course) for found in courses(RULES, s, s.player)}
            assert len(listed) == len(courses(RULES, s, s.player)), "two moves with one outcome"
            tried = set()
            for places, takes in walks(s, min(steam, 4)):
                found = follow(RULES, s, s.player, places, takes)
                if takes == (NO_GOOD,) * len(takes):
                    cells = [tuple(square(p)) for p in places]
                    way = plain.walk(board, tuple(square(place)), mine, others, cells)
                    legal = way is not None and way[0] <= steam
                    assert isinstance(found, Course) == legal, (s.trains, places)
                    if way is not None and isinstance(found, Course):
                        assert (found.spent, found.rolls) == (way[0], way[1] and way[0] > 2)
                if isinstance(found, Course):
                    tried.add(outcome(s, found))
            assert tried <= listed
            for found in courses(RULES, s, s.player):
                again = follow(RULES, s, s.player, found.places, found.takes)
                assert again == found.course
                if len(found.places) <= 4:
                    assert outcome(s, found.course) in tried
    assert looked > 3


@pytest.mark.rule("days.circuit", "days.circuit.uses-tile", "days.circuit.no-reverse", "days.circuit.twice")
@every_number
def test_circuits_are_those_that_trying_every_way_finds(players: int) -> None:
    found = looked = 0
    for seed in (31,):
        for s in positions(players, seed):
            for a in GAME.options(s)[::11]:
                if not isinstance(a, (Lay, Town)):
                    continue
                after, old = s.board[:], s.board[a.place]
                after[a.place] = GAME.tiles.codes[a.tile][a.turn] if isinstance(a, Lay) else 1
                laid = s.copy()
                laid.board = after
                if not old:
                    laid.laid.append(a.place)
                new = [(SIDE_NAMES[p], SIDE_NAMES[q]) for p, q in new_segments(RULES, after[a.place], old)]
                board = plain.map_of(GAME.tiles, laid)
                truth = plain.loops(board, tuple(square(a.place)), new, 3000)
                if truth is not None:
                    looked += 1
                    found += truth
                    loop = circuit(RULES, after, a.place, old)
                    assert bool(loop) == truth
                    if loop:
                        sides = [4 * step.place + side for step in loop for side in step[1:]]
                        assert len(set(sides)) == len(sides), "a side is passed twice"
                        towns = {step.place for step in loop if after[step.place] <= 4}
                        assert len(towns) >= 2
    assert looked > 100 and found


@pytest.mark.rule("days.setup.hand")
@every_number
def test_what_a_seat_may_know_is_the_same_in_every_position_it_cannot_tell_apart(players: int) -> None:
    rng = random.Random(players)
    for s in positions(players, 41):
        for seat in (*range(players), NOBODY):
            known = GAME.known(s, seat)
            guess = GAME.resample(s, seat, rng)
            referee.check(GAME, guess)
            assert GAME.known(guess, seat) == known
            assert GAME.known(known, seat) == known
            assert GAME.known(GAME.resample(known, seat, rng), seat) == known
            assert known.deck_left == guess.deck_left == s.deck_left
            for other in range(players):
                assert (known.hands[other] == s.hands[other]) == (other == seat)
                assert len(known.hands[other]) == len(guess.hands[other])
            if seat == s.player:
                assert GAME.options(known) == GAME.options(s) == GAME.options(guess)


def test_only_the_owner_reads_what_was_drawn() -> None:
    table = Table(GAME, PLAYERS[:3], Chance(random.Random(5)))
    draws = [entry for entry in table.log if entry.text.startswith("draw")]
    assert len(draws) == 3
    for seat in (0, 1, 2, NOBODY):
        for owner, entry in enumerate(draws):
            read = GAME.seen(table.state, entry.seat, entry.text, seat)
            assert read == (entry.text if owner == seat else f"draw {owner + 1}")
    facts = [fact for fact in table.news if fact.kind == "drew"]
    assert [fact.seat for fact in facts] == [0, 1, 2]
    for fact in facts:
        assert GAME.readable(fact, fact.seat) == fact
        hidden = GAME.readable(fact, (fact.seat + 1) % 3)
        assert hidden.data == (-1, -1, -1)
    assert secrets.seen("lay hill M14 N", 0, 1) == "lay hill M14 N"


def test_odds_are_fair_and_complete() -> None:
    for s in [GAME.start(2), next(positions(2, 1))]:
        while s.agenda and GAME.actor(s) == NATURE:
            chances = list(GAME.odds(s))
            assert abs(sum(chance for _, chance in chances) - 1) < 1e-9
            assert len({action for action, _ in chances}) == len(chances)
            assert all(GAME.why_not(s, action) is None for action, _ in chances[:200])
            GAME.apply(s, GAME.sample(s, random.Random(1)))


def test_stuck_means_that_nothing_else_is_listed() -> None:
    decision = GAME.decisions["turn"]
    assert isinstance(decision, TurnDecision)
    for s in positions(4, 51):
        verbs = {action.verb for action in GAME.options(s)}
        stuck = decision.is_stuck(RULES, s, s.agenda[0])
        assert stuck == ("exchange" in verbs)
        assert not stuck or verbs <= {"exchange", "burn", "blind"}


def test_copies_share_nothing() -> None:
    for s, _ in zip(positions(2, 61), range(30)):
        copy = s.copy()
        for action in GAME.options(s)[:3]:
            GAME.apply(copy, action)
            assert copy != s
            copy = s.copy()
