"""A hand with what was declared of its win: how much of that is possible, and what it scores. Pure."""

from dataclasses import dataclass
from functools import cached_property

from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import Impossible, WinFacts, effective
from yakulens.vision.desk import Desk


@dataclass(frozen=True)
class Assessment:
    """A hand and its declared facts; what follows from them is worked out when first asked for, and once.

    >>> from yakulens.vision.desk import typed
    >>> facts = WinFacts("tsumo", "south", riichi="riichi")
    >>> assessed = Assessment(typed.hand("345678m44p67s +5s [234p]"), facts)
    >>> assessed.situation.riichi, assessed.banned["riichi:riichi"].code, assessed.scored.score["value"]
    ('none', 'riichi_open_hand', 1100)
    """

    desk: Desk
    declared: WinFacts

    @cached_property
    def _possible(self) -> tuple[WinFacts, Impossible]:
        return effective(self.declared, self.desk)

    @property
    def situation(self) -> WinFacts:
        """How the hand was won: what was declared, without what its tiles rule out."""
        return self._possible[0]

    @property
    def banned(self) -> Impossible:
        """The choices that the hand rules out, each with its reason."""
        return self._possible[1]

    @cached_property
    def scored(self) -> Scored:
        """The hand's score, or what is lacking for one."""
        return Scored.of(self.desk, self.situation)
