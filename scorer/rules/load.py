"""Load rule sets from TOML: values with the sections that they come from.

A rule set file has `name`, `title` and `cite` (how its sections are cited). It may have `extends = "..."` and
`penalties = "..."` (the book of its penalties, `scorer.rules.penalties`). Each value is given with its
source, `kiriage_mangan = { value = true, section = "4.1.2", note = "..." }`, or without one,
`kiriage_mangan = true`. If a text has rules for single cases, a source also names their sections:
`sections = { tsumo = "3.5.4" }`. The tables `[fu]`, `[payment]`, `[limits]` and `[yaku]` hold the rest in the
same way; a yaku is `{ closed = 2, open = 1, section = "..." }`, `{ yakuman = 1, section = "..." }`, or
`{ absent = true, section = "..." }`. If nothing is paid in chips, the table `[chips]` is missing, or is
`{ absent = true }` with its source. An unknown key or value is refused, and the message lists the allowed
ones. A house rule (`HOUSE_RULES`) that no file states is `absent`.
"""

import functools
import json
from collections.abc import Mapping
from pathlib import Path

from yakulens.scorer.rules.build import build
from yakulens.scorer.rules.merge import merge, merged, undotted
from yakulens.scorer.rules.offered import BUILT_IN, own_files, rule_sets
from yakulens.scorer.rules.ruleset import RulesError, RuleSet


def load_rules(name: str | Path, overrides: Mapping[str, object] | None = None) -> RuleSet:
    """Load a rule set by name, or a custom one by the path of its TOML file.

    Args:
        name: one of `BUILT_IN`, a name of `own_files`, or a path ending in `.toml`.
        overrides: house rules on top: any key of a rule set file, tables nested (`{"yaku": {...}}`) or dotted
            (`{"yaku.renhou": {...}}`, `{"fu.open_pinfu": 0}`).

    Raises:
        RulesError: unknown rule set, unreadable file, unknown key or value; the message lists the allowed
            ones.

    >>> load_rules("ema-2025").kiriage_mangan
    True
    >>> load_rules("ema-2025", {"kiriage_mangan": False}).kiriage_mangan
    False
    """
    place = str(name)
    if place not in BUILT_IN:
        place = own_files().get(place, place)
    if not overrides:
        return _load(place)
    try:
        text = json.dumps(overrides, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        message = f"rule_overrides: {error}"
        raise RulesError(message) from error
    return _load_with(place, text)


def is_offered(name: str) -> bool:
    """Whether a rule set is offered and sound: a saved hand may name one that no longer is.

    >>> is_offered("ema-2025"), is_offered("our-club")
    (True, False)
    """
    if name not in rule_sets():
        return False
    try:
        load_rules(name)
    except RulesError:  # the file has changed since the program began
        return False
    return True


@functools.cache
def _load(name: str) -> RuleSet:
    tree = merged(name, ())
    try:
        return build(tree)
    except RulesError as error:
        raise RulesError(name, error) from error


@functools.lru_cache(maxsize=256)
def _load_with(name: str, overrides: str) -> RuleSet:
    _load(name)  # the message about a fault of the file itself names the file
    tree = merged(name, ())
    house = undotted(json.loads(overrides))
    if "extends" in house:
        message = "rule_overrides: 'extends' belongs in a rule set file; name what it extends as the rules"
        raise RulesError(message)
    merge(tree, house, "rule_overrides")
    return build(tree)
