"""From a photo to what lies on it: finder, reader, leveller, layout."""

from __future__ import annotations

import time
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision import layout, models
from vision.detections import Detections
from vision.finding.decode import corners
from vision.finding.detector import Detector
from vision.finding.selection import chosen, outshone
from vision.finding.windows import closer_windows, first_windows
from vision.geometry.quads import corners_apart, short_sides
from vision.labels import BACK, INDEX
from vision.naming import familiarity, reds
from vision.naming.background import BackgroundColours
from vision.naming.leveller import Leveller
from vision.naming.reader import Reader, whole_picture
from vision.picture.pyramid import Pyramid
from vision.picture.rendition import NEGATIVE, PLAIN, Rendition
from vision.picture.straighten import straightened
from vision.session import InferenceSession, SessionError
from vision.stages import EVERY_STAGE, Stages

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.finding.windows import Window
    from vision.models import LevellerSettings, ModelCard
    from vision.picture.photo import Photo
    from vision.picture.straighten import View
    from vision.reading import Reading

_READ: Final = 0.5
"""A detection whose likeliest label is less probable is no evidence of how large the tiles are."""

_SURELY: Final = 0.97
"""What was read with this probability is not read again where the photo is searched closer ..."""

_SAME_PLACE: Final = 0.2
"""... for a detection whose corners lie nearer than this to those that were read, in short sides."""

_FAINT: Final = 0.9
"""Bare table is taken for a face-down tile with less than this share of the photo's median objectness."""


@dataclass(frozen=True, slots=True, eq=False)
class Recognition:
    """What was detected on a photo, and how long it took.

    Attributes:
        detections: the tiles, each once.
        unfiltered: every detection before duplicates and false positives were dropped: where the hand lacks a
            tile, one of these may be it.
        detect_ms: finding and naming, milliseconds.
        engine_ms: the inference engine's share of it.
    """

    detections: Detections
    unfiltered: Detections
    detect_ms: float
    engine_ms: float


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """One photo read.

    Attributes:
        photo: name, size, hash (and the pixels).
        model: the model's name.
        reading: what lies on the table.
        ms: milliseconds: ``decode``, ``detect``, ``layout``, and ``ort``, the engine's share of ``detect``.
    """

    photo: Photo
    model: str
    reading: Reading
    ms: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """The contract's Reading, ready for ``json.dumps``."""
        height, width = self.photo.size
        return {
            "photo": {
                "file": self.photo.name,
                "width": width,
                "height": height,
                "sha256": self.photo.sha256,
            },
            "model": self.model,
            **self.reading.to_json(),
            "ms": {name: round(ms, 1) for name, ms in self.ms.items()},
        }


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What is found on a photo in a rendition of it.

    Attributes:
        rendition: how the photo was shown.
        photo: the photo so.
        tiles: what was detected there, duplicates still in.
        view: how the photo is to be turned; None where it is straight.
        engine_ms: within the inference engine, all that was searched before included, milliseconds.
    """

    rendition: Rendition
    photo: Pyramid
    tiles: Detections
    view: View | None
    engine_ms: float


class Recogniser:
    """A model, loaded and ready; may be used from several threads at once."""

    def __init__(self, card: ModelCard, stages: Stages = EVERY_STAGE) -> None:
        """Load the networks of a card.

        Args:
            card: of the model.
            stages: the optional stages that photos pass through.

        Raises:
            ModelError: a file is missing, is not the one described, or is no such network.
        """
        self.card = card
        self.stages = stages
        try:
            self.detector = Detector(
                InferenceSession(card.network(card.finder), card.finder.file), card.finder
            )
            self.reader = Reader(InferenceSession(card.network(card.reader), card.reader.file), card.reader)
            self.leveller = _leveller(card, card.leveller) if card.leveller else None
        except SessionError as error:
            message = f"model {card.name}: {error}"
            raise models.ModelError(message) from error

    @classmethod
    def load(cls, model: str | None = None, folder: Path | None = None) -> Recogniser:
        """Load a model by name or path; see ``vision.models.choose``.

        Raises:
            ModelError: there is no such model, or it cannot be used.
        """
        recogniser = cls(models.choose(model, folder))
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

    def limited_to(self, stages: Stages) -> Recogniser:
        """The same networks, loaded once, reading photos with these stages."""
        other = copy(self)
        other.stages = stages
        return other

    @property
    def name(self) -> str:
        """The model's name."""
        return self.card.name

    def detect(self, photo: Photo) -> Detections:
        """The tiles on the photo."""
        return self.recognise(photo).detections

    def recognise(self, photo: Photo) -> Recognition:
        """The tiles on the photo, with everything that was detected and how long it took.

        Args:
            photo: the photo.

        >>> from vision.picture.photo import load
        >>> photo = load(models.FOLDER.parent / "datasets" / "samples" / "seven-pairs.jpg")
        >>> recognition = Recogniser.load().recognise(photo)
        >>> len(recognition.detections), len(recognition.unfiltered) > 14
        (14, True)
        """
        start = time.perf_counter()
        familiar = self._familiar if self.stages.renditions else self._seen
        seen = familiar(photo.pyramid)
        pyramid, every, view, spent = seen.photo, seen.tiles, seen.view, seen.engine_ms
        straight = pyramid
        if view is not None:
            straight = Pyramid(view.show(pyramid.pixels))
            straight = straight.in_greys() if seen.rendition.grey else straight
            every, _, again = self._search(straight, turn=False)
            spent += again
        tiles = every.take(chosen(every.quads, every.objectness, every.faces, self.card.finder.firm_score))
        faces, averaging = self.reader.averaged(straight, tiles.quads, tiles.faces)
        tiles = replace(tiles, faces=faces)
        if self.stages.background:
            tiles = _without_table(straight, tiles)
        if self.stages.red_fives:
            tiles = _with_reds(straight, tiles)
        if view is not None:
            tiles, every = (
                replace(turned, quads=view.on_photo(turned.quads), size=photo.size)
                for turned in (tiles, every)
            )
        tiles, levelling = self._levelled(pyramid, tiles, 0 if view is None else view.quarters)
        tiles, every = seen.rendition.exchanged(tiles), seen.rendition.exchanged(every)
        ms = (time.perf_counter() - start) * 1000
        return Recognition(tiles, every, ms, spent + averaging + levelling)

    def _familiar(self, photo: Pyramid) -> _Seen:
        """The rendition of the photo in which its tiles are known best; one search where that is plain."""
        firm = self.card.finder.firm_score
        seen = self._seen(photo)
        if familiarity.hardly_known(seen.tiles, firm):
            seen = self._better(photo, seen, NEGATIVE)
        doubtful = seen.tiles.take(familiarity.in_doubt(seen.tiles, firm))
        for what in ("grey", "mirrored") if len(doubtful) else ():
            odd = replace(seen.rendition, **{what: True})
            named = self.reader.once(odd.of(photo).inks, odd.exchanged(doubtful).quads)
            seen = replace(seen, engine_ms=seen.engine_ms + named.engine_ms)
            if familiarity.gained(named.faces, doubtful.faces):
                return self._better(photo, seen, odd)
        return seen

    def _better(self, photo: Pyramid, before: _Seen, rendition: Rendition) -> _Seen:
        """What is found in a rendition where its tiles are known better than before, else what was before."""
        seen = self._seen(photo, rendition, before.engine_ms)
        if familiarity.better_known(seen.tiles, before.tiles, self.card.finder.firm_score):
            return seen
        return replace(before, engine_ms=seen.engine_ms)

    def _seen(self, photo: Pyramid, rendition: Rendition = PLAIN, ms: float = 0.0) -> _Seen:
        """What is found on the photo in a rendition; ``ms`` is what the engine took before."""
        shown = rendition.of(photo)
        tiles, view, spent = self._search(shown, turn=self.stages.straightening)
        return _Seen(rendition, shown, tiles, view, ms + spent)

    def _search(self, photo: Pyramid, *, turn: bool) -> tuple[Detections, View | None, float]:
        """Search the whole photo, then closer windows where tiles are small; duplicates are still in.

        With ``turn``, also how the photo is to be turned: as soon as that is known, without closer windows.
        """
        first = first_windows(photo.size, self.card.finder)
        tiles, ms = self._detect(photo, first, Detections.none(photo.size))
        read = self._read(tiles)
        view = straightened(read.quads, read.ups, read.objectness, photo.size) if turn else None
        if view is not None:
            return tiles, view, ms
        closer = closer_windows(
            photo.size, read.quads.mean(axis=1), short_sides(read.quads), self.card.finder
        )
        if closer:
            more, more_ms = self._detect(photo, closer, tiles)
            tiles, ms = Detections.joined(tiles, more), ms + more_ms
            read = self._read(tiles)
            view = straightened(read.quads, read.ups, read.objectness, photo.size) if turn else None
        return tiles, view, ms

    def _read(self, tiles: Detections) -> Detections:
        """Those of which finder and reader are sure enough to decide how the photo is searched further."""
        firm = tiles.objectness >= self.card.finder.firm_score
        return tiles.take(firm & (tiles.faces.max(axis=1, initial=0.0) >= _READ))

    def _levelled(self, photo: Pyramid, tiles: Detections, quarters: int) -> tuple[Detections, float]:
        """The tiles, with the leveller's log odds for those that may lie on another.

        It is shown the photo itself: turned by less than a quarter, a tile's side would not be below it.
        """
        if self.leveller is None or not self.stages.leveller:
            return tiles, 0.0
        asked = layout.called_tiles(tiles)
        if not len(asked):
            return tiles, 0.0
        levels = self.leveller.level(photo, tiles.quads[asked], quarters)
        raised = tiles.raised.copy()
        raised[asked] = levels.raised
        return replace(tiles, raised=raised), levels.engine_ms

    def _detect(
        self, photo: Pyramid, windows: Sequence[Window], known: Detections
    ) -> tuple[Detections, float]:
        """Find and read in some windows; what was read for sure at the same place is not read again."""
        result = self.detector.find(photo, windows)
        quads, scores = corners(result.rectangles.boxes), result.rectangles.scores
        sure = known.take(known.faces.max(axis=1, initial=0.0) >= _SURELY)
        apart = corners_apart(quads, sure.quads)
        again = apart.min(axis=1, initial=np.inf) >= _SAME_PLACE
        named = self.reader.read(photo, quads[again])
        new = Detections.seen(named.quads, scores[again], named.faces, named.ups, photo.size)
        seen = sure.take(apart[~again].argmin(axis=1) if len(sure) else np.zeros(0, np.intp))
        old = replace(seen, objectness=scores[~again])
        return Detections.joined(new, old), result.engine_ms + named.engine_ms


def _without_table(photo: Pyramid, tiles: Detections) -> Detections:
    """The tiles without detections of bare table, blank ones named by the colour of their background."""
    background = BackgroundColours.of(photo, tiles.quads, tiles.faces)
    faces = background.whites_from_backs(tiles.faces)
    back = faces[:, INDEX[BACK]] >= _READ
    faint = tiles.objectness < _FAINT * np.median(tiles.objectness) if len(back) else back
    kept = ~np.where(back, background.bare(faces) & faint, background.gaps(faces))
    kept &= ~((outshone(tiles.objectness) | background.strange(faces)) & background.faded())
    return replace(tiles, faces=faces).take(kept)


def _with_reds(photo: Pyramid, tiles: Detections) -> Detections:
    """The tiles, with red fives distinguished from plain ones by comparing those of a suit."""
    return replace(tiles, faces=reds.compared(photo, tiles.quads, tiles.faces, tiles.ups))


def _leveller(card: ModelCard, settings: LevellerSettings) -> Leveller:
    return Leveller(InferenceSession(card.network(settings), settings.file), settings)


def read_photo(photo: Photo, recogniser: Recogniser) -> PhotoReading:
    """Read one photo: every tile, its part in the hand, and what is doubtful.

    >>> from vision.models import FOLDER
    >>> from vision.picture.photo import load
    >>> photo = load(FOLDER.parent / "datasets" / "samples" / "added-quad.jpg")
    >>> done = read_photo(photo, Recogniser.load())
    >>> [(meld.kind, meld.faces[0]) for meld in done.reading.melds]
    [('added_kan', '6z'), ('pon', '3p')]
    >>> list(done.ms)
    ['decode', 'detect', 'layout', 'ort']
    """
    recognition = recogniser.recognise(photo)
    reading, layout_ms = read_detections(recognition, recogniser.stages)
    ms = {"detect": recognition.detect_ms, "layout": layout_ms, "ort": recognition.engine_ms}
    return PhotoReading(photo, recogniser.name, reading, {"decode": photo.decode_ms, **ms})


def read_detections(recognition: Recognition, stages: Stages = EVERY_STAGE) -> tuple[Reading, float]:
    """What lies on the table, from what was detected, and how long that took, milliseconds.

    >>> from vision.detections import Detections
    >>> nothing = Detections.none((600, 800))
    >>> reading, ms = read_detections(Recognition(nothing, nothing, 0.0, 0.0))
    >>> [issue.code for issue in reading.issues], ms > 0
    (['no_tiles'], True)
    """
    start = time.perf_counter()
    reading = layout.read(recognition.detections, recognition.unfiltered, hypotheses=stages.hypotheses)
    return reading, (time.perf_counter() - start) * 1000
