"""The rule sets, and each of their values with its source section."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from weakref import WeakValueDictionary

from yakulens.notebook import page, table
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules import ruleset
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.rules.shown import rule_rows, rules_json


class RuleSet(ruleset.RuleSet):
    """One rule set with every value as an attribute; `sources` names the source of each.

    >>> ema = rules("ema-2025")
    >>> ema.kiriage_mangan, ema.cite_of("kiriage_mangan")
    (True, 'EMA 2025 4.1.2')
    """

    __slots__ = ("__weakref__",)

    def to_json(self) -> dict[str, Any]:
        """The rule set as `yakulens rules show --json` prints it.

        >>> rules("ema-2025").to_json()["values"]["players"]["value"]
        4
        """
        return rules_json(self)

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], RuleSet], tuple[dict[str, Any]]]:
        """Pickle support: the read-only tables become plain ones. What comes back is the same object."""
        plain = {
            name: dict(value) if isinstance(value, MappingProxyType) else value
            for name, value in fields_of(self).items()
        }
        return _restored, (plain,)

    def __str__(self) -> str:
        """The name, the title, and a line for each value."""
        rows = (f"  {key}: {value}  {source}".rstrip() for key, value, source in rule_rows(self))
        return "\n".join((f"{self.name}: {self.title}", *rows))

    def _repr_html_(self) -> str:
        """The rule set as HTML for a notebook."""
        return page(f"{self.name}: {self.title}", table(rule_rows(self)))


def rule_sets() -> tuple[str, ...]:
    """The names of the rule sets that Yakulens ships.

    >>> rule_sets()[0]
    'ema-2025'
    """
    return BUILT_IN


def rules(name: str | Path, overrides: Mapping[str, object] | None = None) -> RuleSet:
    """A rule set by its name, or a custom one by the path of its TOML file.

    Args:
        name: one of `rule_sets()`, or a path that ends in `.toml`.
        overrides: house rules on top, any key of a rule set file.

    Raises:
        InputError: the rule set does not exist, or a value is not allowed.

    >>> rules("ema-2025", {"kiriage_mangan": False}).kiriage_mangan
    False
    """
    if not isinstance(overrides, Mapping | None):
        message = f"overrides: {overrides!r:.60} is not a mapping such as {{'kiriage_mangan': True}}"
        raise InputError(message)
    return public(load_rules(name, overrides))


def chosen(named: str | Path | ruleset.RuleSet) -> ruleset.RuleSet:
    """The rule set that an argument names or is.

    Raises:
        InputError: the rule set does not exist.

    >>> chosen("ema-2025").players
    4
    """
    return named if isinstance(named, ruleset.RuleSet) else rules(named)


_KNOWN: Final[WeakValueDictionary[tuple[object, ...], RuleSet]] = WeakValueDictionary()
"""The only object of each rule set, by its values: the scorer caches results by object."""


@functools.lru_cache(maxsize=256)
def public(loaded: ruleset.RuleSet) -> RuleSet:
    """A rule set of the scorer as one of the library: with `to_json`, and the only object with its values.

    >>> from yakulens.scorer.rules.load import load_rules
    >>> public(load_rules("ema-2025")) is rules("ema-2025")
    True
    """
    return loaded if isinstance(loaded, RuleSet) else _only_one(fields_of(loaded))


def _only_one(values: dict[str, Any]) -> RuleSet:
    """The object of the rule set with these values, so that equal rule sets are the same."""
    key = tuple(tuple(each.items()) if isinstance(each, Mapping) else each for each in values.values())
    return _KNOWN.get(key) or _KNOWN.setdefault(key, RuleSet(**values))


def fields_of(record: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """The fields of a record by name, to build a class with more methods from them."""
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _restored(values: dict[str, Any]) -> RuleSet:
    tables = {key: MappingProxyType(value) for key, value in values.items() if isinstance(value, dict)}
    return _only_one(values | tables)
