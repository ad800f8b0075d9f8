"""Whatever comes in is answered or refused in a line; seeds say what, so that it is the same everywhere."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.hostile import answered, lines, photos, rule_files
from tests.hostile.fuzz import CASES, TARGETS

if TYPE_CHECKING:
    from pathlib import Path

PHOTOS = (range(60), pytest.param(range(60, 600), marks=pytest.mark.long))
LINES = (range(500), pytest.param(range(500, 5_000), marks=pytest.mark.long))
RULE_FILES = (range(300), pytest.param(range(300, 3_000), marks=pytest.mark.long))
OTHERS = 60
FILES = sorted(CASES.glob("*/*"))


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")  # pytest lets them through again
@pytest.mark.parametrize("seeds", PHOTOS)
def test_hostile_photos(seeds: range, capfd: pytest.CaptureFixture[str]) -> None:
    taken = [answered.photo(photos.photo(Random(number))) for number in seeds]
    assert 0 < sum(taken) < len(seeds)
    assert capfd.readouterr().err == "", "decoders are not heard"


@pytest.mark.parametrize("bomb", photos.BOMBS)
def test_bombs_are_refused_or_do_not_go_off(bomb: photos.Making) -> None:
    answered.photo(bomb())


@pytest.mark.parametrize("kind", photos.sound())
def test_what_is_damaged_was_sound(kind: str) -> None:
    assert answered.photo(photos.sound()[kind])


@pytest.mark.parametrize("seeds", LINES)
def test_hostile_lines(seeds: range) -> None:
    taken = 0
    for number in seeds:
        which, text = lines.line(Random(number))
        taken += answered.line(lines.SOUND[which][0], text)
    assert 0 < taken < len(seeds)


@pytest.mark.parametrize("seeds", RULE_FILES)
def test_hostile_rule_files(seeds: range) -> None:
    taken = sum(answered.rules(rule_files.rule_file(Random(number))) for number in seeds)
    assert 0 < taken < len(seeds)


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
