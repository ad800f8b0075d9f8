"""From a photo to what lies on it: finder, reader, leveller, layout."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision import layout, models
from vision.detections import Detections
from vision.finding import windows as looks
from vision.finding.decode import corners
from vision.finding.detector import Detector
from vision.finding.selection import SURE_READING, chosen, outshone
from vision.finding.windows import CLOSELY, ONCE
from vision.geometry.overlap import fragments
from vision.geometry.quads import short_sides
from vision.labels import BACK, INDEX
from vision.naming import reds
from vision.naming.background import Grounds
from vision.naming.leveller import Leveller
from vision.naming.reader import Reader, whole_picture
from vision.picture.pyramid import Pyramid
from vision.picture.straighten import straightened
from vision.session import Session, SessionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vision.finding.windows import Way, Window
    from vision.models import Card, Levelling
    from vision.picture.photo import Photo
    from vision.picture.straighten import View
    from vision.reading import Reading

_READ: Final = 0.5
"""A find whose likeliest label is less probable tells nothing about how large the tiles are."""

_FAINT: Final = 0.9
"""Bare table is taken for a face-down tile with less than this share of the photo's median objectness."""

_ROUNDS: Final = 2
"""How often holes and the places beyond a row's ends are looked at; again only if something was there."""

_OF_THE_SET: Final = 0.5
"""A tile behind an added one counts if it shows what its set does with this probability."""

_IN_VAIN: Final = 0.1
"""Objectness of a place where one may lie by the others, but neither network sees it."""

_UNFOUND: Final = 0.4
"""Objectness of a tile that the finder missed and the reader knows, in a hole of a row."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was seen on a photo, and what it took.

    Attributes:
        detections: the tiles.
        candidates: everything that was seen or looked at, those that are believed among them: where the hand
            lacks a tile, one of the others may be it.
        detect_ms: finding and naming, milliseconds.
        engine_ms: the inference engine's share of it.
    """

    detections: Detections
    candidates: Detections
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


class Recogniser:
    """A model, loaded and ready; may be used from several threads at once."""

    def __init__(self, card: Card) -> None:
        """Load the networks of a card.

        Raises:
            ModelError: a file is missing, is not the one described, or is no such network.
        """
        self.card = card
        try:
            self.detector = Detector(Session(card.network(card.finder), card.finder.file), card.finder)
            self.reader = Reader(Session(card.network(card.reader), card.reader.file), card.reader)
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
        self.detector.find(grey, looks.first(size, self.card.finder))
        tiles = np.repeat(whole_picture((96, 72)), 14, axis=0)
        self.reader.read(grey, tiles)
        if self.leveller:
            self.leveller.tell(grey, tiles[:2])

    @property
    def name(self) -> str:
        """The model's name."""
        return self.card.name

    def detect(self, photo: Photo) -> Detections:
        """Every tile on the photo."""
        return self.look(photo).detections

    def look(self, photo: Photo, ways: Sequence[Way] = ONCE) -> Look:
        """Every tile on the photo, and what finding it took.

        Args:
            photo: the photo.
            ways: how each part of it is shown to the finder.
        """
        start = time.perf_counter()
        pyramid = straight = photo.pyramid
        seen, view, spent = self._seen(pyramid, ways, turn=True)
        if view is not None:
            straight = Pyramid(view.show(photo.pixels))
            seen, _, again = self._seen(straight, ways, turn=False)
            spent += again
        tiles = seen.take(chosen(seen.quads, seen.objectness, seen.faces, self.card.finder.firm_score))
        tiles, in_vain, again = self._with_overlooked(straight, tiles)
        tiles = _with_reds(straight, _without_table(straight, tiles))
        candidates = Detections.joined(seen, in_vain)
        if view is not None:
            tiles, candidates = (
                replace(found, quads=view.on_photo(found.quads), size=photo.size)
                for found in (tiles, candidates)
            )
        tiles, levelling = self._levelled(pyramid, tiles, 0 if view is None else view.quarters)
        ms = (time.perf_counter() - start) * 1000
        return Look(tiles, candidates, ms, spent + again + levelling)

    def _seen(
        self, photo: Pyramid, ways: Sequence[Way], *, turn: bool
    ) -> tuple[Detections, View | None, float]:
        """Look at the whole, then closer where tiles are small; every tile of each look, doubles still in.

        With ``turn``, also how the photo is seen better: as soon as that is known, without a closer look.
        """
        tiles, ms = self._see(photo, looks.first(photo.size, self.card.finder), ways)
        read = self._read(tiles)
        view = straightened(read.quads, read.ups, read.objectness, photo.size) if turn else None
        if view is not None:
            return tiles, view, ms
        again = looks.further(photo.size, read.quads.mean(axis=1), short_sides(read.quads), self.card.finder)
        if again:
            more, more_ms = self._see(photo, again, ways)
            tiles, ms = Detections.joined(tiles, more), ms + more_ms
            read = self._read(tiles)
            view = straightened(read.quads, read.ups, read.objectness, photo.size) if turn else None
        return tiles, view, ms

    def _read(self, tiles: Detections) -> Detections:
        """Those that are found and read well enough to tell how the photo is to be looked at."""
        firm = tiles.objectness >= self.card.finder.firm_score
        return tiles.take(firm & (tiles.faces.max(axis=1, initial=0.0) >= _READ))

    def _with_overlooked(self, photo: Pyramid, tiles: Detections) -> tuple[Detections, Detections, float]:
        """The tiles, with those that the finder missed where the rows of the others have a hole.

        Where one was missed at a row's end, the next may have been too. Also what was looked at in vain.
        """
        doubted, ms = Detections.none(photo.size), 0.0
        for _ in range(_ROUNDS):
            before = tiles
            tiles, in_vain, spent = self._looked_over(photo, tiles)
            doubted, ms = Detections.joined(doubted, in_vain), ms + spent
            if len(tiles) <= len(before):
                break
        return tiles, doubted, ms

    def _looked_over(self, photo: Pyramid, tiles: Detections) -> tuple[Detections, Detections, float]:
        places = layout.overlooked(tiles)
        named = self.reader.read(photo, places.quads, closely=True)
        there = np.full(len(named.quads), _UNFOUND, np.float32)
        sure = named.faces.max(axis=1, initial=0.0) >= SURE_READING
        # Half hidden, a tile cannot be read for sure, but the others of its set tell what it is.
        set_of = tiles.faces[places.like].argmax(axis=1) if len(tiles) else places.like
        sure |= (places.like >= 0) & (named.faces[np.arange(len(set_of)), set_of] >= _OF_THE_SET)
        # Bare table looks like a back: only beside another back is it likely to be one.
        face_down = named.faces.argmax(axis=1) == INDEX[BACK]
        there[face_down] = np.median(tiles.objectness) if len(tiles) else 0.0
        sure &= places.backs | ~face_down
        there[~sure] = _IN_VAIN
        looked = Detections.seen(named.quads, there, named.faces, named.ups, photo.size)
        more = looked.take(sure)
        tiles = Detections.joined(tiles.take(~fragments(tiles.quads, more.quads)), more)
        tiles = tiles.take(chosen(tiles.quads, tiles.objectness, tiles.faces))
        return tiles, looked.take(~sure), named.engine_ms

    def _levelled(self, photo: Pyramid, tiles: Detections, quarters: int) -> tuple[Detections, float]:
        """The tiles, with how high those of them lie of which that matters.

        Seen on the photo itself: turned by less than a quarter, a tile's side would not be below it.
        """
        asked = layout.called(tiles) if self.leveller is not None else np.zeros(0, np.intp)
        if self.leveller is None or not len(asked):
            return tiles, 0.0
        levels = self.leveller.tell(photo, tiles.quads[asked], quarters)
        raised = tiles.raised.copy()
        raised[asked] = levels.raised
        return replace(tiles, raised=raised), levels.engine_ms

    def _see(
        self, photo: Pyramid, windows: Sequence[Window], ways: Sequence[Way]
    ) -> tuple[Detections, float]:
        """Find and read in some windows."""
        found = self.detector.find(photo, windows, ways)
        named = self.reader.read(photo, corners(found.rectangles.boxes), closely=True)
        tiles = Detections.seen(named.quads, found.rectangles.scores, named.faces, named.ups, photo.size)
        return tiles, found.engine_ms + named.engine_ms


def _without_table(photo: Pyramid, tiles: Detections) -> Detections:
    """The tiles without finds that are bare table, faces named by the ground that they lie on."""
    grounds = Grounds.of(photo, tiles.quads, tiles.faces)
    faces = grounds.tell(tiles.faces)
    back = faces[:, INDEX[BACK]] >= _READ
    faint = tiles.objectness < _FAINT * np.median(tiles.objectness) if len(back) else back
    kept = ~np.where(back, grounds.bare(faces) & faint, grounds.gaps(faces))
    kept &= ~((outshone(tiles.objectness) | grounds.strange(faces)) & grounds.faded())
    return replace(tiles, faces=faces).take(kept)


def _with_reds(photo: Pyramid, tiles: Detections) -> Detections:
    """The tiles, red fives told from plain ones by comparing those of a suit."""
    return replace(tiles, faces=reds.compared(photo, tiles.quads, tiles.faces, tiles.ups))


def _leveller(card: Card, settings: Levelling) -> Leveller:
    return Leveller(Session(card.network(settings), settings.file), settings)


def read_photo(photo: Photo, recogniser: Recogniser) -> PhotoReading:
    """Read one photo: every tile, its part in the hand, and what is doubtful."""
    reading, ms = read_looks(partial(recogniser.look, photo))
    return PhotoReading(photo, recogniser.name, reading, {"decode": photo.decode_ms, **ms})


def read_looks(look: Callable[[Sequence[Way]], Look]) -> tuple[Reading, dict[str, float]]:
    """Read what one look shows, and in doubt what a closer one does.

    Args:
        look: looks at the photo in these ways.

    Returns:
        The better reading, and milliseconds: ``detect``, ``layout``, ``ort``, all looks together.
    """
    reading, ms = _read_look(look(ONCE))
    if layout.in_doubt(reading):
        closer, more = _read_look(look(CLOSELY))
        reading, ms = layout.surer(reading, closer), {name: ms[name] + more[name] for name in ms}
    return reading, ms


def _read_look(look: Look) -> tuple[Reading, dict[str, float]]:
    start = time.perf_counter()
    reading = layout.read(look.detections, look.candidates)
    layout_ms = (time.perf_counter() - start) * 1000
    return reading, {"detect": look.detect_ms, "layout": layout_ms, "ort": look.engine_ms}
