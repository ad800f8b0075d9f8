"""Nobody sees, changes or deletes what is not theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.app import game
from yakulens.app.store import Store
from yakulens.app.store.history import HandRecord, KeptPhoto, Query

if TYPE_CHECKING:
    from pathlib import Path

PHOTO = KeptPhoto(b"jpeg", b"shown", b"thumb")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "a.sqlite3")


@pytest.fixture
def evening() -> game.Game:
    return game.begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))


def now(words: str = "") -> HandRecord:
    return HandRecord(
        "ema-2025", corrected=False, desk={}, situation={}, score=None, faces="", reds="", words=words
    )


def test_a_visitor_sees_no_game_that_they_did_not_begin_or_join(store: Store, evening: game.Game) -> None:
    mine, yours = store.games.of("me"), store.games.of("you")
    number = mine.begin(evening)
    assert yours.load(number) is None
    assert list(yours.all()) == []
    assert yours.save(number, 0, evening) == "deleted"
    assert yours.invite(number) is None
    code = mine.invite(number)
    assert code is not None
    assert mine.invite(number) == code
    assert yours.join(f" {code[:3].lower()}-{code[3:]} ") == number
    assert [each.number for each in yours.all()] == [number]
    assert yours.save(number, 0, evening) == "saved"


def test_only_who_began_a_game_deletes_it(store: Store, evening: game.Game) -> None:
    mine, yours = store.games.of("me"), store.games.of("you")
    number = mine.begin(evening)
    assert yours.join(mine.invite(number) or "") == number
    assert not yours.delete(number)
    assert mine.load(number) is not None
    assert mine.delete(number)
    assert yours.load(number) is None


def test_a_code_that_no_game_has_joins_none(store: Store, evening: game.Game) -> None:
    store.games.of("me").begin(evening)
    assert store.games.of("you").join("ABCDEF") is None
    assert store.games.of("you").join("") is None


def test_history_belongs_to_who_read_the_photo_until_they_share_it(store: Store) -> None:
    mine, yours = store.history.of("me"), store.history.of("you")
    mine.agree()
    number = mine.add("2026-01-01T00:00:00Z", {}, now(), PHOTO)
    for see in (yours.load, yours.photo):
        assert see(number) is None
    assert yours.count() == 0
    assert yours.numbers(Query()) == []
    assert list(yours.all()) == []
    assert yours.photos() == (0, 0)
    yours.share(number, shared=True)
    assert yours.load(number) is None, "nobody shares what is another's"
    mine.share(number, shared=True)
    found = yours.load(number)
    assert found is not None
    assert (found.owner, found.shared) == ("me", True)
    assert yours.photo(number) == PHOTO
    assert list(yours.all()) == [], "an export holds one's own"


def test_nobody_changes_or_deletes_the_readings_and_photos_of_others(store: Store) -> None:
    mine, yours = store.history.of("me"), store.history.of("you")
    mine.agree()
    number = mine.add("2026-01-01T00:00:00Z", {}, now(), PHOTO)
    mine.share(number, shared=True)
    assert yours.change(number, 0, now("other")) == "deleted"
    yours.delete(number)
    yours.decline()
    yours.delete_all()
    assert mine.load(number) is not None
    assert mine.photos()[0] == 1
    assert mine.keeps_photos() is True
    assert yours.keeps_photos() is False
    mine.delete(number)
    assert store.history.count() == 0


def test_settings_are_each_browsers_own(store: Store) -> None:
    store.settings.update({"language": "ja"}, owner="me")
    assert store.settings.all(owner="you").get("language") is None
    assert store.settings.all(owner="me") == {"language": "ja"}
