"""Where people disagree: a hand under other rules, won otherwise, with another winning tile. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from app import scoring
from app.edits import MoveTile, Session, apply
from app.situation import impossible
from scorer.contract.hand_json import score_json
from scorer.rules.load import diff, load_rules, values_of
from scorer.rules.ruleset import YakuValue
from vision.labels import plain

if TYPE_CHECKING:
    from app.desk import Desk
    from app.scoring import Scored
    from app.situation import Situation

Score = dict[str, Any]
_WORTH: Final = ("outcome", "han", "fu", "yakuman", "limit", "value", "payments")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of two scores side by side.

    Attributes:
        kind: ``yaku``, ``dora`` or ``fu``.
        id: what it is for.
        left: its han, yakuman or fu under the first rule set, None where it does not count.
        right: under the second.
        left_cite: its section there.
        right_cite: likewise.
    """

    kind: str
    id: str
    left: int | None
    right: int | None
    left_cite: str
    right_cite: str


@dataclass(frozen=True, slots=True)
class Cause:
    """A differing rule that changes a hand's score by itself.

    Attributes:
        key: the rule's dotted key.
        left: its value under the hand's own rule set.
        right: under the other.
        left_cite: its section there.
        right_cite: likewise.
        score: what the hand scores under its own rule set with the other's value.
    """

    key: str
    left: object
    right: object
    left_cite: str
    right_cite: str
    score: Score


@dataclass(frozen=True, slots=True)
class Less:
    """Why another reading of a hand is worth less than the one that counts.

    Attributes:
        lost: the yaku that only the counted reading has.
        gained: the yaku that only the other one has.
        fu: the other one's fu where they differ and count.
    """

    lost: tuple[str, ...]
    gained: tuple[str, ...]
    fu: int | None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The hand won otherwise.

    Attributes:
        key: which sentence of the catalogue says how.
        score: the contract's Score.
        tile: the other winning tile, where that is what differs.
    """

    key: str
    score: Score
    tile: str | None = None


def less(other: dict[str, Any], score: Score) -> Less:
    """What sets another reading (of ``Scored.readings``) apart from the score that counts."""
    ours, theirs = [row["id"] for row in score["yaku"]], other["yaku"]
    counts = bool(other["value"]) and not (score["yakuman"] or other["yakuman"])
    return Less(
        tuple(name for name in ours if name not in theirs),
        tuple(name for name in theirs if name not in ours),
        other["fu"] if counts and other["fu"] != score["fu"] else None,
    )


def everywhere(hand: Scored) -> dict[str, Score]:
    """A hand's score under each rule set that comes with the program for as many players."""
    own = hand.situation.rules
    players = scoring.players(own)
    scores = {
        rules: hand.score if rules == own else scoring.score(hand.desk, replace(hand.situation, rules=rules))
        for rules in scoring.rule_sets()
        if scoring.players(rules) == players
    }
    return {rules: score for rules, score in scores.items() if score is not None}


def lines(left: Score, right: Score) -> list[Line]:
    """Every yaku, dora and fu line of either score, in the first one's order."""
    found: list[Line] = []
    for kind, key in (("yaku", "yaku"), ("dora", "dora"), ("fu", "fu_rows")):
        ours, theirs = _summed(left, kind, key), _summed(right, kind, key)
        for name in dict.fromkeys([*ours, *theirs]):
            mine, other = ours.get(name), theirs.get(name)
            found.append(
                Line(
                    kind,
                    name,
                    mine[0] if mine else None,
                    other[0] if other else None,
                    mine[1] if mine else "",
                    other[1] if other else "",
                )
            )
    return found


def _summed(score: Score, kind: str, key: str) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for row in score.get(key) or []:
        worth = row["fu"] if kind == "fu" else row.get("yakuman") or row["han"]
        before = found.get(row["id"], (0, ""))[0]
        found[row["id"]] = (before + worth, row.get("cite") or "")
    return found


def causes(hand: Scored, other: str) -> list[Cause]:
    """The differing rules that change a hand's score by themselves when the other set's value is taken.

    Nobody is liable in it: the yakuman that somebody fed need not count under the other rule.
    """
    if hand.hand is None or hand.score is None:
        return []
    ours, theirs = load_rules(hand.situation.rules), load_rules(other)
    left = {key: value for key, value, _ in values_of(ours)}
    right = {key: value for key, value, _ in values_of(theirs)}
    asked = {key: value for key, value in hand.hand.items() if key != "liable"}
    now = _worth(score_json(asked) if "liable" in hand.hand else hand.score)
    found = []
    for difference in diff(ours, theirs):
        key = difference.key
        score = score_json(asked | {"rule_overrides": {key: _as_written(right[key])}})
        if _worth(score) != now:
            cites = difference.left_source.cite, difference.right_source.cite
            found.append(Cause(key, left[key], right[key], *cites, score))
    return found


def _worth(score: Score) -> tuple[object, ...]:
    return tuple(score.get(key) for key in _WORTH)


def _as_written(value: object) -> object:
    """A rule's value in the form a rule set file has it."""
    if value is None:
        return {"absent": True}
    if isinstance(value, YakuValue):
        if value.yakuman:
            return {"yakuman": value.yakuman}
        return {"closed": value.closed, "open": value.open, "alone": value.alone}
    if isinstance(value, tuple):
        return [_as_written(each) for each in value]
    return value


def what_ifs(desk: Desk, situation: Situation) -> list[WhatIf]:
    """The hand won otherwise: by the other way, with riichi, the tile not kept apart."""
    changes: list[tuple[str, dict[str, Any]]] = [
        ("dispute.if_tsumo", {"by": "tsumo", "discarder": None}),
        ("dispute.if_ron", {"by": "ron", "win_apart": True, "rinshan": False}),
        ("dispute.if_no_riichi", {"riichi": "none", "ippatsu": False}),
        ("dispute.if_riichi", {"riichi": "riichi"}),
        ("dispute.if_ippatsu", {"ippatsu": True}),
        ("dispute.if_last_tile", {"last_tile": True}),
        ("dispute.if_not_apart", {"win_apart": False}),
    ]
    found: list[WhatIf] = []
    for key, change in changes:
        other = replace(situation, **change)
        if other == situation or _cannot(situation, other, desk):
            continue
        score = scoring.score(desk, other)
        if score is not None and score["outcome"] != "invalid":
            found.append(WhatIf(key, score))
    return found


def _cannot(now: Situation, other: Situation, desk: Desk) -> bool:
    banned = impossible(other, desk, scoring.players(now.rules))
    return (
        f"riichi:{other.riichi}" in banned
        or (other.ippatsu and "ippatsu" in banned)
        or (other.last_tile and "last_tile" in banned)
        or (not other.win_apart and "win_apart" in banned)
        or (other.rinshan and "rinshan" in banned)
        or (other.chankan and "chankan" in banned)
    )


def other_wins(desk: Desk, situation: Situation) -> list[WhatIf]:
    """The same tiles with each other one as the winning tile."""
    found: list[WhatIf] = []
    told = {plain(desk.face(desk.win))} if desk.win is not None else set()
    for uid in desk.concealed:
        face = plain(desk.face(uid))
        if face in told:
            continue
        told.add(face)
        moved = apply(Session.begin(desk), MoveTile(uid, "win")).desk
        score = scoring.score(moved, situation)
        if score is not None:
            found.append(WhatIf("dispute.if_tile", score, desk.face(uid)))
    return found
