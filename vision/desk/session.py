"""A desk with the edits that led to it: edits are applied one by one, and each can be taken back. Pure.

``apply(session, edit)`` gives the session after the edit; the desk before it goes onto ``past``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from yakulens.vision.desk import Desk, edits, sort_key
from yakulens.vision.desk.answers import answer
from yakulens.vision.desk.meld_changes import MeldEdit, add_meld, change_meld, make_meld
from yakulens.vision.desk.rows import call_row, take_row, take_tiles
from yakulens.vision.desk.tile_changes import add_found, add_tile, lift, move, set_face

HISTORY_LIMIT: Final = 200
"""How many edits can be taken back."""


@dataclass(frozen=True, slots=True)
class Session:
    """A desk with its earlier states.

    Attributes:
        desk: the hand as it stands.
        first: the hand as it was read or typed.
        past: earlier desks, oldest first.
    """

    desk: Desk = field(default_factory=Desk)
    first: Desk = field(default_factory=Desk)
    past: tuple[Desk, ...] = ()

    @classmethod
    def begin(cls, desk: Desk) -> Self:
        """A session that begins with this desk."""
        begun = _won(desk)
        return cls(begun, begun)


def _won(desk: Desk) -> Desk:
    """The desk with its winning tile, where only one can be: all that is concealed shows one face."""
    if desk.win is not None or desk.missing() or len(set(desk.faces(desk.concealed))) != 1:
        return desk
    return move(desk, desk.concealed[-1], "win")


def apply(session: Session, edit: edits.Edit) -> Session:
    """The session after one edit."""
    if isinstance(edit, edits.Undo):
        if not session.past:
            return session
        return replace(session, desk=session.past[-1], past=session.past[:-1])
    desk = session.first if isinstance(edit, edits.BackToFirst) else _won(_change(session.desk, edit))
    if desk == session.desk:
        return session
    return replace(session, desk=desk, past=(*session.past, session.desk)[-HISTORY_LIMIT:])


_CHANGES: Final[Mapping[type[edits.Edit], Callable[..., Desk]]] = {
    edits.SetFace: set_face,
    edits.AddTile: add_tile,
    edits.AddFound: add_found,
    edits.LayOut: lambda _, other: other,
    edits.RemoveTile: lambda desk, uid: lift(desk, uid) if uid in desk.tiles else desk,
    edits.MoveTile: move,
    edits.TakeRow: take_row,
    edits.CallRow: call_row,
    edits.TakeTiles: take_tiles,
    edits.MakeMeld: make_meld,
    edits.AddMeld: add_meld,
    edits.Answer: answer,
    edits.Sort: lambda desk: replace(
        desk, concealed=tuple(sorted(desk.concealed, key=lambda uid: sort_key(desk.face(uid))))
    ),
}
"""What carries out each kind of edit: it is called with the desk and the edit's own values in their order."""


def _change(desk: Desk, edit: edits.Edit) -> Desk:
    if isinstance(edit, MeldEdit):
        return change_meld(desk, edit)
    change = _CHANGES.get(type(edit))
    return desk if change is None else change(desk, *vars(edit).values())
