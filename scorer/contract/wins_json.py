"""What a winning declaration is worth, from a full hand, han and fu, or a number of yakuman."""

from dataclasses import dataclass, replace
from typing import Any, Final

from yakulens.scorer.chips import ChipRow, chips_of_yakuman
from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import Form, FormField, quoted
from yakulens.scorer.contract.hand_json import Case, read_liable, read_rules, read_situation, read_tiles
from yakulens.scorer.contract.one_discard import Given, completed, contradictions
from yakulens.scorer.explain import Score
from yakulens.scorer.hand import Hand, Liable, Situation
from yakulens.scorer.message import Message
from yakulens.scorer.payments import DEALER, Figures, Win, limit_base, worth_of, worth_of_yakuman
from yakulens.scorer.points import base_points, limit_notes
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.scoring import score, two_han_needed
from yakulens.scorer.table.check import no_chips, unexpected_wins
from yakulens.scorer.table.figures import least_han
from yakulens.scorer.table.hand_end import HandEnd
from yakulens.scorer.transfers import Note
from yakulens.scorer.vocabulary import By, Riichi, Seat
from yakulens.scorer.yaku import BY_ID

_FIRST_TURN: Final[dict[str, tuple[str, By, bool]]] = {
    "tenhou": ("no_tenhou", "tsumo", True),
    "chiihou": ("no_chiihou", "tsumo", False),
    "renhou": ("no_renhou", "ron", False),
}
"""For each yaku of the first turn: the message about a win that cannot be it, how it is won, and whether the
dealer wins it."""

_ONLY_BY: Final[dict[str, By]] = {
    "menzen_tsumo": "tsumo",
    "rinshan": "tsumo",
    "haitei": "tsumo",
    "chankan": "ron",
    "houtei": "ron",
}
"""How the other yaku of an occasion are won."""
FU: Final = (25, *range(20, 150, 10))
"""Possible minipoints of a hand."""


@dataclass(frozen=True, slots=True)
class WinReader:
    """Reads the wins of one finished hand; `end` is everything else."""

    form: Form
    end: HandEnd
    rules: RuleSet

    def wins(self) -> tuple[Win, ...]:
        """The wins of the hand.

        An unreadable win is a problem of the form and left out. If the hand ended without a win, any win is a
        problem.
        """
        entries = self.form.take(keys.WINS)
        if not self.end.is_won:
            if entries and self.form.value.get(keys.EVENT.name) == self.end.event:
                self.form.problems.append(unexpected_wins(self.end))
            return ()
        if self.end.event == "ron":
            entries = completed(entries)
        hands: list[Given] = []
        wins = [
            self._win(Form(value, f"{keys.WINS.name}[{at}]", self.form.problems), hands)
            for at, value in enumerate(entries)
        ]
        if self.end.event == "ron":
            self.form.problems.extend(contradictions(hands))
        return tuple(win for win in wins if win is not None)

    def _win(self, form: Form, hands: list[Given]) -> Win | None:
        form.only(keys.WON)
        before = len(form.problems)
        seat, liable = form.take(keys.WINNER), read_liable(form)
        hand, han, yakuman = form.take(keys.WON_HAND), form.take(keys.HAN), form.take(keys.YAKUMAN)
        fu, yaku = form.take(keys.FU), form.take(keys.YAKU)
        if len(form.problems) > before:
            return None
        stated = {"hand": hand is not None, "han": bool(han), "yakuman": bool(yakuman)}
        names = [name for name, holds in stated.items() if holds]
        if len(names) != 1:
            stated_names: Message | tuple[str, ...] = tuple(names) or Message("nothing_given")
            form.problems.append(Message.of("wrong_win", given=stated_names).at(form.where))
            return None
        chips = self._chips_told(form, beside_hand=hand is not None)
        self._check_occasion(form, seat, yaku)
        if len(form.problems) > before:
            return None
        if hand is not None:
            return self._from_hand(Form(hand, f"{form.where}.hand", form.problems), seat, liable, hands)
        if liable and yaku and _plain(liable.yaku) not in map(_plain, yaku):
            form.spot("liable").wrong(Message.of("liable_not_won", yaku=liable.yaku))
        if yakuman:
            return self._from_yakuman(form, Win(seat, 0, liable=liable, chips=chips), yakuman, yaku)
        for each in yaku:
            if (value := self.rules.yaku.get(each)) and value.yakuman:
                form.spot(keys.YAKU.name).wrong(Message.of("yakuman_by_han", yaku=each))
        return self._from_han(form, Win(seat, 0, liable=liable, chips=chips), han or 0, fu or None, yaku)

    def _chips_told(self, form: Form, *, beside_hand: bool) -> tuple[ChipRow, ...]:
        """What each payer pays for ippatsu, ura dora and red fives, if no hand shows it."""
        number = form.take(keys.CHIPS_TOLD)
        if number and beside_hand:
            form.spot(keys.CHIPS_TOLD.name).wrong(Message("chips_beside_hand"))
        elif number and not self.rules.chips.played:
            form.spot(keys.CHIPS_TOLD.name).wrong(no_chips(self.rules))
        return (ChipRow("told", number, number, ""),) if number else ()

    def _from_han(self, form: Form, win: Win, han: int, fu: int | None, yaku: tuple[str, ...]) -> Win | None:
        if han < self.rules.han_needed(self.end.honba):
            form.spot(keys.HAN.name).wrong(two_han_needed(self.rules))
            return None
        wrong = self._wrong_fu(han, fu)
        if wrong is not None:
            form.spot(keys.FU.name).wrong(Message.of("wrong_fu", why=wrong))
            return None
        base, limit = base_points(han, fu or 0, 0, self.rules)
        notes = limit_notes(han, fu or 0, limit, self.rules)
        figures = Figures(han, fu or 0, 0, limit, tuple((each, 0) for each in yaku))
        return replace(win, base=base, worth=worth_of(han, fu, limit), notes=notes, figures=figures)

    def _wrong_fu(self, han: int, fu: int | None) -> Message | None:
        """Why a win cannot have these minipoints; None if it can, or if they do not matter."""
        below_limits = han < min(step.han for step in self.rules.limits)
        if fu is None:
            return Message.of("fu_needed", han=han) if below_limits else None
        if fu not in FU:
            return Message.of("no_such_fu", given=quoted(fu), most=FU[-1])
        by = self.end.event
        if not below_limits or f"{han} han {fu} fu by {by}" in self.rules.printed_worths:
            return None
        cite, least_needed = self.rules.cite_of("fu.base"), least_han(self.rules).get((by, fu))
        if least_needed is None:
            return Message.of("fu_never_by", by=by, fu=fu, cite=cite)
        if han < least_needed:
            return Message.of("fu_needs_han", by=by, fu=fu, least=least_needed, han=han, cite=cite)
        return None

    def _from_yakuman(self, form: Form, win: Win, number: int, yaku: tuple[str, ...]) -> Win | None:
        rules, before = self.rules, len(form.problems)
        values: dict[str, int] = {}  # a yaku named twice, or plain and double, counts once
        for each in yaku:
            value = rules.yaku.get(each) or rules.yaku.get(_plain(each))
            if value is None or not value.yakuman:
                told = Message.of("no_yakuman", yaku=each, cite=rules.cite_of(f"yaku.{each}"))
                form.spot(keys.YAKU.name).wrong(told)
            else:
                values[_plain(each)] = max(value.yakuman, values.get(_plain(each), 0))
        if len(form.problems) > before:
            return None
        together = sum(values.values())
        worth = together if rules.several_yakuman else max(values.values(), default=0)
        if values and number not in {worth, together}:
            cite = rules.cite_of(f"yaku.{yaku[0]}")
            told = Message.of("yakuman_count", yaku=yaku, worth=worth, given=number, cite=cite)
            form.spot(keys.YAKUMAN.name).wrong(told)
            return None
        paid = worth if values else number if rules.several_yakuman else 1
        figures = Figures(yakuman=paid, limit="yakuman", yaku=tuple((each, 0) for each in yaku))
        told_worth = worth_of_yakuman(yaku, number, paid)
        chips = (*win.chips, *chips_of_yakuman(paid, "ron" if self.end.event == "ron" else "tsumo", rules))
        base = paid * limit_base("yakuman", rules)
        return replace(win, base=base, worth=told_worth, chips=chips, figures=figures)

    def _check_occasion(self, form: Form, seat: Seat, yaku: tuple[str, ...]) -> None:
        """Refuse stated yaku that are impossible in this hand: those of an occasion that this win is not."""
        at, counters = form.spot(keys.YAKU.name), self.rules.paarenchan_from
        if "paarenchan" in yaku and (seat != DEALER or self.end.honba < counters):
            cite = self.rules.cite_of("paarenchan_from")
            at.wrong(Message.of("no_paarenchan", least=counters, cite=cite))
        for each in filter(_FIRST_TURN.__contains__, yaku):
            code, by, deals = _FIRST_TURN[each]
            if self.end.event != by or (seat == DEALER) is not deals:
                at.wrong(Message.of(code, cite=self.rules.cite_of(f"yaku.{each}")))
        for each in filter(_ONLY_BY.__contains__, yaku):
            if self.end.event != _ONLY_BY[each]:
                cite = self.rules.cite_of(f"yaku.{each}")
                at.wrong(Message.of("won_otherwise", yaku=each, by=_ONLY_BY[each], cite=cite))

    def _from_hand(self, form: Form, seat: Seat, fed: Liable | None, hands: list[Given]) -> Win | None:
        """The win with the worth of its hand; a readable hand is added to `hands`."""
        case = self._case(form, seat, fed)
        if case is None:
            return None
        hands.append(Given(form, case))
        result = score(case.hand, case.situation, case.rules)
        if result.outcome != "win" or result.worth is None:
            form.problems.extend(problem.at(form.where) for problem in result.problems)
            return None
        unsaid = () if result.situation.liable else _liability_unsaid(result)
        notes = (*result.notes, *unsaid)
        worth = result.base, result.worth, result.liable, result.not_liable, notes, result.chips
        return Win(seat, *worth, _figures(result), result.hand, result.situation)

    def _case(self, form: Form, seat: Seat, fed: Liable | None) -> Case | None:
        """The winner's hand with the table's facts; a difference between the two is a problem."""
        before = len(form.problems)
        form.only(keys.HAND)
        by = form.value.get(keys.BY.name)
        by = self.end.event if by is None else by
        completed = Form({**form.value, keys.BY.name: by}, form.where, form.problems)
        hand = read_tiles(completed)
        situation = read_situation(completed)
        self._check_rules(form)
        if len(form.problems) > before:
            return None
        return Case(Hand(*hand), self._at_table(form, situation, seat, fed), self.rules)

    def _check_rules(self, form: Form) -> None:
        """Check that rules named by a hand are those of the table."""
        if read_rules(form) is None:
            return
        stated, expected = form.value.get(keys.RULES.name), self.form.take(keys.RULES)
        if stated not in {None, expected}:
            self._contradicts(form.spot(keys.RULES.name), stated, expected)
        of_hand, of_table = form.take(keys.RULE_OVERRIDES), self.form.take(keys.RULE_OVERRIDES)
        for name in {**of_hand, **of_table} if of_hand else ():
            if of_hand.get(name) != of_table.get(name):
                spot = form.spot(keys.RULE_OVERRIDES.name).inner(f".{name}")
                self._contradicts(spot, of_hand.get(name), of_table.get(name))

    def _at_table(self, form: Form, situation: Situation, seat: Seat, fed: Liable | None) -> Situation:
        """The situation with the table's facts."""
        end = self.end
        known: dict[str, Any] = {
            keys.BY.name: end.event,
            keys.SEAT.name: seat,
            keys.ROUND.name: end.round,
            keys.DISCARDER.name: end.discarder,
            keys.BONUS_HAND.name: end.honba if seat == DEALER else None,
            keys.HONBA.name: end.honba,
        }
        known = {name: value for name, value in known.items() if value is not None}
        for name, value in known.items():
            stated = getattr(situation, name)
            if form.value.get(name) is not None and stated not in {value, 0}:
                self._contradicts(form.spot(name), stated, value)
        if fed and situation.liable and fed != situation.liable:
            reason = Message.of("win_names", told=(fed.seat, fed.yaku))
            self._differs(form.spot(keys.LIABLE.name), situation.liable.seat, reason)
        known |= {"riichi": self._riichi(form, situation, seat), "liable": fed or situation.liable}
        return replace(situation, **known, deposits=0)

    def _riichi(self, form: Form, situation: Situation, seat: Seat) -> Riichi:
        """Riichi as stated by the hand, or by the stick that was laid."""
        bet = seat in self.end.riichi
        if not form.says(keys.RIICHI):
            return "riichi" if bet else "none"
        if (situation.riichi != "none") != bet:
            reason = Message.of("stick_laid" if bet else "no_stick_laid", seat=seat)
            self._differs(form.spot(keys.RIICHI.name), situation.riichi, reason)
        return situation.riichi

    def _contradicts(self, spot: FormField, stated: object, expected: object) -> None:
        self._differs(spot, stated, Message.of("table_says", told=quoted(expected)))

    @staticmethod
    def _differs(spot: FormField, stated: object, reason: Message) -> None:
        spot.wrong(Message.of("hand_contradicts", given=quoted(stated), why=reason))


def _figures(result: Score) -> Figures:
    """What a scored hand is worth, in figures."""
    yaku, dora = (tuple((row.id, row.han) for row in rows) for rows in (result.yaku, result.dora))
    return Figures(result.han or 0, result.fu or 0, result.yakuman, result.limit, yaku, dora)


def _liability_unsaid(result: Score) -> tuple[Note, ...]:
    """Notes on what the calls leave open about liability, for whoever settles the hand."""
    misses = result.why_not if result.yakuman else ()
    return tuple(
        Note(reason, miss.cite) for miss in misses if miss.id == "liability" for reason in miss.reasons
    )


def _plain(yaku: str) -> str:
    """The plain name of a double form, as rule sets without double forms use it."""
    return BY_ID[yaku].replaces or yaku
