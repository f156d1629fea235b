"""Days of Steam in a browser: a turn of each kind, by mouse, keyboard and finger, and a game to its end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PATIENCE, PHONE, MakeVisitor, Visitor, here
from tests.browser.days_positions import OTHERS
from tests.browser.test_table import check_axe

Scenes = dict[str, list[str]]


def sit(visitor: MakeVisitor, id: str, *, token: str = "", **more: object) -> Visitor:
    """Come to a table that was laid out."""
    me = visitor(**more)
    me.known(token) if token else me.known()
    me.go(f"/t/{id}")
    expect(me.page.locator(".map")).to_be_visible()
    return me


def place(me: Visitor, name: str) -> Locator:
    """A place of the map that can be chosen now."""
    return me.page.locator(f'.target[aria-label^="{name},"]')


def card(me: Visitor, name: str) -> Locator:
    """A card of the hand or of the towns."""
    return me.page.locator(f'button.hc[aria-label^="{name}"]').first


def last(me: Visitor, id: str) -> list[str]:
    """What the log of the server told last, newest first."""
    answer = me.context.request.get(f"{me.server.address}/api/tables/{id}/log")
    assert answer.ok, answer.text()
    return [text for line in reversed(answer.json()) for text in line["told"]]


def log(me: Visitor, id: str) -> list[Any]:
    """The log as the server tells it."""
    found: list[Any] = me.context.request.get(f"{me.server.address}/api/tables/{id}/log").json()
    return found


def view(me: Visitor, id: str) -> Any:
    return me.state(id)["view"]


def logged(me: Visitor, text: str) -> None:
    """Wait until the log on the page says this."""
    expect(me.page.locator("[aria-label=Log] li, .lower li", has_text=re.compile(text)).last).to_be_visible()


def test_a_tile_is_turned_laid_and_refused_where_it_does_not_fit(
    visitor: MakeVisitor, scenes: Scenes
) -> None:
    me = sit(visitor, scenes["table"][0])
    check_axe(me)
    card(me, "Straight").click()
    me.sees("as turned")
    # Between two tracks a straight cannot lie; the reason stands beside the prompt.
    corner = place(me, "R13").bounding_box()
    assert corner
    me.page.mouse.click(corner["x"] - 0.5 * corner["width"], corner["y"] - 0.5 * corner["height"])
    me.sees("Q12 needs track to the south and west.")
    expect(place(me, "L11")).to_have_attribute("aria-label", re.compile("after a turn.*closes a circuit"))
    place(me, "L11").click()
    me.sees("Closes J13 – M13, a new circuit")
    check_axe(me)
    me.press("Lay it, +1 steam, +1 point", exact=False)
    me.asked("Dora")
    logged(me, r"laid a straight on L11.*circuit \+1 point")


def test_a_tile_is_dragged_onto_the_map(visitor: MakeVisitor, scenes: Scenes) -> None:
    me = sit(visitor, scenes["table"][1])
    start, goal = card(me, "Straight").bounding_box(), None
    card(me, "Straight").click()
    goal = place(me, "I13").bounding_box()
    me.page.keyboard.press("Escape")
    assert start and goal
    me.page.mouse.move(start["x"] + 40, start["y"] + 40)
    me.page.mouse.down()
    me.page.mouse.move(start["x"] + 60, start["y"] - 60, steps=4)
    me.page.mouse.move(goal["x"] + 40, goal["y"] + 40, steps=6)
    me.page.mouse.up()
    me.sees("Straight on I13")
    me.press("Lay it", exact=False)
    me.asked("Dora")


def test_a_tile_covers_another(visitor: MakeVisitor, scenes: Scenes) -> None:
    me = sit(visitor, scenes["table"][2])
    card(me, "Switch, right").click()
    covering = me.page.locator('.target[aria-label*="covers"]').first
    name = (covering.get_attribute("aria-label") or "").split(",")[0]
    covering.click()
    me.sees(f"on {name}")
    me.press("Cover it", exact=False)
    me.asked("Dora")
    logged(me, f"covered {name}")


def test_a_face_up_town_is_placed(visitor: MakeVisitor, scenes: Scenes) -> None:
    id = scenes["founding"][0]
    me = sit(visitor, id)
    town = view(me, id)["market"][0]
    me.page.keyboard.press("4")
    place(me, "P13").click()
    me.press("Place it", exact=False)
    me.asked("Emil")
    logged(me, f"put the {town['colour']} town on P13")


def test_a_town_is_drawn_unseen_and_placed(visitor: MakeVisitor, scenes: Scenes) -> None:
    me = sit(visitor, scenes["founding"][1])
    me.press("Draw the top town unseen", exact=False)
    me.asked("place the town")
    me.sees("Drawn unseen")
    expect(me.page.get_by_role("button", name="Undo")).to_have_count(0)
    place(me, "P13").click()
    me.press("Place it", exact=False)
    me.asked("Emil")
    logged(me, "P13 gets")


def test_a_good_is_picked_up_and_delivered_without_a_roll(visitor: MakeVisitor, scenes: Scenes) -> None:
    id = scenes["goods"][0]
    me = sit(visitor, id)
    me.press("Move the train")
    me.sees("yellow to P13")
    place(me, "P13").click()
    me.sees("picks up yellow")
    expect(me.page.get_by_text("derails on")).to_have_count(0)
    check_axe(me)
    me.press("Move, +2", exact=False)
    me.asked("Emil")
    logged(me, r"delivered yellow to P13 \+2 points")
    assert view(me, id)["players"][0]["goods"] == ["yellow"]


def test_odds_stand_before_the_roll_and_a_derailed_train_is_back(
    visitor: MakeVisitor, scenes: Scenes
) -> None:
    held = derailed = 0
    for id in scenes["curves"]:
        me = sit(visitor, id)
        me.press("Move the train")
        place(me, "R14").click()
        me.sees("6 steam over a curve: derails on 1–4")
        me.sees("4 in 6")
        me.sees("back to M13, blue stays where it was, 6 steam are lost")
        me.press("Move and roll, +2", exact=False)
        me.asked("Emil")
        result = me.page.get_by_role("status", name="The die")
        expect(result).to_contain_text(re.compile("derailed|it holds"))
        player = view(me, id)["players"][0]
        assert player["steam"] == 0
        if "derailed" in result.inner_text():
            derailed += 1
            assert player["where"] == "in M13" and player["goods"] == []
            logged(me, "derailed with a [1-4], 6 steam lost")
        else:
            held += 1
            assert player["where"] == "in R14" and player["goods"] == ["blue"]
        me.context.close()
        if derailed:
            break
    assert derailed


def test_water_is_taken_at_the_tower(visitor: MakeVisitor, scenes: Scenes) -> None:
    me = sit(visitor, scenes["at tower"][0])
    me.press("Take water, steam 2 → 6")
    me.asked("Emil")
    logged(me, r"took water on M15 \+4 steam")


def test_coal_is_burnt_taken_back_and_burnt_again(visitor: MakeVisitor, scenes: Scenes) -> None:
    id = scenes["coal"][0]
    me = sit(visitor, id)
    me.press("More")
    me.press("Burn 2 coal, steam 2 → 4")
    expect(me.page.get_by_role("img", name="Steam 4")).to_be_visible()
    me.press("Undo")
    expect(me.page.get_by_role("img", name="Steam 2")).to_be_visible()
    me.press("Burn 1 coal, steam 2 → 3")
    expect(me.page.get_by_role("img", name="Steam 3")).to_be_visible()
    assert view(me, id)["players"][2]["coal"] == 4


def test_who_can_do_nothing_exchanges_a_tile(visitor: MakeVisitor, scenes: Scenes) -> None:
    me = sit(visitor, scenes["stuck"][0])
    me.sees("Nothing can be done. Exchange a tile.")
    me.page.get_by_label("Your decision").get_by_role("button", name="Hill", exact=False).click()
    me.press("Exchange it")
    me.asked("Ada")
    logged(me, "could do nothing and exchanged")


def test_lost_coal_is_told_before(visitor: MakeVisitor, scenes: Scenes) -> None:
    me = sit(visitor, scenes["full"][0])
    me.page.keyboard.press("1")
    me.sees("Steam is 6 already; the coal is lost.")


def test_a_whole_turn_by_keyboard(visitor: MakeVisitor, scenes: Scenes) -> None:
    """A tile: choose, turn, walk among lit places, lay. A move: walk the way tile by tile, and back."""
    me = sit(visitor, scenes["table"][3])
    keys = me.page.keyboard
    keys.press("1")
    keys.press("r")
    keys.press("ArrowUp")
    focused = me.page.locator(".target:focus")
    expect(focused).to_have_count(1)
    for key in ("ArrowUp", "ArrowLeft", "ArrowUp", "ArrowLeft"):
        keys.press(key)
    name = (focused.get_attribute("aria-label") or "").split(",")[0]
    keys.press("Enter")
    me.sees(f"Straight on {name}")
    keys.press("Enter")
    me.asked("Dora")

    me = sit(visitor, scenes["moving"][0])
    keys = me.page.keyboard
    keys.press("m")
    me.asked("Numbers: least steam to each tile")
    expect(me.button("Pick up yellow")).to_be_visible()
    keys.press("p")
    keys.press("ArrowUp")
    me.sees("M13 → M12")
    keys.press("ArrowUp")
    me.sees("Emil stands on M11.")
    keys.press("ArrowRight")
    me.sees("5 steam over a curve: derails on 1–3")
    keys.press("Backspace")
    me.sees("Emil stands on M11.")
    keys.press("ArrowRight")
    me.sees("delivers yellow")
    keys.press("Enter")
    me.asked("Dora")


def test_a_turn_on_a_phone(visitor: MakeVisitor, scenes: Scenes) -> None:
    me = sit(visitor, scenes["table"][4], size=PHONE, has_touch=True, is_mobile=True)
    check_axe(me)
    card(me, "Straight").tap()
    card(me, "Straight").tap()
    me.page.get_by_role("button", name="Whole board").tap()
    in_sight(me)
    place(me, "L11").tap()
    me.sees("Straight on L11")
    me.picture("days-phone-tile")
    me.page.get_by_role("button", name=re.compile("^Lay it, .*1 point")).first.tap()
    me.asked("Dora")
    logged_on_phone(me, r"laid a straight on L11")


def in_sight(me: Visitor) -> None:
    """Wait until every place that can be chosen is on the screen, under nothing else."""
    me.page.wait_for_function(
        """() => {
          const lit = [...document.querySelectorAll('.target')]
          return lit.length > 5 && lit.every((target) => {
            const { left, top, width, height } = target.getBoundingClientRect()
            const spots = [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.9, 0.9]]
            const at = ([x, y]) => document.elementFromPoint(left + x * width, top + y * height)
            return spots.every((spot) => target.contains(at(spot)))
          })
        }""",
        timeout=PATIENCE,
    )


def logged_on_phone(me: Visitor, text: str) -> None:
    """Look it up in the log, which has a tab of its own there."""
    me.page.get_by_role("button", name="Log", exact=True).tap()
    expect(me.page.locator("li", has_text=re.compile(text)).first).to_be_visible()


def test_a_move_on_a_phone(visitor: MakeVisitor, scenes: Scenes) -> None:
    """What is asked, the steps, the odds and the button are all there without scrolling."""
    me = sit(visitor, scenes["moving"][1], size=PHONE, has_touch=True, is_mobile=True)
    me.press("Move the train")
    me.asked("Carl, move your train")
    me.press("yellow to N11", exact=False)
    me.asked("M13 → N11")
    me.sees("5 steam over a curve: derails on 1–3")
    check_axe(me)
    for part in ("3 in 6", "curve, passes Emil"):
        expect(me.page.get_by_text(part).first).to_be_in_viewport(ratio=1)
    expect(me.button("Move and roll, +4", exact=False)).to_be_in_viewport(ratio=1)
    me.picture("days-phone-move")
    me.button("Move and roll, +4", exact=False).tap()
    me.asked("Dora")


def test_a_suggestion_is_drawn_and_can_be_put_away(visitor: MakeVisitor, scenes: Scenes) -> None:
    """Suggest chooses its move on the map without making it."""
    id = scenes["goods"][1]
    me = sit(visitor, id)
    before = me.state(id)["at"]
    me.press("Suggest")
    expect(me.button("Do it")).to_be_visible()
    me.asked("Ada, move your train")
    expect(me.page.locator(".map .advised")).to_be_visible()
    expect(me.page.locator(".map .halo")).to_have_count(1)
    me.sees("delivers yellow")
    assert me.state(id)["at"] == before
    me.press("Hide")
    expect(me.page.locator(".map .advised, .map .halo")).to_have_count(0)
    me.asked("Ada, lay a tile")
    me.press("Suggest")
    me.press("Do it")
    me.asked("Emil")
    logged(me, r"delivered yellow to P13")


def test_a_way_is_clicked_tile_by_tile_or_ended_before_the_curve(
    visitor: MakeVisitor, scenes: Scenes
) -> None:
    me = sit(visitor, scenes["moving"][2])
    me.press("Move the train")
    me.press("Pick up yellow")
    place(me, "M12").click()
    me.asked("M13 → M12")
    tile(me, "M11").click()
    me.sees("Emil stands on M11.")
    place(me, "N11").click()
    me.asked("M13 → N11")
    me.sees("5 steam over a curve: derails on 1–3")
    me.press("Stop on M12, no roll", exact=False)
    me.asked("M13 → M12")
    expect(me.page.get_by_text("derails on")).to_have_count(0)
    me.page.keyboard.press("Enter")
    me.asked("Dora")
    logged(me, "moved M13 to M12")


def tile(me: Visitor, name: str) -> Locator:
    """A tile that lies on the map."""
    return me.page.locator(f'.map g[role=img][aria-label^="{name},"]')


def test_thirteen_points_end_the_game_with_standings(visitor: MakeVisitor, scenes: Scenes) -> None:
    me = sit(visitor, scenes["last point"][0])
    card(me, "Straight").click()
    place(me, "L11").click()
    me.press("Lay it", exact=False)
    me.sees("Emil wins with 13")
    check_axe(me)


def test_in_the_past_the_tile_is_outlined_that_was_laid_there(visitor: MakeVisitor) -> None:
    me = visitor()
    id = me.new_table(here("Ada"), here("Emil"), map="days-of-steam")
    for _ in range(2):
        me.press("I am", exact=False)
        lay_first(me, id)
    me.press("I am", exact=False)
    laid = [line["n"] for line in log(me, id) if line["sentence"].startswith("lay ")]
    outlined, slider = me.page.locator(".map .last rect"), me.page.get_by_role("slider").first
    before = ""
    for n in reversed(laid):
        slider.fill(str(n + 1))
        expect(me.page.get_by_role("button", name="Back to now")).to_be_visible()
        # One tile, and another than at the moment looked at before.
        expect(me.page.locator(f".map .last rect:not([data-at='{before}'])")).to_have_count(1)
        expect(outlined).to_have_count(1)
        before = outlined.get_attribute("data-at") or ""
    me.press("Back to now", exact=False)
    expect(outlined).to_have_count(0)


def test_two_browsers_play_a_game_to_its_end(visitor: MakeVisitor, scenes: Scenes) -> None:
    id = scenes["short"][0]
    me, other = sit(visitor, id), sit(visitor, id, token=OTHERS)
    people = {view(me, id)["asked"]: me}
    people[1 - next(iter(people))] = other
    for somebody in (me, other):
        lay_first(somebody, id)
    # What the other did meanwhile is gone through on the map, and what was drawn is part of it.
    since = me.page.get_by_role("region", name="Since your last move")
    expect(since).to_contain_text("1 step")
    me.page.keyboard.press(".")
    expect(since.get_by_role("status")).to_contain_text("1 of 1, on the board")
    # The last step is now; its tile stays outlined as long as it is looked at, and no longer.
    outlined = me.page.locator(".map .last rect")
    expect(outlined).to_have_count(1)
    me.page.keyboard.press(".")
    expect(since.get_by_role("button", name="Show")).to_be_visible()
    expect(outlined).to_have_count(0)
    while not (now := view(me, id))["over"]:
        lay_first(people[now["asked"]], id)
    for somebody in (me, other):
        expect(somebody.page.locator("h1").first).to_contain_text(re.compile("win|share"))
    # Nothing is hidden any more.
    assert all(-1 not in player["hand"] for player in view(other, id)["players"])


def test_no_byte_sent_to_another_browser_tells_a_hand(visitor: MakeVisitor) -> None:
    """Frames, downloads, past positions and pictures of the second seat and of a watcher are searched."""
    me, other, watcher = visitor(), visitor(), visitor()
    id = me.new_table({"kind": "here", "name": "Ada"}, {"kind": "link", "name": "Emil"}, map="days-of-steam")
    heard: list[str] = []
    for somebody in (other, watcher):
        somebody.page.on(
            "websocket", lambda ws: ws.on("framereceived", lambda frame: heard.append(str(frame)))
        )
        somebody.page.on(
            "response", lambda answer: heard.append(answer.text()) if f"/tables/{id}" in answer.url else None
        )
    seats: Any = me.state(id)["card"]
    link = seats["seats"][1]["link"]
    other.go(link if link.startswith("/") else f"/join/{link}")
    other.page.get_by_role("textbox").fill("Emil")
    other.press("Sit down")
    expect(other.page.locator(".map")).to_be_visible()
    watcher.go(f"/t/{id}")
    expect(me.page.locator(".map")).to_be_visible()
    board = me.context.request.get(f"{me.server.address}/api/maps/days-of-steam/board").json()
    for _ in range(6):
        hers = view(me, id)["players"][0]["hand"]
        his = view(other, id)["players"][1]["hand"]
        assert -1 not in hers and -1 not in his
        assert view(other, id)["players"][0]["hand"] == [-1] * 3
        downloads = ("", "/log", "/record", "/board.svg", "/at/5", "/at/1")
        for somebody in (other, watcher):
            for address in downloads:
                answer = somebody.context.request.get(f"{me.server.address}/api/tables/{id}{address}")
                heard.append(answer.text())
        said = "\n".join(heard)
        laid = set(re.findall(r"lay ([a-z0-9-]+) ", said))
        only_hers = {board["kinds"][n]["id"] for n in hers if n not in his} - laid
        mine_to_watcher = {board["kinds"][n]["id"] for n in his} - laid
        for id_of_tile in only_hers - mine_to_watcher:
            # The whole id: a tile of his own may have one that only begins alike.
            assert not re.search(rf'[" ]{id_of_tile}(?![a-z0-9-])', said), id_of_tile
        assert not re.search(r"draw 1 [a-z]", said)
        for players in re.findall(r'"seat":0,"name":"Ada".*?"hand":\[([^\]]*)\]', said):
            assert set(filter(None, players.split(","))) <= {"-1"}, players
        lay_first(me if view(me, id)["asked"] == 0 else other, id)
    assert len(heard) > 40


def lay_first(me: Visitor, id: str) -> None:
    """Lay the first tile that fits where it fits first, and wait until the table has moved on."""
    expect(me.page.locator('button[aria-pressed="true"]', has_text="Lay a tile")).to_be_visible()
    at = me.state(id)["at"]
    for key in "123":
        me.page.keyboard.press(key)
        if me.page.locator(".target").count():
            break
    me.page.locator(".target").first.dispatch_event("click")
    me.page.keyboard.press("Enter")
    for _ in range(PATIENCE // 50):
        if me.state(id)["at"] != at:
            return
        me.page.wait_for_timeout(50)
    pytest.fail("the tile was not laid")
