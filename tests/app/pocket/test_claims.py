"""Two claims on one phone: begun, corrected, ruled, kept, and on the card that is shared."""

from __future__ import annotations

import json
from typing import Any

from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.pocket.phone import Phone
from yakulens.app.words.i18n import text
from yakulens.vision.desk import typed


def scored() -> Phone:
    """A page that shows a scored hand: 2,000 points."""
    phone = Phone()
    phone.follow(
        to_link(
            typed.hand("234567m44p678s67p +8p"),
            WinFacts("ron", "south", riichi="none").saying("riichi", "dora", discarder="west", round="east"),
        )
    )
    return phone


def claims(phone: Phone) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(phone.shown())["claims"]
    return told


def corrected(phone: Phone) -> Phone:
    """The page with a second claim, which says that the hand was in riichi."""
    phone.tap_claim({"do": "begin", "value": "same"})
    phone.hear_claim({"events": [{"n": 1, "do": "say", "field": "riichi", "value": "riichi"}]})
    return phone


def test_a_hand_offers_a_second_claim_with_the_same_tiles_or_none() -> None:
    phone = scored()
    assert [part["part"] for part in claims(phone)["above"]] == ["heading", "note", "buttons"]
    phone.tap_claim({"do": "begin", "value": "same"})
    same = claims(phone)
    assert [each["value"] for each in same["pair"]["pair"]] == [same["pair"]["pair"][0]["value"]] * 2
    assert same["desk"]["inline"]
    assert json.loads(phone.shown())["inline"], "neither dock covers the other claim"
    phone.tap_claim({"do": "begin", "value": "tap"})
    assert claims(phone)["desk"]["tiles"] == []
    phone.tap_claim({"do": "leave"})
    assert "desk" not in claims(phone)


def test_what_is_said_of_one_claim_is_not_said_of_the_other() -> None:
    phone = corrected(scored())
    first, second = claims(phone)["pair"]["pair"]
    assert (first["value"], second["value"]) == ("2,000", "3,900")
    assert json.loads(phone.shown())["outcome"]["headline"] == "2,000"
    phone.hear_claim({"events": [{"n": 1, "do": "say", "field": "riichi", "value": "none"}]})
    assert claims(phone)["pair"]["pair"][1]["value"] == "3,900", "each tap counts once"


def test_a_second_claim_that_alone_is_in_riichi_names_its_ura_dora() -> None:
    phone = corrected(scored())
    phone.hear({"events": [{"n": 1, "do": "tap", "face": "9s", "place": "indicators"}]})
    desk = claims(phone)["desk"]
    assert (desk["asked"], desk["can"]["ura"]) == ("ura", True)
    phone.hear_claim({"events": [{"n": 2, "do": "tap", "face": "3p", "place": "ura"}]})
    first, second = claims(phone)["pair"]["pair"]
    assert (first["value"], second["value"]) == ("2,000", "8,000")
    assert [choice["face"] for choice in claims(phone)["desk"]["dora"]["ura"]] == ["3p"]
    again = Phone()
    again.reopen(phone.kept(), None)
    assert claims(again)["pair"] == claims(phone)["pair"]
    phone.hear({"events": [{"n": 2, "do": "say", "field": "riichi", "value": "riichi"}]})
    assert claims(phone)["desk"]["asked"] is None, "both are in riichi: the ura dora are those of the first"
    assert claims(phone)["pair"]["pair"][1]["value"] == "3,900"


def test_the_ruling_is_on_the_shared_card_until_a_claim_changes() -> None:
    phone = corrected(scored())
    plain = json.loads(phone.shown())["card"]["parts"]
    phone.tap_claim({"do": "rule", "value": "b"})
    told = json.loads(phone.shown())
    assert [bool(each.get("stands")) for each in told["claims"]["pair"]["pair"]] == [False, True]
    assert told["card"]["parts"][0]["heading"] == text("en", "claim.title")
    phone.tap_claim({"do": "rule", "value": "somebody"})
    assert claims(phone)["pair"]["pair"][1]["stands"]
    phone.hear({"events": [{"n": 1, "do": "say", "field": "seat", "value": "east"}]})
    assert not claims(phone)["pair"]["pair"][1].get("stands"), "it was about another first claim"
    assert json.loads(phone.shown())["card"]["parts"][0]["heading"] == plain[0]["heading"]


def test_both_claims_and_the_ruling_outlive_a_reload_and_stay_with_their_hand() -> None:
    phone = corrected(scored())
    phone.tap_claim({"do": "rule", "value": "a"})
    kept = phone.kept()
    again = Phone()
    again.reopen(kept, None)
    assert claims(again)["pair"] == claims(phone)["pair"]
    again.begin()
    assert again.claim.of is None
    old = {key: value for key, value in json.loads(kept).items() if key != "claim"}
    again.reopen(json.dumps(old), None)
    assert "desk" not in claims(again)
