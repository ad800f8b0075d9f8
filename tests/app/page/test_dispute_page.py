from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.page.told import drawn, said, words
from yakulens.app.exports import card_drawing as drawing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yakulens.app.exports.ruling_card import RulingCard
    from yakulens.vision.reading import Reading

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported
    Drawing = Any  # DrawnProbe there


def switch(page: AppTest, name: str) -> AppTest:
    return page.switch_page(f"page/views/{name}.py").run()


def test_the_page_without_a_hand_says_what_to_do(page: AppTest) -> None:
    switch(page, "dispute")
    assert not page.exception
    assert "no whole hand" in page.info[0].value


def test_the_page_compares_the_hand_of_the_score_page(
    hand_page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    desk.say(hand_page, by="ron", seat="east")
    switch(hand_page, "dispute")
    assert not hand_page.exception
    assert not hand_page.error
    assert "Line by line" in words(hand_page)
    drawing.compare(hand_page, "tenhou")
    assert "Tenhou" in drawn(hand_page)["comparison"]["pair"][1]["title"]
    discard(hand_page, drawing, "1z", "9s")
    assert "Furiten: no Ron" in words(hand_page)
    drawing.tap(hand_page, "tenpai", *drawn(hand_page)["tenpai"]["own"]["tiles"][-1]["tap"]["events"])
    assert "Furiten: no Ron" not in words(hand_page)
    switch(hand_page, "score")
    assert desk.data["outcome"]["wins"], "what its player discarded changes no score"


def test_the_sections_of_what_makes_the_difference_stand_with_their_remarks(
    page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    type_hand(page, "19m19p19s1234567z +1z")
    desk.say(page, rules="ema-2025", by="ron", seat="south")
    switch(page, "dispute")
    drawing.compare(page, "rcr")
    assert "EMA 2025 4.2.6 (no double form)" in words(page)


def test_after_a_change_of_language_the_rules_to_compare_are_the_same_by_another_name(
    hand_page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    desk.say(hand_page, by="ron", seat="east")
    switch(hand_page, "dispute")
    drawing.compare(hand_page, "tenhou")
    tap(hand_page, "language-ja")
    box = drawn(hand_page)["comparison"]["against"]
    assert box["value"] == "tenhou"
    assert {"value": "tenhou", "label": "天鳳・四人麻雀"} in box["options"]


def discard(page: AppTest, drawing: Drawing, *faces: str) -> AppTest:
    """The page after these tiles were tapped as discards of the player of the hand that is checked."""
    return drawing.tap(page, "tenpai", *({"do": "add_discard", "face": face} for face in faces))


def tap(page: AppTest, *keys: str) -> AppTest:
    for key in keys:
        next(b for b in page.button if b.key == key).click().run()
        assert not page.exception
        assert not [error.value for error in page.error]
    return page


def type_hand(page: AppTest, text: str) -> AppTest:
    """The page after a hand to check was typed."""
    page.text_input[0].set_value(text)
    page.button[[b.label for b in page.button].index("Lay out")].click().run()
    return page


def test_a_hand_is_checked_for_tenpai_without_a_hand_on_the_score_page(
    page: AppTest, drawing: Drawing
) -> None:
    switch(page, "dispute")
    type_hand(page, "2345678m234p555s")
    verdict = drawn(page)["tenpai"]["verdict"]
    assert (verdict["text"], verdict["wins"]) == ("Tenpai", True)
    assert "3 left" in words(page)
    discard(page, drawing, "5m", "9p")
    assert "Furiten: no Ron" in words(page)
    type_again = tap(page, "check-again")
    type_hand(type_again, "147m258p369s1234z")
    assert "Noten" in words(page)


def test_a_quad_after_riichi_is_judged_with_its_section(page: AppTest) -> None:
    switch(page, "dispute")
    type_hand(page, "2223p456m789s111z")
    assert "Closed kan" not in words(page)
    tap(page, "check-riichi-yes")
    told = words(page)
    assert "Not allowed" in told
    assert "It would change the wait from" in told
    assert "Allowed" in told
    assert "EMA 2025 3.3.10" in told


def test_a_hand_to_check_is_corrected_on_its_desk_and_a_reload_brings_it_back(
    page: AppTest, desk: Desk, drawing: Drawing, root: Path
) -> None:
    switch(page, "dispute")
    type_hand(page, "2345678m234p555s")
    desk.tap(page, {"do": "face", "uid": 4, "face": "1z"})
    assert "Noten" in words(page)
    desk.tap(page, {"do": "undo"})
    tap(page, "check-riichi-yes")
    discard(page, drawing, "5m")
    assert "Furiten: no Ron" in words(page)
    again = AppTest.from_file(str(root / "app" / "main.py"), default_timeout=120).run()
    switch(again, "dispute")
    assert desk.tile(4)["face"] == "6m"
    assert "Furiten: no Ron" in words(again)
    assert next(b for b in again.button if b.key == "check-riichi-yes").proto.type == "primary"


def test_only_discards_that_are_said_to_be_the_players_make_furiten(
    page: AppTest, photographed: Callable[..., AppTest], reading: Reading, desk: Desk, drawing: Drawing
) -> None:
    waiting = replace(reading, win=None, indicators=(), others=(10,), issues=())
    switch(page, "dispute")
    photographed(page, waiting)
    assert desk.data["own"] == []
    assert desk.data["photo"]["width"] == 1600
    assert "Furiten: no Ron" not in words(page)
    desk.tap(page, {"do": "own", "uids": [10], "own": True})
    assert "Furiten: no Ron" in words(page)
    assert "discarded by this player" in desk.tile(10)["name"]
    desk.tap(page, {"do": "own", "uids": [10], "own": False})
    assert "Furiten: no Ron" not in words(page)
    drawing.tap(page, "tenpai", *drawn(page)["tenpai"]["own"]["marks"]["tap"]["events"])
    assert "Furiten: no Ron" in words(page)
    assert "marks" not in drawn(page)["tenpai"]["own"]


def test_penalties_are_found_by_section_and_by_what_they_cost(hand_page: AppTest, desk: Desk) -> None:
    desk.say(hand_page, rules="ema-2025", by="ron", seat="east")
    switch(hand_page, "dispute")
    hand_page.text_input(key="penalty-search").set_value("6.5.6").run()
    assert "Swap-calling" in words(hand_page)
    assert "Ron while furiten" not in words(hand_page)
    hand_page.text_input(key="penalty-search").set_value("chombo").run()
    assert "Swap-calling" not in words(hand_page)
    assert "Ron while furiten" in words(hand_page)
    hand_page.text_input(key="penalty-search").set_value("kuikae").run()
    assert "Swap-calling" in words(hand_page)


def test_a_penalty_is_shown_with_its_condition_in_the_visitors_language(
    hand_page: AppTest, desk: Desk
) -> None:
    desk.say(hand_page, rules="ema-2025", by="ron", seat="east")
    switch(hand_page, "dispute")
    hand_page.text_input(key="penalty-search").set_value("6.8").run()
    assert "the lowest-scoring tile is taken for it" in words(hand_page)
    tap(hand_page, "language-ja")
    assert "最も安くなる牌をあがり牌とする" in words(hand_page)


def test_rules_without_penalties_name_the_edition_that_has_them(hand_page: AppTest, desk: Desk) -> None:
    desk.say(hand_page, rules="wrc-2025", by="ron", seat="east")
    switch(hand_page, "dispute")
    assert "Another edition does: World Riichi Championship rules 2015" in words(hand_page)


@pytest.mark.parametrize("view", ["score", "dispute"])
def test_a_wrong_text_is_answered_beside_its_field_and_the_way_in_stays(page: AppTest, view: str) -> None:
    switch(page, view)
    type_hand(page, "2345q")
    (folded,) = (each for each in page.expander if each.text_input)
    assert ["is not a tile" in error.value for error in folded.error] == [True]
    assert len(page.error) == 1


def test_the_score_is_drawn_as_a_picture_when_it_is_shared_and_anew_when_a_fact_changes(
    hand_page: AppTest, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[object] = []
    real = drawing.draw
    monkeypatch.setattr(drawing, "draw", lambda *given: drawn.append(given) or real(*given))
    desk.say(hand_page, by="ron", seat="east")
    assert desk.data["picture"] is None
    desk.tap(hand_page, {"do": "picture"})
    assert desk.data["picture"]["url"].endswith(".png")
    hand_page.run()
    assert len(drawn) == 1
    desk.say(hand_page, seat="south")
    assert desk.data["picture"] is None


def test_the_ruling_card_is_made_on_demand(hand_page: AppTest, desk: Desk) -> None:
    desk.say(hand_page, by="ron", seat="east")
    switch(hand_page, "dispute")
    assert not hand_page.get("image")
    tap(hand_page, "make-card")
    assert hand_page.get("image")


def test_a_card_on_two_claims_has_the_signs_of_its_language(
    page: AppTest, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[RulingCard] = []
    real = drawing.draw
    monkeypatch.setattr(drawing, "draw", lambda card, *more: drawn.append(card) or real(card, *more))
    type_hand(page, "234567m44p678s67p +8p")
    desk.say(page, by="ron", seat="south", discarder="west", riichi="none", dora="none")
    switch(page, "dispute")
    tap(page, "language-zh", "claim-begin", "ruled-a", "make-card")
    lines = [line.text for part in drawn[-1].parts for line in part.lines]
    assert [line for line in lines if line.startswith(("主张 A", "里宝牌"))]
    assert not [line for line in lines if re.search("[,;:] ", line)]


def claims(page: AppTest) -> list[str]:
    """What stands in the two claims."""
    return ["\n".join(said(claim)) for claim in drawn(page)["claims"]["pair"]]


def test_what_lies_on_the_table_counts_in_a_claim_whose_tiles_are_tapped_anew(
    page: AppTest, desk: Desk
) -> None:
    type_hand(page, "234567m44p678s67p +8p")
    desk.say(page, rules="tenhou", by="ron", seat="south", discarder="west", riichi="none")
    desk.tap(page, {"do": "tap", "face": "3p", "place": "indicators"})
    assert desk.data["outcome"]["headline"] == "7,700"
    switch(page, "dispute")
    tap(page, "claim-tap")
    faces = ("2m", "3m", "4m", "5m", "6m", "7m", "4p", "4p", "6s", "7s", "8s", "6p", "7p", "8p")
    desk.tap(page, *({"do": "tap", "face": face, "place": "concealed"} for face in faces))
    desk.say(page, by="ron", seat="south", discarder="west", riichi="none")
    assert all("7,700" in each and "so far" not in each for each in claims(page))
    tap(page, "pad-claim-dora-tiles-7s")
    assert all("8,000" in each for each in claims(page)), "what is said of the table is said of both"


def test_a_row_of_indicators_that_is_longer_than_the_other_is_mended_where_it_was_tapped(
    page: AppTest, desk: Desk
) -> None:
    type_hand(page, "234567m44p678s67p +8p")
    desk.say(page, by="ron", seat="south", discarder=None, riichi="riichi")
    desk.tap(
        page, {"do": "tap", "face": "3p", "place": "indicators"}, {"do": "tap", "face": "1z", "place": "ura"}
    )
    switch(page, "dispute")
    tap(page, "claim-begin", "pad-claim-dora-tiles-9m")
    assert all("say the others too" in each for each in claims(page))
    tap(page, "claim-dora-tiles-back")
    assert all("8,000" in each for each in claims(page))


def test_a_claim_is_asked_what_is_unsaid_and_scores_so_far_until_it_is_said(
    page: AppTest, desk: Desk
) -> None:
    type_hand(page, "234567m44p678s67p +8p")
    desk.say(page, by="ron", seat="south", discarder=None, riichi="none", dora="none")
    switch(page, "dispute")
    tap(page, "claim-begin")
    assert desk.asked() == {}
    assert "so far" not in claims(page)[1]
    desk.say(page, by="ron", riichi="riichi_ippatsu")
    assert "Assumed: no ura dora" in claims(page)[1]
    assert "so far" not in claims(page)[0]
    tap(page, "claim-ura-none")
    assert "so far" not in claims(page)[1]
    assert "Ippatsu" in claims(page)[1]
    tap(page, "claim-leave", "claim-tap")
    assert desk.asked()["text"] == "14 tiles missing"


def test_a_doubt_about_a_tile_is_asked_of_both_claims(hand_page: AppTest, desk: Desk) -> None:
    doubt = desk.asked()["text"]
    desk.say(hand_page, by="ron", seat="south", discarder=None, dora="none")
    switch(hand_page, "dispute")
    tap(hand_page, "claim-begin")
    assert desk.asked()["text"] == doubt
    assert all("points so far" in each for each in claims(hand_page))
    desk.choose(hand_page, "5p")
    assert ["points so far" in each for each in claims(hand_page)] == [True, False]


def test_a_ruling_goes_when_either_claim_is_another_one(page: AppTest, desk: Desk) -> None:
    type_hand(page, "234567m44p678s67p +8p")
    desk.say(page, by="ron", seat="south", discarder=None, riichi="none", dora="none")
    switch(page, "dispute")
    tap(page, "claim-begin", "ruled-a")
    assert "stands" in claims(page)[0]
    switch(page, "score")
    desk.say(page, last_tile=True)
    switch(page, "dispute")
    assert not any("stand" in each for each in claims(page))
    tap(page, "ruled-b")
    desk.say(page, riichi="riichi")
    assert not any("stand" in each for each in claims(page))
