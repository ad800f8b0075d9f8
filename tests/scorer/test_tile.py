"""Tile notation."""

from __future__ import annotations

import pytest

from yakulens.scorer import tile
from yakulens.scorer.tile import TileError


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("406m11z", ("4m", "0m", "6m", "1z", "1z")),
        (" 4 0 6 m\t11z\n", ("4m", "0m", "6m", "1z", "1z")),
        (["4m", "0m"], ("4m", "0m")),
        (["406m", "1z"], ("4m", "0m", "6m", "1z")),
        ("", ()),
        ([], ()),
    ],
)
def test_compact_text_and_lists_are_read(text: str | list[str], tiles: tuple[str, ...]) -> None:
    assert tile.parse(text) == tiles


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("45", "no suit"),
        ("m", "no digit"),
        ("8z", "honours are 1z to 7z"),
        ("0z", "red fives 0m 0p 0s"),
        ("5x", "not a tile"),
        ("back", "not a tile"),
        ("\uff15m", "not a tile"),
        (["5m", "6"], "no suit"),
    ],
)
def test_anything_else_is_refused_with_the_reason(text: str | list[str], says: str) -> None:
    with pytest.raises(TileError, match=says):
        tile.parse(text)


def test_exactly_one_tile_is_read() -> None:
    assert tile.parse_one("0p") == "0p"
    with pytest.raises(TileError, match="2 tiles instead of one"):
        tile.parse_one("05p")


def test_compact_text_is_read_back_as_it_was() -> None:
    assert tile.compact(tile.TILES) == "123456789m123456789p123456789s1234567z0m0p0s"
    assert tile.parse(tile.compact(tile.TILES)) == tile.TILES


def test_a_red_five_is_of_the_kind_of_a_plain_one() -> None:
    assert [tile.plain(red) for red in tile.RED_FIVES] == ["5m", "5p", "5s"]
