"""One reading against one truth: what was detected, what was named right, and each failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.desk import Desk
from yakulens.vision.desk.answers import answer
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.evaluate.truth import LabelledBox, LabelledBoxes, LabelledHand, LabelledMeld
from yakulens.vision.geometry.overlap import box_overlaps
from yakulens.vision.labels import BACK, OTHER
from yakulens.vision.reading import WHOSE_HAND, Reading, ReadTile

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
_LEAST_OVERLAP: Final = 0.3
_MOST_ANSWERS: Final = 3
"""Who has answered so many questions about a hand has given up."""
_Meld: TypeAlias = "tuple[str, tuple[str, ...], str | None]"
"""A meld's kind, its faces in order, and whose discard it claimed."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that went wrong on one photo."""

    file: str
    kind: FailureKind
    detail: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One photo compared.

    Attributes:
        file: of the photo.
        source: of the label, may be empty.
        tile_set: of the label, may be empty.
        truths: labelled tiles.
        found: of them, those for which a tile was found.
        right: of those, the ones with the right face.
        extra: tiles detected where none is.
        confident_wrong: wrong faces above the review threshold.
        answers: score and whether the face is right, for each detected tile.
        failures: what went wrong.
        exact: for hands: everything right.
        after_one: for hands: everything right at once, or after a truthful answer to one of its questions.
        answered: for hands that ask something: everything right once all is answered truthfully, so that the
            true answers are among those offered; None where nothing is asked.
        structure: for hands: melds and winning tile right.
        reviews: for hands: issues that a person has to answer before the reading equals the label. Which
            tile won is not asked where the label names none, nor who discarded, which no label names.
        issues: for hands: all issues.
        flowers: for hands: whether the label holds tiles that riichi does not use.
        top3: for cut-out faces: whether the right face is among the first three.
    """

    file: str
    source: str
    tile_set: str
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


def match_boxes(quads: NDArray[np.floating[Any]], boxes: Sequence[LabelledBox]) -> dict[int, int]:
    """Which tile (position), by its corners, belongs to which box (position), one to one.

    A pair is possible where the quad's centre lies in the box and the quad's own upright box overlaps it
    (intersection over union at least 0.3: labels may take in a tile's side, or be loose). Of the possible
    pairs the best overlapping one is taken first.
    """
    edges = np.array([(box.x1, box.y1, box.x2, box.y2) for box in boxes], np.float64).reshape(-1, 4)
    overlaps = box_overlaps(quads, edges)
    middles = quads.mean(axis=1)
    inside = ((edges[:, None, :2] <= middles) & (middles <= edges[:, None, 2:])).all(axis=2)
    possible = np.argwhere(inside & (overlaps >= _LEAST_OVERLAP)).tolist()
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for b, t in sorted(possible, key=lambda pair: (-overlaps[pair[0], pair[1]], pair[1], pair[0])):
        if t not in matched and b not in taken:
            matched[t] = b
            taken.add(b)
    return matched


def compare_boxes(reading: Reading, truth: LabelledBoxes, review: float) -> Outcome:
    """A reading against boxed tiles.

    Face-down tiles are never boxed, so an unmatched ``back`` is no extra tile. Where not every tile in view
    is boxed, only a second detection within a box is one.
    """
    tiles, boxes = reading.tiles, truth.boxes
    matched = match_boxes(np.array([tile.quad for tile in tiles], np.float64).reshape(-1, 4, 2), boxes)
    failures: list[Failure] = []
    answers: list[tuple[float, bool]] = []
    confident = 0
    for t, b in matched.items():
        tile, name = tiles[t], boxes[b].name
        answers.append((tile.score, tile.face == name))
        if tile.face != name:
            sure = tile.score >= review
            confident += sure
            kind: FailureKind = "confident_wrong_face" if sure else "wrong_face"
            failures.append(
                Failure(truth.file, kind, f"{name} read as {tile.face} ({tile.score:.2f}) at {_at(tile)}")
            )
    found = set(matched.values())
    for b, box in enumerate(boxes):
        if b not in found:
            where = f"({(box.x1 + box.x2) / 2:.0f}, {(box.y1 + box.y2) / 2:.0f})"
            failures.append(Failure(truth.file, "missed_tile", f"{box.name} at {where}"))
    extra = [
        tile
        for t, tile in enumerate(tiles)
        if t not in matched and tile.face != BACK and (truth.complete or _within_any(tile, boxes))
    ]
    failures += [
        Failure(truth.file, "extra_tile", f"{tile.face} ({tile.score:.2f}) at {_at(tile)}") for tile in extra
    ]
    return Outcome(
        file=truth.file,
        source=truth.source,
        tile_set=truth.tile_set,
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


def _within_any(tile: ReadTile, boxes: Sequence[LabelledBox]) -> bool:
    x, y = np.array(tile.quad, np.float64).mean(axis=0)
    return any(box.x1 <= x <= box.x2 and box.y1 <= y <= box.y2 for box in boxes)


def compare_hand(reading: Reading, truth: LabelledHand, review: float) -> Outcome:
    """A reading's hand against the labelled one.

    A hand's label has no places, so tiles are matched as multisets: of n labelled and m read tiles, as many
    as both hold are right, further pairs are wrong faces, and what is left over was missed or is extra. Of
    several equal faces the ones with the lowest scores are the wrong ones. Flower tiles are no part of a
    riichi hand: the labelled ones may stand in the reading's concealed part or be left out of it.
    """
    wanted = Counter(truth.tiles)
    flowers = wanted.pop(OTHER, 0)
    hand = _hand(reading)
    seen = sorted((tile for tile in hand if tile[0] != OTHER), key=lambda tile: -tile[1])
    spare_flowers = max(0, len(hand) - len(seen) - flowers)
    left = Counter(wanted)
    answers: list[tuple[float, bool]] = []
    wrong: list[tuple[str, float]] = []
    for face, score in seen:
        right = left[face] > 0
        left[face] -= right
        answers.append((score, right))
        if not right:
            wrong.append((face, score))
    missing = sorted((+left).elements())
    # Of more wrong tiles than missing ones the least sure are taken for misread, the others for extra.
    wrong.reverse()
    misread, extra = wrong[: len(missing)], wrong[len(missing) :]
    failures = [_wrong_face(truth.file, tile, missing, review) for tile in misread]
    failures += [Failure(truth.file, "missed_tile", tile) for tile in missing[len(wrong) :]]
    failures += [Failure(truth.file, "extra_tile", f"{f} ({p:.2f})") for f, p in extra]
    failures += [Failure(truth.file, "extra_tile", OTHER)] * spare_flowers
    desk = from_reading(reading)
    exact = is_exact(desk, truth)
    failures += _wrong_hand(desk, truth, silent=not exact and not _warns(reading))
    total = sum(wanted.values())
    return Outcome(
        file=truth.file,
        source=truth.source,
        tile_set=truth.tile_set,
        truths=total,
        found=min(total, len(seen)),
        right=sum(right for _, right in answers),
        extra=max(0, len(seen) - total) + spare_flowers,
        confident_wrong=sum(score >= review for _, score in misread),
        answers=tuple(answers),
        failures=tuple(failures),
        exact=exact,
        after_one=exact or any(is_exact(after, truth) for after in _answered(reading, desk)),
        answered=_comes_right(reading, desk, truth) if any(one.choices for one in desk.questions) else None,
        structure=_melds_right(desk, truth) and _win_right(desk, truth),
        reviews=_reviews(reading, truth),
        issues=len(reading.issues),
        flowers=flowers > 0,
    )


def _reviews(reading: Reading, truth: LabelledHand) -> int:
    """How many of its issues a person has to answer before it equals the label."""
    unasked = {"meld_origin", *(() if truth.win else ("winning_tile",))}
    return sum(issue.code not in unasked for issue in reading.issues)


def _warns(reading: Reading) -> bool:
    """Whether it asks anything but which tile won."""
    return any(issue.code != "winning_tile" for issue in reading.issues)


def _wrong_hand(desk: Desk, truth: LabelledHand, *, silent: bool) -> Iterator[Failure]:
    """What is wrong with the hand beside its tiles."""
    if not _melds_right(desk, truth):
        yield Failure(
            truth.file, "wrong_meld", f"{_show(_labelled(truth.melds))} read as {_show(_melds(desk))}"
        )
    if not _win_right(desk, truth):
        win = None if desk.win is None else desk.face(desk.win)
        yield Failure(truth.file, "wrong_win", f"{truth.win} read as {win}")
    if silent:
        yield Failure(truth.file, "silent_wrong_hand", "no issue says that anything is unsure")


def is_exact(desk: Desk, truth: LabelledHand) -> bool:
    """Whether concealed tiles, winning tile and melds, with whose discards they claimed, are the label's."""
    flowers = desk.faces(desk.in_hand()).count(OTHER) - truth.tiles.count(OTHER)
    right = _melds_right(desk, truth) and _win_right(desk, truth)
    return right and flowers <= 0 and _concealed(desk, truth)


def _answered(reading: Reading, desk: Desk) -> Iterator[Desk]:
    """The desks that one answer to one question gives, as the page carries it out.

    Of the answers that a question offers the truth allows one at most, so where one of them makes the hand
    the labelled one, that one is it.
    """
    for question in desk.questions:
        if question.code == WHOSE_HAND:
            yield from (from_reading(reading.with_hand(number)) for number in range(len(reading.hands)))
        else:
            yield from (answer(desk, question, choice) for choice in question.choices)


def _comes_right(reading: Reading, desk: Desk, truth: LabelledHand, deep: int = _MOST_ANSWERS) -> bool:
    """Whether some answers to the questions of a hand, or none, make it the labelled one."""
    if is_exact(desk, truth):
        return True
    return deep > 0 and any(
        _comes_right(reading, after, truth, deep - 1) for after in _answered(reading, desk)
    )


def _melds_right(desk: Desk, truth: LabelledHand) -> bool:
    return _melds(desk) == _labelled(truth.melds)


def _win_right(desk: Desk, truth: LabelledHand) -> bool:
    return truth.win is None or (desk.win is not None and desk.face(desk.win) == truth.win)


def _wrong_face(file: str, tile: tuple[str, float], missing: Sequence[str], review: float) -> Failure:
    face, score = tile
    kind: FailureKind = "confident_wrong_face" if score >= review else "wrong_face"
    return Failure(file, kind, f"{' or '.join(dict.fromkeys(missing))} read as {face} ({score:.2f})")


def _hand(reading: Reading) -> list[tuple[str, float]]:
    """Face and score of every tile of the hand.

    In melds a face-down tile counts as the face that it is given, and a hidden one, which has no score of
    its own, as surely as the least sure of the others.
    """
    alone = [*reading.concealed, *(() if reading.win is None else (reading.win,))]
    hand = [(reading.face(i), reading.tiles[i].score) for i in alone]
    for meld in reading.melds:
        scores = [reading.tiles[i].score for i in meld.ids]
        if len(scores) != len(meld.faces):
            scores = [min(scores, default=0.0)] * len(meld.faces)
        hand += zip(meld.faces, scores, strict=True)
    return hand


def _melds(desk: Desk) -> Counter[_Meld]:
    return Counter((m.kind, tuple(sorted(desk.faces(m.tiles))), m.origin) for m in desk.melds)


def _labelled(melds: Sequence[LabelledMeld]) -> Counter[_Meld]:
    return Counter((m.kind, tuple(sorted(m.tiles)), m.origin) for m in melds)


def _concealed(desk: Desk, truth: LabelledHand) -> bool:
    """Whether the concealed tiles are right; where the label names no winning tile, ours counts with them."""
    read = Counter(desk.faces(desk.concealed))
    if truth.win is None and desk.win is not None:
        read[desk.face(desk.win)] += 1
    wanted = Counter(truth.concealed)
    if OTHER in wanted:
        del wanted[OTHER], read[OTHER]
    return +read == +wanted


def _show(melds: Counter[_Meld]) -> str:
    shown = (f"{kind} {' '.join(faces)} from {origin}" for kind, faces, origin in melds.elements())
    return "; ".join(shown) or "no meld"
