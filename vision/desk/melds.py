"""What can be a meld, and how its tiles lie."""

from collections.abc import Iterable
from typing import Literal

from yakulens.scorer.meld import can_be
from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.desk import DeskMeld
from yakulens.vision.labels import FACES

Orientation = Literal["upright", "rotated", "stacked", "face_down"]
"""How a tile of a meld lies; a stacked one lies on the rotated one."""


def can_form(kind: MeldKind, faces: Iterable[str]) -> bool:
    """Whether these faces can be a meld of this kind."""
    shown = tuple(faces)
    return all(face in FACES for face in shown) and can_be(kind, shown)


def called_position(meld: DeskMeld) -> int | None:
    """The position of the called tile, which lies rotated; None where it cannot be known.

    It is the position on the side of the player who discarded the tile.
    """
    if meld.kind == "closed_kan" or meld.origin is None:
        return None
    last = len(meld.tiles) - (2 if meld.kind == "added_kan" else 1)
    return {"left": 0, "across": 1, "right": last}[meld.origin]


def origin_of_place(meld: DeskMeld, position: int) -> From:
    """Who discarded the called tile where the tile at this position lies turned: see ``called_position``.

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
    # A meld that lost tiles to a correction may be too short for the place of the called one.
    return tuple(special.get(position, "upright") for position in range(len(meld.tiles)))
