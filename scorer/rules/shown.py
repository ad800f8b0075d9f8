"""A rule set as JSON and as rows of text: every value with its source section."""

from dataclasses import asdict
from typing import Any

from yakulens.scorer.message import Message
from yakulens.scorer.rules.load import show, values_of
from yakulens.scorer.rules.ruleset import RuleSet, YakuValue


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """A rule set as JSON: its name, its title, and each value by its dotted key.

    >>> rules_json(load_rules("ema-2025"))["values"]["kiriage_mangan"]
    {'value': True, 'shown': 'yes', 'cite': 'EMA 2025 4.1.2', 'note': ''}
    """
    values = {
        key: {"value": _plain(value), "shown": show(value), "cite": source.cite, "note": source.note}
        for key, value, source in values_of(rules)
    }
    return {"name": rules.name, "title": rules.title, "values": values}


def cited(rules: RuleSet, key: str) -> Message | str:
    """The section of a dotted key for a sentence, with the remark beside it if there is one.

    >>> cited(load_rules("ema-2025"), "start_points"), cited(load_rules("rcr"), "noten_penalty").text
    ('EMA 2025 1.4', 'RCR Noten Penalty: optional')
    """
    source = rules.source_of(key)
    return Message.of("cited", cite=source.cite, remark=source.remark) if source.remark else source.cite


def rule_rows(rules: RuleSet) -> list[tuple[str, str, str]]:
    """The values of a rule set as text: dotted key, value, and source with any note.

    >>> next(row for row in rule_rows(load_rules("ema-2025")) if row[0] == "kiriage_mangan")
    ('kiriage_mangan', 'yes', 'EMA 2025 4.1.2')
    """
    return [
        (key, show(value), f"{source.cite} ({source.remark})" if source.remark else source.cite)
        for key, value, source in values_of(rules)
    ]


def _plain(value: object) -> object:
    """A value for JSON; None for a yaku that the rule set does not have."""
    if isinstance(value, YakuValue):
        return asdict(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
