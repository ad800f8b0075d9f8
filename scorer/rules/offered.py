"""Which rule sets are offered: the program's, then the operator's own files."""

import functools
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from yakulens.scorer.toml_file import TomlError, read_toml

BUILT_IN: Final = (
    "ema-2025",
    "ema-2016",
    "wrc-2025",
    "wrc-2015",
    "wdmc-2019",
    "wdmc-2019-3p",
    "rcr",
    "tenhou",
    "tenhou-3p",
    "mahjong-soul",
    "mahjong-soul-3p",
    "m-league",
    "jpml-a",
)
OWN_RULES_VARIABLE: Final = "YAKULENS_RULES"
"""Environment variable with rule files offered besides the built-in sets, so that every process of a server
has the same ones: paths of TOML files, separated by the system's path separator."""


def rule_sets() -> tuple[str, ...]:
    """The names of the offered rule sets: the program's, then the operator's own."""
    return (*BUILT_IN, *own_files())


def own_files() -> Mapping[str, str]:
    """The path of each offered rule file, by name; unreadable files are left out."""
    return _by_name(os.environ.get(OWN_RULES_VARIABLE, ""))


def name_of(path: str) -> str:
    """The name of a rule file: its `name`, or that of the file.

    Raises:
        TomlError: the file cannot be read, or is not TOML.
    """
    return str(read_toml(path).get("name") or Path(path).stem)


@functools.lru_cache(maxsize=16)
def _by_name(listed: str) -> Mapping[str, str]:
    paths: dict[str, str] = {}
    for path in filter(None, listed.split(os.pathsep)):
        try:
            paths.setdefault(name_of(path), path)
        except TomlError:
            continue
    return MappingProxyType(paths)
