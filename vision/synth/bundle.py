"""The bundled sample pictures made: each picture with its truth, ``hands.jsonl`` and ``labels.jsonl``.

``python -m yakulens.vision.synth.bundle OUT`` draws them anew with Blender (`vision.synth.blender`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from yakulens.vision.labels import OTHER, PLAIN, RED_FIVES, plain
from yakulens.vision.synth.arrange_deal import Dealt
from yakulens.vision.synth.arrange_hand import lay
from yakulens.vision.synth.blender import photograph
from yakulens.vision.synth.blender_things import BlenderMissingError
from yakulens.vision.synth.designs import art_design, draw_design, load_face
from yakulens.vision.synth.fonts import find_fonts
from yakulens.vision.synth.photograph import Shot
from yakulens.vision.synth.picture_truth import seen
from yakulens.vision.synth.samples import SAMPLES, faces
from yakulens.vision.synth.scene import Placement
from yakulens.vision.synth.studio import Effort
from yakulens.vision.synth.studio_camera import frame, tile_shape, truth_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.synth.samples import Sample
    from yakulens.vision.synth.scene import Arrangement

_OWN: Final = Path(__file__).resolve().parents[2] / "datasets" / "tiles" / "png"
_FONTS: Final = (Path("/usr/share/fonts"),)


def dealt(sample: Sample) -> Dealt:
    """The hand, and every other tile of the set shuffled.

    >>> hand = dealt(SAMPLES[0])
    >>> hand.win, len(hand.wall)
    ('8s', 120)
    """
    rest = Counter(dict.fromkeys(PLAIN, 4))
    for red in RED_FIVES:
        rest[red], rest[plain(red)] = 1, 3
    sets = tuple(faces(s) for s in sample.sets.split())
    rest.subtract(t for s in (*sets, *(m.faces for m in sample.melds)) for t in s)
    rest.subtract(sample.dead_wall)
    wall = list(rest.elements())
    np.random.default_rng(sample.studio.seed).shuffle(wall)
    return Dealt(sets, sample.win, sample.melds, tuple(wall))


def arrange(sample: Sample) -> Arrangement:
    """What lies on the table.

    >>> scene = arrange(SAMPLES[0])
    >>> [scene.placements[index].face for index in scene.indicators]
    ['7s', '3p']
    """
    rng = np.random.default_rng(sample.studio.seed)
    scene = lay(rng, dealt(sample), sample.style)
    return _with_dead_wall(scene, sample.dead_wall, rng) if sample.dead_wall else scene


def _with_dead_wall(scene: Arrangement, shown: Sequence[str], rng: np.random.Generator) -> Arrangement:
    """The dead wall behind the hand: the third stack's upper tile turned over, an ura indicator before it."""
    middle = float(np.mean([p.x for p in scene.placements])) - float(rng.uniform(0.5, 3))
    y = max(p.y for p in scene.placements) + 4.2
    slant = float(rng.normal(0, 1.5))
    c, s = np.cos(np.radians(slant)), np.sin(np.radians(slant))
    spots: list[Placement] = []
    for k in range(7):
        u = (k - 3) * 1.01
        x, v = middle + c * u, y + s * u
        for level in (0, 1):
            dx, dy, turn = rng.normal(0, [0.008, 0.02, 0.5])
            face = shown[0] if (k, level) == (2, 1) else "back"
            spots.append(Placement(face, x + dx, v + dy, slant + turn, level))
        if k == 2 and len(shown) > 1:
            below = Placement(shown[1], x + 0.05, v - scene.aspect - 0.12, slant + 1.0)
            spots.append(below)
    first = len(scene.placements)
    faces = [i for i, p in enumerate(spots, first) if p.face != "back"]
    others = [i for i, p in enumerate(spots, first) if p.face == "back"]
    return replace(
        scene,
        placements=(*scene.placements, *spots),
        indicators=(*scene.indicators, *faces),
        others=(*scene.others, *others),
    )


def design_of(sample: Sample) -> NDArray[np.uint8]:
    """The sample's design, ``(39, 160, 120, 4)`` uint8 RGBA."""
    if sample.design is None:
        rng = np.random.default_rng(sample.studio.seed)
        return art_design(_OWN, rng, load_face(_OWN / f"{OTHER}.png"))
    characters, pictures = find_fonts(_FONTS)
    return draw_design(np.random.default_rng(sample.design), characters, pictures)


def row_of(sample: Sample, arrangement: Arrangement, read: dict[str, Any]) -> dict[str, Any]:
    """The sample's line of ``hands.jsonl``: what it reads, and the situation that it scores by.

    Args:
        sample: the sample.
        arrangement: what lies on its table.
        read: what is to be read, as `Shot.read` gives it.
    """
    indicators = [arrangement.placements[i].face for i in arrangement.indicators]
    ura = sample.dead_wall[1:]
    return {
        "file": f"{sample.name}.jpg",
        "source": "yakulens",
        "set": "own" if sample.design is None else f"drawn-{sample.design}",
        "licence": "AGPL-3.0-or-later",
        "shows": sample.shows,
        "read": read,
        "situation": {
            "win": sample.win,
            **sample.situation,
            "dora_indicators": [i for i in indicators if i not in ura],
            **({"ura_indicators": list(ura)} if ura else {}),
        },
    }


def labels_of(sample: Sample, shot: Shot) -> dict[str, Any]:
    """The sample's line of ``labels.jsonl``: a box and the exact corners of every front that is seen.

    Args:
        sample: the sample.
        shot: its picture with its truth.
    """
    truth = shot.truth
    return {
        "file": f"{sample.name}.jpg",
        "boxes": shot.boxes(),
        "all_tiles_boxed": True,
        "quads": [
            {"label": truth.labels[i], "quad": [[round(float(v), 2) for v in p] for p in truth.quads[i]]}
            for i in seen(truth)
        ],
    }


def lines_of(sample: Sample) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both lines of a sample, found without drawing it.

    >>> hand, labels = lines_of(SAMPLES[0])
    >>> hand["file"], hand["read"]["win"], labels["all_tiles_boxed"]
    ('riichi.jpg', '8s', True)
    """
    scene = arrange(sample)
    shape = tile_shape(scene, sample.studio.tiles)
    blank = np.zeros((*sample.studio.phone.size, 3), np.uint8)
    shot = Shot(blank, truth_of(scene, shape, frame(scene, shape, sample.studio.phone)), scene)
    return row_of(sample, scene, shot.read()), labels_of(sample, shot)


def draw(sample: Sample, effort: Effort) -> NDArray[np.uint8]:
    """The picture, ``(H, W, 3)`` uint8 RGB, with a sensor's faint grain.

    Args:
        sample: the sample.
        effort: what the picture may cost.

    Raises:
        BlenderMissingError: ``bpy`` is not installed.
    """
    shot = photograph(arrange(sample), design_of(sample), sample.studio, effort)
    rng = np.random.default_rng(sample.studio.seed)
    grain = cv2.GaussianBlur(rng.normal(0, 1, shot.image.shape).astype(np.float32), (0, 0), 0.7) * 4.0
    return np.asarray(np.clip(shot.image + grain, 0, 255), np.uint8)


def main() -> int:
    """Draw the samples that are not there yet, each with its truth."""
    parser = argparse.ArgumentParser(prog="python -m yakulens.vision.synth.bundle", description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the pictures and their truth")
    parser.add_argument("--rays", type=int, default=8, help="rays a pixel, denoised afterwards (8)")
    parser.add_argument("--threads", type=int, default=2, help="processor threads (2)")
    parser.add_argument("--only", nargs="*", help="names of the samples to draw")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        file = args.out / f"{sample.name}.jpg"
        if file.exists() or (args.only and sample.name not in args.only):
            continue
        try:
            image = draw(sample, Effort(args.rays, args.threads))
        except BlenderMissingError as error:
            sys.stderr.write(f"{error}\n")
            return 2
        cv2.imwrite(str(file), cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 84])
        _file_truth(args.out, lines_of(sample))
        sys.stdout.write(f"{file}\n")
        sys.stdout.flush()
    return 0


def _file_truth(folder: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Put a picture's truth into ``hands.jsonl`` and ``labels.jsonl``, instead of what stood there of it."""
    for name, line in zip(("hands.jsonl", "labels.jsonl"), lines, strict=True):
        file = folder / name
        rows = [json.loads(row) for row in file.read_text().splitlines()] if file.exists() else []
        rows = [row for row in rows if row["file"] != line["file"]] + [line]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
