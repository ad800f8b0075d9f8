"""Reading a checkpoint; a file that is none, or one of another network, is a `RunError`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final
from zipfile import BadZipFile

import torch

from yakulens.vision.train.record import RunError

_BROKEN: Final = (
    *(AttributeError, BadZipFile, EOFError, LookupError),
    *(RuntimeError, TypeError, UnpicklingError, ValueError),
)
"""What torch raises for a file that is no checkpoint, or holds another network's weights."""


def state_of(file: Path, device: torch.device | None = None) -> dict[str, Any]:
    """The content of a checkpoint of `vision.train.run.Run`, its tensors on a device; no code of it runs."""
    state: dict[str, Any] = torch.load(file, weights_only=True, map_location=device or torch.device("cpu"))
    return state


@contextmanager
def of_network(file: Path) -> Iterator[None]:
    """Turn the errors that a checkpoint's content raises within into a `RunError`."""
    try:
        yield
    except _BROKEN as error:
        reason = " ".join(str(error).split())
        raise RunError(file, f"no checkpoint of this network ({reason[:80]})") from error
