"""One list of picture formats: by content first, and no second list anywhere."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from yakulens.app.archive import sources
from yakulens.datasets.imports.pictures import by_name, size_of
from yakulens.vision.picture.formats import (
    ACCEPT,
    EXTENSIONS,
    FORMATS,
    has_extension,
    is_picture,
)
from yakulens.vision.picture.photo import load

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.vision.picture.formats import PictureFormat

TREES = ("app", "datasets", "examples", "models", "scorer", "src/yakulens", "vision")
LISTED = re.compile(
    r"""["'.,](jpe?g|jpe|jfif|mpo|png|webp|avif|hei[cf]|hif|tiff?|bmp|gif)["',]""", re.IGNORECASE
)
WRITTEN = {
    "app/cli/evaluate.py",  # what the sheet of mistakes may be saved as
}
"""Files that name several extensions for what they write."""


def picture(kind: str) -> bytes:
    out = io.BytesIO()
    Image.fromarray(np.full((40, 60, 3), 200, np.uint8)).save(out, kind)
    return out.getvalue()


def test_no_other_list_of_extensions_exists(root: Path) -> None:
    found = {}
    for tree in TREES:
        for path in (root / tree).rglob("*"):
            if path.suffix not in {".py", ".js", ".mjs", ".html"} or path.is_symlink():
                continue
            lines = path.read_text("utf-8").splitlines()
            name = path.relative_to(root).as_posix()
            several = [
                line
                for line in lines
                if len({each.lower().replace("jpeg", "jpg") for each in LISTED.findall(line)}) > 2
            ]
            if several and name not in WRITTEN and path.name != "formats.py":
                found[name] = several
    assert found == {}


def test_each_extension_is_of_one_format_and_a_chooser_offers_it() -> None:
    assert len(set(EXTENSIONS)) == len(EXTENSIONS)
    assert {".jfif", ".jpe", ".hif", ".mpo"} < set(EXTENSIONS)
    assert set(ACCEPT.split(",")) == {"image/*", *EXTENSIONS}


@pytest.mark.parametrize(
    "each", [each for each in FORMATS if each.plugin != "HEIF"], ids=lambda each: each.name
)
def test_a_photo_is_known_by_its_content_whatever_it_is_called(each: PictureFormat, tmp_path: Path) -> None:
    data = picture(each.plugin)
    assert [other.name for other in FORMATS if other.begins(data)] == ([each.name] if each.starts else [])
    for name in ("IMG_0001", "photo.dat", "photo.txt", f"photo{each.extensions[-1].upper()}"):
        path = tmp_path / name
        path.write_bytes(data)
        assert load(path).size == (40, 60)
        if each.starts or has_extension(name):
            assert is_picture(path)
            assert [*sources.photos([str(tmp_path)])] == [str(path)]
            assert by_name([path]) == {name.lower(): [path]}
        assert size_of(path) == (60, 40)
        path.unlink()


def test_what_is_no_photo_is_left_out_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("BMX, and no picture")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "film.mp4").write_bytes(b"\0\0\0\x18ftypisom" + bytes(40))
    (tmp_path / "raw.dng").write_bytes(b"II*\0" + bytes(40))
    assert [*sources.photos([str(tmp_path)])] == []
    assert not is_picture(tmp_path / "nowhere")
