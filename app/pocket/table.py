"""The game at the table of the device that has the page without a server. Pure; it runs in Pyodide.

The page's scripts call `PhoneTable` with JSON and draw what it returns.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from yakulens.app import Json
from yakulens.app.game.acts import hear, next_game
from yakulens.app.game.session import GameSession
from yakulens.app.game.statistics import GameFigures, figures_of
from yakulens.app.game.wire import GameLinkError
from yakulens.app.pocket import handing
from yakulens.app.pocket.browser_search import SearchTalk
from yakulens.app.pocket.phone import Phone
from yakulens.app.table.figures import figures
from yakulens.app.table.view import summary, view
from yakulens.app.words.i18n import text
from yakulens.scorer.rules.load import is_offered
from yakulens.scorer.rules.offered import own_files


@dataclass(frozen=True, slots=True)
class PhoneTable:
    """The table of one visitor's page."""

    phone: Phone  # has the game, and the hand on the desk, which is one of it

    def tap(self, message: Any, now: float) -> str:  # noqa: ANN401 - any JSON
        """Carry out a tap at the table (`app.game.taps`); ``now`` is in seconds since 1970."""
        before = self.phone.table.game
        self._play(hear(self.phone.table, message, now, self._hand(), self.phone.session.reading))
        if before is None and (begun := self.phone.table.game) is not None:
            self.phone.session = self.phone.session.having_chosen(begun.rules)
        return self.shown(now)

    def look(self, picture: str, height: int, width: int) -> SearchTalk[bool]:
        """Start to read a photo of a draw for the hand that is asked about now.

        It is named ``picture`` to the scripts. The result is whether it shows open hands; where the table has
        gone on to another hand meanwhile, the photo is left out.
        """
        table = self.phone.table.table()

        async def looked() -> bool:
            reading = (await self.phone.model.seen(picture, (height, width))).look.layout.reading
            now = self.phone.table.table()
            if table is not None and now is not None and now.place.is_same_hand(table.place):
                self.phone.table = self.phone.table.photographed(reading)
            return bool(reading.hands)

        return SearchTalk(looked())

    def shown(self, now: float) -> str:
        """Everything that the page shows of the game, and the game for it to keep, as JSON."""
        table, session, language = self.phone.table, self.phone.session, self.phone.language
        on_desk = session.reading is not None and bool(session.reading.hands)
        usual = session.rules_for(session.facts)
        shown = view(table, language, now, self._hand(), usual, on_desk=on_desk)
        kept = None if table.game is None else json.dumps(table.kept())
        about = {"id": table.number, "summary": summary(table, language), "chosen": self.phone.chosen()}
        return json.dumps({"view": shown, "kept": kept} | about)

    def open(self, kept: str | None) -> str:
        """Go on with a game from `shown`, or with none where it was left elsewhere.

        Returns a sentence that says why it cannot be played here, and none is; else an empty text.
        """
        game = GameSession(last=self.phone.table.number)
        said = ""
        try:
            game = game if kept is None else GameSession.of_json(json.loads(kept))
        except (GameLinkError, LookupError, TypeError, ValueError, AttributeError):
            said = self._unplayable(kept)
        self._play(game)
        return said

    def _unplayable(self, kept: str | None) -> str:
        """Why a game cannot be played here: its house rules are gone, or it is damaged."""
        with suppress(LookupError, TypeError, ValueError):
            rules = str(json.loads(kept or "")["game"]["rules"])
            if not is_offered(rules):
                return text(self.phone.language, "table.rules_gone", rules=rules)
        return text(self.phone.language, "table.damaged")

    def take(self, link: str, now: float) -> None:
        """Go on with a game from another device; see `handing.game_of`."""
        self._play(next_game(self.phone.table, handing.game_of(link), now))

    def file(self, form: str) -> str:
        """The game as a file; see `handing.game_file`."""
        game = self.phone.table.game
        return "" if game is None else handing.game_file(game, form)

    def links(self, own: str, server: str) -> str:
        """Addresses that open the game on another device; see `Phone.links`."""
        game = self.phone.table.game
        return "{}" if game is None else handing.game_links(own, server, game)

    def card(self) -> str:
        """The places of the finished game as a card to draw; see `handing.game_card`."""
        game = self.phone.table.game
        return "null" if game is None else handing.game_card(game, self.phone.language)

    def count(self, kept: str) -> None:
        """Count a game from `shown` for the statistics, which takes a moment: it is replayed.

        Raises:
            GameLinkError: it cannot be played here.
        """
        _counted(kept, _own_rules())

    def figures(self, kept: Sequence[str]) -> str:
        """The statistics over games that `count` has counted, as JSON."""
        by = _own_rules()
        return json.dumps(figures(self.phone.language, [_counted(game, by) for game in kept]))

    def _play(self, table: GameSession) -> None:
        """Go on with this game, to which the hand on the desk belongs from now on."""
        self.phone.table = table
        self.phone.session = self.phone.session.at(table.facts(self.phone.session.place))

    def _hand(self) -> Json | None:
        """The hand on the desk, if it can be a winner's of the hand that the table asks about."""
        table, place = self.phone.table.table(), self.phone.session.place
        if table is None or place is None or not place.is_same_hand(table.place):
            return None
        return self.phone.session.scored.hand


def _own_rules() -> tuple[str, ...]:
    return tuple(own_files().values())


@lru_cache(maxsize=1024)
def _counted(kept: str, _by: tuple[str, ...]) -> GameFigures:
    """The figures of a game by the house rules that are offered: a newer file of one settles it anew."""
    session = GameSession.of_json(json.loads(kept))
    if session.game is None:
        message = "no game is kept here"
        raise GameLinkError(message)
    return figures_of(session.game, session.number)
