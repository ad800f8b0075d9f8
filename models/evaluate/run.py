"""Evaluate one model on one folder: read every labelled photo once and compare it with its labels."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.truth import LabelledBoxes, LabelledFace, LabelledHand, Truth
from yakulens.models.evaluate.compare import Failure, Outcome, compare_boxes, compare_hand, wrong_face
from yakulens.vision.labels import LABELS, OTHER
from yakulens.vision.naming.reader import whole_picture
from yakulens.vision.picture import photo
from yakulens.vision.picture.color_transform import PLAIN
from yakulens.vision.picture.show import show_photo
from yakulens.vision.progressive import PhotoReading, read_photo
from yakulens.vision.reading import REVIEW_BELOW
from yakulens.vision.recognise import Recogniser


class Readers(NamedTuple):
    """How a model reads a photo, and how it names a cut-out face: ``(39,)`` probabilities.

    Both take a path and raise a `PhotoError` for a picture that cannot be read.
    """

    read: Callable[[Path], PhotoReading]
    name: Callable[[Path], NDArray[np.float32]]

    @classmethod
    def of(cls, recogniser: Recogniser) -> Self:
        """Those of a model, which may be adapted to a learnt set."""

        def name(path: Path) -> NDArray[np.float32]:
            loaded = photo.load(path)
            shown = show_photo(recogniser.color_transform or PLAIN, loaded.pyramid)
            return recogniser.reader.read(shown, whole_picture(loaded.size)).faces.reshape(-1)

        return cls(lambda path: read_photo(photo.load(path), recogniser), name)


def evaluated(
    truths: Iterable[Truth], folder: Path, recogniser: Recogniser
) -> Iterator[tuple[Outcome, Mapping[str, float]]]:
    """Each labelled photo's outcome and times with a model, which also names cut-out faces."""
    return evaluate(truths, folder, *Readers.of(recogniser))


def evaluate(
    truths: Iterable[Truth],
    folder: Path,
    read: Callable[[Path], PhotoReading],
    name: Callable[[Path], NDArray[np.float32]],
) -> Iterator[tuple[Outcome, Mapping[str, float]]]:
    """Each labelled photo's outcome and times, in order; several labels of one photo share one reading.

    ``name`` gives the ``(39,)`` probabilities of a cut-out face; it and ``read`` may raise `PhotoError`.
    """
    previous: tuple[str, PhotoReading] | None = None
    for truth in sorted(truths, key=lambda truth: truth.file):
        path = folder / truth.file
        try:
            if isinstance(truth, LabelledFace):
                yield _compare_face(name(path), truth), {}
                continue
            is_same = previous is not None and previous[0] == truth.file
            result = previous[1] if previous is not None and is_same else read(path)
        except photo.PhotoError as error:
            yield unreadable(truth, str(error)), {}
            continue
        previous = truth.file, result
        outcome = (
            compare_hand(result.reading, truth)
            if isinstance(truth, LabelledHand)
            else compare_boxes(result.reading, truth)
        )
        yield outcome, {} if is_same else result.ms


def _compare_face(probabilities: NDArray[np.float32], truth: LabelledFace) -> Outcome:
    order = np.argsort(-probabilities, kind="stable")
    face, score = LABELS[order[0]], float(probabilities[order[0]])
    right = face == truth.name
    return Outcome(
        *truth.about,
        truths=1,
        found=1,
        right=int(right),
        extra=0,
        confident_wrong=int(not right and score >= REVIEW_BELOW),
        answers=((score, right),),
        failures=() if right else (wrong_face(truth.file, truth.name, (face, score)),),
        top3=truth.name in [LABELS[i] for i in order[:3]],
    )


def unreadable(truth: Truth, reason: str) -> Outcome:
    """The outcome of an unreadable photo: all its tiles are missed."""
    outcome = Outcome(
        *truth.about,
        truths=1,
        found=0,
        right=0,
        extra=0,
        confident_wrong=0,
        answers=(),
        failures=(Failure(truth.file, "unreadable", reason),),
    )
    if isinstance(truth, LabelledHand):
        tiles = truth.tiles
        return replace(
            outcome, truths=len(tiles), exact=False, after_one=False, structure=False, flowers=OTHER in tiles
        )
    if isinstance(truth, LabelledBoxes):
        return replace(outcome, truths=len(truth.boxes))
    return replace(outcome, top3=False)
