"""Many hands at once, in columns."""

from __future__ import annotations

import json

import pytest

import yakulens
from yakulens.scorer.contract.brief_json import brief_to_json
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.scoring import score

HANDS = [
    yakulens.Hand.of("345678m44p67s +5s [234p]", won="ron"),
    yakulens.Hand.of("345678m44p67s +5s [234p]", won="ron", riichi=True),
    yakulens.Hand.of("22334455667788m", won="tsumo", seat="east"),
]


def test_a_row_says_what_score_says() -> None:
    found = yakulens.score_many(HANDS, "wrc-2025")
    for row in (0, 2):
        one = yakulens.score(HANDS[row], "wrc-2025")
        told = {name: values[row] for name, values in found.columns.items()}
        assert told == {
            "outcome": one.outcome,
            "han": one.han,
            "fu": one.fu,
            "yakuman": one.yakuman,
            "limit": one.limit,
            "value": one.value,
            "payments": one.payments,
            "yaku": [each.id for each in one.yaku],
        }


def test_an_impossible_hand_keeps_its_row_and_says_why() -> None:
    found = yakulens.score_many(HANDS)
    assert (len(found), found.columns["outcome"]) == (3, ["win", "invalid", "win"])
    assert found.problems == {1: ("riichi with an open hand: only a concealed hand can declare it",)}


def test_several_processes_give_the_same_rows() -> None:
    many = HANDS * 400
    assert yakulens.score_many(many, workers=2) == yakulens.score_many(many)


def test_the_columns_are_an_arrow_table() -> None:
    table = yakulens.score_many(HANDS).to_arrow()
    assert table.column("value").to_pylist() == [1000, 0, 36000]
    assert table.column("yaku").to_pylist()[1] == []
    assert len(table.column("problems").to_pylist()[1]) == 1


def test_the_rows_as_json_are_those_of_score_in_brief() -> None:
    rows = yakulens.score_many(HANDS).to_json()
    assert rows == [
        brief_to_json(score(hand.tiles, hand.situation, load_rules("ema-2025"))) for hand in HANDS
    ]
    assert [problem["code"] for problem in rows[1]["problems"]] == ["riichi_open_hand"]
    assert json.loads(json.dumps(rows)) == rows


def test_a_notebook_shows_the_first_of_a_million_hands() -> None:
    shown = yakulens.score_many(HANDS * 400)._repr_html_()
    assert "1200 hands: 800 win, 400 invalid" in shown
    assert shown.count("<tr>") == 1 + 10


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", None])
def test_what_is_no_number_of_workers_is_refused(workers: object) -> None:
    with pytest.raises(InputError, match=r"workers: .* is not a whole number of at least 1"):
        yakulens.score_many(HANDS, workers=workers)  # type: ignore[arg-type]


def test_what_is_no_list_of_hands_is_refused() -> None:
    with pytest.raises(InputError, match="hands: nothing is not a list of hands"):
        yakulens.score_many(None)  # type: ignore[arg-type]


def test_what_is_no_hand_is_refused() -> None:
    with pytest.raises(InputError, match=r"hands\[1\]: '123m' is not a Hand"):
        yakulens.score_many([HANDS[0], "123m"])  # type: ignore[list-item]
