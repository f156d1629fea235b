"""Positions that would take long to click one's way to, written into a server's data before it starts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from footplate import records
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import RED, STRIDE, YELLOW
from footplate.age_of_steam.narration import story
from footplate.bots import bot
from footplate.core.game import NOBODY
from footplate.core.table import Chance, Table
from footplate.games import host_of
from footplate.web.bots import Bots
from footplate.web.hooks import Hooks
from footplate.web.live import AnyTable
from footplate.web.person import Person, browser_of
from footplate.web.protocol import LogLine
from footplate.web.seats import TableSeat
from footplate.web.store import Store
from footplate.web.tables import Tables
from tests.desk import Desk, building, nature_says
from tests.maps.test_berlin_1890 import growing, harbour, set_row
from tests.maps.test_disco_inferno import at_triangle, burn, producing
from tests.maps.test_disco_inferno import building as disco_building
from tests.maps.test_double_base_usa import building as double_base_building
from tests.maps.test_double_base_usa import state as double_base_state
from tests.maps.test_germany import building as german_building
from tests.maps.test_great_britain import building as british_building
from tests.maps.test_great_britain import moving as british_moving
from tests.maps.test_great_britain import oxford_line
from tests.maps.test_italy import exchanging
from tests.maps.test_lincoln_funeral_car import capital_line
from tests.maps.test_lincoln_funeral_car import moving as lincoln_moving
from tests.maps.test_lincoln_funeral_car import selecting as lincoln_selecting
from tests.maps.test_osaka import AIRPORT_EXPRESS
from tests.maps.test_osaka import building as osaka_building
from tests.maps.test_osaka import moving as osaka_moving
from tests.maps.test_pacific_electric import building as pacific_building
from tests.maps.test_pacific_electric import express as pacific_express
from tests.maps.test_portugal import asked_for_track
from tests.maps.test_scotland import building as scottish_building
from tests.maps.test_seattle_metro import capitol_line as seattle_line
from tests.maps.test_seattle_metro import growing as seattle_growing
from tests.maps.test_seattle_metro import moving as seattle_moving
from tests.maps.test_seattle_metro import solo as seattle_solo
from tests.maps.test_seattle_metro import two as seattle_two
from tests.maps.test_southern_china import CHANGSHA_SOUTH, HENGYANG, four_links
from tests.maps.test_southern_china import building as chinese_building
from tests.maps.test_sweden_recycling import moving as swedish_moving
from tests.maps.test_sweden_recycling import sweden, with_plant
from tests.maps.test_texas_oklahoma_new_mexico import TEXAS, graze, ranching, wichita_line
from tests.maps.test_texas_oklahoma_new_mexico import moving as texan_moving
from tests.maps.test_western_us import building as western_building
from tests.maps.test_western_us import northern
from tests.test_view import crossroads

TOKEN = "a-browser-that-was-here-before-the-tests-began"
"""The cookie of whoever sits at all these tables."""


def coast_to_coast() -> Desk:
    """Western U.S.: Ada can move a red cube from Seattle to Duluth, over Ben's links too."""
    desk = western_building()
    northern(desk, 0, 1, 1)
    desk.s.engine = [6] * 3
    desk.set_cubes("Seattle", "red")
    desk.go_to("move", 0)
    return desk


def last_spike() -> Desk:
    """Western U.S.: Ada's tile on M2 would close the transcontinental link of three railroads."""
    desk = western_building()
    northern(desk, 1, 2, 0, "M2")
    desk.s.income = [1, 2, 3]
    return desk


def cotton() -> Desk:
    """Southern U.S.: Ada can move cotton from Selma to Mobile over Ben's link."""
    desk = Desk("southern-us")
    desk.go_to("move", 0)
    for hex, track in (("Selma", "S"), ("E9", "N-S"), ("E10", "N-S")):
        desk.put(hex, track, 1)
    return desk


def engineer() -> Desk:
    """Germany: Ada, who pays half for her dearest tile, is about to build."""
    return german_building("engineer", cash=30)


def side_of_london() -> Desk:
    """Great Britain: Ada can move a blue and a yellow cube from Oxford towards London."""
    return british_moving(oxford_line(british_building()), "Oxford", "blue", "yellow")


def neighbours() -> Desk:
    """Great Britain: Ada may join neighbouring cities."""
    return british_building()


def promoter() -> Desk:
    """Osaka: Ada is asked for a promoter."""
    desk = osaka_building("promotion", "production", "turn-order")
    desk.go_to("promote")
    return desk


def applause() -> Desk:
    """Osaka: Ada's purple cube passes two others."""
    desk = osaka_building()
    desk.act(AIRPORT_EXPRESS)
    desk.put("C15", "N-S", 0)
    desk.put("C16", "N-SW", 0)
    osaka_moving(desk)
    desk.set_cubes("Kansai-Airport", "purple")
    desk.set_cubes("Izumisano", "purple", "purple")
    desk.set_cubes("Wakayama", "black")
    return desk


def starting_city() -> Desk:
    """Double Base USA: eight players, of whom the first chooses a starting city."""
    desk = Desk("double-base-usa", 8)
    desk.go_to("start")
    return desk


def crowded() -> Desk:
    """Double Base USA: Ada moves with an engine of 12, and there are 213,481 deliveries."""
    desk = Desk("double-base-usa", 8)
    text = (Path(__file__).parents[1] / "positions" / "double-base-usa-8-late.game").read_text("utf-8")
    desk.table.state = records.parse(text).position(desk.game)
    return desk


def land_grant() -> Desk:
    """Double Base USA: Ada, who starts in Baltimore, has a land grant and no tile left."""
    desk = double_base_building()
    double_base_state(desk).grants[0] = 1
    desk.put("B2", "N-S", None)
    desk.s.agenda[0] = desk.s.agenda[0]._replace(a=0)
    return desk


def nation() -> Desk:
    """Southern China: Ada has laid a fifth link and must give up an older one."""
    desk = chinese_building(four_links, tokens=1)
    desk.act(CHANGSHA_SOUTH, HENGYANG, "done")
    return desk


def italian_link() -> Desk:
    """Italy: Ada may build a link; some cost the same by several ways."""
    return building("locomotive", "production", "turn-order", map="italy")


def black_cube() -> Desk:
    """Italy: Ada may exchange black cubes, of which one lies in Roma and one on the display."""
    return exchanging(city="Roma", box=3)


def seattle_split() -> Desk:
    """Seattle Metro: Ada splits the actions for Ben and herself."""
    desk = Desk("seattle-metro", 2)
    desk.act("issue 0", "issue 0")
    return desk


def seattle_cubes() -> Desk:
    """Seattle Metro: Ada has three cubes to place, one of them for a full sector."""
    desk = seattle_two("urbanization first-build engineer")
    desk.act("urbanize Seattle-Center A", "forgo")
    seattle_growing(seattle_line(desk))
    for place in ("Crown-Hill", "Northgate", "Ballard"):
        desk.set_cubes(place, "red", "blue")
    desk.set_cubes("Downtown", "red", "yellow")
    desk.s.overload = 2  # type: ignore[attr-defined]
    nature_says(desk, "draw black")
    nature_says(desk, "roll 1 2 4")
    nature_says(desk, "draw red blue red")
    return desk


def seattle_gray() -> Desk:
    """Seattle Metro alone: Ada can bring a purple cube Downtown and back."""
    desk = seattle_solo()
    desk.s.points = [3]  # type: ignore[attr-defined]
    seattle_moving(desk)
    desk.set_cubes("University-District", "purple")
    return desk


def empty_boxes() -> Desk:
    """1890 Berlin: Ada has drawn a purple cube, and seven boxes of three cities are empty."""
    desk = growing("production", "locomotive", "turn-order")
    set_row(desk, "Wedding", "blue")
    desk.act("produce", "draw purple")
    return desk


def transfer() -> Desk:
    """Pacific Electric: Ada, who has Express and one power plant, can move a yellow and a blue cube."""
    desk = pacific_express(plants=1)
    desk.set_cubes("Van-Nuys", "yellow")
    desk.set_cubes("Glendale", "blue")
    return desk


def chain() -> Desk:
    """Disco Inferno: Ada can deliver three cubes in a chain, and Manilow would burn down behind the first."""
    desk = at_triangle(4, Manilow="yellow", Summer="red blue", Gibb="red", Kool="blue")
    burn(desk, "Quincy")
    return desk


def new_city_with_cubes() -> Desk:
    """Disco Inferno: Ada may place a New City with the cubes on it."""
    return disco_building("urbanization", "production", "turn-order")


def drawn_for_a_city() -> Desk:
    """Disco Inferno: Ben has drawn two cubes for one city."""
    desk = producing("full")
    desk.act("produce")
    return desk


def plant() -> Desk:
    """Sweden Recycling: cubes lie in both halves of Växjö, and Ada can deliver a black cube to the plant."""
    desk = swedish_moving(
        with_plant(),
        Halmstad="yellow yellow blue",
        Växjö="black red blue yellow",
        Karlskrona="yellow",
        Malmö="red",
    )
    s = sweden(desk)
    for colour, count in ((YELLOW, 2), (RED, 2)):
        s.waiting[STRIDE * desk.hex("Växjö") + colour] += count
    s.waiting[STRIDE * desk.hex("Karlskrona") + RED] += 1
    s.wte_plant, s.garbage = 3, [0, 2, 0]
    s.gone[YELLOW] -= 10
    return desk


def herd() -> Desk:
    """Texas: Ada places the first of the cattle."""
    return Desk(TEXAS)


def drive() -> Desk:
    """Texas: Ada may drive cattle to her link and to a city."""
    desk = texan_moving()
    wichita_line(desk)
    graze(desk, "J2", "K4", "L2", "G5", "Lubbock")
    return desk


def ranch() -> Desk:
    """Texas: Ada has taken Ranching."""
    desk = ranching(4)
    desk.act("take ranching")
    return desk


def priced_actions() -> Desk:
    """Lincoln: Ada chooses and has not enough for Locomotive."""
    return lincoln_selecting(cash=4)


def no_action() -> Desk:
    """Lincoln: what is left is too dear for Cy."""
    desk = lincoln_selecting()
    desk.s.cash = [0] * 4
    desk.act("take production", "take turn-order")
    return desk


def funeral_car() -> Desk:
    """Lincoln: a white cube can be brought to the car over links of two railroads."""
    desk = lincoln_moving()
    capital_line(desk, 1, 2, 0)
    desk.set_cubes("Philadelphia", "white")
    return desk


def last_move(cash: int, income: int, shares: int) -> Callable[[], AnyTable]:
    """Barbados: the last move of a game that a bot played, with figures that decide how it ends."""

    def play() -> AnyTable:
        table = next(filter(None, (played_to_the_last_move(seed) for seed in range(60))))
        s = table.state
        s.cash, s.income, s.shares = [cash], [income], [shares]
        return table

    return play


def played_to_the_last_move(seed: int) -> AnyTable | None:
    """A solo game up to its last move; None if it was lost before."""
    game, rng, player = load("barbados"), random.Random(seed), bot("age-of-steam", "frugal")
    table: AnyTable = Table(game, ["Ada"], Chance(random.Random(seed)))
    while table.actor != NOBODY:
        due = table.state.agenda[0]
        if (due.kind, due.a, table.state.turn) == ("move", 2, 10):
            return table
        table.act(game.say(player.choose(game, table.state.copy(), 0, rng)))
    return None


def in_play(seed: int, here: Callable[[AnyTable], bool]) -> AnyTable:
    """A game on the Rust Belt that bots have played so far."""
    game, rng, player = load("rust-belt"), random.Random(seed), bot("age-of-steam", "frugal")
    table: AnyTable = Table(game, ["Ada", "Ben", "Cy"], Chance(random.Random(seed)))
    while not here(table):
        assert table.actor != NOBODY, "another seed leads there"
        table.act(game.say(player.choose(game, table.state.copy(), table.actor, rng)))
    return table


def short_of_money() -> AnyTable:
    """Rust Belt: Ada cannot pay her expenses, and her best deliveries bring too little."""
    table = in_play(1, lambda table: table.state.turn == 3 and table.state.agenda[0][:2] == ("issue", 0))
    s = table.state
    s.cash[0], s.income[0], s.shares[0], s.engine[0] = 4, 1, 12, 2
    return table


def almost_alone() -> Desk:
    """Barbados: Ada’s last move, a delivery with which she can just buy back her shares."""
    desk = Desk("barbados", 1)
    desk.put("F5", "SE-NW", 0)
    desk.set_cubes("Bathsheba", "yellow")
    desk.go_to("move", 0)
    desk.act("pass")
    desk.s.turn = desk.game.rules.turns(1)
    desk.s.income[0], desk.s.cash[0] = 5, 7
    return desk


def last_dollar() -> Desk:
    """Rust Belt: Ada bids with $7 and has no debts to speak of."""
    desk = Desk()
    desk.go_to("bid", 0)
    desk.s.cash[0], desk.s.shares[0] = 7, 0
    return desk


def open_track() -> Desk:
    """Rust Belt: Ada has an open end on H5 that becomes nobody's, money and tiles."""
    desk = building()
    desk.put("H5", "N-S", 0)
    return desk


def money_and_tiles() -> Desk:
    """Rust Belt: Ada has finished a link and has money and a tile left."""
    desk = building()
    desk.act("build D8 NW-NE", "build E8 SW-NE")
    desk.s.cash[0] = 9
    return desk


def engine_too_dear() -> AnyTable:
    """Rust Belt: Ada can pay for this engine and for no higher one, and nothing is left to deliver."""
    table = others_follow()
    s = table.state
    for at, count in enumerate(s.cubes):
        s.gone[at % STRIDE] += count
    s.cubes = bytearray(len(s.cubes))
    s.cash[0], s.income[0] = table.game.rules.expenses(s, 0), 0
    return table


def last_of_turn() -> AnyTable:
    """Rust Belt: Ada makes the last move of turn 2."""
    return in_play(
        3, lambda table: table.state.turn == 2 and [due[:2] for due in table.state.agenda] == [("move", 0)]
    )


def others_follow() -> AnyTable:
    """Rust Belt: Ada makes her first move in turn 2, and others come after her."""
    return in_play(1, lambda table: table.state.turn == 2 and table.state.agenda[0][:3] == ("move", 0, 1))


FRIEND = "another-browser-that-was-here-before-the-tests-began"
"""The cookie of whoever sits at the other seats where two people play."""
AGAINST_BOTS = {"last move of the turn", "others follow"}
"""Positions in which all but the first seat are bots."""
WITH_A_FRIEND = {"a friend follows"}
"""Positions in which all but the first seat are somebody else’s."""

POSITIONS: dict[str, Callable[[], Desk | AnyTable]] = {
    "bonus": coast_to_coast,
    "transcontinental": last_spike,
    "cotton": cotton,
    "track cube": crossroads,
    "engineer": engineer,
    "London": side_of_london,
    "neighbours": neighbours,
    "promoter": promoter,
    "applause": applause,
    "nation": nation,
    "starting city": starting_city,
    "land grant": land_grant,
    "crowded": crowded,
    "free track": asked_for_track,
    "Seattle, split": seattle_split,
    "Seattle, cubes": seattle_cubes,
    "Seattle, gray": seattle_gray,
    "chain": chain,
    "plant": plant,
    "New City with cubes": new_city_with_cubes,
    "drawn for a city": drawn_for_a_city,
    "Ayr": scottish_building,
    "Italian link": italian_link,
    "black cube": black_cube,
    "row": lambda: harbour("yellow", "red", "blue", "purple"),
    "boxes": empty_boxes,
    "transfer": transfer,
    "first turn": pacific_building,
    "cattle": herd,
    "drive": drive,
    "ranch": ranch,
    "prices": priced_actions,
    "no action": no_action,
    "car": funeral_car,
    "alone, won": last_move(cash=100, income=9, shares=2),
    "alone, lost": last_move(cash=0, income=30, shares=15),
    "alone, almost": almost_alone,
    "short of money": short_of_money,
    "last dollar": last_dollar,
    "open track": open_track,
    "money and tiles": money_and_tiles,
    "engine too dear": engine_too_dear,
    "last move of the turn": last_of_turn,
    "others follow": others_follow,
    "a friend follows": others_follow,
}


def lines_of(table: AnyTable) -> list[LogLine]:
    """The log as the server keeps it."""
    assert isinstance(table.game, AgeOfSteam)
    again: AnyTable = Table(table.game, table.seats)
    out = []
    for n, (seat, text) in enumerate(table.log):
        turn, phase = again.state.turn, again.state.phase
        told = story(table.game, again.act(text), table.seats)
        out.append(LogLine(n, seat, text, told, turn, phase))
    return out


class Asleep(Bots):
    """Bots that nobody asks here, so none of their processes is started."""

    def wake(self) -> None:
        """Sleep on."""


COPIES = 3
"""One for a desktop, one for a phone, one for figures that follow."""


def lay_out(folder: Path) -> dict[str, list[str]]:
    """Write the positions down as tables of one person, each more than once; their ids by name."""

    async def write() -> dict[str, list[str]]:
        store = Store(folder)
        await store.open()
        tables = Tables(store, Asleep(), Hooks(store, at_home=True))
        person = Person(browser_of(TOKEN))
        whose = person.identity, browser_of(FRIEND)
        ids = {}
        for name, make in POSITIONS.items():
            made = make()
            # What a desk laid out by hand did not come about by its log.
            lines = [] if isinstance(made, Desk) else lines_of(made)
            table = made.table if isinstance(made, Desk) else made
            assert isinstance(table.game, AgeOfSteam)
            log = [] if isinstance(made, Desk) else table.log
            resumed = Table.resume(table.game, table.seats, log, table.state)
            seats = [
                TableSeat(n, player, "bot", "random", n + 1, None, None)
                if n and name in AGAINST_BOTS
                else TableSeat(n, player, "here", "", n + 1, None, whose[bool(n and name in WITH_A_FRIEND)])
                for n, player in enumerate(table.seats)
            ]
            copies = [
                await tables._begin(person, host_of(table.game), seats, False, True, resumed, lines)
                for _ in range(COPIES)
            ]
            ids[name] = [card.id for card in copies]
        await tables.close()
        await store.close()
        return ids

    # In a thread of its own: the browser's driver may run a loop in this one already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, write()).result()
