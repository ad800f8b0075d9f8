"""What can be a meld, and how its tiles lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from yakulens.scorer.vocabulary import FROMS, MELD_KINDS, QUAD_KINDS
from yakulens.vision.desk import QUAD_SIZE, SET_SIZE, DeskMeld, order
from yakulens.vision.labels import FACES, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulens.vision.reading import From, MeldKind

Lie = Literal["upright", "rotated", "stacked", "face_down"]
"""How a tile of a meld lies; a stacked one lies on the rotated one."""


def fits(kind: MeldKind, faces: Iterable[str]) -> bool:
    """Whether these faces can be a meld of this kind.

    >>> fits("chi", ["3p", "4p", "0p"]), fits("pon", ["3p", "4p", "0p"])
    (True, False)
    """
    ordered = sorted((plain(face) for face in faces), key=order)
    if any(face not in FACES for face in ordered):
        return False
    if kind == "chi":
        suits = {face[1] for face in ordered}
        ranks = [int(face[0]) for face in ordered]
        return len(suits) == 1 and "z" not in suits and [rank - ranks[0] for rank in ranks] == [0, 1, 2]
    size = QUAD_SIZE if kind in QUAD_KINDS else SET_SIZE
    return len(ordered) == size and len(set(ordered)) == 1


def rotated(meld: DeskMeld) -> int | None:
    """The position of the called tile, which lies rotated; None where it cannot be known.

    It is the position on the side of the player who discarded the tile.

    >>> rotated(DeskMeld("pon", (0, 1, 2), "across"))
    1
    """
    if meld.kind == "closed_kan" or meld.origin is None:
        return None
    last = len(meld.tiles) - (2 if meld.kind == "added_kan" else 1)
    return {"left": 0, "across": 1, "right": last}[meld.origin]


def origin_of_place(meld: DeskMeld, position: int) -> From:
    """Who discarded the called tile where the tile at this position lies turned: see ``rotated``.

    >>> origin_of_place(DeskMeld("open_kan", (0, 1, 2, 3)), 2)
    'across'
    """
    if position == 0:
        return "left"
    return "right" if position == len(meld.tiles) - 1 else "across"


def lies(meld: DeskMeld) -> tuple[Lie, ...]:
    """How each tile of a meld lies, from left to right.

    >>> lies(DeskMeld("added_kan", (0, 1, 2, 3), "left"))
    ('rotated', 'stacked', 'upright', 'upright')
    >>> lies(DeskMeld("closed_kan", (0, 1, 2, 3)))
    ('face_down', 'upright', 'upright', 'face_down')
    """
    special: dict[int, Lie] = {}
    called = rotated(meld)
    if meld.kind == "closed_kan":
        special = {0: "face_down", len(meld.tiles) - 1: "face_down"}
    elif called is not None:
        special[called] = "rotated"
        if meld.kind == "added_kan":
            special[called + 1] = "stacked"
    # A meld that lost tiles to a correction may be too short for the place of the called one.
    return tuple(special.get(position, "upright") for position in range(len(meld.tiles)))


def meld_kind(word: str) -> MeldKind:
    """The kind of meld that a word of the contract names.

    Raises:
        StopIteration: there is no such kind.

    >>> meld_kind("pon")
    'pon'
    """
    return next(kind for kind in MELD_KINDS if kind == word)


def meld_origin(word: str) -> From:
    """The player whom a word of the contract names: left, across or right.

    Raises:
        StopIteration: it is none of these words.

    >>> meld_origin("across")
    'across'
    """
    return next(origin for origin in FROMS if origin == word)
