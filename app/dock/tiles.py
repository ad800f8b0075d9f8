"""The tiles of a desk as the component shows them: on the photo, in the hand, and in a tile's own sheet."""

from typing import Final, Literal

from yakulens.app.contract import Json
from yakulens.app.i18n import text
from yakulens.app.tiles import name
from yakulens.scorer.vocabulary import FROMS, MELD_KINDS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import MakeMeld
from yakulens.vision.desk.meld_changes import possible_melds
from yakulens.vision.desk.melds import Orientation, orientations
from yakulens.vision.desk.rows import may_be_hand, possible_origins, row_through
from yakulens.vision.desk.tile_changes import likely_faces
from yakulens.vision.labels import LABELS, plain
from yakulens.vision.reading import REVIEW_BELOW

Part = Literal["hand", "win", "meld", "indicators", "ura", "others"]
_PARTS: Final[dict[str | int | None, Part]] = {
    "concealed": "hand",
    "win": "win",
    "indicators": "indicators",
    "ura": "ura",
}
_SHORT: Final = dict(zip(("1z", "2z", "3z", "4z", "5z", "6z", "7z"), "東南西北白發中", strict=True)) | {
    "back": "▮",
    "other": "✿",
}
_SET: Final = 3


def short(face: str) -> str:
    """A face in as few letters as a small tile has room for.

    >>> short("5m"), short("0p"), short("7z")
    ('5m', 'r5p', '中')
    """
    return _SHORT.get(face) or f"{face[0].replace('0', 'r5')}{face[1]}"


def part(desk: Desk, uid: int) -> Part:
    """Which part of the hand a tile is."""
    place = desk.place_of(uid)
    return "meld" if isinstance(place, int) else _PARTS.get(place, "others")


def tiles(language: str, desk: Desk) -> list[Json]:
    """Every tile of the desk."""
    lying = {uid: lie for meld in desk.melds for uid, lie in zip(meld.tiles, orientations(meld), strict=True)}
    return [
        {
            "uid": tile.uid,
            "face": tile.face,
            "name": _named(language, desk, tile.uid),
            "told": _told(language, desk, tile.uid, lying.get(tile.uid, "upright")),
            "short": short(tile.face),
            "part": part(desk, tile.uid),
            "meld": place if isinstance(place := desk.place_of(tile.uid), int) else None,
            "lie": lying.get(tile.uid, "upright"),
            "quad": None if tile.quad is None else [[round(x, 1), round(y, 1)] for x, y in tile.quad],
            "doubt": _doubted(desk, tile.uid),
            "how": text(language, "hand.said")
            if tile.score == 1
            else text(language, "hand.sure", p=round(tile.score * 100)),
            "likely": likely_faces(tile),
            "row": part(desk, tile.uid) == "others" and may_be_hand(desk, row_through(desk, tile.uid)),
            "calls": [
                {"origin": origin, "label": _called(language, origin)}
                for origin in (possible_origins(desk, tile.uid) if tile.uid in desk.others else ())
            ],
            "melds": [
                {
                    "kind": made.kind,
                    "uids": list(made.uids),
                    "label": made_of(language, desk, made),
                }
                for made in possible_melds(desk, tile.uid)
            ],
        }
        for tile in desk.tiles.values()
    ]


def made_of(language: str, desk: Desk, made: MakeMeld) -> str:
    """A meld that could be made of concealed tiles, by its kind and its tiles."""
    return f"{text(language, f'meld.{made.kind}')} {_run(desk.faces(made.uids))}"


def _called(language: str, origin: str | None) -> str:
    """What is said of a row that is a set: from whom it was called, or that it is a closed quad."""
    if origin is None:
        return text(language, "meld.row_closed")
    return text(language, "meld.called", origin=text(language, f"meld.from_{origin}"))


def melds(language: str, desk: Desk) -> list[Json]:
    """The melds of the desk, each with the kinds and the players that it can be of."""
    shown: list[Json] = []
    for number, meld in enumerate(desk.melds):
        label = text(language, f"meld.{meld.kind}")
        if meld.origin is not None:
            label = text(
                language, "meld.label", kind=label, origin=text(language, f"meld.from_{meld.origin}")
            )
        origins = () if meld.kind == "closed_kan" else FROMS[:1] if meld.kind == "chi" else FROMS
        shown.append(
            {
                "number": number,
                "kind": meld.kind,
                "label": label,
                "tiles": list(meld.tiles),
                "origin": meld.origin,
                "kinds": [
                    {"kind": kind, "label": text(language, f"meld.{kind}")} for kind in _kinds(desk, number)
                ],
                "origins": [
                    {"origin": origin, "label": text(language, f"meld.{origin}")} for origin in origins
                ],
            }
        )
    return shown


def faces(language: str) -> dict[str, str]:
    """The name of every face."""
    return {face: name(language, face) for face in LABELS}


def _named(language: str, desk: Desk, uid: int) -> str:
    said = name(language, desk.face(uid))
    return text(language, "hand.won_words", tile=said) if uid == desk.win else said


def _doubted(desk: Desk, uid: int) -> bool:
    return desk.tiles[uid].score < REVIEW_BELOW and part(desk, uid) != "others"


def _told(language: str, desk: Desk, uid: int, lie: Orientation) -> str:
    """A tile's name with what an eye sees of it: how it lies, and whether it was read with doubt."""
    said = _named(language, desk, uid)
    if lie != "upright":
        said = text(language, f"tile.{lie}", tile=said)
    return text(language, "hand.unsure_words", tile=said) if _doubted(desk, uid) else said


def _run(shown: list[str]) -> str:
    return "".join(face[0] for face in shown) + shown[0][1]


def _kinds(desk: Desk, number: int) -> list[str]:
    """The kinds that a meld's tiles can be, or all where they can be none."""
    held = desk.faces(desk.melds[number].tiles)
    if len({plain(face) for face in held}) == 1:
        return [kind for kind in MELD_KINDS if kind != "chi"]
    runs = len(held) == _SET and len({plain(face) for face in held}) == _SET
    return ["chi"] if runs else list(MELD_KINDS)
