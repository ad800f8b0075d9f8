"""An evening of eight hands on one phone, offline: photos, draws, two winners, undo, a correction."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.finger import overflow
from tests.pocket.conftest import opened
from tests.pocket.reading import answer, read_in_browser
from tests.pocket.test_table import HAND, begin, enter, key, scores
from yakulens.app import game as games
from yakulens.app.game.wire import game_from_json
from yakulens.app.words import i18n, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

RENDERED: Final = ("riichi", "open", "closed-quad", "thirteen-orphans")
TAKEN: Final = ("fb387325315_138310", "fb387561687_358938", "hand_149", "IMG_20231030_230402")
STAND_IN_SIGHT: Final = """() => {
    const box = document.querySelector('.yt-stand').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
}"""


@pytest.fixture(params=["rendered", "taken"])
def photos(request: pytest.FixtureRequest, root: Path) -> list[Path]:
    """Four photos of whole hands: our samples, or photos that people took."""
    if request.param == "rendered":
        return [root / "datasets" / "samples" / f"{name}.jpg" for name in RENDERED]
    folder = request.getfixturevalue("shared") / "photos" / "hands"
    return [folder / f"alanchoi00__{name}.jpg" for name in TAKEN]


@pytest.fixture
def phone(browser: Browser, plain: str) -> Iterator[Page]:
    """A phone after its first visit, without a network; at its end no script has failed."""
    broken = list[str]()
    page = opened(browser, plain)
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    page.context.set_offline(offline=True)
    page.on("pageerror", lambda error: broken.append(str(error)))
    yield page
    page.context.close()
    assert broken == []


def choose(page: Page, *names: str) -> None:
    """Tap one choice of the table's form after another, each once the one before is drawn."""
    for name in names:
        key(page, name)
        page.locator(f'#table [data-key="{name}"][aria-pressed=true]').wait_for()


def book(page: Page) -> list[str]:
    """Enter the hand, whose payments stand above the button; the scores after it, in sight."""
    page.locator(".yt-enter:not([disabled])").wait_for()
    before, paid = scores(page), page.locator("#table > .yt > .yl-pay .sum").all_inner_texts()
    enter(page)
    assert page.evaluate(STAND_IN_SIGHT), "after the hand is entered the scores are in sight"
    assert overflow(page) == 0
    after = scores(page)
    assert [number(now) - number(was) for was, now in zip(before, after, strict=True)] == [*map(number, paid)]
    return after


def number(text: str) -> int:
    """A number as the page writes it, with its sign and commas."""
    return int(text.replace(",", "").replace("\N{MINUS SIGN}", "-"))


def photograph(page: Page, photo: Path) -> None:
    """Photograph a winning hand, say the first of everything, and bring it to the table."""
    key(page, "photo")
    read_in_browser(page, photo)
    answer(page)
    bring = page.locator("#desk .yd-options button", has_text=i18n.text("en", "table.bring"))
    bring.tap()
    page.locator(".yt-enter:not([disabled])").wait_for()


def saved(page: Page, form: str, folder: Path) -> dict[str, object]:
    """The game as a file."""
    if not page.locator(f'[data-key="save-{form}"]').is_visible():
        key(page, "fold-handoff")
    with page.expect_download() as download:
        key(page, f"save-{form}")
    path = folder / f"{form}.json"
    download.value.save_as(path)
    told: dict[str, object] = json.loads(path.read_text("utf-8"))
    return told


def test_an_evening_of_eight_hands_books_what_the_scorer_pays(
    phone: Page, photos: list[Path], tmp_path: Path
) -> None:
    begin(phone)
    photograph(phone, photos[0])
    book(phone)
    choose(phone, "event-exhaustive_draw", "toggle-north-riichi", "toggle-south-tenpai")
    book(phone)
    photograph(phone, photos[1])
    (discarder,) = phone.locator('[data-key^="discarder-"][aria-pressed=true]').all()
    (winner,) = phone.locator('[data-key^="winner-"][aria-pressed=true]').all()
    taken = {each.get_attribute("data-key").partition("-")[2] for each in (discarder, winner)}  # type: ignore[union-attr]
    other = next(seat for seat in ("south", "west", "north") if seat not in taken)
    choose(phone, f"winner-{other}", f"han-{other}-3", f"fu-{other}-40")
    both = book(phone)
    key(phone, "undo")
    phone.locator(HAND).nth(2).wait_for(state="detached")
    assert book(phone) == both, "what was taken back stands in the form"
    choose(phone, "event-tsumo", "winner-east", "han-east-2")
    book(phone)
    choose(phone, "event-exhaustive_draw", "nobody")
    book(phone)
    photograph(phone, photos[2])
    book(phone)
    choose(phone, "event-chombo", "offender-west")
    book(phone)
    photograph(phone, photos[3])
    before = book(phone)
    phone.locator('[data-key="fold-hand-1"]').tap()
    key(phone, "mend-1")
    choose(phone, "toggle-west-tenpai")
    phone.reload()
    phone.locator('[data-key="toggle-west-tenpai"][aria-pressed=true]').wait_for()
    phone.locator(".yt-enter:not([disabled])").tap()
    phone.locator(".yt-stand").wait_for()
    assert phone.evaluate(STAND_IN_SIGHT)
    assert scores(phone) != before, "the correction of the second hand moves all that follow"
    _is_the_scorers_replay(phone, tmp_path)


def _is_the_scorers_replay(page: Page, folder: Path) -> None:
    """Hold the scores, and what each hand shows to have paid, to the scorer's replay of the saved game."""
    game = game_from_json(saved(page, "game", folder))
    played, stand = games.replay(game)
    assert len(played) == 8
    assert scores(page) == [phrases.total(score) for score in stand.scores]
    for at, hand in enumerate(played):
        shown = page.locator(f'[data-fold="hand-{at}"] .yl-pay .sum').all_text_contents()
        assert [number(text) for text in shown] == [hand.settled["net"][seat] for seat in hand.before.seats()]
    assert [hand.end["event"] for hand in played].count("exhaustive_draw") == 2
    assert len(played[2].end["wins"]) == 2
    log = saved(page, "tenhou", folder)
    assert len(log["log"]) == 7, "that format has no chombo"  # type: ignore[arg-type]
