"""Lays a dealt hand on the table in a style: ``lay(rng, dealt, style)`` gives an ``Arrangement``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from yakulens.datasets.render.arrange_deal import Dealt, DealtMeld, in_order
from yakulens.datasets.render.arrange_plan import Plan, Wall, disturbed, turned
from yakulens.datasets.render.arrange_surroundings import Around, surround
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.scene import Arrangement

WinPlace = Literal["absent", "among", "gap", "turned", "above", "offset"]
MeldPlace = Literal["right", "below", "above", "corner", "stacked", "rail", "strewn"]
_APART: Final = (0.5, 2.2)
"""Minimum and maximum gap between two pieces, tile widths."""
_ASKEW: Final = 8.0
"""Standard deviation of a piece's turn, degrees."""
_LINE: Final = 13.0
"""Length of a line, tile widths, from which another one begins nearer to the owner."""


@dataclass(frozen=True, slots=True)
class LayingStyle:
    """How a player lays the hand.

    Attributes:
        win: the winning tile is ``absent`` (left in the discards), ``among`` the hand, or apart: to the right
            after a ``gap``, ``turned`` sideways, ``above`` the row, or ``offset`` to the right, out of line.
        place: where the melds lie: to the ``right`` in the same row, in a row ``below`` or ``above``, in the
            right ``corner``, ``stacked`` one above the other, at the ``rail`` while the hand lies further in,
            or ``strewn`` over the table between pieces of the concealed part.
        groups: gaps between concealed sets.
        two_rows: the concealed part lies in two rows.
        stacked_added: the added tile of a quad lies on top of the called one.
        inner_backs: the inner tiles of a closed quad are face-down, not the outer ones.
        flowers: number of tiles that riichi does not use, at the row's end.
        sorted: the concealed tiles are in order.
        upside_down: share of concealed tiles lying upside down.
        crooked: how crooked everything lies; 1 is usual, 0 exact.
        around: what else is in view.
        unseen: number of tiles at the left end of the concealed part that are out of the picture.
        unbroken: melds in one row touch each other.
    """

    win: WinPlace = "gap"
    place: MeldPlace = "right"
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
    unbroken: bool = False


def random_laying_style(rng: np.random.Generator) -> LayingStyle:
    """A random common style."""
    return LayingStyle(
        win=one_of(rng, ("gap", "gap", "gap", "turned", "above", "offset", "among", "absent")),
        place=one_of(rng, ("right", "right", "below", "corner", "stacked", "above")),
        stacked_added=rng.random() < 0.5,  # noqa: PLR2004 - even odds
        inner_backs=rng.random() < 0.5,  # noqa: PLR2004
        sorted=rng.random() < 0.8,  # noqa: PLR2004
        upside_down=one_of(rng, (0.0, 0.0, 0.1)),
        crooked=rng.uniform(0.2, 1.2),
    )


def lay(rng: np.random.Generator, dealt: Dealt, style: LayingStyle) -> Arrangement:
    """Lay a dealt hand with its owner at the near side and the concealed row along y = 0."""
    plan = Plan(aspect=rng.uniform(1.28, 1.42))
    wall = Wall(list(dealt.wall))
    if style.place == "strewn":
        strewn(plan, rng, dealt, won=style.win == "among")
    else:
        end = _lay_concealed(plan, rng, dealt, style)
        end = _lay_winner(plan, rng, dealt, style, end)
        _lay_melds(plan, rng, dealt, style, end)
    for kind in style.around:
        surround(plan, rng, wall, kind)
    return disturbed(plan, rng, style.crooked)


def _lay_concealed(plan: Plan, rng: np.random.Generator, dealt: Dealt, style: LayingStyle) -> float:
    """Lay the concealed part and return the x of its right end."""
    sets = dealt.held(won=style.win == "among")
    faces = [f for tiles in sets for f in tiles][style.unseen :]
    if style.groups:
        lines = [[in_order(tiles) for tiles in sets if tiles]]
    else:
        faces = in_order(faces) if style.sorted else [faces[int(k)] for k in rng.permutation(len(faces))]
        faces = faces + ["other"] * style.flowers
        half = (len(faces) + 1) // 2
        lines = [[faces[:half]], [faces[half:]]] if style.two_rows and len(faces) > 1 else [[faces]]
    step = rng.uniform(1.0, 1.05)
    end = 0.0
    for n, line in enumerate(lines):
        x, y = rng.uniform(-0.3, 0.3) * n, -n * (plan.aspect + rng.uniform(0.02, 0.5))
        for group in line:
            for face in group:
                flipped = rng.random() < style.upside_down
                plan.concealed.append(plan.put(face, x + 0.5, y, 180.0 if flipped else 0.0))
                x += step
            x += rng.uniform(0.25, 0.7) if len(line) > 1 else 0.0
        end = max(end, x)
    return end


def _lay_winner(plan: Plan, rng: np.random.Generator, dealt: Dealt, style: LayingStyle, end: float) -> float:
    """Lay the winning tile if it lies apart; return the right end (x) of all tiles so far."""
    sideways_angle = float(one_of(rng, (90.0, -90.0)))
    if style.win == "gap":
        end += float(rng.uniform(0.9, 2.2) if style.groups else rng.uniform(0.6, 2.2))
        plan.win = plan.put(dealt.win, end + 0.5, rng.normal(0, 0.06), rng.normal(0, 3))
        return end + 1.0
    if style.win == "turned":
        end += float(one_of(rng, (0.03, 0.3, 1.0)))
        plan.win = plan.put(dealt.win, end + plan.aspect / 2, rng.uniform(-0.17, 0.1), sideways_angle)
        return end + plan.aspect
    if style.win == "offset":
        end += rng.uniform(0.5, 1.2)
        plan.win = plan.put(dealt.win, end + 0.5, rng.uniform(0.3, 0.9), rng.normal(0, 8))
        return end + 1.0
    if style.win == "above":
        is_sideways = rng.random() < 0.5  # noqa: PLR2004 - even odds
        height = 1.0 if is_sideways else plan.aspect
        y = plan.aspect / 2 + height / 2 + rng.uniform(0.1, 0.7)
        x = rng.uniform(max(0.5, end - 4), max(0.6, end - 0.5))
        plan.win = plan.put(dealt.win, x, y, sideways_angle if is_sideways else rng.normal(0, 4))
    return end


def _lay_melds(plan: Plan, rng: np.random.Generator, dealt: Dealt, style: LayingStyle, end: float) -> None:
    """Lay the declared sets, with the first called nearest to the corner."""
    x, y = end + rng.uniform(0.5, 2.0), 0.0
    if style.place in ("below", "above"):
        room = plan.aspect + rng.uniform(0.5, 1.5)
        beyond = style.place == "above" or style.two_rows
        if beyond and style.win == "above":
            room += plan.aspect + 1.0
        y = room if beyond else -room
        x = max(0.0, end - 3.6 * len(dealt.melds)) + rng.uniform(-1, 1)
    elif style.place == "rail":
        x = max(0.0, end - 3.6 * len(dealt.melds)) + rng.uniform(0, 6)
        y = -rng.uniform(2.8, 5.0)
    elif style.place == "corner":
        x, y = x + rng.uniform(0.5, 2.0), rng.uniform(-2.2, 0.8)
    step = plan.aspect + rng.uniform(0.08, 0.6)
    last_added = False
    for n, meld in enumerate(reversed(dealt.melds)):
        if style.place == "stacked" and n:
            y += step + (0.75 if last_added and not style.stacked_added else 0.0)
        right = plan.meld(rng, meld, x, y, stacked=style.stacked_added, inner=style.inner_backs)
        last_added = meld.kind == "added_kan"
        if style.place != "stacked":
            x = right + float(one_of(rng, (0.05,) if style.unbroken else (0.05, 0.3, 0.8)))


def strewn(plan: Plan, rng: np.random.Generator, dealt: Dealt, *, won: bool) -> None:
    """Lay a hand in pieces of two or more tiles, called sets among them, in one or two lines.

    The winning tile lies among the others if the hand is won; else it stays in the discards.
    """
    pieces: list[tuple[str, ...] | DealtMeld] = [*_pieces(rng, dealt, won=won), *dealt.melds]
    x, y = 0.0, 0.0
    for k in rng.permutation(len(pieces)):
        piece = pieces[int(k)]
        first = len(plan.placements)
        middle = y + rng.normal(0, 0.5)
        if isinstance(piece, tuple):
            plan.concealed += plan.row(piece, x + 0.5, middle, step=rng.uniform(1.0, 1.06))
            end = x + len(piece)
        else:
            end = plan.meld(rng, piece, x, middle, stacked=False, inner=bool(rng.integers(2)))
        _turn(plan, first, rng.normal(0, _ASKEW))
        x = end + rng.uniform(*_APART)
        if x > _LINE:
            x, y = rng.uniform(0, 4), y - plan.aspect - rng.uniform(1.0, 2.0)
    # The concealed part is read line by line, from left to right.
    plan.concealed.sort(key=lambda i: (-round(plan.placements[i].y / 2), plan.placements[i].x))


def _pieces(rng: np.random.Generator, dealt: Dealt, *, won: bool) -> list[tuple[str, ...]]:
    """The concealed sets, without the winning tile unless ``won``; neighbours are at times one piece."""
    pieces: list[list[str]] = []
    for tiles in sorted(dealt.held(won=won), key=len):
        # A lone tile lies with others, because it would look like the winning tile.
        if pieces and (len(pieces[-1]) == 1 or rng.random() < 0.4):  # noqa: PLR2004 - as often as not
            pieces[-1] += tiles
        else:
            pieces.append(list(tiles))
    return [tuple(in_order(tiles)) for tiles in pieces]


def _turn(plan: Plan, first: int, degrees: float) -> None:
    """Turn the tiles from index ``first`` on together around their middle."""
    tiles = plan.placements[first:]
    middle = (sum(p.x for p in tiles) / len(tiles), sum(p.y for p in tiles) / len(tiles))
    for k, p in enumerate(tiles, first):
        plan.placements[k] = turned(replace(p, x=p.x - middle[0], y=p.y - middle[1]), middle, degrees)
