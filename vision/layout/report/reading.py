"""The likeliest table as a Reading, with ids of the tiles that are told."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from yakulens.vision.labels import INDEX, OTHER, PLAIN
from yakulens.vision.layout.decode.faces import COMPLETE, WAITING
from yakulens.vision.layout.decode.frame import Tiles, seen_by
from yakulens.vision.layout.decode.open_hands import Lying, Table
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.decode.sets import CalledSet
from yakulens.vision.layout.observed import Observed
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.report.faces import Told, told_alone, told_faces
from yakulens.vision.layout.report.indicators import told_indicators
from yakulens.vision.layout.report.order import in_order
from yakulens.vision.layout.report.questions import hand_questions, whose_hand
from yakulens.vision.layout.result import LayoutResult
from yakulens.vision.layout.roles import ROLE_INDEX
from yakulens.vision.reading import Issue, OpenHand, Reading, ReadMeld, ReadTile
from yakulens.vision.sides import SIDES, side_of

_EVEN: Final = math.log(0.5)
_OTHER: Final = INDEX[OTHER]


def no_tiles() -> LayoutResult:
    """The reading of a photo without tiles.

    >>> no_tiles().reading.issues[0].code
    'no_tiles'
    """
    nothing = Issue("no_tiles", (), "No tile was found on this photo. Is the hand in view and sharp?")
    return LayoutResult(Reading(issues=(nothing,)))


def laid_out(
    table: Table, tiles: Tiles, seen: Observed, opinion: Opinion, priors: LayoutPriors
) -> LayoutResult:
    """The reading of a decoded table.

    Args:
        table: as it was decoded.
        tiles: on the table's plane.
        seen: the same on the photo.
        opinion: what the network says of them.
        priors: what is worth a question.
    """
    told = {t: told_alone(tiles, t) for t in range(len(tiles))}
    for lies in table.lying:
        told |= told_faces(tiles, table.shown, lies.hand, priors)
    hands = _hands(table, tiles, told, priors)
    indicators, dora = told_indicators(tiles, table, told, priors)
    asked = (*whose_hand(hands, priors.meant), *hands[0].issues, *dora)
    named = {*indicators, *(t for hand in hands for t in hand.ids), *(t for one in asked for t in one.ids)}
    named |= {t for hand in hands for one in hand.issues for t in one.ids}
    # Of the others those are told that are rather a tile than none.
    rather = [row[ROLE_INDEX["nothing"]] < _EVEN for row in opinion.roles]
    kept = [t for t in range(len(tiles)) if t in named or rather[t]]
    numbers = _Numbers({old: new for new, old in enumerate(kept)})
    hands, indicators = [numbers.hand(hand) for hand in hands], numbers.ids(indicators)
    first, placed = hands[0], {*hands[0].ids, *indicators}
    reading = Reading(
        tiles=_read_tiles(seen, told, kept),
        concealed=first.concealed,
        win=first.win,
        melds=first.melds,
        indicators=indicators,
        others=tuple(t for t in range(len(kept)) if t not in placed),
        issues=numbers.issues(asked),
        confidence=first.confidence * first.probability,
        hands=tuple(hands) if first.ids else (),
    )
    size = table.lying[0].hand.size
    incomplete = tuple(
        numbers.ids(sorted(lies.hand.tiles))
        for lies in table.lying
        if lies.hand.size not in (COMPLETE, WAITING) and lies.hand.tiles
    )
    return LayoutResult(reading, size in (COMPLETE, WAITING), size >= COMPLETE, incomplete)


def _hands(table: Table, tiles: Tiles, told: Mapping[int, Told], priors: LayoutPriors) -> list[OpenHand]:
    """Every hand with all that a player wants to know of it."""
    odds = [math.exp(lies.meant - table.lying[0].meant) for lies in table.lying]
    own = SIDES.index(side_of(table.lying[0].away, tiles.heading))
    first = table.lying[0].hand.seat
    hands = []
    for lies, share in zip(table.lying, odds, strict=True):
        sets = sorted(lies.hand.sets, key=lambda one: seen_by(tiles, one.tiles[:1], lies.away))
        hand = replace(lies.hand, sets=tuple(sets))
        of_hand = {t: told[t] for t in hand.tiles}
        told_so = replace(lies, ways=(hand, *lies.ways[1:]))
        melds = tuple(_meld(one, told) for one in sets)
        sure = math.prod(one.score for one in of_hand.values()) if of_hand else 0.0
        chance = 1 / sum(math.exp(way.score - hand.score) for way in lies.ways)
        hands.append(
            OpenHand(
                SIDES[(own + hand.seat - first) % len(SIDES)],
                in_order(tiles, (*hand.concealed, *_flowers(table, tiles, lies)), lies.away),
                hand.win,
                melds,
                share / sum(odds),
                hand_questions(tiles, told_so, of_hand, melds, priors) if of_hand else (),
                sure * chance,
            )
        )
    return hands


def _flowers(table: Table, tiles: Tiles, lies: Lying) -> list[int]:
    """What lies with a hand and is used by no riichi rule: told with it, though it does not count."""
    taken = {t for other in table.lying for t in other.hand.tiles}
    return [
        t
        for t, odds in enumerate(lies.odds.concealed)
        if odds > 0
        and t not in taken
        and not tiles.at_edge[t]
        and tiles.faces[t][_OTHER] > max(table.shown.plain[t])
    ]


def _meld(one: CalledSet, told: Mapping[int, Told]) -> ReadMeld:
    """The set with the faces as told, red fives included."""
    faces = [PLAIN[face] for face in one.faces]
    for tile, at in zip(one.tiles, one.at, strict=True):
        if at not in one.backs:
            faces[at] = told[tile].face
    return ReadMeld(one.kind, one.tiles, tuple(faces), one.rotated, one.backs, one.origin)


def _read_tiles(seen: Observed, told: Mapping[int, Told], kept: Sequence[int]) -> tuple[ReadTile, ...]:
    """The tiles that are told, each with its corners from the top left of the face as printed."""
    tiles = []
    for i, old in enumerate(kept):
        one, quad = told[old], np.roll(seen.quads[old], -int(seen.ups[old].argmax()), axis=0)
        a, b, c, d = ((x, -y) for x, y in quad.tolist())
        tiles.append(ReadTile(i, one.face, one.score, (a, b, c, d), one.others))
    return tuple(tiles)


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The new numbers of the tiles that are told, by their old ones; of others nothing is said."""

    new: dict[int, int]

    def ids(self, old: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.new[t] for t in old if t in self.new)

    def issues(self, asked: Sequence[Issue]) -> tuple[Issue, ...]:
        """Questions, of whose choices those in digits are tiles."""
        return tuple(
            replace(
                one,
                ids=self.ids(one.ids),
                choices=tuple(str(self.new[int(c)]) if c.isdigit() else c for c in one.choices),
            )
            for one in asked
        )

    def hand(self, hand: OpenHand) -> OpenHand:
        return replace(
            hand,
            concealed=self.ids(hand.concealed),
            win=None if hand.win is None else self.new[hand.win],
            melds=tuple(replace(one, ids=self.ids(one.ids)) for one in hand.melds),
            issues=self.issues(hand.issues),
        )
