"""The Reading: what lies on the table, as the player sees it, with its doubts."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Self

from yakulens.scorer.vocabulary import From, MeldKind

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the upright photo."""
Values = tuple[tuple[str, str | int], ...]
"""The values of a question's sentence: pairs of a name and a face, a name or a number."""
Side = Literal["self", "right", "across", "left"]
SIDES: Final[tuple[Side, ...]] = ("self", "right", "across", "left")
"""The seats counter-clockwise as seen from above, starting with the photographer's."""
WHOSE_HAND: Final = "whose_hand"
"""Code of the question about which of several open hands is meant; its choices are their sides."""
REVIEW_BELOW: Final = 0.85
"""A tile of the hand with a less probable face is shown for review.

Scores are calibrated: about one in seven of the few tiles just above the threshold is wrong.
"""


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile on the photo.

    Attributes:
        id: position in ``Reading.tiles``.
        face: the label taken, one of ``vision.labels.LABELS``.
        score: calibrated probability that ``face`` is right, 0..1.
        quad: the face's corners in pixels of the upright photo, clockwise from the top left as printed.
        alternatives: other labels with their probability, likeliest first.
    """

    id: int
    face: str
    score: float
    quad: Quad
    alternatives: tuple[tuple[str, float], ...] = ()

    def enlarged(self, times: float) -> Self:
        """The tile on a photo enlarged by this factor."""
        first, second, third, fourth = ((x * times, y * times) for x, y in self.quad)
        return replace(self, quad=(first, second, third, fourth))


@dataclass(frozen=True, slots=True)
class ReadMeld:
    """One meld as it lies, left to right as the hand's owner sees it.

    Attributes:
        kind: the meld's kind.
        ids: the tiles' ids in that order. An added quad's stacked tile comes right after the rotated tile
            below it. A tile wholly hidden under another has no id and is left out.
        faces: the faces in that order; a face-down tile of a closed quad has the face of the other two.
        rotated: positions in ``faces`` that lie rotated.
        backs: positions in ``faces`` that lie face-down.
        origin: who discarded the called tile, as the owner sees it; None if nobody did or it is unknown.
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

    It holds no words: ``code``, ``case`` and ``values`` choose and fill a sentence of a language.

    Attributes:
        code: machine-readable kind of doubt, e.g. ``doubtful_face``, ``no_tiles``, ``tile_count``.
        ids: the tiles concerned.
        choices: the possible answers; faces for a doubtful face, tile ids (as text) for the winning tile,
            ``left``/``across``/``right`` for a meld's origin, the sides of the open hands for ``whose_hand``.
        case: what gives rise to the doubt, where one code has several reasons, each with a sentence of its
            own, e.g. ``gap`` for a ``tile_count``; empty where there is one reason.
        values: the values of the sentence by name: faces (``tile``, ``left``, ``right``), names, numbers.
    """

    code: str
    ids: tuple[int, ...]
    choices: tuple[str, ...] = ()
    case: str = ""
    values: Values = ()


@dataclass(frozen=True, slots=True)
class OpenHand:
    """One of the open hands, left to right as its owner sees it.

    Attributes:
        side: where its owner sits, seen from the photographer's seat: ``self`` is the photographer.
        concealed: ids of the concealed tiles, without the winning one if it lies apart.
        win: id of the winning tile if it lies apart, else None.
        melds: the called sets and closed quads.
        probability: how likely this hand is meant, 0..1; all hands of a Reading sum to 1.
        issues: the doubts about this hand alone.
        confidence: probability that the hand has exactly these tiles and all are read right, 0..1.
    """

    side: Side
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[ReadMeld, ...] = ()
    probability: float = 1.0
    issues: tuple[Issue, ...] = ()
    confidence: float = 0.0

    @property
    def ids(self) -> tuple[int, ...]:
        """All tiles of the hand: the concealed ones, the winning one, those of the melds."""
        won = () if self.win is None else (self.win,)
        return (*self.concealed, *won, *(tile for meld in self.melds for tile in meld.ids))


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies on the table: every tile found and its part in the hand.

    ``concealed``, ``win``, ``indicators`` and ``others`` are ids into ``tiles``; ``win`` is None if no
    winning tile lies apart (then it is among ``concealed``). ``hands`` are all open hands, the likeliest
    first: ``concealed``, ``win`` and ``melds`` are the first one's if there is one.
    """

    tiles: tuple[ReadTile, ...] = ()
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[ReadMeld, ...] = ()
    indicators: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    issues: tuple[Issue, ...] = ()
    confidence: float = 0.0
    hands: tuple[OpenHand, ...] = ()

    @property
    def asks_nothing(self) -> bool:
        """Whether the winning tile is known and no question is open."""
        return self.win is not None and not self.issues

    def face(self, tile: int) -> str:
        """The face of the tile with this id."""
        return self.tiles[tile].face

    def enlarged(self, times: float) -> Self:
        """The same reading of a photo enlarged by this factor."""
        return replace(self, tiles=tuple(tile.enlarged(times) for tile in self.tiles))

    def with_hand(self, number: int) -> Self:
        """The same reading with one of its open hands selected; the photo is not read again.

        That hand comes first in the result, whose issues are its own and the table's; "Whose hand?" is
        answered.
        """
        selected = self.hands[number]
        of_hands = {issue for hand in self.hands for issue in hand.issues}
        of_table = [issue for issue in self.issues if issue not in of_hands and issue.code != WHOSE_HAND]
        placed = {*selected.ids, *self.indicators}
        return replace(
            self,
            concealed=selected.concealed,
            win=selected.win,
            melds=selected.melds,
            others=tuple(tile.id for tile in self.tiles if tile.id not in placed),
            issues=(*selected.issues, *of_table),
            confidence=selected.confidence,
            hands=(selected, *self.hands[:number], *self.hands[number + 1 :]),
        )

    def to_json(self, say: Callable[[Issue], str]) -> dict[str, Any]:
        """The ``tiles``, ``reading`` and ``issues`` of the contract's Reading, ready for ``json.dumps``.

        ``say`` puts an issue into words, its ``message``: this package has none.
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
                **self._hand_json(self),
                "concealed_ids": list(self.concealed),
                "win_id": self.win,
                "indicators": [self.face(i) for i in self.indicators],
                "indicator_ids": list(self.indicators),
                "others": list(self.others),
                "confidence": round(self.confidence, 4),
                "hands": [
                    {
                        "side": hand.side,
                        **self._hand_json(hand),
                        "ids": list(hand.ids),
                        "probability": round(hand.probability, 4),
                        "concealed_ids": list(hand.concealed),
                        "win_id": hand.win,
                        "issues": _issues_json(hand.issues, say),
                        "confidence": round(hand.confidence, 4),
                    }
                    for hand in self.hands
                ],
            },
            "issues": _issues_json(self.issues, say),
        }

    def _hand_json(self, hand: "Reading | OpenHand") -> dict[str, Any]:
        """The faces of a hand, and its melds."""
        return {
            "concealed": [self.face(i) for i in hand.concealed],
            "win": None if hand.win is None else self.face(hand.win),
            "melds": [
                {
                    "kind": m.kind,
                    "tiles": list(m.faces),
                    "rotated": list(m.rotated),
                    "backs": list(m.backs),
                    "from": m.origin,
                    "ids": list(m.ids),
                }
                for m in hand.melds
            ],
        }


def side_of(up: float, ahead: float) -> Side:
    """The side of a player who looks in direction ``up`` if the photographer looks ``ahead``, in radians.

    >>> [side_of(math.radians(up), ahead=math.pi / 2) for up in (90, 180, 270, 0)]
    ['self', 'right', 'across', 'left']
    """
    return SIDES[round((up - ahead) / (math.pi / 2)) % 4]


def _issues_json(issues: Sequence[Issue], say: Callable[[Issue], str]) -> list[dict[str, Any]]:
    return [
        {
            "code": issue.code,
            "case": issue.case,
            "ids": list(issue.ids),
            "values": dict(issue.values),
            "message": say(issue),
            "choices": list(issue.choices),
        }
        for issue in issues
    ]
