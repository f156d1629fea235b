"""Lessons and rules at a real server: what is damaged is named, and everything else still opens."""

from __future__ import annotations

import shutil
from pathlib import Path

from footplate.age_of_steam.lesson import LESSONS
from footplate.age_of_steam.rulebook import CHAPTERS
from tests.web.server import Browser, running

FIRST = "/api/lessons/age-of-steam/first-turn"


def test_damaged_texts_are_named_and_lobby_and_table_open_all_the_same(tmp_path: Path) -> None:
    lessons, chapters = tmp_path / "lessons", tmp_path / "chapters"
    shutil.copytree(LESSONS, lessons)
    shutil.copytree(CHAPTERS, chapters)
    spoil(lessons / "first_turn.toml", "minutes = 10", "minutes = ten")
    spoil(chapters / "03-shares.md", "[shares|share]", "[shares|stock]")
    first = (
        "import pathlib; from footplate.age_of_steam import lesson, rulebook;"
        f"lesson.lessons.__defaults__ = (pathlib.Path({str(lessons)!r}),);"
        f"rulebook.CHAPTERS = pathlib.Path({str(chapters)!r})"
    )
    data = tmp_path / "data"
    data.mkdir()
    log = tmp_path / "log"
    with log.open("w") as said, running(data, first=first, said=said) as server:
        ann = server.browser()
        assert {one["id"] for one in ann.get("/api/lessons")["age-of-steam"]} == {
            "barbados",
            "germany",
            "st-lucia",
        }
        assert "first_turn.toml, line 6: not TOML" in ann.post(FIRST, {"answers": []}, 409)["detail"]
        book = ann.get("/api/maps/rust-belt/rules")
        assert book["problems"] == ["03-shares.md, line 4: “stock” is no term of terms.toml"]
        assert "shares" not in {chapter["id"] for chapter in book["chapters"]} and len(book["chapters"]) > 8
        card = ann.make("here", "here", "here")
        assert ann.page(card["id"]).table["question"]
        assert ann.get("/api/lobby")["mine"][0]["id"] == card["id"]
    assert "first_turn.toml, line 6" in log.read_text("utf-8")


def spoil(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_lesson_says_nothing_to_nonsense_but_a_sentence(ada: Browser) -> None:
    for body, status in (
        ({"answers": ["nonsense"]}, 200),
        ({"answers": ["next"]}, 200),
        ({"answers": ["x" * 300]}, 413),
        ({"answers": ["back"] * 200}, 413),
        ({"answers": [], "about": {"what": "tiles", "hex": 10_000}}, 409),
        ({"answers": [], "about": {"what": "everything"}}, 400),
        ({"answers": 3}, 400),
    ):
        answer = ada.post(FIRST, body, status)
        assert status == 200 or answer["detail"].endswith(".")
    assert ada.post("/api/lessons/age-of-steam/nowhere", {"answers": []}, 409)["detail"]
    assert ada.post("/api/lessons/chess/first", {"answers": []}, 404)["detail"]
    assert ada.get("/api/lessons/age-of-steam/nowhere/board", 404)["detail"]
    assert ada.http.get("/api/lessons/age-of-steam/first-turn/preview.svg").text.startswith("<svg")
    assert ada.get("/api/lessons/age-of-steam/barbados/rules")["chapters"][-1]["title"] == "Barbados"
