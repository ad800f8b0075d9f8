"""A hand as the history keeps it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from app import scoring
from app.history import search, truth
from app.history.wire import desk_to_json
from app.store.history import Now
from vision.labels import RED_FIVES, plain

if TYPE_CHECKING:
    from app.edits import Session
    from app.situation import Situation


def now(session: Session, situation: Situation, file: str) -> Now:
    """The hand with its score and with what finds it.

    Args:
        session: the hand as first read and as it is.
        situation: how it was won.
        file: the photo's name.
    """
    desk = session.desk
    faces = search.hand_faces(desk)
    score = scoring.score(desk, situation)
    return Now(
        rules=situation.rules,
        corrected=truth.is_corrected(session.first, desk),
        desk=desk_to_json(desk),
        situation=asdict(situation),
        score=score,
        faces=search.tiles_text(plain(face) for face in faces),
        reds=search.tiles_text(face for face in faces if face in RED_FIVES),
        words=search.words_text(file, situation.rules, score),
    )
