"""CONTRIBUTING.md: what its map names is there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

NAMED = re.compile(r"`((?:app|datasets|docs|models|scorer|src|tests|vision)/[\w./*-]*)`")
WITHIN = re.compile(r"`([\w.]+)` (?:in|of) `([\w/]+/\w+\.py)`")
MODULE = re.compile(r"`python -m (tests\.[\w.]+)")


def test_every_path_and_every_program_of_the_map_is_there(root: Path) -> None:
    text = (root / "CONTRIBUTING.md").read_text("utf-8")
    paths = set(NAMED.findall(text))
    assert len(paths) > 100
    assert sorted(path for path in paths if not any(root.glob(path))) == []
    programs = {found.replace(".", "/") for found in MODULE.findall(text)}
    missing = [
        name
        for name in programs
        if not ((root / f"{name}.py").is_file() or (root / name / "__main__.py").is_file())
    ]
    assert missing == []


def test_what_is_said_to_stand_in_a_file_stands_there(root: Path) -> None:
    named = WITHIN.findall((root / "CONTRIBUTING.md").read_text("utf-8"))
    assert len(named) > 5
    assert [(name, path) for name, path in named if name not in (root / path).read_text("utf-8")] == []


def test_every_folder_with_code_is_on_the_map(root: Path) -> None:
    text = (root / "CONTRIBUTING.md").read_text("utf-8")
    rooms = [
        path.parent.relative_to(root)
        for top in ("app", "scorer")
        for path in (root / top).glob("*/__init__.py")
    ]
    rooms += [path.parent.relative_to(root) for path in (root / "vision").glob("*/__init__.py")]
    assert [str(room) for room in sorted(rooms) if f"{room}/" not in text] == []


def test_every_word_of_the_glossary_that_is_code_is_in_the_code(root: Path) -> None:
    text = (root / "CONTRIBUTING.md").read_text("utf-8").split("## Words")[1]
    words = {
        word.removesuffix("()")
        for row in re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)
        for word in re.findall(r"`(\w+(?:\(\))?)`", row)
    }
    sources = "\n".join(
        path.read_text("utf-8") for top in ("app", "scorer", "vision") for path in (root / top).rglob("*.py")
    )
    known = set(re.findall(r"\w+", sources))
    assert words
    assert sorted(words - known) == []
