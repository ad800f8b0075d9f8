"""From pixels to Detections and to the contract's Reading."""

from __future__ import annotations

import json
from copy import copy
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.layout.bundled import result_of
from tests.vision.tiny import Drawn, draw_scene, leveller_bytes, write_model
from yakulens.app.words.questions import in_english
from yakulens.vision.coroutines import run
from yakulens.vision.labels import LABELS
from yakulens.vision.models import choose
from yakulens.vision.naming import mirrored
from yakulens.vision.photo_search import PhotoSearch, SearchStep
from yakulens.vision.picture.color_transform import MIRRORED, PLAIN, ColorTransform
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import PhotoEngines, Recogniser
from yakulens.vision.stages import EVERY_STAGE

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.vision.finding.decode import Rectangles
    from yakulens.vision.finding.windows import Window
    from yakulens.vision.naming.crop_answers import ReaderResult
    from yakulens.vision.naming.namer import Crops


@pytest.fixture(scope="module")
def recogniser(tiny_model: Path) -> Recogniser:
    return Recogniser.load(str(tiny_model))


def photo(tiles: list[Drawn], width: int = 480, height: int = 320) -> Photo:
    return Photo(Pyramid(draw_scene(tiles, width, height)), "drawn.png", "00" * 32, 1.5)


def test_every_tile_is_detected_named_and_placed(recogniser: Recogniser, row: list[Drawn]) -> None:
    found = recogniser.recognise(photo(row)).detections
    assert found.size == (320, 480)
    order = np.argsort(found.quads[:, :, 0].mean(axis=1))
    assert [LABELS[i] for i in found.faces[order].argmax(axis=1)] == [tile.face for tile in row]
    for quad, tile in zip(found.quads[order], row, strict=True):
        np.testing.assert_allclose(quad.mean(axis=0), (tile.x, tile.y), atol=4)
    assert found.top_edge_probs[order].argmax(axis=1).tolist() == [0, 0, 2, 0]


def test_whether_a_tile_lies_on_another_is_judged_by_the_leveller(tmp_path: Path, row: list[Drawn]) -> None:
    write_model(tmp_path, "tiny")
    (tmp_path / "high.onnx").write_bytes(leveller_bytes())
    levelling = Recogniser(choose(str(tmp_path / "high.onnx"), tmp_path))
    quads = np.stack([tile.corners() for tile in row[:2]])
    odds = run(PhotoEngines(levelling, photo(row).pyramid).stack(quads))
    assert levelling.search.levels
    assert (odds < -4).all(), "the table is dark below them"


def test_a_reading_is_the_contracts_json(recogniser: Recogniser, row: list[Drawn]) -> None:
    answer = json.loads(json.dumps(read_photo(photo(row), recogniser).to_json(in_english)))
    assert answer["photo"] == {"file": "drawn.png", "width": 480, "height": 320, "sha256": "00" * 32}
    assert answer["model"] == "tiny"
    assert {"photo", "model", "tiles", "reading", "issues", "ms"} <= answer.keys()
    assert sorted(tile["face"] for tile in answer["tiles"]) == ["1m", "5p", "7z", "9s"]
    for tile in answer["tiles"]:
        assert np.array(tile["quad"]).shape == (4, 2)
        assert 0 <= tile["score"] <= 1
    assert {"concealed", "win", "melds", "indicators", "others"} <= answer["reading"].keys()
    assert {"decode", "detect", "layout", "ort", "first"} == answer["ms"].keys()
    assert answer["ms"]["decode"] == 1.5
    assert 0 < answer["ms"]["ort"] <= answer["ms"]["detect"]


def shown(recogniser: Recogniser, photo: Photo) -> tuple[int, int, list[ColorTransform]]:
    """How often finder and reader were asked, and in which colour transforms the photo was searched."""
    finds: list[ColorTransform] = []
    names: list[ColorTransform] = []

    class Counting(PhotoEngines):
        async def find(self, window: Window, color_transform: ColorTransform) -> Rectangles:
            finds.append(color_transform)
            return await PhotoEngines.find(self, window, color_transform)

        async def name(self, crops: Crops, color_transform: ColorTransform) -> ReaderResult:
            names.append(color_transform)
            return await PhotoEngines.name(self, crops, color_transform)

    async def take(_: SearchStep) -> None:
        """Show nothing."""

    engines = Counting(recogniser, photo.pyramid)
    run(PhotoSearch(recogniser.search, engines, photo.size).looks(take))
    return len(finds), len(names), list(dict.fromkeys(finds))


def test_a_usual_set_is_searched_once(recogniser: Recogniser, row: list[Drawn]) -> None:
    found, read, _ = shown(recogniser.limited_to(EVERY_STAGE.without("mirroring")), photo(row))
    assert shown(recogniser, photo(row)) == (found, read, [PLAIN])


def test_doubtful_tiles_are_read_mirrored_and_stay_in_place(
    recogniser: Recogniser, row: list[Drawn], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if all were in doubt, and surer so."""
    usual = recogniser.recognise(photo(row)).detections
    monkeypatch.setattr(mirrored, "sample_tiles", lambda tiles, _: np.arange(len(tiles)))
    monkeypatch.setattr(mirrored, "is_mirrored", lambda *_: True)
    found = recogniser.recognise(photo(row)).detections
    assert shown(recogniser, photo(row))[2] == [PLAIN, MIRRORED]
    middles = [sorted(d.quads.mean(axis=1).round().tolist()) for d in (usual, found)]
    np.testing.assert_allclose(*middles, atol=4)


def test_the_top_of_each_tile_comes_first_in_its_quad(recogniser: Recogniser, row: list[Drawn]) -> None:
    reading = result_of(recogniser.recognise(photo(row)).detections).reading
    assert len(reading.tiles) == len(row)
    for tile in reading.tiles:
        (x0, y0), (x1, _), _, (_, y3) = tile.quad
        upside_down = tile.face == "9s"
        assert (x1 - x0 < 0) == upside_down, tile
        assert (y3 - y0 < 0) == upside_down, tile


def test_a_photo_without_tiles_is_a_reading_with_an_issue(recogniser: Recogniser) -> None:
    done = read_photo(photo([]), recogniser)
    assert done.reading.tiles == ()
    assert [issue.code for issue in done.reading.issues] == ["no_tiles"]


@pytest.mark.parametrize(("width", "height"), [(8, 8), (9, 1500), (2000, 8)])
def test_a_photo_of_any_shape_is_no_error(recogniser: Recogniser, width: int, height: int) -> None:
    assert len(recogniser.recognise(photo([], width, height)).detections) == 0


def test_the_same_photo_gives_the_same_answer_twice(recogniser: Recogniser, row: list[Drawn]) -> None:
    one, other = recogniser.recognise(photo(row)).detections, recogniser.recognise(photo(row)).detections
    np.testing.assert_array_equal(one.quads, other.quads)
    np.testing.assert_array_equal(one.faces, other.faces)


def test_tiles_too_small_for_the_first_window_are_found_once_in_closer_ones(recogniser: Recogniser) -> None:
    # In the first window these are 18 x 24 pixels, which this finder cannot see; some lie in two windows.
    far = [Drawn("1m", 60 + 90 * i, 60 + 55 * i) for i in range(10)]
    found = recogniser.recognise(photo(far, 960, 640)).detections
    centres = sorted(found.quads.mean(axis=1).tolist())
    np.testing.assert_allclose(centres, [[tile.x, tile.y] for tile in far], atol=4)


def test_a_tile_that_fills_the_frame_is_found_in_a_smaller_window(recogniser: Recogniser) -> None:
    found = recogniser.recognise(photo([Drawn("5p", 240, 200, size=3.0)], 480, 400)).detections
    assert len(found) == 1
    assert LABELS[int(found.faces[0].argmax())] == "5p"
    np.testing.assert_allclose(found.quads[0].mean(axis=0), (240, 200), atol=12)


@pytest.mark.parametrize("how", [PLAIN, MIRRORED])
def test_a_tile_is_read_in_a_box_about_it_however_the_photo_is_shown(
    recogniser: Recogniser, row: list[Drawn], how: ColorTransform
) -> None:
    """The box is drawn on the photo, which shows every tile mirrored where it is read so."""
    straight = draw_scene(row, 480, 320)
    of_set = copy(recogniser)
    of_set.color_transform = how
    (left, top), (right, bottom) = row[0].corners().min(axis=0) - 3, row[0].corners().max(axis=0) + 3
    box = (left, top, right, bottom) if how is PLAIN else (480 - right, top, 480 - left, bottom)
    tile = of_set.read_box(Pyramid(show(how, straight)), box)
    assert tile.face == row[0].face
    middle = np.mean(tile.quad, axis=0)
    np.testing.assert_allclose(middle, ((box[0] + box[2]) / 2, row[0].y), atol=4)
