from __future__ import annotations

from typing import TYPE_CHECKING, Never

from tests.app.page.told import drawn
from yakulens.app.store import shared

if TYPE_CHECKING:
    import pytest
    from streamlit.testing.v1 import AppTest


def test_a_setting_is_there_again() -> None:
    shared.remember(language="ja", names=["Ann", "Bo"])
    assert shared.recall() == {"language": "ja", "names": ["Ann", "Bo"]}


def test_a_disk_that_cannot_be_used_remembers_nothing_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> Never:
        message = "no disk"
        raise OSError(message)

    monkeypatch.setattr(shared, "store", broken)
    assert shared.remember(language="ja") == "unusable"
    assert shared.recall() == {}


def test_settings_that_mean_nothing_are_passed_over(page: AppTest) -> None:
    shared.remember(language="tlh", rules="no-such-rules", game="seven", ending=7, names=8)
    fresh = page.from_file(str(page._script_path), default_timeout=120).run()
    assert not fresh.exception
    assert not fresh.error
    assert fresh.file_uploader[0].label == "Photo of the hand"


def test_the_rule_set_of_the_last_visit_is_chosen_in_the_next(page: AppTest) -> None:
    shared.remember(rules="wrc-2015")
    fresh = page.from_file(str(page._script_path), default_timeout=120).run()
    fresh.text_input[0].set_value("234567m44p678s67p +8p")
    next(b for b in fresh.button if "Lay out" in b.label).click().run()
    assert drawn(fresh)["result"]["settings"]["rules"]["value"] == "wrc-2015"
