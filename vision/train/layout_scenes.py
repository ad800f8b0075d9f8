"""Scenes that the layout network learns from: what a recogniser finds of arranged tiles, and what each is.

No pixel is drawn: tiles are laid by ``vision.synth.arrange`` and, wider, by `layout_hands` and
`layout_tables`, seen by a camera and found with the faults of `layout_noise`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.tokens import MOST
from yakulens.vision.synth.arrange import SCENES
from yakulens.vision.synth.arrange_around import Wall
from yakulens.vision.synth.arrange_others import neighbours_melds, open_hands
from yakulens.vision.synth.arrange_plan import Plan, disturb
from yakulens.vision.synth.arrange_surroundings import Around, surround
from yakulens.vision.synth.camera import Camera, look_at
from yakulens.vision.synth.scene import Arrangement, Thing, ThingKind
from yakulens.vision.synth.viewpoint import seat, view
from yakulens.vision.train.layout_deal import Deck
from yakulens.vision.train.layout_faults import MADE_UP, faults
from yakulens.vision.train.layout_hands import CallPlace, WinPlace, any_faces, deal_hand, lay_hand, spoilt
from yakulens.vision.train.layout_noise import found
from yakulens.vision.train.layout_tables import club_table
from yakulens.vision.train.layout_truth import Truth, truth_of

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections
    from yakulens.vision.train.layout_seen import SeenBank

_REALLY: Final = 0.85
"""Share of scenes that are read as a recogniser really did; the others as any might."""
TABLES: Final = 0.3
"""Share of whole tables."""
_ARRANGED: Final = 0.3
"""Share of the scenes of ``vision.synth.arrange`` among the others."""
_AROUND: Final[tuple[Around, ...]] = (
    "discards", "heap", "wall", "dead_wall", "ura", "pond", "pond", "sheet", "sticks", "all_discards",
)  # fmt: skip
_THINGS: Final[tuple[ThingKind, ...]] = ("bets", "tray", "display", "dice", "cards", "phone")
_TURNED_PHOTO: Final = 0.12
"""Share of photos whose up is not the photographer's, as of phones held flat above a table."""
_STEEP: Final = (20.0, 88.0)
_DRAW: Final = "exhaustive draw"
_WHOLE_KINDS: Final = ("strewn, table", "whole table", "table from the seat", "table, melds apart")
_HAND_KINDS: Final = tuple(kind for kind in SCENES if kind not in (_DRAW, *_WHOLE_KINDS))
_DRAWS: Final = 0.03
"""Share of tables that are the draws of ``vision.synth.arrange``, few because they take long to deal."""
_WHOLE: Final = 0.12
"""Share of tables that are its other whole ones."""


@dataclass(frozen=True, slots=True, eq=False)
class LayoutScene:
    """What is found on a photo, and what it is.

    Attributes:
        found: N detections.
        truth: of each of them.
        table: whether it is a whole table.
    """

    found: Detections
    truth: Truth
    table: bool


def layout_scene(
    rng: np.random.Generator, *, table: bool | None = None, bank: SeenBank | None = None
) -> LayoutScene:
    """A random scene of at least one detection.

    Args:
        rng: random generator.
        table: whether it is a whole table; None draws that.
        bank: what a recogniser really said of tiles; most scenes are read as it says.

    >>> scene = layout_scene(np.random.default_rng(0))
    >>> len(scene.found) == len(scene.truth.roles) > 0
    True
    """
    whole = bool(rng.random() < TABLES) if table is None else table
    while True:
        scene, camera, side = _table(rng) if whole else _hand(rng)
        truth = truth_of(scene, side)
        has = faults(rng, crowded=whole)
        if scene.material is not None:
            has = replace(has, faint=min(1.0, 2 * has.faint), doubtful=min(1.0, 2 * has.doubtful))
        reader = bank if bank is not None and rng.random() < _REALLY else MADE_UP
        detections, shown = found(rng, scene, camera, has, truth.meant, reader)
        if len(detections):
            return _finished(rng, detections, truth.take(shown), whole)


def _finished(rng: np.random.Generator, detections: Detections, truth: Truth, table: bool) -> LayoutScene:  # noqa: FBT001
    """At most as many as the network is made for, the photo turned at times."""
    if len(detections) > MOST:
        best = np.sort(np.argsort(-detections.objectness, kind="stable")[:MOST])
        detections, truth = detections[best], truth.take(best)
    if rng.random() < _TURNED_PHOTO:
        detections = quarter_turned(detections, int(rng.integers(1, 4)))
    return LayoutScene(detections, truth, table)


def quarter_turned(detections: Detections, quarters: int) -> Detections:
    """What is found on the photo turned clockwise by so many quarters.

    >>> from yakulens.vision.example import detected
    >>> bool((quarter_turned(detected("1m 2m"), 4).quads == detected("1m 2m").quads).all())
    True
    """
    quads, (height, width) = detections.quads, detections.size
    for _ in range(quarters):
        quads = np.stack([height - quads[..., 1], quads[..., 0]], axis=2)
        height, width = width, height
    return replace(detections, quads=quads, size=(height, width))


def _table(rng: np.random.Generator) -> tuple[Arrangement, Camera, float]:
    """A whole table, the camera, and from which side that looks."""
    draw = float(rng.random())
    if draw < _DRAWS:
        scene = SCENES[_DRAW](rng)
    elif draw < _DRAWS + _WHOLE:
        scene = SCENES[_WHOLE_KINDS[int(rng.integers(len(_WHOLE_KINDS)))]](rng)
        if rng.random() < 0.5:
            side = seat(rng, scene)
            return scene, view(rng, scene, side=side), side
    else:
        scene = club_table(rng)
    side = float(rng.choice([0, 0, 0, 0, 25, -25, 45, -45]))
    if scene.win is not None and rng.random() < 0.2:
        side = float(rng.choice([90, 180, 270]))
    steep = float(rng.uniform(20, 85))
    width = float(rng.uniform(16, 38))
    size = (1280, 960) if rng.random() < 0.4 else (960, 1280)
    away = -min((p.y for p in scene.placements if p.y > -30), default=0.0)
    aim = np.array([float(rng.normal(0, 2)), -away * float(rng.uniform(-0.1, 0.95)), 0.0])
    camera = look_at(
        aim,
        azimuth=side + float(rng.normal(0, 6)),
        elevation=steep,
        roll=float(rng.normal(0, 4)),
        distance=width * float(rng.uniform(0.8, 2.2)),
        scale=size[1] / width,
        size=size,
    )
    return scene, camera, side


def _hand(rng: np.random.Generator) -> tuple[Arrangement, Camera, float]:
    """A hand with little about it, the camera, and from which side that looks."""
    if rng.random() < _ARRANGED:
        scene = SCENES[_HAND_KINDS[int(rng.integers(len(_HAND_KINDS)))]](rng)
    else:
        scene = odd_hand(rng)
    side = seat(rng, scene)
    if not scene.placements:
        return scene, _above(), side
    steep = float(rng.uniform(*_STEEP)) if rng.random() < 0.8 else 85.0
    framed = scene
    if not scene.wide and not (scene.concealed or scene.melds or scene.win is not None):
        framed = replace(scene, wide=True)
    camera = view(rng, framed, side=side, steepness=steep)
    return scene, _nearer(rng, camera), side


def _above() -> Camera:
    return look_at(np.zeros(3), azimuth=0, elevation=80, roll=0, distance=20, scale=50, size=(960, 1280))


def _nearer(rng: np.random.Generator, camera: Camera) -> Camera:
    """At times the photo shows less, or more, than the hand."""
    draw = float(rng.random())
    if draw > 0.3:
        return camera
    zoom = float(rng.uniform(1.0, 1.12)) if draw < 0.08 else float(rng.uniform(0.4, 1.0))
    height, width = camera.size
    shift = (1 - zoom) * np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
    change = np.array([[zoom, 0, shift[0]], [0, zoom, shift[1]], [0, 0, 1]])
    return replace(camera, matrix=change @ camera.matrix)


def odd_hand(rng: np.random.Generator) -> Arrangement:
    """A hand laid in any way, complete or not, with up to two other things in view; or no hand at all."""
    deck = Deck(rng)
    plan = Plan(aspect=float(rng.uniform(1.28, 1.42)))
    kind = float(rng.random())
    calls = int(rng.choice([0, 0, 0, 1, 1, 2, 2, 3, 4]))
    if kind < 0.03:
        return _nothing(rng)
    if kind < 0.08:
        return _lone_pair(plan, rng, deck)
    if kind < 0.11:
        return _all_called(plan, rng, deck)
    hand = deal_hand(rng, deck, calls)
    wall = deck.rest()
    win: WinPlace | None = None
    if kind < 0.26:
        hand = spoilt(rng, hand, wall)
    lay_hand(plan, rng, hand, win=win)
    surrounded(plan, rng, Wall(wall))
    disturb(plan, rng, float(rng.uniform(0.1, 1.4)))
    return plan.scene()


def surrounded(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """Lay up to two other things about a hand."""
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2]))):
        draw = float(rng.random())
        if draw < 0.1:
            neighbours_melds(plan, rng, wall)
        elif draw < 0.16 and plan.concealed:
            open_hands(plan, rng, wall)
        elif draw < 0.3:
            _like_a_call(plan, rng, wall)
        elif draw < 0.4:
            _loose(plan, rng, wall)
        else:
            surround(plan, rng, wall, _AROUND[int(rng.integers(len(_AROUND)))])
    if rng.random() < 0.3:
        kind = _THINGS[int(rng.integers(len(_THINGS)))]
        x, y = float(rng.uniform(-4, 18)), float(rng.choice([-1, 1])) * float(rng.uniform(2, 6))
        plan.things.append(Thing(kind, x, y, float(rng.choice([0, 90]))))


def _like_a_call(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """Two to six discards behind the hand, one of them sideways at times: they look like a called set."""
    high = max(p.y for p in plan.placements) + plan.aspect + float(rng.uniform(0.8, 3.5))
    x = float(rng.uniform(-1, 12))
    sideways = int(rng.integers(-2, 6))
    faces = wall.take(int(rng.integers(2, 7)))
    for k, face in enumerate(faces):
        wide = plan.aspect if k == sideways else 1.0
        plan.others.append(plan.put(face, x + wide / 2, high, 90.0 if k == sideways else 0.0))
        x += wide + 0.04


def _loose(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """A few tiles, open or face-down, anywhere about the hand."""
    for face in wall.take(int(rng.integers(1, 6))):
        y = float(rng.choice([-1, 1])) * float(rng.uniform(3.2, 8.0))
        shown = face if rng.random() < 0.7 else "back"
        plan.others.append(plan.put(shown, float(rng.uniform(-5, 19)), y, float(rng.uniform(0, 360))))


def _nothing(rng: np.random.Generator) -> Arrangement:
    """No hand: discards, walls, a heap, a few loose tiles, or only what is no tile."""
    plan = Plan(wide=True)
    wall = Wall(any_faces(rng, 60))
    plan.things.append(Thing(_THINGS[int(rng.integers(len(_THINGS)))], 0.0, 0.0))
    anchor = plan.put("back", 0.0, 0.0)
    if rng.random() < 0.8:
        surround(plan, rng, wall, _AROUND[int(rng.integers(len(_AROUND)))])
    plan.others.append(anchor)
    disturb(plan, rng, 1.0)
    return plan.scene()


def _lone_pair(plan: Plan, rng: np.random.Generator, deck: Deck) -> Arrangement:
    """Four called sets, and far from them the pair or a single tile, with a winning tile or without."""
    hand = deal_hand(rng, deck, 4)
    win: WinPlace = ("among", "gap", "turned", "absent", "absent", "above")[int(rng.integers(6))]
    calls: CallPlace = ("rail", "front", "block", "stacked", "right", "corner", "left", "far")[
        int(rng.integers(8))
    ]
    lay_hand(plan, rng, hand, win=win, calls=calls)
    off = rng.normal(0, 3.0, 2)
    for k in plan.concealed if plan.win is None else [*plan.concealed, plan.win]:
        tile = plan.placements[k]
        plan.placements[k] = replace(tile, x=tile.x + float(off[0]), y=tile.y + float(off[1]))
    _apart(plan)
    surrounded(plan, rng, Wall(deck.rest()))
    disturb(plan, rng, float(rng.uniform(0.1, 1.4)))
    return plan.scene()


def _apart(plan: Plan) -> None:
    """Move the concealed tiles away where they came to lie on called ones."""
    own = {*plan.concealed, *([] if plan.win is None else [plan.win])}
    others = [p for k, p in enumerate(plan.placements) if k not in own]
    tiles = [plan.placements[k] for k in own]
    if any(abs(a.x - b.x) < 2 and abs(a.y - b.y) < 2 for a in tiles for b in others):
        low = min(p.y for p in others) - max(p.y for p in tiles) - 2.5
        for k in own:
            plan.placements[k] = replace(plan.placements[k], y=plan.placements[k].y + low)


def _all_called(plan: Plan, rng: np.random.Generator, deck: Deck) -> Arrangement:
    """Four called sets, the last tile in the player's hand, while another player's hand lies open."""
    hand = deal_hand(rng, deck, 4)
    lay_hand(plan, rng, hand, win="absent")
    gone = set(plan.concealed)
    kept = [k for k in range(len(plan.placements)) if k not in gone]
    new = {k: n for n, k in enumerate(kept)}
    plan.placements[:] = [plan.placements[k] for k in kept]
    plan.melds[:] = [replace(meld, ids=tuple(new[k] for k in meld.ids)) for meld in plan.melds]
    plan.concealed.clear()
    wall = Wall(deck.rest())
    if rng.random() < 0.7:
        open_hands(plan, rng, wall)
        plan.shown = [hand for hand in plan.shown if hand.seat]
    disturb(plan, rng, float(rng.uniform(0.1, 1.4)))
    return plan.scene()
