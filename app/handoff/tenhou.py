"""A game as tenhou.net/6, its viewers and reviewers take it: ``{"title", "name", "rule", "log"}``.

A hand of the log is ``[[hand, counters, sticks], points, dora, ura, then dealt, drawn and discarded by each
player, result]``. For a hand that was won with known tiles, deal, draws and discards are made up so that
they lead to it (``app.handoff.deal``); other hands are told by their result alone. A chombo has no form
there and is left out.
"""

from collections.abc import Mapping
from typing import Any, Final

from yakulens.app import i18n
from yakulens.app.contract import Json
from yakulens.app.game import Game, Played, Stand, replay
from yakulens.app.handoff.deal import Deal, DealError, deal, number
from yakulens.app.handoff.wins import Won, wins
from yakulens.scorer.meld import Meld
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.tile import parse
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
_ABORTED: Final = {
    "nine_terminals": "九種九牌",
    "four_riichi": "四家立直",
    "four_winds": "四風連打",
    "four_quads": "四槓散了",
    "three_rons": "三家和了",
}
_OTHERWISE: Final = {
    "tanyao": "断幺九",
    "chanta": "混全帯幺九",
    "junchan": "純全帯幺九",
    "kokushi_musou_13": "国士無双１３面",
}
"""Names that Tenhou writes otherwise than the page."""
_STICK: Final = 1000


def tenhou_json(game: Game) -> Json:
    """The game's log.

    Args:
        game: a game of four or three; a fourth player is then left empty.
    """
    played, _ = replay(game)
    hands = [_hand(game, each) for each in played if each.end["event"] != "chombo"]
    return {
        "title": ["Yakulens", game.rules],
        "name": _four(list(game.players), ""),
        "rule": {"disp": game.rules, "aka": int(any(load_rules(game.rules).red_fives))},
        "log": hands,
    }


def _hand(game: Game, played: Played) -> list[Any]:
    before = played.before
    won = wins(game, played)
    hand = won[0].hand if len(won) == 1 else None
    made = Deal()
    if hand is not None and len(game.players) == 4:  # noqa: PLR2004 - calls are told among four
        try:
            made = _dealt(game, played, won[0], hand)
        except DealError:
            hand = None
    shown = [
        [number(tile) for tile in _tiles((hand or {}).get(key))]
        for key in ("dora_indicators", "ura_indicators")
    ]
    seats = [(player - before.dealer) % 4 for player in range(4)]
    by_player = [part[seat] for seat in seats for part in (made.dealt, made.taken, made.discarded)]
    start = [before.round * 4 + before.dealer, before.honba, before.deposits]
    return [start, _four(list(before.scores), 0), *shown, *by_player, _result(played, won)]


def _dealt(game: Game, played: Played, won: Won, hand: Json) -> Deal:
    rules = load_rules(game.rules)
    melds = [
        Meld(each["kind"], tuple(_tiles(each["tiles"])), each.get("from")) for each in hand.get("melds") or ()
    ]
    waits = waiting_tiles(_tiles(hand["concealed"]), melds, rules)
    discarder = None if won.by == "tsumo" else SEATS.index(played.end["discarder"])
    bets = {SEATS.index(seat) for seat in played.end.get("riichi", ())}
    bets |= {SEATS.index(won.seat)} if hand.get("riichi", "none") != "none" else set()
    told = {**hand, "concealed": "".join(_tiles(hand["concealed"])), "win": _tiles(hand["win"])[0]}
    return deal(told, SEATS.index(won.seat), discarder, bets, waits)


def _tiles(given: Any) -> list[str]:  # noqa: ANN401 - tiles as the contract takes them
    """Tiles as the contract takes them, one by one.

    >>> _tiles("406m"), _tiles(["1z"]), _tiles(None)
    (['4m', '0m', '6m'], ['1z'], [])
    """
    return list(parse(given if isinstance(given, str) else "".join(given or ())))


def _result(played: Played, won: tuple[Won, ...]) -> list[Any]:
    before, end, settled = played.before, played.end, played.settled
    bets = set(end.get("riichi", ()))
    # A stick was paid when it was laid, before the result.
    changes = {seat: points + _STICK * (seat in bets) for seat, points in settled["net"].items()}
    if not won:
        return [_draw(end), _by_player(before, changes)]
    told: list[Any] = ["和了"]
    for index, one in enumerate(won):
        others = [_received(settled, other) for other in won[index + 1 :]] if index == 0 else []
        paid = _received(settled, one) if index else _less(changes, others)
        told.append(_by_player(before, paid))
        winner = before.player(one.seat)
        source = winner if one.by == "tsumo" else before.player(end["discarder"])
        liable = before.player(one.liable) if one.liable else winner
        told.append([winner, source, liable, points_text(one), *_yaku_text(one, played)])
    return told


def _received(settled: Json, won: Won) -> dict[str, int]:
    """What the payments change for a winner."""
    changes = dict.fromkeys(settled["net"], 0)
    for row in settled["rows"]:
        if row["to"] == won.seat and row["from"] in changes:
            changes[row["to"]] += row["points"]
            changes[row["from"]] -= row["points"]
    return changes


def _less(changes: dict[str, int], others: list[dict[str, int]]) -> dict[str, int]:
    return {seat: points - sum(other[seat] for other in others) for seat, points in changes.items()}


def _by_player(before: Stand, changes: Mapping[str, int]) -> list[int]:
    return _four([changes[seat] for seat in before.seats()], 0)


def _draw(end: Json) -> str:
    if end["event"] == "abortive_draw":
        return _ABORTED.get(end.get("reason") or "", "流局")
    return "流し満貫" if end.get("nagashi") else "流局"


def points_text(won: Won) -> str:
    """What a win is worth, as Tenhou writes it."""
    worth = _LIMITS[won.limit] if won.limit else f"{won.fu}符{won.han}飜"
    if won.by == "ron":
        return f"{worth}{won.value()}点"
    paid = won.shares()
    if won.seat == SEATS[0]:
        return f"{worth}{max(paid.values())}点∀"
    return f"{worth}{min(paid.values())}-{max(paid.values())}点"


def _yaku_text(won: Won, played: Played) -> list[str]:
    winds = {
        "yakuhai_seat": f"自風 {_WINDS[won.seat]}",
        "yakuhai_round": f"場風 {_WINDS[played.before.round_wind()]}",
    }
    rows = [
        (winds.get(name) or _OTHERWISE.get(name) or i18n.text("ja", f"yaku.{name}"), han)
        for name, han in won.yaku
    ]
    rows += [(_DORA[name], han) for name, han in won.dora if han]
    return [f"{name}({'役満' if won.yakuman else f'{han}飜'})" for name, han in rows]


def _four(values: list[Any], none: Any) -> list[Any]:  # noqa: ANN401 - of any kind
    return [*values, *[none] * (4 - len(values))]
