"""A photo that looks like a learnt set: asked, never silently; remembered, and taken back."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import upload
from tests.app.page.told import words
from tests.models.teach.test_file import made
from yakulens.app.readers import in_process
from yakulens.app.readers.in_process import InProcessReader
from yakulens.app.store import sets
from yakulens.vision.progressive import PhotoReading

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from tests.app.conftest import DeskProbe
    from yakulens.vision.picture.photo import Photo
    from yakulens.vision.reading import Reading

NAME = "Club green"
QUESTION = f"The tiles look like the learnt set {NAME}. Is it that one?"


@pytest.fixture(autouse=True)
def _looks_like_it(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every photo looks like the one learnt set, with which its first tile is read otherwise."""
    sets.keep(made())
    better = replace(reading, tiles=(replace(reading.tiles[0], face="1m"), *reading.tiles[1:]))

    def steps(photo: Photo, reader: object, *_: object) -> Iterator[PhotoReading]:
        name = reader if isinstance(reader, str) else ""
        yield PhotoReading(photo, "any", better if name else reading, {"decode": 1.0}, tile_set=name)

    def looks_like(_here: InProcessReader, _photo: Photo, _reading: Reading, may_be: Collection[Path]) -> str:
        return "".join(path.stem for path in may_be)

    monkeypatch.setattr(InProcessReader, "recogniser", object)
    monkeypatch.setattr(InProcessReader, "_recogniser_for", lambda _, path: path.stem if path else object())
    monkeypatch.setattr(in_process, "steps", steps)
    monkeypatch.setattr(InProcessReader, "_looks_like", looks_like)


def first(desk: DeskProbe) -> str:
    face: str = desk.tile(desk.data["hand"]["concealed"][0])["face"]
    return face


def asked(page: AppTest) -> bool:
    return QUESTION in words(page)


def test_it_is_asked_and_nothing_is_read_with_it_before(
    page: AppTest, desk: DeskProbe, photo_bytes: bytes
) -> None:
    upload(page, photo_bytes)
    assert asked(page)
    assert first(desk) == "2m"
    assert page.session_state["yakulens"].tile_set is None


def test_once_accepted_the_hand_is_read_with_it_and_what_was_said_stays_until_taken_back(
    page: AppTest, root: Path, desk: DeskProbe, photo_bytes: bytes
) -> None:
    upload(page, photo_bytes)
    desk.say(page, by="tsumo")
    desk.tap(page, {"do": "face", "uid": 4, "face": "7p"})
    hand = page.session_state["yakulens"].hand
    page.button(key="which-set-yes").click().run()
    settled(page)
    assert first(desk) == "1m"
    assert desk.tile(4)["face"] == "7p"
    assert page.session_state["yakulens"].hand == hand
    assert not asked(page)
    again = AppTest.from_file(str(root / "app" / "main.py"), default_timeout=120).run()
    assert again.session_state["yakulens"].tile_set == NAME
    page.button(key="which-set-back").click().run()
    settled(page)
    assert first(desk) == "2m"
    assert asked(page), "taking it back is not an answer to the question"


def test_where_a_correction_has_no_place_in_the_other_reading_the_hand_stays_and_a_sentence_says_so(
    page: AppTest, desk: DeskProbe, photo_bytes: bytes
) -> None:
    upload(page, photo_bytes)
    desk.tap(page, {"do": "meld_apart", "number": 0})  # the other reading has other tiles in its hand
    was = [desk.tile(uid)["face"] for uid in desk.data["hand"]["concealed"]]
    page.button(key="which-set-yes").click().run()
    said = [each.value for each in page.warning]  # if the photo is read by now
    settled(page)
    said += [each.value for each in page.warning]
    assert sum("does not fit the other reading" in each for each in said) == 1, said
    assert [desk.tile(uid)["face"] for uid in desk.data["hand"]["concealed"]] == was
    assert page.session_state["yakulens"].tile_set == NAME
    page.button(key="which-set-back").click().run()
    assert page.session_state["yakulens"].tile_set is None


def test_once_declined_it_is_not_asked_again_until_the_visitor_says_so(
    page: AppTest, root: Path, desk: DeskProbe, photo_bytes: bytes
) -> None:
    upload(page, photo_bytes)
    page.button(key="which-set-no").click().run()
    assert not asked(page)
    assert first(desk) == "2m"
    again = AppTest.from_file(str(root / "app" / "main.py"), default_timeout=120).run()
    upload(again, photo_bytes)
    assert not asked(again)
    again.switch_page("page/views/sets.py").run()
    again.button(key=f"set-propose-{hashlib.sha256(NAME.encode()).hexdigest()[:16]}").click().run()
    assert again.session_state["yakulens"].not_shown == ()


def settled(page: AppTest) -> None:
    """The page once its photo is read."""
    job = page.session_state["yakulens"].job
    if job is not None:
        job.wait(60)
    page.run()
    assert not page.exception
