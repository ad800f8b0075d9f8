"""What an offence at the table costs under a rule set's book, each with its section. Pure."""

from yakulens.app import Json
from yakulens.app.hand import shown
from yakulens.app.words import i18n, phrases, rule_phrases
from yakulens.app.words.i18n import text
from yakulens.scorer.rules.compare import editions_with_penalties
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.rules.penalties import BOOKS, Penalty, is_about, penalties_of
from yakulens.scorer.rules.ruleset import RuleSet


def intro(language: str, name: str) -> Json:
    """The title of the list and what it holds, or that the rule set has none and which ones have some."""
    rules, title = load_rules(name), rule_phrases.title(language, name)
    if penalties_of(rules):
        note = text(language, "penalty.note", rules=title)
    else:
        editions = [rule_phrases.title(language, each.name) for each in editions_with_penalties(rules)]
        books = editions or [
            rule_phrases.title(language, each) for each in BUILT_IN if load_rules(each).penalties in BOOKS
        ]
        key = "penalty.other_edition" if editions else "penalty.no_book"
        note = text(language, key, rules=title, books=i18n.listed(language, books))
    return {"part": "words", "title": text(language, "penalty.title"), "notes": [note]}


def to_json(language: str, name: str, search: str) -> Json:
    """The penalties that a search finds, all of them folded for an empty one; the rule set has some.

    >>> told = to_json("en", "ema-2025", "6.5.6")
    >>> [row["cells"][0]["text"] for row in told["tables"][0]["rows"]]
    ['Swap-calling']
    >>> to_json("en", "ema-2025", "no such thing")["notes"]
    ['This book names no such offence.']
    """
    rules = load_rules(name)
    rows = [
        row
        for penalty in penalties_of(rules)
        for row, words in [_row(language, penalty, rules)]
        if is_about(search, penalty, rules, words)
    ]
    if not rows:
        return {"part": "words", "notes": [text(language, "penalty.nothing")]}
    table = shown.table(rows)
    if search:
        return shown.given(part="words", tables=shown.some(table))
    title = text(language, "penalty.all", n=len(rows))
    return shown.given(part="words", folds=[shown.fold("penalties", title, tables=[table])])


def _row(language: str, penalty: Penalty, rules: RuleSet) -> tuple[Json, str]:
    """A penalty as a row, and the words that a search looks through."""
    offence, cost = (phrases.say(language, each) for each in (penalty.offence, penalty.cost(rules)))
    names = phrases.say(language, penalty.names) if penalty.names else ""
    remark = rule_phrases.remark(language, penalty.source.remark)
    row = shown.row(
        shown.cell(offence),
        shown.cell(cost, strong=True, gloss=remark),
        shown.cited(language, penalty.source.cite),
    )
    return row, f"{offence} {cost} {names} {remark}"
