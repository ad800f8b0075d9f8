"""What the page in a browser remembers: one hand from its photo to its score. Pure; it runs in Pyodide.

The page's scripts call `Phone` with plain numbers and JSON and draw what it gives. Everything that is known
of the game, of the hand and of its doubts is asked of the rooms that the server's page asks too.
"""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from yakulens.app import i18n, phrases, qr, rule_phrases, ruling_card, scoring
from yakulens.app.contract import Json
from yakulens.app.dispute import comparison
from yakulens.app.dock import events, facts
from yakulens.app.dock.view import view, waiting_view
from yakulens.app.from_json import FormError
from yakulens.app.journal import Journal
from yakulens.app.journal import Say as Said
from yakulens.app.journal.link import LINKED, from_link, to_link
from yakulens.app.journal.reread import reread
from yakulens.app.journal.wire import beginning_to_json, journal_from_json, step_to_json
from yakulens.app.pocket.looking import Model, Talk
from yakulens.app.situation import Declared, effective
from yakulens.scorer.errors import InputError
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.edits import Edit, LayOut
from yakulens.vision.desk.from_reading import from_reading, of_side, other_sides, tile_of, without_flowers
from yakulens.vision.desk.session import Session
from yakulens.vision.learning.file import from_bytes
from yakulens.vision.photo_search import Look
from yakulens.vision.reading import WHOSE_HAND, Reading, ReadTile
from yakulens.vision.stages import Stage

_ADDRESS: Final = re.compile(r"https?://[\w.\-\[\]:]+(/[\w./\-]*)?")
"""An address that a link may be put behind: a host, perhaps its port and a folder."""


@dataclass(slots=True)
class Search:
    """A photo that is being read.

    Attributes:
        talk: asks the scripts.
        shrink: pixels of the photo for each of those that are searched.
        stage: what is being done for a better reading than that on the desk.
        waits: a better one that is not yet on the desk.
        held: whether it waits because a tile's sheet is open.
    """

    talk: Talk[Look]
    shrink: float
    stage: Stage = "finding"
    waits: Look | None = None
    held: bool = False


@dataclass(slots=True)
class Phone:
    """One visitor's page.

    Attributes:
        language: in which everything is said.
        rules: by which hands are scored; None until somebody says so.
        other: the rule set beside which the hand is shown; empty for none.
        journal: the hand and every step since it was read.
        photo: where the page has the photo, with its size; None for a typed hand.
        reading: what lies on it, by what was found so far; None for a typed hand, and before a first reading.
        search: the search of the photo for a better reading; None where none is under way.
        heard: the number of the last tap that was carried out.
        card: of the model by which photos are read, as JSON.
        model: how they are read by it; None before `use`.
    """

    language: str = i18n.DEFAULT
    rules: str | None = None
    other: str = ""
    journal: Journal = field(default_factory=Journal)
    photo: Json | None = None
    reading: Reading | None = None
    search: Search | None = None
    heard: int = 0
    card: str = ""
    model: Model | None = None

    def use(self, card: str) -> None:
        """Read photos by a model from now on.

        Args:
            card: the model's, as JSON.
        """
        self.card, self.model = card, Model.of(card)

    def teach(self, data: Any, where: str) -> str:  # noqa: ANN401 - a buffer
        """Read photos of a taught set from now on, or of any; a file that is none changes nothing.

        Args:
            data: the bytes of the set's file (`vision.learning.file`); None for any set.
            where: what the file is called.

        Returns:
            JSON: the set's ``name``, empty for any, or a sentence why the file is ``refused``.
        """
        try:
            tile_set = None if data is None else from_bytes(bytes(data), where)
            self.model = Model.of(self.card, tile_set)
        except InputError as error:
            return json.dumps({"refused": i18n.text(self.language, "sets.problem_file", what=str(error))})
        return json.dumps({"name": "" if tile_set is None else tile_set.name})

    def look(self, photo: Json, height: int, width: int, shrink: float) -> Talk[Look]:
        """Begin to search a photo, see `app.pocket.looking`.

        Its first reading begins a hand, a better one takes the first one's place; what was said still holds.

        Args:
            photo: where the page has it, with its size.
            height: of the photo as it is searched, pixels.
            width: of the photo as it is searched, pixels.
            shrink: pixels of the photo for each of these.
        """
        self._begin(photo)
        talk = Talk(self._known().looked((height, width), self._take))
        self.search = Search(talk, shrink)
        return talk

    def leave(self) -> None:
        """Look at the photo no longer: what was read stands."""
        if self.search is not None:
            self.search.talk.leave()
        self.search = None

    def _take(self, look: Look) -> None:
        """Lay a better reading on the desk, unless it has to wait."""
        if self.search is not None:
            self.search.waits = look
            if not self.search.held:
                self._lay(self.search, look)

    def _lay(self, search: Search, look: Look) -> None:
        reading = look.laid.reading.enlarged(search.shrink)
        desk = without_flowers(from_reading(reading))
        better = reread(self.journal, desk)
        if better is not None:
            self.journal, self.reading = better, reading
        search.stage, search.waits = look.next_stage, None
        if better is None or not look.next_stage:  # None: something was corrected that has no like in it
            self.leave()

    def count(self, height: int, width: int) -> Talk[list[list[float]]]:
        """Begin to count the tiles in a picture of this size, pixels: their quads, eight numbers each."""
        return Talk(self._known().counted((height, width)))

    def box(self, sides: Sequence[float], height: int, width: int, shrink: float) -> Talk[ReadTile]:
        """Begin to read a box that was drawn on the photo.

        Args:
            sides: left, top, right and bottom in pixels of the photo.
            height: of the photo as it is read, pixels.
            width: of the photo as it is read, pixels.
            shrink: pixels of the photo for each of these.
        """
        return Talk(self._known().boxed([side / shrink for side in sides], (height, width)))

    def _known(self) -> Model:
        if self.model is None:
            message = "no model is in use"
            raise RuntimeError(message)
        return self.model

    def reading_json(self) -> str:
        """What was read, as the contract has it."""
        return json.dumps(None if self.reading is None else self.reading.to_json())

    def begin(self) -> None:
        """Lay an empty hand on the desk, which is typed."""
        self._begin(None)

    def _begin(self, photo: Json | None) -> None:
        """Lay a hand on the desk of which nothing is known yet."""
        self._open(Journal(Session.begin(Desk()), Declared(rules=self._rules())), photo)

    def _open(self, journal: Journal, photo: Json | None) -> None:
        """Lay a hand on the desk; a photo that was still read is left."""
        self.leave()
        self.journal, self.photo, self.reading = journal, photo, None

    def hear(self, message: Any, box: ReadTile | None = None, shrink: float = 1.0) -> None:  # noqa: ANN401 - any JSON
        """Carry out what was tapped, each tap once.

        Args:
            message: as the desk's component sends it; what is none is left.
            box: what was read in a box which the message tells of.
            shrink: pixels of the photo for each of those that were read.
        """
        found = None if box is None else tile_of(box.enlarged(shrink))
        with suppress(FormError):
            for event in events.new_events(message, self):
                self._carry_out(event, found)

    def _carry_out(self, event: events.Event, found: DeskTile | None) -> None:
        match event:
            case events.Say(field=name, value=value):
                self._say(name, value)
            case events.Hold(on):
                self._hold(on=on)
            case events.Stop():
                self.leave()
            case events.TakeHand(side) | events.Reply(_, "whose_hand", str(side)):
                other = None if self.reading is None else of_side(self.reading, side)
                if other is not None:
                    self._edit(LayOut(other))
            case _:
                change = events.edit_of(self._desk(), event, lambda _: found)
                if change is not None:
                    self._edit(change)

    def _hold(self, *, on: bool) -> None:
        """Have a better reading wait, or no longer."""
        if self.search is not None:
            self.search.held = on
            if not on and self.search.waits is not None:
                self._lay(self.search, self.search.waits)

    def _say(self, name: str, value: Any) -> None:  # noqa: ANN401 - the fact's own type
        stand = self.journal.stand()
        if name == "rules":
            self.rules = value
        said = facts.declare(stand.facts, stand.session.desk, name, value)
        if said != stand.facts:
            self.journal = self.journal.then(Said(said))

    def _edit(self, change: Edit) -> None:
        self.journal = self.journal.then(change)

    def _desk(self) -> Desk:
        return self.journal.stand().session.desk

    def _rules(self) -> str:
        return self.rules or i18n.text(self.language, "start.rules_first").split()[0]

    def shown(self) -> str:
        """Everything that the page shows of the hand, as JSON."""
        if self.photo is not None and self.reading is None and self.search is not None:
            return json.dumps(
                waiting_view(self.language, "finding") | {"photo": self.photo} | self._page(None)
            )
        stand = self.journal.stand()
        desk = stand.session.desk
        now, banned = effective(stand.facts, desk)
        won = scoring.Scored.of(desk, now)
        sides: tuple[str, ...] = ()
        if self.reading is not None and all(one.code != WHOSE_HAND for one in desk.questions):
            sides = other_sides(self.reading, desk)
        told = view(
            self.language,
            stand.session,
            won,
            banned,
            names={},
            ruled=self.rules is not None,
            photo=self.photo,
            sides=sides,
            looking="" if self.search is None else i18n.text(self.language, f"looking.{self.search.stage}"),
            held=self.search is not None and self.search.held,
        )
        return json.dumps(told | self._page(won))

    def _page(self, won: scoring.Scored | None) -> Json:
        """What the page shows beside the hand."""
        return {"heard": self.heard, "picture": None, "full": self._full(won)}

    def _full(self, won: scoring.Scored | None) -> Json | None:
        """The score in full: the ruling card, and the hand under another rule set."""
        if won is None or won.score is None:
            return None
        card = asdict(ruling_card.compose(self.language, won))
        full = card | {"photo": None, "beside": None}
        return full | {"beside": self._beside(won)} if self.other else full

    def _beside(self, won: scoring.Scored) -> Json:
        """The hand under the other rule set, line by line."""
        other = scoring.score(won.desk, replace(won.situation, rules=self.other))
        if won.score is None or other is None:
            return {"rules": self.other, "worth": "", "lines": []}
        lines = [
            (self._named(line), *("" if worth is None else str(worth) for worth in (line.left, line.right)))
            for line in comparison.lines(won.score, other)
        ]
        seat = won.situation.seat or "east"
        worths = [phrases.worth(self.language, score) for score in (won.score, other)]
        paid = phrases.paid(self.language, other, seat) if other["outcome"] == "win" else ""
        return {
            "rules": rule_phrases.title(self.language, self.other),
            "worth": worths[1],
            "paid": paid,
            "lines": lines,
        }

    def _named(self, line: comparison.ComparedLine) -> str:
        return i18n.text(self.language, f"{line.kind}.{line.id}")

    def kept(self) -> str:
        """The hand as JSON, for the page to keep."""
        held = {
            "beginning": beginning_to_json(self.journal),
            "steps": [step_to_json(step) for step in self.journal.steps[: self.journal.at]],
            "photo": self.photo,
        }
        return json.dumps(held)

    def links(self, own: str, server: str) -> str:
        """Where the hand opens elsewhere, without its photo (`app.journal.link`), as JSON.

        ``own`` is its address on this page, ``there`` that on the page of a server, empty without one, and
        ``code`` the latter, or else the former, as a picture that a phone's camera opens.

        Args:
            own: this page's address, without what follows a ``#``.
            server: that of a page of `yakulens app`; anything else counts as none.
        """
        stand = self.journal.stand()
        link = to_link(stand.session.desk, stand.facts)
        here = f"{own}#hand={link}"
        there = f"{server.rstrip('/')}/?{LINKED}={link}" if _ADDRESS.fullmatch(server) else ""
        return json.dumps({"own": here, "there": there, "code": qr.data_uri(there or here)})

    def follow(self, text: str) -> str:
        """Lay the hand of a link on the desk.

        Returns:
            A sentence where its rules are not known here, so that others hold; else empty.

        Raises:
            LinkError: it holds none.
        """
        desk, how = from_link(text)
        known = scoring.is_offered(how.rules)
        rules = how.rules if known else self._rules()
        self._open(Journal(Session.begin(desk), replace(how, rules=rules)), None)
        instead = rule_phrases.title(self.language, rules)
        return (
            ""
            if known
            else i18n.text(self.language, "situation.rules_gone", rules=how.rules, instead=instead)
        )

    def reopen(self, kept: str, photo: Json | None) -> None:
        """Lay a hand on the desk that `kept` gave; the photo may have another address now."""
        held = json.loads(kept)
        self._open(journal_from_json(held["beginning"], held["steps"]), photo)
