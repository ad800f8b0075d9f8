from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app import recognition
from vision.models import ModelError
from vision.reading import Issue, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.testing.v1 import AppTest


def words(page: AppTest) -> str:
    """All that the page says, as HTML."""
    return "\n".join([*(e.proto.body for e in page.get("html")), *(m.value for m in page.markdown)])


def tap(page: AppTest, key: str) -> AppTest:
    """The page after a tap on the button with this key, or whose key begins with it."""
    button = next(
        b for b in page.button if b.key is not None and (b.key == key or b.key.startswith(f"{key}-"))
    )
    assert not button.disabled, key
    return button.click().run()


def keys(page: AppTest) -> list[str]:
    return [b.key for b in page.button if b.key is not None]


def tile(page: AppTest, uid: int) -> str:
    """The key of a tile of the hand."""
    return next(key for key in keys(page) if key.startswith(f"tile-t{uid}-"))


def typed(page: AppTest, text: str) -> AppTest:
    page.text_input[0].set_value(text)
    return next(b for b in page.button if "Lay out" in b.label or "並べる" in b.label).click().run()


def bar(page: AppTest) -> str:
    return next(e.proto.body for e in page.get("html") if "yl-bar" in e.proto.body)


def test_the_page_opens_with_the_upload_first(page: AppTest) -> None:
    assert not page.exception
    assert page.file_uploader[0].label == "Photo of the hand"


def test_from_upload_to_score_in_one_tap(hand_page: AppTest) -> None:
    assert not hand_page.exception
    assert "Say how the hand was won" in bar(hand_page)
    tap(hand_page, "by-ron")
    assert "han" in bar(hand_page)
    assert "Yakuhai: Red" in words(hand_page)
    assert "EMA 2025" in words(hand_page)


def test_a_doubtful_tile_is_one_question_with_one_tap(hand_page: AppTest) -> None:
    assert "Is this 5 of circles?" in words(hand_page)
    tap(hand_page, "tile-q0-0p-is-0p")
    assert "Is this 5 of circles?" not in words(hand_page)
    assert tile(hand_page, 3).endswith("is-0p")


def test_a_tile_is_corrected_with_two_taps_and_taken_back(hand_page: AppTest) -> None:
    tap(hand_page, tile(hand_page, 0))
    tap(hand_page, "tile-alt-0-is-3m")
    assert tile(hand_page, 0).endswith("is-3m")
    tap(hand_page, "undo")
    assert tile(hand_page, 0).endswith("is-2m")


def test_a_tile_on_the_photo_can_be_tapped_too(hand_page: AppTest) -> None:
    tap(hand_page, "spot-0")
    assert "-chosen-" in tile(hand_page, 0)
    assert "tile-alt-0-is-1m" in keys(hand_page)


def test_every_tile_may_be_picked(hand_page: AppTest) -> None:
    tap(hand_page, tile(hand_page, 0))
    tap(hand_page, "all-tiles")
    tap(hand_page, "tile-pick-face-is-7z")
    assert tile(hand_page, 0).endswith("is-7z")


def test_back_to_the_first_reading(hand_page: AppTest) -> None:
    tap(hand_page, tile(hand_page, 0))
    tap(hand_page, "remove-tile")
    assert "One tile missing" in words(hand_page)
    tap(hand_page, "first")
    assert "A whole hand" in words(hand_page)


def test_a_tile_becomes_the_winning_one(hand_page: AppTest) -> None:
    tap(hand_page, tile(hand_page, 2))
    tap(hand_page, "move-win")
    assert "-won-" in tile(hand_page, 2)


def test_a_missing_winning_tile_is_asked_for(hand_page: AppTest) -> None:
    tap(hand_page, tile(hand_page, 10))
    tap(hand_page, "move-concealed")
    assert "Which tile won?" in words(hand_page)
    tap(hand_page, "tile-won-10-is-9s")
    assert "-won-" in tile(hand_page, 10)


def test_a_winning_tile_that_is_not_on_the_photo_is_picked(hand_page: AppTest) -> None:
    tap(hand_page, tile(hand_page, 10))
    tap(hand_page, "remove-tile")
    assert "The winning tile is not among the tiles" in words(hand_page)
    waits = [key for key in keys(hand_page) if key.startswith("tile-wait-")]
    assert waits == ["tile-wait-is-6s", "tile-wait-is-9s"]
    tap(hand_page, "tile-wait-is-6s")
    assert "A whole hand" in words(hand_page)


def test_a_winning_tile_that_does_not_make_the_hand_whole_can_be_picked_too(hand_page: AppTest) -> None:
    tap(hand_page, tile(hand_page, 10))
    tap(hand_page, "remove-tile")
    tap(hand_page, "tile-pick-win-is-1z")
    assert "-won-" in next(key for key in keys(hand_page) if key.endswith("-is-1z"))


def test_a_meld_is_edited(hand_page: AppTest) -> None:
    tap(hand_page, "meld-0")
    tap(hand_page, "meld-kind-open_kan")
    tap(hand_page, "meld-from-right")
    assert "Open quad from the right" in [b.label for b in hand_page.button]
    tap(hand_page, "meld-apart")
    assert "meld-0" not in keys(hand_page)


def test_a_meld_is_added_and_removed(hand_page: AppTest) -> None:
    tap(hand_page, "add-meld")
    tap(hand_page, "new-meld-kind-chi")
    tap(hand_page, "tile-pick-add-is-1s")
    assert "3 tiles too many" in words(hand_page)
    tap(hand_page, "meld-remove")
    assert "A whole hand" in words(hand_page)


def test_dora_indicators_are_added_and_counted(hand_page: AppTest) -> None:
    tap(hand_page, "by-ron")
    tap(hand_page, "add-indicators")
    tap(hand_page, "tile-pick-add-is-6z")
    assert "<td>Dora</td>" in words(hand_page)


def test_ura_indicators_appear_with_riichi(page: AppTest) -> None:
    typed(page, "234m567p789s444p7s +7s")
    assert "add-ura" not in keys(page)
    tap(page, "riichi-riichi")
    assert "add-ura" in keys(page)


def test_what_cannot_be_is_disabled_and_says_why(hand_page: AppTest) -> None:
    disabled = {b.key for b in hand_page.button if b.disabled}
    assert {"riichi-riichi", "riichi-double", "also-ippatsu"} <= disabled
    assert "Riichi with an open hand" in words(hand_page)


def test_four_plain_fives_ask_which_of_them_is_the_red_one(page: AppTest) -> None:
    typed(page, "555p234m678s99p67p +5p")
    tap(page, "by-tsumo")
    page.selectbox[0].set_value("tenhou").run()
    assert "Which of these is the red 5 of circles?" in words(page)
    tap(page, next(key for key in keys(page) if key.startswith("tile-red-")))
    assert "Which of these" not in words(page)
    assert "Red five" in words(page)


def test_every_payment_is_told_line_by_line_with_its_section(hand_page: AppTest) -> None:
    tap(hand_page, "by-ron")
    hand_page.number_input(key="number-honba").set_value(2).run()
    assert "for the counters: 2" in words(hand_page)
    assert "EMA 2025 3.4.4" in words(hand_page)


def test_who_discarded_is_asked_for_a_win_by_discard(hand_page: AppTest) -> None:
    assert "discarder-south" not in keys(hand_page)
    tap(hand_page, "by-ron")
    tap(hand_page, "discarder-west")
    text = words(hand_page)
    assert "西 West" in text
    assert "Discarder" not in text.replace("Who discarded", "")


def test_counters_and_sticks_are_paid(hand_page: AppTest) -> None:
    tap(hand_page, "by-ron")
    hand_page.number_input(key="number-honba").set_value(2).run()
    hand_page.number_input(key="number-deposits").set_value(1).run()
    assert "Included: counters 2, riichi sticks 1" in words(hand_page)


def test_another_rule_set_scores_the_hand(hand_page: AppTest) -> None:
    tap(hand_page, "by-ron")
    hand_page.selectbox(key="rules-en").set_value("wrc-2015").run()
    assert "WRC 2015" in words(hand_page)


def test_a_red_five_counts_as_plain_where_the_rules_have_none(page: AppTest) -> None:
    typed(page, "234m067p789s444p7s +7s")
    tap(page, "by-tsumo")
    assert "no red fives" in words(page)
    assert "han" in bar(page)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("234m567p789s111p4s +4s", "No yaku"),
        ("135m579p135s1234z +5z", "Not a winning hand"),
        ("11111m567p789s22p +3p", "Not a possible hand"),
    ],
)
def test_a_hand_without_a_score_says_why(page: AppTest, hand: str, said: str) -> None:
    typed(page, hand)
    tap(page, "by-ron")
    assert said in bar(page)
    assert not page.exception


def test_a_hand_is_tapped_together(page: AppTest) -> None:
    tap(page, "tap")
    for face in ("2m", "3m", "4m", "5p", "6p", "7p", "2s", "3s", "4s", "8p", "8p", "6s", "7s", "8s"):
        tap(page, f"tile-pick-add-is-{face}")
    tap(page, "by-tsumo")
    assert "Tanyao" in words(page)


@pytest.mark.parametrize(("text", "part"), [("12x", "“12x” is no tile"), ("123m [135p]", "is no set")])
def test_text_that_is_no_hand_is_answered_in_a_sentence(page: AppTest, text: str, part: str) -> None:
    typed(page, text)
    assert part in page.error[0].value


def test_a_broken_file_is_answered_in_a_sentence(page: AppTest, uploading: Callable[..., AppTest]) -> None:
    uploading(page, b"this is no photo", "broken.jpg")
    assert "cannot be read as a photo" in page.error[0].value
    assert not page.exception


def test_a_missing_model_is_answered_in_a_sentence(
    page: AppTest, photo_bytes: bytes, uploading: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> object:
        message = "models/ is empty"
        raise ModelError(message)

    monkeypatch.setattr(recognition, "recogniser", none)
    uploading(page, photo_bytes)
    assert "no recognition model" in page.error[0].value


def test_a_photo_without_tiles_says_so(
    page: AppTest,
    photo_bytes: bytes,
    uploading: Callable[..., AppTest],
    reads: Callable[[Reading], None],
) -> None:
    reads(Reading(issues=(Issue("no_tiles", (), "No tile was found on this photo."),)))
    uploading(page, photo_bytes)
    assert "No tile was found on this photo." in words(page)
    assert "14 tiles missing" in words(page)


def test_a_failure_is_one_sentence_and_the_hand_stays(
    hand_page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        message = "out of order"
        raise RuntimeError(message)

    with monkeypatch.context() as broken:
        broken.setattr("app.scoring.score_hand", fail)
        tap(hand_page, "by-ron")
        assert "Something in this page failed" in hand_page.error[0].value
        assert not hand_page.exception
    hand_page.run()
    assert "han" in bar(hand_page)


def test_a_new_photo_keeps_winds_and_the_old_hand_until_it_is_read(hand_page: AppTest) -> None:
    tap(hand_page, "by-ron")
    tap(hand_page, "seat-south")
    tap(hand_page, "new")
    assert hand_page.file_uploader
    tap(hand_page, "resume")
    assert "han" in bar(hand_page)
    tap(hand_page, "new")
    typed(hand_page, "234m567p789s444p7s +7s")
    south = next(b for b in hand_page.button if b.key == "seat-south")
    assert south.proto.type == "primary"
    assert "Say how the hand was won" in bar(hand_page)


def test_the_page_speaks_japanese(hand_page: AppTest) -> None:
    tap(hand_page, "language-ja")
    tap(hand_page, "by-ron")
    assert "役牌 中" in words(hand_page)
    assert next(b for b in hand_page.button if b.key == tile(hand_page, 0)).label == "2萬"


def test_tiles_have_words_for_screen_readers(hand_page: AppTest) -> None:
    label = next(b for b in hand_page.button if b.key == tile(hand_page, 10)).label
    assert label == "9 of bamboo, the winning tile"


def test_other_readings_of_the_hand_are_shown(page: AppTest) -> None:
    typed(page, "222333444m55p78s +9s")
    tap(page, "by-tsumo")
    assert any("Other readings" in e.label for e in page.expander)


def test_who_is_liable_is_asked_for_a_yakuman_that_was_fed(page: AppTest) -> None:
    typed(page, "23m55p +4m [555z] [666z] [777z]")
    tap(page, "by-tsumo")
    assert "Who is liable" in words(page)
    tap(page, "liable-south")
    assert "\N{MINUS SIGN}48,000" in words(page)
