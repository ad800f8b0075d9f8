"""Whether a hand wins, and which single tile may be misread if it does not. Pure."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from yakulens.scorer.counts import DIGIT, any_above_four, count, number_of
from yakulens.scorer.decompose import completing, is_complete
from yakulens.scorer.tile import COPIES, KIND, KINDS
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.labels import FACES, RED_FIVES, plain

_MAX_MENDS: Final = 3
"""The most mends that are offered."""
_MAX_FACES: Final = 6
"""The most other faces that are offered for a tile."""
_Tile = tuple[int, str, float, tuple[str, ...]]
"""A tile: its uid, its face, the face's probability, and other possible faces, the likeliest first."""
_RANKS: Final = 9
_SUITED: Final = 27


class Mend(NamedTuple):
    """A change of one tile's face that makes the hand a winning one.

    ``makes`` is the set or pair that the tile then belongs to (``345m``); for thirteen tiles, their wait.
    """

    uid: int
    face: str
    makes: str


def is_whole(desk: Desk) -> bool:
    """Whether the hand has as many tiles as a won one, whichever of them won, all used by riichi."""
    return desk.missing() == 0 and all(face in FACES for face in desk.faces(desk.in_hand()))


def is_winning(desk: Desk) -> bool:
    """Whether a whole hand's tiles are sets and a pair, seven pairs or thirteen orphans."""
    return is_complete(_counts(desk), len(desk.melds))


@lru_cache(maxsize=64)
def _likeliest(
    tiles: tuple[_Tile, ...], counts: int, all_counts: int, melds: int, *, tenpai: bool
) -> tuple[Mend, ...]:
    """The likeliest mends of the tiles outside melds; one of equal tiles stands for all.

    ``counts`` hold these tiles, ``all_counts`` melds and indicators too.
    """
    found: list[tuple[tuple[int, float], int, Mend]] = []
    for uid, face, score, alternatives in tiles:
        removed = 1 << DIGIT * KIND[plain(face)]
        for kind, other in enumerate(KINDS):
            # If only a wait is needed, many changes fit: only similar faces are offered.
            unlikely = tenpai and other not in alternatives
            change = (1 << DIGIT * kind) - removed
            if other == plain(face) or any_above_four(all_counts + change) or unlikely:
                continue
            mended = counts + change
            makes = (
                " ".join(KINDS[w] for w in completing(mended, melds) if _remains(all_counts + change, w))
                if tenpai
                else _group(mended, melds, kind)
            )
            if makes:
                rank = alternatives.index(other) if other in alternatives else len(alternatives) + 1
                found.append(((rank, score), KIND[plain(face)], Mend(uid, other, makes)))
    mends: dict[tuple[int, str], Mend] = {}
    for _, kind, mend in sorted(found, key=lambda entry: entry[0]):
        mends.setdefault((kind, mend.face), mend)
    return tuple(mends.values())[:_MAX_MENDS]


def find_mends(desk: Desk) -> tuple[Mend, ...]:
    """Single changes of face that make a whole hand a winning one, the likeliest first.

    For a hand without its winning tile: changes that make it wait.
    """
    tiles = tuple(
        (uid, desk.face(uid), desk.tiles[uid].score, tuple(map(plain, likely_faces(desk.tiles[uid]))))
        for uid in desk.outside_melds()
    )
    return _likeliest(tiles, _counts(desk), _all_counts(desk), len(desk.melds), tenpai=desk.missing() == 1)


def winning_without(desk: Desk) -> tuple[int, ...]:
    """The tiles of a hand with one too many without which it wins, one of each face, the least certain first.

    >>> from yakulens.vision.desk import typed
    >>> desk = typed.hand("1113333244567s88s")
    >>> desk.faces(winning_without(desk))
    ['4s', '7s', '8s']
    """
    counts, all_counts, melds = _counts(desk), _all_counts(desk), len(desk.melds)
    found: dict[str, int] = {}
    for uid in sorted(desk.outside_melds(), key=lambda uid: desk.tiles[uid].score):
        removed = 1 << DIGIT * KIND[plain(desk.face(uid))]
        if is_complete(counts - removed, melds) and not any_above_four(all_counts - removed):
            found.setdefault(desk.face(uid), uid)
    return tuple(found.values())


def may_remain(desk: Desk, faces: Iterable[str]) -> list[str]:
    """Those faces of which hand and indicators do not hold all four tiles."""
    counts = _all_counts(desk)
    return [face for face in faces if _remains(counts, KIND[face])]


def too_many_alike(desk: Desk) -> tuple[int, ...]:
    """More than four tiles of hand and indicators that show the same face, the least certain first.

    Empty if there are no such tiles; of several such faces, the tiles of one.
    """
    by_face: dict[str, list[int]] = {}
    for uid in desk.hand_and_indicators():
        by_face.setdefault(plain(desk.face(uid)), []).append(uid)
    alike = next((uids for face, uids in by_face.items() if face in FACES and len(uids) > COPIES), [])
    return tuple(sorted(alike, key=lambda uid: desk.tiles[uid].score))


def _remains(counts: int, kind: int) -> bool:
    return number_of(counts, kind) < COPIES


def _all_counts(desk: Desk) -> int:
    """The counts of hand and indicators; what is no tile of riichi does not count."""
    return count(face for face in desk.faces(desk.hand_and_indicators()) if face in FACES)


def _counts(desk: Desk) -> int:
    return count(desk.faces(desk.outside_melds()))


def _group(counts: int, melds: int, kind: int) -> str:
    """The set or pair that a kind belongs to if the tiles are complete; otherwise empty."""
    if not is_complete(counts, melds):
        return ""
    runs = (range(first, first + 3) for first in range(kind - 2, kind + 1))
    within_a_suit = (run for run in runs if run.stop <= _SUITED and run.start % _RANKS <= run[-1] % _RANKS)
    for group in (*within_a_suit, (kind,) * 3):
        held = all(number_of(counts, each) >= group.count(each) for each in group)
        if held and is_complete(counts - sum(1 << DIGIT * each for each in group), melds + 1):
            return "".join(KINDS[each][0] for each in group) + KINDS[kind][1]
    return KINDS[kind][0] * 2 + KINDS[kind][1]


def likely_faces(tile: DeskTile) -> list[str]:
    """Other faces that the tile may show: the reading's alternatives, its red or plain five, its neighbours.

    >>> likely_faces(DeskTile(0, "5p", 0.6, alternatives=("6p",)))
    ['6p', '0p', '4p', '3p', '7p']
    """
    faces = list(tile.alternatives)
    face = tile.face
    if face[0] in "05" and face[1] in "mps":
        faces.append(plain(face) if face in RED_FIVES else f"0{face[1]}")
    if face[0].isdecimal():
        rank, last = int(plain(face)[0]), 7 if face[1] == "z" else 9
        faces += [f"{n}{face[1]}" for n in (rank - 1, rank + 1, rank - 2, rank + 2) if 1 <= n <= last]
    return [f for f in dict.fromkeys(faces) if f != face][:_MAX_FACES]
