"""The discards of the hand's player, which may make it furiten: marked tiles beside the hand. Pure.

Where the photo shows them they are marked there; others are added by their faces.
"""

from dataclasses import dataclass, replace

from yakulens.scorer.tile import COPIES
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.edits import Edit, MoveTile
from yakulens.vision.desk.placing import with_new
from yakulens.vision.desk.questions import offered_indicators
from yakulens.vision.labels import FACES, plain


def unmarked(desk: Desk) -> list[int]:
    """The tiles beside the hand that its player may have discarded, though nobody has said so."""
    taken = {*desk.own_discards, *offered_indicators(desk)}
    return [uid for uid in desk.others if desk.face(uid) in FACES and uid not in taken]


def told_discards(desk: Desk) -> tuple[int, ...]:
    """The discards that lie on no photo: they were told by their faces."""
    return tuple(uid for uid in desk.own_discards if desk.tiles[uid].quad is None)


def count_of(desk: Desk, face: str) -> int:
    """How many tiles of a face lie anywhere on the desk, red fives with the others."""
    return sum(plain(each) == plain(face) for each in desk.faces(desk.tiles))


def can_add(desk: Desk, face: str) -> bool:
    """Whether one more tile of a face may be this player's discard: one beside the hand, or a fifth of none.

    >>> from yakulens.vision.desk import typed
    >>> [can_add(typed.hand("2222m34p"), face) for face in ("2m", "3p")]
    [False, True]
    """
    return _beside(desk, face) is not None or count_of(desk, face) < COPIES


def _beside(desk: Desk, face: str) -> int | None:
    return next((uid for uid in unmarked(desk) if plain(desk.face(uid)) == plain(face)), None)


@dataclass(frozen=True)
class MarkDiscards(Edit):
    """Say whether the hand's player discarded some tiles that lie beside it."""

    uids: tuple[int, ...]
    own: bool

    def _on(self, desk: Desk) -> Desk:
        marked = (*desk.own_discards, *self.uids)
        are_own = tuple(uid for uid in desk.others if uid in marked and (self.own or uid not in self.uids))
        return replace(desk, own_discards=are_own)


@dataclass(frozen=True)
class DiscardTile(Edit):
    """Lay a tile beside the hand as its player's discard."""

    uid: int

    def _on(self, desk: Desk) -> Desk:
        beside = MoveTile(self.uid, "others").applied_to(desk)
        return MarkDiscards((self.uid,), own=True).applied_to(beside)


@dataclass(frozen=True)
class AddDiscard(Edit):
    """Say of a face that the hand's player discarded it.

    A tile that lies beside the hand is marked, so that it counts once; else one is added. There is no fifth.
    """

    face: str

    def _on(self, desk: Desk) -> Desk:
        if self.face not in FACES or not can_add(desk, self.face):
            return desk
        uid = _beside(desk, self.face)
        if uid is None:
            uid, desk = desk.next_uid(), with_new(desk, DeskTile(0, self.face), "others")
        return MarkDiscards((uid,), own=True).applied_to(desk)
