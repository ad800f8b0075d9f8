"""Where a row lies beside another one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RowRelation:
    """Where a row lies relative to another one, the main row, as the owner sees them.

    Attributes:
        gap: distance between the outlines of the two rows, tile widths.
        dx: how far its nearest tile lies to the right of the main row's nearest tile, tile widths.
        dy: how far it lies beyond that tile, away from the owner.
        in_line: whether it continues the main row to the left or to the right.
        beyond: whether it lies past the main row's right end.
    """

    gap: float
    dx: float
    dy: float
    in_line: bool
    beyond: bool

    @property
    def right(self) -> bool:
        """Whether it lies to the right."""
        return self.dx > 0
