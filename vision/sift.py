"""Which detections of a searched photo are tiles, and what they show when compared with each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision import layout
from vision.detections import Detections
from vision.finding.beside import places_across, places_beside, places_between
from vision.finding.halves import halves
from vision.finding.selection import MOST_COVERED, OUTSHONE, SURE_DETECTION, chosen, outshone
from vision.geometry.overlap import separations, without_duplicates
from vision.geometry.quads import short_sides
from vision.labels import BACK, BLANK, INDEX, KIND, OTHER
from vision.naming import reds
from vision.naming.background import BackgroundColours
from vision.naming.borders import borderless

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.naming.leveller import Leveller
    from vision.naming.reader import Reader
    from vision.picture.pyramid import Pyramid
    from vision.search import Ahead, Seen
    from vision.stages import Stages

_BACK: Final = 0.5
"""A detection is taken for a back with this probability."""

_SURE: Final = 0.9
"""A printed face of a learnt set that is read with this probability is a tile, and any right beside one."""

_NO_DOUBT: Final = 0.98
_AS_SURE: Final = 0.85
"""What is read and found with these probabilities is a tile whatever colours its margins have."""

_READ: Final = 0.5
"""A printed face that is read with this probability, and that the finder is sure of, is a tile of an odd set:
what is known of colours, light and shade is of white tiles as they are."""

_STRAY: Final = (3, 0.25)
"""Where so many of the faces that are read for sure, and such a share of them, have margins as gaps have, the
set is odd too: on 200 photos of usual sets it was one of sixteen at most."""

_SEEN: Final = 0.3
"""What the finder believes in less points to no tile beside the one on which it lies half ..."""

_STAYED: Final = 0.35
"""... and what is read at a place has its middle nearer than this to it, in short sides."""

_CLEARLY: Final = 0.8
"""What is read with less than this lies perhaps otherwise than it was found ..."""

_THERE: Final = 0.65
"""... and is what is due at a place between two others whose middle is nearer than this, in short sides."""

_TRIPLET: Final = 3
"""So many tiles of a kind ..."""

_OF_ONE_SET: Final = 3.2
"""... lie no farther apart than this, in short sides, where they are one set."""

_HALF_STAYED: Final = 0.5
"""Of two tiles taken for one each has its middle nearer than this to that of its half, in short sides."""

_UNPRINTED: Final = (*BLANK, INDEX[OTHER])
"""What is read where anything lies that is no face."""

_READ_IN_GAPS: Final = (INDEX[BACK], INDEX[OTHER], INDEX["2s"])
"""What is read where nothing lies between two tiles: the table, or the side of one of them."""

_SURELY_THERE: Final = 0.97
"""With this probability anything else is a tile there: of 9 such on real photos, at 690 places, all are."""

_FAINT: Final = 0.9
"""Bare table is taken for a face-down tile with less than this share of the photo's median objectness."""


@dataclass(frozen=True, slots=True, eq=False)
class Recognition:
    """What was detected on a photo.

    Attributes:
        detections: the tiles, each once.
        unfiltered: every detection before duplicates and false positives were dropped: where the hand lacks a
            tile, one of these may be it.
        engine_ms: what the inference engine took, milliseconds.
        ahead: what the search goes on with; empty where nothing more is looked for.
        fully: whether the tiles are read as well as they can be: a hand beyond doubt may end the search.
    """

    detections: Detections
    unfiltered: Detections
    engine_ms: float
    ahead: Ahead = ""
    fully: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Sieve:
    """How tiles are told from other detections, on one photo.

    Attributes:
        reader: reads doubtful faces from several crops.
        leveller: tells which tile lies on another; None where the model has none.
        stages: the optional stages that are run.
        firm_score: objectness from which a detection needs no neighbour.
        learnt: whether the tile set was learnt: then what is read for sure is a tile, whatever its colours.
        by_class: whether the finder's classes name faces: then the reader is not asked about doubtful ones.
        known: what tiles of the photo show by several crops, by where they lie and what one crop says.
        last: what was sifted last with the networks asked again, and without.
    """

    reader: Reader
    leveller: Leveller | None
    stages: Stages
    firm_score: float
    learnt: bool = False
    by_class: bool = False
    known: dict[bytes, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    last: dict[bool, tuple[Seen, Recognition]] = field(default_factory=dict, repr=False)

    def sifted(self, seen: Seen, *, fully: bool = False) -> Recognition:
        """The tiles on the photo, with everything that was detected.

        While the search surely goes on they are for a first reading, and no network is asked again: doubtful
        faces stay as they were read, and no tile is judged by how high it lies.

        Args:
            seen: what was detected.
            fully: whether the networks are asked again though the search may go on.
        """
        done = fully or seen.ahead in {"", "second_look"}
        if done in self.last:
            before, known = self.last[done]
            if seen.tiles is before.tiles and seen.view is before.view:
                spent = known.engine_ms + seen.engine_ms - before.engine_ms
                return replace(known, engine_ms=spent, ahead=seen.ahead)
        self.last[done] = seen, self._sifted(seen, done=done)
        return self.last[done][1]

    def _sifted(self, seen: Seen, *, done: bool) -> Recognition:
        every, spent, stages = seen.tiles, seen.engine_ms, self.stages
        asking = done and not self.by_class
        kept = chosen(every.quads, every.objectness, every.faces, self.firm_score)
        tiles = every.take(kept)
        if asking:
            tiles, ms = self._asked_again(
                seen.searched, tiles, every.take(np.delete(np.arange(len(every)), kept))
            )
            spent += ms
        if done and stages.borders:
            every = every.take(~_on_something(seen.searched, every, tiles))
        if stages.background:
            tiles = _without_table(
                seen.searched,
                tiles,
                learnt=self.learnt,
                odd=seen.rendition.recoloured,
                borders=stages.borders,
            )
        called = layout.called_tiles(tiles) if done else np.zeros(0, np.intp)
        if asking and stages.added:
            tiles, called, ms = self._with_added(seen.searched, tiles, called)
            spent += ms
        if self.stages.red_fives:
            tiles = _with_reds(seen.searched, tiles)
        if seen.searched is not seen.shown and seen.view is not None:
            tiles, every = (
                replace(turned, quads=seen.view.on_photo(turned.quads), size=seen.shown.size)
                for turned in (tiles, every)
            )
        if done:
            quarters = 0 if seen.view is None else seen.view.quarters
            tiles, ms = self._levelled(seen.shown, tiles, called, quarters)
            spent += ms
        exchanged = seen.rendition.exchanged
        return Recognition(exchanged(tiles), exchanged(every), spent, seen.ahead, fully=done)

    def _asked_again(self, photo: Pyramid, tiles: Detections, others: Detections) -> tuple[Detections, float]:
        """The tiles with what the reader says of places where something is in doubt; the engine's ms."""
        stages, spent = self.stages, 0.0
        if stages.halves:
            tiles, spent = self._halved(photo, tiles)
        if stages.undetected:
            undetected, ms = self._undetected(photo, tiles, others)
            tiles, spent = Detections.joined(tiles, undetected), spent + ms
        if stages.averaging:
            faces, ms = self._averaged(photo, tiles)
            tiles, spent = replace(tiles, faces=faces), spent + ms
        if stages.in_place:
            tiles, ms = self._in_place(photo, tiles)
            spent += ms
        return tiles, spent

    def _averaged(self, photo: Pyramid, tiles: Detections) -> tuple[NDArray[np.float32], float]:
        """What the tiles show by several crops of the doubtful ones; those asked about before are known."""
        keys = [
            quad.tobytes() + faces.tobytes() for quad, faces in zip(tiles.quads, tiles.faces, strict=True)
        ]
        new = np.array([key not in self.known for key in keys], bool)
        faces, ms = self.reader.averaged(photo, tiles.quads[new], tiles.faces[new])
        self.known.update(
            zip((key for key, is_new in zip(keys, new, strict=True) if is_new), faces, strict=True)
        )
        return np.stack([self.known[key] for key in keys]) if keys else tiles.faces, ms

    def _read_at(
        self, photo: Pyramid, places: NDArray[np.float32], objectness: NDArray[np.float32]
    ) -> tuple[Detections, NDArray[np.float32], float]:
        """What is read at some places, how far each moved in short sides of its place, the engine's ms."""
        named = self.reader.read(photo, places)
        new = Detections.seen(named.quads, objectness, named.faces, named.ups, photo.size)
        moved = np.linalg.norm(new.quads.mean(axis=1) - places.mean(axis=1), axis=1) / short_sides(places)
        return new, moved, named.engine_ms

    def _undetected(self, photo: Pyramid, tiles: Detections, dropped: Detections) -> tuple[Detections, float]:
        """Tiles right beside a known one, where what was detected lies half on that, and between two tiles.

        What is surely read there, at a place of its own, is one: as sure as the finder was of what it found,
        or of the tiles on both sides.
        """
        dropped = dropped.take(dropped.objectness >= _SEEN)
        beside, of = places_beside(tiles.quads, dropped.quads)
        between, pairs = places_between(tiles.quads)
        places = np.concatenate([beside, between])
        objectness = np.concatenate([dropped.objectness[of], tiles.objectness[pairs].min(axis=1)])
        new, moved, ms = self._read_at(photo, places, objectness)
        sure = np.delete(new.faces, _UNPRINTED, axis=1).max(axis=1, initial=0.0) >= _SURE
        surely = np.delete(new.faces, _READ_IN_GAPS, axis=1).max(axis=1, initial=0.0) >= _SURELY_THERE
        new = new.take(np.where(np.arange(len(new)) < len(beside), sure, surely) & (moved < _STAYED))
        if not len(new):
            return new, ms
        # Known tiles come first: of the new ones those stay that cover none.
        every, first = Detections.joined(tiles, new), np.full(len(tiles), 2.0)
        order = np.concatenate([first, new.objectness])
        stay = without_duplicates(every.quads, order, MOST_COVERED)
        return every.take(np.sort(stay[stay >= len(tiles)])), ms

    def _in_place(self, photo: Pyramid, tiles: Detections) -> tuple[Detections, float]:
        """The tiles, with those that are hardly read between two others of their row read where one is due.

        Corners put astray are the commonest reason for that, and halves of a tile found as two.
        """
        hardly = tiles.faces.max(axis=1, initial=0.0) < _CLEARLY
        clear, doubtful = tiles.take(~hardly), tiles.take(hardly)
        if not len(doubtful) or len(clear) < 2:  # noqa: PLR2004 - one on either side
            return tiles, 0.0
        places, _ = places_between(clear.quads)
        apart = separations(places, doubtful.quads)
        places, apart = places[apart.min(axis=1) < _THERE], apart[apart.min(axis=1) < _THERE]
        objectness = np.where(apart < _THERE, doubtful.objectness, 0.0).max(axis=1, initial=0.0)
        new, moved, ms = self._read_at(photo, places, objectness)
        sure = np.delete(new.faces, _UNPRINTED, axis=1).max(axis=1, initial=0.0)
        new = new.take((sure >= _SURELY_THERE) & (moved < _STAYED))
        new = new.take(without_duplicates(new.quads, new.faces.max(axis=1, initial=0.0), MOST_COVERED))
        gone = separations(doubtful.quads, new.quads).min(axis=1, initial=np.inf) < _THERE
        kept = np.sort(np.concatenate([np.flatnonzero(~hardly), np.flatnonzero(hardly)[~gone]]))
        return Detections.joined(tiles.take(kept), new), ms

    def _halved(self, photo: Pyramid, tiles: Detections) -> tuple[Detections, float]:
        """The tiles, with two for each that is as large as two, where both halves show what one beside shows.

        So do the called and the added tile of a quad.
        """
        places, of, touched = halves(tiles.quads)
        if not len(of):
            return tiles, 0.0
        quads = places.reshape(-1, 4, 2)
        objectness = np.repeat(tiles.objectness[of], 8)
        new, moved, ms = self._read_at(photo, quads, objectness)
        sure = np.where(moved < _HALF_STAYED, np.delete(new.faces, _UNPRINTED, axis=1).max(axis=1), 0.0)
        sure = sure.reshape(-1, 4, 2).min(axis=2)
        shown = _kinds(new).reshape(-1, 4, 2)
        beside = (touched[:, None] & (_kinds(tiles) == shown[:, :, :1])).any(axis=2)
        sure[(shown[:, :, 0] != shown[:, :, 1]) | ~beside] = 0.0
        twice = np.flatnonzero(sure.max(axis=1) >= _SURE)
        first = 8 * twice + 2 * sure[twice].argmax(axis=1)
        one = tiles.take(np.delete(np.arange(len(tiles)), of[twice]))
        return Detections.joined(one, new.take(np.concatenate([first, first + 1]))), ms

    def _with_added(
        self, photo: Pyramid, tiles: Detections, called: NDArray[np.intp]
    ) -> tuple[Detections, NDArray[np.intp], float]:
        """The tiles with those that were added beside called ones and not detected, and which were called.

        Right beside its called tile, on either side, a triplet's fourth tile is added; where nothing else
        lies there and its face is surely read, it is one.
        """
        kinds = _kinds(tiles)
        if not len(called):
            return tiles, called, 0.0
        near = separations(tiles.quads[called], tiles.quads) < _OF_ONE_SET
        alike = (near & (kinds[called][:, None] == kinds)).sum(axis=1)
        places, of = places_across(tiles.quads, tiles.ups, called[alike >= _TRIPLET])
        new, moved, ms = self._read_at(photo, places, tiles.objectness[of])
        same = _kinds(new) == kinds[of]
        sure = np.delete(new.faces, _UNPRINTED, axis=1).max(axis=1, initial=0.0) >= _SURELY_THERE
        added = new.take(same & sure & (moved < _STAYED))
        if not len(added):
            return tiles, called, ms
        tiles = Detections.joined(tiles, added)
        return tiles, layout.called_tiles(tiles), ms

    def _levelled(
        self, photo: Pyramid, tiles: Detections, asked: NDArray[np.intp], quarters: int
    ) -> tuple[Detections, float]:
        """The tiles, with the leveller's log odds for those called ones that may lie on another.

        It is shown the photo itself: turned by less than a quarter, a tile's side would not be below it.
        """
        if self.leveller is None or not self.stages.leveller or not len(asked):
            return tiles, 0.0
        levels = self.leveller.level(photo, tiles.quads[asked], quarters)
        raised = tiles.raised.copy()
        raised[asked] = levels.raised
        return replace(tiles, raised=raised), levels.engine_ms


def _without_table(
    photo: Pyramid, tiles: Detections, *, learnt: bool, odd: bool, borders: bool
) -> Detections:
    """The tiles without detections of bare table, blank ones named by the colour of their background.

    Args:
        photo: the photo as it is searched.
        tiles: what may be tiles, each once.
        learnt: whether the tile set was learnt.
        odd: whether the photo is shown in other colours than its own.
        borders: whether what has no border of its own is left out too.
    """
    background = BackgroundColours.of(photo, tiles.quads, tiles.faces)
    faces = background.whites_from_backs(tiles.faces)
    back = faces[:, INDEX[BACK]] >= _BACK
    faint = tiles.objectness < _FAINT * np.median(tiles.objectness) if len(back) else back
    gaps = background.gaps(faces)
    kept = ~np.where(back, background.bare(faces) & faint, gaps)
    printed, sureness = _printed(faces), faces.max(axis=1, initial=0.0)
    faded = (outshone(tiles.objectness) | background.strange(faces)) & background.faded()
    kept &= ~faded | background.surely_white(faces)
    known = printed & (sureness >= _NO_DOUBT)
    kept &= ~(printed & ~known & background.foreign())
    if borders:
        kept &= ~_on_something(photo, tiles, tiles)
    # What finder and reader are sure of has an edge in the shade, or something lies over it.
    kept |= known & (tiles.objectness >= _AS_SURE)
    surely_read = printed & (sureness >= _SURE)
    stray = (surely_read & gaps).sum()
    odd |= bool(stray >= max(_STRAY[0], _STRAY[1] * surely_read.sum()))
    if learnt or odd:
        kept |= surely_read
    if odd:
        kept |= printed & (sureness >= _READ) & (tiles.objectness >= SURE_DETECTION)
    return replace(tiles, faces=faces).take(kept)


def _on_something(photo: Pyramid, every: Detections, tiles: Detections) -> NDArray[np.bool_]:
    """``(N,)`` which of ``every`` are print on what is no tile, ``tiles`` being those that may be some."""
    least = OUTSHONE * np.median(tiles.objectness) if len(tiles) else 0.0

    def doubtful(seen: Detections) -> NDArray[np.bool_]:
        surely_read = (seen.faces.max(axis=1, initial=0.0) >= _NO_DOUBT) & _printed(seen.faces)
        return np.asarray((seen.objectness < least) & ~surely_read)

    asked = np.flatnonzero(doubtful(every) & _printed(every.faces))
    out = np.zeros(len(every), bool)
    out[asked] = borderless(photo, every.quads[asked], tiles.quads[~doubtful(tiles)])
    return out


def _kinds(tiles: Detections) -> NDArray[np.intp]:
    """``(N,)`` what the tiles show, a red five being a five."""
    return np.asarray(np.take(KIND, tiles.faces.argmax(axis=1)), np.intp)


def _printed(faces: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(~np.isin(faces.argmax(axis=1), BLANK))


def _with_reds(photo: Pyramid, tiles: Detections) -> Detections:
    """The tiles, with red fives distinguished from plain ones by comparing those of a suit."""
    return replace(tiles, faces=reds.compared(photo, tiles.quads, tiles.faces, tiles.ups))
