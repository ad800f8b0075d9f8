"""The columns of a hand in the history."""

from dataclasses import asdict

from yakulens.app.game.place import Place
from yakulens.app.history import search, truth
from yakulens.app.history.wire import desk_to_json
from yakulens.app.scoring import Scored
from yakulens.app.store.history import HandRecord
from yakulens.vision.desk import Desk
from yakulens.vision.labels import RED_FIVES, plain


def hand_record(first: Desk, hand: Scored, file: str, place: Place | None = None) -> HandRecord:
    """A hand as it was first read and as corrected, with its score and the texts that a search finds it by.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.app.situation import Declared
    >>> desk = typed.hand("345678m44p67s +5s [234p]")
    >>> record = hand_record(desk, Scored.of(desk, Declared("tsumo", "south")), "photo.jpg")
    >>> record.corrected, record.score["value"]
    (False, 1100)
    """
    faces = search.hand_faces(hand.desk)
    rules = hand.situation.rules
    return HandRecord(
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
