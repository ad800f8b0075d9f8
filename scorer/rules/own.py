"""The rule files that whoever runs the program offers beside the built-in sets, each by its own name.

An environment variable lists them, so that every process of a server knows the same ones.
"""

import functools
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from yakulens.scorer.toml_file import TomlError, read_toml

VARIABLE: Final = "YAKULENS_RULES"
"""The environment variable: paths of TOML files, with what separates paths on the system between them."""


def own_files() -> Mapping[str, str]:
    """The path of each rule file that is offered, by its name; a file that cannot be read is left out."""
    return _by_name(os.environ.get(VARIABLE, ""))


def name_of(path: str) -> str:
    """The name of a rule file: the one that it gives itself, or that of the file.

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
