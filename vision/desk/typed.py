"""A hand typed as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from yakulens.scorer.tile import TileError, parse
from yakulens.vision.desk import HAND_SIZE, QUAD_SIZE, SET_SIZE, Desk, DeskMeld, DeskTile
from yakulens.vision.desk.melds import fits

if TYPE_CHECKING:
    from yakulens.vision.reading import MeldKind

_PART: Final = re.compile(r"\[([^\]]*)\]|\(([^)]*)\)|\+\s*([0-9][mpsz])|([^\s\[(+]+)")


class TypedHandError(ValueError):
    """The text is no hand.

    Attributes:
        key: which sentence of the catalogue says why.
        part: the part of the text that it is about.
    """

    def __init__(self, part: str, key: str) -> None:
        """Name the sentence and the part."""
        super().__init__(f"{key}: {part}")
        self.key = key
        self.part = part


def tiles(text: str) -> list[str]:
    """The single tiles of a compact text, in which blanks and commas mean nothing.

    Raises:
        TypedHandError: something in it is no tile.

    >>> tiles("406m 11z")
    ['4m', '0m', '6m', '1z', '1z']
    """
    squeezed = re.sub(r"[\s,]+", "", text)
    try:
        return list(parse(squeezed))
    except TileError as error:
        raise TypedHandError(squeezed, "typed.no_tile") from error


def hand(text: str) -> Desk:
    """The desk that a typed hand means: ``345678m44p67s +5s [234p] (1111z)``.

    ``[..]`` is a called set, ``(..)`` a closed quad, ``+`` stands before the winning tile. Without ``+`` the
    last tile of a complete hand is the winning one.

    Raises:
        TypedHandError: something in it is no tile or no meld, or it has two winning tiles or no tile.

    >>> desk = hand("345678m44p67s +5s [234p]")
    >>> desk.face(desk.win), desk.faces(desk.melds[0].tiles)
    ('5s', ['2p', '3p', '4p'])
    """
    concealed: list[str] = []
    won: list[str] = []
    melds: list[tuple[MeldKind, list[str]]] = []
    for called, closed, win, loose in _PART.findall(text.strip()):
        if called or closed:
            melds.append((_kind(called or closed, closed=bool(closed)), tiles(called or closed)))
        elif win:
            won.append(win)
        else:
            concealed.extend(tiles(loose))
    if len(won) > 1:
        raise TypedHandError(" ".join(won), "typed.two_wins")
    if not concealed and not won and not melds:
        raise TypedHandError(text.strip(), "typed.empty")
    if not won and len(concealed) + SET_SIZE * len(melds) == HAND_SIZE:
        won.append(concealed.pop())
    return lay(concealed, won[0] if won else None, melds)


def _kind(text: str, *, closed: bool) -> MeldKind:
    faces = tiles(text)
    kinds: tuple[MeldKind, ...] = ("closed_kan",) if closed else ("chi", "pon", "open_kan")
    for kind in kinds:
        if fits(kind, faces) and len(faces) == (
            QUAD_SIZE if kind in {"open_kan", "closed_kan"} else SET_SIZE
        ):
            return kind
    raise TypedHandError(text, "typed.no_meld")


def lay(concealed: list[str], win: str | None, melds: list[tuple[MeldKind, list[str]]]) -> Desk:
    """A desk of these faces.

    Args:
        concealed: the faces in the hand.
        win: the face of the winning tile, None without one.
        melds: the kind of each meld and its faces.

    >>> desk = lay(["2m", "3m"], "4m", [("pon", ["7z", "7z", "7z"])])
    >>> desk.concealed, desk.win, desk.melds[0].tiles
    ((0, 1), 5, (2, 3, 4))
    """
    found: dict[int, DeskTile] = {}

    def add(face: str) -> int:
        uid = len(found)
        found[uid] = DeskTile(uid, face)
        return uid

    hand_uids = tuple(add(face) for face in concealed)
    laid = tuple(
        DeskMeld(kind, tuple(add(face) for face in faces), "left" if kind == "chi" else None)
        for kind, faces in melds
    )
    won = None if win is None else add(win)
    return Desk(tiles=found, concealed=hand_uids, win=won, melds=laid)
