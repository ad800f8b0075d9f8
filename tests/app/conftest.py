"""The page without a browser: Streamlit's own test runner, and a reading made by hand."""

from __future__ import annotations

import io
import json
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
import streamlit as st
from PIL import Image
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from yakulens.app import store as stores
from yakulens.app.page import state
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import drawn as drawn_parts
from yakulens.app.page.parts import intake
from yakulens.app.readers import in_process, priority, recognition
from yakulens.app.readers.in_process import InProcessReader
from yakulens.app.server import addresses, visitor
from yakulens.app.server.browser import NOBODY
from yakulens.app.server.visitor import Visitor
from yakulens.vision import models
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.reading import Issue, Reading, ReadMeld, ReadTile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from yakulens.vision.picture.photo import Photo

PATIENCE_S = 300
"""So long a test waits for what a busy machine may take its time for; more would hide what hangs."""
FACES = ("2m", "3m", "4m", "5p", "6p", "7p", "7s", "8s", "4p", "4p", "9s", "7z", "7z", "7z", "3p")


def hand_on_a_photo(width: int = 1600, height: int = 1200) -> Reading:
    """Ten concealed tiles, 9s apart as the winning tile, a triplet of Red from across, one dora indicator."""
    tiles = []
    for i, face in enumerate(FACES):
        x, y = width * (0.02 + 0.064 * i), height * 0.4
        right, low = x + width * 0.06, y + height * 0.12
        quad = ((x, y), (right, y), (right, low), (x, low))
        doubtful = i == 3
        tiles.append(
            ReadTile(i, face, 0.6 if doubtful else 0.98, quad, (("6p", 0.3), ("0p", 0.1)) if doubtful else ())
        )
    return Reading(
        tiles=tuple(tiles),
        concealed=tuple(range(10)),
        win=10,
        melds=(ReadMeld("pon", (11, 12, 13), ("7z", "7z", "7z"), (1,), (), "across"),),
        indicators=(14,),
        issues=(Issue("doubtful_face", (3,), ("5p", "6p", "0p"), "tile", (("tile", "5p"),)),),
    )


@pytest.fixture(scope="session", autouse=True)
def _scanned_once() -> Iterator[None]:
    """Streamlit looks through all that is installed for components whenever a page begins: here once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests)
        )
        yield


@pytest.fixture(autouse=True)
def _own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit leaves the page as the main module, which every process started later would load anew."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture(autouse=True)
def _own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test keeps things in a file of its own, never in the data folder of this machine."""
    monkeypatch.setattr(stores, "place", lambda: tmp_path / "data" / stores.FILE)
    monkeypatch.setattr(models, "own_folder", lambda: tmp_path / "data" / "models")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A photo's tap waits for its last reading, however busy this machine is, and no reading gives way."""
    monkeypatch.setattr(intake, "AT_ONCE_S", 300)
    monkeypatch.setattr(in_process, "WITHIN_MS", float("inf"))
    monkeypatch.setattr(priority, "NICE", 0)


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> InProcessReader:
    """What reads photos, in this process: tests can put another in the place of its parts."""
    here_alone = InProcessReader()
    monkeypatch.setattr(here_alone, "prepare", lambda: None)  # nearly all see a reading made by hand
    monkeypatch.setattr(recognition, "reader", lambda: here_alone)
    return here_alone


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit's test runner has no browser: whoever is at the page is the machine's own person."""
    monkeypatch.setattr(visitor, "current", lambda: Visitor(NOBODY, NOBODY))
    monkeypatch.setattr(addresses, "is_local", lambda: True)


@pytest.fixture
def photo_bytes() -> bytes:
    """A small JPEG."""
    buffer = io.BytesIO()
    Image.new("RGB", (1600, 1200), (20, 90, 60)).save(buffer, "JPEG")
    return buffer.getvalue()


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Callable[[Reading], None]:
    """Make every photo read as the given reading."""

    def use(reading: Reading) -> None:
        def steps(photo: Photo, *_: object) -> Iterator[PhotoReading]:
            yield PhotoReading(photo, "by hand", reading, {"decode": 1.0, "detect": 2.0, "layout": 1.0})

        monkeypatch.setattr(InProcessReader, "recogniser", object)
        monkeypatch.setattr(in_process, "steps", steps)

    return use


@pytest.fixture
def page(root: Path) -> AppTest:
    """The page, freshly opened, in a browser in which no teaching of a set is under way."""
    state._teachings.clear()
    return AppTest.from_file(str(root / "app" / "main.py"), default_timeout=PATIENCE_S).run()


@pytest.fixture
def reading() -> Reading:
    """A reading with one question (see ``hand_on_a_photo``)."""
    return hand_on_a_photo()


@pytest.fixture
def hand_page(page: AppTest, reads: Callable[[Reading], None], photo_bytes: bytes) -> AppTest:
    """The page after a photo was uploaded and read as ``hand_on_a_photo``."""
    reads(hand_on_a_photo())
    return upload(page, photo_bytes)


class DeskProbe:
    """The desk's component without a browser: what it is shown, and taps that it sends.

    Attributes:
        data: what it was last shown.
    """

    def __init__(self) -> None:
        """Begin before anything was shown."""
        self.data: dict[str, Any] = {}
        self._message: object = None

    def show(self, data: dict[str, Any], hear: Callable[[object], None], key: str = "desk") -> None:
        """Stand in for ``app.page.parts.desk.show``."""
        del key
        self.data = data
        if self._message is not None:
            message, self._message = self._message, None
            hear(message)
            st.rerun()

    def send(self, page: AppTest, message: object) -> AppTest:
        """The page after any message, sound or not."""
        self._message = message
        page.run()
        assert not page.exception
        return page

    def tap(self, page: AppTest, *events: dict[str, Any]) -> AppTest:
        """The page after some taps, sent together."""
        heard = self.data.get("heard", 0)
        return self.send(page, {"events": [{"n": heard + k, **each} for k, each in enumerate(events, 1)]})

    def say(self, page: AppTest, **facts: object) -> AppTest:
        """The page after some facts were said."""
        return self.tap(page, *({"do": "say", "field": key, "value": value} for key, value in facts.items()))

    def asked(self) -> dict[str, Any]:
        """What is asked now; empty where nothing is."""
        if self.data["questions"]:
            return dict(self.data["questions"][0])
        return dict(self.data["facts"][self.data["asked"]]) if self.data["asked"] else {}

    def choose(self, page: AppTest, label: str) -> AppTest:
        """The page after a tap on the answer with these words, or with this face."""
        choices = self.asked()["choices"]
        found = next(each for each in choices if label in {each["label"], each["face"]})
        assert not found["why_not"], label
        return self.tap(page, found["event"])

    def tile(self, uid: int) -> dict[str, Any]:
        """A tile as it is shown."""
        return next(tile for tile in self.data["tiles"] if tile["uid"] == uid)


@pytest.fixture(autouse=True)
def desk(monkeypatch: pytest.MonkeyPatch) -> DeskProbe:
    """The desk's component, which Streamlit's test runner cannot drive."""
    probe = DeskProbe()
    monkeypatch.setattr(component, "show", probe.show)
    return probe


class DrawnProbe:
    """What the browser draws, without a browser: its data stands on the page as JSON, and it sends taps."""

    def __init__(self) -> None:
        """Begin before anything was drawn."""
        self._message: tuple[str, object] | None = None

    def show(
        self, data: dict[str, Any], key: str | None = None, hear: Callable[[object], None] | None = None
    ) -> None:
        """Stand in for ``app.page.parts.drawn.show``."""
        st.json(data | {"key": key})
        if self._message is not None and self._message[0] == key and hear is not None:
            (_, message), self._message = self._message, None
            hear(message)
            st.rerun()

    def tap(self, page: AppTest, key: str, *events: dict[str, Any]) -> AppTest:
        """The page after some taps in the part with this key, sent together."""
        parts = [json.loads(each.value) for each in page.json]
        heard = next(part["heard"] for part in parts if part["key"] == key)
        numbered = [{"n": heard + number, **each} for number, each in enumerate(events, 1)]
        self._message = (key, {"events": numbered})
        page.run()
        assert self._message is None, f"{key} is not drawn"
        assert not page.exception
        return page

    def say(self, page: AppTest, **facts: object) -> AppTest:
        """The page after some facts were said below the score."""
        events = ({"do": "say", "field": key, "value": value} for key, value in facts.items())
        return self.tap(page, "result", *events)

    def compare(self, page: AppTest, rules: str) -> AppTest:
        """The page after another rule set was chosen to compare the hand's own with."""
        return self.tap(page, "comparison", {"do": "compare", "rules": rules})


@pytest.fixture(autouse=True)
def drawing(monkeypatch: pytest.MonkeyPatch) -> DrawnProbe:
    """What draws parts of the page in the browser, which Streamlit's test runner cannot."""
    probe = DrawnProbe()
    monkeypatch.setattr(drawn_parts, "show", probe.show)
    return probe


def upload(page: AppTest, data: bytes, name: str = "hand.jpg") -> AppTest:
    """The page after an upload."""
    page.file_uploader[0].set_value((name, data, "image/jpeg"))
    return page.run()


@pytest.fixture
def uploading() -> Callable[..., AppTest]:
    """The upload, as a fixture: tests cannot import from one another."""
    return upload


@pytest.fixture
def photographed(reads: Callable[[Reading], None], photo_bytes: bytes) -> Callable[..., AppTest]:
    """A photo uploaded that is read as one says: called with the page and the reading."""

    def take(page: AppTest, reading: Reading) -> AppTest:
        reads(reading)
        return upload(page, photo_bytes)

    return take
