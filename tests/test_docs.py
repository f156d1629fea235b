"""What the documents say is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import footplate
from footplate.age_of_steam import phases
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import load
from footplate.age_of_steam.rule_page import rule_page
from footplate.core import words
from footplate.geometry import hexes

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "rules"
LEDGER = ROOT / "docs" / "rules"
GAME = ROOT / "footplate" / "age_of_steam"


def ids(path: Path) -> list[str]:
    return re.findall(r"^- \[([a-z0-9.-]+)\]", path.read_text("utf-8"), flags=re.M)


@pytest.mark.parametrize("page", ["README.md", "docs/learning.md"])
def test_what_is_shown_at_the_prompt_is_true(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 15
    assert result.failed == 0


@pytest.mark.parametrize("module", [footplate, words, hexes])
def test_examples_in_docstrings_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", ["base.md", "maps.md", "days-of-steam.md"])
def test_the_ledger_has_every_id_once_and_is_the_same_as_the_shared_one(name: str) -> None:
    ours = ids(LEDGER / name)
    assert len(set(ours)) == len(ours) > 20
    assert not SHARED.exists() or ours == ids(SHARED / name)


def test_every_verb_is_in_the_description_of_records() -> None:
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    verbs = {action.verb for decision in phases.DECISIONS.values() for action in decision.takes}
    assert [verb for verb in sorted(verbs) if f"`{verb}" not in text] == []


def test_every_public_name_is_there() -> None:
    assert [name for name in footplate.__all__ if not hasattr(footplate, name)] == []


def test_every_refusal_rests_on_a_rule_of_the_ledger() -> None:
    from footplate.age_of_steam import refusals
    from footplate.core.game import Refusal

    known = set(ids(LEDGER / "base.md"))
    named = [value for value in vars(refusals).values() if isinstance(value, Refusal)]
    assert len(named) > 40
    assert [refusal for refusal in named if refusal.rule not in known] == []


def ledger() -> dict[str, list[str]]:
    """The ids of the base game and of each board in the ledger, by the id of its board."""
    base = [id for id in ids(LEDGER / "base.md") if not id.startswith("example.")]
    out = {"base": base}
    for chapter in re.split(r"^## ", (LEDGER / "maps.md").read_text("utf-8"), flags=re.M)[1:]:
        if board := re.match(r".*\(`([a-z0-9-]+)`", chapter):
            out[board[1]] = re.findall(r"^- \[([a-z0-9.-]+)\]", chapter, flags=re.M)
    return out


def test_every_rule_of_the_ledger_is_named_where_the_code_or_a_map_file_states_it() -> None:
    rules, there = ledger(), {"base", *map_ids()}
    files = [file for file in GAME.rglob("*") if file.suffix in (".py", ".toml")]
    named = set(re.findall(r"(?<=[\[\" \n])[a-z0-9-]+(?:\.[a-z0-9-]+)+(?=[\]\" \n])", _all_text(files)))
    assert there - {"rust-belt"} <= set(rules)
    missing = [id for board in there & set(rules) for id in rules[board] if id not in named]
    assert sorted(missing) == []


def _all_text(files: list[Path]) -> str:
    return "\n".join(file.read_text("utf-8") for file in files)


def test_every_id_in_brackets_is_one_of_the_ledger() -> None:
    known = {id for name in ("base.md", "maps.md") for id in ids(LEDGER / name)}
    files = [file for file in GAME.rglob("*") if file.suffix in (".py", ".toml")]
    boards = "|".join(re.escape(board) for board in ("base", *map_ids()))
    marks = re.findall(rf"\[((?:{boards})\.[a-z0-9.\s-]+)\]", _all_text(files))
    named = [id for mark in marks for id in mark.split()]
    assert len(named) > 250
    assert [id for id in named if id not in known] == []


@pytest.mark.parametrize("map", map_ids())
def test_rule_pages_leave_out_the_ids_of_rules(map: str) -> None:
    page = rule_page(load(map))
    said = [page.summary, *page.notes, *page.doubts, *(option.says for option in page.options)]
    said += [text for change in page.changes for text in (change.base, change.here)]
    assert [text for text in said if re.search(r"\[|\b(base|[a-z-]+)\.[a-z]+-?[a-z]*\.[a-z]", text)] == []
