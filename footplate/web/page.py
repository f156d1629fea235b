"""The page itself: files built from web/, and what is said while there are none."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "page"
INDEX = "index.html"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Footplate</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>The page is not built</h1>
<p>The server runs, but its page is missing. In the folder of the project say <code>make play</code>,
or <code>npm ci</code> and <code>npm run build</code> in <code>web</code>, then reload this page.</p>
"""
TEXT = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page, ready to be sent."""

    body: bytes
    packed: bytes | None
    """The same, compressed, where that is worth it."""
    kind: str
    tag: str
    lasting: bool
    """Whether its name changes with its content, so that it can be kept forever."""


class Page:
    """The files of the page by their real names, read once and again when they change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[float, PageFile]] = {}

    def file(self, name: str) -> PageFile | None:
        """The file of exactly this name; None if there is none."""
        parts = name.split("/")
        # Checked before the disk is asked: nothing above the folder, nothing hidden.
        if any(not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        where = self.folder.joinpath(*parts)
        try:
            changed = where.stat().st_mtime
            known = self._read.get(name)
            if known is None or known[0] != changed:
                if not self._spelled(parts) or not where.is_file():
                    return None
                known = changed, _page_file(name, where.read_bytes())
                self._read[name] = known
        except (OSError, ValueError):
            self._read.pop(name, None)
            return None
        return known[1]

    def _spelled(self, parts: list[str]) -> bool:
        """Whether names are spelled as on the disk: some systems find a file under many spellings."""
        folder = self.folder
        for part in parts:
            if part not in os.listdir(folder):
                return False
            folder /= part
        return True

    def index(self) -> PageFile | None:
        """The page itself, for every address that is the page's own business."""
        return self.file(INDEX)


def _page_file(name: str, body: bytes) -> PageFile:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(TEXT) and len(body) > 500 else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return PageFile(body, packed, kind, tag, name.startswith("assets/"))
