"""An evening goes alike in the browser's Python and in this one: the same taps give the same views and games.

A thousand evenings in `make test-all`.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.pocket import browsers_python, evening_alone
from tests.properties import random_taps

PROGRAM: Final = """
import json, zipfile

zipfile.ZipFile("tests.zip").extractall()
from tests.pocket.evening_alone import evening

with open("seeds.json") as seeds, open("out-states.json", "w") as states:
    json.dump([evening(seed) for seed in json.load(seeds)], states)
"""
ROOT: Final = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "seeds",
    [range(first, first + 50) for first in range(0, 1000, 50)],
    ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}",
)
def test_random_evenings_go_in_the_browsers_python_as_here(built: Path, tmp_path: Path, seeds: range) -> None:
    with zipfile.ZipFile(tmp_path / "tests.zip", "w") as archive:
        for module in (evening_alone, random_taps):
            archive.write(module.__file__, Path(module.__file__).relative_to(ROOT))
    (tmp_path / "seeds.json").write_text(json.dumps([*seeds]), encoding="utf-8")
    browsers_python.run(built, PROGRAM, tmp_path)
    theirs = json.loads((tmp_path / "out-states.json").read_text("utf-8"))
    for seed, states in zip(seeds, theirs, strict=True):
        assert len(states) > evening_alone.TAPS / 2
        assert states == evening_alone.evening(seed), seed
