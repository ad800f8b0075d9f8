"""From the contract's JSON of a finished hand to a `HandEnd`, except for its wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import Form, Key, quoted
from yakulens.scorer.message import Message
from yakulens.scorer.payments import DEALER
from yakulens.scorer.table.hand_end import HandEnd
from yakulens.scorer.vocabulary import Seat

REASONS: Final = {
    "four_winds": (("wind",), ("suufon",), ("suufuu",), ("kaze",)),
    "fifth_quad": (("fif", "qka"), ("five", "qka"), ("5", "qka")),
    "four_quads": (("four", "qka"), ("4", "qka"), ("suukaikan",), ("suukan",)),
    "nine_terminals": (("nine",), ("9",), ("kyuushu",), ("kyushu",)),
    "four_riichi": (("four", "riichi"), ("4", "riichi"), ("suucha",), ("reach",)),
    "three_rons": (("three", "ron"), ("3", "ron"), ("triple", "ron"), ("sancha",)),
    "same_terminal": (("same", "terminal"), ("three", "terminal")),
}
"""The reasons of an abortive draw, each with the parts of the names that people and records give it."""
_QUADS: Final = ("quad", "kong", "kan")


def read_end(form: Form) -> HandEnd:
    """The finished hand without its wins; a part that cannot be read is a problem of the form and left out.

    >>> end = read_end(Form.of({"event": "exhaustive_draw", "tenpai": ["east"], "honba": 1}))
    >>> end.event, end.tenpai, end.honba
    ('exhaustive_draw', ('east',), 1)
    """
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
    """The hand as it stands before it has ended: counters, sticks, points and its place in the game.

    Args:
        form: what is read; what is wrong with it is noted there.
        scores: the key of the points that each seat had.
    """
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
    """The reason of an abortive draw by any of the names it is known by; None where the name is unknown.

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
        message = Message.of("wrong_value", given=quoted(name), allowed=tuple(REASONS))
        form.spot(keys.REASON.name).wrong(message)
    return reason
