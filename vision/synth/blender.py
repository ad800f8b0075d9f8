"""Photo-like pictures by Blender's Cycles: an arrangement becomes a photo with its truth.

An optional maker of data, not a part of the running program: it needs the package ``bpy`` (Python 3.11), the
extra ``blender``. What it draws is settled in `vision.synth.studio`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from yakulens.vision.labels import BACK, LABELS
from yakulens.vision.synth.blender_shaders import LinearRgb, linear, tile_material
from yakulens.vision.synth.blender_table import put_clutter, put_table
from yakulens.vision.synth.blender_things import Thing, blender, matrix, pose, put, rounded_box
from yakulens.vision.synth.light import overhead
from yakulens.vision.synth.photograph import Shot
from yakulens.vision.synth.studio_camera import SENSOR, frame, lens_of, solids_of, tile_shape, truth_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.synth.camera import Camera
    from yakulens.vision.synth.scene import Arrangement
    from yakulens.vision.synth.studio import Effort, Lamp, Phone, Studio, TileSet
    from yakulens.vision.synth.tiles3d import Solid, TileShape

_FACE: Final = (480, 360)
"""Height and width of a face's texture in pixels."""
_FRONT: Final = 0.7
"""About how high the fronts lie above the table, tile widths: what the phone focuses on."""
_LIGHT: Final = 5.5
"""Light on the table that gives a white tile a phone's usual brightness."""
_FAR: Final = 45.0
"""How far the lamp is, tile widths: about a metre."""


def photograph(arrangement: Arrangement, design: NDArray[np.uint8], studio: Studio, effort: Effort) -> Shot:
    """Build the scene and take its picture.

    Args:
        arrangement: what lies on the table.
        design: ``(39, h, w, 4)`` uint8 RGBA faces in the order of ``LABELS``.
        studio: tile set, table, light, phone and the random seed of what is left open.
        effort: what the picture may cost.

    Raises:
        BlenderMissingError: ``bpy`` is not installed.
    """
    blender().ops.wm.read_factory_settings(use_empty=True)
    rng = np.random.default_rng(studio.seed)
    shape = tile_shape(arrangement, studio.tiles)
    camera = frame(arrangement, shape, studio.phone)
    solids = solids_of(arrangement, shape)
    _put_tiles(solids, shape, _textures(design, solids, studio.tiles, rng), studio.tiles)
    middle = np.mean([s.position for s in solids], axis=0)
    put_table(studio.table, middle, rng)
    put_clutter(studio.table.clutter, solids, rng)
    _put_lamp(studio.lamp, middle)
    _put_camera(camera, studio.phone)
    image = _take(studio, effort)
    return Shot(image, truth_of(arrangement, shape, camera), arrangement)


def _textures(
    design: NDArray[np.uint8], solids: list[Solid], tiles: TileSet, rng: np.random.Generator
) -> dict[int, NDArray[np.float32]]:
    """``(h, w, 4)`` float32 a label: RGB as painted, then the height, 1 = not engraved."""
    out = {}
    for label in sorted({s.texture for s in solids if s.label != BACK}):
        face = _enlarge(design[label])
        cover = face[..., 3:].astype(np.float32) / 255
        depth = cv2.GaussianBlur(cover, (0, 0), 2.2)
        patches = cv2.resize(
            rng.uniform(0, 1, (7, 5)).astype(np.float32), _FACE[::-1], interpolation=cv2.INTER_CUBIC
        )
        cover = cover * np.clip(1 - tiles.wear * patches, 0, 1)[..., None]
        ground = np.array(tiles.paint.front, np.float32)
        painted = (ground * (1 - cover) + face[..., :3] * cover) / 255
        out[label] = np.dstack([painted, 1 - depth]).astype(np.float32)
    return out


def _enlarge(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The face at the texture's size, its colours weighed by their cover so that no dark rim appears."""
    alpha = face[..., 3:].astype(np.float32) / 255
    both = np.dstack([face[..., :3] * alpha, alpha * 255])
    both = cv2.resize(both, _FACE[::-1], interpolation=cv2.INTER_CUBIC)
    cover = np.clip(both[..., 3:] / 255, 1e-3, 1)
    return np.dstack([np.clip(both[..., :3] / cover, 0, 255), cover * 255]).astype(np.uint8)


def _picture(name: str, pixels: NDArray[np.float32], *, data: bool) -> Thing:
    """A picture inside Blender from ``(h, w, 3)`` float32 0..1; ``data`` are numbers, not colours."""
    h, w = pixels.shape[:2]
    image = blender().data.images.new(name, w, h, alpha=False)
    if data:
        image.colorspace_settings.name = "Non-Color"
    full = np.dstack([pixels, np.ones((h, w), np.float32)])[::-1]
    image.pixels.foreach_set(np.ascontiguousarray(full, np.float32).ravel())
    image.pack()
    return image


def _put_tiles(
    solids: list[Solid], shape: TileShape, textures: dict[int, NDArray[np.float32]], tiles: TileSet
) -> None:
    mesh = rounded_box("tile", (1.0, shape.length, shape.thickness), tiles.rounding)
    materials: dict[int, Thing] = {}
    for solid in solids:
        if solid.texture not in materials:
            name = LABELS[solid.texture]
            pictures = None
            if solid.label != BACK:
                both = textures[solid.texture]
                height = _picture(name + " height", np.repeat(both[..., 3:], 3, axis=2), data=True)
                pictures = (_picture(name, both[..., :3], data=False), height)
            materials[solid.texture] = tile_material(name, pictures, shape, tiles)
        put(mesh, materials[solid.texture], pose(solid.position, solid.rotation))


def _put_lamp(lamp: Lamp, middle: NDArray[np.float64]) -> None:
    """One square lamp far enough to light the table evenly, and a sky of one colour."""
    scene = blender().context.scene
    way = overhead(lamp.angle, lamp.height)
    data = blender().data.lights.new("lamp", "AREA")
    data.shape, data.size = "SQUARE", lamp.size
    data.color = _tint(lamp.colour)
    # A lamp of power P lights a point that it faces by P / (pi d^2), whatever its size.
    data.energy = _LIGHT * lamp.share * np.pi * _FAR**2 / max(float(way[2]), 0.35)
    thing = blender().data.objects.new("lamp", data)
    scene.collection.objects.link(thing)
    side = np.cross([0.0, 0.0, 1.0], way)
    side /= np.linalg.norm(side)
    thing.matrix_world = matrix(pose(middle + way * _FAR, np.column_stack([side, np.cross(way, side), way])))
    scene.world = blender().data.worlds.new("sky")
    sky = scene.world.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value = (*_tint(lamp.sky), 1.0)
    sky.inputs["Strength"].default_value = _LIGHT * (1 - lamp.share) / np.pi


def _tint(colour: tuple[int, int, int]) -> LinearRgb:
    """A light's colour at a luminance of one."""
    r, g, b = linear(colour)
    level = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return r / level, g / level, b / level


def _put_camera(camera: Camera, phone: Phone) -> None:
    lens = lens_of(camera)
    data = blender().data.cameras.new("phone")
    data.sensor_fit, data.sensor_width, data.lens = "HORIZONTAL", SENSOR, lens.focal
    data.shift_x, data.shift_y = lens.shift
    data.clip_start, data.clip_end = 0.1, 2000.0
    if phone.aperture > 0:
        sight = -lens.rotation[:, 2]
        data.dof.use_dof = True
        data.dof.focus_distance = (_FRONT - lens.centre[2]) / sight[2]
        # Blender takes a focal length in millimetres as thousandths of the world's unit.
        data.dof.aperture_fstop = lens.focal * 1e-3 / (2 * phone.aperture)
    thing = blender().data.objects.new("phone", data)
    scene = blender().context.scene
    scene.collection.objects.link(thing)
    thing.matrix_world = matrix(pose(lens.centre, lens.rotation))
    scene.camera = thing


def _take(studio: Studio, effort: Effort) -> NDArray[np.uint8]:
    """Render; ``(H, W, 3)`` uint8 RGB."""
    scene = blender().context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.seed = studio.seed
    cycles.samples = effort.rays
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_quality = "BALANCED"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 2, 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    render = scene.render
    render.resolution_y, render.resolution_x = studio.phone.size
    render.resolution_percentage = 100
    render.threads_mode, render.threads = "FIXED", effort.threads
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = studio.lamp.exposure
    render.image_settings.file_format = "PNG"
    render.image_settings.color_mode = "RGB"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "photo.png"
        render.filepath = str(file)
        blender().ops.render.render(write_still=True)
        return np.asarray(cv2.cvtColor(cv2.imread(str(file)), cv2.COLOR_BGR2RGB), np.uint8)
