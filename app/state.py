"""What the page remembers between two taps; the only module that knows Streamlit's session."""

import logging
from dataclasses import replace
from typing import Any, Final, Literal

import streamlit as st

from yakulens.app import address, i18n, kept, phrases, recognition, rule_phrases, scoring, sets
from yakulens.app.dispute.checked import Check
from yakulens.app.dispute.claim import Claim
from yakulens.app.dock import facts
from yakulens.app.game import Game, Stand, is_over
from yakulens.app.game import begin as begin_game
from yakulens.app.game.correction import meanwhile, reseated
from yakulens.app.game.ending import Ending
from yakulens.app.game.open_hands import DrawInView
from yakulens.app.game.place import Place, carried, is_entered
from yakulens.app.game.seated import Seated, at_table
from yakulens.app.journal import Journal, Say
from yakulens.app.journal.link import from_link
from yakulens.app.journal.reread import reread
from yakulens.app.looking import Look
from yakulens.app.memory import Listing, Mark, Memory, Mending, Possible
from yakulens.app.photos import ShownPhoto, photos
from yakulens.app.situation import Declared, effective
from yakulens.app.store import remembered
from yakulens.app.store.games import KeptGame
from yakulens.app.store.rows import DamagedRowError
from yakulens.app.store.shared import games
from yakulens.app.store.trouble import FAILURES, MISSHAPEN, Trouble, trouble
from yakulens.app.undisturbed import undisturbed
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
        st.session_state[_KEY] = _returning(remembered.recall())
    found: Memory = st.session_state[_KEY]
    return found


def _returning(kept: dict[str, Any]) -> Memory:
    """The memory of somebody who comes back: what earlier visits chose, where it still means something."""
    held = Memory()
    if kept.get("language") in i18n.LANGUAGES:
        held.language = kept["language"]
    if kept.get("rules") in scoring.rule_sets():
        held.situation, held.ruled = Declared(rules=kept["rules"]), True
    held.tile_set, held.not_shown = sets.recalled(kept)
    if isinstance(kept.get("game"), int):
        held.game = kept["game"]
        held.ending = Ending.of_json(kept.get("ending"))
        held.mending = Mending.of_json(kept.get("mending"))
        held.draw = DrawInView.of_json(kept.get("draw"))
    held.check = Check.of_json(kept.get("check"))
    held.claim = Claim.of_json(kept.get("claim"))
    if held.check.hand is not None:
        held.check.photo = photos().of(held.check.hand)
    return held


def listen() -> None:
    """Take up the language that the address asks for: Streamlit drops it when the page changes."""
    held, asked = memory(), st.query_params.get("lang")
    if asked in i18n.LANGUAGES and asked != held.language:
        held.language = asked
        remember(language=asked)


def arrive(*, at_hand: bool) -> None:
    """See what hand the address asks for and how the running game stands: another may have gone on with it.

    Args:
        at_hand: whether the page is the one whose address names a hand.
    """
    held = memory()
    if not held.ruled and held.hand is None:
        held.situation = replace(held.situation, rules=first_rules()[0])
    before = held.table
    _look_at_table(held)
    _mend_on(held, before)
    if at_hand and (before is None or before.next_game is None):
        _be_led(held)
    _follow(held, at_hand=at_hand)
    _take_a_seat(held)


def _take_a_seat(held: Memory) -> None:
    """Have a hand that came in before there was a game be one of the hand that is played there now.

    From then on it is said of those who sit there: when the game goes on, nobody comes into their places.
    """
    table = playing()
    if table is not None and held.hand is not None and held.place is None:
        held.journal = held.journal.seated(Place.of(table))
        held.place = held.journal.stand().place
        _unkept(kept.again(held.hand, held.journal, held.photo))


def _look_at_table(held: Memory) -> None:
    held.table = None
    if held.game is None:
        return
    try:
        found = games().load(held.game)
        held.table = None if found is None else _seated(found)
    except (DamagedRowError, *MISSHAPEN):
        _LOG.exception("the running game is damaged")
        _get_up(held, "table.damaged")
        return
    except FAILURES as error:
        _LOG.exception("the running game cannot be read")
        tell(f"disk.{trouble(error)}")
        return
    if found is None:
        _get_up(held, "table.gone")
    elif held.table is None:
        _get_up(held, "table.rules_gone", rules=found.game.rules)


def _seated(kept_game: KeptGame) -> Seated | None:
    """A game as it stands; None where its rule set is not offered here."""
    if not scoring.is_offered(kept_game.game.rules):
        return None
    return Seated.at(kept_game.number, kept_game.version, kept_game.game, kept_game.next_game)


def _mend_on(held: Memory, before: Seated | None) -> None:
    """Go on with the correction of an earlier hand though somebody else has changed the game, and say what.

    ``before`` is the game as it was last seen.
    """
    mended, table = held.mending, held.table
    if mended is None or table is None or mended.version == table.version:
        return
    found = mended.on(before, table, held.ending)
    if found is None:
        leave_mending()
        tell("table.mending_gone")
        return
    held.mending, held.ending = now, _ = found
    keep("ending", "mending")
    done = None if before is None else meanwhile(before.played, table.played)
    if before is None or done is None:
        return
    stand = table.played[now.at].before
    if now.end != reseated(mended.end, before.played[mended.at].before, stand):
        tell("table.mending_replaces", hand=_turn(stand))
    else:
        tell(f"table.meanwhile_{done[0]}", hands=phrases.listed(language(), map(_turn, done[1])))


def _turn(stand: Stand) -> str:
    return phrases.turn(language(), stand.round, stand.dealer)


def _be_led(held: Memory) -> None:
    """Come along to the game that another phone at the table has begun after the one that is over.

    The page Table, which shows the result, offers it instead: nobody's result is taken away.
    """
    table = held.table
    if table is not None and table.next_game is not None and over(table):
        go_along(table)
        _look_at_table(held)
        tell("table.led")


def _get_up(held: Memory, why: str, **values: object) -> None:
    """Leave a game that cannot be gone on with; ``why`` is the key of a sentence with these values."""
    held.game = None
    remember(game=None)
    tell(why, **values)


def _follow(held: Memory, *, at_hand: bool) -> None:
    """Go to the moment of a hand that the address names, or have the address name the one that is shown."""
    asked = address.Address.of(st.query_params.to_dict()) if at_hand else None
    if asked is None and held.hand is None and held.elsewhere:
        # A visitor who comes back finds the last hand one tap away.
        _open_again(held, kept.last())
        held.starting = True
    elif at_hand and asked != held.address and (asked is not None if held.elsewhere else address.led_here()):
        _go_to(held, asked)
    held.elsewhere = not at_hand
    if at_hand:
        _show_address()


def _go_to(held: Memory, asked: address.Address | None) -> None:
    """Show the moment that Back, Forward, a reload or a link led to; None is the way in."""
    if asked is None:
        held.starting = True
    elif asked.hand == held.hand or _open_again(held, asked.hand):
        held.journal = held.journal.to(asked.step)
        _stand(held)
    else:
        held.starting = True
        held.trouble = ("start.no_such_hand", "")


def _open_again(held: Memory, number: str | None) -> bool:
    """Lay a hand on the desk as this browser left it; False where it has none of this number."""
    found = None if number is None else kept.opened(number)
    if found is None:
        return False
    held.hand, held.journal, held.photo = number, found.journal, found.photo
    _look_on(held, None if number is None else recognition.looks().of(number))
    _stand(held)
    if found.reading is not None:
        held.mark = Mark(found.reading, found.file, found.version, desk(), held.situation, held.place)
    return True


def _stand(held: Memory) -> None:
    """Take up the hand as its journal tells it."""
    held.session, told, held.place = held.journal.stand()
    held.situation = by_offered_rules(told)
    held.starting = False
    held.trouble = None


def by_offered_rules(facts: Declared) -> Declared:
    """The facts of a hand, by the visitor's usual rules where its own are offered no longer; that is said.

    What is kept of the hand stays as it was: where they are offered again, they hold again.
    """
    if scoring.is_offered(facts.rules):
        return facts
    usual = memory().situation.rules
    instead = usual if scoring.is_offered(usual) else first_rules()[0]
    title = rule_phrases.title(language(), instead)
    tell("situation.rules_gone", rules=facts.rules, instead=title)
    return replace(facts, rules=instead)


def _show_address() -> None:
    """Have the browser's address name what is shown; a new moment becomes an entry of its history."""
    held = memory()
    if held.elsewhere:
        return
    now = None if held.starting or held.hand is None else address.Address(held.hand, held.journal.at)
    held.address = now
    before = st.query_params.to_dict()
    wanted = address.query(before, now)
    if wanted != before:
        st.query_params.from_dict(wanted)


def remember(**values: Any) -> None:  # noqa: ANN401 - any JSON value
    """Keep some settings for the next visit; where they cannot be kept, that is said."""
    failed = remembered.remember(**values)
    if failed is not None:
        tell(f"disk.{failed}")


def sit_down(number: int | None) -> None:
    """Take up a game, or with None leave the one that runs; the next visit begins there too."""
    held = memory()
    held.game = number
    held.ending, held.mending = Ending(), None
    remember(game=number, ending=None, mending=None)


def go_along(table: Seated) -> None:
    """Take up the game that follows one that is over, with everybody at its table."""
    was = table.game
    number = games().go_on(table.number, begin_game(was.rules, was.players, east_only=was.east_only))
    if number is not None:
        sit_down(number)


def save_game(table: Seated, changed: Game) -> bool:
    """Keep a game, unless it is no longer as it was shown, which is said; whether it is kept."""
    outcome = games().save(table.number, table.version, changed)
    if outcome == "changed":
        tell("table.changed")
    return outcome == "saved"


def end_said(said: Ending) -> None:
    """Take up what has been said about the hand that just ended, and keep it."""
    memory().ending = said
    keep("ending", "mending")


def keep(*parts: Literal["ending", "mending", "draw", "check", "claim"]) -> None:
    """Keep what has been said in some parts of the memory: a restart loses none of it."""
    held = memory()
    said = {name: getattr(held, name) for name in parts}
    remember(**{name: None if part is None else part.kept() for name, part in said.items()})


def begin_check(new: Desk, photo: ShownPhoto | None = None) -> None:
    """Begin with another hand that is checked for tenpai."""
    check = memory().check
    check.begin(new, photo)
    if check.hand is not None and photo is not None:
        photos().keep(check.hand, photo)
    keep("check")


def mend(at: int, *, removing: bool = False) -> None:
    """Correct or remove an earlier hand of the running game; what was said of the one played now waits."""
    held = memory()
    if held.table is None:
        return
    waiting = held.ending if held.mending is None else held.mending.waiting
    held.mending = Mending(at, held.table.version, waiting, held.table.game.ends[at], removing)
    before = held.table.before(at)
    held.ending = waiting if removing else Ending.of_end(held.table.game.ends[at], Place.of(before))
    keep("ending", "mending")


def leave_mending() -> None:
    """Go back from an earlier hand to the one that is played now."""
    held = memory()
    if held.mending is not None:
        held.ending, held.mending = held.mending.waiting, None
        keep("ending", "mending")


def language() -> str:
    """The visitor's language: chosen, by a tap or a link, or the browser's."""
    chosen = memory().language
    return chosen if chosen in i18n.LANGUAGES else i18n.choose(st.context.locale)


def first_rules() -> list[str]:
    """The rule sets that are offered first in the visitor's language; the first holds until one is chosen."""
    return rule_phrases.first(language())


def play_by(rules: str) -> None:
    """Take up the rules that the visitor plays by, for the hand on the desk and for the next visit."""
    held = memory()
    held.ruled = True
    if held.hand is None:
        held.situation = replace(held.situation, rules=rules)
    else:
        choose("rules", rules)
    remember(rules=rules)


def say(key: str, **values: object) -> str:
    """One sentence in the visitor's language."""
    return i18n.text(language(), key, **values)


def tell(key: str, **values: object) -> None:
    """Have one sentence said at the head of what is drawn next: what did not work, or not as it was meant."""
    memory().notices.append((key, values))


def confirm(key: str, **values: object) -> None:
    """Have one sentence about what was done said at the head of what is drawn next."""
    memory().done.append((key, values))


def told() -> tuple[list[str], list[str]]:
    """What is to be said now, each sentence once: what did not work, and what was done."""
    held = memory()
    kinds = [
        list(dict.fromkeys(say(key, **values) for key, values in kind)) for kind in (held.notices, held.done)
    ]
    held.notices.clear()
    held.done.clear()
    return kinds[0], kinds[1]


def desk() -> Desk:
    """The hand as it stands; empty before there is one."""
    session = memory().session
    return Desk() if session is None else session.desk


def reading() -> Reading | None:
    """What was read from the photo; None for a typed hand, and for one that the history opened."""
    photo = memory().photo
    return None if photo is None else photo.reading


def playing() -> Seated | None:
    """The running game at the hand that is spoken of at the table: the one played now, or corrected.

    Of a game that is over, and not gone on with, no hand is played any more.
    """
    held = memory()
    mended = held.mending
    if held.table is None:
        return None
    if mended is None or mended.removing or mended.at >= len(held.table.played):
        return None if over(held.table) else held.table
    return held.table.before(mended.at)


def over(table: Seated) -> bool:
    """Whether a game is over, and nobody goes on with it all the same."""
    return is_over(table.played) and memory().playing_on != Place.of(table)


def table_of_hand() -> Seated | None:
    """The running game, unless the hand on the desk is known to be of another hand than `playing` gives."""
    held, table = memory(), playing()
    if table is None or held.place is None:
        return table
    return table if held.place.is_same_hand(Place.of(table)) else None


def sitting() -> dict[str, str]:
    """The players' names by wind, if the hand on the desk is of a game; else none."""
    held = memory()
    return {} if held.place is None else held.place.names()


def moved_on() -> Seated | None:
    """The running game, where the hand on the desk is of another hand or of no game, and is not entered."""
    held, table = memory(), playing()
    if table is None or held.place is None or held.place.left or table_of_hand() is not None:
        return None
    return None if _is_entered(held.place) else table


def _is_entered(place: Place) -> bool:
    """Whether the hand on the desk is one of the wins that its game holds, which may be an earlier one."""
    table = memory().table
    if table is None or table.number != place.game:
        try:
            found = games().load(place.game)
            table = None if found is None else _seated(found)
        except (*FAILURES, *MISSHAPEN):
            _LOG.exception("the hand's game cannot be read")
            return False
    return table is not None and is_entered(table, place, scored().hand)


def carry() -> None:
    """Take what was said of the hand on the desk over to the hand that `playing` gives, player by player."""
    held, table = memory(), moved_on()
    if table is not None and held.place is not None:
        place = Place.of(table)
        _said(held, Say(carried(possible().said, held.place.winds_in(place)), place))


def leave_behind() -> None:
    """Let the hand on the desk stay one of the earlier hand of the game in which it was won."""
    held = memory()
    if held.place is not None:
        _said(held, Say(possible().said, held.place._replace(left=True)))


def possible() -> Possible:
    """What of the chosen situation is possible; worked out once for each hand and choice."""
    held, on_desk = memory(), desk()
    said = at_table(held.situation, table_of_hand())
    if held.possible is None or held.possible[:2] != (said, on_desk):
        held.possible = Possible(said, on_desk, *effective(said, on_desk))
    return held.possible


def situation() -> Declared:
    """How the hand was won, with what the table knows and without what is impossible."""
    return possible().situation


def scored() -> scoring.Scored:
    """The hand with its score; worked out once for each hand and situation."""
    held, on_desk, now = memory(), desk(), situation()
    if held.scored is None or (held.scored.desk, held.scored.situation) != (on_desk, now):
        held.scored = scoring.Scored.of(on_desk, now)
    return held.scored


def choose(field: str, value: Any, hand: Desk | None = None) -> None:  # noqa: ANN401 - the field's own type
    """Say something about how the hand was won; see ``app.dock.facts.declare``.

    What was said before stays said, also what cannot be for now: it holds again once the tiles allow it.

    Args:
        field: what it is about.
        value: what is said of it.
        hand: of which tiles it is said, by default those on the desk.
    """
    held, table = memory(), table_of_hand()
    said = facts.declare(possible().said, desk() if hand is None else hand, field, value)
    _said(held, Say(said, held.place if table is None else Place.of(table)))


def _said(held: Memory, said: Say) -> None:
    if (said.facts, said.place) == (held.situation, held.place):
        return
    held.situation, held.place = said.facts, said.place
    if held.hand is not None:
        _write(held, said)


def edit(change: Edit) -> None:
    """Apply one edit."""
    held = memory()
    if held.session is None:
        begin(Desk())
    before = held.session or Session()
    held.session = apply(before, change)
    if held.session is not before:
        _write(held, change)


def _write(held: Memory, step: Edit | Say) -> None:
    """Write a step that was carried out into the journal, in memory, on disk and in the address."""
    held.journal, held.card = held.journal.then(step), None
    if held.hand is not None:
        _unkept(kept.add(held.hand, held.journal.at - 1, step))
    _show_address()


def begin(new: Desk, photo: ShownPhoto | None = None, look: Look | None = None) -> None:
    """Begin anew with a hand that was read or typed; ``look`` may still read its photo better."""
    held = memory()
    how = held.situation if held.situation.by is None else held.situation.for_next_hand()
    table = playing()
    place = None if table is None else Place.of(table)
    _begin(Journal(Session.begin(new), how, place), photo, look=look)


def lay_linked(text: str) -> None:
    """Begin with the hand of a link (`app.journal.link`), and with what was said of it.

    Raises:
        LinkError: it holds none.
    """
    desk, how = from_link(text)
    table = playing()
    _begin(Journal(Session.begin(desk), how, None if table is None else Place.of(table)), None)
    _show_address()


def reopen(journal: Journal, photo: ShownPhoto | None, mark: Mark | None) -> None:
    """Lay a hand of the history on the desk as it was scored; another's has no mark."""
    _begin(journal, photo, mark)


def waits_for_reading() -> bool:
    """Whether a photo is being read of which nothing is known yet."""
    look = memory().look
    return look is not None and look.hand is None


@undisturbed()
def take_reading() -> None:
    """Take up what has been read of the photo meanwhile.

    Its first reading begins a hand, a better one takes the first one's place; what was said still holds.
    """
    held = memory()
    look = held.look
    if look is None or held.holding:
        return
    over, news = look.over, look.news
    if news is not held.seen and news.reading is not None:
        desk = without_flowers(from_reading(news.reading))
        if look.hand is None:
            begin(desk, news.photo, look)
        else:
            _read_better(held, desk, news.photo)
        _show_address()
    held.seen = news
    if over:
        held.trouble = news.trouble
        leave_look()


def read_anew(look: Look) -> None:
    """Have the photo of the hand on the desk be read once more; what was said is carried over."""
    held = memory()
    if held.hand is not None:
        _look_on(held, look)
        recognition.looks().keep(held.hand, look)


def _read_better(held: Memory, desk: Desk, photo: ShownPhoto | None) -> None:
    """Have a better reading take the place of the one that the hand began with, where that can be."""
    better = reread(held.journal, desk)
    if better is held.journal:
        held.photo = photo
    elif better is None or held.hand is None:
        leave_look()
        if photo is not None and held.photo is not None and photo.tile_set != held.photo.tile_set:
            tell("sets.not_carried")  # the visitor asked for it; a mere better reading says nothing
    else:
        held.journal, held.photo = better, photo
        _stand(held)
        _unkept(kept.again(held.hand, better, photo))


def _look_on(held: Memory, look: Look | None) -> None:
    """Go on with this look, and leave another one."""
    if held.look is not None and held.look is not look:
        held.look.leave()
    held.look, held.seen, held.holding = look, None, False


def leave_look() -> None:
    """Look at the photo no longer: what was read stands."""
    held = memory()
    if held.hand is not None:
        recognition.looks().forget(held.hand)
    _look_on(held, None)


def _begin(
    journal: Journal, photo: ShownPhoto | None, mark: Mark | None = None, look: Look | None = None
) -> None:
    held = memory()
    held.hand, held.journal, held.photo, held.mark = address.new_hand(), journal, photo, mark
    held.card, held.discards = None, ""
    _look_on(held, look)
    if look is not None:
        recognition.looks().keep(held.hand, look)
    _stand(held)
    _unkept(kept.begin(held.hand, journal, photo, None if mark is None else mark.number))


def _unkept(failed: Trouble | None) -> None:
    """Say why the hand is not kept, where it is not."""
    if failed is not None:
        tell(f"disk.{failed}")


def recorded(mark: Mark) -> None:
    """Note what the history now holds of the hand."""
    held = memory()
    if held.hand is not None and (held.mark is None or held.mark.number != mark.number):
        _unkept(kept.recorded(held.hand, mark.number))
    held.mark = mark


def start_over() -> None:
    """Show the way in again; the hand stays until there is a new one."""
    held = memory()
    if waits_for_reading():
        leave_look()
    held.starting = True
    held.trouble = None
    held.round += 1


def resume() -> None:
    """Go back from the way in to the hand."""
    memory().starting = False


def look(**changes: Any) -> None:  # noqa: ANN401 - the fields' own types
    """Open or close a panel: changes fields of the memory that only say what is shown."""
    held = memory()
    for key, value in changes.items():
        setattr(held, key, value)


def list_history(page: int | None = None, asked: int | str | None = None) -> None:
    """Show a page of the history, or the one that is shown, with what is asked there (nothing by default)."""
    held = memory()
    held.listing = Listing(held.listing.page if page is None else page, asked, held.listing.tiles)


def look_for(tiles: str) -> None:
    """Look in the history for hands that hold these tiles, in the usual notation."""
    memory().listing = Listing(tiles=tiles)
