"""A hand checked for tenpai: what was said of it, waits, furiten, quads that riichi allows. Pure."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

from yakulens.app import Json
from yakulens.app.hand import scoring
from yakulens.app.hand.inputs import HandInput
from yakulens.app.hand.journal import Journal, journal_from_json, journal_to_json
from yakulens.app.hand.situation import Declared
from yakulens.app.page import address
from yakulens.app.readers.photos import ShownPhoto
from yakulens.scorer.contract.answer import picked
from yakulens.scorer.contract.waits_json import waits_json
from yakulens.scorer.vocabulary import SEATS, Seat
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import Edit, MoveTile
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.labels import FACES


@dataclass
class Check(HandInput):
    """What has been said about the checked hand, which need not be the score page's."""

    other: bool = False  # whether it is not the score page's hand
    seat: Seat = "east"  # the seat of its player
    riichi: bool = False  # whether riichi was declared
    own: frozenset[int] = field(default_factory=frozenset)  # uids of tiles that are the player's discards

    def begin(self, desk: Desk, photo: ShownPhoto | None = None) -> None:
        """Begin with a hand that was read or typed."""
        self._lay(address.new_hand(), Journal(Session.begin(desk)), photo)

    def leave(self) -> None:
        """Remove the hand, and show the start for another."""
        self._lay(None, Journal(), None)
        self.round += 1

    def _lay(self, hand: str | None, journal: Journal, photo: ShownPhoto | None) -> None:
        """Set this hand, without any facts yet."""
        self.hand, self.journal, self.photo = hand, journal, photo
        self.trouble, self.own, self.discards = None, frozenset(), ""

    def edit(self, change: Edit) -> None:
        """Apply one correction."""
        self.journal = self.journal.then(change)

    def kept(self) -> Json:
        """What a reload restores, as JSON; the photo is stored elsewhere, by the hand's number."""
        journal = {"beginning": None, "steps": []} if self.hand is None else journal_to_json(self.journal)
        said = picked(self, "other", "hand", "seat", "riichi", "discards")
        return journal | said | {"own": sorted(self.own)}

    @classmethod
    def of_json(cls, value: Any) -> Self:  # noqa: ANN401 - any JSON value
        """What ``kept`` wrote, without the photo; no hand where the value is something else."""
        try:
            if value["seat"] not in SEATS:
                return cls()
            check = cls(bool(value["other"]), seat=value["seat"], riichi=bool(value["riichi"]))
            check.own, check.discards = frozenset(map(int, value["own"])), str(value["discards"])
            if value["hand"] is not None:
                check.hand = str(value["hand"])
                check.journal = journal_from_json(value["beginning"], value["steps"])
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return cls()
        return check


def before_win(desk: Desk) -> Desk:
    """A hand before its win: without the winning tile, unless the hand is incomplete."""
    return replace(desk, win=None) if desk.missing() == 0 else desk


def lacking(desk: Desk) -> str | None:
    """The key of the sentence that says what a hand needs before it can be checked; None for nothing."""
    if desk.missing() in {0, 1}:
        return scoring.not_of_riichi(desk)
    return scoring.not_of_riichi(desk) or "check.say_tiles"


def check(desk: Desk, situation: Declared, discards: str, *, own: frozenset[int] = frozenset()) -> Json:
    """What a hand of 13 waits for, or one of 14 after each discard (see ``waits_json``).

    ``discards`` are the player's own as text, in addition to the desk's tiles with uids in ``own``.

    In riichi only the drawn tile can be discarded, so a winning tile beside 13 others is the drawn one.

    >>> from yakulens.vision.desk import typed
    >>> answer = check(typed.hand("2345678m234p555s"), Declared("ron"), "9s")
    >>> answer["tenpai"], answer["furiten"], [wait["tile"] for wait in answer["waits"]]
    (True, False, ['2m', '5m', '8m'])
    """
    has_drawn = situation.riichi != "none" and desk.win is not None and desk.missing() == 0
    if desk.win is not None and not has_drawn:
        desk = apply(Session.begin(desk), MoveTile(desk.win, "concealed")).desk
    hand = scoring.hand(desk, situation)
    keys = ("rules", "concealed", "melds", "seat", "round", "riichi")
    question = {key: hand[key] for key in keys if key in hand}
    if has_drawn:
        question["drawn"] = hand["win"]
    # Blanks and commas in typed text mean nothing.
    typed = "".join(discards.replace(",", " ").split())
    beside = [desk.face(uid) for uid in desk.others if uid in own and desk.face(uid) in FACES]
    return waits_json(question | {"discards": [*beside, *([typed] if typed else [])]})
