"""A reader in this process: the model is loaded once, learnt sets when a photo shows them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

import cv2

from yakulens.app.photo_readers import Asked, Failed, Found, Opened, Said
from yakulens.vision.learning.feature_extractor import FeatureExtractor
from yakulens.vision.learning.file import TileSetError, load_set
from yakulens.vision.learning.resemblance import looks_like
from yakulens.vision.missed import Box
from yakulens.vision.models import ModelError
from yakulens.vision.picture import photo as photos
from yakulens.vision.picture.photo import Photo
from yakulens.vision.progressive import steps
from yakulens.vision.reading import Reading, ReadTile
from yakulens.vision.recognise import Recogniser

SHOWN_SIDE: Final = 1400
"""Longest side of the photo as shown, pixels: sharp on a phone, quick to send."""
SHOWN_QUALITY: Final = 85
_MOST_SETS: Final = 4
"""How many learnt sets stay loaded."""

_LOG: Final = logging.getLogger(__name__)


class InProcessReader:
    """A ``PhotoReader`` in this process."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._loading = Lock()
        self._loaded: Recogniser | None = None
        self._extractor: FeatureExtractor | None = None
        self._with_set = lru_cache(_MOST_SETS)(self._reading_with)

    def prepare(self) -> None:
        """Load the model; what is wrong with it is said to whoever shows a photo."""
        with suppress(ModelError):
            self.recogniser()

    def recogniser(self) -> Recogniser:
        """The model, loaded once.

        Raises:
            ModelError: there is none here, or it cannot be used.
        """
        with self._loading:
            if self._loaded is None:
                self._loaded = Recogniser.load()
            return self._loaded

    def steps(self, asked: Asked) -> Iterator[Said]:
        """Everything about one photo. Nothing is raised: ``Failed`` says why there is no reading."""
        try:
            yield from self._steps(asked)
        except Exception as error:  # noqa: BLE001 - a reader serves all visitors: no photo may end it
            yield _why(error)

    def _steps(self, asked: Asked) -> Iterator[Said]:
        photo = yield from photos.load_in_steps(asked.data, asked.name)
        yield _opened(photo)
        for found in steps(photo, self._recogniser_for(asked.tile_set)):
            if found is None:
                yield None
                continue
            last = asked.tile_set is None and not found.pending_stage
            like = self._looks_like(photo, found.reading, asked.may_be) if last else ""
            yield Found(found.pending_stage, found.reading, found.to_json(), found.tile_set, like)

    def read_box(self, data: bytes, name: str, width: int, box: Box) -> ReadTile | Failed:
        """The tile in a box that a person drew on a photo."""
        try:
            loaded = photos.load(data, name)
            shown = loaded.size[1] / width
            left, top, right, bottom = (side * shown for side in box)
            tile = self.recogniser().read_box(loaded.pyramid, (left, top, right, bottom))
        except Exception as error:  # noqa: BLE001 - no photo may end a reader that serves all visitors
            return _why(error)
        return tile.enlarged(1 / shown)

    def _recogniser_for(self, tile_set: Path | None) -> Recogniser:
        """The recogniser for a learnt set.

        Raises:
            ModelError, TileSetError: one of them cannot be used.
        """
        if tile_set is None:
            return self.recogniser()
        return self._with_set(tile_set, tile_set.stat().st_mtime_ns)

    def _reading_with(self, tile_set: Path, changed: int) -> Recogniser:
        """The recogniser with a learnt set; ``changed`` is when its file was written: a newer one counts."""
        del changed
        return self.recogniser().for_set(load_set(tile_set))

    def _looks_like(self, photo: Photo, reading: Reading, may_be: tuple[Path, ...]) -> str:
        """The learnt set that the photo's tiles look like; empty for none."""
        known = []
        for path in may_be:
            with suppress(TileSetError):  # whoever asks for that one is told what is wrong with it
                known.append(load_set(path))
        if not known:
            return ""
        if self._extractor is None:
            self._extractor = FeatureExtractor.of(self.recogniser().card)
        return looks_like(photo, reading, known, self._extractor) or ""


def _opened(photo: Photo) -> Opened:
    height, width = photo.size
    scale = min(1.0, SHOWN_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    nearly, _ = photo.pyramid.level(1 / scale)
    small = cv2.resize(nearly, size, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(
        ".jpg", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, SHOWN_QUALITY]
    )
    return Opened(jpeg.tobytes(), width, height, photo.sha256)


def _why(error: Exception) -> Failed:
    """The sentence about a photo that cannot be read."""
    match error:
        case photos.PhotoError():
            return Failed("problem.no_photo", f"photo.{error.fault}")
        case ModelError() | TileSetError():
            _LOG.error("%s", error)
            return Failed("problem.no_model", str(error))
    _LOG.error("a photo could not be read", exc_info=error)
    return Failed("app.broken", f"{type(error).__name__}: {error}")
