"""One page that needs nothing else: style and pictures are in it, and it follows the light or dark theme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from footplate.drawing.palette import declarations

LIGHT = (
    "--page:#e6eae6;--surface:#ffffff;--surface-2:#f3f5f2;--line:#d5dbd5;--accent:#17604d;--focus:#0a5fd0;"
    "--warn:#8a5200;"
)
DARK = (
    "--page:#121615;--surface:#1b2120;--surface-2:#232a29;--line:#333d3a;--accent:#7fd3b6;--focus:#8ab8ff;"
    "--warn:#f0c063;"
)


def page(title: str, head: str, body: Iterable[str]) -> str:
    """The whole page."""
    style = files("footplate.report").joinpath("page.css").read_text("utf-8")
    light, dark = declarations("light") + LIGHT, declarations("dark") + DARK
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>\n:root{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{color-scheme:dark;{dark}}}}}\n{style}</style>\n</head>\n"
        f"<body>\n<header>{head}</header>\n<main>\n{''.join(body)}</main>\n</body>\n</html>\n"
    )


def section(title: str, *parts: str, says: str = "") -> str:
    """A card with a heading."""
    told = f'<p class="sub">{escape(says)}</p>' if says else ""
    return f"<section><h2>{escape(title)}</h2>{told}{''.join(parts)}</section>\n"


def plot(caption: str, svg: str) -> str:
    """A plot with its caption."""
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>"


def plots(*each: str) -> str:
    """Plots side by side where there is room."""
    return f'<div class="plots">{"".join(each)}</div>' if each else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """Figures in rows; on a narrow screen it scrolls."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = ""
    for first, *cells in rows:
        told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        body += f'<tr><th scope="row">{escape(first)}</th>{told}</tr>'
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption, quote=True)}">'
        f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def folded(summary: str, inside: str) -> str:
    """What is shown only to who asks for it."""
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def listed(sentences: Iterable[str]) -> str:
    """Sentences one below the other."""
    return f'<ul class="out">{"".join(f"<li>{escape(one)}</li>" for one in sentences)}</ul>'


def facts(each: Iterable[tuple[str, str]]) -> str:
    """A few figures, large."""
    return (
        '<dl class="facts">'
        + "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in each)
        + "</dl>"
    )


def key(names: Sequence[tuple[str, str]]) -> str:
    """Which colour means what."""
    return "".join(
        f'<span class="key"><i style="background:var(--{token})"></i>{escape(name)}</span>'
        for name, token in names
    )
