"""models/EXPERIMENTS.md: every entry that something cites has its row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CITED = re.compile(r"EXPERIMENTS(?:\.md)?[`)\](./A-Z_md]*, (?:entry )?((?:\d+(?:, | and )?)+)")
TREES = ("README.md", "docs", "models", "app", "scorer", "vision")


def test_every_entry_that_is_cited_has_its_row(root: Path) -> None:
    table = (root / "models" / "EXPERIMENTS.md").read_text("utf-8")
    rows = [int(number) for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)]
    assert rows == list(range(1, len(rows) + 1))
    files = [
        path
        for tree in TREES
        for path in ((root / tree).rglob("*") if (root / tree).is_dir() else [root / tree])
    ]
    texts = {path: path.read_text("utf-8") for path in files if path.suffix in {".md", ".py", ".toml"}}
    cited = {
        (path.name, int(number))
        for path, text in texts.items()
        for found in CITED.findall(text)
        for number in re.findall(r"\d+", found)
    }
    assert ("limits.md", 28) in cited
    assert ("quantise.py", 33) in cited
    assert {place for place in cited if place[1] not in rows} == set()
