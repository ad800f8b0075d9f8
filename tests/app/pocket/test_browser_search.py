"""A photo as a page in a browser searches it reads as the server reads it: asked of the same networks."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.pocket.taught import NAME, exchanged
from yakulens.app.pocket.build import told
from yakulens.app.pocket.phone import Phone
from yakulens.app.words import i18n
from yakulens.models.teach.file import from_bytes, to_bytes
from yakulens.vision.finding.detector import INPUT, network_input
from yakulens.vision.finding.windows import Window
from yakulens.vision.inference import InferenceSession
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.answers import HEADS
from yakulens.vision.models import choose
from yakulens.vision.naming.leveller import surroundings
from yakulens.vision.naming.levels import REACH
from yakulens.vision.naming.rectify import crops
from yakulens.vision.picture.color_transform import ColorTransform
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show, show_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from yakulens.app.pocket.browser_search import SearchTalk
    from yakulens.vision.reading import Reading

SAMPLES = Path(__file__).parents[3] / "datasets" / "samples"
TAKEN = {"url": "blob:photo", "width": 3, "height": 4}


@cache
def recogniser() -> Recogniser:
    return Recogniser(choose(), threads=1)


def session(of: object) -> InferenceSession:
    """The network that a part of the recogniser runs."""
    held = vars(of)["_session"]
    assert isinstance(held, InferenceSession)
    return held


def answer(ask: dict[str, Any], photo: Pyramid) -> dict[str, NDArray[Any]]:
    """What the page's scripts answer, with pixels and networks as the server has them."""
    if ask["does"] == "show":
        return {}
    model, shown = recogniser(), show_photo(ColorTransform(**ask["how"]), photo)
    quads = np.asarray(ask.get("quads", []), np.float32).reshape(-1, 4, 2)
    if ask["does"] == "find":
        x, y, width, height, scale = ask["window"].tolist()
        window = Window(int(x), int(y), int(width), int(height), scale)
        blob, scales = network_input(shown, window, (None, None))
        (found,) = session(model.detector).run({INPUT: blob}).values()
        return {"found": found, "scale": np.array(scales)}
    if ask["does"] == "name":
        return model.reader._run(shown.inks, quads, ask["wanted"])
    if ask["does"] == "cut":
        return {"crops": crops(shown, quads).transpose(0, 3, 1, 2) / np.float32(255)}
    if ask["does"] == "level":
        middles = quads.mean(axis=1, keepdims=True)
        tiles = middles + (quads - middles) / np.float32(2 * REACH)
        blob = np.stack([surroundings(shown, tile) for tile in tiles]).transpose(0, 3, 1, 2)
        return session(model.leveller).run({"surroundings": np.asarray(blob / 255, np.float32)})
    n = round(len(ask["pairs"]) / told(model.card)["pair"]) ** 0.5
    count = round(n)
    given = {
        "tiles": ask["tiles"].reshape(1, count, -1),
        "pairs": ask["pairs"].reshape(1, count, count, -1),
        "mask": np.ones((1, count), np.float32),
    }
    return session(model.layout).run(given, tuple(HEADS))


def done(talk: SearchTalk[Any], photo: Pyramid) -> Any:  # noqa: ANN401 - whatever is talked about
    """What comes of a talk."""
    while (ask := talk.asks()) is not None:
        answers = answer(ask, photo)
        talk.heard(flat(answers))
    return talk.result


def flat(answers: dict[str, NDArray[Any]]) -> dict[str, tuple[NDArray[Any], Sequence[int]]]:
    """Answers as the scripts give them."""
    return {name: (array.ravel(), array.shape) for name, array in answers.items()}


def read(page: Phone, photo: Pyramid, shrink: float = 1.0) -> Reading:
    """What a page reads of a photo."""
    done(page.look(TAKEN, *photo.size, shrink), photo)
    assert page.session.reading is not None
    return page.session.reading


def phone() -> Phone:
    made = Phone()
    made.use(json.dumps(told(recogniser().card)))
    return made


def far_off(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A photo that shows far more than the hand, whose tiles are small."""
    height, width = (round(side / 0.3) for side in pixels.shape[:2])
    wide = np.full((height, width, 3), 90, np.uint8)
    wide[: pixels.shape[0], : pixels.shape[1]] = pixels
    return wide


def mirrored(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.flip(pixels, 1), np.uint8)


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        *((name, taken) for name in ("four-melds", "seven-pairs") for taken in (np.asarray, far_off)),
        ("red-fives", np.asarray),
        ("added-quad", np.asarray),
        ("thirteen-orphans", mirrored),
        ("two-rows", mirrored),
    ],
)
def test_the_page_reads_what_the_server_reads(name: str, taken: Any) -> None:  # noqa: ANN401 - a function
    pyramid = Pyramid(taken(load(SAMPLES / f"{name}.jpg").pixels))
    page = phone()
    reading = read(page, pyramid)
    assert page.search is None
    *_, last = (look for look in recogniser().iter_looks(Photo(pyramid, name, "")) if look is not None)
    theirs = last.look.layout.reading
    assert reading.tiles == theirs.tiles
    for part in ("concealed", "win", "melds", "indicators", "issues"):
        assert getattr(reading, part) == getattr(theirs, part)
    assert reading.confidence == pytest.approx(theirs.confidence, rel=1e-3)


def shown_at_first(page: Phone, photo: Pyramid) -> tuple[SearchTalk[Any], Any]:
    """A photo's search when its first reading is shown, and what is shown then."""
    talk = page.look(TAKEN, *photo.size, 1.0)
    while (ask := talk.asks()) is not None and ask["does"] != "show":
        talk.heard(flat(answer(ask, photo)))
    return talk, json.loads(page.shown())


def test_what_is_said_and_corrected_while_a_better_reading_is_made_still_holds() -> None:
    photo, page = Pyramid(far_off(load(SAMPLES / "seven-pairs.jpg").pixels)), phone()
    talk, first = shown_at_first(page, photo)
    assert first["looking"] == i18n.text("en", "looking.closer")
    assert first["photo"] == TAKEN
    one = first["tiles"][0]
    corrected = [{"n": 1, "do": "say", "field": "by", "value": "ron"}]
    corrected.append({"n": 2, "do": "face", "uid": one["uid"], "face": "0p"})
    page.hear({"events": corrected})
    done(talk, photo)
    last = json.loads(page.shown())
    assert last["looking"] == ""
    assert len(last["tiles"]) == 14
    assert [tile["face"] for tile in last["tiles"] if tile["face"] == "0p"] == ["0p"]
    assert page.session.facts.by == "ron"


def test_a_better_reading_waits_while_a_tiles_sheet_is_open() -> None:
    photo, page = Pyramid(far_off(load(SAMPLES / "seven-pairs.jpg").pixels)), phone()
    talk, first = shown_at_first(page, photo)
    page.hear({"events": [{"n": 1, "do": "hold", "on": True}]})
    done(talk, photo)
    held = json.loads(page.shown())
    assert held["held"]
    assert held["tiles"] == first["tiles"]
    page.hear({"events": [{"n": 2, "do": "hold", "on": False}]})
    last = json.loads(page.shown())
    assert last["looking"] == ""
    assert last["tiles"] != first["tiles"]


@pytest.mark.parametrize(
    "leave",
    [
        lambda page: page.hear({"events": [{"n": 1, "do": "stop"}]}),
        lambda page: page.hear({"events": [{"n": 1, "do": "tap", "face": "1m", "place": "indicators"}]}),
    ],
    ids=["it is enough", "a tile was added that no reading has"],
)
def test_a_first_reading_stands_where(leave: Callable[[Phone], None]) -> None:
    photo, page = Pyramid(far_off(load(SAMPLES / "seven-pairs.jpg").pixels)), phone()
    talk, _ = shown_at_first(page, photo)
    leave(page)
    theirs = json.loads(page.shown())["tiles"]
    done(talk, photo)
    last = json.loads(page.shown())
    assert last["tiles"] == theirs
    assert last["looking"] == ""


def test_another_hand_leaves_the_photo_that_is_read() -> None:
    photo, page = load(SAMPLES / "seven-pairs.jpg").pyramid, phone()
    talk = page.look(TAKEN, *photo.size, 1.0)
    assert json.loads(page.shown())["looking"] == i18n.text("en", "looking.finding")
    page.begin()
    talk.heard({"found": ([0.0], [1])})  # an answer that comes too late
    assert talk.asks() is None
    assert json.loads(page.shown())["photo"] is None


def test_what_is_read_at_half_its_size_lies_where_it_is_on_the_photo() -> None:
    photo = load(SAMPLES / "seven-pairs.jpg").pyramid
    once, twice = (read(phone(), photo, shrink) for shrink in (1.0, 2.0))
    assert [tile.face for tile in once.tiles] == [tile.face for tile in twice.tiles]
    quads = [np.array([tile.quad for tile in reading.tiles]) for reading in (once, twice)]
    np.testing.assert_allclose(2 * quads[0], quads[1], rtol=1e-4)


def test_a_box_about_a_tile_lays_that_tile_on_the_desk() -> None:
    photo = load(SAMPLES / "seven-pairs.jpg").pyramid
    page = phone()
    page.begin()
    found = recogniser().recognise(Photo(photo, "", "")).detections
    sides = [*found.quads[0].min(axis=0).tolist(), *found.quads[0].max(axis=0).tolist()]
    # On the photo as shown, which is twice as large.
    read = done(page.box([2 * side for side in sides], *photo.size, 2.0), photo)
    page.hear({"events": [{"n": 1, "do": "box", "box": sides, "place": "indicators"}]}, read, 2.0)
    (shown,) = json.loads(page.shown())["tiles"]
    assert shown["face"] == LABELS[int(found.faces[0].argmax())]
    assert np.abs(np.mean(shown["quad"], axis=0) - 2 * found.quads[0].mean(axis=0)).max() < 10


def test_the_viewfinder_builds_up_a_hand_that_is_read_with_its_frames() -> None:
    photo = load(SAMPLES / "seven-pairs.jpg").pyramid
    page = phone()
    page.filming.begin()
    aims = [json.loads(done(page.aim(page.filming.next_frame(), *photo.size), photo)) for _ in range(3)]
    assert [(aim["reason"], aim["stands"]) for aim in aims] == [("still", False), ("", False), ("", True)]
    assert page.pictures() == ["frame-2", "frame-3"]
    assert done(page.passes("still", *photo.size), photo)
    done(page.look(TAKEN, *photo.size, 2.0, filmed=True), photo)
    assert page.session.reading is not None
    assert [each.picture for each in page.seen] == ["", "frame-2", "frame-3"]
    assert len(json.loads(page.shown())["tiles"]) == 14


def covered(photo: Pyramid) -> Pyramid:
    """The photo with a finger over its fifth tile."""
    pixels = photo.level(1.0)[0].copy()
    height, width = pixels.shape[:2]
    pixels[height // 2 :, int(0.3 * width) : int(0.38 * width)] = (200, 140, 110)
    return Pyramid(pixels)


@pytest.mark.parametrize("reopened", [False, True])
def test_another_look_fills_in_what_a_finger_hid_and_keeps_what_was_said(
    reopened: bool,  # noqa: FBT001
) -> None:
    clear = load(SAMPLES / "seven-pairs.jpg").pyramid
    hidden, page = covered(clear), phone()
    done(page.look(TAKEN, *hidden.size, 1.0), hidden)
    assert any(choice["opens"] == "look" for choice in json.loads(page.shown())["questions"][0]["choices"])
    page.hear({"events": [{"n": 1, "do": "say", "field": "by", "value": "tsumo"}]})
    if reopened:
        page.reopen(page.kept(), TAKEN)
    talk = page.look_again("look-1", *clear.size, hidden.size, 1.0, filmed=False)
    assert json.loads(page.shown())["looking"]
    while (ask := talk.asks()) is not None:
        talk.heard(flat(answer(ask, clear if ask["picture"] else hidden)))
    shown = json.loads(page.shown())
    assert (len(shown["tiles"]), shown["hand"]["missing"], shown["told"]) == (14, 0, "")
    assert page.session.facts.by == "tsumo"
    assert page.pictures() == ["look-1"]


def test_another_look_at_another_hand_is_left_out_and_said() -> None:
    first, other = (load(SAMPLES / f"{name}.jpg").pyramid for name in ("seven-pairs", "open"))
    page = phone()
    before = read(page, first)
    talk = page.look_again("look-1", *other.size, first.size, 1.0, filmed=False)
    while (ask := talk.asks()) is not None:
        talk.heard(flat(answer(ask, other if ask["picture"] else first)))
    after = page.session.reading
    assert after is not None
    assert [tile.face for tile in after.tiles] == [tile.face for tile in before.tiles]
    assert [(issue.code, issue.case) for issue in after.issues] == [("another_hand", "further")]
    question = json.loads(page.shown())["questions"][0]["text"]
    assert question == i18n.text("en", "question.code.another_hand.further")


@pytest.mark.parametrize(
    ("how", "prototypes"),
    [
        (ColorTransform(), False),
        (ColorTransform(), True),
        (ColorTransform(negative=True, grey=True), False),
        (ColorTransform(mirrored=True), True),
    ],
)
def test_photos_of_a_taught_set_are_read_as_the_server_reads_them(
    how: ColorTransform,
    prototypes: bool,  # noqa: FBT001
) -> None:
    tile_set = from_bytes(to_bytes(exchanged("5z", "6z", how, prototypes=prototypes)), "odd")
    photo = Pyramid(np.asarray(show(how, load(SAMPLES / "seven-pairs.jpg").pixels), np.uint8))
    page = phone()
    assert json.loads(page.teach(to_bytes(tile_set), "odd.yakuset")) == {"name": NAME}
    reading = read(page, photo)
    server = recogniser().for_set(tile_set)
    *_, last = (look for look in server.iter_looks(Photo(photo, "", "")) if look is not None)
    assert reading.tiles == last.look.layout.reading.tiles
    faces = [tile.face for tile in reading.tiles]
    assert "6z" in faces
    assert "5z" not in faces
    page.teach(None, "")
    assert read(page, photo).tiles != reading.tiles


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no set", "odd.yakuset"),
        (to_bytes(replace(exchanged("5z", "6z"), reader="0" * 64)), "another model"),
        (to_bytes(exchanged("5z", "6z", prototypes=True, maps=1)), "[192, 3359] numbers"),
    ],
)
def test_a_file_that_is_no_set_of_this_reader_is_refused_in_one_line_and_changes_nothing(
    data: bytes, why: str
) -> None:
    page = phone()
    page.teach(to_bytes(exchanged("5z", "6z")), "odd.yakuset")
    before = page.model
    refused = json.loads(page.teach(data, "odd.yakuset"))["refused"]
    assert why in refused
    assert "\n" not in refused
    assert page.model is before
