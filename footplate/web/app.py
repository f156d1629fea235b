"""The server: which address leads where."""

from __future__ import annotations

import gc
import gzip
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import HttpMethod, Litestar, Request, Response, WebSocket, delete, get, post, route, websocket
from litestar.background_tasks import BackgroundTask
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import Message, Scope
from sqlalchemy.exc import SQLAlchemyError

from footplate import records
from footplate.core.host import Theme
from footplate.web import codes, learning
from footplate.web.declined import Declined
from footplate.web.house import FRESH, Connected, House, is_secure
from footplate.web.limits import address_of
from footplate.web.live import NOT_KEPT, LiveTable
from footplate.web.names import Names
from footplate.web.page import FOLDER, NOT_BUILT, PageFile, with_answers
from footplate.web.person import STRANGER, Person, cookie_header
from footplate.web.pictures import Kind
from footplate.web.protocol import (
    Account,
    ArchiveRequest,
    CodeRequest,
    Credentials,
    JoinRequest,
    LessonRequest,
    NameRequest,
    NewPassword,
    SeatCode,
    TableRequest,
)
from footplate.web.talk import talk

LONGEST_BODY = 65_536
PACKED = {"packed": True}
"""For answers that were compressed when they were made."""
UNREADABLE = "The request cannot be read: it should be JSON."
PASS_AFTER = 20_000
"""Objects made after which the garbage collector passes; Python begins with 700."""
Asked = Request[Any, Any, Any]
Answer = Response[bytes]
log = logging.getLogger("footplate")

SECURITY = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    # The address of an invitation is a secret: it must not travel to other places.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


def house_of(connection: Connected) -> House:
    """The server that a request has come to."""
    house: House = connection.app.state.house
    return house


def json(value: object, status: int = 200, then: BackgroundTask | None = None) -> Answer:
    """An answer as JSON, for this person and this moment only; something may be done when it is sent."""
    return Response(
        background=then,
        content=msgspec.json.encode(value),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def kept(request: Asked, found: PageFile) -> Answer:
    """An answer that a browser may keep; unless it lasts, it asks each time whether it is still the same."""
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if found.lasting else "no-cache",
        "etag": found.tag,
        "vary": "accept-encoding",
    }
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, media_type=found.kind, headers=headers)
    body = found.body
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = found.packed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=found.kind, headers=headers)


# Who one is -----------------------------------------------------------------------------------------------


@get("/api/me")
async def me(request: Asked) -> Answer:
    """Who is looking; every visit renews the cookie."""
    return json(await house_of(request).welcome(request))


def _may_log_in(request: Asked) -> House:
    house = house_of(request)
    if not house.keeps_accounts:
        raise Declined(403, "This server keeps no accounts; play without one.")
    if not house.logins.allows(address_of(request)):
        raise Declined(429, "Too many tries; wait a minute.")
    return house


def _begin_anew(house: House, who: Person, *, all_browsers: bool = False) -> BackgroundTask:
    """Open pages connect again as who they are now; only after the answer, which has the new cookie."""

    async def send_away() -> None:
        house.tables.send_away({who.session}, who.account if all_browsers else None)

    return BackgroundTask(send_away)


@post("/api/register")
async def register(request: Asked, data: JSONBody[Credentials]) -> Answer:
    """A new account, logged in."""
    house = _may_log_in(request)
    token = await house.token(request)
    person = await house.person(request)
    fresh, name = await house.accounts.register(token, person, data.name, data.password)
    house.give(request, fresh)
    return json(Account(name, True), 201, _begin_anew(house, person))


@post("/api/login")
async def login(request: Asked, data: JSONBody[Credentials]) -> Answer:
    """Log in."""
    house = _may_log_in(request)
    token = await house.token(request)
    person = await house.person(request)
    fresh, name = await house.accounts.login(token, person, data.name, data.password)
    house.give(request, fresh)
    return json(Account(name, True), then=_begin_anew(house, person))


@post("/api/logout")
async def logout(request: Asked) -> Answer:
    """Log out; seats stay with the account."""
    house = house_of(request)
    token = await house.token(request)
    person = await house.person(request)
    house.give(request, await house.accounts.logout(token, person))
    return json(Account(None, house.keeps_accounts), then=_begin_anew(house, person))


@post("/api/password")
async def password(request: Asked, data: JSONBody[NewPassword]) -> Answer:
    """Change one's password; all other browsers are logged out."""
    house = _may_log_in(request)
    token = await house.token(request)
    person = await house.person(request)
    house.give(request, await house.accounts.change_password(token, person, data.old, data.new))
    return json(Account(person.name, True), then=_begin_anew(house, person, all_browsers=True))


@post("/api/code")
async def make_code(request: Asked) -> Answer:
    """A code with which another device plays as this one does."""
    house = house_of(request)
    return json(SeatCode(house.codes.make(await house.person(request)), codes.SECONDS), 201)


@post("/api/code/use", status_code=200)
async def use_code(request: Asked, data: JSONBody[CodeRequest]) -> Answer:
    """From now on this device is the same person as the one that shows the code."""
    house = house_of(request)
    token, person = await house.token(request), await house.person(request)
    if person.account is not None:
        raise Declined(409, "You are logged in here; log out first, or log in on the other device.")
    first = house.codes.use(data.code, address_of(request))
    house.give(request, await house.accounts.join_devices(token, person, first))
    return json(Account(None, house.keeps_accounts), then=_begin_anew(house, person))


@get("/api/reach")
async def who_reaches(request: Asked, path: FromQuery[str] = "/") -> Answer:
    """Who can open a link to this server, and a drawing of it for a camera."""
    from footplate.web.reach import reach  # wanted by few, and not before a link is

    if not path.startswith("/") or len(path) > 200 or not path.isprintable():
        raise Declined(400, "This is no way into this server.")
    house = house_of(request)
    scheme = "https" if is_secure(request) else "http"
    base = f"{scheme}://{request.headers.get('host', 'localhost')}"
    return json(reach(base, path, at_home=house.at_home))


# Boards and bots ------------------------------------------------------------------------------------------


@get("/api/maps", opt=PACKED)
async def maps(request: Asked) -> Answer:
    """All boards, for the picker."""
    return kept(request, house_of(request).maps())


@get("/api/maps/{map:str}/board", opt=PACKED)
async def board(request: Asked, map: FromPath[str]) -> Answer:
    """What never changes on a board."""
    return kept(request, house_of(request).board(map))


@get("/api/maps/{map:str}/preview.svg", opt=PACKED)
async def preview(request: Asked, map: FromPath[str], theme: FromQuery[Theme] = "light") -> Answer:
    """A small drawing of a board."""
    return kept(request, house_of(request).preview(map, theme))


@get("/api/games", opt=PACKED)
async def games(request: Asked) -> Answer:
    """All games, with their bots."""
    return kept(request, house_of(request).games())


# Learning -------------------------------------------------------------------------------------------------


@get("/api/maps/{map:str}/rules", opt=PACKED)
async def rules(request: Asked, map: FromPath[str]) -> Answer:
    """The rulebook, with the chapter of a board."""
    return kept(request, house_of(request).rules(map))


@get("/api/lessons", opt=PACKED)
async def lesson_list(request: Asked) -> Answer:
    """All lessons, by game."""
    return kept(request, learning.lesson_list())


@get("/api/lessons/{game:str}/{id:str}/board", opt=PACKED)
async def lesson_board(request: Asked, game: FromPath[str], id: FromPath[str]) -> Answer:
    """What never changes on the board of a lesson."""
    return kept(request, learning.lesson_board(game, id))


@get("/api/lessons/{game:str}/{id:str}/rules", opt=PACKED)
async def lesson_rules(request: Asked, game: FromPath[str], id: FromPath[str]) -> Answer:
    """The rulebook, with the chapter of a lesson's board."""
    return kept(request, learning.lesson_rules(game, id))


@get("/api/lessons/{game:str}/{id:str}/preview.svg", opt=PACKED)
async def lesson_preview(
    request: Asked, game: FromPath[str], id: FromPath[str], theme: FromQuery[Theme] = "light"
) -> Answer:
    """A small drawing of a lesson's board."""
    return kept(request, learning.lesson_preview(game, id, theme))


@post("/api/lessons/{game:str}/{id:str}", status_code=200)
async def lesson(
    request: Asked, game: FromPath[str], id: FromPath[str], data: JSONBody[LessonRequest]
) -> Answer:
    """A lesson after some answers, or a closer look at it."""
    if not house_of(request).lessons.allows(address_of(request)):
        raise Declined(429, "You answer too fast; wait a moment.")
    if data.about is not None:
        return json(msgspec.Raw(learning.lesson_look(game, id, data.answers, data.about)))
    return json(msgspec.Raw(learning.lesson_after(game, id, data.answers)))


# Tables ---------------------------------------------------------------------------------------------------


@get("/api/lobby")
async def lobby(request: Asked) -> Answer:
    """One's own tables, tables to join, tables to watch."""
    house = house_of(request)
    return json(await house.tables.lobby(await house.person(request)))


async def _reader(request: Asked, live: LiveTable) -> Person:
    """Who reads; where nothing is secret it makes no difference."""
    return await house_of(request).listener(request) if live.window.secret else STRANGER


def _may_make(request: Asked) -> House:
    house = house_of(request)
    if not house.makings.allows(address_of(request)):
        raise Declined(429, "Too many new tables; wait a minute.")
    return house


@post("/api/tables")
async def make_table(request: Asked, data: JSONBody[TableRequest]) -> Answer:
    """A new table."""
    house = _may_make(request)
    return json(await house.tables.make(await house.person(request), data), 201)


@get("/api/tables/{id:str}")
async def table(request: Asked, id: FromPath[str]) -> Answer:
    """A table as it stands now."""
    house = house_of(request)
    person = await house.person(request)
    async with house.tables.at(id) as live:
        return json(live.state_for(person))


@get("/api/tables/{id:str}/log")
async def table_log(request: Asked, id: FromPath[str]) -> Answer:
    """All that has happened at a table."""
    house = house_of(request)
    async with house.tables.at(id) as live:
        return json(live.window.lines_for(await _reader(request, live)))


@get("/api/tables/{id:str}/at/{n:int}")
async def past(request: Asked, id: FromPath[str], n: FromPath[int]) -> Answer:
    """An earlier position."""
    house = house_of(request)
    if not house.looks.allows(address_of(request)):
        raise Declined(429, "You look back too fast; wait a moment.")
    async with house.tables.at(id) as live:
        return json(live.window.past(n, await _reader(request, live)))


@get("/api/tables/{id:str}/recap/{turn:int}")
async def recap(request: Asked, id: FromPath[str], turn: FromPath[int]) -> Answer:
    """How a turn ended."""
    house = house_of(request)
    if not house.looks.allows(address_of(request)):
        raise Declined(429, "You look back too fast; wait a moment.")
    async with house.tables.at(id) as live:
        return json(live.window.recap(turn))


@get("/api/join/{key:str}")
async def invitation(request: Asked, key: FromPath[str]) -> Answer:
    """The table a secret link leads to."""
    house = house_of(request)
    return json(await house.tables.invitation(await house.person(request), key))


@post("/api/tables/{id:str}/join")
async def join(request: Asked, id: FromPath[str], data: JSONBody[JoinRequest]) -> Answer:
    """Take a seat."""
    house = house_of(request)
    return json(await house.tables.join(await house.person(request), id, data))


@post("/api/tables/{id:str}/name", status_code=200)
async def rename(request: Asked, id: FromPath[str], data: JSONBody[NameRequest]) -> Answer:
    """Another name for a table."""
    house = house_of(request)
    return json(await house.tables.rename(await house.person(request), id, data.name))


@post("/api/tables/{id:str}/archive", status_code=200)
async def archive(request: Asked, id: FromPath[str], data: JSONBody[ArchiveRequest]) -> Answer:
    """Put a table into one's archive, or take it out."""
    house = house_of(request)
    await house.tables.archive(await house.person(request), id, data.archived)
    return json({})


@delete("/api/tables/{id:str}", status_code=200)
async def remove(request: Asked, id: FromPath[str]) -> Answer:
    """Remove a table for good."""
    house = house_of(request)
    await house.tables.remove(await house.person(request), id)
    return json({})


@post("/api/tables/{id:str}/rematch")
async def rematch(request: Asked, id: FromPath[str]) -> Answer:
    """The same game again."""
    house = _may_make(request)
    return json(await house.tables.rematch(await house.person(request), id), 201)


@post("/api/tables/{id:str}/clone")
async def clone(request: Asked, id: FromPath[str], at: FromQuery[int | None] = None) -> Answer:
    """A private table from a position."""
    house = _may_make(request)
    return json(await house.tables.clone(await house.person(request), id, at), 201)


@get("/api/tables/{id:str}/record")
async def record(request: Asked, id: FromPath[str]) -> Answer:
    """The game as a record, to keep; until it is over without what others keep secret."""
    async with house_of(request).tables.at(id) as live:
        reader = live.window.reader(await _reader(request, live))
        text, name = records.write_for(live.table, reader), f"{live.host.id}-{id}.game"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text.encode(), media_type="text/plain", headers=headers)


async def _picture(request: Asked, id: str, at: int | None, theme: Theme, kind: Kind) -> Answer:
    house = house_of(request)
    async with house.tables.at(id) as live:
        if at is not None and not 0 <= at <= len(live.lines):
            raise Declined(404, f"The log has {len(live.lines)} entries.")
        eyes = live.window.reader(await _reader(request, live))
        order = house.pictures.order(live, at, eyes, theme, kind)
        made = house.pictures.kept(order)
        if made is None:
            if not house.pictures.makes(order) and not house.drawings.allows(address_of(request)):
                raise Declined(429, "Too many new pictures; wait a minute.")
            made = await house.pictures.make(order, live)
    return kept(request, PageFile(made, "image/svg+xml" if kind == "svg" else "image/png"))


@get("/api/tables/{id:str}/board.svg", opt=PACKED)
async def board_svg(
    request: Asked, id: FromPath[str], at: FromQuery[int | None] = None, theme: FromQuery[Theme] = "light"
) -> Answer:
    """The board as a drawing."""
    return await _picture(request, id, at, theme, "svg")


@get("/api/tables/{id:str}/board.png", opt=PACKED)
async def board_png(
    request: Asked, id: FromPath[str], at: FromQuery[int | None] = None, theme: FromQuery[Theme] = "light"
) -> Answer:
    """The board as a picture."""
    return await _picture(request, id, at, theme, "png")


@websocket("/api/tables/{id:str}/live")
async def live_table(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    """A page listens to a table, and speaks."""
    if not is_meant(socket) or not same_origin(socket):
        await socket.close(4403)
        return
    known = socket.query_params.get("from", "0")
    scheme = "https" if socket.scope["scheme"] == "wss" else "http"
    base = f"{scheme}://{socket.headers.get('host', '')}"
    await talk(house_of(socket), socket, id, int(known) if known.isascii() and known.isdigit() else 0, base)


# The page -------------------------------------------------------------------------------------------------


@get("/healthz")
async def healthz() -> Answer:
    """Whether the server is well."""
    return Response(b"ok", media_type="text/plain")


def _plain(part: str) -> bool:
    """Whether a part of an address is no other spelling of something: not empty, no dots before or after."""
    return part.strip(".") == part != "" and "\\" not in part and part.isprintable()


@route(["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], opt=PACKED)
async def page(request: Asked, path: FromPath[str] = "") -> Answer:
    """A file of the page, or the page itself for addresses that are its own business."""
    house = house_of(request)
    path = path.removeprefix("/").removesuffix("/")
    parts = path.split("/")
    if parts[0] in ("api", "healthz") or (path and not all(map(_plain, parts))):
        raise Declined(404, "There is nothing at this address.")
    found = house.page.file(path)
    if found is None and parts[0] == "assets":
        raise Declined(404, "There is no such file.")
    found = found or house.page.index(parts[0])
    if found is None:
        return Response(NOT_BUILT.encode(), status_code=503, media_type="text/html")
    if not found.kind.startswith("text/html"):
        return kept(request, found)
    # Given here, with the one page, and not by the many questions it asks at once.
    await house.token(request)
    return await lobby_page(request, found) if not path else kept(request, found)


async def lobby_page(request: Asked, found: PageFile) -> Answer:
    """The page with what its lobby asks for first: nothing of it waits for a script that would ask."""
    house = house_of(request)
    try:
        body = with_answers(found, await house.lobby_answers(request))
    except SQLAlchemyError:
        # The page asks itself, and says what is wrong.
        body = found.body
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 1)
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=found.kind, headers=headers)


# For all --------------------------------------------------------------------------------------------------


def same_origin(connection: Connected) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


def is_meant(connection: Connected) -> bool:
    """Whether a request is for this server, and not for a name that only leads here."""
    names: Names | None = connection.app.state.names
    return names is None or names.know(connection.headers.get("host"))


async def check_request(request: Asked) -> Answer | None:
    """Another site must not act in the name of who visits it, nor pass for this one."""
    if not is_meant(request):
        host = request.headers.get("host", "")[:80]
        return json(
            {
                "detail": f"This server does not know that it is called “{host}”. "
                "Whoever runs it can tell it, without the port: footplate serve --name NAME."
            },
            421,
        )
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if not same_origin(request):
        return json({"detail": "This request comes from another site; it is not done."}, 403)
    if not is_readable(await request.body()):
        return json({"detail": UNREADABLE}, 400)
    return None


def is_readable(body: bytes) -> bool:
    """Whether a body can be told right from wrong at all: text, and not nested without end."""
    try:
        msgspec.json.decode(body)
    except (UnicodeDecodeError, RecursionError):
        return False
    except msgspec.DecodeError:
        # What is wrong with it is said where it is read.
        pass
    return True


async def before_send(message: Message, scope: Scope) -> None:
    """Every answer carries what protects the page, and the cookie where it is new."""
    if message["type"] != "http.response.start":
        return
    headers = list(message.get("headers", ()))
    headers += [(name.encode(), value.encode()) for name, value in SECURITY.items()]
    fresh = scope.get("state", {}).get(FRESH)
    if fresh is not None:
        headers.append((b"set-cookie", cookie_header(fresh, secure=scope["scheme"] == "https").encode()))
    message["headers"] = headers


def declined(_: Asked, problem: Declined) -> Answer:
    """What cannot be had, in a sentence."""
    return json({"detail": str(problem)}, problem.status)


def misfit(_: Asked, problem: HTTPException) -> Answer:
    """What cannot be understood, in a sentence."""
    detail = problem.detail
    extra: Any = problem.extra
    if isinstance(problem, ValidationException) and isinstance(extra, list) and extra:
        first = extra[0]
        where = f" ({first['key']})" if first.get("key") else ""
        detail = f"The request does not fit: {first.get('message', '')}{where}."
    elif problem.status_code == 404:
        detail = "There is nothing at this address."
    elif problem.status_code == 405:
        detail = "This address does not take such a request."
    elif problem.status_code == 413:
        detail = f"The request is too long; {LONGEST_BODY // 1024} KB are the most."
    elif problem.status_code == 400:
        detail = UNREADABLE
    return json({"detail": detail}, problem.status_code)


def unkept(request: Asked, problem: SQLAlchemyError) -> Answer:
    """What the store does not take, on a full disk for example, has not happened."""
    log.error("%s %s: the store failed: %s", request.method, request.url.path, problem)
    return json({"detail": NOT_KEPT}, 503)


def failure(request: Asked, problem: Exception) -> Answer:
    """What went wrong is for the operator to know; the person learns that it was not their fault."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=problem)
    return json({"detail": "Something went wrong in the server; nothing was changed."}, 500)


def create_app(
    data: Path | str,
    *,
    accounts: bool = False,
    at_home: bool = True,
    names: Names | None = None,
    page_folder: Path = FOLDER,
) -> Litestar:
    """A server on a folder, or on a database by its address; `at_home` if only this machine reaches it.

    Without `names` it answers to any.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        house = House(data, accounts=accounts, at_home=at_home, page=page_folder)
        app.state.house = house
        try:
            await house.open()
            # What is loaded by now stays: the collector need not look through it at every pass. Nor need it
            # pass many times during an answer of thousands of rows, among which there is no cycle.
            gc.freeze()
            gc.set_threshold(PASS_AFTER)
            yield
        finally:
            await house.close()

    return Litestar(
        [
            me,
            register,
            login,
            logout,
            password,
            make_code,
            use_code,
            who_reaches,
            maps,
            board,
            preview,
            games,
            rules,
            lesson_list,
            lesson_board,
            lesson_rules,
            lesson_preview,
            lesson,
            lobby,
            make_table,
            table,
            table_log,
            past,
            recap,
            invitation,
            join,
            rename,
            archive,
            remove,
            rematch,
            clone,
            record,
            board_svg,
            board_png,
            live_table,
            healthz,
            page,
        ],
        state=State({"names": names}),
        lifespan=[lifespan],
        before_request=check_request,
        before_send=[before_send],
        exception_handlers={
            Declined: declined,
            HTTPException: misfit,
            SQLAlchemyError: unkept,
            Exception: failure,
        },
        compression_config=CompressionConfig("gzip", gzip_compress_level=5, exclude_opt_key="packed"),
        request_max_body_size=LONGEST_BODY,
        openapi_config=None,
        logging_config=None,
    )


__all__ = ["create_app"]
