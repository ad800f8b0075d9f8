"""Random scenes as players lay them: ``arrange(rng, kind)`` -> ``Arrangement`` with its full truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.labels import FACES
from yakulens.vision.synth.arrange_around import Wall, heap
from yakulens.vision.synth.arrange_deal import deal
from yakulens.vision.synth.arrange_draw import exhaustive_draw
from yakulens.vision.synth.arrange_hand import LayingStyle, MeldPlace, WinPlace, lay, random_laying_style
from yakulens.vision.synth.arrange_plan import Plan, disturb, one_of
from yakulens.vision.synth.arrange_surroundings import Around
from yakulens.vision.synth.scene import Arrangement

MELD_KINDS: Final[tuple[MeldKind, ...]] = ("chi", "pon", "open_kan", "added_kan", "closed_kan")
_FLAT: Final[tuple[MeldKind, ...]] = ("chi", "pon", "open_kan", "closed_kan")
"""Without the quad whose added tile may lie on another: kinds that are about something else leave it out."""


def bare_row(rng: np.random.Generator) -> Arrangement:
    """A single row of any tiles, of any length; all of it is the concealed part."""
    plan = Plan()
    faces = [one_of(rng, FACES) for _ in range(int(rng.integers(2, 19)))]
    plan.concealed = plan.row(faces, 0.5, 0.0, step=float(rng.uniform(1.0, 1.06)))
    disturb(plan, rng, float(rng.uniform(0.2, 1.0)))
    return plan.scene()


def bare_grid(rng: np.random.Generator) -> Arrangement:
    """Rows of tiles under each other, as on a photo that shows a set of tiles."""
    plan = Plan()
    wide, rows = int(rng.integers(4, 10)), int(rng.integers(3, 6))
    gap = float(rng.uniform(0.02, 0.3))
    for n in range(rows):
        faces = [one_of(rng, FACES) for _ in range(wide)]
        plan.concealed += plan.row(faces, 0.5, -n * (plan.aspect + gap), step=1.0 + gap)
    disturb(plan, rng, float(rng.uniform(0.1, 0.6)))
    return plan.scene()


def bare_pile(rng: np.random.Generator) -> Arrangement:
    """Tiles strewn at any angle."""
    plan = Plan()
    heap(plan, rng, Wall([one_of(rng, FACES) for _ in range(int(rng.integers(16, 40)))]), (0.0, 0.0))
    plan.concealed, plan.others = plan.others, []
    return plan.scene()


def _some(rng: np.random.Generator, low: int, high: int, kinds: Sequence[MeldKind]) -> list[MeldKind]:
    """Between ``low`` and ``high`` kinds of melds, drawn from ``kinds``."""
    return [one_of(rng, kinds) for _ in range(int(rng.integers(low, high + 1)))]


def _closed(rng: np.random.Generator, style: LayingStyle) -> Arrangement:
    """A hand without called sets, at times seven pairs or thirteen orphans."""
    shape = one_of(rng, ("standard", "standard", "standard", "pairs", "orphans"))
    return lay(rng, deal(rng, (), shape), style)


def _with_win(win: WinPlace) -> Callable[[np.random.Generator], Arrangement]:
    """Closed hands with the winning tile in one place."""
    return lambda rng: _closed(rng, replace(random_laying_style(rng), win=win))


def _with_melds(
    place: MeldPlace, low: int = 1, high: int = 3
) -> Callable[[np.random.Generator], Arrangement]:
    """Hands with ``low`` to ``high`` melds in one place."""
    return lambda rng: lay(
        rng, deal(rng, _some(rng, low, high, MELD_KINDS)), replace(random_laying_style(rng), place=place)
    )


def _strewn(rng: np.random.Generator, around: tuple[Around, ...]) -> Arrangement:
    """A hand that lies about in pieces, with ``around`` in view."""
    melds = _some(rng, 0, 3, ("chi", "pon", "closed_kan"))
    win: WinPlace = one_of(rng, ("absent", "among"))
    return lay(
        rng, deal(rng, melds), replace(random_laying_style(rng), place="strewn", win=win, around=around)
    )


def _amid(
    *around: Around, kinds: Sequence[MeldKind] = MELD_KINDS
) -> Callable[[np.random.Generator], Arrangement]:
    """Hands with other things in view."""
    return lambda rng: lay(
        rng, deal(rng, _some(rng, 0, 2, kinds)), replace(random_laying_style(rng), around=around)
    )


def _quads(kind: MeldKind, *, stacked: bool = False) -> Callable[[np.random.Generator], Arrangement]:
    """Hands with a quad of one kind among their melds."""

    def make(rng: np.random.Generator) -> Arrangement:
        melds = [kind, *_some(rng, 0, 2, MELD_KINDS)]
        melds = [melds[int(k)] for k in rng.permutation(len(melds))]
        style = replace(random_laying_style(rng), stacked_added=stacked)
        return lay(rng, deal(rng, melds), style)

    return make


SCENES: Final[dict[str, Callable[[np.random.Generator], Arrangement]]] = {
    "win among": _with_win("among"),
    "win absent": _with_win("absent"),
    "win gap": _with_win("gap"),
    "win turned": _with_win("turned"),
    "win above": _with_win("above"),
    "win offset": _with_win("offset"),
    "groups": lambda rng: _closed(
        rng, replace(random_laying_style(rng), groups=True, win=one_of(rng, ("gap", "above", "among")))
    ),
    "two rows": lambda rng: _closed(
        rng, replace(random_laying_style(rng), two_rows=True, win=one_of(rng, ("absent", "among")))
    ),
    "flowers": lambda rng: _closed(
        rng,
        replace(
            random_laying_style(rng),
            flowers=int(rng.integers(1, 3)),
            win=one_of(rng, ("absent", "among", "gap")),
        ),
    ),
    "melds right": _with_melds("right"),
    "melds below": _with_melds("below"),
    "melds above": _with_melds("above"),
    "melds corner": _with_melds("corner"),
    "melds stacked": _with_melds("stacked", 2, 3),
    "four melds": lambda rng: lay(
        rng,
        deal(rng, _some(rng, 4, 4, MELD_KINDS)),
        replace(
            random_laying_style(rng),
            place=one_of(rng, ("right", "stacked")),
            win=one_of(rng, ("gap", "turned", "absent")),
        ),
    ),
    "strewn": lambda rng: _strewn(rng, ()),
    "strewn, table": lambda rng: _strewn(rng, ("table",)),
    "open quad": _quads("open_kan"),
    "added quad beside": _quads("added_kan"),
    "added quad on top": _quads("added_kan", stacked=True),
    "closed quad": _quads("closed_kan"),
    "discards": _amid("discards"),
    "heap": _amid("heap"),
    "wall": _amid("wall"),
    "dead wall": _amid("dead_wall"),
    "dead wall, discards": _amid("dead_wall", "discards"),
    "whole table": _amid("dead_wall", "all_discards", "other_hands"),
    "table from the seat": _amid("table"),
    "table, melds apart": lambda rng: lay(
        rng,
        deal(rng, _some(rng, 1, 3, MELD_KINDS)),
        replace(random_laying_style(rng), place=one_of(rng, ("above", "corner", "right")), around=("table",)),
    ),
    "dead wall, ura": _amid("ura"),
    "short hand, discards": lambda rng: lay(
        rng,
        deal(rng, ()),
        replace(random_laying_style(rng), unseen=int(rng.integers(1, 5)), win="absent", around=("pond",)),
    ),
    "exhaustive draw": exhaustive_draw,
    "melds at the rail": _with_melds("rail"),
    "calls unbroken": lambda rng: lay(
        rng,
        deal(rng, _some(rng, 2, 4, ("chi", "pon", "chi", "pon", "open_kan"))),
        replace(random_laying_style(rng), place="right", unbroken=True),
    ),
    "quads stacked": lambda rng: lay(
        rng,
        deal(rng, _some(rng, 3, 4, ("added_kan", "added_kan", "open_kan", "closed_kan"))),
        replace(random_laying_style(rng), place="stacked", win=one_of(rng, ("gap", "absent"))),
    ),
    "printed sheet": _amid("sheet", kinds=_FLAT),
    "point sticks": _amid("sticks", kinds=_FLAT),
    "dark set": lambda rng: replace(
        lay(rng, deal(rng, _some(rng, 0, 3, _FLAT)), random_laying_style(rng)), material="dark"
    ),
    "neighbours melds": _amid("neighbours_melds", kinds=_FLAT),
    "several open hands": lambda rng: lay(
        rng,
        deal(rng, _some(rng, 0, 2, _FLAT)),
        replace(
            random_laying_style(rng),
            win=one_of(rng, ("gap", "turned", "above", "offset", "among")),  # whose hand it is must be seen
            around=("open_hands",),
        ),
    ),
    "bare row": bare_row,
    "bare grid": bare_grid,
    "bare pile": bare_pile,
}
"""Every kind of scene by name."""


def arrange(rng: np.random.Generator, kind: str | None = None) -> Arrangement:
    """A random scene.

    Args:
        rng: random generator.
        kind: a key of ``SCENES``; None draws one evenly.

    Raises:
        KeyError: no scene has that name.

    >>> scene = arrange(np.random.default_rng(0), "melds right")
    >>> len(scene.concealed) + (scene.win is not None) + 3 * len(scene.melds)
    14
    """
    return SCENES[kind if kind is not None else one_of(rng, tuple(SCENES))](rng)
