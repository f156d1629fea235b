"""Words between people at a table, and what each of them notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footplate.core.table import Refused
from footplate.web.cards import moment
from footplate.web.person import Person
from footplate.web.protocol import Chat, ChatLine
from footplate.web.store import CHAT_KEPT, LONGEST_NOTE, joined_notes, now

if TYPE_CHECKING:
    from footplate.web.live import LiveTable

LONGEST_WORD = 500
"""Characters of what is said."""
MOST_NOTES = 50
"""People whose notes a table keeps; players always may."""


class Words:
    """What is said and noted at a table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.chat: list[ChatLine] = []
        self.notes: dict[str, str] = {}

    async def say(self, person: Person, text: str) -> None:
        """A word to the others."""
        live = self.live
        text = text.replace("\0", "").strip()
        if not text:
            raise Refused("There is nothing to say.")
        if len(text) > LONGEST_WORD:
            raise Refused(f"A message has at most {LONGEST_WORD} characters; this one has {len(text)}.")
        if person.identity is None:
            raise Refused("Your browser keeps no cookies, so nobody could tell who speaks.")
        async with live.turn():
            mine = live.mine(person)
            seat = live.asked if live.asked in mine else mine[0] if mine else -1
            name = live.seats[seat].name if mine else person.name or "Visitor"
            at = now()
            await live.store.add_chat(live.id, seat, name, text, at)
            line = ChatLine(seat, name, text, moment(at))
            self.chat = [*self.chat, line][-CHAT_KEPT:]
            for connection in live.connections:
                connection.tell(Chat(line))

    async def note(self, person: Person, text: str) -> None:
        """Keep a person's private notes."""
        live = self.live
        if person.identity is None:
            raise Refused("Your browser keeps no cookies, so your notes cannot be kept.")
        mine = live.mine(person)
        if not mine and person.account is None:
            raise Refused("Notes are kept for players and for people with an account.")
        if not mine and person.identity not in self.notes and len(self.notes) >= MOST_NOTES:
            raise Refused(f"So many people have notes at this table already: {MOST_NOTES} are the most.")
        if len(text) > LONGEST_NOTE:
            raise Refused(f"Notes have at most {LONGEST_NOTE} characters; these have {len(text)}.")
        text = text.replace("\0", "")
        async with live.turn():
            await live.store.set_note(live.id, person.identity, text)
            if text:
                self.notes[person.identity] = text
            else:
                self.notes.pop(person.identity, None)

    def hand_over(self, old: str, new: str) -> None:
        """The notes of one identity belong to another."""
        if old in self.notes:
            note = self.notes.pop(old)
            self.notes[new] = joined_notes(self.notes[new], note) if new in self.notes else note
