"""What the page is told: questions in words, deliveries with their ways, and why something cannot be done."""

from __future__ import annotations

import random
import re

import pytest

from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.choices import MoveChoice, Question
from footplate.age_of_steam.drawing.rivers import Flow, course
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS, unmask
from footplate.age_of_steam.look import tiles_for, why_no_delivery, why_not_here
from footplate.age_of_steam.narration import prompt, worth
from footplate.age_of_steam.question import question
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.view import LinkView, View, board_view, canvas_for, view
from footplate.core.game import NOBODY
from footplate.core.table import Chance, Table
from tests.desk import NAMES, Desk
from tests.desk import building as rust_belt_building
from tests.maps.test_germany import building as german_building
from tests.maps.test_st_lucia import building as island_building
from tests.maps.test_st_lucia import found, island
from tests.maps.test_western_us import building as western_building
from tests.maps.test_western_us import northern


def shown(desk: Desk) -> View:
    return view(desk.game, desk.s, desk.table.seats)


def asked(desk: Desk) -> Question:
    out = question(desk.game, desk.s, shown(desk))
    assert out is not None
    return out


def moves(desk: Desk) -> MoveChoice:
    move = asked(desk).move
    assert move is not None
    return move


# Ways ---------------------------------------------------------------------------------------------------


def ends_of(link: LinkView) -> tuple[tuple[float, float], tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", link.d)]
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


def check_ways(game: AgeOfSteam, s: SteamState) -> int:
    """Every delivery's links lead from stop to stop, and their lines join end to end."""
    told = view(game, s, NAMES[: s.seats])
    asked = question(game, s, told)
    assert asked is not None and asked.move is not None
    hexes = board_view(game).hexes
    for delivery in asked.move.deliveries:
        at = delivery.hex
        for number, stop in zip(delivery.links, delivery.stops, strict=True):
            link = told.links[number]
            assert set(link.ends) == {at, stop}
            assert not link.begins or at == delivery.hex
            line = ends_of(link) if link.ends[0] == at else ends_of(link)[::-1]
            for point, hex in zip(line, (at, stop)):
                assert point == pytest.approx((hexes[hex].x, hexes[hex].y), abs=0.1)
            at = stop
    return sum(told.links[delivery.links[0]].begins for delivery in asked.move.deliveries)


@pytest.mark.parametrize("seed", range(4))
def test_the_ways_of_st_lucias_cubes_begin_on_their_track_and_join_end_to_end(seed: int) -> None:
    game, rng = load("st-lucia"), random.Random(seed)
    table = Table(game, NAMES[:2], Chance(random.Random(seed)))
    begun = 0
    while table.actor != NOBODY:
        s = table.state
        # Nobody is ever short of money, so that much is built and moved.
        s.cash = [50, 50]
        if s.agenda[0].kind == "move":
            begun += check_ways(game, s)
        said = table.options()
        eager = [
            text
            for verb in ("urbanize", "take urbanization", "build", "deliver")
            for text in said
            if text.startswith(verb)
        ]
        table.act(rng.choice(eager[:40] or said))
    assert begun, "no cube was ever delivered from track"


def crossroads() -> Desk:
    """Two links join Castries, which is red, and Le Cap, Ada's and Ben's; they cross under a cube on D2."""
    desk = island_building()
    found(desk, "Castries", "A")
    found(desk, "Le-Cap", "B")
    desk.put("D2", "N-S/NE-SW", 1, 0)
    desk.put("E2", "N-SW", 0)
    for hex, track in (("D1", "NE-S"), ("D3", "N-SW"), ("C4", "N-NE")):
        desk.put(hex, track, 1)
    desk.set_cubes("D2", "red")
    for hex in ("E2", "D1", "D3", "C4"):
        desk.set_cubes(hex)
    desk.go_to("move", 0)
    return desk


@pytest.mark.rule("st-lucia.move.track-cube", "st-lucia.move.double-track")
def test_a_cube_on_two_tracks_tells_by_which_side_it_leaves() -> None:
    desk = crossroads()
    told = shown(desk)
    d2, castries, cap = map(desk.hex, ("D2", "Castries", "Le-Cap"))
    begins = [(link.ends, link.owner) for link in told.links.values() if link.begins]
    assert sorted(begins) == sorted((ends, seat) for ends in ([d2, castries], [d2, cap]) for seat in (0, 1))
    assert [player.links for player in told.players] == [1, 1], "a way from track is no link"
    assert [(d.leaves, d.gains) for d in moves(desk).deliveries] == [
        ("leaves SW towards Castries", ((0, 1),)),
        ("leaves S towards Castries", ((1, 1),)),
    ]
    check_ways(desk.game, desk.s)


def test_why_a_cube_on_a_hex_cannot_move() -> None:
    desk = crossroads()
    desk.put("F2", "S-SE", 0)
    red = COLOURS.index("red")
    for hex in ("G3", "F2"):
        desk.set_cubes(hex, "red")

    def why(hex: str) -> str:
        return why_no_delivery(desk.game, desk.s, desk.hex(hex), red)

    assert why("G3") == "No track lies on G3 yet; a cube moves over track only."
    assert why("F2") == "The track on F2 leads to no town or city yet."
    desk.put("Grand-Anse", "N", 0)
    assert why("F2") == "No city that takes red cubes can be reached from F2 within 1 link."


# Questions of a map's own ------------------------------------------------------------------------------


def in_words(desk: Desk) -> dict[str, tuple[str, str, list[int]]]:
    """The answers by their sentences; the terminal says the same."""
    out = asked(desk)
    assert out.sentences == []
    for answer in out.answers:
        action = desk.game.read(desk.s, answer.sentence)
        assert worth(desk.game, desk.s, action, desk.table.seats) == f"{answer.label}: {answer.says}"
    return {answer.sentence: (answer.label, answer.says, answer.seats) for answer in out.answers}


def test_who_gets_a_bonus_is_asked_by_name_with_the_income_before_and_after() -> None:
    desk = western_building()
    northern(desk, 0, 1, 1)
    desk.s.engine = [6] * 3
    desk.set_cubes("Seattle", "red")
    desk.go_to("move", 0)
    desk.s.income = [7, 2, 0]
    (delivery,) = [d for d in moves(desk).deliveries if d.stops[-1] == desk.hex("Duluth")]
    assert delivery.then == "Choose who gets the bonus"
    desk.act(delivery.sentence)
    assert in_words(desk) == {
        "reward 1": ("Ada", "+1 income: 8 → 9", [0]),
        "reward 2": ("Ben", "+1 income: 4 → 5", [1]),
    }
    told = prompt(desk.game, desk.s, desk.table.seats)
    assert told.ask == "Ada, choose who gets the bonus"
    assert told.figures == "+1 income for one of the railroads that were used"


def test_a_bonus_that_only_one_can_get_is_part_of_what_a_delivery_brings() -> None:
    desk = western_building()
    northern(desk, 0, 0, 0)
    desk.s.engine = [6] * 3
    desk.set_cubes("Seattle", "red")
    desk.go_to("move", 0)
    (delivery,) = [d for d in moves(desk).deliveries if d.stops[-1] == desk.hex("Duluth")]
    assert (delivery.gains, delivery.more, delivery.then) == (((0, 4),), ((0, 1),), None)


def test_who_is_paid_for_the_transcontinental_link_is_asked_by_name() -> None:
    desk = western_building()
    northern(desk, 1, 2, 0, "M2")
    desk.s.income = [1, 2, 3]
    desk.act("build M2 E-W")
    assert in_words(desk)["reward 1 3"] == (
        "Ada and Cy",
        "+2 income each: Ada 1 → 3, Cy 3 → 5",
        [0, 2],
    )
    assert prompt(desk.game, desk.s, desk.table.seats).figures == "+2 income each for two railroads"


def test_paying_to_go_first_says_what_follows_in_every_case() -> None:
    desk = island()
    desk.s.cash = [12, 7]
    pay = ("Pay $5", "You go first; $7 left.", [0])
    asked_next = "Ben is asked next; if both decline, you go first free."
    assert in_words(desk) == {"pay": pay, "decline": ("Decline", asked_next, [1])}
    desk.s.cash = [12, 4]
    assert in_words(desk)["decline"] == ("Decline", "You go first free: Ben cannot pay.", [0])
    desk.s.cash = [12, 7]
    desk.act("decline")
    assert in_words(desk) == {
        "pay": ("Pay $5", "You go first; $2 left.", [1]),
        "decline": ("Decline", "Ada goes first free.", [0]),
    }
    assert (
        prompt(desk.game, desk.s, desk.table.seats).figures
        == "Ben has $7, Ada $12 · otherwise Ada goes first"
    )


# Actions, places, prices --------------------------------------------------------------------------------


def test_an_action_that_was_used_says_why_it_cannot_be_taken() -> None:
    desk = Desk("barbados", 1)
    desk.take("engineer")
    desk.go_to("take")
    offers = {offer.name: offer for offer in asked(desk).take or []}
    assert offers["Engineer"].holder == -1
    assert (offers["Engineer"].refused or "").startswith("You have used")
    assert offers["Locomotive"].refused is None
    assert "engineer" not in prompt(desk.game, desk.s, desk.table.seats).figures


def told(desk: Desk, place: str) -> str:
    """What a place says of itself."""
    return shown(desk).places[desk.hex(place)]


def test_places_say_what_they_are_and_hold() -> None:
    western, southern = Desk("western-us"), Desk("southern-us")
    western.set_cubes("Seattle")
    western.set_cubes("Spokane")
    western.set_cubes("Portland", "black")
    southern.set_cubes("Mobile", "red", "blue", "red")
    assert told(western, "Seattle") == "city · west · railroads begin here · takes blue"
    assert told(western, "Spokane") == "town"
    assert told(western, "Portland") == "town · west once a city · holds 1 black"
    assert told(southern, "Mobile") == "city · port · takes purple and white · holds 2 red, 1 blue"


def test_two_places_of_one_name_are_told_with_their_hexes() -> None:
    for map in map_ids():
        places = load(map).board.places
        assert len(set(places)) == len(places)
    fed = {column.place for column in shown(Desk("southern-us")).columns}
    assert "Jackson A8" in fed and "Jackson" not in fed


def test_anothers_track_far_from_ones_own_is_refused_for_being_far() -> None:
    desk = Desk()
    desk.go_to("build", 0)
    desk.put("F8", "SW-SE", 1)
    assert "must extend from a city" in why_not_here(desk.game, desk.s, desk.hex("F8"), desk.table.seats).text


def test_where_no_city_stands_the_refusal_says_that_one_comes_first() -> None:
    desk = Desk("st-lucia", 2)
    desk.go_to("build")
    refusal = why_not_here(desk.game, desk.s, desk.hex("D2"), desk.table.seats)
    assert refusal.text.startswith("No city stands yet")


def test_cotton_tells_what_is_more_than_the_links_bring() -> None:
    desk = Desk("southern-us")
    desk.go_to("move", 0)
    for hex, track in (("Selma", "S"), ("E9", "N-S"), ("E10", "N-S")):
        desk.put(hex, track, 1)
    (cotton,) = [d for d in moves(desk).deliveries if d.colour == "white"]
    assert (cotton.gains, cotton.more, cotton.own) == (((0, 1), (1, 1)), ((0, 1),), 1)


def test_a_board_without_auction_or_growth_says_so() -> None:
    facts = {map: board_view(load(map)) for map in ("rust-belt", "barbados", "st-lucia")}
    assert {map: (board.auction, board.growth) for map, board in facts.items()} == {
        "rust-belt": (True, True),
        "barbados": (False, True),
        "st-lucia": (False, False),
    }


def test_a_tile_tells_its_full_price_where_less_is_paid() -> None:
    for action, price in (("engineer", 5), ("locomotive", 9)):
        desk = german_building(action)
        tile = tiles_for(desk.game, desk.s, desk.hex("L9"))[0]
        assert len(tile.completes) == 1
        assert (tile.price, tile.full) == (price, 9)
        assert ("$5 instead of $9" in tile.says) == (price == 5)


def test_a_tile_tells_what_follows_at_once_from_building_it() -> None:
    for owners, gains, then in (((0, 0, 0), [(0, 4)], None), ((0, 1, 2), [], "Choose who is paid")):
        desk = western_building()
        northern(desk, *owners, "B2")
        tile = next(tile for tile in tiles_for(desk.game, desk.s, desk.hex("B2")) if tile.completes)
        assert tile.gains == gains
        assert (tile.then or "").startswith(then or "") and bool(tile.then) == bool(then)


def test_a_build_that_cannot_be_ended_says_why() -> None:
    desk = german_building()
    build = asked(desk).build
    assert build is not None and build.unfinished is None
    assert [(link.name, link.price) for link in build.connects] == [("Köln/Düsseldorf–Essen/Dortmund", 2)]
    desk.act("build E6 NE-SW")
    build = asked(desk).build
    assert build is not None
    assert "your track on E6 is still open" in (build.unfinished or "")


def test_a_foreign_terminal_says_that_it_is_one() -> None:
    desk = german_building()
    (colour,) = unmask(desk.s.demand[desk.hex("Warsaw")])
    assert told(desk, "Warsaw") == f"foreign terminal · takes {colour}"


def test_the_track_of_a_player_is_counted_where_it_scores_nothing() -> None:
    desk = Desk("barbados", 1)
    desk.go_to("build")
    desk.put("B1", "NW-SE", 0)
    assert shown(desk).players[0].track == desk.game.rules.sections(desk.s, 0)


def test_under_a_tile_the_river_runs_as_it_does_on_the_board() -> None:
    desk = rust_belt_building()
    board, canvas = desk.game.board, canvas_for(desk.game, ())
    flow, ground, seen = Flow(board), board_view(desk.game).ground, set()
    for name in ("Q7", "Q8"):
        cell = board.cells[desk.hex(name)]
        water = course(canvas, cell, sorted(flow.sides[cell]))
        tiles = tiles_for(desk.game, desk.s, desk.hex(name))
        assert tiles and all(water in tile.svg for tile in tiles)
        assert water in ground
        seen.add(water)
    assert len(seen) == 2


def test_where_nothing_can_be_built_the_question_says_why() -> None:
    def nothing(desk: Desk) -> str:
        build = asked(desk).build
        assert build is not None
        return build.nothing

    assert nothing(island_building("engineer", "urbanization")) == (
        "No city stands yet. Track begins at a city, so a New City comes first."
    )
    desk = rust_belt_building()
    assert nothing(desk) == ""
    desk.s.cash[desk.s.agenda[0].seat] = 1
    assert nothing(desk) == "No tile that fits can be paid with $1."
    desk.s.agenda[0] = desk.s.agenda[0]._replace(a=0)
    assert nothing(desk) == "All 3 tiles of this build are used."
