"""The command that starts the server."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from footplate.cli.serve import is_loopback
from tests.web.server import RUN, running


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    """The command, where it leaves at once."""
    return subprocess.run(
        [sys.executable, "-c", RUN, "serve", "--no-open", *words], capture_output=True, text=True, timeout=60
    )


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = serve("--data", str(tmp_path / "file" / "folder"), "--port", "0")
    assert done.returncode == 2
    assert "cannot write to" in done.stderr and "--data" in done.stderr and "Traceback" not in done.stderr


def test_a_database_that_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "footplate.sqlite").mkdir()
    done = serve("--data", str(tmp_path), "--port", "0")
    assert done.returncode == 2
    assert "cannot read" in done.stderr and "--data" in done.stderr and "Traceback" not in done.stderr


def test_a_file_that_is_no_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "footplate.sqlite").write_bytes(b"this is no database at all, but long enough" * 50)
    done = serve("--data", str(tmp_path), "--port", "0")
    assert done.returncode == 2
    assert "cannot read" in done.stderr and "--data" in done.stderr and "Traceback" not in done.stderr


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    with running(tmp_path):
        done = serve("--data", str(tmp_path), "--port", "0")
    assert done.returncode == 2 and "Another Footplate" in done.stderr


def test_a_database_that_is_up_to_date_opens_without_the_tool_that_migrates(tmp_path: Path) -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from footplate.web.store import MIGRATIONS, SCHEMA

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == SCHEMA
    work = (
        "import asyncio, sys; from footplate.web.store import Store; store = Store(sys.argv[1]);"
        "asyncio.run(store.open()); asyncio.run(store.close()); print('alembic.command' in sys.modules)"
    )
    said = [
        subprocess.run([sys.executable, "-c", work, str(tmp_path)], capture_output=True, text=True).stdout
        for _ in range(2)
    ]
    assert said == ["True\n", "False\n"]


def test_an_address_that_is_not_ours_is_said_in_a_sentence(tmp_path: Path) -> None:
    done = serve("--data", str(tmp_path), "--host", "not an address")
    assert done.returncode == 2 and "There is no address" in done.stderr


def test_a_taken_port_leads_to_the_next(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        words = ["serve", "--no-open", "--port", str(port), "--data", str(tmp_path)]
        process = subprocess.Popen([sys.executable, "-c", RUN, *words], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        with process, process.stdout as said:
            try:
                assert "Footplate is starting" in said.readline()
                assert f"Port {port} is taken" in said.readline()
                assert "Footplate is at" in said.readline()
            finally:
                process.terminate()


@pytest.mark.parametrize(
    ("host", "home"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("::", False)],
)
def test_at_home_is_where_only_this_machine_comes(host: str, home: bool) -> None:
    assert is_loopback(host) is home


def test_a_name_that_is_none_is_said_in_a_sentence(tmp_path: Path) -> None:
    done = serve("--data", str(tmp_path), "--name", "https://club.example")
    assert done.returncode == 2
    assert "is no name" in done.stderr and "club.example" in done.stderr and "Traceback" not in done.stderr
