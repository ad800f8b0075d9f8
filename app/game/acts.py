"""What a tap at a game's table changes. Pure; the state is `session`."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from yakulens.app import Json, game
from yakulens.app.game import Game, Penalised
from yakulens.app.game.ending import Ending
from yakulens.app.game.penalties import bounds, offered, penalise, substitute, take_back
from yakulens.app.game.session import GameSession, correction, end_of
from yakulens.app.game.taps import TableTap, changed, tap_of
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.load import is_offered, load_rules
from yakulens.scorer.vocabulary import SUBSTITUTED
from yakulens.vision.reading import Reading

MINUTE: Final = 60
MORE_MINUTES: Final = 5


def hear(
    session: GameSession,
    message: object,
    now: float = 0.0,
    hand: Json | None = None,
    reading: Reading | None = None,
) -> GameSession:
    """The session after a tap; a tap that is none, or upon an older state of the game, changes nothing.

    ``hand`` is the contract's Hand on the desk, if it can be used for a winner of the current hand, and
    ``reading`` that of the photo there, which may show a draw.

    >>> session = hear(GameSession(), {"do": "begin", "value": "ema-2025", "players": ["A", "B", "C", "D"]})
    >>> for tap in (
    ...     {"do": "event", "value": "ron"},
    ...     {"do": "winner", "seat": "south"},
    ...     {"do": "discarder", "seat": "west"},
    ...     {"do": "han", "seat": "south", "number": 3},
    ...     {"do": "enter"},
    ... ):
    ...     session = hear(session, tap | {"version": session.version})
    >>> session.whole.stand.scores
    (30000, 33900, 26100, 30000)
    """
    tap = tap_of(message)
    if tap is None or (session.game is not None and tap.version != session.version):
        return session
    session = replace(session, told=None)
    if tap.do in _BEGINS:
        return _BEGINS[tap.do](session, tap, now)
    table = session.table()
    if table is None:
        return session
    if (ending := changed(session.ending.at(table.place), tap, hand)) is not None:
        return replace(session, ending=ending)
    act = _ACTS.get(tap.do)
    if tap.do == "draw_desk" and reading is not None:
        act = _draw_desk(reading)
    try:
        return session if act is None else act(session, tap, now)
    except (InputError, ValueError, IndexError):  # what a page that is up to date does not offer
        return session


def next_game(session: GameSession, begun: Game, now: float) -> GameSession:
    """The session with a game begun after its own, with a number that no earlier game here has."""
    return GameSession.of(begun, max(session.number + 1, int(now)))


def _begin(session: GameSession, tap: TableTap, now: float) -> GameSession:
    if not is_offered(tap.value):
        return session
    try:
        begun = game.begin(tap.value, tap.players, east_only=bool(tap.number))
    except (ValueError, InputError):
        wanted = str(load_rules(tap.value).players)
        return replace(session, told=("table.names_needed", (("n", wanted),)))
    return next_game(session, begun, now)


def _leave(session: GameSession, _: TableTap, __: float) -> GameSession:
    return GameSession(last=session.number)


def _enter(session: GameSession, _: TableTap, now: float) -> GameSession:
    table = session.whole
    if table is None or session.mending or session.is_finished() or session.lacking():
        return session
    return session.saved(game.add(table.game, end_of(session, table, now)), Ending())


def _draw_desk(reading: Reading) -> "_Act":
    """The tap that takes the photo on the desk for a draw."""
    return lambda session, *_: session.photographed(reading)


def _draw_taker(session: GameSession, tap: TableTap, _: float) -> GameSession:
    photo, whole = session.draw_photo(), session.table()
    if photo is None or whole is None or tap.seat not in whole.stand.seats() or tap.seat == photo.taker:
        return session
    taken = replace(photo, taker=tap.seat, said=frozenset())
    return replace(session, ending=photo.unsaid(session.ending), photo=taken)


def _draw_hand(session: GameSession, tap: TableTap, _: float) -> GameSession:
    photo, table = session.draw_photo(), session.table()
    if photo is None or table is None or tap.seat not in photo.hands(table.stand.seats()):
        return session
    photo, ending = photo.settled(session.ending, tap.seat, tenpai=tap.value == "tenpai")
    return replace(session, ending=ending, photo=photo)


def _draw_leave(session: GameSession, _: TableTap, __: float) -> GameSession:
    photo = session.draw_photo()
    if photo is None:
        return session
    return replace(session, ending=photo.unsaid(session.ending), photo=None)


def _undo(session: GameSession, _: TableTap, __: float) -> GameSession:
    whole = session.whole
    if whole is None or not whole.played or session.mending:
        return session
    draft = Ending.of_end(whole.game.ends[-1], whole.before(len(whole.played) - 1).place)
    return session.saved(game.undo(whole.game), draft)


def _mend(*, removing: bool) -> "_Act":
    def begin(session: GameSession, tap: TableTap, _: float) -> GameSession:
        return session.mended(tap.number, removing=removing)

    return begin


def _mend_save(session: GameSession, _: TableTap, now: float) -> GameSession:
    found = correction(session, now)
    if found is None or found.stuck is not None or session.mending is None:
        return session
    return session.saved(found.game, session.mending.waiting)


def _mend_leave(session: GameSession, _: TableTap, __: float) -> GameSession:
    return session.unmended()


def _stop(session: GameSession, _: TableTap, __: float) -> GameSession:
    whole = session.whole
    if whole is None or not game.may_stop(whole.played):
        return session
    return session.saved(game.stop(whole.game), Ending())


def _play_on(session: GameSession, _: TableTap, __: float) -> GameSession:
    whole = session.whole
    return session if whole is None else replace(session, plays_on=len(whole.played))


def _one_more(session: GameSession, _: TableTap, now: float) -> GameSession:
    before = session.game
    if before is None:
        return session
    begun = game.begin(before.rules, before.players, east_only=before.east_only)
    return next_game(session, begun, now)


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
    first, whole = session.opened.swapped, session.whole
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
    "draw_taker": _draw_taker,
    "draw_hand": _draw_hand,
    "draw_leave": _draw_leave,
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
