"""What the answer to a question of the reading does to a desk. Pure."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from yakulens.scorer.vocabulary import FROMS, MELD_KINDS
from yakulens.vision.desk import Desk, DeskPlace, Question
from yakulens.vision.desk.edits import SetMeldKind, SetMeldOrigin, TakeMeldApart
from yakulens.vision.desk.meld_changes import change_meld
from yakulens.vision.desk.questions import (
    BELONGING,
    INDICATOR,
    NO_MELD,
    NOT_IN_HAND,
    NOTHING_WON,
    SECOND_ROW,
    WINNING_TILE,
    about_faces,
    about_kind,
    about_origin,
)
from yakulens.vision.desk.tile_changes import move, set_face

URA: Final = "ura"
"""The answer that a second row of indicators is the ura."""
DORA: Final = "dora"
"""The answer that a tile is a dora indicator."""
IN_HAND: Final = "in"
"""The answer that tiles belong to the hand; the other one leaves them out."""
HIDDEN_RED_FIVE: Final = "hidden_red_five"
"""The reading's doubt whether one of a quad's hidden tiles is a red five."""


def answer(desk: Desk, question: Question, choice: str | None) -> Desk:  # noqa: PLR0911 - a line a kind of question
    """The desk after an answer; None, or one that was not offered, leaves the reading as it is."""
    settled = replace(desk, questions=tuple(q for q in desk.questions if q != question))
    if question not in desk.questions or choice is None or choice not in question.choices:
        return settled
    if about_faces(question):
        return _answer_face(settled, question, choice)
    if question.code == WINNING_TILE:
        return _answer_winning_tile(settled, choice)
    if question.code == BELONGING:
        return _answer_belonging(settled, question, choice)
    if question.code == SECOND_ROW:
        return _move_all(settled, question, "ura" if choice == URA else "indicators")
    if question.code == INDICATOR:
        return _move_all(settled, question, "indicators" if choice == DORA else "others")
    if choice == NO_MELD:
        return _change_meld(settled, question, TakeMeldApart)
    if about_origin(question):
        origin = next(player for player in FROMS if player == choice)
        return _change_meld(settled, question, lambda n: SetMeldOrigin(n, origin))
    if about_kind(question):
        kind = next(known for known in MELD_KINDS if known == choice)
        return _change_meld(settled, question, lambda n: SetMeldKind(n, kind))
    return settled


def _answer_winning_tile(desk: Desk, choice: str) -> Desk:
    if choice not in {NOTHING_WON, NOT_IN_HAND}:
        return move(desk, int(choice), "win")
    if desk.win is None:
        return desk
    return move(desk, desk.win, "concealed" if choice == NOTHING_WON else "others")


def _answer_belonging(desk: Desk, question: Question, choice: str) -> Desk:
    """The tiles join the concealed ones, or leave the hand, where they are not there already."""
    for uid in question.tiles:
        outside = desk.place_of(uid) == "others"
        if outside == (choice == IN_HAND):
            desk = move(desk, uid, "concealed" if choice == IN_HAND else "others")
    return desk


def _move_all(desk: Desk, question: Question, place: DeskPlace) -> Desk:
    for uid in question.tiles:
        if uid in desk.tiles:
            desk = move(desk, uid, place)
    return desk


def _answer_face(desk: Desk, question: Question, choice: str) -> Desk:
    if question.code != HIDDEN_RED_FIVE:
        for uid in question.tiles:
            desk = set_face(desk, uid, choice)
        return desk
    # Exactly one hidden tile of the quad shows the face: an outer one of a closed quad, else the last.
    about = set(question.tiles)
    meld = next((meld for meld in desk.melds if about & set(meld.tiles)), None)
    if meld is None:
        return desk
    return set_face(desk, meld.tiles[0 if meld.kind == "closed_kan" else -1], choice)


def _change_meld(
    desk: Desk, question: Question, edit: Callable[[int], SetMeldOrigin | SetMeldKind | TakeMeldApart]
) -> Desk:
    about = set(question.tiles)
    numbers = [number for number, meld in enumerate(desk.melds) if about & set(meld.tiles)]
    return change_meld(desk, edit(numbers[0])) if numbers else desk
