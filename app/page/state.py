"""What the page remembers between taps; only this module uses Streamlit's session."""

import logging
from dataclasses import replace
from typing import Any, Final, Literal

import streamlit as st

from yakulens.app.game import Game, Stand, is_over
from yakulens.app.game import begin as begin_game
from yakulens.app.game.correction import meanwhile, reseated
from yakulens.app.game.ending import Ending
from yakulens.app.game.open_hands import DrawInView
from yakulens.app.game.place import Place, Seated, at_table, carried, is_entered
from yakulens.app.hand import facts, scoring
from yakulens.app.hand.claim import Claim
from yakulens.app.hand.journal import Journal, Say
from yakulens.app.hand.link import from_link
from yakulens.app.hand.reread import reread
from yakulens.app.hand.situation import Declared, effective
from yakulens.app.hand.tenpai_check import Check
from yakulens.app.once import Once
from yakulens.app.page import address, kept
from yakulens.app.page.memory import Listing, Mark, Memory, Mending, Possible
from yakulens.app.page.set_adaptation import SetAdaptation, Teachings
from yakulens.app.page.undisturbed import undisturbed
from yakulens.app.readers import recognition
from yakulens.app.readers.jobs import PhotoJob
from yakulens.app.readers.photos import ShownPhoto, photos
from yakulens.app.server import visitor
from yakulens.app.store import sets, shared
from yakulens.app.store.games import KeptGame
from yakulens.app.store.rows import DamagedRowError
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import FAILURES, MISSHAPEN, Trouble, trouble
from yakulens.app.words import i18n, phrases, rule_phrases
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import Edit
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.reading import Reading

_KEY: Final = "yakulens"
_LOG = logging.getLogger(__name__)


def memory() -> Memory:
    """This visitor's memory."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = _restored(shared.recall())
    state: Memory = st.session_state[_KEY]
    return state


def _restored(settings: dict[str, Any]) -> Memory:
    """A memory with the settings of earlier visits that are still valid."""
    state = Memory()
    if settings.get("language") in i18n.LANGUAGES:
        state.language = settings["language"]
    if settings.get("rules") in scoring.rule_sets():
        state.situation, state.rules_chosen = Declared(rules=settings["rules"]), True
    state.tile_set, state.not_shown = sets.from_settings(settings)
    state.adaptation = _teachings().of(visitor.current().browser)
    if isinstance(settings.get("game"), int):
        state.game = settings["game"]
        state.ending = Ending.of_json(settings.get("ending"))
        state.mending = Mending.of_json(settings.get("mending"))
        state.draw = DrawInView.of_json(settings.get("draw"))
    state.check = Check.of_json(settings.get("check"))
    state.claim = Claim.of_json(settings.get("claim"))
    if state.check.hand is not None:
        state.check.photo = photos().of(state.check.hand)
    return state


@Once
def _teachings() -> Teachings:
    return Teachings()


def adapt(adaptation: SetAdaptation) -> None:
    """Set the progress of teaching a set; a reloaded page resumes there."""
    memory().adaptation = adaptation
    _teachings().hold(visitor.current().browser, adaptation)


def adopt_query_language() -> None:
    """Remember the language in the address: Streamlit drops it when the page changes."""
    state, code = memory(), st.query_params.get("lang")
    if code in i18n.LANGUAGES and code != state.language:
        state.language = code
        remember(language=code)


def synchronise(*, on_hand_page: bool) -> None:
    """Load the hand that the address names, and the game from disk: others may have played on.

    ``on_hand_page`` says whether this page's address names a hand.
    """
    state = memory()
    if not state.rules_chosen and state.hand is None:
        state.situation = replace(state.situation, rules=rule_phrases.first(language())[0])
    previous = state.table
    _load_table(state)
    _rebase_mending(state, previous)
    _tell_changes(state, previous)
    if on_hand_page and (previous is None or previous.next_game is None):
        _join_begun_game(state)
    _follow_address(state, on_hand_page=on_hand_page)
    _assign_place(state)


def _assign_place(state: Memory) -> None:
    """Assign a hand without a place, which came in before the game, to the game's current hand.

    From then on it belongs to the players who sit there now, even when the game goes on.
    """
    table = current_table()
    if table is not None and state.hand is not None and state.place is None:
        state.journal = state.journal.seated(Place.of(table))
        state.place = state.journal.stand().place
        _report(kept.replace_hand(state.hand, state.journal, state.photo))


def _load_table(state: Memory) -> None:
    """Read the running game from disk; leave it with a warning where it is gone or unusable."""
    state.table = None
    if state.game is None:
        return
    try:
        game = games().load(state.game)
        state.table = None if game is None else _seated(game)
    except (DamagedRowError, *MISSHAPEN):
        _LOG.exception("the running game is damaged")
        _drop_game(state, "table.damaged")
        return
    except FAILURES as error:
        _LOG.exception("the running game cannot be read")
        warn(f"disk.{trouble(error)}")
        return
    if game is None:
        _drop_game(state, "table.gone")
    elif state.table is None:
        _drop_game(state, "table.rules_gone", rules=game.game.rules)


def _seated(kept_game: KeptGame) -> Seated | None:
    """A game's current state; None where its rule set is not available."""
    if not scoring.is_offered(kept_game.game.rules):
        return None
    return Seated.at(kept_game.number, kept_game.version, kept_game.game, kept_game.next_game)


def _rebase_mending(state: Memory, previous: Seated | None) -> None:
    """Carry the correction of an earlier hand over to a game that somebody else has changed, and warn.

    ``previous`` is the game as the page last had it.
    """
    mending, table = state.mending, state.table
    if mending is None or table is None or mending.version == table.version:
        return
    rebased = mending.on(previous, table, state.ending)
    if rebased is None:
        leave_mending()
        warn("table.mending_gone")
        return
    state.mending, state.ending = rebased
    _keep_game()
    changes = None if previous is None else meanwhile(previous.played, table.played)
    if previous is None or changes is None:
        return
    stand = table.played[state.mending.at].before
    if state.mending.end != reseated(mending.end, previous.played[mending.at].before, stand):
        warn("table.mending_replaces", hand=_turn(stand))
    else:
        kind, stands = changes
        warn(f"table.meanwhile_{kind}", hands=phrases.listed(language(), map(_turn, stands)))


def _tell_changes(state: Memory, previous: Seated | None) -> None:
    """Note what others have corrected or taken back with whose score changed, or who changed seats.

    ``previous`` is the game as the page last had it. An entered hand needs no note.
    """
    table = state.table
    if previous is None or table is None or previous.number != table.number:
        state.elsewhere = None
        return
    kind, stands = meanwhile(previous.played, table.played) or ("reseated", ())
    if kind == "reseated" and table.stand.sitting() == previous.stand.sitting():
        return
    players, was, now = table.game.players, previous.stand.scores, table.stand.scores
    seats = Place.of(table).names().items()
    values = {
        "hands": phrases.listed(language(), map(_turn, stands)),
        "changes": phrases.score_changes(language(), players, was, now),
        "seats": " · ".join(f"{phrases.character(language(), seat)} {name}" for seat, name in seats),
    }
    own = kind == "entered" or table.game == state.saved_game
    state.elsewhere = None if own else (f"table.elsewhere_{kind}", values)
    state.elsewhere_told = False


def heard() -> None:
    """Drop the note of what others have changed, once it was drawn: this visitor has tapped since."""
    state = memory()
    if state.elsewhere_told:
        state.elsewhere = None


def _turn(stand: Stand) -> str:
    return phrases.turn(language(), stand.round, stand.dealer)


def _join_begun_game(state: Memory) -> None:
    """Join the game that another phone at the table has begun after the finished one.

    The page Table only offers it, so that the result stays on the screen.
    """
    table = state.table
    if table is not None and table.next_game is not None and is_finished(table):
        join_next_game(table)
        _load_table(state)
        warn("table.led")


def _drop_game(state: Memory, reason: str, **values: object) -> None:
    """Leave a game that cannot continue; ``reason`` is the key of a sentence with these values."""
    state.game = None
    remember(game=None)
    warn(reason, **values)


def _follow_address(state: Memory, *, on_hand_page: bool) -> None:
    """Go to the moment of a hand that the address names, or make the address name the shown one."""
    target = address.Address.of(st.query_params.to_dict()) if on_hand_page else None
    navigated = target is not None if state.on_other_page else address.is_history_navigation()
    if target is None and state.hand is None and state.on_other_page:
        # A returning visitor finds the last hand one tap away.
        _reopen_kept(state, kept.last_hand())
        state.at_start = True
    elif on_hand_page and navigated and target != state.address:
        _show_moment(state, target)
    state.on_other_page = not on_hand_page
    if on_hand_page:
        _show_address()


def _show_moment(state: Memory, moment: address.Address | None) -> None:
    """Show the moment that Back, Forward, a reload or a link led to; None is the start."""
    if moment is None:
        state.at_start = True
    elif moment.hand == state.hand or _reopen_kept(state, moment.hand):
        state.journal = state.journal.to(moment.step)
        _take_stand(state)
    else:
        state.at_start = True
        state.trouble = ("start.no_such_hand", "")


def _reopen_kept(state: Memory, number: str | None) -> bool:
    """Put a hand on the desk as this browser left it; False where it has none of this number."""
    hand = None if number is None else kept.load_hand(number)
    if number is None or hand is None:
        return False
    state.hand, state.journal, state.photo = number, hand.journal, hand.photo
    _watch(state, recognition.photo_queue().of(number))
    _take_stand(state)
    if hand.reading is not None:
        entry = hand.reading
        state.mark = Mark(entry.number, hand.file, entry.version, desk(), state.situation, state.place)
    return True


def _take_stand(state: Memory) -> None:
    """Set the fields that follow from the journal, and show the hand."""
    _, facts, state.place = state.journal.stand()
    state.situation = by_offered_rules(facts)
    state.at_start = False
    state.trouble = None


def by_offered_rules(facts: Declared) -> Declared:
    """The facts of a hand; where its rules are no longer available, by the usual ones, with a warning.

    The stored hand stays unchanged: once its rules are available again, they apply.
    """
    if scoring.is_offered(facts.rules):
        return facts
    usual = memory().situation.rules
    instead = usual if scoring.is_offered(usual) else rule_phrases.first(language())[0]
    title = rule_phrases.title(language(), instead)
    warn("situation.rules_gone", rules=facts.rules, instead=title)
    return replace(facts, rules=instead)


def _show_address() -> None:
    """Make the browser's address name what is shown; a new moment becomes an entry of its history."""
    state = memory()
    if state.on_other_page:
        return
    moment = None if state.at_start or state.hand is None else address.Address(state.hand, state.journal.at)
    state.address, current = moment, st.query_params.to_dict()
    if (query := address.query(current, moment)) != current:
        st.query_params.from_dict(query)


def remember(**values: Any) -> None:  # noqa: ANN401 - any JSON value
    """Save some settings for the next visit; warn where that fails."""
    _report(shared.remember(**values))


def _report(failure: Trouble | None) -> None:
    """Warn why something could not be saved, if so."""
    if failure is not None:
        warn(f"disk.{failure}")


def select_game(number: int | None) -> None:
    """Play a game from now on, or with None leave the running one; the next visit begins there too."""
    state = memory()
    state.game = number
    state.ending, state.mending = Ending(), None
    _keep_game()


def _keep_game() -> None:
    """Save which game this page plays together with what was said of its hands.

    Another tab of the browser may play another game: a correction must never meet that one after a reload.
    """
    state = memory()
    mending = None if state.mending is None else state.mending.kept()
    remember(game=state.game, ending=state.ending.kept(), mending=mending)


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
        warn("table.changed")
    elif outcome == "saved":
        memory().saved_game = changed
    return outcome == "saved"


def set_ending(ending: Ending) -> None:
    """Set and save what has been said about the hand that just ended."""
    memory().ending = ending
    _keep_game()


def keep(*parts: Literal["draw", "check", "claim"]) -> None:
    """Save some parts of the memory, so that a restart does not lose them."""
    remember(**{name: getattr(memory(), name).kept() for name in parts})


def change_part(part: Literal["draw", "check", "claim"], **fields: Any) -> None:  # noqa: ANN401 - the fields' own types
    """Set fields of a part of the memory, and save it."""
    for name, value in fields.items():
        setattr(getattr(memory(), part), name, value)
    keep(part)


def begin_check(new: Desk, photo: ShownPhoto | None = None) -> None:
    """Check another hand for tenpai."""
    check = memory().check
    check.begin(new, photo)
    if check.hand is not None and photo is not None:
        photos().keep(check.hand, photo)
    keep("check")


def mend(at: int, *, removing: bool = False) -> None:
    """Correct or remove an earlier hand of the running game; the current hand's ending waits."""
    state = memory()
    table = state.table
    if table is None:
        return
    waiting = state.ending if state.mending is None else state.mending.waiting
    end = table.game.ends[at]
    state.mending = Mending(at, table.version, waiting, end, removing)
    state.ending = waiting if removing else Ending.of_end(end, Place.of(table.before(at)))
    _keep_game()


def leave_mending() -> None:
    """Return from an earlier hand to the current one."""
    state = memory()
    if state.mending is not None:
        state.ending, state.mending = state.mending.waiting, None
        _keep_game()


def language() -> str:
    """The language chosen by a tap or a link, or else the browser's."""
    chosen = memory().language
    return chosen if chosen in i18n.LANGUAGES else i18n.choose(st.context.locale)


def play_by(rules: str) -> None:
    """Score by these rules from now on: the hand on the desk, and those of later visits."""
    state = memory()
    state.rules_chosen = True
    if state.hand is None:
        state.situation = replace(state.situation, rules=rules)
    else:
        choose("rules", rules)
    remember(rules=rules)


def say(key: str, **values: object) -> str:
    """One sentence in the visitor's language."""
    return i18n.text(language(), key, **values)


def warn(key: str, **values: object) -> None:
    """Show one sentence above the page when it is drawn next, about something that went wrong."""
    memory().warnings.append((key, values))


def confirm(key: str, **values: object) -> None:
    """Show one sentence above the page when it is drawn next, about what was done."""
    memory().confirmations.append((key, values))


def take_notices() -> tuple[list[str], list[str]]:
    """The warnings and the confirmations to show now, each sentence once; both lists are then empty."""
    state = memory()
    warnings, confirmations = (
        list(dict.fromkeys(say(key, **values) for key, values in notices))
        for notices in (state.warnings, state.confirmations)
    )
    state.warnings.clear()
    state.confirmations.clear()
    return warnings, confirmations


def desk() -> Desk:
    """The current hand; empty before there is one."""
    return memory().journal.stand().session.desk


def reading() -> Reading | None:
    """The photo's reading; None for a typed hand, and for one that the history opened."""
    photo = memory().photo
    return None if photo is None else photo.reading


def current_table() -> Seated | None:
    """The running game at the current hand, or at the corrected one.

    None where no game runs, and where it is over and nobody continues it.
    """
    state = memory()
    table, mending = state.table, state.mending
    if table is None:
        return None
    if mending is None or mending.removing or mending.at >= len(table.played):
        return None if is_finished(table) else table
    return table.before(mending.at)


def is_finished(table: Seated) -> bool:
    """Whether a game is over and nobody continues it."""
    return is_over(table.played) and memory().playing_on != Place.of(table)


def table_of_hand() -> Seated | None:
    """The running game, unless the hand on the desk is known not to be that of `current_table`."""
    place, table = memory().place, current_table()
    return table if table is None or place is None or place.is_same_hand(Place.of(table)) else None


def names_by_wind() -> dict[str, str]:
    """The players' names by wind; none if the hand on the desk is of no game."""
    place = memory().place
    return {} if place is None else place.names()


def table_moved_on() -> Seated | None:
    """The running game, if it has moved on from the hand on the desk without that hand being entered."""
    place, table = memory().place, current_table()
    if table is None or place is None or place.left or place.is_same_hand(Place.of(table)):
        return None
    return None if _is_entered(place) else table


def _is_entered(place: Place) -> bool:
    """Whether the hand on the desk is one of the wins in its game, which may be an earlier one."""
    table = memory().table
    if table is None or table.number != place.game:
        try:
            game = games().load(place.game)
            table = None if game is None else _seated(game)
        except (*FAILURES, *MISSHAPEN):
            _LOG.exception("the hand's game cannot be read")
            return False
    return table is not None and is_entered(table, place, scored().hand)


def carry_over() -> None:
    """Make the hand on the desk that of `current_table`; facts about it follow the players."""
    place, table = memory().place, table_moved_on()
    if table is not None and place is not None:
        new_place = Place.of(table)
        _declare(Say(carried(possible().declared, place.winds_in(new_place)), new_place))


def leave_behind() -> None:
    """Leave the hand on the desk at the earlier place in the game where it was won."""
    place = memory().place
    if place is not None:
        _declare(Say(possible().declared, place._replace(left=True)))


def possible() -> Possible:
    """The possible part of the declared situation, computed once for each hand and choice."""
    state, on_desk = memory(), desk()
    declared = at_table(state.situation, table_of_hand())
    if state.possible is None or state.possible[:2] != (declared, on_desk):
        state.possible = Possible(declared, on_desk, *effective(declared, on_desk))
    return state.possible


def situation() -> Declared:
    """How the hand was won, with the running game's facts and without impossible ones."""
    return possible().situation


def scored() -> scoring.Scored:
    """The hand with its score, computed once for each hand and situation."""
    state, on_desk, declared = memory(), desk(), situation()
    if state.scored is None or (state.scored.desk, state.scored.situation) != (on_desk, declared):
        state.scored = scoring.Scored.of(on_desk, declared)
    return state.scored


def choose(field: str, value: Any, hand: Desk | None = None) -> None:  # noqa: ANN401 - the field's own type
    """Declare something about how the hand was won; see ``app.hand.facts.declare``.

    Earlier facts stay, even impossible ones: they apply again once the tiles allow it. The declaration is
    about the tiles of ``hand``, by default those on the desk.
    """
    table = table_of_hand()
    facts_now = facts.declare(possible().declared, desk() if hand is None else hand, field, value)
    _declare(Say(facts_now, memory().place if table is None else Place.of(table)))


def _declare(step: Say) -> None:
    """Set how the hand was won; if a hand lies on the desk, this is a step of its journal."""
    state = memory()
    if (step.facts, step.place) == (state.situation, state.place):
        return
    state.situation, state.place = step.facts, step.place
    _append(step)


def edit(change: Edit) -> None:
    """Apply one edit; before there is a hand, to an empty desk."""
    if memory().hand is None:
        begin(Desk())
    session = memory().journal.stand().session
    if apply(session, change) is not session:
        _append(change)


def _append(step: Edit | Say) -> None:
    """Append a step to the journal of the hand, if there is one: in memory, on disk and in the address."""
    state = memory()
    if state.hand is not None:
        state.journal, state.card = state.journal.then(step), None
        _report(kept.add_step(state.hand, state.journal.at - 1, step))
        _show_address()


def begin(
    new: Desk,
    photo: ShownPhoto | None = None,
    job: PhotoJob | None = None,
    facts: Declared | None = None,
) -> None:
    """Begin with a new hand, as the table's current one where a game runs.

    ``job`` may still read its photo better; ``facts``, if known, say how it was won.
    """
    state, table = memory(), current_table()
    place = None if table is None else Place.of(table)
    if facts is None:
        before = state.situation
        is_same = before.by is None or (state.retakes and state.place == place)
        facts = before if is_same else before.for_next_hand()
    lay(Journal(Session.begin(new), facts, place), photo, job=job)


def begin_linked(text: str) -> None:
    """Begin with the hand of a link (`app.hand.link`) and its facts.

    Raises:
        LinkError: it has none.
    """
    desk, facts = from_link(text)
    begin(desk, facts=facts)
    _show_address()


def lay(
    journal: Journal, photo: ShownPhoto | None, mark: Mark | None = None, job: PhotoJob | None = None
) -> None:
    """Put a hand on the desk under a new number.

    ``mark`` is its entry in the history, if it has one; ``job`` may still read its photo better.
    """
    state = memory()
    state.hand, state.journal, state.photo, state.mark = address.new_hand(), journal, photo, mark
    state.card, state.discards, state.retakes = None, "", False
    _watch(state, job)
    _take_stand(state)
    _report(kept.add_hand(state.hand, journal, photo, None if mark is None else mark.number))


def waits_for_reading() -> bool:
    """Whether a photo is being read and has no reading yet."""
    job = memory().job
    return job is not None and job.hand is None


@undisturbed()
def take_reading() -> None:
    """Take up the photo's newest reading.

    The first reading begins a hand; a better one replaces it, and what was said still holds.
    """
    state = memory()
    job = state.job
    if job is None or state.defers_reading:
        return
    is_done, status = job.is_done, job.status  # in this order: a done job's status is its last one
    if status is not state.seen_status and status.reading is not None:
        desk = without_flowers(from_reading(status.reading))
        if job.hand is None:
            begin(desk, status.photo, job)
        else:
            _replace_reading(state, desk, status.photo)
        _show_address()
    state.seen_status = status
    if is_done:
        if status.trouble is not None:
            state.refuse(*status.trouble)
        stop_reading()


def read_anew(job: PhotoJob) -> None:
    """Read the photo of the hand on the desk again; what was said is carried over."""
    state = memory()
    if state.hand is not None:
        _watch(state, job)


def _replace_reading(state: Memory, desk: Desk, photo: ShownPhoto | None) -> None:
    """Replace the hand's reading by a better one, unless a correction cannot be carried over."""
    better = reread(state.journal, desk)
    if better is state.journal:
        state.photo = photo
    elif better is None or state.hand is None:
        stop_reading()
        if photo is not None and state.photo is not None and photo.tile_set != state.photo.tile_set:
            warn("sets.not_carried")  # only where the visitor asked for another set to be used
    else:
        state.journal, state.photo = better, photo
        _take_stand(state)
        _report(kept.replace_hand(state.hand, better, photo))


def _watch(state: Memory, job: PhotoJob | None) -> None:
    """Take the hand's readings from this job, also after a reload; another job is cancelled."""
    if state.job is not None and state.job is not job:
        state.job.cancel()
    state.job, state.seen_status, state.defers_reading = job, None, False
    if state.hand is not None and job is not None:
        recognition.photo_queue().remember(state.hand, job)


def stop_reading() -> None:
    """Stop reading the photo; the last reading stays."""
    state = memory()
    if state.hand is not None:
        recognition.photo_queue().forget(state.hand)
    _watch(state, None)


def set_mark(mark: Mark) -> None:
    """Note the hand's entry in the history."""
    state = memory()
    if state.hand is not None and (state.mark is None or state.mark.number != mark.number):
        _report(kept.set_reading(state.hand, mark.number))
    state.mark = mark


def start_over(*, retakes: bool = False) -> None:
    """Show the start again; the hand stays until a new one comes, which it may be itself (``retakes``)."""
    state = memory()
    state.retakes = retakes
    if waits_for_reading():
        stop_reading()
    state.at_start = True
    state.trouble = None
    state.round += 1


def set_view(**fields: Any) -> None:  # noqa: ANN401 - the fields' own types
    """Open or close a panel: sets fields of the memory that only affect display."""
    for name, value in fields.items():
        setattr(memory(), name, value)


def list_history(page: int | None = None, to_delete: int | str | None = None) -> None:
    """Show a page of the history, by default the current one, and what is deleted once confirmed."""
    listing = memory().listing
    memory().listing = Listing(listing.page if page is None else page, to_delete, listing.tiles)


def search_history(tiles: str) -> None:
    """Search the history for hands with these tiles, in the usual notation."""
    memory().listing = Listing(tiles=tiles)
