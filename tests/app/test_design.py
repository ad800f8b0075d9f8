"""What docs/design.md says of the colours is what the page is drawn in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def test_the_colours_of_the_page_are_those_that_are_written_down(root: Path) -> None:
    style = (root / "app" / "page.css").read_text("utf-8")
    drawn = set(re.findall(r"(--yl-\w+): light-dark\((#\w+), (#\w+)\);", style))
    told = (root / "docs" / "design.md").read_text("utf-8")
    assert drawn == set(re.findall(r"\| `(--yl-\w+)` \| `(#\w+)` \| `(#\w+)` \|", told))


def test_every_colour_that_is_named_is_there(root: Path) -> None:
    sheets = [root / "app" / "page.css", root / "app" / "components" / "desk" / "desk.css"]
    named = {name for sheet in sheets for name in re.findall(r"var\((--yl-\w+)\)", sheet.read_text("utf-8"))}
    told = (root / "docs" / "design.md").read_text("utf-8")
    assert {name for name in named if f"`{name}`" not in told} == set()
