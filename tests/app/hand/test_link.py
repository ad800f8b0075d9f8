"""A hand goes into a link and comes back; what is no hand is refused."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.app.hand.link import MAX_LETTERS, LinkError, from_link, to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import Desk, typed
from yakulens.vision.desk.discards import AddDiscard, MarkDiscards
from yakulens.vision.desk.edits import AddTile
from yakulens.vision.labels import FACES

if TYPE_CHECKING:
    from yakulens.scorer.vocabulary import By

HANDS = ("345678m44p67s +5s [234p]", "406m (1111z) [777z] 55p +5p", "11m", "19m19p19s1234567z +1z")


def linked(content: object) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(content).encode())).decode()


def shape(desk: Desk) -> tuple[object, ...]:
    """All that a link holds of a desk."""
    melds = [(meld.kind, desk.faces(meld.tiles), meld.origin) for meld in desk.melds]
    won = None if desk.win is None else desk.face(desk.win)
    shown = desk.faces(desk.indicators), desk.faces(desk.ura), desk.faces(desk.own_discards)
    return desk.faces(desk.concealed), won, melds, shown, desk.calls_in_order


@given(
    st.sampled_from(HANDS),
    st.lists(st.sampled_from(["3m", "0s", "6z"]), max_size=3),
    st.lists(st.sampled_from(FACES), max_size=24),
    st.sampled_from(["ron", "tsumo", None]),
    st.sampled_from(["ema-2025", "tenhou"]),
    st.integers(0, 9),
)
def test_a_hand_its_indicators_its_players_discards_and_what_was_said_come_back(  # noqa: PLR0913, PLR0917
    hand: str, shown: list[str], discarded: list[str], by: By | None, rules: str, honba: int
) -> None:
    desk = typed.hand(hand)
    if desk.melds:
        desk = replace(desk, melds=(replace(desk.melds[0], origin="across"), *desk.melds[1:]))
    for face in shown:
        desk = AddTile(face, "indicators").applied_to(desk)
    for face in discarded:
        desk = AddDiscard(face).applied_to(desk)
    facts = WinFacts(by, "west", "south", rules=rules, honba=honba, said=("by", "seat"))
    link = to_link(desk, facts)
    again, again_facts = from_link(link)
    assert shape(again) == shape(desk)
    assert again_facts == facts
    assert len(link) < MAX_LETTERS // 4


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"concealed": ["5x"]},
        {"concealed": ["1m"] * 5},
        {"concealed": ["back"]},
        {"melds": [{"kind": "chi", "tiles": ["1m", "2m", "4m"]}]},
        {"melds": [{"kind": "chow", "tiles": ["1m", "2m", "3m"]}]},
        {"facts": {"rules": "x" * 101}},
        {"facts": {"honba": -1}},
        {"facts": {"by": "steal"}},
        {"concealed": [f"{n}{suit}" for suit in "mps" for n in range(1, 8)]},
        {"indicators": ["1m", "2m", "3m", "4m", "5m", "6m"]},
        {"concealed": ["1m"], "discards": ["back"]},
        {"concealed": ["1m"], "discards": ["2m"] * 35},
        ["1m"],
    ],
)
def test_what_is_no_hand_is_refused_in_one_line(content: object) -> None:
    with pytest.raises(LinkError, match="contains no hand"):
        from_link(linked(content))


@given(st.text(max_size=60))
def test_any_text_is_a_hand_or_refused(text: str) -> None:
    with pytest.raises(LinkError):
        from_link(text)


def test_a_link_that_unpacks_to_far_more_than_a_hand_is_refused() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b'"' + b"0" * 1_000_000 + b'"', 9)).decode()
    assert len(bomb) < MAX_LETTERS
    with pytest.raises(LinkError):
        from_link(bomb)


def test_a_fifth_tile_that_a_photo_seems_to_show_keeps_no_hand_from_being_linked() -> None:
    desk = typed.hand("2222m345p11z")
    for _ in range(2):
        desk = AddTile("2m", "others").applied_to(desk)
    desk = MarkDiscards(desk.others, own=True).applied_to(desk)
    again, _ = from_link(to_link(desk, WinFacts()))
    assert again.own_discards == ()


def test_a_link_that_was_cut_is_refused() -> None:
    link = to_link(typed.hand(HANDS[0]), WinFacts("ron"))
    with pytest.raises(LinkError, match="part of it may be missing"):
        from_link(link[: len(link) // 2])
