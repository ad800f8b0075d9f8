"""What `make bench` measures with: times beside a yardstick, searches of the finder counted."""

from __future__ import annotations

import runpy
import sys
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.benchmarks import bench
from tests.vision.tiny import Drawn, draw_scene, write_model
from yakulens.vision.recognise import Recogniser
from yakulens.vision.stages import EVERY_STAGE

if TYPE_CHECKING:
    from pathlib import Path

MEASURING = (
    *("tests.benchmarks.bench", "tests.benchmarks.held_out_world", "tests.benchmarks.layout"),
    *("tests.properties.evenings", "tests.served.faults", "tests.models.teach.recognised"),
)
FACES = ("1m", "5p", "7z", "9s")
"""What the simple networks know: of fewer different faces the photo is searched in the negative too."""


@pytest.fixture
def recogniser(tmp_path: Path) -> Recogniser:
    """Of photos that are not shown in other colours."""
    stages = EVERY_STAGE.without("mirroring")
    return Recogniser.load(str(write_model(tmp_path))).limited_to(stages)


def drawn(folder: Path, name: str, tiles: list[Drawn], width: int, height: int) -> Path:
    Image.fromarray(draw_scene(tiles, width, height)).save(folder / name)
    return folder / name


def test_a_photo_with_small_tiles_all_over_it_is_searched_in_several_windows_and_one_with_large_tiles_once(
    tmp_path: Path, recogniser: Recogniser
) -> None:
    far_off = [Drawn(FACES[i % 4], 60 + 90 * i, 60 + 55 * i) for i in range(10)]
    small = drawn(tmp_path, "small.png", far_off, 960, 640)
    close_by = [Drawn(FACES[i % 4], 60 + 80 * (i % 5), 100 + 100 * (i // 5)) for i in range(10)]
    large = drawn(tmp_path, "large.png", close_by, 480, 320)
    near, far = bench.measure([large, small], recogniser)
    assert near.windows == 1
    assert far.windows > 3
    assert set(near.ms) == set(bench.STAGES)


def test_a_set_of_photos_is_told_by_stage() -> None:
    ms = {"decode": 10.0, "detect": 80.0, "ort": 70.0, "layout": 10.0, "first": 95.0}
    timings = [bench.Timing(ms, 50.0, 1), bench.Timing(ms | {"layout": 110.0}, 100.0, 5)]
    first, reading, *stages, last = bench.report("hands", timings)
    assert first == "hands: 2 photos, a unit takes 75 ms"
    median, middle, worst = "median 150 ms 2.0 units", "95 % 195 ms 2.0 units", "worst 200 ms 2.0 units"
    assert " ".join(reading.split()) == f"reading {median} {middle} {worst}"
    assert [line.split()[0] for line in stages] == list(bench.STAGES)
    assert last.strip() == "searched more than once 50%, windows 3.0 a photo, 6.7 photos a second"


def test_a_unit_takes_some_time_and_the_process_some_memory() -> None:
    assert bench.unit_ms() > 0
    assert bench.peak_mb() > 10


@pytest.mark.parametrize("program", MEASURING)
@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
def test_a_measuring_program_describes_itself(
    program: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [program, "--help"])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module(program, run_name="__main__")
    assert (stopped.value.code, capsys.readouterr().out.startswith("usage: ")) == (0, True)
