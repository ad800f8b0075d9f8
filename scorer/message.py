"""A sentence as data: which one it is and the values in it, for whoever says it in another language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Value: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence.

    Attributes:
        code: which sentence.
        values: the names and values in it: seats, tiles and yaku as the contract spells them, numbers.
    """

    code: str = ""
    values: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, code: str, **values: Value) -> Told:
        """Name the sentence and its values.

        >>> Told.of("row_liable", yaku="daisangen").to_json()
        {'code': 'row_liable', 'yaku': 'daisangen'}
        """
        return cls(code, tuple(values.items()))

    def to_json(self) -> dict[str, Any]:
        """The sentence as one flat JSON object."""
        return {"code": self.code, **dict(self.values)}


NOT_TOLD = Told()
"""Where nobody has said it as data."""
