"""The folder of a server at the command line: who may read it, what is wrong with it, and its tables."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from footplate.web import folder as folders
from footplate.web.store import FILE, Store
from tests.cli.command import footplate
from tests.web.server import running

posix = pytest.mark.skipif(os.name != "posix", reason="only such systems have modes")
SEATS = {"ours": ("here", "here"), "robots": ("bot", "bot"), "mixed": ("here", "bot")}
"""The tables by their ids, and who sits there."""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three tables: the one of bots is over and very old, and leads on from another."""
    folder = tmp_path_factory.mktemp("kept")

    async def write() -> None:
        store = Store(folder)
        await store.open()
        for id, kinds in SEATS.items():
            old = id == "robots"
            table = {"id": id, "game": "age-of-steam", "map": "st-lucia", "options": {}, "rules": 1}
            table |= {"public": True, "maker": None, "made": 0, "updated": 0 if old else 4 * 10**12}
            table |= {"over": old, "asked": -2 if old else 0, "reached": 0, "card": {}}
            table |= {"rematch": "robots" if id == "ours" else None}
            seats = [
                {"seat": n, "name": f"{id}-{n}", "kind": kind, "bot": "", "livery": n, "key": None}
                for n, kind in enumerate(kinds)
            ]
            await store.add_table(table, seats, [], {})
            await store.add_chat(id, 0, f"{id}-0", "Hello!", 0)
        await store.close()

    asyncio.run(write())
    return folder


@pytest.fixture
def folder(kept: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may spoil."""
    return Path(shutil.copytree(kept, tmp_path / "data"))


def ids(folder: Path, *words: object) -> list[str]:
    """The tables that a list names."""
    return sorted(row["id"] for row in footplate("tables", "list", "--json", "--data", folder, *words).json)


def test_tables_are_listed_with_who_sits_there_and_what_is_awaited(folder: Path) -> None:
    out = footplate("tables", "list", "--data", folder).out
    (line,) = [line for line in out.splitlines() if line.startswith("mixed")]
    assert line.split() == ["mixed", "st-lucia", "mixed-0,", "mixed-1", "(bot)", "mixed-0", "is", "asked",
                            "2096-10-02", "07:06", "UTC"]  # fmt: skip
    assert "3 tables." in out


def test_the_list_can_be_narrowed(folder: Path) -> None:
    assert ids(folder) == ["mixed", "ours", "robots"]
    assert (
        ids(folder, "--older-than", 30)
        == ids(folder, "--finished")
        == ids(folder, "--bots-only")
        == ["robots"]
    )
    assert ids(folder, "--finished", "--older-than", 10**6) == []


def test_removed_tables_are_gone_with_all_they_had(folder: Path) -> None:
    assert footplate("tables", "remove", "mixed", "--data", folder, "--yes").out == "1 table removed.\n"
    assert footplate("tables", "remove", "--finished", "--data", folder, input="y\n").code == 0
    assert ids(folder) == ["ours"]
    with sqlite3.connect(folder / FILE) as database:
        for table in ("seat", "snapshot", "chat"):
            assert database.execute(f"select distinct table_id from {table}").fetchall() == [("ours",)]
        assert database.execute("select rematch from game_table").fetchall() == [(None,)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Say which tables to remove: their ids, or one of"),
        (("ours", "--finished"), "Say which tables to remove: their ids, or one of"),
        (("ours", "nothing", "--yes"), "There is no table “nothing”; nothing was removed."),
        (("-ours", "--yes"), "There is no table “-ours”; nothing was removed."),
        (("ours",), "Nothing was removed. To remove without being asked say --yes."),
        (("--older-than", "-1", "--yes"), "--older-than is a number of days, 0 or more."),
        (("--older-than", "nan", "--yes"), "--older-than is a number of days, 0 or more."),
    ],
)
def test_nothing_is_removed_by_mistake(folder: Path, words: tuple[str, ...], sentence: str) -> None:
    answer = footplate("tables", "remove", *words, "--data", folder)
    assert answer.code and sentence in answer.err
    assert len(ids(folder)) == 3


# What is wrong with a folder ------------------------------------------------------------------------------


COMMANDS = (("accounts", "list"), ("tables", "list"), ("serve", "--no-open", "--port", "0"))


def every_command_says(folder: Path, sentence: str) -> None:
    for command in COMMANDS:
        answer = footplate(*command, "--data", folder)
        assert answer.code == 2 and sentence in answer.err and len(answer.err.splitlines()) == 1


def test_an_empty_file_is_said_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    every_command_says(
        tmp_path, "is empty: what it held is lost. Put a copy there, or remove it to begin anew."
    )
    assert (tmp_path / FILE).stat().st_size == 0


def test_a_database_whose_main_file_is_missing_is_not_begun_anew(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}-wal").write_bytes(b"moves")
    answer = footplate("serve", "--no-open", "--data", tmp_path)
    assert answer.code == 2 and f"{FILE} is missing, but {FILE}-wal beside it" in answer.err
    assert (tmp_path / f"{FILE}-wal").read_bytes() == b"moves"


def test_a_database_of_a_newer_version_is_left_to_it(folder: Path) -> None:
    with sqlite3.connect(folder / FILE) as database:
        database.execute("update alembic_version set version_num = 'far_future'")
    every_command_says(folder, "was written by a newer Footplate.")


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database at all" * 300)
    every_command_says(tmp_path, "file is not a database")


def test_a_folder_that_is_not_there_is_said_and_not_made(tmp_path: Path) -> None:
    for command in COMMANDS[:2]:
        answer = footplate(*command, "--data", tmp_path / "none")
        assert answer.code == 2 and "There are no tables or accounts in" in answer.err
        answer = footplate(*command, "--data", tmp_path / ("x" * 5000))
        assert answer.code == 2
    assert list(tmp_path.iterdir()) == []


AS_NOBODY = """
import os, sys
import alembic.command, typer._adapters
import footplate.cli.accounts, footplate.cli.serve, footplate.cli.tables
import footplate.web.accounts, footplate.web.app
from footplate.cli.main import app

folder, nobody = sys.argv[1], int(sys.argv[2])
if nobody:
    os.setgroups([]), os.setgid(nobody), os.setuid(nobody)
for words in (["accounts", "list"], ["tables", "list"], ["serve", "--no-open", "--port", "0"]):
    try:
        app([*words, "--data", folder], prog_name="footplate")
    except SystemExit as leaves:
        print(leaves.code)
"""


@posix
def test_a_read_only_folder_is_said(folder: Path) -> None:
    # Who may do everything finds nothing read-only, so somebody else tries; the program is loaded before.
    nobody = 65534 if os.geteuid() == 0 else 0
    if nobody:
        for path in (folder.parent, folder, *folder.iterdir()):
            os.chown(path, nobody, nobody)
    for path in folder.iterdir():
        path.chmod(0o400)
    folder.chmod(0o500)
    try:
        words = [sys.executable, "-c", AS_NOBODY, folder.name, str(nobody)]
        answer = subprocess.run(words, capture_output=True, text=True, timeout=300, cwd=folder.parent)
    finally:
        folder.chmod(0o700)
    assert [word for word in answer.stdout.split() if word.isdigit()] == ["2", "2", "2"], answer.stderr
    assert len(answer.stderr.splitlines()) == 3
    assert all(line.startswith("Footplate cannot write to") for line in answer.stderr.splitlines())


# Who may read it ------------------------------------------------------------------------------------------


@posix
def test_nobody_else_can_read_what_a_server_keeps(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with running(folder):
        assert mode(folder) == 0o700
        names = {path.name: mode(path) for path in folder.iterdir()}
        assert {FILE, f"{FILE}-wal", f"{FILE}-shm", folders.LOCK} == set(names)
        assert set(names.values()) == {0o600}


@posix
def test_a_folder_that_was_open_is_closed_at_the_next_start(folder: Path) -> None:
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    folders.take(folder).close()
    assert mode(folder) == 0o700
    assert {mode(path) for path in folder.iterdir()} == {0o600}


@posix
def test_a_folder_with_other_things_stays_open_but_our_files_do_not(folder: Path) -> None:
    folder.chmod(0o755)
    other = folder / "photos"
    other.mkdir()
    other.chmod(0o755)
    (folder / FILE).chmod(0o644)
    folders.take(folder).close()
    assert (mode(folder), mode(other), mode(folder / FILE)) == (0o755, 0o755, 0o600)
