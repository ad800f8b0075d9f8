"""The Reading: what lies on the table, as the player sees it, with its doubts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
MeldKind = Literal["chi", "pon", "open_kan", "added_kan", "closed_kan"]
From = Literal["left", "across", "right"]


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile on the photo.

    Attributes:
        id: position in ``Reading.tiles``.
        face: the label taken, one of ``vision.labels.LABELS``.
        score: calibrated probability that ``face`` is right, 0..1.
        quad: the visible face's corners in pixels of the upright photo, clockwise, beginning at the
            top left of the face as printed.
        alternatives: other labels with their probability, likeliest first.
    """

    id: int
    face: str
    score: float
    quad: Quad
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadMeld:
    """One meld as it lies, left to right as the hand's owner sees it.

    Attributes:
        kind: the meld's kind.
        ids: the tiles' ids in that order. An added quad's stacked tile stands right after the rotated tile
            below it. A tile wholly hidden under another has no id and is left out.
        faces: the faces in that order; a face-down tile of a closed quad is given as the face that the
            other two tell.
        rotated: positions in ``faces`` that lie rotated.
        backs: positions in ``faces`` that lie face-down.
        origin: who discarded the called tile, as the owner sees the table; None for a closed quad or
            where it cannot be known.
    """

    kind: MeldKind
    ids: tuple[int, ...]
    faces: tuple[str, ...]
    rotated: tuple[int, ...] = ()
    backs: tuple[int, ...] = ()
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class Issue:
    """A doubt that a person can settle with one tap.

    Attributes:
        code: machine-readable kind of doubt, e.g. ``doubtful_face``, ``no_tiles``, ``tile_count``.
        ids: the tiles that it is about.
        message: one plain sentence.
        choices: the possible answers; faces for a doubtful face, tile ids (as text) for the winning tile,
            ``left``/``across``/``right`` for a meld's origin.
    """

    code: str
    ids: tuple[int, ...]
    message: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies on the table: every tile found and its part in the hand.

    ``concealed``, ``win``, ``indicators`` and ``others`` are ids into ``tiles``; ``win`` is None where no
    tile lies apart as the winning tile (then it is among ``concealed``).
    """

    tiles: tuple[ReadTile, ...] = ()
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[ReadMeld, ...] = ()
    indicators: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    issues: tuple[Issue, ...] = ()
    confidence: float = field(default=0.0)

    def face(self, tile: int) -> str:
        """The face taken for the tile with this id.

        >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
        >>> Reading(tiles=(ReadTile(0, "5m", 0.98, quad),)).face(0)
        '5m'
        """
        return self.tiles[tile].face

    def to_json(self) -> dict[str, Any]:
        """The ``tiles``, ``reading`` and ``issues`` of the contract's Reading, ready for ``json.dumps``.

        >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
        >>> answer = Reading(tiles=(ReadTile(0, "5m", 0.98, quad),), concealed=(0,)).to_json()
        >>> list(answer), answer["reading"]["concealed"], answer["tiles"][0]["score"]
        (['tiles', 'reading', 'issues'], ['5m'], 0.98)
        """
        return {
            "tiles": [
                {
                    "id": t.id,
                    "face": t.face,
                    "score": round(t.score, 4),
                    "quad": [[round(x, 1), round(y, 1)] for x, y in t.quad],
                    "alternatives": [[face, round(p, 4)] for face, p in t.alternatives],
                }
                for t in self.tiles
            ],
            "reading": {
                "concealed": [self.face(i) for i in self.concealed],
                "win": None if self.win is None else self.face(self.win),
                "melds": [
                    {
                        "kind": m.kind,
                        "tiles": list(m.faces),
                        "rotated": list(m.rotated),
                        "backs": list(m.backs),
                        "from": m.origin,
                        "ids": list(m.ids),
                    }
                    for m in self.melds
                ],
                "concealed_ids": list(self.concealed),
                "win_id": self.win,
                "indicators": [self.face(i) for i in self.indicators],
                "indicator_ids": list(self.indicators),
                "others": list(self.others),
                "confidence": round(self.confidence, 4),
            },
            "issues": [
                {"code": i.code, "ids": list(i.ids), "message": i.message, "choices": list(i.choices)}
                for i in self.issues
            ],
        }
