"""What the documents say is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import footplate
from footplate.age_of_steam import phases
from footplate.core import words
from footplate.geometry import hexes

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "rules"
LEDGER = ROOT / "docs" / "rules"


def ids(path: Path) -> list[str]:
    return re.findall(r"^- \[([a-z0-9.-]+)\]", path.read_text("utf-8"), flags=re.M)


def test_the_readme_is_true() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
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
