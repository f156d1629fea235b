"""Lincoln Funeral Car: what actions cost and bring, the order they set, the car and the white cubes."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Dice, Draw, Urbanize
from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS, RED, STRIDE, WHITE
from footplate.age_of_steam.maps.lincoln_funeral_car import CAN_PAY, LincolnState
from footplate.age_of_steam.narration import story
from footplate.age_of_steam.question import question
from footplate.age_of_steam.rule_page import rule_page
from footplate.age_of_steam.view import view
from footplate.core.game import Due
from tests.desk import NAMES, Desk, accepted, refused

LINCOLN = "lincoln-funeral-car"
ACTIONS = ["locomotive", "urbanization", "engineer", "first-move", "first-build", "production", "turn-order"]


def state(desk: Desk) -> LincolnState:
    """The position with what only this board remembers."""
    assert isinstance(desk.s, LincolnState)
    return desk.s


def selecting(players: int = 4, cash: int = 100) -> Desk:
    """Turn 1, players in the order of their seats about to choose actions."""
    desk = Desk(LINCOLN, players)
    desk.go_to("take")
    desk.s.order = list(range(players))
    desk.s.agenda = [Due("take", seat) for seat in range(players)]
    desk.rich(cash)
    return desk


def moving(*actions: str) -> Desk:
    """About to move; the seats have these actions."""
    desk = selecting(len(actions or ACTIONS[:4]))
    desk.act(
        *(f"take {action}" for action in actions or ("locomotive", "urbanization", "engineer", "first-move"))
    )
    desk.go_to("move")
    desk.s.engine = [3] * desk.s.seats
    return desk


def next_turn(desk: Desk) -> None:
    """Play on modestly until actions are chosen in the next turn."""
    desk.go_to("move")
    desk.go_to("take")


def capital_line(desk: Desk, *owners: int | None) -> None:
    """Links from Washington over Baltimore to Philadelphia and New York."""
    first, second, third = owners
    desk.put("Q8", "NE-SW", first)
    desk.put("Baltimore", "NE/SW", second, first)
    desk.put("S7", "NE-SW", second)
    desk.put("U6", "NE-SW", third)


# Set-up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("lincoln.setup.new-cities")
def test_new_cities_stand_from_the_start_by_the_number_of_players() -> None:
    standing = {}
    for players in (4, 5, 6):
        desk = Desk(LINCOLN, players)
        cities = zip(desk.board.new_cities, desk.s.new_cities)
        standing[players] = {desk.board.place(hex): city.letter for city, hex in cities if hex >= 0}
        assert all(desk.s.kind[desk.hex(name)] == IN_CITY for name in standing[players])
        assert [city.letter for city in desk.board.new_cities] == list("ABCDEFG")
    assert standing == {4: {"Buffalo": "D", "Columbus": "G"}, 5: {"Buffalo": "D"}, 6: {}}


@pytest.mark.rule("lincoln.setup.cubes", "base.setup.draw-order")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_every_town_has_a_white_cube_and_every_city_two_others(players: int) -> None:
    desk = Desk(LINCOLN, players)
    towns = [hex for hex in range(desk.board.size) if desk.s.kind[hex] == IN_TOWN]
    cities = [hex for hex in range(desk.board.size) if desk.s.kind[hex] == IN_CITY]
    assert len(towns) == {4: 11, 5: 12, 6: 13}[players]
    assert all(desk.cubes(desk.board.words[hex]) == ["white"] for hex in towns)
    assert all(len(desk.cubes(desk.board.words[hex])) == 2 for hex in cities)
    fresh = desk.game.start(players)
    assert fresh.bag[WHITE] == 14 - len(towns)
    assert [due.kind for due in fresh.agenda] == ["order", "fill-cities", "fill-display"]
    assert all(desk.s.display)
    assert state(desk).pot == 1
    assert desk.game.face.marks(desk.s)[0][:2] == ("car", desk.hex("Washington"))


@pytest.mark.rule("lincoln.setup.white-drawn")
def test_white_cubes_in_the_bag_are_drawn_and_grow_like_any_other() -> None:
    game = load(LINCOLN)
    s = game.start(4)
    game.apply(s, game.read(s, "order 1 2 3 4"))
    cubes = len(game.rules.start_cubes(4))
    colours = [colour for colour in range(5) for _ in range(s.bag[colour])]
    draw = Draw((WHITE, *colours[: cubes - 1]))
    assert game.why_not(s, draw) is None
    game.apply(s, draw)
    first = game.rules.start_cubes(4)[0]
    assert s.cubes[STRIDE * first + WHITE] == 1
    boxes = s.agenda[0].a
    rest = [colour for colour in range(5) for _ in range(s.bag[colour])]
    game.apply(s, Draw((WHITE, *rest[: boxes - 1])))
    assert s.display[game.board.fill_order[0]] == WHITE + 1
    column = game.board.columns[game.board.box_place[game.board.fill_order[0]][0]]
    s.agenda = [Due("grow", -1, column.half)]
    game.do(s, Dice((column.die, 6, 6, 6)))
    assert s.cubes[STRIDE * column.hex + WHITE] == (2 if column.hex == first else 1)


# Order and actions -------------------------------------------------------------------------------------


@pytest.mark.rule("lincoln.order.first")
def test_the_auction_of_turn_1_sets_who_chooses_and_the_actions_set_the_order() -> None:
    desk = Desk(LINCOLN, 4)
    desk.go_to("bid")
    desk.act("bid 1", "bid 2", "drop", "drop", "drop")
    assert desk.asked == ("take", 1) and desk.s.order[0] == 1
    choosing = desk.s.order[:]
    assert [due.seat for due in desk.s.agenda] == choosing
    desk.rich()
    desk.act("take turn-order", "take first-build", "take locomotive", "take engineer")
    assert desk.s.order == [choosing[2], choosing[3], choosing[1], choosing[0]]
    assert desk.board.actions == tuple(ACTIONS)


@pytest.mark.rule("lincoln.order.no-auction")
def test_from_turn_2_shares_are_issued_in_the_old_order_and_nobody_bids() -> None:
    desk = selecting()
    desk.act("take production", "take locomotive", "take turn-order", "take engineer")
    assert desk.s.order == [1, 3, 0, 2]
    desk.go_to("move")
    asked = []
    while desk.s.turn == 1:
        desk.act({"move": "pass", "produce": "decline"}[desk.asked[0]])
    while desk.asked[0] == "issue":
        asked.append(desk.asked[1])
        desk.act("issue 0")
    assert asked == [1, 3, 0, 2]
    assert desk.asked[0] == "take"


@pytest.mark.rule("lincoln.order.reverse", "lincoln.action.turn-order")
def test_from_turn_2_actions_are_chosen_in_reverse_order() -> None:
    desk = selecting()
    desk.act("take production", "take locomotive", "take first-move", "take engineer")
    next_turn(desk)
    assert [due.seat for due in desk.s.agenda] == [0, 2, 3, 1]
    desk.act("take locomotive", "take turn-order", "take first-build", "take production")
    assert desk.s.order == [0, 3, 1, 2]
    next_turn(desk)
    assert [due.seat for due in desk.s.agenda] == [2, 1, 3, 0]


@pytest.mark.rule("lincoln.action.price", "lincoln.action.price-always")
def test_prices_are_paid_and_rewards_received_at_once() -> None:
    moved = {}
    for action in ACTIONS:
        desk = selecting(cash=50)
        desk.act(f"take {action}")
        moved[action] = desk.s.cash[0] - 50
    assert moved == {
        "locomotive": -5,
        "urbanization": -3,
        "engineer": -3,
        "first-move": -2,
        "first-build": -1,
        "production": 1,
        "turn-order": 3,
    }
    desk = selecting()
    desk.s.engine[0] = 6
    desk.act("take locomotive")
    assert desk.s.cash[0] == 95 and desk.s.engine[0] == 6, "paid though it is of no use"


@pytest.mark.rule("lincoln.action.afford")
def test_an_action_that_cannot_be_paid_cannot_be_chosen() -> None:
    desk = selecting()
    desk.s.cash = [4, 0, 0, 0]
    assert refused(desk, "take locomotive") == refusals.ACTION_TOO_DEAR
    assert accepted(desk, "take engineer")
    assert desk.refusal("pass") == CAN_PAY
    desk.act("take production", "take turn-order")
    assert desk.says() == ["pass"] and desk.refusal("take first-build") == refusals.ACTION_TOO_DEAR
    shown = question(desk.game, desk.s, view(desk.game, desk.s, NAMES[:4]))
    assert shown is not None and [answer.label for answer in shown.answers] == ["Take no action"]
    desk.act("pass")
    assert [due.seat for due in desk.s.agenda] == [3]
    desk.act("pass")
    assert desk.s.order == [0, 1, 2, 3] and desk.s.held[2:] == [(), ()]
    assert desk.asked[0] == "build"


@pytest.mark.rule("lincoln.action.none-order")
def test_who_has_no_action_is_last_but_turn_orders_owner_chooses_first() -> None:
    desk = selecting()
    desk.s.cash = [0, 0, 9, 9]
    desk.s.order = [2, 1, 0, 3]
    desk.s.agenda = [Due("take", seat) for seat in (3, 1, 0, 2)]
    desk.act("take production", "take turn-order", "pass", "take first-build")
    assert desk.s.order == [2, 3, 1, 0]
    desk.rich()
    next_turn(desk)
    assert [due.seat for due in desk.s.agenda] == [1, 0, 3, 2]


@pytest.mark.rule("lincoln.action.production-pot", "lincoln.action.price")
def test_a_dollar_is_added_to_production_in_every_turn_after_the_first() -> None:
    desk = selecting()
    desk.act("take locomotive", "take engineer", "take first-move", "take first-build")
    pots = [state(desk).pot]
    for _ in range(2):
        next_turn(desk)
        pots.append(state(desk).pot)
        desk.act("take locomotive", "take engineer", "take first-move", "take first-build")
    next_turn(desk)
    before = desk.s.cash[desk.asked[1]]
    seat = desk.asked[1]
    desk.act("take production")
    assert desk.s.cash[seat] == before + 4 and state(desk).pot == 0
    desk.act("take engineer", "take first-move", "take first-build")
    next_turn(desk)
    assert pots == [1, 2, 3] and state(desk).pot == 1


@pytest.mark.rule("lincoln.action.production")
def test_production_places_three_cubes() -> None:
    desk = selecting()
    desk.act("take production", "take locomotive", "take engineer", "take first-move")
    for box in range(4):
        desk.s.bag[desk.s.display[box] - 1] += 1
        desk.s.display[box] = 0
    desk.go_to("produce")
    desk.act("produce")
    assert sum(desk.s.drawn) == 3
    for _ in range(3):
        assert desk.asked == ("stock", 0)
        desk.act(desk.says()[0])
    assert desk.asked[0] != "stock"


@pytest.mark.rule("example.lincoln-order")
def test_the_example_of_the_order() -> None:
    green, blue, gray, orange, pink = range(5)
    desk = selecting(5)
    desk.act(*(f"take {action}" for action in ("locomotive", "urbanization", "engineer", "first-build")))
    desk.act("take production")
    assert desk.s.order == [green, blue, gray, orange, pink]
    next_turn(desk)
    desk.rich(20)
    assert desk.asked == ("take", pink)
    desk.act("take urbanization", "take locomotive", "take engineer", "take turn-order", "take first-build")
    paid = [desk.s.cash[seat] - 20 for seat in (pink, orange, gray, blue, green)]
    assert paid == [-3, -5, -3, 3, -1]
    assert desk.s.order == [orange, pink, gray, green, blue]


# The car and the white cubes ---------------------------------------------------------------------------


@pytest.mark.rule("lincoln.move.white", "lincoln.move.white-town", "lincoln.move.white-out")
def test_a_white_cube_goes_from_its_town_to_the_car_and_is_kept() -> None:
    desk = moving()
    seat = desk.asked[1]
    assert desk.refusal("deliver Baltimore white SW Washington") == refusals.NO_LINK
    capital_line(desk, 1, 1, 1)
    bag = desk.s.bag[WHITE]
    desk.act("deliver Baltimore white SW Washington")
    assert desk.s.income[1] == 2, "one for the link, one as a bonus"
    assert state(desk).kept[seat] == 1 and desk.s.bag[WHITE] == bag and desk.s.gone[WHITE] == 1
    told = story(desk.game, desk.table.news, NAMES)
    assert any("keeps a white cube" in line for line in told)


@pytest.mark.rule("lincoln.move.white", "lincoln.move.white-town")
def test_white_cubes_pass_other_cities_and_must_stop_at_the_car() -> None:
    desk = moving()
    capital_line(desk, 0, 0, 0)
    desk.s.turn = 2
    assert refused(desk, "deliver Baltimore white SW Washington") == refusals.WRONG_CITY
    assert accepted(desk, "deliver Baltimore white NE Philadelphia NE New-York")
    desk.s.turn = 1
    desk.set_cubes("New-York", "white")
    way = "deliver New-York white SW Philadelphia SW Baltimore"
    assert refused(desk, way) == refusals.WRONG_CITY
    assert accepted(desk, f"{way} SW Washington")
    desk.set_cubes("Baltimore", "white")


@pytest.mark.rule("lincoln.move.white")
def test_of_several_owners_the_mover_chooses_who_gets_the_bonus() -> None:
    desk = moving()
    capital_line(desk, 1, 2, None)
    seat = desk.asked[1]
    desk.set_cubes("New-York", "red")
    desk.s.demand[desk.hex("Philadelphia")] &= ~(1 << RED)
    desk.act("deliver New-York red SW Philadelphia SW Baltimore SW Washington")
    assert desk.asked == ("bonus", seat)
    assert sorted(desk.says()) == ["reward 2", "reward 3"]
    desk.act("reward 3")
    assert desk.s.income == [0, 1, 2, 0]


@pytest.mark.rule("lincoln.move.car-here")
def test_at_the_car_a_cube_needs_the_colour_and_nobody_s_links_bring_no_bonus() -> None:
    desk = moving()
    capital_line(desk, None, None, 0)
    desk.set_cubes("Washington", "white")
    assert not any(said.startswith("deliver Washington white") for said in desk.says())
    desk.set_cubes("Philadelphia", "yellow", "red")
    assert refused(desk, "deliver Philadelphia yellow SW Baltimore SW Washington") == refusals.WRONG_CITY
    desk.act("deliver Philadelphia red SW Baltimore SW Washington")
    assert desk.s.income == [0] * 4 and desk.asked[0] == "move"


@pytest.mark.rule("lincoln.move.white")
def test_elsewhere_there_is_no_bonus() -> None:
    desk = moving()
    capital_line(desk, 1, 1, 1)
    desk.set_cubes("New-York", "blue")
    desk.act("deliver New-York blue SW Philadelphia")
    assert desk.s.income == [0, 1, 0, 0] and desk.asked[0] == "move"


@pytest.mark.rule("lincoln.urban.white")
def test_a_white_cube_stays_on_a_new_city() -> None:
    desk = selecting()
    desk.act("take urbanization", "take engineer", "take first-move", "take first-build")
    desk.go_to("build", 0)
    desk.act("urbanize Baltimore A")
    assert desk.cubes("Baltimore") == ["white"]
    assert desk.s.kind[desk.hex("Baltimore")] == IN_CITY


@pytest.mark.rule("lincoln.car", "lincoln.car.fixed", "lincoln.turns")
@pytest.mark.parametrize(("players", "left_out"), [(4, ()), (5, ("Columbus",)), (6, ("Buffalo", "Columbus"))])
def test_the_car_follows_its_route_and_stays_after_the_last_turn(
    players: int, left_out: tuple[str, ...]
) -> None:
    desk = selecting(players, 1000)
    route = [
        "Washington",
        "New York",
        "Albany",
        "Buffalo",
        "Cleveland",
        "Columbus",
        "Indianapolis",
        "Chicago",
    ]
    if players == 6:
        for name, city in (("Buffalo", 3), ("Columbus", 6)):
            desk.game.rules.do_urbanize(desk.s, 0, Urbanize(desk.hex(name), city))
    seen = []
    while not desk.s.over:
        if desk.s.turn > len(seen):
            seen.append(desk.board.place(desk.game.face.marks(desk.s)[0].hex))
        kind = desk.asked[0]
        desk.act(
            {"issue": "issue 0", "build": "done", "move": "pass", "produce": "decline"}.get(kind)
            or desk.says()[0]
        )
    assert seen == [name for name in route if name not in left_out]
    assert len(seen) == desk.s.turn == {4: 8, 5: 7, 6: 6}[players]
    assert desk.board.place(desk.game.face.marks(desk.s)[0].hex) == "Chicago"


@pytest.mark.rule("lincoln.score.white")
def test_white_cubes_count_1_2_4_7() -> None:
    desk = moving()
    points = []
    for cubes in range(7):
        state(desk).kept[0] = cubes
        points.append(desk.game.rules.score_parts(desk.s, 0)["white cubes"])
    assert points == [0, 1, 2, 4, 7, 7, 7]


# What people see ---------------------------------------------------------------------------------------


def test_the_cards_tell_prices_and_the_players_their_white_cubes() -> None:
    desk = selecting()
    shown = question(desk.game, desk.s, view(desk.game, desk.s, NAMES[:4]))
    assert shown is not None and shown.take is not None
    assert [action.price for action in shown.take] == [5, 3, 3, 2, 1, -1, -3]
    state(desk).kept[2] = 3
    assert view(desk.game, desk.s, NAMES[:4]).figures[0].values == [0, 0, 3, 0]
    page = rule_page(desk.game)
    told = " ".join(change.here for change in page.changes)
    assert "Turn Order brings $3" in told and "`" not in told and page.provenance == "reconstructed"


@pytest.mark.parametrize(
    "wrong", [{"pot": -1}, {"chooser": 4}, {"kept": [0, 0, 0]}, {"kept": [5, 0, 0, 0]}], ids=str
)
def test_a_saved_position_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    desk = moving()
    saved = desk.s.to_json()
    assert isinstance(saved, dict)
    desk.game.position(saved, 4)
    with pytest.raises(ValueError):
        desk.game.position(saved | wrong, 4)  # type: ignore[operator]


def test_every_colour_is_counted() -> None:
    assert load(LINCOLN).rules.components() | {"cattle": 0} == {
        colour: {"black": 16, "white": 14, "cattle": 0}.get(colour, 20) for colour in COLOURS
    }
