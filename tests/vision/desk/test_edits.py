from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulens.vision.desk import Desk, DeskTile, Question, typed
from yakulens.vision.desk.discards import AddDiscard, DiscardTile, MarkDiscards
from yakulens.vision.desk.edits import (
    AddFound,
    AddMeld,
    AddTile,
    Answer,
    BackToFirst,
    Edit,
    MakeMeld,
    MoveTile,
    RemoveMeld,
    RemoveTile,
    SetFace,
    SetMeldKind,
    SetMeldOrigin,
    Sort,
    TakeMeldApart,
    TakeTiles,
    Undo,
)
from yakulens.vision.desk.melds import possible_melds
from yakulens.vision.desk.session import Session, _won, apply
from yakulens.vision.labels import LABELS


def begin(text: str = "234m567p78s44p +9s [777z]") -> Session:
    return Session.begin(typed.hand(text))


def faces(session: Session) -> list[str]:
    return session.desk.faces(session.desk.concealed)


def test_a_tile_takes_another_face_and_keeps_the_old_one_at_hand() -> None:
    after = apply(begin(), SetFace(0, "3m"))
    assert faces(after)[0] == "3m"
    assert after.desk.tiles[0].alternatives == ("2m",)
    assert after.desk.tiles[0].score == 1


def test_a_tile_is_added_to_each_place() -> None:
    session = begin()
    for place, count in (("concealed", 11), ("indicators", 1), ("ura", 1), ("others", 1)):
        after = apply(session, AddTile("1z", place))
        assert len(getattr(after.desk, place)) == count
    assert apply(session, AddTile("1z", 0)).desk.melds[0].tiles[-1] == session.desk.next_uid()


def test_a_new_winning_tile_sends_the_former_one_back_to_the_hand() -> None:
    after = apply(begin(), MoveTile(0, "win"))
    assert after.desk.face(after.desk.win) == "2m"
    assert faces(after)[-1] == "9s"
    assert after.desk.missing() == 0


def test_a_tile_is_removed_from_wherever_it_lies() -> None:
    session = begin()
    assert apply(session, RemoveTile(0)).desk.missing() == 1
    assert apply(session, RemoveTile(session.desk.win)).desk.win is None
    assert len(apply(session, RemoveTile(session.desk.melds[0].tiles[0])).desk.melds[0].tiles) == 2


def test_a_meld_that_loses_its_last_tile_is_gone() -> None:
    session = begin()
    for uid in session.desk.melds[0].tiles:
        session = apply(session, RemoveTile(uid))
    assert session.desk.melds == ()


def test_a_tile_moves_between_hand_melds_and_indicators() -> None:
    session = begin()
    moved = apply(session, MoveTile(0, "indicators"))
    assert moved.desk.indicators == (0,)
    assert 0 not in moved.desk.concealed
    joined = apply(session, MoveTile(0, 0))
    assert joined.desk.place_of(0) == 0
    assert apply(joined, MoveTile(0, "concealed")).desk.place_of(0) == "concealed"


def test_a_tile_moves_from_a_meld_that_vanishes_to_the_one_behind_it() -> None:
    session = begin("234m567p +9s [777z] [222z]")
    first, second, third = session.desk.melds[0].tiles
    for uid in (first, second):
        session = apply(session, RemoveTile(uid))
    after = apply(session, MoveTile(third, 1))
    assert [len(meld.tiles) for meld in after.desk.melds] == [4]


def test_a_meld_is_made_of_concealed_tiles() -> None:
    session = begin("234m567p78s44p777z +9s")
    uids = tuple(uid for uid in session.desk.concealed if session.desk.face(uid) == "7z")
    after = apply(session, MakeMeld("pon", uids, "across"))
    assert after.desk.melds[-1].kind == "pon"
    assert after.desk.melds[-1].origin == "across"
    assert after.desk.missing() == 0


def test_a_chi_always_comes_from_the_left_and_a_closed_quad_from_nobody() -> None:
    session = apply(begin("567p78s44p +9s [777z]"), AddMeld("chi", ("2m", "3m", "4m"), None))
    assert session.desk.melds[-1].origin == "left"
    quad = apply(session, SetMeldKind(0, "closed_kan"))
    assert quad.desk.melds[0].origin is None


def test_a_triplet_becomes_a_quad_with_a_fourth_tile_and_back() -> None:
    session = begin()
    quad = apply(session, SetMeldKind(0, "open_kan"))
    assert quad.desk.faces(quad.desk.melds[0].tiles) == ["7z"] * 4
    back = apply(quad, SetMeldKind(0, "pon"))
    assert back.desk.faces(back.desk.melds[0].tiles) == ["7z"] * 3
    assert set(back.desk.tiles) == set(session.desk.tiles)


def test_a_triplet_with_a_tile_more_is_an_added_quad_and_a_quad_with_one_less_a_triplet() -> None:
    session = apply(begin("567p88s7z +6p [777z] [222z]"), MoveTile(5, 0))
    assert session.desk.melds[0].kind == "added_kan"
    for away in (RemoveTile(5), MoveTile(5, "others")):
        assert apply(session, away).desk.melds[0].kind == "pon"


def test_a_melds_caller_is_set() -> None:
    assert apply(begin(), SetMeldOrigin(0, "right")).desk.melds[0].origin == "right"


def test_a_meld_goes_back_to_the_hand_or_away() -> None:
    session = begin()
    assert apply(session, TakeMeldApart(0)).desk.missing() == 0
    assert apply(session, RemoveMeld(0)).desk.missing() == 3


def test_sorting_lays_the_hand_out_in_the_usual_order() -> None:
    after = apply(begin("1z9s3p0p5p1m44p78s +9s [777z]"), Sort())
    assert faces(after) == ["1m", "3p", "4p", "4p", "0p", "5p", "7s", "8s", "9s", "1z"]


def test_a_tile_beside_the_hand_is_marked_as_its_players_discard_until_it_lies_elsewhere() -> None:
    session = apply(begin("2345678m234p555s"), AddTile("9s", "others"))
    (uid,) = session.desk.others
    marked = apply(session, MarkDiscards((0, uid), own=True))
    assert marked.desk.own_discards == (uid,), "a tile of the hand is no discard"
    assert apply(marked, MarkDiscards((uid,), own=False)).desk == session.desk
    for change in (MoveTile(uid, "concealed"), RemoveTile(uid)):
        assert apply(marked, change).desk.own_discards == ()
    assert apply(marked, Undo()).desk == session.desk


def test_each_edit_is_undone_one_by_one() -> None:
    session = begin()
    edited = apply(apply(session, SetFace(0, "3m")), AddTile("1z", "indicators"))
    assert apply(edited, Undo()).desk.indicators == ()
    assert apply(apply(edited, Undo()), Undo()).desk == session.desk
    assert apply(session, Undo()) == session


def test_back_to_the_first_reading_can_itself_be_undone() -> None:
    edited = apply(begin(), SetFace(0, "3m"))
    first = apply(edited, BackToFirst())
    assert first.desk == edited.first
    assert apply(first, Undo()).desk == edited.desk


@pytest.mark.parametrize(
    "edit",
    [
        SetFace(99, "1m"),
        SetFace(0, "9z"),
        AddTile("9z"),
        AddTile("1m", 5),
        RemoveTile(99),
        MoveTile(99, "win"),
        MoveTile(0, 7),
        MakeMeld("pon", (97, 98, 99)),
        MakeMeld("pon", ()),
        AddMeld("pon", ("9z",)),
        SetMeldKind(4, "pon"),
        RemoveMeld(-1),
        Answer(Question("doubtful_face", (0,), ("1m",)), "1m"),
    ],
)
def test_an_edit_that_means_nothing_here_changes_nothing(edit: Edit) -> None:
    session = begin()
    assert apply(session, edit).desk.in_hand
    assert hand_of(apply(session, edit)) == hand_of(session)


def hand_of(session: Session) -> tuple[object, ...]:
    desk = session.desk
    return desk.concealed, desk.win, desk.melds, desk.indicators, desk.others, session.past


def test_the_melds_that_a_tile_can_form_are_offered() -> None:
    desk = typed.hand("3340567m7777z +9s")
    kinds = [(m.kind, sorted(desk.faces(m.uids))) for m in possible_melds(desk, 2)]
    assert ("chi", ["0m", "3m", "4m"]) in kinds
    assert all(kind == "chi" for kind, _ in kinds)
    dragon = next(uid for uid in desk.concealed if desk.face(uid) == "7z")
    assert [m.kind for m in possible_melds(desk, dragon)] == ["pon", "open_kan", "closed_kan"]


PLACES = st.sampled_from(["concealed", "win", "indicators", "ura", "others", 0, 1])
UIDS = st.integers(0, 20)
EDITS = st.one_of(
    st.builds(SetFace, UIDS, st.sampled_from(LABELS)),
    st.builds(AddTile, st.sampled_from(LABELS), PLACES),
    st.builds(RemoveTile, UIDS),
    st.builds(MoveTile, UIDS, PLACES),
    st.builds(TakeTiles, st.lists(UIDS, max_size=15).map(tuple)),
    st.builds(MakeMeld, st.sampled_from(["chi", "pon"]), st.tuples(UIDS, UIDS, UIDS)),
    st.builds(AddMeld, st.just("pon"), st.just(("1z", "1z", "1z")), st.sampled_from([None, "left"])),
    st.builds(SetMeldKind, st.integers(0, 2), st.sampled_from(["chi", "pon", "open_kan", "closed_kan"])),
    st.builds(SetMeldOrigin, st.integers(0, 2), st.sampled_from(["left", "right", None])),
    st.builds(TakeMeldApart, st.integers(0, 2)),
    st.builds(RemoveMeld, st.integers(0, 2)),
    st.builds(Sort),
    st.builds(MarkDiscards, st.lists(UIDS, max_size=4).map(tuple), st.booleans()),
    st.builds(DiscardTile, UIDS),
    st.builds(AddDiscard, st.sampled_from(LABELS)),
    st.builds(Undo),
    st.builds(BackToFirst),
)


def everywhere(desk: Desk) -> list[int]:
    return sorted([*desk.in_hand(), *desk.indicators, *desk.ura, *desk.others])


@settings(max_examples=150, deadline=None)
@given(st.lists(EDITS, max_size=25))
def test_whatever_is_edited_every_tile_lies_in_exactly_one_place(changes: list[Edit]) -> None:
    session = begin()
    for change in changes:
        session = apply(session, change)
        assert everywhere(session.desk) == sorted(session.desk.tiles)
    while session.past:
        session = apply(session, Undo())
    assert session.desk == session.first


def test_a_tile_that_was_missed_keeps_how_sure_it_is() -> None:
    desk = AddFound(DeskTile(0, "9s", 0.8), "concealed").applied_to(typed.hand("23m55p +4m"))
    assert desk.tiles[desk.concealed[-1]].score == 0.8


def test_where_all_that_is_concealed_shows_one_face_one_of_them_won() -> None:
    desk = typed.hand("5p +5p [777z] [666z] [555z] [444z]")
    assert _won(replace(desk, concealed=(*desk.concealed, desk.win), win=None)).win == desk.win
