"""Which photos there are, and which are left to do."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from yakulens.app.archive.sources import outstanding, photos

if TYPE_CHECKING:
    from pathlib import Path

NAMES = st.lists(st.sampled_from("abcdef"))


def test_a_folder_gives_its_photos_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in (
        "b/2.JPG",
        "b/1.png",
        "a.heic",
        "c.txt",
        ".hidden.jpg",
        ".thumbnails/x.jpg",
        "b.jpg",
        "hands.jsonl",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (tmp_path / "round").symlink_to(tmp_path)
    found = [path.removeprefix(f"{tmp_path}/") for path in photos([str(tmp_path)])]
    assert found == ["a.heic", "b/1.png", "b/2.JPG", "b.jpg"]


def test_what_is_named_itself_is_given_as_it_is(tmp_path: Path) -> None:
    named = [str(tmp_path / "scan.data"), "missing.jpg"]
    assert list(photos(named)) == named


@given(NAMES, NAMES)
def test_what_is_done_is_left_out_as_often_as_it_was_done(names: list[str], done: list[str]) -> None:
    assert Counter(outstanding(names, done)) == Counter(names) - Counter(done)


@given(NAMES, st.integers(0, 9))
def test_a_run_that_was_cut_off_goes_on_where_it_was(names: list[str], cut: int) -> None:
    assert list(outstanding(names, names[:cut])) == names[cut:]
