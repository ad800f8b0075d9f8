"""Where trainings of this machine lie: the folders in which the command line began them, newest first."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from yakulens.app import store as stores
from yakulens.scorer.whole_file import write_whole

FILE: Final = "trainings.json"
COMPARISON: Final = "comparison.json"
"""The file in such a folder that compares before and after."""
_MOST: Final = 12
"""Folders that are remembered."""


def _file() -> Path:
    return stores.place().parent / FILE


def folders() -> tuple[Path, ...]:
    """The folders that still exist."""
    try:
        names = json.loads(_file().read_text(encoding="utf-8"))
        return tuple(path for path in map(Path, names) if path.is_dir())
    except (OSError, ValueError, TypeError):
        return ()


def remember(folder: Path) -> None:
    """Put a folder first. A disk on which that cannot be written is no reason to end a training."""
    folder = folder.resolve()
    names = [str(folder), *(str(path) for path in folders() if path != folder)][:_MOST]
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(), json.dumps(names, ensure_ascii=False).encode())


def comparisons() -> list[tuple[Path, dict[str, Any]]]:
    """The comparisons in these folders, newest first; damaged ones are left out."""
    found = []
    for folder in folders():
        try:
            answer = json.loads((folder / COMPARISON).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(answer, dict) and isinstance(answer.get("rows"), list):
            found.append((folder, answer))
    return sorted(found, key=lambda pair: str(pair[1].get("at")), reverse=True)
