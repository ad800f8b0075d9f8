"""Practice: a win of one's own history, han and fu to be told before they are shown. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from yakulens.app.contract import Json
from yakulens.app.dock.facts import is_open
from yakulens.app.scoring import Scored
from yakulens.app.situation import Declared, effective
from yakulens.vision.desk import Desk

MOST_HAN: Final = 13
"""So many han are asked for; more count as these."""
LIMIT_HAN: Final = 5
"""From so many han on no fu are counted."""
FU: Final = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)


@dataclass(frozen=True, slots=True)
class Practice:
    """What is practised.

    Attributes:
        seed: in which order the hands come.
        asked: how many were asked before this one.
        right: how many of those were told rightly.
        han: what was told; None before it was.
        fu: likewise.
        shown: whether the answer is shown.
    """

    seed: int
    asked: int = 0
    right: int = 0
    han: int | None = None
    fu: int | None = None
    shown: bool = False

    def told(self) -> bool:
        """Whether all has been told that what was told itself calls for: of few han the fu as well.

        The hand has no part in it: whether its fu matter would be half of the answer.

        >>> Practice(1, han=4).told(), Practice(1, han=4, fu=30).told(), Practice(1, han=5).told()
        (False, True, True)
        """
        return self.han is not None and (self.fu is not None or self.han >= LIMIT_HAN)

    def is_right(self, score: Json) -> bool:
        """Whether what was told is the hand's.

        >>> won = {"han": 3, "fu": 40, "limit": None, "yakuman": 0}
        >>> Practice(1, han=3, fu=40).is_right(won), Practice(1, han=3, fu=30).is_right(won)
        (True, False)
        >>> Practice(1, han=6).is_right({"han": 6, "fu": 30, "limit": "haneman", "yakuman": 0})
        True
        """
        han = self.han == min(score["han"], MOST_HAN)
        return han and (score["limit"] is not None or self.fu == score["fu"])  # a limit pays whatever the fu

    def next(self, score: Json | None) -> Practice:
        """The next hand; a score that was shown counts."""
        counted = self.shown and score is not None
        right = self.right + (counted and score is not None and self.is_right(score))
        return Practice(self.seed, self.asked + 1, right)

    def show(self) -> Practice:
        """The answer."""
        return replace(self, shown=True)


def fits(desk: Desk, facts: Declared, score: Json | None, *, at_table: bool) -> bool:
    """Whether a hand of the history can be asked about: a win below the yakuman of which all has been said.

    Args:
        desk: the hand.
        facts: what was said of its win.
        score: the contract's; None where there is none.
        at_table: whether it was won at a table, which knows the round.

    >>> from yakulens.vision.desk import typed
    >>> desk, won = typed.hand("345678m44p67s +5s [234p]"), {"outcome": "win", "yakuman": 0}
    >>> said = Declared("tsumo", "south").saying("riichi", "dora")
    >>> [fits(desk, facts, won, at_table=True) for facts in (said, Declared("tsumo"))]
    [True, False]
    """
    if score is None or score["outcome"] != "win" or score["yakuman"]:
        return False
    now, banned = effective(facts, desk)
    return not is_open(Scored.of(desk, now), banned, at_table=at_table)


def order(numbers: Sequence[int], seed: int) -> list[int]:
    """The hands in the order in which they are asked.

    >>> sorted(order([1, 2, 3], 5)) == [1, 2, 3], order([1, 2, 3], 5) == order([1, 2, 3], 5)
    (True, True)
    """
    shuffled = list(numbers)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - nothing is kept secret by it
    return shuffled
