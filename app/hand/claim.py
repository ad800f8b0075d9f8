"""Another player's claim about the hand on the desk: its tiles and how it was won. Pure."""

from dataclasses import dataclass, field
from typing import Any, Final, Self

from yakulens.app import Json
from yakulens.app.hand import shown
from yakulens.app.hand.case import situation_line
from yakulens.app.hand.comparison import lines_json
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.journal import Journal, journal_from_json, journal_to_json
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.shared_table import without_indicators
from yakulens.app.hand.situation import WinFacts
from yakulens.scorer.contract.answer import picked
from yakulens.vision.desk import Desk
from yakulens.vision.desk.session import Session

CLAIMS: Final = ("a", "b")
"""The names of the two claims."""
RULINGS: Final = (*CLAIMS, "neither")
"""The claim upheld."""


@dataclass
class Claim:
    """The second of two claims; the first is the hand on the desk of the score page."""

    of: str | None = None  # the number of the first claim's hand; None before there is a second claim
    session: HandSession = field(default_factory=HandSession)  # the claimed hand
    heard: int = 0  # the number of the last tap received from its desk
    ruled: str | None = None  # which claim is upheld, one of ``RULINGS``; None before the ruling
    about: Json | None = None  # the first claim at the time of the ruling, as the contract's Hand

    def begin(self, of: str | None, desk: Desk, facts: WinFacts) -> None:
        """Begin with these tiles, and the claimed facts of the win."""
        self.of, self.ruled = of, None
        self.session = HandSession().opened(Journal(Session.begin(without_indicators(desk)), facts))

    def beside(self, first: HandSession) -> HandSession:
        """The claimed hand beside the first claim, whose table it shares."""
        self.session = self.session.sharing(first)
        return self.session

    def becomes(self, session: HandSession) -> None:
        """Take up a change of the claimed hand, which cancels the ruling."""
        if session.journal != self.session.journal:
            self.ruled = None
        self.session = session

    def rule(self, ruled: str, about: Json | None) -> None:
        """Rule which claim is upheld, given this first one."""
        self.ruled, self.about = ruled, about

    def ruling(self, about: Json | None) -> str | None:
        """Which claim is upheld; None where the ruling was made beside a different first claim."""
        return self.ruled if about == self.about else None

    def kept(self) -> Json:
        """What a reload restores, as JSON."""
        return journal_to_json(self.session.journal) | picked(self, "of", "ruled", "about")

    @classmethod
    def of_json(cls, value: Any) -> Self:  # noqa: ANN401 - any JSON value
        """What ``kept`` wrote; no claim where the value is something else."""
        try:
            session = HandSession().opened(journal_from_json(value["beginning"], value["steps"]))
            ruled = value["ruled"] if value["ruled"] in RULINGS else None
            of = None if value["of"] is None else str(value["of"])
            return cls(of, session, ruled=ruled, about=value["about"])
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return cls()


def to_json(claims: tuple[Facts, Facts], ruling: str | None) -> Json:
    """Two claims side by side: what each says, what it scores, and which one stands.

    ``app/web/comparison.js`` draws it.
    """
    pair = [_claim_json(name, claimed, ruling) for name, claimed in zip(CLAIMS, claims, strict=True)]
    first, second = (claimed.scored.score for claimed in claims)
    lines = None
    if first is not None and second is not None:
        lines = lines_json(claims[0].language, first, second)
    return shown.given(part="claims", pair=pair, lines=lines)


def _claim_json(name: str, claimed: Facts, ruling: str | None) -> Json:
    stands = ruling == name
    mark = claimed.say("claim.stands" if stands else "claim.falls") if ruling else ""
    situation, score = claimed.situation, claimed.scored.score
    title = " · ".join(filter(None, (claimed.say(f"claim.{name}"), mark)))
    told = shown.given(
        title=title,
        stands=stands,
        falls=bool(ruling) and not stands,
        hand=shown.hand(claimed.language, claimed.scored.desk),
        how="" if situation.by is None else situation_line(claimed.language, situation, claimed.names),
    )
    if score is None:
        return told | {"lacking": claimed.say(claimed.scored.lacking or "result.waiting")}
    may_change = claimed.may_change()
    parts = (claimed.say("result.points_so_far"), claimed.assumptions())
    so_far = " · ".join(filter(None, parts)) if may_change and score["outcome"] == "win" else ""
    return told | shown.worth(claimed.language, score) | {"open": may_change, "so_far": so_far}


def upheld(claims: tuple[Facts, Facts], ruling: str) -> Scored:
    """The claim that stands; where neither does, the first."""
    return claims[ruling == "b"].scored
