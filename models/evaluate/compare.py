"""Compare a reading with its label: what was detected, what was named right, and each failure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.truth import Labelled, LabelledBoxes, LabelledHand, LabelledMeld
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import Answer
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.geometry.overlap import box_overlaps
from yakulens.vision.labels import BACK, OTHER
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
_MIN_OVERLAP: Final = 0.3
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


def match_boxes(quads: NDArray[np.floating[Any]], boxes: NDArray[np.floating[Any]]) -> dict[int, int]:
    """Match tiles ``(N, 4, 2)`` and boxes ``(M, 4)`` one to one; returns a map from tile index to box index.

    A pair is possible if the quad's centre lies in the box and the quad's bounding box overlaps it with an
    IoU of at least 0.3, since labels may include a tile's side or be loose. Pairs are taken by IoU, highest
    first.
    """
    overlaps = box_overlaps(quads, boxes)
    possible = np.argwhere(_inside(quads, boxes) & (overlaps >= _MIN_OVERLAP)).tolist()
    matched: dict[int, int] = {}
    used_boxes: set[int] = set()
    for box, tile in sorted(possible, key=lambda pair: (-overlaps[pair[0], pair[1]], pair[1], pair[0])):
        if tile not in matched and box not in used_boxes:
            matched[tile] = box
            used_boxes.add(box)
    return matched


def compare_boxes(reading: Reading, truth: LabelledBoxes) -> Outcome:
    """Compare a reading with boxed tiles.

    Face-down tiles are never boxed, so an unmatched ``back`` is no false detection. Where not every visible
    tile is boxed, only a second detection within a box is a false one.
    """
    tiles, boxes = reading.tiles, truth.boxes
    quads, corners = np.array([tile.quad for tile in tiles], np.float64).reshape(-1, 4, 2), truth.corners()
    matched = match_boxes(quads, corners)
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
    in_box = np.asarray(_inside(quads, corners).any(axis=0))
    extra = [
        tile
        for t, tile in enumerate(tiles)
        if t not in matched and tile.face != BACK and (truth.complete or in_box[t])
    ]
    failures += [
        Failure(truth.file, "extra_tile", f"{tile.face} ({tile.score:.2f}) at {_at(tile)}") for tile in extra
    ]
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


def _inside(quads: NDArray[np.floating[Any]], boxes: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """``(M, N)`` whether the middles of N quads lie in M boxes."""
    middles = quads.mean(axis=1)
    return np.asarray(((boxes[:, None, :2] <= middles) & (middles <= boxes[:, None, 2:])).all(axis=2))


def compare_hand(reading: Reading, truth: LabelledHand) -> Outcome:
    """Compare a reading's hand with the labelled one.

    A hand's label has no positions, so tiles are matched as multisets: tiles in both are right, further pairs
    are wrong faces, and the rest are missed or extra. Among equal faces those with the lowest scores count as
    wrong. Labelled flower tiles may be among the concealed tiles of the reading, or missing.
    """
    labelled = Counter(truth.tiles)
    flowers = labelled.pop(OTHER, 0)
    hand = _hand(reading)
    read = sorted((tile for tile in hand if tile[0] != OTHER), key=lambda tile: -tile[1])
    extra_flowers = max(0, len(hand) - len(read) - flowers)
    unmatched = Counter(labelled)
    answers: list[tuple[float, bool]] = []
    wrong: list[tuple[str, float]] = []
    for face, score in read:
        right = unmatched[face] > 0
        unmatched[face] -= right
        answers.append((score, right))
        if not right:
            wrong.append((face, score))
    missing = sorted((+unmatched).elements())
    # The least confident wrong tiles pair with the missing ones; the others are extra.
    wrong.reverse()
    misread, extra = wrong[: len(missing)], wrong[len(missing) :]
    either = " or ".join(dict.fromkeys(missing))
    failures = [wrong_face(truth.file, either, tile) for tile in misread]
    failures += [Failure(truth.file, "missed_tile", tile) for tile in missing[len(wrong) :]]
    failures += [Failure(truth.file, "extra_tile", f"{f} ({p:.2f})") for f, p in extra]
    failures += [Failure(truth.file, "extra_tile", OTHER)] * extra_flowers
    desk = from_reading(reading)
    exact = is_exact(desk, truth)
    asks = any(issue.code != "winning_tile" for issue in reading.issues)
    failures += _hand_failures(desk, truth, silent=not exact and not asks)
    unlabelled = {"meld_origin", *(() if truth.win else ("winning_tile",))}
    total = sum(labelled.values())
    return Outcome(
        *truth.about,
        truths=total,
        found=min(total, len(read)),
        right=sum(right for _, right in answers),
        extra=max(0, len(read) - total) + extra_flowers,
        confident_wrong=sum(score >= REVIEW_BELOW for _, score in misread),
        answers=tuple(answers),
        failures=tuple(failures),
        exact=exact,
        after_one=exact or any(is_exact(answered, truth) for answered in _answered(reading, desk)),
        answered=_can_become_exact(reading, desk, truth)
        if any(question.choices for question in desk.questions)
        else None,
        structure=_are_melds_right(desk, truth) and _is_win_right(desk, truth),
        reviews=sum(issue.code not in unlabelled for issue in reading.issues),
        issues=len(reading.issues),
        flowers=flowers > 0,
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


def _hand(reading: Reading) -> list[tuple[str, float]]:
    """Face and score of every tile of the hand.

    Face-down tiles of a meld have the meld's face. If a tile of a meld is hidden and has no score, all tiles
    of the meld get the lowest score of the meld.
    """
    single = [*reading.concealed, *(() if reading.win is None else (reading.win,))]
    hand = [(reading.face(i), reading.tiles[i].score) for i in single]
    for meld in reading.melds:
        scores = [reading.tiles[i].score for i in meld.ids]
        if len(scores) != len(meld.faces):
            scores = [min(scores, default=0.0)] * len(meld.faces)
        hand += zip(meld.faces, scores, strict=True)
    return hand


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
