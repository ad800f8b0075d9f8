"""The contract's JSON of a finished hand: its end comes in, the settlement goes out."""

from dataclasses import replace
from typing import Any, Final

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.answer import chip_transfer_json, explained, messages_json, picked
from yakulens.scorer.contract.form import Form, Key, wrong_value
from yakulens.scorer.contract.hand_json import read_rules
from yakulens.scorer.contract.wins_json import WinReader
from yakulens.scorer.message import Message
from yakulens.scorer.payments import DEALER
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.hand_end import HandEnd
from yakulens.scorer.table.settlement import Settlement, refused, settle
from yakulens.scorer.vocabulary import SEATS, Seat

REASONS: Final = {
    "four_winds": (("wind",), ("suufon",), ("suufuu",), ("kaze",)),
    "fifth_quad": (("fif", "qka"), ("five", "qka"), ("5", "qka")),
    "four_quads": (("four", "qka"), ("4", "qka"), ("suukaikan",), ("suukan",)),
    "nine_terminals": (("nine",), ("9",), ("kyuushu",), ("kyushu",)),
    "four_riichi": (("four", "riichi"), ("4", "riichi"), ("suucha",), ("reach",)),
    "three_rons": (("three", "ron"), ("3", "ron"), ("triple", "ron"), ("sancha",)),
    "same_terminal": (("same", "terminal"), ("three", "terminal")),
}
"""The reasons of an abortive draw, each with parts of the names that people and records use."""
_QUADS: Final = ("quad", "kong", "kan")


def settle_json(value: object) -> dict[str, Any]:
    """Settle a finished hand in the contract's JSON; never raises, whatever the value.

    The answer holds rows, notes and problems in English, and as data under `messages`, from which other
    languages make their sentences.

    >>> settle_json({"event": "exhaustive_draw", "tenpai": ["east"]})["net"]["east"]
    3000
    """
    form = Form.of(value)
    echo = {"id": form.take(keys.ID)} if keys.ID.name in form.value else {}
    return echo | settlement_to_json(settled(form))


def settled(form: Form, rules: RuleSet | None = None) -> Settlement:
    """The settlement of a finished hand; if something is wrong, its problems, and nobody pays.

    `rules` replace those in the JSON.
    """
    if not form.is_object:
        return _nothing(form)
    end = read_end(form)
    rules = rules or read_rules(form)
    if rules is None:
        return _nothing(form)
    end = replace(end, wins=WinReader(form, end, rules).wins())
    if form.problems:
        return refused(_as_given(end, form), rules, tuple(form.problems))
    return settle(end, rules)


def _as_given(end: HandEnd, form: Form) -> HandEnd:
    """The hand with the sticks and counters of the input, even if out of bounds."""
    stated = {key.name: form.value.get(key.name) for key in (keys.HONBA, keys.DEPOSITS)}
    values: dict[str, Any] = {name: value for name, value in stated.items() if type(value) is int}
    return replace(end, **values)


def _nothing(form: Form) -> Settlement:
    """The answer if the rule set cannot be read or the input is no object."""
    table = _as_given(HandEnd("chombo"), form)
    nobody = dict.fromkeys(SEATS, 0)
    return Settlement(nobody, table.deposits, table.honba, DEALER, problems=tuple(form.problems))


def settlement_to_json(settlement: Settlement) -> dict[str, Any]:
    """A settlement as the contract's JSON."""
    answer: dict[str, Any] = {"outcome": "invalid"} if settlement.problems else {}
    answer |= {
        "net": dict(settlement.net),
        **picked(settlement, "deposits_left", "honba_next", "dealer_next", "winners"),
        "penalties": dict(settlement.penalties),
        **explained(settlement.problems, settlement.transfers, settlement.notes),
        "game_ends": settlement.game_ends,
    }
    if settlement.hands_left is not None:
        answer |= {"hands_left": settlement.hands_left}
    if settlement.chips:
        rows = settlement.chip_transfers
        answer |= {"chips": dict(settlement.chips), "chip_rows": [chip_transfer_json(each) for each in rows]}
        answer["messages"] |= messages_json(chip_rows=(each.message for each in rows))
    if settlement.scores:
        answer |= {"scores": dict(settlement.scores)}
    return answer


def read_end(form: Form) -> HandEnd:
    """The finished hand without its wins; unreadable parts are problems and left out."""
    form.only(keys.SETTLE)
    return replace(
        read_before(form, keys.SEAT_SCORES),
        event=form.take(keys.EVENT),
        discarder=form.take(keys.DISCARDER),
        tenpai=form.take(keys.TENPAI),
        nagashi=form.take(keys.NAGASHI),
        offenders=form.take(keys.OFFENDERS),
        dead_hands=form.take(keys.DEAD_HANDS),
        waived=form.take(keys.WAIVED),
        reason=_reason(form),
        tournament=form.take(keys.TOURNAMENT),
    )


def read_before(form: Form, scores: Key[dict[Seat, int]]) -> HandEnd:
    """The hand before it ends: counters, sticks, points and its place in the game."""
    dealer = form.take(keys.DEALER)
    if dealer != DEALER:
        form.spot(keys.DEALER.name).wrong(Message.of("dealer_not_east", seat=dealer))
    return HandEnd(
        "exhaustive_draw",
        honba=form.take(keys.HONBA),
        deposits=form.take(keys.DEPOSITS),
        riichi=form.take(keys.BETS),
        scores=form.take(scores),
        round=form.take(keys.ROUND_OF_GAME),
        number=form.take(keys.HAND_NUMBER),
        hands_left=form.take(keys.HANDS_LEFT),
        east_only=form.take(keys.EAST_ONLY),
    )


def reason_of(name: str) -> str | None:
    """The reason of an abortive draw by any of its common names; None if the name is unknown.

    >>> reason_of("kyuushu kyuuhai"), reason_of("Four kans"), reason_of("5th kan"), reason_of("rain")
    ('nine_terminals', 'four_quads', 'fifth_quad', None)
    """
    plain = name.lower()
    if plain in REASONS:
        return plain
    for quad in _QUADS:
        plain = plain.replace(quad, f"{quad} qka")
    for reason, names in REASONS.items():
        if any(all(part in plain for part in parts) for parts in names):
            return reason
    return None


def _reason(form: Form) -> str | None:
    name = form.take(keys.REASON)
    reason = None if name is None else reason_of(name)
    if name is not None and reason is None:
        form.spot(keys.REASON.name).wrong(wrong_value(name, tuple(REASONS)))
    return reason
