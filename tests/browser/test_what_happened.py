"""Slips are asked about and taken back, the end of a turn is told, and nobody looks at a stale board."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESKTOP, PATIENCE, PHONE, MakeVisitor, Visitor
from tests.browser.positions import FRIEND
from tests.browser.test_table import check_axe
from tests.web.server import Server

Ids = dict[str, list[str]]
NOTICED = 5_000
"""Milliseconds within which it is said that nobody answers, on the page's own clock."""


def seated(
    visitor: MakeVisitor, ids: Ids, position: str, copy: int = 0, timed: bool = False, **more: object
) -> tuple[Visitor, str]:
    """Somebody at a table that was laid out; in a page whose time can be told, if that is wanted."""
    me = visitor(**more)
    me.known()
    if timed:
        me.page.clock.install()
    id = ids[position][copy]
    me.go(f"/t/{id}")
    expect(me.page.locator(".prompt")).to_be_visible()
    return me, id


def length(me: Visitor, id: str) -> int:
    """How many entries the log has."""
    at = me.state(id)["at"]
    assert isinstance(at, int)
    return at


def bid_six(me: Visitor) -> None:
    while not me.button("Bid $6").count():
        me.press("More")
    me.press("Bid $6")


# Slips -------------------------------------------------------------------------------------------------

SLIPS: dict[str, tuple[Callable[[Visitor], None], str, str]] = {
    "short of money": (
        lambda me: me.press("Issue no shares"),
        "This ends your game: you cannot pay $14. Issue 2 shares instead?",
        "Issue nothing",
    ),
    "last dollar": (bid_six, "After this bid you cannot pay for any tile: $1 left. Bid $6?", "Bid $6"),
    "open track": (
        lambda me: me.press("End building"),
        "H5 will belong to nobody after this turn. End building?",
        "End building",
    ),
    "money and tiles": (
        lambda me: me.press("End building"),
        "You have $9 and 1 tile left. End building?",
        "End building",
    ),
    "engine too dear": (
        lambda me: me.press("Raise engine to 4"),
        "This ends your game: you cannot pay $9. Pass instead?",
        "Raise the engine",
    ),
    "others follow": (lambda me: me.press("Pass"), "You could deliver for +1. Pass?", "Pass"),
}


HURRIED = """() => {
  // Whoever clicks twice in a hurry hits what has just appeared.
  const watch = new MutationObserver(() => {
    const buttons = document.querySelectorAll('[role=alertdialog] .ways button')
    if (!buttons.length) return
    watch.disconnect()
    buttons.forEach((button) => button.click())
  })
  watch.observe(document.body, { childList: true, subtree: true })
}"""


@pytest.mark.parametrize("position", SLIPS)
def test_a_slip_is_asked_about_and_taken_back(visitor: MakeVisitor, laid_out: Ids, position: str) -> None:
    choose, words, go_on = SLIPS[position]
    me, id = seated(visitor, laid_out, position)
    before = length(me, id)
    me.page.evaluate(HURRIED)
    choose(me)
    question = me.page.get_by_role("alertdialog")
    expect(question.get_by_role("heading", level=2)).to_have_text(words)
    expect(question.locator(".ways").get_by_role("button").first).to_be_focused()
    check_axe(me)
    me.picture(f"slip-{position.replace(' ', '-')}")
    me.page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert length(me, id) == before, "nothing was sent"
    choose(me)
    me.sure(go_on)
    for _ in range(PATIENCE // 50):
        if length(me, id) > before:
            return
        me.page.wait_for_timeout(50)
    pytest.fail("what was meant is not done")


def test_the_safe_way_is_said_or_shown(visitor: MakeVisitor, laid_out: Ids) -> None:
    me, _ = seated(visitor, laid_out, "short of money", 1, size=PHONE)
    me.press("Issue no shares")
    me.read_question()
    # Also on a phone both ways are seen whole, above the buttons.
    both, ways = (me.page.locator(part).bounding_box() for part in ("[role=alertdialog] .both", ".ways"))
    assert both and ways and both["y"] + both["height"] <= ways["y"]
    me.page.keyboard.press("Enter")
    me.asked("Cy, issue shares")
    me.go(f"/t/{laid_out['open track'][1]}")
    me.press("End building")
    me.read_question()
    me.page.keyboard.press("Enter")
    # The tile that keeps the track lies there as a ghost, and nothing has been built.
    expect(me.page.get_by_role("button", name="Build $", exact=False).first).to_be_visible()
    expect(me.button("Undo")).to_have_count(0)


def test_alone_the_pass_that_loses_is_asked_about(visitor: MakeVisitor, laid_out: Ids) -> None:
    """Barbados: with the last delivery the shares could be bought back, or the game is lost anyway."""
    me, id = seated(visitor, laid_out, "alone, almost")
    before = length(me, id)
    me.press("Pass")
    question = me.page.get_by_role("alertdialog")
    expect(question).to_contain_text("This loses the game")
    me.picture("slip-alone")
    me.read_question().get_by_role("button").first.click()
    expect(question).to_have_count(0)
    assert length(me, id) == before


def test_a_second_click_on_the_chosen_hex_turns_the_tile(visitor: MakeVisitor, laid_out: Ids) -> None:
    me, id = seated(visitor, laid_out, "money and tiles", 1)
    before = length(me, id)
    hex = me.page.locator("svg [role=button][data-target]").first
    box = hex.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    me.page.mouse.click(x, y)
    expect(me.page.get_by_role("button", name="Build $", exact=False).first).to_be_visible()
    me.page.mouse.click(x, y)
    me.page.mouse.click(x, y)
    me.page.wait_for_timeout(300)
    assert length(me, id) == before, "clicking has built nothing"


# The end of a turn -------------------------------------------------------------------------------------


def recap_of(me: Visitor) -> Locator:
    return me.page.get_by_role("region", name="You have $")


LOOKS = [
    pytest.param(DESKTOP, "light", 0, id="desktop-light"),
    pytest.param(PHONE, "dark", 1, id="phone-dark"),
]


ALL_IN_SIGHT = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect())
  const [room] = boxes('section.board')
  const inside = (one) =>
    one.left >= room.left && one.right <= room.right && one.top >= room.top && one.bottom <= room.bottom
  const pills = boxes('svg .light .pill')
  return pills.length > 0 && pills.every((pill) => pill.height > 14 && inside(pill))
    && boxes('svg .light .dusk').every(inside)
}"""


@pytest.mark.parametrize(("size", "theme", "copy"), LOOKS)
def test_the_end_of_a_turn_is_told_also_after_a_reload(
    visitor: MakeVisitor, laid_out: Ids, size: dict[str, int], theme: str, copy: int
) -> None:
    me, _ = seated(visitor, laid_out, "last move of the turn", copy, size=size, color_scheme=theme)
    me.press("Pass")
    recap = recap_of(me)
    expect(recap).to_contain_text("Turn 2 is over")
    expect(recap).to_contain_text("+$2 −$7 = −$5")
    expect(recap.get_by_role("row", name="5 shares and engine 2 −$7")).to_be_visible()
    expect(recap.get_by_role("img", name="light: ")).to_have_count(1)
    expect(me.page.locator("svg .light .pill").first).to_be_visible()
    me.page.reload()
    expect(recap).to_contain_text("Turn 2 is over")
    check_axe(me)
    # Also on a phone the whole board is there, with all that has come, large enough to be seen.
    me.page.wait_for_function(ALL_IN_SIGHT)
    me.picture(f"recap-{'phone' if size == PHONE else 'desktop'}-{theme}")
    me.button("On to turn 3", exact=False).click()
    expect(recap).to_have_count(0)
    expect(me.page.locator("svg .light")).to_have_count(0)
    me.page.reload()
    expect(me.page.locator(".prompt")).to_be_visible()
    expect(recap).to_have_count(0)
    if size == PHONE:
        me.page.get_by_role("button", name="Log").click()
    # Each part of the end stands under its own heading, and the heading tells the recap again.
    log = me.page.get_by_role("region", name="Log")
    for phase in ("Collect income", "Pay expenses", "Goods growth"):
        expect(log.get_by_role("heading", name=f"Turn 2 · {phase}")).to_have_count(1)
    log.get_by_role("button", name="Turn 2").last.click()
    expect(recap).to_contain_text("Turn 2 is over")
    me.page.keyboard.press("Escape")
    expect(recap).to_have_count(0)


def test_what_others_did_is_gone_through_step_by_step_also_after_a_reload(
    visitor: MakeVisitor, laid_out: Ids
) -> None:
    me, _ = seated(visitor, laid_out, "others follow", 1)
    me.press("Raise engine to 4")
    since = me.page.get_by_role("region", name="Since your last move")
    me.asked("move a cube")
    me.page.reload()
    expect(since).to_contain_text("2 steps")
    me.page.keyboard.press(".")
    expect(since.get_by_role("status")).to_contain_text("1 of 2, on the board")
    expect(since.locator("[aria-current=step]")).to_contain_text("Ben")
    check_axe(me)
    me.picture("since-desktop-light")
    me.page.keyboard.press(".")
    expect(since.get_by_role("status")).to_contain_text("2 of 2")
    me.page.keyboard.press(",")
    expect(since.get_by_role("status")).to_contain_text("1 of 2")
    since.get_by_role("button", name="Next").click()
    since.get_by_role("button", name="Done").click()
    expect(since).to_contain_text("2 steps")
    expect(me.page.get_by_text("Back to now")).to_have_count(0)


# The connection ----------------------------------------------------------------------------------------


def test_who_cannot_see_the_board_hears_what_the_others_do(visitor: MakeVisitor, laid_out: Ids) -> None:
    me, id = seated(visitor, laid_out, "a friend follows", 1)
    heard = me.page.get_by_role("log", name="What the others do")
    expect(heard).to_have_text("")
    friend = visitor()
    friend.known(FRIEND)
    friend.go(f"/t/{id}")
    me.press("Pass")
    me.sure("Pass")
    friend.asked("Ben, move a cube")
    friend.step("Raise engine to 2")
    # One's own moves are not told.
    expect(heard).to_have_text("Ben raised the engine to 2")


def test_offline_for_ten_seconds_in_another_turn(visitor: MakeVisitor, laid_out: Ids) -> None:
    me, id = seated(visitor, laid_out, "a friend follows", timed=True)
    friend = visitor()
    friend.known(FRIEND)
    friend.go(f"/t/{id}")
    me.press("Pass")
    me.sure("Pass")
    friend.asked("Ben, move a cube")
    me.stop_clock()
    me.context.set_offline(True)
    bar = me.page.locator(".bar")
    expect(bar).to_contain_text("Your table is safe.")
    friend.step("Raise engine to 2")
    friend.asked("Cy, move a cube")
    me.page.clock.run_for(10_000)
    expect(bar).to_contain_text(re.compile(r"Offline since \d\d s"))
    me.picture("offline-desktop-light")
    # Axe needs a clock that goes; what is said for a moment can be read while it stands.
    me.page.clock.resume()
    check_axe(me)
    me.stop_clock()
    me.context.set_offline(False)
    expect(bar).to_have_text("Back online. Ben moved meanwhile: 1 step. Show them")
    me.picture("back-desktop-light")
    bar.get_by_role("button", name="Show them").click()
    since = me.page.get_by_role("region", name="Since your last move")
    expect(since.locator("[aria-current=step]")).to_contain_text("Ben raised the engine to 2")


def test_a_server_that_does_not_answer_is_noticed_within_five_seconds(
    visitor: MakeVisitor, laid_out: Ids, server: Server
) -> None:
    me, _ = seated(visitor, laid_out, "a friend follows", 1, timed=True, size=PHONE, color_scheme="dark")
    bar = me.page.locator(".bar")
    me.stop_clock()
    server.process.send_signal(signal.SIGSTOP)
    try:
        # It hangs without a word: no socket is closed.
        me.page.clock.run_for(NOTICED)
        expect(bar).to_contain_text("Your table is safe.")
        me.picture("offline-phone-dark")
        # After a minute it is the server that is gone.
        me.page.clock.run_for(61_000)
        expect(bar).to_contain_text("The table’s server does not answer since")
    finally:
        server.process.send_signal(signal.SIGCONT)
    me.page.clock.resume()
    expect(bar).to_contain_text("Back online.")
