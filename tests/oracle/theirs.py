"""Hands and rule sets as PyPI `mahjong` wants them, and its answers in our words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from yakulens.scorer.tile import KIND

if TYPE_CHECKING:
    from mahjong.hand_calculating.hand_response import HandResponse

    from yakulens.scorer import Hand, RuleSet, Score, Situation

_WINDS = {"east": 27, "south": 28, "west": 29, "north": 30}
_MELDS = {
    "chi": TheirMeld.CHI,
    "pon": TheirMeld.PON,
    "open_kan": TheirMeld.KAN,
    "added_kan": TheirMeld.SHOUMINKAN,
    "closed_kan": TheirMeld.KAN,
}
_YAKU = {
    "Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "DaburuRiichi": "double_riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan": "rinshan",
    "Haitei": "haitei",
    "Houtei": "houtei",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Haku": "yakuhai_white",
    "Hatsu": "yakuhai_green",
    "Chun": "yakuhai_red",
    "Sanshoku": "sanshoku_doujun",
    "Ittsu": "ittsuu",
    "Chantai": "chanta",
    "Honroto": "honroutou",
    "Toitoi": "toitoi",
    "Sanankou": "sanankou",
    "SanKantsu": "sankantsu",
    "SanshokuDoukou": "sanshoku_doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shosangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu",
    "KokushiMusou": "kokushi_musou",
    "DaburuKokushiMusou": "kokushi_musou_13",
    "ChuurenPoutou": "chuuren_poutou",
    "DaburuChuurenPoutou": "chuuren_poutou_9",
    "Suuankou": "suuankou",
    "SuuankouTanki": "suuankou_tanki",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushii",
    "DaiSuushii": "daisuushii",
    "Ryuuiisou": "ryuuiisou",
    "Suukantsu": "suukantsu",
    "Tsuuiisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Dora": "dora",
    "UraDora": "ura",
    "AkaDora": "red_five",
}
_FIVES = (4, 13, 22)
_PLAIN = {
    "kokushi_musou_13": "kokushi_musou",
    "chuuren_poutou_9": "chuuren_poutou",
    "suuankou_tanki": "suuankou",
}


@dataclass(frozen=True, slots=True)
class Question:
    """The arguments of `HandCalculator.estimate_hand_value`."""

    tiles: list[int]
    win: int
    melds: list[TheirMeld]
    dora: list[int]
    ura: list[int]
    config: HandConfig

    def ask(self) -> HandResponse:
        """Their answer."""
        return HandCalculator.estimate_hand_value(
            self.tiles,
            self.win,
            melds=self.melds,
            dora_indicators=self.dora,
            ura_dora_indicators=self.ura,
            config=self.config,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What both sides say of a hand; for a yakuman han and fu say nothing and stand at 0."""

    value: int
    han: int
    fu: int
    yaku: frozenset[str]


NOTHING = Answer(0, 0, 0, frozenset())


def options_of(rules: RuleSet) -> OptionalRules:
    """Their options for a rule set, as far as they can express it."""
    return OptionalRules(
        has_open_tanyao=rules.open_tanyao,
        has_aka_dora=any(rules.red_fives),
        has_double_yakuman=rules.yaku["daisuushii"].yakuman > 1,
        kazoe_limit=HandConfig.KAZOE_LIMITED if rules.counted_yakuman else HandConfig.KAZOE_SANBAIMAN,
        kiriage=rules.kiriage_mangan,
        fu_for_open_pinfu=rules.fu["open_pinfu"] > 0,
        fu_for_pinfu_tsumo=rules.fu["pinfu_tsumo"] > 0,
    )


def question(hand: Hand, situation: Situation, rules: RuleSet) -> Question:
    """A hand as they want it: tiles 0..135, the first of each suit's fives the red one."""
    numbers = _Numbers()
    concealed = [numbers.next(tile) for tile in hand.concealed]
    melds = [
        TheirMeld(_MELDS[meld.kind], [numbers.next(tile) for tile in meld.tiles], opened=meld.is_open)
        for meld in hand.melds
    ]
    win = numbers.next(hand.win)
    tsumo = situation.by == "tsumo"
    config = HandConfig(
        is_tsumo=tsumo,
        is_riichi=situation.riichi == "riichi",
        is_daburu_riichi=situation.riichi == "double",
        is_ippatsu=situation.ippatsu,
        is_rinshan=situation.rinshan,
        is_chankan=situation.chankan,
        is_haitei=situation.last_tile and tsumo,
        is_houtei=situation.last_tile and not tsumo,
        is_tenhou=situation.first_turn and tsumo and situation.seat == "east",
        is_chiihou=situation.first_turn and tsumo and situation.seat != "east",
        player_wind=_WINDS[situation.seat],
        round_wind=_WINDS[situation.round],
        options=options_of(rules),
    )
    tiles = [*concealed, *(tile for meld in melds for tile in meld.tiles), win]
    return Question(
        tiles,
        win,
        melds,
        [4 * KIND[tile] + 1 for tile in situation.dora_indicators],
        [4 * KIND[tile] + 1 for tile in situation.ura_indicators],
        config,
    )


def answer(response: HandResponse, rules: RuleSet) -> Answer:
    """Their answer in our words."""
    if response.error or response.cost is None or response.yaku is None:
        return NOTHING
    value = response.cost["main"] + 2 * response.cost["additional"]
    names = frozenset(_name(type(yaku).__name__, rules) for yaku in response.yaku)
    if any(yaku.is_yakuman for yaku in response.yaku):
        return Answer(value, 0, 0, names)
    return Answer(value, response.han or 0, response.fu or 0, names)


def ours(result: Score) -> Answer:
    """Our answer in the same form."""
    if result.outcome != "win":
        return NOTHING
    names = frozenset(row.id for row in (*result.yaku, *result.dora))
    return Answer(result.value, result.han or 0, result.fu or 0, names)


def _name(theirs: str, rules: RuleSet) -> str:
    name = "yakuhai_seat" if theirs.startswith("SeatWind") else _YAKU.get(theirs, theirs)
    name = "yakuhai_round" if theirs.startswith("RoundWind") else name
    return name if name in rules.yaku else _PLAIN.get(name, name)


class _Numbers:
    """Hands out the four numbers of each tile, the first of the fives to the red one only."""

    def __init__(self) -> None:
        self._next = {kind: 4 * kind + (kind in _FIVES) for kind in range(34)}

    def next(self, tile: str) -> int:
        kind = KIND[tile]
        if tile[0] == "0":
            return 4 * kind
        self._next[kind] += 1
        if self._next[kind] - 1 == 4 * kind + 4:
            return 4 * kind  # all four are plain: only where red fives do not count
        return self._next[kind] - 1
