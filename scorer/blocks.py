"""The sets and the pair of a hand, and what each adds to the *features* of a reading.

The features of a reading are one integer, the sum over its blocks (sets and pair) of

| bits | what is added up |
|---|---|
| 24 | triplets and quads of each of the eight classes of minipoints, three bits a class |
| 3 | the wait, once, from the block that the winning tile finished |
| 3 | blocks with neither terminal nor honour |
| 24 | blocks with terminals, honours, simples, characters, circles, bamboo, tiles not green, green dragons |
| 34 | triplets and quads, a bit a kind |
| 34 | pairs, a bit a kind |
| 81 | sequences, three bits for each of the 27 first tiles |
"""

from typing import Final, Literal, NamedTuple, get_args

from yakulens.scorer.remembered import Remembered
from yakulens.scorer.tile import KIND
from yakulens.scorer.vocabulary import Wait

Form = Literal["run", "triplet", "quad", "pair", "orphans"]

WAITS: Final[tuple[Wait, ...]] = get_args(Wait)
"""The waits in the order of their codes in the features."""
CLASSES: Final = tuple(
    f"{form}_{how}"
    for form in ("triplet", "triplet_orphan", "quad", "quad_orphan")
    for how in ("open", "closed")
)
"""The classes of minipoints in the order of their digits; an orphan is a terminal or an honour."""
WAIT_AT: Final = 24
INSIDE_AT: Final = 27
FLAGS_AT: Final = 30
TRIPLETS_AT: Final = 54
PAIRS_AT: Final = 88
RUNS_AT: Final = 122
KINDS_MASK: Final = (1 << 34) - 1

_HONOURS_FROM: Final = 27
ORPHANS: Final = frozenset(kind for kind in range(34) if kind >= _HONOURS_FROM or kind % 9 in (0, 8))
"""The kinds of terminals and honours."""
_GREEN_DRAGON: Final = KIND["6z"]
_GREEN: Final = frozenset(map(KIND.__getitem__, ("2s", "3s", "4s", "6s", "8s", "6z")))


class Block(NamedTuple):
    """A set, a pair, or all of thirteen orphans.

    Attributes:
        form: run (a sequence), triplet, quad, pair or orphans.
        kind: its lowest kind 0..33; for orphans the kind that the hand holds twice.
        is_open: whether it was called, or is a triplet that a discard completed.
        wait: the wait, if the winning tile completed this block; None for every other block.
    """

    form: Form
    kind: int
    is_open: bool = False
    wait: Wait | None = None

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kind 0..33 of each of its tiles.

        >>> Block("run", 4).kinds, Block("pair", 31).kinds
        ((4, 5, 6), (31, 31))
        """
        if self.form == "run":
            return self.kind, self.kind + 1, self.kind + 2
        if self.form == "orphans":
            return (*sorted(ORPHANS), self.kind)
        return (self.kind,) * {"pair": 2, "triplet": 3, "quad": 4}[self.form]

    @property
    def minipoint_class(self) -> int:
        """The index in `CLASSES` of a triplet or quad; meaningless for other forms."""
        return 4 * (self.form == "quad") + 2 * (self.kind in ORPHANS) + (not self.is_open)


@Remembered
def features_of(block: Block) -> int:
    """What one block adds to the features of a reading."""
    kinds = set(block.kinds)
    orphans = kinds & ORPHANS
    contents = (
        any(kind < _HONOURS_FROM for kind in orphans),
        any(kind >= _HONOURS_FROM for kind in orphans),
        bool(kinds - ORPHANS),
        *(any(kind // 9 == suit for kind in kinds) for suit in range(3)),
        bool(kinds - _GREEN),
        _GREEN_DRAGON in kinds,
    )
    features = sum(1 << FLAGS_AT + 3 * flag for flag, holds in enumerate(contents) if holds)
    features += (not orphans) << INSIDE_AT
    if block.wait:
        features += WAITS.index(block.wait) << WAIT_AT
    match block.form:
        case "triplet" | "quad":
            features += (1 << 3 * block.minipoint_class) + (1 << TRIPLETS_AT + block.kind)
        case "pair":
            features += 1 << PAIRS_AT + block.kind
        case "run":
            features += 1 << RUNS_AT + 3 * block.kind
    return features
