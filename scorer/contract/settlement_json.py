"""The contract's JSON of a finished hand: what ended it comes in, the settlement goes out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.answer import (
    chip_transfer_json,
    messages_json,
    note_json,
    problems_json,
    transfer_json,
)
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.hand_end_json import read_end
from yakulens.scorer.contract.hand_json import read_rules
from yakulens.scorer.contract.wins_json import WinReader
from yakulens.scorer.payments import DEALER
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.hand_end import HandEnd
from yakulens.scorer.table.settlement import Settlement, refused, settle
from yakulens.scorer.vocabulary import SEATS


def settle_json(value: object) -> dict[str, Any]:
    """Settle one finished hand given as the contract's JSON; never raises, whatever the value.

    Besides the rows, notes and problems in English the answer holds them as data under `messages`, from which
    other languages make their sentences.

    >>> settle_json({"event": "exhaustive_draw", "tenpai": ["east"]})["net"]["east"]
    3000
    """
    form = Form.of(value)
    echo = {"id": form.take(keys.ID)} if keys.ID.name in form.value else {}
    return echo | settlement_to_json(settled(form))


def settled(form: Form, rules: RuleSet | None = None) -> Settlement:
    """The settlement of a finished hand; where something is wrong, its problems, and nobody pays.

    Args:
        form: the contract's JSON of a finished hand.
        rules: the rule set, instead of the one that the JSON names.

    >>> settled(Form.of({"event": "exhaustive_draw", "tenpai": ["east"]})).net["east"]
    3000
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
    """The hand with the sticks and counters that the input names, even where they are out of bounds."""
    stated = {key.name: form.value.get(key.name) for key in (keys.HONBA, keys.DEPOSITS)}
    values: dict[str, Any] = {name: value for name, value in stated.items() if type(value) is int}
    return replace(end, **values)


def _nothing(form: Form) -> Settlement:
    """The answer where the rule set cannot be read, or where the input is no object."""
    table = _as_given(HandEnd("chombo"), form)
    nobody = dict.fromkeys(SEATS, 0)
    return Settlement(nobody, table.deposits, table.honba, DEALER, problems=tuple(form.problems))


def settlement_to_json(settlement: Settlement) -> dict[str, Any]:
    """A settlement as the contract's JSON.

    >>> settlement_to_json(settled(Form.of({"event": "exhaustive_draw", "tenpai": []})))["honba_next"]
    1
    """
    answer: dict[str, Any] = {"outcome": "invalid"} if settlement.problems else {}
    answer |= {
        "net": dict(settlement.net),
        "deposits_left": settlement.deposits_left,
        "honba_next": settlement.honba_next,
        "dealer_next": settlement.dealer_next,
        "winners": list(settlement.winners),
        "penalties": dict(settlement.penalties),
        "rows": [transfer_json(each) for each in settlement.transfers],
        "notes": [note_json(note) for note in settlement.notes],
        "problems": problems_json(settlement.problems),
        "messages": messages_json(
            problems=settlement.problems,
            rows=(each.message for each in settlement.transfers),
            notes=(note.message for note in settlement.notes),
        ),
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
