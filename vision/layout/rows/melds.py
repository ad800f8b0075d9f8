"""The grammar of melds: how a called set lies in a row, left to right as its owner sees it.

Sources: EMA 2025 3.3.4 and 3.3.6, WRC 2015 5.4.8 and 5.4.10, WDMC 2019 3.2.2 and 3.3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulens.vision.layout.priors import MeldPriors
    from yakulens.vision.layout.rows.evidence import Evidence
    from yakulens.vision.reading import From, MeldKind

PAIR: Final = 2
SET: Final = 3
QUAD: Final = 4
_BACKS: Final = ((0, 3), (1, 2))
_WHITE: Final = "5z"
_BLANK: Final = 0.5


class RowTile(NamedTuple):
    """One tile of a row as the grammar sees it.

    Attributes:
        tile: its index.
        sideways: whether it lies sideways.
        back: whether it lies face-down.
        rider: index of a second sideways tile right beside it, on the far side; None where there is none.
        raised: log odds of it lying on top of another tile, None where that cannot be.
        hiding: log odds of it lying so and hiding one between itself and the only other tile of its row.
        otherwise: log odds of it lying upright though it seems sideways, or sideways though it seems upright;
            None where that cannot be.
        aslant: whether it lies neither upright nor sideways.
    """

    tile: int
    sideways: bool
    back: bool
    rider: int | None = None
    raised: float | None = None
    hiding: float | None = None
    otherwise: float | None = None
    aslant: bool = False


@dataclass(frozen=True, slots=True)
class MeldReading:
    """A meld recognised in a row.

    Attributes:
        kind: the meld's kind.
        tiles: indices of its tiles in view, left to right. Of an added quad with the fourth tile on top, the
            tile below is not among them.
        faces: the plain faces of all three or four tiles, left to right.
        rotated: positions in ``faces`` that lie sideways.
        backs: positions in ``faces`` that lie face-down.
        origin: who discarded the called tile; None where none lies sideways.
        score: log odds against reading its tiles as anything else.
        span: how many tiles of the row it takes, riders left out.
        raised: log odds of a called tile lying on another one; None where that cannot be.
        unseen: position in ``faces`` of a tile that was not detected; None where all were.
        blank: whether tiles that look like Whites are taken as lying face-down.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    faces: tuple[str, ...]
    rotated: tuple[int, ...]
    backs: tuple[int, ...]
    origin: From | None
    score: float
    span: int = SET
    raised: float | None = None
    unseen: int | None = None
    blank: bool = False

    @property
    def marked(self) -> bool:
        """Whether a sideways or a face-down tile shows that it is a meld.

        >>> MeldReading("pon", (0, 1, 2), ("7z",) * 3, (1,), (), "across", -0.5).marked
        True
        """
        return bool(self.rotated or self.backs)

    @property
    def hidden(self) -> tuple[int, ...]:
        """Positions in ``faces`` of the tiles that are not among ``tiles``.

        Such a tile lies under another, or it is the ``unseen`` one.

        >>> with_one_on_top = MeldReading("added_kan", (0, 1, 2), ("7z",) * 4, (1, 2), (), "across", -0.5)
        >>> with_one_on_top.hidden
        (1,)
        """
        unseen = () if self.unseen is None else (self.unseen,)
        under = self.rotated[:1] if len(self.faces) > len(self.tiles) + len(unseen) else ()
        return (*unseen, *under)

    @property
    def shown(self) -> tuple[int, ...]:
        """Position in ``faces`` of each of ``tiles``.

        >>> MeldReading("added_kan", (0, 1, 2), ("7z",) * 4, (1, 2), (), "across", -0.5).shown
        (0, 2, 3)
        """
        hidden = self.hidden
        return tuple(k for k in range(len(self.faces)) if k not in hidden)

    @property
    def sideways(self) -> tuple[int, ...]:
        """Indices of the tiles in view that lie sideways.

        >>> MeldReading("added_kan", (5, 6, 7), ("7z",) * 4, (1, 2), (), "across", -0.5).sideways
        (6,)
        """
        return tuple(t for t, k in zip(self.tiles, self.shown, strict=True) if k in self.rotated)


def melds_at(
    line: Sequence[RowTile], start: int, evidence: Evidence, priors: MeldPriors
) -> list[MeldReading]:
    """Every meld that can begin at a place of a row and is not contradicted by its faces.

    Args:
        line: the row, left to right.
        start: position of the meld's first tile.
        evidence: what the reader says of the tiles.
        priors: how likely each form of meld is.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.priors import MeldPriors
    >>> from yakulens.vision.layout.rows.evidence import Evidence
    >>> row = detected("7z (7z) 7z")
    >>> evidence = Evidence.of(row.faces.astype(float), row.objectness)
    >>> line = [RowTile(0, False, False), RowTile(1, True, False), RowTile(2, False, False)]
    >>> [(meld.kind, meld.faces, meld.origin) for meld in melds_at(line, 0, evidence, MeldPriors())]
    [('pon', ('7z', '7z', '7z'), 'across')]
    """
    melds: list[MeldReading] = []
    two, three, four = (line[start : start + size] for size in (PAIR, SET, QUAD))
    if len(two) == PAIR and (line[0] if two[0].sideways else line[-1]) in two:
        melds += _behind_the_added(two, evidence, priors)
    if len(three) == SET:
        backs = [k for k, p in enumerate(three) if p.back]
        melds += (
            _either_way(_of_three, three, evidence, priors)
            if not backs
            else _half_hidden(three, backs, (start == 0, start + SET == len(line)), evidence, priors)
        )
    if len(four) == QUAD and all(p.rider is None for p in four):
        melds += [*_either_way(_of_four, four, evidence, priors), *_of_blanks(four, evidence, priors)]
    return [m for m in melds if m.score > priors.worst]


def _either_way(
    read: Callable[[Sequence[RowTile], Evidence, MeldPriors], list[MeldReading]],
    tiles: Sequence[RowTile],
    evidence: Evidence,
    priors: MeldPriors,
) -> list[MeldReading]:
    """What the tiles are as they seem to lie, and with one of them lying the other way where that may be."""
    melds = read(tiles, evidence, priors)
    for k, each in enumerate(tiles):
        if each.otherwise is not None:
            turned = each._replace(sideways=not each.sideways, raised=None, hiding=None)
            lying = [*tiles[:k], turned, *tiles[k + 1 :]]
            found = read(lying, evidence, priors)
            melds += [replace(meld, score=meld.score + each.otherwise) for meld in found]
    return melds


def _origin(at: int, size: int) -> From:
    """Who discarded the tile that lies sideways at position ``at`` of ``size``."""
    if at == 0:
        return "left"
    return "right" if at == size - 1 else "across"


def _of_three(three: Sequence[RowTile], evidence: Evidence, priors: MeldPriors) -> list[MeldReading]:
    """Sequence, triplet or extended quad."""
    turned = [k for k, p in enumerate(three) if p.sideways]
    if len(turned) > 1:
        return []
    if any(p.rider is not None for p in three):
        return _added_beside(three, turned, evidence, priors)
    tiles = tuple(p.tile for p in three)
    prior = priors.meld if turned else priors.unmarked
    rotated = tuple(turned)
    melds: list[MeldReading] = []
    same = evidence.alike(tiles)
    if same:
        face, fit = same
        origin = _origin(turned[0], SET) if turned else None
        raised = three[turned[0]].raised if turned else None
        melds.append(MeldReading("pon", tiles, (face,) * 3, rotated, (), origin, prior + fit, SET, raised))
        if raised is not None:
            at, score = turned[0], prior + fit + priors.on_top + raised
            score += priors.fifth_tile if evidence.elsewhere(face, tiles) else 0.0
            both = (at, at + 1)
            melds.append(MeldReading("added_kan", tiles, (face,) * 4, both, (), origin, score, SET, raised))
    run = evidence.sequence(tiles)
    if run:
        faces, fit = run
        odd = priors.odd_chi if turned and turned[0] != 0 else 0.0
        rest = [f for k, f in enumerate(faces) if k not in turned]
        odd += priors.unsorted_chi if rest != sorted(rest) else 0.0
        origin = "left" if turned else None
        melds.append(MeldReading("chi", tiles, faces, rotated, (), origin, prior + odd + fit))
    return melds


def _behind_the_added(two: Sequence[RowTile], evidence: Evidence, priors: MeldPriors) -> list[MeldReading]:
    """An extended quad of which the tile behind the one on top was missed: that hides half of it.

    The called tile is the middle one and nothing is seen beyond it in its row; or it is at an end, and the
    middle one is hidden.
    """
    turned = [k for k, p in enumerate(two) if p.sideways]
    if len(turned) != 1 or any(p.back or p.rider is not None for p in two):
        return []
    tiles, on_top = tuple(p.tile for p in two), two[turned[0]]
    same = evidence.alike(tiles)
    if on_top.raised is None or not same:
        return []
    face, fit = same
    prior = priors.meld + fit + priors.on_top + priors.half_hidden
    prior += priors.fifth_tile if evidence.elsewhere(face, tiles) else 0.0
    left = turned[0] == 0
    ways: list[tuple[float | None, int, int]] = [(on_top.raised, 1, 0 if left else 3)]
    ways.append((on_top.hiding, 0, 2) if left else (on_top.hiding, 2, 1))
    return [
        MeldReading(
            "added_kan",
            tiles,
            (face,) * QUAD,
            (at, at + 1),
            (),
            _origin(at, SET),
            prior + raised,
            PAIR,
            raised,
            unseen=unseen,
        )
        for raised, at, unseen in ways
        if raised is not None
    ]


def _half_hidden(
    three: Sequence[RowTile],
    backs: Sequence[int],
    room: tuple[bool, bool],
    evidence: Evidence,
    priors: MeldPriors,
) -> list[MeldReading]:
    """A closed quad of which one outer tile was missed: a back beside two equal tiles is nothing else.

    But what was missed lay somewhere: with a neighbour in the row there is no ``room`` on that side, which is
    given for the left and the right.
    """
    if len(backs) > 1 or backs[0] == 1 or any(p.sideways and not p.back for p in three):
        return []
    if not room[backs[0] == 0]:
        return []
    same = evidence.alike([p.tile for p in three if not p.back])
    if not same:
        return []
    face, fit = same
    tiles = tuple(p.tile for p in three)
    unseen = QUAD - 1 if backs[0] == 0 else 0
    score = priors.meld + fit + priors.half_hidden
    return [MeldReading("closed_kan", tiles, (face,) * QUAD, (), (0, 3), None, score, SET, unseen=unseen)]


def _of_blanks(four: Sequence[RowTile], evidence: Evidence, priors: MeldPriors) -> list[MeldReading]:
    """A closed quad whose face-down tiles look like Whites: in some sets backs have the faces' colour.

    Two Whites on both sides of two equal tiles, or between them, are no set otherwise.
    """
    melds: list[MeldReading] = []
    if sum(evidence.back[p.tile] + evidence.white[p.tile] > _BLANK for p in four) < PAIR:
        return melds
    for backs in _BACKS:
        hidden, shown = [four[k].tile for k in backs], [p for k, p in enumerate(four) if k not in backs]
        blank = all(evidence.back[t] + evidence.white[t] > _BLANK for t in hidden)
        if not blank or all(four[k].back for k in backs) or any(p.back or p.sideways for p in shown):
            continue
        same = evidence.alike([p.tile for p in shown])
        if same and same[0] != _WHITE:
            face, fit = same
            # What is true of one of them is true of both: the set has such backs or has not.
            odds = max(math.log(max(evidence.back[t] for t in hidden)), priors.back_like_white)
            tiles = tuple(p.tile for p in four)
            score = priors.meld + fit + odds
            melds.append(
                MeldReading("closed_kan", tiles, (face,) * 4, (), backs, None, score, QUAD, blank=True)
            )
    return melds


def _added_beside(
    three: Sequence[RowTile], turned: Sequence[int], evidence: Evidence, priors: MeldPriors
) -> list[MeldReading]:
    """An extended quad with the fourth tile beside the called one."""
    riders = [k for k, p in enumerate(three) if p.rider is not None]
    if riders != list(turned):
        return []
    at = riders[0]
    seen: list[int] = []
    for tile in three:
        seen += [tile.tile] if tile.rider is None else [tile.tile, tile.rider]
    same = evidence.alike(seen)
    if not same:
        return []
    face, fit = same
    origin = _origin(at, SET)
    return [MeldReading("added_kan", tuple(seen), (face,) * 4, (at, at + 1), (), origin, priors.meld + fit)]


def _of_four(four: Sequence[RowTile], evidence: Evidence, priors: MeldPriors) -> list[MeldReading]:
    """Claimed or concealed quad."""
    turned = [k for k, p in enumerate(four) if p.sideways]
    backs = tuple(k for k, p in enumerate(four) if p.back)
    tiles = tuple(p.tile for p in four)
    shown = [p.tile for p in four if not p.back]
    same = evidence.alike(shown) if shown else None
    if not same or len(turned) > 1 or (turned and backs):
        return []
    face, fit = same
    faces = (face,) * QUAD
    if turned:
        at = turned[0]
        return [MeldReading("open_kan", tiles, faces, (at,), (), _origin(at, QUAD), priors.meld + fit, QUAD)]
    if not backs:
        return [MeldReading("closed_kan", tiles, faces, (), (), None, priors.unmarked + fit, QUAD)]
    odd = 0.0 if backs in _BACKS else priors.odd_backs
    return [MeldReading("closed_kan", tiles, faces, (), backs, None, priors.meld + odd + fit, QUAD)]
