"""One hand under several rule sets: scores line by line, and the rules that cause differences. Pure.

``app/web/comparison.js`` draws what ``to_json`` returns.
"""

from dataclasses import asdict, dataclass, replace
from typing import Final, NamedTuple

from yakulens.app import Json
from yakulens.app.hand import scoring, shown
from yakulens.app.hand.choice import rule_options
from yakulens.app.words import phrases, rule_phrases
from yakulens.app.words.i18n import text
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.rules.compare import values_of
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import rule_sets
from yakulens.scorer.rules.ruleset import Source, YakuValue

FALLBACK: Final = "wrc-2025"
"""The rule set that a hand is compared with before one is chosen, where it is not the hand's own."""


class LineValue(NamedTuple):
    """The worth of a line of a score: a number of ``han``, ``fu`` or ``yakuman``, as the unit says."""

    unit: str
    number: int


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One line of two scores side by side: a ``yaku``, ``dora`` or ``fu``; None where it does not count."""

    kind: str
    id: str
    left: LineValue | None
    right: LineValue | None
    left_cite: str
    right_cite: str


@dataclass(frozen=True, slots=True)
class Cause:
    """A differing rule that alone changes a hand's score.

    ``left`` is its value under the hand's own rules; ``score`` is their score with the other set's ``right``.
    """

    key: str
    left: object
    right: object
    left_source: Source
    right_source: Source
    score: Json


def everywhere(hand: scoring.Scored) -> dict[str, Json]:
    """A hand's score under each available rule set for as many players.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.hand.situation import WinFacts
    >>> how = WinFacts("ron", "south", riichi="riichi", ippatsu=True)
    >>> hand = scoring.Scored.of(typed.hand("234567m44p678s67p +8p"), how)
    >>> scores = everywhere(hand)
    >>> scores["ema-2025"]["value"], scores["tenhou"]["value"]
    (8000, 7700)
    """
    own = hand.situation.rules
    scores = {
        rules: hand.score if rules == own else scoring.score(hand.desk, replace(hand.situation, rules=rules))
        for rules in comparable(hand)
    }
    return {rules: score for rules, score in scores.items() if score is not None}


def comparable(hand: scoring.Scored) -> list[str]:
    """The rule sets for as many players under which nothing is lacking for a hand's score."""
    players = load_rules(hand.situation.rules).players
    return [
        rules
        for rules in rule_sets()
        if load_rules(rules).players == players
        and scoring.lacking(hand.desk, replace(hand.situation, rules=rules)) is None
    ]


def lines(left: Json, right: Json) -> list[ComparedLine]:
    """Every yaku, dora and fu line of either score, in the first one's order."""
    compared: list[ComparedLine] = []
    for kind, key in (("yaku", "yaku"), ("dora", "dora"), ("fu", "fu_rows")):
        left_sums, right_sums = _sums(left, kind, key), _sums(right, kind, key)
        for name in dict.fromkeys([*left_sums, *right_sums]):
            worth, cite = left_sums.get(name, (None, ""))
            other_worth, other_cite = right_sums.get(name, (None, ""))
            compared.append(ComparedLine(kind, name, worth, other_worth, cite, other_cite))
    return compared


def _sums(score: Json, kind: str, key: str) -> dict[str, tuple[LineValue, str]]:
    """Worth and section of a score's lines, by id."""
    sums: dict[str, tuple[LineValue, str]] = {}
    for row in score.get(key) or []:
        unit = "fu" if kind == "fu" else "yakuman" if row.get("yakuman") else "han"
        before = sums[row["id"]][0].number if row["id"] in sums else 0
        sums[row["id"]] = (LineValue(unit, before + row[unit]), row.get("cite") or "")
    return sums


def causes(hand: scoring.Scored, other: str) -> list[Cause]:
    """The differing rules that each change a hand's score when they take the other set's value.

    Liability is ignored: the yakuman that somebody fed may not count under the other rule.
    """
    if hand.hand is None or hand.score is None:
        return []
    hand_json = {key: value for key, value in hand.hand.items() if key != "liable"}
    worth = scoring.worth(score_json(hand_json) if "liable" in hand.hand else hand.score)
    changing = []
    rules = (values_of(load_rules(name)) for name in (hand.situation.rules, other))
    for (key, left, source), (_, right, other_source) in zip(*rules, strict=True):
        if left == right:
            continue
        score = score_json(hand_json | {"rule_overrides": {key: _as_written(right)}})
        if scoring.worth(score) != worth:
            changing.append(Cause(key, left, right, source, other_source, score))
    return changing


def _as_written(value: object) -> object:
    """A rule's value in the form of a rule set file."""
    if value is None:
        return {"absent": True}
    if isinstance(value, YakuValue):
        return asdict(value)
    if isinstance(value, tuple):
        return [_as_written(each) for each in value]
    return value


def question(language: str, hand: scoring.Scored) -> Json:
    """The question with which rule set to compare a hand's score; the hand has one."""
    offered = comparable(hand)
    names = [name for name in rule_phrases.in_order(language) if name in offered]
    field = _against(language, hand.situation.rules, names, "", may_end=True)
    return {"part": "comparison", "title": text(language, "dispute.rules"), "against": field}


def _against(language: str, own: str, names: list[str], other: str, *, may_end: bool) -> Json:
    """The choice of the set to compare with; the first option ends the comparison, if it ``may_end``."""
    none = [{"value": "", "label": text(language, "dispute.no_other")}] if may_end else []
    return {
        "label": text(language, "dispute.against", rules=rule_phrases.title(language, own)),
        "value": other,
        "options": none + rule_options(language, (name for name in names if name != own)),
    }


def to_json(language: str, hand: scoring.Scored, other: str | None = None, *, may_end: bool = False) -> Json:
    """The hand's score under its own rules and under another rule set, and what makes the difference.

    ``other`` is the set to compare with; where the hand has no score under it, or for None, it is the usual
    one. ``may_end`` offers to end the comparison. The hand has a score.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.hand.situation import WinFacts
    >>> how = WinFacts("ron", "south", riichi="riichi", ippatsu=True)
    >>> told = to_json("en", scoring.Scored.of(typed.hand("234567m44p678s67p +8p"), how), "tenhou")
    >>> [each["value"] for each in told["pair"]], told["causes"]["rows"][0]["cells"][0]["text"]
    (['8,000', '7,700'], 'Nearly a mangan counts as mangan')
    """
    own, found = hand.situation.rules, everywhere(hand)
    scores = {name: found[name] for name in rule_phrases.in_order(language) if name in found}
    options = [name for name in scores if name != own]
    if other not in options:
        other = next(name for name in (FALLBACK, *options) if name in options)
    causing = shown.table([_cause(language, cause) for cause in causes(hand, other)])
    return shown.given(
        part="comparison",
        title=text(language, "dispute.rules"),
        against=_against(language, own, list(scores), other, may_end=may_end),
        pair=[
            {"title": rule_phrases.title(language, name)}
            | shown.worth(language, scores[name])
            | _problems(language, scores[name])
            for name in (own, other)
        ],
        lines=lines_json(language, scores[own], scores[other]),
        causes=causing and {"heading": text(language, "dispute.causes")} | causing,
        note=text(language, "dispute.causes_note" if causing else "dispute.no_causes"),
        folds=[_everywhere(language, scores, own)],
    )


def _problems(language: str, score: Json) -> Json:
    """Why a hand is impossible under the rules."""
    return shown.given(problems=phrases.problems(language, score) if score["outcome"] == "invalid" else [])


def lines_json(language: str, left: Json, right: Json) -> Json | None:
    """Two scores line by line, their differences marked; None if neither has a line."""
    rows = [
        shown.row(
            shown.cell(text(language, f"{line.kind}.{line.id}")),
            _line_cell(language, line.left, line.left_cite),
            _line_cell(language, line.right, line.right_cite),
            mark="" if line.left == line.right else "differs",
        )
        for line in lines(left, right)
    ]
    return shown.table(rows, text(language, "dispute.line_by_line"))


def _line_cell(language: str, worth: LineValue | None, cite: str) -> Json:
    told = phrases.MINUS if worth is None else rule_phrases.number_of(language, *worth)
    return shown.cell(told, "num", strong=True, gloss=rule_phrases.cite(language, cite))


def _cause(language: str, cause: Cause) -> Json:
    return shown.row(
        shown.cell(rule_phrases.rule(language, cause.key), strong=True),
        _value(language, cause.left, cause.left_source),
        _value(language, cause.right, cause.right_source),
        shown.cell(shown.points(cause.score), "num", strong=True),
    )


def _value(language: str, value: object, source: Source) -> Json:
    section = rule_phrases.remarked(language, rule_phrases.cite(language, source.cite), source.remark)
    return shown.cell(rule_phrases.rule_value(language, value), gloss=section)


def _everywhere(language: str, scores: dict[str, Json], own: str) -> Json:
    rows = [
        shown.row(
            shown.cell(rule_phrases.title(language, name)),
            shown.cell(shown.points(score), "num"),
            shown.cell(phrases.worth(language, score), "worth"),
            mark="sum" if name == own else "",
        )
        for name, score in scores.items()
    ]
    return shown.fold(
        "everywhere", text(language, "dispute.everywhere"), tables=shown.some(shown.table(rows))
    )
