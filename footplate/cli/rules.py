"""`footplate rules`: the ledger of rules, and the tests that prove each of them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.text import Text

import footplate
from footplate import games
from footplate.cli.edge import plain_words, print_json, screen, stop

PACKAGE = Path(footplate.__file__).parent
RULE = re.compile(r"^- \[([a-z0-9.-]+)\] (.*)$")
SECTION = re.compile(r"^## (.*)$")
MAP_OF_SECTION = re.compile(r"\(`([a-z0-9-]+)`")
BASE_LEDGER, BASE_MAP = "base.md", "rust-belt"


class Line(NamedTuple):
    """One rule of the ledger."""

    id: str
    text: str
    ledger: str
    section: str


def rules(
    map: Annotated[
        str | None,
        typer.Argument(help="Show the rules of this map or game; rust-belt has the base game."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write it for a program.")] = False,
) -> None:
    """Show every rule with the tests that prove it, and the rules without any.

    \b
    Example:
      footplate rules rust-belt
    """
    folder = ledger_folder()
    lines = read_ledgers(folder)
    chosen = lines if map is None else of_map(lines, map)
    if not chosen:
        known = sorted({*games.boards(), *_maps_named(lines)})
        stop(f"The ledger has no rules for “{map}”; it has: {', '.join(known)}.")
    tests_folder = PACKAGE.parent / "tests"
    proofs = find_proofs(tests_folder) if tests_folder.is_dir() else {}
    unknown = sorted(set(proofs) - {line.id for line in lines})
    if as_json:
        print_json(
            {
                "total": len(chosen),
                "proved": sum(line.id in proofs for line in chosen),
                "rules": [
                    {"id": line.id, "tests": proofs.get(line.id, []), "text": line.text} for line in chosen
                ],
                "unknown": unknown,
            }
        )
        return
    _show(chosen, proofs, unknown, tests_folder.is_dir())


def ledger_folder() -> Path:
    """Where the ledger lies: in docs/rules of a checkout, or inside the installed package."""
    for folder in (PACKAGE.parent / "docs" / "rules", PACKAGE / "ledger"):
        if (folder / BASE_LEDGER).is_file():
            return folder
    stop(f"The ledger is missing: it should be in {PACKAGE.parent / 'docs' / 'rules'}.")


def read_ledgers(folder: Path) -> list[Line]:
    """Every rule of every ledger, the base game first."""
    out: list[Line] = []
    with plain_words(folder):
        files = sorted(
            folder.glob("*.md"), key=lambda file: (file.name != BASE_LEDGER, file.name != "maps.md")
        )
        for file in files:
            section = ""
            for text in file.read_text("utf-8").splitlines():
                if found := SECTION.match(text):
                    section = found[1]
                elif found := RULE.match(text):
                    out.append(Line(found[1], found[2], file.name, section))
    return out


def _maps_named(lines: list[Line]) -> set[str]:
    return {found[1] for line in lines if (found := MAP_OF_SECTION.search(line.section))}


def of_map(lines: list[Line], map: str) -> list[Line]:
    """The rules of one map with its worked examples; those of the Rust Belt are the whole base game."""
    if map in games.ids() and not games.host_type(map).maps:
        return [line for line in lines if line.ledger == games.host_type(map).ledger]
    if map == BASE_MAP:
        return [line for line in lines if line.ledger == BASE_LEDGER]
    own = [line for line in lines if f"(`{map}`" in line.section or line.id.startswith(f"{map}.")]
    first = map.split("-")[0]
    examples = [
        line
        for line in lines
        if line.ledger != BASE_LEDGER and re.match(rf"example\.{re.escape(first)}(-|$)", line.id)
    ]
    return own + [line for line in examples if own]


# Proofs ----------------------------------------------------------------------------------------------


def find_proofs(folder: Path) -> dict[str, list[str]]:
    """For each id the tests that are marked with it, read from the source without running it."""
    out: defaultdict[str, list[str]] = defaultdict(list)
    for file in sorted(folder.rglob("*.py")):
        with plain_words(file):
            source = file.read_text("utf-8")
        try:
            module = ast.parse(source)
        except SyntaxError as problem:
            stop(f"{file}: line {problem.lineno}: this is no Python, so its tests cannot be read.")
        name = file.relative_to(folder.parent).as_posix()
        for test, ids in proofs_in(module):
            for id in ids:
                out[id].append(f"{name}::{test}")
    return dict(out)


def proofs_in(module: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Every test of a module with the ids it proves: its own marks, its class’s and the module’s."""
    named = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    whole = _marks([named["pytestmark"]], {}) if "pytestmark" in named else []
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
            yield node.name, _distinct(whole + _marks(node.decorator_list, named))
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            inner = [
                part.value
                for part in node.body
                if isinstance(part, ast.Assign)
                and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in part.targets)
            ]
            shared = whole + _marks([*node.decorator_list, *inner], named)
            for part in node.body:
                if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and part.name.startswith("test"):
                    yield f"{node.name}::{part.name}", _distinct(shared + _marks(part.decorator_list, named))


def _marks(nodes: list[ast.expr], named: dict[str, ast.expr]) -> list[str]:
    """The ids in every mark.rule(…) of these expressions and of the module’s constants they mention."""
    out: list[str] = []
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in named:
                out += _marks([named[part.id]], {})
            if (
                isinstance(part, ast.Call)
                and isinstance(part.func, ast.Attribute)
                and part.func.attr == "rule"
                and (getattr(part.func.value, "attr", "") or getattr(part.func.value, "id", "")) == "mark"
            ):
                out += [
                    a.value for a in part.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                ]
    return out


def _distinct(ids: list[str]) -> list[str]:
    return list(dict.fromkeys(ids))


def _show(lines: list[Line], proofs: dict[str, list[str]], unknown: list[str], tests: bool) -> None:
    console = screen()
    section = ""
    for line in lines:
        if line.section != section:
            section = line.section
            console.print(Text(f"\n{section}", style="bold"))
        found = proofs.get(line.id, [])
        console.print(
            Text.assemble((f"  {line.id}", "" if found else "red"), f"  {line.text}"), soft_wrap=True
        )
        for test in found:
            console.print(Text(f"      {test}", style="dim"), soft_wrap=True)
    bare = [line.id for line in lines if line.id not in proofs]
    if not tests:
        console.print("\nNo tests lie beside this installation, so nothing is proved here.")
    elif bare:
        console.print(Text(f"\nWithout any test ({len(bare)}):", style="bold"))
        for id in bare:
            console.print(Text(f"  {id}"))
    if unknown:
        console.print(Text(f"\nMarked in tests, but not in the ledger: {', '.join(unknown)}"))
    console.print(f"\n{len(lines) - len(bare)} of {len(lines)} rules proved by a test.")
