"""In a Firefox and a WebKit: thirteen tiles and their waits, a corrected game, a set taught on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import firefox, webkit
from tests.browser.standing import MOST_MOVED
from tests.models.teach.designs import all_faces
from tests.pocket.test_teach import KEPT, NAME, laid
from tests.tab import started
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from tests.tab import Tab

ASKS = "document.querySelector('#desk .yd-dock')?.dataset.asks"
PICKS = "document.querySelectorAll('#desk .yl-pick, #result .yl-pick').length"
SUMS = "[...document.querySelectorAll('.yt-stand .sum')].map(each => each.innerText).join(' ')"
PATIENCE = 300
"""Seconds for engines to come, on a busy machine."""
ENDED = "!document.querySelector('#teach progress')"


@pytest.mark.long
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_thirteen_tiles_lead_to_their_waits_and_a_tap_on_one_back_to_the_score(
    plain: str, tmp_path: Path, browsers: ModuleType
) -> None:
    with started(browsers, tmp_path) as page:
        page.open(f"{plain}#hand={to_link(typed.hand('2345678m234p555s'), WinFacts())}")
        page.wait_for(f"{ASKS} === 'absent-win'", PATIENCE)
        page.tap("#desk .yd-options button:has(small)")
        page.wait_for(f"{PICKS} === 3")
        page.tap('#result [data-key="fold-own-keys"]')
        for number, face in enumerate(("9s", "5m", "1z"), 1):
            key = f"""document.querySelector('#result [data-key="own-key-{face}"]')"""
            page.evaluate(f"{key}.scrollIntoView({{ block: 'center' }})")
            before = page.evaluate(f"{key}.getBoundingClientRect().top")
            page.tap(f'#result [data-key="own-key-{face}"]')
            page.wait_for(f"document.querySelectorAll('.yl-own .yl-pick').length === {number}")
            assert abs(page.evaluate(f"{key}.getBoundingClientRect().top") - before) <= MOST_MOVED, face
        page.wait_for(f"document.body.innerText.includes('{i18n.text('en', 'dispute.furiten')}')")
        page.tap(".yl-own .yl-pick", 1)
        page.wait_for(f"document.body.innerText.includes('{i18n.text('en', 'dispute.not_furiten')}')")
        page.tap("#result .yl-table .yl-pick", 1)
        page.wait_for(f"{ASKS} === 'fact-by' && !{PICKS}")
        page.answer(f"{ASKS} === ''")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not page.faults


@pytest.mark.long
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_correction_says_which_hands_change_and_outlives_a_reload(
    plain: str, tmp_path: Path, browsers: ModuleType
) -> None:
    with started(browsers, tmp_path) as page:
        page.open(plain)
        page.wait_for("document.body.dataset.ready", PATIENCE)
        page.tap("#to-table")
        for at, name in enumerate(("Ann", "Bo", "Cy", "Di")):
            page.write(f'[data-key="player-{at}"]', name)
        keys(page, "begin")
        for number, (winner, discarder) in enumerate((("south", "west"), ("west", "east"))):
            keys(page, "event-ron", f"winner-{winner}", f"discarder-{discarder}", f"han-{winner}-2", "close")
            page.wait_for(f"document.querySelector('[data-fold=hand-{number}]')")
        before = page.evaluate(SUMS)
        keys(page, "fold-hand-0", "mend-0", "winner-south", "winner-east", "han-east-3")
        page.wait_for("document.body.innerText.includes('becomes East 1 (counters: 1)')")
        keys(page, "close")
        page.wait_for(f"{SUMS} && {SUMS} !== {before!r}")
        after = page.evaluate(SUMS)
        page.reload()
        page.wait_for(f"{SUMS} === {after!r}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not page.faults


@pytest.mark.long
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_set_is_taught_through_a_reload_and_read_with(
    plain: str, root: Path, tmp_path: Path, browsers: ModuleType
) -> None:
    with started(browsers, tmp_path) as page:
        page.open(plain)
        page.wait_for("document.body.dataset.offline === 'ready'", PATIENCE)
        page.tap("#to-sets")
        page.write("#set-name", NAME)
        page.give("#rows-library", laid(tmp_path, all_faces()[:2]))
        page.wait_for("document.querySelector('.pk-shots li')")
        page.tap("#teach-go")
        page.wait_for("document.querySelector('#teach progress')")
        page.reload()  # what was begun goes on
        page.wait_for("document.querySelector('#teach progress')", PATIENCE)
        page.wait_for(ENDED, PATIENCE)
        page.tap("#teach [data-key^=keep-]")
        page.wait_for(f"document.querySelector('{KEPT} .pk-works')")
        page.tap('[data-key="to-start"]')
        page.give("#library", root / "datasets" / "samples" / "seven-pairs.jpg")
        page.wait_for("document.body.dataset.read")
        told = page.evaluate("document.getElementById('with').innerText")
        assert told.startswith(i18n.text("en", "sets.read_with", name=NAME))
        assert not page.faults


def keys(page: Tab, *names: str) -> None:
    """Tap what has these keys, each once it can be tapped."""
    for name in names:
        page.tap(f'#table [data-key="{name}"]')
