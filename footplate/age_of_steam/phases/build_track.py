"""IV. Build track."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import DONE, Build, Connect, Done, Urbanize
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, OWNERS, UNBUILDABLE, owner_of, seat_of
from footplate.age_of_steam.offers import offered
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import (
    BLOCKED,
    FOREIGN,
    HERE,
    OPEN,
    Work,
    lay,
    leads_to,
    open_ends,
    site,
    tile_for,
    work,
)
from footplate.age_of_steam.words import plural
from footplate.core.game import Action, Decision, Due, Phase, Refusal, Seat
from footplate.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class BuildTrack(Phase[Rules[Any], SteamState]):
    """In player order, First Build before everybody, each player places, replaces or redirects tiles.

    [base.build.order]
    """

    name = "Build track"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        s.built = s.laid = ()
        for seat in rules.leading(s, "first-build"):
            s.ask("build", seat, rules.builds_allowed(s, seat), rules.new_cities_allowed(s, seat))


@mypyc_attr(allow_interpreted_subclasses=True)
class BuildDecision(Decision[Rules[Any], SteamState]):
    """One tile after the other, each legal and paid for when it is laid; the builder says when it is done.

    `due.a` counts the tiles left, `due.b` the New Cities still to be placed.

    [base.build.tile-by-tile base.build.once-a-hex]
    """

    prompt = "Build track"
    takes: ClassVar[tuple[type[Any], ...]] = (Build, Urbanize, Connect, Done)
    control = "build"
    doing = "is building"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        tiles = 0 <= due.a <= rules.builds_allowed(s, due.seat)
        if not tiles or not 0 <= due.b <= rules.new_cities_allowed(s, due.seat):
            return False
        if rules.done_problem(s, due.seat) is None:
            return True
        return s.agenda[0].seat == due.seat and any(True for _ in self.options(rules, s, due))

    # What may be done -------------------------------------------------------------------------------

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        out: list[Action] = [DONE] if rules.done_problem(s, due.seat) is None else []
        if due.b and not self._too_late(rules, s):
            left = [city for city, hex in enumerate(s.new_cities) if hex < 0]
            for hex, actions in rules.board.urbanizations.items():
                if s.kind[hex] == IN_TOWN:
                    cities = (actions[city] for city in left)
                    out += [a for a in cities if self._why_not_urbanize(rules, s, due, a) is None]
        if due.a:
            for number in range(len(rules.board.direct_links)):
                direct = Connect(number)
                if self.why_not(rules, s, due, direct) is None:
                    out.append(direct)
            out += self.builds(rules, s, due)
        return out

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Done):
            return rules.done_problem(s, due.seat)
        if isinstance(a, Urbanize):
            return self._why_not_urbanize(rules, s, due, a)
        if not due.a:
            return refusals.NO_BUILDS_LEFT
        if isinstance(a, Connect):
            if problem := rules.link_problem(s, due.seat, a):
                return problem
            return refusals.CANNOT_AFFORD if self.charge(rules, s, a) > s.cash[due.seat] else None
        return self._why_not_build(rules, s, due, a)

    def _why_not_build(self, rules: Rules[Any], s: SteamState, due: Due, a: Build) -> Refusal | None:
        if s.kind[a.hex] == IN_CITY:
            return refusals.IN_CITY
        if s.kind[a.hex] == UNBUILDABLE:
            return refusals.NOT_BUILDABLE
        if a.hex in s.built:
            return refusals.HEX_BUILT
        done = work(rules.board.tiles, site(rules.board, s, due.seat, a.hex), a.layout)
        if isinstance(done, Refusal):
            return done
        tile = tile_for(rules.board, s, a.hex, a.layout)
        if isinstance(tile, Refusal):
            return tile
        if self.charge(rules, s, a) > s.cash[due.seat]:
            return refusals.CANNOT_AFFORD
        return rules.build_problem(s, due.seat, a)

    def _too_late(self, rules: Rules[Any], s: SteamState) -> bool:
        return bool(s.built) and not rules.urbanize_after_building()

    def _why_not_urbanize(self, rules: Rules[Any], s: SteamState, due: Due, a: Urbanize) -> Refusal | None:
        city, kind = a.city, s.kind[a.hex]
        if s.new_cities[city] >= 0:
            return refusals.CITY_PLACED
        if any(s.new_cities[equal] < 0 for equal in rules.board.equal_cities[city]):
            return refusals.EQUAL_CITY
        if not due.b:
            return refusals.NO_URBANIZATION
        if self._too_late(rules, s):
            return refusals.URBANIZE_FIRST
        if kind == IN_CITY:
            return refusals.ALREADY_CITY
        if kind != IN_TOWN:
            return refusals.NOT_A_TOWN
        return rules.urbanize_problem(s, due.seat, a)

    def resolve(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Any:
        """Of New Cities or direct links that are called the same, the first that is left is meant."""
        board = rules.board
        if isinstance(a, Urbanize):
            letter = board.new_cities[a.city].letter
            alike = (n for n, city in enumerate(board.new_cities) if city.letter == letter)
            return Urbanize(a.hex, next((n for n in alike if s.new_cities[n] < 0), a.city))
        if isinstance(a, Connect):
            ends = set(board.direct_links[a.link].ends)
            alike = (n for n, link in enumerate(board.direct_links) if set(link.ends) == ends)
            return Connect(next((n for n in alike if not s.link_owners[n]), a.link))
        return a

    def charge(self, rules: Rules[Any], s: SteamState, a: Any) -> int:
        """What a build or a direct link costs now."""
        seat = s.agenda[0].seat
        if isinstance(a, Connect):
            return rules.link_charge(s, seat, a.link)
        return rules.charge(s, seat, rules.price(s, seat, a.hex, s.layout[a.hex], a.layout))

    def builds(self, rules: Rules[Any], s: SteamState, due: Due) -> list[Build]:
        """Every tile that may be laid now."""
        return rules.allowed(s, due.seat, offered(rules, s, due.seat))

    # What it does -----------------------------------------------------------------------------------

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        board, seat = rules.board, due.seat
        if isinstance(a, Done):
            s.settle()
            lost = rules.do_done(s, seat)
            s.built = s.laid = ()
            s.dearest = 0
            s.tell("done", seat, *lost)
        elif isinstance(a, Urbanize):
            rules.do_urbanize(s, seat, a)
            s.amend(due.a, due.b - 1)
            s.tell("urbanized", seat, a.hex, a.city)
            rules.do_built(s, seat, a)
        elif isinstance(a, Connect):
            s.amend(due.a - 1, due.b)
            paid = rules.do_charge_link(s, seat, a.link)
            s.begun[seat] = 1
            s.link_owners[a.link] = owner_of(seat)
            s.built += (board.size + a.link,)
            s.link_table = None
            s.tell("connected", seat, a.link, paid)
            rules.do_built(s, seat, a)
        else:
            s.amend(due.a - 1, due.b)
            done = work(board.tiles, site(board, s, seat, a.hex), a.layout)
            tile = tile_for(board, s, a.hex, a.layout)
            assert isinstance(done, Work) and isinstance(tile, int)
            replaced = s.layout[a.hex]
            paid = rules.do_charge(s, seat, rules.price(s, seat, a.hex, replaced, a.layout))
            s.begun[seat] = 1
            lay(board, s, seat, a.hex, a.layout, tile, done)
            s.tell("built", seat, a.hex, a.layout, paid, tile, replaced)
            rules.do_built(s, seat, a)

    # Words ------------------------------------------------------------------------------------------

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        left = f"{due.a} of {plural(self.limit(rules, s, due), 'tile')} left"
        return [left, f"${s.cash[due.seat]}", *(["New City unused"] if due.b else [])]

    def limit(self, rules: Rules[Any], s: SteamState, due: Due) -> int:
        """How many tiles this build has in all."""
        return rules.builds_allowed(s, due.seat)

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        board, seat = rules.board, due.seat
        out: dict[str, object] = {"limit": self.limit(rules, s, due), "cash": s.cash[seat]}
        if isinstance(a, Done):
            waiting = open_ends(board, s, owner_of(seat))
            out |= {"hex": board.place(waiting[0] // 6) if waiting else ""}
        if isinstance(a, Connect):
            ends = board.direct_links[a.link].ends
            out |= {"link": f"{board.place(ends[0])}–{board.place(ends[1])}"}
        if isinstance(a, (Build, Connect)):
            out |= {"cost": self.charge(rules, s, a)}
        if isinstance(a, Urbanize):
            at = s.new_cities[a.city]
            out |= {
                "hex": board.place(a.hex),
                "letter": board.new_cities[a.city].letter,
                "place": board.place(at) if at >= 0 else "",
            }
        if isinstance(a, Build):
            out |= self._figures_of_build(rules, s, seat, a)
        return out

    def _figures_of_build(self, rules: Rules[Any], s: SteamState, seat: int, a: Build) -> dict[str, object]:
        board, base = rules.board, 6 * a.hex
        here = site(board, s, seat, a.hex)
        wanted, lying = board.tiles.layouts[a.layout], board.tiles.layouts[here.layout]
        new = [track for track in wanted.tracks if track not in lying.tracks]
        new_sides = [side for track in new for side in track if side != TOWN]
        blocked = [board.side_names[side] for side in new_sides if here.meets[side] == BLOCKED]
        others = [
            owner_word(s.rail[board.across[base + side]]) for side in new_sides if here.meets[side] == FOREIGN
        ]
        lost = [
            (track, whose) for track, whose in zip(lying.tracks, here.tracks) if track not in wanted.tracks
        ]
        owners = [owner_word(s.rail[base + track[0]]) for track, whose in lost if whose == FOREIGN]
        loops = [
            leads_to(board, s, base + track[0])
            for track in new
            if here.ends[track[0]] == HERE
            or (track[1] != TOWN and here.ends[track[0]] == here.ends[track[1]] != OPEN)
        ]
        named = [track for track, whose in lost if whose == FOREIGN] or [track for track, _ in lost]
        old = "/".join(board.layout_words[board.tiles.number[track,]] for track in named)
        if here.town:
            old = board.layout_words[here.layout]
        return {
            "hex": board.place(a.hex),
            "terrain": board.terrain[a.hex],
            "side": blocked[0] if blocked else "",
            "old": old,
            "example": "/".join(board.side_names[side] for side in wanted.sides),
            "other": others[0] if others else "",
            "owner": owners[0] if owners else "",
            "place": board.place(loops[0]) if loops and loops[0] >= 0 else board.place(a.hex),
            "tile": board.tiles.tiles[wanted.tiles[0]].name,
            "count": board.tiles.town_disks,
        }


def owner_word(owner: int) -> Seat | str:
    """An owner among the figures of a sentence."""
    seat = seat_of(owner)
    return Seat(seat) if seat >= 0 else OWNERS.get(owner, "nobody")
