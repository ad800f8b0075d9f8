"""A hand laid in any way that players lay one, wider than `vision.synth.arrange` does, and what is meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeVar

import numpy as np

from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.labels import OTHER
from yakulens.vision.reading import ReadMeld
from yakulens.vision.synth.arrange_deal import Dealt, DealtMeld, in_order
from yakulens.vision.synth.arrange_plan import Plan
from yakulens.vision.train.layout_deal import Deck, style

T = TypeVar("T")
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
"""Where the tile lies that was won or drawn, and how often."""
CALLS: Final[Mapping[CallPlace, float]] = {
    "right": 0.28, "left": 0.04, "touching": 0.07, "rail": 0.12, "corner": 0.1, "block": 0.08, "below": 0.07,
    "front": 0.12, "stacked": 0.06, "far": 0.03, "scattered": 0.03,
}  # fmt: skip
_ORDERS: Final[Mapping[Order, float]] = {
    "sorted": 0.45,
    "sets": 0.21,
    "mixed": 0.1,
    "groups": 0.12,
    "two rows": 0.06,
    "pieces": 0.06,
}
_PLAIN: Final[Mapping[Order, float]] = {"sorted": 0.7, "sets": 0.2, "mixed": 0.1}
"""How a hand lies beside called sets without a turned tile: in one row, else they would be parts of it."""
_KINDS: Final[Mapping[MeldKind, float]] = {
    "chi": 0.36,
    "pon": 0.36,
    "open_kan": 0.09,
    "added_kan": 0.09,
    "closed_kan": 0.1,
}
_NO_TURN: Final = 0.16
"""Share of players who lay called sets without a turned tile."""
_NO_TURN_IN_FRONT: Final = 0.7
"""That share among those who lay them in front of the hand, as is the Chinese way."""
_ROOM: Final = 0.7
"""Called sets without a turned tile lie at least so far from the hand, tile widths."""


def weighted(rng: np.random.Generator, weights: Mapping[T, float]) -> T:
    """One of some choices, by their weights.

    >>> weighted(np.random.default_rng(0), {"a": 0.0, "b": 1.0})
    'b'
    """
    left = float(rng.random()) * sum(weights.values())
    for choice, weight in weights.items():
        left -= weight
        if left < 0:
            return choice
    return choice


def deal_hand(rng: np.random.Generator, deck: Deck, calls: int) -> Dealt:
    """A complete hand of so many called sets; without any, at times seven pairs or thirteen orphans."""
    melds = tuple(deck.meld(weighted(rng, _KINDS)) for _ in range(calls))
    shape, own = float(rng.random()), style(rng)
    if not calls and shape < 0.12:
        sets = [deck.same(2, own.kinds) for _ in range(7)]
    elif not calls and shape < 0.16:
        sets = deck.orphans()
    else:
        sets = [*(deck.set(own) for _ in range(4 - calls)), deck.same(2, own.kinds)]
    tiles = [tile for part in sets for tile in part]
    return Dealt(tuple(tuple(part) for part in sets), tiles[int(rng.integers(len(tiles)))], melds)


def spoilt(rng: np.random.Generator, hand: Dealt, wall: list[str]) -> Dealt:
    """A hand that is not complete: some tiles are others, at times there is one too many or too few."""
    sets = [list(part) for part in hand.sets]
    for _ in range(int(rng.integers(1, 6))):
        part = sets[int(rng.integers(len(sets)))]
        if part and wall:
            part[int(rng.integers(len(part)))] = wall.pop()
    change = float(rng.random())
    if change < 0.15 and wall:
        sets.append([wall.pop()])
    elif change < 0.3:
        sets = [part for part in sets[1:] if part] or sets
    tiles = [tile for part in sets for tile in part]
    return Dealt(tuple(map(tuple, sets)), tiles[int(rng.integers(len(tiles)))], hand.melds)


def lay_hand(
    plan: Plan,
    rng: np.random.Generator,
    hand: Dealt,
    *,
    win: WinPlace | None = None,
    calls: CallPlace | None = None,
) -> None:
    """Lay a hand on an empty plan, its row along y = 0 from x = 0 on.

    Where the winning tile and the called sets lie is drawn, as all else is, unless it is said.
    """
    drawn_win: WinPlace = weighted(rng, WINS)
    drawn_place: CallPlace = weighted(rng, CALLS)
    place = calls or drawn_place
    flat = bool(hand.melds) and _without_turn(rng, place)
    order: Order = weighted(rng, _PLAIN if flat else _ORDERS)
    end = _concealed(plan, rng, hand, order, among=(win or drawn_win) == "among")
    end = _winner(plan, rng, hand.win, win or drawn_win, end)
    if hand.melds:
        _calls(plan, rng, hand.melds, place, end + (_ROOM if flat else 0.0), flat=flat)
    if rng.random() < 0.03:
        _flowers(plan, rng)


def _without_turn(rng: np.random.Generator, place: CallPlace) -> bool:
    """Whether called sets are laid without a turned tile: never right beside the hand, nobody could tell."""
    share = _NO_TURN_IN_FRONT if place == "front" else _NO_TURN
    return place != "touching" and bool(rng.random() < share)


def _concealed(plan: Plan, rng: np.random.Generator, hand: Dealt, order: Order, *, among: bool) -> float:
    """Lay the concealed part; the x of its right end."""
    sets = hand.held(won=among)
    faces = [face for part in sets for face in part]
    step, apart = float(rng.uniform(1.0, 1.06)), 0.0
    lines: list[list[list[str]]] = [[in_order(faces)]]
    if order == "sets":
        lines = [[[face for k in rng.permutation(len(sets)).tolist() for face in in_order(sets[k])]]]
    elif order == "mixed":
        lines = [[[faces[k] for k in rng.permutation(len(faces)).tolist()]]]
    elif order in ("groups", "pieces"):
        lines, apart = [[in_order(part) for part in sets if part]], float(rng.uniform(0.15, 1.2))
    elif order == "two rows" and len(faces) > 1:
        half = int(rng.integers(1, len(faces)))
        lines = [[lines[0][0][:half]], [lines[0][0][half:]]]
    lift = 0.5 if order == "pieces" else 0.0
    down = (0.0, 0.0, 0.0, 0.1, 0.5)[int(rng.integers(5))]
    end = 0.0
    for n, line in enumerate(lines):
        x, y = float(rng.uniform(-2, 2)) * n, -n * (plan.aspect + float(rng.uniform(0.02, 0.7)))
        for group in line:
            high = y + lift * float(rng.normal())
            for face in group:
                angle = 180.0 if rng.random() < down else 0.0
                plan.concealed.append(plan.put(face, x + 0.5, high, angle))
                x += step
            x += apart * float(rng.uniform(0.6, 1.4))
        end = max(end, x)
    return end - apart


def _winner(plan: Plan, rng: np.random.Generator, face: str, win: WinPlace, end: float) -> float:
    """Lay the winning tile where it lies apart; the right end of everything so far."""
    if win in ("among", "absent"):
        return end
    side = 90.0 if rng.random() < 0.6 else -90.0
    gap = float(rng.choice([0.03, 0.3, 0.6, 1.0, 1.6, 2.4]))
    turned = float(rng.normal(0, 5))
    x, y = float(rng.uniform(0.5, max(0.6, end - 0.5))), plan.aspect + float(rng.uniform(0.0, 0.9))
    level, beyond = 0, end
    if win in ("gap", "offset"):
        gap = max(gap, 0.5)
        x, y, beyond = end + gap + 0.5, float(rng.normal(0, 0.08)), end + gap + 1.0
        y += float(rng.uniform(-0.9, 0.9)) if win == "offset" else 0.0
    elif win == "left":
        x, y = -max(gap, 0.5) - 0.5, float(rng.normal(0, 0.1))
    elif win in ("turned", "turned left"):
        turned, y = side + float(rng.normal(0, 2)), float(rng.uniform(-0.18, 0.18))
        x = end + gap + plan.aspect / 2 if win == "turned" else -gap - plan.aspect / 2
        beyond = end + gap + plan.aspect if win == "turned" else end
    elif win == "below":
        y = -y
    elif win == "on top":
        x, y, level = round(x) + 0.5, float(rng.normal(0, 0.25)), 1
        turned = side if rng.random() < 0.6 else turned
    elif win == "far":
        x, y = float(rng.uniform(-4, end + 4)), float(rng.choice([-1, 1])) * float(rng.uniform(3.0, 7.0))
        turned = float(rng.normal(0, 25))
    elif win == "pond":
        y = float(rng.uniform(3.0, 4.5))
    if win in ("above", "below") and rng.random() < 0.4:
        turned = side
    plan.win = plan.put(face, x, y, turned, level)
    return beyond


def _calls(
    plan: Plan,
    rng: np.random.Generator,
    melds: Sequence[DealtMeld],
    place: CallPlace,
    end: float,
    *,
    flat: bool,
) -> None:
    """Lay the called sets."""
    stacked, inner = bool(rng.random() < 0.5), bool(rng.random() < 0.5)
    between = float(rng.choice([0.0, 0.05, 0.3, 0.8]))
    wide = 3.4 * len(melds)
    added = any(meld.kind == "added_kan" for meld in melds)
    tall = plan.aspect + float(rng.uniform(0.03, 0.6)) + (0.7 if added and not stacked else 0.0)
    start = _start(plan, rng, place, end, wide)
    x, y = start
    high = float(rng.choice([-1.0, 1.0]))
    for n, meld in enumerate(reversed(melds)):
        if place == "scattered":
            x, y = float(rng.uniform(-6, end + 4)), float(rng.choice([-1, 1])) * float(rng.uniform(2.5, 6.5))
        if place == "stacked" and n:
            x, y = start[0] + float(rng.normal(0, 0.15)), y + tall
        if place == "block" and n:
            column, row = n % 2, n // 2
            x = x if column else start[0]
            y = start[1] + high * row * tall
        if flat and meld.kind != "closed_kan":
            right = _flat(plan, meld, x, y)
        else:
            right = plan.meld(rng, meld, x, y, stacked=stacked, inner=inner)
        x = right + between


def _start(
    plan: Plan, rng: np.random.Generator, place: CallPlace, end: float, wide: float
) -> tuple[float, float]:
    """Where the first called set begins."""
    room = plan.aspect + float(rng.uniform(0.15, 1.5))
    over, under, left = (
        least(edges, default=0.0)
        for least, edges in (
            (max, [p.y for p in plan.placements]),
            (min, [p.y for p in plan.placements]),
            (min, [p.x for p in plan.placements]),
        )
    )
    right = end + float(rng.uniform(0.25, 2.2)), float(rng.normal(0, 0.12))
    starts: dict[CallPlace, tuple[float, float]] = {
        "left": (left - wide - float(rng.uniform(0.7, 2.5)), float(rng.normal(0, 0.2))),
        "touching": (end + float(rng.uniform(0.0, 0.12)), float(rng.normal(0, 0.06))),
        "rail": (end + float(rng.uniform(-5, 5)), under - float(rng.uniform(1.5, 4.5))),
        "block": (end + float(rng.uniform(-5, 5)), under - float(rng.uniform(1.5, 4.5))),
        "corner": (end + float(rng.uniform(0.8, 4.0)), float(rng.uniform(-3.0, 1.5))),
        "below": (max(0.0, end - wide) + float(rng.uniform(-2, 2)), under - room),
        "front": (float(rng.uniform(-1.0, max(0.0, end - wide + 3))), over + room),
        "far": (end + float(rng.uniform(2.5, 7.0)), float(rng.normal(0, 2.0))),
    }
    return starts.get(place, right)


def _flat(plan: Plan, meld: DealtMeld, x: float, y: float) -> float:
    """A called set without a turned tile; the x of its right end."""
    faces = tuple(in_order(meld.faces))
    ids = plan.row(faces, x + 0.5, y)
    plan.melds.append(ReadMeld(meld.kind, tuple(ids), faces, (), (), None))
    return x + 1.02 * len(faces)


def _flowers(plan: Plan, rng: np.random.Generator) -> None:
    """One to three tiles that riichi does not use, beside or above the hand."""
    x, y = float(rng.uniform(-4, 18)), float(rng.choice([-1, 1])) * float(rng.uniform(1.8, 3.5))
    plan.concealed += plan.row([OTHER] * int(rng.integers(1, 4)), x, y)


def move(plan: Plan, across: float, away: float) -> None:
    """Move all that a plan holds.

    >>> plan = Plan()
    >>> _ = plan.put("1m", 1.0, 0.0)
    >>> move(plan, 2.0, -1.0)
    >>> plan.placements[0].x, plan.placements[0].y
    (3.0, -1.0)
    """
    plan.placements[:] = [replace(p, x=p.x + across, y=p.y + away) for p in plan.placements]
