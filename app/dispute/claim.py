"""What another player claims of the hand on the desk: its tiles and how it was won, told apart. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from yakulens.app.journal import Journal, Say
from yakulens.app.journal.wire import beginning_to_json, journal_from_json, step_to_json
from yakulens.vision.desk.session import Session

if TYPE_CHECKING:
    from yakulens.app.contract import Json
    from yakulens.app.situation import Declared
    from yakulens.vision.desk import Desk
    from yakulens.vision.desk.edits import Edit

RULINGS: Final = ("a", "b", "neither")
"""Which claim stands."""


@dataclass
class Claim:
    """The second of two claims; the first is the hand on the desk of the score page.

    Attributes:
        of: the number of the hand beside which it is claimed; None before there is a claim.
        journal: how it began, and every step since.
        heard: the number of the last tap that was heard from its desk.
        ruled: which claim stands, one of ``RULINGS``; None before that is said.
    """

    of: str | None = None
    journal: Journal = field(default_factory=Journal)
    heard: int = 0
    ruled: str | None = None

    def begin(self, of: str | None, desk: Desk, facts: Declared) -> None:
        """Begin with these tiles, and what was said of how they won."""
        self.of, self.journal, self.ruled = of, Journal(Session.begin(desk), facts), None

    def step(self, step: Edit | Say) -> None:
        """Change something of it: whatever was ruled is to be ruled anew.

        >>> from yakulens.vision.desk import typed
        >>> from yakulens.vision.desk.edits import SetFace
        >>> from yakulens.app.situation import Declared
        >>> claim = Claim(ruled="a")
        >>> claim.begin("one", typed.hand("23m55p +4m"), Declared("ron"))
        >>> claim.step(SetFace(0, "3m"))
        >>> claim.step(Say(Declared("tsumo")))
        >>> claim.session.desk.face(0), claim.facts.by, claim.ruled
        ('3m', 'tsumo', None)
        """
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
        }

    @classmethod
    def of_json(cls, kept: Any) -> Claim:  # noqa: ANN401 - any JSON value
        """What ``kept`` wrote; no claim where it is something else.

        >>> from yakulens.vision.desk import typed
        >>> from yakulens.app.situation import Declared
        >>> claim = Claim()
        >>> claim.begin("one", typed.hand("23m55p +4m"), Declared("ron"))
        >>> Claim.of_json(claim.kept()).facts.by, Claim.of_json({"of": 3}) == Claim.of_json(None)
        ('ron', True)
        """
        try:
            journal = journal_from_json(kept["beginning"], kept["steps"])
            ruled = kept["ruled"] if kept["ruled"] in RULINGS else None
            return cls(None if kept["of"] is None else str(kept["of"]), journal, ruled=ruled)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return cls()
