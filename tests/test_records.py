"""Records: what is written can be read, and what is damaged says where."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import footplate
from footplate import records
from footplate.age_of_steam.board import read_board
from footplate.core.table import Table
from footplate.records import RecordError

TYPED = """\
footplate 1
game age-of-steam
map rust-belt
seat Ada Lovelace
seat Ben
seat Cy

nature: order 1 2 3
nature: draw {display}
nature: draw {cities}
# turn 1
Ada Lovelace: issue 2
Ben: ISSUE 1
end
"""
CUBES = ["red"] * 20 + ["blue"] * 20 + ["purple"] * 20 + ["yellow"] * 18


def typed() -> str:
    return TYPED.format(display=" ".join(CUBES[:52]), cities=" ".join(CUBES[52:]))


def played(moves: int = 60, seed: int = 5) -> Table:  # type: ignore[type-arg]
    table = footplate.new("rust-belt", ["Ada", "Ben", "Cy"], seed=seed)
    rng = random.Random(seed)
    for _ in range(moves):
        options = table.options()
        if not options:
            break
        table.act(rng.choice(options[:3]))
    return table


def test_a_record_typed_by_hand_is_read() -> None:
    table = footplate.read(typed())
    assert table.state.cash == [20, 15, 10]
    assert table.prompt == "Cy: Issue shares"


def test_writing_and_reading_gives_the_identical_table() -> None:
    table = played()
    again = footplate.read(footplate.write(table))
    assert again.state == table.state
    assert again.log == table.log
    assert footplate.write(again) == footplate.write(table)


def test_a_finished_game_needs_no_position() -> None:
    table = played(5000)
    assert table.actor == footplate.NOBODY
    record = footplate.write(table)
    assert "\nstate " not in record
    assert footplate.read(record).scores() == table.scores()


def test_options_are_kept() -> None:
    table = footplate.new("rust-belt", ["A", "B", "C"], seed=1, options={"urbanize-anytime": "on"})
    record = footplate.write(table)
    assert "option urbanize-anytime on" in record
    assert footplate.read(record).game.rules.chosen["urbanize-anytime"] == "on"


def test_what_was_undone_is_not_in_the_record_and_undo_goes_on_after_reading() -> None:
    table = footplate.read(typed())
    table.act("issue 3")
    table.undo()
    table.act("issue 1")
    again = footplate.read(footplate.write(table))
    again.undo()
    assert again.state.shares == [4, 3, 2]


def test_a_game_begun_under_other_rules_continues_from_its_position() -> None:
    table = footplate.read(typed())
    record = footplate.write(table).replace(f"rules {table.game.revision}", "rules 0")
    record = record.replace("issue 2", "issue 14")
    record = record[: record.rindex("end")] + "end\n"
    again = footplate.read(record)
    assert again.state == table.state
    again.act("issue 0")
    found = records.check(record)
    assert found is not None
    assert found.line == 12
    assert "15 issued shares" in found.message


def test_a_record_that_holds_is_checked_without_a_word() -> None:
    assert records.check(footplate.write(played())) is None


def test_a_record_with_outcomes_waits_for_nature_where_nobody_answers() -> None:
    text = typed().split("nature: draw")[0] + "end\n"
    table = footplate.read(text)
    assert table.actor == footplate.NATURE
    table.act("draw " + " ".join(CUBES[:52]))
    assert sum(table.state.bag) == 96 - 52


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("footplate 1", "footplate 9", "line 1: a record begins with the line “footplate 1”"),
        ("map rust-belt", "map rustbelt", "There is no map “rustbelt”. Did you mean rust-belt?"),
        ("game age-of-steam", "game chess", "there is no game “chess”"),
        ("seat Cy", "seat Ben", "line 6: two seats are called Ben"),
        ("seat Cy", "colour Cy", "line 6: “colour” is no heading"),
        ("seat Cy\n", "", "Rust Belt is for 3 to 6 players, not 2"),
        ("seat Cy\n", "seat nature\n", "line 6: the name “nature” is taken"),
        ("Ben: ISSUE 1", "Bob: issue 1", "line 13: nobody here is called “Bob”"),
        ("Ben: ISSUE 1", "Cy: issue 1", "line 13: “issue 1” is refused: It is Ben’s turn"),
        ("Ben: ISSUE 1", "Ben: issue some", "line 13: “issue some” is refused: “some” is not a whole number"),
        ("Ben: ISSUE 1", "Ben: build E1 N-S", "line 13: “build E1 N-S” is refused: “build” is not among"),
        ("Ben: ISSUE 1", "Ben: issue 99", "line 13: “issue 99” is refused: Nobody may go beyond 15"),
        ("order 1 2 3", "order 1 2 2", "line 8: “order 1 2 2” is refused: The order names each of the 3"),
        ("draw red", "draw green", "line 9: .* “green” is no colour of goods"),
        ("draw purple", "draw red", "line 10: .* is refused: 26 cubes are drawn that the bag holds"),
        ("\nend\n", "\n", "the record stops without the line “end”"),
        ("\nend\n", "\nend 12\n", "the end counts 12 entries, but there are 5"),
        ("\nend\n", "\nend 5 00000000\n", "do not fit the check number"),
        ("\nend\n", "\nend\nBen: issue 1\n", "line 15: nothing should follow the line “end”"),
        ("\nend\n", "\nstate {oops\nend\n", "line 14: the saved position is damaged"),
        ("\nend\n", '\nstate {"seats": 3}\nend\n', "the saved state lacks phase"),
    ],
)
def test_a_damaged_record_says_what_and_where(old: str, new: str, message: str) -> None:
    text = typed()
    assert old in text
    with pytest.raises(RecordError, match=message.replace("(", r"\(")):
        footplate.read(text.replace(old, new, 1))


def test_every_truncation_of_a_record_is_noticed() -> None:
    record = footplate.write(played(20))
    for cut in range(0, len(record) - 1, 97):
        with pytest.raises(RecordError):
            footplate.read(record[:cut])


def test_saving_replaces_the_file_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.game"
    table = played(10)
    footplate.save(table, path)
    table.act(table.options()[0])
    footplate.save(table, path)
    assert footplate.load(path).state == table.state
    assert [file.name for file in tmp_path.iterdir()] == ["game.game"]


def test_names_that_would_break_a_record_are_refused() -> None:
    for name in ("", " Ada", "A: b", "#1", "nature", "x" * 41, "a\nb", "state rail", "End"):
        with pytest.raises(ValueError, match="name"):
            footplate.new("rust-belt", [name, "Ben", "Cy"])
    with pytest.raises(ValueError, match="name of its own"):
        footplate.new("rust-belt", ["Ada", "Ada", "Cy"])


def as_saved_before(record: str) -> str:
    """A record as it was written when every seat held one action at most, and only Germany a dearest tile."""
    lines = record.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("state "))
    state = json.loads(lines[at].removeprefix("state "))
    state["action"] = [held[0] if held else -1 for held in state.pop("held")]
    state["links"] = state.pop("link_owners")
    if "map germany" not in lines:
        del state["dearest"]
    lines[at] = "state " + json.dumps(state)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("map", ["rust-belt", "germany", "western-us", "st-lucia", "barbados"])
@pytest.mark.parametrize("rules", ["rules 1", "rules 0"], ids=["replayed", "from its position"])
def test_a_game_saved_before_seats_could_hold_several_actions_goes_on(map: str, rules: str) -> None:
    """Also in the middle of a build, where the dearest tile is remembered."""
    players = read_board(map).players[0]
    table = footplate.new(map, ["Ada", "Ben", "Cy"][:players], seed=3)
    rng = random.Random(3)
    while not (table.state.built and any(table.state.held)):
        options = table.options()
        built = [
            option for option in options if option.startswith(("build", "urbanize", "issue 3", "take urban"))
        ]
        table.act(rng.choice(built or options[:1]))
    assert bool(table.state.dearest) == (map == "germany")
    old = as_saved_before(footplate.write(table).replace("rules 1", rules))
    assert '"held"' not in old and '"action"' in old
    again = footplate.read(old)
    assert again.state == table.state
    assert again.options() == table.options()
    again.act(again.options()[0])
