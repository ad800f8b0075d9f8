"""From the desk and the situation to the contract's Score, or to what is still missing for one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.desk import Desk, hand_json
from scorer.contract.hand_json import Case, case_from_json, score_json
from scorer.meld import Meld
from scorer.rules.load import BUILT_IN, load_rules
from scorer.scoring import score as score_hand
from scorer.waits import waiting_tiles
from vision.labels import BACK, FACES, RED_FIVES, plain

if TYPE_CHECKING:
    from app.situation import Situation
    from scorer.yaku import Miss


def lacking(desk: Desk, situation: Situation) -> str | None:
    """The key of the sentence that says what must be done before there is a score; None when nothing must."""
    faces = desk.faces(desk.in_hand())
    if BACK in faces:
        return "result.say_back"
    if any(face not in FACES for face in faces):
        return "result.say_other"
    if desk.win is None and desk.missing() <= 0:
        return "result.say_win"
    if desk.missing() != 0:
        return "result.say_tiles"
    if situation.by is None:
        return "result.say_by"
    return None


def hand(desk: Desk, situation: Situation) -> dict[str, Any]:
    """The contract's Hand; a red five is a plain one under rules that have none of its suit."""
    return hand_json(_in_rules(desk, situation.rules)) | situation.to_json()


def has_foreign_fives(desk: Desk, situation: Situation) -> bool:
    """Whether the hand has red fives that the rules do not know."""
    return _in_rules(desk, situation.rules) != desk


def _in_rules(desk: Desk, rules: str) -> Desk:
    known = dict(zip("mps", load_rules(rules).red_fives, strict=True))
    tiles = {
        uid: replace(tile, face=plain(tile.face))
        if tile.face in RED_FIVES and not known[tile.face[1]]
        else tile
        for uid, tile in desk.tiles.items()
    }
    return desk if tiles == desk.tiles else replace(desk, tiles=tiles)


def waits(desk: Desk, situation: Situation) -> list[str]:
    """The faces that make a hand whole which lacks nothing but its winning tile, red fives among them."""
    known = _in_rules(desk, situation.rules)
    faces = known.faces(known.in_hand())
    if any(face not in FACES for face in faces):
        return []
    rules = load_rules(situation.rules)
    melds = [Meld(meld.kind, tuple(known.faces(meld.tiles))) for meld in known.melds]
    found = []
    for face in waiting_tiles(known.faces(known.concealed), melds, rules):
        red = f"0{face[1]}"
        most = rules.red_fives["mps".index(face[1])] if red in RED_FIVES and face[0] in "05" else 0
        found += [face, red] if face != red and faces.count(red) < most else [face]
    return found


def score(desk: Desk, situation: Situation) -> dict[str, Any] | None:
    """The contract's Score; None while something is lacking."""
    if lacking(desk, situation) is not None:
        return None
    return score_json(with_liable(desk, situation))


def with_liable(desk: Desk, situation: Situation) -> dict[str, Any]:
    """The contract's Hand with who is liable, where somebody fed a yakuman that the hand has."""
    asked = hand(desk, situation)
    if situation.liable is None:
        return asked
    fed = liable_yaku(score_json(asked), situation.rules)
    return asked | {"liable": {"seat": situation.liable, "yaku": fed[0]}} if fed else asked


def liable_yaku(score: dict[str, Any], rules: str) -> list[str]:
    """The yakuman of a score for which somebody who fed the last set may be liable."""
    known = load_rules(rules).liability
    return [row["id"] for row in score.get("yaku") or [] if row["id"] in known]


def other_readings(desk: Desk, situation: Situation) -> list[dict[str, Any]]:
    """The ways to read the hand that are worth less, the dearest first, as the contract's ``reading``."""
    case = case_from_json(hand(desk, situation))
    if not isinstance(case, Case):
        return []
    return [
        {
            "reading": {"pair": other.pair, "sets": other.sets, "wait": other.wait},
            "han": other.han,
            "fu": other.fu,
            "yakuman": other.yakuman,
            "value": other.value,
            "yaku": list(other.yaku),
        }
        for other in score_hand(case.hand, case.situation, case.rules).other_readings
    ]


def missed(desk: Desk, situation: Situation) -> tuple[Miss, ...]:
    """Each yaku that the hand came near to and does not have, with its reasons as data."""
    case = case_from_json(with_liable(desk, situation))
    return score_hand(case.hand, case.situation, case.rules).why_not if isinstance(case, Case) else ()


def rule_sets() -> tuple[str, ...]:
    """The names of the rule sets that come with the program."""
    return tuple(BUILT_IN)


def title(rules: str) -> str:
    """A rule set's full name."""
    return load_rules(rules).title or rules


def players(rules: str) -> int:
    """How many play under a rule set."""
    return load_rules(rules).players
