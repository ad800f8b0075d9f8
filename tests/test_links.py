"""Links in our texts lead somewhere: on a code host as on the documentation site."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINK = re.compile(r"\]\((?P<target>[^)\s#:]*)(?:#(?P<anchor>[^)\s]*))?\)")
"""A link, or a picture, that leads to no other site."""
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.+?)#*$", re.MULTILINE)


def texts(root: Path) -> list[Path]:
    """Every text for people: those of the folders with code, of docs and beside them."""
    trees = ("docs", "datasets", "examples", "models", "tests")
    return [*root.glob("*.md"), *(path for tree in trees for path in (root / tree).rglob("*.md"))]


def anchors(text: str) -> set[str]:
    """The anchors that a code host gives a text's headings.

    >>> sorted(anchors("# Set up\\n\\n## What's `new`, today?"))
    ['set-up', 'whats-new-today']
    """
    letters = ("L", "N", "M", "Pc")
    return {
        "".join(
            "-" if letter in " -" else letter
            for letter in heading.strip().lower()
            if letter in " -" or unicodedata.category(letter).startswith(letters)
        )
        for heading in HEADING.findall(FENCED.sub("", text))
    }


def broken(path: Path) -> Iterator[str]:
    for link in LINK.finditer(FENCED.sub("", path.read_text("utf-8"))):
        target = path.parent / link["target"] if link["target"] else path
        is_there = target.exists() and (
            not link["anchor"]
            or (target.suffix == ".md" and link["anchor"] in anchors(target.read_text("utf-8")))
        )
        if not is_there:
            yield f"{path.name}: {link[0][2:-1]}"


def test_every_link_of_a_text_leads_to_a_file_and_a_heading_of_the_checkout(root: Path) -> None:
    found = texts(root)
    assert len(found) > 20
    assert [link for path in found for link in broken(path)] == []


def test_a_link_that_only_the_built_site_has_is_broken(tmp_path: Path) -> None:
    (tmp_path / "here.md").write_text("# A place\n[it](#a-place)", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text("[a](here.md#a-place) [b](built.md) [c](here.md#nowhere)", encoding="utf-8")
    assert list(broken(page)) == ["page.md: built.md", "page.md: here.md#nowhere"]
