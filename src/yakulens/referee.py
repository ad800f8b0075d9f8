"""What a referee is asked beside the payments: what a better place takes, and what an offence costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from yakulens.notebook import page, text
from yakulens.rulebook import chosen
from yakulens.scorer.contract.form import Form, quoted
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.contract.need_json import need_to_json, needed, sheet_to_json
from yakulens.scorer.contract.text import need_lines
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.penalties import Penalty
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.rules.shown import penalties_asked, penalties_json, penalty_lines
from yakulens.scorer.table.need import Need
from yakulens.scorer.vocabulary import Seat


class BeforeEnd(TypedDict, total=False):
    """Further facts about a hand before it ends, as keyword arguments named as in the contract.

    Attributes:
        riichi: the seats that have declared riichi in this hand.
        closed: the seats whose hand is known to be closed; one in riichi is.
        open: the seats whose hand is known to be open.
        honba: counters on the table.
        deposits: riichi sticks of earlier hands.
        round: the round wind; with neither it nor `hand_number` the hand is the last of the game.
        hand_number: the number of the hand in its round, 1 to 4.
        hands_left: after the time signal, number of hands that follow this one.
        east_only: whether the game has only an east round.

    >>> known: BeforeEnd = {"riichi": ["south"], "honba": 1}
    >>> scores: dict[Seat, int] = {"east": 30300, "south": 30000, "west": 29900, "north": 29800}
    >>> need(scores, **known).players[1].goals[0].ron["east"].worth
    NeededHand(base=320, han=1, fu=40, limit=None, yakuman=0)
    """

    riichi: Sequence[Seat]
    closed: Sequence[Seat]
    open: Sequence[Seat]
    honba: int
    deposits: int
    round: Seat
    hand_number: Literal[1, 2, 3, 4]
    hands_left: int
    east_only: bool


@dataclass(frozen=True, slots=True)
class Needs:
    """The all-last sheet: what each player needs for a better place.

    Attributes:
        players: each player's line, from the dealer on: place, goals, and the places after a draw.
        rules: the rule set used.

    >>> sheet = need({"east": 41000, "south": 37000, "west": 22000, "north": 20000})
    >>> [(each.seat, each.place, [goal.place for goal in each.goals]) for each in sheet.players][:2]
    [('east', 1, []), ('south', 2, [1])]
    """

    players: tuple[Need, ...]
    rules: RuleSet

    def to_json(self) -> dict[str, Any]:
        """The contract's JSON, as `yakulens need --json` prints it.

        >>> need({"east": 41000, "south": 37000, "west": 22000, "north": 20000}).to_json()["problems"]
        []
        """
        return sheet_to_json(self.players, self.rules)

    def __str__(self) -> str:
        """The sheet in words, as `yakulens need --text` prints it but for the places after a draw."""
        return "\n".join(line for each in self.players for line in need_lines(need_to_json(each, self.rules)))

    def _repr_html_(self) -> str:
        """The sheet as HTML for a notebook."""
        return page(self.rules.title, text(str(self).splitlines()))


@dataclass(frozen=True, slots=True)
class Penalties:
    """What offences cost under a rule set.

    Attributes:
        offences: each offence, with its kind of penalty, points and section.
        rules: the rule set whose book has them.

    >>> [(each.id, each.kind) for each in penalties("late").offences]
    [('late', 'points')]
    """

    offences: tuple[Penalty, ...]
    rules: RuleSet

    def to_json(self) -> dict[str, Any]:
        """The offences as `yakulens rules penalties --json` prints them.

        >>> penalties("riichi noten", "wrc-2015").to_json()["penalties"][0]["cite"]
        'WRC 2015 7.2'
        """
        return penalties_json(self.offences, self.rules)

    def __str__(self) -> str:
        """The offences in words, as `yakulens rules penalties` prints them."""
        return "\n".join(penalty_lines(self.offences, self.rules))

    def _repr_html_(self) -> str:
        """The offences as HTML for a notebook."""
        return page(self.rules.title, text(penalty_lines(self.offences, self.rules)))


def need(
    scores: Mapping[Seat, int],
    rules: str | Path | RuleSet = DEFAULT_RULES,
    **known: Unpack[BeforeEnd],
) -> Needs:
    """Compute what each player needs in a hand, the last one by default, for a better place.

    Args:
        scores: the points of each seat before the hand; the dealer is East.
        rules: a rule set, its name, or the path of a TOML file.
        known: further facts, see `BeforeEnd`.

    Raises:
        InputError: the standing contradicts itself, or the rule set does not exist.

    >>> print(need({"east": 29900, "south": 30000, "west": 30000, "north": 30100}))  # doctest: +ELLIPSIS
    east: 4th with 29,900
      for 1st
        by self-draw    1 han 30 fu (500) -> 31,400; the game goes on
    ...
    """
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in known.items()}
    form = Form.of({"scores": dict(scores) if isinstance(scores, Mapping) else scores} | plain)
    found = needed(form, chosen(rules))
    if found is None:
        raise InputError("; ".join(problem.text for problem in form.problems))
    return Needs(*found)


def penalties(offence: str = "", rules: str | Path | RuleSet = DEFAULT_RULES) -> Penalties:
    """What offences cost under a rule set: all of its book, or those that words are about.

    Args:
        offence: the offence, words of it, its section, or its cost, such as `"chombo"`; all if empty.
        rules: a rule set, its name, or the path of a TOML file.

    Raises:
        InputError: the rule set does not exist or has no penalties, or no offence is about the words.

    >>> print(penalties("6.6.1"))  # doctest: +ELLIPSIS
    riichi_open_hand: ...
    """
    if not isinstance(offence, str):
        message = f"offence: {quoted(offence)} is not text, such as 'chombo'"
        raise InputError(message)
    rule_set = chosen(rules)
    return Penalties(penalties_asked(offence, rule_set), rule_set)
