"""Minipoints: one count of sets, pair and wait gives both the total and its explanation."""

from collections.abc import Iterable, Sequence
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
_SETS: Final = (1 << WAIT_AT) - 1
_ANY_SETS: Final = 1


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

    __slots__ = ("_lines", "_of_rest", "_of_sets", "_rows", "_rules")

    def __init__(self, rules: RuleSet) -> None:
        """Start with an empty table."""
        super().__init__(self._rounded)
        self._rules = rules
        self._of_sets = Remembered[int, int](lambda sets: self._sum(_lines_of_sets(sets)))
        self._lines = Remembered(self._count)
        self._rows = Remembered(self._row)
        self._of_rest = Remembered[int, int](lambda rest: self._sum(_lines_of_rest(rest)))

    def _rounded(self, key: int) -> int:
        sets = key & _SETS
        total = self._of_sets[sets] + self._of_rest[key - sets | (_ANY_SETS if sets else 0)]
        if self._is_open_pinfu(key, total):
            total += self._rules.fu["open_pinfu"]
        return -(-total // 10) * 10

    def _sum(self, lines: Iterable[tuple[str, int]]) -> int:
        return sum(times * self._rules.fu[name] for name, times in lines)

    def _is_open_pinfu(self, key: int, total: int) -> bool:
        """Whether an open hand has no other minipoints than the base."""
        return not key & FU_CLOSED and total == self._rules.fu["base"]

    def rows(self, key: int, blocks: Sequence[Block]) -> tuple[FuRow, ...]:
        """The lines of the minipoints of a key, with the tiles of the blocks that gave it.

        >>> dragons = Block("triplet", 31)
        >>> key = 1 << 3 * dragons.minipoint_class | FU_CLOSED
        >>> rows = FuTable(load_rules("ema-2025")).rows(key, [dragons])
        >>> [(row.id, row.fu, row.kinds) for row in rows]
        [('base', 20, ()), ('closed_ron', 10, ()), ('triplet_orphan_closed', 8, (31, 31, 31))]
        """
        row = self._rows
        return tuple([row[name, kinds] for name in self._lines[key] for kinds in _kinds(name, blocks)])

    def _row(self, line: tuple[str, tuple[int, ...]]) -> FuRow:
        name, kinds = line
        return FuRow(name, self._rules.fu[name], kinds, self._rules.cite_of(f"fu.{name}"))

    def _count(self, key: int) -> list[str]:
        """The lines of `[fu]` that a hand has and that are worth something."""
        sets = key & _SETS
        rest = _lines_of_rest(key - sets | (_ANY_SETS if sets else 0))
        # the sets come after how the hand was won, and before pair and wait
        at = 2 if key & (FU_TSUMO | FU_CLOSED) else 1
        lines = [*rest[:at], *_lines_of_sets(sets), *rest[at:]]
        if self._is_open_pinfu(key, self._sum(lines)):
            lines.append(("open_pinfu", 1))
        return [name for name, _ in lines if self._rules.fu[name]]


def _lines_of_sets(sets: int) -> list[tuple[str, int]]:
    """The lines of triplets and quads, with how many there are of each class."""
    numbers = ((name, sets >> 3 * place & 7) for place, name in enumerate(CLASSES))
    return [(name, times) for name, times in numbers if times]


def _lines_of_rest(rest: int) -> list[tuple[str, int]]:
    """The base, and the lines of how the hand was won, its pair and its wait.

    `rest` is a key without its sets; the bit `_ANY_SETS` says whether there are any.
    """
    is_tsumo, is_closed = bool(rest & FU_TSUMO), bool(rest & FU_CLOSED)
    pair_value = PAIR_VALUES[rest >> FU_PAIR_AT & 7]
    wait = WAITS[rest >> WAIT_AT & 7]
    lines = [("base", 1)]
    if is_tsumo:
        pinfu = is_closed and not rest & _ANY_SETS and wait == "ryanmen" and pair_value is None
        lines.append(("pinfu_tsumo" if pinfu else "tsumo", 1))
    elif is_closed:
        lines.append(("closed_ron", 1))
    if pair_value is not None:
        lines.append((pair_value, 1))
    if wait in _WAIT_ROWS:
        lines.append((_WAIT_ROWS[wait], 1))
    return lines


def _kinds(name: str, blocks: Sequence[Block]) -> list[tuple[int, ...]]:
    """The kinds of a line's blocks, once for each time that the line counts."""
    if name in CLASSES:
        return [block.kinds for block in blocks if _CLASS_OF[block] == name]
    if name.startswith("pair_"):
        return [block.kinds for block in blocks if block.form == "pair"]
    if name.startswith("wait_"):
        return [block.kinds for block in blocks if block.wait]
    return [()]


_CLASS_OF: Final = Remembered[Block, str](
    lambda block: CLASSES[block.minipoint_class] if block.form in {"triplet", "quad"} else ""
)
"""The class of minipoints of a triplet or quad; empty for other blocks."""
