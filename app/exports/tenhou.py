"""A game in the JSON of tenhou.net/6, its viewers and reviewers: ``{"title", "name", "rule", "log"}``.

A hand of the log is ``[[hand, counters, sticks], points, dora, ura, then dealt, drawn and discarded by each
player, result]``. For a win with known tiles, ``app.exports.deal`` invents a deal, draws and discards that
lead to it; other hands have only their result, which is that of the ruling. The format has no chombo, so
chombos are left out.
"""

from collections.abc import Mapping
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.exports.deal import Deal, DealError, deal, number
from yakulens.app.game import Game, Played, TableState, replay, ruling
from yakulens.app.words import i18n
from yakulens.scorer.contract.hand_json import Case
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.table.ruling import PaidWin, Ruling
from yakulens.scorer.transfers import DISCARDER, RIICHI_STICK
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
_NOT_THERE: Final = frozenset({"chombo", "waived_chombo"})
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
    ruled = [(hand, ruling(game, hand)) for hand in played]
    return {
        "title": ["Yakulens", game.rules],
        "name": _four(list(game.players), ""),
        "rule": {"disp": game.rules, "aka": int(any(load_rules(game.rules).red_fives))},
        "log": [_hand(hand, found) for hand, found in ruled if found.outcome not in _NOT_THERE],
    }


def _hand(played: Played, found: Ruling) -> list[Any]:
    before = played.before
    case = _case(found)
    course = Deal()
    if case is not None and found.rules.players == len(SEATS):  # calls are written for four players
        try:
            course = _deal(found, case)
        except DealError:
            case = None
    turned = ((), ()) if case is None else (case.situation.dora_indicators, case.situation.ura_indicators)
    indicators = [[number(tile) for tile in tiles] for tiles in turned]
    seats = [(player - before.dealer) % 4 for player in range(4)]
    by_player = [part[seat] for seat in seats for part in (course.dealt, course.received, course.discarded)]
    start = [before.round * 4 + before.dealer, before.honba, before.deposits]
    result = _result(played, found, course)
    return [start, _four(list(before.scores), 0), *indicators, *by_player, result]


def _case(found: Ruling) -> Case | None:
    """The hand of the only win, if its tiles are known."""
    win = found.wins[0].win if len(found.wins) == 1 else None
    if win is None or win.hand is None or win.situation is None:
        return None
    return Case(win.hand, win.situation, found.rules)


def _deal(found: Ruling, case: Case) -> Deal:
    waits = waiting_tiles(case.hand.concealed, case.hand.melds, found.rules)
    discarder = None if found.discarder is None else SEATS.index(found.discarder)
    bets = {SEATS.index(seat) for seat in found.bets}
    return deal(case, SEATS.index(case.situation.seat), discarder, bets, waits)


def _result(played: Played, found: Ruling, course: Deal) -> list[Any]:
    before, settled = played.before, played.settled
    # In the log a stick is paid by its discard, before the result; without a course the result pays it.
    bets = {
        seat
        for seat, discards in zip(SEATS, course.discarded, strict=True)
        if any(str(tile).startswith("r") for tile in discards)
    }
    changes = {seat: points + RIICHI_STICK * (seat in bets) for seat, points in settled["net"].items()}
    if not found.wins:
        draw = "流し満貫" if found.nagashi else "流局"
        if found.outcome == "abortive_draw":
            draw = _ABORTIVE_DRAWS.get(found.reason or "", "流局")
        return [draw, _by_player(before, changes)]
    result: list[Any] = ["和了"]
    # Each further win has the changes of its own payments; the first has all others.
    by_win = [paid.net(found.rules) for paid in found.wins[1:]]
    first = {seat: points - sum(other[seat] for other in by_win) for seat, points in changes.items()}
    for paid, of_win in zip(found.wins, [first, *by_win], strict=True):
        result.append(_by_player(before, of_win))
        winner = before.player(paid.seat)
        source = winner if found.discarder is None else before.player(found.discarder)
        liable = before.player(paid.liable.seat) if paid.liable else winner
        result.append([winner, source, liable, points_text(paid), *_yaku_text(paid, played)])
    return result


def _by_player(before: TableState, changes: Mapping[Any, int]) -> list[int]:
    return _four([changes[seat] for seat in before.seats()], 0)


def points_text(paid: PaidWin) -> str:
    """The worth of a win, as Tenhou writes it."""
    figures, each = paid.win.figures, paid.shares.values()
    worth = _LIMITS[figures.limit] if figures.limit else f"{figures.fu}符{figures.han}飜"
    if DISCARDER in paid.shares:
        return f"{worth}{max(each)}点"
    return f"{worth}{max(each)}点∀" if paid.seat == SEATS[0] else f"{worth}{min(each)}-{max(each)}点"


def _yaku_text(paid: PaidWin, played: Played) -> list[str]:
    figures = paid.win.figures
    winds = {
        "yakuhai_seat": f"自風 {_WINDS[paid.seat]}",
        "yakuhai_round": f"場風 {_WINDS[played.before.round_wind()]}",
    }
    rows = [
        (winds.get(name) or _TENHOU_NAMES.get(name) or i18n.text("ja", f"yaku.{name}"), han)
        for name, han in _yaku(paid)
    ]
    rows += [(_DORA[name], han) for name, han in figures.dora if han]
    return [f"{name}({'役満' if figures.yakuman else f'{han}飜'})" for name, han in rows]


def _yaku(paid: PaidWin) -> list[tuple[str, int]]:
    """The yaku of a win with their han; a yakuman that somebody is liable for is among them."""
    stated = list(paid.win.figures.yaku)
    fed = paid.liable.yaku if paid.liable else None
    return stated if fed is None or fed in dict(stated) else [*stated, (fed, 0)]


def _four(values: list[Any], filler: Any) -> list[Any]:  # noqa: ANN401 - of any kind
    return [*values, *[filler] * (4 - len(values))]
