"""The library scores, waits, settles and ends games as the command line does."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import re
from typing import TYPE_CHECKING, Any

import pytest

import yakulens
from tests.yakulens.conftest import TRUTHS
from yakulens import Hand, HowWon, InputError, Liable, Meld, Seen, SeenBefore
from yakulens.app.cli import main
from yakulens.scorer.contract import keys
from yakulens.scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OPEN = "345678m44p67s +5s [234p]"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:  # noqa: ANN401 - any JSON
    assert main(list(words)) == 0
    return json.loads(capsys.readouterr().out)


def hand_of(sample: dict[str, Any]) -> Hand:
    melds = [{key: meld[key] for key in ("kind", "tiles", "from")} for meld in sample["read"]["melds"]]
    concealed = list(sample["read"]["concealed"])
    if sample["read"]["win"] is None:
        concealed.remove(sample["situation"]["win"])
    return Hand.from_json({"concealed": concealed, "melds": melds} | sample["situation"])


def test_a_score_is_the_command_lines(capsys: pytest.CaptureFixture[str]) -> None:
    for sample in TRUTHS:
        hand = hand_of(sample)
        for rules in ("ema-2025", "tenhou", "wdmc-2019"):
            told = printed(capsys, "score", json.dumps(hand.to_json()), "--rules", rules, "--json")
            assert yakulens.score(hand, rules).to_json() == told


def test_a_score_in_words_is_the_command_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "22334455667788p", "--by", "tsumo", "--riichi", "--text"]) == 0
    told = capsys.readouterr().out
    assert f"{yakulens.score('22334455667788p', won='tsumo', riichi=True)}\n" == told


def test_tiles_in_notation_take_what_is_known_of_the_win() -> None:
    won = yakulens.score(
        "555666777z23m44p +1m",
        won="ron",
        seat="south",
        discarder="west",
        honba=1,
        deposits=2,
        dora_indicators=["3p"],
    )
    assert [row.id for row in won.yaku] == ["daisangen"]
    assert won.payments == {"east": 0, "south": 34300, "west": -32300, "north": 0}


def test_who_fed_a_yakuman_pays() -> None:
    dragons = [Meld.of("pon", f"{dragon * 3}z", "across") for dragon in "567"]
    won = yakulens.score("345m4p", won="tsumo", win="4p", melds=dragons, liable=Liable("north", "daisangen"))
    assert won.payments["north"] == -32000


def test_a_hand_may_be_won_otherwise() -> None:
    hand = Hand.of(OPEN, won="ron", seat="west")
    other = hand.saying(won="tsumo", seat="east")
    assert (other.concealed, other.situation.by, other.situation.seat) == (hand.concealed, "tsumo", "east")
    assert hand.situation.seat == "west"


def test_a_hand_comes_back_from_its_json_and_its_notation() -> None:
    hand = Hand.of("345678m44p67s +0s [234p]", won="ron", seat="west", riichi="none", ura_indicators=("3p",))
    assert Hand.from_json(hand.to_json()) == hand
    assert Hand.of(str(hand).split(",")[0], won="ron").tiles == hand.tiles


def test_house_rules_count() -> None:
    rules = yakulens.rules("ema-2025", {"open_tanyao": False})
    assert yakulens.score(OPEN, rules, won="ron").outcome == "no_yaku"


def test_a_rule_set_is_the_command_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert yakulens.rules("wrc-2025").to_json() == printed(capsys, "rules", "show", "wrc-2025", "--json")
    assert yakulens.rules("wrc-2025") is yakulens.rules("wrc-2025")


def test_waits_are_the_command_lines(capsys: pytest.CaptureFixture[str]) -> None:
    found = yakulens.waits("4467m067p [555z] [234s]", "tenhou", seat="west", discards="5m")
    words = ["--meld", "pon:555z", "--meld", "chi:234s:left", "--seat", "west", "--discards", "5m"]
    assert found.to_json() == printed(capsys, "waits", "4467m067p", *words, "--rules", "tenhou", "--json")
    assert [wait.tile for wait in found.waits] == ["5m", "8m"]
    assert found.furiten_tiles == ("5m",)


def test_types_name_the_arguments_that_the_contract_takes() -> None:
    of_the_hand = {"id", "rules", "rule_overrides", "concealed", "melds"}
    assert set(HowWon.__annotations__) == {key.name for key in keys.SITUATION}
    shared = {key.name for key in keys.BEFORE_WIN} - of_the_hand
    assert set(SeenBefore.__annotations__) == shared
    assert set(Seen.__annotations__) == {key.name for key in keys.WAITING} - of_the_hand


def test_on_the_players_own_turn_each_discard_has_its_waits() -> None:
    found = yakulens.waits("234567m234p67889s")
    assert found.tenpai
    assert found.by_discard["9s"] == ("5s", "8s")


def test_discards_are_the_command_lines(capsys: pytest.CaptureFixture[str]) -> None:
    found = yakulens.discards("4467m067p9s [555z] [234s]", "tenhou", discards="8m", seen="5m")
    words = ["--meld", "pon:555z", "--meld", "chi:234s:left", "--discards", "8m", "--seen", "5m"]
    told = printed(capsys, "discards", "4467m067p9s", *words, "--rules", "tenhou", "--json")
    assert found.to_json() == told
    best = found.discards[0]
    assert (best.tile, best.shanten, best.furiten, best.left) == ("9s", 0, True, 6)
    assert [(each.tile, each.left, each.ron, each.tsumo) for each in best.waits] == [
        ("5m", 3, 2000, (500, 1000)),
        ("8m", 3, 2000, (500, 1000)),
    ]
    assert str(found).splitlines()[:2] == ["tenpai (general 0)", "  discard 9s: tenpai"]
    assert all(f">{each.tile}</td>" in found._repr_html_() for each in found.discards)


def test_shanten_is_a_number_that_knows_its_forms() -> None:
    found = yakulens.shanten("12446p112556s16z")
    assert found == 3
    assert found.to_json() == {
        "shanten": 3,
        "forms": {"general": 4, "seven_pairs": 3, "thirteen_orphans": 8},
    }
    assert yakulens.shanten("4467m067p [555z]", melds=[yakulens.Meld.of("chi", "234s")]) == 0
    assert yakulens.shanten("1111m111122233z", "tenhou-3p") == 2


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("11x", "x"),
        ("123456789m1234z8z", "8z"),
        ("123456789m12345z89z", "8z"),
        ("11m", "concealed: 2 tiles instead of 13 beside 0 melds"),
        ("234567m234p678s +8s", "+8s: a hand before it wins has no winning tile"),
        ("11111m234p67788s9s", "5 of 1m"),
        ("234567m234p6788x", "x"),
    ],
)
@pytest.mark.parametrize("asked", [yakulens.shanten, yakulens.discards])
def test_a_hand_that_cannot_be_has_no_distance(asked: Callable[[str], object], hand: str, said: str) -> None:
    with pytest.raises(yakulens.InputError, match=re.escape(said)):
        asked(hand)


def test_a_settlement_is_the_command_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    won = {"event": "ron", "discarder": "east", "riichi": ["south"], "honba": 1, "deposits": 1}
    wins = [{"seat": "south", "han": 3, "fu": 30}]
    file = tmp_path / "end.json"
    file.write_text(json.dumps(won | {"wins": wins}), encoding="utf-8")
    told = printed(capsys, "settle", str(file), "--json")
    assert yakulens.settle(won | {"wins": wins}).to_json() == told
    by_name = yakulens.settle("ron", wins=wins, discarder="east", riichi=("south",), honba=1, deposits=1)
    assert by_name.to_json() == told


def test_a_hand_is_settled_with_what_the_table_knows() -> None:
    hand = Hand.of(OPEN, won="tsumo", seat="north")
    done = yakulens.settle("tsumo", "ema-2025", wins=[hand], honba=2, round="south", hand_number=1)
    assert done.winners == ("north",)
    assert sum(done.net.values()) == 0
    assert done.net["north"] == yakulens.score(hand).value + 600


def test_a_standing_is_the_command_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = {"Ann": 40000, "Bo": 30000, "Cy": 28000, "Di": 20000}
    file = tmp_path / "game.json"
    file.write_text(
        json.dumps({"scores": scores, "deposits": 2, "penalties": {"Bo": -20000}}), encoding="utf-8"
    )
    over = yakulens.final(scores, deposits=2, penalties={"Bo": -20000})
    assert over.to_json() == printed(capsys, "final", str(file), "--json")
    assert yakulens.final(scores, deposits=1).problems


def test_a_score_comes_out_of_another_process_whole() -> None:
    won = yakulens.score(OPEN, won="ron")
    again = pickle.loads(pickle.dumps(won))  # noqa: S301 - our own
    assert again.to_json() == won.to_json()
    assert again.rules.to_json() == won.rules.to_json()  # type: ignore[attr-defined] - of the library


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])  # noqa: S301
def test_a_result_equals_its_copy(copied: Callable[[object], object]) -> None:
    for result in (
        yakulens.rules("ema-2025"),
        yakulens.rules("ema-2025", {"kiriage_mangan": False}),
        Hand.of(OPEN, won="ron"),
        yakulens.score(OPEN, won="ron"),
        yakulens.waits("234567m234p67889s"),
        yakulens.discards("234567m234p67889s"),
        yakulens.settle("exhaustive_draw", tenpai=["east"], scores=dict.fromkeys(SEATS, 30_000)),
        yakulens.final({"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}),
    ):
        again = copied(result)
        assert (again, hash(again)) == (result, hash(result))
    assert yakulens.rules("ema-2025") != yakulens.rules("ema-2025", {"kiriage_mangan": False})


def test_results_are_frozen() -> None:
    for result in (
        yakulens.score(OPEN, won="ron"),
        Hand.of(OPEN, won="ron"),
        yakulens.waits("234567m234p6788s"),
        yakulens.discards("234567m234p6788s"),
        yakulens.settle("exhaustive_draw", tenpai=[]),
        yakulens.rules("rcr"),
    ):
        field = dataclasses.fields(result)[0].name
        with pytest.raises(AttributeError):
            setattr(result, field, None)


def _any(value: Any) -> Any:  # noqa: ANN401 - what no type checker lets through
    return value


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: yakulens.score(OPEN), "won='ron' or won='tsumo'"),
        (lambda: yakulens.score("345x", won="ron"), "not a tile"),
        (lambda: yakulens.score("11111m234p567s55s1z", won="ron"), "1m"),
        (lambda: yakulens.score(OPEN, "ema-1999", won="ron"), "no rule set 'ema-1999'"),
        (lambda: yakulens.score(OPEN, won="chombo"), "won: 'chombo' is not one of ron, tsumo"),
        (lambda: yakulens.score(OPEN, won="ron", riichi=True), "riichi"),
        (
            lambda: yakulens.score(OPEN, won="ron", dora="3p"),
            "dora: unknown; did you mean dora_indicators? the keys are",
        ),
        (lambda: yakulens.score(_any({"concealed": "1m"})), "hand: an object is not a Hand"),
        (lambda: yakulens.waits(_any(5)), "hand: 5 is not tiles in notation"),
        (lambda: yakulens.settle("ron", wins=_any(5)), "wins: 5 is not a list"),
        (lambda: yakulens.settle("ron", wins=_any([5])), "wins[0]: 5 is not an object"),
        (lambda: yakulens.final(_any("x")), "scores: 'x' is not an object of players and points"),
        (lambda: yakulens.final({"Ann": 1}, chips=_any([1])), "chips: a list is not an object"),
        (lambda: yakulens.score(OPEN, won="ron", rule_overrides={}), "rule_overrides: unknown; the keys are"),
        (lambda: Hand.of(OPEN, won="ron", by="tsumo"), "by: unknown"),
        (lambda: Hand.of(OPEN, won="ron").saying(win="4s"), "win: unknown"),
        (lambda: Hand.of(OPEN, won="ron").saying(won="x"), "won: 'x'"),
        (lambda: Hand.of(OPEN, won="ron", win=5), "win: 5 is not a tile"),
        (lambda: Hand.of("345678m44p67s +5s", won="ron", melds=["234p"]), "melds: '234p' is not a Meld"),
        (lambda: yakulens.score(Hand.of(OPEN, won="ron"), won="tsumo"), "hand.saying"),
        (lambda: Hand.of("345678m44p67s +5s", won="ron", melds=[Meld("chi", "234p")]), "is not a Meld"),
        (lambda: yakulens.waits("4467m067p [555z]", melds=["234s"]), "melds: '234s' is not a Meld"),
        (lambda: yakulens.waits("234567m234p6788s", rinshan=True), "rinshan: unknown; the keys are rules"),
        (lambda: yakulens.waits("234567m234p6788s", rule_overrides={}), "rule_overrides: unknown"),
        (lambda: yakulens.waits("234567m234p678s +8s"), "score()"),
        (lambda: yakulens.waits("234567m"), "6 tiles"),
        (lambda: yakulens.settle("ron", wins=[]), "winner"),
        (lambda: yakulens.final({"Ann": 1}), "4"),
        (lambda: yakulens.rules("ema-2025", {"no_such_rule": 1}), "no_such_rule"),
        (lambda: yakulens.rules("ema-2025", 5), "overrides: 5 is not"),
        (lambda: yakulens.score(OPEN, won="ron", rules="a\nb"), "no rule set 'a b'"),
        (lambda: yakulens.score(OPEN, won="ron", seat="\x1b\x00"), r"seat: '\x1b\x00' is not one of"),
        (lambda: yakulens.rules("x" * 100_000), "xxx…': choose"),
        (lambda: yakulens.waits("1" * 100_000), "11…' has no suit"),
        (lambda: Hand.from_json({"x" * 100_000: 1}), "xxx…: unknown"),
    ],
)
def test_bad_input_is_one_line_of_one_kind_of_error(ask: Any, told: str) -> None:  # noqa: ANN401 - any call
    with pytest.raises(InputError) as caught:
        ask()
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, yakulens.YakulensError)
    assert isinstance(caught.value, ValueError)


def test_a_notebook_is_shown_rows_with_their_sections() -> None:
    shown = yakulens.score(OPEN, won="ron", discarder="west", dora_indicators="3m")._repr_html_()
    for part in (
        "2 han 30 fu: 2000 points",
        "tanyao",
        "EMA 2025 4.2.1",
        "base",
        "West discarded and pays South",
    ):
        assert part in shown


def test_what_a_notebook_shows_is_escaped() -> None:
    over = yakulens.final({"<b>Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000})
    assert "<b>Ann" not in over._repr_html_()
    assert "&lt;b&gt;Ann" in over._repr_html_()
