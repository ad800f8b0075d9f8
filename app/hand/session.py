"""One hand from its photo, or its first tile, to its score: one state, changed by events, shown as one view.

Pure. The page of a server and the page in a browser hold a `HandSession` each, send it every tap, carry out
the effects that it returns, and draw its view; so do the claims and the tenpai check of a dispute.
"""

from dataclasses import InitVar, dataclass, field, replace
from typing import Any, Final, Self, TypeAlias, TypeVar

from yakulens.app import Json
from yakulens.app.hand import events, view
from yakulens.app.hand.assessment import Assessment
from yakulens.app.hand.effects import (
    AlreadyInHand,
    Answer,
    BoxRead,
    DrawPicture,
    DropReading,
    Effect,
    EnterWin,
    Found,
    KeepRules,
    ShowReading,
    ShowStart,
    StopSearch,
    TileToRead,
)
from yakulens.app.hand.facts import Facts, declare
from yakulens.app.hand.journal import DeclareFacts, Journal
from yakulens.app.hand.place import NO_TABLE, Place, TableFacts, carried
from yakulens.app.hand.questions import moved_on, other_hands
from yakulens.app.hand.reread import reread
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.shared_table import (
    ON_TABLE,
    on_table,
    with_table,
    with_table_facts,
    without_indicators,
)
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words.i18n import text
from yakulens.app.words.rule_phrases import in_order, lacks_red_fives
from yakulens.app.words.seating import NOBODY, Names, turn
from yakulens.scorer.rules.load import is_offered
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import AddFound, Edit, LayOut
from yakulens.vision.desk.from_reading import desk_of_side, from_reading, without_flowers
from yakulens.vision.desk.session import Session
from yakulens.vision.reading import Reading
from yakulens.vision.stages import Stage

Heard: TypeAlias = "tuple[HandSession, tuple[Effect, ...]]"
"""The session after an event, and what the page must do."""
T = TypeVar("T", bound="HandSession")
_NOTHING: Final[tuple[Effect, ...]] = ()


def desk_of(reading: Reading) -> Desk:
    """The hand of a reading before any correction, without flowers."""
    return without_flowers(from_reading(reading))


@dataclass(frozen=True)
class HandSession:
    """A hand on a visitor's desk, and all that decides what its page shows.

    Nothing is changed in place: `hear` and the methods that begin another hand return the next session. What
    a hand is worth (`assessed`) is worked out once for its tiles and facts, however often it is asked for.

    >>> from yakulens.vision.desk import typed
    >>> session = HandSession().next_hand(typed.hand("345678m44p67s +5s [234p]"))
    >>> for fact, value in (("by", "tsumo"), ("seat", "south")):
    ...     session, effects = session.hear(events.SetFact(fact, value))
    >>> session.view("en", photo=None)["outcome"]["headline"], effects
    ('500 / 300', ())
    """

    journal: Journal = field(default_factory=Journal)  # the hand with every step since it came in
    is_laid: bool = False  # whether there is a hand; before, the journal only holds facts for the first one
    reading: Reading | None = (
        None  # the photo's newest reading that the hand began with; None for a typed hand
    )
    table: TableFacts | None = None  # the running game at its current hand; None without a game
    has_rules: bool = False  # whether the visitor has chosen their rules
    usual_rules: str = WinFacts().rules  # the rules of a hand whose own ones are no longer available
    red_rules: str = ""  # the rules chosen last where red fives lay, or that have some; empty for none
    is_retaken: bool = False  # whether the next photo shows the same hand: what was said of it holds
    stage: Stage = ""  # what is being done for a better reading; empty for nothing
    defers: bool = False  # whether a better reading waits because a tile's sheet is open
    waiting: Found | None = None  # that reading, once it has come
    other_rules: str | None = None  # the rule set that the score is compared with; None for none
    # The hand whose table this one shares: rules, round, counters and dora indicators; for a second claim.
    beside: "HandSession | None" = None
    assessed: Assessment = field(init=False, compare=False, repr=False)  # the hand, its facts, their score
    known: InitVar[Assessment | None] = None  # the assessment of the session before, which may still hold

    def __post_init__(self, known: Assessment | None) -> None:
        """Keep the assessment while hand and facts are the same."""
        desk, facts = self._at_table()
        if known is None or (known.desk, known.declared) != (desk, facts):
            known = Assessment(desk, facts)
        object.__setattr__(self, "assessed", known)

    def _at_table(self) -> tuple[Desk, WinFacts]:
        """The hand and what was declared, with what a game or another claim says of the table."""
        desk, facts, table = self.desk, self.facts, self.own_table()
        facts = replace(facts, rules=self.rules_for(facts))
        if self.beside is not None:
            shared = self._shared()
            desk = with_table(desk, self.beside.assessed.desk, shared)
            facts = with_table_facts(facts, self.beside.situation, shared)
        return desk, facts if table is None else table.applied_to(facts)

    def _shared(self) -> tuple[str, ...]:
        """The facts about the table that are those of the hand beside this one."""
        first = self.beside
        return ON_TABLE if first is None else on_table(first.assessed.desk, first.situation)

    # What the session knows.

    @property
    def history(self) -> Session:
        """The hand's desk with its earlier states."""
        return self.journal.now.session

    @property
    def desk(self) -> Desk:
        """The hand; empty before there is one."""
        return self.history.desk

    @property
    def facts(self) -> WinFacts:
        """What was declared of the win, whatever the tiles or a game say."""
        return self.journal.now.facts

    @property
    def place(self) -> Place | None:
        """Which hand of a game it is, if known."""
        return self.journal.now.place

    @property
    def situation(self) -> WinFacts:
        """How the hand was won, with the running game's facts and without impossible ones."""
        return self.assessed.situation

    @property
    def scored(self) -> Scored:
        """The hand with its score."""
        return self.assessed.scored

    def rules_for(self, facts: WinFacts) -> str:
        """The rules that score a hand with these facts: its own, or the usual ones where those are gone."""
        return facts.rules if is_offered(facts.rules) else self.usual_rules

    def is_awaited(self) -> bool:
        """Whether the hand is still to be read from its photo."""
        return bool(self.stage) and self.reading is None and not self.desk.tiles

    def names(self) -> Names:
        """Who sits on each wind in the hand's game; nobody for a hand of no game."""
        if self.beside is not None:
            return self.beside.names()
        return NOBODY if self.place is None else self.place.names()

    def own_table(self) -> TableFacts | None:
        """The running game, unless the hand is known not to be its current one."""
        if self.beside is not None:
            return self.beside.own_table()
        table, place = self.table, self.place
        return table if table is None or place is None or place.is_same_hand(table.place) else None

    def table_moved_on(self) -> TableFacts | None:
        """The running game, if it has moved on from the hand without that hand being entered."""
        table, place = self.table, self.place
        if table is None or place is None or place.left or place.is_same_hand(table.place):
            return None
        return None if table.has_entered(self.scored.hand) else table

    def won(self, language: str) -> Facts:
        """How the hand was won, and the questions about it, in a language."""
        return Facts(language, self.scored, self.assessed.banned, self.names(), self._asked_rules(language))

    # A hand comes in.

    def at(self, table: TableFacts | None) -> Self:
        """The session beside the running game as it is now, or beside none.

        A hand that came in before the game belongs to its current hand from then on.
        """
        session = self if table == self.table else _with(self, table=table)
        if table is None or not session.is_laid or session.place is not None:
            return session
        return _with(session, journal=session.journal.seated(table.place))

    def by_usual(self, rules: str) -> Self:
        """The session whose usual rules are these; they score hands until the visitor chooses others."""
        if self.has_rules and is_offered(self.usual_rules):
            return self
        session = self if rules == self.usual_rules else _with(self, usual_rules=rules)
        if session.has_rules or session.is_laid or session.facts.rules == rules:
            return session
        return _with(session, journal=replace(session.journal, facts=replace(session.facts, rules=rules)))

    def having_chosen(self, rules: str) -> Self:
        """The session of a visitor who plays by these rules; the hand keeps its own."""
        has_red = not lacks_red_fives(rules) or self.scored.foreign_fives
        return _with(self, has_rules=True, usual_rules=rules, red_rules=rules if has_red else self.red_rules)

    def having_used(self, red_rules: str) -> Self:
        """The session of a visitor who chose these rules last where red fives lay."""
        return _with(self, red_rules=red_rules) if is_offered(red_rules) else self

    def _asked_rules(self, language: str) -> tuple[str, ...]:
        """The rule sets to choose from, where red fives lie there that the rules lack; else none.

        It is asked once: then there is one that was chosen where some lay. The visitor's own choice comes
        first, for red fives may count as plain, else the sets that have some.
        """
        is_free = self.own_table() is None and self.beside is None
        if not (is_free and self.scored.foreign_fives) or is_offered(self.red_rules):
            return ()
        own = self.usual_rules if self.has_rules else ""
        return tuple(sorted(in_order(language), key=lambda rules: (rules != own, lacks_red_fives(rules))))

    def _by_red_fives(self) -> WinFacts:
        """The hand's facts, by the rules chosen last where red fives lay, if some lie that its own lack.

        Whoever opens a kept hand again, or one of a link, does not ask: it keeps its rules.
        """
        is_free = self.own_table() is None and self.beside is None and is_offered(self.red_rules)
        if not is_free or not self.scored.foreign_fives:
            return self.facts
        said = tuple(field for field in self.facts.said if field != "rules")
        return replace(self.facts, rules=self.red_rules, said=said)

    def _is_ruled(self) -> bool:
        """Whether somebody has chosen the rules: those that follow from red fives are assumed."""
        facts = self.facts
        follows = facts.rules == self.red_rules != self.usual_rules and "rules" not in facts.said
        return self.has_rules and not follows

    def sharing(self, first: "HandSession") -> Self:
        """The session whose table is that of another hand, for a second claim or another waiting hand."""
        return self if first is self.beside else _with(self, beside=first)

    def next_hand(self, desk: Desk, reading: Reading | None = None, facts: WinFacts | None = None) -> Self:
        """Begin with a new hand, as the table's current one where a game runs.

        ``facts``, if known, say how it was won, as those of a link do, and whether it is the table's hand is
        asked; otherwise those hold that the hand probably shares with the one before, or all where the photo
        is another one of the same hand, and what the table already knows.
        """
        place, is_known = None if self.table is None else self.table.place, facts is not None
        if facts is None:
            before = replace(self.facts, rules=self.rules_for(self.facts))
            is_same = self.is_retaken and self.place == place
            facts = before if is_same or before.by is None else before.for_next_hand()
            facts = facts if is_same or self.table is None else self.table.begun(facts)
        elif place is not None:
            place = NO_TABLE
        journal = Journal(Session.begin(desk), facts, place)
        laid = self.opened(journal, reading)
        by_red_fives = facts if is_known else laid._by_red_fives()  # noqa: SLF001 - of the same class
        return laid if by_red_fives == facts else self.opened(replace(journal, facts=by_red_fives), reading)

    def opened(self, journal: Journal, reading: Reading | None = None) -> Self:
        """Lay a hand on the desk as its journal has it."""
        return _with(
            self,
            journal=journal,
            is_laid=True,
            reading=reading,
            is_retaken=False,
            stage="",
            defers=False,
            waiting=None,
        )

    def moved_to(self, step: int) -> Self:
        """The hand at another moment of its journal."""
        return _with(self, journal=self.journal.to(step))

    def searching(self, stage: Stage) -> Self:
        """The session at the start of a search for a better reading of the photo; empty: at its end."""
        return _with(self, stage=stage, defers=False, waiting=None)

    def looking_on(self, stage: Stage) -> Self:
        """The session while the search goes on with this."""
        return self if stage == self.stage else _with(self, stage=stage)

    # What happens to it.

    def hear(self, event: events.Event | Answer) -> Heard:
        """The session after a tap or an answer of the page, and what the page must do."""
        after, effects = self._heard(event)
        facts = after._by_red_fives()  # noqa: SLF001 - of the same class
        if facts != after.facts and not self.scored.foreign_fives:
            after = after._declared(facts, after.place)  # noqa: SLF001
        return after, effects

    def _heard(self, event: events.Event | Answer) -> Heard:
        match event:
            case events.Go() | events.Picture() | events.Stop():
                return self._left_to_page(event)
            case events.Hold() | events.ReadBox() | BoxRead() | Found():
                return self._of_photo(event)
            case events.SetFact("rules", str(rules)):
                return self.play_by(rules)
        return self._changed(event), _NOTHING

    def _changed(self, event: events.Event) -> Self:
        """The session after a tap that says something about tiles or win."""
        match event:
            case events.SetFact(name, value):
                return self.declaring(name, value)
            case events.TakeHand(side) | events.Reply(_, "whose_hand", str(side)):
                other = None if self.reading is None else desk_of_side(self.reading, side)
                return self if other is None else self.edited(LayOut(other))
            case events.Compare(rules):
                return _with(self, other_rules=rules)
            case events.SayWhichHand(when):
                return self._carried_over() if when == "now" else self._left_behind()
        edit = events.edit_of(self.desk, event)
        return self if edit is None else self.edited(edit)

    def _left_to_page(self, event: events.Go | events.Picture | events.Stop) -> Heard:
        """A tap whose effect lies outside of the hand."""
        match event:
            case events.Stop():
                return self.searching(""), (StopSearch(),)
            case events.Picture():
                return self, (DrawPicture(),)
            case events.Go("table"):
                return self, (EnterWin(),)
            case events.Go(where):
                return _with(self, is_retaken=where == "again"), (ShowStart(),)

    def _of_photo(self, event: events.Hold | events.ReadBox | BoxRead | Found) -> Heard:
        """What the photo shows: a box on it, a better reading of it, and whether that must wait."""
        match event:
            case events.ReadBox():
                return self._boxed(event)
            case BoxRead(tile, place):
                return self.edited(AddFound(tile, place)), _NOTHING
            case events.Hold(on):
                held, found = _with(self, defers=on), self.waiting
            case Found():
                held, found = _with(self, waiting=event), event
        return (held, _NOTHING) if held.defers or found is None else _taken(held, found)

    def edited(self, edit: Edit) -> Self:
        """The session after a correction of the tiles; the same where nothing changes."""
        journal = self.journal.then(edit)
        return self if journal.now.session is self.history else _with(self, journal=journal)

    def declaring(self, name: str, value: Any, desk: Desk | None = None) -> Self:  # noqa: ANN401 - the fact's own type
        """The session after something was declared of the win; see `app.hand.facts.declare`.

        Earlier facts stay, even impossible ones: they apply again once the tiles allow it. The declaration is
        about the tiles of ``desk``, by default the hand's.
        """
        table = self.own_table()
        facts = declare(self.assessed.declared, self.desk if desk is None else desk, name, value)
        return self._declared(facts, self.place if table is None or self.beside else table.place)

    def _declared(self, facts: WinFacts, place: Place | None) -> Self:
        if (facts, place) == (self.facts, self.place):
            return self
        if not self.is_laid:  # facts for the hand to come are no step
            return _with(self, journal=replace(self.journal, facts=facts))
        return _with(self, journal=self.journal.then(DeclareFacts(facts, place)))

    def play_by(self, rules: str) -> Heard:
        """Score by these rules from now on: this hand, and those of later visits."""
        chosen = self.having_chosen(rules)
        return chosen.declaring("rules", rules), (KeepRules(rules, chosen.red_rules),)

    def _carried_over(self) -> Self:
        """Make the hand that of the running game's current hand; facts about it follow the players."""
        table, place = self.table_moved_on(), self.place
        if table is None or place is None:
            return self
        return self._declared(carried(self.assessed.declared, place.winds_in(table.place)), table.place)

    def _left_behind(self) -> Self:
        """Leave the hand at the earlier place in the game where it was won."""
        place = self.place
        return self if place is None else self._declared(self.assessed.declared, place._replace(left=True))

    def _boxed(self, drawn: events.ReadBox) -> Heard:
        """Take up a box drawn on the photo: its tile may lie on the desk already, or must be read."""
        drawn_again = events.redrawn_tile(self.desk, drawn)
        if drawn_again is not None:
            return self, (AlreadyInHand(self.desk.face(drawn_again)),)
        wanted = events.edit_of_box(self.desk, drawn)
        if isinstance(wanted, Edit):
            return self.edited(wanted), _NOTHING
        return self, _NOTHING if wanted is None else (TileToRead(drawn.box, wanted),)

    # What is shown.

    def view(self, language: str, *, photo: Json | None) -> Json:
        """Everything that the desk shows of the hand, as one JSON object.

        ``photo`` is the photo's address and its size in pixels; None for a typed hand.
        """
        if self.is_awaited():
            return view.waiting_view(language, self.stage) | {"photo": photo}
        table, moved_to, moved = self.own_table(), self.table_moved_on(), None
        if moved_to is not None and self.place is not None:
            moved = moved_on(language, self.place, moved_to.place, self.situation)
        won = self.won(language)
        return view.view(
            won,
            self.history,
            photo=photo,
            turn="" if table is None else turn(language, table.place.round, table.place.dealer),
            moved=moved,
            ruled=bool(won.names) or self._is_ruled(),
            sides=other_hands(self.reading, self.desk),
            looking=text(language, f"looking.{self.stage}") if self.stage else "",
            held=self.defers,
        )

    def claim_view(self, language: str, *, photo: Json | None) -> Json:
        """What a desk shows of a second claim: nothing of what it shares with the first one is asked."""
        shared = self._shared()
        own = replace(self.history, desk=without_indicators(self.desk, shared))
        return view.claim_view(self.won(language), own, common=shared, photo=photo)

    def waiting_view(self, language: str, *, photo: Json | None) -> Json:
        """What a desk shows of a hand that may be tenpai, with its owner's discards marked."""
        return view.hand_view(language, self.history, photo=photo)


def _with(session: T, **changes: Any) -> T:  # noqa: ANN401 - the fields' own types
    """The session with other values of some fields; its assessment stays where it still holds."""
    return replace(session, **changes, known=session.assessed)


def _taken(session: HandSession, found: Found) -> Heard:
    """Begin the hand from a better reading, unless a correction cannot be carried over."""
    better = reread(session.journal, desk_of(found.reading))
    if better is None:
        return session.searching(""), (DropReading(found.reading),)
    taken = _with(
        session,
        journal=better,
        reading=found.reading,
        stage=found.next_stage,
        waiting=None,
        is_laid=True,
    )
    return taken, (ShowReading(found.reading),)
