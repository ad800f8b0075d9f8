"""What one win costs whom: the hand's value, the counters, and a liable player's part of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.message import Told
from scorer.points import counters, liability_for, shares, value_of
from scorer.table.hand_end import DEALER, Win, named, others
from scorer.table.rows import Row

if TYPE_CHECKING:
    from scorer.hand import Liable
    from scorer.rules.ruleset import RuleSet
    from scorer.vocabulary import Seat


def tsumo_rows(win: Win, honba: int, rules: RuleSet) -> tuple[Row, ...]:
    """The payments for a self-drawn win; a liable player pays alone what they fed, and every counter."""
    liable = liable_in_force(win, rules)
    covered = _covered(win, liable, rules)
    cite = rules.cite_of("payment.tsumo_dealer" if win.seat == DEALER else "payment.tsumo_other")
    whole, fed = (shares(base, win.seat, "tsumo", rules) for base in (win.base, covered))
    rows = []
    for payer in others(win.seat, rules):
        text = f"{named(payer)} pays {named(win.seat)} for {win.value}, self-drawn"
        told = Told("row_tsumo", win.worth.values)
        rows.append(Row(text, payer, win.seat, whole[payer] - fed[payer], cite, told))
    if liable:
        text = f"{named(liable.seat)}, liable for {liable.yaku}, pays {named(win.seat)} alone"
        told = Told.of("row_liable_alone", yaku=liable.yaku)
        rows.append(Row(text, liable.seat, win.seat, sum(fed.values()), rules.cite_of("liability"), told))
    payers = (liable.seat,) if liable else others(win.seat, rules)
    share, cite = counters(honba, rules, len(payers)), rules.cite_of("counter_value")
    for payer in payers:
        text = f"{named(payer)} pays {named(win.seat)} for {_counters(honba)}"
        rows.append(Row(text, payer, win.seat, share, cite, Told.of("row_counters", honba=honba)))
    return tuple(row for row in rows if row.points)


def ron_rows(win: Win, discarder: Seat, honba: int, rules: RuleSet) -> tuple[Row, ...]:
    """The payments for a win on a discard; a liable third player halves the yakuman with the discarder."""
    liable = liable_in_force(win, rules)
    value = value_of(win.base, win.seat, "ron", rules)
    half = 0
    if liable and liable.seat != discarder:
        half = value_of(_covered(win, liable, rules), win.seat, "ron", rules) // 2
    cite = rules.cite_of("payment.ron_dealer" if win.seat == DEALER else "payment.ron")
    text = f"{named(discarder)} discarded and pays {named(win.seat)} for {win.value}"
    told = Told("row_ron_less_half" if half else "row_ron", win.worth.values)
    text = f"{text}, less the liable half" if half else text
    rows = [Row(text, discarder, win.seat, value - half, cite, told)]
    payer, cite = discarder, rules.cite_of("counter_value")
    if half and liable:
        text = f"{named(liable.seat)}, liable for {liable.yaku}, pays {named(win.seat)} half of it"
        told = Told.of("row_liable_half", yaku=liable.yaku)
        rows.append(Row(text, liable.seat, win.seat, half, rules.cite_of("liability"), told))
        payer = liable.seat if rules.liability_ron_counters == "liable" else discarder
        cite = rules.cite_of("liability_ron_counters")
    text = f"{named(payer)} pays {named(win.seat)} for {_counters(honba)}"
    told = Told.of("row_counters", honba=honba)
    rows.append(Row(text, payer, win.seat, counters(honba, rules), cite, told))
    return tuple(row for row in rows if row.points)


def limit_base(name: str, rules: RuleSet) -> int:
    """The base value of a limit such as `mangan` or `yakuman`."""
    return next(step.base for step in rules.limits if step.name == name)


def liable_in_force(win: Win, rules: RuleSet) -> Liable | None:
    """Who answers for the win, where somebody fed its last set and the rule set makes that a liability."""
    in_force = win.liable and not win.not_liable and liability_for(win.liable.yaku, rules)
    return win.liable if in_force else None


def _covered(win: Win, liable: Liable | None, rules: RuleSet) -> int:
    """The part of the base value that the liable player answers for."""
    if liable is None:
        return 0
    if rules.liability_covers == "hand":
        return win.base
    return min(win.base, limit_base("yakuman", rules) * rules.yaku[liable.yaku].yakuman)


def _counters(honba: int) -> str:
    return "1 counter" if honba == 1 else f"{honba} counters"
