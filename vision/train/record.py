"""What a run was begun with, kept beside its checkpoint: whoever goes on with it goes on with the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import tomlkit

from yakulens.scorer.errors import InputError
from yakulens.scorer.toml_file import TomlError, read_toml
from yakulens.vision.train.hyper import Hyper

FILE: Final = "run.toml"
_MAY_CHANGE: Final = frozenset({"minutes", "steps", "threads", "workers", "device", "held_out"})
"""What a run may go on with otherwise; all else would make another run of it."""


class RunError(InputError):
    """A run's folder holds what cannot be gone on with; the message is one line."""


def record(given: Mapping[str, Any], hyper: Hyper) -> dict[str, Any]:
    """What a run is begun with, as it is kept: what was not given is left out."""
    told = {key: value for key, value in given.items() if value not in (None, (), [])}
    return {**told, "hyper": asdict(hyper)}


def keep(said: Mapping[str, Any], out: Path) -> list[str]:
    """Write a run's record into its folder, or compare it with the one that is there.

    Args:
        said: as of `record`.
        out: the run's folder, which is there.

    Returns:
        What is otherwise than it was and may be, a line each.

    Raises:
        RunError: it was begun with something else that matters.
    """
    file = out / FILE
    changed: list[str] = []
    if file.is_file():
        try:
            before = read_toml(file)
        except TomlError as error:
            message = f"{error}; name a new --out for another run"
            raise RunError(message) from error
        for key in sorted((before.keys() | said.keys()) - {"hyper"}):
            changed += _differs(file, key, before.get(key), said.get(key), may=key in _MAY_CHANGE)
        was, now = before.get("hyper", {}), said["hyper"]
        for key in sorted(was.keys() | now.keys()):
            changed += _differs(file, f"hyper.{key}", was.get(key), now.get(key), may=False)
    document = tomlkit.document()
    document.add(tomlkit.comment("What this run was begun with; the same command goes on with it."))
    document.update(said)
    file.write_text(tomlkit.dumps(document), encoding="utf-8")
    return changed


def _differs(file: Path, key: str, before: object, now: object, *, may: bool) -> list[str]:
    if before == now:
        return []
    if not may:
        what = f"this run was begun with {_said(key, before)}, not {_said(key, now)}; name a new --out"
        raise RunError(file, what)
    return [f"goes on with {_said(key, now)} instead of {_said(key, before)}"]


def _said(key: str, value: object) -> str:
    return f"no {key}" if value is None else f"{key} = {value}"


def digest(file: Path) -> str:
    """The first digits of a file's SHA-256, by which a run knows its inputs again."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
