"""The contract's JSON of a finished hand, settled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorer.contract.hand_end_json import Reader, read_end, rules_of, shown
from scorer.contract.wins_json import WinReader
from scorer.hand import Problem
from scorer.rules.ruleset import RulesError
from scorer.table.hand_end import DEALER, HandEnd
from scorer.table.settlement import Settlement, refused, settle
from scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from scorer.table.rows import Note, Row


def settle_json(value: object) -> dict[str, Any]:
    """Settle one finished hand given as the contract's JSON; never raises, whatever the value.

    Beyond the contract, `told` holds each row and note as data, in their order, for other languages.

    >>> settle_json({"event": "exhaustive_draw", "tenpai": ["east"]})["net"]["east"]
    3000
    """
    if not isinstance(value, dict):
        problem = Problem("not_an_object", f"a finished hand is a JSON object, not {shown(value)}")
        return _nothing(HandEnd("chombo"), {}, [problem])
    echo = {"id": value["id"]} if "id" in value else {}
    reader = Reader()
    end = read_end(value, reader)
    try:
        rules = rules_of(value)
    except RulesError as error:
        reader.wrong("unknown_rules", str(error))
        return echo | _nothing(end, value, reader.problems)
    end = replace(end, wins=WinReader(value, end, rules, reader).wins(value.get("wins")))
    if reader.problems:
        return echo | _to_json(refused(_given(end, value), rules, tuple(reader.problems)))
    return echo | _to_json(settle(end, rules))


def _given(end: HandEnd, value: dict[str, Any]) -> HandEnd:
    """The hand with the sticks and counters as they were given, even where they cannot be."""
    honba, deposits = value.get("honba"), value.get("deposits")
    return replace(
        end,
        honba=honba if type(honba) is int else end.honba,
        deposits=deposits if type(deposits) is int else end.deposits,
    )


def _nothing(end: HandEnd, value: dict[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """The answer where not even the rule set is known."""
    end = _given(end, value)
    net = dict.fromkeys(SEATS, 0)
    return _to_json(
        Settlement(net, end.deposits, end.honba, DEALER, problems=tuple(problems), scores=end.scores)
    )


def _to_json(settlement: Settlement) -> dict[str, Any]:
    answer: dict[str, Any] = {"outcome": "invalid"} if settlement.problems else {}
    answer |= {
        "net": dict(settlement.net),
        "deposits_left": settlement.deposits_left,
        "honba_next": settlement.honba_next,
        "dealer_next": settlement.dealer_next,
        "winners": list(settlement.winners),
        "penalties": dict(settlement.penalties),
        "rows": [row_json(row) for row in settlement.rows],
        "notes": [note_json(note) for note in settlement.notes],
        "told": {
            "rows": [row.told.to_json() for row in settlement.rows],
            "notes": [note.told.to_json() for note in settlement.notes],
        },
        "problems": [{"code": each.code, "message": each.message} for each in settlement.problems],
    }
    if settlement.scores:
        answer |= {"scores": dict(settlement.scores), "game_ends": settlement.game_ends}
    return answer


def row_json(row: Row) -> dict[str, Any]:
    """A payment as JSON; `from` or `to` is `table` where a stick is taken from it or laid on it."""
    return {"text": row.text, "from": row.payer, "to": row.payee, "points": row.points, "cite": row.cite}


def note_json(note: Note) -> dict[str, Any]:
    """A note as JSON."""
    return {"text": note.text, "cite": note.cite}
