"""What a person says of rows on the photo: this is the hand, this set was called, this tile is meant."""

from __future__ import annotations

from yakulens.app.components.desk import taps
from yakulens.app.dock.events import ReadBox
from yakulens.app.photos import ShownPhoto
from yakulens.vision.desk import Desk, DeskMeld, DeskTile
from yakulens.vision.desk.edits import CallRow, MoveTile, TakeRow, TakeTiles
from yakulens.vision.desk.meld_changes import possible_melds
from yakulens.vision.desk.rows import origins, quads_beside, row_through
from yakulens.vision.desk.session import Session, apply

PHOTO = ShownPhoto("hand.jpg", b"", 900, 400)


def quad(x: float, y: float, *, turned: bool = False) -> tuple[tuple[float, float], ...]:
    wide, high = (40.0, 30.0) if turned else (30.0, 40.0)
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    return (corners[3], *corners[:3]) if turned else corners


def row(first: int, faces: list[str], y: float) -> dict[int, DeskTile]:
    return {first + at: DeskTile(first + at, face, 0.9, quad(31.0 * at, y)) for at, face in enumerate(faces)}


HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "5s", "5s"]
OTHER = ["1z", "2z", "3z", "1z", "2z", "3z", "1z", "2z"]
POND = row(0, OTHER, 0.0)
MINE = row(20, HAND, 200.0)
CALLED = {
    40: DeskTile(40, "7z", 0.9, quad(600.0, 100.0)),
    41: DeskTile(41, "7z", 0.9, quad(632.0, 110.0, turned=True)),
    42: DeskTile(42, "7z", 0.9, quad(674.0, 100.0)),
}


def taken_wrongly() -> Desk:
    """The pond was taken for the hand; the hand and a called set lie about."""
    tiles = POND | MINE | CALLED
    return Desk(tiles, concealed=tuple(POND), others=(*MINE, *CALLED))


def test_this_row_is_the_hand_and_what_was_taken_for_it_moves_away() -> None:
    after = apply(Session.begin(taken_wrongly()), TakeRow(25)).desk
    assert after.faces(after.concealed) == HAND
    assert set(POND) <= set(after.others)
    assert not set(MINE) & set(after.others)


def test_a_row_that_is_no_hand_stays_where_it_is() -> None:
    session = Session.begin(taken_wrongly())
    assert apply(session, TakeRow(40)) is session
    assert apply(session, TakeRow(99)) is session


def test_a_set_beside_the_hand_is_called_from_somebody() -> None:
    desk = taken_wrongly()
    assert row_through(desk, 40) == (40, 41, 42)
    assert origins(desk, 42) == ("left", "across", "right")
    assert origins(desk, 25) == ()
    after = apply(Session.begin(desk), CallRow(41, "across")).desk
    assert (after.melds[0].kind, after.melds[0].origin) == ("pon", "across")
    assert after.faces(after.melds[0].tiles) == ["7z"] * 3
    assert not set(CALLED) & set(after.others)


def test_drawing_about_a_tile_that_was_found_takes_that_tile() -> None:
    desk = taken_wrongly()
    about = (598.0, 97.0, 633.0, 142.0)
    assert taps.edit_of(PHOTO, desk, ReadBox(about)) == MoveTile(40, "concealed")
    assert taps.edit_of(PHOTO, desk, ReadBox(about, "indicators")) == MoveTile(40, "indicators")


def test_drawing_about_a_row_takes_it_for_the_hand() -> None:
    desk = taken_wrongly()
    edit = taps.edit_of(PHOTO, desk, ReadBox((-5.0, 195.0, 31.0 * 14, 245.0)))
    assert edit == TakeTiles(tuple(MINE))
    after = apply(Session.begin(desk), edit).desk
    assert after.faces(after.concealed) == HAND
    assert set(POND) <= set(after.others)


def test_drawing_about_a_few_beside_the_hand_calls_them_as_a_set() -> None:
    desk = taken_wrongly()
    edit = taps.edit_of(PHOTO, desk, ReadBox((595.0, 95.0, 710.0, 145.0)))
    assert edit == TakeTiles((40, 41, 42))
    after = apply(Session.begin(desk), edit).desk
    assert (after.melds[0].kind, after.melds[0].origin) == ("pon", None)


def test_a_remade_meld_takes_the_nearest_tiles() -> None:
    faces = ["5p", "6p", "7p", "1m", "1m", "1m", "5p", "6p", "7p"]
    desk = Desk(row(0, faces, 0.0), concealed=tuple(range(len(faces))))
    chi = next(meld for meld in possible_melds(desk, 7) if meld.kind == "chi" and len(set(meld.uids)) == 3)
    assert set(chi.uids) == {6, 7, 8}


def test_quads_of_other_players_are_seen_however_they_lie() -> None:
    closed = row(0, ["back", "5p", "0p", "back"], 0.0)
    called = CALLED | {43: DeskTile(43, "7z", 0.9, quad(705.0, 100.0))}
    added = CALLED | {43: DeskTile(43, "7z", 0.9, quad(632.0, 80.0, turned=True))}
    assert [quads_beside(Desk(tiles)) for tiles in (closed, called, added, closed | called)] == [1, 1, 1, 2]


def test_equal_tiles_apart_and_the_hands_own_quad_are_no_quad_of_others() -> None:
    apart = CALLED | {43: DeskTile(43, "7z", 0.9, quad(100.0, 300.0))}
    pair = row(0, ["back", "5p", "5p", "1m"], 0.0)
    walls = row(0, ["back", "5p", "back", "back", "5p"], 0.0)
    own = row(0, ["1m", "1m", "1m", "1m"], 0.0)
    meld = DeskMeld("open_kan", tuple(own), "left")
    assert [quads_beside(Desk(tiles)) for tiles in (apart, pair, walls, CALLED)] == [0, 0, 0, 0]
    assert quads_beside(Desk(own, melds=(meld,))) == 0
