"""The page in a Firefox and in a WebKit: their engines read what Python reads, and they keep it."""

from __future__ import annotations

import json
from functools import partial
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Final

import pytest

from tests import firefox, webkit
from tests.browser.conftest import SIZES
from tests.browser.doubtful import covered
from tests.pocket.conftest import PlainHost, served
from tests.pocket.reading import hand
from tests.pocket.test_evening import RENDERED, number
from tests.pocket.test_table import HAND, NAMES
from yakulens.app import game as games
from yakulens.app.game.session import GameSession
from yakulens.app.words import i18n, phrases
from yakulens.app.words.questions import in_english
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from tests.tab import Tab

OPTIONS: Final = "#desk .yd-options button"
FREE: Final = (
    f"[...document.querySelectorAll('{OPTIONS}')].filter(each => each.checkVisibility() && !each.disabled)"
)
"""The dock's answers that can be tapped, in the order in which a tab counts them."""
GAME: Final = """new Promise((resolve, reject) => {
  const request = indexedDB.open("yakulens-pocket");
  request.onerror = reject;
  request.onsuccess = () => {
    const all = request.result.transaction("games").objectStore("games").getAll();
    all.onsuccess = () => { request.result.close(); resolve(all.result.map(game => game.kept)); };
  };
})"""
"""The games that the browser keeps."""
ASKS = "document.querySelector('#desk .yd-dock')?.dataset.asks"
CHOICES = "document.querySelectorAll('.yd-options button').length"
SHOWN = """HTMLInputElement.prototype.click = function () {
  this.id = "shown";
  document.body.append(this);
}"""
"""A field that a script opens is put where a test can choose a file in it."""
HEADLINE = "document.querySelector('#result .yl-points')?.textContent"


@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_photo_is_read_scored_and_still_there_after_a_reload(
    plain: str, root: Path, tmp_path: Path, browsers: ModuleType
) -> None:
    program = browsers.installed()
    if program is None:
        pytest.skip(f"no {browsers.NAME} is installed")
    photo = root / "datasets" / "samples" / "four-melds.jpg"
    with browsers.started(program, tmp_path) as page:
        page.open(plain)
        page.wait_for("document.body.dataset.offline === 'ready'")
        page.give("#library", photo)
        page.wait_for("document.body.dataset.read")
        theirs = page.evaluate("window.yakulens.reading")
        ours = read_photo(load(photo), Recogniser.load(threads=1)).reading.to_json(in_english)
        assert hand(theirs) == hand(ours)
        page.answer(HEADLINE)
        score = page.evaluate(HEADLINE)
        assert any(letter.isdigit() for letter in score)
        assert page.evaluate("document.getElementById('doing').textContent") == "", "the photo is stored"
        page.reload()
        page.wait_for(f"{HEADLINE} === {score!r}")
        page.wait_for("document.querySelector('#desk .yd-stage img').naturalWidth")
        assert not page.faults


def key(page: Tab, name: str) -> None:
    """Tap what has this key at the table."""
    page.tap(f'#table [data-key="{name}"]')


def choose(page: Tab, *names: str) -> None:
    """Tap one choice of the table's form after another, each once the one before is drawn."""
    for name in names:
        key(page, name)
        page.wait_for(f"document.querySelector('#table [data-key=\"{name}\"][aria-pressed=true]')")


def book(page: Tab) -> None:
    """Enter the hand, and wait until it stands among the hands so far."""
    page.wait_for("document.querySelector('.yt-enter:not([disabled])')")
    count = f"document.querySelectorAll('{HAND}').length"
    before = page.evaluate(count)
    page.tap(".yt-enter")
    page.wait_for(f"{count} === {before + 1}")


def photograph(page: Tab, photo: Path) -> None:
    """Photograph a winning hand, give the first answer to everything, and bring it to the table."""
    key(page, "photo")
    page.wait_for("!document.getElementById('start').hidden")
    before = page.evaluate("document.body.dataset.read ?? ''")
    page.give("#library", photo)
    page.wait_for(f"(document.body.dataset.read ?? '') !== {json.dumps(before)}", seconds=300)
    share, bring = (json.dumps(i18n.text("en", name)) for name in ("fact.share", "table.bring"))
    page.answer(f"{FREE}.some(each => each.textContent.includes({share}))")
    at = page.evaluate(f"{FREE}.findIndex(each => each.textContent.includes({bring}))")
    page.tap(OPTIONS, at)
    page.wait_for("document.querySelector('.yt-enter:not([disabled])')")


@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_an_evening_of_eight_hands_without_a_host_books_what_the_scorer_pays(
    built: Path, root: Path, tmp_path: Path, browsers: ModuleType
) -> None:
    program = browsers.installed()
    if program is None:
        pytest.skip(f"no {browsers.NAME} is installed")
    photos = [root / "datasets" / "samples" / f"{name}.jpg" for name in RENDERED]
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainHost, directory=str(built)))
    with browsers.started(program, tmp_path) as page:
        with served(host) as address:
            page.open(address)
            page.wait_for("document.body.dataset.offline === 'ready'", seconds=300)
        page.tap("#to-table")
        page.wait_for("document.querySelector('#table [data-key=begin]')")
        for at, name in enumerate(NAMES):
            page.evaluate(f"document.querySelector('[data-key=player-{at}]').value = {json.dumps(name)}")
        key(page, "begin")
        page.wait_for("document.querySelector('.yt-stand')")
        photograph(page, photos[0])
        book(page)
        choose(page, "event-exhaustive_draw", "toggle-north-riichi", "toggle-south-tenpai")
        book(page)
        photograph(page, photos[1])
        book(page)
        choose(page, "event-tsumo", "winner-east", "han-east-2")
        book(page)
        photograph(page, photos[2])
        book(page)
        choose(page, "event-chombo", "offender-west")
        book(page)
        photograph(page, photos[3])
        book(page)
        choose(page, "event-exhaustive_draw", "nobody")
        book(page)
        (kept,) = page.evaluate(GAME)
        game = GameSession.of_json(json.loads(kept)).game
        assert game is not None
        played, stand = games.replay(game)
        assert len(played) == 8
        sums = "[...document.querySelectorAll('%s .sum')].map(each => each.textContent)"
        assert page.evaluate(sums % ".yt-stand") == [phrases.total(score) for score in stand.scores]
        for at, booked in enumerate(played):
            shown = page.evaluate(sums % f'[data-fold="hand-{at}"] .yl-pay')
            assert [number(text) for text in shown] == [
                booked.settled["net"][seat] for seat in booked.before.seats()
            ]
        page.reload()
        page.wait_for("document.querySelector('.yt-stand')")
        assert page.evaluate(sums % ".yt-stand") == [phrases.total(score) for score in stand.scores]
        assert not page.faults


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_without_a_camera_a_doubt_is_answered_by_a_further_photo_and_the_dora_are_taken_from_it(
    plain: str, root: Path, tmp_path: Path, browsers: ModuleType, size: str
) -> None:
    program = browsers.installed()
    if program is None:
        pytest.skip(f"no {browsers.NAME} is installed")
    samples = root / "datasets" / "samples"
    with browsers.started(program, tmp_path) as page:
        page.resize(*SIZES[size])
        page.open(plain)
        page.wait_for("document.body.dataset.ready")
        if page.evaluate("document.getElementById('finder')"):
            page.tap("#finder")
        page.wait_for("document.getElementById('camera')")  # no viewfinder: the device's own way to a photo
        page.give("#camera", covered(samples, tmp_path))
        page.wait_for(f"{ASKS}?.startsWith('question-doubtful_face')")
        page.evaluate(SHOWN)
        page.tap(".yd-options button", page.evaluate(CHOICES) - 1)
        page.wait_for("document.getElementById('shown')")
        page.give("#shown", samples / "riichi.jpg")
        page.wait_for(f"{ASKS} === 'fact-by'")
        page.answer(HEADLINE)
        assert page.evaluate("document.querySelectorAll('#desk .yd-dora .yd-tile').length") == 1
        assert not page.faults
