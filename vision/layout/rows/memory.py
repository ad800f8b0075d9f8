"""What tiles and rows were weighed as, kept while one photo is read.

The same rows are seen from both sides of the table, in each hypothesis, and once more in search of the hands
of others. A row is weighed again only where one of its tiles is another one or seems to lie otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable

Kinds: TypeAlias = tuple[int, ...]
"""Some tiles, by what the reader says of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What was weighed already, all by the same weights.

    Attributes:
        kinds: a number for each way in which the reader speaks of a tile.
        alike: which face tiles share, and its log odds; by the kinds of these.
        sequences: which sequence three tiles are, and its log odds.
        rows: the readings of rows (``vision.layout.rows.readings``), by all that they follow from.
    """

    kinds: dict[bytes, int] = field(default_factory=dict)
    alike: dict[Kinds, tuple[str, float] | None] = field(default_factory=dict)
    sequences: dict[Kinds, tuple[tuple[str, str, str], float] | None] = field(default_factory=dict)
    rows: dict[Hashable, tuple[Any, ...]] = field(default_factory=dict)

    def kind(self, said: bytes) -> int:
        """The number of what the reader says of a tile.

        >>> memory = Memory()
        >>> [memory.kind(said) for said in (b"5m", b"6m", b"5m")]
        [0, 1, 0]
        """
        return self.kinds.setdefault(said, len(self.kinds))
