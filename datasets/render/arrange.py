"""Random scenes as players lay them: ``arrange(rng, kind)`` gives an ``Arrangement`` with its full truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from yakulens.datasets.render.arrange_deal import deal
from yakulens.datasets.render.arrange_hand import LayingStyle, WinPlace, lay, random_laying_style
from yakulens.datasets.render.arrange_others import exhaustive_draw
from yakulens.datasets.render.arrange_plan import Plan, Wall, disturbed, heap
from yakulens.datasets.render.arrange_surroundings import Around
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.scene import Arrangement
from yakulens.scorer.vocabulary import MELD_KINDS, MeldKind
from yakulens.vision.labels import FACES

_FLAT: Final[tuple[MeldKind, ...]] = ("chi", "pon", "open_kan", "closed_kan")
"""Kinds of melds without stacked tiles, for scenes that are about something else."""


def bare_row(rng: np.random.Generator) -> Arrangement:
    """A single row of any tiles and length; all of it is the concealed part."""
    plan = Plan()
    faces = [one_of(rng, FACES) for _ in range(int(rng.integers(2, 19)))]
    plan.concealed = plan.row(faces, 0.5, 0.0, step=rng.uniform(1.0, 1.06))
    return disturbed(plan, rng, rng.uniform(0.2, 1.0))


def bare_grid(rng: np.random.Generator) -> Arrangement:
    """Rows of tiles below each other, as on a photo of a tile set."""
    plan = Plan()
    wide, rows = int(rng.integers(4, 10)), int(rng.integers(3, 6))
    gap = rng.uniform(0.02, 0.3)
    for n in range(rows):
        faces = [one_of(rng, FACES) for _ in range(wide)]
        plan.concealed += plan.row(faces, 0.5, -n * (plan.aspect + gap), step=1.0 + gap)
    return disturbed(plan, rng, rng.uniform(0.1, 0.6))


def bare_pile(rng: np.random.Generator) -> Arrangement:
    """Tiles strewn at any angle."""
    plan = Plan()
    heap(plan, rng, Wall([one_of(rng, FACES) for _ in range(int(rng.integers(16, 40)))]), (0.0, 0.0))
    plan.concealed, plan.others = plan.others, []
    return plan.scene()


def _some(rng: np.random.Generator, low: int, high: int, kinds: Sequence[MeldKind]) -> list[MeldKind]:
    """Draw ``low`` to ``high`` kinds of melds from ``kinds``."""
    return [one_of(rng, kinds) for _ in range(int(rng.integers(low, high + 1)))]


def _any(*choices: Any) -> Callable[[np.random.Generator], Any]:  # noqa: ANN401 - values of any field of a style
    """A function that draws one of the values of a style."""
    return lambda rng: one_of(rng, choices)


def _style(rng: np.random.Generator, given: Mapping[str, Any]) -> LayingStyle:
    """A random style with given fields (values, or functions that draw them, in this order)."""
    usual = random_laying_style(rng)
    return replace(usual, **{name: value(rng) if callable(value) else value for name, value in given.items()})


def _closed(**style: Any) -> Callable[[np.random.Generator], Arrangement]:  # noqa: ANN401 - as `_any`
    """Scenes of hands without called sets, laid in a style; at times seven pairs or thirteen orphans."""

    def make(rng: np.random.Generator) -> Arrangement:
        drawn = _style(rng, style)
        shape = one_of(rng, ("standard", "standard", "standard", "pairs", "orphans"))
        return lay(rng, deal(rng, (), shape), drawn)

    return make


def _hands(
    low: int,
    high: int,
    kinds: Sequence[MeldKind] = MELD_KINDS,
    **style: Any,  # noqa: ANN401 - as `_any`
) -> Callable[[np.random.Generator], Arrangement]:
    """Scenes of hands with ``low`` to ``high`` melds, laid in a style."""
    return lambda rng: lay(rng, deal(rng, _some(rng, low, high, kinds)), _style(rng, style))


def _strewn(rng: np.random.Generator, around: tuple[Around, ...]) -> Arrangement:
    """A hand that lies scattered in pieces, with ``around`` in view."""
    melds = _some(rng, 0, 3, ("chi", "pon", "closed_kan"))
    win: WinPlace = one_of(rng, ("absent", "among"))
    return lay(
        rng, deal(rng, melds), replace(random_laying_style(rng), place="strewn", win=win, around=around)
    )


def _quads(kind: MeldKind, *, stacked: bool = False) -> Callable[[np.random.Generator], Arrangement]:
    """Scenes of hands with a quad of one kind among their melds."""

    def make(rng: np.random.Generator) -> Arrangement:
        melds = [kind, *_some(rng, 0, 2, MELD_KINDS)]
        melds = [melds[int(k)] for k in rng.permutation(len(melds))]
        style = replace(random_laying_style(rng), stacked_added=stacked)
        return lay(rng, deal(rng, melds), style)

    return make


SCENES: Final[dict[str, Callable[[np.random.Generator], Arrangement]]] = {
    "win among": _closed(win="among"),
    "win absent": _closed(win="absent"),
    "win gap": _closed(win="gap"),
    "win turned": _closed(win="turned"),
    "win above": _closed(win="above"),
    "win offset": _closed(win="offset"),
    "groups": _closed(groups=True, win=_any("gap", "above", "among")),
    "two rows": _closed(two_rows=True, win=_any("absent", "among")),
    "flowers": _closed(flowers=_any(1, 2), win=_any("absent", "among", "gap")),
    "melds right": _hands(1, 3, place="right"),
    "melds below": _hands(1, 3, place="below"),
    "melds above": _hands(1, 3, place="above"),
    "melds corner": _hands(1, 3, place="corner"),
    "melds stacked": _hands(2, 3, place="stacked"),
    "four melds": _hands(4, 4, place=_any("right", "stacked"), win=_any("gap", "turned", "absent")),
    "strewn": lambda rng: _strewn(rng, ()),
    "strewn, table": lambda rng: _strewn(rng, ("table",)),
    "open quad": _quads("open_kan"),
    "added quad beside": _quads("added_kan"),
    "added quad on top": _quads("added_kan", stacked=True),
    "closed quad": _quads("closed_kan"),
    "discards": _hands(0, 2, around=("discards",)),
    "heap": _hands(0, 2, around=("heap",)),
    "wall": _hands(0, 2, around=("wall",)),
    "dead wall": _hands(0, 2, around=("dead_wall",)),
    "dead wall, discards": _hands(0, 2, around=("dead_wall", "discards")),
    "whole table": _hands(0, 2, around=("dead_wall", "all_discards", "other_hands")),
    "table from the seat": _hands(0, 2, around=("table",)),
    "table, melds apart": _hands(1, 3, place=_any("above", "corner", "right"), around=("table",)),
    "dead wall, ura": _hands(0, 2, around=("ura",)),
    "short hand, discards": _hands(0, 0, unseen=_any(1, 2, 3, 4), win="absent", around=("pond",)),
    "exhaustive draw": exhaustive_draw,
    "melds at the rail": _hands(1, 3, place="rail"),
    "calls unbroken": _hands(2, 4, ("chi", "pon", "chi", "pon", "open_kan"), place="right", unbroken=True),
    "quads stacked": _hands(
        3, 4, ("added_kan", "added_kan", "open_kan", "closed_kan"), place="stacked", win=_any("gap", "absent")
    ),
    "printed sheet": _hands(0, 2, _FLAT, around=("sheet",)),
    "point sticks": _hands(0, 2, _FLAT, around=("sticks",)),
    "dark set": lambda rng: replace(_hands(0, 3, _FLAT)(rng), material="dark"),
    "neighbours melds": _hands(0, 2, _FLAT, around=("neighbours_melds",)),
    "several open hands": _hands(
        0, 2, _FLAT,
        win=_any("gap", "turned", "above", "offset", "among"),  # the owner of the hand must be visible
        around=("open_hands",),
    ),
    "bare row": bare_row,
    "bare grid": bare_grid,
    "bare pile": bare_pile,
}  # fmt: skip
"""Every kind of scene by name."""


def arrange(rng: np.random.Generator, kind: str | None = None) -> Arrangement:
    """A random scene of a kind, a key of ``SCENES``; None draws one evenly.

    Raises:
        KeyError: no kind has that name.

    >>> scene = arrange(np.random.default_rng(0), "melds right")
    >>> len(scene.concealed) + (scene.win is not None) + 3 * len(scene.melds)
    14
    """
    return SCENES[kind if kind is not None else one_of(rng, tuple(SCENES))](rng)
