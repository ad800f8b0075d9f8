"""Whatever comes in is answered or refused in a line; seeds say what, so that it is the same everywhere."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.hostile import answered, lines, photos, rule_files
from tests.hostile.fuzz import CASES, TARGETS

if TYPE_CHECKING:
    from pathlib import Path

PHOTOS = 600
LINES = 5_000
RULE_FILES = 3_000
OTHERS = 60
FILES = sorted(CASES.glob("*/*"))


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")  # pytest lets them through again
def test_hostile_photos(capfd: pytest.CaptureFixture[str]) -> None:
    taken = [answered.photo(photos.photo(Random(number))) for number in range(PHOTOS)]
    assert 0 < sum(taken) < PHOTOS
    assert capfd.readouterr().err == "", "decoders are not heard"


@pytest.mark.parametrize("bomb", photos.BOMBS)
def test_bombs_are_refused_or_do_not_go_off(bomb: photos.Making) -> None:
    answered.photo(bomb())


@pytest.mark.parametrize("kind", photos.sound())
def test_what_is_damaged_was_sound(kind: str) -> None:
    assert answered.photo(photos.sound()[kind])


def test_hostile_lines() -> None:
    taken = 0
    for number in range(LINES):
        which, text = lines.line(Random(number))
        taken += answered.line(lines.SOUND[which][0], text)
    assert 0 < taken < LINES


def test_hostile_rule_files() -> None:
    taken = sum(answered.rules(rule_files.rule_file(Random(number))) for number in range(RULE_FILES))
    assert 0 < taken < RULE_FILES


@pytest.mark.parametrize("name", ["sets", "imports", "database"])
def test_hostile_files(name: str, tmp_path: Path) -> None:
    for number in range(OTHERS):
        folder = tmp_path / str(number)
        folder.mkdir()
        TARGETS[name].make(Random(number), folder)
        TARGETS[name].judge(folder)


@pytest.mark.parametrize("case", FILES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_what_broke_something_once_does_so_no_more(case: Path, tmp_path: Path) -> None:
    target = TARGETS[case.parent.name]
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / case.name).write_bytes(case.read_bytes())
    target.judge(folder)
