"""Docstrings are read one at a time, in an editor and on a page: none goes on from another one."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LATER = ("vision/layout/", "vision/learning/", "vision/train/", "vision/synth/")
"""Rooms whose docstrings still do."""


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
    sources = [path for room in ("app", "scorer", "vision") for path in sorted((root / room).rglob("*.py"))]
    clean = {path.relative_to(root).as_posix(): path for path in sources}
    found = [
        f"{name}:{line}"
        for name, path in clean.items()
        if not name.startswith(LATER)
        for line, text in docstrings(path)
        if text.startswith(("...", "…")) or text.endswith(("...", "…"))
    ]
    assert found == []
