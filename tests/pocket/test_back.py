"""The way Back leads from a hand, the game and the lists to the start page, and Forward there again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import firefox, unwatched, webkit
from tests.tab import started

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from tests.tab import Tab

PLACES = {
    "#to-table": "document.querySelector('#table [data-key=begin]')",
    "#to-sets": "document.querySelector('#tile-sets #teach-go')",
    "#to-hands": "document.querySelector('#hands #save-all')",
}
"""By what leads there, what stands there alone."""
HAND = "document.querySelector('#desk .yd-stage canvas')"


def shown(what: str) -> str:
    """Whether it is in sight."""
    return f"Boolean({what}?.checkVisibility())"


def back(page: Tab, steps: int = -1) -> None:
    """Go back, or forth, as with the browser's own buttons."""
    page.evaluate(f"Boolean(setTimeout(() => history.go({steps})))")


def at_start(page: Tab) -> None:
    """Wait for the start page, with nothing else in sight."""
    page.wait_for("!document.getElementById('start').hidden && history.state === null")
    for what in (*PLACES.values(), HAND):
        page.wait_for(f"!{shown(what)}")


@pytest.mark.long
@pytest.mark.parametrize("browsers", [unwatched, firefox, webkit], ids=lambda browsers: browsers.NAME.lower())
def test_back_leads_to_the_start_page_and_forward_there_again_and_a_reload_stays(
    plain: str, root: Path, tmp_path: Path, browsers: ModuleType
) -> None:
    with started(browsers, tmp_path) as page:
        page.open(plain)
        page.wait_for("document.body.dataset.ready", 300)
        for way, there in PLACES.items():
            page.tap(way)
            page.wait_for(shown(there))
            page.reload()
            page.wait_for(shown(there))
            back(page)
            at_start(page)
            back(page, 1)
            page.wait_for(shown(there))
            back(page)
            at_start(page)
        _from_a_hand(page, root / "datasets" / "samples" / "riichi.jpg")
        page.tap("#to-table")
        page.wait_for(shown(PLACES["#to-table"]))
        page.tap('#table [data-key="to-start"]')
        at_start(page)
        assert page.evaluate("history.length") <= 3, (
            "whatever was opened, Back leaves the page from its start"
        )
        assert not page.faults


def _from_a_hand(page: Tab, photo: Path) -> None:
    """A photo is left while it is read, opened again, and followed by the list of hands."""
    page.give("#library", photo)
    page.wait_for("!document.getElementById('desk').hidden || document.querySelector('#waiting canvas')")
    back(page)
    at_start(page)
    back(page, 1)
    page.wait_for(f"{shown(HAND)} && document.body.dataset.read")
    page.tap("#to-hands")
    page.wait_for(f"{shown(PLACES['#to-hands'])} && !{shown(HAND)}")
    page.tap("#hands li button")
    page.wait_for(shown(HAND))
    back(page)
    at_start(page)
