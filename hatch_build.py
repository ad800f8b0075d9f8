"""The wheel: the repository's folders as one package `yakulens`; none is called `app` beside everybody's.

The source tree stays: its `from scorer.tile import parse` is `from yakulens.scorer.tile import parse`
in the wheel. Only import statements are changed, in code and in examples, and none that names our packages in
another form is let through. An editable installation (`make app`) is the source tree itself, not mapped.
"""

from __future__ import annotations

import ast
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES: Final = ("app", "scorer", "vision")
DATA: Final = ("models", "datasets/samples", "datasets/tiles", "datasets/labels.yaml")
"""What a running program reads beside its code."""

INTO: Final = "yakulens"
_IMPORT: Final = re.compile(rf"^(\s*(?:(?:>>>|\.\.\.) )?from )({'|'.join(PACKAGES)})(?=[. ])", re.MULTILINE)
_LEFT_OUT: Final = ("__pycache__", "*.pyc", "EXPERIMENTS.md")


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Lays the mapped folders apart and tells hatchling to take them from there."""

    _apart: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Map the folders; `version` is "editable" or "standard"."""
        if version == "editable" or self.target_name != "wheel":
            return
        root, self._apart = Path(self.root), tempfile.mkdtemp()
        for name in (*PACKAGES, INTO, *DATA):
            mapped = Path(self._apart, name)
            if (root / name).is_dir():
                shutil.copytree(root / name, mapped, ignore=shutil.ignore_patterns(*_LEFT_OUT))
            else:
                shutil.copy(root / name, mapped)
            build_data["force_include"][str(mapped)] = INTO if name == INTO else f"{INTO}/{name}"
        for name in (*PACKAGES, INTO):
            for path in Path(self._apart, name).rglob("*.py"):
                _map(path)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Take them away again."""
        if self._apart is not None:
            shutil.rmtree(self._apart)


def _map(path: Path) -> None:
    """Change the imports of one file.

    Raises:
        ValueError: an import of ours is of a form that is not changed.
    """
    text = _IMPORT.sub(rf"\g<1>{INTO}.\g<2>", path.read_text(encoding="utf-8"))
    for node in ast.walk(ast.parse(text)):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            if name.split(".")[0] in PACKAGES:
                message = (
                    f"{path}, line {node.lineno}: write `from {name} import ...`, which the wheel can map"
                )
                raise ValueError(message)
    path.write_text(text, encoding="utf-8")
