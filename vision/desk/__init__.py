"""The hand on the desk, which the person sees, corrects and has scored. Pure data."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, Self

from yakulens.scorer.vocabulary import QUAD_KINDS, From, MeldKind
from yakulens.vision.labels import FACES, LABELS, RED_FIVES, plain
from yakulens.vision.reading import Point, Values

HAND_SIZE: Final = 14
SET_SIZE: Final = 3
QUAD_SIZE: Final = 4
DeskPlace = Literal["concealed", "win", "indicators", "ura", "others"]


@dataclass(frozen=True, slots=True)
class DeskTile:
    """One tile on the desk.

    Attributes:
        uid: the number that identifies it on this desk; it is never reused.
        face: one of ``vision.labels.LABELS``.
        score: the reading's calibrated probability of ``face``; 1 for what a person said.
        quad: its corners on the photo in pixels; None for a tile that a person added.
        alternatives: other faces, likeliest first.
    """

    uid: int
    face: str
    score: float = 1.0
    quad: tuple[Point, ...] | None = None
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeskMeld:
    """One meld.

    Attributes:
        kind: the kind in the contract, such as ``chi``.
        tiles: the uids of its tiles, from left to right as the owner sees them.
        origin: the player whose discard was called, as the owner sees the table; None if unknown.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt of the reading that one tap settles.

    Attributes:
        code: the reading's kind of doubt.
        tiles: the uids of the tiles concerned.
        choices: the possible answers: faces, uids as text, or left, across, right.
        case: which of the code's sentences asks it; empty if there is one.
        values: the values of that sentence by name.
    """

    code: str
    tiles: tuple[int, ...]
    choices: tuple[str, ...] = ()
    case: str = ""
    values: Values = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """All tiles with their parts in the hand, and the open doubts.

    Attributes:
        tiles: every tile by its uid; the other fields name tiles by their uids.
        concealed: the tiles in the hand, in display order.
        win: the winning tile; None until one is chosen.
        melds: called sets and declared quads.
        indicators: the dora indicators.
        ura: the ura indicators.
        others: tiles on the photo outside the hand.
        own_discards: those of ``others`` that the hand's player discarded, which may make it furiten.
        questions: the open doubts.
        fresh: greater than the uid of any tile taken off the desk.
        calls_in_order: whether ``melds`` are in call order, which a photo does not show.
    """

    tiles: dict[int, DeskTile] = field(default_factory=dict)
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[DeskMeld, ...] = ()
    indicators: tuple[int, ...] = ()
    ura: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    own_discards: tuple[int, ...] = ()
    questions: tuple[Question, ...] = ()
    fresh: int = 0
    calls_in_order: bool = False

    @property
    def has_photo(self) -> bool:
        """Whether a tile was found on a photo."""
        return any(tile.quad is not None for tile in self.tiles.values())

    def face(self, uid: int) -> str:
        """The face of one tile."""
        return self.tiles[uid].face

    def faces(self, uids: Iterable[int]) -> list[str]:
        """The faces of some tiles, in the given order."""
        return [self.tiles[uid].face for uid in uids]

    def with_tile(self, tile: DeskTile) -> Self:
        """The desk with a tile added, or replaced if its uid exists."""
        return replace(self, tiles=self.tiles | {tile.uid: tile})

    def without_questions(self, settled: Callable[[Question], bool]) -> Self:
        """The desk without the settled questions."""
        return replace(self, questions=tuple(q for q in self.questions if not settled(q)))

    def next_uid(self) -> int:
        """A uid that no tile of this desk has or had."""
        return max(self.fresh, max(self.tiles, default=-1) + 1)

    def outside_melds(self) -> tuple[int, ...]:
        """The uids of the concealed tiles, then of the winning one."""
        return self.concealed if self.win is None else (*self.concealed, self.win)

    def in_hand(self) -> Iterator[int]:
        """The uids of the hand itself: concealed tiles, melds, winning tile."""
        yield from self.concealed
        for meld in self.melds:
            yield from meld.tiles
        if self.win is not None:
            yield self.win

    def hand_and_indicators(self) -> Iterator[int]:
        """The uids of the hand and of the indicators shown for it."""
        yield from self.in_hand()
        yield from self.indicators
        yield from self.ura

    def place_of(self, uid: int) -> DeskPlace | int | None:
        """A tile's place: its name, the number of its meld, or None."""
        for number, meld in enumerate(self.melds):
            if uid in meld.tiles:
                return number
        if uid == self.win:
            return "win"
        places: tuple[DeskPlace, ...] = ("concealed", "indicators", "ura", "others")
        return next((place for place in places if uid in getattr(self, place)), None)

    def missing(self) -> int:
        """How many tiles the hand lacks; negative if it has too many."""
        return HAND_SIZE - SET_SIZE * len(self.melds) - len(self.outside_melds())

    def is_open(self) -> bool:
        """Whether a tile was called; a closed quad leaves a hand closed."""
        return any(meld.kind != "closed_kan" for meld in self.melds)

    def quads(self) -> int:
        """How many quads the hand has."""
        return sum(meld.kind in QUAD_KINDS for meld in self.melds)


def sort_key(face: str) -> tuple[int, int, bool]:
    """Sort key for faces in the usual order of a hand: suits, honours, then backs and others.

    >>> sorted(["1z", "0p", "5p", "9m", "6p"], key=sort_key)
    ['9m', '0p', '5p', '6p', '1z']
    """
    if face not in FACES:
        return (9, LABELS.index(face), False)
    return ("mpsz".index(face[1]), int(plain(face)[0]), face not in RED_FIVES)


def hand_json(desk: Desk) -> dict[str, Any]:
    """The tiles of the contract's Hand, without ``win`` until a winning tile is chosen.

    If there are several melds in unknown call order, the result says so.

    >>> from yakulens.vision.desk import typed
    >>> found = hand_json(typed.hand("23m55p +4m [777z] (1111z)"))
    >>> found["concealed"], found["win"]
    (['2m', '3m', '5p', '5p'], '4m')
    >>> found["melds"]
    [{'kind': 'pon', 'tiles': ['7z', '7z', '7z']}, {'kind': 'closed_kan', 'tiles': ['1z', '1z', '1z', '1z']}]
    """
    hand: dict[str, Any] = {
        "concealed": desk.faces(desk.concealed),
        "melds": [
            {"kind": meld.kind, "tiles": desk.faces(meld.tiles)}
            | ({} if meld.origin is None or meld.kind == "closed_kan" else {"from": meld.origin})
            for meld in desk.melds
        ],
        "dora_indicators": desk.faces(desk.indicators),
        "ura_indicators": desk.faces(desk.ura),
    }
    if desk.win is not None:
        hand["win"] = desk.face(desk.win)
    if len(desk.melds) > 1 and not desk.calls_in_order:
        hand["calls_in_order"] = False
    return hand
