"""A hand read otherwise, won otherwise, or with another winning tile. Pure."""

from dataclasses import dataclass, replace

from yakulens.app import scoring
from yakulens.app.contract import Json
from yakulens.app.situation import Declared, impossible
from yakulens.scorer.judge.possible import FLAGS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import MoveTile
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.labels import plain


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
    score: Json
    tile: str | None = None


def less(other: Json, score: Json) -> Less:
    """What sets another reading (of ``Scored.readings``) apart from the score that counts."""
    ours, theirs = [row["id"] for row in score["yaku"]], other["yaku"]
    counts = bool(other["value"]) and not (score["yakuman"] or other["yakuman"])
    return Less(
        tuple(name for name in ours if name not in theirs),
        tuple(name for name in theirs if name not in ours),
        other["fu"] if counts and other["fu"] != score["fu"] else None,
    )


def what_ifs(desk: Desk, situation: Declared) -> list[WhatIf]:
    """The hand won otherwise: by the other way, with riichi, the tile not kept apart.

    >>> from yakulens.vision.desk import typed
    >>> hand = typed.hand("234567m44p678s67p +8p")
    >>> [(each.key, each.score["value"]) for each in what_ifs(hand, Declared("ron", "south"))]
    [('dispute.if_tsumo', 2700), ('dispute.if_riichi', 3900), ('dispute.if_last_tile', 3900)]
    """
    changes: list[tuple[str, Json]] = [
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
        if other == situation or _cannot(other, desk):
            continue
        score = scoring.score(desk, other)
        if score is not None and score["outcome"] != "invalid":
            found.append(WhatIf(key, score))
    return found


def _cannot(other: Declared, desk: Desk) -> bool:
    held = (f"riichi:{other.riichi}", *(flag for flag in FLAGS if getattr(other, flag)))
    banned = impossible(other, desk)
    return any(choice in banned for choice in held) or (other.by == "ron" and not other.win_apart)


def other_wins(desk: Desk, situation: Declared) -> list[WhatIf]:
    """A hand with each of its other tiles as the winning one."""
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
