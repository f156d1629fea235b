"""The file of tiles: what an owner may correct, and what a mistake in it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.days_of_steam.game import load
from footplate.days_of_steam.tiles import FILE, TilesError, read_tiles
from tests.cli.command import footplate

TEXT = FILE.read_text("utf-8")


def changed(tmp_path: Path, old: str, new: str) -> Path:
    assert old in TEXT
    path = tmp_path / "tiles.toml"
    path.write_text(TEXT.replace(old, new, 1), "utf-8")
    return path


def test_the_file_says_that_it_is_reconstructed_and_what_to_check() -> None:
    tiles = read_tiles()
    assert tiles.provenance == "reconstructed" and len(tiles.doubts) == 4


def test_an_owner_can_correct_a_count_and_play(tmp_path: Path) -> None:
    game = load(changed(tmp_path, 'name = "Hill"\ncount = 6', 'name = "Hill"\ncount = 9'))
    assert game.tiles.tiles[game.tiles.numbers["hill"]].pieces == 9
    assert game.start(4).deck_left == 83


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "coal = 1",
            "coals = 1",
            "tiles, number 1: the key “coals” is unknown; right would be one of id, name",
        ),
        ("coal = 1", "coal = 9", "tiles, “straight-1”: coal is 9; right would be a number from 0 to 6"),
        ("count = 8", 'count = "8"', "tiles, number 1: count is '8'; right would be a number"),
        ("count = 8\n", "", "tiles, number 1 lacks “count”"),
        ('"N-S"', '"N-X"', "tracks says 'N-X'; right would be two sides of N, E, S, W, such as N-S"),
        ('"N-S"', '"N-N"', "tracks says 'N-N'; right would be two sides"),
        ('["N-S"]', '["N-S", "S-N"]', "tracks says S-N twice; right would be each segment once"),
        ('["N-S"]', "[]", "tracks is empty; right would be at least one segment"),
        (
            'dead_ends = ["E"]',
            'dead_ends = ["N"]',
            "dead_ends says 'N'; right would be a side without track: E, W",
        ),
        (
            'marks = ["covers"]',
            'marks = ["tunnel"]',
            "marks says 'tunnel'; right would be any of hill, bridge",
        ),
        (
            'marks = ["covers"]',
            'marks = ["bridge"]',
            "marks says bridge; right would be that only with tracks",
        ),
        ('id = "straight-2"', 'id = "straight-1"', "id is there twice; right would be a name of its own"),
        ('id = "straight-2"', 'id = "A B"', "id is no name; right would be small letters"),
        (
            'colour = "red"',
            'colour = "pink"',
            "towns, number 1: colour is 'pink'; right would be each of red",
        ),
        (
            'colour = "red"\ncount = 3',
            'colour = "red"\ncount = 9',
            "towns are 18 together; right would be 3 to 12",
        ),
        ("players = [2, 4]", "players = [1, 4]", "players is [1, 4]; right would be the fewest and the most"),
        ("hand = 3", "hand = 0", "supply.hand is 0; right would be a number from 1 to 20"),
        ("hand = 3", "hand = 20", "tiles are too few; right would be more than the first hands take"),
        ("[supply]", "[supply", "this is no TOML file"),
    ],
)
def test_a_mistake_names_the_file_the_key_and_what_would_be_right(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(TilesError) as wrong:
        read_tiles(path)
    assert str(path) in str(wrong.value) and says in str(wrong.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TilesError, match="no such file"):
        read_tiles(tmp_path / "none.toml")


# At the command ----------------------------------------------------------------------------------------


def test_whole_games_are_played_kept_and_checked_with_the_tiles_of_a_file(tmp_path: Path) -> None:
    """Four hills less are four tiles less: the game is that much shorter, and its record says with what."""
    path = changed(tmp_path, 'name = "Hill"\ncount = 6', 'name = "Hill"\ncount = 2')
    out = tmp_path / "out"
    words = ("--players", 2, "--games", 1, "--jobs", 1, "--tiles", path, "--out", out, "--keep", "all")
    found = footplate("simulate", "days-of-steam", *words)
    assert found.code == 0, found.err
    record = out / "records" / "000000.game"
    assert f"\ntiles {path}\n" in record.read_text("utf-8")
    assert footplate("check", record).code == footplate("replay", record).code == 0
    assert footplate("render", record, "-o", tmp_path / "end.svg").code == 0
    path.write_text(TEXT.replace('id = "curve-1"', 'id = "bend-1"'), "utf-8")
    assert footplate("check", record).code == 1
    path.unlink()
    found = footplate("check", record)
    assert found.code == 2 and f"line 3: {path}: no such file" in found.out


def test_a_game_goes_on_with_its_own_tiles(tmp_path: Path) -> None:
    path, kept = changed(tmp_path, "count = 8", "count = 9"), tmp_path / "own.game"
    begun = footplate(
        "play", "days-of-steam", "--players", 2, "--tiles", path, "--seed", 1, "--save", kept, input="quit\n"
    )
    assert begun.code == 0, begun.err
    assert f"\ntiles {path}\n" in kept.read_text("utf-8")
    assert footplate("play", "--resume", kept, input="quit\n").code == 0
    assert footplate("render", "days-of-steam", "--tiles", path, "-o", tmp_path / "all.svg").code == 0


def test_a_report_compares_own_tiles_with_the_usual_ones(tmp_path: Path) -> None:
    path = changed(tmp_path, 'name = "Hill"\ncount = 6', 'name = "Hill"\ncount = 1')
    words = ("--players", 2, "--games", 4, "--jobs", 1, "--bot", "random", "-o", tmp_path / "page.html")
    told = footplate(
        "report", "days-of-steam", "--tiles", path, "--against", "days-of-steam", *words, "--json"
    ).json
    own, usual = told["figures"]
    assert (own["title"], usual["title"]) == ("Days of Steam with tiles.toml", "Days of Steam")
    assert own["turns"][0] < usual["turns"][0]  # Five tiles less are a shorter game.


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_mistake_ends_the_command_with_a_sentence(tmp_path: Path, command: str) -> None:
    path = changed(tmp_path, "coal = 1", "coal = 9")
    found = footplate(command, "days-of-steam", "--players", 2, "--tiles", path)
    assert found.code == 2 and found.err.count("\n") == 1
    assert f"{path}: tiles, “straight-1”: coal is 9; right would be a number from 0 to 6." in found.err
    found = footplate(command, "rust-belt", "--players", 3, "--tiles", path)
    assert found.code == 2 and "tiles of a file are for days-of-steam" in found.err
