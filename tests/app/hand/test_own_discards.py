"""A player's own discards as a keyboard tells them: whatever is tapped, the waits are told and right."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.app.page.told import lines
from yakulens.app.hand import events
from yakulens.app.hand.result import result
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.situation import WinFacts
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import rule_sets
from yakulens.scorer.tile import COPIES, parse
from yakulens.vision.desk import Desk, typed
from yakulens.vision.desk.discards import AddDiscard
from yakulens.vision.desk.edits import AddTile
from yakulens.vision.labels import plain

HANDS = (
    "234567p234s5678s",
    "555p34067s11199s",
    "555p34067s11122z",
    "19m19p19s1234567z",
    "234p56s11z [222z] [777z]",
)
"""Hands of thirteen that wait; sets without honours do not have all of them."""


def own(session: HandSession) -> dict[str, Any]:
    """The discards and their keyboard as they are drawn."""
    return dict(result(session.won("en"))["before"]["own"])


def hear(session: HandSession, *sent: dict[str, Any]) -> HandSession:
    """The session after some events, through the door of all."""
    for _, event in events.decode({"events": [{"n": n, **each} for n, each in enumerate(sent, 1)]}):
        session, _ = session.hear(event)
    return session


def typed_faces(hand: str) -> list[str]:
    desk = typed.hand(hand)
    return desk.faces(desk.tiles)


def visible(desk: Desk, face: str) -> int:
    return sum(plain(each) == face for each in desk.faces(desk.tiles))


@given(
    st.sampled_from(HANDS),
    st.sampled_from(rule_sets()),
    st.lists(st.sampled_from(["2p", "5p", "5s", "8s", "1z", "3z"]), max_size=4),
    st.lists(st.integers(0, 99), max_size=24),
)
def test_whatever_is_tapped_the_waits_are_told_with_furiten_and_the_tiles_left(
    hand: str, rules: str, beside: list[str], taps: list[int]
) -> None:
    assume(set(typed_faces(hand)).isdisjoint(parse(load_rules(rules).removed_tiles)))
    session = HandSession().next_hand(typed.hand(hand), facts=WinFacts(rules=rules))
    for face in beside:
        session = session.edited(AddTile(face, "others"))
    for tap in taps:
        told = own(session)
        keys = [key["face"] for row in told["keys"] for key in row if not key.get("off")]
        takes = [tile["tap"]["events"][0] for tile in told.get("tiles", [])]
        ways = [*takes, *({"do": "add_discard", "face": face} for face in keys)]
        session = hear(session, ways[tap % len(ways)])
    desk, before = session.desk, result(session.won("en"))["before"]
    discarded = {plain(face) for face in desk.faces(desk.own_discards)}
    waits = [tile["face"] for tile in before["verdict"]["waits"]]
    barred = [tile["face"] for tile in before["verdict"].get("furiten_tiles", [])]
    assert barred == [tile for tile in waits if tile in discarded if load_rules(rules).furiten != "none"]
    left = [int(row[1].split()[0]) for row in lines(before["tables"][0])]
    assert left == [max(COPIES - visible(desk, tile), 0) for tile in waits]
    assert [tile["face"] for tile in own(session).get("tiles", [])] == desk.faces(desk.own_discards)


def test_a_keyboard_has_the_tiles_of_the_rules() -> None:
    for rules in rule_sets():
        session = HandSession().next_hand(typed.hand(HANDS[0]), facts=WinFacts(rules=rules))
        faces = {key["face"] for row in own(session)["keys"] for key in row}
        assert faces.isdisjoint(parse(load_rules(rules).removed_tiles))
        assert len(faces) == 34 - len(parse(load_rules(rules).removed_tiles))


def test_a_key_is_off_once_all_four_of_its_tiles_lie_elsewhere() -> None:
    session = HandSession().next_hand(typed.hand("2223p567s111z [777z]"))
    session = hear(session, *[{"do": "add_discard", "face": "9s"}] * 5)
    assert session.desk.faces(session.desk.own_discards) == ["9s"] * COPIES
    assert [key["face"] for row in own(session)["keys"] for key in row if key.get("off")] == ["9s"]
    assert session.edited(AddDiscard("2p")).desk.faces(session.desk.own_discards) == ["9s"] * COPIES
