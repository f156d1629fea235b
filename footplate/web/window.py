"""What people see of a table: each of them no more than they may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec

from footplate.core.game import NATURE, NOBODY
from footplate.core.host import End, Sight, TableView
from footplate.core.table import Unlawful, steps
from footplate.web.cards import Summary, summary, table_card
from footplate.web.connection import Connection
from footplate.web.declined import Declined
from footplate.web.past import Positions
from footplate.web.person import Person
from footplate.web.protocol import Here, Now, Past, TableCard, TableState
from footplate.web.shown import Shown, changes, own_parts

if TYPE_CHECKING:
    from footplate.web.live import LiveTable

PAST_KEPT = 64
"""Earlier positions that are remembered as they were told."""


class Window:
    """A table as it is shown; what was worked out for one is not worked out again for another."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._positions: Positions | None = None
        self._shown: dict[int, Shown] = {}
        """By whose eyes it is seen; in a game without secrets all have the same."""
        self._summary: Summary | None = None
        self._past: dict[tuple[int, int], msgspec.Raw] = {}
        self._end: msgspec.Raw | None = None
        self._recaps: dict[int, msgspec.Raw] = {}

    # Whose eyes -------------------------------------------------------------------------------------------

    @property
    def secret(self) -> bool:
        """Whether somebody knows what others must not."""
        return self.live.game.hidden and not self.live.table.state.over

    def eyes(self, person: Person) -> int:
        """The seat as which a person sees the position.

        Who holds several seats shares a screen: it shows what the seat that is asked may know, and
        otherwise only what everybody may.
        """
        if not self.secret:
            return NOBODY
        mine = self.live.mine(person)
        if self.live.asked in mine:
            return self.live.asked
        return mine[0] if len(mine) == 1 else NOBODY

    def reader(self, person: Person) -> int:
        """The seat as which a person reads the log; on a shared screen as nobody."""
        mine = self.live.mine(person) if self.secret else []
        return mine[0] if len(mine) == 1 else NOBODY

    # Now --------------------------------------------------------------------------------------------------

    def card(self, person: Person, key: str | None = None) -> TableCard:
        """The table as the lobby shows it."""
        live = self.live
        return table_card(
            id=live.id,
            game=live.game.game_id,
            map=live.host.id,
            map_name=live.host.title,
            seats=live.seats,
            public=live.public,
            maker=live.maker,
            asked=live.asked,
            over=live.table.state.over,
            updated=live.updated,
            summary=self.summary,
            person=person,
            here=live.seats_here(),
            key=key,
            name=live.name,
            copy=live.copy,
        )

    @property
    def summary(self) -> Summary:
        """The position in a few words, found once."""
        if self._summary is None:
            live = self.live
            self._summary = summary(live.host, live.table.state, live.names, len(live.lines))
        return self._summary

    def shown(self, eyes: int) -> Shown:
        """The position as it is told, worked out once for everybody who sees it so."""
        found = self._shown.get(eyes)
        if found is None:
            live = self.live
            host, s = live.host, live.table.state
            if self.secret:
                s = live.game.known(s, eyes)
            view = host.view(s, live.names, live.liveries, eyes)
            asks = eyes == live.asked or not self.secret
            found = self._shown[eyes] = Shown(host, view, host.question(s, view) if asks else None)
        return found

    def sight(self, person: Person) -> Sight:
        """The position for a closer look of who is asked."""
        live, eyes = self.live, self.eyes(person)
        shown = self.shown(eyes)
        s = live.game.known(live.table.state, eyes) if self.secret else live.table.state
        return Sight(s, live.names, live.liveries, shown.view, shown.asks)

    def state_for(self, person: Person) -> TableState:
        """The table as one person may see it."""
        live = self.live
        shown = self.shown(self.eyes(person))
        mine = live.mine(person)
        last = live.lines[-1].seat if live.lines else NOBODY
        own = [live.runner.prepared[seat] for seat in mine if seat in live.runner.prepared]
        notes = [
            live.words.notes[who] for who in (person.identity, person.browser) if who in live.words.notes
        ]
        return TableState(
            live.id,
            self.card(person),
            len(live.lines),
            shown.view,
            shown.question if live.asked in mine else None,
            mine,
            person.is_one_of(live.maker),
            last in mine and live.table.can_undo(last),
            own[0] if own else None,
            notes[0] if notes else "",
            cast(End, self._ending()) if live.table.state.over else None,
            live.game.hidden,
            live.advice,
        )

    def recap(self, turn: int) -> Any:
        """How a turn ended; nothing where the log cannot be played again, or players have secrets."""
        live = self.live
        if live.game.hidden:
            return None
        if turn not in self._recaps:
            again = steps(live.game, live.game.start(len(live.seats)), live.table.log)
            try:
                found = live.host.recap(again, turn, live.names)
            except Unlawful:
                found = None
            if found is None:
                return None
            self._recaps[turn] = msgspec.Raw(msgspec.json.encode(found))
        return self._recaps[turn]

    def _ending(self) -> msgspec.Raw:
        if self._end is None:
            live = self.live
            again = steps(live.game, live.game.start(len(live.seats)), live.table.log)
            end = live.host.end(live.table.state, again, live.names)
            end.rematch = live.rematch
            self._end = raw(end)
        return self._end

    def news_for(self, connection: Connection) -> bytes:
        """How the table stands now, for a page that can be written to: all that it lacks."""
        live, person = self.live, connection.person
        shown, state = self.shown(self.eyes(person)), self.state_for(person)
        lines = self.lines_for(person)
        own, first = own_parts(state), min(connection.known, len(lines))
        heard: Here | Now
        if connection.shown is None:
            heard = Here(state, lines[first:], first, live.words.chat)
        else:
            new, mine = shown.since(connection.shown), changes(own, connection.own)
            heard = Now({**new.set, **mine.set}, new.gone, lines[first:], first)
        connection.shown, connection.own, connection.known = shown, own, len(lines)
        connection.behind = False
        return msgspec.json.encode(heard)

    def lines_for(self, person: Person) -> Any:
        """The log as a person may read it."""
        return self.live.log.read_by(self.reader(person), not self.secret)

    def forget(self, card: Summary | None = None) -> None:
        """The position or a name has changed: what was drawn is old."""
        self._shown.clear()
        self._end, self._summary = None, card

    def rematched(self) -> None:
        """The end leads on to another table."""
        self._end = None

    # Before -----------------------------------------------------------------------------------------------

    def position(self, n: int) -> Any:
        """The position after the first `n` entries, as it was."""
        live = self.live
        if not 0 <= n <= len(live.lines):
            raise Declined(404, f"The log has {len(live.lines)} entries.")
        if n == len(live.lines):
            return live.table.state
        if self._positions is None:
            self._positions = Positions(live.game, len(live.seats))
        try:
            return self._positions.at(live.table.log, n)
        except Unlawful:
            raise Declined(
                409, "This game was begun under older rules; its earlier positions cannot be shown."
            ) from None

    def known_position(self, n: int, eyes: int) -> Any:
        """The position after the first `n` entries, as a seat may know it."""
        s = self.position(n)
        return self.live.game.known(s, eyes) if self.secret else s

    def past(self, n: int, person: Person) -> Past:
        """An earlier position as a person may see it; on a shared screen as anybody may, at the end whole."""
        live, eyes = self.live, self.reader(person) if self.secret else NATURE
        if (n, eyes) not in self._past:
            shown = raw(live.host.view(self.known_position(n, eyes), live.names, live.liveries, eyes))
            if len(self._past) >= PAST_KEPT:
                self._past.pop(next(iter(self._past)))
            self._past[n, eyes] = shown
        return Past(n, cast(TableView, self._past[n, eyes]))

    def taken_back(self, n: int) -> None:
        """Entries from here on have been taken back."""
        if self._positions is not None:
            self._positions.forget_from(n)
        self._past = {(at, eyes): shown for (at, eyes), shown in self._past.items() if at <= n}
        self._recaps.clear()

    def forget_past(self) -> None:
        """Earlier positions are told anew: with another name, or because nothing is secret any more."""
        self._past.clear()
        self._recaps.clear()


def raw(value: object) -> msgspec.Raw:
    """Something encoded once for all who are told it."""
    return msgspec.Raw(msgspec.json.encode(value))
