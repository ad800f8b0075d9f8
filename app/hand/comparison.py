"""One hand under several rule sets: scores line by line, and the rules that cause differences. Pure."""

from dataclasses import asdict, dataclass, replace
from typing import NamedTuple

from yakulens.app import Json
from yakulens.app.hand import scoring
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.rules.load import load_rules, values_of
from yakulens.scorer.rules.ruleset import Source, YakuValue


class Worth(NamedTuple):
    """The worth of a line of a score: a number of ``han``, ``fu`` or ``yakuman``, as the unit says."""

    unit: str
    number: int


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One line of two scores side by side: a ``yaku``, ``dora`` or ``fu``; None where it does not count."""

    kind: str
    id: str
    left: Worth | None
    right: Worth | None
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
    >>> from yakulens.app.hand.situation import Declared
    >>> how = Declared("ron", "south", riichi="riichi", ippatsu=True)
    >>> hand = scoring.Scored.of(typed.hand("234567m44p678s67p +8p"), how)
    >>> scores = everywhere(hand)
    >>> scores["ema-2025"]["value"], scores["tenhou"]["value"]
    (8000, 7700)
    """
    own = hand.situation.rules
    players = load_rules(own).players
    scores = {
        rules: hand.score if rules == own else scoring.score(hand.desk, replace(hand.situation, rules=rules))
        for rules in scoring.rule_sets()
        if load_rules(rules).players == players
    }
    return {rules: score for rules, score in scores.items() if score is not None}


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


def _sums(score: Json, kind: str, key: str) -> dict[str, tuple[Worth, str]]:
    """Worth and section of a score's lines, by id."""
    sums: dict[str, tuple[Worth, str]] = {}
    for row in score.get(key) or []:
        unit = "fu" if kind == "fu" else "yakuman" if row.get("yakuman") else "han"
        before = sums[row["id"]][0].number if row["id"] in sums else 0
        sums[row["id"]] = (Worth(unit, before + row[unit]), row.get("cite") or "")
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
