"""Sentences: what is said, what is told, what is asked before a slip."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from footplate import games
from footplate.core.game import NATURE, Refusal, Unreadable
from footplate.core.host import Slip
from footplate.core.table import Chance, Table
from footplate.days_of_steam import narration, refusals, survey
from footplate.days_of_steam.actions import BLIND, WATER, Lay, Move
from footplate.days_of_steam.places import NAMES, read_place
from footplate.days_of_steam.slips import slip
from tests.days.desk import PLAYERS, Desk, the_game
from tests.days.scenes import table

GAME = the_game()
LEDGER = Path(__file__).parents[2] / "docs" / "rules" / "days-of-steam.md"
IDS = set(re.findall(r"^- \[([a-z0-9.-]+)\]", LEDGER.read_text("utf-8"), re.M))


def test_every_refusal_rests_on_a_rule_of_the_ledger() -> None:
    found = [value for value in vars(refusals).values() if isinstance(value, Refusal)]
    assert len(found) > 40 and all(refusal.rule in IDS for refusal in found)
    assert all(refusal.text.endswith(".") for refusal in found)


def test_every_rule_of_the_ledger_has_a_test_that_names_it() -> None:
    text = "".join(path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    marked = set(re.findall(r'"(days\.[a-z0-9.-]+)"', text))
    assert marked >= IDS, f"without a test: {sorted(IDS - marked)}"
    assert {rule for rule in marked if not rule.endswith(".md")} <= IDS


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("", "Say one of: lay, town, blind, move, water, burn, exchange."),
        ("fly M13", "“fly” is not among what can be said now: lay, town, blind, move"),
        ("lay curve-1", "Say it so: lay TILE PLACE SIDE"),
        ("lay loop M14 N", "“loop” is no tile; they are straight-1"),
        ("lay curve-1 13M N", "“13M” is no place. A place is a column and a row, such as M13."),
        ("lay curve-1 M999 N", "No map reaches as far as M999; the first town is M13."),
        ("lay curve-1 M14 Q", "“Q” is no side; they are N, E, S, W."),
        ("move", "Say it so: move PLACE PLACE"),
        ("move take", "Say which good is taken"),
        ("move take pink M14", "“pink” is no colour; they are red, yellow, green, blue."),
        ("move M14 take red", "A good is taken before a step; say where the train goes with it."),
        ("move to", "Say it so: move PLACE PLACE"),
        ("move M14 to M15", "Say it so: move PLACE PLACE"),
        ("burn much", "“much” is not a whole number. Say it so: burn NUMBER."),
        ("town pink M15", "“pink” is no colour"),
        ("water now", "Say it so: water."),
    ],
)
def test_what_cannot_be_read_says_what_would_be_right(sentence: str, says: str) -> None:
    desk = Desk()
    with pytest.raises(Unreadable) as wrong:
        desk.game.read(desk.s, sentence)
    assert str(wrong.value).startswith(says)


def test_numbers_that_name_nothing_are_refused_and_do_no_harm() -> None:
    desk = Desk()
    kinds = len(GAME.tiles.tiles)
    strange = [
        Lay(kinds, read_place("M14"), 0),
        Lay(0, -7, 0),
        Lay(0, 10**9, 0),
        Lay(0, read_place("M14"), 9),
    ]
    strange += [Move((), ()), Move((5,), ()), Move((10**9,), (-1,)), Move((read_place("M14"),), (10**9,))]
    for action in strange:
        refusal = GAME.why_not(desk.s, action)
        assert refusal is not None


def test_a_turn_reads_well() -> None:
    desk = Desk(first="yellow")
    desk.tiles("N13 curve-1 S", "N14 straight-1 N", "N15 town red")
    desk.good("M13", "red")
    desk.s.steam[0] = 6
    story = []
    for sentence in ("move take red N13 N14 N15", "roll 5"):
        desk.one(sentence)
        story += narration.story(GAME, desk.table.news, PLAYERS)
    assert story == ["Ada moved M13 to N15 −3 steam", "Ada delivered red to N15, rolled 5 +2 points"]
    desk.hand(1, "straight-1", "hill", "bridge")
    desk.one("lay hill M14 N")
    assert narration.story(GAME, desk.table.news, PLAYERS) == ["Emil laid a hill on M14 +2 steam"]
    desk.one("draw 2 wye")
    fact = desk.table.news[0]
    assert narration.tell(GAME, fact, PLAYERS) == "Emil drew a wye"
    assert narration.tell(GAME, GAME.readable(fact, 0), PLAYERS) == "Emil drew a tile"


def test_derailing_reads_well() -> None:
    desk = Desk(first="yellow")
    desk.tiles("N13 curve-1 S", "N14 straight-1 N", "N15 straight-1 N")
    desk.s.steam[0] = 3
    desk.one("move N13 N14 N15")
    desk.one("roll 1")
    assert narration.story(GAME, desk.table.news, PLAYERS) == ["Ada derailed with a 1, 3 steam lost"]


def test_every_fact_prompt_and_answer_of_whole_games_has_its_words() -> None:
    rng = random.Random(2)
    for seed in range(3):
        table = Table(GAME, PLAYERS[:4], Chance(random.Random(seed)))
        while table.actor != -2:
            s = table.state
            asked = narration.prompt(GAME, s, PLAYERS)
            assert asked.ask.startswith(PLAYERS[table.actor])
            options = GAME.options(s)
            for action in rng.sample(options, min(3, len(options))):
                assert narration.worth(GAME, s, action, PLAYERS) or action.verb == "place"
                slip(GAME, s, action)
            table.act(GAME.say(rng.choice(options)))
            for line in narration.story(GAME, table.news, PLAYERS):
                assert line[0].isupper() and "  " not in line and not line.endswith(".")
        assert narration.verdict(GAME, table.state, PLAYERS).endswith(".")
        assert len(narration.standings(GAME, table.state, PLAYERS)) == 4


def test_slips_are_asked_about() -> None:
    desk = Desk(first="yellow")
    asked = slip(GAME, desk.s, BLIND)
    assert asked is not None and asked.says.startswith("No town fits anywhere now")
    desk.tiles("N13 straight-1 E", "O13 town red", "P13 straight-1 E")
    desk.good("M13", "blue")
    desk.s.steam[0] = 6
    read = lambda sentence: GAME.read(desk.s, sentence)  # noqa: E731
    assert "unloaded in O13" in str(slip(GAME, desk.s, read("move take blue N13 O13")))
    assert "back where it is" in str(slip(GAME, desk.s, read("move N13 O13 N13 M13")))
    assert slip(GAME, desk.s, read("move take blue N13")) is None
    desk.hand(0, "straight-1", "hill", "bridge")
    desk.empty_deck(1)
    desk.s.circuits[1] = 2
    assert "the game would end" in str(slip(GAME, desk.s, read("lay hill M14 N")))


def test_a_win_that_would_be_missed_is_asked_about() -> None:
    desk = Desk(first="red")
    desk.tiles("N13 straight-1 E", "O13 straight-1 E", "P13 town blue")
    desk.good("M13", "blue")
    desk.give(0, "red", "red", "yellow", "green")
    desk.train(0, "M13", steam=3)
    desk.hand(0, "hill", "straight-1", "curve-1")
    assert desk.game.scores(desk.s)[0] == 11

    def asked(sentence: str) -> Slip | None:
        return slip(GAME, desk.s, GAME.read(desk.s, sentence))

    found = asked("lay hill M14 N")
    assert found and found.says == "A move to P13 without a roll would take you to 15 points and win now."
    assert found.safe.say == "move take blue N13 O13 P13"
    assert asked(found.safe.say) is None
    assert asked("move N13"), "a move that does not win"


def test_a_safer_way_to_the_same_end_is_offered() -> None:
    # Straight on it takes three steam and no curve; round by the south four, with two curves.
    desk = Desk(first="red")
    desk.tiles("N13 straight-1 E", "O13 straight-1 E", "P13 town blue")
    desk.tiles("M14 curve-1 N", "N14 straight-1 E", "O14 straight-1 E", "P14 curve-1 W")
    desk.train(0, "M13", steam=6)
    found = slip(GAME, desk.s, GAME.read(desk.s, "move M14 N14 O14 P14 P13"))
    assert found and found.kind == "safer" and found.safe.say == "move N13 O13 P13"
    assert slip(GAME, desk.s, GAME.read(desk.s, "move N13 O13 P13")) is None


def test_water_that_brings_nothing_is_asked_about() -> None:
    desk = Desk(first="red")
    desk.tiles("N13 water-tower E")
    for steam, asks in ((6, True), (5, False)):
        desk.train(0, "N13", steam=steam)
        assert bool(slip(GAME, desk.s, WATER)) == asks


def test_the_end_reads_well() -> None:
    desk = Desk()
    desk.give(0, "red", "yellow", "green", "red")
    desk.s.circuits[0] = 2
    desk.s.agenda, desk.s.over = [], True
    assert narration.verdict(GAME, desk.s, PLAYERS) == (
        "Ada wins with 13: 4 goods 8, 3 colours 3, 2 circuits 2."
    )


# What a page shows ------------------------------------------------------------------------------------------


def test_the_survey_shows_what_may_be_done_and_what_follows() -> None:
    desk = Desk(first="yellow")
    desk.tiles("N13 hill E", "O13 curve-1 S", "M14 curve-2 N", "O14 town red", "L13 straight-1 E")
    desk.good("M13", "red")
    desk.hand(0, "straight-1", "bridge", "hill")
    desk.train(1, "N13")
    desk.s.steam[0] = 6
    shown = survey.hand(GAME.rules, desk.s, 0)
    assert [tile.tile for tile in shown] == list(desk.s.hands[0])
    straight = shown[desk.s.hands[0].index(GAME.tiles.numbers["straight-1"])]
    closing = [fit for fit in straight.fits if fit.circuit]
    assert [(NAMES[fit.place], fit.steam, fit.tile_from_town) for fit in closing] == [("N14", 0, 1)]
    assert {NAMES[step.place] for step in closing[0].circuit} == {"N14", "O14", "O13", "N13", "M13", "M14"}
    listed = {a for a in GAME.options(desk.s) if isinstance(a, Lay)}
    fits = {Lay(tile.tile, fit.place, fit.turn) for tile in shown for fit in tile.fits}
    assert fits == listed
    misfits = survey.misfits(GAME.rules, desk.s, straight.tile)
    assert all(GAME.why_not(desk.s, Lay(straight.tile, m.place, m.turn)) is m.refusal for m in misfits)

    reached = {NAMES[place.place]: place for place in survey.reached(GAME.rules, desk.s, 0)}
    assert "N13" not in reached, "Emil stands there"
    way = next(way for way in reached["O14"].ways if way.points)
    assert (way.spent, way.derails_on, way.points) == (5, 3, 2)
    assert [(NAMES[leg.place], leg.cost, leg.passing, leg.passed) for leg in way.legs] == [
        ("N13", 2, 1, 1),
        ("O13", 1, 0, -1),
        ("O14", 1, 0, -1),
    ]
    assert [leg.hill for leg in way.legs] == [True, False, False]
    assert [leg.curve for leg in way.legs] == [False, True, False]
    assert way.legs[0].took == 0 and way.legs[2].delivers == 0


def test_nature_is_prompted_too() -> None:
    s = GAME.start(2)
    assert GAME.actor(s) == NATURE
    assert narration.prompt(GAME, s, PLAYERS).ask == "The first town is drawn."


def test_the_terminal_draws_the_map_and_tells_about_a_place() -> None:
    """A bridge and a double curve are told from track that is joined."""
    desk = table()
    host, names = games.host_of(desk.game), desk.table.seats
    drawn = ["".join(text for text, _ in line).rstrip() for line in host.text_board(desk.s, names)]
    assert drawn[1:4] == [
        " 11   ╭───┴─    ──┬2Y",
        " 12   │           │   ╰──────╮╰─",
        " 13 Yb  ──────┬─Ry 3────────Br 4──╫─",
    ]
    told = host.describe(desk.s, "m11", names)
    assert told == ["M11: tee, open to east, south and west, Emil’s train with green."]
    assert host.describe(desk.s, "Q13", names) == ["Q13: bridge, north to south and east to west."]
    assert host.describe(desk.s, "A1", names) == ["Nothing lies on A1."]
    with pytest.raises(Unreadable, match="is no place"):
        host.describe(desk.s, "there", names)
