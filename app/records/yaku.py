"""The yaku of other programs as ours: Tenhou by number and name, Mahjong Soul by number.

Tenhou's numbers are those of its mjlog, 0 to 54. Mahjong Soul's are those of `fans` in `RecordHule`.
"""

import re
from collections.abc import Iterable
from typing import Final

from yakulens.app.records.record import DORA
from yakulens.app.words import i18n
from yakulens.scorer.yaku import BY_ID, YAKU_IDS

_SEATS: Final = ("yakuhai_seat",) * 4 + ("yakuhai_round",) * 4
TENHOU: Final = (
    *("menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao"),
    *("iipeikou", *_SEATS, "yakuhai_white", "yakuhai_green", "yakuhai_red"),
    *("double_riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku_doujun", "sanshoku_doukou"),
    *("sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu"),
    *("chinitsu", "renhou", "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou"),
    *("ryuuiisou", "chinroutou", "chuuren_poutou", "chuuren_poutou_9", "kokushi_musou"),
    *("kokushi_musou_13", "daisuushii", "shousuushii", "suukantsu", "dora", "ura", "red_five"),
)
"""Our identifier for each of Tenhou's numbers."""
MAHJONG_SOUL: Final = dict(
    enumerate(
        (
            *("menzen_tsumo", "riichi", "chankan", "rinshan", "haitei", "houtei"),
            *("yakuhai_white", "yakuhai_green", "yakuhai_red", "yakuhai_seat", "yakuhai_round", "tanyao"),
            *("iipeikou", "pinfu", "chanta", "ittsuu", "sanshoku_doujun", "double_riichi"),
            *("sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou"),
            *("chiitoitsu", "junchan", "honitsu", "ryanpeikou", "chinitsu", "ippatsu"),
            *("dora", "red_five", "ura", "north", "tenhou", "chiihou", "daisangen", "suuankou"),
            *("tsuuiisou", "ryuuiisou", "chinroutou", "kokushi_musou", "shousuushii", "suukantsu"),
            *("chuuren_poutou", "paarenchan", "chuuren_poutou_9", "suuankou_tanki", "kokushi_musou_13"),
            "daisuushii",
        ),
        start=1,
    )
)
"""Our identifier for each of Mahjong Soul's numbers."""
_NAMES: Final = {
    **{i18n.text("ja", f"yaku.{name}"): name for name in YAKU_IDS},
    **{f"自風 {wind}": "yakuhai_seat" for wind in "東南西北"},
    **{f"場風 {wind}": "yakuhai_round" for wind in "東南西北"},
    "断幺九": "tanyao",
    "混全帯幺九": "chanta",
    "純全帯幺九": "junchan",
    "ダブル立直": "double_riichi",
    "役牌:自風牌": "yakuhai_seat",
    "役牌:場風牌": "yakuhai_round",
    "国士無双１３面": "kokushi_musou_13",
    "国士無双13面": "kokushi_musou_13",
    "国士無双十三面待ち": "kokushi_musou_13",
    "ドラ": "dora",
    "裏ドラ": "ura",
    "赤ドラ": "red_five",
    "抜きドラ": "north",
    "北抜きドラ": "north",
}
"""Our identifier for each name that tenhou.net/6 and those who convert to it write."""
_ROW: Final = re.compile(r"(?P<name>.+)\((?:(?P<han>\d+)飜|役満)\)")


def named(rows: Iterable[str]) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
    """The yaku of rows such as `立直(1飜)` with their han (a yakuman 1), and the names that are not known.

    >>> named(["立直(1飜)", "大三元(役満)", "三風刻(2飜)"])
    ((('riichi', 1), ('daisangen', 1)), ('三風刻',))
    """
    yaku, unknown = [], []
    for row in rows:
        found = _ROW.fullmatch(row)
        name = found["name"] if found else row
        if found and name in _NAMES:
            yaku.append((_NAMES[name], int(found["han"] or 1)))
        else:
            unknown.append(name)
    return tuple(yaku), tuple(unknown)


def same_yaku(told: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Yaku by the name that sets without double forms use, with their han; dora that add nothing left out.

    >>> same_yaku([("suuankou_tanki", 2), ("ura", 0), ("dora", 1), ("dora", 1)])
    {'suuankou': 2, 'dora': 2}
    """
    found: dict[str, int] = {}
    for name, han in told:
        plain = name if name in DORA else (BY_ID[name].replaces or name)
        if han or name not in DORA:
            found[plain] = found.get(plain, 0) + han
    return found
