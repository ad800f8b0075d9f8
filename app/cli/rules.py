"""`yakulens rules`: show rule sets, each value with its source."""

import argparse
from collections.abc import Sequence
from typing import Any

from yakulens.app.cli.frame import Parser, add_options, refuse, tell
from yakulens.app.words.phrases import ENGLISH
from yakulens.app.words.rule_phrases import rule, rule_value
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.rules.compare import diff, values_of
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.rules.shown import (
    penalties_asked,
    penalties_json,
    penalty_lines,
    rule_rows,
    rules_json,
    source_text,
)

EXAMPLE = """
yakulens rules
yakulens rules show ema-2025
yakulens rules diff ema-2025 wrc-2015
yakulens rules penalties --rules ema-2025
yakulens rules penalties "noten riichi" --rules wrc-2015
yakulens rules penalties 6.8
"""
_NUMBER_OF_SETS = {"list": 0, "show": 1, "diff": 2}


def arguments(parser: Parser) -> None:
    """Add the options."""
    actions = (*_NUMBER_OF_SETS, "penalties")
    parser.add_argument("action", nargs="?", default="list", choices=actions, help="default: list")
    sets = (
        "rule sets by name, or TOML files; for penalties: the offence, words of it, its section, "
        "or its cost, such as chombo"
    )
    parser.add_argument("sets", nargs="*", metavar="R", help=sets)
    parser.add_argument(
        "--rules", metavar="R", default=DEFAULT_RULES, help="the rule set whose penalties to show"
    )
    add_options(parser, {"--json": "print JSON"})


def run(args: argparse.Namespace) -> int:
    """List, show or compare rule sets, or show what an offence costs."""
    if args.action == "penalties":
        rules = load_rules(args.rules)
        penalties = penalties_asked(" ".join(args.sets), rules)
        tell(penalties_json(penalties, rules), penalty_lines(penalties, rules), as_json=args.json)
        return 0
    number = _NUMBER_OF_SETS[args.action]
    if len(args.sets) != number:
        refuse(f"rules {args.action} takes {number} rule set(s), not {len(args.sets)}: {', '.join(BUILT_IN)}")
    sets = [load_rules(name) for name in args.sets]
    if args.action == "list":
        answer, lines = _listed()
    elif args.action == "show":
        (rules,) = sets
        answer = rules_json(rules)
        lines = [f"{rules.name}: {rules.title}{_newer(rules)}", *_table(rule_rows(rules))]
    else:
        left, right = sets
        names = (left.name, right.name) if left.name != right.name else args.sets
        answer, lines = _compared(left, right, names)
    tell(answer, lines, as_json=args.json)
    return 0


def _listed() -> tuple[dict[str, Any], list[str]]:
    """The built-in rule sets as JSON and as lines for a person."""
    sets = [load_rules(name) for name in BUILT_IN]
    rows = [
        {"name": rules.name, "title": rules.title} | ({"newer": rules.newer} if rules.newer else {})
        for rules in sets
    ]
    return {"rules": rows}, _table([(rules.name, f"{rules.title}{_newer(rules)}") for rules in sets])


def _compared(left: RuleSet, right: RuleSet, names: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Where two sets with these names differ, as JSON and as lines for a person."""
    rows: dict[str, Any] = {}
    lines = []
    values = [{key: value for key, value, _ in values_of(rules)} for rules in (left, right)]
    for row in diff(left, right):
        sources = (row.left_source, row.right_source)
        given = zip(names, (row.left, row.right), sources, strict=True)
        rows[row.key] = {
            name: {"value": value, "cite": source.cite} | ({"note": source.remark} if source.remark else {})
            for name, value, source in given
        }
        on_left, on_right = (
            f"{rule_value(ENGLISH, of_set[row.key])} in {name} ({source_text(source)})"
            for name, of_set, source in zip(names, values, sources, strict=True)
        )
        lines.append(f"{row.key}: {rule(ENGLISH, row.key)}: {on_left}, but {on_right}.")
    left_name, right_name = names
    return {"differences": rows}, lines or [f"{left_name} and {right_name} agree in every value"]


def _newer(rules: RuleSet) -> str:
    """A remark on a newer edition of a rule set; empty without one."""
    return f" (a newer edition is {rules.newer})" if rules.newer else ""


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns as wide as their widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
