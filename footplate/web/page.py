"""The page itself: files built from web/, and what is said while there are none."""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
import os
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent / "page"
INDEX = "index.html"
ROUTES = "routes.json"
"""Where the build says which files an address of the page needs, by its first part."""
HEAD = b"</head>"
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
    """A file of the page, or what it asks for by the same words each time: ready to be sent."""

    body: bytes
    kind: str
    lasting: bool = False
    """Whether its name changes with its content, so that it can be kept forever."""
    packed: bytes | None = field(init=False)
    """The same, compressed, where that is worth it."""
    tag: str = field(init=False)

    def __post_init__(self) -> None:
        small = self.kind.startswith(TEXT) and len(self.body) > 500
        object.__setattr__(self, "packed", gzip.compress(self.body, 6, mtime=0) if small else None)
        object.__setattr__(self, "tag", f'"{hashlib.sha256(self.body).hexdigest()[:24]}"')


class Page:
    """The files of the page by their real names, read once and again when they change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[float, PageFile]] = {}
        self._pages: dict[str, tuple[PageFile, PageFile | None, PageFile]] = {}

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
                known = changed, page_file(name, where.read_bytes())
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

    def index(self, part: str = "") -> PageFile | None:
        """The page itself, for every address that is the page's own business.

        It names all files that addresses with this first part need, so that none waits for another.
        """
        plain, routes = self.file(INDEX), self.file(ROUTES)
        if plain is None or routes is None:
            return plain
        files = msgspec.json.decode(routes.body).get(part)
        if not files:
            return plain
        known = self._pages.get(part)
        # The same files as last time are the same page.
        if known is None or known[0] is not plain or known[1] is not routes:
            page = PageFile(plain.body.replace(HEAD, _links(files) + HEAD, 1), plain.kind)
            known = self._pages[part] = plain, routes, page
        return known[2]


def with_answers(page: PageFile, answers: bytes) -> bytes:
    """The page with answers to what it will ask first, as JSON."""
    # Within a page only this letter could end what is no part of it.
    data = answers.replace(b"<", b"\\u003c")
    given = b'<script type="application/json" id="given">' + data + b"</script>"
    return page.body.replace(HEAD, given + HEAD, 1)


def _links(files: list[str]) -> bytes:
    """Styles and scripts of a page in its head."""
    kinds = {".css": "stylesheet", ".js": "modulepreload"}
    named = [(kinds[Path(name).suffix], html.escape(name)) for name in files]
    # A script that is asked for by a module is asked for as one from elsewhere would be.
    lines = [f'<link rel="{kind}" crossorigin href="/{name}">' for kind, name in named]
    return "".join(lines).encode()


def as_json(value: object) -> PageFile:
    """What a page asks for, as JSON."""
    return PageFile(msgspec.json.encode(value), "application/json")


def drawing(svg: str) -> PageFile:
    """A drawing that a page asks for."""
    return PageFile(svg.encode(), "image/svg+xml")


def page_file(name: str, body: bytes) -> PageFile:
    """What lies on the disk by this name."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return PageFile(body, kind, name.startswith("assets/"))
