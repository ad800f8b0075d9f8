"""A game at one device: one state, kept as JSON. Pure; `acts` changes it by taps, `app.table.view` shows it.

Both pages hold a `GameSession`; time comes in from outside, in seconds since 1970.
"""

from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Self

from yakulens.app import Json, game
from yakulens.app.game import Game
from yakulens.app.game.correction import Correction, correct, found_again, reseated
from yakulens.app.game.ending import Ending
from yakulens.app.game.open_hands import DrawPhoto
from yakulens.app.game.seated import Seated
from yakulens.app.game.wire import game_to_json, kept_game
from yakulens.app.hand.from_json import FormError, from_json
from yakulens.app.hand.place import Place, TableFacts
from yakulens.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Mending:
    """A correction or removal of an earlier hand."""

    at: int  # the hand's number in the game
    version: int  # the version of the game to which ``at`` and ``end`` refer
    waiting: Ending  # what had been said about the current hand
    end: Json  # how the earlier hand had ended when this began, as ``settle`` takes it
    removing: bool = False  # whether the hand is removed

    def on(self, previous: Seated | None, whole: Seated, ending: Ending) -> tuple[Self, Ending] | None:
        """The correction and its ending, carried over to the game that somebody else has changed.

        ``previous`` is the game as this device last had it, None after a reload. ``ending`` is how the hand
        is said to have ended, unless it is removed. The result is None where the hand no longer exists. If
        somebody has corrected the same hand, this correction replaces theirs. A removal is dropped: it was
        meant for a hand that ended differently.
        """
        if previous is None:
            at = self.at if self.end in whole.game.ends[self.at : self.at + 1] else None
        else:
            at = found_again(previous.played, whole.played, self.at)
        if at is None:
            return None
        hand = whole.played[at]
        end = self.end
        if previous is not None:
            end = reseated(end, previous.played[self.at].before, hand.before)
        if self.removing and end != hand.end:
            return None
        carried = ending if self.removing else ending.carried(whole.before(at).place)
        return replace(self, at=at, version=whole.version, end=hand.end), carried

    @classmethod
    def of_json(cls, value: object) -> Self | None:
        """The correction whose fields this is, as JSON; None where the value is something else."""
        if isinstance(value, dict):
            with suppress(FormError):
                mending = from_json(cls, value | {"waiting": {}})
                return replace(mending, waiting=Ending.of_json(value.get("waiting")))
        return None


@dataclass(frozen=True, slots=True)
class Opened:
    """What the person has opened on the page; no part of the game."""

    offence: str | None = None  # the penalty whose player is asked for
    points: int = 0  # of that penalty, where they are a choice
    swapped: str | None = None  # the wind of the first of two players who change seats
    needs: str | None = None  # whose needs are shown


@dataclass(frozen=True, slots=True)
class GameSession:
    """A game with what was said about its current hand, or about the earlier one that is corrected."""

    whole: Seated | None = None  # the game after its last hand; None without a game
    last: int = 0  # the number of the game that was left
    ending: Ending = field(default_factory=Ending)
    mending: Mending | None = None
    photo: DrawPhoto | None = None  # of a draw; it counts for the hand that it shows
    plays_on: int | None = None  # after how many hands somebody chose to play on though the game was over
    opened: Opened = field(default_factory=Opened)
    told: tuple[str, tuple[tuple[str, str], ...]] | None = (
        None  # a sentence about the last tap, with its values
    )

    @classmethod
    def of(cls, game: Game, number: int, version: int = 0) -> Self:
        """The session with a game of this number, of which nothing was said here."""
        return cls(Seated.at(number, version, game))

    @property
    def game(self) -> Game | None:
        """The game, if any."""
        return None if self.whole is None else self.whole.game

    @property
    def number(self) -> int:
        """The game's number, or that of the game that was left: a hand belongs to one of them."""
        return self.last if self.whole is None else self.whole.number

    @property
    def version(self) -> int:
        """Counts the changes of the game."""
        return 0 if self.whole is None else self.whole.version

    def table(self) -> Seated | None:
        """The game at the hand that the form is about: the current one, or the one that is corrected.

        None without a game.
        """
        if self.whole is None or self.mending is None or self.mending.removing:
            return self.whole
        return self.whole.before(self.mending.at)

    def current(self) -> Seated | None:
        """The game at the hand that may be won now; None where no game is played."""
        over = self.is_finished() and (self.mending is None or self.mending.removing)
        return None if over else self.table()

    def is_finished(self) -> bool:
        """Whether the game is over and nobody plays on."""
        whole = self.whole
        return whole is not None and game.is_over(whole.played) and self.plays_on != len(whole.played)

    def facts(self, place: Place | None, former: Seated | None = None) -> TableFacts | None:
        """What the game says of the hand on the desk, won at this place; None where none is played.

        ``former`` is the game of that place, where it is another one.
        """
        table = self.current()
        if table is None:
            return None
        moved_on = place is not None and not place.left and not place.is_same_hand(table.place)
        facts = table.facts((former or self.whole or table).entered_at(place) if moved_on else ())
        return self.ending.begun(facts)

    def followed(self, whole: Seated | None) -> Self:
        """The session upon the game as it stands now, which others may have changed.

        A correction goes on at its hand, wherever that now is, and is left where it no longer can.
        """
        now = replace(self, whole=whole, last=self.number)
        mending = self.mending
        if whole is None or mending is None or mending.version == whole.version:
            return now
        found = mending.on(self.whole, whole, self.ending)
        return now.unmended() if found is None else replace(now, mending=found[0], ending=found[1])

    def draw_photo(self) -> DrawPhoto | None:
        """The photo of the draw that the form is about; None without one."""
        table, photo = self.table(), self.photo
        if table is None or photo is None or self.ending.event != "exhaustive_draw":
            return None
        return photo if photo.of.is_same_hand(table.place) else None

    def photographed(self, reading: Reading) -> Self:
        """The session with a photo of the draw that the form is about; one without open hands is left out."""
        table = self.table()
        if table is None or not reading.hands:
            return self
        return replace(self, photo=DrawPhoto(table.place, reading))

    def lacking(self) -> str | None:
        """The key of the sentence that asks for what is missing of the hand's end; None when nothing is."""
        table, photo = self.table(), self.draw_photo()
        of_photo = None if table is None or photo is None else photo.lacking(table.stand.seats())
        return of_photo or self.ending.lacking()

    def with_scored(self, hand: Json) -> Self:
        """The session with a scored hand entered as its winner's."""
        table = self.table()
        if table is None:
            return self
        return replace(self, ending=self.ending.with_scored(hand, table.place))

    def mended(self, at: int, *, removing: bool = False, instead: Ending | None = None) -> Self:
        """The session that corrects or removes hand number ``at``; what was said of the current one waits.

        With ``instead``, what was said here of that hand is to replace what somebody else has entered.

        Raises:
            IndexError: the game has no such hand.
        """
        if self.whole is None:
            return self
        waiting = self.ending if self.mending is None else self.mending.waiting
        waiting = waiting if instead is None else Ending()
        end = self.whole.game.ends[at]
        entered = Ending.of_end(end, self.whole.before(at).place) if instead is None else instead
        mending = Mending(at, self.version, waiting, end, removing)
        return replace(self, mending=mending, ending=waiting if removing else entered)

    def unmended(self) -> Self:
        """The session back at the current hand."""
        return self if self.mending is None else replace(self, ending=self.mending.waiting, mending=None)

    def saved(self, changed: Game, ending: Ending | None = None) -> Self:
        """The session with a changed game, and this said about its current hand.

        By default what was said stays, and a correction goes on.
        """
        whole = Seated.at(self.number, self.version + 1, changed)
        now = replace(self, whole=whole, opened=Opened(needs=self.opened.needs))
        if ending is None and self.mending is not None:
            return replace(now, mending=replace(self.mending, version=whole.version))
        said = (self.ending if ending is None else ending).at(whole.place)
        said = said if said.is_of(whole.place) else said.carried(whole.place)
        return replace(now, ending=said, mending=None)

    def said(self) -> Json:
        """What was said here about the game's hands, as JSON."""
        mending = None if self.mending is None else asdict(self.mending)
        photo = None if self.photo is None else self.photo.kept()
        return {
            "ending": self.ending.kept(),
            "mending": mending,
            "draw": photo,
            "plays_on": self.plays_on,
        }

    @classmethod
    def of_said(cls, kept: Json, last: int = 0) -> Self:
        """A session without its game, with what `said` wrote; ``last`` is the game's number.

        A correction that cannot be read is left: what had been said about the current hand stands again.
        """
        plays_on, begun = kept.get("plays_on"), kept.get("mending")
        mending = Mending.of_json(begun)
        ending = begun.get("waiting") if mending is None and isinstance(begun, dict) else kept.get("ending")
        return cls(
            last=last,
            ending=Ending.of_json(ending),
            mending=mending,
            photo=DrawPhoto.of_json(kept.get("draw")),
            plays_on=plays_on if isinstance(plays_on, int) else None,
        )

    def kept(self) -> Json:
        """All of it as JSON, for the device to store."""
        return {
            "game": None if self.game is None else game_to_json(self.game),
            "until": None if self.game is None else self.game.until,
            "number": self.number,
            "version": self.version,
        } | self.said()

    @classmethod
    def of_json(cls, kept: Json) -> Self:
        """The session that `kept` wrote.

        Raises:
            GameLinkError: its game cannot be played here.
        """
        session = cls.of_said(kept, int(kept["number"]))
        if kept["game"] is None:
            return session
        played = kept_game(kept["game"], kept.get("until"))
        return replace(session, whole=Seated.at(session.last, int(kept["version"]), played), last=0)


def left(session: GameSession, table: Seated, now: float) -> int | None:
    """How many hands follow the current one after the time signal; None before the signal."""
    over = session.ending.before_signal and session.ending.is_of(table.place)
    return game.hands_left(table.game, table.played, now, over=over)


def end_of(session: GameSession, table: Seated, now: float) -> Json:
    """What was said about the hand, as ``settle`` takes it."""
    hands_left = None if session.mending else left(session, table, now)
    return session.ending.to_json() | ({} if hands_left is None else {"hands_left": hands_left})


def correction(session: GameSession, now: float) -> Correction | None:
    """The game after the correction that is being made; None while something is missing for it."""
    table = session.table()
    if session.mending is None or session.game is None or table is None:
        return None
    if session.mending.removing:
        return correct(session.game, session.mending.at, None)
    if session.ending.event is None or session.lacking():
        return None
    return correct(session.game, session.mending.at, end_of(session, table, now))
