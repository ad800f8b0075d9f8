"""The melds that tiles can form, and how their tiles lie."""

from typing import Final, Literal

from yakulens.scorer.meld import size_of
from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.desk import SET_SIZE, Desk, DeskMeld
from yakulens.vision.desk.edits import MakeMeld
from yakulens.vision.desk.rows import in_order, nearest_first
from yakulens.vision.labels import FACES, plain

_LAST_RUN: Final = 7
"""The highest rank that a run can start with."""
Orientation = Literal["upright", "rotated", "stacked", "face_down"]
"""How a tile of a meld lies; a stacked one lies on the rotated one."""


def called_position(meld: DeskMeld) -> int | None:
    """The position of the called tile, which lies rotated; None if unknown.

    It is the position on the side of the player who discarded the tile.
    """
    if meld.kind == "closed_kan" or meld.origin is None:
        return None
    last = len(meld.tiles) - (2 if meld.kind == "added_kan" else 1)
    return {"left": 0, "across": 1, "right": last}[meld.origin]


def origin_of_place(meld: DeskMeld, position: int) -> From:
    """Who discarded the called tile if the tile at this position is rotated; see ``called_position``.

    >>> origin_of_place(DeskMeld("open_kan", (0, 1, 2, 3)), 2)
    'across'
    """
    if position == 0:
        return "left"
    return "right" if position == len(meld.tiles) - 1 else "across"


def orientations(meld: DeskMeld) -> tuple[Orientation, ...]:
    """How each tile of a meld lies, from left to right."""
    special: dict[int, Orientation] = {}
    called = called_position(meld)
    if meld.kind == "closed_kan":
        special = {0: "face_down", len(meld.tiles) - 1: "face_down"}
    elif called is not None:
        special[called] = "rotated"
        if meld.kind == "added_kan":
            special[called + 1] = "stacked"
    # A meld that lost tiles to a correction may be too short for the called tile's position.
    return tuple(special.get(position, "upright") for position in range(len(meld.tiles)))


def possible_melds(desk: Desk, uid: int) -> tuple[MakeMeld, ...]:
    """The melds that a concealed tile can form with others of the hand, the likeliest first."""
    if uid not in desk.outside_melds():
        return ()
    face = plain(desk.face(uid))
    others = nearest_first(desk, uid, [u for u in desk.outside_melds() if u != uid])
    same = (uid, *(u for u in others if plain(desk.face(u)) == face))
    kinds: tuple[MeldKind, ...] = ("pon", "open_kan", "closed_kan")
    possible = [
        MakeMeld(kind, _left_to_right(desk, same[: size_of(kind)]))
        for kind in kinds
        if len(same) >= size_of(kind)
    ]
    if face[1] in "mps":
        rank = int(face[0])
        for low in range(max(1, rank - 2), min(_LAST_RUN, rank) + 1):
            run = (f"{low + i}{face[1]}" for i in range(SET_SIZE))
            found = (next((u for u in (uid, *others) if plain(desk.face(u)) == each), None) for each in run)
            known = tuple(u for u in found if u is not None)
            if len(known) == SET_SIZE:
                possible.append(MakeMeld("chi", known))
    return tuple(possible)


def _left_to_right(desk: Desk, uids: tuple[int, ...]) -> tuple[int, ...]:
    """Some tiles as they lie on the photo, then those that are not on it."""
    tiles = {uid: desk.tiles[uid] for uid in uids if desk.tiles[uid].quad is not None}
    return (*(in_order(tiles) if tiles else ()), *(uid for uid in uids if uid not in tiles))


def new_meld(kind: MeldKind, face: str) -> tuple[MeldKind, tuple[str, ...]] | None:
    """A meld of this kind that starts with this face; None if there is none.

    >>> new_meld("chi", "0p"), new_meld("pon", "0s"), new_meld("chi", "8m")
    (('chi', ('0p', '6p', '7p')), ('pon', ('0s', '5s', '5s')), None)
    """
    if face not in FACES:
        return None
    if kind == "chi":
        rank, suit = int(plain(face)[0]), face[1]
        if suit == "z" or rank > _LAST_RUN:
            return None
        return "chi", (face, f"{rank + 1}{suit}", f"{rank + 2}{suit}")
    return kind, (face, *[plain(face)] * (size_of(kind) - 1))
