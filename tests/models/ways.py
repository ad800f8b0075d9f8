"""Which way reads an unseen tile set best: teaching, or training the reader on the same examples.

``python -m tests.models.ways 1 5`` renders strange sets that no network was trained on, takes that many
examples of each face, and measures on photos of which none was taken, shrunk to a third, as from afar: at
full size every way reads every tile. A crop and its altered looks are made once. The light ways also run the
lower layers once, and train the last layer or the last blocks; the whole way trains the network. Times are
seconds of processor time.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tests.models.teach.cases import rough
from tests.models.teach.designs import all_faces, laid_out
from tests.models.teach.strange import strange_sets
from yakulens.models.teach.adaptation import adapt
from yakulens.models.teach.examples import PhotoTiles
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.labelled_tiles import LabelledTiles
from yakulens.models.teach.tile_views import jittered_quads
from yakulens.models.train.reader import _MAP_MODULES, ReaderNetwork
from yakulens.models.train.schedule import learning_rate
from yakulens.models.train.task import as_input
from yakulens.models.train.warm import restore
from yakulens.models.train.weights import weights_of
from yakulens.vision.coroutines import run
from yakulens.vision.labels import BACK, INDEX, LABELS
from yakulens.vision.naming.rectify import crops
from yakulens.vision.naming.standing import upright_odds
from yakulens.vision.naming.tile_set import pooled
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tests.models.teach.designs import OddSet

_HELD_OUT: Final = 3
"""Photos of a set that are measured on; each shows every face."""
_SHRUNK: Final = 0.33
_BATCH: Final = 48
_CHUNK: Final = 128
"""Crops of a batch to learn from, and of one to look at."""
_STEPS: Final = {"last layer": 300, "last blocks": 150, "whole network": 100}
_TOP_RATES: Final = {"last layer": 1e-2, "last blocks": 1e-3, "whole network": 5e-4}


def main() -> None:
    """Measure each set, and print a line for each way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("examples", type=int, nargs="+", help="numbers of examples of a face")
    parser.add_argument("--sets", type=int, nargs="+", default=[0, 2, 4], help="numbers of strange sets")
    parser.add_argument("--ways", nargs="+", choices=list(_STEPS), default=list(_STEPS), help="of training")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    recogniser = Recogniser.load()
    extractor = FeatureExtractor.of(recogniser.card).of_set(reds=True)
    weights = weights_of(recogniser.card.folder / recogniser.card.reader.file)
    for number in args.sets:
        odd = strange_sets()[number]
        photos = [_photo(odd, seed) for seed in range(_HELD_OUT + max(args.examples))]
        held_out, taught = [_shrunk(part) for part in photos[:_HELD_OUT]], photos[_HELD_OUT:]
        faces = np.concatenate([part.faces for part in held_out])
        odds = np.concatenate([extractor.layer(_seen(extractor, part)[0]) for part in held_out])
        _say(f"{odd.name}: {len(faces)} tiles held out, before {_right(odds, faces)}")
        for count in args.examples:
            start = time.process_time()
            firm_score = recogniser.card.finder.firm_score
            result = run(adapt(odd.name, taught[:count], extractor, firm_score)).tile_set
            seconds = time.process_time() - start
            odds = np.concatenate(
                [
                    upright_odds(result.prototype_head, result.layer(features), pooled(maps))
                    for features, maps in (_seen(extractor, part) for part in held_out)
                ]
            )
            _say(f"  {count:2} of a face, taught: {_right(odds, faces)} right, {seconds:.0f} s")
            for way, right, seconds in _trained(taught[:count], held_out, weights, args.ways):
                _say(f"  {count:2} of a face, {way} trained: {right} right, {seconds:.0f} s")


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - the result


def _photo(odd: OddSet, seed: int) -> PhotoTiles:
    """One photo with every face of a set, as the finder would have found its tiles."""
    shot = laid_out(all_faces(), odd, 7000 + seed)
    chosen = [i for i, label in enumerate(shot.truth.labels) if label != BACK]
    faces = np.array([INDEX[shot.truth.labels[i]] for i in chosen])
    sure = np.ones(len(faces), np.float32)
    quads = rough(shot.truth.quads[chosen], seed)
    return LabelledTiles(str(seed), Pyramid(shot.image), quads, faces, faces, sure, sure[:0])


def _shrunk(part: PhotoTiles) -> PhotoTiles:
    pixels = cv2.resize(part.photo.pixels, None, fx=_SHRUNK, fy=_SHRUNK, interpolation=cv2.INTER_AREA)
    return part._replace(photo=Pyramid(np.asarray(pixels, np.uint8)), quads=part.quads * np.float32(_SHRUNK))


def _seen(extractor: FeatureExtractor, part: PhotoTiles) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return extractor.reader.features(part.photo, part.quads)


def _right(odds: NDArray[np.float32], faces: NDArray[np.intp]) -> int:
    return int((odds.argmax(axis=1) == faces).sum())


def _trained(
    taught: Sequence[PhotoTiles],
    held_out: Sequence[PhotoTiles],
    weights: dict[str, NDArray[np.float32]],
    ways: Sequence[str],
) -> Iterator[tuple[str, int, float]]:
    """Train in each way, and yield its name, how many held-out tiles are right, and its seconds."""
    began = time.process_time()
    looks = [[crops(part.photo, quads) for quads in jittered_quads(part.quads)] for part in taught]
    shown = torch.from_numpy(np.concatenate([np.concatenate(each) for each in looks]))
    truth = torch.from_numpy(
        np.concatenate([np.tile(part.faces, len(each)) for part, each in zip(taught, looks, strict=True)])
    )
    asked = torch.from_numpy(np.concatenate([crops(part.photo, part.quads) for part in held_out]))
    answers = np.concatenate([part.faces for part in held_out])
    made = time.process_time() - began
    rng = np.random.default_rng(0)
    for way in ways:
        steps = _STEPS[way]
        start = time.process_time()
        network = ReaderNetwork()
        restore(network, weights, [as_input(shown[torch.from_numpy(rng.permutation(len(shown))[:_CHUNK])])])
        below, above = _parted(network, way)
        network.train(way == "whole network")
        known, new = (_once(below, pixels) for pixels in (shown, asked))
        name = nn.Sequential(above, network.faces)
        optimizer = torch.optim.AdamW(name.parameters(), weight_decay=0.02)
        for step in range(steps):
            for group in optimizer.param_groups:
                group["lr"] = learning_rate(_TOP_RATES[way], step / steps, step, steps // 10)
            chosen = torch.from_numpy(rng.integers(0, len(truth), _BATCH))
            target = functional.one_hot(truth[chosen], len(LABELS)).float() * 0.96 + 0.04 / len(LABELS)
            loss = functional.cross_entropy(name(known[chosen]), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        network.eval()
        with torch.no_grad():
            odds = torch.cat([name(part) for part in new.split(_CHUNK)]).numpy()
        yield way, _right(odds, answers), made + time.process_time() - start


class _Middle(nn.Module):
    """Pixels 0..1 as the network's body takes them."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x - 0.5) * 4


class _Mean(nn.Module):
    """The features of a map."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.mean((2, 3))


def _parted(network: ReaderNetwork, way: str) -> tuple[nn.Module, nn.Module]:
    """The part of a network that runs once, and the part that learns, before the last layer."""
    layers = [_Middle(), *network.body, _Mean()]
    at = {"last layer": len(layers), "last blocks": 1 + _MAP_MODULES, "whole network": 0}[way]
    return nn.Sequential(*layers[:at]), nn.Sequential(*layers[at:])


def _once(below: nn.Module, pixels: torch.Tensor) -> torch.Tensor:
    """What the lower layers make of all crops, without learning."""
    with torch.no_grad():
        return torch.cat([below(as_input(part)) for part in pixels.split(_CHUNK)])


if __name__ == "__main__":
    main()
