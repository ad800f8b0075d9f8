from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.app.page.told import drawn, lines, words
from yakulens.app.hand.link import LINKED, to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page import address
from yakulens.app.page.address import HAND
from yakulens.app.readers import recognition
from yakulens.app.readers.in_process import InProcessReader
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.vision.desk.typed import desk_of_faces
from yakulens.vision.model_card import ModelError
from yakulens.vision.reading import Issue, OpenHand, Reading

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported
    Drawing = Any  # DrawnProbe there


def tap(page: AppTest, key: str) -> AppTest:
    """The page after a tap on the button with this key."""
    button = next(b for b in page.button if b.key == key)
    assert not button.disabled, key
    return button.click().run()


def typed(page: AppTest, text: str) -> AppTest:
    page.text_input[0].set_value(text)
    return next(b for b in page.button if "Lay out" in b.label or "並べる" in b.label).click().run()


def won(desk: Desk, page: AppTest, by: str = "ron", seat: str = "east", **facts: object) -> AppTest:
    """The page after it was said how the hand was won."""
    return desk.say(page, by=by, seat=seat, **facts)  # type: ignore[no-any-return]


def labels(desk: Desk) -> list[str]:
    return [choice["label"] for choice in desk.asked()["choices"]]


def test_a_hand_with_any_name_can_be_photographed_once_more(
    page: AppTest,
    photographed: Callable[..., AppTest],
    reading: Reading,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address, "new_hand", lambda: "6vB__k2-_Qx8__1-")
    shown = photographed(page, reading)
    assert [each.label for each in shown.file_uploader] == ["Another look"]
    assert not [each.value for each in (*shown.error, *shown.warning)]


def test_the_page_opens_with_the_upload_first(page: AppTest) -> None:
    assert not page.exception
    assert page.file_uploader[0].label == "Photo of the hand"


def test_a_hand_that_the_address_holds_is_laid_with_what_was_said(page: AppTest, desk: Desk) -> None:
    facts = WinFacts("ron", "south", discarder="west", rules="tenhou", said=("by", "seat", "discarder"))
    page.query_params[LINKED] = to_link(desk_of_faces(["2m", "3m", "5p", "5p"], "4m", []), facts)
    page.run()
    assert not page.exception
    assert [tile["face"] for tile in desk.data["tiles"]] == ["2m", "3m", "5p", "5p", "4m"]
    said = {chip["key"]: chip["said"] for chip in desk.data["chips"]}
    assert said["by"], "what was said need not be said again"
    assert LINKED not in page.query_params
    assert page.query_params[HAND] == page.session_state["yakulens"].hand, "a reload finds it"


def test_an_address_whose_hand_was_cut_is_answered_in_a_sentence(page: AppTest) -> None:
    page.query_params[LINKED] = "eJwdi"
    page.run()
    assert not page.exception
    (told,) = (error.value for error in page.error)
    assert "contains no hand" in told


def test_from_the_photo_to_the_score_fact_by_fact(hand_page: AppTest, desk: Desk) -> None:
    desk.choose(hand_page, "5p")
    asked = []
    for answer in ("Ron", "South", "West"):
        asked.append(desk.asked()["text"])
        desk.choose(hand_page, answer)
    assert asked == ["How was it won?", "Who won?", "Who discarded?"]
    assert desk.asked()["text"] == "Which tile shows the dora? Tap it on the photo."
    assert desk.data["hand"]["indicators"] == [], "what lies in the wall is offered, and not taken unasked"
    assert desk.data["outcome"]["so_far"] == "So far 1,000"
    assert "points so far" in words(hand_page)
    desk.choose(hand_page, "3p")
    assert desk.data["hand"]["indicators"] == [14]
    assert desk.asked() == {}
    assert "points so far" not in words(hand_page)
    assert "Yakuhai: Red" in words(hand_page)
    assert "EMA 2025" in words(hand_page)
    outcome = desk.data["outcome"]
    assert (outcome["headline"], outcome["pays"]) == ("3,900", "Paid by: West 3,900")


def test_nobody_is_presumed_to_have_won(hand_page: AppTest, desk: Desk) -> None:
    desk.say(hand_page, by="ron")
    assert desk.data["outcome"] is None
    assert "Say who won" in words(hand_page)


def test_what_a_score_presumes_is_said(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p789s444p7s +7s")
    won(desk, page)
    assert (
        desk.data["outcome"]["assumed"]
        == "Assumed: discarder unknown, no riichi, no dora, East round, EMA rules"
    )
    desk.say(page, discarder=None, riichi="none", dora="none", round="east", rules="ema-2025")
    assert desk.data["outcome"]["assumed"] == ""


def test_the_rules_are_asked_once_on_first_use_and_then_told(page: AppTest, root: Path) -> None:
    from streamlit.testing.v1 import AppTest as Fresh  # noqa: PLC0415 - a second visit

    offered = [str(b.key) for b in page.button if str(b.key).startswith("play-by-")]
    assert offered[0] == "play-by-ema-2025"
    assert len(offered) == len(BUILT_IN)
    told = next(b.label for b in page.button if b.key == "play-by-wrc-2025")
    assert "no red fives · one winner off a discard" in told
    next(b for b in page.button if b.key == "play-by-tenhou").click().run()
    assert not any(str(b.key).startswith("play-by-") for b in page.button)
    again = Fresh.from_file(str(root / "app" / "main.py"), default_timeout=120).run()
    assert not any(str(b.key).startswith("play-by-") for b in again.button)
    typed(again, "340m567p789s44p67s +8s")
    assert drawn(again)["result"]["settings"]["rules"]["value"] == "tenhou"


def test_the_rules_stand_beside_the_score_and_are_changed_there(page: AppTest, desk: Desk) -> None:
    typed(page, "340m567p789s44p67s +8s")
    won(desk, page, discarder=None, riichi="none", dora="none")
    assert desk.data["rules"] == {"label": "EMA", "said": False, "open": True}
    assert "they count as plain fives" in words(page), "a red five is in the hand"
    asked = desk.data["facts"]["rules"]
    assert {choice["label"]: choice["note"] for choice in asked["choices"]}["EMA"].startswith("no red fives")
    desk.say(page, rules="tenhou")
    assert desk.data["rules"] == {"label": "Tenhou", "said": True, "open": True}
    assert "Red five" in words(page)
    assert "rules" not in desk.data["outcome"]["assumed"]


def test_red_fives_that_lie_about_are_not_spoken_of(page: AppTest, desk: Desk) -> None:
    typed(page, "345m567p789s44p67s +8s")
    desk.tap(page, {"do": "tap", "face": "0s", "place": "others"})
    won(desk, page, discarder=None)
    assert "they count as plain fives" not in words(page)


def test_a_japanese_page_begins_with_japanese_rules(page: AppTest, desk: Desk) -> None:
    next(b for b in page.button if b.key == "language-ja").click().run()
    typed(page, "345m567p789s44p67s +8s")
    won(desk, page)
    assert desk.data["rules"]["label"] == "天鳳"


def test_a_doubtful_tile_is_one_question_with_one_tap(hand_page: AppTest, desk: Desk) -> None:
    assert desk.asked()["text"] == "Is this 5 of circles?"
    assert desk.asked()["tiles"] == (3,)
    desk.choose(hand_page, "0p")
    assert desk.data["questions"] == []
    assert desk.tile(3)["face"] == "0p"


def test_a_tile_is_corrected_and_taken_back(hand_page: AppTest, desk: Desk) -> None:
    assert "1m" in desk.tile(0)["likely"]
    desk.tap(hand_page, {"do": "face", "uid": 0, "face": "3m"})
    assert desk.tile(0)["face"] == "3m"
    desk.tap(hand_page, {"do": "undo"})
    assert desk.tile(0)["face"] == "2m"


def test_a_tap_that_arrives_twice_is_carried_out_once(hand_page: AppTest, desk: Desk) -> None:
    twice = {"events": [{"n": 1, "do": "tap", "face": "1z", "place": "indicators"}]}
    desk.send(hand_page, twice)
    desk.send(hand_page, twice)
    assert len(desk.data["hand"]["indicators"]) == 1


def test_a_message_that_is_none_is_refused_in_a_sentence(hand_page: AppTest, desk: Desk) -> None:
    desk.send(hand_page, {"events": [{"n": 7, "do": "face", "uid": 0, "face": "<b>"}]})
    assert "a tile is wanted" in hand_page.warning[0].value
    assert "<b>" not in hand_page.warning[0].value
    assert desk.tile(0)["face"] == "2m"
    desk.tap(hand_page, {"do": "face", "uid": 0, "face": "3m"})
    assert desk.tile(0)["face"] == "3m"


def test_back_to_the_first_reading(hand_page: AppTest, desk: Desk) -> None:
    desk.choose(hand_page, "5p")
    desk.tap(hand_page, {"do": "remove", "uid": 0})
    assert desk.asked()["text"] == "One tile missing"
    desk.tap(hand_page, {"do": "first"})
    assert desk.data["hand"]["missing"] == 0


def test_a_tile_becomes_the_winning_one(hand_page: AppTest, desk: Desk) -> None:
    desk.tap(hand_page, {"do": "move", "uid": 2, "place": "win"})
    assert desk.data["hand"]["win"] == 2


def test_a_missing_winning_tile_is_asked_for(hand_page: AppTest, desk: Desk) -> None:
    desk.choose(hand_page, "5p")
    desk.tap(hand_page, {"do": "move", "uid": 10, "place": "concealed"})
    assert desk.asked()["text"] == "Which tile won?"
    desk.choose(hand_page, "9s")
    assert desk.data["hand"]["win"] == 10


def test_a_winning_tile_that_is_not_on_the_photo_is_picked(hand_page: AppTest, desk: Desk) -> None:
    desk.choose(hand_page, "5p")
    desk.tap(hand_page, {"do": "remove", "uid": 10})
    assert "The winning tile is not among the tiles" in desk.asked()["text"]
    assert [choice["face"] for choice in desk.asked()["choices"]] == ["6s", "9s", "", "", "", ""]
    desk.choose(hand_page, "6s")
    assert desk.data["hand"]["missing"] == 0


def test_a_hand_that_has_not_won_leads_to_its_waits_and_a_tap_on_one_to_the_score(
    page: AppTest, desk: Desk
) -> None:
    typed(page, "2345678m234p555s")
    assert "score" in {choice["opens"] for choice in desk.asked()["choices"]}
    before = drawn(page)["result"]["before"]
    assert lines(before["tables"][0])[0] == ["", "3 left", "1,300", "2,000"]
    desk.tap(page, *before["tables"][0]["rows"][0]["cells"][0]["tap"]["events"])
    won(desk, page, by="tsumo", seat="south")
    assert "before" not in drawn(page)["result"]
    assert drawn(page)["result"]["points"]["value"] == "2,000"


def test_a_meld_is_edited(hand_page: AppTest, desk: Desk) -> None:
    desk.tap(
        hand_page,
        {"do": "meld_kind", "number": 0, "kind": "open_kan"},
        {"do": "meld_from", "number": 0, "origin": "right"},
    )
    assert desk.data["hand"]["melds"][0]["label"] == "Open kan from the right"
    desk.tap(hand_page, {"do": "meld_apart", "number": 0})
    assert desk.data["hand"]["melds"] == []


def test_a_meld_is_tapped_in(hand_page: AppTest, desk: Desk) -> None:
    desk.choose(hand_page, "5p")
    desk.tap(hand_page, {"do": "tap_meld", "kind": "chi", "face": "1s"})
    assert desk.asked()["text"] == "3 tiles too many"
    desk.tap(hand_page, {"do": "meld_remove", "number": 1})
    assert desk.data["hand"]["missing"] == 0


def test_dora_indicators_are_added_and_counted(hand_page: AppTest, desk: Desk) -> None:
    won(desk, hand_page)
    desk.tap(hand_page, {"do": "tap", "face": "6z", "place": "indicators"})
    assert "Dora" in [row[0] for row in lines(drawn(hand_page)["result"]["tables"][0])]


def test_ura_before_dora_is_asked_for_and_no_error(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p789s444p7s +7s")
    won(desk, page, riichi="riichi")
    desk.tap(page, {"do": "tap", "face": "1z", "place": "ura"})
    assert "say which" in words(page)
    assert desk.data["asked"] == "discarder"
    desk.say(page, discarder=None)
    assert desk.data["asked"] == "dora"
    desk.tap(page, {"do": "tap", "face": "2z", "place": "indicators"})
    assert desk.data["outcome"]["wins"]


def test_ura_are_asked_about_whatever_was_said_of_dora(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p789s444p7s +7s")
    won(desk, page, riichi="riichi", discarder=None, dora="none")
    assert desk.data["asked"] == "ura"
    assert desk.data["outcome"]["so_far"].startswith("So far ")
    desk.say(page, ura="none")
    assert desk.data["asked"] is None
    assert [chip["label"] for chip in desk.data["chips"]][-3:] == ["No dora", "No ura", "More"]


def test_a_quad_has_a_second_indicator(page: AppTest, desk: Desk) -> None:
    typed(page, "234m456p7s +7s [777z] (1111z)")
    won(desk, page, discarder=None, round="east")
    desk.tap(page, {"do": "tap", "face": "9m", "place": "indicators"})
    assert desk.data["asked"] == "dora"
    assert desk.asked()["note"] == "1 of 2: one, and one for each kan."
    assert "Dora indicators: 1 of 2" in [chip["label"] for chip in desk.data["chips"]]
    assert "no other dora" in desk.data["outcome"]["assumed"]
    assert desk.data["outcome"]["so_far"].startswith("So far ")
    desk.choose(page, "No other dora")
    assert desk.data["asked"] is None


def test_no_dora_said_of_one_indicator_is_asked_again_once_a_kan_turns_a_second(
    hand_page: AppTest, desk: Desk
) -> None:
    desk.choose(hand_page, "5p")
    won(desk, hand_page, discarder=None, dora="none")
    assert desk.asked() == {}
    desk.tap(hand_page, {"do": "meld_kind", "number": 0, "kind": "open_kan"})
    assert desk.data["asked"] == "dora"
    assert desk.data["outcome"]["so_far"].startswith("So far ")
    assert "Dora" in [chip["label"] for chip in desk.data["chips"]], "nobody said of both that there is none"
    desk.say(hand_page, dora="none")
    assert desk.asked() == {}


def test_more_indicators_than_the_kans_of_the_hand_can_be_said(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p789s444p7s +7s")
    won(desk, page, discarder=None, riichi="none")
    desk.tap(page, {"do": "tap", "face": "9p", "place": "indicators"})
    assert desk.data["asked"] is None
    more = desk.data["facts"]["dora"]["choices"][-1]
    assert (more["label"], more["opens"]) == ("One more indicator", "keys:indicators")
    desk.tap(page, {"do": "tap", "face": "6p", "place": "indicators"})
    assert "Dora indicators: 2 of 2" in [chip["label"] for chip in desk.data["chips"]]


def test_a_fact_that_a_mistap_ruled_out_comes_back_as_it_was_said(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p789s444p7s +7s")
    won(desk, page, riichi="riichi_ippatsu")
    desk.tap(page, {"do": "make_meld", "kind": "chi", "uids": [0, 1, 2], "origin": "left"})
    assert "riichi" not in [chip["key"] for chip in desk.data["chips"]]
    desk.say(page, discarder="west", last_tile=True)
    desk.tap(page, {"do": "undo"})
    assert [chip["label"] for chip in desk.data["chips"] if chip["said"]] == [
        "Ron",
        "East won",
        "from West",
        "Riichi · Ippatsu",
        "Last tile",
    ]
    desk.say(page, dora="none")
    assert desk.data["asked"] == "ura"


def test_a_round_that_other_rules_do_not_play_is_asked_again_and_comes_back(
    page: AppTest, desk: Desk
) -> None:
    typed(page, "234m567p78s44p +9s [333z]")
    won(desk, page, rules="tenhou", seat="north", discarder=None, round="west", dora="none")
    assert desk.data["outcome"]["headline"] == "1,000"
    desk.say(page, rules="ema-2025")
    assert "West round" not in [chip["label"] for chip in desk.data["chips"]]
    desk.say(page, last_tile=True)
    desk.say(page, rules="tenhou", last_tile=False)
    assert desk.data["outcome"]["headline"] == "1,000"
    assert "West round" in [chip["label"] for chip in desk.data["chips"]]


def test_the_round_is_asked_where_it_changes_what_the_hand_is_worth(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p78s44p +9s [222z]")
    won(desk, page, seat="west")
    assert desk.asked()["text"] == "Which round?"
    assert labels(desk) == ["East round", "South round"]
    desk.choose(page, "South round")
    desk.say(page, discarder=None, dora="none")
    assert desk.asked() == {}
    assert (desk.data["outcome"]["headline"], desk.data["outcome"]["so_far"]) == ("1,000", "1,000")


def test_the_round_is_not_asked_where_it_changes_nothing(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p78s44p +9s [333z]")
    won(desk, page, seat="west", discarder=None)
    assert desk.data["asked"] == "dora"
    assert "Assumed: no dora, East round" in desk.data["outcome"]["assumed"]
    assert "South round" in [each["label"] for each in desk.data["facts"]["more"]["choices"]]


def test_riichi_and_ippatsu_are_said_in_one_tap(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p789s444p7s +7s")
    won(desk, page, discarder=None)
    told = [(each["label"], each["note"]) for each in desk.asked()["choices"]]
    assert told == [
        ("No riichi", ""),
        ("Riichi", ""),
        ("Riichi", "Ippatsu"),
        ("Double riichi", ""),
        ("Double riichi", "Ippatsu"),
    ]
    desk.tap(page, desk.asked()["choices"][2]["event"])
    assert "Riichi · Ippatsu" in [chip["label"] for chip in desk.data["chips"]]
    assert desk.data["asked"] == "dora"
    assert "Ippatsu" in words(page)
    desk.say(page, riichi="riichi")
    assert "Riichi" in [chip["label"] for chip in desk.data["chips"]]


def test_ippatsu_is_not_offered_where_it_cannot_be(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p789s444p7s +7s")
    won(desk, page, discarder=None, rules="jpml-a")
    assert labels(desk) == ["No riichi", "Riichi", "Double riichi"]


def test_an_indicator_that_the_photo_does_not_offer_is_tapped_on_it(hand_page: AppTest, desk: Desk) -> None:
    desk.choose(hand_page, "5p")
    won(desk, hand_page, discarder=None)
    assert desk.asked()["picks"] == "indicators"
    desk.tap(hand_page, {"do": "move", "uid": 14, "place": "indicators"})
    assert "Dora indicators: 1 of 1" in [chip["label"] for chip in desk.data["chips"]]


def test_what_cannot_be_is_not_asked(hand_page: AppTest, desk: Desk) -> None:
    won(desk, hand_page)
    assert "riichi" not in [chip["key"] for chip in desk.data["chips"]], "the hand is open"
    more = {choice["label"]: choice["why_not"] for choice in desk.data["facts"]["more"]["choices"]}
    assert "riichi" in more["Ippatsu"].lower()


def test_four_plain_fives_ask_which_of_them_is_the_red_one(
    page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    typed(page, "555p234m678s99p67p +5p")
    won(desk, page, "tsumo")
    drawing.say(page, rules="tenhou")
    assert desk.asked()["text"] == "Which of these is the red 5 of circles? Tap it."
    desk.choose(page, "5p")
    assert desk.data["questions"] == []
    assert "Red five" in words(page)


def test_every_payment_is_told_line_by_line_with_its_section(
    hand_page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    won(desk, hand_page)
    drawing.say(hand_page, honba=2)
    assert "for the counters: 2" in words(hand_page)
    assert "EMA 2025 3.4.4" in words(hand_page)


def test_counters_and_sticks_are_paid(hand_page: AppTest, desk: Desk, drawing: Drawing) -> None:
    won(desk, hand_page)
    drawing.say(hand_page, honba=2)
    drawing.say(hand_page, deposits=1)
    assert "Included: counters 2, riichi sticks 1" in words(hand_page)


def test_another_rule_set_scores_the_hand(hand_page: AppTest, desk: Desk, drawing: Drawing) -> None:
    won(desk, hand_page)
    drawing.say(hand_page, rules="wrc-2015")
    assert "WRC 2015" in words(hand_page)


def test_a_red_five_counts_as_plain_where_the_rules_have_none(page: AppTest, desk: Desk) -> None:
    typed(page, "234m067p789s444p7s +7s")
    won(desk, page, "tsumo")
    assert "no red fives" in words(page)
    assert "han" in desk.data["outcome"]["worth"]


@pytest.mark.parametrize(
    ("hand", "said", "why"),
    [
        ("234m567p789s111p4s +4s", "No yaku", "dora alone do not win"),
        ("135m579p135s1234z +5z", "Not a winning hand", "neither four sets and a pair"),
        ("11111m567p789s22p +3p", "Not a possible hand", "there are four of each tile"),
    ],
)
def test_a_hand_without_a_score_says_why(page: AppTest, desk: Desk, hand: str, said: str, why: str) -> None:
    typed(page, hand)
    won(desk, page)
    assert why in words(page)
    assert desk.data["outcome"]["headline"] == said
    assert not desk.data["outcome"]["wins"]
    told = drawn(page)["result"]
    assert (told["worth"], told["wins"]) == (said, False), "not in the colour of a gain"


def test_a_hand_with_too_few_han_for_its_counters_says_so(
    page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    typed(page, "234m567p789s77z44s +7z")
    won(desk, page, rules="rcr")
    drawing.say(page, honba=5)
    assert "From 5 counters on, a win needs two han" in words(page)


def test_a_hand_without_yaku_offers_what_would_make_one(page: AppTest, desk: Desk) -> None:
    typed(page, "234m567p789s111p4s +4s")
    won(desk, page, discarder=None, dora="none")
    desk.say(page, riichi="none")
    offered = {choice["label"]: choice for choice in desk.data["outcome"]["choices"]}
    assert "Riichi?" in offered
    desk.tap(page, offered["Riichi?"]["event"])
    assert desk.data["outcome"]["wins"]


def test_a_hand_is_tapped_together(page: AppTest, desk: Desk) -> None:
    tap(page, "tap")
    faces = ("2m", "3m", "4m", "5p", "6p", "7p", "2s", "3s", "4s", "8p", "8p", "6s", "7s", "8s")
    desk.tap(page, *({"do": "tap", "face": face, "place": "concealed"} for face in faces))
    won(desk, page, "tsumo")
    assert "Tanyao" in words(page)


@pytest.mark.parametrize(("text", "part"), [("12x", "“12x” is not a tile"), ("123m [135p]", "is not a set")])
def test_text_that_is_no_hand_is_answered_in_a_sentence(page: AppTest, text: str, part: str) -> None:
    typed(page, text)
    assert part in page.error[0].value


def test_a_broken_file_is_answered_in_a_sentence(page: AppTest, uploading: Callable[..., AppTest]) -> None:
    uploading(page, b"this is no photo", "broken.jpg")
    assert "cannot be read as a photo" in page.error[0].value
    assert not page.exception
    assert not page.file_uploader[0].value, "the next photo is chosen as the first was"


def test_a_missing_model_is_answered_in_a_sentence(
    page: AppTest, photo_bytes: bytes, uploading: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: InProcessReader) -> object:
        message = "models/ is empty"
        raise ModelError(message)

    monkeypatch.setattr(InProcessReader, "recogniser", none)
    uploading(page, photo_bytes)
    assert "No usable recognition model" in page.error[0].value


def test_a_photo_without_tiles_offers_another_photo_and_a_typed_hand(
    page: AppTest, desk: Desk, photographed: Callable[..., AppTest]
) -> None:
    photographed(page, Reading(issues=(Issue("no_tiles", ()),)))
    assert desk.asked()["text"] == "No tile was found on this photo. Is the hand in view and sharp?"
    assert labels(desk) == ["Another photo", "Tap in a hand"]
    assert "Lay the hand in one row" in desk.asked()["note"]
    desk.choose(page, "Another photo")
    assert page.file_uploader


def test_what_was_said_of_a_hand_holds_for_another_photo_of_it_but_not_for_the_next_hand(
    page: AppTest, desk: Desk, photographed: Callable[..., AppTest], reading: Reading
) -> None:
    def said() -> list[str]:
        return [chip["label"] for chip in desk.data["chips"] if chip["said"]]

    photographed(page, Reading(issues=(Issue("no_tiles", ()),)))
    desk.say(page, by="ron", seat="west")
    desk.choose(page, "Another photo")
    photographed(page, reading)
    assert said() == ["Ron", "West won"]
    desk.tap(page, {"do": "go", "where": "photo"})
    photographed(page, reading)
    assert said() == []


def test_of_two_hands_in_view_the_other_one_is_a_tap_away(
    page: AppTest, desk: Desk, photographed: Callable[..., AppTest], reading: Reading
) -> None:
    mine = OpenHand("self", tuple(range(10)), 10, reading.melds, probability=0.6)
    hers = OpenHand("across", (14,), probability=0.4)
    ask = Issue("whose_hand", (0, 14), ("self", "across"))
    both = Reading(reading.tiles, reading.concealed, 10, reading.melds, issues=(ask,), hands=(mine, hers))
    photographed(page, both)
    assert labels(desk) == ["The near hand", "The hand across"]
    desk.choose(page, "The hand across")
    assert desk.data["hand"]["concealed"] == [14]
    assert [each["side"] for each in desk.data["sides"]] == ["self"]
    desk.tap(page, {"do": "hand", "side": "self"})
    assert len(desk.data["hand"]["concealed"]) == 10


def test_a_failure_is_one_sentence_and_the_hand_stays(
    hand_page: AppTest, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        message = "out of order"
        raise RuntimeError(message)

    with monkeypatch.context() as broken:
        broken.setattr("yakulens.app.hand.scoring.score_hand", fail)
        won(desk, hand_page)
        assert "Something on this page failed" in hand_page.error[0].value
    hand_page.run()
    assert "han" in desk.data["outcome"]["worth"]


def test_a_new_photo_asks_anew_and_keeps_the_old_hand_until_it_is_read(
    hand_page: AppTest, desk: Desk
) -> None:
    won(desk, hand_page, seat="south", round="south")
    tap(hand_page, "new")
    assert hand_page.file_uploader
    tap(hand_page, "resume")
    assert "han" in desk.data["outcome"]["worth"]
    tap(hand_page, "new")
    typed(hand_page, "234m567p789s444p7s +7s")
    *facts, more = desk.data["chips"]
    assert not any(chip["said"] for chip in facts)
    assert more["label"] == "South round", "what the next hand shares is told"
    rounds = {each["label"]: each["held"] for each in desk.data["facts"]["more"]["choices"]}
    assert rounds["South round"]


def test_the_page_speaks_japanese(hand_page: AppTest, desk: Desk) -> None:
    tap(hand_page, "language-ja")
    won(desk, hand_page)
    assert "役牌 中" in words(hand_page)
    assert desk.tile(0)["name"] == "2萬"
    assert desk.data["words"]["done"] == "完了"


def test_tiles_have_words_for_screen_readers(hand_page: AppTest, desk: Desk) -> None:
    assert hand_page
    assert desk.tile(10)["name"] == "9 of bamboo, the winning tile"


def test_other_readings_of_the_hand_are_shown(page: AppTest, desk: Desk) -> None:
    typed(page, "222333444m55p78s +9s")
    won(desk, page, "tsumo")
    assert any("Other readings" in each["title"] for each in drawn(page)["result"]["folds"])


def test_who_is_liable_is_asked_for_a_yakuman_that_was_fed(page: AppTest, desk: Desk) -> None:
    typed(page, "23m55p +4m [555z] [666z] [777z]")
    won(desk, page, "tsumo")
    more = {choice["label"]: choice for choice in desk.data["facts"]["more"]["choices"]}
    desk.tap(page, more["South is liable"]["event"])
    assert "\N{MINUS SIGN}48,000" in words(page)


def test_a_tile_that_was_missed_is_read_where_it_was_drawn(
    hand_page: AppTest, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from yakulens.vision.desk import DeskTile  # noqa: PLC0415 - by this test alone

    drawn = []

    def read_box(photo: object, box: tuple[float, ...]) -> DeskTile:
        drawn.append((photo is not None, box))
        return DeskTile(0, "2m", 0.9, ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)))

    monkeypatch.setattr(recognition, "read_box", read_box)
    desk.choose(hand_page, "5p")
    desk.tap(hand_page, {"do": "remove", "uid": 0})
    desk.tap(hand_page, {"do": "box", "box": [10, 20, 30, 50]})
    assert drawn == [(True, (10.0, 20.0, 30.0, 50.0))]
    assert desk.data["hand"]["missing"] == 0
    assert desk.data["tiles"][-1]["quad"] is not None
