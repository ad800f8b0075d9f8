"""ultralytics kept to itself: it asks nobody for anything, and writes into a folder that it is given."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_OFFLINE: Final = {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false"}
_FOLDERS: Final = ("YOLO_CONFIG_DIR", "MPLCONFIGDIR")
"""Where ultralytics keeps its settings and what its processes are started with, and its plotter its fonts."""
_apart: list[TemporaryDirectory[str]] = []


def settle(folder: Path | None = None) -> None:
    """Keep ultralytics from asking the network, which it does when it is imported: call this first.

    Args:
        folder: that it may write into; None leaves it one that is gone with the program, unless it has one.
    """
    os.environ.update(_OFFLINE)
    if folder is None and any(name not in os.environ for name in _FOLDERS):
        _apart.append(TemporaryDirectory(prefix="yakulens-"))
    for name in _FOLDERS:
        if folder is not None:
            os.environ[name] = str(folder.resolve())
        elif name not in os.environ:
            os.environ[name] = _apart[-1].name
