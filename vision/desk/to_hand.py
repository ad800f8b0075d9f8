"""Turns a reading, answers and typed facts into the contract's Hand, or says what it lacks."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from yakulens.scorer.errors import InputError
from yakulens.scorer.message import Message
from yakulens.scorer.tile import compact, parse_one, plain
from yakulens.vision.desk import Desk, DeskTile, Question, hand_json
from yakulens.vision.desk.edits import Answer
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.desk.questions import INDICATOR, WINNING_TILE, about_faces, offered_indicators
from yakulens.vision.labels import BACK, FACES
from yakulens.vision.reading import WHOSE_HAND, Reading

Answers: TypeAlias = "Mapping[str, str] | Mapping[Question, str] | Mapping[Question | str, str]"
"""A choice for each question or question code."""
AS_READ: Final = "as_read"
"""The answer that confirms the reading, to any question."""
_INDICATORS: Final = frozenset({"dora_indicators", "ura_indicators"})


def ask(desk: Desk, typed: Mapping[str, Any]) -> tuple[dict[str, Any], list[Message]]:
    """The Hand as far as it is known, and everything that it lacks.

    What a person ``typed``, in the contract's words, overrides the desk, as read, without foreign tiles.

    Raises:
        TileError: the typed winning tile is not a tile.
    """
    if not desk.tiles:
        return dict(typed), [Message("no_tiles")]
    lacks: list[Message] = []
    if any(desk.face(uid) == BACK for uid in desk.in_hand()):
        lacks.append(Message("face_down"))
    if "win" in typed:
        desk, messages = _with_winning_tile(desk, parse_one(typed["win"]))
        lacks += messages
    elif desk.win is None and desk.concealed:
        faces = _compact(desk.faces(desk.concealed))
        lacks.append(Message("win_unseen") if desk.missing() > 0 else Message.of("no_win", faces=faces))
    missing = desk.missing()
    if missing and not (missing == 1 and desk.win is None):
        reason = Message.of("hand_lacks" if missing > 0 else "hand_exceeds", count=abs(missing))
        lacks.append(Message.of("tile_count", why=reason))
    if "by" not in typed:
        lacks.append(Message("no_by"))
    hand = {key: value for key, value in hand_json(desk).items() if value not in ([], "")}
    return hand | {key: value for key, value in typed.items() if key != "win"}, lacks


def answered(reading: Reading, answers: Answers) -> tuple[Desk, frozenset[Question]]:
    """The desk after answers to a reading's questions, and the answered questions.

    An answer is a choice for a question, or for all with a code; `AS_READ` answers any.

    Raises:
        InputError: an unknown question, or an answer outside its choices.
    """
    reading, side = _select_hand(reading, answers)
    desk = without_flowers(from_reading(reading))
    asked = desk.questions
    settled: frozenset[Question] = frozenset()
    for key, choice in answers.items():
        code = key.code if isinstance(key, Question) else key
        if side is not None and code == WHOSE_HAND:
            continue
        matching = [question for question in asked if key in {question, question.code}]
        if not matching:
            known = ", ".join(dict.fromkeys(question.code for question in asked)) or "none"
            message = f"answers: the reading asks no {code!r}; its questions: {known}"
            raise InputError(message)
        for question in matching:
            desk = _apply_answer(desk, question, choice)
            settled |= {question}
    return desk, settled


def unanswered(desk: Desk, settled: Collection[Question], typed: Collection[str]) -> tuple[Question, ...]:
    """The open questions.

    The number of tiles is not a question: the hand lacks some or does not. ``typed`` are the keys that a
    person typed: a typed winning tile or indicators answer the questions about them.
    """
    offered = set(offered_indicators(desk))
    indicators = not _INDICATORS.isdisjoint(typed)
    return tuple(
        question
        for question in desk.questions
        if question not in settled
        and question.code != "tile_count"
        and not (question.code == WINNING_TILE and "win" in typed)
        and not (question.code == INDICATOR and indicators)
        and not (about_faces(question) and indicators and offered.issuperset(question.tiles))
    )


def _select_hand(reading: Reading, answers: Answers) -> tuple[Reading, str | None]:
    """The reading of the hand that an answer selects, and its side if one does."""
    codes = {key.code if isinstance(key, Question) else key: choice for key, choice in answers.items()}
    side = codes.get(WHOSE_HAND)
    asked = any(issue.code == WHOSE_HAND for issue in reading.issues)
    if side is None or (side == AS_READ and asked):
        return reading, None
    sides = [hand.side for hand in reading.hands]
    if side not in sides:
        message = (
            f"answers: {WHOSE_HAND}: {side!r}: choose {', '.join(sides) or 'nothing: no hand was found'}"
        )
        raise InputError(message)
    return reading.with_hand(sides.index(side)), side


def _apply_answer(desk: Desk, question: Question, choice: str) -> Desk:
    if choice == AS_READ:
        return desk
    if choice not in question.choices:
        known = ", ".join((*question.choices, AS_READ))
        message = f"answers: {question.code}: {choice!r} is not an answer to this question: choose {known}"
        raise InputError(message)
    return Answer(question, choice).applied_to(desk)


def _may_be(face: str, tile: str) -> bool:
    """Whether this face, which may be ``back``, matches a person's tile: a red five is also a five."""
    return face == tile or (face in FACES and plain(face) == tile)


def _with_winning_tile(desk: Desk, tile: str) -> tuple[Desk, list[Message]]:
    if desk.win is not None and _may_be(desk.face(desk.win), tile):
        return desk, []
    if desk.win is None and desk.missing() > 0:
        # A tile won from a discard often lies elsewhere on the table: the photo shows the other thirteen.
        uid = desk.next_uid()
        return replace(desk.with_tile(DeskTile(uid, tile)), win=uid), []
    in_hand = desk.outside_melds()
    faces = desk.faces(in_hand)
    exact = [uid for uid, face in zip(in_hand, faces, strict=True) if face == tile]
    same = [uid for uid, face in zip(in_hand, faces, strict=True) if _may_be(face, tile)]
    won = (exact or same)[-1:]
    if won:
        return replace(desk, concealed=tuple(uid for uid in in_hand if uid not in won), win=won[0]), []
    return desk, [Message.of("win_not_read", tile=tile, faces=_compact(faces))]


def _compact(faces: list[str]) -> str:
    known = sorted({face for face in faces if face in FACES}, key=lambda face: (face[1], plain(face), face))
    return compact(known)
