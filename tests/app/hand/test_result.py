"""The score of a hand as the browser draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.app.page.told import lines, said
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.result import reasons_json, result, settings
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import MOST_OF, WinFacts, effective
from yakulens.app.words import i18n
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from yakulens.app import Json

PINFU = "234567m44p678s67p +8p"
OPEN = "234m456p7s +7s [777z] (1111z)"
TWO_WAYS = "222333444m55p78s +9s"


def facts(hand: str, declared: WinFacts, language: str = "en", **names: str) -> Facts:
    """What is known of a typed hand."""
    desk = typed.hand(hand)
    situation, banned = effective(declared, desk)
    return Facts(language, Scored.of(desk, situation), banned, dict(names))


def told(hand: str, declared: WinFacts, **names: str) -> Json:
    """What the browser draws of it."""
    return result(facts(hand, declared, **names))


def folds(drawn: Json) -> dict[str, Any]:
    return {fold["key"]: fold for fold in drawn["folds"]}


def test_every_row_of_the_score_stands_there_with_its_section() -> None:
    known = facts(OPEN, WinFacts("tsumo", "south"))
    score, drawn = known.scored.score, result(known)
    assert score is not None
    yaku, fu = drawn["tables"]
    assert [row[1] for row in lines(fu)] == [*(str(row["fu"]) for row in score["fu_rows"]), str(score["fu"])]
    assert [row[2] for row in lines(yaku)[:-1]] == [row["cite"] for row in score["yaku"]]
    assert lines(yaku)[-1] == ["Total", "2 han · 60 fu", ""]
    assert yaku["rows"][-1]["mark"] == "sum"


def test_the_winner_is_marked_and_everybody_pays_by_name() -> None:
    seats = told(OPEN, WinFacts("tsumo", "south"), south="Ann", east="<b>Bo")["pays"]["seats"]
    assert [seat.get("name") for seat in seats] == ["<b>Bo", "Ann", None, None]
    assert [seat.get("wins", False) for seat in seats] == [False, True, False, False]
    assert seats[0]["change"] == {
        "text": "\N{MINUS SIGN}2,000",
        "label": "\N{MINUS SIGN}2,000 points",
        "sign": "loss",
    }


def test_an_unnamed_discarder_pays_beside_the_winner() -> None:
    seats = told(PINFU, WinFacts("ron", "south"))["pays"]["seats"]
    assert [seat["wind"] for seat in seats] == ["南 South", "Discarder"]


def test_points_are_open_until_all_is_said() -> None:
    some = told(PINFU, WinFacts("ron", "south"))["points"]
    assert (some["open"], some["label"]) == (True, "points so far · Ron (off a discard)")
    facts_said = ("by", "seat", "discarder", "riichi", "dora", "round")
    everything = told(PINFU, WinFacts("ron", "south", discarder="west", said=facts_said))["points"]
    assert (everything["open"], everything["label"]) == (False, "points · Ron (off a discard)")


@pytest.mark.parametrize(
    ("hand", "worth", "problem"),
    [
        ("234m567p789s111p4s +4s", "No yaku", "dora alone do not win"),
        ("135m579p135s1234z +5z", "Not a winning hand", "neither four sets and a pair"),
    ],
)
def test_a_hand_that_does_not_win_says_why(hand: str, worth: str, problem: str) -> None:
    drawn = told(hand, WinFacts("ron", "south"))
    assert (drawn["worth"], drawn["wins"]) == (worth, False)
    assert problem in drawn["problems"][0]
    assert "points" not in drawn


def test_what_a_hand_lacks_is_said_in_the_place_of_its_score() -> None:
    assert told("345678m44p67s", WinFacts())["lacking"] == "The hand has too few tiles, or too many."


def test_another_reading_says_what_it_loses() -> None:
    (other,) = folds(told(TWO_WAYS, WinFacts("tsumo", "south")))["others"]["readings"]
    assert other["notes"] == [
        "3 han · 20 fu · 2,700 points",
        "Does not count so: Sanankou · Counts instead: Pinfu, Iipeikou · 20 fu instead of 40",
    ]
    assert len(other["read"]["groups"]) == 5


def test_what_was_missed_has_its_reason_and_section() -> None:
    (table,) = folds(told(TWO_WAYS, WinFacts("tsumo", "south")))["why-not"]["tables"]
    assert lines(table)[0] == ["Sanrenkou", "EMA 2025 4.2"]
    assert table["rows"][0]["cells"][0]["gloss"] == "EMA 2025 does not have it"


def test_a_hand_of_one_reading_that_misses_nothing_says_so() -> None:
    notes = reasons_json(facts("19m19p19s1234567z +1m", WinFacts("tsumo", "south")))["notes"]
    assert "The tiles can be read in one way only." in notes


def test_counters_and_rules_are_asked_but_not_those_of_a_game() -> None:
    alone = settings(facts(PINFU, WinFacts("ron", "south", honba=2)))
    assert [(each["field"], each["value"]) for each in alone["numbers"]] == [("honba", 2), ("deposits", 0)]
    assert alone["rules"]["value"] == "ema-2025"
    at_table = settings(facts(PINFU, WinFacts("ron", "south"), south="Ann"), "East 1")
    assert at_table["note"] == "East 1"
    assert "rules" not in at_table
    assert "numbers" not in at_table


def test_three_players_set_norths_aside_and_a_dealer_has_a_bonus_hand() -> None:
    north = settings(facts("123p456p789s11z67s +8s", WinFacts("ron", "south", rules="tenhou-3p")))
    assert [each["field"] for each in north["numbers"]] == ["honba", "deposits", "north_dora"]
    dealer = settings(facts(PINFU, WinFacts("ron", "east")))
    assert [each["field"] for each in dealer["numbers"]] == ["honba", "deposits", "bonus_hand"]
    assert all(each["most"] == MOST_OF[each["field"]] for each in (*north["numbers"], *dealer["numbers"]))


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_the_score_is_told_in_the_visitors_language(language: str) -> None:
    drawn = result(facts(OPEN, WinFacts("tsumo", "south"), language))
    assert drawn["title"] == i18n.text(language, "result.title")
    assert i18n.text("en", "result.total") not in [*said(drawn)]


def test_a_name_is_data_wherever_it_stands() -> None:
    drawn = told(PINFU, WinFacts("ron", "south", discarder="west"), south="<i>Ann", west="Cy")
    assert "<i>Ann" in [*said(drawn["pays"])]
    assert any("<i>Ann" in text for text in said(folds(drawn)["line-by-line"]))
