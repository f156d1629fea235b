"""A table for tests: every action passes the referee, and positions can be laid out by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from footplate.age_of_steam.board import FIRST_SEAT, NOBODYS
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import take_up
from footplate.core.game import NATURE, Refusal
from footplate.core.table import Chance, Nature, Refused, Table
from tests import referee

TESTBED = Path(__file__).parent / "boards" / "testbed.toml"
"""A small board with what the Rust Belt lacks: a direct link, printed prices, impassable sides."""

NAMES = ("Ada", "Ben", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal")


class Desk:
    """One game; `act` says a sentence for whoever is asked, and the referee looks on."""

    def __init__(
        self,
        map: str | Path = "rust-belt",
        players: int = 3,
        options: Mapping[str, str] | None = None,
        nature: Nature | None = None,
    ) -> None:
        self.game: AgeOfSteam = load(map, options)
        self.board = self.game.board
        self.table = Table(self.game, NAMES[:players], nature or Chance(random.Random(1)))
        self.table.state.order = list(range(players))
        self.table.state.agenda = [
            due._replace(seat=seat) for seat, due in enumerate(self.table.state.agenda)
        ]

    @property
    def s(self) -> SteamState:
        """The position; tests may change it by hand, so it remembers nothing."""
        self.table.state.memory = None
        return self.table.state

    def act(self, *sentences: str) -> None:
        """Say sentences one after the other, each for whoever is asked then."""
        for sentence in sentences:
            before = self.s.copy()
            news = self.table.act(sentence)
            referee.check_money(self.game, before, self.s, news)
            referee.check(self.game, self.s)

    def refusal(self, sentence: str) -> Refusal | None:
        """Why a sentence is refused now, as the constant of refusals.py; None if it is not."""
        return self.game.why_not(self.s, self.game.read(self.s, sentence))

    def why(self, sentence: str) -> str:
        """The reason why a sentence is refused now, as people read it."""
        try:
            self.table.copy().act(sentence)
        except Refused as refused:
            return str(refused)
        raise AssertionError(f"“{sentence}” is accepted")

    def says(self) -> list[str]:
        """All sentences that may be said now."""
        return self.table.options()

    @property
    def asked(self) -> tuple[str, int]:
        """What is asked now and of whom: e.g. ("build", 0); ("over", -2) at the end."""
        return (self.s.agenda[0].kind, self.s.agenda[0].seat) if self.s.agenda else ("over", -2)

    def go_to(self, kind: str, seat: int | None = None) -> None:
        """Answer in the most modest way until a question of this kind is asked (of this seat)."""
        for _ in range(2000):
            asked, who = self.asked
            if asked == kind and seat in (None, who):
                return
            modest = {
                "issue": "issue 0",
                "bid": "drop",
                "build": "done",
                "move": "pass",
                "produce": "decline",
            }
            said = modest.get(asked, "")
            self.act(said if said and self.refusal(said) is None else self.says()[0])
        raise AssertionError(f"nobody is ever asked to {kind}")

    def take(self, *actions: str) -> None:
        """Go to the choice of actions and take these, in player order."""
        self.go_to("take")
        self.act(*(f"take {action}" for action in actions))

    # Laying out a position by hand ------------------------------------------------------------------

    def hex(self, name: str) -> int:
        """The hex with this name."""
        return self.board.read_hex(name)

    def put(self, hex: str, tracks: str, *owners: int | None) -> None:
        """Lay a tile without the rules; owners are seats, None is nobody: one for each track, or one."""
        s, at, layout = self.s, self.hex(hex), self.board.read_layout(tracks)
        take_up(self.board, s, at)
        shown = self.board.tiles.layouts[layout]
        tile = next(kind for kind in shown.tiles if s.supply[kind])
        s.supply[tile] -= 1
        s.supply[-1] -= shown.disk
        s.tile[at], s.layout[at] = tile + 1, layout
        s.rail[6 * at : 6 * at + 6] = bytes(6)
        for number, track in enumerate(shown.tracks):
            owner = owners[number] if len(owners) > 1 else owners[0]
            for side in track:
                if side != TOWN:
                    s.rail[6 * at + side] = NOBODYS if owner is None else FIRST_SEAT + owner
            if owner is not None:
                s.begun[owner] = 1
        s.link_table = None

    def owner(self, hex: str, side: str) -> int | None:
        """The seat that owns the track at a side, or None for nobody; fails where no track lies."""
        code = self.s.rail[6 * self.hex(hex) + self.board.side_names.index(side)]
        assert NOBODYS <= code < FIRST_SEAT + 8, f"no track at {hex} {side}"
        return None if code == NOBODYS else code - FIRST_SEAT

    def has_track(self, hex: str, side: str) -> bool:
        """Whether track lies at a side."""
        code = self.s.rail[6 * self.hex(hex) + self.board.side_names.index(side)]
        return NOBODYS <= code < FIRST_SEAT + 8

    def cubes(self, hex: str) -> list[str]:
        """The cubes on a hex."""
        at = STRIDE * self.hex(hex)
        return [colour for n, colour in enumerate(COLOURS) for _ in range(self.s.cubes[at + n])]

    def set_cubes(self, hex: str, *colours: str) -> None:
        """Put exactly these cubes on a hex; the old ones go to the bag, the new ones come from it."""
        at, s = STRIDE * self.hex(hex), self.s
        for n in range(len(COLOURS)):
            s.bag[n] += s.cubes[at + n]
            s.cubes[at + n] = 0
        for colour in colours:
            n = COLOURS.index(colour)
            if not s.bag[n]:
                self._fetch(n)
            s.bag[n] -= 1
            s.cubes[at + n] += 1

    def _fetch(self, colour: int) -> None:
        """Exchange a cube of this colour on the display with one from the bag."""
        s = self.s
        box = s.display.index(colour + 1)
        other = next(n for n, count in enumerate(s.bag) if count)
        s.bag[other] -= 1
        s.bag[colour] += 1
        s.display[box] = other + 1

    def rich(self, cash: int = 100) -> None:
        """Give everybody plenty of cash."""
        self.s.cash = [cash] * self.s.seats


def nature_says(desk: Desk, sentence: str) -> None:
    """Answer for nature where the desk has no chance of its own."""
    assert desk.table.actor == NATURE
    desk.act(sentence)


__all__: Sequence[str] = ("TESTBED", "Desk", "nature_says")


def building(
    *actions: str,
    map: str | Path = "rust-belt",
    options: Mapping[str, str] | None = None,
) -> Desk:
    """Rich players, three if nobody takes an action, in the order of their seats, about to build."""
    actions = actions or ("locomotive", "production", "turn-order")
    desk = Desk(map, len(actions), options)
    desk.act(*["issue 0"] * len(actions))
    bids = count(1)
    for bidders in range(len(actions) - 1, 0, -1):
        for _ in range(bidders):
            desk.act(f"bid {next(bids)}")
        desk.act("drop")
    assert desk.s.order == list(range(len(actions)))
    desk.act(*(f"take {action}" for action in actions))
    desk.rich()
    return desk


def accepted(desk: Desk, sentence: str) -> bool:
    """Whether a sentence may be said now, and is listed."""
    allowed = desk.refusal(sentence) is None
    listed = {desk.game.say(action) for action in desk.game.options(desk.s)}
    assert allowed == (desk.game.say(desk.game.read(desk.s, sentence)) in listed)
    return allowed


def refused(desk: Desk, sentence: str) -> Refusal | None:
    """Why a sentence is refused, which is not listed then."""
    assert not accepted(desk, sentence)
    return desk.refusal(sentence)
