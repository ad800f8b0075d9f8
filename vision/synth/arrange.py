"""Random scenes as players lay them: ``arrange(rng, kind)`` → ``Arrangement`` with its full truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeVar

import numpy as np

from vision.labels import FACES
from vision.synth.arrange_around import (
    Wall,
    dead_wall,
    discards,
    heap,
    other_hand,
    table_around,
    under_indicators,
    wall_of_backs,
)
from vision.synth.arrange_deal import Dealt, deal, in_order
from vision.synth.arrange_plan import Plan, disturb
from vision.synth.arrange_strewn import strewn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.reading import MeldKind
    from vision.synth.scene import Arrangement

T = TypeVar("T")
Win = Literal["absent", "among", "gap", "turned", "above", "offset"]
Place = Literal["right", "below", "above", "corner", "stacked", "strewn"]
Around = Literal[
    "discards", "heap", "wall", "dead_wall", "ura", "all_discards", "other_hands", "table", "pond"
]
MELD_KINDS: Final[tuple[MeldKind, ...]] = ("chi", "pon", "open_kan", "added_kan", "closed_kan")


@dataclass(frozen=True, slots=True)
class Style:
    """How a player lays the hand.

    Attributes:
        win: the winning tile ``absent`` (left in the discards), ``among`` the hand, or apart: to the right
            after a ``gap``, ``turned`` sideways, ``above`` the row, or ``offset`` to the right, out of line.
        place: where the melds lie: to the ``right`` in the same row, in a row ``below`` or ``above``, in the
            right ``corner``, ``stacked`` one above the other, or ``strewn`` over the table between pieces of
            the concealed part.
        groups: concealed sets are laid with gaps between them.
        two_rows: the concealed part lies in two rows.
        stacked_added: the added tile of a quad lies on top of the called one.
        inner_backs: of a closed quad the inner tiles are face-down.
        flowers: tiles that riichi does not use at the row's end.
        sorted: the concealed tiles are in order.
        upside_down: share of concealed tiles lying upside down.
        crooked: how askew everything lies; 1 is usual, 0 exact.
        around: what else is in view.
        unseen: how many tiles at the left end of the concealed part are out of the picture.
    """

    win: Win = "gap"
    place: Place = "right"
    groups: bool = False
    two_rows: bool = False
    stacked_added: bool = False
    inner_backs: bool = False
    flowers: int = 0
    sorted: bool = True
    upside_down: float = 0.05
    crooked: float = 1.0
    around: tuple[Around, ...] = ()
    unseen: int = 0


def random_style(rng: np.random.Generator) -> Style:
    """A style drawn from what is common."""
    return Style(
        win=_one(rng, ("gap", "gap", "gap", "turned", "above", "offset", "among", "absent")),
        place=_one(rng, ("right", "right", "below", "corner", "stacked", "above")),
        stacked_added=bool(rng.random() < 0.5),  # noqa: PLR2004 - even odds
        inner_backs=bool(rng.random() < 0.5),  # noqa: PLR2004
        sorted=bool(rng.random() < 0.8),  # noqa: PLR2004
        upside_down=_one(rng, (0.0, 0.0, 0.1)),
        crooked=float(rng.uniform(0.2, 1.2)),
    )


def lay(rng: np.random.Generator, dealt: Dealt, style: Style) -> Arrangement:
    """Lay a dealt hand in the given style, the owner at the near side, the concealed row along y = 0."""
    plan = Plan(aspect=float(rng.uniform(1.28, 1.42)))
    wall = Wall(list(dealt.wall))
    if style.place == "strewn":
        strewn(plan, rng, dealt, won=style.win == "among")
    else:
        end = _concealed(plan, rng, dealt, style)
        end = _winner(plan, rng, dealt, style, end)
        _melds(plan, rng, dealt, style, end)
    for what in style.around:
        _surround(plan, rng, wall, what)
    disturb(plan, rng, style.crooked)
    return plan.scene()


def _one(rng: np.random.Generator, choices: Sequence[T]) -> T:
    return choices[int(rng.integers(len(choices)))]


def _concealed(plan: Plan, rng: np.random.Generator, dealt: Dealt, style: Style) -> float:
    """Lay the concealed part; the x of its right end."""
    sets = [list(s) for s in dealt.sets]
    if style.win != "among":
        for tiles in sets:
            if dealt.win in tiles:
                tiles.remove(dealt.win)
                break
    faces = [f for tiles in sets for f in tiles]
    faces = faces[style.unseen :]
    if style.groups:
        lines = [[in_order(tiles) for tiles in sets if tiles]]
    else:
        faces = in_order(faces) if style.sorted else [faces[int(k)] for k in rng.permutation(len(faces))]
        faces = faces + ["other"] * style.flowers
        half = (len(faces) + 1) // 2
        lines = [[faces[:half]], [faces[half:]]] if style.two_rows and len(faces) > 1 else [[faces]]
    step = float(rng.uniform(1.0, 1.05))
    end = 0.0
    for n, line in enumerate(lines):
        x, y = float(rng.uniform(-0.3, 0.3)) * n, -n * (plan.aspect + float(rng.uniform(0.02, 0.5)))
        for group in line:
            for face in group:
                down = rng.random() < style.upside_down
                plan.concealed.append(plan.put(face, x + 0.5, y, 180.0 if down else 0.0))
                x += step
            x += float(rng.uniform(0.25, 0.7)) if len(line) > 1 else 0.0
        end = max(end, x)
    return end


def _winner(plan: Plan, rng: np.random.Generator, dealt: Dealt, style: Style, end: float) -> float:
    """Lay the winning tile where it lies apart; the right end of everything so far."""
    turned = float(_one(rng, (90.0, -90.0)))
    if style.win == "gap":
        end += float(rng.uniform(0.9, 2.2) if style.groups else rng.uniform(0.6, 2.2))
        plan.win = plan.put(dealt.win, end + 0.5, float(rng.normal(0, 0.06)), float(rng.normal(0, 3)))
        return end + 1.0
    if style.win == "turned":
        end += float(_one(rng, (0.03, 0.3, 1.0)))
        plan.win = plan.put(dealt.win, end + plan.aspect / 2, float(rng.uniform(-0.17, 0.1)), turned)
        return end + plan.aspect
    if style.win == "offset":
        end += float(rng.uniform(0.5, 1.2))
        plan.win = plan.put(dealt.win, end + 0.5, float(rng.uniform(0.3, 0.9)), float(rng.normal(0, 8)))
        return end + 1.0
    if style.win == "above":
        sideways = rng.random() < 0.5  # noqa: PLR2004 - even odds
        tall = 1.0 if sideways else plan.aspect
        y = plan.aspect / 2 + tall / 2 + float(rng.uniform(0.1, 0.7))
        x = float(rng.uniform(max(0.5, end - 4), max(0.6, end - 0.5)))
        plan.win = plan.put(dealt.win, x, y, turned if sideways else float(rng.normal(0, 4)))
    return end


def _melds(plan: Plan, rng: np.random.Generator, dealt: Dealt, style: Style, end: float) -> None:
    """Lay the declared sets, the first called nearest to the corner."""
    x, y = end + float(rng.uniform(0.5, 2.0)), 0.0
    if style.place in ("below", "above"):
        room = plan.aspect + float(rng.uniform(0.5, 1.5))
        away = style.place == "above" or style.two_rows
        if away and style.win == "above":
            room += plan.aspect + 1.0
        y = room if away else -room
        x = max(0.0, end - 3.6 * len(dealt.melds)) + float(rng.uniform(-1, 1))
    elif style.place == "corner":
        x, y = x + float(rng.uniform(0.5, 2.0)), float(rng.uniform(-2.2, 0.8))
    step = plan.aspect + float(rng.uniform(0.08, 0.6))
    last_added = False
    for n, meld in enumerate(reversed(dealt.melds)):
        if style.place == "stacked" and n:
            y += step + (0.75 if last_added and not style.stacked_added else 0.0)
        right = plan.meld(rng, meld, x, y, stacked=style.stacked_added, inner=style.inner_backs)
        last_added = meld.kind == "added_kan"
        if style.place != "stacked":
            x = right + float(_one(rng, (0.05, 0.3, 0.8)))


def _surround(plan: Plan, rng: np.random.Generator, wall: Wall, what: Around) -> None:
    """Lay something that is not part of the hand."""
    middle = float(np.mean([p.x for p in plan.placements]))
    far = max(p.y for p in plan.placements)
    if what == "discards":
        depth = far + 7.5 + float(rng.uniform(0, 2))
        discards(plan, rng, wall, (middle + float(rng.normal(0, 2)), depth), 0.0)
    elif what == "heap":
        heap(plan, rng, wall, (middle, far + 5.0))
    elif what == "wall":
        y = far + float(rng.uniform(2.4, 4.0))
        wall_of_backs(plan, rng, (middle - 8.0, y), float(rng.normal(0, 2)), int(rng.integers(5, 18)))
    elif what in {"dead_wall", "ura"}:
        _dead_wall(plan, rng, wall, (middle, far), ura=what == "ura")
    elif what == "table":
        table_around(plan, rng, wall, middle, far)
    elif what == "pond":
        _near_pond(plan, rng, wall, far)
    elif what == "all_discards":
        centre = (middle, far + 15.0)
        for angle, (dx, dy) in zip(
            (0, 90, 180, 270), ((0, -3.6), (3.6, 0), (0, 3.6), (-3.6, 0)), strict=True
        ):
            discards(plan, rng, wall, (centre[0] + dx, centre[1] + dy), float(angle))
    else:
        for angle, (dx, dy) in zip((90, 180, 270), ((14, 15), (0, 30), (-14, 15)), strict=True):
            other_hand(plan, rng, wall, (middle + dx, far + dy), float(angle))


def _dead_wall(
    plan: Plan, rng: np.random.Generator, wall: Wall, beyond: tuple[float, float], *, ura: bool
) -> None:
    """The dead wall beyond the owner's tiles, with its second row of indicators after a riichi."""
    middle, far = beyond
    y = far + float(rng.uniform(5.0, 6.5) if ura else rng.uniform(2.6, 4.5))
    start = middle - float(rng.uniform(0, 8)), y
    dead_wall(plan, rng, wall, start, 0.0 if ura else _one(rng, (0.0, 0.0, 180.0)))
    if ura:
        under_indicators(plan, rng, wall)


def _near_pond(plan: Plan, rng: np.random.Generator, wall: Wall, far: float) -> None:
    """The owner's own discards, three to four tile widths beyond the hand, left or right."""
    left, right = min(p.x for p in plan.placements), max(p.x for p in plan.placements)
    x = _one(rng, (left + 3.0, right - 3.0))
    gap = float(rng.uniform(3.0, 4.5)) + plan.aspect
    discards(plan, rng, wall, (x, far + gap + 2 * (plan.aspect + 0.06)), 0.0)


def bare_row(rng: np.random.Generator) -> Arrangement:
    """A single row of any tiles, of any length; all of it is the concealed part."""
    plan = Plan()
    faces = [_one(rng, FACES) for _ in range(int(rng.integers(2, 19)))]
    plan.concealed = plan.row(faces, 0.5, 0.0, step=float(rng.uniform(1.0, 1.06)))
    disturb(plan, rng, float(rng.uniform(0.2, 1.0)))
    return plan.scene()


def bare_grid(rng: np.random.Generator) -> Arrangement:
    """Rows of tiles under each other, as on a photo that shows a set of tiles."""
    plan = Plan()
    wide, rows = int(rng.integers(4, 10)), int(rng.integers(3, 6))
    gap = float(rng.uniform(0.02, 0.3))
    for n in range(rows):
        faces = [_one(rng, FACES) for _ in range(wide)]
        plan.concealed += plan.row(faces, 0.5, -n * (plan.aspect + gap), step=1.0 + gap)
    disturb(plan, rng, float(rng.uniform(0.1, 0.6)))
    return plan.scene()


def bare_pile(rng: np.random.Generator) -> Arrangement:
    """Tiles strewn at any angle."""
    plan = Plan()
    heap(plan, rng, Wall([_one(rng, FACES) for _ in range(int(rng.integers(16, 40)))]), (0.0, 0.0))
    plan.concealed, plan.others = plan.others, []
    return plan.scene()


def _some(rng: np.random.Generator, low: int, high: int, kinds: Sequence[MeldKind]) -> list[MeldKind]:
    return [_one(rng, kinds) for _ in range(int(rng.integers(low, high + 1)))]


def _closed(rng: np.random.Generator, style: Style) -> Arrangement:
    shape = _one(rng, ("standard", "standard", "standard", "pairs", "orphans"))
    return lay(rng, deal(rng, (), shape), style)


def _with_win(win: Win) -> Callable[[np.random.Generator], Arrangement]:
    return lambda rng: _closed(rng, replace(random_style(rng), win=win))


def _with_melds(
    place: Place, low: int = 1, high: int = 3, kinds: Sequence[MeldKind] = MELD_KINDS
) -> Callable[[np.random.Generator], Arrangement]:
    return lambda rng: lay(
        rng, deal(rng, _some(rng, low, high, kinds)), replace(random_style(rng), place=place)
    )


def _strewn(rng: np.random.Generator, around: tuple[Around, ...]) -> Arrangement:
    melds = _some(rng, 0, 3, ("chi", "pon", "closed_kan"))
    win: Win = _one(rng, ("absent", "among"))
    return lay(rng, deal(rng, melds), replace(random_style(rng), place="strewn", win=win, around=around))


def _amid(*around: Around) -> Callable[[np.random.Generator], Arrangement]:
    return lambda rng: lay(
        rng, deal(rng, _some(rng, 0, 2, MELD_KINDS)), replace(random_style(rng), around=around)
    )


def _quads(kind: MeldKind, *, stacked: bool = False) -> Callable[[np.random.Generator], Arrangement]:
    def make(rng: np.random.Generator) -> Arrangement:
        melds = [kind, *_some(rng, 0, 2, MELD_KINDS)]
        melds = [melds[int(k)] for k in rng.permutation(len(melds))]
        style = replace(random_style(rng), stacked_added=stacked)
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
        rng, replace(random_style(rng), groups=True, win=_one(rng, ("gap", "above", "among")))
    ),
    "two rows": lambda rng: _closed(
        rng, replace(random_style(rng), two_rows=True, win=_one(rng, ("absent", "among")))
    ),
    "flowers": lambda rng: _closed(
        rng,
        replace(
            random_style(rng), flowers=int(rng.integers(1, 3)), win=_one(rng, ("absent", "among", "gap"))
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
            random_style(rng),
            place=_one(rng, ("right", "stacked")),
            win=_one(rng, ("gap", "turned", "absent")),
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
        replace(random_style(rng), place=_one(rng, ("above", "corner", "right")), around=("table",)),
    ),
    "dead wall, ura": _amid("ura"),
    "short hand, discards": lambda rng: lay(
        rng,
        deal(rng, ()),
        replace(random_style(rng), unseen=int(rng.integers(1, 5)), win="absent", around=("pond",)),
    ),
    "bare row": bare_row,
    "bare grid": bare_grid,
    "bare pile": bare_pile,
}
"""Every kind of scene by name."""


def arrange(rng: np.random.Generator, kind: str | None = None) -> Arrangement:
    """A random scene.

    Args:
        rng: source of chance.
        kind: a key of ``SCENES``; None draws one evenly.

    Raises:
        KeyError: no scene has that name.
    """
    return SCENES[kind if kind is not None else _one(rng, tuple(SCENES))](rng)
