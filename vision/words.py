"""Tiles in plain words, for the messages of issues."""

from typing import Final

_HONOURS: Final = ("East", "South", "West", "North", "White", "Green", "Red")
_SUITS: Final = {"m": "characters", "p": "circles", "s": "bamboo"}


def tile_words(face: str) -> str:
    """The tile in words.

    >>> tile_words("5s"), tile_words("0p"), tile_words("7z"), tile_words("back")
    ('5 of bamboo', 'red 5 of circles', 'Red dragon', 'a face-down tile')
    """
    if face == "back":
        return "a face-down tile"
    if face == "other":
        return "a flower or season"
    if face[1] == "z":
        number = int(face[0])
        return f"{_HONOURS[number - 1]} {'wind' if number <= 4 else 'dragon'}"  # noqa: PLR2004 - four winds
    return f"{'red 5' if face[0] == '0' else face[0]} of {_SUITS[face[1]]}"
