"""Playing in the terminal: a script at the keyboard, and once a real terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

from footplate import records
from footplate.cli.session import Session
from tests.cli.command import Answer, footplate, lines

FIRST_TURN = ("issue 2", "issue 2", "issue 2", "bid 1", "drop", "drop", "engineer", "urb", "take production")


def play(path: Path, *sentences: str, more: tuple[str, ...] = ()) -> Answer:
    return footplate(
        *("play", "rust-belt", "--players", 3, "--seed", 5, "--save", path, *more), input=lines(*sentences)
    )


def said(path: Path) -> list[str]:
    """The sentences of people in a saved game."""
    return [entry.text for entry in records.load(path).log if entry.seat >= 0]


def test_a_turn_is_played_saved_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    first = play(path, *FIRST_TURN, "build H5 N-S")
    assert first.code == 0
    assert "built a straight on H5 −$2" in first.out
    assert f"footplate play --resume {path}" in first.out
    assert said(path)[-1] == "build H5 N-S"
    again = footplate("play", "--resume", path, input=lines("build Milwaukee N/S", "quit"))
    assert again.code == 0
    assert "3 of 4 tiles left" in again.out
    assert "built a straight in Milwaukee −$3" in again.out
    assert said(path)[-2:] == ["build H5 N-S", "build Milwaukee N/S"]


def test_who_is_asked_sees_what_with_the_figures(tmp_path: Path) -> None:
    answer = play(tmp_path / "a.game", *FIRST_TURN)
    assert ", bid or drop out" in answer.out
    assert "leads with $1; you can bid up to $20" in answer.out
    assert "4 of 4 tiles left · $19" in answer.out


def test_a_shortened_sentence_is_understood_but_never_a_longer_number(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    play(path, "2", "iss 1", "issue 0", "bid 2", "bid 1")
    assert said(path) == ["issue 2", "issue 1", "issue 0", "bid 2"]


def test_undo_takes_back_the_last_move_and_the_file_follows(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    answer = play(path, "issue 2", "undo", "issue 1")
    assert "Taken back: " in answer.out
    assert said(path) == ["issue 1"]


def test_undo_stops_at_chance(tmp_path: Path) -> None:
    answer = play(tmp_path / "a.game", "undo")
    assert "Chance has answered" in answer.out


def test_a_bots_move_is_not_taken_back(tmp_path: Path) -> None:
    answer = play(tmp_path / "a.game", "issue 0", "undo", more=("--bot", "random,random"))
    assert "The last move is random-bot" in answer.out


def test_a_refused_sentence_and_why_name_the_rule(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    answer = play(path, "issue 14", "why issue 14", "why issue 1", "why nonsense")
    assert answer.out.count("Nobody may go beyond 15 issued shares; you have 2. [base.issue.max]") == 2
    assert "Nothing speaks against it." in answer.out
    assert "“nonsense” is not among what can be said now: issue." in answer.out
    assert said(path) == []


def test_options_shows_sentences_or_only_the_next_words(tmp_path: Path) -> None:
    answer = play(tmp_path / "a.game", *FIRST_TURN, "options", "options build H5", "options build J5")
    assert "sentences; next word" in answer.out
    assert "build H5 N-S" in answer.out
    assert "Nothing legal begins with “build J5”" in answer.out


def test_ending_a_build_early_asks_back(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    answer = play(path, *FIRST_TURN, "done", "n", "done", "y")
    assert answer.out.count("You have $19 and 4 tiles left. End building?") == 2
    assert said(path).count("done") == 1


def test_what_is_neither_yes_nor_no_is_the_next_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    play(path, *FIRST_TURN, "done", "build H5 N-S")
    assert said(path)[-1] == "build H5 N-S"
    assert "done" not in said(path)


def test_an_unused_new_city_asks_back(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    answer = play(path, *FIRST_TURN, "done", "y", "build H5 N-S", "n", "done", "n")
    assert "Building first gives up your New City. Build anyway?" in answer.out
    assert "You have an unused New City. End building?" in answer.out
    assert said(path)[-1] == "done"


def test_dropping_out_with_the_pass_asks_back(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    actions = ("take turn-order", "take engineer", "take production")
    first = ("issue 2", "issue 2", "issue 2", "drop", "drop", *actions, "done", "done", "done", *["pass"] * 6)
    play(path, *first, more=("--yes",))
    turn_two = ("issue 2", "issue 2", "issue 2", "drop", "n", "pass")
    answer = footplate("play", "--resume", path, input=lines(*turn_two))
    assert "You hold Turn Order and have not passed yet. Drop out?" in answer.out
    assert said(path)[-2:] == ["issue 2", "pass"]


def test_yes_asks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    answer = play(path, *FIRST_TURN, "done", more=("--yes",))
    assert "End building?" not in answer.out
    assert said(path)[-1] == "done"


def test_the_board_players_goods_and_log_can_be_looked_at(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    script = ("board", "board H5", "board nowhere", f"board {picture}", "players", "goods", "log", "help")
    answer = play(tmp_path / "a.game", *FIRST_TURN, "build H5 N-S", *script)
    assert "Chi" in answer.out and "Track of 1 Ada, 2 Bea, 3 Carl" in answer.out
    assert "H5 is plain. A simple tile costs $2." in answer.out
    assert "There is no hex or place “nowhere”" in answer.out
    assert picture.read_text("utf-8").startswith("<svg")
    assert "Expenses" in answer.out
    assert "New Cities off the board: A red" in answer.out
    assert "took Engineer" in answer.out
    assert "options build" in answer.out


def test_save_keeps_the_game_elsewhere_from_now_on(tmp_path: Path) -> None:
    here, there = tmp_path / "here.game", tmp_path / "there.game"
    play(here, "issue 2", f"save {there}", "issue 1")
    assert said(here) == ["issue 2"]
    assert said(there) == ["issue 2", "issue 1"]


def test_save_never_writes_over_another_game(tmp_path: Path) -> None:
    here, there = tmp_path / "here.game", tmp_path / "there.game"
    there.write_text("precious", "utf-8")
    answer = play(here, f"save {there}", "save /nowhere/at/all.game", "issue 1")
    assert "exists. Nothing was written" in answer.out
    assert there.read_text("utf-8") == "precious"
    assert said(here) == ["issue 1"]


def test_without_a_file_one_is_made_here_at_the_first_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start = ("play", "rust-belt", "--players", 3)
    assert "nothing was saved" in footplate(*start).out
    assert list(tmp_path.iterdir()) == []
    footplate(*start, input=lines("issue 1"))
    footplate(*start, input=lines("issue 2"))
    assert said(tmp_path / "rust-belt.game") == ["issue 1"]
    assert said(tmp_path / "rust-belt-2.game") == ["issue 2"]


def test_bots_play_a_whole_game_and_their_record_holds(tmp_path: Path) -> None:
    path = tmp_path / "bots.game"
    answer = play(path, more=("--bot", "random,random,random"))
    assert "The game is over." in answer.out
    assert f"The record is in {path}." in answer.out
    assert footplate("check", path).code == 0
    assert "The game is over." in footplate("play", "--resume", path).out


def test_a_resumed_bot_is_still_a_bot(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    play(path, more=("--bot", "random,random"))
    before = len(said(path))
    footplate("play", "--resume", path, input=lines("issue 0"))
    # The person said one sentence; whatever came besides, bots have said.
    assert len(said(path)) > before + 1


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    for name in ("a.game", "b.game"):
        play(tmp_path / name, more=("--bot", "random,random,random"))
    assert (tmp_path / "a.game").read_text("utf-8") == (tmp_path / "b.game").read_text("utf-8")


def test_who_interrupts_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said_so_far = ["issue 2"]

    def ask(session: Session, text: str) -> str:
        if not said_so_far:
            raise KeyboardInterrupt
        return said_so_far.pop()

    monkeypatch.setattr(Session, "ask", ask)
    path = tmp_path / "a.game"
    answer = play(path)
    assert answer.code == 0
    assert f"footplate play --resume {path}" in answer.out
    assert said(path) == ["issue 2"]


def test_a_real_terminal_completes_words_and_leaves_at_the_end_of_input(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from footplate.cli.main import main; main()"]
    command += ["play", "rust-belt", "--players", "3", "--save", str(tmp_path / "a.game")]
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    )
    os.close(theirs)

    seen = b""

    def until(text: str) -> None:
        nonlocal seen
        while text.encode() not in seen:
            ready, _, _ = select.select([ours], [], [], 60)
            assert ready, f"{text!r} never came; only {seen.decode(errors='replace')}"
            seen += os.read(ours, 4096)
        seen = seen.partition(text.encode())[2]

    try:
        until("> ")
        os.write(ours, b"iss\t2\n")
        until("issued 2 shares +$10")
        until("> ")
        os.write(ours, b"\x04")
        until("--resume")
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert said(tmp_path / "a.game") == ["issue 2"]


def test_a_question_of_a_maps_own_is_shown_with_its_answers_in_words(tmp_path: Path) -> None:
    answer = footplate("play", "st-lucia", "--save", tmp_path / "a.game", input=lines("decline", "options"))
    assert re.search(r"decline +Decline: \w+ is asked next; if both decline, you go first free\.", answer.out)
    assert re.search(r"decline +Decline: \w+ goes first free\.", answer.out)


def test_alone_one_wins_or_loses(tmp_path: Path) -> None:
    answer = footplate("play", "barbados", "--bot", "random", "--seed", 1, "--save", tmp_path / "a.game")
    assert re.search(r"The game is over\. random-bot has (won|lost)\.", answer.out)
