"""A hand behaves alike on the server's page and in the browser: the same taps give the same views.

Each sequence goes through the page's own entry and through the pocket's, message by message: two hundred in
`make test`, ten thousand in `make test-all`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.properties.random_taps import HANDS, any_tap
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page import hand, photo_readings, saved_hands, state
from yakulens.app.page.memory import Memory
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import drawn as parts
from yakulens.app.page.parts import handoff, picture
from yakulens.app.page.parts.score import desk, result
from yakulens.app.pocket.browser_search import EngineRequest
from yakulens.app.pocket.phone import Phone
from yakulens.app.readers import recognition
from yakulens.app.readers.jobs import PhotoStatus
from yakulens.app.readers.photos import ShownPhoto
from yakulens.vision.desk import typed
from yakulens.vision.desk.from_reading import desk_tile
from yakulens.vision.labels import LABELS
from yakulens.vision.reading import Issue, OpenHand, Reading, ReadMeld, ReadTile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TAPS: Final = 8
PHOTO: Final = {"url": "hand.jpg", "width": 1600, "height": 1200}
FACES: Final = (
    "2m",
    "3m",
    "4m",
    "5p",
    "6p",
    "7p",
    "7s",
    "8s",
    "4p",
    "4p",
    "9s",
    "7z",
    "7z",
    "7z",
    "3p",
    "1z",
)


def quad(at: int) -> tuple[tuple[float, float], ...]:
    x = 100.0 * at
    return ((x, 400.0), (x + 90, 400.0), (x + 90, 520.0), (x, 520.0))


def reading(random: Random) -> Reading:
    """A hand on a photo with one doubtful tile, a triplet, and perhaps another hand or a misread tile."""
    faces = list(FACES)
    for _ in range(random.randrange(3)):
        faces[random.randrange(11)] = random.choice(LABELS)
    tiles = tuple(
        ReadTile(at, face, 0.6 if at == 3 else 0.98, quad(at), (("6p", 0.3),) if at == 3 else ())
        for at, face in enumerate(faces)
    )
    own = {"concealed": tuple(range(10)), "win": 10}
    melds = (ReadMeld("pon", (11, 12, 13), ("7z", "7z", "7z"), (1,), (), "across"),)
    hands = (OpenHand("self", **own, melds=melds), OpenHand("left", concealed=(14, 15)))  # type: ignore[arg-type]
    return Reading(
        tiles=tiles,
        **own,  # type: ignore[arg-type]
        melds=melds,
        others=(14, 15),
        issues=(Issue("doubtful_face", (3,), ("5p", "6p", "0p")),),
        hands=hands if random.random() < 0.3 else (),
    )


BOXED: Final = ReadTile(0, "5s", 0.9, quad(17))


class Pocket:
    """The pocket's entry: `Phone`, as its scripts call it."""

    def __init__(self) -> None:
        """Open the page."""
        self.phone, self.take = Phone(), lambda *_: None

    def begin_typed(self, link: str) -> None:
        """Open a link."""
        self.phone.follow(link)

    def begin_photo(self) -> None:
        """Begin to read a photo."""

        def looked(_: object, take: Callable[..., None], __: object) -> Iterator[EngineRequest]:
            self.take = take
            while True:
                yield EngineRequest("find", {})

        self.phone.model = SimpleNamespace(looked=looked)  # type: ignore[assignment]
        self.phone.look(PHOTO, 1200, 1600, 1.0)

    def find(self, found: Reading, stage: str) -> None:
        """A reading comes."""
        self.take(SimpleNamespace(layout=SimpleNamespace(reading=found), next_stage=stage), found)

    def hear(self, message: dict[str, Any]) -> None:
        """The desk sends a message."""
        self.phone.hear(message, None if self.phone.photo is None else BOXED)

    def view(self) -> dict[str, Any]:
        """What the desk shows."""
        return json.loads(self.phone.shown())  # type: ignore[no-any-return]


class Page:
    """The server's page: its desk as the component draws it, with a photo that is read beside it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        """Open the page, without a browser or disk."""
        self.memory, self.shown = Memory(language="en"), {}
        queue = SimpleNamespace(remember=self._remember, forget=lambda _: None)
        for place, name, value in (
            (state, "memory", lambda: self.memory),
            (state, "remember", lambda **_: None),
            (recognition, "photo_queue", lambda: queue),
            (recognition, "read_box", lambda *_: desk_tile(BOXED)),
            (component, "show", self._show),
            (component, "photo_json", lambda photo: None if photo is None else PHOTO),
            (picture, "of", lambda *_: None),
            (picture, "ask", lambda: None),
            (parts, "show", self._show_part),
            (handoff, "hand", lambda *_: None),
            *((saved_hands, name, lambda *_: None) for name in ("add_hand", "replace_hand", "add_step")),
        ):
            patch.setattr(place, name, value)

    def _remember(self, number: str, job: Any) -> None:  # noqa: ANN401 - a stand-in
        job.hand = number

    def _show(self, data: dict[str, Any], hear: Callable[[object], None], key: str = "desk") -> None:
        del key
        self.shown, self.heard = data, hear

    def _show_part(self, data: dict[str, Any], *_: object) -> None:
        self.result = data

    def begin_typed(self, link: str) -> None:
        """Open a link."""
        hand.begin_linked(link)

    def begin_photo(self) -> None:
        """Begin to read a photo."""
        photo = ShownPhoto("hand.jpg", b"", 1600, 1200)
        job = SimpleNamespace(status=PhotoStatus("finding", photo), hand=None, is_done=False)
        job.cancel = lambda: None
        self.memory.job = job  # type: ignore[assignment]

    def find(self, found: Reading, stage: str) -> None:
        """A reading comes, and the page is drawn anew."""
        job: Any = self.memory.job
        if job is not None:
            photo = replace(job.status.photo, reading=found)
            job.status, job.is_done = PhotoStatus(stage, photo), not stage  # type: ignore[arg-type]

    def hear(self, message: dict[str, Any]) -> None:
        """The desk sends a message."""
        self.heard(message)

    def view(self) -> dict[str, Any]:
        """What the desk shows."""
        photo_readings.take_up()
        desk.show()
        result.show(hand.scored(), desk.of_game(), desk.carry_out)
        assert not [key for key, _ in self.memory.warnings if key == "app.broken"], self.memory.warnings
        return json.loads(json.dumps(self.shown | {"result": self.result}))  # type: ignore[no-any-return]


def drawn(view: dict[str, Any]) -> dict[str, Any]:
    """What both pages draw of a hand, without how each draws it."""
    apart = {"picture", "card", "check", "chosen", "claims", "comparison", "outbox", "told", "read_with"}
    told = {key: value for key, value in view.items() if key not in apart}
    return told | {"result": {**(told["result"] or {}), "heard": 0, "anchor": "", "outbox": ""}}


def begin(random: Random, pages: tuple[Pocket, Page]) -> bool:
    """A hand comes in, typed or from a photo; returns whether a better reading may follow."""
    if random.random() < 0.4:
        by, seat = random.choice((None, "ron", "tsumo")), random.choice((None, "east", "south"))
        link = to_link(typed.hand(random.choice(HANDS)), WinFacts(by, seat))  # type: ignore[arg-type]
        for page in pages:
            page.begin_typed(link)
        return False
    found = reading(random)
    for page in pages:
        page.begin_photo()
        page.find(found, "closer")
    return True


def same(pages: tuple[Pocket, Page]) -> dict[str, Any]:
    """The view, which is the same on both pages."""
    pocket, page = (each.view() for each in pages)
    assert drawn(page) == drawn(pocket)
    return pocket


def play(number: int, patch: pytest.MonkeyPatch) -> None:
    """Play a sequence of taps and readings on both pages."""
    random, pages = Random(number), (Pocket(), Page(patch))  # noqa: S311 - nothing is secret
    is_read = begin(random, pages)
    view = same(pages)
    for _ in range(TAPS):
        if is_read and random.random() < 0.15:
            better, stage = reading(random), random.choice(("closer", "mirrored", ""))
            for page in pages:
                page.find(better, stage)
        else:
            taps = [any_tap(random, view) for _ in range(random.choice((1, 1, 2)))]
            events = [{"n": view["heard"] + at, **tap} for at, tap in enumerate(taps, 1)]
            for page in pages:
                page.hear({"events": events})
        view = same(pages)
        if random.random() < 0.05:
            is_read = begin(random, pages)
            view = same(pages)


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_the_same_taps_give_the_same_views_on_both_pages(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(first, first + 20):
        play(number, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("first", range(200, 10_000, 200))
def test_thousands_of_sequences_of_taps_do_too(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(first, first + 200):
        play(number, monkeypatch)
