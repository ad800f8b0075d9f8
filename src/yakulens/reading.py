"""The reading of a photo, and the hand made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from yakulens.app.words.questions import in_english
from yakulens.app.words.reading_text import question_text, reading_lines
from yakulens.hand import Hand, HowWon, check_win, contract_keys
from yakulens.notebook import page, picture, text
from yakulens.question import Issue, Question
from yakulens.scorer.contract.form import quoted
from yakulens.scorer.errors import InputError
from yakulens.scorer.vocabulary import By
from yakulens.vision import desk as desks
from yakulens.vision import overlay, reading
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.desk.questions import INDICATOR, WINNING_TILE
from yakulens.vision.desk.to_hand import AS_READ, Answers, answered, ask, unanswered
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.reading import OpenHand, ReadMeld, ReadTile


class OpenQuestionsError(InputError):
    """A reading has unanswered questions.

    Attributes:
        photo: the photo's name.
        questions: each with its subject and its choices.
    """

    def __init__(self, photo: str, questions: tuple[Question, ...]) -> None:
        """List the questions in the message."""
        told = "; ".join(
            f"{each.code}: {question_text(each)} - say {_how_to_say(at, questions)}"
            for at, each in enumerate(questions)
        )
        number = "1 question is" if len(questions) == 1 else f"{len(questions)} questions are"
        super().__init__(f"{photo}: {number} open (answers='as_read' takes all as it was read): {told}")
        self.photo = photo
        self.questions = questions

    def __reduce__(self) -> tuple[type[OpenQuestionsError], tuple[str, tuple[Question, ...]]]:
        """Pickle support, so that it can come from another process."""
        return type(self), (self.photo, self.questions)


def _worded(questions: Iterable[desks.Question]) -> tuple[Question, ...]:
    return tuple(Question.of(each) for each in questions)


def _how_to_say(at: int, questions: tuple[Question, ...]) -> str:
    """Text for the argument of `to_hand` that answers the question at ``at``."""
    question = questions[at]
    if question.code == WINNING_TILE:
        return "win=TILE"
    if question.code == INDICATOR:
        return "dora_indicators=TILES"
    alone = [each.code for each in questions].count(question.code) == 1
    key = repr(question.code) if alone else f"error.questions[{at}]"
    return f"answers={{{key}: {question.choices[0] if question.choices else 'as_read'!r}}}"


class Reading(PhotoReading):
    """The reading of one photo: every tile, its part in the hand, and what is doubtful.

    Further attributes are `photo`, `model` (its name) and `ms` (the time of each part).

    >>> import yakulens
    >>> reading = yakulens.read("datasets/samples/seven-pairs.jpg")
    >>> len(reading.tiles), reading.melds, reading.issues
    (14, (), ())
    """

    __slots__ = ()

    @property
    def tiles(self) -> tuple[ReadTile, ...]:
        """Every tile found: its face with its probability, its corners on the photo, and other faces."""
        return self.reading.tiles

    @property
    def concealed(self) -> tuple[str, ...]:
        """The faces of the concealed tiles, from left to right."""
        return tuple(self.reading.face(tile) for tile in self.reading.concealed)

    @property
    def win(self) -> str | None:
        """The winning tile if one lies apart, else None."""
        return None if self.reading.win is None else self.reading.face(self.reading.win)

    @property
    def melds(self) -> tuple[ReadMeld, ...]:
        """The melds, each with the discarder of its called tile."""
        return self.reading.melds

    @property
    def indicators(self) -> tuple[str, ...]:
        """The faces of apparent dora indicators."""
        return tuple(self.reading.face(tile) for tile in self.reading.indicators)

    @property
    def hands(self) -> tuple[OpenHand, ...]:
        """Every open hand, likeliest first."""
        return self.reading.hands

    @property
    def issues(self) -> tuple[Issue, ...]:
        """The doubts of the model."""
        return tuple(Issue.of(each) for each in self.reading.issues)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions, with choices, that `to_hand` raises unless they are answered."""
        return _worded(unanswered(without_flowers(from_reading(self.reading)), (), ()))

    def to_hand(
        self,
        *,
        won: By,
        win: str | None = None,
        answers: Answers | Literal["as_read"] | None = None,
        **how: Unpack[HowWon],
    ) -> Hand:
        """The hand on the photo, won as the arguments say; arguments override the photo.

        Args:
            won: `"ron"` on a discard, `"tsumo"` by self-draw.
            win: the winning tile; by default the tile that lies apart, if any.
            answers: a choice for each question, by the question itself or its code; `"as_read"` accepts
                everything as read.
            how: everything else known about the win, see `HowWon`. Indicators on the photo are only asked
                about: say which count.

        Raises:
            OpenQuestionsError: a relevant question is open.
            InputError: the photo shows no whole hand, or an argument about the win is invalid.

        >>> import yakulens
        >>> reading = yakulens.read("datasets/samples/open.jpg")
        >>> hand = reading.to_hand(won="ron", seat="west", discarder="north", dora_indicators="")
        >>> hand.win, [meld.claimed_from for meld in hand.melds]
        ('4p', ['left', 'right', 'across'])
        """
        said = contract_keys(how, ("won", "win", "answers")) | {"by": won}
        said |= {} if win is None else {"win": win}
        check_win(won, win)
        given = {} if answers is None or answers == AS_READ else answers
        if not isinstance(given, Mapping):
            message = (
                f"answers: {quoted(answers)} is neither 'as_read' nor a choice for each question, {{...}}"
            )
            raise InputError(message)
        choices = {key.asked if isinstance(key, Question) else key: choice for key, choice in given.items()}
        desk, settled = answered(self.reading, choices)
        still = () if answers == AS_READ else unanswered(desk, settled, said)
        if still:
            raise OpenQuestionsError(self.photo.name, _worded(still))
        hand, lacks = ask(desk, said)
        if lacks:
            raise InputError(self.photo.name, f"{'; '.join(lack.text for lack in lacks)}")
        return Hand.from_json(hand)

    def to_json(self, say: Callable[[reading.Issue], str] = in_english) -> dict[str, Any]:
        """The contract's Reading, ready for `json.dumps`; its issues are in English."""
        return super().to_json(say)

    def overlay(self) -> NDArray[np.uint8]:
        """The photo with every tile on it outlined and named, `(H, W, 3)` uint8 RGB."""
        return overlay.draw(self.photo.pixels, self.reading, self.on_photo)

    def __str__(self) -> str:
        """The reading in words, as `yakulens photo` prints it."""
        return "\n".join(reading_lines(self))

    def _repr_html_(self) -> str:
        """The reading as HTML for a notebook: the photo with named tiles, and the hand in words."""
        first, *rest = reading_lines(self)
        return page(first, picture(overlay.encode(self.overlay()), f"{self.photo.name}, read"), text(rest))
