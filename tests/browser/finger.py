"""A finger on the page: what the browser tests do with it, and how long the page takes to answer.

Every tap must be answered in sight, and is put on what has not moved since before the last one; what else a
tap is held to account for: ``tests.browser.thumb``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError as WaitedInVainError

from tests.browser.standing import note, put_down, stood_still

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from playwright.sync_api import Locator, Page

# From the click itself to the frame after the one that shows the answer.
_WATCH = """seen => {
  window.answered = new Promise(done => {
    let start = null;
    document.addEventListener('click', () => { start = performance.now(); }, {capture: true, once: true});
    const look = () => {
      if (start !== null && document.querySelector(seen)) {
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
}"""
# Streamlit's script is at rest, nothing that draws is on its way, and for some frames nothing was drawn anew:
# frames last as long as a busy machine makes them.
_DRAWN = """frames => new Promise(drawn => {
  const comes = () => document.querySelector('[data-testid="stSkeleton"], .yd-dock[data-holds]')
    || document.fonts.status !== 'loaded' // a late one breaks lines anew
    || !document.querySelector('[data-testid="stApp"][data-test-script-state="notRunning"]');
  let still = 0;
  const seen = new MutationObserver(() => { still = 0; });
  seen.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  const look = () => {
    still = comes() ? 0 : still + 1;
    if (still > frames) {
      seen.disconnect();
      return drawn(true);
    }
    if (still && !document.hidden) requestAnimationFrame(look);
    else setTimeout(look, 20); // a page behind another one has no frames
  };
  look();
})"""
# What folds, fades or glides has come to its end; what turns for ever has none.
_UNFOLDED = """() => document.getAnimations().every(each =>
  each.playState !== 'running' || each.effect.getComputedTiming().endTime === Infinity)"""
# Before a tap: look out for the run of the script that it sets off.
_LOOK_OUT = """
  const app = document.querySelector('[data-testid="stApp"]');
  window.begun = new Promise(begun => {
    const seen = new MutationObserver(() => { seen.disconnect(); begun(); });
    seen.observe(app, {attributes: true, attributeFilter: ['data-test-script-state']});
  });"""
# After it: that run has begun, or is over already (a run of a moment is drawn only when it is over).
_BEGUN = "most => Promise.race([window.begun, new Promise(enough => setTimeout(enough, most))])"
# All that an eye meets in the window: each leaf with its words, its look and its place. What is folded has a
# place as well, but no eye meets it; a clock that runs answers no tap.
_SIGHT = """() => [...document.querySelectorAll('body *')]
  .filter(each => !each.closest('details:not([open]) > :not(summary), [role=timer]'))
  .filter(each => !each.children.length || each.matches('button, input, img'))
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.bottom > 0 && box.top < innerHeight)
  .map(([each, box]) => [each.getAttribute('class'), each.textContent, each.value, each.ariaPressed,
    Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)].join())
  .join('\\n')"""
# It stays in the page, for it is long.
_SEE = f"window.sight = ({_SIGHT})();"
_SEEN_ANEW = f"() => ({_SIGHT})() !== window.sight"
_MOST_MS = 500
_DESK = """() => document.querySelector('.yd[data-looking=""] .yd-dock')?.checkVisibility()"""
_FRAMES, _CALM_FRAMES = 3, 12
_CALM_MS = 400
Box = tuple[float, float, float, float]
PLAYERS = {"east": "Ann", "south": "Bo", "west": "Cy", "north": "Di"}


def settled(page: Page) -> None:
    """Wait until Streamlit has drawn everything."""
    page.wait_for_function(_DRAWN, arg=_FRAMES)


def unfolded(page: Page) -> None:
    """Wait until nothing folds, fades or glides any more."""
    page.wait_for_function(_UNFOLDED)
    settled(page)


def click(page: Page, found: Locator) -> None:
    """Click something, wait until the page is drawn anew, and hold it to answer where an eye meets it."""
    stood_still(found)
    found.scroll_into_view_if_needed()
    page.evaluate(f"() => {{ {_LOOK_OUT} {_SEE} }}")
    put_down(page, found)
    page.evaluate(_BEGUN, _MOST_MS)
    _answered(page)
    # Only now: a page that looks out for others, or for a photo, runs a moment of its own accord too.
    settled(page)


def open_up(page: Page, found: Locator) -> None:
    """Tap what the page answers by itself, such as what is folded, and hold it to answer in sight."""
    stood_still(found)
    found.scroll_into_view_if_needed()
    page.evaluate(f"() => {{ {_SEE} }}")
    put_down(page, found)
    _answered(page)
    unfolded(page)


def _answered(page: Page) -> None:
    """Wait until something in sight is otherwise than before a tap; one that nothing answers fails here."""
    page.wait_for_function(_SEEN_ANEW, polling=50)


def button(page: Page, key: str) -> Locator:
    """The button with this key, or the first whose key begins with it."""
    return page.locator(f'.st-key-{key} button, [class*="st-key-{key}-"] button').first


def tap(page: Page, key: str) -> None:
    """Tap a button and wait until the page is drawn anew."""
    click(page, button(page, key))


def book(page: Page) -> None:
    """Enter a hand at the table: the new scores come into view, and what stands below them with them."""
    tap(page, "enter")
    note(page)


def speak(page: Page, language: str) -> None:
    """Unfold the languages and tap one."""
    open_up(page, page.locator('[class*="st-key-languages-"] button'))
    tap(page, f"language-{language}")


def at_rest(page: Page) -> None:
    """Wait until nothing in sight has changed for a moment."""
    before = ""
    while before != (before := page.evaluate(_SIGHT)):
        page.wait_for_function(_DRAWN, arg=_CALM_FRAMES)


def go(page: Page, number: int) -> None:
    """Tap a page's name: 0 score, 1 compare, 2 table, 3 history, 4 tile sets."""
    link = page.locator(".st-key-nav a").nth(number)
    path = link.evaluate("link => link.getAttribute('href') ? link.pathname : '/'")
    click(page, link)
    # The link's own look answers the tap; the address changes once the server has begun the other page.
    page.wait_for_function("path => location.pathname === path", arg=path)
    settled(page)
    at_rest(page)  # what draws a kind of field is fetched when the first of its kind is drawn
    note(page)  # another page begins at its top, however far this one was scrolled


def answer_ms(page: Page, tapped: Locator, seen: str) -> float:
    """Milliseconds from a tap to the first frame with what ``seen`` (CSS) selects."""
    tapped.scroll_into_view_if_needed()
    page.wait_for_timeout(_CALM_MS)
    assert page.locator(seen).count() == 0, f"{seen} is there before the tap"
    page.evaluate(_WATCH, seen)
    put_down(page, tapped)
    return float(page.evaluate("window.answered"))


def chosen(key: str) -> str:
    """CSS of a choice that holds."""
    return f'.st-key-{key} button[kind="primary"]'


def write(page: Page, field: Locator, text: str) -> None:
    """Type into a field.

    What is typed while Streamlit still draws may be lost with the field that it replaces, and what is sent
    off at once before the page has heard of it: a person is slower.
    """
    field.fill(text)
    page.wait_for_timeout(_CALM_MS)
    assert field.input_value() == text


def lay_out(page: Page, hand: str) -> None:
    """Type a hand."""
    settled(page)
    open_up(page, page.get_by_text("Type or tap a hand"))
    write(page, page.locator('[data-testid="stTextInput"] input'), hand)
    click(page, page.locator('[data-testid="stFormSubmitButton"] button'))
    desk_drawn(page)


def sit_down(page: Page, players: Mapping[str, str] = PLAYERS, *, east_only: bool = False) -> None:
    """Begin a game, on the Table page, which is gone to unless it is there."""
    if not page.locator(".st-key-name-east").count():
        go(page, 2)
    for seat, name in players.items():
        page.locator(f".st-key-name-{seat} input").fill(name)
    if east_only:
        page.locator('[data-testid="stRadio"] label', has_text="East round alone").tap()
    click(page, page.locator('[data-testid="stFormSubmitButton"] button').first)
    button(page, "enter").wait_for()
    settled(page)


def desk_drawn(page: Page) -> None:
    """Wait until the desk is there, and its photo read for the last time."""
    try:
        page.wait_for_function(_DESK, polling=50)
    except WaitedInVainError as error:
        desk = page.locator(".yd").evaluate_all("all => all.map(desk => ({...desk.dataset}))")
        said = f"no hand was read; the desk is {desk}, the page says: {page.inner_text('body')}"
        raise AssertionError(said) from error
    settled(page)


def photograph(page: Page, photo: str | Path) -> None:
    """Upload a photo and wait until its hand is on the desk."""
    page.set_input_files("input[type=file]", photo)
    desk_drawn(page)


def keyed(page: Page, key: str) -> Locator:
    """What of the desk has this key."""
    return page.locator(f'.yd [data-key="{key}"]')


def part(page: Page, key: str) -> Locator:
    """What has this key of all that is drawn beside a desk."""
    return page.locator(f'.yl-drawn [data-key="{key}"]')


def heard(page: Page) -> int:
    """Up to which tap the page has heard the desk."""
    return int(page.locator(".yd").get_attribute("data-heard") or 0)


def press(page: Page, found: Locator) -> None:
    """Tap something of the desk that the page hears, and wait for its answer."""
    stood_still(found)
    before = heard(page)
    page.evaluate(f"() => {{ {_SEE} }}")
    put_down(page, found)
    page.wait_for_function(
        "was => Number(document.querySelector('.yd')?.dataset.heard ?? 1e9) > was", arg=before
    )
    _answered(page)
    settled(page)


def answer(page: Page, label: str) -> None:
    """Tap an answer in the dock, or above the keys that cover it, by its words or its tile's name."""
    above_keys = page.locator(".yd-nones")
    options = above_keys if above_keys.is_visible() else page.locator(".yd-options")
    words = options.locator("button", has_text=re.compile(rf"^\s*{re.escape(label)}"))
    press(page, words.first if words.count() else options.get_by_role("button", name=label, exact=True).first)


def won(page: Page, *answers: str) -> None:
    """Answer one question of the dock after another."""
    for each in answers:
        answer(page, each)


def correct(page: Page, key: str, face: str) -> None:
    """Take a tile of the hand, by its key, for another face."""
    open_up(page, keyed(page, key).first)
    open_up(page, keyed(page, "all-faces"))
    press(page, page.locator(f'.yd-sheet-body [data-key="face-{face}"]'))


def photo_shown(page: Page) -> Box:
    """Left, top, width and height of the whole photo, of which the window may show a part."""
    photo = page.locator(".yd-stage canvas[data-shows]")
    left, top, width, height = map(float, (photo.get_attribute("data-shows") or "").split())
    stage = photo.bounding_box()
    assert stage is not None
    return stage["x"] + left, stage["y"] + top, width, height


def moved_with(x: float, y: float, before: Box, after: Box) -> tuple[float, float]:
    """Where a point of the photo lies in the window once the photo is shown elsewhere or in another size."""
    scale = after[2] / before[2]
    return after[0] + (x - before[0]) * scale, after[1] + (y - before[1]) * scale


def hand_shown(page: Page) -> dict[str, list[str]]:
    """What the score page shows of a hand: tiles, melds, what was said of the win, what it is worth."""
    named = "nodes => nodes.map(node => node.getAttribute('aria-label') ?? node.innerText)"
    places = {
        "tiles": '.yd-rows > .yd-row > [data-key^="tile-"], .yd-together [data-key^="tile-"]',
        "melds": '.yd-meld [data-key^="tile-"]',
        "facts": '.yd-chips [data-said="true"]',
        "score": '.yd-say [data-key="score"]',
    }
    return {name: page.locator(place).evaluate_all(named) for name, place in places.items()}


def within(page: Page, size: tuple[int, int]) -> None:
    """Show the page in a window of this size, and nothing beyond its edge."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    settled(page)
    assert overflow(page) == 0
    note(page)  # a window of another size moves everything; no tap did


def overflow(page: Page) -> int:
    """Pixels by which the page, or what scrolls in it, is broader than the window."""
    broader = """() => Math.max(...[...document.querySelectorAll('html, [data-testid="stMain"]')]
      .map(each => each.scrollWidth - each.clientWidth))"""
    return int(page.evaluate(broader))


def failures(page: Page) -> int:
    """How many tracebacks or broken parts the page shows."""
    return page.locator('[data-testid="stException"], .st-key-page-failed').count()
