"""Tile notation: `1m`..`9m`, `1p`..`9p`, `1s`..`9s`, `1z`..`7z`, and the red fives `0m 0p 0s`.

A tile is its two-character string. Several tiles are compact text (`406m 11z`) or a list of strings. A tile's
*kind* is its index 0..33 among the kinds that differ in play: a red five has the same kind as a plain five.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from yakulens.scorer.errors import InputError, brief
from yakulens.scorer.message import Message

Tile: TypeAlias = str
"""Two characters: a digit (`0` = red five) and a suit letter out of `m p s z`."""

SUITS: Final = "mpsz"
KINDS: Final[tuple[Tile, ...]] = tuple(
    f"{rank}{suit}" for suit, last in zip(SUITS, (9, 9, 9, 7), strict=True) for rank in range(1, last + 1)
)
"""The 34 kinds in order: characters, circles, bamboo, winds (E S W N), dragons (white, green, red)."""
COPIES: Final = 4
"""Number of copies of each tile."""
RED_FIVES: Final[tuple[Tile, ...]] = ("0m", "0p", "0s")
TILES: Final[tuple[Tile, ...]] = KINDS + RED_FIVES
KIND: Final[dict[Tile, int]] = {tile: at for at, tile in enumerate(KINDS)} | {"0m": 4, "0p": 13, "0s": 22}
"""The kind 0..33 of each of the 37 faces."""


class TileError(InputError):
    """A text that is not tile notation.

    Attributes:
        message: which part is wrong, and what is allowed.
    """

    def __init__(self, message: Message) -> None:
        """Take the message."""
        super().__init__(message.text)
        self.message = message


def parse(tiles: str | Iterable[str]) -> tuple[Tile, ...]:
    """Read compact text or a list of strings as tiles.

    Raises:
        TileError: a digit without a suit, a suit without a digit, an unknown character or tile.

    >>> parse("406m 11z")
    ('4m', '0m', '6m', '1z', '1z')
    >>> parse(["0p", "77z"])
    ('0p', '7z', '7z')
    """
    texts = (tiles,) if isinstance(tiles, str) else tuple(tiles)
    return tuple(tile for text in texts for tile in _parse_text(text))


def parse_one(text: str) -> Tile:
    """Read exactly one tile.

    Raises:
        TileError: the text is not one tile.
    """
    tiles = parse(text)
    if len(tiles) != 1:
        raise TileError(Message.of("tiles_for_one", text=brief(text), count=len(tiles)))
    return tiles[0]


def compact(tiles: Iterable[Tile]) -> str:
    """Write tiles in the shortest notation, in order.

    >>> compact(["4m", "0m", "6m", "1z", "1z"])
    '406m11z'
    """
    text = ""
    for tile in tiles:
        text = text[:-1] + tile if text[-1:] == tile[1] else text + tile
    return text


def plain(tile: Tile) -> Tile:
    """The tile without its colour.

    >>> plain("0m")
    '5m'
    """
    return KINDS[KIND[tile]]


def _parse_text(text: str) -> Iterable[Tile]:
    ranks, shown = "", brief(text)
    for sign in text:
        if "0" <= sign <= "9":
            ranks += sign
        elif sign.isspace():
            continue
        elif sign not in SUITS:
            raise TileError(Message.of("no_tile_sign", sign=sign, text=shown))
        elif not ranks:
            raise TileError(Message.of("suit_without_digit", sign=sign, text=shown))
        else:
            for rank in ranks:
                if rank + sign not in KIND:
                    raise TileError(Message.of("no_such_tile", sign=rank + sign, text=shown))
                yield rank + sign
            ranks = ""
    if ranks:
        raise TileError(Message.of("digits_without_suit", sign=brief(ranks), text=shown))
