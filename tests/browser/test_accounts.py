"""A server with accounts, in the browser: what strangers are offered, and how they come back."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, Visitor
from tests.web.server import running


def test_a_stranger_is_offered_to_log_in_and_comes_back_as_somebody(
    tmp_path: Path, chromium: Browser
) -> None:
    with running(tmp_path, "--accounts") as server:
        kit = server.browser()
        kit.post("/api/register", {"name": "Kit", "password": "a brake van"})
        id = kit.make("here", "open", "link", public=True)["id"]
        visitor = Visitor(server, chromium, DESKTOP)
        page = visitor.page
        visitor.go()
        visitor.sees("Tables are made with an account here.")
        expect(page.get_by_role("link", name="Log in to join")).to_be_visible()
        expect(page.get_by_role("button", name="Open the table")).to_have_count(0)
        visitor.picture("stranger-lobby")
        visitor.go(f"/t/{id}")
        for panel, sentence in (("Chat", "to say something"), ("Notes", "Notes are kept for players")):
            visitor.press(panel)
            visitor.sees(sentence)
            visitor.picture(f"stranger-{panel.lower()}")
        visitor.press("Settings")
        visitor.press("Try this position")
        visitor.sees("this server asks for an account to make tables")
        visitor.picture("stranger-clone")
        page.get_by_role("link", name="Log in or register").first.click()
        visitor.press("I have none yet")
        page.get_by_label("Name").fill("Lou")
        page.get_by_label("Password").fill("a long password")
        visitor.press("Create the account")
        # Back at the table, as somebody who may speak.
        expect(page).to_have_url(f"{server.address}/t/{id}")
        visitor.press("Chat")
        page.get_by_label("Say something").fill("Hello from Lou")
        visitor.press("Send")
        visitor.sees("Hello from Lou")
        # Another page of the same browser logs out: this one learns it by itself.
        other = visitor.context.new_page()
        other.goto(f"{server.address}/account")
        other.get_by_role("button", name="Log out").click()
        other.get_by_role("button", name="I have none yet").wait_for()
        page.get_by_label("Say something").fill("Am I still Lou?")
        visitor.press("Send")
        visitor.sees("Log in or register first")
        assert not visitor.problems
        visitor.context.close()
