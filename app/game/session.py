"""A game at one device: one state, changed by taps, kept as JSON; `app.table.view` shows it. Pure.

The page without a server holds a `GameSession`; time comes in from outside, in seconds since 1970.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Self

from yakulens.app import Json, game
from yakulens.app.game import Game, Penalised
from yakulens.app.game.correction import Correction, correct
from yakulens.app.game.ending import Ending
from yakulens.app.game.penalties import bounds, offered, penalise, substitute, take_back
from yakulens.app.game.seated import Seated
from yakulens.app.game.taps import TableTap, changed, tap_of
from yakulens.app.game.wire import game_to_json, kept_game
from yakulens.app.hand.place import Place, TableFacts
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.load import is_offered, load_rules
from yakulens.scorer.vocabulary import SUBSTITUTED

MINUTE: Final = 60
MORE_MINUTES: Final = 5


@dataclass(frozen=True, slots=True)
class Mending:
    """A correction or removal of an earlier hand."""

    at: int  # the hand's number
    waiting: Ending  # what had been said about the current hand
    removing: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """What the person has opened on the page; no part of the game."""

    offence: str | None = None  # the penalty whose player is asked for
    points: int = 0  # of that penalty, where they are a choice
    swapped: str | None = None  # the wind of the first of two players who change seats
    needs: str | None = None  # whose needs are shown


@dataclass(frozen=True, slots=True)
class GameSession:
    """A game with what was said about its current hand.

    >>> session = GameSession().hear({"do": "begin", "value": "ema-2025", "players": ["A", "B", "C", "D"]})
    >>> for tap in (
    ...     {"do": "event", "value": "ron"},
    ...     {"do": "winner", "seat": "south"},
    ...     {"do": "discarder", "seat": "west"},
    ...     {"do": "han", "seat": "south", "number": 3},
    ...     {"do": "enter"},
    ... ):
    ...     session = session.hear(tap | {"version": session.version})
    >>> session.table().stand.scores
    (30000, 33900, 26100, 30000)
    """

    game: Game | None = None
    number: int = 1  # counts the games on this device: a hand belongs to one of them
    version: int = 0  # counts the changes of the game
    ending: Ending = field(default_factory=Ending)
    mending: Mending | None = None
    plays_on: int | None = None  # after how many hands somebody chose to play on though the game was over
    opened: Opened = field(default_factory=Opened)
    told: tuple[str, tuple[tuple[str, str], ...]] | None = (
        None  # a sentence about the last tap, with its values
    )

    def table(self) -> Seated | None:
        """The game at its current hand, or at the one that is corrected; None without a game."""
        whole = self.whole()
        if whole is None or self.mending is None:
            return whole
        return whole.before(self.mending.at)

    def whole(self) -> Seated | None:
        """The game after its last hand; None without a game."""
        return None if self.game is None else Seated.at(self.number, self.version, self.game)

    def is_finished(self) -> bool:
        """Whether the game is over and nobody plays on."""
        whole = self.whole()
        return whole is not None and game.is_over(whole.played) and self.plays_on != len(whole.played)

    def facts(self, place: Place | None) -> TableFacts | None:
        """What the game says of the hand on the desk, won at this place; None where none is played."""
        table = self.table()
        if table is None or (self.is_finished() and self.mending is None):
            return None
        moved_on = place is not None and not place.is_same_hand(table.place)
        facts = table.facts((self.whole() or table).entered_at(place) if moved_on else ())
        return self.ending.begun(facts)

    def hear(self, message: object, now: float = 0.0, hand: Json | None = None) -> "GameSession":
        """The session after a tap; a tap that is none, or upon an older state of the game, changes nothing.

        ``hand`` is the contract's Hand on the desk, if it can be used for a winner of the current hand.
        """
        tap = tap_of(message)
        if tap is None or (self.game is not None and tap.version != self.version):
            return self
        session = replace(self, told=None)
        if tap.do in _BEGINS:
            return _BEGINS[tap.do](session, tap, now)
        table = session.table()
        if table is None:
            return session
        if (ending := changed(session.ending.at(table.place), tap, hand)) is not None:
            return replace(session, ending=ending)
        act = _ACTS.get(tap.do)
        try:
            return session if act is None else act(session, tap, now)
        except (InputError, ValueError, IndexError):  # what a page that is up to date does not offer
            return session

    def with_scored(self, hand: Json) -> Self:
        """The session with a scored hand entered as its winner's."""
        table = self.table()
        if table is None:
            return self
        return replace(self, ending=self.ending.with_scored(hand, table.place))

    def saved(self, changed_game: Game, ending: Ending | None = None) -> Self:
        """The session with a changed game, and this said about its current hand; by default what was."""
        now = replace(
            self,
            game=changed_game,
            version=self.version + 1,
            mending=None,
            opened=Opened(needs=self.opened.needs),
        )
        whole = now.whole()
        if whole is None:
            return now
        place = whole.place
        ending = (self.ending if ending is None else ending).at(place)
        return replace(now, ending=ending if ending.is_of(place) else ending.carried(place))

    def kept(self) -> Json:
        """All of it as JSON, for the device to store."""
        mending = self.mending
        return {
            "game": None if self.game is None else game_to_json(self.game),
            "until": None if self.game is None else self.game.until,
            "number": self.number,
            "version": self.version,
            "ending": self.ending.kept(),
            "mending": mending
            and {"at": mending.at, "waiting": mending.waiting.kept(), "removing": mending.removing},
            "plays_on": self.plays_on,
        }

    @classmethod
    def of_json(cls, kept: Json) -> Self:
        """The session that `kept` wrote.

        Raises:
            GameLinkError: its game cannot be played here.
        """
        played = None if kept["game"] is None else kept_game(kept["game"], kept.get("until"))
        mending = kept.get("mending")
        return cls(
            played,
            int(kept["number"]),
            int(kept["version"]),
            Ending.of_json(kept["ending"]),
            mending and Mending(mending["at"], Ending.of_json(mending["waiting"]), mending["removing"]),
            kept.get("plays_on"),
        )


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
    if session.ending.event is None or session.ending.lacking():
        return None
    return correct(session.game, session.mending.at, end_of(session, table, now))


def _begin(session: GameSession, tap: TableTap, now: float) -> GameSession:
    if not is_offered(tap.value):
        return session
    try:
        begun = game.begin(tap.value, tap.players, east_only=bool(tap.number))
    except (ValueError, InputError):
        wanted = str(load_rules(tap.value).players)
        return replace(session, told=("table.names_needed", (("n", wanted),)))
    return GameSession(begun, number=max(session.number + 1, int(now)))


def _leave(session: GameSession, _: TableTap, __: float) -> GameSession:
    return GameSession(number=session.number)


def _enter(session: GameSession, _: TableTap, now: float) -> GameSession:
    table = session.whole()
    if table is None or session.mending or session.is_finished() or session.ending.lacking():
        return session
    return session.saved(game.add(table.game, end_of(session, table, now)), Ending())


def _undo(session: GameSession, _: TableTap, __: float) -> GameSession:
    whole = session.whole()
    if whole is None or not whole.played or session.mending:
        return session
    draft = Ending.of_end(whole.game.ends[-1], whole.before(len(whole.played) - 1).place)
    return session.saved(game.undo(whole.game), draft)


def _mend(*, removing: bool) -> "_Act":
    def begin(session: GameSession, tap: TableTap, _: float) -> GameSession:
        whole = session.whole()
        if whole is None or tap.number >= len(whole.played):
            return session
        waiting = session.ending if session.mending is None else session.mending.waiting
        draft = Ending.of_end(whole.game.ends[tap.number], whole.before(tap.number).place)
        return replace(session, mending=Mending(tap.number, waiting, removing), ending=draft)

    return begin


def _mend_save(session: GameSession, _: TableTap, now: float) -> GameSession:
    found = correction(session, now)
    if found is None or found.stuck is not None or session.mending is None:
        return session
    return session.saved(found.game, session.mending.waiting)


def _mend_leave(session: GameSession, _: TableTap, __: float) -> GameSession:
    if session.mending is None:
        return session
    return replace(session, ending=session.mending.waiting, mending=None)


def _stop(session: GameSession, _: TableTap, __: float) -> GameSession:
    whole = session.whole()
    if whole is None or not game.may_stop(whole.played):
        return session
    return session.saved(game.stop(whole.game), Ending())


def _play_on(session: GameSession, _: TableTap, __: float) -> GameSession:
    whole = session.whole()
    return session if whole is None else replace(session, plays_on=len(whole.played))


def _one_more(session: GameSession, _: TableTap, now: float) -> GameSession:
    before = session.game
    if before is None:
        return session
    begun = game.begin(before.rules, before.players, east_only=before.east_only)
    return GameSession(begun, number=max(session.number + 1, int(now)))


def _clock(session: GameSession, tap: TableTap, now: float) -> GameSession:
    if session.game is None:
        return session
    return session.saved(replace(session.game, until=int(now) + tap.number * MINUTE))


def _clock_more(session: GameSession, _: TableTap, __: float) -> GameSession:
    if session.game is None or session.game.until is None:
        return session
    return session.saved(replace(session.game, until=session.game.until + MORE_MINUTES * MINUTE))


def _clock_end(session: GameSession, _: TableTap, __: float) -> GameSession:
    return session if session.game is None else session.saved(replace(session.game, until=None))


def _open(name: str) -> "_Act":
    """A tap that opens something on the page; the same one again closes it."""

    def set_(session: GameSession, tap: TableTap, _: float) -> GameSession:
        value = tap.number if name == "points" else tap.value
        shown = None if name == "offence" and session.opened.offence == value else value
        said: Json = {"points": 0, name: shown} if name == "offence" else {name: shown}
        return replace(session, opened=replace(session.opened, **said))

    return set_


def _penalise(session: GameSession, tap: TableTap, _: float) -> GameSession:
    if session.game is None:
        return session
    when = next((each for each in SUBSTITUTED if each == tap.value), None)
    if when is not None:
        return session.saved(substitute(session.game, tap.number, when))
    penalty = next((each for each in offered(load_rules(session.game.rules)) if each.id == tap.value), None)
    least, most = bounds(penalty)
    points = session.opened.points if least <= session.opened.points <= most else least
    offence = tap.value if penalty else ""
    return session.saved(penalise(session.game, Penalised(tap.number, -points, offence)))


def _take_back(session: GameSession, tap: TableTap, _: float) -> GameSession:
    return session if session.game is None else session.saved(take_back(session.game, tap.number))


def _not_replaced(session: GameSession, tap: TableTap, _: float) -> GameSession:
    return session if session.game is None else session.saved(substitute(session.game, tap.number, None))


def _swap(session: GameSession, tap: TableTap, _: float) -> GameSession:
    first, whole = session.opened.swapped, session.whole()
    if whole is None or first is None or first == tap.seat:
        return replace(session, opened=replace(session.opened, swapped=None if first else tap.seat))
    sitting, stand = list(whole.stand.sitting()), whole.stand
    here, there = stand.place(first), stand.place(tap.seat)
    sitting[here], sitting[there] = sitting[there], sitting[here]
    names = whole.names()
    changed_seats = session.saved(game.reseat(whole.game, tuple(sitting)))
    return replace(changed_seats, told=("seats.swapped", (("one", names[first]), ("other", names[tap.seat]))))


_Act = Callable[[GameSession, TableTap, float], GameSession]
_BEGINS: Final[dict[str, _Act]] = {"begin": _begin, "leave": _leave}
_ACTS: Final[dict[str, _Act]] = {
    "enter": _enter,
    "undo": _undo,
    "mend": _mend(removing=False),
    "remove": _mend(removing=True),
    "mend_save": _mend_save,
    "mend_leave": _mend_leave,
    "stop": _stop,
    "play_on": _play_on,
    "one_more": _one_more,
    "clock": _clock,
    "clock_more": _clock_more,
    "clock_end": _clock_end,
    "needs": _open("needs"),
    "offence": _open("offence"),
    "points": _open("points"),
    "penalise": _penalise,
    "take_back": _take_back,
    "not_replaced": _not_replaced,
    "swap": _swap,
}
"""By what a tap does, how it changes the game or what is open on the page."""
