"""A reader in this process: it loads the model once, learnt sets when a photo shows them."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

import cv2

from yakulens.app.readers.films import Films
from yakulens.app.readers.photo_reader import (
    FoundReading,
    FrameAnswer,
    OpenedPhoto,
    ReaderEvent,
    ReadRequest,
    UnreadableError,
)
from yakulens.app.words.questions import in_english
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import TileSetError, load_set
from yakulens.models.teach.resemblance import looks_like
from yakulens.vision.model_card import ModelError
from yakulens.vision.naming.tile_set import OtherReaderError
from yakulens.vision.picture import photo as photos
from yakulens.vision.picture.photo import Photo
from yakulens.vision.progressive import PhotoReading, steps
from yakulens.vision.reading import Box, Reading, ReadTile
from yakulens.vision.recognise import Recogniser
from yakulens.vision.together.reading import steps_beside

SHOWN_SIDE: Final = 1400
"""Longest side of the photo as shown, pixels: sharp on a phone, quick to send."""
SHOWN_QUALITY: Final = 85
WITHIN_MS: Final = 20_000.0
"""Milliseconds of work on a photo after which its reading ends, with a question where it may lack something.

Ten times as long as the slowest of 61 photos of hands takes on a free processor.
"""
_MAX_SETS: Final = 4
"""Learnt sets that stay loaded."""

_LOG: Final = logging.getLogger(__name__)


class InProcessReader:
    """Reads photos in this process; any thread may call."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._loading = Lock()
        self._recogniser: Recogniser | None = None
        self._extractor: FeatureExtractor | None = None
        self._films = Films()
        self._with_set = lru_cache(_MAX_SETS)(lambda file, _: self.recogniser().for_set(load_set(file)))

    def prepare(self) -> None:
        """Load the model; an error is reported with the first photo."""
        with suppress(ModelError):
            self.recogniser()

    def recogniser(self) -> Recogniser:
        """The model, loaded once.

        Raises:
            ModelError: it is missing or cannot be used.
        """
        with self._loading:
            if self._recogniser is None:
                self._recogniser = Recogniser.load()
            return self._recogniser

    def steps(self, request: ReadRequest) -> Iterator[ReaderEvent]:
        """Read one photo.

        Raises:
            UnreadableError: it cannot be read.
        """
        try:
            photo = yield from photos.load_in_steps(request.data, request.name)
            yield _opened(photo)
            for result in self._readings(request, photo):
                if result is None:
                    yield None
                    continue
                compares = request.tile_set is None and not result.pending_stage
                like = self._looks_like(photo, result.reading, request.candidate_sets) if compares else ""
                as_json, tile_set = result.to_json(in_english), result.tile_set
                yield FoundReading(result.pending_stage, result.reading, as_json, tile_set, like)
        except Exception as error:
            raise _unreadable(error) from error

    def _readings(self, request: ReadRequest, photo: Photo) -> Iterator[PhotoReading | None]:
        """The readings of a photo, alone or with the further looks at its hand."""
        recogniser = self._recogniser_for(request.tile_set)
        if not request.more:
            yield from steps(photo, recogniser, WITHIN_MS)
            return
        others = [photos.load(data, f"{request.name} {at}") for at, data in enumerate(request.more, 2)]
        looks = []
        for look in self._films.looks([*zip(request.more, others, strict=True)], recogniser):
            if look is None:
                yield None
            else:
                looks.append(look)
        yield from steps_beside(photo, others, looks, recogniser, further=request.further)

    def frame(self, film: str, number: int, data: bytes, tile_set: Path | None) -> FrameAnswer:
        """What the viewfinder of a film says of its next frame, a picture file's bytes.

        Raises:
            UnreadableError: it cannot be read.
        """
        try:
            return self._films.frame(film, number, data, self._recogniser_for(tile_set))
        except Exception as error:
            raise _unreadable(error) from error

    def passes(self, film: str, data: bytes, tile_set: Path | None) -> bool:
        """Whether a still that the viewfinder takes by itself is as good as the film's frames.

        Raises:
            UnreadableError: it cannot be read.
        """
        try:
            return self._films.passes(film, data, self._recogniser_for(tile_set))
        except Exception as error:
            raise _unreadable(error) from error

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile:
        """The tile in a box that a person drew on a photo, given as the bytes and name of its file.

        The box and the tile's corners are in pixels of a photo ``width`` pixels wide.

        Raises:
            UnreadableError: it cannot be read.
        """
        try:
            photo = photos.load(data, name)
            scale = photo.size[1] / width
            left, top, right, bottom = (side * scale for side in box)
            tile = self.recogniser().read_box(photo.pyramid, (left, top, right, bottom))
        except Exception as error:
            raise _unreadable(error) from error
        return tile.enlarged(1 / scale)

    def _recogniser_for(self, tile_set: Path | None) -> Recogniser:
        """The recogniser for a learnt set; the cache spots a newer file by its modification time."""
        if tile_set is None:
            return self.recogniser()
        return self._with_set(tile_set, tile_set.stat().st_mtime_ns)

    def _looks_like(self, photo: Photo, reading: Reading, candidate_sets: tuple[Path, ...]) -> str:
        """The learnt set that the photo's tiles look like; empty for none."""
        tile_sets = []
        for path in candidate_sets:
            with suppress(TileSetError):  # reading a photo with that set reports the error
                tile_sets.append(load_set(path))
        if not tile_sets:
            return ""
        if self._extractor is None:
            self._extractor = FeatureExtractor.of(self.recogniser().card)
        return looks_like(photo, reading, tile_sets, self._extractor) or ""


def _opened(photo: Photo) -> OpenedPhoto:
    height, width = photo.size
    scale = min(1.0, SHOWN_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    level, _ = photo.pyramid.level(1 / scale)
    small = cv2.resize(level, size, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(
        ".jpg", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, SHOWN_QUALITY]
    )
    return OpenedPhoto(jpeg.tobytes(), width, height, photo.sha256)


def _unreadable(error: Exception) -> UnreadableError:
    """The sentence about an unreadable photo."""
    match error:
        case photos.PhotoError():
            return UnreadableError("problem.no_photo", f"photo.{error.fault}")
        case OtherReaderError(tile_set=name):
            return UnreadableError("problem.other_reader", name)
        case TileSetError():
            return UnreadableError("sets.problem_file", str(error))
        case ModelError():
            _LOG.error("%s", error)
            return UnreadableError("problem.no_model", str(error))
    _LOG.error("a photo could not be read", exc_info=error)
    return UnreadableError("app.broken", f"{type(error).__name__}: {error}")
