"""Everything that the page remembers of one visitor between two taps, as data."""

from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import NamedTuple, Self

from yakulens.app.address import Address
from yakulens.app.contract import Json
from yakulens.app.dispute.claim import Claim
from yakulens.app.dispute.tenpai_check import Check
from yakulens.app.from_json import FormError, from_json
from yakulens.app.game import Game
from yakulens.app.game.correction import found_again, reseated
from yakulens.app.game.ending import Ending
from yakulens.app.game.open_hands import DrawInView
from yakulens.app.game.place import Place, Seated
from yakulens.app.history.practice import Practice
from yakulens.app.looking import HandInput, PhotoStatus
from yakulens.app.scoring import Scored
from yakulens.app.set_adaptation import SetAdaptation
from yakulens.app.situation import Declared, Impossible
from yakulens.vision.desk import Desk


@dataclass(frozen=True, slots=True)
class Mark:
    """Which reading of the history is on the desk, and what the history last held of it."""

    number: int  # the reading's number
    file: str  # the photo's name
    version: int  # counts the changes of the reading in the history
    desk: Desk  # the hand as last kept
    situation: Declared  # how it was won, as last kept
    place: Place | None  # the hand of a game that it is, as last kept


@dataclass(frozen=True, slots=True)
class Listing:
    """Which part of the history is shown."""

    page: int = 0  # which page of the results, from 0
    to_delete: int | str | None = None  # what is deleted once confirmed: a number, ``all`` or ``photos``
    tiles: str = ""  # the tiles that a hand must hold to be listed, in the usual notation


@dataclass(frozen=True, slots=True)
class Mending:
    """An earlier hand of the running game that is corrected or removed."""

    at: int  # its number in the game
    version: int  # the version of the game in which ``at`` and ``end`` hold
    waiting: Ending  # what had been said about the hand that is played now
    end: Json  # how the earlier hand had ended when this began, as ``settle`` takes it
    removing: bool = False  # whether the hand is removed

    def on(self, previous: Seated | None, table: Seated, ending: Ending) -> tuple[Self, Ending] | None:
        """The correction and its ending, carried over to the game as somebody else has changed it meanwhile.

        ``previous`` is the game as the page last had it, None after the page was loaded anew; ``ending`` is
        how the hand is said to have ended, unless it is removed. The result is None where the hand is not
        there any more. Where somebody has corrected that very hand, this correction replaces theirs; a
        removal does not: it was meant for a hand that ended otherwise.
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
        carried = ending if self.removing else ending.carried(Place.of(table.before(at)))
        return replace(self, at=at, version=table.version, end=hand.end), carried

    def kept(self) -> Json:
        """All fields, as JSON."""
        return asdict(self)

    @classmethod
    def of_json(cls, value: object) -> Self | None:
        """The `Mending` that ``kept`` wrote; None where the value is something else."""
        if isinstance(value, dict):
            with suppress(FormError):
                mending = from_json(cls, value | {"waiting": {}})
                return replace(mending, waiting=Ending.of_json(value.get("waiting")))
        return None


class Drawn(NamedTuple):
    """A picture of a score."""

    key: tuple[object, ...]  # all that it was drawn from
    png: bytes  # the picture
    alt: str  # what it says, in a line


class Possible(NamedTuple):
    """What of a situation is possible with a hand."""

    declared: Declared  # what a person has chosen, with the rules, round and counters of the running game
    desk: Desk  # the hand
    situation: Declared  # ``declared`` without what is impossible
    banned: Impossible  # the impossible choices, each with its reason (see ``app.situation.impossible``)


@dataclass
class Memory(HandInput):
    """Everything of one visitor."""

    # How it was won, as declared (see ``state.situation`` for what of it is possible).
    situation: Declared = field(default_factory=Declared)
    place: Place | None = None  # the hand of a game that it is, if that is known
    address: Address | None = None  # the moment that the browser's address named when the page was last drawn
    on_other_page: bool = True  # whether the page was last drawn as another than the hand's
    mark: Mark | None = None  # its entry in the history
    listing: Listing = field(default_factory=Listing)  # which part of the history is shown
    next_page: str | None = None  # the page that the next run switches to
    arrivals: int = 0  # how often a tap on a page has led to another one
    at_start: bool = True  # whether the start is shown although there is a hand
    language: str | None = None  # chosen by the visitor
    rules_chosen: bool = False  # whether the visitor has said by which rules they play
    tile_set: str | None = None  # the learnt tile set that photos are read with; None for any
    not_shown: tuple[str, ...] = ()  # the learnt sets of which the visitor said that photos do not show them
    adaptation: SetAdaptation = field(default_factory=SetAdaptation)  # the set that is being learnt
    other_rules: str | None = None  # the rule set that the chosen one is compared with
    game: int | None = None  # the number of the running game
    table: Seated | None = None  # that game as it stands, read anew for every run of the page
    saved_game: Game | None = None  # as this page saved it last: what differs from it others have done
    # What others have corrected or taken back since a hand was entered: the key of a sentence, its values.
    elsewhere: tuple[str, dict[str, str]] | None = None
    ending: Ending = field(default_factory=Ending)  # said of how its hand, or the corrected one, ended
    mending: Mending | None = None  # the earlier hand of it that is corrected or removed
    draw: DrawInView = field(default_factory=DrawInView)  # what has been said about the photo of a draw
    game_to_delete: int | None = None  # the game that is deleted once that is confirmed
    playing_on: Place | None = None  # the hand with which a game that was over goes on
    shows_statistics: bool = False  # whether statistics over the games are shown
    practice: Practice | None = None  # what is practised; None where nothing is
    needs_player: str | None = None  # whose needs the all-last sheet shows
    swapped_seat: str | None = None  # the first wind of two whose players swap seats
    sheet: int | None = None  # the game whose score sheet was asked for
    penalty: str | None = None  # the offence, or time of a replacement, entered once a player is tapped
    possible: Possible | None = None  # the last result of ``state.possible``
    scored: Scored | None = None  # the last result of ``state.scored``
    defers_reading: bool = False  # whether a better reading waits because a tile's sheet is open
    seen_status: PhotoStatus | None = None  # the status of the photo that the page took up last
    # Sentences about what went wrong, shown once when the page is drawn next: keys and values.
    warnings: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    # Sentences about what was done as asked, shown in the same way: keys and values.
    confirmations: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    check: Check = field(default_factory=Check)  # the hand that is checked for tenpai on its own
    claim: Claim = field(default_factory=Claim)  # what another player claims of the hand on the desk
    card: str | None = None  # when the ruling card was asked for; None while it is not shown
    drawn: Drawn | None = None  # the ruling card as it was last drawn
