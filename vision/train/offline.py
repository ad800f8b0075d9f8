"""Settings that keep ultralytics off the network and let it write only into a given folder."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_OFFLINE: Final = {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false"}
_FOLDERS: Final = ("YOLO_CONFIG_DIR", "MPLCONFIGDIR")
"""Variables that name the folders of ultralytics' settings and of its plotter's fonts."""
_temporary: list[TemporaryDirectory[str]] = []
"""Folders that are deleted when the program ends."""


def settle(folder: Path | None = None) -> None:
    """Set the environment variables. Call it before ultralytics is imported, which would use the network.

    Args:
        folder: ultralytics may write into it; None: the folder that is set, or else a temporary one.
    """
    os.environ.update(_OFFLINE)
    if folder is not None:
        os.environ.update(dict.fromkeys(_FOLDERS, str(folder.resolve())))
    elif not os.environ.keys() >= set(_FOLDERS):
        _temporary.append(TemporaryDirectory(prefix="yakulens-"))
        for name in _FOLDERS:
            os.environ.setdefault(name, _temporary[-1].name)
