"""Another player's claim about the hand on the desk: its tiles and how it was won. Pure."""

from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from yakulens.app import Json
from yakulens.app.exports import ruling_card
from yakulens.app.hand import shown
from yakulens.app.hand.comparison import lines_json
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.journal import Journal, Say, journal_from_json, journal_to_json
from yakulens.app.hand.situation import Declared
from yakulens.scorer.contract.answer import picked
from yakulens.vision.desk import Desk, DeskPlace
from yakulens.vision.desk.edits import AddTile, Edit, MoveTile, RemoveTile
from yakulens.vision.desk.session import Session

_TABLE_FIELDS: Final = ("rules", "round", "honba", "deposits", "dora_of", "ura_of")
"""The fields of `Declared` that both claims share."""
CLAIMS: Final = ("a", "b")
"""The names of the two claims."""
RULINGS: Final = (*CLAIMS, "neither")
"""The claim upheld."""
ON_TABLE: Final = ("round", "rules", "dora", "ura")
"""Facts about the table, which both claims share."""
_INDICATOR_ROWS: Final[tuple[DeskPlace, ...]] = ("indicators", "ura")


def without_indicators(desk: Desk) -> Desk:
    """A hand without the dora indicators, which are the table's and no claim's."""
    for uid in (*desk.indicators, *desk.ura):
        edit = RemoveTile(uid) if desk.tiles[uid].quad is None else MoveTile(uid, "others")
        desk = edit.applied_to(desk)
    return desk


def with_table(claimed: Desk, first: Desk) -> Desk:
    """A claimed hand with the dora indicators of the first claim's hand."""
    desk = without_indicators(claimed)
    for row in _INDICATOR_ROWS:
        for face in first.faces(getattr(first, row)):
            desk = AddTile(face, row).applied_to(desk)
    return desk


def with_table_facts(claimed: Declared, first: Declared) -> Declared:
    """The claimed facts of a win, with the first claim's facts about the table."""
    said = {fact for fact in claimed.said if fact not in ON_TABLE}
    said.update(fact for fact in first.said if fact in ON_TABLE)
    table = {field: getattr(first, field) for field in _TABLE_FIELDS}
    return replace(claimed, **table, said=tuple(sorted(said)))


@dataclass
class Claim:
    """The second of two claims; the first is the hand on the desk of the score page."""

    of: str | None = None  # the number of the first claim's hand; None before there is a second claim
    journal: Journal = field(default_factory=Journal)  # how it began, and every step since
    heard: int = 0  # the number of the last tap received from its desk
    ruled: str | None = None  # which claim is upheld, one of ``RULINGS``; None before the ruling
    about: Json | None = None  # the first claim at the time of the ruling, as the contract's Hand

    def begin(self, of: str | None, desk: Desk, facts: Declared) -> None:
        """Begin with these tiles, and the claimed facts of the win."""
        self.of, self.ruled = of, None
        self.journal = Journal(Session.begin(without_indicators(desk)), facts)

    def rule(self, ruled: str, about: Json | None) -> None:
        """Rule which claim is upheld, given this first one."""
        self.ruled, self.about = ruled, about

    def ruling(self, about: Json | None) -> str | None:
        """Which claim is upheld; None where the ruling was made beside a different first claim."""
        return self.ruled if about == self.about else None

    def step(self, step: Edit | Say) -> None:
        """Change the claim, which cancels the ruling."""
        self.journal, self.ruled = self.journal.then(step), None

    @property
    def session(self) -> Session:
        """The claimed tiles."""
        return self.journal.stand().session

    @property
    def facts(self) -> Declared:
        """How the hand is claimed to have won."""
        return self.journal.stand().facts

    def kept(self) -> Json:
        """What a reload restores, as JSON."""
        return journal_to_json(self.journal) | picked(self, "of", "ruled", "about")

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
        how=""
        if situation.by is None
        else ruling_card.situation_line(claimed.language, situation, claimed.names),
    )
    if score is None:
        return told | {"lacking": claimed.say(claimed.scored.lacking or "result.waiting")}
    may_change = claimed.may_change()
    parts = (claimed.say("result.points_so_far"), claimed.assumptions())
    so_far = " · ".join(filter(None, parts)) if may_change and score["outcome"] == "win" else ""
    return told | shown.worth(claimed.language, score) | {"open": may_change, "so_far": so_far}
