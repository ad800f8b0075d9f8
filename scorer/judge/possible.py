"""What else can be stated about a win: the choices that a hand and its situation rule out.

Nothing is judged here. Each choice is tried, and ruled out if `scorer.judge.check` finds a problem that the
other choices of the same question do not have.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.judge.check import problems
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, KINDS
from yakulens.scorer.vocabulary import BYS, RIICHIS, SEATS, By

FLAGS: Final = ("ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
RIICHI_IPPATSU: Final = "riichi_ippatsu"
"""The question of riichi if the hand also won with ippatsu."""
_QUESTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "riichi": RIICHIS,
    RIICHI_IPPATSU: RIICHIS,
    **dict.fromkeys(FLAGS, (False, True)),
    "discarder": (None, *SEATS),
    "seat": SEATS,
    "round": SEATS,
}
_ALONE: Final = frozenset({"seat", "round"})
"""Questions that come before the others: other statements do not rule out their answers."""


@dataclass(frozen=True, slots=True)
class RuledOut:
    """An impossible choice: a field of the situation or ``RIICHI_IPPATSU``, a value, and the reason."""

    field: str
    value: Any
    reason: Message


def ruled_out(hand: Hand, situation: Situation, rules: RuleSet, by: By | None) -> tuple[RuledOut, ...]:
    """The impossible choices, each with the reason.

    The hand may be incomplete; for one without its winning tile see `without_win`. If `by` is None, it is not
    known how the hand was won, and only what neither way allows is ruled out.

    >>> hand = Hand.of("22p78s", "9s", [Meld.of("pon", "555z", "left"), Meld.of("chi", "123m", "left")])
    >>> found = ruled_out(hand, Situation("ron"), load_rules("ema-2025"), "ron")
    >>> [(each.field, each.value) for each in found if each.reason.code == "riichi_open_hand"]
    [('riichi', 'riichi'), ('riichi', 'double'), ('riichi_ippatsu', 'riichi'), ('riichi_ippatsu', 'double')]
    """
    bys = BYS if by is None else (by,)
    return tuple(
        RuledOut(field, value, reason)
        for field, values in _QUESTIONS.items()
        for value, reason in _of_one_question(field, values, hand, situation, rules, bys)
    )


def without_win(melds: tuple[Any, ...]) -> Hand:
    """A hand with known melds only, for `ruled_out`."""
    in_melds = {KIND[tile] for meld in melds for tile in meld.tiles}
    return Hand((), next(tile for tile in KINDS if KIND[tile] not in in_melds), melds)


def _of_one_question(  # noqa: PLR0913, PLR0917 - the question, and all that bears on it
    field: str,
    values: tuple[Any, ...],
    hand: Hand,
    situation: Situation,
    rules: RuleSet,
    bys: tuple[By, ...],
) -> Iterator[tuple[Any, Message]]:
    base = Situation(situation.by) if field in _ALONE else situation
    by_value = {
        value: [problems(hand, _answered(replace(base, by=by), field, value), rules) for by in bys]
        for value in values
    }
    everywhere = set.intersection(*({*wrong} for tries in by_value.values() for wrong in tries))
    for value, tries in by_value.items():
        new = [[each for each in wrong if each not in everywhere] for wrong in tries]
        if all(new):
            yield value, new[0][0]


def _answered(situation: Situation, field: str, value: Any) -> Situation:  # noqa: ANN401 - the field's own type
    if field == RIICHI_IPPATSU:
        return replace(situation, riichi=value, ippatsu=value != RIICHIS[0])
    return replace(situation, **{field: value})
