"""The type of a rule set: every switch that changes a score or a settlement, and its allowed values."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final, Self

from yakulens.scorer import tile
from yakulens.scorer.blocks import CLASSES
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.switch import YES_NO, Switch, lists, number, numbers, one_of, some_of, texts
from yakulens.scorer.vocabulary import SEATS, Limit, Seat
from yakulens.scorer.yaku import YAKU_IDS

ABSENT: Final = "absent"
"""The value of a house rule that is not played; every book has it."""
HOUSE_RULES: Final = ("double_counted_yakuman", "sticks_shared", "north_share")
"""The keys of rules that players asked for and no book has; a file that does not state them has none."""


class RulesError(InputError):
    """A rule set that cannot be used; one line says what is wrong, where, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from.

    Attributes:
        book: the short name of the rule set that gives it; empty for a house rule.
        section: the section of that text; empty if there is none.
        note: a remark, for example if two texts disagree.
        sections: pairs of case and section, if the text has rules for single cases.
    """

    book: str
    section: str
    note: str = ""
    sections: tuple[tuple[str, str], ...] = ()

    @property
    def cite(self) -> str:
        """The citation beside a line of a score."""
        return f"{self.book} {self.section}".strip() or "house rule"

    @property
    def remark(self) -> str:
        """What is shown beside the citation: the note, if it says more."""
        return "" if self.note == self.cite else self.note

    def of_case(self, case: str) -> Self:
        """The source of one case: with its own section, if it has one.

        >>> sticks = Source("WDMC 2019", "3.5.3.1", sections=(("tsumo", "3.5.4"),))
        >>> sticks.of_case("tsumo").cite, sticks.of_case("ron").cite
        ('WDMC 2019 3.5.4', 'WDMC 2019 3.5.3.1')
        """
        section = dict(self.sections).get(case) if self.sections else None
        return self if section is None else replace(self, section=section)


_POINTS: Final = 1_000_000
PRINTED_WORTH: Final = re.compile(r"([1-4]) han (25|\d+0) fu by (ron|tsumo)")
"""A cell of a scoring table: han, minipoints, and how the hand was won."""
_CHIPS: Final = number(0, 100)
FU_VALUE: Final = number(0, 200)
_SHARE: Final = number(0, 12)
_YAKU_HAN: Final = number(0, 13)
_TILES: Final = Switch(
    "tiles, as in 2345678m, or nothing",
    lambda value: isinstance(value, str),
    lambda text: tile.compact(tile.parse(text)),
)


@dataclass(frozen=True, slots=True)
class YakuValue:
    """What a yaku is worth.

    Attributes:
        closed: han in a concealed hand.
        open: han in an open hand; 0 if the hand must be concealed.
        yakuman: multiples of a yakuman; 0 for an ordinary yaku.
        alone: whether it combines with nothing, neither yaku nor dora.
    """

    closed: Annotated[int, _YAKU_HAN] = 0
    open: Annotated[int, _YAKU_HAN] = 0
    yakuman: Annotated[int, number(0, 6)] = 0
    alone: bool = False

    def words(self) -> str:
        """The value as text."""
        if self.yakuman:
            return "yakuman" if self.yakuman == 1 else f"yakuman x{self.yakuman}"
        opened = f", open {self.open}" if self.open else ", closed only"
        return (
            f"{self.closed} han{'' if self.open == self.closed else opened}{', alone' if self.alone else ''}"
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the limit table: from `han` on the base value is `base` points."""

    name: Limit
    han: Annotated[int, number(1, 99)]
    base: Annotated[int, number(100, _POINTS, step=100)]


@dataclass(frozen=True, slots=True)
class Payment:
    """How many times the base value is paid, before rounding up to the next 100.

    Attributes:
        ron: by the discarder to a winner who is not the dealer.
        ron_dealer: by the discarder to the dealer.
        tsumo_other: for a self-draw, by one non-dealer to another.
        tsumo_from_dealer: for a self-draw, by the dealer to a non-dealer.
        tsumo_dealer: for the dealer's self-draw, by each other player.
    """

    ron: Annotated[int, _SHARE]
    ron_dealer: Annotated[int, _SHARE]
    tsumo_other: Annotated[int, _SHARE]
    tsumo_from_dealer: Annotated[int, _SHARE]
    tsumo_dealer: Annotated[int, _SHARE]


@dataclass(frozen=True, slots=True)
class Chips:
    """Chips (shuugi) paid beside the points: by the discarder for ron, by each other player for self-draw.

    `red_five_in` says which hands are paid for red fives, and `worth` is a chip's worth in points when the
    game is over. All other fields are the chips for one thing. A counted yakuman is no yakuman here.
    """

    ippatsu: Annotated[int, _CHIPS]
    ura: Annotated[int, _CHIPS]
    red_five: Annotated[int, _CHIPS]
    red_five_in: Annotated[str, one_of("any_hand", "closed_hand", "riichi")]
    yakuman_ron: Annotated[int, _CHIPS]
    yakuman_tsumo: Annotated[int, _CHIPS]
    worth: Annotated[int, number(0, _POINTS, step=100)]

    @property
    def played(self) -> bool:
        """Whether anything is paid in chips."""
        return any((self.ippatsu, self.ura, self.red_five, self.yakuman_ron, self.yakuman_tsumo))


NO_CHIPS: Final = Chips(0, 0, 0, "any_hand", 0, 0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One rule set: every value, in the order of its file.

    Each field's annotation says what it may hold, for `SWITCHES`. The values of `chips`, `fu`, `limits`,
    `payment` and `yaku` are in separate tables. `sources` maps dotted keys, such as `yaku.pinfu`, to sources.
    """

    name: str
    title: str
    cite: str
    penalties: str
    newer: str
    # the set of tiles
    players: Annotated[int, one_of(3, 4)]
    removed_tiles: Annotated[str, _TILES]
    red_fives: Annotated[tuple[int, ...], numbers(3, 0, 4)]
    red_fives_exact: bool
    dora: bool
    kan_dora: bool
    ura_dora: bool
    north_dora: bool
    chi: bool
    # the winning hand
    open_tanyao: bool
    double_riichi_adds_to_riichi: bool
    rinshan_with_haitei: bool
    tsuuiisou_seven_pairs: bool
    ryuuiisou_needs_green_dragon: bool
    chiihou_after_closed_quad: bool
    paarenchan_from: Annotated[int, number(1, 99)]
    two_han_from_counters: Annotated[int, number(0, 99)]
    win_not_apart: Annotated[str, one_of("no_penalty", "lowest_tile", "no_wait")]
    wait_on_fifth_copy: bool
    furiten: Annotated[str, one_of("any_wait", "none")]
    temporary_furiten: Annotated[str, one_of("own_draw", "own_draw_or_claim", "any_call")]
    # limits
    printed_worths: Annotated[tuple[str, ...], texts(PRINTED_WORTH, "1 han 20 fu by tsumo")]
    kiriage_mangan: bool
    counted_yakuman: bool
    double_counted_yakuman: Annotated[str, one_of(ABSENT, "each_13_han")]
    several_yakuman: bool
    # a win at the table
    counter_value: Annotated[int, number(0, 30_000, step=100)]
    counters_to: Annotated[str, one_of("every_winner", "first_winner")]
    sticks_to: Annotated[str, one_of("own_back_rest_first", "first_winner")]
    sticks_shared: Annotated[str, one_of(ABSENT, "every_stick", "without_own")]
    north_share: Annotated[str, one_of(ABSENT, "split", "halved")]
    several_winners: Annotated[str, one_of("all", "first")]
    three_rons: Annotated[str, one_of("all", "first", "abortive_draw")]
    liability: Annotated[tuple[str, ...], some_of("daisangen", "daisuushii", "suukantsu", "rinshan")]
    liability_closed_quad: bool
    liability_covers: Annotated[str, one_of("hand", "yakuman")]
    liability_ron_counters: Annotated[str, one_of("discarder", "liable")]
    paarenchan_ends_deal: bool
    dealer_repeats: Annotated[tuple[str, ...], some_of("win", "tenpai", "abortive_draw")]
    # a hand without a win
    noten_penalty: Annotated[int, number(0, 30_000, step=100)]
    draw_counter: bool
    draw_sticks: Annotated[str, one_of("stay", "return")]
    nagashi_mangan: Annotated[str, one_of("none", "mangan", "yakuman")]
    nagashi_noten: bool
    nagashi_counters: bool
    nagashi_several: Annotated[str, one_of("as_tsumo", "by_winner")]
    abortive_draws: Annotated[
        tuple[str, ...],
        some_of(
            "four_winds",
            "four_quads",
            "fifth_quad",
            "nine_terminals",
            "four_riichi",
            "three_rons",
            "same_terminal",
        ),
    ]
    four_winds_with_riichi: bool
    abortive_counter: bool
    chombo: Annotated[str, one_of("none", "reverse_mangan", "penalty")]
    chombo_tournament: Annotated[str, one_of("none", "reverse_mangan", "penalty")]
    chombo_penalty: Annotated[int, number(0, _POINTS, step=100)]
    chombo_sticks: Annotated[str, one_of("return", "stay")]
    # the course of a game
    rounds: Annotated[tuple[Seat, ...], some_of(*SEATS, low=1)]
    extension: Annotated[str, one_of("none", "to_goal", "to_other_win")]
    goal: Annotated[int, number(0, _POINTS, step=100)]
    repeat_before_goal: bool
    dealer_may_stop: bool
    dealer_stops_unasked: bool
    swap_calling: Annotated[str, one_of("allowed", "not_the_same", "neither_end")]
    chombo_waivable: bool
    late_chombo: Annotated[str, one_of("chombo", "dead_hand")]
    hands_after_signal: Annotated[int, number(0, 99)]
    chombo_after_signal: Annotated[str, one_of("dealt_again", "is_a_hand")]
    substitute_points: Annotated[int, number(-_POINTS, 0, step=100)]
    substitute_play: Annotated[str, one_of("left_out", "scored")]
    # riichi
    riichi_min_wall: Annotated[int, number(0, 70)]
    riichi_min_points: Annotated[int, number(0, 30_000)]
    quad_after_riichi: Annotated[str, one_of("only_triplet", "same_waits")]
    # the game
    start_points: Annotated[int, number(0, _POINTS, step=100)]
    return_points: Annotated[int, number(0, _POINTS, step=100)]
    oka: Annotated[int, number(0, _POINTS, step=100)]
    uma: Annotated[tuple[int, ...], numbers(None, -_POINTS, _POINTS)]
    uma_floating: Annotated[tuple[tuple[int, ...], ...], lists(numbers(None, -_POINTS, _POINTS))]
    ties: Annotated[str, one_of("shared", "seat_order")]
    leftover_sticks: Annotated[str, one_of("first", "first_shared", "first_shared_by_100", "nobody")]
    negative_score: Annotated[str, one_of("play_on", "game_ends")]
    # tables
    chips: Chips
    fu: Mapping[str, int]
    limits: tuple[Step, ...]
    payment: Payment
    yaku: Mapping[str, YakuValue]
    sources: Mapping[str, Source]

    def cite_of(self, key: str, case: str = "") -> str:
        """The citation of the value of a dotted key, for one case if the text has rules for single cases.

        Raises:
            KeyError: no value has this key.
        """
        return self.source_of(key, case).cite

    def source_of(self, key: str, case: str = "") -> Source:
        """The source of the value of a dotted key, for one case if the text has rules for single cases.

        Raises:
            KeyError: no value has this key.
        """
        return self.sources[key].of_case(case)

    def han_needed(self, honba: int) -> int:
        """The minimum of yaku han for a win with this number of counters."""
        return 2 if 0 < self.two_han_from_counters <= honba else 1


FU_KEYS: Final = (
    "base",
    "seven_pairs",
    "closed_ron",
    "tsumo",
    "pinfu_tsumo",
    "pair_dragon",
    "pair_seat_wind",
    "pair_round_wind",
    "pair_double_wind",
    "wait_edge",
    "wait_closed",
    "wait_pair",
    "open_pinfu",
    *CLASSES,
)
LIMIT_KEYS: Final[tuple[Limit, ...]] = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman")


def _switches(kind: type) -> dict[str, Switch]:
    """What each field may hold, from its annotation; a bool may be true or false."""
    metadata = {
        name: getattr(hint, "__metadata__", (YES_NO,) if hint is bool else ())
        for name, hint in kind.__annotations__.items()
    }
    return {name: values[0] for name, values in metadata.items() if values}


SWITCHES: Final[Mapping[str, Switch]] = _switches(RuleSet)
CHIP_SWITCHES: Final[Mapping[str, Switch]] = _switches(Chips)
PAYMENT_SWITCHES: Final[Mapping[str, Switch]] = _switches(Payment)
STEP_SWITCHES: Final[Mapping[str, Switch]] = _switches(Step)
YAKU_SWITCHES: Final[Mapping[str, Switch]] = {**_switches(YakuValue), "absent": YES_NO}
TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "chips": tuple(CHIP_SWITCHES),
    "fu": FU_KEYS,
    "payment": tuple(PAYMENT_SWITCHES),
    "limits": LIMIT_KEYS,
    "yaku": YAKU_IDS,
}
"""The tables of a rule set, each with its keys in their order."""
ALL_KEYS: Final = frozenset(
    {*SWITCHES, *(f"{table}.{key}" for table, keys in TABLES.items() for key in keys)}
)
