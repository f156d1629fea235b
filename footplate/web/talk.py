"""What a page says over its socket, and what it is answered."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from footplate.core import table as core
from footplate.web.connection import Connection
from footplate.web.declined import Declined
from footplate.web.house import House
from footplate.web.limits import Limit, address_of
from footplate.web.live import STALE, LiveTable
from footplate.web.protocol import (
    Act,
    Hook,
    Look,
    Looked,
    MoveRefused,
    Note,
    Pace,
    Ping,
    Pong,
    Prepare,
    Replace,
    Said,
    Say,
    Suggest,
    Suggested,
    Told,
    Undo,
    Unsure,
)
from footplate.web.seats import hand_over

LONGEST = 16_384
"""Characters of a message; more is refused unread."""
LONGEST_NOTE = 70_000
"""Notes may be longer: ten thousand characters, each perhaps escaped."""
MOST_PAGES = 500
READ: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)
Socket = WebSocket[Any, Any, Any]
log = logging.getLogger("footplate")


async def talk(house: House, socket: Socket, id: str, known: int, base: str) -> None:
    """One page at one table, from its first word to its last."""
    await socket.accept()
    connection = Connection(await house.listener(socket), known, base, address_of(socket))
    try:
        async with house.page_from(connection.address), house.tables.at(id) as live:
            if len(live.connections) >= MOST_PAGES:
                raise Declined(1013, "Too many people look at this table; try again later.")
            await _listen(house, socket, live, connection)
    except Declined as declined:
        # Codes of sockets that are our own are four thousand and the status.
        code = declined.status if declined.status > 1000 else 4000 + declined.status
        await socket.close(code, str(declined)[:120])
    except WebSocketDisconnect:
        pass


async def _listen(house: House, socket: Socket, live: LiveTable, connection: Connection) -> None:
    writer = asyncio.create_task(_write(socket, live, connection))
    pace = Limit(200, 10)
    async with live.lock:
        live.connect(connection)
        live.runner.go_on()
    try:
        while True:
            event: Any = await socket.receive()
            if event["type"] != "websocket.receive" or connection.gone:
                return
            text = event.get("text")
            if text is None:
                text = (event.get("bytes") or b"").decode("utf-8", "replace")
            if not pace.allows(""):
                _refuse(live, connection, "You are too fast; wait a moment. Nothing was changed.")
                await asyncio.sleep(0.05)
                continue
            await answer(house, live, connection, text)
    finally:
        live.disconnect(connection)
        writer.cancel()


async def _write(socket: Socket, live: LiveTable, connection: Connection) -> None:
    """Send what waits in order, then the table as it stands when it can be sent."""
    try:
        while True:
            await connection.stirred()
            if connection.gone:
                break
            message = connection.take() or live.window.news_for(connection)
            await socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})
        await socket.close(1013, "This connection begins anew.")
    except (WebSocketDisconnect, RuntimeError, OSError):
        # The page has gone; whoever reads from it learns that too.
        pass
    except Exception:
        log.exception("table %s: a page could not be told", live.id)
        await socket.close(1011, "Something went wrong in the server.")


def _refuse(live: LiveTable, connection: Connection, text: str, rule: str = "") -> None:
    connection.tell(MoveRefused(text, rule, len(live.lines)))


async def answer(house: House, live: LiveTable, connection: Connection, text: str) -> None:
    """Answer one message; whatever it is, the page hears why nothing was done."""
    if len(text) > (LONGEST_NOTE if text.startswith('{"type":"note"') else LONGEST):
        _refuse(live, connection, f"This message is too long: {LONGEST} characters are the most.")
        return
    try:
        said = READ.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        _refuse(live, connection, f"The server does not understand this message: {problem}.")
        return
    try:
        await _do(house, live, connection, said)
    except core.Refused as refused:
        _refuse(live, connection, str(refused), refused.rule)
        if str(refused) == STALE:
            live.tell(connection)
    except Declined as declined:
        _refuse(live, connection, str(declined))
    except Exception:
        log.exception("table %s: %s failed", live.id, type(said).__name__)
        _refuse(live, connection, "Something went wrong in the server. Nothing was changed.")


async def _do(house: House, live: LiveTable, connection: Connection, said: Said) -> None:
    person = connection.person
    match said:
        case Act():
            doubt = await live.act(person, said.sentence, said.at, said.sure)
            if doubt is not None:
                connection.tell(Unsure(doubt, said.sentence, said.at))
        case Undo():
            await live.undo(person, said.at)
        case Look():
            connection.tell(Looked(said.about, live.look(person, said.about, said.at)))
        case Say():
            house.check_word(live, connection)
            await live.words.say(person, said.text)
        case Note():
            house.check_note(live, connection)
            await live.words.note(person, said.text)
            connection.tell(Told("Your notes are kept."))
        case Prepare():
            await live.runner.prepare(person, said.seat, said.prepared)
        case Replace():
            await hand_over(live, person, said.seat, said.bot)
        case Ping():
            connection.tell(Pong())
        case Pace():
            if live.mine(person):
                live.runner.pace = said.pace
        case Suggest():
            house.check_suggestion(live, connection)
            house.do(_suggest(live, connection, said.at))
        case Hook():
            await _hook(house, live, connection, said)


async def _suggest(live: LiveTable, connection: Connection, at: int) -> None:
    """A bot may think for seconds, in which the page must be heard: nobody waits for it here."""
    try:
        found = await live.suggest(connection.person, at)
    except (core.Refused, Declined) as refused:
        _refuse(live, connection, str(refused))
    else:
        connection.tell(Suggested(*found, at))


async def _hook(house: House, live: LiveTable, connection: Connection, said: Hook) -> None:
    identity = connection.person.identity
    if identity is None:
        raise Declined(403, "Your browser keeps no cookies, so nobody could tell whose address this is.")
    if not live.mine(connection.person) and connection.person.account is None:
        raise Declined(403, "Messages are sent to players and to people with an account.")
    url = said.url.strip()
    await house.hooks.set(identity, url, connection.base)
    if not url:
        connection.tell(Told("No more messages will be sent."))
    elif not said.test:
        connection.tell(Told("A message will be sent there whenever it is your turn."))
    elif not house.tests.allows(identity) or not house.tests_from.allows(connection.address):
        raise Declined(429, "Enough tests for now; wait a minute.")
    else:
        house.do(_test(house, live, connection, url))


async def _test(house: House, live: LiveTable, connection: Connection, url: str) -> None:
    """Nobody waits for a test: the other side may take its time."""
    try:
        text = f"{live.host.title}: this is a test. {connection.base}/t/{live.id}"
        connection.tell(Told(await house.hooks.send(url, text)))
    except Declined as declined:
        connection.tell(Told(str(declined)))
