"""A film of one hand: the sharpest frames so far, read together after each frame."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from yakulens.vision.photo_search import Look
from yakulens.vision.picture.photo import Photo
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.recognise import Recogniser
from yakulens.vision.together.fusion import fuse
from yakulens.vision.together.reading import together

FRAMES: Final = 4
"""How many frames are read together: more than the best few add time and little else."""
_TURNED: Final = 2
"""So many frames of another hand in a row: the camera has turned to it."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A frame and what its first look found."""

    photo: Photo
    look: Look

    @property
    def clearness(self) -> float:
        """How clearly its tiles are seen: the sum over them of the two networks' certainty."""
        tiles = self.look.recognition.detections
        return float((tiles.objectness * tiles.faces.max(axis=1, initial=0.0) ** 2).sum())


def watch(frames: Iterable[Photo], recogniser: Recogniser) -> Iterator[PhotoReading]:
    """Yield the reading so far after each frame; frames without a tile change nothing.

    Each frame is looked at once (`first_look`), so that a film is followed about as fast as single windows
    are searched. The clearest frames are kept, and read as one.
    """
    kept: list[Frame] = []
    strangers: list[Frame] = []
    for photo in frames:
        frame = Frame(photo, first_look(photo, recogniser))
        if _is_of(frame, kept):
            kept, strangers = sorted([*kept, frame], key=lambda each: -each.clearness)[:FRAMES], []
        elif len(frame.look.recognition.detections):
            strangers.append(frame)
            kept, strangers = (strangers, []) if len(strangers) >= _TURNED else (kept, strangers)
        yield _read(kept or [frame], recogniser)


def _is_of(frame: Frame, kept: list[Frame]) -> bool:
    """Whether a frame shows the hand of the kept ones, or is the first with any tile."""
    if not len(frame.look.recognition.detections):
        return False
    looks = [each.look.recognition for each in (*kept, frame)]
    return len(kept) not in fuse(looks, range(len(looks))).others


def first_look(photo: Photo, recogniser: Recogniser) -> Look:
    """What the first windows of a photo show, without a closer look."""
    return next(timed.look for timed in recogniser.iter_looks(photo) if timed is not None)


def _read(frames: list[Frame], recogniser: Recogniser) -> PhotoReading:
    photos, looks = [each.photo for each in frames], [each.look for each in frames]
    return together(photos, looks, recogniser)
