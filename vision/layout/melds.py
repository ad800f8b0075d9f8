"""The grammar of melds: how a called set lies in a row, left to right as its owner sees it.

Sources: EMA 2025 3.3.4 and 3.3.6, WRC 2015 5.4.8 and 5.4.10, WDMC 2019 3.2.2 and 3.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.sets import Evidence
    from vision.reading import From, MeldKind

PLAIN_SIGHT: Final = -0.5
"""Log prior of a meld that lies as the rules say."""
UNMARKED: Final = -3.0
"""... of one in which no tile lies sideways."""
ODD_CHI: Final = -1.5
"""... more for a sequence whose sideways tile is not the leftmost, or whose other two are not in order."""
ODD_BACKS: Final = -4.0
"""... more for a closed quad with other tiles face-down than the two inner or the two outer ones."""
WORST: Final = -18.0
"""Below this the faces contradict the meld and it is not considered."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile of a row as the grammar sees it: its index, whether it lies sideways or face-down.

    ``rider`` is the second sideways tile right beside it, ``raised`` says that it lies on top of another.
    """

    tile: int
    sideways: bool
    back: bool
    rider: int | None = None
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """A meld recognised in a row, and its log odds against reading its tiles as anything else."""

    kind: MeldKind
    tiles: tuple[int, ...]
    faces: tuple[str, ...]
    rotated: tuple[int, ...]
    backs: tuple[int, ...]
    origin: From | None
    score: float


def melds_at(pieces: Sequence[Piece], start: int, evidence: Evidence) -> list[Called]:
    """Every meld that can begin at ``start``, each with its length given by its tiles."""
    found: list[Called] = []
    three = pieces[start : start + 3]
    if len(three) == 3 and not any(p.back for p in three):
        found += _of_three(three, evidence)
    four = pieces[start : start + 4]
    if len(four) == 4 and not any(p.rider is not None or p.raised for p in four):
        found += _of_four(four, evidence)
    return [m for m in found if m.score > WORST]


def _origin(at: int, size: int) -> From:
    """Who discarded the tile that lies sideways at position ``at`` of ``size``."""
    if at == 0:
        return "left"
    return "right" if at == size - 1 else "across"


def _of_three(three: Sequence[Piece], evidence: Evidence) -> list[Called]:
    turned = [k for k, p in enumerate(three) if p.sideways]
    if len(turned) > 1:
        return []
    riders = [k for k, p in enumerate(three) if p.rider is not None]
    raised = [k for k, p in enumerate(three) if p.raised]
    tiles = tuple(p.tile for p in three)
    if riders or raised:
        return _added(three, riders, raised, evidence)
    prior = PLAIN_SIGHT if turned else UNMARKED
    face, fit = evidence.alike(tiles)
    rotated = tuple(turned)
    origin = _origin(turned[0], 3) if turned else None
    found = [Called("pon", tiles, (face,) * 3, rotated, (), origin, prior + fit)]
    run, fit = evidence.sequence(tiles)
    odd = ODD_CHI if turned and turned[0] != 0 else 0.0
    rest = [f for k, f in enumerate(run) if k not in turned]
    if rest != sorted(rest):
        odd += ODD_CHI / 2
    found.append(Called("chi", tiles, run, rotated, (), "left" if turned else None, prior + odd + fit))
    return found


def _added(three: Sequence[Piece], riders: list[int], raised: list[int], evidence: Evidence) -> list[Called]:
    """An added quad: the fourth tile beside the sideways one or on top of it."""
    if len(riders) + len(raised) != 1:
        return []
    at = (riders or raised)[0]
    if not three[at].sideways:
        return []
    seen: list[int] = []
    for piece in three:
        seen.append(piece.tile)
        if piece.rider is not None:
            seen.append(piece.rider)
    face, fit = evidence.alike(seen)
    return [
        Called(
            "added_kan",
            tuple(seen),
            (face,) * 4,
            (at, at + 1),
            (),
            _origin(at, 3),
            PLAIN_SIGHT + fit,
        )
    ]


def _of_four(four: Sequence[Piece], evidence: Evidence) -> list[Called]:
    turned = [k for k, p in enumerate(four) if p.sideways]
    backs = tuple(k for k, p in enumerate(four) if p.back)
    tiles = tuple(p.tile for p in four)
    shown = [p.tile for p in four if not p.back]
    if not shown or len(turned) > 1 or (turned and backs):
        return []
    face, fit = evidence.alike(shown)
    faces = (face,) * 4
    if turned:
        at = turned[0]
        return [Called("open_kan", tiles, faces, (at,), (), _origin(at, 4), PLAIN_SIGHT + fit)]
    if not backs:
        return [Called("closed_kan", tiles, faces, (), (), None, UNMARKED + fit)]
    odd = 0.0 if backs in ((0, 3), (1, 2)) else ODD_BACKS
    return [Called("closed_kan", tiles, faces, (), backs, None, PLAIN_SIGHT + odd + fit)]
