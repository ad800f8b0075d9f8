"""The ruling on a finished hand: how it ended under the rules, and what each paid win got.

Whoever passes a hand on, to a file or another program, takes the ruling, never what was claimed: of several
wins perhaps one is paid, three may void the hand, and nagashi mangan may be worth nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast

from yakulens.scorer import payments
from yakulens.scorer.hand import Liable
from yakulens.scorer.payments import Win
from yakulens.scorer.points import shares
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table import draw
from yakulens.scorer.table.hand_end import HandEnd, seats_of
from yakulens.scorer.table.win import is_abortive, paid_wins, three_rons_abort, win_payments
from yakulens.scorer.transfers import Transfer, net_of
from yakulens.scorer.vocabulary import By, Seat

_OF_ONE_STICK: Final = frozenset({"row_takes_stick", "row_stick_back"})
RulingOutcome = Literal["ron", "tsumo", "draw", "nagashi", "abortive_draw", "chombo", "waived_chombo"]
"""How a hand ended under the rules: `draw` without a paid nagashi mangan; a waived chombo ends no hand."""


@dataclass(frozen=True, slots=True)
class PaidWin:
    """A win that is paid.

    Attributes:
        win: the win, with its worth.
        liable: who is liable for it and pays for that; None if nobody is.
        shares: what each payer owes for the hand alone, by self-draw; by ron the sum, as `discarder`.
        transfers: every payment to the winner: for the hand, the counters and the sticks that it got.
    """

    win: Win
    liable: Liable | None
    shares: Mapping[str, int] = field(hash=False)
    transfers: tuple[Transfer, ...]

    @property
    def seat(self) -> Seat:
        """The winner's wind."""
        return self.win.seat

    @property
    def bets(self) -> tuple[Seat, ...]:
        """The seats whose riichi stick of this hand it got whole, its own included."""
        told = (dict(each.message.values) for each in self.transfers if each.message.code in _OF_ONE_STICK)
        return tuple(cast("Seat", values.get("of", self.seat)) for values in told)

    def net(self, rules: RuleSet) -> dict[Seat, int]:
        """The change of each seat in points by this win, without the sticks that were laid."""
        return net_of(self.transfers, seats_of(rules))


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a finished hand ended under the rules.

    Attributes:
        outcome: how it ended.
        rules: the rule set, house rules included.
        honba: counters on the table.
        deposits: riichi sticks on the table from earlier hands.
        bets: the seats whose riichi stick of this hand was not given back.
        wins: the wins that are paid, nearest to the discarder first.
        discarder: who discarded the winning tile (ron).
        tenpai: the seats that showed tenpai (draw).
        nagashi: the seats that are paid for nagashi mangan.
        reason: why the draw was abortive, three rons included; None if unknown.
        offenders: who committed a chombo that is not void.
    """

    outcome: RulingOutcome
    rules: RuleSet
    honba: int
    deposits: int
    bets: tuple[Seat, ...] = ()
    wins: tuple[PaidWin, ...] = ()
    discarder: Seat | None = None
    tenpai: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()
    reason: str | None = None
    offenders: tuple[Seat, ...] = ()


def ruling_of(end: HandEnd, rules: RuleSet) -> Ruling:
    """The ruling on a hand without contradictions.

    >>> wins = tuple(Win(seat, 2000) for seat in ("south", "west", "north"))
    >>> found = ruling_of(HandEnd("ron", discarder="east", wins=wins, riichi=("west",)), load_rules("tenhou"))
    >>> found.outcome, found.reason, found.wins, found.bets
    ('abortive_draw', 'three_rons', (), ('west',))
    """
    table = rules, end.honba, end.deposits
    if is_abortive(end, rules):
        reason = "three_rons" if three_rons_abort(end, rules) else end.reason
        return Ruling("abortive_draw", *table, _kept(end, rules, "draw_sticks"), reason=reason)
    if end.event == "exhaustive_draw":
        nagashi, bets = draw.nagashi_seats(end, rules), _kept(end, rules, "draw_sticks")
        outcome: RulingOutcome = "nagashi" if nagashi else "draw"
        return Ruling(outcome, *table, bets, tenpai=end.tenpai, nagashi=nagashi)
    if end.event == "chombo":
        if end.waived:
            return Ruling("waived_chombo", *table, offenders=end.offenders)
        return Ruling("chombo", *table, _kept(end, rules, "chombo_sticks"), offenders=end.offenders)
    outcome = "ron" if end.event == "ron" else "tsumo"
    return Ruling(outcome, *table, end.riichi, _paid(end, rules), end.discarder)


def _kept(end: HandEnd, rules: RuleSet, key: str) -> tuple[Seat, ...]:
    """The seats that laid a stick in a hand without a win, unless the rule of this key gives them back."""
    return () if getattr(rules, key) == "return" else end.riichi


def _paid(end: HandEnd, rules: RuleSet) -> tuple[PaidWin, ...]:
    transfers = win_payments(end, rules)
    by: By = "tsumo" if end.discarder is None else "ron"
    return tuple(
        PaidWin(
            win,
            payments.liable_in_force(win, rules),
            shares(win.base, win.seat, by, rules),
            tuple(each for each in transfers if each.payee == win.seat),
        )
        for win in paid_wins(end, rules)
    )
