"""Code is read a piece at a time: no docstring goes on from another one, no function beyond a screen."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


GOES_ON = re.compile(r"\A(\.\.\.|…)|\S(\.\.\.|…)\Z")
LONGEST = 60
"""Lines of a function at most, its docstring among them."""


def sources(root: Path) -> list[Path]:
    rooms = [root / "src/yakulens", *(root / room for room in ("app", "scorer", "vision"))]
    return sorted(path for room in rooms for path in room.rglob("*.py"))


def docstrings(source: Path) -> Iterator[tuple[int, str]]:
    """Every string that stands by itself, of constants and fields as well, with its line."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, node.value.value.strip()


def test_no_docstring_begins_or_ends_with_an_ellipsis(root: Path) -> None:
    found = [
        f"{path.relative_to(root)}:{line}"
        for path in sources(root)
        for line, text in docstrings(path)
        if GOES_ON.search(text)
    ]
    assert found == []


def test_a_function_can_be_read_at_one_look(root: Path) -> None:
    found = {
        f"{path.relative_to(root)}:{node.lineno} {node.name}": long
        for path in sources(root)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (long := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST
    }
    assert found == {}
