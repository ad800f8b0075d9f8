"""A second claim beside a hand: what lies on the table is nobody's, and a ruling is about one first claim."""

from yakulens.app.hand.claim import Claim
from yakulens.app.hand.events import SetFact
from yakulens.app.hand.shared_table import with_table, with_table_facts, without_indicators
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import typed
from yakulens.vision.desk.edits import AddTile, SetFace


def test_what_shows_the_dora_is_no_part_of_a_claim() -> None:
    assert (
        without_indicators(AddTile("1z", "indicators").applied_to(typed.hand("23m55p +4m"))).indicators == ()
    )


def test_a_claim_has_the_dora_of_the_first() -> None:
    first = AddTile("1z", "indicators").applied_to(typed.hand("23m55p +4m"))
    desk = with_table(typed.hand("77p +7p"), first)
    assert desk.faces(desk.indicators) == ["1z"]


def test_what_was_said_of_the_table_holds_for_a_claim() -> None:
    first = WinFacts("tsumo").saying("dora", round="south")
    how = with_table_facts(WinFacts("ron").saying(seat="west"), first)
    assert (how.by, how.round, how.said) == ("ron", "south", ("dora", "round", "seat"))


def test_a_ruling_stands_beside_the_claim_that_it_was_about() -> None:
    claim = Claim()
    claim.rule("b", {"win": "4m"})
    assert (claim.ruling({"win": "4m"}), claim.ruling({"win": "1m"})) == ("b", None)


def test_a_claim_that_changes_is_ruled_anew() -> None:
    claim = Claim()
    claim.begin("one", typed.hand("23m55p +4m"), WinFacts("ron"))
    claim.rule("a", None)
    for event in (SetFace(0, "3m"), SetFact("by", "tsumo")):
        claim.becomes(claim.session.hear(event)[0])
    assert (claim.session.desk.face(0), claim.session.facts.by, claim.ruled) == ("3m", "tsumo", None)


def test_a_claim_that_stays_as_it_was_keeps_its_ruling() -> None:
    claim = Claim()
    claim.begin("one", typed.hand("23m55p +4m"), WinFacts("ron"))
    claim.rule("a", None)
    claim.becomes(claim.session.hear(SetFace(99, "3m"))[0])
    assert claim.ruled == "a"


def test_a_claim_outlives_a_restart() -> None:
    claim = Claim()
    claim.begin("one", typed.hand("23m55p +4m"), WinFacts("ron"))
    assert Claim.of_json(claim.kept()).session.facts.by == "ron"
    assert Claim.of_json({"of": 3}) == Claim.of_json(None)
