"""What a winning declaration is worth: from a full hand, from han and fu, or from a number of yakuman."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scorer.contract.hand_end_json import DEFAULT_RULES, Reader, shown
from scorer.contract.hand_json import Case, case_from_json
from scorer.contract.wins_together import Given, contradictions
from scorer.hand import Liable, Problem
from scorer.message import NOT_TOLD, Told
from scorer.points import base_points
from scorer.scoring import score
from scorer.table.hand_end import DEALER, HandEnd, Win
from scorer.table.win_payments import limit_base
from scorer.vocabulary import YAKU_IDS, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorer.rules.ruleset import RuleSet

KEYS: Final = ("seat", "hand", "han", "fu", "yakuman", "yaku", "liable")
"""What a win may say."""
FU: Final = (25, *range(20, 150, 10))
"""Minipoints that a hand can have."""
_MOST_HAN: Final = 200
_MOST_YAKUMAN: Final = 8
_SEVEN_PAIRS: Final = 25
_PLAIN: Final = {
    "kokushi_musou_13": "kokushi_musou",
    "chuuren_poutou_9": "chuuren_poutou",
    "suuankou_tanki": "suuankou",
}
"""Double forms, which a rule set without them knows under the plain name."""
_UNWON: Final = {
    "no_yaku": "the hand has no yaku, so it does not win (a chombo where it was shown)",
    "not_complete": "the hand is not complete, so it does not win (a chombo where it was shown)",
    "invalid": "the hand is not valid",
}


@dataclass(frozen=True, slots=True)
class WinReader:
    """Reads the wins of one finished hand.

    Attributes:
        table: the JSON object of the finished hand, for its `rules`, `rule_overrides` and `round`.
        end: the same hand as far as it is read: everything but the wins.
        rules: the rule set in force.
        reader: gathers the problems.
    """

    table: Mapping[str, Any]
    end: HandEnd
    rules: RuleSet
    reader: Reader

    def wins(self, value: object) -> tuple[Win, ...]:
        """The wins; an unreadable one is a problem and left out."""
        if value is None:
            return ()
        if not isinstance(value, list):
            self.reader.wrong("wrong_type", f"wins: a list is needed, not {shown(value)}")
            return ()
        hands: list[Given] = []
        read = [self._win(each, f"wins[{at}]", hands) for at, each in enumerate(value)]
        if self.end.event == "ron":
            self.reader.problems += contradictions(hands)
        return tuple(win for win in read if win is not None)

    def _win(self, value: object, where: str, hands: list[Given]) -> Win | None:
        if not isinstance(value, dict):
            self.reader.wrong("wrong_type", f"{where}: an object is needed, not {shown(value)}")
            return None
        self.reader.known(value, KEYS, f"{where}: ")
        seat = self.reader.seat(value.get("seat"), f"{where}.seat")
        given = [key for key in ("hand", "han", "yakuman") if value.get(key) not in (None, 0)]
        if len(given) != 1:
            many = " and ".join(given) or "nothing"
            text = f"{where}: give a hand, or han and fu, or yakuman; not {many}"
            self.reader.wrong("wrong_win", text)
        if seat is None or len(given) != 1:
            return None
        liable = read_liable(value.get("liable"), f"{where}.liable", self.reader)
        if given == ["hand"]:
            return self._from_hand(value["hand"], Win(seat, 0, liable=liable), where, hands)
        yaku = read_yaku(value.get("yaku"), f"{where}.yaku", self.reader)
        if liable and yaku and _plain(liable.yaku) not in map(_plain, yaku):
            text = f"{where}.liable: {liable.yaku} is not among the yaku of the win"
            self.reader.wrong("liable_not_won", text)
        if given == ["han"]:
            base, words, worth = self._from_han(value["han"], value.get("fu"), where)
        else:
            self._paarenchan(seat, yaku, where)
            base, words, worth = self._from_yakuman(value["yakuman"], yaku, where)
        return Win(seat, base, words, liable, worth=worth)

    def _from_han(self, han: object, fu: object, where: str) -> tuple[int, str, Told]:
        many = self.reader.whole(han, f"{where}.han", 1, _MOST_HAN)
        if many is None:
            return 0, "", NOT_TOLD
        if fu is not None and (not isinstance(fu, int) or isinstance(fu, bool) or fu not in FU):
            text = f"{where}.fu: 25, or tens from 20 to {FU[-1]}, are needed, not {shown(fu)}"
            self.reader.wrong("wrong_fu", text)
            return 0, "", NOT_TOLD
        if fu is None and many < min(step.han for step in self.rules.limits):
            self.reader.wrong("wrong_fu", f"{where}.fu: {many} han need their fu")
            return 0, "", NOT_TOLD
        if fu == _SEVEN_PAIRS and many == 1:
            text = f"{where}.fu: 25 fu are seven pairs, which have 2 han or more"
            self.reader.wrong("wrong_fu", text)
        base, limit = base_points(many, fu or 0, 0, self.rules)
        return base, value_words(many, fu, limit), value_told(many, fu, limit)

    def _paarenchan(self, seat: Seat, yaku: tuple[str, ...], where: str) -> None:
        if "paarenchan" in yaku and (seat != DEALER or self.end.honba < self.rules.paarenchan_from):
            least = self.rules.paarenchan_from
            text = f"{where}.yaku: paarenchan is a win of the dealer with {least} counters or more"
            self.reader.wrong("no_paarenchan", text)

    def _from_yakuman(self, many: object, yaku: tuple[str, ...], where: str) -> tuple[int, str, Told]:
        for each in yaku:
            value = self.rules.yaku.get(each) or self.rules.yaku.get(_plain(each))
            if value is None or not value.yakuman:
                cite = self.rules.cite_of(f"yaku.{each}")
                text = f"{where}.yaku: {each} is no yakuman in these rules ({cite})"
                self.reader.wrong("no_yakuman", text)
        count = self.reader.whole(many, f"{where}.yakuman", 1, _MOST_YAKUMAN)
        if count is None:
            return 0, "", NOT_TOLD
        paid = count if self.rules.several_yakuman else 1
        words = " + ".join(yaku) or "a yakuman"
        if count > 1:
            words += f" (x{paid})" if paid > 1 else " (several are paid as one)"
        told = Told.of("worth", yaku=" ".join(yaku) or "yakuman", times=paid)
        return paid * limit_base("yakuman", self.rules), words, told

    def _from_hand(self, hand: object, win: Win, where: str, hands: list[Given]) -> Win | None:
        """The win by what its hand is worth; a hand that can be read joins `hands`."""
        if not isinstance(hand, dict):
            self.reader.wrong("wrong_type", f"{where}.hand: an object is needed, not {shown(hand)}")
            return None
        inner = read_liable(hand.get("liable"), f"{where}.hand.liable", self.reader)
        if win.liable and inner and win.liable != inner:
            text = f"{where}: the win and its hand name different liable players"
            self.reader.wrong("hand_contradicts", text)
        liable = win.liable or inner
        asked = self._asked(hand, win.seat, f"{where}.hand")
        if liable:
            asked["liable"] = {"seat": liable.seat, "yaku": liable.yaku}
        case = case_from_json(asked)
        if not isinstance(case, Case):
            self._not_won(case, where)
            return None
        hands.append(Given(hand, case))
        found = score(case.hand, case.situation, case.rules)
        if found.outcome != "win":
            self._not_won(found.problems or (Problem(found.outcome, _UNWON[found.outcome]),), where)
            return None
        yaku = [row.id for row in found.yaku]
        worth = (found.han or 0, found.fu, found.limit)
        misses = found.why_not if liable else ()
        not_liable = next((miss for miss in misses if miss.id == "liability"), None)
        return Win(
            win.seat,
            found.base,
            " + ".join(yaku) if found.yakuman else value_words(*worth),
            liable,
            not_liable.because if not_liable else "",
            Told.of("worth", yaku=" ".join(yaku), times=found.yakuman)
            if found.yakuman
            else value_told(*worth),
            not_liable.reasons[0] if not_liable else NOT_TOLD,
        )

    def _not_won(self, problems: Iterable[Problem], where: str) -> None:
        for problem in problems:
            self.reader.wrong(problem.code, f"{where}.hand: {problem.message}")

    def _asked(self, hand: dict[str, Any], seat: Seat, where: str) -> dict[str, Any]:
        """The winner's hand as the table knows it; where the two differ, that is a problem."""
        told = {
            "rules": self.table.get("rules") or DEFAULT_RULES,
            "rule_overrides": self.table.get("rule_overrides") or {},
            "by": self.end.event,
            "seat": seat,
            "round": self.table.get("round"),
            "discarder": self.end.discarder,
            "bonus_hand": self.end.honba if seat == DEALER else None,
            "honba": self.end.honba,
        }
        asked = {key: value for key, value in hand.items() if key not in ("liable", "id")}
        for key, value in told.items():
            if value is None:
                continue
            if hand.get(key) not in (None, value, 0, {}):
                text = f"{where}.{key}: {shown(hand[key])}, but the table says {shown(value)}"
                self.reader.wrong("hand_contradicts", text)
            asked[key] = value
        bet = seat in self.end.riichi
        riichi = hand.get("riichi")
        if riichi is None:
            asked["riichi"] = "riichi" if bet else "none"
        elif (riichi != "none") != bet:
            text = f"{where}.riichi: {shown(riichi)}, but {seat} laid {'a' if bet else 'no'} stick (riichi)"
            self.reader.wrong("hand_contradicts", text)
        return asked | {"deposits": 0}


def read_liable(value: object, where: str, reader: Reader) -> Liable | None:
    """Who fed a yakuman and which, where somebody did."""
    if value is None:
        return None
    if not isinstance(value, dict):
        reader.wrong("wrong_type", f"{where}: an object with seat and yaku is needed, not {shown(value)}")
        return None
    reader.known(value, ("seat", "yaku"), f"{where}: ")
    seat = reader.seat(value.get("seat"), f"{where}.seat")
    yaku = reader.word(value.get("yaku"), f"{where}.yaku", YAKU_IDS)
    return Liable(seat, yaku) if seat and yaku else None


def read_yaku(value: object, where: str, reader: Reader) -> tuple[str, ...]:
    """A list of yaku ids; nothing is an empty one."""
    if value is None:
        return ()
    if not isinstance(value, list):
        reader.wrong("wrong_type", f"{where}: a list of yaku is needed, not {shown(value)}")
        return ()
    read = (reader.word(each, where, YAKU_IDS) for each in value)
    return tuple(each for each in read if each is not None)


def value_words(han: int | None, fu: int | None, limit: str | None) -> str:
    """A hand's worth in words.

    >>> value_words(3, 40, None), value_words(6, None, "haneman")
    ('3 han 40 fu', 'haneman, 6 han')
    """
    counted = f"{han} han" + (f" {fu} fu" if fu and not limit else "")
    return f"{limit.replace('_', ' ')}, {counted}" if limit else counted


def value_told(han: int, fu: int | None, limit: str | None) -> Told:
    """A hand's worth as data.

    >>> value_told(3, 40, None).to_json()
    {'code': 'worth', 'han': 3, 'fu': 40}
    """
    if limit:
        return Told.of("worth", han=han, limit=limit)
    return Told.of("worth", han=han, fu=fu or 0)


def _plain(yaku: str) -> str:
    return _PLAIN.get(yaku, yaku)
