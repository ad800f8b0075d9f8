"""A learnt tile set as one file, ``NAME.yakuset``: arrays and a TOML card in a zip; no code.

The card holds form, name, the reader's hash, thresholds, figures and a hash of each array. It uses earlier
names: ``[rendition]`` is the colour transform, ``[engraving]`` the prototype head.

A file is not trusted: names, sizes, shapes, types and hashes are checked before any use.
"""

import hashlib
import io
import json
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from yakulens.scorer.errors import InputError
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.naming.tile_set import Examples, HeldOut, Layer, PrototypeHead, TileSet
from yakulens.vision.picture.color_transform import ColorTransform

SUFFIX: Final = ".yakuset"
FORM: Final = 3
"""Number of this form; no other is read."""
_CARD: Final = "set.toml"
_ARRAYS: Final[Mapping[str, str]] = {
    "weights.npy": "<f4",  # (39, K + 1), the last layer and its bias
    "coloured.npy": "<f4",  # of the same shape: the layer that reads colours, for a set read in greys
    "axes.npy": "|i1",  # (D, A), from the reader's map to axes that separate the faces
    "scales.npy": "<f4",  # (2, A): each axis's factor and offset
    "pictures.npy": "<f2",  # (M, A), each face picture's place on these axes
    "pictured.npy": "|u1",  # (M,), its face
    "tops.npy": "|u1",  # (M,), which edge of the crop is its top, 0 to 3
    "examples.npy": "<f2",  # (N, V, K), the examples
    "examples-coloured.npy": "<f2",  # the same in colour
    "faces.npy": "|u1",  # (N,)
    "photos.npy": "<u2",  # (N,)
}
"""The parts of the zip beside the card, and the type of each."""
_TRANSFORM_KEYS: Final = tuple(field.name for field in fields(ColorTransform))
_COUNT_KEYS: Final = tuple(field.name for field in fields(HeldOut))
_NEEDED: Final = ("weights.npy", "examples.npy", "faces.npy", "photos.npy")
_PROTOTYPES: Final = ("axes.npy", "scales.npy", "pictures.npy", "pictured.npy", "tops.npy")
_MOST_BYTES: Final = 16_000_000
"""The most bytes of a set, packed or unpacked."""
_STEPS: Final = 127
"""Greatest absolute value of an axis in 8 bits."""
_MOST_SHARPNESS: Final = 100.0
_EDGES: Final = 4
_MOST_CARD: Final = 20_000
_MOST_NAME: Final = 60
_MOST_SIDE: Final = 4096
_FORBIDDEN: Final = frozenset('<>:"/\\|?*')


class TileSetError(InputError):
    """The set is invalid or unusable here; the message is one line."""


def checked_name(name: str) -> str:
    """A set's name, which is also its file's name, without surrounding spaces.

    Raises:
        TileSetError: no file can have this name.
    """
    name = name.strip()
    odd = _FORBIDDEN & set(name) or not name.isprintable() or name.startswith(".")
    # The command line takes a name with the suffix for a path.
    odd = odd or name.endswith((".", SUFFIX))
    if odd or not 0 < len(name) <= _MOST_NAME or len(name.encode()) > 4 * _MOST_NAME:
        message = (
            f"{name[:80]!r} is not a name for a tile set: 1 to {_MOST_NAME} letters, "
            f'none of <>:"/\\|?*, no dot at either end, no {SUFFIX} at the end'
        )
        raise TileSetError(message)
    return name


def _refuse(reason: str) -> NoReturn:
    """Raise the reason why a file is not a set; `from_bytes` adds the file's name."""
    raise TileSetError(reason)


def to_bytes(tile_set: TileSet) -> bytes:
    """The content of a set's file."""
    examples = tile_set.examples
    arrays: dict[str, NDArray[Any]] = {
        "weights.npy": _joined(tile_set.layer),
        "examples.npy": examples.features.astype(np.float16),
        "faces.npy": examples.faces.astype(np.uint8),
        "photos.npy": examples.photos.astype(np.uint16),
    }
    if tile_set.prototype_head is not None:
        head = tile_set.prototype_head
        steps = np.maximum(np.abs(head.axes).max(axis=0), 1e-12) / np.float32(_STEPS)
        arrays["axes.npy"] = np.round(head.axes / steps).astype(np.int8)
        arrays["scales.npy"] = np.stack([steps, head.offset]).astype(np.float32)
        arrays["pictures.npy"] = head.means.astype(np.float16)
        arrays["pictured.npy"] = head.faces.astype(np.uint8)
        arrays["tops.npy"] = head.tops.astype(np.uint8)
    if tile_set.coloured is not None:
        arrays["coloured.npy"] = _joined(tile_set.coloured)
    if examples.coloured is not None:
        arrays["examples-coloured.npy"] = examples.coloured.astype(np.float16)
    parts = {name: _npy(array) for name, array in arrays.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {_CARD: _card(tile_set, parts).encode(), **parts}.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def from_bytes(data: bytes, where: str) -> TileSet:
    """Read a set from the bytes of an untrusted file, which messages call ``where``.

    Raises:
        TileSetError: it is not such a file, is damaged, has a later form, or is larger than any set.
    """
    try:
        return _parsed(data)
    except (
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        OSError,
        zipfile.BadZipFile,
        NotImplementedError,
    ) as error:
        # zlib's error has no base class but Exception; `_unpacked` turns it into a TileSetError.
        what = "it is another kind of file, or damaged"
        if isinstance(error, KeyError | TileSetError):
            what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise TileSetError(where, f"no tile set that can be used: {what}") from error


def load_set(path: Path) -> TileSet:
    """Read a set from its file.

    Raises:
        TileSetError: it cannot be read or used.
    """
    return from_bytes(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """Read a file's bytes, but no more than one byte beyond the largest set.

    Raises:
        TileSetError: it cannot be opened.
    """
    if path.exists() and not path.is_file():
        raise TileSetError(path, "is not a regular file")
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise TileSetError(path, f"cannot be opened ({error.strerror})") from error


def _parsed(data: bytes) -> TileSet:
    if len(data) > _MOST_BYTES:
        _refuse(f"it is larger than {_MOST_BYTES // 1_000_000} MB")
    parts = _unpacked(data)
    card = tomllib.loads(parts.pop(_CARD).decode())
    if card["form"] != FORM:
        _refuse(f"it is of form {card['form']!r}; this program reads form {FORM}")
    for name, part in parts.items():
        if hashlib.sha256(part).hexdigest() != card["sha256"][name]:
            _refuse(f"{name} is not the one that was written")
    arrays = {name: _array(part, name) for name, part in parts.items()}
    features, faces = arrays["examples.npy"].astype(np.float32), arrays["faces.npy"].astype(np.intp)
    photos = arrays["photos.npy"].astype(np.intp)
    coloured = arrays.get("examples-coloured.npy")
    layer = _split(arrays["weights.npy"], card)
    coloured_layer = _split(arrays["coloured.npy"], card) if "coloured.npy" in arrays else None
    layers = (layer,) if coloured_layer is None else (layer, coloured_layer)
    widths = {features.shape[-1], *(each.weights.shape[1] for each in layers)}
    fits = features.ndim == 3 and faces.shape == photos.shape == features.shape[:1] and len(widths) == 1  # noqa: PLR2004
    if (
        not fits
        or faces.max(initial=0) >= len(LABELS)
        or (coloured is not None and coloured.shape != features.shape)
    ):
        _refuse("its arrays do not belong together")
    transform, counts = card["rendition"], card["held_out"]
    firm_score, unchanged = card.get("firm_score"), tuple(card.get("unchanged", ()))
    if not all(face in INDEX for face in unchanged):
        _refuse(f"unchanged = {unchanged!r:.80} are not faces")
    if firm_score is not None and not 0 < float(firm_score) <= 1:
        _refuse(f"firm_score = {firm_score!r} is not between 0 and 1")
    return TileSet(
        name=checked_name(str(card["name"])),
        reader=str(card["reader"])[:64],
        layer=layer,
        prototype_head=_prototype_head(arrays, card),
        coloured=coloured_layer,
        color_transform=ColorTransform(**{key: transform[key] is True for key in _TRANSFORM_KEYS}),
        firm_score=None if firm_score is None else float(firm_score),
        examples=Examples(features, None if coloured is None else coloured.astype(np.float32), faces, photos),
        held_out=HeldOut(**{key: int(counts[key]) for key in _COUNT_KEYS}),
        made=str(card.get("made", ""))[:40],
        unchanged=unchanged,
    )


def _prototype_head(arrays: Mapping[str, NDArray[Any]], card: Mapping[str, Any]) -> PrototypeHead | None:
    """The prototype head; None if the file has none."""
    if not any(name in arrays for name in _PROTOTYPES):
        return None
    axes, scales, pictures, pictured, tops = (arrays[name] for name in _PROTOTYPES)
    settings = card["engraving"]
    sharpness, trust = float(settings["sharpness"]), float(settings["trust"])
    if not (0 <= sharpness <= _MOST_SHARPNESS and 0 <= trust <= 1):
        _refuse(f"sharpness {sharpness} or trust {trust} cannot be")
    fits = axes.ndim == pictures.ndim == 2 and pictured.ndim == 1 and scales.shape == (2, *axes.shape[1:])  # noqa: PLR2004
    if not fits or pictured.max(initial=0) >= len(LABELS) or tops.max(initial=0) >= _EDGES:
        _refuse("its pictures do not belong together")
    axes_in_floats = axes.astype(np.float32) * scales[0]
    means = pictures.astype(np.float32)
    return PrototypeHead(
        pictured.astype(np.intp), tops.astype(np.intp), axes_in_floats, scales[1], means, sharpness, trust
    )


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The parts by name, which are known, unique and within bounds."""
    parts: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        names = [entry.filename for entry in entries]
        strange = sorted(set(names) - {_CARD, *_ARRAYS})
        if strange or len(names) != len(set(names)):
            _refuse(f"it holds {strange[0]!r}" if strange else "it holds a part twice")
        missing = [name for name in (_CARD, *_NEEDED) if name not in names]
        if missing:
            _refuse(f"{missing[0]} is missing")
        if sum(entry.file_size for entry in entries) > _MOST_BYTES:
            _refuse("it unpacks to more than any set is")
        for entry in entries:
            most = _MOST_CARD if entry.filename == _CARD else _MOST_BYTES
            try:
                with archive.open(entry) as file:
                    part = file.read(most + 1)
            except Exception as error:  # zlib.error, RuntimeError for a password, and others of zipfile
                message = f"{entry.filename} cannot be unpacked"
                raise TileSetError(message) from error
            if len(part) > most:
                _refuse(f"{entry.filename} is larger than any is")
            parts[entry.filename] = part
    return parts


def _array(part: bytes, name: str) -> NDArray[Any]:
    """One array of the required type with finite numbers, no larger than its part."""
    file = io.BytesIO(part)
    version = np.lib.format.read_magic(file)
    if version != (1, 0):
        _refuse(f"{name} is an array of a later form")
    try:
        shape, _, kind = np.lib.format.read_array_header_1_0(file)
    except Exception as error:  # NumPy's header parser raises whatever Python's parser does
        message = f"{name} is no array"
        raise TileSetError(message) from error
    if kind != np.dtype(_ARRAYS[name]) or any(side > _MOST_SIDE for side in shape):
        _refuse(f"{name} is {kind} of {shape}")
    if int(np.prod(shape, dtype=np.int64)) * kind.itemsize != len(part) - file.tell():
        _refuse(f"{name} is cut short")
    file.seek(0)
    array: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        _refuse(f"{name} holds infinities")
    return array


def _npy(array: NDArray[Any]) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False)
    return out.getvalue()


def _joined(layer: Layer) -> NDArray[np.float32]:
    return np.concatenate([layer.weights, layer.bias[:, None]], axis=1).astype(np.float32)


def _split(weights: NDArray[np.float32], card: Mapping[str, Any]) -> Layer:
    if weights.ndim != 2:  # noqa: PLR2004
        _refuse(f"a layer of shape {weights.shape}")
    return Layer(weights[:, :-1].copy(), weights[:, -1].copy(), reds=card.get("red_fives") is not False)


def _card(tile_set: TileSet, parts: Mapping[str, bytes]) -> str:
    transform, counts = tile_set.color_transform, tile_set.held_out
    lines = [
        f"form = {FORM}",
        f"name = {json.dumps(tile_set.name, ensure_ascii=False)}",
        f'made = "{tile_set.made}"',
        f'reader = "{tile_set.reader}"',
    ]
    if tile_set.firm_score is not None:
        lines.append(f"firm_score = {tile_set.firm_score:.4f}")
    if not tile_set.layer.reds:
        lines.append("red_fives = false")
    if tile_set.unchanged:
        lines.append(f"unchanged = {json.dumps(tile_set.unchanged)}")
    lines.append("\n[rendition]")
    lines += [f"{key} = {str(getattr(transform, key)).lower()}" for key in _TRANSFORM_KEYS]
    if tile_set.prototype_head is not None:
        head = tile_set.prototype_head
        lines += ["\n[engraving]", f"sharpness = {head.sharpness:.3f}", f"trust = {head.trust:.3f}"]
    lines += ["\n[held_out]", *(f"{key} = {getattr(counts, key)}" for key in _COUNT_KEYS), "\n[sha256]"]
    lines += [f'"{name}" = "{hashlib.sha256(part).hexdigest()}"' for name, part in parts.items()]
    return "\n".join(lines) + "\n"
