"""Scores: the dearest reading, what a rule set changes, and why a yaku was not given."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.scorer import Hand, Liable, Meld, Score, Situation, load_rules, score

if TYPE_CHECKING:
    from yakulens.scorer.vocabulary import From, Seat


def scored(
    concealed: str,
    win: str,
    *melds: Meld,
    rules: str = "ema-2025",
    by: str = "ron",
    overrides: dict[str, object] | None = None,
    **rest: Any,  # noqa: ANN401 - any field of a Situation
) -> Score:
    situation = Situation(by, **rest)  # type: ignore[arg-type]
    return score(Hand.of(concealed, win, melds), situation, load_rules(rules, overrides))


def ids(result: Score) -> list[str]:
    return [row.id for row in result.yaku]


def reasons(result: Score) -> dict[str, str]:
    return {miss.id: miss.because for miss in result.why_not}


def test_a_hand_in_pieces_is_not_complete() -> None:
    result = scored("147m258p369s1234z", "5z")
    assert (result.outcome, result.value, result.payments, result.reading) == ("not_complete", 0, {}, None)
    assert (result.yaku, result.dora, result.fu_rows, result.why_not, result.other_readings) == (
        (),
        (),
        (),
        (),
        (),
    )
    assert (result.han, result.fu, result.yakuman, result.limit, result.base) == (None, None, 0, None, 0)
    assert "neither four sets" in result.problems[0].text


def test_two_equal_pairs_are_said_to_be_none() -> None:
    assert "all differ" in scored("1111m22p33s44556z", "6z").problems[0].text


def test_dora_alone_do_not_win() -> None:
    result = scored(
        "345m44p67s", "8s", Meld.of("chi", "123p", "left"), Meld.of("pon", "999s"), dora_indicators=("3p",)
    )
    assert (result.outcome, result.han, result.fu, result.dora) == ("no_yaku", None, None, ())
    assert result.problems[0].code == "no_yaku"
    assert result.reading is not None


def test_rcr_two_han_from_five_counters_dora_not_counted() -> None:
    hand = ("345567m44p67s", "8s", Meld.of("closed_kan", "7777z"))
    few = scored(*hand, rules="rcr", honba=4, dora_indicators=("6z",))
    many = scored(*hand, rules="rcr", honba=5, dora_indicators=("6z",))
    assert (few.outcome, many.outcome) == ("win", "no_yaku")
    told = many.problems[0].text
    assert "two han" in told
    assert "(RCR Initial Points: 'optional'" in told
    assert scored(*hand, rules="rcr", honba=5, riichi="riichi").outcome == "win"


def test_ema_4_1_1_the_winning_tile_finishes_what_is_dearest() -> None:
    result = scored("11223345m99s555z", "3m", by="tsumo")
    assert result.reading is not None
    assert (result.fu, result.reading.wait) == (40, "penchan")
    pinfu = scored("11223345m567p99s", "3m", by="tsumo")
    assert pinfu.reading is not None
    assert (pinfu.fu, pinfu.reading.wait) == (20, "ryanmen")


def test_readings_not_chosen_are_kept_the_dearest_first() -> None:
    result = scored("2334455667788m", "2m", riichi="riichi")
    assert result.reading is not None
    values = [row.value for row in result.other_readings]
    assert len(values) >= 3
    assert values == sorted(values, reverse=True)
    assert values[0] <= result.value
    assert [row.pair for row in result.other_readings].count(None) == 1


def test_red_fives_stand_in_the_reading() -> None:
    result = scored("340678m44p67s234s", "0s", rules="tenhou", riichi="riichi")
    assert result.reading is not None
    assert [tiles for tiles in result.reading.sets if "0m" in tiles or "0s" in tiles] == [
        ("3m", "4m", "0m"),
        ("0s", "6s", "7s"),
    ]
    assert [(row.id, row.han) for row in result.dora] == [("red_five", 2)]


def test_thirteen_orphans_read_as_one() -> None:
    result = scored("19m19p19s1234567z", "5z")
    assert result.reading is not None
    assert (result.reading.pair, result.reading.sets, result.reading.wait) == ("5z", (), "thirteen")
    assert (result.han, result.fu, result.fu_rows, result.dora, result.limit) == (
        None,
        None,
        (),
        (),
        "yakuman",
    )


def test_seven_pairs_have_one_line_of_minipoints() -> None:
    result = scored("1122m3344p5566s7z", "7z")
    assert [(row.id, row.fu, row.cite) for row in result.fu_rows] == [("seven_pairs", 25, "EMA 2025 4.1.1")]
    assert (result.han, result.fu, result.value) == (2, 25, 1_600)


@pytest.mark.parametrize(
    ("hand", "by", "rows"),
    [
        (("345678m44p67s234s", "5s"), "ron", {"base": 20, "closed_ron": 10}),
        (("345678m44p67s234s", "5s"), "tsumo", {"base": 20}),
        (("345678m11z67s234s", "5s"), "tsumo", {"base": 20, "tsumo": 2, "pair_round_wind": 2}),
        (("345678m22z67s234s", "5s"), "tsumo", {"base": 20, "tsumo": 2, "pair_seat_wind": 2}),
        (("345678m55z67s234s", "5s"), "tsumo", {"base": 20, "tsumo": 2, "pair_dragon": 2}),
        (("345678m44p57s234s", "6s"), "tsumo", {"base": 20, "tsumo": 2, "wait_closed": 2}),
        (("345678m44p12s234s", "3s"), "tsumo", {"base": 20, "tsumo": 2, "wait_edge": 2}),
        (("345678m4p567s234s", "4p"), "tsumo", {"base": 20, "tsumo": 2, "wait_pair": 2}),
        (
            ("222888m44p11s234s", "1s"),
            "tsumo",
            {"base": 20, "tsumo": 2, "triplet_closed": 4, "triplet_orphan_closed": 8},
        ),
        (
            ("222888m44p11s234s", "1s"),
            "ron",
            {"base": 20, "closed_ron": 10, "triplet_closed": 4, "triplet_orphan_open": 4},
        ),
    ],
)
def test_ema_4_1_1_minipoints_line_by_line(hand: tuple[str, str], by: str, rows: dict[str, int]) -> None:
    assert {row.id: row.fu for row in scored(*hand, by=by, riichi="riichi").fu_rows} == rows


def test_ema_4_1_1_minipoints_of_quads() -> None:
    called = (Meld.of("open_kan", "2222p"), Meld.of("added_kan", "9999p"), Meld.of("pon", "777z"))
    closed = (Meld.of("closed_kan", "3333s"), Meld.of("closed_kan", "7777z"))
    rows = (*scored("345m4p", "4p", *called).fu_rows, *scored("345678m4p", "4p", *closed).fu_rows)
    assert {row.id: (row.fu, row.kinds) for row in rows if row.id.startswith("quad")} == {
        "quad_open": (8, (10,) * 4),
        "quad_orphan_open": (16, (17,) * 4),
        "quad_closed": (16, (20,) * 4),
        "quad_orphan_closed": (32, (33,) * 4),
    }


def test_open_pinfu_by_rule_set() -> None:
    hand = ("345678m44p67s", "5s", Meld.of("chi", "234p", "left"))
    assert [scored(*hand, rules=rules).fu for rules in ("ema-2025", "wrc-2015", "wdmc-2019")] == [30, 30, 20]
    assert [row.id for row in scored(*hand).fu_rows] == ["base", "open_pinfu"]


def test_double_wind_pair_by_rule_set() -> None:
    hand = ("345678m11z67s234s", "5s")
    worth = {
        rules: [
            row.fu
            for row in scored(*hand, rules=rules, by="tsumo", seat="east").fu_rows
            if row.id == "pair_double_wind"
        ]
        for rules in ("ema-2025", "wrc-2015", "m-league")
    }
    assert worth == {"ema-2025": [2], "wrc-2015": [4], "m-league": [2]}


def test_ema_6_8_the_lowest_scoring_tile_is_taken() -> None:
    apart = scored("345678m44p67s234s", "5s", by="tsumo")
    mixed = scored("345678m44p67s234s", "5s", by="tsumo", win_apart=False)
    assert (ids(apart), ids(mixed)) == (["menzen_tsumo", "pinfu", "tanyao"], ["menzen_tsumo", "tanyao"])
    assert (apart.fu, mixed.fu) == (20, 30)
    assert mixed.situation.win_apart is False
    by_ron = scored("345678m44p67s234s", "5s", win_apart=False)
    assert "pinfu" in ids(by_ron)


def test_wrc_5_6_no_points_for_the_wait() -> None:
    mixed = scored("345678m44p57s234s", "6s", rules="wrc-2015", by="tsumo", win_apart=False)
    assert {row.id for row in mixed.fu_rows} == {"base", "tsumo"}
    assert mixed.reading is not None
    assert mixed.reading.wait == "unknown"
    assert "pinfu" not in ids(
        scored("345678m44p67s234s", "5s", rules="wrc-2015", by="tsumo", win_apart=False)
    )
    gates = scored("1112345678999m", "5m", rules="wrc-2015", by="tsumo", win_apart=False)
    assert ids(gates) == ["chuuren_poutou"]


def test_a_tile_not_kept_apart_without_penalty() -> None:
    assert "pinfu" in ids(scored("345678m44p67s234s", "5s", rules="wdmc-2019", by="tsumo", win_apart=False))


def test_double_forms_where_a_rule_set_has_them() -> None:
    assert ids(scored("1112345678999m", "5m", rules="rcr", by="tsumo")) == ["chuuren_poutou_9"]
    assert scored("1112345678999m", "5m", rules="rcr", by="tsumo").yakuman == 2
    assert ids(scored("1112345678999m", "5m", by="tsumo")) == ["chuuren_poutou"]
    assert ids(scored("1112345678899m", "9m", rules="rcr", by="tsumo")) == ["chuuren_poutou"]
    assert ids(scored("19m19p19s1234567z", "1m", rules="rcr")) == ["kokushi_musou_13"]
    assert ids(scored("19m19p19s1123456z", "7z", rules="rcr")) == ["kokushi_musou"]
    assert ids(scored("222m444p666s888s7z", "7z", rules="mahjong-soul")) == ["suuankou_tanki"]


def test_several_yakuman_add_up_or_not() -> None:
    hand = ("111222z333z555z6z", "6z")
    assert scored(*hand, rules="tenhou").yakuman == 2
    single = scored(*hand, rules="ema-2025")
    assert (single.yakuman, single.value, set(ids(single))) == (1, 32_000, {"suuankou", "tsuuiisou"})


def test_renhou_stands_alone_and_gives_way_to_a_dearer_reading() -> None:
    cheap = scored("345678m44p67s234s", "5s", first_turn=True, dora_indicators=("3p",))
    assert (ids(cheap), cheap.han, cheap.value, cheap.dora) == (["renhou"], 5, 8_000, ())
    assert reasons(cheap)["pinfu"] == "renhou combines with no other yaku"
    dear = scored("2234455667788m", "3m", first_turn=True)
    assert "renhou" not in ids(dear)
    assert "alone" in reasons(dear)["renhou"]
    assert ids(scored("345678m44p67s234s", "5s", rules="wdmc-2019", first_turn=True)) == ["renhou"]
    assert (
        reasons(scored("345678m44p67s234s", "5s", rules="tenhou", first_turn=True))["renhou"]
        == "Tenhou does not have it"
    )


def test_paarenchan_needs_another_yaku() -> None:
    hand = ("345m44p67s", "8s", Meld.of("chi", "123p", "left"), Meld.of("pon", "999s"))
    assert scored(*hand, rules="wdmc-2019", seat="east", bonus_hand=8).outcome == "no_yaku"
    closed = ("345678m44p67s234s", "5s")
    assert ids(scored(*closed, rules="wdmc-2019", seat="east", bonus_hand=8)) == ["paarenchan"]
    assert ids(scored(*closed, rules="wdmc-2019", seat="east", bonus_hand=7)) == ["pinfu", "tanyao"]
    assert ids(scored(*closed, rules="wdmc-2019", seat="south", bonus_hand=8)) == ["pinfu", "tanyao"]


@pytest.mark.parametrize(
    ("result", "yaku", "because"),
    [
        (scored("345678m44p67s", "5s", Meld.of("chi", "234p", "left")), "pinfu", "the hand is open"),
        (
            scored("345678m55z67s234s", "5s", riichi="riichi"),
            "pinfu",
            "the pair is a dragon, the seat wind or the round wind",
        ),
        (scored("345678m44p57s234s", "6s", riichi="riichi"), "pinfu", "two-sided"),
        (scored("345345m55z67s", "5s", Meld.of("pon", "777z")), "iipeikou", "the hand is open"),
        (
            scored("345345m44p67s234s", "5s", by="tsumo", riichi="double"),
            "riichi",
            "double riichi takes its place",
        ),
        (
            scored("345m678p44s66s", "6s", Meld.of("chi", "234p", "left"), rules="rcr"),
            "tanyao",
            "the hand is open",
        ),
        (scored("222444m66p11s", "1s", Meld.of("closed_kan", "7777z")), "suuankou", "finished by a discard"),
        (scored("222444m66p11s789s", "1s", riichi="riichi"), "sanankou", "finished by a discard"),
        (scored("111999m11z99s", "1z", Meld.of("pon", "777z")), "chanta", "no sequence"),
        (scored("123789m123p11z99s", "9s", riichi="riichi"), "junchan", "the hand holds honours"),
        (scored("1122m3344p5566s7z", "7z", riichi="riichi"), "ippatsu", ""),
        (
            scored(
                "345678m44p67s",
                "8s",
                Meld.of("closed_kan", "7777z"),
                by="tsumo",
                rinshan=True,
                last_tile=True,
            ),
            "haitei",
            "rinshan",
        ),
        (
            scored("345678m44p67s", "8s", Meld.of("closed_kan", "7777z"), by="tsumo", first_turn=True),
            "chiihou",
            "a kan declared",
        ),
        (
            scored("345678m44p67s234s", "5s", rules="jpml-a", riichi="riichi", ippatsu=True),
            "ippatsu",
            "JPML A does not have it",
        ),
        (
            scored("223344666888s2s", "2s", overrides={"ryuuiisou_needs_green_dragon": True}),
            "ryuuiisou",
            "no green dragon",
        ),
        (scored("1122334455667z", "7z", rules="rcr"), "tsuuiisou", "not seven pairs"),
        (scored("222m333m444m99p67s", "5s", riichi="riichi"), "sanrenkou", "EMA 2025 does not have it"),
        (scored("345340678m44p67s", "5s", rules="ema-2025", riichi="riichi"), "red_five", "plain five"),
        (
            scored("345678m44p67s234s", "5s", dora_indicators=("1z",), ura_indicators=("2z",)),
            "ura",
            "did not declare riichi",
        ),
        (
            scored(
                "345678m44p67s234s",
                "5s",
                rules="jpml-a",
                riichi="riichi",
                dora_indicators=("1z",),
                ura_indicators=("2z",),
            ),
            "ura",
            "does not have ura",
        ),
    ],
)
def test_why_a_yaku_was_not_given(result: Score, yaku: str, because: str) -> None:
    found = reasons(result)
    assert (because in found[yaku]) if because else (yaku not in found)


def test_each_miss_cites_its_section() -> None:
    result = scored("345678m44p67s", "5s", Meld.of("chi", "234p", "left"))
    assert [(miss.id, miss.cite) for miss in result.why_not] == [
        ("pinfu", "EMA 2025 4.2.1"),
        ("dora", "EMA 2025 2.7"),
    ]


@pytest.mark.parametrize(
    ("result", "yaku", "cite"),
    [
        (scored("123m456p789s345s9p", "9p", riichi="double"), "riichi", "EMA 2025 4.2.2"),
        (scored("112233m445566p7z", "7z"), "iipeikou", "EMA 2025 4.2.3"),
        (scored("123m456p789s1155z", "5z", first_turn=True), "yakuhai_white", "EMA 2025 4.2.4"),
        (scored("112233m445566p7z", "7z", rules="wrc-2015"), "iipeikou", "WRC 2015 6.5.3"),
    ],
)
def test_a_miss_by_another_yaku_cites_the_section_of_that_one(result: Score, yaku: str, cite: str) -> None:
    assert {miss.id: miss.cite for miss in result.why_not}[yaku] == cite


DRAGONS = (Meld.of("pon", "555z", "left"), Meld.of("pon", "666z", "left"), Meld.of("pon", "777z", "across"))


@pytest.mark.parametrize(
    ("melds", "tiles", "rules", "liable", "because"),
    [
        (DRAGONS, "345m4p", "ema-2025", "daisangen", ""),
        (DRAGONS[:2], "345m4p777z", "ema-2025", "daisangen", "not every set"),
        (DRAGONS, "345m4p", "ema-2025", "daisuushii", "does not have daisuushii"),
        (DRAGONS, "345m4p", "ema-2025", "suukantsu", "no liability for suukantsu"),
        (DRAGONS, "345m4p", "wdmc-2019", "daisangen", "has no liability"),
        ((*DRAGONS[1:], Meld.of("closed_kan", "5555z")), "345m4p", "wrc-2015", "daisangen", ""),
    ],
)
def test_liability(melds: tuple[Meld, ...], tiles: str, rules: str, liable: str, because: str) -> None:
    result = scored(tiles, "4p", *melds, rules=rules, by="tsumo", liable=Liable("north", liable))
    assert reasons(result).get("liability", "").count(because) >= bool(because)
    assert (result.payments["north"] == -32_000) == (not because)


def test_liability_for_four_quads() -> None:
    melds = [Meld.of("open_kan", f"{rank * 4}m", "across") for rank in "1379"]
    result = scored("4p", "4p", *melds, rules="m-league", by="tsumo", liable=Liable("north", "suukantsu"))
    assert result.payments["north"] == -32_000


def test_liability_ema_3_3_7_wrc_6_2_nobody_fed_the_last_set_where_all_are_closed_quads() -> None:
    closed = [Meld.of("closed_kan", dragon * 4 + "z") for dragon in "567"]
    fed = [*closed[:2], Meld.of("pon", "777z", "right")]
    for rules in ("ema-2025", "wrc-2015"):
        alone, shared = (
            scored("123m5p", "5p", *melds, rules=rules, by="tsumo", liable=Liable("west", "daisangen"))
            for melds in (fed, closed)
        )
        assert alone.payments["west"] == -32000
        assert shared.payments["west"] == -8000
        assert "nobody fed the last one" in reasons(shared)["liability"]


def test_nobody_is_liable_for_what_a_house_rule_makes_no_yakuman() -> None:
    rules = load_rules("mahjong-soul", {"yaku": {"daisangen": {"closed": 6, "open": 6}}})
    hand = Hand.of("123m5p", "5p", DRAGONS)
    result = score(hand, Situation("tsumo", liable=Liable("west", "daisangen")), rules)
    assert result.payments["west"] == -4000  # nine han with the three dragons: baiman
    assert "no liability for daisangen" in reasons(result)["liability"]


def test_liability_for_one_of_several_yakuman() -> None:
    melds = [*DRAGONS, Meld.of("pon", "111z", "left")]
    result = scored(
        "2z",
        "2z",
        *melds,
        rules="mahjong-soul",
        by="ron",
        discarder="west",
        liable=Liable("north", "daisangen"),
    )
    assert (result.yakuman, result.payments["north"], result.payments["west"]) == (2, -16_000, -48_000)


def test_several_yakuman_that_are_paid_as_one_are_told() -> None:
    melds = [*DRAGONS, Meld.of("pon", "111z", "left")]
    result = scored("2z", "2z", *melds, by="tsumo")
    assert (len(result.yaku), result.yakuman) == (2, 1)
    assert "several yakuman are paid as one" in [note.message.text for note in result.notes]


def test_three_players_of_wdmc() -> None:
    hand = ("222333444m1p567s", "1p")
    result = scored(*hand, rules="wdmc-2019-3p", by="tsumo", honba=1)
    assert set(result.payments) == {"east", "south", "west"}
    assert sum(result.payments.values()) == 0
    assert "sanrenkou" in ids(result)
    assert [
        row.han for row in scored("1234567891123p", "4p", rules="wdmc-2019-3p").yaku if row.id == "chinitsu"
    ] == [5]


def test_norths_set_aside_are_dora_and_can_be_pointed_at() -> None:
    hand = ("234567p234567s8s", "8s")
    plain = scored(*hand, rules="tenhou-3p", by="tsumo", north_dora=1)
    assert [(row.id, row.han) for row in plain.dora] == [("north", 1)]
    pointed = scored(*hand, rules="tenhou-3p", by="tsumo", north_dora=2, dora_indicators=("3z",))
    assert [(row.id, row.han) for row in pointed.dora] == [("dora", 2), ("north", 2)]


def test_the_third_tile_after_riichi_is_among_three_the_declarers_own_and_may_be_the_last() -> None:
    hand = ("123456p78s555z11s", "9s")
    won = {"riichi": "riichi", "ippatsu": True, "last_tile": True, "by": "tsumo"}
    result = scored(*hand, rules="tenhou-3p", **won)
    assert (result.limit, result.payments) == ("mangan", {"east": -4000, "south": 6000, "west": -2000})
    assert {*ids(result)} == {"riichi", "ippatsu", "menzen_tsumo", "haitei", "yakuhai_white"}
    refused = scored("123456p78s55511s", "9s", rules="wdmc-2019-3p", **won)
    assert "ippatsu_on_last_tile" in [each.code for each in refused.problems]  # 3.5.1: four tiles


def test_dora_can_be_switched_off() -> None:
    situation = {"dora_indicators": ("3p",)}
    assert scored("345678m44p67s234s", "5s", **situation).han == 4
    assert scored("345678m44p67s234s", "5s", overrides={"dora": False}, **situation).han == 2


def test_a_score_keeps_what_was_scored() -> None:
    hand = Hand.of("345678m44p67s234s", "5s")
    situation = Situation("ron")
    result = score(hand, situation, load_rules("ema-2025"))
    assert (result.hand, result.situation, result.rules.name) == (hand, situation, "ema-2025")
    assert replace(situation, by="tsumo").facts != situation.facts


@pytest.mark.parametrize(
    ("origins", "seat", "code"),
    [
        (("right", "right", "right"), "west", "note_liable_by_calls"),
        (("left", "left", "across"), "north", "note_liable_by_order"),
    ],
)
def test_ema_3_3_7_the_calls_tell_who_is_liable_where_nobody_is_named(
    origins: tuple[From, ...], seat: Seat, code: str
) -> None:
    melds = [Meld.of("pon", dragon * 3 + "z", origin) for dragon, origin in zip("567", origins, strict=True)]
    result = scored("345m4p", "4p", *melds, by="tsumo")
    assert (result.liable, result.payments[seat]) == (Liable(seat, "daisangen"), -32_000)
    assert [note.message.code for note in result.notes] == [code]


def test_where_two_players_fed_two_yakuman_it_has_to_be_said_who_is_liable() -> None:
    dragons = [Meld.of("open_kan", dragon * 4 + "z", "left") for dragon in "567"]
    fed = {
        origin: scored(
            "2p", "2p", *dragons, Meld.of("open_kan", "1111m", origin), rules="m-league", by="tsumo"
        )
        for origin in ("left", "right")
    }
    assert {"daisangen", "suukantsu"} <= set(ids(fed["left"]))
    assert fed["left"].liable == Liable("east", "daisangen")
    assert fed["right"].liable is None
    assert "the calls do not show" in reasons(fed["right"])["liability"]


def test_a_hand_that_is_not_complete_is_worth_nothing_in_words() -> None:
    found = score(Hand.of("1357m2468p13579s", "1z"), Situation("ron"), load_rules("ema-2025"))
    assert (found.outcome, found.worth, found.transfers) == ("not_complete", None, ())
