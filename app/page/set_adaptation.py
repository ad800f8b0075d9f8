"""A tile set that the page is learning: its ordered photos, the doubts, the result."""

from dataclasses import dataclass, replace
from threading import Lock
from time import monotonic
from typing import Final, Self

from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import TileSetError, checked_name
from yakulens.models.teach.layout_photos import label_photos
from yakulens.models.teach.progress import Progress, unwatched
from yakulens.models.teach.teaching import Teaching
from yakulens.vision.coroutines import run
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

_MOST_HELD: Final = 2
"""Teachings that are held for reloads: each holds whole photos, some hundred megabytes."""
_HELD_FOR: Final = 1800
"""Seconds that one is held after its last step."""


@dataclass(frozen=True, slots=True, eq=False)
class SetAdaptation(Teaching[Pyramid]):
    """The progress of teaching a set on the page."""

    trouble: tuple[str, dict[str, object]] | None = None  # what is wrong: the key and values of a sentence
    unread: tuple[tuple[str, bytes], ...] = ()  # the photos, name and bytes, until their tiles are named

    def read(self, recogniser: Recogniser, progress: Progress = unwatched) -> Self:
        """With the tiles of the unread photos named by their order.

        Raises:
            OrderError: the photos show no rows in that order.
            PhotoError: a file is not a photo.
        """
        photos = [load(data, file) for file, data in self.unread]
        ordered = label_photos(photos, recogniser, progress=progress)
        return replace(self, unread=(), ordered=ordered, earlier=None)

    def finished(
        self, extractor: FeatureExtractor, firm_score: float, made: str, progress: Progress = unwatched
    ) -> Self:
        """With the set learnt, once no doubt is open.

        A set that supposedly has no red fives but shows one is not learnt; ``trouble`` then says so.
        """
        if self.is_ready and self.denies_its_reds:
            return replace(self, ordered=None, trouble=("sets.reds_shown", {}))
        return run(self.learnt(extractor, firm_score, made, progress))


def name_trouble(name: str) -> tuple[str, dict[str, object]] | None:
    """What is wrong with a name for a set: the key and values of a sentence; None if nothing is."""
    if not name.strip():
        return "sets.need_name", {}
    try:
        checked_name(name)
    except TileSetError:
        return "sets.bad_name", {"name": name.strip()}
    return None


class Teachings:
    """The unfinished teachings by browser, so that a reloaded page resumes its own.

    Only the last two are held, for half an hour each, and none without photos.
    """

    def __init__(self) -> None:
        """Hold nothing yet."""
        # Each with the time of its last step, in that order.
        self._held: dict[str, tuple[float, SetAdaptation]] = {}
        self._lock = Lock()

    def hold(self, browser: str, adaptation: SetAdaptation) -> None:
        """Hold a browser's teaching in place of its earlier state."""
        with self._lock:
            self._held.pop(browser, None)
            if adaptation.unread or adaptation.ordered is not None:
                self._held[browser] = monotonic(), adaptation
            self._let_go()

    def of(self, browser: str) -> SetAdaptation:
        """The browser's teaching, or a new one."""
        with self._lock:
            self._let_go()
            return self._held[browser][1] if browser in self._held else SetAdaptation()

    def _let_go(self) -> None:
        now = monotonic()
        held = [entry for entry in self._held.items() if now - entry[1][0] < _HELD_FOR]
        self._held = dict(held[-_MOST_HELD:])
