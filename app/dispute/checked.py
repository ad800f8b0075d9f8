"""A hand that is checked for tenpai on its own, with all that was said of it: a reload loses none. Pure."""

from dataclasses import dataclass, field
from typing import Any, Self

from yakulens.app import address
from yakulens.app.contract import Json
from yakulens.app.journal import Journal
from yakulens.app.journal.wire import beginning_to_json, journal_from_json, step_to_json
from yakulens.app.looking import PhotoInput
from yakulens.app.photos import ShownPhoto
from yakulens.scorer.vocabulary import SEATS, Seat
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import Edit
from yakulens.vision.desk.session import Session


@dataclass
class Check(PhotoInput):
    """What has been said about a hand that is checked, beside the one of the score page.

    Attributes:
        other: whether it is another hand than that of the score page.
        hand: its number, under which its photo is held; None before there is one.
        journal: how it came in, and every correction since.
        photo: the photo that it was read from.
        seat: whose hand it is.
        riichi: whether riichi was declared.
        own: tiles beside the hand that are this player's discards, as somebody has said.
        discards: more of them, as text.
        heard: the number of the last tap that was heard from its desk.
    """

    other: bool = False
    hand: str | None = None
    journal: Journal = field(default_factory=Journal)
    photo: ShownPhoto | None = None
    seat: Seat = "east"
    riichi: bool = False
    own: frozenset[int] = field(default_factory=frozenset)
    discards: str = ""
    heard: int = 0

    @property
    def session(self) -> Session | None:
        """The hand as it stands; None before there is one."""
        return None if self.hand is None else self.journal.stand().session

    def begin(self, desk: Desk, photo: ShownPhoto | None = None) -> None:
        """Begin with a hand that was read or typed."""
        self.hand, self.journal = address.new_hand(), Journal(Session.begin(desk))
        self.photo = photo
        self.trouble, self.own, self.discards = None, frozenset(), ""

    def edit(self, change: Edit) -> None:
        """Apply one correction."""
        self.journal = self.journal.then(change)

    def leave(self) -> None:
        """Put the hand away, and have the way in for another."""
        self.hand, self.journal, self.photo = None, Journal(), None
        self.trouble, self.own, self.discards = None, frozenset(), ""
        self.round += 1

    def kept(self) -> Json:
        """What a reload brings back, as JSON; the photo is held elsewhere, by the hand's number."""
        hand = None if self.session is None else beginning_to_json(self.journal)
        return {
            "other": self.other,
            "hand": self.hand,
            "beginning": hand,
            "steps": [step_to_json(step) for step in self.journal.steps],
            "seat": self.seat,
            "riichi": self.riichi,
            "own": sorted(self.own),
            "discards": self.discards,
        }

    @classmethod
    def of_json(cls, kept: Any) -> Self:  # noqa: ANN401 - any JSON value
        """What ``kept`` wrote, without the photo; nothing where it is something else."""
        try:
            if kept["seat"] not in SEATS:
                return cls()
            found = cls(bool(kept["other"]), seat=kept["seat"], riichi=bool(kept["riichi"]))
            found.own, found.discards = frozenset(map(int, kept["own"])), str(kept["discards"])
            if kept["hand"] is not None:
                found.hand = str(kept["hand"])
                found.journal = journal_from_json(kept["beginning"], kept["steps"])
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return cls()
        return found
