"""Whatever is wrong with an export, it is read all the same or refused in one line."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from tests.datasets.imports.exports import SIZE
from tests.datasets.imports.hostile import DamagedExport, damaged_exports, laid_out
from yakulens.datasets.imports.foreign import Export, ExportError
from yakulens.datasets.imports.formats import read_export
from yakulens.datasets.imports.labelled import labelled


def read_or_refused(folder: Path) -> Export | str:
    """What a folder holds, or the line that it is refused with."""
    try:
        return read_export(folder)
    except ExportError as error:
        return str(error)


@pytest.mark.filterwarnings("error")
@given(example=damaged_exports())
def test_a_damaged_export_is_read_or_refused_in_one_line(example: DamagedExport) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        laid_out(example, folder)
        found = read_or_refused(folder)
        if isinstance(found, str):
            assert len(found.splitlines()) == 1, found
            assert len(found) < 600 + len(name)
            return
        assert found.photos
        assert all("\n" not in name and name for name in found.classes)
        for photo in found.photos:
            assert photo.path.is_relative_to(folder)
            made = labelled(photo, SIZE, dict.fromkeys(found.classes, "1m"))
            assert len(made.boxes) + len(made.impossible) == len(photo.boxes)
            assert np.isfinite(made.boxes).all()
            assert ((made.boxes >= 0) & (made.boxes <= [*SIZE, *SIZE])).all()
