"""Reports and tournaments open in a browser: on desk and phone, light and dark, with nothing from outside."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE, PICTURES
from tests.cli.command import footplate


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    report = ("report", "rust-belt", "--against", "germany", "--bot", "quick", "--games", 6, "--jobs", 1)
    days = ("report", "days-of-steam", "--bot", "random", "--games", 4, "--jobs", 1)
    tournament = ("tournament", "random", "frugal", "quick", "--games", 6, "--jobs", 1)
    for words, name in ((report, "report"), (days, "days"), (tournament, "tournament")):
        answer = footplate(*words, "-o", folder / f"{name}.html")
        assert answer.code == 0, answer.err
    return folder


@pytest.mark.parametrize("name", ["report", "days", "tournament"])
def test_a_page_opens_everywhere_and_asks_for_nothing(chromium: Browser, pages: Path, name: str) -> None:
    for size, theme in ((DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "dark")):
        context = chromium.new_context(viewport=size, color_scheme=theme)  # type: ignore[arg-type]
        page, asked, problems = context.new_page(), list[str](), list[str]()
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.on("pageerror", lambda error, problems=problems: problems.append(str(error)))
        page.on("console", lambda message, problems=problems: problems.append(message.text))
        page.goto(f"file://{pages / name}.html")
        expect(page.get_by_role("heading", name="What stands out")).to_be_visible()
        assert page.locator("figure svg").count() >= (1 if name == "tournament" else 8)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for fold in page.locator("details").all():
            fold.evaluate("fold => fold.open = true")
        found = Axe().run(page).response["violations"]
        serious = [v for v in found if v["impact"] in ("serious", "critical")]
        assert serious == [], [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in serious]
        assert asked == [f"file://{pages / name}.html"] and problems == []
        # The colours of a plot are those of the theme.
        ink = page.locator("figure svg text").first.evaluate("text => getComputedStyle(text).fill")
        light = sum(map(int, ink.removeprefix("rgb(").removesuffix(")").split(","))) > 380
        assert light == (theme == "dark")
        wide = "phone" if size == PHONE else "desk"
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}-{wide}-{theme}.png", full_page=True)
        context.close()
