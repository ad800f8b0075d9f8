"""A desk with its history: edits are applied one by one, and each can be undone. Pure.

``apply(session, edit)`` returns the session after the edit; the desk before it goes onto ``past``.
"""

from dataclasses import dataclass, field, replace
from typing import Final, Self

from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import BackToFirst, Edit, MoveTile, Undo

HISTORY_LIMIT: Final = 200
"""How many edits can be undone."""


@dataclass(frozen=True, slots=True)
class Session:
    """A desk with its earlier states.

    Attributes:
        desk: the current hand.
        first: the hand as it was read or typed.
        past: earlier desks, oldest first.
    """

    desk: Desk = field(default_factory=Desk)
    first: Desk = field(default_factory=Desk)
    past: tuple[Desk, ...] = ()

    @classmethod
    def begin(cls, desk: Desk) -> Self:
        """A session that starts with this desk."""
        begun = _won(desk)
        return cls(begun, begun)


def _won(desk: Desk) -> Desk:
    """The desk with its winning tile set, if all concealed tiles show one face."""
    if desk.win is not None or desk.missing() or len(set(desk.faces(desk.concealed))) != 1:
        return desk
    return MoveTile(desk.concealed[-1], "win").applied_to(desk)


def apply(session: Session, edit: Edit) -> Session:
    """The session after one edit."""
    if isinstance(edit, Undo):
        if not session.past:
            return session
        return replace(session, desk=session.past[-1], past=session.past[:-1])
    desk = session.first if isinstance(edit, BackToFirst) else _won(edit.applied_to(session.desk))
    if desk == session.desk:
        return session
    return replace(session, desk=desk, past=(*session.past, session.desk)[-HISTORY_LIMIT:])
