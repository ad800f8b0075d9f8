"""What goes into the reader's last layer is given as a further output; everything else stays as it was."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.models import choose
from vision.naming.last_layer import LastLayerError, last_layer, with_output
from vision.session import InferenceSession


@pytest.mark.parametrize("model", ["yakulens-5", "yakulens-6"])
def test_the_layer_makes_the_logits_of_what_the_further_output_gives(model: str) -> None:
    card = choose(model)
    network = card.network(card.reader)
    layer = last_layer(network)
    crops = np.random.default_rng(0).random((3, 3, 96, 80), np.float32)
    before = InferenceSession(network, "before").run("crops", crops).arrays
    after = InferenceSession(with_output(network, layer.features), "after").run("crops", crops).arrays
    assert after.keys() - before.keys() == {layer.features}
    for name, array in before.items():
        np.testing.assert_allclose(after[name], array, atol=1e-4)
    by_hand = after[layer.features] @ layer.weights.T + layer.bias
    np.testing.assert_allclose(by_hand, before["faces"], rtol=1e-4, atol=1e-3)


@given(st.binary(max_size=300))
def test_no_bytes_but_a_readers_are_taken_for_one(data: bytes) -> None:
    with pytest.raises(LastLayerError):
        last_layer(data)


@given(st.integers(0, 400_000))
def test_a_reader_cut_short_is_refused(length: int) -> None:
    card = choose("yakulens-6")
    with pytest.raises(LastLayerError):
        last_layer(card.network(card.reader)[:length])


def test_a_network_without_faces_is_refused() -> None:
    card = choose("yakulens-6")
    with pytest.raises(LastLayerError, match="no Gemm gives 'faces'"):
        last_layer(card.network(card.finder))
