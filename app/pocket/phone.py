"""The state of the page in a browser: one hand from its photo to its score. Pure; it runs in Pyodide.

The page's scripts call `Phone` with plain numbers and JSON and draw what it returns. The server's page shares
the code for the rules, the hand and its doubts.
"""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.exports import qr, ruling_card
from yakulens.app.hand import alternatives, comparison, events, result, scoring
from yakulens.app.hand.facts import Facts, declare
from yakulens.app.hand.from_json import FormError
from yakulens.app.hand.journal import Journal, Say, journal_from_json, journal_to_json
from yakulens.app.hand.link import LINKED, from_link, to_link
from yakulens.app.hand.questions import other_hands
from yakulens.app.hand.reread import reread
from yakulens.app.hand.situation import Declared, effective
from yakulens.app.hand.view import view, waiting_view
from yakulens.app.pocket.looking import Model, Talk
from yakulens.app.words import i18n, rule_phrases
from yakulens.app.words.questions import in_english
from yakulens.models.teach.file import from_bytes
from yakulens.scorer.errors import InputError
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.edits import Edit, LayOut
from yakulens.vision.desk.from_reading import desk_of_side, desk_tile, from_reading, without_flowers
from yakulens.vision.desk.session import Session
from yakulens.vision.photo_search import Look
from yakulens.vision.reading import Reading, ReadTile
from yakulens.vision.stages import Stage

_ADDRESS: Final = re.compile(r"(https?://)?(?(1)[\w.\-\[\]:]+|[\w.\-]+:\d+)(/[\w./\-]*)?")
"""An address that a link can be appended to: a host, perhaps its port and a folder.

Without http it must name a port.
"""


@dataclass(slots=True)
class Search:
    """A photo that is being read."""

    talk: Talk[Look]  # asks the scripts
    shrink: float  # pixels of the photo for each pixel that is searched
    stage: Stage = "finding"  # the current step towards a better reading
    deferred: Look | None = None  # a better reading not yet on the desk
    defers: bool = False  # whether an open tile's sheet defers better readings


@dataclass(slots=True)
class Phone:
    """One visitor's page."""

    language: str = i18n.DEFAULT  # the language of all texts
    rules: str | None = None  # the rule set that scores hands; None until somebody has chosen one
    other: str | None = None  # the rule set to compare the score with; None for none
    journal: Journal = field(default_factory=Journal)  # the hand and every step since it was read
    photo: Json | None = None  # the photo's address on the page, and its size; None for a typed hand
    # The newest reading of the photo; None for a typed hand and before the first reading.
    reading: Reading | None = None
    search: Search | None = None  # the running search for a better reading; None without one
    heard: int = 0  # the number of the last tap carried out
    card: str = field(init=False)  # the card of the photo-reading model, as JSON; set by `use`
    model: Model = field(init=False)  # that model

    def use(self, card: str) -> None:
        """Read photos with this model from now on; ``card`` is its card as JSON."""
        self.card, self.model = card, Model.of(card)

    def teach(self, data: Any, name: str) -> str:  # noqa: ANN401 - a buffer
        """Read photos with a taught set from now on; None for ``data`` means without one.

        ``data`` is the set's file (`models.teach.file`), ``name`` the file's name. An invalid file changes
        nothing. Returns JSON: the set's ``name``, empty for none, or a sentence that says why the file is
        ``refused``.
        """
        try:
            tile_set = None if data is None else from_bytes(bytes(data), name)
            self.model = Model.of(self.card, tile_set)
        except InputError as error:
            return json.dumps({"refused": i18n.text(self.language, "sets.problem_file", what=str(error))})
        return json.dumps({"name": "" if tile_set is None else tile_set.name})

    def look(self, photo: Json, height: int, width: int, shrink: float) -> Talk[Look]:
        """Start to search a photo, see `app.pocket.looking`.

        Its first reading begins a hand and better ones replace it; what was said still holds. ``photo`` is
        its address on the page and its size. The search sees it at ``height`` by ``width`` pixels, each of
        them ``shrink`` pixels of the photo.
        """
        self.begin(photo)
        talk = Talk(self.model.looked((height, width), self._take))
        self.search = Search(talk, shrink)
        return talk

    def leave(self) -> None:
        """Stop searching the photo; its last reading stands."""
        if self.search is not None:
            self.search.talk.leave()
        self.search = None

    def _take(self, look: Look) -> None:
        if self.search is not None:
            self.search.deferred = look
            self._defer(on=self.search.defers)

    def _defer(self, *, on: bool) -> None:
        search = self.search
        if search is not None:
            search.defers = on
            if not on and search.deferred is not None:
                self._replace_reading(search, search.deferred)

    def _replace_reading(self, search: Search, look: Look) -> None:
        """Start the hand from a better reading, unless a correction cannot be carried over."""
        reading = look.layout.reading.enlarged(search.shrink)
        better = reread(self.journal, without_flowers(from_reading(reading)))
        if better is not None:
            self.journal, self.reading = better, reading
        search.stage, search.deferred = look.next_stage, None
        if better is None or not look.next_stage:
            self.leave()

    def count(self, height: int, width: int) -> Talk[list[list[float]]]:
        """Start to count tiles in a picture of this size, pixels: their quads, eight numbers each."""
        return Talk(self.model.counted((height, width)))

    def box(self, sides: Sequence[float], height: int, width: int, shrink: float) -> Talk[ReadTile]:
        """Start to read a box drawn on the photo: left, top, right and bottom in its pixels.

        The photo has the same size as in `look`.
        """
        return Talk(self.model.boxed([side / shrink for side in sides], (height, width)))

    def reading_json(self) -> str:
        """The reading, as the contract's Reading."""
        return json.dumps(None if self.reading is None else self.reading.to_json(in_english))

    def begin(self, photo: Json | None = None) -> None:
        """Lay an empty hand on the desk; without a photo it is typed."""
        self._lay(Journal(Session.begin(Desk()), Declared(rules=self._rules())), photo)

    def _lay(self, journal: Journal, photo: Json | None) -> None:
        """Lay a hand on the desk, and stop searching any other photo."""
        self.leave()
        self.journal, self.photo, self.reading = journal, photo, None

    def hear(self, message: Any, box: ReadTile | None = None, shrink: float = 1.0) -> None:  # noqa: ANN401 - any JSON
        """Carry out each tap once; a malformed message is ignored.

        ``box`` is what was read in the message's box. The photo has ``shrink`` pixels for each pixel that was
        read.
        """
        boxed_tile = None if box is None else desk_tile(box.enlarged(shrink))
        with suppress(FormError):
            for event in events.new_events(message, self):
                self._carry_out(event, boxed_tile)

    def _carry_out(self, event: events.Event, boxed_tile: DeskTile | None) -> None:
        change: Edit | None = None
        match event:
            case events.Say(field=name, value=value):
                self._declare(name, value)
            case events.Compare(rules):
                self.other = rules
            case events.Hold(on):
                self._defer(on=on)
            case events.Stop():
                self.leave()
            case events.TakeHand(side) | events.Reply(_, "whose_hand", str(side)):
                other = None if self.reading is None else desk_of_side(self.reading, side)
                change = None if other is None else LayOut(other)
            case _:
                change = events.edit_of(self.journal.stand().session.desk, event, lambda _: boxed_tile)
        if change is not None:
            self.journal = self.journal.then(change)

    def _declare(self, name: str, value: Any) -> None:  # noqa: ANN401 - the fact's own type
        stand = self.journal.stand()
        if name == "rules":
            self.rules = value
        declared = declare(stand.facts, stand.session.desk, name, value)
        if declared != stand.facts:
            self.journal = self.journal.then(Say(declared))

    def _rules(self) -> str:
        return self.rules or i18n.text(self.language, "start.rules_first").split()[0]

    def shown(self) -> str:
        """Everything the page shows of the hand, as JSON."""
        if self.photo is not None and self.reading is None and self.search is not None:
            return json.dumps(
                waiting_view(self.language, "finding") | {"photo": self.photo} | self._page(None)
            )
        stand = self.journal.stand()
        desk = stand.session.desk
        situation, banned = effective(stand.facts, desk)
        facts = Facts(self.language, scoring.Scored.of(desk, situation), banned, {})
        hand = view(
            facts,
            stand.session,
            photo=self.photo,
            ruled=self.rules is not None,
            sides=other_hands(self.reading, desk),
            looking="" if self.search is None else i18n.text(self.language, f"looking.{self.search.stage}"),
            held=self.search is not None and self.search.defers,
        )
        return json.dumps(hand | self._page(facts))

    def _page(self, facts: Facts | None) -> Json:
        """What the page shows beside the hand: its score in full, and the same as a ruling card to share."""
        page: Json = {"heard": self.heard, "picture": None, "card": None, "result": None, "comparison": []}
        if facts is None:
            return page
        page["result"] = result.result(facts) | {"settings": result.settings(facts)}
        if facts.scored.score is not None:
            card = ruling_card.compose(self.language, facts.scored)
            page |= {"card": asdict(card) | {"photo": None}, "comparison": self._comparison(facts.scored)}
        return page

    def _comparison(self, won: scoring.Scored) -> list[Json]:
        """The hand under another rule set, and won in other ways, once asked for; else the choice."""
        if self.other is None:
            return [comparison.question(self.language, won)]
        compared = comparison.to_json(self.language, won, self.other, may_end=True)
        return [compared, alternatives.to_json(self.language, won)]

    def kept(self) -> str:
        """The hand as JSON, for the page to store."""
        return json.dumps(journal_to_json(self.journal) | {"photo": self.photo})

    def links(self, own: str, server: str) -> str:
        """Addresses that open the hand without its photo (`app.hand.link`), as JSON.

        ``own`` opens it on this page; the argument is this page's address without its ``#`` part. ``there``
        opens it on the page of `yakulens app` at ``server``, and is empty if that is no address. ``code`` is
        a QR code of ``there``, or else of ``own``.
        """
        stand = self.journal.stand()
        link = to_link(stand.session.desk, stand.facts)
        here = f"{own}#hand={link}"
        address = _ADDRESS.fullmatch(server)
        there = "" if address is None else f"{server.rstrip('/')}/?{LINKED}={link}"
        if address is not None and address[1] is None:
            there = f"http://{there}"
        return json.dumps({"own": here, "there": there, "code": qr.data_uri(there or here)})

    def follow(self, text: str) -> str:
        """Lay the hand of a link on the desk.

        Returns a sentence if this page does not offer the hand's rules and uses others; else an empty text.

        Raises:
            LinkError: the text holds no hand.
        """
        desk, declared = from_link(text)
        is_offered = scoring.is_offered(declared.rules)
        rules = declared.rules if is_offered else self._rules()
        self._lay(Journal(Session.begin(desk), replace(declared, rules=rules)), None)
        if is_offered:
            return ""
        instead = rule_phrases.title(self.language, rules)
        return i18n.text(self.language, "situation.rules_gone", rules=declared.rules, instead=instead)

    def reopen(self, kept: str, photo: Json | None) -> None:
        """Lay a hand from `kept` on the desk; the photo may have a new address."""
        hand = json.loads(kept)
        self._lay(journal_from_json(hand["beginning"], hand["steps"]), photo)
