"""Names of players that mean harm, on the ruling card."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.app.exports.test_ruling_card import HAND, OWN, WON, card, picture
from yakulens.app import game
from yakulens.app.exports import card_drawing as drawing
from yakulens.app.exports import card_of_game, tenhou
from yakulens.app.exports.card_fonts import CardFont, letters_of
from yakulens.app.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from PIL import Image

NAMES = (
    "A\nB", "\r\n\r\n", "\t", "\0", "\x1b[2J", "\u202eRTL\u2066", "\ud800", "a\u0301" * 300, "W" * 5_000,
    "家" * 3_000, "W " * 2_000, "\U0001f600" * 50, "<script>alert(1)</script>", "{name}", "%s %n",
    "\u2028" * 9,
)  # fmt: skip


def inked(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many pixels of a part of the picture are not paper."""
    part = np.asarray(image.convert("RGB").crop(box)).astype(int)
    paper = np.array([0xFF, 0xFD, 0xF8])
    return int((np.abs(part - paper).sum(axis=2) > 30).sum())


@pytest.mark.parametrize(
    "drawn", [OWN, CardFont(None, "latin"), letters_of("en")], ids=["own", "latin", "system"]
)
@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_name_on_the_card_is_drawn_in_its_place_whatever_it_holds(name: str, drawn: CardFont) -> None:
    image = picture(card(HAND, WON, names={"south": name, "west": name}, made=name[:40]), drawn)
    assert image.height < drawing.MAX_HEIGHT
    assert inked(image, (0, 0, 20, image.height)) == 0, "nothing runs over the left edge"
    assert inked(image, (image.width - 20, 0, image.width, image.height)) == 0, "nor over the right one"
    over = game.begin("ema-2025", ("a", "b", "c", "d"))
    made = card_of_game.game_card(over, "en", dict.fromkeys("abcd", name), "2026-11-25")
    end = picture(made, drawn)
    assert end.height < drawing.MAX_HEIGHT
    assert inked(end, (0, end.height - 70, end.width, end.height - 30)) > 0, "the last line is there"
    assert inked(end, (end.width - 20, 0, end.width, end.height)) == 0


LOOKALIKES = (
    "Ann\u200b",
    "Ann\u202e",
    "\u2066Ann",
    "A\u00adnn",
    "Ann\u3164",
    "Ann\u2800",
    "Ann\u00a0",
    "Ann\ufeff",
)


@pytest.mark.parametrize("name", LOOKALIKES)
def test_two_names_that_look_alike_are_told_apart_on_screen_and_in_exports(name: str) -> None:
    begun = game.begin("ema-2025", ("Ann", name, "Cy", "Di"))
    shown = begun.players[1]
    assert "U+" in shown
    assert shown.isprintable()
    assert shown in tenhou.tenhou_json(begun)["name"]


def test_an_earlier_programs_game_is_shown_with_what_its_names_hide(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite3")
    number = store.games.of("").begin(game.begin("ema-2025", ("Ann", "Bo", "Cy", "Di")))
    with store.games._file.change() as database:
        database.execute("UPDATE game SET players = ?", (json.dumps(["Ann", "Ann\u200b", "Cy", "Di"]),))
    kept = store.games.of("").load(number)
    assert kept is not None
    assert kept.game.players[1] == "Ann⟨U+200B⟩"
