"""The search as a page in a browser steers it finds what the server's search finds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.app.pocket.build import told
from yakulens.app.pocket.phone import Phone
from yakulens.vision.finding.detector import INPUT, network_input
from yakulens.vision.finding.windows import Window
from yakulens.vision.labels import LABELS
from yakulens.vision.models import choose
from yakulens.vision.naming.crop_answers import Logits
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser
from yakulens.vision.stages import EVERY_STAGE, STAGE_NAMES, Stages

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.app.pocket.looking import Looking
    from yakulens.vision.detections import Detections

CLOSE = 1e-6
SAMPLES = Path(__file__).parents[3] / "datasets" / "samples"


def no_stages() -> Stages:
    stages = EVERY_STAGE
    for name in STAGE_NAMES:
        stages = stages.without(name)
    return stages


def answers(recogniser: Recogniser, photo: Pyramid, quads: list[list[float]]) -> NDArray[np.float32]:
    """The reader's answers about quads, number by number, as the page's scripts have them."""
    shown = np.array(quads, np.float32).reshape(-1, 4, 2)
    if not quads:
        return np.zeros(0, np.float32)
    arrays, _ = recogniser.reader._run(photo, shown)
    return np.concatenate([arrays[name].reshape(len(shown), -1) for name in Logits._fields], axis=1).ravel()


def searched(
    phone: Phone, looking: Looking, photo: Pyramid, recogniser: Recogniser
) -> tuple[Detections, Detections]:
    """What the scripts do, with the networks of Python: tiles, and the same read from further crops."""
    while True:
        for window in looking.shown():
            blob, scale = network_input(photo, Window(*window), (None, None))
            (raw,) = recogniser.detector._session.run(INPUT, blob).arrays.values()
            looking.saw(raw.ravel(), raw.shape[2], *scale)
        quads = looking.unread()
        quads.last(answers(recogniser, photo, quads.first(answers(recogniser, photo, quads.shown()))))
        looking.read(quads)
        if not looking.goes_on():
            break
        phone.so_far()
        assert phone.about is not None
        phone.laid = recogniser.layout.read(looking.kept(), looking.tiles)
        phone.go_on()
        if not looking.shown():
            break
    return looking.kept(), looking.averaged(answers(recogniser, photo, looking.doubtful()))


@pytest.mark.parametrize("enlarged", [1.0, 0.3])
@pytest.mark.parametrize("name", ["four-melds", "seven-pairs"])
def test_the_page_finds_what_the_server_finds(name: str, enlarged: float) -> None:
    card = choose()
    recogniser = Recogniser(card, threads=1).limited_to(no_stages())
    photo = load(SAMPLES / f"{name}.jpg")
    pixels = photo.pixels
    if enlarged < 1:  # a photo that shows far more than the hand, whose tiles are small
        height, width = (round(side / enlarged) for side in pixels.shape[:2])
        wide = np.full((height, width, 3), 90, np.uint8)
        wide[: pixels.shape[0], : pixels.shape[1]] = pixels
        pixels = wide
    pyramid = Pyramid(pixels)
    phone = Phone()
    looking = phone.look(json.dumps(told(card)), *pyramid.size)
    found, averaged = searched(phone, looking, pyramid, recogniser)
    *_, last = (look for look in recogniser.iter_looks(Photo(pyramid, name, "")) if look is not None)
    assert found.same_as(last.seen.detections)
    theirs, _ = recogniser.reader.averaged(pyramid, found.quads, found.faces)
    assert np.abs(averaged.faces - theirs).max() < CLOSE


def test_a_box_about_a_tile_lays_that_tile_on_the_desk() -> None:
    card = choose()
    recogniser = Recogniser(card, threads=1)
    photo = load(SAMPLES / "seven-pairs.jpg").pyramid
    phone = Phone()
    phone.look(json.dumps(told(card)), *photo.size)
    phone.begin(None)
    found = recogniser.detect(Photo(photo, "", ""))
    sides = [*found.quads[0].min(axis=0).tolist(), *found.quads[0].max(axis=0).tolist()]
    quads = phone.box([2 * side for side in sides], 2.0)  # on the photo as shown, which is twice as large
    quads.last(answers(recogniser, photo, quads.first(answers(recogniser, photo, quads.shown()))))
    phone.hear({"events": [{"n": 1, "do": "box", "box": sides, "place": "indicators"}]}, quads, 2.0)
    (shown,) = json.loads(phone.shown())["tiles"]
    assert shown["face"] == LABELS[int(found.faces[0].argmax())]
    assert np.abs(np.mean(shown["quad"], axis=0) - 2 * found.quads[0].mean(axis=0)).max() < 10
