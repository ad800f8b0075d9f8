"""Scores a hand."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Unpack, overload

from yakulens.hand import Hand, HowWon
from yakulens.notebook import page, table, text
from yakulens.rulebook import chosen
from yakulens.scorer import explain, scoring
from yakulens.scorer.contract.form import quoted
from yakulens.scorer.contract.hand_json import score_to_json
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.contract.text import (
    fu_rows,
    headline,
    other_reading_lines,
    score_lines,
    sourced,
    yaku_rows,
)
from yakulens.scorer.errors import InputError
from yakulens.scorer.meld import Meld
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.vocabulary import By


class Score(explain.Score):
    """What a hand is worth, and why.

    Figures are the attributes `outcome`, `han`, `fu`, `yakuman`, `limit`, `value` and `payments`. Reasons,
    each with its section, are `yaku`, `dora`, `fu_rows`, `reading`, `transfers` and `why_not`.

    >>> won = score("345678m44p67s +5s [234p]", won="ron", discarder="west")
    >>> won.outcome, won.han, won.fu, won.value
    ('win', 1, 30, 1000)
    >>> [(row.id, row.han, row.cite) for row in won.yaku]
    [('tanyao', 1, 'EMA 2025 4.2.1')]
    """

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's Score, as `yakulens score --json` prints it.

        >>> score("22334455667788m", won="tsumo").to_json()["limit"]
        'sanbaiman'
        """
        return score_to_json(self)

    def __str__(self) -> str:
        """The score in words, as `yakulens score --text` prints it."""
        return "\n".join([*score_lines(self.to_json()), *other_reading_lines(self.other_readings)])

    def _repr_html_(self) -> str:
        """The score as HTML for a notebook: rows of yaku and fu with sections, and who pays whom."""
        answer = self.to_json()
        problems = text(problem["message"] for problem in answer["problems"])
        if self.outcome != "win":
            return page(headline(answer), problems)
        paid = [(row["text"], row["points"], sourced(row)) for row in answer["rows"]]
        counted = [] if self.han is None else list(fu_rows(answer))
        return page(headline(answer), problems, table(yaku_rows(answer)), table(counted), table(paid))


@overload
def score(hand: Hand, rules: str | Path | RuleSet = DEFAULT_RULES) -> Score: ...


@overload
def score(
    hand: str,
    rules: str | Path | RuleSet = DEFAULT_RULES,
    *,
    won: By,
    win: str | None = None,
    melds: Iterable[Meld] = (),
    **how: Unpack[HowWon],
) -> Score: ...


def score(
    hand: Hand | str,
    rules: str | Path | RuleSet = DEFAULT_RULES,
    *,
    won: By | None = None,
    win: str | None = None,
    melds: Iterable[Meld] = (),
    **how: Unpack[HowWon],
) -> Score:
    """Score a hand under a rule set.

    A hand that is incomplete, or complete but not allowed to win, also has a score: its `outcome` says so.

    Args:
        hand: a `Hand`, or the tiles in notation (`Hand.of`), with the other arguments.
        rules: a rule set, its name, or the path of a TOML file.
        won: `"ron"` on a discard, `"tsumo"` by self-draw.
        win: the winning tile.
        melds: further melds.
        how: everything else known about the win, see `HowWon`.

    Raises:
        InputError: the hand is impossible, such as five equal tiles or riichi with an open hand, or the rule
            set does not exist.

    >>> score("123m456p789s11z 23s +4s", "wrc-2025", won="ron", riichi=True).han
    1
    >>> hand = Hand.of("345678m44p67s +5s [234p]", won="ron")  # of two books one knows no open tanyao
    >>> [score(hand, book).outcome for book in ("ema-2025", "rcr")]
    ['win', 'no_yaku']
    """
    if isinstance(hand, str):
        if won is None:
            message = "give how the hand was won: won='ron' or won='tsumo'"
            raise InputError(message)
        hand = Hand.of(hand, won=won, win=win, melds=melds, **how)
    elif won is not None or win is not None or melds or how:
        message = "a Hand already contains how it was won; hand.saying(...) changes that in a copy"
        raise InputError(message)
    if not isinstance(hand, Hand):
        message = f"hand: {quoted(hand)} is not a Hand or tiles in notation; Hand.from_json reads JSON"
        raise InputError(message)
    found = scoring.score(hand.tiles, hand.situation, chosen(rules))
    if found.outcome == "invalid":
        raise InputError("; ".join(problem.text for problem in found.problems))
    return Score(
        found.outcome, found.problems, found.hand, found.situation, found.rules, found.judged, found.others
    )
