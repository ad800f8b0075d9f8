"""The contract's JSON of a finished game, and its final standing."""

from collections.abc import Iterator
from typing import Any

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.answer import explained, picked
from yakulens.scorer.contract.deductions import StatedPenalty, deduction
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.hand_json import read_rules
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.check import no_chips, wrong_scores, wrong_total
from yakulens.scorer.table.standing import Deduction, Finish, Standing, final


def final_json(value: object) -> dict[str, Any]:
    """The final standing of a game in the contract's JSON; never raises, whatever the value.

    Scores that do not add up to the starting points are settled as given, with a problem; so are chips that
    do not add up to 0.

    >>> game = {"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}
    >>> [(each["player"], each["final"]) for each in final_json({"scores": game})["standing"]]
    [('Ann', 25000), ('Bo', 0), ('Cy', 0), ('Di', -25000)]
    """
    form = Form.of(value)
    game = finished(form)
    echo = {"id": form.take(keys.ID)} if keys.ID.name in form.value else {}
    return echo | (_refused(form) if game is None else standing_to_json(*game))


def finished(
    form: Form, rules: RuleSet | None = None
) -> tuple[Standing, RuleSet, tuple[Message, ...]] | None:
    """The final standing of a game, its rule set, and inconsistencies that did not prevent settling.

    None if something is wrong with the form, which then lists it. `rules` replace those in the JSON.
    """
    form.only(keys.FINAL)
    rules = rules or read_rules(form)
    scores, deposits = form.take(keys.SCORES), form.take(keys.DEPOSITS)
    stated, substitutes = form.take(keys.PENALTIES), form.take(keys.SUBSTITUTES)
    chips = form.take(keys.CHIPS)
    penalties: dict[str, list[Deduction]] = {}
    if rules is not None:
        form.problems.extend(_problems(form, rules))
        penalties = {player: _deducted(player, each, form, rules) for player, each in stated.items()}
    if rules is None or form.problems:
        return None
    standing = final(scores, rules, deposits, penalties, substitutes, chips)
    total, chip_total = wrong_total(sum(scores.values()), deposits, rules), sum(chips.values())
    wrong = Message.of("wrong_chips", total=chip_total).at(keys.CHIPS.name) if chip_total else None
    return standing, rules, tuple(each for each in (total, wrong) if each)


def _problems(form: Form, rules: RuleSet) -> Iterator[Message]:
    """Problems: too few or too many players, unknown names, substitutes that the rules do not know."""
    scores = form.value.get(keys.SCORES.name)
    if isinstance(scores, dict) and len(scores) != rules.players:
        yield wrong_scores(len(scores), rules)
    for key in (keys.PENALTIES, keys.SUBSTITUTES, keys.CHIPS):
        entries, players = form.value.get(key.name), scores if isinstance(scores, dict) else {}
        for player in entries if isinstance(entries, dict) else ():
            if player not in players:
                yield Message("no_such_player").at(f"{key.name}.{player}")
    if form.says(keys.SUBSTITUTES) and not rules.substitute_points:
        values = {"rules": rules.title, "cite": rules.cite_of("substitute_points")}
        yield Message.of("no_substitutes", **values).at(keys.SUBSTITUTES.name)
    if form.says(keys.CHIPS) and not rules.chips.played:
        yield no_chips(rules).at(keys.CHIPS.name)


def _deducted(player: str, stated: tuple[StatedPenalty, ...], form: Form, rules: RuleSet) -> list[Deduction]:
    """A player's penalties; missing points, or points that the book does not take, are a problem."""
    deductions = [deduction(each, rules) for each in stated]
    at = f"{keys.PENALTIES.name}.{player}"
    form.problems.extend(each.at(at) for each in deductions if isinstance(each, Message))
    return [each for each in deductions if isinstance(each, Deduction)]


def _refused(form: Form) -> dict[str, Any]:
    deposits = form.value.get(keys.DEPOSITS.name)
    left = deposits if type(deposits) is int else 0
    return {
        "outcome": "invalid",
        "standing": [],
        "deposits_left": left,
        **explained(form.problems, (), ()),
    }


def standing_to_json(standing: Standing, rules: RuleSet, problems: tuple[Message, ...]) -> dict[str, Any]:
    """A final standing as the contract's JSON."""
    return {
        "standing": [_finish_json(each, rules) for each in standing.finishes],
        "deposits_left": standing.deposits_left,
        **explained(problems, standing.adjustments, standing.notes),
    }


def _finish_json(finish: Finish, rules: RuleSet) -> dict[str, Any]:
    oka = ("oka",) if rules.oka else ()
    chips = ("chips", "chip_points") if rules.chips.played else ()
    return picked(finish, "player", "rank", "points", "uma", *oka, *chips, "penalty", "final")
