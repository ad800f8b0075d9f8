"""Blender's side of a scene: meshes and things placed in the world."""

from __future__ import annotations

import importlib
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from types import ModuleType

    from numpy.typing import NDArray

Thing: TypeAlias = Any
"""Whatever ``bpy`` hands out: the package has no types."""


class BlenderMissingError(RuntimeError):
    """The package ``bpy`` is not installed."""

    def __init__(self) -> None:
        """Say what to install."""
        super().__init__(
            "photo-like pictures need Blender as a package: pip install 'yakulens[blender]' with Python 3.11"
        )


def blender() -> ModuleType:
    """The module ``bpy``.

    Raises:
        BlenderMissingError: it is not installed.
    """
    try:
        return importlib.import_module("bpy")
    except ImportError as error:
        raise BlenderMissingError from error


def pose(position: NDArray[np.float64], rotation: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """``(4, 4)`` from the own frame to the world."""
    out = np.eye(4)
    out[:3, :3] = np.eye(3) if rotation is None else rotation
    out[:3, 3] = position
    return out


def matrix(values: NDArray[np.float64]) -> Thing:
    """A pose as Blender takes it."""
    return importlib.import_module("mathutils").Matrix(values.tolist())


def put(mesh: Thing, material: Thing, where: NDArray[np.float64]) -> None:
    """Place a mesh with a material of its own; ``where`` is its pose, ``(4, 4)``."""
    bpy = blender()
    thing = bpy.data.objects.new(mesh.name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    if not mesh.materials:
        mesh.materials.append(None)
    thing.material_slots[0].link = "OBJECT"
    thing.material_slots[0].material = material
    thing.matrix_world = matrix(where)


def rounded_box(name: str, size: tuple[float, float, float], rounding: float) -> Thing:
    """A mesh: a box that stands on z = 0, centred, its edges rounded."""
    bmesh = importlib.import_module("bmesh")
    solid = bmesh.new()
    bmesh.ops.create_cube(solid, size=1.0)
    bmesh.ops.scale(solid, vec=size, verts=solid.verts)
    bmesh.ops.translate(solid, vec=(0, 0, size[2] / 2), verts=solid.verts)
    edges = list(solid.edges)
    bmesh.ops.bevel(
        solid, geom=edges, offset=rounding, segments=5, profile=0.5, affect="EDGES", clamp_overlap=True
    )
    mesh = _closed(name, solid)
    mesh.set_sharp_from_angle(angle=0.6)
    return mesh


def disc(radius: float, height: float) -> Thing:
    """A mesh: a flat disc, centred."""
    bmesh = importlib.import_module("bmesh")
    solid = bmesh.new()
    bmesh.ops.create_cone(solid, cap_ends=True, segments=40, radius1=radius, radius2=radius, depth=height)
    mesh = blender().data.meshes.new("disc")
    solid.to_mesh(mesh)
    solid.free()
    return mesh


def cup(outer: float, inner: float, height: float) -> Thing:
    """A mesh: an open cup that stands on z = 0, its outline spun about the vertical."""
    bmesh = importlib.import_module("bmesh")
    solid = bmesh.new()
    lip, rim = (outer + inner) / 2, height - 0.1
    outside = [(0.0, 0.0), (outer * 0.8, 0.0), (outer * 0.95, 0.3), (outer, rim)]
    line = [*outside, (lip, height), (inner, rim), (inner, 0.4), (0.0, 0.3)]
    points = [solid.verts.new((x, 0.0, z)) for x, z in line]
    edges = [solid.edges.new(pair) for pair in pairwise(points)]
    bmesh.ops.spin(
        solid,
        geom=[*points, *edges],
        cent=(0, 0, 0),
        axis=(0, 0, 1),
        dvec=(0, 0, 0),
        angle=2 * np.pi,
        steps=48,
        use_duplicate=False,
    )
    bmesh.ops.remove_doubles(solid, verts=solid.verts, dist=1e-4)
    bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
    return _closed("cup", solid)


def _closed(name: str, solid: Thing) -> Thing:
    """The finished mesh, shaded smoothly."""
    mesh = blender().data.meshes.new(name)
    for face in solid.faces:
        face.smooth = True
    solid.to_mesh(mesh)
    solid.free()
    return mesh
