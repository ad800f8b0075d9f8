"""The contract's JSON of a won hand: a Hand comes in, a Score goes out, whatever the Hand holds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.answer import (
    chip_transfer_json,
    messages_json,
    note_json,
    picked,
    problems_json,
    row_json,
)
from yakulens.scorer.contract.form import Form
from yakulens.scorer.explain import Score
from yakulens.scorer.hand import Hand, Liable, Situation
from yakulens.scorer.meld import Meld
from yakulens.scorer.message import Message
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.ruleset import RulesError, RuleSet
from yakulens.scorer.scoring import score_once
from yakulens.scorer.tile import KINDS, Tile
from yakulens.scorer.vocabulary import Outcome


@dataclass(frozen=True, slots=True)
class Case:
    """A hand to score, from JSON."""

    hand: Hand
    situation: Situation
    rules: RuleSet


def score_json(value: object) -> dict[str, Any]:
    """Score a Hand of the contract. Any JSON gives a Score; nothing is raised.

    >>> answer = score_json({"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"})
    >>> answer["outcome"], answer["han"], [row["id"] for row in answer["yaku"]]
    ('win', 3, ['menzen_tsumo', 'pinfu', 'tanyao'])
    >>> score_json([])["outcome"]
    'invalid'
    """
    name = value.get(keys.ID.name) if isinstance(value, Mapping) else None
    return score_to_json(scored(value), name)


def scored(value: object) -> Score:
    """The score of a Hand of the contract, without its explanation. Any JSON gives one.

    >>> found = scored({"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"})
    >>> found.outcome, found.han
    ('win', 3)
    """
    form = Form.of(value)
    case = read_case(form)
    if case is None:
        return _without_hand("invalid", form.problems)
    return score_once(case.hand, case.situation, case.rules)


def case_from_json(value: object) -> Case | tuple[Message, ...]:
    """A Hand of the contract as hand, situation and rule set, or every fault of its form."""
    form = Form.of(value)
    return read_case(form) or tuple(form.problems)


def hand_to_json(hand: Hand, situation: Situation | None = None) -> dict[str, Any]:
    """A hand as the contract's Hand, with the situation's `by`, `seat` and values that are not defaults.

    >>> hand = Hand.of("44p67s", "5s", [Meld.of("chi", "234p", "left")])
    >>> told = hand_to_json(hand, Situation("ron", "west", honba=1))
    >>> told["melds"], told["by"], told["seat"], told["honba"]
    ([{'kind': 'chi', 'tiles': ['2p', '3p', '4p'], 'from': 'left'}], 'ron', 'west', 1)
    """
    answer: dict[str, Any] = {"concealed": list(hand.concealed), "win": hand.win}
    if hand.melds:
        answer["melds"] = melds_to_json(hand.melds)
    if not hand.calls_in_order:
        answer[keys.CALLS_IN_ORDER.name] = False
    if situation is None:
        return answer
    answer |= {"by": situation.by, "seat": situation.seat}
    for key in keys.SITUATION:
        value = getattr(situation, key.name)
        if value == key.default:
            continue
        if isinstance(value, Liable):
            value = _liable_json(value)
        answer[key.name] = list(value) if isinstance(value, tuple) else value
    return answer


def melds_to_json(melds: Iterable[Meld]) -> list[dict[str, Any]]:
    """Melds as the contract's JSON."""
    return [
        {"kind": meld.kind, "tiles": list(meld.tiles)}
        | ({"from": meld.claimed_from} if meld.claimed_from else {})
        for meld in melds
    ]


def read_case(form: Form) -> Case | None:
    """A Hand of the contract as hand, situation and rule set; None if its form has a fault."""
    form.only(keys.HAND)
    rules = read_rules(form)
    hand = read_tiles(form)
    situation = read_situation(form)
    return None if form.problems or rules is None else Case(Hand(*hand), situation, rules)


def read_rules(form: Form) -> RuleSet | None:
    """The rule set that an object names, with its house rules; None if it does not exist."""
    before = len(form.problems)
    name, overrides = form.take(keys.RULES), form.take(keys.RULE_OVERRIDES)
    if len(form.problems) > before:
        return None
    key = keys.RULES.name
    try:
        load_rules(name)
        key = keys.RULE_OVERRIDES.name
        return load_rules(name, overrides)
    except RulesError as error:
        fault = str(error).removeprefix(f"{key}: ")
        form.spot(key).wrong(Message.of("unknown_rules", fault=fault))
        return None


def read_situation(form: Form) -> Situation:
    """How the hand was won, according to the object, with the contract's defaults for missing keys."""
    by = form.take(keys.BY)
    values: dict[str, Any] = {
        key.name: read_liable(form) if key is keys.LIABLE else form.take(key) for key in keys.SITUATION
    }
    return Situation(by, **values)


def read_tiles(form: Form) -> tuple[tuple[Tile, ...], Tile, tuple[Meld, ...], bool]:
    """The tiles of an object, as the fields of `scorer.Hand`.

    Unless the object says otherwise, the melds of a Reading are not in the order of their calls, but from
    left to right.
    """
    concealed, win, melds = form.take(keys.CONCEALED), form.take(keys.WIN), read_melds(form)
    in_order = form.take(keys.CALLS_IN_ORDER)
    if melds and not form.says(keys.CALLS_IN_ORDER):
        entries = [meld for meld in form.value[keys.MELDS.name] if isinstance(meld, Mapping)]
        in_order = not any(key in meld for meld in entries for key in keys.READING_KEYS)
    return concealed, win, melds, in_order


def read_melds(form: Form) -> tuple[Meld, ...]:
    """The melds of an object; a Reading's further keys of a meld are not read."""
    melds = []
    for at, value in enumerate(form.take(keys.MELDS)):
        inner = Form(value, form.spot(f"{keys.MELDS.name}[{at}]").where, form.problems)
        inner.only(keys.MELD, silently=keys.READING_KEYS)
        tiles, origin = inner.take(keys.MELD_TILES), inner.take(keys.MELD_FROM)
        melds.append(Meld(inner.take(keys.MELD_KIND), tiles, origin))
    return tuple(melds)


def read_liable(form: Form) -> Liable | None:
    """Who fed a yakuman, and which one; None if the object names nobody."""
    value = form.take(keys.LIABLE)
    if value is None:
        return None
    inner = Form(value, form.spot(keys.LIABLE.name).where, form.problems)
    inner.only(keys.LIABILITY)
    return Liable(inner.take(keys.LIABLE_SEAT), inner.take(keys.LIABLE_YAKU))


def score_to_json(result: Score, name: object = None) -> dict[str, Any]:
    """A score as the contract's Score; `name` is the hand's `id`, any JSON value."""
    reading, transfers, notes, misses = result.reading, result.transfers, result.notes, result.why_not
    problems = result.problems
    answer: dict[str, Any] = {
        "id": name,
        "outcome": result.outcome,
        "problems": problems_json(problems),
        "han": result.han,
        "fu": result.fu,
        "yakuman": result.yakuman,
        "limit": result.limit,
        "yaku": [
            {"id": row.id, "han": row.han, "yakuman": row.yakuman, "cite": row.cite} for row in result.yaku
        ],
        "dora": [{"id": row.id, "han": row.han, "cite": row.cite} for row in result.dora],
        "fu_rows": [
            {"id": row.id, "fu": row.fu, "tiles": [KINDS[kind] for kind in row.kinds], "cite": row.cite}
            for row in result.fu_rows
        ],
        "reading": None,
        "base": result.base,
        "value": result.value,
        "payments": result.payments,
        "liable": _liable_json(result.liable if transfers else None),
        "why_not": [{"id": miss.id, "because": miss.because, "cite": miss.cite} for miss in misses],
        "rows": [row_json(each) for each in transfers],
        "notes": [note_json(each) for each in notes],
        "messages": messages_json(
            problems=problems,
            rows=(each.message for each in transfers),
            notes=(each.message for each in notes),
        )
        | {"why_not": [[reason.to_json() for reason in miss.reasons] for miss in misses]},
    }
    if result.rules.chips.played:
        chips, chip_transfers = result.chips, result.chip_transfers
        answer |= {
            "chips": [
                {"id": row.id, "text": row.message.text, **picked(row, "count", "chips", "cite")}
                for row in chips
            ],
            "chip_payments": result.paid_by(chip_transfers),
            "chip_rows": [chip_transfer_json(each) for each in chip_transfers],
        }
        answer["messages"] |= messages_json(
            chips=(row.message for row in chips), chip_rows=(each.message for each in chip_transfers)
        )
    if reading:
        sets = [list(tiles) for tiles in reading.sets]
        answer["reading"] = {"pair": reading.pair, "sets": sets, "wait": reading.wait}
    return answer


def _liable_json(liable: Liable | None) -> dict[str, str] | None:
    return {"seat": liable.seat, "yaku": liable.yaku} if liable else None


def unscored(name: object, outcome: Outcome, problems: Iterable[Message]) -> dict[str, Any]:
    """The contract's Score if there is no hand to score: only its outcome and problems."""
    return score_to_json(_without_hand(outcome, problems), name)


def _without_hand(outcome: Outcome, problems: Iterable[Message]) -> Score:
    nothing = Hand((), KINDS[0]), Situation("ron"), load_rules(keys.DEFAULT_RULES)
    return Score(outcome, tuple(problems), *nothing)
