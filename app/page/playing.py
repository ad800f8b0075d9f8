"""The running game on this page: loaded from disk in every run, corrected, left, saved."""

import logging
import time
from typing import Final

from yakulens.app import Json
from yakulens.app.game import Game, TableState, is_over
from yakulens.app.game import begin as begin_game
from yakulens.app.game.correction import meanwhile, reseated
from yakulens.app.game.ending import Ending
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import GameSession
from yakulens.app.hand.place import Place, TableFacts
from yakulens.app.page import state
from yakulens.app.page.memory import Memory, OpenCorrection
from yakulens.app.store.games import KeptGame
from yakulens.app.store.rows import DamagedRowError
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import FAILURES, MISSHAPEN, trouble
from yakulens.app.words import phrases
from yakulens.scorer.rules.load import is_offered

_LOG: Final = logging.getLogger(__name__)


def follow(*, on_hand_page: bool) -> None:
    """Load the game from disk: others may have played on; on the hand's page, join the game they began."""
    memory = state.memory()
    previous, memory.former_game = memory.table, None
    _load_table(memory)
    _rebase_mending(memory, previous)
    _tell_changes(memory, previous)
    if on_hand_page and (previous is None or previous.next_game is None):
        _join_begun_game(memory)


def _load_table(memory: Memory) -> None:
    """Read the running game from disk; leave it with a warning where it is gone or unusable."""
    memory.table = None
    if memory.game is None:
        return
    try:
        game = games().load(memory.game)
        memory.table = None if game is None else _seated(game)
    except (DamagedRowError, *MISSHAPEN):
        _LOG.exception("the running game is damaged")
        _drop_game(memory, "table.damaged")
        return
    except FAILURES as error:
        _LOG.exception("the running game cannot be read")
        state.warn(f"disk.{trouble(error)}")
        return
    if game is None:
        _drop_game(memory, "table.gone")
    elif memory.table is None:
        _drop_game(memory, "table.rules_gone", rules=game.game.rules)


def _seated(kept_game: KeptGame) -> Seated | None:
    """A game's current state; None where its rule set is not available."""
    if not is_offered(kept_game.game.rules):
        return None
    return Seated.at(kept_game.number, kept_game.version, kept_game.game, kept_game.next_game)


def _rebase_mending(memory: Memory, previous: Seated | None) -> None:
    """Carry the correction of an earlier hand over to a game that somebody else has changed, and warn.

    ``previous`` is the game as the page last had it.
    """
    mending, table = memory.mending, memory.table
    if mending is None or table is None or mending.version == table.version:
        return
    rebased = mending.on(previous, table, memory.ending)
    if rebased is None:
        leave_mending()
        state.warn("table.mending_gone")
        return
    memory.mending, memory.ending = rebased
    _keep_game()
    changes = None if previous is None else meanwhile(previous.played, table.played)
    if previous is None or changes is None:
        return
    stand = table.played[memory.mending.at].before
    if memory.mending.end != reseated(mending.end, previous.played[mending.at].before, stand):
        state.warn("table.mending_replaces", hand=_turn(stand))
    else:
        kind, stands = changes
        state.warn(f"table.meanwhile_{kind}", hands=phrases.listed(state.language(), map(_turn, stands)))


def _tell_changes(memory: Memory, previous: Seated | None) -> None:
    """Note what others have corrected or taken back with whose score changed, or who changed seats.

    ``previous`` is the game as the page last had it. An entered hand needs no note.
    """
    table = memory.table
    if previous is None or table is None or previous.number != table.number:
        memory.elsewhere = None
        return
    kind, stands = meanwhile(previous.played, table.played) or ("reseated", ())
    if kind == "reseated" and table.stand.sitting() == previous.stand.sitting():
        return
    players, was, now = table.game.players, previous.stand.scores, table.stand.scores
    seats = table.place.names().items()
    values = {
        "hands": phrases.listed(state.language(), map(_turn, stands)),
        "changes": phrases.score_changes(state.language(), players, was, now),
        "seats": " · ".join(f"{phrases.character(state.language(), seat)} {name}" for seat, name in seats),
    }
    own = kind == "entered" or table.game == memory.saved_game
    memory.elsewhere = None if own else (f"table.elsewhere_{kind}", values)
    memory.elsewhere_told = False


def heard() -> None:
    """Drop the note of what others have changed, once it was drawn: this visitor has tapped since."""
    memory = state.memory()
    if memory.elsewhere_told:
        memory.elsewhere = None


def _turn(stand: TableState) -> str:
    return phrases.turn(state.language(), stand.round, stand.dealer)


def _join_begun_game(memory: Memory) -> None:
    """Join the game that another phone at the table has begun after the finished one.

    The page Table only offers it, so that the result stays on the screen.
    """
    table = memory.table
    if table is not None and table.next_game is not None and is_finished(table):
        join_next_game(table)
        _load_table(memory)
        state.warn("table.led")


def _drop_game(memory: Memory, reason: str, **values: object) -> None:
    """Leave a game that cannot continue; ``reason`` is the key of a sentence with these values."""
    memory.game = None
    state.remember(game=None)
    state.warn(reason, **values)


def select_game(number: int | None) -> None:
    """Play a game from now on, or with None leave the running one; the next visit begins there too."""
    memory = state.memory()
    memory.game = number
    memory.ending, memory.mending = Ending(), None
    _keep_game()


def _keep_game() -> None:
    """Save which game this page plays together with what was said of its hands.

    Another tab of the browser may play another game: a correction must never meet that one after a reload.
    """
    memory = state.memory()
    mending = None if memory.mending is None else memory.mending.kept()
    state.remember(game=memory.game, ending=memory.ending.kept(), mending=mending)


def join_next_game(table: Seated) -> None:
    """Play the game after a finished one, with everybody at its table; begin it if nobody has."""
    game = table.game
    number = games().go_on(table.number, begin_game(game.rules, game.players, east_only=game.east_only))
    if number is not None:
        select_game(number)


def save_game(table: Seated, changed: Game) -> bool:
    """Save a game, or warn that somebody has changed it since it was shown; returns whether it is saved."""
    outcome = games().save(table.number, table.version, changed)
    if outcome == "changed":
        state.warn("table.changed")
    elif outcome == "saved":
        state.memory().saved_game = changed
    return outcome == "saved"


def set_ending(ending: Ending) -> None:
    """Set and save what has been said about the hand that just ended."""
    state.memory().ending = ending
    _keep_game()


def session_of(table: Seated) -> GameSession:
    """A game with what has been said of its current hand, and what is opened beside its form."""
    memory = state.memory()
    return GameSession(table.game, table.number, table.version, memory.ending, opened=memory.opened)


def hear(table: Seated, tap: Json) -> None:
    """Carry out a tap beside the form of a game; a change of the game is saved (`save_game`)."""
    before = session_of(table)
    after = before.hear(tap, time.time())
    if after.game != before.game:
        if after.game is None or not save_game(table, after.game):
            return
    elif after.ending != before.ending:
        set_ending(after.ending)
    state.memory().opened = after.opened
    if after.told is not None:
        key, values = after.told
        state.confirm(key, **dict(values))


def mend(at: int, *, removing: bool = False, instead: Ending | None = None) -> None:
    """Correct or remove an earlier hand of the running game; the current hand's ending waits.

    With ``instead``, what was said here of the earlier hand is to replace what somebody else has entered.
    """
    memory = state.memory()
    table = memory.table
    if table is None:
        return
    waiting = memory.ending if memory.mending is None else memory.mending.waiting
    waiting = waiting if instead is None else Ending()
    end = table.game.ends[at]
    memory.mending = OpenCorrection(at, table.version, waiting, end, removing)
    entered = Ending.of_end(end, table.before(at).place)
    memory.ending = waiting if removing else entered if instead is None else instead
    _keep_game()


def leave_mending() -> None:
    """Return from an earlier hand to the current one."""
    memory = state.memory()
    if memory.mending is not None:
        memory.ending, memory.mending = memory.mending.waiting, None
        _keep_game()


def current_table() -> Seated | None:
    """The running game at the current hand, or at the corrected one.

    None where no game runs, and where it is over and nobody continues it.
    """
    memory = state.memory()
    table, mending = memory.table, memory.mending
    if table is None:
        return None
    if mending is None or mending.removing or mending.at >= len(table.played):
        return None if is_finished(table) else table
    return table.before(mending.at)


def is_finished(table: Seated) -> bool:
    """Whether a game is over and nobody continues it."""
    return is_over(table.played) and state.memory().playing_on != table.place


def table_facts(place: Place | None) -> TableFacts | None:
    """What the running game says of the hand on the desk, won at this place; None without a game."""
    table = current_table()
    if table is None:
        return None
    has_moved_on = place is not None and not place.left and not place.is_same_hand(table.place)
    former = _former(place) if has_moved_on and place is not None else None
    facts = table.facts(() if former is None else former.entered_at(place))
    return state.memory().ending.begun(facts)


def _former(place: Place) -> Seated | None:
    """The game of a place, with all its hands; None where it cannot be read."""
    memory = state.memory()
    if memory.table is not None and memory.table.number == place.game:
        return memory.table
    if memory.former_game is None or memory.former_game.number != place.game:
        try:
            game = games().load(place.game)
        except (*FAILURES, *MISSHAPEN):
            _LOG.exception("the hand's game cannot be read")
            return None
        memory.former_game = None if game is None else _seated(game)
    return memory.former_game
