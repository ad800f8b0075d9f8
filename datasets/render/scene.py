"""A scene: which tile lies where on the table, without pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from yakulens.datasets.render.bodies import Material
from yakulens.vision.reading import ReadMeld

ThingKind: TypeAlias = Literal[
    "bets", "tray", "sheet", "display", "rail", "keyboard", "phone", "cards", "dice"
]
"""Point sticks as bets or in a tray, a printed sheet of yaku, a score display, the table's rim."""

PartKind: TypeAlias = Literal["concealed", "called", "pond"]
"""The open tiles of a hand, one called set, or one player's discards."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One tile on the table.

    The table's plane is measured in tile widths: x to the right and y away from the hand's owner. A tile is
    1 wide, ``Arrangement.aspect`` long (about 1.35) and about 0.75 thick.

    Attributes:
        face: the label of the upper side: a face, ``back`` or ``other``.
        x: centre, tile widths.
        y: centre, tile widths.
        angle: counter-clockwise turn in degrees seen from above; 0 is upright for the hand's owner.
        level: 0 on the table, 1 on top of another tile.
        stands: whether it stands on its lower edge and shows its face to the seat at ``angle``.
    """

    face: str
    x: float
    y: float
    angle: float = 0.0
    level: int = 0
    stands: bool = False


@dataclass(frozen=True, slots=True)
class TableObject:
    """A flat thing on the table that is no tile.

    Its middle lies at ``x``, ``y`` in tile widths; ``angle`` is its counter-clockwise turn in degrees seen
    from above.
    """

    kind: ThingKind
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class ShownHand:
    """An open hand. Indices point into the arrangement's ``placements``.

    ``seat`` is its owner's angle from the near seat, degrees counter-clockwise seen from above.
    """

    seat: float
    concealed: tuple[int, ...]
    melds: tuple[ReadMeld, ...] = ()

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles of the hand."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.ids))


@dataclass(frozen=True, slots=True)
class Part:
    """Tiles that belong together and to a player, but not to the hand. Indices point into ``placements``.

    ``seat`` is their owner's angle from the near seat, degrees counter-clockwise seen from above.
    """

    kind: PartKind
    seat: float
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What lies on the table and what it means. Indices point into ``placements``.

    Attributes:
        placements: every visible tile.
        concealed: tiles of the concealed part, without a winning tile that lies apart.
        win: the winning tile if it lies apart, else None.
        melds: the true melds; their ``ids`` are indices into ``placements``.
        indicators: dora indicators, in order.
        others: everything else (walls, discards, other hands).
        aspect: length of a tile divided by its width.
        wide: whether it is photographed as a whole, not only the hand.
        shown: all open hands, if several lie open; () if unknown.
        things: other things that lie there.
        material: of the tiles; None for a usual set, dark ink on white to cream.
        parts: groups of ``others`` that belong together, if known.
    """

    placements: tuple[Placement, ...]
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[ReadMeld, ...] = ()
    indicators: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    aspect: float = 1.35
    wide: bool = False
    shown: tuple[ShownHand, ...] = ()
    things: tuple[TableObject, ...] = ()
    material: Material | None = None
    parts: tuple[Part, ...] = ()
