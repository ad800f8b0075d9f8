"""Other people's names are tiles where one tile alone can be meant; else they stay open."""

from __future__ import annotations

import pytest

from yakulens.datasets.imports.names import guess
from yakulens.vision.labels import LABELS


def tiles(names: str) -> dict[str, str]:
    return {name: "|".join(found) for name, found in guess(names.split()).items()}


def test_our_own_names_are_themselves() -> None:
    assert guess(LABELS) == {label: (label,) for label in LABELS}


@pytest.mark.parametrize(
    ("names", "meant"),
    [
        ("1man 9pin 3sou 5pr 5mr 5m_red red_5_sou aka5p r5s 0s", "1m 9p 3s 0p 0m 0m 0s 0p 0s 0s"),
        ("bamboo-1 character_5 dots_9 one_bamboo Circle7", "1s 5m 9p 1s 7p"),
        ("East South West North White Green Red", "1z 2z 3z 4z 5z 6z 7z"),
        ("EW SW WW NW WD GD RD", "1z 2z 3z 4z 5z 6z 7z"),
        ("wind_east NorthWind dragon-white RedDragon green_dragon", "1z 4z 5z 7z 6z"),
        ("1m 1s 1t east fa zhong bai", "1m 1s 1p 1z 6z 7z 5z"),
        ("1B 2C 3D 1F", "1s 2m 3p other"),
        ("1C 1D 4B 5B 6B 7B 9B 1S 4S", "1m 1p 4s 5s 6s 7s 9s other other"),
        ("1S 2S 3S 4S 5S 1B 2B", "1s 2s 3s 4s 5s 1p 2p"),
        ("St1 Th5 Ton9 Ea Pha", "1s 5m 9p 1z 6z"),
        ("ton nan sha pei haku hatsu chun", "1z 2z 3z 4z 5z 6z 7z"),
        ("一萬 五筒 九索 東 白 發 中", "1m 5p 9s 1z 5z 6z 7z"),
        ("E S W N P F C", "1z 2z 3z 4z 5z 6z 7z"),
        ("flower season plum joker back facedown", "other other other other back back"),
        ("flower_plum season-2 RedJoker face_down tile_back", "other other other back back"),
    ],
)
def test_names_of_the_field_are_known(names: str, meant: str) -> None:
    assert list(tiles(names).values()) == meant.split()


@pytest.mark.parametrize(
    ("names", "open_"),
    [
        ("W", {"W": "3z|5z"}),
        ("1w 2t 3b", {"1w": "1m", "2t": "2p|2s", "3b": "3s|3p"}),
        ("logo 12 m 10m mahjong face", dict.fromkeys(["logo", "12", "m", "10m", "mahjong", "face"], "")),
        (
            "c10 c5 C s12 w2 w33 s_1_2 5m",
            dict.fromkeys(["c10", "c5", "C", "s12", "w2", "w33", "s_1_2"], "") | {"5m": "5m"},
        ),
    ],
)
def test_what_may_mean_two_tiles_or_none_stays_open(names: str, open_: dict[str, str]) -> None:
    assert tiles(names) == open_


def test_a_class_of_whatever_tile_is_no_flower_and_no_question() -> None:
    assert guess(["tile", "Tiles", "mahjong-tile", "other_tile"]) == {
        "tile": ("tile",),
        "Tiles": ("tile",),
        "mahjong-tile": ("tile",),
        "other_tile": ("other",),
    }


def test_a_lone_letter_is_what_the_other_names_leave() -> None:
    assert tiles("East South West North W")["W"] == "5z"
    assert tiles("E S W N white")["W"] == "3z"


@pytest.mark.parametrize(
    "sentence",
    [
        "This dataset and other bonus images were exported in spring 2023",
        "This is a flower tile dataset",
        "Flower detection v2",
        "closed beta",
        "Roboflow back end 3",
    ],
)
def test_a_sentence_that_a_tool_took_for_a_class_means_no_tile(sentence: str) -> None:
    assert guess([sentence, "1m"]) == {sentence: (), "1m": ("1m",)}


def test_nine_beside_four_are_bamboo_and_seasons_without_any_other_name() -> None:
    found = tiles(" ".join([*(f"B{n}" for n in range(1, 10)), *(f"S{n}" for n in range(1, 5))]))
    assert found == {f"B{n}": f"{n}s" for n in range(1, 10)} | {f"S{n}": "other" for n in range(1, 5)}


def test_a_lone_letter_is_a_flower_where_green_has_another_name_and_else_is_asked_about() -> None:
    assert tiles("F GD RD WD")["F"] == "other"
    assert tiles("F flower_1 RD")["F"] == "6z"
    assert tiles("F East 1m")["F"] == "6z|other"
    assert tiles("E S W N P F C")["F"] == "6z"


@pytest.mark.parametrize("odd", ["10B", "c10", "1bam", "bam1", "0m", "1W", "D10", "1 bamboo"])
def test_one_odd_name_makes_no_other_name_doubtful(odd: str) -> None:
    names = [f"{number}{suit}" for suit in "BCD" for number in range(1, 10)]
    assert {name: found for name, found in guess([*names, odd]).items() if name != odd} == guess(names)


def test_a_word_that_counts_classes_is_no_suit() -> None:
    names = [f"c{number}" for number in range(1, 35)]
    assert set(guess(names).values()) == {()}
