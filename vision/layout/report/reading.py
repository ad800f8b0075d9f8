"""The likeliest table as a Reading, with ids of the tiles that it reports."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.labels import INDEX, OTHER, PLAIN
from yakulens.vision.layout.decode.faces import COMPLETE, WAITING
from yakulens.vision.layout.decode.frame import Tiles, in_frame
from yakulens.vision.layout.decode.open_hands import DecodedTable, PlayerHand
from yakulens.vision.layout.decode.sets import CalledSet
from yakulens.vision.layout.on_table import Observed
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.report.faces import NamedFace, face_alone, faces_together
from yakulens.vision.layout.report.indicators import read_indicators
from yakulens.vision.layout.report.order import lines_of
from yakulens.vision.layout.report.questions import hand_questions, whose_hand
from yakulens.vision.reading import SIDES, Issue, OpenHand, Reading, ReadMeld, ReadTile, side_of

_OTHER: Final = INDEX[OTHER]
_FIRM: Final = 0.8
"""Evidence for a tile, the finder's score times the likeliest label's probability, that needs no company."""
_FEW: Final = 3.0
"""Least summed evidence of doubtful tiles that may be a hand."""


@dataclass(frozen=True, slots=True)
class LayoutResult:
    """A reading of some detections.

    Attributes:
        reading: what lies on the table.
        whole: whether the meant hand has the right number of tiles.
        won: whether it has fourteen tiles or more: then it has won, and others need not show theirs.
        incomplete: for each open hand with a wrong number of tiles, its tiles' ids.
    """

    reading: Reading
    whole: bool = False
    won: bool = False
    incomplete: tuple[tuple[int, ...], ...] = ()

    @property
    def beyond_doubt(self) -> bool:
        """Whether nothing is left to look for: every hand is whole and no question is open.

        A hand with a called triplet never is: it may be an added quad whose fourth tile was missed.
        """
        triplet = any(meld.kind == "pon" for meld in self.reading.melds)
        return self.whole and self.reading.asks_nothing and not triplet and not self.incomplete


def no_tiles() -> LayoutResult:
    """The reading of a photo without tiles."""
    return LayoutResult(Reading(issues=(Issue("no_tiles", ()),)))


def shows_none(tiles: Detections) -> bool:
    """Whether nothing that a finished search takes for a tile is one: none is firm, and they are few.

    The tiles of a blurred hand are all doubtful, but there are many.

    >>> from yakulens.vision.example import detected
    >>> shows_none(detected("1m")), shows_none(Detections.empty((600, 800)))
    (False, True)
    """
    evidence = tiles.objectness * tiles.faces.max(axis=1, initial=0.0)
    return bool(evidence.max(initial=0.0) < _FIRM and evidence.sum() < _FEW)


def laid_out(table: DecodedTable, tiles: Tiles, observed: Observed, priors: LayoutPriors) -> LayoutResult:
    """The reading of a decoded table."""
    names = {t: face_alone(tiles, t) for t in range(len(tiles))}
    for player in table.hands:
        names |= faces_together(tiles, table.face_odds, player.hand, priors)
    hands = _hands(table, tiles, names, priors)
    indicators, dora = read_indicators(tiles, table, names, priors)
    issues = (*whose_hand(hands, priors.meant), *hands[0].issues, *dora)
    needed = {*indicators, *(t for hand in hands for t in hand.ids)}
    needed |= {t for issue in (*issues, *(i for hand in hands for i in hand.issues)) for t in issue.ids}
    # Other detections are reported if they count as tiles.
    kept = [t for t in range(len(tiles)) if t in needed or tiles.stray[t] <= 0]
    if not kept:
        return no_tiles()
    numbers = _Renumbering({old: new for new, old in enumerate(kept)})
    hands, indicators = [numbers.hand(hand) for hand in hands], numbers.ids(indicators)
    first, placed = hands[0], {*hands[0].ids, *indicators}
    no_hand = () if first.ids else (Issue("tile_count", tuple(range(len(kept))), case="no_hand"),)
    reading = Reading(
        tiles=_read_tiles(observed, names, kept),
        concealed=first.concealed,
        win=first.win,
        melds=first.melds,
        indicators=indicators,
        others=tuple(t for t in range(len(kept)) if t not in placed),
        issues=(*no_hand, *numbers.issues(issues)),
        confidence=first.confidence * first.probability,
        hands=tuple(hands) if first.ids else (),
    )
    size = table.hands[0].hand.size
    incomplete = tuple(
        numbers.ids(sorted(player.hand.tiles))
        for player in table.hands
        if player.hand.size not in (COMPLETE, WAITING) and player.hand.tiles
    )
    return LayoutResult(reading, size in (COMPLETE, WAITING), size >= COMPLETE, incomplete)


def _hands(
    table: DecodedTable, tiles: Tiles, names: Mapping[int, NamedFace], priors: LayoutPriors
) -> list[OpenHand]:
    """Every open hand as a Reading reports it."""
    odds = [math.exp(player.meant - table.hands[0].meant) for player in table.hands]
    first_side = SIDES.index(side_of(table.hands[0].direction, tiles.heading))
    first_seat = table.hands[0].hand.seat
    hands = []
    for player, share in zip(table.hands, odds, strict=True):
        sets = sorted(
            player.hand.sets, key=lambda called: in_frame(tiles, called.tiles[:1], player.direction)
        )
        hand = replace(player.hand, sets=tuple(sets))
        of_hand = {t: names[t] for t in hand.tiles}
        sorted_player = replace(player, candidates=(hand, *player.candidates[1:]))
        melds = tuple(_read_meld(called, names) for called in sets)
        lines = lines_of(tiles, (*hand.concealed, *_flowers(table, tiles, player)), player.direction)
        faces_right = math.prod(name.score for name in of_hand.values()) if of_hand else 0.0
        hand_right = 1 / sum(math.exp(other.score - hand.score) for other in player.candidates)
        hands.append(
            OpenHand(
                SIDES[(first_side + hand.seat - first_seat) % len(SIDES)],
                tuple(tile for line in lines for tile in line),
                hand.win,
                melds,
                share / sum(odds),
                hand_questions(tiles, sorted_player, of_hand, melds, priors) if of_hand else (),
                faces_right * hand_right,
            )
        )
    return hands


def _flowers(table: DecodedTable, tiles: Tiles, player: PlayerHand) -> list[int]:
    """Tiles with a hand that riichi does not use: reported with it, though they do not count."""
    taken = {t for other in table.hands for t in other.hand.tiles}
    return [
        t
        for t, odds in enumerate(player.odds.concealed)
        if odds > 0
        and t not in taken
        and not tiles.at_edge[t]
        and tiles.faces[t][_OTHER] > max(table.face_odds.plain[t])
    ]


def _read_meld(called: CalledSet, names: Mapping[int, NamedFace]) -> ReadMeld:
    """The set with the faces as reported, red fives included."""
    faces = [PLAIN[face] for face in called.faces]
    for tile, position in zip(called.tiles, called.positions, strict=True):
        if position not in called.backs:
            faces[position] = names[tile].face
    return ReadMeld(called.kind, called.tiles, tuple(faces), called.rotated, called.backs, called.origin)


def _read_tiles(
    observed: Observed, names: Mapping[int, NamedFace], kept: Sequence[int]
) -> tuple[ReadTile, ...]:
    """The reported tiles, each with its corners from the top left of the face as printed."""
    tiles = []
    for i, tile in enumerate(kept):
        name = names[tile]
        quad = np.roll(observed.quads[tile], -int(observed.ups[tile].argmax()), axis=0)
        a, b, c, d = ((x, -y) for x, y in quad.tolist())
        tiles.append(ReadTile(i, name.face, name.score, (a, b, c, d), name.alternatives))
    return tuple(tiles)


@dataclass(frozen=True, slots=True)
class _Renumbering:
    """The new numbers of the reported tiles, by their old ones."""

    new: dict[int, int]

    def ids(self, old: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.new[t] for t in old if t in self.new)

    def issues(self, issues: Sequence[Issue]) -> tuple[Issue, ...]:
        """Renumber questions; choices in digits are tiles."""
        return tuple(
            replace(
                issue,
                ids=self.ids(issue.ids),
                choices=tuple(str(self.new[int(c)]) if c.isdigit() else c for c in issue.choices),
            )
            for issue in issues
        )

    def hand(self, hand: OpenHand) -> OpenHand:
        return replace(
            hand,
            concealed=self.ids(hand.concealed),
            win=None if hand.win is None else self.new[hand.win],
            melds=tuple(replace(meld, ids=self.ids(meld.ids)) for meld in hand.melds),
            issues=self.issues(hand.issues),
        )
