"""The words of a reading's questions: one sentence for each code and case, in every language."""

from typing import Final

from yakulens.app.words.i18n import DEFAULT, knows, text
from yakulens.app.words.tiles import name
from yakulens.vision.desk import Question
from yakulens.vision.reading import Issue

_TILES: Final = frozenset({"tile", "left", "right"})
"""The values that are faces; the others are numbers and names."""


def key(question: Issue | Question) -> str:
    """The key of a question's sentence in the catalogues.

    >>> key(Issue("tile_count", (), case="gap")), key(Issue("no_tiles", ()))
    ('question.code.tile_count.gap', 'question.code.no_tiles')
    """
    return f"question.code.{question.code}{'.' if question.case else ''}{question.case}"


def asked(language: str, question: Issue | Question) -> str:
    """A question in a language, as a sentence.

    A question without a sentence, in a hand that another version stored, asks whether its tiles are right.

    >>> gap = Issue("tile_count", (4, 5), case="gap", values=(("left", "5s"), ("right", "7z")))
    >>> asked("en", gap)
    'There is room for one more tile between 5 of bamboo and Red dragon. Was one missed?'
    >>> asked("ja", gap)[:14]
    '5索と中の間に、もう一枚分の'
    >>> asked("en", Issue("called_from", (1,)))
    'Is this right as it was read?'
    """
    if not knows(language, key(question)):
        return text(language, "question.as_read")
    values = {
        each: name(language, str(value)) if each in _TILES else value for each, value in question.values
    }
    return text(language, key(question), **values)


def in_english(question: Issue | Question) -> str:
    """A question as the command line, the Python library and the contract's JSON ask it.

    >>> in_english(Issue("doubtful_face", (3,), ("5p", "0p"), "tile", (("tile", "5p"),)))
    'Is this 5 of circles?'
    """
    return asked(DEFAULT, question)
