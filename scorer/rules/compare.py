"""The values of a rule set one by one, with their sources, and what differs between two sets."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.rules.ruleset import SWITCHES, TABLES, RuleSet, Source, YakuValue


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs between two rule sets: its dotted key, both values as text, their sources."""

    key: str
    left: str
    right: str
    left_source: Source
    right_source: Source


def values_of(rules: RuleSet) -> Iterator[tuple[str, object, Source]]:
    """Every value of a rule set in file order: dotted key, value, source."""
    tables: dict[str, Mapping[str, object]] = {
        "chips": asdict(rules.chips),
        "fu": rules.fu,
        "payment": asdict(rules.payment),
        "limits": {step.name: {"han": step.han, "base": step.base} for step in rules.limits},
        "yaku": rules.yaku,
    }
    for key in SWITCHES:
        yield key, getattr(rules, key), rules.sources[key]
    for table, keys in TABLES.items():
        for key in keys:
            yield f"{table}.{key}", tables[table].get(key), rules.sources[f"{table}.{key}"]


def diff(left: RuleSet, right: RuleSet) -> tuple[Difference, ...]:
    """The values that differ between two rule sets, in file order.

    >>> (found,) = diff(load_rules("ema-2025"), load_rules("ema-2025", {"kiriage_mangan": False}))
    >>> found.key, found.left, found.right, found.left_source.cite
    ('kiriage_mangan', 'yes', 'no', 'EMA 2025 4.1.2')
    """
    return tuple(
        Difference(key, show(left_value), show(right_value), source, right_source)
        for (key, left_value, source), (_, right_value, right_source) in zip(
            values_of(left), values_of(right), strict=True
        )
        if left_value != right_value
    )


def show(value: object) -> str:
    """A rule's value as text."""
    match value:
        case None:
            return "not in these rules"
        case bool():
            return "yes" if value else "no"
        case YakuValue():
            return value.words()
        case tuple():
            return " ".join(show(each) for each in value) or "none"
        case dict():
            return " ".join(f"{key} {show(each)}" for key, each in value.items())
        case _:
            return str(value) or "none"


def editions_with_penalties(rules: RuleSet) -> tuple[RuleSet, ...]:
    """Other editions of the same body's rules with a book of penalties, if this one has none."""
    if rules.penalties:
        return ()
    rule_sets = [load_rules(name) for name in BUILT_IN]
    editions = (each for each in rule_sets if each.newer == rules.name or rules.newer == each.name)
    return tuple(each for each in editions if each.penalties)
