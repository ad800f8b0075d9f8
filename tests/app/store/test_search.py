from __future__ import annotations

from datetime import timedelta, timezone

import pytest

from yakulens.app.store.search import hand_faces, query, tiles_text, words_text
from yakulens.vision.desk import Desk
from yakulens.vision.desk.typed import hand

JAPAN = timezone(timedelta(hours=9))


def test_a_word_is_tiles_a_date_or_a_word() -> None:
    found = query("406m77z 2026-11 Tanyao")
    assert found.faces == ("4m", "5m", "6m", "7z", "7z")
    assert found.reds == ("0m",)
    assert found.spans == (("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),)
    assert found.words == ("tanyao",)


@pytest.mark.parametrize(
    ("word", "span"),
    [
        ("2026", ("2025-12-31T15:00:00Z", "2026-12-31T15:00:00Z")),
        ("2026-12", ("2026-11-30T15:00:00Z", "2026-12-31T15:00:00Z")),
        ("2026-12-31", ("2026-12-30T15:00:00Z", "2026-12-31T15:00:00Z")),
        ("2026-1-5", ("2026-01-04T15:00:00Z", "2026-01-05T15:00:00Z")),
    ],
)
def test_a_day_begins_where_the_person_is(word: str, span: tuple[str, str]) -> None:
    assert query(word, JAPAN).spans == (span,)


@pytest.mark.parametrize("word", ["2026-13", "2026-02-30", "0000", "9999", "9999-12-31", "20261121", "-"])
def test_what_is_no_date_is_a_word(word: str) -> None:
    found = query(word)
    assert found.spans == ()
    assert found.words == (word,)


def test_the_words_of_a_win_are_its_yaku_in_every_language() -> None:
    score = {
        "outcome": "win",
        "value": 12000,
        "limit": "haneman",
        "yaku": [{"id": "chiitoitsu", "han": 2, "yakuman": 0}],
        "dora": [{"id": "dora", "han": 2}, {"id": "ura", "han": 0}],
    }
    text = words_text("IMG_1.JPG", "ema-2025", score)
    assert all(
        word in text
        for word in ("chiitoitsu", "seven pairs", "七対子", "haneman", "跳満", "12000", "ema", "img_1.jpg")
    )
    assert "ura" not in text


def test_the_words_of_a_hand_without_a_score_are_file_and_rules() -> None:
    assert words_text("a.jpg", "rcr", None).startswith("a.jpg\nrcr\n")


def test_the_faces_are_of_the_hand_alone() -> None:
    desk = hand("40m +5m [777z]")
    assert tiles_text(hand_faces(desk)) == " 0m 4m 5m 7z 7z 7z"
    assert hand_faces(Desk()) == []
