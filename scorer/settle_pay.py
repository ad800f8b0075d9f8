"""What one win costs whom: the hand's value, the counters, and a liable player's part of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.settle_event import DEALER, Win, named, others
from scorer.settle_rows import Row

if TYPE_CHECKING:
    from scorer.hand import Liable
    from scorer.ruleset import RuleSet
    from scorer.vocabulary import Seat

_HUNDRED = 100


def tsumo_share(base: int, winner: Seat, payer: Seat, rules: RuleSet) -> int:
    """What one opponent pays for a self-draw of base value `base`, in points, without counters."""
    if winner == DEALER:
        times = rules.payment.tsumo_dealer
    elif payer == DEALER:
        times = rules.payment.tsumo_from_dealer
    else:
        times = rules.payment.tsumo_other
    return _round_up(base * times)


def ron_value(base: int, winner: Seat, rules: RuleSet) -> int:
    """What a discarder pays for a hand of base value `base`, in points, without counters."""
    return _round_up(base * (rules.payment.ron_dealer if winner == DEALER else rules.payment.ron))


def tsumo_rows(win: Win, honba: int, rules: RuleSet) -> tuple[Row, ...]:
    """The payments for a self-drawn win; a liable player pays alone what they fed, and every counter."""
    liable = liable_in_force(win, rules)
    covered = _covered(win, liable, rules)
    cite = rules.cite_of("payment.tsumo_dealer" if win.seat == DEALER else "payment.tsumo_other")
    rows = []
    fed = 0
    for payer in others(win.seat, rules):
        share = tsumo_share(win.base, win.seat, payer, rules)
        part = tsumo_share(covered, win.seat, payer, rules)
        fed += part
        text = f"{named(payer)} pays {named(win.seat)} for {win.value}, self-drawn"
        rows.append(Row(text, payer, win.seat, share - part, cite))
    if liable:
        text = f"{named(liable.seat)}, liable for {liable.yaku}, pays {named(win.seat)} alone"
        rows.append(Row(text, liable.seat, win.seat, fed, rules.cite_of("liability")))
    payers = (liable.seat,) if liable else others(win.seat, rules)
    counters, cite = honba * rules.counter_value // len(payers), rules.cite_of("counter_value")
    for payer in payers:
        text = f"{named(payer)} pays {named(win.seat)} for {_counters(honba)}"
        rows.append(Row(text, payer, win.seat, counters, cite))
    return tuple(row for row in rows if row.points)


def ron_rows(win: Win, discarder: Seat, honba: int, rules: RuleSet) -> tuple[Row, ...]:
    """The payments for a win on a discard; a liable third player halves the yakuman with the discarder."""
    liable = liable_in_force(win, rules)
    value = ron_value(win.base, win.seat, rules)
    half = 0
    if liable and liable.seat != discarder:
        half = ron_value(_covered(win, liable, rules), win.seat, rules) // 2
    cite = rules.cite_of("payment.ron_dealer" if win.seat == DEALER else "payment.ron")
    text = f"{named(discarder)} discarded and pays {named(win.seat)} for {win.value}"
    rows = [Row(f"{text}, less the liable half" if half else text, discarder, win.seat, value - half, cite)]
    payer, cite = discarder, rules.cite_of("counter_value")
    if half and liable:
        text = f"{named(liable.seat)}, liable for {liable.yaku}, pays {named(win.seat)} half of it"
        rows.append(Row(text, liable.seat, win.seat, half, rules.cite_of("liability")))
        payer = liable.seat if rules.liability_ron_counters == "liable" else discarder
        cite = rules.cite_of("liability_ron_counters")
    text = f"{named(payer)} pays {named(win.seat)} for {_counters(honba)}"
    rows.append(Row(text, payer, win.seat, honba * rules.counter_value, cite))
    return tuple(row for row in rows if row.points)


def limit_base(name: str, rules: RuleSet) -> int:
    """The base value of a limit such as `mangan` or `yakuman`."""
    return next(step.base for step in rules.limits if step.name == name)


def liable_in_force(win: Win, rules: RuleSet) -> Liable | None:
    """Who answers for the win, where somebody fed its last set and the rule set makes that a liability."""
    return win.liable if win.liable and win.liable.yaku in rules.liability else None


def _covered(win: Win, liable: Liable | None, rules: RuleSet) -> int:
    """The part of the base value that the liable player answers for."""
    if liable is None:
        return 0
    if rules.liability_covers == "hand":
        return win.base
    return min(win.base, limit_base("yakuman", rules) * rules.yaku[liable.yaku].yakuman)


def _counters(honba: int) -> str:
    return "1 counter" if honba == 1 else f"{honba} counters"


def _round_up(points: int) -> int:
    return -(-points // _HUNDRED) * _HUNDRED
