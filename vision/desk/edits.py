"""Every correction that a person can make, as data; ``vision.desk.session.apply`` carries it out.

An edit that means nothing on a desk (a tile that is gone) changes nothing: a page may send a tap twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.desk import Desk, DeskPlace, DeskTile, Question


@dataclass(frozen=True, slots=True)
class SetFace:
    """Say that a tile shows another face."""

    uid: int
    face: str


@dataclass(frozen=True, slots=True)
class AddTile:
    """Add a tile that was not found to a place or, by its number, to a meld."""

    face: str
    place: DeskPlace | int = "concealed"


@dataclass(frozen=True, slots=True)
class AddFound:
    """Add a tile that was missed, read where a person showed it on the photo; its own uid means nothing."""

    tile: DeskTile
    place: DeskPlace


@dataclass(frozen=True, slots=True)
class LayOut:
    """Lay out another of the hands in view, with its own doubts."""

    desk: Desk


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """Take a tile off the desk, because it is no tile or not one of this hand."""

    uid: int


@dataclass(frozen=True, slots=True)
class MoveTile:
    """Move a tile to a place or, by its number, to a meld."""

    uid: int
    place: DeskPlace | int


@dataclass(frozen=True, slots=True)
class TakeRow:
    """Say that the row of a tile on the photo is the hand."""

    uid: int


@dataclass(frozen=True, slots=True)
class CallRow:
    """Say that a tile on the photo is of a set, and from whom that was called: a closed quad from nobody."""

    uid: int
    origin: From | None


@dataclass(frozen=True, slots=True)
class TakeTiles:
    """Say that these tiles on the photo are the hand, or a set that was called."""

    uids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MakeMeld:
    """Make a meld of concealed tiles."""

    kind: MeldKind
    uids: tuple[int, ...]
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class AddMeld:
    """Add a meld that was not found."""

    kind: MeldKind
    faces: tuple[str, ...]
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class SetMeldKind:
    """Say that a meld is of another kind; a quad gains or loses its fourth tile by that."""

    number: int
    kind: MeldKind


@dataclass(frozen=True, slots=True)
class SetMeldOrigin:
    """Say from which player a meld's called tile came."""

    number: int
    origin: From | None


@dataclass(frozen=True, slots=True)
class TakeMeldApart:
    """Say that a meld is none: its tiles become concealed ones."""

    number: int


@dataclass(frozen=True, slots=True)
class RemoveMeld:
    """Take a meld off the desk, because it is not one of this hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer an open question; the choice None says that the reading is right as it stands."""

    question: Question
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    """Put the concealed tiles in their usual order."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last edit back."""


@dataclass(frozen=True, slots=True)
class BackToFirst:
    """Return to the hand as it was first read; this too can be taken back."""


Edit = (
    SetFace
    | AddTile
    | AddFound
    | LayOut
    | RemoveTile
    | MoveTile
    | TakeRow
    | CallRow
    | TakeTiles
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
