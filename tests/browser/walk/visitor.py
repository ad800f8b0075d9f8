"""A person who walks a photo through a page with a finger, and compares what it shows at each step.

Beside the page a hand of the same photo, read by Python, hears the same taps (`tests.benchmarks.taps`): the
page must show what that hand shows.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tests.benchmarks.taps import MOST, Person, wins
from tests.browser.walk import sight
from yakulens.app.hand.session import HandSession, desk_of
from yakulens.app.pocket.phone import Phone
from yakulens.app.words import rule_phrases

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from yakulens.datasets.truth import LabelledHand
    from yakulens.vision.reading import Reading

RULES: Final = rule_phrases.first("en")[0]
"""Those of a visitor who has chosen none."""
_CALM: Final = """() => {
  const desk = document.querySelector(".yd");
  const { heard, sent, looking } = desk.dataset;
  return !looking && Number(heard) >= Number(sent ?? 0) && !document.querySelector(".yd-dock[data-holds]");
}"""
"""The page has heard every tap, and the dock has gone on to what comes next."""
_ASKS_OTHERWISE: Final = "before => !document.querySelector('.yd-dock').dataset.asks.startsWith(before)"
_STANDS: Final = frozenset({"absent-win", "no-win"})
"""Questions of a hand that may not have won yet."""


@dataclass
class Visitor(Person):
    """That person.

    Attributes:
        page: the page in a browser.
        settled: waits until everything is drawn.
        waited: called when the page shows a hand before its win.
        asked: the keys of what the dock asked, in order.
        differs: what the page showed otherwise, one line each.
        lost: whether the page asks something else than that hand, which ends the walk.
        pinned: a fact that the dock asked before the last reading came; it is asked until it is answered.
    """

    page: Page = field(kw_only=True)
    settled: Callable[[Page], None] = field(kw_only=True)
    waited: Callable[[], None] = field(kw_only=True)
    asked: list[str] = field(default_factory=list, kw_only=True)
    differs: list[str] = field(default_factory=list, kw_only=True)
    lost: bool = field(default=False, kw_only=True)
    pinned: str = field(default="", kw_only=True)

    def finish(self) -> dict[str, Any]:
        """Answer until nothing is asked, the hand has not won, or the page differs; return what is shown."""
        shown = self._shown()
        showing = sight.dock(self.page)["asks"]
        if shown["questions"] and showing == f"fact-{shown['asked']}":
            self.pinned = shown["asked"]
        self._compare()
        while self.taps < MOST and not self.lost:
            shown = self._shown()
            if not (shown["questions"] or shown["asked"]):
                break
            self.asked.append(sight.key_of(sight.asked(shown, self.pinned) or {}))
            if self.pinned or not shown["questions"]:
                self._say(shown, self.pinned or shown["asked"])
            elif self.asked[-1] in _STANDS and not wins(self.truth) and "before" in shown["result"]:
                if not self._wait(shown):
                    break
            else:
                self._answer(shown["questions"][0])
        return self._shown()

    def tap(self, event: dict[str, Any], taps: int = 1) -> None:
        """Tap what sends an event, hear it beside the page, and compare both."""
        before = self.taps
        self._send(event)
        super().tap(event, 0)
        assert taps, "each costs what the finger needed"
        assert self.taps > before
        self.pinned = ""
        self._compare()

    def _shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(self.phone.shown())
        return shown

    def _compare(self) -> None:
        """Note what the page shows otherwise than the hand beside it."""
        self.page.wait_for_function(_CALM)
        self.settled(self.page)
        found, expected = sight.dock(self.page), sight.dock_of(self._shown(), self.pinned)
        self.differs += sight.differences(found, expected)
        self.lost = found["asks"] != expected["asks"]

    def _wait(self, shown: dict[str, Any]) -> bool:
        """Say that the hand has not won; then win it with the first tile that it waits for, if any."""
        ask = shown["questions"][0]
        self._press(
            self._choice(next(at for at, each in enumerate(ask["choices"]) if each["opens"] == "score"))
        )
        self.waited()
        picks = self.page.locator(".yl-pick")
        rows = (shown["result"]["before"].get("tables") or [{"rows": []}])[0]["rows"]
        events = next((row["cells"][0]["tap"]["events"] for row in rows if "tap" in row["cells"][0]), None)
        if events is None or events[-1]["do"] != "tap":
            return False
        before = sight.dock(self.page)["asks"]
        self._press(picks.first)  # the pocket numbers its taps, but not on the desk
        self.page.wait_for_function(_ASKS_OTHERWISE, arg=before)
        for event in events:
            super().tap(event, 0)
        self._compare()
        return True

    def _send(self, event: dict[str, Any]) -> None:
        """Put a finger on whatever sends this event."""
        page, ask = self.page, sight.asked(self._shown(), self.pinned) or {"choices": []}
        keys = page.locator(".yd-keys:visible")
        at = next((at for at, choice in enumerate(ask["choices"]) if choice["event"] == event), None)
        if at is not None and keys.count():
            says = [each["event"] for each in ask["choices"] if (each["event"] or {}).get("do") == "say"]
            self._press(keys.locator(f'[data-key="none-{says.index(event)}"]'))
        elif at is not None:
            self._press(self._choice(at))
        elif event["do"] == "tap":
            if not keys.count():
                opens = f"keys:{event['place']}"
                self._press(
                    self._choice(next(at for at, each in enumerate(ask["choices"]) if each["opens"] == opens))
                )
            self._press(keys.locator(f'[data-key="key-{event["face"]}"]'))
        else:
            others = page.locator(".yd-others:not([open]) > summary")
            if others.count():
                others.tap()
            # By its name: its number is the page's own.
            told = next(tile["told"] for tile in self._shown()["tiles"] if tile["uid"] == event["uid"])
            self._press(page.locator(".yd-others").get_by_role("button", name=told, exact=True).first)

    def _choice(self, at: int) -> Locator:
        return self.page.locator(f'.yd-options [data-key="choice-{at}"]')

    def _press(self, found: Locator) -> None:
        found.tap()
        self.taps += 1


def before(  # noqa: PLR0913 - a photo, its hand, and a page
    page: Page,
    reading: Reading,
    truth: LabelledHand,
    facts: dict[str, Any],
    *,
    settled: Callable[[Page], None],
    waited: Callable[[], None],
) -> Visitor:
    """A person before a photo that both sides have just read."""
    session = HandSession().by_usual(RULES).next_hand(desk_of(reading), reading)
    shown = {"url": "", "width": 1, "height": 1}
    phone = Phone(session=session, photo=shown)
    return Visitor(phone, truth, facts, page=page, settled=settled, waited=waited)
