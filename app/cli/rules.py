"""`yakulens rules`: the rule sets, each value with its source."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from yakulens.app.cli.frame import Subparsers, UsageError, add_command, emit, emit_json, refuse, tell
from yakulens.app.phrases import ENGLISH
from yakulens.app.rule_phrases import rule, rule_value
from yakulens.scorer.contract.form import shown
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.rules.load import BUILT_IN, diff, editions_with_penalties, load_rules, values_of
from yakulens.scorer.rules.penalties import BOOKS, penalties_about, penalties_of
from yakulens.scorer.rules.ruleset import RuleSet, Source
from yakulens.scorer.rules.shown import has_note, rule_rows, rules_json

EXAMPLE = """
yakulens rules
yakulens rules show ema-2025
yakulens rules diff ema-2025 wrc-2015
yakulens rules penalties --rules ema-2025
yakulens rules penalties "noten riichi" --rules wrc-2015
yakulens rules penalties 6.8
"""
_WANTED = {"list": 0, "show": 1, "diff": 2}


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "rules", EXAMPLE, run)
    actions = (*_WANTED, "penalties")
    parser.add_argument("action", nargs="?", default="list", choices=actions, help="list if not said")
    parser.add_argument(
        "sets",
        nargs="*",
        metavar="R",
        help="rule sets by name, or TOML files; for penalties the offence, words of it, its section, "
        "or what it costs, such as chombo",
    )
    parser.add_argument("--rules", metavar="R", default=DEFAULT_RULES, help="whose penalties")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """List, show or compare rule sets, or tell what an offence costs."""
    if args.action == "penalties":
        return _penalties(" ".join(args.sets), args.rules, as_json=args.json)
    wanted = _WANTED[args.action]
    if len(args.sets) != wanted:
        refuse(f"rules {args.action} takes {wanted} rule set(s), not {len(args.sets)}: {', '.join(BUILT_IN)}")
    sets = [load_rules(name) for name in args.sets]
    if args.action == "list":
        _list(as_json=args.json)
    elif args.action == "show":
        _show(sets[0], as_json=args.json)
    else:
        left, right = sets
        names = (left.name, right.name) if left.name != right.name else args.sets
        _diff(left, right, names, as_json=args.json)
    return 0


def _list(*, as_json: bool) -> None:
    sets = [load_rules(name) for name in BUILT_IN]
    rows = [
        {"name": each.name, "title": each.title} | ({"newer": each.newer} if each.newer else {})
        for each in sets
    ]
    lines = _table([(each.name, f"{each.title}{_newer(each)}") for each in sets])
    tell({"rules": rows}, lines, as_json=as_json)


def _show(rules: RuleSet, *, as_json: bool) -> None:
    lines = [f"{rules.name}: {rules.title}{_newer(rules)}", *_table(rule_rows(rules))]
    tell(rules_json(rules), lines, as_json=as_json)


def _diff(left: RuleSet, right: RuleSet, names: Sequence[str], *, as_json: bool) -> None:
    """Compare two sets, told apart by their names, or by what was typed where they have the same."""
    one, other = names
    found = diff(left, right)
    if as_json:
        rows = {
            each.key: {
                one: _side(each.left, each.left_source),
                other: _side(each.right, each.right_source),
            }
            for each in found
        }
        emit_json({"differences": rows}, indent=2)
        return
    if not found:
        emit(f"{one} and {other} agree in every value")
        return
    mine, theirs = ({key: value for key, value, _ in values_of(rules)} for rules in (left, right))
    for each in found:
        said = rule(ENGLISH, each.key)
        here = f"{rule_value(ENGLISH, mine[each.key])} in {one} ({_source(each.left_source)})"
        there = f"{rule_value(ENGLISH, theirs[each.key])} in {other} ({_source(each.right_source)})"
        emit(f"{each.key}: {said}: {here}, but {there}.")


def _penalties(offence: str, name: str, *, as_json: bool) -> int:
    """Tell what an offence costs, or every one that the book names."""
    rules = load_rules(name)
    known = penalties_of(rules)
    if not known:
        raise UsageError(_no_penalties(rules))
    found = penalties_about(offence, rules) if offence else known
    if not found:
        refuse(
            f"{rules.name} names no offence {shown(offence)}; all it names: rules penalties --rules {name}"
        )
    rows = [
        {
            "offence": each.id,
            "text": each.offence.text,
            "penalty": each.kind,
            "cost": each.cost(rules).text,
            "points": each.taken(rules),
            "cite": each.source.cite,
            "note": each.source.note,
        }
        for each in found
    ]
    lines = (
        f"{each.id}: {each.offence.text} -> {each.cost(rules).text} ({_source(each.source)})"
        for each in found
    )
    tell({"rules": rules.name, "penalties": rows}, lines, as_json=as_json)
    return 0


def _no_penalties(rules: RuleSet) -> str:
    """That a rule set names no penalties, and which others do: at first another edition of the same."""
    editions = [each.name for each in editions_with_penalties(rules)]
    if editions:
        other = " and ".join(editions)
        try_it = f"yakulens rules penalties --rules {editions[0]}"
        return f"{rules.name} names no penalties; another edition of it does, {other}: {try_it}"
    return f"{rules.name} names no penalties; those that do: {', '.join(BOOKS)}"


def _side(value: str, source: Source) -> dict[str, str]:
    """One set's value in a comparison, with its note where there is one."""
    return {"value": value, "cite": source.cite} | ({"note": source.note} if has_note(source) else {})


def _newer(rules: RuleSet) -> str:
    """What a rule set says of a newer edition."""
    return f" (a newer edition is {rules.newer})" if rules.newer else ""


def _source(source: Source) -> str:
    return f"{source.cite}: {source.note}" if has_note(source) else source.cite


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns as wide as their widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
