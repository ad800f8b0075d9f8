"""A model, loaded and ready: it finds and names the tiles on photos."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from yakulens.vision import missed, models
from yakulens.vision.coroutines import in_steps, pause, run
from yakulens.vision.detections import Detections
from yakulens.vision.engines import Engines
from yakulens.vision.example import detected
from yakulens.vision.finding.decode import Rectangles
from yakulens.vision.finding.detector import Detector
from yakulens.vision.finding.windows import Window, first_windows
from yakulens.vision.inference import InferenceSession, SessionError, engine_ms
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.network import load_layout
from yakulens.vision.layout.read import LogOdds
from yakulens.vision.model_card import ModelCard, ModelError, NetworkSettings
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.leveller import StackingClassifier
from yakulens.vision.naming.namer import Crops
from yakulens.vision.naming.reader import Reader, whole_picture
from yakulens.vision.naming.rectify import crops as crops_of
from yakulens.vision.naming.tile_set import TileSet
from yakulens.vision.photo_search import PhotoSearch, Recognition, Search, SearchStep
from yakulens.vision.picture.color_transform import ColorTransform
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show_photo
from yakulens.vision.reading import Box, ReadTile
from yakulens.vision.stages import EVERY_STAGE, Stages


@dataclass(frozen=True, slots=True, eq=False)
class TimedSearchStep:
    """What was detected on a photo so far, and the milliseconds spent in the engine and on the layout."""

    look: SearchStep
    engine_ms: float = 0.0
    layout_ms: float = 0.0


class Recogniser:
    """A model, loaded and ready; may be used from several threads at once.

    Attributes:
        card: of the model.
        stages: the optional stages that photos pass through.
        color_transform: how photos of the learnt set are shown; None for any set: the search finds out.
        tile_set: the name of the learnt set whose photos are read; empty for any.
    """

    def __init__(self, card: ModelCard, *, threads: int | None = None) -> None:
        """Load the networks of a card; by default each uses as many threads as ``vision.cores`` says.

        Raises:
            ModelError: a file is missing, does not match the card, or is not such a network.
        """
        self.card = card
        self.stages: Stages = EVERY_STAGE
        self.color_transform: ColorTransform | None = None
        self.tile_set = ""
        with _blamed_on(f"model {card.name}"):
            self.detector = Detector(_session(card, card.finder, threads), card.finder)
            self.reader = Reader(_session(card, card.reader, threads), card.reader)
            leveller = card.leveller
            self.leveller = (
                None if leveller is None else StackingClassifier(_session(card, leveller, threads), leveller)
            )
            self.layout = load_layout(card, threads)

    @classmethod
    def load(
        cls, model: str | None = None, folder: Path | None = None, *, threads: int | None = None
    ) -> Self:
        """Load a model by name or path, as ``vision.models.choose`` takes it, and warm it up.

        Raises:
            ModelError: there is no such model, or it cannot be used.
        """
        recogniser = cls(models.choose(model, folder), threads=threads)
        recogniser.warm_up()
        return recogniser

    def warm_up(self) -> None:
        """Run the networks once on a grey picture: the first run also allocates the engine's memory.

        Raises:
            ModelError: a network does not accept its input.
        """
        long_side = self.card.finder.long_side
        size = long_side * 3 // 4, long_side
        grey = Pyramid(np.full((*size, 3), 128, np.uint8))
        tiles = np.repeat(whole_picture((96, 72)), 14, axis=0)
        with _blamed_on(f"model {self.name}"):
            for window in first_windows(size, self.card.finder):
                self.detector.detect(grey, window)
            self.reader.read_once(grey, tiles)
            if self.leveller:
                self.leveller.level(grey, tiles[:1])
            self.layout.opinion(detected("1m 2m 3m"))

    def limited_to(self, stages: Stages) -> Self:
        """Make a recogniser that runs these stages with the same networks, without loading them again."""
        limited = copy(self)
        limited.stages = stages
        return limited

    def for_set(self, tile_set: TileSet) -> Self:
        """Make a recogniser of the same networks for photos of a learnt tile set.

        Raises:
            ModelError: the set was learnt with another reader, or this one cannot use it.
        """
        tile_set.refuse_other_reader(self.card.reader)
        recogniser = copy(self)
        with _blamed_on(f"tile set {tile_set.name}"):
            recogniser.reader = self.reader.for_set(tile_set)
        recogniser.color_transform = tile_set.color_transform
        recogniser.tile_set = tile_set.name
        finder = tile_set.finder(self.card.finder)
        recogniser.card = replace(self.card, finder=finder)
        recogniser.detector = self.detector.with_settings(finder)
        return recogniser

    @property
    def name(self) -> str:
        """The model's name."""
        return self.card.name

    @property
    def search(self) -> Search:
        """How photos are searched."""
        return Search(
            finder=self.card.finder,
            namer=self.reader.namer,
            stages=self.stages,
            color_transform=self.color_transform,
            levels=self.leveller is not None,
        )

    def recognise(self, photo: Photo) -> Recognition:
        """The tiles on the photo, with all detections."""
        return run(self._search_of(photo.pyramid).looks(_not_shown)).recognition

    def survey(self, photo: Photo) -> Recognition:
        """Find every tile on the photo, wherever it lies, without looking for a hand."""
        return run(self._search_of(photo.pyramid).survey())

    def read_box(self, photo: Pyramid, box: Box) -> ReadTile:
        """Read the tile in a box drawn on a photo, see `vision.missed`."""
        return run(missed.read_box(self._search_of(photo), box))

    def _search_of(self, photo: Pyramid) -> PhotoSearch:
        return PhotoSearch(self.search, PhotoEngines(self, photo), photo.size)

    def iter_looks(self, photo: Photo) -> Iterator[TimedSearchStep | None]:
        """Iterate over the looks at a photo: the first, one before each longer stage of the search, the last.

        Yields:
            What is known so far (`PhotoSearch.looks`), and None each time before the photo or a network is
            asked, so that the caller may stop.
        """
        engines = PhotoEngines(self, photo.pyramid)
        taken: list[SearchStep] = []

        async def take(look: SearchStep) -> None:
            taken.append(look)
            await pause()

        work = in_steps(PhotoSearch(self.search, engines, photo.size).looks(take))
        total_engine_ms = total_layout_ms = 0.0
        while True:
            start, start_engine_ms, engines.laid_out = time.perf_counter(), engine_ms(), False
            try:
                next(work)
            except StopIteration:
                return
            if engines.laid_out:
                total_layout_ms += (time.perf_counter() - start) * 1000
            else:
                total_engine_ms += engine_ms() - start_engine_ms
            yield TimedSearchStep(taken.pop(), total_engine_ms, total_layout_ms) if taken else None


async def _not_shown(_: SearchStep) -> None:
    """Take a look that nobody waits for."""


@dataclass(slots=True, eq=False)
class PhotoEngines(Engines):
    """A model's networks and one photo's pixels; each answers at once, after a pause.

    Attributes:
        model: whose networks are run.
        photo: its pixels.
        laid_out: whether the layout network was run; for who measures the time.
    """

    model: Recogniser
    photo: Pyramid
    laid_out: bool = False
    _shown: dict[ColorTransform, Pyramid] = field(default_factory=dict)

    async def find(self, window: Window, color_transform: ColorTransform) -> Rectangles:
        """Where the finder sees tiles in a window."""
        await pause()
        return self.model.detector.detect(self._show(color_transform), window)

    async def name(self, crops: Crops, color_transform: ColorTransform) -> ReaderResult:
        """What crops show, by one run of the reader."""
        await pause()
        shown = self._show(color_transform)
        pixels = shown if crops.coloured else shown.inks
        return self.model.reader.read_once(pixels, crops.quads, upright=crops.upright)

    async def cut(self, quads: NDArray[np.float32], color_transform: ColorTransform) -> NDArray[np.uint8]:
        """Crops of quads in colour."""
        await pause()
        return crops_of(self._show(color_transform), quads)

    async def lay_out(self, tiles: Detections) -> Opinion:
        """What each detection is, by the layout network."""
        await pause()
        self.laid_out = True
        return self.model.layout.opinion(tiles)

    async def stack(self, quads: NDArray[np.float32]) -> LogOdds:
        """The log odds that tiles lie on others, by the leveller; even where the model has none."""
        await pause()
        leveller = self.model.leveller
        return np.zeros(len(quads), np.float32) if leveller is None else leveller.level(self.photo, quads)

    def _show(self, color_transform: ColorTransform) -> Pyramid:
        """The photo under a colour transform, made once."""
        if color_transform not in self._shown:
            self._shown[color_transform] = show_photo(color_transform, self.photo)
        return self._shown[color_transform]


@contextmanager
def _blamed_on(owner: str) -> Iterator[None]:
    """Raise an engine's error as a `ModelError` that names the model or set."""
    try:
        yield
    except SessionError as error:
        message = f"{owner}: {error}"
        raise ModelError(message) from error


def _session(card: ModelCard, part: NetworkSettings, threads: int | None) -> InferenceSession:
    return InferenceSession(card.network(part), part.file, threads, card.run_limit(part))
