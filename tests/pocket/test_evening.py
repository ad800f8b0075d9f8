"""An evening of eight hands on one phone, in three browsers: photos, draws, two winners, undo, a correction.

From the second hand on there is no network.
"""

from __future__ import annotations

import json
from functools import partial
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests import firefox, unwatched, webkit
from tests.pocket.conftest import PlainHost, served
from tests.pocket.test_looks_in_other_browsers import SHOWN
from yakulens.app import game as games
from yakulens.app.game.wire import game_from_json
from yakulens.app.words import i18n, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from tests.tab import Tab

NAMES: Final = ("Ann", "Bo", "Cy", "Di")
PHOTOS: Final = {
    "samples": "riichi.jpg open.jpg closed-quad.jpg thirteen-orphans.jpg",
    "hands": "alanchoi00__fb387325315_138310.jpg alanchoi00__fb387561687_358938.jpg alanchoi00__hand_149.jpg "
    "alanchoi00__IMG_20231030_230402.jpg",
    "tables": "iorainfox-tes.jpg wiki-renhou_senechal.jpg charmcity-omni3.webp wiki-wrc_first_yakuman.jpg",
}
"""By folder, four photos of whole hands: of our samples, or taken by people."""
_START_S: Final = 300
"""Seconds in which a busy machine starts the engines."""
ENTER: Final = ".yt-enter:not([disabled])"
SUMS: Final = "[...document.querySelectorAll(%s)].map(sum => sum.textContent)"
STAND_IN_SIGHT: Final = """(() => {
  const box = document.querySelector('.yt-stand').getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && document.documentElement.scrollWidth <= innerWidth;
})()"""
FINISHED: Final = """[...document.querySelectorAll('#desk .yd-options button')]
  .some(button => button.textContent.includes(%s))"""
BRING: Final = """(() => {
  const buttons = [...document.querySelectorAll('#desk .yd-options button:not([disabled])')];
  const found = buttons.find(button => button.textContent.includes(%s));
  if (found) found.id = "bring";
  return Boolean(found);
})()"""
KEPT: Final = """new Promise(done => {
  indexedDB.open("yakulens-pocket").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction("games").objectStore("games").getAll();
    asked.onsuccess = () => { result.close(); done(JSON.parse(asked.result.at(-1).kept).game); };
  };
})"""
"""The game as the browser keeps it."""
CAUGHT: Final = """Boolean(HTMLAnchorElement.prototype.click = function () {
  fetch(this.href).then(file => file.json()).then(told => { window.saved = told; });
})"""
"""A file that a script saves is put where a test can see it."""


@pytest.fixture
def host(built: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    """A host that a test can end, and its address."""
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainHost, directory=str(built)))
    with served(serving) as address:
        yield address, serving


@pytest.fixture(params=PHOTOS)
def photos(request: pytest.FixtureRequest, root: Path) -> list[Path]:
    """Four photos of whole hands."""
    where = request.param
    folder = root / "datasets" if where == "samples" else request.getfixturevalue("shared") / "photos"
    return [folder / where / name for name in PHOTOS[where].split()]


def key(page: Tab, *names: str) -> None:
    """Tap at the table what has these keys, one after the other."""
    for name in names:
        page.tap(f'#table [data-key="{name}"]')


def choose(page: Tab, *names: str) -> None:
    """Tap one choice of the table's form after another, each once the one before is drawn."""
    for name in names:
        key(page, name)
        page.wait_for(f"""document.querySelector('#table [data-key="{name}"][aria-pressed=true]')""")


def chosen(page: Tab, kind: str) -> str:
    """The seat of the only choice of a kind that is made."""
    (name,) = page.evaluate(
        f"[...document.querySelectorAll('#table [data-key^={kind}-][aria-pressed=true]')]"
        ".map(each => each.dataset.key)"
    )
    return str(name).partition("-")[2]


def sums(page: Tab, selector: str) -> list[str]:
    """Numbers as the page writes them."""
    found: list[str] = page.evaluate(SUMS % json.dumps(f"{selector} .sum"))
    return found


def number(text: str) -> int:
    """A number as the page writes it, with its sign and commas."""
    return int(text.replace(",", "").replace("\N{MINUS SIGN}", "-"))


def begin(page: Tab) -> None:
    """Begin a game."""
    page.tap("#to-table")
    page.wait_for("document.querySelector('[data-key=player-3]')")
    for at, name in enumerate(NAMES):
        page.evaluate(f"document.querySelector('[data-key=player-{at}]').value = '{name}'")
    key(page, "begin")
    page.wait_for("document.querySelector('.yt-stand')")


def book(page: Tab) -> list[str]:
    """Enter the hand, whose payments stand above the button; the scores after it, in sight."""
    page.wait_for(f"document.querySelector('{ENTER}')")
    before, paid = sums(page, ".yt-stand"), sums(page, "#table > .yt > .yl-pay")
    hands = "document.querySelectorAll('#table [data-fold^=hand-]').length"
    count = page.evaluate(hands)
    page.tap(ENTER)
    page.wait_for(f"{hands} === {count + 1}")
    assert page.evaluate(STAND_IN_SIGHT), "after the hand is entered the scores are in sight"
    after = sums(page, ".yt-stand")
    assert [number(now) - number(was) for was, now in zip(before, after, strict=True)] == [*map(number, paid)]
    return after


def photograph(page: Tab, photo: Path) -> None:
    """Photograph a winning hand, say the first of everything, and bring it to the table."""
    key(page, "photo")
    page.wait_for("!document.getElementById('start').hidden")
    before = page.evaluate("document.body.dataset.read ?? ''")
    page.give("#library", photo)
    page.wait_for(f"(document.body.dataset.read ?? '') !== {before!r}")
    page.answer(FINISHED % json.dumps(i18n.text("en", "fact.share")))
    page.wait_for(BRING % json.dumps(i18n.text("en", "table.bring")))
    page.tap("#bring")
    page.wait_for(f"document.querySelector('{ENTER}')")


@pytest.mark.long
@pytest.mark.parametrize("browsers", [unwatched, firefox, webkit], ids=lambda browsers: browsers.NAME.lower())
def test_an_evening_of_eight_hands_books_what_the_scorer_pays(
    host: tuple[str, ThreadingHTTPServer],
    photos: list[Path],
    two_hands: Path,
    tmp_path: Path,
    browsers: ModuleType,
) -> None:
    program = browsers.installed()
    if program is None:
        pytest.skip(f"no {browsers.NAME} is installed")
    address, serving = host
    with browsers.started(program, tmp_path) as page:
        page.open(address)
        page.wait_for("document.body.dataset.offline === 'ready'", _START_S)
        begin(page)
        photograph(page, photos[0])
        book(page)
        serving.shutdown()
        serving.server_close()
        choose(page, "event-exhaustive_draw", "toggle-north-riichi", "toggle-south-tenpai")
        book(page)
        _two_winners(page, photos[1])
        choose(page, "event-tsumo", "winner-east", "han-east-2")
        book(page)
        _draw(page, two_hands)
        photograph(page, photos[2])
        book(page)
        choose(page, "event-chombo", "offender-west")
        book(page)
        photograph(page, photos[3])
        before = book(page)
        page.tap('[data-key="fold-hand-1"]')
        key(page, "mend-1")
        choose(page, "toggle-west-tenpai")
        page.reload()
        page.wait_for(
            """document.querySelector('[data-key="toggle-west-tenpai"][aria-pressed=true]')""", _START_S
        )
        page.tap(ENTER)
        page.wait_for(f"document.querySelector('.yt-stand') && !document.querySelector('{ENTER}')")
        assert page.evaluate(STAND_IN_SIGHT)
        assert sums(page, ".yt-stand") != before, "the correction of the second hand moves all that follow"
        _is_the_scorers_replay(page)
        assert not page.faults


def _draw(page: Tab, photo: Path) -> None:
    """A draw from a photo of two open hands, both tenpai."""
    choose(page, "event-exhaustive_draw")
    key(page, "fold-draw-photo")
    assert page.evaluate(SHOWN)
    key(page, "photograph-camera")
    page.wait_for("document.getElementById('shown')")
    page.give("#shown", photo)
    page.wait_for("""document.querySelector('#table [data-key="draw_taker-west"]')""")
    choose(page, "draw_taker-west", "draw_hand-west-tenpai", "draw_hand-south-tenpai")
    book(page)


def _two_winners(page: Tab, photo: Path) -> None:
    """A photographed win, and another's of the same discard; the hand is taken back and entered again."""
    photograph(page, photo)
    taken = {chosen(page, "discarder"), chosen(page, "winner")}
    other = next(seat for seat in ("south", "west", "north") if seat not in taken)
    choose(page, f"winner-{other}", f"han-{other}-3", f"fu-{other}-40")
    both = book(page)
    key(page, "undo")
    page.wait_for("document.querySelectorAll('#table [data-fold^=hand-]').length === 2")
    assert book(page) == both, "what was taken back stands in the form"


def _is_the_scorers_replay(page: Tab) -> None:
    """Hold the scores, and what each hand shows to have paid, to the scorer's replay of the kept game."""
    game = game_from_json(page.evaluate(KEPT))
    played, stand = games.replay(game)
    assert len(played) == 8
    assert sums(page, ".yt-stand") == [phrases.total(score) for score in stand.scores]
    for at, hand in enumerate(played):
        shown = [*map(number, sums(page, f'[data-fold="hand-{at}"] .yl-pay'))]
        assert shown == [hand.settled["net"][seat] for seat in hand.before.seats()]
    assert [hand.end["event"] for hand in played].count("exhaustive_draw") == 2
    assert len(played[2].end["wins"]) == 2
    log = _saved(page, "tenhou")
    assert len(log["log"]) == 7, "that format has no chombo"


def _saved(page: Tab, form: str) -> dict[str, Any]:
    """The game as a file."""
    page.evaluate(CAUGHT)
    if not page.evaluate(f"document.querySelector('[data-key=save-{form}]')?.checkVisibility()"):
        key(page, "fold-handoff")
    key(page, f"save-{form}")
    page.wait_for("window.saved")
    told: dict[str, Any] = page.evaluate("window.saved")
    return told
