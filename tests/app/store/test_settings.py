from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.app.store import Store

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.sqlite3"


@pytest.mark.parametrize("value", ["ja", 3, 1.5, True, False, None, [1, "東"], {"by": "ron", "seats": []}])
def test_a_setting_is_kept_across_restarts(path: Path, value: object) -> None:
    Store(path).settings.update({"what": value})
    assert Store(path).settings.all().get("what", "nothing") == value


def test_there_is_no_setting_that_nobody_made(path: Path) -> None:
    assert Store(path).settings.all() == {}


def test_the_last_value_counts(path: Path) -> None:
    settings = Store(path).settings
    settings.update({"language": "en"})
    settings.update({"language": "ja"})
    assert settings.all() == {"language": "ja"}


@pytest.mark.parametrize("value", [object(), float("nan")])
def test_several_settings_are_kept_together_or_not_at_all(path: Path, value: object) -> None:
    settings = Store(path).settings
    with pytest.raises((TypeError, ValueError)):
        settings.update({"language": "en", "rules": value})
    assert settings.all() == {}
