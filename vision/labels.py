"""The 39 classes of the recogniser, in the order of the network's outputs.

A label is a tile as the rest of the program writes it: ``1m``..``9m`` characters, ``1p``..``9p`` circles,
``1s``..``9s`` bamboo, ``1z``..``7z`` East South West North White Green Red, ``0m 0p 0s`` the red fives,
``back`` a face-down tile and ``other`` a face-up tile that riichi does not use (flower, season, joker).
"""

from typing import Final

from yakulens.scorer import tile

PLAIN: Final = tile.KINDS
"""The 34 faces without red fives."""
RED_FIVES: Final = tile.RED_FIVES
FACES: Final = tile.TILES
"""The 37 faces that a riichi hand can hold."""
BACK: Final = "back"
OTHER: Final = "other"
LABELS: Final[tuple[str, ...]] = (*FACES, BACK, OTHER)
"""All 39 classes; a model's class axis has this order."""
TILE: Final = "tile"
"""The name of a box that shows where a tile lies but not which."""
NO_TILE: Final = "none"
"""What a person assigns to a class of a foreign network or data set that is not a tile."""
INDEX: Final[dict[str, int]] = {label: i for i, label in enumerate(LABELS)}


def plain(face: str) -> str:
    """The face, a red five replaced by the ordinary five of its suit; any other label unchanged.

    >>> plain("0p"), plain("7z")
    ('5p', '7z')
    """
    return "5" + face[1] if face in RED_FIVES else face


KIND: Final[tuple[int, ...]] = tuple(INDEX[plain(label)] for label in LABELS)
"""For each label's index, the index of its plain face: a red five counts as the ordinary five."""
BLANK: Final[tuple[int, ...]] = (INDEX["5z"], INDEX[BACK])
"""Indices of the labels without print: any plain surface looks like one of them."""
