"""A film of one hand: the clearest of its frames so far. Pure."""

from dataclasses import dataclass
from typing import Any, Final, Generic, Self, TypeVar

from yakulens.vision.photo_search import SearchStep
from yakulens.vision.together.fusion import fuse

FRAMES: Final = 4
"""How many frames are read together: more than the best few add time and little else."""
_TURNED: Final = 2
"""So many frames of another hand in a row: the camera has turned to it."""

Picture = TypeVar("Picture")


@dataclass(frozen=True, slots=True, eq=False)
class Frame(Generic[Picture]):
    """A frame, by whatever names its pixels, and what its first look found."""

    picture: Picture
    look: SearchStep

    @property
    def clearness(self) -> float:
        """How clearly its tiles are seen: the sum over them of the two networks' certainty."""
        tiles = self.look.recognition.detections
        return float((tiles.objectness * tiles.faces.max(axis=1, initial=0.0) ** 2).sum())

    @property
    def shows_tiles(self) -> bool:
        """Whether there is any tile on it."""
        return bool(len(self.look.recognition.detections))


@dataclass(frozen=True, slots=True, eq=False)
class Film(Generic[Picture]):
    """The clearest frames of one hand.

    Attributes:
        kept: the clearest `FRAMES` frames, the clearest first.
        strangers: the last frames in a row that show another hand.
    """

    kept: tuple[Frame[Picture], ...] = ()
    strangers: tuple[Frame[Picture], ...] = ()

    def then(self, frame: Frame[Picture]) -> Self:
        """The film with one more frame.

        A frame without a tile changes nothing, nor does a single one of another hand; with the second in a
        row, the film is that hand's from then on.
        """
        if not frame.shows_tiles:
            return self
        if self.shows(frame.look):
            kept = sorted([*self.kept, frame], key=lambda each: -each.clearness)[:FRAMES]
            return type(self)(tuple(kept))
        strangers = (*self.strangers, frame)
        return type(self)(strangers) if len(strangers) >= _TURNED else type(self)(self.kept, strangers)

    def shows(self, look: SearchStep) -> bool:
        """Whether a look shows the hand of the kept frames; the first one with any tile does."""
        if not len(look.recognition.detections):
            return False
        looks: list[Any] = [*(each.look.recognition for each in self.kept), look.recognition]
        return len(self.kept) not in fuse(looks, range(len(looks))).others
