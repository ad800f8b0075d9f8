"""The materials of photo-like scenes as Blender's shader nodes: tiles, cloth, wood, plain things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulens.vision.synth.blender_things import Thing, blender

if TYPE_CHECKING:
    import numpy as np

    from yakulens.vision.synth.colours import Rgb
    from yakulens.vision.synth.studio import TileSet
    from yakulens.vision.synth.tiles3d import TileShape

LinearRgb = tuple[float, float, float]


def linear(colour: Rgb) -> LinearRgb:
    """Linear light 0..1 of an sRGB colour 0..255."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour))
    return r, g, b


class _Graph:
    """A material's nodes, wired by calls."""

    def __init__(self, name: str) -> None:
        self.material: Thing = blender().data.materials.new(name)
        if self.material.node_tree is None or "Principled BSDF" not in self.material.node_tree.nodes:
            self.material.use_nodes = True
        self.tree: Thing = self.material.node_tree
        self.surface: Thing = self.tree.nodes["Principled BSDF"]

    def node(self, kind: str, inputs: dict[Thing, Thing] | None = None, **settings: Thing) -> Thing:
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.wire(node.inputs[key], value)
        return node

    def wire(self, socket: Thing, value: Thing) -> None:
        """Connect an output or set a value."""
        if hasattr(value, "is_linked"):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(value) == 3 and len(socket.default_value) == 4:
            socket.default_value = (*value, 1.0)
        else:
            socket.default_value = value

    def math(self, operation: str, *values: Thing) -> Thing:
        return self.node("Math", dict(enumerate(values)), operation=operation).outputs[0]

    def mix(self, factor: Thing, one: Thing, other: Thing, blend: str = "MIX") -> Thing:
        """Colours mixed: 0 = ``one``, 1 = ``other``."""
        node = self.node("Mix", data_type="RGBA", blend_type=blend)
        for index, value in ((0, factor), (6, one), (7, other)):
            self.wire(node.inputs[index], value)
        return node.outputs[2]

    def set(self, **inputs: Thing) -> None:
        """Inputs of the surface, underscores for spaces."""
        for key, value in inputs.items():
            self.wire(self.surface.inputs[key.replace("_", " ")], value)

    def noise(self, at: Thing, scale: float, detail: float = 2.0) -> Thing:
        return self.node("TexNoise", {"Vector": at, "Scale": scale, "Detail": detail}).outputs[0]


def tile_material(name: str, pictures: tuple[Thing, Thing] | None, shape: TileShape, tiles: TileSet) -> Thing:
    """Body in two layers; ``pictures`` are the face's colours and heights, None for a face-down tile."""
    graph = _Graph(name)
    place = graph.node("TexCoord")
    x, y, z = graph.node("SeparateXYZ", {0: place.outputs["Object"]}).outputs
    down = pictures is None
    top, low = linear(tiles.paint.side), linear(tiles.paint.back)
    if down:
        top, low = low, top
    seam = shape.thickness * (1 - shape.split if down else shape.split)
    upper = graph.node("MapRange", {"Value": z, "From Min": seam - 0.004, "From Max": seam + 0.004}).outputs[
        0
    ]
    colour = graph.mix(upper, low, top)
    if pictures is not None:
        across = graph.math("ADD", x, 0.5)
        along = graph.math("MULTIPLY_ADD", y, 1 / shape.length, 0.5)
        at = graph.node("CombineXYZ", {0: across, 1: along}).outputs[0]
        normal = graph.node("SeparateXYZ", {0: place.outputs["Normal"]}).outputs[2]
        front = graph.math("GREATER_THAN", normal, 0.5)
        face = graph.node("TexImage", {"Vector": at}, image=pictures[0], extension="EXTEND").outputs[0]
        colour = graph.mix(front, colour, face)
        height = graph.node("TexImage", {"Vector": at}, image=pictures[1], extension="EXTEND").outputs[0]
        bump = graph.node(
            "Bump",
            {
                "Strength": 0.6,
                "Distance": tiles.engraving * 4,
                "Height": graph.math("MULTIPLY", height, front),
            },
        )
        graph.set(Normal=bump.outputs[0])
    each = graph.node("ObjectInfo").outputs["Random"]
    tone = graph.node("MapRange", {"Value": each, "To Min": 0.95, "To Max": 1.0}).outputs[0]
    shade = graph.node("HueSaturation", {"Value": tone, "Color": colour}).outputs[0]
    smudge = graph.noise(place.outputs["Object"], 3.0)
    rough = 0.55 - 0.4 * tiles.gloss
    roughness = graph.node(
        "MapRange", {"Value": smudge, "To Min": rough - 0.06, "To Max": rough + 0.1}
    ).outputs[0]
    graph.set(Base_Color=shade, Roughness=roughness, Specular_IOR_Level=0.38)
    graph.set(Coat_Weight=0.18 * tiles.gloss, Coat_Roughness=0.12)
    return graph.material


def cover_material(name: str, colour: Rgb, rng: np.random.Generator, *, weave: float) -> Thing:
    """Cloth, or with little ``weave`` the surface of a mat."""
    graph = _Graph(name)
    at = graph.node("TexCoord").outputs["Object"]
    base = linear(colour)
    dark = tuple(c * 0.6 for c in base)
    fibre = graph.noise(at, float(rng.uniform(26, 34)), 2.0)
    patch = graph.noise(at, 0.16, 1.0)
    speckle = graph.node("MapRange", {"Value": fibre, "From Min": 0.3, "From Max": 0.7}).outputs[0]
    shade = graph.mix(speckle, dark, base)
    worn = graph.node("MapRange", {"Value": patch, "To Min": 0.86, "To Max": 1.14}).outputs[0]
    shade = graph.node("HueSaturation", {"Value": worn, "Color": shade}).outputs[0]
    graph.set(Base_Color=shade, Roughness=0.95 if weave > 0.5 else 0.7, Specular_IOR_Level=0.2)
    graph.set(Sheen_Weight=0.25 * weave, Sheen_Roughness=0.6)
    return graph.material


def wood_material(name: str, colour: Rgb, rng: np.random.Generator) -> Thing:
    """Boards with grain along x."""
    graph = _Graph(name)
    at = graph.node("TexCoord").outputs["Object"]
    shift = tuple(float(v) for v in rng.uniform(-50, 50, 3))
    long = graph.node("Mapping", {"Vector": at, "Scale": (0.035, 0.55, 0.5), "Location": shift}).outputs[0]
    fine = graph.node("Mapping", {"Vector": at, "Scale": (0.35, 14.0, 6.0), "Location": shift}).outputs[0]
    figure = graph.noise(long, float(rng.uniform(1.2, 2.4)), 3.0)
    rings = graph.math("FRACT", graph.math("MULTIPLY", figure, float(rng.uniform(7, 12))))
    hair = graph.noise(fine, 1.0, 3.0)
    base = linear(colour)
    dark = tuple(c * 0.55 for c in base)
    light = tuple(min(1.0, c * 1.25) for c in base)
    soft = graph.math("MULTIPLY", graph.math("PINGPONG", rings, 0.5), 2.0)
    shade = graph.mix(graph.math("MULTIPLY", soft, 0.55), light, base)
    strands = graph.node(
        "MapRange", {"Value": hair, "From Min": 0.5, "From Max": 0.75, "To Max": 0.7}
    ).outputs[0]
    shade = graph.mix(strands, shade, dark)
    rough = graph.node("MapRange", {"Value": hair, "To Min": 0.32, "To Max": 0.55}).outputs[0]
    graph.set(Base_Color=shade, Roughness=rough, Specular_IOR_Level=0.4)
    return graph.material


def plain_material(name: str, colour: tuple[int, ...], roughness: float) -> Thing:
    """One colour."""
    graph = _Graph(name)
    r, g, b = colour
    graph.set(Base_Color=linear((r, g, b)), Roughness=roughness)
    return graph.material
