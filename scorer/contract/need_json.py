"""The contract's JSON of the all-last sheet: the points before the last hand, and what each player needs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.answer import messages_json, picked, problems_json
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.hand_json import read_rules
from yakulens.scorer.contract.settlement_json import read_before
from yakulens.scorer.judge.check import seat_not_at_table
from yakulens.scorer.message import Message
from yakulens.scorer.payments import worth_of, worth_of_yakuman
from yakulens.scorer.points import shares
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.check import problems_of, wrong_scores
from yakulens.scorer.table.course import ordinary_rounds
from yakulens.scorer.table.hand_end import HandEnd, seats_of
from yakulens.scorer.table.need import Enough, Goal, Need, NeededHand, needs
from yakulens.scorer.vocabulary import HandState, Seat

CLOSED: Final[HandState] = "closed"
OPEN: Final[HandState] = "open"


def need_json(value: object) -> dict[str, Any]:
    """What each player needs in a hand for a better place; never raises, whatever the value.

    The JSON holds `scores` by seat before the hand, and, as for `settle`, `honba`, `deposits`, `riichi` (the
    seats that have declared it), `round`, `hand_number`, `hands_left` and `east_only`. Without round and
    number, it is the last hand of the game. `closed` and `open` list the seats of which that is known.

    >>> scores = {"east": 41000, "south": 37000, "west": 22000, "north": 20000}
    >>> answer = need_json({"scores": scores})
    >>> (goal,) = answer["needs"][1]["goals"]
    >>> goal["tsumo"]["text"], goal["ron"]["east"]["text"]
    ('2 han 40 fu', '2 han 30 fu')
    """
    form = Form.of(value)
    echo = {"id": form.take(keys.ID)} if keys.ID.name in form.value else {}
    found = needed(form)
    if found is None:
        return echo | {"outcome": "invalid", "needs": [], **_stated(form.problems)}
    return echo | sheet_to_json(*found)


def sheet_to_json(sheet: Iterable[Need], rules: RuleSet) -> dict[str, Any]:
    """An all-last sheet as the contract's JSON."""
    return {"needs": [need_to_json(each, rules) for each in sheet], **_stated(())}


def needed(form: Form, rules: RuleSet | None = None) -> tuple[tuple[Need, ...], RuleSet] | None:
    """The all-last sheet and its rule set; None if something is wrong with the form, which then lists it.

    `rules` replace those in the JSON.
    """
    form.only(keys.NEED)
    rules, end = rules or read_rules(form), read_before(form, keys.NEEDED_SCORES)
    closed, opened = form.take(keys.CLOSED), form.take(keys.OPEN)
    if rules is not None:
        end = _last_hand(end, rules)
        form.problems.extend(_hand_problems(closed, opened, end, rules))
        if form.is_object and not form.problems and len(end.scores) != rules.players:
            form.problems.append(wrong_scores(len(end.scores), rules))
        form.problems.extend(each for each in problems_of(end, rules) if each not in form.problems)
    if rules is None or form.problems:
        return None
    known: dict[Seat, HandState] = {**dict.fromkeys(closed, CLOSED), **dict.fromkeys(opened, OPEN)}
    return needs(end, rules, known), rules


def _hand_problems(
    closed: tuple[Seat, ...], opened: tuple[Seat, ...], end: HandEnd, rules: RuleSet
) -> Iterator[Message]:
    """Seats that nobody sits on, and hands said to be both closed and open; one in riichi is closed."""
    for key, seats in ((keys.CLOSED.name, closed), (keys.OPEN.name, opened)):
        for seat in dict.fromkeys(seats):
            if seat not in seats_of(rules):
                yield seat_not_at_table(key, seat, rules)
    for seat in dict.fromkeys(opened):
        if seat in {*closed, *end.riichi}:
            yield Message.of("closed_and_open", seat=seat).at(keys.OPEN.name)


def _last_hand(end: HandEnd, rules: RuleSet) -> HandEnd:
    """The hand, which counts as the last of the game if neither round nor number is given."""
    if end.round is not None or end.number is not None:
        return end
    return replace(end, round=rules.rounds[ordinary_rounds(end, rules) - 1], number=rules.players)


def _stated(problems: Sequence[Message]) -> dict[str, Any]:
    return {"problems": problems_json(problems), "messages": messages_json(problems=problems)}


def need_to_json(need: Need, rules: RuleSet) -> dict[str, Any]:
    """A player's line of the sheet as the contract's JSON."""
    return {
        **picked(need, "seat", "points", "place"),
        "goals": [_goal_json(each, need.seat, rules) for each in need.goals],
        "drawn": [picked(each, "tenpai", "places", "rival", "shared", "game_ends") for each in need.draws],
    }


def _goal_json(goal: Goal, seat: Seat, rules: RuleSet) -> dict[str, Any]:
    ron = {payer: _enough_json(each, seat, payer, rules) for payer, each in goal.ron.items()}
    return {"place": goal.place, "tsumo": _enough_json(goal.tsumo, seat, None, rules), "ron": ron}


def _enough_json(
    enough: Enough | None, seat: Seat, payer: Seat | None, rules: RuleSet
) -> dict[str, Any] | None:
    """The smallest win that is enough: the hand, what each player pays, what follows; null if none is."""
    if enough is None:
        return None
    worth = enough.worth
    payments = shares(worth.base, seat, "tsumo" if payer is None else "ron", rules)
    return {
        "han": None if worth.yakuman else worth.han,
        "fu": worth.fu or None,
        **picked(worth, "limit", "yakuman"),
        "text": _text(worth).text,
        "value": sum(payments.values()),
        "pays": payments if payer is None else {payer: sum(payments.values())},
        "worths": [picked(each, "han", "fu", "limit") for each in enough.worths],
        **picked(enough, "points", "shared", "game_ends"),
        "message": _text(worth).to_json(),
    }


def _text(worth: NeededHand) -> Message:
    """What a hand is worth, worded as in payments."""
    if worth.yakuman:
        return worth_of_yakuman((), worth.yakuman, worth.yakuman)
    if worth.limit:
        return Message.of("worth_limit_alone", limit=worth.limit)
    return worth_of(worth.han, worth.fu, None)
