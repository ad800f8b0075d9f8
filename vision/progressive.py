"""A photo's readings: the first as soon as possible, then better ones; the last is the answer."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from yakulens.vision.reading import Issue, Reading
from yakulens.vision.stages import NextStage

if TYPE_CHECKING:
    # `yakulens.reading` handles readings without the engine.
    from yakulens.vision.picture.photo import Photo
    from yakulens.vision.recognise import Recogniser

STOPPED: Final = "stopped_early"
"""The code of the issue that a reading was stopped early."""
DAMAGED: Final = "damaged_file"
"""The code of the issue that the file is damaged."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """One photo read.

    Attributes:
        photo: its name, size, hash and pixels.
        model: the model's name.
        reading: what lies on the table.
        ms: milliseconds: ``decode``, ``detect`` (``ort`` in the engine), ``layout``; ``first``, to a reading.
        pending_stage: the stage that a better reading needs next; empty for the last reading.
        tile_set: the name of the learnt set it was read with; empty for any.
        together: all photos that were read as one (`vision.together`); empty for a photo read alone.
        seen_on: for each tile the index among them of the photo that its quad lies on; empty likewise.
    """

    photo: Photo
    model: str
    reading: Reading
    ms: dict[str, float]
    pending_stage: NextStage = ""
    tile_set: str = ""
    together: tuple[Photo, ...] = ()
    seen_on: tuple[int, ...] = ()

    @property
    def on_photo(self) -> frozenset[int]:
        """The ids of the tiles whose quads lie on ``photo``: all of them unless several were read as one."""
        shown = [self.together[photo] is self.photo for photo in self.seen_on] or [True] * len(
            self.reading.tiles
        )
        return frozenset(tile for tile, here in enumerate(shown) if here)

    def to_json(self, say: Callable[[Issue], str]) -> dict[str, Any]:
        """The contract's Reading, ready for ``json.dumps``; ``say`` puts its issues into words.

        Of several photos read as one, ``photos`` lists all, and each tile says on which of them it lies.
        """
        read = self.reading.to_json(say)
        if self.together:
            placed = zip(read["tiles"], self.seen_on, strict=True)
            read["tiles"] = [tile | {"photo": photo} for tile, photo in placed]
        return {
            "photo": _photo_json(self.photo),
            **({"photos": [_photo_json(photo) for photo in self.together]} if self.together else {}),
            "model": self.model,
            **({"set": self.tile_set} if self.tile_set else {}),
            **read,
            "ms": {name: round(ms, 1) for name, ms in self.ms.items()},
        }


def _photo_json(photo: Photo) -> dict[str, Any]:
    height, width = photo.size
    return {"file": photo.name, "width": width, "height": height, "sha256": photo.sha256}


def iter_readings(
    photo: Photo, recogniser: Recogniser, within_ms: float = math.inf
) -> Iterator[PhotoReading]:
    """Read one photo: yield a first reading early, then better ones; the last is the answer.

    `steps` says how ``within_ms`` limits it.
    """
    for reading in steps(photo, recogniser, within_ms):
        if reading is not None:
            yield reading


def steps(photo: Photo, recogniser: Recogniser, within_ms: float = math.inf) -> Iterator[PhotoReading | None]:
    """Read one photo in steps: yield its readings, and None at each pause for the caller's other work.

    After ``within_ms`` milliseconds, decoding included and the caller's own time left out, it ends at the
    next pause. The first reading takes as long as it needs. A reading that may then lack something comes once
    more with that issue.
    """
    ms = {"decode": photo.decode_ms, "detect": 0.0, "layout": 0.0, "ort": 0.0}
    start = time.perf_counter()
    total = 0.0
    last: PhotoReading | None = None
    for timed in recogniser.iter_looks(photo):
        total += (time.perf_counter() - start) * 1000
        if timed is not None:
            look = timed.look
            ms |= {"detect": total - timed.layout_ms, "layout": timed.layout_ms, "ort": timed.engine_ms}
            ms.setdefault("first", ms["decode"] + total)
            last = PhotoReading(
                photo,
                recogniser.name,
                _with_damage(look.layout.reading, photo),
                dict(ms),
                "" if look.final and look.layout.beyond_doubt else look.next_stage,
                recogniser.tile_set,
            )
        yield last if timed is not None else None
        if last is not None and last.pending_stage and ms["decode"] + total >= within_ms:
            if not last.reading.asks_nothing:
                yield _stopped(last)
            return
        start = time.perf_counter()  # the caller's own time does not count


def read_photo(photo: Photo, recogniser: Recogniser) -> PhotoReading:
    """Read one photo: every tile, its part in the hand, and the doubts.

    >>> from yakulens.vision.model_card import FOLDER
    >>> from yakulens.vision.picture.photo import load
    >>> from yakulens.vision.recognise import Recogniser
    >>> photo = load(FOLDER.parent / "datasets" / "samples" / "added-quad.jpg")
    >>> done = read_photo(photo, Recogniser.load())
    >>> [(meld.kind, meld.faces[0]) for meld in done.reading.melds]
    [('added_kan', '6z'), ('pon', '3p')]
    >>> list(done.ms)
    ['decode', 'detect', 'layout', 'ort', 'first']
    """
    *_, last = iter_readings(photo, recogniser)
    return last


def read_within(photo: Photo, recogniser: Recogniser, ms: float) -> PhotoReading:
    """Read one photo for a limited time; a skipped stage is an issue if it may change the hand.

    The time is in milliseconds and includes decoding; the first reading takes as long as it needs.
    """
    *_, last = iter_readings(photo, recogniser, ms)
    return last


def _stopped(last: PhotoReading) -> PhotoReading:
    """A reading that lacks its next stage, with an issue about it."""
    issues = (*last.reading.issues, Issue(STOPPED, (), case=last.pending_stage))
    return replace(last, reading=replace(last.reading, issues=issues))


def _with_damage(reading: Reading, photo: Photo) -> Reading:
    """The reading with an issue about the tiles in the part of the photo that a damaged file corrupts."""
    damage = photo.damage
    if damage is None:
        return reading
    height, width = photo.size
    affected = []
    for tile in reading.tiles:
        x, y = (sum(axis) / len(tile.quad) for axis in zip(*tile.quad, strict=True))
        if damage.contains(x / width, y / height):
            affected.append(tile.id)
    issue = Issue(DAMAGED, tuple(affected), case="anywhere")
    if 0 < damage.share < 1:
        percent = round(100 * damage.share)
        issue = Issue(DAMAGED, tuple(affected), case=damage.side, values=(("percent", percent),))
    return replace(reading, issues=(*reading.issues, issue))
