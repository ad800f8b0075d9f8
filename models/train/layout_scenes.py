"""Training scenes of the layout network: simulated detections of arranged tiles, and their targets.

No pixel is drawn: `render.arrange`, `layout_hands` and `layout_tables` lay tiles, a camera sees them,
and `layout_noise` simulates what a recogniser detects.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from yakulens.datasets.render.arrange import SCENES
from yakulens.datasets.render.arrange_others import neighbours_melds, open_hands
from yakulens.datasets.render.arrange_plan import Plan, Wall, disturbed
from yakulens.datasets.render.arrange_surroundings import Around, surround
from yakulens.datasets.render.camera import Camera, look_at
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.scene import Arrangement, TableObject, ThingKind
from yakulens.datasets.render.viewpoint import seat, view
from yakulens.models.train.layout_faults import SYNTHETIC, random_faults
from yakulens.models.train.layout_hands import CallPlace, Deck, WinPlace, deal_hand, incomplete_hand, lay_hand
from yakulens.models.train.layout_noise import detect
from yakulens.models.train.layout_seen import SeenBank
from yakulens.models.train.layout_tables import club_table
from yakulens.models.train.layout_truth import Truth, truth_of
from yakulens.vision.detections import Detections
from yakulens.vision.labels import BACK, FACES
from yakulens.vision.layout.tokens import MOST

_FROM_BANK: Final = 0.85
"""Share of scenes with predictions from the bank; the others have synthetic ones."""
_TABLES: Final = 0.3
"""Share of whole tables."""
_ARRANGED: Final = 0.3
"""Share of scenes of `datasets.render.arrange` among the scenes of hands."""
_AROUND: Final[tuple[Around, ...]] = (
    "discards", "heap", "wall", "dead_wall", "ura", "pond", "pond", "sheet", "sticks", "all_discards",
)  # fmt: skip
_THINGS: Final[tuple[ThingKind, ...]] = ("bets", "tray", "display", "dice", "cards", "phone")
_TURNED_PHOTO: Final = 0.12
"""Share of photos turned by quarters, as taken by phones held flat above a table."""
_ELEVATIONS: Final = (20.0, 88.0)
_DRAW: Final = "exhaustive draw"
_TABLE_KINDS: Final = ("strewn, table", "whole table", "table from the seat", "table, melds apart")
_HAND_KINDS: Final = tuple(kind for kind in SCENES if kind not in (_DRAW, *_TABLE_KINDS))
_DRAWS: Final = 0.03
"""Share of tables that are draws of `datasets.render.arrange`; few, because dealing them takes long."""
_ARRANGED_TABLES: Final = 0.12
"""Share of tables that are other whole tables of `datasets.render.arrange`."""


@dataclass(frozen=True, slots=True, eq=False)
class LayoutScene:
    """The detections of a photo and their targets; ``table`` says whether it shows a whole table."""

    detections: Detections
    truth: Truth
    table: bool


def layout_scene(
    rng: np.random.Generator, *, table: bool | None = None, bank: SeenBank | None = None
) -> LayoutScene:
    """A random scene with at least one detection.

    ``table`` chooses a whole table or a hand with little around it; None draws one of them. With a ``bank``,
    most scenes replay predictions of a real recogniser.
    """
    table = rng.random() < _TABLES if table is None else table
    while True:
        arrangement, camera, side = _table(rng) if table else _hand(rng)
        truth = truth_of(arrangement, side)
        faults = random_faults(rng, crowded=table)
        if arrangement.material is not None:
            faint, doubtful = min(1.0, 2 * faults.faint), min(1.0, 2 * faults.doubtful)
            faults = replace(faults, faint=faint, doubtful=doubtful)
        recogniser = bank if bank is not None and rng.random() < _FROM_BANK else SYNTHETIC
        detections, owners = detect(rng, arrangement, camera, faults, truth.meant, recogniser)
        if len(detections):
            break
    truth = truth[owners]
    if len(detections) > MOST:
        best = np.sort(np.argsort(-detections.objectness, kind="stable")[:MOST])
        detections, truth = detections[best], truth[best]
    if rng.random() < _TURNED_PHOTO:
        detections = quarter_turned(detections, int(rng.integers(1, 4)))
    return LayoutScene(detections, truth, table)


def quarter_turned(detections: Detections, quarters: int) -> Detections:
    """The detections of the photo turned clockwise by ``quarters`` quarter turns."""
    quads, (height, width) = detections.quads, detections.size
    for _ in range(quarters):
        quads = np.stack([height - quads[..., 1], quads[..., 0]], axis=2)
        height, width = width, height
    return replace(detections, quads=quads, size=(height, width))


def _table(rng: np.random.Generator) -> tuple[Arrangement, Camera, float]:
    """A whole table, the camera, and the direction it looks from, in degrees counter-clockwise."""
    draw = rng.random()
    if draw < _DRAWS:
        scene = SCENES[_DRAW](rng)
    elif draw < _DRAWS + _ARRANGED_TABLES:
        scene = SCENES[one_of(rng, _TABLE_KINDS)](rng)
        if rng.random() < 0.5:
            side = seat(rng, scene)
            return scene, view(rng, scene, side=side), side
    else:
        scene = club_table(rng)
    side = float(rng.choice([0, 0, 0, 0, 25, -25, 45, -45]))
    if scene.win is not None and rng.random() < 0.2:
        side = float(rng.choice([90, 180, 270]))
    elevation = rng.uniform(20, 85)
    width = rng.uniform(16, 38)
    size = (1280, 960) if rng.random() < 0.4 else (960, 1280)
    depth = -min((p.y for p in scene.placements if p.y > -30), default=0.0)
    aim = np.array([rng.normal(0, 2), -depth * rng.uniform(-0.1, 0.95), 0.0])
    camera = look_at(
        aim,
        azimuth=side + rng.normal(0, 6),
        elevation=elevation,
        roll=rng.normal(0, 4),
        distance=width * rng.uniform(0.8, 2.2),
        scale=size[1] / width,
        size=size,
    )
    return scene, camera, side


def _hand(rng: np.random.Generator) -> tuple[Arrangement, Camera, float]:
    """A hand with little around it, the camera, and the direction it looks from, as in `_table`."""
    scene = SCENES[one_of(rng, _HAND_KINDS)](rng) if rng.random() < _ARRANGED else random_hand(rng)
    side = seat(rng, scene)
    elevation = rng.uniform(*_ELEVATIONS) if rng.random() < 0.8 else 85.0
    framed = scene
    if not scene.wide and not (scene.concealed or scene.melds or scene.win is not None):
        framed = replace(scene, wide=True)
    camera = view(rng, framed, side=side, steepness=elevation)
    return scene, _zoomed(rng, camera), side


def _zoomed(rng: np.random.Generator, camera: Camera) -> Camera:
    """The camera, at times zoomed in, so that parts of the hand are cut off."""
    draw = rng.random()
    if draw > 0.3:
        return camera
    zoom = rng.uniform(1.0, 1.12) if draw < 0.08 else rng.uniform(0.4, 1.0)
    return camera.zoomed(zoom, (1 - zoom) * np.array(camera.size[::-1]) * rng.uniform(0.2, 0.8, 2))


def random_hand(rng: np.random.Generator) -> Arrangement:
    """A hand laid in any way, complete or not, with up to two other groups in view; rarely no hand."""
    deck = Deck(rng)
    plan = Plan(aspect=rng.uniform(1.28, 1.42))
    kind = rng.random()
    calls = int(rng.choice([0, 0, 0, 1, 1, 2, 2, 3, 4]))
    if kind < 0.03:
        return _no_hand(rng)
    if kind < 0.08:
        return _lone_pair(plan, rng, deck)
    if kind < 0.11:
        return _all_called(plan, rng, deck)
    hand = deal_hand(rng, deck, calls)
    wall = deck.deal_remaining()
    if kind < 0.26:
        hand = incomplete_hand(rng, hand, wall)
    lay_hand(plan, rng, hand)
    _add_surroundings(plan, rng, Wall(wall))
    return disturbed(plan, rng, rng.uniform(0.1, 1.4))


def _add_surroundings(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """Lay up to two other groups of tiles around a hand, and at times a thing."""
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2]))):
        draw = rng.random()
        if draw < 0.1:
            neighbours_melds(plan, rng, wall)
        elif draw < 0.16 and plan.concealed:
            open_hands(plan, rng, wall)
        elif draw < 0.3:
            _lay_call_lookalike(plan, rng, wall)
        elif draw < 0.4:
            _lay_loose_tiles(plan, rng, wall)
        else:
            surround(plan, rng, wall, one_of(rng, _AROUND))
    if rng.random() < 0.3:
        kind = one_of(rng, _THINGS)
        x, y = rng.uniform(-4, 18), float(rng.choice([-1, 1])) * rng.uniform(2, 6)
        plan.things.append(TableObject(kind, x, y, float(rng.choice([0, 90]))))


def _lay_call_lookalike(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """Lay two to six discards behind the hand, at times one sideways: they look like a called set."""
    y = plan.bounds()[3] + plan.aspect + rng.uniform(0.8, 3.5)
    x = rng.uniform(-1, 12)
    sideways = int(rng.integers(-2, 6))
    faces = wall.take(int(rng.integers(2, 7)))
    for k, face in enumerate(faces):
        span = plan.aspect if k == sideways else 1.0
        plan.others.append(plan.put(face, x + span / 2, y, 90.0 if k == sideways else 0.0))
        x += span + 0.04


def _lay_loose_tiles(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """Lay a few tiles, open or face-down, anywhere around the hand."""
    for face in wall.take(int(rng.integers(1, 6))):
        y = float(rng.choice([-1, 1])) * rng.uniform(3.2, 8.0)
        label = face if rng.random() < 0.7 else BACK
        plan.others.append(plan.put(label, rng.uniform(-5, 19), y, rng.uniform(0, 360)))


def _no_hand(rng: np.random.Generator) -> Arrangement:
    """No hand: a thing, a face-down tile, and mostly discards, a wall or a heap."""
    plan = Plan(wide=True)
    wall = Wall([FACES[k] for k in rng.integers(len(FACES), size=60).tolist()])
    plan.things.append(TableObject(one_of(rng, _THINGS), 0.0, 0.0))
    anchor = plan.put(BACK, 0.0, 0.0)
    if rng.random() < 0.8:
        surround(plan, rng, wall, one_of(rng, _AROUND))
    plan.others.append(anchor)
    return disturbed(plan, rng, 1.0)


def _lone_pair(plan: Plan, rng: np.random.Generator, deck: Deck) -> Arrangement:
    """Four called sets and, apart from them, the pair or a single tile, with or without a winning tile."""
    hand = deal_hand(rng, deck, 4)
    win: WinPlace = one_of(rng, ("among", "gap", "turned", "absent", "absent", "above"))
    calls: CallPlace = one_of(rng, ("rail", "front", "block", "stacked", "right", "corner", "left", "far"))
    lay_hand(plan, rng, hand, win=win, calls=calls)
    concealed = plan.concealed if plan.win is None else [*plan.concealed, plan.win]
    called = [p for k, p in enumerate(plan.placements) if k not in concealed]
    dx, dy = rng.normal(0, 3.0, 2).tolist()
    tiles = [replace(p, x=p.x + dx, y=p.y + dy) for p in (plan.placements[k] for k in concealed)]
    if any(abs(a.x - b.x) < 2 and abs(a.y - b.y) < 2 for a in tiles for b in called):  # move below the calls
        shift = min(p.y for p in called) - max(p.y for p in tiles) - 2.5
        tiles = [replace(p, y=p.y + shift) for p in tiles]
    for k, tile in zip(concealed, tiles, strict=True):
        plan.placements[k] = tile
    _add_surroundings(plan, rng, Wall(deck.deal_remaining()))
    return disturbed(plan, rng, rng.uniform(0.1, 1.4))


def _all_called(plan: Plan, rng: np.random.Generator, deck: Deck) -> Arrangement:
    """Four called sets with the last tile out of view, while another player's hand lies open."""
    hand = deal_hand(rng, deck, 4)
    lay_hand(plan, rng, hand, win="absent")
    visible = [k for k in range(len(plan.placements)) if k not in plan.concealed]
    new_index = {k: n for n, k in enumerate(visible)}
    plan.placements[:] = [plan.placements[k] for k in visible]
    plan.melds[:] = [replace(meld, ids=tuple(new_index[k] for k in meld.ids)) for meld in plan.melds]
    plan.concealed.clear()
    wall = Wall(deck.deal_remaining())
    if rng.random() < 0.7:
        open_hands(plan, rng, wall)
        plan.shown = [hand for hand in plan.shown if hand.seat]
    return disturbed(plan, rng, rng.uniform(0.1, 1.4))
