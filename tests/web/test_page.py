"""Files of the page: one name each, however their address is spelled."""

from __future__ import annotations

import http.client
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from footplate.web.page import FOLDER, Page
from tests.web.server import Server

Get = Callable[[str], tuple[int, bytes]]


@pytest.fixture
def get(server: Server) -> Iterator[Get]:
    """Ask for an address exactly as it is spelled; browsers and libraries tidy it up first."""

    def ask(path: str) -> tuple[int, bytes]:
        wire.putrequest("GET", path)
        wire.endheaders()
        answer = wire.getresponse()
        return answer.status, answer.read()

    with closing(http.client.HTTPConnection(server.address.removeprefix("http://"))) as wire:
        yield ask


def asset() -> str:
    """The largest of the page's files."""
    return max((FOLDER / "assets").iterdir(), key=lambda file: file.stat().st_size).name


@pytest.mark.parametrize(
    "spelling",
    [
        "/./assets/{}",
        "/assets/./{}",
        "/%2e/assets/{}",
        "/assets/%2E/{}",
        "/assets/../assets/{}",
        "/assets/%2e%2e/assets/{}",
        "/assets%5c{}",
        "/assets\\{}",
        "/assets/{}.",
        "/assets/{}%00",
        "/assets/{}%0a",
        "/assets/.{}",
        "/./index.html",
        "/index.html.",
        "/.digest",
    ],
)
def test_other_spellings_of_a_file_lead_nowhere(get: Get, spelling: str) -> None:
    status, body = get(spelling.format(asset()))
    assert status == 404 and b"There is n" in body and len(body) < 100


def test_thousands_of_spellings_take_no_memory(server: Server, get: Get) -> None:
    name = asset()
    status, real = get(f"/assets/{name}")
    assert status == 200
    before = resident(server)
    for n in range(2000):
        # Doubled slashes are served; whatever is served is remembered under its real name only.
        slashes = "/" * (n % 20 + 1)
        status, body = get(f"{slashes}{'./' * (n // 20)}assets{slashes}{name}")
        assert (status, body) == (200, real) if n < 20 else status == 404
    # Each spelling took some 150 KB when it was remembered.
    assert resident(server) - before < 50


def resident(server: Server) -> float:
    """Megabytes of a server's memory; nothing where the system does not tell."""
    if sys.platform != "linux":
        return 0.0
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


WEB = Path(__file__).parents[2] / "web"


def test_the_typeface_is_ours_small_and_licensed(get: Get) -> None:
    names = [file.name for file in (FOLDER / "assets").iterdir()]
    fonts = [name for name in names if name.endswith(".woff2")]
    assert fonts and any(name.startswith("LICENSE") for name in names)
    assert sum((FOLDER / "assets" / name).stat().st_size for name in fonts) <= 120 * 1024
    status, body = get("/")
    # Asked for with the page itself, before any style is read.
    assert status == 200 and f"/assets/{fonts[0]}".encode() in body


def test_the_typeface_has_every_letter_the_page_writes() -> None:
    ranges = re.search(r"unicode-range: ([^;]+);", (WEB / "src/styles/type.css").read_text("utf-8"))
    assert ranges
    shown: set[int] = set()
    for part in ranges[1].split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        shown |= set(range(int(first, 16), int(last or first, 16) + 1))
    texts = [*WEB.glob("src/**/*.svelte"), *WEB.glob("src/**/*.ts")]
    texts += [*(FOLDER.parents[1] / "age_of_steam").rglob("*.toml")]
    written = {letter for text in texts for letter in text.read_text("utf-8")} - {"\n"}
    assert not [letter for letter in written if ord(letter) not in shown]


def test_only_real_names_are_remembered(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app.js").write_text("steam")
    page = Page(tmp_path)
    real = page.file("assets/app.js")
    assert real is not None and page.file("assets/app.js") is real
    for name in ("assets//app.js", "./assets/app.js", "assets/./app.js", "/assets/app.js", "assets/app.js/"):
        assert page.file(name) is None
    # Where the system does not tell cases apart, the file is found, and still has one name.
    for name in ("ASSETS/app.js", "assets/APP.JS", "assets", "assets/other.js", "", "assets/app.js\0"):
        assert page.file(name) is None
    assert list(page._read) == ["assets/app.js"]
    (tmp_path / "assets" / "app.js").write_text("more steam")
    os.utime(tmp_path / "assets" / "app.js", (1, 1))
    assert page.file("assets/app.js") is not real
    (tmp_path / "assets" / "app.js").unlink()
    assert page.file("assets/app.js") is None and not page._read
