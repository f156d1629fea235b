"""Whatever is wrong with a message, the answer is a sentence and nothing has changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.web.server import Browser, Server


@pytest.mark.parametrize(
    "message",
    [
        "",
        "nonsense",
        "[]",
        "null",
        "{}",
        '{"type":"act"}',
        '{"type":"act","sentence":3,"at":0}',
        '{"type":"act","sentence":"issue 0","at":"7"}',
        '{"type":"act","sentence":"issue 0","at":1e400}',
        '{"type":"fly"}',
        '{"type":"prepare","seat":"x"}',
        '{"type":"prepare","seat":0,"prepared":{"bid":-5}}',
        '{"type":"prepare","seat":99,"prepared":{"bid":5}}',
        '{"type":"replace","seat":-1}',
        '{"type":"replace","seat":17,"bot":"random"}',
        '{"type":"look","about":{"what":"tiles","hex":1},"at":123456789012345678901234567890}',
        '{"type":"say","text":"\\ud800"}',
        '{"type":"hook","url":"file:///etc/passwd"}',
        '{"type":"hook","url":"https://"}',
        '{"type":"hook","url":"http://a b/"}',
        '{"type":"note","text":"' + "x" * 10_001 + '"}',
        "[" * 5000,
        '{"type":"say","text":"' + "x" * 20_000 + '"}',
        '{"type":"act","sentence":"' + "issue " * 2000 + '","at":3}',
    ],
)
def test_bad_messages_are_refused_and_the_connection_stays(ada: Browser, message: str) -> None:
    id = ada.make("here", "here", "here")["id"]
    page = ada.page(id)
    page.socket.send(message)
    heard = page.hear()
    assert heard["type"] == "refused" and heard["text"].endswith(".") and len(heard["text"]) < 300
    assert heard["at"] == page.table["at"]
    page.act("issue 0")


def test_bytes_are_read_like_text(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    page.socket.send(b"\xff\xfe")
    assert page.hear()["type"] == "refused"


def test_a_monstrous_message_ends_the_connection_with_a_reason(ada: Browser) -> None:
    id = ada.make("here", "here", "here")["id"]
    page = ada.page(id)
    # Only its head is sent: a system may throw away what it heard from a server that hung up on the rest.
    final_text, masked_long, mask = b"\x81", b"\xff", bytes(4)
    page.socket.socket.sendall(final_text + masked_long + (2 << 20).to_bytes(8, "big") + mask)
    closed = page.closed()
    assert closed.rcvd is not None and closed.rcvd.code == 1009
    ada.page(id).act("issue 0")


def test_who_says_too_much_is_slowed_down(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    for _ in range(220):
        page.socket.send('{"type":"look","about":{"what":"why","hex":1},"at":3}')
    heard = [page.hear() for _ in range(220)]
    assert "too fast" in heard[-1]["text"]


def test_a_table_that_does_not_exist(ada: Browser) -> None:
    assert ada.get("/api/tables/nowhere", 404)["detail"] == "There is no such table."
    with pytest.raises(Exception, match="4404"):
        ada.page("nowhere")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables", b"nonsense", 400),
        ("/api/tables", b"{}", 400),
        ("/api/tables", b'{"map":3}', 400),
        ("/api/tables", b'{"map":"rust-belt","seats":[{"kind":"here","name":3}]}', 400),
        ("/api/tables", b'{"map":"' + b"x" * 70_000 + b'"}', 413),
        ("/api/nowhere", b"{}", 404),
        ("/api/login", b'{"name":"a","password":"b"}', 403),
        ("/api/register", b'{"name":"a","password":"b"}', 403),
        ("/api/tables/x/rematch", b"", 404),
        ("/api/tables/x/clone?at=y", b"", 400),
        ("/api/tables", b'{"map":"\xff"}', 400),
        ("/api/tables", b'{"map":"rust-belt","\xed\xa0\x80":1}', 400),
        ("/api/tables", b"[" * 5000, 400),
        ("/api/tables", b'{"map":"rust-belt","options":' + b'{"a":' * 9000, 400),
        ("/api/tables", b'{"map":"rust-belt","seats":[{"kind":"here","name":"\\ud800"}]}', 400),
        ("/api/login", b"[" * 30_000, 400),
        ("/api/tables/x/join", b'{"name":"","key":"\xff"}', 400),
        ("/api/tables/x/join", b'{"name":"","seat":' + b"9" * 5000 + b"}", 400),
    ],
)
def test_bad_requests_get_a_sentence(ada: Browser, path: str, body: bytes, status: int) -> None:
    answer = ada.http.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.json()["detail"].endswith(".") and set(answer.json()) == {"detail"}


@pytest.mark.parametrize(
    "path",
    [
        "/api/nothing",
        "/api/maps/atlantis/board",
        "/api/maps/..%2F..%2Fx.toml/board",
        "/api/tables/x/at/y",
        "/assets/missing.js",
        "/api/tables/x/at/1",
        "/api/tables/x/board.png",
        "/api/tables/x/board.png?at=-1",
        "/api/tables/x/board.svg?at=" + "9" * 5000,
        "/api/tables/%00/board.svg?theme=%ff",
        "/api/tables/%ff",
        "/api/tables/" + "x" * 3000,
        "/api/join/%ED%A0%80",
        "/api/maps/%00/preview.svg",
    ],
)
def test_addresses_without_anything_answer_in_a_sentence(ada: Browser, path: str) -> None:
    answer = ada.http.get(path)
    assert answer.status_code in (400, 404)
    assert answer.json()["detail"].endswith(".")


def test_odd_numbers_of_entries_get_a_sentence(ada: Browser) -> None:
    address = f"/api/tables/{ada.make('here', 'here', 'here')['id']}"
    odd = ("-1", "9" * 30, "9" * 5000, "1.5", "%00", "%ff", "%D9%A1", "NaN", "1e3")
    paths = [f"{address}/at/{n}" for n in odd]
    paths += [f"{address}/{file}?at={n}" for n in odd for file in ("board.svg", "board.png")]
    for path in paths:
        answer = ada.http.get(path)
        assert answer.status_code in (200, 400, 404), answer.text
        assert answer.status_code == 200 or answer.json()["detail"].endswith(".")


def test_an_odd_key_opens_no_seat(ada: Browser, ben: Browser) -> None:
    id = ada.make("here", "link", "here")["id"]
    for key in ("é", "\0", "🚂" * 1000, "x"):
        said = ben.post(f"/api/tables/{id}/join", {"name": "Ben", "key": key}, 404)["detail"]
        assert said == "This invitation is not for this table."


@pytest.mark.parametrize(
    "odd",
    [
        {"origin": "http://["},
        {"origin": "http://[::1"},
        {"origin": "http://a[b]c"},
        {"origin": b"\xff"},
        {"cookie": b"footplate=\xff\xfe"},
        {"cookie": 'footplate="\\377'},
        {"cookie": "a=b;" * 3000},
        {"if-none-match": b"\xff"},
        {"accept-encoding": b"\xff"},
        {"x-forwarded-for": b"\xff,[::1"},
        {"x-forwarded-proto": "javascript"},
        {"content-type": b"application/json; charset=\xff"},
        {"content-encoding": "gzip"},
        {f"x-{n}": "y" for n in range(500)},
    ],
    ids=lambda odd: f"{len(odd)} {next(iter(odd))}",
)
def test_odd_headers_break_nothing(ada: Browser, odd: dict[str, Any]) -> None:
    body = b'{"map":"rust-belt","seats":[]}'
    answers = [ada.http.post("/api/tables", content=body, headers=odd)]
    answers += [ada.http.request(way, path, headers=odd) for path in ("/", "/api/lobby") for way in WAYS]
    assert all(answer.status_code < 500 for answer in answers)


WAYS = ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE")


def test_a_message_that_is_no_text_ends_the_connection(ada: Browser) -> None:
    id = ada.make("here", "here", "here")["id"]
    page = ada.page(id)
    page.socket.send(b"\xff\xfe", text=True)
    closed = page.closed()
    assert closed.rcvd is not None and closed.rcvd.code == 1007
    ada.page(id).act("issue 0")


def test_other_sites_can_do_nothing_in_ones_name(ada: Browser) -> None:
    body: dict[str, Any] = {"map": "rust-belt", "seats": [{"kind": "here"}] * 3}
    for origin in ("https://evil.example", "null", ada.server.address.replace("localhost", "127.0.0.1")):
        answer = ada.http.post("/api/tables", json=body, headers={"origin": origin})
        assert answer.status_code == 403 and "another site" in answer.json()["detail"]
    assert ada.post("/api/tables", body, headers={"origin": ada.server.address})
    answer = ada.http.post("/api/tables", json=body, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    id = ada.make("here", "here", "here")["id"]
    for origin in ("https://evil.example", "http://[", "http://[::1"):
        with pytest.raises(InvalidStatus, match="403"):
            ada.page(id, more={"Origin": origin})
    assert ada.page(id, more={"Origin": ada.server.address}).table["mine"] == [0, 1, 2]


def test_answers_protect_the_page(server: Server) -> None:
    browser = server.browser()
    answer = browser.http.get("/api/games")
    policy = answer.headers["content-security-policy"]
    for part in ("default-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:"):
        assert part in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    cookie = browser.http.get("/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and len(browser.cookie) >= 32


def test_what_people_write_is_kept_as_text(ada: Browser) -> None:
    name = "<b>&\"'Ünï</b>"
    card = ada.make(f"here={name}", "here", "here")
    page = ada.page(card["id"])
    assert page.table["view"]["players"][0]["name"] == name
    assert not any("<b>" in drawn for drawn in page.table["view"]["pieces"].values())
    assert json.loads(ada.http.get(f"/api/tables/{card['id']}").text)["card"]["seats"][0]["name"] == name
    assert "<b>" not in ada.http.get(f"/api/tables/{card['id']}/board.svg").text
    assert f"seat {name}" in ada.http.get(f"/api/tables/{card['id']}/record").text
