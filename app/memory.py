"""Everything that the page remembers of one visitor between two taps, as data."""

from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import NamedTuple, Self

from yakulens.app.address import Address
from yakulens.app.contract import Json
from yakulens.app.dispute.checked import Check
from yakulens.app.dispute.claim import Claim
from yakulens.app.from_json import FormError, from_json
from yakulens.app.game.correction import found_again, reseated
from yakulens.app.game.ending import Ending
from yakulens.app.game.open_hands import DrawInView
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated
from yakulens.app.history.practice import Practice
from yakulens.app.journal import Journal
from yakulens.app.looking import PhotoInput, PhotoStatus
from yakulens.app.photos import ShownPhoto
from yakulens.app.scoring import Scored
from yakulens.app.set_adaptation import SetAdaptation
from yakulens.app.situation import Declared, Impossible
from yakulens.vision.desk import Desk
from yakulens.vision.desk.session import Session


@dataclass(frozen=True, slots=True)
class Mark:
    """Which reading of the history is on the desk, and what the history last held of it.

    Attributes:
        number: the reading's number.
        file: the photo's name.
        version: counts the changes of the reading in the history.
        desk: the hand as last kept.
        situation: how it was won, as last kept.
        place: the hand of a game that it is, as last kept.
    """

    number: int
    file: str
    version: int
    desk: Desk
    situation: Declared
    place: Place | None


@dataclass(frozen=True, slots=True)
class Listing:
    """Which part of the history is shown.

    Attributes:
        page: which page of the results, from 0.
        to_delete: what is deleted once that is confirmed: a reading's number, ``all`` or ``photos``.
        tiles: the tiles that a hand must hold to be listed, in the usual notation.
    """

    page: int = 0
    to_delete: int | str | None = None
    tiles: str = ""


@dataclass(frozen=True, slots=True)
class Mending:
    """An earlier hand of the running game that is corrected or removed.

    Attributes:
        at: its number in the game.
        version: the version of the game in which ``at`` and ``end`` hold.
        waiting: what had been said about the hand that is played now.
        end: how the earlier hand had ended when this began, as ``settle`` takes it.
        removing: whether the hand is removed.
    """

    at: int
    version: int
    waiting: Ending
    end: Json
    removing: bool = False

    def on(self, previous: Seated | None, table: Seated, ending: Ending) -> tuple[Self, Ending] | None:
        """The correction and its ending, carried over to the game as somebody else has changed it meanwhile.

        Args:
            previous: the game as the page last had it; None after the page was loaded anew.
            table: the game now.
            ending: how the hand is said to have ended, unless it is removed.

        Returns:
            None where the hand is not there any more. Where somebody has corrected that very hand, this
            correction replaces theirs; a removal does not: it was meant for a hand that ended otherwise.
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
    """A picture of a score.

    Attributes:
        key: all that it was drawn from.
        png: the picture.
        alt: what it says, in a line.
    """

    key: tuple[object, ...]
    png: bytes
    alt: str


class Possible(NamedTuple):
    """What of a situation is possible with a hand.

    Attributes:
        declared: what a person has chosen, with the rules, round and counters of the running game.
        desk: the hand.
        situation: ``declared`` without what is impossible.
        banned: the impossible choices, each with its reason (see ``app.situation.impossible``).
    """

    declared: Declared
    desk: Desk
    situation: Declared
    banned: Impossible


@dataclass
class Memory(PhotoInput):
    """Everything of one visitor.

    Attributes:
        hand: the hand's number in addresses and on disk; None before there is one.
        journal: how the hand came in, and every step since.
        situation: how it was won, as declared (see ``state.situation`` for what of it is possible).
        place: the hand of a game that it is, if that is known.
        address: the moment that the browser's address named when the page was last drawn.
        on_other_page: whether the page was last drawn as another than the hand's.
        photo: the photo that the hand was read from.
        mark: its entry in the history.
        listing: which part of the history is shown.
        heard: the number of the last tap that was received from the desk.
        next_page: the page that the next run switches to.
        arrivals: how often a tap on a page has led to another one.
        at_start: whether the start is shown although there is a hand.
        language: chosen by the visitor.
        rules_chosen: whether the visitor has said by which rules they play.
        other_rules: the rule set that the chosen one is compared with.
        game: the number of the running game.
        table: that game as it stands, read anew for every run of the page.
        ending: what has been said about how its hand ended, or the earlier one that is corrected.
        mending: the earlier hand of it that is corrected or removed.
        draw: what has been said about the photo of a draw.
        game_to_delete: the game that is deleted once that is confirmed.
        playing_on: the hand with which a game that was over goes on.
        shows_statistics: whether statistics over the games are shown.
        practice: what is practised; None where nothing is.
        needs_player: whose needs the all-last sheet shows.
        swapped_seat: the first wind of two whose players swap seats.
        sheet: the game whose score sheet was asked for.
        penalty: the offence that is entered once its player is tapped, or when a player was replaced.
        possible: the last result of ``state.possible``.
        scored: the last result of ``state.scored``.
        defers_reading: whether a better reading waits because a tile's sheet is open.
        seen_status: the status of the photo that the page took up last.
        warnings: sentences about what went wrong, shown once when the page is drawn next: keys and values.
        confirmations: sentences about what was done as asked, shown in the same way: keys and values.
        discards: the discards of the player whose hand it is, typed in to see whether the hand is furiten.
        check: the hand that is checked for tenpai on its own.
        claim: what another player claims of the hand on the desk.
        tile_set: the learnt tile set that photos are read with; None for any.
        not_shown: the learnt sets of which the visitor said that photos do not show them.
        adaptation: the set that is being learnt.
        card: when the ruling card was asked for; None while it is not shown.
        drawn: the ruling card as it was last drawn.
    """

    hand: str | None = None
    journal: Journal = field(default_factory=Journal)
    situation: Declared = field(default_factory=Declared)
    place: Place | None = None
    address: Address | None = None
    on_other_page: bool = True
    photo: ShownPhoto | None = None
    mark: Mark | None = None
    listing: Listing = field(default_factory=Listing)
    heard: int = 0
    next_page: str | None = None
    arrivals: int = 0
    at_start: bool = True
    language: str | None = None
    rules_chosen: bool = False
    tile_set: str | None = None
    not_shown: tuple[str, ...] = ()
    adaptation: SetAdaptation = field(default_factory=SetAdaptation)
    other_rules: str | None = None
    game: int | None = None
    table: Seated | None = None
    ending: Ending = field(default_factory=Ending)
    mending: Mending | None = None
    draw: DrawInView = field(default_factory=DrawInView)
    game_to_delete: int | None = None
    playing_on: Place | None = None
    shows_statistics: bool = False
    practice: Practice | None = None
    needs_player: str | None = None
    swapped_seat: str | None = None
    sheet: int | None = None
    penalty: str | None = None
    possible: Possible | None = None
    scored: Scored | None = None
    defers_reading: bool = False
    seen_status: PhotoStatus | None = None
    warnings: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    confirmations: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    discards: str = ""
    check: Check = field(default_factory=Check)
    claim: Claim = field(default_factory=Claim)
    card: str | None = None
    drawn: Drawn | None = None

    @property
    def session(self) -> Session | None:
        """The hand as it stands, with its earlier states; None before there is one."""
        return None if self.hand is None else self.journal.stand().session
