"""Another player's claim about the hand on the desk: its tiles and how it was won. Pure."""

from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from yakulens.app.contract import Json
from yakulens.app.journal import Journal, Say, journal_from_json, journal_to_json
from yakulens.app.situation import Declared
from yakulens.vision.desk import Desk, DeskPlace
from yakulens.vision.desk.edits import AddTile, Edit, MoveTile, RemoveTile
from yakulens.vision.desk.session import Session

_TABLE_FIELDS: Final = ("rules", "round", "honba", "deposits", "dora_of", "ura_of")
"""The fields of `Declared` that are the same for both claims."""
RULINGS: Final = ("a", "b", "neither")
"""Which claim stands."""
ON_TABLE: Final = ("round", "rules", "dora", "ura")
"""Facts of which nobody claims anything: they are the same for both."""
_INDICATOR_ROWS: Final[tuple[DeskPlace, ...]] = ("indicators", "ura")


def without_indicators(desk: Desk) -> Desk:
    """A hand without the dora indicators: they lie on the table and are nobody's claim."""
    for uid in (*desk.indicators, *desk.ura):
        edit = RemoveTile(uid) if desk.tiles[uid].quad is None else MoveTile(uid, "others")
        desk = edit.applied_to(desk)
    return desk


def with_table(claimed: Desk, first: Desk) -> Desk:
    """A claimed hand with the dora indicators that lie beside the hand of the first claim."""
    desk = without_indicators(claimed)
    for row in _INDICATOR_ROWS:
        for face in first.faces(getattr(first, row)):
            desk = AddTile(face, row).applied_to(desk)
    return desk


def with_table_facts(claimed: Declared, first: Declared) -> Declared:
    """What is claimed of a win, with what was said of the table for the first claim."""
    said = {fact for fact in claimed.said if fact not in ON_TABLE}
    said.update(fact for fact in first.said if fact in ON_TABLE)
    table = {field: getattr(first, field) for field in _TABLE_FIELDS}
    return replace(claimed, **table, said=tuple(sorted(said)))


@dataclass
class Claim:
    """The second of two claims; the first is the hand on the desk of the score page."""

    of: str | None = None  # the number of the hand beside which it is claimed; None before there is a claim
    journal: Journal = field(default_factory=Journal)  # how it began, and every step since
    heard: int = 0  # the number of the last tap that was received from its desk
    ruled: str | None = None  # which claim stands, one of ``RULINGS``; None before that is decided
    about: Json | None = None  # the first claim as it was then, as the contract's Hand

    def begin(self, of: str | None, desk: Desk, facts: Declared) -> None:
        """Begin with these tiles, and what was said of how they won."""
        self.of, self.ruled = of, None
        self.journal = Journal(Session.begin(without_indicators(desk)), facts)

    def rule(self, ruled: str, about: Json | None) -> None:
        """Decide which claim stands, beside this first one."""
        self.ruled, self.about = ruled, about

    def ruling(self, about: Json | None) -> str | None:
        """Which claim stands; None where that was decided beside another first claim than this one."""
        return self.ruled if about == self.about else None

    def step(self, step: Edit | Say) -> None:
        """Change something of it, which cancels the ruling."""
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
            **journal_to_json(self.journal),
            "ruled": self.ruled,
            "about": self.about,
        }

    @classmethod
    def of_json(cls, value: Any) -> Self:  # noqa: ANN401 - any JSON value
        """What ``kept`` wrote; no claim where the value is something else."""
        try:
            journal = journal_from_json(value["beginning"], value["steps"])
            ruled = value["ruled"] if value["ruled"] in RULINGS else None
            of = None if value["of"] is None else str(value["of"])
            return cls(of, journal, ruled=ruled, about=value["about"])
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return cls()
