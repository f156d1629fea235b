"""What Scotland, Portugal, Great Britain, Osaka and Southern China ask is answered by clicking."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, MakeVisitor, Visitor
from tests.browser.test_boards import SCREENS, answer, board_point, offered, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_a_promoter_is_placed_on_the_board(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["promoter"])
    me.asked("place a promoter")
    expect(me.button("Choose a lit hex on the board")).to_be_disabled()
    assert [line.split(" | ")[0] for line in offered(me)] == ["Decline"]
    expect(me.hex("Nara")).to_have_count(1)
    expect(me.hex("Namba")).to_have_count(0)
    if size == DESKTOP:
        me.page.mouse.click(*board_point(me, "Nara"))
    else:
        me.hex("Nara").focus()
        me.page.keyboard.press("Enter")
    me.picture(f"osaka-promoter-{screen(size)}")
    check_axe(me)
    me.press("Nara: A promoter comes here.")
    me.asked("move a cube")


@SCREENS
def test_applause_stands_beside_the_income(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["applause"])
    me.asked("move a cube")
    row = me.page.locator("#deliveries li", has_text="Wakayama").first
    row.get_by_role("button").first.click()
    expect(row).to_contain_text("+$2")
    me.picture(f"osaka-applause-{screen(size)}")
    me.press("Deliver, +2", exact=False)
    me.asked("Ben, move a cube")
    if size == DESKTOP:
        me.sees("2 links: Ada +2, Ada +$2")


@SCREENS
def test_an_older_link_becomes_national_by_a_click_on_the_board(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["nation"])
    me.asked("choose a link to be nationalized")
    assert len(offered(me)) == 4
    me.hex("E11").first.focus()
    me.page.keyboard.press("Enter")
    me.picture(f"southern-china-nationalize-{screen(size)}")
    check_axe(me)
    answer(me, "Nanning")
    me.asked("Ben, build track")
    if size == DESKTOP:
        me.sees("is national: +$2, 1 token")


def figures(me: Visitor, name: str) -> list[str]:
    """Cash, income, shares, engine, the figures of the board and the forecast of a player."""
    row = me.page.get_by_role("row").filter(has=me.page.get_by_role("rowheader", name=name))
    return [text.strip() for text in row.get_by_role("cell").all_inner_texts()[1:]]


def test_tokens_and_disks_stand_beside_the_engine_and_follow_the_game(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor(DESKTOP)
    sit_down(me, laid_out["nation"])
    me.asked("choose a link to be nationalized")
    heads = me.page.get_by_role("columnheader").all_inner_texts()
    assert heads[4:7] == ["Eng.", "Tokens", "Disks"]
    assert figures(me, "Ada")[4:6] == ["1", "0"] and figures(me, "Ben")[4:6] == ["0", "4"]
    me.picture("southern-china-figures")
    me.hex("E11").first.focus()
    me.page.keyboard.press("Enter")
    answer(me, "Nanning")
    me.asked("Ben, build track")
    assert figures(me, "Ada")[4:6] == ["2", "0"]


@SCREENS
def test_london_shows_its_sides_and_takes_by_the_side_entered(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["London"])
    me.asked("move a cube")
    ways = me.page.locator("#deliveries li > button")
    expect(ways.filter(has_text="Oxford → London")).to_have_count(1)
    expect(ways.filter(has_text="Oxford → Southampton")).to_have_count(1)
    ways.filter(has_text="Oxford → London").click()
    me.picture(f"great-britain-london-{screen(size)}")


def test_neighbouring_cities_are_joined_by_a_button(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor(DESKTOP)
    sit_down(me, laid_out["neighbours"])
    me.asked("build track")
    me.press("Liverpool–Manchester, $2", exact=False)
    me.sees("Liverpool–Manchester −$2")
    me.picture("great-britain-neighbours")


@SCREENS
def test_the_free_tile_is_built_like_any_other(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["free track"])
    me.asked("place one simple tile free")
    lit = me.page.locator('svg [role=button][aria-label*="from $0"]')
    lit.first.focus()
    me.page.keyboard.press("Enter")
    me.picture(f"portugal-free-{screen(size)}")
    me.page.locator(".confirm .pri").first.click()
    me.asked("Ben, place one simple tile free")


def test_the_link_of_two_neighbours_is_bought_in_scotland(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor(PHONE)
    sit_down(me, laid_out["Ayr"])
    me.asked("build track")
    me.press("Ayr–Glasgow, $2", exact=False)
    me.asked("build track")
    expect(me.button("Ayr–Glasgow, $2", exact=False)).to_have_count(0)
    me.picture("scotland-ayr-phone")
