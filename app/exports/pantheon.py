"""A game in the form of Pantheon, the tournament and club server.

The format is its ``Round`` (github.com/MahjongPantheon/pantheon, ``Common/atoms.proto``) with its numbers of
yaku (``Common/YakuMap.php``). Players are numbered 1 to 4 as they sit; a sender of the rounds replaces these
numbers with the players' ids.
"""

from collections.abc import Callable, Iterable
from typing import Final

from yakulens.app import Json
from yakulens.app.game import Game, Played, replay
from yakulens.app.game.wins import HandWin, wins

_IN_ORDER: Final = {
    1: "toitoi honroutou sanankou sanshoku_doukou sankantsu suukantsu suuankou pinfu iipeikou ryanpeikou",
    11: "sanshoku_doujun ittsuu",
    18: "shousangen daisangen shousuushii daisuushii tsuuiisou tanyao chanta junchan chinroutou honitsu",
    28: "chinitsu chuuren_poutou ryuuiisou chiitoitsu kokushi_musou riichi double_riichi ippatsu",
    36: "menzen_tsumo haitei rinshan tenhou chiihou houtei chankan renhou",
    45: "suuankou_tanki chuuren_poutou_9 kokushi_musou_13",
}
"""Our names of yaku in the order of Pantheon's numbers, each row by the number of its first."""
YAKU: Final = {
    name: number for first, names in _IN_ORDER.items() for number, name in enumerate(names.split(), first)
}
"""Pantheon's numbers of yaku; those of honour triplets depend on how many there are (`_FIRST_HONOUR`)."""

_HONOURS: Final = "yakuhai_"
_FIRST_HONOUR: Final = 13


def pantheon_json(game: Game) -> Json:
    """The game's players and rounds."""
    played, _ = replay(game)
    players = [{"id": number, "title": name} for number, name in enumerate(game.players, 1)]
    return {"players": players, "rounds": [told for hand in played for told in _rounds(game, hand)]}


def _rounds(game: Game, played: Played) -> list[Json]:
    """A hand as a round; a chombo as one for each who committed it, and as none if the others waive it."""
    before, end = played.before, played.end

    def ids(seats: Iterable[str]) -> list[int]:
        return [before.player(seat) + 1 for seat in seats]

    index = {"roundIndex": before.round * len(game.players) + before.dealer + 1}
    bets = ids(end.get("riichi", ()))
    in_round: Json = {**index, "riichiBets": bets}
    hand_wins = wins(game, played)
    if hand_wins:
        loser = {} if end["event"] == "tsumo" else {"loserId": ids([end["discarder"]])[0]}
        # only the first win has the riichi bets
        rows = [
            {**_win(win, ids), "riichiBets": [] if place else bets} for place, win in enumerate(hand_wins)
        ]
        if len(rows) == 1:
            return [{end["event"]: {**index, **loser, **rows[0]}}]
        return [{"multiron": {**index, **loser, "multiRon": len(rows), "wins": rows}}]
    if end["event"] == "chombo":
        offenders = [end["offender"]] if isinstance(end["offender"], str) else end["offender"]
        losers = [] if end.get("waived") else ids(offenders)
        return [{"chombo": {**index, "loserId": loser_id}} for loser_id in losers]
    if end["event"] == "abortive_draw":
        return [{"abort": in_round}]
    tenpai = {"tempai": ids(end.get("tenpai", ()))}
    if end.get("nagashi"):
        return [{"nagashi": {**in_round, **tenpai, "nagashi": ids(end["nagashi"])}}]
    return [{"draw": {**in_round, **tenpai}}]


def _win(win: HandWin, ids: Callable[[Iterable[str]], list[int]]) -> Json:
    """One win; a yakuman's han is its negative number, as Pantheon stores it."""
    honours = sum(han for name, han in win.yaku if name.startswith(_HONOURS))
    numbers = [YAKU[name] for name, _ in win.yaku if name in YAKU]
    dora = dict(win.dora)
    return {
        "winnerId": ids([win.seat])[0],
        "paoPlayerId": ids([win.liable])[0] if win.liable else 0,
        "han": -win.yakuman if win.yakuman else win.han,
        "fu": win.fu,
        "yaku": [*numbers, *([_FIRST_HONOUR + honours - 1] if honours else [])],
        "dora": sum(han for name, han in dora.items() if name != "ura"),
        "uradora": dora.get("ura", 0),
        "kandora": 0,
        "kanuradora": 0,
        "openHand": win.case is not None and win.case.hand.is_open,
    }
