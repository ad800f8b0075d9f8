"""A thumb that holds every tap to account: the answer is seen, and what is tapped next has not moved away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.finger import settled

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST_MOVED = 4
"""Pixels."""
_CALM_MS = 250
_PLACES = """() => {
  const place = each => each.closest('.yd-dock, .yd-sheet') ? 'fixed'
    : each.closest('[class*="st-key-"]')?.className.match(/st-key-\\S+/)?.[0];
  const words = each => each.getAttribute('aria-label') ?? each.innerText;
  const name = each => [place(each), each.dataset.key, words(each)].join(':');
  return Object.fromEntries([...document.querySelectorAll('button, summary, input')]
    .filter(each => each.checkVisibility())
    .map(each => [name(each), each.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.bottom > 0 && box.top < innerHeight)
    .map(([name, box]) => [name, [box.x, box.y]]));
}"""
_COVERED = """each => {
  const box = each.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return !(top && (each === top || each.contains(top) || top.contains(each)));
}"""

Places = dict[str, list[float]]


class Thumb:
    """Taps on a page, counted.

    Attributes:
        taps: how many there were.
    """

    def __init__(self, page: Page) -> None:
        """Begin on a page that is drawn."""
        self.page = page
        self.taps = 0
        self._before: Places = {}

    def tap(self, found: Locator) -> None:
        """Tap something that is in sight, and hold its answer to account."""
        page = self.page
        self._stood_still(found)
        box, window = found.bounding_box(), page.viewport_size
        assert box is not None
        assert window is not None
        assert -1 <= box["y"] <= window["height"] - box["height"] + 1, f"not in sight: {box}"
        assert not found.evaluate(_COVERED), "something lies over it"
        self._press(lambda: found.tap() if self._touch() else found.click(), found.inner_text())

    def _stood_still(self, found: Locator) -> None:
        """What is tapped now stood where it stands before the last tap too, if it was there."""
        x, y = found.evaluate("each => { const box = each.getBoundingClientRect(); return [box.x, box.y]; }")
        here = [name for name, place in self._places().items() if place == [x, y]]
        before = {name: self._before[name] for name in here if name in self._before}
        _stand_still(before, {name: [x, y] for name in before}, "by the last tap")

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point of the window."""
        at = self.page.touchscreen.tap if self._touch() else self.page.mouse.click
        self._press(lambda: at(x, y), f"{x:.0f}, {y:.0f}")

    def _touch(self) -> bool:
        return bool(self.page.evaluate("matchMedia('(pointer: coarse)').matches"))

    def _press(self, act: Any, what: str) -> None:  # noqa: ANN401 - any way to tap
        page = self.page
        before, seen = self._places(), page.screenshot()
        act()
        self.taps += 1
        page.wait_for_timeout(_CALM_MS)
        settled(page)
        answered = self._places()
        assert page.screenshot() != seen, f"nothing in sight answers the tap on {what}"
        page.wait_for_timeout(_CALM_MS)
        # The hand below the photo may still grow; the dock, a sheet and the keyboard stand where they stand.
        fixed = {name: place for name, place in answered.items() if name.startswith("fixed:")}
        _stand_still(fixed, self._places(), f"after the tap on {what} was answered")
        self._before = before

    def _places(self) -> Places:
        found: Places = self.page.evaluate(_PLACES)
        return found


def _stand_still(before: Places, after: Places, when: str) -> None:
    moved = {
        name: (place, after[name])
        for name, place in before.items()
        if name in after and max(abs(a - b) for a, b in zip(place, after[name], strict=True)) > MOST_MOVED
    }
    assert moved == {}, f"moved {when}"
