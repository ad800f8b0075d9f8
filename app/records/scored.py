"""Each win of a log scored again, under its own rules and others, with what differs from the log."""

from collections.abc import Iterator
from typing import Any

from yakulens.app import Json
from yakulens.app.records.record import DORA, Record, RecordedHand, RecordedWin, Told, contract_hand
from yakulens.app.records.yaku import same_yaku
from yakulens.scorer.contract.hand_json import score_json

_UNSEEN = "the log does not show the tiles of this win"


def wins_json(record: Record, other: str | None = None) -> Iterator[Json]:
    """One object for each win: the contract's `hand`, what the log told, what it scores, and what differs.

    `other` is a rule set that each is scored under too (`under`); None for none. `hand` is null where the log
    does not show the tiles, with a sentence in `problems`.
    """
    for number, hand in enumerate(record.hands, start=1):
        for at, win in enumerate(hand.wins):
            yield {
                "id": f"{number}.{at + 1}" if len(hand.wins) > 1 else str(number),
                "format": record.form,
                "winner": record.players[win.winner],
                "round": hand.round_wind,
                "hand_number": hand.dealer + 1,
                **_scored(record, hand, win, other),
            }


def _scored(record: Record, hand: RecordedHand, win: RecordedWin, other: str | None) -> Json:
    told, problems = told_json(win.told), [f"{name} is no yaku known here" for name in win.told.unknown]
    tiles = contract_hand(record, hand, win)
    if tiles is None:
        return {"hand": None, "told": told, "score": None, "differs": {}, "problems": [*problems, _UNSEEN]}
    own = score_json(tiles)
    answer = {"hand": tiles, "told": told, "score": brief(own), "differs": differences(win.told, own)}
    if other is not None:
        moved = {key: value for key, value in tiles.items() if key != "rule_overrides"} | {"rules": other}
        under = score_json(moved)
        answer["under"] = {"rules": other, "score": brief(under), "differs": differences(win.told, under)}
    return answer | {"problems": problems}


def told_json(told: Told) -> Json:
    """What the log tells of a win, as JSON."""
    return {
        "han": told.han,
        "fu": told.fu,
        "yakuman": told.yakuman,
        "value": told.value,
        "yaku": [list(each) for each in told.yaku],
    }


def brief(score: Json) -> Json:
    """The figures of a Score, without its reasons."""
    figures = ("outcome", "han", "fu", "yakuman", "limit", "value", "payments")
    rows = [*score["yaku"], *score["dora"]]
    yaku = [[row["id"], row.get("yakuman") or row["han"]] for row in rows]
    return {key: score[key] for key in figures} | {"yaku": yaku, "problems": score["problems"]}


def differences(told: Told, score: Json) -> Json:
    """What a Score has otherwise than the log: by key, what is told and what is scored; empty if nothing is.

    A figure that the log does not say differs from none. Minipoints do not count where a limit or a yakuman
    is worth the same whatever they are.
    """
    if score["outcome"] != "win":
        return {"outcome": {"told": "win", "scored": score["outcome"]}}
    figures: list[tuple[str, Any, Any]] = [
        (key, getattr(told, key), score[key]) for key in ("han", "yakuman", "value")
    ]
    if score["limit"] is None:
        figures.append(("fu", told.fu, score["fu"]))
    if not told.unknown:
        rows = [*score["yaku"], *score["dora"]]
        scored = same_yaku((row["id"], row.get("yakuman") or row["han"]) for row in rows)
        by_log = same_yaku(told.yaku)
        if told.yakuman:  # formats count each yakuman once, or as its multiples
            scored, by_log = (dict.fromkeys(each.keys() - DORA, 1) for each in (scored, by_log))
        figures.append(("yaku", by_log, scored))
    return {
        key: {"told": said, "scored": found}
        for key, said, found in figures
        if said is not None and said != found
    }
