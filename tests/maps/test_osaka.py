"""Osaka: performers need a promoter, applause is paid in cash, three connections lead over the bay."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Urbanize
from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.bots.greedy import GreedyBot
from footplate.age_of_steam.bots.network import network_of
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import BLACK, COLOURS, STRIDE, unmask
from footplate.age_of_steam.maps.osaka import BLACK_CITY, CLOSED, MARINE_ENDS, ONE_MARINE, Promote
from footplate.age_of_steam.narration import story, worth
from footplate.core.game import NATURE, Unreadable
from footplate.core.table import Table
from tests.desk import NAMES, Desk, accepted, refused
from tests.desk import building as desk_building

ATLAS = Path(__file__).parents[3] / "shared" / "atlas" / "osaka.toml"
CORNERS = ("Amagasaki", "Kyoto", "Nara", "Wakayama")
OTHERS = ("Shin-Osaka", "Umeda", "Kyobashi", "Tennoji", "Sakai", "Izumisano", "Kansai-Airport")
AIRPORT_EXPRESS = "connect Izumisano Kansai-Airport"
YUMESAKI = "connect Universal-City Yumeshima"
TUNNEL = "connect Cosmosquare Yumeshima"


def building(*actions: str) -> Desk:
    """Rich players in the order of their seats, about to build."""
    desk = desk_building(*actions, map="osaka")
    desk.set_cubes("Sakai")  # Its promoter goes into the bag, which has one so.
    return desk


def moving(desk: Desk, seat: int = 0, engine: int = 6) -> Desk:
    """Go on until this seat moves, with such an engine; no cube lies anywhere, nobody has income."""
    desk.go_to("move", seat)
    desk.s.engine[seat] = engine
    desk.s.income = [0] * desk.s.seats
    for hex in range(desk.board.size):
        if desk.s.kind[hex] in (IN_CITY, IN_TOWN):
            desk.set_cubes(desk.board.words[hex])
    return desk


def midosuji(desk: Desk, north: int | None, middle: int | None, south: int | None) -> Desk:
    """Lay Shin-Osaka – Umeda – Namba – Tennoji with an owner for each link."""
    desk.put("G4", "N-S", north)
    desk.put("G6", "N-S", middle)
    desk.put("G7", "N-S", middle)
    desk.put("G9", "N-SE", south)
    return desk


def kyobashi_line(desk: Desk, north: int | None, south: int | None) -> Desk:
    """Lay Umeda – Kyobashi – Tennoji with an owner for each link."""
    desk.put("H5", "NW-SE", north)
    desk.put("I6", "NW-SE", north)
    desk.put("I7", "NE-S", south)
    desk.put("I8", "N-S", south)
    desk.put("I9", "N-SW", south)
    return desk


def three_links(*owners: int | None) -> Desk:
    """Seat 0 is about to move over the Midosuji line, a red cube in Shin-Osaka and none elsewhere."""
    desk = moving(midosuji(building(), *owners))
    desk.set_cubes("Shin-Osaka", "red")
    return desk


def no_promoters_left(desk: Desk) -> None:
    """Take all black cubes out of the bag."""
    desk.s.gone[BLACK] += desk.s.bag[BLACK]
    desk.s.bag[BLACK] = 0


def make_cities(desk: Desk, **letters: str) -> None:
    """Turn towns into New Cities by hand: the town in words, its letter."""
    for town, letter in letters.items():
        city = [city.letter for city in desk.board.new_cities].index(letter)
        desk.game.rules.do_urbanize(desk.s, 0, Urbanize(desk.hex(town), city))


def bay(*actions: str) -> Desk:
    """A build where all six ends of the three connections are cities."""
    desk = building(*actions)
    make_cities(desk, UniversalCity="A", Yumeshima="B", Cosmosquare="E")
    return desk


# The board and its set-up --------------------------------------------------------------------------------


def atlas_prices(rows: list[list[str]]) -> Iterator[tuple[str, int]]:
    for row, codes in enumerate(rows, 1):
        for column, code in enumerate(codes):
            price = {"..": 2, "~~": 3, "p4": 4, "p5": 5, "p6": 6}.get(code)
            if price:
                yield f"{chr(65 + column)}{row}", price


def test_the_board_is_that_of_the_atlas() -> None:
    if not ATLAS.is_file():
        pytest.skip(f"the atlas is not here: {ATLAS}")
    facts = tomllib.loads(ATLAS.read_text("utf-8"))
    board = load("osaka").board
    rows = [line.split() for line in facts["grid"].splitlines() if line.strip()]
    prices = dict(atlas_prices(rows))
    assert {board.hex_names[hex]: board.prices[hex] for hex in range(board.size) if not board.kind[hex]} == (
        prices
    )
    at = {code: f"{chr(65 + c)}{r}" for r, codes in enumerate(rows, 1) for c, code in enumerate(codes)}
    for code, place in facts["places"].items():
        hex = board.read_hex(at[code])
        assert board.place(hex) == place["name"]
        assert board.kind[hex] == (IN_CITY if place["kind"] == "city" else IN_TOWN)
        assert unmask(board.demand[hex]) == place.get("colors", [])
        grows = [column.name.replace("-", " ") for column in board.columns if column.hex == hex]
        assert grows == place.get("numbers", [])
        blacks = board.start_goods.count((hex, BLACK))
        assert board.start_cubes[hex] + blacks == place.get("cubes", 0)
    links = [({board.read_hex(at[end]) for end in link["ends"]}, link["cost"]) for link in facts["links"]]
    assert [(set(link.ends), link.price) for link in board.direct_links] == links
    assert list(board.players) == facts["players"]
    assert board.orientation == facts["orientation"]
    assert board.numbers["turns"] == facts["turns"]
    assert len(board.doubts) == len(facts["doubts"])


@pytest.mark.rule("osaka.setup.cubes")
def test_every_city_but_namba_starts_with_a_promoter_and_its_random_cubes() -> None:
    table = Table(load("osaka"), NAMES[:3])
    table.act("order 1 2 3")
    while table.state.agenda[0].kind.startswith("fill"):
        s = table.state
        colours = [colour for n, colour in enumerate(COLOURS) for _ in range(s.bag[n]) if n != BLACK]
        table.act("draw " + " ".join(colours[: s.agenda[0].a]))
    desk = Desk("osaka")
    desk.table = table
    assert len(desk.cubes("Namba")) == 5 and "black" not in desk.cubes("Namba")
    for cities, cubes in ((CORNERS, 3), (OTHERS, 2)):
        for city in cities:
            assert len(desk.cubes(city)) == cubes and desk.cubes(city).count("black") == 1
    assert sum(table.state.cubes) == 5 + 4 * 3 + 7 * 2
    assert table.state.bag[BLACK] == 16 - 11


@pytest.mark.rule("osaka.move.bonus-where", "osaka.setup.cubes")
def test_black_is_drawn_like_any_colour_once_the_promoters_are_placed() -> None:
    table = Table(load("osaka"), NAMES[:2])
    assert table.state.bag[BLACK] == 5 and sum(table.state.cubes) == 11
    table.act("order 1 2")
    draw = ["black"] * 5 + ["red"] * 20 + ["blue"] * 20 + ["purple"] * 20
    assert table.why_not("draw " + " ".join(draw[: table.state.agenda[0].a])) is None


@pytest.mark.rule("osaka.turns", "osaka.two")
@pytest.mark.parametrize(("players", "turns"), [(2, 8), (3, 8), (4, 8), (5, 7)])
def test_the_game_lasts_eight_turns_and_seven_with_five_players(players: int, turns: int) -> None:
    desk = Desk("osaka", players)
    desk.rich(500)
    while desk.asked[0] != "over":
        last = desk.s.turn
        kind = desk.asked[0]
        desk.act(
            {"issue": "issue 0", "bid": "drop", "build": "done", "move": "pass"}.get(kind) or desk.says()[0]
        )
    assert last == turns


# Promoters -----------------------------------------------------------------------------------------------


@pytest.mark.rule("osaka.move.promoter")
@pytest.mark.parametrize(
    ("owners", "with_promoter", "without"),
    [
        ((0, 0, 0), [3, 0, 0], [2, 0, 0]),
        ((0, 0, 1), [2, 1, 0], [1, 0, 0]),
        ((1, 2, 1), [0, 2, 1], [0, 1, 0]),
        ((1, None, None), [0, 1, 0], [0, 0, 0]),
    ],
)
def test_without_a_promoter_each_owner_gets_one_less(
    owners: tuple[int | None, ...], with_promoter: list[int], without: list[int]
) -> None:
    for cubes, income in ((["black"], with_promoter), (["black", "black"], with_promoter), ([], without)):
        desk = three_links(*owners)
        desk.set_cubes("Tennoji", *cubes)
        desk.act("deliver Shin-Osaka red to Tennoji")
        assert desk.s.income == income


@pytest.mark.rule("osaka.move.promoter")
def test_a_black_cube_needs_no_promoter() -> None:
    desk = moving(midosuji(building(), 1, 0, 0))
    desk.set_cubes("Shin-Osaka", "black")
    desk.act("deliver Shin-Osaka black to Namba")
    assert desk.s.income == [1, 1, 0]


@pytest.mark.rule("osaka.move.promoter-floor")
def test_the_loss_takes_no_more_than_the_delivery_brings() -> None:
    desk = moving(midosuji(building(), 1, 0, 0))
    desk.set_cubes("Namba", "red")
    desk.s.income = [0, 7, 4]
    desk.act("deliver Namba red Tennoji")
    assert desk.s.income == [0, 7, 4]


@pytest.mark.rule("osaka.move.promoter-when")
@pytest.mark.parametrize("place", ["Shin-Osaka", "Umeda", "Namba"])
def test_only_a_promoter_in_the_destination_counts(place: str) -> None:
    desk = three_links(0, 0, 0)
    desk.set_cubes(place, *desk.cubes(place), "black")
    desk.act("deliver Shin-Osaka red to Tennoji")
    assert desk.s.income == [2, 0, 0]


@pytest.mark.rule("osaka.move.promoter-when", "osaka.action.promotion")
def test_a_promoter_placed_just_before_the_move_counts() -> None:
    desk = midosuji(building("promotion", "production", "turn-order"), 0, 0, 0)
    desk.go_to("promote")
    for city in ("Shin-Osaka", "Umeda", "Namba", "Tennoji"):
        desk.set_cubes(city)
    desk.set_cubes("Shin-Osaka", "red")
    desk.s.engine[0] = 3
    desk.act("promote Tennoji", "deliver Shin-Osaka red to Tennoji")
    assert desk.s.income[0] == 3


@pytest.mark.rule("example.osaka-promoter", "osaka.move.promoter-when")
def test_example_the_promoter_is_taken_away_first() -> None:
    desk = moving(midosuji(building(), 1, 1, 1))
    desk.put("H8", "NW-S", 0)
    desk.set_cubes("Shin-Osaka", "red")
    desk.set_cubes("Tennoji", "black")
    desk.s.engine = [1, 3, 1]
    desk.act("deliver Tennoji black N Namba")
    assert desk.s.income == [1, 0, 0]
    assert desk.cubes("Tennoji") == []
    desk.act("deliver Shin-Osaka red to Tennoji")
    assert desk.s.income == [1, 2, 0]


# Applause ------------------------------------------------------------------------------------------------


@pytest.mark.rule("osaka.move.bonus", "osaka.move.bonus-where")
@pytest.mark.parametrize(
    ("there", "dollars"),
    [
        ({}, 0),
        ({"Umeda": ["red"]}, 1),
        ({"Umeda": ["red", "blue"], "Namba": ["red"]}, 2),
        ({"Tennoji": ["red"]}, 1),
        ({"Tennoji": ["red", "red"], "Namba": ["red"]}, 3),
        ({"Tennoji": ["red", "red"], "Namba": ["red", "red"], "Umeda": ["red"]}, 3),
        ({"Shin-Osaka": ["red", "red", "red"]}, 0),
        ({"Umeda": ["blue", "yellow", "purple", "black"], "Namba": ["black"]}, 0),
        ({"Kyobashi": ["red"], "Nara": ["red"]}, 0),
    ],
)
def test_each_cube_of_its_colour_on_the_way_and_at_its_end_brings_a_dollar(
    there: dict[str, list[str]], dollars: int
) -> None:
    desk = three_links(1, None, 2)
    for place, cubes in there.items():
        desk.set_cubes(place, *cubes)
    cash = list(desk.s.cash)
    desk.act("deliver Shin-Osaka red to Tennoji")
    assert desk.s.cash == [cash[0] + dollars, cash[1], cash[2]]


@pytest.mark.rule("osaka.move.bonus")
def test_a_black_cube_brings_no_applause() -> None:
    desk = moving(midosuji(building(), 0, 0, 0))
    desk.set_cubes("Shin-Osaka", "black", "black")
    desk.set_cubes("Umeda", "black")
    desk.set_cubes("Namba", "black")
    cash = list(desk.s.cash)
    desk.act("deliver Shin-Osaka black to Namba")
    assert desk.s.cash == cash and desk.s.income == [2, 0, 0]


@pytest.mark.rule("osaka.move.bonus")
def test_two_deliveries_of_a_turn_bring_six_dollars_at_most() -> None:
    desk = moving(midosuji(building(), 0, 0, 0))
    desk.set_cubes("Shin-Osaka", "red", "red")
    desk.set_cubes("Umeda", "red", "red", "red", "red", "red")
    cash = desk.s.cash[0]
    desk.act("deliver Shin-Osaka red to Tennoji", "pass", "pass", "deliver Shin-Osaka red to Tennoji")
    assert desk.s.cash[0] == cash + 6


@pytest.mark.rule("example.osaka-bonus", "osaka.move.bonus")
def test_example_two_purple_cubes_are_passed() -> None:
    desk = building()
    desk.act(AIRPORT_EXPRESS)
    desk.put("C15", "N-S", 0)
    desk.put("C16", "N-SW", 0)
    moving(desk)
    desk.set_cubes("Kansai-Airport", "purple")
    desk.set_cubes("Izumisano", "purple", "purple")
    desk.set_cubes("Wakayama", "black")
    cash = list(desk.s.cash)
    desk.act("deliver Kansai-Airport purple Izumisano Wakayama")
    assert desk.s.income == [2, 0, 0]
    assert desk.s.cash == [cash[0] + 2, *cash[1:]]


def red_ways(desk: Desk) -> list[str]:
    """What each way of the red cube from Umeda to Tennoji brings."""
    said = {desk.game.say(a): a for a in desk.game.options(desk.s)}
    return [
        worth(desk.game, desk.s, a, NAMES)
        for sentence, a in said.items()
        if sentence.startswith("deliver Umeda red") and sentence.endswith("Tennoji")
    ]


@pytest.mark.rule("osaka.move.bonus")
def test_ways_that_differ_only_in_applause_are_both_offered_and_to_means_the_better() -> None:
    desk = moving(kyobashi_line(midosuji(building(), 0, 0, 0), 0, 0))
    desk.set_cubes("Umeda", "red")
    desk.set_cubes("Tennoji", "black")
    desk.set_cubes("Namba", "red")
    desk.set_cubes("Kyobashi", "red", "red")
    assert sorted(red_ways(desk)) == ["2 links: Ada +2, Ada +$1", "2 links: Ada +2, Ada +$2"]
    cash = desk.s.cash[0]
    desk.act("deliver Umeda red to Tennoji")
    assert desk.s.cash[0] == cash + 2


@pytest.mark.rule("osaka.move.promoter")
def test_ways_are_offered_once_where_the_loss_makes_them_alike() -> None:
    desk = moving(kyobashi_line(midosuji(building(), None, 0, 1), None, 1))
    desk.set_cubes("Umeda", "red")
    assert red_ways(desk) == ["2 links: nobody gains"]
    desk.set_cubes("Tennoji", "black")
    assert sorted(red_ways(desk)) == ["2 links: Ada +1, Ben +1", "2 links: Ben +1"]


# Promotion -----------------------------------------------------------------------------------------------


@pytest.mark.rule("osaka.action.promotion", "osaka.action.promotion-must")
def test_promotion_puts_a_black_cube_from_the_bag_into_a_city_of_ones_choice() -> None:
    desk = building("promotion", "production", "turn-order")
    desk.go_to("promote")
    assert desk.asked == ("promote", 0)
    before, there = desk.s.bag[BLACK], desk.cubes("Nara").count("black")
    desk.act("promote Nara")
    assert desk.cubes("Nara").count("black") == there + 1
    assert desk.s.bag[BLACK] == before - 1
    assert desk.asked == ("move", 0)
    assert story(desk.game, desk.table.news, NAMES) == ["Ada put a promoter into Nara"]


@pytest.mark.rule("osaka.action.promotion")
def test_any_city_that_is_not_black_gets_a_promoter_new_cities_too() -> None:
    desk = building("promotion", "production", "turn-order")
    make_cities(desk, Yao="A", Hirakata="C")
    desk.go_to("promote")
    cities = {f"promote {city}" for city in (*CORNERS, *OTHERS, "Yao")}
    assert set(desk.says()) == {"decline", *cities}
    for place in ("Namba", "Hirakata", "Toyonaka", "G4"):
        assert refused(desk, f"promote {place}") == BLACK_CITY
    assert desk.why("promote Namba") == "A promoter goes to a city that is not black; Namba is none."
    for hex in (-1, -99, desk.board.size, 10**9):
        assert desk.game.why_not(desk.s, Promote(hex)) == refusals.NO_SUCH_HEX
    with pytest.raises(Unreadable, match="Say it so: promote CITY"):
        desk.game.read(desk.s, "promote Nara Kyoto")


@pytest.mark.rule("osaka.action.promotion")
@pytest.mark.parametrize(
    ("actions", "course"),
    [
        (
            ("production", "promotion", "turn-order"),
            "move 0, promote 1, move 1, move 2, move 0, move 1, move 2",
        ),
        (
            ("first-move", "locomotive", "promotion"),
            "move 0, move 1, promote 2, move 2, move 0, move 1, move 2",
        ),
        (
            ("promotion", "first-move", "production"),
            "move 1, promote 0, move 0, move 2, move 1, move 0, move 2",
        ),
        (("production", "locomotive", "turn-order"), "move 0, move 1, move 2, move 0, move 1, move 2"),
    ],
)
def test_the_promoter_comes_just_before_the_first_move_of_its_owner(
    actions: tuple[str, ...], course: str
) -> None:
    desk = building(*actions)
    desk.act("done", "done", "done")
    asked = []
    while desk.asked[0] in ("move", "promote"):
        asked.append("{} {}".format(*desk.asked))
        desk.act("pass" if desk.asked[0] == "move" else "promote Kyoto")
    assert ", ".join(asked) == course


@pytest.mark.rule("osaka.action.promotion-must")
@pytest.mark.parametrize("first", ["pass", "engine"])
def test_the_promoter_may_be_declined_and_comes_before_any_kind_of_move(first: str) -> None:
    desk = building("production", "promotion", "turn-order")
    desk.go_to("promote")
    bag = bytes(desk.s.bag)
    other = desk.table.copy()
    other.act("decline")
    assert bytes(other.state.bag) == bag and other.state.agenda[0].kind == "move"
    assert story(desk.game, other.news, NAMES) == ["Ben placed no promoter"]
    desk.act("promote Umeda", first)
    assert desk.asked == ("move", 2)


@pytest.mark.rule("osaka.action.promotion")
def test_nothing_is_placed_if_the_bag_has_no_black_cube_then() -> None:
    for actions in (("promotion", "production"), ("production", "promotion")):
        desk = building(*actions)
        no_promoters_left(desk)
        desk.act("done", "done")
        assert desk.asked == ("move", 0)
        desk.act("pass")
        assert desk.asked == ("move", 1)


@pytest.mark.rule("osaka.action.promotion")
def test_a_black_cube_delivered_before_may_be_placed_again() -> None:
    desk = midosuji(building("production", "promotion"), 0, 0, 0)
    desk.set_cubes("Tennoji", "black")
    no_promoters_left(desk)
    desk.act("done", "done", "deliver Tennoji black Namba")
    assert desk.asked == ("promote", 1)
    desk.act("promote Kyoto")
    assert desk.asked == ("move", 1) and desk.s.bag[BLACK] == 0


@pytest.mark.rule("osaka.action.promotion", "osaka.action.price-cut")
def test_the_actions_are_those_of_the_base_game_with_price_cut_for_engineer_and_promotion_more() -> None:
    desk = Desk("osaka")
    desk.go_to("take")
    names = "first-move first-build price-cut locomotive urbanization production turn-order promotion"
    assert desk.says() == [f"take {name}" for name in names.split()]
    with pytest.raises(Unreadable, match="is no action"):
        desk.game.read(desk.s, "take engineer")


# Building ------------------------------------------------------------------------------------------------


def paid(desk: Desk, *sentences: str) -> list[int]:
    """What who is asked pays for each of these."""
    out = []
    for sentence in sentences:
        seat = desk.asked[1]
        before = desk.s.cash[seat]
        desk.act(sentence)
        out.append(before - desk.s.cash[seat])
    return out


@pytest.mark.rule("osaka.action.price-cut")
def test_price_cut_halves_one_tile_rounded_up_and_gives_no_fourth() -> None:
    desk = building("price-cut", "production", "turn-order")
    assert paid(desk, "build L2 NE-SW", "build K3 NE-SW", "build D3 NW-SE") == [3, 2, 4]
    assert refused(desk, "build C4 N-S") == refusals.NO_BUILDS_LEFT
    desk.act("done")
    assert paid(desk, "build N2 NW-S") == [5]


@pytest.mark.rule("osaka.action.price-cut")
def test_the_dearest_tile_is_halved_whenever_it_is_laid() -> None:
    desk = building("price-cut", "production", "turn-order")
    # 4 at half, then 5 at half and the first in full after all.
    assert paid(desk, "build D3 NW-SE", "build L2 NE-SW") == [2, 3 + 2]


@pytest.mark.rule("osaka.action.price-cut-any", "osaka.link.marine")
def test_price_cut_halves_a_connection_too() -> None:
    desk = building("price-cut", "production", "turn-order")
    assert paid(desk, "build L2 NE-SW", AIRPORT_EXPRESS, "build D3 NW-SE") == [3, 4 + 2, 4]
    desk = building("price-cut", "production", "turn-order")
    desk.s.cash[0] = 3
    assert refused(desk, AIRPORT_EXPRESS) == refusals.CANNOT_AFFORD
    desk.s.cash[0] = 4
    assert paid(desk, AIRPORT_EXPRESS) == [4]


@pytest.mark.rule("osaka.action.price-cut-any")
def test_price_cut_halves_a_replacement_too() -> None:
    desk = building("price-cut", "production", "turn-order")
    desk.put("G9", "N-S", 0)
    assert paid(desk, "build G9 N-SE") == [1]


@pytest.mark.rule("osaka.cost")
def test_a_plain_hex_costs_2_and_a_river_3() -> None:
    desk = building()
    assert paid(desk, "build G6 N-S", "build G7 N-S") == [3, 2]


@pytest.mark.rule("osaka.cost")
def test_prices_are_printed_on_the_hexes_round_the_corner_cities_and_nowhere_else() -> None:
    board = load("osaka").board
    for city, price in zip(CORNERS, (4, 5, 6, 6)):
        hex = board.read_hex(city)
        around = [side // 6 for side in board.across[6 * hex : 6 * hex + 6] if side != board.wall]
        assert {board.prices[other] for other in around} == {price}
    corners = {board.read_hex(city) for city in CORNERS}
    for hex in range(board.size):
        printed = not board.kind[hex] and board.prices[hex] not in (2, 3)
        beside = any(board.are_neighbours(hex, corner) for corner in corners)
        assert printed == (beside and not board.kind[hex])
    desk = building()
    assert paid(desk, "build C4 N-S", "build M9 SE-NW", "build N2 NW-S") == [4, 6, 5]


@pytest.mark.rule("osaka.cost")
def test_replacing_on_a_printed_hex_costs_the_usual_price() -> None:
    desk = building()
    desk.put("M9", "SE-NW", 0)
    assert paid(desk, "build M9 SE-N") == [2]


@pytest.mark.rule("osaka.link.marine", "osaka.link.marine-owner")
@pytest.mark.parametrize(("sentence", "price"), [(AIRPORT_EXPRESS, 8), (YUMESAKI, 8), (TUNNEL, 10)])
def test_a_connection_over_the_bay_is_a_build_a_point_and_has_one_owner(sentence: str, price: int) -> None:
    desk = bay()
    desk.s.cash[0] = price - 1
    assert refused(desk, sentence) == refusals.CANNOT_AFFORD
    desk.s.cash[0] = price
    assert desk.s.begun == [0, 0, 0]
    assert desk.s.agenda[0].a == 3
    assert paid(desk, sentence) == [price]
    assert desk.s.agenda[0].a == 2
    assert [desk.game.rules.sections(desk.s, seat) for seat in range(3)] == [1, 0, 0]
    assert desk.game.rules.score_parts(desk.s, 0)["track"] == 1
    desk.act("done")
    assert refused(desk, sentence) == refusals.LINK_SOLD


@pytest.mark.rule("osaka.link.marine")
def test_a_connection_takes_the_last_build_and_no_more() -> None:
    desk = bay()
    desk.act("build G6 N-S", "build G7 N-S", "build G4 N-S")
    assert refused(desk, AIRPORT_EXPRESS) == refusals.NO_BUILDS_LEFT


@pytest.mark.rule("osaka.link.marine")
def test_one_connection_a_player_a_turn() -> None:
    desk = bay()
    desk.act(TUNNEL)
    assert refused(desk, YUMESAKI) == ONE_MARINE
    assert refused(desk, AIRPORT_EXPRESS) == ONE_MARINE
    desk.act("build G6 N-S", "done", YUMESAKI)
    assert refused(desk, AIRPORT_EXPRESS) == ONE_MARINE
    desk.act("done", "done")
    desk.go_to("build", 0)
    assert desk.s.turn == 2
    desk.rich()
    assert accepted(desk, AIRPORT_EXPRESS)


@pytest.mark.rule("osaka.link.marine")
def test_both_ends_of_a_connection_must_be_cities() -> None:
    desk = building("urbanization", "production", "turn-order")
    assert accepted(desk, AIRPORT_EXPRESS)
    assert refused(desk, YUMESAKI) == MARINE_ENDS
    assert refused(desk, TUNNEL) == MARINE_ENDS
    assert desk.why(TUNNEL) == "Both ends of Cosmosquare–Yumeshima must be cities."
    desk.act("urbanize Yumeshima A")
    assert refused(desk, YUMESAKI) == MARINE_ENDS
    make_cities(desk, UniversalCity="B")
    assert accepted(desk, YUMESAKI)
    assert refused(desk, TUNNEL) == MARINE_ENDS


@pytest.mark.rule("osaka.link.marine-owner")
def test_goods_over_a_connection_pay_its_owner() -> None:
    desk = bay()
    desk.act("done", YUMESAKI)
    moving(desk)
    desk.set_cubes("Universal-City", "blue")
    desk.set_cubes("Yumeshima", "black")
    desk.act("deliver Universal-City blue Yumeshima")
    assert desk.s.income == [0, 1, 0]


# Two players ---------------------------------------------------------------------------------------------


@pytest.mark.rule("osaka.two", "osaka.two.dice")
@pytest.mark.parametrize(("bids", "first", "second"), [((1, 4, 5), 5, 2), ((1, 3, 6), 6, 2), ((4,), 4, 0)])
def test_of_two_the_second_pays_half_of_their_own_last_bid(
    bids: tuple[int, ...], first: int, second: int
) -> None:
    desk = Desk("osaka", 2)
    desk.act("issue 0", "issue 0", *(f"bid {bid}" for bid in bids), "drop")
    assert desk.s.order == [0, 1]
    assert desk.s.cash == [10 - first, 10 - second]


@pytest.mark.rule("osaka.two")
def test_of_three_the_second_pays_all() -> None:
    desk = Desk("osaka", 3)
    desk.act("issue 0", "issue 0", "issue 0", "bid 1", "bid 2", "bid 3", "drop", "bid 5", "drop")
    assert desk.s.order == [1, 2, 0]
    assert desk.s.cash == [10, 10 - 5, 10 - 3]


@pytest.mark.rule("osaka.two")
def test_for_two_there_is_no_turn_order() -> None:
    desk = Desk("osaka", 2)
    desk.go_to("take")
    assert refused(desk, "take turn-order") == refusals.NOT_OFFERED
    desk = Desk("osaka", 3)
    desk.go_to("take")
    assert accepted(desk, "take turn-order")


@pytest.mark.rule("osaka.two")
def test_for_two_an_action_taken_is_closed_to_both_in_the_next_turn_only() -> None:
    desk = Desk("osaka", 2)
    desk.take("locomotive", "urbanization")
    desk.go_to("issue")
    desk.rich()
    desk.go_to("take")
    for closed in ("locomotive", "urbanization"):
        assert refused(desk, f"take {closed}") == CLOSED
    desk.act("take first-move")
    for closed in ("locomotive", "urbanization"):
        assert refused(desk, f"take {closed}") == CLOSED
    assert refused(desk, "take first-move") == refusals.ACTION_TAKEN
    desk.act("take promotion")
    desk.go_to("issue")
    desk.go_to("take")
    assert desk.s.turn == 3
    assert accepted(desk, "take locomotive") and accepted(desk, "take urbanization")
    assert refused(desk, "take first-move") == CLOSED
    assert refused(desk, "take promotion") == CLOSED


@pytest.mark.rule("osaka.two")
def test_for_three_nothing_is_closed() -> None:
    desk = Desk("osaka", 3)
    desk.take("locomotive", "urbanization", "promotion")
    desk.go_to("issue")
    desk.rich()
    desk.go_to("take")
    assert len(desk.says()) == 8


@pytest.mark.rule("osaka.two.dice")
def test_for_two_two_dice_are_rolled_a_half() -> None:
    desk = Desk("osaka", 2)
    desk.table.nature = None
    desk.go_to("grow")
    assert desk.asked[1] == NATURE
    assert desk.refusal("roll 1 2") is None
    for wrong in ("roll 1", "roll 1 2 3"):
        assert desk.refusal(wrong) == refusals.WRONG_DICE


# Bots -------------------------------------------------------------------------------------------------


def test_greedy_counts_on_a_step_more_where_a_delivery_ends_at_a_promoter() -> None:
    desk = three_links(0, 0, 0)
    start, red = desk.hex("Shin-Osaka"), COLOURS.index("red")

    def brings() -> float:
        network = network_of(desk.game.rules, desk.s, 0, {start: 1 << red})
        return network.tables[STRIDE * start + red][3]

    assert brings() == 2
    desk.set_cubes("Tennoji", "black")
    assert brings() == 3


def test_greedy_takes_promotion_for_what_a_promoter_brings() -> None:
    desk = three_links(0, 0, 0)
    desk.s.agenda = []
    promotion = desk.board.actions.index("promotion")

    def worth_of_promotion() -> float:
        bot = GreedyBot()
        look = bot.outlook(desk.game, desk.s.copy(), 0)
        plans = look.plans(0, 0)
        return bot._worth_of_action(look, plans, promotion).points

    desk.s.bag[BLACK] = 1
    assert worth_of_promotion() > 0
    desk.s.bag[BLACK] = 0
    assert worth_of_promotion() == 0
