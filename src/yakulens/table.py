"""Settles finished hands of a game, and computes the standing of a finished game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from yakulens.hand import Hand
from yakulens.notebook import page, table
from yakulens.rulebook import chosen, fields_of, public
from yakulens.scorer.contract.final_json import finished, standing_to_json
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.hand_json import read_rules
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.contract.settlement_json import settled, settlement_to_json
from yakulens.scorer.contract.text import settlement_lines, sourced, standing_lines
from yakulens.scorer.errors import InputError
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table import settlement, standing
from yakulens.scorer.vocabulary import Event, Seat, Substituted


class Table(TypedDict, total=False):
    """Further facts about a finished hand, as keyword arguments named as in the contract.

    Attributes:
        discarder: whose tile was claimed (ron).
        riichi: the seats that declared riichi in this hand.
        honba: counters on the table.
        deposits: riichi sticks of earlier hands.
        tenpai: the seats that showed tenpai.
        nagashi: the seats with nagashi mangan.
        reason: why the draw was abortive, such as `"four_winds"`.
        offender: who committed a chombo, or several.
        dead_hands: whose hand was declared dead and counts as noten, or several.
        waived: whether the others waive the chombo.
        tournament: whether a chombo's penalty comes after the game.
        scores: the points of each seat before the hand, to get the points after it.
        round: the round wind; with `hand_number` the result says whether the game ends.
        hand_number: the number of the hand in its round, 1 to 4.
        hands_left: after the time signal, number of hands that follow this one.
        east_only: whether the game has only an east round.

    >>> known: Table = {"tenpai": ["south"], "deposits": 2}
    >>> settle("exhaustive_draw", **known).deposits_left
    2
    """

    discarder: Seat
    riichi: Sequence[Seat]
    honba: int
    deposits: int
    tenpai: Sequence[Seat]
    nagashi: Sequence[Seat]
    reason: str
    offender: Seat | Sequence[Seat]
    dead_hands: Seat | Sequence[Seat]
    waived: bool
    tournament: bool
    scores: Mapping[Seat, int]
    round: Seat
    hand_number: Literal[1, 2, 3, 4]
    hands_left: int
    east_only: bool


class Settlement(settlement.Settlement):
    """The result of a finished hand: `net` by seat, sticks, counters, the next dealer, every payment.

    >>> settle("exhaustive_draw", tenpai=["south", "west"]).net
    {'east': -1500, 'south': 1500, 'west': 1500, 'north': -1500}
    """

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's JSON, as `yakulens settle --json` prints it.

        >>> settle("exhaustive_draw", tenpai=["east"]).to_json()["honba_next"]
        1
        """
        return settlement_to_json(self)

    def __str__(self) -> str:
        """The settlement in words, as `yakulens settle --text` prints it."""
        return "\n".join(settlement_lines(self.to_json()))

    def _repr_html_(self) -> str:
        """The settlement as HTML for a notebook: payments with their sections, and each seat's change."""
        paid = [(row["text"], row["points"], sourced(row)) for row in self.to_json()["rows"]]
        net = ", ".join(f"{seat} {points:+,}" for seat, points in self.net.items())
        return page(net, table(paid))


@dataclass(frozen=True, slots=True)
class Standing(standing.Standing):
    """The final standing of a game, best first.

    Attributes:
        rules: the rule set used.
        problems: what is inconsistent, though it was settled: points that do not add up.

    >>> over = final({"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000})
    >>> [(finish.player, finish.rank, finish.final) for finish in over.finishes][:2]
    [('Ann', 1, 25000), ('Bo', 2, 0)]
    """

    rules: RuleSet
    problems: tuple[Message, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's JSON, as `yakulens final --json` prints it.

        >>> final({"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}).to_json()["deposits_left"]
        0
        """
        return standing_to_json(self, self.rules, self.problems)

    def __str__(self) -> str:
        """The standing in words, as `yakulens final --text` prints it."""
        return "\n".join(standing_lines(self.to_json()))

    def _repr_html_(self) -> str:
        """The standing as HTML for a notebook."""
        rows = [(each.rank, each.player, each.points, each.uma, each.final) for each in self.finishes]
        return page(self.rules.title, table([("", "", "points", "uma", "final"), *rows]))


def settle(
    event: Event | Mapping[str, Any],
    rules: str | Path | RuleSet | None = None,
    *,
    wins: Iterable[Hand | Mapping[str, Any]] = (),
    **known: Unpack[Table],
) -> Settlement:
    """Settle a finished hand of a game: who pays whom, what stays on the table, who deals next.

    Args:
        event: what ended the hand: `"ron"`, `"tsumo"`, `"exhaustive_draw"`, `"abortive_draw"` or `"chombo"`;
            or the whole hand as the contract's JSON.
        rules: a rule set, its name, or the path of a TOML file; by default the one in the JSON.
        wins: the winning declarations: a `Hand`, which has its seat, or the contract's
            `{"seat": "south", "han": 2, "fu": 30}`.
        known: further facts, see `Table`.

    Raises:
        InputError: the hand contradicts itself, or the rule set does not exist; nothing is paid.

    >>> hand = Hand.of("345678m44p67s +5s [234p]", won="ron", seat="west")
    >>> settle("ron", discarder="east", wins=[hand], honba=1, deposits=1).net
    {'east': -1300, 'south': 0, 'west': 2300, 'north': 0}
    """
    told: dict[str, Any] = dict(event) if isinstance(event, Mapping) else {"event": event}
    told |= {key: list(value) if isinstance(value, tuple) else value for key, value in known.items()}
    declared = [_win(each) for each in wins] if isinstance(wins, Iterable) else wins
    form = Form.of(told | ({"wins": declared} if declared else {}))
    stated = read_rules(Form.of(form.value)) if rules is None else chosen(rules)
    found = settled(form, None if stated is None else public(stated))
    if found.problems:
        raise InputError("; ".join(problem.text for problem in found.problems))
    return Settlement(**fields_of(found))


def final(  # noqa: PLR0913 - all but the scores by name
    scores: Mapping[str, int],
    rules: str | Path | RuleSet = DEFAULT_RULES,
    *,
    deposits: int = 0,
    penalties: Mapping[str, Any] | None = None,
    substitutes: Mapping[str, Substituted] | None = None,
    chips: Mapping[str, int] | None = None,
) -> Standing:
    """Compute the standing of a finished game: leftover sticks, ties, uma, penalties, chips.

    Args:
        scores: the points of each player at the end, first dealer first.
        rules: a rule set, its name, or the path of a TOML file.
        deposits: riichi sticks left on the table.
        penalties: negative points by player, or `{"points": -1000, "reason": ...}`, or a list of these.
        substitutes: who was replaced, and whether before or during the game.
        chips: the chips that each player won, negative if lost.

    Raises:
        InputError: a player, number or penalty is impossible, or the rule set does not exist.

    >>> print(final({"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}))  # doctest: +ELLIPSIS
    1. Ann   40,000  uma +15,000  final  +25,000
    ...
    """
    told = {"scores": scores, "penalties": penalties, "substitutes": substitutes, "chips": chips or None}
    plain = {key: dict(value) if isinstance(value, Mapping) else value for key, value in told.items()}
    form = Form.of(plain | {"deposits": deposits})
    found = finished(form, chosen(rules))
    if found is None:
        raise InputError("; ".join(problem.text for problem in form.problems))
    standing, rule_set, problems = found
    return Standing(**fields_of(standing), rules=rule_set, problems=problems)


def _win(declared: Hand | Mapping[str, Any]) -> object:
    """A winning declaration as the contract's JSON; anything else unchanged, for the form to refuse."""
    if isinstance(declared, Mapping):
        return {key: value.to_json() if isinstance(value, Hand) else value for key, value in declared.items()}
    if isinstance(declared, Hand):
        return {"seat": declared.situation.seat, "hand": declared.to_json()}
    return declared
