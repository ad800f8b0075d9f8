"""Small logs of each format.

Those of Tenhou, and `mahjong_soul_rounds`, are rounds that others published, the latter among the tests of
RiichiEnv (github.com/smly/RiichiEnv, `tests/data/mjsoul_*.json`), of which only what matters to the end of
the hand stands here.
"""

from __future__ import annotations

from typing import Any

from yakulens.scorer.tile import parse

TENHOU_ROUND: dict[str, Any] = {
    "title": ["第二期　天鳳名人戦", "第１節　Ａ卓　１戦目"],
    "name": ["A", "B", "C", "D"],
    "rule": {"disp": "般南喰赤", "aka": 1},
    "log": [
        [
            [0, 0, 0],
            [30000, 30000, 30000, 30000],
            [24],
            [],
            [12, 17, 21, 22, 25, 26, 27, 32, 33, 34, 37, 37, 43],
            [39, 32, 46, 35, "32p3232", 33, "37p3737", 31],
            [43, 39, 12, 46, 21, 22, 17, 60],
            [16, 16, 19, 22, 22, 23, 26, 27, 29, 39, 42, 45, 47],
            [13, 28, 38, 21, 26, 23, 18, 12],
            [19, 39, 45, 38, 42, 47, 13, 60],
            [11, 11, 14, 15, 16, 17, 19, 28, 37, 41, 43, 44, 46],
            [41, 14, "1111p11", 38, 32, 35, 37, 33, 14],
            [28, 37, 43, 60, 60, 60, 60, 44, 33],
            [11, 51, 17, 18, 24, 52, 32, 33, 36, 36, 43, 44, 45],
            [31, 21, 26, 19, 44, 18],
            [43, 11, 45, 44, 60, 60],
            ["和了", [2900, 0, -2900, 0], [0, 2, 0, "30符2飜2900点", "断幺九(1飜)", "ドラ(1飜)"]],
        ]
    ],
}
MAHJONG_SOUL_ROUND = TENHOU_ROUND | {
    "rule": {"aka": 0, "aka51": 1, "aka52": 1, "aka53": 1, "disp": "玉の間南喰赤"},
    "log": [
        [
            [0, 0, 0],
            [25000, 25000, 25000, 25000],
            [14],
            [],
            [39, 16, 24, 33, 39, 12, 35, 36, 17, 46, 21, 34, 37],
            [33, 27, 37, 36, 29, 35, 18, 45, 41],
            [21, 46, 12, 39, 39, 24, 34, 60, 60],
            [12, 28, 17, 41, 24, 12, 23, 32, 36, 12, 47, 38, 39],
            [32, 15, 11, 31, 26, 28, 13, 27],
            [39, 41, 60, 60, 47, 36, 38, 28],
            [13, 14, 37, 26, 34, 24, 45, 52, 23, 46, 18, 45, 19],
            [11, 51, 35, 28, 32, 44, 26, "45p4545"],
            [46, 11, 37, 60, 60, 60, 19, 18],
            [22, 43, 47, 38, 42, 53, 18, 14, 38, 18, 43, 16, 25],
            [31, 31, 21, 16, 42, 46, 26, 19],
            [60, 60, 42, 47, 60, 60, 21, 60],
            ["和了", [2000, -2000, 0, 0], [0, 1, 0, "40符1飜2000点", "一盃口(1飜)"]],
        ]
    ],
}
MJLOG = """<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="169" lobby="0"/>
<UN n0="%E5%B7%9D" n1="B" n2="C" n3="D" dan="0,7,12,1" rate="1500.00,1421.91,1790.94,1532.23" sx="M,M,M,M"/>
<TAIKYOKU oya="0"/>
<INIT seed="1,0,1,3,1,87" ten="273,125,362,230" oya="1" hai0="1" hai1="1" hai2="2" hai3="3"/><T4/><D4/>
<AGARI ba="0,1" hai="24,25,26,83,86,91,92,94" m="1610,36191" machi="91" ten="30,2900,0" yaku="8,1,52,1" \
doraHai="87" doraHaiUra="32" who="1" fromWho="3" sc="273,0,125,39,362,0,230,-29" />
<INIT seed="1,1,0,0,0,33" ten="273,164,362,201" oya="1"/><REACH who="1" step="1"/><REACH who="1" step="2"/>
<BYE who="2"/>
<RYUUKYOKU ba="1,1" sc="273,-10,154,30,362,-10,201,-10" \
hai1="43,47,49,51,52,54,56,57,62,79,82,101,103" />
<INIT seed="1,2,1,0,0,33" ten="263,184,352,191" oya="1"/><REACH who="0" step="1"/><REACH who="0" step="2"/>
<AGARI ba="2,2" hai="23,25,30,41,46,51,59,60,64,66,67,81,86,91" machi="67" ten="30,3900,0" \
yaku="1,1,7,1,8,1,53,0" doraHai="33,118" doraHaiUra="117,50" who="0" fromWho="3" \
sc="253,65,184,0,352,0,191,-45"/>
<INIT seed="2,0,0,0,0,33" ten="318,184,352,146" oya="2"/>
</mjloggm>"""


def mahjong_soul() -> dict[str, Any]:
    """A game of Mahjong Soul: a riichi that is called, an added quad, a double ron and a draw."""
    hands = [
        "123m456p789s1122z9p",  # the dealer's fourteen
        "234567m234p6788s",
        "345678m44p67s555z",
        "19m19p19s1234567z",
    ]
    start = {"chang": 0, "ju": 0, "ben": 0, "liqibang": 0, "doras": ["9m"], "scores": [25000] * 4}
    actions: list[tuple[str, dict[str, Any]]] = [
        ("RecordNewRound", start | {f"tiles{seat}": hand for seat, hand in enumerate(hands)}),
        ("RecordDiscardTile", {"seat": 0, "tile": "9p", "isLiqi": True}),
        ("RecordDealTile", {"seat": 1, "tile": "5z", "liqi": {"seat": 0, "score": 24000}}),
        ("RecordDiscardTile", {"seat": 1, "tile": "5z"}),
        ("RecordChiPengGang", {"seat": 2, "type": 1, "tiles": ["5z", "5z", "5z"], "froms": [2, 2, 1]}),
        ("RecordDiscardTile", {"seat": 2, "tile": "3m"}),
        ("RecordMystery", {"seat": 0}),
        ("RecordDealTile", {"seat": 3, "tile": "5s"}),
        ("RecordDiscardTile", {"seat": 3, "tile": "5s"}),
        (
            "RecordHule",
            {
                "hules": [
                    {
                        "seat": 1,
                        "hand": list(parse("234567m234p6788s")),
                        "huTile": "5s",
                        "doras": ["9m"],
                        "count": 2,
                        "fu": 30,
                        "fans": [{"id": 14, "val": 1}, {"id": 12, "val": 1}],
                        "pointRong": 2000,
                    },
                    {
                        "seat": 2,
                        "hand": list(parse("456678m44p67s")),
                        "ming": ["kezi(5z,5z,5z)"],
                        "huTile": "5s",
                        "doras": ["9m"],
                        "count": 1,
                        "fu": 30,
                        "fans": [{"id": 7, "val": 1}],
                        "pointRong": 1000,
                    },
                ],
                "deltaScores": [0, 3000 - 1000 + 0, 2000, -3000],
            },
        ),
        ("RecordNewRound", start | {"ju": 1, "scores": [24000, 27000, 26000, 23000]}),
        (
            "RecordNoTile",
            {
                "players": [{}, {"tingpai": True}, {}, {}],
                "scores": [{"deltaScores": [-1000, 3000, -1000, -1000]}],
            },
        ),
        ("RecordNewRound", start | {"ju": 1, "ben": 1, "scores": [23000, 30000, 25000, 22000]}),
        ("RecordLiuJu", {"type": 1, "seat": 2}),
    ]
    data = [{"name": f".lq.{name}", "data": each} for name, each in actions]
    accounts = [
        {"nickname": "Ann"},
        *({"seat": seat, "nickname": name} for seat, name in ((1, "Bo"), (2, "Cy"))),
    ]
    return {"head": {"accounts": accounts, "config": {"mode": {"mode": 2}}}, "data": data}


def mahjong_soul_rounds() -> dict[str, list[dict[str, Any]]]:
    """Ends of real hands: an open half flush, a hand of heaven among three, and a draw with a riichi."""

    def call(seat: int, tiles: str, source: int) -> tuple[str, dict[str, Any]]:
        kind = int(tiles[0] == tiles[1])
        named = [f"{number}{tiles[-1]}" for number in tiles[:-1]]
        return "ChiPengGang", {"seat": seat, "type": kind, "tiles": named, "froms": [seat, seat, source]}

    def fans(*numbers: tuple[int, int]) -> list[dict[str, int]]:
        return [{"id": number, "val": val} for number, val in numbers]

    flush = {"hand": ["6p", "7p", "7z", "7z"], "hu_tile": "8p", "seat": 1, "zimo": True, "doras": ["5p"]}
    flush |= {"count": 5, "fans": fans((27, 2), (10, 1), (7, 1), (31, 1)), "fu": 40, "yiman": False}
    heaven = {
        "hand": list(parse("22456789p23478s")),
        "hu_tile": "9s",
        "seat": 1,
        "zimo": True,
        "doras": ["7s"],
        "yiman": True,
    }
    heaven |= {"count": 1, "fans": fans((35, 1)), "fu": 20}
    rounds = {
        "flush": [
            ("NewRound", {"scores": [25000] * 4, "chang": 0, "ju": 0, "ben": 0, "liqibang": 0}),
            call(1, "222z", 3),
            call(1, "789p", 0),
            call(2, "243m", 1),
            call(1, "555z", 2),
            ("Hule", {"hules": [flush], "scores": [21000, 33000, 23000, 23000]}),
        ],
        "heaven": [
            ("NewRound", {"scores": [25000, 50000, 30000], "chang": 0, "ju": 1, "ben": 1, "tiles3": []}),
            ("Hule", {"hules": [heaven], "scores": [8900, 82200, 13900]}),
        ],
        "draw": [
            ("NewRound", {"scores": [5400, 31300, 43000, 20300], "chang": 1, "ju": 3}),
            ("DiscardTile", {"seat": 0, "tile": "1m", "is_liqi": True}),
            ("DealTile", {"seat": 1, "tile": "3s"}),
            ("NoTile", {"scores": [{"delta_scores": [3000, -1000, -1000, -1000]}]}),
        ],
    }
    return {name: [{"name": action, "data": data} for action, data in each] for name, each in rounds.items()}
