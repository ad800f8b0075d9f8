"""A reading as text: its tiles by their part in the hand, and its doubts."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from yakulens.app.words.questions import in_english
from yakulens.scorer.tile import compact
from yakulens.vision.desk import Desk, Question
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.desk.questions import about_faces
from yakulens.vision.labels import FACES
from yakulens.vision.reading import WHOSE_HAND

if TYPE_CHECKING:
    from yakulens.vision.progressive import PhotoReading


def reading_lines(read: PhotoReading) -> list[str]:
    """A reading as lines of text: the photo, the hand and the doubts."""
    full_desk = from_reading(read.reading)
    desk = without_flowers(full_desk)
    foreign = len(full_desk.concealed) - len(desk.concealed)
    lines = [f"{read.photo.name}: {len(read.reading.tiles)} tiles, read with {read.model}"]
    if desk.concealed:
        lines.append(f"  concealed      {_tiles(desk.faces(desk.concealed))}")
    if desk.win is not None:
        lines.append(f"  winning tile   {desk.face(desk.win)}")
    for meld in desk.melds:
        source = f" from {meld.origin}" if meld.origin else ""
        lines.append(f"  {meld.kind.replace('_', ' '):<13}  {_tiles(desk.faces(meld.tiles))}{source}")
    if desk.indicators:
        lines.append(f"  indicators     {_tiles(desk.faces(desk.indicators))}")
    if foreign:
        lines.append(f"  set aside      {foreign} that riichi does not use")
    doubts = [f"    {_doubt(desk, question)}" for question in desk.questions]
    return lines + (["  Doubts:", *doubts] if doubts else [])


def question_text(question: Question) -> str:
    """A question with the faces or words that can answer it.

    >>> question_text(Question("doubtful_face", (3,), ("5p", "0p"), "tile", (("tile", "5p"),)))
    'Is this 5 of circles? (5p or 0p)'
    """
    words = [choice for choice in question.choices if not choice.isdigit()]
    asked = in_english(question)
    if question.code == "tile_set":
        return f"{asked} (--set {question.choices[0]} reads with it)"
    return f"{asked} ({' or '.join(words)})" if words else asked


def _doubt(desk: Desk, question: Question) -> str:
    """A question, after the tiles that it is about if it does not name them."""
    of_whole_hand = len(question.choices) > 2 and all(map(str.isdigit, question.choices))  # noqa: PLR2004 - either, or
    if not question.choices or of_whole_hand or about_faces(question) or question.code == WHOSE_HAND:
        return question_text(question)
    choices = tuple(desk.face(int(choice)) if choice.isdigit() else choice for choice in question.choices)
    return f"{_tiles(desk.faces(question.tiles))}: {question_text(replace(question, choices=choices))}"


def _tiles(faces: list[str]) -> str:
    """Compact notation, with a word for a face-down or foreign tile."""
    runs = groupby(faces, key=FACES.__contains__)
    return " ".join(part for are_tiles, run in runs for part in ([compact(run)] if are_tiles else run))
