"""RCR and the presets of the online and league rule sets: where they settle differently."""

from typing import Any

import pytest

from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.tile import parse
from yakulens.scorer.waits import quad_after_riichi

EVERYBODY = ["east", "south", "west", "north"]


def settled(rules: str, **hand: object) -> dict[str, Any]:
    answer = settle_json({"rules": rules, **hand})
    assert answer["problems"] == []
    return answer


def test_rcr_initial_points_all_bets_go_to_the_winner_closest_to_the_discarder() -> None:
    wins = [{"seat": "north", "han": 5}, {"seat": "south", "han": 5}]
    answer = settled("rcr", event="ron", discarder="east", deposits=1, riichi=["north", "west"], wins=wins)
    assert answer["net"] == {"east": -16000, "south": 8000 + 3000, "west": -1000, "north": 8000 - 1000}


def test_rcr_abortive_hands_three_rons_are_an_abortive_draw() -> None:
    wins = [{"seat": seat, "han": 5} for seat in ("south", "west", "north")]
    answer = settled("rcr", event="ron", discarder="east", honba=1, deposits=1, riichi=["west"], wins=wins)
    assert answer["winners"] == []
    assert answer["net"] == {"east": 0, "south": 0, "west": -1000, "north": 0}
    assert (answer["honba_next"], answer["dealer_next"], answer["deposits_left"]) == (2, "east", 2)
    assert any(note["cite"] == "RCR Abortive Hands" for note in answer["notes"])


@pytest.mark.parametrize(
    "reason", ["four_quads", "four_winds", "nine_terminals", "four_riichi", "three_rons"]
)
def test_rcr_abortive_hands_add_a_counter_and_no_noten_penalty(reason: str) -> None:
    answer = settled("rcr", event="abortive_draw", reason=reason, riichi=EVERYBODY, tenpai=["east"])
    assert set(answer["net"].values()) == {-1000}
    assert (answer["honba_next"], answer["dealer_next"], answer["deposits_left"]) == (1, "east", 4)


def test_rcr_abortive_hands_four_riichi_need_four() -> None:
    answer = settle_json(
        {"rules": "rcr", "event": "abortive_draw", "reason": "four_riichi", "riichi": ["east"]}
    )
    assert [each["code"] for each in answer["problems"]] == ["riichi_missing"]


def test_rcr_noten_penalty_and_counters() -> None:
    answer = settled("rcr", event="exhaustive_draw", tenpai=["south"], honba=1)
    assert answer["net"]["south"] == 3000
    assert (answer["honba_next"], answer["dealer_next"]) == (2, "south")
    win = settled("rcr", event="tsumo", honba=2, wins=[{"seat": "south", "han": 1, "fu": 30}])
    assert win["net"] == {"east": -700, "south": 1700, "west": -500, "north": -500}


def test_rcr_empty_tray_at_zero_the_game_continues() -> None:
    scores = {"east": 25000, "south": 8000, "west": 42000, "north": 25000}
    win = [{"seat": "west", "han": 5}]
    assert settled("rcr", event="ron", discarder="south", scores=scores, wins=win)["game_ends"] is False
    scores |= {"south": 7900, "west": 42100}
    assert settled("rcr", event="ron", discarder="south", scores=scores, wins=win)["game_ends"] is True


def test_rcr_yaku_table_nagashi_mangan_of_several_each_like_a_self_draw() -> None:
    answer = settled("rcr", event="exhaustive_draw", nagashi=["east", "south"])
    assert answer["net"] == {"east": 12000 - 4000, "south": 8000 - 4000, "west": -6000, "north": -6000}


def test_rcr_yaku_table_several_yakuman_add_up() -> None:
    win = {"seat": "south", "yakuman": 2, "yaku": ["daisuushii"]}
    assert settled("rcr", event="ron", discarder="east", wins=[win])["net"]["south"] == 64000


def test_tenhou_nagashi_mangan_of_the_dealer_leaves_the_sticks() -> None:
    answer = settled(
        "tenhou", event="exhaustive_draw", nagashi=["east"], deposits=2, honba=1, tenpai=["south", "west"]
    )
    assert answer["net"] == {"east": 12000, "south": -4000, "west": -4000, "north": -4000}
    assert (answer["deposits_left"], answer["honba_next"], answer["dealer_next"]) == (2, 2, "south")


def test_tenhou_counters_and_sticks_only_to_the_nearest() -> None:
    wins = [{"seat": "north", "han": 2, "fu": 30}, {"seat": "west", "han": 3, "fu": 30}]
    answer = settled(
        "tenhou", event="ron", discarder="south", honba=2, deposits=1, riichi=["north"], wins=wins
    )
    assert answer["net"] == {"east": 0, "south": -6500, "west": 3900 + 600 + 2000, "north": 2000 - 1000}
    assert any("counters" in note["text"] for note in answer["notes"])


def test_tenhou_the_liable_player_pays_the_counters_on_a_discard() -> None:
    win = {
        "seat": "south",
        "yakuman": 1,
        "yaku": ["daisangen"],
        "liable": {"seat": "north", "yaku": "daisangen"},
    }
    answer = settled("tenhou", event="ron", discarder="west", honba=2, wins=[win])
    assert answer["net"] == {"east": 0, "south": 32600, "west": -16000, "north": -16600}


def test_tenhou_liability_covers_the_whole_hand() -> None:
    win = {
        "seat": "south",
        "yakuman": 2,
        "yaku": ["daisangen", "tsuuiisou"],
        "liable": {"seat": "north", "yaku": "daisangen"},
    }
    assert settled("tenhou", event="tsumo", wins=[win])["net"]["north"] == -64000
    assert settled("tenhou", event="ron", discarder="west", wins=[win])["net"]["north"] == -32000


def test_mahjong_soul_liability_covers_the_fed_yakuman_only() -> None:
    win = {
        "seat": "south",
        "yakuman": 2,
        "yaku": ["daisangen", "tsuuiisou"],
        "liable": {"seat": "north", "yaku": "daisangen"},
    }
    tsumo = settled("mahjong-soul", event="tsumo", wins=[win])
    ron = settled("mahjong-soul", event="ron", discarder="west", wins=[win])
    assert tsumo["net"] == {"east": -16000, "south": 64000, "west": -8000, "north": -8000 - 32000}
    assert ron["net"] == {"east": 0, "south": 64000, "west": -48000, "north": -16000}


def test_mahjong_soul_three_rons_are_paid() -> None:
    wins = [{"seat": seat, "han": 5} for seat in ("south", "west", "north")]
    assert settled("mahjong-soul", event="ron", discarder="east", wins=wins)["net"]["east"] == -24000


@pytest.mark.parametrize("rules", ["m-league", "jpml-a"])
def test_leagues_have_one_winner(rules: str) -> None:
    wins = [{"seat": seat, "han": 5} for seat in ("north", "south", "west")]
    assert settled(rules, event="ron", discarder="east", wins=wins)["winners"] == ["south"]


def test_m_league_chombo_is_taken_after_the_game() -> None:
    assert settled("m-league", event="chombo", offender="south")["penalties"] == {"south": -20000}


@pytest.mark.parametrize("rules", ["m-league", "jpml-a"])
def test_leagues_know_no_abortive_draw(rules: str) -> None:
    told = settle_json({"rules": rules, "event": "abortive_draw", "reason": "nine_terminals"})
    assert [each["code"] for each in told["problems"]] == ["no_abortive_draws"]


DAISANGEN_AND_ALL_HONOURS = {
    "seat": "south",
    "yakuman": 2,
    "yaku": ["daisangen", "tsuuiisou"],
    "liable": {"seat": "north", "yaku": "daisangen"},
}


@pytest.mark.parametrize("rules", ["m-league", "jpml-a"])
def test_leagues_liability_covers_the_fed_yakuman_only(rules: str) -> None:
    answer = settled(rules, event="tsumo", wins=[DAISANGEN_AND_ALL_HONOURS])
    assert answer["net"] == {"east": -16000, "south": 64000, "west": -8000, "north": -8000 - 32000}


def test_m_league_8_1_the_liable_player_pays_the_counters_on_a_discard() -> None:
    answer = settled("m-league", event="ron", discarder="west", honba=2, wins=[DAISANGEN_AND_ALL_HONOURS])
    assert answer["net"] == {"east": 0, "south": 64600, "west": -48000, "north": -16600}


def test_jpml_the_discarder_pays_the_counters_beside_a_liable_player() -> None:
    answer = settled("jpml-a", event="ron", discarder="west", honba=2, wins=[DAISANGEN_AND_ALL_HONOURS])
    assert answer["net"] == {"east": 0, "south": 64600, "west": -48600, "north": -16000}


def test_jpml_leaves_the_last_sticks_and_gives_no_uma_where_nobody_holds_30000() -> None:
    scores = {"Ann": 29900, "Bo": 29800, "Cy": 29700, "Di": 29600}
    answer = final_json({"rules": "jpml-a", "scores": scores, "deposits": 1})
    assert answer["deposits_left"] == 1
    assert [(each["points"], each["uma"]) for each in answer["standing"]] == [
        (29900, 0),
        (29800, 0),
        (29700, 0),
        (29600, 0),
    ]


def test_m_league_6_2_two_who_tie_for_first_share_the_sticks() -> None:
    scores = {"Ann": 35000, "Bo": 35000, "Cy": 20000, "Di": 9000}
    answer = final_json({"rules": "m-league", "scores": scores, "deposits": 1})
    assert [each["points"] for each in answer["standing"]] == [35500, 35500, 20000, 9000]


@pytest.mark.parametrize("rules", BUILT_IN)
def test_what_could_not_be_read_is_told_as_unsure(rules: str) -> None:
    sources = load_rules(rules).sources.values()
    assert not [each for each in sources if "unverified" in each.note]
    assert all(each.section == "common knowledge" for each in sources if each.note.startswith("unsure"))


@pytest.mark.parametrize(
    ("rules", "allowed"), [("tenhou", True), ("mahjong-soul", True), ("m-league", False), ("jpml-a", False)]
)
def test_a_quad_after_riichi_keeps_the_waits_and_in_the_leagues_the_sets_too(
    rules: str, *, allowed: bool
) -> None:
    three_triplets = parse("23m444555666p11z")
    verdict = quad_after_riichi(three_triplets, (), "4p", "4p", load_rules(rules))
    assert verdict.allowed is allowed


def test_tenhou_three_players_tsumo_loss_and_200_for_a_counter() -> None:
    answer = settled("tenhou-3p", event="tsumo", honba=1, wins=[{"seat": "south", "han": 5}])
    assert answer["net"] == {"east": -4100, "south": 6200, "west": -2100}


@pytest.mark.parametrize(
    ("alias", "rules", "told"),
    [
        ("yao9", "tenhou", "nine terminals"),
        ("kyuushu_kyuuhai", "rcr", "nine terminals"),
        ("kaze4", "tenhou", "four winds"),
        ("Four Winds", "wdmc-2019", "four winds"),
        ("5th kan", "wdmc-2019", "fifth quad"),
        ("four_kongs", "rcr", "four quads"),
        ("ron3", "tenhou", "three rons"),
        (None, "rcr", "an abortive draw"),
    ],
)
def test_reasons_by_the_names_that_records_give_them(alias: str | None, rules: str, told: str) -> None:
    answer = settled(rules, event="abortive_draw", reason=alias)
    assert answer["notes"][0]["text"] == f"{told}: the hand is void"


def test_house_rules_change_a_settlement() -> None:
    wins = [{"seat": "south", "han": 5}, {"seat": "west", "han": 5}]
    hand = {"event": "ron", "discarder": "east", "wins": wins, "riichi": ["north"]}
    assert settled("ema-2025", **hand, rule_overrides={"several_winners": "first"})["winners"] == ["south"]
    three = hand | {"wins": [*wins, {"seat": "north", "han": 5}]}
    assert settled("ema-2025", **three, rule_overrides={"several_winners": "first"})["winners"] == ["south"]
    assert settled("ema-2025", **three, rule_overrides={"three_rons": "first"})["winners"] == ["south"]
    draw = {"event": "exhaustive_draw", "riichi": ["north"], "tenpai": ["north"]}
    returned = settled("ema-2025", **draw, rule_overrides={"draw_sticks": "return"})
    assert (returned["net"]["north"], returned["deposits_left"]) == (3000, 0)
    chombo = settled(
        "ema-2025",
        event="chombo",
        offender="east",
        riichi=["north"],
        rule_overrides={"chombo_sticks": "stay"},
    )
    assert (chombo["net"]["north"], chombo["deposits_left"]) == (3000, 1)
    both = settled(
        "wdmc-2019",
        event="exhaustive_draw",
        nagashi=["south"],
        tenpai=["west"],
        honba=1,
        rule_overrides={"nagashi_noten": True, "nagashi_counters": True},
    )
    assert both["net"] == {"east": -5100, "south": 7300, "west": 900, "north": -3100}
    free = settled("ema-2025", event="exhaustive_draw", tenpai=["east"], rule_overrides={"noten_penalty": 0})
    assert free["rows"] == []


def test_a_rule_set_may_put_no_price_on_a_chombo() -> None:
    hand = {"event": "chombo", "offender": "east", "rule_overrides": {"chombo": "none"}}
    assert [each["code"] for each in settle_json(hand)["problems"]] == ["no_chombo"]


def test_that_the_counters_go_to_the_first_winner_alone_is_said_once() -> None:
    wins = [{"seat": seat, "han": 1, "fu": 30} for seat in ("east", "south", "west")]
    answer = settled("mahjong-soul", event="ron", discarder="north", honba=1, wins=wins)
    assert answer["net"] == {"east": 1800, "south": 1000, "west": 1000, "north": -3800}
    assert [note["text"] for note in answer["notes"]] == [
        "the counters are paid to East only, the nearest to the discarder"
    ]
