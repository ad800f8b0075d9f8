"""A name is loaded when it is used: importing loads next to nothing, scoring no pixels and no page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import yakulens

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"numpy", "cv2", "onnxruntime", "PIL", "streamlit", "yakulens.app", "yakulens.vision"}


def loaded_by(program: str) -> set[str]:
    words = [sys.executable, "-c", f"import sys, yakulens\n{program}\nprint(*sys.modules)"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stdout.splitlines()[-1].split())


def test_importing_loads_no_module_of_ours() -> None:
    assert {name for name in loaded_by("") if name.startswith("yakulens.")} == set()


@pytest.mark.parametrize(
    "program",
    [
        "yakulens.score('345678m44p67s +5s [234p]', won='ron').to_json()",
        "str(yakulens.Hand.of('22334455667788m', won='ron'))",
        "yakulens.waits('234567m234p6788s')",
        "yakulens.shanten('234567m234p6788s')",
        "yakulens.discards('234567m234p67889s')",
        "yakulens.settle('exhaustive_draw', tenpai=['east'])",
        "yakulens.final({'Ann': 40000, 'Bo': 30000, 'Cy': 30000, 'Di': 20000})",
        "yakulens.rules('ema-2025')._repr_html_()",
        "issubclass(yakulens.InputError, ValueError)",
    ],
)
def test_scoring_loads_no_pixels_and_no_page(program: str) -> None:
    assert loaded_by(program) & HEAVY == set()


def test_reading_loads_no_page() -> None:
    program = f"yakulens.read({str(ROOT / 'datasets/samples/seven-pairs.jpg')!r}).to_hand(won='ron')"
    assert loaded_by(program) & {"streamlit", "yakulens.app"} == set()


def test_every_public_name_is_there_and_completes() -> None:
    assert all(getattr(yakulens, name) is not None for name in yakulens.__all__)
    assert set(yakulens.__all__) <= set(dir(yakulens))


def test_a_name_that_is_none_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="'yakulens' has no attribute 'scor'"):
        yakulens.scor  # type: ignore[attr-defined]  # noqa: B018 - what asking for it does
