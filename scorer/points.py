"""The base value from han and minipoints, and who pays what for it."""

import functools
from typing import Final

from yakulens.scorer.rules.ruleset import ABSENT, RuleSet
from yakulens.scorer.transfers import Note
from yakulens.scorer.vocabulary import SEATS, By, Limit, Seat

_KIRIAGE: Final = 1_920
_NORTH_BY: Final = {"split": 2, "halved": 4}
"""The part of North's payment that each of the two payers takes over, as a divisor."""


def round_up(points: int) -> int:
    """Round a payment up to the next hundred."""
    return -(-points // 100) * 100


@functools.cache
def base_points(han: int, fu: int, yakuman: int, rules: RuleSet) -> tuple[int, Limit | None]:
    """The base value of a hand and the name of its limit; `yakuman` is 0 for an ordinary hand.

    >>> base_points(4, 30, 0, load_rules("ema-2025")), base_points(4, 30, 0, load_rules("wdmc-2019"))
    ((2000, 'mangan'), (1920, None))
    """
    top = rules.limits[-1]
    if yakuman:
        return top.base * yakuman, "yakuman"
    if rules.counted_yakuman and han >= top.han:
        return top.base * counted_times(han, rules), "counted_yakuman"
    for step in rules.limits[-2::-1]:
        if han >= step.han:
            return step.base, step.name
    mangan = rules.limits[0]
    base = fu << 2 + han
    if base >= mangan.base or (rules.kiriage_mangan and base >= _KIRIAGE):
        return mangan.base, mangan.name
    return base, None


def counted_times(han: int, rules: RuleSet) -> int:
    """How many yakuman a counted yakuman of so many han is: one, unless by a house rule one for each 13 han.

    >>> house = load_rules("tenhou", {"double_counted_yakuman": "each_13_han"})
    >>> counted_times(26, house), counted_times(26, load_rules("tenhou"))
    (2, 1)
    """
    return 1 if rules.double_counted_yakuman == ABSENT else han // rules.limits[-1].han


def limit_notes(han: int, fu: int, limit: Limit | None, rules: RuleSet) -> tuple[Note, ...]:
    """Why these han and minipoints count as a limit: by han, by han and minipoints, or by rounding up.

    >>> [(note.message.text, note.cite) for note in limit_notes(4, 30, "mangan", load_rules("ema-2025"))]
    [('4 han 30 fu are rounded up to mangan', 'EMA 2025 4.1.2')]
    """
    mangan = rules.limits[0]
    if limit is None:
        return ()
    if limit == "counted_yakuman" and (times := counted_times(han, rules)) > 1:
        code, key = "note_counted_yakuman_times", "double_counted_yakuman"
        return (Note.of(code, rules, key, han=han, times=times),)
    if limit == "counted_yakuman":
        return (Note.of("note_counted_yakuman", rules, "counted_yakuman", han=han),)
    if limit != mangan.name or han >= mangan.han:
        return (Note.of("note_limit", rules, f"limits.{limit}", han=han, limit=limit),)
    rounded = fu << 2 + han < mangan.base
    code, key = ("note_kiriage", "kiriage_mangan") if rounded else ("note_limit_by_fu", f"limits.{limit}")
    return (Note.of(code, rules, key, han=han, fu=fu, limit=limit),)


@functools.cache
def value_of(base: int, seat: Seat, by: By, rules: RuleSet) -> int:
    """What all opponents pay together, in points, without counters and sticks."""
    return sum(shares(base, seat, by, rules).values())


def shares(base: int, seat: Seat, by: By, rules: RuleSet) -> dict[str, int]:
    """What each opponent pays for the hand itself, in points: all for a self-draw, else only `discarder`.

    >>> shares(2_000, "south", "tsumo", load_rules("ema-2025"))
    {'east': 4000, 'west': 2000, 'north': 2000}
    """
    times, dealer = rules.payment, seat == "east"
    if by == "ron":
        return {"discarder": round_up(base * (times.ron_dealer if dealer else times.ron))}
    payers = (payer for payer in SEATS[: rules.players] if payer != seat)
    return {
        payer: round_up(base * _tsumo_times(payer, rules, dealer=dealer))
        + north_share(base, seat, payer, rules)
        for payer in payers
    }


def north_share(base: int, seat: Seat, payer: str, rules: RuleSet) -> int:
    """What a player pays, of three, for the empty fourth seat in a win by self-draw; 0 but for a house rule.

    Both payers share what North would pay (`split`), or half of it (`halved`); what each pays in all is
    rounded up to the next hundred.

    >>> split, halved = (load_rules("tenhou-3p", {"north_share": share}) for share in ("split", "halved"))
    >>> shares(2_000, "south", "tsumo", split), shares(2_000, "south", "tsumo", halved)
    ({'east': 5000, 'west': 3000}, {'east': 4500, 'west': 2500})
    """
    if rules.north_share == ABSENT or rules.players == len(SEATS):
        return 0
    north = round_up(base * _tsumo_times(SEATS[-1], rules, dealer=seat == "east"))
    own = round_up(base * _tsumo_times(payer, rules, dealer=seat == "east"))
    return round_up(own + -(-north // _NORTH_BY[rules.north_share])) - own


def counters(honba: int, rules: RuleSet, payers: int = 1) -> int:
    """What each of `payers` pays for the counters on the table, in points."""
    return honba * rules.counter_value // payers


def _tsumo_times(payer: str, rules: RuleSet, *, dealer: bool) -> int:
    if dealer:
        return rules.payment.tsumo_dealer
    return rules.payment.tsumo_from_dealer if payer == "east" else rules.payment.tsumo_other
