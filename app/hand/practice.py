"""Practice: players state han and fu of wins in their own history before seeing them. Pure."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from yakulens.app import Json
from yakulens.app.hand.assessment import Assessment
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n
from yakulens.vision.desk import Desk

MAX_HAN: Final = 13
"""The highest answer; it means 13 han or more."""
LIMIT_HAN: Final = 5
"""Han from which fu do not matter."""
FU: Final = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)


@dataclass(frozen=True, slots=True)
class Practice:
    """The state of a practice."""

    seed: int  # for the order of the hands
    previous: int = 0  # number of hands before this one
    right: int = 0  # how many of those were answered correctly
    han: int | None = None  # the player's answer, as ``fu``; None before it is given
    fu: int | None = None
    is_shown: bool = False  # whether the solution is shown

    def is_answered(self) -> bool:
        """Whether the answer is complete: below `LIMIT_HAN` han it needs fu too.

        The hand itself plays no part: whether its fu matter would reveal half of the solution.
        """
        return self.han is not None and (self.fu is not None or self.han >= LIMIT_HAN)

    def is_right(self, score: Json) -> bool:
        """Whether the answer is the hand's han and fu."""
        is_han_right = self.han == min(score["han"], MAX_HAN)
        return is_han_right and (score["limit"] is not None or self.fu == score["fu"])  # a limit needs no fu

    def next(self, score: Json | None) -> Self:
        """The state for the next hand; the answer counts where the solution was shown."""
        is_right = self.is_shown and score is not None and self.is_right(score)
        return type(self)(self.seed, self.previous + 1, self.right + is_right)

    def show(self) -> Self:
        """The state with the solution shown."""
        return replace(self, is_shown=True)


def fits(desk: Desk, facts: WinFacts, score: Json | None, *, at_table: bool) -> bool:
    """Whether a hand of the history is one to practise: a win below yakuman whose situation is fully known.

    At a table the round is known.
    """
    if score is None or score["outcome"] != "win" or score["yakuman"]:
        return False
    assessed, names = Assessment(desk, facts), {"east": "somebody"} if at_table else {}
    return not Facts(i18n.DEFAULT, assessed.scored, assessed.banned, names).may_change()


def order(numbers: Sequence[int], seed: int) -> list[int]:
    """The numbers of the hands in a random order."""
    shuffled = list(numbers)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - nothing is kept secret by it
    return shuffled
