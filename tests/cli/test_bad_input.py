"""Whatever a person types wrongly: one clear sentence, exit code 2, nothing written, no traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from footplate.age_of_steam.game import AgeOfSteam
from tests.cli.command import footplate, lines
from tests.trace import st_lucia

BAD = [
    ("nonsense", "No such command"),
    ("play", "Say which map"),
    ("play nowhere --players 3", "There is no map “nowhere”"),
    ("play rust-bel --players 3", "Did you mean rust-belt?"),
    ("play rust-belt", "Say how many play"),
    ("play rust-belt --players 9", "Rust Belt is for 3 to 6 players, not 9."),
    ("play rust-belt --players some", "--players"),
    ("play rust-belt --players 3 --bot clever", "There is no bot “clever”. The bots are: random"),
    ("play rust-belt --players 3 --bot random,random,random,random", "4 bots are named"),
    ("play rust-belt --players 3 --option fog=on", "has no option “fog”; it has: urbanize-anytime"),
    ("play rust-belt --players 3 --option urbanize-anytime=maybe", "is one of: off, on"),
    ("play rust-belt --players 3 --name a:b", "a:b"),
    ("play rust-belt --players 3 --name A --name A", "a name of their own"),
    ("play rust-belt --players 3 --name random-bot", "what a bot is called"),
    ("play rust-belt --players 3 --save nofolder/a.game", "there is no folder nofolder"),
    ("play rust-belt --players 3 --save good.game", "good.game exists"),
    ("play --resume none.game", "none.game: no such file"),
    ("play --resume cut.game", "cut.game: line "),
    ("play --resume noise.game", "noise.game: this is not a text file."),
    ("play --resume .", "is a directory"),
    ("play rust-belt --resume good.game", "leave out map"),
    ("maps nowhere", "The maps are: "),
    ("maps none.toml", "none.toml: there is no such map file."),
    ("maps odd.toml", "odd.toml: "),
    ("maps odder.toml", "odder.toml: "),
    ("simulate odd.toml --players 3 --games 1", "odd.toml: "),
    ("simulate rust-belt --players 2", "3 to 6"),
    ("simulate rust-belt --players 4 --bot clever", "There is no bot “clever”"),
    ("simulate rust-belt --players 4 --bot ,", "names no bot"),
    ("simulate rust-belt --players 4 --games 0", "--games is 0; it should be 1 or more."),
    ("simulate rust-belt --players 4 --jobs -1", "--jobs is -1"),
    ("simulate rust-belt --players 4 --keep best", "--keep needs --out"),
    ("simulate rust-belt --players 4 --out new --keep some", "“some” chooses no games; say all, best"),
    ("simulate rust-belt --players 4 --out .", "holds other things; say a folder that is new or empty."),
    ("simulate rust-belt --players 4 --csv nofolder/a.csv", "there is no folder nofolder"),
    ("simulate rust-belt --players 4 --patience -1", "--patience is -1"),
    ("simulate rust-belt --players 4 --ray 127.0.0.1:9", "No Ray cluster answers at 127.0.0.1:9: "),
    ("tournament random clever", "There is no bot “clever”"),
    ("tournament random", "A tournament needs two bots or more."),
    ("tournament random frugal random", "random is named twice."),
    ("tournament random frugal --map nowhere", "There is no map “nowhere”"),
    ("tournament random frugal --map rust-belt --players 9", "3 to 6"),
    ("tournament random frugal -o nofolder/a.html", "there is no folder nofolder"),
    ("report nowhere", "There is no map “nowhere”"),
    ("report rust-belt --bot clever", "There is no bot “clever”"),
    ("report rust-belt --against none.toml", "none.toml: there is no such map file."),
    ("report rust-belt --against days-of-steam", "Days of Steam is another game"),
    ("report rust-belt -o nofolder/a.html", "there is no folder nofolder"),
    ("report rust-belt --recorded none.json", "none.json: no such file"),
    ("report rust-belt --recorded list.json", "list.json is neither a record nor a recorded game."),
    ("report rust-belt --recorded good.game", "good.game is a game of 3 players, not 4."),
    ("report rust-belt --players 3 --recorded good.game", "good.game: the game is not over."),
    ("replay none.game", "none.game: no such file"),
    ("replay cut.game", "cut.game: line "),
    ("replay noise.game", "not a text file"),
    ("replay cut.json", "cut.json: damaged or cut off"),
    ("replay other.json", "“format” should be “aos-trace/1”"),
    ("replay list.json", "list.json: "),
    ("replay good.game --trace-to 999", "there is no entry 999"),
    ("replay good.game --trace-to -1", "--trace-to is -1"),
    ("render rust-belt -o board.gif", "board.gif: a picture is FILE.svg or FILE.png."),
    ("render rust-belt -o nofolder/board.svg", "there is no folder nofolder"),
    ("render rust-belt --theme pink -o board.svg", "it is one of: light, dark"),
    ("render rust-belt --at 3 -o board.svg", "--at is for records"),
    ("render good.game --at 999 -o board.svg", "so say 0 to "),
    ("render cut.game -o board.svg", "cut.game: line "),
    ("render none.game -o board.svg", "none.game: there is no such file."),
    ("play --resume square.game", "square.game: line 4: “rules” is the number of a revision, not “²”."),
    ("play --resume many.game", "many.game: line 4: “rules” is the number of a revision, not “9999"),
    ("play --resume deep.game", "deep.game: line "),
    ("play --resume rich.game", "rich.game: line "),
    ("replay deep.json", "deep.json: this is no file of ours: its JSON is nested too deeply."),
    ("replay deeper.json", "deeper.json: this is no file of ours: its JSON is nested too deeply."),
    ("replay long.json", "long.json: damaged or cut off, no JSON"),
    ("replay endless.json", "endless.json: entry 0 of “final” has no “player”, “score” and “rank”."),
    ("replay final.json", "final.json: the file has no proper “final”; was it cut off?"),
    ("maps deep.toml", "deep.toml: not a TOML file"),
    ("maps long.toml", "long.toml: "),
    ("maps binary.toml", "binary.toml: this is not a text file."),
    ("rules ²", "The ledger has no rules for “²”"),
    (f"play rust-belt --players {'9' * 5000}", "--players"),
    (f"play rust-belt --players {'9' * 4000}", "Rust Belt is for 3 to 6 players"),
    (f"simulate rust-belt --players 4 --games {'9' * 4000}", "--games is too much"),
    (f"check {'x' * 5000}", "there is no such file or folder."),
    (f"render {'x' * 5000} -o a.svg", "There is no map"),
    ("check none.game", "none.game: there is no such file or folder."),
    ("rules nowhere", "The ledger has no rules for “nowhere”"),
    ("bench --fast", "--fast"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one good record and much that is none."""
    monkeypatch.chdir(tmp_path)
    start = ("play", "rust-belt", "--players", 3, "--seed", 1, "--save", "good.game")
    footplate(*start, input=lines("issue 2", "issue 1"))
    good = Path("good.game").read_text("utf-8")
    Path("cut.game").write_text(good[: len(good) // 2], "utf-8")
    Path("noise.game").write_bytes(bytes(range(128, 256)))
    Path("cut.json").write_text('{"format": "aos-trace/1", "map"', "utf-8")
    Path("other.json").write_text('{"format": "chess"}', "utf-8")
    Path("list.json").write_text("[1, 2]", "utf-8")
    heading = 'name = "X"\nplayers = [3, 6]\nprovenance = "transcribed"\npicture = """\n.. ..\n"""\n'
    Path("odd.toml").write_text(heading + "[rules]\nturns = 5\n", "utf-8")
    Path("odder.toml").write_text(heading + '[rules]\nnew_cities = "A"\n', "utf-8")
    spoil(good)
    return tmp_path


def spoil(good: str) -> None:
    """Write what somebody with an editor, or with bad intent, could make of files."""
    rules = f"rules {AgeOfSteam.revision}"
    old = good.replace(rules, "rules 0")
    Path("square.game").write_text(good.replace(rules, "rules ²"), "utf-8")
    Path("many.game").write_text(good.replace(rules, f"rules {'9' * 5000}"), "utf-8")
    Path("deep.game").write_text(old.replace('"order":[', '"order":' + "[" * 9999), "utf-8")
    Path("rich.game").write_text(old.replace('"turn":1', f'"turn":{"9" * 4000}'), "utf-8")
    Path("deep.json").write_text('{"format": "aos-trace/1", "map": ' + "[" * 99 + "]" * 99 + "}", "utf-8")
    Path("deeper.json").write_text('{"map": ' + "[" * 100_000 + "]" * 100_000 + "}", "utf-8")
    Path("long.json").write_text(f'{{"players": {"9" * 5000}}}', "utf-8")
    game = st_lucia()
    Path("endless.json").write_text(json.dumps({**game, "final": [{}]}), "utf-8")
    Path("final.json").write_text(json.dumps({key: game[key] for key in game if key != "final"}), "utf-8")
    Path("deep.toml").write_text("name = " + "[" * 9999, "utf-8")
    Path("long.toml").write_text(f"name = {'9' * 5000}", "utf-8")
    Path("binary.toml").write_bytes(bytes(range(128, 256)))


@pytest.mark.parametrize(("command", "sentence"), BAD, ids=[command[:60] for command, _ in BAD])
def test_bad_input_gets_a_sentence_and_nothing_is_written(folder: Path, command: str, sentence: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    answer = footplate(*command.split())
    assert answer.code == 2
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1
    assert answer.out == ""
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_check_goes_on_after_every_bad_file_and_tells_each(folder: Path) -> None:
    (folder / "folder.game").mkdir()
    answer = footplate("check", folder)
    assert answer.code == 2
    told = dict(line.split(": ", 1) for line in answer.out.splitlines() if line.startswith(str(folder)))
    assert {Path(name).name for name in told} == {path.name for path in folder.glob("*.game")}
    assert told[str(folder / "good.game")] == "holds."
    assert told[str(folder / "square.game")].startswith("cannot be read: line 4: ")
    assert told[str(folder / "folder.game")] == "this is no file."
    assert f"{len(told)} files checked." in answer.out


def test_help_shows_what_there_is_and_teaches_with_examples() -> None:
    answer = footplate("--help")
    assert answer.code == 0
    for command in (
        "play",
        "maps",
        "replay",
        "simulate",
        "tournament",
        "report",
        "render",
        "check",
        "rules",
        "bench",
    ):
        assert command in answer.out
        help = footplate(command, "--help")
        assert help.code == 0
        assert f"footplate {command}" in help.out.split("Example", 1)[1]


def test_the_version_is_said_without_loading_what_the_commands_need() -> None:
    code = "import sys; import footplate.cli.main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"rich.console", "asyncio", "footplate.cli.serve", "footplate.sim.run"} & set(loaded.split())


def test_what_is_misspelled_is_asked_about() -> None:
    answer = footplate("mpas")
    assert answer.code == 2 and answer.err.strip().endswith("Did you mean 'maps'? More: footplate --help")


def test_version() -> None:
    from footplate import __version__, compiled

    assert footplate("--version").out == f"footplate {__version__} ({compiled.form()})\n"
