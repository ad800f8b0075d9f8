"""Offer rule files in addition to the built-in sets, once all of them are known to be usable."""

import os
from collections.abc import Iterable
from pathlib import Path

from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN, OWN_RULES_VARIABLE, name_of
from yakulens.scorer.rules.ruleset import RulesError


def checked(files: Iterable[str]) -> dict[str, str]:
    """The path of each rule file by the name of its set; a file that is named twice counts once.

    Raises:
        RulesError: a file cannot be used, or its set is called like another or a built-in one.
    """
    taken = dict.fromkeys(BUILT_IN, "a built-in rule set")
    paths: dict[str, str] = {}
    for file in files:
        path = str(Path(file).resolve())
        if path in paths.values():
            continue
        if not path.endswith(".toml") or os.pathsep in path:
            raise RulesError(file, f"the path must end in .toml and must not contain '{os.pathsep}'")
        load_rules(file)
        name = name_of(file)
        if name in taken:
            other = f"{taken[name]} is also called '{name}'"
            raise RulesError(file, f'{other}; write another name = "..." in it')
        taken[name], paths[name] = file, path
    return paths


def offer(files: Iterable[str]) -> dict[str, str]:
    """Offer these rule files, and no others, in every process that this one starts too; see `checked`."""
    paths = checked(files)
    os.environ[OWN_RULES_VARIABLE] = os.pathsep.join(paths.values())
    return paths
