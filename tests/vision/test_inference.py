"""The engine's wrapper tells a network's inputs, outputs and metadata, and refuses what is none."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.hostile.networks import HOSTILE
from tests.vision.tiny import finder_bytes
from yakulens.vision import inference
from yakulens.vision.inference import InferenceSession, SessionError, engine_ms

if TYPE_CHECKING:
    from pathlib import Path


def test_a_network_tells_what_it_takes_and_gives() -> None:
    session = InferenceSession(finder_bytes(), "tiny.onnx")
    assert session.inputs == {"images": [1, 3, "h", "w"]}
    assert session.outputs == {"output0": [1, 6, "anchors"]}
    assert session.metadata["task"] == "obb"


def test_a_run_gives_its_outputs_by_name_and_its_time() -> None:
    before = engine_ms()
    answer = InferenceSession(finder_bytes(), "tiny.onnx").run(
        {"images": np.zeros((1, 3, 96, 96), np.float32)}
    )
    assert answer["output0"].shape[:2] == (1, 6)
    assert engine_ms() > before


def test_several_threads_may_run_it_at_once() -> None:
    session = InferenceSession(finder_bytes(), "tiny.onnx")
    rng = np.random.default_rng(3)
    blobs = [rng.random((1, 3, 96, 128), np.float32) for _ in range(8)]
    alone = [session.run({"images": blob})["output0"] for blob in blobs]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda blob: session.run({"images": blob})["output0"], blobs))
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("data", [b"", b"no network", b"\x80\x02ctorch"])
def test_what_is_no_network_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(SessionError, match=r"^weights\.pt: no ONNX network") as refusal:
        InferenceSession(data, "weights.pt")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", [b"images", b"output0", b"task", b"obb"])
def test_a_network_whose_names_or_notes_are_no_text_is_refused_in_one_line(text: bytes) -> None:
    spoilt = finder_bytes().replace(text, b"\x80" + text[1:])
    with pytest.raises(SessionError, match=r"^tiny\.onnx: no ONNX network") as refusal:
        InferenceSession(spoilt, "tiny.onnx")
    assert "\n" not in str(refusal.value)


def test_the_engine_reports_nothing_to_its_maker(tmp_path: Path, root: Path) -> None:
    network = tmp_path / "tiny.onnx"
    network.write_bytes(finder_bytes())
    code = (
        "import pathlib, vision.inference; "
        f"vision.inference.InferenceSession(pathlib.Path({str(network)!r}).read_bytes(), 'tiny')"
    )
    silenced = ("CI", "ORT_RUNNING_UNIT_TESTS", "ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME")
    plain = {name: value for name, value in os.environ.items() if name not in silenced}
    home = tmp_path / "home"
    home.mkdir()
    subprocess.run([sys.executable, "-c", code], cwd=root, env=plain | {"HOME": str(home)}, check=True)
    assert list(home.iterdir()) == []  # its reports wait in a cache there


def test_a_run_that_does_not_end_in_its_time_is_ended_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inference, "judge", lambda *_: None)  # as if it ended on the picture of the trial
    session = InferenceSession(HOSTILE["no end"](), "endless.onnx", seconds=0.1)
    with pytest.raises(
        SessionError, match=r"^endless\.onnx: the network does not end within 0\.1 s"
    ) as refusal:
        session.run({"images": np.zeros((1, 3, 96, 96), np.float32)})
    assert "\n" not in str(refusal.value)


def test_a_run_that_ends_in_its_time_gives_what_it_gives_without_a_watch() -> None:
    blob = np.random.default_rng(0).random((1, 3, 96, 96), np.float32)
    watched, alone = (
        InferenceSession(finder_bytes(), "tiny.onnx", seconds=seconds).run({"images": blob})
        for seconds in (60.0, None)
    )
    np.testing.assert_array_equal(watched["output0"], alone["output0"])
