"""Minipoints: one count of sets, pair and wait gives both the total and its explanation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from yakulens.scorer.blocks import CLASSES, WAIT_AT, WAITS, Block
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.ruleset import RuleSet

PAIR_VALUES: Final = (None, "pair_dragon", "pair_seat_wind", "pair_round_wind", "pair_double_wind")
"""The kinds of pairs that are worth minipoints, in the order of their codes in a key of `FuTable`."""
_WAIT_ROWS: Final = {"penchan": "wait_edge", "kanchan": "wait_closed", "tanki": "wait_pair"}
FU_COUNTED: Final = (1 << WAIT_AT + 3) - 1
"""The features of a reading that are worth minipoints: triplets, quads and the wait."""
FU_PAIR_AT: Final = WAIT_AT + 3
FU_TSUMO: Final = 1 << FU_PAIR_AT + 3
FU_CLOSED: Final = 1 << FU_PAIR_AT + 4


@dataclass(frozen=True, slots=True)
class FuRow:
    """A line of minipoints.

    Attributes:
        id: its name, a key of the table `[fu]` of a rule set.
        fu: the minipoints.
        kinds: the kinds 0..33 of its tiles; empty for a line about the whole hand.
        cite: the section.
    """

    id: str
    fu: int
    kinds: tuple[int, ...]
    cite: str


class FuTable(Remembered[int, int]):
    """The minipoints under a rule set, rounded up to the next ten, by their key.

    A key holds the bits `FU_COUNTED` of the features, the index of the pair in `PAIR_VALUES` from bit
    `FU_PAIR_AT` on, and the bits `FU_TSUMO` and `FU_CLOSED`.
    """

    __slots__ = ("_rules",)

    def __init__(self, rules: RuleSet) -> None:
        """Start with an empty table."""
        super().__init__(self._rounded)
        self._rules = rules

    def _rounded(self, key: int) -> int:
        total = sum(times * self._rules.fu[name] for name, times in self._count(key))
        return -(-total // 10) * 10

    def rows(self, key: int, blocks: Sequence[Block]) -> tuple[FuRow, ...]:
        """The lines of the minipoints of a key, with the tiles of the blocks that gave it.

        >>> dragons = Block("triplet", 31)
        >>> key = 1 << 3 * dragons.minipoint_class | FU_CLOSED
        >>> rows = FuTable(load_rules("ema-2025")).rows(key, [dragons])
        >>> [(row.id, row.fu, row.kinds) for row in rows]
        [('base', 20, ()), ('closed_ron', 10, ()), ('triplet_orphan_closed', 8, (31, 31, 31))]
        """
        return tuple(
            FuRow(name, self._rules.fu[name], kinds, self._rules.cite_of(f"fu.{name}"))
            for name, times in self._count(key)
            for kinds in _kinds(name, times, blocks)
            if self._rules.fu[name]
        )

    def _count(self, key: int) -> Iterator[tuple[str, int]]:
        """The lines of `[fu]` that a hand has, and how often."""
        is_tsumo, is_closed = bool(key & FU_TSUMO), bool(key & FU_CLOSED)
        pair_value = PAIR_VALUES[key >> FU_PAIR_AT & 7]
        wait = WAITS[key >> WAIT_AT & 7]
        sets = [(name, key >> 3 * place & 7) for place, name in enumerate(CLASSES)]
        sequences_only = not any(times for _, times in sets)
        lines = [("base", 1)]
        if is_tsumo:
            pinfu = is_closed and sequences_only and wait == "ryanmen" and pair_value is None
            lines.append(("pinfu_tsumo" if pinfu else "tsumo", 1))
        elif is_closed:
            lines.append(("closed_ron", 1))
        lines += [(name, times) for name, times in sets if times]
        if pair_value is not None:
            lines.append((pair_value, 1))
        if wait in _WAIT_ROWS:
            lines.append((_WAIT_ROWS[wait], 1))
        fu = self._rules.fu
        if not is_closed and sum(times * fu[name] for name, times in lines) == fu["base"]:
            lines.append(("open_pinfu", 1))
        yield from lines


def _kinds(name: str, times: int, blocks: Sequence[Block]) -> list[tuple[int, ...]]:
    """The kinds of a line's blocks, once for each time that the line counts."""
    if name in CLASSES:
        return [
            block.kinds
            for block in blocks
            if block.form in ("triplet", "quad") and CLASSES[block.minipoint_class] == name
        ]
    if name.startswith("pair_"):
        return [block.kinds for block in blocks if block.form == "pair"]
    if name.startswith("wait_"):
        return [block.kinds for block in blocks if block.wait]
    return [()] * times
