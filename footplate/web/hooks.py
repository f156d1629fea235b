"""Word to somebody whose turn it is, sent to an address of their choice."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import logging
import socket
import ssl
from urllib.parse import urlsplit

from footplate.web.declined import Declined
from footplate.web.store import Store

SECONDS = 5
LONGEST = 500
log = logging.getLogger("footplate")


class Hooks:
    """Sends words outward: never in the way of play, and to private networks only from one’s own machine."""

    def __init__(self, store: Store, *, at_home: bool) -> None:
        self.store = store
        self.at_home = at_home
        """Whether addresses of this machine and its network may be used: only on one's own machine."""
        self._sending: set[asyncio.Task[None]] = set()
        self._at_once = asyncio.Semaphore(8)

    async def set(self, identity: str, url: str, base: str) -> None:
        """Keep somebody's address."""
        if url:
            check_address(url)
        await self.store.set_hook(identity, url, base)

    async def send(self, url: str, text: str) -> str:
        """Send a word now; the answer says how it went."""
        check_address(url)
        try:
            async with self._at_once:
                status = await asyncio.wait_for(
                    asyncio.to_thread(_post, url, {"content": text}, self.at_home), 2 * SECONDS
                )
        except Declined as declined:
            return str(declined)
        except (OSError, TimeoutError, http.client.HTTPException, UnicodeError):
            return f"Nobody answered at {urlsplit(url).hostname}. Is the address right?"
        if 200 <= status < 300:
            return "The message was sent."
        return f"{urlsplit(url).hostname} did not take the message: it answered {status}."

    def your_turn(self, identity: str, table: str, text: str) -> None:
        """Tell somebody, in the background, if they want to be told."""
        task = asyncio.create_task(self._tell(identity, table, text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _tell(self, identity: str, table: str, text: str) -> None:
        try:
            row = await self.store.hook(identity)
            if row is not None:
                told = await self.send(row.url, f"{text} {row.base}/t/{table}")
                if told != "The message was sent.":
                    log.warning("hook: %s", told)
        except Exception:
            log.exception("a hook failed; play goes on")

    async def close(self) -> None:
        """Leave what has not been sent."""
        for task in list(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)


def check_address(url: str) -> None:
    """Decline what is no address of the web."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits or len(url) > LONGEST or not url.isprintable() or " " in url:
        raise Declined(400, "The address begins with https:// or http:// and has no blanks.")


def _post(url: str, message: object, at_home: bool) -> int:
    """Post JSON and give the status; redirections are not followed, they could lead anywhere."""
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    # Connected by hand: the address that was checked is the one that is used.
    wire = socket.create_connection((_resolved(host, port, at_home), port), timeout=SECONDS)
    try:
        if secure:
            wire = ssl.create_default_context().wrap_socket(wire, server_hostname=host)
        connection.sock = wire
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json", "User-Agent": "Footplate"}
        connection.request("POST", path, json.dumps(message), headers)
        return connection.getresponse().status
    finally:
        connection.close()
        wire.close()


def _resolved(host: str, port: int, at_home: bool) -> str:
    """The number of a host, if it may be used."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(where[4][0]) for where in found]
    if not at_home:
        for number in numbers:
            address = ipaddress.ip_address(number.partition("%")[0])
            mapped = getattr(address, "ipv4_mapped", None) or address
            if not mapped.is_global or mapped.is_multicast:
                raise Declined(400, "This address leads into a private network; it is not used.")
    return numbers[0]
