"""A thumb that holds every tap to account: the answer is seen, and what is tapped next has not moved away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.finger import at_rest, settled
from tests.browser.standing import fixed, note, put_down, same, stood_still

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Two pictures are only compared: one that is packed more tightly would show no more of a difference.
_QUICKLY: Any = {"type": "jpeg", "quality": 100}
_COVERED = """each => {
  const box = each.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return !(top && (each === top || each.contains(top) || top.contains(each)));
}"""
# The page has heard every tap that the desk has sent.
_HEARD = """() => [...document.querySelectorAll('.yd')]
  .every(desk => Number(desk.dataset.heard) >= Number(desk.dataset.sent ?? 0))"""


class Thumb:
    """Taps on a page, counted.

    Attributes:
        taps: how many there were.
    """

    def __init__(self, page: Page) -> None:
        """Begin on a page that is drawn."""
        self.page = page
        self.taps = 0

    def tap(self, found: Locator) -> None:
        """Tap something that is in sight, and hold its answer to account."""
        page = self.page
        stood_still(found)
        box, window = found.bounding_box(), page.viewport_size
        assert box is not None
        assert window is not None
        assert -1 <= box["y"] <= window["height"] - box["height"] + 1, f"not in sight: {box}"
        assert not found.evaluate(_COVERED), "something lies over it"
        self._press(lambda: put_down(page, found), found.inner_text())

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point of the window."""
        at = self.page.touchscreen.tap if note(self.page) else self.page.mouse.click
        self._press(lambda: at(x, y), f"{x:.0f}, {y:.0f}")

    def _press(self, act: Any, what: str) -> None:  # noqa: ANN401 - any way to tap
        page = self.page
        seen = page.screenshot(**_QUICKLY)
        act()
        self.taps += 1
        settled(page)
        page.wait_for_function(_HEARD)
        settled(page)
        answered = fixed(page)
        assert page.screenshot(**_QUICKLY) != seen, f"nothing in sight answers the tap on {what}"
        at_rest(page)
        # The hand below the photo may still grow; the dock, a sheet and the keyboard stand where they stand.
        assert same(answered, fixed(page)), f"moved after the tap on {what} was answered"
