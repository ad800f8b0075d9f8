"""The running game on this page: loaded from disk in every run, corrected, left, saved."""

import logging
import time
from dataclasses import replace
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.game import TableState, acts
from yakulens.app.game import begin as begin_game
from yakulens.app.game.correction import meanwhile, reseated
from yakulens.app.game.ending import Ending
from yakulens.app.game.seated import Seated
from yakulens.app.game.session import GameSession
from yakulens.app.hand.place import Place, TableFacts
from yakulens.app.page import state
from yakulens.app.page.memory import Memory
from yakulens.app.store.games import KeptGame
from yakulens.app.store.rows import DamagedRowError
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import FAILURES, MISSHAPEN, trouble
from yakulens.app.words import at_table, i18n, seating
from yakulens.scorer.rules.load import is_offered
from yakulens.vision.reading import Reading

_LOG: Final = logging.getLogger(__name__)


def follow(*, on_hand_page: bool) -> None:
    """Load the game from disk: others may have played on; on the hand's page, join the game they began."""
    memory = state.memory()
    before, memory.former_game = memory.playing, None
    _load(memory)
    _tell_correction(before, memory.playing)
    _tell_changes(memory, before.whole)
    if on_hand_page and (before.whole is None or before.whole.next_game is None):
        _join_begun_game(memory)


def _load(memory: Memory) -> None:
    """Read the running game from disk; leave it with a warning where it is gone or unusable."""
    kept, whole = None, None
    if memory.game is not None:
        try:
            kept = games().load(memory.game)
            whole = None if kept is None else _seated(kept)
        except (DamagedRowError, *MISSHAPEN):
            _LOG.exception("the running game is damaged")
            _drop_game(memory, "table.damaged")
        except FAILURES as error:
            _LOG.exception("the running game cannot be read")
            state.warn(f"disk.{trouble(error)}")
        else:
            if kept is None:
                _drop_game(memory, "table.gone")
            elif whole is None:
                _drop_game(memory, "table.rules_gone", rules=kept.game.rules)
    _set(memory.playing.followed(whole))


def _seated(kept_game: KeptGame) -> Seated | None:
    """A game's current state; None where its rule set is not available."""
    if not is_offered(kept_game.game.rules):
        return None
    return Seated.at(kept_game.number, kept_game.version, kept_game.game, kept_game.next_game)


def _tell_correction(before: GameSession, now: GameSession) -> None:
    """Warn where somebody else has changed the game whose earlier hand is corrected here."""
    was, is_now, previous, whole = before.mending, now.mending, before.whole, now.whole
    if was is None or whole is None or was == is_now:
        return
    if is_now is None:
        state.warn("table.mending_gone")
        return
    changes = None if previous is None else meanwhile(previous.played, whole.played)
    if previous is None or changes is None:
        return
    stand = whole.played[is_now.at].before
    if is_now.end != reseated(was.end, previous.played[was.at].before, stand):
        state.warn("table.mending_replaces", hand=_turn(stand))
    else:
        kind, stands = changes
        state.warn(f"table.meanwhile_{kind}", hands=i18n.listed(state.language(), map(_turn, stands)))


def _tell_changes(memory: Memory, previous: Seated | None) -> None:
    """Note what others have corrected or taken back with whose score changed, or who changed seats.

    ``previous`` is the game as the page last had it. An entered hand needs no note.
    """
    table = memory.playing.whole
    if previous is None or table is None or previous.number != table.number:
        memory.elsewhere = None
        return
    kind, stands = meanwhile(previous.played, table.played) or ("reseated", ())
    if kind == "reseated" and table.stand.sitting() == previous.stand.sitting():
        return
    players, was, now = table.game.players, previous.stand.scores, table.stand.scores
    seats = table.place.names().items()
    values = {
        "hands": i18n.listed(state.language(), map(_turn, stands)),
        "changes": at_table.score_changes(state.language(), players, was, now),
        "seats": " · ".join(f"{seating.character(state.language(), seat)} {name}" for seat, name in seats),
    }
    memory.elsewhere = None if kind == "entered" else (f"table.elsewhere_{kind}", values)
    memory.elsewhere_told = False


def heard() -> None:
    """Drop the note of what others have changed, once it was drawn: this visitor has tapped since."""
    memory = state.memory()
    if memory.elsewhere_told:
        memory.elsewhere = None


def _turn(stand: TableState) -> str:
    return seating.turn(state.language(), stand.round, stand.dealer, stand.honba)


def _join_begun_game(memory: Memory) -> None:
    """Join the game that another phone at the table has begun after the finished one.

    The page Table only offers it, so that the result stays on the screen.
    """
    table = memory.playing.whole
    if table is not None and table.next_game is not None and memory.playing.is_finished():
        join_next_game(table)
        _load(memory)
        state.warn("table.led")


def _drop_game(memory: Memory, reason: str, **values: object) -> None:
    """Leave a game that cannot continue; ``reason`` is the key of a sentence with these values."""
    memory.game = None
    state.remember(game=None)
    state.warn(reason, **values)


def select_game(number: int | None) -> None:
    """Play a game from now on, or with None leave the running one; the next visit begins there too."""
    memory = state.memory()
    memory.game, memory.playing = number, GameSession(last=number or 0)
    _keep(memory)


def _set(session: GameSession) -> None:
    """Go on with a session, and save what it says about the game's hands."""
    memory = state.memory()
    said, memory.playing = memory.playing.said(), session
    if session.said() != said:
        _keep(memory)


def _keep(memory: Memory) -> None:
    """Save which game this page plays together with what was said of its hands.

    Another tab of the browser may play another game: a correction must never meet that one after a reload.
    """
    state.remember(game=memory.game, **memory.playing.said())


def join_next_game(table: Seated) -> None:
    """Play the game after a finished one, with everybody at its table; begin it if nobody has."""
    game = table.game
    number = games().go_on(table.number, begin_game(game.rules, game.players, east_only=game.east_only))
    if number is not None:
        select_game(number)


def hear(tap: Json, hand: Json | None = None) -> bool:
    """Carry out a tap at the table, and save the game where that changes it; returns whether it is done.

    ``hand`` is the score page's, if it can be used for a winner. Where somebody has changed the game since it
    was shown, nothing is done, with a warning.
    """
    before = state.memory().playing
    after = acts.hear(before, tap, time.time(), hand)
    if after.game is not None and after.game != before.game:
        outcome = games().save(before.number, before.version, after.game)
        if outcome == "changed":
            state.warn("table.changed")
        if outcome != "saved":
            return False
    _set(after)
    if after.told is not None:
        key, values = after.told
        state.confirm(key, **dict(values))
    return after != before


def act(do: str, **about: Any) -> bool:  # noqa: ANN401 - the fields of a tap
    """Carry out a tap of the page's own; see `hear`."""
    return hear({"do": do, "version": state.memory().playing.version, **about})


def ending() -> Ending:
    """What has been said about the hand that the form is about."""
    session = state.memory().playing
    table = session.table()
    return session.ending if table is None else session.ending.at(table.place)


def set_ending(ending: Ending) -> None:
    """Set and save what has been said about the hand that just ended."""
    _set(replace(state.memory().playing, ending=ending))


def photographed(reading: Reading) -> bool:
    """Take what was read from a photo of a draw, if it shows open hands; returns whether it does."""
    before = state.memory().playing
    _set(before.photographed(reading))
    return state.memory().playing is not before


def replace_entered(at: int, ending: Ending) -> None:
    """Correct hand number ``at``, which somebody else has entered, to what was said of it here."""
    _set(state.memory().playing.mended(at, instead=ending))


def table_facts(place: Place | None) -> TableFacts | None:
    """What the running game says of the hand on the desk, won at this place; None without a game."""
    session = state.memory().playing
    is_former = place is not None and not place.left and session.whole and place.game != session.number
    return session.facts(place, _former(place) if place is not None and is_former else None)


def _former(place: Place) -> Seated | None:
    """Another game, of a place in it, with all its hands; None where it cannot be read."""
    memory = state.memory()
    if memory.former_game is None or memory.former_game.number != place.game:
        try:
            game = games().load(place.game)
        except (*FAILURES, *MISSHAPEN):
            _LOG.exception("the hand's game cannot be read")
            return None
        memory.former_game = None if game is None else _seated(game)
    return memory.former_game
