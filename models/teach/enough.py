"""Which of many labelled photos a tile set is learnt from: enough of each face, and no more."""

from collections import Counter
from collections.abc import Iterable

from yakulens.datasets.truth import LabelledBoxes, LabelledHand, Truth
from yakulens.models.teach.labelled_tiles import ENOUGH
from yakulens.vision.labels import LABELS


def labels_of(truth: Truth) -> list[str]:
    """The faces that a photo's label names.

    >>> from yakulens.datasets.truth import LabelledFace
    >>> labels_of(LabelledFace("a.jpg", "", "green", "1m"))
    ['1m']
    """
    if isinstance(truth, LabelledBoxes):
        return [box.name for box in truth.boxes]
    return list(truth.tiles) if isinstance(truth, LabelledHand) else [truth.name]


def worth_learning(truths: Iterable[Truth], enough: int = ENOUGH) -> tuple[Truth, ...]:
    """The photos, in order, that bring a face of which the ones before have fewer than enough.

    >>> from yakulens.datasets.truth import LabelledFace
    >>> faces = [LabelledFace(f"{k}.jpg", "", "", face) for k, face in enumerate(("1m", "1m", "2m", "1m"))]
    >>> [truth.file for truth in worth_learning(faces, enough=1)]
    ['0.jpg', '2.jpg']
    """
    seen: Counter[str] = Counter()
    chosen = []
    for truth in truths:
        faces = [face for face in labels_of(truth) if face in LABELS]
        if any(seen[face] < enough for face in faces):
            seen.update(faces)
            chosen.append(truth)
    return tuple(chosen)
