"""A model's answers to labelled pictures: photos of tiles, and cut-out faces."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.evaluate.compare import Outcome
from yakulens.vision.evaluate.run import evaluate
from yakulens.vision.evaluate.truth import Truth
from yakulens.vision.naming.reader import whole_picture
from yakulens.vision.picture import photo
from yakulens.vision.picture.color_transform import PLAIN
from yakulens.vision.picture.show import show_photo
from yakulens.vision.progressive import PhotoReading, read_photo
from yakulens.vision.reading import REVIEW_BELOW
from yakulens.vision.recognise import Recogniser


def evaluated(
    truths: Iterable[Truth], folder: Path, recogniser: Recogniser
) -> Iterator[tuple[Outcome, Mapping[str, float]]]:
    """Each labelled photo's outcome and times; see `vision.evaluate.run`."""

    def read(path: Path) -> PhotoReading:
        return read_photo(photo.load(path), recogniser)

    def name(path: Path) -> NDArray[np.float32]:
        loaded = photo.load(path)
        shown = show_photo(recogniser.color_transform or PLAIN, loaded.pyramid)
        named = recogniser.reader.read(shown, whole_picture(loaded.size))
        return named.faces.reshape(-1)

    return evaluate(truths, folder, read, name, REVIEW_BELOW)
