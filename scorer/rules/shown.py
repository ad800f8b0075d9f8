"""A rule set as JSON and as rows of text: every value with its source section."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from yakulens.scorer.errors import InputError, brief
from yakulens.scorer.message import Message
from yakulens.scorer.rules.compare import editions_with_penalties, show, values_of
from yakulens.scorer.rules.penalties import BOOKS, Penalty, penalties_about, penalties_of
from yakulens.scorer.rules.ruleset import RuleSet, Source, YakuValue


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


def penalties_asked(offence: str, rules: RuleSet) -> tuple[Penalty, ...]:
    """The offences of a rule set's book that words are about; all of them without words.

    Raises:
        InputError: the rule set has no book of penalties, or no such offence.

    >>> [each.id for each in penalties_asked("riichi noten", load_rules("wrc-2015"))]
    ['riichi_noten']
    """
    penalties = penalties_of(rules)
    if not penalties:
        raise InputError(_no_penalties(rules))
    if offence:
        penalties = penalties_about(offence, rules)
    if not penalties:
        message = (
            f"{rules.name} has no offence '{brief(offence)}'; rules penalties --rules {rules.name} lists all"
        )
        raise InputError(message)
    return penalties


def penalties_json(penalties: Iterable[Penalty], rules: RuleSet) -> dict[str, Any]:
    """What offences cost, as JSON.

    >>> penalties_json(penalties_asked("late", load_rules("ema-2025")), load_rules("ema-2025"))["rules"]
    'ema-2025'
    """
    rows = [
        {
            "offence": penalty.id,
            "text": penalty.offence.text,
            "penalty": penalty.kind,
            "cost": penalty.cost(rules).text,
            "points": penalty.taken(rules),
            "cite": penalty.source.cite,
            "note": penalty.source.note,
        }
        for penalty in penalties
    ]
    return {"rules": rules.name, "penalties": rows}


def penalty_lines(penalties: Iterable[Penalty], rules: RuleSet) -> list[str]:
    """What offences cost, a line for each with its section and any remark."""
    return [
        f"{penalty.id}: {penalty.offence.text} -> {penalty.cost(rules).text} ({source_text(penalty.source)})"
        for penalty in penalties
    ]


def source_text(source: Source) -> str:
    """The citation of a source, with the remark beside it if there is one."""
    return f"{source.cite}: {source.remark}" if source.remark else source.cite


def _no_penalties(rules: RuleSet) -> str:
    """The message that a rule set has no penalties, with other editions that have, or else all books."""
    editions = [edition.name for edition in editions_with_penalties(rules)]
    if editions:
        names, command = " and ".join(editions), f"yakulens rules penalties --rules {editions[0]}"
        return f"{rules.name} has no penalties; another edition has, {names}: {command}"
    return f"{rules.name} has no penalties; these rule sets have: {', '.join(BOOKS)}"


def _plain(value: object) -> object:
    """A value for JSON; None for a yaku that the rule set does not have."""
    if isinstance(value, YakuValue):
        return asdict(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
