"""What a hand's player discarded, whether the photo shows it or somebody tells it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.scorer.tile import COPIES
from yakulens.vision.desk import Desk, Question, typed
from yakulens.vision.desk.discards import AddDiscard, DiscardTile, MarkDiscards, can_add, told_discards
from yakulens.vision.desk.edits import AddTile, Edit, RemoveTile
from yakulens.vision.labels import FACES, LABELS, plain

HAND = typed.hand("2345678m234p555s")
CORNERS = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))


def edited(desk: Desk, *edits: Edit) -> Desk:
    for edit in edits:
        desk = edit.applied_to(desk)
    return desk


def own(desk: Desk) -> list[str]:
    return desk.faces(desk.own_discards)


def test_a_told_discard_lies_beside_the_hand_and_is_its_players() -> None:
    desk = edited(HAND, AddDiscard("9s"), AddDiscard("1z"))
    assert (own(desk), desk.others) == (["9s", "1z"], desk.own_discards)
    assert told_discards(desk) == desk.own_discards
    assert edited(desk, RemoveTile(desk.own_discards[0])).faces(desk.own_discards[1:]) == ["1z"]


def test_a_tile_that_the_photo_shows_beside_the_hand_is_marked_rather_than_added() -> None:
    on_photo = edited(HAND, AddTile("0s", "others"), AddTile("5s", "others"))
    lying = {uid: replace(on_photo.tiles[uid], quad=CORNERS) for uid in on_photo.others}
    on_photo = replace(on_photo, tiles=on_photo.tiles | lying)
    once = edited(on_photo, AddDiscard("5s"))
    assert (own(once), len(once.tiles), told_discards(once)) == (["0s"], len(on_photo.tiles), ())


def test_a_possible_indicator_is_nobodys_discard() -> None:
    on_wall = edited(HAND, AddTile("9s", "others"))
    asked = Question("dora_indicator", on_wall.others, ("no_dora", "dora"), "which")
    desk = edited(replace(on_wall, questions=(asked,)), AddDiscard("9s"))
    assert desk.own_discards == desk.others[1:]


@pytest.mark.parametrize("face", ["back", "other", "nothing"])
def test_what_is_no_tile_of_riichi_is_no_discard(face: str) -> None:
    assert edited(HAND, AddDiscard(face)) == HAND


def test_there_is_no_fifth_of_a_tile_wherever_the_others_lie() -> None:
    full = edited(HAND, AddTile("0s", "ura"), AddDiscard("5s"))
    assert (own(full), can_add(full, "5s")) == ([], False)


TAPS = st.one_of(
    st.builds(AddDiscard, st.sampled_from(LABELS)),
    st.builds(AddTile, st.sampled_from(LABELS), st.sampled_from(["others", "indicators"])),
    st.builds(DiscardTile, st.integers(0, 30)),
    st.builds(RemoveTile, st.integers(0, 30)),
    st.builds(MarkDiscards, st.lists(st.integers(0, 30), max_size=3).map(tuple), st.booleans()),
)


@given(st.lists(TAPS, max_size=30), st.sampled_from(FACES))
def test_a_discard_is_told_once_more_or_not_at_all_and_never_makes_a_fifth(
    before: list[Edit], face: str
) -> None:
    desk = edited(HAND, *before)
    after = edited(desk, AddDiscard(face))
    assert set(after.own_discards) <= set(after.others)
    count = Counter(map(plain, own(after))) - Counter(map(plain, own(desk)))
    assert count == ({plain(face): 1} if can_add(desk, face) else {})
    lying = Counter(map(plain, after.faces(after.tiles)))
    assert lying[plain(face)] <= max(COPIES, Counter(map(plain, desk.faces(desk.tiles)))[plain(face)])
