"""The folder a server keeps its tables in."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

LOCK = "footplate.lock"
OURS = "footplate."
"""How the names of all our files begin."""


class InUse(Exception):
    """Another server keeps its tables in this folder."""


class Lost(Exception):
    """A database that was there and is not any more; the message says what can be done."""


def usual_folder() -> Path:
    """Where this system keeps what programs remember, unless FOOTPLATE_DATA says otherwise."""
    if said := os.environ.get("FOOTPLATE_DATA"):
        return Path(said)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Footplate"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Footplate"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "footplate"


def take(folder: Path) -> IO[str]:
    """Make a folder one's own as long as the file that comes back is open; the system lets go of it too.

    Two servers on one folder would each believe their own memory.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = open(folder / LOCK, "a+", encoding="utf-8", opener=_privately)  # noqa: SIM115  it stays open
    try:
        _lock(file)
    except OSError:
        file.close()
        raise InUse(str(folder)) from None
    tighten(folder)
    return file


def tighten(folder: Path) -> None:
    """Let nobody else on this machine read what people have written.

    A folder that holds other things too was not made for us: there only our own files are closed.
    What belongs to somebody else is left as it is.
    """
    if os.name != "posix":
        return
    entries = list(folder.iterdir())
    ours = [entry for entry in entries if entry.name.startswith(OURS) and entry.is_file()]
    for path, mode in [(entry, 0o600) for entry in ours] + [(folder, 0o700)] * (len(ours) == len(entries)):
        with suppress(OSError):
            if stat.S_IMODE(path.stat().st_mode) & ~mode:
                path.chmod(mode)


def begin(file: Path) -> None:
    """Begin a database where there is none; it gets its name only when it holds something.

    So a file without a byte is never one that was just begun.
    """
    if file.exists():
        if not file.stat().st_size:
            raise Lost(
                f"{file} is empty: what it held is lost. Put a copy there, or remove it to begin anew."
            )
        return
    late = file.with_name(f"{file.name}-wal")
    if late.exists() and late.stat().st_size:
        raise Lost(
            f"{file} is missing, but {late.name} beside it holds what was written there last. "
            f"Put it back, or remove {late.name} to begin anew."
        )
    new = file.with_name(f"{file.name}-new")
    new.unlink(missing_ok=True)
    os.close(_privately(str(new), os.O_CREAT | os.O_RDWR))
    with closing(sqlite3.connect(new)) as database:
        database.execute("pragma journal_mode=WAL")
    os.replace(new, file)


def _privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
