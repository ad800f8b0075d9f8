"""How fast every page answers a tap, what is sent for it, and what the way in weighs.

Printed by `make bench`, not judged.
"""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.benchmarks.bench import unit_ms
from tests.browser.finger import answer_ms, button, chosen, click, desk_drawn, go, keyed, open_up, settled
from tests.browser.standing import note
from tests.processes import processor_seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

AIM = "aim 150 median, 300 for 95 %"
"""Milliseconds, on two cores that do nothing else."""
SIZES = {"phone": (390, 844), "desk": (1280, 900)}
PAGES = (
    ("Compare", ".yl-pair"),
    ("Table", ".st-key-name-east, .st-key-enter"),
    ("History", '[class*="panel-entry"]'),
    ("Sets", ".st-key-set-go"),
)
VISITS = 3
# From the page's address to the first moment at which a tap would open the camera or the files.
_FIRST_TAP = """() => new Promise(done => {
  const look = () => {
    const button = [...document.querySelectorAll('.st-key-hero button')].find(each => each.checkVisibility());
    const box = button?.getBoundingClientRect();
    const met = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (met && button.contains(met) && !button.disabled) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""
WINDS = ("south", "west", "north", "east")


class Watch:
    """One page at one width, and what its taps took."""

    def __init__(self, page: Page, pid: int, width: str) -> None:
        """Begin with no tap."""
        self.page = page
        self.pid = pid
        self.width = width
        self.name = ""
        self.taken: list[float] = []
        self.server: list[float] = []
        self.sent: list[int] = []
        self._frames: list[int] = []

    def listen(self) -> None:
        """Count what the server sends from now on; the page is opened after that."""
        hear = self._frames.append
        self.page.on("websocket", lambda opened: opened.on("framereceived", lambda frame: hear(len(frame))))

    def tap(self, key: str, seen: str) -> None:
        """Tap the button with this key; ``seen`` selects the answer."""
        self._answer(button(self.page, key), seen)

    def desk(self, key: str, seen: str) -> None:
        """Tap what of the desk has this key; ``seen`` selects the answer."""
        self._answer(keyed(self.page, key).first, seen)

    def visit(self, number: int, seen: str) -> None:
        """Tap the name of a page."""
        self._answer(self.page.locator(".st-key-nav a").nth(number), seen)
        note(self.page)  # another page begins at its top, as in ``finger.go``

    def _answer(self, tapped: Locator, seen: str) -> None:
        before = 1000 * processor_seconds(self.pid)
        self._frames.clear()
        self.taken.append(answer_ms(self.page, tapped, seen))
        settled(self.page)
        self.server.append(1000 * processor_seconds(self.pid) - before)
        self.sent.append(sum(self._frames))

    def tell(self, name: str) -> None:
        """Print what the taps on a page took, with the server's processor time, and begin anew."""
        unit, most = unit_ms(), np.percentile(self.taken, 95)
        middle = median(self.taken)
        of_page = f"{middle:4.0f} ms median, {most:4.0f} for 95 % of {len(self.taken):2} taps"
        units = f"{middle / unit:.1f} and {most / unit:.1f} units of {unit:.0f} ms"
        of_server = f"server {median(self.server):.0f} median, {max(self.server):.0f} worst"
        sent = f"{median(self.sent) / 1000:.0f} kB sent median, {max(self.sent) / 1000:.0f} worst"
        print(f"{name:8} {self.width:5}  {of_page}; {units}; {of_server}; {sent}; {AIM}")  # noqa: T201 - asked for
        self.taken, self.server, self.sent = [], [], []


class Weight:
    """The bytes that a page takes from the network, by what they are."""

    def __init__(self, page: Page) -> None:
        """Begin to count; the page is opened after that."""
        self.of: Counter[str] = Counter()
        kinds: dict[str, str] = {}
        heard = page.context.new_cdp_session(page)
        heard.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))
        heard.on("Network.loadingFinished", lambda told: self._count(kinds, told))
        heard.on(
            "Network.webSocketFrameReceived",
            lambda told: self.of.update({"websocket": len(told["response"]["payloadData"])}),
        )
        heard.send("Network.enable")

    def _count(self, kinds: dict[str, str], told: dict[str, Any]) -> None:
        self.of[kinds.get(told["requestId"], "other").lower()] += int(told["encodedDataLength"])

    def __str__(self) -> str:
        """The sum, then each kind, the heaviest first."""
        kinds = ", ".join(f"{kind} {count / 1000:.0f}" for kind, count in self.of.most_common() if count)
        return f"{self.of.total() / 1000:.0f} kB ({kinds})"


@pytest.mark.parametrize("width", list(SIZES))
def test_the_way_in_is_opened_twice(width: str, browser: Browser, serve: Callable[[], Any]) -> None:
    wide, high = SIZES[width]
    phone = width == "phone"
    context = browser.new_context(
        viewport={"width": wide, "height": high}, has_touch=phone, is_mobile=phone, locale="en-GB"
    )
    address = serve().url
    for visit in ("first", "second"):
        page = context.new_page()
        page.set_default_timeout(60_000)
        weight = Weight(page)
        page.goto(address, wait_until="commit")
        to_tap = page.evaluate(_FIRST_TAP)
        page.locator('[data-testid="stFileUploader"]').wait_for()
        page.wait_for_load_state("networkidle")  # the samples' pictures come last
        told = f"{to_tap:5.0f} ms to the first possible tap, {to_tap / unit_ms():.1f} units; {weight}"
        print(f"Way in   {width:5}  {visit} visit: {told}")  # noqa: T201 - asked for
        page.close()
    context.close()


@pytest.fixture(params=list(SIZES))
def watch(request: pytest.FixtureRequest, browser: Browser, serve: Callable[[], Any]) -> Iterator[Watch]:
    """A page of a server of its own."""
    width, height = SIZES[request.param]
    phone = request.param == "phone"
    server = serve()
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    watching = Watch(page, server.process.pid, request.param)
    watching.listen()
    page.goto(server.url)
    page.locator('[data-testid="stFileUploader"]').wait_for()
    settled(page)
    yield watching
    context.close()


def test_every_page_answers_a_tap_at_once(watch: Watch, samples: Path, model: str) -> None:
    assert model
    page = watch.page
    page.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(page)
    watch.desk("choice-0", '.yd-dock[data-asks="fact-seat"]')
    for wind in range(len(WINDS)):
        if wind:
            open_up(page, keyed(page, "chip-seat"))
        watch.desk(f"choice-{wind}", f'.yd[data-heard="{wind + 2}"]')
    first = page.locator('.yd-rows [data-key^="tile-"]').first.get_attribute("data-key")
    watch.desk(str(first), ".yd-sheet:not([hidden]) .yd-faces")
    watch.desk("all-faces", '.yd-sheet-body [data-key="face-7z"]')
    watch.desk("face-7z", f'.yd-row [data-key="{first}"].is-7z')
    watch.desk("undo", f'.yd-row [data-key="{first}"]:not(.is-7z)')
    watch.tell("Score")

    for number, (name, seen) in enumerate(PAGES, 1):
        for _ in range(VISITS):
            watch.visit(number, seen)
            if page.locator(".st-key-name-east").count():
                _play(watch)
            go(page, 0)
        watch.tell(name)


def _play(watch: Watch) -> None:
    page = watch.page
    for seat, player in zip(WINDS, ("Ann", "Bo", "Cy", "Di"), strict=True):
        page.locator(f".st-key-name-{seat} input").fill(player)
    click(page, page.locator('[data-testid="stFormSubmitButton"] button').first)
    page.locator(".st-key-enter").wait_for()
    for key in ("event-ron", "winner-south", "winner-west", "discarder-east"):
        watch.tap(key, chosen(key))
    for key in ("han-south-2", "han-west-4", "fu-west-40", "toggle-south-riichi"):
        watch.tap(key, chosen(key))
    watch.tap("enter", ".st-key-undo")
    watch.tap("undo", chosen("fu-west-40"))
