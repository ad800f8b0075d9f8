"""What the page remembers of one visitor between two taps, as data."""

from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import NamedTuple, Self

from yakulens.app import Json
from yakulens.app.game import Game
from yakulens.app.game.correction import found_again, reseated
from yakulens.app.game.ending import Ending
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import Opened
from yakulens.app.hand.claim import Claim
from yakulens.app.hand.from_json import FormError, from_json
from yakulens.app.hand.place import Place
from yakulens.app.hand.practice import Practice
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page.address import Address
from yakulens.app.page.inputs import Check, DrawInView, HandInput
from yakulens.app.page.set_adaptation import SetAdaptation
from yakulens.app.readers.jobs import PhotoStatus
from yakulens.vision.desk import Desk


@dataclass(frozen=True, slots=True)
class Mark:
    """The history's reading of the hand on the desk, as last saved there."""

    number: int  # the reading's number
    file: str  # the photo's name
    version: int  # counts the changes of the reading in the history
    desk: Desk  # the hand as last saved
    situation: WinFacts  # how it was won, as last saved
    place: Place | None  # which hand of a game it is, as last saved


@dataclass(frozen=True, slots=True)
class Listing:
    """The shown part of the history."""

    page: int = 0  # which page of the results, from 0
    to_delete: int | str | None = None  # deleted once confirmed: a number, ``all`` or ``photos``
    tiles: str = ""  # the tiles that a hand must hold to be listed, in the usual notation


@dataclass(frozen=True, slots=True)
class OpenCorrection:
    """A correction or removal of an earlier hand of the running game."""

    at: int  # the hand's number in the game
    version: int  # the version of the game to which ``at`` and ``end`` refer
    waiting: Ending  # what had been said about the current hand
    end: Json  # how the earlier hand had ended when this began, as ``settle`` takes it
    removing: bool = False  # whether the hand is removed

    def on(self, previous: Seated | None, table: Seated, ending: Ending) -> tuple[Self, Ending] | None:
        """The correction and its ending, carried over to the game that somebody else has changed.

        ``previous`` is the game as the page last had it, None after a reload. ``ending`` is how the hand is
        said to have ended, unless it is removed. The result is None where the hand no longer exists. If
        somebody has corrected the same hand, this correction replaces theirs. A removal is dropped: it was
        meant for a hand that ended differently.
        """
        if previous is None:
            at = self.at if self.end in table.game.ends[self.at : self.at + 1] else None
        else:
            at = found_again(previous.played, table.played, self.at)
        if at is None:
            return None
        hand = table.played[at]
        end = self.end
        if previous is not None:
            end = reseated(end, previous.played[self.at].before, hand.before)
        if self.removing and end != hand.end:
            return None
        carried = ending if self.removing else ending.carried(table.before(at).place)
        return replace(self, at=at, version=table.version, end=hand.end), carried

    def kept(self) -> Json:
        """All fields, as JSON."""
        return asdict(self)

    @classmethod
    def of_json(cls, value: object) -> Self | None:
        """The `OpenCorrection` that ``kept`` wrote; None where the value is something else."""
        if isinstance(value, dict):
            with suppress(FormError):
                mending = from_json(cls, value | {"waiting": {}})
                return replace(mending, waiting=Ending.of_json(value.get("waiting")))
        return None


class Drawn(NamedTuple):
    """A picture of a score."""

    key: tuple[object, ...]  # everything that it was drawn from
    png: bytes  # the picture
    alt: str  # its content in one line


@dataclass
class Memory(HandInput):
    """Everything of one visitor."""

    address: Address | None = None  # the moment that the browser's address named when the page was last drawn
    on_other_page: bool = True  # whether another page than the hand's was drawn last
    mark: Mark | None = None  # its entry in the history
    listing: Listing = field(default_factory=Listing)  # which part of the history is shown
    next_page: str | None = None  # the page that the next run switches to
    arrivals: int = 0  # counts the taps that led from one page to another
    at_start: bool = True  # whether the start is shown although there is a hand
    language: str | None = None  # chosen by the visitor
    tile_set: str | None = None  # the learnt tile set that photos are read with; None for any
    not_shown: tuple[str, ...] = ()  # the learnt sets that the visitor's photos do not show, as they said
    adaptation: SetAdaptation = field(default_factory=SetAdaptation)  # the set that is being learnt
    game: int | None = None  # the number of the running game
    table: Seated | None = None  # that game's current state, reloaded in every run of the page
    former_game: Seated | None = None  # another game, of which the hand on the desk is one, in this run
    saved_game: Game | None = None  # as this page last saved it: any difference is other people's change
    # What others have changed since a hand was entered: the key of a sentence, its values.
    elsewhere: tuple[str, dict[str, str]] | None = None
    elsewhere_told: bool = False  # whether this has been drawn
    ending: Ending = field(default_factory=Ending)  # how its current hand, or the corrected one, ended
    mending: OpenCorrection | None = None  # the correction or removal of an earlier hand of it
    draw: DrawInView = field(default_factory=DrawInView)  # what has been said about the photo of a draw
    game_to_delete: int | None = None  # the game that is deleted once confirmed
    playing_on: Place | None = None  # the hand with which a finished game continues
    logs_brought: int = (
        0  # counts the logs of others that were kept, so that the uploader is empty after each
    )
    shows_statistics: bool = False  # whether statistics over the games are shown
    practice: Practice | None = None  # the current practice, if any
    opened: Opened = field(default_factory=Opened)  # what is opened beside the form of a game
    sheet: int | None = None  # the game whose score sheet is shown
    seen_status: PhotoStatus | None = None  # the photo's status that the page processed last
    # Sentences about what went wrong, shown once at the page's next drawing: keys and values.
    warnings: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    # Sentences that confirm what was done, shown in the same way: keys and values.
    confirmations: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    check: Check = field(default_factory=Check)  # the hand that is checked for tenpai on its own
    claim: Claim = field(default_factory=Claim)  # another player's claim about the hand on the desk
    card: str | None = None  # when the ruling card was requested; None while it is not shown
    drawn: Drawn | None = None  # the ruling card as last drawn
