"""The engine's wrapper tells a network's inputs, outputs and metadata, and refuses what is none."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tests.vision.tiny import finder_bytes
from vision.session import Session, SessionError


def test_a_network_tells_what_it_takes_and_gives() -> None:
    session = Session(finder_bytes(), "tiny.onnx")
    assert session.inputs == {"images": [1, 3, "h", "w"]}
    assert session.outputs == {"output0": [1, 6, "anchors"]}
    assert session.metadata["task"] == "obb"


def test_a_run_gives_its_outputs_by_name_and_its_time() -> None:
    answer = Session(finder_bytes(), "tiny.onnx").run("images", np.zeros((1, 3, 96, 96), np.float32))
    assert answer.arrays["output0"].shape[:2] == (1, 6)
    assert answer.ms > 0


def test_several_threads_may_run_it_at_once() -> None:
    session = Session(finder_bytes(), "tiny.onnx")
    rng = np.random.default_rng(3)
    blobs = [rng.random((1, 3, 96, 128), np.float32) for _ in range(8)]
    alone = [session.run("images", blob).arrays["output0"] for blob in blobs]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda blob: session.run("images", blob).arrays["output0"], blobs))
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("data", [b"", b"no network", b"\x80\x02ctorch"])
def test_what_is_no_network_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(SessionError, match=r"^weights\.pt: no ONNX network") as refusal:
        Session(data, "weights.pt")
    assert "\n" not in str(refusal.value)
