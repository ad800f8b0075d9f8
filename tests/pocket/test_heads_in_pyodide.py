"""What is learnt of a set's features in the browser's Python is what is learnt of them here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from tests.models.teach.designs import artwork, odd_sets
from tests.models.teach.recognised import layouts
from tests.pocket.browsers_python import run as run_in_browsers_python
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.heads import fit_heads
from yakulens.models.teach.shown import best_color_transform, extract_examples
from yakulens.vision.coroutines import run
from yakulens.vision.models import choose
from yakulens.vision.naming.crop_answers import softmax

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM: Final = """
import numpy as np
from yakulens.models.teach.heads import fit_heads
from yakulens.models.teach.known_tiles import KnownTiles
from yakulens.models.teach.prototype_head import Maps
from yakulens.vision.naming.tile_set import Examples

given = np.load("given.npz")
known = KnownTiles.of_file(open("known.npz", "rb").read())
examples = Examples(given["features"], None, given["faces"], given["photos"])
heads = fit_heads(examples, Maps(given["maps"], given["faces"]), known.layer(float(given["heat"])), known)
head = heads.prototype_head
np.savez(
    "out-heads.npz", weights=heads.layer.weights, bias=heads.layer.bias, axes=head.axes, offset=head.offset,
    means=head.means, settings=[head.sharpness, head.trust], odds=heads.held_out.odds,
    tiles=heads.held_out.tiles, refined=heads.refined,
)
"""


def test_heads_fitted_in_pyodide_read_every_tile_as_those_fitted_here(built: Path, tmp_path: Path) -> None:
    card = choose()
    extractor = FeatureExtractor.of(card)
    parts = layouts(odd_sets([artwork()])[4])
    examples, maps = run(extract_examples(parts, extractor, run(best_color_transform(parts, extractor))))
    np.savez(
        tmp_path / "given.npz",
        features=examples.features,
        maps=maps.values,
        faces=examples.faces.astype(np.int32),  # whose integers are of 32 bits
        photos=examples.photos.astype(np.int32),
        heat=card.reader.face_temperature,
    )
    (tmp_path / "known.npz").write_bytes(card.known())
    run_in_browsers_python(built, PROGRAM, tmp_path)
    ours = fit_heads(examples, maps, extractor.layer, extractor.known)
    with np.load(tmp_path / "out-heads.npz") as theirs:
        np.testing.assert_array_equal(theirs["tiles"], ours.held_out.tiles)
        assert bool(theirs["refined"]) == ours.refined
        head = ours.prototype_head
        assert theirs["settings"].tolist() == [head.sharpness, head.trust]
        np.testing.assert_allclose(theirs["weights"], ours.layer.weights, atol=1e-4)
        np.testing.assert_allclose(softmax(theirs["odds"], 1.0), softmax(ours.held_out.odds, 1.0), atol=1e-4)
