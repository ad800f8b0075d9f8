"""A name is loaded when it is used: importing loads next to nothing, scoring no pixels and no page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import yakulens

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"numpy", "cv2", "onnxruntime", "PIL", "streamlit", "yakulens.app", "yakulens.vision"}

SCORING = (
    "yakulens.score('345678m44p67s +5s [234p]', won='ron').to_json()",
    "str(yakulens.Hand.of('22334455667788m', won='ron'))",
    "yakulens.waits('234567m234p6788s')",
    "yakulens.shanten('234567m234p6788s')",
    "yakulens.discards('234567m234p67889s')",
    "yakulens.settle('exhaustive_draw', tenpai=['east'])",
    "yakulens.final({'Ann': 40000, 'Bo': 30000, 'Cy': 30000, 'Di': 20000})",
    "yakulens.need({'east': 41000, 'south': 37000, 'west': 22000, 'north': 20000})",
    "yakulens.penalties('late')",
    "yakulens.rules('ema-2025')._repr_html_()",
    "issubclass(yakulens.InputError, ValueError)",
)
"""What scores, a line each."""


def loaded_by(program: str) -> set[str]:
    words = [sys.executable, "-c", f"import sys, yakulens\n{program}\nprint(*sys.modules)"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stdout.splitlines()[-1].split())


def test_importing_loads_no_module_of_ours() -> None:
    assert {name for name in loaded_by("") if name.startswith("yakulens.")} == set()


@pytest.mark.parametrize("program", SCORING)
def test_scoring_loads_no_pixels_and_no_page(program: str) -> None:
    assert loaded_by(program) & HEAVY == set()


def test_scoring_needs_the_standard_library_alone() -> None:
    """Not only is nothing else loaded: nothing else is there."""
    program = "\n".join(("import yakulens", *SCORING, "import numpy"))
    alone = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", ROOT)))}
    words = [sys.executable, "-S", "-c", program]  # -S: without what pip installs
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT, env=alone)
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'numpy'"
    assert f"line {len(SCORING) + 2}, in <module>" in done.stderr  # the last one


def test_a_command_that_scores_needs_the_standard_library_alone() -> None:
    alone = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", ROOT)))}
    words = [
        sys.executable,
        "-S",
        "-m",
        "yakulens",
        "score",
        "345678m44p67s234p",
        "--win",
        "5s",
        "--by",
        "tsumo",
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT, env=alone)
    assert json.loads(done.stdout)["han"] == 3


def test_reading_loads_no_page() -> None:
    program = f"yakulens.read({str(ROOT / 'datasets/samples/seven-pairs.jpg')!r}).to_hand(won='ron')"
    loaded = loaded_by(program)
    assert "streamlit" not in loaded
    of_app = {name for name in loaded if name.startswith("yakulens.app.")}
    assert all(name.startswith("yakulens.app.words") for name in of_app), "only the words of its questions"


def test_every_public_name_is_there_and_completes() -> None:
    assert all(getattr(yakulens, name) is not None for name in yakulens.__all__)
    assert set(yakulens.__all__) <= set(dir(yakulens))


def test_a_name_that_is_none_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="'yakulens' has no attribute 'scor'"):
        yakulens.scor  # type: ignore[attr-defined]  # noqa: B018 - what asking for it does
