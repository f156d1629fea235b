"""A real server in a process of its own, and people with browsers who talk to it."""

from __future__ import annotations

import asyncio
import copy
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import httpx
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds; far more than anything takes, for machines that do much else."""
RUN = "from footplate.cli.main import main; main()"


class Server:
    """`footplate serve` on a free port."""

    def __init__(
        self,
        folder: Path,
        *more: str,
        first: str = "",
        said: IO[str] | None = None,
        session: bool = False,
        **environment: str,
    ) -> None:
        """`first` is what the process does before it serves, `said` where it writes what went wrong.

        In a `session` of its own it can be told something together with all processes it has started.
        """
        self.folder = folder
        options = ("--no-open", "--port", "0", "--data", str(folder), *more)
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{first}\n{RUN}", "serve", *options],
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            start_new_session=session,
            env={**os.environ, "FOOTPLATE_BOT_PAUSE": "0", **environment},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "is starting" in line:
            line = self.process.stdout.readline()
        assert "Footplate is at http://" in line, line
        self.address = line.split()[3].rstrip("/")
        self.open = ExitStack()
        """Whatever has to be closed in the end."""

    def browser(self, cookie: str | None = None) -> Browser:
        """A person with a browser that has never been here, or with this cookie."""
        return Browser(self, cookie)

    def send_home(self) -> None:
        """Close all browsers."""
        self.open.close()

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """End the server and give its exit code."""
        if how != signal.SIGKILL:
            self.send_home()
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def running(folder: Path, *more: str, **settings: Any) -> Iterator[Server]:
    """A server that is stopped in the end."""
    server = Server(folder, *more, **settings)
    try:
        yield server
    finally:
        server.stop()


class Browser:
    """Somebody's browser: it keeps its cookie."""

    def __init__(self, server: Server, cookie: str | None = None) -> None:
        self.server = server
        # Nothing is encrypted here, and to read all certificates takes longer than most tests.
        client = httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False, verify=False)
        self.http = server.open.enter_context(client)
        if cookie is not None:
            self.http.cookies.set("footplate", cookie, domain="localhost.local")
        self.http.get("/api/me")

    def another(self) -> Browser:
        """Somebody else's browser."""
        return self.server.browser()

    def get(self, path: str, status: int = 200) -> Any:
        """What is at an address."""
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: object = None, status: int | None = None, **more: Any) -> Any:
        """What is answered to a request."""
        answer = self.http.post(path, json=body, **more) if body is not None else self.http.post(path, **more)
        assert answer.status_code == status if status else answer.is_success, answer.text
        return answer.json()

    def make(self, *seats: str, **more: Any) -> dict[str, Any]:
        """A new table with seats of these kinds; a bot by its name, a person as kind or kind=name."""
        asked = []
        for seat in seats:
            kind, _, name = seat.partition("=")
            bot = kind not in ("here", "link", "open")
            asked.append({"kind": "bot", "bot": kind, "name": name} if bot else {"kind": kind, "name": name})
        made: dict[str, Any] = self.post("/api/tables", {"map": "rust-belt", "seats": asked, **more})
        return made

    def page(self, id: str, known: int = 0, **more: Any) -> Page:
        """Look at a table."""
        return Page(self, id, known, **more)

    @property
    def cookie(self) -> str:
        """The browser's secret."""
        return str(self.http.cookies["footplate"])


class Page:
    """A page that looks at a table, and keeps what it hears as the real one does."""

    def __init__(
        self,
        browser: Browser,
        id: str,
        known: int = 0,
        *,
        cookie: bool = True,
        more: dict[str, str] | None = None,
    ) -> None:
        address = browser.server.address.replace("http", "ws", 1)
        headers = {"Cookie": f"footplate={browser.cookie}"} if cookie else {}
        self.socket: ClientConnection = browser.server.open.enter_context(
            connect(
                f"{address}/api/tables/{id}/live?from={known}",
                additional_headers={**headers, **(more or {})},
                max_size=None,
                proxy=None,
                open_timeout=PATIENCE,
                close_timeout=1,
            )
        )
        self.log: list[dict[str, Any]] = [{}] * known
        self.table: dict[str, Any] = {}
        self.first = self.hear("here")

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds, or of any."""
        end = time.monotonic() + PATIENCE
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(max(0.1, end - time.monotonic())))
            if message["type"] == "now":
                # Whoever asks wants to know how the table stands, not what it was that changed.
                self.table = patched(self.table, message["set"], message["gone"])
                message = {**message, "type": "here", "table": self.table}
            if message["type"] == "here":
                self.table = message["table"]
                self.log = self.log[: message["log_from"]] + message["log"]
            if not kinds or message["type"] in kinds:
                return message

    def until(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Listen until the table fits."""
        while not fits(self.table):
            self.hear("here")
        return self.table

    def at(self, n: int) -> dict[str, Any]:
        """Listen until the log has this length."""
        return self.until(lambda table: table["at"] == n)

    def say(self, type: str, **more: Any) -> None:
        """Say something to the server."""
        self.socket.send(json.dumps({"type": type, **more}))

    def act(self, sentence: str, sure: bool = True) -> dict[str, Any]:
        """Say a sentence and wait until it is done."""
        before = self.table["at"]
        self.say("act", sentence=sentence, at=before, sure=sure)
        while True:
            heard = self.hear("here", "refused", "unsure")
            assert heard["type"] == "here", heard
            if self.table["at"] > before:
                return self.table

    def refused(self, type: str, **more: Any) -> str:
        """Say something that is refused, and give the reason."""
        self.say(type, **more)
        return str(self.hear("refused")["text"])

    def close(self) -> None:
        """Go away."""
        self.socket.close()

    def closed(self) -> ConnectionClosed:
        """How the server ended the connection."""
        try:
            while True:
                self.socket.recv(PATIENCE)
        except ConnectionClosed as closed:
            return closed


@contextmanager
def watching(browser: Browser, tables: Sequence[str]) -> Iterator[None]:
    """A page at each of these tables, and all of them read what they hear.

    Pages that nobody listens to would be let go, and each would keep the end of a test waiting.
    """
    address = browser.server.address.replace("http", "ws", 1)
    cookie = {"Cookie": f"footplate={browser.cookie}"}
    there, over = threading.Semaphore(0), asyncio.Event()

    async def watch(id: str) -> None:
        async with connect_async(
            f"{address}/api/tables/{id}/live?from=0",
            additional_headers=cookie,
            max_size=None,
            proxy=None,
            open_timeout=PATIENCE,
            close_timeout=1,
        ) as socket:
            there.release()
            async for _ in socket:
                pass

    async def watch_all() -> None:
        pages = [asyncio.create_task(watch(id)) for id in tables]
        await over.wait()
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=(watch_all(),))
    thread.start()
    try:
        for _ in tables:
            assert there.acquire(timeout=PATIENCE)
        yield
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE)
        loop.close()


def patched(table: Any, new: dict[str, Any], gone: list[str]) -> Any:
    """A table with new values at their ways into it, and without what has gone."""
    table = copy.deepcopy(table)
    for way in (*gone, *new):
        *into, last = way.split("/")
        holder = table
        for name in into:
            holder = holder[name]
        key = int(last) if isinstance(holder, list) else last
        if way in new:
            holder[key] = new[way]
        else:
            del holder[key]
    return table


def modest(question: dict[str, Any]) -> str:
    """The most modest answer to a question."""
    simple = {"issue": "issue 0", "bid": "drop", "build": "done", "move": "pass", "produce": "decline"}
    if question["kind"] == "take":
        return str(next(action["sentence"] for action in question["take"] if action["holder"] < 0))
    return simple[question["kind"]]


def play_modestly(page: Page, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Answer modestly for one's own seats until the table fits."""
    while not fits(page.table):
        if page.table["question"] is None:
            page.hear("here")
        else:
            page.act(modest(page.table["question"]))
    return page.table


def asks(kind: str) -> Callable[[dict[str, Any]], bool]:
    """Whether a question of this kind is asked."""
    return lambda table: bool(table["view"]["control"] == kind)
