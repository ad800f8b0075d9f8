"""Tiles being laid on the table, each with its part in the scene, before anything is knocked askew.

All that lays tiles is given the same: the plan to lay them on, the generator that draws, and the wall, which
holds the faces that are left and from which they are taken. Places and lengths are tile widths, angles are
degrees counter-clockwise; a player's angle is how far that one sits turned from the hand's owner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, TypeVar

import numpy as np

from yakulens.vision.reading import ReadMeld
from yakulens.vision.synth.arrange_deal import DealtMeld
from yakulens.vision.synth.scene import Arrangement, Part, Placement, ShownHand, Thing

T = TypeVar("T")
ASPECT: Final = 1.35
"""Length of a tile divided by its width, where nothing else is said."""


@dataclass(slots=True)
class Plan:
    """A scene in the making, with the attributes of `vision.synth.scene.Arrangement`; ``scene`` closes it.

    >>> plan = Plan()
    >>> plan.concealed = plan.row(("1m", "2m"), 0.5, 0.0, step=1.0)
    >>> plan.scene().placements[1].x, plan.scene().concealed
    (1.5, (0, 1))
    """

    aspect: float = ASPECT
    placements: list[Placement] = field(default_factory=list)
    concealed: list[int] = field(default_factory=list)
    win: int | None = None
    melds: list[ReadMeld] = field(default_factory=list)
    indicators: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    wide: bool = False
    shown: list[ShownHand] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def put(  # noqa: PLR0913 - a place and how the tile lies there
        self, face: str, x: float, y: float, angle: float = 0.0, level: int = 0, *, stands: bool = False
    ) -> int:
        """Lay one tile, or stand it up, and return its index."""
        self.placements.append(Placement(face, x, y, angle, level, stands))
        return len(self.placements) - 1

    def meld(  # noqa: PLR0913 - a place and three ways to lie
        self, rng: np.random.Generator, meld: DealtMeld, x: float, y: float, *, stacked: bool, inner: bool
    ) -> float:
        """Lay a meld with its left end at ``x``, its middle at ``y``, and return the x of its right end.

        Args:
            rng: random generator.
            meld: what to lay.
            x: left end.
            y: the row's middle.
            stacked: an added tile lies on top of the called one rather than beside it.
            inner: of a closed quad the inner tiles lie face-down rather than the outer ones.
        """
        backs = () if meld.called is not None else (1, 2) if inner else (0, 3)
        added = meld.kind == "added_kan"
        ids: list[int] = []
        low = y - self.aspect / 2 + 0.5 if rng.random() < 0.8 else y  # noqa: PLR2004 - flush with the near edge
        for k, face in enumerate(meld.faces):
            shown = "back" if k in backs else face
            if meld.called is None or k not in (meld.called, meld.called + added):
                ids.append(self.put(shown, x + 0.5, y))
                x += 1.0 + _slack(rng)
                continue
            turned = 90.0 if rng.random() < 0.7 else -90.0  # noqa: PLR2004 - most turn to the left
            middle = x + self.aspect / 2
            over = added and k != meld.called
            high = low + 1.0 + _slack(rng) if over and not stacked else low
            tile = self.put(shown, middle, high, turned, int(over and stacked))
            if over or not (added and stacked):
                ids.append(tile)
            if over or not added:
                x += self.aspect + _slack(rng)
        rotated = () if meld.called is None else (meld.called, meld.called + 1) if added else (meld.called,)
        self.melds.append(ReadMeld(meld.kind, tuple(ids), meld.faces, rotated, backs, meld.origin))
        return x

    def row(  # noqa: PLR0913 - a line of tiles has a place, a direction and a step
        self,
        faces: Sequence[str],
        x: float,
        y: float,
        *,
        angle: float = 0.0,
        step: float = 1.02,
        level: int = 0,
    ) -> list[int]:
        """Lay tiles side by side to the right of ``x``, ``y`` as seen by somebody turned by ``angle``."""
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return [
            self.put(face, x + c * step * k, y + s * step * k, angle, level) for k, face in enumerate(faces)
        ]

    def lay_for(self, seat: float, other: Plan, middle: tuple[float, float] = (0.0, 0.0)) -> None:
        """Lay what another plan holds, as its owner sees it, for somebody who sits turned by ``seat``.

        Its hand becomes one of those shown, everything else of it lies about; its other parts stay out.

        Args:
            seat: degrees counter-clockwise about the table's middle.
            other: laid with its owner at the near side, the table's middle at the origin.
            middle: of the table, tile widths.

        >>> plan, hers = Plan(), Plan()
        >>> hers.concealed = hers.row(("1m", "2m"), 0.0, -9.0)
        >>> plan.lay_for(90.0, hers)
        >>> round(plan.placements[0].x), round(plan.placements[1].y, 2), plan.shown[0].concealed
        (9, 1.02, (0, 1))
        """
        first = len(self.placements)
        c, s = math.cos(math.radians(seat)), math.sin(math.radians(seat))
        self.placements += [
            replace(
                p,
                x=middle[0] + p.x * c - p.y * s,
                y=middle[1] + p.x * s + p.y * c,
                angle=p.angle + seat,
            )
            for p in other.placements
        ]
        moved = [replace(m, ids=tuple(first + k for k in m.ids)) for m in other.melds]
        if other.concealed:
            self.shown.append(ShownHand(seat, tuple(first + k for k in other.concealed), tuple(moved)))
        else:
            self.parts += [Part("called", seat, meld.ids) for meld in moved]
        self.parts += [
            replace(part, seat=part.seat + seat, tiles=tuple(first + k for k in part.tiles))
            for part in other.parts
        ]
        self.indicators += [first + k for k in other.indicators]
        own = {*other.concealed, *(k for m in other.melds for k in m.ids)} if other.concealed else set()
        known = {k for k in range(len(other.placements)) if k not in own and k not in other.indicators}
        self.others += [first + k for k in sorted(known)]

    def scene(self) -> Arrangement:
        """The finished scene."""
        laid: dict[str, Any] = {}
        for part in fields(self):
            value = getattr(self, part.name)
            laid[part.name] = tuple(value) if isinstance(value, list) else value
        return Arrangement(**laid)


def along(at: tuple[float, float], angle: float, right: float, away: float = 0.0) -> tuple[float, float]:
    """The point so far to the right and away of another one for somebody who sits turned by an angle.

    >>> x, y = along((10.0, 5.0), 90.0, 2.0)
    >>> round(x), round(y)
    (10, 7)
    """
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return at[0] + right * c - away * s, at[1] + right * s + away * c


def _slack(rng: np.random.Generator) -> float:
    """The small gap that hands leave between neighbours."""
    return float(rng.uniform(0.0, 0.06))


def one_of(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """One of some choices, each as likely as the other.

    >>> one_of(np.random.default_rng(0), ("gap", "turned", "above"))
    'above'
    """
    return choices[int(rng.integers(len(choices)))]


def disturb(plan: Plan, rng: np.random.Generator, crooked: float) -> None:
    """Knock the tiles a little askew, the whole scene aslant and long rows into a slight curve.

    ``crooked`` scales it: 1 is a player in a hurry, 0 leaves everything as it was laid.

    >>> plan = Plan()
    >>> _ = plan.put("1m", 2.0, 0.0)
    >>> disturb(plan, np.random.default_rng(0), 0.0)
    >>> float(plan.placements[0].x)
    2.0
    """
    bend = rng.normal(0, 0.0015) * crooked
    slant = math.radians(rng.normal(0, 3.0) * crooked)
    c, s = math.cos(slant), math.sin(slant)
    tops: dict[tuple[float, float], tuple[float, float, float]] = {}
    for k, p in enumerate(plan.placements):
        place = (round(p.x, 3), round(p.y, 3))
        if place not in tops:
            tops[place] = tuple(rng.normal(0, [0.02, 0.035, 1.6]) * crooked)
        dx, dy, turn = tops[place]
        x, y = p.x + dx, p.y + dy + bend * p.x**2
        angle = p.angle + turn + math.degrees(slant + 2 * bend * p.x)
        plan.placements[k] = replace(p, x=x * c - y * s, y=x * s + y * c, angle=angle)
