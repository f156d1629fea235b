"""The turn, towns, water and coal, set-up, the end, and what is scarce."""

from __future__ import annotations

import pytest

from footplate.core.game import NATURE
from footplate.core.table import Table
from footplate.days_of_steam import refusals
from footplate.days_of_steam.goods import COLOURS
from footplate.days_of_steam.places import MIDDLE, read_place
from footplate.days_of_steam.tiles import is_town
from tests.days.desk import PLAYERS, Desk, the_game

# Set-up -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("days.setup.tiles")
def test_the_box_holds_what_the_rules_say() -> None:
    tiles = the_game().tiles
    assert sum(tile.pieces for tile in tiles.tiles) == 80
    assert tiles.towns == (3, 3, 3, 3) and tiles.goods == 7
    assert tiles.circuits == 7 and tiles.coal * 4 == 20


@pytest.mark.rule(
    "days.setup.start", "days.setup.market", "days.setup.hand", "days.setup.steam", "days.setup.first"
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up(players: int) -> None:
    table = Table(the_game(), PLAYERS[:players])
    said = ["turn green", "turn red", "goods red blue", "turn red", "goods yellow yellow"]
    said += [f"draw {seat + 1} straight-1 hill curve-1" for seat in range(players)] + ["first 2"]
    for sentence in said:
        assert table.actor == NATURE
        table.act(sentence)
    s = table.state
    assert s.laid == [MIDDLE] and s.board[MIDDLE] == 1 + COLOURS.index("green")
    assert s.goods == [], "the first town has no goods"
    assert all(stand >> 2 == MIDDLE for stand in s.trains)
    assert s.market == [(0, 0, 3), (0, 1, 1)] and sum(s.bag) == 24 and s.towns_left == 9
    assert all(len(hand) == 3 for hand in s.hands) and s.deck_left == 80 - 3 * players
    assert s.steam == [0] * players
    assert table.actor == 1


@pytest.mark.rule("days.setup.first")
def test_anybody_may_begin() -> None:
    desk = Desk(players=3)
    s = desk.game.start(3)
    s.agenda = s.agenda[-1:]
    assert sorted(desk.game.say(a) for a, _ in desk.game.odds(s)) == ["first 1", "first 2", "first 3"]


@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_of_players_are_refused_in_words(players: int) -> None:
    with pytest.raises(ValueError, match="Days of Steam is for 2 to 4 players, not"):
        the_game().start(players)


# The turn ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("days.turn.one", "days.turn.clockwise", "days.turn.draw")
def test_one_thing_a_turn_then_the_next_player_clockwise() -> None:
    desk = Desk(players=3)
    desk.hand(0, "straight-1", "hill", "bridge")
    left = desk.s.deck_left
    desk.one("lay straight-1 N13 E")
    assert desk.asked == "draw" and desk.table.actor == NATURE and len(desk.s.hands[0]) == 2
    desk.one("draw 1 wye")
    assert len(desk.s.hands[0]) == 3 and desk.s.deck_left == left - 1
    assert desk.table.actor == 1
    desk.hand(1, "straight-1", "hill", "bridge")
    desk.act("lay hill M14 N")
    assert desk.table.actor == 2
    desk.s.steam[2] = 1
    hands = list(desk.s.hands)
    desk.act("move N13")
    assert desk.table.actor == 0 and desk.s.hands == hands, "nothing is drawn after a move"


@pytest.mark.rule("days.turn.draw")
def test_a_draw_is_for_its_player_from_the_deck() -> None:
    desk = Desk()
    desk.hand(0, "straight-1", "hill", "bridge")
    desk.one("lay straight-1 N13 E")
    assert desk.refusal("draw 2 wye") is refusals.WRONG_OWNER
    assert desk.refusal("draw 1 wye wye") is refusals.WRONG_TILES
    desk.s.gone[desk.game.tiles.numbers["wye"]] = desk.s.deck[desk.game.tiles.numbers["wye"]]
    desk.s.deck[desk.game.tiles.numbers["wye"]] = 0
    assert desk.refusal("draw 1 wye") is refusals.WRONG_TILES


def _closed(desk: Desk) -> None:
    """The network is closed up: every way out of M13 ends in a dead end that leads nowhere."""
    desk.tiles("N13 dead-end-straight S", "L13 dead-end-straight N", "M12 dead-end-curve-left W")
    desk.tiles("M14 dead-end-curve-left E")


@pytest.mark.rule("days.turn.stuck", "days.turn.one")
def test_who_can_do_nothing_exchanges_a_tile() -> None:
    desk = Desk()
    _closed(desk)
    desk.hand(0, "straight-1", "hill", "bridge")
    assert {sentence.split()[0] for sentence in desk.says()} == {"blind", "exchange"}
    assert {s for s in desk.says() if s != "blind"} == {
        "exchange straight-1",
        "exchange hill",
        "exchange bridge",
    }
    left = desk.s.deck_left
    desk.act("exchange hill")
    assert desk.s.gone[desk.game.tiles.numbers["hill"]] == 1 and desk.s.deck_left == left - 1
    assert len(desk.s.hands[0]) == 3 and desk.table.actor == 1


@pytest.mark.rule("days.turn.stuck")
def test_a_place_for_a_town_forbids_the_exchange() -> None:
    # Track comes to O12 from the west and the south: no straight fits there, but a town does.
    desk = Desk()
    desk.tiles("M12 curve-1 E", "N12 straight-1 E", "N13 straight-1 E", "O13 curve-1 W")
    desk.tiles("L13 curve-1 E", "L14 curve-1 N", "M14 curve-1 W")
    desk.hand(0, "straight-1", "hill", "straight-2")
    assert desk.refusal("exchange hill") is refusals.NOT_STUCK
    assert {said.split()[0] for said in desk.says()} == {"town", "blind"}


@pytest.mark.rule("days.turn.stuck")
def test_steam_or_a_tower_or_a_place_for_a_tile_forbids_the_exchange() -> None:
    desk = Desk()
    _closed(desk)
    desk.hand(0, "straight-1", "hill", "bridge")
    desk.s.steam[0] = 1
    assert desk.refusal("exchange hill") is refusals.NOT_STUCK
    desk.s.steam[0] = 0
    assert desk.refusal("exchange hill") is None
    desk.hand(0, "straight-1", "hill", "tee-over")
    assert desk.refusal("exchange hill") is refusals.NOT_STUCK, "a tee can cover a dead end"
    desk = Desk()
    desk.hand(0, "straight-1", "hill", "bridge")
    assert desk.refusal("exchange hill") is refusals.NOT_STUCK
    assert desk.refusal("exchange wye") is refusals.NOT_IN_HAND
    desk = Desk()
    desk.tiles("P13 water-tower E")
    _closed(desk)
    desk.hand(0, "straight-1", "hill", "bridge")
    desk.train(0, "P13")
    assert desk.refusal("exchange hill") is refusals.NOT_STUCK
    assert "water" in desk.says()


@pytest.mark.rule("days.turn.stuck", "days.end.deck")
def test_an_exchange_can_draw_the_last_tile() -> None:
    desk = Desk()
    _closed(desk)
    desk.hand(0, "straight-1", "hill", "bridge")
    desk.empty_deck(1)
    desk.act("exchange hill")
    assert desk.asked == "over"


# Towns ------------------------------------------------------------------------------------------------------


def town_desk(players: int = 2) -> Desk:
    desk = Desk(players=players)
    desk.tiles("N13 straight-1 E", "O13 straight-1 E", "L13 straight-1 E", "K13 straight-1 E")
    return desk


@pytest.mark.rule("days.town.market")
def test_a_face_up_town_comes_with_its_goods_and_is_replaced_at_once() -> None:
    desk = town_desk()
    colour, *goods = desk.s.market[0]
    desk.one("town 1 P13")
    assert desk.goods("P13") == sorted((COLOURS[good] for good in goods), key=COLOURS.index)
    assert desk.s.board[read_place("P13")] == colour + 1
    assert desk.asked == "market"
    left = desk.s.towns_left
    desk.chance()
    assert desk.asked == "market-goods" and desk.s.towns_left == left - 1
    desk.chance()
    assert len(desk.s.market[0]) == 3 and desk.table.actor == 1
    assert desk.s.steam == [0, 0], "a town brings no coal"


@pytest.mark.rule("days.town.blind")
def test_a_town_drawn_unseen_is_placed_and_gets_two_goods() -> None:
    desk = town_desk()
    desk.one("blind")
    assert desk.asked == "blind"
    desk.one("turn blue")
    assert desk.asked == "place" and desk.table.actor == 0
    assert set(desk.says()) == {"place P13", "place J13"}
    assert desk.why("place M14") == "A town needs two segments to M13; here is none."
    desk.one("place P13")
    assert desk.asked == "town-goods"
    desk.one("goods red blue")
    assert desk.goods("P13") == ["red", "blue"] and desk.table.actor == 1
    assert (read_place("P13"), 3 + 4 * read_place("P13")) in desk.s.goods, "the blue one came from here"


@pytest.mark.rule("days.town.blind")
def test_a_town_that_fits_nowhere_goes_to_the_bottom_and_is_drawn_last() -> None:
    desk = Desk()
    desk.one("blind")
    colour = next(n for n, count in enumerate(desk.s.town_deck) if count)
    desk.one(f"turn {COLOURS[colour]}")
    assert desk.table.actor == 1 and desk.s.bottom == [colour], "the turn is spent"
    other = next(n for n, count in enumerate(desk.s.town_deck) if count and n != colour)
    desk.s.bottom += [n for n, count in enumerate(desk.s.town_deck) for _ in range(count) if n != other]
    desk.s.town_deck = bytearray(desk.s.town_deck[other] * (n == other) for n in range(4))
    desk.one("blind")
    assert desk.refusal(f"turn {COLOURS[colour]}") is refusals.WRONG_TOWN
    desk.one(f"turn {COLOURS[other]}")
    while any(desk.s.town_deck):
        desk.act("blind")
    desk.one("blind")
    assert [desk.game.say(a) for a, _ in desk.game.odds(desk.s)] == [f"turn {COLOURS[colour]}"]


def last_towns(left: int) -> Desk:
    """All towns but so many are in play, far away; the rest lies face up, and none face down."""
    desk = town_desk(players=3)
    columns = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    s = desk.s
    for n in range(2):
        s.town_deck[s.market[n][0]] += 1
        for colour in s.market[n][1:]:
            s.bag[colour] += 1
        s.market[n] = ()
    for colour in range(4):
        while s.town_deck[colour] and sum(s.town_deck) > left:
            place = read_place(f"{next(columns)}30")
            next(columns)
            s.town_deck[colour] -= 1
            s.board[place] = colour + 1
            s.laid.append(place)
    for n in range(left):
        colour = next(c for c, count in enumerate(s.town_deck) if count)
        s.town_deck[colour] -= 1
        s.bag[0] -= 1
        s.market[n] = (colour, 0)
    return desk


@pytest.mark.rule("days.town.market-empty", "days.coal.give")
def test_with_the_last_town_everybody_gets_coal_and_nothing_is_replaced() -> None:
    desk = last_towns(2)
    assert desk.refusal("blind") is refusals.TOWNS_GONE and "blind" not in desk.says()
    desk.act("town 1 P13")
    assert desk.s.coal == [0, 0, 0] and desk.s.market[0] == () and desk.table.actor == 1
    assert desk.refusal("town 1 J13") is refusals.NO_TOWN
    desk.act("town 2 J13")
    assert desk.s.coal == [5, 5, 5]
    assert not any(sentence.startswith(("town", "blind")) for sentence in desk.says())


# Water and coal ---------------------------------------------------------------------------------------------


@pytest.mark.rule("days.water")
def test_figure_11_water_is_taken_in_a_turn_that_begins_at_the_tower() -> None:
    desk = Desk()
    desk.tiles("N13 straight-1 E", "O13 water-tower E")
    desk.train(0, "N13", steam=3)
    assert desk.refusal("water") is refusals.NO_TOWER
    desk.act("move O13")
    assert desk.s.steam[0] == 2
    desk.s.player, desk.s.agenda = 0, [desk.s.agenda[0]._replace(seat=0)]
    assert desk.accepts("move N13")
    desk.act("water")
    assert desk.s.steam[0] == 6 and desk.table.actor == 1 and desk.where(0) == "O13"


@pytest.mark.rule("days.water")
def test_water_never_makes_more_than_six() -> None:
    desk = Desk()
    desk.tiles("N13 water-tower E")
    desk.train(0, "N13", steam=5)
    desk.act("water")
    assert desk.s.steam[0] == 6


def coal_desk(coal: int, steam: int) -> Desk:
    desk = last_towns(0)
    desk.s.coal[0], desk.s.steam[0] = coal, steam
    return desk


@pytest.mark.rule("days.coal.use", "days.coal.keep")
def test_coal_makes_steam_before_the_act_of_the_turn() -> None:
    desk = coal_desk(5, 3)
    assert [s for s in desk.says() if s.startswith("burn")] == ["burn 1", "burn 2", "burn 3"]
    assert desk.refusal("burn 4") is refusals.STEAM_FULL
    assert desk.refusal("burn 6") is refusals.NO_COAL and desk.refusal("burn 0") is refusals.BURN_ONE
    desk.act("burn 2")
    assert desk.s.steam[0] == 5 and desk.s.coal[0] == 3 and desk.table.actor == 0
    desk.hand(0, "straight-1", "hill", "bridge")
    desk.act("lay straight-1 M14 N")
    assert desk.s.steam[0] == 6, "what was not used is kept"
    assert desk.table.actor == 1 and desk.refusal("burn 1") is refusals.NO_COAL


@pytest.mark.rule("days.coal.use")
def test_coal_can_be_taken_back_until_the_act() -> None:
    desk = coal_desk(2, 0)
    desk.act("burn 1", "burn 1")
    desk.table.undo(0)
    assert desk.s.steam[0] == 1 and desk.s.coal[0] == 1
    desk.table.undo(0)
    assert desk.s.steam[0] == 0 and desk.s.coal[0] == 2


@pytest.mark.rule("days.water-alone")
def test_no_coal_in_a_turn_at_the_water_tower() -> None:
    desk = coal_desk(5, 0)
    desk.tiles("M14 water-tower N")
    desk.train(0, "M14")
    assert desk.refusal("water") is None
    desk.act("burn 1")
    assert desk.refusal("water") is refusals.WATER_ALONE and "water" not in desk.says()


# The end ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("days.end.13", "days.end.13-when")
def test_thirteen_points_end_the_game_at_once() -> None:
    desk = Desk(first="red")
    desk.tiles("N13 straight-1 E")
    desk.train(0, "N13", steam=1)
    desk.carry(0, "red")
    desk.give(0, "red", "yellow", "green", "yellow")
    assert desk.game.scores(desk.s)[0] == 11
    desk.act("move M13")
    assert desk.asked == "over" and desk.game.winners(desk.s) == [0]
    assert desk.game.scores(desk.s)[0] == 13
    assert desk.table.options() == [] and desk.table.why_not("water") == "The game is over."


@pytest.mark.rule("days.end.deck", "days.turn.draw")
def test_the_last_tile_drawn_ends_the_game() -> None:
    desk = Desk()
    desk.hand(0, "straight-1", "hill", "bridge")
    desk.empty_deck(1)
    desk.act("lay straight-1 N13 E")
    assert desk.asked == "over" and len(desk.s.hands[0]) == 3


@pytest.mark.rule("days.end.deck")
@pytest.mark.parametrize(
    ("goods", "circuits", "steam", "winners"),
    [
        ((["red"], [], []), [0, 0, 0], [0, 6, 6], [0]),
        ((["red"], [], []), [0, 2, 0], [6, 0, 0], [1]),
        (([], [], []), [1, 1, 0], [2, 3, 6], [1]),
        (([], [], []), [1, 1, 0], [3, 3, 6], [0, 1]),
    ],
)
def test_points_then_circuits_then_steam_then_shared(
    goods: tuple[list[str], ...], circuits: list[int], steam: list[int], winners: list[int]
) -> None:
    desk = Desk(players=3)
    for seat, colours in enumerate(goods):
        desk.give(seat, *colours)
    desk.s.circuits, desk.s.steam = circuits, steam
    assert desk.game.winners(desk.s) == winners


# What is scarce ---------------------------------------------------------------------------------------------


def test_from_an_empty_bag_a_town_gets_what_there_is() -> None:
    for left in (0, 1):
        desk = town_desk()
        s = desk.s
        for colour in range(4):
            while s.bag[colour]:
                s.bag[colour] -= 1
                s.delivered[1] += (colour,)
        if left:
            s.delivered[1] = s.delivered[1][:-1]
            s.bag[3] += 1
        game = desk.game
        table = desk.table
        table.act("blind")
        table.act(game.say(next(game.odds(desk.s))[0]))
        table.act("place P13")
        assert [game.say(a) for a, _ in game.odds(desk.s)] == [["goods", "goods blue"][left]]
        table.act(["goods", "goods blue"][left])
        assert len(desk.goods("P13")) == left


def test_towns_are_always_towns() -> None:
    desk = last_towns(0)
    assert sum(is_town(desk.s.board[place]) for place in desk.s.laid) == 12
