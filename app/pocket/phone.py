"""The state of the page in a browser: one hand from its photo to its score. Pure; it runs in Pyodide.

The page's scripts call `Phone` with plain numbers and JSON and draw what it returns. The server's page shares
the code for the rules, the hand and its doubts.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from yakulens.app import Json
from yakulens.app.game.session import GameSession
from yakulens.app.hand import events
from yakulens.app.hand.claim import Claim
from yakulens.app.hand.effects import (
    Answer,
    BoxRead,
    DropReading,
    EnterWin,
    Found,
    ShowReading,
    StopSearch,
    TileToRead,
)
from yakulens.app.hand.from_json import FormError
from yakulens.app.hand.journal import journal_from_json, journal_to_json
from yakulens.app.hand.link import LINKED, from_link, to_link
from yakulens.app.hand.place import NO_TABLE
from yakulens.app.hand.session import HandSession
from yakulens.app.pocket import claims, handing, waiting
from yakulens.app.pocket.browser_search import Model, SearchTalk, SeenPhoto
from yakulens.app.pocket.filming import Filming
from yakulens.app.pocket.shown import shown
from yakulens.app.words import i18n, rule_phrases
from yakulens.app.words.questions import in_english
from yakulens.models.teach.file import from_bytes
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.load import is_offered
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.from_reading import desk_tile
from yakulens.vision.photo_search import SearchStep
from yakulens.vision.reading import Reading
from yakulens.vision.reading import ReadTile as ReadPhotoTile


@dataclass(slots=True)
class BrowserSearch:
    """A photo that is being read."""

    talk: SearchTalk[SearchStep]  # asks the scripts
    shrink: float  # pixels of the photo for each pixel that is searched


@dataclass(slots=True)
class Phone:
    """One visitor's page."""

    language: str = i18n.DEFAULT  # the language of all texts
    session: HandSession = field(default_factory=HandSession)  # the hand
    table: GameSession = field(default_factory=GameSession)  # the game at this device's table
    claim: Claim = field(default_factory=Claim)  # another player's claim about the hand
    check: Claim = field(default_factory=Claim)  # another hand that claims to be tenpai
    photo: Json | None = None  # the photo's address on the page, and its size; None for a typed hand
    search: BrowserSearch | None = None  # the running search for a better reading; None without one
    seen: tuple[SeenPhoto, ...] = ()  # the hand's pictures that were searched, its photo first
    filming: Filming = field(default_factory=Filming)  # the frames of the open viewfinder
    opened: str = ""  # the name of a further picture of the hand that is being read; empty for none
    told: str = ""  # a sentence about the last photo, shown once
    heard: int = 0  # the number of the last tap carried out
    card: str = field(init=False)  # the card of the photo-reading model, as JSON; set by `use`
    model: Model = field(init=False)  # that model
    tile_set: str = ""  # the taught set that photos are read with; empty for none
    read_with: str = ""  # the taught set that the hand's photo was read with; empty for none

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
        self.tile_set = "" if tile_set is None else tile_set.name
        return json.dumps({"name": self.tile_set})

    def look(
        self, photo: Json, height: int, width: int, shrink: float, *, filmed: bool = False
    ) -> SearchTalk[SearchStep]:
        """Start to search a photo, see `app.pocket.browser_search`; `filmed`: with the viewfinder's frames.

        Its first reading begins a hand and better ones replace it; what was said still holds. ``photo`` is
        its address on the page and its size. The search sees it at ``height`` by ``width`` pixels, each of
        them ``shrink`` pixels of the photo.
        """
        self.begin(photo)
        self.read_with = self.tile_set
        size, frames = (height, width), self.filming.seen() if filmed else ()

        def take(look: SearchStep, reading: Reading) -> None:
            self.seen = (SeenPhoto(look, "", size), *frames)
            self._take(look, reading)

        talk = SearchTalk(self.model.looked(size, take, frames))
        self.search = BrowserSearch(talk, shrink)
        self.session = self.session.searching("finding")
        return talk

    def leave(self) -> None:
        """Stop searching the photo; its last reading stands."""
        if self.search is not None:
            self.search.talk.leave()
        self.search = None
        self.session = self.session.searching("")

    def _take(self, look: SearchStep, reading: Reading) -> None:
        if self.search is not None:
            self._hear(Found(reading.enlarged(self.search.shrink), look.next_stage))

    def look_again(  # noqa: PLR0913 - two pictures' sizes
        self, picture: str, height: int, width: int, of: tuple[int, int], shrink: float, *, filmed: bool
    ) -> SearchTalk[None]:
        """Start to read a further picture of the hand with those before it.

        It is named ``picture`` to the scripts; ``of`` is the ``(height, width)`` at which the hand's photo is
        searched, and ``shrink`` as for `look`. What was said still holds; a picture of another hand is left
        out, which becomes a question.
        """
        self.leave()
        self.session = self.session.searching("finding")
        frames = self.filming.seen() if filmed else ()

        async def again() -> None:
            seen = self.seen or (await self.model.seen("", (of[0], of[1])),)
            seen = (*seen, *frames, await self.model.seen(picture, (height, width)))
            reading = (await self.model.fused(seen, further=True)).enlarged(shrink)
            self.seen, self.opened = seen, ""
            self._hear(Found(reading, ""))
            if self.session.waiting is None and self.session.reading is not reading:
                self.told = i18n.text(self.language, "finder.not_carried")

        self.opened = picture
        return SearchTalk(again())

    def aim(self, number: int, height: int, width: int) -> SearchTalk[str]:
        """Start to look at the viewfinder's next frame; see `Filming.aim`."""
        return self.filming.aim(self.model, number, (height, width))

    def passes(self, picture: str, height: int, width: int) -> SearchTalk[bool]:
        """Start to see whether a still that nobody asked for is as good as the viewfinder's frames."""
        return self.filming.passes(self.model, picture, (height, width))

    def pictures(self) -> list[str]:
        """The names of the pictures that the scripts must keep, besides the hand's photo."""
        named = (*self.filming.names(), *(each.picture for each in self.seen), self.opened)
        return [name for name in named if name]

    def box(
        self, sides: Sequence[float], height: int, width: int, shrink: float
    ) -> SearchTalk[ReadPhotoTile]:
        """Start to read a box drawn on the photo: left, top, right and bottom in its pixels.

        The photo has the same size as in `look`.
        """
        return SearchTalk(self.model.boxed([side / shrink for side in sides], (height, width)))

    def reading_json(self) -> str:
        """The reading, as the contract's Reading."""
        reading = self.session.reading
        return json.dumps(None if reading is None else reading.to_json(in_english))

    def play(self, rules: str | None, red_rules: str = "") -> None:
        """Score by the rules that the visitor has chosen; None where they have chosen none.

        ``red_rules`` are those that they chose last where red fives lay. House rules that were removed are no
        longer the usual ones.
        """
        if rules is not None and is_offered(rules):
            self.session, _ = self.session.play_by(rules)
        elif not is_offered(self.session.usual_rules):
            self.session = self.session.by_usual(rule_phrases.first(self.language)[0])
        self.session = self.session.having_used(red_rules)

    def begin(self, photo: Json | None = None) -> None:
        """Lay an empty hand on the desk; without a photo it is typed."""
        session = self.session.at(self.table.facts(None)).by_usual(rule_phrases.first(self.language)[0])
        self._lay(session.next_hand(Desk()), photo)

    def _lay(self, session: HandSession, photo: Json | None) -> None:
        """Lay a hand on the desk, and stop searching any other photo."""
        self.leave()
        self.session, self.photo = session.at(self.table.facts(session.place)), photo
        self.seen, self.told, self.read_with, self.claim, self.check = (), "", "", Claim(), Claim()

    def hear(self, message: Any, box: ReadPhotoTile | None = None, shrink: float = 1.0) -> None:  # noqa: ANN401 - any JSON
        """Carry out each tap once; a malformed message is ignored.

        ``box`` is what was read in the message's box. The photo has ``shrink`` pixels for each pixel that was
        read.
        """
        boxed_tile = None if box is None else desk_tile(box.enlarged(shrink))
        with suppress(FormError):
            for event in events.new_events(message, self):
                self._hear(event, boxed_tile)

    def hear_claim(self, message: Any, box: ReadPhotoTile | None = None, shrink: float = 1.0) -> None:  # noqa: ANN401 - any JSON
        """Carry out each tap on the second claim's tiles once; see `hear`."""
        boxed_tile = None if box is None else desk_tile(box.enlarged(shrink))
        with suppress(FormError):
            for event in events.new_events(message, self.claim):
                claims.hear(self.claim, self.session, event, boxed_tile)

    def tap_claim(self, told: Any) -> None:  # noqa: ANN401 - any JSON
        """Carry out a tap beside the claims (`app.pocket.claims`)."""
        claims.tap(self.claim, self.session, told)

    def hear_check(self, message: Any, *_: object) -> None:  # noqa: ANN401 - any JSON
        """Carry out each tap on the other hand that claims to be tenpai once; no photo shows it."""
        with suppress(FormError):
            for event in events.new_events(message, self.check):
                claims.hear(self.check, self.session, event, None)

    def tap_check(self, told: Any) -> None:  # noqa: ANN401 - any JSON
        """Carry out a tap beside a hand that is checked (`app.pocket.waiting`)."""
        waiting.tap(self.check, self.session, told)

    def _hear(self, event: events.Event | Answer, boxed_tile: DeskTile | None = None) -> None:
        self.session, effects = self.session.hear(event)
        for effect in effects:
            match effect:
                case TileToRead(_, place) if boxed_tile is not None:
                    self._hear(BoxRead(boxed_tile, place))
                case StopSearch() | DropReading():
                    self.leave()
                case ShowReading() if not self.session.stage:
                    self.leave()
                case EnterWin() if self.session.scored.hand is not None:
                    self.table = self.table.with_scored(self.session.scored.hand)

    def shown(self) -> str:
        """Everything the page shows of the hand, as JSON."""
        read_with = self.read_with and i18n.text(self.language, "sets.read_with", name=self.read_with)
        beside: Json = {
            "heard": self.heard,
            "told": self.told,
            "read_with": read_with,
            "chosen": self.chosen(),
        }
        self.told = ""
        return json.dumps(shown(self.session, self.claim, self.check, self.language, self.photo) | beside)

    def chosen(self) -> dict[str, str]:
        """By their names among a page's choices, the rules that the visitor has chosen; see `play`."""
        rules = {"rules": self.session.usual_rules} if self.session.has_rules else {}
        return rules | ({"red_rules": self.session.red_rules} if self.session.red_rules else {})

    def kept(self) -> str:
        """The hand as JSON, for the page to store."""
        claim = None if self.claim.of is None else self.claim.kept()
        check = self.check.kept() if self.check.session.is_laid or self.check.of else None
        beside = {"photo": self.photo, "claim": claim, "check": check, "tile_set": self.read_with}
        return json.dumps(journal_to_json(self.session.journal) | beside)

    def links(self, own: str, server: str) -> str:
        """Addresses that open the hand without its photo (`app.hand.link`), as JSON.

        ``own`` opens it on this page; the argument is this page's address without its ``#`` part. ``there``
        opens it on the page of `yakulens app` at ``server``, and is empty if that is no address. ``code`` is
        a QR code of ``there``, or else of ``own``.
        """
        return handing.links(
            own, server, "hand", f"?{LINKED}", to_link(self.session.desk, self.session.facts)
        )

    def follow(self, text: str) -> str:
        """Lay the hand of a link on the desk.

        Returns a sentence if this page does not offer the hand's rules and uses others; else an empty text.

        Raises:
            LinkError: the text holds no hand.
        """
        desk, facts = from_link(text)
        session = self.session.by_usual(rule_phrases.first(self.language)[0])
        self._lay(session.next_hand(desk, facts=facts), None)
        rules = self.session.rules_for(facts)
        if rules == facts.rules:
            return ""
        instead = rule_phrases.title(self.language, rules)
        return i18n.text(self.language, "situation.rules_gone", rules=facts.rules, instead=instead)

    def reopen(self, kept: str, photo: Json | None) -> None:
        """Lay a hand from `kept` on the desk; the photo may have a new address.

        One of no game is asked about where a game runs, as on the server's page: its counters are another's.
        """
        hand = json.loads(kept)
        journal = journal_from_json(hand["beginning"], hand["steps"])
        if journal.now.place is None and self.table.current() is not None:
            journal = journal.seated(NO_TABLE)
        self._lay(self.session.opened(journal), photo)
        self.claim, self.check = Claim.of_json(hand.get("claim")), Claim.of_json(hand.get("check"))
        self.read_with = str(hand.get("tile_set", ""))

    def catch_up(self, kept: str) -> None:
        """Go on with the hand on the desk as another tab has kept it."""
        self.reopen(kept, self.photo)
