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
from yakulens.app.looking import News, Waiting
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
        number: the reading's.
        file: the photo's name.
        version: counts its changes there.
        desk: as last kept.
        situation: as last kept.
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
    """What of the history is shown.

    Attributes:
        page: which page of the results, from 0.
        asked: what a first tap asked to delete: a reading's number, all of them, or all photos.
        tiles: what the hands hold that are looked for, in the usual notation.
    """

    page: int = 0
    asked: int | str | None = None
    tiles: str = ""


@dataclass(frozen=True, slots=True)
class Mending:
    """An earlier hand of the running game that is corrected or removed.

    Attributes:
        at: its number in the game.
        version: the game's when this began; what is said is about that one.
        waiting: what had been said about the hand that is played now.
        end: how it had ended when this began, as ``settle`` takes it.
        removing: whether the hand is to go.
    """

    at: int
    version: int
    waiting: Ending
    end: Json
    removing: bool = False

    def on(self, was: Seated | None, table: Seated, said: Ending) -> tuple[Self, Ending] | None:
        """This with what was said in it, in the game as somebody else has changed it meanwhile.

        Args:
            was: the game as it was last seen; None after the page was loaded anew.
            table: as it is.
            said: what was said of the hand, unless it is removed.

        Returns:
            None where the hand is not there any more. Where that very hand was corrected, what was said holds
            all the same, unless it is removed: that was asked of another end.
        """
        if was is None:
            at = self.at if self.end in table.game.ends[self.at : self.at + 1] else None
        else:
            at = found_again(was.played, table.played, self.at)
        if at is None:
            return None
        hand = table.played[at]
        end = self.end if was is None else reseated(self.end, was.played[self.at].before, hand.before)
        if self.removing and end != hand.end:
            return None
        now = said if self.removing else said.carried(Place.of(table.before(at)))
        return replace(self, at=at, version=table.version, end=hand.end), now

    def kept(self) -> Json:
        """Everything, as JSON."""
        return asdict(self)

    @classmethod
    def of_json(cls, kept: object) -> Self | None:
        """What ``kept`` wrote; None where it is something else."""
        if isinstance(kept, dict):
            with suppress(FormError):
                found = from_json(cls, kept | {"waiting": {}})
                return replace(found, waiting=Ending.of_json(kept.get("waiting")))
        return None


class Drawn(NamedTuple):
    """A picture of a score.

    Attributes:
        key: all that it was drawn from.
        png: the picture.
        told: what it says, in a line.
    """

    key: tuple[object, ...]
    png: bytes
    told: str


class Possible(NamedTuple):
    """What of a situation is possible with a hand.

    Attributes:
        said: what was chosen, and what the table knows.
        desk: the hand.
        situation: what of it can be.
        banned: the choices that cannot be, each with its reason (see ``app.situation.impossible``).
    """

    said: Declared
    desk: Desk
    situation: Declared
    banned: Impossible


@dataclass
class Memory(Waiting):
    """Everything of one visitor.

    Attributes:
        hand: the hand's number in addresses and on disk; None before there is one.
        journal: every step of the hand; the next three fields are where it stands.
        session: the hand with its history; None before there is one.
        situation: how it was won, as chosen (see ``situation()`` for what of it is possible).
        place: the hand of a game that it is, if that is known.
        address: the moment that the browser's address named when the page was last drawn.
        elsewhere: whether the page was last drawn as another than the hand's.
        photo: the photo that the hand was read from.
        mark: what the history holds of it.
        listing: what of the history is shown.
        heard: the number of the last tap that was heard from the desk.
        going: the page that the next draw goes on to.
        arrivals: how often a tap on a page has led to another one.
        starting: whether the way in is shown although there is a hand.
        language: chosen by the visitor.
        ruled: whether the visitor has said by which rules they play.
        other_rules: the rule set that the chosen one is compared with.
        game: the number of the running game.
        table: that game as it stands, read anew for every run of the page.
        ending: what has been said about how its hand ended, or the earlier one that is corrected.
        mending: the earlier hand of it that is corrected or removed.
        draw: what has been said about the photo of a draw.
        deleting: the game that is deleted once that is confirmed.
        playing_on: where a game that was over is gone on with.
        figures: whether statistics over the games are shown.
        practice: what is practised; None where nothing is.
        needing: whose needs the all-last sheet shows.
        swapping: the first wind of two whose players swap seats.
        sheet: the game whose score sheet was asked for.
        penalty: the offence that is entered once its player is tapped, or when a player was replaced.
        possible: what of the situation was last found possible.
        scored: the hand as it was last scored.
        holding: whether its better reading waits because a tile's sheet is open.
        seen: the news of it that the page took up last.
        notices: sentences about what went wrong, shown once when the page is drawn next: keys and values.
        done: sentences about what was done as asked, shown in the same way: keys and values.
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
    session: Session | None = None
    situation: Declared = field(default_factory=Declared)
    place: Place | None = None
    address: Address | None = None
    elsewhere: bool = True
    photo: ShownPhoto | None = None
    mark: Mark | None = None
    listing: Listing = field(default_factory=Listing)
    heard: int = 0
    going: str | None = None
    arrivals: int = 0
    starting: bool = True
    language: str | None = None
    ruled: bool = False
    tile_set: str | None = None
    not_shown: tuple[str, ...] = ()
    adaptation: SetAdaptation = field(default_factory=SetAdaptation)
    other_rules: str | None = None
    game: int | None = None
    table: Seated | None = None
    ending: Ending = field(default_factory=Ending)
    mending: Mending | None = None
    draw: DrawInView = field(default_factory=DrawInView)
    deleting: int | None = None
    playing_on: Place | None = None
    figures: bool = False
    practice: Practice | None = None
    needing: str | None = None
    swapping: str | None = None
    sheet: int | None = None
    penalty: str | None = None
    possible: Possible | None = None
    scored: Scored | None = None
    holding: bool = False
    seen: News | None = None
    notices: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    done: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    discards: str = ""
    check: Check = field(default_factory=Check)
    claim: Claim = field(default_factory=Claim)
    card: str | None = None
    drawn: Drawn | None = None
