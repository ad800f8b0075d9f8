"""The tiles of a desk as the component shows them: on the photo, in the hand, and in a tile's sheet."""

from typing import Final, Literal

from yakulens.app import Json
from yakulens.app.words.i18n import text
from yakulens.app.words.tiles import name
from yakulens.scorer.vocabulary import FROMS, MELD_KINDS, MeldKind
from yakulens.vision.desk import SET_SIZE, Desk, DeskMeld, DeskTile
from yakulens.vision.desk.edits import MakeMeld
from yakulens.vision.desk.melds import Orientation, orientations, possible_melds
from yakulens.vision.desk.mends import likely_faces
from yakulens.vision.desk.pointed import may_be_hand, possible_origins
from yakulens.vision.desk.rows import row_through
from yakulens.vision.labels import plain
from yakulens.vision.reading import REVIEW_BELOW

Part = Literal["hand", "win", "meld", "indicators", "ura", "others"]
_SHORT: Final = dict(zip(("1z", "2z", "3z", "4z", "5z", "6z", "7z"), "東南西北白發中", strict=True)) | {
    "back": "▮",
    "other": "✿",
}


def short(face: str) -> str:
    """A face in few enough letters for a small tile.

    >>> short("5m"), short("0p"), short("7z")
    ('5m', 'r5p', '中')
    """
    return _SHORT.get(face) or f"{face[0].replace('0', 'r5')}{face[1]}"


def part(desk: Desk, uid: int) -> Part:
    """Which part of the hand a tile is."""
    place = desk.place_of(uid)
    if isinstance(place, int):
        return "meld"
    return "hand" if place == "concealed" else place or "others"


def tiles(language: str, desk: Desk) -> list[Json]:
    """Every tile of the desk."""
    lies_by_uid = {
        uid: lie for meld in desk.melds for uid, lie in zip(meld.tiles, orientations(meld), strict=True)
    }
    return [_tile(language, desk, tile, lies_by_uid.get(tile.uid, "upright")) for tile in desk.tiles.values()]


def _tile(language: str, desk: Desk, tile: DeskTile, lie: Orientation) -> Json:
    """A tile: its face, how sure that is, and the changes that its sheet offers."""
    uid, place = tile.uid, desk.place_of(tile.uid)
    label = name(language, tile.face)
    if uid == desk.win:
        label = text(language, "hand.won_words", tile=label)
    doubtful = tile.score < REVIEW_BELOW and part(desk, uid) != "others"
    description = label if lie == "upright" else text(language, f"tile.{lie}", tile=label)
    if doubtful:
        description = text(language, "hand.unsure_words", tile=description)
    sure = text(language, "hand.sure", p=round(tile.score * 100))
    return {
        "uid": uid,
        "face": tile.face,
        "name": label,
        "told": description,
        "short": short(tile.face),
        "part": part(desk, uid),
        "meld": place if isinstance(place, int) else None,
        "lie": lie,
        "quad": None if tile.quad is None else [[round(x, 1), round(y, 1)] for x, y in tile.quad],
        "doubt": doubtful,
        "how": text(language, "hand.said") if tile.score == 1 else sure,
        "likely": likely_faces(tile),
        "row": part(desk, uid) == "others" and may_be_hand(desk, row_through(desk, uid)),
        "calls": [
            # From whom a row that forms a set was called, or a closed quad.
            {
                "origin": origin,
                "label": text(language, "meld.row_closed")
                if origin is None
                else text(language, "meld.called", origin=text(language, f"meld.from_{origin}")),
            }
            for origin in (possible_origins(desk, uid) if uid in desk.others else ())
        ],
        "melds": [
            {"kind": meld.kind, "uids": list(meld.uids), "label": possible_meld_label(language, desk, meld)}
            for meld in possible_melds(desk, uid)
        ],
    }


def possible_meld_label(language: str, desk: Desk, meld: MakeMeld) -> str:
    """A meld that concealed tiles could form, by its kind and its tiles: Chi 234p."""
    faces = desk.faces(meld.uids)
    return f"{text(language, f'meld.{meld.kind}')} {''.join(face[0] for face in faces)}{faces[0][1]}"


def melds(language: str, desk: Desk) -> list[Json]:
    """The desk's melds, each with its possible kinds and origins."""
    return [
        {
            "number": number,
            "kind": meld.kind,
            "label": _meld_label(language, meld),
            "tiles": list(meld.tiles),
            "origin": meld.origin,
            "kinds": [
                {"kind": kind, "label": text(language, f"meld.{kind}")}
                for kind in _possible_kinds(desk.faces(meld.tiles))
            ],
            "origins": [
                {"origin": origin, "label": text(language, f"meld.{origin}")}
                # A sequence is called only from the left.
                for origin in ({"closed_kan": (), "chi": FROMS[:1]}.get(meld.kind, FROMS))
            ],
        }
        for number, meld in enumerate(desk.melds)
    ]


def _meld_label(language: str, meld: DeskMeld) -> str:
    kind = text(language, f"meld.{meld.kind}")
    if meld.origin is None:
        return kind
    return text(language, "meld.label", kind=kind, origin=text(language, f"meld.from_{meld.origin}"))


def _possible_kinds(faces: list[str]) -> tuple[MeldKind, ...]:
    """The kinds of meld that these tiles can form; all kinds if they form none."""
    kinds_of_tile = len({plain(face) for face in faces})
    if kinds_of_tile == 1:
        return tuple(kind for kind in MELD_KINDS if kind != "chi")
    return ("chi",) if len(faces) == kinds_of_tile == SET_SIZE else MELD_KINDS
