"""A hand that is none: whether its tiles win at all, and which one tile may have been read wrongly. Pure."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from yakulens.scorer.complete import COPIES, completing, is_complete
from yakulens.scorer.counts import DIGIT, count, number_of
from yakulens.scorer.tile import KIND, KINDS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.tile_changes import likely_faces
from yakulens.vision.labels import FACES, plain

MOST: Final = 3
"""How many mends are told at most."""
_Held = tuple[int, str, float, tuple[str, ...]]
"""A tile by its uid, its face, how sure that is, and what else it may be, the likeliest first."""
_RANKS: Final = 9
_SUITED: Final = 27


class Mend(NamedTuple):
    """One tile taken for another face, which makes the hand a winning one.

    Attributes:
        uid: the tile's.
        face: what it then is.
        makes: the set or pair that it then belongs to, as text such as ``345m``; of thirteen tiles what they
            then wait for.
    """

    uid: int
    face: str
    makes: str


def is_whole(desk: Desk) -> bool:
    """Whether the hand has as many tiles as a won one, whichever of them won, and all are riichi's."""
    return desk.missing() == 0 and all(face in FACES for face in desk.faces(desk.in_hand()))


def wins(desk: Desk) -> bool:
    """Whether a whole hand's tiles are sets and a pair, seven pairs or thirteen orphans."""
    return is_complete(_counts(desk), len(desk.melds))


@lru_cache(maxsize=64)
def _likeliest(held: tuple[_Held, ...], counts: int, melds: int, *, tenpai: bool) -> tuple[Mend, ...]:
    found: list[tuple[tuple[int, float], Mend]] = []
    for uid, face, score, likely in held:
        less = counts - (1 << DIGIT * KIND[plain(face)])
        for kind, other in enumerate(KINDS):
            # Many a tile may be many another where only a wait is wanted: what looks alike is told.
            unlike = tenpai and other not in likely
            if other == plain(face) or number_of(less, kind) >= COPIES or unlike:
                continue
            now = less + (1 << DIGIT * kind)
            makes = _waits(now, melds) if tenpai else _makes(now, melds, kind)
            if makes:
                rank = likely.index(other) if other in likely else len(likely) + 1
                found.append(((rank, score), Mend(uid, other, makes)))
    best = sorted(found, key=lambda each: each[0])
    # Of equal tiles one speaks for all.
    once = {(KIND[plain(_face(held, mend.uid))], mend.face): mend for _, mend in reversed(best)}
    return tuple(mend for _, mend in best if mend in once.values())[:MOST]


def mends(desk: Desk) -> tuple[Mend, ...]:
    """Which one tile would make a whole hand a winning one if it were another, the likeliest first.

    Of a hand that lacks its winning tile: which one would have it wait for some tile.

    >>> from yakulens.vision.desk import typed
    >>> found = mends(typed.hand("345678m44p67s +9s [234p]"))
    >>> [(mend.face, mend.makes) for mend in found][0]
    ('8s', '678s')
    >>> [(mend.face, mend.makes) for mend in mends(typed.hand("345678m44p69s [234p]"))][0]
    ('8s', '7s')
    """
    held = tuple(
        (uid, desk.face(uid), desk.tiles[uid].score, tuple(map(plain, likely_faces(desk.tiles[uid]))))
        for uid in _loose(desk)
    )
    return _likeliest(held, _counts(desk), len(desk.melds), tenpai=desk.missing() == 1)


def _face(held: tuple[_Held, ...], uid: int) -> str:
    return next(face for each, face, _, _ in held if each == uid)


def _counts(desk: Desk) -> int:
    return count(desk.faces(_loose(desk)))


def _loose(desk: Desk) -> list[int]:
    """The tiles that are in no meld, the winning one too."""
    return [*desk.concealed, *([] if desk.win is None else [desk.win])]


def _makes(counts: int, melds: int, kind: int) -> str:
    """The set that a kind belongs to where the tiles are complete, or the pair; empty where they are not."""
    if not is_complete(counts, melds):
        return ""
    for group in chain(_runs(kind), [(kind,) * 3]):
        less = counts
        for each in group:
            if number_of(less, each) == 0:
                break
            less -= 1 << DIGIT * each
        else:
            if is_complete(less, melds + 1):
                return "".join(KINDS[each][0] for each in group) + KINDS[kind][1]
    return KINDS[kind][0] * 2 + KINDS[kind][1]


def _waits(counts: int, melds: int) -> str:
    """The tiles that would make the others complete, as text such as ``5p 8p``."""
    return " ".join(KINDS[kind] for kind in completing(counts, melds))


def _runs(kind: int) -> Iterator[tuple[int, ...]]:
    if kind >= _SUITED:
        return
    for first in range(kind - 2, kind + 1):
        if first >= 0 and first // _RANKS == kind // _RANKS == (first + 2) // _RANKS:
            yield first, first + 1, first + 2
