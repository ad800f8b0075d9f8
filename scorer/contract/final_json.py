"""The contract's JSON of a finished game, brought to its final standing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scorer.contract.hand_end_json import MOST, MOST_POINTS, Reader, rules_of, shown
from scorer.contract.settlement_json import note_json
from scorer.hand import Problem
from scorer.rules.ruleset import RulesError
from scorer.table.rows import BET
from scorer.table.standing import Award, Place, Standing, final

if TYPE_CHECKING:
    from scorer.rules.ruleset import RuleSet

KEYS: Final = ("id", "rules", "rule_overrides", "scores", "deposits", "penalties")
"""What a finished game may say."""


def final_json(value: object) -> dict[str, Any]:
    """The final standing of one game given as the contract's JSON; never raises, whatever the value.

    Scores that do not add up to what the players began with are settled as they stand, and a problem says so.

    >>> game = {"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}
    >>> [(each["player"], each["final"]) for each in final_json({"scores": game})["standing"]]
    [('Ann', 25000), ('Bo', 0), ('Cy', 0), ('Di', -25000)]
    """
    reader = Reader()
    if not isinstance(value, dict):
        reader.wrong("not_an_object", f"a finished game is a JSON object, not {shown(value)}")
        return _refused({}, reader)
    reader.known(value, KEYS, "")
    try:
        rules = rules_of(value)
    except RulesError as error:
        reader.wrong("unknown_rules", str(error))
        return _refused(value, reader)
    scores = _scores(value.get("scores"), rules, reader)
    deposits = value.get("deposits")
    sticks = 0 if deposits is None else reader.whole(deposits, "deposits", 0, MOST) or 0
    penalties = _penalties(value.get("penalties"), scores, reader)
    if reader.problems:
        return _refused(value, reader)
    return _echo(value) | _to_json(
        final(scores, rules, sticks, penalties), _total(scores, sticks, rules), rules
    )


def _echo(value: dict[str, Any]) -> dict[str, Any]:
    return {"id": value["id"]} if "id" in value else {}


def _refused(value: dict[str, Any], reader: Reader) -> dict[str, Any]:
    deposits = value.get("deposits")
    return _echo(value) | {
        "outcome": "invalid",
        "standing": [],
        "deposits_left": deposits if type(deposits) is int else 0,
        "rows": [],
        "notes": [],
        "problems": [_problem_json(each) for each in reader.problems],
    }


def _scores(value: object, rules: RuleSet, reader: Reader) -> dict[str, int]:
    if not isinstance(value, dict):
        reader.wrong("wrong_type", f"scores: an object of players and points is needed, not {shown(value)}")
        return {}
    read = {
        str(player): reader.whole(points, f"scores: {shown(player)}", -MOST_POINTS, MOST_POINTS)
        for player, points in value.items()
    }
    if len(value) != rules.players:
        text = f"scores: {rules.players} players are needed, not {len(value)} ({rules.cite_of('players')})"
        reader.wrong("wrong_scores", text)
    return {player: points or 0 for player, points in read.items()}


def _penalties(value: object, scores: dict[str, int], reader: Reader) -> dict[str, int]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        reader.wrong(
            "wrong_type", f"penalties: an object of players and points is needed, not {shown(value)}"
        )
        return {}
    read: dict[str, int] = {}
    for player, points in value.items():
        if player not in scores:
            reader.wrong("no_such_player", f"penalties: {shown(player)} is not among the scores")
        read[str(player)] = reader.whole(points, f"penalties: {shown(player)}", -MOST_POINTS, 0) or 0
    return read


def _total(scores: dict[str, int], deposits: int, rules: RuleSet) -> list[Problem]:
    """The slip of the pen that every score sheet knows."""
    total, due = sum(scores.values()) + deposits * BET, rules.players * rules.start_points
    if total == due:
        return []
    text = f"scores: they and the sticks add up to {total:,}, but {due:,} were dealt out"
    return [Problem("wrong_total", f"{text} ({rules.cite_of('start_points')})")]


def _to_json(standing: Standing, problems: list[Problem], rules: RuleSet) -> dict[str, Any]:
    return {
        "standing": [_place_json(place, rules) for place in standing.places],
        "deposits_left": standing.deposits_left,
        "rows": [_award_json(award) for award in standing.awards],
        "notes": [note_json(note) for note in standing.notes],
        "problems": [_problem_json(problem) for problem in problems],
    }


def _place_json(place: Place, rules: RuleSet) -> dict[str, Any]:
    return {
        "player": place.player,
        "rank": place.rank,
        "points": place.points,
        "uma": place.uma,
        **({"oka": place.oka} if rules.oka else {}),
        "penalty": place.penalty,
        "final": place.final,
    }


def _award_json(award: Award) -> dict[str, Any]:
    """A step of the standing as a row: what is taken goes from the player, what is given to the player."""
    payer, payee = (award.player, None) if award.points < 0 else (None, award.player)
    return {"text": award.text, "from": payer, "to": payee, "points": abs(award.points), "cite": award.cite}


def _problem_json(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "message": problem.message}
