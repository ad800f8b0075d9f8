"""The viewfinders of all visitors in the process that reads: each film's frames so far, and looks at them."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock
from typing import Final

from yakulens.app.readers.photo_reader import FrameAnswer
from yakulens.vision.coroutines import run
from yakulens.vision.photo_search import PhotoSearch, SearchStep
from yakulens.vision.picture import photo as photos
from yakulens.vision.picture.opening import PhotoError, open_image
from yakulens.vision.picture.photo import Photo
from yakulens.vision.recognise import PhotoEngines, Recogniser
from yakulens.vision.together.aiming import Viewfinder, aim, look_at_still

MOST: Final = 8
"""Films that are followed at once; the one that was longest without a frame ends first."""
LARGEST_SIDE: Final = 1600
"""Pixels of a frame's longer side: the page's have 1280."""
_FRAME: Final = "frame"
_LOOKS: Final = 64
"""Looks at pictures that are remembered, so that a frame is not searched again with its photo."""


@dataclass(slots=True)
class _Filming:
    """One visitor's viewfinder, with the pixels of its kept frames."""

    finder: Viewfinder = field(default_factory=Viewfinder)
    frames: dict[int, Photo] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


class Films:
    """Films by their names; any thread may call."""

    def __init__(self) -> None:
        """Follow none yet."""
        self._films: OrderedDict[str, _Filming] = OrderedDict()
        self._looks: OrderedDict[tuple[str, str], SearchStep] = OrderedDict()
        self._lock = Lock()

    def frame(self, film: str, number: int, data: bytes, recogniser: Recogniser) -> FrameAnswer:
        """Look at the next frame of a film, a picture file's bytes, under a number that is new to it.

        Raises:
            PhotoError: it is no picture, or too large for one.
        """
        photo = _frame(data)
        filming = self._of(film)
        with filming.lock:
            frames = filming.frames | {number: photo}
            engines = {at: PhotoEngines(recogniser, each.pyramid) for at, each in frames.items()}
            search = PhotoSearch(recogniser.search, engines[number], photo.size)
            filming.finder, aimed = run(aim(filming.finder, number, search, engines.__getitem__))
            kept = filming.finder.kept
            filming.frames = {at: each for at, each in frames.items() if at in kept}
            for frame in filming.finder.film.kept:
                if frame.picture == number:
                    self._remember(data, recogniser, frame.look)
        return FrameAnswer(aimed.to_json(), kept)

    def passes(self, film: str, data: bytes, recogniser: Recogniser) -> bool:
        """Whether a still of the film's hand, which nobody asked for, is as good as its frames.

        Raises:
            PhotoError: it is no picture.
        """
        photo = photos.load(data, "still")
        search = PhotoSearch(recogniser.search, PhotoEngines(recogniser, photo.pyramid), photo.size)
        return run(look_at_still(self._of(film).finder, search)) is not None

    def looks(
        self, others: Sequence[tuple[bytes, Photo]], recogniser: Recogniser
    ) -> Iterator[SearchStep | None]:
        """The look at each picture, remembered or searched wholly; None where other work may go first."""
        for data, photo in others:
            look = self._remembered(data, recogniser)
            if look is None:
                for timed in recogniser.iter_looks(photo):
                    look = look if timed is None else timed.look
                    yield None
                if look is not None:
                    self._remember(data, recogniser, look)
            yield look

    def _of(self, film: str) -> _Filming:
        with self._lock:
            filming = self._films.setdefault(film, _Filming())
            self._films.move_to_end(film)
            while len(self._films) > MOST:
                self._films.popitem(last=False)
            return filming

    def _remember(self, data: bytes, recogniser: Recogniser, look: SearchStep) -> None:
        with self._lock:
            self._looks[_key(data, recogniser)] = look
            while len(self._looks) > _LOOKS:
                self._looks.popitem(last=False)

    def _remembered(self, data: bytes, recogniser: Recogniser) -> SearchStep | None:
        with self._lock:
            return self._looks.get(_key(data, recogniser))


def _frame(data: bytes) -> Photo:
    """A frame, which is decoded only if it is no larger than the page's.

    Raises:
        PhotoError: it is no picture, or too large for one.
    """
    with suppress(OSError):  # what Pillow does not know is no photo either
        width, height = open_image(data, _FRAME).size
        if max(width, height) > LARGEST_SIDE:
            message = f"{width} by {height} pixels are too many for a frame"
            raise PhotoError(_FRAME, message, "too_large")
    return photos.load(data, _FRAME)


def _key(data: bytes, recogniser: Recogniser) -> tuple[str, str]:
    return sha256(data).hexdigest(), recogniser.tile_set
