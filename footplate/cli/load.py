"""`footplate bench --server`: how much one server bears, measured from outside like a full house."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import fmean, median
from typing import Any
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from footplate import games
from footplate.bots import bot, bots_of
from footplate.core.game import NATURE, NOBODY, Unreadable
from footplate.core.host import Host

TABLES = 50
SEATS = 4
PATIENCE = 60.0
"""Seconds without any word from the server after which it is given up."""
RUN = "from footplate.cli.main import main; main()"
READY = "Footplate is at "
SMALL = 12 * 1024
"""Bytes that a message of a move should not exceed."""


class ServerError(Exception):
    """The server did not do what any server does."""


def measure(map: str, moves: int) -> dict[str, Any]:
    """Play at all tables at once with a server in a process of its own; the clock stops when one is done."""
    host = games.load(map)
    if host.game.hidden:
        # The players here follow the whole game, which nobody is told where there are secrets.
        raise ServerError(f"The server is measured with games without secrets; {host.name} has some.")
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (process, address):
        house = House(address, process.pid, host, moves)
        return asyncio.run(house.play())


@contextmanager
def _server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-c", RUN, "serve", "--no-open", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            # The first line only says that it is starting.
            line = next((line for line in process.stdout if line.startswith(READY)), "")
            if not line.startswith(READY):
                raise ServerError("The server did not start.")
            yield process, line.removeprefix(READY).split()[0].rstrip("/")
        finally:
            process.terminate()


def cpu_seconds(pid: int) -> float | None:
    """Seconds of work of a process so far; None where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def usual_bot(game: str) -> str:
    """The bot whose games are played: one that thinks little and plays long."""
    return next((name for name in ("frugal", "random") if name in bots_of(game)), "random")


class Browser:
    """Somebody's browser: it keeps its cookie."""

    def __init__(self, address: str) -> None:
        self.address, self._jar = address, CookieJar()
        self._open = build_opener(HTTPCookieProcessor(self._jar), ProxyHandler({})).open
        self.ask("/api/me")

    def ask(self, path: str, body: object = None) -> Any:
        """What the server answers."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, {"content-type": "application/json"})
        with self._open(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    @property
    def cookie(self) -> str:
        """The cookies as a socket sends them."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)


class Table:
    """A table as its players follow it: the game goes on here as it does at the server."""

    def __init__(self, id: str, host: Host, number: int) -> None:
        self.id, self.game = id, host.game
        self.state: Any = self.game.start(SEATS)
        self.at = self.moves = 0
        self.bot, self.rng = bot(host.game_id, usual_bot(host.game_id)), random.Random(f"bench {number}")

    def hear(self, lines: list[dict[str, Any]], first: int) -> None:
        """Follow what has been said, whichever page heard it first."""
        for line in lines[max(0, self.at - first) :]:
            try:
                self.game.apply(self.state, self.game.read(self.state, line["sentence"]))
            except Unreadable as problem:
                raise ServerError(f"The server told something that cannot be: {problem}") from None
            self.at += 1
            self.moves += line["seat"] != NATURE

    def answer(self, seat: int) -> str:
        """What the player who is asked says."""
        return self.game.say(self.bot.choose(self.game, self.state, seat, self.rng))


class House:
    """All tables with their pages, and what is counted."""

    def __init__(self, address: str, pid: int, host: Host, moves: int) -> None:
        self.address, self.pid, self.host, self.moves = address, pid, host, moves
        self.game = host.game
        self.sizes: list[int] = []
        self.firsts: list[int] = []
        self.kinds: Counter[str] = Counter()
        """Messages that are not small, by what was asked."""
        self.done = asyncio.Event()
        self.tables: list[Table] = []

    async def play(self) -> dict[str, Any]:
        """Make the tables, connect all pages, then let everybody play at once."""
        from websockets.asyncio.client import connect  # as heavy as the server, and needed only here

        browsers = Browser(self.address), Browser(self.address)
        wire = self.address.replace("http", "ws", 1)
        async with AsyncExitStack() as stack:
            sockets = []
            for number in range(TABLES):
                table = Table(self._make(*browsers), self.host, number)
                self.tables.append(table)
                for browser in browsers:
                    socket = await stack.enter_async_context(
                        connect(
                            f"{wire}/api/tables/{table.id}/live?from=0",
                            additional_headers={"Cookie": browser.cookie},
                            max_size=None,
                            proxy=None,
                            compression=None,
                            open_timeout=PATIENCE,
                            close_timeout=1,
                        )
                    )
                    sockets.append((table, socket))
            began, worked = time.perf_counter(), cpu_seconds(self.pid)
            pages = [asyncio.create_task(self._page(table, socket)) for table, socket in sockets]
            ended = asyncio.create_task(self.done.wait())
            await asyncio.wait([*pages, ended], return_when=asyncio.FIRST_COMPLETED)
            lasted, work = time.perf_counter() - began, cpu_seconds(self.pid)
            for page in pages:
                page.cancel()
            for found in await asyncio.gather(*pages, return_exceptions=True):
                if isinstance(found, Exception):
                    raise ServerError(f"The server could not be played with: {found}") from found
        return self._figures(lasted, None if work is None or worked is None else work - worked)

    def _make(self, one: Browser, other: Browser) -> str:
        """A new table: every second seat is the other's."""
        seats = [{"kind": "link" if seat % 2 else "here", "name": f"P{seat + 1}"} for seat in range(SEATS)]
        card = one.ask("/api/tables", {"map": self.host.id, "seats": seats})
        for seat in card["seats"][1::2]:
            key = seat["link"].removeprefix("/join/")
            other.ask(f"/api/tables/{card['id']}/join", {"name": seat["name"], "key": key})
        return str(card["id"])

    async def _page(self, table: Table, socket: Any) -> None:
        """One page: it hears everything, and answers when one of its seats is asked."""
        mine: list[int] = []
        answered = -1
        while not self.done.is_set():
            message = await asyncio.wait_for(socket.recv(decode=False), PATIENCE)
            heard = json.loads(message)
            if heard["type"] == "here":
                self.firsts.append(len(message))
                mine = heard["table"]["mine"]
            elif heard["type"] == "now":
                self._count(table, len(message))
                mine = heard["set"].get("mine", mine)
            else:
                raise ServerError(heard.get("text", heard["type"]))
            table.hear(heard["log"], heard["log_from"])
            seat = self.game.actor(table.state)
            if seat == NOBODY or table.moves >= self.moves:
                self.done.set()
            elif seat in mine and answered < table.at == heard["log_from"] + len(heard["log"]):
                answered = table.at
                act = {"type": "act", "sentence": table.answer(seat), "at": table.at, "sure": True}
                await socket.send(json.dumps(act))

    def _count(self, table: Table, size: int) -> None:
        self.sizes.append(size)
        if size > SMALL:
            self.kinds[table.state.agenda[0].kind if table.state.agenda else ""] += 1

    def _figures(self, seconds: float, work: float | None) -> dict[str, Any]:
        moves = sum(table.moves for table in self.tables)
        sizes = sorted(self.sizes)
        return {
            "map": self.host.id,
            "tables": TABLES,
            "pages": 2 * TABLES,
            "moves": moves,
            "seconds": round(seconds, 1),
            "moves_per_s": round(moves / seconds, 1),
            "server_cpu_ms_per_move": None if work is None else round(1000 * work / moves, 2),
            "message_bytes": {
                "median": round(median(sizes)),
                "mean": round(fmean(sizes)),
                "p95": sizes[int(0.95 * (len(sizes) - 1))],
                "max": sizes[-1],
                "first": round(median(self.firsts)),
            },
            "larger_than_12_kb": {
                "share": round(sum(size > SMALL for size in sizes) / len(sizes), 4),
                "before": dict(self.kinds.most_common()),
            },
        }
