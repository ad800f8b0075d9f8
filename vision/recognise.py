"""A model, loaded and ready: photos in, what was detected on them out."""

from __future__ import annotations

import time
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from yakulens.vision import models
from yakulens.vision.closer_look import hands_to_search, of_hands, quads_of
from yakulens.vision.example import detected
from yakulens.vision.finding.detector import Detector
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.layout.load import load_layout
from yakulens.vision.naming.leveller import Leveller
from yakulens.vision.naming.namer import Learnt
from yakulens.vision.naming.reader import Reader, whole_picture
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.stages import EVERY_STAGE, Stages
from yakulens.vision.tile_filter import Recognition, TileFilter
from yakulens.vision.tile_search import Search, SearchState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.result import LayoutResult
    from yakulens.vision.models import ModelCard, Settings
    from yakulens.vision.naming.tile_set import TileSet
    from yakulens.vision.picture.color_transform import ColorTransform
    from yakulens.vision.picture.photo import Photo


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was detected on a photo so far, and what lies on the table by that.

    Attributes:
        seen: the tiles, and everything that was detected.
        laid: what lies on the table.
        layout_ms: what that took, milliseconds.
    """

    seen: Recognition
    laid: LayoutResult
    layout_ms: float


class Recogniser:
    """A model, loaded and ready; may be used from several threads at once.

    Attributes:
        card: of the model.
        stages: the optional stages that photos pass through.
        color_transform: how photos of the learnt set are shown; None for any set, where that is found out.
        tile_set: the name of the learnt set whose photos are read; empty for any.
    """

    def __init__(self, card: ModelCard, *, threads: int | None = None) -> None:
        """Load the networks of a card.

        Args:
            card: of the model.
            threads: how many threads a network may use; by default ``vision.cores.threads`` says so.

        Raises:
            ModelError: a file is missing, is not the one described, or is no such network.
        """
        self.card = card
        self.stages: Stages = EVERY_STAGE
        self.color_transform: ColorTransform | None = None
        self.tile_set = ""
        try:
            self.detector = Detector(_session(card, card.finder, threads), card.finder)
            self.reader = Reader(_session(card, card.reader, threads), card.reader)
            self.leveller = (
                Leveller(_session(card, card.leveller, threads), card.leveller) if card.leveller else None
            )
            self.layout = load_layout(card, threads)
        except SessionError as error:
            message = f"model {card.name}: {error}"
            raise models.ModelError(message) from error

    @classmethod
    def load(
        cls, model: str | None = None, folder: Path | None = None, *, threads: int | None = None
    ) -> Recogniser:
        """Load a model by name or path, as ``vision.models.choose`` finds it.

        Args:
            model: its name, or the path of its card or of a network; the shipped one by default.
            folder: where cards lie.
            threads: how many threads a network may use, as of `Recogniser`.

        Raises:
            ModelError: there is no such model, or it cannot be used.
        """
        recogniser = cls(models.choose(model, folder), threads=threads)
        recogniser.warm_up()
        return recogniser

    def warm_up(self) -> None:
        """Run the networks once on a grey picture: the first run also lays out the engine's memory.

        Raises:
            ModelError: one of them does not take what it is shown.
        """
        try:
            self._warm_up()
        except SessionError as error:
            message = f"model {self.card.name}: {error}"
            raise models.ModelError(message) from error

    def _warm_up(self) -> None:
        long_side = self.card.finder.long_side
        size = long_side * 3 // 4, long_side
        grey = Pyramid(np.full((*size, 3), 128, np.uint8))
        self.detector.find(grey, first_windows(size, self.card.finder))
        tiles = np.repeat(whole_picture((96, 72)), 14, axis=0)
        self.reader.read(grey, tiles)
        if self.leveller:
            self.leveller.level(grey, tiles[:2])
        self.layout.read(detected("1m 2m 3m"))

    def limited_to(self, stages: Stages) -> Recogniser:
        """Make a recogniser of the same networks that runs these stages; nothing is loaded again."""
        other = copy(self)
        other.stages = stages
        return other

    def for_set(self, tile_set: TileSet) -> Recogniser:
        """Make a recogniser of the same networks for photos of a tile set that was learnt.

        Args:
            tile_set: learnt with this model's reader.

        Raises:
            ModelError: the set was learnt with another reader, or holds what this one cannot use.
        """
        card = self.card
        tile_set.refuse_other_reader(card.reader)
        other = copy(self)
        try:
            other.reader = self.reader.knowing(Learnt.of(tile_set))
        except SessionError as error:
            message = f"tile set {tile_set.name}: {error}"
            raise models.ModelError(message) from error
        other.color_transform = tile_set.color_transform
        other.tile_set = tile_set.name
        finder = tile_set.finder(card.finder)
        other.card = replace(card, finder=finder)
        other.detector = self.detector.used_so(finder)
        return other

    @property
    def name(self) -> str:
        """The model's name."""
        return self.card.name

    def detect(self, photo: Photo) -> Detections:
        """The tiles on the photo."""
        return self.recognise(photo).detections

    def recognise(self, photo: Photo) -> Recognition:
        """The tiles on the photo, with everything that was detected.

        Args:
            photo: the photo.

        >>> from yakulens.vision.picture.photo import load
        >>> photo = load(models.FOLDER.parent / "datasets" / "samples" / "seven-pairs.jpg")
        >>> recognition = Recogniser.load().recognise(photo)
        >>> len(recognition.detections), len(recognition.unfiltered) >= 14
        (14, True)
        """
        *_, last = (look for look in self.iter_looks(photo) if look is not None)
        return last.seen

    def survey(self, photo: Photo) -> Recognition:
        """Everything that lies on the photo, wherever; no hand is looked for.

        Args:
            photo: the photo.

        >>> from yakulens.vision.picture.photo import load
        >>> photo = load(models.FOLDER.parent / "datasets" / "samples" / "seven-pairs.jpg")
        >>> len(Recogniser.load().survey(photo).detections)
        14
        """
        search = Search(self.detector, self.reader, self.stages, self.color_transform)
        *_, last = (state for state in search.through(photo.pyramid) if state is not None)
        return self._filter().filter(last)

    def iter_looks(self, photo: Photo) -> Iterator[Look | None]:
        """Iterate over what is detected: at a first look, before each longer stage of the search, at the end.

        Where a whole hand is known, small tiles elsewhere are not searched more closely if it is the
        photographer's own, and the only one that lies open or one that has won. The photo is not shown
        mirrored where a hand of large tiles is beyond doubt and stays so once its tiles are read as
        well as they can be.

        Args:
            photo: the photo.

        Yields:
            What was detected so far and what lies on the table by that, and None at each pause, where the
            caller may stop.

        >>> from yakulens.vision.picture.photo import load
        >>> photo = load(models.FOLDER.parent / "datasets" / "samples" / "seven-pairs.jpg")
        >>> [len(look.seen.detections) for look in Recogniser.load().iter_looks(photo) if look is not None]
        [14]
        """
        last: list[Look] = []
        search = Search(
            self.detector,
            self.reader,
            self.stages,
            self.color_transform,
            lambda: hands_to_search(last[-1].laid, closest=last[-1].seen.next_stage == "closest"),
        )
        tile_filter = self._filter()
        for state in search.through(photo.pyramid):
            if state is None:
                yield None
                continue
            last.append(self._look(tile_filter.filter(state)))
            yield last[-1]
            if state.next_stage and _is_enough(search, state, last[-1].laid):
                confirmed = self._look(tile_filter.filter(state, final=True))
                yield confirmed
                if confirmed.laid.beyond_doubt:
                    return

    def _filter(self) -> TileFilter:
        settings = self.card.finder
        return TileFilter(
            self.reader,
            self.leveller,
            self.layout,
            self.stages,
            settings.firm_score,
            by_class=settings.names_faces,
        )

    def _look(self, seen: Recognition) -> Look:
        start = time.perf_counter()
        laid = self.layout.read(seen.detections, seen.unfiltered)
        return Look(seen, laid, (time.perf_counter() - start) * 1000)


def _is_enough(search: Search, state: SearchState, laid: LayoutResult) -> bool:
    """Whether a photo need not be shown mirrored: its hand is known without."""
    return (
        state.next_stage == "mirrored"
        and laid.beyond_doubt
        and not search.too_small(state, quads_of(laid.reading, of_hands(laid)))
    )


def _session(card: ModelCard, part: Settings, threads: int | None) -> InferenceSession:
    return InferenceSession(card.network(part), part.file, threads, card.run_limit(part))
