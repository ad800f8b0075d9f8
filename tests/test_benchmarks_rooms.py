"""What `python -m tests.benchmarks.rooms` counts, shown on a small house."""

from __future__ import annotations

import doctest
from graphlib import CycleError
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks import rooms

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def house(tmp_path: Path) -> Path:
    files = {
        "app/main.py": "from yakulens.app.page.frame import draw\nfrom yakulens.app import words\n",
        "app/page/__init__.py": "",
        "app/page/frame.py": "from yakulens.app.hand import view\nimport numpy\n\n",
        "app/page/views/score.py": "from yakulens.app.page.frame import draw\n",
        "app/hand/view.py": "from yakulens.scorer.fu import fu_of\nimport yakulens.app.words.tiles\n",
        "app/words/__init__.py": "",
        "app/words/tiles.py": "# words\n",
        "app/words/note.txt": "no source",
        "scorer/fu.py": "one = 1\ntwo = 2\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_modules_and_lines_are_counted_by_room(house: Path) -> None:
    assert rooms.sizes(house) == {
        "app/main.py": rooms.Size(1, 2),
        "app/hand": rooms.Size(1, 2),
        "app/page": rooms.Size(3, 4),
        "app/words": rooms.Size(2, 1),
        "scorer": rooms.Size(1, 2),
    }


def test_an_arrow_leads_from_a_room_to_each_one_that_it_imports(house: Path) -> None:
    assert rooms.arrows("app", house) == {
        ("app/main.py", "app/page"),
        ("app/main.py", "app/words"),
        ("app/page", "app/hand"),
        ("app/hand", "app/words"),
    }
    assert rooms.floors(rooms.arrows("app", house)) == 4


def test_rooms_that_import_in_a_circle_have_no_floors() -> None:
    with pytest.raises(CycleError):
        rooms.floors({("a", "b"), ("b", "c"), ("c", "a")})


def test_the_examples_hold() -> None:
    assert doctest.testmod(rooms).failed == 0


def test_scoring_enters_our_functions_each_counted_once() -> None:
    once = rooms.entered(lambda: rooms.room_of(rooms.SAMPLE))
    assert once == rooms.Entered(0, 0)  # a test's own are none of ours
    scored = rooms.entered(lambda: rooms.yakulens.rules("ema-2025"))
    assert 0 < scored.modules <= scored.functions


def test_a_tap_enters_the_page_and_the_scorer() -> None:
    tapped = rooms.tap()
    assert 30 < tapped.modules < tapped.functions
