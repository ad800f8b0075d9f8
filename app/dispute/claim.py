"""What another player claims of the hand on the desk: its tiles and how it was won, told apart. Pure."""

from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from yakulens.app.contract import Json
from yakulens.app.journal import Journal, Say
from yakulens.app.journal.wire import beginning_to_json, journal_from_json, step_to_json
from yakulens.app.situation import Declared
from yakulens.vision.desk import Desk, DeskPlace
from yakulens.vision.desk.edits import Edit
from yakulens.vision.desk.session import Session
from yakulens.vision.desk.tile_changes import add_tile, lift, move

_OF_TABLE: Final = ("rules", "round", "honba", "deposits", "dora_of", "ura_of")
RULINGS: Final = ("a", "b", "neither")
"""Which claim stands."""
ON_TABLE: Final = ("round", "rules", "dora", "ura")
"""Facts of which nobody claims anything: they are the same for both."""
_ROWS: Final[tuple[DeskPlace, ...]] = ("indicators", "ura")


def apart(desk: Desk) -> Desk:
    """A hand without what shows the dora: that lies on the table and is nobody's claim."""
    for uid in (*desk.indicators, *desk.ura):
        desk = lift(desk, uid) if desk.tiles[uid].quad is None else move(desk, uid, "others")
    return desk


def with_table(claimed: Desk, first: Desk) -> Desk:
    """A claimed hand with what shows the dora, as it lies beside the hand of the first claim."""
    desk = apart(claimed)
    for row in _ROWS:
        for face in first.faces(getattr(first, row)):
            desk = add_tile(desk, face, row)
    return desk


def with_table_facts(claimed: Declared, first: Declared) -> Declared:
    """What is claimed of a win, with what was said of the table for the first claim."""
    own = {each for each in claimed.said if each not in ON_TABLE}
    return replace(
        claimed,
        **{field: getattr(first, field) for field in _OF_TABLE},
        said=tuple(sorted(own.union(each for each in first.said if each in ON_TABLE))),
    )


@dataclass
class Claim:
    """The second of two claims; the first is the hand on the desk of the score page.

    Attributes:
        of: the number of the hand beside which it is claimed; None before there is a claim.
        journal: how it began, and every step since.
        heard: the number of the last tap that was heard from its desk.
        ruled: which claim stands, one of ``RULINGS``; None before that is said.
        about: the first claim, as the contract's Hand, when that was said.
    """

    of: str | None = None
    journal: Journal = field(default_factory=Journal)
    heard: int = 0
    ruled: str | None = None
    about: Json | None = None

    def begin(self, of: str | None, desk: Desk, facts: Declared) -> None:
        """Begin with these tiles, and what was said of how they won."""
        self.of, self.journal, self.ruled = of, Journal(Session.begin(apart(desk)), facts), None

    def rule(self, ruled: str, about: Json | None) -> None:
        """Say which claim stands, beside this first one."""
        self.ruled, self.about = ruled, about

    def ruling(self, about: Json | None) -> str | None:
        """Which claim stands; None where that was said beside another first claim than this one."""
        return self.ruled if about == self.about else None

    def step(self, step: Edit | Say) -> None:
        """Change something of it: whatever was ruled is to be ruled anew."""
        self.journal, self.ruled = self.journal.then(step), None

    @property
    def session(self) -> Session:
        """The tiles as they are claimed."""
        return self.journal.stand().session

    @property
    def facts(self) -> Declared:
        """How the hand is claimed to have won."""
        return self.journal.stand().facts

    def kept(self) -> Json:
        """What a reload brings back, as JSON."""
        return {
            "of": self.of,
            "beginning": beginning_to_json(self.journal),
            "steps": [step_to_json(step) for step in self.journal.steps],
            "ruled": self.ruled,
            "about": self.about,
        }

    @classmethod
    def of_json(cls, kept: Any) -> Self:  # noqa: ANN401 - any JSON value
        """What ``kept`` wrote; no claim where it is something else."""
        try:
            journal = journal_from_json(kept["beginning"], kept["steps"])
            ruled = kept["ruled"] if kept["ruled"] in RULINGS else None
            of = None if kept["of"] is None else str(kept["of"])
            return cls(of, journal, ruled=ruled, about=kept["about"])
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return cls()
