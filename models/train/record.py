"""The settings of a run, saved beside its checkpoint; resuming the run needs the same ones."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import tomlkit

from yakulens.models.train.hyper import Hyper
from yakulens.scorer.errors import InputError
from yakulens.scorer.toml_file import TomlError, read_toml
from yakulens.scorer.whole_file import write_whole

FILE: Final = "run.toml"
_MAY_CHANGE: Final = frozenset(
    {"minutes", "steps", "threads", "workers", "device", "held_out", "hyper.least_batch"}
)
"""Settings that may change when a run is resumed; any other change would make it a different run."""


class RunError(InputError):
    """A run cannot be started or resumed; the message is one line."""


def keep(settings: Mapping[str, Any], hyper: Hyper, out: Path, *, begun: bool = True) -> list[str]:
    """Compare a run's non-empty settings with those in its folder, and write them there.

    A run that has not ``begun``, which made no step yet, may become any other.

    Returns:
        A line for each setting that changed and may change.

    Raises:
        RunError: a setting changed that must not.
    """
    given = {key: value for key, value in settings.items() if value not in (None, (), [])}
    record = {**given, "hyper": asdict(hyper)}
    file = out / FILE
    changed: list[str] = []
    if begun and file.is_file():
        try:
            before = read_toml(file)
        except TomlError as error:
            message = f"{error}; name a new --out for another run"
            raise RunError(message) from error
        earlier, now = _flat(before), _flat(record)
        for key in sorted(earlier.keys() | now.keys(), key=lambda key: ("." in key, key)):
            if earlier.get(key) == now.get(key):
                continue
            was, becomes = (
                f"no {key}" if values.get(key) is None else f"{key} = {values[key]}"
                for values in (earlier, now)
            )
            if key not in _MAY_CHANGE:
                raise RunError(file, f"this run was begun with {was}, not {becomes}; name a new --out")
            changed.append(f"goes on with {becomes} instead of {was}")
    document = tomlkit.document()
    document.add(tomlkit.comment("What this run was begun with; the same command goes on with it."))
    document.update(record)
    write_whole(file, tomlkit.dumps(document).encode())
    return changed


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """A record's values, with the hyper-parameters as ``hyper.NAME``."""
    hyper = {f"hyper.{key}": value for key, value in values.get("hyper", {}).items()}
    return {key: value for key, value in values.items() if key != "hyper"} | hyper


def digest(file: Path) -> str:
    """The first 16 digits of a file's SHA-256, which identify a run's inputs."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
