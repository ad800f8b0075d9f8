"""A hand as the history keeps it."""

from __future__ import annotations

from dataclasses import asdict

from yakulens.app.game.place import Place
from yakulens.app.history import search, truth
from yakulens.app.history.wire import desk_to_json
from yakulens.app.scoring import Scored
from yakulens.app.store.history import Now
from yakulens.vision.desk import Desk
from yakulens.vision.labels import RED_FIVES, plain


def now(first: Desk, hand: Scored, file: str, place: Place | None = None) -> Now:
    """The hand with its score and with what finds it.

    Args:
        first: the hand as it was first read.
        hand: as it is, with its score.
        file: the photo's name.
        place: the hand of a game that it is; None where nobody has said so.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.situation import Declared
    >>> desk = typed.hand("345678m44p67s +5s [234p]")
    >>> kept = now(desk, Scored.of(desk, Declared("tsumo", "south")), "photo.jpg")
    >>> kept.corrected, kept.score["value"]
    (False, 1100)
    """
    faces = search.hand_faces(hand.desk)
    rules = hand.situation.rules
    return Now(
        rules=rules,
        corrected=truth.is_corrected(first, hand.desk),
        desk=desk_to_json(hand.desk),
        situation=asdict(hand.situation),
        score=hand.score,
        faces=search.tiles_text(plain(face) for face in faces),
        reds=search.tiles_text(face for face in faces if face in RED_FIVES),
        words=search.words_text(file, rules, hand.score),
        place=place,
    )
