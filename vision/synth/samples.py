"""The bundled sample pictures as data: a dozen hands as players lay them, and the situation of each.

Nothing is left open here, so what a picture shows can be told, and tested, without drawing it
(`vision.synth.bundle` does both).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from yakulens.vision.synth.arrange_deal import DealtMeld
from yakulens.vision.synth.arrange_hand import LayingStyle
from yakulens.vision.synth.colours import Paint
from yakulens.vision.synth.studio import Lamp, Phone, Studio, TableTop, TileSet

if TYPE_CHECKING:
    from yakulens.vision.reading import From, MeldKind
    from yakulens.vision.synth.colours import Rgb

_USUAL: Final = (960, 1280)
_WIDE: Final = (810, 1440)
_TALL: Final = (1280, 960)
_SMALL: Final = (768, 1024)
_SMALL_WIDE: Final = (648, 1152)
_SMALL_TALL: Final = (1024, 768)
_WARM: Final[Rgb] = (255, 214, 165)
_EVENING: Final[Rgb] = (255, 190, 120)
_COOL: Final[Rgb] = (214, 232, 255)
_DAY: Final[Rgb] = (246, 250, 255)
_GREEN_BACK = Paint((247, 244, 233), (243, 239, 226), (26, 104, 66))
_ORANGE_BACK = Paint((250, 248, 242), (246, 243, 235), (226, 132, 36))
_BLUE_BACK = Paint((246, 246, 244), (240, 240, 238), (36, 84, 168))
_BAMBOO_BACK = Paint((240, 230, 206), (234, 222, 196), (172, 120, 58))
_YELLOW_BACK = Paint((251, 250, 246), (247, 246, 241), (232, 186, 48))


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture.

    Attributes:
        name: of the file, without its ending.
        shows: one line for people.
        sets: the concealed part by set, winning tile included, e.g. ``"234m 555p 99s"``.
        win: the winning tile.
        situation: the rest of the contract's Hand (by, seat, riichi ...), but for the indicators in view.
        style: how the player lays the hand.
        studio: how it is photographed; its seed is the sample's.
        melds: declared sets, the first called first.
        design: seed of a drawn design; None shows our own artwork.
        dead_wall: dora and ura indicators on a dead wall, e.g. ``("7s", "3p")``.
    """

    name: str
    shows: str
    sets: str
    win: str
    situation: dict[str, Any]
    style: LayingStyle
    studio: Studio
    melds: tuple[DealtMeld, ...] = ()
    design: int | None = None
    dead_wall: tuple[str, ...] = ()


def faces(tiles: str) -> tuple[str, ...]:
    """Single faces of a compact string.

    >>> faces("406m1z")
    ('4m', '0m', '6m', '1z')
    """
    out: list[str] = []
    numbers = ""
    for c in tiles:
        if c.isdigit():
            numbers += c
        else:
            out += [n + c for n in numbers]
            numbers = ""
    return tuple(out)


def _meld(kind: MeldKind, tiles: str, called: int | None, origin: From | None) -> DealtMeld:
    return DealtMeld(kind, faces(tiles), called, origin)


_LAID = LayingStyle(crooked=0.55, upside_down=0.0)

SAMPLES: Final[tuple[Sample, ...]] = (
    Sample(
        "riichi",
        "closed hand with riichi, the winning tile a gap away, dora and ura indicators on the dead wall",
        "234m 406p 678s 234s 88p",
        "8s",
        {"by": "ron", "seat": "south", "round": "east", "riichi": "riichi", "discarder": "west"},
        replace(_LAID, win="gap"),
        Studio(
            TileSet(_GREEN_BACK, gloss=0.45),
            TableTop("cloth", (26, 104, 66), (92, 58, 36), 1),
            Lamp(-35, 58, 9, _WARM, (235, 240, 255), 0.6),
            Phone(-6, 56, -1.5, 1.35, 0.88, size=_USUAL),
            5,
        ),
        dead_wall=("7s", "3p"),
    ),
    Sample(
        "open",
        "open hand: a pon from across, a pon from the right and a chi from the left, on a wooden table",
        "456p 88s",
        "4p",
        {"by": "ron", "seat": "west", "round": "east", "discarder": "north"},
        replace(_LAID, win="gap", place="right"),
        Studio(
            TileSet(_ORANGE_BACK, gloss=0.55, thickness=0.8),
            TableTop("wood", (158, 108, 66), clutter=2),
            Lamp(40, 50, 12, _DAY, (255, 240, 220), 0.62),
            Phone(5, 50, 2.0, 1.3, 0.92, size=_WIDE),
            11,
        ),
        melds=(
            _meld("pon", "777z", 1, "across"),
            _meld("pon", "666z", 2, "right"),
            _meld("chi", "345s", 0, "left"),
        ),
        design=4,
    ),
    Sample(
        "closed-quad",
        "closed quad with its outer tiles face-down, the self-drawn tile turned sideways, on a dark mat",
        "234s 678m 999p 55p",
        "6m",
        {"by": "tsumo", "seat": "east", "round": "east"},
        replace(_LAID, win="turned", place="right"),
        Studio(
            TileSet(_BLUE_BACK, gloss=0.5),
            TableTop("mat", (44, 46, 52), (134, 104, 76), 2),
            Lamp(-60, 62, 14, _COOL, (220, 230, 255), 0.5),
            Phone(8, 62, 1.0, 1.5, 0.92, size=_WIDE),
            23,
        ),
        melds=(_meld("closed_kan", "1111z", None, None),),
        design=9,
    ),
    Sample(
        "added-quad",
        "added quad with the fourth tile on top of the rotated one, seen from the right",
        "345m 567s 22p",
        "7s",
        {"by": "tsumo", "seat": "north", "round": "south"},
        replace(_LAID, win="gap", place="corner", stacked_added=True),
        Studio(
            TileSet(_YELLOW_BACK, gloss=0.6),
            TableTop("wood", (196, 158, 112), clutter=1),
            Lamp(20, 66, 7, _WARM, (225, 235, 255), 0.55),
            Phone(66, 52, -2.0, 1.5, 0.9, size=_TALL),
            31,
        ),
        melds=(_meld("pon", "333p", 0, "left"), _meld("added_kan", "6666z", 1, "across")),
    ),
    Sample(
        "red-fives",
        "three red fives in three colours of five, seen from across the table",
        "406m 406p 406s 222p 88s",
        "0s",
        {"by": "tsumo", "seat": "south", "round": "east", "riichi": "riichi", "ura_indicators": ["1z"]},
        replace(_LAID, win="gap"),
        Studio(
            TileSet(_BLUE_BACK, gloss=0.4),
            TableTop("cloth", (34, 62, 116), (60, 44, 34), 1),
            Lamp(150, 60, 10, _DAY, (240, 240, 255), 0.55),
            Phone(176, 54, 2.0, 1.4, 0.9, size=_USUAL),
            43,
        ),
        design=2,
        dead_wall=("6p",),
    ),
    Sample(
        "seven-pairs",
        "seven pairs, the winning tile sideways",
        "22m 77m 33p 99p 44s 11z 55z",
        "5z",
        {"by": "ron", "seat": "east", "round": "south", "discarder": "south"},
        replace(_LAID, win="turned"),
        Studio(
            TileSet(_BAMBOO_BACK, gloss=0.3, split=0.45, wear=0.12),
            TableTop("wood", (104, 66, 42), clutter=2),
            Lamp(70, 40, 6, _EVENING, (255, 214, 170), 0.7, -0.1),
            Phone(-10, 48, 1.5, 1.25, 0.92, size=_SMALL_WIDE),
            52,
        ),
        design=14,
    ),
    Sample(
        "two-rows",
        "a hand in two rows, the winning tile among the others",
        "123m 456m 789m 55m 777z",
        "9m",
        {"by": "ron", "seat": "west", "round": "east", "discarder": "east"},
        replace(_LAID, win="among", two_rows=True),
        Studio(
            TileSet(_GREEN_BACK, gloss=0.5),
            TableTop("mat", (30, 72, 60), (170, 136, 100), 2),
            Lamp(-20, 70, 12, _DAY, (250, 244, 236), 0.5),
            Phone(12, 66, -3.0, 1.6, 0.74, size=_SMALL),
            61,
        ),
    ),
    Sample(
        "open-quad",
        "open quad claimed from across and a pon, seen from the left",
        "22s 345p 678p",
        "5p",
        {"by": "tsumo", "seat": "south", "round": "south"},
        replace(_LAID, win="gap", place="right"),
        Studio(
            TileSet(_ORANGE_BACK, gloss=0.5),
            TableTop("cloth", (20, 88, 52), (44, 34, 30), 2),
            Lamp(-120, 55, 9, _WARM, (240, 240, 250), 0.55),
            Phone(-66, 55, 2.0, 1.5, 0.9, size=_SMALL_TALL),
            71,
        ),
        melds=(_meld("open_kan", "2222z", 1, "across"), _meld("pon", "555z", 2, "right")),
        design=21,
    ),
    Sample(
        "whole-table",
        "a hand in mid-game: discards and a dead wall in view",
        "123p 789p 234s 55s 666p",
        "6p",
        {"by": "ron", "seat": "north", "round": "east", "riichi": "riichi", "discarder": "east"},
        replace(_LAID, win="gap", around=("dead_wall", "discards")),
        Studio(
            TileSet(_YELLOW_BACK, gloss=0.45),
            TableTop("cloth", (28, 110, 70), (30, 30, 34), 1),
            Lamp(10, 72, 16, _DAY, (245, 245, 255), 0.5),
            Phone(4, 58, 0.5, 1.4, 0.84, (0.0, 0.08), size=_SMALL),
            84,
        ),
    ),
    Sample(
        "added-quad-beside",
        "added quad with the fourth tile beside the rotated one, a chi with a red five, seen from across",
        "999m 678s 11p",
        "9m",
        {"by": "ron", "seat": "east", "round": "east", "discarder": "west"},
        replace(_LAID, win="gap", place="right"),
        Studio(
            TileSet(_BLUE_BACK, gloss=0.45),
            TableTop("mat", (50, 40, 66), (92, 64, 44), 2),
            Lamp(200, 58, 10, _WARM, (240, 236, 250), 0.55),
            Phone(186, 56, -1.5, 1.4, 0.92, size=_SMALL_WIDE),
            91,
        ),
        melds=(_meld("chi", "406s", 0, "left"), _meld("added_kan", "7777z", 0, "left")),
        design=33,
    ),
    Sample(
        "thirteen-orphans",
        "thirteen orphans under an evening lamp",
        "19m 19p 19s 12345677z",
        "9s",
        {"by": "tsumo", "seat": "south", "round": "east"},
        replace(_LAID, win="gap"),
        Studio(
            TileSet(_BAMBOO_BACK, gloss=0.55, thickness=0.7),
            TableTop("wood", (128, 84, 52), clutter=3),
            Lamp(-50, 45, 5, _EVENING, (255, 220, 190), 0.65),
            Phone(-14, 44, -2.0, 1.2, 0.92, size=_SMALL_WIDE),
            103,
        ),
    ),
    Sample(
        "four-melds",
        "all triplets, four sets called and laid one above the other, the pair won from the left",
        "99s",
        "9s",
        {"by": "ron", "seat": "west", "round": "south", "discarder": "south"},
        replace(_LAID, win="gap", place="stacked"),
        Studio(
            TileSet(_GREEN_BACK, gloss=0.5),
            TableTop("mat", (38, 40, 44), (188, 152, 110), 2),
            Lamp(30, 64, 10, _COOL, (235, 240, 255), 0.55),
            Phone(-5, 58, 2.5, 1.5, 0.84, size=_SMALL),
            112,
        ),
        melds=(
            _meld("pon", "222m", 0, "left"),
            _meld("pon", "888p", 1, "across"),
            _meld("pon", "444s", 2, "right"),
            _meld("open_kan", "3333z", 3, "right"),
        ),
        design=40,
    ),
)
