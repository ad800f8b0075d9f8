"""The settings of a run, saved beside its checkpoint; who resumes the run must give the same ones."""

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
"""Settings that may differ when a run is resumed; any other would make another run of it."""


class RunError(InputError):
    """A run cannot be begun or resumed; the message is one line."""


def record(settings: Mapping[str, Any], hyper: Hyper) -> dict[str, Any]:
    """The record of a run: its settings without empty ones, and its hyper-parameters."""
    given = {key: value for key, value in settings.items() if value not in (None, (), [])}
    return {**given, "hyper": asdict(hyper)}


def keep(settings: Mapping[str, Any], out: Path) -> list[str]:
    """Write a run's record, as of `record`, into its folder, after comparing it with the one that is there.

    Returns:
        A line for each setting that changed and may.

    Raises:
        RunError: a setting changed that may not.
    """
    file = out / FILE
    changed: list[str] = []
    if file.is_file():
        try:
            before = read_toml(file)
        except TomlError as error:
            message = f"{error}; name a new --out for another run"
            raise RunError(message) from error
        earlier, now = _flat(before), _flat(settings)
        for key in sorted(earlier.keys() | now.keys(), key=lambda key: ("." in key, key)):
            if earlier.get(key) == now.get(key):
                continue
            was, becomes = (_setting(key, values.get(key)) for values in (earlier, now))
            if key not in _MAY_CHANGE:
                raise RunError(file, f"this run was begun with {was}, not {becomes}; name a new --out")
            changed.append(f"goes on with {becomes} instead of {was}")
    document = tomlkit.document()
    document.add(tomlkit.comment("What this run was begun with; the same command goes on with it."))
    document.update(settings)
    file.write_text(tomlkit.dumps(document), encoding="utf-8")
    return changed


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """A record's values, the hyper-parameters among them as ``hyper.NAME``."""
    hyper = {f"hyper.{key}": value for key, value in values.get("hyper", {}).items()}
    return {key: value for key, value in values.items() if key != "hyper"} | hyper


def _setting(key: str, value: object) -> str:
    return f"no {key}" if value is None else f"{key} = {value}"


def digest(file: Path) -> str:
    """The first 16 digits of a file's SHA-256, by which a run recognises its inputs."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
