"""Compare a reading with its label: what was detected, what was named right, and each failure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from yakulens.datasets.truth import Labelled, LabelledBoxes, LabelledHand, LabelledMeld
from yakulens.models.evaluate.matching import boxes_of, match_hand
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import Answer
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.labels import OTHER
from yakulens.vision.reading import REVIEW_BELOW, WHOSE_HAND, Reading, ReadTile

FailureKind = Literal[
    "unreadable",
    "missed_tile",
    "extra_tile",
    "wrong_face",
    "confident_wrong_face",
    "wrong_meld",
    "wrong_win",
    "silent_wrong_hand",
]
_MAX_ANSWERS: Final = 3
"""Number of questions about one hand that a person answers before giving up."""
_Meld: TypeAlias = "tuple[str, tuple[str, ...], str | None]"
"""A meld's kind, its sorted faces, and whose discard it claimed."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One failure on one photo."""

    file: str
    kind: FailureKind
    detail: str


@dataclass(frozen=True, slots=True)
class Outcome(Labelled):
    """The comparison of one photo.

    Attributes:
        truths: labelled tiles.
        found: labelled tiles that were detected.
        right: detected tiles with the right face.
        extra: false detections.
        confident_wrong: wrong faces above the review threshold.
        answers: for each detected tile its score, and whether its face is right.
        failures: all of them.
        exact: for hands: everything is right.
        after_one: for hands: everything is right, or would be after a true answer to one question.
        answered: for hands with questions: everything is right after true answers that were offered; else
            None.
        structure: for hands: melds and winning tile are right.
        reviews: for hands: issues that a person has to settle before the reading equals the label. It leaves
            out the winning tile if the label names none, and the discarder, whom no label names.
        issues: for hands: all issues.
        flowers: for hands: the label holds tiles that riichi does not use.
        top3: for cut-out faces: the right face is among the first three.
    """

    truths: int
    found: int
    right: int
    extra: int
    confident_wrong: int
    answers: tuple[tuple[float, bool], ...]
    failures: tuple[Failure, ...]
    exact: bool | None = None
    structure: bool | None = None
    reviews: int | None = None
    issues: int | None = None
    flowers: bool | None = None
    top3: bool | None = None
    after_one: bool | None = None
    answered: bool | None = None


def wrong_face(file: str, name: str, read: tuple[str, float], where: str = "") -> Failure:
    """The failure of a tile ``name`` that was read as another face, with its score; ``where`` is appended."""
    face, score = read
    kind: FailureKind = "confident_wrong_face" if score >= REVIEW_BELOW else "wrong_face"
    return Failure(file, kind, f"{name} read as {face} ({score:.2f}){where}")


def compare_boxes(reading: Reading, truth: LabelledBoxes) -> Outcome:
    """Compare a reading with boxed tiles (see `boxes_of`)."""
    tiles, boxes = reading.tiles, truth.boxes
    matched, extra = boxes_of(reading, truth)
    failures: list[Failure] = []
    answers: list[tuple[float, bool]] = []
    confident = 0
    for t, b in matched.items():
        tile, name = tiles[t], boxes[b].name
        answers.append((tile.score, tile.face == name))
        if tile.face != name:
            confident += tile.score >= REVIEW_BELOW
            failures.append(wrong_face(truth.file, name, (tile.face, tile.score), f" at {_at(tile)}"))
    found = set(matched.values())
    for b, box in enumerate(boxes):
        if b not in found:
            where = f"({(box.x1 + box.x2) / 2:.0f}, {(box.y1 + box.y2) / 2:.0f})"
            failures.append(Failure(truth.file, "missed_tile", f"{box.name} at {where}"))
    for t in extra:
        detail = f"{tiles[t].face} ({tiles[t].score:.2f}) at {_at(tiles[t])}"
        failures.append(Failure(truth.file, "extra_tile", detail))
    return Outcome(
        *truth.about,
        truths=len(boxes),
        found=len(matched),
        right=sum(right for _, right in answers),
        extra=len(extra),
        confident_wrong=confident,
        answers=tuple(answers),
        failures=tuple(failures),
    )


def _at(tile: ReadTile) -> str:
    x, y = np.array(tile.quad, np.float64).mean(axis=0)
    return f"({x:.0f}, {y:.0f})"


def compare_hand(reading: Reading, truth: LabelledHand) -> Outcome:
    """Compare a reading's hand with the labelled one (see `match_hand`)."""
    found = match_hand(reading, truth)
    either = " or ".join(dict.fromkeys(found.missing))
    failures = [wrong_face(truth.file, either, (tile.face, tile.score)) for tile in found.misread]
    failures += [Failure(truth.file, "missed_tile", face) for face in found.missing[len(found.misread) :]]
    failures += [Failure(truth.file, "extra_tile", f"{tile.face} ({tile.score:.2f})") for tile in found.extra]
    failures += [Failure(truth.file, "extra_tile", OTHER)] * found.extra_flowers
    desk = from_reading(reading)
    exact = is_exact(desk, truth)
    after_one = exact or any(is_exact(answered, truth) for answered in _answered(reading, desk))
    # Which tile won is asked of most hands: that question counts only where its answer sets the hand right.
    asks = after_one or any(issue.code != "winning_tile" for issue in reading.issues)
    failures += _hand_failures(desk, truth, silent=not exact and not asks)
    unlabelled = {"meld_origin", *(() if truth.win else ("winning_tile",))}
    total = len(truth.tiles) - found.flowers
    return Outcome(
        *truth.about,
        truths=total,
        found=min(total, len(found.read)),
        right=sum(right for _, right in found.answers),
        extra=max(0, len(found.read) - total) + found.extra_flowers,
        confident_wrong=sum(tile.score >= REVIEW_BELOW for tile in found.misread),
        answers=tuple(found.answers),
        failures=tuple(failures),
        exact=exact,
        after_one=after_one,
        answered=_can_become_exact(reading, desk, truth)
        if any(question.choices for question in desk.questions)
        else None,
        structure=_are_melds_right(desk, truth) and _is_win_right(desk, truth),
        reviews=sum(issue.code not in unlabelled for issue in reading.issues),
        issues=len(reading.issues),
        flowers=found.flowers > 0,
    )


def _hand_failures(desk: Desk, truth: LabelledHand, *, silent: bool) -> Iterator[Failure]:
    """The failures of a hand, except those of its tiles."""
    if not _are_melds_right(desk, truth):
        detail = f"{_to_text(_labelled_melds(truth.melds))} read as {_to_text(_melds(desk))}"
        yield Failure(truth.file, "wrong_meld", detail)
    if not _is_win_right(desk, truth):
        win = None if desk.win is None else desk.face(desk.win)
        yield Failure(truth.file, "wrong_win", f"{truth.win} read as {win}")
    if silent:
        yield Failure(truth.file, "silent_wrong_hand", "no issue says that anything is unsure")


def is_exact(desk: Desk, truth: LabelledHand) -> bool:
    """Whether concealed tiles, winning tile and melds, with their discarders, equal the label."""
    extra_flowers = desk.faces(desk.in_hand()).count(OTHER) - truth.tiles.count(OTHER)
    right = _are_melds_right(desk, truth) and _is_win_right(desk, truth)
    return right and extra_flowers <= 0 and _are_concealed_right(desk, truth)


def _answered(reading: Reading, desk: Desk) -> Iterator[Desk]:
    """The desk after each answer to each question, as the page applies it.

    At most one answer to a question is true, so an answer that yields the labelled hand is true.
    """
    for question in desk.questions:
        if question.code == WHOSE_HAND:
            yield from (from_reading(reading.with_hand(number)) for number in range(len(reading.hands)))
        else:
            yield from (Answer(question, choice).applied_to(desk) for choice in question.choices)


def _can_become_exact(reading: Reading, desk: Desk, truth: LabelledHand, answers: int = _MAX_ANSWERS) -> bool:
    """Whether at most ``answers`` answers to a hand's questions yield the labelled hand."""
    if is_exact(desk, truth):
        return True
    return answers > 0 and any(
        _can_become_exact(reading, answered, truth, answers - 1) for answered in _answered(reading, desk)
    )


def _are_melds_right(desk: Desk, truth: LabelledHand) -> bool:
    return _melds(desk) == _labelled_melds(truth.melds)


def _is_win_right(desk: Desk, truth: LabelledHand) -> bool:
    return truth.win is None or (desk.win is not None and desk.face(desk.win) == truth.win)


def _melds(desk: Desk) -> Counter[_Meld]:
    return Counter((m.kind, tuple(sorted(desk.faces(m.tiles))), m.origin) for m in desk.melds)


def _labelled_melds(melds: Sequence[LabelledMeld]) -> Counter[_Meld]:
    return Counter((m.kind, tuple(sorted(m.tiles)), m.origin) for m in melds)


def _are_concealed_right(desk: Desk, truth: LabelledHand) -> bool:
    """Whether the concealed tiles are right, including the winning tile if the label names none."""
    read = Counter(desk.faces(desk.concealed))
    if truth.win is None and desk.win is not None:
        read[desk.face(desk.win)] += 1
    labelled = Counter(truth.concealed)
    if OTHER in labelled:
        del labelled[OTHER], read[OTHER]
    return +read == +labelled


def _to_text(melds: Counter[_Meld]) -> str:
    texts = (f"{kind} {' '.join(faces)} from {origin}" for kind, faces, origin in melds.elements())
    return "; ".join(texts) or "no meld"
