"""CONTRIBUTING.md is one page that tells the truth; what docs/code.md names is there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 5_000
NAMED = re.compile(r"`((?:app|datasets|docs|models|scorer|src|tests|vision)/[\w./*-]*)`")
WITHIN = re.compile(r"`([\w.]+)` (?:in|of) `([\w/]+/\w+\.py)`")
MODULE = re.compile(r"`python -m (tests\.[\w.]+)")
MAKE = re.compile(r"`make ([a-z -]+)`")
TREES = ("app", "datasets", "models", "scorer", "vision")


@pytest.fixture(scope="module")
def contributing(root: Path) -> str:
    return (root / "CONTRIBUTING.md").read_text("utf-8")


@pytest.fixture(scope="module")
def code(root: Path) -> str:
    return (root / "docs" / "code.md").read_text("utf-8")


def test_how_to_contribute_is_one_page(contributing: str) -> None:
    assert len(contributing.encode()) <= MOST_BYTES


def test_the_example_of_our_style_is_our_code(root: Path, contributing: str) -> None:
    (file,) = re.findall(r"As in `([\w/.]+)`", contributing)
    (example,) = re.findall(r"```python\n(.*?)```", contributing, re.DOTALL)
    assert example in (root / file).read_text("utf-8")


def test_the_example_of_a_commit_has_a_short_subject_that_says_where(contributing: str) -> None:
    (subject,) = re.findall(r"^ {7}(\w+: .+)$", contributing, re.MULTILINE)
    assert re.fullmatch(r"[a-z]+: [a-z].*[^.]", subject)
    assert len(subject) <= 72


def test_every_target_that_a_page_tells_to_make_is_one(root: Path) -> None:
    made = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text("utf-8"), re.MULTILINE))
    pages = [root / "CONTRIBUTING.md", root / "README.md", *(root / "docs").glob("*.md")]
    told = {name for page in pages for line in MAKE.findall(page.read_text("utf-8")) for name in line.split()}
    assert {"app", "check", "test", "test-all"} <= told
    assert told - made == set()


def test_every_path_and_every_program_of_the_map_is_there(root: Path, code: str, contributing: str) -> None:
    paths = set(NAMED.findall(code)) | set(NAMED.findall(contributing))
    assert len(paths) > 50
    assert sorted(path for path in paths if not any(root.glob(path))) == []
    programs = {found.replace(".", "/") for found in MODULE.findall(code)}
    missing = [
        name
        for name in programs
        if not ((root / f"{name}.py").is_file() or (root / name / "__main__.py").is_file())
    ]
    assert missing == []


def test_what_is_said_to_stand_in_a_file_stands_there(root: Path, code: str) -> None:
    named = WITHIN.findall(code)
    assert len(named) > 5
    assert [(name, path) for name, path in named if name not in (root / path).read_text("utf-8")] == []


def test_every_room_is_on_the_map(root: Path, code: str) -> None:
    rooms = [path for tree in TREES for path in (root / tree).iterdir() if any(path.glob("*.py"))]
    assert len(rooms) > 20
    named = re.findall(r"^\| `([\w/]+)/` \|", code, re.MULTILINE)
    assert sorted({str(room.relative_to(root)) for room in rooms} - set(named)) == []


def test_every_word_of_the_glossary_that_is_code_is_in_the_code(root: Path, code: str) -> None:
    words = {
        word
        for row in re.findall(r"^\| ([^|]+) \|", code.split("## Words")[1], re.MULTILINE)
        for word in re.findall(r"`(\w+)`", row)
    }
    sources = "\n".join(path.read_text("utf-8") for tree in TREES for path in (root / tree).rglob("*.py"))
    assert words
    assert sorted(words - set(re.findall(r"\w+", sources))) == []
