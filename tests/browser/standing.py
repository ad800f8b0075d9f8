"""Nothing moves under a finger: the page notes where things are before each tap, the next tap checks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST_MOVED: Final = 4
"""Pixels."""
# The name of what can be tapped, and the places of all that is in the window. Of equal names none is told.
_PLACES: Final = """
  const place = each => each.closest('.yd-dock, .yd-sheet') ? 'fixed'
    : each.closest('[class*="st-key-"]')?.className.match(/st-key-\\S+/)?.[0];
  // An answer of the dock has the place of another question's: its words tell them apart.
  const keyed = each => each.dataset.key && !each.closest('.yd-options');
  const words = each => keyed(each) ? '' : each.getAttribute('aria-label') ?? each.innerText;
  const name = each => [place(each), each.dataset.key, words(each)].join(':');
  const where = each => { const box = each.getBoundingClientRect(); return [box.x, box.y]; };
  const places = () => {
    const found = {};
    for (const each of document.querySelectorAll('a, button, summary, input')) {
      const box = each.getBoundingClientRect();
      const folded = each.closest('details:not([open]) > :not(summary)');
      const inSight = box.width && box.top >= 0 && box.bottom <= innerHeight;
      if (!inSight || folded || !each.checkVisibility()) continue;
      found[name(each)] = name(each) in found ? null : where(each);
    }
    return found;
  };"""
_NOTE: Final = f"""() => {{ {_PLACES}
  window.stood = places();
  return matchMedia('(pointer: coarse)').matches;
}}"""
_MOVED: Final = f"""(each, most) => {{ {_PLACES}
  const was = window.stood?.[name(each)];
  const is = where(each);
  return was && Math.max(...is.map((at, axis) => Math.abs(at - was[axis]))) > most
    ? `${{name(each)}}: ${{was.map(Math.round)}} -> ${{is.map(Math.round)}}` : '';
}}"""
_FIXED: Final = f"""() => {{ {_PLACES}
  return Object.fromEntries(Object.entries(places()).filter(([name, at]) => at && name.startsWith('fixed:')));
}}"""

Places = dict[str, list[float]]


def put_down(page: Page, found: Locator) -> None:
    """Tap something with a finger, or click it where there is a mouse, and note where everything stood."""
    page.bring_to_front()  # a finger touches the page in front alone
    touch = note(page)
    (found.tap if touch else found.click)()


def note(page: Page) -> bool:
    """Note where everything in the window stands, as a tap follows; whether it is a finger's."""
    return bool(page.evaluate(_NOTE))


def stood_still(found: Locator) -> None:
    """Hold what is tapped now to stand where it stood before the last tap, if it was in the window then."""
    moved = found.evaluate(_MOVED, MOST_MOVED)
    assert not moved, f"moved by the last tap: {moved}"


def fixed(page: Page) -> Places:
    """Where everything in the dock, in a sheet and on the tile keyboard stands."""
    found: Places = page.evaluate(_FIXED)
    return found


def same(before: Places, after: Places) -> bool:
    """Whether whatever is in both has stayed."""
    return all(
        max(abs(a - b) for a, b in zip(place, after[name], strict=True)) <= MOST_MOVED
        for name, place in before.items()
        if name in after
    )
