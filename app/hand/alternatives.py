"""A hand's worth in another reading, won in another way, or with another winning tile. Pure.

``app/web/comparison.js`` draws what ``to_json`` returns.
"""

from dataclasses import dataclass, replace

from yakulens.app import Json
from yakulens.app.hand import scoring, shown
from yakulens.app.hand.situation import WinFacts, impossible
from yakulens.app.words import phrases
from yakulens.app.words.i18n import text
from yakulens.scorer.judge.possible import FLAGS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import MoveTile
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.labels import plain


@dataclass(frozen=True, slots=True)
class ReadingDifference:
    """Why another reading is worth less than the one that counts: yaku that only one has, and its fu.

    ``fu`` is None where both have the same, or where fu do not count.
    """

    lost: tuple[str, ...]
    gained: tuple[str, ...]
    fu: int | None


def difference(other: Json, score: Json) -> ReadingDifference:
    """How another reading (of ``Scored.readings``) differs from the score that counts."""
    yaku, other_yaku = [row["id"] for row in score["yaku"]], other["yaku"]
    fu_count = bool(other["value"]) and not (score["yakuman"] or other["yakuman"])
    return ReadingDifference(
        tuple(name for name in yaku if name not in other_yaku),
        tuple(name for name in other_yaku if name not in yaku),
        other["fu"] if fu_count and other["fu"] != score["fu"] else None,
    )


def what_ifs(desk: Desk, situation: WinFacts) -> dict[str, Json]:
    """The hand won in other ways: by ron or tsumo, with or without riichi, with the tile not kept apart.

    Each is the contract's Score, by the catalogue's key of the sentence that names the way.

    >>> from yakulens.vision.desk import typed
    >>> hand = typed.hand("234567m44p678s67p +8p")
    >>> {key: score["value"] for key, score in what_ifs(hand, WinFacts("ron", "south")).items()}
    {'dispute.if_tsumo': 2700, 'dispute.if_riichi': 3900, 'dispute.if_last_tile': 3900}
    """
    changes: dict[str, Json] = {
        "dispute.if_tsumo": {"by": "tsumo", "discarder": None},
        "dispute.if_ron": {"by": "ron", "win_apart": True, "rinshan": False},
        "dispute.if_no_riichi": {"riichi": "none", "ippatsu": False},
        "dispute.if_riichi": {"riichi": "riichi"},
        "dispute.if_ippatsu": {"ippatsu": True},
        "dispute.if_last_tile": {"last_tile": True},
        "dispute.if_not_apart": {"win_apart": False},
    }
    results = {}
    for key, change in changes.items():
        other = replace(situation, **change)
        if other == situation or _is_impossible(other, desk):
            continue
        score = scoring.score(desk, other)
        if score is not None and score["outcome"] != "invalid":
            results[key] = score
    return results


def _is_impossible(situation: WinFacts, desk: Desk) -> bool:
    choices = {f"riichi:{situation.riichi}", *(flag for flag in FLAGS if getattr(situation, flag))}
    by_kept_tile = situation.by == "ron" and not situation.win_apart
    return by_kept_tile or not choices.isdisjoint(impossible(situation, desk))


def other_wins(desk: Desk, situation: WinFacts) -> dict[str, Json]:
    """The contract's Score of the hand with each of its other faces as the winning tile."""
    results = {}
    tried = {plain(desk.face(desk.win))} if desk.win is not None else set()
    for uid in desk.concealed:
        face = plain(desk.face(uid))
        if face in tried:
            continue
        tried.add(face)
        other = apply(Session.begin(desk), MoveTile(uid, "win")).desk
        score = scoring.score(other, situation)
        if score is not None:
            results[desk.face(uid)] = score
    return results


def to_json(language: str, hand: scoring.Scored) -> Json:
    """The hand's worth won in other ways, and with each other winning tile; the hand has a score.

    >>> from yakulens.vision.desk import typed
    >>> won = scoring.Scored.of(typed.hand("234567m44p678s67p +8p"), WinFacts("ron", "south"))
    >>> [row["cells"][1]["text"] for row in to_json("en", won)["table"]["rows"]]
    ['2,000', '2,700', '3,900', '3,900']
    """
    base = hand.score or {}
    ways = {"dispute.as_it_is": base} | what_ifs(hand.desk, hand.situation)
    rows = [_row(language, shown.cell(text(language, key)), way, base) for key, way in ways.items()]
    wins = [
        _row(language, shown.cell(tiles=[shown.tile(language, face)]), score, base)
        for face, score in other_wins(hand.desk, hand.situation).items()
    ]
    folds = [shown.fold("other-tile", text(language, "dispute.other_tile"), tables=[shown.table(wins)])]
    return shown.given(
        part="alternatives",
        title=text(language, "dispute.what_if"),
        table=shown.table(rows),
        folds=folds if wins else [],
    )


def _row(language: str, name: Json, score: Json, base: Json) -> Json:
    """A way to win, its worth, and the difference from the hand as it is."""
    change = score["value"] - base["value"]
    difference = shown.change(language, change) if change else None
    return shown.row(
        name | {"gloss": phrases.worth(language, score)},
        shown.cell(shown.points(score), "num", strong=True, difference=difference),
    )
