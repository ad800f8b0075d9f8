"""Reading a checkpoint: what is none, or one of another network, is one line."""

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
"""What torch raises over a file that is none of its own, or holds another network's weights."""


def state_of(file: Path, place: torch.device | None = None) -> dict[str, Any]:
    """What a checkpoint of `vision.train.run.Run` holds, its tensors at a place; nothing in it is run."""
    state: dict[str, Any] = torch.load(file, weights_only=True, map_location=place or torch.device("cpu"))
    return state


@contextmanager
def of_network(file: Path) -> Iterator[None]:
    """Turn what goes wrong with a checkpoint's content within into a `RunError`."""
    try:
        yield
    except _BROKEN as error:
        reason = " ".join(str(error).split())
        raise RunError(file, f"no checkpoint of this network ({reason[:80]})") from error
