"""The page's scripts compute from pixels what Python computes: tiles, faces and corners, on many inputs."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import pytest

from tests.pocket.reading import hand, read_in_browser
from yakulens.app.words import i18n
from yakulens.app.words.questions import in_english
from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import corners
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.labels import LABELS
from yakulens.vision.picture.color_transform import NEGATIVE
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.show import show, without_colours
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

CROWD = 100
SAID = """() => {
  window.said = [];
  new MutationObserver(() => window.said.push(document.querySelector('.yd')?.dataset.looking))
    .observe(document.querySelector('#desk'), {subtree: true, attributes: true});
}"""
"""Notes what the page says that it is doing."""
FAR = 0.05
"""Short sides of a tile: where the finder offers a tile twice, rounding decides which of the two is kept."""


def found(photo: Path) -> Detections:
    """What Python finds at a first look."""
    recogniser = Recogniser.load(threads=1)
    pixels = load(photo).pyramid
    (window,) = first_windows(pixels.size, recogniser.card.finder)
    seen = recogniser.detector.detect(pixels, window)
    named = recogniser.reader.read(pixels, corners(seen.boxes))
    return Detections(named.quads, seen.scores, named.faces, named.top_edge_probs, pixels.size)


@pytest.mark.parametrize("name", ["four-melds", "seven-pairs"])
def test_tiles_faces_and_corners_are_pythons(phone: Page, root: Path, name: str) -> None:
    photo = root / "datasets" / "samples" / f"{name}.jpg"
    theirs, ours = read_in_browser(phone, photo)["reading"]["tiles"], found(photo)
    firm = ours[ours.objectness > 0.6]
    off = []
    for quad, faces in zip(firm.quads, firm.faces, strict=True):
        near = min(theirs, key=lambda tile: float(np.abs(np.mean(tile["quad"], 0) - quad.mean(0)).max()))
        turns = [np.roll(np.array(near["quad"]), turn, axis=0) for turn in range(4)]
        off.append(min(float(np.abs(turn - quad).max()) for turn in turns))
        assert off[-1] < FAR * float(short_sides(quad[None])[0])
        assert near["face"] == LABELS[int(faces.argmax())]
    assert float(np.median(off)) < 0.5


def test_a_photo_with_more_tiles_than_a_set_has_is_read(phone: Page, root: Path, tmp_path: Path) -> None:
    """Its pairs of detections fill arrays that numpy in a browser once failed at."""
    sample = cv2.imread(str(root / "datasets" / "samples" / "seven-pairs.jpg"))
    small = cv2.resize(
        sample, (320, round(320 * sample.shape[0] / sample.shape[1])), interpolation=cv2.INTER_AREA
    )
    photo = tmp_path / "crowded.png"
    cv2.imwrite(str(photo), np.tile(small, (16 * 320 // small.shape[0] // 4, 4, 1)))
    phone.evaluate(SAID)
    assert len(read_in_browser(phone, photo)["reading"]["tiles"]) > CROWD
    assert i18n.text("en", "looking.closer") in phone.evaluate("window.said")


def test_a_mirrored_photo_is_read_as_python_reads_it(phone: Page, root: Path, tmp_path: Path) -> None:
    sample = cv2.imread(str(root / "datasets" / "samples" / "thirteen-orphans.jpg"))
    photo = tmp_path / "mirrored.png"
    cv2.imwrite(str(photo), cv2.flip(sample, 1))
    ours = read_photo(load(photo), Recogniser.load(threads=1)).reading.to_json(in_english)
    theirs = read_in_browser(phone, photo)["reading"]
    assert hand(theirs) == hand(ours)
    assert len(theirs["reading"]["concealed"]) == 13


LEVELS = """async ([pixels, width, height]) => {
    const { Photo } = await import("./pixels.js");
    const photo = new Photo(Uint8ClampedArray.from(pixels), width, height);
    const levels = shown => [1, 2, 4].map(shrink => Array.from(shown.level(shrink)[0].data));
    return [levels(photo.shown({ mirrored: true })), levels(photo.shown({ mirrored: false }))];
}"""
"""A photo, its half and its quarter, shown mirrored and then as it is."""


def test_a_photo_that_was_shown_mirrored_is_itself_as_before(phone: Page) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (24, 40, 4)).astype(np.uint8)
    mirrored, plain = phone.evaluate(LEVELS, [pixels.ravel().tolist(), 40, 24])
    for depth, (there, here) in enumerate(zip(mirrored, plain, strict=True)):
        size = (24 >> depth, 40 >> depth, 4)
        np.testing.assert_array_equal(np.reshape(there, size), np.reshape(here, size)[:, ::-1])
    np.testing.assert_array_equal(np.reshape(plain[0], pixels.shape), pixels)


FLAT: Final = (60, 120, 200)
"""Red, green, blue."""
DECODED = """async bytes => {
    const { decoded } = await import("./pixels.js");
    const { photo } = await decoded(new Blob([Uint8Array.from(bytes)], { type: "image/jpeg" }));
    return [...photo.data.slice(0, 3)];
}"""


def test_colours_are_the_files_own_whatever_profile_it_carries(phone: Page) -> None:
    """Python reads no profile: an iPhone's wide colours would be others in a browser that converts them."""
    plain = cv2.imencode(".jpg", np.full((32, 32, 3), FLAT[::-1], np.uint8))[1].tobytes()
    data = b"ICC_PROFILE\0\1\1" + exchanged_primaries()
    marked = plain[:2] + b"\xff\xe2" + struct.pack(">H", len(data) + 2) + data + plain[2:]
    for photo in (plain, marked):
        off = np.abs(np.subtract(phone.evaluate(DECODED, list(photo)), FLAT))
        assert off.max() <= 3, "a JPEG rounds"


def exchanged_primaries() -> bytes:
    """A colour profile (ICC.1:2001-04) whose red is sRGB's blue, and its blue sRGB's red."""
    points = {
        b"wtpt": (0.9642, 1.0, 0.8249), b"rXYZ": (0.1431, 0.0606, 0.7141),
        b"gXYZ": (0.3851, 0.7169, 0.0971), b"bXYZ": (0.4360, 0.2225, 0.0139),
    }  # fmt: skip
    tags = {
        name: b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(65536 * each) for each in point))
        for name, point in points.items()
    }
    gamma = b"curv\0\0\0\0" + struct.pack(">IHxx", 1, round(2.2 * 256))
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), gamma)
    table, body, start = struct.pack(">I", len(tags)), b"", 128 + 4 + 12 * len(tags)
    for name, tag in tags.items():
        table += name + struct.pack(">II", start + len(body), len(tag))
        body += tag
    head = struct.pack(">I4xI4s4s4s12x4s", start + len(body), 0x2100000, b"mntr", b"RGB ", b"XYZ ", b"acsp")
    light = struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(68, b"\0") + light.ljust(60, b"\0") + table + body


TINTED = """async ([pixels, how]) => {
    const { tint } = await import("./pixels.js");
    const plane = pixels.length / 3;
    const out = Float32Array.from(pixels, (_, at) => pixels[(at % plane) * 3 + Math.floor(at / plane)] / 255);
    tint(out, 0, plane, how);
    return Array.from(out, value => Math.round(value * 255));
}"""


def test_colours_in_the_negative_and_in_greys_are_pythons(phone: Page) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (40, 50, 3)).astype(np.uint8)
    wanted = {"negative": show(NEGATIVE, pixels), "grey": without_colours(pixels)}
    for how, theirs in wanted.items():
        ours = np.reshape(phone.evaluate(TINTED, [pixels.ravel().tolist(), {how: True}]), (3, 40, 50))
        off = np.abs(np.moveaxis(ours, 0, 2) - theirs.astype(int))
        assert float(np.quantile(off, 0.99)) <= 4
        assert off.mean() < 1
