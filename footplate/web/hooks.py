"""Word to somebody whose turn it is, sent to an address of their choice."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import ssl
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import quote, urlsplit

from footplate.web.declined import Declined
from footplate.web.store import Store

SECONDS = 5.0
"""How long a whole call may take, from the name to the status; then its socket is closed."""
LONGEST = 500
AT_ONCE = 32
"""Calls under way; more wait, and of these the memory holds so many:"""
WAITING = 1000
INTERIM = 5
"""Announcements (status 1xx) that may come before an answer."""
SENT = "The message was sent."
log = logging.getLogger("footplate")

Address = IPv4Address | IPv6Address
PUBLIC = (
    ip_network("0.0.0.0/1"),
    ip_network("128.0.0.0/2"),
    ip_network("192.0.0.0/3"),
    ip_network("2000::/3"),
)
"""All that is given to single machines; what is left of it after the blocks below is the wide net."""
SPECIAL = tuple(
    map(
        ip_network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            # Teredo and 6to4 carry an address of IPv4 in another; nobody's server is there.
            *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
        ),
    )
)
"""What IANA has set apart: private, shared, for documents, for tests, for translation."""
TRANSLATED = ip_network("64:ff9b::/96")
"""How a network without IPv4 writes the addresses of IPv4."""


class Hooks:
    """Sends words outward: never in the way of play, and to private networks only from one’s own machine."""

    def __init__(self, store: Store, *, at_home: bool) -> None:
        self.store = store
        self.at_home = at_home
        """Whether addresses of this machine and its network may be used: only on one's own machine."""
        self._sending: set[asyncio.Task[None]] = set()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        # Names are looked up in threads, and a resolver can be slow: nobody else needs these.
        self._resolvers = ThreadPoolExecutor(4, "hooks")

    async def set(self, identity: str, url: str, base: str) -> None:
        """Keep somebody's address."""
        if url:
            check_address(url)
        await self.store.set_hook(identity, url, base)

    async def send(self, url: str, text: str) -> str:
        """Send a word now; the answer says how it went."""
        check_address(url)
        try:
            async with self._at_once, asyncio.timeout(SECONDS):
                status = await _post(url, {"content": text}, self.at_home, self._resolvers)
        except Declined as declined:
            return str(declined)
        except (OSError, ValueError, EOFError, asyncio.LimitOverrunError):
            return f"Nobody answered at {urlsplit(url).hostname}. Is the address right?"
        if 200 <= status < 300:
            return SENT
        return f"{urlsplit(url).hostname} did not take the message: it answered {status}."

    def your_turn(self, identity: str, table: str, text: str) -> None:
        """Tell somebody, in the background, if they want to be told."""
        if len(self._sending) >= WAITING:
            log.warning("hook: too many messages wait; one is not sent")
            return
        task = asyncio.create_task(self._tell(identity, table, text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _tell(self, identity: str, table: str, text: str) -> None:
        try:
            row = await self.store.hook(identity)
            if row is not None:
                told = await self.send(row.url, f"{text} {row.base}/t/{table}")
                if told != SENT:
                    log.warning("hook: %s", told)
        except Exception:
            log.exception("a hook failed; play goes on")

    async def close(self) -> None:
        """Leave what has not been sent."""
        for task in list(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        self._resolvers.shutdown(wait=False, cancel_futures=True)


def check_address(url: str) -> None:
    """Decline what is no address of the web."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits or len(url) > LONGEST or not url.isprintable() or " " in url:
        raise Declined(400, "The address begins with https:// or http:// and has no blanks.")


async def _post(url: str, message: object, at_home: bool, resolvers: Executor) -> int:
    """Post JSON and give the status; redirections are not followed, they could lead anywhere."""
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    loop = asyncio.get_running_loop()
    # Connected by its number: the address that was checked is the one that is used.
    number = await loop.run_in_executor(resolvers, resolved, host, port, at_home)
    trust = await loop.run_in_executor(resolvers, _trust) if secure else None
    reader, writer = await asyncio.open_connection(
        number, port, ssl=trust, server_hostname=host if secure else None
    )
    try:
        body = json.dumps(message).encode()
        path = quote(
            (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe="/%?&=:;,+~@!$'()*"
        )
        name = f"[{host}]" if ":" in host else host.encode("idna").decode()
        head = [
            f"POST {path} HTTP/1.1",
            f"Host: {name}" if parts.port is None else f"Host: {name}:{port}",
            "User-Agent: Footplate",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "Connection: close",
        ]
        writer.write("\r\n".join((*head, "", "")).encode("ascii") + body)
        await writer.drain()
        return await _status(reader)
    finally:
        # Not closed politely: the other side could let us wait for that too.
        writer.transport.abort()


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of an answer; nobody reads what comes after it."""
    for _ in range(INTERIM):
        version, status, *_ = (await reader.readuntil(b"\n")).split()
        if not version.startswith(b"HTTP/1.") or len(status) != 3:
            raise ValueError("this is no answer of the web")
        if (number := int(status)) >= 200:
            return number
        while (await reader.readuntil(b"\n")).strip():
            pass
    raise ValueError("no answer after all these announcements")


@cache
def _trust() -> ssl.SSLContext:
    """Whose certificates are believed; read from the disk once."""
    return ssl.create_default_context()


def resolved(host: str, port: int, at_home: bool) -> str:
    """The number of a host, if it may be used."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(where[4][0]) for where in found]
    if not at_home and not all(is_public(number) for number in numbers):
        raise Declined(400, "This address leads into a private network; it is not used.")
    return numbers[0]


def is_public(number: str) -> bool:
    """Whether a number is of one machine in the wide net, and not of a network kept apart from it."""
    address: Address = ip_address(number.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif address in TRANSLATED:
            address = IPv4Address(int(address) & 0xFFFF_FFFF)
    return any(address in net for net in PUBLIC) and not any(address in net for net in SPECIAL)
