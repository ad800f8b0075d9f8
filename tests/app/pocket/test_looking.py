"""The search as a page in a browser steers it finds what the server's search finds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.app.pocket.build import told
from yakulens.app.pocket.looking import Looking, rows
from yakulens.app.pocket.phone import Phone
from yakulens.vision.finding.detector import INPUT, network_input
from yakulens.vision.finding.windows import Window
from yakulens.vision.models import choose
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser
from yakulens.vision.stages import EVERY_STAGE, STAGE_NAMES, Stages

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections

SAMPLES = Path(__file__).parents[3] / "datasets" / "samples"


def no_stages() -> Stages:
    stages = EVERY_STAGE
    for name in STAGE_NAMES:
        stages = stages.without(name)
    return stages


def searched(phone: Phone, looking: Looking, photo: Pyramid, recogniser: Recogniser) -> Detections:
    """What the page's scripts do, with the networks of Python."""
    while True:
        for window in looking.shown():
            blob, scale = network_input(photo, Window(*window), (None, None))
            (raw,) = recogniser.detector._session.run(INPUT, blob).arrays.values()
            looking.saw(raw.ravel(), raw.shape[2], *scale)
        quads = np.array(looking.unread(), np.float32).reshape(-1, 4, 2)
        read = recogniser.reader.read(photo, quads)
        columns = (read.quads.reshape(-1, 8), np.ones((len(quads), 1)), read.faces, read.top_edge_probs)
        looking.read(rows(np.concatenate(columns, axis=1, dtype=np.float32)))
        if not looking.goes_on():
            return looking.kept()
        phone.so_far()
        assert phone.about is not None
        phone.laid = recogniser.layout.read(looking.kept(), looking.tiles)
        phone.go_on()
        if not looking.shown():
            return looking.kept()


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
    found = searched(phone, looking, pyramid, recogniser)
    *_, last = (look for look in recogniser.iter_looks(Photo(pyramid, name, "")) if look is not None)
    assert found.same_as(last.seen.detections)
