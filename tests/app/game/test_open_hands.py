from __future__ import annotations

import pytest

from yakulens.app.game.open_hands import DrawPhoto, Proposal
from yakulens.app.hand.place import Place
from yakulens.vision.reading import OpenHand, Reading, ReadMeld, ReadTile, Side

WINDS = ("east", "south", "west", "north")
TENPAI = "2m 3m 4m 5m 6m 7m 2p 3p 4p 5s 5s 5s 9s"
NOTEN = "1m 4m 7m 1p 4p 7p 1s 4s 7s 1z 2z 3z 4z"
HERE = Place(1, 0, 0, 0, ("Ann", "Bo", "Cy", "Di"))
CORNERS = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))


def table(hands: dict[Side, str], *, score: float = 0.98) -> Reading:
    """A reading with these hands open, all of their tiles concealed."""
    tiles: list[ReadTile] = []
    found = []
    for side, faces in hands.items():
        ids = range(len(tiles), len(tiles) + len(faces.split()))
        tiles += [ReadTile(uid, face, score, CORNERS) for uid, face in zip(ids, faces.split(), strict=True)]
        found.append(OpenHand(side, tuple(ids)))
    return Reading(tuple(tiles), hands=tuple(found))


def seen(read: Reading, taker: str = "south", seats: tuple[str, ...] = WINDS) -> dict[str, Proposal]:
    return {each.seat: each for each in DrawPhoto(HERE, read, taker).proposals(seats, "ema-2025")}


def test_each_side_is_the_seat_that_lies_there_from_whoever_took_the_photo() -> None:
    read = table({"left": TENPAI, "self": NOTEN, "across": TENPAI, "right": NOTEN})
    told = {seat: each.tenpai for seat, each in seen(read, "west").items()}
    assert told == {"west": False, "north": False, "east": True, "south": True}


@pytest.mark.parametrize(
    ("taker", "side", "owner"),
    [
        ("east", "right", "south"),
        ("east", "across", "west"),
        ("west", "across", "east"),
        ("west", "left", "south"),
        ("west", "right", None),
        ("south", "across", None),
    ],
)
def test_where_three_play_the_fourth_chair_is_nobodys(taker: str, side: Side, owner: str | None) -> None:
    assert list(seen(table({side: TENPAI}), taker, WINDS[:3])) == ([] if owner is None else [owner])


@pytest.mark.parametrize(
    "faces",
    [
        TENPAI.rsplit(" ", 1)[0],
        f"{TENPAI} 9s",
        TENPAI.replace("9s", "back"),
        "1m 1m 1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m",
    ],
    ids=["twelve", "fourteen", "face-down", "five of a kind"],
)
def test_what_is_not_plainly_thirteen_tiles_is_not_told(faces: str) -> None:
    assert seen(table({"self": faces}))["south"].tenpai is None


def test_a_flower_beside_thirteen_tiles_is_not_of_the_hand() -> None:
    assert seen(table({"self": f"{TENPAI} other"}))["south"].waits == ("9s",)


def test_melds_count_three_each_and_a_tile_apart_is_one_of_the_thirteen() -> None:
    tiles = tuple(ReadTile(uid, face, 0.98, CORNERS) for uid, face in enumerate(TENPAI.split()))
    pon = ReadMeld("pon", (9, 10, 11), ("5s",) * 3, (0,), origin="left")
    read = Reading(tiles, hands=(OpenHand("self", tuple(range(9)), 12, (pon,)),))
    assert seen(read)["south"].waits == ("9s",)


def test_doubtful_tiles_are_said() -> None:
    assert seen(table({"self": TENPAI}, score=0.5))["south"].doubtful
    assert not seen(table({"self": TENPAI}))["south"].doubtful
