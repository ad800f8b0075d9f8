"""A game in the JSON of tenhou.net/6, its viewers and reviewers: ``{"title", "name", "rule", "log"}``.

A hand of the log is ``[[hand, counters, sticks], points, dora, ura, then dealt, drawn and discarded by each
player, result]``. For a win with known tiles, ``app.exports.deal`` invents a deal, draws and discards that
lead to it; other hands have only their result. The format has no chombo, so chombos are left out.
"""

from collections.abc import Mapping
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.exports.deal import Deal, DealError, deal, number
from yakulens.app.game import Game, Played, Stand, replay
from yakulens.app.game.wins import HandWin, wins
from yakulens.app.words import i18n
from yakulens.scorer.contract.hand_json import Case
from yakulens.scorer.points import shares, value_of
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.transfers import RIICHI_STICK
from yakulens.scorer.vocabulary import SEATS
from yakulens.scorer.waits import waiting_tiles

_LIMITS: Final = {
    "mangan": "満貫",
    "haneman": "跳満",
    "baiman": "倍満",
    "sanbaiman": "三倍満",
    "yakuman": "役満",
    "counted_yakuman": "数え役満",
}
_WINDS: Final = dict(zip(SEATS, "東南西北", strict=True))
_DORA: Final = {"dora": "ドラ", "ura": "裏ドラ", "red_five": "赤ドラ", "north": "抜きドラ"}
_ABORTIVE_DRAWS: Final = {
    "nine_terminals": "九種九牌",
    "four_riichi": "四家立直",
    "four_winds": "四風連打",
    "four_quads": "四槓散了",
    "three_rons": "三家和了",
}
_TENHOU_NAMES: Final = {
    "tanyao": "断幺九",
    "chanta": "混全帯幺九",
    "junchan": "純全帯幺九",
    "kokushi_musou_13": "国士無双１３面",
}
"""Yaku whose names differ on Tenhou."""


def tenhou_json(game: Game) -> Json:
    """The game's log; of three players the fourth place stays empty."""
    played, _ = replay(game)
    hands = [_hand(game, hand) for hand in played if hand.end["event"] != "chombo"]
    return {
        "title": ["Yakulens", game.rules],
        "name": _four(list(game.players), ""),
        "rule": {"disp": game.rules, "aka": int(any(load_rules(game.rules).red_fives))},
        "log": hands,
    }


def _hand(game: Game, played: Played) -> list[Any]:
    before = played.before
    hand_wins = wins(game, played)
    case = hand_wins[0].case if len(hand_wins) == 1 else None
    course = Deal()
    if case is not None and len(game.players) == 4:  # noqa: PLR2004 - calls are written for four players
        try:
            course = _deal(game, played, hand_wins[0], case)
        except DealError:
            case = None
    turned = ((), ()) if case is None else (case.situation.dora_indicators, case.situation.ura_indicators)
    indicators = [[number(tile) for tile in tiles] for tiles in turned]
    seats = [(player - before.dealer) % 4 for player in range(4)]
    by_player = [part[seat] for seat in seats for part in (course.dealt, course.received, course.discarded)]
    start = [before.round * 4 + before.dealer, before.honba, before.deposits]
    return [start, _four(list(before.scores), 0), *indicators, *by_player, _result(played, hand_wins, course)]


def _deal(game: Game, played: Played, win: HandWin, case: Case) -> Deal:
    waits = waiting_tiles(case.hand.concealed, case.hand.melds, load_rules(game.rules))
    discarder = None if win.by == "tsumo" else SEATS.index(played.end["discarder"])
    bets = {SEATS.index(seat) for seat in played.end.get("riichi", ())}
    bets |= {SEATS.index(win.seat)} if case.situation.riichi != "none" else set()
    return deal(case, SEATS.index(win.seat), discarder, bets, waits)


def _result(played: Played, hand_wins: tuple[HandWin, ...], course: Deal) -> list[Any]:
    before, end, settled = played.before, played.end, played.settled
    # In the log a stick is paid by its discard, before the result; without a course the result pays it.
    bets = {
        seat
        for seat, discards in zip(SEATS, course.discarded, strict=True)
        if any(str(tile).startswith("r") for tile in discards)
    }
    changes = {seat: points + RIICHI_STICK * (seat in bets) for seat, points in settled["net"].items()}
    if not hand_wins:
        draw = "流し満貫" if end.get("nagashi") else "流局"
        if end["event"] == "abortive_draw":
            draw = _ABORTIVE_DRAWS.get(end.get("reason") or "", "流局")
        return [draw, _by_player(before, changes)]
    result: list[Any] = ["和了"]
    # Each further win has the changes of its own payments; the first has all others.
    by_win = [_changes_by(settled, win) for win in hand_wins[1:]]
    first = {seat: points - sum(other[seat] for other in by_win) for seat, points in changes.items()}
    for win, of_win in zip(hand_wins, [first, *by_win], strict=True):
        result.append(_by_player(before, of_win))
        winner = before.player(win.seat)
        source = winner if win.by == "tsumo" else before.player(end["discarder"])
        liable = before.player(win.liable) if win.liable else winner
        result.append([winner, source, liable, points_text(win), *_yaku_text(win, played)])
    return result


def _changes_by(settled: Json, win: HandWin) -> dict[str, int]:
    """Each seat's gain in points from the payments to a winner."""
    changes = dict.fromkeys(settled["net"], 0)
    for row in settled["rows"]:
        if row["to"] == win.seat and row["from"] in changes:
            changes[row["to"]] += row["points"]
            changes[row["from"]] -= row["points"]
    return changes


def _by_player(before: Stand, changes: Mapping[str, int]) -> list[int]:
    return _four([changes[seat] for seat in before.seats()], 0)


def points_text(win: HandWin) -> str:
    """The worth of a win, as Tenhou writes it."""
    worth = _LIMITS[win.limit] if win.limit else f"{win.fu}符{win.han}飜"
    if win.by == "ron":
        return f"{worth}{value_of(win.base, win.seat, win.by, win.rules)}点"
    each = shares(win.base, win.seat, win.by, win.rules).values()
    return f"{worth}{max(each)}点∀" if win.seat == SEATS[0] else f"{worth}{min(each)}-{max(each)}点"


def _yaku_text(win: HandWin, played: Played) -> list[str]:
    winds = {
        "yakuhai_seat": f"自風 {_WINDS[win.seat]}",
        "yakuhai_round": f"場風 {_WINDS[played.before.round_wind()]}",
    }
    rows = [
        (winds.get(name) or _TENHOU_NAMES.get(name) or i18n.text("ja", f"yaku.{name}"), han)
        for name, han in win.yaku
    ]
    rows += [(_DORA[name], han) for name, han in win.dora if han]
    return [f"{name}({'役満' if win.yakuman else f'{han}飜'})" for name, han in rows]


def _four(values: list[Any], filler: Any) -> list[Any]:  # noqa: ANN401 - of any kind
    return [*values, *[filler] * (4 - len(values))]
