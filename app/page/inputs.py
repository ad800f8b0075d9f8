"""The places on the page where a hand comes in, from a photo or typed; pages keep them between two taps."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

from yakulens.app import Json
from yakulens.app.hand.journal import Journal, journal_from_json, journal_to_json
from yakulens.app.hand.place import Place
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page import address
from yakulens.app.readers.jobs import PhotoJob
from yakulens.app.readers.photos import ShownPhoto
from yakulens.scorer.contract.answer import picked
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.session import Session


@dataclass(kw_only=True)
class PhotoInput:
    """A place on the page where a hand comes in from a photo."""

    job: PhotoJob | None = None  # the photo that is being read; None where none is
    upload: str | None = None  # the upload taken last; the uploader keeps its file across reruns
    round: int = 0  # counts fresh starts, so that the uploader is empty after each
    trouble: tuple[str, str] | None = None  # a sentence about the last photo or text: its key and value

    def refuse(self, key: str, value: str = "") -> None:
        """Note why the last photo is unusable; this empties the uploader."""
        self.trouble = key, value
        self.round += 1


@dataclass(kw_only=True)
class HandInput(PhotoInput):
    """A place on the page for a hand that was read from a photo, or typed."""

    hand: str | None = None  # its number in addresses and on disk; None before there is one
    session: HandSession = field(default_factory=HandSession)  # the hand
    photo: ShownPhoto | None = None  # the photo that it was read from
    heard: int = 0  # the number of the last tap received from its desk


@dataclass
class DrawInput(PhotoInput):
    """The photo of a draw that comes in."""

    of: Place | None = None  # the hand of a game that it is for


@dataclass
class Check(HandInput):
    """The hand that is checked for tenpai, which need not be the score page's."""

    other: bool = False  # whether it is not the score page's hand

    def begin(self, desk: Desk, photo: ShownPhoto | None = None) -> None:
        """Begin with a hand that was read or typed; seat and riichi stay as they were said."""
        said = self.session.facts
        facts = WinFacts(seat=said.seat, riichi=said.riichi)
        self._lay(address.new_hand(), self.session.opened(Journal(Session.begin(desk), facts)), photo)

    def leave(self) -> None:
        """Remove the hand, and show the start for another."""
        self._lay(None, self.session.opened(Journal(facts=self.session.facts)), None)
        self.round += 1

    def _lay(self, hand: str | None, session: HandSession, photo: ShownPhoto | None) -> None:
        self.hand, self.session, self.photo = hand, session, photo
        self.trouble = None

    def beside(self, first: HandSession) -> HandSession:
        """The hand in the round and by the rules of the score page's."""
        self.session = self.session.sharing(first)
        return self.session

    def kept(self) -> Json:
        """What a reload restores, as JSON; the photo is stored elsewhere, by the hand's number."""
        now = self.session
        journal = {"beginning": None, "steps": []} if self.hand is None else journal_to_json(now.journal)
        facts = {"seat": now.facts.seat or "east", "riichi": now.facts.riichi != "none"}
        return journal | facts | picked(self, "other", "hand")

    @classmethod
    def of_json(cls, value: Any) -> Self:  # noqa: ANN401 - any JSON value
        """What ``kept`` wrote, without the photo; no hand where the value is something else."""
        try:
            if value["seat"] not in SEATS:
                return cls()
            facts = WinFacts(seat=value["seat"], riichi="riichi" if value["riichi"] else "none")
            journal = Journal(facts=facts)
            hand = None if value["hand"] is None else str(value["hand"])
            if hand is not None:
                journal = journal_from_json(value["beginning"], value["steps"])
                journal = replace(journal, facts=facts) if journal.now.facts.seat is None else journal
            session = HandSession().opened(journal)
            return cls(bool(value["other"]), hand=hand, session=session)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return cls()
