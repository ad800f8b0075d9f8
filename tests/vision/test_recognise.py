"""From pixels to Detections and to the contract's Reading."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.layout.bundled import layout
from tests.vision.tiny import Drawn, draw_scene, leveller_bytes, write_model
from yakulens.vision.example import detected
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.read import Layout
from yakulens.vision.models import choose
from yakulens.vision.naming import mirrored
from yakulens.vision.picture.color_transform import MIRRORED, PLAIN, ColorTransform
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser
from yakulens.vision.stages import EVERY_STAGE
from yakulens.vision.tile_search import Search

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from numpy.typing import NDArray

    from yakulens.vision.finding.detector import FinderResult
    from yakulens.vision.finding.windows import Window
    from yakulens.vision.layout.result import LayoutResult
    from yakulens.vision.naming.crop_answers import ReaderResult
    from yakulens.vision.tile_search import SearchState


WAITING = "2m 3m 4m 6p 7p 8p 4s 5s 5s 5s 6s 7s 8s"
WON = f"{WAITING} _ 3s"
FIRST, FULLY, LAST = ("mirrored", False), ("mirrored", True), ("", True)
"""What a search goes on with, and whether its tiles are read as well as they can be."""


@pytest.fixture(scope="module")
def recogniser(tiny_model: Path) -> Recogniser:
    return Recogniser.load(str(tiny_model))


def photo(tiles: list[Drawn], width: int = 480, height: int = 320) -> Photo:
    return Photo(Pyramid(draw_scene(tiles, width, height)), "drawn.png", "00" * 32, 1.5)


def test_every_tile_is_detected_named_and_placed(recogniser: Recogniser, row: list[Drawn]) -> None:
    found = recogniser.detect(photo(row))
    assert found.size == (320, 480)
    order = np.argsort(found.quads[:, :, 0].mean(axis=1))
    assert [LABELS[i] for i in found.faces[order].argmax(axis=1)] == [tile.face for tile in row]
    for quad, tile in zip(found.quads[order], row, strict=True):
        np.testing.assert_allclose(quad.mean(axis=0), (tile.x, tile.y), atol=4)
    assert found.top_edge_probs[order].argmax(axis=1).tolist() == [0, 0, 2, 0]


def test_a_reading_is_the_contracts_json(recogniser: Recogniser, row: list[Drawn]) -> None:
    answer = json.loads(json.dumps(read_photo(photo(row), recogniser).to_json()))
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


class Looks:
    """How often the networks were shown something, and in which colour transforms a photo was searched."""

    def __init__(self, recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch) -> None:
        """Count from now on."""
        self.finder, self.reader, self.transforms = 0, 0, list[ColorTransform]()
        find, once, seen = recogniser.detector.look, recogniser.reader.once, Search._seen

        def finding(photo: Pyramid, window: Window) -> FinderResult:
            self.finder += 1
            return find(photo, window)

        def reading(photo: Pyramid, quads: NDArray[np.float32]) -> ReaderResult:
            self.reader += len(quads) > 0
            return once(photo, quads)

        def seeing(
            search: Search, photo: Pyramid, color_transform: ColorTransform = PLAIN, *before_ms: float
        ) -> object:
            self.transforms.append(color_transform)
            return seen(search, photo, color_transform, *before_ms)

        monkeypatch.setattr(recogniser.detector, "look", finding)
        monkeypatch.setattr(recogniser.reader, "once", reading)
        monkeypatch.setattr(Search, "_seen", seeing)


def test_a_usual_set_is_searched_once(
    recogniser: Recogniser, row: list[Drawn], monkeypatch: pytest.MonkeyPatch
) -> None:
    once = Looks(recogniser, monkeypatch)
    recogniser.limited_to(EVERY_STAGE.without("mirroring")).detect(photo(row))
    found, read = once.finder, once.reader
    looks = Looks(recogniser, monkeypatch)
    recogniser.detect(photo(row))
    assert (looks.finder, looks.reader, looks.transforms) == (found, read, [PLAIN])


def test_doubtful_tiles_are_read_mirrored_and_stay_in_place(
    recogniser: Recogniser, row: list[Drawn], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if all were in doubt, and surer so."""
    usual = recogniser.detect(photo(row))
    monkeypatch.setattr(mirrored, "asked", lambda tiles, _: np.arange(len(tiles)))
    monkeypatch.setattr(mirrored, "gained", lambda *_: True)
    looks = Looks(recogniser, monkeypatch)
    found = recogniser.detect(photo(row))
    assert looks.transforms == [PLAIN, MIRRORED]
    middles = [sorted(d.quads.mean(axis=1).round().tolist()) for d in (usual, found)]
    np.testing.assert_allclose(*middles, atol=4)


def test_the_top_of_each_tile_comes_first_in_its_quad(recogniser: Recogniser, row: list[Drawn]) -> None:
    reading = layout().read(recogniser.detect(photo(row))).reading
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
    assert len(recogniser.detect(photo([], width, height))) == 0


def test_the_same_photo_gives_the_same_answer_twice(recogniser: Recogniser, row: list[Drawn]) -> None:
    one, other = recogniser.detect(photo(row)), recogniser.detect(photo(row))
    np.testing.assert_array_equal(one.quads, other.quads)
    np.testing.assert_array_equal(one.faces, other.faces)


def test_tiles_too_small_for_the_first_window_are_found_once_in_closer_ones(recogniser: Recogniser) -> None:
    # In the first window these are 18 x 24 pixels, which this finder cannot see; some lie in two windows.
    far = [Drawn("1m", 60 + 90 * i, 60 + 55 * i) for i in range(10)]
    found = recogniser.detect(photo(far, 960, 640))
    centres = sorted(found.quads.mean(axis=1).tolist())
    np.testing.assert_allclose(centres, [[tile.x, tile.y] for tile in far], atol=4)


def _laid_out(hand: str) -> LayoutResult:
    return layout().read(detected(hand))


@pytest.mark.parametrize(
    ("small", "at_last", "steps"),
    [
        pytest.param(False, WON, [FIRST, FULLY], id="beyond-doubt-it-ends"),
        pytest.param(False, WAITING, [FIRST, FULLY, LAST], id="in-doubt-it-goes-on"),
        pytest.param(True, WON, [FIRST, LAST], id="with-small-tiles-it-goes-on"),
    ],
)
def test_for_a_hand_beyond_doubt_no_photo_is_mirrored(  # noqa: PLR0913, PLR0917 - fixtures and cases
    recogniser: Recogniser,
    monkeypatch: pytest.MonkeyPatch,
    row: list[Drawn],
    small: bool,  # noqa: FBT001
    at_last: str,
    steps: list[tuple[str, bool]],
) -> None:
    monkeypatch.setattr(mirrored, "asked", lambda tiles, _: np.arange(len(tiles)))
    monkeypatch.setattr(mirrored, "gained", lambda *_: True)
    monkeypatch.setattr(Search, "_closer", lambda _, seen: _at_once(seen))
    monkeypatch.setattr(Search, "too_small", lambda *_: small)
    told = iter([_laid_out(WON), _laid_out(at_last), _laid_out(at_last)])
    monkeypatch.setattr(Layout, "read", lambda *_: next(told))
    found = [look.seen for look in recogniser.iter_looks(photo(row)) if look is not None]
    assert [(seen.next_stage, seen.final) for seen in found] == steps


def _at_once(seen: SearchState) -> Generator[None, None, SearchState]:
    """What a search gives that looks no closer."""
    yield from ()
    return seen


def test_what_was_read_for_sure_is_not_read_again_in_closer_windows(
    recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles = [Drawn("1m", 60 + 80 * i, 160) for i in range(4)]  # fewer than a hand has: searched again closer
    read, counts = recogniser.reader.read, []

    def counted(photo: Pyramid, quads: NDArray[np.float32]) -> ReaderResult:
        counts.append(len(quads))
        return read(photo, quads)

    monkeypatch.setattr(recogniser.reader, "read", counted)
    looking_once = recogniser.limited_to(EVERY_STAGE.without("mirroring"))
    assert len(looking_once.detect(photo(tiles))) == len(tiles)
    assert counts[0] == len(tiles)
    assert sum(counts) < 2 * len(tiles)


def test_a_tile_that_fills_the_frame_is_found_in_a_smaller_window(recogniser: Recogniser) -> None:
    found = recogniser.detect(photo([Drawn("5p", 240, 200, size=3.0)], 480, 400))
    assert len(found) == 1
    assert LABELS[int(found.faces[0].argmax())] == "5p"
    np.testing.assert_allclose(found.quads[0].mean(axis=0), (240, 200), atol=12)


@pytest.mark.parametrize("asked", [[], [0], [1, 3]])
def test_how_high_a_tile_lies_is_judged_where_the_layout_asks(
    tmp_path: Path, row: list[Drawn], monkeypatch: pytest.MonkeyPatch, asked: list[int]
) -> None:
    write_model(tmp_path, "tiny")
    (tmp_path / "high.onnx").write_bytes(leveller_bytes())
    levelling = Recogniser(choose(str(tmp_path / "high.onnx"), tmp_path))
    monkeypatch.setattr(Layout, "called_tiles", lambda *_: np.array(asked, np.intp))
    found = levelling.detect(photo(row))
    assert np.flatnonzero(found.stacked_logit).tolist() == asked
    assert (found.stacked_logit[asked] < -4).all()  # the table is dark below them


def test_a_model_without_a_leveller_leaves_it_open(
    recogniser: Recogniser, row: list[Drawn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Layout, "called_tiles", lambda *_: np.array([0], np.intp))
    assert not recogniser.detect(photo(row)).stacked_logit.any()
