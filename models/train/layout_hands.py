"""Random hands, dealt quickly and laid in more ways than `datasets.render.arrange` knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

import numpy as np

from yakulens.datasets.render.arrange_deal import Dealt, DealtMeld, in_order, laid_meld
from yakulens.datasets.render.arrange_plan import Plan
from yakulens.datasets.render.choice import one_of, weighted
from yakulens.scorer.blocks import ORPHANS
from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.labels import INDEX, OTHER, PLAIN, RED_FIVES, plain
from yakulens.vision.reading import ReadMeld

_COPIES: Final = 4
_RUNS: Final = 0.62
"""Share of runs among the concealed sets of most hands."""
_TRIPLET_HANDS: Final = 0.15
_TRIPLET_HAND_RUNS: Final = 0.1
_FLUSHES: Final = 0.15
"""Share of hands of a single suit, with honours or without."""
_TRIES: Final = 40
WinPlace = Literal[
    "among", "gap", "left", "turned", "turned left", "above", "below", "on top", "far", "pond", "offset",
    "absent",
]  # fmt: skip
CallPlace = Literal[
    "right", "left", "touching", "rail", "corner", "block", "below", "front", "stacked", "far", "scattered"
]
Order = Literal["sorted", "sets", "mixed", "groups", "two rows", "pieces"]

WINS: Final[Mapping[WinPlace, float]] = {
    "among": 0.2, "gap": 0.2, "left": 0.05, "turned": 0.09, "turned left": 0.05, "above": 0.1, "below": 0.04,
    "on top": 0.05, "far": 0.06, "pond": 0.05, "offset": 0.06, "absent": 0.05,
}  # fmt: skip
"""Where the winning or drawn tile lies, and how often."""
CALLS: Final[Mapping[CallPlace, float]] = {
    "right": 0.28, "left": 0.04, "touching": 0.07, "rail": 0.12, "corner": 0.1, "block": 0.08, "below": 0.07,
    "front": 0.12, "stacked": 0.06, "far": 0.03, "scattered": 0.03,
}  # fmt: skip
_ORDERS: Final[Mapping[Order, float]] = {
    "sorted": 0.45, "sets": 0.21, "mixed": 0.1, "groups": 0.12, "two rows": 0.06, "pieces": 0.06
}  # fmt: skip
_SINGLE_ROW_ORDERS: Final[Mapping[Order, float]] = {"sorted": 0.7, "sets": 0.2, "mixed": 0.1}
"""Orders of a hand beside called sets without a turned tile, which would look like another of its groups."""
_KINDS: Final[Mapping[MeldKind, float]] = {
    "chi": 0.36, "pon": 0.36, "open_kan": 0.09, "added_kan": 0.09, "closed_kan": 0.1
}  # fmt: skip
_NO_TURN: Final = 0.16
"""Share of players who lay called sets without a turned tile."""
_NO_TURN_IN_FRONT: Final = 0.7
"""The same among players who lay them in front of the hand, as is usual in China."""
_ROOM: Final = 0.7
"""Minimum distance of called sets without a turned tile from the hand, tile widths."""


def _random_style(rng: np.random.Generator) -> tuple[float, Sequence[int], Sequence[int]]:
    """What a random player collects.

    Returns:
        The share of runs among the concealed sets, the indices of their suits, and the indices of the plain
        faces of triplets and pairs.
    """
    runs = _TRIPLET_HAND_RUNS if rng.random() < _TRIPLET_HANDS else _RUNS
    if rng.random() < _FLUSHES:
        suit, honours = int(rng.integers(3)), range(27, 34) if rng.random() < 0.5 else range(0)
        return runs, (suit,), (*range(9 * suit, 9 * suit + 9), *honours)
    return runs, range(3), range(len(PLAIN))


class Deck:
    """A wall of 136 tiles, with one red five per suit, that deals sets; plain faces are indices."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Build a full wall; ``rng`` draws what is dealt."""
        self._rng = rng
        self._dealt = [0] * len(PLAIN)
        fives = [INDEX[plain(red)] for red in RED_FIVES]
        self._red_copies = dict(zip(fives, rng.integers(_COPIES, size=len(fives)).tolist(), strict=True))

    def remaining(self, kind: int) -> int:
        """How many tiles of a plain face are left."""
        return _COPIES - self._dealt[kind]

    def equal(self, size: int, kinds: Sequence[int] = range(len(PLAIN))) -> list[str]:
        """``size`` tiles of one of these faces; if none has enough left, of the face with the most left."""
        candidates = [kind for kind in kinds if self.remaining(kind) >= size]
        candidates = candidates or [max(range(len(PLAIN)), key=self.remaining)]
        kind = one_of(self._rng, candidates)
        return [self._deal(kind) for _ in range(size)]

    def run(self, suits: Sequence[int] = range(3)) -> list[str]:
        """A run in one of these suits, or a triplet if 40 tries find none."""
        for _ in range(_TRIES):
            suit, low = one_of(self._rng, suits), int(self._rng.integers(7))
            kinds = [9 * suit + low + k for k in range(3)]
            if all(self.remaining(k) for k in kinds):
                return [self._deal(k) for k in kinds]
        return self.equal(3)

    def orphans(self) -> list[list[str]]:
        """Thirteen orphans and the pair, each tile as a separate set."""
        kinds = sorted(ORPHANS)
        return [[self._deal(kind)] for kind in (*kinds, one_of(self._rng, kinds))]

    def meld(self, kind: MeldKind) -> DealtMeld:
        """A called set with its tiles in the order in which they lie."""
        tiles = self.run() if kind == "chi" else self.equal(3 if kind == "pon" else 4)
        meld = laid_meld(self._rng, kind, tiles)
        return replace(meld, kind="pon") if kind == "chi" and len(set(tiles)) == 1 else meld

    def deal_remaining(self) -> list[str]:
        """All remaining tiles, shuffled."""
        faces = [self._deal(k) for k in range(len(PLAIN)) for _ in range(self.remaining(k))]
        return [faces[k] for k in self._rng.permutation(len(faces)).tolist()]

    def _deal(self, kind: int) -> str:
        copy = self._dealt[kind]
        self._dealt[kind] += 1
        return f"0{PLAIN[kind][1]}" if self._red_copies.get(kind) == copy else PLAIN[kind]


def deal_hand(rng: np.random.Generator, deck: Deck, calls: int) -> Dealt:
    """A complete hand with ``calls`` called sets; with none, at times seven pairs or thirteen orphans."""
    melds = tuple(deck.meld(weighted(rng, _KINDS)) for _ in range(calls))
    shape = rng.random()
    runs, suits, kinds = _random_style(rng)
    if not calls and shape < 0.12:
        sets = [deck.equal(2, kinds) for _ in range(7)]
    elif not calls and shape < 0.16:
        sets = deck.orphans()
    else:
        sets = [deck.run(suits) if rng.random() < runs else deck.equal(3, kinds) for _ in range(4 - calls)]
        sets.append(deck.equal(2, kinds))
    tiles = [tile for part in sets for tile in part]
    return Dealt(tuple(tuple(part) for part in sets), one_of(rng, tiles), melds)


def incomplete_hand(rng: np.random.Generator, hand: Dealt, wall: list[str]) -> Dealt:
    """The hand with some tiles exchanged for others of the wall; at times one tile more or one set fewer."""
    sets = [list(part) for part in hand.sets]
    for _ in range(int(rng.integers(1, 6))):
        part = one_of(rng, sets)
        if part and wall:
            part[int(rng.integers(len(part)))] = wall.pop()
    change = rng.random()
    if change < 0.15 and wall:
        sets.append([wall.pop()])
    elif change < 0.3:
        sets = [part for part in sets[1:] if part] or sets
    tiles = [tile for part in sets for tile in part]
    return Dealt(tuple(map(tuple, sets)), one_of(rng, tiles), hand.melds)


def lay_hand(
    plan: Plan,
    rng: np.random.Generator,
    hand: Dealt,
    *,
    win: WinPlace | None = None,
    calls: CallPlace | None = None,
) -> None:
    """Lay a hand on an empty plan, its row along y = 0 from x = 0 on.

    The places of the winning tile and of the called sets are random if not given.
    """
    drawn_win: WinPlace = weighted(rng, WINS)
    drawn_calls: CallPlace = weighted(rng, CALLS)
    win, calls = win or drawn_win, calls or drawn_calls
    # Directly beside the hand, sets without a turned tile would look like part of it.
    flat = False
    if hand.melds and calls != "touching":
        flat = bool(rng.random() < (_NO_TURN_IN_FRONT if calls == "front" else _NO_TURN))
    order: Order = weighted(rng, _SINGLE_ROW_ORDERS if flat else _ORDERS)
    end = _lay_concealed(plan, rng, hand, order, with_win=win == "among")
    end = _lay_winning_tile(plan, rng, hand.win, win, end)
    if hand.melds:
        _lay_calls(plan, rng, hand.melds, calls, end + (_ROOM if flat else 0.0), flat=flat)
    if rng.random() < 0.03:
        _lay_flowers(plan, rng)


def _lay_concealed(
    plan: Plan, rng: np.random.Generator, hand: Dealt, order: Order, *, with_win: bool
) -> float:
    """Lay the concealed tiles and return the x of their right end."""
    sets = hand.held(won=with_win)
    faces = [face for part in sets for face in part]
    step, gap = rng.uniform(1.0, 1.06), 0.0
    lines: list[list[list[str]]] = [[in_order(faces)]]
    if order == "sets":
        lines = [[[face for k in rng.permutation(len(sets)).tolist() for face in in_order(sets[k])]]]
    elif order == "mixed":
        lines = [[[faces[k] for k in rng.permutation(len(faces)).tolist()]]]
    elif order in ("groups", "pieces"):
        lines, gap = [[in_order(part) for part in sets if part]], rng.uniform(0.15, 1.2)
    elif order == "two rows" and len(faces) > 1:
        half = int(rng.integers(1, len(faces)))
        lines = [[lines[0][0][:half]], [lines[0][0][half:]]]
    spread = 0.5 if order == "pieces" else 0.0
    flipped_share = (0.0, 0.0, 0.0, 0.1, 0.5)[int(rng.integers(5))]
    end = 0.0
    for n, line in enumerate(lines):
        x, y = rng.uniform(-2, 2) * n, -n * (plan.aspect + rng.uniform(0.02, 0.7))
        for group in line:
            group_y = y + spread * rng.normal()
            for face in group:
                angle = 180.0 if rng.random() < flipped_share else 0.0
                plan.concealed.append(plan.put(face, x + 0.5, group_y, angle))
                x += step
            x += gap * rng.uniform(0.6, 1.4)
        end = max(end, x)
    return end - gap


def _lay_winning_tile(plan: Plan, rng: np.random.Generator, face: str, win: WinPlace, end: float) -> float:
    """Lay the winning tile unless it lies among the others; return the right end (x) of all tiles so far."""
    if win in ("among", "absent"):
        return end
    sideways = 90.0 if rng.random() < 0.6 else -90.0
    gap = float(rng.choice([0.03, 0.3, 0.6, 1.0, 1.6, 2.4]))
    angle = rng.normal(0, 5)
    x, y = rng.uniform(0.5, max(0.6, end - 0.5)), plan.aspect + rng.uniform(0.0, 0.9)
    level, right_end = 0, end
    if win in ("gap", "offset"):
        gap = max(gap, 0.5)
        x, y, right_end = end + gap + 0.5, rng.normal(0, 0.08), end + gap + 1.0
        y += rng.uniform(-0.9, 0.9) if win == "offset" else 0.0
    elif win == "left":
        x, y = -max(gap, 0.5) - 0.5, rng.normal(0, 0.1)
    elif win in ("turned", "turned left"):
        angle, y = sideways + rng.normal(0, 2), rng.uniform(-0.18, 0.18)
        x = end + gap + plan.aspect / 2 if win == "turned" else -gap - plan.aspect / 2
        right_end = end + gap + plan.aspect if win == "turned" else end
    elif win == "below":
        y = -y
    elif win == "on top":
        x, y, level = round(x) + 0.5, rng.normal(0, 0.25), 1
        angle = sideways if rng.random() < 0.6 else angle
    elif win == "far":
        x, y = rng.uniform(-4, end + 4), float(rng.choice([-1, 1])) * rng.uniform(3.0, 7.0)
        angle = rng.normal(0, 25)
    elif win == "pond":
        y = rng.uniform(3.0, 4.5)
    if win in ("above", "below") and rng.random() < 0.4:
        angle = sideways
    plan.win = plan.put(face, x, y, angle, level)
    return right_end


def _lay_calls(
    plan: Plan,
    rng: np.random.Generator,
    melds: Sequence[DealtMeld],
    place: CallPlace,
    end: float,
    *,
    flat: bool,
) -> None:
    """Lay the called sets."""
    stacked, inner_backs = rng.random() < 0.5, rng.random() < 0.5
    gap = float(rng.choice([0.0, 0.05, 0.3, 0.8]))
    width = 3.4 * len(melds)
    added = any(meld.kind == "added_kan" for meld in melds)
    row_height = plan.aspect + rng.uniform(0.03, 0.6) + (0.7 if added and not stacked else 0.0)
    start = _first_call_place(plan, rng, place, end, width)
    x, y = start
    direction = float(rng.choice([-1.0, 1.0]))
    for n, meld in enumerate(reversed(melds)):
        if place == "scattered":
            x, y = rng.uniform(-6, end + 4), float(rng.choice([-1, 1])) * rng.uniform(2.5, 6.5)
        if place == "stacked" and n:
            x, y = start[0] + rng.normal(0, 0.15), y + row_height
        if place == "block" and n:
            column, row = n % 2, n // 2
            x = x if column else start[0]
            y = start[1] + direction * row * row_height
        if flat and meld.kind != "closed_kan":
            right = _lay_flat_call(plan, meld, x, y)
        else:
            right = plan.meld(rng, meld, x, y, stacked=stacked, inner=inner_backs)
        x = right + gap


def _first_call_place(
    plan: Plan, rng: np.random.Generator, place: CallPlace, end: float, wide: float
) -> tuple[float, float]:
    """Left end (x) and middle (y) of the first called set; all sets together are ``wide`` wide."""
    room = plan.aspect + rng.uniform(0.15, 1.5)
    min_x, _, min_y, max_y = plan.bounds()
    right = end + rng.uniform(0.25, 2.2), rng.normal(0, 0.12)
    starts: dict[CallPlace, tuple[float, float]] = {
        "left": (min_x - wide - rng.uniform(0.7, 2.5), rng.normal(0, 0.2)),
        "touching": (end + rng.uniform(0.0, 0.12), rng.normal(0, 0.06)),
        "rail": (end + rng.uniform(-5, 5), min_y - rng.uniform(1.5, 4.5)),
        "block": (end + rng.uniform(-5, 5), min_y - rng.uniform(1.5, 4.5)),
        "corner": (end + rng.uniform(0.8, 4.0), rng.uniform(-3.0, 1.5)),
        "below": (max(0.0, end - wide) + rng.uniform(-2, 2), min_y - room),
        "front": (rng.uniform(-1.0, max(0.0, end - wide + 3)), max_y + room),
        "far": (end + rng.uniform(2.5, 7.0), rng.normal(0, 2.0)),
    }
    return starts.get(place, right)


def _lay_flat_call(plan: Plan, meld: DealtMeld, x: float, y: float) -> float:
    """Lay a called set without a turned tile and return the x of its right end."""
    faces = tuple(in_order(meld.faces))
    ids = plan.row(faces, x + 0.5, y)
    plan.melds.append(ReadMeld(meld.kind, tuple(ids), faces, (), (), None))
    return x + 1.02 * len(faces)


def _lay_flowers(plan: Plan, rng: np.random.Generator) -> None:
    """Lay one to three tiles that riichi does not use, above or below the hand."""
    x, y = rng.uniform(-4, 18), float(rng.choice([-1, 1])) * rng.uniform(1.8, 3.5)
    plan.concealed += plan.row([OTHER] * int(rng.integers(1, 4)), x, y)
