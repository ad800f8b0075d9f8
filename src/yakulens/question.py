"""The questions of a reading, in English."""

from __future__ import annotations

from typing import Self

from yakulens.app.words.questions import in_english
from yakulens.vision import desk, reading


class Issue(reading.Issue):
    """A doubt of the model, with the sentence that asks about it.

    >>> Issue("winning_tile", (12, 13), ("12", "13"), "this_one").message
    'Is this the winning tile?'
    """

    __slots__ = ()

    @classmethod
    def of(cls, issue: reading.Issue) -> Self:
        """An issue of the reading."""
        return cls(issue.code, issue.ids, issue.choices, issue.case, issue.values)

    @property
    def message(self) -> str:
        """The issue as a sentence."""
        return in_english(self)


class Question(desk.Question):
    """A doubt that must be settled before the hand can be scored, with the sentence that asks about it.

    >>> Question("whose_hand", (), ("self", "across")).message
    'Several hands lie open. Whose hand is meant?'
    """

    __slots__ = ()

    @classmethod
    def of(cls, question: desk.Question) -> Self:
        """A question of the reading."""
        return cls(question.code, question.tiles, question.choices, question.case, question.values)

    @property
    def asked(self) -> desk.Question:
        """The question without its words, as the reading asks it."""
        return desk.Question(self.code, self.tiles, self.choices, self.case, self.values)

    @property
    def message(self) -> str:
        """The question as a sentence."""
        return in_english(self)
