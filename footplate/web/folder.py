"""The folder a server keeps its tables in."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

LOCK = "footplate.lock"


class InUse(Exception):
    """Another server keeps its tables in this folder."""


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
    folder.mkdir(parents=True, exist_ok=True)
    file = open(folder / LOCK, "a+", encoding="utf-8")  # noqa: SIM115  it stays open
    try:
        _lock(file)
    except OSError:
        file.close()
        raise InUse(str(folder)) from None
    return file


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
