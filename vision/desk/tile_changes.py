"""What happens to a desk when a person corrects a tile, and which other faces the tile may show. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from yakulens.vision.desk import Desk, DeskPlace, DeskTile
from yakulens.vision.desk.questions import TOO_MANY, WINNING_TILE, about_faces
from yakulens.vision.labels import LABELS, RED_FIVES, plain

_MAX_FACES: Final = 6
"""How many other faces are offered for a tile."""


def set_face(desk: Desk, uid: int, face: str) -> Desk:
    """The desk after a person said what a tile shows; that settles the questions about its face."""
    if uid not in desk.tiles or face not in LABELS:
        return desk
    tile = desk.tiles[uid]
    if tile.face == face and tile.score == 1:
        return desk
    # The face that was read stays at hand, one tap away.
    others = tuple(f for f in (tile.face, *tile.alternatives) if f != face)
    tiles = desk.tiles | {uid: replace(tile, face=face, score=1.0, alternatives=others)}
    questions = tuple(
        q for q in desk.questions if not (uid in q.tiles and (about_faces(q) or q.code == TOO_MANY))
    )
    return replace(desk, tiles=tiles, questions=questions)


def add_tile(desk: Desk, face: str, place: DeskPlace | int) -> Desk:
    """The desk with a new tile at a place or, by its number, in a meld."""
    if face not in LABELS or (isinstance(place, int) and not 0 <= place < len(desk.melds)):
        return desk
    return add_found(desk, DeskTile(0, face), place)


def add_found(desk: Desk, tile: DeskTile, place: DeskPlace | int) -> Desk:
    """The desk with a new tile as it was read; it gets a uid of its own."""
    uid = desk.next_uid()
    return _place(replace(desk, tiles=desk.tiles | {uid: replace(tile, uid=uid)}), uid, place)


def move(desk: Desk, uid: int, place: DeskPlace | int) -> Desk:
    """The desk after a tile was moved to a place or, by its number, to a meld."""
    if uid not in desk.tiles or desk.place_of(uid) == place:
        return desk
    if isinstance(place, int) and not 0 <= place < len(desk.melds):
        return desk
    source = desk.place_of(uid)
    if isinstance(place, int) and isinstance(source, int) and source < place:
        # A meld that loses its last tile goes, and the numbers behind it move up.
        place -= len(desk.melds[source].tiles) == 1
    lifted = lift(desk, uid)
    return _place(replace(lifted, tiles=desk.tiles, questions=desk.questions, fresh=desk.fresh), uid, place)


def lift(desk: Desk, uid: int) -> Desk:
    """The desk without a tile, and without its meld where that held no other."""

    def without(uids: Sequence[int]) -> tuple[int, ...]:
        return tuple(u for u in uids if u != uid)

    melds = tuple(replace(meld, tiles=without(meld.tiles)) for meld in desk.melds)
    return replace(
        remove_tiles(desk, (uid,)),
        concealed=without(desk.concealed),
        win=None if desk.win == uid else desk.win,
        melds=tuple(meld for meld in melds if meld.tiles),
        indicators=without(desk.indicators),
        ura=without(desk.ura),
        others=without(desk.others),
    )


def remove_tiles(desk: Desk, uids: Sequence[int]) -> Desk:
    """The desk without some tiles and the questions about them; their uids are not given again.

    The places where the tiles lay still name them: see ``lift``, which takes a tile out of its place too.
    """
    return replace(
        desk,
        tiles={u: tile for u, tile in desk.tiles.items() if u not in uids},
        questions=tuple(q for q in desk.questions if not set(uids) & set(q.tiles)),
        fresh=desk.next_uid(),
    )


def _place(desk: Desk, uid: int, place: DeskPlace | int) -> Desk:
    if isinstance(place, int):
        melds = list(desk.melds)
        melds[place] = replace(melds[place], tiles=(*melds[place].tiles, uid))
        return replace(desk, melds=tuple(melds))
    if place == "win":
        former = () if desk.win is None else (desk.win,)
        settled = tuple(q for q in desk.questions if q.code != WINNING_TILE)
        return replace(desk, win=uid, concealed=(*desk.concealed, *former), questions=settled)
    changes: dict[str, tuple[int, ...]] = {place: (*getattr(desk, place), uid)}
    return replace(desk, **changes)  # type: ignore[arg-type]  # a place names a field of uids


def likely_faces(tile: DeskTile) -> list[str]:
    """Other faces that the tile may show: those of the reading, its red or plain five, its neighbours.

    >>> likely_faces(DeskTile(0, "5p", 0.6, alternatives=("6p",)))
    ['6p', '0p', '4p', '3p', '7p']
    """
    faces = list(tile.alternatives)
    face = tile.face
    if face[0] in "05" and face[1] in "mps":
        faces.append(plain(face) if face in RED_FIVES else f"0{face[1]}")
    if face[0].isdecimal():
        rank, last = int(plain(face)[0]), 7 if face[1] == "z" else 9
        faces += [f"{n}{face[1]}" for n in (rank - 1, rank + 1, rank - 2, rank + 2) if 1 <= n <= last]
    return [f for f in dict.fromkeys(faces) if f != face][:_MAX_FACES]
