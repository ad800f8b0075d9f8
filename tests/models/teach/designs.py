"""Ten tile sets of kinds that no network here was trained on, and photos of them laid out in order.

Bodies of `datasets.render.bodies` (dark, jade, wood), and faces drawn as no maker in the training range draws
them: outlines alone, coarse mosaic, stripes, small in a frame, exchanged hues, one ink for all, letters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from yakulens.datasets.render.arrange_plan import Plan
from yakulens.datasets.render.bodies import Body
from yakulens.datasets.render.colours import Paint
from yakulens.datasets.render.designs import art_design, load_face
from yakulens.datasets.render.photograph import Shot, photograph
from yakulens.vision.labels import BACK, INDEX, LABELS, OTHER, RED_FIVES, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

ARTWORK: Final = Path(__file__).resolve().parents[3] / "datasets" / "tiles" / "png"
_HEIGHT, _WIDTH = 160, 120
_OPAQUE, _DARK = 128, 140
_LETTERS: Final = {"m": "C", "p": "D", "s": "B"}
_HONOURS: Final = dict(zip("1234567", "ESWNHGR", strict=True))


@dataclass(frozen=True, slots=True)
class OddSet:
    """A tile set that nothing was designed on.

    Attributes:
        name: of the set.
        faces: ``(39, 160, 120, 4)`` uint8 RGBA in the order of ``LABELS``, as `photograph` takes them.
        body: its tiles; None for white to cream.
        number: every photo of it shows the same strokes, colours and shape by this.
    """

    name: str
    faces: NDArray[np.uint8]
    body: Body | None = None
    number: int = 0


def artwork(folder: Path = ARTWORK) -> NDArray[np.uint8]:
    """``(39, 160, 120, 4)`` uint8 RGBA: the faces of a folder of pictures named by label."""
    return art_design(folder, np.random.default_rng(3), load_face(ARTWORK / f"{OTHER}.png"))


def odd_sets(bases: Sequence[NDArray[np.uint8]]) -> tuple[OddSet, ...]:
    """Eleven sets, drawn from these designs, all of dark ink, in turn."""
    base = [bases[k % len(bases)] for k in range(10)]
    sets = (
        OddSet("dark, gold ink", base[0], _body((24, 24, 28), (200, 60, 60), (225, 190, 110))),
        OddSet("dark blue, light hues", base[1], _body((18, 26, 58), (230, 225, 215), None)),
        OddSet(
            "dark, orange outlines",
            _outlined(base[2]),
            _body((30, 18, 14), (70, 130, 200), (245, 165, 80)),
        ),
        OddSet("deep jade, white ink", base[3], _body((26, 84, 54), (220, 190, 90), (240, 238, 230))),
        OddSet("pale jade, exchanged hues", _exchanged(base[4]), _body((196, 224, 200), (200, 60, 60), None)),
        OddSet(
            "walnut, burnt outlines", _outlined(base[5]), _body((168, 122, 84), (235, 140, 45), (52, 30, 18))
        ),
        OddSet("mosaic", _each(base[6], _mosaic)),
        OddSet("striped", _each(base[7], _striped)),
        OddSet("small in a frame", _each(base[8], _framed)),
        OddSet("letters", lettered()),
        OddSet(
            "jade mosaic, mirrored, exchanged hues",
            _each(_mirrored(_exchanged(base[0])), _mosaic),
            _body((196, 224, 200), (200, 60, 60), None),
        ),
    )
    return tuple(replace(odd, number=number) for number, odd in enumerate(sets))


def dark_inks(folder: Path) -> tuple[NDArray[np.uint8], ...]:
    """The designs of a folder of folders that are drawn in dark ink: in light ink they would be laid on dark
    tiles in the colour of the tile.
    """
    found = [artwork(path) for path in sorted(folder.iterdir()) if path.is_dir()]
    return tuple(faces for faces in found if faces[faces[..., 3] > _OPAQUE][:, :3].mean() < _DARK)


def lettered() -> NDArray[np.uint8]:
    """``(39, 160, 120, 4)`` uint8 RGBA: digits over C, D and B for the suits, letters for the honours."""
    out = np.zeros((len(LABELS), _HEIGHT, _WIDTH, 4), np.uint8)
    for index, label in enumerate(LABELS):
        if label in {BACK, "5z"}:
            continue
        if label == OTHER:
            lines, ink = ("*", "*"), (150, 90, 20)
        elif label[1] == "z":
            lines, ink = (_HONOURS[label[0]],), (30, 60, 40)
        else:
            red = label in RED_FIVES
            lines = (plain(label)[0], _LETTERS[label[1]])
            ink = (
                (200, 30, 40)
                if red
                else {"m": (30, 30, 36), "p": (24, 60, 150), "s": (20, 110, 60)}[label[1]]
            )
        picture = Image.new("RGBA", (_WIDTH, _HEIGHT))
        draw = ImageDraw.Draw(picture)
        size = 110 if len(lines) == 1 else 72
        font = ImageFont.load_default(size)
        for k, line in enumerate(lines):
            middle = _HEIGHT * (2 * k + 1) / (2 * len(lines))
            draw.text((_WIDTH / 2, middle), line, font=font, fill=(*ink, 255), anchor="mm", stroke_width=2)
        out[index] = np.asarray(picture)
    return out


def laid_out(
    rows: Sequence[Sequence[str]], tiles: OddSet, seed: int, size: tuple[int, int] = (960, 1280)
) -> Shot:
    """A photo of tiles laid out in rows, the first one farthest away, as a set is shown to be learnt."""
    rng = np.random.default_rng([seed, 5])
    plan = Plan()
    for n, row in enumerate(rows):
        across = 0.0
        for face in row:
            plan.concealed.append(
                plan.put(
                    face,
                    across + float(rng.normal(0, 0.02)),
                    -n * (plan.aspect + 0.25) + float(rng.normal(0, 0.03)),
                    float(rng.normal(0, 1.2)),
                )
            )
            across += 1.1
    elevation = float(rng.uniform(55, 85))
    return photograph(
        plan.scene(),
        tiles.faces,
        rng,
        size=size,
        azimuth=0.0,
        elevation=elevation,
        body=tiles.body,
        tiles=tiles.number,
    )


def _body(front: tuple[int, int, int], back: tuple[int, int, int], ink: tuple[int, int, int] | None) -> Body:
    return Body(Paint(front, front, back), light=sum(front) < 330, single=ink)


def _each(
    faces: NDArray[np.uint8], draw: Callable[[NDArray[np.uint8]], NDArray[np.uint8]]
) -> NDArray[np.uint8]:
    return np.stack([face if LABELS[i] == BACK else draw(face) for i, face in enumerate(faces)])


def _outlined(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return _each(faces, _outline)


def _outline(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Strokes hollowed out: what is farther from their edge than three pixels is left bare."""
    dark = ((face[..., 3] > 128) & (face[..., :3].mean(axis=2) < 170)).astype(np.uint8)
    edge = dark - cv2.erode(dark, np.ones((5, 5), np.uint8))
    out = face.copy()
    out[..., 3] = edge * 255
    return out


def _exchanged(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(faces[..., [2, 0, 1, 3]])


def _mirrored(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(faces[:, :, ::-1])


def _mosaic(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Twenty by fifteen cells, each of one colour."""
    small = cv2.resize(face, (15, 20), interpolation=cv2.INTER_AREA)
    small[..., 3] = np.where(small[..., 3] > 70, 255, 0)
    return np.asarray(cv2.resize(small, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_NEAREST), np.uint8)


def _striped(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every second four pixels of the ink left out, aslant."""
    y, x = np.mgrid[:_HEIGHT, :_WIDTH]
    out = face.copy()
    out[..., 3] = np.where((x + y) // 5 % 2 == 0, face[..., 3], 0)
    return out


def _framed(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The face at half its size within two frames."""
    out = np.zeros_like(face)
    high, wide = _HEIGHT // 2, _WIDTH // 2
    top, left = _HEIGHT // 4, _WIDTH // 4
    out[top : top + high, left : left + wide] = cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA)
    for inset, width in ((8, 4), (16, 2)):
        cv2.rectangle(out, (inset, inset), (_WIDTH - inset, _HEIGHT - inset), (120, 40, 30, 255), width)
    return out


def all_faces() -> tuple[tuple[str, ...], ...]:
    """Every printed face in the rows in which a set is laid out."""
    suits = [tuple(label for label in LABELS if label[1:] == s and label[0] != "0") for s in "mps"]
    honours = tuple(label for label in LABELS if label[1:] == "z")
    return (*suits, honours, (*RED_FIVES, OTHER, BACK))


assert set(INDEX) == {label for row in all_faces() for label in row}
