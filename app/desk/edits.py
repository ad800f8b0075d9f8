"""Every correction that a person can make, as data; ``app.desk.session.apply`` carries it out.

An edit that means nothing on a desk (a tile that is gone) changes nothing: a page may send a tap twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.desk import DeskPlace, Question
    from vision.reading import From, MeldKind


@dataclass(frozen=True, slots=True)
class SetFace:
    """A tile shows another face."""

    uid: int
    face: str


@dataclass(frozen=True, slots=True)
class AddTile:
    """A tile that was not found joins a place or, by its number, a meld."""

    face: str
    place: DeskPlace | int = "concealed"


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """A tile is none, or not of this hand."""

    uid: int


@dataclass(frozen=True, slots=True)
class MoveTile:
    """A tile belongs elsewhere: to a place or, by its number, to a meld."""

    uid: int
    place: DeskPlace | int


@dataclass(frozen=True, slots=True)
class MakeMeld:
    """Concealed tiles are a meld."""

    kind: MeldKind
    uids: tuple[int, ...]
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class AddMeld:
    """A meld that was not found."""

    kind: MeldKind
    faces: tuple[str, ...]
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class SetMeldKind:
    """A meld is of another kind; a quad gains or loses its fourth tile."""

    number: int
    kind: MeldKind


@dataclass(frozen=True, slots=True)
class SetMeldOrigin:
    """A meld's called tile came from this player."""

    number: int
    origin: From | None


@dataclass(frozen=True, slots=True)
class TakeMeldApart:
    """A meld is none: its tiles are concealed."""

    number: int


@dataclass(frozen=True, slots=True)
class RemoveMeld:
    """A meld is not of this hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an open question; None says that the reading is right as it stands."""

    question: Question
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    """The concealed tiles in their usual order."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last edit back."""


@dataclass(frozen=True, slots=True)
class BackToFirst:
    """The hand as it was first read; may itself be undone."""


Edit = (
    SetFace
    | AddTile
    | RemoveTile
    | MoveTile
    | MakeMeld
    | AddMeld
    | SetMeldKind
    | SetMeldOrigin
    | TakeMeldApart
    | RemoveMeld
    | Answer
    | Sort
    | Undo
    | BackToFirst
)
