"""What is wrong with a finished hand before anybody pays; every contradiction has a code and a message."""

from collections.abc import Iterator

from yakulens.scorer.judge.check import round_not_played, seat_not_at_table
from yakulens.scorer.message import Message
from yakulens.scorer.payments import limit_base
from yakulens.scorer.rules.penalties import offence_source
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.rules.shown import cited
from yakulens.scorer.table.draw import chombo_form, chombo_key
from yakulens.scorer.table.hand_end import HandEnd, seats_of
from yakulens.scorer.transfers import RIICHI_STICK
from yakulens.scorer.vocabulary import Seat


def problems_of(end: HandEnd, rules: RuleSet) -> tuple[Message, ...]:
    """Every contradiction within the hand, or between it and the rule set; empty if it can be settled.

    >>> [each.text for each in problems_of(HandEnd("exhaustive_draw", reason="rain"), load_rules("ema-2025"))]
    ['reason: only an abortive draw has a reason, a hand that ends as exhaustive draw has none']
    """
    of_a_win = (_seats, _numbers, _riichi, _winners, _discarder, _liability)
    without_win = (_draws, _abortive, _chombo, _dead_hands)
    checks = (*of_a_win, *without_win, _scores)
    return tuple(problem for check in checks for problem in check(end, rules))


def wrong_total(points: int, deposits: int, rules: RuleSet) -> Message | None:
    """The message about scores that, with the sticks, do not add up to the starting points; else None."""
    total, expected = points + deposits * RIICHI_STICK, rules.players * rules.start_points
    if total == expected:
        return None
    message = Message.of("wrong_total", total=total, due=expected, cite=cited(rules, "start_points"))
    return message.at("scores")


def wrong_scores(count: int, rules: RuleSet) -> Message:
    """The message about the points of too few or too many players."""
    message = Message.of("wrong_scores", players=rules.players, count=count, cite=rules.cite_of("players"))
    return message.at("scores")


def unexpected_wins(end: HandEnd) -> Message:
    """The message about winners of a hand that ended without a win."""
    return Message.of("unexpected_wins", event=end.event).at("wins")


def no_abortive_draws(rules: RuleSet) -> Message:
    """The message about an abortive draw under rules without abortive draws."""
    cite = rules.cite_of("abortive_draws")
    return Message.of("no_abortive_draws", rules=rules.title, cite=cite).at("event")


def no_chips(rules: RuleSet) -> Message:
    """The message about stated chips under rules without chips."""
    return Message.of("no_chips", rules=rules.title, cite=rules.cite_of("chips.ippatsu"))


def _seats(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    at_table = seats_of(rules)
    seats_by_key: dict[str, tuple[Seat, ...]] = {
        "riichi": end.riichi,
        "wins": tuple(win.seat for win in end.wins),
        "tenpai": end.tenpai,
        "nagashi": end.nagashi,
        "discarder": (end.discarder,) if end.discarder else (),
        "offender": end.offenders,
        "dead_hands": end.dead_hands,
    }
    for key, seats in seats_by_key.items():
        for seat in dict.fromkeys(seats):
            if seat not in at_table:
                yield seat_not_at_table(key, seat, rules)
            if seats.count(seat) > 1:
                yield Message.of("seat_twice", seat=seat, count=seats.count(seat)).at(key)
    for liable in (win.liable for win in end.wins if win.liable):
        if liable.seat not in at_table:
            yield seat_not_at_table("liable", liable.seat, rules)
    if end.scores and set(end.scores) != set(at_table):
        yield wrong_scores(len(end.scores), rules)


def _numbers(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    for key, number in (("honba", end.honba), ("deposits", end.deposits)):
        if number < 0:
            yield Message.of("negative_number", number=number).at(key)
    if end.round is not None and end.round not in rules.rounds:
        yield round_not_played(end.round, rules)
    if end.number is not None and end.number > rules.players:
        expected = Message.of("whole_number", low=1, high=rules.players)
        yield Message.of("wrong_number", given=str(end.number), expected=expected).at("hand_number")


def _riichi(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    min_points, cite = rules.riichi_min_points, rules.cite_of("riichi_min_points")
    for seat in end.riichi:
        if min_points and seat in end.scores and end.scores[seat] < min_points:
            values = {"seat": seat, "points": end.scores[seat], "least": min_points, "cite": cite}
            yield Message.of("riichi_without_points", **values).at("riichi")


def _winners(end: HandEnd, _: RuleSet) -> Iterator[Message]:
    if not end.is_won:
        if end.wins:
            yield unexpected_wins(end)
        return
    winners = {win.seat for win in end.wins}
    if not end.wins:
        yield Message.of("no_winner", event=end.event).at("wins")
    if end.event == "tsumo" and len(end.wins) > 1:
        yield Message("several_self_draws").at("wins")
    if end.discarder in winners:
        yield Message.of("discarder_is_winner", seat=end.discarder).at("wins")
    for seat in end.offenders:
        if seat in winners:
            yield Message.of("offender_is_winner", seat=seat).at("wins")


def _discarder(end: HandEnd, _: RuleSet) -> Iterator[Message]:
    if end.event == "ron":
        if end.discarder is None:
            yield Message("no_discarder").at("discarder")
    elif end.discarder is not None and end.event == "tsumo":
        yield Message.of("discarder_by_tsumo", seat=end.discarder).at("discarder")
    elif end.discarder is not None:
        yield Message.of("unexpected_discarder", event=end.event).at("discarder")


def _liability(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    for win in end.wins:
        if win.liable and win.liable.seat == win.seat:
            yield Message.of("liable_is_winner", seat=win.seat).at("liable")
        ordinary = win.base < limit_base("yakuman", rules)
        if win.liable and win.liable.yaku != "rinshan" and not win.not_liable and ordinary:
            yield Message.of("liable_without_yakuman", winner=win.seat, worth=win.worth).at("liable")


def _draws(end: HandEnd, _: RuleSet) -> Iterator[Message]:
    if end.nagashi and end.event != "exhaustive_draw":
        yield Message.of("unexpected_nagashi", event=end.event).at("nagashi")
    if end.tenpai and end.is_won:
        yield Message.of("unexpected_tenpai", event=end.event).at("tenpai")
    if end.reason is not None and end.event != "abortive_draw":
        yield Message.of("unexpected_reason", event=end.event).at("reason")


def _abortive(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    if end.event != "abortive_draw":
        return
    cite = rules.cite_of("abortive_draws")
    if not rules.abortive_draws:
        yield no_abortive_draws(rules)
    elif end.reason is not None and end.reason not in rules.abortive_draws:
        allowed = rules.abortive_draws
        message = Message.of("abortive_draw_not_allowed", reason=end.reason, reasons=allowed, cite=cite)
        yield message.at("reason")
    if end.reason == "four_riichi" and len(end.riichi) < rules.players:
        yield Message.of("riichi_missing", players=rules.players, count=len(end.riichi)).at("riichi")
    if end.reason == "four_winds" and end.riichi and not rules.four_winds_with_riichi:
        cite = rules.cite_of("four_winds_with_riichi")
        yield Message.of("four_winds_with_riichi", seat=end.riichi[0], cite=cite).at("riichi")


def _chombo(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    if end.event == "chombo":
        if not end.offenders:
            yield Message("no_offender").at("offender")
        if chombo_form(end, rules) == "none":
            yield Message.of("no_chombo", rules=rules.title, cite=rules.cite_of(chombo_key(end))).at("event")
        if end.waived and not rules.chombo_waivable:
            values = {"rules": rules.title, "cite": rules.cite_of("chombo_waivable")}
            yield Message.of("chombo_not_waivable", **values).at("waived")
        return
    if end.waived:
        yield Message.of("waived_without_chombo", event=end.event).at("waived")
    if end.offenders and not end.is_won:
        yield from _late_chombo(end, rules)


def _late_chombo(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    """A chombo in a drawn hand: after the last discard, some rules make it a dead hand."""
    cite = rules.cite_of("late_chombo")
    if end.event != "exhaustive_draw" or rules.late_chombo != "dead_hand":
        yield Message.of("unexpected_offender", event=end.event, cite=cite).at("offender")
        return
    for seat in end.offenders:
        if seat in end.tenpai:
            yield Message.of("offender_is_tenpai", seat=seat, cite=cite).at("tenpai")
        elif seat in end.riichi and seat not in end.dead_hands:
            values = {"seat": seat, "cite": offence_source("riichi_noten", rules).cite}
            yield Message.of("offender_is_riichi_noten", **values).at("offender")


def _dead_hands(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    """A dead hand that is shown as tenpai or wins (EMA 3.3.14, WRC 7.1, WDMC 3.11)."""
    cite = offence_source("riichi_hand_dead", rules).cite
    for seat in end.dead_hands:
        if seat in end.tenpai:
            yield Message.of("dead_hand_is_tenpai", seat=seat, cite=cite).at("tenpai")
        if seat in {win.seat for win in end.wins}:
            yield Message.of("dead_hand_wins", seat=seat, cite=cite).at("wins")


def _scores(end: HandEnd, rules: RuleSet) -> Iterator[Message]:
    if set(end.scores) == set(seats_of(rules)):
        wrong = wrong_total(sum(end.scores.values()), end.deposits, rules)
        if wrong:
            yield wrong
