"""A game as Pantheon, the tournament and club server, records results.

The form is that of its ``Round`` (github.com/MahjongPantheon/pantheon, ``Common/atoms.proto``) and its
numbers of yaku (``Common/YakuMap.php``). Players are numbered 1 to 4 as they sit; whoever sends it on puts
their own ids.
"""

from collections.abc import Callable, Iterable
from typing import Final

from yakulens.app.contract import Json
from yakulens.app.game import Game, Played, replay
from yakulens.app.handoff.wins import Won, wins

YAKU: Final = {
    "toitoi": 1,
    "honroutou": 2,
    "sanankou": 3,
    "sanshoku_doukou": 4,
    "sankantsu": 5,
    "suukantsu": 6,
    "suuankou": 7,
    "pinfu": 8,
    "iipeikou": 9,
    "ryanpeikou": 10,
    "sanshoku_doujun": 11,
    "ittsuu": 12,
    "shousangen": 18,
    "daisangen": 19,
    "shousuushii": 20,
    "daisuushii": 21,
    "tsuuiisou": 22,
    "tanyao": 23,
    "chanta": 24,
    "junchan": 25,
    "chinroutou": 26,
    "honitsu": 27,
    "chinitsu": 28,
    "chuuren_poutou": 29,
    "ryuuiisou": 30,
    "chiitoitsu": 31,
    "kokushi_musou": 32,
    "riichi": 33,
    "double_riichi": 34,
    "ippatsu": 35,
    "menzen_tsumo": 36,
    "haitei": 37,
    "rinshan": 38,
    "tenhou": 39,
    "chiihou": 40,
    "houtei": 41,
    "chankan": 42,
    "renhou": 43,
    "suuankou_tanki": 45,
    "chuuren_poutou_9": 46,
    "kokushi_musou_13": 47,
}
"""The yaku that Pantheon has a number for; triplets of honours are counted together."""

_HONOURS: Final = "yakuhai_"
_FIRST_HONOUR: Final = 13


def pantheon_json(game: Game) -> Json:
    """The game's players and rounds."""
    played, _ = replay(game)
    players = [{"id": number, "title": name} for number, name in enumerate(game.players, 1)]
    return {"players": players, "rounds": [_round(game, each) for each in played]}


def _round(game: Game, played: Played) -> Json:
    before, end = played.before, played.end

    def ids(seats: Iterable[str]) -> list[int]:
        return [before.player(seat) + 1 for seat in seats]

    index = {"roundIndex": before.round * len(game.players) + before.dealer + 1}
    bets = {"riichiBets": ids(end.get("riichi", ()))}
    won = wins(game, played)
    if won:
        loser = {} if end["event"] == "tsumo" else {"loserId": ids([end["discarder"]])[0]}
        if len(won) == 1:
            return {end["event"]: {**index, **loser, **_win(won[0], ids), **bets}}
        # each bet is told once, with the win that comes first
        each = [{**_win(one, ids), **(bets if one is won[0] else {"riichiBets": []})} for one in won]
        return {"multiron": {**index, **loser, "multiRon": len(won), "wins": each}}
    if end["event"] == "chombo":
        offender = end["offender"]
        return {
            "chombo": {**index, "loserId": ids([offender if isinstance(offender, str) else offender[0]])[0]}
        }
    if end["event"] == "abortive_draw":
        return {"abort": {**index, **bets}}
    tenpai = {"tempai": ids(end.get("tenpai", ()))}
    if end.get("nagashi"):
        return {"nagashi": {**index, **bets, **tenpai, "nagashi": ids(end["nagashi"])}}
    return {"draw": {**index, **bets, **tenpai}}


def _win(won: Won, ids: Callable[[Iterable[str]], list[int]]) -> Json:
    """What is told of one win; a yakuman has its number below zero for han, as Pantheon keeps it."""
    honours = sum(han for name, han in won.yaku if name.startswith(_HONOURS))
    numbers = [YAKU[name] for name, _ in won.yaku if name in YAKU]
    dora = dict(won.dora)
    return {
        "winnerId": ids([won.seat])[0],
        "paoPlayerId": ids([won.liable])[0] if won.liable else 0,
        "han": -won.yakuman if won.yakuman else won.han,
        "fu": won.fu,
        "yaku": [*numbers, *([_FIRST_HONOUR + honours - 1] if honours else [])],
        "dora": sum(han for name, han in dora.items() if name != "ura"),
        "uradora": dora.get("ura", 0),
        "kandora": 0,
        "kanuradora": 0,
        "openHand": any(meld["kind"] != "closed_kan" for meld in (won.hand or {}).get("melds", ())),
    }
