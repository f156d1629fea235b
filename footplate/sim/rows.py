"""Results as a plain table, one row for every seat of every game: CSV and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from footplate.sim.extra import extra
from footplate.sim.run import Result


def rows(map: str, results: Sequence[Result]) -> list[dict[str, Any]]:
    """One row a seat; who was eliminated has no score."""
    return [
        {
            "map": map,
            "game": result.number,
            "seat": seat + 1,
            "bot": result.bots[seat],
            "score": result.scores[seat],
            "place": result.places[seat],
            "won": round(1 / len(result.winners), 4) if seat in result.winners else 0.0,
            "out": result.out[seat],
            **{word: values[seat] for word, values in result.figures.items()},
            "turns": result.turns,
            "decisions": result.decisions,
            "faults": sum(fault.seat == seat for fault in result.faults),
        }
        for result in results
        for seat in range(len(result.bots))
    ]


def write_csv(path: Path, table: Sequence[dict[str, Any]]) -> None:
    """The rows as a file for a spreadsheet; what is missing is empty."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]) if table else [])
        writer.writeheader()
        writer.writerows(table)


def parquet() -> Any:
    """The library that writes Parquet."""
    return extra("pyarrow.parquet", "parquet", "writes Parquet")


def write_parquet(path: Path, table: Sequence[dict[str, Any]]) -> None:
    """The rows as a Parquet file; what is missing is null."""
    table_type = extra("pyarrow", "parquet", "writes Parquet").Table
    parquet().write_table(table_type.from_pylist(list(table)), path)
