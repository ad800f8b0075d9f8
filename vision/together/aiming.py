"""The viewfinder: what a camera's frame shows, why it waits, and the hand that its frames build up. Pure.

Every frame is looked at small, to count its tiles. One whose tiles are large, lit, sharp and still is read,
and added to those before it (`vision.together.film`). The hand stands once two frames in a row have left it
as it is, with nothing open that a picture could answer, or once five could not settle a doubt about a face. A
photo is taken by itself then, and never of anything that the same rules would refuse.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.desk import Desk, sort_key
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.desk.mends import is_whole, is_winning
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.layout.read import LayoutEngines
from yakulens.vision.photo_search import PhotoSearch, SearchStep
from yakulens.vision.reading import Reading
from yakulens.vision.together import frame_quality as quality
from yakulens.vision.together.combine import combined
from yakulens.vision.together.film import Film, Frame

Reason: TypeAlias = Literal[
    "", "no_tiles", "closer", "dark", "glare", "still", "cut_off", "no_hand", "no_win", "unsure"
]
"""Why the viewfinder waits: no tile is in view, tiles are too small, too dark, bleached by a lamp, moving or
blurred, cut off by the frame's edge, no hand of fourteen, a hand that does not win, a doubt that another look
may settle. Empty where nothing is wrong with the frame."""
NEEDED: Final = 2
"""Frames in a row that leave the hand as it is before it stands."""
PATIENT: Final = 5
"""As many, where a doubt remains that so many looks did not settle: then the page asks."""
COUNTED_AT: Final = 480
"""Pixels of the long side at which tiles are counted."""
_MEASURED: Final = 24
"""So many tiles, the largest, are measured for light and sharpness."""
_AS_LARGE: Final = 0.7
"""Tiles at the edge are the hand's if their short side is at least this share of its own tiles'."""
SEEN_BETTER: Final = frozenset(
    ("doubtful_face", "tile_count", "five_of_a_kind", "maybe_not_in_hand", "meld_kind", "no_tiles")
)
"""Codes of the doubts that another look may settle; all others only a person can."""

_ASKED: Final = frozenset(("doubtful_face", "meld_kind"))
"""Codes of those doubts that the page asks about if looks do not settle them: the hand is whole and wins."""

Signature: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """What the viewfinder says of one frame.

    Attributes:
        quads: ``(N, 4, 2)`` float32, the tiles counted on the frame, its pixels.
        reason: why it waits.
        count: how many tiles the reason is about.
        desk: the hand as built up so far; None before there is any.
        stands: whether the hand is sure, and this frame one that may be taken.
    """

    quads: NDArray[np.float32]
    reason: Reason = ""
    count: int = 0
    desk: Desk | None = None
    stands: bool = False

    def to_json(self) -> dict[str, Any]:
        """The same as the page draws it: corners in pixels, and the hand's faces in groups."""
        groups: list[list[str]] = []
        if self.desk is not None:
            melds = [self.desk.faces(meld.tiles) for meld in self.desk.melds]
            groups = [sorted(self.desk.faces(self.desk.outside_melds()), key=sort_key), *melds]
        return {
            "quads": self.quads.round(1).tolist(),
            "reason": self.reason,
            "count": self.count,
            "groups": [group for group in groups if group],
            "stands": self.stands,
        }


@dataclass(frozen=True, slots=True, eq=False)
class Viewfinder:
    """The frames so far.

    Attributes:
        film: the clearest frames that passed, by their numbers.
        before: ``(N, 4, 2)`` float32, the tiles of the frame before.
        last: the tiles of the last frame that was read, named; None before.
        hand: the hand as it was last read; empty before.
        agreed: how many of the last frames that were read left it as it is.
    """

    film: Film[int] = field(default_factory=Film)
    before: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))
    last: Detections | None = None
    hand: Signature = ()
    agreed: int = 0

    @property
    def kept(self) -> tuple[int, ...]:
        """The numbers of all frames whose pixels are still asked for."""
        return tuple(frame.picture for frame in (*self.film.kept, *self.film.strangers))


EnginesOf: TypeAlias = Callable[[int], LayoutEngines]
"""The engines of a kept frame, by its number."""


async def aim(
    before: Viewfinder, number: int, search: PhotoSearch, engines_of: EnginesOf
) -> tuple[Viewfinder, Aim]:
    """Look at the next frame, which ``search`` searches, under a number of its own.

    Returns:
        The viewfinder after it, and what it says.
    """
    quads = await search.count(COUNTED_AT)
    reason = await flaw(quads, search)
    if not reason and quality.movement(quads, before.before) > quality.STILL:
        reason = "still"
    after = replace(before, before=quads)
    if reason:
        return replace(after, agreed=0), Aim(quads, reason)
    look = await search.glance()
    tiles = look.recognition.detections
    after = replace(after, film=before.film.then(Frame(number, look)), last=tiles)
    if before.last is not None and quality.moved(tiles, before.last):
        return replace(after, agreed=0), Aim(quads, "still")
    return await _read(after, quads, search, engines_of)


async def flaw(quads: NDArray[np.float32], search: PhotoSearch) -> Reason:
    """What is wrong with a picture on which these tiles were counted, apart from what they are."""
    if not len(quads):
        return "no_tiles"
    if quality.is_far(quads, search.size):
        return "closer"
    plain = search.how.first_transform
    if quality.glares(await search.engines.cut(quality.about(quads, search.size), plain)):
        return "glare"
    largest = np.argsort(-short_sides(quads), kind="stable")[:_MEASURED]
    crops = await search.engines.cut(quads[largest], plain)
    if quality.contrast(crops) < quality.LEAST_CONTRAST:
        return "dark"
    return "still" if quality.sharpness(crops) < quality.LEAST_SHARPNESS else ""


async def look_at_still(finder: Viewfinder, search: PhotoSearch) -> SearchStep | None:
    """The look at a still taken by itself; None if it would not have passed as a frame of the film."""
    if await flaw(await search.count(COUNTED_AT), search):
        return None
    look = await search.glance()
    return look if finder.film.shows(look) else None


async def _read(
    finder: Viewfinder, quads: NDArray[np.float32], search: PhotoSearch, engines_of: EnginesOf
) -> tuple[Viewfinder, Aim]:
    """Read the kept frames as one, and say whether the hand stands."""
    frames = finder.film.kept
    if not frames:
        return replace(finder, agreed=0), Aim(quads, "no_hand")
    both = await combined(
        [frame.look for frame in frames],
        [engines_of(frame.picture) for frame in frames],
        levels=search.how.levels,
    )
    reading = both.layout.reading
    desk = without_flowers(from_reading(reading))
    reason, count = _open(desk, reading, quads, search.size)
    hand = _signature(desk)
    agreed = finder.agreed + 1 if hand == finder.hand else 1
    may_ask = reason == "unsure" and {each.code for each in reading.issues} & SEEN_BETTER <= _ASKED
    stands = agreed >= (PATIENT if may_ask else NEEDED) and (may_ask or not reason)
    after = replace(finder, hand=hand, agreed=agreed if may_ask or not reason else 0)
    return after, Aim(quads, reason, count, desk, stands)


def _open(
    desk: Desk, reading: Reading, quads: NDArray[np.float32], size: tuple[int, int]
) -> tuple[Reason, int]:
    """Why the hand as read so far does not stand, with a number of tiles."""
    if not is_whole(desk):
        missing = desk.missing()
        cut = missing > 0 and _at_edge(quads, size)
        return ("cut_off", missing) if cut else ("no_hand", len((*desk.in_hand(),)))
    if not is_winning(desk):
        return "no_win", 0
    if any(issue.code in SEEN_BETTER for issue in reading.issues):
        return "unsure", 0
    return "", 0


def _at_edge(quads: NDArray[np.float32], size: tuple[int, int]) -> bool:
    """Whether a tile about as large as most lies at the frame's edge."""
    sides = short_sides(quads)
    large = sides >= _AS_LARGE * np.median(sides) if len(quads) else np.zeros(0, np.bool_)
    return bool((large & quality.at_edge(quads, size)).any())


def _signature(desk: Desk) -> Signature:
    """The hand's tiles, whatever their order: equal for equal hands."""
    melds = tuple((meld.kind, desk.faces(meld.tiles)) for meld in desk.melds)
    return tuple(sorted(desk.faces(desk.outside_melds()))), melds
