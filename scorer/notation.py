"""A whole hand as a person types it: `345678m44p67s +5s [234p] (1111z)`.

`[..]` is a called set, `(..)` a closed quad, and `+` marks the winning tile. Blanks and commas are ignored.
Tiles may also be Unicode's, or named in Japanese or Chinese (`scorer.spelling`), have blanks within
(`3 4 5 m`, `345 m`), or be the numbers of Tenhou's logs (`13 14 15 22 22`: the suit first, 51 to 53 for red
fives).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from yakulens.scorer.errors import InputError, brief
from yakulens.scorer.hand import Hand
from yakulens.scorer.meld import Meld, can_be
from yakulens.scorer.spelling import spelt
from yakulens.scorer.tile import KINDS, SUITS, Tile, parse, parse_one, plain
from yakulens.scorer.vocabulary import MeldKind

NotationFault = Literal["no_meld", "two_wins", "no_tiles", "stray_sign"]
"""Faults of a text whose tiles are valid, but which is no hand."""
_COMPLETE: Final = 14
_PART: Final = re.compile(r"\[([^\]]+)\]|\(([^)]+)\)|\+\s*([0-9][mpsz])|([^\s\[(+]+)|([\[(+].*)")
_SPACED: Final = re.compile(r"(?<![^\s,+\[(])(?:\d(?:\s+\d)*|\d+)\s*[mpsz](?![^\s,+\])(\[])")
"""Tiles of a suit with blanks between the numbers, or before the suit."""
_NUMBERED: Final = re.compile(r"[\s,+\[\]()]*(?:\d\d[\s,+\[\]()]+)+\d\d[\s,+\[\]()]*")
_TENHOU: Final = {"51": "0m", "52": "0p", "53": "0s"} | {
    f"{suit}{tile[0]}": tile for suit, letter in enumerate(SUITS, 1) for tile in KINDS if tile[1] == letter
}
"""The numbers of tiles in Tenhou's logs."""
_CALLED: Final[tuple[MeldKind, ...]] = ("chi", "pon", "open_kan")
_CLOSED: Final[tuple[MeldKind, ...]] = ("closed_kan",)


class NotationError(InputError):
    """The tiles of a text make no hand.

    Attributes:
        fault: the kind of fault, for messages in other languages.
        part: the part of the text with the fault.
    """

    def __init__(self, message: str, part: str, fault: NotationFault) -> None:
        """Take a one-line message, the part with the fault, and the kind of fault."""
        super().__init__(message)
        self.fault: NotationFault = fault
        self.part = part


@dataclass(frozen=True, slots=True)
class TypedHand:
    """The parts of a typed hand.

    Attributes:
        concealed: the tiles in the hand, including the winning tile if it is not marked.
        win: the marked winning tile, if any.
        melds: called sets and closed quads; a sequence is always claimed from the left.
    """

    concealed: tuple[Tile, ...]
    win: Tile | None
    melds: tuple[Meld, ...]


def split(text: str) -> TypedHand:
    """The parts of a typed hand, complete or not.

    Raises:
        TileError: something in it is not a tile.
        NotationError: a set is invalid, a bracket or `+` has no tiles, two tiles are marked as the winning
            tile, or there are no tiles.

    >>> found = split("345678m44p67s +5s [234p]")
    >>> found.win, found.melds
    ('5s', (Meld(kind='chi', tiles=('2p', '3p', '4p'), claimed_from='left'),))
    """
    concealed: list[Tile] = []
    wins: list[Tile] = []
    melds: list[Meld] = []
    for meld, closed, win, loose, stray in _PART.findall(_usual(text)):
        if meld or closed:
            melds.append(_meld(meld or closed, _CLOSED if closed else _CALLED))
        elif win:
            wins.append(parse_one(win))
        elif stray:
            advice = "write [..] or (..) round a set, + before one tile"
            message = f"'{stray[0]}' in {brief(stray)!r} is stray: {advice}"
            raise NotationError(message, stray, "stray_sign")
        else:
            concealed.extend(tiles(loose))
    if len(wins) > 1:
        part = " ".join(wins)
        message = f"two winning tiles, {part}: mark one of them with +"
        raise NotationError(message, part, "two_wins")
    if not concealed and not wins and not melds:
        message = f"there are no tiles in {brief(text.strip())!r}"
        raise NotationError(message, text.strip(), "no_tiles")
    return TypedHand(tuple(concealed), wins[0] if wins else None, tuple(melds))


def _usual(text: str) -> str:
    """The text with tiles in the usual notation, if it has them in another one.

    Raises:
        TileError: numbers stand before a tile without a suit.
    """
    text = in_notation(text.strip())
    if _NUMBERED.fullmatch(text) and {*re.findall(r"\d\d", text)} <= _TENHOU.keys():
        return re.sub(r"\d\d", lambda number: _TENHOU[number.group()], text)
    return _SPACED.sub(lambda spaced: "".join(spaced.group().split()), text)


def tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a compact text, or of names or Unicode's tiles; blanks and commas are ignored.

    Raises:
        TileError: something in it is not a tile.

    >>> tiles("406m 11z"), tiles("赤五萬 🀄")
    (('4m', '0m', '6m', '1z', '1z'), ('0m', '7z'))
    """
    return parse(re.sub(r"[\s,]+", "", in_notation(text)))


def in_notation(text: str) -> str:
    """The text with tiles in the usual notation, if it names them or has Unicode's.

    Raises:
        TileError: numbers stand before such a tile without a suit.

    >>> in_notation("三筒🀄")
    '3p7z'
    """
    if text.isascii():
        return text
    written, numbers = spelt(text)
    if numbers:
        parse(numbers)  # no suit follows
    return written


def winning_hand(text: str, win: str | None = None, melds: Iterable[Meld] = ()) -> Hand:
    """The winning hand that a text means.

    The winning tile is the given one, else the one marked with `+`, else the last of a complete hand.

    Raises:
        TileError: something is not a tile.
        NotationError: the text is no hand.
        InputError: the winning tile is unknown.

    >>> winning_hand("345678m44p67s234p5s").win
    '5s'
    >>> winning_hand("345678m44p567s", "5s", [Meld.of("chi", "234p", "left")]).concealed[-2:]
    ('6s', '7s')
    """
    typed = split(text)
    concealed, sets = list(typed.concealed), (*typed.melds, *melds)
    is_whole = len(concealed) == _size(sets)
    if win is not None and typed.win is not None:
        message = f"two winning tiles, +{typed.win} in the hand and {win} beside it: name one of them"
        raise InputError(message)
    if typed.win is not None:
        return Hand(typed.concealed, typed.win, sets)
    if win is None:
        if not is_whole:
            message = f"{len(concealed)} tiles: say the winning one (win, --win), or give all {_size(sets)}"
            raise InputError(message)
        return Hand(tuple(concealed[:-1]), concealed[-1], sets)
    win_tile = parse_one(in_notation(win))
    if not is_whole:
        return Hand(tuple(concealed), win_tile, sets)
    # A plain five may be named though the hand's is red.
    held = next(
        (tile for tile in (win_tile, *concealed) if tile in concealed and win_tile in {tile, plain(tile)}),
        None,
    )
    if held is None:
        message = f"the hand is complete, so the winning tile {win_tile} (win, --win) must be among them"
        raise InputError(message)
    concealed.remove(held)
    return Hand(tuple(concealed), held, sets)


def _size(melds: tuple[Meld, ...]) -> int:
    return _COMPLETE - 3 * len(melds)


def _meld(text: str, kinds: tuple[MeldKind, ...]) -> Meld:
    meld_tiles = tiles(text)
    kind = next((kind for kind in kinds if can_be(kind, meld_tiles)), None)
    if kind is None:
        problem = (
            "no closed quad: give four alike, or write a called set as [234p]"
            if kinds == _CLOSED
            else "no set: give a run of three, three or four alike"
        )
        message = f"{brief(text)!r} is {problem}"
        raise NotationError(message, text, "no_meld")
    return Meld(kind, meld_tiles, "left" if kind == "chi" else None)
