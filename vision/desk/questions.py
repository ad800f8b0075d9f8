"""Classifies the questions of a reading by their codes and choices."""

from collections.abc import Iterable
from typing import Final

from yakulens.scorer.vocabulary import MELD_KINDS
from yakulens.vision.desk import Desk, Question
from yakulens.vision.labels import LABELS

# Codes of questions, by what is asked.
WINNING_TILE: Final = "winning_tile"  # which tile won
BELONGING: Final = "maybe_not_in_hand"  # whether tiles belong to the hand
SECOND_ROW: Final = "ura_indicators"  # whether a second row of indicators is the ura
INDICATOR: Final = "dora_indicator"  # whether a tile in the dead wall is an indicator
HIDDEN_RED_FIVE: Final = "hidden_red_five"  # whether one of a quad's hidden tiles is a red five
MELD_ORIGIN: Final = "meld_origin"  # who discarded a meld's called tile
_ABOUT_ORIGIN: Final = frozenset({MELD_ORIGIN, "called_from"})  # the latter in hands that version 0.2 stored
# Answers.
NO_MELD: Final = "not_a_meld"
NOTHING_WON: Final = "none"  # no tile lies apart: the one that seemed to is in the hand
NOT_IN_HAND: Final = "out"  # the tile apart is not of the hand


def about_faces(question: Question) -> bool:
    """Whether it asks for its tiles' face."""
    return bool(question.choices) and all(choice in LABELS for choice in question.choices)


def merge_indicator_questions(
    questions: Iterable[Question], indicators: Iterable[int]
) -> tuple[tuple[int, ...], tuple[Question, ...]]:
    """All possible indicators of a reading, and its questions, with a single one about all of these."""
    questions = tuple(questions)
    others = tuple(each for each in questions if each.code not in {INDICATOR, SECOND_ROW})
    possible = (uid for each in questions if each not in others for uid in each.tiles)
    offered = tuple(dict.fromkeys((*indicators, *possible)))
    if not offered:
        return (), others
    return offered, (*others, Question(INDICATOR, offered, ("no_dora", "dora"), "which"))


def offered_indicators(desk: Desk) -> tuple[int, ...]:
    """The uids of possible indicators that nobody has confirmed yet."""
    return tuple(
        uid for each in desk.questions if each.code == INDICATOR for uid in each.tiles if uid in desk.others
    )


def about_origin(question: Question) -> bool:
    """Whether it asks who discarded a meld's called tile."""
    return question.code in _ABOUT_ORIGIN


def about_kind(question: Question) -> bool:
    """Whether it asks for a meld's kind."""
    kinds = {*MELD_KINDS, NO_MELD}
    return bool(question.choices) and all(choice in kinds for choice in question.choices)


def open_questions(desk: Desk) -> tuple[Question, ...]:
    """The reading's open questions.

    The page itself determines the number of tiles, whether more are alike than exist, and which one won if
    one must have, after each correction, so questions about these are left out. The page asks for the
    indicators with the dora, and for their faces once they are taken as indicators.
    """
    offered = set(offered_indicators(desk))
    return tuple(
        q
        for q in desk.questions
        if q.code not in {"tile_count", "five_of_a_kind"}
        and not (q.code == WINNING_TILE and {NOTHING_WON, NOT_IN_HAND}.isdisjoint(q.choices))
        and q.code != INDICATOR
        and not (about_faces(q) and offered.issuperset(q.tiles))
    )
