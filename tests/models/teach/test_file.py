"""The file of a learnt set: what is written is read again; anything else is refused in one line."""

from __future__ import annotations

import io
import pickle
import zipfile
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.models.teach.file import TileSetError, checked_name, from_bytes, load_set, to_bytes
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.tile_set import Examples, HeldOut, Layer, PrototypeHead, TileSet
from yakulens.vision.picture.color_transform import ColorTransform

if TYPE_CHECKING:
    from pathlib import Path


def told(rng: np.random.Generator) -> PrototypeHead:
    axes = np.round(rng.uniform(-127, 127, (30, 5))).astype(np.float32)
    axes[0] = 127
    means = rng.normal(size=(4, 5)).astype(np.float16).astype(np.float32)
    return PrototypeHead(
        np.array([0, 0, 1, 5]), np.array([0, 2, 0, 0]), axes, np.ones(5, np.float32), means, 20.0, 0.25
    )


def made(*, grey: bool = True) -> TileSet:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(6, 4, 8)).astype(np.float16).astype(np.float32)
    layer = Layer(rng.normal(size=(39, 8)).astype(np.float32), np.zeros(39, np.float32))
    faces, photos = np.arange(6), np.array([0, 0, 0, 1, 1, 1])
    return TileSet(
        "Club green",
        "ab" * 32,
        layer,
        Examples(features, features + 1 if grey else None, faces, photos),
        prototype_head=told(rng),
        coloured=layer if grey else None,
        color_transform=ColorTransform(negative=True, grey=grey),
        firm_score=0.25,
        held_out=HeldOut(6, 3, 5),
        made="2026-11-22T10:00:00+00:00",
        unchanged=("4s", "7z"),
    )


DATA = to_bytes(made())


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


@pytest.mark.parametrize("grey", [True, False])
def test_a_set_comes_back_as_it_was(*, grey: bool) -> None:
    before = made(grey=grey)
    after = from_bytes(to_bytes(before), "a file")
    for what in ("name", "reader", "color_transform", "held_out", "made", "firm_score"):
        assert getattr(after, what) == getattr(before, what)
    np.testing.assert_array_equal(after.layer.weights, before.layer.weights)
    assert before.prototype_head is not None
    assert after.prototype_head is not None
    for what in ("faces", "tops", "axes", "offset", "means", "sharpness", "trust"):
        np.testing.assert_allclose(
            getattr(after.prototype_head, what), getattr(before.prototype_head, what), rtol=1e-6
        )
    np.testing.assert_allclose(after.examples.features, before.examples.features, atol=1e-3)
    assert (after.coloured is None, after.examples.coloured is None) == (not grey, not grey)
    assert after.examples.counts() == dict.fromkeys(LABELS[:6], 1)


def test_the_same_set_gives_the_same_bytes() -> None:
    assert to_bytes(made()) == DATA


def refused(data: bytes) -> str:
    with pytest.raises(TileSetError) as caught:
        from_bytes(data, "bad.yakuset")
    message = str(caught.value)
    assert message.startswith("bad.yakuset: ")
    assert "\n" not in message
    return message


def changed(name: str, part: bytes) -> bytes:
    return packed({**parts_of(DATA), name: part})


def npy(array: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def with_array(name: str, part: bytes) -> bytes:
    """The file with another array under its right hash."""
    import hashlib  # noqa: PLC0415

    parts = parts_of(DATA)
    old, new = (hashlib.sha256(p).hexdigest() for p in (parts[name], part))
    card = parts["set.toml"].decode().replace(old, new).encode()
    return packed({**parts, name: part, "set.toml": card})


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all", DATA[:200], DATA[:-40]])
def test_what_is_no_zip_is_refused(data: bytes) -> None:
    assert refused(data).endswith("it is another kind of file, or damaged")


def test_a_path_that_leads_elsewhere_is_refused() -> None:
    assert "it holds '../evil.npy'" in refused(packed({**parts_of(DATA), "../evil.npy": b""}))


def test_a_part_that_is_missing_is_named() -> None:
    parts = parts_of(DATA)
    del parts["weights.npy"]
    assert "weights.npy is missing" in refused(packed(parts))


def test_a_part_that_stands_twice_is_refused() -> None:
    out = io.BytesIO(DATA)
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("faces.npy", b"")
    assert "twice" in refused(out.getvalue())


def test_what_unpacks_to_more_than_a_set_is_refused() -> None:
    assert "unpacks to more" in refused(changed("examples.npy", b"\0" * 20_000_000))


def test_what_is_larger_than_any_set_is_refused() -> None:
    assert "larger than" in refused(b"\0" * 17_000_000)


def test_a_size_that_lies_is_found_out() -> None:
    data = bytearray(changed("set.toml", b"# " + b"a" * 100_000))
    assert "larger than any is" in refused(bytes(data))


def test_another_array_than_was_written_is_refused() -> None:
    assert "not the one that was written" in refused(changed("faces.npy", npy(np.zeros(6, np.uint8))))


def test_pickled_objects_are_never_loaded() -> None:
    class Evil:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return print, ("loaded",)

    out = io.BytesIO()
    np.save(out, np.array([Evil()], object), allow_pickle=True)
    refused(with_array("weights.npy", out.getvalue()))
    refused(with_array("weights.npy", pickle.dumps(Evil())))


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("weights.npy", np.zeros((39, 9), np.float64)),
        ("weights.npy", np.zeros((38, 9), np.float32)),
        ("weights.npy", np.zeros(39, np.float32)),
        ("weights.npy", np.full((39, 9), np.nan, np.float32)),
        ("weights.npy", np.zeros((39, 5), np.float32)),
        ("examples.npy", np.zeros((6, 8), np.float16)),
        ("examples.npy", np.zeros((5, 4, 8), np.float16)),
        ("faces.npy", np.full(6, 39, np.uint8)),
        ("photos.npy", np.zeros((6, 1), np.uint16)),
        ("axes.npy", np.zeros((30, 4), np.int8)),
        ("axes.npy", np.zeros(30, np.int8)),
        ("scales.npy", np.zeros((1, 5), np.float32)),
        ("scales.npy", np.full((2, 5), np.inf, np.float32)),
        ("pictures.npy", np.zeros((3, 5), np.float16)),
        ("pictured.npy", np.full(4, 39, np.uint8)),
        ("pictured.npy", np.zeros(0, np.uint8)),
    ],
)
def test_arrays_that_cannot_be_of_a_set_are_refused(name: str, array: np.ndarray) -> None:
    refused(with_array(name, npy(array)))


def test_an_array_that_says_it_is_huge_takes_no_memory() -> None:
    part = npy(np.zeros((39, 9), np.float32)).replace(b"(39, 9), }", b"(4096, 4096), }"[:10] + b"")
    refused(with_array("weights.npy", part))
    header = npy(np.zeros((39, 9), np.float32)).replace(b"'shape': (39, 9), }", b"'shape': (4000, 900), }")
    refused(with_array("weights.npy", header))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("form = 3", "form = 2"),
        ("form = 3", ""),
        ("sharpness = 20.000", "sharpness = inf"),
        ("trust = 0.250", "trust = nan"),
        ("[engraving]", "[engravings]"),
        ('name = "Club green"', 'name = "../green"'),
        ('name = "Club green"', 'name = "green.yakuset"'),
        ("firm_score = 0.2500", "firm_score = 7"),
        ("negative = true", "negatives = true"),
        ("[held_out]", "[[["),
        ("of = 6", 'of = "many"'),
    ],
)
def test_a_card_that_says_something_else_is_refused(old: str, new: str) -> None:
    card = parts_of(DATA)["set.toml"].decode()
    assert old in card
    refused(changed("set.toml", card.replace(old, new).encode()))


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_damaged_byte_is_refused_or_changes_nothing_that_matters(at: int, by: int) -> None:
    data = bytearray(DATA)
    data[at] ^= by
    try:
        found = from_bytes(bytes(data), "damaged")
    except TileSetError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either may happen
    else:
        np.testing.assert_array_equal(found.layer.weights, made().layer.weights)


@given(st.text(max_size=80))
def test_a_name_is_a_file_s_name_or_refused(name: str) -> None:
    try:
        checked = checked_name(name)
    except TileSetError:
        return
    assert checked
    assert not set(checked) & set('/\\:*?"<>|\0')
    assert not checked.startswith(".")


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match="cannot be opened"):
        load_set(tmp_path / "none.yakuset")
