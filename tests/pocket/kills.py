"""Kill the browser at random moments of an evening in the pocket: ``python -m tests.pocket.kills 200``.

Every other browser is killed while a photo is read and its questions are answered, the rest while a game is
tapped on. The next one, with the same profile, must have the game as it was drawn, or with the taps more that
were on their way, and every hand that was drawn, with its photo and no less of what was said. Ctrl-C tells
how it went so far.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
from contextlib import suppress
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from websockets.exceptions import ConnectionClosed

from tests import unwatched
from tests.pocket.conftest import PlainHost, served
from tests.pocket.test_evening import begin
from tests.properties.random_taps import offered
from yakulens.app import game as games
from yakulens.app.game.wire import game_from_json
from yakulens.app.pocket import build
from yakulens.app.pocket.npm import ROOT
from yakulens.app.pocket.phone import Phone
from yakulens.app.pocket.table import PhoneTable
from yakulens.app.words import i18n, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unwatched import ChromiumTab

_GAME_S, _HAND_S = 4.0, 15.0
"""Seconds after which a browser is killed at the latest, in a game and at a hand."""
_CHECKED: Final = 50
"""The latest hands that are looked for: the page keeps a hundred."""
_PHOTO: Final = ROOT / "datasets" / "samples" / "riichi.jpg"
_LEAVES: Final = (
    "leave",
    "to-start",
    "photo",
    "fold-",
    "save-",
    "share",
    "picture",
    "game-",
    "delete-",
    "take",
    "play_on",
)
"""What leads away from a game, or out of the page, begins so."""
_STORED: Final = """new Promise(done => {
  indexedDB.open("yakulens-pocket").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction(%r).objectStore(%r).getAll();
    asked.onsuccess = () => {
      result.close();
      done(asked.result.map(({ id, kept, blob }) => ({ id, kept, size: blob?.size })));
    };
  };
})"""
_TAP: Final = """new Promise(done => {
  const drawn = new MutationObserver(() => { drawn.disconnect(); done(true); });
  drawn.observe(document.getElementById("table"), { subtree: true, childList: true, attributes: true });
  document.querySelector('#table [data-key="%s"]').click();
  setTimeout(() => done(false), 2000);
})"""
_KEYS: Final = """[...document.querySelectorAll("#table button[data-key]:not([disabled])")]
  .filter(each => each.checkVisibility()).map(each => each.dataset.key)"""
_ANSWER: Final = "#desk .yd-options button:not([disabled])"
_ENDS: Final = f"""!document.querySelector('{_ANSWER}')
  || document.querySelector('#desk .yd-options').innerText.includes({i18n.text("en", "table.bring")!r})"""
"""Nothing more is asked, but whether the hand comes to the table."""
_HEARD: Final = """!document.querySelector('#desk .yd')
  || (({ heard, sent }) => heard === sent)(document.querySelector('#desk .yd').dataset)"""
_SUMS: Final = "[...document.querySelectorAll('.yt-stand .sum')].map(sum => sum.textContent)"


def kill(profile: Path) -> None:
    """Kill every process of the browser that has this profile."""
    for folder in sorted(
        Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)
    ):  # it begins with itself
        with suppress(OSError):
            if str(profile).encode() in (folder / "cmdline").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)


def follows(kept: str, keys: list[str]) -> list[Any]:
    """A kept game, and what taps with these keys make of it, one after another or some of them."""
    made = [kept]
    for key in keys:
        made += [after for before in made for after in _tapped(before, key)]
    return [json.loads(each)["game"] for each in made]


def _tapped(kept: str, key: str) -> Iterator[str]:
    for tap in offered(json.loads(_opened(kept).shown(0.0))["view"]):
        if "-".join(str(value) for name, value in tap.items() if name != "version") == key:
            table = _opened(kept)
            table.tap(tap, 0.0)
            yield json.dumps(table.phone.table.kept())


def _opened(kept: str) -> PhoneTable:
    table = PhoneTable(Phone())
    table.open(kept)
    return table


class Evening:
    """What the browsers, one after another, have drawn of the game and the hands."""

    def __init__(self, rng: Random) -> None:
        """Begin with nothing."""
        self.rng, self.game = rng, ""
        self.on_the_way: list[str] = []  # the taps since the game was last seen
        self.hands: dict[int, int] = {}

    def check(self, page: ChromiumTab) -> list[str]:
        """What is wrong with what the page has."""
        wrong = []
        if self.game:
            kept = page.evaluate(_STORED % ("games", "games"))[-1]["kept"]
            found = json.loads(kept)["game"]
            if found not in follows(self.game, self.on_the_way):
                wrong.append(f"the game is not {self.game}, nor {self.on_the_way} further: {kept}")
            page.tap("#to-table")
            page.wait_for("document.querySelector('.yt-stand')")
            scores = games.replay(game_from_json(found))[1].scores
            if (shown := page.evaluate(_SUMS)) != [phrases.total(score) for score in scores]:
                wrong.append(f"{shown} is shown, and not {scores}")
            self.game, self.on_the_way = kept, []
        kept_hands = {each["id"]: each for each in page.evaluate(_STORED % ("hands", "hands"))}
        for number, steps in [*self.hands.items()][-_CHECKED:]:
            hand = kept_hands.get(number)
            if hand is None or hand["size"] != _PHOTO.stat().st_size:
                wrong.append(f"hand {number} is lost, or its photo")
            elif len(json.loads(hand["kept"])["steps"]) < steps:
                wrong.append(f"hand {number} has lost steps")
        return wrong

    def play(self, page: ChromiumTab) -> None:
        """Tap on a game, until the browser is killed."""
        if not self.game:
            begin(page)
            self.game = page.evaluate(_STORED % ("games", "games"))[-1]["kept"]
        while True:
            keys = [key for key in page.evaluate(_KEYS) if not key.startswith(_LEAVES)]
            enters = [key for key in keys if key == "close"]
            key = self.rng.choice(enters if enters and self.rng.random() < 0.5 else keys)
            self.on_the_way.append(key)
            if page.evaluate(_TAP % key):  # else it draws nothing, or is on its way yet
                self.game, self.on_the_way = page.evaluate(_STORED % ("games", "games"))[-1]["kept"], []

    def photograph(self, page: ChromiumTab) -> None:
        """Read a photo and answer what is asked, until the browser is killed."""
        while True:
            page.evaluate("history.state?.at && document.getElementById('to-hands').click()")
            page.give("#library", _PHOTO)
            page.wait_for("document.querySelector('#desk svg polygon')")
            while True:
                for hand in page.evaluate(_STORED % ("hands", "hands"))[-1:]:
                    if hand.get("kept"):
                        self.hands[hand["id"]] = len(json.loads(hand["kept"])["steps"])
                if page.evaluate(_ENDS):
                    break
                page.tap(_ANSWER)
                page.wait_for(_HEARD)


def main() -> int:
    """Kill so many browsers, and say what was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kills", type=int, nargs="?", default=50)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    program, evening, done, wrong = unwatched.installed(), Evening(Random(args.seed)), 0, 0  # noqa: S311
    assert program is not None, "no chromium is installed"
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        built, profile = Path(folder), Path(home)
        build.build(built)
        serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainHost, directory=str(built)))
        with served(serving) as address, suppress(KeyboardInterrupt):
            for number in range(args.kills + 1):
                with suppress(ConnectionClosed, OSError), unwatched.started(program, profile) as page:
                    page.open(address)
                    page.wait_for("document.body.dataset.ready", 300)
                    for line in evening.check(page):
                        wrong += 1
                        sys.stdout.write(f"after {number} kills: {line}\n")
                    done = number
                    act, longest = (evening.photograph, _HAND_S) if number % 2 else (evening.play, _GAME_S)
                    if number == args.kills:
                        break
                    threading.Timer(evening.rng.uniform(0, longest), kill, [profile]).start()
                    act(page)
                    raise AssertionError
                kill(profile)
    hands = len(evening.hands)
    sys.stdout.write(f"{done} kills, {wrong} with something lost; {hands} hands with photos are kept\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
