"""The called sets that tiles can make: faces, order, the sideways tile, face-down and unseen tiles."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Final

from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.layout.decode.frame import (
    FaceOdds,
    Tiles,
    in_frame,
    parallax_of,
    sideways_odds,
    stacked_odds,
)
from yakulens.vision.layout.priors import CallPriors

SET: Final = 3
QUAD: Final = 4
NUMBERED: Final = 27
"""This many plain faces come first and are numbers, nine to a suit."""
WHITE: Final = 31
_CLEAR: Final = 0.4
"""A wider gap within a set has a cost, tile widths."""
_SLACK: Final = 0.5
"""A tile farther out of line has a cost, tile widths."""
_SAME_COLUMN: Final = 0.55
_STEP: Final = 0.2
"""Standard deviation of the places of a set's tiles side by side, tile widths."""
_ROOM_FOR_TWO: Final = 2.4
_ORIGINS: Final[tuple[From, From, From]] = ("left", "across", "right")
_FROM: Final[tuple[From, From, From, From]] = ("left", "across", "across", "right")
"""Who discarded the called tile of a claimed quad, by its position."""
_ORDERS: Final = tuple(permutations(range(SET)))
_CLOSED: Final[dict[tuple[bool, ...], tuple[tuple[int, ...], tuple[int, ...]]]] = {
    (False, True, True, False): ((0, 3), (0, 1, 2, 3)),
    (True, False, False, True): ((1, 2), (0, 1, 2, 3)),
    (False, True, True): ((0, 3), (0, 1, 2)),
    (True, True, False): ((0, 3), (1, 2, 3)),
    (True, False, True): ((1, 2), (0, 1, 3)),
    (False, False, True): ((1, 2), (1, 2, 3)),
    (True, False, False): ((1, 2), (0, 1, 2)),
    (False, True, False): ((0, 3), (0, 1, 3)),
}
"""For which seen tiles of a closed quad lie face-up: the face-down positions, and each tile's position."""
_ACROSS: Final = (0.6, 1.5)
"""Distance between the two sideways tiles of an added quad, tile widths."""


@dataclass(frozen=True, slots=True)
class CalledSet:
    """A called set or closed quad, left to right as its owner sees it.

    Attributes:
        kind: its kind.
        tiles: its visible tiles.
        faces: plain faces of all three or four, as indices.
        positions: the position in ``faces`` of each of ``tiles``.
        rotated: positions that lie sideways.
        backs: positions that lie face-down.
        origin: who discarded the called tile; None if nothing shows that.
        score: log odds.
        missing: how many of its tiles were not seen.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    faces: tuple[int, ...]
    positions: tuple[int, ...]
    rotated: tuple[int, ...]
    backs: tuple[int, ...]
    origin: From | None
    score: float
    missing: int = 0


@dataclass(frozen=True, slots=True)
class _Row:
    """Tiles of a possible set in their own frame, left to right.

    Attributes:
        tiles: which.
        places: right and away of each.
        sideways: log odds of each lying sideways.
        direction: the direction of the set.
        spacing: log odds against tiles lying this far apart or out of line.
    """

    tiles: tuple[int, ...]
    places: tuple[tuple[float, float], ...]
    sideways: tuple[float, ...]
    direction: float
    spacing: float


def possible_sets(
    tiles: Tiles, face_odds: FaceOdds, chosen: Sequence[int], direction: float, priors: CallPriors
) -> list[CalledSet]:
    """The sets that two to four tiles may form, each with its log odds from faces and places."""
    row = _row(tiles, chosen, direction, priors)
    found = [*_closed_quads(face_odds, row, priors)]
    if len(row.tiles) == SET:
        found += _triplets(tiles, face_odds, row, priors)
        found += _stacked_quads(tiles, face_odds, row, priors)
        found += _sequences(face_odds, row, priors)
        if row.spacing < 0:
            found += _partial_sets(tiles, face_odds, row, priors)
    elif len(row.tiles) == QUAD:
        found += _quads(face_odds, row, priors)
    else:
        found += _partial_sets(tiles, face_odds, row, priors)
    return [one for one in found if one.score > priors.least]


def _row(
    tiles: Tiles, chosen: Sequence[int], direction: float, priors: CallPriors, lowered: int | None = None
) -> _Row:
    """The tiles in order; ``lowered`` lies on another tile and is moved to its place on the table."""
    places = dict(zip(chosen, in_frame(tiles, chosen, direction), strict=True))
    if lowered is not None:
        (x, y), (dx, dy) = places[lowered], parallax_of(tiles, lowered, direction)
        places[lowered] = x - dx, y - dy
    # Of two tiles one behind the other, the near one comes first.
    row = sorted(chosen, key=lambda t: places[t])
    for k, (tile, other) in enumerate(pairwise(row)):
        (x0, y0), (x1, y1) = places[tile], places[other]
        if abs(x1 - x0) < _SAME_COLUMN and y1 < y0:
            row[k : k + 2] = other, tile
            break
    sideways = tuple(sideways_odds(tiles, t, direction) for t in row)
    in_row = tuple(places[t] for t in row)
    return _Row(
        tuple(row), in_row, sideways, direction, _spacing_odds(in_row, sideways, tiles.length, priors)
    )


def _spacing_odds(
    places: Sequence[tuple[float, float]], sideways: Sequence[float], length: float, priors: CallPriors
) -> float:
    """Log odds against tiles sharing a set, by gaps between neighbours and distance from the line."""
    cost = 0.0
    sides = [length if odds > 0 else 1.0 for odds in sideways]
    for ((x0, y0), (x1, y1)), (a, b) in zip(pairwise(places), pairwise(sides), strict=True):
        riding = abs(x1 - x0) < _SAME_COLUMN and abs(y1 - y0) < _ACROSS[1]
        gap = 0.0 if riding else x1 - x0 - (a + b) / 2
        cost += priors.gap * max(gap - _CLEAR, -0.35 - gap, 0.0)
        if not riding:
            cost += priors.off_line * max(abs(y1 - y0) - _SLACK, 0.0)
    return max(cost, priors.apart_worst * len(places))


def _common_face(face_odds: FaceOdds, tiles: Sequence[int]) -> tuple[int, float]:
    """The likeliest plain face that tiles share, and its log odds against each tile's own likeliest face."""
    candidates = {face for t in tiles for face in face_odds.likely[t]} or {0}
    best, face = max((sum(face_odds.plain[t][face] for t in tiles), -face) for face in candidates)
    return -face, best - sum(face_odds.best[t] for t in tiles)


def _sequence_starts(face_odds: FaceOdds, tiles: Sequence[int]) -> list[int]:
    """The lowest faces of the sequences that tiles may belong to."""
    candidates = {face for t in tiles for face in face_odds.likely[t] if face < NUMBERED}
    return sorted(
        {face - n for face in candidates for n in range(SET) if n <= face % 9 and (face - n) % 9 < 7}  # noqa: PLR2004 - no sequence begins with an eight
    )


def _log_sigmoid(odds: float) -> float:
    """Log odds as a log probability."""
    return -math.log1p(math.exp(-odds))


def _sideways_at(sideways: Sequence[float], rotated: Sequence[int]) -> float:
    """Log probability of only these lying sideways."""
    return sum(_log_sigmoid(odds if k in rotated else -odds) for k, odds in enumerate(sideways))


def _triplets(tiles: Tiles, face_odds: FaceOdds, row: _Row, priors: CallPriors) -> Iterator[CalledSet]:
    """Triplets with no tile or one tile sideways."""
    face, base = _common_face(face_odds, row.tiles)
    base += row.spacing + priors.pon
    for k, origin in enumerate(_ORIGINS):
        others = [t for t in row.tiles if t != row.tiles[k]]
        on = stacked_odds(tiles, row.tiles[k], others, row.direction) if row.sideways[k] > 0 else 0.0
        odds = base + _sideways_at(row.sideways, (k,)) + _log_sigmoid(-on)
        yield CalledSet("pon", row.tiles, (face,) * SET, (0, 1, 2), (k,), (), origin, odds)
    unmarked = base + _sideways_at(row.sideways, ()) + priors.unmarked
    yield CalledSet("pon", row.tiles, (face,) * SET, (0, 1, 2), (), (), None, unmarked)


def _stacked_quads(tiles: Tiles, face_odds: FaceOdds, row: _Row, priors: CallPriors) -> Iterator[CalledSet]:
    """Added quads whose fourth tile lies on the called one and hides it."""
    face, base = _common_face(face_odds, row.tiles)
    four = (face,) * QUAD
    for tile, sideways in zip(row.tiles, row.sideways, strict=True):
        if sideways > 0:
            lower = _row(tiles, row.tiles, row.direction, priors, lowered=tile)
            k = lower.tiles.index(tile)
            on = stacked_odds(tiles, tile, [t for t in row.tiles if t != tile], row.direction)
            odds = (
                base + max(lower.spacing, row.spacing) + priors.added_kan + priors.on_top + _log_sigmoid(on)
            )
            odds += _sideways_at(lower.sideways, (k,))
            positions = tuple(p + (p >= k) for p in range(SET))
            yield CalledSet("added_kan", lower.tiles, four, positions, (k, k + 1), (), _ORIGINS[k], odds)


def _sequences(face_odds: FaceOdds, row: _Row, priors: CallPriors) -> Iterator[CalledSet]:
    """The likeliest sequence, with no tile or the likeliest tile sideways."""
    first, second, third = (face_odds.plain[t] for t in row.tiles)
    best = max(
        (
            (first[start + a] + second[start + b] + third[start + c], (start + a, start + b, start + c))
            for start in _sequence_starts(face_odds, row.tiles)
            for a, b, c in _ORDERS
        ),
        default=None,
    )
    if best is None:
        return
    odds, faces = best
    odds += row.spacing + priors.chi - sum(face_odds.best[t] for t in row.tiles)
    prior_of: dict[tuple[int, ...], float] = {
        (0,): 0.0,
        (1,): priors.odd_chi,
        (2,): priors.odd_chi,
        (): priors.unmarked,
    }
    sideways, rotated = max((_sideways_at(row.sideways, at) + prior, at) for at, prior in prior_of.items())
    origin: From | None = "left" if rotated else None
    yield CalledSet("chi", row.tiles, faces, (0, 1, 2), rotated, (), origin, odds + sideways)


def _quads(face_odds: FaceOdds, row: _Row, priors: CallPriors) -> Iterator[CalledSet]:
    """Claimed quads with at most one sideways tile, and added ones whose fourth lies beside the called."""
    face, base = _common_face(face_odds, row.tiles)
    base += row.spacing
    four, every, added = (face,) * QUAD, tuple(range(QUAD)), False
    for k, (((x0, y0), (x1, y1)), origin) in enumerate(zip(pairwise(row.places), _ORIGINS, strict=True)):
        # The added tile lies behind the called one.
        if abs(x1 - x0) < _SAME_COLUMN and _ACROSS[0] < y1 - y0 < _ACROSS[1]:
            added = True
            odds = base + priors.added_kan + _sideways_at(row.sideways, (k, k + 1))
            yield CalledSet("added_kan", row.tiles, four, every, (k, k + 1), (), origin, odds)
    if not added:
        for k, from_whom in enumerate(_FROM):
            odds = base + priors.open_kan + _sideways_at(row.sideways, (k,))
            yield CalledSet("open_kan", row.tiles, four, every, (k,), (), from_whom, odds)
        odds = base + priors.closed_kan + priors.open_quad + _sideways_at(row.sideways, ())
        yield CalledSet("closed_kan", row.tiles, four, every, (), (), None, odds)


def _closed_quads(face_odds: FaceOdds, row: _Row, priors: CallPriors) -> Iterator[CalledSet]:
    """Closed quads of two face-up and one or two face-down tiles; a back may be read as a White."""
    down_odds = [
        max(face_odds.back[t], face_odds.plain[t][WHITE] + priors.back_like_white) - face_odds.best[t]
        for t in row.tiles
    ]
    missing = QUAD - len(row.tiles)
    base = priors.closed_kan + _sideways_at(row.sideways, ()) + missing * priors.unseen
    base += row.spacing if not missing else max(row.spacing, priors.apart_worst / 2)
    for pattern, (backs, positions) in _CLOSED.items():
        if len(pattern) == len(row.tiles):
            up = [t for t, is_up in zip(row.tiles, pattern, strict=True) if is_up]
            face, odds = _common_face(face_odds, up)
            if _is_doubtful_white(face_odds, up, face):
                continue
            odds += base + sum(odds for odds, is_up in zip(down_odds, pattern, strict=True) if not is_up)
            four = (face,) * QUAD
            yield CalledSet("closed_kan", row.tiles, four, positions, (), backs, None, odds, missing)


def _is_doubtful_white(face_odds: FaceOdds, up: Sequence[int], face: int) -> bool:
    """Whether a face-up tile would be of another face than White though a White is likeliest.

    Whites beside one tile of a kind are Whites in doubt, not the rest of its closed quad.
    """
    return face != WHITE and any(face_odds.likeliest(t) == WHITE for t in up)


def _partial_sets(tiles: Tiles, face_odds: FaceOdds, row: _Row, priors: CallPriors) -> Iterator[CalledSet]:
    """Sets without one tile: a triplet or a sequence, a claimed quad; or a quad without its backs."""
    face, base = _common_face(face_odds, row.tiles)
    steps = [end[0] - start[0] for start, end in pairwise(row.places)]
    whole = len(row.tiles) + 1
    kind: MeldKind = "pon" if whole == SET else "open_kan"
    for missing in range(whole):
        positions = tuple(k for k in range(whole) if k != missing)
        for k, origin in enumerate(_ORIGINS if whole == SET else _FROM):
            widths = [tiles.length if n == k else 1.0 for n in range(whole)]
            spacing = 0.0
            for step, (a, b) in zip(steps, pairwise(positions), strict=True):
                expected = (widths[a] + widths[b]) / 2 + sum(widths[a + 1 : b])
                spacing -= ((step - expected) / _STEP) ** 2 / 2
            rotated = [n for n, position in enumerate(positions) if position == k]
            lies = _sideways_at(row.sideways, rotated) + max(spacing, priors.apart_worst) + priors.unseen
            odds = base + lies + (priors.pon if whole == SET else priors.open_kan)
            yield CalledSet(kind, row.tiles, (face,) * whole, positions, (k,), (), origin, odds, 1)
            if whole == SET and k == 0 and (run := _partial_sequence(face_odds, row.tiles, missing)):
                odds = run[1] + lies + priors.chi
                yield CalledSet("chi", row.tiles, run[0], positions, (0,), (), "left", odds, 1)
    if whole == SET and not _is_doubtful_white(face_odds, row.tiles, face):
        backs, positions = ((1, 2), (0, 3)) if steps[0] > _ROOM_FOR_TWO else ((0, 3), (1, 2))
        odds = base + priors.closed_kan + priors.unseen_backs + _sideways_at(row.sideways, ())
        yield CalledSet("closed_kan", row.tiles, (face,) * QUAD, positions, (), backs, None, odds, 2)


def _partial_sequence(
    face_odds: FaceOdds, seen: Sequence[int], missing: int
) -> tuple[tuple[int, ...], float] | None:
    """The likeliest sequence with one unseen tile: its sideways tile first, the others rising."""
    first, second = (face_odds.plain[t] for t in seen)
    sequences = []
    for start in _sequence_starts(face_odds, seen):
        for called in range(SET):
            faces = (start + called, *(start + n for n in range(SET) if n != called))
            a, b = (face for n, face in enumerate(faces) if n != missing)
            sequences.append((faces, first[a] + second[b] - sum(face_odds.best[t] for t in seen)))
    return max(sequences, key=lambda sequence: sequence[1], default=None)
