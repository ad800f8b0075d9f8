"""A penalty that a referee gave, as a game keeps it."""

from dataclasses import dataclass

from yakulens.app.contract import Json
from yakulens.scorer.contract.deductions import REFEREE


@dataclass(frozen=True, slots=True)
class Penalised:
    """What was taken from a player after the game.

    Attributes:
        player: who, by the number in ``Game.players``.
        points: below zero.
        offence: of the rule set's book; empty where the referee named none.
    """

    player: int
    points: int
    offence: str = ""

    def to_json(self) -> Json:
        """It as ``final`` takes it.

        >>> Penalised(1, -2000, "score_sheet_wrong").to_json()
        {'points': -2000, 'reason': 'score_sheet_wrong'}
        """
        return {"points": self.points, "reason": self.offence or REFEREE}
