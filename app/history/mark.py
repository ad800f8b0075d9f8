"""What a visitor's session remembers of the history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.desk import Desk
    from app.situation import Situation


@dataclass(frozen=True, slots=True)
class Mark:
    """Which reading of the history is on the desk, and what the history last held of it.

    Attributes:
        number: the reading's.
        file: the photo's name.
        desk: as last kept.
        situation: as last kept.
        reopened: whether it was opened from the history: a running game says nothing about it.
    """

    number: int
    file: str
    desk: Desk
    situation: Situation
    reopened: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """What of the history is shown.

    Attributes:
        page: which page of the results, from 0.
        asked: what a first tap asked to delete: a reading's number, all of them, or all photos.
    """

    page: int = 0
    asked: int | str | None = None
