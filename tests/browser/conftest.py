"""A real browser at a real server: Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.browser.days_positions import lay_out_days
from tests.browser.positions import TOKEN, lay_out
from tests.web.server import Server, running

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
"""Where the tests leave pictures of what they saw."""
PATIENCE = 30_000
"""Milliseconds; far more than anything takes, for machines that do much else."""
READ = 450
"""Milliseconds after which a question hears a click."""

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
MOVING = {"reduced_motion": "no-preference"}
"""For somebody before whom the board glides and cubes travel, as usual."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def laid_out(folder: Path) -> dict[str, list[str]]:
    """The ids of the tables that are there before the server starts, by the names of their positions."""
    return lay_out(folder)


@pytest.fixture(scope="session")
def scenes(folder: Path) -> dict[str, list[str]]:
    """The ids of the tables of Days of Steam that are there before the server starts, by their scenes."""
    return lay_out_days(folder)


@pytest.fixture(scope="session")
def server(folder: Path, laid_out: dict[str, list[str]], scenes: dict[str, list[str]]) -> Iterator[Server]:
    with running(folder) as server:
        yield server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert program, "the browser tests need Chromium: apt-get install chromium libatomic1"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser of their own; what goes wrong in the page fails the test."""

    def __init__(self, server: Server, chromium: Browser, size: dict[str, int], **more: object) -> None:
        """Nothing glides unless a test wants it (`**MOVING`): what is clicked is where it will be."""
        self.server = server
        wishes: dict[str, object] = {"viewport": size, "reduced_motion": "reduce", **more}
        self.context: BrowserContext = chromium.new_context(**wishes)  # type: ignore[arg-type]
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def known(self, token: str = TOKEN) -> None:
        """Be the person who sits at the tables that were laid out."""
        self.context.add_cookies([{"name": "footplate", "value": token, "url": self.server.address}])

    def go(self, path: str = "/") -> None:
        self.page.goto(self.server.address + path if path.startswith("/") else path)

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name: str, *, exact: bool = True) -> None:
        self.button(name, exact=exact).first.click()

    def read_question(self) -> Locator:
        """The answers to a question before a slip, when it has been there long enough to hear one."""
        answers = self.page.get_by_role("alertdialog").locator(".ways")
        expect(answers.get_by_role("button").first).to_be_focused()
        self.page.wait_for_timeout(READ)
        return answers

    def sure(self, name: str) -> None:
        """Answer the question before a slip."""
        answers = self.read_question()
        answers.get_by_role("button", name=name, exact=True).click()
        expect(answers).to_have_count(0)

    def stop_clock(self) -> None:
        """From now on the page's time goes by only when a test lets it, however slow the machine is."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    def step(self, name: str, *, exact: bool = True) -> None:
        """Press a button that makes a move, and wait until the table has moved on."""
        prompt = self.page.locator(".prompt[aria-live=polite]").first
        before = prompt.inner_text()
        self.press(name, exact=exact)
        expect(prompt).not_to_have_text(before, use_inner_text=True)

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def asked(self, text: str) -> None:
        """Wait until the prompt says this."""
        expect(self.page.locator("[aria-live=polite]", has_text=text).first).to_be_visible()

    def hex(self, name: str) -> Locator:
        """A hex that can be chosen now."""
        return self.page.locator(f'svg [role=button]:is([aria-label="{name}"], [aria-label^="{name},"])')

    def picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def new_table(
        self, *seats: dict[str, str], map: str = "rust-belt", said: Sequence[str] = (), **more: object
    ) -> str:
        """Make a table by request, say these sentences for whoever is asked, and go there."""
        # The first answer gives the browser its cookie.
        self.context.request.get(f"{self.server.address}/api/me")
        made = self.context.request.post(
            f"{self.server.address}/api/tables",
            data={"map": map, "seats": list(seats), **more},
            headers={"Origin": self.server.address},
        )
        assert made.ok, made.text()
        id = str(made.json()["id"])
        if said:
            (cookie,) = (one["value"] for one in self.context.cookies() if one["name"] == "footplate")
            table = self.server.browser(cookie).page(id)
            for sentence in said:
                table.act(sentence)
            self.server.send_home()
        self.go(f"/t/{id}")
        return id

    def state(self, id: str) -> dict[str, object]:
        """The table as the server tells this visitor."""
        answer = self.context.request.get(f"{self.server.address}/api/tables/{id}")
        found: dict[str, object] = answer.json()
        return found


MakeVisitor = Callable[..., Visitor]


@pytest.fixture
def visitor(server: Server, chromium: Browser) -> Iterator[MakeVisitor]:
    met: list[Visitor] = []

    def make(size: dict[str, int] = DESKTOP, **more: object) -> Visitor:
        met.append(Visitor(server, chromium, size, **more))
        return met[-1]

    yield make
    for somebody in met:
        assert somebody.problems == [], somebody.problems
        somebody.context.close()


def here(name: str) -> dict[str, str]:
    """A seat for somebody at this screen."""
    return {"kind": "here", "name": name}
