"""Evaluate one model on one folder: read every labelled photo once, compare, keep what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.evaluate.compare import Failure, FailureKind, Outcome, compare_boxes, compare_hand
from yakulens.vision.evaluate.truth import LabelledBoxes, LabelledFace, LabelledHand, Truth
from yakulens.vision.labels import LABELS, OTHER
from yakulens.vision.picture.photo import PhotoError
from yakulens.vision.reading import Reading


class Read(Protocol):
    """What reading a photo gives, as far as it is measured."""

    @property
    def reading(self) -> Reading:
        """What lies on the table."""

    @property
    def ms(self) -> dict[str, float]:
        """Milliseconds by stage."""


def evaluate(
    truths: Iterable[Truth],
    folder: Path,
    read: Callable[[Path], Read],
    name: Callable[[Path], NDArray[np.float32]],
    review: float,
) -> Iterator[tuple[Outcome, Mapping[str, float]]]:
    """Each labelled photo's outcome and times, in order.

    Args:
        truths: the labels; several for one photo share one reading.
        folder: where the photos lie.
        read: reads one photo; may raise PhotoError.
        name: ``(39,)`` probabilities of a picture that is one cut-out face; may raise PhotoError.
        review: the score above which a face counts as sure.
    """
    last: tuple[str, Read] | None = None
    for truth in sorted(truths, key=lambda truth: truth.file):
        path = folder / truth.file
        try:
            if isinstance(truth, LabelledFace):
                yield _compare_face(name(path), truth, review), {}
                continue
            repeated = last is not None and last[0] == truth.file
            done = last[1] if last is not None and repeated else read(path)
        except PhotoError as error:
            yield unreadable(truth, str(error)), {}
            continue
        last = truth.file, done
        compared = (
            compare_hand(done.reading, truth, review)
            if isinstance(truth, LabelledHand)
            else compare_boxes(done.reading, truth, review)
        )
        yield compared, {} if repeated else done.ms


def _compare_face(probabilities: NDArray[np.float32], truth: LabelledFace, review: float) -> Outcome:
    order = np.argsort(-probabilities, kind="stable")
    face, score = LABELS[order[0]], float(probabilities[order[0]])
    right = face == truth.name
    confident = not right and score >= review
    kind: FailureKind = "confident_wrong_face" if confident else "wrong_face"
    failure = Failure(truth.file, kind, f"{truth.name} read as {face} ({score:.2f})")
    return Outcome(
        file=truth.file,
        source=truth.source,
        tile_set=truth.tile_set,
        truths=1,
        found=1,
        right=int(right),
        extra=0,
        confident_wrong=int(confident),
        answers=((score, right),),
        failures=() if right else (failure,),
        top3=truth.name in [LABELS[i] for i in order[:3]],
    )


def unreadable(truth: Truth, why: str) -> Outcome:
    """The outcome of a photo that cannot be read: everything on it was missed."""
    hand = isinstance(truth, LabelledHand)
    tiles = (
        len(truth.tiles)
        if isinstance(truth, LabelledHand)
        else len(truth.boxes)
        if isinstance(truth, LabelledBoxes)
        else 1
    )
    return Outcome(
        file=truth.file,
        source=truth.source,
        tile_set=truth.tile_set,
        truths=tiles,
        found=0,
        right=0,
        extra=0,
        confident_wrong=0,
        answers=(),
        failures=(Failure(truth.file, "unreadable", why),),
        exact=False if hand else None,
        after_one=False if hand else None,
        structure=False if hand else None,
        flowers=OTHER in truth.tiles if isinstance(truth, LabelledHand) else None,
        top3=False if isinstance(truth, LabelledFace) else None,
    )
