"""What a person says of rows on the photo: this is the hand, this set was called, this tile is meant."""

from dataclasses import replace

import pytest

from yakulens.app.hand.events import ReadBox, edit_of_box, redrawn_tile
from yakulens.scorer.vocabulary import FROMS
from yakulens.vision.desk import Desk, DeskMeld, DeskTile, Question
from yakulens.vision.desk.edits import CallRow, MoveTile, SetFace, TakeRow, TakeTiles
from yakulens.vision.desk.melds import possible_melds
from yakulens.vision.desk.pointed import may_be_hand, possible_origins
from yakulens.vision.desk.rows import _near, quads_beside, row_through
from yakulens.vision.desk.session import Session, apply


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


def test_a_set_made_of_equal_tiles_keeps_their_order_on_the_photo_whichever_was_tapped() -> None:
    faces = ["7z", "1z", "7z", "7z", "7z"]
    desk = Desk(row(0, faces, 0.0) | {9: DeskTile(9, "1m")}, concealed=(3, 4, 9, 0, 1, 2))
    made = {meld.kind: meld.uids for meld in possible_melds(desk, 3)}
    assert made == {"pon": (2, 3, 4), "open_kan": (0, 2, 3, 4), "closed_kan": (0, 2, 3, 4)}


def test_which_tiles_lie_near_is_worked_out_once_a_photo_whatever_is_corrected() -> None:
    desk = taken_wrongly()
    _near.cache_clear()
    for each in (desk, SetFace(next(iter(desk.tiles)), "9p").applied_to(desk)):
        for uid in each.tiles:
            row_through(each, uid)
            possible_origins(each, uid)
    assert _near.cache_info().misses == 1


def test_a_row_that_is_no_hand_stays_where_it_is() -> None:
    session = Session.begin(taken_wrongly())
    assert apply(session, TakeRow(40)) is session
    assert apply(session, TakeRow(99)) is session


def test_a_set_beside_the_hand_is_called_from_somebody() -> None:
    desk = taken_wrongly()
    assert row_through(desk, 40) == (40, 41, 42)
    assert possible_origins(desk, 42) == ("left", "across", "right")
    assert possible_origins(desk, 25) == ()
    after = apply(Session.begin(desk), CallRow(41, "across")).desk
    assert (after.melds[0].kind, after.melds[0].origin) == ("pon", "across")
    assert after.faces(after.melds[0].tiles) == ["7z"] * 3
    assert not set(CALLED) & set(after.others)


def test_drawing_about_a_tile_that_was_found_takes_that_tile() -> None:
    desk = taken_wrongly()
    about = (598.0, 97.0, 633.0, 142.0)
    assert edit_of_box(desk, ReadBox(about)) == MoveTile(40, "concealed")
    assert edit_of_box(desk, ReadBox(about, "indicators")) == MoveTile(40, "indicators")


def test_drawing_about_a_row_takes_it_for_the_hand() -> None:
    desk = taken_wrongly()
    edit = edit_of_box(desk, ReadBox((-5.0, 195.0, 31.0 * 14, 245.0)))
    assert edit == TakeTiles(tuple(MINE))
    after = apply(Session.begin(desk), edit).desk
    assert after.faces(after.concealed) == HAND
    assert set(POND) <= set(after.others)


def test_drawing_about_a_few_beside_the_hand_calls_them_as_a_set() -> None:
    desk = taken_wrongly()
    edit = edit_of_box(desk, ReadBox((595.0, 95.0, 710.0, 145.0)))
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


def whole(face: str, first: int, x: float, y: float = 100.0) -> dict[int, DeskTile]:
    """A triplet on the photo, its uids from ``first`` on."""
    return {first + at: DeskTile(first + at, face, 0.9, quad(x + 31.0 * at, y)) for at in range(3)}


PON = DeskMeld("pon", (60, 61, 62), "left")
FAR = DeskMeld("pon", (70, 71, 72), "left")
SETS = whole("5z", 60, 500.0, 200.0) | whole("6z", 70, 500.0, 0.0)


def open_hand(concealed: int, *melds: DeskMeld) -> Desk:
    """So many tiles of a hand lie about beside sets that were called; the pond was taken for the hand."""
    row_ = {uid: tile for uid, tile in MINE.items() if uid < 20 + concealed}
    return Desk(POND | row_ | SETS, concealed=tuple(POND), melds=melds, others=tuple(row_))


@pytest.mark.parametrize(("concealed", "melds"), [(1, 4), (2, 4), (4, 3), (5, 3), (7, 2), (10, 1), (11, 1)])
def test_the_concealed_row_of_an_open_hand_is_the_hand_beside_its_sets(concealed: int, melds: int) -> None:
    sets = [DeskMeld("pon", tuple(range(at, at + 3)), "left") for at in (60, 70, 80, 90)][:melds]
    tiles = {k: v for at in (60, 70, 80, 90) for k, v in whole("5z", at, 500.0, 2.0 * at).items()}
    mine = {uid: tile for uid, tile in MINE.items() if uid < 20 + concealed}
    desk = Desk(POND | mine | tiles, concealed=tuple(POND), melds=tuple(sets), others=tuple(mine))
    assert may_be_hand(desk, row_through(desk, 20))
    after = apply(Session.begin(desk), TakeRow(20)).desk
    assert (after.concealed, after.melds) == (tuple(mine), tuple(sets))


def test_of_sets_for_which_there_is_no_room_the_nearest_to_the_row_stay() -> None:
    after = apply(Session.begin(open_hand(11, PON, FAR)), TakeRow(25)).desk
    assert after.melds == (PON,)
    assert set(FAR.tiles) <= set(after.others)


def test_doubts_about_the_hand_that_was_taken_wrongly_are_gone() -> None:
    asked = {
        "of a set that is gone": Question("meld_origin", FAR.tiles, FROMS),
        "of a set that stays": Question("meld_origin", PON.tiles, FROMS),
        "of a tile that is gone": Question("doubtful_face", (0,), ("1z", "2z")),
        "of a tile of the row": Question("doubtful_face", (21,), ("2m", "3m")),
        "whether it belongs": Question("maybe_not_in_hand", (22,), ("in", "out")),
    }
    desk = replace(open_hand(11, PON, FAR), questions=tuple(asked.values()))
    after = apply(Session.begin(desk), TakeRow(25)).desk
    assert [told for told, each in asked.items() if each in after.questions] == [
        "of a set that stays",
        "of a tile of the row",
    ]


def test_sets_that_lie_side_by_side_are_told_apart() -> None:
    tiles = whole("7z", 60, 0.0) | whole("5s", 63, 93.0)
    tiles |= {
        66 + at: DeskTile(66 + at, f"{at + 2}p", 0.9, quad(186.0 + 31.0 * at, 100.0)) for at in range(3)
    }
    desk = Desk(tiles, others=tuple(tiles))
    assert len(row_through(desk, 64)) == 9
    assert possible_origins(desk, 64) == ("left", "across", "right")
    assert possible_origins(desk, 68) == ("left",)
    after = apply(Session.begin(desk), CallRow(64, "across")).desk
    assert after.melds == (DeskMeld("pon", (63, 64, 65), "across"),)


def closed_quad(left: int = 0) -> Desk:
    """A closed quad between backs, as many of the wall beside it as are said."""
    faces = [*["back"] * left, "back", "5p", "0p", "back"]
    return Desk(row(0, faces, 100.0), others=tuple(range(len(faces))))


@pytest.mark.parametrize("left", [0, 3])
def test_a_closed_quad_with_two_tiles_face_down_is_taken_by_a_tap(left: int) -> None:
    desk = closed_quad(left)
    assert possible_origins(desk, left + 1) == (None,)
    after = apply(Session.begin(desk), CallRow(left + 1, None)).desk
    assert after.melds[0].kind == "closed_kan"
    assert after.faces(after.melds[0].tiles) == ["5p", "5p", "0p", "5p"]
    assert after.questions == ()


def test_a_closed_quad_with_two_tiles_face_down_is_taken_by_a_box() -> None:
    edit = edit_of_box(closed_quad(), ReadBox((-5.0, 95.0, 130.0, 145.0)))
    assert edit == TakeTiles((0, 1, 2, 3))
    after = apply(Session.begin(closed_quad()), edit).desk
    assert (after.melds[0].kind, after.questions) == ("closed_kan", ())


def test_drawing_about_a_tile_of_the_hand_says_that_it_is_there() -> None:
    about = ReadBox((-2.0, -3.0, 32.0, 43.0))
    assert redrawn_tile(taken_wrongly(), about) == 0
    assert redrawn_tile(taken_wrongly(), ReadBox((598.0, 97.0, 633.0, 142.0))) is None
