"""Word to whoever's turn it is."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue

import pytest

from footplate.web.declined import Declined
from footplate.web.hooks import Hooks, check_address
from footplate.web.store import Store
from tests.web.server import PATIENCE, Browser, modest
from tests.web.test_play import two_at_a_table


class Mailbox(BaseHTTPRequestHandler):
    """Takes messages as Discord does."""

    got: Queue[dict[str, str]] = Queue()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.got.put(json.loads(body))
        self.send_response(204 if self.path == "/hook" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing to say."""


@pytest.fixture(scope="module")
def mailbox() -> Iterator[str]:
    """Where messages go."""
    with HTTPServer(("127.0.0.1", 0), Mailbox) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_test_is_sent_and_its_fate_told(ada: Browser, mailbox: str) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    page.say("hook", url=f"{mailbox}/hook", test=True)
    assert page.hear("told")["text"] == "The message was sent."
    assert "this is a test" in Mailbox.got.get(timeout=PATIENCE)["content"]
    page.say("hook", url=f"{mailbox}/elsewhere", test=True)
    assert "404" in page.hear("told")["text"]
    Mailbox.got.get(timeout=PATIENCE)
    page.say("hook", url="http://127.0.0.1:9/", test=True)
    assert "Nobody answered" in page.hear("told")["text"]
    page.say("hook", url="")
    assert "No more messages" in page.hear("told")["text"]


def test_word_comes_when_it_becomes_ones_turn(ada: Browser, ben: Browser, mailbox: str) -> None:
    card = two_at_a_table(ada, ben)
    first, second = ada.page(card["id"]), ben.page(card["id"])
    second.say("hook", url=f"{mailbox}/hook")
    second.hear("told")
    if second.table["question"]:
        second.act("issue 0")
        first.at(second.table["at"])
    while first.table["question"]:
        first.act(modest(first.table["question"]))
    word = Mailbox.got.get(timeout=PATIENCE)["content"]
    assert "Rust Belt: it is your turn. Ben, " in word
    assert word.endswith(f" {ada.server.address}/t/{card['id']}")
    second.say("hook", url="")


def test_a_shared_server_sends_nothing_into_private_networks(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def sent() -> list[str]:
        store = Store(tmp_path_factory.mktemp("hooks"))
        hooks = Hooks(store, at_home=False)
        private = ("127.0.0.1", "10.1.2.3", "192.168.0.9", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]")
        out = [
            await hooks.send(f"http://{host}/hook", "hello") for host in (*private, "0.0.0.0", "localhost")
        ]
        await store.close()
        return out

    assert all("private network" in told for told in asyncio.run(sent()))


@pytest.mark.parametrize(
    "url", ["ftp://a/", "javascript:x", "//a/b", "http://", "http://a:99999999/", "x" * 600]
)
def test_only_addresses_of_the_web_are_taken(url: str) -> None:
    with pytest.raises(Declined):
        check_address(url)
