"""What can be true of a won hand. A yaku is defined by facts that it needs and facts that bar it.

The facts of one reading are one integer, a sum of `Fact` bits. The same bits explain why a yaku was not
given: `messages.toml` has a sentence `missing_...` for a missing fact, and `present_...` for a fact that bars
the yaku.
"""

from enum import IntEnum, auto
from typing import Final

from yakulens.scorer.blocks import INSIDE_AT, KINDS_MASK, PAIRS_AT, RUNS_AT, TRIPLETS_AT, WAIT_AT, WAITS
from yakulens.scorer.remembered import Remembered


class Fact(IntEnum):
    """One bit per fact; several facts are the sum of their bits."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:  # noqa: ARG004
        return 1 << count

    # the hand as a whole
    CLOSED = auto()
    MELDED = auto()
    QUAD = auto()
    TSUMO = auto()
    # the form
    SEVEN_PAIRS = auto()
    ORPHANS = auto()
    ORPHANS_ANY_WAIT = auto()
    NINE_GATES = auto()
    NINE_GATES_ANY_WAIT = auto()
    # its tiles
    SIMPLES = auto()
    TERMINALS = auto()
    HONOURS = auto()
    ONE_SUIT = auto()
    NOT_GREEN = auto()
    GREEN_DRAGON = auto()
    # its sets
    RUN = auto()
    FOUR_RUNS = auto()
    FOUR_TRIPLETS = auto()
    INSIDE_SET = auto()
    THREE_CONCEALED = auto()
    FOUR_CONCEALED = auto()
    ONE_SHORT_OF_THREE_CONCEALED = auto()
    ONE_SHORT_OF_FOUR_CONCEALED = auto()
    THREE_QUADS = auto()
    FOUR_QUADS = auto()
    TWIN_RUNS = auto()
    TWO_TWIN_RUNS = auto()
    SAME_RUN_IN_THREE_SUITS = auto()
    STRAIGHT = auto()
    SAME_TRIPLET_IN_THREE_SUITS = auto()
    THREE_TRIPLETS_IN_A_ROW = auto()
    FOUR_TRIPLETS_IN_A_ROW = auto()
    WHITE_TRIPLET = auto()
    GREEN_TRIPLET = auto()
    RED_TRIPLET = auto()
    SEAT_TRIPLET = auto()
    ROUND_TRIPLET = auto()
    THREE_DRAGONS = auto()
    TWO_DRAGONS = auto()
    FOUR_WINDS = auto()
    THREE_WINDS = auto()
    DRAGON_PAIR = auto()
    WIND_PAIR = auto()
    VALUED_PAIR = auto()
    # the wait
    TWO_SIDED_WAIT = auto()
    PAIR_WAIT = auto()
    # the situation
    RIICHI = auto()
    DOUBLE_RIICHI = auto()
    IPPATSU = auto()
    RINSHAN = auto()
    CHANKAN = auto()
    LAST_TILE = auto()
    FIRST_TURN = auto()
    DEALER = auto()
    BONUS_HAND = auto()
    MANY_COUNTERS = auto()
    NORTH_ASIDE = auto()
    AT_A_DRAW = auto()


_FIRST_HONOUR, _FIRST_DRAGON, _WINDS, _HONOURS = 27, 31, 15, 127
_ONE_SUIT: Final = (1 << 9) - 1
_NUMBERS: Final = (1 << _FIRST_HONOUR) - 1
_NOT_LAST_OF_SUIT: Final = sum((1 << 8) - 1 << 9 * suit for suit in range(3))
_NOT_LAST_TWO_OF_SUIT: Final = sum((1 << 7) - 1 << 9 * suit for suit in range(3))
_RUN_UNITS: Final = sum(1 << 3 * kind for kind in range(27))
_FIRST_RUNS: Final = sum(1 << 27 * suit for suit in range(3))
_FLAG_DIGITS: Final = (1 << TRIPLETS_AT - INSIDE_AT) - 1
_FLAGS: Final = (TRIPLETS_AT - INSIDE_AT) // 3
_FLAG_UNITS: Final = sum(1 << 3 * place for place in range(_FLAGS))
_SETS_AND_WAIT: Final = (1 << INSIDE_AT) - 1
_ALL_SETS, _THREE, _TWO = 4, 3, 2


def facts_of(features: int) -> int:
    """The facts that a reading's features show: all except those that depend on seat, round and situation.

    Each part of the features takes few values, so the facts of each are remembered.

    >>> from yakulens.scorer.decompose import features_of_whole, sum_up
    >>> from yakulens.scorer.tile import parse
    >>> features = features_of_whole(sum_up(parse("2233m4455p66778s"), "8s", ()))
    >>> [fact.name for fact in Fact if facts_of(features) & fact]
    ['SIMPLES', 'NOT_GREEN', 'INSIDE_SET', 'PAIR_WAIT']
    """
    digits = features >> INSIDE_AT & _FLAG_DIGITS
    facts = (
        _of_flags[(digits | digits >> 1 | digits >> 2) & _FLAG_UNITS] | _of_sets[features & _SETS_AND_WAIT]
    )
    if runs := features >> RUNS_AT:
        facts |= _of_runs[runs]
    if triplets := features >> TRIPLETS_AT & KINDS_MASK:
        if honours := triplets >> _FIRST_HONOUR:
            facts |= _of_honours[honours]
        # one triplet of a suit is of no rank and in no row with others
        if (numbers := triplets & _NUMBERS) & numbers - 1:
            facts |= _of_triplets(numbers)
    if pairs := features >> PAIRS_AT + _FIRST_HONOUR & _HONOURS:
        facts |= _of_pair[pairs]
    return facts


@Remembered
def _of_flags(flags: int) -> int:
    inside, terminal, honour, simple, *suits, not_green, green_dragon = (
        flags >> 3 * place & 1 for place in range(_FLAGS)
    )
    return _sum_of(
        (Fact.INSIDE_SET, inside),
        (Fact.TERMINALS, terminal),
        (Fact.HONOURS, honour),
        (Fact.SIMPLES, simple),
        (Fact.ONE_SUIT, sum(suits) == 1),
        (Fact.NOT_GREEN, not_green),
        (Fact.GREEN_DRAGON, green_dragon),
    )


@Remembered
def _of_sets(classes_and_wait: int) -> int:
    digits = [classes_and_wait >> 3 * place & 7 for place in range(8)]
    wait = WAITS[classes_and_wait >> WAIT_AT]
    triplets, concealed, quads = sum(digits), sum(digits[1::2]), sum(digits[4:])
    return _sum_of(
        (Fact.FOUR_TRIPLETS, triplets == _ALL_SETS),
        (Fact.THREE_CONCEALED, concealed >= _THREE),
        (Fact.FOUR_CONCEALED, concealed == _ALL_SETS),
        (Fact.ONE_SHORT_OF_THREE_CONCEALED, concealed == _TWO and wait == "shanpon"),
        (Fact.ONE_SHORT_OF_FOUR_CONCEALED, concealed == _THREE and wait == "shanpon"),
        (Fact.THREE_QUADS, quads >= _THREE),
        (Fact.FOUR_QUADS, quads == _ALL_SETS),
        (Fact.TWO_SIDED_WAIT, wait == "ryanmen"),
        (Fact.PAIR_WAIT, wait == "tanki"),
    )


def _of_triplets(numbers: int) -> int:
    """The facts of several triplets of numbers."""
    facts = _SAME_TRIPLETS if numbers & numbers >> 9 & numbers >> 18 & _ONE_SUIT else 0
    if two := numbers & numbers >> 1 & _NOT_LAST_OF_SUIT:
        three = two & numbers >> 2 & _NOT_LAST_TWO_OF_SUIT
        facts |= (_THREE_IN_A_ROW if three else 0) | (_FOUR_IN_A_ROW if three & three >> 1 else 0)
    return facts


@Remembered
def _of_honours(kinds: int) -> int:
    """The facts of triplets of honours, a bit a kind from the winds on."""
    first_dragon = _FIRST_DRAGON - _FIRST_HONOUR
    dragons, winds = (kinds >> first_dragon).bit_count(), (kinds & _WINDS).bit_count()
    return _sum_of(
        (Fact.WHITE_TRIPLET, kinds >> first_dragon & 1),
        (Fact.GREEN_TRIPLET, kinds >> first_dragon + 1 & 1),
        (Fact.RED_TRIPLET, kinds >> first_dragon + 2 & 1),
        (Fact.TWO_DRAGONS, dragons == _TWO),
        (Fact.THREE_DRAGONS, dragons == _THREE),
        (Fact.THREE_WINDS, winds == _THREE),
        (Fact.FOUR_WINDS, winds == _ALL_SETS),
    )


@Remembered
def _of_runs(runs: int) -> int:
    """The facts of sequences, three bits for each first tile."""
    ones, twos, fours = runs & _RUN_UNITS, runs >> 1 & _RUN_UNITS, runs >> 2 & _RUN_UNITS
    present = ones | twos | fours
    facts = int(Fact.RUN)
    # 2 or 3 equal runs are one pair of twins, 4 are two pairs
    if twins := twos.bit_count() + 2 * fours.bit_count():
        facts |= Fact.TWIN_RUNS | Fact.TWO_TWIN_RUNS if twins == _TWO else Fact.TWIN_RUNS
    if ones.bit_count() + 2 * twins == _ALL_SETS:
        facts |= Fact.FOUR_RUNS
    if present & present >> 27 & present >> 54:
        facts |= Fact.SAME_RUN_IN_THREE_SUITS
    if present & present >> 9 & present >> 18 & _FIRST_RUNS:
        facts |= Fact.STRAIGHT
    return facts


@Remembered
def _of_pair(honours: int) -> int:
    return _sum_of((Fact.WIND_PAIR, honours & _WINDS), (Fact.DRAGON_PAIR, honours & ~_WINDS))


def _sum_of(*facts: tuple[Fact, object]) -> int:
    return sum(int(fact) for fact, holds in facts if holds)


_SAME_TRIPLETS: Final = int(Fact.SAME_TRIPLET_IN_THREE_SUITS)
_THREE_IN_A_ROW: Final = int(Fact.THREE_TRIPLETS_IN_A_ROW)
_FOUR_IN_A_ROW: Final = int(Fact.FOUR_TRIPLETS_IN_A_ROW)
