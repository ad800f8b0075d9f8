"""What the questions of a reading are about, told by their codes and choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.vocabulary import FROMS, MELD_KINDS
from vision.labels import LABELS

if TYPE_CHECKING:
    from app.desk import Desk, Question

NO_MELD: Final = "not_a_meld"
"""The answer that a meld is none."""
NOTHING_WON: Final = "none"
"""The answer that no tile lies apart."""


def about_faces(question: Question) -> bool:
    """Whether it asks which face its tiles show.

    >>> from app.desk import Question
    >>> about_faces(Question("doubtful_face", (3,), "Is this 5p?", ("5p", "0p")))
    True
    """
    return bool(question.choices) and all(choice in LABELS for choice in question.choices)


def about_too_many(question: Question) -> bool:
    """Whether it is about more equal tiles than there are."""
    return question.code == "five_of_a_kind"


def about_win(question: Question) -> bool:
    """Whether it asks which tile won."""
    return question.code == "winning_tile"


def about_belonging(question: Question) -> bool:
    """Whether it asks if its tiles belong to the hand."""
    return question.code == "maybe_not_in_hand"


def about_ura(question: Question) -> bool:
    """Whether it asks if a second row of indicators is the ura."""
    return question.code == "ura_indicators"


def about_origin(question: Question) -> bool:
    """Whether it asks who discarded a meld's called tile.

    >>> from app.desk import Question
    >>> about_origin(Question("meld_origin", (3, 4, 5), "From whom?", ("left", "across", "right")))
    True
    """
    origins = {*FROMS, NO_MELD}
    return any(choice in FROMS for choice in question.choices) and origins.issuperset(question.choices)


def about_kind(question: Question) -> bool:
    """Whether it asks which kind of meld its tiles are."""
    kinds = {*MELD_KINDS, NO_MELD}
    return bool(question.choices) and all(choice in kinds for choice in question.choices)


def open_questions(desk: Desk) -> tuple[Question, ...]:
    """The reading's questions that still stand; how many tiles there are and which one won is seen afresh.

    >>> from app.desk import Desk, Question
    >>> asked = (Question("tile_count", (), "13 tiles"), Question("doubtful_face", (3,), "5p?"))
    >>> [question.code for question in open_questions(Desk(questions=asked))]
    ['doubtful_face']
    """
    return tuple(
        q
        for q in desk.questions
        if q.code != "tile_count" and not (about_win(q) and NOTHING_WON not in q.choices)
    )
